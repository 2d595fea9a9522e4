//! FLOOR 5: many shapes and meshes, each on its own way, answering as one obstacle.
//!
//! A scene answers as if each of its items were asked by itself and the answers were compared by exact numbers. Items that certainly come too late are
//! not asked (`reach.rs`).

mod item;
mod reach;

use crate::contact::sealed::{Meets, Near};
use crate::contact::{Answer, ClosestPoint, Contact, Effort, ExactAnswer};
use crate::number::{Rational, Rounding, Surd};
use crate::overlap::sealed::Shares;
use crate::shape::{Moving, Point, Scalar, Sphere};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::cmp::Ordering;
pub use item::{Item, ItemFeature};
use reach::{Flight, Reach};

/// Many shapes and meshes in space, each at a velocity of its own: an obstacle that things can be inserted into and removed from.
///
/// The first contact is the earliest of all items; *at exactly equal times the lowest [`Id`] counts, that is the item that was inserted first*. If the sphere
/// overlaps some items at time zero, it is the one of these whose distance from the centre is least, zero if the centre is inside of it, and of
/// several at the same distance again the one that was inserted first. So the answer depends on the items and on the order in which they came, and on nothing else.
///
/// A scene [`intersects`](Sphere::intersects) a sphere if one of its items does at time zero. Its point [closest](Point::closest) to a given one is that of the item that is
/// closest at time zero, at exactly equal distances of the one that was inserted first. The [last time](Moving::last_time) is that of all items together: the scene is touched until nothing
/// of it is, however often the sphere goes from one item to the next in between.
///
/// # Cost
/// A question looks at the bounds of each item, for some tens of nanoseconds, and then asks those that the sphere can reach, in the order in which it can reach them, until one is
/// known to be first. This suits up to some thousands of items; a mesh is one, however many triangles it has. Items that tie are told apart by exact numbers, and so are
/// two or more that are overlapped: some tens of microseconds each. The last time is found by exact numbers alone.
///
/// # Examples
/// ```
/// use std::sync::Arc;
/// use tangency::{AlignedBox, Item, Mesh, Rotation, Scene, Sphere};
/// let tile = Arc::new(Mesh::new(vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]], vec![[0, 1, 2]])?);
/// let upright = Rotation::<f64, 3>::new([0.0, 1.0, 0.0, 1.0])?;
///
/// let mut scene = Scene::new();
/// let wall = scene.insert(Item::instance(tile.clone(), upright, [10.0, 0.0, 0.0])?);
/// let floor = scene.insert(tile);
/// let cart = scene.insert(AlignedBox::new([20.0, -1.0, -2.0], [21.0, 1.0, 0.0])?.moving([-4.0, 0.0, 0.0])?);
///
/// let ball = Sphere::new([0.0, 0.5, -1.5], 1.0)?.moving([2.0, 0.0, 0.0])?;
/// let hit = ball.first_contact(&scene).contact().unwrap();
/// assert_eq!((hit.feature.item, hit.time), (cart, 19.0 / 6.0));
///
/// assert!(scene.remove(cart).is_some());
/// let hit = ball.first_contact(&scene).contact().unwrap();
/// assert_eq!((hit.feature.item, hit.time), (wall, 4.5));
/// # Ok::<(), tangency::InputError>(())
/// ```
#[derive(Clone, Debug)]
#[doc(alias("world", "compound"))]
pub struct Scene<T: Scalar> {
    entries: BTreeMap<Id, Entry<T>>,
    next: u64,
}

/// What names an item of a scene: a number that no other item of this scene has, had or will have. Later items have greater ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(u64);

impl Id {
    /// As a plain number: how many items were inserted before.
    pub fn number(self) -> u64 {
        self.0
    }
}

/// A place in a scene.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SceneFeature {
    /// The item; where several are touched at the same time, the one that was inserted first.
    pub item: Id,
    /// The place on it.
    pub feature: ItemFeature,
}

#[derive(Clone, Debug)]
struct Entry<T: Scalar> {
    item: Item<T>,
    reach: Reach,
    velocity: [f64; 3],
}

impl<T: Scalar> Default for Scene<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Scalar> Scene<T> {
    /// A scene with nothing in it.
    pub fn new() -> Self {
        Self { entries: BTreeMap::new(), next: 0 }
    }

    /// Puts something into the scene, and says by what name it can be removed.
    pub fn insert(&mut self, item: impl Into<Item<T>>) -> Id {
        let item = item.into();
        let (id, reach) = (Id(self.next), item.reach());
        let velocity = item.velocity().map(Scalar::widen);
        self.next += 1;
        self.entries.insert(id, Entry { item, reach, velocity });
        id
    }

