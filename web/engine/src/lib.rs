//! The library for JavaScript: numbers and text in, numbers and text out, and no geometry of its
//! own.
//!
//! What users see is in `web/src/library.ts`, which is written over this.

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
    /// What requests have defined.
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

/// The answer to one line of JSON, without a line's end.
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
