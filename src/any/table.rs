//! The table of queries: a row for each obstacle, with words for each mover. Each word names a
//! group of queries. A query that is in no group of a row is refused by the default method of the
//! trait, with an error that names the pair.
//!
//! The table of the manual is generated from this table and compared with it. For each query that a
//! pair answers there is a shared test case, except for those that `tests/any.rs` lists with a
//! reason.

use super::convex;
use super::feature::Erased;
use super::kind::Kinds;
use super::room::InRoom;
use super::world::{Behind, advance_in, recover_in, slide_in};
use super::{
    Alone, Answers, AnyConvex, AnyFeature, AnyObstacle, Asked, Kind, Known, Moved, Mover, NotAsked,
    Question, Rows,
};
use crate::contact::sealed::CastTarget;
use crate::contact::{
    Answer, ClosestPoint, ClosestPoints, ExactAnswer, Penetration, Touched, first_contacts,
};
use crate::mesh::{Location, Mesh, MeshFeature, SharedInstance, Solid};
use crate::moves::{Advance, Around, Recover, Slide, SlideOptions};
use crate::number::{Surd, compiled};
use crate::overlap::{Containment, Section};
use crate::scene::{CapsuleScene, ConvexScene, Item, NotMet, Scene};
use crate::shape::{
    AlignedBox, Capsule, Ellipsoid, Frustum, Hollow, Hull, Inflated, Moving, OrientedBox,
    Parallelepiped, Plane, Point, Polytope, Scalar, Segment, Shape, Sphere, Triangle,
};
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

#[cold]
fn not_asked<M: Kinds, O: Known>(question: Question, is_hollow: bool) -> NotAsked {
    let mover = Some(M::KINDS[usize::from(is_hollow)]);
    NotAsked { mover, obstacle: O::KIND, is_inflated: false, question }
}

/// The radius by which an obstacle is inflated. It is zero for obstacles that cannot be inflated,
/// and for scenes, whose items are inflated one by one.
trait Inflation<T: Scalar> {
    fn inflation_radius(&self) -> T {
        T::ZERO
    }
}
impl<S: Shape> Inflation<S::Scalar> for Moving<S> {
    fn inflation_radius(&self) -> S::Scalar {
        self.inflation()
    }
}
impl<T: Scalar, const N: usize> Inflation<T> for Hollow<AlignedBox<T, N>> {}
impl<T: Scalar, const N: usize> Inflation<T> for Plane<T, N> {}
impl<T: Scalar> Inflation<T> for Solid<T> {}
impl<T: Scalar> Inflation<T> for Arc<Scene<T>> {}

/// Refuses a query of an inflated obstacle, unless `may_be_inflated` is true and this mover can
/// meet inflated obstacles.
#[inline]
fn sharp<T: Scalar, M: Kinds, O: Known + Inflation<T>>(
    obstacle: &O,
    question: Question,
    may_be_inflated: bool,
) -> Asked<()> {
    if obstacle.inflation_radius() > T::ZERO && !(may_be_inflated && M::MEETS_ROUNDED) {
        return Err(NotAsked { is_inflated: true, ..not_asked::<M, O>(question, false) });
    }
    Ok(())
}

/// Returns a view of a scene. If the scene has an item that the mover does not meet, the query is
/// refused, and the error names the kind of this item.
fn viewed<M: Kinds, T: Scalar, V>(view: Result<V, NotMet>, question: Question) -> Asked<V> {
    view.map_err(|NotMet::Polytope(_)| NotAsked {
        obstacle: Kind::Polytope,
        ..not_asked::<M, Arc<Scene<T>>>(question, false)
    })
}

/// Returns the view of a scene for capsules.
fn for_capsules<T: Scalar>(scene: &Scene<T>, question: Question) -> Asked<CapsuleScene<'_, T>> {
    viewed::<Capsule<T, 3>, T, _>(scene.for_capsules(), question)
}

/// Returns the view of a scene for convex bodies.
fn for_convex<T: Scalar>(scene: &Scene<T>, question: Question) -> Asked<ConvexScene<'_, T>> {
    viewed::<Inflated<AnyConvex<T, 3>>, T, _>(scene.for_convex_bodies(), question)
}

