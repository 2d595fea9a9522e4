//! Errors of joining shards.

use crate::staged::Refusal;
use crate::table::{Shard, TableError};
use std::fmt;
use std::io;
use std::path::PathBuf;

/// The reason why parts are not joined. No output was left behind.
#[derive(Debug, thiserror::Error)]
pub enum JoinError {
    /// The folder cannot be read.
    #[error("{}: {source}", path.display())]
    Unreadable {
        /// The folder, or a manifest in it.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// There are no parts.
    #[error("{}: contains no shards", .0.display())]
    Empty(PathBuf),
    /// A file that is not a part. A program that reads the folder as one table would include it.
    #[error("{}: is not a part of this job: remove it, or begin its name with _", .0.display())]
    Foreign(PathBuf),
    /// Parts of two jobs are in one folder.
    #[error("{}: has shards of a job with {one} and of a job with {other} shards: remove those of one job", folder.display())]
    Mixed {
        /// The folder.
        folder: PathBuf,
        /// The number of shards of one job.
        one: u32,
        /// The number of shards of the other.
        other: u32,
    },
    /// Parts that are missing, or that have no manifest.
    #[error("{}: {} not done: run again", folder.display(), Several(shards))]
    Missing {
        /// The folder.
        folder: PathBuf,
        /// The shards.
        shards: Vec<Shard>,
    },
    /// A manifest that names another shard than its file name does.
    #[error("{}: is the manifest of shard {found}", path.display())]
    Misnamed {
        /// The manifest.
        path: PathBuf,
        /// The shard in the manifest.
        found: String,
    },
    /// Two parts belong to different jobs.
    #[error(
        "{}: shards {one} and {other} do not belong together: the {what} of the one is {of_one}, of the other {of_other}",
        folder.display()
    )]
    Different {
        /// The folder.
        folder: PathBuf,
        /// One shard.
        one: Shard,
        /// The other.
        other: Shard,
        /// The property in which they differ.
        what: &'static str,
        /// The value of the property in one shard.
        of_one: String,
        /// The value of the property in the other shard.
        of_other: String,
    },
    /// The parts were made by another version, which may write other bytes.
    #[error("{}: was made by tangency {found}, this is {}", folder.display(), env!("CARGO_PKG_VERSION"))]
    Version {
        /// The folder.
        folder: PathBuf,
        /// The version that made the parts.
        found: String,
    },
    /// The rows of the parts are not consecutive.
    #[error("{}: shard {shard} begins at row {found} of the spheres, must begin at {expected}", folder.display())]
    Gap {
        /// The folder.
        folder: PathBuf,
        /// The shard.
        shard: Shard,
        /// The first row of the shard.
        found: u64,
        /// The end of the shard before it.
        expected: u64,
    },
    /// The table of spheres is not the table of any part.
    #[error("{}: is not the table that {} was made from", spheres.display(), folder.display())]
    OtherSpheres {
        /// The table of spheres.
        spheres: PathBuf,
        /// The folder.
        folder: PathBuf,
    },
    /// The table of spheres has changed since some parts were made.
    #[error("{}: {} of another state of {}: run again", folder.display(), Several(shards), spheres.display())]
    Stale {
        /// The table of spheres.
        spheres: PathBuf,
        /// The folder.
        folder: PathBuf,
        /// The shards.
        shards: Vec<Shard>,
    },
    /// Parts that differ from their manifests.
    #[error("{}: {} not as the manifest specifies: run again", folder.display(), Several(shards))]
    Damaged {
        /// The folder.
        folder: PathBuf,
        /// The shards.
        shards: Vec<Shard>,
    },
    /// The output has another format than the parts.
    #[error("{}: the shards are {kind}, and the joined table must be, too", output.display())]
    OtherKind {
        /// The output.
        output: PathBuf,
        /// The format of the parts.
        kind: &'static str,
    },
    /// The output cannot be written.
    #[error("{}: {refusal}", path.display())]
    Unwritten {
        /// The output.
        path: PathBuf,
        /// The reason.
        refusal: Refusal,
    },
    /// A table cannot be read or written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The user stopped the join.
    #[error("interrupted")]
    Interrupted,
}

/// Shards in words: `shard 3/10 is`, `shards 3/10, 5/10 are`.
struct Several<'a>(&'a [Shard]);

impl fmt::Display for Several<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// The number of shards that are listed; further shards are only counted.
        const LISTED: usize = 20;
        let listed: Vec<_> = self.0.iter().take(LISTED).map(|shard| shard.to_string()).collect();
        let others = self.0.len() - listed.len();
        match (self.0.len(), others) {
            (1, _) => write!(f, "shard {} is", listed.join(", ")),
            (_, 0) => write!(f, "shards {} are", listed.join(", ")),
            _ => write!(f, "shards {} and {others} others are", listed.join(", ")),
        }
    }
}
