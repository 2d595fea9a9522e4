//! Tests of this oracle: cases computed by hand, laws that are independent of the method, and
//! replies that are spoiled on purpose.

use crate::convex_mover_oracle::families::FAMILIES;
use crate::convex_mover_oracle::{Body, Core, Feature, Met, Motion, Reply, Request, Status};
use crate::random::Random;
use tangency::Approach;

const STILL: [f64; 3] = [0.0; 3];
const UP: Option<[f64; 3]> = Some([0.0, 0.0, 1.0]);

fn cast(mover: Core, r: f64, velocity: [f64; 3], obstacle: Core, rho: f64) -> Request {
    let body = |core, radius, v| Body { core, radius, motion: Motion::Velocity(v) };
    Request {
        mover: body(mover, r, velocity),
        obstacle: body(obstacle, rho, STILL),
        t_max: [f64::INFINITY; 2],
        plane: false,
        single: false,
    }
}

fn aligned(min: [f64; 3], max: [f64; 3]) -> Core {
    Core::Aligned { min, max }
}

/// The right reply by the oracle.
fn right(request: &Request) -> Reply {
    request.right(&request.truth())
}

/// Time, normal, approach, both features and the touch set of a contact.
fn contact(reply: &Reply) -> (f64, Option<[f64; 3]>, Approach, Feature, Feature, Vec<[f64; 3]>) {
    let Met::Contact { time, normal, approach, feature, .. } = reply.met.clone() else {
        panic!("no contact: {reply:?}")
    };
    let (mover_feature, points) =
        (reply.mover_feature.clone().unwrap(), reply.points.clone().unwrap());
    (time, normal, approach.unwrap(), feature, mover_feature, points)
}

fn sides(sides: [i32; 3]) -> Feature {
    Feature::Sides(sides.to_vec())
}

#[test]
fn a_box_falls_on_a_box() {
    let request = cast(
        aligned([0.0, 0.0, 2.0], [1.0, 1.0, 3.0]),
        0.0,
        [0.0, 0.0, -1.0],
        aligned([0.5, 0.5, -1.0], [2.0, 2.0, 0.0]),
        0.0,
    );
    let reply = right(&request);
    let square = vec![[0.5, 0.5, 0.0], [1.0, 0.5, 0.0], [1.0, 1.0, 0.0], [0.5, 1.0, 0.0]];
    let approach = Approach::Approaching;
    let (on_obstacle, on_mover) = (sides([-1, -1, 1]), sides([0, 0, -1]));
    assert_eq!(contact(&reply), (2.0, UP, approach, on_obstacle, on_mover, square));
    assert_eq!((reply.entry.as_ref(), reply.last_time), (Some(&reply.met), Some(4.0)));
    assert_eq!(reply.intersects, Some(false));
}

#[test]
fn inflated_corners_meet_at_a_root() {
    let request =
        cast(aligned([-1.0; 3], [0.0; 3]), 0.75, [1.0; 3], aligned([2.0; 3], [3.0; 3]), 0.25);
    // The time is 2 − 1/√3, and the point is (2, 2, 2) − (1, 1, 1)/(4 √3).
    let time: f64 = "1.42264973081037423549085121950".parse().unwrap();
    let n: f64 = "-0.57735026918962576450914878050".parse().unwrap();
    let at: f64 = "1.85566243270259355887271280487".parse().unwrap();
    let (feature, on_mover) = (sides([-1; 3]), sides([1; 3]));
    let expected = (time, Some([n; 3]), Approach::Approaching, feature, on_mover, vec![[at; 3]]);
    let reply = right(&request);
    assert_eq!(contact(&reply), expected);
    // The bodies part when the far corners are this far apart: 4 + 1/√3.
    let last: f64 = "4.57735026918962576450914878050".parse().unwrap();
    assert_eq!(reply.last_time, Some(last));
}

