//! The part of a path on which the body may touch the mesh, brought from the caller's frame into
//! the frame of the tree.
//!
//! The path is cut to the times at which the body may reach the bounding box of the mesh, so that a
//! start far away costs no digits. All floats err on the safe side: each coordinate and each
//! quotient is moved outwards by more than its roundings can amount to. Where floats could
//! overflow, nothing is ruled out. Derivation: `docs/theory.md`, §9.

use super::tree::{HalfAxes, TreeBody, TreeFrame, above, greater, greatest, sum};
use crate::shape::vector::each;

/// An axis-aligned bounding box.
#[derive(Clone, Copy, Debug)]
pub(super) struct MeshBounds {
    pub(super) min: [f64; 3],
    pub(super) max: [f64; 3],
    /// The greatest magnitude of a coordinate.
    pub(super) greatest: f64,
}

impl MeshBounds {
    pub(super) fn of(points: impl Iterator<Item = [f64; 3]>) -> Self {
        let (mut min, mut max) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for point in points {
            for k in 0..3 {
                min[k] = if point[k] < min[k] { point[k] } else { min[k] };
                max[k] = greater(point[k], max[k]);
            }
        }
        Self::between(min, max)
    }

    pub(super) fn between(min: [f64; 3], max: [f64; 3]) -> Self {
        Self { min, max, greatest: greater(greatest(&min), greatest(&max)) }
    }
}

/// The unit roundoff `u`: half the distance from one to the next float.
const U: f64 = f64::EPSILON / 2.0;
/// More than the roundings in `min − r − h − C`, where `h` is the sum of up to three half axes: the
/// sum has two, and each of the other operations has one.
const PAD: f64 = 16.0 * U;
/// More than the roundings of a velocity, its inverse and a product.
const SHRINK: f64 = 1.0 - 8.0 * U;
const STRETCH: f64 = 1.0 + 8.0 * U;
/// More than a time can lose to underflow: a few of the least subnormals.
const TINY: f64 = f64::MIN_POSITIVE;
/// Coordinates and inverses of speeds up to this bound can be multiplied without overflow: `2^500`.
const LARGE: f64 = f64::from_bits((1023 + 500) << 52);

/// A moving sphere, ellipsoid, capsule or box.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sweep {
    pub(super) center: [f64; 3],
    pub(super) half_axes: HalfAxes<[f64; 3]>,
    /// The radius along each axis.
    pub(super) radii: [f64; 3],
    /// The velocity relative to the mesh, rounded once.
    pub(super) velocity: [f64; 3],
    /// A bound on the error of the path along each axis, without the roundings in this module.
    pub(super) slack: f64,
}

/// The part of a path on which the body may meet the mesh.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathPart {
    /// The body in the frame of the tree, from the start to the end of this part; `None` if floats
    /// cannot hold it.
    pub(super) body: Option<TreeBody>,
    /// The time at which this part starts: the mesh is not touched before.
    pub(super) start: f64,
    /// The time from the start to the end of this part.
    pub(super) duration: f64,
}

impl PathPart {
    /// The fraction of this part of the path, from 0 to 1, that the body has covered at this time,
    /// rounded up; infinite past the end.
    pub(super) fn key(&self, time: f64) -> f32 {
        if time == f64::NEG_INFINITY {
            return f32::NEG_INFINITY;
        }
        let place = (time - self.start) / self.duration;
        // The bound covers two roundings of a number that counts only if it is at most one.
        if place < 1.0 { above(place + 4.0 * U) } else { f32::INFINITY }
    }
}

impl Sweep {
    /// The part of the path near a mesh with this bounding box and this frame; `None` if the body
    /// certainly does not meet the mesh up to the time `until`.
    pub(super) fn past(
        &self,
        bounds: &MeshBounds,
        frame: &TreeFrame,
        until: f64,
    ) -> Option<PathPart> {
        let (start, leave) = self.times(bounds)?;
        let end = if leave < until { leave } else { until };
        if start > end {
            return None;
        }
        let stands = self.velocity == [0.0; 3];
        let duration = if stands { 0.0 } else { (end - start) * STRETCH };
        let body = self.in_tree_frame(frame, start, duration);
        Some(PathPart { body, start, duration })
    }

