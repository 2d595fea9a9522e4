//! The certificate that a mover comes to an obstacle over one piece of `K`.
//!
//! The certificate proves that at some time the point of `K` closest to the path lies in the piece,
//! at the distance `R`, and that the distance decreases at that time. The distance to a convex set
//! is a convex function of time, so this *is* the first contact, however the piece was guessed.
//!
//! Source: the closest point by its normal cone (Karush, Kuhn and Tucker), as in S. Boyd and
//! L. Vandenberghe, *Convex Optimization*, 2004, §5.5, and the equations of `simplex/pieces.rs`.
//! Derivation: `docs/theory.md`, §10.

use super::pair::LiftedPair;
use super::piece::{At, Face, Line, Piece};
use crate::contact::cast::TimeDomain;
use crate::number::{CertainSign, Lift, Number, Sign, Unsure};
use crate::shape::vector::{Vector, cross, dot, squared};
use Sign::{Negative, Positive, Zero};

/// The manner in which the path comes to `K` over a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Certified {
    /// The path does not come to `K` over this piece.
    No,
    /// The path enters over the inside of the piece alone: it touches nothing else at that time.
    EntersInside,
    /// The path enters, and may touch other pieces as well.
    Enters,
    /// The path passes the piece at exactly the distance `R`.
    Grazes,
}

/// A conjunction of inequalities. Each requires a negative sign; unless they are strict, zero is
/// accepted too. One inequality that certainly fails decides the conjunction, whatever the
/// uncertain ones are.
struct Inequalities {
    are_strict: bool,
    is_unsure: bool,
    has_zero: bool,
}

impl Inequalities {
    const fn new(are_strict: bool) -> Self {
        Self { are_strict, is_unsure: false, has_zero: false }
    }

    /// Returns whether an inequality certainly fails: its sign is positive, or zero if they are
    /// strict.
    fn fails(&mut self, sign: CertainSign) -> bool {
        match sign {
            Ok(Positive) => return true,
            Ok(Zero) if self.are_strict => return true,
            Ok(Zero) => self.has_zero = true,
            Ok(Negative) => {}
            Err(Unsure) => self.is_unsure = true,
        }
        false
    }
}

/// Returns the sign of the sum of two terms, where `difference` is the sign of the difference of
/// their squares (theory, (2.2)).
pub(super) fn of_two(
    first: CertainSign,
    second: CertainSign,
    difference: impl FnOnce() -> CertainSign,
) -> CertainSign {
    if let (Ok(a), Ok(b)) = (first, second)
        && a == b
    {
        return Ok(a);
    }
    match difference()? {
        Positive => first,
        Negative => second,
        Zero => {
            first?;
            second?;
            Ok(Zero)
        }
    }
}

pub(super) fn opposite(sign: CertainSign) -> CertainSign {
    sign.map(|sign| -sign)
}

fn product(a: CertainSign, b: CertainSign) -> CertainSign {
    match (a, b) {
        (Ok(Zero), _) | (_, Ok(Zero)) => Ok(Zero),
        (Ok(a), Ok(b)) => Ok(a.times(b)),
        _ => Err(Unsure),
    }
}

/// Returns the sign of `|τ| √u − |w| r`.
pub(super) fn of_strip<N: Number>(tau: &N, u: &N::Root, w: &N, r: &N) -> CertainSign {
    N::sign_with_root(&w.absolute().times(r).negated(), &tau.absolute(), u)
}

/// Returns the sign of `h − r √u`.
fn beyond<N: Number>(h: &N, r: &N, u: &N::Root) -> CertainSign {
    N::sign_with_root(h, &r.negated(), u)
}

impl<N: Number, L: Lift<N>> LiftedPair<'_, '_, N, L> {
    /// Decides how the path comes to `K` over a piece.
    pub(crate) fn certify(&self, piece: Piece) -> Result<Certified, Unsure> {
        self.certify_by(piece, Inequalities::new(false))
    }

    /// Decides whether the path enters `K` over the inside of a piece alone.
    pub(super) fn enters_inside(&self, piece: Piece) -> Result<bool, Unsure> {
        let certified = self.certify_by(piece, Inequalities::new(true))?;
        Ok(certified == Certified::EntersInside)
    }

    fn certify_by(&self, piece: Piece, inequalities: Inequalities) -> Result<Certified, Unsure> {
        match piece {
            Piece::Face(face) => self.certify_face(face, inequalities),
            Piece::Line(line) => self.certify_line(line, inequalities),
            Piece::Corner(at) => self.certify_corner(at, inequalities),
        }
    }

    fn is_from_start(&self) -> bool {
        self.pair.domain == TimeDomain::FromStart
    }

    fn certify_face(
        &self,
        face: Face,
        mut inequalities: Inequalities,
    ) -> Result<Certified, Unsure> {
        let (normal, v, r) = (self.normal(face), &self.v, &self.r);
        let towards = dot(&normal, v).sign();
        if matches!(towards, Ok(Zero | Positive)) {
            return Ok(Certified::No);
        }
        let u = squared(&normal).root();
        if self.is_from_start() {
            let distance = dot(&normal, &self.way(self.corner_of(face)));
            match beyond(&distance, r, &u) {
                Ok(Zero | Negative) => return Ok(Certified::No),
                Ok(Positive) => {}
                Err(Unsure) => inequalities.is_unsure = true,
            }
        }
        for way in self.pair.ways_from_face(face).iter() {
            if inequalities.fails(dot(&normal, &self.direction(way)).sign()) {
                return Ok(Certified::No);
            }
        }
        for (border, from) in self.pair.borders(face) {
            let e = self.direction(border);
            let tau = dot(&e, &cross(&self.way(from), v));
            let w = dot(&cross(&e, &normal), v);
            let (first, second) = (tau.sign(), opposite(w.sign()));
            let outside = if r.is_zero() {
                first
            } else {
                of_two(first, second, || of_strip(&tau, &u, &w, r))
            };
            if inequalities.fails(outside) {
                return Ok(Certified::No);
            }
        }
        towards?;
        Self::entered(&inequalities)
    }

