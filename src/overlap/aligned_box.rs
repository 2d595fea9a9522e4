//! Overlap tests of a sphere, or an axis-aligned ellipsoid, and an axis-aligned box, each solid or
//! hollow.
//!
//! Along each axis the centre has a least distance `nᵢ` and a greatest distance `fᵢ` from the box:
//! `nᵢ` is zero if the centre lies between the sides, otherwise it is the distance to the nearer
//! side; `fᵢ` is the distance to the farther side. Let `aᵢ` be the radii, all equal to `r` for a
//! sphere. The solid box
//!
//! ```text
//! reaches into the solid          Σ (nᵢ / aᵢ)² ≤ 1                                                        (6.1)
//! reaches out to the surface      Σ (fᵢ / aᵢ)² ≥ 1                                                        (6.2)
//! ```
//!
//! A hollow sphere or ellipsoid meets the solid box if both conditions hold. A hollow box differs
//! only if the centre lies strictly inside it: the nearest point of the box then lies straight
//! across on one of its sides, and (6.1) is replaced by
//!
//! ```text
//! some side is reached            cᵢ − minᵢ ≤ aᵢ  or  maxᵢ − cᵢ ≤ aᵢ  for some i                            (6.3)
//! ```
//!
//! A surface is connected, so the nearest and the farthest point decide. In one dimension, however,
//! a surface consists of two points, and two surfaces meet if they have one of these in common.
//!
//! Source: J. Arvo, *A Simple Method for Box–Sphere Intersection Testing*, 1990, with an error
//! corrected (`docs/errata.md`). Derivation: `docs/theory.md`, §6.

use super::sealed::Shares;
use crate::number::{
    Decision, Effort, Inputs, Lift, Measure, Number, Quantity, Rescale, Scaled, Sign, Unit, Unsure,
    Value, compare, decide,
};
use crate::shape::{
    AlignedBox, AlignedBoxSlice, Ellipsoid, EllipsoidSlice, Hollow, InputError, Scalar, Sphere,
    SphereSlice, same_dimension,
};
use OverlapCondition::{Ends, Farthest, Nearest, Side};
use Sign::{Negative, Positive, Zero};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// The intervals of the two shapes along one axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    pub(super) center: f64,
    pub(super) radius: f64,
    pub(super) min: f64,
    pub(super) max: f64,
}

/// A sphere or an ellipsoid, a box, and the condition to decide.
#[derive(Clone, Debug)]
pub(super) struct BoxPair<A> {
    /// The axes, of which there is at least one.
    pub(super) axes: A,
    /// Whether all radii are equal; only then may they be zero.
    pub(super) is_sphere: bool,
    pub(super) question: OverlapCondition,
}

/// The conditions that decide the overlap test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OverlapCondition {
    /// Whether the nearest point of the solid box lies in the solid sphere or ellipsoid (6.1).
    Nearest,
    /// Whether the farthest point of the box lies on the surface of the sphere or ellipsoid, or
    /// outside (6.2).
    Farthest,
    /// Whether the sphere or ellipsoid reaches a side of a box in which its centre lies strictly
    /// (6.3).
    Side,
    /// In one dimension: whether the two surfaces have a point in common.
    Ends,
}

/// A list of axes, one for each dimension.
pub(super) trait Axes: Clone + AsRef<[Axis]> + AsMut<[Axis]> {}
impl<A: Clone + AsRef<[Axis]> + AsMut<[Axis]>> Axes for A {}

impl Axis {
    #[cfg_attr(hot, inline(always))]
    fn is_strictly_inside(&self) -> bool {
        self.min < self.center && self.center < self.max
    }

    /// `nᵢ` or `−nᵢ`. Floats are compared exactly, so the nearest point needs no decision.
    #[cfg_attr(hot, inline(always))]
    fn nearest<N: Number>(&self, lift: &impl Lift<N>) -> N {
        let below_max = if self.center < self.max { self.center } else { self.max };
        let point = if below_max > self.min { below_max } else { self.min };
        lift.length_difference(self.center, point)
    }

