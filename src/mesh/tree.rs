//! A tree of boxes over numbered things. It knows boxes only, and forgets only what the caller's bound rules out.
//!
//! Two children a node, split where the surface area heuristic is least over a few bins (I. Wald, *On fast
//! construction of SAH-based bounding volume hierarchies*, 2007). The search is depth first, nearer child first.

use alloc::vec::Vec;

/// An aligned box that encloses something.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) min: [f64; 3],
    pub(super) max: [f64; 3],
}

impl Bounds {
    const EMPTY: Self = Self { min: [f64::INFINITY; 3], max: [f64::NEG_INFINITY; 3] };

    pub(super) fn of(points: &[[f64; 3]]) -> Self {
        points.iter().fold(Self::EMPTY, |bounds, &p| bounds.joined(&Self { min: p, max: p }))
    }

    fn joined(&self, other: &Self) -> Self {
        Self {
            min: core::array::from_fn(|k| self.min[k].min(other.min[k])),
            max: core::array::from_fn(|k| self.max[k].max(other.max[k])),
        }
    }

    fn middle(&self, axis: usize) -> f64 {
        0.5 * self.min[axis] + 0.5 * self.max[axis]
    }

    /// Half the surface; zero if there is nothing inside.
    fn half_area(&self) -> f64 {
        let [x, y, z] = core::array::from_fn(|k| (self.max[k] - self.min[k]).max(0.0));
        x * y + y * z + z * x
    }

    /// The greatest coordinate, whatever its sign.
    pub(super) fn reach(&self) -> f64 {
        self.min.iter().chain(&self.max).fold(0.0, |reach, x| x.abs().max(reach))
    }
}

/// A box, and either its two children or the things in it.
#[derive(Clone, Copy, Debug)]
struct Node {
    bounds: Bounds,
    /// The first thing in `order`, or the first of two children that stand side by side.
    first: u32,
    /// How many things; zero for an inner node.
    count: u32,
}

/// A tree over the numbers `0..n`.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    order: Vec<u32>,
}

/// Things in a leaf, at most, unless their boxes cannot be told apart.
const LEAF: usize = 4;
/// Bins for the heuristic.
const BINS: usize = 16;
/// Below this depth sets are halved, which ends within 32 further levels.
const DEPTH_OF_HEURISTIC: usize = 60;
/// More nodes than can wait during a search.
const WAITING: usize = DEPTH_OF_HEURISTIC + 36;

impl Tree {
    /// A tree over boxes, the thing numbered `i` in the `i`-th.
    pub(super) fn new(boxes: &[Bounds]) -> Self {
        let mut order: Vec<u32> = (0..boxes.len() as u32).collect();
        let mut nodes = Vec::with_capacity(boxes.len() / 2 + 1);
        nodes.push(Node { bounds: enclosing(boxes, &order), first: 0, count: order.len() as u32 });
        let mut open = Vec::from([(0usize, 0usize)]);
        while let Some((index, depth)) = open.pop() {
            let Node { first, count, .. } = nodes[index];
            let (first, count) = (first as usize, count as usize);
            let things = &mut order[first..first + count];
            let Some(left) = split(boxes, things, depth) else { continue };
            let child = |range: core::ops::Range<usize>| Node {
                bounds: enclosing(boxes, &order[range.clone()]),
                first: range.start as u32,
                count: range.len() as u32,
            };
            let (a, b) = (child(first..first + left), child(first + left..first + count));
            let children = nodes.len();
            nodes.extend([a, b]);
            nodes[index].first = children as u32;
            nodes[index].count = 0;
            open.extend([(children, depth + 1), (children + 1, depth + 1)]);
        }
        Self { nodes, order }
    }

    /// The box around everything.
    pub(super) fn bounds(&self) -> Bounds {
        self.nodes.first().map_or(Bounds::EMPTY, |root| root.bounds)
    }

