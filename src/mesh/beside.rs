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
            let reach = from[0].abs() + from[1].abs() + from[2].abs();
            // Three products, two sums and a difference, of numbers wrong by this; and underflow.
            let room = reach * (self.error + 8.0 * U * greatest(&self.across)) + f64::MIN_POSITIVE;
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
            // A corner twice.
            (1, _) | (_, [true, true, true]) => Beside::Unknown,
            (2, [true, true, false]) => Beside::Same(Feature::Edge(0)),
            (2, [false, true, true]) => Beside::Same(Feature::Edge(1)),
            (2, [true, false, true]) => Beside::Same(Feature::Edge(2)),
            // An end of the edge, or a part of the border of the face.
            _ => Beside::Apart,
        }
    }
}
