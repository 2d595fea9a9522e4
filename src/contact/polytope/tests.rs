//! The depth of the decisions about convex bodies that are bounded by planes, and one test for each
//! special branch.

use super::at_rest::{
    ClosestPartQuery, NearestPlane, Out, PartDistance, PartGap, PolytopeSurfacePoint,
};
use super::body::PlanarBody;
use super::cast::{PlaneFeature, PolytopeCast, PolytopeOutcome, PolytopeTouch};
use super::numbers::{PolytopeNumbers, PolytopeTime};
use super::skew::Skew;
use super::walls::PolytopeBoundary;
use crate::contact::body::TotalRadius;
use crate::contact::cast::{BoundQuery, TimeDomain, TimeEquation};
use crate::contact::relative_motion::motion_of_kind;
use crate::contact::{Answer, Approach, Contact, ExactAnswer, Overlap};
use crate::number::depth::{CountedFloat, Counting, greatest_depth};
use crate::number::{Decision, GREATEST_DEPTH, GREATEST_DEPTH_OF_VALUES, Measure, Surd};
use crate::random::Random;
use crate::shape::{BoundaryPart, Moving, Parallelepiped, Plane, Point, Polytope, Sphere};
use std::vec;
use std::vec::Vec;

// ---- depth ----

/// Returns a random total radius; half of the radii have no inflation.
fn random_reach(random: &mut Random, most: i64) -> TotalRadius {
    let inflation = random.integer(-most, most).max(0.0);
    TotalRadius { radius: random.integer(0, most), inflation }
}

fn random_polytope(random: &mut Random, reach: i64) -> Polytope<f64, 3> {
    let mut planes = Vec::new();
    for _ in 0..random.below(14) {
        let (normal, point) = (random.integers(-2, 2), random.integers(-reach, reach));
        let outwards: f64 = (0..3).map(|k| normal[k] * point[k]).sum();
        planes.extend(Plane::new(point, normal.map(|x| if outwards < 0.0 { -x } else { x })));
    }
    Polytope::new(planes).unwrap()
}

fn random_cast<B>(random: &mut Random, reach: i64, body: B) -> PolytopeCast<B> {
    let mut vector = || random.integers(-reach, reach);
    let (center, mover, obstacle) = (vector(), [vector(), vector()], [vector(), vector()]);
    let motion = motion_of_kind(random.below(6), mover, obstacle);
    let reach = random_reach(random, reach);
    let domain = if random.below(4) == 0 { TimeDomain::Always } else { TimeDomain::FromStart };
    PolytopeCast { center, reach, body, motion, domain }
}

/// The greatest depths of signs and of values, and the outcomes that occurred.
#[derive(Default)]
struct Depths {
    signs: u32,
    values: u32,
    /// How many misses and overlaps occurred, and how many contacts of each kind of time and of
    /// part.
    apart: u32,
    overlaps: u32,
    contacts: [[u32; 3]; 3],
}

fn ask<B: Clone, Q>(cast: &PolytopeCast<B>, question: Q) -> BoundQuery<'_, PolytopeCast<B>, Q> {
    BoundQuery { cast, question }
}

