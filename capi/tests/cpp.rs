//! Tests the header for C++. The program `tests/cpp/vectors.cpp` checks each answer itself.

#[allow(dead_code, reason = "other tests use more of it")]
mod program;

use program::{CPP, Program};

#[test]
fn cpp_answers() {
    assert_eq!(Program::new("cpp/vectors.cpp", CPP, &[]).answers("").stdout, b"");
}

#[test]
fn cpp_answers_without_exceptions() {
    assert_eq!(Program::new("cpp/vectors.cpp", CPP, &["-fno-exceptions"]).answers("").stdout, b"");
}
