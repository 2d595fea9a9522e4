//! The interior of a closed mesh: point-in-mesh tests, winding numbers and signed distances.
//!
//! A ray is followed from the point out of the mesh. A triangle counts one if the ray leaves
//! through its outer side, and minus one if the ray enters there. As seen from the outer side, the
//! corners run counterclockwise. The sum is the winding number of the surface around the point. The
//! sum is the same for every ray, since the surface is closed. So the ray goes along an axis, for
//! which crossings are simple (`crossing.rs`), and in the direction in which it leaves the mesh
//! soonest.
//!
//! Source: J. O'Rourke, *Computational Geometry in C*, 1998, §7.5 (point in polyhedron).

use super::Mesh;
use super::crossing::{Crossing, Ray};
use super::sweep::Sweep;
use super::tree::{HalfAxes, TriangleGoal};
use crate::contact::in_space;
use crate::number::{Effort, Scaled, Sign, decide};
use crate::shape::{InputError, Point, Problem, Scalar, Sphere};
use Sign::{Negative, Positive, Zero};
use alloc::sync::Arc;

/// The solid that a closed (watertight) mesh bounds.
///
/// A point off the surface is inside if its [winding number](Solid::winding_number) is not zero:
/// the surface goes around it. If the corners of all triangles run counterclockwise as seen from
/// outside, as is the custom, the winding number is 1 inside; if they run clockwise, −1. So a mesh
/// that is inside out has the same interior. If several parts are nested or cross each other,
///
/// * parts with the same orientation are united: a point in any of them is inside;
/// * a part with the opposite orientation cuts a hole into a part around it;
/// * two parts that differ only in orientation bound nothing, though points can be on them.
///
/// # Examples
/// ```
/// use tangency::{Location, Mesh, Point, Solid};
/// let wedge = Mesh::new(
///     vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]],
///     vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]],
/// )?;
/// let solid = Solid::new(wedge)?;
/// assert_eq!(solid.locate(&Point::new([1.0, 1.0, 1.0])?), Location::Inside);
/// assert_eq!(solid.locate(&Point::new([1.0, 1.0, 2.0])?), Location::OnSurface);
/// assert_eq!(solid.locate(&Point::new([1.0, 1.0, 2f64.next_up()])?), Location::Outside);
/// # Ok::<(), tangency::InputError>(())
/// ```
#[derive(Clone, Debug)]
#[doc(alias("point in mesh", "inside", "watertight"))]
pub struct Solid<T> {
    mesh: Arc<Mesh<T>>,
    /// The least and the greatest coordinates of the triangles.
    min: [f64; 3],
    max: [f64; 3],
}

/// The location of a point relative to a solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Location {
    /// Off the surface, with a winding number other than zero.
    Inside,
    /// On one of the triangles.
    OnSurface,
    /// Off the surface, with the winding number zero.
    Outside,
}

impl<T: Scalar> Solid<T> {
    /// Creates the solid that a closed mesh bounds. A mesh in an [`Arc`] is shared, not copied.
    ///
    /// # Cost
    /// The cost of [`Mesh::neighbours`] and
    /// [`Neighbours::is_closed`](crate::Neighbours::is_closed); the memory that they use is freed.
    ///
    /// # Errors
    /// A mesh that is not [closed](crate::Neighbours::is_closed). The error names an open edge by
    /// its triangle and by the corner at which the edge begins.
    ///
    /// # Examples
    /// ```
    /// use tangency::{Mesh, Solid};
    /// let flat = Mesh::new(vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
    /// let error = Solid::new(flat).unwrap_err();
    /// assert_eq!(error.to_string(), "mesh.triangles[0][0] begins an open edge, the mesh must be closed");
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    pub fn new(mesh: impl Into<Arc<Mesh<T>>>) -> Result<Self, InputError> {
        Self::of(mesh.into())
    }

    fn of(mesh: Arc<Mesh<T>>) -> Result<Self, InputError> {
        const TRIANGLES: &str = "mesh.triangles";
        if let Some((triangle, edge)) = mesh.neighbours().first_open_edge() {
            let error = InputError::new(TRIANGLES, Problem::Open);
            return Err(error.within(TRIANGLES, edge).within(TRIANGLES, triangle));
        }
        let (mut min, mut max) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        let surface = mesh.surface();
        for corner in (0..surface.triangles.len()).flat_map(|triangle| surface.triangle(triangle)) {
            for (k, x) in corner.map(T::widen).into_iter().enumerate() {
                (min[k], max[k]) = (min[k].min(x), max[k].max(x));
            }
        }
        Ok(Self { mesh, min, max })
    }

    /// Returns the mesh that bounds the solid.
    pub fn mesh(&self) -> &Mesh<T> {
        &self.mesh
    }

    /// Returns the mesh that bounded the solid; a copy, if the mesh is still shared.
    pub fn into_mesh(self) -> Mesh<T> {
        Arc::unwrap_or_clone(self.mesh)
    }

    /// Returns whether a point is inside, outside or on the surface, decided exactly.
    ///
    /// # Cost
    /// The cost of one ray query: the ray leaves the mesh along an axis, in the direction in which
    /// it is shortest.
    ///
    /// # Examples
    /// See [`Solid`].
    #[doc(alias("point in mesh", "inside"))]
    pub fn locate(&self, point: &Point<T, 3>) -> Location {
        match self.winding_number(point) {
            None => Location::OnSurface,
            Some(0) => Location::Outside,
            Some(_) => Location::Inside,
        }
    }

