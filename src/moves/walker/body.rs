//! The bodies of walkers: capsules, whose foot is round, and oriented boxes, whose base is flat.

use super::super::clip::dot;
use super::super::recover::Middle;
use super::super::world::axis_of;
use crate::contact::ConvexShape;
use crate::shape::{Capsule, OrientedBox, Rotation, Scalar, Translatable};

/// A body with a foot, on which a walker stands.
pub trait Foot<T: Scalar>: Translatable<T, 3> + Middle<3> + Copy + PartialEq {
    /// Returns a point at a position, as a body: to test for surfaces along rays.
    fn point(position: [T; 3]) -> Self;
    /// Returns the axis of a capsule, or the centre of a box, as a body of radius zero.
    fn thin(&self) -> Self;
    /// Returns how far the lowest point is below the reference point, along the unit vector `up`.
    fn depth(&self, up: &[f64; 3]) -> f64;
    /// Returns the vector from the reference point to the centre of a round foot, and its radius;
    /// `None` if the base is flat.
    fn round_foot(&self, up: &[f64; 3]) -> Option<([f64; 3], f64)>;
    /// Returns half of the width: the unit of `max_recovery`.
    fn half_width(&self) -> f64;
    /// Returns whether another body touches the floor with the same part at the same place.
    fn has_foot_of(&self, other: &Self) -> bool;
}

impl<T: Scalar> Foot<T> for Capsule<T, 3> {
    fn point(position: [T; 3]) -> Self {
        Self::of(position, [T::ZERO; 3], T::ZERO)
    }
    fn thin(&self) -> Self {
        let [_, axis] = self.b();
        Self::of(self.a(), axis, T::ZERO)
    }
    fn depth(&self, up: &[f64; 3]) -> f64 {
        self.radius().widen() - dot(&axis_of(self), up).min(0.0)
    }
    fn round_foot(&self, up: &[f64; 3]) -> Option<([f64; 3], f64)> {
        let axis = axis_of(self);
        let lower = if dot(&axis, up) < 0.0 { axis } else { [0.0; 3] };
        Some((lower, self.radius().widen()))
    }
    fn half_width(&self) -> f64 {
        self.radius().widen()
    }
    fn has_foot_of(&self, other: &Self) -> bool {
        (self.a(), self.radius()) == (other.a(), other.radius())
    }
}

impl<T: Scalar> Foot<T> for OrientedBox<T, 3> {
    fn point(position: [T; 3]) -> Self {
        Self::of(position, [T::ZERO; 3], Rotation::identity())
    }
    fn thin(&self) -> Self {
        Self::point(self.center())
    }
    fn depth(&self, up: &[f64; 3]) -> f64 {
        let core = self.core();
        let halves = core.rounded_box().map_or([[0.0; 3]; 3], |(_, halves, _)| halves);
        halves.iter().map(|half| dot(half, up).abs()).sum()
    }
    fn round_foot(&self, _: &[f64; 3]) -> Option<([f64; 3], f64)> {
        None
    }
    fn half_width(&self) -> f64 {
        self.half_extents().map(T::widen).into_iter().fold(f64::INFINITY, f64::min)
    }
    fn has_foot_of(&self, other: &Self) -> bool {
        self == other
    }
}
