//! Tests saved trees, and the options `--any` and `--all`, from the outside.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tangency::{Answer, Feature, Mesh, MeshFeature, Moving, Sphere};
use tempfile::{TempDir, tempdir};

fn cast(directory: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tangency"));
    command.current_dir(directory).arg("cast").args(arguments).stdin(Stdio::null());
    command.output().unwrap()
}

/// Runs a command that must succeed.
fn done(directory: &Path, arguments: &[&str]) {
    let output = cast(directory, arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn read(directory: &Path, name: &str) -> Vec<u8> {
    fs::read(directory.join(name)).unwrap()
}

fn names(directory: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// Hills with integer heights over a square of `n × n` cells, so that many contacts are
/// simultaneous.
fn hills(n: u32) -> (Vec<[f64; 3]>, Vec<[u32; 3]>) {
    let at = |i: u32, j: u32| j * (n + 1) + i;
    let vertices = (0..=n)
        .flat_map(|j| (0..=n).map(move |i| [i, j, (i * 7 + j * 5) % 4].map(f64::from)))
        .collect();
    let triangles = (0..n)
        .flat_map(|j| (0..n).map(move |i| (i, j)))
        .flat_map(|(i, j)| {
            let (a, b, c, d) = (at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
            [[a, b, c], [a, c, d]]
        })
        .collect();
    (vertices, triangles)
}

fn obj((vertices, triangles): &(Vec<[f64; 3]>, Vec<[u32; 3]>)) -> String {
    let vertices = vertices.iter().map(|[x, y, z]| format!("v {x} {y} {z}\n"));
    let triangles =
        triangles.iter().map(|t| t.map(|i| i + 1)).map(|[a, b, c]| format!("f {a} {b} {c}\n"));
    vertices.chain(triangles).collect()
}

/// The centre, radius, velocity and end of a motion, all multiples of a fraction that every float
/// represents.
type Ball = ([f64; 3], f64, [f64; 3], Option<f64>);

fn balls(count: u32) -> Vec<Ball> {
    (0..count)
        .map(|i| {
            let eighths = |factor: u32, past: u32| f64::from(i * factor % past) / 8.0;
            let center = [eighths(37, 230) - 2.0, eighths(53, 210) - 2.0, eighths(29, 64)];
            let velocity = [eighths(11, 32) - 2.0, eighths(17, 24) - 1.0, eighths(5, 16) - 2.0];
            let radius = eighths(3, 7);
            (center, radius, velocity, (i % 4 == 0).then_some(eighths(13, 40)))
        })
        .collect()
}

fn table(balls: &[Ball]) -> String {
    let rows = balls.iter().enumerate().map(|(i, ([x, y, z], radius, [vx, vy, vz], t_max))| {
        let t_max = t_max.map_or(String::new(), |t| t.to_string());
        format!("row {i},{x},{y},{z},{radius},{vx},{vy},{vz},{t_max}\n")
    });
    "name,x,y,z,radius,vx,vy,vz,t_max\n".chars().chain(rows.collect::<String>().chars()).collect()
}

/// A directory with hills.obj and spheres.csv.
fn workplace(count: u32) -> TempDir {
    let directory = tempdir().unwrap();
    fs::write(directory.path().join("hills.obj"), obj(&hills(25))).unwrap();
    fs::write(directory.path().join("spheres.csv"), table(&balls(count))).unwrap();
    directory
}

#[test]
fn a_saved_tree_gives_the_same_bytes() {
    let directory = workplace(3000);
    let path = directory.path();
    for scalar in ["f64", "f32"] {
        for question in [&[][..], &["--any"], &["--all"]] {
            let run = |arguments: &[&str]| {
                done(path, &[arguments, &["--scalar", scalar], question].concat());
            };
            // The tree is built and saved with the answers, saved alone, loaded in each way and
            // saved again, and spheres are cast by one thread.
            run(&["hills.obj", "spheres.csv", "-o", "built.csv", "--save-tree", "a.tree"]);
            run(&["hills.obj", "--save-tree", "b.tree"]);
            assert!(read(path, "a.tree") == read(path, "b.tree"), "{scalar}");
            run(&["a.tree", "spheres.csv", "-o", "as-mesh.csv", "--threads", "1"]);
            run(&["--tree", "a.tree", "spheres.csv", "-o", "as-tree.csv", "--threads", "2"]);
            run(&["hills.obj", "spheres.csv", "-o", "both.csv", "--tree", "a.tree"]);
            run(&["b.tree", "--save-tree", "c.tree"]);
            for name in ["as-mesh.csv", "as-tree.csv", "both.csv"] {
                assert!(
                    read(path, "built.csv") == read(path, name),
                    "{name} {scalar} {question:?}"
                );
            }
            assert!(read(path, "a.tree") == read(path, "c.tree"), "{scalar}");
        }
    }
}

/// The bytes of the file are those that the library writes.
#[test]
fn the_file_is_what_the_library_writes() {
    let directory = workplace(1);
    done(directory.path(), &["hills.obj", "--save-tree", "hills.tree"]);
    let (vertices, triangles) = hills(25);
    let mesh = Mesh::new(vertices, triangles).unwrap();
    assert!(read(directory.path(), "hills.tree") == mesh.to_bytes());
}

#[test]
fn a_damaged_tree_leaves_nothing_and_says_why() {
    let directory = workplace(10);
    let path = directory.path();
    done(path, &["hills.obj", "--save-tree", "good.tree"]);
    fs::write(path.join("other.obj"), obj(&hills(24))).unwrap();
    let good = read(path, "good.tree");
    let mut flipped = good.clone();
    flipped[good.len() / 2] ^= 4;
    fs::write(path.join("flipped.tree"), flipped).unwrap();
    fs::write(path.join("short.tree"), &good[..good.len() - 1]).unwrap();
    fs::write(path.join("long.tree"), [&good[..], b"\n"].concat()).unwrap();
    fs::write(path.join("out.csv"), "precious").unwrap();
    fs::write(path.join("new.tree"), "precious too").unwrap();
    fs::create_dir(path.join("folder")).unwrap();
    let before = names(path);
    let with = ["spheres.csv", "-o", "out.csv", "--save-tree", "new.tree"];
    let cases: [(&[&str], &str); 9] = [
        (&["flipped.tree"], "flipped.tree: it is damaged: its checksum is "),
        (&["--tree", "flipped.tree"], "flipped.tree: it is damaged: its checksum is "),
        (&["short.tree"], "short.tree: it has "),
        (&["long.tree"], "long.tree: it has "),
        (&["--tree", "hills.obj"], "hills.obj: this is no saved mesh"),
        (&["--tree", "no.tree"], "cannot read no.tree"),
        (
            &["good.tree", "--scalar", "f32"],
            "good.tree: it was saved with f64, but f32 is requested",
        ),
        (
            &["--tree", "good.tree", "other.obj"],
            "other.obj: the tree in good.tree was saved from another mesh",
        ),
        (&["good.tree", "--save-tree", "folder"], "folder: exists already and is not a file"),
    ];
    for (arguments, expected) in cases {
        let with = if arguments.contains(&"--save-tree") { &with[..3] } else { &with[..] };
        let output = cast(path, &[arguments, with].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let message = stderr(&output);
        assert!(message.starts_with(&format!("tangency: {expected}")), "{message}");
        assert_eq!(names(path), before, "{arguments:?}");
        assert_eq!(read(path, "out.csv"), b"precious");
        assert_eq!(read(path, "new.tree"), b"precious too");
    }
}

/// If the table cannot be written, the tree is not kept either.
#[test]
fn tree_and_table_are_there_together_or_not_at_all() {
    let directory = workplace(10);
    let path = directory.path();
    let before = names(path);
    for out in ["out.txt", "no/out.csv"] {
        let arguments = ["hills.obj", "spheres.csv", "-o", out, "--save-tree", "new.tree"];
        assert_eq!(cast(path, &arguments).status.code(), Some(2));
        assert_eq!(names(path), before, "{out}");
    }
}

#[test]
fn words_that_are_missing_are_named() {
    let directory = workplace(10);
    let path = directory.path();
    let before = names(path);
    let cases: [(&[&str], &str); 7] = [
        (&[], "<MESH>"),
        (&["hills.obj"], "<SPHERES>"),
        (&["hills.obj", "-o", "out.csv"], "<SPHERES>"),
        (&["hills.obj", "-o", "out.csv", "--save-tree", "a.tree"], "<SPHERES>"),
        (&["hills.obj", "spheres.csv"], "--output"),
        (&["hills.obj", "spheres.csv", "--save-tree", "a.tree"], "--output"),
        (&["hills.obj", "spheres.csv", "-o", "out.csv", "--any", "--all"], "--all"),
    ];
    for (arguments, expected) in cases {
        let output = cast(path, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
        assert!(stderr(&output).contains("Usage: tangency cast"), "{}", stderr(&output));
        assert_eq!(names(path), before);
    }
}

fn library() -> (Mesh<f64>, Vec<Moving<Sphere<f64, 3>>>) {
    let (vertices, triangles) = hills(25);
    let spheres = balls(2000).into_iter().map(|(center, radius, velocity, t_max)| {
        let ball = Sphere::new(center, radius).unwrap().moving(velocity).unwrap();
        t_max.map_or(ball, |t_max| ball.until(t_max).unwrap())
    });
    (Mesh::new(vertices, triangles).unwrap(), spheres.collect())
}

/// The expected cells of the answer's columns.
fn cells(answer: &Answer<f64, 3, MeshFeature>) -> Vec<String> {
    let text = |x: &f64| serde_json::to_string(x).unwrap();
    let vector = |v: [f64; 3]| v.iter().map(text).collect::<Vec<_>>();
    let none = vec![String::new(); 3];
    let place = |place: MeshFeature| {
        let feature = match place.feature {
            Feature::Vertex(i) => format!("vertex {i}"),
            Feature::Edge(i) => format!("edge {i}"),
            Feature::Face => "face".to_owned(),
        };
        vec![place.triangle.to_string(), feature, String::new()]
    };
    match answer {
        Answer::None => [vec!["none".to_owned()], vec![String::new(); 13]].concat(),
        Answer::Overlap(hit) => {
            let head = vec!["overlap".to_owned(), "0.0".to_owned()];
            let normal = hit.normal.map_or(none, vector);
            [head, vector(hit.center), vector(hit.point), normal, place(hit.feature)].concat()
        }
        Answer::Contact(hit) => {
            let head = vec!["contact".to_owned(), text(&hit.time)];
            let normal = hit.normal.map_or(none, vector);
            [head, vector(hit.center), vector(hit.point), normal, place(hit.feature)].concat()
        }
    }
}

/// Runs `cast` with one and then with two threads, and returns its output without the columns of
/// the spheres.
fn answers(question: &str, kind: &str) -> (String, Vec<(usize, Vec<String>)>) {
    let directory = workplace(2000);
    let path = directory.path();
    for threads in ["1", "2"] {
        let out = format!("out-{threads}.{kind}");
        let arguments = ["hills.obj", "spheres.csv", "-o", &out, question, "--threads", threads];
        done(path, &arguments);
    }
    let [one, two] = ["1", "2"].map(|threads| read(path, &format!("out-{threads}.{kind}")));
    assert!(one == two, "the answers of one and of two threads differ");
    let text = String::from_utf8(one).unwrap();
    let (header, rows) = text.split_once('\n').unwrap();
    let spheres = table(&balls(2000));
    let spheres: Vec<_> = spheres.lines().skip(1).collect();
    let rows = rows.lines().map(|line| {
        let cells: Vec<_> = line.split(',').collect();
        let row: usize = cells[0].strip_prefix("row ").unwrap().parse().unwrap();
        assert_eq!(cells[..9].join(","), spheres[row]);
        (row, cells[9..].iter().map(|&cell| cell.to_owned()).collect())
    });
    (header.to_owned(), rows.collect())
}

#[test]
fn any_says_what_the_library_says() {
    let (mesh, balls) = library();
    let (header, rows) = answers("--any", "csv");
    assert_eq!(header, "name,x,y,z,radius,vx,vy,vz,t_max,status,error");
    let expected: Vec<_> = balls
        .iter()
        .map(|ball| if ball.first_contact(&mesh) == Answer::None { "none" } else { "contact" })
        .map(|status| vec![status.to_owned(), String::new()])
        .enumerate()
        .collect();
    assert_eq!(rows, expected);
    let contacts = expected.iter().filter(|(_, cells)| cells[0] == "contact").count();
    assert!((200..1800).contains(&contacts), "{contacts}");
}

#[test]
fn all_lists_what_the_library_lists() {
    let (mesh, balls) = library();
    let (header, rows) = answers("--all", "csv");
    assert_eq!(
        header,
        "name,x,y,z,radius,vx,vy,vz,t_max,contact,status,time,center_x,center_y,center_z,\
         point_x,point_y,point_z,normal_x,normal_y,normal_z,triangle,feature,error"
    );
    let mut expected = Vec::new();
    let mut statuses = [0; 3];
    for (row, ball) in balls.iter().enumerate() {
        let contacts = ball.contacts(&mesh);
        if contacts.is_empty() {
            statuses[0] += 1;
            expected.push((row, [vec![String::new()], cells(&Answer::None)].concat()));
        }
        for (number, answer) in contacts.iter().enumerate() {
            statuses[if answer.contact().is_some() { 1 } else { 2 }] += 1;
            expected.push((row, [vec![number.to_string()], cells(answer)].concat()));
        }
    }
    assert!(rows == expected);
    // There are more rows than one write takes, in a table that is read at once.
    assert!(statuses.iter().all(|&count| count > 100) && rows.len() > 10_000, "{statuses:?}");
}

/// The summary counts each sphere once, for any number of contacts, and distinguishes overlaps from
/// contacts as always.
#[test]
fn the_summary_counts_spheres() {
    let directory = workplace(2000);
    let summary = |question: &[&str]| {
        let arguments = ["hills.obj", "spheres.csv", "-o", "out.csv", "--summary", "json"];
        let output = cast(directory.path(), &[&arguments[..], question].concat());
        let summary: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        (["queries", "contacts", "overlaps"].map(|name| summary[name].as_u64().unwrap()), summary)
    };
    let (first, _) = summary(&[]);
    let (all, of_all) = summary(&["--all"]);
    let (any, of_any) = summary(&["--any"]);
    assert_eq!(all, first);
    assert_eq!(any, [2000, first[1] + first[2], 0]);
    assert!(of_all["exact_path_share"].is_null() && of_any["exact_path_share"].is_null());
}

/// For every query, a wrong row becomes one row with its error.
#[test]
fn wrong_rows_carry_an_error() {
    let directory = workplace(1);
    let path = directory.path();
    let rows = "x,y,z,radius,vx,vy,vz\n1,1,9,-1,0,0,-1\n1,1,9,0.5,0,0,1\n";
    fs::write(path.join("spheres.csv"), rows).unwrap();
    for (question, expected) in [
        (
            "--any",
            "x,y,z,radius,vx,vy,vz,status,error\n\
             1,1,9,-1,0,0,-1,,\"radius is -1, must not be negative\"\n\
             1,1,9,0.5,0,0,1,none,\n",
        ),
        (
            "--all",
            "x,y,z,radius,vx,vy,vz,contact,status,time,center_x,center_y,center_z,point_x,point_y,\
             point_z,normal_x,normal_y,normal_z,triangle,feature,error\n\
             1,1,9,-1,0,0,-1,,,,,,,,,,,,,,,\"radius is -1, must not be negative\"\n\
             1,1,9,0.5,0,0,1,,none,,,,,,,,,,,,,\n",
        ),
    ] {
        let output = cast(path, &["hills.obj", "spheres.csv", "-o", "out.csv", question]);
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        assert_eq!(String::from_utf8(read(path, "out.csv")).unwrap(), expected);
    }
}
