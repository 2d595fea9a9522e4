//! What a row of a table asks, and what is answered.

use arrow_array::RecordBatch;
use std::array::from_fn;
use std::collections::HashMap;
use tangency::ItemFeature;

/// The columns of a table of spheres that move at velocities.
pub const SPHERE_COLUMNS: [&str; 7] = ["x", "y", "z", "radius", "vx", "vy", "vz"];

/// The columns that every table has: the centre, or the end `a` of a capsule, and the radius.
pub(super) const BODY_COLUMNS: [&str; 4] = ["x", "y", "z", "radius"];

/// How a body moves: at a velocity.
pub(super) const VELOCITY_COLUMNS: [&str; 3] = ["vx", "vy", "vz"];

/// Or to where it goes, in the place of a velocity.
pub const TO_COLUMNS: [&str; 3] = ["to_x", "to_y", "to_z"];

/// What a table of capsules has: the way from the end `a` of the axis to the other end.
pub const AXIS_COLUMNS: [&str; 3] = ["axis_x", "axis_y", "axis_z"];

/// The column that a table of spheres may have: the time at which the motion ends.
pub const T_MAX: &str = "t_max";

/// The column of an answer that says on which leg of a path it is.
pub(super) const LEG: &str = "leg";

/// The columns of an answer to a capsule: the other end of what is touched.
pub(super) const OTHER_COLUMNS: [&str; 3] = ["other_x", "other_y", "other_z"];

/// The column of an answer that says which item of a scene it is about.
pub(super) const ITEM: &str = "item";

/// The columns of the first contact of a sphere, in the order in which they are written. Behind
/// `time` those of a path have `leg`, behind the point those of a capsule `other_x`, `other_y` and
/// `other_z`, and before `triangle` those of a scene `item`.
pub const ANSWER_COLUMNS: [&str; 14] = [
    "status", "time", "center_x", "center_y", "center_z", "point_x", "point_y", "point_z",
    "normal_x", "normal_y", "normal_z", "triangle", "feature", "error",
];

/// What the rows of a table are, and what they are cast at, which says what columns an answer has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// Capsules, not spheres.
    pub has_axis: bool,
    /// Paths of several rows.
    pub is_path: bool,
    /// A place is on an item of a scene; no table says this of itself.
    pub has_item: bool,
}

/// What is asked about each row, which says what columns an answer has.
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

    /// The columns of an answer, in the order in which they are written.
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
        if form.has_axis {
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

/// One moving body of a table. Its numbers are finite; whether its radius and time make sense is
/// for the body to say.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// `x`, `y`, `z`: the centre at time zero; of a capsule the end `a` of its axis.
    pub center: [f64; 3],
    /// `radius`.
    pub radius: f64,
    /// `axis_x`, `axis_y`, `axis_z`: the way from `a` to the other end of a capsule; `None` of a
    /// sphere.
    pub axis: Option<[f64; 3]>,
    /// How it moves.
    pub way: Way,
    /// `t_max`. `None` if there is no such column, or an empty or null value; of what moves at a
    /// velocity also for infinity.
    pub t_max: Option<f64>,
}

impl Row {
    /// The velocity, for who draws it: rounded of what goes to a point, and zero of what follows a
    /// path.
    pub fn velocity(&self) -> [f64; 3] {
        match &self.way {
            Way::Velocity(velocity) => *velocity,
            Way::To(to) => from_fn(|k| to[k] - self.center[k]),
            Way::Along(_) => [0.0; 3],
        }
    }
}

/// How the body of a row moves.
#[derive(Clone, Debug, PartialEq)]
pub enum Way {
    /// `vx`, `vy`, `vz`.
    Velocity([f64; 3]),
    /// `to_x`, `to_y`, `to_z`: where it is at time 1.
    To([f64; 3]),
    /// Where it goes, one point after another: those of the rows behind the first of a path.
    Along(Vec<[f64; 3]>),
}

/// Some consecutive rows of a table: about [`BATCH_ROWS`], fewer if they are long.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The rows as they came, for the [`Writer`](super::Writer); of paths the first row of each.
    pub columns: RecordBatch,
    /// The body of each row, or what is wrong with the row.
    pub rows: Vec<Result<Row, String>>,
}

/// How many rows a [`Batch`] has at most.
pub const BATCH_ROWS: usize = 8192;

/// The answer for one row. Where the scalar is `f32`, each number is an `f32` exactly.
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
        /// Of a scene the item that holds the point.
        item: Option<u64>,
        /// The place on it: of a mesh the triangle, and its part.
        feature: ItemFeature,
        /// Of a path the leg.
        leg: Option<u64>,
    },
    /// Written as status `contact`.
    Contact {
        /// When; infinite only if it is past the largest float. Of a path the time of the leg.
        time: f64,
        /// Of a path the leg, from 0.
        leg: Option<u64>,
        /// The centre of the sphere then.
        center: [f64; 3],
        /// The touched point.
        point: [f64; 3],
        /// The other end of what a capsule touches, if it is a segment.
        other_point: Option<[f64; 3]>,
        /// The normal, if there is one.
        normal: Option<[f64; 3]>,
        /// Of a scene the touched item.
        item: Option<u64>,
        /// The place on it: of a mesh the triangle, and its part.
        feature: ItemFeature,
    },
    /// Written as status `contact` and nothing else: that there is one.
    Touch,
    /// Each written as a row of its own, with its number in the column `contact`; if there are
    /// none, as [`Outcome::None`]. They are not of this kind.
    Each(Vec<Outcome>),
    /// Written as a row without a status, with this text as its `error`.
    Error(String),
}

/// Rows as they come from a file, and what is wrong with some of them, by their index.
pub(crate) struct RawBatch {
    pub(crate) columns: RecordBatch,
    pub(super) flaws: HashMap<usize, String>,
}
