//! A node of the BVH: up to eight children in two cache lines.
//!
//! The box of a child is stored in bytes on a grid of the node, rounded outwards. In addition there
//! is a slab: everything below the child lies between two planes perpendicular to `n`, which are
//! given by their distances from the middle of the box. Where a surface is nearly flat, the slab is
//! much thinner than the box.

use super::eights::{Eights, three};
use crate::number::{Eight, sqrt};
use bytemuck::{Pod, Zeroable};

/// The greatest number of children of a node.
pub(super) const WIDTH: usize = 8;

/// An axis-aligned box in the frame of the tree: its least corner, and its greatest corner negated,
/// so that the box around two boxes is the minimum of their numbers. A fourth number fills each
/// register.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeBox([f32; 8]);

impl NodeBox {
    pub(super) const EMPTY: Self = Self([f32::INFINITY; 8]);

    #[cfg_attr(hot, inline(always))]
    pub(super) fn point([x, y, z]: [f32; 3]) -> Self {
        Self([x, y, z, 0.0, -x, -y, -z, 0.0])
    }

    #[cfg_attr(hot, inline(always))]
    pub(super) fn of(points: &[[f32; 3]; 3]) -> Self {
        let mut bounds = Self::point(points[0]);
        bounds.add(&Self::point(points[1]));
        bounds.add(&Self::point(points[2]));
        bounds
    }

    #[cfg_attr(hot, inline(always))]
    pub(super) fn add(&mut self, other: &Self) {
        for (mine, other) in self.0.iter_mut().zip(other.0) {
            *mine = if other < *mine { other } else { *mine };
        }
    }

    /// Adds the point at twice the middle of a box.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn add_middle(&mut self, other: &Self) {
        for k in 0..4 {
            let middle = other.0[k] - other.0[k + 4];
            self.0[k] = if middle < self.0[k] { middle } else { self.0[k] };
            self.0[k + 4] = if -middle < self.0[k + 4] { -middle } else { self.0[k + 4] };
        }
    }

    #[cfg_attr(hot, inline(always))]
    pub(super) fn min(&self, axis: usize) -> f32 {
        self.0[axis]
    }

    #[cfg_attr(hot, inline(always))]
    pub(super) fn max(&self, axis: usize) -> f32 {
        -self.0[axis + 4]
    }

    /// Twice the middle along an axis.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn middle(&self, axis: usize) -> f32 {
        self.0[axis] - self.0[axis + 4]
    }

    /// Half the surface; zero for an empty box.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn half_area(&self) -> f32 {
        let [x, y, z] = core::array::from_fn(|k| {
            let side = self.max(k) - self.min(k);
            if side > 0.0 { side } else { 0.0 }
        });
        x * y + y * z + z * x
    }
}

/// The input for one child of a node: its box, and the normal of its surface, which is zero if a
/// slab is of no use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) bounds: NodeBox,
    pub(super) normal: [f32; 3],
}

/// A node; the module documentation has its layout.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub(in crate::mesh) struct MeshNode {
    /// The box of a child is `origin + scale × byte` along each axis; `scale` is a power of two.
    origin: [f32; 3],
    scale: [f32; 3],
    /// The distance of a plane from the middle of the box is `slab_scale × (byte − 128)`.
    slab_scale: f32,
    /// The index of the first child that is a node, and of the first child that is a leaf; the
    /// children of each kind are adjacent.
    pub(super) first_node: u32,
    pub(super) first_leaf: u32,
    /// A bit for each child that is a node.
    nodes: u8,
    pub(super) count: u8,
    spare: [u8; 2],
    /// The least and the greatest corners of the boxes.
    sides: [[[u8; WIDTH]; 3]; 2],
    /// A component is `(byte − 128) / 128`.
    normal: [[u8; WIDTH]; 3],
    slab: [[u8; WIDTH]; 2],
}

/// The reference to a child: the index of a node or, with the highest bit set, of a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Below(u32);

impl Below {
    const PACK: u32 = 1 << 31;

    /// The index, if the child is a leaf.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn leaf(self) -> Option<usize> {
        if self.0 & Self::PACK != 0 { Some(self.index()) } else { None }
    }

    #[cfg_attr(hot, inline(always))]
    pub(super) fn index(self) -> usize {
        (self.0 & !Self::PACK) as usize
    }
}

/// A grid across the box of a child.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ChildGrid {
    pub(super) origin: [f32; 3],
    pub(super) step: [f32; 3],
}

impl ChildGrid {
    /// The greatest distance of a point from the nearest point of the grid: a little more than half
    /// the diagonal of a grid cell.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn blur(&self) -> f32 {
        let [x, y, z] = self.step;
        0.51 * sqrt(f64::from(x * x + y * y + z * z)) as f32
    }
}

