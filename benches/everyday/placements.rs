//! The placements: triangles, boxes and meshes as in levels, machined parts and cutters.

#![allow(clippy::disallowed_methods, reason = "angles, as users write them")]

use crate::inputs::Random;
use std::hint::black_box;
use tangency::{
    AlignedBox, Answer, Effort, Mesh, Moving, Obstacle, OrientedBox, Rotation, Scalar, Sphere,
    Triangle,
};

/// The number of queries of a row, so large that no branch predictor can learn them.
const QUERIES: usize = 1 << 13;

/// One line of the table. The first of its kind is the generic one.
pub struct Row {
    pub name: String,
    pub kind: &'static str,
    pub queries: usize,
    pub ask: Box<dyn Fn()>,
    pub effort: Box<dyn Fn() -> Share>,
}

/// The shares of queries that have a contact, that left the first filter, and that needed integers.
pub struct Share {
    pub hits: f64,
    pub left: f64,
    pub exact: f64,
}

fn row<T, O, F>(kind: &'static str, name: String, make: F) -> Row
where
    T: Scalar,
    O: Obstacle<T, 3> + 'static,
    F: Fn(&mut Random) -> (Moving<Sphere<T, 3>>, O),
{
    let mut random = Random(11);
    let all: Vec<(Moving<Sphere<T, 3>>, O)> = (0..QUERIES).map(|_| make(&mut random)).collect();
    asked(kind, name, all, |(ball, obstacle)| ball.first_contact_counted(obstacle))
}

fn asked<Q: 'static, T: Scalar, X: 'static>(
    kind: &'static str,
    name: String,
    all: Vec<Q>,
    ask: impl Fn(&Q) -> (Answer<T, 3, X>, Effort) + Copy + 'static,
) -> Row {
    let all = std::rc::Rc::new(all);
    let counted = all.clone();
    Row {
        name,
        kind,
        queries: all.len(),
        ask: Box::new(move || {
            for query in all.iter() {
                black_box(ask(black_box(query)));
            }
        }),
        effort: Box::new(move || {
            let (mut hits, mut left, mut exact) = (0, 0, 0);
            for query in counted.iter() {
                let (answer, effort) = ask(query);
                hits += usize::from(matches!(answer, Answer::Contact(_)));
                left += usize::from(effort.left_first_filter);
                exact += usize::from(effort.exact);
            }
            let part = |count: usize| count as f64 / counted.len() as f64;
            Share { hits: part(hits), left: part(left), exact: part(exact) }
        }),
    }
}

/// The vector with the nearest numbers of `T`, as if written as literals.
fn float<T: Scalar>(v: [f64; 3]) -> [T; 3] {
    v.map(T::nearest)
}

fn ball<T: Scalar>(center: [f64; 3], radius: f64, velocity: [f64; 3]) -> Moving<Sphere<T, 3>> {
    Sphere::new(float(center), T::nearest(radius))
        .and_then(|sphere| sphere.moving(float(velocity)))
        .expect("a valid sphere")
}

fn plus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// The direction in which a body comes.
#[derive(Clone, Copy)]
enum Comes {
    Down,
    Oblique,
}

/// The plane of an obstacle, which maps coordinates `[x, y, height]` over the plane to space.
#[derive(Clone, Copy)]
enum Plane {
    At(f64),
    /// A plane that is turned about the y axis by this angle in degrees.
    TurnedY(f64),
    /// A plane that is turned in a generic direction.
    Turned,
}

impl Plane {
    fn place(self, p: [f64; 3]) -> [f64; 3] {
        match self {
            Plane::At(height) => [p[0], p[1], p[2] + height],
            Plane::TurnedY(degrees) => {
                let (s, c) = degrees.to_radians().sin_cos();
                [c * p[0] + s * p[2], p[1], c * p[2] - s * p[0]]
            }
            Plane::Turned => {
                let (s, c) = 0.7_f64.sin_cos();
                let [x, y, z] = [p[0], c * p[1] - s * p[2], s * p[1] + c * p[2]];
                let (s, c) = 0.4_f64.sin_cos();
                [c * x - s * y, s * x + c * y, z]
            }
        }
    }
    fn name(self) -> String {
        match self {
            Plane::At(height) => format!("plane z = {height}"),
            Plane::TurnedY(degrees) => format!("turned {degrees}° about y"),
            Plane::Turned => "turned about two axes".into(),
        }
    }
}

/// A triangle in a plane, and a ball that touches its face. A ball that falls moves along an axis
/// of the world, like gravity.
fn face<T: Scalar>(
    plane: Plane,
    comes: Comes,
    r: &mut Random,
) -> (Moving<Sphere<T, 3>>, Triangle<T>) {
    let origin = [r.between(-20.0, 20.0), r.between(-20.0, 20.0), 0.0];
    let flat = |x: f64, y: f64| float(plane.place(plus(origin, [x, y, 0.0])));
    let mut near = || r.between(-0.5, 0.5);
    let [a, b, c] = [
        flat(-4.0 + near(), -3.0 + near()),
        flat(4.0 + near(), -3.0 + near()),
        flat(near(), 4.0 + near()),
    ];
    let radius = r.between(0.1, 0.6);
    let start = [r.between(-0.6, 0.6), r.between(-0.6, 0.6), radius + r.between(0.2, 3.0)];
    let velocity = match comes {
        Comes::Down => [0.0, 0.0, -1.0],
        Comes::Oblique => [r.between(-0.3, 0.3), r.between(-0.3, 0.3), -r.between(0.5, 2.0)],
    };
    let center = plane.place(plus(origin, start));
    (ball(center, radius, velocity), Triangle::new(a, b, c).expect("a valid triangle"))
}

/// A ball that is at rest except for gravity, at `gap` times its radius over a plane.
fn resting<T: Scalar>(
    plane: Plane,
    gap: f64,
    r: &mut Random,
) -> (Moving<Sphere<T, 3>>, Triangle<T>) {
    let (_, triangle) = face::<T>(plane, Comes::Down, &mut Random(r.0));
    let (moving, _) = face::<T>(plane, Comes::Down, r);
    let radius = moving.shape().radius().widen();
    // The ball comes along the normal, from a point over the face.
    let normal = plane.place([0.0, 0.0, 1.0]);
    let normal = plus(normal, plane.place([0.0; 3]).map(|x| -x));
    let [a, b, c] = triangle.vertices().map(|v| v.map(Scalar::widen));
    let middle: [f64; 3] = std::array::from_fn(|k| 0.3 * a[k] + 0.3 * b[k] + 0.4 * c[k]);
    let height = radius * (1.0 + gap);
    let center = plus(middle, normal.map(|x| x * height));
    (ball(center, radius, [0.0, 0.0, -1.0]), triangle)
}

/// A query on a lattice of this step: corners, centre, radius and velocity are whole multiples.
fn lattice<T: Scalar>(step: f64, r: &mut Random) -> (Moving<Sphere<T, 3>>, Triangle<T>) {
    let on = |v: [f64; 3]| v.map(|x| x * step);
    let origin = r.integers(-400, 400);
    let mut point = |k: i64| on(plus(origin, r.integers(-k, k)));
    let corners: [[T; 3]; 3] = [float(point(16)), float(point(16)), float(point(16))];
    let center = plus(point(4), on([0.0, 0.0, 24.0]));
    let velocity = [r.integer(-3, 3) * step, r.integer(-3, 3) * step, -r.integer(4, 16) * step];
    let [a, b, c] = corners;
    (
        ball(center, r.integer(1, 6) * step, velocity),
        Triangle::new(a, b, c).expect("a valid triangle"),
    )
}

fn triangles<T: Scalar>(float_name: &'static str, kind: &'static str, all: &mut Vec<Row>) {
    let named = |name: &str| format!("triangle, {float_name}: {name}");
    let planes = [
        Plane::At(0.0),
        Plane::At(0.1),
        Plane::TurnedY(30.0),
        Plane::TurnedY(45.0),
        Plane::TurnedY(90.0),
    ];
    all.push(row(kind, named("generic"), |r| face::<T>(Plane::Turned, Comes::Oblique, r)));
    for plane in planes.into_iter().chain([Plane::Turned]) {
        all.push(row(kind, named(&format!("{}, down", plane.name())), move |r| {
            face::<T>(plane, Comes::Down, r)
        }));
    }
    for plane in planes {
        all.push(row(kind, named(&format!("{}, oblique", plane.name())), move |r| {
            face::<T>(plane, Comes::Oblique, r)
        }));
    }
    let gap = if T::PRECISION == 24 { 1e-5 } else { 1e-12 };
    for plane in [Plane::At(0.1), Plane::TurnedY(30.0), Plane::Turned] {
        let name = named(&format!("{}, resting", plane.name()));
        all.push(row(kind, name, move |r| resting::<T>(plane, gap, r)));
    }
    for step in [0.125, 0.1] {
        all.push(row(kind, named(&format!("lattice of {step}")), move |r| lattice::<T>(step, r)));
    }
}

/// A ball and a box, which it hits more often than not.
fn boxed<T: Scalar, O>(
    r: &mut Random,
    comes: Comes,
    make: impl Fn([T; 3], [T; 3]) -> O,
) -> (Moving<Sphere<T, 3>>, O) {
    let middle = r.vector(-20.0, 20.0);
    let extents = r.vector(0.5, 2.0);
    let radius = r.between(0.1, 0.6);
    let start =
        plus(middle, [r.between(-0.3, 0.3), r.between(-0.3, 0.3), 4.0 + r.between(0.0, 2.0)]);
    let velocity = match comes {
        Comes::Down => [0.0, 0.0, -1.0],
        Comes::Oblique => [r.between(-0.3, 0.3), r.between(-0.3, 0.3), -r.between(0.5, 2.0)],
    };
    (ball(start, radius, velocity), make(float(middle), float(extents)))
}

fn boxes<T: Scalar>(float_name: &'static str, kind: &'static str, all: &mut Vec<Row>) {
    let named = |name: &str| format!("box, {float_name}: {name}");
    let turned = |axis: [f64; 3], degrees: f64| {
        let [x, y, z] = axis;
        let (s, c) = (degrees.to_radians() / 2.0).sin_cos();
        let q = [x * s, y * s, z * s, c].map(T::nearest);
        move |middle: [T; 3], extents: [T; 3]| {
            let rotation = Rotation::<T, 3>::new(q).expect("a rotation");
            OrientedBox::new(middle, extents, rotation).expect("a box")
        }
    };
    let generic = turned([0.6, 0.64, 0.48], 40.0);
    for comes in [Comes::Oblique, Comes::Down] {
        let how = match comes {
            Comes::Oblique => "oblique",
            Comes::Down => "down",
        };
        let name = |what: &str| named(&format!("{what}, {how}"));
        all.push(row(kind, name("generic"), |r| boxed(r, comes, generic)));
        for degrees in [0.0, 30.0, 45.0, 90.0] {
            let make = turned([0.0, 0.0, 1.0], degrees);
            all.push(row(kind, name(&format!("turned {degrees}° about z")), |r| {
                boxed(r, comes, make)
            }));
        }
        let make = turned([0.0, 1.0, 0.0], 30.0);
        all.push(row(kind, name("turned 30° about y"), |r| boxed(r, comes, make)));
        let aligned = |middle: [T; 3], extents: [T; 3]| {
            let [m, e] = [middle, extents].map(|v| v.map(Scalar::widen));
            let corner = |s: f64| float(plus(m, e.map(|x| s * x)));
            AlignedBox::new(corner(-1.0), corner(1.0)).expect("a box")
        };
        all.push(row(kind, name("along the axes"), |r| boxed(r, comes, aligned)));
    }
}

/// A field of 50 x 50 cells of two triangles, placed in a plane.
fn field<T: Scalar>(cell: f64, bumps: f64, plane: Plane) -> Mesh<T> {
    let mut random = Random(3);
    let mut vertices = Vec::new();
    for j in 0..=50 {
        for i in 0..=50 {
            let height = if bumps > 0.0 { random.between(-bumps, bumps) } else { 0.0 };
            vertices.push(float(plane.place([f64::from(i) * cell, f64::from(j) * cell, height])));
        }
    }
    let mut triangles = Vec::new();
    for j in 0..50 {
        for i in 0..50 {
            let a = j * 51 + i;
            triangles.push([a, a + 1, a + 52]);
            triangles.push([a, a + 52, a + 51]);
        }
    }
    Mesh::new(vertices, triangles).expect("a valid mesh")
}

fn meshes<T: Scalar>(float_name: &'static str, kind: &'static str, all: &mut Vec<Row>) {
    let mut push = |name: String, bumps: f64, plane: Plane, comes: Comes| {
        let mesh = field::<T>(0.37, bumps, plane);
        let mut r = Random(17);
        let balls = (0..QUERIES).map(|_| {
            let radius = r.between(0.05, 0.2);
            let p = [r.between(2.0, 16.0), r.between(2.0, 16.0), radius + r.between(0.3, 2.0)];
            let velocity = match comes {
                Comes::Down => [0.0, 0.0, -1.0],
                Comes::Oblique => {
                    [r.between(-0.3, 0.3), r.between(-0.3, 0.3), -r.between(0.5, 2.0)]
                }
            };
            ball::<T>(plane.place(p), radius, velocity)
        });
        let name = format!("mesh, {float_name}: {name}");
        // All balls share one mesh.
        let mesh: &'static Mesh<T> = Box::leak(Box::new(mesh));
        all.push(asked(kind, name, balls.collect(), move |ball| ball.first_contact_counted(mesh)));
    };
    push("generic".into(), 0.1, Plane::Turned, Comes::Oblique);
    push("bumps, down".into(), 0.1, Plane::At(0.0), Comes::Down);
    for plane in [Plane::At(0.0), Plane::At(0.1), Plane::TurnedY(30.0), Plane::Turned] {
        push(format!("flat, {}, down", plane.name()), 0.0, plane, Comes::Down);
        push(format!("flat, {}, oblique", plane.name()), 0.0, plane, Comes::Oblique);
    }
}

pub fn rows() -> Vec<Row> {
    let mut all = Vec::new();
    triangles::<f64>("f64", "triangle f64", &mut all);
    triangles::<f32>("f32", "triangle f32", &mut all);
    boxes::<f64>("f64", "box f64", &mut all);
    boxes::<f32>("f32", "box f32", &mut all);
    meshes::<f64>("f64", "mesh f64", &mut all);
    meshes::<f32>("f32", "mesh f32", &mut all);
    all
}
