//! The search in the BVH: depth first, the nearest child first. Its results are candidates.

use super::arrival::Arrival;
use super::bound::{HalfAxes, TreeBody, TreeQuery};
use super::closeness::Closeness;
use super::frame::{MeshSurface, TreeFrame, VertexCoordinates};
use super::hull::TreeHull;
use super::leaf::Leaf;
use super::node::{MeshNode, WIDTH};
use super::store::{LEVELS, MeshTree};
use crate::number::{COMPACT, Eight, Task, ask_ahead, run};
use crate::shape::Scalar;

/// The goal of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::mesh) enum TriangleGoal {
    /// Some triangles, among them the one that the body reaches first.
    First,
    /// Some triangles, until one is certainly reached.
    Any,
    /// All triangles that the body may reach on its path.
    All,
    /// Some triangles, among them the one closest to the centre at the start.
    Closest,
    /// All triangles within a distance of the centre at the start.
    Within,
}

/// A triangle that is not ruled out, with a lower bound for its key.
pub(in crate::mesh) type KeyedTriangle = (f32, u32);

/// The greatest number of stored candidates.
const KEPT: usize = 32;

/// The stack of the search: for each node on the path down, the children that may count.
struct SearchStack {
    groups: [Group; LEVELS],
    count: usize,
}

/// The children of a node that are yet to be visited.
#[derive(Clone, Copy)]
struct Group {
    /// A lower bound for the key of each child; infinite for children that do not count or have
    /// been taken.
    keys: [f32; WIDTH],
    node: u32,
}

impl SearchStack {
    const NOTHING: Self =
        Self { groups: [Group { keys: [0.0; WIDTH], node: 0 }; LEVELS], count: 0 };

    /// The nearest waiting child of the deepest node that has one. Children beyond the limit are
    /// dropped.
    #[cfg_attr(hot, inline(always))]
    fn take<E: Eight>(&mut self, limit: f32) -> Option<PendingChild> {
        while let Some(last) = self.count.checked_sub(1) {
            let group = &mut self.groups[last];
            let child = PendingChild::nearest(E::load(&group.keys), group.node);
            if child.key <= limit {
                group.keys[child.lane] = f32::INFINITY;
                return Some(child);
            }
            self.count = last;
        }
        None
    }

    /// The nearest of these children, at least one of which exists; the others wait. There are
    /// never more nodes on the stack than the tree has levels.
    #[cfg_attr(hot, inline(always))]
    fn put<E: Eight>(&mut self, keys: E, node: u32) -> PendingChild {
        let child = PendingChild::nearest(keys, node);
        let group = &mut self.groups[self.count];
        *group = Group { keys: keys.store(), node };
        group.keys[child.lane] = f32::INFINITY;
        self.count += 1;
        child
    }
}

/// A child that is to be visited: its key, its parent node, and its lane in the parent.
#[derive(Clone, Copy)]
struct PendingChild {
    key: f32,
    node: u32,
    lane: usize,
}

impl PendingChild {
    /// Returns the nearest child. The children are searched and not sorted, because sorting has
    /// branches that cannot be predicted.
    #[cfg_attr(hot, inline(always))]
    fn nearest<E: Eight>(keys: E, node: u32) -> Self {
        let key = keys.least();
        let lane = keys.at_most(E::splat(key)).bits().trailing_zeros() as usize;
        Self { key, node, lane }
    }
}

/// A search that returns one candidate at a time, so that its limit can change in between.
pub(in crate::mesh) struct MeshSearch<'t> {
    frame: &'t TreeFrame,
    nodes: &'t [MeshNode],
    leaves: &'t [Leaf],
    triangles: &'t [[u32; 3]],
    vertices: VertexCoordinates<'t>,
    body: Option<TreeBody>,
    /// The vertices of a body that is no box.
    hull: Option<&'t TreeHull<'t>>,
    goal: TriangleGoal,
    /// Greater keys are not wanted.
    limit: f32,
    /// Whether the root is yet to be visited.
    begins: bool,
    waiting: SearchStack,
    kept: [KeyedTriangle; KEPT],
    count: usize,
    /// The number of stored candidates that were returned.
    given: usize,
}

