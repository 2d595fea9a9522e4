//! Who answers what: a row for each obstacle and mover, a column for each group of questions. `no`
//! leaves them to the traits, which refuse them and name the pair.

use super::feature::Erased;
use super::kind::Kinds;
use super::room::InRoom;
use super::world::{Behind, advance_in, recover_in, slide_in};
use super::{
    Alone, Answers, Asked, Feature, Kind, Known, Moved, NotAsked, Obstacle, Question, Rows,
};
use crate::contact::{
    Answer, ClosestPoint, ClosestPoints, ExactAnswer, Penetration, first_contacts,
};
use crate::mesh::{Location, Mesh, MeshFeature, SharedInstance, Solid};
use crate::moves::{Advance, Around, Recover, Slide, SlideOptions};
use crate::number::{Surd, compiled};
use crate::overlap::{Containment, Section};
use crate::scene::{CapsuleScene, Item, NotMet, Scene};
use crate::shape::{
    AlignedBox, Capsule, Ellipsoid, Frustum, Hollow, Moving, OrientedBox, Parallelepiped, Plane,
    Point, Polytope, Scalar, Segment, Shape, Sphere, Triangle,
};
use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

#[cold]
fn not_asked<M: Kinds, O: Known>(question: Question, is_hollow: bool) -> NotAsked {
    let mover = Some(M::KINDS[usize::from(is_hollow)]);
    NotAsked { mover, obstacle: O::KIND, is_rounded: false, question }
}

/// How much an obstacle is rounded.
trait RoundedBy<T> {
    fn rounded_by(&self) -> T;
}
impl<S: Shape> RoundedBy<S::Scalar> for Moving<S> {
    fn rounded_by(&self) -> S::Scalar {
        self.rounding()
    }
}
/// What cannot be rounded, or has items that are rounded one by one.
macro_rules! not_rounded {
    ($($O:ty, [$($generics:tt)*];)*) => {
        $(impl<T: Scalar, $($generics)*> RoundedBy<T> for $O {
            fn rounded_by(&self) -> T {
                T::ZERO
            }
        })*
    };
}
not_rounded! {
    Hollow<AlignedBox<T, N>>, [const N: usize];
    Plane<T, N>, [const N: usize];
    Solid<T>, [];
    Arc<Scene<T>>, [];
}

/// Refuses a question that is not asked of what is rounded: by nobody, or not by this mover.
#[inline]
fn sharp<T: Scalar, M: Kinds, O: Known + RoundedBy<T>>(
    obstacle: &O,
    question: Question,
    may_be_rounded: bool,
) -> Asked<()> {
    if obstacle.rounded_by() > T::ZERO && !(may_be_rounded && M::MEETS_ROUNDED) {
        return Err(NotAsked { is_rounded: true, ..not_asked::<M, O>(question, false) });
    }
    Ok(())
}

/// The scene as capsules see it; or the question is refused because of an item that they do not
/// meet, and it is this that is named.
fn for_capsules<T: Scalar>(scene: &Scene<T>, question: Question) -> Asked<CapsuleScene<'_, T>> {
    scene.for_capsules().map_err(|not_met| {
        let obstacle = match not_met {
            NotMet::Parallelepiped(_) => Kind::Parallelepiped,
            NotMet::Polytope(_) => Kind::Polytope,
        };
        let refusal = not_asked::<Capsule<T, 3>, Arc<Scene<T>>>(question, false);
        NotAsked { obstacle, ..refusal }
    })
}

/// Answers some questions of a mover by what it sees of the obstacle.
macro_rules! viewed {
    (
        $N:expr, $M:ty, $this:ident, $scene:expr;
        $($method:ident($type:ty) -> $answer:ty, $question:ident, |$view:ident, $mover:ident| $ask:expr;)*
    ) => {
        $(fn $method(&self, $mover: $type) -> Asked<$answer> {
            let $this = self;
            let $view = for_capsules($scene, Question::$question)?;
            Ok($ask)
        })*
    };
}

