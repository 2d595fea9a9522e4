//! The target of a cast: a mesh or a scene, and its queries for a body.

use super::body::{Body, RoundBox, RoundHull};
use super::error::CastError;
use crate::digest::Digest;
use crate::interrupt::Interrupt;
use crate::mesh_file::{self, Found, MeshFileError};
use crate::number::Number;
use crate::saved::Opened;
use crate::scene_file;
use crate::seen::Seen;
use crate::shards::TargetDigest;
use crate::threads;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tangency::any::AnyFeature;
use tangency::{
    Answer, Capsule, CapsuleScene, ConvexScene, Effort, Mesh, Moving, Path as Points, Scene, Sphere,
};

/// The source of a target.
#[derive(Clone, Debug)]
pub enum Source {
    /// A mesh file, PLY, STL, OBJ, or a saved tree; or a [scene file](crate::scene_file), by its
    /// extension.
    File(PathBuf),
    /// A saved tree, of a mesh or of a scene.
    Tree {
        /// The file of the tree.
        tree: PathBuf,
        /// A file whose mesh or scene must be equal to the mesh or scene in the tree.
        mesh: Option<PathBuf>,
    },
}

/// The target of a cast.
#[derive(Clone)]
pub(super) enum Target<T: Number> {
    Mesh(Arc<Mesh<T>>),
    Scene(Arc<Scene<T>>),
}

/// A target that was read, with the details of its reading.
pub(super) struct Read<T: Number> {
    pub(super) target: Target<T>,
    /// The time to read it.
    pub(super) load: Duration,
    /// The time to build its tree.
    pub(super) build: Duration,
    /// Further files from which the target was read.
    pub(super) others: Vec<PathBuf>,
    /// The state of the file that is mapped to memory and searched, if there is one.
    pub(super) mapped: Option<Arc<Seen>>,
    /// A sentence for each mesh file from which faces were left out.
    pub(super) skipped: Vec<String>,
}

impl Source {
    /// The files of the source.
    pub(super) fn files(&self) -> impl Iterator<Item = &Path> {
        let files = match self {
            Self::File(file) => [Some(file), None],
            Self::Tree { tree, mesh } => [Some(tree), mesh.as_ref()],
        };
        files.into_iter().flatten().map(PathBuf::as_path)
    }

    /// The file that contains the target.
    fn file(&self) -> &Path {
        match self {
            Self::File(path) | Self::Tree { tree: path, .. } => path,
        }
    }

    /// Reads the target and builds its tree, with this number of threads.
    pub(super) fn read<T: Number>(
        &self,
        threads: NonZeroUsize,
        interrupt: &Interrupt,
    ) -> Result<Read<T>, CastError> {
        let pool = threads::pool(Some(threads)).map_err(CastError::Thread)?;
        let start = Instant::now();
        let opened = mesh_file::open(self.file())?;
        let is_saved = Mesh::<T>::is_saved(&opened.head) || Scene::<T>::is_saved(&opened.head);
        let mapped = is_saved.then(|| Arc::clone(&opened.seen));
        if scene_file::holds(self.file(), &opened) {
            let found = pool.install(|| self.scene(opened, interrupt))?;
            let load = found.read.duration_since(start);
            let target = Target::Scene(Arc::new(found.scene));
            let (build, others, skipped) = (found.read.elapsed(), found.meshes, found.skipped);
            return Ok(Read { target, load, build, others, mapped, skipped });
        }
        let (found, path) = self.mesh::<T>(opened)?;
        let load = start.elapsed();
        let start = Instant::now();
        let skipped = found.skipped(path).into_iter().collect();
        let mesh = pool.install(|| found.build(path))?;
        let target = Target::Mesh(Arc::new(mesh));
        Ok(Read { target, load, build: start.elapsed(), others: Vec::new(), mapped, skipped })
    }

    /// Returns an error if the tree was written to while it was searched.
    pub(super) fn check(&self, mapped: Option<&Seen>) -> Result<(), MeshFileError> {
        let checked = mapped.map_or(Ok(()), Seen::check);
        checked.map_err(|source| MeshFileError::unreadable(self.file(), source))
    }

    /// Reads the scene. For a tree with a scene file, compares the scene of the tree with the file.
    fn scene<T: Number>(
        &self,
        opened: Opened,
        interrupt: &Interrupt,
    ) -> Result<scene_file::Found<T>, CastError> {
        let (tree, mesh) = match self {
            Self::File(path) => return Ok(scene_file::read_opened(path, opened, interrupt)?),
            Self::Tree { tree, mesh } => (tree, mesh),
        };
        let found = scene_file::saved_scene(tree, opened)?;
        if let Some(path) = mesh {
            let other = scene_file::read::<T>(path, interrupt)?;
            if Digest::of_scene(&other.scene) != Digest::of_scene(&found.scene) {
                return Err(CastError::OtherScene { scene: path.clone(), tree: tree.clone() });
            }
        }
        Ok(found)
    }

