//! The queries of a moving body and of a body at rest, as methods for users.

use super::sealed::Only;
use super::{
    Answer, ClosestPoint, ClosestPoints, Convex, Effort, ExactAnswer, Nearby, NearbyAxis, Obstacle,
    Penetration,
};
use crate::number::{Rounding, Surd};
use crate::shape::{Capsule, Moving, Point, Scalar, Shape, Sphere};

impl<T: Scalar, M: Shape<Scalar = T, Vector = [T; N]>, const N: usize> Moving<M> {
    /// Returns the first contact of this body with an obstacle (shape cast; time of impact),
    /// decided exactly; every number is the float nearest to the exact value.
    ///
    /// The body and the obstacle move until the earlier of their two `t_max`, that time included.
    /// Touching counts as a contact, at time zero and in passing, too. The query cannot fail, and
    /// its result is the same on every machine.
    ///
    /// The contact's `center` is the position of the body's reference point at that time: the
    /// centre of a sphere, an ellipsoid or an oriented box, the end `a` of a capsule's axis, a
    /// box's `min`, the first vertex of a triangle, the first point of a hull. Its `normal` points
    /// from the obstacle to the body.
    ///
    /// - *Sphere*: the `point` of an overlap is the point of the obstacle closest to the centre.
    /// - *Ellipsoid*: the `point` of an overlap is the point closest to the centre, too. The
    ///   `normal` is the unit vector of the gradient, each component within one ulp.
    /// - *Capsule*: an axis that is parallel to a face or an edge can touch it along a segment.
    ///   Then `point` is the end of that segment that comes first on the way from `a`, and
    ///   `other_point` is the other end. If neither the capsule nor the obstacle has a thickness,
    ///   they overlap where the axis crosses a triangle or meets the interior of a box; if the axis
    ///   only reaches the obstacle, they touch.
    /// - *Box, triangle, hull*: if the two touch in more than a point, `point` is the first corner
    ///   in the body's reading order, and [`Moving::touched`] returns all corners. This order
    ///   follows the axes of a box, `b − a` and then `c − a` of a triangle, or the coordinate axes
    ///   for a hull: lesser coordinates come first, and the next direction decides between equal
    ///   ones.
    ///
    /// # Cost
    /// A sphere costs about as much as plain float code that computes as many fields. An exact tie
    /// costs up to 3.4 times as much in an everyday placement (along axes, at rest), and some
    /// microseconds elsewhere.
    ///
    /// # Examples
    /// ```
    /// use tangency::{AlignedBox, Answer, Capsule, Feature, Sphere, Triangle};
    /// let ball = Sphere::new([1.0, 1.0, 5.0], 1.0)?.moving([0.0, 0.0, -2.0])?;
    /// let floor = Triangle::new([0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0])?;
    /// let Answer::Contact(hit) = ball.first_contact(&floor) else { panic!() };
    /// assert_eq!((hit.time, hit.center, hit.point), (2.0, [1.0, 1.0, 1.0], [1.0, 1.0, 0.0]));
    /// assert_eq!((hit.normal, hit.feature), (Some([0.0, 0.0, 1.0]), Feature::Face));
    ///
    /// let wall = Triangle::new([0.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0])?;
    /// let hero = Capsule::new([3.0, 1.0, 0.5], [3.0, 1.0, 2.0], 0.5)?.moving([-1.0, 0.0, 0.0])?;
    /// let hit = hero.first_contact(&wall).contact().unwrap();
    /// assert_eq!((hit.time, hit.feature, hit.normal), (2.5, Feature::Face, Some([1.0, 0.0, 0.0])));
    /// assert_eq!((hit.point, hit.other_point), ([0.0, 1.0, 0.5], Some([0.0, 1.0, 2.0])));
    ///
    /// let chest = AlignedBox::new([0.0, 0.0, 4.0], [1.0, 1.0, 5.0])?.moving([0.0, 0.0, -2.0])?;
    /// let hit = chest.first_contact(&floor).contact().unwrap();
    /// assert_eq!((hit.time, hit.normal), (2.0, Some([0.0, 0.0, 1.0])));
    /// assert_eq!(chest.touched(&floor).unwrap().points.len(), 4);
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[inline]
    #[doc(alias(
        "sphere cast",
        "shape cast",
        "sweep",
        "sweep test",
        "linear cast",
        "continuous collision detection",
        "CCD"
    ))]
    pub fn first_contact<O: Obstacle<T, N, M>>(&self, obstacle: &O) -> Answer<T, N, O::Feature> {
        obstacle.meet(self, Only::Contacts, &mut Effort::default())
    }

    /// Returns the first contact, as [`first_contact`](Moving::first_contact) does, and the
    /// arithmetic that it took.
    #[inline]
    pub fn first_contact_counted<O: Obstacle<T, N, M>>(
        &self,
        obstacle: &O,
    ) -> (Answer<T, N, O::Feature>, Effort) {
        let mut effort = Effort::default();
        (obstacle.meet(self, Only::Contacts, &mut effort), effort)
    }

    /// Returns the first contact in exact numbers, computed by exact arithmetic alone, without any
    /// filter. For an ellipsoid the contact has no normal, because the roots in the normal are
    /// nested.
    ///
    /// # Examples
    /// ```
    /// use tangency::{Point, Sphere};
    /// let ball = Sphere::new([0.0, 1.0], 2.0)?.moving([1.0, 0.0])?;
    /// let hit = ball.first_contact_exact(&Point::new([5.0, 0.0])?).contact().unwrap();
    /// assert_eq!(hit.time.to_string(), "5 + -1 sqrt(3)");
    /// assert_eq!(hit.time.to_decimal(30), "3.267949192431122706472553658494");
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    pub fn first_contact_exact<O: Obstacle<T, N, M>>(
        &self,
        obstacle: &O,
    ) -> ExactAnswer<N, O::Feature> {
        obstacle.meet_exactly(self, Only::Contacts)
    }

    /// Returns the blocking hit: the first contact after which the body and the obstacle overlap.
    ///
    /// Contacts at which the body only slides, grazes or separates are passed over. So a body that
    /// lies on a floor, or slides along it and over its seams, finds the wall.
    ///
    /// For a mesh or a scene it is the first entry into any of its parts. A sphere of radius zero
    /// cannot be inside of a surface, so for it this is [`first_contact`](Moving::first_contact).
    ///
    /// # Examples
    /// ```
    /// use tangency::{AlignedBox, Approach, Scene, Sphere};
    /// let floor = AlignedBox::new([0.0, 0.0, -1.0], [9.0, 9.0, 0.0])?;
    /// let wall = AlignedBox::new([8.0, 0.0, 0.0], [9.0, 9.0, 9.0])?;
    /// let mut world = Scene::new();
    /// [floor, wall].map(|it| world.insert(it));
    /// let ball = Sphere::new([1.0, 4.0, 1.0], 1.0)?.moving([1.0, 0.0, 0.0])?;
    /// assert_eq!(ball.first_contact(&world).contact().unwrap().approach, Approach::Sliding);
    /// assert_eq!(ball.first_entry(&world).contact().unwrap().time, 6.0);
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[doc(alias("blocking hit", "move"))]
    pub fn first_entry<O: Obstacle<T, N, M>>(&self, obstacle: &O) -> Answer<T, N, O::Feature> {
        obstacle.meet(self, Only::Entries, &mut Effort::default())
    }

    /// Returns the blocking hit in exact numbers, computed by exact arithmetic alone.
    pub fn first_entry_exact<O: Obstacle<T, N, M>>(
        &self,
        obstacle: &O,
    ) -> ExactAnswer<N, O::Feature> {
        obstacle.meet_exactly(self, Only::Entries)
    }

    /// Returns the time of the first contact rounded *down* (conservative time of impact): the
    /// largest float that is not after the contact. At that *time* the body is not yet inside of
    /// the obstacle. `None` if there is no contact, or an overlap.
    ///
    /// This holds for the time alone. A position that is computed from it in floats,
    /// `center + time * velocity`, is rounded again and may lie inside by some units in the last
    /// place. The same is true of the rounded `center` of a contact. A sphere or a capsule that
    /// must not overlap is moved by `advance`, which decides its final place exactly.
    ///
    /// # Examples
    /// ```
    /// use tangency::{Point, Sphere};
    /// let ball = Sphere::new([0.0, 1.0], 2.0)?.moving([1.0, 0.0])?;
    /// let post = Point::new([5.0, 0.0])?;
    /// let nearest = ball.first_contact(&post).contact().unwrap().time;
    /// assert!(ball.time_down(&post).unwrap() <= nearest);
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[doc(alias("time of impact", "conservative advancement"))]
    pub fn time_down<O: Obstacle<T, N, M>>(&self, obstacle: &O) -> Option<T> {
        obstacle.time(self, Rounding::Down)
    }

    /// Returns only the time of the first contact (time of impact), which costs less than the whole
    /// answer. `None` if there is no contact, or an overlap.
    #[inline]
    #[doc(alias("time of impact", "TOI"))]
    pub fn contact_time<O: Obstacle<T, N, M>>(&self, obstacle: &O) -> Option<T> {
        obstacle.time(self, Rounding::Nearest)
    }

    /// Returns the end of the contact: the last time at which the two still touch (exit time),
    /// rounded to the nearest float. `None` if there is neither a contact nor an overlap, or if the
    /// contact never ends.
    ///
    /// The motion is extended beyond `t_max` to find the end. The contact with a
    /// [`Mesh`](crate::Mesh) ends when no triangle of it is touched any more, however often the
    /// body changes from one triangle to the next in between.
    ///
    /// # Examples
    /// ```
    /// use tangency::{AlignedBox, Sphere};
    /// let ball = Sphere::new([0.0, 0.0], 1.0)?.moving([1.0, 0.0])?;
    /// let wall = AlignedBox::new([5.0, -1.0], [6.0, 1.0])?;
    /// assert_eq!(ball.contact_time(&wall), Some(4.0));
    /// assert_eq!(ball.last_time(&wall), Some(7.0));
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[doc(alias("exit time", "time of separation"))]
    pub fn last_time<O: Obstacle<T, N, M>>(&self, obstacle: &O) -> Option<T> {
        obstacle.last_time(self)
    }

    /// Returns the end of the contact as an exact number, computed by exact arithmetic alone.
    pub fn last_time_exact<O: Obstacle<T, N, M>>(&self, obstacle: &O) -> Option<Surd> {
        obstacle.last_time_exactly(self)
    }

    /// Returns whether this body touches an obstacle at any time until the end of the motion, that
    /// is, whether [`first_contact`](Moving::first_contact) is not [`Answer::None`]. It computes no
    /// numbers, and for a mesh it stops at the first triangle with a certain contact.
    ///
    /// # Examples
    /// ```
    /// use tangency::{AlignedBox, Mesh, Sphere, Triangle};
    /// let vertices = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];
    /// let mesh = Mesh::new(vertices.to_vec(), vec![[0, 1, 2]])?;
    /// let ball = Sphere::new([1.0, 1.0, 5.0], 1.0)?.moving([0.0, 0.0, -1.0])?;
    /// assert!(ball.has_contact(&mesh));
    /// assert!(!ball.until(3.9)?.has_contact(&mesh));
    /// assert!(ball.until(4.0)?.has_contact(&mesh));
    ///
    /// let tile = Triangle::new(vertices[0], vertices[1], vertices[2])?;
    /// let chest = AlignedBox::new([1.0, 1.0, 4.0], [2.0, 2.0, 5.0])?.moving([0.0, 0.0, -1.0])?;
    /// assert!(chest.has_contact(&tile) && !chest.until(3.9)?.has_contact(&tile));
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[doc(alias("any hit", "occlusion test"))]
    pub fn has_contact<O: Obstacle<T, N, M>>(&self, obstacle: &O) -> bool {
        obstacle.touches(self, &mut Effort::default())
    }
}

