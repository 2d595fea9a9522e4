//! The decision whether and where a sphere and a body of planes first touch, by (8.2) to (8.7).
//!
//! Source: the closest point by its normal cone (Karush, Kuhn and Tucker), as in S. Boyd and L.
//! Vandenberghe, *Convex Optimization*, 2004, §5.5.3. Derivation: `docs/theory.md`, §8.

use super::body::PlanarBody;
use super::cast::{ClosestPart, PolytopeCast, PolytopeOutcome, PolytopeTouch};
use super::relative::{Instant, PartRoot, RelativeCast};
use crate::contact::answer::Approach;
use crate::contact::cast::{TimeDomain, TimeEquation};
use crate::contact::conditions::{
    Conditions, approach_of, is_negative, is_not_negative, is_positive,
};
use crate::number::{Decision, Lift, Number, Sign, Unsure};
use crate::shape::BoundaryPart;
use crate::shape::vector::{dot, squared};
use Sign::{Negative, Positive, Zero};

impl<B: PlanarBody> Decision for PolytopeCast<B> {
    type Outcome = PolytopeOutcome;

    #[inline]
    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<PolytopeOutcome, Unsure> {
        let relative = RelativeCast::new(self, lift);
        let settled = match self.domain == TimeDomain::Always {
            true => relative.never_comes_closer()?.then_some(PolytopeOutcome::Apart),
            false => relative.at_start()?,
        };
        settled.map_or_else(|| relative.first_entry(), Ok)
    }
}

