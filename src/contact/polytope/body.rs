//! The trait of convex bodies that are bounded by planes: their numbers, and the parts of the
//! boundary.

use crate::number::{Lift, Number, Quantity};
use crate::shape::BoundaryPart;
use crate::shape::vector::Vector;
use alloc::vec::Vec;

/// A convex body that is bounded by planes: its planes, the parts of its boundary, and their
/// numbers.
///
/// Lengths are relative to the body's origin, and in the body's units: [`PlanarBody::in_units`]
/// converts a given length to these.
pub(crate) trait PlanarBody: Clone {
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3]));
    fn map(&self, change: &mut dyn FnMut(Quantity, f64) -> f64) -> Self;

    /// Returns the number of planes.
    fn planes(&self) -> usize;
    /// Returns how many faces, edges and vertices there are.
    fn counts(&self) -> [usize; 3];
    fn plane_of_face(&self, face: usize) -> usize;
    fn borders(&self, face: usize) -> impl Iterator<Item = usize>;
    /// Returns the planes `i`, `j` such that the line of the edge has the direction `nᵢ × nⱼ`.
    fn planes_of_edge(&self, edge: usize) -> [usize; 2];
    fn ends(&self, edge: usize) -> impl Iterator<Item = usize>;
    /// Returns the edges that start at a vertex, and whether each starts against the direction of
    /// its line.
    fn rays(&self, vertex: usize) -> impl Iterator<Item = (usize, bool)>;
    fn planes_of_vertex(&self, vertex: usize) -> [usize; 3];
    fn holders(&self, part: BoundaryPart) -> Vec<u32>;

    /// Returns a length in the body's units.
    fn in_units<N: Number>(length: N) -> N;
    fn normal<N: Number>(&self, plane: usize, lift: &impl Lift<N>) -> Vector<N>;
    /// Returns the vector from a point of a plane to the centre.
    fn over_plane<N: Number>(&self, plane: usize, c: &[f64; 3], lift: &impl Lift<N>) -> Vector<N>;
    /// Returns the direction `E` of an edge, and the moment `m`.
    fn line<N: Number>(&self, edge: usize, c: &[f64; 3], lift: &impl Lift<N>) -> [Vector<N>; 2];
    /// Returns `D` and `Δ > 0` of a vertex.
    fn over_vertex<N: Number>(
        &self,
        vertex: usize,
        c: &[f64; 3],
        lift: &impl Lift<N>,
    ) -> (Vector<N>, N);

    // For the numbers of an answer, in the given units:

    /// Returns the point of a plane from which [`PlanarBody::over_plane`] starts.
    fn point_of_plane<N: Number>(&self, plane: usize, lift: &impl Lift<N>) -> Vector<N::Value>;
    /// Returns a point of an edge's line; and `E · (C − point)`, in the body's units.
    fn point_of_edge<N: Number>(
        &self,
        edge: usize,
        c: &[f64; 3],
        lift: &impl Lift<N>,
    ) -> (Vector<N::Value>, N);
    fn point_of_vertex<N: Number>(&self, vertex: usize, lift: &impl Lift<N>) -> Vector<N::Value>;
}
