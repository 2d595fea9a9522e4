//! The objects of the picture: the part on its ground, the balls at their contacts, and their
//! paths.
//!
//! The library itself finds the first object on a ray: for the part, the ray is the path of a
//! sphere of radius zero. For a ball, a sphere of the ball's radius moves along the ray to the
//! centre of the ball.

use super::camera::Ray;
use super::color::Color;
use super::vector::{Vector, add, cross, dot, scale, sub, unit};
use tangency::{Contact, Mesh, MeshFeature, Point, Sphere};

/// A ball, or the mark of a touched point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ball {
    pub(super) center: Vector,
    pub(super) radius: f64,
    pub(super) color: Color,
    pub(super) finish: Finish,
}

/// The look of a ball.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Finish {
    /// Transparent.
    Glass,
    /// Opaque.
    Solid,
}

/// The path of a ball to its contact, or past all objects.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path {
    pub(super) from: Vector,
    pub(super) to: Vector,
    pub(super) color: Color,
    /// The opacity at its two ends.
    pub(super) cover: [f64; 2],
}

/// A place on a surface.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) position: Vector,
    pub(super) normal: Vector,
    pub(super) material: Material,
}

/// The material of a surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Material {
    Part,
    Ground,
}

/// A mesh, with normals that make its round parts look smooth.
#[derive(Clone, Debug)]
pub(super) struct Part {
    mesh: Mesh<f64>,
    /// For each triangle the normals at its vertices.
    normals: Vec<[Vector; 3]>,
}

impl Part {
    pub(super) fn new(mesh: Mesh<f64>) -> Self {
        let normals = corner_normals(&mesh);
        Self { mesh, normals }
    }

    /// The first place on the part that a ray meets.
    pub(super) fn first_place(&self, ray: Ray) -> Option<Place> {
        let contact = self.first_contact(ray, f64::INFINITY)?;
        let triangle = contact.feature.triangle;
        let normal = self.normal(triangle, contact.point)?;
        // At the rim of a round part, a smoothed normal may point away from the eye.
        let normal = if dot(normal, ray.direction) < 0.0 {
            normal
        } else {
            contact.normal.unwrap_or(normal)
        };
        Some(Place { position: contact.point, normal, material: Material::Part })
    }

    /// The distance to the part along a ray, if it is within `reach`.
    pub(super) fn obstructed(&self, ray: Ray, reach: f64) -> Option<f64> {
        self.first_contact(ray, reach).map(|contact| contact.time)
    }

    fn first_contact(&self, ray: Ray, reach: f64) -> Option<Contact<f64, 3, MeshFeature>> {
        let point =
            Sphere::new(ray.origin, 0.0).ok()?.moving(ray.direction).ok()?.until(reach).ok()?;
        point.first_contact(&self.mesh).contact()
    }

    /// The normal at a point of a triangle, interpolated between its vertices.
    fn normal(&self, triangle: usize, point: Vector) -> Option<Vector> {
        let [a, b, c] = vertices(&self.mesh, *self.mesh.triangles().get(triangle)?);
        let [na, nb, nc] = *self.normals.get(triangle)?;
        let n = cross(sub(b, a), sub(c, a));
        let nn = dot(n, n);
        if nn == 0.0 {
            return Some(na);
        }
        let wb = dot(cross(sub(point, a), sub(c, a)), n) / nn;
        let wc = dot(cross(sub(b, a), sub(point, a)), n) / nn;
        Some(unit(add(scale(na, 1.0 - wb - wc), add(scale(nb, wb), scale(nc, wc)))))
    }
}

/// The place and the normal where a ray enters a ball.
///
/// A sphere with the radius of the ball moves along the ray. It first touches the centre of the
/// ball when its own centre enters the ball.
pub(super) fn enter(ray: Ray, center: Vector, radius: f64) -> Option<[Vector; 2]> {
    let ball = Sphere::new(ray.origin, radius).ok()?.moving(ray.direction).ok()?;
    let contact = ball.first_contact(&Point::new(center).ok()?).contact()?;
    Some([contact.center, contact.normal?])
}

fn vertices(mesh: &Mesh<f64>, triangle: [u32; 3]) -> [Vector; 3] {
    triangle.map(|i| mesh.vertices().get(i as usize).copied().unwrap_or_default())
}

/// Neighbouring triangles share a normal if they meet at less than the angle with this cosine,
/// about 23 degrees.
const SMOOTH: f64 = 0.92;

/// For each triangle, the normals at its vertices: each is the mean over the triangles at the
/// vertex that are nearly level with this triangle.
///
/// Level faces look level, and so does the beginning of every round edge at them.
fn corner_normals(mesh: &Mesh<f64>) -> Vec<[Vector; 3]> {
    let areas: Vec<Vector> = mesh.triangles().iter().map(|&t| area(vertices(mesh, t))).collect();
    let faces: Vec<Vector> = areas.iter().map(|&area| unit(area)).collect();
    let mut around = vec![Vec::new(); mesh.vertices().len()];
    for (i, triangle) in mesh.triangles().iter().enumerate() {
        for &v in triangle {
            if let Some(list) = around.get_mut(v as usize) {
                list.push(i);
            }
        }
    }
    let level = |face: Vector| face[2].abs() == 1.0;
    let at = |triangle: usize, vertex: u32| {
        let face = faces[triangle];
        let near =
            around[vertex as usize].iter().copied().filter(|&i| dot(faces[i], face) > SMOOTH);
        let near: Vec<usize> = near.collect();
        match near.iter().find(|&&i| level(faces[i])) {
            Some(&flat) => faces[flat],
            None => unit(near.iter().fold([0.0; 3], |sum, &i| add(sum, areas[i]))),
        }
    };
    mesh.triangles().iter().enumerate().map(|(i, triangle)| triangle.map(|v| at(i, v))).collect()
}

/// The normal of a triangle, as long as twice its area.
fn area([a, b, c]: [Vector; 3]) -> Vector {
    cross(sub(b, a), sub(c, a))
}
