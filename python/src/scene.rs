//! Scenes, which may change during queries.

use crate::ask::PyObstacle;
use crate::ask::{Live, Source};
use crate::body::Float;
use crate::columns::{Extra, OutArrays, Room};
use crate::error::{Flaw, of_save, warn};
use crate::items::{self, PyGroup};
use crate::mesh::{PyMesh, of_scene};
use crate::say;
use crate::work::{self, WINDOW};
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::marker::PhantomData;
use std::path::PathBuf;
use std::process;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::thread;
use std::time::Duration;
use tangency::any::{Alone, AnyFeature, AnyObstacle};
use tangency::{Answer, Id, Item, Mesh, Moving, NoPair, PairContact, Point, Scene, SceneFeature};
use tangency_files::Interrupt;
use tangency_files::scene_file;

// ---- a scene that many threads query and change ----

/// Many items, which may be inserted and removed between two queries.
pub struct LiveScene<T: Float> {
    /// The scene, locked for a look-up or a change, never during a query.
    place: Mutex<Place<T>>,
    /// The greatest number of numbers in the name of a feature of any item so far.
    widest: AtomicUsize,
}

/// The place of the scene.
enum Place<T: Float> {
    Here(Arc<Scene<T>>),
    /// A thread of the process with this id changes the scene, and will return it.
    Away(u32),
}

/// A scene that was taken out for a change. Dropping this value returns the scene.
struct Taken<T: Float> {
    scene: Arc<Scene<T>>,
    from: Arc<LiveScene<T>>,
}

impl<T: Float> Drop for Taken<T> {
    fn drop(&mut self) {
        if let Ok(mut place) = self.from.place() {
            *place = Place::Here(std::mem::take(&mut self.scene));
        }
    }
}

const FORKED: Flaw =
    Flaw::Kind("the process was forked while a thread held this scene, create it again");

impl<T: Float> LiveScene<T> {
    fn new() -> Self {
        Self { place: Mutex::new(Place::Here(Arc::default())), widest: AtomicUsize::new(0) }
    }

    /// A scene that was read, with room for the features of its items.
    fn of(scene: Scene<T>) -> Self {
        let widths = scene.items().map(|(_, item)| items::width(item.shape()));
        let widest = AtomicUsize::new(widths.max().unwrap_or(0));
        Self { place: Mutex::new(Place::Here(Arc::new(scene))), widest }
    }

    /// Locks the place, only for a moment. If the process was forked while the lock was held, no
    /// thread is left to release it, which is an error.
    fn place(&self) -> Result<MutexGuard<'_, Place<T>>, Flaw> {
        for _ in 0..100_000 {
            match self.place.try_lock() {
                Ok(place) => return Ok(place),
                Err(TryLockError::Poisoned(place)) => return Ok(place.into_inner()),
                Err(TryLockError::WouldBlock) => thread::yield_now(),
            }
        }
        Err(FORKED)
    }

    /// Waits until the scene is there, since a change may take long, and calls a function with it.
    fn when_here<R>(
        &self,
        py: Python<'_>,
        act: impl Fn(&mut Place<T>, Arc<Scene<T>>) -> R,
    ) -> PyResult<R> {
        loop {
            {
                let mut place = self.place()?;
                match &*place {
                    Place::Here(scene) => {
                        let scene = Arc::clone(scene);
                        return Ok(act(&mut place, scene));
                    }
                    Place::Away(process) if *process != process::id() => return Err(FORKED.into()),
                    Place::Away(_) => {}
                }
            }
            py.detach(|| thread::sleep(Duration::from_micros(100)));
            py.check_signals()?;
        }
    }

    /// The present scene.
    fn current(&self, py: Python<'_>) -> PyResult<Arc<Scene<T>>> {
        self.when_here(py, |_, scene| scene)
    }

    /// Changes the scene, or a copy of it if a query still uses the old scene. Large changes run on
    /// a thread of their own, without the lock of the interpreter. At Ctrl-C this thread continues:
    /// it returns the scene, unchanged or changed as a whole, and the next query waits.
    fn change<R: Send + 'static>(
        self: &Arc<Self>,
        py: Python<'_>,
        are_many: bool,
        act: impl FnOnce(&mut Arc<Scene<T>>, &Interrupt) -> R + Send + 'static,
    ) -> PyResult<R> {
        let mut taken = self.when_here(py, |place, scene| {
            *place = Place::Away(process::id());
            Taken { scene, from: Arc::clone(self) }
        })?;
        match are_many || Arc::get_mut(&mut taken.scene).is_none() {
            true => work::with(py, None, move |interrupt| act(&mut taken.scene, interrupt)),
            false => Ok(act(&mut taken.scene, &Interrupt::default())),
        }
    }
}

