//! When does a moving sphere first touch a solid box whose sides lie along the axes, in any number of dimensions?
//!
//! Relative to the box the centre moves as `X(t) = C + tV`. What is decided is all in one function of time,
//!
//! ```text
//! f(t) = dist(X(t), box)² − r² = Σ gₖ(t)² − r²,   gₖ = how far Xₖ is from [minₖ, maxₖ]                        (7.1)
//! ```
//!
//! which is convex, has a continuous slope, and is a parabola between the times at which `X` passes a bound,
//! `s = (boundₖ − Cₖ) / Vₖ`. With `f(0) > 0` and `f'(0) < 0`, the entry `t*` is later than `s` if and only if `f(s) > 0` and
//! `f'(s) < 0`. Both are signs of polynomials, since `s` is rational: so each axis says by itself on which of its sides
//! the centre is as it enters, and no times need be sorted, no regions enumerated. On that piece, over the axes `S` on
//! which the centre is outside of the bounds, with `Dₖ = Cₖ − boundₖ`,
//!
//! ```text
//! t* = (−b − √β) / a,   a = Σ Vₖ²,   b = Σ Dₖ Vₖ,   β = r² a − Σ (Dᵢ Vⱼ − Dⱼ Vᵢ)²   (i < j)                  (7.2)
//! ```
//!
//! and there is an entry if and only if `β ≥ 0`; it grazes if `β = 0`, at a rational time. No sign is of a degree
//! greater than four, and their number grows as the square of the number of dimensions.
//!
//! *Proof that `β` suffices.* The piece begins where `f > 0` and `f' < 0`, and ends where `f ≤ 0` or `f' ≥ 0`, or never. If
//! `f ≤ 0` at its end, its parabola has its smaller root in it, and `β ≥ 0`. Else its least value lies in it (`a > 0`, as the slope
//! is not zero), and is `−β / a`; being convex, `f` has no smaller one anywhere.
//!
//! Source: D. Eberly, *Intersection of Moving Circle and Rectangle*, 2018, for the question in the plane; his tree of
//! regions is not used here.

use super::answer::{Answer, Approach, Contact, ExactAnswer, Overlap};
use super::earlier_end;
use super::sealed::Meets;
use crate::number::{
    Decision, Effort, Framed, Given, Known, Lift, Measure, Number, Quantity, Rounding, Sign, Unit,
    Unsure, Value, compare, decide, decide_exactly, measure, measure_exactly,
};
use crate::shape::{AlignedBox, Moving, Scalar, Sphere};
use Quantity::{Length, Speed};
use Sign::{Negative, Positive, Zero};
use core::cmp::Ordering;
use core::marker::PhantomData;

#[cfg(test)]
mod tests;

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

/// A part of a box: for each axis, on which side of the box it is.
///
/// One axis that is not [`Side::Between`] makes it a face (in the plane an edge), two an edge (in the plane a vertex), and
/// as many as there are a vertex. All between is the inside. A sphere of radius zero has a normal where it is one, the outward
/// one. Where a box is flat the side is the one that the sphere is
/// on or comes from, and `Min` if it is and does neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BoxFeature<const N: usize> {
    /// The side, for each axis.
    pub sides: [Side; N],
}

impl<const N: usize> BoxFeature<N> {
    fn one_side(&self) -> Option<usize> {
        let mut axes = (0..N).filter(|&k| self.sides[k] != Side::Between);
        axes.next().filter(|_| axes.next().is_none())
    }
}

// ---- the decision ----

/// A moving sphere, and a box that it may meet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flight<const D: usize> {
    pub(crate) center: [f64; D],
    pub(crate) radius: f64,
    pub(crate) velocity: [f64; D],
    pub(crate) min: [f64; D],
    pub(crate) max: [f64; D],
    /// The velocity of the box.
    pub(crate) drift: [f64; D],
}

/// How sphere and box first meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meeting<const D: usize> {
    /// Never.
    Apart,
    /// They share more than a touch at time zero; here the box is closest to the centre.
    Overlap(BoxFeature<D>),
    /// They touch.
    Contact(Touch<D>),
}

