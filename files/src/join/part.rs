//! A part of the answers, where it is.

use crate::shards::Manifest;
use crate::table::Shard;
use std::path::PathBuf;

/// A part and what its manifest says.
pub(super) struct Part {
    pub(super) path: PathBuf,
    pub(super) shard: Shard,
    pub(super) manifest: Manifest,
}