impl Depths {
    fn run<B: PlanarBody>(&mut self, cast: PolytopeCast<B>) {
        greatest_depth();
        let Ok(meeting) = cast.decide(&Counting) else { panic!("a float always knows") };
        let Ok(closest) = ask(&cast, ClosestPartQuery).decide(&Counting) else { panic!() };
        assert!(ask(&cast, NearestPlane).decide(&Counting).is_ok());
        assert!(
            closest.is_none_or(|(at, _)| ask(&cast, PartGap(at.part)).decide(&Counting).is_ok())
        );
        self.signs = self.signs.max(greatest_depth());

        let mut touches: Vec<PolytopeTouch> =
            closest.iter().map(|&(at, _)| PolytopeTouch::closest(at)).collect();
        match meeting {
            PolytopeOutcome::Apart => self.apart += 1,
            PolytopeOutcome::Overlap(_) => self.overlaps += 1,
            PolytopeOutcome::Contact(touch) => {
                let kind = match touch.at.part {
                    BoundaryPart::Inside => panic!("the inside is not touched"),
                    BoundaryPart::Face(_) => 0,
                    BoundaryPart::Edge(_) => 1,
                    BoundaryPart::Vertex(_) => 2,
                };
                self.contacts[touch.when as usize][kind] += 1;
                touches.push(touch);
            }
        }
        for touch in touches {
            let part = touch.at.part;
            let note = |values: &[CountedFloat]| values.iter().for_each(|value| value.note());
            note(&ask(&cast, PolytopeNumbers(touch)).measure(&Counting));
            note(&ask(&cast, PolytopeTime { touch, backwards: true }).measure(&Counting));
            note(&ask(&cast, PolytopeSurfacePoint(touch.at)).measure(&Counting));
            note(&ask(&cast, PartDistance(part)).measure(&Counting));
            note(&ask(&cast, Out(part)).measure(&Counting));
        }
        self.values = self.values.max(greatest_depth());
    }

    fn check(&self, signs: u32, values: u32) {
        assert_eq!((self.signs, self.values), (signs, values), "docs/theory.md, §8, says so");
        assert!(self.signs <= GREATEST_DEPTH);
        // Values are rounded from doubles, whose bound has room for 128 roundings.
        assert!(self.values <= GREATEST_DEPTH_OF_VALUES);
        assert!(self.apart > 100 && self.overlaps > 100, "{} {}", self.apart, self.overlaps);
        let [starts, enters, grazes] = self.contacts;
        assert!(starts.iter().chain(&enters).all(|&n| n > 3), "{:?}", self.contacts);
        // A face is never grazed; only its border is.
        assert!(grazes[0] == 0 && grazes[1] > 10 && grazes[2] > 3, "{:?}", self.contacts);
    }
}

#[test]
fn no_decision_about_a_polytope_is_deeper_than_the_filters_allow() {
    let (mut random, mut depths) = (Random(13), Depths::default());
    for _ in 0..60_000 {
        let reach = [2, 4, 9][random.below(3) as usize];
        let polytope = random_polytope(&mut random, reach);
        depths.run(random_cast(&mut random, reach, PolytopeBoundary::of(&polytope)));
    }
    depths.check(46, 78);
}

#[test]
fn no_decision_about_a_parallelepiped_is_deeper_than_the_filters_allow() {
    let (mut random, mut depths) = (Random(14), Depths::default());
    for _ in 0..60_000 {
        let reach = [2, 4, 9][random.below(3) as usize];
        let edges = [0; 3].map(|_| random.integers(-3, 3));
        let Ok(body) = Parallelepiped::new(random.integers(-reach, reach), edges) else { continue };
        depths.run(random_cast(&mut random, reach, Skew::of(&body)));
    }
    depths.check(43, 68);
}

// ---- special branches ----

type Planes<const N: usize> = Vec<([f64; N], [f64; N])>;

fn polytope<const N: usize>(planes: &Planes<N>) -> Polytope<f64, N> {
    Polytope::new(planes.iter().map(|&(p, n)| Plane::new(p, n).unwrap()).collect()).unwrap()
}

