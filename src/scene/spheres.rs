//! A scene as an obstacle of spheres.

use super::entries::{Scene, SceneFeature};
use super::found::Only;
use super::mover::{Core, scene_obstacle};
use crate::contact::sealed::{Meets, Near};
use crate::contact::{Answer, ClosestPoint, Effort, ExactAnswer};
use crate::number::{Rounding, Surd, compiled};
use crate::overlap::sealed::Shares;
use crate::shape::{Moving, Point, Scalar, Sphere};
use alloc::vec::Vec;

impl<T: Scalar> Scene<T> {
    /// The first contact with each item that is met until the end of the motion, in order of time;
    /// at equal times the item that was inserted first comes first. An overlap is at time zero.
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
        self.all(ball)
    }
}

scene_obstacle!(Sphere, Scene<T>, scene => scene);

impl<T: Scalar> Near<T, 3> for Scene<T> {
    type Feature = SceneFeature;

    fn closest_to(&self, point: &Point<T, 3>, _: T) -> Option<ClosestPoint<T, 3, SceneFeature>> {
        let found = self.nearest(point)?;
        Some(found.closest.map_feature(|feature| SceneFeature { item: found.id, feature }))
    }

    fn exact_distance(&self, point: &Point<T, 3>, _: T) -> Option<Surd> {
        point.exact_distance_of(self.nearest(point)?.item)
    }
}
