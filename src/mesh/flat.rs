//! Whether the surface is flat at an edge or a vertex: internal edges, the cause of ghost
//! collisions.
//!
//! Relative to a vertex `P`, each triangle there has two more corners. Let `A` and `B` be the
//! corners of one triangle, and `N = A × B`. Another triangle with `C` and `D`
//!
//! ```text
//! lies in the same plane        N · C = N · D = 0
//! has its corners as ordered    N · (C × D) > 0                                                              (5.3)
//! ```
//!
//! In one plane, two triangles that share an edge from `P` lie on different sides of the edge if
//! their corners, with the edge put first, have opposite orientations. A vertex all of whose edges
//! have triangles on both sides is surrounded by triangles, because a gap would begin at an edge.
//!
//! Source: J. R. Shewchuk, *Adaptive precision floating-point arithmetic and fast robust geometric
//! predicates*, 1997, §4 (orientation).

use super::{MeshFeature, Neighbours};
use crate::contact::Feature;
use crate::number::{
    Decision, Effort, Inputs, Lift, Number, Quantity, Rescale, Scaled, Sign, Unsure, decide,
};
use crate::shape::Scalar;
use crate::shape::vector::{Vector, cross, dot};
use Sign::{Positive, Zero};
use alloc::vec::Vec;

impl<T: Scalar> Neighbours<T> {
    /// Returns whether the surface is flat at a feature, decided exactly: the triangles that share
    /// the feature lie in one plane, and cover the plane around it.
    ///
    /// * A face is flat.
    /// * An edge is flat if all triangles that share it lie in one plane, and not all of them on
    ///   one side of the edge.
    /// * A vertex is flat if all triangles that share it lie in one plane, and each edge that ends
    ///   there is flat.
    ///
    /// Degenerate triangles are ignored. Repeated triangles, and triangles that disagree on the
    /// order of their corners, make no difference. Not flat are: the border of the mesh; a fold,
    /// however small, and a fold of the surface back onto itself; an edge with a third triangle
    /// that sticks out. At a T-junction, where a vertex lies in the middle of another triangle's
    /// edge, neither the vertex nor an edge along that edge is flat, because the triangles on the
    /// two sides share no edge.
    ///
    /// # Cost
    /// The query makes a few decisions for each triangle that shares the feature. The decisions
    /// cost more if the triangles lie in one plane that is not a coordinate plane.
    ///
    /// # Examples
    /// ```
    /// use tangency::{Feature, Mesh, MeshFeature};
    /// let square = |height| {
    ///     let vertices = vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0], [0.0, 4.0, height]];
    ///     Mesh::new(vertices, vec![[0, 1, 2], [0, 2, 3]])
    /// };
    /// let diagonal = MeshFeature { triangle: 0, feature: Feature::Edge(2) };
    /// assert!(square(0.0)?.neighbours().is_flat_at(diagonal));
    /// assert!(!square(1e-300)?.neighbours().is_flat_at(diagonal));
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    pub fn is_flat_at(&self, at: MeshFeature) -> bool {
        let Some([start, end, _]) = self.points_at(at) else { return false };
        if at.feature == Feature::Face {
            return true;
        }
        let mut effort = Effort::default();
        let mut wings = self
            .triangles_at(at)
            .filter(|&triangle| self.has_area(triangle))
            .filter_map(|triangle| self.wing(triangle, start));
        let Some(first) = wings.next() else { return false };
        let mut sides = Vec::from([(first[0], Positive), (first[1], -Positive)]);
        for wing in wings {
            for point in wing.into_iter().filter(|point| !first.contains(point)) {
                let height = self.scaled([start, first[0], first[1], point]);
                if decide(&height, &mut effort) != Zero {
                    return false;
                }
            }
            let turn = self.scaled([start, first[0], first[1], wing[0], wing[1]]);
            let turn = decide(&turn, &mut effort);
            sides.extend([(wing[0], turn), (wing[1], -turn)]);
        }
        // For an edge, only the edge itself counts, not the other sides of its triangles.
        sides.retain(|side| start == end || side.0 == end);
        sides.sort_unstable();
        let has_both = |sides: &[(u32, Sign)]| sides[0].1 != sides[sides.len() - 1].1;
        sides.chunk_by(|a, b| a.0 == b.0).all(has_both)
    }

