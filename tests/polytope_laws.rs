//! Laws that hold between answers about polytopes, and between these and boxes.

#![allow(clippy::unwrap_used, reason = "a test may stop at what cannot be")]

mod random;

use random::Random;
use std::array::from_fn;
use tangency::{
    AlignedBox, Answer, BoxFeature, Contact, Mesh, Moving, Overlap, Parallelepiped, Plane,
    PlaneFeature, Polytope, Side, Sphere,
};

type V<const D: usize> = [f64; D];
type PlaneAnswer<const D: usize> = Answer<f64, D, PlaneFeature>;

/// A moving sphere, and the motion of the obstacle.
#[derive(Clone, Copy, Debug)]
struct Query<const D: usize> {
    center: V<D>,
    radius: f64,
    velocity: V<D>,
    drift: V<D>,
}

/// A source of whole numbers, where ties are common, or of any numbers.
struct Draw<'a> {
    random: &'a mut Random,
    whole: bool,
}

impl Draw<'_> {
    fn number(&mut self, reach: f64) -> f64 {
        if self.whole {
            self.random.integer(-reach as i64, reach as i64)
        } else {
            self.random.between(-reach, reach)
        }
    }
    fn vector<const D: usize>(&mut self, reach: f64) -> V<D> {
        from_fn(|_| self.number(reach))
    }
    fn query<const D: usize>(&mut self) -> Query<D> {
        let points_move = self.random.below(2) == 0;
        Query {
            center: self.vector(6.0),
            radius: if self.random.below(4) == 0 { 0.0 } else { self.number(3.0).abs() },
            velocity: self.vector(3.0),
            drift: if points_move { self.vector(2.0) } else { [0.0; D] },
        }
    }
}

impl<const D: usize> Query<D> {
    fn ball(&self) -> Moving<Sphere<f64, D>> {
        Sphere::new(self.center, self.radius).unwrap().moving(self.velocity).unwrap()
    }
    fn meet(&self, polytope: &Polytope<f64, D>) -> PlaneAnswer<D> {
        self.ball().first_contact(&polytope.moving(self.drift).unwrap())
    }
}

/// Checks a law on many queries, half of them in whole numbers; enough of them must be contacts.
fn law<const D: usize>(count: u64, check: impl Fn(&mut Draw, Query<D>) -> bool) {
    let mut random = Random(count);
    let mut contacts = 0;
    for _ in 0..count {
        let whole = random.below(2) == 0;
        let mut draw = Draw { random: &mut random, whole };
        let query = draw.query();
        contacts += u64::from(check(&mut draw, query));
    }
    assert!(contacts > count / 20, "{contacts} of {count}");
}

fn renamed<F, G, const D: usize>(
    answer: Answer<f64, D, F>,
    rename: impl Fn(F) -> G,
) -> Answer<f64, D, G> {
    match answer {
        Answer::None => Answer::None,
        Answer::Overlap(Overlap { center, point, normal, feature, .. }) => {
            Answer::Overlap(Overlap::new(center, point, normal, rename(feature)))
        }
        Answer::Contact(Contact {
            time,
            center,
            point,
            other_point,
            normal,
            feature,
            approach,
            ..
        }) => {
            let feature = rename(feature);
            Answer::Contact(
                Contact::new(time, center, point, normal, feature, approach)
                    .with_other_point(other_point),
            )
        }
    }
}

/// Planes `2k` and `2k + 1` are the sides towards min and max of axis `k`.
fn box_planes<const D: usize>(min: V<D>, max: V<D>) -> Vec<Plane<f64, D>> {
    (0..2 * D)
        .map(|i| {
            let (point, sign) = if i % 2 == 0 { (min, -1.0) } else { (max, 1.0) };
            Plane::new(point, from_fn::<_, D, _>(|k| if k == i / 2 { sign } else { 0.0 })).unwrap()
        })
        .collect()
}

