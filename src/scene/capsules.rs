//! A scene as an obstacle for capsules, which cannot meet all kinds of items.

use super::entries::{Scene, SceneFeature};
use super::mover::{
    SceneEncounter, SceneMover, closest_to_axis, exact_distance_to, scene_queries, scene_target,
};
use super::store::Id;
use crate::contact::sealed::{CastTarget, Encounter, Meets, NearAxis, Only};
use crate::contact::{Answer, ClosestPoints, Effort, ExactAnswer, Featured};
use crate::number::{Rounding, Surd, compiled};
use crate::overlap::sealed::Shares;
use crate::shape::{Capsule, Moving, Scalar, Shape};
use alloc::vec::Vec;
use core::fmt;

/// A view of a scene in which capsules can meet every item. [`Scene::for_capsules`] creates it. It
/// answers the queries of a [`Capsule`] as the scene answers the queries of a sphere, with the axis
/// instead of the centre.
///
/// The item [closest](Capsule::closest) to a capsule is the item with the least distance from the
/// axis; at exactly equal distances, the item that was inserted first.
#[derive(Clone, Copy, Debug)]
pub struct CapsuleScene<'s, T: Scalar>(&'s Scene<T>);

/// An item of a scene that capsules or convex bodies do not meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NotMet {
    /// A polytope or a frustum.
    Polytope(Id),
}

impl fmt::Display for NotMet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Polytope(id) = self;
        let number = id.number();
        write!(
            f,
            "item {number} of the scene is a polytope, at which capsules and convex bodies cannot be cast"
        )
    }
}

impl core::error::Error for NotMet {}

impl<T: Scalar> Scene<T> {
    /// Returns this scene as an obstacle of [capsules](Capsule).
    ///
    /// # Errors
    /// An item that capsules do not meet: the error names the first polytope or frustum.
    ///
    /// # Examples
    /// ```
    /// use tangency::{AlignedBox, Capsule, Plane, Polytope, Scene};
    /// let mut scene = Scene::new();
    /// let step = scene.insert(AlignedBox::new([3.0, -1.0, 0.0], [4.0, 1.0, 0.25])?);
    /// let hero = Capsule::new([0.0, 0.0, 0.5], [0.0, 0.0, 2.0], 0.5)?.moving([1.0, 0.0, 0.0])?;
    /// let hit = hero.first_contact(&scene.for_capsules().unwrap()).contact().unwrap();
    /// assert_eq!(hit.feature.item, step);
    ///
    /// scene.insert(Polytope::new(vec![Plane::new([0.0, 0.0, 0.0], [0.0, 0.0, 1.0])?])?);
    /// let refusal = scene.for_capsules().unwrap_err();
    /// assert_eq!(refusal.to_string(), "item 1 of the scene is a polytope, at which capsules and convex bodies cannot be cast");
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    pub fn for_capsules(&self) -> Result<CapsuleScene<'_, T>, NotMet> {
        match self.not_met.first() {
            None => Ok(CapsuleScene(self)),
            Some(&id) => Err(NotMet::Polytope(id)),
        }
    }
}

impl<'s, T: Scalar> CapsuleScene<'s, T> {
    /// Returns the scene.
    pub fn scene(&self) -> &'s Scene<T> {
        self.0
    }

    /// Returns the first contact with each item, as [`Scene::contacts`] does for a sphere.
    pub fn contacts(&self, capsule: &Moving<Capsule<T, 3>>) -> Vec<Answer<T, 3, SceneFeature>> {
        SceneEncounter { mover: capsule, scene: self.0 }.contacts()
    }
}

scene_target!(Capsule, CapsuleScene<'b, T>, view => view.0);
scene_queries!(SceneEncounter<'b, Capsule<T, 3>, T>, |this| this.mover);

impl<T: Scalar> Featured for CapsuleScene<'_, T> {
    type Feature = SceneFeature;
}

impl<T: Scalar> Meets<T, 3, Capsule<T, 3>> for CapsuleScene<'_, T> {
    type Shape<'a>
        = Self
    where
        Self: 'a;

    fn as_target<'a, R>(&'a self, ask: impl FnOnce(&Moving<Self::Shape<'a>>) -> R) -> R {
        ask(&Moving::still(*self))
    }
}

impl<T: Scalar> Shares<Capsule<T, 3>> for CapsuleScene<'_, T> {
    type Answer = bool;

    compiled! { <'a, 'b, T> CapsuleScene<'b, T>;
        // Only the positions at time zero count, not the motions of the items.
        fn shares_a_point(this, mover: &'a Capsule<T, 3>, effort: &'a mut Effort) -> bool {
            this.0.is_touched_at_rest(mover, effort)
        }
    }
}

impl<T: Scalar> NearAxis<T, 3> for CapsuleScene<'_, T> {
    fn closest_to_axis(
        &self,
        capsule: &Capsule<T, 3>,
        _: T,
    ) -> Option<ClosestPoints<T, 3, SceneFeature>> {
        let found = self.0.nearest(&capsule.core())?;
        let closest = closest_to_axis(found.item, capsule)?;
        Some(closest.map_feature(|feature| SceneFeature { item: found.id, feature }))
    }

    fn exact_distance_to(&self, capsule: &Capsule<T, 3>, _: T) -> Option<Surd> {
        exact_distance_to(self.0.nearest(&capsule.core())?.item, capsule)
    }
}