/// Returns the answer, and checks that the answer by exact arithmetic alone has the same status and
/// rounds to the same numbers.
fn meet<const N: usize>(
    center: [f64; N],
    radius: f64,
    velocity: [f64; N],
    planes: &Planes<N>,
) -> Answer<f64, N, PlaneFeature> {
    let ball = Sphere::new(center, radius).unwrap().moving(velocity).unwrap();
    let body = polytope(planes);
    let answer = ball.first_contact(&body);
    let rounded = |v: [Surd; N]| v.map(|x| x.to_f64());
    match ball.first_contact_exact(&body) {
        ExactAnswer::None => assert_eq!(answer, Answer::None),
        ExactAnswer::Overlap(Overlap { center, point, normal, feature }) => {
            let (center, point, normal) = (rounded(center), rounded(point), normal.map(rounded));
            assert_eq!(answer, Answer::Overlap(Overlap { center, point, normal, feature }));
        }
        ExactAnswer::Contact(Contact { time, center, point, normal, feature, .. }) => {
            let contact = answer.contact().unwrap();
            assert_eq!((contact.time, contact.center), (time.to_f64(), rounded(center)));
            assert_eq!((contact.point, contact.normal), (rounded(point), normal.map(rounded)));
            assert_eq!(contact.feature, feature);
        }
    }
    answer
}

fn touch<const N: usize>(
    center: [f64; N],
    radius: f64,
    velocity: [f64; N],
    planes: &Planes<N>,
) -> Contact<f64, N, PlaneFeature> {
    meet(center, radius, velocity, planes).contact().unwrap()
}

/// `x ≤ 0`, `y ≤ 0`, `z ≤ 0`, in this order.
fn corner() -> Planes<3> {
    let axis = |k: usize| core::array::from_fn(|i| if i == k { 1.0 } else { 0.0 });
    (0..3).map(|k| ([0.0; 3], axis(k))).collect()
}

/// `0 ≤ x ≤ 1` between two unbounded planes.
fn slab() -> Planes<3> {
    vec![([0.0; 3], [-1.0, 0.0, 0.0]), ([1.0, 0.0, 0.0], [1.0, 0.0, 0.0])]
}

#[test]
fn without_planes_all_of_space_is_inside() {
    let Answer::Overlap(overlap) = meet([1.0, 2.0, 3.0], 0.0, [1.0; 3], &vec![]) else { panic!() };
    assert_eq!(overlap.point, [1.0, 2.0, 3.0]);
    assert_eq!(overlap.feature.planes, []);
    let whole = polytope::<3>(&vec![]);
    let sphere = Sphere::new([0.0; 3], 1.0).unwrap();
    assert_eq!(sphere.penetration(&whole), None);
    assert_eq!(sphere.moving([1.0; 3]).unwrap().last_time(&whole), None);
}

#[test]
fn what_is_empty_is_never_met() {
    let mut planes = slab();
    planes[0].0 = [2.0, 0.0, 0.0];
    assert!(polytope(&planes).is_empty());
    assert_eq!(meet([1.5, 0.0, 0.0], 9.0, [1.0, 0.0, 0.0], &planes), Answer::None);
    // Each two of these three half-planes share points, but all three do not.
    let planes: Planes<2> =
        vec![([0.0, 0.0], [0.0, 1.0]), ([0.0, 1.0], [-1.0, -1.0]), ([0.0, 1.0], [1.0, -1.0])];
    assert!(polytope(&planes).is_empty());
    assert_eq!(meet([0.0, 5.0], 99.0, [0.0, -1.0], &planes), Answer::None);
}

#[test]
fn a_face_an_edge_and_a_vertex_without_an_end() {
    let planes = corner();
    let contact = touch([-1.0, -2.0, 5.0], 1.0, [0.0, 0.0, -2.0], &planes);
    assert_eq!((contact.time, contact.point), (2.0, [-1.0, -2.0, 0.0]));
    assert_eq!((contact.normal, contact.feature.planes), (Some([0.0, 0.0, 1.0]), vec![2]));
    // At the contact the vector from the edge to the centre is (3, 4).
    let contact = touch([3.0, 9.0, -7.0], 5.0, [0.0, -5.0, 0.0], &planes);
    assert_eq!((contact.time, contact.point), (1.0, [0.0, 0.0, -7.0]));
    assert_eq!((contact.normal, contact.feature.planes), (Some([0.6, 0.8, 0.0]), vec![0, 1]));
    // At the contact the vector from the vertex to the centre is (2, 3, 6).
    let contact = touch([2.0, 3.0, 16.0], 7.0, [0.0, 0.0, -2.0], &planes);
    assert_eq!((contact.time, contact.point), (5.0, [0.0; 3]));
    assert_eq!(contact.normal, Some([2.0 / 7.0, 3.0 / 7.0, 6.0 / 7.0]));
    assert_eq!(contact.feature.planes, [0, 1, 2]);
}

