//! Advance: moves a body until an obstacle blocks it, to a penetration-free position in floats.

use super::clip::{are_opposed, between, dot, finite_float, norm, split, unit};
use super::world::{Around, World};
use crate::contact::{Answer, Contact, Obstacle, Overlap};
use crate::number::{Rational, fraction};
use crate::shape::{Capsule, InputError, Scalar, Sphere, Translatable, finite};

/// The result of an advance: how far a body moves along a displacement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Advance<T, const N: usize, F> {
    /// The body overlaps an obstacle at its start, and does not move.
    Overlap(Overlap<T, N, F>),
    /// No obstacle blocks the displacement.
    Free {
        /// The position at the end: the centre, or the end `a` of the axis.
        position: [T; N],
    },
    /// An obstacle blocks the displacement.
    Blocked {
        /// The position at which the body stops.
        position: [T; N],
        /// The blocking hit. Its time is the fraction of the displacement.
        contact: Contact<T, N, F>,
    },
}

impl<T: Scalar, const N: usize, F> Advance<T, N, F> {
    /// Returns the position of the body after the move. If the body overlaps an obstacle at its
    /// start, this is the start.
    pub fn position(&self) -> [T; N] {
        match self {
            Self::Overlap(overlap) => overlap.center,
            Self::Free { position } | Self::Blocked { position, .. } => *position,
        }
    }
    /// Returns the blocking hit, if there is one.
    pub fn contact(&self) -> Option<&Contact<T, N, F>> {
        match self {
            Self::Blocked { contact, .. } => Some(contact),
            Self::Overlap(_) | Self::Free { .. } => None,
        }
    }
    /// Returns the remaining displacement, rounded: the whole displacement if the body overlaps an
    /// obstacle, zero if no obstacle blocks it, otherwise the part after the contact.
    pub fn left(&self, displacement: [T; N]) -> [T; N] {
        match self {
            Self::Overlap(_) => displacement,
            Self::Free { .. } => [T::ZERO; N],
            Self::Blocked { contact, .. } => {
                let rest = 1.0 - contact.time.widen();
                displacement.map(|x| T::nearest(x.widen() * rest))
            }
        }
    }
}

/// See [`Sphere::advance`].
pub(crate) fn advance<T: Scalar, M, W, const N: usize>(
    body: &M,
    displacement: [T; N],
    world: &W,
) -> Advance<T, N, W::Feature>
where
    M: Translatable<T, N>,
    W: World<T, N, M> + ?Sized,
{
    let search = FreePositionSearch { body, displacement, world };
    match world.entry(&body.moving_by(displacement)) {
        Answer::Overlap(overlap) => Advance::Overlap(overlap),
        Answer::None => {
            let from = body.place();
            let end = core::array::from_fn(|k| plus(from[k], displacement[k].widen()));
            Advance::Free { position: search.near(end) }
        }
        Answer::Contact(contact) => {
            // If a body of radius zero touches an obstacle at its start, that is reported as an
            // overlap.
            let may_touch = body.is_point() && contact.time == T::ZERO;
            if let Some(overlap) = may_touch.then(|| world.overlap(body)).flatten() {
                return Advance::Overlap(overlap);
            }
            // The contact may be past the largest float.
            let touch = contact.center.map(|x| finite_float(x.widen()));
            let position = if search.is_here(touch) { body.place() } else { search.near(touch) };
            Advance::Blocked { position, contact }
        }
    }
}

/// The sum of a float and another number, rounded; beyond the largest float, the largest float.
pub(super) fn plus<T: Scalar>(x: T, by: f64) -> T {
    finite_float(x.widen() + by)
}

/// The position at a distance from another position, in a direction.
pub(super) fn point_along<T: Scalar, const N: usize>(
    place: [T; N],
    direction: [T; N],
    far: f64,
) -> [T; N] {
    let far = far.min(f64::MAX);
    core::array::from_fn(|k| plus(place[k], far * direction[k].widen()))
}

/// Whether the angle between a displacement and the vector from one position to another is more
/// than a right angle, decided exactly.
fn leads_back<T: Scalar, const N: usize>(
    from: &[T; N],
    to: &[T; N],
    displacement: &[T; N],
) -> bool {
    let way = between(from, to);
    let is_against = |k: usize| match displacement[k] < T::ZERO {
        true => way[k] > 0.0,
        false => way[k] < 0.0 && displacement[k] > T::ZERO,
    };
    if !(0..N).any(is_against) {
        return false;
    }
    if let Some(is_back) = are_opposed(&way, &displacement.map(T::widen)) {
        return is_back;
    }
    let exactly = |k: usize| {
        let [from, to, by] = [from[k], to[k], displacement[k]].map(|x| fraction(x.widen()));
        (to - from) * by
    };
    (0..N).fold(Rational::ZERO, |sum, k| sum + exactly(k)) < Rational::ZERO
}

