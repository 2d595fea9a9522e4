//! The path of a body in the frame of a mesh, in floats, with an error bound.
//!
//! A mesh instance `{ c + R x }` is not moved. Instead, the body is brought into the frame of the
//! mesh, by `Rᵀ (C − c) + t Rᵀ V`. In floats this path has an error, which is bounded only for as
//! long as it matters. While the body touches the mesh its centre is within `√3 L + r` of the
//! mesh's origin, where no coordinate of the mesh is greater than `L`. At the start the centre is
//! within `√3 |C − c|∞`. So with `G` the greatest of `|Cₖ − cₖ|`, `L` and `r`,
//! ```text
//! |V| t ≤ (2 √3 + 1) G < 4.5 G,      with half an axis, no component of which exceeds G:  (3 √3 + 1) G < 6.2 G        (5.6)
//! ```
//!
//! With `|q|` about one, each entry of `R(q)` has a depth (theory, §4) of 3 and a magnitude of at
//! most `|q|²`, which has the depth 3 itself. So each component of `R(q)ᵀ x / |q|²`, a sum of three
//! products with a difference, has a depth of 11 and is off by at most `11 u · 3 |x|∞ = 33 u |x|∞`.
//! This is `33 u G` for the start, `33 u |V|` for the velocity, or by (5.6) `205 u G` until the
//! last touch, and `33 u G` more for half an axis. Along each axis, every point of the body's axis
//! is therefore within `320 u G` of the true point whenever the body touches the mesh. Underflow
//! adds less than the least normal float.
//!
//! A box has three half axes, none of which exceeds `G`. Then `|V| t < (5 √3 + 1) G < 9.7 G`, and
//! a point of the box is off by `33 u G` for the start, by `320 u G` for the velocity and by
//! `99 u G` for the half axes: by less than twice the bound of a round body.

use super::sweep::MeshBounds;
use super::tree::sum;
use crate::contact::convex::{Core, TurnedFrame};
use crate::contact::{Ball, BallInFrame, Body, StretchedBall};
use crate::number::{Bracket, scaled_to_one};

/// More than the error of the path and of half an axis, as a multiple of the greatest length that
/// matters: `320 u`.
const SLACK: f64 = 160.0 * f64::EPSILON;
/// Lengths, speeds and inverses of speeds up to this bound cause no overflow or underflow that
/// matters: `2^500`.
const LARGE: f64 = f64::from_bits((1023 + 500) << 52);

/// The middle of an axis that leads from `a` to `b + beyond`, half of the axis, and a bound on the
/// error of their sum along each axis of the frame.
pub(super) fn middle_of_axis(
    a: &[f64; 3],
    [b, beyond]: &[[f64; 3]; 2],
) -> ([f64; 3], [f64; 3], f64) {
    // Halves first, so that no sum overflows.
    let half = |x: f64| 0.5 * x;
    let half_axis = core::array::from_fn(|k| (half(b[k]) - half(a[k])) + half(beyond[k]));
    let middle = core::array::from_fn(|k| (half(a[k]) + half(b[k])) + half(beyond[k]));
    let greatest = a.iter().chain(b).chain(beyond).fold(0.0, |m: f64, x| m.max(x.abs()));
    (middle, half_axis, 8.0 * f64::EPSILON * greatest + f64::MIN_POSITIVE)
}

/// A convex core or a box around it, in floats.
pub(super) struct BoxAround {
    pub(super) center: [f64; 3],
    /// Half of each edge.
    pub(super) half_axes: [[f64; 3]; 3],
    /// A bound on the distance along each axis of the frame by which a vertex of the core may lie
    /// outside of the box.
    pub(super) slack: f64,
    /// Whether the core is this box, up to the slack.
    pub(super) is_core: bool,
}

