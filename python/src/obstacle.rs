//! Obstacles of Python: of either float, in any number of dimensions.

use crate::ask::{Asker, Live, PyObstacle, Source};
use crate::body::{Float, PyBody, kind_of};
use crate::columns::Room;
use crate::error::{Flaw, bad};
use crate::moves::{How, Wish};
use crate::shapes::{self, Arguments, PlainNumbers, PlainShape, Rotor, on_its_way};
use crate::work::Count;
use numpy::{IntoPyArray, PyArrayMethods, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::any::Any;
use std::sync::Arc;
use tangency::any::{AnyObstacle, Question};
use tangency::{
    ClipDepth, Frustum, Hull, Mesh, Moving, Plane, Shape, SharedInstance, SlideOptions, Solid,
};

const WORLD: [&str; 2] = ["the world", "the body"];

impl PyObstacle {
    /// An obstacle with the features of a triangle.
    fn one<T: Float>(obstacle: impl AnyObstacle<T, 3> + 'static) -> Self {
        Self(Box::new(Source::One(obstacle.boxed(), 1)))
    }

    /// A scene, of some float.
    pub fn scene<T: Float>(scene: impl Live<T, 3> + 'static) -> Self {
        Self(Box::new(Source::Live(Box::new(scene))))
    }

    /// The obstacle, if it has this float and dimension: the float and dimension of the body whose
    /// world it is, or of the scene whose item it is.
    pub fn known<T: Float, const N: usize>(
        &self,
        [it, other]: [&str; 2],
    ) -> PyResult<&Source<T, N>> {
        let any: &dyn Any = &*self.0;
        any.downcast_ref().ok_or_else(|| {
            bad(format!("{it} is not of {} in {N} dimensions, as {other} is", T::NAME))
        })
    }

    /// Calls a function with the obstacle, as the world of a body.
    pub fn as_world<T: Float, const N: usize, R>(
        &self,
        py: Python<'_>,
        act: impl FnOnce(&dyn AnyObstacle<T, N>) -> R,
    ) -> PyResult<R> {
        self.known(WORLD)?.alone(py, act)
    }

    /// Calls a function with the obstacle as the world of many bodies, and with the columns of its
    /// answers.
    pub fn as_world_with_columns<T: Float, const N: usize, R>(
        &self,
        py: Python<'_>,
        act: impl FnOnce(&dyn AnyObstacle<T, N>, Room) -> R,
    ) -> PyResult<R> {
        let source = self.known::<T, N>(WORLD)?;
        source.alone(py, |world| act(world, source.room_of(true, false)))
    }
}

// ---- numbers from Python ----

/// The rows of a two-dimensional array.
pub fn rows<T: Float, const N: usize>(array: &Bound<'_, PyAny>) -> PyResult<Vec<[T; N]>> {
    let array: PyReadonlyArray2<'_, T> = array.extract()?;
    let view = array.as_array();
    if view.ncols() != N {
        return Err(bad(format!("an array has {} columns, must have {N}", view.ncols())));
    }
    Ok(view.rows().into_iter().map(|row| std::array::from_fn(|k| row[k])).collect())
}

/// The rows of a two-dimensional array, which must have `K` rows.
pub fn exactly<T: Float, const N: usize, const K: usize>(
    array: &Bound<'_, PyAny>,
) -> PyResult<[[T; N]; K]> {
    let rows = rows(array)?;
    let length = rows.len();
    rows.try_into().map_err(|_| bad(format!("an array has {length} rows, must have {K}")))
}

/// Repeats code for an array of either float.
macro_rules! of_float {
    ($array:expr, $make:ident($($argument:expr),*)) => {
        match kind_of($array)? {
            (true, _) => $make::<f32>($($argument),*),
            (false, _) => $make::<f64>($($argument),*),
        }
    };
}

type Numbers<'a, 'py> = &'a Bound<'py, PyAny>;

/// A velocity, or the end of a motion with its start.
pub type Way<'a, 'py> = (Numbers<'a, 'py>, Option<Numbers<'a, 'py>>);

/// A result whose error is a `ValueError`.
fn checked<X>(result: Result<X, tangency::InputError>) -> PyResult<X> {
    result.map_err(|error| Flaw::from(error).into())
}

/// The planes of a frustum, as rows of points and of normals.
fn planes_of_frustum<'py, T: Float>(
    py: Python<'py>,
    frustum: Frustum<T>,
) -> PyResult<Bound<'py, PyTuple>> {
    let planes = frustum.polytope().planes();
    let points: Vec<T> = planes.iter().flat_map(Plane::point).collect();
    let normals: Vec<T> = planes.iter().flat_map(Plane::normal).collect();
    (
        points.into_pyarray(py).reshape([planes.len(), 3])?,
        normals.into_pyarray(py).reshape([planes.len(), 3])?,
    )
        .into_pyobject(py)
}

