//! Recover (depenetration): moves a body out of an overlap, to a penetration-free position nearby.

use super::advance::{last_place, point_along};
use super::clip::{along, dot, norm, split, unit};
use super::world::{Around, World, axis_of};
use crate::contact::{Obstacle, Overlap};
use crate::shape::{Capsule, InputError, Scalar, Sphere, Translatable};
use alloc::vec::Vec;

/// The result of recovering: whether a body that may overlap an obstacle has a free position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Recover<T, const N: usize> {
    /// The body overlaps nothing at its position.
    Free,
    /// The body overlapped an obstacle, and overlaps nothing at this position of its centre, or of
    /// the end `a` of its axis.
    Moved {
        /// The free position.
        position: [T; N],
    },
    /// No free position was found nearby.
    NotFound,
}

/// The greatest number of pushes out of a surface before the search in rings begins.
const WAYS_OUT: usize = 32;
/// The size of the body divided by the radius of the first ring; the number of rings, each twice as
/// wide as the one before; and the number of bisections within the last ring.
const FIRST_RING: f64 = 1024.0;
const RINGS: usize = 15;
const HALVES: usize = 24;
const SIGNS: [f64; 2] = [1.0, -1.0];

/// The middle of a body: its centre or its axis.
pub trait Middle<const N: usize> {
    /// The distance of a point from the middle.
    fn distance(&self, point: [f64; N]) -> f64;
    /// The radius of the body around its middle.
    fn radius(&self) -> f64;
    /// About the width of the body: after a push by this distance, the body has left a thin
    /// obstacle.
    fn size(&self) -> f64;
}

impl<T: Scalar, const N: usize> Middle<N> for Sphere<T, N> {
    fn distance(&self, point: [f64; N]) -> f64 {
        norm(&along(&point, &self.center().map(T::widen), -1.0))
    }
    fn radius(&self) -> f64 {
        Sphere::radius(self).widen()
    }
    fn size(&self) -> f64 {
        Middle::radius(self)
    }
}

impl<T: Scalar, const N: usize> Middle<N> for Capsule<T, N> {
    fn distance(&self, point: [f64; N]) -> f64 {
        let way = along(&point, &self.a().map(T::widen), -1.0);
        let (axis, length) = split(&axis_of(self));
        let square = dot(&axis, &axis);
        let part = if square > 0.0 { dot(&way, &axis) / square } else { 0.0 };
        norm(&along(&way, &axis, -part.clamp(0.0, length)))
    }
    fn radius(&self) -> f64 {
        Capsule::radius(self).widen()
    }
    fn size(&self) -> f64 {
        (Middle::radius(self) + norm(&axis_of(self))).min(f64::MAX)
    }
}

/// See [`Sphere::recover`].
pub(crate) fn recover<T: Scalar, M, W, const N: usize>(body: &M, world: &W) -> Recover<T, N>
where
    M: Translatable<T, N> + Middle<N>,
    W: World<T, N, M> + ?Sized,
{
    let Some(overlap) = world.overlap(body) else { return Recover::Free };
    let place = ways_out(body, overlap, world).or_else(|| in_rings(body, world));
    place.map_or(Recover::NotFound, |position| Recover::Moved { position })
}

/// Pushes the body straight out of the nearest surface, repeatedly. For one convex obstacle the
/// push is the minimum translation, plus a little to make up for rounding.
fn ways_out<T: Scalar, M, W, const N: usize>(
    body: &M,
    mut overlap: Overlap<T, N, W::Feature>,
    world: &W,
) -> Option<[T; N]>
where
    M: Translatable<T, N> + Middle<N>,
    W: World<T, N, M> + ?Sized,
{
    let mut body = body.clone();
    for i in 0..WAYS_OUT {
        let normal = overlap.normal?;
        let depth = (body.radius() - body.distance(overlap.point.map(T::widen))).max(0.0);
        let place = body.place();
        let spare = last_place(place.into_iter().chain(overlap.point));
        // The extra distance doubles each time, so that the search also ends between two obstacles
        // that lean on each other.
        let farther = (1_u64 << i) as f64;
        body = body.at(point_along(place, normal, depth + spare * farther));
        match world.overlap(&body) {
            None => return Some(body.place()),
            Some(next) => overlap = next,
        }
    }
    None
}

