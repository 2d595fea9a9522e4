//! Items by name. Each item is in a slot, in which it stays until it is removed.
//!
//! Names are serial numbers that are never used again. Their order is the order of insertion, which
//! settles ties.

use super::item::Item;
use crate::number::ask_ahead;
use crate::shape::Scalar;
use alloc::vec::Vec;

/// The name (handle) of an item of a scene: a number that the scene uses for no other item, not
/// even after the item is removed. Later items have greater numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(u64);

impl Id {
    /// Returns the name as a plain number. Unless numbers were [skipped](crate::Scene::skip_to), it
    /// is the number of items that were inserted before.
    pub fn number(self) -> u64 {
        self.0
    }
}

#[derive(Clone, Debug)]
pub(super) struct Store<T: Scalar> {
    slots: Vec<Option<(Id, Item<T>)>>,
    vacant: Vec<u32>,
    /// The slot of each name, in the order of names. Names of removed items stay in this list for a
    /// while.
    order: Vec<(Id, u32)>,
    next: u64,
    count: usize,
}

impl<T: Scalar> Store<T> {
    pub(super) fn new() -> Self {
        Self { slots: Vec::new(), vacant: Vec::new(), order: Vec::new(), next: 0, count: 0 }
    }

    /// A store of these items with their names, in slots in the same order. `None` if the names do
    /// not increase, if one is not less than `next`, or if there are too many items or numbers.
    pub(super) fn of_parts(items: Vec<(u64, Item<T>)>, next: u64) -> Option<Self> {
        let is_sound = items.is_sorted_by(|(a, _), (b, _)| a < b)
            && items.last().is_none_or(|(last, _)| *last < next)
            && next <= 1 << 63
            && items.len() < u32::MAX as usize;
        is_sound.then(|| {
            let order = items.iter().zip(0..).map(|((id, _), slot)| (Id(*id), slot)).collect();
            let count = items.len();
            let slots = items.into_iter().map(|(id, item)| Some((Id(id), item))).collect();
            Self { slots, vacant: Vec::new(), order, next, count }
        })
    }

    /// The number of slots, including the vacant ones.
    pub(super) fn slots(&self) -> usize {
        self.slots.len()
    }

    /// The number that the next item will have.
    pub(super) fn next(&self) -> u64 {
        self.next
    }

    /// Reserves memory for `count` more items.
    pub(super) fn reserve(&mut self, count: usize) {
        self.slots.reserve(count.saturating_sub(self.vacant.len()));
        self.order.reserve(count);
    }

    pub(super) fn insert(&mut self, item: Item<T>) -> (Id, u32) {
        let id = Id(self.next);
        let entry = Some((id, item));
        let slot = match self.vacant.pop() {
            Some(slot) => {
                self.slots[slot as usize] = entry;
                slot
            }
            None => {
                self.slots.push(entry);
                (self.slots.len() - 1) as u32
            }
        };
        self.order.push((id, slot));
        (self.next, self.count) = (self.next + 1, self.count + 1);
        (id, slot)
    }

    pub(super) fn remove(&mut self, id: Id) -> Option<(u32, Item<T>)> {
        let slot = self.slot(id)?;
        let (_, item) = self.slots[slot as usize].take()?;
        self.vacant.push(slot);
        self.count -= 1;
        // So names of removed items take hardly more memory than names of items.
        if self.order.len() > 2 * self.count + 32 {
            let slots = &self.slots;
            self.order.retain(|&(id, slot)| is(slots, id, slot));
        }
        Some((slot, item))
    }

    /// Removes the last `count` items, as if they had never been inserted.
    pub(super) fn take_back(&mut self, count: usize) {
        let first = self.order.len().saturating_sub(count);
        for (_, slot) in self.order.drain(first..).rev() {
            self.slots[slot as usize] = None;
            self.vacant.push(slot);
        }
        (self.next, self.count) = (self.next - count as u64, self.count - count);
    }

    /// Gives later items at least this number, but at most 2⁶³, so that numbers never run out.
    pub(super) fn skip_to(&mut self, number: u64) {
        self.next = self.next.max(number.min(1 << 63));
    }

    /// The slot of an item, if the item exists.
    pub(super) fn slot(&self, id: Id) -> Option<u32> {
        // Names increase by at least one from entry to entry. So if no number was skipped or
        // dropped, the bounds below meet at the entry itself.
        let (first, _) = self.order.first()?;
        let left_out = self.next - self.order.len() as u64;
        let from = id.0.saturating_sub(left_out).min(self.order.len() as u64) as usize;
        let to = id.0.checked_sub(first.0)?.min(self.order.len() as u64 - 1) as usize;
        let within = self.order.get(from..=to)?;
        let (_, slot) = within[within.binary_search_by(|(of, _)| of.cmp(&id)).ok()?];
        is(&self.slots, id, slot).then_some(slot)
    }

    /// The name of the item with this number, if the item exists.
    pub(super) fn name(&self, number: u64) -> Option<Id> {
        self.slot(Id(number)).map(|_| Id(number))
    }

    pub(super) fn item_mut(&mut self, slot: u32) -> Option<&mut Item<T>> {
        self.slots[slot as usize].as_mut().map(|(_, item)| item)
    }

    /// The item in a slot, with its name.
    pub(super) fn at(&self, slot: u32) -> Option<(Id, &Item<T>)> {
        self.slots[slot as usize].as_ref().map(|(id, item)| (*id, item))
    }

    /// Prefetches the item in a slot.
    pub(super) fn ask_ahead(&self, slot: u32) {
        ask_ahead::<3, _>(&self.slots[slot as usize]);
    }

    /// Each slot with its name and item, in the order of names.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, Id, &Item<T>)> {
        self.order.iter().filter_map(|&(id, slot)| {
            let (of, item) = self.at(slot)?;
            (of == id).then_some((slot, id, item))
        })
    }

    /// The size in bytes, without shared shapes.
    pub(super) fn memory(&self) -> usize {
        self.slots.capacity() * size_of::<Option<(Id, Item<T>)>>()
            + self.order.capacity() * size_of::<(Id, u32)>()
            + self.vacant.capacity() * size_of::<u32>()
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }
}

fn is<T: Scalar>(slots: &[Option<(Id, Item<T>)>], id: Id, slot: u32) -> bool {
    slots[slot as usize].as_ref().is_some_and(|(of, _)| *of == id)
}
