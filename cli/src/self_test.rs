//! `tangency self-test`: answers the same requests on every machine, and compares the checksum.

use std::io::{self, BufWriter, Write};
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use tangency_files::progress::Progress;
use tangency_protocol::self_test::{BLOCK, EXPECTED, block, request, total};

/// The outcome of a self-test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The number of requests that were answered.
    pub answers: u64,
    /// The checksum of the answers.
    pub checksum: u64,
    /// The known checksum for this number of requests, if there is one.
    pub expected: Option<u64>,
}

/// Answers some blocks of requests on some threads.
pub fn run(blocks: u64, threads: NonZeroUsize, progress: &Progress) -> Outcome {
    let done = Mutex::new((vec![0; blocks as usize], progress(Some(blocks * BLOCK))));
    let next = AtomicU64::new(0);
    let answer = || {
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= blocks {
                return;
            }
            let checksum = block(number);
            let mut done = done.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            done.0[number as usize] = checksum;
            (done.1)(BLOCK as usize);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.get() {
            // If a thread cannot be started, the other threads do its work.
            let _ = thread::Builder::new().spawn_scoped(scope, answer);
        }
        answer();
    });
    let (checksums, _) = done.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    let expected = EXPECTED.into_iter().find(|(count, _)| *count == blocks);
    let expected = expected.map(|(_, checksum)| checksum);
    Outcome { answers: blocks * BLOCK, checksum: total(checksums), expected }
}

/// Writes the requests of some blocks, a line each.
pub fn write_requests(blocks: u64, output: impl Write) -> io::Result<()> {
    let mut output = BufWriter::new(output);
    for number in 0..blocks {
        for k in 0..BLOCK {
            writeln!(output, "{}", request(number, k))?;
        }
    }
    output.flush()
}
