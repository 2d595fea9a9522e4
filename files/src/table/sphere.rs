//! Makes bodies from the columns of a table.
//!
//! A number is rounded at most once: text is parsed as the requested float, never through another
//! float.

use super::cells::{Cell, Cells, common_type};
use super::error::{Problem, quoted};
use super::row::{
    AXIS_COLUMNS, BODY_COLUMNS, Extent, Form, HALF_COLUMNS, HULL, HullNames, ROTATION_COLUMNS, Row,
    RowShape, T_MAX, TO_COLUMNS, VELOCITY_COLUMNS, Way,
};
use crate::number::Scalar;
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::Schema;
use std::borrow::Cow;
use std::collections::HashMap;

/// The indices of the columns of bodies in a table.
#[derive(Debug)]
pub(super) struct SphereColumns {
    /// The names and indices of the required columns: first for the body, then for its motion, then
    /// for its extent.
    required: Vec<(&'static str, usize)>,
    motion: Motion,
    shape: RowShape,
    has_radius: bool,
    has_rotation: bool,
    t_max: Option<usize>,
    /// The column with the names of hulls, and the names.
    hull: Option<(usize, Vec<String>)>,
    /// The column with the names of paths.
    path: Option<usize>,
    scalar: Scalar,
}

/// The number of columns of a box besides its centre and its radius.
const BOX_COLUMNS: usize = HALF_COLUMNS.len() + ROTATION_COLUMNS.len();

/// The form of the motions of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Motion {
    Velocity,
    To,
    Along,
}