impl<T: Float> Live<T, 3> for Arc<LiveScene<T>> {
    fn now(&self, py: Python<'_>) -> PyResult<Box<dyn AnyObstacle<T, 3>>> {
        Ok(self.current(py)?.boxed())
    }

    /// One number for the kind of the feature, and then the numbers of the feature.
    fn width(&self) -> usize {
        1 + self.widest.load(SeqCst)
    }
}

// ---- the items to insert ----

/// Obstacles from Python, each of which is one item or has one item for each row.
type Things<'py> = Vec<Bound<'py, PyObstacle>>;

/// The numbers of items.
type Numbers<'py> = PyReadonlyArray1<'py, i64>;

const ITEM: [&str; 2] = ["the item", "the scene"];

fn source<'a, T: Float>(thing: &'a Bound<'_, PyObstacle>) -> PyResult<&'a Source<T, 3>> {
    thing.get().known(ITEM)
}

/// The obstacles, all of which can be items, for a thread that may outlive the call. They are not
/// copied before they are inserted.
struct Sources<T> {
    things: Vec<Py<PyObstacle>>,
    width: usize,
    count: usize,
    float: PhantomData<T>,
}

impl<T: Float> Sources<T> {
    fn new(things: &Things<'_>) -> PyResult<Self> {
        let (mut width, mut count) = (0, 0);
        for thing in things {
            let source: &Source<T, 3> = source(thing)?;
            drop(source.items()?);
            width = width.max(source.width());
            count += source.count();
        }
        let things = things.iter().map(|thing| thing.clone().unbind()).collect();
        Ok(Self { things, width, count, float: PhantomData })
    }

    /// Whether the change takes long, so that it needs a thread.
    fn are_many(&self) -> bool {
        self.count > WINDOW
    }

    fn items(&self) -> impl Iterator<Item = Item<T>> {
        let sources = self.things.iter().filter_map(|thing| thing.get().known::<T, 3>(ITEM).ok());
        sources.filter_map(|source| source.items().ok()).flatten()
    }
}

// ---- queries that only a scene has ----

/// One item. The scene gets room for the features of this item.
fn one<T: Float>(scene: &LiveScene<T>, thing: &Bound<'_, PyObstacle>) -> PyResult<Item<T>> {
    let source = source(thing)?;
    let item = match source {
        Source::Each(..) => None,
        Source::One(..) | Source::Live(_) => source.items()?.next(),
    };
    scene.widest.fetch_max(source.width(), SeqCst);
    item.ok_or_else(|| NOT_ONE.into())
}

const NOT_ONE: Flaw = Flaw::Kind(
    "a scene takes one shape at a time here, not one for each row, which insert_all and replace_all take",
);

fn insert<T: Float>(
    scene: &Arc<LiveScene<T>>,
    py: Python<'_>,
    thing: &Bound<'_, PyObstacle>,
) -> PyResult<u64> {
    let item = one(scene, thing)?;
    scene.change(py, false, move |scene, _| Arc::make_mut(scene).insert(item).number())
}

fn insert_all<T: Float>(
    scene: &Arc<LiveScene<T>>,
    py: Python<'_>,
    things: &Things<'_>,
) -> PyResult<Vec<i64>> {
    let sources = Sources::new(things)?;
    scene.widest.fetch_max(sources.width, SeqCst);
    scene.change(py, sources.are_many(), move |scene, interrupt| {
        let is_cancelled = || interrupt.is_requested();
        let names = Arc::make_mut(scene).insert_all_unless(sources.items(), &is_cancelled);
        // After a cancelled call, the result is not used.
        names.into_iter().flatten().map(number).collect()
    })
}

fn replace<T: Float>(
    scene: &Arc<LiveScene<T>>,
    py: Python<'_>,
    number: u64,
    thing: &Bound<'_, PyObstacle>,
) -> PyResult<bool> {
    let item = one(scene, thing)?;
    scene.change(py, false, move |scene, _| {
        let id = scene.id(number);
        id.is_some_and(|id| Arc::make_mut(scene).replace(id, item).is_some())
    })
}

