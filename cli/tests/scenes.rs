//! Tests `tangency cast` with a scene file from the outside.

// The helpers of tests are not tests to clippy.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tangency_cli::view;
use tempfile::{TempDir, tempdir};

/// A scene with one item for each form of feature, and blank lines, which are ignored.
const SCENE: &str = r#"
{"point":{"position":[0,0,0],"radius":1}}
{"segment":{"a":[9,0,0],"b":[11,0,0],"velocity":[0,0,1]}}

{"box":{"min":[20,-1,-2],"max":[22,1,0]}}
{"polytope":{"planes":[{"point":[30,0,0],"normal":[0,0,1]},{"point":[31,0,0],"normal":[1,0,0]},{"point":[29,0,0],"normal":[-1,0,0]}]}}
{"mesh":{"path":"parts/floor.obj","translation":[-10,0,0]}}
{"mesh":{"path":"./parts/floor.obj","translation":[-20,0,0]},"t_max":1}
"#;

const FLOOR: &str = "v -2 -2 0\nv 2 -2 0\nv 2 2 0\nv -2 2 0\nf 1 2 3\nf 1 3 4\n";

const HEADER: &str = "x,y,z,radius,vx,vy,vz";

fn tangency(directory: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tangency"));
    command.current_dir(directory).args(arguments).stdin(Stdio::null()).output().unwrap()
}

/// A directory with data/scene.jsonl, the mesh that the scene names, and spheres.csv.
fn workplace(rows: &str) -> TempDir {
    let directory = tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    fs::create_dir_all(path("data/parts")).unwrap();
    fs::write(path("data/scene.jsonl"), SCENE).unwrap();
    fs::write(path("data/parts/floor.obj"), FLOOR).unwrap();
    fs::write(path("spheres.csv"), format!("{HEADER}\n{rows}")).unwrap();
    directory
}

fn cast(directory: &TempDir, arguments: &[&str]) -> (Option<i32>, String, String) {
    let all = [&["cast", "data/scene.jsonl", "spheres.csv", "-o", "out.csv"], arguments].concat();
    let output = tangency(directory.path(), &all);
    let answers = fs::read_to_string(directory.path().join("out.csv")).unwrap_or_default();
    (output.status.code(), String::from_utf8(output.stderr).unwrap(), answers)
}

#[test]
fn answers_that_were_worked_out_by_hand() {
    let directory = workplace(
        "0,0,6,1,0,0,-1\n10,0,7,1,0,0,-2\n22,1,5,1,0,0,-1\n31,0,5,1,0,0,-1\n30,0,-2,1,0,0,1\n\
         -10.5,0.5,4,1,0,0,-1\n-20,0,4,1,0,0,-1\n-20,0,2,1,0,0,-1\n-9,-1,0.5,1,0,0,1\n",
    );
    let output = tangency(
        directory.path(),
        &["cast", "data/scene.jsonl", "spheres.csv", "-o", "out.csv", "--summary", "json"],
    );
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let summary: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    for (name, value) in [("queries", 9), ("contacts", 6), ("overlaps", 2), ("items", 6)] {
        assert_eq!(summary[name], value, "{summary}");
    }
    assert!(summary["triangles"].is_null(), "{summary}");
    let answers = fs::read_to_string(directory.path().join("out.csv")).unwrap();
    let expected = "\
x,y,z,radius,vx,vy,vz,status,time,center_x,center_y,center_z,point_x,point_y,point_z,normal_x,normal_y,normal_z,item,triangle,feature,error
0,0,6,1,0,0,-1,contact,4.0,0.0,0.0,2.0,0.0,0.0,1.0,0.0,0.0,1.0,0,,vertex 0,
10,0,7,1,0,0,-2,contact,2.0,10.0,0.0,3.0,10.0,0.0,2.0,0.0,0.0,1.0,1,,edge 0,
22,1,5,1,0,0,-1,contact,4.0,22.0,1.0,1.0,22.0,1.0,0.0,0.0,0.0,1.0,2,,sides 1 1 1,
31,0,5,1,0,0,-1,contact,4.0,31.0,0.0,1.0,31.0,0.0,0.0,0.0,0.0,1.0,3,,planes 0 1,
30,0,-2,1,0,0,1,overlap,0.0,30.0,0.0,-2.0,30.0,0.0,-2.0,,,,3,,planes,
-10.5,0.5,4,1,0,0,-1,contact,3.0,-10.5,0.5,1.0,-10.5,0.5,0.0,0.0,0.0,1.0,4,1,face,
-20,0,4,1,0,0,-1,none,,,,,,,,,,,,,,
-20,0,2,1,0,0,-1,contact,1.0,-20.0,0.0,1.0,-20.0,0.0,0.0,0.0,0.0,1.0,5,0,edge 2,
-9,-1,0.5,1,0,0,1,overlap,0.0,-9.0,-1.0,0.5,-9.0,-1.0,0.0,0.0,0.0,1.0,4,0,face,
";
    assert_eq!(answers.replace("\r\n", "\n"), expected);

    // With `--all`, the ball that falls near the box and the polytope touches both.
    let row = "22,0,5,1,2,0,-1\n";
    fs::write(directory.path().join("spheres.csv"), format!("{HEADER}\n{row}")).unwrap();
    let (status, _, answers) = cast(&directory, &["--all"]);
    assert_eq!(status, Some(0));
    assert_eq!(answers.lines().count(), 2, "{answers}");
    assert!(answers.contains(",0,contact,4.0,30.0,0.0,1.0,30.0,0.0,0.0,0.0,0.0,1.0,3,,planes 0,"));

    // The summary is in words for people.
    let (_, words, _) = cast(&directory, &[]);
    assert!(words.contains("1 spheres, 6 items: 1 contacts"), "{words}");
    assert!(words.contains("scene read in"), "{words}");
}

