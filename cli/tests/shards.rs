//! Tests `tangency cast --shard` and `tangency join`: the joined table has the bytes of one run for
//! any number of shards, and parts of different jobs are never joined.

// The helpers of tests are not tests to clippy.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod jobs;

use arrow_array::builder::{Int32Builder, ListBuilder, StringDictionaryBuilder};
use arrow_array::types::Int8Type;
use arrow_array::{ArrayRef, Float64Array, RecordBatch, StringArray};
use arrow_schema::Schema;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::file::properties::WriterProperties;
use std::collections::HashMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};
use tangency_files::cast::{self, Job, Source};
use tangency_files::join::{self, JoinError};
use tangency_files::table::{Question, Scalar, Shard};
use tangency_files::{Interrupt, progress};
use tempfile::{TempDir, tempdir};

/// A floor of two triangles, and a second floor below it.
const FLOORS: &str = "v 0 0 0\nv 6 0 0\nv 6 6 0\nv 0 6 0\nv 0 0 -1\nv 6 0 -1\nv 0 6 -1\n\
                      f 5 6 7\nf 1 2 3\nf 1 3 4\n";

/// The same floors, with one vertex moved.
const OTHER_FLOORS: &str = "v 0 0 0\nv 6 0 0\nv 6 6 0.125\nv 0 6 0\nv 0 0 -1\nv 6 0 -1\nv 0 6 -1\n\
                            f 5 6 7\nf 1 2 3\nf 1 3 4\n";

const HEADER: &str = "name,x,y,z,radius,vx,vy,vz,t_max";

/// The numbers of row `i`, of which some have a contact, some have none and some are wrong.
fn numbers(i: usize) -> [String; 8] {
    let [x, y] = [i % 97, i % 89].map(|i| (i as f64 / 16.0).to_string());
    let radius = if i % 1000 == 999 { "-1".to_owned() } else { format!("0.{}", i % 13) };
    let (vx, vz) = (format!("0.0{}", i % 7), format!("-{}.5", i % 5));
    let t_max = if i.is_multiple_of(3) { (i % 11).to_string() } else { String::new() };
    [x, y, "5".into(), radius, vx, "0".into(), vz, t_max]
}

/// A CSV with this number of rows, and with everything that makes a CSV hard to divide.
fn text(count: usize, separator: &str, line_end: &str) -> String {
    let mut text = HEADER.replace(',', separator) + line_end;
    for i in 0..count {
        let name = match i % 10 {
            0 => format!("\"row {i},\nin {} lines\n\n\"", i % 3),
            1 => format!("\"{}\"\"{i}\"\"\"", "long ".repeat(i % 50)),
            2 => format!("\u{feff}row {i}"),
            3 => "\r\n".repeat(i % 3) + "after blank lines",
            _ => format!("row {i}"),
        };
        let mut fields = vec![name];
        fields.extend(numbers(i));
        if i % 777 == 5 {
            fields.truncate(4);
        }
        text += &(fields.join(separator) + line_end);
    }
    text
}

/// The same numbers as columns, with other columns of several types.
fn columns(count: usize) -> RecordBatch {
    let rows: Vec<_> = (0..count).map(numbers).collect();
    let mut named: Vec<(&str, ArrayRef)> = Vec::new();
    for (k, name) in HEADER.split(',').skip(1).enumerate() {
        let values = rows.iter().map(|row| row[k].parse::<f64>().ok());
        named.push((name, Arc::new(Float64Array::from_iter(values))));
    }
    let mut lists = ListBuilder::new(Int32Builder::new());
    let mut colors = StringDictionaryBuilder::<Int8Type>::new();
    for i in 0..count {
        lists.append_option((!i.is_multiple_of(3)).then(|| (0..i % 5).map(|j| Some(j as i32))));
        colors.append_option((!i.is_multiple_of(7)).then_some(["red", "green", "blue"][i % 3]));
    }
    let names = (0..count).map(|i| (!i.is_multiple_of(4)).then(|| format!("{i} ").repeat(i % 20)));
    named.push(("list", Arc::new(lists.finish())));
    named.push(("color", Arc::new(colors.finish())));
    named.push(("name", Arc::new(StringArray::from_iter(names))));
    let batch =
        RecordBatch::try_from_iter_with_nullable(named.into_iter().map(|(n, c)| (n, c, true)));
    let batch = batch.unwrap();
    // There are several entries, so that an order that differs between processes would be noticed.
    let metadata = (0..8).map(|i| (format!("key {i}"), "value".to_owned()));
    let schema = Schema::clone(&batch.schema()).with_metadata(HashMap::from_iter(metadata));
    batch.with_schema(Arc::new(schema)).unwrap()
}

