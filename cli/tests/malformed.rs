//! Ten thousand broken inputs: each must be an error or a valid answer, without a panic and in
//! bounded memory.
//!
//! All inputs are in one test, in a process of its own, so that the allocator counts one input at a
//! time.

#[path = "../../tests/random/mod.rs"]
mod random;

use peak_alloc::PeakAlloc;
use random::Random;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, str};
use tangency_cli::query;
use tangency_files::mesh_file::{self, Format, Surface};
use tangency_files::table::{Outcome, Question, Reader, Scalar, Writer};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// The greatest amount of memory that one input may take.
const LIMIT: usize = 64 << 20;

const SEED: u64 = 0x7a6e_67e5;

/// The replacements of a word of a text.
const WORDS: [&[u8]; 22] = [
    b"nan",
    b"inf",
    b"-inf",
    b"1e999",
    b"-1",
    b"0",
    b"4000000000",
    b"4294967295",
    b"4294967296",
    b"99999999999999999999",
    b"18446744073709551615",
    b"1e-400",
    b"0x10",
    b"",
    b"x",
    b"null",
    b"\"",
    b"[]",
    b"{}",
    b"1.5",
    b"\xff\xfe",
    b"- 1",
];

/// The replacements for consecutive bytes.
const BYTES: [&[u8]; 6] = [
    &[0xff, 0xff, 0xff, 0xff],
    &[0xff, 0xff, 0xff, 0x7f],
    &[0, 0, 0xc0, 0x7f],
    &[0, 0, 0x80, 0x7f],
    &[0, 0, 0, 0, 0, 0, 0xf8, 0x7f],
    &[0, 0, 0, 0x80],
];

/// One to three changes to a good input.
fn broken(whole: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = whole.to_vec();
    for _ in 0..=random.index(3) {
        let at = random.index(bytes.len());
        match random.index(8) {
            0 => bytes.truncate(at),
            1 | 2 if !bytes.is_empty() => bytes[at] ^= 1 << random.index(8),
            3 if !bytes.is_empty() => bytes[at] = random.bits() as u8,
            4 => {
                let end = bytes.len().min(at + 1 + random.index(20));
                bytes.drain(at..end);
            }
            5 => {
                let end = bytes.len().min(at + 1 + random.index(40));
                let copy = bytes[at..end].to_vec();
                let to = random.index(bytes.len());
                bytes.splice(to..to, copy);
            }
            6 => {
                let value = random.pick(&BYTES);
                let end = bytes.len().min(at + value.len());
                bytes.splice(at..end, value.iter().copied());
            }
            _ => replace_word(&mut bytes, at, random.pick(&WORDS)),
        }
    }
    bytes
}

/// Replaces the word of letters, digits, points and signs at `at`.
fn replace_word(bytes: &mut Vec<u8>, at: usize, word: &[u8]) {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b".+-_".contains(byte);
    let start = bytes[..at].iter().rposition(|byte| !is_part(byte)).map_or(0, |i| i + 1);
    let end = bytes[at..].iter().position(|byte| !is_part(byte)).map_or(bytes.len(), |i| at + i);
    bytes.splice(start..end, word.iter().copied());
}

/// Runs `check`, and fails if it exceeds the limit of memory.
fn within_limit(name: &str, case: usize, input: &[u8], check: impl FnOnce()) {
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    check();
    let used = ALLOCATOR.peak_usage().saturating_sub(before);
    assert!(used < LIMIT, "{name} {case} took {used} bytes: {}", String::from_utf8_lossy(input));
}

#[derive(Default)]
struct Tally {
    good: usize,
    bad: usize,
}

impl Tally {
    fn count(&mut self, is_good: bool) {
        *if is_good { &mut self.good } else { &mut self.bad } += 1;
    }

    /// Checks that some inputs were refused and some accepted, since otherwise the generator tests
    /// little.
    fn is_mixed(&self, name: &str) {
        println!("{name}: {} answered, {} refused", self.good, self.bad);
        assert!(
            self.good > 0 && self.bad > 0,
            "{name}: {} answered, {} refused",
            self.good,
            self.bad
        );
    }
}

fn ply_header(format: &str) -> String {
    format!(
        "ply\nformat {format} 1.0\ncomment a tetrahedron\nelement vertex 4\nproperty double x\nproperty float y\nproperty float z\n\
         property list uchar short w\nelement face 3\nproperty uchar flag\nproperty list uchar int vertex_indices\n\
         element edge 1\nproperty int a\nend_header\n"
    )
}