    /// A time before which, and a time after which, the body does not touch the box; `None` if the
    /// body never touches the box.
    fn times(&self, bounds: &MeshBounds) -> Option<(f64, f64)> {
        let Self { center, half_axes, radii, velocity, slack } = self;
        let half: [f64; 3] = each!(|k| half_axes.total(|half| half[k].abs()));
        let of_body = greater(greatest(center), greater(greatest(radii), greatest(&half)));
        let greatest = greater(bounds.greatest, of_body);
        let pad = PAD * greatest + slack;
        let (mut enter, mut leave) = (0.0f64, f64::INFINITY);
        for k in 0..3 {
            let reach = radii[k] + (half[k] + pad);
            let below = bounds.min[k] - reach - center[k];
            let above = bounds.max[k] + reach - center[k];
            let speed = velocity[k].abs();
            if greatest > LARGE {
                continue;
            }
            if speed == 0.0 {
                if below > 0.0 || above < 0.0 {
                    return None;
                }
            } else if speed > 1.0 / LARGE && speed < LARGE {
                let inverse = 1.0 / velocity[k];
                let (a, b) = (below * inverse, above * inverse);
                enter = greater(enter, if a < b { a } else { b });
                let last = greater(a, b);
                leave = if last < leave { last } else { leave };
            }
        }
        let (enter, leave) = (enter * SHRINK - TINY, leave * STRETCH + TINY);
        if leave < 0.0 || enter > leave { None } else { Some((greater(enter, 0.0), leave)) }
    }

    /// The body in the frame of the tree.
    pub(super) fn in_tree_frame(
        &self,
        frame: &TreeFrame,
        start: f64,
        duration: f64,
    ) -> Option<TreeBody> {
        let center = frame.point(self.center);
        let velocity: [f64; 3] = each!(|k| self.velocity[k] * frame.scale);
        let before: [f64; 3] = each!(|k| velocity[k] * start);
        let way: [f64; 3] = each!(|k| velocity[k] * duration);
        let [x, y, z] = self.radii;
        let round = x == y && y == z;
        let least = if round { x } else { x.min(y).min(z) };
        let stretch: [f32; 3] = each!(|k| if round { 1.0 } else { (least / self.radii[k]) as f32 });
        let stretched = |x: [f64; 3]| each!(|k| x[k] * f64::from(stretch[k]));
        let radius = least * frame.scale;
        let half_axes = self.half_axes.map(|half| each!(|k| half[k] * frame.scale));
        // The slack covers a few roundings of each length and, for an ellipsoid, the rounding of
        // its stretch to a float.
        let size = (sum(&center) + half_axes.total(sum)) + (sum(&before) + sum(&way));
        let of_stretch = if round { 0.0 } else { f64::from(f32::EPSILON) * radius };
        // An uncertainty along each axis is at most √3 times as long in space.
        let slack = 2.0 * self.slack * frame.scale + 32.0 * U * (size + radius) + of_stretch;
        let at_start = each!(|k| center[k] + before[k]);
        TreeBody::new(
            stretched(at_start),
            half_axes.map(|half| stretched(*half)),
            stretched(way),
            stretch,
            radius,
            slack,
        )
    }
}

/// A round body at one position in the frame of the tree; `None` if floats cannot hold it.
pub(super) fn place(
    center: [f64; 3],
    half_axis: [f64; 3],
    radii: [f64; 3],
    slack: f64,
    frame: &TreeFrame,
) -> Option<TreeBody> {
    let half_axes = HalfAxes::of_axis(half_axis);
    let sweep = Sweep { center, half_axes, radii, velocity: [0.0; 3], slack };
    sweep.in_tree_frame(frame, 0.0, 0.0)
}

#[cfg(test)]
mod tests {
    use super::{HalfAxes, MeshBounds, Sweep};
    use crate::random::Random;
    use crate::{Contact, ExactAnswer, Point, Rational, Sphere, Surd};

    fn exact(x: f64) -> Surd {
        Surd::from(Rational::try_from(x).unwrap())
    }

    /// Nothing in a box is met outside of the computed times. The boxes are single points, and half
    /// of the motions head straight for them along an axis, so that the bounds are as tight as
    /// roundings allow.
    #[test]
    fn times_past_a_box_are_never_late_and_never_early() {
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
            let half_axes = HalfAxes::Point;
            let sweep = Sweep { center, half_axes, radii: [radius; 3], velocity, slack: 0.0 };
            let ball = Sphere::new(center, radius).unwrap().moving(velocity).unwrap();
            let point = Point::new(point).unwrap();
            let times = sweep.times(&MeshBounds::of([point.position()].into_iter()));
            match (ball.first_contact_exact(&point), times) {
                (ExactAnswer::Contact(Contact { time, .. }), Some((enter, leave))) => {
                    met += 1;
                    let last = ball.last_time_exact(&point).unwrap();
                    assert!(exact(enter) <= time && last <= exact(leave), "{ball:?} {point:?}");
                }
                (ExactAnswer::Overlap(_), Some((enter, _))) => assert!(enter <= 0.0),
                (ExactAnswer::None, bound) => missed += usize::from(bound.is_none()),
                (answer, None) => panic!("ruled out: {answer:?}, {ball:?} {point:?}"),
            }
        }
        assert!(met > 3_000 && missed > 3_000, "{met} met, {missed} ruled out");
    }
}