/// If the point of the answer lies on both sides of a flat box, both planes contain it.
fn planes_of<const D: usize>(
    BoxFeature { sides }: BoxFeature<D>,
    min: V<D>,
    max: V<D>,
) -> PlaneFeature {
    let mut planes = Vec::new();
    for k in 0..D {
        let flat = min[k] == max[k];
        if sides[k] == Side::Min || flat {
            planes.push(2 * k as u32);
        }
        if sides[k] == Side::Max || flat {
            planes.push(2 * k as u32 + 1);
        }
    }
    PlaneFeature { planes }
}

fn min_and_max<const D: usize>(draw: &mut Draw) -> (V<D>, V<D>) {
    let (a, b): (V<D>, V<D>) = (draw.vector(3.0), draw.vector(3.0));
    (from_fn(|k| a[k].min(b[k])), from_fn(|k| a[k].max(b[k])))
}

fn a_box_is_its_planes<const D: usize>(count: u64) {
    law::<D>(count, |draw, query| {
        let (min, max) = min_and_max(draw);
        let target = AlignedBox::new(min, max).unwrap().moving(query.drift).unwrap();
        let expected = query.ball().first_contact(&target);
        let polytope = Polytope::new(box_planes(min, max)).unwrap();
        let answer = query.meet(&polytope);
        let named = renamed(expected, |feature| planes_of(feature, min, max));
        assert_eq!(answer, named, "{query:?} {min:?} {max:?}");
        let moving = polytope.moving(query.drift).unwrap();
        assert_eq!(query.ball().time_down(&moving), query.ball().time_down(&target));
        expected.contact().is_some()
    });
}

#[test]
fn a_box_is_the_polytope_of_its_sides() {
    a_box_is_its_planes::<2>(20_000);
    a_box_is_its_planes::<3>(30_000);
}

#[test]
fn a_parallelepiped_along_the_axes_is_a_box() {
    law::<3>(30_000, |draw, query| {
        // The centre ± the half extents are floats.
        let dyadic = |x: f64| (x * 1024.0).round() / 1024.0;
        let center = draw.vector::<3>(2.0).map(dyadic);
        let half = draw.vector::<3>(3.0).map(dyadic).map(|x| if x == 0.0 { 1.0 } else { x.abs() });
        let (min, max) = (from_fn(|k| center[k] - half[k]), from_fn(|k| center[k] + half[k]));
        // The axes may be in either order from any axis on, and edges may point either way.
        let shift = draw.random.below(3) as usize;
        let axes: [usize; 3] = match draw.random.below(2) {
            0 => from_fn(|i| (i + shift) % 3),
            _ => from_fn(|i| (5 - i - shift) % 3),
        };
        let signs: V<3> = from_fn(|_| if draw.random.below(2) == 0 { -1.0 } else { 1.0 });
        let edges: [V<3>; 3] =
            from_fn(|i| from_fn(|k| if k == axes[i] { 2.0 * half[k] * signs[i] } else { 0.0 }));
        let body = Parallelepiped::new(center, edges).unwrap().moving(query.drift).unwrap();
        let target = AlignedBox::new(min, max).unwrap().moving(query.drift).unwrap();
        let expected = query.ball().first_contact(&target);
        let named = renamed(expected, |BoxFeature { sides }| {
            let towards =
                |i: usize, side| side != Side::Between && (side == Side::Max) == (signs[i] > 0.0);
            let mut planes: Vec<u32> = (0..3)
                .filter(|&i| sides[axes[i]] != Side::Between)
                .map(|i| 2 * i as u32 + u32::from(towards(i, sides[axes[i]])))
                .collect();
            planes.sort_unstable();
            PlaneFeature { planes }
        });
        assert_eq!(query.ball().first_contact(&body), named, "{query:?} {min:?} {max:?}");
        assert_eq!(query.ball().time_down(&body), query.ball().time_down(&target));
        expected.contact().is_some()
    });
}

