//! The errors of the second document by D. Eberly, *Intersection of Moving Circle and Rectangle*,
//! and of its extension to space.

mod box_tree;
mod rectangle_listing;

use crate::box_oracle::Query;
use crate::random::Random;
use rectangle_listing::{Circle, Found, Kind, Rectangle, Time, aligned, oriented, pseudocode};
use std::array::from_fn;
use tangency::{Answer, Approach, BoxFeature, OrientedBox, Rotation, Side, Sphere};

fn listing<const MISPRINT: bool>(query: &Query<2>) -> Found {
    let Query { center, radius, velocity, min, max, drift, .. } = *query;
    aligned::<MISPRINT>(Circle { center, radius, velocity }, [min, max], drift)
}

/// The library's answer, after the oracle has checked every field of it.
fn ours<const D: usize>(query: &Query<D>) -> Answer<f64, D, BoxFeature<D>> {
    let reply = query.ask().unwrap();
    query.check(&reply).unwrap_or_else(|error| panic!("{query:?}: {error}"));
    reply.answer
}

/// A ball cast at the box from −1 to 1, which is at rest.
fn to_the_cube<const D: usize>(center: [f64; D], radius: f64, velocity: [f64; D]) -> Query<D> {
    let (min, max, drift, t_max) = ([-1.0; D], [1.0; D], [0.0; D], f64::INFINITY);
    Query { center, radius, velocity, min, max, drift, t_max, single: false }
}

/// A query of a small box at rest and a moving ball, with numbers in halves. The centre of the box
/// is `at`.
fn in_halves<const D: usize>(random: &mut Random, at: [f64; D]) -> Query<D> {
    let center = from_fn(|_| random.integer(-12, 12) / 2.0);
    let extent: [f64; D] = from_fn(|_| random.integer(0, 5) / 2.0);
    // The components are powers of two, so that quotients are exact.
    let velocity = from_fn(|_| [-4.0, -2.0, -1.0, 0.0, 1.0, 2.0, 4.0][random.below(7) as usize]);
    let (min, max) = (from_fn(|i| at[i] - extent[i]), from_fn(|i| at[i] + extent[i]));
    Query { min, max, ..to_the_cube(center, random.integer(1, 5) / 2.0, velocity) }
}

/// Whether the two agree on the status and on the time: the float nearest to the exact value of the
/// listing's formula.
fn agree(found: &Found, answer: &Answer<f64, 2, BoxFeature<2>>) -> bool {
    match answer {
        Answer::None => found.kind == Kind::None,
        Answer::Overlap(_) => found.kind == Kind::Overlap,
        Answer::Contact(contact) => {
            found.kind == Kind::Contact && found.time.nearest() == contact.time
        }
    }
}

#[test]
fn v1_repeated_where_v_i1_is_meant() {
    // The circle moves straight down on the middle of the top. The listing reports the corner, at 4
    // − √3.
    let query = to_the_cube([0.0, 5.0], 2.0, [0.0, -1.0]);
    let (found, contact) = (listing::<true>(&query), ours(&query).contact().unwrap());
    assert_eq!((contact.time, contact.point), (2.0, [0.0, 1.0]));
    assert_eq!((found.time, found.point), (Time { q0: 4.0, q1: 3.0, q2: 1.0 }, [1.0, 1.0]));

    let mut random = Random(1);
    let (mut wrong, mut contacts) = (0, 0);
    for _ in 0..6_000 {
        let at = [random.integer(-2, 2), random.integer(-2, 2)];
        let query = in_halves(&mut random, at);
        let answer = ours(&query);
        contacts += usize::from(answer.contact().is_some());
        wrong += usize::from(!agree(&listing::<true>(&query), &answer));
        assert!(agree(&listing::<false>(&query), &answer), "{query:?}");
    }
    assert_eq!((wrong, contacts), (65, 1_159));
}

#[test]
fn a_component_and_a_vector() {
    // A turn by a right angle makes the extents three and one into one and three.
    let (center, extent, axis) = ([10.0, 20.0], [3.0, 1.0], [[0.0, 1.0], [-1.0, 0.0]]);
    let rectangle = Rectangle { center, axis, extent, velocity: [0.0; 2] };
    let turned = OrientedBox::new(center, extent, Rotation::<f64, 2>::new([1.0, 1.0]).unwrap());
    let turned = turned.unwrap();
    for (start, velocity, point) in
        [([5.0, 22.0], [1.0, 0.0], [9.0, 22.0]), ([15.0, 19.0], [-1.0, 0.0], [11.0, 19.0])]
    {
        let circle = Circle { center: start, radius: 1.0, velocity };
        let ball = Sphere::new(start, 1.0).unwrap().moving(velocity).unwrap();
        let contact = ball.first_contact(&turned).contact().unwrap();
        assert_eq!((contact.time, contact.point), (3.0, point));
        assert_eq!(oriented::<false>(circle, rectangle).point, point);
        // The centre of the rectangle, which is on none of its sides.
        assert_eq!(pseudocode(circle, rectangle).point, center);
    }
}

