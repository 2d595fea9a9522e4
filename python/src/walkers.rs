//! Many characters, each a row of an array, in one world.

use crate::ask::Given;
use crate::ask::PyObstacle;
use crate::body::{Float, Matrix, vector};
use crate::columns::{OutArrays, Room};
use crate::error::{Flaw, bad, in_row};
use crate::walker::{Hero, InTheWay, Known, Options, body_of, in_the_way, of_float};
use crate::work::{self, Count};
use numpy::{IntoPyArray, PyArrayMethods, PyReadwriteArray2};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use tangency::any::{AnyFeature, AnyObstacle, AnyWalkerBody, Asked, Moved};
use tangency::{
    Answer, Contact, Hull, InputError, Recover, Step, Walker, WalkerFloor, WalkerState,
};

type Array<'a, 'py> = &'a Bound<'py, PyAny>;
type State<T> = WalkerState<T, AnyWalkerBody<T>>;
type Hit<T> = Option<Contact<T, 3, AnyFeature<3>>>;

/// Many characters of one float. Python owns their velocities, and passes them to each step.
#[pyclass(name = "Walkers", module = "tangency._tangency")]
pub struct PyWalkers {
    all: Known<Vec<Hero<f32>>, Vec<Hero<f64>>>,
    /// The kind of all bodies, so that a state is a few arrays.
    kind: Kind,
}

/// The kind of the bodies. All hulls have the same number of points.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Capsules,
    Boxes,
    Hulls,
}

impl Kind {
    fn of(name: &str) -> PyResult<Self> {
        match name {
            "capsules" => Ok(Self::Capsules),
            "boxes" => Ok(Self::Boxes),
            "hulls" => Ok(Self::Hulls),
            _ => Err(bad(format!("{name} is no kind of bodies"))),
        }
    }
}

/// The bodies of a batch.
fn bodies<T: Float>(arrays: Array<'_, '_>) -> PyResult<Vec<AnyWalkerBody<T>>> {
    let given = Given::<T>::new(arrays, 3)?;
    let bodies = given.as_ref().and_then(|given| given.bodies::<3>(None));
    let bodies = bodies.ok_or_else(|| bad("the arrays of bodies do not fit each other"))?;
    let one = |row| body_of(&bodies.get(row)?);
    (0..bodies.len()).map(|row| one(row).map_err(|flaw| in_row(row, flaw))).collect()
}

fn made<T: Float>(arrays: Array<'_, '_>, options: &Options<'_>) -> PyResult<Vec<Hero<T>>> {
    let options = options.of()?;
    let bodies = bodies(arrays)?.into_iter().enumerate();
    let made = bodies
        .map(|(row, body)| Walker::new(body, options).map_err(|error| in_row(row, error.into())));
    made.collect()
}

fn unfit(name: &str, count: usize) -> PyErr {
    bad(format!("{name} has other rows than the {count} walkers"))
}

/// Vectors as an array.
fn array<T: Float, const K: usize>(
    py: Python<'_>,
    rows: impl Iterator<Item = [T; K]>,
) -> PyResult<Py<PyAny>> {
    let numbers: Vec<T> = rows.flatten().collect();
    let count = numbers.len() / K;
    numbers.into_pyarray(py).reshape([count, K])?.into_py_any(py)
}

