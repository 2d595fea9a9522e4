//! A character for Python: of either float, in a world of any kind.

use crate::ask::PyObstacle;
use crate::body::{Float, Matrix, PyBody, vector};
use crate::error::{Flaw, bad};
use crate::moves::{numbers, recovered};
use crate::say;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use tangency::any::{AnyFeature, AnyObstacle, AnyWalkerBody, Asked, Moved, Mover};
use tangency::{
    Answer, Contact, Hull, InputError, Overlap, Ride, Step, Walker, WalkerFloor, WalkerOptions,
    WalkerState,
};

type Row<'a, 'py> = &'a Bound<'py, PyAny>;

/// A value of either float.
pub enum Known<N, W> {
    Narrow(N),
    Wide(W),
}

/// A walker whose body is a capsule, a box or a hull.
pub type Hero<T> = Walker<T, AnyWalkerBody<T>>;

/// A character. Python owns its velocity, and passes it to each step.
#[pyclass(name = "Walker", module = "tangency._tangency")]
pub struct PyWalker(Known<Hero<f32>, Hero<f64>>);

/// Repeats code for a walker of either float.
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

/// The only row of an array.
fn row<T: Float>(array: Row<'_, '_>) -> PyResult<[T; 3]> {
    let rows = Matrix::<T>::of(array, 3);
    let row = rows.as_ref().and_then(|rows| rows.rows(1));
    row.map(|row| vector(row, 0)).ok_or_else(|| bad("this is no row of three numbers"))
}

/// The options of a walker, a dictionary of Python's.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Options<'py> {
    /// A row of an array.
    up: Bound<'py, PyAny>,
    max_slope: f64,
    step_height: f64,
    snap_distance: f64,
    max_iterations: usize,
    flat_base: bool,
    max_recovery: f64,
    inherit_velocity: bool,
}

impl Options<'_> {
    /// The options in one float.
    pub fn of<T: Float>(&self) -> PyResult<WalkerOptions<T>> {
        Ok(WalkerOptions::default()
            .up(row(&self.up)?)
            .max_slope(T::round(self.max_slope))
            .step_height(T::round(self.step_height))
            .snap_distance(T::round(self.snap_distance))
            .max_iterations(self.max_iterations)
            .flat_base(self.flat_base)
            .max_recovery(T::round(self.max_recovery))
            .inherit_velocity(self.inherit_velocity))
    }
}

/// The body of a walker, if a mover can be one.
pub fn body_of<T: Float>(mover: &Mover<T, 3>) -> Result<AnyWalkerBody<T>, Flaw> {
    const REFUSED: Flaw = Flaw::Kind(
        "body is not a Capsule, or an OrientedBox or a Hull without a radius, must be one",
    );
    AnyWalkerBody::of(mover).ok_or(REFUSED)
}

fn body<T: Float>(body: &PyBody) -> PyResult<AnyWalkerBody<T>> {
    Ok(body_of(body.get()?)?)
}

fn made<T: Float>(given: &PyBody, options: &Options<'_>) -> PyResult<Hero<T>> {
    checked(Walker::new(body(given)?, options.of()?))
}

fn contact<T: Float>(
    py: Python<'_>,
    contact: Option<Contact<T, 3, AnyFeature<3>>>,
) -> PyResult<Py<PyAny>> {
    say::answer(py, contact.map_or(Answer::None, Answer::Contact))
}

