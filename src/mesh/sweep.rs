//! Bounds for the search: when can the sphere first reach a box, and how close to a box is its centre?
//!
//! Both are bounds from below, computed in floats that err on the safe side: each coordinate is moved outwards by
//! more than its roundings can amount to, each quotient by more than its own. Where floats could overflow, nothing
//! is ruled out. Derivation: `docs/theory.md`, §5.

use super::tree::Bounds;

/// `u`, half the distance between one and the next float.
const U: f64 = f64::EPSILON / 2.0;
/// More than the three roundings in `min − r − C`, each at most `u` times a sum of three coordinates.
const PAD: f64 = 16.0 * U;
/// More than the roundings of a velocity, its inverse and a product.
const SHRINK: f64 = 1.0 - 8.0 * U;
const STRETCH: f64 = 1.0 + 8.0 * U;
/// More than what a time can lose to underflow: a few of the least subnormals.
const TINY: f64 = f64::MIN_POSITIVE;
/// Coordinates up to here, and inverses of speeds, can be multiplied without overflow: `2^500`.
const LARGE: f64 = f64::from_bits((1023 + 500) << 52);

/// A moving sphere or ellipsoid, prepared for many boxes.
pub(super) struct Sweep {
    center: [f64; 3],
    /// The radius along each axis, and what roundings may amount to.
    reach: [f64; 3],
    /// What roundings may amount to.
    pad: f64,
    inverse: [Along; 3],
}

/// The motion along one axis.
#[derive(Clone, Copy)]
enum Along {
    Still,
    /// One over the speed.
    Moving(f64),
    /// At a speed that cannot be inverted.
    Unknown,
}

impl Sweep {
    /// `velocity` is relative to the mesh; `extent` is the greatest coordinate of the mesh.
    pub(super) fn new(center: [f64; 3], radii: [f64; 3], velocity: [f64; 3], extent: f64) -> Self {
        let greatest = center.iter().chain(&radii).fold(extent, |m, x| x.abs().max(m));
        let can_overflow = greatest > LARGE;
        let along = |v: f64| {
            if can_overflow || (v != 0.0 && !(v.abs() > 1.0 / LARGE && v.abs() < LARGE)) {
                Along::Unknown
            } else if v == 0.0 {
                Along::Still
            } else {
                Along::Moving(1.0 / v)
            }
        };
        let pad = PAD * greatest;
        Self { center, reach: radii.map(|a| a + pad), pad, inverse: velocity.map(along) }
    }

    /// A time before which the sphere does not touch the box; `None` if it never does.
    #[inline(always)]
    pub(super) fn earliest(&self, bounds: &Bounds) -> Option<f64> {
        let (mut enter, mut leave) = (0.0f64, f64::INFINITY);
        for k in 0..3 {
            let below = bounds.min[k] - self.reach[k] - self.center[k];
            let above = bounds.max[k] + self.reach[k] - self.center[k];
            match self.inverse[k] {
                Along::Moving(inverse) => {
                    let (a, b) = (below * inverse, above * inverse);
                    enter = enter.max(a.min(b));
                    leave = leave.min(a.max(b));
                }
                Along::Still if below > 0.0 || above < 0.0 => return None,
                Along::Still | Along::Unknown => {}
            }
        }
        let enter = enter * SHRINK - TINY;
        if leave < 0.0 || enter > leave * STRETCH + TINY { None } else { Some(enter) }
    }

    /// A bound from below for the squared distance of the centre from the box at time zero.
    #[inline(always)]
    pub(super) fn squared_distance(&self, bounds: &Bounds) -> Option<f64> {
        let pad = self.pad;
        let mut sum = 0.0;
        for k in 0..3 {
            let below = bounds.min[k] - pad - self.center[k];
            let above = self.center[k] - pad - bounds.max[k];
            let gap = below.max(above).max(0.0);
            sum += gap * gap;
        }
        Some(sum * SHRINK - TINY)
    }
}

#[cfg(test)]
mod tests {
    use super::{Bounds, Sweep};
    use crate::random::Random;
    use crate::{ExactAnswer, Point, Rational, Sphere, Surd};

    fn exact(x: f64) -> Surd {
        Surd::from(Rational::try_from(x).unwrap())
    }

    fn squared_distance(a: [f64; 3], b: [f64; 3]) -> Surd {
        (0..3).fold(exact(0.0), |sum, k| {
            let d = exact(a[k]).checked_sub(&exact(b[k])).unwrap();
            sum.checked_add(&d.checked_mul(&d).unwrap()).unwrap()
        })
    }

    /// The law of the search: nothing in a box is met before the bound says, or closer. The boxes are single points, and
    /// half of the motions head straight for them along an axis, so that the bounds are as tight as roundings allow.
    #[test]
    fn bounds_are_never_late_and_never_far() {
        let mut random = Random(1);
        let (mut met, mut missed) = (0, 0);
        for i in 0..20_000 {
            let scale = [1.0, 1e-3, 1e7][i % 3];
            let point = random.vector(-scale, scale);
            let (mut center, mut velocity) =
                (random.vector(-scale, scale), random.vector(-1.0, 1.0));
            if i % 2 == 0 {
                for k in [1, 2] {
                    (center[k], velocity[k]) = (point[k], 0.0);
                }
            }
            let radius = random.between(0.0, 0.5 * scale);
            let bounds = Bounds { min: point, max: point };
            let sweep = Sweep::new(center, [radius; 3], velocity, bounds.reach());

            let closest = sweep.squared_distance(&bounds).unwrap();
            assert!(exact(closest) <= squared_distance(center, point), "{center:?} {point:?}");

            let ball = Sphere::new(center, radius).unwrap().moving(velocity).unwrap();
            match (ball.first_contact_exact(&Point::new(point).unwrap()), sweep.earliest(&bounds)) {
                (ExactAnswer::Contact { time, .. }, Some(earliest)) => {
                    met += 1;
                    assert!(exact(earliest) <= time, "{ball:?} {point:?}");
                }
                (ExactAnswer::Overlap { .. }, Some(earliest)) => assert!(earliest <= 0.0),
                (ExactAnswer::None, bound) => missed += usize::from(bound.is_none()),
                (answer, None) => panic!("ruled out: {answer:?}, {ball:?} {point:?}"),
            }
        }
        assert!(met > 3_000 && missed > 3_000, "{met} met, {missed} ruled out");
    }
}
