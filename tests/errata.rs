//! Each error of the published listings in `docs/errata.md`, under its name.

#[path = "../benches/listing.rs"]
mod listing;
#[path = "errata/rectangle.rs"]
mod rectangle;

mod box_oracle;
mod random;

use num_rational::BigRational;
use num_traits::{Signed, Zero};
use random::Random;
use tangency::AlignedBox;
use tangency::{
    Answer, Approach, Contact, Containment, Feature, Frustum, Hollow, Moving, Plane, Polytope,
    Sphere, Triangle,
};

type V = [f64; 3];

const RIGHT: [V; 3] = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];

fn ball(center: V, radius: f64, velocity: V) -> Moving<Sphere<f64, 3>> {
    Sphere::new(center, radius).unwrap().moving(velocity).unwrap()
}

fn meet(center: V, radius: f64, velocity: V, [a, b, c]: [V; 3]) -> Answer<f64, 3> {
    ball(center, radius, velocity).first_contact(&Triangle::new(a, b, c).unwrap())
}

fn touch(center: V, radius: f64, velocity: V, triangle: [V; 3]) -> Contact<f64, 3> {
    meet(center, radius, velocity, triangle).contact().unwrap()
}

#[test]
fn inside_the_infinite_cylinder_beyond_its_edge() {
    let (center, velocity, radius) = ([7.0, 0.0, 1.0], [1.0, 0.0, -0.25], 2.0);
    assert_eq!(listing::time(center, radius, velocity, RIGHT), Some(-4.0));
    assert_eq!(meet(center, radius, velocity, RIGHT), Answer::None);
    // A fuzzer found this case, which also has a negative time.
    let triangle = [[-1.0, 1.0, -1.0], [-2.0, -2.0, -2.0], [-3.0, 2.0, -3.0]];
    let (center, velocity) = ([-4.0, -4.0, -2.0], [-2.0, -3.0, -3.0]);
    assert!(listing::time(center, 2.0, velocity, triangle).unwrap() < 0.0);
    assert_eq!(meet(center, 2.0, velocity, triangle), Answer::None);
}

#[test]
fn del_repeated_as_delp() {
    let mut random = Random(1);
    let (mut lost, mut total) = (0, 0);
    for _ in 0..2_500 {
        let (center, velocity) = (random.vector(-4.0, 4.0), random.vector(-2.0, 2.0));
        let triangle =
            [random.vector(-1.5, 1.5), random.vector(-1.5, 1.5), random.vector(-1.5, 1.5)];
        let radius = random.between(0.1, 0.6);
        if let Answer::Contact(contact) = meet(center, radius, velocity, triangle) {
            total += 1;
            let close = |time: Option<f64>| {
                time.is_some_and(|t| (t - contact.time).abs() <= 1e-6 * (1.0 + contact.time))
            };
            assert!(close(listing::time(center, radius, velocity, triangle)));
            let misprinted = listing::time_as_printed::<true>(center, radius, velocity, triangle);
            lost += usize::from(!close(misprinted));
        }
    }
    assert!(total > 50 && lost * 10 > total, "{lost} of {total}");
}

#[test]
fn sliding_along_the_face_at_distance_r() {
    let (center, velocity) = ([-5.0, 1.0, 1.0], [1.0, 0.0, 0.0]);
    assert_eq!(listing::time(center, 1.0, velocity, RIGHT), None);
    let contact = touch(center, 1.0, velocity, RIGHT);
    assert_eq!((contact.time, contact.feature), (5.0, Feature::Edge(2)));
    assert_eq!((contact.point, contact.normal), ([0.0, 1.0, 0.0], Some([0.0, 0.0, 1.0])));
    assert_eq!(contact.approach, Approach::Sliding);
}

#[test]
fn contact_point_and_center_are_two_things() {
    let contact = touch([1.0, 1.0, 5.0], 2.0, [0.0, 0.0, -1.0], RIGHT);
    assert_eq!((contact.center, contact.point), ([1.0, 1.0, 2.0], [1.0, 1.0, 0.0]));
    let overlap = meet([1.0, 1.0, 1.0], 2.0, [0.0, 0.0, -1.0], RIGHT).overlap().unwrap();
    assert_eq!((overlap.center, overlap.point), ([1.0, 1.0, 1.0], [1.0, 1.0, 0.0]));
}

