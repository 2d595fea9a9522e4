//! What moves: a sphere or an ellipsoid, one or a row of an array for each.

use crate::error::{Flaw, bad};
use numpy::ndarray::{ArrayView1, ArrayView2};
use numpy::{Element, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use std::any::Any;
use tangency::{Ellipsoid, InputError, Moving, Sphere};
use tangency_files::number::Number;

/// The two floats, as NumPy holds them.
pub trait Float: Number + Element {
    /// What stands in an array where there is no number.
    const NAN: Self;
}

impl Float for f32 {
    const NAN: Self = f32::NAN;
}

impl Float for f64 {
    const NAN: Self = f64::NAN;
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

/// The arrays of a batch, borrowed from Python and of equal length; each may repeat one row for ever.
pub struct Given<'py, T: Float> {
    center: PyReadonlyArray2<'py, T>,
    radius: Option<PyReadonlyArray1<'py, T>>,
    radii: Option<PyReadonlyArray2<'py, T>>,
    velocity: PyReadonlyArray2<'py, T>,
    t_max: PyReadonlyArray1<'py, T>,
}

/// The same, as they lie in memory.
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
    /// From `(center, radius or None, radii or None, velocity, t_max)`.
    pub fn new(arrays: &Bound<'py, PyAny>) -> PyResult<Self> {
        let item = |i: usize| arrays.get_item(i);
        let (radius, radii) = (item(1)?, item(2)?);
        Ok(Self {
            center: item(0)?.extract()?,
            radius: (!radius.is_none()).then(|| radius.extract()).transpose()?,
            radii: (!radii.is_none()).then(|| radii.extract()).transpose()?,
            velocity: item(3)?.extract()?,
            t_max: item(4)?.extract()?,
        })
    }

    /// The rows, if all arrays are as long as each other and as wide as the space has dimensions.
    pub fn bodies<const N: usize>(&self) -> PyResult<Bodies<'_, T, N>> {
        let (center, velocity) = (self.center.as_array(), self.velocity.as_array());
        let t_max = self.t_max.as_array();
        let rows = center.nrows();
        let (size, fits) = match (&self.radius, &self.radii) {
            (Some(radius), None) => {
                (Size::Radius(radius.as_array()), radius.as_array().len() == rows)
            }
            (None, Some(radii)) => {
                (Size::Radii(radii.as_array()), radii.as_array().dim() == (rows, N))
            }
            _ => return Err(bad("either radius or radii must be there")),
        };
        if !fits || center.ncols() != N || velocity.dim() != (rows, N) || t_max.len() != rows {
            return Err(bad(format!("the arrays do not fit each other and {N} dimensions")));
        }
        Ok(Bodies { center, size, velocity, t_max })
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

#[pymethods]
impl PyBody {
    /// From the arrays of a batch of one.
    #[new]
    fn new(arrays: &Bound<'_, PyAny>) -> PyResult<Self> {
        let shape: Vec<usize> = arrays.get_item(0)?.getattr("shape")?.extract()?;
        let is_narrow =
            arrays.get_item(0)?.getattr("dtype")?.getattr("itemsize")?.extract::<usize>()? == 4;
        match (is_narrow, shape[..] == [1, 2], shape[..] == [1, 3]) {
            (true, true, _) => Self::of::<f32, 2>(arrays),
            (true, _, true) => Self::of::<f32, 3>(arrays),
            (false, true, _) => Self::of::<f64, 2>(arrays),
            (false, _, true) => Self::of::<f64, 3>(arrays),
            _ => Err(bad("center must have 2 or 3 numbers")),
        }
    }
}

impl PyBody {
    fn of<T: Float, const N: usize>(arrays: &Bound<'_, PyAny>) -> PyResult<Self> {
        let given = Given::<T>::new(arrays)?;
        let body = given.bodies::<N>()?.get(0).map_err(Flaw::from)?;
        Ok(Self(Box::new(body)))
    }

    /// The body, if it is of this float and dimension.
    pub fn get<T: Float, const N: usize>(&self) -> PyResult<&Body<T, N>> {
        let body = self.0.downcast_ref();
        body.ok_or_else(|| {
            bad(format!("the body is not of {} in {N} dimensions, as the shape is", T::NAME))
        })
    }
}
