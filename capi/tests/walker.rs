//! Tests walkers whose body is a box or a hull. The program `tests/c/walker.c` compares each answer
//! of a box with the answer of `tangency_query`, and a hull with the box of its corners, to the last
//! bit.

#[allow(dead_code, reason = "other tests use more of it")]
mod program;

use program::{C, Program};

#[test]
fn boxes_and_hulls_walk_as_in_requests() {
    assert_eq!(String::from_utf8_lossy(&Program::new("c/walker.c", C, &[]).answers("").stdout), "");
}
