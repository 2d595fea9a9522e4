//! The depth of the decision about boxes, and one test for each special branch.

use super::aligned::{AlignedCast, BoxCorners};
use super::at_rest::{
    BoxDepth, BoxGap, IsOutsideBox, NearestSide, NearestSidesQuery, OutwardFromBox,
};
use super::cast::{BoxCast, FirstOf, Rigid};
use super::feature::{BoxFeature, BoxOutcome, BoxTouch, Side};
use super::float_filter::{Triple, Turned, TurnedEntry, length as length_of};
use super::numbers::{All, BoxSurfacePoint, BoxTime, Normal};
use super::{oriented, stretched};
use crate::contact::body::TotalRadius;
use crate::contact::cast::{BoundQuery, TimeDomain, TimeEquation};
use crate::contact::obstacle::sealed::{Meets, Only};
use crate::contact::relative_motion::motion_of_kind;
use crate::contact::{Answer, Approach, Contact, ExactAnswer, Obstacle, Overlap};
use crate::number::depth::{CountedFloat, Counting, greatest_depth};
use crate::number::{
    Decision, Effort, GREATEST_DEPTH, GREATEST_DEPTH_OF_VALUES, Lift, Measure, MeasureRows, Number,
    See, Value, has_four,
};
use crate::random::Random;
use crate::shape::{
    AlignedBox, Inflated, Moving, OrientedBox, Point, Rotation, Scalar, Shape, Sphere,
};

/// Returns a random total radius; half of the radii have no inflation.
fn random_reach(random: &mut Random, most: i64) -> TotalRadius {
    let inflation = random.integer(-most, most).max(0.0);
    TotalRadius { radius: random.integer(0, most), inflation }
}

fn cast<const D: usize>(random: &mut Random) -> AlignedCast<D> {
    let reach = [2, 4, 1000][random.below(3) as usize];
    let mut vector = || core::array::from_fn::<f64, D, _>(|_| random.integer(-reach, reach));
    let (center, mover, obstacle) = (vector(), [vector(), vector()], [vector(), vector()]);
    let (a, b) = (vector(), vector());
    let min = core::array::from_fn(|k| a[k].min(b[k]));
    let max = core::array::from_fn(|k| a[k].max(b[k]));
    let (target, motion) =
        (BoxCorners { min, max }, motion_of_kind(random.below(6), mover, obstacle));
    AlignedCast { center, reach: random_reach(random, reach), target, motion }
}

fn note(values: &[CountedFloat]) {
    values.iter().for_each(CountedFloat::note);
}

struct Noted;

impl<const D: usize> See<CountedFloat, D> for Noted {
    fn see(&mut self, _: usize, vector: &[CountedFloat; D]) {
        note(vector);
    }
}

/// Returns the depths of signs and of values, and how often each kind of outcome occurred.
fn depths<C: BoxCast<D>, const D: usize>(
    count: u32,
    draw: impl Fn(&mut Random) -> C,
) -> (u32, u32, [u32; 5]) {
    let mut random = Random(12);
    let (mut of_signs, mut of_values, mut meetings) = (0, 0, [0; 5]);
    for i in 0..count {
        let cast = draw(&mut random);
        let domain = if i % 4 == 0 { TimeDomain::Always } else { TimeDomain::FromStart };
        greatest_depth();
        let decided = FirstOf { cast, domain }.decide(&Counting);
        let Ok(meeting) = decided else { panic!("a float always knows") };
        of_signs = of_signs.max(greatest_depth());
        let touch: BoxTouch<D> = match meeting {
            BoxOutcome::Apart => {
                meetings[0] += 1;
                continue;
            }
            BoxOutcome::Overlap(touch) => {
                meetings[1] += 1;
                touch
            }
            BoxOutcome::Contact(touch) => {
                meetings[2 + touch.when as usize] += 1;
                touch
            }
        };
        note(
            &BoundQuery { cast: &cast, question: BoxTime { touch, backwards: true } }
                .measure(&Counting),
        );
        note(&[All(touch).measure(&FirstOf { cast, domain }, &Counting, &mut Noted)]);
        if touch.has_normal {
            note(&BoundQuery { cast: &cast, question: Normal(touch) }.measure(&Counting));
        }
        if matches!(meeting, BoxOutcome::Overlap(_)) {
            note(&BoundQuery { cast: &cast, question: OutwardFromBox(touch) }.measure(&Counting));
        }
        of_values = of_values.max(greatest_depth());
    }
    (of_signs, of_values, meetings)
}