/// The states `(position, extent, rest, carried, point, normal)` of all walkers. The extent is the
/// axis of a capsule, the half extents of a box or the points of a hull, one after another; the
/// rest is the radius or the rotation, or zero for a hull. The last two are NaN for walkers in the
/// air.
fn states<T: Float>(py: Python<'_>, walkers: &[Hero<T>], kind: Kind) -> PyResult<Py<PyAny>> {
    let all: Vec<State<T>> = walkers.iter().map(Walker::state).collect();
    let extent = |state: &State<T>| match &state.body {
        AnyWalkerBody::Capsule(body) => Some(body.b()[1]),
        AnyWalkerBody::OrientedBox(body) => Some(body.half_extents()),
        AnyWalkerBody::Hull(_) => None,
    };
    let points = |state: &State<T>| match &state.body {
        AnyWalkerBody::Hull(body) => body.points().as_flattened().to_vec(),
        AnyWalkerBody::Capsule(_) | AnyWalkerBody::OrientedBox(_) => Vec::new(),
    };
    let radius = |state: &State<T>| match &state.body {
        AnyWalkerBody::Capsule(body) => Some([body.radius()]),
        AnyWalkerBody::OrientedBox(_) | AnyWalkerBody::Hull(_) => None,
    };
    let rotation = |state: &State<T>| match &state.body {
        AnyWalkerBody::Capsule(_) | AnyWalkerBody::Hull(_) => None,
        AnyWalkerBody::OrientedBox(body) => Some(body.rotation().quaternion()),
    };
    let rest = match kind {
        Kind::Boxes => array(py, all.iter().filter_map(rotation))?,
        Kind::Capsules => array(py, all.iter().filter_map(radius))?,
        Kind::Hulls => array(py, all.iter().map(|_| [T::ZERO]))?,
    };
    let extent = match kind {
        Kind::Boxes | Kind::Capsules => array(py, all.iter().filter_map(extent))?,
        Kind::Hulls => {
            let numbers: Vec<T> = all.iter().flat_map(points).collect();
            let width = numbers.len().checked_div(all.len()).unwrap_or(0);
            numbers.into_pyarray(py).reshape([all.len(), width])?.into_py_any(py)?
        }
    };
    let floor = |of: fn(WalkerFloor<T>) -> [T; 3]| {
        all.iter().map(move |state| state.floor.map_or([T::NAN; 3], of))
    };
    (
        array(py, walkers.iter().map(Walker::position))?,
        extent,
        rest,
        array(py, all.iter().map(|state| state.carried))?,
        array(py, floor(|floor| floor.point))?,
        array(py, floor(|floor| floor.normal))?,
    )
        .into_py_any(py)
}

/// Puts all walkers into these states, in the form of `states` with the velocities before
/// `carried`. After an error, nothing has changed.
fn restored<T: Float>(
    walkers: &mut [Hero<T>],
    kind: Kind,
    vectors: [Array<'_, '_>; 5],
    (extent, rest): (Array<'_, '_>, Array<'_, '_>),
) -> PyResult<()> {
    let count = walkers.len();
    let unfit = || bad(format!("the arrays of the state have other rows than the {count} walkers"));
    let vectors = vectors.map(|vectors| Matrix::<T>::of(vectors, 3));
    let rows = vectors.each_ref().map(|vectors| vectors.as_ref().and_then(|it| it.rows(count)));
    let [Some(position), Some(velocity), Some(carried), Some(point), Some(normal)] = rows else {
        return Err(unfit());
    };
    let width = |array: Array<'_, '_>| array.getattr("shape")?.get_item(1)?.extract::<usize>();
    let rest = Matrix::<T>::of(rest, if kind == Kind::Boxes { 4 } else { 1 });
    let rest = rest.as_ref().and_then(|rest| rest.rows(count)).ok_or_else(unfit)?;
    let extent = Matrix::<T>::of(extent, if kind == Kind::Hulls { width(extent)? } else { 3 });
    let extent = extent.as_ref().and_then(|extent| extent.rows(count)).ok_or_else(unfit)?;
    let body = |row: usize, walker: &Hero<T>| -> Result<AnyWalkerBody<T>, InputError> {
        let position = vector(position, row);
        Ok(match (kind, walker.body()) {
            (Kind::Boxes, _) => {
                let half_extents = vector(extent, row);
                WalkerState::oriented_box(position, half_extents, vector(rest, row))?.into()
            }
            (Kind::Capsules, _) => {
                WalkerState::capsule(position, vector(extent, row), rest[[row, 0]])?.into()
            }
            (Kind::Hulls, body) => {
                let numbers = extent.row(row);
                let points =
                    || (0..numbers.len() / 3).map(|i| [0, 1, 2].map(|k| numbers[3 * i + k]));
                let hull = match body {
                    // A hull with the same points is shared with the walker.
                    AnyWalkerBody::Hull(hull) if hull.points().iter().copied().eq(points()) => {
                        hull.clone()
                    }
                    _ => Hull::new(points())?,
                };
                hull.at(position)?.into()
            }
        })
    };
    let one = |(row, walker): (usize, &Hero<T>)| {
        let mut state = walker.state();
        state.body = body(row, walker).map_err(|error| in_row(row, error.into()))?;
        (state.velocity, state.carried) = (vector(velocity, row), vector(carried, row));
        let floor = WalkerFloor::new(vector(point, row), vector(normal, row));
        let mut numbers = floor.point.iter().chain(&floor.normal);
        state.floor = (!numbers.all(|x| x.widen().is_nan())).then_some(floor);
        let mut walker = walker.clone();
        walker.restore(state).map_err(|error| in_row(row, error.into()))?;
        Ok(walker)
    };
    let all = walkers.iter().enumerate().map(one).collect::<PyResult<Vec<_>>>()?;
    walkers.clone_from_slice(&all);
    Ok(())
}

