//! One program for all targets: the environment names one, as `TANGENCY_FUZZ=query`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::OnceLock;
use tangency_fuzz::{Target, target};

static TARGET: OnceLock<Target> = OnceLock::new();

fuzz_target!(|bytes: &[u8]| {
    let target = TARGET.get_or_init(|| {
        let name = std::env::var("TANGENCY_FUZZ").unwrap_or_default();
        target(&name).unwrap_or_else(|| panic!("TANGENCY_FUZZ names no target: {name:?}"))
    });
    (target.run)(bytes);
});