/// Searches along axes and diagonals for the nearest ring that has a free position, and then back
/// in this direction as far as the positions stay free.
fn in_rings<T: Scalar, M, W, const N: usize>(body: &M, world: &W) -> Option<[T; N]>
where
    M: Translatable<T, N> + Middle<N>,
    W: World<T, N, M> + ?Sized,
{
    let from = body.place();
    let is_free = |place| world.overlap(&body.at(place)).is_none();
    let first = (body.size() / FIRST_RING).max(last_place(from.into_iter()));
    let mut rings = core::iter::successors(Some(first), |far| Some(2.0 * far)).take(RINGS);
    let directions = directions::<T, N>();
    rings.find_map(|far| {
        let way = *directions.iter().find(|&&way| is_free(point_along(from, way, far)))?;
        let (mut blocked, mut free) = (0.5 * far, far);
        for _ in 0..HALVES {
            let middle = 0.5 * blocked + 0.5 * free;
            if is_free(point_along(from, way, middle)) {
                free = middle;
            } else {
                blocked = middle;
            }
        }
        Some(point_along(from, way, free))
    })
}

/// The directions of the search as unit vectors: first along axes, then, in up to three dimensions,
/// along diagonals.
fn directions<T: Scalar, const N: usize>() -> Vec<[T; N]> {
    let on_axis = |i: usize| core::array::from_fn(|k| if i / 2 == k { SIGNS[i % 2] } else { 0.0 });
    let mut all: Vec<[f64; N]> = (0..2 * N).map(on_axis).collect();
    if N <= 3 {
        let of_digits = |mut i: usize| -> [f64; N] {
            core::array::from_fn(|_| {
                let digit = i % 3;
                i /= 3;
                [0.0, SIGNS[0], SIGNS[1]][digit]
            })
        };
        let diagonals = (0..3_usize.pow(N as u32)).map(of_digits);
        all.extend(diagonals.filter(|way| dot(way, way) > 1.0));
    }
    all.into_iter().filter_map(unit).map(|way| way.map(T::nearest)).collect()
}

impl<T: Scalar, const N: usize> Sphere<T, N> {
    /// Returns a penetration-free position near this sphere, if it overlaps an obstacle. *That the
    /// position is free is decided exactly*; that it is near is not guaranteed.
    ///
    /// First the sphere is pushed straight out of the nearest surface, repeatedly, until it
    /// overlaps nothing: for one convex obstacle this is the [minimum
    /// translation](Sphere::penetration). The pushes fail if they do not end, or if there is no
    /// direction to push in, because the centre is within a solid. Then the search continues along
    /// axes and diagonals, in rings up to sixteen times the size of the sphere. If no position
    /// there is free, the result is [`Recover::NotFound`].
    ///
    /// A sphere of radius zero overlaps every obstacle that it touches, so it is moved off the
    /// surface.
    ///
    /// The sphere is not moved along a path: the position may be behind a thin wall. For a mesh,
    /// the sphere leaves the surface on the side of its centre; it does not leave the interior of a
    /// closed mesh. Moving obstacles are at their positions at time zero.
    ///
    /// # Errors
    /// None for a sphere.
    ///
    /// # Examples
    /// ```
    /// use tangency::{AlignedBox, Recover, Sphere};
    /// let floor = AlignedBox::new([0.0, 0.0, -1.0], [9.0, 9.0, 0.0])?;
    /// let ball = Sphere::new([4.0, 4.0, 0.75], 1.0)?;
    /// let Recover::Moved { position } = ball.recover(&floor)? else { unreachable!() };
    /// assert!(position[2] >= 1.0 && position[2] < 1.000_001);
    /// let free = Sphere::new(position, 1.0)?;
    /// assert_eq!(free.recover(&floor)?, Recover::Free);
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[doc(alias("depenetrate", "unstuck", "resolve penetration"))]
    pub fn recover<O: Obstacle<T, N>>(&self, world: &O) -> Result<Recover<T, N>, InputError> {
        Ok(recover(&Translatable::carried(*self)?, &Around::<_, O::Feature>::new(world)))
    }
}

impl<T: Scalar, const N: usize> Capsule<T, N> {
    /// Returns a penetration-free position near this capsule, if it overlaps an obstacle, as
    /// [`Sphere::recover`] does for a sphere. The position is the end `a` of the axis.
    ///
    /// # Errors
    /// A capsule that is given by two ends whose difference is no float.
    #[doc(alias("depenetrate", "unstuck", "resolve penetration"))]
    pub fn recover<O: Obstacle<T, N, Capsule<T, N>>>(
        &self,
        world: &O,
    ) -> Result<Recover<T, N>, InputError> {
        Ok(recover(&Translatable::carried(*self)?, &Around::<_, O::Feature>::new(world)))
    }
}