/// Moves all walkers to these positions, in the air. After an error, no walker has moved.
fn teleported<T: Float>(walkers: &mut [Hero<T>], position: Array<'_, '_>) -> PyResult<()> {
    let position = Matrix::<T>::of(position, 3);
    let position = position.as_ref().and_then(|array| array.rows(walkers.len()));
    let position = position.ok_or_else(|| unfit("position", walkers.len()))?;
    let one = |(row, walker): (usize, &Hero<T>)| {
        let mut walker = walker.clone();
        let moved = walker.teleport(vector(position, row));
        moved.map_err(|error| in_row(row, error.into()))?;
        Ok(walker)
    };
    let all = walkers.iter().enumerate().map(one).collect::<PyResult<Vec<_>>>()?;
    walkers.clone_from_slice(&all);
    Ok(())
}

/// Writes the hit of each walker, or none, to columns.
fn column<T: Float>(
    py: Python<'_>,
    room: Room,
    answers: impl ExactSizeIterator<Item = Answer<T, 3, AnyFeature<3>>>,
) -> PyResult<Py<PyAny>> {
    let count = answers.len();
    let columns = OutArrays::<T>::zeros(py, [count, 3], room)?.into_any();
    let mut out = OutArrays::<T>::new(&columns)?;
    let mut out = out.rows(count, 3).ok_or(Flaw::Kind("new arrays are not of one length"))?;
    answers.enumerate().for_each(|(row, answer)| out.put(row, answer));
    Ok(columns.unbind())
}

