//! The frame of a tree, and the triangles of a mesh in this frame.

use super::eights::{Eights, three};
use super::node::WIDTH;
use crate::mesh::cores::collect;
use crate::number::Eight;
use crate::shape::Scalar;
use alloc::vec::Vec;

/// The triangles of a mesh.
#[derive(Debug)]
pub(in crate::mesh) struct MeshSurface<'m, T> {
    pub(in crate::mesh) vertices: &'m [[T; 3]],
    pub(in crate::mesh) triangles: &'m [[u32; 3]],
}

impl<T> Clone for MeshSurface<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for MeshSurface<'_, T> {}

impl<T: Scalar> MeshSurface<'_, T> {
    /// Returns the corners of a triangle.
    #[cfg_attr(hot, inline(always))]
    pub(in crate::mesh) fn triangle(&self, index: usize) -> [[T; 3]; 3] {
        let [a, b, c] = self.triangles[index];
        [self.vertices[a as usize], self.vertices[b as usize], self.vertices[c as usize]]
    }
}

/// The frame of a tree: a vertex `x` has the coordinates `scale × x − origin`.
#[derive(Clone, Copy, Debug)]
pub(in crate::mesh) struct TreeFrame {
    /// A power of two.
    pub(in crate::mesh) scale: f64,
    /// About the middle of the mesh, scaled; its coordinates are floats of the mesh's own scalar.
    pub(in crate::mesh) origin: [f64; 3],
}

impl<'m, T: Scalar> MeshSurface<'m, T> {
    pub(super) fn coordinates(&self) -> VertexCoordinates<'m> {
        let all = self.vertices.as_flattened();
        if T::PRECISION == f32::MANTISSA_DIGITS {
            VertexCoordinates::Singles(bytemuck::cast_slice(all))
        } else {
            VertexCoordinates::Doubles(bytemuck::cast_slice(all))
        }
    }
}

/// The coordinates of all vertices, three for each, so that a search is the same code for both
/// floats.
#[derive(Clone, Copy)]
pub(super) enum VertexCoordinates<'m> {
    Singles(&'m [f32]),
    Doubles(&'m [f64]),
}

impl TreeFrame {
    /// The coordinates of a point, within `2⁻⁵²` of its distance from the origin.
    pub(in crate::mesh) fn point(&self, x: [f64; 3]) -> [f64; 3] {
        core::array::from_fn(|k| x[k] * self.scale - self.origin[k])
    }

    /// The coordinates of a vertex, rounded once or twice, with an error below `2⁻²⁴` (1 + `2⁻²⁹`).
    #[cfg_attr(hot, inline(always))]
    pub(super) fn vertex<T: Scalar>(&self, x: [T; 3]) -> [f32; 3] {
        core::array::from_fn(|k| {
            if T::PRECISION == f32::MANTISSA_DIGITS {
                x[k].widen() as f32 * self.scale as f32 - self.origin[k] as f32
            } else {
                (x[k].widen() * self.scale - self.origin[k]) as f32
            }
        })
    }

    /// Gathers the corners of eight triangles.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn gather<E: Eight>(
        &self,
        triangles: &[[u32; 3]; WIDTH],
        vertices: VertexCoordinates<'_>,
    ) -> [Eights<E>; 3] {
        match vertices {
            VertexCoordinates::Singles(all) => {
                let [a, b, c] = columns(triangles, |vertex| single(all, vertex));
                [self.in_frame(a), self.in_frame(b), self.in_frame(c)]
            }
            VertexCoordinates::Doubles(all) => columns(triangles, |vertex| {
                let [x, y, z] = self.vertex([0, 1, 2].map(|k| all[3 * vertex + k]));
                [x, y, z, 0.0]
            }),
        }
    }

    /// Eight points, given as singles, in the frame of the tree.
    #[cfg_attr(hot, inline(always))]
    fn in_frame<E: Eight>(&self, x: Eights<E>) -> Eights<E> {
        // The products are exact, so one rounding or two make no difference.
        let scale = E::splat(self.scale as f32);
        three!(k => x[k].times_plus(scale, E::splat(-self.origin[k] as f32)))
    }
}

/// The columns of the first, second and third corners, each of which `row` returns.
#[cfg_attr(hot, inline(always))]
fn columns<E: Eight>(
    triangles: &[[u32; 3]; WIDTH],
    row: impl Fn(usize) -> [f32; 4],
) -> [Eights<E>; 3] {
    let mut rows = [[[0.0f32; 4]; WIDTH]; 3];
    for lane in 0..WIDTH {
        let [a, b, c] = triangles[lane];
        rows[0][lane] = row(a as usize);
        rows[1][lane] = row(b as usize);
        rows[2][lane] = row(c as usize);
    }
    [E::columns(&rows[0]), E::columns(&rows[1]), E::columns(&rows[2])]
}

/// A vertex of a gather. The vertex and the number that follows are read in a single load.
#[cfg_attr(hot, inline(always))]
fn single(all: &[f32], vertex: usize) -> [f32; 4] {
    match all.get(3 * vertex..3 * vertex + 4) {
        Some(&[x, y, z, w]) => [x, y, z, w],
        _ => [all[3 * vertex], all[3 * vertex + 1], all[3 * vertex + 2], 0.0],
    }
}

impl TreeFrame {
    /// The frame in which no coordinate of the contents of this box exceeds one half, up to a
    /// rounding.
    pub(super) fn around<T: Scalar>(min: [f64; 3], max: [f64; 3]) -> Self {
        let middle: [f64; 3] =
            core::array::from_fn(|k| T::nearest(0.5 * min[k] + 0.5 * max[k]).widen());
        // For a single point, the size is a small part of its distance from the origin.
        let size = (0..3)
            .flat_map(|k| [0.5 * max[k] - 0.5 * min[k], middle[k].abs() * SMALL])
            .fold(0.0, |size: f64, x| if x > size { x } else { size });
        let scale = scale_for(size, if T::PRECISION == f32::MANTISSA_DIGITS { 126 } else { 1000 });
        Self { scale, origin: middle.map(|x| x * scale) }
    }
}

/// Less than the relative distance from a float to the next: `2^-60`.
const SMALL: f64 = f64::from_bits((1023 - 60) << 52);

/// A power of two, at most `2^greatest`, that scales this length to less than one half, but not to
/// a small number.
fn scale_for(length: f64, greatest: i64) -> f64 {
    // One more than the length requires, since the middle is rounded.
    let exponent = (length.to_bits() >> 52) as i64 - 1023 + 2;
    let power = (-exponent).min(greatest);
    if power >= -1022 {
        f64::from_bits(((power + 1023) as u64) << 52)
    } else {
        f64::MIN_POSITIVE / (1u64 << (-1022 - power)) as f64
    }
}

/// The triangles of a mesh in the frame of its tree.
pub(super) struct TrianglesInFrame<'m> {
    pub(super) vertices: Vec<[f32; 3]>,
    pub(super) triangles: &'m [[u32; 3]],
}

impl<'m> TrianglesInFrame<'m> {
    pub(super) fn of<T: Scalar>(surface: &MeshSurface<'m, T>, frame: &TreeFrame) -> Self {
        let vertices = collect(surface.vertices.len(), |i| frame.vertex(surface.vertices[i]));
        Self { vertices, triangles: surface.triangles }
    }

    #[cfg_attr(hot, inline(always))]
    pub(super) fn corners(&self, triangle: u32) -> [[f32; 3]; 3] {
        let [a, b, c] = self.triangles[triangle as usize];
        [self.vertices[a as usize], self.vertices[b as usize], self.vertices[c as usize]]
    }
}
