//! The depth of the decisions, and one test for each special branch.

use super::at_rest::{
    AcrossVector, CenterDistance, ClosestFeatureQuery, FeatureQuery, IsCenterAway, IsCenterOutside,
    OutwardToCenter, SimplexExitQuery, SimplexSurfacePoint, SphereDepth, SquaredDistance,
};
use super::cast::{SidedFeature, SimplexCast, SimplexTouch};
use super::decision::SimplexOutcome;
use super::numbers::{Entering, KINDS, NormalDirection, SimplexNumbers, SimplexTime};
use crate::contact::body::{Ball, BallInFrame, Body, StretchedBall, TotalRadius};
use crate::contact::cast::{BoundQuery, Cast, TimeDomain, TimeEquation, ask};
use crate::contact::relative_motion::{RelativeMotion, motion_of_kind};
use crate::contact::sealed::Meets;
use crate::contact::{Answer, Approach, Contact, Feature, driver};
use crate::number::depth::{CountedFloat, Counting, greatest_depth};
use crate::number::{
    Columns, Decision, Effort, GREATEST_DEPTH, GREATEST_DEPTH_OF_VALUES, Measure, Range, Scaled,
    Sign, decide, decide_exactly, has_four, measure,
};
use crate::random::Random;
use crate::shape::{Moving, Point, Segment, Sphere, Triangle, Until};
use std::vec::Vec;

/// Returns a random total radius; half of the radii have no inflation.
fn random_reach(random: &mut Random, most: i64) -> TotalRadius {
    let inflation = random.integer(-most, most).max(0.0);
    TotalRadius { radius: random.integer(0, most), inflation }
}

fn random_cast<const V: usize>(random: &mut Random) -> SimplexCast<V> {
    let reach = [2, 4, 1000][random.below(3) as usize];
    let mut vector = || random.integers(-reach, reach);
    let (center, mover, obstacle) = (vector(), [vector(), vector()], [vector(), vector()]);
    let vertices = [0; V].map(|_| vector());
    let motion = motion_of_kind(random.below(6), mover, obstacle);
    let body = Ball { reach: random_reach(random, reach) };
    SimplexCast { center, body, vertices, motion, domain: TimeDomain::FromStart }
}

