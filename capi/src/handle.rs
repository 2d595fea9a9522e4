//! Objects that the library keeps for its caller, under handles that are never used twice.
//!
//! A handle consists of the index of a slot and the generation of its entry, so a freed handle is
//! invalid even if its slot is used again.
//!
//! A handle is looked up in a table and is not a pointer, so a freed or wrong handle is an error
//! and not a crash.

use crate::error::{Code, Failure, Outcome};
use crate::pointer::Plain;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use tangency::any::AnyWalkerBody;
use tangency::{Frustum, Hull, Mesh, Polytope, Scene, Solid, Walker};
use tangency_protocol::Names;
use tangency_protocol::number::Number;

/// An object that has a handle, for one type of float.
pub(crate) enum Held<T: Number> {
    Polytope(Arc<Polytope<T, 3>>),
    Frustum(Arc<Frustum<T>>),
    Hull(Hull<T, 3>),
    Mesh(RwLock<Arc<Mesh<T>>>),
    Solid(Arc<Solid<T>>),
    Scene(RwLock<Arc<Scene<T>>>),
    /// A walker, and the handle of the hull that is its body; zero for another body.
    Walker(Mutex<(Walker<T, AnyWalkerBody<T>>, u64)>),
}

/// A session: the names that requests have defined for later requests, and the last answer.
#[derive(Default)]
pub(crate) struct Session {
    pub(crate) names: Names,
    pub(crate) answer: Vec<u8>,
    /// Whether the answer is an error.
    pub(crate) is_error: bool,
}

pub(crate) enum Entry {
    Double(Held<f64>),
    Single(Held<f32>),
    Session(Mutex<Session>),
}

/// A type of float of the interface for C.
pub(crate) trait Real: Number + Plain {
    fn entry(held: Held<Self>) -> Entry;
    fn held(entry: &Entry) -> Option<&Held<Self>>;
}

/// Implements [`Real`] for a float, by its variant of [`Entry`].
macro_rules! real {
    ($($float:ty, $entry:ident;)*) => {$(
        impl Real for $float {
            fn entry(held: Held<Self>) -> Entry {
                Entry::$entry(held)
            }
            fn held(entry: &Entry) -> Option<&Held<Self>> {
                if let Entry::$entry(held) = entry { Some(held) } else { None }
            }
        }
    )*};
}
real! {
    f64, Double;
    f32, Single;
}

impl<T: Number> Held<T> {
    fn words(&self) -> &'static str {
        match self {
            Self::Polytope(_) => "a polytope",
            Self::Frustum(_) => "a frustum",
            Self::Hull(_) => "a hull",
            Self::Mesh(_) => "a mesh",
            Self::Solid(_) => "a solid",
            Self::Scene(_) => "a scene",
            Self::Walker(_) => "a walker",
        }
    }
}

impl Entry {
    /// The kind of the object, as words for a message.
    fn words(&self) -> String {
        match self {
            Self::Double(held) => format!("{} of double", held.words()),
            Self::Single(held) => format!("{} of float", held.words()),
            Self::Session(_) => "a session".to_owned(),
        }
    }
}

/// A slot for an entry, with the number of entries that it has had.
struct Slot {
    generation: u32,
    entry: Option<Arc<Entry>>,
}

struct Slots {
    all: Vec<Slot>,
    vacant: Vec<u32>,
}

static SLOTS: RwLock<Slots> = RwLock::new(Slots { all: Vec::new(), vacant: Vec::new() });

fn place(handle: u64) -> (usize, u32) {
    ((handle & u64::from(u32::MAX)) as usize, (handle >> 32) as u32)
}

/// Stores an entry, and returns its handle.
pub(crate) fn keep(entry: Entry) -> Outcome<u64> {
    let mut slots = SLOTS.write().unwrap_or_else(PoisonError::into_inner);
    let index = match slots.vacant.pop() {
        Some(index) => index,
        None => {
            let full = |_| Failure::new(Code::BadInput, "there are too many handles");
            let index = u32::try_from(slots.all.len()).map_err(full)?;
            // The generation begins at 1, so that no handle is 0.
            slots.all.push(Slot { generation: 1, entry: None });
            index
        }
    };
    let slot = &mut slots.all[index as usize];
    slot.entry = Some(Arc::new(entry));
    Ok(u64::from(slot.generation) << 32 | u64::from(index))
}

/// Returns the entry of a handle. The entry stays valid while it is used, also if the handle is
/// freed in the meantime.
pub(crate) fn get(handle: u64, name: &str) -> Outcome<Arc<Entry>> {
    let (index, generation) = place(handle);
    let slots = SLOTS.read().unwrap_or_else(PoisonError::into_inner);
    let slot = slots.all.get(index).filter(|slot| slot.generation == generation);
    slot.and_then(|slot| slot.entry.clone()).ok_or_else(|| nothing(handle, name))
}

fn nothing(handle: u64, name: &str) -> Failure {
    let message = format!("{name} is {handle:#x}, must be a handle that was given and not freed");
    Failure::new(Code::BadHandle, message)
}

/// The error for a handle of another kind of object.
pub(crate) fn another(entry: &Entry, name: &str, wanted: &str) -> Failure {
    let message = format!("{name} is the handle of {}, must be of {wanted}", entry.words());
    Failure::new(Code::BadHandle, message)
}

/// Calls `act` with the object of a handle, if the object is of this float and `pick` accepts it.
pub(crate) fn with<T: Real, P, R>(
    handle: u64,
    name: &str,
    wanted: &str,
    pick: impl FnOnce(&Held<T>) -> Option<&P>,
    act: impl FnOnce(&P) -> Outcome<R>,
) -> Outcome<R> {
    let entry = get(handle, name)?;
    match T::held(&entry).and_then(pick) {
        Some(picked) => act(picked),
        None => {
            let wanted = format!("{} of {}", wanted.to_lowercase(), float::<T>());
            Err(another(&entry, name, &wanted))
        }
    }
}

/// Runs code with the object of a handle, which must be of this kind.
macro_rules! held {
    ($Kind:ident, $T:ty, $handle:expr, $name:expr, |$held:ident| $act:expr) => {
        $crate::handle::with::<$T, _, _>(
            $handle,
            $name,
            concat!("a ", stringify!($Kind)),
            |held| match held {
                $crate::handle::Held::$Kind(held) => Some(held),
                _ => None,
            },
            |$held| $act,
        )
    };
}
pub(crate) use held;

/// The name of a type of float in C.
fn float<T: Number>() -> &'static str {
    if size_of::<T>() == size_of::<f64>() { "double" } else { "float" }
}

/// Frees a handle. Its slot is used again, unless the generation of the slot has reached the
/// greatest number.
pub(crate) fn free(handle: u64) -> Outcome<()> {
    let (index, generation) = place(handle);
    let mut slots = SLOTS.write().unwrap_or_else(PoisonError::into_inner);
    let slot = slots.all.get_mut(index).filter(|slot| slot.generation == generation);
    let freed = slot.and_then(|slot| {
        let entry = slot.entry.take()?;
        slot.generation = slot.generation.wrapping_add(1);
        Some((entry, slot.generation > 0))
    });
    let Some((entry, is_used_again)) = freed else { return Err(nothing(handle, "handle")) };
    if is_used_again {
        slots.vacant.push(index as u32);
    }
    drop(slots);
    // The object is dropped after the lock is released, because dropping a large object takes a
    // while.
    drop(entry);
    Ok(())
}