fn write_parquet(path: &Path, batch: &RecordBatch, group_rows: usize) {
    let properties = WriterProperties::builder().set_max_row_group_row_count(Some(group_rows));
    let file = File::create(path).unwrap();
    let mut writer = ArrowWriter::try_new(file, batch.schema(), Some(properties.build())).unwrap();
    writer.write(batch).unwrap();
    writer.close().unwrap();
}

/// A directory with floor.obj and the spheres of a test.
struct Workplace(TempDir);

impl Workplace {
    fn new() -> Self {
        let place = Self(tempdir().unwrap());
        fs::write(place.path("floor.obj"), FLOORS).unwrap();
        place
    }

    /// A directory with floor.obj and spheres.csv.
    fn with_text(count: usize) -> Self {
        let place = Self::new();
        fs::write(place.path("spheres.csv"), text(count, ",", "\n")).unwrap();
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn job(&self, spheres: &str, output: &str, shard: Option<(u32, u32)>) -> Job {
        let shard = shard.map(|(index, count)| Shard::new(index, count).unwrap());
        let [mesh, spheres, output] = ["floor.obj", spheres, output].map(|name| self.path(name));
        Job { shard, ..jobs::job(mesh, spheres, output) }
    }

    fn join(
        &self,
        folder: &str,
        spheres: &str,
        output: Option<&str>,
    ) -> Result<join::Summary, JoinError> {
        let (folder, spheres) = (self.path(folder), self.path(spheres));
        let output = output.map(|name| self.path(name));
        join::run(&join::Job { folder, spheres, output }, &Interrupt::default(), &progress::hidden)
    }

    /// The message of a join that is refused, with the directory cut out.
    fn refusal(&self, folder: &str, spheres: &str) -> String {
        let refused = self.join(folder, spheres, Some("refused.csv")).unwrap_err().to_string();
        assert!(!self.path("refused.csv").exists(), "{refused}");
        refused.replace(&format!("{}/", self.0.path().display()), "")
    }

    fn tangency(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tangency"));
        command.current_dir(self.0.path()).args(arguments).stdin(Stdio::null()).output().unwrap()
    }
}

fn run(job: &Job) -> cast::Summary {
    cast::run(job, &Interrupt::default(), &progress::hidden).unwrap()
}

/// Compares one run with the join of shards: all counts and all bytes must be equal.
fn compare(place: &Workplace, spheres: &str, kind: &str, shards: u32, change: impl Fn(&mut Job)) {
    let [alone, folder, joined] =
        ["alone", "shards", "joined"].map(|name| format!("{name}-{shards}.{kind}"));
    let mut job = place.job(spheres, &alone, None);
    change(&mut job);
    let summary = run(&job);
    let (mut queries, mut not_empty) = (0, 0);
    // The shards do not run in order, as on several machines.
    for index in (0..shards).map(|i| (i * 7 + 3) % shards) {
        let mut job = place.job(spheres, &folder, Some((index, shards)));
        change(&mut job);
        let part = run(&job);
        queries += part.queries;
        not_empty += usize::from(part.queries > 0);
    }
    assert_eq!(queries, summary.queries, "{spheres} {kind} {shards}");
    assert_eq!(not_empty, shards as usize, "{spheres} {kind} {shards}: shards without a row");
    let join = place.join(&folder, spheres, Some(&joined)).unwrap();
    assert_eq!((join.queries, join.errors), (summary.queries, summary.errors));
    assert_eq!(join.shards, u64::from(shards));
    assert!(place.read(&alone) == place.read(&joined), "{spheres} {kind} {shards}");
    assert_eq!(place.names(&folder).len(), 2 * shards as usize);
}

#[test]
fn shards_of_a_text_are_joined_to_the_bytes_of_one_run() {
    // There are more rows than the writer takes at once, so that the end of a part matters.
    let place = Workplace::new();
    fs::write(place.path("spheres.csv"), text(21_000, ",", "\n")).unwrap();
    fs::write(place.path("spheres.tsv"), text(3_000, "\t", "\r\n")).unwrap();
    for shards in [10, 100] {
        for kind in ["csv", "parquet"] {
            compare(&place, "spheres.csv", kind, shards, |_| {});
        }
        compare(&place, "spheres.tsv", "tsv", shards, |job| job.scalar = Scalar::F32);
    }
    compare(&place, "spheres.csv", "parquet", 11, |job| job.question = Question::All);
    compare(&place, "spheres.csv", "csv", 11, |job| job.question = Question::Any);
    compare(&place, "spheres.csv", "csv", 1, |job| job.t_max = Some("2.5".into()));
}

#[test]
fn shards_of_a_parquet_are_joined_to_the_bytes_of_one_run() {
    let place = Workplace::new();
    write_parquet(&place.path("spheres.parquet"), &columns(21_000), 700);
    write_parquet(&place.path("one-group.pq"), &columns(5_000), 1 << 20);
    for shards in [10, 100] {
        for kind in ["csv", "parquet"] {
            compare(&place, "spheres.parquet", kind, shards, |_| {});
        }
        compare(&place, "one-group.pq", "parquet", shards, |job| job.scalar = Scalar::F32);
    }
    compare(&place, "spheres.parquet", "parquet", 13, |job| job.question = Question::All);
}

/// Paths of one to many rows, with some rows that name no path.
fn paths(count: usize) -> String {
    let mut text = "tool,x,y,z,radius,note\n".to_owned();
    let (mut row, mut path) = (0, 0);
    while row < count {
        // Some paths are longer than the share of a shard.
        let length = match path % 50 {
            17 => count / 9,
            other => 1 + other % 7,
        };
        for i in 0..length {
            let name = if row % 41 == 7 { String::new() } else { format!("path {path}") };
            let [x, y] = [path % 9, path % 7].map(|i| i as f64 / 2.0);
            let z = if i % 3 == 2 { -2 } else { 5 - (i % 3) as i32 };
            let note = if row % 5 == 0 { "\"of two\nlines\"" } else { "of one" };
            text += &format!("{name},{x},{y},{z},0.5,{note}\n");
            row += 1;
        }
        path += 1;
    }
    text
}

#[test]
fn no_shard_splits_a_path() {
    let place = Workplace::new();
    let text = paths(5_000);
    fs::write(place.path("points.csv"), &text).unwrap();
    let mut records = csv::Reader::from_reader(text.as_bytes());
    let rows: Vec<csv::StringRecord> = records.records().map(|row| row.unwrap()).collect();
    let column = |k: usize| rows.iter().map(move |row| row[k].to_owned());
    let named = "tool,x,y,z,radius".split(',').enumerate().map(|(k, name)| {
        let array: ArrayRef = match k {
            // The column has numbers, and nulls where there is no number.
            0 => Arc::new(Float64Array::from_iter(
                column(0).map(|name| name.strip_prefix("path ").and_then(|path| path.parse().ok())),
            )),
            _ => Arc::new(Float64Array::from_iter_values(column(k).map(|x| x.parse().unwrap()))),
        };
        (name, array, true)
    });
    let table = RecordBatch::try_from_iter_with_nullable(named).unwrap();
    write_parquet(&place.path("points.parquet"), &table, 300);
    let mut job = place.job("points.csv", "alone.csv", None);
    job.path = Some("tool".to_owned());
    let alone = run(&job);
    assert!(alone.contacts > 100 && alone.errors > 50, "{alone}");
    for points in ["points.csv", "points.parquet"] {
        for shards in [2, 7, 60, 333] {
            let [folder, joined] =
                ["shards", "joined"].map(|name| format!("{name}-{shards}-{points}"));
            let mut queries = 0;
            for index in (0..shards).rev() {
                let mut job = place.job(points, &folder, Some((index, shards)));
                job.path = Some("tool".to_owned());
                queries += run(&job).queries;
                // A shard that was done is not done again, and has the same summary.
                assert!(!index.is_multiple_of(5) || run(&job).is_old);
            }
            assert_eq!(queries, alone.queries, "{points} {shards}");
            let join = place.join(&folder, points, Some(&joined)).unwrap();
            assert_eq!((join.queries, join.errors), (alone.queries, alone.errors));
            let mut job = place.job(points, &format!("alone-{points}"), None);
            job.path = Some("tool".to_owned());
            run(&job);
            assert!(
                place.read(&joined) == place.read(&format!("alone-{points}")),
                "{points} {shards}"
            );
        }
    }
    // A job with another column of paths is another job.
    let folder = "shards-2-points.csv";
    let mut job = place.job("points.csv", folder, Some((0, 2)));
    job.path = Some("note".to_owned());
    assert!(!run(&job).is_old);
    let refusal = place.refusal(folder, "points.csv");
    assert!(refusal.contains("column of paths") && refusal.contains("note"), "{refusal}");
}

#[test]
fn shards_tell_of_an_open_quote_as_one_run_does() {
    let place = Workplace::new();
    for (line_end, name) in [("\n", "lf.csv"), ("\r\n", "crlf.csv")] {
        let open = format!("\"open,0,0,5,1,0,0,-1,{line_end}never,0,0,5,1,0,0,-1,{line_end}");
        fs::write(place.path(name), text(60, ",", line_end) + &open).unwrap();
        for shards in [2, 5] {
            compare(&place, name, &format!("{name}.csv"), shards, |_| {});
            let answers =
                String::from_utf8(place.read(&format!("joined-{shards}.{name}.csv"))).unwrap();
            let opens = text(60, ",", line_end).matches('\n').count() + 1;
            let error = format!(
                "opens in line {opens} is never closed, and contains all text up to line {}",
                opens + 1
            );
            assert!(answers.contains(&error), "{name} {shards}");
        }
    }
}

#[test]
fn a_join_replaces_no_input() {
    let place = Workplace::with_text(30);
    for index in 0..2 {
        run(&place.job("spheres.csv", "parts.csv", Some((index, 2))));
    }
    let spheres = place.read("spheres.csv");
    let refused = |output: &str| {
        let error = place.join("parts.csv", "spheres.csv", Some(output)).unwrap_err();
        assert!(matches!(error, JoinError::Unwritten { .. }), "{error}");
        error.to_string().replace(&format!("{}/", place.0.path().display()), "")
    };
    let part = "parts.csv/part-000001-of-000002.csv";
    assert_eq!(
        refused("spheres.csv"),
        "spheres.csv: is the same file as spheres.csv, must be another"
    );
    assert_eq!(refused(part), format!("{part}: is the same file as {part}, must be another"));
    if cfg!(unix) {
        fs::hard_link(place.path("spheres.csv"), place.path("hard.csv")).unwrap();
        assert!(refused("hard.csv").starts_with("hard.csv: is the same file as spheres.csv"));
    }
    assert!(place.read("spheres.csv") == spheres);
    assert_eq!(place.join("parts.csv", "spheres.csv", None).unwrap().queries, 30);
}

#[test]
fn more_shards_than_rows_and_no_rows_at_all() {
    let place = Workplace::with_text(3);
    fs::write(place.path("none.csv"), format!("{HEADER}\n")).unwrap();
    write_parquet(&place.path("none.parquet"), &columns(0), 10);
    for (spheres, kind, rows) in
        [("spheres.csv", "csv", 3), ("none.csv", "parquet", 0), ("none.parquet", "parquet", 0)]
    {
        let [alone, folder, joined] =
            ["alone", "shards", "joined"].map(|name| format!("{name}-{rows}-{spheres}.{kind}"));
        run(&place.job(spheres, &alone, None));
        for index in 0..40 {
            run(&place.job(spheres, &folder, Some((index, 40))));
        }
        assert_eq!(place.join(&folder, spheres, Some(&joined)).unwrap().queries, rows);
        assert!(place.read(&alone) == place.read(&joined), "{spheres}");
    }
}

/// The bytes of row groups outside of a shard do not matter.
#[test]
fn a_shard_of_a_parquet_reads_no_other_row_groups() {
    let place = Workplace::new();
    let path = place.path("spheres.parquet");
    write_parquet(&path, &columns(3_000), 1_000);
    for index in 0..3 {
        run(&place.job("spheres.parquet", "sound.csv", Some((index, 3))));
    }
    let second = {
        let file = ParquetRecordBatchReaderBuilder::try_new(File::open(&path).unwrap()).unwrap();
        let columns = file.metadata().row_group(1).columns().to_vec();
        let ranges = columns.iter().map(|column| column.byte_range());
        ranges.map(|(start, length)| start as usize..(start + length) as usize).collect::<Vec<_>>()
    };
    let mut bytes = fs::read(&path).unwrap();
    for range in second {
        bytes[range].fill(0xff);
    }
    fs::write(&path, bytes).unwrap();
    for index in [0, 2] {
        run(&place.job("spheres.parquet", "broken.csv", Some((index, 3))));
        let name = format!("part-00000{index}-of-000003.csv");
        assert!(
            place.read(&format!("sound.csv/{name}")) == place.read(&format!("broken.csv/{name}"))
        );
    }
    let job = place.job("spheres.parquet", "broken.csv", Some((1, 3)));
    assert!(cast::run(&job, &Interrupt::default(), &progress::hidden).is_err());
    assert!(!place.names("broken.csv").iter().any(|name| name.contains("000001-of")));
}

/// Waits until `condition` holds.
fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < Duration::from_secs(120), "{what} did not happen");
        thread::sleep(Duration::from_millis(2));
    }
}

