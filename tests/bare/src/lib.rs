//! First contact without the standard library.
#![no_std]

extern crate alloc;

use core::alloc::{GlobalAlloc, Layout};
use tangency::{Point, Sphere};

/// An allocator without memory. Queries that floats decide need none.
struct Nothing;

// SAFETY: null reports that there is no memory.
unsafe impl GlobalAlloc for Nothing {
    unsafe fn alloc(&self, _: Layout) -> *mut u8 {
        core::ptr::null_mut()
    }
    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

#[global_allocator]
static NOTHING: Nothing = Nothing;

#[panic_handler]
fn stop(_: &core::panic::PanicInfo) -> ! {
    loop {}
}

/// The time at which a ball that moves down `x` touches the origin; negative if it never does.
#[unsafe(no_mangle)]
pub extern "C" fn time_from(x: f64) -> f64 {
    let ball = Sphere::new([x, 0.1, 0.2], 1.0).and_then(|sphere| sphere.moving([-1.0, 0.0, 0.0]));
    match (ball, Point::new([0.0; 3])) {
        (Ok(ball), Ok(origin)) => ball.contact_time(&origin).unwrap_or(-1.0),
        _ => -1.0,
    }
}
