//! Pairs of items: contacts of two items of one scene, at least one of which can be the mover of a
//! query: a ball, a capsule or a convex body.
//!
//! Two items at rest are not a pair, so there is a search for each item that moves, and none for
//! the others.

use super::capsules::NotMet;
use super::entries::{Scene, SceneFeature};
use super::found::{LazySurd, Which, exact_time, named};
use super::item::{Item, ItemShape};
use super::mover::SceneMover;
use super::store::Id;
use crate::contact::convex::ErasedConvex;
use crate::contact::sealed::Only;
use crate::contact::{Answer, Contact, Effort, ExactAnswer};
use crate::mesh::map_on_all_cores;
use crate::number::{Surd, compiled};
use crate::shape::{Capsule, Moving, Scalar, Sphere};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The first contact of two items of a scene with each other.
#[derive(Clone, Debug, PartialEq)]
#[doc(alias("collision", "event"))]
#[non_exhaustive]
pub struct PairContact<T: Scalar> {
    /// The item that is the mover of the query: a ball or a capsule if the pair has one, otherwise
    /// a convex body. If both items can be the mover by this rule, it is the one that was inserted
    /// first.
    pub mover: Id,
    /// The answer of the query. The other item is the `item` of its feature.
    pub answer: Answer<T, 3, SceneFeature>,
}

/// The reason why a pair of items cannot be queried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NoPair {
    /// The scene has no item of this name.
    Absent(Id),
    /// The item is a mesh, a mesh instance, a polytope or a frustum, which cannot be movers.
    NoMover(Id),
    /// The item is a capsule or a convex body, and the scene has items that these do not meet.
    NotMet(Id, NotMet),
}

impl fmt::Display for NoPair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Absent(id) => write!(f, "the scene has no item {}", id.number()),
            Self::NoMover(id) => write!(
                f,
                "item {} of the scene is a mesh or a polytope, so it cannot be the moving body",
                id.number()
            ),
            Self::NotMet(id, of) => {
                write!(f, "item {} is a capsule or a convex body: {of}", id.number())
            }
        }
    }
}

impl core::error::Error for NoPair {}

/// An item as the mover of a query.
#[derive(Clone)]
#[allow(clippy::large_enum_variant, reason = "there is one at a time, on the stack")]
enum ItemMover<'i, T: Scalar> {
    Ball(Moving<Sphere<T, 3>>),
    Capsule(Moving<Capsule<T, 3>>),
    Convex(Moving<ErasedConvex<'i, T>>),
}

/// Evaluates a query for each kind of mover.
macro_rules! each {
    ($asker:expr, $mover:ident => $ask:expr) => {
        match $asker {
            ItemMover::Ball($mover) => $ask,
            ItemMover::Capsule($mover) => $ask,
            ItemMover::Convex($mover) => $ask,
        }
    };
}

/// How an item can take part in a pair: the lesser of two is the mover.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum PairRole {
    /// A ball or a capsule, whose casts are the fastest.
    Round,
    /// Any other convex body.
    Convex,
    /// A mesh, a mesh instance, a polytope or a frustum.
    Obstacle,
}

impl PairRole {
    fn of<T: Scalar>(item: &Item<T>) -> Self {
        match item.0.shape() {
            ItemShape::Point(_) | ItemShape::Segment(_) => Self::Round,
            ItemShape::Polytope(_) | ItemShape::Mesh(_) | ItemShape::MeshInstance(_) => {
                Self::Obstacle
            }
            _ => Self::Convex,
        }
    }
}

/// Whether an item is a capsule or another convex body, which do not meet polytopes.
fn meets_no_polytope<T: Scalar>(item: &Item<T>) -> bool {
    !matches!(item.0.shape(), ItemShape::Point(_)) && PairRole::of(item) != PairRole::Obstacle
}

impl<'i, T: Scalar> ItemMover<'i, T> {
    /// Converts an item to a mover: a point becomes a ball of the item's radius, a segment becomes
    /// a capsule; `None` if no mover has the shape.
    fn of(item: &'i Item<T>) -> Option<Self> {
        let radius = item.0.inflation();
        Some(match item.0.shape() {
            ItemShape::Point(point) => {
                let ball = Sphere::of(point.position(), radius);
                Self::Ball(item.0.with(ball).towards_inflated(T::ZERO))
            }
            ItemShape::Segment(segment) => {
                let [a, b] = segment.ends();
                let capsule = Capsule::new(a, b, radius).ok()?;
                Self::Capsule(item.0.with(capsule).towards_inflated(T::ZERO))
            }
            shape => {
                let body = shape.convex_body(radius)?;
                Self::Convex(item.0.with(body).towards_inflated(T::ZERO))
            }
        })
    }