/// One unit in the last place of the greatest of these numbers.
pub(super) fn last_place<T: Scalar>(all: impl Iterator<Item = T>) -> f64 {
    let greatest = all.map(|x| x.widen().abs()).fold(0.0, f64::max);
    let float = T::nearest(greatest);
    let next = if float < T::LARGEST { float.above() } else { float.below() };
    (next.widen() - greatest).abs()
}

/// The search for a position such that the leg from the start to it is free.
struct FreePositionSearch<'a, T, M, W: ?Sized, const N: usize> {
    body: &'a M,
    displacement: [T; N],
    world: &'a W,
}

/// Positions to which the leg is not free, each with the normal of the obstacle in the way. Mostly
/// a position is not free either if it is no farther along that normal. Such positions are refused,
/// so between two walls the few other positions are tried first. This is a guess: a refused
/// position beside an edge may be free.
struct Refused<T, const N: usize> {
    unit: f64,
    places: [([T; N], [f64; N]); REFUSED],
    count: usize,
}

/// The greatest number of refused positions that are stored. It is small, because few walls are met
/// at one place.
const REFUSED: usize = 8;

impl<T: Scalar, const N: usize> Refused<T, N> {
    fn new(unit: f64) -> Self {
        Self { unit, places: [([T::ZERO; N], [0.0; N]); REFUSED], count: 0 }
    }
    fn note(&mut self, place: [T; N], normal: Option<[T; N]>) {
        if let (Some(normal), true) = (normal, self.count < REFUSED) {
            self.places[self.count] = (place, normal.map(T::widen));
            self.count += 1;
        }
    }
    fn holds(&self, to: [T; N]) -> bool {
        self.places[..self.count].iter().any(|(place, normal)| {
            let (farther, _) = split(&between(place, &to));
            dot(&farther, normal) <= 0.0
        })
    }
}

/// The radius of the ball of positions that are tried, in units in the last place.
const AROUND: i32 = 4;

/// All offsets of whole units that are no longer than `AROUND`, except the zero offset, the
/// shortest first.
fn offsets<const N: usize>() -> impl Iterator<Item = [i32; N]> {
    let side = 2 * AROUND + 1;
    let offset = move |i: i32| -> [i32; N] {
        let mut i = i;
        core::array::from_fn(|_| {
            let x = i % side - AROUND;
            i /= side;
            x
        })
    };
    let squared = |offset: &[i32; N]| offset.iter().map(|x| x * x).sum::<i32>();
    (1..=AROUND * AROUND).flat_map(move |length| {
        (0..side.pow(N as u32)).map(offset).filter(move |offset| squared(offset) == length)
    })
}

