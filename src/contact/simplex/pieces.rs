//! The pieces of the boundary: the cylinder about an edge, the ball about a vertex, and whether the path enters them over the feature itself.

use super::cast::{Relative, edge_count};
use crate::contact::cast::TimeDomain;
use crate::contact::conditions::{
    Conditions, is_negative, is_not_negative, is_not_positive, is_positive,
};
use crate::number::{Known, Number, Sign, Unsure};
use crate::shape::vector::{Vector, cross, dot, squared};
use Sign::{Negative, Positive, Zero};

/// The sign of `α + β ρ` with a root `ρ ≥ 0`, from the signs of `α`, of `β`, and of `α² − β² ρ²`.
///
/// The last one factors each time into something positive and a polynomial of low degree (theory, §2).
#[inline(always)]
fn combined(difference: Known, alpha: Known, beta: Known) -> Known {
    match difference {
        Ok(Positive) => alpha,
        Ok(Negative) => beta,
        Ok(Zero) => {
            let (alpha, beta) = (alpha?, beta?);
            Ok(if alpha == beta { alpha } else { Zero })
        }
        Err(Unsure) => match (alpha, beta) {
            (Ok(a), Ok(b)) if a == b => Ok(a),
            _ => Err(Unsure),
        },
    }
}

/// How the line of motion meets one piece of the boundary.
pub(super) enum Entry {
    Misses,
    Enters,
    /// It touches the piece without entering, at the rational time `numerator / denominator`.
    Grazes,
}

/// Terms that several pieces share.
pub(super) struct Shared<N: Number, const V: usize> {
    pub(super) x: Relative<N, V>,
    /// `r²`.
    pub(super) rr: N,
    /// `Dᵢ × V`, the moment of the path about a vertex.
    pub(super) n: [Vector<N>; V],
    /// `τᵢ = Eᵢ · (Dᵢ × V)`: on which side the path passes the line of an edge, and how far.
    pub(super) tau: [N; V],
    /// `eᵢ = Eᵢ · Eᵢ`.
    pub(super) ee: [N; V],
    /// `Eᵢ · V`.
    pub(super) nu: [N; V],
    /// The plane of the triangle, unless it is degenerate.
    pub(super) plane: Option<Plane<N>>,
    pub(super) domain: TimeDomain,
}

/// The plane of a triangle.
pub(super) struct Plane<N: Number> {
    /// `U = E₀ × E₁`.
    pub(super) u: Vector<N>,
    /// `√(U · U)`.
    pub(super) length: N::Root,
    /// The sign of `g = U · V`.
    pub(super) g: Known,
}

impl<N: Number, const V: usize> Shared<N, V> {
    /// The outward normal `Eᵢ × U` of an edge, within the plane.
    #[inline(always)]
    pub(super) fn outward(&self, plane: &Plane<N>, i: usize) -> Vector<N> {
        cross(&self.x.e[i], &plane.u)
    }

    /// The sign of `Eᵢ · (X − P_k)`, where `X` is the centre as it enters the cylinder about edge `i`, or the ball
    /// about its end `P_k`: before or behind the plane through `P_k` across the edge (theory, 2.3).
    #[inline(always)]
    pub(super) fn beyond_end(&self, i: usize, k: usize, e_cross_v: &Vector<N>) -> Known {
        let disc = squared(&cross(&self.x.e[i], &self.n[k]))
            .minus(&self.nu[i].squared().times(&self.rr))
            .sign();
        combined(disc, dot(e_cross_v, &self.n[k]).sign(), self.nu[i].sign().map(|s| -s))
    }