/// One number stands for the numbers of all axes, because all are computed in the same way.
impl Triple for CountedFloat {
    fn turned(&self) -> Self {
        *self
    }
}

/// Returns the numbers of an entry that the float filter settles.
fn entries<X: Triple>(lift: &impl Lift<X>, first_root: impl Fn(&X, &X, &X) -> X) -> [X; 9] {
    let [center, middle, speed, radius, half, part] = [5.0, 1.0, 2.0, 0.25, 0.5, 0.5];
    let length = |x: f64| lift.length(x);
    let (offset, towards, reach) =
        (lift.length_difference(center, middle), length(speed), length(radius));
    let t = first_root(&offset, &towards, &reach);
    let aligned =
        [t.along(&length(center), &towards), t.along(&offset, &towards).divided_by(&reach)];
    let turn = Turned::of_numbers(&length(part), &length(part));
    let from = turn.in_frame(&offset).plus(&turn.scale.times(&length(half)));
    let along = turn.in_frame(&towards);
    let entry = TurnedEntry {
        turn,
        center: length(center),
        velocity: length(speed),
        radius: length(radius),
        distance: from.clone(),
        towards: along.clone(),
        from,
        along,
    };
    let t = first_root(&entry.distance, &entry.towards, &entry.reach());
    let ([center, normal], [a, b, c, d]) = (aligned, entry.numbers(&t));
    // The numbers of an overlap are evaluated, too.
    let [point, away] = entry.turn.outside(&entry.center, &entry.distance);
    [center, normal, a, b, c, d, offset.divided_by(&length_of(&offset)), point, away]
}

/// Returns the depth of these numbers.
fn depth_of_entries() -> u32 {
    greatest_depth();
    note(&entries(&Counting, |distance, towards, reach| {
        Value::first_root(&[*distance; 3], &[*towards; 3], &reach.squared())
    }));
    greatest_depth()
}

/// Returns the same depths for the queries without time.
fn depths_at_rest<C: Rigid<D>, const D: usize>(
    count: u32,
    draw: impl Fn(&mut Random) -> C,
) -> (u32, u32) {
    let mut random = Random(13);
    let (mut of_signs, mut of_values) = (0, 0);
    for _ in 0..count {
        let cast = draw(&mut random);
        greatest_depth();
        let nearest = BoundQuery { cast: &cast, question: NearestSidesQuery }.decide(&Counting);
        let side = BoundQuery { cast: &cast, question: NearestSide }.decide(&Counting);
        let (Ok(touch), Ok(side)) = (nearest, side) else { panic!("a float always knows") };
        let _ = BoundQuery { cast: &cast, question: IsOutsideBox(touch) }.decide(&Counting);
        of_signs = of_signs.max(greatest_depth());
        note(&BoundQuery { cast: &cast, question: BoxSurfacePoint(touch) }.measure(&Counting));
        note(&BoundQuery { cast: &cast, question: BoxGap(touch) }.measure(&Counting));
        note(&BoundQuery { cast: &cast, question: BoxDepth::Beside(touch) }.measure(&Counting));
        note(&BoundQuery { cast: &cast, question: BoxDepth::Within(side) }.measure(&Counting));
        note(&BoundQuery { cast: &cast, question: OutwardFromBox(touch) }.measure(&Counting));
        of_values = of_values.max(greatest_depth());
    }
    (of_signs, of_values)
}

