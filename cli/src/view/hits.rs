//! The results of `cast` in the form that the page reads: columns of plain numbers, one after
//! another.
//!
//! ```text
//! u32   n, the number of rows
//! u32   1 if they are capsules, else 0
//! f64   center 3n, radius n, velocity 3n, t_max n: the spheres; for capsules the end `a`, and then axis 3n
//! f64   time n, center 3n, point 3n, normal 3n: the answers
//! i32   triangle n, -1 if there is none
//! u8    status n: 0 none, 1 contact, 2 overlap, 255 an error
//! u8    feature n: 0 to 2 a vertex, 3 to 5 an edge, 6 the face, 255 if there is none
//! ```
//!
//! All numbers are little-endian; a missing number is NaN.

use std::path::Path;
use tangency::{ItemFeature, MeshFeature};
use tangency_files::number::of_feature;
use tangency_files::table::{
    AnswerColumns, Extent, Outcome, Problem, Reader, Row, RowShape, Scalar, TableError, Way,
};

/// The greatest number of rows that the page draws.
pub const MOST_ROWS: usize = 1 << 20;

const NOTHING: [f64; 3] = [f64::NAN; 3];
const NO_FEATURE: u8 = 255;
const AN_ERROR: u8 = 255;

#[derive(Default)]
struct Columns {
    has_axis: bool,
    sphere_center: Vec<[f64; 3]>,
    radius: Vec<f64>,
    velocity: Vec<[f64; 3]>,
    t_max: Vec<f64>,
    axis: Vec<[f64; 3]>,
    time: Vec<f64>,
    center: Vec<[f64; 3]>,
    point: Vec<[f64; 3]>,
    normal: Vec<[f64; 3]>,
    triangle: Vec<i32>,
    status: Vec<u8>,
    feature: Vec<u8>,
}

/// Converts a table that `cast` wrote to bytes for the page.
///
/// # Errors
/// A table that cannot be read, that has no answers, or that has too many rows.
pub fn read(path: &Path) -> Result<Vec<u8>, TableError> {
    let at = |problem| TableError { path: path.to_owned(), problem };
    let reader = Reader::open(path, Scalar::F64).map_err(|error| match &error.problem {
        Problem::UnnamedHulls => at(no_picture("hulls")),
        // A table without a radius whose results have one more point contains hulls.
        Problem::Missing { missing, found } if missing == &["radius"] && has_other(found) => {
            at(no_picture("hulls"))
        }
        _ => error,
    })?;
    let answers = AnswerColumns::find(reader.schema()).map_err(at)?;
    if answers.has_item() {
        return Err(at(Problem::Broken(
            "has results of a scene, but the page draws only meshes".to_owned(),
        )));
    }
    let form = reader.form();
    if form.shape == RowShape::Box {
        return Err(at(no_picture("boxes")));
    }
    // The table of a single hull has the columns of spheres, but its results have one more point.
    if answers.has_other_point() && !form.has_other_point() {
        return Err(at(no_picture("hulls")));
    }
    let has_axis = form.shape == RowShape::Capsule;
    let mut columns = Columns { has_axis, ..Columns::default() };
    for batch in reader {
        let batch = batch?;
        let first = columns.status.len();
        if first + batch.rows.len() > MOST_ROWS {
            return Err(at(Problem::Broken(format!(
                "has more than {MOST_ROWS} rows, which no page can draw: take a part of them"
            ))));
        }
        let outcomes = answers.outcomes(&batch.columns, first as u64).map_err(at)?;
        for (number, (row, outcome)) in (first..).zip(batch.rows.iter().zip(&outcomes)) {
            // A row without an answer has an error from `cast`. A row without both is damaged, and
            // may contain other rows.
            if let (Err(flaw), Outcome::Error(error)) = (row, outcome)
                && error.is_empty()
            {
                return Err(at(Problem::Broken(format!("row {number}: {flaw}"))));
            }
            columns.push(row.as_ref().ok(), outcome);
        }
    }
    Ok(columns.bytes())
}

/// Whether a table with these columns has results with one more point.
fn has_other(columns: &[String]) -> bool {
    columns.iter().any(|name| name == "other_x")
}

/// The refusal of a table of bodies that the page does not draw.
fn no_picture(bodies: &str) -> Problem {
    Problem::Broken(format!(
        "has {bodies}, but the page draws only spheres and capsules of a table"
    ))
}

/// The triangle of a feature, and the number of the feature.
fn on_mesh(place: &ItemFeature) -> Option<MeshFeature> {
    match place {
        ItemFeature::Mesh(place) => Some(*place),
        _ => None,
    }
}

impl Columns {
    fn push(&mut self, sphere: Option<&Row>, outcome: &Outcome) {
        self.sphere_center.push(sphere.map_or(NOTHING, |row| row.center));
        self.radius.push(sphere.map_or(f64::NAN, |row| row.radius));
        self.velocity.push(sphere.map_or(NOTHING, Row::velocity));
        // A motion to a point ends at this point, unless `t_max` specifies another time.
        let goes = sphere.is_some_and(|row| matches!(row.way, Way::To(_)));
        let t_max = sphere.and_then(|row| row.t_max).unwrap_or(if goes { 1.0 } else { f64::NAN });
        self.t_max.push(if t_max.is_finite() { t_max } else { f64::NAN });
        if self.has_axis {
            self.axis.push(match sphere.map(|row| row.extent) {
                Some(Extent::Axis(axis)) => axis,
                _ => NOTHING,
            });
        }

        let (status, time, center, point, normal, place) = match outcome {
            Outcome::None => (0, f64::NAN, NOTHING, NOTHING, None, None),
            Outcome::Contact { time, center, point, normal, feature, .. } => {
                (1, *time, *center, *point, *normal, on_mesh(feature))
            }
            Outcome::Overlap { center, point, normal, feature, .. } => {
                (2, 0.0, *center, *point, *normal, on_mesh(feature))
            }
            _ => (AN_ERROR, f64::NAN, NOTHING, NOTHING, None, None),
        };
        self.status.push(status);
        self.time.push(time);
        self.center.push(center);
        self.point.push(point);
        self.normal.push(normal.unwrap_or(NOTHING));
        let triangle = place.and_then(|place| i32::try_from(place.triangle).ok());
        self.triangle.push(triangle.unwrap_or(-1));
        self.feature.push(place.map_or(NO_FEATURE, |place| of_feature(place.feature)));
    }

    fn bytes(&self) -> Vec<u8> {
        let floats = [
            self.sphere_center.as_flattened(),
            &self.radius,
            self.velocity.as_flattened(),
            &self.t_max,
            self.axis.as_flattened(),
            &self.time,
            self.center.as_flattened(),
            self.point.as_flattened(),
            self.normal.as_flattened(),
        ];
        let mut bytes = (self.status.len() as u32).to_le_bytes().to_vec();
        bytes.extend(u32::from(self.has_axis).to_le_bytes());
        bytes.extend(floats.into_iter().flatten().flat_map(|x| x.to_le_bytes()));
        bytes.extend(self.triangle.iter().flat_map(|i| i.to_le_bytes()));
        bytes.extend_from_slice(&self.status);
        bytes.extend_from_slice(&self.feature);
        bytes
    }
}
