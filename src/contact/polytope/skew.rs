//! The body whose planes are the sides of a parallelepiped.

use super::body::PlanarBody;
use crate::number::{Lift, Number, Quantity, Value};
use crate::shape::vector::{Vector, cross, dot, in_space};
use crate::shape::{BoundaryPart, Parallelepiped, Scalar};
use Quantity::Length;
use alloc::vec::Vec;

/// A parallelepiped in units of one half, so that each side is a whole edge vector away from the
/// centre.
///
/// Plane `2a + s` is the side of axis `a` towards `−edges[a]` (`s = 0`) or `+edges[a]` (`s = 1`).
/// Edge `4a + 2s + s'` runs along `edges[a]`, on side `s` of the next axis and `s'` of the one
/// after it. Vertex `s + 2s' + 4s''` lies on the sides `s`, `s'` and `s''` of the three axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Skew {
    center: [f64; 3],
    edges: [[f64; 3]; 3],
    is_left_handed: bool,
}

impl Skew {
    pub(crate) fn of<T: Scalar>(body: &Parallelepiped<T>) -> Self {
        Self {
            center: in_space(body.center()),
            edges: body.edges().map(in_space),
            is_left_handed: body.is_left_handed(),
        }
    }

    /// Returns the two planes that contain an edge: a side of the next axis, and a side of the axis
    /// after that.
    fn sides_of_edge(edge: usize) -> [usize; 2] {
        let axis = edge / 4;
        [2 * ((axis + 1) % 3) + (edge / 2) % 2, 2 * ((axis + 2) % 3) + edge % 2]
    }

    fn sides_of_vertex(vertex: usize) -> [usize; 3] {
        [0, 1, 2].map(|axis| 2 * axis + (vertex >> axis) % 2)
    }

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn edge<N: Number>(&self, axis: usize, lift: &impl Lift<N>) -> Vector<N> {
        self.edges[axis].map(|x| lift.length(x))
    }

    /// Returns twice the vector from the point where some sides intersect to the point `c`.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn way_from<N: Number>(&self, sides: &[usize], c: &[f64; 3], lift: &impl Lift<N>) -> Vector<N> {
        let way =
            core::array::from_fn(|k| Self::in_units(lift.length_difference(c[k], self.center[k])));
        sides.iter().fold(way, |way, side| {
            let edge = self.edge(side / 2, lift);
            core::array::from_fn(|k| {
                if side % 2 == 1 { way[k].minus(&edge[k]) } else { way[k].plus(&edge[k]) }
            })
        })
    }

    /// Returns the point where some sides intersect.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn at_sides<N: Number>(&self, sides: &[usize], lift: &impl Lift<N>) -> Vector<N::Value> {
        let center = self.center.map(|x| Self::in_units(lift.length(x)));
        let two = Self::in_units(N::one());
        let doubled = sides.iter().fold(center, |point, side| {
            let edge = self.edge(side / 2, lift);
            core::array::from_fn(|k| {
                if side % 2 == 1 { point[k].plus(&edge[k]) } else { point[k].minus(&edge[k]) }
            })
        });
        doubled.map(|x| N::Value::rational(&x).over(&two))
    }
}

impl PlanarBody for Skew {
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        see(Length, self.center);
        self.edges.iter().for_each(|&edge| see(Length, edge));
    }
    fn map(&self, change: &mut dyn FnMut(Quantity, f64) -> f64) -> Self {
        Self {
            center: self.center.map(|x| change(Length, x)),
            edges: self.edges.map(|edge| edge.map(|x| change(Length, x))),
            ..*self
        }
    }

    fn planes(&self) -> usize {
        6
    }
    fn counts(&self) -> [usize; 3] {
        [6, 12, 8]
    }
    fn plane_of_face(&self, face: usize) -> usize {
        face
    }
    fn borders(&self, face: usize) -> impl Iterator<Item = usize> {
        (0..6).filter(move |side| side / 2 != face / 2)
    }
    /// Orders the two planes so that the edge has the direction of `+edges[a]`: the sign of the
    /// cross product of their outward normals depends on the sides and on the handedness of the
    /// edges.
    fn planes_of_edge(&self, edge: usize) -> [usize; 2] {
        let [i, j] = Self::sides_of_edge(edge);
        let is_along = (i % 2 == j % 2) != self.is_left_handed;
        if is_along { [i, j] } else { [j, i] }
    }
    fn ends(&self, edge: usize) -> impl Iterator<Item = usize> {
        let axis = edge / 4;
        [2 * axis, 2 * axis + 1].into_iter()
    }
    fn rays(&self, vertex: usize) -> impl Iterator<Item = (usize, bool)> {
        let side = move |axis: usize| (vertex >> (axis % 3)) % 2;
        (0..3).map(move |axis| (4 * axis + 2 * side(axis + 1) + side(axis + 2), side(axis) == 1))
    }
    fn planes_of_vertex(&self, vertex: usize) -> [usize; 3] {
        Self::sides_of_vertex(vertex)
    }
    fn holders(&self, part: BoundaryPart) -> Vec<u32> {
        let mut planes: Vec<u32> = match part {
            BoundaryPart::Inside => Vec::new(),
            BoundaryPart::Face(i) => [i as u32].to_vec(),
            BoundaryPart::Edge(i) => Self::sides_of_edge(i).map(|k| k as u32).to_vec(),
            BoundaryPart::Vertex(i) => Self::sides_of_vertex(i).map(|k| k as u32).to_vec(),
        };
        planes.sort_unstable();
        planes
    }

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn in_units<N: Number>(length: N) -> N {
        length.plus(&length)
    }
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn normal<N: Number>(&self, plane: usize, lift: &impl Lift<N>) -> Vector<N> {
        let axis = plane / 2;
        let [a, b] = [1, 2].map(|k| self.edge((axis + k) % 3, lift));
        let points_along = (plane % 2 == 1) != self.is_left_handed;
        if points_along { cross(&a, &b) } else { cross(&b, &a) }
    }
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn over_plane<N: Number>(&self, plane: usize, c: &[f64; 3], lift: &impl Lift<N>) -> Vector<N> {
        self.way_from(&[plane], c, lift)
    }
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn line<N: Number>(&self, edge: usize, c: &[f64; 3], lift: &impl Lift<N>) -> [Vector<N>; 2] {
        let e = self.edge(edge / 4, lift);
        let m = cross(&e, &self.way_from(&Self::sides_of_edge(edge), c, lift));
        [e, m]
    }
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn over_vertex<N: Number>(
        &self,
        vertex: usize,
        c: &[f64; 3],
        lift: &impl Lift<N>,
    ) -> (Vector<N>, N) {
        (self.way_from(&Self::sides_of_vertex(vertex), c, lift), N::one())
    }

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn point_of_plane<N: Number>(&self, plane: usize, lift: &impl Lift<N>) -> Vector<N::Value> {
        self.at_sides(&[plane], lift)
    }
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn point_of_edge<N: Number>(
        &self,
        edge: usize,
        c: &[f64; 3],
        lift: &impl Lift<N>,
    ) -> (Vector<N::Value>, N) {
        let sides = Self::sides_of_edge(edge);
        let along = dot(&self.edge(edge / 4, lift), &self.way_from(&sides, c, lift));
        (self.at_sides(&sides, lift), along)
    }
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn point_of_vertex<N: Number>(&self, vertex: usize, lift: &impl Lift<N>) -> Vector<N::Value> {
        self.at_sides(&Self::sides_of_vertex(vertex), lift)
    }
}
