//! The questions, as users ask them.

use super::sealed::Only;
use super::{
    Answer, ClosestPoint, ClosestPoints, Convex, Effort, ExactAnswer, Nearby, NearbyAxis, Obstacle,
    Penetration,
};
use crate::number::{Rounding, Surd};
use crate::shape::{Capsule, Moving, Point, Scalar, Shape, Sphere};

impl<T: Scalar, M: Shape<Scalar = T, Vector = [T; N]>, const N: usize> Moving<M> {
    /// The first contact of this body with an obstacle (shape cast; time of impact), decided
    /// exactly; every number is the float nearest to the exact value.
    ///
    /// Both move until the earlier of their `t_max`, that time included. Touching counts, also at
    /// time zero, also in passing. Nothing can fail, and nothing depends on the machine.
    ///
    /// The contact's `center` is where the body's reference point then is: the centre of a sphere,
    /// an ellipsoid or an oriented box, the end `a` of a capsule's axis, a box's `min`, the first
    /// vertex of a triangle, the first point of a hull. Its `normal` points from the obstacle to
    /// the body.
    ///
    /// - *Sphere*: the `point` of an overlap is the one closest to the centre.
    /// - *Ellipsoid*: so is it here; and the `normal` is the unit vector of the gradient, each
    ///   component within one ulp.
    /// - *Capsule*: an axis that lies along a face or an edge touches it all along: then `point` is
    ///   the end of what is touched that comes first on the way from `a`, and `other_point` the
    ///   other. If neither it nor the obstacle has a thickness, they overlap where its axis crosses
    ///   a triangle, or meets the inside of a box; what it only reaches, it touches.
    /// - *Box, triangle, hull*: where both touch in more than a point, `point` is the first corner
    ///   in the body's reading order, and [`Moving::touched`] has all of them.
    ///
    /// # Cost
    /// Of a sphere about as much as plain floats that compute as many fields; ties of everyday
    /// placements (along axes, at rest) cost up to 3.4 times that, other exact ties some
    /// microseconds.
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

    /// The same, and how hard it was.
    #[inline]
    pub fn first_contact_counted<O: Obstacle<T, N, M>>(
        &self,
        obstacle: &O,
    ) -> (Answer<T, N, O::Feature>, Effort) {
        let mut effort = Effort::default();
        (obstacle.meet(self, Only::Contacts, &mut effort), effort)
    }

    /// The same answer as exact numbers, found by exact arithmetic alone, without any filter. Of an
    /// ellipsoid it is without the normal, whose roots nest.
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

    /// What *blocks* the motion: the first contact after which the two share more than a touch.
    /// What the body only slides along, grazes or parts from is passed over: so what lies on a
    /// floor, or slides along it and over its seams, finds the wall.
    ///
    /// Of a mesh or a scene it is the first entry of all its parts. A point can be inside of no
    /// surface: for it this is [`first_contact`](Moving::first_contact).
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

    /// The same as exact numbers, by exact arithmetic alone.
    pub fn first_entry_exact<O: Obstacle<T, N, M>>(
        &self,
        obstacle: &O,
    ) -> ExactAnswer<N, O::Feature> {
        obstacle.meet_exactly(self, Only::Entries)
    }

    /// The time of the first contact rounded *down*: the largest float that is not after it. At
    /// that *time* the body is not yet inside. `None` if there is no contact, or an overlap.
    ///
    /// That is said of the time alone. A position made of it in floats, `center + time * velocity`,
    /// is rounded again and may lie inside by some units in the last place, as the rounded `center`
    /// of a contact may. A sphere or a capsule that must not overlap is moved by `advance`: its
    /// place is decided exactly.
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

    /// The time of the first contact alone, which costs less than the whole answer. `None` if there
    /// is no contact, or an overlap.
    #[inline]
    #[doc(alias("time of impact", "TOI"))]
    pub fn contact_time<O: Obstacle<T, N, M>>(&self, obstacle: &O) -> Option<T> {
        obstacle.time(self, Rounding::Nearest)
    }

    /// The end of the contact: the last time at which they still touch, the nearest float. `None`
    /// if there is neither contact nor overlap, or if it never ends.
    ///
    /// It is that of the motion as if it went on for ever, whatever `t_max` is. A
    /// [`Mesh`](crate::Mesh) is touched until nothing of it is, however often the body goes from
    /// one triangle to the next in between.
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

    /// The same as an exact number, by exact arithmetic alone.
    pub fn last_time_exact<O: Obstacle<T, N, M>>(&self, obstacle: &O) -> Option<Surd> {
        obstacle.last_time_exactly(self)
    }

    /// Whether this body touches an obstacle at any time until the end of the motion:
    /// [`first_contact`](Moving::first_contact) is not [`Answer::None`]. It has no numbers to find,
    /// and of a mesh it stops at the first triangle that is certain.
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
    /// The point of a shape that is closest to this one, and how far it is; each number the nearest
    /// float. `None` if the shape is empty.
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

    /// The same of the shape when it is rounded.
    pub(crate) fn closest_of_rounded<O: Nearby<T, N>>(
        &self,
        shape: &O,
        rounding: T,
    ) -> Option<ClosestPoint<T, N, O::Feature>> {
        shape.closest_to(self, rounding)
    }
}

impl<T: Scalar, const N: usize> Sphere<T, N> {
    /// The least translation after which this sphere and a convex shape that it overlaps only
    /// touch; each number the nearest float. `None` if they do not overlap, or if there is no way
    /// out.
    ///
    /// Where several are equally short, it is always the same one: out of a solid through the face
    /// of the lowest number, off a triangle on which the centre is to the side from which its
    /// vertices run counterclockwise.
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

    /// The same of the shape when it is rounded.
    pub(crate) fn penetration_of_rounded<O: Convex<T, N>>(
        &self,
        shape: &O,
        rounding: T,
    ) -> Option<Penetration<T, N>> {
        shape.penetration(self, rounding)
    }
}

impl<T: Scalar, const N: usize> Capsule<T, N> {
    /// The point of a shape that is closest to the axis of this capsule, the point of the axis that
    /// is closest to it, and how far the two bodies are from each other; each number the nearest
    /// float. `None` if the shape is empty.
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

    /// The same of the shape when it is rounded.
    pub(crate) fn closest_of_rounded<O: NearbyAxis<T, N>>(
        &self,
        shape: &O,
        rounding: T,
    ) -> Option<ClosestPoints<T, N, O::Feature>> {
        shape.closest_to_axis(self, rounding)
    }

    /// How far the two are from each other, as an exact number.
    pub fn distance_exact<O: NearbyAxis<T, N>>(&self, shape: &O) -> Option<Surd> {
        shape.exact_distance_to(self, T::ZERO)
    }

    /// The least translation after which this capsule and a convex shape that it overlaps only
    /// touch, as for a [sphere](Sphere::penetration).
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

    /// The same of the shape when it is rounded.
    pub(crate) fn penetration_of_rounded<O: Convex<T, N, Self>>(
        &self,
        shape: &O,
        rounding: T,
    ) -> Option<Penetration<T, N>> {
        shape.penetration(self, rounding)
    }
}
