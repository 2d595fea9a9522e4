//! The compiled part of the Python package `tangency`: it converts numbers to queries and answers
//! to arrays, and has no geometry of its own.
//!
//! The compiled part takes arrays of one float and of fitting shapes. The package's Python files
//! convert other input, and contain the names and the documentation.
//!
//! - [`tangency::any`] has the queries of each pair of body and obstacle. `ask.rs` has an arm for
//!   each query; the obstacle is of any kind, or there is one for each row, or it is a scene that
//!   changes.
//! - `body.rs` has the bodies, and `shapes.rs` the list of shapes that consist of numbers, alone or
//!   one for each row. `items.rs` has the items of a scene as rows of numbers, from which Python
//!   constructs shapes.
//! - `say.rs` converts answers, `moves.rs` the results of moves.
//! - `scene.rs` has a scene that many threads query and change, `walker.rs` a character, and
//!   `walkers.rs` many characters.
//! - `work.rs` has the threads, and Ctrl-C.
//!
//! Files and long tables are in `tangency_files`.

mod ask;
mod body;
mod cast;
mod columns;
mod error;
mod items;
mod mesh;
mod moves;
mod obstacle;
mod say;
mod scene;
mod shapes;
mod table;
mod walker;
mod walkers;
mod work;

use error::{Flaw, bad};
use pyo3::prelude::*;
use tangency::{AlignedBoxSlice, EllipsoidSlice, Hollow, Rotation, SphereSlice};

#[pymodule]
mod _tangency {
    #[pymodule_export]
    use super::ask::PyObstacle;
    #[pymodule_export]
    use super::body::PyBody;
    #[pymodule_export]
    use super::cast::{cast_table, join_shards};
    #[pymodule_export]
    use super::intersects_in_any_dimension;
    #[pymodule_export]
    use super::mesh::{PyMesh, PyNeighbours};
    #[pymodule_export]
    use super::rotation;
    #[pymodule_export]
    use super::scene::PyScene;
    #[pymodule_export]
    use super::table::{columns_of_table, table_of_columns};
    #[pymodule_export]
    use super::walker::PyWalker;
    #[pymodule_export]
    use super::walkers::PyWalkers;
    /// The greatest dimension of a body.
    #[pymodule_export]
    const MOST_DIMENSIONS: usize = super::body::MOST_DIMENSIONS;
}

/// Whether a body and a box share a point, in more dimensions than bodies have. The body is a
/// sphere, or an ellipsoid if it has several radii.
///
/// Every `f32` is an `f64`, so this function is compiled only for `f64`.
#[pyfunction]
fn intersects_in_any_dimension(
    center: Vec<f64>,
    radius: Option<f64>,
    radii: Option<Vec<f64>>,
    body_is_hollow: bool,
    min: Vec<f64>,
    max: Vec<f64>,
    box_is_hollow: bool,
) -> PyResult<bool> {
    let solid = AlignedBoxSlice::new(&min, &max).map_err(Flaw::from)?;
    let surface = Hollow(solid);
    let answer = match (radius, &radii) {
        (Some(radius), None) => {
            let body = SphereSlice::new(&center, radius).map_err(Flaw::from)?;
            match (body_is_hollow, box_is_hollow) {
                (false, false) => body.intersects(&solid),
                (false, true) => body.intersects(&surface),
                (true, false) => Hollow(body).intersects(&solid),
                (true, true) => Hollow(body).intersects(&surface),
            }
        }
        (None, Some(radii)) => {
            let body = EllipsoidSlice::new(&center, radii).map_err(Flaw::from)?;
            match (body_is_hollow, box_is_hollow) {
                (false, false) => body.intersects(&solid),
                (false, true) => body.intersects(&surface),
                (true, false) => Hollow(body).intersects(&solid),
                (true, true) => Hollow(body).intersects(&surface),
            }
        }
        _ => return Err(bad("either radius or radii must be there")),
    };
    Ok(answer.map_err(Flaw::from)?)
}

/// The numbers of a rotation in one of several forms, each rounded once.
#[pyfunction]
fn rotation(way: &str, rows: &Bound<'_, PyAny>, angle: f64) -> PyResult<Vec<f64>> {
    let (_, columns): (usize, usize) = rows.getattr("shape")?.extract()?;
    let is_narrow = rows.getattr("dtype")?.getattr("itemsize")?.extract::<usize>()? == 4;
    macro_rules! turn {
        ($T:ty) => {{
            let angle = <$T as tangency_files::number::Number>::round(angle);
            let in_space =
                |rotation: Rotation<$T, 3>| rotation.quaternion().map(f64::from).to_vec();
            let in_plane = |rotation: Rotation<$T, 2>| rotation.rotor().map(f64::from).to_vec();
            let rotation = match (way, columns) {
                ("quaternion", 4) => {
                    let [quaternion] = obstacle::exactly::<$T, 4, 1>(rows)?;
                    Rotation::<$T, 3>::new(quaternion).map(in_space)
                }
                ("quaternion", 2) => {
                    let [rotor] = obstacle::exactly::<$T, 2, 1>(rows)?;
                    Rotation::<$T, 2>::new(rotor).map(in_plane)
                }
                ("axis", 3) => {
                    let [axis] = obstacle::exactly::<$T, 3, 1>(rows)?;
                    Rotation::<$T, 3>::from_axis_angle(axis, angle).map(in_space)
                }
                ("angle", _) => Rotation::<$T, 2>::from_angle(angle).map(in_plane),
                ("direction", 3) => {
                    let [direction] = obstacle::exactly::<$T, 3, 1>(rows)?;
                    Rotation::<$T, 3>::from_direction(direction).map(in_space)
                }
                ("direction", 2) => {
                    let [direction] = obstacle::exactly::<$T, 2, 1>(rows)?;
                    Rotation::<$T, 2>::from_direction(direction).map(in_plane)
                }
                ("matrix", 3) => {
                    Rotation::<$T, 3>::from_matrix(obstacle::exactly::<$T, 3, 3>(rows)?)
                        .map(in_space)
                }
                ("matrix", 2) => {
                    Rotation::<$T, 2>::from_matrix(obstacle::exactly::<$T, 2, 2>(rows)?)
                        .map(in_plane)
                }
                _ => return Err(bad(format!("{way} has {columns} columns, must have 2 or 3"))),
            };
            Ok(rotation.map_err(Flaw::from)?)
        }};
    }
    if is_narrow { turn!(f32) } else { turn!(f64) }
}
