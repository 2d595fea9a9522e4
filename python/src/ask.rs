//! What any obstacle can be asked, whatever shape it is.

use crate::body::{Bodies, Body, Float};
use crate::columns::{OutRows, Place};
use crate::error::Flaw;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, PoisonError, RwLock, RwLockWriteGuard, TryLockError};
use std::thread;
use tangency::{
    AlignedBox, Answer, Containment, Ellipsoid, ExactAnswer, Hollow, Id, Item, Mesh, Moving,
    Obstacle, OrientedBox, Parallelepiped, Penetration, Point, Polytope, Rotation, Scene, Segment,
    Shape, Sphere, Surd, Triangle,
};

/// A row of a batch that cannot be answered.
#[derive(Clone, Debug, PartialEq)]
pub struct BadRow(pub usize, pub Flaw);

/// What is wrong with all rows is wrong with the first.
impl<F: Into<Flaw>> From<F> for BadRow {
    fn from(flaw: F) -> Self {
        Self(0, flaw.into())
    }
}

/// Which of the two is only its surface.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hollows {
    /// The body.
    pub body: bool,
    /// The shape.
    pub shape: bool,
}

/// Which time is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Of the first contact, the nearest float.
    First,
    /// The same, rounded down.
    Down,
    /// Of the last touch.
    Last,
}

/// An answer in which the place is of any kind.
pub type PlaceAnswer<T, const N: usize> = Answer<T, N, Place>;

/// The same in exact numbers.
pub type ExactPlaceAnswer<const N: usize> = ExactAnswer<N, Place>;

/// A shape that answers, with its float and its dimension.
pub trait Ask<T: Float, const N: usize>: Send + Sync {
    /// The first contact of one body.
    fn meet(&self, body: &Body<T, N>) -> Result<PlaceAnswer<T, N>, Flaw>;

    /// Of the bodies from row `first` on, as many as the out has rows.
    fn meet_many(
        &self,
        bodies: &Bodies<'_, T, N>,
        first: usize,
        out: &mut OutRows<'_, T>,
    ) -> Result<(), BadRow>;

    /// The first contact in exact numbers.
    fn meet_exactly(&self, body: &Body<T, N>) -> Result<ExactPlaceAnswer<N>, Flaw>;

    /// A time of the contact alone.
    fn time(&self, body: &Body<T, N>, when: When) -> Result<Option<T>, Flaw>;

    /// The last touch as an exact number.
    fn last_time_exactly(&self, body: &Body<T, N>) -> Result<Option<Surd>, Flaw>;

    /// Whether the two share a point, as they are at time zero; each of the two maybe without what it encloses.
    fn intersects(&self, body: &Body<T, N>, hollow: Hollows) -> Result<bool, Flaw>;

    /// The point closest to a given one, written to a row.
    fn closest(&self, _: &Point<T, N>, _: usize, _: &mut OutRows<'_, T>) -> Result<(), Flaw> {
        Err(Flaw::Kind("this shape cannot be asked for its closest point"))
    }

    /// The way out of an overlap.
    fn penetration(&self, _: &Sphere<T, N>) -> Result<Option<Penetration<T, N>>, Flaw> {
        Err(Flaw::Kind("this shape has no penetration depth, only a convex one can"))
    }

    /// On which side of the planes a sphere is.
    fn containment(&self, _: &Sphere<T, N>, _by_planes: bool) -> Result<Containment, Flaw> {
        Err(Flaw::Kind("this shape has no containment, only what planes bound has"))
    }

    /// Whether it is touched at all.
    fn has_contact(&self, body: &Body<T, N>) -> Result<bool, Flaw> {
        Ok(!matches!(self.meet(body)?, Answer::None))
    }

    /// All contacts, in order of time.
    fn contacts(&self, _: &Body<T, N>) -> Result<Vec<Answer<T, N, Place>>, Flaw> {
        Err(Flaw::Kind("only a mesh or a scene can be asked for all its contacts"))
    }

