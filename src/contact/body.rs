//! The round bodies that move, as the decision about hulls sees them: in a space that is stretched until they are balls.
//!
//! ```text
//! seen by the decision     xₖ σₖ,   r = Π aⱼ,   σₖ = Π aⱼ (j ≠ k)        for an ellipsoid with the radii a           (7.4)
//!                          xₖ,      r                                   for a sphere
//! ```
//!
//! Times are the same; and so is what is straight and what touches.

use super::vector::Vector;
use crate::number::{Lift, Number, Quantity, Range};

/// A round body.
pub(crate) trait Body: Copy + core::fmt::Debug {
    /// The range in which floats are trusted with it.
    const RANGE: Range;
    /// Whether its normal has no root but one.
    const IS_BALL: bool;
    /// `σ`, and nothing for a ball.
    type Stretch<N: Number>;
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3]));
    fn map(&self, change: &mut impl FnMut(Quantity, f64) -> f64) -> Self;
    fn suits_floats(&self) -> bool;
    fn is_point(&self) -> bool;
    /// How far it reaches along each axis.
    fn extents(&self) -> [f64; 3];
    fn stretch<N: Number>(&self, lift: &impl Lift<N>) -> Self::Stretch<N>;
    /// `r`.
    fn reach<N: Number>(&self, lift: &impl Lift<N>) -> N;
    /// `xₖ σₖ`.
    fn stretched<N: Number>(stretch: &Self::Stretch<N>, k: usize, x: N) -> N;
}

/// A sphere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ball {
    pub(crate) radius: f64,
}

/// An ellipsoid along the axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Egg {
    pub(crate) radii: [f64; 3],
}

impl Body for Ball {
    const RANGE: Range = Range::WIDE;
    const IS_BALL: bool = true;
    type Stretch<N: Number> = ();

    #[inline(always)]
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        see(Quantity::Length, [self.radius; 3]);
    }
    fn map(&self, change: &mut impl FnMut(Quantity, f64) -> f64) -> Self {
        Self { radius: change(Quantity::Length, self.radius) }
    }
    #[inline(always)]
    fn suits_floats(&self) -> bool {
        true
    }
    #[inline(always)]
    fn is_point(&self) -> bool {
        self.radius == 0.0
    }
    fn extents(&self) -> [f64; 3] {
        [self.radius; 3]
    }
    #[inline(always)]
    fn stretch<N: Number>(&self, _: &impl Lift<N>) {}
    #[inline(always)]
    fn reach<N: Number>(&self, lift: &impl Lift<N>) -> N {
        lift.length(self.radius)
    }
    #[inline(always)]
    fn stretched<N: Number>((): &(), _: usize, x: N) -> N {
        x
    }
}

impl Body for Egg {
    const RANGE: Range = Range::NARROW;
    const IS_BALL: bool = false;
    type Stretch<N: Number> = Vector<N>;

    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        see(Quantity::Length, self.radii);
    }
    fn map(&self, change: &mut impl FnMut(Quantity, f64) -> f64) -> Self {
        Self { radii: self.radii.map(|x| change(Quantity::Length, x)) }
    }
    fn suits_floats(&self) -> bool {
        Range::suits_stretch(&self.radii)
    }
    fn is_point(&self) -> bool {
        false
    }
    fn extents(&self) -> [f64; 3] {
        self.radii
    }
    fn stretch<N: Number>(&self, lift: &impl Lift<N>) -> Vector<N> {
        let [a, b, c] = self.radii.map(|x| lift.length(x));
        [b.times(&c), a.times(&c), a.times(&b)]
    }
    fn reach<N: Number>(&self, lift: &impl Lift<N>) -> N {
        let [a, b, c] = self.radii.map(|x| lift.length(x));
        a.times(&b).times(&c)
    }
    fn stretched<N: Number>(stretch: &Vector<N>, k: usize, x: N) -> N {
        x.times(&stretch[k])
    }
}