#[test]
fn leaving_within_the_infinite_cylinder_about_an_edge() {
    // The line of the edge x = y = 0 continues above z = 0; the centre starts within the radius of
    // this line, and moves away.
    assert_eq!(meet([0.5, 0.5, 3.0], 1.0, [1.0, 1.0, -0.1], &corner()), Answer::None);
}

#[test]
fn a_face_is_met_on_its_very_border() {
    let contact = touch([-1.0, -1.0, 3.0], 1.0, [1.0, 0.0, -2.0], &corner());
    assert_eq!((contact.time, contact.point), (1.0, [0.0, -1.0, 0.0]));
    assert_eq!((contact.normal, contact.feature.planes), (Some([0.0, 0.0, 1.0]), vec![0, 2]));
    let contact = touch([-1.0, -1.0, 3.0], 1.0, [1.0, 1.0, -2.0], &corner());
    assert_eq!((contact.point, contact.feature.planes), ([0.0; 3], vec![0, 1, 2]));
    assert_eq!((contact.normal, contact.approach), (Some([0.0, 0.0, 1.0]), Approach::Approaching));
}

#[test]
fn an_edge_is_met_at_its_very_end() {
    let contact = touch([3.0, 9.0, -1.0], 5.0, [0.0, -5.0, 1.0], &corner());
    assert_eq!((contact.time, contact.point), (1.0, [0.0; 3]));
    assert_eq!((contact.normal, contact.feature.planes), (Some([0.6, 0.8, 0.0]), vec![0, 1, 2]));
}

#[test]
fn sliding_along_a_face_first_grazes_its_edge() {
    let contact = touch([5.0, -1.0, 2.0], 2.0, [-1.0, 0.0, 0.0], &corner());
    assert_eq!((contact.time, contact.point), (5.0, [0.0, -1.0, 0.0]));
    assert_eq!((contact.feature.planes, contact.approach), (vec![0, 2], Approach::Sliding));
    // The ball slides over both edges of a strip. The earlier one counts, in either order.
    let mut strip = slab();
    strip.push(([0.0; 3], [0.0, 0.0, 1.0]));
    for (velocity, start, edge) in [(1.0, -4.0, 0.0), (-1.0, 5.0, 1.0)] {
        let contact = touch([start, 0.0, 2.0], 2.0, [velocity, 0.0, 0.0], &strip);
        assert_eq!((contact.time, contact.point), (4.0, [edge, 0.0, 0.0]));
    }
}

#[test]
fn parallel_to_an_edge_only_its_end_is_met() {
    let contact = touch([3.0, 4.0, 9.0], 5.0, [0.0, 0.0, -3.0], &corner());
    assert_eq!((contact.time, contact.point), (3.0, [0.0; 3]));
    assert_eq!((contact.normal, contact.approach), (Some([0.6, 0.8, 0.0]), Approach::Sliding));
    assert_eq!(meet([3.0, 4.0, 9.0], 4.9, [0.0, 0.0, -3.0], &corner()), Answer::None);
}

#[test]
fn standing_still_and_leading_away_are_nothing() {
    assert_eq!(meet([3.0, 0.0, 0.0], 1.0, [0.0; 3], &slab()), Answer::None);
    assert_eq!(meet([3.0, 0.0, 0.0], 1.0, [1.0, 5.0, 0.0], &slab()), Answer::None);
    assert_eq!(meet([3.0, 0.0, 0.0], 1.0, [0.0, 1.0, 0.0], &slab()), Answer::None);
}

