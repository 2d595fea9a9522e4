//! Answers for Python. One body gets an object, many bodies get arrays.

use crate::body::Float;
use crate::columns::{approach_code, feature_kind, sides};
use numpy::{IntoPyArray, PyArrayMethods};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use tangency::any::AnyFeature;
use tangency::{
    Answer, ClosestPoints, Contact, Containment, ExactAnswer, ItemFeature, Location, Overlap,
    Penetration, Rational, Section, Surd, Touched,
};
use tangency_files::number::of_feature;

/// An answer that can be converted for Python.
pub trait Say: Sized {
    /// The part of the answer that a row of a batch keeps.
    type Cell: Clone + Send + 'static;
    /// The value of a row without an answer yet.
    const NOTHING: Self::Cell;

    /// Extracts that part.
    fn cell(self) -> Self::Cell;

    /// The answer for one body.
    fn one(self, py: Python<'_>) -> PyResult<Py<PyAny>>;

    /// The answers for many bodies.
    fn many(py: Python<'_>, cells: Vec<Self::Cell>) -> PyResult<Py<PyAny>>;
}

impl Say for bool {
    type Cell = Self;
    const NOTHING: Self = false;

    fn cell(self) -> Self {
        self
    }

    fn one(self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.into_py_any(py)
    }

    fn many(py: Python<'_>, cells: Vec<Self>) -> PyResult<Py<PyAny>> {
        cells.into_pyarray(py).into_py_any(py)
    }
}

/// A number. For many bodies, NaN where there is no number.
impl<T: Float> Say for Option<T> {
    type Cell = T;
    const NOTHING: T = T::NAN;

    fn cell(self) -> T {
        self.unwrap_or(T::NAN)
    }

    fn one(self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.map(T::widen).into_py_any(py)
    }

    fn many(py: Python<'_>, cells: Vec<T>) -> PyResult<Py<PyAny>> {
        cells.into_pyarray(py).into_py_any(py)
    }
}

/// A location as its code: -1 inside, 0 on the border, 1 outside.
macro_rules! places {
    ($($place:ident: $inside:ident $between:ident $outside:ident;)*) => {
        $(impl Say for $place {
            type Cell = i8;
            const NOTHING: i8 = 0;

            fn cell(self) -> i8 {
                match self {
                    Self::$inside => -1,
                    Self::$between => 0,
                    Self::$outside => 1,
                }
            }

            fn one(self, py: Python<'_>) -> PyResult<Py<PyAny>> {
                self.cell().into_py_any(py)
            }

            fn many(py: Python<'_>, cells: Vec<i8>) -> PyResult<Py<PyAny>> {
                cells.into_pyarray(py).into_py_any(py)
            }
        })*
    };
}
places! {
    Containment: Inside Intersecting Outside;
    Location: Inside OnSurface Outside;
}

/// A vector and a number, or neither. For many bodies, an array of each, with NaN where there is
/// none.
macro_rules! pairs {
    ($($pair:ident: $vector:ident $number:ident;)*) => {
        $(impl<T: Float, const N: usize> Say for Option<$pair<T, N>> {
            type Cell = Self;
            const NOTHING: Self = None;

            fn cell(self) -> Self {
                self
            }

            fn one(self, py: Python<'_>) -> PyResult<Py<PyAny>> {
                let pair = self.map(|it| Ok::<_, PyErr>((vector(py, it.$vector)?, it.$number.widen())));
                pair.transpose()?.into_py_any(py)
            }

            fn many(py: Python<'_>, cells: Vec<Self>) -> PyResult<Py<PyAny>> {
                let vectors = cells.iter().flat_map(|it| it.map_or([T::NAN; N], |it| it.$vector));
                let numbers = cells.iter().map(|it| it.map_or(T::NAN, |it| it.$number));
                let (vectors, numbers): (Vec<T>, Vec<T>) = (vectors.collect(), numbers.collect());
                let vectors = vectors.into_pyarray(py).reshape([cells.len(), N])?;
                (vectors, numbers.into_pyarray(py)).into_py_any(py)
            }
        })*
    };
}
pairs! {
    Penetration: direction depth;
    Section: center radius;
}

/// An integer. For many bodies, an array of integers, and an array of booleans whether there is
/// one.
impl Say for Option<i64> {
    type Cell = Self;
    const NOTHING: Self = None;

    fn cell(self) -> Self {
        self
    }

    fn one(self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.into_py_any(py)
    }

    fn many(py: Python<'_>, cells: Vec<Self>) -> PyResult<Py<PyAny>> {
        let is_there: Vec<bool> = cells.iter().map(Option::is_some).collect();
        let numbers: Vec<i64> = cells.into_iter().map(Option::unwrap_or_default).collect();
        (numbers.into_pyarray(py), is_there.into_pyarray(py)).into_py_any(py)
    }
}

/// Indices. For many bodies, the number of indices of each, and all indices.
impl Say for Vec<usize> {
    type Cell = Self;
    const NOTHING: Self = Vec::new();

    fn cell(self) -> Self {
        self
    }

    fn one(self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let indices: Vec<i64> = self.into_iter().map(|index| index as i64).collect();
        indices.into_pyarray(py).into_py_any(py)
    }

    fn many(py: Python<'_>, cells: Vec<Self>) -> PyResult<Py<PyAny>> {
        let counts = counts(&cells).into_pyarray(py);
        let all: Vec<i64> = cells.into_iter().flatten().map(|index| index as i64).collect();
        (counts, all.into_pyarray(py)).into_py_any(py)
    }
}

/// The lengths of the lists.
pub fn counts<X>(lists: &[Vec<X>]) -> Vec<i64> {
    lists.iter().map(|list| list.len() as i64).collect()
}

// ---- places, answers, exact numbers ----

/// The feature, the triangle and the item. A feature is the code of a simplex, or
/// `(kind, numbers)`.
pub type PyPlace<'py> = (Bound<'py, PyAny>, Option<usize>, Option<u64>);

/// A place on an obstacle.
pub fn place<const N: usize>(
    py: Python<'_>,
    AnyFeature { item, place, .. }: AnyFeature<N>,
) -> PyResult<PyPlace<'_>> {
    let kind = feature_kind(&place);
    let mut triangle = None;
    let feature = match place {
        ItemFeature::Simplex(part) => (of_feature(part) as i8).into_bound_py_any(py)?,
        ItemFeature::Mesh(at) => {
            triangle = Some(at.triangle);
            (of_feature(at.feature) as i8).into_bound_py_any(py)?
        }
        ItemFeature::Box(part) => (kind, PyTuple::new(py, sides(&part))?).into_bound_py_any(py)?,
        ItemFeature::Planes(part) => {
            (kind, PyTuple::new(py, part.planes)?).into_bound_py_any(py)?
        }
        ItemFeature::Hull(part) => {
            (kind, PyTuple::new(py, part.vertices)?).into_bound_py_any(py)?
        }
        _ => return Err(PyTypeError::new_err("the package has no name for this feature")),
    };
    Ok((feature, triangle, item.map(|item| item.number())))
}

