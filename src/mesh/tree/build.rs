//! How a tree is made: boxes are split in two where the surface area heuristic is least over a few bins, until what is left
//! fits in leaves; then splits become nodes of up to eight children, so that the surfaces of all nodes make the least
//! sum; then all is measured from the triangles upwards.
//!
//! Sources: I. Wald, *On fast construction of SAH-based bounding volume hierarchies*, 2007, where the cost of a part is counted in
//! leaves; H. Ylitie, T. Karras, S. Laine, *Efficient incoherent ray traversal on GPUs through compressed wide BVHs*, 2017, §3.1.

use super::leaf::Leaf;
use super::node::{Bounds, Child, Grid, Node, WIDTH};
use super::{Below, Frame, LEVELS, Surface, Tree};
use crate::mesh::cores::{collect, map};
use crate::number::sqrt;
use crate::shape::Scalar;
use alloc::vec::Vec;

/// A triangle that is yet to be sorted in.
#[derive(Clone, Copy)]
struct Item {
    bounds: Bounds,
    triangle: u32,
}

/// A part of the items, with the box around it.
#[derive(Clone, Copy)]
struct Part {
    first: usize,
    count: usize,
    bounds: Bounds,
    /// The box around the middles.
    middles: Bounds,
}

/// Bins for the heuristic.
const BINS: usize = 16;
/// Parts with no more items are put in order instead, which leaves fuller leaves.
const FEW: usize = 24;
/// From here on, `2^23`, floats are a whole number apart.
const WHOLE: f32 = 8_388_608.0;
/// After so many splits parts are halved, which ends within thirty more.
const SPLITS_OF_HEURISTIC: usize = 64;

impl Frame {
    /// The frame in which no coordinate of what is in this box exceeds one half, but for a rounding.
    fn around<T: Scalar>(min: [f64; 3], max: [f64; 3]) -> Self {
        let middle: [f64; 3] =
            core::array::from_fn(|k| T::nearest(0.5 * min[k] + 0.5 * max[k]).widen());
        // Of a single point, some part of its distance from the origin.
        let size = (0..3)
            .flat_map(|k| [0.5 * max[k] - 0.5 * min[k], middle[k].abs() * SMALL])
            .fold(0.0, |size: f64, x| if x > size { x } else { size });
        let scale = scale_for(size, if T::PRECISION == f32::MANTISSA_DIGITS { 126 } else { 1000 });
        Self { scale, origin: middle.map(|x| x * scale) }
    }
}

/// Less than a float's distance from the next, relative to it: `2^-60`.
const SMALL: f64 = f64::from_bits((1023 - 60) << 52);

/// A power of two that makes this length less than one half, but not small; at most `2^greatest`.
fn scale_for(length: f64, greatest: i64) -> f64 {
    // One more, as the middle is rounded.
    let exponent = (length.to_bits() >> 52) as i64 - 1023 + 2;
    let power = (-exponent).min(greatest);
    if power >= -1022 {
        f64::from_bits(((power + 1023) as u64) << 52)
    } else {
        f64::MIN_POSITIVE / (1u64 << (-1022 - power)) as f64
    }
}

impl Tree {
    /// A tree over the triangles of a mesh, all of which lie in this box.
    pub(in crate::mesh) fn new<T: Scalar>(
        surface: Surface<T>,
        min: [f64; 3],
        max: [f64; 3],
    ) -> Self {
        let frame = Frame::around::<T>(min, max);
        let seen = Seen::of(&surface, &frame);
        let mut items = collect(surface.triangles.len(), |i| Item {
            bounds: Bounds::of(&seen.corners(i as u32)),
            triangle: i as u32,
        });
        let grow = |items: &mut [Item], splits| Grown::over(items, &seen, splits);
        // Halved from the start, no tree has too many levels.
        let grown = grow(&mut items, SPLITS_OF_HEURISTIC).or_else(|| grow(&mut items, 0));
        let Grown { nodes, leaves } =
            grown.unwrap_or(Grown { nodes: Vec::new(), leaves: Vec::new() });
        drop(items);
        let mut tree = Self { frame, nodes: nodes.into(), leaves: leaves.into() };
        tree.measure_all(&seen);
        tree
    }
}