    /// The triangles that share a point with a sphere.
    fn intersecting(&self, _: &Sphere<T, N>) -> Result<Vec<usize>, Flaw> {
        Err(Flaw::Kind("only a mesh can be asked which triangles are touched"))
    }

    /// As a part of a scene.
    fn item(&self) -> Result<Item<T>, Flaw> {
        Err(Flaw::Kind("this shape cannot be put into a scene"))
    }

    /// How many numbers the name of a feature takes.
    fn feature_width(&self) -> usize;

    /// The shape of this row, where each row has one of its own.
    fn own(&self, _row: usize) -> Option<&dyn Ask<T, N>> {
        None
    }

    /// How many rows have a shape of their own, if they have.
    fn count(&self) -> Option<usize> {
        None
    }
}

// ---- what all obstacles say in the same way ----

fn with_place<T: Float, const N: usize, F: Into<Place>>(
    answer: Answer<T, N, F>,
) -> PlaceAnswer<T, N> {
    use tangency::{Contact, Overlap};
    match answer {
        Answer::None => Answer::None,
        Answer::Overlap(Overlap { center, point, normal, feature }) => {
            Answer::Overlap(Overlap { center, point, normal, feature: feature.into() })
        }
        Answer::Contact(Contact { time, center, point, normal, feature, approach }) => {
            let feature = feature.into();
            Answer::Contact(Contact { time, center, point, normal, feature, approach })
        }
    }
}

fn all_with_place<T: Float, const N: usize, F: Into<Place>>(
    answers: Vec<Answer<T, N, F>>,
) -> Vec<PlaceAnswer<T, N>> {
    answers.into_iter().map(with_place).collect()
}

fn with_place_exactly<const N: usize, F: Into<Place>>(
    answer: ExactAnswer<N, F>,
) -> ExactPlaceAnswer<N> {
    match answer {
        ExactAnswer::None => ExactAnswer::None,
        ExactAnswer::Overlap { center, point, normal, feature } => {
            ExactAnswer::Overlap { center, point, normal, feature: feature.into() }
        }
        ExactAnswer::Contact { time, center, point, normal, feature } => {
            ExactAnswer::Contact { time, center, point, normal, feature: feature.into() }
        }
    }
}

/// The one place where a sphere's first contact with an obstacle is compiled: what is asked alone and in a batch is one code.
#[inline(never)]
fn sphere_meets_one<T, O, const N: usize>(
    sphere: &Moving<Sphere<T, N>>,
    obstacle: &O,
) -> Answer<T, N, O::Feature>
where
    T: Float,
    O: Obstacle<T, N>,
{
    sphere.first_contact(obstacle)
}

/// The same for an ellipsoid.
#[inline(never)]
fn ellipsoid_meets_one<T, O, const N: usize>(
    ellipsoid: &Moving<Ellipsoid<T, N>>,
    obstacle: &O,
) -> Answer<T, N, O::Feature>
where
    T: Float,
    O: Obstacle<T, N, Ellipsoid<T, N>>,
{
    ellipsoid.first_contact(obstacle)
}

fn sphere_meets<T, O, const N: usize>(
    bodies: &Bodies<'_, T, N>,
    first: usize,
    out: &mut OutRows<'_, T>,
    obstacle: &O,
) -> Result<(), BadRow>
where
    T: Float,
    O: Obstacle<T, N>,
    O::Feature: Into<Place>,
{
    for row in 0..out.len() {
        let sphere = bodies.sphere(first + row).map_err(|e| BadRow(first + row, e.into()))?;
        out.put(row, sphere_meets_one(&sphere, obstacle));
    }
    Ok(())
}

