//! Targets for the fuzzer: each takes bytes of any kind and panics if something that must hold does
//! not.
//!
//! `laws.rs` reads shapes out of the bytes and compares two ways to an answer; `formats.rs` takes
//! the bytes for a file or a request, which may be refused in words and nothing else. `numbers.rs`
//! says how bytes become numbers that tie.
//!
//! `tests/corpus.rs` has each target take the corpus and some bytes more; `run` has libFuzzer look
//! for others.

mod formats;
mod laws;
mod numbers;

use std::sync::atomic::{AtomicU64, Ordering};

/// How often the bytes were what a target takes: what is refused is not counted. A corpus of which
/// nothing is counted holds no law.
pub static TAKEN: AtomicU64 = AtomicU64::new(0);

fn taken() {
    TAKEN.fetch_add(1, Ordering::Relaxed);
}

/// What the fuzzer runs.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name, and that of its folder in the corpus.
    pub name: &'static str,
    /// Panics if something is wrong.
    pub run: fn(&[u8]),
}

macro_rules! targets {
    ($($module:ident::$name:ident,)*) => {
        /// All of them.
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
