//! Motions between two points, and from point to point.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at what cannot be")]

mod random;

use random::Random;
use std::array::from_fn;
use std::sync::Arc;
use tangency::any::{AnyObstacle, Mover};
use tangency::{
    AlignedBox, Answer, Approach, Capsule, Contact, Ellipsoid, ExactAnswer, InputError, Item, Mesh,
    MeshFeature, Moving, OrientedBox, Parallelepiped, Plane, Point, Polytope, Rotation, Scalar,
    Scene, Segment, Shape, SharedInstance, Sphere, Surd, Triangle,
};

type V = [f64; 3];

/// A motion between two points, or with a velocity until time 1.
#[derive(Clone, Copy, Debug)]
enum Way<const N: usize> {
    Between([f64; N], [f64; N]),
    At([f64; N]),
}

impl<const N: usize> Way<N> {
    fn of<S: Shape<Scalar = f64, Vector = [f64; N]>>(self, shape: Moving<S>) -> Moving<S> {
        match self {
            Way::Between(from, to) => shape.between(from, to),
            Way::At(velocity) => shape.with_velocity(velocity).and_then(|it| it.until(1.0)),
        }
        .unwrap()
    }
}

impl Way<3> {
    fn of_item(self, item: Item<f64>) -> Item<f64> {
        match self {
            Way::Between(from, to) => item.between(from, to),
            Way::At(velocity) => item.moving(velocity).and_then(|it| it.until(1.0)),
        }
        .unwrap()
    }
}

// ---- a leg is a velocity ----

fn some_mesh(random: &mut Random) -> Arc<Mesh<f64>> {
    let vertices: Vec<V> = (0..12).map(|_| random.integers(-4, 4)).collect();
    let triangles = (0..9).map(|_| [0; 3].map(|_| random.below(12) as u32)).collect();
    Arc::new(Mesh::new(vertices, triangles).unwrap())
}

/// One obstacle of each kind with this motion; the first is inflated by this radius.
fn obstacles(random: &mut Random, way: Way<3>, rounding: f64) -> Vec<Box<dyn AnyObstacle<f64, 3>>> {
    let mut vector = || random.integers(-4, 4);
    let (a, b, c) = (vector(), vector(), vector());
    let point = Point::new(a).unwrap();
    let segment = Segment::new(a, b).unwrap();
    let triangle = Triangle::new(a, b, c).unwrap();
    let (min, max) = (from_fn(|k| a[k].min(b[k])), from_fn(|k| a[k].max(b[k])));
    let aligned = AlignedBox::new(min, max).unwrap();
    let turn = Rotation::<f64, 3>::new([1.0, 2.0, 0.0, 3.0]).unwrap();
    let oriented = OrientedBox::new(a, c.map(f64::abs), turn).unwrap();
    let skew = [[2.0, 1.0, 0.0], [0.0, 3.0, 1.0], [1.0, 0.0, 2.0]];
    let skew = Parallelepiped::new(a, skew).unwrap();
    let normals = [[1.0, 1.0, 0.0], [-1.0, 0.0, 1.0], [0.0, -1.0, -1.0], [0.0, 1.0, 2.0]];
    let planes = normals.map(|normal| Plane::new(a, normal).unwrap());
    let polytope = Arc::new(Polytope::new(planes.to_vec()).unwrap());
    let mesh = some_mesh(random);
    let placed = SharedInstance::new(mesh.clone(), turn, b).unwrap();
    let mut scene = Scene::new();
    let items: [Item<f64>; 4] =
        [triangle.into(), oriented.into(), mesh.clone().into(), placed.clone().into()];
    for item in items {
        scene.insert(way.of_item(item));
    }
    macro_rules! all {
        ($($shape:expr),*) => {
            vec![$(
                Box::new(way.of(Moving::still($shape.clone())).towards_inflated(rounding)),
                Box::new(way.of(Moving::still($shape))),
            )* Box::new(Arc::new(scene))]
        };
    }
    all!(point, segment, triangle, aligned, oriented, skew, polytope, mesh, placed)
}

