//! All queries as methods of traits. The default of each method refuses the query.
//!
//! The traits are generic over the mover, so a program with fixed types of mover and obstacle
//! compiles only its own queries; the package for JavaScript does so for its rows. Other programs,
//! such as the protocol, use `dyn AnyObstacle`, with one virtual call for a query or for a batch.

use super::movers::{Movers, each};
use super::{AnyConvex, AnyFeature, Asked, Kind, Moved, Mover, MoverKind, NotAsked, Question};
use crate::contact::{Answer, ClosestPoint, ClosestPoints, ExactAnswer, Penetration, Touched};
use crate::mesh::{Location, MeshFeature};
use crate::moves::{Advance, Recover, Slide, SlideOptions};
use crate::number::Surd;
use crate::overlap::{Containment, Section};
use crate::scene::Item;
use crate::shape::{Capsule, Ellipsoid, Inflated, Moving, Point, Scalar, Shape, Sphere};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt::Debug;

/// A type of obstacle whose kind is known to the compiler.
pub trait Known {
    /// The kind of the obstacle.
    const KIND: Kind;
}

/// The queries of an obstacle for a mover of the type `M`.
///
/// Each answer is the answer of the method of the same name of [`Moving`] or of `M`.
#[allow(missing_docs, reason = "each method is one of `Mover`, where it is told")]
#[allow(unused_variables, reason = "a refusal looks at nothing")]
pub trait Answers<T: Scalar, const N: usize, M: Shape<Scalar = T, Vector = [T; N]>> {
    /// Returns the error that refuses a query for this mover. The default of each method returns
    /// this error.
    fn refusal(&self, question: Question, is_hollow: bool) -> NotAsked;
    fn first_contact(&self, mover: &Moving<M>) -> Asked<Answer<T, N, AnyFeature<N>>> {
        Err(self.refusal(Question::FirstContact, false))
    }
    /// Computes the first contacts of many movers. `put` is called with the index of each mover and
    /// its answer, in any order.
    fn first_contacts(
        &self,
        movers: &[Moving<M>],
        put: &mut dyn FnMut(usize, Answer<T, N, AnyFeature<N>>),
    ) -> Asked<()> {
        Err(self.refusal(Question::FirstContact, false))
    }
    /// Computes the first contact of each mover with the obstacle at the same index, up to the
    /// shorter length.
    fn first_contacts_in_rows(
        obstacles: &[Self],
        movers: &[Moving<M>],
        put: &mut dyn FnMut(usize, Answer<T, N, AnyFeature<N>>),
    ) -> Asked<()>
    where
        Self: Sized,
    {
        for (i, (obstacle, mover)) in obstacles.iter().zip(movers).enumerate() {
            put(i, obstacle.first_contact(mover)?);
        }
        Ok(())
    }
    fn first_contact_exact(&self, mover: &Moving<M>) -> Asked<ExactAnswer<N, AnyFeature<N>>> {
        Err(self.refusal(Question::FirstContact, false))
    }
    fn first_entry(&self, mover: &Moving<M>) -> Asked<Answer<T, N, AnyFeature<N>>> {
        Err(self.refusal(Question::FirstEntry, false))
    }
    fn first_entry_exact(&self, mover: &Moving<M>) -> Asked<ExactAnswer<N, AnyFeature<N>>> {
        Err(self.refusal(Question::FirstEntry, false))
    }
    fn contact_time(&self, mover: &Moving<M>) -> Asked<Option<T>> {
        Err(self.refusal(Question::ContactTime, false))
    }
    fn time_down(&self, mover: &Moving<M>) -> Asked<Option<T>> {
        Err(self.refusal(Question::TimeDown, false))
    }
    fn last_time(&self, mover: &Moving<M>) -> Asked<Option<T>> {
        Err(self.refusal(Question::LastTime, false))
    }
    fn last_time_exact(&self, mover: &Moving<M>) -> Asked<Option<Surd>> {
        Err(self.refusal(Question::LastTime, false))
    }
    fn has_contact(&self, mover: &Moving<M>) -> Asked<bool> {
        Err(self.refusal(Question::HasContact, false))
    }
    fn contacts(&self, mover: &Moving<M>) -> Asked<Vec<Answer<T, N, AnyFeature<N>>>> {
        Err(self.refusal(Question::Contacts, false))
    }
    #[allow(clippy::type_complexity, reason = "an answer as the library has it")]
    fn touched(
        &self,
        mover: &Moving<M>,
    ) -> Asked<Option<Touched<T, N, AnyFeature<N>, AnyFeature<N>>>> {
        Err(self.refusal(Question::Touched, false))
    }
    fn touched_triangles(
        &self,
        mover: &Moving<M>,
    ) -> Asked<Vec<Touched<T, N, AnyFeature<N>, AnyFeature<N>>>> {
        Err(self.refusal(Question::Touched, false))
    }
    fn advance(
        &self,
        body: &M,
        displacement: [T; N],
    ) -> Asked<Moved<Advance<T, N, AnyFeature<N>>>> {
        Err(self.refusal(Question::Advance, false))
    }
    fn slide(
        &self,
        body: &M,
        displacement: [T; N],
        options: SlideOptions,
    ) -> Asked<Moved<Slide<T, N, AnyFeature<N>>>> {
        Err(self.refusal(Question::Slide, false))
    }
    fn recover(&self, body: &M) -> Asked<Moved<Recover<T, N>>> {
        Err(self.refusal(Question::Recover, false))
    }
    fn intersects(&self, body: &M, is_hollow: bool) -> Asked<bool> {
        Err(self.refusal(Question::Intersects, is_hollow))
    }
    fn penetration(&self, body: &M) -> Asked<Option<Penetration<T, N>>> {
        Err(self.refusal(Question::Penetration, false))
    }
    fn closest_points(&self, body: &M) -> Asked<Option<ClosestPoints<T, N, AnyFeature<N>>>> {
        Err(self.refusal(Question::Closest, false))
    }
    fn containment(&self, body: &M) -> Asked<Containment> {
        Err(self.refusal(Question::Containment, false))
    }
    fn containment_by_planes(&self, body: &M) -> Asked<Containment> {
        Err(self.refusal(Question::ContainmentByPlanes, false))
    }
    fn section(&self, body: &M) -> Asked<Option<Section<T, N>>> {
        Err(self.refusal(Question::Section, false))
    }
    fn intersecting(&self, body: &M) -> Asked<Vec<usize>> {
        Err(self.refusal(Question::Intersecting, false))
    }
}

