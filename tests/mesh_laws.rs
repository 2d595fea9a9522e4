//! A mesh answers like its triangles, one by one: the end of a contact, and the triangle of an
//! overlap. The families have noise, as rotations leave it, next to ordinary numbers.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at what cannot be")]

mod random;

use random::Random;
use std::cmp::Ordering;
use tangency::{
    Answer, Capsule, Contact, Ellipsoid, ExactAnswer, Mesh, Moving, Overlap, Point, Rational,
    Rotation, Scene, Sphere, Surd, Triangle,
};

type Vector = [f64; 3];

/// The start and the end of the contact with each triangle that is touched at all.
type Stays = Vec<(Surd, Surd)>;

fn zero() -> Surd {
    Surd::from(Rational::ZERO)
}

/// The end of the union of contact intervals without a gap, from the first contact on.
fn end_of(mut stays: Stays) -> Option<Surd> {
    stays.sort_by(|a, b| a.0.cmp(&b.0));
    let mut end = stays.first()?.0.clone();
    for (first, last) in stays {
        if first <= end {
            end = end.max(last);
        }
    }
    Some(end)
}

/// The contact intervals of a mover with each of some obstacles.
macro_rules! stays {
    ($mover:expr, $obstacles:expr) => {{
        let mut stays = Stays::new();
        for obstacle in $obstacles {
            let first = match $mover.first_contact_exact(obstacle) {
                ExactAnswer::None => continue,
                ExactAnswer::Overlap(_) => zero(),
                ExactAnswer::Contact(Contact { time, .. }) => time,
            };
            stays.push((first, $mover.last_time_exact(obstacle).unwrap()));
        }
        stays
    }};
}

/// The last time of a mover and a mesh is the last time of the triangles.
macro_rules! check_last {
    ($mover:expr, $mesh:expr, $stays:expr, $count:expr) => {{
        let expected = end_of($stays);
        let told = $mover.last_time_exact($mesh);
        assert_eq!(told, expected, "{:?} {:?}", $mover, $mesh);
        let rounded = expected.as_ref().map(Surd::to_f64);
        assert_eq!($mover.last_time($mesh), rounded, "{:?} {:?}", $mover, $mesh);
        $count += usize::from(expected.is_some());
    }};
}

/// The kinds of positions, by their numbers and their noise.
#[derive(Clone, Copy, PartialEq)]
enum Family {
    /// Whole numbers, which tie.
    Whole,
    /// Any numbers.
    Any,
    /// Whole numbers, some of which are noise where they should be zero.
    Noise,
    /// A field of heights, and a velocity along it except for noise.
    Heights,
}

const FAMILIES: [Family; 4] = [Family::Whole, Family::Any, Family::Noise, Family::Heights];

/// Noise of many sizes: numbers below `2^-75` of the others are lost in sums of floats.
fn noise(random: &mut Random) -> f64 {
    let size = [1e-17, 1e-21, 1e-23, 1e-33, 1e-60, 1e-200, 1e-310][random.below(7) as usize];
    size * random.integer(-9, 9)
}

impl Family {
    fn vector(self, random: &mut Random, reach: i64) -> Vector {
        match self {
            Self::Any => random.vector(-reach as f64, reach as f64),
            Self::Whole | Self::Heights => random.integers(-reach, reach),
            Self::Noise => {
                let vector = random.integers(-reach, reach);
                vector.map(|x| if random.below(4) == 0 { noise(random) } else { x })
            }
        }
    }

    fn triangles(self, random: &mut Random, heights: u32) -> (Vec<Vector>, Vec<[u32; 3]>) {
        if self != Self::Heights {
            let vertices = (0..9).map(|_| self.vector(random, 3)).collect();
            let mut index = || random.below(9) as u32;
            return (vertices, (0..12).map(|_| [index(), index(), index()]).collect());
        }
        let (n, half) = (heights, f64::from(heights) / 2.0);
        let vertices = (0..(n + 1) * (n + 1)).map(|k| {
            let (x, y) = (f64::from(k % (n + 1)), f64::from(k / (n + 1)));
            [x - half, y - half, random.between(-0.25, 0.25)]
        });
        let corners = (0..n * n).map(|k| k / n * (n + 1) + k % n);
        let triangles = corners.flat_map(|k| [[k, k + 1, k + n + 2], [k, k + n + 2, k + n + 1]]);
        (vertices.collect(), triangles.collect())
    }