impl<'t> MeshSearch<'t> {
    /// Starts a search. `limit` is an upper bound for the keys that are wanted: 1 for the whole
    /// path. If floats cannot hold the body, it is `None`, and nothing is ruled out.
    #[cfg_attr(hot, inline(always))]
    pub(in crate::mesh) fn new<T: Scalar>(
        tree: &'t MeshTree,
        surface: MeshSurface<'t, T>,
        body: Option<TreeBody>,
        goal: TriangleGoal,
        limit: f32,
    ) -> Self {
        // The buffers are dereferenced once, here, since each access to a buffer calls the owner of
        // its bytes.
        let MeshTree { frame, nodes, leaves } = tree;
        let (nodes, leaves): (&[MeshNode], &[Leaf]) = (nodes, leaves);
        let limit = if limit < f32::MAX { limit } else { f32::MAX };
        let (begins, waiting, kept) = (!nodes.is_empty(), SearchStack::NOTHING, [(0.0, 0); KEPT]);
        Self {
            frame,
            nodes,
            leaves,
            triangles: surface.triangles,
            vertices: surface.coordinates(),
            body,
            hull: None,
            goal,
            limit,
            begins,
            waiting,
            kept,
            count: 0,
            given: 0,
        }
    }

    /// The same search, with the vertices of the body.
    pub(in crate::mesh) fn by_vertices(self, hull: Option<&'t TreeHull<'t>>) -> Self {
        Self { hull, ..self }
    }

    /// Lowers the upper bound.
    #[cfg_attr(hot, inline(always))]
    pub(in crate::mesh) fn tighten(&mut self, limit: f32) {
        if limit < self.limit {
            self.limit = limit;
        }
    }

    #[cfg_attr(hot, inline(always))]
    pub(in crate::mesh) fn limit(&self) -> f32 {
        self.limit
    }

    /// The next candidate, the likeliest first, with a lower bound for its key. Without a body,
    /// each triangle is a candidate.
    #[cfg_attr(hot, inline(always))]
    pub(in crate::mesh) fn next(&mut self) -> Option<KeyedTriangle> {
        loop {
            while self.given < self.count {
                let candidate = self.kept[self.given];
                self.given += 1;
                if candidate.0 <= self.limit {
                    return Some(candidate);
                }
            }
            if self.body.is_none() {
                let triangle = self.given;
                self.given += 1;
                let is_wanted = triangle < self.triangles.len() && self.limit >= 0.0;
                return is_wanted.then_some((0.0, triangle as u32));
            }
            if !self.begins && self.waiting.count == 0 {
                return None;
            }
            (self.given, self.count) = (0, 0);
            run(Go(self));
            sort(&mut self.kept[..self.count]);
        }
    }

    /// Calls `look` with every candidate and its key; `look` returns a new upper bound for the keys
    /// that are wanted.
    #[cfg_attr(hot, inline(always))]
    pub(in crate::mesh) fn each(&mut self, mut look: impl FnMut(f32, u32) -> f32) {
        while let Some((key, triangle)) = self.next() {
            let limit = look(key, triangle);
            self.tighten(limit);
        }
    }

    /// Visits nodes until some candidates are found. With `tighten`, points that are found on
    /// triangles lower the limit. With `blind`, the search pauses after each leaf with candidates,
    /// because then only decided candidates lower the limit, and not such points.
    #[cfg_attr(hot, inline(always))]
    fn visit<E: Eight, Q: TreeQuery<E>>(&mut self, question: Q, tighten: bool, blind: bool) {
        let begins = core::mem::take(&mut self.begins);
        let mut next = if begins { self.open(&question, 0, 0.0) } else { None };
        while let Some(child) = next.take().or_else(|| self.waiting.take::<E>(self.limit)) {
            let start = if child.key > 0.0 { child.key } else { 0.0 };
            let node = &self.nodes[child.node as usize];
            let below = node.child(child.lane);
            let Some(leaf) = below.leaf() else {
                next = self.open(&question, below.index(), start);
                continue;
            };
            let (leaf, grid) = (&self.leaves[leaf], node.grid(child.lane));
            let corners = leaf.corners::<E>(&grid);
            let (lower, upper) =
                question.triangles(&corners, grid.blur(), E::splat(start), self.limit);
            if tighten && self.ends_with(upper) {
                return;
            }
            let mut lanes = lower.at_most(E::splat(self.limit)).bits();
            if lanes == 0 {
                continue;
            }
            let lower = lower.store();
            while lanes != 0 {
                let lane = lanes.trailing_zeros() as usize;
                lanes &= lanes - 1;
                if !leaf.repeats(lane) {
                    let triangle = leaf.triangles[lane];
                    ask_ahead::<1, _>(&self.triangles[triangle as usize]);
                    self.kept[self.count] = (lower[lane], triangle);
                    self.count += 1;
                }
            }
            if self.count > KEPT - WIDTH {
                self.forget();
            }
            if blind || self.count > KEPT - WIDTH {
                break;
            }
        }
        self.forget();
        // Fewer candidates are decided as quickly as tested. The number was found by measurement;
        // any number is correct.
        if self.count > 3 {
            self.look_closer(&question, tighten);
        }
    }

