//! Tests of the depth of the decisions about planes, and of each special branch.

use super::{Containment, PlaneQuery, SideOf};
use crate::contact::BoundQuery;
use crate::contact::polytope::{PolytopeBoundary, PolytopeCast};
use crate::number::depth::{Counting, greatest_depth};
use crate::number::{Decision, GREATEST_DEPTH, GREATEST_DEPTH_OF_VALUES, Measure};
use crate::random::Random;
use crate::shape::{Moving, Parallelepiped, Plane, Polytope, Sphere};
use Containment::{Inside, Intersecting, Outside};
use std::vec;
use std::vec::Vec;

fn random_planes(random: &mut Random) -> Vec<Plane<f64, 3>> {
    let mut planes = Vec::new();
    for _ in 0..random.below(10) {
        let (normal, point) = (random.integers(-2, 2), random.integers(-4, 4));
        let outwards: f64 = (0..3).map(|k| normal[k] * point[k]).sum();
        planes.extend(Plane::new(point, normal.map(|x| if outwards < 0.0 { -x } else { x })));
    }
    planes
}

#[test]
fn no_decision_is_deeper_than_the_filters_allow() {
    let mut random = Random(15);
    let (mut of_signs, mut of_values, mut sides) = (0, 0, [0; 3]);
    for _ in 0..40_000 {
        let body = Polytope::new(random_planes(&mut random)).unwrap();
        let sphere = Sphere::new(random.integers(-6, 6), random.integer(0, 4)).unwrap();
        let cast = PolytopeCast::at_rest(&Moving::still(sphere), PolytopeBoundary::of(&body));
        greatest_depth();
        let question = SideOf { by_planes: false };
        let side = BoundQuery { cast: &cast, question };
        let Ok(side) = side.decide(&Counting) else { panic!("a float always knows") };
        sides[side as usize] += 1;
        if !body.planes().is_empty() {
            let cut = BoundQuery { cast: &cast, question: PlaneQuery };
            let Ok(is_cut) = cut.decide(&Counting) else { panic!("a float always knows") };
            of_signs = of_signs.max(greatest_depth());
            if is_cut {
                cut.measure(&Counting).iter().for_each(|value| value.note());
                of_values = of_values.max(greatest_depth());
            }
        }
    }
    assert_eq!((of_signs, of_values), (22, 25), "docs/theory.md, §8, says so");
    assert!(of_signs <= GREATEST_DEPTH && of_values <= GREATEST_DEPTH_OF_VALUES);
    assert!(sides.iter().all(|&count| count > 100), "{sides:?}");
}

#[test]
fn many_spheres_at_once_answer_as_each_alone() {
    let mut random = Random(16);
    let mut counts = [0; 3];
    for round in 0..400 {
        let body = Polytope::new(random_planes(&mut random)).unwrap();
        let number = |random: &mut Random| match (round % 3, random.below(20)) {
            // Some numbers are so large that floats are not certain.
            (2, 0) => random.between(-1.0, 1.0) * f64::MAX,
            (0, _) => random.integer(-6, 6),
            _ => random.between(-6.0, 6.0),
        };
        let mut column = || -> Vec<f64> { (0..150).map(|_| number(&mut random)).collect() };
        let (x, y, z) = (column(), column(), column());
        let radii: Vec<f64> = column().into_iter().map(f64::abs).collect();
        let mut sides = vec![Inside; 7];
        body.cull(&x, &y, &z, &radii, &mut sides).unwrap();
        for i in 0..150 {
            let sphere = Sphere::new([x[i], y[i], z[i]], radii[i]).unwrap();
            let (side, by_planes) =
                (sphere.containment(&body), sphere.containment_by_planes(&body));
            assert_eq!(sides[i], side);
            assert_eq!(sphere.intersects(&body), side != Outside);
            // The only error of the planes alone is to report that a sphere outside intersects.
            assert!(by_planes == side || (by_planes, side) == (Intersecting, Outside));
            counts[side as usize] += 1;
        }
        assert_eq!(sides.len(), 150);
    }
    assert!(counts.iter().all(|&count| count > 1_000), "{counts:?}");
}

