//! The moving bodies: a sphere, an ellipsoid, a capsule or a convex shape, or many bodies with a
//! row of an array for each.

use crate::error::{BadRow, Flaw, bad};
use numpy::ndarray::{Array1, Array2, ArrayView1, ArrayView2, ArrayView3, Axis};
use numpy::{
    Element, PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2,
    PyReadonlyArray3, PyUntypedArrayMethods,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyInt, PyList, PyTuple};
use std::any::Any;
use std::ops::Range;
use tangency::any::{Mover, Movers};
use tangency::{Capsule, Ellipsoid, InputError, Moving, Point, Sphere};
use tangency_files::number::Number;

/// The two floats, as NumPy stores them.
pub trait Float: Number + Element {
    /// The value in an array that stands for no number.
    const NAN: Self;
    /// Whether this is `f64`, the float of Python.
    const IS_WIDE: bool;
}

impl Float for f32 {
    const NAN: Self = f32::NAN;
    const IS_WIDE: bool = false;
}

impl Float for f64 {
    const NAN: Self = f64::NAN;
    const IS_WIDE: bool = true;
}

/// The greatest dimension of a body, the same as for the library's boxes.
pub const MOST_DIMENSIONS: usize = 8;

/// Repeats code for each dimension of bodies.
macro_rules! in_dimension {
    ($dimension:expr, $N:ident => $say:expr, else $other:expr) => {
        in_dimension!(@ $dimension, $N, $say, $other, 1 2 3 4 5 6 7 8)
    };
    (@ $dimension:expr, $N:ident, $say:expr, $other:expr, $($number:literal)*) => {
        match $dimension {
            $($number => {
                const $N: usize = $number;
                $say
            })*
            _ => $other,
        }
    };
}

/// The number of arguments of bodies.
const PARTS: usize = 9;

/// The arguments of a body, or of many, as users write them: center, radius, radii, velocity,
/// t_max, to, b, axis, path. An argument that is not given is `None`.
type Parts<'a, 'py> = [&'a Bound<'py, PyAny>; PARTS];

/// The arguments of a batch in a simple form: arrays of one float, borrowed from Python, or plain
/// numbers and lists of them.
pub struct Arrays<'py, T: Float> {
    center: Matrix<'py, T>,
    size: GivenSize<'py, T>,
    /// The other end, for a capsule.
    end: Option<(Matrix<'py, T>, End)>,
    way: GivenWay<'py, T>,
    t_max: Column<'py, T>,
}

