//! `tangency join`: checks the parts that the shards of a cast left in a folder, and joins them to
//! one table.
//!
//! The table is, byte for byte, the one that the same cast writes without shards. Only parts that
//! belong together are joined: each part must be there and match its manifest, all manifests must
//! be of one job, and the table of spheres must still have the bytes that each part was made from.
//! Therefore the table is read again: a changed value in a Parquet may leave the length and the
//! footer unchanged.
//!
//! The length and the time of change do not suffice: they miss a changed value, and refuse a file
//! that was copied.

mod error;
#[cfg(feature = "parquet")]
mod parquet;
mod part;

use crate::interrupt::Interrupt;
use crate::progress::Progress;
use crate::seen::Seen;
use crate::shards::{Manifest, manifest_name, part_name, read_manifest, shard_of};
use crate::staged::{self, Staged};
use crate::table::{Kind, Problem, Separator, Shard, digest};
use csv::ByteRecord;
pub use error::JoinError;
use part::Part;
use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A job of `tangency join`.
#[derive(Clone, Debug)]
pub struct Job {
    /// The folder of the parts.
    pub folder: PathBuf,
    /// The table of spheres that was cast.
    pub spheres: PathBuf,
    /// The joined table; without it, the parts are only checked.
    pub output: Option<PathBuf>,
}

/// The counts of a join or of a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The number of shards.
    pub shards: u64,
    /// The number of spheres.
    pub queries: u64,
    /// The number of rows of the results.
    pub answers: u64,
    /// The number of spheres with an error.
    pub errors: u64,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { shards, queries, answers, errors } = self;
        write!(f, "{shards} shards, {queries} spheres, {answers} rows, {errors} errors")
    }
}

/// Does the job.
///
/// # Errors
/// Parts that are missing or do not belong together, a file that cannot be used, or an interrupt.
/// An interrupt while the output is put in its place is too late: the job is done.
pub fn run(job: &Job, interrupt: &Interrupt, progress: &Progress) -> Result<Summary, JoinError> {
    let Job { folder, spheres, output } = job;
    let kind = Kind::of(folder).map_err(|problem| problem.at(folder))?;
    if let Some(output) = output
        && Kind::of(output).map_err(|problem| problem.at(output))? != kind
    {
        return Err(JoinError::OtherKind { output: output.clone(), kind: kind.name() });
    }
    let parts = find(folder, kind)?;
    if let Some(output) = output {
        let inputs = parts.iter().map(|part| part.path.as_path()).chain([spheres.as_path()]);
        staged::keep(output, inputs)
            .map_err(|refusal| JoinError::Unwritten { path: output.clone(), refusal })?;
    }
    check_alike(folder, &parts)?;
    let total = |of: fn(&Manifest) -> u64| parts.iter().map(|part| of(&part.manifest)).sum();
    let summary = Summary {
        shards: parts.len() as u64,
        queries: total(Manifest::queries),
        answers: total(|manifest| manifest.answers),
        errors: total(|manifest| manifest.errors),
    };
    // From here on there may be a staged output, and an interrupt must not leave it behind.
    if !interrupt.clean_up_first() {
        return Err(JoinError::Interrupted);
    }
    check_spheres(folder, spheres, &parts, interrupt)?;
    let seen = check_parts(folder, &parts, interrupt)?;
    match (output, kind) {
        (None, _) => {}
        (Some(output), kind) => {
            let done = progress(Some(summary.answers));
            match kind {
                Kind::Text(separator) => {
                    join_texts(&parts, &seen, separator, output, (interrupt, done))?
                }
                #[cfg(not(feature = "parquet"))]
                Kind::Parquet => return Err(Problem::NoParquet.at(output).into()),
                #[cfg(feature = "parquet")]
                Kind::Parquet => parquet::join(&parts, &seen, output, (interrupt, done))?,
            }
        }
    }
    Ok(summary)
}

/// All parts in a folder, in order, each with its manifest.
fn find(folder: &Path, kind: Kind) -> Result<Vec<Part>, JoinError> {
    let unreadable = |source| JoinError::Unreadable { path: folder.to_owned(), source };
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(['_', '.']) {
            continue;
        }
        let shard = shard_of(&name, kind).ok_or_else(|| JoinError::Foreign(entry.path()))?;
        found.insert(shard.index(), shard);
        if let Some(other) = found.values().find(|other| other.count() != shard.count()) {
            let (one, other) = (shard.count(), other.count());
            let (one, other) = (one.min(other), one.max(other));
            return Err(JoinError::Mixed { folder: folder.to_owned(), one, other });
        }
    }
    let count = match found.values().next() {
        Some(shard) => shard.count(),
        None => return Err(JoinError::Empty(folder.to_owned())),
    };
    let (mut parts, mut missing) = (Vec::new(), Vec::new());
    for shard in (0..count).filter_map(|index| Shard::new(index, count).ok()) {
        let path = folder.join(manifest_name(shard));
        let manifest = match found.contains_key(&shard.index()) {
            true => read_manifest(&path)
                .map_err(|source| JoinError::Unreadable { path: path.clone(), source })?,
            false => None,
        };
        let Some(manifest) = manifest else {
            missing.push(shard);
            continue;
        };
        if (manifest.shard, manifest.job.shards) != (shard.index(), shard.count()) {
            let found = format!("{}/{}", manifest.shard, manifest.job.shards);
            return Err(JoinError::Misnamed { path, found });
        }
        parts.push(Part { path: folder.join(part_name(shard, kind)), shard, manifest });
    }
    match missing.is_empty() {
        true => Ok(parts),
        false => Err(JoinError::Missing { folder: folder.to_owned(), shards: missing }),
    }
}

