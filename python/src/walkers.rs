//! Many characters, each a row of an array, in one world.

use crate::body::{Float, Given, Matrix, vector};
use crate::columns::{OutArrays, Room};
use crate::error::{Flaw, bad, in_row};
use crate::obstacle::PyObstacle;
use crate::walker::{Known, Options, of_float};
use crate::work::{self, Count};
use numpy::{IntoPyArray, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray2};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use tangency::any::{Feature, Mover, Obstacle};
use tangency::{Answer, Contact, Recover, Step, Walker, WalkerFloor, WalkerState};

type Array<'a, 'py> = &'a Bound<'py, PyAny>;
type One<T> = Walker<T>;
type Hit<T> = Option<Contact<T, 3, Feature<3>>>;

/// Many characters of one float. Their velocities are Python's, which gives them with each step.
#[pyclass(name = "Walkers", module = "tangency._tangency")]
pub struct PyWalkers(Known<Vec<One<f32>>, Vec<One<f64>>>);

fn made<T: Float>(arrays: Array<'_, '_>, options: &Options<'_>) -> PyResult<Vec<One<T>>> {
    let options = options.of()?;
    let given = Given::<T>::new(arrays, 3)?;
    let bodies = given.as_ref().and_then(|given| given.bodies::<3>(None));
    let bodies = bodies.ok_or_else(|| bad("the arrays of bodies do not fit each other"))?;
    let one = |row| -> Result<One<T>, Flaw> {
        let Mover::Capsule(capsule) = bodies.get(row)? else {
            return Err(Flaw::Kind("bodies are no Capsules, must be"));
        };
        Ok(Walker::new(*capsule.shape(), options)?)
    };
    (0..bodies.len()).map(|row| one(row).map_err(|flaw| in_row(row, flaw))).collect()
}

/// Vectors as an array.
fn array<T: Float>(py: Python<'_>, rows: impl Iterator<Item = [T; 3]>) -> PyResult<Py<PyAny>> {
    let numbers: Vec<T> = rows.flatten().collect();
    let count = numbers.len() / 3;
    numbers.into_pyarray(py).reshape([count, 3])?.into_py_any(py)
}

/// `(position, axis, radius, carried, point, normal)` of all; of those in the air, the last two are
/// not a number.
fn states<T: Float>(py: Python<'_>, walkers: &[One<T>]) -> PyResult<Py<PyAny>> {
    let all: Vec<WalkerState<T>> = walkers.iter().map(Walker::state).collect();
    let radius: Vec<T> = all.iter().map(|state| state.radius).collect();
    let floor = |of: fn(WalkerFloor<T>) -> [T; 3]| {
        all.iter().map(move |state| state.floor.map_or([T::NAN; 3], of))
    };
    (
        array(py, all.iter().map(|state| state.position))?,
        array(py, all.iter().map(|state| state.axis))?,
        radius.into_pyarray(py),
        array(py, all.iter().map(|state| state.carried))?,
        array(py, floor(|floor| floor.point))?,
        array(py, floor(|floor| floor.normal))?,
    )
        .into_py_any(py)
}

/// All in these states, as `states` has them, with the velocities before `carried`; or all as they
/// were.
fn restored<T: Float>(
    walkers: &mut [One<T>],
    vectors: [Array<'_, '_>; 6],
    radius: Array<'_, '_>,
) -> PyResult<()> {
    let count = walkers.len();
    let unfit = || bad(format!("the arrays of the state have other rows than the {count} walkers"));
    let vectors = vectors.map(|vectors| Matrix::<T>::of(vectors, 3));
    let rows = vectors.each_ref().map(|vectors| vectors.as_ref().and_then(|it| it.rows(count)));
    let [Some(position), Some(axis), Some(velocity), Some(carried), Some(point), Some(normal)] =
        rows
    else {
        return Err(unfit());
    };
    let radius: PyReadonlyArray1<'_, T> = radius.extract()?;
    let radius = radius.as_array();
    if radius.len() != count {
        return Err(unfit());
    }
    let one = |(row, walker): (usize, &One<T>)| {
        let mut state = walker.state();
        (state.position, state.axis) = (vector(position, row), vector(axis, row));
        (state.velocity, state.carried) = (vector(velocity, row), vector(carried, row));
        state.radius = radius[row];
        let floor = WalkerFloor::new(vector(point, row), vector(normal, row));
        let mut numbers = floor.point.iter().chain(&floor.normal);
        state.floor = (!numbers.all(|x| x.widen().is_nan())).then_some(floor);
        let mut walker = *walker;
        walker.restore(state).map_err(|error| in_row(row, error.into()))?;
        Ok(walker)
    };
    let all = walkers.iter().enumerate().map(one).collect::<PyResult<Vec<_>>>()?;
    walkers.copy_from_slice(&all);
    Ok(())
}

