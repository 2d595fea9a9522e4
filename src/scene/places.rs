//! The bounds of all items: the trees that contain them, and the items that no tree can contain.

use super::start_bounds::StartBounds;
use super::tree::{ItemGoal, MovingBounds, NONE, SceneFrame, SceneSearch, SceneTree, Spots};
use crate::mesh::{IsCancelled, unless};
use crate::number::Bracket;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// The bounds of an item at time zero, and its velocity as a difference.
pub(super) type ItemPlace = (StartBounds, [[f64; 3]; 2]);

/// The tree that contains an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum In {
    /// No tree.
    Neither,
    Still,
    Moving,
}

/// The number of items between two checks for cancellation. They take well under a millisecond.
pub(super) const AT_ONCE: usize = 1024;

#[derive(Clone, Debug)]
pub(super) struct Places {
    frame: Option<SceneFrame>,
    still: SceneTree,
    moving: SceneTree,
    spots: Spots,
    /// The tree that contains the item of each slot.
    which: Vec<In>,
    /// The slots of items in no tree, because the items are unbounded or too far away.
    others: BTreeSet<u32>,
}

/// The box around which an empty scene places its frame.
const ORIGIN: [Bracket; 3] = [Bracket { lower: 0.0, upper: 0.0 }; 3];

impl Places {
    pub(super) fn new() -> Self {
        let (still, moving) = (SceneTree::new(false), SceneTree::new(true));
        let (spots, which) = (Spots::new(), Vec::new());
        Self { frame: None, still, moving, spots, which, others: BTreeSet::new() }
    }

    fn frame_for(&mut self, around: &[Bracket; 3]) -> &SceneFrame {
        self.frame.get_or_insert_with(|| SceneFrame::around(around))
    }

    fn bounds(&mut self, (start, way): &ItemPlace) -> (In, MovingBounds) {
        let bounds = self.frame_for(start.around()).bounds(start.around(), way);
        let which = match bounds.fits() {
            false => In::Neither,
            true if bounds.is_at_rest() => In::Still,
            true => In::Moving,
        };
        (which, bounds)
    }

    /// Inserts an item. Returns whether the trees should be built again, because so many bounded
    /// items are in no tree that trees with another frame might contain them.
    #[must_use]
    pub(super) fn insert(&mut self, slot: u32, place: &ItemPlace) -> bool {
        let (which, bounds) = self.bounds(place);
        if slot as usize >= self.which.len() {
            self.which.resize(slot as usize + 1, In::Neither);
        }
        self.which[slot as usize] = which;
        match which {
            In::Neither => {
                self.others.insert(slot);
                let count = self.others.len();
                return place.0.has_end() && count >= 16 && count.is_power_of_two();
            }
            In::Still => self.still.insert(bounds, slot, &mut self.spots),
            In::Moving => self.moving.insert(bounds, slot, &mut self.spots),
        }
        false
    }

    pub(super) fn remove(&mut self, slot: u32) {
        match self.which[slot as usize] {
            In::Neither => {
                self.others.remove(&slot);
            }
            In::Still => self.still.remove(slot, &mut self.spots),
            In::Moving => self.moving.remove(slot, &mut self.spots),
        }
    }

    /// Changes the bounds of an item that is in the scene. Returns the same as
    /// [`insert`](Self::insert).
    #[must_use]
    pub(super) fn change(&mut self, slot: u32, place: &ItemPlace) -> bool {
        let (which, bounds) = self.bounds(place);
        match (self.which[slot as usize], which) {
            (In::Still, In::Still) => self.still.change(bounds, slot, &mut self.spots),
            (In::Moving, In::Moving) => self.moving.change(bounds, slot, &mut self.spots),
            _ => {
                self.remove(slot);
                return self.insert(slot, place);
            }
        }
        false
    }

    /// Changes many items at once. Returns whether newly built trees would be so much better that
    /// they are worth their cost.
    #[must_use]
    pub(super) fn change_all(&mut self, items: impl Iterator<Item = (u32, ItemPlace)>) -> bool {
        let mut is_worn = false;
        for (slot, place) in items {
            let (which, bounds) = self.bounds(&place);
            match (self.which[slot as usize], which) {
                (In::Still, In::Still) => self.still.set(&bounds, slot, &self.spots),
                (In::Moving, In::Moving) => self.moving.set(&bounds, slot, &self.spots),
                _ => is_worn |= self.change(slot, &place),
            }
        }
        for tree in [&mut self.still, &mut self.moving] {
            is_worn |= tree.refit_all();
        }
        is_worn
    }