fn replace_all<T: Float>(
    scene: &Arc<LiveScene<T>>,
    py: Python<'_>,
    numbers: &Numbers<'_>,
    things: &Things<'_>,
) -> PyResult<Option<usize>> {
    let (numbers, sources) = (numbers.as_array().to_vec(), Sources::new(things)?);
    scene.widest.fetch_max(sources.width, SeqCst);
    scene.change(py, sources.are_many(), move |scene, interrupt| {
        let ids = match known(scene, numbers.iter()) {
            Ok(ids) => ids,
            Err(row) => return Some(row),
        };
        // All items are made before the first one is replaced. After that, the call is not
        // cancelled.
        let items = unless(interrupt, ids.into_iter().zip(sources.items()));
        if let Some(items) = items {
            Arc::make_mut(scene).replace_all(items);
        }
        None
    })
}

fn remove<T: Float>(scene: &Arc<LiveScene<T>>, py: Python<'_>, number: u64) -> PyResult<bool> {
    scene.change(py, false, move |scene, _| {
        let id = scene.id(number);
        id.is_some_and(|id| Arc::make_mut(scene).remove(id).is_some())
    })
}

fn remove_all<T: Float>(
    scene: &Arc<LiveScene<T>>,
    py: Python<'_>,
    numbers: &Numbers<'_>,
) -> PyResult<Option<usize>> {
    let numbers = numbers.as_array().to_vec();
    scene.change(py, numbers.len() > WINDOW, move |scene, _| match known(scene, numbers.iter()) {
        Ok(ids) => {
            Arc::make_mut(scene).remove_all(ids);
            None
        }
        Err(row) => Some(row),
    })
}

/// Inserts items into a new scene, under the numbers that they had before.
fn restore<T: Float>(
    scene: &Arc<LiveScene<T>>,
    py: Python<'_>,
    parts: &[(Numbers<'_>, Things<'_>)],
) -> PyResult<()> {
    let mut all = Vec::new();
    for (numbers, things) in parts {
        let sources = Sources::<T>::new(things)?;
        scene.widest.fetch_max(sources.width, SeqCst);
        all.push((numbers.as_array().to_vec(), sources));
    }
    scene.change(py, true, move |scene, interrupt| {
        let items = all.iter().flat_map(|(numbers, sources)| {
            let numbers = numbers.iter().filter_map(|&number| u64::try_from(number).ok());
            numbers.zip(sources.items())
        });
        let Some(mut items) = unless(interrupt, items) else { return };
        items.sort_by_key(|(number, _)| *number);
        let (scene, mut items) = (Arc::make_mut(scene), items.into_iter().peekable());
        while let Some((first, item)) = items.next() {
            let mut run = vec![item];
            while let Some((_, item)) =
                items.next_if(|(number, _)| *number == first + run.len() as u64)
            {
                run.push(item);
            }
            scene.skip_to(first);
            if scene.insert_all_unless(run, &|| interrupt.is_requested()).is_none() {
                return;
            }
        }
    })
}

/// Collects all values, or returns `None` if an interrupt comes before the last one is made.
fn unless<X>(interrupt: &Interrupt, all: impl Iterator<Item = X>) -> Option<Vec<X>> {
    all.map(|one| (!interrupt.is_requested()).then_some(one)).collect()
}

/// The items with these numbers, or the first row whose item is not in the scene.
fn known<'a, T: Float>(
    scene: &Scene<T>,
    numbers: impl Iterator<Item = &'a i64>,
) -> Result<Vec<Id>, usize> {
    let id = |number: &i64| u64::try_from(*number).ok().and_then(|number| scene.id(number));
    numbers.enumerate().map(|(row, number)| id(number).ok_or(row)).collect()
}

fn number(id: Id) -> i64 {
    id.number() as i64
}

/// The items with these numbers that are in the scene, as rows of numbers.
fn rows<'py, T: Float>(
    scene: &LiveScene<T>,
    py: Python<'py>,
    numbers: &Numbers<'_>,
) -> PyResult<Vec<PyGroup<'py>>>
where
    PyMesh: From<Arc<Mesh<T>>>,
{
    let (now, numbers) = (scene.current(py)?, numbers.as_array());
    let numbers = numbers.to_vec();
    let groups = work::with(py, None, move |_| {
        let ids = numbers.iter().filter_map(|&number| now.id(u64::try_from(number).ok()?));
        items::groups(ids.filter_map(|id| Some((number(id), now.get(id)?))))
    })?;
    groups.into_iter().map(|group| group.say(py)).collect()
}

/// The end of the time in which pairs count, in the float of the scene.
fn time<T: Float>(t_max: f64) -> Result<T, Flaw> {
    let point = Moving::still(Point::new([T::ZERO; 3])?);
    Ok(point.until(T::round(t_max))?.t_max())
}

