//! Laws of other queries than the first contact (last contact, closest point, penetration), and of
//! ellipsoids.

#![allow(clippy::unwrap_used, reason = "a test may stop at what cannot be")]

mod random;

use random::Random;
use std::array::from_fn;
use tangency::{
    AlignedBox, Answer, Contact, Ellipsoid, ExactAnswer, Feature, Hollow, Mesh, Moving, Obstacle,
    OrientedBox, Point, Rational, Rotation, Segment, Side, Sphere, Surd, Triangle,
};

type Ball = Moving<Sphere<f64, 3>>;

fn ball<const N: usize>(
    center: [f64; N],
    radius: f64,
    velocity: [f64; N],
) -> Moving<Sphere<f64, N>> {
    Sphere::new(center, radius).unwrap().moving(velocity).unwrap()
}

fn exact(x: f64) -> Surd {
    Surd::from(Rational::try_from(x).unwrap())
}

fn minus(a: &Surd, b: &Surd) -> Surd {
    a.checked_sub(b).unwrap()
}

/// The exact time of the first contact, or zero for an overlap at the start.
fn first<const N: usize, O: Obstacle<f64, N>>(
    ball: &Moving<Sphere<f64, N>>,
    target: &O,
) -> Option<Surd> {
    match ball.first_contact_exact(target) {
        ExactAnswer::None => None,
        ExactAnswer::Overlap(_) => Some(exact(0.0)),
        ExactAnswer::Contact(Contact { time, .. }) => Some(time),
    }
}

// ---- the last touch ----

/// A body that starts far behind and moves backwards has its contact at `far − last`.
fn last_is_first_backwards<O: Obstacle<f64, 3>>(motion: &Ball, target: &O) -> bool {
    const FAR: f64 = 4096.0;
    let (c, v) = (motion.shape().center(), motion.velocity());
    let there: [f64; 3] = from_fn(|k| c[k] + FAR * v[k]);
    let back = ball(there, motion.shape().radius(), v.map(|x| -x));
    let last = motion.last_time_exact(target);
    let expected = match motion.first_contact(target) {
        Answer::None => None,
        _ if v == [0.0; 3] => None,
        _ => Some(minus(&exact(FAR), &first(&back, target).unwrap())),
    };
    assert_eq!(last, expected, "{motion:?}");
    assert_eq!(motion.last_time(target), expected.as_ref().map(Surd::to_f64), "{motion:?}");
    expected.is_some()
}

#[test]
fn the_last_touch_is_the_first_on_the_way_back() {
    let mut random = Random(21);
    let mut counts = [0; 5];
    for _ in 0..8_000 {
        let motion = ball(random.integers(-5, 5), random.integer(0, 3), random.integers(-2, 2));
        let corner = || random.integers(-2, 2);
        let [a, b, c] = [0; 3].map({
            let mut corner = corner;
            move |_| corner()
        });
        let triangle = Triangle::new(a, b, c).unwrap();
        counts[0] += u32::from(last_is_first_backwards(&motion, &triangle));
        counts[1] += u32::from(last_is_first_backwards(&motion, &Segment::new(a, b).unwrap()));
        counts[2] += u32::from(last_is_first_backwards(&motion, &Point::new(a).unwrap()));
        let low: [f64; 3] = from_fn(|k| a[k].min(b[k]));
        let high: [f64; 3] = from_fn(|k| a[k].max(b[k]));
        let aligned = AlignedBox::new(low, high).unwrap();
        counts[3] += u32::from(last_is_first_backwards(&motion, &aligned));
        let rotation = Rotation::<f64, 3>::new([c[0], c[1], c[2], 1.0]).unwrap();
        let turned = OrientedBox::new(a, b.map(f64::abs), rotation).unwrap();
        counts[4] += u32::from(last_is_first_backwards(&motion, &turned));
    }
    assert!(counts.iter().all(|&count| count > 300), "{counts:?}");
}

