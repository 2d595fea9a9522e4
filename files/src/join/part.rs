//! A part of the results, as a file.

use crate::shards::Manifest;
use crate::table::Shard;
use std::path::PathBuf;

/// A part and its manifest.
pub(super) struct Part {
    pub(super) path: PathBuf,
    pub(super) shard: Shard,
    pub(super) manifest: Manifest,
}
