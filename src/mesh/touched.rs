//! All triangles that a convex body touches at its first contact with a mesh, each with the whole
//! contact.

use super::all::TouchedTriangles;
use super::convex::{FirstTriangle, MeshByConvex, TimeRelation};
use super::indexed::MeshFeature;
use super::tree::TriangleGoal;
use crate::contact::convex::{Place, Solver};
use crate::contact::sealed::Only;
use crate::contact::{Answer, ConvexBody, ConvexShape, Effort, Touched};
use crate::number::{Surd, compiled};
use crate::shape::{Moving, Scalar, Shape};
use alloc::vec::Vec;
use core::cmp::Ordering;

impl<'b, T: Scalar> MeshByConvex<'_, 'b, T> {
    compiled! { <'a, 'b, T> MeshByConvex<'a, 'b, T>;
        fn touched_inner(this) -> Vec<Touched<T, 3, MeshFeature, Place>> {
            this.touched_first()
        }
    }
}

impl<T: Scalar> MeshByConvex<'_, '_, T> {
    /// Returns the contacts, with the features of the mover by their names.
    pub(super) fn touched_by<S: ConvexShape>(
        &self,
        shape: &S,
    ) -> Vec<Touched<T, 3, MeshFeature, S::Feature>> {
        let named = |Touched { points, feature, mover_feature }| {
            let mover_feature = shape.named(mover_feature);
            Touched { points, feature, mover_feature }
        };
        self.touched_inner().into_iter().map(named).collect()
    }

    fn touched_first(&self) -> Vec<Touched<T, 3, MeshFeature, Place>> {
        let mut effort = Effort::default();
        let first = match self.first(Only::Contacts, &mut effort) {
            Some(first) if matches!(first.answer, Answer::Contact(_)) => first,
            _ => return Vec::new(),
        };
        let mut triangles = self.touched_with(&first, &mut effort);
        triangles.sort_unstable();
        let touched = triangles.into_iter().filter_map(|triangle| {
            let touched = Solver::new(&self.pair(triangle)).touched(self.end)?;
            let point = |point: &[Surd; 3]| point.each_ref().map(Surd::round);
            Some(Touched {
                points: touched.points.iter().map(point).collect(),
                feature: self.feature(triangle, touched.contact.feature),
                mover_feature: touched.mover_place,
            })
        });
        touched.collect()
    }

    /// Returns all triangles whose first contact is at the exact time of a known one, which is the
    /// earliest.
    fn touched_with(&self, first: &FirstTriangle<T>, effort: &mut Effort) -> Vec<usize> {
        // No triangle is touched earlier, so only the path up to this time needs a search.
        let until = first.time().above().widen();
        let Some(part) = self.part_near_mesh(until) else { return Vec::new() };
        let hull = self.hull(&part);
        let mut search = self.search(&part, &hull, TriangleGoal::All);
        let mut triangles = Vec::new();
        while let Some((_, triangle)) = search.next() {
            let triangle = triangle as usize;
            if first.plane.relation_to(&self.corners(triangle)) == TimeRelation::Later {
                continue;
            }
            let found = self.first_of(triangle, effort);
            if found.is_some_and(|it| it.compare_times(first, self, effort) == Ordering::Equal) {
                triangles.push(triangle);
            }
        }
        triangles
    }
}

impl<T: Scalar, B> Moving<B>
where
    B: ConvexBody + Shape<Scalar = T, Vector = [T; 3]>,
{
    /// Returns the whole contact of this body with each triangle of a mesh that is touched at
    /// exactly the time of the first contact, in order of the triangles: the result of
    /// [`touched`](Self::touched) for each of them, with the triangle in its feature. The result is
    /// empty if there is no contact, or if the body overlaps the mesh at time zero.
    ///
    /// # Examples
    /// ```
    /// use tangency::{AlignedBox, Mesh};
    /// // A floor of two triangles, and a cube that falls on their common edge.
    /// let corners = vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0], [0.0, 4.0, 0.0]];
    /// let floor = Mesh::new(corners, vec![[0, 1, 2], [0, 2, 3]])?;
    /// let cube = AlignedBox::new([1.0, 1.0, 5.0], [2.0, 2.0, 6.0])?.moving([0.0, 0.0, -1.0])?;
    /// let touched = cube.touched_triangles(&floor);
    /// let triangles: Vec<usize> = touched.iter().map(|it| it.feature.triangle).collect();
    /// assert_eq!(triangles, [0, 1]);
    /// assert_eq!(touched[0].points, [[1.0, 1.0, 0.0], [2.0, 1.0, 0.0], [2.0, 2.0, 0.0]]);
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[doc(alias("contact manifold", "contact patch"))]
    pub fn touched_triangles(
        &self,
        mesh: impl TouchedTriangles<T, B>,
    ) -> Vec<Touched<T, 3, MeshFeature, B::Feature>> {
        mesh.touched_by(self)
    }
}
