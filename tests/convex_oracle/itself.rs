//! Tests of this oracle before it judges a shape: two other oracles, which agree with the library
//! on every bit, and cases worked out by hand agree with it, and it detects wrong answers.

use crate::convex_oracle::families::{self, Shape};
use crate::convex_oracle::{Met, Mover, Name, Position, Query, Reply, Tally, Target};
use crate::oracle::families::{FAMILIES, Rng, varied};
use crate::random::Random;
use std::array::from_fn;
use tangency::Approach;

#[test]
fn points_segments_and_triangles() {
    for (name, make) in FAMILIES {
        let mut tally = Tally::default();
        let mut rng = Rng::new(1, name);
        for _ in 0..500 {
            let query = make(&mut rng);
            tally.ask(&Query::from(&varied(&mut rng, query)));
        }
        tally.settle(name);
    }
}

#[test]
fn boxes() {
    for (name, make) in FAMILIES {
        let mut tally = Tally::default();
        let mut rng = Rng::new(2, name);
        for _ in 0..500 {
            let query = make(&mut rng);
            let query = varied(&mut rng, query);
            let [a, b, _] = query.vertices;
            let min = [0, 1, 2].map(|k| a[k].min(b[k]));
            let max = [0, 1, 2].map(|k| a[k].max(b[k]));
            let target = Target::Box { min, max };
            tally.ask(&Query { target, ..Query::from(&query) });
        }
        tally.settle(name);
    }
}

// ---- one body in many forms ----

fn whole_box(random: &mut Random) -> ([f64; 3], [f64; 3]) {
    let center = random.integers(-3, 3);
    (center, random.integers(0, 3))
}

/// The answer of the library for a box must be right for the same box given by planes, with an
/// identity rotation, or by its edges.
#[test]
fn a_box_in_four_forms() {
    let mut random = Random(3);
    for _ in 0..3_000 {
        let (center, half_extents) = whole_box(&mut random);
        let min: [f64; 3] = from_fn(|k| center[k] - half_extents[k]);
        let max: [f64; 3] = from_fn(|k| center[k] + half_extents[k]);
        let target = Target::Box { min, max };
        let (from, radius) = (random.integers(-7, 7), random.integer(0, 3));
        let query = Query::new(from, radius, random.integers(-3, 3), target);
        let reply = query.ask().unwrap();
        query.check(&reply).unwrap();

        let axis = |k: usize, x: f64| from_fn(|i| if i == k { x } else { 0.0 });
        let planes = (0..3).flat_map(|k| {
            [[min, axis(k, -random.integer(1, 3))], [max, axis(k, random.integer(1, 3))]]
        });
        let polytope = Target::Polytope(planes.collect());
        let rotation = [0.0, 0.0, 0.0, random.integer(1, 3)];
        let oriented = Target::Oriented { center, half_extents, rotation };
        let edges = from_fn(|k| axis(k, [-2.0, 2.0][random.below(2) as usize] * half_extents[k]));
        let parallelepiped = Target::Parallelepiped { center, edges };
        for target in [polytope, oriented] {
            Query { target, ..query.clone() }.check(&reply).unwrap();
        }
        let skew = Query { target: parallelepiped, ..query.clone() };
        if skew.is_valid() && edges.as_flattened().iter().all(|x| *x >= 0.0) {
            skew.check(&reply).unwrap();
        }
    }
}

/// If the whole scene is turned and scaled by the matrix of a quaternion, times and truths equal
/// the library's for the box before the turn.
#[test]
fn a_box_that_is_turned_with_all_about_it() {
    let mut random = Random(4);
    let mut contacts = 0;
    for _ in 0..3_000 {
        let (center, half_extents) = whole_box(&mut random);
        let min: [f64; 3] = from_fn(|k| center[k] - half_extents[k]);
        let max: [f64; 3] = from_fn(|k| center[k] + half_extents[k]);
        let (from, radius) = (random.integers(-7, 7), random.integer(0, 3));
        let velocity = random.integers(-3, 3);
        let query = Query::new(from, radius, velocity, Target::Box { min, max });
        let mut reply = query.ask().unwrap();
        contacts += usize::from(reply.contact_time.flatten().is_some());
        (reply.met, reply.exact, reply.closest, reply.penetration) = (None, None, None, None);

        let q: [f64; 4] = from_fn(|k| random.integer(-3, 3) + if k == 3 { 0.5 } else { 0.0 });
        let squared: f64 = q.iter().map(|x| x * x).sum();
        // q (v, 0) q* as a product of quaternions.
        let turned = |v: [f64; 3]| {
            let [x, y, z, _] =
                product(product(q, [v[0], v[1], v[2], 0.0]), [-q[0], -q[1], -q[2], q[3]]);
            [x, y, z]
        };
        let target = Target::Oriented {
            center: turned(center),
            half_extents: half_extents.map(|x| x * squared),
            rotation: q,
        };
        let turned = Query::new(turned(from), radius * squared, turned(velocity), target);
        turned.check(&reply).unwrap();
    }
    assert!(contacts > 150, "{contacts}");
}

