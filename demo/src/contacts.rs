//! Reads the table of results for the picture, so that the picture shows the contents of the file.

use crate::picture::Flight;
use std::path::Path;
use tangency_files::table::{AnswerColumns, Outcome, Problem, Reader, Scalar, TableError};

/// Reads all rows of a table of results.
pub(super) fn read(path: &Path) -> Result<Vec<Flight>, TableError> {
    let at = |problem| TableError { path: path.to_owned(), problem };
    let reader = Reader::open(path, Scalar::F64)?;
    let answers = AnswerColumns::find(reader.schema()).map_err(at)?;
    let mut flights = Vec::new();
    for batch in reader {
        let batch = batch?;
        let outcomes = answers.outcomes(&batch.columns, flights.len() as u64).map_err(at)?;
        for (sphere, outcome) in batch.rows.into_iter().zip(outcomes) {
            let flaw = |flaw| at(Problem::Broken(format!("row {}: {flaw}", flights.len())));
            let sphere = sphere.map_err(flaw)?;
            let contact = match outcome {
                Outcome::Contact { time, center, point, .. } => Some((time, center, point)),
                _ => None,
            };
            flights.push(Flight {
                start: sphere.center,
                velocity: sphere.velocity(),
                radius: sphere.radius,
                contact,
            });
        }
    }
    Ok(flights)
}
