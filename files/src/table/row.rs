//! The row of a table, its query and its result.

use super::error::quoted;
use arrow_array::RecordBatch;
use std::array::from_fn;
use std::collections::HashMap;
use tangency::ItemFeature;

/// The columns of a table of spheres that move at velocities.
pub const SPHERE_COLUMNS: [&str; 7] = ["x", "y", "z", "radius", "vx", "vy", "vz"];

/// The columns that every table has: the centre, or the end `a` of a capsule, and the radius.
pub(super) const BODY_COLUMNS: [&str; 4] = ["x", "y", "z", "radius"];

/// The columns of a velocity.
pub(super) const VELOCITY_COLUMNS: [&str; 3] = ["vx", "vy", "vz"];

/// The columns of a position at time 1, instead of a velocity.
pub const TO_COLUMNS: [&str; 3] = ["to_x", "to_y", "to_z"];

/// The columns of a capsule: the vector from the end `a` of the axis to the other end.
pub const AXIS_COLUMNS: [&str; 3] = ["axis_x", "axis_y", "axis_z"];

/// The columns of a box: half of its extents along its own axes.
pub const HALF_COLUMNS: [&str; 3] = ["half_x", "half_y", "half_z"];

/// The optional columns of a box: the quaternion of its rotation, of any length.
pub const ROTATION_COLUMNS: [&str; 4] = ["qx", "qy", "qz", "qw"];

/// The optional column with the time at which the motion ends.
pub const T_MAX: &str = "t_max";

/// The column with the names of hulls.
pub const HULL: &str = "hull";

/// The result column with the leg of a path.
pub(super) const LEG: &str = "leg";

/// The result columns of a capsule, a box and a hull: the other end of the touched segment.
pub(super) const OTHER_COLUMNS: [&str; 3] = ["other_x", "other_y", "other_z"];

/// The result column with the item of a scene.
pub(super) const ITEM: &str = "item";

/// The columns of the first contact of a sphere, in the order of the output. For paths, `leg`
/// follows `time`; for capsules, boxes and hulls, `other_x`, `other_y` and `other_z` follow the
/// point; for scenes, `item` precedes `triangle`.
pub const ANSWER_COLUMNS: [&str; 14] = [
    "status", "time", "center_x", "center_y", "center_z", "point_x", "point_y", "point_z",
    "normal_x", "normal_y", "normal_z", "triangle", "feature", "error",
];

/// The form of the rows of a table, and of their target, which determines the columns of a result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// The shape of the rows.
    pub shape: RowShape,
    /// Whether several rows are the points of one path.
    pub is_path: bool,
    /// Whether the target is a scene, which a reader of the table does not set.
    pub has_item: bool,
}

impl Form {
    /// Whether a row may touch its target along a segment.
    pub fn has_other_point(self) -> bool {
        self.shape != RowShape::Sphere
    }
}

/// The hulls that the rows of a table may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HullNames {
    /// Each row is the same hull, and no column names it.
    One,
    /// Each row names its hull in the column [`HULL`]. The names are sorted and different.
    Named(Vec<String>),
}

impl HullNames {
    /// The name of a hull in quotation marks, for a message.
    pub(super) fn quoted(&self, index: usize) -> String {
        match self {
            Self::One => quoted(""),
            Self::Named(names) => quoted(names.get(index).map_or("", String::as_str)),
        }
    }
}

/// The shape of the rows of a table, by its columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RowShape {
    /// Rows without further columns.
    #[default]
    Sphere,
    /// Rows with an axis.
    Capsule,
    /// Rows with half extents.
    Box,
    /// Rows that are given hulls.
    Hull,
}

/// The query of each row, which determines the columns of a result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Question {
    /// The first contact.
    #[default]
    First,
    /// Whether there is any contact: [`Outcome::Touch`], [`Outcome::None`] or an error.
    Any,
    /// All contacts: [`Outcome::Each`] or an error.
    All,
}

impl Question {
    /// `first`, `any` or `all`.
    pub fn name(self) -> &'static str {
        match self {
            Question::First => "first",
            Question::Any => "any",
            Question::All => "all",
        }
    }

    /// The columns of a result, in the order of the output.
    pub fn columns(self, form: Form) -> Vec<&'static str> {
        if self == Question::Any {
            return vec!["status", "error"];
        }
        let mut columns = ANSWER_COLUMNS.to_vec();
        let mut insert = |before: &str, names: &[&'static str]| {
            let place = columns.iter().position(|name| *name == before);
            let place = place.unwrap_or(columns.len());
            columns.splice(place..place, names.iter().copied());
        };
        if form.has_other_point() {
            insert("normal_x", &OTHER_COLUMNS);
        }
        if form.has_item {
            insert("triangle", &[ITEM]);
        }
        if form.is_path {
            columns.insert(2, LEG);
        }
        if self == Question::All {
            columns.insert(0, "contact");
        }
        columns
    }
}