fn product(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    let [ax, ay, az, aw] = a;
    let [bx, by, bz, bw] = b;
    [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]
}

// ---- by hand ----

fn half_space() -> Target {
    Target::Polytope(vec![[[4.0, -3.0, 7.0], [30.0, 40.0, 0.0]]])
}

#[test]
fn a_half_space() {
    let query = Query::new([6.0, 8.0, 2.0], 1.0, [-3.0, -4.0, 0.0], half_space());
    let reply = query.expected();
    let Some(Met::Contact { time, center, point, normal, feature, approach, .. }) = reply.met
    else {
        panic!()
    };
    // The centre is ten from the plane, and comes nearer by five in a unit of time.
    assert_eq!((time, center, point), (1.8, [0.6, 0.8, 2.0], [0.0, 0.0, 2.0]));
    assert_eq!((normal, feature), (Some([0.6, 0.8, 0.0]), Name::Planes(vec![0])));
    assert_eq!(approach, Some(Approach::Approaching));
    assert_eq!((reply.last_time, reply.position), (Some(None), Some(Position::Outside)));
    assert_eq!((reply.penetration, reply.intersects), (Some(None), Some(false)));
    let closest = reply.closest.unwrap().unwrap();
    assert_eq!((closest.point, closest.distance), ([0.0, 0.0, 2.0], 10.0));
}

#[test]
fn out_of_a_half_space() {
    let query = Query::new([-3.0, -4.0, 0.0], 2.0, [3.0, 4.0, 0.0], half_space());
    let reply = query.expected();
    assert!(matches!(reply.met, Some(Met::Overlap { point: [-3.0, -4.0, 0.0], .. })));
    // The sphere moves five to the plane and two more.
    assert_eq!(reply.last_time, Some(Some(1.4)));
    let penetration = reply.penetration.unwrap().unwrap();
    assert_eq!((penetration.direction, penetration.depth), ([0.6, 0.8, 0.0], 7.0));
    assert_eq!(reply.position, Some(Position::Inside));
    let touching = Query::new([-3.0, -4.0, 0.0], 5.0, [0.0; 3], half_space());
    assert_eq!(touching.expected().position, Some(Position::Intersecting));
    assert_eq!(touching.expected().last_time, Some(None));
}

#[test]
fn nothing_and_everything() {
    let empty = vec![[[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]], [[1.0, 0.0, 0.0], [-2.0, 0.0, 0.0]]];
    let query = Query::new([0.0; 3], 9.0, [1.0, 0.0, 0.0], Target::Polytope(empty));
    let reply = query.expected();
    assert_eq!((reply.met, reply.closest), (Some(Met::None), Some(None)));
    assert_eq!((reply.position, reply.intersects), (Some(Position::Outside), Some(false)));
    let everything = Query::new([0.0; 3], 9.0, [1.0, 0.0, 0.0], Target::Polytope(vec![]));
    let reply = everything.expected();
    assert!(matches!(reply.met, Some(Met::Overlap { .. })));
    assert_eq!((reply.position, reply.penetration), (Some(Position::Inside), Some(None)));
    assert_eq!(reply.last_time, Some(None));
}

#[test]
fn empty_in_space_though_no_two_planes_are_opposite() {
    // Three planes about an endless prism without an interior. No two of them alone have an empty
    // intersection.
    let prism = |out: f64| {
        let plane = |x: f64, y: f64| [[x * out, y * out, 0.0], [x, y, 0.0]];
        Target::Polytope(vec![plane(1.0, 0.0), plane(-1.0, 1.0), plane(0.0, -1.0)])
    };
    let ask = |out| Query::new([0.0; 3], 1.0, [0.0; 3], prism(out)).expected();
    assert_eq!(ask(-0.125).met, Some(Met::None));
    assert!(matches!(ask(0.125).met, Some(Met::Overlap { .. })));
    assert_eq!(ask(0.0).closest.unwrap().unwrap().feature, Name::Planes(vec![0, 1, 2]));
}

