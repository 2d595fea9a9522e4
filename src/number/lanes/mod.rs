//! Several floats in one register. Only this folder of `src/` contains `unsafe` code, and it
//! contains nothing else.

mod ahead;
#[cfg(target_arch = "x86_64")]
mod avx2;
mod eight;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod fused;
#[cfg(target_arch = "aarch64")]
mod halves;
#[cfg(target_arch = "x86_64")]
mod machine;
mod narrow;
#[cfg(target_arch = "aarch64")]
mod neon;
mod pair;
#[cfg(not(any(
    all(target_arch = "x86_64", target_feature = "sse2"),
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
)))]
mod plain;
mod plain_four;
#[cfg_attr(
    not(any(target_arch = "x86_64", target_arch = "aarch64")),
    allow(dead_code, reason = "only AVX2 and NEON have registers for four here")
)]
mod real;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod sse2;
#[cfg(test)]
mod tests;

pub(crate) use ahead::ask_ahead;
#[cfg(target_arch = "x86_64")]
pub(crate) use avx2::{has_four, run, run_four, run_four_or};
pub(crate) use eight::{Eight, Task};
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(crate) use fused::run_one_or;
#[cfg(target_arch = "aarch64")]
pub(crate) use halves::{has_four, run_four, run_four_or};
#[cfg(test)]
pub(crate) use narrow::Narrow;
#[cfg(not(target_arch = "x86_64"))]
pub(crate) use narrow::run;
pub(crate) use pair::{Pair, sqrt};
pub(crate) use plain_four::run_plain_four;
pub(crate) use real::{Four, Real, TaskOfFour, TaskOfOne};
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(crate) use real::{has_four, run_four, run_four_or, run_one_or};