/// The answers to all queries with time.
fn answers<const N: usize>(mover: &Mover<f64, N>, obstacle: &dyn AnyObstacle<f64, N>) -> String {
    format!(
        "{:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
        mover.first_contact(obstacle),
        mover.first_contact_exact(obstacle),
        mover.first_entry(obstacle),
        mover.first_entry_exact(obstacle),
        mover.contact_time(obstacle),
        mover.time_down(obstacle),
        mover.last_time(obstacle),
        mover.last_time_exact(obstacle),
        mover.has_contact(obstacle),
        mover.contacts(obstacle),
    )
}

/// A leg whose length is a float is the same as a velocity, for each kind of obstacle and each
/// query.
#[test]
fn a_leg_whose_length_is_a_float_is_a_velocity() {
    let (mut contacts, mut others) = (0, 0);
    for seed in 0..400 {
        let mut random = Random(seed);
        let [from, start] = [0; 2].map(|_| random.vector(-1.0, 1.0));
        // Multiples of a quarter, whose sums are exact.
        let from = from.map(|x| (x * 64.0).round() / 4.0);
        let start = start.map(|x| (x * 64.0).round() / 4.0);
        let [velocity, drift] = [random.integers(-9, 9), random.integers(-2, 2)];
        let [to, end] = [(from, velocity), (start, drift)].map(|(a, b)| from_fn(|k| a[k] + b[k]));
        let radius = random.integer(0, 2);
        let center = random.integers(-6, 6);
        let ball = Moving::still(Sphere::new(center, radius).unwrap());
        let egg = Moving::still(Ellipsoid::new(center, [1.0, 2.0, 0.5]).unwrap());
        let rod = Capsule::with_axis(center, [1.0, 2.0, -1.0], radius).unwrap();
        let rod = Moving::still(rod);
        let movers = |way: Way<3>| -> [Mover<f64, 3>; 3] {
            [way.of(ball).into(), way.of(egg).into(), way.of(rod).into()]
        };
        let plain = obstacles(&mut Random(seed), Way::At(drift), 0.5);
        let legs = obstacles(&mut Random(seed), Way::Between(start, end), 0.5);
        for (plain, leg) in plain.iter().zip(&legs) {
            let at_velocity = movers(Way::At(velocity));
            for (mover, moved) in at_velocity.iter().zip(&movers(Way::Between(from, to))) {
                let expected = answers(mover, &**plain);
                assert_eq!(answers(moved, &**leg), expected, "{mover:?} {plain:?}");
                match mover.first_contact(&**plain) {
                    Ok(Answer::Contact(_)) => contacts += 1,
                    _ => others += 1,
                }
            }
        }
    }
    assert!(contacts > 500 && others > 1_000, "{contacts} {others}");
}

#[test]
fn at_its_end_it_is_where_it_was_sent() {
    let mut random = Random(2);
    for _ in 0..2_000 {
        let [from, to] = [0; 2].map(|_| random.vector(-9.0, 9.0));
        let ball = Sphere::new(from, 0.0).unwrap();
        let there = ball.moving_to(to).unwrap();
        assert_eq!(there, Moving::still(ball).between(from, to).unwrap());
        let hit = there.first_contact(&Point::new(to).unwrap()).contact().unwrap();
        assert_eq!((hit.time, hit.center, hit.point), (1.0, to, to));
        let egg = Ellipsoid::new(from, [1.0, 0.5, 2.0]).unwrap();
        assert_eq!(egg.moving_to(to).unwrap().velocity(), there.velocity());
        // The query is symmetric to a point that moves on the same path.
        let point = Moving::still(Point::new(to).unwrap()).between(to, from).unwrap();
        let hit = there.first_contact(&point).contact().unwrap();
        assert_eq!(hit.time, 0.5);
        // The body stays in contact with a point that moves along.
        let carried = Moving::still(Point::new(from).unwrap()).between(from, to).unwrap();
        assert_eq!(there.first_contact(&carried).contact().unwrap().time, 0.0);
        assert_eq!(there.last_time(&carried), None);
    }
}

