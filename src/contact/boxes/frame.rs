//! The parts of a box cast in the frame of the box.

use super::feature::{BoxFeature, Side};
use crate::contact::relative_motion;
use crate::number::{Lift, Number, Sign, Unsure, Value, along, part, unrolled};
use Sign::{Negative, Positive, Zero};

/// The cast in the frame of the box. All lengths and speeds may be multiplied by a common factor.
pub(crate) struct InFrame<N, const D: usize> {
    /// The vectors from the lower and from the upper bounds to the centre, `Cₖ − minₖ` and
    /// `Cₖ − maxₖ`.
    pub(super) above_min: [N; D],
    pub(super) above_max: [N; D],
    /// `V`, the velocity of the body relative to the box.
    pub(super) velocity: [N; D],
    pub(super) radius: N,
}

/// The terms of (7.2): `Dₖ` and `Vₖ`, which are zero on axes on which the centre is within the
/// bounds; the radius; and the part of the frame's rotation that counts.
pub(crate) struct Outside<N, X, const D: usize> {
    pub(super) distance: [N; D],
    pub(super) velocity: [N; D],
    pub(super) radius: N,
    pub(super) turn: X,
}

/// The terms of (7.2) along a single axis, as lifted numbers: lengths whose sum is the distance of
/// the body from the box, and the speed of approach.
pub(crate) struct AxisTerms<N> {
    pub(super) ahead: [N; 3],
    pub(super) speed: N,
}

impl<N: Number> AxisTerms<N> {
    /// Returns `(D − r) / |V|`, as an operand of other numbers.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(super) fn time(&self) -> N::Value {
        let [a, b, c] = &self.ahead;
        N::Value::rational(&a.plus(b).plus(c)).over(&self.speed)
    }

    /// Returns the same time, in the form from which the result is rounded.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(super) fn time_to_round(&self) -> N::Value {
        N::Value::lifted_ratio(&self.ahead, &self.speed)
    }
}

impl<N: Number, X, const D: usize> Outside<N, X, D> {
    /// Returns (7.2), the smaller of two roots.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(super) fn first_root(&self) -> N::Value {
        N::Value::first_root(&self.distance, &self.velocity, &self.radius.squared())
    }

    /// Returns `Dₖ + t Vₖ`, the vector from the box to the centre.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(super) fn away(&self, t: &N::Value) -> [N::Value; D] {
        along(t, &self.distance, &self.velocity)
    }
}

/// Returns `from + t by`, where `by` is a difference.
#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
pub(super) fn moved<N: Number>(
    lift: &impl Lift<N>,
    t: &N::Value,
    from: f64,
    by: [f64; 2],
) -> N::Value {
    relative_motion::moved(lift, t, &lift.length(from), by, N::Value::lifted)
}

/// The position of the centre relative to the two bounds on an axis, in the direction in which the
/// centre moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Before the nearer bound.
    Before,
    Within,
    /// Behind the farther bound.
    Behind,
}

impl Phase {
    /// Returns the phase in which this many of the two bounds are passed.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(super) fn after(passed: usize) -> Self {
        match passed {
            0 => Phase::Before,
            1 => Phase::Within,
            _ => Phase::Behind,
        }
    }
}

/// The axes, each mirrored if necessary so that the centre moves up along it.
///
/// Numbers and facts about them are in separate arrays, so that the numbers can stay in registers.
pub(crate) struct MirroredAxes<N, const D: usize> {
    /// `|Vₖ|`.
    pub(super) speed: [N; D],
    /// The distances from the centre up to the lower and to the upper bound.
    pub(super) near: [N; D],
    pub(super) far: [N; D],
    pub(super) mirrored: [bool; D],
    /// Whether `|Vₖ|` is zero.
    pub(super) still: [bool; D],
}

/// One of the two bounds on an axis: its distance ahead of the centre at time zero.
pub(crate) struct Bound<'a, N> {
    pub(super) axis: usize,
    pub(super) ahead: &'a N,
}