#[test]
fn a_saved_scene_answers_as_its_file_does() {
    let directory =
        workplace("0,0,6,1,0,0,-1\n10,0,7,1,0,0,-2\n-10.5,0.5,4,1,0,0,-1\n0,0,1,1,0,0,1\n");
    let run = |arguments: &[&str]| {
        let output = tangency(directory.path(), arguments);
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let answers = || fs::read_to_string(directory.path().join("out.csv")).unwrap();
    let (status, _, expected) = cast(&directory, &["--save-tree", "both.tree"]);
    assert_eq!(status, Some(0));
    // A tree that is saved alone has the same bytes as a tree that is saved with a cast.
    assert_eq!(run(&["cast", "data/scene.jsonl", "--save-tree", "hall.tree"]).0, Some(0));
    let saved = |name: &str| fs::read(directory.path().join(name)).unwrap();
    assert!(saved("hall.tree") == saved("both.tree"));
    // The files from which the tree was made are not read any more.
    fs::rename(directory.path().join("data"), directory.path().join("old")).unwrap();
    for given in
        [&["hall.tree"][..], &["--tree", "hall.tree"], &["--tree", "hall.tree", "old/scene.jsonl"]]
    {
        fs::write(directory.path().join("out.csv"), "").unwrap();
        let all = [&["cast"], given, &["spheres.csv", "-o", "out.csv"]].concat();
        assert_eq!(run(&all).0, Some(0), "{given:?}");
        assert_eq!(answers(), expected, "{given:?}");
    }
    // A shard from the tree is valid for the file of the scene, and the reverse.
    for (from, shard) in [("hall.tree", "0/2"), ("old/scene.jsonl", "1/2")] {
        let all = ["cast", from, "spheres.csv", "-o", "parts.csv", "--shard", shard];
        assert_eq!(run(&all).0, Some(0));
    }
    assert_eq!(run(&["join", "parts.csv", "spheres.csv", "-o", "out.csv"]).0, Some(0));
    assert_eq!(answers(), expected);
    // With `--any`, an overlap at the start counts as a contact: the first row has one, and the
    // last row has no contact.
    fs::write(
        directory.path().join("spheres.csv"),
        format!("{HEADER}\n0,0,1,1,0,0,1\n0,0,9,1,0,0,1\n"),
    )
    .unwrap();
    assert_eq!(run(&["cast", "hall.tree", "spheres.csv", "-o", "out.csv", "--any"]).0, Some(0));
    let told: Vec<String> =
        answers().lines().skip(1).map(|row| row.rsplit(',').nth(1).unwrap().to_owned()).collect();
    assert_eq!(told, ["contact", "none"]);
    // A query can use the saved tree, too.
    let line = r#"{"query":"contact_time","sphere":{"center":[0,0,6],"radius":1,"velocity":[0,0,-1]},"scene":{"path":"hall.tree"}}"#;
    let lines = [
        line,
        r#"{"query":"define","name":"h","scene":{"path":"hall.tree"}}"#,
        &line.replace("path\":\"hall.tree", "name\":\"h"),
        r#"{"query":"forget","path":"hall.tree"}"#,
    ];
    fs::write(directory.path().join("lines"), lines.join("\n")).unwrap();
    let input = fs::File::open(directory.path().join("lines")).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_tangency"))
        .current_dir(directory.path())
        .arg("query")
        .stdin(input)
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(
        said.lines().map(|line| line.split_once(',').unwrap().1).collect::<Vec<_>>(),
        [
            "\"contact_time\":4.0}",
            "\"define\":\"h\",\"items\":6}",
            "\"contact_time\":4.0}",
            // The scene belongs to its name now, and not to the path.
            "\"error\":\"path is \\\"hall.tree\\\", nothing is kept under it\"}",
        ]
    );
    // This scene is not the saved one.
    let other = format!("{SCENE}{{\"point\":{{\"position\":[0,0,0]}}}}\n");
    fs::write(directory.path().join("old/scene.jsonl"), other).unwrap();
    let words =
        run(&["cast", "--tree", "hall.tree", "old/scene.jsonl", "spheres.csv", "-o", "x.csv"]).1;
    assert_eq!(
        words,
        "tangency: old/scene.jsonl: the tree in hall.tree was saved from another scene\n"
    );
    let words = run(&["cast", "--tree", "old/scene.jsonl", "spheres.csv", "-o", "x.csv"]).1;
    assert_eq!(words, "tangency: old/scene.jsonl: this is no saved scene\n");
    let words = run(&["cast", "hall.tree", "spheres.csv", "-o", "x.csv", "--scalar", "f32"]).1;
    assert_eq!(words, "tangency: hall.tree: it was saved with f64, but f32 is requested\n");
    let mut bytes = saved("hall.tree");
    bytes[400] ^= 1;
    fs::write(directory.path().join("bad.tree"), bytes).unwrap();
    let words = run(&["cast", "bad.tree", "spheres.csv", "-o", "x.csv"]).1;
    assert!(words.starts_with("tangency: bad.tree: it is damaged: its checksum is "), "{words}");
}

/// A pipe cannot be opened twice, so it must be read to its end at once.
#[cfg(unix)]
#[test]
fn a_pipe_gives_all_that_it_holds() {
    let directory = workplace("-10.5,0.5,4,1,0,0,-1\n0,0,9,1,0,0,1\n");
    let path = |name: &str| directory.path().join(name);
    fs::copy(path("data/parts/floor.obj"), path("floor.obj")).unwrap();
    fs::write(path("own.jsonl"), SCENE.replace("parts/", "data/parts/")).unwrap();
    for (from, tree) in [("floor.obj", "floor.tree"), ("own.jsonl", "own.tree")] {
        let saved = tangency(directory.path(), &["cast", from, "--save-tree", tree]);
        assert_eq!(saved.status.code(), Some(0), "{saved:?}");
    }
    std::os::unix::fs::symlink("/dev/stdin", path("pipe.jsonl")).unwrap();
    let expected = |name: &str| {
        let output = tangency(directory.path(), &["cast", name, "spheres.csv", "-o", "out.csv"]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        fs::read_to_string(path("out.csv")).unwrap()
    };
    for (name, pipe) in [
        ("floor.obj", &["/dev/stdin"][..]),
        ("floor.tree", &["/dev/stdin"]),
        ("floor.tree", &["--tree", "/dev/stdin"]),
        ("own.tree", &["/dev/stdin"]),
        ("own.tree", &["--tree", "/dev/stdin", "own.jsonl"]),
        ("own.jsonl", &["pipe.jsonl"]),
    ] {
        let expected = expected(name);
        let all = [&["cast"], pipe, &["spheres.csv", "-o", "out.csv"]].concat();
        let mut command = Command::new(env!("CARGO_BIN_EXE_tangency"));
        command.current_dir(directory.path()).args(&all).stdin(Stdio::piped());
        let mut running = command.stderr(Stdio::piped()).spawn().unwrap();
        let bytes = fs::read(path(name)).unwrap();
        std::io::Write::write_all(&mut running.stdin.take().unwrap(), &bytes).unwrap();
        let output = running.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{all:?} {output:?}");
        assert_eq!(fs::read_to_string(path("out.csv")).unwrap(), expected, "{all:?}");
    }
}

#[test]
fn a_wrong_line_is_named_and_nothing_is_answered() {
    let directory = workplace("0,0,6,1,0,0,-1\n");
    let far = r#"{"point":{"position":[0,0,0]}}"#;
    let wrong = [
        (
            r#"{"point":{"position":[0,"one",0]}}"#,
            r#"point.position[1] is "one", must be a number"#,
        ),
        (r#"{"point":{"position":[0,1]}}"#, "point.position has 2 numbers, must have 3"),
        (
            r#"{"point":{"position":[0,0,0],"radius":-1}}"#,
            "point.radius is -1, must not be negative",
        ),
        (r#"{"point":{"position":[0,0,0]},"t_max":-1}"#, "t_max is -1, must not be negative"),
        (r#"{"point":{"position":[0,0,0],"colour":"red"}}"#, "point has the field colour"),
        (r#"{"ball":{"center":[0,0,0]}}"#, "the item has the field ball"),
        (r#"{"t_max":1}"#, "the item: one of triangle, segment, point, box"),
        (r#"{"point":{"position":[0,0,0]},"box":{}}"#, "point and box are both given"),
        (r#"{"plane":{"point":[0,0,0],"normal":[0,0,1]}}"#, "the item has the field plane"),
        (r#"{"box":{"min":[0,0,0],"max":[1,1,1],"hollow":true}}"#, "hollow box"),
        (r#"{"point":{"position":[0,0,0]}"#, "this is not JSON"),
        ("[1,2]", "the item is [1,2], must be an object"),
        ("\u{7f}", "this is not JSON"),
        (r#"{"mesh":{"path":"parts/none.ply"}}"#, "mesh.path: cannot read data/parts/none.ply: "),
        (r#"{"mesh":{"name":"hall"}}"#, "mesh.name: hall is not defined"),
        (r#"{"mesh":{"path":"scene.jsonl"}}"#, "mesh.path: data/scene.jsonl, "),
    ];
    for (line, problem) in wrong {
        let scene = format!("{far}\n\n{line}\n{far}\n");
        fs::write(directory.path().join("data/scene.jsonl"), scene).unwrap();
        let (status, words, answers) = cast(&directory, &[]);
        assert_eq!((status, answers.as_str()), (Some(2), ""), "{line}");
        let start = "tangency: data/scene.jsonl, line 3: ";
        assert!(words.starts_with(start) && words.contains(problem), "{line}: {words}");
        assert_eq!(words.lines().count(), 1, "{words}");
    }
    fs::write(directory.path().join("data/scene.jsonl"), b"\xff\n").unwrap();
    assert!(cast(&directory, &[]).1.ends_with("line 1: the item is not UTF-8\n"));
    let long = format!("{far}\n{}", " ".repeat((16 << 20) + 1));
    fs::write(directory.path().join("data/scene.jsonl"), long).unwrap();
    assert!(cast(&directory, &[]).1.ends_with("line 2: the line is longer than 16777216 bytes\n"));
    for empty in ["", "\n \n"] {
        fs::write(directory.path().join("data/scene.jsonl"), empty).unwrap();
        let words = "tangency: data/scene.jsonl: the file contains no item\n".to_owned();
        assert_eq!(cast(&directory, &[]), (Some(2), words, String::new()));
    }
}

#[test]
fn what_a_scene_is_not_asked_is_refused_in_words() {
    let directory = workplace("0,0,6,1,0,0,-1\n");
    let message = |arguments: &[&str]| {
        let (status, words, answers) = cast(&directory, arguments);
        assert_eq!((status, answers.as_str()), (Some(2), ""), "{arguments:?}");
        words
    };
    assert!(message(&["--tree", "scene.tree"]).starts_with("tangency: cannot read scene.tree: "));
    let all = "x,y,z,radius,vx,vy,vz,axis_x,axis_y,axis_z\n0,0,6,1,0,0,-1,0,0,1\n";
    fs::write(directory.path().join("spheres.csv"), all).unwrap();
    assert_eq!(
        message(&[]),
        "tangency: data/scene.jsonl: item 3 of the scene is a polytope, at which capsules and convex bodies cannot be cast\n"
    );
    // These are a scene with another extension, and a mesh with the extension of a scene.
    let path = |name: &str| directory.path().join(name);
    fs::copy(path("data/scene.jsonl"), path("scene.json")).unwrap();
    fs::copy(path("data/parts/floor.obj"), path("floor.jsonl")).unwrap();
    for (name, words) in [
        ("scene.json", "this looks like a scene, whose name must end in .jsonl\n"),
        ("floor.jsonl", "line 1: this is not JSON: expected value at column 1\n"),
    ] {
        let output = tangency(directory.path(), &["cast", name, "spheres.csv", "-o", "out.csv"]);
        assert_eq!(output.status.code(), Some(2));
        let found = String::from_utf8(output.stderr).unwrap();
        assert!(
            found.starts_with(&format!("tangency: {name}")) && found.ends_with(words),
            "{found}"
        );
    }
    // The page draws only meshes.
    fs::write(path("spheres.csv"), format!("{HEADER}\n0,0,6,1,0,0,-1\n")).unwrap();
    assert_eq!(cast(&directory, &[]).0, Some(0));
    let refusal = view::hits::read(&path("out.csv")).unwrap_err().to_string();
    assert!(
        refusal.ends_with("out.csv: has results of a scene, but the page draws only meshes"),
        "{refusal}"
    );
    // A file that is an input is not written.
    fs::write(path("data/scene.jsonl"), "{\"mesh\":{\"path\":\"../floor.csv\"}}").unwrap();
    fs::write(path("floor.csv"), FLOOR).unwrap();
    let output =
        tangency(directory.path(), &["cast", "data/scene.jsonl", "spheres.csv", "-o", "floor.csv"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read_to_string(path("floor.csv")).unwrap(), FLOOR);
}