#[test]
fn zero_length_edges_and_flat_triangles() {
    let (center, velocity) = ([1.0, 0.0, 5.0], [0.0, 0.0, -1.0]);
    let twice = [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [4.0, 0.0, 0.0]];
    let flat = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [2.0, 0.0, 0.0]];
    for triangle in [twice, flat] {
        assert_eq!(listing::time(center, 1.0, velocity, triangle), None);
        let contact = touch(center, 1.0, velocity, triangle);
        assert_eq!((contact.time, contact.point), (4.0, [1.0, 0.0, 0.0]));
        assert_eq!(contact.normal, Some([0.0, 0.0, 1.0]));
    }
    let contact = touch(center, 1.0, velocity, [[1.0, 0.0, 0.0]; 3]);
    assert_eq!((contact.time, contact.point), (4.0, [1.0, 0.0, 0.0]));
}

/// A ball rolls along the ridge of an edge, just above both of its ends, and touches each vertex in
/// passing.
#[test]
fn first_found_is_not_first_in_time() {
    let triangle = [[4.0, 0.0, 0.0], [0.0, 0.0, 0.0], [2.0, -4.0, -4.0]];
    // The path is parallel to edge 0 at distance r, within the perpendicular plane. Only the
    // vertices are entered, both in passing.
    let (center, velocity) = ([-3.0, 1.0, 0.0], [1.0, 0.0, 0.0]);
    let contact = touch(center, 1.0, velocity, triangle);
    assert_eq!((contact.time, contact.feature), (3.0, Feature::Vertex(1)));
    assert_eq!(contact.approach, Approach::Sliding);
    assert_eq!(listing::time(center, 1.0, velocity, triangle), Some(7.0));
}

#[test]
fn shared_edges_hold_in_single_precision() {
    let mut random = Random(2);
    let (mut missed_by_floats, trials) = (0, 2_000);
    for _ in 0..trials {
        let single = |v: V| v.map(|x| x as f32);
        // An edge, and a triangle on each side of it.
        let (a, b) = (random.vector(-1.0, 1.0), random.vector(-1.0, 1.0));
        let (c, d) = (random.vector(-1.0, 1.0), random.vector(-1.0, 1.0));
        let share = random.between(0.2, 0.8);
        let aim = [0, 1, 2].map(|k| a[k] + share * (b[k] - a[k]));
        let way = random.vector(-1.0, 1.0);
        let length = way.iter().map(|x| x * x).sum::<f64>().sqrt();
        let start = [0, 1, 2].map(|k| aim[k] + 50.0 * way[k] / length);
        let velocity = [0, 1, 2].map(|k| aim[k] - start[k]);
        let sphere = Sphere::new(single(start), 0.001f32).unwrap();
        let ball = sphere.moving(single(velocity)).unwrap();
        let hits = |p: [V; 3]| {
            let [a, b, c] = p.map(single);
            ball.first_contact(&Triangle::new(a, b, c).unwrap()).contact().is_some()
        };
        // Seen along the shared edge, both triangles are the same segment, so a hit on either is a
        // hit.
        assert!(hits([a, b, c]) || hits([b, a, d]), "passed through at {aim:?}");
        let plain = |p: [V; 3]| {
            single_precision::time(single(start), 0.001, single(velocity), p.map(single)).is_some()
        };
        missed_by_floats += usize::from(!plain([a, b, c]) && !plain([b, a, d]));
    }
    // The count is the same on every machine, since plain `f32` operations are rounded once each.
    assert_eq!((missed_by_floats, trials), (89, 2_000));
}