/// Evaluates all generic code over every kind of outcome, and returns the greatest depths of signs
/// and values.
fn depths<const V: usize, B: Body>(
    count: u32,
    body: impl Fn(&mut Random) -> Option<B>,
) -> (u32, u32, Vec<SimplexOutcome>) {
    let mut random = Random(11);
    let (mut of_signs, mut of_values) = (0, 0);
    let mut meetings = Vec::new();
    for i in 0..count {
        let ball: SimplexCast<V> = random_cast(&mut random);
        let SimplexCast { center, vertices, motion, .. } = ball;
        let Some(body) = body(&mut random) else { continue };
        let domain = if i % 4 == 0 { TimeDomain::Always } else { TimeDomain::FromStart };
        let cast = SimplexCast { center, body, vertices, motion, domain };
        greatest_depth();
        let Ok(meeting) = cast.decide(&Counting) else { panic!("a float always knows") };
        if !meetings.contains(&meeting) {
            meetings.push(meeting);
        }
        assert!(cast.float_filter().is_none_or(|seen| seen == meeting), "{cast:?}");
        let closest = BoundQuery { cast: &ball, question: ClosestFeatureQuery }.decide(&Counting);
        let of_center = cast.of_center();
        let _ = BoundQuery { cast: &of_center, question: ClosestFeatureQuery }.decide(&Counting);
        let exit = BoundQuery { cast: &ball, question: SimplexExitQuery }.decide(&Counting);
        if let Ok(feature) = closest {
            let question = FeatureQuery { feature, question: IsCenterAway };
            let _ = BoundQuery { cast: &ball, question }.decide(&Counting);
            let _ = BoundQuery { cast: &of_center, question }.decide(&Counting);
            let question = FeatureQuery { feature, question: IsCenterOutside };
            let _ = BoundQuery { cast: &ball, question }.decide(&Counting);
        }
        of_signs = of_signs.max(greatest_depth());
        let touch = match (meeting, closest) {
            (SimplexOutcome::Contact(touch), _) => Some(touch),
            (SimplexOutcome::Overlap(()), Ok(feature)) => Some(SimplexTouch::closest(feature)),
            _ => None,
        };
        let note = |values: &[CountedFloat]| values.iter().for_each(CountedFloat::note);
        if let Some(touch) = touch {
            note(&BoundQuery { cast: &cast, question: SimplexNumbers(touch) }.measure(&Counting));
            note(
                &BoundQuery { cast: &cast, question: SimplexTime { touch, backwards: false } }
                    .measure(&Counting),
            );
            note(
                &BoundQuery { cast: &cast, question: SimplexTime { touch, backwards: true } }
                    .measure(&Counting),
            );
            note(&BoundQuery { cast: &cast, question: NormalDirection(touch) }.measure(&Counting));
        }
        if let (Ok(feature), Ok(exit)) = (closest, exit) {
            let cast = ball;
            let question = FeatureQuery { feature, question: SquaredDistance };
            note(&BoundQuery { cast: &cast, question }.measure(&Counting));
            let question = FeatureQuery { feature, question: CenterDistance };
            note(&BoundQuery { cast: &cast, question }.measure(&Counting));
            let question = FeatureQuery { feature, question: SphereDepth };
            note(&BoundQuery { cast: &cast, question }.measure(&Counting));
            let question = FeatureQuery { feature, question: OutwardToCenter };
            note(&BoundQuery { cast: &cast, question }.measure(&Counting));
            let question = FeatureQuery { feature, question: SimplexSurfacePoint };
            note(&BoundQuery { cast: &cast, question }.measure(&Counting));
            let question = FeatureQuery { feature, question: (AcrossVector, exit) };
            note(&BoundQuery { cast: &cast, question }.measure(&Counting));
            let cast = of_center;
            let question = FeatureQuery { feature, question: SimplexSurfacePoint };
            note(&BoundQuery { cast: &cast, question }.measure(&Counting));
            let question = FeatureQuery { feature, question: SquaredDistance };
            note(&BoundQuery { cast: &cast, question }.measure(&Counting));
            let question = FeatureQuery { feature, question: CenterDistance };
            note(&BoundQuery { cast: &cast, question }.measure(&Counting));
            let question = FeatureQuery { feature, question: OutwardToCenter };
            note(&BoundQuery { cast: &cast, question }.measure(&Counting));
        }
        of_values = of_values.max(greatest_depth());
    }
    (of_signs, of_values, meetings)
}

fn random_ball(random: &mut Random) -> Option<Ball> {
    Some(Ball { reach: random_reach(random, 4) })
}

fn random_ellipsoid(random: &mut Random) -> Option<StretchedBall> {
    Some(StretchedBall { radii: random.integers(1, 4) })
}

fn random_ball_in_frame(random: &mut Random) -> Option<BallInFrame> {
    let [x, y, z] = random.integers(-3, 3);
    let quaternion = [x, y, z, random.integer(1, 3)];
    let (reach, translation) = (random_reach(random, 4), random.integers(-2, 2));
    Some(BallInFrame { reach, quaternion, translation })
}

#[test]
fn no_decision_is_deeper_than_the_filters_allow() {
    let (signs, values, meetings) = depths::<3, _>(60_000, random_ball);
    assert!(signs > 10 && signs <= GREATEST_DEPTH, "depth of signs: {signs}");
    // Values are rounded from doubles, whose bound has room for 128 roundings.
    assert!(values > 10 && values <= GREATEST_DEPTH_OF_VALUES, "depth of values: {values}");
    // Every branch occurred: vertices, edges and both sides of the face, entered, grazed and
    // touched.
    let came_up = |when, place, approach| {
        let met =
            meetings.contains(&SimplexOutcome::Contact(SimplexTouch { when, place, approach }));
        assert!(met, "{when:?} {place:?} {approach:?} never came up");
    };
    use Approach::{Approaching, Parting, Sliding};
    for i in 0..3 {
        for feature in [Feature::Vertex(i), Feature::Edge(i)] {
            let place = SidedFeature { feature, side: Sign::Zero };
            came_up(TimeEquation::Enters, place, Approaching);
            came_up(TimeEquation::Grazes, place, Sliding);
            for approach in [Approaching, Sliding, Parting] {
                came_up(TimeEquation::Start, place, approach);
            }
        }
    }
    for side in [Sign::Negative, Sign::Positive] {
        let place = SidedFeature { feature: Feature::Face, side };
        came_up(TimeEquation::Enters, place, Approaching);
        came_up(TimeEquation::Start, place, Parting);
    }
    for (signs, values, _) in [
        depths::<1, _>(2_000, random_ball),
        depths::<2, _>(10_000, random_ball),
        depths::<1, _>(2_000, random_ellipsoid),
        depths::<2, _>(10_000, random_ellipsoid),
        depths::<3, _>(30_000, random_ellipsoid),
        depths::<3, _>(60_000, random_ball_in_frame),
    ] {
        assert!(signs <= GREATEST_DEPTH, "depth of signs: {signs}");
        assert!(values <= GREATEST_DEPTH_OF_VALUES, "depth of values: {values}");
    }
}

