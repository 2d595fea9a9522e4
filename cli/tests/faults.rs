//! Tests faults: a job is killed, the disk is full, files change while they are read, two jobs
//! write the same file, a saved tree is damaged, clients of `tangency view` are hostile.
//!
//! The right bytes are the output of an undisturbed run; other tests check its answers. Here an
//! output must have either its old bytes or the right bytes.

#![cfg(unix)]
// The helpers of tests are not tests to clippy.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod jobs;
#[path = "../../tests/random/mod.rs"]
mod random;

use arrow_array::{ArrayRef, Float64Array, RecordBatch};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use parquet::arrow::ArrowWriter;
use random::Random;
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::os::unix::fs::FileExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};
use tangency_cli::view::{self, Serving, View};
use tangency_files::cast::{self, CastError, Job};
use tangency_files::join;
use tangency_files::table::{Question, Shard};
use tangency_files::{Interrupt, progress};
use tempfile::{TempDir, tempdir};

const SEED: u64 = 0x0bad_d15c;

/// A random time up to this time.
fn within(random: &mut Random, time: Duration) -> Duration {
    time.mul_f64(random.between(0.0, 1.0))
}

/// Hills with integer heights over a square of `n` by `n` cells.
fn hills(n: usize) -> String {
    let vertex = |i: usize, j: usize| format!("v {i} {j} {}\n", (i * 7 + j * 5) % 4);
    let vertices = (0..=n).flat_map(|j| (0..=n).map(move |i| vertex(i, j)));
    let at = |i, j| j * (n + 1) + i + 1;
    let cell = |i, j| (at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
    let faces = (0..n).flat_map(|j| (0..n).map(move |i| cell(i, j)));
    let faces = faces.map(|(a, b, c, d)| format!("f {a} {b} {c}\nf {a} {c} {d}\n"));
    vertices.chain(faces).collect()
}

const COLUMNS: [&str; 7] = ["x", "y", "z", "radius", "vx", "vy", "vz"];

/// Spheres above the hills, most of which fall on the hills.
fn spheres(count: usize) -> impl Iterator<Item = [f64; 7]> {
    (0..count).map(|i| {
        let eighths = |factor: usize, past: usize| (i * factor % past) as f64 / 8.0;
        let velocity = [eighths(11, 32) - 2.0, eighths(17, 24) - 1.0, -eighths(5, 16) - 0.125];
        let [vx, vy, vz] = velocity;
        [eighths(37, 230), eighths(53, 210), 5.0 + eighths(29, 64), eighths(3, 7), vx, vy, vz]
    })
}

fn csv(count: usize) -> String {
    let rows = spheres(count).map(|row| row.map(|x| x.to_string()).join(",") + "\n");
    COLUMNS.join(",") + "\n" + &rows.collect::<String>()
}

fn write_parquet(path: &Path, count: usize) {
    let column = |k| Arc::new(Float64Array::from_iter(spheres(count).map(|row| Some(row[k]))));
    let columns = COLUMNS.iter().enumerate().map(|(k, &name)| (name, column(k) as ArrayRef));
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    let mut writer =
        ArrowWriter::try_new(File::create(path).unwrap(), batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
}

/// A directory with hills.obj and spheres.csv.
struct Place(TempDir);

impl Place {
    fn new(cells: usize, rows: usize) -> Self {
        let place = Self(tempdir().unwrap());
        fs::write(place.path("hills.obj"), hills(cells)).unwrap();
        fs::write(place.path("spheres.csv"), csv(rows)).unwrap();
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    fn command(&self, words: &[String]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tangency"));
        command.current_dir(self.0.path()).args(words).stdin(Stdio::null());
        command
    }

    fn start(&self, words: &[String]) -> Child {
        self.command(words).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    }

    fn run(&self, words: &[String]) -> Output {
        self.command(words).output().unwrap()
    }

    /// Runs a command that must succeed.
    fn done(&self, words: &[String]) {
        let output = self.run(words);
        assert_eq!(output.status.code(), Some(0), "{words:?}: {}", stderr(&output));
    }

    /// The temporary files in all folders in which the jobs write, which are being written or were
    /// left behind.
    fn unfinished(&self) -> Vec<String> {
        let mut found = Vec::new();
        for folder in ["", "full", "shards.csv", "full/shards.csv"] {
            let entries = fs::read_dir(self.path(folder)).into_iter().flatten();
            let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
            found.extend(names.filter(|name| name.starts_with('.')));
        }
        found
    }

    fn wait_for_output(&self, child: &mut Child) {
        let start = Instant::now();
        while self.unfinished().is_empty() && child.try_wait().unwrap().is_none() {
            assert!(start.elapsed() < Duration::from_secs(60), "nothing was written");
            thread::sleep(Duration::from_micros(200));
        }
    }
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn words(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

/// A command and the files that it makes, in the order in which it puts them in place.
struct Deed {
    words: Vec<String>,
    outputs: Vec<String>,
    right: Vec<Vec<u8>>,
    time: Duration,
}

const PRECIOUS: &[u8] = b"precious";

/// Runs every kind of job once, with its outputs in a folder.
fn deeds(place: &Place, folder: &str) -> Vec<Deed> {
    for shard in ["0/2", "1/2"] {
        let text = "cast hills.obj spheres.csv -o done.csv --shard ".to_owned() + shard;
        place.done(&words(&text));
    }
    let part = "/part-000001-of-000002.csv";
    let manifest = "/_part-000001-of-000002.json";
    let jobs = [
        ("cast hills.obj spheres.csv -o @out.csv", vec!["out.csv"]),
        ("cast hills.obj spheres.csv -o @out.parquet --any", vec!["out.parquet"]),
        (
            "cast hills.obj spheres.csv --all -o @all.csv --save-tree @new.tree",
            vec!["all.csv", "new.tree"],
        ),
        ("cast hills.obj --save-tree @alone.tree", vec!["alone.tree"]),
        (
            "cast hills.obj spheres.csv -o @shards.csv --shard 1/2",
            vec!["shards.csv@part", "shards.csv@manifest"],
        ),
        ("join done.csv spheres.csv -o @joined.csv", vec!["joined.csv"]),
    ];
    let deed = |(text, outputs): (&str, Vec<&str>)| {
        let words = words(&text.replace('@', folder));
        let name = |name: &str| {
            folder.to_owned() + &name.replace("@part", part).replace("@manifest", manifest)
        };
        let outputs: Vec<_> = outputs.into_iter().map(name).collect();
        let mut times = [Duration::ZERO; 3];
        for time in &mut times {
            set(place, &outputs, false);
            let start = Instant::now();
            place.done(&words);
            *time = start.elapsed();
        }
        times.sort();
        let right = outputs.iter().map(|name| place.read(name)).collect();
        Deed { words, outputs, right, time: times[1] }
    };
    jobs.into_iter().map(deed).collect()
}

/// Restores the old file of each output, or removes the output.
fn set(place: &Place, outputs: &[String], is_there: bool) {
    for name in outputs {
        let path = place.path(name);
        match is_there {
            true => {
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, PRECIOUS).unwrap();
            }
            false => drop(fs::remove_file(path)),
        }
    }
}

impl Deed {
    /// The number of outputs with the right bytes. All others must be unchanged, and no output may
    /// be in place before an earlier one.
    fn whole(&self, place: &Place, was_there: bool) -> usize {
        let before = was_there.then_some(PRECIOUS);
        let are_right: Vec<bool> = (self.outputs.iter().zip(&self.right))
            .map(|(name, right)| {
                let found = fs::read(place.path(name)).ok();
                let is_right = found.as_ref() == Some(right);
                assert!(is_right || found.as_deref() == before, "{name} is half written");
                is_right
            })
            .collect();
        assert!(are_right.is_sorted_by(|one, next| one >= next), "{are_right:?}");
        are_right.into_iter().filter(|&is_right| is_right).count()
    }

    fn assert_undone(&self, place: &Place, was_there: bool) {
        assert_eq!(self.whole(place, was_there), 0, "{:?}", self.words);
        assert_eq!(place.unfinished(), [""; 0], "{:?}", self.words);
    }

    /// Runs the command again, after any fault.
    fn again(&self, place: &Place) {
        place.done(&self.words);
        assert_eq!(self.whole(place, false), self.outputs.len());
        assert_eq!(place.unfinished(), [""; 0], "{:?}", self.words);
    }

    /// Starts the command and waits: up to its whole running time or, with `if_begun`, until it
    /// writes and somewhat longer.
    fn start(&self, place: &Place, if_begun: bool, random: &mut Random) -> Child {
        let mut child = place.start(&self.words);
        if if_begun {
            place.wait_for_output(&mut child);
            thread::sleep(within(random, self.time / 4));
        } else {
            thread::sleep(within(random, self.time.mul_f64(1.1)));
        }
        child
    }
}

fn kills(count: usize) {
    let place = Place::new(24, 4_000);
    let deeds = deeds(&place, "");
    let mut random = Random(SEED);
    let (mut alive, mut left_behind) = (0, 0);
    for i in 0..count {
        let (deed, was_there) = (&deeds[i % deeds.len()], random.index(2) == 0);
        set(&place, &deed.outputs, was_there);
        let mut child = deed.start(&place, random.index(3) == 0, &mut random);
        child.kill().unwrap();
        let is_killed = child.wait().unwrap().signal() == Some(9);
        let whole = deed.whole(&place, was_there);
        assert!(is_killed || whole == deed.outputs.len());
        let left = place.unfinished();
        // A leftover has a temporary name, and exists only if the job was killed.
        for name in &left {
            let end = format!(".{}-", child.id());
            let number = name.strip_suffix(".part").and_then(|name| name.split_once(&end));
            let (start, number) = number.expect(name);
            assert!(number.parse::<u32>().is_ok() && start.len() > 1, "{name}");
            assert!(is_killed, "{name}");
        }
        alive += usize::from(is_killed);
        left_behind += usize::from(!left.is_empty());
        deed.again(&place);
    }
    eprintln!("{count} kills: {alive} before the end, {left_behind} while a file was written");
    assert!(alive * 2 > count && left_behind * 10 > count, "{alive}, {left_behind}");
}

#[test]
fn a_hundred_kills() {
    kills(100);
}

/// Run by `cargo test --workspace --test faults -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes"]
fn a_thousand_kills() {
    kills(1_000);
}

/// SIGTERM may come at any time. Then the job has done either nothing or everything, as its exit
/// status reports.
#[test]
fn sixty_interrupts() {
    let place = Place::new(24, 4_000);
    let deeds = deeds(&place, "");
    let mut random = Random(SEED ^ 1);
    let mut interrupted = 0;
    for i in 0..60 {
        let (deed, was_there) = (&deeds[i % deeds.len()], random.index(2) == 0);
        let signal = [Signal::SIGTERM, Signal::SIGINT][random.index(2)];
        set(&place, &deed.outputs, was_there);
        let mut child = deed.start(&place, random.index(2) == 0, &mut random);
        if child.try_wait().unwrap().is_none() {
            kill(Pid::from_raw(child.id() as i32), signal).unwrap();
        }
        let output = child.wait_with_output().unwrap();
        let words = &deed.words;
        match output.status.code() {
            Some(0) => {
                assert_eq!(deed.whole(&place, was_there), deed.outputs.len(), "{words:?}");
                assert_eq!(place.unfinished(), [""; 0], "{words:?}");
            }
            // Either the signal came before its handler was installed, or the handler has run.
            None => {
                assert_eq!(output.status.signal(), Some(signal as i32));
                deed.assert_undone(&place, was_there);
            }
            code => {
                assert_eq!(code, Some(130), "{words:?}: {}", stderr(&output));
                deed.assert_undone(&place, was_there);
                interrupted += 1;
            }
        }
    }
    assert!(interrupted > 15, "{interrupted}");
}

/// A small disk that is mounted for a test.
#[cfg(target_os = "linux")]
struct Disk(PathBuf);

#[cfg(target_os = "linux")]
impl Disk {
    /// Mounts a disk of this size; `None` if this user may not mount one.
    fn of(path: PathBuf, bytes: usize) -> Option<Self> {
        fs::create_dir_all(&path).unwrap();
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={bytes}"), "tmpfs"]).arg(&path);
        let mounted = mount.stderr(Stdio::null()).status();
        mounted.is_ok_and(|status| status.success()).then_some(Self(path))
    }
}

#[cfg(target_os = "linux")]
impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

impl Deed {
    fn assert_told(&self, output: &Output, reason: &str) {
        let message = stderr(output);
        assert_eq!(output.status.code(), Some(2), "{:?}: {message}", self.words);
        let is_named = self.outputs.iter().any(|name| message.contains(name.as_str()));
        assert!(message.starts_with("tangency: ") && is_named, "{message}");
        assert!(message.contains(reason), "{message}");
    }
}

/// If the user may not mount a disk, the test covers only limits of file sizes.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_nothing_and_is_told() {
    const PAGE: usize = 4096;
    let place = Place::new(24, 4_000);
    fs::create_dir(place.path("full")).unwrap();
    for deed in deeds(&place, "full/") {
        let size: usize = deed.right.iter().map(Vec::len).sum();
        for room in [PAGE, size / 2, size / PAGE * PAGE] {
            let Some(_disk) = Disk::of(place.path("full"), room) else {
                eprintln!("no disk could be mounted: not tested");
                return;
            };
            let was_there = room % 2 == 0;
            set(&place, &deed.outputs[..1], was_there);
            let output = place.run(&deed.words);
            deed.assert_told(&output, "No space left on device");
            assert_eq!(place.unfinished(), [""; 0], "{:?}", deed.words);
            let found = fs::read(place.path(&deed.outputs[0])).ok();
            assert_eq!(found.as_deref(), was_there.then_some(PRECIOUS));
            assert!(deed.outputs[1..].iter().all(|name| !place.path(name).exists()));
        }
        let _disk = Disk::of(place.path("full"), 2 * size + 64 * PAGE).unwrap();
        deed.again(&place);
    }
}

#[test]
fn a_file_that_must_not_grow_leaves_nothing_and_is_told() {
    let place = Place::new(24, 4_000);
    for deed in deeds(&place, "") {
        let largest = deed.right.iter().map(Vec::len).max().unwrap();
        for blocks in [0, 1, largest / 2 / 1024] {
            let was_there = blocks > 0;
            set(&place, &deed.outputs, was_there);
            let command = format!("ulimit -f {blocks}; exec \"$0\" {}", deed.words.join(" "));
            let mut shell = Command::new("sh");
            shell.current_dir(place.0.path()).stdin(Stdio::null());
            shell.args(["-c", &command, env!("CARGO_BIN_EXE_tangency")]);
            deed.assert_told(&shell.output().unwrap(), "File too large");
            deed.assert_undone(&place, was_there);
        }
        deed.again(&place);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_that_is_full_is_told() {
    let place = Place::new(4, 10);
    std::os::unix::fs::symlink("/dev/full", place.path("full.csv")).unwrap();
    let output = place.run(&words("cast hills.obj spheres.csv -o full.csv"));
    let told = "tangency: full.csv: exists already and is not a file\n";
    assert_eq!((output.status.code(), &*stderr(&output)), (Some(2), told));
    fs::write(place.path("requests"), "7\n").unwrap();
    let mut query = place.command(&words("query"));
    query.stdin(File::open(place.path("requests")).unwrap());
    query.stdout(OpenOptions::new().write(true).open("/dev/full").unwrap());
    let output = query.output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).starts_with("tangency: cannot write the answers: No space left"));
}

/// A number of rows so great that the first rows are written before the last are read.
const MANY: usize = 90_000;

fn job(place: &Place, spheres: &str, output: &str, shard: Option<(u32, u32)>) -> Job {
    let shard = shard.map(|(index, count)| Shard::new(index, count).unwrap());
    let [mesh, spheres, output] = ["hills.obj", spheres, output].map(|name| place.path(name));
    Job { shard, ..jobs::job(mesh, spheres, output) }
}

type Progressed = Box<dyn FnMut(usize) + Send>;

/// Calls a function once the first rows are written.
fn at_first_rows(
    change: impl FnOnce() + Clone + Send + 'static,
) -> impl Fn(Option<u64>) -> Progressed {
    move |_| {
        let mut change = Some(change.clone());
        Box::new(move |_| {
            if let Some(change) = change.take() {
                change();
            }
        })
    }
}

/// Runs a job and changes its files meanwhile.
fn run_with(
    job: &Job,
    change: impl FnOnce() + Clone + Send + 'static,
) -> Result<cast::Summary, CastError> {
    cast::run(job, &Interrupt::default(), &at_first_rows(change))
}

const CHANGED: &str = "was changed while it was read: run again";

fn in_place(path: &Path) -> File {
    OpenOptions::new().write(true).open(path).unwrap()
}

#[test]
fn a_table_that_changes_while_it_is_read_is_refused() {
    let place = Place::new(3, MANY);
    write_parquet(&place.path("spheres.parquet"), MANY);
    type Change = fn(&Path);
    let changes: [(&str, Change); 3] = [
        ("cut", |path| {
            in_place(path).set_len(fs::metadata(path).unwrap().len() / 5 * 4 - 3).unwrap()
        }),
        ("longer", |path| {
            let mut file = OpenOptions::new().append(true).open(path).unwrap();
            file.write_all(b"1,1,5,1,0,0,-1\n").unwrap();
        }),
        ("other", |path| {
            let length = fs::metadata(path).unwrap().len();
            in_place(path).write_all_at(b"1", length / 5 * 4).unwrap();
        }),
    ];
    for spheres in ["spheres.csv", "spheres.parquet"] {
        let good = place.read(spheres);
        for (what, change) in changes {
            for shard in [None, Some((0, 1))] {
                fs::write(place.path(spheres), &good).unwrap();
                let output = if shard.is_some() { "shards.csv" } else { "out.csv" };
                if shard.is_none() {
                    fs::write(place.path(output), PRECIOUS).unwrap();
                }
                let path = place.path(spheres);
                let result = run_with(&job(&place, spheres, output, shard), move || change(&path));
                let told = format!("{}: {CHANGED}", place.path(spheres).display());
                assert_eq!(result.map_err(|error| error.to_string()).err(), Some(told), "{what}");
                match shard {
                    None => assert_eq!(place.read(output), PRECIOUS),
                    Some(_) => assert!(!place.path(output).exists(), "{what}"),
                }
                assert_eq!(place.unfinished(), [""; 0]);
            }
        }
    }
}

/// A table that is replaced in one step does not disturb its readers, but all parts of a job must
/// be made from one table.
#[test]
fn a_table_that_is_replaced_is_read_to_its_end() {
    let place = Place::new(3, MANY);
    let good = place.read("spheres.csv");
    let right = {
        cast::run(
            &job(&place, "spheres.csv", "right.csv", None),
            &Interrupt::default(),
            &progress::hidden,
        )
        .unwrap();
        place.read("right.csv")
    };
    let other = String::from_utf8(good.clone()).unwrap().replace("\n1,", "\n2,");
    for shard in [None, Some((1, 2))] {
        fs::write(place.path("spheres.csv"), &good).unwrap();
        fs::write(place.path("other"), &other).unwrap();
        let (from, to) = (place.path("other"), place.path("spheres.csv"));
        let replace = move || fs::rename(from, to).unwrap();
        let name = if shard.is_some() { "shards.csv" } else { "out.csv" };
        let result = run_with(&job(&place, "spheres.csv", name, shard), replace);
        assert_eq!(place.unfinished(), [""; 0]);
        match shard {
            None => {
                assert_eq!(result.unwrap().queries, MANY as u64);
                assert!(place.read("out.csv") == right);
            }
            Some(_) => {
                let told = format!("{}: {CHANGED}", place.path("spheres.csv").display());
                assert_eq!(result.unwrap_err().to_string(), told);
                assert!(!place.path(name).exists());
            }
        }
    }
}

/// After a part was checked, another run of its shard replaces it by a part of another job.
#[test]
fn a_part_that_is_replaced_while_it_is_joined_is_refused() {
    let place = Place::new(3, 300);
    for kind in ["csv", "parquet"] {
        let folder = format!("parts.{kind}");
        let run = |folder: &str, shard, question| {
            let job = Job { question, ..job(&place, "spheres.csv", folder, Some((shard, 2))) };
            cast::run(&job, &Interrupt::default(), &progress::hidden).unwrap();
        };
        (0..2).for_each(|shard| run(&folder, shard, Question::First));
        let of_others = format!("others.{kind}");
        run(&of_others, 1, Question::First);
        let name = format!("part-000001-of-000002.{kind}");
        let (from, to) = (place.path(&of_others).join(&name), place.path(&folder).join(&name));
        let output = place.path(&format!("joined.{kind}"));
        fs::write(&output, PRECIOUS).unwrap();
        let job = join::Job {
            folder: place.path(&folder),
            spheres: place.path("spheres.csv"),
            output: Some(output.clone()),
        };
        let told = format!("{}: {CHANGED}", to.display());
        let replace = at_first_rows(move || fs::rename(&from, &to).unwrap());
        let result = join::run(&job, &Interrupt::default(), &replace);
        assert_eq!(result.unwrap_err().to_string(), told);
        assert_eq!(fs::read(&output).unwrap(), PRECIOUS);
        assert_eq!(place.unfinished(), [""; 0]);
        join::run(&job, &Interrupt::default(), &progress::hidden).unwrap();
    }
}

/// The first line names a mesh that comes through a pipe. So the scene is open, but its later lines
/// are not read yet, when these are changed. `Opened` has such a test for a mesh.
#[test]
fn a_scene_that_changes_while_it_is_read_is_refused() {
    let place = Place::new(3, 20);
    let pipe = place.path("pipe.obj");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let first = "{\"mesh\":{\"path\":\"pipe.obj\"}}\n";
    let line = |x: u32| format!("{{\"point\":{{\"position\":[{x},0,0],\"radius\":1}}}}\n");
    // The scene is longer than the bytes of one read.
    let good = first.to_owned() + &(1000..6000).map(line).collect::<String>();
    type Change = fn(&File, u64);
    let changes: [(&str, Change); 3] = [
        ("cut", |file, length| file.set_len(length / 45 * 45 - 4500).unwrap()),
        ("longer", |file, length| file.write_all_at(b"\n\n", length).unwrap()),
        ("other", |file, length| file.write_all_at(b"9", length - 19).unwrap()),
    ];
    for (what, change) in changes {
        fs::write(place.path("scene.jsonl"), &good).unwrap();
        fs::write(place.path("out.csv"), PRECIOUS).unwrap();
        let child = place.start(&words("cast scene.jsonl spheres.csv -o out.csv"));
        // Opening the pipe waits for its reader.
        let mut mesh = in_place(&pipe);
        change(&in_place(&place.path("scene.jsonl")), good.len() as u64);
        mesh.write_all(hills(3).as_bytes()).unwrap();
        drop(mesh);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{what}");
        let told = format!("tangency: cannot read scene.jsonl: {CHANGED}\n");
        assert_eq!(stderr(&output), told, "{what}");
        assert_eq!(place.read("out.csv"), PRECIOUS);
    }
}

/// Starts a cast on t.tree, and changes this file when answers are written.
fn cast_on_changed_tree(place: &Place, change: impl FnOnce(&File)) -> Output {
    fs::write(place.path("out.csv"), PRECIOUS).unwrap();
    let mut child = place.start(&words("cast t.tree spheres.csv -o out.csv"));
    place.wait_for_output(&mut child);
    let tree = OpenOptions::new().read(true).write(true).open(place.path("t.tree")).unwrap();
    assert!(child.try_wait().unwrap().is_none(), "it was done too soon");
    change(&tree);
    let output = child.wait_with_output().unwrap();
    assert_eq!(place.read("out.csv"), PRECIOUS, "{output:?}");
    output
}

#[test]
fn a_tree_that_changes_while_it_is_searched_is_refused() {
    let place = Place::new(60, MANY);
    place.done(&words("cast hills.obj --save-tree t.tree"));
    let good = place.read("t.tree");
    let output = cast_on_changed_tree(&place, |tree| {
        for place in (good.len() / 4..good.len() / 2).step_by(64) {
            tree.write_all_at(&[good[place] ^ 1], place as u64).unwrap();
        }
    });
    assert_eq!(output.status.code(), Some(2));
    // Only this message is printed, even if a thread has found the damage before.
    assert_eq!(stderr(&output), format!("tangency: cannot read t.tree: {CHANGED}\n"));
    assert_eq!(place.unfinished(), [""; 0]);
}

/// The system ends a process that reads a mapped file past an end that was cut off.
#[test]
fn a_tree_that_is_cut_off_while_it_is_searched_gives_no_answers() {
    let place = Place::new(60, MANY);
    place.done(&words("cast hills.obj --save-tree t.tree"));
    let good = place.read("t.tree");
    let output = cast_on_changed_tree(&place, |tree| tree.set_len(0).unwrap());
    eprintln!("{}: {}", output.status, stderr(&output));
    let is_ended = |status: ExitStatus| status.signal() == Some(Signal::SIGBUS as i32);
    assert!(output.status.code() == Some(2) || is_ended(output.status), "{output:?}");
    // The tree is restored, as after any killed job.
    fs::write(place.path("t.tree"), good).unwrap();
    place.done(&words("cast t.tree spheres.csv -o out.csv"));
    assert_eq!(place.unfinished(), [""; 0]);
}

#[test]
fn of_two_writers_one_is_right() {
    let place = Place::new(24, 4_000);
    let tasks = ["", " --any"].map(|more| {
        words(&format!("cast hills.obj spheres.csv -o out.csv --save-tree t.tree{more}"))
    });
    // The slower job would usually finish last, so the second job starts at a random time within
    // the running time of the first.
    let mut longest = Duration::ZERO;
    let right = tasks.clone().map(|task| {
        let start = Instant::now();
        place.done(&task);
        longest = longest.max(start.elapsed());
        place.read("out.csv")
    });
    let tree = place.read("t.tree");
    assert!(right[0] != right[1]);
    let mut random = Random(SEED ^ 3);
    let mut wins = [0; 2];
    for _ in 0..24 {
        let first = random.index(2);
        let one = place.start(&tasks[first]);
        thread::sleep(within(&mut random, longest));
        let other = place.start(&tasks[1 - first]);
        for child in [one, other] {
            let output = child.wait_with_output().unwrap();
            assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        }
        let found = place.read("out.csv");
        wins[right.iter().position(|right| *right == found).expect("neither of the two")] += 1;
        assert!(place.read("t.tree") == tree);
        assert_eq!(place.unfinished(), [""; 0]);
    }
    assert!(wins.iter().all(|&wins| wins > 0), "{wins:?}");
}

/// A changed bit, or a file that was cut off, is an error, and no row is written.
#[test]
fn two_hundred_damaged_trees() {
    let place = Place::new(12, 60);
    fs::write(
        place.path("scene.jsonl"),
        "{\"mesh\":{\"path\":\"hills.obj\"}}\n{\"point\":{\"position\":[0,0,0],\"radius\":1}}\n",
    )
    .unwrap();
    let mut random = Random(SEED ^ 4);
    for (of, name) in [("hills.obj", "mesh.tree"), ("scene.jsonl", "scene.tree")] {
        place.done(&words(&format!("cast {of} --save-tree {name}")));
        let good = place.read(name);
        for case in 0..100 {
            let mut bytes = good.clone();
            let at = random.index(bytes.len());
            match case % 4 {
                0 => bytes.truncate(at),
                _ => bytes[at] ^= 1 << random.index(8),
            }
            fs::write(place.path(name), &bytes).unwrap();
            fs::write(place.path("out.csv"), PRECIOUS).unwrap();
            let tree = if case % 2 == 0 { "--tree " } else { "" };
            let output = place.run(&words(&format!("cast {tree}{name} spheres.csv -o out.csv")));
            let message = stderr(&output);
            assert_eq!(output.status.code(), Some(2), "{case}: {message}");
            assert!(message.starts_with("tangency: ") && message.contains(name), "{message}");
            assert_eq!(message.lines().count(), 1, "{message}");
            assert_eq!(place.read("out.csv"), PRECIOUS);
            assert_eq!(place.unfinished(), [""; 0]);
        }
    }
}

const PAGE: &[(&str, &[u8])] = &[("index.html", b"<!doctype html>")];

fn serve(view: &View) -> (Serving, u16) {
    let serving = view::serve(view, PAGE).unwrap();
    let port = serving.url().split([':', '/']).nth(4).unwrap().parse().unwrap();
    (serving, port)
}

fn connect(port: u16) -> TcpStream {
    let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    stream
}

/// Sends a request, and returns the whole response, which may be empty.
fn ask(port: u16, request: &[u8]) -> Vec<u8> {
    let mut stream = connect(port);
    // The server may close the connection of a refused client before the whole request is sent.
    let _ = stream.write_all(request);
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    bytes
}

fn status(port: u16, request: &[u8]) -> String {
    let reply = ask(port, request);
    String::from_utf8_lossy(&reply).split(' ').nth(1).unwrap_or("none").to_owned()
}

/// Checks that a page of this server still gets an answer, long before the connection of another
/// client is closed.
fn assert_answered(port: u16) {
    let start = Instant::now();
    let request = format!("GET / HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n");
    let mut stream = connect(port);
    stream.write_all(request.as_bytes()).unwrap();
    stream.shutdown(std::net::Shutdown::Write).unwrap();
    let mut reply = Vec::new();
    stream.read_to_end(&mut reply).unwrap();
    assert!(reply.starts_with(b"HTTP/1.1 200 OK\r\n") && reply.ends_with(b"<!doctype html>"));
    assert!(start.elapsed() < Duration::from_secs(4), "{:?}", start.elapsed());
}

/// Other pages in the same browser are recognised by the host of their request, or by their origin.
#[test]
fn a_page_of_another_is_refused() {
    let (_serving, port) = serve(&View::default());
    let own = format!("localhost:{port}");
    let asked = |method: &str, lines: &[String]| {
        let lines: String = lines.iter().map(|line| format!("{line}\r\n")).collect();
        status(port, format!("{method} / HTTP/1.1\r\n{lines}\r\n").as_bytes())
    };
    let host = |name: &str| format!("Host: {name}");
    let origin = |name: &str| format!("Origin: {name}");
    assert_eq!(asked("GET", &[host(&own)]), "200");
    for name in [own.clone(), format!("127.0.0.1:{port}")] {
        assert_eq!(asked("GET", &[host(&own), origin(&format!("http://{name}"))]), "200");
    }
    // The name of the other page leads to this machine (DNS rebinding).
    for name in [format!("rebound.example:{port}"), "rebound.example".to_owned()] {
        assert_eq!(asked("GET", &[host(&name)]), "403", "{name}");
        assert_eq!(asked("GET", &[host(&name), origin(&format!("http://{name}"))]), "403");
    }
    let others = [
        "http://example.org".to_owned(),
        format!("http://localhost.example.org:{port}"),
        format!("https://localhost:{port}"),
        format!("http://localhost:{}", port ^ 1),
        format!("http://localhost:{port}, http://example.org"),
        "null".to_owned(),
        String::new(),
    ];
    for other in others {
        for method in ["GET", "POST", "OPTIONS"] {
            assert_eq!(asked(method, &[host(&own), origin(&other)]), "403", "{method} {other}");
        }
    }
    let both = [host(&own), origin(&format!("http://{own}")), origin("http://example.org")];
    assert_eq!(asked("GET", &both), "403");
    assert_eq!(asked("POST", &[host(&own)]), "405");
    let reply = ask(port, format!("GET / HTTP/1.1\r\n{}\r\n\r\n", host(&own)).as_bytes());
    let head = String::from_utf8(reply).unwrap();
    assert!(head.contains("\r\ncross-origin-resource-policy: same-origin\r\n"), "{head}");
    assert!(!head.to_ascii_lowercase().contains("access-control"), "{head}");
}

#[test]
fn bad_requests_are_refused() {
    let (_serving, port) = serve(&View::default());
    let good = format!("GET / HTTP/1.1\r\nHost: localhost:{port}\r\n");
    let long = format!("{good}X: {}\r\n\r\n", "y".repeat(1 << 20));
    let many = format!("{good}{}\r\n", "X: y\r\n".repeat(200));
    let path = format!("GET /{} HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n", "a".repeat(1 << 20));
    for (what, request) in [("long", &long), ("many", &many), ("path", &path)] {
        assert_eq!(status(port, request.as_bytes()), "400", "{what}");
        assert_answered(port);
    }
    let mut random = Random(SEED ^ 5);
    let good = format!("{good}Accept: */*\r\n\r\n").into_bytes();
    for _ in 0..300 {
        let mut request = good.clone();
        for _ in 0..=random.index(3) {
            let at = random.index(request.len());
            request[at] = random.bits() as u8;
        }
        // The request needs an end, since the server would wait for it.
        request.extend_from_slice(b"\r\n\r\n");
        let status = status(port, &request);
        assert!(["200", "400", "403", "404", "405"].contains(&&*status), "{status} {request:?}");
    }
    for garbage in [&b"\0\0\0\0"[..], b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03", b"\r\n\r\n\r\n"]
    {
        let stream = connect(port);
        (&stream).write_all(garbage).unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let mut reply = Vec::new();
        let _ = (&stream).read_to_end(&mut reply);
        assert!(reply.is_empty() || reply.starts_with(b"HTTP/1.1 400 "), "{reply:?}");
    }
    assert_answered(port);
}

/// Fifty clients send nothing, fifty send one byte a second, and fifty do not read the response.
#[test]
fn slow_clients_keep_nobody_waiting() {
    let folder = tempdir().unwrap();
    let mesh = folder.path().join("mesh.obj");
    fs::write(&mesh, format!("# {}\n{}", "long ".repeat(1 << 21), hills(1))).unwrap();
    let (_serving, port) = serve(&View { mesh: Some(mesh), ..View::default() });
    let [_silent, mut slow, deaf] = [(); 3].map(|()| [(); 50].map(|()| connect(port)));
    for mut stream in &deaf {
        let request = format!("GET /data/mesh HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
    }
    for byte in b"GET / H" {
        slow.iter_mut().for_each(|stream| stream.write_all(&[*byte]).unwrap());
        assert_answered(port);
        thread::sleep(Duration::from_secs(1));
    }
}
