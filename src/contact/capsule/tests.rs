//! The depth of the decisions, and one test for each special branch.

use super::at_rest::{
    AxisDistance, CapsuleDepth, CapsuleExitQuery, CapsuleSurfacePoint, ClosestPieceQuery,
    DistanceOf, ExitInPlaneQuery, FirstOfAxis, IsAxisAway, IsAxisOutside, OnAxis, OutwardToAxis,
};
use super::cast::{AxisEnd, CapsuleCast, CapsulePiece, capsule_cast};
use super::decision::CapsuleOutcome;
use super::numbers::{CapsuleNumbers, CapsuleTime};
use super::span::TouchedSpanQuery;
use crate::contact::body::{Ball, BallInFrame, Body, TotalRadius};
use crate::contact::cast::{BoundQuery, Cast, CastOutcome, TimeDomain, TimeEquation};
use crate::contact::relative_motion::{RelativeMotion, motion_of_kind};
use crate::contact::{Answer, Feature};
use crate::number::depth::{CountedFloat, Counting, greatest_depth, least_magnitude};
use crate::number::{
    Decision, Effort, GREATEST_DEPTH, GREATEST_DEPTH_OF_DEEP_VALUES, GREATEST_DEPTH_OF_VALUES,
    Measure, Scaled, decide_exactly, has_four, measure, measure_exactly,
};
use crate::random::Random;
use crate::shape::{AlignedBox, Capsule, Point, Segment, Sphere, Triangle};
use std::collections::{BTreeMap, BTreeSet};
use std::format;
use std::string::String;

fn random_reach(random: &mut Random, most: i64) -> TotalRadius {
    let inflation = random.integer(-most, most).max(0.0);
    TotalRadius { radius: random.integer(0, most), inflation }
}

fn random_cast<const V: usize, B: Body>(random: &mut Random, body: B) -> CapsuleCast<V, B> {
    let reach = [2, 4, 1000][random.below(3) as usize];
    let mut vector = || random.integers(-reach, reach);
    let (a, b, mover, obstacle) = (vector(), vector(), [vector(), vector()], [vector(), vector()]);
    let beyond = if reach == 4 { vector() } else { [0.0; 3] };
    let vertices = core::array::from_fn(|_| vector());
    let motion = motion_of_kind(random.below(6), mover, obstacle);
    let domain = if random.below(4) == 0 { TimeDomain::Always } else { TimeDomain::FromStart };
    CapsuleCast { a, b, beyond, body, vertices, motion, domain }
}

/// An outcome of which the float filter is certain is the outcome by integers: for random whole
/// numbers, which often make ties, and for numbers close to these.
#[test]
#[cfg_attr(feature = "compact", ignore = "small code has no float filter")]
fn what_is_seen_is_what_is_decided() {
    let mut random = Random(33);
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for i in 0..300_000 {
        let body = Ball { reach: random_reach(&mut random, 4) };
        let mut cast: CapsuleCast<3, Ball> = random_cast(&mut random, body);
        // The capsule starts farther away.
        let back = random.integer(0, 3);
        for k in 0..3 {
            let way = back * cast.motion.rounded(k);
            (cast.a[k], cast.b[k]) = (cast.a[k] - way, cast.b[k] - way);
        }
        if i % 4 > 0 {
            let size = 1.0 / (1u64 << (12 + random.below(41))) as f64;
            let mut beside = |x: f64| x + x * size * random.integer(-3, 3);
            let mut all = |x: [f64; 3]| x.map(&mut beside);
            (cast.a, cast.b, cast.vertices) =
                (all(cast.a), all(cast.b), cast.vertices.map(&mut all));
            cast.motion =
                RelativeMotion::at(all([0, 1, 2].map(|k| cast.motion.rounded(k))), [0.0; 3]);
            // A capsule is given by the other end of its axis, or by the vector to that end.
            (cast.b, cast.beyond) = if i % 2 == 0 { (cast.b, [0.0; 3]) } else { (cast.a, cast.b) };
        }
        let Some(meeting) = cast.float_filter() else { continue };
        assert_eq!(meeting, decide_exactly(&Scaled::new(cast)), "{cast:?}");
        let CapsuleOutcome::Contact(touch) = meeting else { panic!("only touches are seen") };
        *seen.entry(name(touch.piece, touch.when)).or_default() += 1;
    }
    std::println!("{seen:?}");
    // Both ends have entered at the face, and at each edge and corner.
    let is_often = seen.len() == 14 && seen.values().all(|&count| count > 30);
    assert!(!has_four() || is_often, "{seen:?}");
}