/// Returns a cast with each number changed by up to three times a small relative error, whose size
/// is random.
fn disturbed(random: &mut Random, cast: &SimplexCast<3>) -> SimplexCast<3> {
    let size = 1.0 / (1u64 << (12 + random.below(41))) as f64;
    let mut beside = |x: f64| x + x * size * random.integer(-3, 3);
    let mut all = |x: [f64; 3]| x.map(&mut beside);
    let (center, vertices) = (all(cast.center), cast.vertices.map(&mut all));
    let velocity = all(core::array::from_fn(|k| cast.motion.rounded(k)));
    SimplexCast { center, vertices, motion: RelativeMotion::at(velocity, [0.0; 3]), ..*cast }
}

/// An outcome of which the float filter is certain is the outcome by integers: for random whole
/// numbers, which often make ties, and for numbers close to these.
#[test]
#[cfg_attr(feature = "compact", ignore = "small code has no float filter")]
fn what_is_seen_is_what_is_decided() {
    let mut random = Random(31);
    let (mut seen, mut apart) = ([0; 7], 0);
    for i in 0..300_000 {
        let mut lattice: SimplexCast<3> = random_cast(&mut random);
        // The ball starts farther away.
        let back = random.integer(0, 3);
        lattice.center = [0, 1, 2].map(|k| lattice.center[k] - back * lattice.motion.rounded(k));
        let mut cast = if i % 4 == 0 { lattice } else { disturbed(&mut random, &lattice) };
        if i % 3 == 0 {
            cast.body.reach = TotalRadius::NONE;
        }
        let Some(meeting) = cast.float_filter() else { continue };
        assert_eq!(meeting, decide_exactly(&Scaled::new(cast)), "{cast:?}");
        match meeting {
            SimplexOutcome::Apart => apart += 1,
            SimplexOutcome::Overlap(()) => panic!("no overlap is seen"),
            SimplexOutcome::Contact(touch) => match touch.place.feature {
                Feature::Vertex(i) => seen[usize::from(i)] += 1,
                Feature::Edge(i) => seen[3 + usize::from(i)] += 1,
                Feature::Face => seen[6] += 1,
            },
        }
    }
    std::println!("{seen:?}, {apart} apart");
    assert!(!has_four() || seen.iter().all(|&count| count > 100) && apart > 100, "{seen:?}");
}

/// In general position the filter settles most misses, and almost all misses that pass far away.
#[test]
#[cfg_attr(feature = "compact", ignore = "small code has no float filter")]
fn most_misses_are_seen() {
    let mut random = Random(34);
    let (mut missed, mut seen, mut far) = (0, 0, 0);
    while missed < 3_000 {
        let mut vector = |far: f64| [0; 3].map(|_| random.between(-far, far));
        let (center, [a, b, c], target) = (vector(5.0), [0; 3].map(|_| vector(1.0)), vector(6.0));
        let velocity = core::array::from_fn(|k| target[k] - center[k]);
        let radius = random.between(0.0, 0.6);
        let mover = Sphere::new(center, radius).and_then(|it| it.moving(velocity)).unwrap();
        let triangle = Triangle::new(a, b, c).unwrap();
        let still = Moving::still(triangle);
        if mover.first_contact(&still) != Answer::None {
            continue;
        }
        missed += 1;
        let is_seen =
            triangle.with_float_filter(&mover, |seen| Some(seen == Answer::None), || false);
        seen += u32::from(is_seen);
        let wide = Sphere::new(center, radius + 0.5).and_then(|it| it.moving(velocity)).unwrap();
        far += u32::from(!is_seen && wide.first_contact(&still) == Answer::None);
    }
    assert!(!has_four() || seen * 10 >= missed * 9 && far * 50 <= missed, "{seen}, {far}");
}