#[test]
fn no_decision_is_deeper_than_the_filters_allow() {
    let each = [
        depths(20_000, cast::<1>),
        depths(20_000, cast::<2>),
        depths(40_000, cast::<3>),
        depths(20_000, cast::<4>),
        depths(20_000, cast::<16>),
        depths(20_000, |random| oriented::OrientedCast::turned(&cast::<2>(random), random)),
        depths(40_000, |random| oriented::OrientedCast::turned(&cast::<3>(random), random)),
        depths(20_000, |random| stretched::StretchedBoxCast::stretched(&cast::<2>(random), random)),
        depths(40_000, |random| stretched::StretchedBoxCast::stretched(&cast::<3>(random), random)),
    ];
    for (signs, values, meetings) in each {
        std::println!("{signs} {values} {meetings:?}");
        assert!(signs > 3 && signs <= GREATEST_DEPTH, "depth of signs: {signs}");
        // Values are rounded from doubles, whose bound has room for 128 roundings.
        assert!(values <= GREATEST_DEPTH_OF_VALUES, "depth of values: {values}");
    }
    let filtered = depth_of_entries();
    std::println!("{filtered}");
    assert!(
        filtered > 10 && filtered <= GREATEST_DEPTH_OF_VALUES,
        "depth of the float filter: {filtered}"
    );
    for (signs, values) in [
        depths_at_rest(10_000, cast::<3>),
        depths_at_rest(10_000, |random| oriented::OrientedCast::turned(&cast::<2>(random), random)),
        depths_at_rest(10_000, |random| oriented::OrientedCast::turned(&cast::<3>(random), random)),
    ] {
        assert!(signs <= GREATEST_DEPTH && values <= GREATEST_DEPTH_OF_VALUES, "{signs} {values}");
    }
    let (_, _, meetings) = each[2];
    assert!(meetings.iter().all(|&count| count > 100), "{meetings:?}");
    assert_eq!(TimeEquation::Grazes as usize, 2);
}

// ---- special branches ----

/// Returns the answer, and checks that the answer by exact arithmetic alone has the same status.
fn meet<const D: usize>(
    center: [f64; D],
    radius: f64,
    velocity: [f64; D],
    (min, max): ([f64; D], [f64; D]),
) -> Answer<f64, D, BoxFeature<D>> {
    let ball = Sphere::new(center, radius).unwrap().moving(velocity).unwrap();
    let target = AlignedBox::new(min, max).unwrap();
    let answer = ball.first_contact(&target);
    let same_status = match ball.first_contact_exact(&target) {
        ExactAnswer::None => answer == Answer::None,
        ExactAnswer::Overlap(_) => answer.overlap().is_some(),
        ExactAnswer::Contact(_) => answer.contact().is_some(),
    };
    assert!(same_status);
    answer
}

/// Returns the contact with the box from -1 to 1.
fn touch<const D: usize>(
    center: [f64; D],
    radius: f64,
    velocity: [f64; D],
) -> Contact<f64, D, BoxFeature<D>> {
    meet(center, radius, velocity, ([-1.0; D], [1.0; D])).contact().unwrap()
}

const PLATE: ([f64; 3], [f64; 3]) = ([-1.0, -1.0, 0.0], [1.0, 1.0, 0.0]);

use Side::{Between, Max, Min};

#[test]
fn a_face_is_met_at_a_rational_time() {
    let contact = touch([0.5, 0.25, 5.0], 1.0, [0.0, 0.0, -1.0]);
    assert_eq!((contact.time, contact.center), (3.0, [0.5, 0.25, 2.0]));
    assert_eq!((contact.point, contact.normal), ([0.5, 0.25, 1.0], Some([0.0, 0.0, 1.0])));
    assert_eq!(contact.feature.sides, [Between, Between, Max]);
    assert_eq!(contact.approach, Approach::Approaching);
}

#[test]
fn sliding_along_a_face_first_grazes_its_edge() {
    let contact = touch([-5.0, 0.0, 2.0], 1.0, [1.0, 0.0, 0.0]);
    assert_eq!((contact.time, contact.point), (4.0, [-1.0, 0.0, 1.0]));
    assert_eq!(contact.feature.sides, [Min, Between, Max]);
    assert_eq!((contact.normal, contact.approach), (Some([0.0, 0.0, 1.0]), Approach::Sliding));
}

#[test]
fn a_path_that_comes_from_over_a_face_meets_its_very_edge() {
    // The ball enters at x = 1, exactly as it would leave the region of the face.
    let contact = touch([0.0, 0.0, 3.0], 1.0, [1.0, 0.0, -1.0]);
    assert_eq!((contact.time, contact.point), (1.0, [1.0, 0.0, 1.0]));
    assert_eq!(contact.feature.sides, [Max, Between, Max]);
    assert_eq!((contact.normal, contact.approach), (Some([0.0, 0.0, 1.0]), Approach::Approaching));
}