/// First contact and its times.
macro_rules! time {
    (met, $N:expr, $M:ty, $this:ident, $met:expr) => {
        // In one place, for one mover and for many.
        #[inline(never)]
        fn first_contact(&self, mover: &Moving<$M>) -> Asked<Answer<T, { $N }, Feature<{ $N }>>> {
            let $this = self;
            sharp::<T, $M, Self>(self, Question::FirstContact, true)?;
            Ok(mover.first_contact($met).erased())
        }
        fn first_contact_exact(
            &self,
            mover: &Moving<$M>,
        ) -> Asked<ExactAnswer<{ $N }, Feature<{ $N }>>> {
            let $this = self;
            sharp::<T, $M, Self>(self, Question::FirstContact, true)?;
            Ok(mover.first_contact_exact($met).erased())
        }
        // So are these, for moves as well.
        #[inline(never)]
        fn first_entry(&self, mover: &Moving<$M>) -> Asked<Answer<T, { $N }, Feature<{ $N }>>> {
            let $this = self;
            sharp::<T, $M, Self>(self, Question::FirstEntry, true)?;
            Ok(mover.first_entry($met).erased())
        }
        #[inline(never)]
        fn first_entry_exact(
            &self,
            mover: &Moving<$M>,
        ) -> Asked<ExactAnswer<{ $N }, Feature<{ $N }>>> {
            let $this = self;
            sharp::<T, $M, Self>(self, Question::FirstEntry, true)?;
            Ok(mover.first_entry_exact($met).erased())
        }
        fn contact_time(&self, mover: &Moving<$M>) -> Asked<Option<T>> {
            let $this = self;
            sharp::<T, $M, Self>(self, Question::ContactTime, true)?;
            Ok(mover.contact_time($met))
        }
        fn time_down(&self, mover: &Moving<$M>) -> Asked<Option<T>> {
            let $this = self;
            sharp::<T, $M, Self>(self, Question::TimeDown, true)?;
            Ok(mover.time_down($met))
        }
        fn last_time(&self, mover: &Moving<$M>) -> Asked<Option<T>> {
            let $this = self;
            sharp::<T, $M, Self>(self, Question::LastTime, true)?;
            Ok(mover.last_time($met))
        }
        fn last_time_exact(&self, mover: &Moving<$M>) -> Asked<Option<Surd>> {
            let $this = self;
            sharp::<T, $M, Self>(self, Question::LastTime, true)?;
            Ok(mover.last_time_exact($met))
        }
    };
    (viewed, $N:expr, $M:ty, $this:ident, $met:expr) => {
        viewed! { $N, $M, $this, $met;
            first_contact(&Moving<$M>) -> Answer<T, { $N }, Feature<{ $N }>>, FirstContact,
                |view, mover| mover.first_contact(&view).erased();
            first_contact_exact(&Moving<$M>) -> ExactAnswer<{ $N }, Feature<{ $N }>>, FirstContact,
                |view, mover| mover.first_contact_exact(&view).erased();
            first_entry(&Moving<$M>) -> Answer<T, { $N }, Feature<{ $N }>>, FirstEntry,
                |view, mover| mover.first_entry(&view).erased();
            first_entry_exact(&Moving<$M>) -> ExactAnswer<{ $N }, Feature<{ $N }>>, FirstEntry,
                |view, mover| mover.first_entry_exact(&view).erased();
            contact_time(&Moving<$M>) -> Option<T>, ContactTime,
                |view, mover| mover.contact_time(&view);
            time_down(&Moving<$M>) -> Option<T>, TimeDown, |view, mover| mover.time_down(&view);
            last_time(&Moving<$M>) -> Option<T>, LastTime, |view, mover| mover.last_time(&view);
            last_time_exact(&Moving<$M>) -> Option<Surd>, LastTime,
                |view, mover| mover.last_time_exact(&view);
        }
    };
    (no, $($rest:tt)*) => {};
}