/// In general position the filter settles almost all entries.
#[test]
#[cfg_attr(feature = "compact", ignore = "small code has no float filter")]
fn nearly_all_entries_are_seen() {
    let mut random = Random(32);
    let (mut entries, mut seen) = (0, 0);
    while entries < 3_000 {
        let mut vector = |far: f64| [0; 3].map(|_| random.between(-far, far));
        let (center, vertices, target) = (vector(5.0), [0; 3].map(|_| vector(1.0)), vector(2.0));
        let velocity = core::array::from_fn(|k| target[k] - center[k]);
        let body = Ball { reach: TotalRadius::sharp(random.between(0.0, 0.6)) };
        let motion = RelativeMotion::at(velocity, [0.0; 3]);
        let cast = SimplexCast { center, body, vertices, motion, domain: TimeDomain::FromStart };
        if let SimplexOutcome::Contact(_) = decide(&Scaled::new(cast), &mut Effort::default()) {
            entries += 1;
            seen += u32::from(cast.float_filter().is_some());
        }
    }
    assert!(!has_four() || seen * 1000 >= entries * 999, "{seen} of {entries}");
}

/// For balls that enter, the numbers of four casts at once are equal to the numbers of each cast
/// alone, and most are certain.
fn numbers_of_four<const V: usize>() {
    let mut random = Random(19);
    let mut waiting = [const { (Columns::NONE, Vec::new()) }; KINDS];
    let (mut asked, mut told) = (0, [0; KINDS]);
    while asked < 20_000 {
        let mut vector = |far: f64| [0; 3].map(|_| random.between(-far, far));
        let (center, at) = (vector(5.0), vector(1.5));
        let vertices = [0; V].map(|_| vector(1.0));
        let obstacle = if asked % 2 == 0 { [0.0; 3] } else { vector(1.0) };
        let motion =
            RelativeMotion::at(core::array::from_fn(|k| at[k] - center[k] + obstacle[k]), obstacle);
        let mut inflation = || [0.0, random.between(0.0, 0.3)][random.below(2) as usize];
        let reach = TotalRadius { radius: 0.1 + inflation(), inflation: inflation() };
        let domain = TimeDomain::FromStart;
        let cast = SimplexCast { center, body: Ball { reach }, vertices, motion, domain };
        let scaled = Scaled::new(cast);
        let SimplexOutcome::Contact(touch) = decide(&scaled, &mut Effort::default()) else {
            continue;
        };
        let Some(kind) = Entering::kind(&scaled, &touch) else { continue };
        let (columns, those) = &mut waiting[kind];
        let entering = Entering::of(&cast, &touch);
        columns.put(those.len(), &entering);
        those.push((entering, cast, touch));
        // Sometimes a group has fewer than four casts.
        if those.len() < 4 && random.below(9) > 0 {
            continue;
        }
        let Some(found) = columns.measure::<f64, _, 10>(&those[0].0, Range::WIDE) else { return };
        let single = columns.measure::<f32, _, 10>(&those[0].0, Range::WIDE).unwrap();
        for ((_, cast, touch), (found, single)) in
            those.drain(..).zip(found.into_iter().zip(single))
        {
            let (scaled, effort) = (Scaled::new(cast), &mut Effort::default());
            let alone = measure::<f64, _, 10>(&ask(&scaled, SimplexNumbers(touch)), effort);
            asked += 1;
            told[kind] += u32::from(found.is_some());
            assert!(found.is_none_or(|found| found == alone), "{cast:?}");
            let alone = measure::<f32, _, 10>(&ask(&scaled, SimplexNumbers(touch)), effort);
            assert!(single.is_none_or(|single| single == alone), "{cast:?}");
        }
    }
    std::println!("{told:?} of {asked}");
    assert!(told.iter().sum::<u32>() * 100 > asked * 99);
    assert!(told[0] > 100 && (V < 2 || told[1] > 100) && (V < 3 || told[2].min(told[3]) > 100));
}