impl<B: PlanarBody, N: Number, L: Lift<N>> RelativeCast<'_, B, N, L> {
    /// Returns the outcome if it is settled at time zero: an overlap, a touch, or that the two
    /// never touch.
    fn at_start(&self) -> Result<Option<PolytopeOutcome>, Unsure> {
        let mut is_apart = false;
        for plane in 0..self.body().planes() {
            let n = self.normal(plane);
            let h = self.height(plane, &n);
            if h.sign() == Ok(Negative) {
                continue;
            }
            let gap = N::sign_with_root(&h, &self.r.negated(), &squared(&n).root());
            if gap == Ok(Positive) {
                is_apart = true;
                if dot(&n, &self.v).sign().is_ok_and(is_not_negative) {
                    return Ok(Some(PolytopeOutcome::Apart));
                }
            }
        }
        if is_apart {
            return Ok(None);
        }
        let Some(closest) = self.closest()? else { return Ok(Some(PolytopeOutcome::Apart)) };
        Ok(match self.gap(closest.part)? {
            Negative => Some(PolytopeOutcome::Overlap(closest)),
            Zero => Some(PolytopeOutcome::Contact(self.touch_at_start(closest)?)),
            Positive => None,
        })
    }

    fn touch_at_start(&self, at: ClosestPart) -> Result<PolytopeTouch, Unsure> {
        let along = |part| {
            let PartRoot { a, b, .. } = self.root(part);
            if matches!(part, BoundaryPart::Face(_)) { a.negated().sign() } else { b.sign() }
        };
        let when = TimeEquation::Start;
        if !self.cast.reach.is_zero() {
            let approach = approach_of(along(at.part)?);
            return Ok(PolytopeTouch { when, at, approach, has_normal: true });
        }
        let nowhere = PolytopeTouch { when, at, approach: Approach::Sliding, has_normal: false };
        let (BoundaryPart::Face(face), BoundaryPart::Face(_)) = (at.part, at.held) else {
            return Ok(nowhere);
        };
        // Here a point is on a face. If another face lies back to back with this one, the point has
        // come from the side opposite to its velocity.
        let speed = along(at.part)?;
        let Some(back) = self.face_back_to_back(face)? else {
            return Ok(PolytopeTouch { when, at, approach: approach_of(speed), has_normal: true });
        };
        let part = match speed {
            Zero => return Ok(nowhere),
            Negative => at.part,
            Positive => BoundaryPart::Face(back),
        };
        let at = ClosestPart { part, ..at };
        Ok(PolytopeTouch { when, at, approach: Approach::Approaching, has_normal: true })
    }

    /// Returns a face in the same plane, on the other side of a flat body.
    fn face_back_to_back(&self, face: usize) -> Result<Option<usize>, Unsure> {
        let n = self.normal(self.body().plane_of_face(face));
        let holders = self.body().holders(BoundaryPart::Face(face));
        for other in 0..self.body().counts()[0] {
            let plane = self.body().plane_of_face(other);
            let shares = holders.contains(&(plane as u32));
            if shares && dot(&n, &self.normal(plane)).sign()? == Negative {
                return Ok(Some(other));
            }
        }
        Ok(None)
    }

    /// Returns whether the path comes nearer to no plane. Then the distance never shrinks, and a
    /// motion without beginning has no first touch.
    fn never_comes_closer(&self) -> Result<bool, Unsure> {
        let mut conditions = Conditions::new();
        let comes_closer = (0..self.body().planes())
            .any(|k| conditions.fail(dot(&self.normal(k), &self.v).sign(), is_not_negative));
        if comes_closer { Ok(false) } else { conditions.then(true) }
    }

    /// Decides whether the path enters the body over this part.
    fn entry(&self, part: BoundaryPart) -> Result<PartEntry<N>, Unsure> {
        let mut conditions = Conditions::new();
        let root = self.root(part);
        let beta = root.beta.as_ref().map_or(Ok(Positive), N::sign);
        if conditions.fail(beta, is_not_negative)
            || conditions.fail(root.a.sign(), is_positive)
            || (self.cast.domain == TimeDomain::FromStart
                && (conditions.fail(root.b.sign(), is_negative)
                    || conditions.fail(self.gap(part), is_positive)))
        {
            return Ok(PartEntry::Misses);
        }
        let instant = Instant { square_root: root.q.root(), root: &root };
        Ok(match self.is_closest(part, Some(&instant), &mut conditions)? {
            None => PartEntry::Misses,
            Some(at) if beta == Ok(Zero) => PartEntry::Grazes(at, root.b.negated(), root.a),
            Some(at) => PartEntry::Enters(at),
        })
    }

    /// For a start outside of the inflated body, decides which part is reached first.
    fn first_entry(&self) -> Result<PolytopeOutcome, Unsure> {
        let is_point = self.cast.reach.is_zero();
        let touch = |when, at: ClosestPart| {
            let slides = when == TimeEquation::Grazes;
            let approach = if slides { Approach::Sliding } else { Approach::Approaching };
            let has_normal = !is_point || matches!(at.held, BoundaryPart::Face(_));
            PolytopeOutcome::Contact(PolytopeTouch { when, at, approach, has_normal })
        };
        let mut unsure = false;
        let mut earliest: Option<(ClosestPart, N, N)> = None;
        // A point enters over a face, if only at its border.
        for part in self.parts().filter(|part| !is_point || matches!(part, BoundaryPart::Face(_))) {
            match self.entry(part) {
                Ok(PartEntry::Misses) => {}
                Ok(PartEntry::Enters(at)) => return Ok(touch(TimeEquation::Enters, at)),
                Ok(PartEntry::Grazes(at, numerator, denominator)) => {
                    let is_earlier = match &earliest {
                        None => true,
                        Some((_, n, d)) => {
                            let (ours, theirs) = (numerator.times(d), n.times(&denominator));
                            ours.minus(&theirs).sign()? == Negative
                        }
                    };
                    if is_earlier {
                        earliest = Some((at, numerator, denominator));
                    }
                }
                Err(Unsure) => unsure = true,
            }
        }
        if unsure {
            return Err(Unsure);
        }
        Ok(earliest.map_or(PolytopeOutcome::Apart, |(at, ..)| touch(TimeEquation::Grazes, at)))
    }
}

/// The outcome for the line of motion and a part.
enum PartEntry<N> {
    Misses,
    Enters(ClosestPart),
    /// The path touches the part without entering, at the rational time `numerator / denominator`.
    Grazes(ClosestPart, N, N),
}
