//! Meshes, solids and neighbours for Python.

use crate::ask::PyObstacle;
use crate::body::Float;
use crate::error::{BadRow, Flaw, bad, in_row, of_refusal, of_save, of_system, of_table, warn};
use crate::obstacle::{mesh_instance, mesh_instances, mesh_obstacle, rows, solid};
use crate::shapes::Arguments;
use crate::work::{self, Count};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::path::PathBuf;
use std::sync::Arc;
use tangency::{Feature, InputError, Mesh, MeshFeature, Neighbours, Solid};
use tangency_files::Interrupt;
use tangency_files::cast::CastError;
use tangency_files::join::JoinError;
use tangency_files::mesh_file::{self, MeshFileError};
use tangency_files::number::of_feature;
use tangency_files::scene_file::SceneFileError;

/// An array of Python.
type Column<'py, X> = Bound<'py, PyArray1<X>>;

/// A mesh of either float.
#[derive(Clone)]
pub enum Any {
    /// A mesh of `f32`.
    Narrow(Arc<Mesh<f32>>),
    /// A mesh of `f64`.
    Wide(Arc<Mesh<f64>>),
}

/// Repeats an expression for each float.
macro_rules! each {
    ($any:expr, $mesh:ident => $say:expr) => {
        match $any {
            Any::Narrow($mesh) => $say,
            Any::Wide($mesh) => $say,
        }
    };
}

/// A mesh, which never changes.
#[pyclass(frozen, name = "Mesh", module = "tangency._tangency")]
pub struct PyMesh(pub Any);

impl From<Arc<Mesh<f32>>> for PyMesh {
    fn from(mesh: Arc<Mesh<f32>>) -> Self {
        Self(Any::Narrow(mesh))
    }
}

impl From<Arc<Mesh<f64>>> for PyMesh {
    fn from(mesh: Arc<Mesh<f64>>) -> Self {
        Self(Any::Wide(mesh))
    }
}

fn is_narrow(array: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(array.getattr("dtype")?.getattr("itemsize")?.extract::<usize>()? == 4)
}

fn build<T: Float>(
    vertices: &Bound<'_, PyAny>,
    triangles: &Bound<'_, PyAny>,
    threads: Option<Count>,
) -> PyResult<Arc<Mesh<T>>> {
    let (py, vertices) = (vertices.py(), rows::<T, 3>(vertices)?);
    let given: PyReadonlyArray2<'_, i64> = triangles.extract()?;
    let mut triangles = Vec::with_capacity(given.as_array().nrows());
    for (i, row) in given.as_array().rows().into_iter().enumerate() {
        let mut corners = [0; 3];
        for (k, (corner, &index)) in corners.iter_mut().zip(row).enumerate() {
            *corner = u32::try_from(index).map_err(|_| {
                bad(format!(
                    "mesh.triangles[{i}][{k}] is {index}, but there are only {}",
                    vertices.len()
                ))
            })?;
        }
        triangles.push(corners);
    }
    let mesh = work::with(py, threads, move |_| Mesh::new(vertices, triangles))?;
    Ok(Arc::new(mesh.map_err(Flaw::from)?))
}

/// The `OSError` for a file that cannot be read, or the `ValueError` for a file that is not a mesh.
fn of_file(error: MeshFileError) -> PyErr {
    match &error {
        MeshFileError::Unreadable { source, .. } => {
            of_system(Some(source.kind()), error.to_string())
        }
        _ => bad(error.to_string()),
    }
}

#[pymethods]
impl PyMesh {
    #[new]
    fn new(
        vertices: &Bound<'_, PyAny>,
        triangles: &Bound<'_, PyAny>,
        threads: Option<Count>,
    ) -> PyResult<Self> {
        Ok(Self(match is_narrow(vertices)? {
            true => Any::Narrow(build(vertices, triangles, threads)?),
            false => Any::Wide(build(vertices, triangles, threads)?),
        }))
    }