/// Defines queries of a mover and `$obstacle`: the obstacle or a view of it. The expression may
/// refuse the query.
macro_rules! queries {
    (
        $this:ident, |$question:ident| $obstacle:expr;
        $($(#[$attribute:meta])* $method:ident($type:ty) -> $answer:ty, $name:ident,
            |$view:ident, $mover:ident| $ask:expr;)*
    ) => {
        $($(#[$attribute])* fn $method(&self, $mover: $type) -> Asked<$answer> {
            let $this = self;
            let $question = Question::$name;
            let $view = $obstacle;
            Ok($ask)
        })*
    };
}

/// Returns a moving convex shape as a shape of any kind.
fn of_any<T: Scalar, S, const N: usize>(obstacle: &Moving<S>) -> Moving<AnyConvex<T, N>>
where
    S: Shape<Scalar = T, Vector = [T; N]> + Clone + Into<AnyConvex<T, N>>,
{
    obstacle.carrying(obstacle.shape().clone().into())
}

/// Whether a body shares a point with an inflated obstacle: it does if a motion that ends at its
/// start has a contact.
fn touches_at_start<T, M, O, const N: usize>(obstacle: &O, body: &M) -> Asked<bool>
where
    T: Scalar,
    M: Shape<Scalar = T, Vector = [T; N]> + Clone,
    O: Answers<T, N, M>,
{
    obstacle.has_contact(&Moving::still(body.clone()).only_at_start())
}

/// The code for a word of a row: the methods for the mover `$M`. `$met` is the obstacle with its
/// motion, and `$at_rest` its shape at rest.
macro_rules! answered {
    // First contact, blocking hit, times of contacts, and whether there is any contact.
    (met, $N:expr, $M:ty, $this:ident, $met:expr, $at_rest:expr) => {
        answered!(of_motion $N, $M, $this, |question| {
            sharp::<T, $M, Self>($this, question, true)?;
            $met
        });
    };
    // The same for the view of a scene, with all contacts and the moves of a body.
    (of_view $view_of:ident, $N:expr, $M:ty, $this:ident, $met:expr) => {
        answered!(of_motion $N, $M, $this, |question| &$view_of($met, question)?);
        queries! { $this, |question| $view_of($met, question)?;
            contacts(&Moving<$M>) -> Vec<Answer<T, { $N }, AnyFeature<{ $N }>>>, Contacts,
                |view, mover| view.contacts(mover).into_iter().map(Erased::erased).collect();
        }
        fn advance(
            &self,
            body: &$M,
            displacement: [T; $N],
        ) -> Asked<Moved<Advance<T, { $N }, AnyFeature<{ $N }>>>> {
            let $this = self;
            let view = $view_of($met, Question::Advance)?;
            Ok(advance_in(body, displacement, &Around::new(&view)))
        }
        fn slide(
            &self,
            body: &$M,
            displacement: [T; $N],
            options: SlideOptions,
        ) -> Asked<Moved<Slide<T, { $N }, AnyFeature<{ $N }>>>> {
            let $this = self;
            let view = $view_of($met, Question::Slide)?;
            Ok(slide_in(body, displacement, options, &Around::new(&view)))
        }
        fn recover(&self, body: &$M) -> Asked<Moved<Recover<T, { $N }>>> {
            let $this = self;
            let view = $view_of($met, Question::Recover)?;
            Ok(recover_in(body, &Around::new(&view)))
        }
    };
    (of_motion $N:expr, $M:ty, $this:ident, |$question:ident| $obstacle:expr) => {
        // Answers are not inlined, so that queries of one mover and of many movers share the code,
        // and moves do.
        queries! { $this, |$question| $obstacle;
            #[inline(never)]
            first_contact(&Moving<$M>) -> Answer<T, { $N }, AnyFeature<{ $N }>>, FirstContact,
                |view, mover| mover.first_contact(view).erased();
            first_contact_exact(&Moving<$M>) -> ExactAnswer<{ $N }, AnyFeature<{ $N }>>, FirstContact,
                |view, mover| mover.first_contact_exact(view).erased();
            #[inline(never)]
            first_entry(&Moving<$M>) -> Answer<T, { $N }, AnyFeature<{ $N }>>, FirstEntry,
                |view, mover| mover.first_entry(view).erased();
            #[inline(never)]
            first_entry_exact(&Moving<$M>) -> ExactAnswer<{ $N }, AnyFeature<{ $N }>>, FirstEntry,
                |view, mover| mover.first_entry_exact(view).erased();
            contact_time(&Moving<$M>) -> Option<T>, ContactTime,
                |view, mover| mover.contact_time(view);
            time_down(&Moving<$M>) -> Option<T>, TimeDown, |view, mover| mover.time_down(view);
            last_time(&Moving<$M>) -> Option<T>, LastTime, |view, mover| mover.last_time(view);
            last_time_exact(&Moving<$M>) -> Option<Surd>, LastTime,
                |view, mover| mover.last_time_exact(view);
            has_contact(&Moving<$M>) -> bool, HasContact, |view, mover| mover.has_contact(view);
        }
    };
    // The queries of a motion and the closest points of a convex body, with the view of a scene for
    // convex bodies.
    (viewed_convex, $N:expr, $M:ty, $this:ident, $met:expr, $at_rest:expr) => {
        answered!(of_view for_convex, $N, $M, $this, $met);
        queries! { $this, |question| for_convex($met, question)?;
            closest_points(&$M) -> Option<ClosestPoints<T, { $N }, AnyFeature<{ $N }>>>, Closest,
                |view, body| view.closest_points(&Moving::still(body.clone())).map(Erased::erased);
        }
    };
    // All queries of a capsule, with the view of a scene for capsules.
    (viewed, $N:expr, $M:ty, $this:ident, $met:expr, $at_rest:expr) => {
        answered!(of_view for_capsules, $N, $M, $this, $met);
        queries! { $this, |question| for_capsules($met, question)?;
            closest_points(&$M) -> Option<ClosestPoints<T, { $N }, AnyFeature<{ $N }>>>, Closest,
                |view, body| body.closest(&view).map(Erased::erased);
        }
        fn intersects(&self, body: &$M, is_hollow: bool) -> Asked<bool> {
            let $this = self;
            if is_hollow {
                return Err(not_asked::<$M, Self>(Question::Intersects, true));
            }
            Ok(body.intersects(&for_capsules($met, Question::Intersects)?))
        }
    };
    // The first contacts of many movers, one after another.
    (each, $N:expr, $M:ty, $this:ident, $met:expr, $at_rest:expr) => {
        fn first_contacts(
            &self,
            movers: &[Moving<$M>],
            put: &mut dyn FnMut(usize, Answer<T, { $N }, AnyFeature<{ $N }>>),
        ) -> Asked<()> {
            for (i, mover) in movers.iter().enumerate() {
                put(i, Answers::<T, { $N }, $M>::first_contact(self, mover)?);
            }
            Ok(())
        }
    };
    // The first contacts of many movers. Eight pairs are tested at a time for a certain miss.
    (eights, $N:expr, $M:ty, $this:ident, $met:expr, $at_rest:expr) => {
        fn first_contacts(
            &self,
            movers: &[Moving<$M>],
            put: &mut dyn FnMut(usize, Answer<T, { $N }, AnyFeature<{ $N }>>),
        ) -> Asked<()> {
            let pair = |i: usize| (self, &movers[i]);
            first_contacts(movers.len(), pair, |i, answer| put(i, answer.erased()));
            Ok(())
        }
        fn first_contacts_in_rows(
            obstacles: &[Self],
            movers: &[Moving<$M>],
            put: &mut dyn FnMut(usize, Answer<T, { $N }, AnyFeature<{ $N }>>),
        ) -> Asked<()> {
            let pair = |i: usize| (&obstacles[i], &movers[i]);
            let count = obstacles.len().min(movers.len());
            first_contacts(count, pair, |i, answer| put(i, answer.erased()));
            Ok(())
        }
    };
    // The first contacts of many movers, by the batch query of a mesh.
    (batch, $N:expr, $M:ty, $this:ident, $met:expr, $at_rest:expr) => {
        fn first_contacts(
            &self,
            movers: &[Moving<$M>],
            put: &mut dyn FnMut(usize, Answer<T, { $N }, AnyFeature<{ $N }>>),
        ) -> Asked<()> {
            let $this = self;
            let mut answers = vec![Answer::None; movers.len()];
            // There are as many answers as movers, so there is no error.
            let _ = $met.first_contacts(movers, &mut answers);
            answers.into_iter().enumerate().for_each(|(i, answer)| put(i, answer.erased()));
            Ok(())
        }
    };
    // All contacts with the triangles of a mesh.
    (triangles, $N:expr, $M:ty, $this:ident, $met:expr, $at_rest:expr) => {
        fn contacts(&self, mover: &Moving<$M>) -> Asked<Vec<Answer<T, { $N }, AnyFeature<{ $N }>>>> {
            let $this = self;
            Ok(mover.contacts(*$met).into_iter().map(Erased::erased).collect())
        }
    };
    // All contacts with the items of a scene.
    (items, $N:expr, $M:ty, $this:ident, $met:expr, $at_rest:expr) => {
        fn contacts(&self, mover: &Moving<$M>) -> Asked<Vec<Answer<T, { $N }, AnyFeature<{ $N }>>>> {
            let $this = self;
            Ok($met.contacts(mover).into_iter().map(Erased::erased).collect())
        }
    };
    // The moves of a body.
    (free, $N:expr, $M:ty, $this:ident, $met:expr, $at_rest:expr) => {
        fn advance(
            &self,
            body: &$M,
            displacement: [T; $N],
        ) -> Asked<Moved<Advance<T, { $N }, AnyFeature<{ $N }>>>> {
            let world = Behind::new(self, Question::Advance);
            world.unless_refused(advance_in(body, displacement, &world))
        }
        fn slide(
            &self,
            body: &$M,
            displacement: [T; $N],
            options: SlideOptions,
        ) -> Asked<Moved<Slide<T, { $N }, AnyFeature<{ $N }>>>> {
            let world = Behind::new(self, Question::Slide);
            world.unless_refused(slide_in(body, displacement, options, &world))
        }
        fn recover(&self, body: &$M) -> Asked<Moved<Recover<T, { $N }>>> {
            let world = Behind::new(self, Question::Recover);
            world.unless_refused(recover_in(body, &world))
        }
    };
    // Whether mover and obstacle share a point, if the mover is solid.
    (solid, $N:expr, $M:ty, $this:ident, $met:expr, $at_rest:expr) => {
        fn intersects(&self, body: &$M, is_hollow: bool) -> Asked<bool> {
            let $this = self;
            if is_hollow {
                return Err(not_asked::<$M, Self>(Question::Intersects, true));
            }
            sharp::<T, $M, Self>(self, Question::Intersects, true)?;
            if self.inflation_radius() > T::ZERO {
                return touches_at_start::<T, $M, Self, { $N }>(self, body);
            }
            Ok(body.intersects($at_rest))
        }
    };
    // Whether a convex body and an obstacle share a point.
    (at_start, $N:expr, $M:ty, $this:ident, $met:expr, $at_rest:expr) => {
        fn intersects(&self, body: &$M, is_hollow: bool) -> Asked<bool> {
            if is_hollow {
                return Err(not_asked::<$M, Self>(Question::Intersects, true));
            }
            touches_at_start::<T, $M, Self, { $N }>(self, body)
        }
    };
    // The triangles that a convex body touches first, and its closest points, at a mesh or a mesh
    // instance.
    (mesh_by_convex, $N:expr, $M:ty, $this:ident, $met:expr, $at_rest:expr) => {
        queries! { $this, |_question| $met;
            closest_points(&$M) -> Option<ClosestPoints<T, { $N }, AnyFeature<{ $N }>>>, Closest,
                |mesh, body| {
                    let body = Moving::still(body.clone());
                    CastTarget::encounter(&body, mesh).closest().map(Erased::erased)
                };
            touched_triangles(&Moving<$M>) -> Vec<Touched<T, { $N }, AnyFeature<{ $N }>, AnyFeature<{ $N }>>>,
                Touched, |mesh, mover| {
                    mover.touched_triangles(*mesh).into_iter().map(Erased::erased).collect()
                };
        }
    };
    // The queries of a convex body and a convex obstacle, which becomes a convex shape of any kind.
    (both_convex, $N:expr, $M:ty, $this:ident, $met:expr, $at_rest:expr) => {
        queries! { $this, |_question| &of_any($this);
            first_contact(&Moving<$M>) -> Answer<T, { $N }, AnyFeature<{ $N }>>, FirstContact,
                |shape, mover| convex::first_contact(mover, shape);
            first_contact_exact(&Moving<$M>) -> ExactAnswer<{ $N }, AnyFeature<{ $N }>>, FirstContact,
                |shape, mover| convex::first_contact_exact(mover, shape);
            first_entry(&Moving<$M>) -> Answer<T, { $N }, AnyFeature<{ $N }>>, FirstEntry,
                |shape, mover| convex::first_entry(mover, shape);
            first_entry_exact(&Moving<$M>) -> ExactAnswer<{ $N }, AnyFeature<{ $N }>>, FirstEntry,
                |shape, mover| convex::first_entry_exact(mover, shape);
            contact_time(&Moving<$M>) -> Option<T>, ContactTime,
                |shape, mover| convex::contact_time(mover, shape);
            time_down(&Moving<$M>) -> Option<T>, TimeDown,
                |shape, mover| convex::time_down(mover, shape);
            last_time(&Moving<$M>) -> Option<T>, LastTime,
                |shape, mover| convex::last_time(mover, shape);
            last_time_exact(&Moving<$M>) -> Option<Surd>, LastTime,
                |shape, mover| convex::last_time_exact(mover, shape);
            has_contact(&Moving<$M>) -> bool, HasContact,
                |shape, mover| convex::has_contact(mover, shape);
            touched(&Moving<$M>) -> Option<Touched<T, { $N }, AnyFeature<{ $N }>, AnyFeature<{ $N }>>>,
                Touched, |shape, mover| convex::touched(mover, shape);
            penetration(&$M) -> Option<Penetration<T, { $N }>>, Penetration,
                |shape, body| convex::penetration(&Moving::still(body.clone()), shape);
            closest_points(&$M) -> Option<ClosestPoints<T, { $N }, AnyFeature<{ $N }>>>, Closest,
                |shape, body| Some(convex::closest_points(&Moving::still(body.clone()), shape));
        }
    };
    // Whether mover and obstacle share a point; the mover may be a surface.
    (hollow, $N:expr, $M:ty, $this:ident, $met:expr, $at_rest:expr) => {
        fn intersects(&self, body: &$M, is_hollow: bool) -> Asked<bool> {
            let $this = self;
            if is_hollow && self.inflation_radius() > T::ZERO {
                let refusal = not_asked::<$M, Self>(Question::Intersects, true);
                return Err(NotAsked { is_inflated: true, ..refusal });
            }
            sharp::<T, $M, Self>(self, Question::Intersects, true)?;
            if self.inflation_radius() > T::ZERO {
                return touches_at_start::<T, $M, Self, { $N }>(self, body);
            }
            Ok(if is_hollow {
                Hollow(*body).intersects($at_rest)
            } else {
                body.intersects($at_rest)
            })
        }
    };
    // The shortest translation out of an overlap.
    (convex, $N:expr, $M:ty, $this:ident, $met:expr, $at_rest:expr) => {
        fn penetration(&self, body: &$M) -> Asked<Option<Penetration<T, { $N }>>> {
            let $this = self;
            sharp::<T, $M, Self>(self, Question::Penetration, true)?;
            Ok(body.penetration_of_inflated($at_rest, self.inflation_radius()))
        }
    };
    // The closest points of the obstacle and of the axis of the mover.
    (axis, $N:expr, $M:ty, $this:ident, $met:expr, $at_rest:expr) => {
        fn closest_points(
            &self,
            body: &$M,
        ) -> Asked<Option<ClosestPoints<T, { $N }, AnyFeature<{ $N }>>>> {
            let $this = self;
            Ok(body.closest_of_inflated($at_rest, self.inflation_radius()).map(Erased::erased))
        }
    };
    // Whether the whole body is inside a region, outside it, or neither.
    (planes, $N:expr, $M:ty, $this:ident, $met:expr, $at_rest:expr) => {
        fn containment(&self, body: &$M) -> Asked<Containment> {
            let $this = self;
            sharp::<T, $M, Self>(self, Question::Containment, false)?;
            Ok(body.containment($at_rest))
        }
        fn containment_by_planes(&self, body: &$M) -> Asked<Containment> {
            let $this = self;
            sharp::<T, $M, Self>(self, Question::ContainmentByPlanes, false)?;
            Ok(body.containment_by_planes($at_rest))
        }
    };
    // The circle in which the body and a plane meet.
    (plane, $N:expr, $M:ty, $this:ident, $met:expr, $at_rest:expr) => {
        fn section(&self, body: &$M) -> Asked<Option<Section<T, { $N }>>> {
            let $this = self;
            sharp::<T, $M, Self>(self, Question::Section, false)?;
            Ok(body.section($at_rest))
        }
    };
    // The triangles that share a point with a body.
    (overlapped, $N:expr, $M:ty, $this:ident, $met:expr, $at_rest:expr) => {
        fn intersecting(&self, body: &$M) -> Asked<Vec<usize>> {
            let $this = self;
            sharp::<T, $M, Self>(self, Question::Intersecting, false)?;
            Ok(body.intersecting($at_rest))
        }
    };
    // The closest point. This query and the following ones have no mover.
    (near, $N:expr, $M:ty, $this:ident, $met:expr, $at_rest:expr) => {
        fn closest(
            &self,
            point: &Point<T, { $N }>,
        ) -> Asked<Option<ClosestPoint<T, { $N }, AnyFeature<{ $N }>>>> {
            let $this = self;
            Ok(point.closest_of_inflated($at_rest, self.inflation_radius()).map(Erased::erased))
        }
    };
    // The location of a point relative to a solid, and its distance and winding number.
    (located, $N:expr, $M:ty, $this:ident, $met:expr, $at_rest:expr) => {
        fn locate(&self, point: &Point<T, { $N }>) -> Asked<Location> {
            Ok(Solid::locate(self, point))
        }
        fn signed_distance(&self, point: &Point<T, { $N }>) -> Asked<Option<T>> {
            Ok(Solid::signed_distance(self, point))
        }
        fn winding_number(&self, point: &Point<T, { $N }>) -> Asked<Option<i64>> {
            Ok(Solid::winding_number(self, point))
        }
    };
    // The triangles that share a feature.
    (neighbours, $N:expr, $M:ty, $this:ident, $met:expr, $at_rest:expr) => {
        fn neighbours(&self, at: MeshFeature) -> Asked<Vec<usize>> {
            let $this = self;
            Ok($at_rest.neighbours().triangles_at(at).collect())
        }
    };
}

/// Defines a row of the table: the type and the dimension of an obstacle, the expressions for the
/// obstacle in motion and at rest, the words for each mover, and the words for queries without a
/// mover.
macro_rules! obstacle {
    (
        $Kind:ident: $O:ty, $N:expr, $this:ident, met $met:expr, at rest $at_rest:expr;
        $(sphere: $($sphere:ident)+;)?
        $(ellipsoid: $($ellipsoid:ident)+;)?
        $(capsule: $($capsule:ident)+;)?
        $(convex: $($convex:ident)+;)?
        $(alone: $($alone:ident)+;)?
        $(item: $item:expr;)?
        $(mover: $mover:expr;)?
    ) => {
        impl<T: Scalar> Known for $O {
            const KIND: Kind = Kind::$Kind;
        }
        obstacle!(@ Sphere<T, { $N }>, $O, $N, $this, $met, $at_rest, $($($sphere)+)?);
        obstacle!(@ Ellipsoid<T, { $N }>, $O, $N, $this, $met, $at_rest, $($($ellipsoid)+)?);
        obstacle!(@ Capsule<T, { $N }>, $O, $N, $this, $met, $at_rest, $($($capsule)+)?);
        obstacle!(@ Inflated<AnyConvex<T, { $N }>>, $O, $N, $this, $met, $at_rest, $($($convex)+)?);
        impl<T: Scalar> Alone<T, { $N }> for $O {
            fn kind(&self) -> Kind {
                Self::KIND
            }
            // With the feature `prebuilt` these are compiled in this crate.
            compiled! { <'a, 'b, T> $O;
                fn as_dyn(this) -> &'a (dyn AnyObstacle<T, { $N }> + 'static) { this }
            }
            fn boxed(self) -> Box<dyn AnyObstacle<T, { $N }>> {
                compiled!(@ <'a, 'b, T> (this: $O = self) -> Box<dyn AnyObstacle<T, { $N }>> {
                    Box::new(this)
                })
            }
            fn boxed_rows(rows: Vec<Self>) -> Box<dyn Rows<T, { $N }>> {
                compiled!(@ <'a, 'b, T> (rows: Vec<$O> = rows) -> Box<dyn Rows<T, { $N }>> {
                    Box::new(rows)
                })
            }
            $($(answered!($alone, $N, (), $this, $met, $at_rest);)+)?
            $(fn item(&self) -> Asked<Item<T>> {
                let $this = self;
                Ok($item.into())
            })?
            $(fn mover(&self) -> Asked<Mover<T, { $N }>> {
                let $this = self;
                Ok($mover.into())
            })?
        }
    };
    (
        @ $M:ty, $O:ty, $N:expr, $this:ident, $met:expr, $at_rest:expr, $($word:ident)*
    ) => {
        impl<T: Scalar> Answers<T, { $N }, $M> for $O {
            #[cold]
            fn refusal(&self, question: Question, is_hollow: bool) -> NotAsked {
                not_asked::<$M, Self>(question, is_hollow)
            }
            $(answered!($word, $N, $M, $this, $met, $at_rest);)*
        }
    };
}