#[test]
fn both_may_move_and_the_end_of_the_motion_does_not_cut_the_contact() {
    let wall = AlignedBox::new([0.0, 0.0], [2.0, 2.0]).unwrap().moving([-1.0, 0.0]).unwrap();
    let disc = ball([-5.0, 1.0], 1.0, [1.0, 0.0]);
    assert_eq!((disc.contact_time(&wall), disc.last_time(&wall)), (Some(2.0), Some(4.0)));
    assert_eq!(disc.until(3.0).unwrap().last_time(&wall), Some(4.0));
    assert_eq!(disc.until(1.0).unwrap().last_time(&wall), None);
    // The ball rests against the wall, parts from it, or is inside of it.
    assert_eq!(ball([-1.0, 1.0], 1.0, [-2.0, 0.0]).last_time(&wall), Some(0.0));
    assert_eq!(ball([-1.0, 1.0], 1.0, [-1.0, 0.0]).last_time(&wall), None);
    assert_eq!(ball([1.0, 1.0], 1.0, [0.0, 0.0]).last_time(&wall), Some(2.0));
}

#[test]
fn a_mesh_is_touched_until_nothing_of_it_is() {
    // A wide ball touches the two plates one after the other without a gap, a narrow ball with a
    // gap.
    let plate = |z: f64| [[-1.0, -1.0, z], [1.0, -1.0, z], [0.0, 1.0, z]];
    let vertices = [plate(0.0), plate(3.0)].concat();
    let mesh = Mesh::new(vertices, vec![[0, 1, 2], [3, 4, 5]]).unwrap();
    let down = |radius| ball([0.0, 0.0, 10.0], radius, [0.0, 0.0, -1.0]);
    assert_eq!(down(1.0).last_time(&mesh), Some(8.0));
    assert_eq!(down(1.5).last_time(&mesh), Some(11.5));
    assert_eq!(down(1.5f64.next_down()).last_time(&mesh), Some(8.5));
    assert_eq!(down(2.0).last_time(&mesh), Some(12.0));
    assert_eq!(ball([0.0, 0.0, 0.0], 1.0, [0.0; 3]).last_time(&mesh), None);
}

#[test]
fn the_last_touch_of_a_mesh_equals_brute_force() {
    let mut random = Random(22);
    let mut touched = 0;
    for _ in 0..60 {
        let vertices: Vec<[f64; 3]> = (0..30).map(|_| random.integers(-8, 8)).collect();
        let triangles: Vec<[u32; 3]> =
            (0..20).map(|_| [0; 3].map(|_| random.below(30) as u32)).collect();
        let mesh = Mesh::new(vertices, triangles).unwrap();
        for _ in 0..10 {
            let motion = ball(random.integers(-12, 12), 1.0, random.integers(-2, 2));
            let all = (0..20).map(|i| mesh.triangle(i).unwrap());
            let mut stays: Vec<(Surd, Option<Surd>)> = all
                .filter_map(|t| Some((first(&motion, &t)?, motion.last_time_exact(&t))))
                .collect();
            stays.sort();
            let mut expected: Option<Surd> = None;
            for (first, last) in stays {
                if expected.as_ref().is_none_or(|end| first <= *end) {
                    expected = expected.max(last);
                }
            }
            assert_eq!(motion.last_time_exact(&mesh), expected);
            assert_eq!(motion.last_time(&mesh), expected.as_ref().map(Surd::to_f64));
            touched += u32::from(expected.is_some());
        }
    }
    assert!(touched > 100, "{touched}");
}

// ---- turned boxes ----

/// A box turned by the angle whose cosine is 3/5, and its corners, which are whole for extents in
/// multiples of five.
fn turned(e: [f64; 3]) -> (OrientedBox<f64, 3>, Vec<[f64; 3]>) {
    let rotation = Rotation::<f64, 3>::new([0.0, 0.0, 1.0, 2.0]).unwrap();
    let corners = (0..8)
        .map(|i| {
            let [x, y, z]: [f64; 3] = from_fn(|k| if i >> k & 1 == 0 { -e[k] } else { e[k] });
            [(3.0 * x - 4.0 * y) / 5.0, (4.0 * x + 3.0 * y) / 5.0, z]
        })
        .collect();
    (OrientedBox::new([0.0; 3], e, rotation).unwrap(), corners)
}