fn refused(refusal: NoPair) -> PyErr {
    PyTypeError::new_err(refusal.to_string())
}

fn answer<T: Float>(answer: Answer<T, 3, SceneFeature>) -> Answer<T, 3, AnyFeature<3>> {
    answer.map_feature(Into::into)
}

fn first_contact_of<T: Float>(
    scene: &LiveScene<T>,
    py: Python<'_>,
    number: u64,
) -> PyResult<Option<Py<PyAny>>> {
    let now = scene.current(py)?;
    let Some(id) = now.id(number) else { return Ok(None) };
    let found = now.first_contact_of(id).map_err(refused)?;
    Ok(Some((number, say::answer(py, answer(found))?).into_py_any(py)?))
}

fn first_pair<T: Float>(scene: &LiveScene<T>, py: Python<'_>, t_max: f64) -> PyResult<Py<PyAny>> {
    let (now, t_max) = (scene.current(py)?, time(t_max)?);
    let find =
        move |interrupt: &Interrupt| now.first_pair_unless(t_max, &|| interrupt.is_requested());
    let found = work::with(py, None, find)?.map_err(refused)?;
    let pair = found.map(|PairContact { mover, answer: found, .. }| {
        Ok::<_, PyErr>((mover.number(), say::answer(py, answer(found))?))
    });
    pair.transpose()?.into_py_any(py)
}

fn pairs<T: Float>(scene: &LiveScene<T>, py: Python<'_>, t_max: f64) -> PyResult<Py<PyAny>> {
    let (now, t_max) = (scene.current(py)?, time(t_max)?);
    let find = move |interrupt: &Interrupt| {
        now.pairs_unless(t_max, usize::MAX, &|| interrupt.is_requested())
    };
    let found = work::with(py, None, find)?.map_err(refused)?.unwrap_or_default();
    let width = 1 + scene.widest.load(SeqCst);
    let room = Room { width, extra: Extra::Scene, has_other: true, has_leg: false };
    let columns = OutArrays::<T>::zeros(py, [found.len(), 3], room)?;
    let mut out = OutArrays::<T>::new(&columns)?;
    let mut rows =
        out.rows(found.len(), 3).ok_or(Flaw::Kind("new arrays are not of one length"))?;
    let movers: Vec<i64> = found.iter().map(|pair| number(pair.mover)).collect();
    let pairs = found.into_iter().enumerate();
    work::listening(py, pairs, |(row, pair)| rows.put(row, answer(pair.answer)))?;
    (columns, movers.into_pyarray(py)).into_py_any(py)
}

fn read<T: Float>(py: Python<'_>, path: PathBuf) -> PyResult<LiveScene<T>> {
    let found = work::beside(py, move |interrupt: &Interrupt| {
        let found = scene_file::read::<T>(&path, interrupt)?;
        Ok((LiveScene::of(found.scene), found.skipped))
    });
    let (scene, skipped) = found?.map_err(|error| of_scene(&error))?;
    warn(py, skipped)?;
    Ok(scene)
}

fn save<T: Float>(scene: &LiveScene<T>, py: Python<'_>, path: PathBuf) -> PyResult<()> {
    let now = scene.current(py)?;
    let save = move |interrupt: &Interrupt| scene_file::save(&now, &path, interrupt);
    work::beside(py, save)?.map_err(|error| of_save(&error))
}

// ---- the class for Python ----

/// A scene of either float.
enum Any {
    Narrow(Arc<LiveScene<f32>>),
    Wide(Arc<LiveScene<f64>>),
}

/// Repeats an expression for each float.
macro_rules! each {
    ($any:expr, $scene:ident => $say:expr) => {
        match $any {
            Any::Narrow($scene) => $say,
            Any::Wide($scene) => $say,
        }
    };
}

/// Items by their numbers. As an obstacle, a scene has the queries of every obstacle.
#[pyclass(frozen, name = "Scene", module = "tangency._tangency")]
pub struct PyScene(Any);

#[pymethods]
impl PyScene {
    #[new]
    fn new(is_narrow: bool) -> Self {
        Self(match is_narrow {
            true => Any::Narrow(Arc::new(LiveScene::new())),
            false => Any::Wide(Arc::new(LiveScene::new())),
        })
    }

    #[staticmethod]
    fn from_file(py: Python<'_>, path: PathBuf, is_narrow: bool) -> PyResult<Self> {
        Ok(Self(match is_narrow {
            true => Any::Narrow(Arc::new(read(py, path)?)),
            false => Any::Wide(Arc::new(read(py, path)?)),
        }))
    }

