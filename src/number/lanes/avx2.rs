//! Eight lanes of `f32`, or four of `f64`, in one register of AVX2, on machines that have it.
#![allow(unsafe_code)]

use super::eight::{Eight, Task, instructions};
use super::fused::Fused;
use super::machine::has_wide;
use super::narrow::with_narrow;
use super::real::{Four, Real, TaskOfFour, operators};
use core::arch::x86_64 as arch;

/// Eight `f32` in one register of AVX2.
#[derive(Clone, Copy)]
pub(crate) struct Octet(arch::__m256);

impl Eight for Octet {
    #[cfg_attr(hot, inline(always))]
    fn splat(x: f32) -> Self {
        // SAFETY: only `with_wide` names this type, on machines that have AVX2.
        unsafe { Self(arch::_mm256_set1_ps(x)) }
    }
    #[cfg_attr(hot, inline(always))]
    fn load(x: &[f32; 8]) -> Self {
        // SAFETY: as above; the array has eight numbers, and need not be aligned.
        unsafe { Self(arch::_mm256_loadu_ps(x.as_ptr())) }
    }
    #[cfg_attr(hot, inline(always))]
    fn of_bytes(bytes: u64) -> Self {
        // SAFETY: as above.
        unsafe {
            let words = arch::_mm256_cvtepu8_epi32(arch::_mm_cvtsi64_si128(bytes as i64));
            Self(arch::_mm256_cvtepi32_ps(words))
        }
    }
    #[cfg_attr(hot, inline(always))]
    fn columns(rows: &[[f32; 4]; 8]) -> [Self; 3] {
        // SAFETY: as above; each row has four numbers, and need not be aligned.
        unsafe {
            let pair = |i: usize| arch::_mm256_loadu2_m128(rows[i + 4].as_ptr(), rows[i].as_ptr());
            let (a, b, c, d) = (pair(0), pair(1), pair(2), pair(3));
            let (xy, xy2) = (arch::_mm256_unpacklo_ps(a, b), arch::_mm256_unpacklo_ps(c, d));
            let (zw, zw2) = (arch::_mm256_unpackhi_ps(a, b), arch::_mm256_unpackhi_ps(c, d));
            [
                Self(arch::_mm256_shuffle_ps::<0b01_00_01_00>(xy, xy2)),
                Self(arch::_mm256_shuffle_ps::<0b11_10_11_10>(xy, xy2)),
                Self(arch::_mm256_shuffle_ps::<0b01_00_01_00>(zw, zw2)),
            ]
        }
    }
    #[cfg_attr(hot, inline(always))]
    fn of_table(table: &[u8; 16], places: u64) -> Self {
        // SAFETY: as above; the table has sixteen bytes, and need not be aligned.
        unsafe {
            let table = arch::_mm_loadu_si128(table.as_ptr().cast());
            let bytes = arch::_mm_shuffle_epi8(table, arch::_mm_cvtsi64_si128(places as i64));
            Self(arch::_mm256_cvtepi32_ps(arch::_mm256_cvtepu8_epi32(bytes)))
        }
    }
    #[cfg_attr(hot, inline(always))]
    fn store(self) -> [f32; 8] {
        let mut x = [0.0; 8];
        // SAFETY: as above; the array has room for eight numbers, and need not be aligned.
        unsafe { arch::_mm256_storeu_ps(x.as_mut_ptr(), self.0) };
        x
    }
    #[cfg_attr(hot, inline(always))]
    fn least(self) -> f32 {
        // SAFETY: as above.
        unsafe {
            let (low, high) =
                (arch::_mm256_castps256_ps128(self.0), arch::_mm256_extractf128_ps::<1>(self.0));
            let four = arch::_mm_min_ps(low, high);
            let two = arch::_mm_min_ps(four, arch::_mm_movehl_ps(four, four));
            arch::_mm_cvtss_f32(arch::_mm_min_ss(two, arch::_mm_movehdup_ps(two)))
        }
    }
    #[cfg_attr(hot, inline(always))]
    fn bits(self) -> u32 {
        // SAFETY: as above.
        unsafe { arch::_mm256_movemask_ps(self.0) as u32 }
    }
    instructions! { Octet:
        plus(a, b) = _mm256_add_ps(a, b);
        minus(a, b) = _mm256_sub_ps(a, b);
        times(a, b) = _mm256_mul_ps(a, b);
        over(a, b) = _mm256_div_ps(a, b);
        times_plus(a, b, c) = _mm256_fmadd_ps(a, b, c);
        minus_product(a, b, c) = _mm256_fnmadd_ps(b, c, a);
        or_less(a, b) = _mm256_min_ps(a, b);
        or_greater(a, b) = _mm256_max_ps(a, b);
        absolute(a) = _mm256_andnot_ps(_mm256_set1_ps(-0.0), a);
        root(a) = _mm256_sqrt_ps(a);
        at_most(a, b) = _mm256_cmp_ps::<_CMP_LE_OQ>(a, b);
        below(a, b) = _mm256_cmp_ps::<_CMP_LT_OQ>(a, b);
        and(a, b) = _mm256_and_ps(a, b);
        or(a, b) = _mm256_or_ps(a, b);
        except(a, b) = _mm256_andnot_ps(b, a);
    }
    #[cfg_attr(hot, inline(always))]
    fn where_set(self, mask: Self, other: Self) -> Self {
        // SAFETY: as above.
        unsafe { Self(arch::_mm256_blendv_ps(other.0, self.0, mask.0)) }
    }
}

