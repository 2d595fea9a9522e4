//! Laws of the certificates. For every piece, a result that floats are certain of equals the result
//! of integers. All certificates that hold agree. No sign is deeper than the error bounds of floats
//! allow.

use super::axes::{AxisOutcome, by_separating_axes};
use super::certificate::Certified;
use super::core::{Core, TurnedFrame};
use super::exhaustive::{ExactPair, Rest, Surds};
use super::landing::{FacetQuery, Landing, Moment, OnFacet, StaysOutside};
use super::line_landing::OnLine;
use super::numbers::{IsEntered, IsEnteredInside, TouchQuery};
use super::pair::{ConvexPair, LiftedPair};
use super::piece::{At, Face, Piece};
use super::rest::{ClosestOver, DistanceTo, IsClosest, ToMover};
use super::separation::{AxisAcross, Separation};
use super::shared::{NearestFacets, SharedCorner, SharedCorners, StartsInside};
use super::solve::first_contact_of_many;
use super::solver::{Place, Solver, rounded};
use crate::contact::answer::Answer;
use crate::contact::body::TotalRadius;
use crate::contact::cast::TimeDomain;
use crate::contact::relative_motion::RelativeMotion;
use crate::number::depth::{Counting, greatest_depth, least_magnitude};
use crate::number::{
    Decision, Effort, Exact, GREATEST_DEPTH, GREATEST_DEPTH_OF_DEEP_VALUES,
    GREATEST_DEPTH_OF_VALUES, Inputs, Lift, Measure, Number, Scaled, Sign, Surd, decide_by_floats,
    dot, scaled_to_one,
};
use crate::random::Random;
use crate::shape::vector::{each, squared};
use crate::shape::{Hull, Parallelepiped, Until};
use alloc::vec::Vec;

/// Returns coordinates on a lattice, near a lattice, or anywhere.
fn number(random: &mut Random, family: u64) -> f64 {
    match family {
        0 => random.integer(-3, 3),
        1 => random.integer(-6, 6) / 2.0,
        2 => random.integer(-3, 3) + random.integer(-1, 1) / (1u64 << 50) as f64,
        _ => random.between(-4.0, 4.0),
    }
}

fn vector(random: &mut Random, family: u64) -> [f64; 3] {
    core::array::from_fn(|_| number(random, family))
}

/// Returns a core, which was moved to another place in every fourth case.
fn core<'h>(
    random: &mut Random,
    family: u64,
    hull: &'h mut Hull<f64, 3>,
    may_turn: bool,
) -> Core<'h> {
    let core = core_as_given(random, family, hull, may_turn);
    if random.below(4) == 0 { core.at(vector(random, family)) } else { core }
}

fn core_as_given<'h>(
    random: &mut Random,
    family: u64,
    hull: &'h mut Hull<f64, 3>,
    may_turn: bool,
) -> Core<'h> {
    let [a, b, c] = [(); 3].map(|()| vector(random, family));
    match random.below(if may_turn { 8 } else { 6 }) {
        0 => Core::point(a),
        1 => Core::segment(a, b),
        2 => Core::axis(a, [a, b]),
        3 => {
            let low = core::array::from_fn(|k| a[k].min(b[k]));
            let high = core::array::from_fn(|k| a[k].max(b[k]));
            Core::aligned_box(low, high, 3)
        }
        4 => {
            *hull = Hull::new((0..5).map(|_| vector(random, family))).unwrap();
            Core::hull(hull.corners(), hull.numbers(), hull.topology(), a)
        }
        5 => {
            let mut edges = [a, b, c];
            loop {
                if let Ok(body) = Parallelepiped::new(a, edges) {
                    let [e, f, g] = edges;
                    let edges = if body.is_left_handed() { [f, e, g] } else { edges };
                    break Core::parallelepiped(a, edges);
                }
                edges = [(); 3].map(|()| vector(random, family));
            }
        }
        _ => {
            let mut turned = [0.0; 4];
            while turned == [0.0; 4] {
                turned = core::array::from_fn(|_| number(random, family));
            }
            if random.below(2) == 0 {
                let triangle = super::triangle_core([b, c, vector(random, family)]);
                return triangle.in_frame(&TurnedFrame::new(turned, a));
            }
            Core::oriented_box(a, c.map(f64::abs), turned, 3)
        }
    }
}

