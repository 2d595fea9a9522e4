//! Joins the parts of a Parquet, one after the other.

use super::check_seen;
use super::error::JoinError;
use super::part::Part;
use crate::interrupt::Interrupt;
use crate::seen::Seen;
use crate::table::{Destination, ParquetReader, Problem, TableError};
use std::fs::File;
use std::path::Path;

/// Writes the rows of all parts again, since the pages and row groups of the joined table do not
/// end where the parts end.
pub(super) fn join(
    parts: &[Part],
    seen: &[Seen],
    output: &Path,
    (interrupt, mut done): (&Interrupt, impl FnMut(usize)),
) -> Result<(), JoinError> {
    let open = |path: &Path| {
        let (reader, (), _) = File::open(path)
            .map_err(Problem::from)
            .and_then(|file| ParquetReader::open(file, None, |_| Ok((None, ()))))
            .map_err(|problem| problem.at(path))?;
        Ok::<_, TableError>(reader)
    };
    let mut destination = Destination::create(output, open(&parts[0].path)?.columns())?;
    for Part { path, .. } in parts {
        let mut reader = open(path)?;
        while let Some(batch) = reader.next_batch().map_err(|problem| problem.at(path))? {
            if interrupt.is_requested() {
                return Err(JoinError::Interrupted);
            }
            destination.write(&batch.columns)?;
            done(batch.columns.num_rows());
        }
    }
    check_seen(parts, seen)?;
    Ok(destination.finish()?)
}