#[test]
fn a_leg_takes_one_unit_of_time_unless_told_otherwise() {
    let leg = Sphere::new([0.0], 0.0).unwrap().moving_to([2.0]).unwrap();
    assert_eq!((leg.t_max(), leg.velocity()), (1.0, [2.0]));
    let far = Point::new([3.0, 0.0]).unwrap();
    let leg = Sphere::new([0.0, 0.0], 0.0).unwrap().moving_to([2.0, 0.0]).unwrap();
    assert_eq!(leg.first_contact(&far), Answer::None);
    let longer = leg.until(2.0).unwrap();
    assert_eq!(longer.first_contact(&far).contact().unwrap().time, 1.5);
    let at_velocity = leg.with_velocity([1.0, 0.0]).unwrap();
    assert_eq!(at_velocity.velocity(), [1.0, 0.0]);
}

#[test]
fn what_is_wrong_is_named() {
    let ball = Sphere::new([0.0, 0.0], 1.0).unwrap();
    let said = |result: Result<Moving<Sphere<f64, 2>>, InputError>| result.unwrap_err().to_string();
    let nan = f64::NAN;
    assert_eq!(said(ball.moving_to([0.0, nan])), "to[1] is NaN, must be a finite number");
    let still = Moving::still(ball);
    assert_eq!(
        said(still.between([nan, 0.0], [0.0, 0.0])),
        "from[0] is NaN, must be a finite number"
    );
    let path = ball.moving_along([[0.0, 0.0], [nan, 0.0]]).unwrap_err();
    assert_eq!(path.to_string(), "points[1][0] is NaN, must be a finite number");
    let path = ball.moving_along([]).unwrap_err();
    assert_eq!(path.to_string(), "points has length 0, must have at least 1");
}

// ---- floats and integers ----

/// If both bodies move between points, in any number of dimensions, the answers by floats equal the
/// answers by integers.
fn floats_are_right<const N: usize>(seed: u64) {
    let mut random = Random(seed);
    let mut contacts = 0;
    for i in 0..2_000 {
        let unit = [1.0, 0.1, 1e-9][i % 3];
        let mut vector = |most: f64| -> [f64; N] {
            from_fn(|_| {
                if i % 2 == 0 {
                    random.integer(-(most as i64), most as i64) * unit
                } else {
                    random.between(-most, most) * unit
                }
            })
        };
        let (a, b, center, from, to) =
            (vector(2.0), vector(2.0), vector(9.0), vector(9.0), vector(2.0));
        let (start, end) = (vector(9.0), vector(9.0));
        // The sphere moves from its centre to the final position of the box.
        let to: [f64; N] = from_fn(|k| to[k] + (end[k] - start[k]) - center[k] + from[k]);
        let min = from_fn(|k| a[k].min(b[k]));
        let max = from_fn(|k| a[k].max(b[k]));
        let target = AlignedBox::new(min, max).unwrap();
        let target = Moving::still(target).between(start, end).unwrap();
        let ball = Moving::still(Sphere::new(center, unit).unwrap()).between(from, to).unwrap();
        let egg = Moving::still(Ellipsoid::new(center, [unit; N]).unwrap());
        let egg = egg.between(from, to).unwrap();
        let rounded = |v: [Surd; N]| v.map(|x| x.round::<f64>());
        let exact = ball.first_contact_exact(&target);
        match (ball.first_contact(&target), exact) {
            (
                Answer::Contact(hit),
                ExactAnswer::Contact(Contact { time, center, point, feature, .. }),
            ) => {
                contacts += 1;
                assert_eq!(hit.time, time.round::<f64>());
                assert_eq!((hit.center, hit.point), (rounded(center), rounded(point)));
                assert_eq!(hit.feature, feature);
                assert_eq!(egg.contact_time(&target), Some(hit.time));
                assert_eq!(ball.contact_time(&target), Some(hit.time));
            }
            (Answer::Overlap(_), ExactAnswer::Overlap(_)) | (Answer::None, ExactAnswer::None) => {}
            (said, exact) => panic!("{said:?} {exact:?}"),
        }
    }
    assert!(contacts > 300, "{contacts}");
}

#[test]
fn floats_are_right_in_one_dimension() {
    floats_are_right::<1>(3);
}
#[test]
fn floats_are_right_in_four_dimensions() {
    floats_are_right::<4>(4);
}
#[test]
fn floats_are_right_in_five_dimensions() {
    floats_are_right::<5>(5);
}

// ---- many triangles ----