    #[staticmethod]
    fn from_file(
        py: Python<'_>,
        path: PathBuf,
        narrow: bool,
        threads: Option<Count>,
    ) -> PyResult<Self> {
        let (mesh, skipped) = match narrow {
            true => {
                let read = work::with(py, threads, move |_| mesh_file::load(&path))?;
                let (mesh, skipped) = read.map_err(of_file)?;
                (Any::Narrow(Arc::new(mesh)), skipped)
            }
            false => {
                let read = work::with(py, threads, move |_| mesh_file::load(&path))?;
                let (mesh, skipped) = read.map_err(of_file)?;
                (Any::Wide(Arc::new(mesh)), skipped)
            }
        };
        warn(py, skipped)?;
        Ok(Self(mesh))
    }

    /// Makes a mesh from the pieces that `to_pieces` has returned.
    #[staticmethod]
    fn from_pieces(
        py: Python<'_>,
        pieces: Vec<Bound<'_, PyBytes>>,
        narrow: bool,
    ) -> PyResult<Self> {
        let mut bytes = Vec::new();
        for piece in pieces {
            py.check_signals()?;
            bytes.extend_from_slice(piece.as_bytes());
        }
        let mesh = work::with(py, None, move |_| match narrow {
            true => Mesh::from_bytes(bytes).map(|mesh| Any::Narrow(Arc::new(mesh))),
            false => Mesh::from_bytes(bytes).map(|mesh| Any::Wide(Arc::new(mesh))),
        });
        mesh?.map(Self).map_err(|error| bad(error.to_string()))
    }

