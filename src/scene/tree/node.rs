//! A node: up to eight children, each with a box at time zero, and bounds for eight of them at a
//! time.

use super::bounds::{Bounds, Span};
use crate::number::Eight;
use bytemuck::{Pod, Zeroable};

/// Children of a node, at most.
pub(super) const WIDTH: usize = 8;

/// No node.
pub(in crate::scene) const NONE: u32 = u32::MAX;

fn less(a: f32, b: &f32) -> f32 {
    if *b < a { *b } else { a }
}

fn greater(a: f32, b: &f32) -> f32 {
    if *b > a { *b } else { a }
}

/// Eight spans, coordinate by coordinate.
#[repr(C, align(32))]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub(in crate::scene) struct Lanes {
    min: [[f32; WIDTH]; 3],
    max: [[f32; WIDTH]; 3],
}

impl Lanes {
    pub(super) const EMPTY: Self = Self { min: [[0.0; WIDTH]; 3], max: [[0.0; WIDTH]; 3] };

    pub(super) fn get(&self, lane: usize) -> Span {
        Span { min: self.min.map(|lanes| lanes[lane]), max: self.max.map(|lanes| lanes[lane]) }
    }

    /// Around the first so many.
    pub(super) fn all(&self, count: usize) -> Span {
        let least = |lanes: &[f32; WIDTH]| lanes[..count].iter().fold(f32::INFINITY, less);
        let most = |lanes: &[f32; WIDTH]| lanes[..count].iter().fold(f32::NEG_INFINITY, greater);
        Span { min: self.min.each_ref().map(least), max: self.max.each_ref().map(most) }
    }

    pub(super) fn set(&mut self, lane: usize, span: &Span) {
        for k in 0..3 {
            (self.min[k][lane], self.max[k][lane]) = (span.min[k], span.max[k]);
        }
    }
}

/// See the module.
#[repr(C, align(32))]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub(in crate::scene) struct Node {
    pub(super) places: Lanes,
    /// The children: slots of items in a leaf, else nodes.
    pub(super) below: [u32; WIDTH],
    /// `NONE` at the root.
    pub(super) parent: u32,
    /// How many levels are below it; zero of a leaf.
    pub(super) level: u16,
    pub(super) count: u16,
    /// Zeros up to the next line.
    pub(super) unused: [u32; 6],
}

impl Node {
    pub(super) const EMPTY: Self = Self {
        places: Lanes::EMPTY,
        below: [0; WIDTH],
        parent: NONE,
        level: 0,
        count: 0,
        unused: [0; 6],
    };

    /// The lane of a child.
    pub(super) fn lane(&self, child: u32) -> Option<usize> {
        self.children().iter().position(|&below| below == child)
    }

    /// Whether it is the leaf that holds the item of this slot.
    pub(in crate::scene) fn is_leaf_of(&self, slot: u32) -> bool {
        self.level == 0 && self.lane(slot).is_some()
    }

    pub(super) fn children(&self) -> &[u32] {
        &self.below[..usize::from(self.count)]
    }

    /// A bit for each child.
    #[cfg_attr(hot, inline(always))]
    fn lanes(&self) -> u32 {
        (1u32 << self.count) - 1
    }
}

/// More than rounding makes of a quotient of differences, or of a sum of squares: `2⁻²⁰`. There are
/// at most five operations, each right but for `2⁻²⁴`; differences of floats lose nothing below
/// that to underflow.
const SLACK: f32 = 1.0 / (1 << 20) as f32;
/// More than underflow takes from a quotient or from a square.
const TINY: f32 = f32::from_bits((127 - 120) << 23);
/// A key that stands for all that are greater, and are not infinite.
pub(super) const LATE: f32 = f32::from_bits((127 + 120) << 23);

/// The keys of children that count; infinite for the others. The mask has a bit for each that
/// counts.
pub(super) type Keys = ([f32; WIDTH], u32);

#[cfg_attr(hot, inline(always))]
fn splat<E: Eight>(v: &[f32; 3]) -> [E; 3] {
    [E::splat(v[0]), E::splat(v[1]), E::splat(v[2])]
}

