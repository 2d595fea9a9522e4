//! A node of the BVH: up to eight children, each with its box at time zero. The lower bounds of all
//! eight are computed together.

use super::bounds::{AxisIntervals, MovingBounds};
use crate::number::Eight;
use bytemuck::{Pod, Zeroable};

/// The greatest number of children of a node.
pub(super) const WIDTH: usize = 8;

/// The index of no node.
pub(in crate::scene) const NONE: u32 = u32::MAX;

fn less(a: f32, b: &f32) -> f32 {
    if *b < a { *b } else { a }
}

fn greater(a: f32, b: &f32) -> f32 {
    if *b > a { *b } else { a }
}

/// Eight boxes, one in each lane: for each axis the eight least and the eight greatest coordinates.
#[repr(C, align(32))]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub(in crate::scene) struct Lanes {
    min: [[f32; WIDTH]; 3],
    max: [[f32; WIDTH]; 3],
}

impl Lanes {
    pub(super) const EMPTY: Self = Self { min: [[0.0; WIDTH]; 3], max: [[0.0; WIDTH]; 3] };

    pub(super) fn get(&self, lane: usize) -> AxisIntervals {
        AxisIntervals {
            min: self.min.map(|lanes| lanes[lane]),
            max: self.max.map(|lanes| lanes[lane]),
        }
    }

    /// The box that contains the first `count` boxes.
    pub(super) fn all(&self, count: usize) -> AxisIntervals {
        let least = |lanes: &[f32; WIDTH]| lanes[..count].iter().fold(f32::INFINITY, less);
        let most = |lanes: &[f32; WIDTH]| lanes[..count].iter().fold(f32::NEG_INFINITY, greater);
        AxisIntervals { min: self.min.each_ref().map(least), max: self.max.each_ref().map(most) }
    }

    pub(super) fn set(&mut self, lane: usize, span: &AxisIntervals) {
        for k in 0..3 {
            (self.min[k][lane], self.max[k][lane]) = (span.min[k], span.max[k]);
        }
    }
}

/// A node; the module documentation has its contents.
#[repr(C, align(32))]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub(in crate::scene) struct SceneNode {
    pub(super) places: Lanes,
    /// The children: slots of items in a leaf, otherwise indices of nodes.
    pub(super) below: [u32; WIDTH],
    /// The index of the parent; `NONE` at the root.
    pub(super) parent: u32,
    /// The number of levels below the node; zero for a leaf.
    pub(super) level: u16,
    pub(super) count: u16,
    /// Zeros up to the next cache line.
    pub(super) unused: [u32; 6],
}

impl SceneNode {
    pub(super) const EMPTY: Self = Self {
        places: Lanes::EMPTY,
        below: [0; WIDTH],
        parent: NONE,
        level: 0,
        count: 0,
        unused: [0; 6],
    };

    /// The lane of a child; `None` if the node has no such child.
    pub(super) fn lane(&self, child: u32) -> Option<usize> {
        self.children().iter().position(|&below| below == child)
    }

    /// Whether this is the leaf that contains the item of this slot.
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

/// `2⁻²⁰`, which is more than the relative error of a quotient of differences or of a sum of
/// squares. Each has at most five operations, with a relative error of at most `2⁻²⁴` each; a
/// difference of floats has no further error by underflow.
const SLACK: f32 = 1.0 / (1 << 20) as f32;
/// More than the error of a quotient or a square by underflow.
const TINY: f32 = f32::from_bits((127 - 120) << 23);
/// A key that stands for all greater keys that are not infinite.
pub(super) const LATE: f32 = f32::from_bits((127 + 120) << 23);

/// A key for each child, and a mask with a bit for each child that counts. Keys of other children
/// mean nothing.
pub(super) type Keys = ([f32; WIDTH], u32);

#[cfg_attr(hot, inline(always))]
fn splat<E: Eight>(v: &[f32; 3]) -> [E; 3] {
    [E::splat(v[0]), E::splat(v[1]), E::splat(v[2])]
}

/// The query for times: when a moving body may reach each of eight children.
pub(super) struct NodeArrival<E> {
    min: [E; 3],
    max: [E; 3],
    slow: [E; 3],
    fast: [E; 3],
}

impl<E: Eight> NodeArrival<E> {
    #[cfg_attr(hot, inline(always))]
    pub(super) fn new(MovingBounds { place, drift }: &MovingBounds) -> Self {
        let [min, max] = [splat(&place.min), splat(&place.max)];
        Self { min, max, slow: splat(&drift.min), fast: splat(&drift.max) }
    }

    /// Returns, for each child, a time before which it is not touched.
    ///
    /// Let `B` and `W` be the box and the velocities of the child, `M` and `V` those of the body.
    /// Along each axis, child and body have a coordinate in common at time `t` only if `(V.max −
    /// W.min) t ≥ B.min − M.max` and `(W.max − V.min) t ≥ M.min − B.max`.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn keys(&self, node: &SceneNode, drifts: Option<&Lanes>, limit: f32) -> Keys {
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

/// Intersects an interval of time with the interval in which a gap is closed that shrinks at a
/// given speed. This is not a closure, because closures are not inlined in code for lanes.
#[cfg_attr(hot, inline(always))]
fn narrowed<E: Eight>([enter, leave]: [E; 2], gap: E, speed: E) -> [E; 2] {
    let zero = E::splat(0.0);
    // It is limited to `LATE`, because the margin of an infinite time would be infinite. A time
    // that is not used below may be NaN.
    let time = gap.over(speed).or_less(E::splat(LATE));
    let margin = time.absolute().times_plus(E::splat(SLACK), E::splat(TINY));
    let (waits, nears, parts) = (zero.below(gap), zero.below(speed), speed.below(zero));
    let earliest = time.minus(margin).where_set(nears, E::splat(f32::INFINITY));
    let latest = time.plus(margin).where_set(parts, E::splat(f32::INFINITY));
    [enter.or_greater(earliest.and(waits)), leave.or_less(latest)]
}

/// The query for distances: how close each of eight children may be to a body.
pub(super) struct NodeCloseness<E> {
    min: [E; 3],
    max: [E; 3],
}

impl<E: Eight> NodeCloseness<E> {
    #[cfg_attr(hot, inline(always))]
    pub(super) fn new(place: &AxisIntervals) -> Self {
        Self { min: splat(&place.min), max: splat(&place.max) }
    }

    /// Returns, for each child, the square of a lower bound for its distance at time zero.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn keys(&self, node: &SceneNode, limit: f32) -> Keys {
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

/// An upper bound for the square of a length, in the frame of the trees.
pub(super) fn squared(length: f64) -> f64 {
    let square = length * length;
    square + (square * f64::from(SLACK) + f64::from(TINY))
}
