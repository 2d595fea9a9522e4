//! Out of an overlap: to a free place nearby.

use super::advance::{beside, last_place};
use super::clip::{along, dot, norm, split, unit};
use super::world::{Around, World, axis_of};
use crate::contact::{Obstacle, Overlap};
use crate::shape::{Capsule, InputError, RoundBody, Scalar, Sphere};
use alloc::vec::Vec;

/// Whether a body that may overlap something has found a free place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Recover<T, const N: usize> {
    /// It overlaps nothing where it is.
    Free,
    /// It overlaps nothing here: its centre, or the end `a` of its axis.
    Moved {
        /// The place.
        position: [T; N],
    },
    /// No free place was found nearby.
    NotFound,
}

/// So many surfaces are left, one after another, before the search begins.
const WAYS_OUT: usize = 32;
/// The size of the body over the radius of the first ring; how many rings there are, each twice as
/// wide as the one before; and how often the last step is halved.
const FIRST_RING: f64 = 1024.0;
const RINGS: usize = 15;
const HALVES: usize = 24;
const SIGNS: [f64; 2] = [1.0, -1.0];

/// Of a body its centre or its axis.
pub(crate) trait Middle<const N: usize> {
    /// How far a point is from it.
    fn distance(&self, point: [f64; N]) -> f64;
    /// How thick the body is around it.
    fn radius(&self) -> f64;
    /// How wide the body is, about: what it takes to leave something thin.
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

/// [`Sphere::recover`].
pub(crate) fn recover<T: Scalar, M, W, const N: usize>(body: &M, world: &W) -> Recover<T, N>
where
    M: RoundBody<T, N> + Middle<N>,
    W: World<T, N, M> + ?Sized,
{
    let Some(overlap) = world.overlap(*body) else { return Recover::Free };
    let place = ways_out(body, overlap, world).or_else(|| in_rings(body, world));
    place.map_or(Recover::NotFound, |position| Recover::Moved { position })
}

/// Straight out of what is nearest, again and again. What is left is the way out of a convex body;
/// a little too far, for what rounding takes away.
fn ways_out<T: Scalar, M, W, const N: usize>(
    body: &M,
    mut overlap: Overlap<T, N, W::Feature>,
    world: &W,
) -> Option<[T; N]>
where
    M: RoundBody<T, N> + Middle<N>,
    W: World<T, N, M> + ?Sized,
{
    let mut body = *body;
    for i in 0..WAYS_OUT {
        let normal = overlap.normal?;
        let depth = (body.radius() - body.distance(overlap.point.map(T::widen))).max(0.0);
        let place = body.place();
        let spare = last_place(place.into_iter().chain(overlap.point));
        // Between two that lean on each other, the spare way is what ends it.
        let farther = (1_u64 << i) as f64;
        body = body.at(beside(place, normal, depth + spare * farther));
        match world.overlap(body) {
            None => return Some(body.place()),
            Some(next) => overlap = next,
        }
    }
    None
}

/// In each direction along axes and diagonals, in the nearest ring that has a free place; and from
/// there back, as far as it stays free.
fn in_rings<T: Scalar, M, W, const N: usize>(body: &M, world: &W) -> Option<[T; N]>
where
    M: RoundBody<T, N> + Middle<N>,
    W: World<T, N, M> + ?Sized,
{
    let from = body.place();
    let is_free = |place| world.overlap(body.at(place)).is_none();
    let first = (body.size() / FIRST_RING).max(last_place(from.into_iter()));
    let mut rings = core::iter::successors(Some(first), |far| Some(2.0 * far)).take(RINGS);
    let directions = directions::<T, N>();
    rings.find_map(|far| {
        let way = *directions.iter().find(|&&way| is_free(beside(from, way, far)))?;
        let (mut blocked, mut free) = (0.5 * far, far);
        for _ in 0..HALVES {
            let middle = 0.5 * blocked + 0.5 * free;
            if is_free(beside(from, way, middle)) {
                free = middle;
            } else {
                blocked = middle;
            }
        }
        Some(beside(from, way, free))
    })
}

/// Along axes, and in up to three dimensions along diagonals: as unit vectors, straight ones first.
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
    /// A free place near this sphere, if it overlaps something. *That the place is free is decided
    /// exactly*; that it is near is only sought.
    ///
    /// First it goes straight out of what is nearest, and again, until nothing is overlapped: of
    /// one convex body that is the [way out](Sphere::penetration). If that ends nowhere, or begins
    /// within a solid, where nothing is nearest, it looks around, in axes and diagonals, in rings
    /// up to sixteen times its size. It does not look farther: then it says that it has found
    /// nothing.
    ///
    /// A sphere of radius zero overlaps what it touches: it is put beside that.
    ///
    /// It is put there, and does not move there: that may be behind a thin wall. Of a mesh it
    /// leaves the surface, on that side on which it is, and not what the surface bounds. What moves
    /// is where it is at time zero.
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
        Ok(recover(&RoundBody::carried(*self)?, &Around::<_, O::Feature>::new(world)))
    }
}

impl<T: Scalar, const N: usize> Capsule<T, N> {
    /// A free place near this capsule, if it overlaps something, as for a
    /// [sphere](Sphere::recover). The place is that of the end `a`.
    ///
    /// # Errors
    /// A capsule that is given by two ends whose difference is no float.
    #[doc(alias("depenetrate", "unstuck", "resolve penetration"))]
    pub fn recover<O: Obstacle<T, N, Capsule<T, N>>>(
        &self,
        world: &O,
    ) -> Result<Recover<T, N>, InputError> {
        Ok(recover(&RoundBody::carried(*self)?, &Around::<_, O::Feature>::new(world)))
    }
}