#[test]
fn resting_is_a_contact_however_it_goes_on() {
    for (speed, approach) in
        [(-1.0, Approach::Approaching), (0.0, Approach::Sliding), (2.0, Approach::Parting)]
    {
        for center in [[-1.0, -2.0, 5.0], [0.0, -2.0, 5.0], [-1.0, 3.0, 4.0], [0.0, 3.0, 4.0]] {
            let contact = touch(center, 5.0, [0.0, 0.0, speed], &corner());
            assert_eq!((contact.time, contact.approach), (0.0, approach));
        }
    }
}

#[test]
fn a_centre_on_the_boundary() {
    let contact = touch([-1.0, -1.0, 0.0], 0.0, [0.0, 0.0, 3.0], &corner());
    assert_eq!((contact.normal, contact.approach), (Some([0.0, 0.0, 1.0]), Approach::Parting));
    let contact = touch([0.0, -1.0, 0.0], 0.0, [0.0, 0.0, -3.0], &corner());
    assert_eq!((contact.normal, contact.feature.planes), (None, vec![0, 2]));
    assert_eq!(contact.approach, Approach::Sliding);
    let Answer::Overlap(overlap) = meet([0.0, -1.0, 0.0], 1.0, [0.0; 3], &corner()) else {
        panic!()
    };
    assert_eq!((overlap.point, overlap.feature.planes), ([0.0, -1.0, 0.0], vec![0, 2]));
}

#[test]
fn a_ray_has_a_normal_only_on_a_face() {
    let contact = touch([-1.0, -2.0, 6.0], 0.0, [0.0, 0.0, -2.0], &corner());
    assert_eq!((contact.time, contact.normal), (3.0, Some([0.0, 0.0, 1.0])));
    let contact = touch([3.0, -2.0, 3.0], 0.0, [-1.0, 0.0, -1.0], &corner());
    assert_eq!((contact.time, contact.normal), (3.0, None));
    assert_eq!((contact.feature.planes, contact.approach), (vec![0, 2], Approach::Approaching));
    // The point only touches the edge, and is outside before and after.
    let contact = touch([3.0, -2.0, -3.0], 0.0, [-1.0, 0.0, 1.0], &corner());
    assert_eq!((contact.time, contact.point), (3.0, [0.0, -2.0, 0.0]));
    // The point moves within the plane z = 0, over the edge x = 0.
    let contact = touch([3.0, -2.0, 0.0], 0.0, [-1.0, 0.0, 0.0], &corner());
    assert_eq!((contact.time, contact.feature.planes), (3.0, vec![0, 2]));
}

#[test]
fn a_plate_is_met_from_both_sides() {
    let mut plate = slab();
    plate[1].0 = [0.0; 3];
    for side in [-1.0, 1.0] {
        let contact = touch([5.0 * side, 1.0, 2.0], 1.0, [-side, 0.0, 0.0], &plate);
        assert_eq!((contact.time, contact.normal), (4.0, Some([side, 0.0, 0.0])));
        assert_eq!(contact.feature.planes, [0, 1]);
        // A point on the plate has come from the side opposite to its velocity.
        let contact = touch([0.0, 1.0, 2.0], 0.0, [-side, 0.0, 0.0], &plate);
        assert_eq!((contact.time, contact.normal), (0.0, Some([side, 0.0, 0.0])));
        assert_eq!(contact.approach, Approach::Approaching);
    }
    let contact = touch([0.0, 1.0, 2.0], 0.0, [0.0, 1.0, 0.0], &plate);
    assert_eq!((contact.normal, contact.approach), (None, Approach::Sliding));
}