/// The state `(position, axis, radius, half_extents, rotation, carried, floor)`, where a floor is a
/// point and a normal. A capsule has no half extents and no rotation, a box no axis and no radius,
/// a hull none of these.
fn state<T: Float>(py: Python<'_>, walker: &Hero<T>) -> PyResult<Py<PyAny>> {
    let state = walker.state();
    let floor = state.floor.map(|WalkerFloor { point, normal, .. }| {
        Ok::<_, PyErr>((numbers(py, point)?, numbers(py, normal)?))
    });
    let (mut rod, mut cuboid) = (None, None);
    match state.body {
        AnyWalkerBody::Capsule(body) => {
            let [_, axis] = body.b();
            rod = Some((numbers(py, axis)?, body.radius().widen()));
        }
        AnyWalkerBody::OrientedBox(body) => {
            let [half, rotation] =
                [numbers(py, body.half_extents())?, numbers(py, body.rotation().quaternion())?];
            cuboid = Some((half, rotation));
        }
        AnyWalkerBody::Hull(_) => {}
    }
    let (axis, radius) = rod.unzip();
    let (half_extents, rotation) = cuboid.unzip();
    (
        numbers(py, walker.position())?,
        axis,
        radius,
        half_extents,
        rotation,
        numbers(py, state.carried)?,
        floor.transpose()?,
    )
        .into_py_any(py)
}

/// The points of the body of a walker, if it is a hull.
fn points<T: Float>(py: Python<'_>, walker: &Hero<T>) -> PyResult<Option<Vec<Py<PyAny>>>> {
    let AnyWalkerBody::Hull(body) = walker.body() else { return Ok(None) };
    let point = |point: &[T; 3]| numbers(py, *point)?.into_py_any(py);
    body.points().iter().map(point).collect::<PyResult<_>>().map(Some)
}

/// The body of a state in Python: its position; the axis of a capsule, the half extents of a box or
/// the points of a hull as rows of arrays; the radius of a capsule, and the quaternion of a box.
#[derive(FromPyObject)]
pub struct BodyOfState<'py>(Bound<'py, PyAny>, Bound<'py, PyAny>, Option<f64>, Option<[f64; 4]>);

impl BodyOfState<'_> {
    fn of<T: Float>(&self) -> PyResult<AnyWalkerBody<T>> {
        let Self(position, extent, radius, rotation) = self;
        let position = row(position)?;
        match (radius, rotation) {
            (Some(radius), None) => {
                let capsule = WalkerState::capsule(position, row(extent)?, T::round(*radius));
                checked(capsule.map(Into::into))
            }
            (None, Some(rotation)) => {
                let (half, rotation) = (row(extent)?, rotation.map(T::round));
                checked(WalkerState::oriented_box(position, half, rotation).map(Into::into))
            }
            (None, None) => {
                let points = Matrix::<T>::of(extent, 3);
                let rows = points.as_ref().and_then(|points| points.rows(points.len()));
                let rows = rows.ok_or_else(|| bad("the points of a hull are no rows"))?;
                let points = (0..rows.nrows()).map(|i| vector(rows, i));
                checked(Hull::new(points).and_then(|hull| hull.at(position)).map(Into::into))
            }
            _ => Err(bad("a state has the body of a capsule, of a box or of a hull")),
        }
    }
}

/// Puts a walker into a state, whose vectors are rows of arrays: the velocity and the displacement
/// of the platform.
fn restored<T: Float>(
    walker: &mut Hero<T>,
    body: &BodyOfState<'_>,
    [velocity, carried]: [Row<'_, '_>; 2],
    floor: Option<[Row<'_, '_>; 2]>,
) -> PyResult<()> {
    let mut state = walker.state();
    state.body = body.of()?;
    (state.velocity, state.carried) = (row(velocity)?, row(carried)?);
    let floor =
        floor.map(|[point, normal]| Ok::<_, PyErr>(WalkerFloor::new(row(point)?, row(normal)?)));
    state.floor = floor.transpose()?;
    checked(walker.restore(state))
}

/// The overlap that prevents another body or another position of a walker.
pub type InTheWay<T> = Option<Overlap<T, 3, AnyFeature<3>>>;

/// The overlap that the query of this name has found.
pub fn in_the_way<T: Float>(
    question: &'static str,
    found: Asked<Moved<InTheWay<T>>>,
) -> Result<InTheWay<T>, Flaw> {
    Ok(found.map_err(|refusal| Flaw::NotMoved(question, refusal))??)
}