impl<T: Scalar, M: Translatable<T, N>, W: World<T, N, M> + ?Sized, const N: usize>
    FreePositionSearch<'_, T, M, W, N>
{
    /// The normal of the obstacle in the way to a position: `None` if the leg is free, `Some(None)`
    /// if the contact has no normal.
    fn normal_in_the_way(&self, to: [T; N]) -> Option<Option<[T; N]>> {
        self.world.blocks(&self.body.leg(to)).map(|answer| match answer {
            Answer::Contact(hit) => hit.normal,
            Answer::Overlap(overlap) => overlap.normal,
            Answer::None => None,
        })
    }

    /// Whether a position is less than a unit from the start along each axis. Near zero, floats are
    /// finer than that, and without this test a body that bounces between two walls would never
    /// rest.
    fn is_here(&self, place: [T; N]) -> bool {
        let from = self.body.place();
        let unit = last_place(place.into_iter().chain(from));
        (0..N).all(|k| (place[k].widen() - from[k].widen()).abs() < unit)
    }

    /// A free position near the end of the motion. Mostly the end itself is free, or the position
    /// one unit from it along the normal of the obstacle in the way. A unit is the last place of
    /// the greatest coordinate of the end and of the start. The displacement does not count, so a
    /// long displacement does not make the units coarser.
    fn near(&self, place: [T; N]) -> [T; N] {
        let Some(normal) = self.normal_in_the_way(place) else { return place };
        let unit = last_place(place.into_iter().chain(self.body.place()));
        let mut refused = Refused::new(unit);
        refused.note(place, normal);
        let directions = normal.into_iter().chain(self.back());
        let along = |way| [1.0, 2.0, 3.0].map(|units| point_along(place, way, units * unit));
        let mut near = directions.flat_map(along);
        near.find(|&place| self.is_free(place, &mut refused))
            .or_else(|| self.on_the_way(place, &mut refused))
            .or_else(|| self.around(place, &mut refused))
            .or_else(|| self.farther_back(place, unit))
            .unwrap_or(self.body.place())
    }

    /// Whether a position lies back along the displacement. Such a position is never accepted,
    /// because an obstacle must not throw a body back.
    fn is_back(&self, to: &[T; N]) -> bool {
        leads_back(&self.body.place(), to, &self.displacement)
    }

    /// Whether a position is not refused by a stored normal, does not lie back, and the leg to it
    /// is free. If the leg is not free, the position is stored.
    fn is_free(&self, to: [T; N], refused: &mut Refused<T, N>) -> bool {
        if refused.holds(to) || self.is_back(&to) {
            return false;
        }
        let Some(normal) = self.normal_in_the_way(to) else { return true };
        refused.note(to, normal);
        false
    }

    /// The direction opposite to the displacement, as a unit vector; `None` if the displacement is
    /// zero.
    fn back(&self) -> Option<[T; N]> {
        unit(self.displacement.map(|x| -x.widen())).map(|way| way.map(T::nearest))
    }

    /// This position, with each coordinate replaced by the coordinate of the start if the two are
    /// within `AROUND` units of each other. Between two walls without play, no other position is
    /// free. If all coordinates are replaced, the body stays at the start.
    fn on_the_way(&self, place: [T; N], refused: &mut Refused<T, N>) -> Option<[T; N]> {
        let (from, off) = (self.body.place(), f64::from(AROUND) * refused.unit);
        let as_before = |k: usize| (place[k].widen() - from[k].widen()).abs() <= off;
        let at = core::array::from_fn(|k| if as_before(k) { from[k] } else { place[k] });
        (at == from || self.is_free(at, refused)).then_some(at)
    }

    /// The nearest free position around this position: first among positions that are not refused,
    /// then among all. The second search is for places where all free positions are behind an edge
    /// that blocks the straight legs to other positions. Without it, a body would stop much farther
    /// back there.
    fn around(&self, place: [T; N], refused: &mut Refused<T, N>) -> Option<[T; N]> {
        if N > 3 {
            return None;
        }
        let unit = refused.unit;
        let near = |offset: [i32; N]| -> [T; N] {
            core::array::from_fn(|k| plus(place[k], f64::from(offset[k]) * unit))
        };
        let is_free = |to: &[T; N]| !self.is_back(to) && self.normal_in_the_way(*to).is_none();
        let mut all = offsets().map(near);
        all.find(|&to| self.is_free(to, refused)).or_else(|| offsets().map(near).find(is_free))
    }

    /// Positions farther and farther back, up to the start.
    fn farther_back(&self, place: [T; N], unit: f64) -> Option<[T; N]> {
        let (back, from) = (self.back()?, self.body.place());
        let length = norm(&between(&from, &place));
        let ways = core::iter::successors(Some(8.0 * unit), |way| Some(2.0 * way));
        let mut places =
            ways.take_while(|&way| way < length).map(|way| point_along(place, back, way));
        places.find(|place| !self.is_back(place) && self.normal_in_the_way(*place).is_none())
    }
}

