//! From the columns of an answer back to the outcomes that were written there.

use super::error::Problem;
use super::row::{ANSWER_COLUMNS, LEG, OTHER_COLUMNS, Outcome};
use super::sphere::{Cell, Cells, number, quoted};
use crate::number::Scalar;
use arrow_array::RecordBatch;
use arrow_schema::Schema;
use tangency::Feature;

/// Where a table has its first contacts.
#[derive(Debug)]
pub struct AnswerColumns(Vec<(&'static str, usize)>);

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
        // Those of paths and capsules need not be there.
        let names = ANSWER_COLUMNS.into_iter().chain([LEG]).chain(OTHER_COLUMNS);
        Ok(Self(names.filter_map(|name| Some((name, place(name)?))).collect()))
    }

    /// The outcome of each row; `first` is the number of the first, for errors.
    ///
    /// # Errors
    /// A value that no answer has.
    pub fn outcomes(&self, columns: &RecordBatch, first: u64) -> Result<Vec<Outcome>, Problem> {
        let cells: Vec<_> = self
            .0
            .iter()
            .map(|&(name, place)| Ok::<_, Problem>((name, Cells::of(columns.column(place))?)))
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
    cells: &'c [(&'static str, Cells)],
    row: usize,
}

impl Cursor<'_> {
    fn cell(&self, name: &str) -> Cell<'_> {
        let found = self.cells.iter().find(|(column, _)| *column == name);
        found.map_or(Cell::Null, |(_, cells)| cells.cell(self.row))
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

    /// A vector, if there is one.
    fn maybe(&self, names: [&str; 3]) -> Result<Option<[f64; 3]>, String> {
        match self.number(names[0])? {
            Some(_) => self.vector(names).map(Some),
            None => Ok(None),
        }
    }

    fn whole(&self, name: &str) -> Result<u64, String> {
        let number = self.needed(name)?;
        let whole = number as u64;
        if whole as f64 == number && number >= 0.0 {
            Ok(whole)
        } else {
            Err(format!("{name} is {number:?}, must be a whole number"))
        }
    }

    fn leg(&self) -> Result<Option<u64>, String> {
        self.number(LEG)?.map(|_| self.whole(LEG)).transpose()
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
    match row.text("status") {
        "none" => Ok(Outcome::None),
        "overlap" => Ok(Outcome::Overlap {
            center: row.vector(CENTER)?,
            point: row.vector(POINT)?,
            normal: row.maybe(NORMAL)?,
            triangle: row.whole("triangle")?,
            feature: row.feature()?,
            leg: row.leg()?,
        }),
        "contact" => Ok(Outcome::Contact {
            time: row.needed("time")?,
            leg: row.leg()?,
            center: row.vector(CENTER)?,
            point: row.vector(POINT)?,
            other_point: row.maybe(OTHER_COLUMNS)?,
            normal: row.maybe(NORMAL)?,
            triangle: row.whole("triangle")?,
            feature: row.feature()?,
        }),
        "" => Ok(Outcome::Error(row.text("error").to_owned())),
        other => Err(format!("status is {}, must be contact, overlap or none", quoted(other))),
    }
}