    fn ending_by(self, time: T) -> Self {
        match self {
            Self::Ball(mover) => Self::Ball(mover.ending_by(time)),
            Self::Capsule(mover) => Self::Capsule(mover.ending_by(time)),
            Self::Convex(mover) => Self::Convex(mover.ending_by(time)),
        }
    }

    fn only_at_start(self) -> Self {
        match self {
            Self::Ball(mover) => Self::Ball(mover.only_at_start()),
            Self::Capsule(mover) => Self::Capsule(mover.only_at_start()),
            Self::Convex(mover) => Self::Convex(mover.only_at_start()),
        }
    }
}

impl<'b, T: Scalar> ItemMover<'b, T> {
    compiled! { <'a, 'b, T> ItemMover<'b, T>;
        fn meet(this, item: &'a Item<T>, id: Id) -> Answer<T, 3, SceneFeature> {
            let effort = &mut Effort::default();
            named(each!(this, mover => SceneMover::meet(item, mover, Only::Contacts, effort)), id)
        }

        // Whether the mover and the item touch or overlap at time zero.
        fn meets_at_start(this, item: &'a Item<T>) -> bool {
            let effort = &mut Effort::default();
            let start = this.clone().only_at_start();
            each!(&start, mover => SceneMover::touches(item, mover, effort))
        }

        fn exact_time(this, item: &'a Item<T>) -> Option<Surd> {
            match each!(this, mover => SceneMover::meet_exactly(item, mover, Only::Contacts)) {
                ExactAnswer::None => None,
                met => Some(exact_time(met)),
            }
        }

        // The first contact with an item of a scene that counts.
        fn meet_scene(
            this,
            scene: &'a Scene<T>,
            which: Which<'a, T>,
        ) -> Answer<T, 3, SceneFeature> {
            each!(this, mover => scene.answer_of(mover, which))
        }
    }
}

/// The number of items for which a thread is worth its cost.
const WORTH_A_THREAD: usize = 1024;

/// An item with its name.
type Named<'s, T> = (Id, &'s Item<T>);

/// Two items that meet.
struct MetPair<'s, T: Scalar> {
    asker: &'s Item<T>,
    other: &'s Item<T>,
    pair: PairContact<T>,
    time: T,
    /// The names of both items, the lower one first.
    names: [Id; 2],
    exact: LazySurd,
}

impl<T: Scalar> MetPair<'_, T> {
    /// The order of pairs: by exact times, then by names.
    fn order(&self, other: &Self) -> Ordering {
        let order = self.time.widen().total_cmp(&other.time.widen());
        // Rounding is monotone, so only times with the same nearest float are compared by exact
        // numbers.
        order.then_with(|| self.compare_exactly(other)).then(self.names.cmp(&other.names))
    }

    /// Compares the exact times of two pairs that have the same nearest float.
    #[cold]
    fn compare_exactly(&self, other: &Self) -> Ordering {
        if self.asker.is_same(other.asker) && self.other.is_same(other.other) {
            return Ordering::Equal;
        }
        self.exact_time().cmp(other.exact_time())
    }

    fn exact_time(&self) -> &Option<Box<Surd>> {
        self.exact.get_or_init(|| {
            if matches!(self.pair.answer, Answer::Overlap(_)) {
                return None;
            }
            let asker = ItemMover::of(self.asker)?;
            let is_at_start = self.time == T::ZERO && asker.meets_at_start(self.other);
            if is_at_start { None } else { asker.exact_time(self.other).map(Box::new) }
        })
    }
}

