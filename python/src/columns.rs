//! Answers as columns: the arrays to which a batch writes.

use crate::body::Float;
use crate::error::bad;
use crate::work::{WINDOW, Window};
use numpy::ndarray::Dimension;
use numpy::{
    BorrowError, Element, PyArray, PyArray1, PyArray2, PyArrayMethods, PyReadwriteArray,
    PyReadwriteArray1, PyReadwriteArray2,
};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use tangency::any::{AnyFeature, Kind};
use tangency::{
    Answer, Approach, BoxFeature, ClosestPoint, ClosestPoints, Contact, Hull, ItemFeature, Overlap,
    Side,
};
use tangency_files::number::of_feature;

/// The status of a row: nothing, a contact, an overlap.
pub const NONE: u8 = 0;
/// See [`NONE`].
pub const CONTACT: u8 = 1;
/// See [`NONE`].
pub const OVERLAP: u8 = 2;

/// An answer, with its leg.
pub type OnLeg<T, const N: usize> = Option<(usize, Answer<T, N, AnyFeature<N>>)>;

/// Arrays of Python for the answers of a batch.
pub struct OutArrays<'py, T: Float> {
    status: PyReadwriteArray1<'py, u8>,
    time: PyReadwriteArray1<'py, T>,
    vectors: [PyReadwriteArray2<'py, T>; 3],
    approach: PyReadwriteArray1<'py, i8>,
    triangle: Option<PyReadwriteArray1<'py, i64>>,
    item: Option<PyReadwriteArray1<'py, i64>>,
    feature: PyReadwriteArray2<'py, i8>,
    other: Option<PyReadwriteArray2<'py, T>>,
    leg: Option<PyReadwriteArray1<'py, i64>>,
}

/// Some rows of such arrays.
#[derive(Debug)]
pub struct OutRows<'a, T> {
    status: &'a mut [u8],
    time: &'a mut [T],
    center: &'a mut [T],
    point: &'a mut [T],
    normal: &'a mut [T],
    approach: &'a mut [i8],
    /// The triangles; empty if the obstacle has none. The same holds for the items.
    triangle: &'a mut [i64],
    item: &'a mut [i64],
    feature: &'a mut [i8],
    /// The other points; empty unless the bodies are capsules or convex shapes.
    other: &'a mut [T],
    /// The legs; empty unless the bodies follow paths.
    leg: &'a mut [i64],
    dimension: usize,
    width: usize,
}

/// The numbers that specify the place of an answer in addition to the feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extra {
    /// No further number, since the obstacle is a shape.
    Shape,
    /// The triangle of a mesh.
    Mesh,
    /// The item of a scene, and its triangle.
    Scene,
}

impl Extra {
    /// The additional places on an obstacle of this kind.
    pub fn of(kind: Kind) -> Self {
        match kind {
            Kind::Mesh | Kind::MeshInstance | Kind::Solid => Self::Mesh,
            Kind::Scene => Self::Scene,
            _ => Self::Shape,
        }
    }
}

/// The columns of an answer in addition to those that every answer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// The number of numbers in the name of a feature.
    pub width: usize,
    /// The additional places.
    pub extra: Extra,
    /// Whether there are other points, for capsules and convex shapes.
    pub has_other: bool,
    /// Whether there are legs, for paths.
    pub has_leg: bool,
}

/// A number for each kind of feature, or -1 for a kind without a number. A test checks that there
/// is no such kind.
pub fn feature_kind<const N: usize>(place: &ItemFeature<N>) -> i8 {
    match place {
        ItemFeature::Simplex(_) | ItemFeature::Mesh(_) => 0,
        ItemFeature::Box(_) => 1,
        ItemFeature::Planes(_) => 2,
        ItemFeature::Hull(_) => 3,
        _ => -1,
    }
}

/// The side of a box along each axis: -1, 0 or 1.
pub fn sides<const N: usize>(feature: &BoxFeature<N>) -> [i8; N] {
    feature.sides.map(|side| match side {
        Side::Min => -1,
        Side::Between => 0,
        Side::Max => 1,
    })
}

/// The number of bytes of a vertex in the feature of a hull.
const VERTEX: usize = size_of::<u32>();

/// The number of numbers in the name of a feature of a hull: the bytes of as many vertices as its
/// largest face has. Without a hull, there is room for one vertex.
pub fn width_of_hull<T: Float, const N: usize>(hull: Option<&Hull<T, N>>) -> usize {
    let corners = hull.map(|hull| {
        let face = hull.faces().map(|face| face.len()).max();
        face.unwrap_or(hull.vertices().len())
    });
    VERTEX * corners.unwrap_or(1)
}

