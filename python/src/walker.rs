//! A character, as Python holds it: of either float, in a world of any kind.

use crate::body::{Float, Matrix, PyBody, vector};
use crate::error::{Flaw, bad};
use crate::moves::{numbers, recovered};
use crate::obstacle::PyObstacle;
use crate::say;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use tangency::any::{Feature, Moved, Mover};
use tangency::{Answer, Contact, InputError, Ride, Step, Walker, WalkerFloor, WalkerOptions};

type Row<'a, 'py> = &'a Bound<'py, PyAny>;

/// What is of some float.
pub enum Known<N, W> {
    Narrow(N),
    Wide(W),
}

/// A character. Its velocity is Python's, which gives it with each step; on what it stands, Python
/// has as an answer, and here is what is walked on.
#[pyclass(name = "Walker", module = "tangency._tangency")]
pub struct PyWalker(Known<Walker<f32>, Walker<f64>>);

/// Says something of it, whichever float that is.
macro_rules! of_float {
    ($known:expr, $held:ident => $say:expr) => {
        match $known {
            Known::Narrow($held) => $say,
            Known::Wide($held) => $say,
        }
    };
}
pub(crate) use of_float;

fn checked<X>(result: Result<X, InputError>) -> PyResult<X> {
    result.map_err(|error| Flaw::from(error).into())
}

/// The one row of an array.
fn row<T: Float>(array: Row<'_, '_>) -> PyResult<[T; 3]> {
    let rows = Matrix::<T>::of(array, 3);
    let row = rows.as_ref().and_then(|rows| rows.rows(1));
    row.map(|row| vector(row, 0)).ok_or_else(|| bad("this is no row of three numbers"))
}

/// What a walker can do; `up` is a row of an array.
pub fn options<T: Float>(
    up: Row<'_, '_>,
    [max_slope, step_height, snap_distance]: [f64; 3],
    max_iterations: usize,
) -> PyResult<WalkerOptions<T>> {
    let mut options = WalkerOptions::default();
    options.up = row(up)?;
    options.max_slope = T::round(max_slope);
    options.step_height = T::round(step_height);
    options.snap_distance = T::round(snap_distance);
    options.max_iterations = max_iterations;
    Ok(options)
}

fn made<T: Float>(body: &PyBody, options: WalkerOptions<T>) -> PyResult<Walker<T>> {
    let Mover::Capsule(capsule) = body.get::<T, 3>()? else {
        return Err(Flaw::Kind("body is not a Capsule, must be one").into());
    };
    checked(Walker::new(*capsule.shape(), options))
}

fn contact<T: Float>(
    py: Python<'_>,
    contact: Option<Contact<T, 3, Feature<3>>>,
) -> PyResult<Py<PyAny>> {
    say::answer(py, contact.map_or(Answer::None, Answer::Contact))
}

/// `(a, axis, radius)` of its body, which is carried by its axis.
fn carried<T: Float>(py: Python<'_>, walker: &Walker<T>) -> PyResult<Py<PyAny>> {
    let (body, [_, axis]) = (walker.body(), walker.body().b());
    (numbers(py, body.a())?, numbers(py, axis)?, body.radius().widen()).into_py_any(py)
}

/// `(velocity, start, from, legs, contacts, floor, ceiling)`.
fn stepped<T: Float>(
    py: Python<'_>,
    walker: &mut Walker<T>,
    [velocity, displacement]: [Row<'_, '_>; 2],
    world: &PyObstacle,
) -> PyResult<Py<PyAny>> {
    walker.velocity = row(velocity)?;
    let (way, before) = (row(displacement)?, walker.position());
    let step = world.as_world(py, |world| walker.step_in_any(way, world))?;
    let step: Moved<Step<T, _>> = step.map_err(|refusal| Flaw::NotMoved("step", refusal))?;
    let Step { start, from, legs, contacts, floor, ceiling, .. } = checked(step)?;
    let legs = legs.into_iter().map(|leg| numbers(py, leg)).collect::<PyResult<Vec<_>>>()?;
    let contacts = contacts.into_iter().map(|hit| contact(py, Some(hit)));
    (
        numbers(py, walker.velocity)?,
        recovered(py, start, before)?,
        numbers(py, from)?,
        legs,
        contacts.collect::<PyResult<Vec<_>>>()?,
        contact(py, floor)?,
        contact(py, ceiling)?,
    )
        .into_py_any(py)
}

/// `(what became of it, position, by what)`.
fn ridden<T: Float>(
    py: Python<'_>,
    walker: &mut Walker<T>,
    displacement: Row<'_, '_>,
    world: &PyObstacle,
) -> PyResult<Py<PyAny>> {
    let way = row(displacement)?;
    let ride = world.as_world(py, |world| walker.ride_in_any(way, world))?;
    let ride: Moved<Ride<T, 3, _>> = ride.map_err(|refusal| Flaw::NotMoved("ride", refusal))?;
    let (word, by) = match checked(ride)? {
        Ride::Carried { .. } => ("carried", None),
        Ride::Pushed { by, .. } => ("pushed", Some(by)),
        Ride::Crushed { by } => ("crushed", Some(by)),
    };
    let by = by.map(|by| say::place(py, by)).transpose()?;
    (word, numbers(py, walker.position())?, by).into_py_any(py)
}

#[pymethods]
impl PyWalker {
    /// One in the air; `up` is a row of an array.
    #[new]
    fn new(
        body: &PyBody,
        up: Row<'_, '_>,
        lengths: [f64; 3],
        max_iterations: usize,
        is_narrow: bool,
    ) -> PyResult<Self> {
        Ok(Self(match is_narrow {
            true => Known::Narrow(made(body, options(up, lengths, max_iterations)?)?),
            false => Known::Wide(made(body, options(up, lengths, max_iterations)?)?),
        }))
    }

    /// Where it is, the axis of its body, and the radius.
    fn body(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        of_float!(&self.0, walker => carried(py, walker))
    }

    /// Puts it elsewhere, in the air.
    fn teleport(&mut self, position: Row<'_, '_>) -> PyResult<()> {
        of_float!(&mut self.0, walker => checked(walker.teleport(row(position)?)))
    }

    /// Puts it on a floor with this point and this normal, rows of arrays.
    fn stand(&mut self, point: Row<'_, '_>, normal: Row<'_, '_>) -> PyResult<()> {
        of_float!(&mut self.0, walker => {
            let floor = WalkerFloor::new(row(point)?, row(normal)?);
            let mut state = walker.state();
            state.floor = Some(floor);
            checked(walker.restore(state))
        })
    }

    /// One step, see `stepped`.
    fn step(
        &mut self,
        py: Python<'_>,
        velocity: Row<'_, '_>,
        displacement: Row<'_, '_>,
        world: &PyObstacle,
    ) -> PyResult<Py<PyAny>> {
        let rows = [velocity, displacement];
        of_float!(&mut self.0, walker => stepped(py, walker, rows, world))
    }

    /// Along with a world that moves, see `ridden`.
    fn ride(
        &mut self,
        py: Python<'_>,
        displacement: Row<'_, '_>,
        moving: &PyObstacle,
    ) -> PyResult<Py<PyAny>> {
        of_float!(&mut self.0, walker => ridden(py, walker, displacement, moving))
    }
}
