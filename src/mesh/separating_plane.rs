//! A float filter for the neighbours of a touched triangle: another triangle is certainly not
//! touched, or it is touched in the same place.
//!
//! Where a ball touches a triangle at `x`, let `w` be the vector from `x` to the centre, or to the
//! axis of a capsule. The plane through `x` perpendicular to `w` separates the ball and the
//! triangle. Let every corner of another triangle lie beyond this plane, except for corners that
//! both triangles share. Then the other triangle is touched in the shared vertex or edge if `x`
//! lies in this vertex or edge, and otherwise not at all. If the ball was approaching, the other
//! triangle was not touched before either. So at one vertex, where many triangles meet, one of them
//! is decided exactly, and each of the others by three products.
//!
//! Only strict signs count: a product must be farther from zero than its roundings can amount to.

use super::in_frame::InPlace;
use super::tree::{cross, dot};
use crate::contact::Feature;

/// A touched place of a triangle, with the separating plane there.
#[derive(Clone, Copy, Debug)]
pub(super) struct SeparatingPlane {
    /// The corners of the touched feature: one, two, or all three.
    corners: [[f64; 3]; 3],
    count: usize,
    /// The vector from the touched place to the centre, or to the axis, scaled by any positive
    /// factor.
    across: [f64; 3],
    /// More than the error of each component of `across`.
    error: f64,
    /// Whether the contact is one point that lies on no smaller feature.
    is_one_point: bool,
}

/// The feature of another triangle that contains the same touched place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SharedFeature {
    pub(super) feature: Feature,
    /// Whether the feature is an edge in the opposite direction.
    pub(super) is_reversed: bool,
}

/// The relation of another triangle to a touched place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlaceRelation {
    /// The other triangle is not touched, and was not touched before.
    Apart,
    /// The other triangle is touched in the same place, and was not touched before.
    Same(SharedFeature),
    Unknown,
}

/// The unit roundoff `u`: half the distance from one to the next float.
const U: f64 = f64::EPSILON / 2.0;

/// A product of two lengths that is at least this, `2^-800`, loses nothing that matters to
/// underflow.
const LEAST: f64 = f64::from_bits((1023 - 800) << 52);

/// Whether floats hold a product of two lengths: whether it is neither too small nor infinite.
fn is_held(product: f64) -> bool {
    LEAST < product && product < f64::INFINITY
}

fn minus(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    core::array::from_fn(|k| a[k] - b[k])
}

/// The greatest magnitude of a component.
fn greatest(v: &[f64; 3]) -> f64 {
    v.iter().fold(0.0, |m: f64, x| m.max(x.abs()))
}