    /// Replaces an internal edge or vertex by a face, and returns every other feature unchanged. So
    /// an edge or a vertex in the result is a real one, not a ghost collision.
    ///
    /// The result is the face of the same triangle or, if that triangle is degenerate, the face of
    /// the first triangle that shares the feature and is not degenerate. Where the surface is flat,
    /// a sphere touches it as it would touch a face, so the rest of a contact need not change. The
    /// only exception is a sphere of radius zero: its contact has no normal at an edge or a vertex,
    /// and this function adds none.
    ///
    /// # Examples
    /// ```
    /// use tangency::{Feature, Mesh, Sphere};
    /// let mesh = Mesh::new(
    ///     vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0], [0.0, 4.0, 0.0]],
    ///     vec![[0, 1, 2], [0, 2, 3]],
    /// )?;
    /// let neighbours = mesh.neighbours();
    /// let drop = |x, y| Sphere::new([x, y, 5.0], 1.0)?.moving([0.0, 0.0, -1.0]);
    ///
    /// let hit = drop(2.0, 2.0)?.first_contact(&mesh).contact().unwrap();
    /// assert_eq!(hit.feature.feature, Feature::Edge(2));
    /// assert_eq!(neighbours.flat_as_face(hit.feature).feature, Feature::Face);
    ///
    /// let hit = drop(2.0, 0.0)?.first_contact(&mesh).contact().unwrap();
    /// assert_eq!(neighbours.flat_as_face(hit.feature).feature, Feature::Edge(0));
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    pub fn flat_as_face(&self, at: MeshFeature) -> MeshFeature {
        if at.feature == Feature::Face || !self.is_flat_at(at) {
            return at;
        }
        let mut candidates = core::iter::once(at.triangle).chain(self.triangles_at(at));
        let triangle = candidates.find(|&triangle| self.has_area(triangle));
        MeshFeature { triangle: triangle.unwrap_or(at.triangle), feature: Feature::Face }
    }

    /// Whether a triangle is not degenerate.
    fn has_area(&self, triangle: usize) -> bool {
        let [a, b, c] = self.corners()[triangle];
        decide(&self.scaled([a, b, c, b, c]), &mut Effort::default()) == Positive
    }

    /// The two corners of a triangle that follow a given one.
    fn wing(&self, triangle: usize, point: u32) -> Option<[u32; 2]> {
        let corners = self.corners()[triangle];
        let i = corners.iter().position(|&corner| corner == point)?;
        Some([corners[(i + 1) % 3], corners[(i + 2) % 3]])
    }

    fn scaled<const K: usize>(&self, points: [u32; K]) -> Scaled<Points<K>> {
        Scaled::new(Points(points.map(|point| self.position(point))))
    }
}

/// A point `P`, and other points that are taken relative to it.
#[derive(Clone, Copy, Debug)]
struct Points<const K: usize>([[f64; 3]; K]);

impl<const K: usize> Points<K> {
    /// A point minus the first point.
    fn minus_first<N: Number>(&self, lift: &impl Lift<N>, i: usize) -> Vector<N> {
        core::array::from_fn(|k| lift.length_difference(self.0[i][k], self.0[0][k]))
    }
}

impl<const K: usize> Inputs for Points<K> {
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.0.iter().for_each(|&point| see(Quantity::Length, point));
    }
}

impl<const K: usize> Rescale for Points<K> {
    fn map(&self, change: &mut dyn FnMut(Quantity, f64) -> f64) -> Self {
        Self(self.0.map(|point| point.map(|x| change(Quantity::Length, x))))
    }
}

/// `P, A, B, C`: the side of the plane of the first three on which the last one lies, as the sign
/// of `N · C`.
impl Decision for Points<4> {
    type Outcome = Sign;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Sign, Unsure> {
        let [a, b, c] = [1, 2, 3].map(|i| self.minus_first(lift, i));
        dot(&cross(&a, &b), &c).sign()
    }
}

/// `P, A, B, C, D`: whether two triangles in one plane, `P, C, D` and `P, A, B`, are oriented
/// alike, as the sign of `N · (C × D)`.
impl Decision for Points<5> {
    type Outcome = Sign;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Sign, Unsure> {
        let [a, b, c, d] = [1, 2, 3, 4].map(|i| self.minus_first(lift, i));
        dot(&cross(&a, &b), &cross(&c, &d)).sign()
    }
}

#[cfg(test)]
mod tests {
    use super::Points;
    use crate::number::depth::{Counting, greatest_depth};
    use crate::number::{Decision, GREATEST_DEPTH};
    use crate::random::Random;

    #[test]
    fn no_decision_is_deeper_than_the_filters_allow() {
        let mut random = Random(1);
        greatest_depth();
        for _ in 0..1_000 {
            let _ = Points([(); 4].map(|()| random.integers(-3, 3))).decide(&Counting);
            let _ = Points([(); 5].map(|()| random.integers(-3, 3))).decide(&Counting);
        }
        let depth = greatest_depth();
        assert!((11..=GREATEST_DEPTH).contains(&depth), "{depth}");
    }
}
