//! Every query of Python, for any float and dimension. [`tangency::any`] decides which queries an
//! obstacle has, and has the words of a refusal.

use crate::body::{Arrays, BodyRows, Float, Matrix, PyBody, path_of, points_of, vector};
use crate::columns::{Extra, OnLeg, OutArrays, OutRows, Room, Rows as Written};
use crate::error::{BadRow, Flaw, bad};
use crate::moves::{self, Move, Row, Wish};
use crate::say::{self, Say, counts};
use crate::work::{self, Count};
use numpy::ndarray::ArrayView3;
use numpy::{IntoPyArray, PyReadonlyArray3};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use std::any::Any;
use std::ops::Range;
use tangency::any::{AnyObstacle, Asked, Kind, Mover, Movers, NotAsked, Question, Rows};
use tangency::{Item, Point};

/// An obstacle that changes between two queries.
pub trait Live<T: Float, const N: usize>: Send + Sync {
    /// The present state of the obstacle. A batch continues with that state while the obstacle
    /// changes.
    fn now(&self, py: Python<'_>) -> PyResult<Box<dyn AnyObstacle<T, N>>>;
    /// The number of numbers in the name of a feature.
    fn width(&self) -> usize;
}

/// The obstacle of a query.
pub enum Source<T: Float, const N: usize> {
    /// An obstacle that never changes, and the number of numbers in the name of a feature.
    One(Box<dyn AnyObstacle<T, N>>, usize),
    /// One obstacle for each row, all of one kind.
    Each(Box<dyn Rows<T, N>>, Kind, usize),
    /// An obstacle that changes.
    Live(Box<dyn Live<T, N>>),
}

/// The obstacle at the time of a query.
enum Now<'a, T: Float, const N: usize> {
    One(&'a dyn AnyObstacle<T, N>),
    Each(&'a dyn Rows<T, N>),
    Live(Box<dyn AnyObstacle<T, N>>),
}

const NOT_ONE: Flaw = Flaw::Kind("each row has a shape of its own: give arrays with as many rows");

impl<T: Float, const N: usize> Now<'_, T, N> {
    /// The obstacle for a row.
    fn of(&self, row: usize) -> Result<&dyn AnyObstacle<T, N>, Flaw> {
        match self {
            Self::One(obstacle) => Ok(*obstacle),
            Self::Each(rows) => rows.row(row).ok_or(NOT_ONE),
            Self::Live(obstacle) => Ok(&**obstacle),
        }
    }

    /// The obstacle for one body.
    fn alone(&self) -> Result<&dyn AnyObstacle<T, N>, Flaw> {
        match self {
            Self::Each(_) => Err(NOT_ONE),
            Self::One(_) | Self::Live(_) => self.of(0),
        }
    }

    /// The required number of rows.
    fn count(&self) -> Option<usize> {
        match self {
            Self::Each(rows) => Some(rows.count()),
            Self::One(_) | Self::Live(_) => None,
        }
    }
}

/// An obstacle of Python. Its methods are in `obstacle.rs`.
#[pyclass(frozen, name = "Obstacle", module = "tangency._tangency")]
pub struct PyObstacle(pub(crate) Box<dyn Ask>);

impl PyObstacle {
    /// The obstacle as the bodies of a batch, if it has this float and dimension.
    fn as_bodies<T: Float, const N: usize>(&self) -> Option<&Source<T, N>> {
        let any: &dyn Any = &*self.0;
        any.downcast_ref()
    }
}

/// The bodies of a batch as Python gives them.
#[allow(clippy::large_enum_variant, reason = "there is one for each batch")]
pub enum Given<'py, T: Float> {
    /// Numbers.
    Arrays(Arrays<'py, T>),
    /// Convex shapes, one for each row or one for all, and the paths of the rows.
    Shapes(Bound<'py, PyObstacle>, Option<PyReadonlyArray3<'py, T>>),
}

/// The bodies of a batch.
#[allow(clippy::large_enum_variant, reason = "there is one for each batch")]
pub enum Bodies<'a, T: Float, const N: usize> {
    /// Bodies that consist of numbers.
    Rows(BodyRows<'a, T, N>),
    /// Convex shapes, one for each row or one for all, the number of rows, and their paths.
    Shapes(&'a Source<T, N>, usize, Option<ArrayView3<'a, T>>),
}

impl<'py, T: Float> Given<'py, T> {
    /// Reads the arguments of a batch, or convex shapes, which are the first part of a tuple.
    /// Returns `None` for another form, which the package's Python files must convert or refuse.
    pub fn new(arrays: &Bound<'py, PyAny>, dimension: usize) -> PyResult<Option<Self>> {
        match arrays.get_item(0)?.cast_into::<PyObstacle>() {
            Ok(shapes) => {
                let paths = path_of(arrays)?.map(|paths| paths.extract()).transpose()?;
                Ok(Some(Self::Shapes(shapes, paths)))
            }
            Err(_) => Ok(Arrays::new(arrays, dimension)?.map(Self::Arrays)),
        }
    }