/// A touch: where, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Touch<const D: usize> {
    pub(crate) when: When,
    /// What holds the point.
    pub(crate) feature: BoxFeature<D>,
    /// The axes on which the centre is outside of the bounds just before the touch, and on which side. Only these
    /// have a part in the distance.
    pub(crate) outside: BoxFeature<D>,
    pub(crate) approach: Approach,
    pub(crate) has_normal: bool,
}

/// What the time of a touch is a root of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum When {
    /// None: it is time zero.
    Start,
    /// The smaller root of (7.2).
    Enters,
    /// The only one.
    Grazes,
}

/// Shows the numbers of a vector three at a time, filled up with zeros.
#[inline(always)]
pub(super) fn in_threes<const D: usize>(
    quantity: Quantity,
    vector: &[f64; D],
    see: &mut impl FnMut(Quantity, [f64; 3]),
) {
    let or_zero = |i: usize| if i < D { vector[i] } else { 0.0 };
    (0..D).step_by(3).for_each(|i| see(quantity, [or_zero(i), or_zero(i + 1), or_zero(i + 2)]));
}

impl<const D: usize> Given for Flight<D> {
    #[inline(always)]
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        see(Length, [self.radius; 3]);
        in_threes(Length, &self.center, see);
        in_threes(Length, &self.min, see);
        in_threes(Length, &self.max, see);
        in_threes(Speed, &self.velocity, see);
        in_threes(Speed, &self.drift, see);
    }

    fn map(&self, change: &mut impl FnMut(Quantity, f64) -> f64) -> Self {
        Self {
            center: self.center.map(|x| change(Length, x)),
            radius: change(Length, self.radius),
            velocity: self.velocity.map(|x| change(Speed, x)),
            min: self.min.map(|x| change(Length, x)),
            max: self.max.map(|x| change(Length, x)),
            drift: self.drift.map(|x| change(Speed, x)),
        }
    }
}

/// The sum, with a depth that grows as the logarithm of the number of terms.
#[inline(always)]
fn sum<N: Number, const D: usize>(mut terms: [N; D]) -> N {
    let mut count = D;
    while count > 1 {
        let half = count / 2;
        for i in 0..half {
            terms[i] = terms[i].plus(&terms[count - 1 - i]);
        }
        count -= half;
    }
    terms.into_iter().next().unwrap_or_else(N::zero)
}

/// `β` of (7.2), from `Dₖ` and `Vₖ`, which are zero on axes that have no part.
#[inline(always)]
fn discriminant<N: Number, const D: usize>(d: &[N; D], v: &[N; D], rr: &N, a: &N) -> N {
    let square = |i: usize, j: usize| d[i].times(&v[j]).minus(&d[j].times(&v[i])).squared();
    let before = |j: usize| -> [N; D] {
        core::array::from_fn(|i| if i < j { square(i, j) } else { N::zero() })
    };
    rr.times(a).minus(&sum(core::array::from_fn::<N, D, _>(|j| sum(before(j)))))
}

/// Where the centre is along an axis, seen in the direction in which it moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Before the nearer bound.
    Before,
    Within,
    /// Behind the farther bound.
    Behind,
}

/// One axis, mirrored if need be so that the centre moves up along it.
struct Axis<N> {
    mirrored: bool,
    /// `|Vₖ|`, and whether it is zero.
    speed: N,
    still: bool,
    /// From the centre up to the lower and to the upper bound, with their signs.
    near: N,
    near_sign: Sign,
    far: N,
    far_sign: Sign,
}

impl<N: Number> Axis<N> {
    #[inline(always)]
    fn new<const D: usize>(
        flight: &Flight<D>,
        k: usize,
        lift: &impl Lift<N>,
    ) -> Result<Self, Unsure> {
        let Flight { center, min, max, velocity, drift, .. } = flight;
        let speed = lift.speed_difference(velocity[k], drift[k]);
        let sign = speed.sign()?;
        let mirrored = sign == Negative;
        let (speed, near, far) = if mirrored {
            let from = |bound| lift.length_difference(center[k], bound);
            (speed.negated(), from(max[k]), from(min[k]))
        } else {
            let to = |bound| lift.length_difference(bound, center[k]);
            (speed, to(min[k]), to(max[k]))
        };
        let (near_sign, far_sign) = (near.sign()?, far.sign()?);
        Ok(Self { mirrored, speed, still: sign == Zero, near, near_sign, far, far_sign })
    }