/// The first contacts of many: each by itself, with eight at a time that certainly miss, or by the
/// batch that a mesh has.
macro_rules! many {
    (each, $N:expr, $M:ty, $this:ident, $met:expr) => {
        fn first_contacts(
            &self,
            movers: &[Moving<$M>],
            put: &mut dyn FnMut(usize, Answer<T, { $N }, Feature<{ $N }>>),
        ) -> Asked<()> {
            for (i, mover) in movers.iter().enumerate() {
                put(i, Answers::<T, { $N }, $M>::first_contact(self, mover)?);
            }
            Ok(())
        }
    };
    (eights, $N:expr, $M:ty, $this:ident, $met:expr) => {
        fn first_contacts(
            &self,
            movers: &[Moving<$M>],
            put: &mut dyn FnMut(usize, Answer<T, { $N }, Feature<{ $N }>>),
        ) -> Asked<()> {
            let pair = |i: usize| (self, &movers[i]);
            first_contacts(movers.len(), pair, |i, answer| put(i, answer.erased()));
            Ok(())
        }
        fn first_contacts_in_rows(
            obstacles: &[Self],
            movers: &[Moving<$M>],
            put: &mut dyn FnMut(usize, Answer<T, { $N }, Feature<{ $N }>>),
        ) -> Asked<()> {
            let pair = |i: usize| (&obstacles[i], &movers[i]);
            let count = obstacles.len().min(movers.len());
            first_contacts(count, pair, |i, answer| put(i, answer.erased()));
            Ok(())
        }
    };
    (batch, $N:expr, $M:ty, $this:ident, $met:expr) => {
        fn first_contacts(
            &self,
            movers: &[Moving<$M>],
            put: &mut dyn FnMut(usize, Answer<T, { $N }, Feature<{ $N }>>),
        ) -> Asked<()> {
            let $this = self;
            let mut answers = vec![Answer::None; movers.len()];
            // They are as many as the movers, so nothing is wrong with them.
            let _ = $met.first_contacts(movers, &mut answers);
            answers.into_iter().enumerate().for_each(|(i, answer)| put(i, answer.erased()));
            Ok(())
        }
    };
    (no, $($rest:tt)*) => {};
}

/// Whether there is any contact: by the first, or by whichever triangle is certain.
macro_rules! any {
    (first, $N:expr, $M:ty, $this:ident, $met:expr) => {
        fn has_contact(&self, mover: &Moving<$M>) -> Asked<bool> {
            sharp::<T, $M, Self>(self, Question::HasContact, true)?;
            let answer = Answers::<T, { $N }, $M>::first_contact(self, mover)?;
            Ok(!matches!(answer, Answer::None))
        }
    };
    (triangles, $N:expr, $M:ty, $this:ident, $met:expr) => {
        fn has_contact(&self, mover: &Moving<$M>) -> Asked<bool> {
            let $this = self;
            Ok(mover.has_contact(*$met))
        }
    };
    (viewed, $N:expr, $M:ty, $this:ident, $met:expr) => {
        viewed! { $N, $M, $this, $met;
            has_contact(&Moving<$M>) -> bool, HasContact,
                |view, mover| !matches!(mover.first_contact(&view), Answer::None);
        }
    };
    (no, $($rest:tt)*) => {};
}

/// All contacts: of the triangles of a mesh, or of the items of a scene.
macro_rules! all {
    (triangles, $N:expr, $M:ty, $this:ident, $met:expr) => {
        fn contacts(&self, mover: &Moving<$M>) -> Asked<Vec<Answer<T, { $N }, Feature<{ $N }>>>> {
            let $this = self;
            Ok(mover.contacts(*$met).into_iter().map(Erased::erased).collect())
        }
    };
    (items, $N:expr, $M:ty, $this:ident, $met:expr) => {
        fn contacts(&self, mover: &Moving<$M>) -> Asked<Vec<Answer<T, { $N }, Feature<{ $N }>>>> {
            let $this = self;
            Ok($met.contacts(mover).into_iter().map(Erased::erased).collect())
        }
    };
    (viewed, $N:expr, $M:ty, $this:ident, $met:expr) => {
        viewed! { $N, $M, $this, $met;
            contacts(&Moving<$M>) -> Vec<Answer<T, { $N }, Feature<{ $N }>>>, Contacts,
                |view, mover| view.contacts(mover).into_iter().map(Erased::erased).collect();
        }
    };
    (no, $($rest:tt)*) => {};
}

