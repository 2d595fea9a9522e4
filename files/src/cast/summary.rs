//! The summary of a run, for people and programs.

use crate::counts::Counts;
use serde::Serialize;
use std::fmt;
use std::fs;
use std::time::Duration;

/// The duration of each part.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Durations {
    pub(super) load: Duration,
    pub(super) build: Duration,
    pub(super) query: Duration,
}

/// The numbers of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The number of rows; for paths, the number of paths.
    pub queries: u64,
    /// The number of rows with the status contact; a row with several contacts counts once.
    pub contacts: u64,
    /// The number of rows with the status overlap.
    pub overlaps: u64,
    /// The number of rows with an error.
    pub errors: u64,
    /// Whether the job is a shard that was complete already, and was therefore not cast again.
    pub is_old: bool,
    /// The number of triangles of the mesh; null for a scene.
    pub triangles: Option<usize>,
    /// The number of items of the scene; null for a mesh.
    pub items: Option<usize>,
    /// The faces of mesh files that were left out, since they have fewer than three vertices: for
    /// each file, a line with the first such face and their number. Null if there are none.
    pub skipped: Option<String>,
    /// The time to read the mesh file, or the scene file and its meshes.
    pub load_seconds: f64,
    /// The time to build the search tree.
    pub build_seconds: f64,
    /// The time from the first row read to the output in its place.
    pub query_seconds: f64,
    /// The peak memory of the process; null where the system does not report it.
    pub peak_memory_bytes: Option<u64>,
    /// The share of the results that needed exact integers. It is counted only for first contacts
    /// that this run computes, and not along paths. Otherwise, and without results, it is null.
    pub exact_path_share: Option<f64>,
}

impl Summary {
    pub(super) fn new(
        counts: Counts,
        durations: Durations,
        [triangles, items]: [Option<usize>; 2],
        is_counted: bool,
        is_old: bool,
    ) -> Self {
        let answers = counts.answers();
        let is_counted = is_counted && answers > 0;
        Self {
            queries: answers + counts.errors,
            contacts: counts.contacts,
            overlaps: counts.overlaps,
            errors: counts.errors,
            is_old,
            triangles,
            items,
            skipped: None,
            load_seconds: durations.load.as_secs_f64(),
            build_seconds: durations.build.as_secs_f64(),
            query_seconds: durations.query.as_secs_f64(),
            peak_memory_bytes: peak_memory(),
            exact_path_share: is_counted.then(|| counts.exact as f64 / answers as f64),
        }
    }

    /// The summary as one JSON object.
    pub fn to_json(&self) -> String {
        // Numbers and nulls under fixed names cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nones = self.queries - self.contacts - self.overlaps - self.errors;
        let (target, parts, of) = match (self.triangles, self.items) {
            (_, Some(items)) => ("scene", items, "items"),
            (triangles, None) => ("mesh", triangles.unwrap_or_default(), "triangles"),
        };
        writeln!(
            f,
            "{} spheres, {parts} {of}: {} contacts, {} overlaps, {nones} without, {} errors",
            self.queries, self.contacts, self.overlaps, self.errors
        )?;
        write!(
            f,
            "{target} read in {:.3} s, tree built in {:.3} s, rows {} in {:.3} s",
            self.load_seconds,
            self.build_seconds,
            if self.is_old { "compared" } else { "answered" },
            self.query_seconds
        )?;
        if let Some(share) = self.exact_path_share {
            write!(f, ", {:.3} % by exact integers", 100.0 * share)?;
        }
        if let Some(bytes) = self.peak_memory_bytes {
            write!(f, ", {} MiB of memory", bytes >> 20)?;
        }
        if let Some(skipped) = &self.skipped {
            write!(f, "\n{skipped}")?;
        }
        Ok(())
    }
}

/// The peak of resident memory, which Linux reports.
fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim_end().parse().ok()?;
    Some(kibibytes * 1024)
}