impl<T: Scalar, const N: usize> Point<T, N> {
    /// Returns the point of a shape that is closest to this one, and its distance; each number is
    /// the nearest float. `None` if the shape is empty.
    ///
    /// # Examples
    /// ```
    /// use tangency::{AlignedBox, Point};
    /// let room = AlignedBox::new([0.0, 0.0], [4.0, 4.0])?;
    /// let closest = Point::new([7.0, 8.0])?.closest(&room).unwrap();
    /// assert_eq!((closest.point, closest.distance), ([4.0, 4.0], 5.0));
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[doc(alias("closest point", "distance", "projection", "project point"))]
    pub fn closest<O: Nearby<T, N>>(&self, shape: &O) -> Option<ClosestPoint<T, N, O::Feature>> {
        shape.closest_to(self, T::ZERO)
    }

    /// Returns the closest point of a shape that is inflated by a radius.
    pub(crate) fn closest_of_inflated<O: Nearby<T, N>>(
        &self,
        shape: &O,
        inflation: T,
    ) -> Option<ClosestPoint<T, N, O::Feature>> {
        shape.closest_to(self, inflation)
    }
}

impl<T: Scalar, const N: usize> Sphere<T, N> {
    /// Returns the least translation after which this sphere and a convex shape that it overlaps
    /// only touch (minimum translation vector); each number is the nearest float. `None` if they do
    /// not overlap, or if no translation separates them.
    ///
    /// If several translations are equally short, the choice is always the same. The sphere leaves
    /// a solid through the face with the lowest index, and a triangle that contains its centre to
    /// the side from which the vertices run counterclockwise.
    ///
    /// # Examples
    /// ```
    /// use tangency::{AlignedBox, Sphere};
    /// let room = AlignedBox::new([0.0, 0.0], [4.0, 4.0])?;
    /// let out = Sphere::new([3.0, 2.0], 1.0)?.penetration(&room).unwrap();
    /// assert_eq!((out.direction, out.depth), ([1.0, 0.0], 2.0));
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[doc(alias(
        "way_out",
        "penetration depth",
        "minimum translation vector",
        "MTV",
        "depenetration"
    ))]
    pub fn penetration<O: Convex<T, N>>(&self, shape: &O) -> Option<Penetration<T, N>> {
        shape.penetration(self, T::ZERO)
    }