#[test]
fn a_line_and_a_point_are_polytopes() {
    let axis = |k: usize, x: f64| core::array::from_fn(|i| if i == k { x } else { 0.0 });
    let mut planes: Planes<3> = Vec::new();
    for k in 0..2 {
        planes.extend([([0.0; 3], axis(k, 1.0)), ([0.0; 3], axis(k, -1.0))]);
    }
    let contact = touch([3.0, 9.0, 7.0], 5.0, [0.0, -5.0, 1.0], &planes);
    assert_eq!((contact.time, contact.point), (1.0, [0.0, 0.0, 8.0]));
    assert_eq!(contact.feature.planes, [0, 1, 2, 3]);
    planes.extend([([0.0, 0.0, 8.0], axis(2, 1.0)), ([0.0, 0.0, 8.0], axis(2, -1.0))]);
    let contact = touch([3.0, 9.0, 7.0], 5.0, [0.0, -5.0, 1.0], &planes);
    assert_eq!((contact.time, contact.point), (1.0, [0.0, 0.0, 8.0]));
    assert_eq!(contact.feature.planes, [0, 1, 2, 3, 4, 5]);
    let contact = touch([3.0, 3.0, 5.0], 0.0, [-3.0, -3.0, 3.0], &planes);
    assert_eq!((contact.time, contact.normal), (1.0, None));
}

#[test]
fn many_planes_through_one_vertex() {
    // A pyramid with eight sides and its top at the origin.
    let directions = [[1.0, 0.0], [2.0, 2.0], [0.0, 1.0], [-2.0, 2.0]];
    let planes: Planes<3> = directions
        .iter()
        .flat_map(|&[x, y]| [([0.0; 3], [x, y, 1.0]), ([0.0; 3], [-x, -y, 1.0])])
        .collect();
    let contact = touch([0.0, 0.0, 5.0], 1.0, [0.0, 0.0, -1.0], &planes);
    assert_eq!((contact.time, contact.point), (4.0, [0.0; 3]));
    // The planes with half the slope are behind the others.
    assert_eq!(contact.feature.planes, [0, 1, 2, 3, 4, 5, 6, 7]);
}

#[test]
fn the_time_limit_counts_as_reached() {
    let body = polytope(&corner());
    let ball = |t_max| {
        let sphere = Sphere::new([3.0, 9.0, -7.0], 5.0).unwrap();
        sphere.moving([0.0, -5.0, 0.0]).unwrap().until(t_max).unwrap()
    };
    assert_eq!(ball(1.0).contact_time(&body), Some(1.0));
    assert_eq!(ball(1f64.next_down()).contact_time(&body), None);
    assert_eq!(ball(1f64.next_down()).first_contact(&body), Answer::None);
    assert_eq!(ball(1f64.next_down()).first_contact_exact(&body), ExactAnswer::None);
    let short: Moving<&Polytope<f64, 3>> = body.moving([0.0; 3]).unwrap().until(0.5).unwrap();
    assert_eq!(ball(9.0).contact_time(&short), None);
}

// ---- other queries ----

fn sphere(center: [f64; 3], radius: f64) -> Sphere<f64, 3> {
    Sphere::new(center, radius).unwrap()
}

#[test]
fn the_closest_point_and_its_distance() {
    let body = polytope(&corner());
    for (center, point, distance, planes) in [
        ([-1.0, -2.0, 5.0], [-1.0, -2.0, 0.0], 5.0, vec![2]),
        ([3.0, 4.0, -9.0], [0.0, 0.0, -9.0], 5.0, vec![0, 1]),
        ([2.0, 3.0, 6.0], [0.0; 3], 7.0, vec![0, 1, 2]),
        ([0.0, -1.0, 0.0], [0.0, -1.0, 0.0], 0.0, vec![0, 2]),
        ([-1.0, -2.0, -3.0], [-1.0, -2.0, -3.0], 0.0, vec![]),
    ] {
        let closest = Point::new(center).unwrap().closest(&body).unwrap();
        assert_eq!((closest.point, closest.distance), (point, distance));
        assert_eq!(closest.feature.planes, planes);
    }
    let empty = polytope(&vec![([0.0; 3], [1.0, 0.0, 0.0]), ([1.0, 0.0, 0.0], [-1.0, 0.0, 0.0])]);
    assert_eq!(Point::new([0.0; 3]).unwrap().closest(&empty), None);
}

