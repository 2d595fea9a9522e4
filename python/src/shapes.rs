//! Shapes from arrays: one text for each kind, whether it stands alone or there is one for each row.

use crate::ask::{Ask, BadRow, Bounded, Each, Hull, Motion, Turned, Upright};
use crate::body::Float;
use crate::error::{Flaw, bad};
use crate::obstacle::{Kept, PyObstacle, Rotor};
use crate::sheet::WINDOW;
use crate::work;
use numpy::ndarray::{ArrayView1, ArrayView2, s};
use numpy::{PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
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
    is_hollow: bool,
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

/// What is made of the numbers of a row.
pub trait Made<T: Float, const N: usize>: Ask<T, N> + Sized + 'static {
    /// The shape on its way.
    fn made(row: &Row<'_, T>) -> Result<Self, Flaw>;

    /// How many numbers the name of a feature takes, if the arguments have so many columns.
    fn width(columns: &[usize]) -> usize;
}

/// How a shape that is asked as it moves is made, and how wide its features are.
macro_rules! made {
    ($([$($generics:tt)*] $made:ty, $N:expr, $row:ident => $shape:expr, $moving:ident => $kept:expr, $width:expr;)*) => {
        $(impl<T: Float, $($generics)*> Made<T, { $N }> for $made
        where
            $made: Ask<T, { $N }>,
        {
            fn made($row: &Row<'_, T>) -> Result<Self, Flaw> {
                let Motion { velocity, t_max } = $row.motion::<{ $N }>()?;
                let $moving = $shape.moving(velocity)?.until(t_max)?;
                Ok($kept)
            }

            fn width(_: &[usize]) -> usize {
                $width
            }
        })*
    };
}
made! {
    [const N: usize] Hull<Point<T, N>>, N,
        row => Point::new(row.vector(0)?)?, moving => Self(moving), 1;
    [const N: usize] Hull<Segment<T, N>>, N,
        row => Segment::new(row.vector(0)?, row.vector(1)?)?, moving => Self(moving), 1;
    [] Hull<Triangle<T>>, 3,
        row => Triangle::new(row.vector(0)?, row.vector(1)?, row.vector(2)?)?, moving => Self(moving), 1;
    [const N: usize] Upright<T, N>, N,
        row => AlignedBox::new(row.vector(0)?, row.vector(1)?)?,
        moving => Self { moving, is_hollow: row.rows.is_hollow }, N;
    [] Moving<Parallelepiped<T>>, 3,
        row => Parallelepiped::new(row.vector(0)?, edges(row)?)?, moving => moving, 6;
}

fn edges<T: Float>(row: &Row<'_, T>) -> Result<[[T; 3]; 3], Flaw> {
    let edges: Result<[[T; 3]; 3], _> = row.vectors(1)?.try_into();
    edges.map_err(|edges| Flaw::Words(format!("there are {} edges, must be 3", edges.len())))
}

impl<T: Float + Rotor<N>, const N: usize> Made<T, N> for Turned<T, N>
where
    Self: Ask<T, N>,
{
    fn made(row: &Row<'_, T>) -> Result<Self, Flaw> {
        let Motion { velocity, t_max } = row.motion()?;
        let rotation = T::rotation(&row.argument(2)?.to_vec())?;
        let shape = OrientedBox::new(row.vector(0)?, row.vector(1)?, rotation)?;
        Ok(Self(shape.moving(velocity)?.until(t_max)?))
    }

    fn width(_: &[usize]) -> usize {
        N
    }
}

impl<T: Float, const N: usize> Made<T, N> for Bounded<T, N>
where
    Self: Ask<T, N>,
{
    fn made(row: &Row<'_, T>) -> Result<Self, Flaw> {
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
    pub fn make<A: Made<T, N>, const N: usize>(
        &self,
        py: Python<'_>,
        is_alone: bool,
        is_hollow: bool,
    ) -> PyResult<PyObstacle>
    where
        T: Kept<N>,
    {
        let rows = Rows {
            arguments: self.arguments.iter().map(|argument| argument.as_array()).collect(),
            velocity: self.velocity.as_array(),
            t_max: self.t_max.as_array(),
            is_hollow,
        };
        let count = rows.t_max.len();
        let fits = |array: &ArrayView2<'_, T>| array.nrows() == count;
        let fit = rows.arguments.iter().all(fits) && fits(&rows.velocity);
        if !fit || (is_alone && count != 1) {
            return Err(bad("the arrays of a shape do not fit each other"));
        }
        if is_alone {
            // A polytope takes the third power of its planes: others may go on meanwhile.
            let made = py.detach(|| A::made(&Row { rows: &rows, row: 0 }));
            return Ok(T::keep(made?).into());
        }
        let mut made: Vec<Option<A>> = std::iter::repeat_with(|| None).take(count).collect();
        let windows: Vec<_> = made.chunks_mut(WINDOW).enumerate().collect();
        work::each(py, None, windows, |(window, made)| {
            for (place, made) in made.iter_mut().enumerate() {
                let row = *window * WINDOW + place;
                *made = Some(A::made(&Row { rows: &rows, row }).map_err(|flaw| BadRow(row, flaw))?);
            }
            Ok(())
        })?;
        let columns: Vec<usize> = rows.arguments.iter().map(|argument| argument.ncols()).collect();
        let shapes = made.into_iter().flatten().collect();
        Ok(T::keep(Each { shapes, width: A::width(&columns) }).into())
    }
}