/// Planes about the origin, some of which may be missing, so that unbounded and empty bodies occur,
/// too.
fn random_planes<const D: usize>(draw: &mut Draw) -> Vec<Plane<f64, D>> {
    let count = draw.random.below(9);
    let mut planes = Vec::new();
    while planes.len() < count as usize {
        let (normal, point): (V<D>, V<D>) = (draw.vector(2.0), draw.vector(2.0));
        let outwards: f64 = (0..D).map(|k| normal[k] * point[k]).sum();
        // Most planes face away from the origin.
        let keep = outwards >= 0.0 || draw.random.below(10) == 0;
        let sign = if keep { 1.0 } else { -1.0 };
        planes.extend(Plane::new(point, normal.map(|x| x * sign)));
    }
    planes
}

#[test]
fn the_order_of_the_planes_does_not_matter() {
    law::<3>(20_000, |draw, query| {
        let planes = random_planes::<3>(draw);
        let mut order: Vec<usize> = (0..planes.len()).collect();
        for i in (1..order.len()).rev() {
            order.swap(i, draw.random.below(i as u64 + 1) as usize);
        }
        let shuffled = order.iter().map(|&i| planes[i]).collect();
        let answer = query.meet(&Polytope::new(planes.clone()).unwrap());
        let other = query.meet(&Polytope::new(shuffled).unwrap());
        let named = renamed(other, |PlaneFeature { planes }| {
            let mut planes: Vec<u32> = planes.iter().map(|&i| order[i as usize] as u32).collect();
            planes.sort_unstable();
            PlaneFeature { planes }
        });
        assert_eq!(answer, named, "{query:?} {planes:?}");
        answer.contact().is_some()
    });
}

#[test]
fn planes_that_add_nothing_change_only_the_names() {
    law::<3>(20_000, |draw, query| {
        let planes = random_planes::<3>(draw);
        let count = planes.len() as u32;
        let polytope = Polytope::new(planes.clone()).unwrap();
        let answer = query.meet(&polytope);
        let mut more = planes.clone();
        for _ in 0..draw.random.below(4) {
            let Some(plane) = planes.get(draw.random.below(8) as usize) else { continue };
            let (point, normal) = (plane.point(), plane.normal());
            more.push(match draw.random.below(3) {
                // The normal is twice as long.
                0 => Plane::new(point, normal.map(|x| 2.0 * x)).unwrap(),
                // The plane is farther out.
                1 => Plane::new(from_fn(|k| point[k] + normal[k]), normal).unwrap(),
                // The plane itself once more. Its opposite would bound an empty space with it.
                _ => *plane,
            });
        }
        let other = query.meet(&Polytope::new(more).unwrap());
        let named = renamed(other, |PlaneFeature { mut planes }| {
            planes.retain(|&plane| plane < count);
            PlaneFeature { planes }
        });
        assert_eq!(answer, named, "{query:?} {planes:?}");
        answer.contact().is_some()
    });
}

#[test]
fn a_plane_through_an_edge_or_a_corner_adds_nothing() {
    law::<3>(30_000, |draw, query| {
        let (min, max): (V<3>, V<3>) = ([-2.0, -1.0, -1.0], [1.0, 1.0, 2.0]);
        let planes = box_planes(min, max);
        let answer = query.meet(&Polytope::new(planes.clone()).unwrap());
        let mut more = planes;
        for _ in 0..draw.random.below(4) {
            // The normal is between the normals of the faces that meet there.
            let signs = draw.random.integers(-1, 1);
            let corner = from_fn(|k| if signs[k] > 0.0 { max[k] } else { min[k] });
            let length: V<3> = from_fn(|_| draw.random.integer(1, 3));
            more.extend(Plane::new(corner, from_fn::<_, 3, _>(|k| signs[k] * length[k])));
        }
        let other = query.meet(&Polytope::new(more.clone()).unwrap());
        let named = renamed(other, |PlaneFeature { mut planes }| {
            planes.retain(|&plane| plane < 6);
            PlaneFeature { planes }
        });
        assert_eq!(answer, named, "{query:?} {more:?}");
        answer.contact().is_some()
    });
}

