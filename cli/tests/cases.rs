//! The shared cases of `tests/cases`, answered by `tangency query`.

mod judge;

use tangency_cli::query;

/// The answers to these requests, a line each.
fn ask(requests: &str) -> String {
    let mut output = Vec::new();
    query::run(requests.as_bytes(), &mut output, &|said| panic!("{said}")).unwrap();
    String::from_utf8(output).unwrap()
}

judge::all_files! { ask }