#[test]
fn edges_cross() {
    let mover = Core::Segment([-1.0, 0.0, 1.0], [1.0, 0.0, 1.0]);
    let obstacle = Core::Segment([0.0, -1.0, 0.0], [0.0, 1.0, 0.0]);
    let on_edges = (Approach::Approaching, Feature::Edge(0), Feature::Edge(0));
    let reply = right(&cast(mover.clone(), 0.0, [0.0, 0.0, -1.0], obstacle.clone(), 0.0));
    let (approach, on_obstacle, on_mover) = on_edges.clone();
    assert_eq!(contact(&reply), (1.0, UP, approach, on_obstacle, on_mover, vec![[0.0; 3]]));
    assert_eq!((reply.entry.as_ref(), reply.last_time), (Some(&reply.met), Some(1.0)));
    let reply = right(&cast(mover, 0.5, [0.0, 0.0, -1.0], obstacle, 0.25));
    let (approach, on_obstacle, on_mover) = on_edges;
    let point = vec![[0.0, 0.0, 0.25]];
    assert_eq!(contact(&reply), (0.25, UP, approach, on_obstacle, on_mover, point));
}

#[test]
fn a_corner_meets_a_face() {
    let mover = Core::Hull(vec![
        [0.0, 0.0, 1.0],
        [1.0, 0.0, 2.0],
        [-1.0, 1.0, 2.0],
        [-1.0, -1.0, 2.0],
        [0.0, 0.0, 2.0],
    ]);
    let floor = Core::Triangle([[-3.0, -3.0, 0.0], [3.0, -3.0, 0.0], [0.0, 3.0, 0.0]]);
    let reply = right(&cast(mover.clone(), 0.0, [0.0, 0.0, -1.0], floor.clone(), 0.0));
    let on_mover = Feature::Part(vec![0]);
    let approach = Approach::Approaching;
    assert_eq!(contact(&reply), (1.0, UP, approach, Feature::Face, on_mover, vec![[0.0; 3]]));
    // The face of the hull touches from below: its corners are reported, without the point within
    // it.
    let reply = right(&cast(mover, 0.0, [0.0, 0.0, 1.0], floor.clone(), 0.0));
    assert_eq!(reply.met, Met::None);
    let lid = Core::Hull(vec![[0.0; 3], [1.0, 0.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, -1.0]]);
    let lid = lid.shifted([0.0, 0.0, 2.0]);
    let reply = right(&cast(lid, 0.0, [0.0, 0.0, -1.0], floor, 0.0));
    let (time, normal, _, feature, on_mover, points) = contact(&reply);
    assert_eq!((time, normal, feature), (1.0, UP, Feature::Face));
    assert_eq!(on_mover, Feature::Part(vec![3]));
    assert_eq!(points, [[-1.0, -1.0, 0.0], [1.0, 0.0, 0.0], [-1.0, 1.0, 0.0]]);
}

#[test]
fn an_inflated_box_grazes_another() {
    let request = cast(
        aligned([-5.0, 0.0, 0.0], [-4.0, 1.0, 1.0]),
        1.0,
        [1.0, 0.0, 0.0],
        aligned([0.0, 0.0, -3.0], [1.0, 1.0, -1.0]),
        0.0,
    );
    let reply = right(&request);
    let points = vec![[0.0, 0.0, -1.0], [0.0, 1.0, -1.0]];
    let (feature, on_mover) = (sides([-1, -1, 1]), sides([1, -1, -1]));
    assert_eq!(contact(&reply), (4.0, UP, Approach::Sliding, feature, on_mover, points));
    assert_eq!((reply.entry, reply.last_time), (Some(Met::None), Some(6.0)));
}

#[test]
fn what_rests_on_a_floor_is_free() {
    let floor = aligned([-9.0, -9.0, -1.0], [9.0, 9.0, 0.0]);
    let hero = aligned([0.0; 3], [1.0, 1.0, 2.0]);
    for (v, approach) in [
        ([1.0, 0.5, 0.0], Approach::Sliding),
        ([0.0; 3], Approach::Sliding),
        ([0.0, 0.0, 1.0], Approach::Parting),
    ] {
        let reply = right(&cast(hero.clone(), 0.0, v, floor.clone(), 0.0));
        let (time, normal, met_by, ..) = contact(&reply);
        assert_eq!((time, normal, met_by, reply.entry), (0.0, UP, approach, Some(Met::None)));
    }
    let reply = right(&cast(hero, 0.0, [0.0, 0.0, -1e-300], floor, 0.0));
    assert_eq!(reply.entry, Some(reply.met));
}