    /// The bytes of the mesh, in pieces, so that the caller can be interrupted between them.
    fn to_pieces<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        const PIECE: usize = 4 << 20;
        let mesh = self.0.clone();
        let bytes = work::with(py, None, move |_| each!(mesh, mesh => mesh.to_bytes()))?;
        let piece = |piece| {
            py.check_signals()?;
            Ok(PyBytes::new(py, piece))
        };
        bytes.chunks(PIECE).map(piece).collect()
    }

    /// Saves the mesh and its tree in a file: whole, or not at all.
    fn save_tree(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let mesh = self.0.clone();
        let save = move |interrupt: &Interrupt| each!(&mesh, mesh => mesh_file::save(mesh, &path, interrupt));
        work::beside(py, save)?.map_err(|error| of_save(&error))
    }

    fn is_narrow(&self) -> bool {
        matches!(self.0, Any::Narrow(_))
    }

    /// A copy of the vertices.
    fn vertices(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(match &self.0 {
            Any::Narrow(mesh) => array_of(py, mesh.vertices())?.into_any().unbind(),
            Any::Wide(mesh) => array_of(py, mesh.vertices())?.into_any().unbind(),
        })
    }

    /// A copy of the triangles.
    fn triangles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u32>>> {
        each!(&self.0, mesh => array_of(py, mesh.triangles()))
    }

    fn len(&self) -> usize {
        each!(&self.0, mesh => mesh.triangles().len())
    }

    fn tree_bytes(&self) -> usize {
        each!(&self.0, mesh => mesh.tree_bytes())
    }

    /// A mesh with the same triangles and other vertices.
    fn with_vertices(&self, py: Python<'_>, vertices: &Bound<'_, PyAny>) -> PyResult<Self> {
        fn moved<T: Float>(
            py: Python<'_>,
            mesh: &Arc<Mesh<T>>,
            vertices: Vec<[T; 3]>,
        ) -> PyResult<Arc<Mesh<T>>> {
            let mesh = Arc::clone(mesh);
            let moved = work::with(py, None, move |_| {
                let mut mesh = Mesh::clone(&mesh);
                mesh.set_vertices(&vertices).map(|()| Arc::new(mesh))
            })?;
            moved.map_err(|error| Flaw::from(error).into())
        }
        Ok(Self(match &self.0 {
            Any::Narrow(mesh) => Any::Narrow(moved(py, mesh, rows(vertices)?)?),
            Any::Wide(mesh) => Any::Wide(moved(py, mesh, rows(vertices)?)?),
        }))
    }

    #[pyo3(signature = (velocity, t_max, radius, from=None))]
    fn surface(
        &self,
        velocity: &Bound<'_, PyAny>,
        t_max: f64,
        radius: f64,
        from: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyObstacle> {
        each!(&self.0, mesh => mesh_obstacle(mesh, (velocity, from), t_max, radius))
    }

    #[pyo3(signature = (rotation, translation, velocity, t_max, radius, from=None))]
    fn instance(
        &self,
        rotation: &Bound<'_, PyAny>,
        translation: &Bound<'_, PyAny>,
        velocity: &Bound<'_, PyAny>,
        t_max: f64,
        radius: f64,
        from: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyObstacle> {
        let way = (velocity, from);
        each!(&self.0, mesh => mesh_instance(mesh, rotation, translation, way, t_max, radius))
    }

    /// An instance for each row, with rows as in `Obstacle.shape`.
    #[pyo3(signature = (arguments, velocity, t_max, radius, from=None))]
    fn instances(
        &self,
        arguments: &Bound<'_, PyAny>,
        velocity: &Bound<'_, PyAny>,
        t_max: &Bound<'_, PyAny>,
        radius: &Bound<'_, PyAny>,
        from: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyObstacle> {
        each!(&self.0, mesh => {
            let arguments = Arguments::new(arguments, velocity, from, t_max, radius)?;
            mesh_instances(velocity.py(), mesh, &arguments)
        })
    }

    fn solid(&self, py: Python<'_>) -> PyResult<PyObstacle> {
        let mesh = self.0.clone();
        let made = work::with(py, None, move |_| -> Result<_, InputError> {
            each!(mesh, mesh => Ok(solid(Solid::new(Mesh::clone(&mesh))?)))
        });
        Ok(made?.map_err(Flaw::from)?)
    }

    fn neighbours(&self, py: Python<'_>) -> PyResult<PyNeighbours> {
        let mesh = self.0.clone();
        let neighbours = work::with(py, None, move |_| match mesh {
            Any::Narrow(mesh) => AnyNeighbours::Narrow(mesh.neighbours()),
            Any::Wide(mesh) => AnyNeighbours::Wide(mesh.neighbours()),
        });
        neighbours.map(PyNeighbours)
    }

    /// The time in seconds of the library itself for a batch, whose spheres and results stay in
    /// Rust. It is the reference for the overhead of this package.
    fn seconds_in_rust(&self, py: Python<'_>, arrays: &Bound<'_, PyAny>) -> PyResult<f64> {
        fn seconds<T: Float>(
            py: Python<'_>,
            mesh: &Mesh<T>,
            arrays: &Bound<'_, PyAny>,
        ) -> PyResult<f64> {
            let given = crate::ask::Given::<T>::new(arrays, 3)?;
            let bodies = given.as_ref().and_then(|given| given.bodies::<3>(None));
            let bodies = bodies.ok_or_else(|| bad("the arrays do not fit each other"))?;
            let tangency::any::Movers::Spheres(spheres) =
                bodies.some(0..bodies.len()).map_err(|BadRow(row, flaw)| in_row(row, flaw))?
            else {
                return Err(bad("the bodies are no spheres"));
            };
            let mut answers = vec![tangency::Answer::None; spheres.len()];
            py.detach(|| {
                let start = std::time::Instant::now();
                let done = mesh.first_contacts(&spheres, &mut answers);
                let seconds = start.elapsed().as_secs_f64();
                std::hint::black_box(&answers);
                done.map(|()| seconds)
            })
            .map_err(|error| Flaw::from(error).into())
        }
        each!(&self.0, mesh => seconds(py, mesh, arrays))
    }
}

/// An array with a copy of rows.
pub fn array_of<'py, X: numpy::Element + Copy>(
    py: Python<'py>,
    rows: &[[X; 3]],
) -> PyResult<Bound<'py, PyArray2<X>>> {
    rows.as_flattened().to_vec().into_pyarray(py).reshape([rows.len(), 3])
}

// ---- triangles that share an edge or a vertex ----

enum AnyNeighbours {
    Narrow(Neighbours<f32>),
    Wide(Neighbours<f64>),
}

/// The triangles that share an edge or a vertex.
#[pyclass(frozen, name = "Neighbours", module = "tangency._tangency")]
pub struct PyNeighbours(AnyNeighbours);

/// Repeats an expression for each float.
macro_rules! each_neighbours {
    ($any:expr, $neighbours:ident => $say:expr) => {
        match $any {
            AnyNeighbours::Narrow($neighbours) => $say,
            AnyNeighbours::Wide($neighbours) => $say,
        }
    };
}

