//! The sides of a box over which a ball enters, and a proof of guessed sides by the numbers of the
//! contact.
//!
//! For some sides of the box, in its frame, let the time `t` of (7.2) and the centre at that time
//! satisfy
//!
//! ```text
//! t > 0,   Vₖ towards the box on each such axis,   and Cₖ(t) on all axes just as the sides say               (7.10)
//! ```
//!
//! Then (7.1) is zero at `t` and falls. Because it is convex, it is zero and falling at no other
//! time, and is positive before. The nearest floats of these numbers may be tested instead:
//! rounding is monotone, and zero and the bounds are floats. So a guess of the sides needs no other
//! proof; if the floats do not satisfy the conditions, the guess settles nothing.
//!
//! So an entry is certified by its own numbers and not decided: a decision in addition would cost
//! more than the numbers. All other queries are decided.

use super::feature::{BoxFeature, Side};
use crate::contact::answer::{Approach, Contact, Overlap};
use crate::shape::Scalar;

/// The number of steps that bring a guess to the piece of (7.1) that is entered.
pub(in crate::contact) const STEPS: usize = 2;

/// The sides of a box in space over which a ball may enter: a bit for each axis on which the centre
/// is outside, and a bit for each of these axes on which the centre is at the side of the lesser
/// coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::contact) struct EntrySides {
    outside: u32,
    least: u32,
}

impl EntrySides {
    #[cfg_attr(hot, inline(always))]
    pub(in crate::contact) fn new(outside: u32, least: u32) -> Self {
        Self { outside: outside & 0b111, least: least & outside & 0b111 }
    }

    /// Returns the sides that a number stands for: its lowest three bits are `outside`, and the
    /// next three `least`.
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

    /// Returns the axis if the centre is outside on a single one.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn straight(self) -> Option<usize> {
        let is_one = self.outside.is_power_of_two();
        is_one.then_some(self.outside.trailing_zeros() as usize & 3)
    }

    /// Returns one for the side of the greater coordinates, minus one for the other side.
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

    /// Returns the feature that is entered, if at this time the centre is beyond exactly these
    /// sides, in the frame of the box.
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

    /// Returns the contact with an axis-aligned box, if the ball enters over these sides.
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

    /// Returns whether the centre is outside on no axis, and so inside of the box.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn is_inside(self) -> bool {
        self.outside == 0
    }

    /// Returns the overlap of a ball whose centre is inside.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn overlap_inside<T: Scalar, const N: usize>(
        &self,
        center: [T; N],
    ) -> Overlap<T, N, BoxFeature<N>> {
        Overlap { center, point: center, normal: None, feature: self.feature() }
    }

    /// Returns the overlap of a ball whose centre is outside of an axis-aligned box.
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

    /// Returns the contact with a moving axis-aligned box, if the ball enters over these sides;
    /// `place` is the centre minus the displacement of the box.
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

    /// Returns the contact with an oriented box, if the ball enters over these sides. `from` is the
    /// centre in the frame of the box, measured from the side on an axis where the centre is
    /// outside, and from the middle on the other axes. (Measured from the middle on all axes, it
    /// would often be half-way between two floats.)
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

/// Returns the point of a box that is closest to a centre beyond these sides.
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