fn motion(velocity: [f64; 3]) -> RelativeMotion<3> {
    RelativeMotion::at(velocity, [0.0; 3])
}

/// Calls `see` with random pairs.
fn pairs(seed: u64, count: usize, may_turn: [bool; 2], mut see: impl FnMut(ConvexPair<'_>)) {
    let mut random = Random(seed);
    let mut hulls = [(); 2].map(|()| Hull::new([[0.0; 3]]).unwrap());
    for i in 0..count {
        let family = i as u64 % 4;
        let [first, second] = &mut hulls;
        let mover = core(&mut random, family, first, may_turn[0]);
        let obstacle = core(&mut random, family, second, may_turn[1]);
        let velocity = vector(&mut random, family);
        let radius = if random.below(3) == 0 { 0.0 } else { number(&mut random, family).abs() };
        let domain = if random.below(4) == 0 { TimeDomain::Always } else { TimeDomain::FromStart };
        let pair = ConvexPair::new((mover, radius), (obstacle, 0.0), motion(velocity), 3);
        see(ConvexPair { domain, ..pair });
    }
}

fn pieces(pair: &ConvexPair<'_>) -> Vec<Piece> {
    let (faces, lines) = (pair.faces(false).map(Piece::Face), pair.lines().map(Piece::Line));
    faces.chain(lines).chain(pair.corners().map(Piece::Corner)).collect()
}

#[test]
fn what_floats_are_sure_of_is_what_integers_decide_and_all_that_hold_agree() {
    let (mut sure, mut unsure, mut entered, mut several) = (0, 0, 0, 0);
    pairs(1, 800, [true; 2], |pair| {
        let scaled = Scaled::new(pair);
        let exact: ExactPair<'_, '_> = LiftedPair::new(&scaled.inputs, scaled.integers());
        let mut first: Option<Surd> = None;
        for piece in pieces(&scaled.inputs) {
            let truth = exact.certify(piece).unwrap();
            let asked = scaled.ask(|pair| pair.about(IsEntered(piece)));
            match decide_by_floats(&asked) {
                Some(told) => {
                    sure += 1;
                    assert_eq!(told, truth, "{piece:?} {:?}", scaled.inputs);
                }
                // The lengths of a pair with deep times may be too small.
                None => {
                    unsure += usize::from(
                        Inputs::suits_floats(&scaled.inputs) || !scaled.inputs.has_deep_times(),
                    )
                }
            }
            if matches!(truth, Certified::Enters | Certified::EntersInside) {
                let t = Surd::of(&exact.entry(piece).0, 0);
                match &first {
                    None => {
                        entered += 1;
                        first = Some(t);
                    }
                    Some(known) => {
                        several += 1;
                        assert_eq!(*known, t, "{piece:?}");
                    }
                }
            }
        }
    });
    let counts = [sure, unsure, entered, several];
    assert!(sure > 99 * unsure && entered > 120 && several > 12, "{counts:?}");
}

/// Every piece that is certified as closest at rest is the closest of all pieces, results that
/// floats are certain of are right, and no guessed piece changes the closest point.
#[test]
fn what_is_closest_over_one_piece_is_closest_of_all() {
    let (mut sure, mut closest, mut elsewhere) = (0, [0; 3], 0);
    pairs(3, 800, [true; 2], |pair| {
        let scaled = Scaled::new(pair);
        let grid = scaled.integers();
        let exact: ExactPair<'_, '_> = LiftedPair::new(&scaled.inputs, grid);
        let rest = exact.rest();
        for piece in pieces(&scaled.inputs) {
            let Rest { w, m } = exact.rest_near(&[piece]);
            assert!(is_rest(&rest, &w, &m), "{piece:?} {:?}", scaled.inputs);
            let asked = scaled.ask(|pair| pair.about(IsClosest(piece)));
            let truth = asked.inputs.decide::<Exact>(&grid).unwrap();
            if let Some(told) = decide_by_floats(&asked) {
                sure += 1;
                assert_eq!(told, truth, "{piece:?} {:?}", scaled.inputs);
            }
            if !truth {
                elsewhere += 1;
                continue;
            }
            closest[match piece {
                Piece::Corner(_) => 0,
                Piece::Line(_) => 1,
                Piece::Face(_) => 2,
            }] += 1;
            let ToMover { w, m, .. } = exact.to_mover(piece);
            assert!(is_rest(&rest, &w, &m), "{piece:?} {:?}", scaled.inputs);
        }
    });
    let counts = (sure, closest, elsewhere);
    assert!(sure > 9 * elsewhere / 10 && closest.iter().all(|n| *n > 30), "{counts:?}");
}

/// Returns whether `w / m` is a vector to the closest point.
fn is_rest(rest: &Rest, w: &[Exact; 3], m: &Exact) -> bool {
    let difference = |k: usize| w[k].times(&rest.m).minus(&rest.w[k].times(m));
    m.sign() == Ok(Sign::Positive) && (0..3).all(|k| difference(k).sign() == Ok(Sign::Zero))
}

/// Returns all corners that the intersection of two cores could have.
fn all_shared_corners(pair: &ConvexPair<'_>) -> Vec<SharedCorner> {
    let mut all = Vec::new();
    for is_obstacle in [true, false] {
        let (own, other) = (pair.topology(is_obstacle), pair.topology(!is_obstacle));
        all.extend(
            (0..own.vertex_count).map(|vertex| SharedCorner::Vertex { is_obstacle, vertex }),
        );
        for edge in 0..own.edges.len() as u32 {
            let faces = 0..other.face_count() as u32;
            all.extend(faces.map(|face| SharedCorner::Through { is_obstacle, edge, face }));
        }
    }
    for obstacle in 0..pair.obstacle.topology().edges.len() as u32 {
        let edges = 0..pair.mover.topology().edges.len() as u32;
        all.extend(edges.map(|mover| SharedCorner::Crossing { obstacle, mover }));
    }
    all
}

/// Candidates that floats rule out of an overlap are not needed: the first corner of the
/// intersection and the shortest translation out of it are the same as from all candidates. If
/// floats prove that the start is inside of a simplex, the cores overlap.
#[test]
fn what_is_ruled_out_of_an_overlap_is_not_there() {
    let (mut shared, mut apart, mut inside, mut left) = (0, 0, 0, [0; 2]);
    pairs(4, 600, [true; 2], |pair| {
        let scaled = Scaled::new(pair);
        let exact: ExactPair<'_, '_> = LiftedPair::new(&scaled.inputs, scaled.integers());
        let all = all_shared_corners(&scaled.inputs);
        let Some(some) = decide_by_floats(&scaled.ask(|pair| pair.about(SharedCorners))) else {
            return;
        };
        left[0] += some.len();
        left[1] += all.len();
        let order = |p: &Surds| p.each_ref().map(|x| Surd::of(x, 0));
        let first = exact.first_shared(&all);
        let equal = exact.first_shared(&some).as_ref().map(order) == first.as_ref().map(order);
        assert!(equal, "{:?}", scaled.inputs);
        *(if first.is_some() { &mut shared } else { &mut apart }) += 1;
        assert_eq!(first.is_some(), exact.rest().is_zero(), "{:?}", scaled.inputs);
        let mut random = Random(left[0] as u64);
        for _ in 0..20 {
            let mut corner = || At {
                obstacle: random.below(u64::from(scaled.inputs.obstacle.topology().vertex_count))
                    as u32,
                mover: random.below(u64::from(scaled.inputs.mover.topology().vertex_count)) as u32,
            };
            let corners = [corner(), corner(), corner(), corner()];
            let asked = scaled.ask(|pair| pair.about(StartsInside(corners)));
            if decide_by_floats(&asked) == Some(true) {
                inside += 1;
                assert!(first.is_some(), "{corners:?} {:?}", scaled.inputs);
            }
        }
        if let (Some(_), Some(faces)) =
            (first, decide_by_floats(&scaled.ask(|pair| pair.about(NearestFacets))))
        {
            let every: Vec<Face> = scaled.inputs.faces(false).collect();
            let (some, every) = (exact.exit(&faces), exact.exit(&every));
            let same = |a: &Exact, b: &Exact| a.minus(b).sign() == Ok(Sign::Zero);
            assert!(same(&some.height, &every.height), "{:?}", scaled.inputs);
            assert!((0..3).all(|k| same(&some.normal[k], &every.normal[k])));
        }
    });
    let counts = (shared, apart, inside, left);
    assert!(shared > 60 && apart > 200 && inside > 60 && left[0] * 5 < left[1], "{counts:?}");
}

/// Calls `see` with pairs of upright boxes: the mover slides towards the obstacle at the height of
/// the obstacle's top.
fn sliding_pairs(seed: u64, count: usize, mut see: impl FnMut(ConvexPair<'_>)) {
    let mut random = Random(seed);
    for i in 0..count {
        let mut upright = |center: [f64; 3]| {
            let half = [0; 3].map(|_| random.integer(1, 4));
            let turned = [0.0, 0.0, random.between(-1.0, 1.0), random.between(-1.0, 1.0)];
            let center = [center[0], center[1], center[2] + half[2]];
            (Core::oriented_box(center, half, turned, 3), half[2])
        };
        let (obstacle, half_height) = upright([0.0; 3]);
        let way = [random_sign(i), random_sign(i / 2), 0.0].map(|x| 16.0 * x);
        let (mover, _) = upright([-way[0], -way[1], 2.0 * half_height + 0.5]);
        see(ConvexPair::new((mover, 0.5), (obstacle, 0.0), motion(way), 3));
    }
}

fn random_sign(i: usize) -> f64 {
    if i.is_multiple_of(2) { 1.0 } else { -1.0 }
}

#[test]
fn no_sign_of_what_slides_over_a_facet_is_deeper() {
    let (mut slid, mut signs, mut values) = (0, 0, 0);
    sliding_pairs(3, 200, |pair| {
        greatest_depth();
        for face in pair.faces(false) {
            let asked = pair.about(OnFacet {
                face,
                beside: None,
                facet: FacetQuery::SlidOver,
                of_points: true,
            });
            let landing = asked.decide(&Counting);
            signs = signs.max(greatest_depth());
            let Ok(Some((face, Landing { first, other, moment, .. }))) = landing else { continue };
            slid += 1;
            for spot in [Some(first), other].into_iter().flatten() {
                let touched =
                    pair.about(TouchQuery { piece: Piece::Face(face), spot, other: None, moment });
                for value in Measure::<10>::measure(&touched, &Counting) {
                    value.note();
                }
            }
            values = values.max(greatest_depth());
        }
    });
    assert!(slid > 1_000, "{slid}");
    assert_eq!((signs, values), (55, 61));
    assert!(signs <= GREATEST_DEPTH && values <= GREATEST_DEPTH_OF_VALUES);
}

/// A separation is decided alike from every corner, and equals the result of a test of all corners.
#[test]
fn a_separation_is_told_from_any_corner() {
    let mut random = Random(7);
    let (mut apart, mut not, mut unsure) = (0, 0, 0);
    pairs(4, 1_500, [true; 2], |mut pair| {
        // The direction is close to the velocity, so that some pairs move apart along it.
        let far = [(); 3].map(|()| random.integer(-6, 6));
        pair.motion = RelativeMotion::at(far, [0.0; 3]);
        let direction = far.map(|x| x + random.integer(-2, 2) / 4.0);
        if direction == [0.0; 3] {
            return;
        }
        let corners: Vec<At> = pair.corners().collect();
        let at = corners[random.below(corners.len() as u64) as usize];
        let scaled = Scaled::new(pair);
        let asked = scaled.ask(|pair| Separation::new(pair, direction, at));
        let grid = asked.integers();
        let exact: ExactPair<'_, '_> = LiftedPair::new(&scaled.inputs, grid);
        let n: [Exact; 3] = scaled_to_one(direction).map(|x| grid.direction(x));
        let is_beyond = |at: &At| {
            let height = dot(&n, &exact.way(*at));
            let reach = exact.r.squared().times(&squared(&n));
            height.sign() == Ok(Sign::Positive)
                && height.squared().minus(&reach).sign() == Ok(Sign::Positive)
        };
        let goes_on = dot(&n, &exact.v).sign() != Ok(Sign::Negative);
        let truth = goes_on && corners.iter().all(is_beyond);
        match decide_by_floats(&asked) {
            Some(told) => {
                assert_eq!(told, truth, "{direction:?} {at:?} {:?}", scaled.inputs);
                if told { apart += 1 } else { not += 1 }
            }
            // The lengths of a pair with deep times may be too small.
            None => {
                unsure += usize::from(
                    Inputs::suits_floats(&scaled.inputs) || !scaled.inputs.has_deep_times(),
                )
            }
        }
    });
    assert!(apart > 100 && not > 300 && unsure < 100, "{apart} {not} {unsure}");
}

#[test]
fn no_sign_is_deeper_than_the_bounds_allow() {
    let depths_of = |may_turn: [bool; 2]| {
        let (mut signs, mut times, mut values, mut shallow) = (0, 0, 0, 0);
        let mut least = 0;
        pairs(2, 300, may_turn, |pair| {
            least_magnitude();
            greatest_depth();
            let direction = [1.0, 2.0, 3.0];
            let _ =
                Separation::new(&pair, direction, At { obstacle: 0, mover: 0 }).decide(&Counting);
            signs = signs.max(greatest_depth());
            let last = At {
                obstacle: pair.obstacle.topology().vertex_count - 1,
                mover: pair.mover.topology().vertex_count - 1,
            };
            let _ = pair.about(StartsInside([last; 4])).decide(&Counting);
            let _ = pair.about(SharedCorners).decide(&Counting);
            let _ = pair.about(NearestFacets).decide(&Counting);
            signs = signs.max(greatest_depth());
            for piece in pieces(&pair) {
                greatest_depth();
                let _ = pair.about(IsEntered(piece)).decide(&Counting);
                let _ = pair.about(IsEnteredInside(piece)).decide(&Counting);
                signs = signs.max(greatest_depth());
                let touched = pair.about(TouchQuery {
                    piece,
                    spot: piece.spot(),
                    other: None,
                    moment: Moment::Entry,
                });
                let [time] = Measure::<1>::measure(&touched, &Counting);
                time.note();
                if !pair.has_deep_times() {
                    times = times.max(greatest_depth());
                }
                for value in Measure::<10>::measure(&touched, &Counting) {
                    value.note();
                }
                let depth = greatest_depth();
                values = values.max(depth);
                let is_over_edge = matches!(piece, Piece::Line(_));
                if !(pair.has_deep_times() || pair.has_deep_numbers() && is_over_edge) {
                    shallow = shallow.max(depth);
                }
                match piece {
                    Piece::Face(face) => {
                        let facets = [
                            FacetQuery::Entered,
                            FacetQuery::TouchedAtStart,
                            FacetQuery::Closest,
                            FacetQuery::SlidOver,
                        ];
                        for facet in facets {
                            let asked = pair.about(OnFacet {
                                face,
                                beside: Some(face),
                                facet,
                                of_points: true,
                            });
                            let _ = asked.decide(&Counting);
                        }
                        let _ = pair.about(StaysOutside(face)).decide(&Counting);
                        let _ = pair.about(AxisAcross(face)).decide(&Counting);
                    }
                    Piece::Line(line) => {
                        for is_at_rest in [false, true] {
                            let _ = pair.about(OnLine { line, is_at_rest }).decide(&Counting);
                        }
                    }
                    Piece::Corner(_) => {}
                }
                let _ = pair.about(IsClosest(piece)).decide(&Counting);
                for of_both in [false, true] {
                    let _ = pair.about(DistanceTo { piece, of_both }).decide(&Counting);
                }
                signs = signs.max(greatest_depth());
                let closest = pair.about(ClosestOver { piece, spot: piece.spot() });
                for value in closest.measure(&Counting) {
                    value.note();
                }
                let depth = greatest_depth();
                values = values.max(depth);
                if !pair.has_deep_numbers() {
                    shallow = shallow.max(depth);
                }
            }
            if pair.has_deep_times() || pair.has_deep_numbers() {
                least = least.min(least_magnitude());
            }
        });
        assert!(
            signs <= GREATEST_DEPTH && times.max(shallow) <= GREATEST_DEPTH_OF_VALUES,
            "{shallow}"
        );
        // Deep numbers of moderate inputs.
        assert!(values <= GREATEST_DEPTH_OF_DEEP_VALUES && least >= f64::MIN_EXP, "{least}");
        [signs, times, values]
    };
    // The theory derives these depths (§10).
    let (depths, turned) = (depths_of([false; 2]), depths_of([true; 2]));
    let one_turned = [depths_of([true, false]), depths_of([false, true])];
    assert_eq!((depths, turned), ([36, 64, 92], [71, 108, 196]));
    assert_eq!(one_turned, [[67, 108, 178], [66, 106, 178]]);
}

/// The zero vector separates nothing, although heights along an axis are computed as sums of given
/// numbers.
#[test]
fn along_no_vector_at_all_nothing_is_apart() {
    pairs(9, 40, [false; 2], |pair| {
        let scaled = Scaled::new(pair);
        let asked = scaled
            .ask(|pair| Separation::new(pair, [-0.0, 0.0, 0.0], At { obstacle: 0, mover: 0 }));
        assert_eq!(asked.inputs.decide::<Exact>(&asked.integers()), Ok(false));
        assert_ne!(decide_by_floats(&asked), Some(true));
    });
}

#[test]
fn edges_that_are_parallel_have_no_plane_to_stay_outside_of() {
    let pair = ConvexPair {
        mover: Core::aligned_box([2.0; 3], [3.0; 3], 3),
        obstacle: Core::aligned_box([0.0; 3], [1.0; 3], 3),
        motion: RelativeMotion::at([-1.0; 3], [0.0; 3]),
        reach: TotalRadius::sharp(0.0),
        domain: TimeDomain::FromStart,
        dimension: 3,
    };
    let scaled = Scaled::new(pair);
    for is_back in [false, true] {
        let face = Face::Edges { obstacle: 0, mover: 0, is_back };
        let asked = scaled.ask(|pair| pair.about(StaysOutside(face)));
        assert_eq!(asked.inputs.decide::<Exact>(&asked.integers()), Ok(false));
        assert_ne!(decide_by_floats(&asked), Some(true));
    }
}

/// Hulls with more vertices than the search compares one by one, and with faces of more corners
/// than a polygon may have.
#[test]
fn hulls_of_many_vertices_are_met_as_integers_say() {
    use crate::{Answer, Triangle};
    let mut random = Random(31);
    let (mut met, mut by_floats) = (0, 0);
    for i in 0..60 {
        let mut direction = || loop {
            let v: [f64; 3] = core::array::from_fn(|_| random.between(-1.0, 1.0));
            let size = crate::number::sqrt(v.iter().map(|x| x * x).sum());
            if (0.1..1.0).contains(&size) {
                return v.map(|x| x / size);
            }
        };
        let mut points: Vec<[f64; 3]> = (0..120).map(|_| direction()).collect();
        if i % 3 == 0 {
            // A level round foot with twelve or forty corners.
            let corners = if i % 2 == 0 { 12 } else { 40 };
            let rim = (0..corners).map(|_| direction()).filter_map(|[x, y, _]| {
                let size = crate::number::sqrt(x * x + y * y);
                (size > 0.1).then(|| [x / size, y / size, -2.0])
            });
            let rim: Vec<[f64; 3]> = rim.collect();
            points.extend(rim);
        }
        let hull = Hull::new(points).unwrap();
        let floor = if i % 2 == 0 { [0.0; 3] } else { direction().map(|x| x / 8.0) };
        let corner = |x: f64, y: f64| [x, y, floor[0] * x + floor[1] * y - 5.0];
        let triangle = Triangle::new(corner(-9.0, -9.0), corner(9.0, -9.0), corner(0.0, 9.0));
        let velocity = if i % 4 == 0 { [0.0, 0.0, -1.0] } else { [0.25, 0.125, -1.0] };
        let (triangle, body) = (triangle.unwrap(), hull.moving(velocity).unwrap());
        let (answer, effort) = body.first_contact_counted(&triangle);
        let exact = body.first_contact_exact(&triangle);
        let rounded = exact.map(|t| t.round(), |v| v.each_ref().map(Surd::round), |f| f);
        assert_eq!(answer, rounded);
        met += usize::from(matches!(answer, Answer::Contact(_)));
        by_floats += usize::from(!effort.exact);
    }
    assert!(met == 60 && by_floats >= 45, "{met} {by_floats}");
}

/// A core that was moved gives the same answers, bit for bit, as the core of its moved points.
#[test]
fn a_moved_core_is_the_core_of_the_moved_points() {
    use super::closest::{closest_points, intersects, penetration};
    use super::core::Part;
    use super::solve::{contact_time, first_contact, has_contact, last_time};
    use super::solver::{Place, Solver};
    use crate::shape::Until;
    let mut random = Random(12);
    let never = Until::<f64>::NEVER;
    let (mut met, mut overlapped) = (0, 0);
    for i in 0..3_000 {
        let family = i % 3;
        // All sums are floats, in the third family because its points are near zero.
        let shift: [f64; 3] = match family {
            0 | 1 => core::array::from_fn(|_| random.integer(-8, 8)),
            _ => [0.0, 0.5, -0.25],
        };
        let mut points: Vec<[f64; 3]> = (0..6).map(|_| vector(&mut random, family)).collect();
        points[1..].iter_mut().flatten().for_each(|x| *x *= if family == 2 { 0.5 } else { 1.0 });
        let back = |p: &[f64; 3]| -> [f64; 3] { core::array::from_fn(|k| p[k] - shift[k]) };
        let given: Vec<[f64; 3]> = points.iter().map(back).collect();
        let is_exact =
            points.iter().zip(&given).all(|(p, g)| (0..3).all(|k| g[k] + shift[k] == p[k]));
        if !is_exact {
            continue;
        }
        let hulls = [&points, &given].map(|all| Hull::new(all.iter().copied()).unwrap());
        let of = |points: &[[f64; 3]], hull: usize| -> Core<'_> {
            let [a, b, c] = [points[0], points[1], points[2]];
            match i % 5 {
                0 => {
                    let low = core::array::from_fn(|k| a[k].min(b[k]));
                    let high = core::array::from_fn(|k| a[k].max(b[k]));
                    Core::aligned_box(low, high, 3)
                }
                1 => super::triangle_core([a, b, c]),
                2 => Core::segment(a, b),
                _ => {
                    let hull: &Hull<f64, 3> = &hulls[hull];
                    Core::hull(hull.corners(), hull.numbers(), hull.topology(), a)
                }
            }
        };
        let plain = of(&points, 0);
        let moved = of(&given, 1).at(*plain.reference());
        let mut room = Hull::new([[0.0; 3]]).unwrap();
        let other = core_as_given(&mut random, family, &mut room, true);
        let velocity = vector(&mut random, family);
        let radius = if random.below(2) == 0 { 0.0 } else { 0.5 };
        let is_mover = random.below(2) == 0;
        let [plain, moved] = [plain, moved].map(|core| {
            let other = other.clone();
            let (mover, obstacle) = if is_mover { (core, other) } else { (other, core) };
            Scaled::new(ConvexPair {
                mover,
                obstacle,
                motion: RelativeMotion::at(velocity, [0.0; 3]),
                reach: TotalRadius::sharp(radius),
                domain: TimeDomain::FromStart,
                dimension: 3,
            })
        });
        // A feature of a box is named by its sides alone.
        let named = |place: Place| match moved.inputs.obstacle.extents() {
            Some(_) => Place { part: Part::Inside, ..place },
            None => place,
        };
        for only_entries in [false, true] {
            let told = [&plain, &moved].map(|scaled| {
                let by_floats =
                    first_contact::<f64>(scaled, never, only_entries, &mut Default::default());
                let exactly = Solver::new(scaled).meet(never, only_entries);
                (by_floats.map_feature(named), exactly.map_feature(named))
            });
            assert_eq!(told[0], told[1], "{i}");
            met += usize::from(matches!(told[0].0, crate::Answer::Contact(_)));
            overlapped += usize::from(matches!(told[0].0, crate::Answer::Overlap(_)));
        }
        let rest = |scaled: &Scaled<ConvexPair<'_>>| {
            let rounding = crate::number::Rounding::Nearest;
            (
                contact_time::<f64>(scaled, never, rounding),
                last_time::<f64>(scaled, never),
                has_contact(scaled, never),
                intersects(scaled),
                closest_points::<f64>(scaled).map_feature(named),
                penetration::<f64>(scaled),
                Solver::new(scaled).touched(never).map(|it| (it.points, it.mover_place)),
            )
        };
        assert_eq!(rest(&plain), rest(&moved), "{i}");
    }
    assert!(met > 600 && overlapped > 600, "{met} {overlapped}");
}

