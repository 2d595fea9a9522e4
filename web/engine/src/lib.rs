//! The library for JavaScript: it gets and returns numbers and text, and contains no geometry of
//! its own.
//!
//! The interface for users is `web/src/library.ts`, which wraps this crate.
//!
//! - `scene.rs` with `web/src/scene.ts` are the scene, in columns; `rows.rs` with `rows.ts` are
//!   rows of movers and shapes.
//! - `walker.rs` with `walker.ts` are the walker, whose step crosses the border as one row of
//!   numbers.
//! - `place.rs` has the code of a touched feature, for all columns.
//! - `web/src/index.ts` and `web/src/inline.ts` are the entries: the first reads the WebAssembly
//!   file, the second contains its bytes as text, for bundlers that copy no files. Bundlers that
//!   serve a project in development take the second by a condition in `package.json`.
//!
//! `web/bind` writes the JavaScript of the border. It has the same version of `wasm-bindgen` as
//! this crate.

mod batch;
mod mesh;
mod model;
mod place;
mod rows;
mod scene;
mod walker;

use wasm_bindgen::prelude::wasm_bindgen;

std::thread_local! {
    /// The names that requests have defined.
    static NAMES: std::cell::RefCell<tangency_protocol::Names> = std::cell::RefCell::default();
}

/// The answer to one line of JSON, without a line feed.
#[wasm_bindgen]
pub fn query(request: &str) -> String {
    let line = request.as_bytes();
    let answer = NAMES.with_borrow_mut(|names| {
        mesh::with_named(|named| tangency_protocol::answer(line, named, names))
    });
    let (Ok(line) | Err(line)) = answer;
    let mut line = String::from_utf8(line).unwrap_or_default();
    line.truncate(line.trim_end().len());
    line
}