/// The listing in `f32`, as engines run it.
mod single_precision {
    type V = [f32; 3];
    fn sub(a: V, b: V) -> V {
        [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
    }
    fn dot(a: V, b: V) -> f32 {
        a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
    }
    fn cross(a: V, b: V) -> V {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    }
    fn along(a: V, s: f32, b: V) -> V {
        [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]]
    }
    /// The time of contact with the faces, half cylinders and wedges of listing 1, for a start
    /// outside.
    pub fn time(c: V, r: f32, v: V, p: [V; 3]) -> Option<f32> {
        let e = [sub(p[1], p[0]), sub(p[2], p[1]), sub(p[0], p[2])];
        let u = cross(e[0], e[1]);
        let u = u.map(|x| x / dot(u, u).sqrt());
        let out = [cross(e[0], u), cross(e[1], u), cross(e[2], u)];
        let d = [sub(c, p[0]), sub(c, p[1]), sub(c, p[2])];
        let (height, speed) = (dot(u, d[0]), dot(u, v));
        let side = if height > 0.0 { 1.0 } else { -1.0 };
        if side * height >= r {
            if side * speed >= 0.0 {
                return None;
            }
            let t = (side * r - height) / speed;
            if (0..3).all(|i| dot(out[i], d[i]) + dot(out[i], v) * t <= 0.0) {
                return Some(t);
            }
        }
        for i in [2, 0, 1] {
            let ee = dot(e[i], e[i]);
            let (nu, start) = (dot(e[i], v), dot(e[i], d[i]));
            let end = dot(e[i], d[(i + 1) % 3]);
            let (hv, hd) = (along(v, -nu / ee, e[i]), along(d[i], -start / ee, e[i]));
            let (a, b) = (dot(hv, hv), -dot(hv, hd));
            let beta = b * b - a * (dot(hd, hd) - r * r);
            if b >= 0.0 && beta >= 0.0 {
                let t = (b - beta.sqrt()) / a;
                let outside = dot(out[i], d[i]) + dot(out[i], hv) * t >= 0.0;
                if outside && start + nu * t >= 0.0 && end + nu * t <= 0.0 {
                    return Some(t);
                }
            }
        }
        for i in 0..3 {
            let before = (i + 2) % 3;
            let (vv, b) = (dot(v, v), -dot(v, d[i]));
            let beta = b * b - vv * (dot(d[i], d[i]) - r * r);
            if b >= 0.0 && beta >= 0.0 {
                let t = (b - beta.sqrt()) / vv;
                let behind = dot(e[before], d[i]) + dot(e[before], v) * t >= 0.0;
                if behind && dot(e[i], d[i]) + dot(e[i], v) * t <= 0.0 {
                    return Some(t);
                }
            }
        }
        None
    }
}

/// Arvo's figures in plain floats: figure 1, and, if the sphere or the box is hollow, the farthest
/// corner of figure 2 and the nearest side of figure 3.
fn arvo<const N: usize>(
    (center, radius, sphere_is_hollow): ([f64; N], f64, bool),
    (min, max, box_is_hollow): ([f64; N], [f64; N], bool),
) -> bool {
    let (mut nearest, mut farthest, mut side) = (0.0, 0.0, f64::INFINITY);
    for i in 0..N {
        let (a, b) = (center[i] - min[i], center[i] - max[i]);
        let (a, b) = (a * a, b * b);
        farthest += a.max(b);
        if min[i] <= center[i] && center[i] <= max[i] {
            side = a.min(b).min(side);
        } else {
            side = 0.0;
            nearest += a.min(b);
        }
    }
    let nearest = nearest + if box_is_hollow { side } else { 0.0 };
    nearest <= radius * radius && (!sphere_is_hollow || radius * radius <= farthest)
}

#[test]
fn two_surfaces_on_a_line() {
    assert!(arvo(([4.0], 5.0, true), ([0.0], [10.0], true)));
    let (ends, shell) = (AlignedBox::new([0.0], [10.0]), Sphere::new([4.0], 5.0));
    let (ends, shell) = (Hollow(ends.unwrap()), Hollow(shell.unwrap()));
    assert!(!shell.intersects(&ends));
    // In the plane the same query is answered right: the circle crosses the sides.
    assert!(arvo(([4.0, 4.0], 5.0, true), ([0.0; 2], [10.0; 2], true)));
    let ends = Hollow(AlignedBox::new([0.0; 2], [10.0; 2]).unwrap());
    assert!(Hollow(Sphere::new([4.0, 4.0], 5.0).unwrap()).intersects(&ends));
}

#[test]
fn squares_underflow_and_overflow() {
    let meet = |radius, min: f64, max: f64| {
        let plain = arvo(([0.0; 3], radius, false), ([min; 3], [max; 3], false));
        let aligned_box = AlignedBox::new([min; 3], [max; 3]).unwrap();
        (plain, Sphere::new([0.0; 3], radius).unwrap().intersects(&aligned_box))
    };
    assert_eq!(meet(1.0, 2.0, 3.0), (false, false));
    assert_eq!(meet(1e-200, 1e-185, 1.0), (true, false));
    assert_eq!(meet(1e200, 1e215, 1e220), (true, false));
    let shell = Sphere::new([0.0; 3], 1e200).unwrap();
    let within = AlignedBox::new([-1.0; 3], [1.0; 3]).unwrap();
    assert!(!Hollow(shell).intersects(&within));
}

