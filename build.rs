//! Says whether code is to be quick: `cfg(hot)`, at optimisation levels 2 and 3. What is asked by
//! the million is then compiled into whoever asks. At the other levels it is called: the tests have
//! half of the code then, in less than half of the time (benches/HISTORY.md).

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(hot)");
    if env::var("OPT_LEVEL").is_ok_and(|level| level == "2" || level == "3") {
        println!("cargo::rustc-cfg=hot");
    }
}