fn each_meets<T, O, F, const N: usize>(
    bodies: &Bodies<'_, T, N>,
    first: usize,
    out: &mut OutRows<'_, T>,
    obstacle: &O,
) -> Result<(), BadRow>
where
    T: Float,
    F: Into<Place>,
    O: Obstacle<T, N, Feature = F> + Obstacle<T, N, Ellipsoid<T, N>, Feature = F>,
{
    if bodies.are_spheres() {
        return sphere_meets(bodies, first, out, obstacle);
    }
    for row in 0..out.len() {
        match bodies.get(first + row).map_err(|e| BadRow(first + row, e.into()))? {
            Body::Sphere(sphere) => out.put(row, sphere_meets_one(&sphere, obstacle)),
            Body::Ellipsoid(ellipsoid) => out.put(row, ellipsoid_meets_one(&ellipsoid, obstacle)),
        }
    }
    Ok(())
}

const ONLY_SPHERES: Flaw = Flaw::Kind("an ellipsoid does not meet this shape, only a sphere does");

/// The answers of an obstacle that both kinds of body meet.
macro_rules! any_body_meets {
    ($N:expr, $this:ident => $obstacle:expr) => {
        fn meet(&$this, body: &Body<T, { $N }>) -> Result<PlaceAnswer<T, { $N }>, Flaw> {
            Ok(match body {
                Body::Sphere(sphere) => with_place(sphere_meets_one(sphere, &$obstacle)),
                Body::Ellipsoid(ellipsoid) => with_place(ellipsoid_meets_one(ellipsoid, &$obstacle)),
            })
        }

        fn meet_exactly(&$this, body: &Body<T, { $N }>) -> Result<ExactPlaceAnswer<{ $N }>, Flaw> {
            Ok(match body {
                Body::Sphere(sphere) => with_place_exactly(sphere.first_contact_exact(&$obstacle)),
                Body::Ellipsoid(ellipsoid) => with_place_exactly(ellipsoid.first_contact_exact(&$obstacle)),
            })
        }

        fn time(&$this, body: &Body<T, { $N }>, when: When) -> Result<Option<T>, Flaw> {
            Ok(match (body, when) {
                (Body::Sphere(sphere), When::First) => sphere.contact_time(&$obstacle),
                (Body::Sphere(sphere), When::Down) => sphere.time_down(&$obstacle),
                (Body::Sphere(sphere), When::Last) => sphere.last_time(&$obstacle),
                (Body::Ellipsoid(ellipsoid), When::First) => ellipsoid.contact_time(&$obstacle),
                (Body::Ellipsoid(ellipsoid), When::Down) => ellipsoid.time_down(&$obstacle),
                (Body::Ellipsoid(ellipsoid), When::Last) => ellipsoid.last_time(&$obstacle),
            })
        }

        fn last_time_exactly(&$this, body: &Body<T, { $N }>) -> Result<Option<Surd>, Flaw> {
            Ok(match body {
                Body::Sphere(sphere) => sphere.last_time_exact(&$obstacle),
                Body::Ellipsoid(ellipsoid) => ellipsoid.last_time_exact(&$obstacle),
            })
        }
    };
}

/// The answers of an obstacle that only spheres meet.
macro_rules! only_sphere_meets {
    ($N:expr, $this:ident => $obstacle:expr) => {
        fn meet(&$this, body: &Body<T, { $N }>) -> Result<PlaceAnswer<T, { $N }>, Flaw> {
            Ok(with_place(sphere_meets_one(body.sphere().map_err(|_| ONLY_SPHERES)?, &$obstacle)))
        }

        fn meet_many(
            &$this,
            bodies: &Bodies<'_, T, { $N }>,
            first: usize,
            out: &mut OutRows<'_, T>,
        ) -> Result<(), BadRow> {
            if !bodies.are_spheres() {
                return Err(ONLY_SPHERES.into());
            }
            sphere_meets(bodies, first, out, &$obstacle)
        }

        fn meet_exactly(&$this, body: &Body<T, { $N }>) -> Result<ExactPlaceAnswer<{ $N }>, Flaw> {
            Ok(with_place_exactly(body.sphere().map_err(|_| ONLY_SPHERES)?.first_contact_exact(&$obstacle)))
        }

        fn time(&$this, body: &Body<T, { $N }>, when: When) -> Result<Option<T>, Flaw> {
            let sphere = body.sphere().map_err(|_| ONLY_SPHERES)?;
            Ok(match when {
                When::First => sphere.contact_time(&$obstacle),
                When::Down => sphere.time_down(&$obstacle),
                When::Last => sphere.last_time(&$obstacle),
            })
        }

        fn last_time_exactly(&$this, body: &Body<T, { $N }>) -> Result<Option<Surd>, Flaw> {
            Ok(body.sphere().map_err(|_| ONLY_SPHERES)?.last_time_exact(&$obstacle))
        }
    };
}