/// The triangles of a mesh in the frame of its tree.
pub(super) struct Seen<'m> {
    vertices: Vec<[f32; 3]>,
    triangles: &'m [[u32; 3]],
}

impl<'m> Seen<'m> {
    fn of<T: Scalar>(surface: &Surface<'m, T>, frame: &Frame) -> Self {
        let vertices = collect(surface.vertices.len(), |i| frame.vertex(surface.vertices[i]));
        Self { vertices, triangles: surface.triangles }
    }

    #[inline(always)]
    pub(super) fn corners(&self, triangle: u32) -> [[f32; 3]; 3] {
        let [a, b, c] = self.triangles[triangle as usize];
        [self.vertices[a as usize], self.vertices[b as usize], self.vertices[c as usize]]
    }
}

/// Parts with no more triangles than this are split on one core.
const BRANCH: usize = 1 << 15;

/// A part that was split in two, or that is a leaf.
#[derive(Clone, Copy)]
struct Fork {
    half_area: f32,
    /// The first of its halves, which stand side by side, after it; zero if it is a leaf.
    halves: u32,
    /// The leaf that it is, if it is one.
    leaf: u32,
}

/// A fork that is yet to be split: its place, its part, and how many splits led there.
#[derive(Clone, Copy)]
struct Bud {
    index: usize,
    part: Part,
    level: usize,
}

impl Fork {
    fn of(part: &Part) -> Self {
        Self { half_area: part.bounds.half_area(), halves: 0, leaf: 0 }
    }

    fn is_leaf(&self) -> bool {
        self.halves == 0
    }
}

/// Items that are split, down to leaves.
struct Split {
    /// Each before its halves; the first is the whole.
    forks: Vec<Fork>,
    leaves: Vec<Leaf>,
}

impl Split {
    /// Splits all items, by the heuristic so many times at most: first into branches, then each of those on its own.
    fn all(items: &mut [Item], seen: &Seen<'_>, splits: usize) -> Self {
        let mut crown = Self { forks: Vec::new(), leaves: Vec::new() };
        let root = Bud { index: 0, part: Part::of(items, 0, items.len()), level: 0 };
        let mut buds = Vec::new();
        crown.grow(items, root, splits, |_, items, bud| {
            let is_branch = items.len() <= BRANCH;
            if is_branch {
                buds.push(bud);
            }
            is_branch
        });
        buds.sort_unstable_by_key(|bud: &Bud| bud.part.first);
        let (mut rest, mut branches) = (items, Vec::with_capacity(buds.len()));
        for &bud in &buds {
            let (mine, after) = rest.split_at_mut(bud.part.count);
            rest = after;
            branches.push((mine, Bud { index: 0, part: Part { first: 0, ..bud.part }, ..bud }));
        }
        let branches = map(branches, |(items, root)| {
            let mut branch = Self { forks: Vec::new(), leaves: Vec::new() };
            branch.grow(items, root, splits, |branch, items, bud| {
                let leaf = Leaf::of(items.iter().map(|item| item.triangle), seen);
                if let Some(leaf) = leaf {
                    branch.forks[bud.index].leaf = branch.leaves.len() as u32;
                    branch.leaves.push(leaf);
                }
                leaf.is_some()
            });
            branch
        });
        for (bud, branch) in buds.iter().zip(branches) {
            crown.graft(bud.index, branch);
        }
        crown
    }

