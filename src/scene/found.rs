//! Which item is the answer: the one that is met first, or is closest, as exact numbers tell where
//! floats tie.

use super::entries::{Scene, SceneFeature};
use super::item::{Item, ItemFeature};
use super::mover::{Core, Mover};
use super::places::Place;
use super::store::Id;
use super::tree::Search;
use crate::contact::{Answer, Contact, Effort, ExactAnswer, in_space};
use crate::number::{Rational, Rounding, Surd};
use crate::shape::{Moving, Scalar};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// An item that may be the answer, and what it says.
struct Found<'a, T: Scalar> {
    id: Id,
    item: &'a Item<T>,
    answer: Answer<T, 3, SceneFeature>,
}

/// Which of what items say counts.
pub(super) struct Which<'w, T: Scalar> {
    pub(super) only: Only,
    /// An item that is not asked.
    pub(super) except: Option<Id>,
    /// Whether what an item says counts.
    pub(super) counts: &'w mut dyn FnMut(&Answer<T, 3, SceneFeature>) -> bool,
}

/// Which touches count.
#[derive(Clone, Copy)]
pub(super) enum Only {
    /// All of them.
    Contacts,
    /// Those at which the mover enters. An item that it only slides along may be entered later, at
    /// another place, if it is a mesh.
    Entries,
}

impl Only {
    fn exactly<T: Scalar, M: Mover<T>>(
        self,
        item: &Item<T>,
        mover: &Moving<M>,
    ) -> ExactAnswer<3, ItemFeature> {
        match self {
            Only::Contacts => M::meet_exactly(item, mover),
            Only::Entries => M::enter_exactly(item, mover),
        }
    }
}

impl<T: Scalar> Found<'_, T> {
    /// Of two that are met at times with the same nearest float: is this one met first?
    #[cold]
    fn ties_first<M: Mover<T>>(
        &self,
        best: &Self,
        mover: &Moving<M>,
        only: Only,
        effort: &mut Effort,
    ) -> bool {
        effort.exact = true;
        let order = self.exact_time(mover, only).cmp(&best.exact_time(mover, only));
        order.then(self.id.cmp(&best.id)) == Ordering::Less
    }

    /// The same, rounded.
    fn time(&self) -> T {
        match &self.answer {
            Answer::Contact(hit) => hit.time,
            Answer::Overlap(_) | Answer::None => T::ZERO,
        }
    }

    /// The time of a contact; of an overlap, zero.
    fn exact_time<M: Mover<T>>(&self, mover: &Moving<M>, only: Only) -> Surd {
        exact_time(only.exactly(self.item, mover))
    }
}

/// The time of a contact; of an overlap, zero.
pub(super) fn exact_time(answer: ExactAnswer<3, ItemFeature>) -> Surd {
    match answer {
        ExactAnswer::Contact { time, .. } => time,
        ExactAnswer::Overlap { .. } | ExactAnswer::None => Surd::from(Rational::ZERO),
    }
}

/// Says who says it.
pub(super) fn named<T: Scalar>(
    answer: Answer<T, 3, ItemFeature>,
    item: Id,
) -> Answer<T, 3, SceneFeature> {
    answer.map_feature(|feature| SceneFeature { item, feature })
}

/// Where a mover is at time zero, and its velocity.
pub(super) fn place_of<T: Scalar, M: Mover<T>>(mover: &Moving<M>) -> Place {
    (mover.shape().reach(), mover.way().map(in_space))
}

impl<T: Scalar> Scene<T> {
    /// The next item that a search finds.
    pub(super) fn next(&self, search: &mut Search<'_>) -> Option<(Id, &Item<T>)> {
        let slot = search.next()?;
        if let Some(upcoming) = search.upcoming() {
            self.ask_ahead(upcoming);
        }
        self.at(slot)
    }

    /// The items that the mover may touch up to a time, in no order.
    fn within_reach<M: Mover<T>>(
        &self,
        mover: &Moving<M>,
        t_max: f64,
    ) -> impl Iterator<Item = (Id, &Item<T>)> {
        let mut search = self.places.met(&place_of(mover), t_max);
        core::iter::from_fn(move || self.next(&mut search))
    }

