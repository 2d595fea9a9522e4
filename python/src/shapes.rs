//! The one list of the shapes that consist of numbers: the name of each, its dimensions, and how it
//! is made, alone or one for each row.

use crate::ask::{Ask, Source};
use crate::body::{Float, plain, plain_vector};
use crate::columns::width_of_hull;
use crate::error::{BadRow, Flaw, bad};
use crate::work::{self, Found, WINDOW};
use numpy::ndarray::{ArrayView1, ArrayView2, s};
use numpy::{PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::any::Any;
use std::sync::{Arc, OnceLock};
use tangency::any::{AnyObstacle, Known};
use tangency::{
    AlignedBox, Hollow, Hull, Inflated, Mesh, Moving, OrientedBox, Parallelepiped, Plane, Point,
    Polytope, Rotation, Segment, Shape, SharedInstance, Triangle,
};

/// A shape in a list: the number of numbers in the name of a feature, from the columns of its first
/// argument and from the shape, if there is one; and the expression that makes it from a row.
macro_rules! shapes {
    ($($name:literal [$($dimension:literal)*] $columns:ident $made:ident => $width:expr, $row:ident => $shape:expr;)*) => {
        /// The dimensions in which a shape of this kind exists.
        pub fn dimensions(kind: &str) -> Option<&'static [usize]> {
            match kind {
                $($name => Some(&[$($dimension),*]),)*
                _ => None,
            }
        }

        /// The shapes of rows, or `None` if this kind does not exist in this dimension.
        fn make<'a, T: Float>(kind: &str, rows: &'a Rows<'a, T>, how: How<'_>) -> PyResult<Option<Box<dyn Ask>>> {
            match (kind, rows.dimension()) {
                $($(($name, $dimension) => {
                    const N: usize = $dimension;
                    let $columns = rows.arguments.first().map_or(0, ArrayView2::ncols);
                    rows.make::<_, N>(|$row| Ok($shape), |$made| $width, how).map(Some)
                })*)*
                _ => Ok(None),
            }
        }
    };
}

shapes! {
    "triangle" [3] _columns _made => 1, row => row.moving(Triangle::new(row.vector(0)?, row.vector(1)?, row.vector(2)?)?)?;
    "point" [2 3] _columns _made => 1, row => row.moving(Point::<T, N>::new(row.vector::<N>(0)?)?)?;
    "segment" [2 3] _columns _made => 1, row => row.moving(Segment::<T, N>::new(row.vector::<N>(0)?, row.vector::<N>(1)?)?)?;
    "box" [1 2 3 4 5 6 7 8] _columns _made => N, row => row.moving(aligned_box::<T, N>(row)?)?;
    "hollow box" [1 2 3 4 5 6 7 8] _columns _made => N, row => Hollow(aligned_box::<T, N>(row)?);
    "oriented box" [2 3] _columns _made => N, row => {
        let rotation = Rotor::<N>::rotation(&row.argument(2)?.to_vec())?;
        row.moving(OrientedBox::<T, N>::new(row.vector::<N>(0)?, row.vector::<N>(1)?, rotation)?)?
    };
    "parallelepiped" [3] _columns _made => 6, row => row.moving(Parallelepiped::new(row.vector(0)?, edges(row)?)?)?;
    "polytope" [2 3] columns _made => columns / N, row => row.moving(Arc::new(Polytope::<T, N>::new(planes(row)?)?))?;
    "hull" [2 3] _columns made => width_of_hull(made.map(Moving::shape)), row => row.moving(row.hull::<N>()?)?;
    "plane" [2 3] _columns _made => 1, row => Plane::<T, N>::new(row.vector::<N>(0)?, row.vector::<N>(1)?)?;
}

fn aligned_box<T: Float, const N: usize>(row: &Row<'_, T>) -> Result<AlignedBox<T, N>, Flaw> {
    Ok(AlignedBox::new(row.vector::<N>(0)?, row.vector::<N>(1)?)?)
}

fn edges<T: Float>(row: &Row<'_, T>) -> Result<[[T; 3]; 3], Flaw> {
    let edges: Result<[[T; 3]; 3], _> = row.vectors(1)?.try_into();
    edges.map_err(|edges| Flaw::Words(format!("there are {} edges, must be 3", edges.len())))
}

fn planes<T: Float, const N: usize>(row: &Row<'_, T>) -> Result<Vec<Plane<T, N>>, Flaw> {
    let (points, normals) = (row.vectors::<N>(0)?, row.vectors::<N>(1)?);
    if points.len() != normals.len() {
        let (points, normals) = (points.len(), normals.len());
        return Err(Flaw::Words(format!("there are {points} points and {normals} normals")));
    }
    let planes = points.into_iter().zip(normals).enumerate().map(|(i, (point, normal))| {
        Plane::new(point, normal).map_err(|error| Flaw::Words(format!("planes[{i}]: {error}")))
    });
    planes.collect()
}

