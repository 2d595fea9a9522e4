//! Prefetching of memory that will soon be needed, on machines that support it. It affects the run
//! time and no result.
#![allow(unsafe_code)]

/// Begins to load `LINES` lines of 64 bytes, from `first` on, into the caches.
#[cfg_attr(hot, inline(always))]
#[cfg_attr(not(target_arch = "x86_64"), allow(unused_variables))]
pub(crate) fn ask_ahead<const LINES: usize, X>(first: &X) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let first = core::ptr::from_ref(first).cast::<i8>();
        for line in 0..LINES {
            // SAFETY: the instruction reads nothing, and is harmless for every address.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(first.wrapping_add(64 * line)) };
        }
    }
}
