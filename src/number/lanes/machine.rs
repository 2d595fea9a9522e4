//! Detection of AVX2, FMA and the instructions for bits that came with them, at run time.
#![allow(unsafe_code)]

use core::arch::x86_64 as arch;
use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// Returns whether this machine has AVX2, FMA, POPCNT, BMI1 and BMI2, as all machines with AVX2 do.
#[cfg_attr(hot, inline(always))]
pub(super) fn has_wide() -> bool {
    const UNKNOWN: u8 = 0;
    const NO: u8 = 1;
    const YES: u8 = 2;
    static KNOWN: AtomicU8 = AtomicU8::new(UNKNOWN);
    match KNOWN.load(Relaxed) {
        UNKNOWN => {
            let found = ask_for_wide();
            KNOWN.store(if found { YES } else { NO }, Relaxed);
            found
        }
        known => known == YES,
    }
}

/// Queries the processor. Intel, *Architectures Software Developer's Manual*, vol. 1, §14.3 and
/// §14.7.1: AVX2 and FMA can be used if the processor has them and the system saves their
/// registers.
#[cold]
#[inline(never)]
fn ask_for_wide() -> bool {
    #[target_feature(enable = "xsave")]
    fn saved_registers() -> u64 {
        // SAFETY: only called if the processor reports that the system uses XSAVE.
        unsafe { arch::_xgetbv(0) }
    }
    const OSXSAVE_AVX_FMA_POPCNT: u32 = 1 << 27 | 1 << 28 | 1 << 12 | 1 << 23;
    const AVX2_BMI1_BMI2: u32 = 1 << 5 | 1 << 3 | 1 << 8;
    const XMM_YMM: u64 = 0b110;
    arch::__cpuid(0).eax >= 7
        && arch::__cpuid(1).ecx & OSXSAVE_AVX_FMA_POPCNT == OSXSAVE_AVX_FMA_POPCNT
        && arch::__cpuid_count(7, 0).ebx & AVX2_BMI1_BMI2 == AVX2_BMI1_BMI2
        // SAFETY: the line before the last found XSAVE in use.
        && unsafe { saved_registers() } & XMM_YMM == XMM_YMM
}
