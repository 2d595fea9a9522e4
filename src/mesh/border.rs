//! Whether a mesh is closed: whether the borders of its triangles cancel.
//!
//! The border of each triangle runs from its first corner to the second, to the third and back. A
//! mesh is closed if each piece of an edge is traversed as often in one direction as in the other.
//! Where neighbours share whole edges, counting the edges shows this. The remaining cases, a long
//! edge that lies along several short ones or a degenerate triangle, are decided at the ends of
//! edges. Let `m` be the count of traversals of an edge from its lesser end to its greater end, by
//! coordinates, minus the count of traversals back. Then for each point and each line through it
//!
//! ```text
//! Σ m (edges that end there)  =  Σ m (edges that begin there)                                                (5.2)
//! ```
//!
//! because a chain on a line is zero if it begins and ends nowhere. Edges with a common end lie on
//! one line if their directions are parallel, `D × E = 0`; sorting by the signs of `D × E` brings
//! them together.
//!
//! Source: H. Federer, *Geometric Measure Theory*, 1969, §4.1 (the boundary of a chain).

use super::{MeshFeature, Neighbours};
use crate::contact::Feature;
use crate::number::{
    Decision, Effort, Inputs, Lift, Number, Quantity, Rescale, Scaled, Sign, Unsure, decide,
};
use crate::shape::Scalar;
use crate::shape::vector::{Vector, cross};
use alloc::vec::Vec;
use core::cmp::Ordering;

impl<T: Scalar> Neighbours<T> {
    /// Returns whether the mesh is closed (watertight), so that every point off it is inside or
    /// outside.
    ///
    /// That is: if the border of each triangle is traversed in the order of its corners, each piece
    /// of an edge is traversed as often in one direction as in the other. Where neighbours share
    /// whole edges, as many triangles then traverse an edge forwards as backwards. A long edge may
    /// also lie along several short ones, if it does so exactly. Degenerate triangles make no
    /// difference. A mesh without triangles is closed.
    ///
    /// A closed mesh may cross itself, and its parts may be nested or inside out;
    /// [`Solid`](crate::Solid) defines the interior of such a mesh. A mesh without gaps whose
    /// triangles disagree on the order of their corners is not closed.
    ///
    /// # Cost
    /// The query sorts all edges, and allocates about 60 bytes per triangle for that.
    ///
    /// # Examples
    /// ```
    /// use tangency::Mesh;
    /// let vertices = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// let closed = Mesh::new(vertices.clone(), vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
    /// assert!(closed.neighbours().is_closed());
    /// let one_is_turned = Mesh::new(vertices, vec![[0, 1, 2], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
    /// assert!(!one_is_turned.neighbours().is_closed());
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    pub fn is_closed(&self) -> bool {
        self.open_edge().is_none()
    }

    /// Returns an open edge: an edge on the border of the mesh, or in line with the border. The
    /// border begins, ends or turns at one end of this edge.
    ///
    /// If there are several, it is the first such edge of the triangle with the lowest index; the
    /// result is `None` if the mesh is closed.
    ///
    /// # Examples
    /// ```
    /// use tangency::{Feature, Mesh, MeshFeature};
    /// let vertices = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// let open = Mesh::new(vertices, vec![[0, 1, 3], [0, 2, 1], [0, 3, 2]])?;
    /// let hole = MeshFeature { triangle: 0, feature: Feature::Edge(1) };
    /// assert_eq!(open.neighbours().open_edge(), Some(hole));
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    pub fn open_edge(&self) -> Option<MeshFeature> {
        let (triangle, edge) = self.first_open_edge()?;
        Some(MeshFeature { triangle, feature: Feature::Edge(edge as u8) })
    }

    /// The index of the triangle of the open edge, and the index of the edge in it.
    pub(super) fn first_open_edge(&self) -> Option<(usize, usize)> {
        let mut ends = self.ends_of_uneven_edges();
        let mut effort = Effort::default();
        let mut by_line = |a: &EdgeEnd, b: &EdgeEnd| {
            let edges = [a, b].map(|end| end.edge.map(|point| self.position(point)));
            a.at.cmp(&b.at).then_with(|| decide(&Scaled::new(ByDirection(edges)), &mut effort))
        };
        ends.sort_by(&mut by_line);
        let open = ends
            .chunk_by(|a, b| by_line(a, b) == Ordering::Equal)
            .filter(|line| line.iter().map(|end| end.excess).sum::<i64>() != 0)
            .flatten()
            .min_by_key(|end| end.named_by)?;
        let (triangle, edge) = open.named_by;
        Some((triangle as usize, edge.into()))
    }