#[test]
fn numbers_of_four_are_those_of_each() {
    numbers_of_four::<1>();
    numbers_of_four::<2>();
    numbers_of_four::<3>();
}

// ---- special branches ----

const RIGHT: [[f64; 3]; 3] = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];

fn meet(
    center: [f64; 3],
    radius: f64,
    velocity: [f64; 3],
    vertices: [[f64; 3]; 3],
) -> Answer<f64, 3> {
    let (body, motion, domain) = (
        Ball { reach: TotalRadius::sharp(radius) },
        RelativeMotion::at(velocity, [0.0; 3]),
        TimeDomain::FromStart,
    );
    let cast = SimplexCast { center, body, vertices, motion, domain };
    driver::meet(cast, Until::NEVER, false, &mut Effort::default())
}

fn touch(
    center: [f64; 3],
    radius: f64,
    velocity: [f64; 3],
    vertices: [[f64; 3]; 3],
) -> Contact<f64, 3> {
    match meet(center, radius, velocity, vertices) {
        Answer::Contact(contact) => contact,
        other => panic!("{other:?}"),
    }
}

#[test]
fn resting_on_the_face_and_leaving_is_a_contact_that_parts() {
    let contact = touch([1.0, 1.0, 1.0], 1.0, [0.0, 0.0, 3.0], RIGHT);
    assert_eq!((contact.time, contact.feature), (0.0, Feature::Face));
    assert_eq!(contact.approach, Approach::Parting);
    assert_eq!(contact.normal, Some([0.0, 0.0, 1.0]));
}

#[test]
fn resting_beside_the_face_and_leaving_is_nothing() {
    assert_eq!(meet([-5.0, -5.0, 1.0], 1.0, [1.0, 1.0, 0.1], RIGHT), Answer::None);
}

#[test]
fn sliding_on_the_face_plane_first_grazes_an_edge() {
    let contact = touch([-5.0, 1.0, 1.0], 1.0, [1.0, 0.0, 0.0], RIGHT);
    assert_eq!((contact.time, contact.feature), (5.0, Feature::Edge(2)));
    assert_eq!(contact.approach, Approach::Sliding);
}

#[test]
fn the_earlier_of_two_grazed_vertices_counts() {
    let contact = touch([-5.0, 0.0, 1.0], 1.0, [1.0, 0.0, 0.0], RIGHT);
    assert_eq!((contact.time, contact.feature), (5.0, Feature::Vertex(0)));
    let contact = touch([9.0, 0.0, 1.0], 1.0, [-1.0, 0.0, 0.0], RIGHT);
    assert_eq!((contact.time, contact.feature), (5.0, Feature::Vertex(1)));
}

#[test]
fn standing_still_apart_is_nothing() {
    assert_eq!(meet([1.0, 1.0, 1.5], 1.0, [0.0; 3], RIGHT), Answer::None);
}

#[test]
fn too_close_to_the_plane_to_know_the_side_is_an_overlap() {
    let tilted = [[0.1, 0.2, 0.3], [4.1, 0.7, 0.9], [0.3, 4.4, 1.3]];
    let middle: [f64; 3] = core::array::from_fn(|k| tilted.iter().map(|p| p[k]).sum::<f64>() / 3.0);
    assert!(matches!(meet(middle, 0.5, [1.0, 0.0, 0.0], tilted), Answer::Overlap(_)));
}

#[test]
fn a_degenerate_triangle_is_its_longest_edge() {
    let flat = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [4.0, 0.0, 0.0]];
    let contact = touch([1.0, 0.0, 5.0], 1.0, [0.0, 0.0, -1.0], flat);
    assert_eq!((contact.time, contact.point), (4.0, [1.0, 0.0, 0.0]));
    let point = [[1.0, 2.0, 3.0]; 3];
    let contact = touch([1.0, 2.0, 8.0], 1.0, [0.0, 0.0, -1.0], point);
    assert_eq!((contact.time, contact.point), (4.0, [1.0, 2.0, 3.0]));
}