#[cfg(unix)]
#[test]
fn a_shard_that_is_killed_is_run_again() {
    let place = Workplace::with_text(400_000);
    let errors = run(&place.job("spheres.csv", "alone.csv", None)).errors;
    let cast = |shard: &str| {
        let words = ["cast", "floor.obj", "spheres.csv", "-o", "shards.csv", "--shard", shard];
        let mut command = Command::new(env!("CARGO_BIN_EXE_tangency"));
        command.current_dir(place.0.path()).args(words).stderr(Stdio::null()).spawn().unwrap()
    };
    for shard in ["0/3", "2/3"] {
        // Each thousandth row is wrong.
        assert_eq!(cast(shard).wait().unwrap().code(), Some(1));
    }
    let is_staged = |name: &String| name.starts_with(".part-000001");
    let mut child = cast("1/3");
    wait_until("the temporary part", || place.names("shards.csv").iter().any(is_staged));
    assert!(child.try_wait().unwrap().is_none(), "it was done before it was killed");
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(
        place.refusal("shards.csv", "spheres.csv"),
        "shards.csv: shard 1/3 is not done: run again"
    );
    assert_eq!(cast("1/3").wait().unwrap().code(), Some(1));
    let output = place.tangency(&["join", "shards.csv", "spheres.csv", "-o", "joined.csv"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        format!("3 shards, 400000 spheres, 400000 rows, {errors} errors\n")
    );
    assert!(place.read("alone.csv") == place.read("joined.csv"));
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_nothing_behind() {
    let place = Workplace::with_text(400_000);
    let before = place.names("");
    let words = ["cast", "floor.obj", "spheres.csv", "-o", "shards.csv", "--shard", "0/1"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_tangency"));
    let mut child = command.current_dir(place.0.path()).args(words).spawn().unwrap();
    let folder = place.path("shards.csv");
    wait_until("the temporary part", || folder.is_dir() && !place.names("shards.csv").is_empty());
    assert!(child.try_wait().unwrap().is_none(), "it was done before the interrupt");
    assert!(
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success()
    );
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(place.names(""), before);
}

/// A job of three shards of a CSV, complete.
fn done(place: &Workplace, folder: &str) {
    for index in 0..3 {
        run(&place.job("spheres.csv", folder, Some((index, 3))));
    }
    place.join(folder, "spheres.csv", None).unwrap();
}

/// The identity of a file, regardless of its contents: a file that replaces it has another
/// identity.
#[cfg(unix)]
fn inode(path: &Path) -> u64 {
    std::os::unix::fs::MetadataExt::ino(&fs::metadata(path).unwrap())
}

#[cfg(unix)]
#[test]
fn a_shard_that_is_done_is_not_answered_again() {
    let place = Workplace::new();
    // Some spheres are so low that they overlap the floor.
    let spheres = text(3_000, ",", "\n").replace(",5,0.7,", ",0.5,0.7,");
    fs::write(place.path("spheres.csv"), spheres).unwrap();
    for kind in ["csv", "parquet"] {
        let folder = format!("shards.{kind}");
        let job = |index| place.job("spheres.csv", &folder, Some((index, 3)));
        let first: Vec<_> = (0..3).map(|index| run(&job(index))).collect();
        let part = place.path(&format!("{folder}/part-000001-of-000003.{kind}"));
        let (file, bytes) = (inode(&part), fs::read(&part).unwrap());
        for (index, first) in first.iter().enumerate() {
            assert!(!first.is_old && first.errors > 0 && first.contacts > 0 && first.overlaps > 0);
            let again = run(&job(index as u32));
            assert!(again.is_old && again.exact_path_share.is_none());
            let counts = |it: &cast::Summary| [it.queries, it.contacts, it.overlaps, it.errors];
            assert_eq!(counts(&again), counts(first));
        }
        assert_eq!(inode(&part), file);
        // An option in another form with the same meaning does not make a difference, either.
        assert!(run(&Job { t_max: Some("inf".into()), ..job(1) }).is_old);
        assert!(!run(&Job { force: true, ..job(1) }).is_old);
        assert!(inode(&part) != file && fs::read(&part).unwrap() == bytes);
        assert_eq!(place.names(&folder).len(), 6);
    }
    fs::write(place.path("sound.csv"), "x,y,z,radius,vx,vy,vz\n1,1,5,1,0,0,-1\n").unwrap();
    let words = ["cast", "floor.obj", "sound.csv", "-o", "sound-shards.csv", "--shard", "0/1"];
    let said = |words: &[&str]| {
        let output = place.tangency(words);
        assert_eq!(output.status.code(), Some(0), "{words:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let told = "shard 0/1 exists already, complete and of this job, so it was not computed again";
    assert!(!said(&words).contains(told));
    assert!(said(&words).contains(told));
    assert!(!said(&[&words[..], &["--force"]].concat()).contains(told));
}

#[test]
fn what_is_damaged_or_of_another_job_is_answered_again() {
    let place = Workplace::with_text(300);
    fs::write(place.path("other.obj"), OTHER_FLOORS).unwrap();
    let shards = |change: &dyn Fn(&mut Job)| {
        let mut job = place.job("spheres.csv", "shards.csv", Some((1, 3)));
        change(&mut job);
        run(&job).is_old
    };
    type Change = fn(&mut Job);
    let changes: [Change; 5] = [
        |job| job.t_max = Some("2.5".into()),
        |job| job.scalar = Scalar::F32,
        |job| job.question = Question::Any,
        |job| {
            job.source =
                Source::File(job.tables.as_ref().unwrap().spheres.with_file_name("other.obj"))
        },
        |job| job.shard = Some(Shard::new(1, 4).unwrap()),
    ];
    for (number, change) in changes.into_iter().enumerate() {
        shards(&|_| {});
        assert!(shards(&|_| {}), "{number}");
        assert!(!shards(&change), "{number}");
        assert!(shards(&change), "{number}");
    }
    for name in ["part-000001-of-000004.csv", "_part-000001-of-000004.json"] {
        fs::remove_file(place.path(&format!("shards.csv/{name}"))).unwrap();
    }

    done(&place, "shards.csv");
    let (part, manifest) = (
        place.path("shards.csv/part-000001-of-000003.csv"),
        place.path("shards.csv/_part-000001-of-000003.json"),
    );
    let (sound, told) = (fs::read(&part).unwrap(), fs::read(&manifest).unwrap());
    let mut flipped = sound.clone();
    flipped[sound.len() / 2] ^= 1;
    let cut = sound[..sound.len() - 1].to_vec();
    let long = [&sound[..], b"\n"].concat();
    let other = place.read("shards.csv/_part-000000-of-000003.json");
    let damages: [(&Path, Option<Vec<u8>>); 8] = [
        (&part, Some(flipped)),
        (&part, Some(cut)),
        (&part, Some(long)),
        (&part, None),
        (&manifest, None),
        (&manifest, Some(b"{}".to_vec())),
        (&manifest, Some(told[..told.len() / 2].to_vec())),
        (&manifest, Some(other)),
    ];
    for (number, (path, damage)) in damages.into_iter().enumerate() {
        match damage {
            Some(bytes) => fs::write(path, bytes).unwrap(),
            None => fs::remove_file(path).unwrap(),
        }
        assert!(!shards(&|_| {}), "{number}");
        assert!(fs::read(&part).unwrap() == sound && fs::read(&manifest).unwrap() == told);
    }

    // The spheres differ only in this shard, and the file has the same length and header.
    let text = String::from_utf8(place.read("spheres.csv")).unwrap();
    let changed = text.replacen("row 152,", "now 152,", 1);
    assert_ne!(text, changed);
    fs::write(place.path("spheres.csv"), &changed).unwrap();
    assert!(run(&place.job("spheres.csv", "shards.csv", Some((0, 3)))).is_old);
    assert!(!shards(&|_| {}));
    place.join("shards.csv", "spheres.csv", None).unwrap();
}

#[test]
fn what_is_missing_is_named() {
    let place = Workplace::with_text(100);
    done(&place, "shards.csv");
    let part = |i: u32| place.path(&format!("shards.csv/part-00000{i}-of-000003.csv"));
    let manifest = |i: u32| place.path(&format!("shards.csv/_part-00000{i}-of-000003.json"));
    fs::remove_file(part(1)).unwrap();
    assert_eq!(
        place.refusal("shards.csv", "spheres.csv"),
        "shards.csv: shard 1/3 is not done: run again"
    );
    // This is a part that was put in its place just before the process was killed.
    fs::remove_file(manifest(2)).unwrap();
    assert_eq!(
        place.refusal("shards.csv", "spheres.csv"),
        "shards.csv: shards 1/3, 2/3 are not done: run again"
    );
    for index in [1, 2] {
        run(&place.job("spheres.csv", "shards.csv", Some((index, 3))));
    }
    place.join("shards.csv", "spheres.csv", None).unwrap();
    fs::write(manifest(0), "{}").unwrap();
    let refusal = place.refusal("shards.csv", "spheres.csv");
    assert!(
        refusal.starts_with("shards.csv/_part-000000-of-000003.json: missing field"),
        "{refusal}"
    );
    fs::create_dir(place.path("empty.csv")).unwrap();
    assert_eq!(place.refusal("empty.csv", "spheres.csv"), "empty.csv: contains no shards");
}

#[test]
fn shards_of_other_jobs_are_refused_by_name() {
    let place = Workplace::with_text(100);
    type Change = fn(&mut Job);
    let changes: [(&str, Change); 4] = [
        ("t_max of the one is none, of the other 2.5", |job| job.t_max = Some("2.50".into())),
        ("scalar of the one is f64, of the other f32", |job| job.scalar = Scalar::F32),
        ("question of the one is first, of the other any", |job| job.question = Question::Any),
        ("target of the one is the mesh ", |job| {
            let Source::File(path) = &mut job.source else { panic!() };
            path.set_file_name("other.obj");
        }),
    ];
    fs::write(place.path("other.obj"), OTHER_FLOORS).unwrap();
    for (what, change) in changes {
        done(&place, "shards.csv");
        let mut job = place.job("spheres.csv", "shards.csv", Some((1, 3)));
        change(&mut job);
        run(&job);
        let refusal = place.refusal("shards.csv", "spheres.csv");
        let expected = format!("shards.csv: shards 0/3 and 1/3 do not belong together: the {what}");
        assert!(refusal.starts_with(&expected), "{refusal}");
    }
    // The end is the same but written differently, and the mesh is the same but from another file.
    done(&place, "shards.csv");
    let mut job = place.job("spheres.csv", "shards.csv", Some((1, 3)));
    job.t_max = Some("inf".into());
    job.save_tree = Some(place.path("floor.tree"));
    run(&job);
    (job.source, job.save_tree) = (Source::File(place.path("floor.tree")), None);
    run(&job);
    place.join("shards.csv", "spheres.csv", None).unwrap();

    // These are shards of a job with another number of shards.
    run(&place.job("spheres.csv", "shards.csv", Some((3, 4))));
    assert_eq!(
        place.refusal("shards.csv", "spheres.csv"),
        "shards.csv: has shards of a job with 3 and of a job with 4 shards: remove those of one job"
    );
    for name in ["part-000003-of-000004.csv", "_part-000003-of-000004.json"] {
        fs::remove_file(place.path(&format!("shards.csv/{name}"))).unwrap();
    }

    // Files that are not shards are refused, except files that no reader takes for a part.
    fs::write(place.path("shards.csv/_SUCCESS"), "").unwrap();
    place.join("shards.csv", "spheres.csv", None).unwrap();
    fs::write(place.path("shards.csv/notes.csv"), "x\n1\n").unwrap();
    assert_eq!(
        place.refusal("shards.csv", "spheres.csv"),
        "shards.csv/notes.csv: is not a part of this job: remove it, or begin its name with _"
    );
    fs::remove_file(place.path("shards.csv/notes.csv")).unwrap();

    // A part has the name of another one, with its manifest and without.
    let rename = |from: &str, to: &str| {
        fs::copy(
            place.path(&format!("shards.csv/{from}")),
            place.path(&format!("shards.csv/{to}")),
        )
        .unwrap();
    };
    rename("part-000000-of-000003.csv", "part-000001-of-000003.csv");
    assert_eq!(
        place.refusal("shards.csv", "spheres.csv"),
        "shards.csv: shard 1/3 is not as the manifest specifies: run again"
    );
    rename("_part-000000-of-000003.json", "_part-000001-of-000003.json");
    assert_eq!(
        place.refusal("shards.csv", "spheres.csv"),
        "shards.csv/_part-000001-of-000003.json: is the manifest of shard 0/3"
    );
}

#[test]
fn a_damaged_part_is_named() {
    let place = Workplace::with_text(100);
    for kind in ["csv", "parquet"] {
        let folder = format!("shards.{kind}");
        done(&place, &folder);
        let part = format!("{folder}/part-000002-of-000003.{kind}");
        let mut bytes = place.read(&part);
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        fs::write(place.path(&part), bytes).unwrap();
        let refused = place.join(&folder, "spheres.csv", None).unwrap_err().to_string();
        assert!(
            refused.ends_with("shard 2/3 is not as the manifest specifies: run again"),
            "{refused}"
        );
    }
}

/// A value changes while a job is running. In a Parquet, the length and the footer may stay the
/// same.
#[test]
fn shards_from_before_and_after_a_change_are_not_mixed() {
    let place = Workplace::new();
    let (spheres, batch) = (place.path("spheres.parquet"), columns(300));
    write_parquet(&spheres, &batch, 100);
    let old = fs::read(&spheres).unwrap();
    let cast = |index| {
        run(&place.job("spheres.parquet", "shards.csv", Some((index, 3))));
    };
    [0, 1].into_iter().for_each(cast);
    // The z of one row in the second group changes, which is neither the least nor the greatest
    // value of its column.
    let z: Vec<f64> = (0..300).map(|i| if i == 150 { 4.75 } else { 5.0 }).collect();
    let z: Vec<f64> = z.into_iter().enumerate().map(|(i, z)| z + (i % 7) as f64).collect();
    let with_z = |change: f64| {
        let z = Float64Array::from_iter_values(
            z.iter().enumerate().map(|(i, z)| if i == 151 { z + change } else { *z }),
        );
        let mut all = batch.columns().to_vec();
        all[2] = Arc::new(z);
        write_parquet(&spheres, &RecordBatch::try_new(batch.schema(), all).unwrap(), 100);
        fs::read(&spheres).unwrap()
    };
    let (one, other) = (with_z(0.25), with_z(0.5));
    let footer = |bytes: &[u8]| {
        let length = u32::from_le_bytes(bytes[bytes.len() - 8..][..4].try_into().unwrap());
        bytes[bytes.len() - 8 - length as usize..].to_vec()
    };
    assert!(one != other && one.len() == other.len() && footer(&one) == footer(&other));

    // The footer differs, which the manifests show.
    cast(2);
    let refusal = place.refusal("shards.csv", "spheres.parquet");
    let expected = "shards.csv: shards 0/3 and 2/3 do not belong together: the ";
    assert!(refusal.starts_with(expected), "{refusal}");
    // The footer is the same, so only the bytes show the difference.
    fs::write(&spheres, &one).unwrap();
    [0, 1].into_iter().for_each(cast);
    fs::write(&spheres, &other).unwrap();
    cast(2);
    assert_eq!(
        place.refusal("shards.csv", "spheres.parquet"),
        "shards.csv: shard 1/3 is of another state of spheres.parquet: run again"
    );
    cast(1);
    place.join("shards.csv", "spheres.parquet", None).unwrap();
    // This is a completely different table.
    fs::write(&spheres, old).unwrap();
    let refusal = place.refusal("shards.csv", "spheres.parquet");
    assert!(refusal.starts_with("spheres.parquet: "), "{refusal}");
}

#[test]
fn words_that_make_no_sense_are_refused() {
    let place = Workplace::with_text(10);
    let before = place.names("");
    let refused = |words: &[&str], expected: &str| {
        let output = place.tangency(words);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.contains(expected), "{message}");
        assert_eq!(place.names(""), before);
    };
    let cast = ["cast", "floor.obj", "spheres.csv", "-o", "shards.csv", "--shard"];
    for shard in ["3/3", "-1/3", "1", "0/0", "1/2/3", "a/b", "0/1000001"] {
        refused(&[&cast[..], &[shard]].concat(), "must be I/N: the I-th of N shards");
    }
    refused(&["cast", "floor.obj", "--save-tree", "t", "--shard", "0/1"], "--output <OUT>");
    refused(&["cast", "floor.obj", "spheres.csv", "-o", "out.csv", "--force"], "--shard <I/N>");
    refused(
        &["cast", "floor.obj", "spheres.csv", "-o", "spheres.csv", "--shard", "0/1"],
        "spheres.csv: exists already and is not a folder",
    );
    refused(
        &["cast", "floor.obj", "spheres.csv", "-o", "no/shards.csv", "--shard", "0/1"],
        "no/shards.csv: No such file",
    );
    refused(
        &["cast", "floor.obj", "spheres.csv", "-o", "shards.txt", "--shard", "0/1"],
        "shards.txt: the name of a table must end in",
    );
    refused(&["join", "no.csv", "spheres.csv"], "no.csv: No such file");
    refused(
        &["join", "shards.csv", "spheres.csv", "-o", "joined.parquet"],
        "joined.parquet: the shards are csv, and the joined table must be, too",
    );
}