fn vector<T: Float, const N: usize>(
    py: Python<'_>,
    vector: [T; N],
) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, vector.map(T::widen))
}

/// `None`, `(center, point, normal, place)` or `(time, center, point, other_point, normal,
/// approach, place)`, where the place is a [`PyPlace`].
pub fn answer<T: Float, const N: usize>(
    py: Python<'_>,
    answer: Answer<T, N, AnyFeature<N>>,
) -> PyResult<Py<PyAny>> {
    match answer {
        Answer::None => Ok(py.None()),
        Answer::Overlap(Overlap { center, point, normal, feature, .. }) => {
            let normal = normal.map(|normal| vector(py, normal)).transpose()?;
            (vector(py, center)?, vector(py, point)?, normal, place(py, feature)?).into_py_any(py)
        }
        Answer::Contact(Contact {
            time,
            center,
            point,
            other_point,
            normal,
            feature,
            approach,
            ..
        }) => {
            let normal = normal.map(|normal| vector(py, normal)).transpose()?;
            let other = other_point.map(|other| vector(py, other)).transpose()?;
            let (center, point) = (vector(py, center)?, vector(py, point)?);
            let approach = approach_code(approach);
            (time.widen(), center, point, other, normal, approach, place(py, feature)?)
                .into_py_any(py)
        }
    }
}

