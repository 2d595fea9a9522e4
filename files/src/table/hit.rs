//! From the columns of an answer back to the outcomes that were written there.

use super::error::Problem;
use super::row::{ANSWER_COLUMNS, Outcome};
use super::sphere::{Cell, Cells, number, quoted};
use crate::number::Scalar;
use arrow_array::RecordBatch;
use arrow_schema::Schema;
use tangency::Feature;

/// Where a table has its first contacts.
#[derive(Debug)]
pub struct AnswerColumns([usize; ANSWER_COLUMNS.len()]);

impl AnswerColumns {
    /// Finds the columns by their names.
    ///
    /// # Errors
    /// Columns that are missing.
    pub fn find(schema: &Schema) -> Result<Self, Problem> {
        let place = |name: &str| schema.fields().iter().position(|field| field.name() == name);
        let missing = ANSWER_COLUMNS.iter().filter(|name| place(name).is_none());
        let missing: Vec<String> = missing.map(|name| name.to_string()).collect();
        if !missing.is_empty() {
            return Err(Problem::Missing(missing));
        }
        Ok(Self(ANSWER_COLUMNS.map(|name| place(name).unwrap_or_default())))
    }

    /// The outcome of each row; `first` is the number of the first, for errors.
    ///
    /// # Errors
    /// A value that no answer has.
    pub fn outcomes(&self, columns: &RecordBatch, first: u64) -> Result<Vec<Outcome>, Problem> {
        let cells: Vec<Cells> = self
            .0
            .iter()
            .map(|&place| Cells::of(columns.column(place)))
            .collect::<Result<_, _>>()?;
        let row = |(number, row)| {
            outcome(&Cursor { cells: &cells, row })
                .map_err(|flaw| Problem::Broken(format!("row {number}: {flaw}")))
        };
        (first..).zip(0..columns.num_rows()).map(row).collect()
    }
}

/// The cells of a row.
struct Cursor<'c> {
    cells: &'c [Cells],
    row: usize,
}

impl Cursor<'_> {
    fn cell(&self, name: &str) -> Cell<'_> {
        let place = ANSWER_COLUMNS.iter().position(|column| *column == name);
        place.map_or(Cell::Null, |place| self.cells[place].cell(self.row))
    }

    fn text(&self, name: &str) -> &str {
        match self.cell(name) {
            Cell::Text(text) => text,
            _ => "",
        }
    }

    fn number(&self, name: &str) -> Result<Option<f64>, String> {
        number(self.cell(name), Scalar::F64).map_err(|reason| format!("{name} is {reason}"))
    }

    fn needed(&self, name: &str) -> Result<f64, String> {
        self.number(name)?.ok_or_else(|| format!("{name} is empty, must be a number"))
    }

    fn vector(&self, names: [&str; 3]) -> Result<[f64; 3], String> {
        let [x, y, z] = names.map(|name| self.needed(name));
        Ok([x?, y?, z?])
    }

    fn triangle(&self) -> Result<u64, String> {
        let number = self.needed("triangle")?;
        let whole = number as u64;
        if whole as f64 == number && number >= 0.0 {
            Ok(whole)
        } else {
            Err(format!("triangle is {number:?}, must be a whole number"))
        }
    }

    fn feature(&self) -> Result<Feature, String> {
        match self.text("feature") {
            "vertex 0" => Ok(Feature::Vertex(0)),
            "vertex 1" => Ok(Feature::Vertex(1)),
            "vertex 2" => Ok(Feature::Vertex(2)),
            "edge 0" => Ok(Feature::Edge(0)),
            "edge 1" => Ok(Feature::Edge(1)),
            "edge 2" => Ok(Feature::Edge(2)),
            "face" => Ok(Feature::Face),
            other => Err(format!("feature is {}, must be as in edge 2", quoted(other))),
        }
    }
}

fn outcome(row: &Cursor<'_>) -> Result<Outcome, String> {
    const CENTER: [&str; 3] = ["center_x", "center_y", "center_z"];
    const POINT: [&str; 3] = ["point_x", "point_y", "point_z"];
    const NORMAL: [&str; 3] = ["normal_x", "normal_y", "normal_z"];
    let normal = || match row.number("normal_x")? {
        Some(_) => row.vector(NORMAL).map(Some),
        None => Ok(None),
    };
    match row.text("status") {
        "none" => Ok(Outcome::None),
        "overlap" => Ok(Outcome::Overlap {
            center: row.vector(CENTER)?,
            point: row.vector(POINT)?,
            normal: normal()?,
            triangle: row.triangle()?,
            feature: row.feature()?,
        }),
        "contact" => Ok(Outcome::Contact {
            time: row.needed("time")?,
            center: row.vector(CENTER)?,
            point: row.vector(POINT)?,
            normal: normal()?,
            triangle: row.triangle()?,
            feature: row.feature()?,
        }),
        "" => Ok(Outcome::Error(row.text("error").to_owned())),
        other => Err(format!("status is {}, must be contact, overlap or none", quoted(other))),
    }
}