/// For an end that is a sum of two floats and very near to a face, the error of the vector to this
/// end counts as much as the time.
#[test]
fn the_time_of_an_end_that_is_no_float_is_the_nearest() {
    let mut random = Random(41);
    let mut of_b = 0;
    for _ in 0..4_000 {
        // The first corner is so close to zero that the vector to the end has more digits than two
        // floats hold.
        let fine = 1.0 / (1u64 << 58) as f64;
        let corners: [[f64; 3]; 3] =
            core::array::from_fn(|i| random.vector(-1.0, 1.0).map(|x| [fine * x, x][i.min(1)]));
        let edge = |i: usize| core::array::from_fn(|k| corners[i][k] - corners[0][k]);
        let ([e, f], radius): ([[f64; 3]; 2], _) = ([edge(1), edge(2)], random.between(0.5, 2.0));
        let normal: [f64; 3] = core::array::from_fn(|k| {
            let (i, j) = ((k + 1) % 3, (k + 2) % 3);
            e[i] * f[j] - e[j] * f[i]
        });
        let length = normal.iter().map(|x| x * x).sum::<f64>().sqrt();
        let above = radius * (1.0 + 1.0 / (1u64 << (40 + random.below(13))) as f64) / length;
        let away = random.between(0.1, 1.0) / length;
        let a = core::array::from_fn(|k| {
            corners[0][k] + (e[k] + f[k]) / 3.0 + normal[k] * (above + away)
        });
        let capsule = Capsule::with_axis(a, normal.map(|x| -x * away), radius).unwrap();
        let capsule = capsule.moving(normal.map(|x| -x)).unwrap();
        let body = Ball { reach: TotalRadius { radius, inflation: 0.0 } };
        let motion = RelativeMotion::at(normal.map(|x| -x), [0.0; 3]);
        let cast = capsule_cast(&capsule, body, corners, motion);
        let scaled = Scaled::new(cast);
        let CapsuleOutcome::Contact(touch) = decide_exactly(&scaled) else { continue };
        if (touch.when, end_of(touch.piece)) != (TimeEquation::Enters, Some(AxisEnd::B)) {
            continue;
        }
        of_b += 1;
        let time =
            BoundQuery { cast: &scaled.inputs, question: CapsuleTime { touch, backwards: false } };
        let scaled = scaled.ask(|_| time);
        let [exact] = measure_exactly(&scaled);
        let [float] = measure::<f64, _, 1>(&scaled, &mut Effort::default());
        assert_eq!(float, exact.round::<f64>(), "{cast:?}");
    }
    assert!(of_b > 1_000, "{of_b}");
}

fn end_of(piece: CapsulePiece) -> Option<AxisEnd> {
    match piece {
        CapsulePiece::End(end, _) => Some(end),
        _ => None,
    }
}

fn name(piece: CapsulePiece, when: TimeEquation) -> String {
    let piece = match piece {
        CapsulePiece::End(end, place) => format!("{end:?} {:?}", place.feature),
        CapsulePiece::Vertex(_) => String::from("vertex"),
        CapsulePiece::Edge(_, side) => format!("edge {side:?}"),
        CapsulePiece::AlongEdge(_) => String::from("along edge"),
        CapsulePiece::AlongFace(side) => format!("along face {side:?}"),
    };
    format!("{piece}, {when:?}")
}