/// The closest points of an obstacle and an axis: `None` or `(point, on_axis, distance, place)`.
pub fn closest_points<T: Float, const N: usize>(
    py: Python<'_>,
    closest: Option<ClosestPoints<T, N, AnyFeature<N>>>,
) -> PyResult<Py<PyAny>> {
    let Some(ClosestPoints { point, on_axis, distance, feature, .. }) = closest else {
        return Ok(py.None());
    };
    (vector(py, point)?, vector(py, on_axis)?, distance.widen(), place(py, feature)?)
        .into_py_any(py)
}

/// The whole contact of two convex shapes: `None` or `(points, place, place)`, where the second
/// place is on the body.
pub fn touched<T: Float, const N: usize>(
    py: Python<'_>,
    touched: Option<Touched<T, N, AnyFeature<N>, AnyFeature<N>>>,
) -> PyResult<Py<PyAny>> {
    let Some(Touched { points, feature, mover_feature, .. }) = touched else {
        return Ok(py.None());
    };
    let points = points.into_iter().map(|point| vector(py, point)).collect::<PyResult<Vec<_>>>()?;
    (PyTuple::new(py, points)?, place(py, feature)?, place(py, mover_feature)?).into_py_any(py)
}

/// The contacts with the triangles that are touched first: a list of these tuples.
pub fn touched_triangles<T: Float, const N: usize>(
    py: Python<'_>,
    all: Vec<Touched<T, N, AnyFeature<N>, AnyFeature<N>>>,
) -> PyResult<Py<PyAny>> {
    let each = all.into_iter().map(|one| touched(py, Some(one)));
    PyTuple::new(py, each.collect::<PyResult<Vec<_>>>()?)?.into_py_any(py)
}

/// Six integers in hexadecimal: the numerators and denominators of `x`, `y` and `d`. The conversion
/// to decimals would take long.
pub type Hexadecimal = [String; 6];

/// An exact number.
pub fn surd(number: &Surd) -> Hexadecimal {
    let parts = |x: &Rational| (format!("{:x}", x.numerator()), format!("{:x}", x.denominator()));
    let ((xn, xd), (yn, yd), (dn, dd)) = (parts(number.x()), parts(number.y()), parts(number.d()));
    [xn, xd, yn, yd, dn, dd]
}

/// Like [`answer`], but in exact numbers and without the approach.
pub fn exact_answer<const N: usize>(
    py: Python<'_>,
    answer: ExactAnswer<N, AnyFeature<N>>,
) -> PyResult<Py<PyAny>> {
    let numbers = |vector: &[Surd; N]| -> Vec<Hexadecimal> { vector.iter().map(surd).collect() };
    match answer {
        ExactAnswer::None => Ok(py.None()),
        ExactAnswer::Overlap(Overlap { center, point, normal, feature, .. }) => {
            let normal = normal.as_ref().map(numbers);
            (numbers(&center), numbers(&point), normal, place(py, feature)?).into_py_any(py)
        }
        ExactAnswer::Contact(Contact {
            time, center, point, other_point, normal, feature, ..
        }) => {
            let (normal, other) = (normal.as_ref().map(numbers), other_point.as_ref().map(numbers));
            (surd(&time), numbers(&center), numbers(&point), other, normal, place(py, feature)?)
                .into_py_any(py)
        }
    }
}
