//! Gathers rows that are the points of paths: consecutive rows that name the same path are one
//! path.
//!
//! A row that names no path, or that cannot be read, may belong to the path before it or to the
//! path behind it. So neither path has a result: without one of its points, a path would have
//! another result.

use super::cells::{Cell, Cells};
use super::error::Problem;
use super::row::{Batch, Extent, HULL, HullNames, Row, Way};
use super::select::selected;
use arrow_array::RecordBatch;
use std::collections::HashMap;

/// The name of a path in a row.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Name {
    Text(String),
    Whole(i128),
    Float(u64),
}

impl Name {
    /// The name in a text; `None` if it is empty.
    pub(super) fn of_text(text: &str) -> Option<Self> {
        let text = text.trim_ascii();
        (!text.is_empty()).then(|| Self::Text(text.to_owned()))
    }

    pub(super) fn of(cell: Cell<'_>) -> Option<Self> {
        match cell {
            Cell::Null => None,
            Cell::Text(text) => Self::of_text(text),
            Cell::Integer(value) => Some(Self::Whole(value)),
            Cell::Float(value) => Some(Self::Float(value.to_bits())),
        }
    }
}

/// The role of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The row is the first of a path.
    Begins,
    /// The row is the first of a path, unless the row before it, which names no path, is the first.
    MayBegin,
    /// The row belongs to the path before it, or may belong to it.
    GoesOn,
}

/// Finds the start of each path, row by row.
#[derive(Clone, Debug, Default)]
pub(super) struct Steps {
    name: Option<Name>,
    has_begun: bool,
    is_unknown: bool,
}

impl Steps {
    /// Takes the next row, by the name of its path.
    pub(super) fn next(&mut self, name: Option<Name>) -> Step {
        let is_first = !std::mem::replace(&mut self.has_begun, true);
        let was_unknown = std::mem::replace(&mut self.is_unknown, name.is_none());
        match name {
            None if is_first => Step::Begins,
            None => Step::GoesOn,
            same if same == self.name => Step::GoesOn,
            other => {
                self.name = other;
                if was_unknown { Step::MayBegin } else { Step::Begins }
            }
        }
    }
}

/// Gathers the rows of paths. The path that has not ended yet is kept in memory, with its points.
#[derive(Debug)]
pub(super) struct Paths {
    /// The column of the names.
    column: usize,
    /// The hulls that the rows may be; without them, the names of hulls are not used.
    hulls: HullNames,
    steps: Steps,
    open: Option<Open>,
}

/// The path that has not ended yet.
#[derive(Debug)]
struct Open {
    /// The first row of the path, if it is not in the current batch.
    first: Option<RecordBatch>,
    path: Path,
}

impl Paths {
    pub(super) fn new(column: usize, hulls: Option<&HullNames>) -> Self {
        let hulls = hulls.cloned().unwrap_or(HullNames::One);
        Self { column, hulls, steps: Steps::default(), open: None }
    }

    /// The paths that end within these rows: first the path that began in earlier rows, in a batch
    /// of its own, then the others.
    pub(super) fn gather(
        &mut self,
        columns: &RecordBatch,
        rows: Vec<Result<Row, String>>,
        flaws: &HashMap<usize, String>,
    ) -> Result<Vec<Batch>, Problem> {
        let names = Cells::of(columns.column(self.column))?;
        let schema = columns.schema();
        let column = schema.field(self.column).name().trim();
        let (mut ended, mut firsts, mut whole) = (Vec::new(), Vec::new(), Vec::new());
        for (i, row) in rows.into_iter().enumerate() {
            // A row that cannot be read may have any name.
            let name = if flaws.contains_key(&i) { None } else { Name::of(names.cell(i)) };
            let row = match name {
                Some(_) => row,
                None => row.and(Err(format!("{column} is empty, must name the path"))),
            };
            let step = self.steps.next(name);
            if step != Step::GoesOn {
                if let Some(Open { first, path }) = self.open.take() {
                    match first {
                        None => whole.push(path.finish()),
                        Some(columns) => ended.push(Batch { columns, rows: vec![path.finish()] }),
                    }
                }
                firsts.push(i);
                let flaw = (step == Step::MayBegin).then(|| {
                    format!("the row before the path may belong to it: its {column} is empty or cannot be read")
                });
                self.open = Some(Open { first: None, path: Path { flaw, ..Path::default() } });
            }
            if let Some(Open { path, .. }) = &mut self.open {
                path.push(row, &self.hulls);
            }
        }
        if let (Some(Open { first: first @ None, .. }), Some(&last)) =
            (&mut self.open, firsts.last())
        {
            *first = Some(columns.slice(last, 1));
        }
        firsts.truncate(whole.len());
        if !firsts.is_empty() {
            ended.push(Batch { columns: selected(columns, &firsts)?, rows: whole });
        }
        Ok(ended)
    }

    /// The last path, after all rows were gathered.
    pub(super) fn finish(&mut self) -> Option<Batch> {
        let Open { first, path } = self.open.take()?;
        Some(Batch { columns: first?, rows: vec![path.finish()] })
    }
}

/// A path that is being gathered.
#[derive(Debug, Default)]
struct Path {
    first: Option<Row>,
    points: Vec<[f64; 3]>,
    count: u64,
    flaw: Option<String>,
}

impl Path {
    fn push(&mut self, row: Result<Row, String>, hulls: &HullNames) {
        if self.flaw.is_none()
            && let Err(flaw) = row.and_then(|row| self.go_on(row, hulls))
        {
            self.flaw = Some(format!("row {} of the path: {flaw}", self.count));
            self.points = Vec::new();
        }
        self.count += 1;
    }

    fn go_on(&mut self, row: Row, hulls: &HullNames) -> Result<(), String> {
        let Some(first) = &self.first else {
            self.first = Some(row);
            return Ok(());
        };
        let differs = |name: &str, [here, first]: [f64; 2]| match here == first {
            true => Ok(()),
            false => Err(format!("{name} is {here:?}, must be {first:?} as in row 0 of the path")),
        };
        differs("radius", [row.radius, first.radius])?;
        let of_first = first.extent.numbers();
        for ((name, here), (_, first)) in row.extent.numbers().into_iter().zip(of_first) {
            differs(name, [here, first])?;
        }
        if let (Extent::Hull(here), Extent::Hull(first)) = (row.extent, first.extent)
            && here != first
        {
            let [here, first] = [here, first].map(|index| hulls.quoted(index));
            return Err(format!("{HULL} is {here}, must be {first} as in row 0 of the path"));
        }
        self.points.push(row.center);
        Ok(())
    }

    fn finish(self) -> Result<Row, String> {
        match (self.flaw, self.first) {
            (Some(flaw), _) => Err(flaw),
            (None, Some(first)) if !self.points.is_empty() => {
                Ok(Row { way: Way::Along(self.points), ..first })
            }
            _ => Err("the path has 1 row, must have 2 or more: each is a point of it".to_owned()),
        }
    }
}