    /// Returns the penetration of this sphere into a shape that is inflated by a radius.
    pub(crate) fn penetration_of_inflated<O: Convex<T, N>>(
        &self,
        shape: &O,
        inflation: T,
    ) -> Option<Penetration<T, N>> {
        shape.penetration(self, inflation)
    }
}

impl<T: Scalar, const N: usize> Capsule<T, N> {
    /// Returns the closest points of a shape and of the axis of this capsule, and the distance of
    /// the two bodies; each number is the nearest float. `None` if the shape is empty.
    ///
    /// # Examples
    /// ```
    /// use tangency::{Capsule, Segment};
    /// let arm = Capsule::new([0.0, 0.0, 3.0], [4.0, 0.0, 3.0], 1.0)?;
    /// let wire = Segment::new([2.0, -5.0, 0.0], [2.0, 5.0, 0.0])?;
    /// let closest = arm.closest(&wire).unwrap();
    /// assert_eq!((closest.point, closest.on_axis), ([2.0, 0.0, 0.0], [2.0, 0.0, 3.0]));
    /// assert_eq!(closest.distance, 2.0);
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[doc(alias("closest points", "distance"))]
    pub fn closest<O: NearbyAxis<T, N>>(
        &self,
        shape: &O,
    ) -> Option<ClosestPoints<T, N, O::Feature>> {
        shape.closest_to_axis(self, T::ZERO)
    }

