//! Results in shards: a folder of parts, and next to each part a manifest that names its input.
//!
//! ```text
//! hits.parquet/
//!   part-000000-of-000010.parquet  a table; readers of folders take all parts as one dataset
//!   _part-000000-of-000010.json    its manifest, written after it; readers skip names with _ first
//! ```
//! A shard counts as done only if its part has a manifest that matches it. Running the shard again
//! makes the part and the manifest again, unless they are complete and of the same job. Two runs at
//! the same time do no harm: they write the same bytes, each under a temporary name until it is
//! done.

use crate::counts::Counts;
use crate::digest::Digest;
use crate::interrupt::Interrupt;
use crate::number::Scalar;
use crate::seen::Seen;
use crate::staged::{Refusal, Staged};
use crate::table::{Kind, Part, Problem, Question, Shard, TableError, digest};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Why a shard cannot be put into the folder.
#[derive(Debug, thiserror::Error)]
pub enum ShardError {
    /// The path of the folder leads to something else.
    #[error("{}: exists already and is not a folder, as the output of shards must be", .0.display())]
    NotAFolder(PathBuf),
    /// The folder cannot be made.
    #[error("{}: {source}", path.display())]
    Unmade {
        /// The folder.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// The manifest cannot be written.
    #[error("{}: {refusal}", path.display())]
    Unwritten {
        /// The manifest.
        path: PathBuf,
        /// The reason.
        refusal: Refusal,
    },
    /// A table cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The user stopped the job.
    #[error("interrupted")]
    Interrupted,
}

/// The query of all shards of a job.
pub(crate) struct Asked<'a> {
    pub(crate) target: TargetDigest,
    /// The digest of each hull, by its name.
    pub(crate) hulls: BTreeMap<String, Digest>,
    pub(crate) spheres: &'a Path,
    pub(crate) question: Question,
    pub(crate) scalar: Scalar,
    pub(crate) t_max: Option<f64>,
    pub(crate) path: Option<&'a str>,
    pub(crate) output: Kind,
}

/// The digest of the target of a job, from any file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TargetDigest {
    /// The vertices and triangles of a mesh.
    Mesh(Digest),
    /// The items of a scene, with their meshes.
    Scene(Digest),
}

impl fmt::Display for TargetDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mesh(digest) => write!(f, "the mesh {digest}"),
            Self::Scene(digest) => write!(f, "the scene {digest}"),
        }
    }
}

/// The properties that all shards of a job share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Identity {
    /// The version of this program.
    pub version: String,
    /// The number of shards.
    pub shards: u32,
    /// The target.
    pub target: TargetDigest,
    /// The points of each hull that rows may be, by its name; the only hull may have an empty name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub hulls: BTreeMap<String, Digest>,
    /// The length of the table of spheres, in bytes.
    pub spheres_bytes: u64,
    /// The head of the table of spheres: the header of a CSV, the footer of a Parquet.
    pub spheres_head: Digest,
    /// The query: `first`, `any` or `all`.
    pub question: String,
    /// `f32` or `f64`.
    pub scalar: String,
    /// The end of the motions that have no end of their own.
    pub t_max: Option<String>,
    /// The column that names paths.
    pub path: Option<String>,
    /// The format of the results: `csv`, `tsv` or `parquet`.
    pub output: String,
}

impl Identity {
    /// The name of the first property in which two jobs differ, and its two values.
    pub(crate) fn difference(&self, other: &Self) -> Option<(&'static str, String, String)> {
        let word = |word: &Option<String>| word.clone().unwrap_or_else(|| "none".into());
        let hulls = |job: &Self| {
            let one = |(name, digest): (&String, &Digest)| format!("{name} {digest}");
            match job.hulls.is_empty() {
                true => "none".to_owned(),
                false => job.hulls.iter().map(one).collect::<Vec<_>>().join(", "),
            }
        };
        let fields = |job: &Self| {
            [
                ("version of tangency", job.version.clone()),
                ("target", job.target.to_string()),
                ("hulls", hulls(job)),
                ("length of the spheres", format!("{} bytes", job.spheres_bytes)),
                ("head of the spheres", job.spheres_head.to_string()),
                ("question", job.question.clone()),
                ("scalar", job.scalar.clone()),
                ("kind", job.output.clone()),
                ("t_max", word(&job.t_max)),
                ("column of paths", word(&job.path)),
                ("number of shards", job.shards.to_string()),
            ]
        };
        let pairs = fields(self).into_iter().zip(fields(other));
        pairs
            .map(|((name, one), (_, another))| (name, one, another))
            .find(|(_, one, another)| one != another)
    }
}