fn only_solid(hollow: Hollows) -> Result<(), Flaw> {
    match hollow {
        Hollows { body: true, .. } => {
            Err(Flaw::Kind("a hollow body can only be held against a box"))
        }
        Hollows { shape: true, .. } => Err(Flaw::Kind("only a box can be asked as a hollow shape")),
        Hollows { body: false, shape: false } => Ok(()),
    }
}

fn sphere_at_rest<T: Float, const N: usize>(
    body: &Body<T, N>,
    hollow: Hollows,
) -> Result<&Sphere<T, N>, Flaw> {
    only_solid(hollow)?;
    Ok(body.sphere().map_err(|_| ONLY_SPHERES)?.shape())
}

// ---- shapes that are asked as they move ----

/// What a shape of the plane says to a scene.
const FLAT: Flaw = Flaw::Kind("a scene holds shapes in space, not in the plane");

/// The answers about where a convex shape is.
macro_rules! nearby {
    ($N:literal, $this:ident => $shape:expr) => {
        fn closest(
            &$this,
            point: &Point<T, $N>,
            row: usize,
            out: &mut OutRows<'_, T>,
        ) -> Result<(), Flaw> {
            out.put_closest(row, point.closest($shape));
            Ok(())
        }

        fn penetration(&$this, sphere: &Sphere<T, $N>) -> Result<Option<Penetration<T, $N>>, Flaw> {
            Ok(sphere.penetration($shape))
        }
    };
}

/// A point, a segment or a triangle, on its way.
pub struct Hull<S: Shape>(pub Moving<S>);

macro_rules! hulls {
    ($($shape:ty, $N:literal, $this:ident => $item:expr;)*) => {
        $(impl<T: Float> Ask<T, $N> for Hull<$shape> {
            any_body_meets!($N, self => self.0);

            fn meet_many(
                &self,
                bodies: &Bodies<'_, T, $N>,
                first: usize,
                out: &mut OutRows<'_, T>,
            ) -> Result<(), BadRow> {
                each_meets(bodies, first, out, &self.0)
            }

            fn intersects(&self, body: &Body<T, $N>, hollow: Hollows) -> Result<bool, Flaw> {
                only_solid(hollow)?;
                Ok(match body {
                    Body::Sphere(sphere) => sphere.shape().intersects(self.0.shape()),
                    Body::Ellipsoid(ellipsoid) => ellipsoid.shape().intersects(self.0.shape()),
                })
            }

            nearby!($N, self => self.0.shape());

            fn item(&self) -> Result<Item<T>, Flaw> {
                let $this = self;
                $item
            }

            fn feature_width(&self) -> usize {
                1
            }
        })*
    };
}

hulls! {
    Point<T, 2>, 2, _this => Err(FLAT);
    Point<T, 3>, 3, this => Ok(this.0.into());
    Segment<T, 2>, 2, _this => Err(FLAT);
    Segment<T, 3>, 3, this => Ok(this.0.into());
    Triangle<T>, 3, this => Ok(this.0.into());
}

/// A box along the axes, on its way.
pub struct AlignedBoxObstacle<T: Float, const N: usize>(pub Moving<AlignedBox<T, N>>);

