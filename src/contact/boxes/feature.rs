//! Features of boxes, and touches at them.

use crate::contact::answer::Approach;
use crate::contact::cast::{CastOutcome, TimeEquation};
use crate::contact::obstacle::Featured;
use crate::number::unrolled;
use crate::shape::{AlignedBox, OrientedBox, Scalar};

/// The side of a box on which a point lies, along one axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// At the least coordinate of the box.
    Min,
    /// Between the least and the greatest coordinate.
    Between,
    /// At the greatest coordinate of the box.
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

/// A feature of a box: the side of the box for each axis.
///
/// If the side of exactly one axis is not [`Side::Between`], the feature is a face (in the plane an
/// edge); for two such axes it is an edge (in the plane a vertex), and if all axes are such, a
/// vertex. If no axis is such, it is the interior. A sphere of radius zero has a normal only on a
/// face of the box (in the plane on an edge): the outward normal. If the box is flat along an axis,
/// the side is the one on which the sphere is, or from which it comes, otherwise `Min`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BoxFeature<const N: usize> {
    /// The side for each axis.
    pub sides: [Side; N],
}

impl<T: Scalar, const N: usize> Featured for AlignedBox<T, N> {
    type Feature = BoxFeature<N>;
}
impl<T: Scalar, const N: usize> Featured for OrientedBox<T, N> {
    type Feature = BoxFeature<N>;
}

impl<const N: usize> BoxFeature<N> {
    /// Returns the axis and the side of a face.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(super) fn one_side(&self) -> Option<(usize, Side)> {
        // Without branches and tables, because the axis changes from one query to the next.
        let (mut count, mut axes, mut is_max) = (0, 0, false);
        unrolled!(N, |k| {
            let is_beside = usize::from(self.sides[k] != Side::Between);
            (count, axes) = (count + is_beside, axes + is_beside * k);
            is_max |= self.sides[k] == Side::Max;
        });
        (count == 1).then_some((axes, if is_max { Side::Max } else { Side::Min }))
    }
}

/// The outcome of the decision about a round body and a box; an overlap contains the feature of the
/// box that is closest to the centre.
pub(crate) type BoxOutcome<const D: usize> = CastOutcome<BoxTouch<D>, BoxTouch<D>>;

/// A touch: its time as a kind of root, its features, and the approach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BoxTouch<const D: usize> {
    pub(crate) when: TimeEquation,
    /// The feature that contains the contact point.
    pub(crate) feature: BoxFeature<D>,
    /// The sides beyond which the centre is just before the touch. Only these axes contribute to
    /// the distance.
    pub(crate) outside: BoxFeature<D>,
    pub(crate) approach: Approach,
    pub(crate) is_point: bool,
    pub(crate) has_normal: bool,
}

impl<const D: usize> BoxTouch<D> {
    /// Constructs a touch. A point has a normal only on a face.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(super) fn new(
        when: TimeEquation,
        feature: BoxFeature<D>,
        outside: BoxFeature<D>,
        is_point: bool,
        approach: Approach,
    ) -> Self {
        let has_normal = !is_point || feature.one_side().is_some();
        Self { when, feature, outside, approach, is_point, has_normal }
    }

    /// Returns the axis and the side if the centre is outside on a single axis.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(super) fn straight(&self) -> Option<(usize, Side)> {
        self.outside.one_side()
    }

    /// Returns whether the centre is outside of the box.
    pub(super) fn is_away(&self) -> bool {
        self.outside.sides != [Side::Between; D]
    }

    /// Returns the axis and the direction of the normal if it is the normal of a face. It depends
    /// on the axes on which the centre is outside, or, for a point, on the feature that contains
    /// the point.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(super) fn face(&self) -> Option<(usize, Side)> {
        if self.is_point { self.feature.one_side() } else { self.straight() }
    }
}