    /// Returns the closest points of this capsule's axis and of a shape that is inflated by a
    /// radius.
    pub(crate) fn closest_of_inflated<O: NearbyAxis<T, N>>(
        &self,
        shape: &O,
        inflation: T,
    ) -> Option<ClosestPoints<T, N, O::Feature>> {
        shape.closest_to_axis(self, inflation)
    }

    /// Returns the distance of this capsule and a shape as an exact number.
    pub fn distance_exact<O: NearbyAxis<T, N>>(&self, shape: &O) -> Option<Surd> {
        shape.exact_distance_to(self, T::ZERO)
    }

    /// Returns the least translation after which this capsule and a convex shape that it overlaps
    /// only touch, as for a [sphere](Sphere::penetration).
    ///
    /// # Examples
    /// ```
    /// use tangency::{Capsule, Triangle};
    /// let floor = Triangle::new([0.0, 0.0, 0.0], [9.0, 0.0, 0.0], [0.0, 9.0, 0.0])?;
    /// let hero = Capsule::new([1.0, 1.0, -0.25], [1.0, 1.0, 1.5], 0.5)?;
    /// let out = hero.penetration(&floor).unwrap();
    /// assert_eq!((out.direction, out.depth), ([0.0, 0.0, 1.0], 0.75));
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[doc(alias("penetration depth", "minimum translation vector", "MTV"))]
    pub fn penetration<O: Convex<T, N, Self>>(&self, shape: &O) -> Option<Penetration<T, N>> {
        shape.penetration(self, T::ZERO)
    }

    /// Returns the penetration of this capsule into a shape that is inflated by a radius.
    pub(crate) fn penetration_of_inflated<O: Convex<T, N, Self>>(
        &self,
        shape: &O,
        inflation: T,
    ) -> Option<Penetration<T, N>> {
        shape.penetration(self, inflation)
    }
}