/// One moving body of a table. Its numbers are finite; radius and time are checked when the body is
/// made.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// `x`, `y`, `z`: the centre at time zero; for a capsule, the end `a` of its axis; for a hull,
    /// the position of the origin of its points.
    pub center: [f64; 3],
    /// `radius`; for a box and a hull, the radius by which it is inflated, zero without such a
    /// column.
    pub radius: f64,
    /// The extent of the body without its radius.
    pub extent: Extent,
    /// The motion of the body.
    pub way: Way,
    /// `t_max`. It is `None` without such a column or for an empty or null value and, for a motion
    /// at a velocity, also for infinity.
    pub t_max: Option<f64>,
}

impl Row {
    /// The velocity, for a picture. For a motion to a point it is rounded, and for a path it is
    /// zero.
    pub fn velocity(&self) -> [f64; 3] {
        match &self.way {
            Way::Velocity(velocity) => *velocity,
            Way::To(to) => from_fn(|k| to[k] - self.center[k]),
            Way::Along(_) => [0.0; 3],
        }
    }
}

/// The extent of a row's body without its radius.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Extent {
    /// A sphere has none.
    Point,
    /// `axis_x`, `axis_y`, `axis_z`: the vector from the end `a` of a capsule to the other end.
    Axis([f64; 3]),
    /// A box.
    Box {
        /// `half_x`, `half_y`, `half_z`.
        half: [f64; 3],
        /// `qx`, `qy`, `qz`, `qw`; without these columns, the identity.
        rotation: [f64; 4],
    },
    /// `hull`: the index of the hull in [`HullNames`], 0 for the only hull.
    Hull(usize),
}

impl Extent {
    /// The numbers of the extent, each with the name of its column. A hull has none.
    pub(super) fn numbers(&self) -> Vec<(&'static str, f64)> {
        match self {
            Self::Point | Self::Hull(_) => Vec::new(),
            Self::Axis(axis) => AXIS_COLUMNS.into_iter().zip(*axis).collect(),
            Self::Box { half, rotation } => {
                let half = HALF_COLUMNS.into_iter().zip(*half);
                half.chain(ROTATION_COLUMNS.into_iter().zip(*rotation)).collect()
            }
        }
    }
}

/// The motion of a row's body.
#[derive(Clone, Debug, PartialEq)]
pub enum Way {
    /// `vx`, `vy`, `vz`.
    Velocity([f64; 3]),
    /// `to_x`, `to_y`, `to_z`: the position at time 1.
    To([f64; 3]),
    /// The points of a path, one after another, from its second row on.
    Along(Vec<[f64; 3]>),
}

/// Some consecutive rows of a table: about [`BATCH_ROWS`], fewer if they are long.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The rows of the input, for the [`Writer`](super::Writer); for paths the first row of each.
    pub columns: RecordBatch,
    /// The body of each row, or the error of the row.
    pub rows: Vec<Result<Row, String>>,
}

/// The greatest number of rows of a [`Batch`].
pub const BATCH_ROWS: usize = 8192;

/// The result for one row. If the scalar is `f32`, each number is exactly an `f32`.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// Written as status `none`.
    None,
    /// Written as status `overlap` and time 0.
    Overlap {
        /// The centre of the sphere.
        center: [f64; 3],
        /// The closest point.
        point: [f64; 3],
        /// The normal, if there is one.
        normal: Option<[f64; 3]>,
        /// For a scene, the item that contains the point.
        item: Option<u64>,
        /// The feature of the target or of the item; for a mesh, the triangle and its feature.
        feature: ItemFeature,
        /// For a path, the leg.
        leg: Option<u64>,
    },
    /// Written as status `contact`.
    Contact {
        /// The time, which is infinite only if it is past the largest float. For a path, the time
        /// on the leg.
        time: f64,
        /// For a path, the leg, from 0.
        leg: Option<u64>,
        /// The centre of the sphere at that time.
        center: [f64; 3],
        /// The touched point.
        point: [f64; 3],
        /// The other end of the segment that a capsule, a box or a hull touches, if it touches
        /// along one.
        other_point: Option<[f64; 3]>,
        /// The normal, if there is one.
        normal: Option<[f64; 3]>,
        /// For a scene, the touched item.
        item: Option<u64>,
        /// The feature of the target or of the item; for a mesh, the triangle and its feature.
        feature: ItemFeature,
    },
    /// Written as status `contact` only: there is a contact.
    Touch,
    /// Each outcome is written as a row of its own, with its number in the column `contact`. An
    /// empty list is written as [`Outcome::None`]. No outcome in the list is an `Each`.
    Each(Vec<Outcome>),
    /// Written as a row without a status, with this text as its `error`.
    Error(String),
}

/// Rows as they come from a file, and the errors of some rows, by the index of the row.
pub(crate) struct RawBatch {
    pub(crate) columns: RecordBatch,
    pub(super) flaws: HashMap<usize, String>,
}