impl<'py, T: Float> OutArrays<'py, T> {
    /// New arrays with this number of rows, in the order of [`OutArrays::new`].
    pub fn zeros(
        py: Python<'py>,
        [rows, dimension]: [usize; 2],
        Room { width, extra, has_other, has_leg }: Room,
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
            has_other.then(vectors),
            column(has_leg),
        )
            .into_pyobject(py)
    }

    /// The columns that the arrays have.
    pub fn room(&self) -> Room {
        let extra = match (&self.triangle, &self.item) {
            (None, _) => Extra::Shape,
            (_, None) => Extra::Mesh,
            _ => Extra::Scene,
        };
        let width = self.feature.as_array().ncols();
        Room { width, extra, has_other: self.other.is_some(), has_leg: self.leg.is_some() }
    }

    /// Takes the arrays from `(status, time, center, point, normal, approach, triangle or None,
    /// item or None, feature, other_point or None, leg or None)`.
    pub fn new(arrays: &Bound<'py, PyAny>) -> PyResult<Self> {
        let item = |i: usize| arrays.get_item(i);
        let maybe = |i: usize| -> PyResult<Option<PyReadwriteArray1<'py, i64>>> {
            let array = item(i)?;
            if array.is_none() { Ok(None) } else { Ok(Some(writable(array)?)) }
        };
        Ok(Self {
            status: writable(item(0)?)?,
            time: writable(item(1)?)?,
            vectors: [writable(item(2)?)?, writable(item(3)?)?, writable(item(4)?)?],
            approach: writable(item(5)?)?,
            triangle: maybe(6)?,
            item: maybe(7)?,
            feature: writable(item(8)?)?,
            other: match item(9)? {
                array if array.is_none() => None,
                array => Some(writable(array)?),
            },
            leg: maybe(10)?,
        })
    }

    /// All rows, or `None` if there is another number of rows, or if an array is not contiguous in
    /// memory.
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
            other: match &mut self.other {
                Some(other) => sized(other.as_slice_mut(), rows * dimension)?,
                None => &mut [],
            },
            leg: match &mut self.leg {
                Some(leg) => sized(leg.as_slice_mut(), rows)?,
                None => &mut [],
            },
            dimension,
            width,
        })
    }
}