/// A place on a mesh from its two numbers.
fn at(triangle: i64, code: i8) -> Option<MeshFeature> {
    let feature = match code {
        0..=2 => Feature::Vertex(code as u8),
        3..=5 => Feature::Edge(code as u8 - 3),
        6 => Feature::Face,
        _ => return None,
    };
    Some(MeshFeature { triangle: usize::try_from(triangle).ok()?, feature })
}

#[pymethods]
impl PyNeighbours {
    fn is_closed(&self) -> bool {
        each_neighbours!(&self.0, neighbours => neighbours.is_closed())
    }

    fn triangles_at(&self, triangle: i64, feature: i8) -> Vec<usize> {
        let Some(at) = at(triangle, feature) else { return Vec::new() };
        each_neighbours!(&self.0, neighbours => neighbours.triangles_at(at).collect())
    }

    /// Whether the surface is flat at each place; false if there is no place.
    fn is_flat_at<'py>(
        &self,
        py: Python<'py>,
        triangle: PyReadonlyArray1<'py, i64>,
        feature: PyReadonlyArray1<'py, i8>,
        threads: Option<Count>,
    ) -> PyResult<Column<'py, bool>> {
        let (triangle, feature) = (triangle.as_array(), feature.as_array());
        let is_flat = |row: usize| {
            let place = at(triangle[row], feature[row]);
            Ok(place.is_some_and(
                |place| each_neighbours!(&self.0, neighbours => neighbours.is_flat_at(place)),
            ))
        };
        let rows = triangle.len().min(feature.len());
        Ok(work::rows(py, threads, rows, is_flat, false)?.into_pyarray(py))
    }

    /// The same places, with the face instead of each flat place. A missing place stays missing.
    fn flat_as_face<'py>(
        &self,
        py: Python<'py>,
        triangle: PyReadonlyArray1<'py, i64>,
        feature: PyReadonlyArray1<'py, i8>,
        threads: Option<Count>,
    ) -> PyResult<(Column<'py, i64>, Column<'py, i8>)> {
        let (triangle, feature) = (triangle.as_array(), feature.as_array());
        let faces = |row: usize| {
            let Some(place) = at(triangle[row], feature[row]) else {
                return Ok((triangle[row], feature[row]));
            };
            let place = each_neighbours!(&self.0, neighbours => neighbours.flat_as_face(place));
            Ok((place.triangle as i64, of_feature(place.feature) as i8))
        };
        let rows = triangle.len().min(feature.len());
        let found = work::rows(py, threads, rows, faces, (-1, -1))?;
        let (triangle, feature): (Vec<_>, Vec<_>) = found.into_iter().unzip();
        Ok((triangle.into_pyarray(py), feature.into_pyarray(py)))
    }
}

/// The exception for a scene that cannot be read.
pub fn of_scene(error: &SceneFileError) -> PyErr {
    match error {
        SceneFileError::Unreadable { source, .. } => {
            of_system(Some(source.kind()), error.to_string())
        }
        _ => bad(error.to_string()),
    }
}

/// The exception for shards that were not joined.
pub fn of_join(error: JoinError) -> PyErr {
    match &error {
        JoinError::Interrupted => PyKeyboardInterrupt::new_err(()),
        JoinError::Unreadable { source, .. } => of_system(Some(source.kind()), error.to_string()),
        JoinError::Unwritten { refusal, .. } => of_refusal(refusal, error.to_string()),
        JoinError::Table(error) => of_table(error),
        _ => bad(error.to_string()),
    }
}

/// The exception for a job that was not done.
pub fn of_job(error: CastError) -> PyErr {
    match error {
        CastError::Interrupted => PyKeyboardInterrupt::new_err(()),
        CastError::Mesh(error) => of_file(error),
        CastError::Scene(error) => of_scene(&error),
        CastError::Table(error) => of_table(&error),
        CastError::Unsaved(error) => of_save(&error),
        CastError::Thread(_) | CastError::LostWorker | CastError::Panicked(_) => {
            PyOSError::new_err(error.to_string())
        }
        other => bad(other.to_string()),
    }
}