fn shares_with_box<T: Float, const N: usize>(
    body: &Body<T, N>,
    solid: &AlignedBox<T, N>,
    hollow: Hollows,
) -> bool {
    let surface = Hollow(*solid);
    match (body, hollow.body, hollow.shape) {
        (Body::Sphere(sphere), false, false) => sphere.shape().intersects(solid),
        (Body::Sphere(sphere), false, true) => sphere.shape().intersects(&surface),
        (Body::Sphere(sphere), true, false) => Hollow(*sphere.shape()).intersects(solid),
        (Body::Sphere(sphere), true, true) => Hollow(*sphere.shape()).intersects(&surface),
        (Body::Ellipsoid(body), false, false) => body.shape().intersects(solid),
        (Body::Ellipsoid(body), false, true) => body.shape().intersects(&surface),
        (Body::Ellipsoid(body), true, false) => Hollow(*body.shape()).intersects(solid),
        (Body::Ellipsoid(body), true, true) => Hollow(*body.shape()).intersects(&surface),
    }
}

macro_rules! aligned_boxes {
    ($($N:literal, $this:ident => $item:expr;)*) => {
        $(impl<T: Float> Ask<T, $N> for AlignedBoxObstacle<T, $N> {
            any_body_meets!($N, self => self.0);

            fn meet_many(
                &self,
                bodies: &Bodies<'_, T, $N>,
                first: usize,
                out: &mut OutRows<'_, T>,
            ) -> Result<(), BadRow> {
                each_meets(bodies, first, out, &self.0)
            }

            fn intersects(&self, body: &Body<T, $N>, hollow: Hollows) -> Result<bool, Flaw> {
                Ok(shares_with_box(body, self.0.shape(), hollow))
            }

            nearby!($N, self => self.0.shape());

            fn item(&self) -> Result<Item<T>, Flaw> {
                let $this = self;
                $item
            }

            fn feature_width(&self) -> usize {
                $N
            }
        })*
    };
}
aligned_boxes! {
    2, _this => Err(FLAT);
    3, this => Ok(this.0.into());
}

/// A turned box on its way.
pub struct OrientedBoxObstacle<T: Float, const N: usize>(pub Moving<OrientedBox<T, N>>);

macro_rules! oriented_boxes {
    ($($N:literal, $this:ident => $item:expr;)*) => {
        $(impl<T: Float> Ask<T, $N> for OrientedBoxObstacle<T, $N> {
            only_sphere_meets!($N, self => self.0);
            nearby!($N, self => self.0.shape());

            fn intersects(&self, body: &Body<T, $N>, hollow: Hollows) -> Result<bool, Flaw> {
                Ok(sphere_at_rest(body, hollow)?.intersects(self.0.shape()))
            }

            fn item(&self) -> Result<Item<T>, Flaw> {
                let $this = self;
                $item
            }

            fn feature_width(&self) -> usize {
                $N
            }
        })*
    };
}
oriented_boxes! {
    2, _this => Err(FLAT);
    3, this => Ok(this.0.into());
}

impl<T: Float> Ask<T, 3> for Moving<Parallelepiped<T>> {
    only_sphere_meets!(3, self => *self);
    nearby!(3, self => self.shape());

    fn intersects(&self, body: &Body<T, 3>, hollow: Hollows) -> Result<bool, Flaw> {
        Ok(sphere_at_rest(body, hollow)?.intersects(self.shape()))
    }

    fn containment(&self, sphere: &Sphere<T, 3>, by_planes: bool) -> Result<Containment, Flaw> {
        let shape = self.shape();
        Ok(if by_planes { sphere.containment_by_planes(shape) } else { sphere.containment(shape) })
    }

    fn item(&self) -> Result<Item<T>, Flaw> {
        Ok((*self).into())
    }

    fn feature_width(&self) -> usize {
        6
    }
}

// ---- shapes that are held apart from their motion ----