#[test]
fn a_graze_at_the_time_of_a_bound() {
    // The ball grazes the edge y = z = 1, with the vector (3, 4) from it to the centre, and passes
    // x = 1 at the same time.
    let contact = touch([-7.0, 8.0, 2.0], 5.0, [8.0, -4.0, 3.0]);
    assert_eq!((contact.time, contact.point), (1.0, [1.0, 1.0, 1.0]));
    assert_eq!(contact.feature.sides, [Max; 3]);
    assert_eq!((contact.normal, contact.approach), (Some([0.0, 0.6, 0.8]), Approach::Sliding));
}

#[test]
fn resting_is_a_contact_however_it_goes_on() {
    for (speed, approach) in
        [(-1.0, Approach::Approaching), (0.0, Approach::Sliding), (2.0, Approach::Parting)]
    {
        let contact = touch([0.0, 2.0], 1.0, [0.0, speed]);
        assert_eq!((contact.time, contact.approach), (0.0, approach));
        assert_eq!((contact.point, contact.feature.sides), ([0.0, 1.0], [Between, Max]));
    }
}

#[test]
fn a_point_strictly_inside_overlaps_and_on_the_surface_touches() {
    let answer = meet([0.5, 0.0], 0.0, [1.0, 0.0], ([-1.0; 2], [1.0; 2]));
    let feature = BoxFeature { sides: [Between; 2] };
    let overlap = Overlap { center: [0.5, 0.0], point: [0.5, 0.0], normal: None, feature };
    assert_eq!(answer, Answer::Overlap(overlap));
    let contact = touch([1.0, 0.0], 0.0, [1.0, 0.0]);
    assert_eq!((contact.normal, contact.approach), (Some([1.0, 0.0]), Approach::Parting));
    let contact = touch([-1.0, 0.0], 0.0, [1.0, 0.0]);
    assert_eq!((contact.normal, contact.approach), (Some([-1.0, 0.0]), Approach::Approaching));
    let contact = touch([1.0, 0.0], 0.0, [0.0, 1.0]);
    assert_eq!((contact.normal, contact.approach), (Some([1.0, 0.0]), Approach::Sliding));
    let contact = touch([1.0, 1.0], 0.0, [-1.0, -1.0]);
    assert_eq!((contact.normal, contact.approach), (None, Approach::Sliding));
}

#[test]
fn a_ray_has_a_normal_only_on_a_face() {
    let contact = touch([3.0, 0.0, 0.5], 0.0, [-2.0, 0.0, 0.0]);
    assert_eq!((contact.time, contact.normal), (1.0, Some([1.0, 0.0, 0.0])));
    let contact = touch([3.0, 3.0, 0.0], 0.0, [-2.0, -2.0, 0.0]);
    assert_eq!((contact.time, contact.normal), (1.0, None));
    assert_eq!(contact.feature.sides, [Max, Max, Between]);
    assert_eq!(contact.approach, Approach::Approaching);
    assert_eq!(meet([3.0, 3.0], 0.0, [-4.0, -1.0], ([-1.0; 2], [1.0; 2])), Answer::None);
}

#[test]
fn a_point_on_a_flat_box_comes_from_where_it_does_not_go() {
    let on = |velocity| meet([0.5, 0.5, 0.0], 0.0, velocity, PLATE).contact().unwrap();
    let up = on([0.0, 0.0, 1.0]);
    assert_eq!((up.feature.sides[2], up.normal), (Min, Some([0.0, 0.0, -1.0])));
    assert_eq!(up.approach, Approach::Approaching);
    assert_eq!(on([0.0, 0.0, -1.0]).normal, Some([0.0, 0.0, 1.0]));
    let within = on([1.0, 0.0, 0.0]);
    assert_eq!((within.normal, within.approach), (None, Approach::Sliding));
}

#[test]
fn a_flat_box_is_met_from_both_sides() {
    for side in [-1.0, 1.0] {
        let from = meet([0.0, 0.0, 5.0 * side], 1.0, [0.0, 0.0, -side], PLATE);
        let contact = from.contact().unwrap();
        assert_eq!((contact.time, contact.normal), (4.0, Some([0.0, 0.0, side])));
    }
}

#[test]
fn standing_still_apart_is_nothing() {
    assert_eq!(meet([1.0, 1.0, 2.5], 1.0, [0.0; 3], PLATE), Answer::None);
}

#[test]
fn a_line_has_boxes_too() {
    let contact = touch([-4.0], 1.0, [2.0]);
    assert_eq!((contact.time, contact.point, contact.normal), (1.0, [-1.0], Some([-1.0])));
    assert_eq!(contact.feature.sides, [Min]);
}