/// What moves, for eight children at a time.
pub(super) struct Arrival<E> {
    min: [E; 3],
    max: [E; 3],
    slow: [E; 3],
    fast: [E; 3],
}

impl<E: Eight> Arrival<E> {
    #[cfg_attr(hot, inline(always))]
    pub(super) fn new(Bounds { place, drift }: &Bounds) -> Self {
        let [min, max] = [splat(&place.min), splat(&place.max)];
        Self { min, max, slow: splat(&drift.min), fast: splat(&drift.max) }
    }

    /// For each child a time before which it is not touched.
    ///
    /// Along each axis, with `B` the box of the child, `W` its velocities, `M` and `V` those of
    /// what moves, they have a coordinate in common at `t` only if
    /// `(V.max − W.min) t ≥ B.min − M.max` and `(W.max − V.min) t ≥ M.min − B.max`.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn keys(&self, node: &Node, drifts: Option<&Lanes>, limit: f32) -> Keys {
        let zero = E::splat(0.0);
        let mut stay = [zero, E::splat(f32::INFINITY)];
        for k in 0..3 {
            let [min, max] = [E::load(&node.places.min[k]), E::load(&node.places.max[k])];
            let [slow, fast] = match drifts {
                Some(drifts) => [E::load(&drifts.min[k]), E::load(&drifts.max[k])],
                None => [zero, zero],
            };
            stay = narrowed(stay, min.minus(self.max[k]), self.fast[k].minus(slow));
            stay = narrowed(stay, self.min[k].minus(max), fast.minus(self.slow[k]));
        }
        let [enter, leave] = stay;
        let counts = enter.at_most(leave).and(enter.at_most(E::splat(limit)));
        (enter.store(), counts.bits() & node.lanes())
    }
}

/// From when to when a gap that is closed at a speed is closed, of what was so already. A function,
/// since within lanes no closure is inlined.
#[cfg_attr(hot, inline(always))]
fn narrowed<E: Eight>([enter, leave]: [E; 2], gap: E, speed: E) -> [E; 2] {
    let zero = E::splat(0.0);
    // Not infinite, or else it has no margin. What is of no use below may be NaN.
    let time = gap.over(speed).or_less(E::splat(LATE));
    let margin = time.absolute().times_plus(E::splat(SLACK), E::splat(TINY));
    let (waits, nears, parts) = (zero.below(gap), zero.below(speed), speed.below(zero));
    let earliest = time.minus(margin).where_set(nears, E::splat(f32::INFINITY));
    let latest = time.plus(margin).where_set(parts, E::splat(f32::INFINITY));
    [enter.or_greater(earliest.and(waits)), leave.or_less(latest)]
}

/// What is at rest, for eight children at a time.
pub(super) struct Closeness<E> {
    min: [E; 3],
    max: [E; 3],
}

impl<E: Eight> Closeness<E> {
    #[cfg_attr(hot, inline(always))]
    pub(super) fn new(place: &Span) -> Self {
        Self { min: splat(&place.min), max: splat(&place.max) }
    }

    /// For each child the square of a distance than which it is not closer at time zero.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn keys(&self, node: &Node, limit: f32) -> Keys {
        let mut sum = E::splat(0.0);
        for k in 0..3 {
            let [min, max] = [E::load(&node.places.min[k]), E::load(&node.places.max[k])];
            let gap = min.minus(self.max[k]).or_greater(self.min[k].minus(max));
            let gap = gap.or_greater(E::splat(0.0));
            sum = gap.times_plus(gap, sum);
        }
        let sum = sum.or_less(E::splat(LATE));
        let margin = sum.times_plus(E::splat(SLACK), E::splat(TINY));
        let keys = sum.minus(margin).or_greater(E::splat(0.0));
        (keys.store(), keys.at_most(E::splat(limit)).bits() & node.lanes())
    }
}

/// A bound from above for the squares of distances, in the frame of the tree.
pub(super) fn squared(length: f64) -> f64 {
    let square = length * length;
    square + (square * f64::from(SLACK) + f64::from(TINY))
}
