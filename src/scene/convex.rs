//! A scene as an obstacle for convex bodies, which cannot meet all kinds of items.

use super::capsules::NotMet;
use super::entries::{Scene, SceneFeature};
use super::mover::{SceneMover, closest_to_convex, scene_queries};
use crate::contact::convex::ErasedConvex;
use crate::contact::sealed::{CastTarget, Encounter, Meets, Only};
use crate::contact::{Answer, ClosestPoints, ConvexBody, Effort, ExactAnswer, Featured};
use crate::number::{Rounding, Surd, compiled};
use crate::shape::{Moving, Scalar, Shape};
use alloc::vec::Vec;

/// A view of a scene in which convex bodies (boxes, parallelepipeds, triangles and hulls) can meet
/// every item. [`Scene::for_convex_bodies`] creates it.
///
/// It answers the queries of a motion as the scene answers the queries of a sphere. If items
/// overlap the body at the start, the answer names the item with the least distance from the body
/// without its radius; at exactly equal distances, the item that was inserted first.
#[derive(Clone, Copy, Debug)]
pub struct ConvexScene<'s, T: Scalar>(&'s Scene<T>);

impl<T: Scalar> Scene<T> {
    /// Returns this scene as an obstacle of [convex bodies](ConvexBody).
    ///
    /// # Errors
    /// An item that convex bodies do not meet: the error names the first polytope or frustum.
    ///
    /// # Examples
    /// ```
    /// use tangency::{AlignedBox, Plane, Polytope, Scene};
    /// let mut scene = Scene::new();
    /// let floor = scene.insert(AlignedBox::new([-9.0, -9.0, -1.0], [9.0, 9.0, 0.0])?);
    /// let wall = scene.insert(AlignedBox::new([4.0, -9.0, 0.0], [5.0, 9.0, 9.0])?);
    /// // A crate that slides on the floor is blocked by the wall.
    /// let crate_ = AlignedBox::new([0.0, 0.0, 0.0], [1.0, 1.0, 1.0])?.moving([1.0, 0.0, 0.0])?;
    /// let view = scene.for_convex_bodies().unwrap();
    /// assert_eq!(crate_.first_contact(&view).contact().unwrap().feature.item, floor);
    /// let hit = crate_.first_entry(&view).contact().unwrap();
    /// assert_eq!((hit.feature.item, hit.time), (wall, 3.0));
    ///
    /// scene.insert(Polytope::new(vec![Plane::new([0.0, 0.0, 0.0], [0.0, 0.0, 1.0])?])?);
    /// let refusal = scene.for_convex_bodies().unwrap_err();
    /// assert_eq!(refusal.to_string(), "item 2 of the scene is a polytope, at which capsules and convex bodies cannot be cast");
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    pub fn for_convex_bodies(&self) -> Result<ConvexScene<'_, T>, NotMet> {
        match self.not_met.first() {
            None => Ok(ConvexScene(self)),
            Some(&id) => Err(NotMet::Polytope(id)),
        }
    }
}

impl<'s, T: Scalar> ConvexScene<'s, T> {
    /// Returns the scene.
    pub fn scene(&self) -> &'s Scene<T> {
        self.0
    }

    /// Returns the first contact with each item, as [`Scene::contacts`] does for a sphere.
    pub fn contacts<B>(&self, body: &Moving<B>) -> Vec<Answer<T, 3, SceneFeature>>
    where
        B: ConvexBody + Shape<Scalar = T, Vector = [T; 3]>,
    {
        SceneByConvex { body: ErasedConvex::of(body), scene: self.0 }.contacts()
    }

    /// Returns the closest points of the scene and of a body at time zero: `point` on the closest
    /// item, and `on_axis` on the body without its radius; `None` if the scene is empty. The
    /// item and the body are `distance` apart, zero if they share a point. The closest item has the
    /// least distance from the body without its radius; at exactly equal distances, it is the item
    /// that was inserted first.
    ///
    /// # Examples
    /// ```
    /// use tangency::{AlignedBox, Inflated, Moving, Point, Scene};
    /// let mut scene = Scene::new();
    /// scene.insert(Point::new([9.0, 0.5, 0.5])?);
    /// let ball = scene.insert(Inflated::new(Point::new([0.5, 0.5, 4.0])?, 1.0)?);
    /// let cube = Moving::still(AlignedBox::new([0.0, 0.0, 0.0], [1.0, 1.0, 1.0])?);
    /// let closest = scene.for_convex_bodies().unwrap().closest_points(&cube).unwrap();
    /// assert_eq!((closest.feature.item, closest.distance), (ball, 2.0));
    /// assert_eq!(closest.on_axis, [0.5, 0.5, 1.0]);
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[doc(alias("distance"))]
    pub fn closest_points<B>(&self, body: &Moving<B>) -> Option<ClosestPoints<T, 3, SceneFeature>>
    where
        B: ConvexBody + Shape<Scalar = T, Vector = [T; 3]>,
    {
        SceneByConvex { body: ErasedConvex::of(body), scene: self.0 }.closest_points()
    }
}

impl<T: Scalar> Shape for ConvexScene<'_, T> {
    type Scalar = T;
    type Vector = [T; 3];
    const STILL: [T; 3] = [T::ZERO; 3];
}

impl<T: Scalar> Featured for ConvexScene<'_, T> {
    type Feature = SceneFeature;
}

impl<T: Scalar, B> Meets<T, 3, B> for ConvexScene<'_, T>
where
    B: ConvexBody + Shape<Scalar = T, Vector = [T; 3]>,
{
    type Shape<'a>
        = Self
    where
        Self: 'a;

    fn as_target<'a, R>(&'a self, ask: impl FnOnce(&Moving<Self::Shape<'a>>) -> R) -> R {
        ask(&Moving::still(*self))
    }
}

/// A convex body and a scene.
pub(crate) struct SceneByConvex<'a, T: Scalar> {
    body: Moving<ErasedConvex<'a, T>>,
    scene: &'a Scene<T>,
}

impl<'b, T: Scalar> SceneByConvex<'b, T> {
    compiled! { <'a, 'b, T> SceneByConvex<'b, T>;
        fn closest_points(this) -> Option<ClosestPoints<T, 3, SceneFeature>> {
            let body = this.body.shape();
            let found = this.scene.nearest(&SceneMover::core(body))?;
            let closest = closest_to_convex(found.item, body)?;
            Some(closest.map_feature(|feature| SceneFeature { item: found.id, feature }))
        }
    }
}

impl<'b, T: Scalar, B> CastTarget<T, 3, B> for ConvexScene<'b, T>
where
    B: ConvexBody + Shape<Scalar = T, Vector = [T; 3]>,
{
    type Encounter<'a>
        = SceneByConvex<'a, T>
    where
        'b: 'a,
        B: 'a;

    fn encounter<'a>(body: &'a Moving<B>, target: &'a Moving<Self>) -> SceneByConvex<'a, T> {
        SceneByConvex { body: ErasedConvex::of(body), scene: target.shape().0 }
    }
}

scene_queries!(SceneByConvex<'b, T>, |this| &this.body);