fn binary_ply(swap: bool) -> Vec<u8> {
    let mut bytes =
        ply_header(if swap { "binary_big_endian" } else { "binary_little_endian" }).into_bytes();
    let mut put = |value: &[u8]| {
        let start = bytes.len();
        bytes.extend_from_slice(value);
        if swap {
            bytes[start..].reverse();
        }
    };
    for [x, y, z] in [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] {
        put(&f64::to_le_bytes(x));
        put(&(y as f32).to_le_bytes());
        put(&(z as f32).to_le_bytes());
        put(&[1]);
        put(&[7, 7]);
    }
    for face in [&[0, 1, 2, 3][..], &[0, 1, 3], &[1, 2, 3]] {
        put(&[0]);
        put(&[face.len() as u8]);
        face.iter().for_each(|index| put(&i32::to_le_bytes(*index)));
    }
    put(&[0; 4]);
    bytes
}

fn binary_stl() -> Vec<u8> {
    let mut bytes = b"solid in name only".to_vec();
    bytes.resize(80, b' ');
    bytes.extend(2_u32.to_le_bytes());
    for triangle in [
        [0.0_f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0],
        [0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
    ] {
        bytes.extend([0; 12]);
        bytes.extend(triangle.iter().flat_map(|x| x.to_le_bytes()));
        bytes.extend([0; 2]);
    }
    bytes
}

fn good_meshes() -> Vec<(Option<Format>, Vec<u8>)> {
    let ply = ply_header("ascii")
        + "0 0 0 1 7\n1 0 0 0\n0 1 0 2 7 7\n0 0 1 0\n0 4 0 1 2 3\n0 3 0 1 3\n0 3 1 2 3\n0\n";
    let stl = "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1e0 0\nendloop\nendfacet\nendsolid a\n";
    let obj = "# a square\nv 0 0 0\nv 1 0 0 1\nv 1 1 0\nv 0 1 0\nvt 0 0\ng group\nf 1/1 2/1 3/1 4/1\nf -1 -2 \\\n -3\n";
    vec![
        (Some(Format::Ply), ply.into_bytes()),
        (Some(Format::Ply), binary_ply(false)),
        (None, binary_ply(true)),
        (Some(Format::Stl), stl.into()),
        (None, binary_stl()),
        (Some(Format::Obj), obj.into()),
        (None, obj.into()),
    ]
}

fn is_valid(surface: &Surface<f64>) -> bool {
    let count = surface.vertices.len() as u64;
    !surface.triangles.is_empty()
        && surface.vertices.iter().flatten().all(|x| x.is_finite())
        && surface.triangles.iter().flatten().all(|&index| u64::from(index) < count)
}

fn break_meshes(count: usize, random: &mut Random) {
    let good = good_meshes();
    for (format, bytes) in &good {
        assert!(is_valid(&mesh_file::parse(bytes, *format).unwrap()));
    }
    let mut tally = Tally::default();
    for case in 0..count {
        let (format, whole) = &good[random.index(good.len())];
        let bytes = broken(whole, random);
        within_limit("mesh", case, &bytes, || match mesh_file::parse::<f64>(&bytes, *format) {
            Ok(surface) => {
                assert!(is_valid(&surface), "mesh {case}: {}", String::from_utf8_lossy(&bytes));
                surface.build().unwrap();
                tally.count(true);
            }
            Err(flaw) => {
                assert!(flaw.to_string().len() < 300, "mesh {case}: {flaw}");
                tally.count(false);
            }
        });
    }
    tally.is_mixed("meshes");
}

const REQUESTS: [&[u8]; 6] = [
    br#"{"id":1,"query":"first_contact","sphere":{"center":[0,0,5],"radius":1,"velocity":[0,0,-1]},"triangle":{"vertices":[[0,0,0],[4,0,0],[0,4,0]],"velocity":[0,0,0]},"t_max":10}"#,
    br#"{"id":"x","query":"first_contact","sphere":{"center":[0,1],"radius":2.5e-1,"velocity":[1,0]},"point":{"position":[5,0]},"exact":true}"#,
    br#"{"id":[null],"query":"first_contact","sphere":{"center":[0,3],"radius":1,"velocity":[0,-2]},"segment":{"a":[-1,0],"b":[1,0]},"scalar":"f32"}"#,
    br#"{"query":"first_contact","sphere":{"center":[0.5,0.5,-3],"radius":0,"velocity":[0,0,2]},"mesh":{"vertices":[[0,0,0],[4,0,0],[0,4,0]],"triangles":[[0,1,2]]},"more":true}"#,
    br#"{"query":"first_contact","sphere":{"center":[1,2,3],"radius":3},"segment":{"a":[1e300,0,0],"b":[-1e300,0,1e-300],"velocity":[0,-1,0]}}"#,
    br#"{"id":{"a":1},"query":"first_contact","sphere":{"center":[1,1,0.5],"radius":1},"mesh":{"path":"no/such.ply"}}"#,
];

fn break_requests(count: usize, random: &mut Random) {
    let mut tally = Tally::default();
    for case in 0..count {
        let mut bytes = broken(random.pick(&REQUESTS), random);
        bytes.push(b'\n');
        within_limit("request", case, &bytes, || {
            let mut output = Vec::new();
            let errors = query::run(&bytes[..], &mut output, &|_| ()).unwrap().errors;
            tally.count(errors == 0);
            let lines =
                bytes.split(|&b| b == b'\n').filter(|line| !line.trim_ascii().is_empty()).count();
            let answers: Vec<_> = str::from_utf8(&output).unwrap().lines().collect();
            assert_eq!(answers.len(), lines);
            for answer in answers {
                let object: serde_json::Value = serde_json::from_str(answer)
                    .unwrap_or_else(|e| panic!("request {case}: {e}: {answer}"));
                let has = |name| object.get(name).is_some();
                assert!(has("id") && has("status") != has("error"), "request {case}: {answer}");
            }
        });
    }
    tally.is_mixed("requests");
}

/// A table of some rows as CSV and, through the command's own writer, as Parquet.
fn good_tables(directory: &Path) -> [(&'static str, Vec<u8>); 2] {
    let mut text = "name,x,y,z,radius,vx,vy,vz,t_max\n".to_owned();
    for i in 0..40 {
        writeln!(
            text,
            "\"row, {i}\",{i},0.{i},-{i}e-3,{i},0,0,-1,{}",
            if i % 3 == 0 { "" } else { "7" }
        )
        .unwrap();
    }
    let (csv, parquet) = (directory.join("good.csv"), directory.join("good.parquet"));
    fs::write(&csv, &text).unwrap();
    let reader = Reader::open(&csv, Scalar::F64).unwrap();
    let mut writer =
        Writer::create(&parquet, &reader, reader.form(), Scalar::F64, Question::First).unwrap();
    for batch in reader {
        let batch = batch.unwrap();
        writer.write(&batch, &vec![Outcome::None; batch.rows.len()]).unwrap();
    }
    writer.finish().unwrap();
    [("csv", text.into_bytes()), ("parquet", fs::read(parquet).unwrap())]
}

/// Reads a table to its end, and returns the number of its rows.
fn read_table(path: &Path) -> Result<usize, String> {
    let mut count = 0;
    for batch in Reader::open(path, Scalar::F64).map_err(|e| e.to_string())? {
        let batch = batch.map_err(|e| e.to_string())?;
        assert_eq!(batch.columns.num_rows(), batch.rows.len());
        for row in batch.rows.iter().flatten() {
            let mut numbers = [row.center, row.velocity(), [row.radius; 3]].into_iter().flatten();
            assert!(numbers.all(f64::is_finite), "{row:?}");
        }
        count += batch.rows.len();
    }
    Ok(count)
}

fn break_tables(count: usize, random: &mut Random) {
    let directory = tempfile::tempdir().unwrap();
    for (extension, whole) in good_tables(directory.path()) {
        let path: PathBuf = directory.path().join("broken").with_extension(extension);
        fs::write(&path, &whole).unwrap();
        assert_eq!(read_table(&path), Ok(40));
        let mut tally = Tally::default();
        for case in 0..count {
            let bytes = broken(&whole, random);
            fs::write(&path, &bytes).unwrap();
            within_limit(extension, case, &bytes, || tally.count(read_table(&path).is_ok()));
        }
        tally.is_mixed(extension);
    }
}

#[test]
fn ten_thousand_broken_inputs() {
    let mut random = Random(SEED);
    break_meshes(4000, &mut random);
    break_requests(3000, &mut random);
    break_tables(1500, &mut random);
}
