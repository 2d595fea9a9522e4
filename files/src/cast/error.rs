//! Errors of a cast.

use crate::mesh_file::{MeshFileError, SaveError};
use crate::scene_file::SceneFileError;
use crate::shards::ShardError;
use crate::table::TableError;
use std::io;
use std::path::PathBuf;
use tangency::NotMet;

/// The reason why a cast failed. No output was left behind.
#[derive(Debug, thiserror::Error)]
pub enum CastError {
    /// The mesh cannot be used.
    #[error(transparent)]
    Mesh(#[from] MeshFileError),
    /// The scene cannot be used.
    #[error(transparent)]
    Scene(SceneFileError),
    /// The file of a scene does not have the extension of scenes.
    #[error("{}: this looks like a scene, whose name must end in .jsonl", .0.display())]
    Unnamed(PathBuf),
    /// The rows are capsules, and the scene has an item at which capsules cannot be cast.
    #[error("{}: {not_met}", scene.display())]
    NotMet {
        /// The file of the scene.
        scene: PathBuf,
        /// The first such item.
        not_met: NotMet,
    },
    /// No hull is given where hulls are given by their names.
    #[error("no hull is given, must be one or more")]
    NoHull,
    /// A name of a hull that no row can contain.
    #[error("a hull has the name {0:?}, which must not be empty or have blanks around it")]
    HullName(String),
    /// The tree was saved from another mesh, or from an earlier one.
    #[error("{}: the tree in {} was saved from another mesh", mesh.display(), tree.display())]
    OtherMesh {
        /// The file of the mesh.
        mesh: PathBuf,
        /// The file of the tree.
        tree: PathBuf,
    },
    /// The tree was saved from another scene, or from an earlier one.
    #[error("{}: the tree in {} was saved from another scene", scene.display(), tree.display())]
    OtherScene {
        /// The file of the scene.
        scene: PathBuf,
        /// The file of the tree.
        tree: PathBuf,
    },
    /// The tree cannot be saved.
    #[error(transparent)]
    Unsaved(SaveError),
    /// A table cannot be read or written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The part of the shard cannot be put into the folder.
    #[error(transparent)]
    Shard(ShardError),
    /// `t_max` is not a time.
    #[error("--t-max is {0}, must be a time: a number from 0 on, or inf")]
    TMax(String),
    /// An option that has no meaning for paths.
    #[error("{0} says nothing along a path")]
    AlongPath(&'static str),
    /// The system cannot start a thread.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
    /// A thread ended before its work.
    #[error("a thread ended before its work was done")]
    LostWorker,
    /// A worker panicked; the text is its message and its place. Either this program has an error,
    /// or another program has damaged a mapped file.
    #[error("a thread ended before its work was done: {0}")]
    Panicked(String),
    /// The user stopped the job.
    #[error("interrupted")]
    Interrupted,
}

impl From<SceneFileError> for CastError {
    fn from(error: SceneFileError) -> Self {
        match error {
            SceneFileError::Interrupted => Self::Interrupted,
            other => Self::Scene(other),
        }
    }
}

impl From<SaveError> for CastError {
    fn from(error: SaveError) -> Self {
        match error {
            SaveError::Interrupted => Self::Interrupted,
            SaveError::Refused { .. } => Self::Unsaved(error),
        }
    }
}

impl From<ShardError> for CastError {
    fn from(error: ShardError) -> Self {
        match error {
            ShardError::Interrupted => Self::Interrupted,
            ShardError::Table(error) => Self::Table(error),
            other => Self::Shard(other),
        }
    }
}