/// Evaluates all generic code over every kind of outcome, and returns the greatest depths of signs
/// and values.
fn depths<const V: usize, B: Body>(
    count: u32,
    body: impl Fn(&mut Random) -> B,
) -> (u32, u32, BTreeSet<String>) {
    let mut random = Random(13);
    let (mut of_signs, mut of_values) = (0, 0);
    let mut names = BTreeSet::new();
    /// Notes the depth of a measure. Floats evaluate a deep one only for moderate inputs.
    fn noted<M: Measure<K>, const K: usize>(asked: &M, of_values: &mut u32) {
        least_magnitude();
        asked.measure(&Counting).iter().for_each(CountedFloat::note);
        let (depth, least) = (greatest_depth(), least_magnitude());
        if asked.is_deep() {
            assert!(depth <= GREATEST_DEPTH_OF_DEEP_VALUES && least >= f64::MIN_EXP, "{depth}");
        } else {
            *of_values = depth.max(*of_values);
        }
    }
    for _ in 0..count {
        let body = body(&mut random);
        let cast: CapsuleCast<V, B> = random_cast(&mut random, body);
        greatest_depth();
        let Ok(meeting) = cast.decide(&Counting) else { panic!("a float always knows") };
        let span = match meeting {
            CapsuleOutcome::Contact(touch) => {
                names.insert(name(touch.piece, touch.when));
                Some((
                    touch,
                    BoundQuery { cast: &cast, question: TouchedSpanQuery(touch) }.decide(&Counting),
                ))
            }
            _ => None,
        };
        let closest = BoundQuery { cast: &cast, question: ClosestPieceQuery }.decide(&Counting);
        if let Ok(Some(nearest)) = closest {
            let _ = BoundQuery { cast: &cast, question: IsAxisAway(nearest) }.decide(&Counting);
            let _ = BoundQuery { cast: &cast, question: IsAxisOutside(nearest) }.decide(&Counting);
        }
        let exit = BoundQuery { cast: &cast, question: CapsuleExitQuery }.decide(&Counting);
        let question = ExitInPlaneQuery;
        let in_plane = (V == 2).then(|| BoundQuery { cast: &cast, question }.decide(&Counting));
        let axis = cast.of_axis();
        let along = axis.decide(&Counting);
        of_signs = of_signs.max(greatest_depth());

        if let Some((touch, Ok(span))) = span {
            noted(
                &BoundQuery { cast: &cast, question: CapsuleNumbers { touch, span } },
                &mut of_values,
            );
            for backwards in [false, true] {
                noted(
                    &BoundQuery { cast: &cast, question: CapsuleTime { touch, backwards } },
                    &mut of_values,
                );
            }
        }
        if let Ok(nearest) = closest {
            noted(&BoundQuery { cast: &cast, question: DistanceOf(nearest) }, &mut of_values);
        }
        if let Ok(Some(nearest)) = closest {
            noted(&BoundQuery { cast: &cast, question: AxisDistance(nearest) }, &mut of_values);
            noted(&BoundQuery { cast: &cast, question: CapsuleDepth(nearest) }, &mut of_values);
            noted(&BoundQuery { cast: &cast, question: OutwardToAxis(nearest) }, &mut of_values);
            noted(&BoundQuery { cast: &cast, question: OnAxis(nearest) }, &mut of_values);
            noted(
                &BoundQuery { cast: &cast, question: CapsuleSurfacePoint(nearest) },
                &mut of_values,
            );
        }
        if let Ok(exit) = exit {
            noted(&BoundQuery { cast: &cast, question: exit }, &mut of_values);
        }
        if let Some(Ok(exit)) = in_plane {
            noted(&BoundQuery { cast: &cast, question: exit }, &mut of_values);
        }
        if let Ok(CastOutcome::Contact(touch)) = along {
            noted(&BoundQuery { cast: &axis, question: FirstOfAxis(touch) }, &mut of_values);
        }
    }
    (of_signs, of_values, names)
}

fn ball(random: &mut Random) -> Ball {
    Ball { reach: random_reach(random, 4) }
}

fn ball_in_frame(random: &mut Random) -> BallInFrame {
    let [x, y, z] = random.integers(-3, 3);
    let quaternion = [x, y, z, random.integer(1, 3)];
    let (reach, translation) = (random_reach(random, 4), random.integers(-2, 2));
    BallInFrame { reach, quaternion, translation }
}

#[test]
fn no_decision_is_deeper_than_the_filters_allow() {
    let (signs, values, names) = depths::<3, _>(60_000, ball);
    assert!(signs > 10 && signs <= GREATEST_DEPTH, "depth of signs: {signs}");
    assert!(values > 10 && values <= GREATEST_DEPTH_OF_VALUES, "depth of values: {values}");
    // Every branch occurred.
    for piece in ["A Vertex(0)", "B Vertex(1)", "A Edge(2)", "B Edge(0)", "vertex", "along edge"] {
        for when in ["Start", "Enters", "Grazes"] {
            let branch = format!("{piece}, {when}");
            assert!(names.contains(&branch), "{branch} never came up: {names:?}");
        }
    }
    for face in ["A Face", "B Face", "edge Positive", "edge Negative", "along face Positive"] {
        for when in ["Start", "Enters"] {
            let branch = format!("{face}, {when}");
            assert!(names.contains(&branch), "{branch} never came up: {names:?}");
        }
    }
    for (signs, values, _) in [depths::<1, _>(4_000, ball), depths::<2, _>(20_000, ball)] {
        assert!(signs <= GREATEST_DEPTH, "depth of signs: {signs}");
        assert!(values <= GREATEST_DEPTH_OF_VALUES, "depth of values: {values}");
    }
    // In a frame, the first filter is not used.
    let (signs, values, _) = depths::<3, _>(40_000, ball_in_frame);
    assert!(signs <= GREATEST_DEPTH_OF_VALUES, "depth of signs: {signs}");
    assert!(values <= GREATEST_DEPTH_OF_VALUES, "depth of values: {values}");
}

// ---- special branches ----

fn upright(a: [f64; 3], height: f64, radius: f64) -> Capsule<f64, 3> {
    Capsule::with_axis(a, [0.0, 0.0, height], radius).unwrap()
}