    /// Splits a root and what comes of it, until `ends` says that a part is small enough.
    fn grow(
        &mut self,
        items: &mut [Item],
        root: Bud,
        splits: usize,
        mut ends: impl FnMut(&mut Self, &[Item], Bud) -> bool,
    ) {
        self.forks.push(Fork::of(&root.part));
        let mut open = Vec::from([root]);
        while let Some(bud) = open.pop() {
            let Bud { index, part, level } = bud;
            if ends(self, &items[part.first..part.first + part.count], bud) {
                continue;
            }
            self.forks[index].halves = self.forks.len() as u32;
            for part in part.split(items, level >= splits) {
                open.push(Bud { index: self.forks.len(), part, level: level + 1 });
                self.forks.push(Fork::of(&part));
            }
        }
    }

    /// Puts the root of a branch in place of a fork; the others follow.
    fn graft(&mut self, index: usize, branch: Self) {
        let (forks, leaves) = (self.forks.len() as u32 - 1, self.leaves.len() as u32);
        let mut moved = branch.forks.into_iter().map(|fork| Fork {
            halves: if fork.is_leaf() { 0 } else { fork.halves + forks },
            leaf: fork.leaf + leaves,
            ..fork
        });
        if let Some(root) = moved.next() {
            self.forks[index] = root;
        }
        self.forks.extend(moved);
        self.leaves.extend(branch.leaves);
    }
}

/// How what is below a fork becomes at most one child of a node, at most two, and so on.
#[derive(Clone, Copy)]
struct Plan {
    /// The least sum of the surfaces of all nodes there.
    least: [f32; WIDTH],
    /// How many of the children come out of the first half; none if the fork is a child itself.
    of_first: [u8; WIDTH],
    /// The same for the children of the node that the fork is, if it is one.
    as_node: u8,
}

impl Plan {
    const PACK: Self = Self { least: [0.0; WIDTH], of_first: [0; WIDTH], as_node: 0 };

    fn of(halves: [&Self; 2], half_area: f32) -> Self {
        let [a, b] = halves.map(|half| half.least);
        let mut plan = Self::PACK;
        let mut best = (f32::INFINITY, 0);
        for most in 2..=WIDTH {
            for of_first in 1..most {
                let sum = a[of_first - 1] + b[most - of_first - 1];
                if sum < best.0 {
                    best = (sum, of_first as u8);
                }
            }
            (plan.least[most - 1], plan.of_first[most - 1]) = best;
        }
        // To be one child it must be a node; to be more of them, it need not.
        plan.as_node = best.1;
        let node = best.0 + half_area;
        for most in 1..=WIDTH {
            if most == 1 || node < plan.least[most - 1] {
                (plan.least[most - 1], plan.of_first[most - 1]) = (node, 0);
            }
        }
        plan
    }
}

/// A tree that is growing: who is below whom, without any boxes.
struct Grown {
    nodes: Vec<Node>,
    leaves: Vec<Leaf>,
}

impl Grown {
    /// The tree over all items; `None` if it has too many levels.
    fn over(items: &mut [Item], seen: &Seen<'_>, splits: usize) -> Option<Self> {
        if items.is_empty() {
            return Some(Self { nodes: Vec::new(), leaves: Vec::new() });
        }
        let Split { forks, leaves } = Split::all(items, seen, splits);
        let mut grown = Self { nodes: Vec::new(), leaves: Vec::with_capacity(leaves.len()) };
        let mut plans = alloc::vec![Plan::PACK; forks.len()];
        for (index, fork) in forks.iter().enumerate().rev().filter(|(_, fork)| !fork.is_leaf()) {
            let first = fork.halves as usize;
            plans[index] = Plan::of([&plans[first], &plans[first + 1]], fork.half_area);
        }
        // Children stand after their parents, those of one node side by side.
        grown.nodes.push(Node::EMPTY);
        let mut open = Vec::from([(0, 0, 1)]);
        while let Some((index, fork, level)) = open.pop() {
            if level > LEVELS {
                return None;
            }
            let (first_node, first_leaf) = (grown.nodes.len() as u32, grown.leaves.len() as u32);
            let children = children(&forks, &plans, fork);
            for &fork in &children {
                if forks[fork].is_leaf() {
                    grown.leaves.push(leaves[forks[fork].leaf as usize]);
                } else {
                    open.push((grown.nodes.len(), fork, level + 1));
                    grown.nodes.push(Node::EMPTY);
                }
            }
            let are_nodes = children.iter().map(|&fork| !forks[fork].is_leaf());
            grown.nodes[index].plan(first_node, first_leaf, are_nodes);
        }
        Some(grown)
    }
}

