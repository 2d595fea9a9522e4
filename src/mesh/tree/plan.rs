//! Planning: splits become nodes of up to eight children, so that the sum of the surfaces of all
//! nodes is least.
//!
//! Source: H. Ylitie, T. Karras, S. Laine, *Efficient incoherent ray traversal on GPUs through
//! compressed wide BVHs*, 2017, §3.1.

use super::frame::TrianglesInFrame;
use super::leaf::Leaf;
use super::node::{MeshNode, WIDTH};
use super::split::{Fork, PendingTriangle, Split};
use super::store::LEVELS;
use alloc::vec::Vec;

/// The best divisions of the subtree of a fork into children of a node: into at most one child,
/// into at most two, and so on.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    /// The least sum of the surfaces of all nodes in the subtree.
    least: [f32; WIDTH],
    /// The number of children that come from the first half; zero if the fork is a child itself.
    of_first: [u8; WIDTH],
    /// The same number for the children of the node that the fork becomes, if it becomes a node.
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
        // A fork that may be only one child must be a node; a fork that may be several children
        // need not.
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

/// The topology of a tree that is being built, without any boxes.
pub(super) struct PlannedTree {
    pub(super) nodes: Vec<MeshNode>,
    pub(super) leaves: Vec<Leaf>,
}

impl PlannedTree {
    /// Builds the tree over all items; `None` if it has too many levels.
    pub(super) fn over(
        items: &mut [PendingTriangle],
        local: &TrianglesInFrame<'_>,
        splits: usize,
    ) -> Option<Self> {
        if items.is_empty() {
            return Some(Self { nodes: Vec::new(), leaves: Vec::new() });
        }
        let Split { forks, leaves } = Split::all(items, local, splits);
        let mut grown = Self { nodes: Vec::new(), leaves: Vec::with_capacity(leaves.len()) };
        let mut plans = alloc::vec![Plan::PACK; forks.len()];
        for (index, fork) in forks.iter().enumerate().rev().filter(|(_, fork)| !fork.is_leaf()) {
            let first = fork.halves as usize;
            plans[index] = Plan::of([&plans[first], &plans[first + 1]], fork.half_area);
        }
        // Children come after their parents, and the children of one node are adjacent.
        grown.nodes.push(MeshNode::EMPTY);
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
                    grown.nodes.push(MeshNode::EMPTY);
                }
            }
            let are_nodes = children.iter().map(|&fork| !forks[fork].is_leaf());
            grown.nodes[index].plan(first_node, first_leaf, are_nodes);
        }
        Some(grown)
    }
}

/// The forks that become the children of the node of this fork.
pub(super) fn children(forks: &[Fork], plans: &[Plan], fork: usize) -> Vec<usize> {
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