    /// Visits every thing whose key may be at most `limit`.
    ///
    /// `key` bounds from below the key of all that is in a box, or says that nothing in it counts; `visit` looks at
    /// a thing and answers the limit from then on.
    #[inline(always)]
    pub(super) fn search(
        &self,
        mut limit: f64,
        key: impl Fn(&Bounds) -> Option<f64>,
        mut visit: impl FnMut(usize) -> f64,
    ) {
        let mut waiting = [(0.0f64, 0u32); WAITING];
        let mut depth = 0;
        let enter = |node: u32| key(&self.nodes[node as usize].bounds);
        if let (Some(least), false) = (enter(0), self.order.is_empty()) {
            waiting[0] = (least, 0);
            depth = 1;
        }
        while depth > 0 {
            depth -= 1;
            let (least, index) = waiting[depth];
            if least > limit {
                continue;
            }
            let node = &self.nodes[index as usize];
            if node.count > 0 {
                let first = node.first as usize;
                for &thing in &self.order[first..first + node.count as usize] {
                    limit = visit(thing as usize);
                }
                continue;
            }
            let children = [node.first, node.first + 1].map(|i| (enter(i), i));
            let nearer_last = match (children[0].0, children[1].0) {
                (Some(a), Some(b)) if a < b => [1, 0],
                _ => [0, 1],
            };
            for i in nearer_last {
                if let (Some(least), index) = children[i]
                    && least <= limit
                {
                    waiting[depth] = (least, index);
                    depth += 1;
                }
            }
        }
    }
}

fn enclosing(boxes: &[Bounds], things: &[u32]) -> Bounds {
    things.iter().fold(Bounds::EMPTY, |bounds, &i| bounds.joined(&boxes[i as usize]))
}

/// Parts the things in two and says how many are in the first part, unless they had better stay together.
fn split(boxes: &[Bounds], things: &mut [u32], depth: usize) -> Option<usize> {
    if things.len() <= LEAF {
        return None;
    }
    let mut middles = Bounds::EMPTY;
    for &i in things.iter() {
        let middle = core::array::from_fn(|k| boxes[i as usize].middle(k));
        middles = middles.joined(&Bounds { min: middle, max: middle });
    }
    let extent = |k: usize| middles.max[k] - middles.min[k];
    let axis = (1..3).fold(0, |axis, k| if extent(k) > extent(axis) { k } else { axis });
    let bin_of = |i: u32| {
        let place = (boxes[i as usize].middle(axis) - middles.min[axis]) / extent(axis);
        ((place * BINS as f64) as usize).min(BINS - 1)
    };
    let mut left = 0;
    if depth < DEPTH_OF_HEURISTIC && extent(axis) > 0.0 && extent(axis).is_finite() {
        let cut = cheapest_cut(boxes, things, &bin_of);
        for k in 0..things.len() {
            if bin_of(things[k]) < cut {
                things.swap(k, left);
                left += 1;
            }
        }
    }
    // Where there is nothing to choose by, halves are as good as anything.
    Some(if left == 0 || left == things.len() { things.len() / 2 } else { left })
}

/// The first bin that goes to the right.
fn cheapest_cut(boxes: &[Bounds], things: &[u32], bin_of: &impl Fn(u32) -> usize) -> usize {
    let mut bins = [(Bounds::EMPTY, 0usize); BINS];
    for &i in things {
        let bin = &mut bins[bin_of(i)];
        *bin = (bin.0.joined(&boxes[i as usize]), bin.1 + 1);
    }
    let mut cost_of_right = [0.0; BINS];
    let (mut bounds, mut count) = (Bounds::EMPTY, 0);
    for k in (1..BINS).rev() {
        (bounds, count) = (bounds.joined(&bins[k].0), count + bins[k].1);
        cost_of_right[k] = bounds.half_area() * count as f64;
    }
    let (mut best, mut cut) = (f64::INFINITY, BINS / 2);
    (bounds, count) = (Bounds::EMPTY, 0);
    for k in 1..BINS {
        (bounds, count) = (bounds.joined(&bins[k - 1].0), count + bins[k - 1].1);
        let cost = bounds.half_area() * count as f64 + cost_of_right[k];
        if cost < best {
            (best, cut) = (cost, k);
        }
    }
    cut
}
