//! Tests boxes, triangles and hulls that move, and hulls as obstacles. The program
//! `tests/c/convex.c` checks each answer itself.

#[allow(dead_code, reason = "other tests use more of it")]
mod program;

use program::{C, Program};

#[test]
fn convex_bodies_move() {
    assert_eq!(String::from_utf8_lossy(&Program::new("c/convex.c", C, &[]).answers("").stdout), "");
}