impl SeparatingPlane {
    /// The place where a ball touches this feature of a triangle. Each coordinate of the ball's
    /// centre has an error of at most `error`.
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
                    is_one_point: true,
                }
            }
            Feature::Edge(i) => {
                let i = usize::from(i) % 3;
                let (p, q) = (corners[i], corners[(i + 1) % 3]);
                let (along, from_p) = (minus(&q, &p), minus(&center, &p));
                let squared = dot(&along, &along);
                let part = dot(&from_p, &along) / squared;
                let across = core::array::from_fn(|k| from_p[k] - part * along[k]);
                // The error of `part` is the error of the centre times √3 over the length, plus its
                // roundings.
                let length = greatest(&along);
                let roundings = 32.0 * U * (greatest(&from_p) + length);
                let error = if is_held(squared) { 4.0 * error + roundings } else { f64::INFINITY };
                Self { corners: [p, q, q], count: 2, across, error, is_one_point: true }
            }
            Feature::Face => {
                let (ab, ac) = (minus(b, a), minus(c, a));
                let n = cross(&ab, &ac);
                let from_a = minus(&center, a);
                let side = dot(&n, &from_a);
                let size = greatest(&ab) * greatest(&ac);
                let room = 3.0 * (error * greatest(&n) + greatest(&from_a) * 16.0 * U * size);
                // If the side is not known, nothing is known.
                let is_known = side.abs() > room + f64::MIN_POSITIVE && is_held(size);
                let error = if is_known { 16.0 * U * size } else { f64::INFINITY };
                let across = if side < 0.0 { n.map(|x| -x) } else { n };
                Self { corners: *corners, count: 3, across, error, is_one_point: true }
            }
        }
    }

    /// The place where a convex body touches this feature, with the normal of the contact. Each
    /// component of the normal has an error of at most `error`. The contact may be more than a
    /// point.
    pub(super) fn across(
        feature: Feature,
        corners: &[[f64; 3]; 3],
        normal: [f64; 3],
        error: f64,
    ) -> Self {
        let [a, b, c] = *corners;
        let (corners, count) = match feature {
            Feature::Vertex(i) => ([corners[usize::from(i) % 3]; 3], 1),
            Feature::Edge(0) => ([a, b, b], 2),
            Feature::Edge(1) => ([b, c, c], 2),
            Feature::Edge(_) => ([c, a, a], 2),
            Feature::Face => (*corners, 3),
        };
        Self { corners, count, across: normal, error, is_one_point: false }
    }

    /// The same place, for a capsule that touches the feature along a whole segment.
    pub(super) fn all_along(self) -> Self {
        Self { is_one_point: false, ..self }
    }

    /// The place where the ball about a point of a capsule's axis touches this feature; the ends of
    /// the axis are at −1 and 1.
    pub(super) fn by_ball_on_axis(
        feature: Feature,
        corners: &[[f64; 3]; 3],
        body: &InPlace,
        at: f64,
    ) -> Self {
        let InPlace { center, half_axis, error } = body;
        let place = core::array::from_fn(|k| center[k] + at * half_axis[k]);
        // The sum of the errors of both vectors, and of a rounding.
        let error = 2.0 * error + 4.0 * U * (greatest(center) + greatest(half_axis));
        Self::new(feature, corners, place, error)
    }

    /// The corner that is closest to a capsule's axis at a point between the ends of the axis.
    pub(super) fn by_axis_at_vertex(i: usize, corners: &[[f64; 3]; 3], body: &InPlace) -> Self {
        let InPlace { center, half_axis, error } = body;
        let corner = corners[i % 3];
        let from = minus(center, &corner);
        let squared = dot(half_axis, half_axis);
        let part = dot(&from, half_axis) / squared;
        let across = core::array::from_fn(|k| from[k] - part * half_axis[k]);
        // Let `e` be the error of `w`, the vector from the corner, and of `h`, half the axis. Then
        // the error of `w·h / h·h` is at most `√3 e (1 + 3 |w|/|h|) / |h|`. So the error of
        // `across` is at most `e (1 + √3 + (1 + 3√3) |w|/|h|)`. Here `|w|/|h|` is at most `√3`
        // times the quotient that is used below.
        let (length, size) = (greatest(half_axis), greatest(&from));
        let roundings = 32.0 * U * (size + length);
        let is_known = is_held(squared) && 64.0 * error < length;
        let error = 16.0 * error * (1.0 + size / length) + roundings;
        let error = if is_known { error } else { f64::INFINITY };
        Self { corners: [corner; 3], count: 1, across, error, is_one_point: true }
    }

    /// The edge that a capsule's axis crosses where the two are closest, between the ends of both.
    pub(super) fn by_axis_across_edge(i: usize, corners: &[[f64; 3]; 3], body: &InPlace) -> Self {
        let InPlace { center, half_axis, error } = body;
        let (p, q) = (corners[i % 3], corners[(i + 1) % 3]);
        let (along, from) = (minus(&q, &p), minus(center, &p));
        let n = cross(&along, half_axis);
        let side = dot(&n, &from);
        let size = greatest(&along) * greatest(half_axis);
        // Each component is the difference of two products, in each of which one factor has an
        // error of `error`.
        let of_n = 4.0 * greatest(&along) * error + 16.0 * U * size;
        let room = 4.0 * (error * greatest(&n) + greatest(&from) * of_n);
        // If the side is not known, nothing is known.
        let is_known = side.abs() > room + f64::MIN_POSITIVE && is_held(size);
        let error = if is_known { of_n } else { f64::INFINITY };
        let across = if side < 0.0 { n.map(|x| -x) } else { n };
        Self { corners: [p, q, q], count: 2, across, error, is_one_point: true }
    }

    /// Returns the relation of another triangle to this place, if it is certain.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn relation_to(&self, corners: &[[f64; 3]; 3]) -> PlaceRelation {
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
            // The roundings of three products, two sums and a difference, the error of `across`,
            // and underflow.
            let room = size * (self.error + 8.0 * U * greatest(&self.across)) + f64::MIN_POSITIVE;
            // A number that is infinite or NaN proves nothing.
            let certain = beyond < -1.01 * room && beyond > f64::NEG_INFINITY;
            if !certain {
                return PlaceRelation::Unknown;
            }
        }
        let at_vertex = |i: u8| {
            PlaceRelation::Same(SharedFeature { feature: Feature::Vertex(i), is_reversed: false })
        };
        let at_edge = |i: u8| {
            let is_reversed = corners[usize::from(i)] != mine[0];
            PlaceRelation::Same(SharedFeature { feature: Feature::Edge(i), is_reversed })
        };
        match (self.count, shared) {
            (_, [false, false, false]) => PlaceRelation::Apart,
            (1, [true, false, false]) => at_vertex(0),
            (1, [false, true, false]) => at_vertex(1),
            (1, [false, false, true]) => at_vertex(2),
            (2, [true, true, false]) if corners[0] != corners[1] => at_edge(0),
            (2, [false, true, true]) if corners[1] != corners[2] => at_edge(1),
            (2, [true, false, true]) if corners[2] != corners[0] => at_edge(2),
            // A repeated corner, or the same triangle.
            (1 | 2, [true, true, _] | [_, true, true] | [true, _, true])
            | (_, [true, true, true]) => PlaceRelation::Unknown,
            // The triangles share one end of the edge, or a part of the border of the face; neither
            // contains the touched place.
            _ if self.is_one_point => PlaceRelation::Apart,
            _ => PlaceRelation::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{PlaceRelation, SeparatingPlane, SharedFeature};
    use crate::contact::capsule::CapsuleCast;
    use crate::contact::{Cast, Effort, Feature};
    use crate::mesh::candidate::{Candidate, CandidateOutcome};
    use crate::mesh::capsule::of_capsule;
    use crate::number::measure_exactly;
    use crate::random::Random;
    use crate::{Capsule, Contact, ExactAnswer, Mesh, Moving, Rational, Sphere, Surd, Triangle};

    /// Each certain relation is true, compared with exact times. The triangles share a corner or an
    /// edge with the first one, or their corners lie in its plane, up to a float or two.
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
            let ExactAnswer::Contact(Contact { time, feature, .. }) =
                ball.first_contact_exact(&triangle(first))
            else {
                continue;
            };
            let Some(hit) = ball.first_contact(&triangle(first)).contact() else { continue };
            if hit.approach != crate::Approach::Approaching {
                continue;
            }
            // An error as callers pass it: a few roundings of the centre along its path.
            let error = 32.0 * f64::EPSILON * scale * 16.0;
            let touched = SeparatingPlane::new(feature, &first, hit.center, error);
            let at = |answer: &ExactAnswer<3, Feature>| match answer {
                ExactAnswer::None => None,
                ExactAnswer::Overlap(_) => Some(Surd::from(Rational::from(0))),
                ExactAnswer::Contact(Contact { time, .. }) => Some(time.clone()),
            };
            match touched.relation_to(&other) {
                PlaceRelation::Apart => {
                    apart += 1;
                    assert!(at(&of_other).is_none_or(|other| other > time), "{ball:?} {other:?}");
                }
                PlaceRelation::Same(SharedFeature { feature, .. }) => {
                    same += 1;
                    let ExactAnswer::Contact(Contact { time: t, feature: f, .. }) = of_other else {
                        panic!("{ball:?} {other:?}")
                    };
                    assert_eq!((t, f), (time, feature), "{ball:?} {other:?}");
                }
                PlaceRelation::Unknown => open += 1,
            }
        }
        assert!(apart > 2_000 && same > 500 && open > 1_000, "{apart} {same} {open}");
    }

    /// Floats compute that a corner ahead is infinitely far behind: this proves nothing.
    #[test]
    fn of_what_overflows_nothing_is_certain() {
        let corner = [0.0; 3];
        let touched = SeparatingPlane {
            corners: [corner; 3],
            count: 1,
            across: [1.5e154; 3],
            error: 0.0,
            is_one_point: true,
        };
        let ahead = [-1.4e154, 1.1e154, 1.1e154];
        let behind = ahead.map(|x| x * -1e-10);
        assert!(matches!(touched.relation_to(&[corner, behind, behind]), PlaceRelation::Same(_)));
        assert!(matches!(touched.relation_to(&[corner, behind, ahead]), PlaceRelation::Unknown));
    }

    /// Each certain relation is true for capsules, for each part with which they touch. At a shared
    /// place, the contact of the other triangle equals the contact that its own decision gives.
    #[test]
    fn what_is_certain_of_capsules_is_true() {
        let mut random = Random(22);
        let (mut apart, mut same, mut open) = ([0; 4], [0; 4], 0);
        for i in 0..40_000 {
            let scale = [1.0, 1e-90, 1e100][i % 3];
            let mut vector = || match i % 4 {
                0 => random.vector(-3.0, 3.0),
                _ => random.integers(-2, 2),
            };
            let scaled = |v: [f64; 3]| v.map(|x| x * scale);
            let corners = [vector(), vector(), vector()];
            let first = corners.map(scaled);
            let mut other = [vector(), vector(), vector()].map(scaled);
            let [mut a, mut axis, velocity] = [vector(), vector(), vector()];
            a[2] += 8.0;
            if i % 5 == 0 {
                axis = super::minus(&corners[1], &corners[0]);
            }
            let velocity = [0.25 * velocity[0], 0.25 * velocity[1], -1.0 - velocity[2].abs()];
            match random.below(4) {
                0 => other[random.below(3) as usize] = first[random.below(3) as usize],
                k => {
                    let (i, j) = (random.below(3) as usize, random.below(3) as usize);
                    let (from, to) = (k as usize - 1, (k as usize + random.below(2) as usize) % 3);
                    (other[from], other[to]) = (first[i], first[j]);
                }
            }
            let radius = random.between(0.1, 3.0) * scale;
            let capsule = Capsule::with_axis(scaled(a), scaled(axis), radius)
                .and_then(|capsule| capsule.moving(scaled(velocity)))
                .unwrap();
            let mesh = Mesh::new(first.to_vec(), alloc::vec![[0, 1, 2]]).unwrap();
            let moving = Moving::still(&mesh);
            let question = of_capsule(&moving, &capsule);
            let Some(found) = question.first(&mut Effort::default()) else { continue };
            let Some((touched, touch)) = question.touched(&found) else { continue };
            let part = usize::from(CapsuleCast::<3>::place(&touch).part);
            let of_other = Triangle::new(other[0], other[1], other[2]).unwrap();
            let exact = capsule.first_contact_exact(&of_other);
            let cast = question.scaled(found.triangle);
            let [time] = measure_exactly(&CapsuleCast::<3>::time(&cast, touch, false));
            match touched.relation_to(&other) {
                PlaceRelation::Apart => {
                    apart[part] += 1;
                    match exact {
                        ExactAnswer::None => {}
                        ExactAnswer::Overlap(_) => panic!("{capsule:?} {first:?} {other:?}"),
                        ExactAnswer::Contact(Contact { time: of_other, .. }) => {
                            assert!(of_other > time, "{capsule:?} {first:?} {other:?}");
                        }
                    }
                }
                PlaceRelation::Same(shared) => {
                    same[part] += 1;
                    let ExactAnswer::Contact(Contact { time: of_other, .. }) = exact else {
                        panic!("{capsule:?} {first:?} {other:?}")
                    };
                    assert_eq!(of_other, time);
                    let there = CapsuleCast::<3>::shared(&touch, shared);
                    let mesh = Mesh::new(other.to_vec(), alloc::vec![[0, 1, 2]]).unwrap();
                    let moving = Moving::still(&mesh);
                    let question = of_capsule(&moving, &capsule);
                    let seen = question.first(&mut Effort::default()).unwrap();
                    let answer = |meeting| {
                        let end = crate::shape::Until::<f64>::NEVER;
                        let cast = question.scaled(seen.triangle);
                        crate::contact::exact_answer::<_, 3>(&cast, meeting, end)
                    };
                    let [by_decision, by_plane] =
                        [seen.meeting, CandidateOutcome::<CapsuleCast<3>>::Contact(there)]
                            .map(answer);
                    assert_eq!(by_decision, by_plane, "{capsule:?} {first:?} {other:?}");
                }
                PlaceRelation::Unknown => open += 1,
            }
        }
        // Contacts of one end, of the other end, of the axis across a feature, and of the axis
        // along it.
        let enough =
            |[a, b, across, along]: [u32; 4]| a > 100 && b > 100 && across > 100 && along > 10;
        assert!(enough(apart) && enough(same) && open > 1_000, "{apart:?} {same:?} {open}");
    }
}
