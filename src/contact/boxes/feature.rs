//! Where on a box, and how it is touched there.

use crate::contact::answer::Approach;
use crate::contact::cast::{Meeting as MeetingOf, When};
use crate::contact::obstacle::Featured;
use crate::number::unrolled;
use crate::shape::{AlignedBox, OrientedBox, Scalar};

/// Where on a box a point is, along one axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// On the least coordinate of the box.
    Min,
    /// Between the two, on neither.
    Between,
    /// On the greatest coordinate of the box.
    Max,
}

impl Side {
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(super) fn opposite(self) -> Self {
        match self {
            Side::Min => Side::Max,
            Side::Between => Side::Between,
            Side::Max => Side::Min,
        }
    }
}

/// A part of a box: for each axis, on which side of the box it is.
///
/// One axis that is not [`Side::Between`] makes it a face (in the plane an edge), two an edge (in
/// the plane a vertex), and as many as there are a vertex. All between is the inside. A sphere of
/// radius zero has a normal where it is one, the outward one. Where a box is flat the side is the
/// one that the sphere is on or comes from, and `Min` if it is and does neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BoxFeature<const N: usize> {
    /// The side, for each axis.
    pub sides: [Side; N],
}

impl<T: Scalar, const N: usize> Featured for AlignedBox<T, N> {
    type Feature = BoxFeature<N>;
}
impl<T: Scalar, const N: usize> Featured for OrientedBox<T, N> {
    type Feature = BoxFeature<N>;
}

impl<const N: usize> BoxFeature<N> {
    /// The axis of a face, and its side.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(super) fn one_side(&self) -> Option<(usize, Side)> {
        // Without branches, and without looking up: which it is changes from one query to the next.
        let (mut count, mut axes, mut is_max) = (0, 0, false);
        unrolled!(N, |k| {
            let is_beside = usize::from(self.sides[k] != Side::Between);
            (count, axes) = (count + is_beside, axes + is_beside * k);
            is_max |= self.sides[k] == Side::Max;
        });
        (count == 1).then_some((axes, if is_max { Side::Max } else { Side::Min }))
    }
}

/// How a round body and a box first meet; of an overlap, where the box is closest to the centre.
pub(crate) type Meeting<const D: usize> = MeetingOf<Touch<D>, Touch<D>>;

/// A touch: where, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Touch<const D: usize> {
    pub(crate) when: When,
    /// What holds the point.
    pub(crate) feature: BoxFeature<D>,
    /// The axes on which the centre is outside of the bounds just before the touch, and on which
    /// side. Only these have a part in the distance.
    pub(crate) outside: BoxFeature<D>,
    pub(crate) approach: Approach,
    pub(crate) is_point: bool,
    pub(crate) has_normal: bool,
}

impl<const D: usize> Touch<D> {
    /// A point has a normal only on a face.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(super) fn new(
        when: When,
        feature: BoxFeature<D>,
        outside: BoxFeature<D>,
        is_point: bool,
        approach: Approach,
    ) -> Self {
        let has_normal = !is_point || feature.one_side().is_some();
        Self { when, feature, outside, approach, is_point, has_normal }
    }

    /// The only axis on which the centre is outside, if it is one, and on which side.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(super) fn straight(&self) -> Option<(usize, Side)> {
        self.outside.one_side()
    }

    /// Whether the centre is outside of the box at all.
    pub(super) fn is_away(&self) -> bool {
        self.outside.sides != [Side::Between; D]
    }

    /// The axis of the normal and where it points to, if it is that of a face: told by the axes on
    /// which the centre is outside, or for a point, by where it is.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(super) fn face(&self) -> Option<(usize, Side)> {
        if self.is_point { self.feature.one_side() } else { self.straight() }
    }
}
