//! Shapes from arrays: one text for each kind, whether it stands alone or there is one for each row.

use crate::ask::{
    AlignedBoxObstacle, Ask, BadRow, Each, Hull, Motion, OrientedBoxObstacle, PolytopeObstacle,
};
use crate::body::{Float, plain, plain_vector};
use crate::columns::WINDOW;
use crate::error::{Flaw, bad};
use crate::obstacle::{Erase, PyObstacle, Rotor};
use crate::work;
use numpy::ndarray::{ArrayView1, ArrayView2, s};
use numpy::{PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use tangency::{
    AlignedBox, Moving, OrientedBox, Parallelepiped, Plane, Point, Polytope, Segment, Triangle,
};

/// The numbers of shapes: for each argument an array, in it a row for each shape; and how they move.
pub struct Arguments<'py, T: Float> {
    arguments: Vec<PyReadonlyArray2<'py, T>>,
    velocity: PyReadonlyArray2<'py, T>,
    t_max: PyReadonlyArray1<'py, f64>,
}

/// The same, as they lie in memory.
struct Rows<'a, T> {
    arguments: Vec<ArrayView2<'a, T>>,
    velocity: ArrayView2<'a, T>,
    t_max: ArrayView1<'a, f64>,
}

/// One of them.
pub struct Row<'a, T> {
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

    fn motion<const N: usize>(&self) -> Result<Motion<T, N>, Flaw> {
        let velocity = array(self.rows.velocity.row(self.row))?;
        Ok(Motion { velocity, t_max: T::round(self.rows.t_max[self.row]) })
    }
}

fn array<T: Float, const K: usize>(numbers: ArrayView1<'_, T>) -> Result<[T; K], Flaw> {
    match numbers.len() == K {
        true => Ok(std::array::from_fn(|k| numbers[k])),
        false => Err(Flaw::Words(format!("{} numbers are given, must be {K}", numbers.len()))),
    }
}

/// What a row of numbers says.
pub trait FromRow<T: Float, const N: usize>: Ask<T, N> + Sized + 'static {
    /// The shape on its way.
    fn from_row(row: &Row<'_, T>) -> Result<Self, Flaw>;

    /// How many numbers the name of a feature takes, if the arguments have so many columns.
    fn width(columns: &[usize]) -> usize;
}

/// How a shape that is asked as it moves is made, and how wide its features are.
macro_rules! from_rows {
    ($([$($generics:tt)*] $shape_type:ty, $N:expr, $row:ident => $shape:expr, $moving:ident => $obstacle:expr, $width:expr;)*) => {
        $(impl<T: Float, $($generics)*> FromRow<T, { $N }> for $shape_type
        where
            $shape_type: Ask<T, { $N }>,
        {
            fn from_row($row: &Row<'_, T>) -> Result<Self, Flaw> {
                let Motion { velocity, t_max } = $row.motion::<{ $N }>()?;
                let $moving = $shape.moving(velocity)?.until(t_max)?;
                Ok($obstacle)
            }

            fn width(_: &[usize]) -> usize {
                $width
            }
        })*
    };
}
from_rows! {
    [const N: usize] Hull<Point<T, N>>, N,
        row => Point::new(row.vector(0)?)?, moving => Self(moving), 1;
    [const N: usize] Hull<Segment<T, N>>, N,
        row => Segment::new(row.vector(0)?, row.vector(1)?)?, moving => Self(moving), 1;
    [] Hull<Triangle<T>>, 3,
        row => Triangle::new(row.vector(0)?, row.vector(1)?, row.vector(2)?)?, moving => Self(moving), 1;
    [const N: usize] AlignedBoxObstacle<T, N>, N,
        row => AlignedBox::new(row.vector(0)?, row.vector(1)?)?,
        moving => Self(moving), N;
    [] Moving<Parallelepiped<T>>, 3,
        row => Parallelepiped::new(row.vector(0)?, edges(row)?)?, moving => moving, 6;
}

fn edges<T: Float>(row: &Row<'_, T>) -> Result<[[T; 3]; 3], Flaw> {
    let edges: Result<[[T; 3]; 3], _> = row.vectors(1)?.try_into();
    edges.map_err(|edges| Flaw::Words(format!("there are {} edges, must be 3", edges.len())))
}

impl<T: Float + Rotor<N>, const N: usize> FromRow<T, N> for OrientedBoxObstacle<T, N>
where
    Self: Ask<T, N>,
{
    fn from_row(row: &Row<'_, T>) -> Result<Self, Flaw> {
        let Motion { velocity, t_max } = row.motion()?;
        let rotation = T::rotation(&row.argument(2)?.to_vec())?;
        let shape = OrientedBox::new(row.vector(0)?, row.vector(1)?, rotation)?;
        Ok(Self(shape.moving(velocity)?.until(t_max)?))
    }

    fn width(_: &[usize]) -> usize {
        N
    }
}

