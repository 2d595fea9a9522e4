//! The library for JavaScript: numbers and text in, numbers and text out, and no geometry of its
//! own.
//!
//! The interface for users is `web/src/library.ts`, which wraps this crate.
//!
//! - `scene.rs` with `web/src/scene.ts` are the scene, in columns, and `rows.rs` with `rows.ts` are
//!   rows of movers and shapes. Only the package has both; the parts of the page do not.
//! - `walker.rs` with `walker.ts` are the walker: a step crosses the border as one row of numbers.
//! - `place.rs` has the number of a touched feature, for all columns.
//! - `web/src/index.ts` and `web/src/inline.ts` are the entries: the first reads the WebAssembly
//!   file, the second contains its bytes as text, for bundlers that copy no files. Bundlers that
//!   serve a project in development take the second by a condition in `package.json`.
//!
//! `web/bind` writes the JavaScript of the border; it has the same version of `wasm-bindgen`.

#[cfg(feature = "columns")]
mod batch;
#[cfg(feature = "mesh")]
mod mesh;
#[cfg(feature = "mesh")]
#[cfg_attr(not(feature = "query"), allow(dead_code, reason = "requests name meshes"))]
mod model;
#[cfg(any(feature = "columns", feature = "walker"))]
mod place;
#[cfg(feature = "all")]
mod rows;
#[cfg(feature = "all")]
mod scene;
#[cfg(feature = "walker")]
mod walker;

#[cfg(feature = "query")]
use wasm_bindgen::prelude::wasm_bindgen;

#[cfg(feature = "all")]
std::thread_local! {
    /// The names that requests have defined.
    static NAMES: std::cell::RefCell<tangency_protocol::Names> = std::cell::RefCell::default();
}

#[cfg(feature = "all")]
fn with_names<R>(ask: impl FnOnce(&mut tangency_protocol::Names) -> R) -> R {
    NAMES.with_borrow_mut(ask)
}

/// A part defines nothing.
#[cfg(all(feature = "query", not(feature = "all")))]
fn with_names<R>(ask: impl FnOnce(&mut tangency_protocol::Names) -> R) -> R {
    ask(&mut tangency_protocol::Names::default())
}

/// The answer to one line of JSON, without a line feed.
#[cfg(feature = "query")]
#[wasm_bindgen]
pub fn query(request: &str) -> String {
    let answer = with_names(|names| {
        let line = request.as_bytes();
        #[cfg(feature = "mesh")]
        let answer = mesh::with_named(|named| tangency_protocol::answer(line, named, names));
        #[cfg(not(feature = "mesh"))]
        let answer = tangency_protocol::answer(line, &mut tangency_protocol::NoMeshes, names);
        answer
    });
    let (Ok(line) | Err(line)) = answer;
    let mut line = String::from_utf8(line).unwrap_or_default();
    line.truncate(line.trim_end().len());
    line
}