    /// Returns the winding number: how often the surface goes around a point; `None` on the
    /// surface. A part that is clockwise as seen from outside counts negatively.
    ///
    /// # Examples
    /// ```
    /// use tangency::{Mesh, Point, Solid};
    /// let vertices = vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
    /// let once = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    /// let twice = Solid::new(Mesh::new(vertices, [once, once].concat())?)?;
    /// assert_eq!(twice.winding_number(&Point::new([1.0, 1.0, 1.0])?), Some(2));
    /// assert_eq!(twice.winding_number(&Point::new([2.0, 2.0, 2.0])?), Some(0));
    /// assert_eq!(twice.winding_number(&Point::new([0.0, 1.0, 1.0])?), None);
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    pub fn winding_number(&self, point: &Point<T, 3>) -> Option<i64> {
        let from = point.position().map(T::widen);
        if (0..3).any(|k| from[k] < self.min[k] || from[k] > self.max[k]) {
            return Some(0);
        }
        self.count_crossings(point, self.shortest_penetration(from))
    }

    /// Returns the signed distance from the surface, correctly rounded: negative inside, zero on
    /// the surface. `None` if there is no surface.
    ///
    /// # Examples
    /// ```
    /// use tangency::{Mesh, Point, Solid};
    /// let wedge = Mesh::new(
    ///     vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]],
    ///     vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]],
    /// )?;
    /// let solid = Solid::new(wedge)?;
    /// assert_eq!(solid.signed_distance(&Point::new([0.5, 1.0, 1.0])?), Some(-0.5));
    /// assert_eq!(solid.signed_distance(&Point::new([-3.0, -4.0, 1.0])?), Some(5.0));
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    pub fn signed_distance(&self, point: &Point<T, 3>) -> Option<T> {
        let distance = point.closest(&*self.mesh)?.distance;
        let is_inside = self.locate(point) == Location::Inside;
        Some(if is_inside { T::nearest(-distance.widen()) } else { distance })
    }

    /// The ray that leaves the bounding box soonest, or almost soonest, because a short ray is
    /// cheap; every other ray gives the same answer.
    fn shortest_penetration(&self, from: [f64; 3]) -> Ray {
        let mut shortest = (f64::INFINITY, Ray { from, axis: 0, goes_up: true });
        for axis in 0..3 {
            let (up, down) = (self.max[axis] - from[axis], from[axis] - self.min[axis]);
            for (length, goes_up) in [(up, true), (down, false)] {
                if length < shortest.0 {
                    shortest = (length, Ray { from, axis, goes_up });
                }
            }
        }
        shortest.1
    }

    /// The sum of all crossings of a ray from this point; `None` on the surface.
    fn count_crossings(&self, point: &Point<T, 3>, ray: Ray) -> Option<i64> {
        let (mut sum, mut is_on_surface) = (0, false);
        let mut effort = Effort::default();
        let surface = self.mesh.surface();
        self.mesh.each_ahead(ray, |triangle| {
            let corners = surface.triangle(triangle);
            let crossing = Crossing { ray, corners: corners.map(in_space) };
            if crossing.passes_by() {
                return;
            }
            is_on_surface |= crossing.starts_in_box()
                && self.mesh.triangle(triangle).is_some_and(|t| Sphere::at(point).intersects(&t));
            sum += match decide(&Scaled::new(crossing), &mut effort) {
                Positive => 1,
                Negative => -1,
                Zero => 0,
            };
        });
        (!is_on_surface).then_some(sum)
    }
}

impl<T: Scalar> Mesh<T> {
    /// Visits once each triangle whose box the ray meets, and possibly others.
    fn each_ahead(&self, ray: Ray, mut visit: impl FnMut(usize)) {
        let mut velocity = [0.0; 3];
        velocity[ray.axis] = if ray.goes_up { 1.0 } else { -1.0 };
        let sweep = Sweep {
            center: ray.from,
            half_axes: HalfAxes::Point,
            radii: [0.0; 3],
            velocity,
            slack: 0.0,
        };
        if let Some(way) = sweep.past(&self.bounds, self.tree.frame(), f64::INFINITY) {
            self.search(&way, TriangleGoal::All, |triangle| {
                visit(triangle);
                f64::INFINITY
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Ray, Solid};
    use crate::random::Random;
    use crate::{Mesh, Point};
    use std::vec::Vec;

    /// The sum is the same for every ray. The points lie on a grid, so that rays pass through
    /// vertices and edges.
    #[test]
    fn every_ray_gives_the_same_answer() {
        let mut random = Random(1);
        let mut inside = 0;
        for _ in 0..600 {
            let count = 1 + random.below(4) as u32;
            let vertices: Vec<[f64; 3]> = (0..4 * count).map(|_| random.integers(-2, 2)).collect();
            let triangles = (0..count)
                .flat_map(|i| {
                    [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]].map(|t| t.map(|v| 4 * i + v))
                })
                .collect();
            let solid = Solid::new(Mesh::new(vertices, triangles).unwrap()).unwrap();
            for _ in 0..40 {
                let from = random.integers(-4, 4).map(|x| x / 2.0);
                let point = Point::new(from).unwrap();
                let expected = solid.winding_number(&point);
                inside += usize::from(expected.is_some_and(|w| w != 0));
                for axis in 0..3 {
                    for goes_up in [true, false] {
                        let ray = Ray { from, axis, goes_up };
                        assert_eq!(solid.count_crossings(&point, ray), expected, "{ray:?}");
                    }
                }
            }
        }
        assert!(inside > 300, "{inside}");
    }
}
