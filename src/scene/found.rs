//! The answer of a scene: the item that is met first, or the item that is closest. Exact numbers
//! decide where floats tie.
//!
//! Rounded times are compared first: rounding is monotone, so different floats are in the right
//! order, and only equal floats need exact numbers.

use super::entries::{Scene, SceneFeature};
use super::item::{Item, ItemFeature};
use super::mover::{SceneCore, SceneMover};
use super::places::ItemPlace;
use super::store::Id;
use super::tree::SceneSearch;
use crate::contact::sealed::Only;
use crate::contact::{Answer, Contact, Effort, ExactAnswer, in_space};
use crate::mesh::end_of_stays;
use crate::number::{Rational, Rounding, Surd, sort};
use crate::shape::{Moving, Scalar};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cell::OnceCell;
use core::cmp::Ordering;

/// An item that may be the answer, and its own answer to the query.
struct ItemAnswer<'a, T: Scalar> {
    id: Id,
    item: &'a Item<T>,
    answer: Answer<T, 3, SceneFeature>,
    exact: LazySurd,
}

/// An exact number that is not negative, which is computed once, when floats tie. `None` stands for
/// zero, which is decided without computing the number: where many items tie, they mostly tie at
/// zero. The number is boxed because it is seldom needed.
pub(super) type LazySurd = OnceCell<Option<Box<Surd>>>;

/// The conditions under which an item of a scene and its answer count.
pub(super) struct Which<'w, T: Scalar> {
    pub(super) only: Only,
    /// An item that is not queried.
    pub(super) except: Option<Id>,
    /// Whether the answer of an item counts.
    pub(super) counts: &'w mut dyn FnMut(&Answer<T, 3, SceneFeature>) -> bool,
}

impl<'a, T: Scalar> ItemAnswer<'a, T> {
    fn new(id: Id, item: &'a Item<T>, answer: Answer<T, 3, SceneFeature>) -> Self {
        Self { id, item, answer, exact: OnceCell::new() }
    }

    /// Compares the exact times of two items whose times have the same nearest float.
    #[cold]
    fn compare_exactly<M: SceneMover<T>>(
        &self,
        other: &Self,
        mover: &Moving<M>,
        only: Only,
        effort: &mut Effort,
    ) -> Ordering {
        if self.item.is_same(other.item) {
            return Ordering::Equal;
        }
        effort.exact = true;
        self.exact_time(mover, only).cmp(other.exact_time(mover, only))
    }

    /// The rounded time of the contact; zero for an overlap.
    fn time(&self) -> T {
        match &self.answer {
            Answer::Contact(hit) => hit.time,
            Answer::Overlap(_) | Answer::None => T::ZERO,
        }
    }

    /// The exact time of the contact; zero for an overlap.
    fn exact_time<M: SceneMover<T>>(&self, mover: &Moving<M>, only: Only) -> &Option<Box<Surd>> {
        self.exact.get_or_init(|| {
            let at_start =
                || M::meet(self.item, &mover.clone().only_at_start(), only, &mut Effort::default());
            let is_later = self.time() > T::ZERO || at_start() == Answer::None;
            is_later.then(|| Box::new(exact_time(M::meet_exactly(self.item, mover, only))))
        })
    }
}

/// The time of a contact; zero for an overlap.
pub(super) fn exact_time(answer: ExactAnswer<3, ItemFeature>) -> Surd {
    #[cfg(test)]
    tests::COMPUTED.set(tests::COMPUTED.get() + 1);
    match answer {
        ExactAnswer::Contact(Contact { time, .. }) => time,
        ExactAnswer::Overlap(_) | ExactAnswer::None => Surd::from(Rational::ZERO),
    }
}

/// Adds the name of the item to its answer.
pub(super) fn named<T: Scalar>(
    answer: Answer<T, 3, ItemFeature>,
    item: Id,
) -> Answer<T, 3, SceneFeature> {
    answer.map_feature(|feature| SceneFeature { item, feature })
}

/// The bounds of a mover at time zero, and its velocity.
pub(super) fn place_of<T: Scalar, M: SceneMover<T>>(mover: &Moving<M>) -> ItemPlace {
    (mover.shape().start_bounds(), mover.velocity_parts().map(in_space))
}

impl<T: Scalar> Scene<T> {
    /// The next item that a search finds.
    pub(super) fn next(&self, search: &mut SceneSearch<'_>) -> Option<(Id, &Item<T>)> {
        let slot = search.next()?;
        if let Some(upcoming) = search.upcoming() {
            self.ask_ahead(upcoming);
        }
        self.at(slot)
    }

