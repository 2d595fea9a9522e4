//! What moves: a sphere or an ellipsoid, one or a row of an array for each.

use crate::error::{Flaw, bad};
use numpy::ndarray::{Array1, Array2, ArrayView1, ArrayView2};
use numpy::{
    Element, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2,
    PyUntypedArrayMethods,
};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt, PyList, PyTuple};
use std::any::Any;
use tangency::{Ellipsoid, InputError, Moving, Sphere};
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

/// A sphere or an ellipsoid on its way.
#[derive(Clone, Copy, Debug)]
pub enum Body<T: Float, const N: usize> {
    /// A sphere.
    Sphere(Moving<Sphere<T, N>>),
    /// An ellipsoid along the axes.
    Ellipsoid(Moving<Ellipsoid<T, N>>),
}

impl<T: Float, const N: usize> Body<T, N> {
    /// The sphere, where only a sphere has an answer.
    pub fn sphere(&self) -> Result<&Moving<Sphere<T, N>>, Flaw> {
        match self {
            Self::Sphere(sphere) => Ok(sphere),
            Self::Ellipsoid(_) => {
                Err(Flaw::Kind("an ellipsoid cannot be asked this, only a sphere"))
            }
        }
    }
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

    /// Whether they are spheres.
    pub fn are_spheres(&self) -> bool {
        matches!(self.size, Size::Radius(_))
    }

    /// One of them.
    pub fn get(&self, row: usize) -> Result<Body<T, N>, InputError> {
        Ok(match self.size {
            Size::Radius(_) => Body::Sphere(self.sphere(row)?),
            Size::Radii(radii) => {
                let ellipsoid = Ellipsoid::new(vector(self.center, row), vector(radii, row))?;
                let moving = ellipsoid.moving(vector(self.velocity, row))?;
                Body::Ellipsoid(moving.until(self.t_max[row])?)
            }
        })
    }

    /// One of them, which is a sphere; of an ellipsoid, its centre.
    #[inline]
    pub fn sphere(&self, row: usize) -> Result<Moving<Sphere<T, N>>, InputError> {
        let radius = match self.size {
            Size::Radius(radius) => radius[row],
            Size::Radii(_) => T::ZERO,
        };
        let sphere = Sphere::new(vector(self.center, row), radius)?;
        sphere.moving(vector(self.velocity, row))?.until(self.t_max[row])
    }
}

#[inline]
fn vector<T: Copy, const N: usize>(rows: ArrayView2<'_, T>, row: usize) -> [T; N] {
    std::array::from_fn(|k| rows[[row, k]])
}

/// One body, as Python holds it: a [`Body`] of some float and dimension.
#[pyclass(frozen, name = "Body", module = "tangency._tangency")]
pub struct PyBody(Box<dyn Any + Send + Sync>);

/// The numbers of a body: its centre, its radius or radii, its velocity, and the end of its motion.
type Numbers<'py> = (Bound<'py, PyTuple>, Py<PyAny>, Bound<'py, PyTuple>, f64);

#[pymethods]
impl PyBody {
    /// From the arrays of a batch of one.
    #[new]
    fn new(arrays: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (_, columns): (usize, usize) = arrays.get_item(0)?.getattr("shape")?.extract()?;
        let is_narrow =
            arrays.get_item(0)?.getattr("dtype")?.getattr("itemsize")?.extract::<usize>()? == 4;
        let item = |i: usize| arrays.get_item(i);
        let (center, size) = (item(0)?, [&item(1)?, &item(2)?]);
        let motion = [&item(3)?, &item(4)?];
        let body = match (is_narrow, columns) {
            (true, 2) => Self::of::<f32, 2>(&center, size, motion),
            (true, 3) => Self::of::<f32, 3>(&center, size, motion),
            (false, 2) => Self::of::<f64, 2>(&center, size, motion),
            (false, 3) => Self::of::<f64, 3>(&center, size, motion),
            _ => return Err(bad("center must have 2 or 3 numbers")),
        };
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
        match center.len() {
            Ok(2) => Self::of::<f64, 2>(center, [radius, radii], [velocity, t_max]),
            Ok(3) => Self::of::<f64, 3>(center, [radius, radii], [velocity, t_max]),
            _ => Ok(None),
        }
    }

    fn numbers<'py>(&self, py: Python<'py>) -> PyResult<Numbers<'py>> {
        let found = self.numbers_of::<f64, 3>(py).or_else(|| self.numbers_of::<f64, 2>(py));
        let found = found.or_else(|| self.numbers_of::<f32, 3>(py));
        let found = found.or_else(|| self.numbers_of::<f32, 2>(py));
        found.unwrap_or_else(|| Err(bad("the body is of no float")))
    }
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

    fn numbers_of<'py, T: Float, const N: usize>(
        &self,
        py: Python<'py>,
    ) -> Option<PyResult<Numbers<'py>>> {
        let body = self.0.downcast_ref::<Body<T, N>>()?;
        let vector = |vector: [T; N]| PyTuple::new(py, vector.map(T::widen));
        let (center, size, velocity, t_max) = match body {
            Body::Sphere(sphere) => {
                let radius = sphere.shape().radius().widen().into_py_any(py);
                (sphere.shape().center(), radius, sphere.velocity(), sphere.t_max())
            }
            Body::Ellipsoid(ellipsoid) => {
                let radii =
                    vector(ellipsoid.shape().radii()).map(|radii| radii.into_any().unbind());
                (ellipsoid.shape().center(), radii, ellipsoid.velocity(), ellipsoid.t_max())
            }
        };
        let numbers = || Ok((vector(center)?, size?, vector(velocity)?, t_max.widen()));
        Some(numbers())
    }

    /// The body, if it is of this float and dimension.
    pub fn get<T: Float, const N: usize>(&self) -> PyResult<&Body<T, N>> {
        let body = self.0.downcast_ref();
        body.ok_or_else(|| {
            bad(format!("the body is not of {} in {N} dimensions, as the shape is", T::NAME))
        })
    }
}