impl<T: Scalar> Scene<T> {
    /// Returns the first contact of an item with any other item of the scene. The item is the
    /// mover: a ball, which is a point with any inflation radius; a capsule, which is a segment
    /// with any inflation radius; or any other convex body, inflated or not: a triangle, a box, a
    /// parallelepiped or a hull.
    ///
    /// # Errors
    /// There is no such item; the item is a mesh, a mesh instance, a polytope or a frustum; the
    /// item is a capsule or a convex body, and these do not meet all items of the scene.
    ///
    /// # Examples
    /// ```
    /// use tangency::{Inflated, Point, Scene, Triangle};
    /// let ball = |x: f64| Inflated::new(Point::new([x, 0.0, 1.0])?, 0.5);
    /// let mut scene = Scene::new();
    /// let cue = scene.insert(ball(0.0)?.moving([2.0, 0.0, 0.0])?);
    /// let eight = scene.insert(ball(4.0)?);
    /// scene.insert(Triangle::new([9.0, -9.0, -9.0], [9.0, 9.0, -9.0], [9.0, 0.0, 9.0])?);
    /// let hit = scene.first_contact_of(cue)?.contact().unwrap();
    /// assert_eq!((hit.feature.item, hit.time), (eight, 1.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn first_contact_of(&self, id: Id) -> Result<Answer<T, 3, SceneFeature>, NoPair> {
        self.first_contact_of_where(id, |_| true)
    }

    /// Returns the first contact of an item for which `counts` returns true, as
    /// [`first_contact_of`](Self::first_contact_of) does for all contacts.
    ///
    /// `counts` is called with the first contact with each other item that may be the answer. If it
    /// returns false, that other item is treated as not met.
    ///
    /// So some items can pass through each other. A contact before a given time can be ignored too,
    /// if the items are known to be apart at that time.
    ///
    /// # Errors
    /// The errors of [`first_contact_of`](Self::first_contact_of).
    pub fn first_contact_of_where(
        &self,
        id: Id,
        mut counts: impl FnMut(&Answer<T, 3, SceneFeature>) -> bool,
    ) -> Result<Answer<T, 3, SceneFeature>, NoPair> {
        let item = self.get(id).ok_or(NoPair::Absent(id))?;
        let asker = self.asker(id, item)?.ok_or(NoPair::NoMover(id))?;
        let which = Which { only: Only::Contacts, except: Some(id), counts: &mut counts };
        Ok(asker.meet_scene(self, which))
    }

    /// Returns the exact time of the first contact of two items with each other: zero if they
    /// overlap, `None` if they do not meet. The first item is the mover, as in
    /// [`first_contact_of`](Self::first_contact_of).
    ///
    /// A program with a queue of future events can compare events whose times have the same nearest
    /// float by these exact times.
    ///
    /// # Errors
    /// There is no such item; the first item is a mesh, a mesh instance, a polytope or a frustum;
    /// the first item is a capsule or a convex body, and these do not meet all items of the scene.
    ///
    /// # Examples
    /// ```
    /// use tangency::{Inflated, Point, Rational, Scene, Surd};
    /// let mut scene = Scene::new();
    /// let ball = |x: f64| Inflated::new(Point::new([x, 0.0, 0.0])?, 0.5);
    /// let cue = scene.insert(ball(0.0)?.moving([3.0, 0.0, 0.0])?);
    /// let eight = scene.insert(ball(2.0)?);
    /// let third = Rational::from_parts(1.into(), 3u8.into());
    /// assert_eq!(scene.time_of_pair_exact(cue, eight)?, Some(Surd::from(third)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn time_of_pair_exact(&self, mover: Id, other: Id) -> Result<Option<Surd>, NoPair> {
        let item = |id| self.get(id).ok_or(NoPair::Absent(id));
        let asker = self.asker(mover, item(mover)?)?.ok_or(NoPair::NoMover(mover))?;
        Ok(asker.exact_time(item(other)?))
    }

    /// Returns the first contact of any two items with each other. At least one of the two must
    /// move, and at least one must be a ball, a capsule or another convex body: two meshes, two
    /// polytopes, or one of each are not queried. Contacts after `t_max` do not count. Overlaps are
    /// at time zero. At exactly equal times, the pair that contains the item inserted first counts;
    /// among several such pairs, the one whose other item was inserted first.
    ///
    /// # Cost
    /// There is one search of the tree for each item that moves, up to the earliest time found so
    /// far. With the feature `parallel` the searches run on all cores.
    ///
    /// # Errors
    /// The scene has a polytope or a frustum, and a capsule or another convex body, one of which
    /// moves: they do not meet.
    ///
    /// # Examples
    /// ```
    /// use tangency::{Inflated, Point, Scene};
    /// let mut scene = Scene::new();
    /// let ball = |x: f64| Inflated::new(Point::new([x, 0.0, 1.0])?, 0.5);
    /// scene.insert(ball(-2.0)?);
    /// let cue = scene.insert(ball(0.0)?.moving([2.0, 0.0, 0.0])?);
    /// let eight = scene.insert(ball(4.0)?.moving([-1.0, 0.0, 0.0])?);
    /// let first = scene.first_pair(f64::INFINITY)?.unwrap();
    /// assert_eq!((first.mover, first.answer.contact().unwrap().feature.item), (cue, eight));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("next_event"))]
    pub fn first_pair(&self, t_max: T) -> Result<Option<PairContact<T>>, NoPair> {
        self.first_pair_unless(t_max, &|| false)
    }

    /// Returns the first contact of two items, as [`first_pair`](Self::first_pair) does, in a
    /// search that can be cancelled. `is_cancelled` is called before each item. Once it returns
    /// true, the search ends, and the result is meaningless.
    ///
    /// # Errors
    /// The errors of [`first_pair`](Self::first_pair).
    pub fn first_pair_unless(
        &self,
        t_max: T,
        is_cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<PairContact<T>>, NoPair> {
        let firsts = self.of_moving_items(|items| {
            let mut best: Option<MetPair<'_, T>> = None;
            let mut limit = t_max;
            self.each_pair(items, limit, is_cancelled, |met| {
                if best.as_ref().is_none_or(|best| met.order(best) == Ordering::Less) {
                    limit = if met.time.above() < limit { met.time.above() } else { limit };
                    best = Some(met);
                }
                Some(limit)
            });
            best
        })?;
        Ok(firsts.into_iter().flatten().min_by(MetPair::order).map(|met| met.pair))
    }

    /// Returns all pairs of items that meet until `t_max`, in order of time, each with its first
    /// contact. [`first_pair`](Self::first_pair) specifies which pairs count, and the order at
    /// equal times.
    ///
    /// # Errors
    /// The errors of [`first_pair`](Self::first_pair).
    ///
    /// # Examples
    /// ```
    /// use tangency::{Inflated, Point, Scene};
    /// let mut scene = Scene::new();
    /// for x in [0.0, 3.0, 5.0] {
    ///     let ball = Inflated::new(Point::new([x, 0.0, 0.0])?, 0.5)?;
    ///     scene.insert(ball.moving([-x, 0.0, 0.0])?);
    /// }
    /// let times = scene.pairs(1.0)?.into_iter().map(|pair| pair.answer.contact().unwrap().time);
    /// assert!(times.eq([0.5, 2.0 / 3.0, 0.8]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("events", "broad phase", "overlapping pairs"))]
    pub fn pairs(&self, t_max: T) -> Result<Vec<PairContact<T>>, NoPair> {
        Ok(self.pairs_at_most(t_max, usize::MAX)?.unwrap_or_default())
    }

    /// Returns all pairs that meet until `t_max`, as [`pairs`](Self::pairs) does, or `None` if
    /// there are more than `most` pairs: the search ends as soon as it has found more. A scene of
    /// `n` items that all overlap each other has `n (n − 1) / 2` pairs.
    ///
    /// # Errors
    /// The errors of [`first_pair`](Self::first_pair).
    ///
    /// # Examples
    /// ```
    /// use tangency::{Inflated, Point, Scene};
    /// let mut scene = Scene::new();
    /// for x in [0.0, 0.25, 0.5, 0.75] {
    ///     let ball = Inflated::new(Point::new([x, 0.0, 0.0])?, 1.0)?;
    ///     scene.insert(ball.moving([1.0, 0.0, 0.0])?);
    /// }
    /// assert_eq!(scene.pairs_at_most(1.0, 6)?.map(|pairs| pairs.len()), Some(6));
    /// assert!(scene.pairs_at_most(1.0, 5)?.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pairs_at_most(
        &self,
        t_max: T,
        most: usize,
    ) -> Result<Option<Vec<PairContact<T>>>, NoPair> {
        self.pairs_unless(t_max, most, &|| false)
    }

    /// Returns all pairs that meet until `t_max`, or `None`, as
    /// [`pairs_at_most`](Self::pairs_at_most) does, in a search that can be cancelled.
    /// `is_cancelled` is called before each item. Once it returns true, the search ends, and the
    /// result is meaningless.
    ///
    /// # Errors
    /// The errors of [`first_pair`](Self::first_pair).
    pub fn pairs_unless(
        &self,
        t_max: T,
        most: usize,
        is_cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Vec<PairContact<T>>>, NoPair> {
        let count = AtomicUsize::new(0);
        let all = self.of_moving_items(|items| {
            let mut all: Vec<MetPair<'_, T>> = Vec::new();
            self.each_pair(items, t_max, is_cancelled, |met| {
                all.push(met);
                (count.fetch_add(1, Relaxed) < most).then_some(t_max)
            });
            all
        })?;
        if count.into_inner() > most {
            return Ok(None);
        }
        let mut all: Vec<_> = all.into_iter().flatten().collect();
        all.sort_by(MetPair::order);
        Ok(Some(all.into_iter().map(|met| met.pair).collect()))
    }

    /// Runs a search for each slice of the items that move, on all cores, and returns the results.
    fn of_moving_items<'s, R: Send>(
        &'s self,
        find: impl Fn(&[Named<'s, T>]) -> R + Send + Sync,
    ) -> Result<Vec<R>, NoPair> {
        self.check_pairs()?;
        let items: Vec<_> = self.items().filter(|(_, item)| !item.is_at_rest()).collect();
        Ok(map_on_all_cores(items.chunks(WORTH_A_THREAD).collect(), find))
    }

    /// Visits each pair of items that meet up to a time. One item is in the given slice of the
    /// items that move; the other is at rest or was inserted later. The visitor returns a new limit
    /// of the time, or `None` to end the search.
    fn each_pair<'s>(
        &'s self,
        moving: &[Named<'s, T>],
        t_max: T,
        is_cancelled: &(dyn Fn() -> bool + Sync),
        mut visit: impl FnMut(MetPair<'s, T>) -> Option<T>,
    ) {
        let mut limit = t_max;
        for &(id, item) in moving {
            if is_cancelled() {
                return;
            }
            let role = PairRole::of(item);
            let asker = ItemMover::of(item).map(|asker| asker.ending_by(t_max));
            let until = limit.widen().min(item.t_max().widen());
            let mut search = self.places.met(&item.place(), until);
            while let Some((other, met)) = self.next(&mut search) {
                if other == id || (other < id && !met.is_at_rest()) {
                    continue;
                }
                let of_met;
                let (asker, [first, second]) = match (PairRole::of(met), &asker) {
                    (role_of_met, Some(asker)) if (role, id) < (role_of_met, other) => {
                        (asker, [(id, item), (other, met)])
                    }
                    _ => match ItemMover::of(met) {
                        None => continue,
                        Some(asker) => {
                            of_met = asker.ending_by(t_max);
                            (&of_met, [(other, met), (id, item)])
                        }
                    },
                };
                let answer = asker.meet(second.1, second.0);
                let time = match &answer {
                    Answer::None => continue,
                    Answer::Overlap(_) => T::ZERO,
                    Answer::Contact(Contact { time, .. }) => *time,
                };
                let names = [id.min(other), id.max(other)];
                let pair = PairContact { mover: first.0, answer };
                let exact = LazySurd::new();
                let met = MetPair { asker: first.1, other: second.1, pair, time, names, exact };
                let Some(next) = visit(met) else { return };
                limit = next;
                search.tighten(limit.widen());
            }
        }
    }

    /// An item as a mover; `None` if it cannot be a mover. It is an error if it does not meet all
    /// items of the scene.
    fn asker<'s>(&self, id: Id, item: &'s Item<T>) -> Result<Option<ItemMover<'s, T>>, NoPair> {
        if meets_no_polytope(item) {
            self.for_convex_bodies().map_err(|of| NoPair::NotMet(id, of))?;
        }
        Ok(ItemMover::of(item))
    }

    /// Checks that no pair has to be left out because its items do not meet.
    fn check_pairs(&self) -> Result<(), NoPair> {
        let Some(&first) = self.not_met.first() else { return Ok(()) };
        let moves = |id: &Id| self.get(*id).is_some_and(|item| !item.is_at_rest());
        let moving = self.not_met.iter().copied().find(moves);
        let cannot = |(_, item): &Named<'_, T>| {
            meets_no_polytope(item) && (moving.is_some() || !item.is_at_rest())
        };
        match self.items().find(cannot) {
            None => Ok(()),
            Some((id, _)) => Err(NoPair::NotMet(id, NotMet::Polytope(moving.unwrap_or(first)))),
        }
    }
}