    /// A velocity that is not zero.
    fn velocity(self, random: &mut Random) -> Vector {
        if self == Self::Heights {
            let along = [-1.0, 1.0][random.below(2) as usize];
            return [along, noise(random), 0.0];
        }
        loop {
            let velocity = self.vector(random, 2);
            if velocity.iter().any(|x| x.abs() > 0.5) {
                return velocity;
            }
        }
    }
}

#[test]
fn a_mesh_is_left_when_the_last_of_its_triangles_is() {
    let mut random = Random(41);
    let mut ended = [0; 5];
    for round in 0..240 {
        let family = FAMILIES[round % 4];
        let (vertices, indices) = family.triangles(&mut random, 3);
        let mesh = Mesh::new(vertices, indices.clone()).unwrap();
        let triangles: Vec<Triangle<f64>> =
            (0..indices.len()).map(|i| mesh.triangle(i).unwrap()).collect();
        let (center, velocity) = (family.vector(&mut random, 3), family.velocity(&mut random));
        let axis = family.vector(&mut random, 2);
        let radius = random.integer(0, 2);

        let ball = Sphere::new(center, radius).unwrap().moving(velocity).unwrap();
        check_last!(ball, &mesh, stays!(ball, &triangles), ended[0]);
        let capsule = Capsule::with_axis(center, axis, radius).unwrap().moving(velocity).unwrap();
        check_last!(capsule, &mesh, stays!(capsule, &triangles), ended[1]);
        let radii = [0; 3].map(|_| [0.125, 0.5, 1.0, 4.0][random.below(4) as usize]);
        let egg = Ellipsoid::new(center, radii).unwrap().moving(velocity).unwrap();
        check_last!(egg, &mesh, stays!(egg, &triangles), ended[2]);

        // The mesh is turned by whole numbers, or about an axis with noise in it.
        if round % 3 == 0 {
            let turn = [noise(&mut random), random.integer(-1, 1), random.integer(-1, 1), 1.0];
            let turn = Rotation::<f64, 3>::new(turn).unwrap();
            let translation = family.vector(&mut random, 1);
            let each: Vec<Mesh<f64>> = triangles
                .iter()
                .map(|of| Mesh::new(of.vertices().to_vec(), vec![[0, 1, 2]]).unwrap())
                .collect();
            let each: Vec<_> =
                each.iter().map(|mesh| mesh.instance(turn, translation).unwrap()).collect();
            let placed = mesh.instance(turn, translation).unwrap();
            check_last!(ball, &placed, stays!(ball, &each), ended[3]);
            check_last!(capsule, &placed, stays!(capsule, &each), ended[4]);
        }
    }
    assert!(ended.iter().all(|&count| count > 20), "{ended:?}");
}

/// The velocity is along a field of heights, except for noise.
#[test]
fn noise_in_a_velocity_does_not_end_a_contact() {
    let mut random = Random(42);
    let mut ended = 0;
    for _ in 0..4 {
        let (vertices, indices) = Family::Heights.triangles(&mut random, 12);
        let mesh = Mesh::new(vertices, indices.clone()).unwrap();
        let triangles: Vec<Triangle<f64>> =
            (0..indices.len()).map(|i| mesh.triangle(i).unwrap()).collect();
        for _ in 0..3 {
            let center = [random.between(-4.0, 4.0), random.between(-4.0, 4.0), 0.5];
            let velocity = [[-1.0, 1.0][random.below(2) as usize], 1e-33, 0.0];
            let ball = Sphere::new(center, random.between(0.4, 0.6)).unwrap();
            let ball = ball.moving(velocity).unwrap();
            check_last!(ball, &mesh, stays!(ball, &triangles), ended);
        }
    }
    assert!(ended > 6, "{ended}");
}

/// By hand: the lowest point of the long triangle is at −2, so the sphere above it leaves it at
/// time 3.
#[test]
fn a_ball_among_triangles_whose_corners_are_shared() {
    let vertices = vec![[0.0; 3], [0.0, 0.0, -2.0], [0.0, -1.0, -2.0], [0.0; 3], [0.0, 0.0, 1.0]];
    let mesh = Mesh::new(vertices, vec![[4, 2, 2], [2, 1, 1], [0, 3, 0]]).unwrap();
    let ball = Sphere::new([0.0; 3], 1.0).unwrap().moving([1e-23, 0.0, -1.0]).unwrap();
    assert_eq!(ball.last_time(&mesh), Some(3.0));
}

