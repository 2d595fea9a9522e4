//! What is wrong is an error, and no crash: `tests/c/misuse.c` says what, and looks at each code and message itself.

#[allow(dead_code, reason = "other tests use more of it")]
mod program;

use program::{C, Program};

#[test]
fn misuse_is_an_error() {
    let output = Program::new("c/misuse.c", C, &[]).answers("");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
}