    /// Where the centre is at time zero; on a bound it is within.
    #[inline(always)]
    fn at_start(&self) -> Phase {
        match (self.near_sign, self.far_sign) {
            (Positive, _) => Phase::Before,
            (_, Negative) => Phase::Behind,
            _ => Phase::Within,
        }
    }

    /// Where a centre that does not leave the bounds touches them, if it does so at time zero.
    #[inline(always)]
    fn touched_at_start(&self) -> Phase {
        match (self.near_sign, self.far_sign) {
            (Positive | Zero, _) => Phase::Before,
            (_, Negative | Zero) => Phase::Behind,
            _ => Phase::Within,
        }
    }

    /// `Dₖ`, from the bound that counts in this phase up to the centre; zero if none does.
    #[inline(always)]
    fn distance(&self, phase: Phase) -> N {
        match phase {
            Phase::Before => self.near.negated(),
            Phase::Within => N::zero(),
            Phase::Behind => self.far.negated(),
        }
    }

    #[inline(always)]
    fn side(&self, phase: Phase) -> Side {
        match (phase, self.mirrored) {
            (Phase::Within, _) => Side::Between,
            (Phase::Before, false) | (Phase::Behind, true) => Side::Min,
            (Phase::Before, true) | (Phase::Behind, false) => Side::Max,
        }
    }
}

#[inline(always)]
fn sides<N: Number, const D: usize>(
    axes: &[Axis<N>; D],
    phase: impl Fn(usize) -> Phase,
) -> BoxFeature<D> {
    BoxFeature { sides: core::array::from_fn(|k| axes[k].side(phase(k))) }
}

/// Positive if the line of the path misses the ball about all corners, grown by `r`; most paths that come closer do.
///
/// Everything is twice as large as it is, so that nothing is divided: with `M` twice the way from the middle of the box to the
/// centre and `R` its diagonal, it misses if `Σ (Mᵢ Vⱼ − Mⱼ Vᵢ)² > (2r + R)² Σ Vₖ²`.
#[inline(always)]
fn misses_ball_about_box<N: Number, const D: usize>(
    axes: &[Axis<N>; D],
    v: &[N; D],
    r: &N,
) -> Known {
    let m: [N; D] = core::array::from_fn(|k| axes[k].near.plus(&axes[k].far));
    let diagonal = sum::<N, D>(core::array::from_fn(|k| {
        let extent = axes[k].far.minus(&axes[k].near);
        extent.squared()
    }));
    let vv = sum::<N, D>(core::array::from_fn(|k| v[k].squared()));
    let r = r.plus(r);
    // (2r + R)² = s + 4 r R
    let s = r.squared().plus(&diagonal);
    let line = discriminant(&m, v, &s, &vv).negated();
    let seam = r.plus(&r).times(&vv).negated();
    N::sign_with_root(&line, &seam, &diagonal.root())
}

/// When a bound is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Passed {
    /// While the sphere still comes closer: earlier than the entry, if there is one.
    BeforeEntry,
    /// At the very time of the entry, and the sphere does not graze.
    AtEntry,
    /// Not before the entry, if there is one.
    NotBefore,
}

/// The greater of `x` and zero.
#[inline(always)]
fn positive_part<N: Number>(x: N) -> N {
    match x.sign() {
        Ok(Positive) => x,
        Ok(_) => N::zero(),
        Err(Unsure) => x.or_greater(&N::zero()),
    }
}