    /// A copy, so that answers may be written to the arrays from which the arguments came.
    pub fn apart(self) -> Self {
        match self {
            Self::Arrays(arrays) => Self::Arrays(arrays.apart()),
            shapes => shapes,
        }
    }

    /// The rows of the batch. If each row has its own shape, there are as many rows as shapes. A
    /// value given once is repeated. Returns `None` if the lengths do not fit.
    pub fn bodies<const N: usize>(&self, shapes: Option<usize>) -> Option<Bodies<'_, T, N>> {
        let (bodies, paths) = match self {
            Self::Arrays(arrays) => return arrays.bodies(shapes).map(Bodies::Rows),
            Self::Shapes(bodies, paths) => (bodies.get().as_bodies::<T, N>()?, paths),
        };
        let paths = paths.as_ref().map(|paths| paths.as_array());
        let of_paths = paths.map(|paths| paths.shape()[0]);
        let rows = shapes.or(of_paths).unwrap_or(bodies.count());
        let fits = (bodies.count() == 1 || bodies.count() == rows)
            && of_paths.is_none_or(|count| count == rows);
        fits.then_some(Bodies::Shapes(bodies, rows, paths))
    }
}

impl<T: Float, const N: usize> Bodies<'_, T, N> {
    /// The number of bodies.
    pub fn len(&self) -> usize {
        match self {
            Self::Rows(rows) => rows.len(),
            Self::Shapes(_, count, _) => *count,
        }
    }

    /// Whether the bodies follow paths.
    pub fn are_along(&self) -> bool {
        match self {
            Self::Rows(rows) => rows.are_along(),
            Self::Shapes(.., paths) => paths.is_some(),
        }
    }

    /// Whether answers have other points: whether the bodies are capsules or convex shapes.
    pub fn have_other(&self) -> bool {
        match self {
            Self::Rows(rows) => rows.are_capsules(),
            Self::Shapes(..) => true,
        }
    }

    /// The body in a row. A body that follows a path is at rest at the start of the path.
    #[inline]
    pub fn get(&self, row: usize) -> Result<Mover<T, N>, Flaw> {
        match self {
            Self::Rows(rows) => Ok(rows.get(row)?),
            Self::Shapes(shapes, ..) => shapes.mover(row),
        }
    }

    /// The bodies in some rows.
    pub fn some(&self, rows: Range<usize>) -> Result<Movers<T, N>, BadRow> {
        let convex = |row: usize| match self.get(row) {
            Ok(Mover::Convex(body)) => Ok(body),
            Ok(_) => Err(BadRow(row, NOT_CONVEX)),
            Err(flaw) => Err(BadRow(row, flaw)),
        };
        match self {
            Self::Rows(bodies) => bodies.some(rows),
            Self::Shapes(..) => rows.map(convex).collect::<Result<_, _>>().map(Movers::Convex),
        }
    }

    /// The body in a row, on each leg of its path.
    pub fn legs(&self, row: usize) -> Result<Movers<T, N>, Flaw> {
        match self {
            Self::Rows(rows) => rows.legs(row),
            Self::Shapes(shapes, _, paths) => {
                let points = paths.map(|paths| points_of(paths, row)).ok_or(NO_PATH)?;
                Ok(shapes.mover(row)?.moving_along(points)?)
            }
        }
    }

    /// The centre of the body in a row as a point, with the name of this argument in errors.
    pub fn point(&self, row: usize) -> Result<Point<T, N>, Flaw> {
        match self {
            Self::Rows(rows) => rows.point(row),
            Self::Shapes(..) => Err(NO_POINT),
        }
    }
}

