//! What moves: a sphere or an ellipsoid, one or a row of an array for each.

use crate::error::{BadRow, Flaw, bad};
use numpy::ndarray::{Array1, Array2, ArrayView1, ArrayView2};
use numpy::{
    Element, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2,
    PyUntypedArrayMethods,
};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt, PyList, PyTuple};
use std::any::Any;
use std::ops::Range;
use tangency::any::Mover;
use tangency::{Ellipsoid, InputError, Moving, Point, Sphere};
use tangency_files::number::Number;

/// The two floats, as NumPy holds them.
pub trait Float: Number + Element {
    /// What stands in an array where there is no number.
    const NAN: Self;
    /// Whether it is the float that Python has.
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

/// In how many dimensions there are bodies: as many as the library has boxes in.
pub const MOST_DIMENSIONS: usize = 8;

/// Says something in each number of dimensions that there are bodies in.
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

/// Some of the bodies of a batch, by what they are.
pub enum Movers<T: Float, const N: usize> {
    /// Spheres.
    Spheres(Vec<Moving<Sphere<T, N>>>),
    /// Ellipsoids along the axes.
    Ellipsoids(Vec<Moving<Ellipsoid<T, N>>>),
}

/// What users write of a batch, as it is: arrays of one float, borrowed from Python, or plain numbers and lists of them.
pub struct Given<'py, T: Float> {
    center: Matrix<'py, T>,
    size: GivenSize<'py, T>,
    velocity: Matrix<'py, T>,
    t_max: Column<'py, T>,
}

enum GivenSize<'py, T: Float> {
    Radius(Column<'py, T>),
    Radii(Matrix<'py, T>),
}

/// The same, as they lie in memory, all of one length.
#[derive(Clone, Copy, Debug)]
pub struct Bodies<'a, T, const N: usize> {
    center: ArrayView2<'a, T>,
    size: Size<'a, T>,
    velocity: ArrayView2<'a, T>,
    t_max: ArrayView1<'a, T>,
}