impl SphereColumns {
    /// Finds the columns by their names, in any case of letters, without blanks and quotes around
    /// them. `path` is the column that names paths, and `hulls` are the hulls that the rows are.
    pub(super) fn find(
        schema: &Schema,
        scalar: Scalar,
        path: Option<&str>,
        hulls: Option<&HullNames>,
    ) -> Result<Self, Problem> {
        let places = Places::of(schema)?;
        let first_of =
            |names: [&'static str; 3]| names.into_iter().find(|name| places.get(name).is_some());
        let t_max = places.get(T_MAX);
        let (motion, columns) = match (path, first_of(VELOCITY_COLUMNS), first_of(TO_COLUMNS)) {
            (None, Some(one), Some(other)) => return Err(Problem::Both(one, other)),
            (None, None, Some(_)) => (Motion::To, &TO_COLUMNS[..]),
            (None, _, None) => (Motion::Velocity, &VELOCITY_COLUMNS[..]),
            (Some(_), None, None) if t_max.is_none() => (Motion::Along, &[][..]),
            (Some(_), one, other) => {
                return Err(Problem::AlongPath(one.or(other).unwrap_or(T_MAX)));
            }
        };
        let axis_or_half = (first_of(AXIS_COLUMNS), first_of(HALF_COLUMNS));
        let rotation = ROTATION_COLUMNS.into_iter().find(|name| places.get(name).is_some());
        let (shape, extent) = match (hulls, axis_or_half) {
            (Some(_), (axis, half)) => match axis.or(half).or(rotation) {
                Some(name) => return Err(Problem::OfNoHull(name)),
                None => (RowShape::Hull, &[][..]),
            },
            (None, (Some(one), Some(other))) => return Err(Problem::Both(one, other)),
            (None, (Some(_), None)) => (RowShape::Capsule, &AXIS_COLUMNS[..]),
            (None, (None, Some(_))) => (RowShape::Box, &HALF_COLUMNS[..]),
            (None, (None, None)) => (RowShape::Sphere, &[][..]),
        };
        let hulls = match hulls {
            Some(HullNames::Named(names)) => Some(names),
            // Without hulls of these names, the rows would be other bodies than they specify.
            Some(HullNames::One) | None if places.get(HULL).is_some() => {
                return Err(Problem::UnnamedHulls);
            }
            Some(HullNames::One) | None => None,
        };
        let is_box = shape == RowShape::Box;
        let has_rotation = is_box && rotation.is_some();
        let rotation = if has_rotation { &ROTATION_COLUMNS[..] } else { &[] };
        let [center @ .., radius] = BODY_COLUMNS;
        let needs_radius = matches!(shape, RowShape::Sphere | RowShape::Capsule);
        let has_radius = needs_radius || places.get(radius).is_some();
        let radius = has_radius.then_some(radius);
        let of_body = || center.into_iter().chain(radius);
        let rest = || columns.iter().chain(extent).chain(rotation).copied();
        let names = || of_body().chain(rest());
        let is_missing = |name: &&str| places.get(name).is_none();
        let missing: Vec<String> = names()
            .chain(hulls.map(|_| HULL))
            .chain(path.map(str::trim))
            .filter(is_missing)
            .map(str::to_owned)
            .collect();
        if !missing.is_empty() {
            let found = schema.fields().iter().map(|field| plain(field.name()).to_owned());
            return Err(Problem::Missing { missing, found: found.collect() });
        }
        let required: Vec<_> = names().filter_map(|name| Some((name, places.get(name)?))).collect();
        for index in required.iter().map(|(_, index)| *index).chain(t_max) {
            let field = schema.field(index);
            if common_type(field.data_type()).is_none() {
                let (column, kind) = (field.name().clone(), field.data_type().to_string());
                return Err(Problem::NotNumbers { column, kind });
            }
        }
        let path = path.and_then(|name| places.get(name));
        let hull = hulls.and_then(|names| Some((places.get(HULL)?, names.clone())));
        let of_names = path.into_iter().chain(hull.as_ref().map(|(index, _)| *index));
        for field in of_names.map(|index| schema.field(index)) {
            if common_type(field.data_type()).is_none() {
                let (column, kind) = (field.name().clone(), field.data_type().to_string());
                return Err(Problem::NoNames { column, kind });
            }
        }
        Ok(Self { required, motion, shape, has_radius, has_rotation, t_max, hull, path, scalar })
    }

    /// The column with the names of paths, if the rows are their points.
    pub(super) fn path(&self) -> Option<usize> {
        self.path
    }

    /// The form of the rows of the table.
    pub(super) fn form(&self) -> Form {
        Form { shape: self.shape, is_path: self.path.is_some(), has_item: false }
    }

    /// The body of each row. `flaws` has the errors of the rows that are known to be bad, by the
    /// index of the row.
    pub(super) fn rows(
        &self,
        columns: &RecordBatch,
        flaws: &HashMap<usize, String>,
    ) -> Result<Vec<Result<Row, String>>, Problem> {
        let required: Vec<Cells> = self
            .required
            .iter()
            .map(|&(_, i)| Cells::of(columns.column(i)))
            .collect::<Result<_, _>>()?;
        let cells = |i: usize| Cells::of(columns.column(i));
        let t_max = self.t_max.map(cells).transpose()?;
        let hull = self.hull.as_ref().map(|(i, _)| cells(*i)).transpose()?;
        let row = |i| match flaws.get(&i) {
            Some(flaw) => Err(flaw.clone()),
            None => self.row(&required, (t_max.as_ref(), hull.as_ref()), i),
        };
        Ok((0..columns.num_rows()).map(row).collect())
    }

    fn row(
        &self,
        required: &[Cells],
        (t_max, hull): (Option<&Cells>, Option<&Cells>),
        i: usize,
    ) -> Result<Row, String> {
        // The array has room for all numbers of a body.
        let mut values = [0.0; BODY_COLUMNS.len() + TO_COLUMNS.len() + BOX_COLUMNS];
        for ((value, cells), (name, _)) in values.iter_mut().zip(required).zip(&self.required) {
            *value = length(cells.cell(i), self.scalar)
                .map_err(|reason| format!("{name} is {reason}"))?;
        }
        let t_max = match t_max {
            Some(cells) => {
                time(cells.cell(i), self.scalar).map_err(|reason| format!("{T_MAX} is {reason}"))?
            }
            None => None,
        };
        let mut values = values.into_iter();
        let mut next = |is_there: bool| is_there.then(|| values.next()).flatten().unwrap_or(0.0);
        let center = [(); 3].map(|()| next(true));
        let radius = next(self.has_radius);
        let moves = self.motion != Motion::Along;
        let motion = [(); 3].map(|()| next(moves));
        let way = match self.motion {
            Motion::Velocity => Way::Velocity(motion),
            Motion::To => Way::To(motion),
            Motion::Along => Way::Along(Vec::new()),
        };
        let mut vector = || [(); 3].map(|()| next(true));
        let extent = match self.shape {
            RowShape::Sphere => Extent::Point,
            RowShape::Capsule => Extent::Axis(vector()),
            RowShape::Box => {
                let half = vector();
                let rotation = match self.has_rotation {
                    true => [(); 4].map(|()| next(true)),
                    false => [0.0, 0.0, 0.0, 1.0],
                };
                Extent::Box { half, rotation }
            }
            RowShape::Hull => Extent::Hull(match (hull, &self.hull) {
                (Some(cells), Some((_, names))) => {
                    hull_of(cells.cell(i), names).map_err(|reason| format!("{HULL} is {reason}"))?
                }
                _ => 0,
            }),
        };
        // For a motion at a velocity, an infinite end means no end, so the `t_max` of the job
        // applies.
        let t_max = t_max.filter(|t_max| self.motion == Motion::To || t_max.is_finite());
        Ok(Row { center, radius, extent, way, t_max })
    }
}

/// The index of each column by its name.
struct Places<'a>(HashMap<&'a str, usize>);

impl<'a> Places<'a> {
    fn of(schema: &'a Schema) -> Result<Self, Problem> {
        let mut places = HashMap::new();
        let mut repeated = Vec::new();
        for (index, field) in schema.fields().iter().enumerate() {
            let name = plain(field.name());
            if places.insert(name, index).is_some() && !repeated.iter().any(|r| r == name) {
                repeated.push(name.to_string());
            }
        }
        if repeated.is_empty() { Ok(Self(places)) } else { Err(Problem::Repeated(repeated)) }
    }