/// Calls `see` with pairs of boxes, parallelepipeds and simplices, most of them without a radius.
/// They lie on a lattice, near one, or anywhere; at times far from the origin, or moved there.
fn pairs_with_axes(seed: u64, count: usize, mut see: impl FnMut(ConvexPair<'_>)) {
    let mut random = Random(seed);
    for i in 0..count {
        let family = i as u64 % 4;
        let far = [0.0, 0.0, 96.0, 1_048_576.0][i / 4 % 4];
        let [mover, obstacle] = [(); 2].map(|()| {
            let [mut a, mut b] = [(); 2].map(|()| vector(&mut random, family));
            a[0] += far;
            b[0] += far;
            let core = match random.below(8) {
                0..5 => {
                    let half: [f64; 3] = core::array::from_fn(|_| {
                        let half = number(&mut random, family).abs() / 2.0;
                        if half == 0.0 && random.below(4) > 0 { 0.5 } else { half }
                    });
                    if random.below(4) == 0 {
                        let about_z = random.below(2) == 0;
                        let mut turned = vector(&mut random, family);
                        if about_z {
                            (turned[0], turned[1]) = (0.0, 0.0);
                        }
                        Core::oriented_box(a, half, [turned[0], turned[1], turned[2], 1.0], 3)
                    } else {
                        let [low, high] = [-1.0, 1.0].map(|side| each!(|k| a[k] + side * half[k]));
                        Core::aligned_box(low, high, 3)
                    }
                }
                5 => match Parallelepiped::new(a, [(); 3].map(|()| vector(&mut random, family))) {
                    Ok(body) if !body.is_left_handed() => Core::parallelepiped(a, body.edges()),
                    _ => Core::segment(a, b),
                },
                _ => {
                    let mut c = vector(&mut random, family);
                    c[0] += far;
                    super::triangle_core([a, b, c])
                }
            };
            match random.below(6) {
                0 => {
                    let mut place = vector(&mut random, family);
                    place[0] += far;
                    core.at(place)
                }
                _ => core,
            }
        });
        let radius = [0.0, 0.0, 0.0, 0.25][random.below(4) as usize];
        let velocity = vector(&mut random, family);
        let velocity = match random.below(3) {
            0 => each!(|k| if k == i % 3 { velocity[k] } else { 0.0 }),
            _ => velocity,
        };
        see(ConvexPair::new((mover, radius), (obstacle, 0.0), motion(velocity), 3));
    }
}

/// Integers find the outcome that separating axes prove: a miss, or each number of the contact and
/// the touched feature.
#[test]
fn what_axes_prove_is_what_integers_decide() {
    const COUNT: usize = 20_000;
    let mut proven = [0; 4];
    pairs_with_axes(11, COUNT, |pair| {
        let scaled = Scaled::new(pair);
        let by_axes = by_separating_axes(&scaled);
        let kind = match &by_axes {
            AxisOutcome::Misses => 0,
            AxisOutcome::Enters(_) => 1,
            AxisOutcome::Lands(_, landing) => 2 + usize::from(landing.moment == Moment::Start),
            AxisOutcome::Guessed(_) => return,
        };
        proven[kind] += 1;
        let exact = rounded::<f64>(Solver::new(&scaled).meet(Until::NEVER, false));
        // Only the sides of a box name its features.
        let named = |answer: Answer<f64, 3, Place>| {
            let is_box = scaled.inputs.obstacle.extents().is_some();
            answer.map(
                |time| time,
                |vector| vector,
                |Place { part, sides }| ((!is_box).then_some(part), sides),
            )
        };
        let first =
            first_contact_of_many(&scaled, Until::NEVER, false, &mut Effort::default()).answer;
        assert_eq!(named(first), named(exact), "{by_axes:?} {:?}", scaled.inputs);
    });
    let [misses, enters, lands, at_start] = proven;
    let is_many =
        misses > COUNT / 2 && enters > COUNT / 50 && lands > COUNT / 200 && at_start > COUNT / 600;
    assert!(is_many, "{proven:?}");
}
