//! The pieces of the boundary of the inflated simplex: the cylinder about an edge and the ball
//! about a vertex, and whether the path enters them over the feature itself.

use super::cast::{SimplexVectorsRef, edge_count};
use crate::contact::cast::TimeDomain;
use crate::contact::conditions::{
    Conditions, is_negative, is_not_negative, is_not_positive, is_positive,
};
use crate::number::{CertainSign, Number, Sign, Unsure, part, parts};
use crate::shape::vector::{Vector, cross, dot, squared};
use Sign::{Negative, Positive, Zero};

/// Returns the sign of `α + β ρ` with a root `ρ ≥ 0`, from the signs of `α`, of `β`, and of
/// `α² − β² ρ²`.
///
/// The last of these is always a product of a positive number and a polynomial of low degree
/// (theory, §2).
#[cfg_attr(hot, inline(always))]
fn combined(difference: CertainSign, alpha: CertainSign, beta: CertainSign) -> CertainSign {
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

/// The outcome for the line of motion and one piece of the boundary.
pub(in crate::contact) enum PieceOutcome {
    Misses,
    Enters,
    /// The path touches the piece without entering, at the rational time `numerator / denominator`.
    Grazes,
}

parts! {
    /// For a path that enters the slab from one side of its plane, decides whether the foot of the
    /// centre is then to the left of a line in the plane, with respect to the normal. `τ` is the
    /// moment of the line and the path.
    pub(in crate::contact) fn left_of_line<N: Number>(
        along: &Vector<N>,
        tau: &N,
        v: &Vector<N>,
        r: &N,
        plane: &TrianglePlane<N>,
        side: Sign,
    ) -> CertainSign {
        let w = dot(&cross(along, &plane.u), v);
        let tau = if side == Positive { tau.negated() } else { tau.clone() };
        N::sign_with_root(&r.times(&w), &tau, &plane.length)
    }
}

/// Terms that several pieces share.
pub(in crate::contact) struct SharedTerms<'a, N: Number, const V: usize> {
    pub(in crate::contact) x: SimplexVectorsRef<'a, N, V>,
    /// `r²`.
    pub(in crate::contact) rr: N,
    /// `Dᵢ × V`, the moment of the path about a vertex.
    pub(in crate::contact) n: [Vector<N>; V],
    /// `τᵢ = Eᵢ · (Dᵢ × V)`: the side on which the path passes the line of an edge, and a multiple
    /// of its distance.
    pub(in crate::contact) tau: [N; V],
    /// `eᵢ = Eᵢ · Eᵢ`.
    pub(in crate::contact) ee: [N; V],
    /// `Eᵢ · V`.
    pub(in crate::contact) nu: [N; V],
    /// The plane of the triangle, unless it is degenerate.
    pub(in crate::contact) plane: Option<TrianglePlane<N>>,
    pub(in crate::contact) domain: TimeDomain,
}

/// The plane of a triangle.
pub(in crate::contact) struct TrianglePlane<N: Number> {
    /// `U = E₀ × E₁`.
    pub(in crate::contact) u: Vector<N>,
    /// `√(U · U)`.
    pub(in crate::contact) length: N::Root,
    /// The sign of `g = U · V`.
    pub(in crate::contact) g: CertainSign,
}

/// A face that ends at an edge, and whether the edge runs clockwise about it, with respect to the
/// normal of the face.
pub(in crate::contact) struct AdjacentFace<'a, N: Number> {
    pub(in crate::contact) plane: &'a TrianglePlane<N>,
    pub(in crate::contact) is_flipped: bool,
}

impl<'a, N: Number, const V: usize> SharedTerms<'a, N, V> {
    #[cfg_attr(hot, inline(always))]
    pub(in crate::contact) fn new(x: SimplexVectorsRef<'a, N, V>, domain: TimeDomain) -> Self {
        let (n, tau) = Self::moments(x);
        let ee = core::array::from_fn(|i| squared(&x.e[i]));
        let nu = core::array::from_fn(|i| dot(&x.e[i], x.v));
        Self { x, rr: x.r.squared(), n, tau, ee, nu, plane: None, domain }
    }

    /// Returns the terms for another centre of the same body.
    #[cfg_attr(hot, inline(always))]
    pub(in crate::contact) fn with_center(&self, d: &'a [Vector<N>; V]) -> Self {
        let x = SimplexVectorsRef { d, ..self.x };
        let (n, tau) = Self::moments(x);
        let (rr, ee, nu) = (self.rr.clone(), self.ee.clone(), self.nu.clone());
        Self { x, rr, n, tau, ee, nu, plane: None, domain: self.domain }
    }

