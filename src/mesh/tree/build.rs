//! How a tree is made: boxes are split where the surface area heuristic is least over a few bins, straight into nodes of
//! eight, then all is measured from the triangles upwards.
//!
//! Source: I. Wald, *On fast construction of SAH-based bounding volume hierarchies*, 2007. The cost of a part is counted in packs,
//! and a node opens the child with the greatest surface until it has eight.

use super::node::{Bounds, Child, Node, WIDTH};
use super::{Below, Frame, LEVELS, Pack, Surface, Tree, repeats};
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
/// On this level and below, parts are halved, which ends within eleven further levels.
const LEVELS_OF_HEURISTIC: usize = LEVELS - 12;

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
        let mut items = collect(surface.triangles.len(), |i| Item {
            bounds: Bounds::of(&surface.corners(&frame, i as u32)),
            triangle: i as u32,
        });
        let Grown { nodes, packs } = Grown::over(&mut items);
        drop(items);
        let mut tree = Self { frame, nodes: nodes.into(), packs: packs.into() };
        tree.measure(surface, min, max);
        tree
    }
}

impl<T: Scalar> Surface<'_, T> {
    #[inline(always)]
    fn corners(&self, frame: &Frame, triangle: u32) -> [[f32; 3]; 3] {
        self.triangles[triangle as usize].map(|i| frame.vertex(self.vertices[i as usize]))
    }
}

/// A tree that is growing: who is below whom, without any boxes.
struct Grown {
    nodes: Vec<Node>,
    packs: Vec<Pack>,
}

/// A node that is yet to be opened: its place, what is below it, and its level.
#[derive(Clone, Copy)]
struct Bud {
    index: usize,
    part: Part,
    level: usize,
}

/// Parts with no more triangles than this grow on one core. The number decides where nodes stand, whatever the number of
/// cores is.
const BRANCH: usize = 1 << 15;

impl Grown {
    /// The tree over all items: first its crown, then, each on its own, the branches.
    fn over(items: &mut [Item]) -> Self {
        let mut crown = Self { nodes: Vec::new(), packs: Vec::new() };
        if items.is_empty() {
            return crown;
        }
        crown.nodes.push(Node::EMPTY);
        let root = Bud { index: 0, part: Part::of(items, 0, items.len()), level: 0 };
        let mut buds = crown.grow(items, root, BRANCH);
        buds.sort_unstable_by_key(|bud| bud.part.first);
        let (mut rest, mut first, mut branches) = (items, 0, Vec::with_capacity(buds.len()));
        for &Bud { part, level, .. } in &buds {
            let (mine, after) = rest.split_at_mut(part.first + part.count - first);
            let mine = &mut mine[part.first - first..];
            (rest, first) = (after, part.first + part.count);
            branches.push((mine, Bud { index: 0, part: Part { first: 0, ..part }, level }));
        }
        let branches = map(branches, |(items, bud)| {
            let mut branch = Self { nodes: Vec::new(), packs: Vec::new() };
            branch.nodes.push(Node::EMPTY);
            branch.grow(items, bud, 0);
            branch
        });
        for (bud, branch) in buds.iter().zip(branches) {
            // Its first node takes the place of the bud; the others follow.
            let (nodes, packs) = (crown.nodes.len() - 1, crown.packs.len());
            let mut moved = branch.nodes.into_iter().map(|node| node.moved(nodes, packs));
            if let Some(first) = moved.next() {
                crown.nodes[bud.index] = first;
            }
            crown.nodes.extend(moved);
            crown.packs.extend(branch.packs);
        }
        crown
    }