    /// The column of this name, or else the only one whose name differs in the case of letters.
    fn get(&self, name: &str) -> Option<usize> {
        let name = plain(name);
        self.0.get(name).copied().or_else(|| {
            let mut alike = self.0.iter().filter(|(other, _)| other.eq_ignore_ascii_case(name));
            alike.next().filter(|_| alike.next().is_none()).map(|(_, &index)| index)
        })
    }
}

/// A column's name without blanks and quotes around it. Behind a blank, the reader takes a quote
/// for a letter, so it is still in the name.
fn plain(name: &str) -> &str {
    let name = name.trim();
    let inner = ['"', '\''].iter().find_map(|&q| name.strip_prefix(q)?.strip_suffix(q));
    inner.map_or(name, str::trim)
}

/// The numbers of a column, read as from a Parquet and each rounded once, or `None` if there is no
/// value.
///
/// # Errors
/// The first row whose value is not a number, and the value. For a type that is not numeric, this
/// is row 0.
pub fn numbers(column: &ArrayRef, scalar: Scalar) -> Result<Vec<Option<f64>>, (usize, String)> {
    let cells = Cells::of(column).map_err(|problem| (0, problem.to_string()))?;
    (0..column.len()).map(|row| number(cells.cell(row), scalar).map_err(|e| (row, e))).collect()
}

/// A finite number, or an error that contains the cell.
fn length(cell: Cell<'_>, scalar: Scalar) -> Result<f64, String> {
    match number(cell, scalar)? {
        None => Err(format!("{}, must be a number", nothing(cell))),
        Some(value) if value.is_finite() => Ok(value),
        Some(value) => Err(format!("{value:?}, must be a finite number")),
    }
}

/// A time, `None` if the cell is empty, or an error that contains the cell.
fn time(cell: Cell<'_>, scalar: Scalar) -> Result<Option<f64>, String> {
    match number(cell, scalar)? {
        None => Ok(None),
        Some(value) if value.is_finite() || value == f64::INFINITY => Ok(Some(value)),
        Some(value) => Err(format!("{value:?}, must be a time")),
    }
}

/// The index of the hull that a cell names, or an error that contains the cell. A number names a
/// hull by its shortest decimals.
fn hull_of(cell: Cell<'_>, names: &[String]) -> Result<usize, String> {
    let name = match cell {
        Cell::Null => Cow::Borrowed(""),
        Cell::Text(text) => Cow::Borrowed(text.trim_ascii()),
        Cell::Integer(value) => Cow::Owned(value.to_string()),
        Cell::Float(value) => Cow::Owned(value.to_string()),
    };
    // A message lists only a few names.
    let wanted = || match names {
        [names @ .., last] if names.len() < 5 => {
            let names: Vec<_> = names.iter().map(|name| quoted(name)).collect();
            let before = if names.is_empty() { "" } else { " or " };
            format!("{}{before}{}", names.join(", "), quoted(last))
        }
        _ => "the name of a given hull".to_owned(),
    };
    names.binary_search_by(|other| other.as_str().cmp(&name)).map_err(|_| match &*name {
        "" => format!("{}, must be {}", nothing(cell), wanted()),
        name => format!("{}, must be {}", quoted(name), wanted()),
    })
}

fn nothing(cell: Cell<'_>) -> &'static str {
    match cell {
        Cell::Text(_) => "empty",
        _ => "null",
    }
}

/// The number in a cell, or `None` if the cell is empty. It is infinite only if the number of the
/// cell is.
pub(super) fn number(cell: Cell<'_>, scalar: Scalar) -> Result<Option<f64>, String> {
    match cell {
        Cell::Null => Ok(None),
        Cell::Text(text) => parse(text.trim_ascii(), scalar),
        Cell::Float(value) => {
            let rounded = scalar.nearest(value);
            let overflows = rounded.is_infinite() && value.is_finite();
            if overflows {
                Err(too_large(&format!("{value:?}"), scalar))
            } else {
                Ok(Some(rounded))
            }
        }
        Cell::Integer(value) => {
            let float = value as f64;
            let exact = float as i128 == value;
            if exact {
                Ok(Some(scalar.nearest(float)))
            } else {
                Err(format!("{value}, which no f64 equals"))
            }
        }
    }
}

fn parse(text: &str, scalar: Scalar) -> Result<Option<f64>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    let value = match scalar {
        Scalar::F32 => text.parse::<f32>().map(f64::from),
        Scalar::F64 => text.parse::<f64>(),
    };
    let value = value.map_err(|_| format!("{}, must be a number", quoted(text)))?;
    let overflows = value.is_infinite() && text.contains(|c: char| c.is_ascii_digit());
    if overflows { Err(too_large(&quoted(text), scalar)) } else { Ok(Some(value)) }
}

fn too_large(value: &str, scalar: Scalar) -> String {
    format!("{value}, past the largest {scalar}")
}