/// The forks that become the children of the node that this one is.
fn children(forks: &[Fork], plans: &[Plan], fork: usize) -> Vec<usize> {
    if forks[fork].is_leaf() {
        return Vec::from([fork]);
    }
    let (mut children, mut open) = (Vec::with_capacity(WIDTH), Vec::with_capacity(WIDTH));
    let open_halves = |open: &mut Vec<_>, fork: usize, most: usize, of_first: u8| {
        let (halves, of_first) = (forks[fork].halves as usize, usize::from(of_first));
        open.extend([(halves + 1, most - of_first), (halves, of_first)]);
    };
    open_halves(&mut open, fork, WIDTH, plans[fork].as_node);
    while let Some((fork, most)) = open.pop() {
        match plans[fork].of_first[most - 1] {
            0 => children.push(fork),
            of_first => open_halves(&mut open, fork, most, of_first),
        }
    }
    children
}

impl Part {
    fn of(items: &[Item], first: usize, count: usize) -> Self {
        let mut part = Self { first, count: 0, ..Self::NOTHING };
        items[first..first + count].iter().for_each(|item| part.add(item));
        part
    }

    const NOTHING: Self =
        Self { first: 0, count: 0, bounds: Bounds::EMPTY, middles: Bounds::EMPTY };

    #[inline(always)]
    fn add(&mut self, item: &Item) {
        self.count += 1;
        self.bounds.add(&item.bounds);
        self.middles.add_middle(&item.bounds);
    }

    fn split(&self, items: &mut [Item], halve: bool) -> [Self; 2] {
        let mine = &mut items[self.first..self.first + self.count];
        if self.count <= FEW && !halve {
            let left = self.sort(mine);
            return self.halves(items, left);
        }
        let cut = if halve { None } else { self.cheapest_cut(mine) };
        if let Some((cut, bounds)) = cut {
            let mut sides =
                bounds.map(|bounds| Self { first: self.first, bounds, ..Self::NOTHING });
            for i in 0..mine.len() {
                let is_left = cut.is_left(&mine[i]);
                let side = &mut sides[usize::from(!is_left)];
                side.count += 1;
                side.middles.add_middle(&mine[i].bounds);
                if is_left {
                    mine.swap(i, sides[0].count - 1);
                }
            }
            let [left, mut right] = sides;
            right.first += left.count;
            return [left, right];
        }
        self.halves(items, self.count / 2)
    }

    /// The first so many items, and the others.
    fn halves(&self, items: &[Item], left: usize) -> [Self; 2] {
        [Self::of(items, self.first, left), Self::of(items, self.first + left, self.count - left)]
    }

    /// Puts a few items in order along the axis on which they reach farthest: how many come before the cheapest cut.
    fn sort(&self, items: &mut [Item]) -> usize {
        let reach = |axis: &usize| self.middles.max(*axis) - self.middles.min(*axis);
        let axis = (0..3).max_by(|i, j| reach(i).total_cmp(&reach(j))).unwrap_or(0);
        items.sort_unstable_by(|a, b| {
            let [x, y] = [a, b].map(|item| item.bounds.middle(axis));
            x.total_cmp(&y).then(a.triangle.cmp(&b.triangle))
        });
        let mut after = [0.0; FEW + 1];
        let mut bounds = Bounds::EMPTY;
        for (i, item) in items.iter().enumerate().skip(1).rev() {
            bounds.add(&item.bounds);
            after[i] = cost(&bounds, items.len() - i);
        }
        let (mut best, mut left) = (f32::INFINITY, items.len() / 2);
        bounds = Bounds::EMPTY;
        for i in 1..items.len() {
            bounds.add(&items[i - 1].bounds);
            let both = cost(&bounds, i) + after[i];
            if both < best {
                (best, left) = (both, i);
            }
        }
        left
    }