    /// The items that the mover may touch up to a time, in the order of the search.
    fn within_reach<M: SceneMover<T>>(
        &self,
        mover: &Moving<M>,
        t_max: f64,
    ) -> impl Iterator<Item = (Id, &Item<T>)> {
        let mut search = self.places.met(&place_of(mover), t_max);
        core::iter::from_fn(move || self.next(&mut search))
    }

    /// The item of the first contact, or the closest overlapped item; in both cases the lowest name
    /// if several items tie.
    fn first<M: SceneMover<T>>(
        &self,
        mover: &Moving<M>,
        only: Only,
        effort: &mut Effort,
    ) -> Option<ItemAnswer<'_, T>> {
        let which = Which { only, except: None, counts: &mut |_| true };
        self.first_of(mover, which, effort)
    }

    /// Returns the same as [`Scene::first`], for the items and answers that count.
    fn first_of<M: SceneMover<T>>(
        &self,
        mover: &Moving<M>,
        Which { only, except, counts }: Which<'_, T>,
        effort: &mut Effort,
    ) -> Option<ItemAnswer<'_, T>> {
        let mut overlapped: Vec<ItemAnswer<'_, T>> = Vec::new();
        let mut best: Option<(ItemAnswer<'_, T>, T)> = None;
        let mut search = self.places.met(&place_of(mover), mover.t_max().widen());
        // The motion of this mover ends at the earliest time found so far, so the search of a mesh
        // ends sooner.
        let mut shortened = mover.clone();
        while let Some((id, item)) = self.next(&mut search) {
            // A copy of the best item with a later name is met at the same time, so it cannot be
            // the answer.
            let is_repeated =
                |(best, _): &(ItemAnswer<'_, T>, T)| best.id < id && best.item.is_same(item);
            if except == Some(id) || best.as_ref().is_some_and(is_repeated) {
                continue;
            }
            let mover_until = if item.is_mesh() { &shortened } else { mover };
            let answer = named(M::meet(item, mover_until, only, effort), id);
            match &answer {
                Answer::None => {}
                answer if !counts(answer) => {}
                Answer::Overlap(_) => {
                    search.tighten(0.0);
                    shortened = mover.clone().only_at_start();
                    overlapped.push(ItemAnswer::new(id, item, answer));
                }
                Answer::Contact(_) if !overlapped.is_empty() => {}
                &Answer::Contact(Contact { time, .. }) => {
                    let found = ItemAnswer::new(id, item, answer);
                    let comes_first = best.as_ref().is_none_or(|(best, least)| {
                        // Rounding is monotone, so different times are in the right order.
                        let mut ties_first = || {
                            let order = found.compare_exactly(best, mover, only, effort);
                            order.then(id.cmp(&best.id)) == Ordering::Less
                        };
                        time < *least || (time == *least && ties_first())
                    });
                    if comes_first {
                        let limit = time.above();
                        search.tighten(limit.widen());
                        shortened = mover.clone().ending_by(limit);
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

    // ---- answers ----

    pub(super) fn answer<M: SceneMover<T>>(
        &self,
        mover: &Moving<M>,
        only: Only,
        effort: &mut Effort,
    ) -> Answer<T, 3, SceneFeature> {
        self.first(mover, only, effort).map_or(Answer::None, |found| found.answer)
    }

    /// Returns the same as [`Scene::answer`], for the items and answers that count.
    pub(super) fn answer_of<M: SceneMover<T>>(
        &self,
        mover: &Moving<M>,
        which: Which<'_, T>,
    ) -> Answer<T, 3, SceneFeature> {
        let found = self.first_of(mover, which, &mut Effort::default());
        found.map_or(Answer::None, |found| found.answer)
    }

    pub(super) fn exact_answer<M: SceneMover<T>>(
        &self,
        mover: &Moving<M>,
        only: Only,
    ) -> ExactAnswer<3, SceneFeature> {
        match self.first(mover, only, &mut Effort::default()) {
            None => ExactAnswer::None,
            Some(ItemAnswer { id: item, item: of, .. }) => M::meet_exactly(of, mover, only)
                .map_feature(|feature| SceneFeature { item, feature }),
        }
    }

    pub(super) fn first_time<M: SceneMover<T>>(
        &self,
        mover: &Moving<M>,
        rounding: Rounding,
    ) -> Option<T> {
        let found = self.first(mover, Only::Contacts, &mut Effort::default())?;
        M::time(found.item, mover, rounding)
    }

    /// The first contact with each item.
    pub(super) fn all<M: SceneMover<T>>(
        &self,
        mover: &Moving<M>,
    ) -> Vec<Answer<T, 3, SceneFeature>> {
        let effort = &mut Effort::default();
        let mut found: Vec<ItemAnswer<'_, T>> = Vec::new();
        for (id, item) in self.within_reach(mover, mover.t_max().widen()) {
            let answer = M::meet(item, mover, Only::Contacts, effort);
            if answer != Answer::None {
                found.push(ItemAnswer::new(id, item, named(answer, id)));
            }
        }
        // Rounding is monotone, so only times with the same nearest float are compared by exact
        // numbers.
        sort(&mut found, |a, b| {
            let order = a.time().widen().total_cmp(&b.time().widen());
            let exactly = || a.compare_exactly(b, mover, Only::Contacts, &mut Effort::default());
            order.then_with(exactly).then(a.id.cmp(&b.id))
        });
        found.into_iter().map(|found| found.answer).collect()
    }

    /// The end of the uninterrupted contact with the scene that begins with the first contact.
    pub(super) fn end_of_contact<M: SceneMover<T>>(&self, mover: &Moving<M>) -> Option<Surd> {
        let first = self.first(mover, Only::Contacts, &mut Effort::default())?;
        let first = first.exact_time(mover, Only::Contacts).clone();
        let first = first.map_or(Surd::from(Rational::ZERO), |time| *time);
        let mut stays = Vec::new();
        for (_, item) in self.within_reach(&mover.clone().endless(), f64::INFINITY) {
            stays.extend(M::stays(item, mover));
        }
        end_of_stays(first, stays)
    }

    /// Whether any item is ever touched.
    pub(super) fn is_touched<M: SceneMover<T>>(
        &self,
        mover: &Moving<M>,
        effort: &mut Effort,
    ) -> bool {
        let mut items = self.within_reach(mover, mover.t_max().widen());
        items.any(|(_, item)| M::touches(item, mover, effort))
    }

    /// Whether any item is touched at time zero, without regard to the motions of items.
    pub(super) fn is_touched_at_rest<M: SceneMover<T>>(
        &self,
        shape: &M,
        effort: &mut Effort,
    ) -> bool {
        let mover = Moving::still(shape.clone());
        let mut items = self.within_reach(&mover, 0.0);
        items.any(|(_, item)| M::touches(&item.at_rest(), &mover, effort))
    }
}

/// The overlapped item closest to the core of the mover; the lowest name if several are equally
/// close.
#[cold]
fn least_distant<'a, T: Scalar, C: SceneCore<T>>(
    mut overlapped: Vec<ItemAnswer<'a, T>>,
    core: &C,
    effort: &mut Effort,
) -> Option<ItemAnswer<'a, T>> {
    if overlapped.len() < 2 {
        return overlapped.pop();
    }
    let distance = |of: &ItemAnswer<'a, T>| Some(C::distance(&core.closest_of(of.item)?));
    if let Some(distances) = overlapped.iter().map(distance).collect::<Option<Vec<T>>>() {
        // Rounding is monotone, so only items at the least distance are compared by exact numbers.
        let least = distances.iter().copied().reduce(|a, b| if b < a { b } else { a });
        let mut distances = distances.into_iter();
        overlapped.retain(|_| distances.next() == least);
        if overlapped.len() < 2 {
            return overlapped.pop();
        }
    }
    effort.exact = true;
    let keyed = |found: ItemAnswer<'a, T>| (found, LazySurd::new());
    let least = overlapped.into_iter().map(keyed).reduce(|best, other| {
        let [(a, of_a), (b, of_b)] = [&best, &other];
        let order = compare_distances(core, [a.item, b.item], [of_a, of_b]);
        if order.then(a.id.cmp(&b.id)) == Ordering::Greater { other } else { best }
    });
    least.map(|(found, _)| found)
}

/// Compares the exact distances of two items.
fn compare_distances<T: Scalar, C: SceneCore<T>>(
    core: &C,
    [a, b]: [&Item<T>; 2],
    [of_a, of_b]: [&LazySurd; 2],
) -> Ordering {
    if a.is_same(b) {
        return Ordering::Equal;
    }
    let exactly = |item: &Item<T>| match core.meets(item) {
        true => None,
        false => core.exact_distance_of(item).map(Box::new),
    };
    of_a.get_or_init(|| exactly(a)).cmp(of_b.get_or_init(|| exactly(b)))
}

// ---- the closest ----

/// An item that may be the closest, and its own answer.
pub(super) struct ClosestItem<'a, T: Scalar, C> {
    pub(super) id: Id,
    pub(super) item: &'a Item<T>,
    pub(super) closest: C,
}

impl<T: Scalar> Scene<T> {
    /// The item that is closest to a point or an axis at time zero; the lowest name if several are
    /// equally close.
    pub(super) fn nearest<C: SceneCore<T>>(
        &self,
        core: &C,
    ) -> Option<ClosestItem<'_, T, C::Closest>> {
        let mut best: Option<(ClosestItem<'_, T, C::Closest>, T, LazySurd)> = None;
        let mut search = self.places.close(&core.start_bounds(), f64::INFINITY);
        while let Some((id, item)) = self.next(&mut search) {
            if best.as_ref().is_some_and(|(best, ..)| best.id < id && best.item.is_same(item)) {
                continue;
            }
            let Some(closest) = core.closest_of(item) else { continue };
            let distance = C::distance(&closest);
            let exact = LazySurd::new();
            let is_closer = best.as_ref().is_none_or(|(best, least, of_best)| {
                // Rounding is monotone, so different distances are in the right order.
                let ties_closer = || {
                    let order = compare_distances(core, [item, best.item], [&exact, of_best]);
                    order.then(id.cmp(&best.id)) == Ordering::Less
                };
                distance < *least || (distance == *least && ties_closer())
            });
            if is_closer {
                search.tighten(distance.above().widen());
                best = Some((ClosestItem { id, item, closest }, distance, exact));
            }
        }
        best.map(|(closest, ..)| closest)
    }
}

#[cfg(test)]
mod tests {
    use crate::random::Random;
    use crate::{Inflated, Item, Moving, Point, Scene, Sphere, Triangle};
    use core::cell::Cell;
    use std::thread_local;
    use std::vec::Vec;

    thread_local! {
        /// The number of times that were computed exactly.
        pub(super) static COMPUTED: Cell<usize> = const { Cell::new(0) };
    }

    fn ball(center: [f64; 3], radius: f64, velocity: [f64; 3]) -> Item<f64> {
        Inflated::new(Point::new(center).unwrap(), radius).unwrap().moving(velocity).unwrap().into()
    }

    /// The number of exact times that a query computes.
    fn computed<R>(ask: impl FnOnce() -> R) -> (R, usize) {
        COMPUTED.set(0);
        let found = ask();
        (found, COMPUTED.get())
    }

    /// That balls overlap or touch at time zero is decided without exact times. Their pairs are in
    /// the order of names.
    #[test]
    fn what_is_met_at_the_start_is_in_order_without_exact_times() {
        let mut random = Random(5);
        let mut scene = Scene::new();
        for _ in 0..60 {
            let velocity = random.vector(-1.0, 1.0);
            scene.insert(ball(random.vector(0.0, 1.0), 2.0, velocity));
        }
        // A row of balls, each of which touches the next.
        for i in 0..60 {
            scene.insert(ball([2.0 * f64::from(i), 100.0, 0.0], 1.0, random.integers(-2, 2)));
        }
        let (pairs, count) = computed(|| scene.pairs(0.0).unwrap());
        assert_eq!(count, 0);
        let names: Vec<_> = pairs
            .iter()
            .map(|pair| {
                let other = match &pair.answer {
                    crate::Answer::Overlap(overlap) => overlap.feature.item,
                    crate::Answer::Contact(hit) => hit.feature.item,
                    crate::Answer::None => panic!("{pair:?}"),
                };
                (pair.mover.min(other), pair.mover.max(other))
            })
            .collect();
        // Two balls that both rest are not reported as a pair, even if they touch.
        assert!(names.is_sorted() && names.len() > 60 * 59 / 2 + 50, "{}", names.len());
    }

    /// Each time that ties is computed once, however often it is compared.
    #[test]
    fn what_ties_is_computed_once() {
        let mut scene = Scene::new();
        for i in 0..100 {
            let y = 10.0 * f64::from(i);
            scene.insert(ball([0.0, y, 0.0], 1.0, [1.0, 0.0, 0.0]));
            scene.insert(ball([5.0, y, 1.0], 1.0, [0.0; 3]));
        }
        let (pairs, count) = computed(|| scene.pairs(9.0).unwrap());
        assert_eq!((pairs.len(), count), (100, 100));
    }

    /// Nothing is computed for repeated items.
    #[test]
    fn what_is_the_same_ties_without_exact_times() {
        let corners = [[-3.0, -3.0, 0.1], [4.0, 0.3, 0.2], [0.0, 5.0, -0.1]];
        let [a, b, c] = corners;
        let triangle = Triangle::new(a, b, c).unwrap();
        let mut scene = Scene::new();
        let ids = scene.insert_all((0..500).map(|_| triangle));
        let falling = Sphere::new([0.1, 0.2, 5.0], 1.0).unwrap();
        let falling: Moving<Sphere<f64, 3>> = falling.moving([0.01, 0.02, -1.0]).unwrap();
        let (first, count) = computed(|| falling.first_contact(&scene));
        assert_eq!((first.contact().unwrap().feature.item, count), (ids[0], 0));
        let (all, count) = computed(|| scene.contacts(&falling));
        let named = all.iter().map(|hit| hit.contact().unwrap().feature.item);
        assert!(named.eq(ids) && count == 0);
    }
}
