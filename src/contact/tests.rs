//! A law of all casts: in general position floats are enough.

use super::obstacle::sealed::{Meets, Only};
use crate::number::{COMPACT, Effort};
use crate::random::Random;
use crate::shape::{
    AlignedBox, Capsule, Ellipsoid, Moving, OrientedBox, Parallelepiped, Plane, Polytope, Rotation,
    Segment, Shape, Sphere, Triangle,
};
use std::vec::Vec;

/// Returns how many of a thousand contacts in general position need integers. The obstacle moves,
/// and its size is about one.
fn exact_of_a_thousand<M, O, const N: usize>(
    mover: impl Fn([f64; N], &mut Random) -> M,
    obstacle: impl Fn(&mut Random) -> O,
) -> u32
where
    M: Shape<Scalar = f64, Vector = [f64; N]>,
    O: Shape<Scalar = f64, Vector = [f64; N]>,
    Moving<O>: Meets<f64, N, M>,
{
    let mut random = Random(37);
    let (mut contacts, mut exact) = (0, 0);
    while contacts < 1_000 {
        let mut vector = |far: f64| [0; N].map(|_| random.between(-far, far));
        let (center, target, drift) = (vector(5.0), vector(1.0), vector(1.0));
        let velocity = core::array::from_fn(|k| target[k] - center[k] + drift[k]);
        let on_its_way = |velocity| Sphere::new(center, 0.0).unwrap().moving(velocity).unwrap();
        let mover = on_its_way(velocity).with(mover(center, &mut random));
        let obstacle = on_its_way(drift).with(obstacle(&mut random));
        let mut effort = Effort::default();
        let answer = obstacle.meet(&mover, Only::Contacts, &mut effort);
        if answer.contact().is_some_and(|contact| contact.time > 0.0) {
            contacts += 1;
            exact += u32::from(effort.exact);
        }
    }
    exact
}

fn ball<const N: usize>(center: [f64; N], random: &mut Random) -> Sphere<f64, N> {
    Sphere::new(center, random.between(0.1, 0.6)).unwrap()
}
fn egg<const N: usize>(center: [f64; N], random: &mut Random) -> Ellipsoid<f64, N> {
    Ellipsoid::new(center, [0; N].map(|_| random.between(0.1, 0.6))).unwrap()
}
fn pill(center: [f64; 3], random: &mut Random) -> Capsule<f64, 3> {
    Capsule::with_axis(center, random.vector(-0.6, 0.6), random.between(0.1, 0.6)).unwrap()
}
fn aligned<const N: usize>(random: &mut Random) -> AlignedBox<f64, N> {
    let [min, max] = [-1.0, 1.0].map(|side| [0; N].map(|_| side * random.between(0.1, 1.5)));
    AlignedBox::new(min, max).unwrap()
}
fn turned(random: &mut Random) -> OrientedBox<f64, 3> {
    let turn = core::array::from_fn(|_| random.between(0.1, 1.0));
    let half = random.vector(0.1, 1.5);
    OrientedBox::new(random.vector(-1.0, 1.0), half, Rotation::<f64, 3>::new(turn).unwrap())
        .unwrap()
}
fn skew(random: &mut Random) -> Parallelepiped<f64> {
    let edges = core::array::from_fn(|_| random.vector(-1.0, 1.0));
    Parallelepiped::new(random.vector(-1.0, 1.0), edges).unwrap()
}
fn triangle(random: &mut Random) -> Triangle<f64> {
    let [a, b, c] = core::array::from_fn(|_| random.vector(-1.0, 1.0));
    Triangle::new(a, b, c).unwrap()
}
fn segment(random: &mut Random) -> Segment<f64, 3> {
    Segment::new(random.vector(-1.0, 1.0), random.vector(-1.0, 1.0)).unwrap()
}
fn polytope(random: &mut Random) -> Polytope<f64, 3> {
    // Around the origin.
    let plane = |_| {
        let point = random.vector(-1.0, 1.0);
        Plane::new(point, point).unwrap()
    };
    Polytope::new((0..9).map(plane).collect()).unwrap()
}

/// If floats were not enough, integers would give the same answers, only later, and no other test
/// would notice. In four dimensions a cast of an ellipsoid is too deep for floats.
#[test]
fn in_no_special_place_floats_are_enough() {
    if COMPACT {
        return;
    }
    let mut random = Random(38);
    let polytopes: Vec<_> = (0..50).map(|_| polytope(&mut random)).collect();
    let polytope = |random: &mut Random| &polytopes[random.below(50) as usize];
    let counts = [
        exact_of_a_thousand(ball, aligned::<2>),
        exact_of_a_thousand(ball, aligned::<3>),
        exact_of_a_thousand(ball, aligned::<4>),
        exact_of_a_thousand(ball, turned),
        exact_of_a_thousand(ball, skew),
        exact_of_a_thousand(ball, polytope),
        exact_of_a_thousand(ball, triangle),
        exact_of_a_thousand(ball, segment),
        exact_of_a_thousand(egg, aligned::<2>),
        exact_of_a_thousand(egg, aligned::<3>),
        exact_of_a_thousand(egg, triangle),
        exact_of_a_thousand(egg, segment),
        exact_of_a_thousand(pill, aligned::<3>),
        exact_of_a_thousand(pill, triangle),
        exact_of_a_thousand(pill, segment),
    ];
    std::println!("{counts:?}");
    assert!(counts.iter().all(|&count| count < 10), "{counts:?}");
    assert_eq!(exact_of_a_thousand(egg, aligned::<4>), 1_000);
}