    /// Does the path enter the cylinder about edge `i`, over the edge and outside of the triangle?
    #[inline(always)]
    pub(super) fn enters_edge(&self, i: usize) -> Result<Entry, Unsure> {
        let (e, v) = (&self.x.e[i], &self.x.v);
        let mut conditions = Conditions::new();
        let e_cross_v = cross(e, v);
        let a = squared(&e_cross_v);
        let beta = self.rr.times(&a).minus(&self.tau[i].squared()).sign();
        if conditions.fail(beta, is_not_negative) {
            return Ok(Entry::Misses);
        }
        let starts_outside = match self.domain {
            TimeDomain::FromStart => {
                let e_cross_d = cross(e, &self.x.d[i]);
                let approach = dot(&e_cross_v, &e_cross_d).sign();
                // Inside the infinite cylinder, beyond the end of the edge: the entry lies in the past.
                let gap = || squared(&e_cross_d).minus(&self.ee[i].times(&self.rr)).sign();
                !conditions.fail(approach, is_negative) && !conditions.fail(gap(), is_positive)
            }
            TimeDomain::Always => !conditions.fail(a.sign(), is_positive),
        };
        if !starts_outside {
            return Ok(Entry::Misses);
        }
        if conditions.fail(self.beyond_end(i, i, &e_cross_v), is_positive)
            || conditions.fail(self.beyond_end(i, (i + 1) % V, &e_cross_v), is_negative)
        {
            return Ok(Entry::Misses);
        }
        if let Some(plane) = &self.plane
            && conditions.fail(self.over_face(plane, i), is_not_positive)
        {
            return Ok(Entry::Misses);
        }
        conditions.then(if beta == Ok(Zero) { Entry::Grazes } else { Entry::Enters })
    }

    /// Whether the centre, as it enters the cylinder about edge `i`, is over the triangle (positive), straight
    /// over the edge (zero) or outside: the half that counts is the outer one (theory, 2.4).
    #[inline(always)]
    pub(super) fn over_face(&self, plane: &Plane<N>, i: usize) -> Known {
        let w = dot(&self.outward(plane, i), &self.x.v);
        let (of_tau, of_w) = (self.tau[i].sign(), w.sign());
        let strip = match (of_tau, of_w) {
            (Ok(of_tau), Ok(of_w)) => {
                let distance =
                    if of_tau == Negative { self.tau[i].negated() } else { self.tau[i].clone() };
                let grown = if of_w == Negative { w.clone() } else { w.negated() };
                N::sign_with_root(&grown.times(&self.x.r), &distance, &plane.length)
            }
            _ => Err(Unsure),
        };
        let across = match (of_tau, plane.g) {
            (Ok(of_tau), Ok(g)) => Ok(of_tau.times(g)),
            _ => Err(Unsure),
        };
        combined(strip, across, of_w)
    }

    /// Does the path enter the ball about vertex `i`, outside of its edges?
    #[inline(always)]
    pub(super) fn enters_vertex(&self, i: usize, vv: &N) -> Result<Entry, Unsure> {
        let (d, e, v) = (&self.x.d[i], &self.x.e, &self.x.v);
        let mut conditions = Conditions::new();
        let beta = self.rr.times(vv).minus(&squared(&self.n[i])).sign();
        if conditions.fail(beta, is_not_negative) {
            return Ok(Entry::Misses);
        }
        let starts_outside = match self.domain {
            TimeDomain::FromStart => {
                !conditions.fail(dot(v, d).sign(), is_negative)
                    && !conditions.fail(squared(d).minus(&self.rr).sign(), is_positive)
            }
            TimeDomain::Always => !conditions.fail(vv.sign(), is_positive),
        };
        if !starts_outside {
            return Ok(Entry::Misses);
        }
        let before = (i + V - 1) % V;
        if i < edge_count(V)
            && conditions.fail(self.beyond_end(i, i, &cross(&e[i], v)), is_not_positive)
        {
            return Ok(Entry::Misses);
        }
        if before < edge_count(V)
            && conditions.fail(self.beyond_end(before, i, &cross(&e[before], v)), is_not_negative)
        {
            return Ok(Entry::Misses);
        }
        conditions.then(if beta == Ok(Zero) { Entry::Grazes } else { Entry::Enters })
    }

    /// Which edges count: all of them, or the longest one of a degenerate triangle.
    #[inline(always)]
    pub(super) fn edges_that_count(&self) -> Result<[bool; V], Unsure> {
        if V < 3 || self.plane.is_some() {
            return Ok([true; V]);
        }
        let mut longest = 0;
        for i in 1..V {
            if self.ee[i].minus(&self.ee[longest]).sign()? == Positive {
                longest = i;
            }
        }
        Ok(core::array::from_fn(|i| i == longest))
    }
}