/// Computes a box around a convex core.
///
/// Each entry of a rotation matrix, divided by the square of the quaternion, has an error below
/// `20 u`: the square is scaled to at least `2⁻⁶⁰`, so underflow is negligible. A vertex is the sum
/// of the centre and three half edges. If the core was moved, the shift and its sum with a given
/// point have errors relative to the two points whose difference it is.
pub(super) fn box_around(core: &Core<'_>) -> BoxAround {
    let (center, half_axes, is_core) = match core.rounded_box() {
        Some((center, halves, _)) => (center, halves, true),
        None => {
            let mut room = [[0.0; 3]; 8];
            let MeshBounds { min, max, .. } =
                MeshBounds::of(core.rounded_corners(&mut room).iter().copied());
            // Halves first, so that no sum overflows.
            let half = |k: usize| 0.5 * max[k] - 0.5 * min[k];
            let along =
                |axis: usize| core::array::from_fn(|k| if k == axis { half(k) } else { 0.0 });
            let shift = core.rounded_shift();
            let center = core::array::from_fn(|k| 0.5 * min[k] + 0.5 * max[k] + shift[k]);
            (center, [along(0), along(1), along(2)], false)
        }
    };
    let of_shift = core.shift().map_or(0.0, |[place, reference]| sum(&place) + sum(&reference));
    let size = half_axes.iter().map(sum).fold(sum(&center), |size, half| size + half);
    let size = size + 4.0 * of_shift;
    BoxAround { center, half_axes, slack: SLACK * size + f64::MIN_POSITIVE, is_core }
}

/// Computes floats between which the coordinates of a convex core certainly lie.
pub(crate) fn bounds_of_core(core: &Core<'_>) -> [Bracket; 3] {
    let BoxAround { center, half_axes: [a, b, c], slack, .. } = box_around(core);
    core::array::from_fn(|k| {
        // The second slack is more than the roundings of these sums.
        let half = (a[k].abs() + b[k].abs() + c[k].abs()) + 2.0 * slack;
        Bracket { lower: center[k] - half, upper: center[k] + half }
    })
}

/// The path of a body in the frame of a mesh.
pub(super) struct PathInFrame {
    pub(super) center: [f64; 3],
    /// For a capsule, the vector from the centre to the second end of the axis.
    pub(super) half_axis: [f64; 3],
    pub(super) velocity: [f64; 3],
    /// A bound on the error of the path along each axis, at time zero and at any time at which the
    /// body touches the mesh.
    pub(super) slack: f64,
}

/// A body at one time of its path.
pub(super) struct InPlace {
    pub(super) center: [f64; 3],
    /// For a capsule, the vector from the centre to the second end of the axis.
    pub(super) half_axis: [f64; 3],
    /// A bound on the error of each coordinate of the centre and of the half axis.
    pub(super) error: f64,
}

impl PathInFrame {
    /// The body at a time between these two floats.
    pub(super) fn in_place(&self, time: &Bracket) -> InPlace {
        let (center, error) = self.at(time);
        InPlace { center, half_axis: self.half_axis, error }
    }
    /// The body at time zero.
    pub(super) fn at_start(&self) -> InPlace {
        let Self { center, half_axis, slack, .. } = *self;
        InPlace { center, half_axis, error: slack }
    }
    /// The centre at a time between these two floats, and a bound on its error along each axis.
    pub(super) fn at(&self, time: &Bracket) -> ([f64; 3], f64) {
        let Self { center, velocity, slack, .. } = self;
        let middle = 0.5 * (time.lower + time.upper);
        let way: [f64; 3] = core::array::from_fn(|k| middle * velocity[k]);
        // The error consists of three roundings of numbers no greater than `farthest`, of the
        // uncertainty of the time and of the path, and of underflow. The velocity is itself a
        // rounded difference.
        let farthest = (0..3).map(|k| center[k].abs() + way[k].abs()).fold(0.0, f64::max);
        let speed = velocity.iter().fold(0.0, |speed: f64, v| speed.max(v.abs()));
        let of_time = 2.0 * (time.upper - time.lower) * speed;
        let error = 4.0 * f64::EPSILON * farthest + of_time + (slack + f64::MIN_POSITIVE);
        (core::array::from_fn(|k| center[k] + way[k]), error)
    }
}

/// Whether a path with coordinates and a speed of these sizes has a bound.
fn is_fair(size: f64, speed: f64) -> bool {
    size < LARGE && (speed == 0.0 || (speed < LARGE && speed > 1.0 / LARGE))
}

/// Returns the function that brings a vector of the world into the frame of a quaternion.
pub(super) fn local_by(quaternion: [f64; 4]) -> impl Fn(&[f64; 3]) -> [f64; 3] {
    let [x, y, z, w] = scaled_to_one(quaternion);
    let (xx, yy, zz, ww) = (x * x, y * y, z * z, w * w);
    let (xy, xz, yz) = (2.0 * (x * y), 2.0 * (x * z), 2.0 * (y * z));
    let (xw, yw, zw) = (2.0 * (x * w), 2.0 * (y * w), 2.0 * (z * w));
    let columns = [
        [(ww + xx) - (yy + zz), xy + zw, xz - yw],
        [xy - zw, (ww + yy) - (xx + zz), yz + xw],
        [xz + yw, yz - xw, (ww + zz) - (xx + yy)],
    ];
    let scale = (xx + yy) + (zz + ww);
    move |v: &[f64; 3]| {
        columns.map(|column| (column[0] * v[0] + column[1] * v[1] + column[2] * v[2]) / scale)
    }
}