/// Shapes that are far from one in size are scaled to sizes near one, where nothing is lost.
#[test]
fn at_any_scale_floats_are_enough() {
    if COMPACT {
        return;
    }
    let mut random = Random(39);
    for (lengths, speeds) in [(-600, 0), (0, -600), (500, 0), (0, 500), (-300, 200)] {
        let [length, speed] = [lengths, speeds].map(|e| libm::ldexp(1.0, e));
        let (mut contacts, mut exact) = (0, 0);
        while contacts < 300 {
            let center = random.vector(-5.0, 5.0);
            let target = random.vector(-1.0, 1.0);
            let velocity = core::array::from_fn(|k| (target[k] - center[k]) * speed);
            let radius = random.between(0.1, 0.6) * length;
            let ball = Sphere::new(center.map(|x| x * length), radius).unwrap();
            let corners: [[f64; 3]; 3] = core::array::from_fn(|_| random.vector(-length, length));
            let [a, b, c] = corners;
            let still = Triangle::new(a, b, c).unwrap().moving([0.0; 3]).unwrap();
            let mut effort = Effort::default();
            let answer = still.meet(&ball.moving(velocity).unwrap(), Only::Contacts, &mut effort);
            if answer.contact().is_some() {
                contacts += 1;
                exact += u32::from(effort.exact);
            }
        }
        assert!(exact < 10, "2^{lengths}, 2^{speeds}: {exact}");
    }
}

/// For two shapes that both move between two points, the relative velocity need not be a difference
/// of two floats. Floats would use a rounded velocity, so integers decide.
#[test]
fn what_no_two_floats_hold_is_for_integers() {
    fn is_exact<M, O>(mover: M, obstacle: O) -> bool
    where
        M: Shape<Scalar = f64, Vector = [f64; 3]>,
        O: Shape<Scalar = f64, Vector = [f64; 3]>,
        Moving<O>: Meets<f64, 3, M>,
    {
        let tiny = libm::ldexp(1.0, -60);
        let leg =
            |from: [f64; 3], to: [f64; 3]| Sphere::new(from, 0.0).unwrap().moving_to(to).unwrap();
        let mover = leg([5.0, 0.1, 0.2], [tiny, 0.1, 0.2]).with(mover);
        let obstacle = leg([0.0; 3], [tiny * tiny, 0.0, 0.0]).with(obstacle);
        let mut effort = Effort::default();
        let contact = obstacle.meet(&mover, Only::Contacts, &mut effort).contact();
        assert!(contact.is_some_and(|contact| contact.time > 0.0));
        effort.exact
    }
    let center = [5.0, 0.1, 0.2];
    let ball = Sphere::new(center, 0.25).unwrap();
    let egg = Ellipsoid::new(center, [0.25, 0.5, 0.75]).unwrap();
    let pill = Capsule::with_axis(center, [1.0, 0.5, 0.25], 0.25).unwrap();
    let aligned = AlignedBox::new([-1.0; 3], [1.0; 3]).unwrap();
    let turn = Rotation::<f64, 3>::new([0.1, 0.2, 0.3, 0.4]).unwrap();
    let turned = OrientedBox::new([0.0; 3], [1.0; 3], turn).unwrap();
    let edges = [[1.0, 0.1, 0.0], [0.0, 1.0, 0.1], [0.1, 0.0, 1.0]];
    let skew = Parallelepiped::new([-0.5; 3], edges).unwrap();
    let triangle = Triangle::new([0.5, -9.0, -9.0], [0.0, 9.0, -9.0], [0.25, 0.0, 9.0]).unwrap();
    let segment = Segment::new([0.0, 0.1, -9.0], [0.5, 0.2, 9.0]).unwrap();
    let plane = |k: usize, side: f64| {
        let point = core::array::from_fn(|i| if i == k { side } else { 0.0 });
        Plane::new(point, point).unwrap()
    };
    let sides = (0..3).flat_map(|k| [plane(k, 1.0), plane(k, -1.0)]);
    let hull = Polytope::new(sides.collect()).unwrap();
    let all = [
        is_exact(ball, aligned),
        is_exact(ball, turned),
        is_exact(ball, skew),
        is_exact(ball, &hull),
        is_exact(ball, triangle),
        is_exact(ball, segment),
        is_exact(egg, aligned),
        is_exact(egg, triangle),
        is_exact(pill, aligned),
        is_exact(pill, triangle),
        is_exact(pill, segment),
    ];
    assert_eq!(all, [true; 11]);
}