fn frustum_of_corners<'py, T: Float>(corners: Numbers<'_, 'py>) -> PyResult<Bound<'py, PyTuple>> {
    let frustum = Frustum::from_corners(exactly::<T, 3, 8>(corners)?);
    planes_of_frustum(corners.py(), checked(frustum)?)
}

/// A mesh, as an obstacle.
pub fn mesh_obstacle<T: Float>(
    mesh: &Arc<Mesh<T>>,
    way: Way<'_, '_>,
    t_max: f64,
    radius: f64,
) -> PyResult<PyObstacle> {
    of_mesh(Arc::clone(mesh), mesh, way, t_max, radius)
}

/// Many instances of a mesh, one for each row.
pub fn mesh_instances<T: Float>(
    py: Python<'_>,
    mesh: &Arc<Mesh<T>>,
    arguments: &Arguments<'_, T>,
) -> PyResult<PyObstacle> {
    arguments.instances(py, mesh).map(PyObstacle)
}

/// A mesh instance, as an obstacle.
pub fn mesh_instance<T: Float>(
    mesh: &Arc<Mesh<T>>,
    rotation: Numbers<'_, '_>,
    translation: Numbers<'_, '_>,
    way: Way<'_, '_>,
    t_max: f64,
    radius: f64,
) -> PyResult<PyObstacle> {
    let [quaternion] = exactly::<T, 4, 1>(rotation)?;
    let rotation = <T as Rotor<3>>::rotation(&quaternion)?;
    let [translation] = exactly::<T, 3, 1>(translation)?;
    let instance = checked(SharedInstance::new(Arc::clone(mesh), rotation, translation))?;
    of_mesh(instance, mesh, way, t_max, radius)
}

/// The solid that a closed mesh bounds, as an obstacle.
pub fn solid<T: Float>(solid: Solid<T>) -> PyObstacle {
    PyObstacle::one(solid)
}

fn of_mesh<T: Float, S: Shape<Scalar = T, Vector = [T; 3]>>(
    shape: S,
    mesh: &Mesh<T>,
    (way, from): Way<'_, '_>,
    t_max: f64,
    radius: f64,
) -> PyResult<PyObstacle>
where
    Moving<S>: AnyObstacle<T, 3> + 'static,
{
    let [way] = exactly::<T, 3, 1>(way)?;
    let from = match from {
        Some(from) => Some(exactly::<T, 3, 1>(from)?[0]),
        None => {
            // The mesh is checked first, so that an error names it.
            checked(mesh.moving(way))?;
            None
        }
    };
    Ok(PyObstacle::one(on_its_way(shape, (way, from), t_max, radius)?))
}

/// The vertices of a hull, and its faces, as the numbers of the given points.
type PartsOfHull = (Vec<u32>, Vec<Vec<u32>>);

fn parts_of_hull<T: Float>(points: Numbers<'_, '_>) -> PyResult<PartsOfHull> {
    fn parts<T: Float, const N: usize>(hull: Hull<T, N>) -> PartsOfHull {
        (hull.vertices().to_vec(), hull.faces().map(Iterator::collect).collect())
    }
    Ok(match kind_of(points)? {
        (_, 2) => parts(checked(Hull::<T, 2>::new(rows::<T, 2>(points)?))?),
        _ => parts(checked(Hull::<T, 3>::new(rows::<T, 3>(points)?))?),
    })
}