#[test]
fn past_an_edge_whose_faces_are_both_behind() {
    // A wedge about the third axis, open to the left. Its edge is the axis.
    let wedge = vec![[[0.0; 3], [1.0, 1.0, 0.0]], [[0.0; 3], [1.0, -1.0, 0.0]]];
    let query = Query::new([1.0, -9.0, 0.0], 1.0, [0.0, 1.0, 1.0], Target::Polytope(wedge.clone()));
    let reply = query.expected();
    // The sphere grazes the axis.
    let Some(Met::Contact { time, point, normal, feature, approach, .. }) = reply.met else {
        panic!()
    };
    assert_eq!((time, point), (9.0, [0.0, 0.0, 9.0]));
    assert_eq!((normal, feature), (Some([1.0, 0.0, 0.0]), Name::Planes(vec![0, 1])));
    assert_eq!((approach, reply.last_time), (Some(Approach::Sliding), Some(Some(9.0))));
    let wide = Query { mover: Mover::Sphere(2.0), ..query };
    // A larger one touches the faces, at (1 - y) / sqrt(2) = 2 and on the other side.
    let root = 8.0_f64.sqrt();
    let reply = wide.expected();
    let Some(Met::Contact { time, feature, approach, .. }) = reply.met else { panic!() };
    assert!((time - (10.0 - root)).abs() < 1e-14 && feature == Name::Planes(vec![1]));
    assert_eq!(approach, Some(Approach::Approaching));
    assert!((reply.last_time.unwrap().unwrap() - (8.0 + root)).abs() < 1e-14);
}

#[test]
fn a_penetration_that_is_no_fraction() {
    // The point (1, 0, 0) is 2 / sqrt(3) away from the plane x + y + z = 3, and 2 from the plane x
    // = 3.
    let planes = vec![[[3.0, 0.0, 0.0], [5.0, 0.0, 0.0]], [[1.0, 1.0, 1.0], [2.0, 2.0, 2.0]]];
    let query = Query::new([1.0, 0.0, 0.0], 1.0, [0.0; 3], Target::Polytope(planes));
    let penetration = query.expected().penetration.unwrap().unwrap();
    let third = 1.0 / 3.0_f64.sqrt();
    assert!((penetration.depth - (1.0 + 2.0 * third)).abs() < 1e-15);
    assert!(penetration.direction.iter().all(|x| (x - third).abs() < 1e-15));
}

#[test]
fn an_ellipsoid_on_a_corner() {
    let corner = Target::Box { min: [3.0, 8.0, -1.0], max: [9.0, 9.0, 1.0] };
    let egg = Mover::Ellipsoid([5.0, 10.0, 2.0]);
    let query = Query { mover: egg, ..Query::new([-1.0, 0.0, 0.0], 0.0, [1.0, 0.0, 0.0], corner) };
    let Some(Met::Contact { time, center, point, normal, .. }) = query.expected().met else {
        panic!()
    };
    // Here (3/5)^2 + (8/10)^2 = 1, and the normal is along (3/25, 8/100).
    assert_eq!((time, center, point), (1.0, [0.0; 3], [3.0, 8.0, 0.0]));
    let [x, y, z] = normal.unwrap();
    let root = 13.0_f64.sqrt();
    assert!((x + 3.0 / root).abs() < 1e-15 && (y + 2.0 / root).abs() < 1e-15 && z == 0.0);
}

