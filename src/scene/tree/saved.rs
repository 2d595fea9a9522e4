//! A tree as it is kept: without gaps, from the root down. And one from elsewhere: can it be
//! searched and changed without a step into nothing?

use super::frame::Frame;
use super::node::{Lanes, NONE, Node, WIDTH};
use super::store::{Spots, Tree};
use crate::bytes::Buffer;
use alloc::vec::Vec;

impl Tree {
    /// The same tree with no node that is not used, each behind the one above it; and with other
    /// slots. It has the same bytes wherever its nodes stood.
    pub(in crate::scene) fn packed(&self, slot: impl Fn(u32) -> u32) -> Self {
        let mut packed = Self::new(self.drifts.is_some());
        (packed.horizon, packed.settled) = (self.horizon, self.settled);
        packed.clear();
        // What waits: a node, its lane in the one above it, and where that one now stands.
        let mut waiting: Vec<(u32, usize, u32)> = [(self.root, 0, NONE)].into();
        while let Some((from, lane, parent)) = waiting.pop() {
            let old = self.node(from);
            let index = packed.make(old.level);
            packed.node_mut(index).parent = parent;
            if parent != NONE {
                packed.node_mut(parent).below[lane] = index;
            }
            for (lane, &child) in old.children().iter().enumerate() {
                let child = if old.level == 0 { slot(child) } else { child };
                packed.put(index, (self.bounds(from, lane), child));
            }
            if old.level > 0 {
                let children = old.children().iter().enumerate().rev();
                waiting.extend(children.map(|(lane, &child)| (child, lane, index)));
            }
        }
        packed
    }

    pub(in crate::scene) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    pub(in crate::scene) fn drifts(&self) -> &[Lanes] {
        self.drifts.as_deref().unwrap_or_default()
    }

    /// What a plan of the tree goes by.
    pub(in crate::scene) fn plan(&self) -> [f32; 2] {
        [self.horizon, self.settled]
    }

    /// The tree of these parts; `None` if it is none that was packed, or names a slot that is not
    /// there or was named before.
    pub(in crate::scene) fn of_parts(
        nodes: Buffer<Node>,
        drifts: Option<Buffer<Lanes>>,
        [horizon, settled]: [f32; 2],
        spots: &mut Spots,
    ) -> Option<Self> {
        let fit = drifts.as_ref().is_none_or(|drifts| drifts.len() == nodes.len());
        let is_sound = fit && horizon > 0.0 && horizon < f32::INFINITY && is_tree(&nodes, spots);
        is_sound.then_some(Self { nodes, drifts, root: 0, vacant: Vec::new(), horizon, settled })
    }
}

/// No tree is deeper, whatever became of it.
const MOST_LEVELS: u16 = 64;

/// Whether each node but the first is below one other that stands before it, one level higher;
/// tells items where they stand.
fn is_tree(nodes: &[Node], spots: &mut Spots) -> bool {
    let mut below = 0;
    for (index, node) in nodes.iter().enumerate() {
        let is_empty = node.count == 0 && (nodes.len() > 1 || node.level > 0);
        let is_root = index == 0;
        if node.level > MOST_LEVELS
            || is_empty
            || usize::from(node.count) > WIDTH
            || is_root != (node.parent == NONE)
        {
            return false;
        }
        let mut last = index as u32;
        for &child in node.children() {
            if node.level == 0 {
                match spots.get_mut(child as usize) {
                    Some(spot) if *spot == NONE => *spot = index as u32,
                    _ => return false,
                }
                continue;
            }
            let is_below = |of: &Node| of.parent == index as u32 && of.level == node.level - 1;
            if child <= last || !nodes.get(child as usize).is_some_and(is_below) {
                return false;
            }
            (last, below) = (child, below + 1);
        }
    }
    below + 1 == nodes.len()
}

impl Frame {
    /// The numbers that it is made of.
    pub(in crate::scene) fn parts(&self) -> [f64; 4] {
        let [x, y, z] = self.origin;
        [self.scale, x, y, z]
    }

    /// The frame of these numbers; `None` if it can be none.
    pub(in crate::scene) fn of_parts([scale, x, y, z]: [f64; 4]) -> Option<Self> {
        let is_power = scale.is_normal() && scale > 0.0 && scale.to_bits() << 12 == 0;
        let is_sound = is_power && [x, y, z].iter().all(|x| x.is_finite());
        is_sound.then_some(Self { scale, origin: [x, y, z] })
    }
}
