//! The scene: items in the order of insertion, and the trees over their bounds.

use super::item::{Item, ItemFeature};
use super::places::{AT_ONCE, Places};
use super::store::{Id, Store};
use crate::mesh::{IsCancelled, unless};
use crate::shape::Scalar;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// Many shapes and meshes in space, each at a velocity of its own, as one obstacle. Items can be
/// inserted and removed.
///
/// The first contact is the earliest contact with any item; *at exactly equal times the lowest
/// [`Id`] counts, that is the item that was inserted first*. If the sphere overlaps some items at
/// time zero, the answer is the overlapped item with the least distance from the centre. This
/// distance is zero if the centre is inside the item. At equal distances the item that was inserted
/// first counts. So the answer depends only on the items and on the order of insertion.
///
/// A sphere [`intersects`](crate::Sphere::intersects) a scene if it intersects an item at time
/// zero. The point of a scene that is [closest](crate::Point::closest) to a given point is on the
/// item that is closest at time zero; at exactly equal distances, on the item that was inserted
/// first. The [last time](crate::Moving::last_time) is the end of one uninterrupted contact with
/// the scene, however often the contact passes from one item to the next.
///
/// A [capsule](crate::Capsule) queries a scene by [`for_capsules`](Self::for_capsules), if capsules
/// can meet all items of the scene.
///
/// # Cost
/// Items are in a search tree (BVH), whose nodes bound the positions of the items at time zero, and
/// their velocities. A query visits some of the nodes, the likeliest first: with ten times the
/// items it visits a few more nodes, not ten times as many. A mesh is one item, with a tree of its
/// own. To insert, remove or change an item takes about a microsecond, and some microseconds in a
/// scene of a million items. [`insert_all`](Self::insert_all) and [`rebuild`](Self::rebuild) build
/// the whole tree at once, which gives a better tree. Items that tie are compared by exact numbers,
/// and so are two or more overlapped items; this takes some tens of microseconds for each item. The
/// last time is computed by exact numbers alone, for every item that is met later.
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
    pub(super) store: Store<T>,
    pub(super) places: Places,
    /// The items that capsules do not meet.
    pub(super) not_met: BTreeSet<Id>,
}

/// A feature of an item of a scene: a vertex, an edge, a face or a plane.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SceneFeature {
    /// The item; if several are touched at the same time, the one that was inserted first.
    pub item: Id,
    /// The feature of the item.
    pub feature: ItemFeature,
}

/// If one of every `MANY` items changes at once, to build the tree again takes no longer than to
/// change it (`cargo bench -p tangency --bench world`).
const MANY: usize = 8;

impl<T: Scalar> Default for Scene<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Scalar> Scene<T> {
    /// Creates an empty scene.
    pub fn new() -> Self {
        let (store, places) = (Store::new(), Places::new());
        Self { store, places, not_met: BTreeSet::new() }
    }

    /// Inserts an item into the scene, and returns its name, by which it can be removed.
    pub fn insert(&mut self, item: impl Into<Item<T>>) -> Id {
        let item = item.into();
        let place = item.place();
        let (id, slot) = self.keep(item);
        if self.places.insert(slot, &place) {
            self.rebuild();
        }
        id
    }

    /// Gives an item a name and a slot, without placing it in the tree.
    fn keep(&mut self, item: Item<T>) -> (Id, u32) {
        let is_met = item.meets_capsules();
        let (id, slot) = self.store.insert(item);
        if !is_met {
            self.not_met.insert(id);
        }
        (id, slot)
    }

    /// Inserts many items at once, and returns their names. Unless the scene already has many more
    /// items than these, the search tree over all items is built again, on all cores with the
    /// feature `parallel`.
    ///
    /// # Examples
    /// ```
    /// use tangency::{Inflated, Point, Scene, Sphere};
    /// let mut scene = Scene::new();
    /// let ball = |i: u32| Inflated::new(Point::new([f64::from(i), 0.0, 0.0])?, 0.25);
    /// let balls = scene.insert_all((0..1000).map(ball).collect::<Result<Vec<_>, _>>()?);
    ///
    /// let from_above = Sphere::new([700.0, 0.0, 9.0], 0.25)?.moving([0.0, 0.0, -1.0])?;
    /// let hit = from_above.first_contact(&scene).contact().unwrap();
    /// assert_eq!((hit.feature.item, hit.time), (balls[700], 8.5));
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    pub fn insert_all(&mut self, items: impl IntoIterator<Item = impl Into<Item<T>>>) -> Vec<Id> {
        self.insert_all_unless(items, &|| false).unwrap_or_default()
    }