#[test]
fn a_turned_box_is_its_twelve_triangles_and_its_shadow_is_a_rectangle() {
    let quads =
        [[0, 1, 3, 2], [4, 5, 7, 6], [0, 1, 5, 4], [2, 3, 7, 6], [0, 2, 6, 4], [1, 3, 7, 5]];
    let triangles: Vec<[u32; 3]> =
        quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    let mut random = Random(23);
    let (mut met, mut beside) = (0, 0);
    for _ in 0..6_000 {
        let e = [5.0 * random.integer(0, 2), 5.0 * random.integer(0, 2), random.integer(0, 4)];
        let (solid, corners) = turned(e);
        let mesh = Mesh::new(corners, triangles.clone()).unwrap();
        let motion = ball(random.integers(-20, 20), random.integer(0, 6), random.integers(-3, 3));
        match motion.first_contact(&solid) {
            // A mesh is a surface, so a body inside of it need not touch it.
            Answer::Overlap(_) => {}
            Answer::None => assert_eq!(motion.contact_time(&mesh), None, "{motion:?}"),
            Answer::Contact(hit) => {
                let shell = motion.first_contact(&mesh).contact().unwrap();
                assert_eq!((hit.time, hit.center), (shell.time, shell.center), "{motion:?}");
                assert_eq!(hit.point, shell.point, "{motion:?}");
                assert_eq!(motion.last_time_exact(&solid).is_some(), motion.velocity() != [0.0; 3]);
                met += 1;
            }
        }
        let flat = |v: [f64; 3]| [v[0], v[1]];
        let (c, v) = (motion.shape().center(), motion.velocity());
        let along = ball([c[0], c[1], 0.0], motion.shape().radius(), [v[0], v[1], 0.0]);
        let disc = ball(flat(c), motion.shape().radius(), flat(v));
        let column = OrientedBox::new([0.0; 3], [e[0], e[1], 1e6], solid.rotation()).unwrap();
        let rotor = Rotation::<f64, 2>::new([1.0, 2.0]).unwrap();
        let rectangle = OrientedBox::new([0.0; 2], [e[0], e[1]], rotor).unwrap();
        match (along.first_contact(&column), disc.first_contact(&rectangle)) {
            (Answer::Contact(a), Answer::Contact(b)) => {
                assert_eq!((a.time, flat(a.center), flat(a.point)), (b.time, b.center, b.point));
                assert_eq!((a.normal.map(flat), a.approach), (b.normal, b.approach));
                assert_eq!(a.feature.sides[..2], b.feature.sides);
                beside += 1;
            }
            (Answer::Overlap(a), Answer::Overlap(b)) => assert_eq!(flat(a.point), b.point),
            (a, b) => assert!(a == Answer::None && b == Answer::None, "{a:?} {b:?}"),
        }
    }
    assert!(met > 400 && beside > 400, "{met} {beside}");
}

// ---- ellipsoids ----

#[test]
fn an_ellipsoid_with_equal_radii_is_a_sphere() {
    let mut random = Random(24);
    let mut met = 0;
    for _ in 0..8_000 {
        let (c, v, r) = (random.integers(-5, 5), random.integers(-2, 2), random.integer(1, 3));
        let egg = Ellipsoid::new(c, [r; 3]).unwrap().moving(v).unwrap();
        let sphere = ball(c, r, v);
        let [p, q, s] = [0; 3].map(|_| random.integers(-3, 3));
        let triangle = Triangle::new(p, q, s).unwrap();
        let mesh = Mesh::new(vec![p, q, s], vec![[0, 1, 2]]).unwrap();
        let low: [f64; 3] = from_fn(|k| p[k].min(q[k]));
        let high: [f64; 3] = from_fn(|k| p[k].max(q[k]));
        let aligned = AlignedBox::new(low, high).unwrap();
        assert_eq!(egg.first_contact(&triangle), sphere.first_contact(&triangle));
        assert_eq!(egg.first_contact(&mesh), sphere.first_contact(&mesh));
        assert_eq!(egg.first_contact(&aligned), sphere.first_contact(&aligned));
        assert_eq!(egg.last_time_exact(&triangle), sphere.last_time_exact(&triangle));
        assert_eq!(egg.last_time_exact(&aligned), sphere.last_time_exact(&aligned));
        assert_eq!(egg.time_down(&mesh), sphere.time_down(&mesh));
        met += u32::from(sphere.contact_time(&triangle).is_some());
    }
    assert!(met > 400, "{met}");
}

