//! A recorded run of the page "Walk": the same steps end in the same bits here, in the package for
//! JavaScript and in the browser. `tests/cases/walk/` has the level, the keys of each step, and the
//! expected results of all three.
//!
//! The rules by which keys become steps are in `web/page/src/walk/rules.ts`; here they are
//! implemented again.

use std::f64::consts::FRAC_1_SQRT_2;
use std::fs;
use tangency::{Capsule, Mesh, Recover, Walker, WalkerOptions};

const RADIUS: f64 = 0.25;
const AXIS: f64 = 1.25;
const START: [f64; 3] = [0.0, 0.0, 0.25];
const PACE: f64 = 4.5 / 60.0;
const JUMP: f64 = 4.5 / 60.0;
const GRAVITY: f64 = 9.81 / 3600.0;

fn read(name: &str) -> String {
    fs::read_to_string(format!("{}/tests/cases/walk/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// The vertices and triangles of an OBJ file that has nothing else.
fn level(text: &str) -> Mesh<f64> {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for line in text.lines() {
        let mut words = line.split(' ');
        let kind = words.next();
        let three: Vec<&str> = words.collect();
        match kind {
            Some("v") => vertices.push(core::array::from_fn(|k| three[k].parse().unwrap())),
            Some("f") => {
                let corner = |k: usize| three[k].parse::<u32>().unwrap() - 1;
                triangles.push(core::array::from_fn(corner));
            }
            _ => assert!(line.starts_with('#'), "{line}"),
        }
    }
    Mesh::new(vertices, triangles).unwrap()
}

/// Decodes base64 with `-` and `_` and without padding.
fn bytes(text: &str) -> Vec<u8> {
    let (mut all, mut held, mut bits) = (Vec::new(), 0_u32, 0);
    for letter in text.bytes() {
        let six = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'-' => 62,
            _ => 63,
        };
        held = (held << 6) | u32::from(six);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            all.push((held >> bits) as u8);
        }
    }
    all
}

/// The keys and the heading of each step. In the bytes, each run of equal steps has its keys, its
/// heading, and its number of steps in pieces of seven bits, lowest first.
fn inputs(text: &str) -> Vec<(u8, u8)> {
    let mut steps = Vec::new();
    let mut bytes = bytes(text).into_iter();
    while let (Some(keys), Some(heading)) = (bytes.next(), bytes.next()) {
        let (mut count, mut shift) = (0, 0);
        for byte in bytes.by_ref() {
            count |= usize::from(byte & 127) << shift;
            shift += 7;
            if byte < 128 {
                break;
            }
        }
        steps.extend([(keys, heading)].repeat(count));
    }
    steps
}

/// The unit vector of a heading, of which there are 256.
fn direction(heading: u8) -> [f64; 2] {
    let (octant, part) = (heading / 32, f64::from(heading % 32));
    let is_odd = octant % 2 == 1;
    let tangent = (if is_odd { 32.0 - part } else { part }) / 32.0 * 0.41421356237309503;
    let below = 1.0 + tangent * tangent;
    let (near, far) = ((1.0 - tangent * tangent) / below, 2.0 * tangent / below);
    let (c, s) = if is_odd { (far, near) } else { (near, far) };
    [[c, s], [-s, c], [-c, -s], [s, -c]][usize::from(octant / 2)]
}

#[test]
fn headings_are_unit_vectors_that_go_around() {
    for heading in 0..=255 {
        let ([x, y], [u, v]) = (direction(heading), direction(heading.wrapping_add(1)));
        assert!((x * x + y * y - 1.0).abs() < 1e-15, "{heading}");
        // The next direction is to the left, by about the same angle.
        let turn = x * v - y * u;
        assert!((0.02..0.027).contains(&turn), "{heading}: {turn}");
    }
}

/// Two hashes (FNV-1a) over the bits of all positions, word by word, the lower word first.
struct Checksum {
    low: u32,
    high: u32,
}

impl Checksum {
    fn add(&mut self, place: [f64; 3]) {
        for bits in place.map(f64::to_bits) {
            for word in [bits as u32, (bits >> 32) as u32] {
                self.low = (self.low ^ word).wrapping_mul(0x0100_0193);
                let high = (self.high ^ word).wrapping_mul(0x85eb_ca6b);
                self.high = high ^ (self.high >> 15);
            }
        }
    }
}

/// The result of a run.
struct End {
    steps: usize,
    blocked: usize,
    highest: f64,
    place: Vec<String>,
    checksum: String,
}

fn walked(mesh: &Mesh<f64>, run: &str) -> End {
    let mut options = WalkerOptions::default();
    (options.max_slope, options.step_height, options.snap_distance) = (1.0, 0.375, 0.375);
    let body = Capsule::with_axis(START, [0.0, 0.0, AXIS], RADIUS).unwrap();
    let mut hero = Walker::new(body, options).unwrap();
    let mut sum = Checksum { low: 0x811c_9dc5, high: 0x9e37_79b9 };
    let steps = inputs(run);
    let (mut blocked, mut highest) = (0, 0.0_f64);
    for &(keys, heading) in &steps {
        let key = |place: u8| f64::from(keys >> place & 1);
        let (ahead, aside) = (key(0) - key(1), key(3) - key(2));
        let [c, s] = direction(heading);
        let is_both = ahead != 0.0 && aside != 0.0;
        let far = PACE * if is_both { FRAC_1_SQRT_2 } else { 1.0 };
        let way = [(ahead * c + aside * s) * far, (ahead * s - aside * c) * far, 0.0];
        let is_on_floor = hero.floor().is_some();
        if is_on_floor {
            hero.velocity[0] *= 0.75;
            hero.velocity[1] *= 0.75;
        }
        hero.velocity[2] -= GRAVITY;
        if is_on_floor && keys & 16 != 0 {
            hero.velocity[2] = JUMP;
        }
        let step = hero.step(way, mesh).unwrap();
        assert_eq!(step.start, Recover::Free);
        blocked += step.contacts.len();
        highest = highest.max(hero.position()[2]);
        sum.add(hero.position());
    }
    let place = hero.position().map(|x: f64| format!("{:016x}", x.to_bits())).to_vec();
    let checksum = format!("{:08x}{:08x}", sum.high, sum.low);
    End { steps: steps.len(), blocked, highest, place, checksum }
}

#[test]
fn a_recorded_run_ends_in_the_bits_that_the_page_says() {
    let run: serde_json::Value = serde_json::from_str(&read("run.json")).unwrap();
    let text = |name: &str| run[name].as_str().unwrap();
    let end = walked(&level(&read(text("level"))), text("inputs"));
    let End { steps, blocked, highest, place, checksum } = end;
    assert_eq!(Some(steps as u64), run["steps"].as_u64());
    assert!(
        blocked > 1000 && highest > 2.0,
        "it has not gone where it should: {blocked}, {highest}"
    );
    let expected: Vec<&str> =
        run["end"].as_array().unwrap().iter().map(|x| x.as_str().unwrap()).collect();
    assert_eq!(place, expected);
    assert_eq!(checksum, text("checksum"));
}

/// Prints the entries of `run.json` and `web/page/src/walk/runs.ts`: `TANGENCY_LEVEL` is an OBJ
/// file, `TANGENCY_RUN` the inputs.
#[test]
#[ignore = "says what a run comes to"]
fn say() {
    let given = |name: &str| std::env::var(name).unwrap();
    let mesh = level(&fs::read_to_string(given("TANGENCY_LEVEL")).unwrap());
    let end = walked(&mesh, &given("TANGENCY_RUN"));
    println!("{} steps, {} times blocked, checksum {}", end.steps, end.blocked, end.checksum);
    println!("{:?}", end.place);
}