impl<N: Number, const D: usize> MirroredAxes<N, D> {
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(super) fn new(frame: &InFrame<N, D>) -> Result<Self, Unsure> {
        let InFrame { above_min, above_max, velocity, .. } = frame;
        let (mut mirrored, mut still) = ([false; D], [false; D]);
        for k in 0..D {
            let sign = velocity[k].sign()?;
            (mirrored[k], still[k]) = (sign == Negative, sign == Zero);
        }
        let toward = |k: usize, low: &N, high: &N| {
            if mirrored[k] { high.clone() } else { low.negated() }
        };
        let speed = core::array::from_fn(|k| {
            if mirrored[k] { velocity[k].negated() } else { velocity[k].clone() }
        });
        let near = core::array::from_fn(|k| toward(k, &above_min[k], &above_max[k]));
        let far = core::array::from_fn(|k| toward(k, &above_max[k], &above_min[k]));
        Ok(Self { speed, near, far, mirrored, still })
    }

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(super) fn near(&self, axis: usize) -> Bound<'_, N> {
        Bound { axis, ahead: &self.near[axis] }
    }

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(super) fn far(&self, axis: usize) -> Bound<'_, N> {
        Bound { axis, ahead: &self.far[axis] }
    }

    /// Returns (7.8), `a |Vⱼ| − b |Vᵢ|`, for the bounds `a` on axis `i` and `b` on axis `j`: the
    /// delay of `a` after `b`, times both speeds. It is also the moment of the path about the
    /// corner of the two bounds.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(super) fn delay(&self, a: &Bound<'_, N>, b: &Bound<'_, N>) -> N {
        part!(N, Self::delay_of, (self, a, b))
    }
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn delay_of((axes, a, b): (&Self, &Bound<'_, N>, &Bound<'_, N>)) -> N {
        a.ahead.times(&axes.speed[b.axis]).minus(&b.ahead.times(&axes.speed[a.axis]))
    }

    /// Returns the distance of the centre from the interval of axis `j` as it passes a bound of
    /// another axis, times the speed along that other axis.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(super) fn gap(&self, j: usize, passed: &Bound<'_, N>) -> N {
        part!(N, Self::gap_of, (self, j, passed))
    }
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn gap_of((axes, j, passed): (&Self, usize, &Bound<'_, N>)) -> N {
        if j == passed.axis {
            return N::zero();
        }
        let (before, behind) =
            (axes.delay(&axes.near(j), passed), axes.delay(passed, &axes.far(j)));
        behind.or_zero().minus(&before.or_zero())
    }

    /// Returns `Dₖ` at time zero, from the box to the centre.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(super) fn start(&self, k: usize) -> N {
        self.far[k].negated().or_zero().minus(&self.near[k].or_zero())
    }

    /// Returns the position of the centre at time zero; a centre on a bound is within.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(super) fn at_start(&self, k: usize) -> Result<Phase, Unsure> {
        Ok(match (self.near[k].sign()?, self.far[k].sign()?) {
            (Positive, _) => Phase::Before,
            (_, Negative) => Phase::Behind,
            _ => Phase::Within,
        })
    }

    /// Returns the position of the centre at time zero; a centre on a bound is outside.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(super) fn touched_at_start(&self, k: usize) -> Result<Phase, Unsure> {
        Ok(match (self.near[k].sign()?, self.far[k].sign()?) {
            (Positive | Zero, _) => Phase::Before,
            (_, Negative | Zero) => Phase::Behind,
            _ => Phase::Within,
        })
    }

    /// Returns `Dₖ`, from the bound of this phase up to the centre; zero within the bounds.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(super) fn distance(&self, k: usize, phase: Phase) -> N {
        N::one_of([&self.near[k].negated(), &N::zero(), &self.far[k].negated()], phase as usize)
    }

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(super) fn side(&self, k: usize, phase: Phase) -> Side {
        // There is no branch, because neither the phase nor the mirroring can be predicted.
        let side = [Side::Min, Side::Between, Side::Max][phase as usize];
        if self.mirrored[k] { side.opposite() } else { side }
    }

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(super) fn sides(&self, phases: &[Phase; D]) -> BoxFeature<D> {
        let mut sides = [Side::Between; D];
        unrolled!(D, |k| sides[k] = self.side(k, phases[k]));
        BoxFeature { sides }
    }

    /// Returns the same sides for phases that may be uncertain.
    pub(super) fn certain_sides(
        &self,
        phase: impl Fn(usize) -> Result<Phase, Unsure>,
    ) -> Result<BoxFeature<D>, Unsure> {
        let mut phases = [Phase::Within; D];
        for (k, place) in phases.iter_mut().enumerate() {
            *place = phase(k)?;
        }
        Ok(self.sides(&phases))
    }
}
