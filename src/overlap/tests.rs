//! Tests of the depth of the decisions, of each decision with filters against the exact one alone,
//! and of each special branch.

use super::aligned_box::{Axis, BoxPair, OverlapCondition, condition_holds};
use crate::number::depth::{Counting, greatest_depth};
use crate::number::{
    Decision, Effort, GREATEST_DEPTH, Measure, Scaled, decide_exactly, measure_exactly,
};
use crate::random::Random;
use crate::shape::{AlignedBox, Ellipsoid, Hollow, Sphere};
use core::cmp::Ordering;
use std::vec::Vec;

const QUESTIONS: [OverlapCondition; 4] = [
    OverlapCondition::Nearest,
    OverlapCondition::Farthest,
    OverlapCondition::Side,
    OverlapCondition::Ends,
];

fn random_pair(
    random: &mut Random,
    dimension: usize,
    mut draw: impl FnMut(&mut Random) -> f64,
) -> BoxPair<Vec<Axis>> {
    let is_sphere = random.below(2) == 0;
    let ball = draw(random).abs();
    let axes = (0..dimension).map(|_| {
        let (a, b) = (draw(random), draw(random));
        let own = draw(random).abs();
        // An ellipsoid has no radius of zero.
        let radius = if is_sphere {
            ball
        } else if own > 0.0 {
            own
        } else {
            1.0
        };
        Axis { center: draw(random), radius, min: a.min(b), max: a.max(b) }
    });
    BoxPair { axes: axes.collect(), is_sphere, question: QUESTIONS[random.below(4) as usize] }
}

#[test]
fn no_decision_is_deeper_than_the_filters_allow() {
    let mut random = Random(1);
    let mut greatest = 0;
    for dimension in (1..=12).chain([100, 1_000, 20_000]) {
        for _ in 0..40 {
            let pair = random_pair(&mut random, dimension, |random| random.between(-1.0, 1.0));
            greatest_depth();
            assert!(pair.decide(&Counting).is_ok());
            // The first filter compares these values with one, so their depths count like the
            // depths of signs.
            pair.measure(&Counting).iter().for_each(|value| value.note());
            greatest = greatest.max(greatest_depth());
        }
    }
    assert_eq!(greatest, 24, "docs/theory.md, §6, says so");
    assert!(greatest <= GREATEST_DEPTH);
}

#[test]
fn filtered_and_exact_alone_agree() {
    let mut random = Random(2);
    let mut counts = [[0; 2]; 4];
    for _ in 0..40_000 {
        let dimension = 1 + random.below(5) as usize;
        let reach = random.integer(0, 3);
        let tiny = 1.0 / (1u64 << random.below(60)) as f64;
        let pair = random_pair(&mut random, dimension, |random| {
            random.integer(-4, 4) + tiny * random.between(-reach, reach)
        });
        let question = pair.question;
        let scaled = Scaled::new(pair);
        let filtered = condition_holds(&scaled, &mut Effort::default());
        let by_sum = matches!(question, OverlapCondition::Nearest | OverlapCondition::Farthest);
        let exact = if by_sum && !scaled.inputs.is_sphere {
            let [sum] = measure_exactly(&scaled);
            let order = sum.compare_with(1.0);
            order
                != if question == OverlapCondition::Nearest {
                    Ordering::Greater
                } else {
                    Ordering::Less
                }
        } else {
            decide_exactly(&scaled)
        };
        assert_eq!(filtered, exact, "{scaled:?}");
        counts[QUESTIONS.iter().position(|&q| q == question).unwrap()][usize::from(exact)] += 1;
    }
    assert!(counts.iter().flatten().all(|&count| count > 100), "{counts:?}");
}

// ---- special branches ----

#[test]
fn a_box_within_a_shell_touches_it_only_by_a_corner() {
    let shell = Hollow(Sphere::new([0.0, 0.0], 5.0).unwrap());
    let within = |x| AlignedBox::new([-1.0, -1.0], [x, 4.0]).unwrap();
    assert!(shell.intersects(&within(3.0)));
    assert!(!shell.intersects(&within(3f64.next_down())));
    assert!(Sphere::new([0.0, 0.0], 5.0).unwrap().intersects(&within(1.0)));
}

#[test]
fn a_sphere_within_a_hollow_box_touches_it_only_by_a_side() {
    let room = Hollow(AlignedBox::new([0.0, 0.0], [10.0, 4.0]).unwrap());
    assert!(Sphere::new([5.0, 2.0], 2.0).unwrap().intersects(&room));
    assert!(!Sphere::new([5.0, 2.0], 2f64.next_down()).unwrap().intersects(&room));
    assert!(Ellipsoid::new([5.0, 2.0], [5.0, 1.0]).unwrap().intersects(&room));
    assert!(!Ellipsoid::new([5.0, 2.0], [4.0, 1.0]).unwrap().intersects(&room));
}

#[test]
fn a_centre_on_a_side_is_not_inside() {
    let room = Hollow(AlignedBox::new([0.0, 0.0], [10.0, 4.0]).unwrap());
    assert!(Sphere::new([0.0, 2.0], 0.0).unwrap().intersects(&room));
    assert!(Hollow(Sphere::new([0.0, 2.0], 0.0).unwrap()).intersects(&room));
}

#[test]
fn a_point_inside_meets_the_solid_alone() {
    let room = AlignedBox::new([0.0, 0.0], [10.0, 4.0]).unwrap();
    let point = Sphere::new([5.0, 2.0], 0.0).unwrap();
    assert!(point.intersects(&room) && Hollow(point).intersects(&room));
    assert!(!point.intersects(&Hollow(room)) && !Hollow(point).intersects(&Hollow(room)));
}

#[test]
fn a_flat_box_is_all_surface() {
    let plate = Hollow(AlignedBox::new([0.0, 0.0, 1.0], [10.0, 10.0, 1.0]).unwrap());
    assert!(Sphere::new([5.0, 5.0, 1.0], 0.5).unwrap().intersects(&plate));
    assert!(Hollow(Sphere::new([5.0, 5.0, 1.0], 0.5).unwrap()).intersects(&plate));
}

#[test]
fn on_a_line_two_surfaces_meet_in_a_common_end() {
    let ends = |min: f64, max| Hollow(AlignedBox::new([min], [max]).unwrap());
    let shell = Hollow(Sphere::new([4.0], 5.0).unwrap());
    assert!(shell.intersects(&ends(-1.0, 100.0)));
    assert!(shell.intersects(&ends(0.0, 9.0)));
    assert!(shell.intersects(&ends(9.0, 9.0)));
    assert!(shell.intersects(&ends(-7.0, -1.0)));
    assert!(!shell.intersects(&ends(0.0, 10.0)));
    assert!(shell.intersects(&AlignedBox::new([0.0], [10.0]).unwrap()));
}

#[test]
fn two_sides_are_equally_far_but_for_the_last_digits() {
    let unit = f64::from(1 << 28);
    let center = [8.0 * unit, (-3.0 * unit).next_down()];
    let shell = Hollow(Sphere::new(center, 13.0 * unit).unwrap());
    let wall = [[13.0 * unit, -15.0 * unit], [13.0 * unit, 9.0 * unit]];
    assert!(shell.intersects(&AlignedBox::new(wall[0], wall[1]).unwrap()));
}

#[test]
fn the_surface_of_a_surface_is_the_same_surface() {
    let shell = Hollow(Sphere::new([0.0, 0.0], 5.0).unwrap());
    let within = AlignedBox::new([-1.0, -1.0], [3.0, 3.0]).unwrap();
    assert!(!shell.intersects(&within) && !Hollow(shell).intersects(&within));
}
