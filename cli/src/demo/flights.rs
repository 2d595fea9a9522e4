//! The table of answers, read back for the picture: what is drawn is what the file says.

use super::picture::Flight;
use std::path::{Path, PathBuf};

/// Why a table of answers cannot be drawn.
#[derive(Debug, thiserror::Error)]
pub enum FlightsError {
    /// It cannot be read, or is not a table.
    #[error("cannot read {}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: csv::Error,
    },
    /// A column is not there.
    #[error("{} has no column {column}", path.display())]
    NoColumn {
        /// The file.
        path: PathBuf,
        /// The column.
        column: &'static str,
    },
    /// A cell holds no number.
    #[error("{}, row {row}: {column} is {value:?}, must be a number", path.display())]
    NoNumber {
        /// The file.
        path: PathBuf,
        /// The row, counted from 1 without the header.
        row: usize,
        /// The column.
        column: &'static str,
        /// What is there.
        value: String,
    },
}

/// Reads all rows of a table of answers.
pub(super) fn read(path: &Path) -> Result<Vec<Flight>, FlightsError> {
    let unreadable = |source| FlightsError::Unreadable { path: path.to_owned(), source };
    let mut reader = csv::Reader::from_path(path).map_err(unreadable)?;
    let header = reader.headers().map_err(unreadable)?.clone();
    let rows = reader.records().enumerate().map(|(i, record)| {
        let record = record.map_err(unreadable)?;
        flight(&Row { path, number: i + 1, header: &header, record: &record })
    });
    rows.collect()
}

fn flight(row: &Row) -> Result<Flight, FlightsError> {
    let touched = row.text("status")? == "contact";
    let contact = touched.then(|| {
        let center = row.numbers(["center_x", "center_y", "center_z"])?;
        Ok((row.number("time")?, center, row.numbers(["point_x", "point_y", "point_z"])?))
    });
    Ok(Flight {
        start: row.numbers(["x", "y", "z"])?,
        velocity: row.numbers(["vx", "vy", "vz"])?,
        radius: row.number("radius")?,
        contact: contact.transpose()?,
    })
}

/// One row, with what is needed to say where it is.
struct Row<'a> {
    path: &'a Path,
    number: usize,
    header: &'a csv::StringRecord,
    record: &'a csv::StringRecord,
}

impl Row<'_> {
    fn text(&self, column: &'static str) -> Result<&str, FlightsError> {
        let place = self.header.iter().position(|name| name == column);
        place
            .and_then(|i| self.record.get(i))
            .ok_or_else(|| FlightsError::NoColumn { path: self.path.to_owned(), column })
    }

    fn number(&self, column: &'static str) -> Result<f64, FlightsError> {
        let text = self.text(column)?;
        text.parse().map_err(|_| FlightsError::NoNumber {
            path: self.path.to_owned(),
            row: self.number,
            column,
            value: text.to_owned(),
        })
    }

    fn numbers(&self, [x, y, z]: [&'static str; 3]) -> Result<[f64; 3], FlightsError> {
        Ok([self.number(x)?, self.number(y)?, self.number(z)?])
    }
}