/// The exact time of a contact, or zero for an overlap.
fn exact_time<F>(answer: ExactAnswer<3, F>) -> Option<Surd> {
    match answer {
        ExactAnswer::None => None,
        ExactAnswer::Overlap(_) => Some(Surd::from(tangency::Rational::from(0))),
        ExactAnswer::Contact(Contact { time, .. }) => Some(time),
    }
}

/// If both bodies move between points, a mesh answers like the first of its triangles by exact
/// times.
#[test]
fn a_mesh_is_its_triangles() {
    let mut random = Random(6);
    let (mut contacts, mut misses) = (0, 0);
    for i in 0..400 {
        let mesh = some_mesh(&mut random);
        let turn = random.integers(-2, 2);
        let turn = Rotation::<f64, 3>::new([turn[0], turn[1], turn[2], 1.0]).unwrap();
        let mut vector = |most: f64| match i % 2 {
            0 => random.integers(-(most as i64), most as i64),
            _ => random.vector(-most, most),
        };
        let (place, start, end, from, center) =
            (vector(3.0), vector(9.0), vector(9.0), vector(9.0), vector(9.0));
        // The sphere moves from its centre past the final position of the middle of the mesh.
        let past = vector(2.0);
        let to: V = from_fn(|k| past[k] - center[k] + (end[k] - start[k]) + from[k]);
        let radius = vector(2.0)[0].abs();
        let ball = Moving::still(Sphere::new(center, radius).unwrap()).between(from, to).unwrap();
        let triangles: Vec<Mesh<f64>> = (0..mesh.triangles().len())
            .map(|i| Mesh::new(mesh.triangle(i).unwrap().vertices().to_vec(), vec![[0, 1, 2]]))
            .collect::<Result<_, _>>()
            .unwrap();
        let placed = |mesh| {
            let placed = Mesh::instance(mesh, turn, place).unwrap();
            Moving::still(placed).between(start, end).unwrap()
        };
        let alone = |mesh| Moving::still(mesh).between(start, end).unwrap();
        let times: Vec<[Option<Surd>; 2]> = triangles
            .iter()
            .map(|triangle| {
                let of_placed = exact_time(ball.first_contact_exact(&placed(triangle)));
                [exact_time(ball.first_contact_exact(&alone(triangle))), of_placed]
            })
            .collect();
        let said: [Answer<f64, 3, MeshFeature>; 2] =
            [ball.first_contact(&alone(&mesh)), ball.first_contact(&placed(&mesh))];
        for (which, said) in said.into_iter().enumerate() {
            let there = (0..times.len()).filter(|&i| times[i][which].is_some());
            let first = there.min_by(|&a, &b| times[a][which].cmp(&times[b][which]));
            match (first, said) {
                (None, Answer::None) => misses += 1,
                (Some(first), Answer::Contact(hit)) => {
                    contacts += 1;
                    assert_eq!(hit.feature.triangle, first);
                    assert_eq!(hit.time, times[first][which].clone().unwrap().round::<f64>());
                }
                (Some(_), Answer::Overlap(_)) => {}
                (first, said) => panic!("{first:?} {said:?}"),
            }
        }
    }
    assert!(contacts > 100 && misses > 100, "{contacts} {misses}");
}

// ---- from point to point ----

fn some_world(random: &mut Random) -> Scene<f64> {
    let mut scene = Scene::new();
    for _ in 0..3 {
        let (a, b) = (random.integers(-5, 5), random.integers(-5, 5));
        scene.insert(Triangle::new(a, b, random.integers(-5, 5)).unwrap());
        let min = from_fn(|k| a[k].min(b[k]));
        let max = from_fn(|k| a[k].max(b[k]) + 1.0);
        scene.insert(AlignedBox::new(min, max).unwrap());
    }
    scene
}

