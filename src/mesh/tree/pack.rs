//! A pack: up to eight triangles below a node.
//!
//! Their corners stand in bytes on a grid across the box of the pack, each corner once, so that a search need not look up
//! the triangles and their vertices: it sees corners that are off by half a step, and knows it.

use super::bound::{Eights, three};
use super::build::Seen;
use super::node::{Grid, WIDTH};
use crate::number::Eight;
use bytemuck::{Pod, Zeroable};

/// Different corners of the triangles of a pack, at most.
const CORNERS: usize = 16;

/// See the module.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub(in crate::mesh) struct Pack {
    /// The numbers of the triangles; where there are fewer, the first stands for the others as well.
    pub(super) triangles: [u32; WIDTH],
    /// Where the corners are along each axis.
    at: [[u8; CORNERS]; 3],
    /// Which corners are those of a triangle, four bits each: the first and the second; then the third of the first four
    /// triangles and of the last four.
    corners: [u8; 12],
}

/// The lowest four bits of each byte.
const LOW: u64 = 0x0f0f_0f0f_0f0f_0f0f;

impl Pack {
    /// A pack of these triangles, yet without the places of their corners; `None` if they do not fit in one.
    pub(super) fn of(
        items: impl ExactSizeIterator<Item = u32>,
        triangles: &[[u32; 3]],
    ) -> Option<Self> {
        if items.len() > WIDTH {
            return None;
        }
        let mut pack = Self { triangles: [0; WIDTH], at: [[0; CORNERS]; 3], corners: [0; 12] };
        let (mut table, mut count) = (Table::EMPTY, 0);
        for (lane, triangle) in items.enumerate() {
            let [a, b, c] = triangles[triangle as usize].map(|vertex| table.place(vertex));
            pack.triangles[lane] = triangle;
            pack.corners[lane] = a | b << 4;
            pack.corners[WIDTH + lane % 4] |= c << (lane / 4 * 4);
            count += 1;
        }
        let first = pack.corners[WIDTH] & 15;
        for lane in count..WIDTH {
            pack.triangles[lane] = pack.triangles[0];
            pack.corners[lane] = pack.corners[0];
            pack.corners[WIDTH + lane % 4] |= first << (lane / 4 * 4);
        }
        (table.count <= CORNERS).then_some(pack)
    }

    /// The corners of the triangles, in the table.
    #[inline(always)]
    fn places(&self) -> [u64; 3] {
        let [a, b, c, d, e, f, g, h, i, j, k, l] = self.corners;
        let both = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
        let third = u64::from(u32::from_le_bytes([i, j, k, l]));
        [both & LOW, both >> 4 & LOW, (third | third << 28) & LOW]
    }

    /// Takes the places of the corners.
    pub(super) fn set(&mut self, grid: &Grid, seen: &Seen<'_>) {
        let places = self.places().map(u64::to_le_bytes);
        for lane in 0..WIDTH {
            for (places, corner) in places.iter().zip(seen.corners(self.triangles[lane])) {
                let place = usize::from(places[lane]);
                for (k, along) in self.at.iter_mut().enumerate() {
                    // Nothing by nothing is no number, and becomes zero.
                    let steps = (corner[k] - grid.origin[k]) / grid.step[k];
                    along[place] = (steps + 0.5) as u8;
                }
            }
        }
    }

    /// About where the corners of the triangles are.
    #[inline(always)]
    pub(super) fn corners<E: Eight>(&self, grid: &Grid) -> [Eights<E>; 3] {
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
    #[inline(always)]
    pub(super) fn repeats(&self, lane: usize) -> bool {
        lane > 0 && self.triangles[lane] == self.triangles[0]
    }
}

/// The different corners of a few triangles.
struct Table {
    vertices: [u32; 3 * WIDTH],
    count: usize,
    /// For the last bits of a vertex, where one stands that has them; most are found there at once.
    likely: [u8; 64],
}

impl Table {
    const NOWHERE: u8 = u8::MAX;
    const EMPTY: Self = Self { vertices: [0; 3 * WIDTH], count: 0, likely: [Self::NOWHERE; 64] };

    /// Where a vertex stands, from now on.
    fn place(&mut self, vertex: u32) -> u8 {
        let likely = &mut self.likely[vertex as usize % 64];
        let place = usize::from(*likely);
        if place < self.count && self.vertices[place] == vertex {
            return *likely;
        }
        let known = &self.vertices[..self.count];
        if *likely != Self::NOWHERE
            && let Some(place) = known.iter().position(|&other| other == vertex)
        {
            return place as u8;
        }
        *likely = self.count as u8;
        self.vertices[self.count] = vertex;
        self.count += 1;
        *likely
    }
}