/// The overlap, or `None` if the walker has its new body or position.
fn placed<T: Float>(
    py: Python<'_>,
    world: &PyObstacle,
    question: &'static str,
    place: impl FnOnce(&dyn AnyObstacle<T, 3>) -> Asked<Moved<InTheWay<T>>>,
) -> PyResult<Py<PyAny>> {
    let overlap = in_the_way(question, world.as_world(py, place)?)?;
    say::answer(py, overlap.map_or(Answer::None, Answer::Overlap))
}

/// The result of a step: `(velocity, start, from, legs, contacts, floor, ceiling, is_wedged,
/// platform_velocity)`.
fn stepped<T: Float>(
    py: Python<'_>,
    walker: &mut Hero<T>,
    [velocity, displacement]: [Row<'_, '_>; 2],
    world: &PyObstacle,
) -> PyResult<Py<PyAny>> {
    walker.velocity = row(velocity)?;
    let (way, before) = (row(displacement)?, walker.position());
    let step = world.as_world(py, |world| walker.step_in_any(way, world))?;
    let step: Moved<Step<T, _>> = step.map_err(|refusal| Flaw::NotMoved("step", refusal))?;
    let Step { start, from, legs, contacts, floor, ceiling, is_wedged, platform_velocity, .. } =
        checked(step)?;
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
        is_wedged,
        numbers(py, platform_velocity)?,
    )
        .into_py_any(py)
}

/// The result of a ride: `(status, position, obstacle that pushed the walker)`.
fn ridden<T: Float>(
    py: Python<'_>,
    walker: &mut Hero<T>,
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
    /// A new walker in the air.
    #[new]
    fn new(given: &PyBody, options: Options<'_>, is_narrow: bool) -> PyResult<Self> {
        Ok(Self(match is_narrow {
            true => Known::Narrow(made(given, &options)?),
            false => Known::Wide(made(given, &options)?),
        }))
    }

    /// The state of the walker without its velocity, see `state`.
    fn state(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        of_float!(&self.0, walker => state(py, walker))
    }

    /// The points of the body if it is a hull, see `points`.
    fn points(&self, py: Python<'_>) -> PyResult<Option<Vec<Py<PyAny>>>> {
        of_float!(&self.0, walker => points(py, walker))
    }

    /// Puts the walker into a state, see `restored`.
    fn restore(
        &mut self,
        body: BodyOfState<'_>,
        velocity: Row<'_, '_>,
        carried: Row<'_, '_>,
        floor: Option<(Bound<'_, PyAny>, Bound<'_, PyAny>)>,
    ) -> PyResult<()> {
        let floor = floor.as_ref().map(|(point, normal)| [point, normal]);
        of_float!(&mut self.0, walker => restored(walker, &body, [velocity, carried], floor))
    }

    /// Moves the walker to another position, in the air.
    fn teleport(&mut self, position: Row<'_, '_>) -> PyResult<()> {
        of_float!(&mut self.0, walker => checked(walker.teleport(row(position)?)))
    }

    /// Moves the walker to another position if there is room, see `placed`.
    fn teleport_into(
        &mut self,
        py: Python<'_>,
        position: Row<'_, '_>,
        world: &PyObstacle,
    ) -> PyResult<Py<PyAny>> {
        of_float!(&mut self.0, walker => {
            let to = row(position)?;
            placed(py, world, "teleport", |world| walker.teleport_into_any(to, world))
        })
    }

    /// Replaces the body of the walker if there is room, see `placed`.
    fn set_body(
        &mut self,
        py: Python<'_>,
        given: &PyBody,
        world: &PyObstacle,
    ) -> PyResult<Py<PyAny>> {
        of_float!(&mut self.0, walker => {
            let body = body(given)?;
            placed(py, world, "set_body", |world| walker.set_body_in_any(body, world))
        })
    }

    /// Takes one step, see `stepped`.
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

    /// Moves the walker with a moving world, see `ridden`.
    fn ride(
        &mut self,
        py: Python<'_>,
        displacement: Row<'_, '_>,
        moving: &PyObstacle,
    ) -> PyResult<Py<PyAny>> {
        of_float!(&mut self.0, walker => ridden(py, walker, displacement, moving))
    }
}