    /// Takes an item out of the scene; `None` if it is not in it, or no longer. Its name is not used again.
    pub fn remove(&mut self, id: Id) -> Option<Item<T>> {
        self.entries.remove(&id).map(|entry| entry.item)
    }

    /// An item; `None` if it is not in the scene.
    pub fn get(&self, id: Id) -> Option<&Item<T>> {
        self.entries.get(&id).map(|entry| &entry.item)
    }

    /// All items, in the order in which they were inserted.
    pub fn items(&self) -> impl Iterator<Item = (Id, &Item<T>)> {
        self.entries.iter().map(|(&id, entry)| (id, &entry.item))
    }

    /// How many items there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

// ---- all items ----

impl<T: Scalar> Scene<T> {
    /// The first contact with each item that is met until the end of the motion, in order of time; at equal times the item that
    /// was inserted first comes first. An overlap is at time zero.
    ///
    /// # Examples
    /// ```
    /// use tangency::{AlignedBox, Point, Scene, Sphere};
    /// let mut scene = Scene::new();
    /// let far = scene.insert(Point::new([9.0, 0.0, 0.0])?);
    /// let near = scene.insert(AlignedBox::new([3.0, -1.0, -1.0], [4.0, 1.0, 1.0])?);
    /// let ball = Sphere::new([0.0, 0.0, 0.0], 1.0)?.moving([1.0, 0.0, 0.0])?;
    /// let items = scene.contacts(&ball).into_iter().map(|hit| hit.contact().unwrap().feature.item);
    /// assert!(items.eq([near, far]));
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    pub fn contacts(&self, ball: &Moving<Sphere<T, 3>>) -> Vec<Answer<T, 3, SceneFeature>> {
        let effort = &mut Effort::default();
        let mut found: Vec<Found<'_, T>> = Vec::new();
        for (_, id, item) in self.within_reach(ball, ball.t_max().widen()) {
            let answer = item.meet(ball, effort);
            if answer != Answer::None {
                found.push(Found { id, item, answer });
            }
        }
        // Rounding is monotone, so only times with the same nearest float are told apart by exact numbers.
        found.sort_by(|a, b| {
            let order = a.time().widen().total_cmp(&b.time().widen());
            let exactly =
                || a.exact_time(ball, Only::Contacts).cmp(&b.exact_time(ball, Only::Contacts));
            order.then_with(exactly).then(a.id.cmp(&b.id))
        });
        let answers = found.into_iter().map(|Found { id: item, answer, .. }| {
            answer.map_feature(|feature| SceneFeature { item, feature })
        });
        answers.collect()
    }
}

// ---- which item ----

/// An item that may be the answer, and what it says.
struct Found<'a, T: Scalar> {
    id: Id,
    item: &'a Item<T>,
    answer: Answer<T, 3, ItemFeature>,
}

type Ball<T> = Moving<Sphere<T, 3>>;

/// Which touches count.
#[derive(Clone, Copy)]
enum Only {
    /// All of them.
    Contacts,
    /// Those at which the sphere enters. An item that it only slides along may be entered later, at another place, if it is a mesh.
    Entries,
}

impl Only {
    fn exactly<T: Scalar>(self, item: &Item<T>, ball: &Ball<T>) -> ExactAnswer<3, ItemFeature> {
        match self {
            Only::Contacts => item.meet_exactly(ball),
            Only::Entries => item.enter_exactly(ball),
        }
    }
}

impl<T: Scalar> Scene<T> {
    /// The items that the sphere can touch up to `t_max`, with a time before which it does not, in the order of these times.
    fn within_reach(&self, ball: &Ball<T>, t_max: f64) -> Vec<(f64, Id, &Item<T>)> {
        let flight = Flight::of(ball);
        let mut items: Vec<_> = self
            .entries
            .iter()
            .filter_map(|(&id, Entry { item, reach, velocity })| {
                let earliest = reach.earliest(&flight, velocity)?;
                (earliest <= t_max).then_some((earliest, id, item))
            })
            .collect();
        items.sort_unstable_by(|(a, i, _), (b, j, _)| a.total_cmp(b).then(i.cmp(j)));
        items
    }