/// The input of one part, and its properties.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The properties shared with other parts.
    pub job: Identity,
    /// The index of the shard, from 0.
    pub shard: u32,
    /// The rows of the shard in the table of spheres.
    pub rows: Range<u64>,
    /// The bytes of the table of spheres that contain these rows.
    pub pieces: Vec<Range<u64>>,
    /// The digest of those bytes.
    pub spheres: Digest,
    /// The number of rows of the part.
    pub answers: u64,
    /// The number of spheres with a contact.
    pub contacts: u64,
    /// The number of overlaps at the start.
    pub overlaps: u64,
    /// The number of spheres with an error.
    pub errors: u64,
    /// The number of bytes of the part.
    pub bytes: u64,
    /// The digest of the part.
    pub part: Digest,
}

impl Manifest {
    /// The number of bodies. Each row has one result or, with paths, each path.
    pub(crate) fn queries(&self) -> u64 {
        match self.job.path {
            Some(_) => self.answers,
            None => self.rows.end.saturating_sub(self.rows.start),
        }
    }

    fn counts(&self) -> Counts {
        let Self { contacts, overlaps, errors, .. } = *self;
        let nones = self.queries().saturating_sub(contacts).saturating_sub(overlaps + errors);
        Counts { contacts, overlaps, nones, errors, exact: 0 }
    }
}

/// The folder of a job that is running.
pub(crate) struct Folder {
    path: PathBuf,
    identity: Identity,
    /// Whether this job made the folder.
    is_new: bool,
}

/// The name of a shard's part.
pub(crate) fn part_name(shard: Shard, kind: Kind) -> String {
    format!("part-{:06}-of-{:06}.{}", shard.index(), shard.count(), kind.name())
}

/// The name of the manifest of this part.
pub(crate) fn manifest_name(shard: Shard) -> String {
    format!("_part-{:06}-of-{:06}.json", shard.index(), shard.count())
}

/// The shard of a file name, if it is the name of a part.
pub(crate) fn shard_of(name: &str, kind: Kind) -> Option<Shard> {
    let (index, count) = name.strip_prefix("part-")?.split_once("-of-")?;
    let (count, _) = count.split_once('.')?;
    let shard = Shard::new(index.parse().ok()?, count.parse().ok()?).ok()?;
    (part_name(shard, kind) == name).then_some(shard)
}

impl Folder {
    /// Makes the folder, if it is not there.
    pub(crate) fn make(path: &Path, identity: Identity) -> Result<Self, ShardError> {
        let is_new = match fs::create_dir(path) {
            Ok(()) => true,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                if !path.is_dir() {
                    return Err(ShardError::NotAFolder(path.to_owned()));
                }
                false
            }
            Err(source) => return Err(ShardError::Unmade { path: path.to_owned(), source }),
        };
        Ok(Self { path: path.to_owned(), identity, is_new })
    }

    /// The path of a shard's results.
    fn part(&self, shard: Shard, kind: Kind) -> PathBuf {
        self.path.join(part_name(shard, kind))
    }

    /// The counts of the shard, if its part is there already: complete, of this job, and made from
    /// the present spheres. Otherwise, also after any error, the shard is cast again.
    pub(crate) fn done(
        &self,
        spheres: &Path,
        part: &Part,
        shard: Shard,
        kind: Kind,
        interrupt: &Interrupt,
    ) -> Result<Option<Counts>, ShardError> {
        let Ok(Some(manifest)) = read_manifest(&self.path.join(manifest_name(shard))) else {
            return Ok(None);
        };
        let Manifest { job, shard: index, rows, pieces, .. } = &manifest;
        let is_ours = (job, index, rows, pieces)
            == (&self.identity, &shard.index(), &part.rows, &part.pieces);
        let path = self.part(shard, kind);
        let is_as_long = fs::metadata(&path).is_ok_and(|part| part.len() == manifest.bytes);
        if !is_ours || !is_as_long {
            return Ok(None);
        }
        let is_over = || interrupt.is_requested();
        let is = |found: Option<Digest>, told: Digest| match found {
            Some(found) => Ok(found == told),
            None => Err(ShardError::Interrupted),
        };
        let whole = 0..manifest.bytes;
        let is_whole = match digest(&path, std::slice::from_ref(&whole), &is_over) {
            Ok(found) => is(found, manifest.part)?,
            Err(_) => false,
        };
        let is_done = is_whole && is(digest(spheres, &part.pieces, &is_over)?, manifest.spheres)?;
        Ok(is_done.then(|| manifest.counts()))
    }

    /// Writes the manifest of a part that is in its place. An interrupt cannot come between the
    /// part and the manifest.
    pub(crate) fn complete(
        &self,
        answered: &Done<'_>,
        shard: Shard,
        kind: Kind,
    ) -> Result<(), ShardError> {
        let path = self.part(shard, kind);
        let length = fs::metadata(&path).map_err(|error| Problem::Io(error).at(&path))?.len();
        let Part { rows, pieces, .. } = answered.part;
        let manifest = Manifest {
            job: self.identity.clone(),
            shard: shard.index(),
            rows: rows.clone(),
            pieces: pieces.clone(),
            spheres: answered.spheres,
            answers: answered.answers,
            contacts: answered.counts.contacts,
            overlaps: answered.counts.overlaps,
            errors: answered.counts.errors,
            bytes: length,
            part: digest(&path, std::slice::from_ref(&(0..length)), &|| false)?
                .ok_or(ShardError::Interrupted)?,
        };
        let path = self.path.join(manifest_name(shard));
        let written = put(&path, &manifest);
        written.map_err(|refusal| ShardError::Unwritten { path, refusal })
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if self.is_new {
            // The folder is removed only if it is empty, which it is after a job without output.
            let _ = fs::remove_dir(&self.path);
        }
    }
}

