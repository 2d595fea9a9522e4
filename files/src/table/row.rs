//! What a row of a table asks, and what is answered.

use arrow_array::RecordBatch;
use std::collections::HashMap;
use tangency::Feature;

/// The columns that every table of spheres has.
pub const SPHERE_COLUMNS: [&str; 7] = ["x", "y", "z", "radius", "vx", "vy", "vz"];

/// The column that a table of spheres may have: the time at which the motion ends.
pub const T_MAX: &str = "t_max";

/// The columns of a first contact, in the order in which they are written.
pub const ANSWER_COLUMNS: [&str; 14] = [
    "status", "time", "center_x", "center_y", "center_z", "point_x", "point_y", "point_z",
    "normal_x", "normal_y", "normal_z", "triangle", "feature", "error",
];

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
    pub fn columns(self) -> Vec<&'static str> {
        match self {
            Question::First => ANSWER_COLUMNS.to_vec(),
            Question::Any => vec!["status", "error"],
            Question::All => [&["contact"], &ANSWER_COLUMNS[..]].concat(),
        }
    }
}

/// One moving sphere of a table. Its numbers are finite; whether its radius and time make sense is for the sphere to say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// `x`, `y`, `z`: the centre at time zero.
    pub center: [f64; 3],
    /// `radius`.
    pub radius: f64,
    /// `vx`, `vy`, `vz`.
    pub velocity: [f64; 3],
    /// `t_max`; `None` if the motion has no end: no such column, an empty or null value, or infinity.
    pub t_max: Option<f64>,
}

/// Some consecutive rows of a table: about [`BATCH_ROWS`], fewer if they are long.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The rows as they came, for the [`Writer`](super::Writer).
    pub columns: RecordBatch,
    /// The sphere of each row, or what is wrong with the row.
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
        /// The index of the triangle that holds the point.
        triangle: u64,
        /// The part of the triangle.
        feature: Feature,
    },
    /// Written as status `contact`.
    Contact {
        /// When; infinite only if it is past the largest float.
        time: f64,
        /// The centre of the sphere then.
        center: [f64; 3],
        /// The touched point.
        point: [f64; 3],
        /// The normal, if there is one.
        normal: Option<[f64; 3]>,
        /// The index of the touched triangle.
        triangle: u64,
        /// The part of the triangle.
        feature: Feature,
    },
    /// Written as status `contact` and nothing else: that there is one.
    Touch,
    /// Each written as a row of its own, with its number in the column `contact`; if there are none, as [`Outcome::None`].
    /// They are not of this kind.
    Each(Vec<Outcome>),
    /// Written as a row without a status, with this text as its `error`.
    Error(String),
}

/// Rows as they come from a file, and what is wrong with some of them, by their index.
pub(crate) struct RawBatch {
    pub(crate) columns: RecordBatch,
    pub(super) flaws: HashMap<usize, String>,
}