    /// Where to cut, if anything can be told apart, and the boxes of both sides.
    fn cheapest_cut(&self, items: &[Item]) -> Option<(Cut, [Bounds; 2])> {
        let places: [Cut; 3] = core::array::from_fn(|axis| Cut {
            axis,
            least: self.middles.min(axis),
            bins: (BINS - 1) as f32 / (self.middles.max(axis) - self.middles.min(axis)),
            bin: 0,
        });
        let mut bins = [[(Bounds::EMPTY, 0usize); BINS]; 3];
        for item in items {
            for (bins, place) in bins.iter_mut().zip(&places) {
                let (bounds, count) = &mut bins[place.bin_of(item)];
                bounds.add(&item.bounds);
                *count += 1;
            }
        }
        let mut best: Option<(f32, Cut)> = None;
        for (bins, place) in bins.iter().zip(&places) {
            if !place.bins.is_finite() {
                continue;
            }
            let mut right = [(0.0, 0); BINS];
            let (mut bounds, mut count) = (Bounds::EMPTY, 0);
            for k in (1..BINS).rev() {
                bounds.add(&bins[k].0);
                count += bins[k].1;
                right[k] = (cost(&bounds, count), count);
            }
            (bounds, count) = (Bounds::EMPTY, 0);
            for bin in 1..BINS {
                bounds.add(&bins[bin - 1].0);
                count += bins[bin - 1].1;
                if count == 0 || right[bin].1 == 0 {
                    continue;
                }
                let cost = cost(&bounds, count) + right[bin].0;
                if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                    best = Some((cost, Cut { bin, ..*place }));
                }
            }
        }
        let (_, cut) = best?;
        let mut sides = [Bounds::EMPTY; 2];
        for (bin, (bounds, _)) in bins[cut.axis].iter().enumerate() {
            sides[usize::from(bin >= cut.bin)].add(bounds);
        }
        Some((cut, sides))
    }
}

/// What so many items in a box cost: its surface, for each leaf.
fn cost(bounds: &Bounds, count: usize) -> f32 {
    bounds.half_area() * count.div_ceil(WIDTH) as f32
}

/// A plane across an axis, between two bins.
#[derive(Clone, Copy)]
struct Cut {
    axis: usize,
    least: f32,
    /// Bins per unit of length.
    bins: f32,
    bin: usize,
}

impl Cut {
    #[inline(always)]
    fn bin_of(&self, item: &Item) -> usize {
        // Where floats are whole numbers: the last bits of the sum are the nearest. Of a sum that is no number they are some bin.
        let sum = (item.bounds.middle(self.axis) - self.least) * self.bins + WHOLE;
        sum.to_bits() as usize % BINS
    }

    #[inline(always)]
    fn is_left(&self, item: &Item) -> bool {
        self.bin_of(item) < self.bin
    }
}

// ---- measuring ----

/// What is known of all that is below a node.
#[derive(Clone, Copy)]
struct Whole {
    bounds: Bounds,
    /// The sum of the normals of all triangles, each as long as twice its area; and the sum of their lengths.
    normal: [f32; 3],
    area: f32,
    triangles: u32,
}

impl Whole {
    const NOTHING: Self = Self { bounds: Bounds::EMPTY, normal: [0.0; 3], area: 0.0, triangles: 0 };

    fn add(&mut self, other: &Self) {
        self.bounds.add(&other.bounds);
        for k in 0..3 {
            self.normal[k] += other.normal[k];
        }
        self.area += other.area;
        self.triangles += other.triangles;
    }

