//! A pipeline that keeps the order of the rows: one thread reads, several threads cast, and the
//! calling thread writes.
//!
//! ```text
//! reader ── pieces ──▶ workers ── answers, one channel a piece ──▶ writer
//!        └─ batches, in order ──────────────────────────────────▶
//! ```
//! Every channel is short, so only a few batches are in memory, however long the table is and
//! whichever thread is slowest. The writer takes the results piece by piece in the order of the
//! rows, so the output does not depend on the speed of the threads.

use super::error::CastError;
use crate::contained::{Panicked, contained};
use crate::counts::Counts;
use crate::interrupt::Interrupt;
use crate::table::{Batch, Outcome, Row, TableError};
use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// The number of rows that a worker takes at a time. It is small, so that all workers are busy
/// until near the end of the table.
const PIECE: usize = 512;

/// The time that the writer waits for results before it checks for an interrupt.
const PATIENCE: Duration = Duration::from_millis(50);

/// The work on some rows.
pub(super) trait Caster: Send + Sync + 'static {
    /// Returns the outcomes of the rows in their order, and the number of outcomes that needed
    /// exact integers. After an interrupt the result is ignored.
    fn cast(&self, rows: &[Result<Row, String>], interrupt: &Interrupt) -> (Vec<Outcome>, u64);
}

/// Some rows of a batch, and the channel for their results.
struct Piece {
    batch: Arc<Batch>,
    rows: Range<usize>,
    answers: SyncSender<Result<Answers, Panicked>>,
}

struct Answers {
    outcomes: Vec<Outcome>,
    counts: Counts,
}

/// A batch whose pieces are being cast.
struct Pending {
    batch: Arc<Batch>,
    answers: Vec<Receiver<Result<Answers, Panicked>>>,
}

/// Casts all batches with this number of threads and passes them to `write`, in order.
///
/// If this function ends early, it does not wait for threads that wait for a slow reader.
pub(super) fn run(
    batches: impl Iterator<Item = Result<Batch, TableError>> + Send + 'static,
    caster: Arc<impl Caster>,
    threads: NonZeroUsize,
    interrupt: &Interrupt,
    mut write: impl FnMut(&Batch, &[Outcome]) -> Result<(), TableError>,
) -> Result<Counts, CastError> {
    let (pieces_in, pieces) = mpsc::sync_channel(2 * threads.get());
    let (pending_in, pending) = mpsc::sync_channel(2);
    let pieces = Arc::new(Mutex::new(pieces));
    for _ in 0..threads.get() {
        let (pieces, caster, interrupt) =
            (Arc::clone(&pieces), Arc::clone(&caster), interrupt.clone());
        spawn("worker", move || work(&pieces, &*caster, &interrupt))?;
    }
    spawn("reader", move || read(batches, &pieces_in, &pending_in))?;

    let mut counts = Counts::default();
    while let Some(batch) = receive(&pending, interrupt)? {
        let Pending { batch, answers } = batch?;
        let mut outcomes = Vec::with_capacity(batch.rows.len());
        for piece in answers {
            let answers = receive(&piece, interrupt)?.ok_or(CastError::LostWorker)?;
            let mut answers = answers.map_err(|Panicked { message, place }| {
                CastError::Panicked(format!("{message}, at {place}"))
            })?;
            outcomes.append(&mut answers.outcomes);
            counts.add(answers.counts);
        }
        if interrupt.is_requested() {
            return Err(CastError::Interrupted);
        }
        write(&batch, &outcomes)?;
    }
    Ok(counts)
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Result<(), CastError> {
    let spawned: io::Result<_> = thread::Builder::new().name(name.to_owned()).spawn(work);
    spawned.map(drop).map_err(CastError::Thread)
}

/// Passes on the rows until the table ends or nobody takes them.
fn read(
    batches: impl Iterator<Item = Result<Batch, TableError>>,
    pieces: &SyncSender<Piece>,
    pending: &SyncSender<Result<Pending, TableError>>,
) {
    for batch in batches {
        let (next, its_pieces) = match batch {
            Ok(batch) => {
                let (next, its_pieces) = split(Arc::new(batch));
                (Ok(next), its_pieces)
            }
            Err(error) => (Err(error), Vec::new()),
        };
        if pending.send(next).is_err() {
            return;
        }
        for piece in its_pieces {
            if pieces.send(piece).is_err() {
                return;
            }
        }
    }
}

fn split(batch: Arc<Batch>) -> (Pending, Vec<Piece>) {
    let count = batch.rows.len();
    let (answers, pieces) = (0..count)
        .step_by(PIECE)
        .map(|start| {
            let (sender, receiver) = mpsc::sync_channel(1);
            let rows = start..count.min(start + PIECE);
            (receiver, Piece { batch: Arc::clone(&batch), rows, answers: sender })
        })
        .unzip();
    (Pending { batch, answers }, pieces)
}

fn work(pieces: &Mutex<Receiver<Piece>>, caster: &impl Caster, interrupt: &Interrupt) {
    // The worker holds the lock while it waits for a piece, and then releases it.
    while let Some(piece) = pieces.lock().ok().and_then(|pieces| pieces.recv().ok()) {
        // The message of a panic becomes part of the error, unless the cause is known.
        let cast = contained(|| caster.cast(&piece.batch.rows[piece.rows], interrupt));
        if interrupt.is_requested() {
            return;
        }
        let answers = cast.map(|(outcomes, exact)| Answers::of(outcomes, exact));
        // Sending fails only if the writer has ended, and then the results are not needed.
        let _ = piece.answers.send(answers);
    }
}

impl Answers {
    fn of(outcomes: Vec<Outcome>, exact: u64) -> Self {
        let mut counts = Counts { exact, ..Counts::default() };
        for outcome in &outcomes {
            *count_of(outcome, &mut counts) += 1;
        }
        Self { outcomes, counts }
    }
}

/// The count that an outcome belongs to.
fn count_of<'c>(outcome: &Outcome, counts: &'c mut Counts) -> &'c mut u64 {
    let counted = match outcome {
        Outcome::Each(each) => {
            let overlap = each.iter().find(|outcome| matches!(outcome, Outcome::Overlap { .. }));
            overlap.or(each.first())
        }
        one => Some(one),
    };
    match counted {
        None | Some(Outcome::None | Outcome::Each(_)) => &mut counts.nones,
        Some(Outcome::Overlap { .. }) => &mut counts.overlaps,
        Some(Outcome::Contact { .. } | Outcome::Touch) => &mut counts.contacts,
        Some(Outcome::Error(_)) => &mut counts.errors,
    }
}

