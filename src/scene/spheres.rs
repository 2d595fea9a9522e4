//! A scene as an obstacle of spheres.

use super::entries::{Scene, SceneFeature};
use super::mover::{SceneCore, SceneEncounter, scene_queries, scene_target};
use crate::contact::sealed::{CastTarget, Encounter, Meets, Near, Only};
use crate::contact::{Answer, ClosestPoint, Effort, ExactAnswer, Featured};
use crate::number::{Rounding, Surd, compiled};
use crate::overlap::sealed::Shares;
use crate::shape::{Moving, Point, Scalar, Shape, Sphere};
use alloc::vec::Vec;

impl<T: Scalar> Scene<T> {
    /// Returns the first contact with each item that is touched until the end of the motion, in
    /// order of time; at equal times, in the order of insertion. An overlap is at time zero.
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
        SceneEncounter { mover: ball, scene: self }.contacts()
    }
}

scene_target!(Sphere, &'b Scene<T>, scene => scene);
scene_queries!(SceneEncounter<'b, Sphere<T, 3>, T>, |this| this.mover);

impl<T: Scalar> Featured for Scene<T> {
    type Feature = SceneFeature;
}

impl<T: Scalar> Meets<T, 3, Sphere<T, 3>> for Scene<T> {
    type Shape<'a> = &'a Self;

    fn as_target<'a, R>(&'a self, ask: impl FnOnce(&Moving<Self::Shape<'a>>) -> R) -> R {
        ask(&Moving::still(self))
    }
}

impl<T: Scalar> Shares<Sphere<T, 3>> for Scene<T> {
    type Answer = bool;

    compiled! { <'a, 'b, T> Scene<T>;
        // Only the positions at time zero count, not the motions of the items.
        fn shares_a_point(this, mover: &'a Sphere<T, 3>, effort: &'a mut Effort) -> bool {
            this.is_touched_at_rest(mover, effort)
        }
    }
}

impl<T: Scalar> Near<T, 3> for Scene<T> {
    fn closest_to(&self, point: &Point<T, 3>, _: T) -> Option<ClosestPoint<T, 3, SceneFeature>> {
        let found = self.nearest(point)?;
        Some(found.closest.map_feature(|feature| SceneFeature { item: found.id, feature }))
    }

    fn exact_distance(&self, point: &Point<T, 3>, _: T) -> Option<Surd> {
        point.exact_distance_of(self.nearest(point)?.item)
    }
}