#[test]
fn a_skew_body() {
    // The square above the origin is sheared by one along the first axis; its left face leans.
    let edges = [[2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [2.0, 0.0, 2.0]];
    let target = Target::Parallelepiped { center: [0.0; 3], edges };
    let query = Query::new([-9.0, 0.0, 0.0], 0.0, [1.0, 0.0, 0.0], target);
    let Some(Met::Contact { time, normal, feature, .. }) = query.expected().met else { panic!() };
    let half = 0.5_f64.sqrt();
    assert_eq!((time, feature), (8.0, Name::Planes(vec![0])));
    assert_eq!(normal, Some([-half, 0.0, half]));
}

// ---- wrong replies are detected ----

/// Every wrong reply that differs from a right one in one place.
fn spoiled(reply: &Reply) -> Vec<Reply> {
    let mut list = Vec::new();
    let mut spoil = |change: &mut dyn FnMut(&mut Reply) -> bool| {
        let mut copy = reply.clone();
        if change(&mut copy) {
            list.push(copy);
        }
    };
    fn bump(x: &mut f64) -> bool {
        let before = *x;
        *x = x.next_up();
        *x != before
    }
    let bumped = |time: &mut Option<Option<f64>>| time.iter_mut().flatten().all(bump);
    spoil(&mut |reply| reply.contact_time.flatten().is_some() && bumped(&mut reply.contact_time));
    spoil(&mut |reply| reply.time_down.flatten().is_some() && bumped(&mut reply.time_down));
    spoil(&mut |reply| reply.last_time.flatten().is_some() && bumped(&mut reply.last_time));
    spoil(&mut |reply| reply.last_time.replace(None).flatten().is_some());
    spoil(&mut |reply| reply.contact_time.replace(None).flatten().is_some());
    spoil(&mut |reply| reply.closest.replace(None).flatten().is_some());
    spoil(&mut |reply| reply.penetration.replace(None).flatten().is_some());
    spoil(&mut |reply| {
        reply.intersects = reply.intersects.map(|truth| !truth);
        true
    });
    spoil(&mut |reply| reply.met.replace(Met::None) != Some(Met::None));
    for k in 0..3 {
        spoil(&mut |reply| match &mut reply.met {
            Some(Met::Contact { center, .. } | Met::Overlap { center, .. }) => bump(&mut center[k]),
            _ => false,
        });
        spoil(&mut |reply| match &mut reply.met {
            Some(Met::Contact { point, .. } | Met::Overlap { point, .. }) => bump(&mut point[k]),
            _ => false,
        });
        spoil(&mut |reply| match &mut reply.met {
            Some(
                Met::Contact { normal: Some(normal), .. }
                | Met::Overlap { normal: Some(normal), .. },
            ) => bump(&mut normal[k]),
            _ => false,
        });
        spoil(&mut |reply| match &mut reply.closest {
            Some(Some(closest)) => bump(&mut closest.point[k]),
            _ => false,
        });
        spoil(&mut |reply| match &mut reply.penetration {
            Some(Some(penetration)) => bump(&mut penetration.direction[k]),
            _ => false,
        });
    }
    spoil(&mut |reply| match &mut reply.closest {
        Some(Some(closest)) => bump(&mut closest.distance),
        _ => false,
    });
    spoil(&mut |reply| match &mut reply.penetration {
        Some(Some(penetration)) => bump(&mut penetration.depth),
        _ => false,
    });
    spoil(&mut |reply| match &mut reply.met {
        Some(Met::Contact { time, .. }) => bump(time),
        _ => false,
    });
    spoil(&mut |reply| match &mut reply.met {
        Some(Met::Contact { normal, .. }) => normal.take().is_some(),
        _ => false,
    });
    spoil(&mut |reply| match &mut reply.met {
        Some(Met::Contact { approach: Some(approach), .. }) => {
            *approach = match approach {
                Approach::Approaching => Approach::Sliding,
                _ => Approach::Approaching,
            };
            true
        }
        _ => false,
    });
    spoil(&mut |reply| match &mut reply.met {
        Some(Met::Contact { feature, .. } | Met::Overlap { feature, .. }) => {
            let Name::Planes(planes) = feature else { return false };
            if planes.pop().is_none() {
                planes.push(0);
            }
            true
        }
        _ => false,
    });
    list
}

#[test]
fn a_right_reply_passes_and_a_spoiled_one_does_not() {
    let shapes = [Shape::Oriented, Shape::Rectangle, Shape::Parallelepiped, Shape::Polytope];
    let mut spoils = 0;
    for (i, (name, make)) in families::FAMILIES.into_iter().enumerate() {
        let mut random = Random(900 + i as u64);
        for shape in shapes {
            for _ in 0..20 {
                let query = make(&mut random, shape);
                if query.single {
                    continue;
                }
                let reply = query.expected();
                assert_eq!(query.check(&reply), Ok(()), "{name}\n{query:?}");
                for wrong in spoiled(&reply) {
                    assert!(
                        query.check(&wrong).is_err(),
                        "{name}\n{query:?}\n{reply:?}\n{wrong:?}"
                    );
                    spoils += 1;
                }
            }
        }
    }
    assert!(spoils > 10_000, "{spoils}");
}

/// If a plane that determines the touch is moved, turned or left out, the difference is detected.
#[test]
fn another_plane_is_another_answer() {
    let mut random = Random(7);
    let mut noticed = 0;
    for _ in 0..300 {
        let query = families::FAMILIES[2].1(&mut random, Shape::Polytope);
        let reply = query.expected();
        let Some(Met::Contact { feature: Name::Planes(held), .. }) = &reply.met else { continue };
        let Target::Polytope(planes) = &query.target else { unreachable!() };
        let j = held[0] as usize;
        let mut moved = planes.clone();
        let [point, normal] = &mut moved[j];
        *point = from_fn(|k| point[k] + normal[k] / 1024.0);
        let mut fewer = planes.clone();
        fewer.remove(j);
        for planes in [moved, fewer] {
            let other = Query { target: Target::Polytope(planes), ..query.clone() };
            assert!(other.check(&reply).is_err(), "{query:?}\n{other:?}");
            noticed += 1;
        }
    }
    assert!(noticed > 500, "{noticed}");
}