    /// Builds everything for these slots; `None` if this was cancelled.
    pub(super) fn build(items: &[(u32, ItemPlace)], is_cancelled: IsCancelled<'_>) -> Option<Self> {
        let ends = items.iter().filter(|(_, (start, _))| start.has_end());
        let all = ends.map(|(_, (start, _))| *start.around());
        let joined = |a: [Bracket; 3], b: [Bracket; 3]| core::array::from_fn(|k| a[k].joined(b[k]));
        let mut places = Self::new();
        let frame = *places.frame_for(&all.reduce(joined).unwrap_or(ORIGIN));
        let (mut still, mut moving) = (Vec::new(), Vec::new());
        for (number, (slot, place)) in items.iter().enumerate() {
            if number % AT_ONCE == 0 {
                unless(is_cancelled)?;
            }
            let (which, bounds) = places.bounds(place);
            if *slot as usize >= places.which.len() {
                places.which.resize(*slot as usize + 1, In::Neither);
            }
            places.which[*slot as usize] = which;
            match which {
                In::Neither => {
                    places.others.insert(*slot);
                }
                In::Still => still.push((bounds, *slot)),
                In::Moving => moving.push((bounds, *slot)),
            }
        }
        places.still = SceneTree::over(&still, false, &mut places.spots, is_cancelled)?;
        places.moving = SceneTree::over(&moving, true, &mut places.spots, is_cancelled)?;
        places.frame = (!items.is_empty()).then_some(frame);
        Some(places)
    }

    /// Both trees as they are saved, with each slot replaced by the given function, and their
    /// frame.
    pub(super) fn packed(&self, slot: impl Fn(u32) -> u32) -> ([SceneTree; 2], Option<SceneFrame>) {
        ([&self.still, &self.moving].map(|tree| tree.packed(&slot)), self.frame)
    }

    /// Creates the places of the first `count` slots from two trees. The slots in neither tree are
    /// listed separately. `None` if the parts are not consistent.
    pub(super) fn of_parts(
        count: usize,
        frame: Option<SceneFrame>,
        trees: impl FnOnce(&mut Spots) -> Option<[SceneTree; 2]>,
    ) -> Option<Self> {
        let mut spots: Spots = alloc::vec![NONE; count];
        let [still, moving] = trees(&mut spots)?;
        let which = |(slot, &spot): (usize, &u32)| {
            let is_in = |tree: &SceneTree| {
                let leaf = tree.nodes().get(spot as usize);
                leaf.is_some_and(|leaf| leaf.is_leaf_of(slot as u32))
            };
            match spot {
                NONE => In::Neither,
                _ if is_in(&still) => In::Still,
                _ if is_in(&moving) => In::Moving,
                _ => In::Neither,
            }
        };
        let which: Vec<In> = spots.iter().enumerate().map(which).collect();
        let others = which.iter().enumerate().filter(|(_, which)| **which == In::Neither);
        let others: BTreeSet<u32> = others.map(|(slot, _)| slot as u32).collect();
        let is_sound = frame.is_some() || others.len() == count;
        is_sound.then_some(Self { frame, still, moving, spots, which, others })
    }

    /// The slots of items that a moving body may meet up to a time.
    pub(super) fn met(&self, (start, way): &ItemPlace, limit: f64) -> SceneSearch<'_> {
        let trees = [&self.still, &self.moving];
        self.search(trees, |frame| ItemGoal::Met(frame.bounds(start.around(), way)), limit)
    }

    /// The slots of items that may be within a distance of a shape, at time zero.
    pub(super) fn close(&self, start: &StartBounds, limit: f64) -> SceneSearch<'_> {
        let trees = [&self.still, &self.moving];
        self.search(trees, |frame| ItemGoal::Close(frame.place(start.around())), limit)
    }

    fn search<'t>(
        &'t self,
        trees: [&'t SceneTree; 2],
        goal: impl FnOnce(&SceneFrame) -> ItemGoal,
        limit: f64,
    ) -> SceneSearch<'t> {
        let frame = self.frame.unwrap_or_else(|| SceneFrame::around(&ORIGIN));
        let goal = goal(&frame);
        SceneSearch::new(trees, self.others.iter().copied(), frame, goal, limit)
    }

    /// The size in bytes.
    pub(super) fn memory(&self) -> usize {
        let lists = self.spots.capacity() * size_of::<u32>() + self.which.capacity();
        lists + self.still.memory() + self.moving.memory()
    }
}