/// How something moves.
#[derive(Clone, Copy, Debug)]
pub struct Motion<T, const N: usize> {
    /// The velocity.
    pub velocity: [T; N],
    /// The end.
    pub t_max: T,
}

/// What planes bound, on its way.
pub struct PolytopeObstacle<T: Float, const N: usize> {
    /// The polytope.
    pub polytope: Polytope<T, N>,
    /// Its motion, which was checked.
    pub motion: Motion<T, N>,
}

macro_rules! polytopes {
    ($($N:literal, $this:ident => $item:expr;)*) => {
        $(impl<T: Float> Ask<T, $N> for PolytopeObstacle<T, $N> {
            only_sphere_meets!($N, self =>
                self.polytope.moving(self.motion.velocity)?.until(self.motion.t_max)?);
            nearby!($N, self => &self.polytope);

            fn intersects(&self, body: &Body<T, $N>, hollow: Hollows) -> Result<bool, Flaw> {
                Ok(sphere_at_rest(body, hollow)?.intersects(&self.polytope))
            }

            fn containment(&self, sphere: &Sphere<T, $N>, by_planes: bool) -> Result<Containment, Flaw> {
                let shape = &self.polytope;
                Ok(if by_planes { sphere.containment_by_planes(shape) } else { sphere.containment(shape) })
            }

            fn item(&self) -> Result<Item<T>, Flaw> {
                let $this = self;
                $item
            }

            fn feature_width(&self) -> usize {
                self.polytope.planes().len()
            }
        })*
    };
}
polytopes! {
    2, _this => Err(FLAT);
    3, this => {
        let Motion { velocity, t_max } = this.motion;
        Ok(Item::from(this.polytope.clone()).moving(velocity)?.until(t_max)?)
    };
}

/// A mesh on its way.
pub struct MeshObstacle<T: Float> {
    /// The mesh, which others may hold too.
    pub mesh: Arc<Mesh<T>>,
    /// Its motion, which was checked.
    pub motion: Motion<T, 3>,
}

impl<T: Float> MeshObstacle<T> {
    fn moving(&self) -> Result<Moving<&Mesh<T>>, Flaw> {
        Ok(self.mesh.moving(self.motion.velocity)?.until(self.motion.t_max)?)
    }
}

impl<T: Float> Ask<T, 3> for MeshObstacle<T> {
    any_body_meets!(3, self => self.moving()?);

    fn meet_many(
        &self,
        bodies: &Bodies<'_, T, 3>,
        first: usize,
        out: &mut OutRows<'_, T>,
    ) -> Result<(), BadRow> {
        let mesh = self.moving()?;
        if !bodies.are_spheres() {
            return each_meets(bodies, first, out, &mesh);
        }
        let rows = first..first + out.len();
        let spheres: Vec<_> = rows
            .map(|row| bodies.sphere(row).map_err(|error| BadRow(row, error.into())))
            .collect::<Result<_, BadRow>>()?;
        let mut answers = vec![Answer::None; spheres.len()];
        mesh.first_contacts(&spheres, &mut answers)?;
        for (row, answer) in answers.into_iter().enumerate() {
            out.put(row, answer);
        }
        Ok(())
    }

    fn intersects(&self, body: &Body<T, 3>, hollow: Hollows) -> Result<bool, Flaw> {
        only_solid(hollow)?;
        Ok(match body {
            Body::Sphere(sphere) => sphere.shape().intersects(&*self.mesh),
            Body::Ellipsoid(ellipsoid) => ellipsoid.shape().intersects(&*self.mesh),
        })
    }

    fn closest(
        &self,
        point: &Point<T, 3>,
        row: usize,
        out: &mut OutRows<'_, T>,
    ) -> Result<(), Flaw> {
        out.put_closest(row, point.closest(&*self.mesh));
        Ok(())
    }

    fn has_contact(&self, body: &Body<T, 3>) -> Result<bool, Flaw> {
        Ok(body.sphere()?.has_contact(self.moving()?))
    }

