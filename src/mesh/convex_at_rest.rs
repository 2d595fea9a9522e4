//! A convex body and a mesh or a mesh instance at time zero: their closest points, and the triangle
//! that names an overlap.
//!
//! The closest triangle has the least distance from the core of the body, since the radius is the
//! same for all triangles. Rounded distances are compared first: rounding is monotone, so only
//! equal floats need exact distances.

use super::convex::{ContactPlane, FirstTriangle, MeshByConvex};
use super::indexed::{Mesh, MeshFeature};
use super::instance::MeshInstance;
use super::sweep::Sweep;
use super::tree::{MeshSearch, TriangleGoal};
use crate::contact::convex::{
    Core, Place, Solver, closest_points, first_contact_of_many, intersects,
};
use crate::contact::{Answer, ClosestPoints, ConvexBody, Effort};
use crate::number::compiled;
use crate::shape::{Moving, Scalar, Shape};
use core::cell::OnceCell;
use core::cmp::Ordering;

/// A triangle, and the distance of the two cores, unless they share a point.
struct TriangleAtDistance<T> {
    triangle: usize,
    distance: Option<T>,
}

impl<'b, T: Scalar> MeshByConvex<'_, 'b, T> {
    compiled! { <'a, 'b, T> MeshByConvex<'a, 'b, T>;
        fn closest_inner(this) -> Option<ClosestPoints<T, 3, MeshFeature>> {
            let triangle = this.closest_triangle()?;
            let closest = closest_points(&this.pair(triangle));
            Some(closest.map_feature(|place| this.feature(triangle, place)))
        }
    }
}

impl<T: Scalar> MeshByConvex<'_, '_, T> {
    /// Returns the closest points of the body and the mesh; `None` if the mesh has no triangle.
    pub(crate) fn closest(&self) -> Option<ClosestPoints<T, 3, MeshFeature>> {
        self.closest_inner()
    }

    /// Returns the triangle with the least distance from the core of the body.
    pub(crate) fn closest_core(&self) -> Option<Core<'static>> {
        Some(self.triangle(self.closest_triangle()?))
    }

    /// Returns the triangle with the least distance from the body's core among the triangles that
    /// overlap the body at the start, with the lowest index if there are several.
    #[cold]
    pub(super) fn overlap(&self, effort: &mut Effort) -> Option<FirstTriangle<T>> {
        let sweep = Sweep { velocity: [0.0; 3], ..self.sweep() };
        let body = self.bounded(sweep.in_tree_frame(self.mesh.tree.frame(), 0.0, 0.0));
        let limit = body.as_ref().map_or(f32::INFINITY, |body| body.outer());
        let mut search =
            MeshSearch::new(&self.mesh.tree, self.surface(), body, TriangleGoal::Within, limit);
        let mut best: Option<(TriangleAtDistance<T>, Answer<T, 3, Place>)> = None;
        while let Some((_, triangle)) = search.next() {
            let triangle = triangle as usize;
            let answer =
                first_contact_of_many(&self.pair(triangle), self.end, false, effort).answer;
            if !matches!(answer, Answer::Overlap(_)) {
                continue;
            }
            let found = self.at_distance(triangle);
            if best.as_ref().is_none_or(|(best, _)| found.is_closer(best, self)) {
                best = Some((found, answer));
            }
        }
        let (TriangleAtDistance { triangle, .. }, answer) = best?;
        let (plane, exact) = (ContactPlane::Unknown, OnceCell::new());
        Some(FirstTriangle { triangle, answer, plane, exact })
    }

    fn closest_triangle(&self) -> Option<usize> {
        let sweep = Sweep { velocity: [0.0; 3], radii: [0.0; 3], ..self.sweep() };
        let frame = self.mesh.tree.frame();
        // A point that is close to a box around the body need not be close to the body, so only the
        // body itself is searched for with upper bounds.
        let goal = if self.around.is_core { TriangleGoal::Closest } else { TriangleGoal::Within };
        let body = sweep.in_tree_frame(frame, 0.0, 0.0);
        let mut search =
            MeshSearch::new(&self.mesh.tree, self.surface(), body, goal, f32::INFINITY);
        let mut best: Option<TriangleAtDistance<T>> = None;
        while let Some((_, triangle)) = search.next() {
            let triangle = triangle as usize;
            if let Some(best) = &mut best
                && self.repeats(triangle, &mut best.triangle)
            {
                continue;
            }
            let found = self.at_distance(triangle);
            if best.as_ref().is_none_or(|best| found.is_closer(best, self)) {
                let most = found.distance.map_or(0.0, |distance| distance.above().widen());
                search.tighten(frame.distance((most * most).next_up()));
                best = Some(found);
            }
        }
        best.map(|best| best.triangle)
    }

    /// Returns a triangle with its distance from the core of the body.
    fn at_distance(&self, triangle: usize) -> TriangleAtDistance<T> {
        let cores = self.cores(triangle);
        let distance: T = closest_points(&cores).distance;
        let share_a_point = distance == T::ZERO && intersects(&cores);
        TriangleAtDistance { triangle, distance: (!share_a_point).then_some(distance) }
    }
}