    /// Opens a bud and all that come out of it, but for those with no more than so many items, which are given back.
    fn grow(&mut self, items: &mut [Item], bud: Bud, least: usize) -> Vec<Bud> {
        let (mut open, mut left) = (Vec::from([bud]), Vec::new());
        while let Some(bud) = open.pop() {
            let Bud { index, part, level } = bud;
            if part.count <= least {
                left.push(bud);
                continue;
            }
            let mut parts = [part; WIDTH];
            let mut count = 1;
            let halve = level >= LEVELS_OF_HEURISTIC;
            while count < WIDTH {
                let worth = |part: &Part| {
                    if halve { part.count as f32 } else { part.bounds.half_area() }
                };
                let largest = (0..count)
                    .filter(|&i| parts[i].count > WIDTH)
                    .max_by(|&i, &j| worth(&parts[i]).total_cmp(&worth(&parts[j])));
                let Some(largest) = largest else { break };
                let [left, right] = parts[largest].split(items, halve);
                (parts[largest], parts[count]) = (left, right);
                count += 1;
            }
            let (first_node, first_pack) = (self.nodes.len() as u32, self.packs.len() as u32);
            for part in &parts[..count] {
                if part.count > WIDTH {
                    let index = self.nodes.len();
                    open.push(Bud { index, part: *part, level: level + 1 });
                    self.nodes.push(Node::EMPTY);
                } else {
                    let mut pack = [items[part.first].triangle; WIDTH];
                    for (slot, item) in pack.iter_mut().zip(&items[part.first..][..part.count]) {
                        *slot = item.triangle;
                    }
                    self.packs.push(pack);
                }
            }
            self.nodes[index].plan(
                first_node,
                first_pack,
                parts[..count].iter().map(|p| p.count > WIDTH),
            );
        }
        left
    }
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
        self.middles.add(&Bounds::point(item.bounds.middle()));
    }

    fn split(&self, items: &mut [Item], halve: bool) -> [Self; 2] {
        let mine = &mut items[self.first..self.first + self.count];
        let cut = if halve { None } else { self.cheapest_cut(mine) };
        if let Some(cut) = cut {
            let mut sides = [Self { first: self.first, ..Self::NOTHING }; 2];
            for i in 0..mine.len() {
                let is_left = cut.is_left(&mine[i]);
                sides[usize::from(!is_left)].add(&mine[i]);
                if is_left {
                    mine.swap(i, sides[0].count - 1);
                }
            }
            let [left, mut right] = sides;
            if left.count > 0 && right.count > 0 {
                right.first += left.count;
                return [left, right];
            }
        }
        let half = self.count / 2;
        [Self::of(items, self.first, half), Self::of(items, self.first + half, self.count - half)]
    }

    /// Where to cut, if anything can be told apart.
    fn cheapest_cut(&self, items: &[Item]) -> Option<Cut> {
        let places: [Cut; 3] = core::array::from_fn(|axis| Cut {
            axis,
            least: self.middles.min(axis),
            bins: (BINS as f32 * 0.9999) / (self.middles.max(axis) - self.middles.min(axis)),
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
            let cost =
                |bounds: &Bounds, count: usize| bounds.half_area() * count.div_ceil(WIDTH) as f32;
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
        best.map(|(_, cut)| cut)
    }
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
        // A float that is no number becomes zero.
        (((item.bounds.middle()[self.axis] - self.least) * self.bins) as usize).min(BINS - 1)
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

fn whole_of<'w>(below: Below, nodes: &'w [Whole], packs: &'w [Whole]) -> &'w Whole {
    match below.pack() {
        Some(pack) => &packs[pack],
        None => &nodes[below.index()],
    }
}

/// Every triangle of a pack.
fn each_of(pack: &Pack, mut visit: impl FnMut(u32)) {
    (0..WIDTH).filter(|&lane| !repeats(pack, lane)).for_each(|lane| visit(pack[lane]));
}

/// Slabs are worth their making for so many triangles, and for surfaces that are bent no more than so. Found by
/// measuring; any numbers are right.
const SLAB_UP_TO: u32 = 1024;
const FLAT_FROM: f32 = 0.5;

impl Tree {
    /// Takes all boxes and slabs from the vertices, all of which lie in this box. Who is below whom stays.
    pub(in crate::mesh) fn measure<T: Scalar>(
        &mut self,
        surface: Surface<T>,
        min: [f64; 3],
        max: [f64; 3],
    ) {
        self.frame = Frame::around::<T>(min, max);
        let of_triangle = |triangle: u32| {
            let corners @ [a, b, c] = surface.corners(&self.frame, triangle);
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
        let of_packs = collect(self.packs.len(), |pack| {
            let mut whole = Whole::NOTHING;
            each_of(&self.packs[pack], |triangle| whole.add(&of_triangle(triangle)));
            whole
        });
        for index in (0..self.nodes.len()).rev() {
            let node = &self.nodes[index];
            for lane in 0..usize::from(node.count) {
                let below = *whole_of(node.child(lane), &wholes, &of_packs);
                wholes[index].add(&below);
            }
        }
        let nodes = self.nodes.take();
        let measured = collect(nodes.len(), |index| {
            let places = nodes[index];
            let mut children = [Child { bounds: Bounds::EMPTY, normal: [0.0; 3] }; WIDTH];
            for (lane, child) in children.iter_mut().enumerate().take(usize::from(places.count)) {
                let whole = whole_of(places.child(lane), &wholes, &of_packs);
                *child = Child { bounds: whole.bounds, normal: whole.direction() };
            }
            let mut node = places;
            node.set(&children[..usize::from(places.count)], |lane, normal| {
                let mut extent = [f64::INFINITY, f64::NEG_INFINITY];
                self.each_below(&nodes, places.child(lane), &mut |triangle| {
                    for corner in surface.corners(&self.frame, triangle) {
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
        self.nodes = measured.into();
    }

    /// Every triangle below a child.
    pub(super) fn each_below(&self, nodes: &[Node], below: Below, visit: &mut impl FnMut(u32)) {
        match below.pack() {
            Some(pack) => {
                each_of(&self.packs[pack], visit);
            }
            None => {
                let node = nodes[below.index()];
                (0..usize::from(node.count))
                    .for_each(|lane| self.each_below(nodes, node.child(lane), visit));
            }
        }
    }
}