    fn contacts(&self, body: &Body<T, 3>) -> Result<Vec<Answer<T, 3, Place>>, Flaw> {
        Ok(all_with_place(body.sphere()?.contacts(self.moving()?)))
    }

    fn intersecting(&self, sphere: &Sphere<T, 3>) -> Result<Vec<usize>, Flaw> {
        Ok(sphere.intersecting(&self.mesh))
    }

    fn item(&self) -> Result<Item<T>, Flaw> {
        let Motion { velocity, t_max } = self.motion;
        Ok(Item::from(Arc::clone(&self.mesh)).moving(velocity)?.until(t_max)?)
    }

    fn feature_width(&self) -> usize {
        1
    }
}

/// A mesh turned, moved to its place, and on its way.
pub struct MeshInstanceObstacle<T: Float> {
    /// The mesh, which others may hold too.
    pub mesh: Arc<Mesh<T>>,
    /// How it is turned.
    pub rotation: Rotation<T, 3>,
    /// Where its origin is.
    pub translation: [T; 3],
    /// Its motion, which was checked.
    pub motion: Motion<T, 3>,
}

impl<T: Float> MeshInstanceObstacle<T> {
    fn instance(&self) -> Result<tangency::MeshInstance<'_, T>, Flaw> {
        Ok(self.mesh.instance(self.rotation, self.translation)?)
    }

    fn moving(&self) -> Result<Moving<tangency::MeshInstance<'_, T>>, Flaw> {
        Ok(self.instance()?.moving(self.motion.velocity)?.until(self.motion.t_max)?)
    }
}

impl<T: Float> Ask<T, 3> for MeshInstanceObstacle<T> {
    only_sphere_meets!(3, self => self.moving()?);

    fn intersects(&self, body: &Body<T, 3>, hollow: Hollows) -> Result<bool, Flaw> {
        Ok(sphere_at_rest(body, hollow)?.intersects(&self.instance()?))
    }

    fn closest(
        &self,
        point: &Point<T, 3>,
        row: usize,
        out: &mut OutRows<'_, T>,
    ) -> Result<(), Flaw> {
        out.put_closest(row, point.closest(&self.instance()?));
        Ok(())
    }

    fn has_contact(&self, body: &Body<T, 3>) -> Result<bool, Flaw> {
        Ok(body.sphere()?.has_contact(self.moving()?))
    }

    fn contacts(&self, body: &Body<T, 3>) -> Result<Vec<Answer<T, 3, Place>>, Flaw> {
        Ok(all_with_place(body.sphere()?.contacts(self.moving()?)))
    }

    fn item(&self) -> Result<Item<T>, Flaw> {
        let Motion { velocity, t_max } = self.motion;
        let item = Item::instance(Arc::clone(&self.mesh), self.rotation, self.translation)?;
        Ok(item.moving(velocity)?.until(t_max)?)
    }

    fn feature_width(&self) -> usize {
        1
    }
}

/// Many items, which may come and go between two questions.
pub struct SceneObstacle<T: Float> {
    /// It is looked up and changed, never held while it answers.
    scene: RwLock<Arc<Scene<T>>>,
    /// What the widest feature of all that was ever put in takes.
    widest: AtomicUsize,
}

impl<T: Float> SceneObstacle<T> {
    /// None yet.
    pub fn new() -> Self {
        Self { scene: RwLock::default(), widest: AtomicUsize::new(0) }
    }

    /// Puts something in.
    pub fn insert(&self, item: &dyn Ask<T, 3>) -> Result<u64, Flaw> {
        let (shape, width) = (item.item()?, item.feature_width());
        self.widest.fetch_max(width, SeqCst);
        Ok(Arc::make_mut(&mut *self.write()?).insert(shape).number())
    }

    /// Takes something out; whether it was there.
    pub fn remove(&self, number: u64) -> Result<bool, Flaw> {
        let mut scene = self.write()?;
        let id = scene.items().map(|(id, _)| id).find(|id: &Id| id.number() == number);
        Ok(id.is_some_and(|id| Arc::make_mut(&mut *scene).remove(id).is_some()))
    }

