//! Capsules and their obstacles: triangles as in the other benches and in levels, and a mesh.

#![allow(clippy::disallowed_methods, reason = "angles, to draw inputs by")]

use crate::inputs::{Query, Random, realistic};
use tangency::{Capsule, Inflated, Mesh, Moving, Scalar, Sphere, Triangle};

/// The length of an axis over its radius, roughly as for a person.
pub const AXIS: f64 = 4.0;

/// A query of a capsule and a triangle.
#[derive(Clone, Copy)]
pub struct Meeting {
    pub a: [f64; 3],
    pub axis: [f64; 3],
    pub radius: f64,
    pub velocity: [f64; 3],
    pub corners: [[f64; 3]; 3],
}

pub fn along(a: [f64; 3], s: f64, b: [f64; 3]) -> [f64; 3] {
    [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]]
}

/// A unit vector, up to rounding.
pub fn direction(r: &mut Random) -> [f64; 3] {
    loop {
        let v = r.vector(-1.0, 1.0);
        let length = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
        if length > 0.1 && length < 1.0 {
            return v.map(|x| x / length);
        }
    }
}

pub const UP: [f64; 3] = [0.0, 0.0, 1.0];

/// A capsule whose middle is the centre of the sphere.
fn about(q: Query, axis: [f64; 3]) -> Meeting {
    let axis = axis.map(|x| x * AXIS * q.radius);
    let Query { center, radius, velocity, vertices } = q;
    Meeting { a: along(center, -0.5, axis), axis, radius, velocity, corners: vertices }
}

/// A large triangle in the plane `x_k = 0.1`, and a capsule that comes to the triangle, or past its
/// border, from above.
fn before(
    k: usize,
    axis: impl Fn(&mut Random) -> [f64; 3],
    straight: bool,
    r: &mut Random,
) -> Meeting {
    let place = |[x, y, h]: [f64; 3]| match k {
        0 => [0.1 + h, x, y],
        _ => [x, y, 0.1 + h],
    };
    let origin = [r.between(-20.0, 20.0), r.between(-20.0, 20.0), 0.0];
    let mut near = |x: f64, y: f64| {
        place(along(origin, 1.0, [x + r.between(-0.5, 0.5), y + r.between(-0.5, 0.5), 0.0]))
    };
    let corners = [near(-4.0, -3.0), near(4.0, -3.0), near(0.0, 4.0)];
    let radius = r.between(0.1, 0.6);
    let height = 3.0 * radius + r.between(0.2, 3.0);
    let start = along(origin, 1.0, [r.between(-3.0, 3.0), r.between(-3.0, 3.0), height]);
    let velocity = match straight {
        true => [0.0, 0.0, -1.0],
        false => [r.between(-0.3, 0.3), r.between(-0.3, 0.3), -r.between(0.5, 2.0)],
    };
    let velocity = along(place(velocity), -1.0, place([0.0; 3]));
    about(Query { center: place(start), radius, velocity, vertices: corners }, axis(r))
}

/// A direction of an axis that lies on a floor.
fn lying(r: &mut Random) -> [f64; 3] {
    let (s, c) = r.between(0.0, 6.0).sin_cos();
    [c, s, 0.0]
}

pub type Make = fn(&mut Random) -> Meeting;

pub const TRIANGLES: [(&str, Make); 10] = [
    ("realistic, slanted", |r| {
        let axis = direction(r);
        about(realistic(r), axis)
    }),
    ("realistic, upright", |r| about(realistic(r), UP)),
    ("floor, upright, down", |r| before(2, |_| UP, true, r)),
    ("floor, upright, oblique", |r| before(2, |_| UP, false, r)),
    ("floor, slanted, down", |r| before(2, direction, true, r)),
    ("wall, upright, straight", |r| before(0, |_| UP, true, r)),
    ("wall, upright, oblique", |r| before(0, |_| UP, false, r)),
    ("wall, slanted, oblique", |r| before(0, direction, false, r)),
    ("floor, lying along x, down", |r| before(2, |_| [1.0, 0.0, 0.0], true, r)),
    ("floor, lying, oblique", |r| before(2, lying, false, r)),
];