/// Brings a box around a body of this radius, and the velocity of the body, into the frame of a
/// mesh instance; `extent` is the greatest coordinate of the mesh.
pub(super) fn box_in_frame(
    around: &BoxAround,
    velocity: [f64; 3],
    radius: f64,
    frame: &TurnedFrame,
    extent: f64,
) -> (BoxAround, [f64; 3]) {
    let from_origin: [f64; 3] = core::array::from_fn(|k| around.center[k] - frame.center[k]);
    let of_axes = around.half_axes.iter().map(|half| greatest(half)).fold(0.0, f64::max);
    let size = greatest(&from_origin).max(extent).max(of_axes).max(radius);
    if !is_fair(size, greatest(&velocity)) {
        // No bound holds, so the body may be anywhere.
        let (center, half_axes, slack) = ([0.0; 3], [[0.0; 3]; 3], f64::INFINITY);
        return (BoxAround { center, half_axes, slack, is_core: false }, [0.0; 3]);
    }
    let to_local = local_by(frame.quaternion);
    let (center, half_axes) = (to_local(&from_origin), around.half_axes.each_ref().map(&to_local));
    // Along an axis of the frame the slack along three axes adds up to less than twice of it.
    let slack = 2.0 * around.slack + 2.0 * SLACK * size + f64::MIN_POSITIVE;
    (BoxAround { center, half_axes, slack, is_core: around.is_core }, to_local(&velocity))
}

/// Brings a unit vector of the world, each component of which has an error of at most `error`, into
/// the frame of a quaternion; returns also the error there: along three axes, and less than `33 u`
/// of the rotation.
pub(super) fn normal_in_frame(
    normal: &[f64; 3],
    error: f64,
    quaternion: [f64; 4],
) -> ([f64; 3], f64) {
    (local_by(quaternion)(normal), 2.0 * error + 32.0 * f64::EPSILON)
}

/// The greatest magnitude of a component.
fn greatest(v: &[f64]) -> f64 {
    v.iter().fold(0.0, |m: f64, x| x.abs().max(m))
}

/// A body whose path can be computed in the frame of a mesh.
pub(crate) trait BodyInFrame: Body {
    /// The path of a body with this centre and this velocity relative to the mesh; `extent` is the
    /// greatest coordinate of the mesh. For a capsule, `half_axis` is the vector from the centre to
    /// the second end of the axis.
    #[cfg_attr(hot, inline(always))]
    fn path(
        &self,
        center: [f64; 3],
        half_axis: [f64; 3],
        velocity: [f64; 3],
        _extent: f64,
    ) -> PathInFrame {
        PathInFrame { center, half_axis, velocity, slack: 0.0 }
    }
}

impl BodyInFrame for Ball {}
impl BodyInFrame for StretchedBall {}

impl BodyInFrame for BallInFrame {
    fn path(
        &self,
        center: [f64; 3],
        half_axis: [f64; 3],
        velocity: [f64; 3],
        extent: f64,
    ) -> PathInFrame {
        let from_origin: [f64; 3] = core::array::from_fn(|k| center[k] - self.translation[k]);
        let extent = extent.max(greatest(&half_axis));
        let (size, speed) =
            (greatest(&from_origin).max(extent).max(self.reach.extent()), greatest(&velocity));
        if !is_fair(size, speed) {
            // No bound holds, so the body may be anywhere.
            let nowhere = [0.0; 3];
            let (half_axis, slack) = (nowhere, f64::INFINITY);
            return PathInFrame { center: nowhere, half_axis, velocity: nowhere, slack };
        }
        let to_local = local_by(self.quaternion);
        let slack = SLACK * size + f64::MIN_POSITIVE;
        let [center, half_axis, velocity] = [&from_origin, &half_axis, &velocity].map(to_local);
        PathInFrame { center, half_axis, velocity, slack }
    }
}

#[cfg(test)]
mod tests {
    use super::{BallInFrame, BodyInFrame, Bracket, Core, PathInFrame, bounds_of_core, box_around};
    use crate::Rational;
    use crate::contact::TotalRadius;
    use crate::random::Random;
    use crate::shape::Hull;