/// How far a body gets.
macro_rules! moves {
    (free, $N:expr, $M:ty, $this:ident, $met:expr) => {
        fn advance(
            &self,
            body: &$M,
            displacement: [T; $N],
        ) -> Asked<Moved<Advance<T, { $N }, Feature<{ $N }>>>> {
            let world = Behind::new(self, Question::Advance);
            world.unless_refused(advance_in(body, displacement, &world))
        }
        fn slide(
            &self,
            body: &$M,
            displacement: [T; $N],
            options: SlideOptions,
        ) -> Asked<Moved<Slide<T, { $N }, Feature<{ $N }>>>> {
            let world = Behind::new(self, Question::Slide);
            world.unless_refused(slide_in(body, displacement, options, &world))
        }
        fn recover(&self, body: &$M) -> Asked<Moved<Recover<T, { $N }>>> {
            let world = Behind::new(self, Question::Recover);
            world.unless_refused(recover_in(body, &world))
        }
    };
    (viewed, $N:expr, $M:ty, $this:ident, $met:expr) => {
        fn advance(
            &self,
            body: &$M,
            displacement: [T; $N],
        ) -> Asked<Moved<Advance<T, { $N }, Feature<{ $N }>>>> {
            let $this = self;
            let view = for_capsules($met, Question::Advance)?;
            Ok(advance_in(body, displacement, &Around::new(&view)))
        }
        fn slide(
            &self,
            body: &$M,
            displacement: [T; $N],
            options: SlideOptions,
        ) -> Asked<Moved<Slide<T, { $N }, Feature<{ $N }>>>> {
            let $this = self;
            let view = for_capsules($met, Question::Slide)?;
            Ok(slide_in(body, displacement, options, &Around::new(&view)))
        }
        fn recover(&self, body: &$M) -> Asked<Moved<Recover<T, { $N }>>> {
            let $this = self;
            let view = for_capsules($met, Question::Recover)?;
            Ok(recover_in(body, &Around::new(&view)))
        }
    };
    (no, $($rest:tt)*) => {};
}

/// Whether a body shares a point with what is rounded: a motion that ends as it begins.
fn touches_at_start<T, M, O, const N: usize>(obstacle: &O, body: &M) -> Asked<bool>
where
    T: Scalar,
    M: Shape<Scalar = T, Vector = [T; N]> + Copy,
    O: Answers<T, N, M>,
{
    obstacle.has_contact(&Moving::still(*body).only_at_start())
}

/// Whether they share a point: `solid` if both must be, `hollow` if the mover may be a surface.
macro_rules! share {
    (solid, $N:expr, $M:ty, $this:ident, $at_rest:expr) => {
        fn intersects(&self, body: &$M, is_hollow: bool) -> Asked<bool> {
            let $this = self;
            if is_hollow {
                return Err(not_asked::<$M, Self>(Question::Intersects, true));
            }
            sharp::<T, $M, Self>(self, Question::Intersects, true)?;
            if self.rounded_by() > T::ZERO {
                return touches_at_start::<T, $M, Self, { $N }>(self, body);
            }
            Ok(body.intersects($at_rest))
        }
    };
    (hollow, $N:expr, $M:ty, $this:ident, $at_rest:expr) => {
        fn intersects(&self, body: &$M, is_hollow: bool) -> Asked<bool> {
            let $this = self;
            if is_hollow && self.rounded_by() > T::ZERO {
                let refusal = not_asked::<$M, Self>(Question::Intersects, true);
                return Err(NotAsked { is_rounded: true, ..refusal });
            }
            sharp::<T, $M, Self>(self, Question::Intersects, true)?;
            if self.rounded_by() > T::ZERO {
                return touches_at_start::<T, $M, Self, { $N }>(self, body);
            }
            Ok(if is_hollow {
                Hollow(*body).intersects($at_rest)
            } else {
                body.intersects($at_rest)
            })
        }
    };
    (viewed, $N:expr, $M:ty, $this:ident, $at_rest:expr) => {
        fn intersects(&self, body: &$M, is_hollow: bool) -> Asked<bool> {
            let $this = self;
            if is_hollow {
                return Err(not_asked::<$M, Self>(Question::Intersects, true));
            }
            Ok(body.intersects(&for_capsules($at_rest, Question::Intersects)?))
        }
    };
    (no, $($rest:tt)*) => {};
}