#[test]
fn the_plane_is_a_cut_through_a_prism() {
    law::<2>(20_000, |draw, query| {
        let planes = random_planes::<2>(draw);
        let raised = planes.iter().map(|plane| {
            let add = |v: V<2>, z: f64| [v[0], v[1], z];
            let z = draw.number(3.0);
            Plane::new(add(plane.point(), z), add(plane.normal(), 0.0)).unwrap()
        });
        let prism = Polytope::new(raised.collect()).unwrap();
        let z = draw.number(3.0);
        let add = |v: V<2>, z: f64| [v[0], v[1], z];
        let in_space = Query {
            center: add(query.center, z),
            radius: query.radius,
            velocity: add(query.velocity, 0.0),
            drift: add(query.drift, 0.0),
        };
        let answer = query.meet(&Polytope::new(planes.clone()).unwrap());
        let expected = match answer.clone() {
            Answer::None => Answer::None,
            Answer::Overlap(hit) => Answer::Overlap(Overlap::new(
                add(hit.center, z),
                add(hit.point, z),
                hit.normal.map(|n| add(n, 0.0)),
                hit.feature,
            )),
            Answer::Contact(hit) => Answer::Contact(Contact::new(
                hit.time,
                add(hit.center, z),
                add(hit.point, z),
                hit.normal.map(|n| add(n, 0.0)),
                hit.feature,
                hit.approach,
            )),
        };
        assert_eq!(in_space.meet(&prism), expected, "{query:?} {planes:?}");
        answer.contact().is_some()
    });
}

fn two_to_the(e: f64) -> f64 {
    f64::from_bits(((1023 + e as i64) as u64) << 52)
}

#[test]
fn every_scale_is_alike() {
    law::<3>(20_000, |draw, query| {
        let planes = random_planes::<3>(draw);
        let (long, fast) = (draw.random.integer(-300, 300), draw.random.integer(-200, 200));
        let (long, fast) = (two_to_the(long), two_to_the(fast));
        let scaled = planes.iter().map(|plane| {
            let steep = two_to_the(draw.random.integer(-300, 300));
            Plane::new(plane.point().map(|x| x * long), plane.normal().map(|x| x * steep)).unwrap()
        });
        let scaled = Polytope::new(scaled.collect()).unwrap();
        let answer = query.meet(&Polytope::new(planes.clone()).unwrap());
        let expected = match answer.clone() {
            Answer::None => Answer::None,
            Answer::Overlap(hit) => Answer::Overlap(Overlap::new(
                hit.center.map(|x| x * long),
                hit.point.map(|x| x * long),
                hit.normal,
                hit.feature,
            )),
            Answer::Contact(hit) => Answer::Contact(Contact::new(
                hit.time * (long / fast),
                hit.center.map(|x| x * long),
                hit.point.map(|x| x * long),
                hit.normal,
                hit.feature,
                hit.approach,
            )),
        };
        let query = Query {
            center: query.center.map(|x| x * long),
            radius: query.radius * long,
            velocity: query.velocity.map(|x| x * fast),
            drift: query.drift.map(|x| x * fast),
        };
        assert_eq!(query.meet(&scaled), expected, "{query:?} {planes:?}");
        answer.contact().is_some()
    });
}

#[test]
fn only_the_relative_motion_counts() {
    law::<3>(20_000, |draw, mut query| {
        let planes = random_planes::<3>(draw);
        let polytope = Polytope::new(planes).unwrap();
        // The velocity is rounded, so that sums are exact.
        query.velocity = query.velocity.map(f64::round);
        query.drift = query.drift.map(f64::round);
        let still = Query {
            velocity: from_fn(|k| query.velocity[k] - query.drift[k]),
            drift: [0.0; 3],
            ..query
        };
        let (answer, expected) = (query.meet(&polytope), still.ball().first_contact(&polytope));
        match (&answer, &expected) {
            (Answer::Contact(a), Answer::Contact(b)) => {
                assert_eq!((a.time, a.normal, a.approach), (b.time, b.normal, b.approach));
                assert_eq!(a.feature, b.feature);
            }
            _ => assert_eq!(answer, expected),
        }
        answer.contact().is_some()
    });
}