    fn exact(x: f64) -> Rational {
        Rational::try_from(x).unwrap()
    }

    /// `R(q)ᵀ v / |q|²`, as `q* v q / |q|²` with products of quaternions.
    fn to_local(q: &[Rational; 4], v: &[Rational; 3]) -> [Rational; 3] {
        let product = |a: &[Rational; 4], b: &[Rational; 4]| -> [Rational; 4] {
            let term = |i: usize, j: usize| &a[i] * &b[j];
            [
                term(3, 0) + term(0, 3) + term(1, 2) - term(2, 1),
                term(3, 1) + term(1, 3) + term(2, 0) - term(0, 2),
                term(3, 2) + term(2, 3) + term(0, 1) - term(1, 0),
                term(3, 3) - term(0, 0) - term(1, 1) - term(2, 2),
            ]
        };
        let [x, y, z, w] = q.clone();
        let conjugate = [-x, -y, -z, w];
        let [a, b, c] = v.clone();
        let turned = product(&product(&conjugate, &[a, b, c, Rational::ZERO]), q);
        let square = q.iter().fold(Rational::ZERO, |sum, x| sum + x * x);
        [0, 1, 2].map(|k| &turned[k] / &square)
    }

    /// The law of (5.6): the error of the path along each axis is at most the slack, for as long as
    /// the body may touch the mesh.
    #[test]
    fn paths_are_never_farther_off_than_they_say() {
        let mut random = Random(3);
        let (mut fair, mut worst) = (0, 0.0_f64);
        for i in 0..20_000 {
            let power = |random: &mut Random, reach: i64| {
                f64::from_bits((1023.0 + random.integer(-reach, reach)) as u64 * (1 << 52))
            };
            let [of_length, of_speed, of_turn] = match i % 4 {
                0 => [1.0; 3],
                1 => [0; 3].map(|_| power(&mut random, 40)),
                _ => [0; 3].map(|_| power(&mut random, 1000)),
            };
            let vector = |random: &mut Random, scale: f64| match random.below(4) {
                0 => random.integers(-2, 2).map(|x| x * scale),
                _ => random.vector(-1.0, 1.0).map(|x| x * scale),
            };
            let center = vector(&mut random, of_length);
            let translation = match random.below(3) {
                0 => center.map(|x| x * (1.0 + f64::EPSILON)),
                _ => vector(&mut random, of_length),
            };
            let velocity = vector(&mut random, of_speed);
            let ([x, y, z], [w, ..]) = (vector(&mut random, of_turn), vector(&mut random, of_turn));
            let quaternion = [x, y, z, if w == 0.0 { of_turn } else { w }];
            let radius = random.between(0.0, 0.3) * of_length;
            let extent = random.between(0.0, 0.3) * of_length;
            let body = BallInFrame { reach: TotalRadius::sharp(radius), quaternion, translation };
            let PathInFrame { center: from, velocity: by, slack, .. } =
                body.path(center, [0.0; 3], velocity, extent);
            if slack == f64::INFINITY {
                continue;
            }
            fair += 1;
            let way: [f64; 3] = [0, 1, 2].map(|k| center[k] - translation[k]);
            let greatest = way.iter().fold(radius.max(extent), |m, x| x.abs().max(m));
            let unit = velocity.iter().fold(0.0, |m: f64, x| x.abs().max(m));
            let speed = velocity.iter().map(|x| (x / unit) * (x / unit)).sum::<f64>().sqrt() * unit;
            let last = if unit > 0.0 { 4.46 * greatest / speed } else { 1.0 };

            let q = quaternion.map(exact);
            let way = [0, 1, 2].map(|k| exact(center[k]) - exact(translation[k]));
            let (true_from, true_by) = (to_local(&q, &way), to_local(&q, &velocity.map(exact)));
            for t in [0.0, last].into_iter().filter(|t: &f64| t.is_finite()).map(exact) {
                for k in 0..3 {
                    let off = exact(from[k]) + &t * exact(by[k]) - &true_from[k] - &t * &true_by[k];
                    let off = if off < Rational::ZERO { -off } else { off };
                    assert!(off <= exact(slack), "{body:?} {center:?} {velocity:?} {extent:?}");
                    worst = worst.max((off / exact(slack)).to_f64().value());
                }
            }
        }
        assert!(fair > 10_000, "{fair}");
        // The bound is not so large that the search would open boxes far away.
        assert!(worst > 0.01, "{worst}");
    }