/// What became of one.
#[derive(Clone)]
struct Row<T: Float> {
    walker: Option<One<T>>,
    start: i8,
    counts: [i64; 2],
    floor: Hit<T>,
    ceiling: Hit<T>,
    is_wedged: bool,
    platform_velocity: [T; 3],
}

/// A step of all; what one answers with an error leaves all where they are.
fn stepped<T: Float>(
    py: Python<'_>,
    walkers: &mut [One<T>],
    world: &dyn Obstacle<T, 3>,
    room: Room,
    [velocity, position, displacement]: [Array<'_, '_>; 3],
    threads: Option<Count>,
) -> PyResult<Py<PyAny>> {
    let count = walkers.len();
    let unfit = || bad(format!("displacement has other rows than the {count} walkers"));
    let rows = {
        let matrices = [velocity, displacement].map(|array| Matrix::<T>::of(array, 3));
        let [Some(velocities), Some(ways)] = &matrices else { return Err(unfit()) };
        let (Some(velocities), Some(ways)) = (velocities.rows(count), ways.rows(count)) else {
            return Err(unfit());
        };
        let before = &*walkers;
        let find = |row: usize| {
            let mut walker = before[row];
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
    let columns = |hits: &mut dyn Iterator<Item = Hit<T>>| -> PyResult<Py<PyAny>> {
        let columns = OutArrays::<T>::zeros(py, [count, 3], room)?.into_any();
        let mut out = OutArrays::<T>::new(&columns)?;
        let mut out = out.rows(count, 3).ok_or(Flaw::Kind("new arrays are not of one length"))?;
        hits.enumerate().for_each(|(row, hit)| {
            out.put(row, hit.map_or(Answer::None, Answer::Contact));
        });
        Ok(columns.unbind())
    };
    let floor = columns(&mut rows.iter().map(|row| row.floor.clone()))?;
    let ceiling = columns(&mut rows.iter().map(|row| row.ceiling.clone()))?;
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
    /// All in the air, from the arrays of a batch.
    #[new]
    fn new(arrays: Array<'_, '_>, options: Options<'_>, is_narrow: bool) -> PyResult<Self> {
        Ok(Self(match is_narrow {
            true => Known::Narrow(made(arrays, &options)?),
            false => Known::Wide(made(arrays, &options)?),
        }))
    }

    /// The states of all except for their velocities, see `states`.
    fn states(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        of_float!(&self.0, walkers => states(py, walkers))
    }

    /// Puts all into states, see `restored`.
    #[allow(clippy::too_many_arguments, reason = "the fields of a state")]
    fn restore(
        &mut self,
        position: Array<'_, '_>,
        axis: Array<'_, '_>,
        radius: Array<'_, '_>,
        velocity: Array<'_, '_>,
        carried: Array<'_, '_>,
        point: Array<'_, '_>,
        normal: Array<'_, '_>,
    ) -> PyResult<()> {
        let vectors = [position, axis, velocity, carried, point, normal];
        of_float!(&mut self.0, walkers => restored(walkers, vectors, radius))
    }

    /// A step of all, see `stepped`. The velocities and the positions are written to.
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
        of_float!(&mut self.0, walkers => world.as_world_of_capsules(py, |world, room| {
            stepped(py, walkers, world, room, arrays, threads)
        })?)
    }
}