#[test]
fn an_ellipsoid_of_powers_of_two_is_a_sphere_in_stretched_space() {
    let mut random = Random(25);
    let mut met = 0;
    for _ in 0..8_000 {
        let scale: [f64; 3] = from_fn(|_| [0.25, 0.5, 1.0, 2.0, 4.0][random.below(5) as usize]);
        let stretched = |v: [f64; 3]| -> [f64; 3] { from_fn(|k| v[k] * scale[k]) };
        let (c, v) = (random.integers(-5, 5), random.vector(-2.0, 2.0));
        let [p, q, s] = [0; 3].map(|_| random.vector(-3.0, 3.0));
        let egg = Ellipsoid::new(stretched(c), scale).unwrap().moving(stretched(v)).unwrap();
        let target = Triangle::new(stretched(p), stretched(q), stretched(s)).unwrap();
        match ball(c, 1.0, v).first_contact(&Triangle::new(p, q, s).unwrap()) {
            Answer::Contact(expected) => {
                let hit = egg.first_contact(&target).contact().unwrap();
                assert_eq!((hit.time, hit.feature), (expected.time, expected.feature));
                assert_eq!(hit.center, stretched(expected.center));
                assert_eq!(hit.point, stretched(expected.point));
                // The normal is the gradient, that is, the normal of the ball divided by the scale.
                let n = expected.normal.unwrap();
                let gradient: [f64; 3] = from_fn(|k| n[k] / scale[k]);
                let length = gradient.iter().map(|x| x * x).sum::<f64>().sqrt();
                let normal = hit.normal.unwrap();
                let far = (0..3).any(|k| (normal[k] - gradient[k] / length).abs() > 1e-9);
                assert!(!far, "{normal:?}");
                met += 1;
            }
            Answer::Overlap(_) => assert!(egg.first_contact(&target).overlap().is_some()),
            Answer::None => assert_eq!(egg.first_contact(&target), Answer::None),
        }
    }
    assert!(met > 400, "{met}");
}