    /// No vertex of a turned box is farther from the vertex of the box around it than the slack.
    #[test]
    fn boxes_are_around_their_cores() {
        let mut random = Random(4);
        let mut worst = 0.0_f64;
        for i in 0..4_000 {
            let power = |random: &mut Random, reach: i64| {
                f64::from_bits((1023.0 + random.integer(-reach, reach)) as u64 * (1 << 52))
            };
            let [of_length, of_turn] = match i % 3 {
                0 => [1.0; 2],
                1 => [power(&mut random, 300), 1.0],
                _ => [1.0, power(&mut random, 1000)],
            };
            let mut vector = || random.vector(-1.0, 1.0);
            let (center, half) = (vector().map(|x| x * of_length), vector().map(f64::abs));
            let half = half.map(|x| x * of_length);
            let [[x, y, z], [w, ..]] = [vector(), vector()];
            let quaternion = if i % 5 == 0 { [0.0, 0.0, z, w] } else { [x, y, z, w] };
            let quaternion = quaternion.map(|x| x * of_turn);
            let around = box_around(&Core::oriented_box(center, half, quaternion, 3));
            assert!(around.is_core);
            let [x, y, z, w] = quaternion.map(exact);
            for corner in 0..8 {
                let sign = |axis: usize| if corner >> axis & 1 == 1 { 1.0 } else { -1.0 };
                let local = [0, 1, 2].map(|axis| exact(sign(axis) * half[axis]));
                // The rotation is the inverse of the conjugate's rotation.
                let turned = to_local(&[-&x, -&y, -&z, w.clone()], &local);
                for k in 0..3 {
                    let of_axes: Rational = (0..3)
                        .map(|axis| exact(sign(axis) * around.half_axes[axis][k]))
                        .fold(Rational::ZERO, |sum, x| sum + x);
                    let off = exact(around.center[k]) + of_axes - exact(center[k]) - &turned[k];
                    let off = if off < Rational::ZERO { -off } else { off };
                    assert!(off <= exact(around.slack), "{center:?} {half:?} {quaternion:?}");
                    worst = worst.max((off / exact(around.slack)).to_f64().value());
                }
            }
        }
        assert!(worst > 0.003, "{worst}");
    }

    #[test]
    fn the_bounds_of_a_moved_core_hold_its_vertices() {
        let mut random = Random(8);
        for i in 0..4_000 {
            let mut vector = || {
                let size = [1.0, 1e-9, 1e9, 1e150][i % 4 * random.below(2) as usize];
                random.vector(-1.0, 1.0).map(|x| x * size)
            };
            let (a, b, place) = (vector(), vector(), vector());
            let low: [f64; 3] = core::array::from_fn(|k| a[k].min(b[k]));
            let high: [f64; 3] = core::array::from_fn(|k| a[k].max(b[k]));
            let hull = Hull::new([a, b, low]).unwrap();
            let cores = [
                (Core::aligned_box(low, high, 3), low),
                (Core::hull(hull.corners(), hull.numbers(), hull.topology(), a), a),
            ];
            for (core, reference) in cores {
                let bounds = bounds_of_core(&core.at(place));
                for k in 0..3 {
                    for x in [a[k], b[k]] {
                        let x = exact(x) + exact(place[k]) - exact(reference[k]);
                        let Bracket { lower, upper } = bounds[k];
                        assert!(exact(lower) <= x && x <= exact(upper), "{a:?} {b:?} {place:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn where_floats_cannot_be_trusted_it_may_be_anywhere() {
        let body = BallInFrame {
            reach: TotalRadius::sharp(1.0),
            quaternion: [0.0, 0.0, 0.0, 1.0],
            translation: [0.0; 3],
        };
        let slack = |center, velocity| body.path(center, [0.0; 3], velocity, 1.0).slack;
        assert_eq!(slack([1e200, 0.0, 0.0], [1.0, 0.0, 0.0]), f64::INFINITY);
        assert_eq!(slack([1.0, 0.0, 0.0], [1e-200, 0.0, 0.0]), f64::INFINITY);
        assert_eq!(slack([1.0, 0.0, 0.0], [f64::INFINITY, 0.0, 0.0]), f64::INFINITY);
        assert!(slack([1.0, 0.0, 0.0], [0.0; 3]) < 1e-10);
    }
}
