//! FLOOR 0: arithmetic, independent of all geometry.
//!
//! A decision is a sequence of signs of polynomials, and of `x + y √q`, in the given floats. It is
//! written once, over any [`Number`], and evaluated by [`decide`]: first over [`Fast`], which
//! carries a proven error bound and may return [`Unsure`] (or over [`SemiStatic`] before it, which
//! is cheaper and more often unsure); then over [`Called`], a filter with twice the digits; and
//! last over [`Exact`], integers that are never rounded. [`measure`] does the same for the numbers
//! of an answer, written once over any [`Value`]: each is rounded to the nearest float as soon as
//! its error bound leaves only one candidate.
//!
//! Evaluation passes from floats to integers only in `decide.rs` and `measure.rs`: in [`decide`],
//! [`compare`], [`compare_two`], [`measure`] and their variants. `ARCHITECTURE.md`, invariant 3,
//! lists the float filters outside of this folder. The bounds are derived in `docs/theory.md`, §4.
//!
//! - Kinds of number: `fast.rs`, `semi_static.rs`, `double.rs`, `called.rs`, `exact.rs` with
//!   `wide.rs`; the traits that they share are in `kinds.rs`, those of decisions and measures in
//!   `texts.rs`.
//! - The cascade: `decide.rs` for signs, `measure.rs` and `round.rs` for the numbers of an answer.
//! - Inputs: `scaled.rs` scales them by powers of two. Outputs: `precision.rs` (rounded or exact),
//!   `surd.rs` (the exact number that users get).
//! - Many at a time: `lanes/` (vector registers), `columns.rs` and `many.rs` (rows).
//! - Bounds without decisions: `bracket.rs`.

mod angle;
mod bits;
mod bracket;
mod called;
#[cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, reason = "only AVX2 has registers of four here")
)]
mod columns;
mod compiled;
mod decide;
#[cfg(test)]
pub(crate) mod depth;
mod double;
mod effort;
mod exact;
mod expansion;
mod fast;
mod format;
mod kinds;
mod lanes;
#[cfg(test)]
mod laws;
mod many;
mod measure;
mod order;
mod precision;
mod rational;
mod round;
mod scalar;
mod scaled;
mod semi_static;
mod sign;
mod surd;
mod texts;
mod two;
mod unrolled;
mod wide;

pub(crate) use angle::{axis_and_half_angle, half_angle};
pub(crate) use columns::{Columns, OfColumns};
pub(crate) use compiled::compiled;
pub(crate) use decide::{
    decide, decide_by_floats, decide_closely, decide_exactly, decide_here, decide_semi_statically,
};
pub(crate) use double::{Double, first_root_in_lanes};
pub(crate) use effort::COMPACT;
pub use effort::Effort;
pub(crate) use exact::{Exact, Quotient};
#[cfg(test)]
pub(crate) use fast::{GREATEST_DEPTH, GREATEST_DEPTH_OF_DEEP_VALUES, GREATEST_DEPTH_OF_VALUES};
pub(crate) use kinds::{
    Divide, Number, Value, along, by_call, discriminant, dot, part, parts, square, sum_without,
};
#[cfg(test)]
pub(crate) use lanes::Narrow;
pub(crate) use lanes::{
    Eight, Four, Real, Task, TaskOfFour, ask_ahead, has_four, run, run_four, run_four_or,
    run_plain_four, sqrt,
};
pub(crate) use many::{BLOCK, Verdicts};
pub(crate) use measure::{
    bracket, compare, compare_here, compare_two, measure, measure_exactly, measure_rows,
};
pub(crate) use order::sort;
pub(crate) use precision::{Exactly, Precision, ToNearest};
pub(crate) use rational::{fraction, rounded, rounded_direction};
pub(crate) use round::Bracket;
pub use round::Rounding;
#[cfg(feature = "prebuilt")]
pub use scalar::Compiled;
pub use scalar::Scalar;
pub(crate) use scaled::{
    Inputs, IntegerGrid, Lift, Quantity, Range, Rescale, Scaled, Unit, are_moderate, in_threes,
    scaled_to_one,
};
pub(crate) use sign::{CertainSign, Sign, Unsure};
pub use surd::{Rational, Surd};
pub(crate) use texts::{Decision, Measure, MeasureRows, See};
pub(crate) use two::sum_in_two;
pub(crate) use unrolled::{numbers, replaced, unrolled};
