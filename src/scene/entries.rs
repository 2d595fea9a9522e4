//! What a scene holds: items, by the order in which they came.

use super::item::{Item, ItemFeature};
use super::reach::Reach;
use crate::shape::Scalar;
use alloc::collections::BTreeMap;

/// Many shapes and meshes in space, each at a velocity of its own: an obstacle that things can be inserted into and removed from.
///
/// The first contact is the earliest of all items; *at exactly equal times the lowest [`Id`] counts, that is the item that was inserted first*. If the sphere
/// overlaps some items at time zero, it is the one of these whose distance from the centre is least, zero if the centre is inside of it, and of
/// several at the same distance again the one that was inserted first. So the answer depends on the items and on the order in which they came, and on nothing else.
///
/// A scene [`intersects`](crate::Sphere::intersects) a sphere if one of its items does at time zero. Its point [closest](crate::Point::closest) to a given one is that of the item that is
/// closest at time zero, at exactly equal distances of the one that was inserted first. The [last time](crate::Moving::last_time) is that of all items together: the scene is touched until nothing
/// of it is, however often the sphere goes from one item to the next in between.
///
/// [Capsules](crate::Capsule) ask it by [`for_capsules`](Self::for_capsules), if they meet all that it holds.
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
    pub(super) entries: BTreeMap<Id, Entry<T>>,
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
pub(super) struct Entry<T: Scalar> {
    pub(super) item: Item<T>,
    pub(super) reach: Reach,
    /// Its velocity, as a difference.
    pub(super) way: [[f64; 3]; 2],
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
        let way = item.way();
        self.next += 1;
        self.entries.insert(id, Entry { item, reach, way });
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