    /// The ends of the edges that are traversed more often in one direction than in the other.
    fn ends_of_uneven_edges(&self) -> Vec<EdgeEnd> {
        let mut runs: Vec<Run> = Vec::with_capacity(3 * self.corners().len());
        for (triangle, corners) in self.corners().iter().enumerate() {
            for edge in 0..3 {
                let (from, to) = (corners[edge], corners[(edge + 1) % 3]);
                if from != to {
                    runs.push(Run {
                        edge: [from.min(to), from.max(to)],
                        named_by: (triangle as u32, edge as u8),
                        is_forwards: from < to,
                    });
                }
            }
        }
        runs.sort_unstable();
        let mut ends = Vec::new();
        for runs in runs.chunk_by(|a, b| a.edge == b.edge) {
            let excess = runs.iter().map(|run| if run.is_forwards { 1 } else { -1 }).sum::<i64>();
            let Run { edge, named_by, .. } = runs[0];
            if excess != 0 {
                ends.push(EdgeEnd { at: edge[0], edge, excess: -excess, named_by });
                ends.push(EdgeEnd { at: edge[1], edge, excess, named_by });
            }
        }
        ends
    }
}

/// One traversal of an edge, by the border of one triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Run {
    /// The ends of the edge, the lesser first.
    edge: [u32; 2],
    /// The index of the triangle, and the index of the edge in it.
    named_by: (u32, u8),
    is_forwards: bool,
}

/// One end of an edge.
#[derive(Clone, Copy, Debug)]
struct EdgeEnd {
    at: u32,
    edge: [u32; 2],
    /// How many more traversals of the edge end here than begin here.
    excess: i64,
    named_by: (u32, u8),
}

/// The order of the directions of two edges, each from its lesser end to its greater end; equal if
/// the edges are parallel.
///
/// All such directions lie in one half of all directions. So in the first coordinate plane in which
/// the projections of two directions differ, their angles are less than a half turn apart.
#[derive(Clone, Copy, Debug)]
struct ByDirection([[[f64; 3]; 2]; 2]);

impl Inputs for ByDirection {
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.0.iter().flatten().for_each(|&point| see(Quantity::Length, point));
    }
}

impl Rescale for ByDirection {
    fn map(&self, change: &mut dyn FnMut(Quantity, f64) -> f64) -> Self {
        Self(self.0.map(|edge| edge.map(|point| point.map(|x| change(Quantity::Length, x)))))
    }
}

impl Decision for ByDirection {
    type Outcome = Ordering;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Ordering, Unsure> {
        let [d, e]: [Vector<N>; 2] = self
            .0
            .each_ref()
            .map(|[from, to]| core::array::from_fn(|k| lift.length_difference(to[k], from[k])));
        let [yz, zx, xy] = cross(&d, &e);
        for turn in [xy, zx.negated(), yz] {
            match turn.sign()? {
                Sign::Positive => return Ok(Ordering::Less),
                Sign::Negative => return Ok(Ordering::Greater),
                Sign::Zero => {}
            }
        }
        Ok(Ordering::Equal)
    }
}

#[cfg(test)]
mod tests {
    use super::ByDirection;
    use crate::number::depth::{Counting, greatest_depth};
    use crate::number::{Decision, GREATEST_DEPTH};
    use crate::random::Random;

    #[test]
    fn the_decision_is_no_deeper_than_the_filters_allow() {
        let mut random = Random(1);
        greatest_depth();
        for _ in 0..1_000 {
            let edges = [(); 2].map(|()| [(); 2].map(|()| random.integers(-3, 3)));
            let _ = ByDirection(edges).decide(&Counting);
        }
        let depth = greatest_depth();
        assert!((4..=GREATEST_DEPTH).contains(&depth), "{depth}");
    }
}