#[test]
fn the_point_stays_where_the_rectangle_was() {
    let query = |center, radius, velocity, drift| {
        let at_rest = to_the_cube(center, radius, velocity);
        Query { drift, ..at_rest }
    };
    // A side moves into a circle at rest, and a corner into one that moves.
    for (query, time, there, here) in [
        (query([10.0, 0.0], 1.0, [0.0, 0.0], [2.0, 0.0]), 4.0, [1.0, 0.0], [9.0, 0.0]),
        (query([10.0, 13.0], 5.0, [-2.0, -2.0], [1.0, 2.0]), 2.0, [1.0, 1.0], [3.0, 5.0]),
    ] {
        let (found, contact) = (listing::<false>(&query), ours(&query).contact().unwrap());
        assert_eq!((found.time.in_floats(), contact.time), (time, time));
        assert_eq!((found.point, contact.point), (there, here));
        // The library's contact point is on the circle about the centre at the contact.
        let square = |p: [f64; 2]| {
            let [x, y] = from_fn(|i| p[i] - contact.center[i]);
            x * x + y * y
        };
        assert_eq!(square(contact.point), query.radius * query.radius);
        assert_ne!(square(found.point), query.radius * query.radius);
    }
}

#[test]
fn a_circle_of_radius_zero_on_the_boundary() {
    let at = |center, velocity| {
        let query = to_the_cube(center, 0.0, velocity);
        (listing::<false>(&query).kind, ours(&query))
    };
    for (center, velocity, approach) in [
        ([1.0, 0.0], [-1.0, 0.0], Approach::Approaching),
        ([1.0, 0.0], [0.0, 1.0], Approach::Sliding),
        ([0.0, -1.0], [3.0, -1.0], Approach::Parting),
        ([1.0, 1.0], [1.0, 1.0], Approach::Sliding),
    ] {
        let (kind, answer) = at(center, velocity);
        assert_eq!(kind, Kind::Overlap);
        let contact = answer.contact().unwrap();
        assert_eq!((contact.time, contact.point), (0.0, center));
        assert_eq!(contact.approach, approach);
    }
    // Inside of the rectangle, both report an overlap.
    let (kind, answer) = at([0.5, 0.0], [-1.0, 0.0]);
    assert_eq!(kind, Kind::Overlap);
    assert!(answer.overlap().is_some());
}

#[test]
fn a_box_met_at_the_edge_beside_the_corner_it_starts_at() {
    let (center, radius, velocity) = ([1.8, 1.8, 1.1], 1.0, [-0.1, -0.1, -1.0]);
    assert!(box_tree::time::<false>(center, radius, velocity, [1.0; 3]).is_none());
    let contact = ours(&to_the_cube(center, radius, velocity)).contact().unwrap();
    // From 2 (0.8 − 0.1 t)² = 1 follows t = 8 − 5 √2.
    assert_eq!((contact.time * 1e5).floor(), 92893.0);
    // The ball touches the edge x = y = 1 a little above its middle, in the direction of the
    // diagonal.
    assert_eq!(contact.feature.sides, [Side::Max, Side::Max, Side::Between]);
    assert_eq!(contact.point, [1.0, 1.0, contact.center[2]]);
    let half = std::f64::consts::FRAC_1_SQRT_2;
    assert_eq!(contact.normal, Some([half, half, 0.0]));
}

#[test]
fn a_tree_of_regions_misses_and_is_late() {
    let mut random = Random(2);
    let (mut missed, mut late, mut contacts) = (0, 0, 0);
    for _ in 0..40_000 {
        let query = in_halves(&mut random, [0.0; 3]);
        let Query { center, radius, velocity, max: extent, .. } = query;
        let found = box_tree::time::<false>(center, radius, velocity, extent);
        let mended = box_tree::time::<true>(center, radius, velocity, extent);
        let answer = ours(&query);
        let truth = match &answer {
            Answer::None => None,
            Answer::Overlap(_) => Some(0.0),
            Answer::Contact(contact) => Some(contact.time),
        };
        contacts += usize::from(answer.contact().is_some());
        assert_eq!(mended.map(Time::nearest), truth, "{query:?}");
        missed += usize::from(truth.is_some() && found.is_none());
        late += usize::from(found.map(Time::nearest) > truth);
    }
    assert_eq!((missed, late, contacts), (42, 21, 4_146));
}