    #[cfg_attr(hot, inline(always))]
    fn moments(x: SimplexVectorsRef<'_, N, V>) -> ([Vector<N>; V], [N; V]) {
        let n: [Vector<N>; V] = core::array::from_fn(|i| cross(&x.d[i], x.v));
        let tau = core::array::from_fn(|i| dot(&x.e[i], &n[i]));
        (n, tau)
    }

    /// For a path that enters the slab about a plane from this side, decides whether the foot of
    /// the centre is then to the left of an edge.
    #[cfg_attr(hot, inline(always))]
    pub(in crate::contact) fn left_of_edge(
        &self,
        i: usize,
        plane: &TrianglePlane<N>,
        side: Sign,
    ) -> CertainSign {
        left_of_line(&self.x.e[i], &self.tau[i], self.x.v, self.x.r, plane, side)
    }

    /// Returns the outward normal `Eᵢ × U` of an edge, within the plane.
    #[cfg_attr(hot, inline(always))]
    pub(in crate::contact) fn outward(&self, plane: &TrianglePlane<N>, i: usize) -> Vector<N> {
        cross(&self.x.e[i], &plane.u)
    }

    /// Returns the sign of `Eᵢ · (X − P_k)`, where `X` is the centre as it enters the cylinder
    /// about edge `i`, or the ball about its end `P_k`: the side of the plane through `P_k` across
    /// the edge (theory, 2.3).
    #[cfg_attr(hot, inline(always))]
    pub(in crate::contact) fn beyond_end(
        &self,
        i: usize,
        k: usize,
        e_cross_v: &Vector<N>,
    ) -> CertainSign {
        part!(N, Self::beyond_end_of, (self, i, k, e_cross_v))
    }
    #[cfg_attr(hot, inline(always))]
    fn beyond_end_of((shared, i, k, e_cross_v): (&Self, usize, usize, &Vector<N>)) -> CertainSign {
        let disc = squared(&cross(&shared.x.e[i], &shared.n[k]))
            .minus(&shared.nu[i].squared().times(&shared.rr))
            .sign();
        combined(disc, dot(e_cross_v, &shared.n[k]).sign(), shared.nu[i].sign().map(|s| -s))
    }

    /// Decides whether the path enters the cylinder about edge `i` over the edge and outside of the
    /// triangle.
    #[cfg_attr(hot, inline(always))]
    pub(in crate::contact) fn enters_edge(&self, i: usize) -> Result<PieceOutcome, Unsure> {
        let triangle = self.plane.as_ref().map(|plane| AdjacentFace { plane, is_flipped: false });
        let ends = [i, (i + 1) % V];
        self.enters_cylinder(i, &[triangle], |k, ev| self.beyond_end(i, ends[k], ev))
    }

