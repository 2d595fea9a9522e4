//! What plain doubles tell of a triangle once another is known to be touched: that it is not, or that it is in the same place.
//!
//! Where a ball touches a triangle at `x`, the plane across `w`, from `x` to the centre, parts the two. A triangle of which every
//! corner lies beyond that plane, but for corners that it shares with the first, is touched in the shared vertex or edge, if `x`
//! is in it, and else not at all. Nor was it touched before, if the ball was coming: so at one vertex, where many triangles meet,
//! one of them is decided exactly, and the others by three products each.
//!
//! Only strict signs count, of products that are farther from zero than their roundings can amount to.

use crate::contact::Feature;

/// A place that is touched, and the ball there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touched {
    /// The corners of the feature that is touched: one, two, or all three.
    corners: [[f64; 3]; 3],
    count: usize,
    /// From the touched place to the centre, in any length.
    across: [f64; 3],
    /// More than each component of it can be wrong.
    error: f64,
}

/// Another triangle, beside that place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beside {
    /// It is not touched, nor was it.
    Apart,
    /// It is touched in the same place, its own feature being this one, and was not before.
    Same(Feature),
    Unknown,
}

/// Half the distance between one and the next float.
const U: f64 = f64::EPSILON / 2.0;

/// Products down to here lose nothing to underflow that counts: `2^-800`.
const LEAST: f64 = f64::from_bits((1023 - 800) << 52);

fn minus(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    core::array::from_fn(|k| a[k] - b[k])
}

/// The greatest component.
fn greatest(v: &[f64; 3]) -> f64 {
    v.iter().fold(0.0, |m: f64, x| m.max(x.abs()))
}

impl Touched {
    /// A ball about `center`, of which each coordinate is wrong by at most `error`, touches this feature of a triangle.
    pub(super) fn new(
        feature: Feature,
        corners: &[[f64; 3]; 3],
        center: [f64; 3],
        error: f64,
    ) -> Self {
        let [a, b, c] = corners;
        match feature {
            Feature::Vertex(i) => {
                let corner = corners[usize::from(i) % 3];
                let across = minus(&center, &corner);
                Self {
                    corners: [corner; 3],
                    count: 1,
                    across,
                    error: error + 2.0 * U * greatest(&across),
                }
            }
            Feature::Edge(i) => {
                let i = usize::from(i) % 3;
                let (p, q) = (corners[i], corners[(i + 1) % 3]);
                let (along, from_p) = (minus(&q, &p), minus(&center, &p));
                let dot = |x: &[f64; 3], y: &[f64; 3]| x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
                let squared = dot(&along, &along);
                let part = dot(&from_p, &along) / squared;
                let across = core::array::from_fn(|k| from_p[k] - part * along[k]);
                // The part is wrong by what the centre is, times √3 over the length, and by its roundings.
                let length = greatest(&along);
                let roundings = 32.0 * U * (greatest(&from_p) + length);
                let error = if squared > LEAST { 4.0 * error + roundings } else { f64::INFINITY };
                Self { corners: [p, q, q], count: 2, across, error }
            }
            Feature::Face => {
                let (ab, ac) = (minus(b, a), minus(c, a));
                let n = [
                    ab[1] * ac[2] - ab[2] * ac[1],
                    ab[2] * ac[0] - ab[0] * ac[2],
                    ab[0] * ac[1] - ab[1] * ac[0],
                ];
                let from_a = minus(&center, a);
                let side = n[0] * from_a[0] + n[1] * from_a[1] + n[2] * from_a[2];
                let size = greatest(&ab) * greatest(&ac);
                let room = 3.0 * (error * greatest(&n) + greatest(&from_a) * 16.0 * U * size);
                // Not known on which side: then nothing is known.
                let is_known = side.abs() > room && size > LEAST;
                let error = if is_known { 16.0 * U * size } else { f64::INFINITY };
                let across = if side < 0.0 { n.map(|x| -x) } else { n };
                Self { corners: *corners, count: 3, across, error }
            }
        }
    }

