//! Moves that certainly stay free, for Python. One body gets the whole result, many bodies get
//! arrays.

use crate::body::Float;
use crate::columns::{OutArrays, Room, writable};
use crate::error::{Flaw, bad};
use crate::say;
use crate::work;
use numpy::{
    IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadwriteArray1, PyReadwriteArray2,
};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use tangency::any::{AnyFeature, AnyObstacle, Mover};
use tangency::{Advance, Answer, Contact, Overlap, Recover, SlideOptions};

/// The kind of a move.
#[derive(Clone, Copy, Debug)]
pub enum How {
    /// Stops at the first blocking hit.
    Advance,
    /// Slides along blocking surfaces.
    Slide(SlideOptions),
}

/// The options of a move.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// The kind.
    pub how: How,
    /// Whether the ends of all legs are returned.
    pub has_legs: bool,
}

/// The result of one body.
pub struct Move<T: Float, const N: usize> {
    overlap: Option<Overlap<T, N, AnyFeature<N>>>,
    position: [T; N],
    legs: Vec<[T; N]>,
    contacts: Vec<Contact<T, N, AnyFeature<N>>>,
    left: [T; N],
}

impl<T: Float, const N: usize> Move<T, N> {
    /// Moves a body from its position at time zero.
    pub fn of(
        body: &Mover<T, N>,
        displacement: [T; N],
        how: How,
        world: &dyn AnyObstacle<T, N>,
    ) -> Result<Self, Flaw> {
        let options = match how {
            How::Slide(options) => options,
            How::Advance => {
                let advance = body.advance(world, displacement)??;
                let position = advance.position();
                let is_there = position == body.place();
                return Ok(Self {
                    position,
                    legs: if is_there { Vec::new() } else { vec![position] },
                    contacts: advance.contact().into_iter().cloned().collect(),
                    left: advance.left(displacement),
                    overlap: match advance {
                        Advance::Overlap(overlap) => Some(overlap),
                        Advance::Free { .. } | Advance::Blocked { .. } => None,
                    },
                });
            }
        };
        let slide = body.slide(world, displacement, options)??;
        Ok(Self {
            overlap: slide.overlap,
            position: slide.position,
            legs: slide.legs,
            contacts: slide.contacts,
            left: slide.left,
        })
    }

    /// `(position, legs, contacts, overlap or None, left)`.
    pub fn one(self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let legs = self.legs.into_iter().map(|leg| numbers(py, leg));
        let legs = legs.collect::<PyResult<Vec<_>>>()?;
        let contacts = self.contacts.into_iter().map(|hit| say::answer(py, Answer::Contact(hit)));
        let contacts = contacts.collect::<PyResult<Vec<_>>>()?;
        let overlap = say::answer(py, self.overlap.map_or(Answer::None, Answer::Overlap))?;
        (numbers(py, self.position)?, legs, contacts, overlap, numbers(py, self.left)?)
            .into_py_any(py)
    }

    /// The part of the result that a row of a batch keeps.
    pub fn row(self, has_legs: bool) -> Row<T, N> {
        let counts = [self.legs.len(), self.contacts.len()].map(|count| count as i64);
        let first = match self.overlap {
            Some(overlap) => Answer::Overlap(overlap),
            None => self.contacts.into_iter().next().map_or(Answer::None, Answer::Contact),
        };
        let legs = if has_legs { self.legs } else { Vec::new() };
        Row { position: self.position, left: self.left, counts, first, legs }
    }
}

/// A vector as a tuple of Python.
pub fn numbers<T: Float, const N: usize>(
    py: Python<'_>,
    vector: [T; N],
) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, vector.map(T::widen))
}

/// `(status, free position or None)`.
pub fn recovered<T: Float, const N: usize>(
    py: Python<'_>,
    recover: Recover<T, N>,
    here: [T; N],
) -> PyResult<Py<PyAny>> {
    let (word, place) = match recover {
        Recover::Free => ("free", Some(here)),
        Recover::Moved { position } => ("moved", Some(position)),
        Recover::NotFound => ("not_found", None),
    };
    (word, place.map(|place| numbers(py, place)).transpose()?).into_py_any(py)
}

/// The result of a body of a batch.
#[derive(Clone)]
pub struct Row<T: Float, const N: usize> {
    position: [T; N],
    left: [T; N],
    /// The number of legs and the number of contacts.
    counts: [i64; 2],
    /// The overlap, or the first blocking hit.
    first: Answer<T, N, AnyFeature<N>>,
    legs: Vec<[T; N]>,
}

impl<T: Float, const N: usize> Row<T, N> {
    /// A row without a result yet.
    pub const NOTHING: Self = Self {
        position: [T::NAN; N],
        left: [T::NAN; N],
        counts: [0; 2],
        first: Answer::None,
        legs: Vec::new(),
    };
}

/// The arrays of a batch: `(columns of hits, position, left, counts of legs, counts of contacts)`,
/// in the arrays of `out` if it is given; and the ends of all legs, if they are kept. All rows are
/// answered before the first row is written, so the bodies may be views of the same arrays.
pub fn many<'py, T: Float, const N: usize>(
    py: Python<'py>,
    rows: Vec<Row<T, N>>,
    room: Room,
    out: Option<&Bound<'py, PyAny>>,
    has_legs: bool,
) -> PyResult<Py<PyAny>> {
    let count = rows.len();
    let arrays = match out {
        Some(out) => out.clone(),
        None => {
            let vectors = || PyArray2::<T>::zeros(py, (count, N), false);
            let counts = || PyArray1::<i64>::zeros(py, count, false);
            let columns = OutArrays::<T>::zeros(py, [count, N], room)?;
            (columns, vectors(), vectors(), counts(), counts()).into_pyobject(py)?.into_any()
        }
    };
    let item = |i: usize| arrays.get_item(i);
    let mut hits = OutArrays::<T>::new(&item(0)?)?;
    let mut vectors: [PyReadwriteArray2<'_, T>; 2] = [writable(item(1)?)?, writable(item(2)?)?];
    let mut counts: [PyReadwriteArray1<'_, i64>; 2] = [writable(item(3)?)?, writable(item(4)?)?];
    let unfit = || bad("out does not fit the query: its length, dtype or features differ");
    let vectors_fit = vectors.iter().all(|array| array.as_array().dim() == (count, N));
    let counts_fit = counts.iter().all(|array| array.as_array().len() == count);
    if !vectors_fit || !counts_fit || hits.room() != room {
        return Err(unfit());
    }
    let mut hits = hits.rows(count, N).ok_or_else(unfit)?;
    let mut ends = Vec::new();
    work::listening(py, rows.into_iter().enumerate(), |(i, row)| {
        for (array, vector) in vectors.iter_mut().zip([row.position, row.left]) {
            let mut array = array.as_array_mut();
            vector.into_iter().enumerate().for_each(|(k, x)| array[[i, k]] = x);
        }
        for (array, number) in counts.iter_mut().zip(row.counts) {
            array.as_array_mut()[i] = number;
        }
        hits.put(i, row.first);
        ends.extend(row.legs.into_iter().flatten());
    })?;
    if !has_legs {
        return (arrays.clone(), py.None()).into_py_any(py);
    }
    let length = ends.len() / N;
    let ends = ends.into_pyarray(py).reshape([length, N])?;
    (arrays.clone(), ends).into_py_any(py)
}