    /// Tests the children of a node, and returns the nearest one that may count.
    #[cfg_attr(hot, inline(always))]
    fn open<E: Eight>(
        &mut self,
        question: &impl TreeQuery<E>,
        index: usize,
        start: f32,
    ) -> Option<PendingChild> {
        let node = &self.nodes[index];
        let keys = question.children(node, start, self.limit)?;
        self.ask_for_children(node);
        Some(self.waiting.put(keys, index as u32))
    }

    /// Lowers the limit to the key of a point that was found. Returns whether the search ends: the
    /// goal is any triangle, or the point is inside of the body at the start. In either case, no
    /// other triangle makes a difference.
    #[cfg_attr(hot, inline(always))]
    fn ends_with(&mut self, upper: f32) -> bool {
        let ends = upper < self.limit && (upper <= 0.0 || self.goal == TriangleGoal::Any);
        self.tighten(upper);
        if ends {
            self.waiting.count = 0;
        }
        ends
    }

    /// Tests the candidates with their exact corners, instead of the corners that the leaves store.
    #[cfg_attr(hot, inline(always))]
    fn look_closer<E: Eight>(&mut self, question: &impl TreeQuery<E>, tighten: bool) {
        for first in (0..self.count).step_by(WIDTH) {
            let last = if first + WIDTH < self.count { first + WIDTH } else { self.count };
            let mut leaf = [self.kept[first].1; WIDTH];
            let mut starts = [0.0; WIDTH];
            for (lane, &(key, triangle)) in self.kept[first..last].iter().enumerate() {
                (starts[lane], leaf[lane]) = (if key > 0.0 { key } else { 0.0 }, triangle);
            }
            let leaf = leaf.map(|triangle| self.triangles[triangle as usize]);
            let corners = self.frame.gather::<E>(&leaf, self.vertices);
            let (lower, upper) = question.triangles(&corners, 0.0, E::load(&starts), self.limit);
            if tighten && self.ends_with(upper) {
                return;
            }
            for (kept, key) in self.kept[first..last].iter_mut().zip(lower.store()) {
                kept.0 = key;
            }
        }
        self.forget();
    }

    /// Prefetches all children of a node: they are adjacent in memory, and some of them will be
    /// visited.
    #[cfg_attr(hot, inline(always))]
    fn ask_for_children(&self, node: &MeshNode) {
        if let Some(first) = self.nodes.get(node.first_node as usize) {
            ask_ahead::<{ WIDTH * size_of::<MeshNode>() / 64 }, _>(first);
        }
        if let Some(first) = self.leaves.get(node.first_leaf as usize) {
            ask_ahead::<{ WIDTH * size_of::<Leaf>() / 64 }, _>(first);
        }
    }

    /// Drops the candidates beyond the limit.
    fn forget(&mut self) {
        let mut count = 0;
        for i in 0..self.count {
            if self.kept[i].0 <= self.limit {
                self.kept[count] = self.kept[i];
                count += 1;
            }
        }
        self.count = count;
    }
}

/// Sorts a few candidates by their keys.
#[cfg_attr(hot, inline(always))]
fn sort(candidates: &mut [KeyedTriangle]) {
    for i in 1..candidates.len() {
        let candidate = candidates[i];
        let mut place = i;
        while place > 0 && candidates[place - 1].0 > candidate.0 {
            candidates[place] = candidates[place - 1];
            place -= 1;
        }
        candidates[place] = candidate;
    }
}

/// The part of a search that runs on lanes.
struct Go<'s, 't>(&'s mut MeshSearch<'t>);

impl Task for Go<'_, '_> {
    type Output = ();

    #[cfg_attr(hot, inline(always))]
    fn run<E: Eight>(self) {
        match &self.0.body {
            None => {}
            // Small code is compiled for boxes only, which have all half axes.
            Some(body) if COMPACT || matches!(body.half_axes, HalfAxes::Box(_)) => {
                self.search::<E, true>()
            }
            Some(_) => self.search::<E, false>(),
        }
    }
}

impl Go<'_, '_> {
    #[cfg_attr(hot, inline(always))]
    fn search<E: Eight, const IS_BOX: bool>(self) {
        let Self(search) = self;
        let (goal, Some(body)) = (search.goal, &search.body) else { return };
        match goal {
            TriangleGoal::First | TriangleGoal::Any | TriangleGoal::All => {
                let tighten = goal != TriangleGoal::All;
                let hull = search.hull;
                let is_tangible = match hull {
                    Some(hull) => hull.within(2.0 * body.epsilon).is_some(),
                    None => body.is_tangible(),
                };
                let is_blind = tighten && !is_tangible;
                search.visit(Arrival::<E, IS_BOX>::new(body, hull, tighten), tighten, is_blind);
            }
            TriangleGoal::Closest | TriangleGoal::Within => {
                let tighten = goal == TriangleGoal::Closest;
                search.visit(Closeness::<E, IS_BOX>::new(body), tighten, false);
            }
        }
    }
}