    /// The direction across it, if a slab may be of use.
    fn direction(&self) -> [f32; 3] {
        let [x, y, z] = self.normal;
        let length = sqrt(f64::from(x * x + y * y + z * z)) as f32;
        if self.triangles <= SLAB_UP_TO && length > FLAT_FROM * self.area {
            self.normal.map(|x| x / length)
        } else {
            [0.0; 3]
        }
    }
}

fn whole_of<'w>(below: Below, nodes: &'w [Whole], leaves: &'w [Whole]) -> &'w Whole {
    match below.leaf() {
        Some(leaf) => &leaves[leaf],
        None => &nodes[below.index()],
    }
}

/// Every triangle of a leaf.
fn each_of(leaf: &Leaf, mut visit: impl FnMut(u32)) {
    (0..WIDTH).filter(|&lane| !leaf.repeats(lane)).for_each(|lane| visit(leaf.triangles[lane]));
}

/// Slabs are worth their making for so many triangles, and for surfaces that are bent no more than so. Found by
/// measuring; any numbers are right.
const SLAB_UP_TO: u32 = 1024;
const FLAT_FROM: f32 = 0.5;

impl Tree {
    /// Takes all boxes, slabs and corners from the vertices, all of which lie in this box. Who is below whom stays, unless corners
    /// that were one have moved apart and no longer fit in a leaf: then the tree is made anew.
    pub(in crate::mesh) fn measure<T: Scalar>(
        &mut self,
        surface: Surface<T>,
        min: [f64; 3],
        max: [f64; 3],
    ) {
        let frame = Frame::around::<T>(min, max);
        let seen = Seen::of(&surface, &frame);
        let moved = collect(self.leaves.len(), |leaf| self.leaves[leaf].moved(&seen));
        match moved.into_iter().collect::<Option<Vec<Leaf>>>() {
            Some(leaves) => {
                (self.frame, self.leaves) = (frame, leaves.into());
                self.measure_all(&seen);
            }
            None => *self = Self::new(surface, min, max),
        }
    }

    fn measure_all(&mut self, seen: &Seen) {
        let of_triangle = |triangle: u32| {
            let corners @ [a, b, c] = seen.corners(triangle);
            let [ab, ac] = [b, c].map(|x| [x[0] - a[0], x[1] - a[1], x[2] - a[2]]);
            let normal = [
                ab[1] * ac[2] - ab[2] * ac[1],
                ab[2] * ac[0] - ab[0] * ac[2],
                ab[0] * ac[1] - ab[1] * ac[0],
            ];
            let [x, y, z] = normal;
            let area = sqrt(f64::from(x * x + y * y + z * z)) as f32;
            Whole { bounds: Bounds::of(&corners), normal, area, triangles: 1 }
        };
        // Children stand after their parents.
        let mut wholes = Vec::from_iter((0..self.nodes.len()).map(|_| Whole::NOTHING));
        let of_leaves = collect(self.leaves.len(), |leaf| {
            let mut whole = Whole::NOTHING;
            each_of(&self.leaves[leaf], |triangle| whole.add(&of_triangle(triangle)));
            whole
        });
        for index in (0..self.nodes.len()).rev() {
            let node = &self.nodes[index];
            for lane in 0..usize::from(node.count) {
                let below = *whole_of(node.child(lane), &wholes, &of_leaves);
                wholes[index].add(&below);
            }
        }
        let nodes = self.nodes.take();
        let measured = collect(nodes.len(), |index| {
            let places = nodes[index];
            let mut children = [Child { bounds: Bounds::EMPTY, normal: [0.0; 3] }; WIDTH];
            for (lane, child) in children.iter_mut().enumerate().take(usize::from(places.count)) {
                let whole = whole_of(places.child(lane), &wholes, &of_leaves);
                *child = Child { bounds: whole.bounds, normal: whole.direction() };
            }
            let mut node = places;
            node.set(&children[..usize::from(places.count)], |lane, normal| {
                let mut extent = [f64::INFINITY, f64::NEG_INFINITY];
                self.each_below(&nodes, places.child(lane), &mut |triangle| {
                    for corner in seen.corners(triangle) {
                        let x: f64 =
                            (0..3).map(|k| f64::from(normal[k]) * f64::from(corner[k])).sum();
                        extent[0] = if x < extent[0] { x } else { extent[0] };
                        extent[1] = if x > extent[1] { x } else { extent[1] };
                    }
                });
                extent
            });
            node
        });
        let leaves = self.leaves.take();
        let mut grids = alloc::vec![Grid::default(); leaves.len()];
        for node in &measured {
            for lane in 0..usize::from(node.count) {
                if let Some(leaf) = node.child(lane).leaf() {
                    grids[leaf] = node.grid(lane);
                }
            }
        }
        let leaves = collect(leaves.len(), |leaf| leaves[leaf].on_grid(&grids[leaf], seen));
        (self.nodes, self.leaves) = (measured.into(), leaves.into());
    }