/// A float from which rotations are made: from a quaternion or, in the plane, from a rotor.
pub trait Rotor<const N: usize>: Float {
    /// The rotation with these numbers.
    fn rotation(numbers: &[Self]) -> Result<Rotation<Self, N>, Flaw>;
}

impl<T: Float> Rotor<2> for T {
    fn rotation(numbers: &[T]) -> Result<Rotation<T, 2>, Flaw> {
        let rotor: [T; 2] = numbers.try_into().map_err(|_| no_rotation(numbers, 2))?;
        Ok(Rotation::<T, 2>::new(rotor)?)
    }
}

impl<T: Float> Rotor<3> for T {
    fn rotation(numbers: &[T]) -> Result<Rotation<T, 3>, Flaw> {
        let quaternion: [T; 4] = numbers.try_into().map_err(|_| no_rotation(numbers, 4))?;
        Ok(Rotation::<T, 3>::new(quaternion)?)
    }
}

fn no_rotation<T>(numbers: &[T], expected: usize) -> Flaw {
    Flaw::Words(format!("rotation has {} numbers, must have {expected}", numbers.len()))
}

// ---- rows of numbers ----

/// The numbers of shapes: for each argument, an array with a row for each shape; the motions; and
/// the inflation radii.
pub struct Arguments<'py, T: Float> {
    arguments: Vec<PyReadonlyArray2<'py, T>>,
    /// The velocities or, if there is a start, the ends of the motions.
    velocity: PyReadonlyArray2<'py, T>,
    from: Option<PyReadonlyArray2<'py, T>>,
    t_max: PyReadonlyArray1<'py, f64>,
    radius: PyReadonlyArray1<'py, f64>,
}

/// The numbers of shapes as slices of memory.
struct Rows<'a, T> {
    arguments: Vec<ArrayView2<'a, T>>,
    velocity: ArrayView2<'a, T>,
    from: Option<ArrayView2<'a, T>>,
    t_max: ArrayView1<'a, f64>,
    radius: ArrayView1<'a, f64>,
    /// A hull that all rows are, at their positions.
    hull: OnceLock<Box<dyn Any + Send + Sync>>,
}

/// The numbers of one shape.
#[derive(Clone, Copy)]
struct Row<'a, T> {
    rows: &'a Rows<'a, T>,
    row: usize,
}

impl<T: Float> Row<'_, T> {
    fn argument(&self, place: usize) -> Result<ArrayView1<'_, T>, Flaw> {
        let argument = self.rows.arguments.get(place);
        let argument = argument.ok_or(Flaw::Kind("a shape has too few arguments"))?;
        Ok(argument.row(self.row))
    }

    /// An argument that is a vector.
    fn vector<const K: usize>(&self, place: usize) -> Result<[T; K], Flaw> {
        array(self.argument(place)?)
    }

    /// An argument that is several vectors, one after the other.
    fn vectors<const K: usize>(&self, place: usize) -> Result<Vec<[T; K]>, Flaw> {
        let argument = self.argument(place)?;
        (0..argument.len().div_ceil(K))
            .map(|i| array(argument.slice(s![i * K..(i * K + K).min(argument.len())])))
            .collect()
    }

    /// A hull: the position of its first point, and its points. If all rows have the points of one
    /// array, they share one hull.
    fn hull<const K: usize>(&self) -> Result<Hull<T, K>, Flaw> {
        const POINTS: usize = 1;
        let points = self.rows.arguments.get(POINTS);
        let is_shared = points.is_some_and(|points| points.nrows() > 1 && points.strides()[0] == 0);
        let known = self.rows.hull.get().filter(|_| is_shared);
        let hull = match known.and_then(|hull| hull.downcast_ref::<Hull<T, K>>()) {
            Some(hull) => hull.clone(),
            None => Hull::new(self.vectors::<K>(POINTS)?)?,
        };
        if is_shared {
            self.rows.hull.get_or_init(|| Box::new(hull.clone()));
        }
        Ok(hull.at(self.vector::<K>(0)?)?)
    }

    /// The shape in motion.
    fn moving<S: Shape<Scalar = T, Vector = [T; N]>, const N: usize>(
        &self,
        shape: S,
    ) -> Result<Moving<S>, Flaw> {
        let velocity: [T; N] = array(self.rows.velocity.row(self.row))?;
        let from = self.rows.from.map(|from| array(from.row(self.row))).transpose()?;
        let (t_max, radius) = (self.rows.t_max[self.row], self.rows.radius[self.row]);
        on_its_way(shape, (velocity, from), t_max, radius)
    }
}