    /// What is certain of another triangle.
    #[inline(always)]
    pub(super) fn beside(&self, corners: &[[f64; 3]; 3]) -> Beside {
        let mine = &self.corners[..self.count];
        let mut shared = [false; 3];
        for (shared, corner) in shared.iter_mut().zip(corners) {
            *shared = mine.contains(corner);
            if *shared {
                continue;
            }
            let from = minus(corner, &mine[0]);
            let beyond =
                from[0] * self.across[0] + from[1] * self.across[1] + from[2] * self.across[2];
            let size = from[0].abs() + from[1].abs() + from[2].abs();
            // Three products, two sums and a difference, of numbers wrong by this; and underflow.
            let room = size * (self.error + 8.0 * U * greatest(&self.across)) + f64::MIN_POSITIVE;
            // Nothing is certain of what is not a finite number.
            let certain = beyond < -1.01 * room && beyond > f64::NEG_INFINITY;
            if !certain {
                return Beside::Unknown;
            }
        }
        match (self.count, shared) {
            (_, [false, false, false]) => Beside::Apart,
            (1, [true, false, false]) => Beside::Same(Feature::Vertex(0)),
            (1, [false, true, false]) => Beside::Same(Feature::Vertex(1)),
            (1, [false, false, true]) => Beside::Same(Feature::Vertex(2)),
            (2, [true, true, false]) if corners[0] != corners[1] => Beside::Same(Feature::Edge(0)),
            (2, [false, true, true]) if corners[1] != corners[2] => Beside::Same(Feature::Edge(1)),
            (2, [true, false, true]) if corners[2] != corners[0] => Beside::Same(Feature::Edge(2)),
            // A corner twice, or the same triangle.
            (1 | 2, [true, true, _] | [_, true, true] | [true, _, true])
            | (_, [true, true, true]) => Beside::Unknown,
            // An end of the edge, or a part of the border of the face.
            _ => Beside::Apart,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Beside, Touched};
    use crate::contact::Feature;
    use crate::random::Random;
    use crate::{ExactAnswer, Rational, Sphere, Surd, Triangle};

    /// What is said to be certain is: told by exact times. Triangles that share a corner or an edge with the first, or
    /// whose corners lie in its plane but for a float or two.
    #[test]
    fn what_is_certain_is_true() {
        let mut random = Random(21);
        let (mut apart, mut same, mut open) = (0, 0, 0);
        for i in 0..30_000 {
            let scale = [1.0, 1e-90, 1e100][i % 3];
            let mut point = || {
                if i % 2 == 0 { random.integers(-3, 3) } else { random.vector(-3.0, 3.0) }
                    .map(|x| x * scale)
            };
            let first = [point(), point(), point()];
            let mut other = [point(), point(), point()];
            let mut center = point();
            center[2] += 8.0 * scale;
            let mix: [f64; 3] = core::array::from_fn(|k| 0.5 * (first[0][k] + first[1][k]));
            match random.below(6) {
                0 => other[random.below(3) as usize] = first[random.below(3) as usize],
                1 => (other[0], other[1]) = (first[0], first[1]),
                2 => (other[1], other[2]) = (first[0], first[1]),
                3 => (other[2], other[0]) = (first[2], first[0]),
                4 => (other[0], other[1]) = (first[0], mix),
                _ => {}
            }
            let velocity = [random.integer(-1, 1), random.integer(-1, 1), -random.integer(1, 3)];
            let radius = random.between(0.0, 3.0) * scale;
            let ball = Sphere::new(center, radius)
                .and_then(|ball| ball.moving(velocity.map(|v| v * scale)))
                .unwrap();
            let triangle = |[a, b, c]: [[f64; 3]; 3]| Triangle::new(a, b, c).unwrap();
            let of_other = ball.first_contact_exact(&triangle(other));
            let ExactAnswer::Contact { time, feature, .. } =
                ball.first_contact_exact(&triangle(first))
            else {
                continue;
            };
            let Some(hit) = ball.first_contact(&triangle(first)).contact() else { continue };
            if hit.approach != crate::Approach::Approaching {
                continue;
            }
            // As wrong as the caller would say: a few roundings of the centre on its way.
            let error = 32.0 * f64::EPSILON * scale * 16.0;
            let touched = Touched::new(feature, &first, hit.center, error);
            let at = |answer: &ExactAnswer<3, Feature>| match answer {
                ExactAnswer::None => None,
                ExactAnswer::Overlap { .. } => Some(Surd::from(Rational::from(0))),
                ExactAnswer::Contact { time, .. } => Some(time.clone()),
            };
            match touched.beside(&other) {
                Beside::Apart => {
                    apart += 1;
                    assert!(at(&of_other).is_none_or(|other| other > time), "{ball:?} {other:?}");
                }
                Beside::Same(feature) => {
                    same += 1;
                    let ExactAnswer::Contact { time: t, feature: f, .. } = of_other else {
                        panic!("{ball:?} {other:?}")
                    };
                    assert_eq!((t, f), (time, feature), "{ball:?} {other:?}");
                }
                Beside::Unknown => open += 1,
            }
        }
        assert!(apart > 2_000 && same > 500 && open > 1_000, "{apart} {same} {open}");
    }
}