/// Whether the bound that is `ahead` of the centre on axis `k` is passed before the entry, by the signs of (7.1) and its slope
/// at `s = ahead / |Vₖ|`, with every length times `|Vₖ|`.
#[inline(always)]
fn passed<N: Number, const D: usize>(
    axes: &[Axis<N>; D],
    rr: &N,
    k: usize,
    ahead: &N,
) -> Result<Passed, Unsure> {
    let speed = &axes[k].speed;
    let gaps: [N; D] = core::array::from_fn(|j| {
        if j == k {
            return N::zero();
        }
        let axis = &axes[j];
        let way = ahead.times(&axis.speed);
        let before = positive_part(axis.near.times(speed).minus(&way));
        let behind = positive_part(way.minus(&axis.far.times(speed)));
        behind.minus(&before)
    });
    let slope = sum::<N, D>(core::array::from_fn(|j| gaps[j].times(&axes[j].speed))).sign();
    if slope == Ok(Positive) || slope == Ok(Zero) {
        return Ok(Passed::NotBefore);
    }
    let reached = rr.times(&speed.squared());
    let value = sum::<N, D>(core::array::from_fn(|j| gaps[j].squared())).minus(&reached).sign();
    match (value, slope) {
        (Ok(Negative), _) => Ok(Passed::NotBefore),
        (Ok(Positive), Ok(Negative)) => Ok(Passed::BeforeEntry),
        (Ok(Zero), Ok(Negative)) => Ok(Passed::AtEntry),
        _ => Err(Unsure),
    }
}

impl<const D: usize> Decision for Flight<D> {
    type Outcome = Meeting<D>;

    #[inline(always)]
    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Meeting<D>, Unsure> {
        let mut lifted = [const { None }; D];
        for (k, axis) in lifted.iter_mut().enumerate() {
            *axis = Some(Axis::new(self, k, lift)?);
        }
        let axes: [Axis<N>; D] = lifted.map(|axis| match axis {
            Some(axis) => axis,
            None => unreachable!("each axis was lifted"),
        });
        let rr = lift.length(self.radius).squared();
        let speeds: [N; D] = core::array::from_fn(|k| axes[k].speed.clone());

        let d: [N; D] = core::array::from_fn(|k| axes[k].distance(axes[k].at_start()));
        let slope = sum::<N, D>(core::array::from_fn(|k| d[k].times(&speeds[k]))).sign();
        let start = sum::<N, D>(core::array::from_fn(|k| d[k].squared())).minus(&rr).sign()?;
        if start != Positive {
            let feature = sides(&axes, |k| axes[k].touched_at_start());
            let is_inside = feature.sides == [Side::Between; D];
            return Ok(if start == Negative || is_inside {
                Meeting::Overlap(feature)
            } else {
                Meeting::Contact(touch_at_start(&axes, self.radius, feature, slope?))
            });
        }
        if slope? != Negative {
            return Ok(Meeting::Apart);
        }

        if misses_ball_about_box(&axes, &speeds, &lift.length(self.radius)) == Ok(Positive) {
            return Ok(Meeting::Apart);
        }

        let mut phases: [Phase; D] = core::array::from_fn(|k| axes[k].at_start());
        let mut leaves_at_entry = [false; D];
        for (k, axis) in axes.iter().enumerate().filter(|(_, axis)| !axis.still) {
            if phases[k] == Phase::Before
                && passed(&axes, &rr, k, &axis.near)? == Passed::BeforeEntry
            {
                phases[k] = Phase::Within;
            }
            if phases[k] == Phase::Within {
                match passed(&axes, &rr, k, &axis.far)? {
                    Passed::BeforeEntry => phases[k] = Phase::Behind,
                    Passed::AtEntry => leaves_at_entry[k] = true,
                    Passed::NotBefore => {}
                }
            }
        }

        let d: [N; D] = core::array::from_fn(|k| axes[k].distance(phases[k]));
        let v: [N; D] = core::array::from_fn(|k| match phases[k] {
            Phase::Within => N::zero(),
            Phase::Before | Phase::Behind => speeds[k].clone(),
        });
        let a = sum::<N, D>(core::array::from_fn(|k| v[k].squared()));
        let when = match discriminant(&d, &v, &rr, &a).sign()? {
            Negative => return Ok(Meeting::Apart),
            Zero => When::Grazes,
            Positive => When::Enters,
        };
        if when == When::Grazes {
            // The time is −b / a, so whether it is that of a bound is rational, too.
            let closer = sum::<N, D>(core::array::from_fn(|k| d[k].times(&v[k]))).negated();
            for (k, axis) in axes.iter().enumerate().filter(|(_, axis)| !axis.still) {
                if phases[k] == Phase::Within {
                    let left = axis.far.times(&a).minus(&closer.times(&axis.speed)).sign()?;
                    leaves_at_entry[k] = left == Zero;
                }
            }
        }
        let feature = sides(&axes, |k| match phases[k] {
            Phase::Within if axes[k].still => axes[k].touched_at_start(),
            Phase::Within if leaves_at_entry[k] => Phase::Behind,
            phase => phase,
        });
        let outside = sides(&axes, |k| phases[k]);
        let is_point = self.radius == 0.0;
        let slides = when == When::Grazes && !is_point;
        let approach = if slides { Approach::Sliding } else { Approach::Approaching };
        let has_normal = !is_point || feature.one_side().is_some();
        Ok(Meeting::Contact(Touch { when, feature, outside, approach, has_normal }))
    }
}

