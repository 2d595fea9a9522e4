//! Memory that will soon be needed is asked for, where the machine can be asked; nothing depends on
//! it but time.
#![allow(unsafe_code)]

/// Begins to bring `LINES` lines of 64 bytes, from `first` on, near the processor.
#[cfg_attr(hot, inline(always))]
#[cfg_attr(not(target_arch = "x86_64"), allow(unused_variables))]
pub(crate) fn ask_ahead<const LINES: usize, X>(first: &X) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let first = core::ptr::from_ref(first).cast::<i8>();
        for line in 0..LINES {
            // SAFETY: the instruction reads nothing, and is harmless whatever the address.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(first.wrapping_add(64 * line)) };
        }
    }
}