#[test]
fn a_batch_names_what_is_wrong_with_it() {
    let body = Polytope::<f64, 3>::new(vec![]).unwrap();
    let two = [1.0, 2.0];
    let cull = |x: &[f64], z: &[f64], radii: &[f64]| {
        body.cull(x, &two, z, radii, &mut Vec::new()).unwrap_err()
    };
    let text = |error: crate::shape::InputError| std::format!("{error}");
    let error = cull(&two, &two, &[1.0, -1.0]);
    assert_eq!(text(error), "cull.radii[1] is -1, must not be negative");
    let error = cull(&two, &[1.0, f64::NAN], &two);
    assert_eq!(text(error), "cull.z[1] is NaN, must be a finite number");
    let error = cull(&two, &two, &[1.0]);
    assert_eq!(text(error), "cull.radii has dimension 1, but cull.x has 2");
}

// ---- special branches ----

#[test]
fn a_sphere_and_one_plane() {
    let plane = Plane::new([0.0, 0.0, 1.0], [0.0, 0.0, 3.0]).unwrap();
    let ball = |z, r| Sphere::new([7.0, 8.0, z], r).unwrap();
    assert_eq!(ball(3.0, 1.9).containment(&plane), Outside);
    assert_eq!(ball(3.0, 2.0).containment(&plane), Intersecting);
    assert_eq!(ball(-1.0, 2.0).containment(&plane), Intersecting);
    assert_eq!(ball(-1.0, 1.9).containment(&plane), Inside);
    assert_eq!(ball(1.0, 0.0).containment(&plane), Intersecting);
    // They touch in a point.
    let circle = ball(3.0, 2.0).section(&plane).unwrap();
    assert_eq!((circle.center, circle.radius), ([7.0, 8.0, 1.0], 0.0));
    assert_eq!(ball(3.0, 2f64.next_down()).section(&plane), None);
    // In the plane the section is a chord.
    let line = Plane::new([0.0, 0.0], [3.0, 4.0]).unwrap();
    let chord = Sphere::new([3.0, 4.0], 13.0).unwrap().section(&line).unwrap();
    assert_eq!((chord.center, chord.radius), ([0.0, 0.0], 12.0));
}

#[test]
fn a_ball_within_a_flat_or_empty_body_is_not_inside() {
    let plates = |gap: f64| {
        let low = Plane::new([0.0, 0.0], [0.0, -1.0]).unwrap();
        Polytope::new(vec![low, Plane::new([0.0, gap], [0.0, 1.0]).unwrap()]).unwrap()
    };
    let point = Sphere::new([0.0, 0.0], 0.0).unwrap();
    assert_eq!(point.containment(&plates(1.0)), Intersecting);
    assert_eq!(point.containment(&plates(0.0)), Intersecting);
    assert_eq!(point.containment(&plates(-1.0)), Outside);
    assert_eq!(Sphere::new([0.0, 0.0], 9.0).unwrap().containment(&plates(-1.0)), Outside);
    assert_eq!(Sphere::new([0.0, 0.5], 0.5).unwrap().containment(&plates(1.0)), Intersecting);
    assert_eq!(Sphere::new([0.0, 0.5], 0.4).unwrap().containment(&plates(1.0)), Inside);
    let whole = Polytope::new(vec![]).unwrap();
    assert_eq!(point.containment(&whole), Inside);
}

#[test]
fn a_ball_beside_an_edge_is_outside_of_a_parallelepiped() {
    let body = Parallelepiped::new([0.0; 3], [[2.0, 0.0, 0.0], [1.0, 2.0, 0.0], [0.0, 0.0, 2.0]]);
    let body = body.unwrap();
    // Its corner is (3/2, 1, 1).
    let ball = |r| Sphere::new([4.5, 5.0, 0.0], r).unwrap();
    assert_eq!(ball(4.9).containment(&body), Outside);
    assert_eq!(ball(4.9).containment_by_planes(&body), Intersecting);
    assert_eq!(ball(5.0).containment(&body), Intersecting);
    assert!(ball(5.0).intersects(&body) && !ball(4.9).intersects(&body));
    assert_eq!(Sphere::new([0.0; 3], 0.8).unwrap().containment(&body), Inside);
    // The slanted sides are 2 / √5 = 0.894… away.
    assert_eq!(Sphere::new([0.0; 3], 0.9).unwrap().containment(&body), Intersecting);
}