/// The queries of an obstacle that have no mover.
#[allow(unused_variables, reason = "a refusal looks at nothing")]
pub trait Alone<T: Scalar, const N: usize> {
    /// Returns the kind of the obstacle.
    fn kind(&self) -> Kind;
    /// Returns the obstacle as a trait object. With the feature `prebuilt` the methods of the trait
    /// object are compiled in this crate, and not again in the crate of the caller.
    fn as_dyn(&self) -> &(dyn AnyObstacle<T, N> + 'static);
    /// Returns the obstacle as an owned trait object.
    fn boxed(self) -> Box<dyn AnyObstacle<T, N>>
    where
        Self: Sized;
    /// Returns many obstacles, one for each row of a batch, as one trait object.
    fn boxed_rows(rows: Vec<Self>) -> Box<dyn Rows<T, N>>
    where
        Self: Sized;
    /// Returns the point of the obstacle that is closest to a point, as [`Point::closest`] does.
    #[allow(clippy::type_complexity, reason = "an answer as the library has it")]
    fn closest(&self, point: &Point<T, N>) -> Asked<Option<ClosestPoint<T, N, AnyFeature<N>>>> {
        Err(NotAsked::new(Question::Closest, Some(MoverKind::Point), self.kind()))
    }
    /// Returns the location of a point, as [`Solid::locate`](crate::Solid::locate) does.
    fn locate(&self, point: &Point<T, N>) -> Asked<Location> {
        Err(NotAsked::new(Question::Locate, Some(MoverKind::Point), self.kind()))
    }
    /// Returns the signed distance of a point, as
    /// [`Solid::signed_distance`](crate::Solid::signed_distance) does.
    fn signed_distance(&self, point: &Point<T, N>) -> Asked<Option<T>> {
        Err(NotAsked::new(Question::SignedDistance, Some(MoverKind::Point), self.kind()))
    }
    /// Returns the winding number around a point, as
    /// [`Solid::winding_number`](crate::Solid::winding_number) does.
    fn winding_number(&self, point: &Point<T, N>) -> Asked<Option<i64>> {
        Err(NotAsked::new(Question::WindingNumber, Some(MoverKind::Point), self.kind()))
    }
    /// Returns the triangles that share a feature, as
    /// [`Neighbours::triangles_at`](crate::Neighbours::triangles_at) does. Each call computes the
    /// adjacency of the mesh again.
    fn neighbours(&self, at: MeshFeature) -> Asked<Vec<usize>> {
        Err(NotAsked::new(Question::Neighbours, None, self.kind()))
    }
    /// Returns the obstacle with its motion, as an item of a scene.
    fn item(&self) -> Asked<Item<T>> {
        Err(NotAsked::new(Question::Item, None, self.kind()))
    }
    /// Returns the obstacle with its motion, as a mover. An inflated obstacle becomes an inflated
    /// mover.
    fn mover(&self) -> Asked<Mover<T, N>> {
        Err(NotAsked::new(Question::Mover, None, self.kind()))
    }
}

/// Any obstacle. It answers the queries of every mover, or refuses them with an error.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no obstacle of any kind",
    label = "no `any::AnyObstacle`",
    note = "a shape is one with its motion: `Moving::still(shape)`, or `shape.moving(velocity)?`",
    note = "a mesh, a polytope or a scene is one in an `Arc`"
)]
pub trait AnyObstacle<T: Scalar, const N: usize>:
    Answers<T, N, Sphere<T, N>>
    + Answers<T, N, Ellipsoid<T, N>>
    + Answers<T, N, Capsule<T, N>>
    + Answers<T, N, Inflated<AnyConvex<T, N>>>
    + Alone<T, N>
    + Debug
    + Send
    + Sync
{
}