#[test]
fn the_penetration() {
    let body = polytope(&corner());
    for (center, radius, direction, depth) in [
        ([-1.0, -2.0, 5.0], 6.0, [0.0, 0.0, 1.0], 1.0),
        ([3.0, 4.0, -9.0], 7.0, [0.6, 0.8, 0.0], 2.0),
        ([2.0, 3.0, 6.0], 7.5, [2.0 / 7.0, 3.0 / 7.0, 6.0 / 7.0], 0.5),
        // For a centre inside, the nearest plane counts; of equally near planes, the first.
        ([-3.0, -2.0, -2.0], 1.0, [0.0, 1.0, 0.0], 3.0),
        ([-3.0, -2.0, -2.0], 0.0, [0.0, 1.0, 0.0], 2.0),
        ([-1.0, 0.0, -1.0], 1.0, [0.0, 1.0, 0.0], 1.0),
    ] {
        let out = sphere(center, radius).penetration(&body).unwrap();
        assert_eq!((out.direction, out.depth), (direction, depth));
    }
    // There is no overlap: the shapes are apart, they touch, or a point is on the boundary.
    for (center, radius) in [([2.0, 3.0, 6.0], 6.0), ([2.0, 3.0, 6.0], 7.0), ([0.0; 3], 0.0)] {
        assert_eq!(sphere(center, radius).penetration(&body), None);
    }
}

#[test]
fn the_nearest_of_planes_whose_roots_differ() {
    // The depths are 1 / √2 = 0.70710… and 5 / √51 = 0.70014….
    let body =
        polytope(&vec![([1.0, 0.0, 0.0], [1.0, 1.0, 0.0]), ([5.0, 0.0, 0.0], [1.0, 5.0, 5.0])]);
    let out = sphere([0.0; 3], 1.0).penetration(&body).unwrap();
    // This is 1 / √51, right to the last digit.
    assert_eq!(out.direction[0], 0.14002800840280097);
    let body =
        polytope(&vec![([1.0, 0.0, 0.0], [1.0, 1.0, 0.0]), ([2.0, 0.0, 0.0], [2.0, 2.0, 0.0])]);
    let out = sphere([0.0; 3], 1.0).penetration(&body).unwrap();
    assert_eq!(out.depth, 1.0 + std::f64::consts::FRAC_1_SQRT_2);
}

/// The time zero has no minus sign, as for every other shape.
#[test]
fn parting_at_once_is_at_zero() {
    let floor = polytope(&vec![([0.0; 3], [0.0, 0.0, 1.0])]);
    let ball = sphere([0.0, 0.0, 1.0], 1.0).moving([0.0, 0.0, 1.0]).unwrap();
    assert_eq!(ball.last_time(&floor).map(f64::to_bits), Some(0));
}