/// A touch at time zero, from the sign of the slope.
///
/// A point on a face has that face's outward normal. On a box that is flat there it has none if it stays in the plane.
fn touch_at_start<N: Number, const D: usize>(
    axes: &[Axis<N>; D],
    radius: f64,
    feature: BoxFeature<D>,
    slope: Sign,
) -> Touch<D> {
    let along = |sign| match sign {
        Negative => Approach::Approaching,
        Zero => Approach::Sliding,
        Positive => Approach::Parting,
    };
    let (approach, has_normal) = if radius > 0.0 {
        (along(slope), true)
    } else {
        match feature.one_side().map(|k| &axes[k]) {
            None => (Approach::Sliding, false),
            Some(axis) if axis.still => {
                (Approach::Sliding, axis.near_sign != Zero || axis.far_sign != Zero)
            }
            Some(axis) => (along(if axis.near_sign == Zero { Negative } else { Positive }), true),
        }
    };
    let outside = sides(axes, |k| axes[k].at_start());
    Touch { when: When::Start, feature, outside, approach, has_normal }
}

// ---- the numbers ----

/// One number or vector of an answer, which `W` names.
#[derive(Clone, Copy, Debug)]
struct Asked<const D: usize, W> {
    flight: Flight<D>,
    touch: Touch<D>,
    what: PhantomData<W>,
}

#[derive(Clone, Copy, Debug)]
struct Time;
#[derive(Clone, Copy, Debug)]
struct Center;
#[derive(Clone, Copy, Debug)]
struct TouchedPoint;
#[derive(Clone, Copy, Debug)]
struct Normal;

impl<const D: usize, W: Copy> Given for Asked<D, W> {
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.flight.visit(see);
    }
    fn map(&self, change: &mut impl FnMut(Quantity, f64) -> f64) -> Self {
        Self { flight: self.flight.map(change), ..*self }
    }
}

impl<const D: usize> Flight<D> {
    /// The coordinate of a side.
    fn bound(&self, k: usize, side: Side) -> Option<f64> {
        match side {
            Side::Min => Some(self.min[k]),
            Side::Between => None,
            Side::Max => Some(self.max[k]),
        }
    }
}

impl<const D: usize, W> Asked<D, W> {
    /// `Dₖ`, where the centre is outside of the bounds.
    #[inline(always)]
    fn distance<N: Number>(&self, lift: &impl Lift<N>, k: usize) -> Option<N> {
        let bound = self.flight.bound(k, self.touch.outside.sides[k])?;
        Some(lift.length_difference(self.flight.center[k], bound))
    }

    #[inline(always)]
    fn speed<N: Number>(&self, lift: &impl Lift<N>, k: usize) -> N {
        lift.speed_difference(self.flight.velocity[k], self.flight.drift[k])
    }

    /// The time (7.2). Into a face it is rational: `(|D| − r) / |V|`.
    #[inline(always)]
    fn time<N: Number>(&self, lift: &impl Lift<N>) -> N::Value {
        let Touch { when, outside, .. } = self.touch;
        if when == When::Start {
            return N::Value::rational(&N::zero());
        }
        let r = lift.length(self.flight.radius);
        if let Some(k) = outside.one_side() {
            let (d, v) = (self.distance(lift, k).unwrap_or_else(N::zero), self.speed(lift, k));
            let (distance, speed) = match outside.sides[k] {
                Side::Max => (d, v.negated()),
                Side::Min | Side::Between => (d.negated(), v),
            };
            return N::Value::rational(&distance.minus(&r)).over(&speed);
        }
        let d: [Option<N>; D] = core::array::from_fn(|k| self.distance(lift, k));
        let v: [N; D] = core::array::from_fn(|k| match d[k] {
            Some(_) => self.speed(lift, k),
            None => N::zero(),
        });
        let d = d.map(|d| d.unwrap_or_else(N::zero));
        let a = sum::<N, D>(core::array::from_fn(|k| v[k].squared()));
        let closer = sum::<N, D>(core::array::from_fn(|k| d[k].times(&v[k]))).negated();
        if when == When::Grazes {
            return N::Value::rational(&closer).over(&a);
        }
        let beta = discriminant(&d, &v, &r.squared(), &a);
        N::Value::surd(&closer, &N::one().negated(), &beta, &a)
    }
}

