//! What is wrong is an error, and no crash: `tests/c/misuse.c` says what, and looks at each code
//! and message itself; `tests/c/null.c` has every function.

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

/// Those of the header, of `double` and of no float; those of `float` are made of the same text.
#[test]
fn no_function_is_left_out() {
    let read = |file: &str| std::fs::read_to_string(file).unwrap();
    let (header, calls) =
        (read("include/tangency.h"), read("tests/c/null.c") + &read("tests/c/null.inc"));
    let mut functions = 0;
    for line in header.lines().filter(|line| !line.starts_with("//")) {
        let Some((before, _)) = line.split_once('(') else { continue };
        let name = before.rsplit([' ', '*']).next().unwrap();
        if !name.starts_with("tangency_") || name.ends_with("_f32") {
            continue;
        }
        let is_called = [format!("{name}("), format!("OF({name})("), format!("PAIR({name},")];
        assert!(is_called.iter().any(|call| calls.contains(call)), "{name} in tests/c/null.c");
        functions += 1;
    }
    assert!(functions > 40, "{functions}");
}