    /// Every triangle below a child.
    pub(super) fn each_below(&self, nodes: &[Node], below: Below, visit: &mut impl FnMut(u32)) {
        match below.leaf() {
            Some(leaf) => {
                each_of(&self.leaves[leaf], visit);
            }
            None => {
                let node = nodes[below.index()];
                (0..usize::from(node.count))
                    .for_each(|lane| self.each_below(nodes, node.child(lane), visit));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Below, Bounds, Grown, Item, LEVELS, SPLITS_OF_HEURISTIC, Seen, each_of};
    use crate::random::Random;
    use std::vec::Vec;

    fn check(grown: &Grown, below: Below, level: usize, found: &mut [u32]) {
        match below.leaf() {
            Some(leaf) => each_of(&grown.leaves[leaf], |triangle| found[triangle as usize] += 1),
            None => {
                assert!(level <= LEVELS);
                let node = &grown.nodes[below.index()];
                for lane in 0..usize::from(node.count) {
                    check(grown, node.child(lane), level + 1, found);
                }
            }
        }
    }

    /// Also where parts are only halved, as is done where the heuristic makes too many levels. Clusters of triangles, each a quarter
    /// as large and as far away as the one before, are split off one by one.
    #[test]
    fn each_triangle_stands_in_one_pack_and_not_too_deep() {
        let mut random = Random(31);
        let mut seen = Seen { vertices: Vec::new(), triangles: &[] };
        let mut triangles = Vec::new();
        for cluster in 0..55 {
            // A power of a quarter.
            let scale = f32::from_bits((127 - 2 * cluster) << 23);
            for number in 0..40 {
                let first = seen.vertices.len() as u32;
                let mut corner = || random.vector(0.5, 1.0).map(|x| x as f32 * scale);
                seen.vertices.extend([corner(), corner(), corner()]);
                // Half of them share two corners with the one before.
                let shared = if number % 2 == 1 { first - 3 } else { first };
                triangles.push([shared, shared + 1, first + 2]);
            }
        }
        seen.triangles = &triangles;
        let items = Vec::from_iter(
            (0..triangles.len() as u32)
                .map(|triangle| Item { bounds: Bounds::of(&seen.corners(triangle)), triangle }),
        );
        let grow = |splits| Grown::over(&mut items.clone(), &seen, splits).unwrap();
        let [by_area, halved] = [SPLITS_OF_HEURISTIC, 0].map(grow);
        assert_ne!(by_area.leaves.len(), halved.leaves.len());
        for grown in [by_area, halved] {
            let mut found = std::vec![0; triangles.len()];
            // The root is below none.
            let root = &grown.nodes[0];
            for lane in 0..usize::from(root.count) {
                check(&grown, root.child(lane), 2, &mut found);
            }
            assert!(found.iter().all(|&count| count == 1));
        }
    }
}