fn frustum_of_view<'py, T: Float>(
    rows: Numbers<'_, 'py>,
    depth: ClipDepth,
) -> PyResult<Bound<'py, PyTuple>> {
    let frustum = Frustum::from_view_projection(exactly::<T, 4, 4>(rows)?, depth);
    planes_of_frustum(rows.py(), checked(frustum)?)
}

/// The names of the queries, contiguous, since each query searches them.
static NAMES: [&str; Question::ALL.len()] = {
    let mut names = [""; Question::ALL.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = Question::ALL[i].name();
        i += 1;
    }
    names
};

fn question(name: &str) -> PyResult<Question> {
    let place = NAMES.iter().position(|known| *known == name);
    place.map(|i| Question::ALL[i]).ok_or_else(|| bad(format!("no such question as {name}")))
}

/// A slide with at most this number of legs or, without a number, an advance.
fn how(most: Option<usize>) -> How {
    most.map_or(How::Advance, |most| {
        let mut options = SlideOptions::default();
        options.max_iterations = most;
        How::Slide(options)
    })
}

#[pymethods]
impl PyObstacle {
    /// The obstacle as a body, if bodies can have its shape. If each row has its own shape, it is
    /// the body of this row.
    #[pyo3(signature = (row=None))]
    fn body(&self, row: Option<usize>) -> PyResult<PyBody> {
        self.0.body(row)
    }

    /// The dimensions in which a shape of this kind exists.
    #[staticmethod]
    fn dimensions(kind: &str) -> PyResult<Vec<usize>> {
        let known = shapes::dimensions(kind);
        known.map(<[_]>::to_vec).ok_or_else(|| bad(format!("no such shape as a {kind}")))
    }

    /// Makes one shape of this kind or, unless `is_alone`, one for each row. For each argument of
    /// the class in Python there is an array with a row for each shape, in which several vectors
    /// are one after the other. `t_max` and the inflation `radius` are always `f64`. If there is an
    /// array `from`, `velocity` contains the ends of the motions.
    #[staticmethod]
    #[pyo3(signature = (kind, arguments, velocity, t_max, radius, is_alone, from=None))]
    fn shape(
        kind: &str,
        arguments: Numbers<'_, '_>,
        velocity: Numbers<'_, '_>,
        t_max: Numbers<'_, '_>,
        radius: Numbers<'_, '_>,
        is_alone: bool,
        from: Option<Numbers<'_, '_>>,
    ) -> PyResult<Self> {
        fn make<T: Float>(
            kind: &str,
            [arguments, velocity, t_max, radius]: [Numbers<'_, '_>; 4],
            from: Option<Numbers<'_, '_>>,
            is_alone: bool,
        ) -> PyResult<PyObstacle> {
            let arguments = Arguments::<T>::new(arguments, velocity, from, t_max, radius)?;
            arguments.make(velocity.py(), kind, is_alone).map(PyObstacle)
        }
        of_float!(velocity, make(kind, [arguments, velocity, t_max, radius], from, is_alone))
    }