/// Four `f64` in one register of AVX2.
#[derive(Clone, Copy)]
pub(crate) struct Quad(arch::__m256d);

impl Quad {
    instructions! { Quad:
        plus(a, b) = _mm256_add_pd(a, b);
        minus(a, b) = _mm256_sub_pd(a, b);
        times(a, b) = _mm256_mul_pd(a, b);
        over(a, b) = _mm256_div_pd(a, b);
        negated(a) = _mm256_xor_pd(a, _mm256_set1_pd(-0.0));
    }
}
operators!(Quad);

impl Real for Quad {
    const IS_ONE: bool = false;
    type Mask = Self;

    #[cfg_attr(hot, inline(always))]
    fn splat(x: f64) -> Self {
        // SAFETY: as above.
        unsafe { Self(arch::_mm256_set1_pd(x)) }
    }
    #[cfg_attr(hot, inline(always))]
    fn first(self) -> f64 {
        // SAFETY: as above.
        unsafe { arch::_mm256_cvtsd_f64(self.0) }
    }
    instructions! { Quad:
        absolute(a) = _mm256_andnot_pd(_mm256_set1_pd(-0.0), a);
        root(a) = _mm256_sqrt_pd(a);
        below(a, b) = _mm256_cmp_pd::<_CMP_LT_OQ>(a, b);
        equals(a, b) = _mm256_cmp_pd::<_CMP_EQ_OQ>(a, b);
    }
    #[cfg_attr(hot, inline(always))]
    fn and(a: Self, b: Self) -> Self {
        // SAFETY: as above.
        unsafe { Self(arch::_mm256_and_pd(a.0, b.0)) }
    }
    #[cfg_attr(hot, inline(always))]
    fn or(a: Self, b: Self) -> Self {
        // SAFETY: as above.
        unsafe { Self(arch::_mm256_or_pd(a.0, b.0)) }
    }
    #[cfg_attr(hot, inline(always))]
    fn all(mask: Self) -> bool {
        // SAFETY: as above.
        unsafe { arch::_mm256_movemask_pd(mask.0) == 0b1111 }
    }
    #[cfg_attr(hot, inline(always))]
    fn any(mask: Self) -> bool {
        // SAFETY: as above.
        unsafe { arch::_mm256_movemask_pd(mask.0) != 0 }
    }
    #[cfg_attr(hot, inline(always))]
    fn choose(mask: Self, a: Self, b: Self) -> Self {
        // SAFETY: as above.
        unsafe { Self(arch::_mm256_blendv_pd(b.0, a.0, mask.0)) }
    }
    /// The rest is a float, so a fused multiply-add computes it exactly.
    #[cfg_attr(hot, inline(always))]
    fn two_product(self, other: Self) -> (Self, Self) {
        let product = self * other;
        // SAFETY: as above, and the machine has FMA.
        (product, unsafe { Self(arch::_mm256_fmsub_pd(self.0, other.0, product.0)) })
    }
}

impl Four for Quad {
    type One = Fused;