#[derive(Clone, Copy, Debug)]
enum Size<'a, T> {
    Radius(ArrayView1<'a, T>),
    Radii(ArrayView2<'a, T>),
}

impl<'py, T: Float> Given<'py, T> {
    /// From `(center, radius or None, radii or None, velocity, t_max)`; `None` if it is written in another way, which the package's
    /// Python files must bring into this one, or refuse.
    pub fn new(arrays: &Bound<'py, PyAny>, dimension: usize) -> PyResult<Option<Self>> {
        let item = |i: usize| arrays.get_item(i);
        let [center, radius, radii] = [item(0)?, item(1)?, item(2)?];
        Ok(Self::of(&center, [&radius, &radii], [&item(3)?, &item(4)?], dimension))
    }

    /// The same from its parts.
    pub fn of(
        center: &Bound<'py, PyAny>,
        [radius, radii]: [&Bound<'py, PyAny>; 2],
        [velocity, t_max]: [&Bound<'py, PyAny>; 2],
        dimension: usize,
    ) -> Option<Self> {
        let size = match (radius.is_none(), radii.is_none()) {
            (false, true) => GivenSize::Radius(Column::of(radius)?),
            (true, false) => GivenSize::Radii(Matrix::of(radii, dimension)?),
            _ => return None,
        };
        let velocity = match velocity.is_none() {
            true => Matrix::Own(Array2::from_elem((1, dimension), T::ZERO)),
            false => Matrix::of(velocity, dimension)?,
        };
        let t_max = match t_max.is_none() {
            true => Column::Own(Array1::from_elem(1, T::INFINITY)),
            false => Column::of(t_max)?,
        };
        Some(Self { center: Matrix::of(center, dimension)?, size, velocity, t_max })
    }

    /// The rows: as many as there are shapes, if each row has one of its own. What is given once is repeated; `None` if the lengths do not fit.
    pub fn bodies<const N: usize>(&self, shapes: Option<usize>) -> Option<Bodies<'_, T, N>> {
        let of_size = match &self.size {
            GivenSize::Radius(radius) => radius.len(),
            GivenSize::Radii(radii) => radii.len(),
        };
        let lengths = [self.center.len(), of_size, self.velocity.len(), self.t_max.len()];
        let several = lengths.into_iter().find(|&length| length != 1);
        let rows = shapes.or(several).unwrap_or(1);
        Some(Bodies {
            center: self.center.rows(rows)?,
            size: match &self.size {
                GivenSize::Radius(radius) => Size::Radius(radius.rows(rows)?),
                GivenSize::Radii(radii) => Size::Radii(radii.rows(rows)?),
            },
            velocity: self.velocity.rows(rows)?,
            t_max: self.t_max.rows(rows)?,
        })
    }
}

// ---- what is written most ----

/// Vectors, one for each row; what is one row is a copy of our own.
enum Matrix<'py, T: Float> {
    Array(PyReadonlyArray2<'py, T>),
    Own(Array2<T>),
}

/// Numbers, one for each row.
enum Column<'py, T: Float> {
    Array(PyReadonlyArray1<'py, T>),
    Own(Array1<T>),
}

/// A plain number: a float, or an integer that every float holds. A number of NumPy's is never rounded, so its kind of float must be this one.
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

/// A list or a tuple of a few plain numbers, or an array of as many.
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
    fn of(value: &Bound<'py, PyAny>, width: usize) -> Option<Self> {
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

    fn len(&self) -> usize {
        match self {
            Self::Array(array) => array.shape()[0],
            Self::Own(rows) => rows.nrows(),
        }
    }

    fn rows(&self, count: usize) -> Option<ArrayView2<'_, T>> {
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

    fn rows(&self, count: usize) -> Option<ArrayView1<'_, T>> {
        match self {
            Self::Array(array) => Some(array.as_array()).filter(|view| view.len() == count),
            Self::Own(numbers) => numbers.broadcast(count),
        }
    }
}

impl<T: Float, const N: usize> Bodies<'_, T, N> {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.center.nrows()
    }

    /// One of them.
    #[inline]
    pub fn get(&self, row: usize) -> Result<Mover<T, N>, InputError> {
        Ok(match self.size {
            Size::Radius(radius) => self.sphere(row, radius)?.into(),
            Size::Radii(radii) => self.ellipsoid(row, radii)?.into(),
        })
    }

    /// Some of them.
    pub fn some(&self, rows: Range<usize>) -> Result<Movers<T, N>, BadRow> {
        fn all<M>(
            rows: Range<usize>,
            make: impl Fn(usize) -> Result<M, InputError>,
        ) -> Result<Vec<M>, BadRow> {
            rows.map(|row| make(row).map_err(|error| BadRow(row, error.into()))).collect()
        }
        Ok(match self.size {
            Size::Radius(radius) => Movers::Spheres(all(rows, |row| self.sphere(row, radius))?),
            Size::Radii(radii) => Movers::Ellipsoids(all(rows, |row| self.ellipsoid(row, radii))?),
        })
    }

    /// The centre of one of them.
    pub fn point(&self, row: usize) -> Result<Point<T, N>, InputError> {
        Point::new(vector(self.center, row))
    }

    #[inline]
    fn sphere(
        &self,
        row: usize,
        radius: ArrayView1<'_, T>,
    ) -> Result<Moving<Sphere<T, N>>, InputError> {
        let sphere = Sphere::new(vector(self.center, row), radius[row])?;
        sphere.moving(vector(self.velocity, row))?.until(self.t_max[row])
    }

    fn ellipsoid(
        &self,
        row: usize,
        radii: ArrayView2<'_, T>,
    ) -> Result<Moving<Ellipsoid<T, N>>, InputError> {
        let ellipsoid = Ellipsoid::new(vector(self.center, row), vector(radii, row))?;
        ellipsoid.moving(vector(self.velocity, row))?.until(self.t_max[row])
    }
}

#[inline]
fn vector<T: Copy, const N: usize>(rows: ArrayView2<'_, T>, row: usize) -> [T; N] {
    std::array::from_fn(|k| rows[[row, k]])
}

/// A body of any float and dimension.
trait AnyMover: Any + Send + Sync {
    /// What it is made of.
    fn numbers<'py>(&self, py: Python<'py>) -> PyResult<Numbers<'py>>;
}