/// The listing of *Correct Box Sphere Intersection* in plain floats. Planes are points and normals;
/// opposite faces are next to each other in the list.
mod plane_listing {
    type V = [f64; 3];
    pub type Plane = (V, V);

    pub fn plane_distance((position, direction): Plane, point: V) -> f64 {
        (0..3).map(|k| (point[k] - position[k]) * direction[k]).sum()
    }

    fn inside_box(center: V, radius: f64, planes: &[Plane; 6]) -> bool {
        planes.iter().all(|&plane| -plane_distance(plane, center) > radius)
    }

    fn plane_point(center: V, radius: f64, plane: Plane) -> Option<(V, f64)> {
        let d = plane_distance(plane, center);
        let point = [0, 1, 2].map(|k| center[k] - plane.1[k] * d);
        (d.abs() <= radius).then(|| (point, (radius * radius - d * d).max(0.0).sqrt()))
    }

    pub fn intersects_box(center: V, radius: f64, planes: &[Plane; 6]) -> bool {
        (0..6).any(|i| match plane_point(center, radius, planes[i]) {
            Some((point, radius)) => (0..6)
                .filter(|k| k / 2 != i / 2)
                .all(|k| plane_distance(planes[k], point) <= radius),
            None => false,
        })
    }

    pub fn outside_box(center: V, radius: f64, planes: &[Plane; 6]) -> bool {
        !(inside_box(center, radius, planes) || intersects_box(center, radius, planes))
    }
}

type Exact = [BigRational; 3];

fn exact(x: f64) -> BigRational {
    BigRational::from_float(x).unwrap()
}

fn exact_dot(a: &Exact, b: &Exact) -> BigRational {
    (0..3).map(|k| &a[k] * &b[k]).sum()
}

/// Whether the ball about a centre provably shares no point with the body behind the planes. The
/// closest point `K` in the body is found by trying all sets of planes with the conditions of
/// Karush, Kuhn and Tucker; then `|C − K| > r`.
fn is_proved_outside(center: V, radius: f64, planes: &[plane_listing::Plane]) -> bool {
    let center: Exact = center.map(exact);
    let planes: Vec<(Exact, Exact)> =
        planes.iter().map(|&(p, n)| (p.map(exact), n.map(exact))).collect();
    let height = |x: &Exact, (p, n): &(Exact, Exact)| {
        let way = [0, 1, 2].map(|k| &x[k] - &p[k]);
        exact_dot(&way, n)
    };
    for set in 0u32..1 << planes.len() {
        let active: Vec<_> =
            (0..planes.len()).filter(|k| set >> k & 1 == 1).map(|k| &planes[k]).collect();
        if active.is_empty() || active.len() > 3 {
            continue;
        }
        // The system Σ αₛ (nₛ·nₖ) = hₖ is solved by elimination.
        let size = active.len();
        let mut rows: Vec<Vec<BigRational>> = active
            .iter()
            .map(|k| {
                let mut row: Vec<_> = active.iter().map(|s| exact_dot(&s.1, &k.1)).collect();
                row.push(height(&center, k));
                row
            })
            .collect();
        let mut is_singular = false;
        for i in 0..size {
            let Some(pivot) = (i..size).find(|&r| !rows[r][i].is_zero()) else {
                is_singular = true;
                break;
            };
            rows.swap(i, pivot);
            for r in (0..size).filter(|&r| r != i) {
                let factor = &rows[r][i] / &rows[i][i];
                let pivot = rows[i].clone();
                rows[r].iter_mut().zip(&pivot).for_each(|(x, y)| *x -= y * &factor);
            }
        }
        if is_singular {
            continue;
        }
        let alphas: Vec<_> = (0..size).map(|i| &rows[i][size] / &rows[i][i]).collect();
        if alphas.iter().any(Signed::is_negative) {
            continue;
        }
        let way: Exact = std::array::from_fn(|k| {
            alphas.iter().zip(&active).map(|(alpha, (_, n))| alpha * &n[k]).sum()
        });
        let closest = [0, 1, 2].map(|k| &center[k] - &way[k]);
        if planes.iter().all(|plane| !height(&closest, plane).is_positive()) {
            return exact_dot(&way, &way) > exact(radius) * exact(radius);
        }
    }
    false
}