impl<T: Float, const N: usize> FromRow<T, N> for PolytopeObstacle<T, N>
where
    Self: Ask<T, N>,
{
    fn from_row(row: &Row<'_, T>) -> Result<Self, Flaw> {
        let motion = row.motion()?;
        let (points, normals) = (row.vectors(0)?, row.vectors(1)?);
        if points.len() != normals.len() {
            let (points, normals) = (points.len(), normals.len());
            return Err(Flaw::Words(format!("there are {points} points and {normals} normals")));
        }
        let planes = points.into_iter().zip(normals).enumerate().map(|(i, (point, normal))| {
            Plane::new(point, normal).map_err(|error| Flaw::Words(format!("planes[{i}]: {error}")))
        });
        let polytope = Polytope::new(planes.collect::<Result<Vec<_>, _>>()?)?;
        polytope.moving(motion.velocity)?.until(motion.t_max)?;
        Ok(Self { polytope, motion })
    }

    fn width(columns: &[usize]) -> usize {
        columns.first().map_or(0, |columns| columns / N)
    }
}

impl<'py, T: Float> Arguments<'py, T> {
    /// From a tuple of arrays, a velocity for each row, and an end.
    pub fn new(
        arguments: &Bound<'py, PyAny>,
        velocity: &Bound<'py, PyAny>,
        t_max: &Bound<'py, PyAny>,
    ) -> PyResult<Self> {
        Ok(Self {
            arguments: arguments.extract()?,
            velocity: velocity.extract()?,
            t_max: t_max.extract()?,
        })
    }

    /// The shape of the only row; or for each row one.
    pub fn make<A: FromRow<T, N>, const N: usize>(
        &self,
        py: Python<'_>,
        is_alone: bool,
    ) -> PyResult<PyObstacle>
    where
        T: Erase<N>,
    {
        let rows = Rows {
            arguments: self.arguments.iter().map(|argument| argument.as_array()).collect(),
            velocity: self.velocity.as_array(),
            t_max: self.t_max.as_array(),
        };
        let count = rows.t_max.len();
        let fits = |array: &ArrayView2<'_, T>| array.nrows() == count;
        let fit = rows.arguments.iter().all(fits) && fits(&rows.velocity);
        if !fit || (is_alone && count != 1) {
            return Err(bad("the arrays of a shape do not fit each other"));
        }
        if is_alone {
            // A polytope takes the third power of its planes: others may go on meanwhile.
            let shape = py.detach(|| A::from_row(&Row { rows: &rows, row: 0 }));
            return Ok(T::erase(shape?).into());
        }
        let mut shapes: Vec<Option<A>> = std::iter::repeat_with(|| None).take(count).collect();
        let windows: Vec<_> = shapes.chunks_mut(WINDOW).enumerate().collect();
        work::each(py, None, windows, |(window, shapes)| {
            for (place, shape) in shapes.iter_mut().enumerate() {
                let row = *window * WINDOW + place;
                let found = A::from_row(&Row { rows: &rows, row });
                *shape = Some(found.map_err(|flaw| BadRow(row, flaw))?);
            }
            Ok(())
        })?;
        let columns: Vec<usize> = rows.arguments.iter().map(|argument| argument.ncols()).collect();
        let shapes = shapes.into_iter().flatten().collect();
        Ok(T::erase(Each { shapes, width: A::width(&columns) }).into())
    }
}

/// A shape of plain vectors of one length, as Python has them.
pub struct PlainShape {
    values: Vec<Vec<f64>>,
    velocity: Vec<f64>,
    t_max: f64,
}

impl PlainShape {
    /// `None` if something is written in another way, which the package's Python files must bring into this one, or refuse.
    pub fn new(
        values: &Bound<'_, PyTuple>,
        velocity: &Bound<'_, PyAny>,
        t_max: &Bound<'_, PyAny>,
    ) -> Option<Self> {
        let vectors = values.iter_borrowed().map(|value| plain_vector(&value));
        let values: Vec<Vec<f64>> = vectors.collect::<Option<_>>()?;
        let width = values.first()?.len();
        let velocity = match velocity.is_none() {
            true => vec![0.0; width],
            false => plain_vector(velocity)?,
        };
        let t_max = if t_max.is_none() { f64::INFINITY } else { plain(t_max)? };
        let fits = values.iter().chain([&velocity]).all(|vector| vector.len() == width);
        fits.then_some(Self { values, velocity, t_max })
    }

    /// How many coordinates it has.
    pub fn dimension(&self) -> usize {
        self.velocity.len()
    }

    /// The shape.
    pub fn make<A: FromRow<f64, N>, const N: usize>(&self) -> PyResult<PyObstacle>
    where
        f64: Erase<N>,
    {
        fn row(numbers: &[f64]) -> Option<ArrayView2<'_, f64>> {
            ArrayView2::from_shape((1, numbers.len()), numbers).ok()
        }
        let of_row = || {
            Some(Rows {
                arguments: self.values.iter().map(|value| row(value)).collect::<Option<_>>()?,
                velocity: row(&self.velocity)?,
                t_max: ArrayView1::from_shape(1, std::slice::from_ref(&self.t_max)).ok()?,
            })
        };
        let rows = of_row().ok_or(Flaw::Kind("a vector is not one row"))?;
        Ok(f64::erase(A::from_row(&Row { rows: &rows, row: 0 })?).into())
    }

    /// Its numbers: the arguments, the velocity and the end.
    pub fn numbers<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyTuple>, f64)> {
        let vectors = self.values.iter().map(|value| PyTuple::new(py, value));
        let values = PyTuple::new(py, vectors.collect::<PyResult<Vec<_>>>()?)?;
        Ok((values, PyTuple::new(py, &self.velocity)?, self.t_max))
    }
}