#[test]
fn triangles_cross_or_touch() {
    let flat = Core::Triangle([[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [0.0, 1.0, 0.0]]);
    let upright = Core::Triangle([[0.0, 0.0, -1.0], [0.0, 0.0, 1.0], [3.0, 0.0, 0.0]]);
    let reply = right(&cast(flat.clone(), 0.0, STILL, upright, 0.0));
    // The first common point in the reading order; the least `p₁ − p₀` is along x.
    let Met::Overlap { point, normal: None, .. } = reply.met else { panic!("{reply:?}") };
    assert_eq!((point, reply.intersects), ([0.0; 3], Some(true)));
    // The triangles are side by side in one plane, and have a corner in common.
    let beside = flat.shifted([2.0, 0.0, 0.0]);
    let reply = right(&cast(flat.clone(), 0.0, STILL, beside, 0.0));
    let (time, normal, approach, feature, on_mover, points) = contact(&reply);
    assert_eq!((time, normal, approach), (0.0, None, Approach::Sliding));
    assert_eq!((feature, on_mover), (Feature::Vertex(0), Feature::Vertex(1)));
    assert_eq!(points, [[1.0, -1.0, 0.0]]);
    // A triangle lies on another one in the same plane, so all of it is touched.
    let reply = right(&cast(flat.clone(), 0.0, STILL, flat, 0.0));
    assert_eq!(contact(&reply).5.len(), 3);
}

#[test]
fn segments_of_the_plane_cross() {
    let segment = |a: [f64; 2], b: [f64; 2]| Core::Segment([a[0], a[1], 0.0], [b[0], b[1], 0.0]);
    let mut request =
        cast(segment([-1.0, 0.0], [1.0, 0.0]), 0.0, STILL, segment([0.0, -1.0], [0.0, 1.0]), 0.0);
    assert!(matches!(right(&request).met, Met::Contact { time: 0.0, normal: None, .. }));
    request.plane = true;
    assert!(matches!(right(&request).met, Met::Overlap { .. }));
    // They touch at an end of one segment inside of the other: the normal is the other one's.
    request.mover.core = segment([0.0, 0.5], [2.0, 0.0]);
    let (time, normal, ..) = contact(&right(&request));
    assert_eq!((time, normal), (0.0, Some([1.0, 0.0, 0.0])));
}

#[test]
fn boxes_at_rest() {
    let near = aligned([0.0; 3], [1.0; 3]);
    let request = cast(near.clone(), 0.5, STILL, aligned([3.0, 0.0, 0.0], [4.0, 1.0, 1.0]), 0.25);
    let closest = right(&request).closest.unwrap();
    assert_eq!((closest.point, closest.distance), ([2.75, 0.0, 0.0], 1.25));
    assert_eq!((closest.on_mover, closest.feature), (Some([1.0, 0.0, 0.0]), sides([-1; 3])));
    // The shortest way out of a box is straight through the nearest face.
    let large = aligned([-3.0, -1.0, -1.0], [0.5, 3.0, 3.0]);
    let reply = right(&cast(near, 0.5, STILL, large, 0.0));
    assert_eq!(reply.penetration, Some(Some(([1.0, 0.0, 0.0], 1.0))));
}

#[test]
fn the_end_of_time_counts() {
    let (mover, wall) = (aligned([0.0; 3], [1.0; 3]), aligned([3.0, 0.0, 0.0], [4.0, 1.0, 1.0]));
    let mut request = cast(mover, 0.0, [1.0, 0.0, 0.0], wall, 0.0);
    request.t_max = [2.0, f64::INFINITY];
    assert!(matches!(right(&request).met, Met::Contact { time: 2.0, .. }));
    request.t_max = [f64::INFINITY, 2.0_f64.next_down()];
    assert_eq!(right(&request).met, Met::None);
    assert_eq!(right(&request).last_time, None);
    // The velocity to a point is an unrounded difference.
    request.t_max = [1.0; 2];
    request.mover.motion = Motion::Between([0.1, 0.0, 0.0], [2.1, 0.0, 0.0]);
    let exact = 2.1 - 0.1 == 2.0 && matches!(right(&request).met, Met::Contact { .. });
    assert!(exact || right(&request).met == Met::None);
}

/// Replies that are right except for one number, which is the next float, or one name, which is
/// another one or left out.
fn spoiled(reply: &Reply) -> Vec<Reply> {
    let mut all = Vec::new();
    let mut add = |spoil: &dyn Fn(&mut Reply)| {
        let mut other = reply.clone();
        spoil(&mut other);
        if other != *reply {
            all.push(other);
        }
    };
    let up = |x: f64| if x == 0.0 { 1e-3 } else { x.next_up() };
    add(&|it| it.met = Met::None);
    add(&|it| it.entry = Some(Met::None));
    add(&|it| it.contact_time = it.contact_time.map(up));
    add(&|it| it.time_down = it.time_down.map(f64::next_down));
    add(&|it| it.last_time = it.last_time.map_or(Some(3.0), |x| Some(up(x))));
    add(&|it| it.has_contact = it.has_contact.map(|x| !x));
    add(&|it| it.intersects = it.intersects.map(|x| !x));
    add(&|it| {
        if let Some(points) = &mut it.points {
            points.pop();
        }
    });
    add(&|it| {
        if let Some(points) = &mut it.points {
            points.reverse();
        }
    });
    add(&|it| {
        if let Some(Some((_, depth))) = &mut it.penetration {
            *depth = up(*depth);
        }
    });
    add(&|it| it.closest.as_mut().unwrap().distance = up(reply.closest.as_ref().unwrap().distance));
    for k in 0..2 {
        add(&|it| {
            it.closest.as_mut().unwrap().point[k] = up(it.closest.as_ref().unwrap().point[k])
        });
        add(&|it| match &mut it.met {
            Met::Contact { center, .. } | Met::Overlap { center, .. } => center[k] = up(center[k]),
            Met::None => {}
        });
        add(&|it| match &mut it.met {
            Met::Contact { point, .. } | Met::Overlap { point, .. } => point[k] = up(point[k]),
            Met::None => {}
        });
        add(&|it| match &mut it.met {
            Met::Contact { normal: Some(n), .. } | Met::Overlap { normal: Some(n), .. } => {
                n[k] = up(n[k]);
            }
            _ => {}
        });
        add(&|it| {
            if let Met::Contact { other_point: Some(p), .. } = &mut it.met {
                p[k] = up(p[k]);
            }
        });
    }
    add(&|it| {
        if let Met::Contact { time, .. } = &mut it.met {
            *time = up(*time);
        }
    });
    add(&|it| {
        if let Met::Contact { approach, .. } = &mut it.met {
            *approach = Some(match approach {
                Some(Approach::Sliding) => Approach::Parting,
                _ => Approach::Sliding,
            });
        }
    });
    add(&|it| {
        if let Met::Contact { feature, .. } | Met::Overlap { feature, .. } = &mut it.met {
            *feature = Feature::Part(vec![77]);
        }
    });
    all
}

#[test]
fn a_right_reply_passes_and_a_spoiled_one_does_not() {
    let mut random = Random(1);
    let (mut tried, mut kinds) = (0, [0; 3]);
    for (name, make) in FAMILIES {
        for _ in 0..12 {
            let request = make(&mut random);
            if request.single {
                // The next `f64` after an `f32` is no `f32`.
                continue;
            }
            let truth = request.truth();
            let reply = request.right(&truth);
            assert_eq!(request.check(&truth, &reply), Ok(()), "{name}: {request:?}");
            let contact = match &truth.status {
                Status::Contact(it) => Some(it),
                _ => None,
            };
            kinds[match truth.status {
                Status::None => 0,
                Status::Overlap => 1,
                Status::Contact(_) => 2,
            }] += 1;
            for other in spoiled(&reply) {
                // Without a normal the touch set may be listed in either order.
                let is_turned = other.points != reply.points
                    && other.points.as_ref().map(Vec::len) == reply.points.as_ref().map(Vec::len);
                if is_turned && contact.is_some_and(|it| !it.has_sense) {
                    continue;
                }
                tried += 1;
                assert!(request.check(&truth, &other).is_err(), "{name}: {request:?}\n{other:?}");
            }
        }
    }
    assert!(tried > 500 && kinds.iter().all(|count| *count > 10), "{tried} {kinds:?}");
}

/// Laws independent of the method.
#[test]
fn the_oracle_agrees_with_itself() {
    let mut random = Random(2);
    for (name, make) in FAMILIES.iter().filter(|family| family.0 != "wide") {
        for _ in 0..12 {
            let request = make(&mut random);
            if let Err(text) = request.agrees_with_itself() {
                panic!("{name}: {text}\n{request:?}");
            }
        }
    }
}