impl<'a, T: Float> OutRows<'a, T> {
    /// Splits the rows into windows.
    pub fn windows(mut self) -> Vec<Rows<'a, T>> {
        let mut windows = Vec::with_capacity(self.len().div_ceil(WINDOW));
        let mut first = 0;
        while !self.status.is_empty() {
            let rows = self.len().min(WINDOW);
            windows.push(Rows { first, out: self.take(rows) });
            first += rows;
        }
        windows
    }

    /// The number of rows.
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
            other: take(&mut self.other, rows * dimension),
            leg: take(&mut self.leg, rows),
            dimension,
            width,
        }
    }

    /// Writes an answer.
    #[inline]
    pub fn put<const N: usize>(&mut self, row: usize, answer: Answer<T, N, AnyFeature<N>>) {
        if !self.other.is_empty() {
            let other = match &answer {
                Answer::Contact(contact) => contact.other_point,
                _ => None,
            };
            let other = other.unwrap_or([T::NAN; N]);
            self.other[row * N..row * N + N].copy_from_slice(&other);
        }
        match answer {
            Answer::None => {
                self.numbers(row, NONE, T::NAN, [[T::NAN; N]; 3], -1);
                self.nowhere(row);
            }
            Answer::Overlap(Overlap { center, point, normal, feature, .. }) => {
                let vectors = [center, point, normal.unwrap_or([T::NAN; N])];
                self.numbers(row, OVERLAP, T::ZERO, vectors, -1);
                self.place(row, feature);
            }
            Answer::Contact(Contact { time, center, point, normal, feature, approach, .. }) => {
                let vectors = [center, point, normal.unwrap_or([T::NAN; N])];
                self.numbers(row, CONTACT, time, vectors, approach_code(approach));
                self.place(row, feature);
            }
        }
    }

    /// Writes an answer along a path, and its leg.
    pub fn put_on_leg<const N: usize>(&mut self, row: usize, answer: OnLeg<T, N>) {
        set(self.leg, row, answer.as_ref().map_or(-1, |(leg, _)| *leg as i64));
        self.put(row, answer.map_or(Answer::None, |(_, answer)| answer));
    }

    /// Writes the closest point, with its distance in the column of times.
    pub fn put_closest<const N: usize>(
        &mut self,
        row: usize,
        closest: Option<ClosestPoint<T, N, AnyFeature<N>>>,
    ) {
        match closest {
            None => {
                self.numbers(row, NONE, T::NAN, [[T::NAN; N]; 3], -1);
                self.nowhere(row);
            }
            Some(ClosestPoint { point, distance, feature, .. }) => {
                self.numbers(row, CONTACT, distance, [[T::NAN; N], point, [T::NAN; N]], -1);
                self.place(row, feature);
            }
        }
    }

    /// Writes the closest points of an obstacle and an axis, with the point of the axis in the
    /// column of other points.
    pub fn put_closest_points<const N: usize>(
        &mut self,
        row: usize,
        closest: Option<ClosestPoints<T, N, AnyFeature<N>>>,
    ) {
        let on_axis = closest.as_ref().map_or([T::NAN; N], |closest| closest.on_axis);
        self.other[row * N..row * N + N].copy_from_slice(&on_axis);
        let alone = |ClosestPoints { point, distance, feature, .. }| {
            ClosestPoint::new(point, distance, feature)
        };
        self.put_closest(row, closest.map(alone));
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
        // For planes, -1 everywhere means that no plane contains the point. For other kinds, it
        // means that there is no feature.
        self.feature[row * self.width..(row + 1) * self.width].fill(-1);
    }

    #[inline]
    fn place<const N: usize>(&mut self, row: usize, AnyFeature { item, place, .. }: AnyFeature<N>) {
        let feature = &mut self.feature[row * self.width..(row + 1) * self.width];
        let feature = match item {
            None => feature,
            // The items of a scene are of several kinds, so the kind precedes the feature.
            Some(item) => {
                set(self.item, row, item.number() as i64);
                set(feature, 0, feature_kind(&place));
                feature.get_mut(1..).unwrap_or_default()
            }
        };
        let mut triangle = -1;
        match place {
            ItemFeature::Simplex(part) => set(feature, 0, of_feature(part) as i8),
            ItemFeature::Mesh(at) => {
                triangle = at.triangle as i64;
                set(feature, 0, of_feature(at.feature) as i8);
            }
            ItemFeature::Box(part) => {
                feature.iter_mut().zip(sides(&part)).for_each(|(to, side)| *to = side);
            }
            ItemFeature::Planes(part) => {
                feature.fill(0);
                part.planes.iter().for_each(|&plane| set(feature, plane as usize, 1));
            }
            // The bytes of the vertices, as 32-bit integers in the order of the machine. No vertex
            // has the number whose bytes are all -1, which stands for a missing vertex.
            ItemFeature::Hull(part) => {
                feature.fill(-1);
                let bytes = part.vertices.iter().flat_map(|vertex| vertex.to_ne_bytes());
                feature.iter_mut().zip(bytes).for_each(|(to, byte)| *to = byte.cast_signed());
            }
            // The row is the same as without a feature.
            _ => feature.fill(-1),
        }
        set(self.triangle, row, triangle);
    }
}

/// An array for output, if nothing else reads or writes it in the meantime.
pub fn writable<'py, X: Element, D: Dimension>(
    array: Bound<'py, PyAny>,
) -> PyResult<PyReadwriteArray<'py, X, D>> {
    let array = array.cast_into::<PyArray<X, D>>()?;
    array.try_readwrite().map_err(|error| match error {
        BorrowError::NotWriteable => bad("an array of out is read only, must be writable"),
        _ => bad("an array of out is read or written by another call, or twice by this one"),
    })
}

/// Some consecutive rows of columns.
pub struct Rows<'a, T> {
    /// The index of the first row.
    pub first: usize,
    /// The columns of these rows.
    pub out: OutRows<'a, T>,
}

impl<T: Float> Window for Rows<'_, T> {
    fn len(&self) -> usize {
        self.out.len()
    }
}

/// A contiguous array, if it has this number of elements.
fn sized<X, E>(slice: Result<&mut [X], E>, length: usize) -> Option<&mut [X]> {
    slice.ok().filter(|slice| slice.len() == length)
}

/// Writes a number, if the column has this row.
fn set<X>(column: &mut [X], row: usize, value: X) {
    if let Some(to) = column.get_mut(row) {
        *to = value;
    }
}

/// Splits off and returns the first elements, or all elements if there are fewer.
fn take<'a, X>(slice: &mut &'a mut [X], count: usize) -> &'a mut [X] {
    let count = count.min(slice.len());
    let (first, rest) = std::mem::take(slice).split_at_mut(count);
    *slice = rest;
    first
}

/// The code of an approach: 0 for approaching, 1 for sliding, 2 for parting.
pub fn approach_code(approach: Approach) -> i8 {
    match approach {
        Approach::Approaching => 0,
        Approach::Sliding => 1,
        Approach::Parting => 2,
    }
}