/// The next value of a channel, or `None` at the end of the channel. An interrupt that comes first
/// is an error.
fn receive<V>(channel: &Receiver<V>, interrupt: &Interrupt) -> Result<Option<V>, CastError> {
    loop {
        match channel.recv_timeout(PATIENCE) {
            Ok(value) => return Ok(Some(value)),
            Err(_) if interrupt.is_requested() => return Err(CastError::Interrupted),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::RecordBatch;
    use arrow_schema::Schema;

    /// A caster that panics at one row.
    struct Stumbling;

    impl Caster for Stumbling {
        fn cast(&self, rows: &[Result<Row, String>], _: &Interrupt) -> (Vec<Outcome>, u64) {
            assert!(!rows.contains(&Err("stone".to_owned())), "over a stone");
            (rows.iter().map(|_| Outcome::None).collect(), 0)
        }
    }

    fn answered(rows: Vec<Result<Row, String>>) -> Result<Counts, CastError> {
        let columns = RecordBatch::new_empty(Arc::new(Schema::empty()));
        let batches = std::iter::once(Ok(Batch { columns, rows }));
        let (caster, threads) = (Arc::new(Stumbling), NonZeroUsize::new(2).unwrap());
        run(batches, caster, threads, &Interrupt::default(), |_, _| Ok(()))
    }

    #[test]
    fn a_worker_that_panics_ends_the_job_and_says_where() {
        let mut rows = vec![Err("fine".to_owned()); 3 * PIECE];
        assert_eq!(answered(rows.clone()).unwrap().nones, 3 * PIECE as u64);
        rows[2 * PIECE] = Err("stone".to_owned());
        let told = answered(rows).unwrap_err().to_string();
        let start = "a thread ended before its work was done: over a stone, at ";
        assert!(told.starts_with(start) && told.contains("pipeline.rs:"), "{told}");
    }
}