#[test]
fn the_time_limit_counts_as_reached() {
    let target = AlignedBox::new([-1.0; 2], [1.0; 2]).unwrap();
    let ball = |t_max| {
        let sphere = Sphere::new([5.0, 5.0], 5.0).unwrap();
        sphere.moving([-1.0, 0.0]).unwrap().until(t_max).unwrap()
    };
    // At (4, 5) the vector from the corner to the centre is (3, 4).
    assert_eq!(ball(1.0).first_contact(&target).contact().map(|hit| hit.time), Some(1.0));
    assert_eq!(ball(1f64.next_down()).first_contact(&target), Answer::None);
    let short = target.moving([0.0; 2]).unwrap().until(0.5).unwrap();
    assert_eq!(ball(9.0).contact_time(&short), None);
}

/// These are tested for an inflated box, too. A point inside of the inflated box, or of the box
/// itself, is its own closest point.
#[test]
fn the_closest_point_and_its_distance() {
    let target = AlignedBox::new([-1.0; 3], [1.0; 3]).unwrap();
    for (center, inflation, point, distance) in [
        ([4.0, 5.0, 0.5], 0.0, [1.0, 1.0, 0.5], 5.0),
        ([4.0, 5.0, 0.5], 2.0, [2.2, 2.6, 0.5], 3.0),
        ([4.0, 5.0, 0.5], 5.0, [4.0, 5.0, 0.5], 0.0),
        ([4.0, 5.0, 0.5], 6.0, [4.0, 5.0, 0.5], 0.0),
        ([0.25, 0.5, -7.0], 0.0, [0.25, 0.5, -1.0], 6.0),
        ([0.25, 0.5, -7.0], 2.0, [0.25, 0.5, -3.0], 4.0),
        ([0.25, 0.5, 0.75], 0.0, [0.25, 0.5, 0.75], 0.0),
        ([0.25, 0.5, 0.75], 2.0, [0.25, 0.5, 0.75], 0.0),
    ] {
        let from = Point::new(center).unwrap();
        let closest = from.closest(&Inflated::new(target, inflation).unwrap()).unwrap();
        assert_eq!((closest.point, closest.distance), (point, distance), "{center:?} {inflation}");
    }
}

/// The distance of a ball from a corner is almost equal to its radius, and the float nearest to the
/// time of the contact is zero in `f32`. Whole numbers show whether the ball overlaps the box.
#[test]
fn an_overlap_is_one_though_its_time_vanishes() {
    // All lengths are multiples of 2⁻⁹⁸.
    let length = |x: i64| (x as f64 / (1u128 << 98) as f64) as f32;
    let root = |square: i128| (square as f64).sqrt() as i128;
    let square = |way: [i128; 3]| way.iter().map(|x| x * x).sum::<i128>();
    let r = 1 << 38;
    let y = root(2 * r - 1);
    let z = root(2 * r - 1 - y * y);
    for (way, overlaps) in [([r - 1, y, z], true), ([r - 1, y, z + 1], false)] {
        let left = r * r - square(way);
        // Divided by twice the product of distance and velocity, this is a time of less than 2⁻¹⁵⁰.
        assert!((left > 0) == overlaps && left.abs() < 1 << 11, "{left}");
        // Each coordinate of `way` is the difference of two floats.
        let bound = way.map(|x| (1 << 23) + (-x - (1 << 23)).rem_euclid(1 << 16));
        let center = [0, 1, 2].map(|k| length(-(way[k] + bound[k]) as i64));
        let min = bound.map(|x| length(-x as i64));
        let differ = |k: usize| f64::from(min[k]) - f64::from(center[k]);
        assert!((0..3).all(|k| differ(k) == way[k] as f64 / (1u128 << 98) as f64));

        let ball = Sphere::new(center, length(r as i64)).unwrap();
        let target = AlignedBox::new(min, [1.0; 3]).unwrap();
        let met = ball.moving([16_777_216.0, 4_194_304.0, 4_194_304.0]).unwrap();
        match met.first_contact(&target) {
            Answer::Overlap(overlap) => assert!(overlaps && overlap.center == center),
            Answer::Contact(contact) => assert!(!overlaps && contact.time == 0.0),
            Answer::None => panic!("{way:?}"),
        }
    }
}

// ---- turned boxes ----