    /// As it is now. Whoever asks about many goes on with it while it changes.
    fn read(&self) -> Arc<Scene<T>> {
        Arc::clone(&self.scene.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Readers have it for a moment only. But if the process was forked in that moment, nobody is left to give it back.
    fn write(&self) -> Result<RwLockWriteGuard<'_, Arc<Scene<T>>>, Flaw> {
        for _ in 0..100_000 {
            match self.scene.try_write() {
                Ok(scene) => return Ok(scene),
                Err(TryLockError::Poisoned(scene)) => return Ok(scene.into_inner()),
                Err(TryLockError::WouldBlock) => thread::yield_now(),
            }
        }
        Err(Flaw::Kind("the process was forked while a thread held this scene, make it anew"))
    }
}

impl<T: Float> Ask<T, 3> for SceneObstacle<T> {
    only_sphere_meets!(3, self => *self.read());

    fn intersects(&self, body: &Body<T, 3>, hollow: Hollows) -> Result<bool, Flaw> {
        Ok(sphere_at_rest(body, hollow)?.intersects(&*self.read()))
    }

    fn contacts(&self, body: &Body<T, 3>) -> Result<Vec<Answer<T, 3, Place>>, Flaw> {
        Ok(all_with_place(self.read().contacts(body.sphere()?)))
    }

    fn closest(
        &self,
        point: &Point<T, 3>,
        row: usize,
        out: &mut OutRows<'_, T>,
    ) -> Result<(), Flaw> {
        out.put_closest(row, point.closest(&*self.read()));
        Ok(())
    }

    /// The kind of the feature, and then the feature.
    fn feature_width(&self) -> usize {
        1 + self.widest.load(SeqCst)
    }
}

/// A shape for each row of a batch.
pub struct Each<A> {
    /// The shapes.
    pub shapes: Vec<A>,
    /// How many numbers the name of a feature takes.
    pub width: usize,
}

const NOT_ONE: Flaw =
    Flaw::Kind("each row has a shape of its own: ask about arrays of as many rows");

impl<T: Float, A: Ask<T, N>, const N: usize> Ask<T, N> for Each<A> {
    fn meet_many(
        &self,
        bodies: &Bodies<'_, T, N>,
        first: usize,
        out: &mut OutRows<'_, T>,
    ) -> Result<(), BadRow> {
        for row in 0..out.len() {
            let at = |flaw: Flaw| BadRow(first + row, flaw);
            let shape = self.shapes.get(first + row).ok_or(at(NOT_ONE))?;
            let body = bodies.get(first + row).map_err(|error| at(error.into()))?;
            out.put(row, shape.meet(&body).map_err(at)?);
        }
        Ok(())
    }

    fn own(&self, row: usize) -> Option<&dyn Ask<T, N>> {
        self.shapes.get(row).map(|shape| shape as &dyn Ask<T, N>)
    }

    fn count(&self) -> Option<usize> {
        Some(self.shapes.len())
    }

    fn feature_width(&self) -> usize {
        self.width
    }

    fn meet(&self, _: &Body<T, N>) -> Result<PlaceAnswer<T, N>, Flaw> {
        Err(NOT_ONE)
    }

    fn meet_exactly(&self, _: &Body<T, N>) -> Result<ExactPlaceAnswer<N>, Flaw> {
        Err(NOT_ONE)
    }

    fn time(&self, _: &Body<T, N>, _: When) -> Result<Option<T>, Flaw> {
        Err(NOT_ONE)
    }

    fn last_time_exactly(&self, _: &Body<T, N>) -> Result<Option<Surd>, Flaw> {
        Err(NOT_ONE)
    }

    fn intersects(&self, _: &Body<T, N>, _: Hollows) -> Result<bool, Flaw> {
        Err(NOT_ONE)
    }
}
