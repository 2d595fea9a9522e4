//! Answers as columns: the arrays that a batch writes to.

use crate::body::Float;
use numpy::{PyArray1, PyArray2, PyReadwriteArray1, PyReadwriteArray2};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use tangency::{
    Answer, Approach, BoxFeature, ClosestPoint, Contact, Feature, ItemFeature, MeshFeature,
    Overlap, PlaneFeature, SceneFeature, Side,
};
use tangency_files::number::of_feature;

/// How many rows one thread answers in one go.
pub const WINDOW: usize = 1024;

/// The status of a row: nothing, a contact, an overlap.
pub const NONE: u8 = 0;
/// See [`NONE`].
pub const CONTACT: u8 = 1;
/// See [`NONE`].
pub const OVERLAP: u8 = 2;

/// A place on any obstacle.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// The item of a scene.
    pub item: Option<u64>,
    /// The triangle of a mesh.
    pub triangle: Option<usize>,
    /// The part of that.
    pub part: Part,
}

/// A part of a shape.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// Of a point, a segment, a triangle: 0 to 2 are its vertices, 3 to 5 its edges, 6 its face.
    Hull(i8),
    /// Of a box: for each axis -1, 0 or 1.
    Sides([i8; 3]),
    /// Of what planes bound: those that hold the point.
    Planes(Vec<u32>),
}

impl From<Feature> for Part {
    fn from(feature: Feature) -> Self {
        Self::Hull(of_feature(feature) as i8)
    }
}

impl<const N: usize> From<BoxFeature<N>> for Part {
    fn from(feature: BoxFeature<N>) -> Self {
        let mut sides = [0; 3];
        for (to, side) in sides.iter_mut().zip(feature.sides) {
            *to = match side {
                Side::Min => -1,
                Side::Between => 0,
                Side::Max => 1,
            };
        }
        Self::Sides(sides)
    }
}

impl From<PlaneFeature> for Part {
    fn from(feature: PlaneFeature) -> Self {
        Self::Planes(feature.planes)
    }
}

/// Makes features that are parts of one shape places.
macro_rules! places {
    ($($feature:ty, [$($generics:tt)*];)*) => {
        $(impl<$($generics)*> From<$feature> for Place {
            fn from(feature: $feature) -> Self {
                Self { item: None, triangle: None, part: feature.into() }
            }
        })*
    };
}
places! {
    Feature, [];
    BoxFeature<N>, [const N: usize];
    PlaneFeature, [];
}

impl From<MeshFeature> for Place {
    fn from(feature: MeshFeature) -> Self {
        Self { item: None, triangle: Some(feature.triangle), part: feature.feature.into() }
    }
}

impl From<SceneFeature> for Place {
    fn from(feature: SceneFeature) -> Self {
        let place = match feature.feature {
            ItemFeature::Simplex(feature) => Self::from(feature),
            ItemFeature::Box(feature) => Self::from(feature),
            ItemFeature::Planes(feature) => Self::from(feature),
            ItemFeature::Mesh(feature) => Self::from(feature),
        };
        Self { item: Some(feature.item.number()), ..place }
    }
}

/// Arrays of Python's that answers are written to.
pub struct OutArrays<'py, T: Float> {
    status: PyReadwriteArray1<'py, u8>,
    time: PyReadwriteArray1<'py, T>,
    vectors: [PyReadwriteArray2<'py, T>; 3],
    approach: PyReadwriteArray1<'py, i8>,
    triangle: Option<PyReadwriteArray1<'py, i64>>,
    item: Option<PyReadwriteArray1<'py, i64>>,
    feature: PyReadwriteArray2<'py, i8>,
}

/// Rows of them.
#[derive(Debug)]
pub struct OutRows<'a, T> {
    status: &'a mut [u8],
    time: &'a mut [T],
    center: &'a mut [T],
    point: &'a mut [T],
    normal: &'a mut [T],
    approach: &'a mut [i8],
    /// Empty if the obstacle has none; so is the next.
    triangle: &'a mut [i64],
    item: &'a mut [i64],
    feature: &'a mut [i8],
    dimension: usize,
    width: usize,
}

/// What an answer says of a place beside the feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extra {
    /// Nothing: it is a shape.
    Shape,
    /// The triangle of a mesh.
    Mesh,
    /// The item of a scene, and its triangle.
    Scene,
}