/// Gives another body or position to each walker that has room, and returns the overlaps of the
/// others. After an error in one row, no walker has changed.
fn placed<T: Float>(
    py: Python<'_>,
    walkers: &mut [Hero<T>],
    (question, room, threads): (&'static str, Room, Option<Count>),
    place: impl Fn(usize, &mut Hero<T>) -> Asked<Moved<InTheWay<T>>> + Sync,
) -> PyResult<Py<PyAny>> {
    let before = &*walkers;
    let find = |row: usize| {
        let mut walker = before[row].clone();
        let overlap = in_the_way(question, place(row, &mut walker))?;
        Ok((Some(walker), overlap))
    };
    let rows = work::rows(py, threads, before.len(), find, (None, None))?;
    let (next, overlaps): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
    let answers = overlaps.into_iter().map(|met| met.map_or(Answer::None, Answer::Overlap));
    let answers = column(py, room, answers)?;
    for (walker, next) in walkers.iter_mut().zip(next) {
        if let Some(next) = next {
            *walker = next;
        }
    }
    Ok(answers)
}

/// Gives each walker another position, see `placed`.
fn teleported_into<T: Float>(
    py: Python<'_>,
    walkers: &mut [Hero<T>],
    position: Array<'_, '_>,
    world: &PyObstacle,
    threads: Option<Count>,
) -> PyResult<Py<PyAny>> {
    let to = Matrix::<T>::of(position, 3);
    let to = to.as_ref().and_then(|to| to.rows(walkers.len()));
    let to = to.ok_or_else(|| unfit("position", walkers.len()))?;
    world.as_world_with_columns(py, |world, room| {
        placed(py, walkers, ("teleport", room, threads), |row, walker| {
            walker.teleport_into_any(vector(to, row), world)
        })
    })?
}

/// Gives each walker another body, see `placed`.
fn with_bodies<T: Float>(
    py: Python<'_>,
    walkers: &mut [Hero<T>],
    arrays: Array<'_, '_>,
    world: &PyObstacle,
    threads: Option<Count>,
) -> PyResult<Py<PyAny>> {
    let bodies = bodies(arrays)?;
    if bodies.len() != walkers.len() {
        return Err(unfit("bodies", walkers.len()));
    }
    world.as_world_with_columns(py, |world, room| {
        placed(py, walkers, ("set_body", room, threads), |row, walker| {
            walker.set_body_in_any(bodies[row].clone(), world)
        })
    })?
}

/// The result of a step of one walker.
#[derive(Clone)]
struct Row<T: Float> {
    walker: Option<Hero<T>>,
    start: i8,
    counts: [i64; 2],
    floor: Hit<T>,
    ceiling: Hit<T>,
    is_wedged: bool,
    platform_velocity: [T; 3],
}

/// Takes a step of all walkers. After an error in one row, no walker has moved.
fn stepped<T: Float>(
    py: Python<'_>,
    walkers: &mut [Hero<T>],
    world: &dyn AnyObstacle<T, 3>,
    room: Room,
    [velocity, position, displacement]: [Array<'_, '_>; 3],
    threads: Option<Count>,
) -> PyResult<Py<PyAny>> {
    let count = walkers.len();
    let unfit = || unfit("displacement", count);
    let rows = {
        let matrices = [velocity, displacement].map(|array| Matrix::<T>::of(array, 3));
        let [Some(velocities), Some(ways)] = &matrices else { return Err(unfit()) };
        let (Some(velocities), Some(ways)) = (velocities.rows(count), ways.rows(count)) else {
            return Err(unfit());
        };
        let before = &*walkers;
        let find = |row: usize| {
            let mut walker = before[row].clone();
            walker.velocity = vector(velocities, row);
            let step = walker.step_in_any(vector(ways, row), world);
            let step = step.map_err(|refusal| Flaw::NotMoved("step", refusal))??;
            let start = match step.start {
                Recover::Free => 0,
                Recover::Moved { .. } => 1,
                Recover::NotFound => -1,
            };
            let counts = [step.legs.len(), step.contacts.len()].map(|count| count as i64);
            let Step { floor, ceiling, is_wedged, platform_velocity, .. } = step;
            let walker = Some(walker);
            Ok(Row { walker, start, counts, floor, ceiling, is_wedged, platform_velocity })
        };
        let nothing = Row {
            walker: None,
            start: 0,
            counts: [0; 2],
            floor: None,
            ceiling: None,
            is_wedged: false,
            platform_velocity: [T::ZERO; 3],
        };
        work::rows(py, threads, count, find, nothing)?
    };
    let mut to: [PyReadwriteArray2<'_, T>; 2] = [velocity.extract()?, position.extract()?];
    if to.iter().any(|array| array.as_array().dim() != (count, 3)) {
        return Err(bad("the arrays of walkers have changed their shape"));
    }
    let contacts = |of: fn(&Row<T>) -> &Hit<T>| {
        let hits = rows.iter().map(|row| of(row).clone());
        column(py, room, hits.map(|hit| hit.map_or(Answer::None, Answer::Contact)))
    };
    let floor = contacts(|row| &row.floor)?;
    let ceiling = contacts(|row| &row.ceiling)?;
    let start: Vec<i8> = rows.iter().map(|row| row.start).collect();
    let counts = [0, 1].map(|k| rows.iter().map(|row| row.counts[k]).collect::<Vec<i64>>());
    let is_wedged: Vec<bool> = rows.iter().map(|row| row.is_wedged).collect();
    let platform_velocity = array(py, rows.iter().map(|row| row.platform_velocity))?;
    for (i, (walker, row)) in walkers.iter_mut().zip(rows).enumerate() {
        if let Some(next) = row.walker {
            *walker = next;
        }
        for (array, vector) in to.iter_mut().zip([walker.velocity, walker.position()]) {
            let mut array = array.as_array_mut();
            (0..3).for_each(|k| array[[i, k]] = vector[k]);
        }
    }
    let [legs, contacts] = counts.map(|counts| counts.into_pyarray(py));
    let (start, is_wedged) = (start.into_pyarray(py), is_wedged.into_pyarray(py));
    (start, legs, contacts, floor, ceiling, is_wedged, platform_velocity).into_py_any(py)
}

#[pymethods]
impl PyWalkers {
    /// New walkers in the air, from the arrays of a batch.
    #[new]
    fn new(
        arrays: Array<'_, '_>,
        options: Options<'_>,
        is_narrow: bool,
        kind: &str,
    ) -> PyResult<Self> {
        let all = match is_narrow {
            true => Known::Narrow(made(arrays, &options)?),
            false => Known::Wide(made(arrays, &options)?),
        };
        Ok(Self { all, kind: Kind::of(kind)? })
    }

    /// The states of all walkers without their velocities, see `states`.
    fn states(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        of_float!(&self.all, walkers => states(py, walkers, self.kind))
    }

    /// Puts all walkers into states, see `restored`.
    #[allow(clippy::too_many_arguments, reason = "the fields of a state")]
    fn restore(
        &mut self,
        position: Array<'_, '_>,
        extent: Array<'_, '_>,
        rest: Array<'_, '_>,
        velocity: Array<'_, '_>,
        carried: Array<'_, '_>,
        point: Array<'_, '_>,
        normal: Array<'_, '_>,
    ) -> PyResult<()> {
        let (vectors, of_body) = ([position, velocity, carried, point, normal], (extent, rest));
        of_float!(&mut self.all, walkers => restored(walkers, self.kind, vectors, of_body))
    }

    /// Moves all walkers to other positions, in the air.
    fn teleport(&mut self, position: Array<'_, '_>) -> PyResult<()> {
        of_float!(&mut self.all, walkers => teleported(walkers, position))
    }

    /// Moves each walker that has room to another position, see `placed`.
    fn teleport_into(
        &mut self,
        py: Python<'_>,
        position: Array<'_, '_>,
        world: &PyObstacle,
        threads: Option<Count>,
    ) -> PyResult<Py<PyAny>> {
        of_float!(&mut self.all, it => teleported_into(py, it, position, world, threads))
    }

    /// Replaces the body of each walker that has room, see `placed`.
    fn set_body(
        &mut self,
        py: Python<'_>,
        arrays: Array<'_, '_>,
        world: &PyObstacle,
        threads: Option<Count>,
    ) -> PyResult<Py<PyAny>> {
        of_float!(&mut self.all, it => with_bodies(py, it, arrays, world, threads))
    }

    /// Takes a step of all walkers, see `stepped`. Writes to the arrays of velocities and
    /// positions.
    fn step(
        &mut self,
        py: Python<'_>,
        velocity: Array<'_, '_>,
        position: Array<'_, '_>,
        displacement: Array<'_, '_>,
        world: &PyObstacle,
        threads: Option<Count>,
    ) -> PyResult<Py<PyAny>> {
        let arrays = [velocity, position, displacement];
        of_float!(&mut self.all, walkers => world.as_world_with_columns(py, |world, room| {
            stepped(py, walkers, world, room, arrays, threads)
        })?)
    }
}