/// The way out of an overlap.
macro_rules! out {
    (convex, $N:expr, $M:ty, $this:ident, $at_rest:expr) => {
        fn penetration(&self, body: &$M) -> Asked<Option<Penetration<T, { $N }>>> {
            let $this = self;
            sharp::<T, $M, Self>(self, Question::Penetration, true)?;
            Ok(body.penetration_of_rounded($at_rest, self.rounded_by()))
        }
    };
    (no, $($rest:tt)*) => {};
}

/// The closest points of the obstacle and of an axis.
macro_rules! axis {
    (axis, $N:expr, $M:ty, $this:ident, $at_rest:expr) => {
        fn closest_points(
            &self,
            body: &$M,
        ) -> Asked<Option<ClosestPoints<T, { $N }, Feature<{ $N }>>>> {
            let $this = self;
            Ok(body.closest_of_rounded($at_rest, self.rounded_by()).map(Erased::erased))
        }
    };
    (viewed, $N:expr, $M:ty, $this:ident, $at_rest:expr) => {
        viewed! { $N, $M, $this, $at_rest;
            closest_points(&$M) -> Option<ClosestPoints<T, { $N }, Feature<{ $N }>>>, Closest,
                |view, body| body.closest(&view).map(Erased::erased);
        }
    };
    (no, $($rest:tt)*) => {};
}