/// The results of a shard, and its input.
pub(crate) struct Done<'a> {
    pub(crate) spheres: Digest,
    pub(crate) part: &'a Part,
    pub(crate) answers: u64,
    pub(crate) counts: Counts,
}

/// The digest of the spheres of a shard that was cast, if they have not changed since.
pub(crate) fn answered(
    spheres: &Path,
    (part, seen): (&Part, &Seen),
    interrupt: &Interrupt,
) -> Result<Digest, ShardError> {
    let found = digest(spheres, &part.pieces, &|| interrupt.is_requested());
    // An input that changed may be shorter, so the change is reported first.
    seen.check_at(spheres).map_err(|error| Problem::Io(error).at(spheres))?;
    found?.ok_or(ShardError::Interrupted)
}

fn put(path: &Path, manifest: &Manifest) -> Result<(), Refusal> {
    let staged = Staged::create(path)?;
    let mut file = staged.handle()?;
    let text = serde_json::to_string_pretty(manifest).map_err(io::Error::from)?;
    writeln!(file, "{text}")?;
    Ok(staged.put_in_place()?)
}

/// Reads a manifest; `None` if there is none.
pub(crate) fn read_manifest(path: &Path) -> io::Result<Option<Manifest>> {
    /// The limit for the bytes of a manifest. Only a Parquet of a million columns in as many pieces
    /// would need more.
    const LONGEST: u64 = 64 << 20;
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let text = io::read_to_string(io::Read::take(file, LONGEST))?;
    Ok(Some(serde_json::from_str(&text)?))
}

impl Identity {
    /// The identity of a job, from its query and a part of the table of spheres.
    pub(crate) fn of(asked: Asked<'_>, (shard, part): (Shard, &Part)) -> Result<Self, ShardError> {
        let head = digest(asked.spheres, std::slice::from_ref(&part.head), &|| false)?;
        // Every form of an infinite end means that there is no end.
        let t_max = asked.t_max.filter(|t_max| t_max.is_finite());
        Ok(Self {
            version: env!("CARGO_PKG_VERSION").into(),
            shards: shard.count(),
            target: asked.target,
            hulls: asked.hulls,
            spheres_bytes: part.length,
            spheres_head: head.ok_or(ShardError::Interrupted)?,
            question: asked.question.name().into(),
            scalar: asked.scalar.to_string(),
            t_max: t_max.map(|t_max| format!("{t_max:?}")),
            path: asked.path.map(|path| path.trim().to_owned()),
            output: asked.output.name().into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_told_by_its_name() {
        let shard = Shard::new(3, 10).unwrap();
        let name = part_name(shard, Kind::Parquet);
        assert_eq!(name, "part-000003-of-000010.parquet");
        assert_eq!(shard_of(&name, Kind::Parquet), Some(shard));
        for other in
            ["part-000003-of-000010.csv", "part-3-of-10.parquet", "part-000010-of-000010.parquet"]
        {
            assert_eq!(shard_of(other, Kind::Parquet), None, "{other}");
        }
        let last = Shard::new(999_999, 1_000_000).unwrap();
        assert_eq!(shard_of(&part_name(last, Kind::Parquet), Kind::Parquet), Some(last));
    }
}
