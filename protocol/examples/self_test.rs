//! `tangency self-test` on one thread, for machines and emulators for which the command is not
//! built: this example needs only the crate of the protocol.
//!
//! `cargo run --release -p tangency-protocol --example self_test [BLOCKS]`: a thousand answers in a
//! block; a million by default, as in WebAssembly, where there is no argument.

use std::process::ExitCode;
use tangency_protocol::self_test::{BLOCK, BLOCKS, EXPECTED, block, total};

fn main() -> ExitCode {
    let count = match std::env::args().nth(1).map(|word| word.parse()) {
        None => BLOCKS,
        Some(Ok(count)) if count > 0 => count,
        Some(_) => {
            eprintln!("BLOCKS must be a whole number, 1 or more");
            return ExitCode::from(2);
        }
    };
    let checksum = total((0..count).map(block));
    println!("{} answers: {checksum:016x}", count * BLOCK);
    match EXPECTED.into_iter().find(|(known, _)| *known == count) {
        None => println!("no checksum is known for so many blocks"),
        Some((_, expected)) if expected == checksum => {}
        Some((_, expected)) => {
            eprintln!("it must be {expected:016x} on every machine; please report this");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