#[test]
fn a_quarter_turn_equals_the_aligned_box() {
    let mut random = Random(14);
    let quarter = Rotation::<f64, 3>::new([0.0, 0.0, -7.0, 7.0]).unwrap();
    let mut touched = 0;
    for _ in 0..10_000 {
        let (center, velocity) = (random.integers(-6, 6), random.integers(-3, 3));
        let [a, b, c] = random.integers(0, 3);
        let radius = random.integer(0, 3);
        let ball = Sphere::new(center, radius).unwrap().moving(velocity).unwrap();
        let turned = OrientedBox::new([1.0, 2.0, 0.0], [a, b, c], quarter).unwrap();
        let straight = AlignedBox::new([1.0 - b, 2.0 - a, -c], [1.0 + b, 2.0 + a, c]).unwrap();
        // The side along x in the frame of the box is the side along −y in the world.
        let renamed = ball.first_contact(&turned).map_feature(|feature| {
            let [x, y, z] = feature.sides;
            let opposite = match x {
                Min => Max,
                Between => Between,
                Max => Min,
            };
            BoxFeature { sides: [y, opposite, z] }
        });
        let expected = ball.first_contact(&straight);
        let is_flat = a == 0.0 || b == 0.0 || c == 0.0;
        if is_flat {
            // Where the box is flat, the feature may name either side.
            assert_eq!(renamed.map_feature(|_| ()), expected.map_feature(|_| ()), "{ball:?}");
        } else {
            assert_eq!(renamed, expected, "{ball:?}");
        }
        assert_eq!(ball.last_time(&turned), ball.last_time(&straight), "{ball:?}");
        touched += u32::from(expected.contact().is_some());
    }
    assert!(touched > 1000, "{touched}");
}

/// The centre is `1 + r` from the origin, half-way between two floats: no integers are needed to
/// find the even one.
#[test]
#[cfg_attr(feature = "compact", ignore = "small code has no float filter")]
fn the_radius_away_from_a_face_may_be_half_way_between_two_floats() {
    let (target, r) = (AlignedBox::new([-1.0; 2], [1.0; 2]).unwrap(), 1f64.next_up());
    let ball = Sphere::new([7.0, 0.3], r).unwrap().moving([-0.7, 0.0]).unwrap();
    let (answer, effort) = ball.first_contact_counted(&target);
    let contact = answer.contact().unwrap();
    assert_eq!((contact.center, contact.point), ([2.0, 0.3], [1.0, 0.3]));
    assert!(!effort.exact);

    let (target, r) =
        (AlignedBox::new([-1f32; 2], [1.0; 2]).unwrap(), 1f32.next_up().next_up().next_up());
    let ball = Sphere::new([7.0, 0.25], r).unwrap().moving([-0.75, 0.0]).unwrap();
    let (answer, effort) = ball.first_contact_counted(&target);
    // 2 + 3 / 2²³ lies between 2 + 2 / 2²³ and 2 + 4 / 2²³, and the second of these is even.
    assert_eq!(answer.contact().unwrap().center, [2f32.next_up().next_up(), 0.25]);
    assert!(!effort.exact);
}

/// A ball that is nearer to a side than its radius, and moves away, reaches the distance of its
/// radius from this side, but does not enter then.
#[test]
fn who_goes_away_enters_no_face() {
    let target = AlignedBox::new([-1.0; 3], [1.0; 3]).unwrap();
    let enters = |z: f64, speed: f64| {
        let ball = Sphere::new([0.0, 0.0, z], 1.0).unwrap().moving([0.0, 0.0, speed]).unwrap();
        ball.first_contact(&target).contact().map(|contact| contact.time)
    };
    assert_eq!([enters(1.5, 1.0), enters(1.5, 0.0), enters(1.5, -1.0)], [None; 3]);
    assert_eq!([enters(2.5, 1.0), enters(2.5, 0.0), enters(2.5, -1.0)], [None, None, Some(0.5)]);
}