#[test]
fn a_point_on_the_face_comes_from_where_it_does_not_go() {
    let contact = touch([1.0, 1.0, 0.0], 0.0, [0.0, 0.0, 2.0], RIGHT);
    assert_eq!(contact.normal, Some([0.0, 0.0, -1.0]));
    assert_eq!(contact.approach, Approach::Approaching);
    let contact = touch([1.0, 1.0, 0.0], 0.0, [1.0, 0.0, 0.0], RIGHT);
    assert_eq!((contact.normal, contact.approach), (None, Approach::Sliding));
}

#[test]
fn a_ray_has_a_normal_only_on_the_face() {
    let contact = touch([1.0, 1.0, 5.0], 0.0, [0.0, 0.0, -1.0], RIGHT);
    assert_eq!((contact.time, contact.normal), (5.0, Some([0.0, 0.0, 1.0])));
    let contact = touch([0.0, 1.0, 5.0], 0.0, [0.0, 0.0, -1.0], RIGHT);
    assert_eq!((contact.feature, contact.normal), (Feature::Edge(2), None));
    assert_eq!(contact.approach, Approach::Approaching);
}

#[test]
fn the_farthest_vertex_is_told_by_all_digits() {
    // The squares of 2³¹ + 1 and of the length of (−2³¹, 2¹⁶) differ by one.
    let (long, short) = (f64::from(1u32 << 31), f64::from(1 << 16));
    let far = long + 1.0;
    let triangle = [[-long, short, 0.0], [far, 0.0, 0.0], [-1.0, -short, 0.0]];
    let contact = touch([far + 1.0, -5.0, 0.0], 1.0, [0.0, 1.0, 0.0], triangle);
    assert_eq!((contact.time, contact.feature), (5.0, Feature::Vertex(1)));
}

#[test]
fn the_time_limit_counts_as_reached() {
    let ball = |t_max| {
        let sphere = Sphere::new([0.0, 0.0, 5.0], 1.0).unwrap();
        sphere.moving([0.0, 0.0, -1.0]).unwrap().until(t_max).unwrap()
    };
    let [a, b, c] = RIGHT;
    let triangle = Triangle::new(a, b, c).unwrap();
    assert!(ball(4.0).first_contact(&triangle).contact().is_some());
    assert_eq!(ball(4f64.next_down()).first_contact(&triangle), Answer::None);
    let short = triangle.moving([0.0; 3]).unwrap().until(3.0).unwrap();
    assert_eq!(ball(9.0).first_contact(&short), Answer::None);
}

#[test]
fn segments_and_points_in_the_plane() {
    let disc = Sphere::new([0.0, 3.0], 1.0).unwrap().moving([0.0, -1.0]).unwrap();
    let wall = Segment::new([-1.0, 0.0], [1.0, 0.0]).unwrap();
    let contact = disc.first_contact(&wall).contact().unwrap();
    assert_eq!((contact.time, contact.normal), (2.0, Some([0.0, 1.0])));
    assert_eq!((contact.point, contact.feature), ([0.0, 0.0], Feature::Edge(0)));
    let post = Point::new([0.0, -1.0]).unwrap().moving([0.0, 1.0]).unwrap();
    let contact = disc.first_contact(&post).contact().unwrap();
    assert_eq!((contact.time, contact.point), (1.5, [0.0, 0.5]));
}

/// A corner on the longest edge of a degenerate triangle is not reported as a vertex: every kind of
/// number reports that edge.
#[test]
fn a_corner_within_an_edge_is_that_edge() {
    for (b, c) in [([4.0, 4.0, 0.0], [4.0, 0.0, 0.0]), ([4.0, 4.0, 7.0], [4.0, 0.0, 0.0])] {
        let a = [4.0, -b[1], -b[2]];
        let triangle = crate::Triangle::new(a, b, c).unwrap();
        for radius in [5.329070518200751e-15, 1e-3, 1.0] {
            let ball = crate::Sphere::new([22.0, 0.0, 0.0], radius).unwrap();
            let ball = ball.moving([-4.0, 0.0, 0.0]).unwrap();
            let hit = ball.first_contact(&triangle).contact().unwrap();
            assert_eq!(hit.feature, Feature::Edge(0), "{radius}");
            let crate::ExactAnswer::Contact(Contact { feature, .. }) =
                ball.first_contact_exact(&triangle)
            else {
                panic!("no contact")
            };
            assert_eq!(feature, hit.feature, "{radius}");
        }
    }
}