pub(super) const MIDDLE: f32 = 128.0;
/// The greatest number of steps of the grid along an axis that boxes may use; the last value of a
/// byte is for rounding.
const STEPS: f32 = 254.0;

impl MeshNode {
    pub(super) const EMPTY: Self = Self {
        origin: [0.0; 3],
        scale: [1.0; 3],
        slab_scale: 0.0,
        first_node: 0,
        first_leaf: 0,
        nodes: 0,
        count: 0,
        spare: [0; 2],
        sides: [[[0; WIDTH]; 3]; 2],
        normal: [[128; WIDTH]; 3],
        slab: [[128; WIDTH]; 2],
    };

    /// The number of children that are nodes, and of those that are leaves.
    pub(super) fn counts(&self) -> [u32; 2] {
        let nodes = (u32::from(self.nodes) & self.lanes()).count_ones();
        [nodes, u32::from(self.count) - nodes]
    }

    #[cfg_attr(hot, inline(always))]
    pub(super) fn child(&self, lane: usize) -> Below {
        let (nodes, before) = (u32::from(self.nodes), (1u32 << lane) - 1);
        if nodes >> lane & 1 != 0 {
            Below(self.first_node + (nodes & before).count_ones())
        } else {
            Below(Below::PACK | (self.first_leaf + (!nodes & before).count_ones()))
        }
    }