impl<T: Scalar> TriangleAtDistance<T> {
    /// Whether this triangle is closer than another one. At equal distances, the lower index counts
    /// as closer.
    fn is_closer(&self, other: &Self, mesh: &MeshByConvex<'_, '_, T>) -> bool {
        let order = match (self.distance, other.distance) {
            (None, None) => Ordering::Equal,
            (None, Some(_)) => Ordering::Less,
            (Some(_), None) => Ordering::Greater,
            (Some(a), Some(b)) if a < b => Ordering::Less,
            (Some(a), Some(b)) if a > b => Ordering::Greater,
            (Some(_), Some(_)) => {
                let exactly = |triangle| Solver::new(&mesh.cores(triangle)).distance();
                exactly(self.triangle).cmp(&exactly(other.triangle))
            }
        };
        order.then(self.triangle.cmp(&other.triangle)) == Ordering::Less
    }
}

impl<T: Scalar> Mesh<T> {
    /// Returns the closest points of this mesh and of a [convex body](ConvexBody) at time zero:
    /// `point` on the mesh, and `on_axis` on the body without its radius; `None` if the mesh has no
    /// triangle. The mesh and the body are `distance` apart, zero if they share a point. If
    /// several triangles are equally close, the one with the lowest index counts.
    ///
    /// # Examples
    /// ```
    /// use tangency::{AlignedBox, Mesh, Moving};
    /// let floor = Mesh::new(vec![[0.0, 0.0, 0.0], [9.0, 0.0, 0.0], [0.0, 9.0, 0.0]], vec![[0, 1, 2]])?;
    /// let cube = Moving::still(AlignedBox::new([1.0, 1.0, 2.5], [2.0, 2.0, 3.5])?);
    /// let closest = floor.closest_points(&cube).unwrap();
    /// assert_eq!((closest.distance, closest.point[2], closest.on_axis[2]), (2.5, 0.0, 2.5));
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[doc(alias("distance"))]
    pub fn closest_points<B>(&self, body: &Moving<B>) -> Option<ClosestPoints<T, 3, MeshFeature>>
    where
        B: ConvexBody + Shape<Scalar = T, Vector = [T; 3]>,
    {
        MeshByConvex::of_mesh(body, &Moving::still(self)).closest()
    }
}

impl<T: Scalar> MeshInstance<'_, T> {
    /// Returns the closest points of this instance and of a [convex body](ConvexBody) at time zero,
    /// as [`Mesh::closest_points`] does.
    pub fn closest_points<B>(&self, body: &Moving<B>) -> Option<ClosestPoints<T, 3, MeshFeature>>
    where
        B: ConvexBody + Shape<Scalar = T, Vector = [T; 3]>,
    {
        MeshByConvex::of_instance(body, &Moving::still(*self)).closest()
    }
}