    /// The item that is met first, the lowest id if several are; or the closest, if some are
    /// overlapped.
    fn first<M: Mover<T>>(
        &self,
        mover: &Moving<M>,
        only: Only,
        effort: &mut Effort,
    ) -> Option<Found<'_, T>> {
        let which = Which { only, except: None, counts: &mut |_| true };
        self.first_of(mover, which, effort)
    }

    /// The same of items that are asked, and whose answers count.
    fn first_of<M: Mover<T>>(
        &self,
        mover: &Moving<M>,
        Which { only, except, counts }: Which<'_, T>,
        effort: &mut Effort,
    ) -> Option<Found<'_, T>> {
        let mut overlapped: Vec<Found<'_, T>> = Vec::new();
        let mut best: Option<(Found<'_, T>, T)> = None;
        let mut search = self.places.met(&place_of(mover), mover.t_max().widen());
        // The same up to the time that is known: that ends the search of a mesh sooner.
        let mut shortened = *mover;
        while let Some((id, item)) = self.next(&mut search) {
            if except == Some(id) {
                continue;
            }
            let mover_until = if item.is_mesh() { &shortened } else { mover };
            let answer = match only {
                Only::Contacts => M::meet(item, mover_until, effort),
                Only::Entries => M::enter(item, mover_until, effort),
            };
            let answer = named(answer, id);
            match &answer {
                Answer::None => {}
                answer if !counts(answer) => {}
                Answer::Overlap(_) => {
                    search.tighten(0.0);
                    shortened = mover.only_at_start();
                    overlapped.push(Found { id, item, answer });
                }
                Answer::Contact(_) if !overlapped.is_empty() => {}
                &Answer::Contact(Contact { time, .. }) => {
                    let found = Found { id, item, answer };
                    let comes_first = best.as_ref().is_none_or(|(best, least)| {
                        // Rounding is monotone, so different times are in the right order.
                        time < *least
                            || (time == *least && found.ties_first(best, mover, only, effort))
                    });
                    if comes_first {
                        let limit = time.above();
                        search.tighten(limit.widen());
                        shortened = mover.ending_by(limit);
                        best = Some((found, time));
                    }
                }
            }
        }
        if overlapped.is_empty() {
            return best.map(|(found, _)| found);
        }
        least_distant(overlapped, &mover.shape().core(), effort)
    }

    // ---- what is answered ----

    pub(super) fn answer<M: Mover<T>>(
        &self,
        mover: &Moving<M>,
        only: Only,
        effort: &mut Effort,
    ) -> Answer<T, 3, SceneFeature> {
        self.first(mover, only, effort).map_or(Answer::None, |found| found.answer)
    }

    /// The same of items that are asked, and whose answers count.
    pub(super) fn answer_of<M: Mover<T>>(
        &self,
        mover: &Moving<M>,
        which: Which<'_, T>,
    ) -> Answer<T, 3, SceneFeature> {
        let found = self.first_of(mover, which, &mut Effort::default());
        found.map_or(Answer::None, |found| found.answer)
    }

    pub(super) fn exact_answer<M: Mover<T>>(
        &self,
        mover: &Moving<M>,
        only: Only,
    ) -> ExactAnswer<3, SceneFeature> {
        match self.first(mover, only, &mut Effort::default()) {
            None => ExactAnswer::None,
            Some(Found { id: item, item: of, .. }) => {
                only.exactly(of, mover).map_feature(|feature| SceneFeature { item, feature })
            }
        }
    }

    pub(super) fn first_time<M: Mover<T>>(
        &self,
        mover: &Moving<M>,
        rounding: Rounding,
    ) -> Option<T> {
        let found = self.first(mover, Only::Contacts, &mut Effort::default())?;
        M::time(found.item, mover, rounding)
    }

    /// The first contact with each item.
    pub(super) fn all<M: Mover<T>>(&self, mover: &Moving<M>) -> Vec<Answer<T, 3, SceneFeature>> {
        let effort = &mut Effort::default();
        let mut found: Vec<Found<'_, T>> = Vec::new();
        for (id, item) in self.within_reach(mover, mover.t_max().widen()) {
            let answer = M::meet(item, mover, effort);
            if answer != Answer::None {
                found.push(Found { id, item, answer: named(answer, id) });
            }
        }
        // Rounding is monotone, so only times with the same nearest float are told apart by exact
        // numbers.
        found.sort_by(|a, b| {
            let order = a.time().widen().total_cmp(&b.time().widen());
            let exactly =
                || a.exact_time(mover, Only::Contacts).cmp(&b.exact_time(mover, Only::Contacts));
            order.then_with(exactly).then(a.id.cmp(&b.id))
        });
        found.into_iter().map(|found| found.answer).collect()
    }

    /// The end of the contact: of all that is touched in one go from the first contact on.
    pub(super) fn end_of_contact<M: Mover<T>>(&self, mover: &Moving<M>) -> Option<Surd> {
        let mut end = self
            .first(mover, Only::Contacts, &mut Effort::default())?
            .exact_time(mover, Only::Contacts);
        let mut stays = Vec::new();
        for (_, item) in self.within_reach(&mover.endless(), f64::INFINITY) {
            stays.extend(M::stays(item, mover));
        }
        stays.sort_by(|(a, _), (b, _)| a.cmp(b));
        for (first, last) in stays {
            if first <= end {
                end = end.max(last?);
            }
        }
        Some(end)
    }

    /// Whether any item is ever touched.
    pub(super) fn is_touched<M: Mover<T>>(&self, mover: &Moving<M>, effort: &mut Effort) -> bool {
        let mut items = self.within_reach(mover, mover.t_max().widen());
        items.any(|(_, item)| M::touches(item, mover, effort))
    }

    /// Whether any item is touched at time zero, when it does not matter that the items move.
    pub(super) fn is_touched_at_rest<M: Mover<T>>(&self, shape: &M, effort: &mut Effort) -> bool {
        let mover = Moving::still(*shape);
        let mut items = self.within_reach(&mover, 0.0);
        items.any(|(_, item)| M::touches(&item.at_rest(), &mover, effort))
    }
}