    /// Decides whether the path enters the cylinder about edge `i` outside of some faces that end
    /// at this edge. `beyond` decides whether the centre is then beyond one end of the edge.
    #[cfg_attr(hot, inline(always))]
    pub(in crate::contact) fn enters_cylinder(
        &self,
        i: usize,
        faces: &[Option<AdjacentFace<'_, N>>],
        beyond: impl Fn(usize, &Vector<N>) -> CertainSign,
    ) -> Result<PieceOutcome, Unsure> {
        let (e, v) = (&self.x.e[i], self.x.v);
        let mut conditions = Conditions::new();
        let e_cross_v = cross(e, v);
        let a = squared(&e_cross_v);
        let beta = self.rr.times(&a).minus(&self.tau[i].squared()).sign();
        if conditions.fail(beta, is_not_negative) {
            return Ok(PieceOutcome::Misses);
        }
        let starts_outside = match self.domain {
            TimeDomain::FromStart => {
                let e_cross_d = cross(e, &self.x.d[i]);
                let approach = dot(&e_cross_v, &e_cross_d).sign();
                // The start is inside of the infinite cylinder, beyond the end of the edge. So the
                // entry lies in the past.
                let gap = || squared(&e_cross_d).minus(&self.ee[i].times(&self.rr)).sign();
                !conditions.fail(approach, is_negative) && !conditions.fail(gap(), is_positive)
            }
            TimeDomain::Always => !conditions.fail(a.sign(), is_positive),
        };
        if !starts_outside {
            return Ok(PieceOutcome::Misses);
        }
        if conditions.fail(beyond(0, &e_cross_v), is_positive)
            || conditions.fail(beyond(1, &e_cross_v), is_negative)
        {
            return Ok(PieceOutcome::Misses);
        }
        for face in faces.iter().flatten() {
            if conditions.fail(self.over_face(face, i), is_not_positive) {
                return Ok(PieceOutcome::Misses);
            }
        }
        conditions.then(if beta == Ok(Zero) { PieceOutcome::Grazes } else { PieceOutcome::Enters })
    }

    /// Returns the position of the centre as it enters the cylinder about edge `i`: over the
    /// triangle (positive), straight over the edge (zero) or outside (negative). Only the outer
    /// half of the cylinder counts (theory, 2.4).
    #[cfg_attr(hot, inline(always))]
    pub(in crate::contact) fn over_face(
        &self,
        face: &AdjacentFace<'_, N>,
        i: usize,
    ) -> CertainSign {
        part!(N, Self::over_face_of, (self, face, i))
    }
    #[cfg_attr(hot, inline(always))]
    fn over_face_of((shared, face, i): (&Self, &AdjacentFace<'_, N>, usize)) -> CertainSign {
        let AdjacentFace { plane, is_flipped } = face;
        let (w, g) = (dot(&shared.outward(plane, i), shared.x.v), plane.g);
        let (w, g) = if *is_flipped { (w.negated(), g.map(|g| -g)) } else { (w, g) };
        let (of_tau, of_w) = (shared.tau[i].sign(), w.sign());
        let strip = match (of_tau, of_w) {
            (Ok(of_tau), Ok(of_w)) => {
                let distance = if of_tau == Negative {
                    shared.tau[i].negated()
                } else {
                    shared.tau[i].clone()
                };
                let grown = if of_w == Negative { w.clone() } else { w.negated() };
                N::sign_with_root(&grown.times(shared.x.r), &distance, &plane.length)
            }
            _ => Err(Unsure),
        };
        let across = match (of_tau, g) {
            (Ok(of_tau), Ok(g)) => Ok(of_tau.times(g)),
            _ => Err(Unsure),
        };
        combined(strip, across, of_w)
    }

    /// Decides whether the path enters the ball about vertex `i` outside of the edges at that
    /// vertex.
    #[cfg_attr(hot, inline(always))]
    pub(in crate::contact) fn enters_vertex(
        &self,
        i: usize,
        vv: &N,
    ) -> Result<PieceOutcome, Unsure> {
        part!(N, Self::enters_vertex_of, (self, i, vv))
    }
    #[cfg_attr(hot, inline(always))]
    fn enters_vertex_of((shared, i, vv): (&Self, usize, &N)) -> Result<PieceOutcome, Unsure> {
        let (d, e, v) = (&shared.x.d[i], shared.x.e, shared.x.v);
        let mut conditions = Conditions::new();
        let beta = shared.rr.times(vv).minus(&squared(&shared.n[i])).sign();
        if conditions.fail(beta, is_not_negative) {
            return Ok(PieceOutcome::Misses);
        }
        let starts_outside = match shared.domain {
            TimeDomain::FromStart => {
                !conditions.fail(dot(v, d).sign(), is_negative)
                    && !conditions.fail(squared(d).minus(&shared.rr).sign(), is_positive)
            }
            TimeDomain::Always => !conditions.fail(vv.sign(), is_positive),
        };
        if !starts_outside {
            return Ok(PieceOutcome::Misses);
        }
        let before = (i + V - 1) % V;
        if i < edge_count(V)
            && conditions.fail(shared.beyond_end(i, i, &cross(&e[i], v)), is_not_positive)
        {
            return Ok(PieceOutcome::Misses);
        }
        if before < edge_count(V)
            && conditions.fail(shared.beyond_end(before, i, &cross(&e[before], v)), is_not_negative)
        {
            return Ok(PieceOutcome::Misses);
        }
        conditions.then(if beta == Ok(Zero) { PieceOutcome::Grazes } else { PieceOutcome::Enters })
    }

    /// Returns which edges count: all of them, or the longest one of a degenerate triangle.
    #[cfg_attr(hot, inline(always))]
    pub(in crate::contact) fn edges_that_count(&self) -> Result<[bool; V], Unsure> {
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