/// By hand: one triangle is in the plane x = 3, and its contact ends when the rear tip, which
/// starts at −4, arrives there. The other triangle is closer to the centre, but farther than the
/// ellipsoid's radius in that direction.
#[test]
fn an_ellipsoid_beside_a_triangle_that_it_does_not_reach() {
    let across = [[3.0, -1.0, -1.0], [3.0, 2.0, -1.0], [3.0, -1.0, 2.0]];
    let beside = [[-1.0, 0.5, -1.0], [2.0, 0.5, -1.0], [-1.0, 0.5, 2.0]];
    let mesh = Mesh::new([beside, across].concat(), vec![[0, 1, 2], [3, 4, 5]]).unwrap();
    let egg = Ellipsoid::new([0.0; 3], [4.0, 0.125, 0.125]).unwrap();
    let egg = egg.moving([1.0, 0.0, 0.0]).unwrap();
    assert_eq!(egg.last_time(&mesh), Some(7.0));
    let overlap = egg.first_contact(&mesh).overlap().unwrap();
    assert_eq!((overlap.feature.triangle, overlap.point), (1, [3.0, 0.0, 0.0]));
}

/// By hand: an end of the axis is on the first triangle, and the axis passes through the second.
#[test]
fn an_axis_that_touches_one_triangle_and_crosses_another() {
    let touched = [[0.0; 3], [3.0, 0.0, 0.0], [3.0, 3.0, 0.0]];
    let crossed = [[-1.0, -1.0, 1.0], [2.0, -1.0, 1.0], [-1.0, 2.0, 1.0]];
    let mesh = Mesh::new([touched, crossed].concat(), vec![[0, 1, 2], [3, 4, 5]]).unwrap();
    let axis = Capsule::with_axis([0.0; 3], [0.0, 0.0, 2.0], 0.0).unwrap();
    let axis = axis.moving([1.0, 0.0, 0.0]).unwrap();
    let overlap = axis.first_contact(&mesh).overlap().unwrap();
    assert_eq!((overlap.feature.triangle, overlap.point), (1, [0.0, 0.0, 1.0]));
}

/// The triangle that is closest to the centre, among those that overlap when queried alone; at
/// equal distances the first one.
fn closest_overlapped(egg: &Moving<Ellipsoid<f64, 3>>, mesh: &Mesh<f64>) -> Option<usize> {
    let large = Sphere::new(egg.shape().center(), f64::MAX).unwrap().moving([0.0; 3]).unwrap();
    let mut best: Option<(Surd, usize)> = None;
    for i in 0..mesh.triangles().len() {
        let triangle = mesh.triangle(i).unwrap();
        if egg.first_contact(&triangle).overlap().is_none() {
            continue;
        }
        let ExactAnswer::Overlap(Overlap { center, point, .. }) =
            large.first_contact_exact(&triangle)
        else {
            panic!("a ball without a bound overlaps everything")
        };
        let squared = (0..3).fold(zero(), |sum, k| {
            let way = center[k].checked_sub(&point[k]).unwrap();
            sum.checked_add(&way.checked_mul(&way).unwrap()).unwrap()
        });
        if best.as_ref().is_none_or(|(least, _)| squared.cmp(least) == Ordering::Less) {
            best = Some((squared, i));
        }
    }
    best.map(|(_, triangle)| triangle)
}

