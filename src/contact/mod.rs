//! FLOOR 2: when, where and on what does a moving sphere first touch?
//!
//! [`Moving::first_contact`] asks it of any [`Obstacle`]. What an answer means is said at [`Answer`]; how a touch is
//! decided, in `hull.rs` and `aligned_box.rs`.

mod aligned_box;
mod answer;
mod closest;
mod hull;
#[cfg(test)]
mod tests;
mod vector;

pub use crate::number::Effort;
use crate::number::Sign;
use crate::number::{
    Framed, Rounding, Surd, compare, decide, decide_exactly, measure, measure_exactly,
};
use crate::shape::{Moving, Point, Scalar, Segment, Sphere, Triangle};
pub use aligned_box::{BoxFeature, Side};
pub use answer::{Answer, Approach, Contact, ExactAnswer, Feature, Overlap};
pub(crate) use closest::{Closest, SquaredDistance};
use core::cmp::Ordering;
pub(crate) use hull::{Encounter, Meeting, Numbers, Place, Time};

/// Something that a moving sphere can touch: a shape, standing still or [`Moving`].
///
/// Only the shapes of this crate are obstacles; the trait says which.
pub trait Obstacle<T: Scalar, const N: usize>: sealed::Meets<T, N> {}

pub(crate) mod sealed {
    use super::{Answer, Effort, ExactAnswer, Moving, Rounding, Scalar, Sphere};

    /// What an obstacle must be able to answer.
    pub trait Meets<T: Scalar, const N: usize> {
        /// What names a place on the obstacle.
        type Feature: Copy;
        #[doc(hidden)]
        fn meet(
            &self,
            ball: &Moving<Sphere<T, N>>,
            effort: &mut Effort,
        ) -> Answer<T, N, Self::Feature>;
        #[doc(hidden)]
        fn meet_exactly(&self, ball: &Moving<Sphere<T, N>>) -> ExactAnswer<N, Self::Feature>;
        #[doc(hidden)]
        fn time(&self, ball: &Moving<Sphere<T, N>>, rounding: Rounding) -> Option<T>;
    }
}

use sealed::Meets;

impl<T: Scalar, O: Meets<T, N>, const N: usize> Obstacle<T, N> for O {}

impl<T: Scalar, const N: usize> Moving<Sphere<T, N>> {
    /// The first contact of this sphere with an obstacle, decided exactly; every number is the float nearest to the
    /// exact value.
    ///
    /// Both move until the earlier of their `t_max`, that time included. Touching counts, also at time zero, also in
    /// passing. Nothing can fail, and nothing depends on the machine.
    ///
    /// # Cost
    /// About twice what the same formulas cost in plain floats; exact ties take some microseconds.
    ///
    /// # Examples
    /// ```
    /// use tangency::{Answer, Feature, Sphere, Triangle};
    /// let ball = Sphere::new([1.0, 1.0, 5.0], 1.0)?.moving([0.0, 0.0, -2.0])?;
    /// let floor = Triangle::new([0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0])?;
    /// let Answer::Contact(hit) = ball.first_contact(&floor) else { panic!() };
    /// assert_eq!((hit.time, hit.center, hit.point), (2.0, [1.0, 1.0, 1.0], [1.0, 1.0, 0.0]));
    /// assert_eq!((hit.normal, hit.feature), (Some([0.0, 0.0, 1.0]), Feature::Face));
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[inline]
    pub fn first_contact<O: Obstacle<T, N>>(&self, obstacle: &O) -> Answer<T, N, O::Feature> {
        obstacle.meet(self, &mut Effort::default())
    }

    /// The same, and how hard it was.
    #[inline]
    pub fn first_contact_counted<O: Obstacle<T, N>>(
        &self,
        obstacle: &O,
    ) -> (Answer<T, N, O::Feature>, Effort) {
        let mut effort = Effort::default();
        (obstacle.meet(self, &mut effort), effort)
    }

    /// The same answer as exact numbers, found by exact arithmetic alone, without any filter.
    ///
    /// # Examples
    /// ```
    /// use tangency::{ExactAnswer, Point, Sphere};
    /// let ball = Sphere::new([0.0, 1.0], 2.0)?.moving([1.0, 0.0])?;
    /// let ExactAnswer::Contact { time, .. } = ball.first_contact_exact(&Point::new([5.0, 0.0])?) else { panic!() };
    /// assert_eq!(time.to_string(), "5 + -1 sqrt(3)");
    /// assert_eq!(time.to_decimal(30), "3.267949192431122706472553658494");
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    pub fn first_contact_exact<O: Obstacle<T, N>>(
        &self,
        obstacle: &O,
    ) -> ExactAnswer<N, O::Feature> {
        obstacle.meet_exactly(self)
    }

    /// The time of the first contact rounded *down*: the largest float at which the sphere is certainly not yet
    /// inside. `None` if there is no contact, or an overlap.
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
    pub fn time_down<O: Obstacle<T, N>>(&self, obstacle: &O) -> Option<T> {
        obstacle.time(self, Rounding::Down)
    }