    /// The item that is met first, the lowest id if several are; or the closest, if some are overlapped.
    fn first(&self, ball: &Ball<T>, only: Only, effort: &mut Effort) -> Option<Found<'_, T>> {
        let mut overlapped: Vec<Found<'_, T>> = Vec::new();
        let mut best: Option<(Found<'_, T>, T)> = None;
        let mut limit = ball.t_max().widen();
        for (earliest, id, item) in self.within_reach(ball, limit) {
            if earliest > limit {
                break;
            }
            let answer = match only {
                Only::Contacts => item.meet(ball, effort),
                Only::Entries => item.enter(ball, effort),
            };
            match &answer {
                Answer::None => {}
                Answer::Overlap(_) => {
                    limit = 0.0;
                    overlapped.push(Found { id, item, answer });
                }
                Answer::Contact(_) if !overlapped.is_empty() => {}
                &Answer::Contact(Contact { time, .. }) => {
                    let found = Found { id, item, answer };
                    let comes_first = best.as_ref().is_none_or(|(best, least)| {
                        // Rounding is monotone, so different times are in the right order.
                        time < *least
                            || (time == *least && found.ties_first(best, ball, only, effort))
                    });
                    if comes_first {
                        limit = limit.min(time.above().widen());
                        best = Some((found, time));
                    }
                }
            }
        }
        if overlapped.is_empty() {
            return best.map(|(found, _)| found);
        }
        closest(overlapped, ball, effort)
    }
}

/// The overlapped item closest to the centre, the lowest id if several are.
#[cold]
fn closest<'a, T: Scalar>(
    mut overlapped: Vec<Found<'a, T>>,
    ball: &Ball<T>,
    effort: &mut Effort,
) -> Option<Found<'a, T>> {
    if overlapped.len() < 2 {
        return overlapped.pop();
    }
    effort.exact = true;
    let key = |found: Found<'a, T>| (found.exact_distance(ball), found.id, found);
    let least = overlapped.into_iter().map(key).min_by(|a, b| a.0.cmp(&b.0).then(a.1.cmp(&b.1)));
    least.map(|(_, _, found)| found)
}

impl<T: Scalar> Found<'_, T> {
    /// Of two that are met at times with the same nearest float: is this one met first?
    #[cold]
    fn ties_first(&self, best: &Self, ball: &Ball<T>, only: Only, effort: &mut Effort) -> bool {
        effort.exact = true;
        let order = self.exact_time(ball, only).cmp(&best.exact_time(ball, only));
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
    fn exact_time(&self, ball: &Ball<T>, only: Only) -> Surd {
        match only.exactly(self.item, ball) {
            ExactAnswer::Contact { time, .. } => time,
            ExactAnswer::Overlap { .. } | ExactAnswer::None => Surd::from(Rational::ZERO),
        }
    }

    /// From the centre to the closest point of what is overlapped, at time zero.
    fn exact_distance(&self, ball: &Ball<T>) -> Option<Surd> {
        self.item.exact_distance(&Point::of(ball.shape().center()))
    }
}

// ---- the closest point ----

/// An item that may be the closest, and what it says.
struct Closest<'a, T: Scalar> {
    id: Id,
    item: &'a Item<T>,
    closest: ClosestPoint<T, 3, ItemFeature>,
}

impl<T: Scalar> Closest<'_, T> {
    /// Of two at distances with the same nearest float: is this one closer?
    #[cold]
    fn ties_closer(&self, best: &Self, point: &Point<T, 3>) -> bool {
        let distance = |of: &Self| of.item.exact_distance(point);
        distance(self).cmp(&distance(best)).then(self.id.cmp(&best.id)) == Ordering::Less
    }

    /// The square of a distance that the exact one does not exceed.
    fn squared_limit(&self) -> f64 {
        let above = self.closest.distance.above().widen();
        (above * above).next_up()
    }
}

impl<T: Scalar> Scene<T> {
    /// The items, with a squared distance than which they are not closer at time zero, in the order of these.
    fn by_gap(&self, point: &Point<T, 3>) -> Vec<(f64, Id, &Item<T>)> {
        let from = point.position().map(Scalar::widen);
        let mut items: Vec<_> = self
            .entries
            .iter()
            .map(|(&id, Entry { item, reach, .. })| (reach.squared_gap(&from), id, item))
            .collect();
        items.sort_unstable_by(|(a, i, _), (b, j, _)| a.total_cmp(b).then(i.cmp(j)));
        items
    }

    /// The item that is closest at time zero, the lowest id if several are.
    fn nearest(&self, point: &Point<T, 3>) -> Option<Closest<'_, T>> {
        let mut best: Option<Closest<'_, T>> = None;
        for (gap, id, item) in self.by_gap(point) {
            if best.as_ref().is_some_and(|best| gap > best.squared_limit()) {
                break;
            }
            let Some(closest) = item.closest_to(point) else { continue };
            let found = Closest { id, item, closest };
            let is_closer = best.as_ref().is_none_or(|best| {
                // Rounding is monotone, so different distances are in the right order.
                let (distance, least) = (found.closest.distance, best.closest.distance);
                distance < least || (distance == least && found.ties_closer(best, point))
            });
            if is_closer {
                best = Some(found);
            }
        }
        best
    }
}