/// Inside, outside, or neither.
macro_rules! hold {
    (planes, $N:expr, $M:ty, $this:ident, $at_rest:expr) => {
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
    (no, $($rest:tt)*) => {};
}

/// The circle in a plane.
macro_rules! cut {
    (plane, $N:expr, $M:ty, $this:ident, $at_rest:expr) => {
        fn section(&self, body: &$M) -> Asked<Option<Section<T, { $N }>>> {
            let $this = self;
            sharp::<T, $M, Self>(self, Question::Section, false)?;
            Ok(body.section($at_rest))
        }
    };
    (no, $($rest:tt)*) => {};
}

/// The triangles that share a point with a sphere.
macro_rules! which {
    (triangles, $N:expr, $M:ty, $this:ident, $at_rest:expr) => {
        fn intersecting(&self, body: &$M) -> Asked<Vec<usize>> {
            let $this = self;
            sharp::<T, $M, Self>(self, Question::Intersecting, false)?;
            Ok(body.intersecting($at_rest))
        }
    };
    (no, $($rest:tt)*) => {};
}

/// The closest point.
macro_rules! near {
    (near, $N:expr, $this:ident, $at_rest:expr) => {
        fn closest(
            &self,
            point: &Point<T, { $N }>,
        ) -> Asked<Option<ClosestPoint<T, { $N }, Feature<{ $N }>>>> {
            let $this = self;
            Ok(point.closest_of_rounded($at_rest, self.rounded_by()).map(Erased::erased))
        }
    };
    (no, $($rest:tt)*) => {};
}

/// Where a point is, as to a solid.
macro_rules! place {
    (solid, $N:expr) => {
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
    (no, $($rest:tt)*) => {};
}

/// Who shares a feature.
macro_rules! share_feature {
    (mesh, $this:ident, $at_rest:expr) => {
        fn neighbours(&self, at: MeshFeature) -> Asked<Vec<usize>> {
            let $this = self;
            Ok($at_rest.neighbours().triangles_at(at).collect())
        }
    };
    (no, $($rest:tt)*) => {};
}

/// The obstacle in a scene.
macro_rules! item {
    (no, $($rest:tt)*) => {};
    (($item:expr), $this:ident) => {
        fn item(&self) -> Asked<Item<T>> {
            let $this = self;
            Ok($item.into())
        }
    };
}

/// The conversions to trait objects: with the feature `prebuilt` compiled in this crate.
macro_rules! trait_objects {
    ($O:ty, $N:expr) => {
        compiled! { <'a, 'b, T> $O;
            fn as_dyn(this) -> &'a (dyn Obstacle<T, { $N }> + 'static) { this }
        }
        fn boxed(self) -> Box<dyn Obstacle<T, { $N }>> {
            compiled!(@ <'a, 'b, T> (this: $O = self) -> Box<dyn Obstacle<T, { $N }>> {
                Box::new(this)
            })
        }
        fn boxed_rows(rows: Vec<Self>) -> Box<dyn Rows<T, { $N }>> {
            compiled!(@ <'a, 'b, T> (rows: Vec<$O> = rows) -> Box<dyn Rows<T, { $N }>> {
                Box::new(rows)
            })
        }
    };
}

/// An obstacle: its kind and type, what is met and what is asked at rest, and its rows.
macro_rules! obstacle {
    (
        $Kind:ident: $O:ty, [$($generics:tt)*], $N:expr, $this:ident, met $met:expr, at rest $at_rest:expr;
        sphere $time:ident $many:ident $any:ident $all:ident $moves:ident $share:ident $out:ident $axis:ident $hold:ident $cut:ident $which:ident;
        ellipsoid $e_time:ident $e_many:ident $e_any:ident $e_all:ident $e_moves:ident $e_share:ident $e_out:ident $e_axis:ident $e_hold:ident $e_cut:ident $e_which:ident;
        capsule $c_time:ident $c_many:ident $c_any:ident $c_all:ident $c_moves:ident $c_share:ident $c_out:ident $c_axis:ident $c_hold:ident $c_cut:ident $c_which:ident;
        alone $near:ident $place:ident $features:ident $item:tt;
    ) => {
        impl<T: Scalar, $($generics)*> Known for $O {
            const KIND: Kind = Kind::$Kind;
        }
        obstacle!(@ Sphere<T, { $N }>, $O, [$($generics)*], $N, $this, $met, $at_rest,
            $time $many $any $all $moves $share $out $axis $hold $cut $which);
        obstacle!(@ Ellipsoid<T, { $N }>, $O, [$($generics)*], $N, $this, $met, $at_rest,
            $e_time $e_many $e_any $e_all $e_moves $e_share $e_out $e_axis $e_hold $e_cut $e_which);
        obstacle!(@ Capsule<T, { $N }>, $O, [$($generics)*], $N, $this, $met, $at_rest,
            $c_time $c_many $c_any $c_all $c_moves $c_share $c_out $c_axis $c_hold $c_cut $c_which);
        impl<T: Scalar, $($generics)*> Alone<T, { $N }> for $O {
            fn kind(&self) -> Kind {
                Self::KIND
            }
            trait_objects!($O, $N);
            near!($near, $N, $this, $at_rest);
            place!($place, $N);
            share_feature!($features, $this, $at_rest);
            item!($item, $this);
        }
    };
    (
        @ $M:ty, $O:ty, [$($generics:tt)*], $N:expr, $this:ident, $met:expr, $at_rest:expr,
        $time:ident $many:ident $any:ident $all:ident $moves:ident $share:ident $out:ident $axis:ident $hold:ident $cut:ident $which:ident
    ) => {
        impl<T: Scalar, $($generics)*> Answers<T, { $N }, $M> for $O {
            #[cold]
            fn refusal(&self, question: Question, is_hollow: bool) -> NotAsked {
                not_asked::<$M, Self>(question, is_hollow)
            }
            time!($time, $N, $M, $this, $met);
            many!($many, $N, $M, $this, $met);
            any!($any, $N, $M, $this, $met);
            all!($all, $N, $M, $this, $met);
            moves!($moves, $N, $M, $this, $met);
            share!($share, $N, $M, $this, $at_rest);
            out!($out, $N, $M, $this, $at_rest);
            axis!($axis, $N, $M, $this, $at_rest);
            hold!($hold, $N, $M, $this, $at_rest);
            cut!($cut, $N, $M, $this, $at_rest);
            which!($which, $N, $M, $this, $at_rest);
        }
    };
}

// Columns of a mover: first contact and its times, of many, any, all, moves, intersects,
// penetration, closest points, containment, section, intersecting. Columns of none: closest,
// locate, neighbours, item.

obstacle! { Point: Moving<Point<T, 2>>, [], 2, this, met this, at rest this.shape();
    sphere    met eights first no free solid convex no no no no;
    ellipsoid met each first no no solid no no no no no;
    capsule   met each first no free solid convex axis no no no;
    alone near no no no;
}
obstacle! { Point: Moving<Point<T, 3>>, [], 3, this, met this, at rest this.shape();
    sphere    met eights first no free solid convex no no no no;
    ellipsoid met each first no no solid no no no no no;
    capsule   met each first no free solid convex axis no no no;
    alone near no no (*this);
}
obstacle! { Segment: Moving<Segment<T, 2>>, [], 2, this, met this, at rest this.shape();
    sphere    met eights first no free solid convex no no no no;
    ellipsoid met each first no no solid no no no no no;
    capsule   met each first no free solid convex axis no no no;
    alone near no no no;
}
obstacle! { Segment: Moving<Segment<T, 3>>, [], 3, this, met this, at rest this.shape();
    sphere    met eights first no free solid convex no no no no;
    ellipsoid met each first no no solid no no no no no;
    capsule   met each first no free solid convex axis no no no;
    alone near no no (*this);
}
obstacle! { Triangle: Moving<Triangle<T>>, [], 3, this, met this, at rest this.shape();
    sphere    met eights first no free solid convex no no no no;
    ellipsoid met each first no no solid no no no no no;
    capsule   met eights first no free solid convex axis no no no;
    alone near no no (*this);
}
/// The boxes of each dimension. In one and in four to seven dimensions they are asked as boxes in
/// eight: code of their own would add a fifth to what `any` has.
macro_rules! boxes {
    ($this:ident; $($N:literal $many:ident $item:tt ($met:expr) ($at_rest:expr) [$($capsule:ident)*];)*) => {
        $(obstacle! { Box: Moving<AlignedBox<T, $N>>, [], $N, $this, met $met, at rest $at_rest;
            sphere    met $many first no free hollow convex no no no no;
            ellipsoid met each first no no hollow no no no no no;
            capsule   $($capsule)*;
            alone near no no $item;
        }
        obstacle! { HollowBox: Hollow<AlignedBox<T, $N>>, [], $N, $this, met $this, at rest $this;
            sphere    no no no no no hollow no no no no no;
            ellipsoid no no no no no hollow no no no no no;
            capsule   no no no no no no no no no no no;
            alone no no no no;
        })*
    };
}
boxes! { this;
    1 each no (&InRoom(*this)) (&InRoom(*this)) [no no no no no no no no no no no];
    2 eights no (this) (this.shape()) [met each first no free solid convex axis no no no];
    3 eights (*this) (this) (this.shape()) [met each first no free solid convex axis no no no];
    4 each no (&InRoom(*this)) (&InRoom(*this)) [no no no no no no no no no no no];
    5 each no (&InRoom(*this)) (&InRoom(*this)) [no no no no no no no no no no no];
    6 each no (&InRoom(*this)) (&InRoom(*this)) [no no no no no no no no no no no];
    7 each no (&InRoom(*this)) (&InRoom(*this)) [no no no no no no no no no no no];
    8 each no (this) (this.shape()) [no no no no no no no no no no no];
}
obstacle! { OrientedBox: Moving<OrientedBox<T, 2>>, [], 2, this, met this, at rest this.shape();
    sphere    met each first no free solid convex no no no no;
    ellipsoid no no no no no no no no no no no;
    capsule   met each first no free solid convex axis no no no;
    alone near no no no;
}
obstacle! { OrientedBox: Moving<OrientedBox<T, 3>>, [], 3, this, met this, at rest this.shape();
    sphere    met eights first no free solid convex no no no no;
    ellipsoid no no no no no no no no no no no;
    capsule   met each first no free solid convex axis no no no;
    alone near no no (*this);
}
obstacle! { Polytope: Moving<Arc<Polytope<T, 2>>>, [], 2, this, met &this.with(&**this.shape()), at rest &**this.shape();
    sphere    met each first no free solid convex no planes no no;
    ellipsoid no no no no no no no no no no no;
    capsule   no no no no no no no no no no no;
    alone near no no no;
}
obstacle! { Polytope: Moving<Arc<Polytope<T, 3>>>, [], 3, this, met &this.with(&**this.shape()), at rest &**this.shape();
    sphere    met each first no free solid convex no planes no no;
    ellipsoid no no no no no no no no no no no;
    capsule   no no no no no no no no no no no;
    alone near no no (this.clone());
}
obstacle! { Frustum: Moving<Arc<Frustum<T>>>, [], 3, this, met &this.with(this.shape().polytope()), at rest this.shape().polytope();
    sphere    met each first no free solid convex no planes no no;
    ellipsoid no no no no no no no no no no no;
    capsule   no no no no no no no no no no no;
    alone near no no (this.with(Arc::new(this.shape().polytope().clone())));
}
obstacle! { Parallelepiped: Moving<Parallelepiped<T>>, [], 3, this, met this, at rest this.shape();
    sphere    met each first no free solid convex no planes no no;
    ellipsoid no no no no no no no no no no no;
    capsule   no no no no no no no no no no no;
    alone near no no (*this);
}
obstacle! { Plane: Plane<T, 2>, [], 2, this, met this, at rest this;
    sphere    no no no no no no no no planes plane no;
    ellipsoid no no no no no no no no no no no;
    capsule   no no no no no no no no no no no;
    alone no no no no;
}
obstacle! { Plane: Plane<T, 3>, [], 3, this, met this, at rest this;
    sphere    no no no no no no no no planes plane no;
    ellipsoid no no no no no no no no no no no;
    capsule   no no no no no no no no no no no;
    alone no no no no;
}
obstacle! { Mesh: Moving<Arc<Mesh<T>>>, [], 3, this, met &this.with(&**this.shape()), at rest &**this.shape();
    sphere    met batch triangles triangles free solid no no no no triangles;
    ellipsoid met each first no no solid no no no no no;
    capsule   met each triangles triangles free solid no axis no no triangles;
    alone near no mesh (this.clone());
}
obstacle! { MeshInstance: Moving<SharedInstance<T>>, [], 3, this, met &this.with(this.shape().instance()), at rest &this.shape().instance();
    sphere    met each triangles triangles free solid no no no no no;
    ellipsoid no no no no no no no no no no no;
    capsule   met each triangles triangles free solid no axis no no no;
    alone near no no (this.clone());
}
obstacle! { Solid: Solid<T>, [], 3, this, met this, at rest this.mesh();
    sphere    no no no no no no no no no no no;
    ellipsoid no no no no no no no no no no no;
    capsule   no no no no no no no no no no no;
    alone near solid mesh no;
}
obstacle! { Scene: Arc<Scene<T>>, [], 3, this, met &**this, at rest &**this;
    sphere    met each first items free solid no no no no no;
    ellipsoid no no no no no no no no no no no;
    capsule   viewed each viewed viewed viewed viewed no viewed no no no;
    alone near no no no;
}