#[test]
fn what_lies_on_a_floor_touches_it_all_along() {
    let floor = Triangle::new([0.0; 3], [8.0, 0.0, 0.0], [0.0, 8.0, 0.0]).unwrap();
    let log = Capsule::new([-2.0, 1.0, 1.0], [4.0, 1.0, 1.0], 1.0).unwrap();
    let hit = log.moving([0.0, 0.0, -1.0]).unwrap().first_contact(&floor).contact().unwrap();
    assert_eq!((hit.time, hit.feature, hit.normal), (0.0, Feature::Edge(2), Some([0.0, 0.0, 1.0])));
    assert_eq!((hit.point, hit.other_point), ([0.0, 1.0, 0.0], Some([4.0, 1.0, 0.0])));
}

#[test]
fn an_axis_along_an_edge_touches_it_from_vertex_to_end() {
    let wire = Segment::new([0.0, 0.0, 0.0], [0.0, 0.0, 4.0]).unwrap();
    let pole = upright([5.0, 0.0, -1.0], 3.0, 1.0).moving([-1.0, 0.0, 0.0]).unwrap();
    let hit = pole.first_contact(&wire).contact().unwrap();
    assert_eq!((hit.time, hit.point, hit.feature), (4.0, [0.0; 3], Feature::Vertex(0)));
    assert_eq!(hit.other_point, Some([0.0, 0.0, 2.0]));
}

#[test]
fn an_axis_through_a_triangle_overlaps_where_it_pierces() {
    let floor = Triangle::new([0.0; 3], [8.0, 0.0, 0.0], [0.0, 8.0, 0.0]).unwrap();
    let pole = upright([1.0, 2.0, -1.0], 3.0, 0.25).moving([0.0; 3]).unwrap();
    let overlap = pole.first_contact(&floor).overlap().unwrap();
    assert_eq!((overlap.center, overlap.point), ([1.0, 2.0, -1.0], [1.0, 2.0, 0.0]));
    assert_eq!((overlap.normal, overlap.feature), (None, Feature::Face));
    // The way out leads over the nearer end.
    let out = pole.shape().penetration(&floor).unwrap();
    assert_eq!((out.direction, out.depth), ([0.0, 0.0, 1.0], 1.25));
}

/// Callers that get the inflation only at run time pass it as a radius.
#[test]
fn what_is_asked_of_the_rounded_counts_the_radius() {
    let floor = Triangle::new([0.0; 3], [8.0, 0.0, 0.0], [0.0, 8.0, 0.0]).unwrap();
    let pole = upright([1.0, 2.0, -0.25], 3.0, 0.5);
    let foot = Sphere::new([1.0, 2.0, -0.25], 0.5).unwrap();
    let above = upright([1.0, 2.0, 3.0], 3.0, 0.5);
    for inflation in [0.0, 0.125] {
        let out = pole.penetration_of_inflated(&floor, inflation).unwrap();
        assert_eq!((out.direction, out.depth), ([0.0, 0.0, 1.0], 0.75 + inflation));
        let out = foot.penetration_of_inflated(&floor, inflation).unwrap();
        assert_eq!((out.direction, out.depth), ([0.0, 0.0, -1.0], 0.25 + inflation));
        let closest = above.closest_of_inflated(&floor, inflation).unwrap();
        assert_eq!((closest.point, closest.on_axis), ([1.0, 2.0, inflation], [1.0, 2.0, 3.0]));
        assert_eq!(closest.distance, 2.5 - inflation);
    }
}

#[test]
fn the_end_that_leads_is_the_ball_that_touches() {
    let post = Point::new([0.0, 0.0, 0.0]).unwrap();
    let pole = upright([0.0, 0.0, 5.0], 3.0, 1.0).moving([0.0, 0.0, -1.0]).unwrap();
    assert_eq!(pole.contact_time(&post), Some(4.0));
    let pole = upright([0.0, 0.0, -5.0], -3.0, 1.0).moving([0.0, 0.0, 1.0]).unwrap();
    assert_eq!((pole.contact_time(&post), pole.last_time(&post)), (Some(4.0), Some(9.0)));
}

#[test]
fn a_box_is_solid() {
    let room = AlignedBox::new([0.0; 3], [9.0; 3]).unwrap();
    let inside = upright([4.0, 4.0, 2.0], 3.0, 0.5).moving([1.0, 0.0, 0.0]).unwrap();
    let overlap = inside.first_contact(&room).overlap().unwrap();
    assert_eq!((overlap.point, overlap.normal), ([4.0, 4.0, 2.0], None));
    assert_eq!(inside.last_time(&room), Some(5.5));
    let out = inside.shape().penetration(&room).unwrap();
    assert_eq!((out.direction, out.depth), ([-1.0, 0.0, 0.0], 4.5));
    assert!(matches!(inside.first_entry(&room), Answer::Overlap(_)));
}