/// The bodies of a query.
pub enum Asker<'a, 'py> {
    /// One body.
    One(&'a PyBody),
    /// A body for each row, and the number of threads. The input of users is taken directly if it
    /// has a simple form. Otherwise the answer is `NotImplemented`, and Python repeats the call
    /// with arrays that fit.
    Many(&'a Bound<'py, PyAny>, Option<Count>),
}

impl Asker<'_, '_> {
    /// Refuses a query that does not exist along a path. A query about bodies at rest uses the
    /// start of the path.
    fn check(&self, question: Question) -> PyResult<()> {
        let is_straight = matches!(
            question,
            Question::ContactTime
                | Question::TimeDown
                | Question::LastTime
                | Question::HasContact
                | Question::Contacts
        );
        let is_along = is_straight
            && match self {
                Self::One(body) => body.is_along(),
                Self::Many(arrays, _) => path_of(arrays)?.is_some(),
            };
        if is_along { Err(Flaw::AlongPath(question).into()) } else { Ok(()) }
    }
}

/// An obstacle of any float and dimension, or one for each row.
pub trait Ask: Any + Send + Sync {
    /// The answer to a query; the body may be hollow.
    fn ask(
        &self,
        py: Python<'_>,
        question: Question,
        asker: &Asker<'_, '_>,
        is_hollow: bool,
    ) -> PyResult<Py<PyAny>>;
    /// The first contacts or entries as columns, in the arrays of `out` if it is given.
    fn hits(
        &self,
        py: Python<'_>,
        question: Question,
        arrays: &Bound<'_, PyAny>,
        out: Option<&Bound<'_, PyAny>>,
        threads: Option<Count>,
    ) -> PyResult<Py<PyAny>>;
    /// Moves bodies along displacements, with one row of an array for each body or one row for all.
    fn moved(
        &self,
        py: Python<'_>,
        asker: &Asker<'_, '_>,
        displacement: &Bound<'_, PyAny>,
        wish: Wish,
        out: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>>;
    /// A free position near a body.
    fn recover(&self, py: Python<'_>, body: &PyBody) -> PyResult<Py<PyAny>>;
    /// The answer in exact numbers. If each row has its own shape, the answer is for this row.
    fn ask_exact(
        &self,
        py: Python<'_>,
        question: Question,
        body: &PyBody,
        row: Option<usize>,
    ) -> PyResult<Py<PyAny>>;
    /// The obstacle as a body. If each row has its own shape, the body is the shape of this row.
    fn body(&self, row: Option<usize>) -> PyResult<PyBody>;
}

/// The bodies of a batch; returns `NotImplemented` if they are not of a simple form.
macro_rules! bodies {
    ($bodies:ident: $N:expr, $py:expr, $now:expr, $arrays:expr) => {
        let given = Given::new($arrays, $N)?;
        let Some($bodies) = given.as_ref().and_then(|given| given.bodies::<$N>($now.count()))
        else {
            return Ok($py.NotImplemented());
        };
    };
}

impl<T: Float, const N: usize> Ask for Source<T, N> {
    fn ask(
        &self,
        py: Python<'_>,
        question: Question,
        asker: &Asker<'_, '_>,
        is_hollow: bool,
    ) -> PyResult<Py<PyAny>> {
        let now = &self.now(py)?;
        asker.check(question)?;
        match question {
            Question::FirstContact | Question::FirstEntry => {
                let body = match asker {
                    Asker::One(body) => body,
                    Asker::Many(arrays, threads) => {
                        return self.hits(py, question, arrays, None, *threads);
                    }
                };
                let is_entry = question == Question::FirstEntry;
                if let Some(legs) = body.legs::<T, N>()? {
                    let met = along(legs, now.alone()?, is_entry).map_err(Flaw::from)?;
                    let met = met.map(|(leg, answer)| Ok((leg, say::answer(py, answer)?)));
                    return met.transpose().and_then(|met: Option<_>| met.into_py_any(py));
                }
                let ask = if is_entry { Mover::first_entry } else { Mover::first_contact };
                say::answer(py, ask(body.get()?, now.alone()?).map_err(Flaw::from)?)
            }
            Question::ContactTime => by_body(py, asker, now, &|body, it| body.contact_time(it)),
            Question::TimeDown => by_body(py, asker, now, &|body, it| body.time_down(it)),
            Question::LastTime => by_body(py, asker, now, &|body, it| body.last_time(it)),
            Question::HasContact => by_body(py, asker, now, &|body, it| body.has_contact(it)),
            Question::Contacts => self.contacts(py, asker, now),
            Question::Intersects => {
                by_body(py, asker, now, &|body, it| body.intersects(it, is_hollow))
            }
            Question::Penetration => by_body(py, asker, now, &|body, it| body.penetration(it)),
            Question::Containment => by_body(py, asker, now, &|body, it| body.containment(it)),
            Question::ContainmentByPlanes => {
                by_body(py, asker, now, &|body, it| body.containment_by_planes(it))
            }
            Question::Section => by_body(py, asker, now, &|body, it| body.section(it)),
            Question::Intersecting => by_body(py, asker, now, &|body, it| body.intersecting(it)),
            Question::Closest => self.closest(py, asker, now),
            Question::Touched => match asker {
                Asker::One(body) => {
                    let (mover, obstacle) = (body.get::<T, N>()?, now.alone()?);
                    match obstacle.kind() {
                        Kind::Mesh | Kind::MeshInstance => {
                            let touched = mover.touched_triangles(obstacle).map_err(Flaw::from)?;
                            say::touched_triangles(py, touched)
                        }
                        _ => say::touched(py, mover.touched(obstacle).map_err(Flaw::from)?),
                    }
                }
                Asker::Many(..) => Err(NO_BODY.into()),
            },
            Question::Locate => by_point(py, asker, now, &|point, it| it.locate(point)),
            Question::SignedDistance => {
                by_point(py, asker, now, &|point, it| it.signed_distance(point))
            }
            Question::WindingNumber => {
                by_point(py, asker, now, &|point, it| it.winding_number(point))
            }
            Question::Recover => match asker {
                Asker::One(body) => self.recover(py, body),
                Asker::Many(..) => Err(NO_BODY.into()),
            },
            // A move needs a displacement.
            Question::Advance | Question::Slide => Err(NO_DISPLACEMENT.into()),
            // Neighbours are a query of a mesh alone, and items are inserted. A query that a later
            // version of the library adds is not here either.
            _ => Err(NO_BODY.into()),
        }
    }

    fn hits(
        &self,
        py: Python<'_>,
        question: Question,
        arrays: &Bound<'_, PyAny>,
        out: Option<&Bound<'_, PyAny>>,
        threads: Option<Count>,
    ) -> PyResult<Py<PyAny>> {
        let now = &self.now(py)?;
        self.columns(py, now, arrays, out, threads, &|bodies, to, part| match (question, now) {
            _ if bodies.are_along() => put_each(to, part, |row, at, out| {
                let is_entry = question == Question::FirstEntry;
                out.put_on_leg(at, along(&bodies.legs(row)?, now.of(row)?, is_entry)?);
                Ok(())
            }),
            (Question::FirstContact, Now::One(obstacle)) => put(bodies, to, part, *obstacle),
            (Question::FirstContact, Now::Live(obstacle)) => put(bodies, to, part, &**obstacle),
            (Question::FirstContact, Now::Each(rows)) => {
                let (first, Range { start, end }) = (to.first, part);
                let movers = bodies.some(first + start..first + end)?;
                let out = &mut to.out;
                rows.first_contacts(first + start, &movers, &mut |at, answer| {
                    out.put(start + at, answer);
                })?;
                Ok(())
            }
            _ => put_each(to, part, |row, at, out| {
                let (body, it) = (bodies.get(row)?, now.of(row)?);
                out.put(
                    at,
                    match question {
                        Question::FirstContact => body.first_contact(it)?,
                        Question::FirstEntry => body.first_entry(it)?,
                        _ => return Err(NO_HITS),
                    },
                );
                Ok(())
            }),
        })
    }

    fn moved(
        &self,
        py: Python<'_>,
        asker: &Asker<'_, '_>,
        displacement: &Bound<'_, PyAny>,
        wish: Wish,
        out: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let now = &self.now(py)?;
        let Some(displacements) = Matrix::<T>::of(displacement, N) else {
            return Ok(py.NotImplemented());
        };
        let (rows, room) = match asker {
            Asker::One(body) => {
                let one = displacements.rows(1).ok_or(NO_DISPLACEMENT)?;
                let world = now.alone()?;
                return Move::of(body.get()?, vector(one, 0), wish.how, world)?.one(py);
            }
            Asker::Many(arrays, threads) => {
                let given = Given::new(arrays, N)?;
                // One body may have several displacements.
                let several = Some(displacements.len()).filter(|&count| count != 1);
                let count = now.count().or(several);
                let bodies = given.as_ref().and_then(|given| given.bodies::<N>(count));
                let Some(bodies) = bodies else { return Ok(py.NotImplemented()) };
                let Some(ways) = displacements.rows(bodies.len()) else {
                    return Ok(py.NotImplemented());
                };
                let find = |row: usize| {
                    let (body, way) = (bodies.get(row)?, vector(ways, row));
                    Ok(Move::of(&body, way, wish.how, now.of(row)?)?.row(wish.has_legs))
                };
                let rows = work::rows(py, *threads, bodies.len(), find, Row::NOTHING)?;
                // A move ignores the motions of the bodies, so paths do not matter.
                (rows, Room { has_leg: false, ..self.room(&bodies) })
            }
        };
        // This array may be one of the outputs, so its borrow must end.
        drop(displacements);
        moves::many(py, rows, room, out, wish.has_legs)
    }

    fn recover(&self, py: Python<'_>, body: &PyBody) -> PyResult<Py<PyAny>> {
        let (now, body) = (self.now(py)?, body.get::<T, N>()?);
        let recover = body.recover(now.alone()?);
        let recover = recover.map_err(Flaw::from)?;
        moves::recovered(py, recover.map_err(Flaw::from)?, body.place())
    }

    fn ask_exact(
        &self,
        py: Python<'_>,
        question: Question,
        body: &PyBody,
        row: Option<usize>,
    ) -> PyResult<Py<PyAny>> {
        if body.is_along() {
            return Err(Flaw::Kind("exact numbers are not supported along a path").into());
        }
        let (now, body) = (self.now(py)?, body.get::<T, N>()?);
        let it = row.map_or_else(|| now.alone(), |row| now.of(row))?;
        let answer = match question {
            Question::FirstContact => body.first_contact_exact(it),
            Question::FirstEntry => body.first_entry_exact(it),
            Question::LastTime => {
                let time = body.last_time_exact(it).map_err(Flaw::from)?;
                return time.as_ref().map(say::surd).into_py_any(py);
            }
            _ => return Err(Flaw::Kind("this query has no exact numbers").into()),
        };
        say::exact_answer(py, answer.map_err(Flaw::from)?)
    }

    fn body(&self, row: Option<usize>) -> PyResult<PyBody> {
        let row = match (self, row) {
            (Self::Each(..), None) => return Err(NOT_ONE.into()),
            (_, row) => row.unwrap_or(0),
        };
        Ok(self.mover(row)?.into())
    }
}

/// Writes the answers for the bodies of this part of the rows.
type Write<'a, T, const N: usize> =
    &'a (dyn Fn(&Bodies<'_, T, N>, &mut Written<'_, T>, Range<usize>) -> Result<(), BadRow> + Sync);

const NOT_CONVEX: Flaw = Flaw::Kind("a body of these rows is not convex");
const NO_PATH: Flaw = Flaw::Kind("these rows follow no paths");
const NO_POINT: Flaw = Flaw::Kind("these rows are shapes, not points");
const NO_BODY: Flaw = Flaw::Kind("this query takes neither a body nor a point");
const NO_DISPLACEMENT: Flaw = Flaw::Kind("a move takes a displacement, one for each body");
const NO_HITS: Flaw = Flaw::Kind("this query has no results in columns");
const NO_ITEM: Flaw = Flaw::NotAsked(NotAsked::new(Question::Item, None, Kind::Scene));
const NO_MOVER: Flaw = Flaw::NotAsked(NotAsked::new(Question::Mover, None, Kind::Scene));

impl<T: Float, const N: usize> Source<T, N> {
    fn now(&self, py: Python<'_>) -> PyResult<Now<'_, T, N>> {
        Ok(match self {
            Self::One(obstacle, _) => Now::One(&**obstacle),
            Self::Each(rows, ..) => Now::Each(&**rows),
            Self::Live(obstacle) => Now::Live(obstacle.now(py)?),
        })
    }

    /// Calls a function with the obstacle, as the world of a walker.
    pub fn alone<R>(
        &self,
        py: Python<'_>,
        act: impl FnOnce(&dyn AnyObstacle<T, N>) -> R,
    ) -> PyResult<R> {
        let now = self.now(py)?;
        Ok(act(now.alone()?))
    }

    /// The obstacle as items of a scene, one for each row, made one by one.
    ///
    /// # Errors
    /// The obstacle cannot be an item.
    pub fn items(&self) -> Result<impl Iterator<Item = Item<T>>, Flaw> {
        let (one, rows) = match self {
            Self::One(obstacle, _) => (Some(&**obstacle), None),
            Self::Each(rows, ..) => (None, Some(&**rows)),
            Self::Live(_) => return Err(NO_ITEM),
        };
        let each = rows.into_iter().flat_map(|rows| (0..rows.count()).filter_map(|i| rows.row(i)));
        let mut all = one.into_iter().chain(each).map(|obstacle| obstacle.item()).peekable();
        // All items are of one kind, so the first one decides.
        if let Some(Err(refusal)) = all.peek() {
            return Err((*refusal).into());
        }
        Ok(all.flatten())
    }

    /// The obstacle of a row as a mover. A single obstacle serves all rows.
    ///
    /// # Errors
    /// The obstacle cannot be a mover.
    pub fn mover(&self, row: usize) -> Result<Mover<T, N>, Flaw> {
        let obstacle = match self {
            Self::One(obstacle, _) => Some(&**obstacle),
            Self::Each(rows, ..) => rows.row(if rows.count() == 1 { 0 } else { row }),
            Self::Live(_) => return Err(NO_MOVER),
        };
        Ok(obstacle.ok_or(NOT_ONE)?.mover()?)
    }

    /// The number of obstacles.
    pub fn count(&self) -> usize {
        match self {
            Self::Each(rows, ..) => rows.count(),
            Self::One(..) | Self::Live(_) => 1,
        }
    }

    /// The number of numbers in the name of a feature.
    pub fn width(&self) -> usize {
        match self {
            Self::One(_, width) | Self::Each(_, _, width) => *width,
            Self::Live(obstacle) => obstacle.width(),
        }
    }

    /// The columns of answers to these bodies.
    fn room(&self, bodies: &Bodies<'_, T, N>) -> Room {
        self.room_of(bodies.have_other(), bodies.are_along())
    }

    /// The columns of answers to bodies that may be capsules or convex shapes, and may follow
    /// paths.
    pub fn room_of(&self, has_other: bool, has_leg: bool) -> Room {
        let extra = Extra::of(match self {
            Self::One(obstacle, _) => obstacle.kind(),
            Self::Each(_, kind, _) => *kind,
            Self::Live(_) => Kind::Scene,
        });
        Room { width: self.width(), extra, has_other, has_leg }
    }

    /// The answers of a batch as columns.
    fn columns(
        &self,
        py: Python<'_>,
        now: &Now<'_, T, N>,
        arrays: &Bound<'_, PyAny>,
        out: Option<&Bound<'_, PyAny>>,
        threads: Option<Count>,
        write: Write<'_, T, N>,
    ) -> PyResult<Py<PyAny>> {
        let mut given = Given::new(arrays, N)?;
        let fitting = given.as_ref().and_then(|given| given.bodies::<N>(now.count()));
        let Some((room, count)) = fitting.map(|bodies| (self.room(&bodies), bodies.len())) else {
            return Ok(py.NotImplemented());
        };
        let columns = match out {
            Some(out) => out.clone(),
            None => OutArrays::<T>::zeros(py, [count, N], room)?.into_any(),
        };
        let mut written = OutArrays::new(&columns);
        if written.is_err() && out.is_some() {
            // The bodies may be views of the arrays of an earlier answer, which this answer
            // overwrites.
            given = given.map(Given::apart);
            written = OutArrays::new(&columns);
        }
        let mut written = written?;
        let fits = out.is_none() || written.room() == room;
        let rows = if fits { written.rows(count, N) } else { None };
        let rows = rows.ok_or_else(|| {
            bad("out does not fit the query: its length, dtype or features differ")
        })?;
        let bodies = given.as_ref().and_then(|given| given.bodies::<N>(now.count()));
        let bodies = bodies.ok_or_else(|| bad("the arrays do not fit each other"))?;
        work::each(py, threads, rows.windows(), &|rows, part| write(&bodies, rows, part))?;
        Ok(columns.unbind())
    }

    /// The closest points of the obstacle and an axis or a convex shape or, for many of them or
    /// many points, columns.
    fn closest(
        &self,
        py: Python<'_>,
        asker: &Asker<'_, '_>,
        now: &Now<'_, T, N>,
    ) -> PyResult<Py<PyAny>> {
        let (arrays, threads) = match asker {
            Asker::Many(arrays, threads) => (arrays, *threads),
            Asker::One(body) => {
                let closest = body.get::<T, N>()?.closest_points(now.alone()?);
                return say::closest_points(py, closest.map_err(Flaw::from)?);
            }
        };
        self.columns(py, now, arrays, None, threads, &|bodies, to, part| {
            put_each(to, part, |row, at, out| {
                let obstacle = now.of(row)?;
                if bodies.have_other() {
                    out.put_closest_points(at, bodies.get(row)?.closest_points(obstacle)?);
                } else {
                    out.put_closest(at, obstacle.closest(&bodies.point(row)?)?);
                }
                Ok(())
            })
        })
    }

    /// All contacts: for one body a list, for many the number of contacts of each body, and
    /// columns.
    fn contacts(
        &self,
        py: Python<'_>,
        asker: &Asker<'_, '_>,
        now: &Now<'_, T, N>,
    ) -> PyResult<Py<PyAny>> {
        let (arrays, threads) = match asker {
            Asker::Many(arrays, threads) => (arrays, *threads),
            Asker::One(body) => {
                let all = body.get::<T, N>()?.contacts(now.alone()?).map_err(Flaw::from)?;
                let all = all.into_iter().map(|answer| say::answer(py, answer));
                return all.collect::<PyResult<Vec<_>>>()?.into_py_any(py);
            }
        };
        bodies!(bodies: N, py, now, arrays);
        let find = |row: usize| Ok(bodies.get(row)?.contacts(now.of(row)?)?);
        let contacts = work::rows(py, threads, bodies.len(), find, Vec::new())?;
        let count = contacts.iter().map(Vec::len).sum();
        let counts = counts(&contacts).into_pyarray(py);
        let columns = OutArrays::<T>::zeros(py, [count, N], self.room(&bodies))?;
        let mut out = OutArrays::<T>::new(&columns)?;
        let mut rows = out.rows(count, N).ok_or(Flaw::Kind("new arrays are not of one length"))?;
        let contacts = contacts.into_iter().flatten().enumerate();
        work::listening(py, contacts, |(row, contact)| rows.put(row, contact))?;
        (counts, columns).into_py_any(py)
    }
}

/// The first contacts of many bodies with one obstacle, by the obstacle's batch query.
fn put<T: Float, const N: usize>(
    bodies: &Bodies<'_, T, N>,
    Written { first, out }: &mut Written<'_, T>,
    Range { start, end }: Range<usize>,
    obstacle: &dyn AnyObstacle<T, N>,
) -> Result<(), BadRow> {
    let movers = bodies.some(*first + start..*first + end)?;
    movers.first_contacts(obstacle, &mut |row, answer| out.put(start + row, answer))?;
    Ok(())
}

/// The result along these legs: the first contact, or the first blocking hit.
fn along<T: Float, const N: usize>(
    legs: &Movers<T, N>,
    obstacle: &dyn AnyObstacle<T, N>,
    is_entry: bool,
) -> Asked<OnLeg<T, N>> {
    match is_entry {
        true => legs.first_entry_along(obstacle),
        false => legs.first_contact_along(obstacle),
    }
}

/// Writes an answer for each row: `put` takes the row of the batch and the row of the columns.
fn put_each<T: Float>(
    Written { first, out }: &mut Written<'_, T>,
    mut part: Range<usize>,
    put: impl Fn(usize, usize, &mut OutRows<'_, T>) -> Result<(), Flaw>,
) -> Result<(), BadRow> {
    part.try_for_each(|at| put(*first + at, at, out).map_err(|flaw| BadRow(*first + at, flaw)))
}

type ByBody<'a, T, const N: usize, R> =
    &'a (dyn Fn(&Mover<T, N>, &dyn AnyObstacle<T, N>) -> Asked<R> + Sync);

/// A query of bodies.
fn by_body<T: Float, R: Say, const N: usize>(
    py: Python<'_>,
    asker: &Asker<'_, '_>,
    now: &Now<'_, T, N>,
    ask: ByBody<'_, T, N, R>,
) -> PyResult<Py<PyAny>> {
    match asker {
        Asker::One(body) => ask(body.get()?, now.alone()?).map_err(Flaw::from)?.one(py),
        Asker::Many(arrays, threads) => {
            bodies!(bodies: N, py, now, arrays);
            let find = |row: usize| Ok(ask(&bodies.get(row)?, now.of(row)?)?.cell());
            R::many(py, work::rows(py, *threads, bodies.len(), find, R::NOTHING)?)
        }
    }
}

type ByPoint<'a, T, const N: usize, R> =
    &'a (dyn Fn(&Point<T, N>, &dyn AnyObstacle<T, N>) -> Asked<R> + Sync);

/// A query of points, which are the centres of a batch.
fn by_point<T: Float, R: Say, const N: usize>(
    py: Python<'_>,
    asker: &Asker<'_, '_>,
    now: &Now<'_, T, N>,
    ask: ByPoint<'_, T, N, R>,
) -> PyResult<Py<PyAny>> {
    let Asker::Many(arrays, threads) = asker else { return Err(NO_BODY.into()) };
    bodies!(bodies: N, py, now, arrays);
    let find = |row: usize| Ok(ask(&bodies.point(row)?, now.of(row)?)?.cell());
    R::many(py, work::rows(py, *threads, bodies.len(), find, R::NOTHING)?)
}