#[test]
fn the_last_time() {
    let last = |center, radius, velocity: [f64; 3], planes: &Planes<3>| {
        let ball = sphere(center, radius).moving(velocity).unwrap();
        let last = ball.last_time(&polytope(planes));
        assert_eq!(ball.last_time_exact(&polytope(planes)).map(|t| t.to_f64()), last);
        last
    };
    // The ball leaves the slab on the other side.
    assert_eq!(last([5.0, 0.0, 0.0], 1.0, [-2.0, 0.0, 0.0], &slab()), Some(3.0));
    // A start within counts, too, but a contact in the past does not.
    assert_eq!(last([0.5, 0.0, 0.0], 1.0, [-2.0, 0.0, 0.0], &slab()), Some(0.75));
    assert_eq!(last([5.0, 0.0, 0.0], 1.0, [1.0, 0.0, 0.0], &slab()), None);
    // Motions into the corner never end the contact; a motion along a face at distance r ends it at
    // the edge.
    assert_eq!(last([1.0, 1.0, 1.0], 1.0, [-1.0, -1.0, -1.0], &corner()), None);
    assert_eq!(last([1.0, 1.0, 1.0], 1.0, [-1.0, -1.0, 0.0], &corner()), None);
    assert_eq!(last([-9.0, -1.0, 1.0], 1.0, [3.0, 0.0, 0.0], &corner()), Some(3.0));
    // The first ball never touches, and the second never stops touching.
    assert_eq!(last([5.0, 0.0, 0.0], 1.0, [0.0, 1.0, 0.0], &slab()), None);
    assert_eq!(last([0.5, 0.0, 0.0], 1.0, [0.0; 3], &slab()), None);
    // This is a ray through the slab.
    assert_eq!(last([5.0, 0.0, 0.0], 0.0, [-2.0, 1.0, 0.0], &slab()), Some(2.5));
}

#[test]
fn a_skew_parallelepiped() {
    // Edges (2,0,0), (1,2,0), (0,0,2): the corner at (3/2, 1, 1).
    let body =
        Parallelepiped::new([0.0; 3], [[2.0, 0.0, 0.0], [1.0, 2.0, 0.0], [0.0, 0.0, 2.0]]).unwrap();
    let meet = |center: [f64; 3], radius: f64, velocity: [f64; 3]| {
        let ball = Sphere::new(center, radius).unwrap().moving(velocity).unwrap();
        ball.first_contact(&body).contact().unwrap()
    };
    let contact = meet([0.0, 9.0, 0.0], 2.0, [0.0, -3.0, 0.0]);
    assert_eq!((contact.time, contact.point), (2.0, [0.0, 1.0, 0.0]));
    assert_eq!(contact.feature.planes, [3]);
    let contact = meet([3.5, 14.0, 7.0], 7.0, [0.0, -10.0, 0.0]);
    assert_eq!((contact.time, contact.point), (1.0, [1.5, 1.0, 1.0]));
    assert_eq!(contact.feature.planes, [1, 3, 5]);
    let contact = meet([4.5, 15.0, 0.5], 5.0, [0.0, -10.0, 0.0]);
    assert_eq!((contact.time, contact.point), (1.0, [1.5, 1.0, 0.5]));
    assert_eq!(contact.feature.planes, [1, 3]);
    assert_eq!(TimeEquation::Grazes as usize, 2);
}

#[test]
fn edges_whose_halves_are_no_floats() {
    let least = 5e-324;
    let edges = [0, 1, 2].map(|i| [0, 1, 2].map(|k| if i == k { 3.0 * least } else { 0.0 }));
    let body = Parallelepiped::new([0.0; 3], edges).unwrap();
    let sphere = Sphere::new([0.0, 0.0, 10.0 * least], least).unwrap();
    let contact = sphere.moving([0.0, 0.0, -1.0]).unwrap().first_contact(&body).contact().unwrap();
    // In units of `least` these are 10 − 1 − 3/2 and 3/2; ties go to even.
    assert_eq!((contact.time, contact.point[2]), (8.0 * least, 2.0 * least));
    assert_eq!((contact.normal, contact.feature.planes), (Some([0.0, 0.0, 1.0]), vec![5]));
    // One edge is huge and one is tiny, so that no scale holds both.
    let edges = [[1e300, 0.0, 0.0], [0.0, least, 0.0], [1.0, 0.0, 2.0]];
    let body = Parallelepiped::new([0.0; 3], edges).unwrap();
    let sphere = Sphere::new([0.0, 0.0, 3.0], 1.0).unwrap();
    let contact = sphere.moving([0.0, 0.0, -0.5]).unwrap().first_contact(&body).contact().unwrap();
    assert_eq!((contact.time, contact.point), (2.0, [0.0, 0.0, 1.0]));
}