pub fn float<T: Scalar>(v: [f64; 3]) -> [T; 3] {
    v.map(T::nearest)
}

pub fn ball<T: Scalar>(center: [f64; 3], radius: f64, v: [f64; 3]) -> Moving<Sphere<T, 3>> {
    Sphere::new(float(center), T::nearest(radius))
        .and_then(|sphere| sphere.moving(float(v)))
        .expect("a valid sphere")
}

impl Meeting {
    /// The query with its numbers rounded to floats of `T`.
    pub fn rounded<T: Scalar>(self) -> Self {
        let held = |v: [f64; 3]| v.map(|x| T::nearest(x).widen());
        Self {
            a: held(self.a),
            axis: held(self.axis),
            radius: T::nearest(self.radius).widen(),
            velocity: held(self.velocity),
            corners: self.corners.map(held),
        }
    }
    pub fn capsule<T: Scalar>(&self) -> Moving<Capsule<T, 3>> {
        Capsule::with_axis(float(self.a), float(self.axis), T::nearest(self.radius))
            .and_then(|capsule| capsule.moving(float(self.velocity)))
            .expect("a valid capsule")
    }
    /// A ball about the middle of the capsule.
    pub fn ball<T: Scalar>(&self) -> Moving<Sphere<T, 3>> {
        ball(along(self.a, 0.5, self.axis), self.radius, self.velocity)
    }
    pub fn triangle<T: Scalar>(&self) -> Triangle<T> {
        let [a, b, c] = self.corners.map(float);
        Triangle::new(a, b, c).expect("a valid triangle")
    }
    /// A ball of half the radius, and the triangle inflated by the other half.
    pub fn halves<T: Scalar>(&self) -> (Moving<Sphere<T, 3>>, Inflated<Triangle<T>>) {
        let half = 0.5 * self.radius;
        let thin = ball(along(self.a, 0.5, self.axis), half, self.velocity);
        (thin, Inflated::new(self.triangle(), T::nearest(half)).expect("a valid radius"))
    }
}

/// A bumpy sphere of diameter near 2 with `4 rows²` triangles, fewer at its poles.
pub fn mesh(rows: u32) -> Mesh<f32> {
    let columns = 2 * rows;
    let mut vertices = Vec::new();
    for i in 0..=rows {
        let (out, up) = (f64::from(i) / f64::from(rows) * core::f64::consts::PI).sin_cos();
        for j in 0..columns {
            let angle = f64::from(j) / f64::from(columns) * core::f64::consts::TAU;
            let (s, c) = angle.sin_cos();
            let bumps = 0.1 * (7.0 * angle).sin() * (11.0 * up).cos() + 0.02 * (40.0 * up).sin();
            let size = 0.58 * (1.0 + out * bumps);
            vertices.push(float([size * out * c, size * out * s, size * up]));
        }
    }
    let mut triangles = Vec::new();
    for i in 0..rows {
        for j in 0..columns {
            let at = |i: u32, j: u32| i * columns + j % columns;
            let (a, b, c, d) = (at(i, j), at(i, j + 1), at(i + 1, j), at(i + 1, j + 1));
            if i > 0 {
                triangles.push([a, c, b]);
            }
            if i + 1 < rows {
                triangles.push([b, c, d]);
            }
        }
    }
    Mesh::new(vertices, triangles).expect("a valid mesh")
}

/// A query that moves from a sphere about the mesh to a point of its bounding box, and on, by about
/// one diagonal in all.
pub fn past(radius: f64, axis: impl Fn(&mut Random) -> [f64; 3], r: &mut Random) -> Meeting {
    let center = direction(r).map(|x| 1.1 * x);
    let to = along(r.vector(-0.6, 0.6), -1.0, center);
    let length = to.iter().map(|x| x * x).sum::<f64>().sqrt();
    let velocity = to.map(|x| x * 2.0 / length);
    about(Query { center, radius, velocity, vertices: [[0.0; 3]; 3] }, axis(r))
}
