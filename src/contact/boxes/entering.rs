//! The sides on which a ball enters a box, and how the numbers of the contact prove a guess of
//! them.
//!
//! On some sides of the box, in its frame, if the time `t` of (7.2) and the centre there are known,
//!
//! ```text
//! t > 0,   Vₖ towards the box on each such axis,   and Cₖ(t) on all axes just as the sides say               (7.10)
//! ```
//!
//! then (7.1) is zero at `t` and falls: being convex, it is so at no other time, and is positive
//! before. Floats in place of these numbers say the same of them, each being the nearest one:
//! rounding is monotone, and zero and the bounds are floats. So whoever guesses the sides need ask
//! no more, and where the floats do not say so nothing is told.
//!
//! So an entry is certified by its own numbers and not decided: a decision beside them cost more
//! than the numbers. What this does not settle is decided as before.

use super::feature::{BoxFeature, Side};
use crate::contact::answer::{Approach, Contact, Overlap};
use crate::shape::Scalar;

/// So many steps bring a guess to the piece of (7.1) that is entered.
pub(in crate::contact) const STEPS: usize = 2;

/// On which sides of a box, in space, a ball may enter: a bit for each axis on which it is outside,
/// and one for each on which it is on the side of the lesser coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::contact) struct Sides {
    outside: u32,
    least: u32,
}

impl Sides {
    #[cfg_attr(hot, inline(always))]
    pub(in crate::contact) fn new(outside: u32, least: u32) -> Self {
        Self { outside: outside & 0b111, least: least & outside & 0b111 }
    }

    /// By their number: the bits of the one, and then those of the other.
    #[cfg_attr(hot, inline(always))]
    pub(in crate::contact) fn of(number: u8) -> Self {
        Self::new(u32::from(number), u32::from(number) >> 3)
    }

    #[cfg_attr(hot, inline(always))]
    pub(super) fn outside(self) -> u32 {
        self.outside
    }

    #[cfg_attr(hot, inline(always))]
    pub(super) fn least(self) -> u32 {
        self.least
    }

    #[cfg_attr(hot, inline(always))]
    fn is_outside(self, axis: usize) -> bool {
        self.outside >> axis & 1 == 1
    }

    #[cfg_attr(hot, inline(always))]
    fn is_least(self, axis: usize) -> bool {
        self.least >> axis & 1 == 1
    }

    /// The axis that counts, if it is one.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn straight(self) -> Option<usize> {
        let is_one = self.outside.is_power_of_two();
        is_one.then_some(self.outside.trailing_zeros() as usize & 3)
    }

    /// One on the side of the greater coordinates, minus one on the other.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn up(self, axis: usize) -> f64 {
        if self.is_least(axis) { -1.0 } else { 1.0 }
    }

    #[cfg_attr(hot, inline(always))]
    pub(in crate::contact) fn feature<const N: usize>(self) -> BoxFeature<N> {
        let mut sides = [Side::Between; N];
        for (k, side) in sides.iter_mut().enumerate().take(3) {
            *side = match (self.is_outside(k), self.is_least(k)) {
                (false, _) => Side::Between,
                (true, false) => Side::Max,
                (true, true) => Side::Min,
            };
        }
        BoxFeature { sides }
    }

    /// What is entered, if at a time the centre is just there, seen in the frame of the box.
    #[cfg_attr(hot, inline(always))]
    fn entered<T: Scalar, const N: usize>(
        &self,
        time: T,
        center: &[T; N],
        [min, max]: [&[T; N]; 2],
    ) -> Option<BoxFeature<N>> {
        let (feature, mut is_so) = (self.feature(), T::ZERO < time);
        for k in 0..N {
            let (is_before, is_behind) = (center[k] < min[k], max[k] < center[k]);
            let is_between = (min[k] < center[k]) & (center[k] < max[k]);
            is_so &= [is_before, is_between, is_behind][feature.sides[k] as usize];
        }
        is_so.then_some(feature)
    }

    /// The contact with a box along the axes, if that is how the ball enters.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn contact<T: Scalar, const N: usize>(
        &self,
        [min, max]: [[T; N]; 2],
        time: T,
        center: [T; N],
        normal: [T; N],
    ) -> Option<Contact<T, N, BoxFeature<N>>> {
        let feature = self.entered(time, &center, [&min, &max])?;
        Some(touch(time, center, nearest(&feature, [min, center, max]), normal, feature))
    }

    /// Whether no side counts: the centre is inside.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn is_inside(self) -> bool {
        self.outside == 0
    }

    /// The overlap of a ball whose centre is inside.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn overlap_inside<T: Scalar, const N: usize>(
        &self,
        center: [T; N],
    ) -> Overlap<T, N, BoxFeature<N>> {
        Overlap { center, point: center, normal: None, feature: self.feature() }
    }

    /// The overlap of one whose centre is outside of a box along the axes.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn overlap<T: Scalar, const N: usize>(
        &self,
        [min, max]: [[T; N]; 2],
        center: [T; N],
        normal: [T; N],
    ) -> Overlap<T, N, BoxFeature<N>> {
        let feature = self.feature();
        let point = nearest(&feature, [min, center, max]);
        Overlap { center, point, normal: Some(normal), feature }
    }

    /// The contact with such a box that moves, if that is how the ball enters: the last of these
    /// numbers tell where the centre is as the box sees it.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn contact_of_moving<T: Scalar, const N: usize>(
        &self,
        [min, max]: [[T; N]; 2],
        time: T,
        [center, point, normal, place]: [[T; N]; 4],
    ) -> Option<Contact<T, N, BoxFeature<N>>> {
        let feature = self.entered(time, &place, [&min, &max])?;
        Some(touch(time, center, point, normal, feature))
    }

    /// The contact with a turned box of these numbers, if that is how the ball enters. The last
    /// tell where the centre is in the frame of the box: from the side that counts, and from the
    /// middle if none does. (From the middle all the way it would often be half-way between two
    /// floats.)
    #[cfg_attr(hot, inline(always))]
    pub(super) fn contact_of_turned<T: Scalar, const N: usize>(
        &self,
        half: [T; N],
        time: T,
        [center, point, normal, from]: [[T; N]; 4],
    ) -> Option<Contact<T, N, BoxFeature<N>>> {
        let (mut min, mut max) = ([T::ZERO; N], [T::ZERO; N]);
        for k in 0..N {
            if !self.is_outside(k) {
                (min[k], max[k]) = (T::nearest(-half[k].widen()), half[k]);
            }
        }
        let feature = self.entered(time, &from, [&min, &max])?;
        Some(touch(time, center, point, normal, feature))
    }
}

/// The point of a box that is closest to a centre beside these sides.
#[cfg_attr(hot, inline(always))]
fn nearest<T: Scalar, const N: usize>(
    feature: &BoxFeature<N>,
    [min, center, max]: [[T; N]; 3],
) -> [T; N] {
    let mut point = center;
    for k in 0..N {
        point[k] = [min[k], center[k], max[k]][feature.sides[k] as usize];
    }
    point
}

#[cfg_attr(hot, inline(always))]
fn touch<T: Scalar, const N: usize>(
    time: T,
    center: [T; N],
    point: [T; N],
    normal: [T; N],
    feature: BoxFeature<N>,
) -> Contact<T, N, BoxFeature<N>> {
    let approach = Approach::Approaching;
    Contact { time, center, point, other_point: None, normal: Some(normal), feature, approach }
}
