//! Tests that an invalid call is an error and not a crash. `tests/c/misuse.c` makes such calls and
//! checks each code and message itself; `tests/c/null.c` calls every function.

#[allow(dead_code, reason = "other tests use more of it")]
mod program;

use program::{C, Program};

#[test]
fn misuse_is_an_error() {
    let output = Program::new("c/misuse.c", C, &[]).answers("");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
}

#[test]
fn every_function_refuses_null_and_what_is_gone() {
    let output = Program::new("c/null.c", C, &[]).answers("");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
}

/// A count that no memory can hold does not end the program. Also, nothing is written to standard
/// error, where a panic would be reported.
#[test]
fn hostile_counts_are_errors() {
    let output = Program::new("c/hostile.c", C, &[]).answers("");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

fn read(file: &str) -> String {
    std::fs::read_to_string(file).unwrap()
}

/// The functions of the header with their parameters, except the functions for `float`, which are
/// made from the same text as those for `double`.
fn functions() -> Vec<(String, String)> {
    let header = read("include/tangency.h");
    let mut functions = Vec::new();
    for declaration in header.split(';') {
        let Some((before, taken)) = declaration
            .rsplit_once("tangency_")
            .and_then(|(_, rest)| rest.split_once('(').filter(|(_, taken)| taken.ends_with(')')))
        else {
            continue;
        };
        if !before.ends_with("_f32") {
            functions.push((format!("tangency_{before}"), taken.to_owned()));
        }
    }
    assert!(functions.len() > 40, "{functions:?}");
    functions
}

fn is_called(name: &str, calls: &str) -> bool {
    let forms = [format!("{name}("), format!("OF({name})("), format!("PAIR({name},")];
    forms.iter().any(|call| calls.contains(call))
}

#[test]
fn no_function_is_left_out() {
    let calls = read("tests/c/null.c") + &read("tests/c/null.inc");
    for (name, _) in functions() {
        assert!(is_called(&name, &calls), "{name} in tests/c/null.c");
    }
}

#[test]
fn no_count_is_left_out() {
    let calls = read("tests/c/hostile.c") + &read("tests/c/hostile.inc");
    let mut counted = 0;
    for (name, taken) in functions() {
        let by_value = |it: &str| it.contains("size_t ") && !it.contains('*');
        let columns = ["TangencyColumn", "TangencyMovers"];
        let is_counted = |it: &str| by_value(it) || columns.iter().any(|name| it.contains(name));
        if taken.split(',').any(is_counted) {
            assert!(is_called(&name, &calls), "{name} in tests/c/hostile.c");
            counted += 1;
        }
    }
    assert!(counted > 15, "{counted}");
}