impl<T: Scalar, O, const N: usize> AnyObstacle<T, N> for O where
    O: Answers<T, N, Sphere<T, N>>
        + Answers<T, N, Ellipsoid<T, N>>
        + Answers<T, N, Capsule<T, N>>
        + Answers<T, N, Inflated<AnyConvex<T, N>>>
        + Alone<T, N>
        + Debug
        + Send
        + Sync
{
}

/// Obstacles of one kind, one for each row of a batch. [`Alone::boxed_rows`] creates them.
pub trait Rows<T: Scalar, const N: usize>: Send + Sync {
    /// Returns the obstacle of a row.
    fn row(&self, row: usize) -> Option<&dyn AnyObstacle<T, N>>;
    /// Returns the number of rows.
    fn count(&self) -> usize;
    /// Computes the first contact of each mover with the obstacle of its row, in any order. The
    /// first mover belongs to the row `first`. Movers without a row and rows without a mover are
    /// ignored.
    ///
    /// # Errors
    /// A pair that does not have this query.
    fn first_contacts(
        &self,
        first: usize,
        movers: &Movers<T, N>,
        put: &mut dyn FnMut(usize, Answer<T, N, AnyFeature<N>>),
    ) -> Asked<()>;
}

impl<T: Scalar, O: AnyObstacle<T, N>, const N: usize> Rows<T, N> for Vec<O> {
    fn row(&self, row: usize) -> Option<&dyn AnyObstacle<T, N>> {
        self.get(row).map(|obstacle| obstacle as &dyn AnyObstacle<T, N>)
    }

    fn count(&self) -> usize {
        self.len()
    }

    fn first_contacts(
        &self,
        first: usize,
        movers: &Movers<T, N>,
        put: &mut dyn FnMut(usize, Answer<T, N, AnyFeature<N>>),
    ) -> Asked<()> {
        let rows = self.get(first..).unwrap_or_default();
        each!(movers, |all| O::first_contacts_in_rows(rows, all, put))
    }
}
