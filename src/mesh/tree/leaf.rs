//! A leaf of the BVH: up to eight triangles below a node.
//!
//! The corners are stored in bytes on a grid across the box of the leaf, each corner once, so that
//! a search need not fetch the triangles and their vertices. The stored corners are off by up to
//! half a step, which the bounds of the search take into account.
//!
//! So a search reads the mesh only for its candidates. For this, each triangle takes eight bytes
//! more than its index.

use super::eights::{Eights, three};
use super::frame::TrianglesInFrame;
use super::node::{ChildGrid, WIDTH};
use crate::number::Eight;
use bytemuck::{Pod, Zeroable};

/// The greatest number of different corners of the triangles of a leaf.
const CORNERS: usize = 16;

/// A leaf; the module documentation has its layout.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub(in crate::mesh) struct Leaf {
    /// The indices of the triangles; if there are fewer, the first is repeated.
    pub(super) triangles: [u32; WIDTH],
    /// The coordinates of the corners along each axis.
    at: [[u8; CORNERS]; 3],
    /// The indices of the corners of each triangle, four bits each. Eight bytes contain the first
    /// and the second corner of each triangle, and four bytes the third corners of two triangles
    /// each.
    corners: [u8; 12],
}

/// The lowest four bits of each byte.
const LOW: u64 = 0x0f0f_0f0f_0f0f_0f0f;

impl Leaf {
    /// A leaf of these triangles, without the coordinates of their corners yet; `None` if they do
    /// not fit. Corners with the same coordinates are one, whatever their vertices are.
    pub(super) fn of(
        items: impl ExactSizeIterator<Item = u32>,
        local: &TrianglesInFrame<'_>,
    ) -> Option<Self> {
        if items.len() > WIDTH {
            return None;
        }
        let mut leaf = Self { triangles: [0; WIDTH], at: [[0; CORNERS]; 3], corners: [0; 12] };
        let (mut table, mut count) = (Table::EMPTY, 0);
        for (lane, triangle) in items.enumerate() {
            let [a, b, c] = local.corners(triangle).map(|corner| table.place(corner));
            leaf.triangles[lane] = triangle;
            leaf.corners[lane] = a | b << 4;
            leaf.corners[WIDTH + lane % 4] |= c << (lane / 4 * 4);
            count += 1;
        }
        let first = leaf.corners[WIDTH] & 15;
        for lane in count..WIDTH {
            leaf.triangles[lane] = leaf.triangles[0];
            leaf.corners[lane] = leaf.corners[0];
            leaf.corners[WIDTH + lane % 4] |= first << (lane / 4 * 4);
        }
        (table.count <= CORNERS).then_some(leaf)
    }

    /// The same triangles, after their corners have moved.
    pub(super) fn moved(&self, local: &TrianglesInFrame<'_>) -> Option<Self> {
        let count = (0..WIDTH).filter(|&lane| !self.repeats(lane)).count();
        Self::of(self.triangles[..count].iter().copied(), local)
    }

    /// The indices of the corners of the triangles in the table.
    #[cfg_attr(hot, inline(always))]
    fn places(&self) -> [u64; 3] {
        let [a, b, c, d, e, f, g, h, i, j, k, l] = self.corners;
        let both = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
        let third = u64::from(u32::from_le_bytes([i, j, k, l]));
        [both & LOW, both >> 4 & LOW, (third | third << 28) & LOW]
    }

    /// The same leaf, with the coordinates of its corners on this grid.
    pub(super) fn on_grid(mut self, grid: &ChildGrid, local: &TrianglesInFrame<'_>) -> Self {
        let places = self.places().map(u64::to_le_bytes);
        for lane in 0..WIDTH {
            for (places, corner) in places.iter().zip(local.corners(self.triangles[lane])) {
                let place = usize::from(places[lane]);
                for (k, along) in self.at.iter_mut().enumerate() {
                    // Zero over zero is NaN, which the cast turns into zero.
                    let steps = (corner[k] - grid.origin[k]) / grid.step[k];
                    along[place] = (steps + 0.5) as u8;
                }
            }
        }
        self
    }

    /// The approximate corners of the triangles.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn corners<E: Eight>(&self, grid: &ChildGrid) -> [Eights<E>; 3] {
        let [a, b, c] = self.places();
        let (step, origin): (Eights<E>, Eights<E>) =
            (three!(k => E::splat(grid.step[k])), three!(k => E::splat(grid.origin[k])));
        [
            three!(k => E::of_table(&self.at[k], a).times_plus(step[k], origin[k])),
            three!(k => E::of_table(&self.at[k], b).times_plus(step[k], origin[k])),
            three!(k => E::of_table(&self.at[k], c).times_plus(step[k], origin[k])),
        ]
    }

    /// Whether a lane repeats the first.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn repeats(&self, lane: usize) -> bool {
        lane > 0 && self.triangles[lane] == self.triangles[0]
    }
}

/// The different corners of a few triangles.
struct Table {
    places: [[u32; 3]; 3 * WIDTH],
    count: usize,
    /// A hash table: for each hash, the index of a corner that has this hash. Most corners are
    /// found at once.
    likely: [u8; 64],
}

impl Table {
    const NOWHERE: u8 = u8::MAX;
    const EMPTY: Self = Self { places: [[0; 3]; 3 * WIDTH], count: 0, likely: [Self::NOWHERE; 64] };

    /// The index of a corner, which is added if it is new.
    fn place(&mut self, corner: [f32; 3]) -> u8 {
        let corner @ [x, y, z] = corner.map(f32::to_bits);
        // The hash is the upper bits of a product with an odd number, which depend on all bits of
        // the corner.
        let mixed = (x ^ y.rotate_left(11) ^ z.rotate_left(22)).wrapping_mul(0x9e37_79b1);
        let likely = &mut self.likely[(mixed >> 26) as usize];
        let place = usize::from(*likely);
        if place < self.count && self.places[place] == corner {
            return *likely;
        }
        let known = &self.places[..self.count];
        if *likely != Self::NOWHERE
            && let Some(place) = known.iter().position(|&other| other == corner)
        {
            return place as u8;
        }
        *likely = self.count as u8;
        self.places[self.count] = corner;
        self.count += 1;
        *likely
    }
}