    /// The time of the first contact alone, which costs less than the whole answer. `None` if there is no contact,
    /// or an overlap.
    #[inline]
    pub fn contact_time<O: Obstacle<T, N>>(&self, obstacle: &O) -> Option<T> {
        obstacle.time(self, Rounding::Nearest)
    }
}

// ---- hulls of a few points ----

/// The same vector in space: what is not there is zero.
pub(crate) fn in_space<T: Scalar, const N: usize>(vector: [T; N]) -> [f64; 3] {
    core::array::from_fn(|k| if k < N { vector[k].widen() } else { 0.0 })
}

/// What of a vector in space is in `N` dimensions.
fn from_space<X: Clone, const N: usize>(vector: &[X; 3]) -> [X; N] {
    core::array::from_fn(|k| vector[k].clone())
}

/// The earlier end of two motions.
pub(crate) fn earlier_end<T: Scalar>(a: T, b: T) -> T {
    if b < a { b } else { a }
}

/// Asks `encounter` for the first contact up to `t_max`.
#[inline(always)]
pub(crate) fn first_contact<T: Scalar, const N: usize, const V: usize>(
    encounter: Encounter<V>,
    t_max: T,
    effort: &mut Effort,
) -> Answer<T, N, Feature> {
    let framed = Framed::new(encounter);
    let meeting = decide(&framed, effort);
    answer(&framed, meeting, t_max, effort)
}

/// Gives the numbers of a meeting, unless it is later than `t_max`.
#[inline(always)]
pub(crate) fn answer<T: Scalar, const N: usize, const V: usize>(
    framed: &Framed<Encounter<V>>,
    meeting: Meeting,
    t_max: T,
    effort: &mut Effort,
) -> Answer<T, N, Feature> {
    let (place, approach) = match meeting {
        Meeting::Apart => return Answer::None,
        Meeting::Overlap => return overlap(framed, effort),
        Meeting::Touch(place, approach) => (place, approach),
        Meeting::Enter(place) => (place, Approach::Approaching),
        Meeting::Graze(place) if has_normal(framed, place) => (place, Approach::Sliding),
        // A point that reaches an edge or a vertex: there was a distance before.
        Meeting::Graze(place) => (place, Approach::Approaching),
    };
    let numbers = framed.ask(|&encounter| Numbers { encounter, meeting });
    if t_max < T::INFINITY {
        let order = compare(&numbers.ask(|&numbers| Time(numbers)), t_max.widen(), effort);
        if order == Ordering::Greater {
            return Answer::None;
        }
    }
    let [time, cx, cy, cz, px, py, pz, nx, ny, nz] = measure::<T, _, 10>(&numbers, effort);
    Answer::Contact(Contact {
        time,
        center: from_space(&[cx, cy, cz]),
        point: from_space(&[px, py, pz]),
        normal: has_normal(framed, place).then(|| from_space(&[nx, ny, nz])),
        feature: place.feature,
        approach,
    })
}

fn has_normal<const V: usize>(framed: &Framed<Encounter<V>>, place: Place) -> bool {
    let on_face = place.feature == Feature::Face && place.side != Sign::Zero;
    framed.given.radius > 0.0 || on_face
}

#[cold]
#[inline(never)]
fn overlap<T: Scalar, const N: usize, const V: usize>(
    framed: &Framed<Encounter<V>>,
    effort: &mut Effort,
) -> Answer<T, N, Feature> {
    let feature = decide(&framed.ask(|&encounter| Closest(encounter)), effort);
    let numbers = framed.ask(|&encounter| Numbers { encounter, meeting: at_start(feature) });
    let [_, cx, cy, cz, px, py, pz, ..] = measure::<T, _, 10>(&numbers, effort);
    Answer::Overlap(Overlap {
        center: from_space(&[cx, cy, cz]),
        point: from_space(&[px, py, pz]),
        feature,
    })
}

/// A meeting at time zero, for the numbers of an overlap.
pub(crate) fn at_start(feature: Feature) -> Meeting {
    Meeting::Touch(Place { feature, side: Sign::Zero }, Approach::Sliding)
}

/// The same as [`first_contact`], by exact arithmetic alone.
pub(crate) fn first_contact_exactly<T: Scalar, const N: usize, const V: usize>(
    encounter: Encounter<V>,
    t_max: T,
) -> ExactAnswer<N, Feature> {
    let framed = Framed::new(encounter);
    let meeting = decide_exactly(&framed);
    exact_answer(&framed, meeting, t_max)
}