fn polytope(planes: &[plane_listing::Plane]) -> Polytope<f64, 3> {
    Polytope::new(planes.iter().map(|&(p, n)| Plane::new(p, n).unwrap()).collect()).unwrap()
}

/// The numbers of false overlaps and of true overlaps by the listing.
fn false_positives(planes: &[plane_listing::Plane; 6], reach: f64, count: u32) -> (u32, u32) {
    let body = polytope(planes);
    let (mut wrong, mut met) = (0, 0);
    let mut random = Random(count.into());
    for _ in 0..count {
        let (center, radius) = (random.vector(-reach, reach), random.between(0.0, 0.5 * reach));
        let ours = Sphere::new(center, radius).unwrap().containment(&body);
        let listing = plane_listing::intersects_box(center, radius, planes);
        assert_eq!(ours == Containment::Outside, is_proved_outside(center, radius, planes));
        if ours == Containment::Outside {
            wrong += u32::from(listing);
            assert_eq!(listing, !plane_listing::outside_box(center, radius, planes));
        } else {
            met += 1;
        }
    }
    (wrong, met)
}

#[test]
fn a_circle_on_a_face_that_misses_the_corner() {
    // Across the plane x = 1/2, the ball makes a circle within reach of the lines y = 1/2 and z =
    // 1/2, but not of the corner.
    let unit: [plane_listing::Plane; 6] = std::array::from_fn(|i| {
        let half = if i % 2 == 0 { -0.5 } else { 0.5 };
        let axis = |length: f64| std::array::from_fn(|k| if k == i / 2 { length } else { 0.0 });
        (axis(half), axis(2.0 * half))
    });
    let center = [0.5, 1.25, 1.25];
    assert!(plane_listing::intersects_box(center, 1.0, &unit));
    let sphere = Sphere::new(center, 1.0).unwrap();
    assert_eq!(sphere.containment(&polytope(&unit)), Containment::Outside);
    let (wrong, met) = false_positives(&unit, 1.5, 1_000);
    println!("unit cube: {wrong} false positives among 1000 spheres, {met} of which meet it");
    assert!(wrong > 10 && met > 150, "{wrong} {met}");
}

#[test]
fn a_distance_from_a_plane_is_none_within_a_slanted_face() {
    let ring = |z: f64| [[-z, -z, -z], [z, -z, -z], [z, z, -z], [-z, z, -z]];
    let (near, far) = (ring(1.0), ring(4.0));
    let corners: [V; 8] = std::array::from_fn(|i| if i < 4 { near[i] } else { far[i - 4] });
    let frustum = Frustum::from_corners(corners).unwrap();
    let planes: Vec<plane_listing::Plane> = frustum
        .polytope()
        .planes()
        .iter()
        .map(|plane| {
            // The listing expects unit normals.
            let length = plane.normal().iter().map(|x| x * x).sum::<f64>().sqrt();
            (plane.point(), plane.normal().map(|x| x / length))
        })
        .collect();
    let (wrong, met) = false_positives(&planes.try_into().unwrap(), 6.0, 1_000);
    println!("frustum: {wrong} false positives among 1000 spheres, {met} of which meet it");
    assert!(wrong > 10 && met > 150, "{wrong} {met}");
}

#[test]
fn normals_of_any_length() {
    let cube = |length: f64| -> [plane_listing::Plane; 6] {
        std::array::from_fn(|i| {
            let half = if i % 2 == 0 { -0.5 } else { 0.5 };
            let axis = |x: f64| std::array::from_fn(|k| if k == i / 2 { x } else { 0.0 });
            (axis(half), axis(2.0 * half * length))
        })
    };
    let (center, radius) = ([1.0, 0.0, 0.0], 0.25);
    for length in [0.25, 1.0, 4.0] {
        // The ball is half a unit away: the listing takes the length of the normal for a unit of
        // length.
        let planes = cube(length);
        assert_eq!(plane_listing::intersects_box(center, radius, &planes), length < 1.0);
        let side = Sphere::new(center, radius).unwrap().containment(&polytope(&planes));
        assert_eq!(side, Containment::Outside);
    }
}