/// Returns the percentages of entries and of misses that the filter settles in general position,
/// for boxes at rest and for moving boxes. Checks that each settled answer is the decided answer.
fn shares_of_certain<O, const N: usize>(draw: impl Fn(&mut Random) -> O) -> [[u32; 2]; 2]
where
    O: Shape<Scalar = f64, Vector = [f64; N]> + Obstacle<f64, N, Feature = BoxFeature<N>>,
    O: Copy + core::fmt::Debug,
    Moving<O>: Obstacle<f64, N, Feature = BoxFeature<N>>,
{
    let mut random = Random(35);
    let (mut all, mut certain) = ([[0; 2]; 2], [[0; 2]; 2]);
    while all.into_iter().flatten().any(|count| count < 2_000) {
        let mut vector = |far: f64| [0; N].map(|_| random.between(-far, far));
        let (center, target, drift) = (vector(5.0), vector(2.5), vector(1.0));
        let radius = random.between(0.1, 0.6);
        let obstacle = draw(&mut random);
        for (moves, drift) in [[0.0; N], drift].into_iter().enumerate() {
            let velocity = core::array::from_fn(|k| target[k] - center[k] + drift[k]);
            let ball = Sphere::new(center, radius).unwrap().moving(velocity).unwrap();
            let moving = Sphere::new(center, 0.0).unwrap().moving(drift).unwrap().with(obstacle);
            let decided = moving.decide(&ball, Only::Contacts, &mut Effort::default());
            let kind = match &decided {
                Answer::Contact(contact) if contact.time > 0.0 => 0,
                Answer::None => 1,
                _ => continue,
            };
            all[moves][kind] += 1;
            let tell = |answer| Some(Some(answer));
            let filtered = match moves {
                0 => obstacle.with_float_filter(&ball, tell, || None),
                _ => moving.with_float_filter(&ball, tell, || None),
            };
            if let Some(answer) = filtered {
                assert!(answer == decided, "{ball:?} {moving:?}");
                certain[moves][kind] += 1;
            }
        }
    }
    [0, 1].map(|i| core::array::from_fn(|kind| certain[i][kind] * 100 / all[i][kind]))
}

/// If the filter settled fewer boxes, each query would cost a decision, and no other test would
/// notice.
#[test]
#[cfg_attr(feature = "compact", ignore = "small code has no float filter")]
fn nearly_all_boxes_are_decided_by_the_float_filter() {
    fn aligned<const N: usize>(random: &mut Random) -> AlignedBox<f64, N> {
        let half: [f64; N] = core::array::from_fn(|_| random.between(0.1, 1.5));
        AlignedBox::new(half.map(|x| -x), half).unwrap()
    }
    let turned = |random: &mut Random| {
        let turn = core::array::from_fn(|_| random.between(0.1, 1.0));
        let turn = Rotation::<f64, 3>::new(turn).unwrap();
        OrientedBox::new([0.0; 3], [1.0, 0.7, 0.5], turn).unwrap()
    };
    let by_quarters = |random: &mut Random| {
        let turn = [[0.0, 0.0, 1.0, 1.0], [1.0, 0.0, 0.0, -1.0]][random.below(2) as usize];
        let turn = Rotation::<f64, 3>::new(turn).unwrap();
        let half = core::array::from_fn(|_| random.between(0.1, 1.5));
        OrientedBox::new([0.1, 0.2, 0.3], half, turn).unwrap()
    };
    let shares = [
        shares_of_certain(aligned::<3>),
        shares_of_certain(aligned::<2>),
        shares_of_certain(turned),
        shares_of_certain(by_quarters),
    ];
    // For a box that is rotated by quarter turns, some numbers at its edges are zero, which the
    // filter cannot be certain of. The same is true at a face of such a box that moves.
    let least = [[98; 2], [98; 2], [98; 2], [60, 35]];
    let mut all = shares.into_iter().flatten().zip(least.into_iter().flatten());
    let is_so = all.all(|([enter, miss], least)| enter >= least && miss >= 98);
    assert!(is_so || !has_four(), "{shares:?} %");
}