    fn entered(inequalities: &Inequalities) -> Result<Certified, Unsure> {
        if inequalities.is_unsure {
            Err(Unsure)
        } else if inequalities.has_zero {
            Ok(Certified::Enters)
        } else {
            Ok(Certified::EntersInside)
        }
    }

    fn certify_line(
        &self,
        line: Line,
        mut inequalities: Inequalities,
    ) -> Result<Certified, Unsure> {
        let (v, r) = (&self.v, &self.r);
        let (ends, direction) = self.pair.ends(line);
        let e = self.direction(direction);
        let [d, d_end] = ends.map(|at| self.way(at));
        let e_cross_v = cross(&e, v);
        let a = squared(&e_cross_v);
        if a.is_zero() {
            return Ok(Certified::No);
        }
        let tau = dot(&e, &cross(&d, v));
        let beta = r.squared().times(&a).minus(&tau.squared()).sign();
        if beta == Ok(Negative) {
            return Ok(Certified::No);
        }
        if self.is_from_start() {
            let e_cross_d = cross(&e, &d);
            let approach = dot(&e_cross_v, &e_cross_d).sign();
            let gap = squared(&e_cross_d).minus(&squared(&e).times(&r.squared())).sign();
            if matches!(approach, Ok(Zero | Positive)) || matches!(gap, Ok(Zero | Negative)) {
                return Ok(Certified::No);
            }
            inequalities.is_unsure |= approach.is_err() || gap.is_err();
        } else {
            inequalities.is_unsure |= a.sign().is_err();
        }
        if inequalities.fails(opposite(self.beyond_end(&e, &d, beta)))
            || inequalities.fails(self.beyond_end(&e, &d_end, beta))
        {
            return Ok(Certified::No);
        }
        for way in self.pair.ways_from_line(line).iter() {
            if inequalities.fails(self.over_side(&e, &self.direction(way), &tau, beta)) {
                return Ok(Certified::No);
            }
        }
        match beta? {
            Zero if inequalities.is_unsure => Err(Unsure),
            Zero => Ok(Certified::Grazes),
            _ => Self::entered(&inequalities),
        }
    }

    fn certify_corner(&self, at: At, mut inequalities: Inequalities) -> Result<Certified, Unsure> {
        let (v, r) = (&self.v, &self.r);
        let d = self.way(at);
        let vv = squared(v);
        if vv.is_zero() {
            return Ok(Certified::No);
        }
        let rr = r.squared();
        let beta = rr.times(&vv).minus(&squared(&cross(&d, v))).sign();
        if beta == Ok(Negative) {
            return Ok(Certified::No);
        }
        if self.is_from_start() {
            let (approach, gap) = (dot(&d, v).sign(), squared(&d).minus(&rr).sign());
            if matches!(approach, Ok(Zero | Positive)) || matches!(gap, Ok(Zero | Negative)) {
                return Ok(Certified::No);
            }
            inequalities.is_unsure |= approach.is_err() || gap.is_err();
        } else {
            inequalities.is_unsure |= vv.sign().is_err();
        }
        for way in self.pair.ways_from_corner(at).iter() {
            if inequalities.fails(self.beyond_end(&self.direction(way), &d, beta)) {
                return Ok(Certified::No);
            }
        }
        match beta? {
            Zero if inequalities.is_unsure => Err(Unsure),
            Zero => Ok(Certified::Grazes),
            _ => Self::entered(&inequalities),
        }
    }

    /// Returns the sign of `e · (x − k)` at the time at which the path enters the cylinder about a
    /// line along `e` through `k`, or the ball about `k` (theory, (10.3)).
    pub(super) fn beyond_end(
        &self,
        e: &Vector<N>,
        d: &Vector<N>,
        beta: CertainSign,
    ) -> CertainSign {
        let n = cross(d, &self.v);
        let (first, nu) = (dot(&cross(e, &self.v), &n).sign(), dot(e, &self.v));
        let second = opposite(product(nu.sign(), beta));
        of_two(first, second, || {
            squared(&cross(e, &n)).minus(&nu.squared().times(&self.r.squared())).sign()
        })
    }

    /// Returns the sign of `−(e × U) · (x − k)` with `U = e × way` at the time at which the path
    /// enters the cylinder about a line along `e` through `k`. It is positive if `x` is over the
    /// part of `K` that begins at the line (theory, (10.4)).
    pub(super) fn over_side(
        &self,
        e: &Vector<N>,
        way: &Vector<N>,
        tau: &N,
        beta: CertainSign,
    ) -> CertainSign {
        let normal = cross(e, way);
        let u = squared(&normal);
        match u.sign() {
            Ok(Zero) => return Ok(Zero),
            Ok(_) => {}
            Err(Unsure) => return Err(Unsure),
        }
        let w = dot(&cross(e, &normal), &self.v);
        let first = product(dot(&normal, &self.v).sign(), tau.sign());
        let second = product(w.sign(), beta);
        of_two(first, second, || of_strip(tau, &u.root(), &w, &self.r))
    }
}
