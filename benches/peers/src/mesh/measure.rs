//! Measures time and memory, and computes their statistics.

/// The processor time of this thread in seconds. The time of other processes on a shared machine is
/// not counted.
pub fn seconds() -> f64 {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the argument is a valid place for the result.
    let failed = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut now) };
    assert_eq!(failed, 0);
    now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9
}

/// The bytes of the heap in use by this thread, which is the first, allocated by Rust as well as by
/// C++.
pub fn heap() -> usize {
    // SAFETY: the function has no arguments and returns numbers.
    let info = unsafe { libc::mallinfo2() };
    info.uordblks + info.hblkhd
}

/// The median, and half the distance between the quartiles.
pub fn median(values: &[f64]) -> (f64, f64) {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = |share: f64| sorted[((sorted.len() - 1) as f64 * share).round() as usize];
    (at(0.5), (at(0.75) - at(0.25)) / 2.0)
}