impl<T: Scalar, const N: usize> Sphere<T, N> {
    /// Moves this sphere along a displacement until an obstacle blocks it, and returns the position
    /// at which it stops. There, in floats, the sphere *certainly overlaps nothing*, and the
    /// straight leg to this position enters nothing. So no sequence of moves, each from the end of
    /// the last one, leads into or through an obstacle.
    ///
    /// An obstacle that the sphere touches without entering it does not block. If nothing blocks,
    /// the position is `center + displacement`, each coordinate rounded, or a neighbouring position
    /// if the rounded one would penetrate an obstacle. If an obstacle blocks, each coordinate of
    /// the position is within four units of the `center` of the contact. A unit is the unit in the
    /// last place of the greatest coordinate of the start and the contact. The sphere stops farther
    /// back, or does not move, only if that centre is past the largest float, or if no position
    /// within a ball of four units around the centre is free and ahead. In the plane and in space,
    /// the search tries all positions of this ball that are whole units from the centre along each
    /// axis. A move never leads back: the angle between the displacement and the vector to the
    /// position is at most a right angle.
    ///
    /// A sphere of radius zero stops before it touches the blocking obstacle, because a point on a
    /// surface has no side. If it touches an obstacle at its start, that is an overlap.
    ///
    /// A moving obstacle starts at its position at time zero, and moves while the sphere moves,
    /// from `t = 0` to `t = 1`.
    ///
    /// # Errors
    /// A component that is not finite.
    ///
    /// # Cost
    /// Mostly two or three queries of [first entry](crate::Moving::first_entry).
    ///
    /// # Examples
    /// ```
    /// use tangency::{AlignedBox, Scene, Sphere};
    /// let mut world = Scene::new();
    /// world.insert(AlignedBox::new([0.0, 0.0, -1.0], [9.0, 9.0, 0.0])?);
    /// world.insert(AlignedBox::new([8.0, 0.0, 0.0], [9.0, 9.0, 9.0])?);
    /// let ball = Sphere::new([1.0, 4.0, 1.0], 1.0)?;
    /// // It lies on the floor, which does not block it; the wall does.
    /// let move_ = ball.advance([100.0, 0.0, 0.0], &world)?;
    /// assert_eq!(move_.position(), [7.0, 4.0, 1.0]);
    /// assert_eq!(move_.contact().unwrap().normal, Some([-1.0, 0.0, 0.0]));
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[doc(alias("move", "move and collide", "sweep", "shape cast"))]
    pub fn advance<O: Obstacle<T, N>>(
        &self,
        displacement: impl Into<[T; N]>,
        world: &O,
    ) -> Result<Advance<T, N, O::Feature>, InputError> {
        let displacement = finite(displacement.into(), "displacement")?;
        Ok(advance(&Translatable::carried(*self)?, displacement, &Around::new(world)))
    }
}

impl<T: Scalar, const N: usize> Capsule<T, N> {
    /// Moves this capsule along a displacement until an obstacle blocks it, as [`Sphere::advance`]
    /// does for a sphere. The position is the end `a` of the axis; the vector of the axis is
    /// exactly unchanged.
    ///
    /// # Errors
    /// A component that is not finite; a capsule that is given by two ends whose difference is no
    /// float.
    ///
    /// # Examples
    /// ```
    /// use tangency::{Capsule, Triangle};
    /// let floor = Triangle::new([-9.0, -9.0, 0.0], [9.0, -9.0, 0.0], [0.0, 9.0, 0.0])?;
    /// let hero = Capsule::with_axis([0.0, 0.0, 3.0], [0.0, 0.0, 1.5], 0.5)?;
    /// assert_eq!(hero.advance([0.0, 0.0, -9.0], &floor)?.position(), [0.0, 0.0, 0.5]);
    /// # Ok::<(), tangency::InputError>(())
    /// ```
    #[doc(alias("move", "move and collide", "sweep", "shape cast"))]
    pub fn advance<O: Obstacle<T, N, Capsule<T, N>>>(
        &self,
        displacement: impl Into<[T; N]>,
        world: &O,
    ) -> Result<Advance<T, N, O::Feature>, InputError> {
        let displacement = finite(displacement.into(), "displacement")?;
        Ok(advance(&Translatable::carried(*self)?, displacement, &Around::new(world)))
    }
}

#[cfg(test)]
mod tests {
    use super::offsets;
    use std::vec::Vec;

    /// The expected counts are the numbers of lattice points in a disk and in a ball of radius
    /// four, without the centre.
    #[test]
    fn all_places_around_are_tried_once_and_the_nearest_first() {
        let squared = |offset: &[i32]| offset.iter().map(|x| x * x).sum::<i32>();
        let lengths = |all: &[Vec<i32>]| Vec::from_iter(all.iter().map(|x| squared(x)));
        let plane = Vec::from_iter(offsets::<2>().map(|x| x.to_vec()));
        let space = Vec::from_iter(offsets::<3>().map(|x| x.to_vec()));
        for (all, count) in [(plane, 48), (space, 256)] {
            let mut sorted = all.clone();
            sorted.sort();
            sorted.dedup();
            assert_eq!((all.len(), sorted.len()), (count, count));
            assert!(lengths(&all).is_sorted());
            assert!(lengths(&all).iter().all(|length| (1..=16).contains(length)));
        }
    }
}