/// The same as [`answer`], by exact arithmetic alone.
pub(crate) fn exact_answer<T: Scalar, const N: usize, const V: usize>(
    framed: &Framed<Encounter<V>>,
    meeting: Meeting,
    t_max: T,
) -> ExactAnswer<N, Feature> {
    let numbers = |meeting| {
        let framed = framed.ask(|&encounter| Numbers { encounter, meeting });
        let [time, cx, cy, cz, px, py, pz, nx, ny, nz] = measure_exactly(&framed);
        (time, [cx, cy, cz], [px, py, pz], [nx, ny, nz])
    };
    let place = match meeting {
        Meeting::Apart => return ExactAnswer::None,
        Meeting::Overlap => {
            let feature = decide_exactly(&framed.ask(|&encounter| Closest(encounter)));
            let (_, center, point, _) = numbers(at_start(feature));
            let (center, point) = (from_space(&center), from_space(&point));
            return ExactAnswer::Overlap { center, point, feature };
        }
        Meeting::Touch(place, _) | Meeting::Enter(place) | Meeting::Graze(place) => place,
    };
    let (time, center, point, normal): (Surd, _, _, _) = numbers(meeting);
    if time.compare_with(t_max.widen()) == Ordering::Greater {
        return ExactAnswer::None;
    }
    ExactAnswer::Contact {
        time,
        center: from_space(&center),
        point: from_space(&point),
        normal: has_normal(framed, place).then(|| from_space(&normal)),
        feature: place.feature,
    }
}

/// The time of a contact, unless it is later than `t_max`.
#[inline(always)]
pub(crate) fn time<T: Scalar, const V: usize>(
    framed: &Framed<Encounter<V>>,
    meeting: Meeting,
    t_max: T,
    rounding: Rounding,
    effort: &mut Effort,
) -> Option<T> {
    if matches!(meeting, Meeting::Apart | Meeting::Overlap) {
        return None;
    }
    let time = framed.ask(|&encounter| Time(Numbers { encounter, meeting }));
    if t_max < T::INFINITY && compare(&time, t_max.widen(), effort) == Ordering::Greater {
        return None;
    }
    let [nearest] = measure::<T, _, 1>(&time, effort);
    let mut is_above = || compare(&time, nearest.widen(), &mut *effort) == Ordering::Less;
    Some(if rounding == Rounding::Down && is_above() { nearest.below() } else { nearest })
}

/// A `$shape` that stands still answers as one that moves at no speed.
macro_rules! still {
    ($shape:ty, $dimension:literal, $feature:ty, $still:expr) => {
        impl<T: Scalar> Meets<T, $dimension> for $shape {
            type Feature = $feature;

            #[inline]
            fn meet(
                &self,
                ball: &Moving<Sphere<T, $dimension>>,
                effort: &mut Effort,
            ) -> Answer<T, $dimension, $feature> {
                $still(self).meet(ball, effort)
            }
            fn meet_exactly(
                &self,
                ball: &Moving<Sphere<T, $dimension>>,
            ) -> ExactAnswer<$dimension, $feature> {
                $still(self).meet_exactly(ball)
            }
            #[inline]
            fn time(&self, ball: &Moving<Sphere<T, $dimension>>, rounding: Rounding) -> Option<T> {
                $still(self).time(ball, rounding)
            }
        }
    };
}
pub(crate) use still;

/// Makes `$shape`, still or moving, an obstacle: the hull of its `$count` vertices.
macro_rules! hull {
    ($shape:ty, $dimension:literal, $count:literal, $vertices:expr) => {
        impl<T: Scalar> Meets<T, $dimension> for Moving<$shape> {
            type Feature = Feature;

            #[inline]
            fn meet(
                &self,
                ball: &Moving<Sphere<T, $dimension>>,
                effort: &mut Effort,
            ) -> Answer<T, $dimension, Feature> {
                let t_max = earlier_end(ball.t_max(), self.t_max());
                first_contact(
                    encounter(ball, $vertices(self.shape()), self.velocity()),
                    t_max,
                    effort,
                )
            }

            fn meet_exactly(
                &self,
                ball: &Moving<Sphere<T, $dimension>>,
            ) -> ExactAnswer<$dimension, Feature> {
                let t_max = earlier_end(ball.t_max(), self.t_max());
                first_contact_exactly(
                    encounter(ball, $vertices(self.shape()), self.velocity()),
                    t_max,
                )
            }

            #[inline]
            fn time(&self, ball: &Moving<Sphere<T, $dimension>>, rounding: Rounding) -> Option<T> {
                let t_max = earlier_end(ball.t_max(), self.t_max());
                let framed = Framed::new(encounter(ball, $vertices(self.shape()), self.velocity()));
                let mut effort = Effort::default();
                let meeting = decide(&framed, &mut effort);
                time(&framed, meeting, t_max, rounding, &mut effort)
            }
        }
        still!($shape, $dimension, Feature, |shape: &$shape| Moving::still(*shape));
    };
}

#[inline(always)]
pub(crate) fn encounter<T: Scalar, const N: usize, const V: usize>(
    ball: &Moving<Sphere<T, N>>,
    vertices: [[T; N]; V],
    drift: [T; N],
) -> Encounter<V> {
    Encounter {
        center: in_space(ball.shape().center()),
        radius: ball.shape().radius().widen(),
        velocity: in_space(ball.velocity()),
        vertices: vertices.map(in_space),
        drift: in_space(drift),
    }
}

hull!(Triangle<T>, 3, 3, Triangle::vertices);
hull!(Segment<T, 2>, 2, 2, Segment::ends);
hull!(Segment<T, 3>, 3, 2, Segment::ends);
hull!(Point<T, 2>, 2, 1, |point: &Point<T, 2>| [point.position()]);
hull!(Point<T, 3>, 3, 1, |point: &Point<T, 3>| [point.position()]);