fn minus(a: V<3>, b: V<3>) -> V<3> {
    from_fn(|k| a[k] - b[k])
}
fn cross(a: V<3>, b: V<3>) -> V<3> {
    let component = |i: usize, j: usize| a[i] * b[j] - a[j] * b[i];
    [component(1, 2), component(2, 0), component(0, 1)]
}
fn dot(a: V<3>, b: V<3>) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// If the centre is not inside, a solid is touched like its surface. Every overlap with the surface
/// is an overlap with the solid.
fn is_met_like_its_surface(query: &Query<3>, solid: &impl Meets, surface: &Mesh<f64>) -> bool {
    let surface = query.ball().first_contact(&surface.moving(query.drift).unwrap());
    let solid = solid.meet(query);
    match (&solid, &surface) {
        (Answer::Overlap(a), Answer::Overlap(b)) => {
            // For a centre inside, the closest point of the surface is another one.
            assert!(a.point == b.point || a.feature.planes.is_empty());
        }
        (Answer::Overlap(a), _) => assert!(a.feature.planes.is_empty()),
        (Answer::None, Answer::None) => {}
        (Answer::Contact(a), Answer::Contact(b)) => {
            assert_eq!((a.time, a.center, a.point), (b.time, b.center, b.point), "{query:?}");
            // A point may hit the diagonal between two triangles where it hits the interior of a
            // face.
            if query.radius > 0.0 {
                assert_eq!((a.normal, a.approach), (b.normal, b.approach), "{query:?}");
            }
        }
        _ => panic!("{query:?} {solid:?} {surface:?}"),
    }
    solid.contact().is_some()
}

/// Queries of a moving body.
trait Meets {
    fn meet(&self, query: &Query<3>) -> PlaneAnswer<3>;
}
impl Meets for Polytope<f64, 3> {
    fn meet(&self, query: &Query<3>) -> PlaneAnswer<3> {
        query.meet(self)
    }
}
impl Meets for Parallelepiped<f64> {
    fn meet(&self, query: &Query<3>) -> PlaneAnswer<3> {
        query.ball().first_contact(&self.moving(query.drift).unwrap())
    }
}

#[test]
fn a_tetrahedron_is_met_like_its_triangles() {
    law::<3>(30_000, |draw, query| {
        let vertices: [V<3>; 4] = from_fn(|_| draw.random.integers(-6, 6));
        let faces = [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]];
        let mut planes = Vec::new();
        for (face, opposite) in faces.iter().zip([3, 2, 1, 0]) {
            let [a, b, c] = face.map(|i| vertices[i as usize]);
            let normal = cross(minus(b, a), minus(c, a));
            let height = dot(normal, minus(vertices[opposite], a));
            if height == 0.0 {
                return false;
            }
            planes.push(Plane::new(a, normal.map(|x| -x * height.signum())).unwrap());
        }
        let mesh = Mesh::new(vertices.to_vec(), faces.to_vec()).unwrap();
        is_met_like_its_surface(&query, &Polytope::new(planes).unwrap(), &mesh)
    });
}

#[test]
fn a_parallelepiped_is_met_like_its_triangles() {
    law::<3>(30_000, |draw, query| {
        let center = draw.random.integers(-3, 3);
        let edges: [V<3>; 3] = from_fn(|_| draw.random.integers(-4, 4).map(|x| 2.0 * x));
        let Ok(body) = Parallelepiped::new(center, edges) else { return false };
        let corner = |i: usize| {
            from_fn(|k| {
                let half = |axis: usize| edges[axis][k] / 2.0;
                let side = |axis: usize| if i >> axis & 1 == 1 { half(axis) } else { -half(axis) };
                center[k] + side(0) + side(1) + side(2)
            })
        };
        let mut triangles = Vec::new();
        for axis in 0..3 {
            let [a, b] = [1 << ((axis + 1) % 3), 1 << ((axis + 2) % 3)];
            for side in [0, 1 << axis] {
                triangles.push([side, side + a, side + a + b]);
                triangles.push([side, side + a + b, side + b]);
            }
        }
        let mesh = Mesh::new((0..8).map(corner).collect(), triangles).unwrap();
        is_met_like_its_surface(&query, &body, &mesh)
    });
}