impl<T: Scalar> Near<T, 3> for Scene<T> {
    type Feature = SceneFeature;

    fn closest_to(&self, point: &Point<T, 3>, _: T) -> Option<ClosestPoint<T, 3, SceneFeature>> {
        let Closest { id: item, closest, .. } = self.nearest(point)?;
        Some(closest.map_feature(|feature| SceneFeature { item, feature }))
    }

    fn exact_distance(&self, point: &Point<T, 3>, _: T) -> Option<Surd> {
        self.nearest(point)?.item.exact_distance(point)
    }
}

// ---- the obstacle ----

impl<T: Scalar> Scene<T> {
    fn answer(
        &self,
        ball: &Ball<T>,
        only: Only,
        effort: &mut Effort,
    ) -> Answer<T, 3, SceneFeature> {
        match self.first(ball, only, effort) {
            None => Answer::None,
            Some(Found { id: item, answer, .. }) => {
                answer.map_feature(|feature| SceneFeature { item, feature })
            }
        }
    }

    fn exact_answer(&self, ball: &Ball<T>, only: Only) -> ExactAnswer<3, SceneFeature> {
        match self.first(ball, only, &mut Effort::default()) {
            None => ExactAnswer::None,
            Some(Found { id: item, item: of, .. }) => {
                only.exactly(of, ball).map_feature(|feature| SceneFeature { item, feature })
            }
        }
    }

    /// The end of the contact: of all that is touched in one go from the first contact on.
    fn end_of_contact(&self, ball: &Ball<T>) -> Option<Surd> {
        let mut end = self
            .first(ball, Only::Contacts, &mut Effort::default())?
            .exact_time(ball, Only::Contacts);
        let mut stays = Vec::new();
        for (_, _, item) in self.within_reach(&ball.endless(), f64::INFINITY) {
            stays.extend(item.stays(ball));
        }
        stays.sort_by(|(a, _), (b, _)| a.cmp(b));
        for (first, last) in stays {
            if first <= end {
                end = end.max(last?);
            }
        }
        Some(end)
    }
}

impl<T: Scalar> Meets<T, 3, Sphere<T, 3>> for Scene<T> {
    type Feature = SceneFeature;

    fn meet(&self, ball: &Ball<T>, effort: &mut Effort) -> Answer<T, 3, SceneFeature> {
        self.answer(ball, Only::Contacts, effort)
    }

    fn meet_exactly(&self, ball: &Ball<T>) -> ExactAnswer<3, SceneFeature> {
        self.exact_answer(ball, Only::Contacts)
    }

    fn enter(&self, ball: &Ball<T>, effort: &mut Effort) -> Answer<T, 3, SceneFeature> {
        self.answer(ball, Only::Entries, effort)
    }

    fn enter_exactly(&self, ball: &Ball<T>) -> ExactAnswer<3, SceneFeature> {
        self.exact_answer(ball, Only::Entries)
    }

    fn time(&self, ball: &Ball<T>, rounding: Rounding) -> Option<T> {
        self.first(ball, Only::Contacts, &mut Effort::default())?.item.time(ball, rounding)
    }

    fn last_time(&self, ball: &Ball<T>) -> Option<T> {
        self.end_of_contact(ball).map(|time| time.round())
    }

    fn last_time_exactly(&self, ball: &Ball<T>) -> Option<Surd> {
        self.end_of_contact(ball)
    }

    fn touches(&self, ball: &Ball<T>, effort: &mut Effort) -> bool {
        let items = self.within_reach(ball, f64::INFINITY);
        items.into_iter().any(|(_, _, item)| item.touches(ball, effort))
    }
}

impl<T: Scalar> Shares<Sphere<T, 3>> for Scene<T> {
    type Answer = bool;

    /// At time zero, when it does not matter that the items move.
    fn shares_a_point(&self, sphere: &Sphere<T, 3>, effort: &mut Effort) -> bool {
        let ball = Moving::still(*sphere);
        let flight = Flight::of(&ball);
        self.entries.values().any(|Entry { item, reach, .. }| {
            reach.earliest(&flight, &[0.0; 3]).is_some() && item.at_rest().touches(&ball, effort)
        })
    }
}