    /// Saves the scene and its tree in a file: whole, or not at all.
    fn save_tree(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        each!(&self.0, scene => save(scene, py, path))
    }

    /// The same scene as an obstacle, for the queries of all obstacles.
    fn obstacle(&self) -> PyObstacle {
        each!(&self.0, scene => PyObstacle::scene(Arc::clone(scene)))
    }

    /// Inserts an obstacle, and returns its number.
    fn insert(&self, py: Python<'_>, thing: Bound<'_, PyObstacle>) -> PyResult<u64> {
        each!(&self.0, scene => insert(scene, py, &thing))
    }

    /// Inserts all of these items, where each element may have one for each row.
    fn insert_all<'py>(
        &self,
        py: Python<'py>,
        things: Things<'py>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        Ok(each!(&self.0, scene => insert_all(scene, py, &things))?.into_pyarray(py))
    }

    /// Replaces an item, and returns whether it was in the scene.
    fn replace(&self, py: Python<'_>, number: u64, thing: Bound<'_, PyObstacle>) -> PyResult<bool> {
        each!(&self.0, scene => replace(scene, py, number, &thing))
    }

    /// Does this for many items. If an item is not in the scene, changes nothing and returns the
    /// first such row.
    fn replace_all(
        &self,
        py: Python<'_>,
        numbers: Numbers<'_>,
        things: Things<'_>,
    ) -> PyResult<Option<usize>> {
        each!(&self.0, scene => replace_all(scene, py, &numbers, &things))
    }

    /// Removes an item, and returns whether it was in the scene.
    fn remove(&self, py: Python<'_>, number: u64) -> PyResult<bool> {
        each!(&self.0, scene => remove(scene, py, number))
    }

    /// Does this for many items. If an item is not in the scene, changes nothing and returns the
    /// first such row.
    fn remove_all(&self, py: Python<'_>, numbers: Numbers<'_>) -> PyResult<Option<usize>> {
        each!(&self.0, scene => remove_all(scene, py, &numbers))
    }

    /// Inserts items into this scene, which is new, under these numbers.
    fn restore(&self, py: Python<'_>, parts: Vec<(Numbers<'_>, Things<'_>)>) -> PyResult<()> {
        each!(&self.0, scene => restore(scene, py, &parts))
    }

    /// Builds the tree again.
    fn rebuild(&self, py: Python<'_>) -> PyResult<()> {
        each!(&self.0, scene => scene.change(py, true, |scene, _| Arc::make_mut(scene).rebuild()))
    }

    /// The number of bytes of the scene.
    fn memory(&self, py: Python<'_>) -> PyResult<usize> {
        each!(&self.0, scene => Ok(scene.current(py)?.memory()))
    }

    /// The number of items.
    fn len(&self, py: Python<'_>) -> PyResult<usize> {
        each!(&self.0, scene => Ok(scene.current(py)?.len()))
    }

    fn contains(&self, py: Python<'_>, number: u64) -> PyResult<bool> {
        each!(&self.0, scene => Ok(scene.current(py)?.id(number).is_some()))
    }

    /// The numbers of all items, in ascending order.
    fn numbers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let numbers: Vec<i64> = each!(&self.0, scene => {
            scene.current(py)?.items().map(|(id, _)| number(id)).collect()
        });
        Ok(numbers.into_pyarray(py))
    }

    /// These items as rows of numbers, see [`PyGroup`].
    fn rows<'py>(&self, py: Python<'py>, numbers: Numbers<'py>) -> PyResult<Vec<PyGroup<'py>>> {
        each!(&self.0, scene => rows(scene, py, &numbers))
    }

    /// The first contact of an item with the others, as its number and the answer, or `None` if the
    /// item is not in the scene.
    fn first_contact_of(&self, py: Python<'_>, number: u64) -> PyResult<Option<Py<PyAny>>> {
        each!(&self.0, scene => first_contact_of(scene, py, number))
    }

    /// The first contact of two items, as the number of the item that was cast and the answer, or
    /// `None`.
    fn first_pair(&self, py: Python<'_>, t_max: f64) -> PyResult<Py<PyAny>> {
        each!(&self.0, scene => first_pair(scene, py, t_max))
    }

    /// The first contacts of all pairs of items: columns, and the numbers of the items that were
    /// cast.
    fn pairs(&self, py: Python<'_>, t_max: f64) -> PyResult<Py<PyAny>> {
        each!(&self.0, scene => pairs(scene, py, t_max))
    }
}