/// A path that is cut at any of its points gives the same answers.
#[test]
fn a_path_is_the_sum_of_its_parts() {
    let mut random = Random(7);
    let (mut later, mut entered_later, mut none) = (0, 0, 0);
    for i in 0..1_500 {
        let world = some_world(&mut random);
        let mut vector =
            || if i % 2 == 0 { random.integers(-9, 9) } else { random.vector(-9.0, 9.0) };
        let start = vector();
        let points: Vec<V> = (0..5).map(|_| vector()).collect();
        let radius = [0.0, 0.5, 1.0][i % 3];
        let ball = Sphere::new(start, radius).unwrap();
        let path = ball.moving_along(points.clone()).unwrap();
        assert_eq!(path.legs().len(), 5);
        let (whole, entry) = (path.first_contact(&world), path.first_entry(&world));
        match &whole {
            None => none += 1,
            Some((leg, answer)) => {
                later += usize::from(*leg > 0);
                assert!(*leg == 0 || answer.overlap().is_none(), "{path:?}");
                let leg = path.legs().nth(*leg).unwrap();
                assert_eq!(leg.first_contact(&world), *answer);
            }
        }
        if let Some((leg, answer)) = &entry {
            entered_later += usize::from(*leg > 0);
            assert!(*leg == 0 || answer.overlap().is_none(), "{path:?}");
        }
        assert!(radius > 0.0 || entry == whole, "{path:?}");
        for cut in 1..points.len() {
            let first = ball.moving_along(&points[..cut]).unwrap();
            let second = Sphere::new(points[cut - 1], radius).unwrap();
            let second = second.moving_along(&points[cut..]).unwrap();
            let of_second = |(leg, answer)| (leg + cut, answer);
            let parts = first.first_contact(&world);
            let parts = parts.or_else(|| second.first_contact(&world).map(of_second));
            assert_eq!(parts, whole, "{path:?}");
            // A contact exactly at a cut is an entry of the second part. A point, however, enters
            // as soon as it touches, in the first part.
            let parts = first.first_entry(&world).filter(|(leg, answer)| {
                radius == 0.0 || *leg + 1 < cut || answer.contact().is_none_or(|hit| hit.time < 1.0)
            });
            let parts = parts.or_else(|| second.first_entry(&world).map(of_second));
            assert_eq!(parts, entry, "{path:?}");
        }
    }
    assert!(later > 200 && entered_later > 200 && none > 100, "{later} {entered_later} {none}");
}

/// An obstacle at a waypoint blocks only a motion that continues into it.
#[test]
fn a_corner_of_a_path_at_a_wall() {
    let wall = AlignedBox::new([5.0, -9.0], [6.0, 9.0]).unwrap();
    let ball = Sphere::new([0.0, 0.0], 1.0).unwrap();
    let along = |points: &[[f64; 2]]| ball.moving_along(points).unwrap();
    let away = along(&[[4.0, 0.0], [4.0, 2.0], [0.0, 2.0]]);
    let (leg, answer) = away.first_contact(&wall).unwrap();
    assert_eq!((leg, answer.contact().unwrap().time), (0, 1.0));
    assert_eq!(away.first_entry(&wall), None);
    let on = along(&[[4.0, 0.0], [4.0, 2.0], [5.0, 2.0]]);
    let (leg, answer) = on.first_entry(&wall).unwrap();
    let hit = answer.contact().unwrap();
    assert_eq!((leg, hit.time, hit.approach), (2, 0.0, Approach::Approaching));
    // At the end of the path there is no next leg to report it.
    let (leg, answer) = along(&[[1.0, 0.0], [4.0, 0.0]]).first_entry(&wall).unwrap();
    assert_eq!((leg, answer.contact().unwrap().time), (1, 1.0));
    // The reported overlap is the one at the start.
    let inside = Sphere::new([5.5, 0.0], 1.0).unwrap().moving_along([[0.0, 0.0]]).unwrap();
    let (leg, answer) = inside.first_entry(&wall).unwrap();
    assert!(leg == 0 && answer.overlap().is_some());
}

/// In single precision, too, a leg has exactly its length.
#[test]
fn single_precision() {
    let (from, to) = ([0.1f32, 16_777_216.0], [0.2f32, 1.0]);
    let ball = Sphere::new(from, 0.0).unwrap().moving_to(to).unwrap();
    let hit = ball.first_contact(&Point::new(to).unwrap()).contact().unwrap();
    assert_eq!((hit.time, hit.center), (1.0, to));
    assert_eq!(ball.velocity()[1].widen(), f64::from(1.0f32 - 16_777_216.0f32));
}
