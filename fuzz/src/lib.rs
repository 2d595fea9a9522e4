//! Targets for the fuzzer: each takes arbitrary bytes and panics if a law is violated.
//!
//! `laws.rs` reads shapes from the bytes and compares two ways to a result. `formats.rs` reads the
//! bytes as a file or a request, which must be answered or refused with an error. `numbers.rs`
//! turns bytes into numbers with many ties.
//!
//! `tests/corpus.rs` runs each target on the corpus and some changed bytes; `run` searches for more
//! with libFuzzer.

mod formats;
mod laws;
mod numbers;

use std::sync::atomic::{AtomicU64, Ordering};

/// The number of inputs that were valid for a target; refused inputs are not counted. A corpus with
/// a count of zero tests no law.
pub static TAKEN: AtomicU64 = AtomicU64::new(0);

fn taken() {
    TAKEN.fetch_add(1, Ordering::Relaxed);
}

/// A target of the fuzzer.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name, which is also the name of its folder in the corpus.
    pub name: &'static str,
    /// Runs the target on some bytes, and panics if a law is violated.
    pub run: fn(&[u8]),
}

macro_rules! targets {
    ($($module:ident::$name:ident,)*) => {
        /// All targets.
        pub const TARGETS: &[Target] = &[$(Target { name: stringify!($name), run: $module::$name }),*];
    };
}

targets! {
    laws::exact,
    laws::mesh,
    laws::scene,
    laws::moves,
    laws::at_rest,
    formats::query,
    formats::ply,
    formats::stl,
    formats::obj,
    formats::csv,
    formats::parquet,
    formats::scene_file,
    formats::saved_mesh,
    formats::saved_scene,
}

/// The target of this name.
pub fn target(name: &str) -> Option<Target> {
    TARGETS.iter().copied().find(|target| target.name == name)
}
