//! Scenes, which change while they are asked.

use crate::ask::Live;
use crate::body::Float;
use crate::error::Flaw;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, PoisonError, RwLock, RwLockWriteGuard, TryLockError};
use std::thread;
use tangency::any::Obstacle;
use tangency::{Id, Item, Scene};

/// Many items, which may come and go between two questions.
pub struct LiveScene<T: Float> {
    /// It is looked up and changed, never held while it answers.
    scene: RwLock<Arc<Scene<T>>>,
    /// What the widest feature of all that was ever put in takes.
    widest: AtomicUsize,
}

impl<T: Float> LiveScene<T> {
    /// None yet.
    pub fn new() -> Self {
        Self { scene: RwLock::default(), widest: AtomicUsize::new(0) }
    }

    /// Readers have it for a moment only. But if the process was forked in that moment, nobody is left to give it back.
    fn write(&self) -> Result<RwLockWriteGuard<'_, Arc<Scene<T>>>, Flaw> {
        for _ in 0..100_000 {
            match self.scene.try_write() {
                Ok(scene) => return Ok(scene),
                Err(TryLockError::Poisoned(scene)) => return Ok(scene.into_inner()),
                Err(TryLockError::WouldBlock) => thread::yield_now(),
            }
        }
        Err(Flaw::Kind("the process was forked while a thread held this scene, make it anew"))
    }
}

impl<T: Float> Live<T, 3> for LiveScene<T> {
    fn now(&self) -> Box<dyn Obstacle<T, 3>> {
        Box::new(Arc::clone(&self.scene.read().unwrap_or_else(PoisonError::into_inner)))
    }

    /// The kind of the feature, and then the feature.
    fn width(&self) -> usize {
        1 + self.widest.load(SeqCst)
    }

    fn insert(&self, item: Item<T>, width: usize) -> Result<u64, Flaw> {
        self.widest.fetch_max(width, SeqCst);
        Ok(Arc::make_mut(&mut *self.write()?).insert(item).number())
    }

    fn remove(&self, number: u64) -> Result<bool, Flaw> {
        let mut scene = self.write()?;
        let id = scene.id(number);
        Ok(id.is_some_and(|id| Arc::make_mut(&mut *scene).remove(id).is_some()))
    }
}