/// A shape in motion until `t_max`: at a velocity; or from one point to another, which it reaches
/// at time 1. The shape is inflated by this radius. The radius and `t_max` are rounded to the
/// shape's float, which changes no value of that float.
pub fn on_its_way<T: Float, S: Shape<Scalar = T, Vector = [T; N]>, const N: usize>(
    shape: S,
    (way, from): ([T; N], Option<[T; N]>),
    t_max: f64,
    radius: f64,
) -> Result<Moving<S>, Flaw> {
    let still = Moving::still(shape);
    let moving = match from {
        None => still.with_velocity(way)?,
        Some(from) => still.between(from, way)?,
    };
    let moving = moving.until(T::round(t_max))?;
    // The constructor of an inflated point checks the radius, so that an error of every shape has
    // the words of the library.
    let rounded = Inflated::new(Point::new([T::ZERO; 2])?, T::round(radius))?;
    Ok(moving.towards_inflated(rounded.radius()))
}

fn array<T: Float, const K: usize>(numbers: ArrayView1<'_, T>) -> Result<[T; K], Flaw> {
    match numbers.len() == K {
        true => Ok(std::array::from_fn(|k| numbers[k])),
        false => Err(Flaw::Words(format!("{} numbers are given, must be {K}", numbers.len()))),
    }
}

/// How shapes are made.
#[derive(Clone, Copy)]
enum How<'a> {
    /// One shape, of a few numbers.
    Plain,
    /// One shape, made without the lock of the interpreter, so that other threads can run: the time
    /// for a polytope is up to cubic in the number of its planes.
    Alone(Python<'a>),
    /// One shape for each row.
    Each(Python<'a>),
}

impl<'a, T: Float> Rows<'a, T> {
    /// The number of coordinates of the vectors.
    fn dimension(&self) -> usize {
        self.velocity.ncols()
    }

    /// The shape of the only row, or a shape for each row.
    fn make<O: AnyObstacle<T, N> + Known + 'static, const N: usize>(
        &'a self,
        make: impl Fn(&Row<'a, T>) -> Result<O, Flaw> + Send + Sync,
        width: impl Fn(Option<&O>) -> usize,
        how: How<'_>,
    ) -> PyResult<Box<dyn Ask>> {
        let first = || make(&Row { rows: self, row: 0 });
        let py = match how {
            How::Plain => {
                let shape = first()?;
                let width = width(Some(&shape));
                return Ok(Box::new(Source::One(shape.boxed(), width)));
            }
            How::Alone(py) => {
                let shape = py.detach(first)?;
                let width = width(Some(&shape));
                return Ok(Box::new(Source::One(shape.boxed(), width)));
            }
            How::Each(py) => py,
        };
        let count = self.t_max.len();
        let mut shapes: Vec<Option<O>> = std::iter::repeat_with(|| None).take(count).collect();
        let windows = shapes.chunks_mut(WINDOW).enumerate();
        let windows = windows.map(|(window, found)| Found { first: window * WINDOW, found });
        work::each(py, None, windows.collect(), &|Found { first, found }, part| {
            for place in part {
                let row = *first + place;
                let shape = make(&Row { rows: self, row });
                found[place] = Some(shape.map_err(|flaw| BadRow(row, flaw))?);
            }
            Ok(())
        })?;
        let shapes: Vec<O> = shapes.into_iter().flatten().collect();
        let widest = shapes.iter().map(|shape| width(Some(shape))).max();
        let width = widest.unwrap_or_else(|| width(None));
        Ok(Box::new(Source::Each(O::boxed_rows(shapes), O::KIND, width)))
    }
}

const NO_FIT: &str = "the arrays of a shape do not fit each other";

impl<'py, T: Float> Arguments<'py, T> {
    /// Takes a tuple of arrays and, for each row, a velocity or two points, an end, and an
    /// inflation radius.
    pub fn new(
        arguments: &Bound<'py, PyAny>,
        velocity: &Bound<'py, PyAny>,
        from: Option<&Bound<'py, PyAny>>,
        t_max: &Bound<'py, PyAny>,
        radius: &Bound<'py, PyAny>,
    ) -> PyResult<Self> {
        Ok(Self {
            arguments: arguments.extract()?,
            velocity: velocity.extract()?,
            from: from.map(|from| from.extract()).transpose()?,
            t_max: t_max.extract()?,
            radius: radius.extract()?,
        })
    }

    /// Slices of memory, if all arrays have the same number of rows.
    fn rows(&self) -> PyResult<Rows<'_, T>> {
        let rows = Rows {
            arguments: self.arguments.iter().map(|argument| argument.as_array()).collect(),
            velocity: self.velocity.as_array(),
            from: self.from.as_ref().map(|from| from.as_array()),
            t_max: self.t_max.as_array(),
            radius: self.radius.as_array(),
            hull: OnceLock::new(),
        };
        let count = rows.t_max.len();
        let fits = |array: &ArrayView2<'_, T>| array.nrows() == count;
        let fit = rows.arguments.iter().chain(&rows.from).all(fits)
            && fits(&rows.velocity)
            && rows.radius.len() == count;
        if fit { Ok(rows) } else { Err(bad(NO_FIT)) }
    }

    /// A mesh instance for each row, whose arguments are the rotation and the translation.
    pub fn instances(&self, py: Python<'_>, mesh: &Arc<Mesh<T>>) -> PyResult<Box<dyn Ask>> {
        let rows = self.rows()?;
        let make = |row: &Row<'_, T>| {
            let rotation = <T as Rotor<3>>::rotation(&row.argument(0)?.to_vec())?;
            row.moving(SharedInstance::new(Arc::clone(mesh), rotation, row.vector::<3>(1)?)?)
        };
        rows.make::<_, 3>(make, |_| 1, How::Each(py))
    }

    /// The shape of the only row, or a shape for each row.
    pub fn make(&self, py: Python<'_>, kind: &str, is_alone: bool) -> PyResult<Box<dyn Ask>> {
        let rows = self.rows()?;
        if is_alone && rows.t_max.len() != 1 {
            return Err(bad(NO_FIT));
        }
        let how = if is_alone { How::Alone(py) } else { How::Each(py) };
        make(kind, &rows, how)?.ok_or_else(|| {
            let known = match dimensions(kind) {
                Some([one]) => format!("must be of {one}"),
                Some([least, .., most]) => format!("must be of {least} to {most}"),
                _ => "and there is no such shape".to_owned(),
            };
            bad(format!("a {kind} of {} coordinates is given, {known}", rows.dimension()))
        })
    }
}