/// Checks that all manifests are of one job and of this version.
fn check_alike(folder: &Path, parts: &[Part]) -> Result<(), JoinError> {
    let folder = || folder.to_owned();
    let mut end = 0;
    for part in parts {
        let (first, shard) = (&parts[0], part.shard);
        if let Some((what, of_one, of_other)) = first.manifest.job.difference(&part.manifest.job) {
            let (folder, one) = (folder(), first.shard);
            return Err(JoinError::Different { folder, one, other: shard, what, of_one, of_other });
        }
        let rows = &part.manifest.rows;
        if rows.start != end || rows.end < rows.start {
            let (found, expected) = (rows.start, end);
            return Err(JoinError::Gap { folder: folder(), shard, found, expected });
        }
        end = rows.end;
    }
    match &parts[0].manifest.job.version {
        found if found != env!("CARGO_PKG_VERSION") => {
            Err(JoinError::Version { folder: folder(), found: found.clone() })
        }
        _ => Ok(()),
    }
}

/// Checks that the spheres are those from which the parts were made.
fn check_spheres(
    folder: &Path,
    spheres: &Path,
    parts: &[Part],
    interrupt: &Interrupt,
) -> Result<(), JoinError> {
    let unread = |error: io::Error| Problem::from(error).at(spheres);
    let length = fs::metadata(spheres).map_err(unread)?.len();
    let job = &parts[0].manifest.job;
    let is_other = length != job.spheres_bytes;
    if is_other {
        let (spheres, folder) = (spheres.to_owned(), folder.to_owned());
        return Err(JoinError::OtherSpheres { spheres, folder });
    }
    let mut stale = Vec::new();
    for part in parts {
        let found = digest(spheres, &part.manifest.pieces, &|| interrupt.is_requested())?;
        if found.ok_or(JoinError::Interrupted)? != part.manifest.spheres {
            stale.push(part.shard);
        }
    }
    match stale.is_empty() {
        true => Ok(()),
        false => {
            let (spheres, folder) = (spheres.to_owned(), folder.to_owned());
            Err(JoinError::Stale { spheres, folder, shards: stale })
        }
    }
}

/// Checks that the parts match their manifests. Returns the states of their files, since another
/// run of a shard may replace a part while it is joined.
fn check_parts(
    folder: &Path,
    parts: &[Part],
    interrupt: &Interrupt,
) -> Result<Vec<Seen>, JoinError> {
    let (mut damaged, mut seen) = (Vec::new(), Vec::new());
    for Part { path, shard, manifest } in parts {
        let unread = |error: io::Error| Problem::from(error).at(path);
        let file = File::open(path).map_err(unread)?;
        seen.push(Seen::of(&file).map_err(unread)?);
        let length = file.metadata().map_err(unread)?.len();
        let whole = 0..length;
        let found = digest(path, std::slice::from_ref(&whole), &|| interrupt.is_requested())?;
        if length != manifest.bytes || found.ok_or(JoinError::Interrupted)? != manifest.part {
            damaged.push(*shard);
        }
    }
    match damaged.is_empty() {
        true => Ok(seen),
        false => Err(JoinError::Damaged { folder: folder.to_owned(), shards: damaged }),
    }
}

/// Checks that the parts are still the files that were checked.
fn check_seen(parts: &[Part], seen: &[Seen]) -> Result<(), JoinError> {
    for (Part { path, .. }, seen) in parts.iter().zip(seen) {
        seen.check_at(path).map_err(|error| Problem::from(error).at(path))?;
    }
    Ok(())
}

/// Writes the parts one after the other, with the header of the first part only.
fn join_texts(
    parts: &[Part],
    seen: &[Seen],
    separator: Separator,
    output: &Path,
    (interrupt, mut done): (&Interrupt, impl FnMut(usize)),
) -> Result<(), JoinError> {
    let unwritten = |refusal| JoinError::Unwritten { path: output.to_owned(), refusal };
    let staged = Staged::create(output).map_err(unwritten)?;
    let mut sink = staged.handle().map_err(|error| unwritten(error.into()))?;
    let mut buffer = vec![0; 1 << 18];
    for (index, Part { path, manifest, .. }) in parts.iter().enumerate() {
        let unread = |error: io::Error| JoinError::from(Problem::from(error).at(path));
        let mut part = File::open(path).map_err(unread)?;
        if index > 0 {
            let header = header_length(&part, separator).map_err(unread)?;
            part.seek(SeekFrom::Start(header)).map_err(unread)?;
        }
        loop {
            if interrupt.is_requested() {
                return Err(JoinError::Interrupted);
            }
            match part.read(&mut buffer).map_err(unread)? {
                0 => break,
                count => sink.write_all(&buffer[..count]).map_err(|e| unwritten(e.into()))?,
            }
        }
        done(manifest.answers as usize);
    }
    check_seen(parts, seen)?;
    staged.put_in_place().map_err(|error| unwritten(error.into()))
}

/// The place of the first row in a table that this crate has written.
fn header_length(table: &File, separator: Separator) -> io::Result<u64> {
    let mut records = csv::ReaderBuilder::new()
        .delimiter(separator.byte())
        .has_headers(false)
        .flexible(true)
        .from_reader(table);
    records.read_byte_record(&mut ByteRecord::new()).map_err(io::Error::other)?;
    Ok(records.position().byte())
}