impl Extra {
    /// By a number, as Python names it.
    pub fn of(number: u8) -> Self {
        match number {
            0 => Self::Shape,
            1 => Self::Mesh,
            _ => Self::Scene,
        }
    }
}

impl<'py, T: Float> OutArrays<'py, T> {
    /// New arrays, in the order of [`OutArrays::new`]: so many rows, of features that take so many numbers.
    pub fn zeros(
        py: Python<'py>,
        [rows, dimension, width]: [usize; 3],
        extra: Extra,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let vectors = || PyArray2::<T>::zeros(py, (rows, dimension), false);
        let column = |is_there: bool| is_there.then(|| PyArray1::<i64>::zeros(py, rows, false));
        (
            PyArray1::<u8>::zeros(py, rows, false),
            PyArray1::<T>::zeros(py, rows, false),
            vectors(),
            vectors(),
            vectors(),
            PyArray1::<i8>::zeros(py, rows, false),
            column(extra != Extra::Shape),
            column(extra == Extra::Scene),
            PyArray2::<i8>::zeros(py, (rows, width), false),
        )
            .into_pyobject(py)
    }

    /// From `(status, time, center, point, normal, approach, triangle or None, item or None, feature)`.
    pub fn new(arrays: &Bound<'py, PyAny>) -> PyResult<Self> {
        let item = |i: usize| arrays.get_item(i);
        let maybe = |i: usize| -> PyResult<Option<PyReadwriteArray1<'py, i64>>> {
            let array = item(i)?;
            if array.is_none() { Ok(None) } else { Ok(Some(array.extract()?)) }
        };
        Ok(Self {
            status: item(0)?.extract()?,
            time: item(1)?.extract()?,
            vectors: [item(2)?.extract()?, item(3)?.extract()?, item(4)?.extract()?],
            approach: item(5)?.extract()?,
            triangle: maybe(6)?,
            item: maybe(7)?,
            feature: item(8)?.extract()?,
        })
    }

    /// All rows; `None` if they are not as many as this, or do not lie in memory one after the other.
    pub fn rows(&mut self, rows: usize, dimension: usize) -> Option<OutRows<'_, T>> {
        let width = self.feature.as_array().ncols();
        let [center, point, normal] = &mut self.vectors;
        Some(OutRows {
            status: sized(self.status.as_slice_mut(), rows)?,
            time: sized(self.time.as_slice_mut(), rows)?,
            center: sized(center.as_slice_mut(), rows * dimension)?,
            point: sized(point.as_slice_mut(), rows * dimension)?,
            normal: sized(normal.as_slice_mut(), rows * dimension)?,
            approach: sized(self.approach.as_slice_mut(), rows)?,
            triangle: match &mut self.triangle {
                Some(triangle) => sized(triangle.as_slice_mut(), rows)?,
                None => &mut [],
            },
            item: match &mut self.item {
                Some(item) => sized(item.as_slice_mut(), rows)?,
                None => &mut [],
            },
            feature: sized(self.feature.as_slice_mut(), rows * width)?,
            dimension,
            width,
        })
    }
}

impl<'a, T: Float> OutRows<'a, T> {
    /// Its rows in windows, each with the number of its first row.
    pub fn windows(mut self) -> Vec<(usize, Self)> {
        let mut windows = Vec::with_capacity(self.len().div_ceil(WINDOW));
        let mut first = 0;
        while !self.status.is_empty() {
            let rows = self.len().min(WINDOW);
            windows.push((first, self.take(rows)));
            first += rows;
        }
        windows
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.status.len()
    }

    fn take(&mut self, rows: usize) -> Self {
        let (dimension, width) = (self.dimension, self.width);
        Self {
            status: take(&mut self.status, rows),
            time: take(&mut self.time, rows),
            center: take(&mut self.center, rows * dimension),
            point: take(&mut self.point, rows * dimension),
            normal: take(&mut self.normal, rows * dimension),
            approach: take(&mut self.approach, rows),
            triangle: take(&mut self.triangle, rows),
            item: take(&mut self.item, rows),
            feature: take(&mut self.feature, rows * width),
            dimension,
            width,
        }
    }

