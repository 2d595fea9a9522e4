//! Meshes and scenes that a request defines by name, for later requests.

use crate::excerpt::excerpt;
use crate::fields::{BadRequest, Place};
use crate::meshes::Meshes;
use crate::number::{Number, Scalar};
use std::any::Any;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use tangency::{Mesh, Scene, Solid};

/// The definitions by name so far. A name has one meaning at a time, until it is forgotten or
/// defined again.
#[derive(Default)]
pub struct Names(BTreeMap<String, Definition>);

struct Definition {
    scalar: Scalar,
    /// A [`Named`] whose float is `scalar`.
    named: Box<dyn Any + Send>,
}

/// The meaning of a name.
pub(crate) enum Named<T: Number> {
    Mesh {
        mesh: Arc<Mesh<T>>,
        /// Set at the first use, if the mesh is closed.
        solid: OnceCell<Arc<Solid<T>>>,
    },
    Scene(Arc<Scene<T>>),
}

/// All names and paths of a request: the source of meshes by path, and the definitions.
pub(crate) struct Known<'k, T> {
    pub(crate) meshes: &'k mut dyn Meshes<T>,
    pub(crate) names: &'k Names,
}

impl fmt::Debug for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

impl Names {
    pub(crate) fn define<T: Number>(&mut self, name: String, named: Named<T>) {
        self.0.insert(name, Definition { scalar: T::SCALAR, named: Box::new(named) });
    }

    /// Forgets a name, and returns whether it was defined.
    pub(crate) fn forget(&mut self, name: &str) -> bool {
        self.0.remove(name).is_some()
    }

    pub(crate) fn mesh<T: Number>(
        &self,
        name: &str,
        place: &Place<'_>,
    ) -> Result<&Arc<Mesh<T>>, BadRequest> {
        match self.named(name, place)? {
            Named::Mesh { mesh, .. } => Ok(mesh),
            Named::Scene(_) => Err(means(name, place, "a scene, must be a mesh")),
        }
    }

    /// The solid that a mesh bounds. The check that the mesh is closed runs once.
    pub(crate) fn solid<T: Number>(
        &self,
        name: &str,
        place: &Place<'_>,
    ) -> Result<Arc<Solid<T>>, BadRequest> {
        let Named::Mesh { mesh, solid } = self.named::<T>(name, place)? else {
            return Err(means(name, place, "a scene, must be a mesh"));
        };
        if let Some(solid) = solid.get() {
            return Ok(Arc::clone(solid));
        }
        let seen = Arc::new(Solid::new(Arc::clone(mesh))?);
        Ok(Arc::clone(solid.get_or_init(|| seen)))
    }

    pub(crate) fn scene<T: Number>(
        &self,
        name: &str,
        place: &Place<'_>,
    ) -> Result<&Arc<Scene<T>>, BadRequest> {
        match self.named(name, place)? {
            Named::Scene(scene) => Ok(scene),
            Named::Mesh { .. } => Err(means(name, place, "a mesh, must be a scene")),
        }
    }

    /// The scene of this name, for a change.
    pub(crate) fn scene_mut<T: Number>(
        &mut self,
        name: &str,
        place: &Place<'_>,
    ) -> Result<&mut Scene<T>, BadRequest> {
        self.scene::<T>(name, place)?;
        let named = self.0.get_mut(name).and_then(|known| known.named.downcast_mut());
        match named {
            // Between two requests there is no other reference to the scene, so `make_mut` copies
            // nothing.
            Some(Named::Scene(scene)) => Ok(Arc::make_mut(scene)),
            _ => Err(means(name, place, "not a scene")),
        }
    }

    fn named<T: Number>(&self, name: &str, place: &Place<'_>) -> Result<&Named<T>, BadRequest> {
        let Some(known) = self.0.get(name) else {
            return Err(means(name, place, "not defined"));
        };
        known.named.downcast_ref().ok_or_else(|| {
            means(
                name,
                place,
                &format!("defined in {}, the request is in {}", known.scalar, T::NAME),
            )
        })
    }
}

fn means(name: &str, place: &Place<'_>, what: &str) -> BadRequest {
    BadRequest(format!("{place}: {} is {what}", excerpt(name.as_bytes())))
}