/// `from + t by`.
#[inline(always)]
fn moved<N: Number>(lift: &impl Lift<N>, t: &N::Value, from: f64, by: f64) -> N::Value {
    N::Value::rational(&lift.length(from)).plus(&t.times(&lift.speed(by)))
}

impl<const D: usize> Measure<1> for Asked<D, Time> {
    const UNITS: [Unit; 1] = [Unit::Time];

    #[inline(always)]
    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; 1] {
        [self.time(lift)]
    }
}

impl<const D: usize> Measure<D> for Asked<D, Center> {
    const UNITS: [Unit; D] = [Unit::Length; D];

    #[inline(always)]
    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; D] {
        let t = self.time(lift);
        core::array::from_fn(|k| moved(lift, &t, self.flight.center[k], self.flight.velocity[k]))
    }
}

impl<const D: usize> Measure<D> for Asked<D, TouchedPoint> {
    const UNITS: [Unit; D] = [Unit::Length; D];

    /// On each axis the bound, or what the centre has.
    #[inline(always)]
    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; D] {
        let Flight { center, velocity, drift, .. } = &self.flight;
        let t = self.time(lift);
        core::array::from_fn(|k| match self.flight.bound(k, self.touch.feature.sides[k]) {
            Some(bound) => moved(lift, &t, bound, drift[k]),
            None => moved(lift, &t, center[k], velocity[k]),
        })
    }
}

impl<const D: usize> Measure<D> for Asked<D, Normal> {
    const UNITS: [Unit; D] = [Unit::Pure; D];

    /// `(Dₖ + t Vₖ) / r`, which over a face is one or minus one. A point has the normal of the face that it is on.
    #[inline(always)]
    fn measure<N: Number>(&self, lift: &impl Lift<N>) -> [N::Value; D] {
        let is_point = self.flight.radius == 0.0;
        let beside = if is_point { &self.touch.feature } else { &self.touch.outside };
        if let Some(face) = beside.one_side() {
            return core::array::from_fn(|k| {
                N::Value::rational(&match beside.sides[k] {
                    Side::Min if k == face => N::one().negated(),
                    Side::Max if k == face => N::one(),
                    _ => N::zero(),
                })
            });
        }
        let (t, r) = (self.time(lift), lift.length(self.flight.radius));
        core::array::from_fn(|k| match self.distance(lift, k) {
            Some(d) => {
                let way = t.times(&self.speed(lift, k));
                N::Value::rational(&d).plus(&way).over(&r)
            }
            None => N::Value::rational(&N::zero()),
        })
    }
}

// ---- the answer ----

impl<T: Scalar, const N: usize> Moving<AlignedBox<T, N>> {
    fn flight(&self, ball: &Moving<Sphere<T, N>>) -> Flight<N> {
        Flight {
            center: ball.shape().center().map(Scalar::widen),
            radius: ball.shape().radius().widen(),
            velocity: ball.velocity().map(Scalar::widen),
            min: self.shape().min().map(Scalar::widen),
            max: self.shape().max().map(Scalar::widen),
            drift: self.velocity().map(Scalar::widen),
        }
    }
}

/// The box's point closest to the centre, and the centre, at time zero.
fn touch_of_overlap<const D: usize>(feature: BoxFeature<D>) -> Touch<D> {
    let (when, approach) = (When::Start, Approach::Sliding);
    Touch { when, feature, outside: feature, approach, has_normal: false }
}

fn asked<const D: usize, W>(
    framed: &Framed<Flight<D>>,
    touch: Touch<D>,
    _: W,
) -> Framed<Asked<D, W>> {
    framed.ask(|&flight| Asked { flight, touch, what: PhantomData })
}