#[test]
fn an_overlap_names_the_closest_triangle_that_is_overlapped() {
    let mut random = Random(43);
    let (mut eggs, mut capsules, mut others) = (0, 0, 0);
    for round in 0..600 {
        let family = FAMILIES[round % 3];
        let (vertices, indices) = family.triangles(&mut random, 3);
        let mesh = Mesh::new(vertices, indices).unwrap();
        let (center, velocity) = (family.vector(&mut random, 2), family.velocity(&mut random));
        let radii = [0; 3].map(|_| [0.125, 0.5, 1.0, 4.0][random.below(4) as usize]);
        let egg = Ellipsoid::new(center, radii).unwrap().moving(velocity).unwrap();
        let answer = egg.first_contact(&mesh);
        let expected = closest_overlapped(&egg, &mesh);
        assert_eq!(answer.overlap().map(|o| o.feature.triangle), expected, "{egg:?} {mesh:?}");
        eggs += usize::from(expected.is_some());
        let closest = Point::new(center).unwrap().closest(&mesh).unwrap();
        others += usize::from(expected.is_some_and(|i| i != closest.feature.triangle));
        if let Some(i) = expected {
            // The mesh gives the answer of that triangle.
            let alone = egg.first_contact(&mesh.triangle(i).unwrap()).overlap().unwrap();
            let overlap = answer.overlap().unwrap();
            let (feature, point) = (overlap.feature.feature, overlap.point);
            assert_eq!(
                (feature, point, overlap.normal),
                (alone.feature, alone.point, alone.normal)
            );
        }

        // A scene of the triangles answers the same, also for an axis that passes through some of
        // them and only touches others.
        let axis = family.vector(&mut random, 3);
        let capsule = Capsule::with_axis(center, axis, random.integer(0, 1)).unwrap();
        let capsule = capsule.moving(velocity).unwrap();
        let mut scene = Scene::new();
        scene.insert_all((0..mesh.triangles().len()).map(|i| mesh.triangle(i).unwrap()));
        let told = capsule.first_contact(&mesh);
        let by_scene = capsule.first_contact(&scene.for_capsules().unwrap());
        let triangle = match &told {
            Answer::None => None,
            Answer::Overlap(overlap) => Some(overlap.feature.triangle as u64),
            Answer::Contact(hit) => Some(hit.feature.triangle as u64),
        };
        let item = match &by_scene {
            Answer::None => None,
            Answer::Overlap(overlap) => Some(overlap.feature.item.number()),
            Answer::Contact(hit) => Some(hit.feature.item.number()),
        };
        assert_eq!(triangle, item, "{capsule:?} {mesh:?}");
        capsules += usize::from(told.overlap().is_some());
    }
    assert!(eggs > 200 && capsules > 200 && others > 20, "{eggs} {capsules} {others}");
}

/// In a mesh of one triangle many times and some others, the first of the equal ones is named, and
/// a linear pass over all triangles gives the same answer.
#[test]
fn of_equal_triangles_the_first_is_named() {
    let mut random = Random(44);
    let (mut met, mut overlapped) = (0, 0);
    for round in 0..200 {
        let family = FAMILIES[round % 3];
        let (vertices, mut indices) = family.triangles(&mut random, 3);
        for _ in 0..20 {
            let again = indices[random.index(indices.len())];
            indices.insert(random.index(indices.len()), again);
        }
        let mesh = Mesh::new(vertices, indices.clone()).unwrap();
        let mut scene = Scene::new();
        scene.insert_all((0..indices.len()).map(|i| mesh.triangle(i).unwrap()));
        let (center, velocity) = (family.vector(&mut random, 5), family.velocity(&mut random));
        let ball = Sphere::new(center, random.integer(0, 2)).unwrap().moving(velocity).unwrap();
        let first = |same: usize| indices.iter().position(|other| *other == indices[same]);
        match (ball.first_contact(&mesh), ball.first_contact(&scene)) {
            (Answer::None, Answer::None) => {}
            (Answer::Overlap(a), Answer::Overlap(b)) => {
                overlapped += 1;
                assert_eq!(a.feature.triangle as u64, b.feature.item.number());
                assert_eq!(Some(a.feature.triangle), first(a.feature.triangle));
            }
            (Answer::Contact(a), Answer::Contact(b)) => {
                met += 1;
                assert_eq!((a.time, a.point), (b.time, b.point));
                assert_eq!(a.feature.triangle as u64, b.feature.item.number());
                assert_eq!(Some(a.feature.triangle), first(a.feature.triangle));
            }
            (a, b) => panic!("{a:?} {b:?}"),
        }
        let point = Point::new(center).unwrap();
        let (a, b) = (point.closest(&mesh).unwrap(), point.closest(&scene).unwrap());
        assert_eq!(a.feature.triangle as u64, b.feature.item.number());
        let order = |of: Vec<u64>, by: Vec<u64>| assert_eq!(of, by, "{ball:?} {mesh:?}");
        let by_mesh = ball.contacts(&mesh).into_iter().map(|answer| match answer {
            Answer::Contact(hit) => hit.feature.triangle as u64,
            Answer::Overlap(overlap) => overlap.feature.triangle as u64,
            Answer::None => panic!("no contact"),
        });
        let by_scene = scene.contacts(&ball).into_iter().map(|answer| match answer {
            Answer::Contact(hit) => hit.feature.item.number(),
            Answer::Overlap(overlap) => overlap.feature.item.number(),
            Answer::None => panic!("no contact"),
        });
        order(by_mesh.collect(), by_scene.collect());
    }
    assert!(met > 15 && overlapped > 15, "{met} {overlapped}");
}
