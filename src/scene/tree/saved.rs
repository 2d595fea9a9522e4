//! Trees as they are saved: without gaps, from the root down. A tree from saved bytes is checked,
//! so that searches and changes never use an index out of range.

use super::frame::SceneFrame;
use super::node::{Lanes, NONE, SceneNode, WIDTH};
use super::store::{SceneTree, Spots};
use crate::bytes::Buffer;
use alloc::vec::Vec;

impl SceneTree {
    /// The same tree without unused nodes, with each node behind its parent, and with each slot
    /// replaced by the given function. Its bytes do not depend on the order in which the nodes were
    /// stored.
    pub(in crate::scene) fn packed(&self, slot: impl Fn(u32) -> u32) -> Self {
        let mut packed = Self::new(self.drifts.is_some());
        (packed.horizon, packed.settled) = (self.horizon, self.settled);
        packed.clear();
        // The stack: a node, its lane in its parent, and the new index of the parent.
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

    pub(in crate::scene) fn nodes(&self) -> &[SceneNode] {
        &self.nodes
    }

    pub(in crate::scene) fn drifts(&self) -> &[Lanes] {
        self.drifts.as_deref().unwrap_or_default()
    }

    /// The numbers that affect how the tree is changed: its horizon, and the sum of its surfaces.
    pub(in crate::scene) fn plan(&self) -> [f32; 2] {
        [self.horizon, self.settled]
    }

    /// Creates a tree of these parts; `None` if they are not a packed tree, or if a slot is out of
    /// range or occurs twice.
    pub(in crate::scene) fn of_parts(
        nodes: Buffer<SceneNode>,
        drifts: Option<Buffer<Lanes>>,
        [horizon, settled]: [f32; 2],
        spots: &mut Spots,
    ) -> Option<Self> {
        let fit = drifts.as_ref().is_none_or(|drifts| drifts.len() == nodes.len());
        let is_sound = fit && horizon > 0.0 && horizon < f32::INFINITY && is_tree(&nodes, spots);
        is_sound.then_some(Self { nodes, drifts, root: 0, vacant: Vec::new(), horizon, settled })
    }
}

/// No tree has more levels, whatever its history is.
const MOST_LEVELS: u16 = 64;

/// Whether each node except the first is the child of exactly one node, which comes before it and
/// is one level higher. Records the leaf of each item.
fn is_tree(nodes: &[SceneNode], spots: &mut Spots) -> bool {
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
            let is_below = |of: &SceneNode| of.parent == index as u32 && of.level == node.level - 1;
            if child <= last || !nodes.get(child as usize).is_some_and(is_below) {
                return false;
            }
            (last, below) = (child, below + 1);
        }
    }
    below + 1 == nodes.len()
}

impl SceneFrame {
    /// The numbers of a frame.
    pub(in crate::scene) fn parts(&self) -> [f64; 4] {
        let [x, y, z] = self.origin;
        [self.scale, x, y, z]
    }

    /// The frame of these numbers; `None` if they are not a frame.
    pub(in crate::scene) fn of_parts([scale, x, y, z]: [f64; 4]) -> Option<Self> {
        let is_power = scale.is_normal() && scale > 0.0 && scale.to_bits() << 12 == 0;
        let is_sound = is_power && [x, y, z].iter().all(|x| x.is_finite());
        is_sound.then_some(Self { scale, origin: [x, y, z] })
    }
}