    /// Reads the mesh, and returns it with its file.
    fn mesh<T: Number>(&self, opened: Opened) -> Result<(Found<T>, &Path), CastError> {
        let (tree, mesh) = match self {
            Self::File(path) => match mesh_file::read_opened(path, opened) {
                Err(MeshFileError::Flawed { .. }) if scene_file::looks_like(path) => {
                    return Err(CastError::Unnamed(path.clone()));
                }
                found => return Ok((found?, path)),
            },
            Self::Tree { tree, mesh } => (tree, mesh),
        };
        let found = mesh_file::saved_mesh(tree, opened)?;
        match mesh {
            Some(path) if !mesh_file::read(path)?.is(&found) => {
                Err(CastError::OtherMesh { mesh: path.clone(), tree: tree.clone() })
            }
            _ => Ok((Found::Mesh(found), tree)),
        }
    }
}

impl<T: Number> Target<T> {
    /// Refuses capsules, boxes and hulls if the target has a part at which they cannot be cast.
    pub(super) fn check_movers(&self, source: &Source) -> Result<(), CastError> {
        let Self::Scene(scene) = self else { return Ok(()) };
        let not_met = |not_met| CastError::NotMet { scene: source.file().to_owned(), not_met };
        scene.for_capsules().map(|_| ()).map_err(not_met)
    }

    /// The digest of the contents of the target.
    pub(super) fn digest(&self) -> TargetDigest {
        match self {
            Self::Mesh(mesh) => TargetDigest::Mesh(Digest::of_mesh(mesh)),
            Self::Scene(scene) => TargetDigest::Scene(Digest::of_scene(scene)),
        }
    }

    /// The number of triangles, if the target is a mesh.
    pub(super) fn triangles(&self) -> Option<usize> {
        match self {
            Self::Mesh(mesh) => Some(mesh.triangles().len()),
            Self::Scene(_) => None,
        }
    }

    /// The number of items, if the target is a scene.
    pub(super) fn items(&self) -> Option<usize> {
        match self {
            Self::Mesh(_) => None,
            Self::Scene(scene) => Some(scene.len()),
        }
    }
}

/// The result of a cast, at a mesh or at a scene.
pub(super) type Met<T> = Answer<T, 3, AnyFeature<3>>;

/// The queries of a target for one kind of body.
pub(super) trait Meets<T: Number, B: Body<T>> {
    fn first_contact(&self, moving: &Moving<B>) -> (Met<T>, Effort);
    fn first_contact_along(&self, path: &Points<B>) -> Option<(usize, Met<T>)>;
    fn contacts(&self, moving: &Moving<B>) -> Vec<Met<T>>;
    fn has_contact(&self, moving: &Moving<B>) -> bool;
    fn has_contact_along(&self, path: &Points<B>) -> bool;
}

macro_rules! meets {
    ($($target:ty, $body:ty, |$this:ident, $moving:ident| all $all:expr, any $any:expr;)*) => {$(
        impl<T: Number> Meets<T, $body> for $target {
            fn first_contact(&self, moving: &Moving<$body>) -> (Met<T>, Effort) {
                let (answer, effort) = moving.first_contact_counted(self);
                (answer.map_feature(Into::into), effort)
            }
            fn first_contact_along(&self, path: &Points<$body>) -> Option<(usize, Met<T>)> {
                let (leg, answer) = path.first_contact(self)?;
                Some((leg, answer.map_feature(Into::into)))
            }
            fn contacts(&self, $moving: &Moving<$body>) -> Vec<Met<T>> {
                let $this = self;
                $all.into_iter().map(|answer| answer.map_feature(Into::into)).collect()
            }
            fn has_contact(&self, $moving: &Moving<$body>) -> bool {
                let $this = self;
                $any
            }
            fn has_contact_along(&self, path: &Points<$body>) -> bool {
                path.legs().any(|leg| self.has_contact(&leg))
            }
        }
    )*};
}
meets! {
    Mesh<T>, Sphere<T, 3>, |mesh, moving| all moving.contacts(mesh), any moving.has_contact(mesh);
    Mesh<T>, Capsule<T, 3>, |mesh, moving| all moving.contacts(mesh), any moving.has_contact(mesh);
    Mesh<T>, RoundBox<T>, |mesh, moving| all moving.contacts(mesh), any moving.has_contact(mesh);
    Mesh<T>, RoundHull<T>, |mesh, moving| all moving.contacts(mesh), any moving.has_contact(mesh);
    Scene<T>, Sphere<T, 3>, |scene, moving| all scene.contacts(moving), any moving.first_contact(scene) != Answer::None;
    CapsuleScene<'_, T>, Capsule<T, 3>, |scene, moving| all scene.contacts(moving), any moving.first_contact(scene) != Answer::None;
    ConvexScene<'_, T>, RoundBox<T>, |scene, moving| all scene.contacts(moving), any moving.first_contact(scene) != Answer::None;
    ConvexScene<'_, T>, RoundHull<T>, |scene, moving| all scene.contacts(moving), any moving.first_contact(scene) != Answer::None;
}