    /// The distances of the centre from the lower and from the upper side, negative beyond that
    /// side.
    #[cfg_attr(hot, inline(always))]
    fn depths<N: Number>(&self, lift: &impl Lift<N>) -> [N; 2] {
        let above_min = lift.length_difference(self.center, self.min);
        [above_min, lift.length_difference(self.max, self.center)]
    }

    /// `fᵢ`: since `min ≤ max`, the greater of the two depths is not negative.
    #[cfg_attr(hot, inline(always))]
    fn farthest<N: Number>(&self, lift: &impl Lift<N>) -> N {
        let [above_min, below_max] = self.depths(lift);
        above_min.or_greater(&below_max)
    }
}

// ---- the answer ----

/// Whether the sphere or ellipsoid and the box share a point.
#[cfg_attr(hot, inline(always))]
pub(super) fn share<A: Axes>(
    axes: A,
    is_sphere: bool,
    is_shell: bool,
    box_is_hollow: bool,
    effort: &mut Effort,
) -> bool {
    let in_a_line = axes.as_ref().len() == 1;
    // A centre on a side is the nearest point of both the solid and the hollow box, so it does not
    // count as inside.
    let is_inside = axes.as_ref().iter().all(Axis::is_strictly_inside);
    let mut scaled = Scaled::new(BoxPair { axes, is_sphere, question: Nearest });
    let mut holds = |question| {
        scaled.inputs.question = question;
        condition_holds(&scaled, effort)
    };
    if in_a_line && is_shell && box_is_hollow {
        return holds(Ends);
    }
    let reaches_into_the_solid = holds(if box_is_hollow && is_inside { Side } else { Nearest });
    reaches_into_the_solid && (!is_shell || holds(Farthest))
}

/// Whether the condition of the pair holds.
#[cfg_attr(hot, inline(always))]
pub(super) fn condition_holds<A: Axes>(scaled: &Scaled<BoxPair<A>>, effort: &mut Effort) -> bool {
    match scaled.inputs.question {
        Nearest if !scaled.inputs.is_sphere => compare(scaled, 1.0, effort) != Ordering::Greater,
        Farthest if !scaled.inputs.is_sphere => compare(scaled, 1.0, effort) != Ordering::Less,
        _ => decide(scaled, effort),
    }
}

// ---- the conditions ----

impl<A: Axes> Inputs for BoxPair<A> {
    const SELDOM: bool = true;
    #[cfg_attr(hot, inline(always))]
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        let axes = self.axes.as_ref();
        axes.iter().for_each(|axis| see(Quantity::Length, [axis.center, axis.min, axis.max]));
        let radii = if self.is_sphere { &axes[..1] } else { axes };
        radii.iter().for_each(|axis| see(Quantity::Length, [axis.radius; 3]));
    }
}

impl<A: Axes> Rescale for BoxPair<A> {
    fn map(&self, change: &mut dyn FnMut(Quantity, f64) -> f64) -> Self {
        let mut mapped = self.clone();
        for axis in mapped.axes.as_mut() {
            let Axis { center, radius, min, max } = axis;
            [center, radius, min, max].into_iter().for_each(|x| *x = change(Quantity::Length, *x));
        }
        mapped
    }
}

impl<A: Axes> BoxPair<A> {
    /// `±nᵢ` or `fᵢ`.
    #[cfg_attr(hot, inline(always))]
    fn distance<N: Number>(&self, i: usize, lift: &impl Lift<N>) -> N {
        let axis = &self.axes.as_ref()[i];
        if self.question == Farthest { axis.farthest(lift) } else { axis.nearest(lift) }
    }
}

/// Whether the condition holds. For a sphere, (6.1) is `Σ nᵢ² ≤ r²`, and (6.2) is `Σ fᵢ² ≥ r²`.
impl<A: Axes> Decision for BoxPair<A> {
    type Outcome = bool;

