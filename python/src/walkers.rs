//! Many characters, each a row of an array, in one world.

use crate::body::{Float, Given, Matrix, vector};
use crate::columns::{OutArrays, Room};
use crate::error::{Flaw, bad, in_row};
use crate::obstacle::PyObstacle;
use crate::walker::{Known, of_float, options};
use crate::work::{self, Count};
use numpy::{IntoPyArray, PyArrayMethods, PyReadwriteArray2};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use tangency::any::{Feature, Mover, Obstacle};
use tangency::{Answer, Contact, Recover, Walker, WalkerFloor};

type Array<'a, 'py> = &'a Bound<'py, PyAny>;
type One<T> = Walker<T>;
type Hit<T> = Option<Contact<T, 3, Feature<3>>>;

/// Many characters of one float. Their velocities are Python's, which gives them with each step.
#[pyclass(name = "Walkers", module = "tangency._tangency")]
pub struct PyWalkers(Known<Vec<One<f32>>, Vec<One<f64>>>);

fn made<T: Float>(
    arrays: Array<'_, '_>,
    up: Array<'_, '_>,
    lengths: [f64; 3],
    max_iterations: usize,
) -> PyResult<Vec<One<T>>> {
    let options = options(up, lengths, max_iterations)?;
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

/// `(a, axis, radius)` of all.
fn carried<T: Float>(py: Python<'_>, walkers: &[One<T>]) -> PyResult<Py<PyAny>> {
    let a = array(py, walkers.iter().map(Walker::position))?;
    let axis = array(py, walkers.iter().map(|walker| walker.body().b()[1]))?;
    let radius: Vec<T> = walkers.iter().map(|walker| walker.body().radius()).collect();
    (a, axis, radius.into_pyarray(py)).into_py_any(py)
}

/// What became of one.
#[derive(Clone)]
struct Row<T: Float> {
    walker: Option<One<T>>,
    start: i8,
    counts: [i64; 2],
    floor: Hit<T>,
    ceiling: Hit<T>,
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
            let (floor, ceiling) = (step.floor, step.ceiling);
            Ok(Row { walker: Some(walker), start, counts, floor, ceiling })
        };
        let nothing = Row { walker: None, start: 0, counts: [0; 2], floor: None, ceiling: None };
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
    (start.into_pyarray(py), legs, contacts, floor, ceiling).into_py_any(py)
}

#[pymethods]
impl PyWalkers {
    /// All in the air, from the arrays of a batch; `up` is a row of an array.
    #[new]
    fn new(
        arrays: Array<'_, '_>,
        up: Array<'_, '_>,
        lengths: [f64; 3],
        max_iterations: usize,
        is_narrow: bool,
    ) -> PyResult<Self> {
        Ok(Self(match is_narrow {
            true => Known::Narrow(made(arrays, up, lengths, max_iterations)?),
            false => Known::Wide(made(arrays, up, lengths, max_iterations)?),
        }))
    }

    /// Where they are, the axes of their bodies, and the radii.
    fn bodies(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        of_float!(&self.0, walkers => carried(py, walkers))
    }

    /// Puts some of them on floors with these points and normals, a row for each.
    fn stand(
        &mut self,
        rows: Vec<usize>,
        points: Array<'_, '_>,
        normals: Array<'_, '_>,
    ) -> PyResult<()> {
        fn stand<T: Float>(
            walkers: &mut [One<T>],
            rows: &[usize],
            vectors: [Array<'_, '_>; 2],
        ) -> PyResult<()> {
            let [points, normals] = vectors.map(|vectors| Matrix::<T>::of(vectors, 3));
            let (Some(points), Some(normals)) = (
                points.as_ref().and_then(|points| points.rows(rows.len())),
                normals.as_ref().and_then(|normals| normals.rows(rows.len())),
            ) else {
                return Err(bad("there must be a point and a normal for each row"));
            };
            for (i, &row) in rows.iter().enumerate() {
                let walker = walkers.get_mut(row).ok_or_else(|| bad("there is no such row"))?;
                let (point, normal) = (vector(points, i), vector(normals, i));
                let mut state = walker.state();
                state.floor = Some(WalkerFloor::new(point, normal));
                walker.restore(state).map_err(|error| in_row(row, error.into()))?;
            }
            Ok(())
        }
        of_float!(&mut self.0, walkers => stand(walkers, &rows, [points, normals]))
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