/// The arguments of a shape from Python that are plain vectors of one length.
pub struct PlainShape {
    values: Vec<Vec<f64>>,
    velocity: Vec<f64>,
    t_max: f64,
    radius: f64,
}

/// The numbers of such a shape: its arguments, its velocity, its end and its inflation radius.
pub type PlainNumbers<'py> = (Bound<'py, PyTuple>, Bound<'py, PyTuple>, f64, f64);

impl PlainShape {
    /// Reads the arguments. Returns `None` for input of another form, which the package's Python
    /// files must convert or refuse.
    pub fn new(
        values: &Bound<'_, PyTuple>,
        velocity: &Bound<'_, PyAny>,
        t_max: &Bound<'_, PyAny>,
        radius: &Bound<'_, PyAny>,
    ) -> Option<Self> {
        let vectors = values.iter_borrowed().map(|value| plain_vector(&value));
        let values: Vec<Vec<f64>> = vectors.collect::<Option<_>>()?;
        let width = values.first()?.len();
        let velocity = match velocity.is_none() {
            true => vec![0.0; width],
            false => plain_vector(velocity)?,
        };
        let t_max = if t_max.is_none() { f64::INFINITY } else { plain(t_max)? };
        let radius = plain(radius)?;
        let fits = values.iter().chain([&velocity]).all(|vector| vector.len() == width);
        fits.then_some(Self { values, velocity, t_max, radius })
    }

    /// The shape, or `None` if the kind does not exist in this dimension.
    pub fn make(&self, kind: &str) -> PyResult<Option<Box<dyn Ask>>> {
        fn row(numbers: &[f64]) -> Option<ArrayView2<'_, f64>> {
            ArrayView2::from_shape((1, numbers.len()), numbers).ok()
        }
        let of_row = || {
            Some(Rows {
                arguments: self.values.iter().map(|value| row(value)).collect::<Option<_>>()?,
                velocity: row(&self.velocity)?,
                from: None,
                t_max: ArrayView1::from_shape(1, std::slice::from_ref(&self.t_max)).ok()?,
                radius: ArrayView1::from_shape(1, std::slice::from_ref(&self.radius)).ok()?,
                hull: OnceLock::new(),
            })
        };
        make(kind, &of_row().ok_or(Flaw::Kind("a vector is not one row"))?, How::Plain)
    }

    /// The numbers of the shape.
    pub fn numbers<'py>(&self, py: Python<'py>) -> PyResult<PlainNumbers<'py>> {
        let vectors = self.values.iter().map(|value| PyTuple::new(py, value));
        let values = PyTuple::new(py, vectors.collect::<PyResult<Vec<_>>>()?)?;
        Ok((values, PyTuple::new(py, &self.velocity)?, self.t_max, self.radius))
    }
}