    #[cfg_attr(hot, inline(always))]
    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<bool, Unsure> {
        let axes = self.axes.as_ref();
        match self.question {
            Nearest | Farthest => {
                let square = |i: usize| self.distance(i, lift).squared();
                let sum = sum(0, axes.len(), &square, &N::plus);
                let excess = sum.minus(&lift.length(axes[0].radius).squared()).sign()?;
                Ok(excess != if self.question == Nearest { Positive } else { Negative })
            }
            Side => {
                for axis in axes {
                    let radius = lift.length(axis.radius);
                    for depth in axis.depths(lift) {
                        if depth.minus(&radius).sign()? != Positive {
                            return Ok(true);
                        }
                    }
                }
                Ok(false)
            }
            Ends => {
                let radius = lift.length(axes[0].radius);
                for depth in axes[0].depths(lift) {
                    if depth.minus(&radius).sign()? == Zero || depth.plus(&radius).sign()? == Zero {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }
}

/// The left sides of (6.1) and (6.2), for an ellipsoid.
impl<A: Axes> Measure<1> for BoxPair<A> {
    const UNITS: [Unit; 1] = [Unit::Pure];

    #[cfg_attr(hot, inline(always))]
    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 1] {
        let axes = self.axes.as_ref();
        let term = |i: usize| {
            let square = N::Value::rational(&self.distance(i, lift).squared());
            square.over(&lift.length(axes[i].radius).squared())
        };
        [sum(0, axes.len(), &term, &N::Value::plus)]
    }
}

/// So many terms or fewer are added one by one.
const BLOCK: usize = 4;

/// The sum of the terms with the indices `start..end`, of which there is at least one.
///
/// Each half of the terms is added separately, so that the depth of the roundings grows with the
/// logarithm of the dimension.
#[cfg_attr(hot, inline(always))]
fn sum<X>(start: usize, end: usize, term: &impl Fn(usize) -> X, plus: &impl Fn(&X, &X) -> X) -> X {
    if end - start <= BLOCK {
        (start + 1..end).fold(term(start), |sum, i| plus(&sum, &term(i)))
    } else {
        halves(start, end, term, plus)
    }
}

fn halves<X>(
    start: usize,
    end: usize,
    term: &impl Fn(usize) -> X,
    plus: &impl Fn(&X, &X) -> X,
) -> X {
    let middle = start + (end - start) / 2;
    plus(&sum(start, middle, term, plus), &sum(middle, end, term, plus))
}

// ---- the shapes ----

/// A sphere or an ellipsoid whose vectors are of type `D`: `[T; N]` or, if the dimension is known
/// only at run time, `[T]`.
pub trait Round<D: ?Sized> {
    /// The name of the vector that has the dimension, for errors.
    const NAME: &'static str;
    const IS_SPHERE: bool;
    const IS_SHELL: bool = false;
    fn dimension(&self) -> usize;
    fn center(&self, axis: usize) -> f64;
    fn radius(&self, axis: usize) -> f64;
}

impl<T: Scalar, const N: usize> Round<[T; N]> for Sphere<T, N> {
    const NAME: &'static str = "sphere.center";
    const IS_SPHERE: bool = true;
    #[cfg_attr(hot, inline(always))]
    fn dimension(&self) -> usize {
        N
    }
    #[cfg_attr(hot, inline(always))]
    fn center(&self, axis: usize) -> f64 {
        self.center()[axis].widen()
    }
    #[cfg_attr(hot, inline(always))]
    fn radius(&self, _: usize) -> f64 {
        self.radius().widen()
    }
}

impl<T: Scalar, const N: usize> Round<[T; N]> for Ellipsoid<T, N> {
    const NAME: &'static str = "ellipsoid.center";
    const IS_SPHERE: bool = false;
    #[cfg_attr(hot, inline(always))]
    fn dimension(&self) -> usize {
        N
    }
    #[cfg_attr(hot, inline(always))]
    fn center(&self, axis: usize) -> f64 {
        self.center()[axis].widen()
    }
    #[cfg_attr(hot, inline(always))]
    fn radius(&self, axis: usize) -> f64 {
        self.radii()[axis].widen()
    }
}

impl<T: Scalar> Round<[T]> for SphereSlice<'_, T> {
    const NAME: &'static str = "sphere.center";
    const IS_SPHERE: bool = true;
    fn dimension(&self) -> usize {
        self.center().len()
    }
    fn center(&self, axis: usize) -> f64 {
        self.center()[axis].widen()
    }
    fn radius(&self, _: usize) -> f64 {
        self.radius().widen()
    }
}

impl<T: Scalar> Round<[T]> for EllipsoidSlice<'_, T> {
    const NAME: &'static str = "ellipsoid.center";
    const IS_SPHERE: bool = false;
    fn dimension(&self) -> usize {
        self.center().len()
    }
    fn center(&self, axis: usize) -> f64 {
        self.center()[axis].widen()
    }
    fn radius(&self, axis: usize) -> f64 {
        self.radii()[axis].widen()
    }
}

/// The surface of a surface is the same surface.
impl<D: ?Sized, S: Round<D>> Round<D> for Hollow<S> {
    const NAME: &'static str = S::NAME;
    const IS_SPHERE: bool = S::IS_SPHERE;
    const IS_SHELL: bool = true;
    #[cfg_attr(hot, inline(always))]
    fn dimension(&self) -> usize {
        self.0.dimension()
    }
    #[cfg_attr(hot, inline(always))]
    fn center(&self, axis: usize) -> f64 {
        self.0.center(axis)
    }
    #[cfg_attr(hot, inline(always))]
    fn radius(&self, axis: usize) -> f64 {
        self.0.radius(axis)
    }
}

#[cfg_attr(hot, inline(always))]
fn axis<T: Scalar, D: ?Sized>(round: &impl Round<D>, i: usize, min: &[T], max: &[T]) -> Axis {
    let (center, radius) = (round.center(i), round.radius(i));
    Axis { center, radius, min: min[i].widen(), max: max[i].widen() }
}

#[cfg_attr(hot, inline(always))]
fn share_in_space<T: Scalar, M: Round<[T; N]>, const N: usize>(
    round: &M,
    aligned_box: &AlignedBox<T, N>,
    box_is_hollow: bool,
    effort: &mut Effort,
) -> bool {
    let (min, max) = (aligned_box.min(), aligned_box.max());
    let axes: [Axis; N] = core::array::from_fn(|i| axis(round, i, &min, &max));
    share(axes, M::IS_SPHERE, M::IS_SHELL, box_is_hollow, effort)
}

fn share_at_run_time<T: Scalar, M: Round<[T]>>(
    round: &M,
    aligned_box: &AlignedBoxSlice<'_, T>,
    box_is_hollow: bool,
    effort: &mut Effort,
) -> Result<bool, InputError> {
    let (min, max) = (aligned_box.min(), aligned_box.max());
    same_dimension(round.dimension(), M::NAME, min.len(), "box.min")?;
    let axes: Vec<Axis> = (0..min.len()).map(|i| axis(round, i, min, max)).collect();
    Ok(share(axes, M::IS_SPHERE, M::IS_SHELL, box_is_hollow, effort))
}

impl<T: Scalar, M: Round<[T; N]>, const N: usize> Shares<M> for AlignedBox<T, N> {
    type Answer = bool;
    #[inline]
    fn shares_a_point(&self, shape: &M, effort: &mut Effort) -> bool {
        share_in_space(shape, self, false, effort)
    }
}

impl<T: Scalar, M: Round<[T; N]>, const N: usize> Shares<M> for Hollow<AlignedBox<T, N>> {
    type Answer = bool;
    #[inline]
    fn shares_a_point(&self, shape: &M, effort: &mut Effort) -> bool {
        share_in_space(shape, &self.0, true, effort)
    }
}

impl<T: Scalar, M: Round<[T]>> Shares<M> for AlignedBoxSlice<'_, T> {
    type Answer = Result<bool, InputError>;
    fn shares_a_point(&self, shape: &M, effort: &mut Effort) -> Self::Answer {
        share_at_run_time(shape, self, false, effort)
    }
}

impl<T: Scalar, M: Round<[T]>> Shares<M> for Hollow<AlignedBoxSlice<'_, T>> {
    type Answer = Result<bool, InputError>;
    fn shares_a_point(&self, shape: &M, effort: &mut Effort) -> Self::Answer {
        share_at_run_time(shape, &self.0, true, effort)
    }
}