/// Returns the percentages of overlaps at time zero that the filter settles, for centres inside and
/// for centres outside. Checks in general position and on a lattice that each settled answer is the
/// decided answer.
fn shares_of_overlaps<T: Scalar, O, const N: usize>(
    draw: impl Fn(&mut Random, bool) -> O,
) -> [u32; 2]
where
    O: Shape<Scalar = T, Vector = [T; N]> + Obstacle<T, N, Feature = BoxFeature<N>> + Copy,
    O: core::fmt::Debug,
    Moving<O>: Obstacle<T, N, Feature = BoxFeature<N>>,
{
    let mut random = Random(36);
    let (mut all, mut certain, mut entered) = ([0; 2], [0; 2], 0);
    for i in 0..40_000 {
        let is_special = i % 2 == 0;
        let mut number = |most: f64| match is_special {
            // On the lattice there are zeros of both signs.
            true => random.integer(-4, 4) * most * 0.25 * [1.0, -1.0][i / 2 % 2],
            false => random.between(-most, most),
        };
        let center = [0; N].map(|_| T::nearest(number(2.0)));
        let velocity = [0; N].map(|_| T::nearest(number(1.0)));
        let radius = T::nearest(number(1.0).abs());
        let ball = Sphere::new(center, radius).unwrap().moving(velocity).unwrap();
        let obstacle = draw(&mut random, is_special);
        // Every third box moves, along one or two axes.
        let drift = core::array::from_fn(|k| {
            let speed = if is_special { random.integer(-2, 2) } else { random.between(-1.0, 1.0) };
            if i % 3 == 0 && k < 2 { T::nearest(speed) } else { T::ZERO }
        });
        let moving = Sphere::at(&Point::new(center).unwrap()).moving(drift).unwrap().with(obstacle);
        let decided = moving.decide(&ball, Only::Contacts, &mut Effort::default());
        let filtered = match i % 3 {
            0 => moving.with_float_filter(&ball, |answer| Some(Some(answer)), || None),
            _ => obstacle.with_float_filter(&ball, |answer| Some(Some(answer)), || None),
        };
        if let Some(answer) = &filtered {
            // The signs of zeros count, too.
            let [filtered, decided] = [answer, &decided].map(|answer| std::format!("{answer:?}"));
            assert_eq!(filtered, decided, "{ball:?} {moving:?}");
            entered += u32::from(is_special && i % 3 == 0 && answer.contact().is_some());
        }
        let Answer::Overlap(overlap) = decided else { continue };
        assert_eq!(ball.contact_time(&obstacle), None);
        if !is_special {
            let kind = usize::from(overlap.normal.is_some());
            (all[kind], certain[kind]) =
                (all[kind] + 1, certain[kind] + u32::from(filtered.is_some()));
        }
    }
    assert!(all.iter().all(|&count| count > 300), "{all:?}");
    assert!(entered > 50 || !has_four(), "{entered}");
    core::array::from_fn(|kind| certain[kind] * 100 / all[kind])
}

#[test]
#[cfg_attr(feature = "compact", ignore = "small code has no float filter")]
fn overlaps_are_decided_by_the_float_filter() {
    fn half<T: Scalar, const N: usize>(random: &mut Random, is_special: bool) -> [T; N] {
        core::array::from_fn(|_| match is_special {
            true => T::nearest(random.integer(0, 4) * 0.5),
            false => T::nearest(random.between(0.1, 1.5)),
        })
    }
    fn aligned<T: Scalar, const N: usize>(
        random: &mut Random,
        is_special: bool,
    ) -> AlignedBox<T, N> {
        let half = half::<T, N>(random, is_special);
        let shift = if is_special { half[0].widen() } else { 0.0 };
        let [min, max] = [-1.0, 1.0].map(|side| half.map(|x| T::nearest(side * x.widen() + shift)));
        AlignedBox::new(min, max).unwrap()
    }
    let turned = |random: &mut Random, is_special: bool| {
        let turn = match is_special {
            true => [0.0, 0.0, 1.0, random.integer(-1, 1)],
            false => core::array::from_fn(|_| random.between(0.1, 1.0)),
        };
        let turn = Rotation::<f64, 3>::new(turn).unwrap();
        OrientedBox::new([0.0; 3], half(random, is_special), turn).unwrap()
    };
    let in_plane = |random: &mut Random, _: bool| {
        let turn = Rotation::<f64, 2>::new([random.between(0.1, 1.0), 1.0]).unwrap();
        OrientedBox::new([0.0; 2], half(random, false), turn).unwrap()
    };
    let of_aligned = [
        shares_of_overlaps(aligned::<f64, 2>),
        shares_of_overlaps(aligned::<f64, 3>),
        shares_of_overlaps(aligned::<f32, 2>),
        shares_of_overlaps(aligned::<f32, 3>),
    ];
    let of_turned = [shares_of_overlaps(turned), shares_of_overlaps(in_plane)];
    let is_so = of_aligned.iter().chain(&of_turned).flatten().all(|&share| share >= 98);
    assert!(is_so || !has_four(), "{of_aligned:?} {of_turned:?} %");
}
