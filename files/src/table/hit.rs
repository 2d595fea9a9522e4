//! Reads outcomes back from the columns of a result.

use super::answer::{PLANES, SIDES, VERTICES};
use super::cells::{Cell, Cells};
use super::error::Problem;
use super::error::quoted;
use super::row::{ANSWER_COLUMNS, ITEM, LEG, OTHER_COLUMNS, Outcome};
use super::sphere::number;
use crate::number::Scalar;
use arrow_array::RecordBatch;
use arrow_schema::Schema;
use tangency::{BoxFeature, Feature, HullFeature, ItemFeature, MeshFeature, PlaneFeature, Side};

/// The indices of the columns of first contacts in a table.
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
            let found = schema.fields().iter().map(|field| field.name().clone()).collect();
            return Err(Problem::Missing { missing, found });
        }
        // The columns for paths, scenes, and bodies with a segment of contact are optional.
        let names = ANSWER_COLUMNS.into_iter().chain([LEG, ITEM]).chain(OTHER_COLUMNS);
        Ok(Self(names.filter_map(|name| Some((name, place(name)?))).collect()))
    }

    /// Whether the results are for a scene.
    pub fn has_item(&self) -> bool {
        self.0.iter().any(|(name, _)| *name == ITEM)
    }

    /// Whether the results may have the other end of a touched segment.
    pub fn has_other_point(&self) -> bool {
        self.0.iter().any(|(name, _)| *name == OTHER_COLUMNS[0])
    }

    /// The outcome of each row. `first` is the number of the first row, for errors.
    ///
    /// # Errors
    /// A value that cannot be in a result.
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

    /// A whole number, if there is one.
    fn maybe_whole(&self, name: &str) -> Result<Option<u64>, String> {
        self.number(name)?.map(|_| self.whole(name)).transpose()
    }

    /// The item, for a scene, and the feature of the item or of the mesh.
    fn place(&self) -> Result<(Option<u64>, ItemFeature), String> {
        let is_of_scene = self.cells.iter().any(|(name, _)| *name == ITEM);
        let item = is_of_scene.then(|| self.whole(ITEM)).transpose()?;
        let triangle = match is_of_scene {
            true => self.maybe_whole("triangle")?,
            false => Some(self.whole("triangle")?),
        };
        let words = self.text("feature");
        let feature = match (feature(words), triangle) {
            (Some(ItemFeature::Simplex(feature)), Some(triangle)) => {
                let triangle = usize::try_from(triangle)
                    .map_err(|_| format!("triangle is {triangle}, past the largest index"))?;
                ItemFeature::Mesh(MeshFeature { triangle, feature })
            }
            (Some(feature), None) => feature,
            _ => return Err(format!("feature is {}, must be as in edge 2", quoted(words))),
        };
        Ok((item, feature))
    }
}

/// The feature that a text names; on a mesh, a feature of a triangle.
fn feature(words: &str) -> Option<ItemFeature> {
    let mut words = words.split(' ');
    let kind = words.next()?;
    let numbers: Vec<i64> = words.map(str::parse).collect::<Result<_, _>>().ok()?;
    Some(match (kind, &numbers[..]) {
        ("vertex", &[index @ 0..3]) => Feature::Vertex(index as u8).into(),
        ("edge", &[index @ 0..3]) => Feature::Edge(index as u8).into(),
        ("face", []) => Feature::Face.into(),
        (SIDES, numbers) => {
            let side = |number: &i64| match number {
                -1 => Some(Side::Min),
                0 => Some(Side::Between),
                1 => Some(Side::Max),
                _ => None,
            };
            let sides = numbers.iter().map(side).collect::<Option<Vec<_>>>()?;
            BoxFeature { sides: sides.try_into().ok()? }.into()
        }
        (PLANES, numbers) => {
            let planes = numbers.iter().map(|&number| u32::try_from(number).ok());
            PlaneFeature { planes: planes.collect::<Option<_>>()? }.into()
        }
        (VERTICES, numbers) => {
            let vertices = numbers.iter().map(|&number| u32::try_from(number).ok());
            HullFeature { vertices: vertices.collect::<Option<_>>()? }.into()
        }
        _ => return None,
    })
}

fn outcome(row: &Cursor<'_>) -> Result<Outcome, String> {
    const CENTER: [&str; 3] = ["center_x", "center_y", "center_z"];
    const POINT: [&str; 3] = ["point_x", "point_y", "point_z"];
    const NORMAL: [&str; 3] = ["normal_x", "normal_y", "normal_z"];
    match row.text("status") {
        "none" => Ok(Outcome::None),
        "overlap" => {
            let (item, feature) = row.place()?;
            Ok(Outcome::Overlap {
                center: row.vector(CENTER)?,
                point: row.vector(POINT)?,
                normal: row.maybe(NORMAL)?,
                item,
                feature,
                leg: row.maybe_whole(LEG)?,
            })
        }
        "contact" => {
            let (item, feature) = row.place()?;
            Ok(Outcome::Contact {
                time: row.needed("time")?,
                leg: row.maybe_whole(LEG)?,
                center: row.vector(CENTER)?,
                point: row.vector(POINT)?,
                other_point: row.maybe(OTHER_COLUMNS)?,
                normal: row.maybe(NORMAL)?,
                item,
                feature,
            })
        }
        "" => Ok(Outcome::Error(row.text("error").to_owned())),
        other => Err(format!("status is {}, must be contact, overlap or none", quoted(other))),
    }
}