    #[cfg_attr(hot, inline(always))]
    fn load(x: &[f64; 4]) -> Self {
        // SAFETY: as above; the array has four numbers, and need not be aligned.
        unsafe { Self(arch::_mm256_loadu_pd(x.as_ptr())) }
    }
    #[cfg_attr(hot, inline(always))]
    fn store(self) -> [f64; 4] {
        let mut x = [0.0; 4];
        // SAFETY: as above; the array has room for four numbers, and need not be aligned.
        unsafe { arch::_mm256_storeu_pd(x.as_mut_ptr(), self.0) };
        x
    }
    #[cfg_attr(hot, inline(always))]
    fn of_three(x: f64, y: f64, z: f64) -> Self {
        // SAFETY: as above.
        unsafe { Self(arch::_mm256_setr_pd(by_itself(x), by_itself(y), by_itself(z), 0.0)) }
    }
    #[cfg_attr(hot, inline(always))]
    fn of_three_singles(x: f32, y: f32, z: f32) -> Self {
        let [x, y, z] = [singly(x), singly(y), singly(z)];
        // SAFETY: as above.
        unsafe { Self(arch::_mm256_cvtps_pd(arch::_mm_setr_ps(x, y, z, 0.0))) }
    }
    // The attribute is on this function, as the compiler forgets it on functions that are compiled
    // for other registers.
    #[inline(never)]
    fn run_apart<K: TaskOfFour>(task: K) -> K::Output {
        // SAFETY: as above, and the machine has FMA.
        unsafe { with_quads(task) }
    }
    #[cfg_attr(hot, inline(always))]
    fn in_single(self) -> Self {
        // SAFETY: as above.
        unsafe { Self(arch::_mm256_cvtps_pd(arch::_mm256_cvtpd_ps(self.0))) }
    }
    #[cfg_attr(hot, inline(always))]
    fn turned(self) -> Self {
        // SAFETY: as above.
        unsafe { Self(arch::_mm256_permute4x64_pd::<0b11_00_10_01>(self.0)) }
    }
    #[cfg_attr(hot, inline(always))]
    fn choose_mask(mask: Self, a: Self, b: Self) -> Self {
        Self::choose(mask, a, b)
    }
    #[cfg_attr(hot, inline(always))]
    fn bits(mask: Self) -> u32 {
        // SAFETY: as above.
        unsafe { arch::_mm256_movemask_pd(mask.0) }.cast_unsigned()
    }
}

#[target_feature(enable = "avx2,fma,popcnt,bmi1,bmi2")]
fn with_quads<K: TaskOfFour>(task: K) -> K::Output {
    task.run::<Quad>()
}

/// Defines a function that reads one number by itself. Without it, a number that a constructor has
/// just written may be read in pieces other than those that were written. This stalls the
/// processor, and the compiler chooses the pieces that are written.
macro_rules! read {
    ($($name:ident: $float:ty;)*) => {$(
        #[cfg_attr(hot, inline(always))]
        fn $name(mut x: $float) -> $float {
            // SAFETY: there is no instruction.
            unsafe {
                core::arch::asm!(
                    "/* {x} */",
                    x = inout(xmm_reg) x,
                    options(pure, nomem, nostack, preserves_flags),
                );
            }
            x
        }
    )*};
}
read! {
    by_itself: f64;
    singly: f32;
}

/// Returns whether this machine has registers for four `f64`.
#[cfg_attr(hot, inline(always))]
pub(crate) fn has_four() -> bool {
    has_wide()
}

/// Runs the task on registers of four, if this machine has them.
#[cfg_attr(hot, inline(always))]
pub(crate) fn run_four<K: TaskOfFour>(task: K) -> Option<K::Output> {
    // SAFETY: the check found AVX2 and FMA on this machine.
    has_wide().then(|| unsafe { with_quads(task) })
}

/// Runs the task on registers of four, or the alternative without them. The result is written once,
/// directly to its destination.
#[cfg_attr(hot, inline(always))]
pub(crate) fn run_four_or<K: TaskOfFour>(
    task: K,
    without: impl FnOnce(K) -> K::Output,
) -> K::Output {
    if has_wide() {
        // SAFETY: the check found AVX2 and FMA on this machine.
        unsafe { with_quads(task) }
    } else {
        without(task)
    }
}

#[target_feature(enable = "avx2,fma,popcnt,bmi1,bmi2")]
fn with_wide<K: Task>(task: K) -> K::Output {
    task.run::<Octet>()
}

/// Runs the task on the widest registers that this machine has.
#[cfg_attr(hot, inline(always))]
pub(crate) fn run<K: Task>(task: K) -> K::Output {
    if has_wide() {
        // SAFETY: the check found AVX2 and FMA on this machine.
        unsafe { with_wide(task) }
    } else {
        with_narrow(task)
    }
}
