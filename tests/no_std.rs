//! The library needs `alloc`, but not `std`: `tests/bare` would not compile with a dependency on
//! `std`.

use std::process::Command;

#[test]
fn builds_without_std() {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bare/Cargo.toml");
    let target = concat!(env!("CARGO_MANIFEST_DIR"), "/target/bare");
    let status = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--manifest-path", manifest, "--target-dir", target])
        .status()
        .unwrap();
    assert!(status.success());
}
