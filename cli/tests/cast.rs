//! Tests `tangency cast` from the outside: its tables, its exit status, and the files that it
//! leaves behind.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::{TempDir, tempdir};

/// A floor at height 0, and a second floor at height -1, which comes first in the file.
const FLOORS: &str = "v 0 0 0\nv 4 0 0\nv 0 4 0\nv 0 0 -1\nv 4 0 -1\nv 0 4 -1\nf 4 5 6\nf 1 2 3\n";

const HEADER: &str = "name,x,y,z,radius,vx,vy,vz,t_max";

fn tangency(directory: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tangency"));
    command
        .current_dir(directory)
        .arg("cast")
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// A directory with floor.obj and spheres.csv.
fn workplace(rows: &str) -> TempDir {
    let directory = tempdir().unwrap();
    fs::write(directory.path().join("floor.obj"), FLOORS).unwrap();
    fs::write(directory.path().join("spheres.csv"), format!("{HEADER}\n{rows}")).unwrap();
    directory
}

fn names(directory: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn a_table_on_standard_input() {
    let rows = "vertex,0,0,5,1,0,0,-1,\nmiss,9,9,5,1,0,0,-1,\n";
    let directory = workplace(rows);
    let path = |name: &str| directory.path().join(name);
    let from_file = tangency(directory.path(), &["floor.obj", "spheres.csv", "-o", "out.csv"]);
    assert!(from_file.status.success());
    let mut command = Command::new(env!("CARGO_BIN_EXE_tangency"));
    command.current_dir(directory.path()).args(["cast", "floor.obj", "-", "-o", "piped.csv"]);
    let table = fs::File::open(path("spheres.csv")).unwrap();
    let piped = command.stdin(table).output().unwrap();
    assert!(piped.status.success(), "{}", stderr(&piped));
    assert_eq!(fs::read(path("out.csv")).unwrap(), fs::read(path("piped.csv")).unwrap());
    // A shard is a range of places in a file, and standard input has none.
    let shard = ["floor.obj", "-", "-o", "folder.csv", "--shard", "0/2"];
    let refused = tangency(directory.path(), &shard);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("-: must be a file"), "{}", stderr(&refused));
}

/// A command that reads a mesh, also in a scene, reports the faces that were left out: once for
/// each reading.
#[test]
fn faces_that_are_left_out() {
    let directory = workplace("vertex,0,0,5,1,0,0,-1,\n");
    let path = |name: &str| directory.path().join(name);
    fs::write(path("points.obj"), format!("{FLOORS}f 1\nf 1 2\n")).unwrap();
    fs::write(path("ply.ply"), "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 2\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n4 0 0\n0 4 0\n3 0 1 2\n2 0 1\n").unwrap();
    let item = |mesh: &str| format!("{{\"mesh\":{{\"path\":\"{mesh}\"}}}}\n");
    let items = ["points.obj", "points.obj", "floor.obj", "ply.ply"].map(item).concat();
    fs::write(path("scene.jsonl"), items).unwrap();
    let points =
        "points.obj, line 9: a face with fewer than 3 vertices: 1; 2 such faces are left out";
    let ply = "ply.ply, face 1: a face with fewer than 3 vertices: 2; it is left out";
    let told = |output: Output| {
        assert!(output.status.success(), "{}", stderr(&output));
        stderr(&output)
            .lines()
            .filter(|line| line.contains("left out"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let cast = |mesh| told(tangency(directory.path(), &[mesh, "spheres.csv", "-o", "out.csv"]));
    assert_eq!(cast("floor.obj"), [""; 0]);
    assert_eq!(cast("points.obj"), [points]);
    assert_eq!(cast("scene.jsonl"), [points, ply]);
    let query = |body: &str| {
        let ask = format!(
            "{{\"query\":\"has_contact\",\"sphere\":{{\"center\":[0,0,5],\"radius\":1}},{body}}}\n"
        );
        let mut command = Command::new(env!("CARGO_BIN_EXE_tangency"));
        command.current_dir(directory.path()).arg("query");
        fs::write(path("requests.jsonl"), [&*ask, &ask].concat()).unwrap();
        told(command.stdin(fs::File::open(path("requests.jsonl")).unwrap()).output().unwrap())
    };
    assert_eq!(query(r#""mesh":{"path":"floor.obj"}"#), [""; 0]);
    assert_eq!(query(r#""mesh":{"path":"points.obj"}"#), [format!("tangency: {points}")]);
    let both = [points, ply].map(|sentence| format!("tangency: {sentence}"));
    assert_eq!(query(r#""scene":{"path":"scene.jsonl"}"#), both);
}

#[test]
fn answers_that_were_worked_out_by_hand() {
    let directory = workplace(
        "vertex,0,0,5,1,0,0,-1,\n\
         edge,2,0,5,1,0,0,-2,\n\
         \"face, with a comma\",1,1,5,1,0,0,-1,4\n\
         too short,1,1,5,1,0,0,-1,3.9999999999999996\n\
         inside,1,1,0.5,1,0,0,-1,\n\
         point,1,1,5,0,0,0,-1,\n",
    );
    let output = tangency(
        directory.path(),
        &["floor.obj", "spheres.csv", "-o", "out.csv", "--summary", "json"],
    );
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(stderr(&output), "");
    let answers = fs::read_to_string(directory.path().join("out.csv")).unwrap();
    let expected = "\
name,x,y,z,radius,vx,vy,vz,t_max,status,time,center_x,center_y,center_z,point_x,point_y,point_z,normal_x,normal_y,normal_z,triangle,feature,error
vertex,0,0,5,1,0,0,-1,,contact,4.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,0.0,1.0,1,vertex 0,
edge,2,0,5,1,0,0,-2,,contact,2.0,2.0,0.0,1.0,2.0,0.0,0.0,0.0,0.0,1.0,1,edge 0,
\"face, with a comma\",1,1,5,1,0,0,-1,4,contact,4.0,1.0,1.0,1.0,1.0,1.0,0.0,0.0,0.0,1.0,1,face,
too short,1,1,5,1,0,0,-1,3.9999999999999996,none,,,,,,,,,,,,,
inside,1,1,0.5,1,0,0,-1,,overlap,0.0,1.0,1.0,0.5,1.0,1.0,0.0,0.0,0.0,1.0,1,face,
point,1,1,5,0,0,0,-1,,contact,5.0,1.0,1.0,0.0,1.0,1.0,0.0,0.0,0.0,1.0,1,face,
";
    assert_eq!(answers.replace("\r\n", "\n"), expected);
    let summary: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    for (name, value) in
        [("queries", 6), ("contacts", 4), ("overlaps", 1), ("errors", 0), ("triangles", 2)]
    {
        assert_eq!(summary[name], value, "{summary}");
    }
    for name in ["load_seconds", "build_seconds", "query_seconds", "exact_path_share"] {
        assert!(summary[name].as_f64().unwrap() >= 0.0, "{summary}");
    }
    assert!(!cfg!(target_os = "linux") || summary["peak_memory_bytes"].as_u64().unwrap() > 1 << 20);
    assert_eq!(summary["is_old"], false, "{summary}");
    assert!(summary["items"].is_null(), "{summary}");
    assert!(summary["skipped"].is_null(), "{summary}");
    assert_eq!(summary.as_object().unwrap().len(), 13);
}

#[test]
fn bad_rows_carry_an_error_and_the_rest_goes_on() {
    let directory = workplace(
        "a,0,0,5,-1,0,0,-1,\nb,0,0,5,1,0,0,-1,\nc,0,0,five,1,0,0,-1,\nd,0,0,5,1,0,0,-1,-2\n",
    );
    let output = tangency(directory.path(), &["floor.obj", "spheres.csv", "-o", "out.csv"]);
    assert_eq!(output.status.code(), Some(1));
    let answers = fs::read_to_string(directory.path().join("out.csv")).unwrap();
    let lines: Vec<_> = answers.lines().map(str::trim_end).collect();
    assert!(lines[1].contains("radius is -1, must not be negative"), "{}", lines[1]);
    assert!(lines[2].contains(",contact,4.0,"), "{}", lines[2]);
    assert!(lines[3].contains("z is") && lines[3].contains("five"), "{}", lines[3]);
    assert!(lines[4].contains("t_max is -2, must not be negative"), "{}", lines[4]);
    assert!(
        stderr(&output).contains("1 contacts, 0 overlaps, 0 without, 3 errors"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn t_max_is_for_rows_that_have_none() {
    let directory = workplace("a,0,0,5,1,0,0,-1,\nb,0,0,5,1,0,0,-1,9\n");
    let run = |t_max: &str| {
        let output = tangency(
            directory.path(),
            &["floor.obj", "spheres.csv", "-o", "out.csv", "--t-max", t_max],
        );
        (
            output.status.code(),
            stderr(&output),
            fs::read_to_string(directory.path().join("out.csv")).unwrap_or_default(),
        )
    };
    let (status, _, answers) = run("3.9");
    assert_eq!(status, Some(0));
    assert!(answers.lines().nth(1).unwrap().contains(",none,"), "{answers}");
    assert!(answers.lines().nth(2).unwrap().contains(",contact,4.0,"), "{answers}");
    assert!(run("inf").2.lines().nth(1).unwrap().contains(",contact,4.0,"));
    for wrong in ["-1", "nan", "soon"] {
        let (status, message, _) = run(wrong);
        assert_eq!(status, Some(2));
        assert_eq!(
            message,
            format!("tangency: --t-max is {wrong}, must be a time: a number from 0 on, or inf\n")
        );
    }
}

#[test]
fn f32_reads_and_writes_f32() {
    // The number exceeds the middle of two f32s by less than the resolution of f64.
    let directory = workplace("a,0,0,1.00000005960464477540,0,0,0,-1,\nb,0,0,0.1,0,0,0,-1,\n");
    let output = tangency(
        directory.path(),
        &["floor.obj", "spheres.csv", "-o", "out.csv", "--scalar", "f32"],
    );
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let answers = fs::read_to_string(directory.path().join("out.csv")).unwrap();
    assert!(answers.contains(",contact,1.0000001,"), "{answers}");
    assert!(answers.contains(",contact,0.1,"), "{answers}");
}

#[test]
fn what_cannot_be_done_leaves_nothing_and_says_why() {
    let directory = workplace("a,0,0,5,1,0,0,-1,\n");
    let path = directory.path();
    fs::write(path.join("broken.ply"), "ply\nformat ascii 1.0\nelement vertex 4000000000\n")
        .unwrap();
    fs::write(path.join("empty.obj"), "").unwrap();
    fs::write(path.join("bare.csv"), "x,y\n1,2\n").unwrap();
    fs::write(path.join("out.csv"), "precious").unwrap();
    let before = names(path);
    let cases: [(&[&str], &str); 6] = [
        (&["no.ply", "spheres.csv", "-o", "out.csv"], "cannot read no.ply"),
        (
            &["broken.ply", "spheres.csv", "-o", "out.csv"],
            "broken.ply, line 3: the file ends inside the header",
        ),
        (
            &["empty.obj", "spheres.csv", "-o", "out.csv"],
            "empty.obj, end: the file contains no triangle",
        ),
        (&["floor.obj", "bare.csv", "-o", "out.csv"], "bare.csv"),
        (&["floor.obj", "spheres.csv", "-o", "out.txt"], "out.txt"),
        (&["floor.obj", "spheres.csv", "-o", "no/out.csv"], "no/out.csv"),
    ];
    for (arguments, expected) in cases {
        let output = tangency(path, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(
            stderr(&output).starts_with("tangency: ") && stderr(&output).contains(expected),
            "{}",
            stderr(&output)
        );
        assert_eq!(names(path), before);
        assert_eq!(fs::read_to_string(path.join("out.csv")).unwrap(), "precious");
    }
}

/// This number of rows, of which some have a contact, some have none and some are wrong.
fn many_rows(count: usize) -> String {
    (0..count)
        .map(|i| {
            let [x, y] = [i % 97, i % 89].map(|i| i as f64 / 16.0);
            let radius = if i % 1000 == 999 { "x".to_owned() } else { format!("0.{}", i % 13) };
            format!("row {i},{x},{y},5,{radius},0.0{},0,-{}.5,\n", i % 7, i % 5)
        })
        .collect()
}

/// The indices of some columns.
const Y: usize = 2;
const STATUS: usize = 9;
const CENTER_Y: usize = 12;

fn number(text: &str) -> f64 {
    text.parse().unwrap()
}

#[test]
fn the_order_does_not_depend_on_the_threads() {
    let directory = workplace(&many_rows(30_000));
    let run = |threads: &str, out: &str| {
        let output = tangency(
            directory.path(),
            &["floor.obj", "spheres.csv", "-o", out, "--threads", threads],
        );
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        fs::read(directory.path().join(out)).unwrap()
    };
    let one = run("1", "one.csv");
    assert!(one == run("2", "two.csv"), "the answers of one and of two threads differ");
    assert!(one == run("7", "seven.csv"), "the answers of one and of seven threads differ");
    let text = String::from_utf8(one).unwrap();
    assert_eq!(text.lines().count(), 30_001);
    for (i, line) in text.lines().skip(1).enumerate() {
        let cells: Vec<_> = line.split(',').collect();
        assert_eq!(cells[0], format!("row {i}"));
        // The answer must belong to this row. Nothing moves along y, so the y coordinate identifies
        // a row, and each thousandth row is wrong.
        match cells[STATUS] {
            "contact" => assert_eq!(number(cells[CENTER_Y]), number(cells[Y]), "{line}"),
            "none" => {}
            status => assert_eq!((status, i % 1000), ("", 999), "{line}"),
        }
    }
    for status in [",contact,", ",none,", "radius is"] {
        assert!(text.contains(status), "no {status}");
    }
}

/// Waits until `condition` holds.
#[cfg(unix)]
fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < Duration::from_secs(60), "{what} did not happen");
        thread::sleep(Duration::from_millis(2));
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_nothing_behind() {
    let directory = workplace(&many_rows(1_000_000));
    let path = directory.path();
    fs::write(path.join("out.csv"), "precious").unwrap();
    let before = names(path);
    for signal in ["-INT", "-TERM"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tangency"))
            .current_dir(path)
            .args(["cast", "floor.obj", "spheres.csv", "-o", "out.csv"])
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        wait_until("the temporary output", || names(path).len() > before.len());
        assert!(child.try_wait().unwrap().is_none(), "it was done before the interrupt");
        assert!(
            Command::new("kill")
                .args([signal, &child.id().to_string()])
                .status()
                .unwrap()
                .success()
        );
        let start = Instant::now();
        let output = {
            wait_until("the end", || child.try_wait().unwrap().is_some());
            child.wait_with_output().unwrap()
        };
        assert_eq!(output.status.code(), Some(130));
        assert!(start.elapsed() < Duration::from_secs(5));
        assert_eq!(stderr(&output), "tangency: interrupted, nothing was written\n");
        assert_eq!(names(path), before);
        assert_eq!(fs::read_to_string(path.join("out.csv")).unwrap(), "precious");
    }
}

#[test]
fn a_quote_that_is_never_closed_is_an_error_of_its_row() {
    let row = "a,0,0,5,1,0,0,-1,\n";
    let directory = workplace(&format!("{row}{row}\"b,0,0,5,1,0,0,-1,\n{}", row.repeat(1000)));
    let output = tangency(directory.path(), &["floor.obj", "spheres.csv", "-o", "out.csv"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("2 contacts, 0 overlaps, 0 without, 1 errors"));
    let answers = fs::read_to_string(directory.path().join("out.csv")).unwrap();
    assert_eq!(answers.matches(",contact,4.0,").count(), 2);
    // Nothing is dropped: the row with the error contains all rows behind its open quote.
    assert_eq!(answers.matches("a,0,0,5,1,0,0,-1,").count(), 1002);
    let error =
        "the quote that opens in line 4 is never closed, and contains all text up to line 1004";
    assert!(answers.trim_end().trim_end_matches('"').ends_with(error), "{answers}");
}

#[test]
fn no_output_replaces_an_input() {
    let directory = workplace("a,0,0,5,1,0,0,-1,\n");
    let path = directory.path();
    let link = |from: &str, to: &str| fs::hard_link(path.join(from), path.join(to)).unwrap();
    link("spheres.csv", "hard.csv");
    link("floor.obj", "mesh.csv");
    fs::create_dir(path.join("folder")).unwrap();
    fs::create_dir(path.join("parts.csv")).unwrap();
    link("spheres.csv", "parts.csv/part-000000-of-000002.csv");
    let saved = tangency(path, &["floor.obj", "--save-tree", "floor.tree"]);
    assert_eq!(saved.status.code(), Some(0), "{}", stderr(&saved));
    link("floor.tree", "tree.csv");
    let mut cases: Vec<(Vec<&str>, &str)> = vec![
        (vec!["-o", "spheres.csv"], "spheres.csv: is the same file as spheres.csv"),
        (vec!["-o", "folder/../spheres.csv"], "../spheres.csv: is the same file as spheres.csv"),
        (
            vec!["-o", "parts.csv", "--shard", "0/2"],
            "part-000000-of-000002.csv: is the same file as spheres.csv",
        ),
        (
            vec!["-o", "new.csv", "--save-tree", "spheres.csv"],
            "spheres.csv: is the same file as spheres.csv",
        ),
        (
            vec!["-o", "new.csv", "--save-tree", "floor.obj"],
            "floor.obj: is the same file as floor.obj",
        ),
        (
            vec!["-o", "new.csv", "--save-tree", "./new.csv"],
            "new.csv: is the same file as ./new.csv",
        ),
        (
            vec!["-o", "new.csv", "--tree", "floor.tree", "--save-tree", "floor.tree"],
            "floor.tree: is the same file as floor.tree",
        ),
    ];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("spheres.csv", path.join("soft.csv")).unwrap();
        cases.extend([
            (vec!["-o", "hard.csv"], "hard.csv: is the same file as spheres.csv"),
            (vec!["-o", "soft.csv"], "soft.csv: is the same file as spheres.csv"),
            (vec!["-o", "mesh.csv"], "mesh.csv: is the same file as floor.obj"),
            (
                vec!["-o", "tree.csv", "--tree", "floor.tree"],
                "tree.csv: is the same file as floor.tree",
            ),
        ]);
    }
    let files = || {
        let read = |name: &String| fs::read(path.join(name)).unwrap_or_default();
        names(path).into_iter().map(|name| (read(&name), name)).collect::<Vec<_>>()
    };
    let before = files();
    for (arguments, expected) in cases {
        let output = tangency(path, &[&["floor.obj", "spheres.csv"], &arguments[..]].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?} {}", stderr(&output));
        let words = format!("{expected}, must be another\n");
        assert!(stderr(&output).ends_with(&words), "{arguments:?} {}", stderr(&output));
        assert!(files() == before, "{arguments:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_to_no_file_is_followed() {
    let directory = workplace("a,0,0,5,1,0,0,-1,\n");
    let path = directory.path();
    fs::create_dir(path.join("folder")).unwrap();
    let link = |to: &str, name: &str| std::os::unix::fs::symlink(to, path.join(name)).unwrap();
    link("folder/second", "out.csv");
    link("../new.csv", "folder/second");
    link("no/new.csv", "lost.csv");
    link("circle.csv", "circle.csv");
    let output = tangency(path, &["floor.obj", "spheres.csv", "-o", "out.csv"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(fs::symlink_metadata(path.join("out.csv")).unwrap().is_symlink());
    assert!(fs::read_to_string(path.join("new.csv")).unwrap().contains(",contact,4.0,"));
    let before = names(path);
    for name in ["lost.csv", "circle.csv"] {
        let output = tangency(path, &["floor.obj", "spheres.csv", "-o", name]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(stderr(&output).starts_with(&format!("tangency: {name}: ")), "{}", stderr(&output));
        assert_eq!(names(path), before);
    }
}

/// Runs a command whose files cannot grow beyond some kilobytes.
#[cfg(unix)]
fn limited(directory: &Path, arguments: &str) -> Output {
    let command = format!("ulimit -f 16; exec \"$0\" {arguments}");
    let mut shell = Command::new("sh");
    shell.current_dir(directory).args(["-c", &command, env!("CARGO_BIN_EXE_tangency")]);
    shell.stdin(Stdio::null()).output().unwrap()
}

#[cfg(unix)]
#[test]
fn a_file_that_must_not_grow_is_an_error_in_words() {
    let directory = workplace(&many_rows(3_000));
    let path = directory.path();
    let mesh: String =
        (0..3_000).map(|i| format!("v {i} 0 0\nv {i} 1 0\nv {i} 0 1\nf -1 -2 -3\n")).collect();
    fs::write(path.join("many.obj"), mesh).unwrap();
    fs::write(path.join("requests.jsonl"), "7\n".repeat(10_000)).unwrap();
    fs::write(path.join("out.csv"), "precious").unwrap();
    fs::create_dir(path.join("demo")).unwrap();
    let before = names(path);
    let cases = [
        ("cast floor.obj spheres.csv -o out.csv", "out.csv: "),
        ("cast floor.obj spheres.csv -o new.parquet", "new.parquet: "),
        ("cast floor.obj spheres.csv -o parts.csv --shard 0/1", "part-000000-of-000001.csv: "),
        ("cast many.obj --save-tree new.tree", "new.tree: "),
        ("query < requests.jsonl > demo/answers", "cannot write the answers: "),
        ("demo demo", "part.ply: "),
    ];
    for (arguments, expected) in cases {
        let output = limited(path, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {output:?}");
        let message = stderr(&output);
        let is_told = message.contains(expected) && message.contains("File too large");
        assert!(message.starts_with("tangency: ") && is_told, "{arguments}: {message}");
        assert_eq!(names(path), before, "{arguments}");
    }
    assert_eq!(names(&path.join("demo")), ["answers"]);
    assert_eq!(fs::read_to_string(path.join("out.csv")).unwrap(), "precious");
}

#[cfg(unix)]
#[test]
fn what_a_killed_one_leaves_is_removed_by_the_next() {
    let directory = workplace(&many_rows(1_000_000));
    let path = directory.path();
    let before = names(path);
    let start = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tangency"));
        command.current_dir(path).args(["cast", "floor.obj", "spheres.csv", "-o", "out.csv"]);
        command.stderr(Stdio::null()).spawn().unwrap()
    };
    let mut killed = start();
    wait_until("the temporary output", || names(path).len() > before.len());
    killed.kill().unwrap();
    killed.wait().unwrap();
    let left: Vec<_> = names(path).into_iter().filter(|name| !before.contains(name)).collect();
    assert!(left.len() == 1 && left[0].starts_with(".out.csv."), "{left:?}");
    // These are files of other programs, and files with a similar name.
    let others =
        [".out.csv.part", ".other.csv.1-0.part", ".out.csv.1-0.parts", ".out.csv.x-0.part"];
    for name in others {
        fs::write(path.join(name), "").unwrap();
    }
    fs::write(path.join("few.csv"), format!("{HEADER}\na,0,0,5,1,0,0,-1,\n")).unwrap();

    // The file of a process that is alive is not removed.
    let mut living = start();
    let of_living = format!(".out.csv.{}-", living.id());
    let is_there = || names(path).iter().any(|name| name.starts_with(&of_living));
    wait_until("the other temporary output", is_there);
    let output = tangency(path, &["floor.obj", "few.csv", "-o", "out.csv"]);
    assert!(living.try_wait().unwrap().is_none() && is_there(), "it was done too soon");
    living.kill().unwrap();
    living.wait().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(!path.join(&left[0]).exists());
    assert!(others.iter().all(|name| path.join(name).exists()));
}

#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_table() {
    let directory = tempdir().unwrap();
    fs::write(directory.path().join("floor.obj"), FLOORS).unwrap();
    let peak = |rows: usize| {
        fs::write(directory.path().join("spheres.csv"), format!("{HEADER}\n{}", many_rows(rows)))
            .unwrap();
        let output = tangency(
            directory.path(),
            &["floor.obj", "spheres.csv", "-o", "out.csv", "--summary", "json", "--threads", "2"],
        );
        let summary: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(summary["queries"].as_u64(), Some(rows as u64));
        summary["peak_memory_bytes"].as_u64().unwrap()
    };
    let (short, long) = (peak(100_000), peak(800_000));
    assert!(long < short + (16 << 20), "{short} bytes for 100,000 rows, {long} for 800,000");
}
