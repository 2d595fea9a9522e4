//! Tests the shared cases of `tests/cases`, whose requests a C program passes to `tangency_query`.

#[path = "../../cli/tests/judge/mod.rs"]
mod judge;
#[allow(dead_code, reason = "other tests use more of it")]
mod program;

use program::{C, Program};
use std::sync::LazyLock;

static QUERY: LazyLock<Program> = LazyLock::new(|| Program::new("c/query.c", C, &[]));

/// The answers to these requests, a line each.
fn ask(requests: &str) -> String {
    String::from_utf8(QUERY.answers(requests).stdout).unwrap()
}

judge::all_files! { ask }