    /// Inserts many items at once, as [`insert_all`](Self::insert_all) does, and can be cancelled:
    /// if `is_cancelled` returns true, the scene is unchanged, and the result is `None`.
    ///
    /// The function is called once for every thousand items or so, on all threads that take part.
    /// It should only read a flag that another thread sets, for instance when a user presses
    /// Ctrl-C.
    ///
    /// # Examples
    /// ```
    /// use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    /// use tangency::{Point, Scene};
    /// let (mut scene, cancelled) = (Scene::new(), AtomicBool::new(false));
    /// let points = || (0..9).map(|i| Point::new([f64::from(i), 0.0, 0.0]));
    /// let points = || points().collect::<Result<Vec<_>, _>>();
    /// let inserted = scene.insert_all_unless(points()?, &|| cancelled.load(Relaxed));
    /// assert_eq!(inserted.map(|ids| ids.len()), Some(9));
    ///
    /// cancelled.store(true, Relaxed);
    /// assert!(scene.insert_all_unless(points()?, &|| cancelled.load(Relaxed)).is_none());
    /// assert_eq!(scene.len(), 9);
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[doc(alias("cancel", "interrupt"))]
    pub fn insert_all_unless(
        &mut self,
        items: impl IntoIterator<Item = impl Into<Item<T>>>,
        is_cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<Id>> {
        let (items, next) = (items.into_iter(), self.store.next());
        self.store.reserve(items.size_hint().0);
        let mut inserted = Vec::new();
        let done = self.keep_all(items, &mut inserted, is_cancelled).and_then(|()| {
            match self.are_many(inserted.len()) {
                true => self.rebuild_unless(is_cancelled),
                false => self.place_all(&inserted, is_cancelled),
            }
        });
        if done.is_none() {
            self.store.take_back(inserted.len());
            self.not_met.retain(|id| id.number() < next);
        }
        done.map(|()| inserted.into_iter().map(|(id, _)| id).collect())
    }

    /// Gives names and slots to items, without placing them in the tree.
    fn keep_all(
        &mut self,
        items: impl Iterator<Item = impl Into<Item<T>>>,
        kept: &mut Vec<(Id, u32)>,
        is_cancelled: IsCancelled<'_>,
    ) -> Option<()> {
        for item in items {
            if kept.len().is_multiple_of(AT_ONCE) {
                unless(is_cancelled)?;
            }
            kept.push(self.keep(item.into()));
        }
        Some(())
    }

    /// Whether so many changes at once justify work on the whole tree.
    fn are_many(&self, count: usize) -> bool {
        count > self.len() / MANY
    }

    /// Places these items in the tree, one by one. If this is cancelled, none of them stays in the
    /// tree.
    fn place_all(&mut self, items: &[(Id, u32)], is_cancelled: IsCancelled<'_>) -> Option<()> {
        let mut is_worn = false;
        for (number, &(_, slot)) in items.iter().enumerate() {
            if number.is_multiple_of(AT_ONCE) && is_cancelled() {
                items[..number].iter().for_each(|&(_, slot)| self.places.remove(slot));
                return None;
            }
            if let Some((_, item)) = self.store.at(slot) {
                is_worn |= self.places.insert(slot, &item.place());
            }
        }
        if is_worn {
            self.rebuild();
        }
        Some(())
    }

    /// Removes an item from the scene and returns it; `None` if the item is not in the scene. The
    /// name is not used again.
    pub fn remove(&mut self, id: Id) -> Option<Item<T>> {
        let (slot, item) = self.store.remove(id)?;
        self.places.remove(slot);
        self.not_met.remove(&id);
        Some(item)
    }

    /// Replaces an item under the same name, and returns the old one. The new item may have another
    /// position, another velocity, or another shape. If there is no item of this name, the result
    /// is `None`, and nothing changes.
    ///
    /// # Examples
    /// ```
    /// use tangency::{Point, Scene, Sphere};
    /// let mut scene = Scene::new();
    /// let buoy = scene.insert(Point::new([5.0, 0.0, 0.0])?);
    /// scene.replace(buoy, Point::new([3.0, 0.0, 0.0])?.moving([-1.0, 0.0, 0.0])?);
    /// let hit = Sphere::new([0.0, 0.0, 0.0], 1.0)?.moving([1.0, 0.0, 0.0])?.first_contact(&scene);
    /// assert_eq!(hit.contact().unwrap().time, 1.0);
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[doc(alias("move", "update", "set_velocity"))]
    pub fn replace(&mut self, id: Id, item: impl Into<Item<T>>) -> Option<Item<T>> {
        let slot = self.store.slot(id)?;
        let item = item.into();
        let place = item.place();
        let old = self.swap(id, slot, item)?;
        if self.places.change(slot, &place) {
            self.rebuild();
        }
        Some(old)
    }

    /// Replaces many items at once, each under its name: for instance after each step of a
    /// simulation.
    ///
    /// Names that are not in the scene are ignored, and returned. If many items are replaced, the
    /// search tree is refitted: it keeps its nodes and gets other bounds. Once this has made the
    /// tree much worse, it is built again, on all cores with the feature `parallel`.
    ///
    /// # Examples
    /// ```
    /// use tangency::{Point, Scene, Sphere};
    /// let mut scene = Scene::new();
    /// let at = |x: f64| Point::new([x, 0.0, 0.0]);
    /// let grid = (0..9).map(|i| at(f64::from(i))).collect::<Result<Vec<_>, _>>()?;
    /// let ids = scene.insert_all(grid);
    /// let absent = scene.replace_all([(ids[3], at(30.0)?), (ids[4], at(40.0)?)]);
    /// assert!(absent.is_empty());
    /// let left = Sphere::new([99.0, 0.0, 0.0], 1.0)?.moving([-1.0, 0.0, 0.0])?;
    /// assert_eq!(left.first_contact(&scene).contact().unwrap().feature.item, ids[4]);
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[doc(alias("update", "step"))]
    pub fn replace_all(
        &mut self,
        items: impl IntoIterator<Item = (Id, impl Into<Item<T>>)>,
    ) -> Vec<Id> {
        let (mut slots, mut absent) = (Vec::new(), Vec::new());
        for (id, item) in items {
            match self.store.slot(id) {
                Some(slot) => {
                    self.swap(id, slot, item.into());
                    slots.push(slot);
                }
                None => absent.push(id),
            }
        }
        let are_many = self.are_many(slots.len());
        let store = &self.store;
        let items = slots.into_iter();
        let items = items.filter_map(|slot| Some((slot, store.at(slot)?.1.place())));
        let is_worn = match are_many {
            true => self.places.change_all(items),
            false => items
                .fold(false, |is_worn, (slot, place)| self.places.change(slot, &place) || is_worn),
        };
        if is_worn {
            self.rebuild();
        }
        absent
    }

    /// Removes many items from the scene at once, and returns how many of these names were in the
    /// scene.
    pub fn remove_all(&mut self, ids: impl IntoIterator<Item = Id>) -> usize {
        ids.into_iter().filter(|&id| self.remove(id).is_some()).count()
    }

    /// Replaces an item, without placing it in the tree.
    fn swap(&mut self, id: Id, slot: u32, item: Item<T>) -> Option<Item<T>> {
        if item.meets_capsules() {
            self.not_met.remove(&id);
        } else {
            self.not_met.insert(id);
        }
        Some(core::mem::replace(self.store.item_mut(slot)?, item))
    }

    /// Builds the search tree again, as good as it can be. After many changes this may make queries
    /// faster; their answers stay the same.
    pub fn rebuild(&mut self) {
        // The result is `None` only if the work is cancelled, which never happens here.
        let _done = self.rebuild_unless(&|| false);
    }

    /// Builds the tree again; if this is cancelled, the tree is unchanged.
    fn rebuild_unless(&mut self, is_cancelled: IsCancelled<'_>) -> Option<()> {
        let mut items = Vec::with_capacity(self.len());
        for (slot, _, item) in self.store.iter() {
            if items.len().is_multiple_of(AT_ONCE) {
                unless(is_cancelled)?;
            }
            items.push((slot, item.place()));
        }
        self.places = Places::build(&items, is_cancelled)?;
        Some(())
    }

    /// Skips numbers: the name of the next item will have at least this number. So a scene can be
    /// created again from a list of its items, with the same names. A number above 2⁶³ counts as
    /// 2⁶³.
    ///
    /// # Examples
    /// ```
    /// use tangency::{Point, Scene};
    /// let mut again = Scene::new();
    /// again.skip_to(7);
    /// assert_eq!(again.insert(Point::new([5.0, 0.0, 0.0])?).number(), 7);
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    pub fn skip_to(&mut self, number: u64) {
        self.store.skip_to(number);
    }

    /// Returns the number that the next item will have, unless numbers are
    /// [skipped](Self::skip_to).
    pub fn next_number(&self) -> u64 {
        self.store.next()
    }

    /// Returns the name of the item with this number; `None` if the scene has no such item.
    pub fn id(&self, number: u64) -> Option<Id> {
        self.store.name(number)
    }

    /// Returns an item; `None` if it is not in the scene.
    pub fn get(&self, id: Id) -> Option<&Item<T>> {
        let (_, item) = self.store.at(self.store.slot(id)?)?;
        Some(item)
    }

    /// Returns all items, in the order in which they were inserted.
    pub fn items(&self) -> impl Iterator<Item = (Id, &Item<T>)> {
        self.store.iter().map(|(_, id, item)| (id, item))
    }

    /// Returns the number of items.
    pub fn len(&self) -> usize {
        self.store.len()
    }

    /// Returns whether the scene has no items.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the size of the scene in bytes, without the meshes and polytopes that items share.
    pub fn memory(&self) -> usize {
        self.store.memory() + self.places.memory()
    }

    /// Prefetches the item in a slot.
    pub(super) fn ask_ahead(&self, slot: u32) {
        self.store.ask_ahead(slot);
    }

    /// The item in a slot, with its name.
    pub(super) fn at(&self, slot: u32) -> Option<(Id, &Item<T>)> {
        self.store.at(slot)
    }
}
