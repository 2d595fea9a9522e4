//! Casts tables of hulls by the command: positions that are no floats, hulls by name, refusals,
//! shards, and other formats. `bodies.rs` compares rows with requests.

// The helpers of tests are not tests to clippy.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use arrow_array::{ArrayRef, Float64Array, Int64Array, RecordBatch, StringArray};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use std::fmt::Write;
use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use tangency::any::AnyConvex;
use tangency::{Answer, Hull, Inflated, Triangle};
use tangency_cli::view::hits;
use tempfile::{TempDir, tempdir};

/// A floor at z = 0 about the origin.
const FLOOR: &str = "v -9 -9 0\nv 9 -9 0\nv 9 9 0\nv -9 9 0\nf 1 2 3 4\n";
/// The unit cube, of which two faces are there, and a point within.
const CUBE: &str = "v 1 1 1\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 1 1 0\nv 1 0 1\nv 0 1 1\n\
                    v 0.5 0.5 0.5\nf 2 3 6 4\nf 5 7 1\n";
/// A triangle that stands on its corner at (0, 0, -2).
const SPIKE: &str = "v 1 0 0\nv -1 0 0\nv 0 0 -2\nf 1 2 3\n";

struct Workplace(TempDir);

impl Workplace {
    /// A folder with floor.obj, cube.obj and spike.obj.
    fn new() -> Self {
        let place = Self(tempdir().unwrap());
        for (name, text) in [("floor.obj", FLOOR), ("cube.obj", CUBE), ("spike.obj", SPIKE)] {
            place.write(name, text);
        }
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    /// Runs the command with arguments that are separated by blanks; returns its exit status and
    /// its standard error.
    fn tangency(&self, arguments: &str) -> (i32, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tangency"));
        command.current_dir(self.0.path()).args(arguments.split(' ')).stdin(Stdio::null());
        let output = command.output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
    }

    /// Casts parts.csv at a target, and returns some columns of each row, or its error.
    fn rows(&self, target: &str, table: &str, options: &str, columns: &[&str]) -> Vec<String> {
        self.write("parts.csv", table);
        let words = format!("cast {target} parts.csv -o hits.csv {options}");
        let (status, said) = self.tangency(&words);
        assert!(status < 2, "{words}: {said}");
        let rows = self.columns("hits.csv", columns);
        assert_eq!(status == 1, rows.iter().any(|row| row.contains(", must ")), "{rows:?}");
        rows
    }

    /// Some columns of each row of a CSV, or its error.
    fn columns(&self, name: &str, columns: &[&str]) -> Vec<String> {
        let mut reader = csv::Reader::from_path(self.path(name)).unwrap();
        let names = reader.headers().unwrap().clone();
        let row = |record: csv::StringRecord| {
            let field = |column: &&str| {
                let place = names.iter().position(|name| name == *column);
                record[place.unwrap_or_else(|| panic!("no {column}"))].to_owned()
            };
            match field(&"error").as_str() {
                "" => columns.iter().map(field).collect::<Vec<_>>().join(" "),
                error => error.to_owned(),
            }
        };
        reader.records().map(|record| row(record.unwrap())).collect()
    }

    /// The message of a command that is refused and leaves no file behind.
    fn refusal(&self, arguments: &str) -> String {
        let count = || fs::read_dir(self.0.path()).unwrap().count();
        let before = count();
        let (status, said) = self.tangency(arguments);
        assert_eq!((status, count()), (2, before), "{arguments}: {said}");
        said
    }
}

#[test]
fn the_origin_of_a_hull_is_placed_at_each_row() {
    let place = Workplace::new();
    let table = "x,y,z,vx,vy,vz,radius\n\
                 2,-4,5,0,0,-1,0\n\
                 2,-4,5,0,0,-1,0.5\n\
                 -0.5,-0.5,-0.5,0,0,-1,0\n\
                 20,0,5,0,0,-1,0\n\
                 2,-4,5,0,0,-1,-1\n\
                 2,-4,high,0,0,-1,0\n\
                 1,1,0,0,0,1,0\n";
    let expected = [
        "contact 5.0 0.0",
        "contact 4.5 0.5",
        "overlap 0.0 -0.5",
        "none  ",
        "radius is -1, must not be negative",
        "z is \"high\", must be a number",
        "contact 0.0 0.0",
    ];
    let columns = ["status", "time", "center_z"];
    assert_eq!(place.rows("floor.obj", table, "--hull cube.obj", &columns), expected);
    // A saved tree is a mesh file, too.
    assert_eq!(place.tangency("cast cube.obj --save-tree cube.tree").0, 0);
    assert_eq!(place.rows("floor.obj", table, "--hull cube.tree", &columns), expected);
    assert_eq!(place.rows("floor.obj", table, "--hull cube.obj --any", &["status"])[3], "none");
    // The column of the radius may be absent. The spike comes down on its corner.
    let table = "x,y,z,to_x,to_y,to_z\n1,2,5,1,2,0\n1,2,5,1,2,4\n";
    let columns = ["status", "time", "point_x", "point_y", "point_z", "center_z"];
    let found = place.rows("floor.obj", table, "--hull spike.obj", &columns);
    assert_eq!(found, ["contact 0.6 1.0 2.0 0.0 2.0", "none     "]);
}

#[test]
fn a_vertex_is_moved_without_rounding() {
    let place = Workplace::new();
    // The float next to 0.3 is the rounded sum of 0.1 and 0.2. Their exact sum is smaller by 2⁻⁵⁵.
    place.write("wall.obj", "v 0.30000000000000004 -9 -9\nv 0.30000000000000004 9 -9\nv 0.30000000000000004 0 9\nf 1 2 3\n");
    place.write("part.obj", "v 0 0 0\nv 0.1 0 0\nv 0 0.1 0\nf 1 2 3\n");
    let table = "x,y,z,vx,vy,vz\n0.2,0,0,0,0,0\n0.2,0,0,1,0,0\n";
    let found = place.rows("wall.obj", table, "--hull part.obj", &["status", "time"]);
    assert_eq!(found, ["none ", "contact 2.7755575615628914e-17"]);
}

#[test]
fn each_row_is_the_earliest_contact_with_one_triangle() {
    let place = Workplace::new();
    let mut random = 7_u64;
    let mut number = |low: i64, high: i64| {
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low as f64 + ((random >> 33) % (10 * (high - low) as u64 + 1)) as f64 / 10.0
    };
    let mut point = |size: i64| [(); 3].map(|()| number(-size, size));
    let hull: Vec<[f64; 3]> = (0..12).map(|_| point(1)).collect();
    let triangles: Vec<[[f64; 3]; 3]> = (0..40).map(|_| [point(3), point(3), point(3)]).collect();
    // Most of the bodies come near the middle of the mesh.
    let row = |_| {
        let (at, off) = (point(9), point(1));
        [at, [0, 1, 2].map(|k| off[k] - at[k] / 4.0)]
    };
    let rows: Vec<[[f64; 3]; 2]> = (0..300).map(row).collect();
    let text = |points: &mut dyn Iterator<Item = &[f64; 3]>| {
        points.fold(String::new(), |mut text, [x, y, z]| {
            writeln!(text, "v {x} {y} {z}").unwrap();
            text
        })
    };
    place.write("part.obj", &(text(&mut hull.iter()) + "f 1 2 3\n"));
    let mut mesh = text(&mut triangles.iter().flatten());
    (0..40).for_each(|i| writeln!(mesh, "f {} {} {}", 3 * i + 1, 3 * i + 2, 3 * i + 3).unwrap());
    place.write("soup.obj", &mesh);
    let mut table = "x,y,z,vx,vy,vz,radius\n".to_owned();
    for [[x, y, z], [vx, vy, vz]] in &rows {
        writeln!(table, "{x},{y},{z},{vx},{vy},{vz},0.25").unwrap();
    }
    let columns = ["status", "time", "triangle", "center_x", "normal_x"];
    let found = place.rows("soup.obj", &table, "--hull part.obj", &columns);
    let hull = Hull::new(hull).unwrap();
    let mut contacts = 0;
    for (found, [at, velocity]) in found.iter().zip(&rows) {
        let body = AnyConvex::from(hull.clone().with_translation(*at).unwrap());
        let body = Inflated::new(body, 0.25).unwrap().moving(*velocity).unwrap();
        let mut earliest: Option<(f64, usize, f64, f64)> = None;
        let mut is_overlap = false;
        for (i, [a, b, c]) in triangles.iter().enumerate() {
            match body.first_contact(&Triangle::new(*a, *b, *c).unwrap()) {
                Answer::None => {}
                Answer::Overlap(_) => is_overlap = true,
                Answer::Contact(hit) if earliest.is_none_or(|(time, ..)| hit.time < time) => {
                    let normal = hit.normal.unwrap();
                    earliest = Some((hit.time, i, hit.center[0], normal[0]));
                }
                Answer::Contact(_) => {}
            }
        }
        let expected = match earliest {
            _ if is_overlap => "overlap 0.0 ".to_owned(),
            None => "none    ".to_owned(),
            Some((time, triangle, center, normal)) => {
                contacts += 1;
                format!("contact {time:?} {triangle} {center:?} {normal:?}")
            }
        };
        assert!(found.starts_with(&expected), "{found}, not {expected}");
    }
    assert!((50..280).contains(&contacts), "{contacts}");
}

#[test]
fn rows_name_their_hulls() {
    let place = Workplace::new();
    let table = "Hull,x,y,z,vx,vy,vz\n\
                 cube,0,0,5,0,0,-1\n\
                 spike,0,0,5,0,0,-1\n\
                 \" cube \",0,0,5,0,0,-1\n\
                 cone,0,0,5,0,0,-1\n\
                 ,0,0,5,0,0,-1\n\
                 Cube,0,0,5,0,0,-1\n";
    let both = "--hull cube=cube.obj --hull spike=spike.obj";
    let found = place.rows("floor.obj", table, both, &["status", "time"]);
    let expected = [
        "contact 5.0",
        "contact 3.0",
        "contact 5.0",
        "hull is \"cone\", must be \"cube\" or \"spike\"",
        "hull is empty, must be \"cube\" or \"spike\"",
        "hull is \"Cube\", must be \"cube\" or \"spike\"",
    ];
    assert_eq!(found, expected);
    // A number is a name, and the order of the options does not count. A path with an = needs a
    // folder or a name.
    place.write("a=b.obj", CUBE);
    let table = "hull,x,y,z,vx,vy,vz\n7,0,0,5,0,0,-1\n8,0,0,5,0,0,-1\n";
    let found = place.rows("floor.obj", table, "--hull 7=spike.obj", &["time"]);
    assert_eq!(found, ["3.0", "hull is \"8\", must be \"7\""]);
    let found = place.rows("floor.obj", table, "--hull 8=spike.obj --hull 7=a=b.obj", &["time"]);
    assert_eq!(found, ["5.0", "3.0"]);
    let table = "x,y,z,vx,vy,vz\n0,0,5,0,0,-1\n";
    let found = place.rows("floor.obj", table, "--hull ./a=b.obj", &["time"]);
    assert_eq!(found, ["5.0"]);
    let many: String = (0..9).map(|i| format!(" --hull {i}=cube.obj")).collect();
    let table = "hull,x,y,z,vx,vy,vz\nten,0,0,5,0,0,-1\n";
    let found = place.rows("floor.obj", table, many.trim_start(), &["time"]);
    assert_eq!(found, ["hull is \"ten\", must be the name of a given hull"]);
}

#[test]
fn a_hull_moves_along_a_path() {
    let place = Workplace::new();
    let table = "tool,hull,x,y,z\n\
                 a,cube,0,0,5\na,cube,4,0,5\na,cube,4,0,0\n\
                 b,spike,0,0,5\nb,spike,0,0,0\n\
                 c,cube,0,0,5\nc,spike,0,0,0\n";
    let both = "--path tool --hull cube=cube.obj --hull spike=spike.obj";
    let found = place.rows("floor.obj", table, both, &["status", "leg", "time", "center_x"]);
    let expected = [
        "contact 1 1.0 4.0",
        "contact 0 0.6 0.0",
        "row 1 of the path: hull is \"spike\", must be \"cube\" as in row 0 of the path",
    ];
    assert_eq!(found, expected);
    let table = "tool,x,y,z\na,0,0,5\na,4,0,5\na,4,0,-1\n";
    let found = place.rows("floor.obj", table, "--path tool --hull cube.obj --any", &["status"]);
    assert_eq!(found, ["contact"]);
}

#[test]
fn a_scene_has_items_for_hulls() {
    let place = Workplace::new();
    let table = "x,y,z,vx,vy,vz\n0,0,9,0,0,-1\n6,0,9,0,0,-1\n";
    place.write(
        "scene.jsonl",
        "{\"box\":{\"min\":[-1,-1,0],\"max\":[1,1,2]}}\n{\"mesh\":{\"path\":\"floor.obj\",\"translation\":[0,0,-1]}}\n",
    );
    let columns = ["item", "status", "time"];
    let found = place.rows("scene.jsonl", table, "--hull cube.obj", &columns);
    assert_eq!(found, ["0 contact 7.0", "1 contact 10.0"]);
    let found = place.rows("scene.jsonl", table, "--hull cube.obj --all", &columns);
    assert_eq!(found, ["0 contact 7.0", "1 contact 10.0", "1 contact 10.0"]);
    place.write(
        "scene.jsonl",
        "{\"polytope\":{\"planes\":[{\"point\":[0,0,0],\"normal\":[0,0,1]}]}}\n",
    );
    let said = place.refusal("cast scene.jsonl parts.csv -o none.csv --hull cube.obj");
    assert!(said.contains("item 0 of the scene is a polytope"), "{said}");
}

#[test]
fn options_and_columns_that_do_not_fit_are_refused() {
    let place = Workplace::new();
    let both = "--hull cube=cube.obj --hull spike=spike.obj";
    for (header, options, words) in [
        (
            "x,y,z,vx,vy,vz,half_y",
            "--hull cube.obj",
            "the column half_y is given, must not be if the rows are hulls",
        ),
        ("x,y,z,vx,vy,vz,qw", both, "the column qw is given, must not be if the rows are hulls"),
        (
            "x,y,z,vx,vy,vz,axis_x",
            both,
            "the column axis_x is given, must not be if the rows are hulls",
        ),
        ("x,y,z,vx,vy,vz", both, "the column hull is missing; the table has \"x\", "),
        ("x,y,z", "--hull cube.obj", "the columns vx, vy, vz are missing; "),
        (
            "x,y,z,vx,vy,vz,hull",
            "--hull cube.obj",
            "the column hull names the hull of each row, but no hull is given by its name",
        ),
        (
            "x,y,z,radius,vx,vy,vz,hull",
            "",
            "the column hull names the hull of each row, but no hull is given by its name",
        ),
        (
            "x,y,z,vx,vy,vz,other_x",
            "--hull cube.obj",
            "the column other_x is reserved for the answers: rename or remove",
        ),
        ("x,y,z,vx,vy,vz", "--hull none.obj", "none.obj: "),
        (
            "x,y,z,vx,vy,vz",
            "--hull parts.csv",
            "parts.csv, start: this is neither PLY nor STL nor OBJ",
        ),
        (
            "x,y,z,vx,vy,vz",
            "--hull cube.obj --hull spike.obj",
            "--hull is repeated, and cube.obj has no name, must be NAME=cube.obj",
        ),
        (
            "x,y,z,vx,vy,vz",
            "--hull a=cube.obj --hull a=spike.obj",
            "--hull has the name a twice, must have it once",
        ),
        (
            "x,y,z,vx,vy,vz,hull",
            "--hull =cube.obj",
            "a hull has the name \"\", which must not be empty or have blanks around it",
        ),
        (
            "x,y,z,vx,vy,vz",
            "--hull a=cube.obj --save-tree cube.obj",
            "cube.obj: is the same file as cube.obj, must be another",
        ),
    ] {
        place.write("parts.csv", &format!("{header}\n"));
        let words_of_job = format!("cast floor.obj parts.csv -o none.csv {options}");
        let said = place.refusal(words_of_job.trim_end());
        assert!(said.contains(words), "{options}: {said}, not {words}");
    }
    let said = place.refusal("cast floor.obj parts.csv -o cube.obj --hull cube.obj");
    assert!(said.contains("the name of a table must end in"), "{said}");
    let said = place.refusal("cast floor.obj --save-tree floor.tree --hull cube.obj");
    assert!(said.contains("--output"), "{said}");
    assert_eq!(fs::read_to_string(place.path("cube.obj")).unwrap(), CUBE);
}

#[test]
fn shards_of_other_hulls_are_not_joined() {
    let place = Workplace::new();
    let mut table = "name,hull,x,y,z,vx,vy,vz\n".to_owned();
    for i in 0..900 {
        let hull = ["cube", "spike", "cone"][usize::from(i % 3 == 0) + usize::from(i % 90 == 0)];
        writeln!(table, "{i},{hull},{},0,5,0,0,-{}", i % 17, i % 5).unwrap();
    }
    place.write("parts.csv", &table);
    let both = "--hull spike=spike.obj --hull cube=cube.obj";
    let cast = |output: &str, more: &str| {
        place.tangency(&format!("cast floor.obj parts.csv -o {output} {both}{more}"))
    };
    assert_eq!(cast("alone.csv", "").0, 1);
    for i in 0..3 {
        assert_eq!(cast("shards.csv", &format!(" --shard {i}/3")).0, 1);
    }
    assert_eq!(place.tangency("join shards.csv parts.csv -o joined.csv").0, 1);
    let bytes = |name: &str| fs::read(place.path(name)).unwrap();
    assert!(bytes("joined.csv") == bytes("alone.csv"));
    // The same points from another file, and another order of the options, are the same job.
    let old = "shard 1/3 exists already";
    let again = |options: &str| {
        let (status, said) = place
            .tangency(&format!("cast floor.obj parts.csv -o shards.csv --shard 1/3 {options}"));
        assert_eq!(status, 1, "{said}");
        said.contains(old)
    };
    place.write("same.obj", &(CUBE.to_owned() + "f 2 3 5\n"));
    assert!(again(both) && again("--hull cube=same.obj --hull spike=spike.obj"));
    // One more given hull is another job, and so is one other point.
    assert!(!again(&format!("{both} --hull ring=cube.obj")));
    let said = place.refusal("join shards.csv parts.csv -o again.csv");
    let start = "shards 0/3 and 1/3 do not belong together: the hulls of the one is cube ";
    assert!(said.contains(start), "{said}");
    assert!(!again(both));
    assert_eq!(place.tangency("join shards.csv parts.csv").0, 1);
    place.write("spike.obj", &SPIKE.replace("-2", "-2.5"));
    assert!(!again(both));
    let said = place.refusal("join shards.csv parts.csv -o again.csv");
    assert!(said.contains(start), "{said}");
    // A single hull is in the manifest, too.
    place.write("parts.csv", "x,y,z,vx,vy,vz\n0,0,5,0,0,-1\n");
    for (i, hull) in ["cube.obj", "spike.obj"].into_iter().enumerate() {
        let cast = format!("cast floor.obj parts.csv -o one.csv --shard {i}/2 --hull {hull}");
        assert_eq!(place.tangency(&cast).0, 0);
    }
    let said = place.refusal("join one.csv parts.csv -o again.csv");
    assert!(said.contains("do not belong together: the hulls of the one"), "{said}");
}

#[test]
fn a_parquet_names_hulls_by_text_or_by_numbers() {
    let place = Workplace::new();
    let floats = |values: [f64; 3]| -> ArrayRef { Arc::new(Float64Array::from(values.to_vec())) };
    let columns = |hull: ArrayRef| {
        let zero = || floats([0.0; 3]);
        RecordBatch::try_from_iter([
            ("hull", hull),
            ("x", floats([0.0, 1.0, 2.0])),
            ("y", zero()),
            ("z", floats([5.0; 3])),
            ("vx", zero()),
            ("vy", zero()),
            ("vz", floats([-1.0; 3])),
        ])
        .unwrap()
    };
    let write = |batch: &RecordBatch| {
        let file = File::create(place.path("parts.parquet")).unwrap();
        let mut writer = ArrowWriter::try_new(file, batch.schema(), None).unwrap();
        writer.write(batch).unwrap();
        writer.close().unwrap();
    };
    let times = |options: &str| -> Vec<Option<f64>> {
        let words = format!("cast floor.obj parts.parquet -o hits.parquet {options}");
        let (status, said) = place.tangency(&words);
        assert!(status < 2, "{said}");
        let file = File::open(place.path("hits.parquet")).unwrap();
        let mut reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap().build().unwrap();
        let batch = reader.next().unwrap().unwrap();
        assert_eq!(batch.column(0).len(), 3);
        let times = batch.column_by_name("time").unwrap();
        times.as_any().downcast_ref::<Float64Array>().unwrap().iter().collect()
    };
    let texts = StringArray::from(vec![Some("cube"), Some("spike"), None]);
    write(&columns(Arc::new(texts)));
    let both = "--hull cube=cube.obj --hull spike=spike.obj";
    assert_eq!(times(both), [Some(5.0), Some(3.0), None]);
    write(&columns(Arc::new(Int64Array::from(vec![12, 4, 12]))));
    assert_eq!(times("--hull 12=cube.obj --hull 4=spike.obj"), [Some(5.0), Some(3.0), Some(5.0)]);
    write(&columns(floats([12.0, 4.0, 4.5])));
    assert_eq!(times("--hull 12=cube.obj --hull 4=spike.obj"), [Some(5.0), Some(3.0), None]);
    write(&columns(Arc::new(arrow_array::BooleanArray::from(vec![true, false, true]))));
    let said = place.refusal("cast floor.obj parts.parquet -o no.parquet --hull true=cube.obj");
    assert!(
        said.contains("the column hull is of type Boolean, must hold text or numbers"),
        "{said}"
    );
}

#[test]
fn the_page_draws_no_hulls() {
    let place = Workplace::new();
    let refused = |words: &str| {
        assert_eq!(place.tangency(words).0, 0, "{words}");
        hits::read(&place.path("hits.csv")).unwrap_err().to_string()
    };
    for (table, hull) in [
        ("x,y,z,radius,vx,vy,vz\n0,0,5,0,0,0,-1\n", "cube.obj"),
        ("x,y,z,vx,vy,vz\n0,0,5,0,0,-1\n", "cube.obj"),
        ("x,y,z,radius,vx,vy,vz,hull\n0,0,5,0,0,0,-1,a\n", "a=cube.obj"),
    ] {
        place.write("parts.csv", table);
        let said = refused(&format!("cast floor.obj parts.csv -o hits.csv --hull {hull}"));
        assert!(said.contains("has hulls, but the page draws only spheres and capsules"), "{said}");
    }
}