impl<T: Scalar, const N: usize> Meets<T, N> for Moving<AlignedBox<T, N>> {
    type Feature = BoxFeature<N>;

    fn meet(
        &self,
        ball: &Moving<Sphere<T, N>>,
        effort: &mut Effort,
    ) -> Answer<T, N, BoxFeature<N>> {
        let framed = Framed::new(self.flight(ball));
        let touch = match decide(&framed, effort) {
            Meeting::Apart => return Answer::None,
            Meeting::Overlap(feature) => {
                let touch = touch_of_overlap(feature);
                let center = measure(&asked(&framed, touch, Center), effort);
                let point = measure(&asked(&framed, touch, TouchedPoint), effort);
                return Answer::Overlap(Overlap { center, point, feature });
            }
            Meeting::Contact(touch) => touch,
        };
        let t_max = earlier_end(ball.t_max(), self.t_max());
        let time = asked(&framed, touch, Time);
        if t_max < T::INFINITY && compare(&time, t_max.widen(), effort) == Ordering::Greater {
            return Answer::None;
        }
        let [time] = measure(&time, effort);
        let center = measure(&asked(&framed, touch, Center), effort);
        let point = measure(&asked(&framed, touch, TouchedPoint), effort);
        let Touch { feature, approach, has_normal, .. } = touch;
        let normal = has_normal.then(|| measure(&asked(&framed, touch, Normal), effort));
        Answer::Contact(Contact { time, center, point, normal, feature, approach })
    }

    fn meet_exactly(&self, ball: &Moving<Sphere<T, N>>) -> ExactAnswer<N, BoxFeature<N>> {
        let framed = Framed::new(self.flight(ball));
        let touch = match decide_exactly(&framed) {
            Meeting::Apart => return ExactAnswer::None,
            Meeting::Overlap(feature) => {
                let touch = touch_of_overlap(feature);
                let center = measure_exactly(&asked(&framed, touch, Center));
                let point = measure_exactly(&asked(&framed, touch, TouchedPoint));
                return ExactAnswer::Overlap { center, point, feature };
            }
            Meeting::Contact(touch) => touch,
        };
        let t_max = earlier_end(ball.t_max(), self.t_max());
        let [time] = measure_exactly(&asked(&framed, touch, Time));
        if time.compare_with(t_max.widen()) == Ordering::Greater {
            return ExactAnswer::None;
        }
        ExactAnswer::Contact {
            time,
            center: measure_exactly(&asked(&framed, touch, Center)),
            point: measure_exactly(&asked(&framed, touch, TouchedPoint)),
            normal: touch.has_normal.then(|| measure_exactly(&asked(&framed, touch, Normal))),
            feature: touch.feature,
        }
    }

    fn time(&self, ball: &Moving<Sphere<T, N>>, rounding: Rounding) -> Option<T> {
        let framed = Framed::new(self.flight(ball));
        let effort = &mut Effort::default();
        let Meeting::Contact(touch) = decide(&framed, effort) else { return None };
        let t_max = earlier_end(ball.t_max(), self.t_max());
        let time = asked(&framed, touch, Time);
        if t_max < T::INFINITY && compare(&time, t_max.widen(), effort) == Ordering::Greater {
            return None;
        }
        let [nearest] = measure::<T, _, 1>(&time, effort);
        let is_above =
            rounding == Rounding::Down && compare(&time, nearest.widen(), effort) == Ordering::Less;
        Some(if is_above { nearest.below() } else { nearest })
    }
}

impl<T: Scalar, const N: usize> Meets<T, N> for AlignedBox<T, N> {
    type Feature = BoxFeature<N>;

    fn meet(
        &self,
        ball: &Moving<Sphere<T, N>>,
        effort: &mut Effort,
    ) -> Answer<T, N, BoxFeature<N>> {
        Moving::still(*self).meet(ball, effort)
    }
    fn meet_exactly(&self, ball: &Moving<Sphere<T, N>>) -> ExactAnswer<N, BoxFeature<N>> {
        Moving::still(*self).meet_exactly(ball)
    }
    fn time(&self, ball: &Moving<Sphere<T, N>>, rounding: Rounding) -> Option<T> {
        Moving::still(*self).time(ball, rounding)
    }
}