enum GivenSize<'py, T: Float> {
    Radius(Column<'py, T>),
    Radii(Matrix<'py, T>),
}

enum GivenWay<'py, T: Float> {
    Velocity(Matrix<'py, T>),
    To(Matrix<'py, T>),
    Path(PyReadonlyArray3<'py, T>),
}

/// The form of the other end of a capsule: its position, or the vector to it.
#[derive(Clone, Copy, Debug)]
enum End {
    At,
    Axis,
}

/// The arguments of a batch as slices of memory, all of one length.
#[derive(Clone, Copy, Debug)]
pub struct BodyRows<'a, T, const N: usize> {
    center: ArrayView2<'a, T>,
    size: Size<'a, T>,
    end: Option<(ArrayView2<'a, T>, End)>,
    way: Way<'a, T>,
    t_max: ArrayView1<'a, T>,
}

#[derive(Clone, Copy, Debug)]
enum Size<'a, T> {
    Radius(ArrayView1<'a, T>),
    Radii(ArrayView2<'a, T>),
}

#[derive(Clone, Copy, Debug)]
enum Way<'a, T> {
    Velocity(ArrayView2<'a, T>),
    To(ArrayView2<'a, T>),
    Path(ArrayView3<'a, T>),
}

/// The paths in these arguments, if there are any.
pub fn path_of<'py>(arrays: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let last = if arrays.len()? == PARTS { Some(arrays.get_item(PARTS - 1)?) } else { None };
    Ok(last.filter(|path| !path.is_none()))
}

/// The points of the path in a row.
pub fn points_of<T: Copy, const N: usize>(paths: ArrayView3<'_, T>, row: usize) -> Vec<[T; N]> {
    let path = paths.index_axis_move(Axis(0), row);
    (0..path.nrows()).map(|i| vector(path, i)).collect()
}

impl<'py, T: Float> Arrays<'py, T> {
    /// Reads a tuple of [`Parts`], the last of which may be left out. Returns `None` for another
    /// form.
    pub fn new(arrays: &Bound<'py, PyAny>, dimension: usize) -> PyResult<Option<Self>> {
        let mut parts = [const { None }; PARTS];
        for (i, part) in parts.iter_mut().enumerate().take(arrays.len()?) {
            *part = Some(arrays.get_item(i)?);
        }
        let none = arrays.py().None().into_bound(arrays.py());
        Ok(Self::of(parts.each_ref().map(|part| part.as_ref().unwrap_or(&none)), dimension))
    }

    /// Reads the arguments of a batch from its parts.
    fn of(parts: Parts<'_, 'py>, dimension: usize) -> Option<Self> {
        let [center, radius, radii, velocity, t_max, to, b, axis, path] = parts;
        let size = match (radius.is_none(), radii.is_none()) {
            (false, true) => GivenSize::Radius(Column::of(radius)?),
            (true, false) => GivenSize::Radii(Matrix::of(radii, dimension)?),
            _ => return None,
        };
        let end = match (b.is_none(), axis.is_none()) {
            (true, true) => None,
            _ if radius.is_none() => return None,
            (false, true) => Some((Matrix::of(b, dimension)?, End::At)),
            (true, false) => Some((Matrix::of(axis, dimension)?, End::Axis)),
            (false, false) => return None,
        };
        let way = match (velocity.is_none(), to.is_none(), path.is_none()) {
            (true, true, true) => {
                GivenWay::Velocity(Matrix::Own(Array2::from_elem((1, dimension), T::ZERO)))
            }
            (false, true, true) => GivenWay::Velocity(Matrix::of(velocity, dimension)?),
            (true, false, true) => GivenWay::To(Matrix::of(to, dimension)?),
            (true, true, false) => {
                let array = path.cast_exact::<PyArray3<T>>().ok()?;
                let fits = array.is_aligned() && array.shape()[2] == dimension;
                GivenWay::Path(fits.then(|| array.try_readonly().ok())??)
            }
            _ => return None,
        };
        let t_max = match (t_max.is_none(), &way) {
            (true, GivenWay::To(_)) => Column::Own(Array1::from_elem(1, T::ONE)),
            (true, _) => Column::Own(Array1::from_elem(1, T::INFINITY)),
            (false, GivenWay::Path(_)) => return None,
            (false, _) => Column::of(t_max)?,
        };
        Some(Self { center: Matrix::of(center, dimension)?, size, end, way, t_max })
    }

    pub fn apart(self) -> Self {
        Self {
            center: self.center.apart(),
            size: match self.size {
                GivenSize::Radius(radius) => GivenSize::Radius(radius.apart()),
                GivenSize::Radii(radii) => GivenSize::Radii(radii.apart()),
            },
            end: self.end.map(|(end, kind)| (end.apart(), kind)),
            way: match self.way {
                GivenWay::Velocity(velocity) => GivenWay::Velocity(velocity.apart()),
                GivenWay::To(to) => GivenWay::To(to.apart()),
                // Answers contain no paths.
                GivenWay::Path(path) => GivenWay::Path(path),
            },
            t_max: self.t_max.apart(),
        }
    }

    /// The rows of the batch, as many as the shapes if their number is given.
    pub fn bodies<const N: usize>(&self, shapes: Option<usize>) -> Option<BodyRows<'_, T, N>> {
        let of_size = match &self.size {
            GivenSize::Radius(radius) => radius.len(),
            GivenSize::Radii(radii) => radii.len(),
        };
        let of_way = match &self.way {
            GivenWay::Velocity(way) | GivenWay::To(way) => way.len(),
            GivenWay::Path(path) => path.shape()[0],
        };
        let of_end = self.end.as_ref().map_or(1, |(end, _)| end.len());
        let lengths = [self.center.len(), of_size, of_end, of_way, self.t_max.len()];
        let several = lengths.into_iter().find(|&length| length != 1);
        let rows = shapes.or(several).unwrap_or(1);
        Some(BodyRows {
            center: self.center.rows(rows)?,
            size: match &self.size {
                GivenSize::Radius(radius) => Size::Radius(radius.rows(rows)?),
                GivenSize::Radii(radii) => Size::Radii(radii.rows(rows)?),
            },
            end: match &self.end {
                Some((end, kind)) => Some((end.rows(rows)?, *kind)),
                None => None,
            },
            way: match &self.way {
                GivenWay::Velocity(velocity) => Way::Velocity(velocity.rows(rows)?),
                GivenWay::To(to) => Way::To(to.rows(rows)?),
                GivenWay::Path(path) => {
                    let path = path.as_array();
                    Way::Path(Some(path).filter(|path| path.shape()[0] == rows)?)
                }
            },
            t_max: self.t_max.rows(rows)?,
        })
    }
}

// ---- the most frequent input ----

/// Vectors, one for each row. A single row is copied.
pub enum Matrix<'py, T: Float> {
    /// A view of Python's memory.
    Array(PyReadonlyArray2<'py, T>),
    /// A copy.
    Own(Array2<T>),
}

/// Numbers, one for each row.
enum Column<'py, T: Float> {
    Array(PyReadonlyArray1<'py, T>),
    Own(Array1<T>),
}

/// A plain number: a float, or an integer that every float type can represent. A number of NumPy is
/// never rounded, so its type must be this float.
pub fn plain<T: Float>(value: &Bound<'_, PyAny>) -> Option<T> {
    const SMALL: i64 = 1 << 24;
    if let Ok(float) = value.cast::<PyFloat>()
        && (T::IS_WIDE || float.is_exact_instance_of::<PyFloat>())
    {
        return Some(T::round(float.value()));
    }
    let integer: i64 = value.cast_exact::<PyInt>().ok()?.extract().ok()?;
    (-SMALL..=SMALL).contains(&integer).then(|| T::round(integer as f64))
}

/// A list or a tuple of a few plain numbers, or an array of the same length.
pub fn plain_vector<T: Float>(value: &Bound<'_, PyAny>) -> Option<Vec<T>> {
    const MANY: usize = 9;
    if let Ok(list) = value.cast_exact::<PyList>() {
        let few = (list.len() <= MANY).then_some(list)?;
        return few.iter().map(|number| plain(&number)).collect();
    }
    if let Ok(tuple) = value.cast_exact::<PyTuple>() {
        let few = (tuple.len() <= MANY).then_some(tuple)?;
        return few.iter_borrowed().map(|number| plain(&number)).collect();
    }
    let array = value.cast_exact::<PyArray1<T>>().ok()?;
    let few = (array.is_aligned() && array.len() <= MANY).then_some(array)?;
    Some(few.try_readonly().ok()?.as_array().to_vec())
}

impl<'py, T: Float> Matrix<'py, T> {
    /// Reads an array of this float, or plain numbers. Returns `None` for another form.
    pub fn of(value: &Bound<'py, PyAny>, width: usize) -> Option<Self> {
        if let Ok(array) = value.cast_exact::<PyArray2<T>>() {
            let fits = array.is_aligned() && array.shape()[1] == width;
            let array = fits.then(|| array.try_readonly().ok())??;
            return Some(match array.shape()[0] {
                1 => Self::Own(array.as_array().to_owned()),
                _ => Self::Array(array),
            });
        }
        if let Some(row) = plain_vector(value).filter(|row| row.len() == width) {
            return Array2::from_shape_vec((1, width), row).ok().map(Self::Own);
        }
        let rows = value.cast_exact::<PyList>().ok().filter(|rows| !rows.is_empty())?;
        let mut numbers = Vec::with_capacity(rows.len() * width);
        for row in rows.iter() {
            numbers.extend(plain_vector::<T>(&row).filter(|row| row.len() == width)?);
        }
        Array2::from_shape_vec((rows.len(), width), numbers).ok().map(Self::Own)
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        match self {
            Self::Array(array) => array.shape()[0],
            Self::Own(rows) => rows.nrows(),
        }
    }

    fn apart(self) -> Self {
        match self {
            Self::Array(array) => Self::Own(array.as_array().to_owned()),
            own => own,
        }
    }

    /// Returns `count` rows, where a single row is repeated, or `None` if there is another number
    /// of rows.
    pub fn rows(&self, count: usize) -> Option<ArrayView2<'_, T>> {
        match self {
            Self::Array(array) => Some(array.as_array()).filter(|view| view.nrows() == count),
            Self::Own(rows) => rows.broadcast((count, rows.ncols())),
        }
    }
}

impl<'py, T: Float> Column<'py, T> {
    fn of(value: &Bound<'py, PyAny>) -> Option<Self> {
        if let Some(number) = plain(value) {
            return Some(Self::Own(Array1::from_elem(1, number)));
        }
        let array = value.cast_exact::<PyArray1<T>>().ok().filter(|array| array.is_aligned())?;
        let array = array.try_readonly().ok()?;
        Some(match array.shape()[0] {
            1 => Self::Own(array.as_array().to_owned()),
            _ => Self::Array(array),
        })
    }

    fn len(&self) -> usize {
        match self {
            Self::Array(array) => array.shape()[0],
            Self::Own(numbers) => numbers.len(),
        }
    }

    fn apart(self) -> Self {
        match self {
            Self::Array(array) => Self::Own(array.as_array().to_owned()),
            own => own,
        }
    }

    fn rows(&self, count: usize) -> Option<ArrayView1<'_, T>> {
        match self {
            Self::Array(array) => Some(array.as_array()).filter(|view| view.len() == count),
            Self::Own(numbers) => numbers.broadcast(count),
        }
    }
}

impl<T: Float, const N: usize> BodyRows<'_, T, N> {
    /// The number of bodies.
    pub fn len(&self) -> usize {
        self.center.nrows()
    }

    /// Whether the bodies are capsules.
    pub fn are_capsules(&self) -> bool {
        self.end.is_some()
    }

    /// Whether the bodies follow paths.
    pub fn are_along(&self) -> bool {
        matches!(self.way, Way::Path(_))
    }

    #[inline]
    pub fn get(&self, row: usize) -> Result<Mover<T, N>, InputError> {
        Ok(match (self.size, self.end) {
            (Size::Radius(radius), None) => self.sphere(row, radius)?.into(),
            (Size::Radius(radius), Some(end)) => self.capsule(row, radius, end)?.into(),
            (Size::Radii(radii), _) => self.ellipsoid(row, radii)?.into(),
        })
    }

    pub fn some(&self, rows: Range<usize>) -> Result<Movers<T, N>, BadRow> {
        fn all<M>(
            rows: Range<usize>,
            make: impl Fn(usize) -> Result<M, InputError>,
        ) -> Result<Vec<M>, BadRow> {
            rows.map(|row| make(row).map_err(|error| BadRow(row, error.into()))).collect()
        }
        Ok(match (self.size, self.end) {
            (Size::Radius(radius), None) => {
                Movers::Spheres(all(rows, |row| self.sphere(row, radius))?)
            }
            (Size::Radius(radius), Some(end)) => {
                Movers::Capsules(all(rows, |row| self.capsule(row, radius, end))?)
            }
            (Size::Radii(radii), _) => {
                Movers::Ellipsoids(all(rows, |row| self.ellipsoid(row, radii))?)
            }
        })
    }

    pub fn legs(&self, row: usize) -> Result<Movers<T, N>, Flaw> {
        Ok(self.get(row)?.moving_along(self.points(row))?)
    }

    /// The points of a path; empty if there is none.
    pub fn points(&self, row: usize) -> Vec<[T; N]> {
        if let Way::Path(paths) = self.way { points_of(paths, row) } else { Vec::new() }
    }

    /// The position at time 1, if it is given.
    fn to(&self, row: usize) -> Option<[T; N]> {
        match self.way {
            Way::To(to) => Some(vector(to, row)),
            _ => None,
        }
    }

    pub fn point(&self, row: usize) -> Result<Point<T, N>, Flaw> {
        Point::new(vector(self.center, row))
            .map_err(|error| Flaw::Words(error.to_string().replacen("point.position", "point", 1)))
    }

    #[inline]
    fn sphere(
        &self,
        row: usize,
        radius: ArrayView1<'_, T>,
    ) -> Result<Moving<Sphere<T, N>>, InputError> {
        let sphere = Sphere::new(vector(self.center, row), radius[row])?;
        match self.way {
            Way::Velocity(velocity) => sphere.moving(vector(velocity, row))?.until(self.t_max[row]),
            Way::To(to) => sphere.moving_to(vector(to, row))?.until(self.t_max[row]),
            Way::Path(_) => Ok(Moving::still(sphere)),
        }
    }

    fn ellipsoid(
        &self,
        row: usize,
        radii: ArrayView2<'_, T>,
    ) -> Result<Moving<Ellipsoid<T, N>>, InputError> {
        let ellipsoid = Ellipsoid::new(vector(self.center, row), vector(radii, row))?;
        match self.way {
            Way::Velocity(velocity) => {
                ellipsoid.moving(vector(velocity, row))?.until(self.t_max[row])
            }
            Way::To(to) => ellipsoid.moving_to(vector(to, row))?.until(self.t_max[row]),
            Way::Path(_) => Ok(Moving::still(ellipsoid)),
        }
    }

    fn capsule(
        &self,
        row: usize,
        radius: ArrayView1<'_, T>,
        (end, kind): (ArrayView2<'_, T>, End),
    ) -> Result<Moving<Capsule<T, N>>, InputError> {
        let (a, end): ([T; N], [T; N]) = (vector(self.center, row), vector(end, row));
        let capsule = match kind {
            End::At => Capsule::new(a, end, radius[row])?,
            End::Axis => Capsule::with_axis(a, end, radius[row])?,
        };
        match self.way {
            Way::Velocity(velocity) => {
                capsule.moving(vector(velocity, row))?.until(self.t_max[row])
            }
            Way::To(to) => capsule.moving_to(vector(to, row))?.until(self.t_max[row]),
            Way::Path(_) => Ok(Moving::still(capsule)),
        }
    }
}

/// A row of an array as a vector.
#[inline]
pub fn vector<T: Copy, const N: usize>(rows: ArrayView2<'_, T>, row: usize) -> [T; N] {
    std::array::from_fn(|k| rows[[row, k]])
}

/// A body of any float and dimension.
trait AnyMover: Any + Send + Sync {
    /// The arguments of the body, by their names in Python.
    fn numbers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>>;
    /// Whether the body follows a path.
    fn is_along(&self) -> bool;
    /// The same body with a path, which is an array of points.
    fn along(&self, path: &Bound<'_, PyAny>) -> PyResult<PyBody>;
}

/// A body, and its position at time 1 if it was given instead of a velocity.
struct Known<T: Float, const N: usize> {
    mover: Mover<T, N>,
    to: Option<[T; N]>,
    /// The points of the path, and the body on each leg.
    path: Option<(Vec<[T; N]>, Movers<T, N>)>,
}

impl<T: Float, const N: usize> AnyMover for Known<T, N> {
    fn numbers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let numbers = PyDict::new(py);
        let put = |name, vector: [T; N]| numbers.set_item(name, vector.map(T::widen));
        let (velocity, t_max) = match &self.mover {
            Mover::Sphere(sphere) => {
                put("center", sphere.shape().center())?;
                numbers.set_item("radius", sphere.shape().radius().widen())?;
                (sphere.velocity(), sphere.t_max())
            }
            Mover::Ellipsoid(ellipsoid) => {
                put("center", ellipsoid.shape().center())?;
                put("radii", ellipsoid.shape().radii())?;
                (ellipsoid.velocity(), ellipsoid.t_max())
            }
            Mover::Capsule(capsule) => {
                put("a", capsule.shape().a())?;
                match capsule.shape().b() {
                    [b, beyond] if beyond == [T::ZERO; N] => put("b", b)?,
                    [_, axis] => put("axis", axis)?,
                }
                numbers.set_item("radius", capsule.shape().radius().widen())?;
                (capsule.velocity(), capsule.t_max())
            }
            other => return Err(PyTypeError::new_err(format!("{other:?} has no numbers here"))),
        };
        put("velocity", velocity)?;
        numbers.set_item("t_max", t_max.widen())?;
        if let Some(to) = self.to {
            put("to", to)?;
        }
        if let Some((points, _)) = &self.path {
            let points: Vec<_> = points.iter().map(|point| point.map(T::widen)).collect();
            numbers.set_item("path", points)?;
        }
        Ok(numbers)
    }

    fn is_along(&self) -> bool {
        self.path.is_some()
    }

    fn along(&self, path: &Bound<'_, PyAny>) -> PyResult<PyBody> {
        let rows = Matrix::<T>::of(path, N);
        let rows = rows.as_ref().and_then(|rows| rows.rows(rows.len()));
        let rows = rows.ok_or_else(|| bad("a path is no array of points"))?;
        let points: Vec<[T; N]> = (0..rows.nrows()).map(|i| vector(rows, i)).collect();
        let legs = self.mover.moving_along(points.as_slice()).map_err(Flaw::from)?;
        let mover = self.mover.clone();
        Ok(PyBody(Box::new(Self { mover, to: None, path: Some((points, legs)) })))
    }
}

/// One body of Python: a [`Mover`] of some float and dimension.
#[pyclass(frozen, name = "Body", module = "tangency._tangency")]
pub struct PyBody(Box<dyn AnyMover>);

#[pymethods]
impl PyBody {
    /// Makes the body from the arrays of a batch of one.
    #[new]
    fn new(arrays: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (is_narrow, columns) = kind_of(&arrays.get_item(0)?)?;
        let body = in_dimension!(columns, N => match is_narrow {
            true => Arrays::new(arrays, N)?.and_then(Self::of::<f32, N>),
            false => Arrays::new(arrays, N)?.and_then(Self::of::<f64, N>),
        }, else return Err(bad(format!("center has {columns} numbers, must have 1 to {MOST_DIMENSIONS}"))));
        body.ok_or_else(|| bad("the arrays of a body do not fit each other"))?
    }

    /// Makes a body of `f64` from plain numbers and short lists of such numbers. Returns `None` for
    /// another form.
    #[staticmethod]
    #[expect(clippy::too_many_arguments, reason = "each is what users write of a body")]
    fn plain(
        center: &Bound<'_, PyAny>,
        radius: &Bound<'_, PyAny>,
        radii: &Bound<'_, PyAny>,
        velocity: &Bound<'_, PyAny>,
        t_max: &Bound<'_, PyAny>,
        to: &Bound<'_, PyAny>,
        b: &Bound<'_, PyAny>,
        axis: &Bound<'_, PyAny>,
    ) -> PyResult<Option<Self>> {
        let Ok(length) = center.len() else { return Ok(None) };
        let no_path = &center.py().None().into_bound(center.py());
        let parts = [center, radius, radii, velocity, t_max, to, b, axis, no_path];
        in_dimension!(length, N => Arrays::of(parts, N).and_then(Self::of::<f64, N>).transpose(), else Ok(None))
    }

    fn numbers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.0.numbers(py)
    }

    /// The same body with a path, which is an array of points.
    fn along(&self, path: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.0.along(path)
    }
}

/// Whether an array holds `f32`, and its number of columns.
pub fn kind_of(array: &Bound<'_, PyAny>) -> PyResult<(bool, usize)> {
    let (_, columns): (usize, usize) = array.getattr("shape")?.extract()?;
    Ok((array.getattr("dtype")?.getattr("itemsize")?.extract::<usize>()? == 4, columns))
}

impl<T: Float, const N: usize> From<Mover<T, N>> for PyBody {
    fn from(mover: Mover<T, N>) -> Self {
        Self(Box::new(Known { mover, to: None, path: None }))
    }
}

impl PyBody {
    /// The only body of a batch, or `None` if there is not exactly one.
    fn of<T: Float, const N: usize>(given: Arrays<'_, T>) -> Option<PyResult<Self>> {
        let bodies = given.bodies::<N>(Some(1))?;
        let known = || -> Result<_, Flaw> {
            let path = match bodies.are_along() {
                true => Some((bodies.points(0), bodies.legs(0)?)),
                false => None,
            };
            Ok(Known { mover: bodies.get(0)?, to: bodies.to(0), path })
        };
        Some(known().map(|known| Self(Box::new(known))).map_err(PyErr::from))
    }

    fn known<T: Float, const N: usize>(&self) -> PyResult<&Known<T, N>> {
        let any: &dyn Any = &*self.0;
        any.downcast_ref().ok_or_else(|| {
            bad(format!("the body is not of {} in {N} dimensions, as the shape is", T::NAME))
        })
    }

    /// The body, if it is of this float and dimension. A body that follows a path is at rest at the
    /// start of the path.
    pub fn get<T: Float, const N: usize>(&self) -> PyResult<&Mover<T, N>> {
        Ok(&self.known()?.mover)
    }

    /// The body on each leg of its path, if it follows one.
    pub fn legs<T: Float, const N: usize>(&self) -> PyResult<Option<&Movers<T, N>>> {
        Ok(self.known()?.path.as_ref().map(|(_, legs)| legs))
    }

    /// Whether the body follows a path.
    pub fn is_along(&self) -> bool {
        self.0.is_along()
    }
}