    /// A bit for each child.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn lanes(&self) -> u32 {
        (1u32 << self.count) - 1
    }

    /// The grid of a leaf across the box of this child.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn grid(&self, lane: usize) -> ChildGrid {
        let at = |byte: u8, k: usize| f32::from(byte) * self.scale[k] + self.origin[k];
        let origin: [f32; 3] = three!(k => at(self.sides[0][k][lane], k));
        let step = three!(k => (at(self.sides[1][k][lane], k) - origin[k]) * (1.0 / 255.0));
        ChildGrid { origin, step }
    }

    /// The least and the greatest corners of the boxes of the children.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn boxes<E: Eight>(&self) -> [[E; 3]; 2] {
        let [min, max] = &self.sides;
        [three!(k => self.on_grid(min[k], k)), three!(k => self.on_grid(max[k], k))]
    }

    /// The normals of the slabs, and the distances of their planes from the middles of the boxes.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn slabs<E: Eight>(&self) -> ([E; 3], [E; 2]) {
        let part = E::splat(1.0 / MIDDLE);
        let (normals, [low, high]) = self.long_slabs::<E>();
        (three!(k => normals[k].times(part)), [low.times(part), high.times(part)])
    }

    /// The same slabs, with normals and distances that are `MIDDLE` times as long.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn long_slabs<E: Eight>(&self) -> ([E; 3], [E; 2]) {
        let scale = E::splat(self.slab_scale * MIDDLE);
        let [low, high] = self.slab;
        (
            three!(k => signed::<E>(self.normal[k])),
            [signed::<E>(low).times(scale), signed::<E>(high).times(scale)],
        )
    }

    #[cfg_attr(hot, inline(always))]
    fn on_grid<E: Eight>(&self, bytes: [u8; WIDTH], axis: usize) -> E {
        let steps = E::of_bytes(u64::from_le_bytes(bytes));
        steps.times_plus(E::splat(self.scale[axis]), E::splat(self.origin[axis]))
    }

    /// For one axis, in steps of the grid, the sides of the boxes that a path reaches first, and
    /// the sides that it reaches last; the path leads backwards if `backwards` is one.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn planes<E: Eight>(&self, axis: usize, backwards: usize) -> [E; 2] {
        let (near, far) = (self.sides[backwards & 1][axis], self.sides[!backwards & 1][axis]);
        [E::of_bytes(u64::from_le_bytes(near)), E::of_bytes(u64::from_le_bytes(far))]
    }

    /// The vectors from the middles of the boxes to a point, and half of the sides of the boxes.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn middles<E: Eight>(
        &self,
        planes: &[[E; 2]; 3],
        point: &Eights<E>,
    ) -> [Eights<E>; 2] {
        let half = E::splat(0.5);
        [
            three!(k => {
                let ([near, far], [step, origin]) = (planes[k], self.steps::<E>(k));
                point[k].minus(near.plus(far).times_plus(step.times(half), origin))
            }),
            three!(k => {
                let ([near, far], [step, _]) = (planes[k], self.steps::<E>(k));
                far.minus(near).absolute().times(step.times(half))
            }),
        ]
    }

    /// The step and the origin of the grid along one axis.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn steps<E: Eight>(&self, axis: usize) -> [E; 2] {
        [E::splat(self.scale[axis]), E::splat(self.origin[axis])]
    }

    /// Whether there are slabs.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn has_slabs(&self) -> bool {
        self.slab_scale > 0.0
    }

    /// Whether a body of this radius is large relative to the node: whether the radius exceeds this
    /// number of steps of its widest grid.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn is_small_for(&self, radius: f32, steps: f32) -> bool {
        let [x, y, z] = self.scale;
        let widest = if x > y { x } else { y };
        let widest = if widest > z { widest } else { z };
        radius > steps * widest
    }

    /// Sets the places of the children, and which of them are nodes.
    pub(super) fn plan(
        &mut self,
        first_node: u32,
        first_leaf: u32,
        are_nodes: impl Iterator<Item = bool>,
    ) {
        (self.first_node, self.first_leaf, self.nodes, self.count) = (first_node, first_leaf, 0, 0);
        for is_node in are_nodes {
            self.nodes |= u8::from(is_node) << self.count;
            self.count += 1;
        }
    }

    /// Sets the boxes and normals of `children`. `extent` returns, for a child and a direction, the
    /// least and the greatest product `n · x` of the vertices below the child.
    ///
    /// Each byte is checked with the arithmetic of the search, so that rounding cannot exclude
    /// anything.
    pub(super) fn set(
        &mut self,
        children: &[Child],
        mut extent: impl FnMut(usize, [f32; 3]) -> [f64; 2],
    ) {
        let mut all = NodeBox::EMPTY;
        children.iter().for_each(|child| all.add(&child.bounds));
        for k in 0..3 {
            let (least, greatest) = (all.min(k), all.max(k));
            (self.origin[k], self.scale[k]) = (least, step(greatest - least));
            for (lane, child) in children.iter().enumerate() {
                let at = |byte: u8| f32::from(byte) * self.scale[k] + self.origin[k];
                // The casts truncate; the loops correct the result, and the rounding of the
                // difference.
                let mut below = ((child.bounds.min(k) - least) / self.scale[k]) as u8;
                while below > 0 && at(below) > child.bounds.min(k) {
                    below -= 1;
                }
                let mut above = ((child.bounds.max(k) - least) / self.scale[k]) as u8;
                while above < u8::MAX && at(above) < child.bounds.max(k) {
                    above += 1;
                }
                (self.sides[0][k][lane], self.sides[1][k][lane]) = (below, above);
            }
        }
        let mut distances = [[0.0f64; 2]; WIDTH];
        let mut greatest = 0.0f64;
        for (lane, child) in children.iter().enumerate() {
            let steps = child.normal.map(|n| (n * 127.0 + if n < 0.0 { -0.5 } else { 0.5 }) as i8);
            for (bytes, step) in self.normal.iter_mut().zip(steps) {
                bytes[lane] = (i16::from(step) + 128) as u8;
            }
            if steps == [0; 3] {
                continue;
            }
            let normal = steps.map(|n| f32::from(n) / MIDDLE);
            let [min, max] = &self.sides;
            let middle: f64 = (0..3)
                .map(|k| {
                    let at = |byte: u8| f32::from(byte) * self.scale[k] + self.origin[k];
                    f64::from(normal[k]) * f64::from((at(min[k][lane]) + at(max[k][lane])) * 0.5)
                })
                .sum();
            distances[lane] = extent(lane, normal).map(|x| x - middle);
            for x in distances[lane] {
                greatest = if x.abs() > greatest { x.abs() } else { greatest };
            }
        }
        self.slab_scale = (greatest / 126.0) as f32;
        for (lane, [low, high]) in distances.into_iter().enumerate() {
            let at = |byte: u8| f64::from((f32::from(byte) - MIDDLE) * self.slab_scale);
            let nearest = |x: f64| (x / f64::from(self.slab_scale) + 128.0) as u8;
            let (mut below, mut above) = (128, 128);
            if self.slab_scale > 0.0 && self.normal.map(|bytes| bytes[lane]) != [128; 3] {
                (below, above) = (nearest(low), nearest(high));
                while below > 0 && at(below) > low {
                    below -= 1;
                }
                while above < u8::MAX && at(above) < high {
                    above += 1;
                }
            }
            (self.slab[0][lane], self.slab[1][lane]) = (below, above);
        }
    }
}

/// The signed numbers that bytes represent: a byte minus 128.
#[cfg_attr(hot, inline(always))]
fn signed<E: Eight>(bytes: [u8; WIDTH]) -> E {
    E::of_bytes(u64::from_le_bytes(bytes)).minus(E::splat(MIDDLE))
}

/// The least power of two whose product with `STEPS` exceeds this length.
pub(super) fn step(length: f32) -> f32 {
    let wanted = length / STEPS;
    if wanted > f32::MIN_POSITIVE {
        // The next power of two: the exponent, plus one.
        f32::from_bits((wanted.to_bits() & 0x7f80_0000) + 0x0080_0000)
    } else {
        f32::MIN_POSITIVE
    }
}
