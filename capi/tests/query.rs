//! The shared cases of `tests/cases`, asked by a C program by way of `tangency_query`.

#[path = "../../cli/tests/judge/mod.rs"]
mod judge;
mod program;

use program::Program;
use std::sync::LazyLock;

static QUERY: LazyLock<Program> = LazyLock::new(|| Program::new("query"));

/// The lines that answer these.
fn ask(requests: &str) -> String {
    String::from_utf8(QUERY.answers(requests).stdout).unwrap()
}

judge::all_files! { ask }
