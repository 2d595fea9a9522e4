//! The shared cases of `tests/cases`, asked by a C program by way of `tangency_query`.

#[path = "../../cli/tests/judge/mod.rs"]
mod judge;
#[allow(dead_code, reason = "other tests use more of it")]
mod program;

use program::{C, Program};
use std::sync::LazyLock;

static QUERY: LazyLock<Program> = LazyLock::new(|| Program::new("c/query.c", C, &[]));

/// The lines that answer these.
fn ask(requests: &str) -> String {
    String::from_utf8(QUERY.answers(requests).stdout).unwrap()
}

judge::all_files! { ask }
