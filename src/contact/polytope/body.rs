//! What a body that planes bound must tell: their numbers, and the parts of the boundary.

use crate::number::{Lift, Number, Quantity};
use crate::shape::Part;
use crate::shape::vector::Vector;
use alloc::vec::Vec;

/// A body that planes bound: its planes, the parts of its boundary, and their numbers.
///
/// Lengths are seen relative to the body's origin, in units that are [`Body::in_units`] of the
/// given ones.
pub(crate) trait Body: Clone {
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3]));
    fn map(&self, change: &mut dyn FnMut(Quantity, f64) -> f64) -> Self;

    /// How many planes.
    fn planes(&self) -> usize;
    /// How many faces, edges and vertices.
    fn counts(&self) -> [usize; 3];
    fn plane_of_face(&self, face: usize) -> usize;
    fn borders(&self, face: usize) -> impl Iterator<Item = usize>;
    /// `i`, `j` such that the line of the edge runs along `nᵢ × nⱼ`.
    fn planes_of_edge(&self, edge: usize) -> [usize; 2];
    fn ends(&self, edge: usize) -> impl Iterator<Item = usize>;
    /// The edges that start at a vertex, and whether against the direction of their line.
    fn rays(&self, vertex: usize) -> impl Iterator<Item = (usize, bool)>;
    fn planes_of_vertex(&self, vertex: usize) -> [usize; 3];
    fn holders(&self, part: Part) -> Vec<u32>;

    /// So many of the body's units.
    fn in_units<N: Number>(length: N) -> N;
    fn normal<N: Number>(&self, plane: usize, lift: &impl Lift<N>) -> Vector<N>;
    /// From a point of a plane to the centre.
    fn over_plane<N: Number>(&self, plane: usize, c: &[f64; 3], lift: &impl Lift<N>) -> Vector<N>;
    /// The direction `E` of an edge, and the moment `m`.
    fn line<N: Number>(&self, edge: usize, c: &[f64; 3], lift: &impl Lift<N>) -> [Vector<N>; 2];
    /// `D` and `Δ > 0` of a vertex.
    fn over_vertex<N: Number>(
        &self,
        vertex: usize,
        c: &[f64; 3],
        lift: &impl Lift<N>,
    ) -> (Vector<N>, N);

    // For the numbers of an answer, in the given units:

    /// The point of a plane that [`Body::over_plane`] starts from.
    fn point_of_plane<N: Number>(&self, plane: usize, lift: &impl Lift<N>) -> Vector<N::Value>;
    /// A point of an edge's line; and `E · (C − point)`, in the body's units.
    fn point_of_edge<N: Number>(
        &self,
        edge: usize,
        c: &[f64; 3],
        lift: &impl Lift<N>,
    ) -> (Vector<N::Value>, N);
    fn point_of_vertex<N: Number>(&self, vertex: usize, lift: &impl Lift<N>) -> Vector<N::Value>;
}