    /// Writes an answer.
    #[inline]
    pub fn put<const N: usize, F: Into<Place>>(&mut self, row: usize, answer: Answer<T, N, F>) {
        match answer {
            Answer::None => {
                self.numbers(row, NONE, T::NAN, [[T::NAN; N]; 3], -1);
                self.nowhere(row);
            }
            Answer::Overlap(Overlap { center, point, normal, feature }) => {
                let vectors = [center, point, normal.unwrap_or([T::NAN; N])];
                self.numbers(row, OVERLAP, T::ZERO, vectors, -1);
                self.place(row, feature.into());
            }
            Answer::Contact(Contact { time, center, point, normal, feature, approach }) => {
                let vectors = [center, point, normal.unwrap_or([T::NAN; N])];
                self.numbers(row, CONTACT, time, vectors, approach_code(approach));
                self.place(row, feature.into());
            }
        }
    }

    /// Writes the closest point: its distance stands where times do.
    pub fn put_closest<const N: usize, F: Into<Place>>(
        &mut self,
        row: usize,
        closest: Option<ClosestPoint<T, N, F>>,
    ) {
        match closest {
            None => {
                self.numbers(row, NONE, T::NAN, [[T::NAN; N]; 3], -1);
                self.nowhere(row);
            }
            Some(ClosestPoint { point, distance, feature }) => {
                self.numbers(row, CONTACT, distance, [[T::NAN; N], point, [T::NAN; N]], -1);
                self.place(row, feature.into());
            }
        }
    }

    #[inline]
    fn numbers<const N: usize>(
        &mut self,
        row: usize,
        status: u8,
        time: T,
        [center, point, normal]: [[T; N]; 3],
        approach: i8,
    ) {
        self.status[row] = status;
        self.time[row] = time;
        self.approach[row] = approach;
        let at = row * N..row * N + N;
        self.center[at.clone()].copy_from_slice(&center);
        self.point[at.clone()].copy_from_slice(&point);
        self.normal[at].copy_from_slice(&normal);
    }

    fn nowhere(&mut self, row: usize) {
        set(self.triangle, row, -1);
        set(self.item, row, -1);
        // A row of planes is all no; any other is no feature.
        self.feature[row * self.width..(row + 1) * self.width].fill(-1);
    }

    #[inline]
    fn place(&mut self, row: usize, place: Place) {
        set(self.triangle, row, place.triangle.map_or(-1, |triangle| triangle as i64));
        let feature = &mut self.feature[row * self.width..(row + 1) * self.width];
        let feature = match place.item {
            None => feature,
            // The items of a scene are of all kinds: which one comes first.
            Some(item) => {
                set(self.item, row, item as i64);
                set(feature, 0, place.part.kind());
                feature.get_mut(1..).unwrap_or_default()
            }
        };
        match place.part {
            Part::Hull(code) => set(feature, 0, code),
            Part::Sides(sides) => feature.iter_mut().zip(sides).for_each(|(to, side)| *to = side),
            Part::Planes(planes) => {
                feature.fill(0);
                planes.iter().for_each(|&plane| set(feature, plane as usize, 1));
            }
        }
    }
}

impl Part {
    /// A number for each kind.
    pub fn kind(&self) -> i8 {
        match self {
            Self::Hull(_) => 0,
            Self::Sides(_) => 1,
            Self::Planes(_) => 2,
        }
    }
}

/// An array in one piece, if it has so many elements.
fn sized<X, E>(slice: Result<&mut [X], E>, length: usize) -> Option<&mut [X]> {
    slice.ok().filter(|slice| slice.len() == length)
}

/// Writes a number where there is room for it.
fn set<X>(column: &mut [X], row: usize, value: X) {
    if let Some(to) = column.get_mut(row) {
        *to = value;
    }
}

/// The first elements, taken off; all if there are fewer.
fn take<'a, X>(slice: &mut &'a mut [X], count: usize) -> &'a mut [X] {
    let count = count.min(slice.len());
    let (first, rest) = std::mem::take(slice).split_at_mut(count);
    *slice = rest;
    first
}

/// 0 for approaching, 1 for sliding, 2 for parting.
pub fn approach_code(approach: Approach) -> i8 {
    match approach {
        Approach::Approaching => 0,
        Approach::Sliding => 1,
        Approach::Parting => 2,
    }
}