/// The overlapped item closest to the centre or the axis, the lowest id if several are.
#[cold]
fn least_distant<'a, T: Scalar, C: Core<T>>(
    mut overlapped: Vec<Found<'a, T>>,
    core: &C,
    effort: &mut Effort,
) -> Option<Found<'a, T>> {
    if overlapped.len() < 2 {
        return overlapped.pop();
    }
    let distance = |of: &Found<'a, T>| Some(C::distance(&core.closest_of(of.item)?));
    if let Some(distances) = overlapped.iter().map(distance).collect::<Option<Vec<T>>>() {
        // Rounding is monotone, so only those of the least are told apart by exact numbers.
        let least = distances.iter().copied().reduce(|a, b| if b < a { b } else { a });
        let mut distances = distances.into_iter();
        overlapped.retain(|_| distances.next() == least);
        if overlapped.len() < 2 {
            return overlapped.pop();
        }
    }
    effort.exact = true;
    let key = |found: Found<'a, T>| (core.exact_distance_of(found.item), found.id, found);
    let least = overlapped.into_iter().map(key).min_by(|a, b| a.0.cmp(&b.0).then(a.1.cmp(&b.1)));
    least.map(|(_, _, found)| found)
}

// ---- the closest ----

/// An item that may be the closest, and what it says.
pub(super) struct Closest<'a, T: Scalar, C> {
    pub(super) id: Id,
    pub(super) item: &'a Item<T>,
    pub(super) closest: C,
}

impl<T: Scalar, C> Closest<'_, T, C> {
    /// Of two at distances with the same nearest float: is this one closer?
    #[cold]
    fn ties_closer(&self, best: &Self, core: &impl Core<T>) -> bool {
        let distance = |of: &Self| core.exact_distance_of(of.item);
        distance(self).cmp(&distance(best)).then(self.id.cmp(&best.id)) == Ordering::Less
    }
}

impl<T: Scalar> Scene<T> {
    /// The item that is closest to a point or an axis at time zero, the lowest id if several are.
    pub(super) fn nearest<C: Core<T>>(&self, core: &C) -> Option<Closest<'_, T, C::Closest>> {
        let mut best: Option<(Closest<'_, T, C::Closest>, T)> = None;
        let mut search = self.places.close(&core.reach(), f64::INFINITY);
        while let Some((id, item)) = self.next(&mut search) {
            let Some(closest) = core.closest_of(item) else { continue };
            let distance = C::distance(&closest);
            let found = Closest { id, item, closest };
            let is_closer = best.as_ref().is_none_or(|(best, least)| {
                // Rounding is monotone, so different distances are in the right order.
                distance < *least || (distance == *least && found.ties_closer(best, core))
            });
            if is_closer {
                search.tighten(distance.above().widen());
                best = Some((found, distance));
            }
        }
        best.map(|(closest, _)| closest)
    }
}