/// An ellipsoid meets the same triangle of a mesh as brute force finds: the one with the earliest
/// exact time, or if some overlap, the closest one. Ties go to the lowest index.
#[test]
fn an_ellipsoid_meets_a_mesh_as_it_meets_its_triangles() {
    let mut random = Random(27);
    let mut counts = [0; 3];
    for round in 0..200 {
        let vertices: Vec<[f64; 3]> = (0..24).map(|_| random.integers(-9, 9)).collect();
        let triangles: Vec<[u32; 3]> =
            (0..30).map(|_| [0; 3].map(|_| random.below(24) as u32)).collect();
        let mesh = Mesh::new(vertices, triangles).unwrap();
        let all: Vec<Triangle<f64>> = (0..30).map(|i| mesh.triangle(i).unwrap()).collect();
        for _ in 0..10 {
            let center = random.integers(-14, 14);
            let egg = Ellipsoid::new(center, random.integers(1, 3)).unwrap();
            let velocity =
                if round % 4 == 0 { random.vector(-2.0, 2.0) } else { random.integers(-2, 2) };
            let egg = egg.moving(velocity).unwrap();
            let answers: Vec<_> = all.iter().map(|triangle| egg.first_contact(triangle)).collect();
            let overlaps = answers.iter().any(|answer| answer.overlap().is_some());
            let times = all.iter().map(|triangle| match egg.first_contact_exact(triangle) {
                ExactAnswer::Contact(Contact { time, .. }) => Some(time),
                _ => None,
            });
            let first = times
                .enumerate()
                .filter_map(|(i, time)| Some((time?, i)))
                .min_by(|a, b| a.0.cmp(&b.0).then(a.1.cmp(&b.1)));
            match (egg.first_contact(&mesh), overlaps, first) {
                (Answer::Overlap(found), true, _) => {
                    counts[0] += 1;
                    // The overlapped triangle that is closest to the centre counts.
                    let center = Point::new(center).unwrap();
                    let distance = |i: usize| center.closest(&all[i]).unwrap().distance;
                    let overlapped = (0..30).filter(|&i| answers[i].overlap().is_some());
                    let closest = overlapped.min_by(|&i, &j| distance(i).total_cmp(&distance(j)));
                    let closest = closest.unwrap();
                    assert_eq!(found.feature.triangle, closest);
                    assert_eq!(found.point, answers[closest].overlap().unwrap().point);
                }
                (Answer::Contact(found), false, Some((_, i))) => {
                    counts[1] += 1;
                    assert_eq!(found.feature.triangle, i);
                    let expected = answers[i].contact().unwrap();
                    assert_eq!((found.time, found.center), (expected.time, expected.center));
                    assert_eq!((found.point, found.normal), (expected.point, expected.normal));
                }
                (Answer::None, false, None) => counts[2] += 1,
                other => panic!("{other:?}"),
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}

#[test]
fn the_normal_of_an_ellipsoid_is_within_one_ulp() {
    // The gradient at the contact is a vector of whole numbers, up to a factor.
    let egg = Ellipsoid::new([0.0, 0.0, 9.0], [5.0, 10.0, 2.0]).unwrap();
    let post = Point::new([3.0, 8.0, 0.0]).unwrap();
    // Since (3/5)² + (8/10)² = 1, the post is touched at z = 9 − t = 0, in a graze.
    let hit = egg.moving([0.0, 0.0, -1.0]).unwrap().first_contact(&post).contact().unwrap();
    assert_eq!((hit.time, hit.center), (9.0, [0.0, 0.0, 0.0]));
    // The gradient is (3/25, 8/100, 0), and the normal from the point to the centre −(3, 2, 0) /
    // √13.
    let within = |x: f64, exact: f64| x == exact || x.next_up() == exact || x.next_down() == exact;
    let [x, y, z] = hit.normal.unwrap();
    let root = 13f64.sqrt();
    assert!(within(x, -3.0 / root) && within(y, -2.0 / root) && z == 0.0, "{x} {y} {z}");
}

#[test]
fn at_rest_two_texts_agree_on_ellipsoids_and_boxes() {
    let mut random = Random(26);
    let mut shared = 0;
    for _ in 0..20_000 {
        let egg = Ellipsoid::new(random.integers(-6, 6), random.integers(1, 5)).unwrap();
        let (a, b) = (random.integers(-3, 3), random.integers(0, 3));
        let aligned = AlignedBox::new(a, from_fn::<f64, 3, _>(|k| a[k] + b[k])).unwrap();
        let still = egg.moving([0.0; 3]).unwrap();
        let touches = still.first_contact(&aligned) != Answer::None;
        assert_eq!(egg.intersects(&aligned), touches, "{egg:?} {aligned:?}");
        shared += u32::from(touches);
    }
    assert!(shared > 2_000, "{shared}");
}

// ---- closest points, penetrations, shared points ----

#[test]
fn the_closest_point_of_each_shape() {
    let point = Point::new([3.0, 4.0, 12.0]).unwrap();
    let origin = Point::new([0.0; 3]).unwrap();
    let closest = point.closest(&origin).unwrap();
    assert_eq!((closest.point, closest.distance), ([0.0; 3], 13.0));
    let floor = Triangle::new([0.0; 3], [40.0, 0.0, 0.0], [0.0, 40.0, 0.0]).unwrap();
    let closest = point.closest(&floor).unwrap();
    assert_eq!((closest.point, closest.distance), ([3.0, 4.0, 0.0], 12.0));
    assert_eq!(closest.feature, Feature::Face);
    let segment = Segment::new([-9.0, 0.0, 0.0], [9.0, 0.0, 0.0]).unwrap();
    let beside = Point::new([5.0, 3.0, -4.0]).unwrap().closest(&segment).unwrap();
    assert_eq!((beside.point, beside.distance), ([5.0, 0.0, 0.0], 5.0));
    let mesh = Mesh::new(floor.vertices().to_vec(), vec![[0, 1, 2]; 2]).unwrap();
    let closest = point.closest(&mesh).unwrap();
    assert_eq!((closest.point, closest.distance), ([3.0, 4.0, 0.0], 12.0));
    assert_eq!(closest.feature.triangle, 0);
    let empty = Mesh::<f64>::new(Vec::new(), Vec::new()).unwrap();
    assert_eq!(point.closest(&empty), None);
    let (solid, _) = turned([5.0, 5.0, 1.0]);
    // The point is beyond the face x = 5 of the box, which faces (3, 4, 0) / 5.
    let closest = Point::new([6.0, 8.0, 0.5]).unwrap().closest(&solid).unwrap();
    assert_eq!((closest.point, closest.distance), ([3.0, 4.0, 0.5], 5.0));
    assert_eq!(closest.feature.sides, [Side::Max, Side::Between, Side::Between]);
    let inside = origin.closest(&solid).unwrap();
    assert_eq!((inside.point, inside.distance), ([0.0; 3], 0.0));
}

#[test]
fn the_penetration_of_each_shape() {
    let sphere = |center, radius| Sphere::new(center, radius).unwrap();
    let out =
        |way: Option<tangency::Penetration<f64, 3>>| way.map(|way| (way.direction, way.depth));
    let origin = Point::new([0.0; 3]).unwrap();
    assert_eq!(
        out(sphere([0.0, 0.0, 2.0], 3.0).penetration(&origin)),
        Some(([0.0, 0.0, 1.0], 1.0))
    );
    assert_eq!(out(sphere([0.0, 0.0, 3.0], 3.0).penetration(&origin)), None);
    assert_eq!(out(sphere([0.0; 3], 3.0).penetration(&origin)), Some(([1.0, 0.0, 0.0], 3.0)));
    let floor = Triangle::new([0.0; 3], [40.0, 0.0, 0.0], [0.0, 40.0, 0.0]).unwrap();
    let below = sphere([3.0, 3.0, -1.0], 3.0).penetration(&floor);
    assert_eq!(out(below), Some(([0.0, 0.0, -1.0], 2.0)));
    let on = sphere([3.0, 3.0, 0.0], 3.0).penetration(&floor);
    assert_eq!(out(on), Some(([0.0, 0.0, 1.0], 3.0)));
    let beside = sphere([5.0, -3.0, 4.0], 6.0).penetration(&floor);
    assert_eq!(out(beside), Some(([0.0, -0.6, 0.8], 1.0)));
    let segment = Segment::new([0.0, -9.0], [0.0, 9.0]).unwrap();
    let way = Sphere::new([0.0, 1.0], 2.0).unwrap().penetration(&segment).unwrap();
    assert_eq!((way.direction, way.depth), ([1.0, 0.0], 2.0));
    let (solid, _) = turned([5.0, 10.0, 20.0]);
    // The centre is inside, one unit from the face with the normal (3, 4, 0) / 5; then it is one
    // unit beyond the face.
    let inside = sphere([2.4, 3.2, 0.0], 2.0).penetration(&solid);
    assert_eq!(inside.unwrap().direction, [0.6, 0.8, 0.0]);
    let way = sphere([6.0, 8.0, 0.0], 7.0).penetration(&solid);
    assert_eq!(out(way), Some(([0.6, 0.8, 0.0], 2.0)));
    let plate = AlignedBox::new([-1.0, -1.0, 0.0], [1.0, 1.0, 0.0]).unwrap();
    let way = sphere([0.0; 3], 0.5).penetration(&plate);
    assert_eq!(out(way), Some(([0.0, 0.0, -1.0], 0.5)));
}

#[test]
fn sharing_a_point_at_rest() {
    let sphere = Sphere::new([0.0, 0.0, 1.0], 1.0).unwrap();
    let floor = Triangle::new([-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [0.0, 1.0, 0.0]).unwrap();
    assert!(sphere.intersects(&floor));
    assert!(!Sphere::new([0.0, 0.0, 1.0f64.next_up()], 1.0).unwrap().intersects(&floor));
    let mesh = Mesh::new(floor.vertices().to_vec(), vec![[0, 1, 2]]).unwrap();
    assert!(sphere.intersects(&mesh));
    assert!(sphere.intersects(&Segment::new([9.0, 1.0, 1.0], [-9.0, 1.0, 1.0]).unwrap()));
    assert!(sphere.intersects(&Point::new([1.0, 0.0, 1.0]).unwrap()));
    let (solid, _) = turned([5.0, 5.0, 5.0]);
    assert!(sphere.intersects(&solid));
    assert!(
        !Hollow(sphere).intersects(&AlignedBox::new([-0.1, -0.1, 0.8], [0.1, 0.1, 0.9]).unwrap())
    );
    assert!(Ellipsoid::new([0.0, 0.0, 3.0], [1.0, 1.0, 3.0]).unwrap().intersects(&floor));
}