    /// Makes one shape of `f64` from plain vectors, which are short lists of plain numbers, and
    /// also returns the numbers. Returns `None` for input of another form, or for a shape with
    /// other arguments.
    #[staticmethod]
    fn plain<'py>(
        kind: &str,
        values: &Bound<'py, PyTuple>,
        velocity: Numbers<'_, 'py>,
        t_max: Numbers<'_, 'py>,
        radius: Numbers<'_, 'py>,
    ) -> PyResult<Option<(Self, PlainNumbers<'py>)>> {
        let plain = PlainShape::new(values, velocity, t_max, radius);
        let Some(plain) = plain else { return Ok(None) };
        let Some(shape) = plain.make(kind)? else { return Ok(None) };
        Ok(Some((Self(shape), plain.numbers(values.py())?)))
    }

    /// The points and normals of the frustum with these eight corners.
    #[staticmethod]
    fn frustum_of_corners<'py>(corners: Numbers<'_, 'py>) -> PyResult<Bound<'py, PyTuple>> {
        of_float!(corners, frustum_of_corners(corners))
    }

    /// The vertices and the faces of the hull of these points.
    #[staticmethod]
    fn parts_of_hull(points: Numbers<'_, '_>) -> PyResult<PartsOfHull> {
        of_float!(points, parts_of_hull(points))
    }

    /// The points and normals of the frustum of a matrix.
    #[staticmethod]
    fn frustum_of_view<'py>(
        rows: Numbers<'_, 'py>,
        near: i8,
        far: i8,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let depth = match (near, far) {
            (-1, 1) => ClipDepth::MinusOneToOne,
            (0, 1) => ClipDepth::ZeroToOne,
            (1, 0) => ClipDepth::OneToZero,
            _ => {
                return Err(bad(format!(
                    "depth is ({near}, {far}), must be (-1, 1), (0, 1) or (1, 0)"
                )));
            }
        };
        of_float!(rows, frustum_of_view(rows, depth))
    }

    /// The answer for one body, which may be hollow.
    #[pyo3(signature = (question, body, is_hollow = false))]
    fn ask(
        &self,
        py: Python<'_>,
        question: &str,
        body: &PyBody,
        is_hollow: bool,
    ) -> PyResult<Py<PyAny>> {
        self.0.ask(py, self::question(question)?, &Asker::One(body), is_hollow)
    }

    /// The answer in exact numbers; in a batch, for this row.
    fn ask_exact(
        &self,
        py: Python<'_>,
        question: &str,
        body: &PyBody,
        row: Option<usize>,
    ) -> PyResult<Py<PyAny>> {
        self.0.ask_exact(py, self::question(question)?, body, row)
    }

    // ---- many ----
    //
    // Each function takes the input of users directly if it has a simple form. Otherwise it returns
    // `NotImplemented`, and Python calls it again with arrays that fit.

    /// The answers for each row of `arrays`, which may be hollow bodies, or points.
    #[pyo3(signature = (arrays, question, threads, is_hollow = false))]
    fn ask_each(
        &self,
        py: Python<'_>,
        arrays: Numbers<'_, '_>,
        question: &str,
        threads: Option<Count>,
        is_hollow: bool,
    ) -> PyResult<Py<PyAny>> {
        self.0.ask(py, self::question(question)?, &Asker::Many(arrays, threads), is_hollow)
    }

    /// Moves one body along a displacement, which is a row of an array: until an obstacle blocks it
    /// or, with `most`, also along blocking surfaces for at most `most` legs.
    fn moved(
        &self,
        py: Python<'_>,
        body: &PyBody,
        displacement: Numbers<'_, '_>,
        most: Option<usize>,
    ) -> PyResult<Py<PyAny>> {
        let wish = Wish { how: how(most), has_legs: true };
        self.0.moved(py, &Asker::One(body), displacement, wish, None)
    }

    /// Moves the body of each row of `arrays`. Returns columns, in the arrays of `out` if it is
    /// given, and the ends of all legs if they are requested.
    #[allow(clippy::too_many_arguments, reason = "as many as Python gives")]
    fn moved_each(
        &self,
        py: Python<'_>,
        arrays: Numbers<'_, '_>,
        displacement: Numbers<'_, '_>,
        most: Option<usize>,
        threads: Option<Count>,
        out: Option<Numbers<'_, '_>>,
        has_legs: bool,
    ) -> PyResult<Py<PyAny>> {
        let wish = Wish { how: how(most), has_legs };
        self.0.moved(py, &Asker::Many(arrays, threads), displacement, wish, out)
    }

    /// A free position near a body.
    fn recover(&self, py: Python<'_>, body: &PyBody) -> PyResult<Py<PyAny>> {
        self.0.recover(py, body)
    }

    /// The first contact or entry of each body, as columns, in the arrays of `out` if it is given.
    fn hits(
        &self,
        py: Python<'_>,
        arrays: Numbers<'_, '_>,
        question: &str,
        threads: Option<Count>,
        out: Option<Numbers<'_, '_>>,
    ) -> PyResult<Py<PyAny>> {
        self.0.hits(py, self::question(question)?, arrays, out, threads)
    }
}
