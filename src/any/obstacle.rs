//! What is asked, of any kind: the questions as methods, each of which is refused by whoever does
//! not answer it.
//!
//! A pair of mover and obstacle is known to the compiler first and erased only then: the traits
//! have a type for the mover, so a program that knows both types, as the protocol does, compiles
//! only its own queries. A program that does not has `dyn Obstacle`: one virtual call for a query
//! or for a batch.

use super::movers::{Movers, each};
use super::{Asked, Feature, Kind, Moved, MoverKind, NotAsked, Question};
use crate::contact::{Answer, ClosestPoint, ClosestPoints, ExactAnswer, Penetration};
use crate::mesh::{Location, MeshFeature};
use crate::moves::{Advance, Recover, Slide, SlideOptions};
use crate::number::Surd;
use crate::overlap::{Containment, Section};
use crate::scene::Item;
use crate::shape::{Capsule, Ellipsoid, Moving, Point, Scalar, Shape, Sphere};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt::Debug;

/// A type of obstacle whose kind is known to the compiler.
pub trait Known {
    /// The kind.
    const KIND: Kind;
}

/// What an obstacle answers a mover of the type `M`.
///
/// Each answer is that of the method of the same name of [`Moving`] or of `M`.
#[allow(missing_docs, reason = "each method is one of `Mover`, where it is told")]
#[allow(unused_variables, reason = "a refusal looks at nothing")]
pub trait Answers<T: Scalar, const N: usize, M: Shape<Scalar = T, Vector = [T; N]>> {
    /// The refusal of a question for this mover: the default of each method returns it.
    fn refusal(&self, question: Question, is_hollow: bool) -> NotAsked;
    fn first_contact(&self, mover: &Moving<M>) -> Asked<Answer<T, N, Feature<N>>> {
        Err(self.refusal(Question::FirstContact, false))
    }
    /// The same of many: `put` takes the number of each and its answer, in any order.
    fn first_contacts(
        &self,
        movers: &[Moving<M>],
        put: &mut dyn FnMut(usize, Answer<T, N, Feature<N>>),
    ) -> Asked<()> {
        Err(self.refusal(Question::FirstContact, false))
    }
    /// The same of pairs, each mover with the obstacle in its place, as far as there are both.
    fn first_contacts_in_rows(
        obstacles: &[Self],
        movers: &[Moving<M>],
        put: &mut dyn FnMut(usize, Answer<T, N, Feature<N>>),
    ) -> Asked<()>
    where
        Self: Sized,
    {
        for (i, (obstacle, mover)) in obstacles.iter().zip(movers).enumerate() {
            put(i, obstacle.first_contact(mover)?);
        }
        Ok(())
    }
    fn first_contact_exact(&self, mover: &Moving<M>) -> Asked<ExactAnswer<N, Feature<N>>> {
        Err(self.refusal(Question::FirstContact, false))
    }
    fn first_entry(&self, mover: &Moving<M>) -> Asked<Answer<T, N, Feature<N>>> {
        Err(self.refusal(Question::FirstEntry, false))
    }
    fn first_entry_exact(&self, mover: &Moving<M>) -> Asked<ExactAnswer<N, Feature<N>>> {
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
    fn contacts(&self, mover: &Moving<M>) -> Asked<Vec<Answer<T, N, Feature<N>>>> {
        Err(self.refusal(Question::Contacts, false))
    }
    fn advance(&self, body: &M, displacement: [T; N]) -> Asked<Moved<Advance<T, N, Feature<N>>>> {
        Err(self.refusal(Question::Advance, false))
    }
    fn slide(
        &self,
        body: &M,
        displacement: [T; N],
        options: SlideOptions,
    ) -> Asked<Moved<Slide<T, N, Feature<N>>>> {
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
    fn closest_points(&self, body: &M) -> Asked<Option<ClosestPoints<T, N, Feature<N>>>> {
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

/// What an obstacle answers without a mover.
#[allow(unused_variables, reason = "a refusal looks at nothing")]
pub trait Alone<T: Scalar, const N: usize> {
    /// What it is.
    fn kind(&self) -> Kind;
    /// The obstacle as a trait object. With the feature `prebuilt` its methods are compiled in this
    /// crate, and are not instantiated again in the crate that calls this.
    fn as_dyn(&self) -> &(dyn Obstacle<T, N> + 'static);
    /// The same for an owned obstacle.
    fn boxed(self) -> Box<dyn Obstacle<T, N>>
    where
        Self: Sized;
    /// The same for many obstacles, one for each row of a batch.
    fn boxed_rows(rows: Vec<Self>) -> Box<dyn Rows<T, N>>
    where
        Self: Sized;
    /// [`Point::closest`].
    #[allow(clippy::type_complexity, reason = "an answer as the library has it")]
    fn closest(&self, point: &Point<T, N>) -> Asked<Option<ClosestPoint<T, N, Feature<N>>>> {
        Err(NotAsked::new(Question::Closest, Some(MoverKind::Point), self.kind()))
    }
    /// [`Solid::locate`](crate::Solid::locate).
    fn locate(&self, point: &Point<T, N>) -> Asked<Location> {
        Err(NotAsked::new(Question::Locate, Some(MoverKind::Point), self.kind()))
    }
    /// [`Solid::signed_distance`](crate::Solid::signed_distance).
    fn signed_distance(&self, point: &Point<T, N>) -> Asked<Option<T>> {
        Err(NotAsked::new(Question::SignedDistance, Some(MoverKind::Point), self.kind()))
    }
    /// [`Solid::winding_number`](crate::Solid::winding_number).
    fn winding_number(&self, point: &Point<T, N>) -> Asked<Option<i64>> {
        Err(NotAsked::new(Question::WindingNumber, Some(MoverKind::Point), self.kind()))
    }
    /// [`Neighbours::triangles_at`](crate::Neighbours::triangles_at), found anew each time.
    fn neighbours(&self, at: MeshFeature) -> Asked<Vec<usize>> {
        Err(NotAsked::new(Question::Neighbours, None, self.kind()))
    }
    /// As a part of a scene, on its way.
    fn item(&self) -> Asked<Item<T>> {
        Err(NotAsked::new(Question::Item, None, self.kind()))
    }
}

/// Any obstacle: what answers every mover, or refuses it in words.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no obstacle of any kind",
    label = "no `any::Obstacle`",
    note = "a shape is one with its motion: `Moving::still(shape)`, or `shape.moving(velocity)?`",
    note = "a mesh, a polytope or a scene is one in an `Arc`"
)]
pub trait Obstacle<T: Scalar, const N: usize>:
    Answers<T, N, Sphere<T, N>>
    + Answers<T, N, Ellipsoid<T, N>>
    + Answers<T, N, Capsule<T, N>>
    + Alone<T, N>
    + Debug
    + Send
    + Sync
{
}

impl<T: Scalar, O, const N: usize> Obstacle<T, N> for O where
    O: Answers<T, N, Sphere<T, N>>
        + Answers<T, N, Ellipsoid<T, N>>
        + Answers<T, N, Capsule<T, N>>
        + Alone<T, N>
        + Debug
        + Send
        + Sync
{
}

/// Obstacles of one kind, one for each row of a batch: [`Alone::boxed_rows`].
pub trait Rows<T: Scalar, const N: usize>: Send + Sync {
    /// That of a row.
    fn row(&self, row: usize) -> Option<&dyn Obstacle<T, N>>;
    /// How many there are.
    fn count(&self) -> usize;
    /// The first contacts of movers, each with the obstacle in its row, the first of them with that
    /// in the row `first`, as far as there are both; in any order.
    ///
    /// # Errors
    /// A pair for which there is no such question.
    fn first_contacts(
        &self,
        first: usize,
        movers: &Movers<T, N>,
        put: &mut dyn FnMut(usize, Answer<T, N, Feature<N>>),
    ) -> Asked<()>;
}

impl<T: Scalar, O: Obstacle<T, N>, const N: usize> Rows<T, N> for Vec<O> {
    fn row(&self, row: usize) -> Option<&dyn Obstacle<T, N>> {
        self.get(row).map(|obstacle| obstacle as &dyn Obstacle<T, N>)
    }

    fn count(&self) -> usize {
        self.len()
    }

    fn first_contacts(
        &self,
        first: usize,
        movers: &Movers<T, N>,
        put: &mut dyn FnMut(usize, Answer<T, N, Feature<N>>),
    ) -> Asked<()> {
        let rows = self.get(first..).unwrap_or_default();
        each!(movers, |all| O::first_contacts_in_rows(rows, all, put))
    }
}