obstacle! { Point: Moving<Point<T, 2>>, 2, this, met this, at rest this.shape();
    sphere: met eights free solid convex;
    ellipsoid: met each solid;
    capsule: met each free solid convex axis;
    convex: both_convex each free at_start;
    alone: near;
}
obstacle! { Point: Moving<Point<T, 3>>, 3, this, met this, at rest this.shape();
    sphere: met eights free solid convex;
    ellipsoid: met each solid;
    capsule: met each free solid convex axis;
    convex: both_convex each free at_start;
    alone: near;
    item: *this;
}
obstacle! { Segment: Moving<Segment<T, 2>>, 2, this, met this, at rest this.shape();
    sphere: met eights free solid convex;
    ellipsoid: met each solid;
    capsule: met each free solid convex axis;
    convex: both_convex each free at_start;
    alone: near;
}
obstacle! { Segment: Moving<Segment<T, 3>>, 3, this, met this, at rest this.shape();
    sphere: met eights free solid convex;
    ellipsoid: met each solid;
    capsule: met each free solid convex axis;
    convex: both_convex each free at_start;
    alone: near;
    item: *this;
}
obstacle! { Triangle: Moving<Triangle<T>>, 3, this, met this, at rest this.shape();
    sphere: met eights free solid convex;
    ellipsoid: met each solid;
    capsule: met eights free solid convex axis;
    convex: both_convex each free at_start;
    alone: near;
    item: *this;
    mover: *this;
}
/// The boxes of each number of dimensions. In one and in four to seven dimensions they are queried
/// as boxes in eight dimensions: code of their own would add a fifth to the code of `any`.
macro_rules! boxes {
    ($this:ident; $(
        $N:literal, met $met:expr, at rest $at_rest:expr;
        sphere: $many:ident; $(capsule: $($capsule:ident)+; convex: $($convex:ident)+;)? $(item: $item:expr;)?
        $(mover: $mover:expr;)?
    )*) => {$(
        obstacle! { Box: Moving<AlignedBox<T, $N>>, $N, $this, met $met, at rest $at_rest;
            sphere: met $many free hollow convex;
            ellipsoid: met each hollow;
            $(capsule: $($capsule)+; convex: $($convex)+;)?
            alone: near;
            $(item: $item;)?
            $(mover: $mover;)?
        }
        obstacle! { HollowBox: Hollow<AlignedBox<T, $N>>, $N, $this, met $this, at rest $this;
            sphere: hollow;
            ellipsoid: hollow;
        }
    )*};
}
boxes! { this;
    1, met &this.map(InRoom), at rest &InRoom(*this.shape()); sphere: each;
    2, met this, at rest this.shape(); sphere: eights;
        capsule: met each free solid convex axis; convex: both_convex each free at_start;
        mover: *this;
    3, met this, at rest this.shape(); sphere: eights;
        capsule: met each free solid convex axis; convex: both_convex each free at_start;
        item: *this; mover: *this;
    4, met &this.map(InRoom), at rest &InRoom(*this.shape()); sphere: each;
    5, met &this.map(InRoom), at rest &InRoom(*this.shape()); sphere: each;
    6, met &this.map(InRoom), at rest &InRoom(*this.shape()); sphere: each;
    7, met &this.map(InRoom), at rest &InRoom(*this.shape()); sphere: each;
    8, met this, at rest this.shape(); sphere: each;
}
obstacle! { OrientedBox: Moving<OrientedBox<T, 2>>, 2, this, met this, at rest this.shape();
    sphere: met each free solid convex;
    capsule: met each free solid convex axis;
    convex: both_convex each free at_start;
    alone: near;
    mover: *this;
}
obstacle! { OrientedBox: Moving<OrientedBox<T, 3>>, 3, this, met this, at rest this.shape();
    sphere: met eights free solid convex;
    capsule: met each free solid convex axis;
    convex: both_convex each free at_start;
    alone: near;
    item: *this;
    mover: *this;
}
obstacle! { Polytope: Moving<Arc<Polytope<T, 2>>>, 2, this, met &this.with(&**this.shape()), at rest &**this.shape();
    sphere: met each free solid convex planes;
    alone: near;
}
obstacle! { Polytope: Moving<Arc<Polytope<T, 3>>>, 3, this, met &this.with(&**this.shape()), at rest &**this.shape();
    sphere: met each free solid convex planes;
    alone: near;
    item: this.clone();
}
obstacle! { Frustum: Moving<Arc<Frustum<T>>>, 3, this, met &this.with(this.shape().polytope()), at rest this.shape().polytope();
    sphere: met each free solid convex planes;
    alone: near;
    item: this.with(Arc::new(this.shape().polytope().clone()));
}
obstacle! { Parallelepiped: Moving<Parallelepiped<T>>, 3, this, met this, at rest this.shape();
    sphere: met each free solid convex planes;
    capsule: met each free solid convex axis;
    convex: both_convex each free at_start;
    alone: near;
    item: *this;
    mover: *this;
}
obstacle! { Hull: Moving<Hull<T, 2>>, 2, this, met this, at rest this.shape();
    sphere: met each free solid convex;
    capsule: met each free solid convex axis;
    convex: both_convex each free at_start;
    alone: near;
    mover: this.clone();
}
obstacle! { Hull: Moving<Hull<T, 3>>, 3, this, met this, at rest this.shape();
    sphere: met each free solid convex;
    capsule: met each free solid convex axis;
    convex: both_convex each free at_start;
    alone: near;
    item: this.clone();
    mover: this.clone();
}
obstacle! { Plane: Plane<T, 2>, 2, this, met this, at rest this;
    sphere: planes plane;
}
obstacle! { Plane: Plane<T, 3>, 3, this, met this, at rest this;
    sphere: planes plane;
}
obstacle! { Mesh: Moving<Arc<Mesh<T>>>, 3, this, met &this.with(&**this.shape()), at rest &**this.shape();
    sphere: met batch triangles free solid overlapped;
    ellipsoid: met each solid;
    capsule: met each triangles free solid axis overlapped;
    convex: met each triangles free at_start mesh_by_convex;
    alone: near neighbours;
    item: this.clone();
}
obstacle! { MeshInstance: Moving<SharedInstance<T>>, 3, this, met &this.with(this.shape().instance()), at rest &this.shape().instance();
    sphere: met each triangles free solid;
    capsule: met each triangles free solid axis;
    convex: met each triangles free at_start mesh_by_convex;
    alone: near;
    item: this.clone();
}
obstacle! { Solid: Solid<T>, 3, this, met this, at rest this.mesh();
    alone: near located neighbours;
}
obstacle! { Scene: Arc<Scene<T>>, 3, this, met &**this, at rest &**this;
    sphere: met each items free solid;
    capsule: viewed each;
    convex: viewed_convex each at_start;
    alone: near;
}