impl<T: Float, const N: usize> AnyMover for Mover<T, N> {
    fn numbers<'py>(&self, py: Python<'py>) -> PyResult<Numbers<'py>> {
        let vector = |vector: [T; N]| PyTuple::new(py, vector.map(T::widen));
        let (center, size, velocity, t_max) = match self {
            Self::Sphere(sphere) => {
                let radius = sphere.shape().radius().widen().into_py_any(py)?;
                (sphere.shape().center(), radius, sphere.velocity(), sphere.t_max())
            }
            Self::Ellipsoid(ellipsoid) => {
                let radii = vector(ellipsoid.shape().radii())?.into_any().unbind();
                (ellipsoid.shape().center(), radii, ellipsoid.velocity(), ellipsoid.t_max())
            }
        };
        Ok((vector(center)?, size, vector(velocity)?, t_max.widen()))
    }
}

/// One body, as Python holds it: a [`Mover`] of some float and dimension.
#[pyclass(frozen, name = "Body", module = "tangency._tangency")]
pub struct PyBody(Box<dyn AnyMover>);

/// The numbers of a body: its centre, its radius or radii, its velocity, and the end of its motion.
type Numbers<'py> = (Bound<'py, PyTuple>, Py<PyAny>, Bound<'py, PyTuple>, f64);

#[pymethods]
impl PyBody {
    /// From the arrays of a batch of one.
    #[new]
    fn new(arrays: &Bound<'_, PyAny>) -> PyResult<Self> {
        let item = |i: usize| arrays.get_item(i);
        let (center, size) = (item(0)?, [&item(1)?, &item(2)?]);
        let motion = [&item(3)?, &item(4)?];
        let (is_narrow, columns) = kind_of(&center)?;
        let body = in_dimension!(columns, N => match is_narrow {
            true => Self::of::<f32, N>(&center, size, motion),
            false => Self::of::<f64, N>(&center, size, motion),
        }, else return Err(bad(format!("center has {columns} numbers, must have 1 to {MOST_DIMENSIONS}"))));
        body?.ok_or_else(|| bad("the arrays of a body do not fit each other"))
    }

    /// Of `f64`, from plain numbers and short lists of them; `None` if it is written in another way.
    #[staticmethod]
    fn plain(
        center: &Bound<'_, PyAny>,
        radius: &Bound<'_, PyAny>,
        radii: &Bound<'_, PyAny>,
        velocity: &Bound<'_, PyAny>,
        t_max: &Bound<'_, PyAny>,
    ) -> PyResult<Option<Self>> {
        let Ok(length) = center.len() else { return Ok(None) };
        in_dimension!(length, N => Self::of::<f64, N>(center, [radius, radii], [velocity, t_max]), else Ok(None))
    }

    fn numbers<'py>(&self, py: Python<'py>) -> PyResult<Numbers<'py>> {
        self.0.numbers(py)
    }
}

/// Whether an array holds `f32`, and how many columns it has.
pub fn kind_of(array: &Bound<'_, PyAny>) -> PyResult<(bool, usize)> {
    let (_, columns): (usize, usize) = array.getattr("shape")?.extract()?;
    Ok((array.getattr("dtype")?.getattr("itemsize")?.extract::<usize>()? == 4, columns))
}

impl PyBody {
    fn of<T: Float, const N: usize>(
        center: &Bound<'_, PyAny>,
        size: [&Bound<'_, PyAny>; 2],
        motion: [&Bound<'_, PyAny>; 2],
    ) -> PyResult<Option<Self>> {
        let given = Given::<T>::of(center, size, motion, N);
        let bodies = given.as_ref().and_then(|given| given.bodies::<N>(Some(1)));
        let body = bodies.map(|bodies| bodies.get(0)).transpose().map_err(Flaw::from)?;
        Ok(body.map(|body| Self(Box::new(body))))
    }

    /// The body, if it is of this float and dimension.
    pub fn get<T: Float, const N: usize>(&self) -> PyResult<&Mover<T, N>> {
        let any: &dyn Any = &*self.0;
        any.downcast_ref().ok_or_else(|| {
            bad(format!("the body is not of {} in {N} dimensions, as the shape is", T::NAME))
        })
    }
}
