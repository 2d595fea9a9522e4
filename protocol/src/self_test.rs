//! A million answers of every kind, and their checksums, which users can compute on their own
//! machine.
//!
//! The requests are text, made of whole numbers by arithmetic that is the same on every machine.
//! The checksum covers the text of the answers and refusals. So the command, Python, a browser and
//! a big-endian machine must get the same checksum.

use crate::{Names, NoMeshes, answer};
use std::fmt::Write;

/// The number of requests in a block; blocks can be answered in parallel.
pub const BLOCK: u64 = 1000;
/// The number of blocks.
pub const BLOCKS: u64 = 1000;
/// The expected checksums of the first block, of the first ten blocks, and of all blocks.
pub const EXPECTED: [(u64, u64); 3] =
    [(1, 0x1c17_b6d4_9fe3_7469), (10, 0xd77c_540c_04cc_1729), (BLOCKS, 0x2900_b992_5315_a725)];

/// A checksum over bytes (FNV-1a).
fn add(checksum: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(checksum, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

const START: u64 = 0xcbf2_9ce4_8422_2325;

/// The checksum of the answers of a block.
pub fn block(number: u64) -> u64 {
    (0..BLOCK).fold(START, |sum, k| add(add(sum, &reply(&request(number, k))), b"\n"))
}

/// The answer to a request, or its refusal.
fn reply(request: &str) -> Vec<u8> {
    answer(request.as_bytes(), &mut NoMeshes, &mut Names::default())
        .unwrap_or_else(|refusal| refusal)
}

/// The checksum of the checksums of blocks, in their order.
pub fn total(blocks: impl IntoIterator<Item = u64>) -> u64 {
    blocks.into_iter().fold(START, |sum, block| add(sum, &block.to_le_bytes()))
}

/// The request with index `k` in a block.
pub fn request(block: u64, k: u64) -> String {
    Source::new(block * BLOCK + k).request()
}

/// The digits of numbers.
#[derive(Clone, Copy)]
enum Look {
    /// Small whole numbers, which make many ties.
    Whole,
    /// Multiples of a quarter.
    Quarters,
    /// All digits.
    Full,
    /// All digits, far from the origin.
    Far,
}

/// The source of the numbers and the choices of one request: splitmix64.
struct Source {
    state: u64,
    look: Look,
    /// A power of two.
    scale: f64,
    dimension: usize,
}

const MOTIONS: [&str; 6] =
    ["first_contact", "first_entry", "contact_time", "time_down", "last_time", "has_contact"];
const AT_REST: [&str; 4] = ["intersects", "penetration", "containment", "containment_by_planes"];
const CONVEX: [&str; 8] = [
    "point",
    "segment",
    "triangle",
    "box",
    "oriented_box",
    "polytope",
    "frustum",
    "parallelepiped",
];
const IN_THE_PLANE: [&str; 5] = ["point", "segment", "box", "oriented_box", "polytope"];

impl Source {
    fn new(seed: u64) -> Self {
        let mut source = Self { state: seed, look: Look::Full, scale: 1.0, dimension: 3 };
        source.look = source.one_of(&[Look::Whole, Look::Quarters, Look::Full, Look::Far]);
        source.dimension = source.one_of(&[3, 3, 3, 2]);
        source
    }

    fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, count: u64) -> u64 {
        self.bits() % count
    }

    fn one_in(&mut self, count: u64) -> bool {
        self.below(count) == 0
    }

    fn one_of<A: Copy>(&mut self, things: &[A]) -> A {
        things[self.below(things.len() as u64) as usize]
    }

    /// A number from about −4 to 4, before scaling.
    fn number(&mut self) -> f64 {
        let whole = self.below(9) as f64 - 4.0;
        let part = (self.bits() >> 11) as f64 / (1u64 << 53) as f64;
        match self.look {
            Look::Whole => whole,
            Look::Quarters => whole + (self.below(4) as f64) / 4.0,
            Look::Full | Look::Far => whole + part,
        }
    }

    fn place(&mut self) -> f64 {
        let far = if let Look::Far = self.look { 1_000_003.0 } else { 0.0 };
        (self.number() + far) * self.scale
    }

    /// A length, which is sometimes zero.
    fn length(&mut self) -> String {
        let length = if self.one_in(8) { 0.0 } else { self.number().abs() / 2.0 };
        format!("{:?}", length * self.scale)
    }

    fn vector(&mut self, mut component: impl FnMut(&mut Self) -> f64) -> String {
        let components: Vec<_> = (0..self.dimension).map(|_| component(self)).collect();
        format!("{components:?}")
    }

    fn position(&mut self) -> String {
        self.vector(Self::place)
    }

    /// A displacement.
    fn way(&mut self) -> String {
        let scale = self.scale;
        self.vector(|source| source.number() * scale)
    }

    /// Numbers that are not lengths: a normal, a quaternion.
    fn direction(&mut self, count: usize) -> String {
        let mut components: Vec<_> = (0..count).map(|_| self.number()).collect();
        if components.iter().all(|x| *x == 0.0) {
            components[0] = 1.0;
        }
        format!("{components:?}")
    }

    /// The vertices of a triangle, which is sometimes a sliver or degenerate.
    fn vertices(&mut self) -> [Vec<f64>; 3] {
        let mut vertex = || (0..self.dimension).map(|_| self.place()).collect::<Vec<_>>();
        let (a, b, mut c) = (vertex(), vertex(), vertex());
        if self.one_in(6) {
            let part = self.number() / 4.0;
            let off = if self.one_in(2) { 0.0 } else { self.number() * self.scale / 1e9 };
            for k in 0..self.dimension {
                c[k] = a[k] + part * (b[k] - a[k]) + off;
            }
        }
        [a, b, c]
    }

    /// Two opposite corners of a box in this number of dimensions.
    fn corners(&mut self, dimension: usize) -> [Vec<f64>; 2] {
        let ends = (0..dimension).map(|_| {
            let (a, b) = (self.place(), self.place());
            (a.min(b), a.max(b))
        });
        let (min, max): (Vec<_>, Vec<_>) = ends.unzip();
        [min, max]
    }

    fn planes(&mut self) -> String {
        let dimension = self.dimension;
        let count = 1 + self.below(6);
        let mut planes = String::new();
        for _ in 0..count {
            let (point, normal) = (self.position(), self.direction(dimension));
            let comma = if planes.is_empty() { "" } else { "," };
            let _ = write!(planes, r#"{comma}{{"point":{point},"normal":{normal}}}"#);
        }
        planes
    }

    /// The vertices and triangles of a mesh: a hill of four triangles, or a closed mesh.
    fn mesh(&mut self) -> String {
        let [a, b, c] = self.vertices();
        let [d, e, _] = self.vertices();
        let closed = self.one_in(2);
        let triangles = if closed {
            "[[0,2,1],[0,1,3],[1,2,3],[2,0,3]]"
        } else {
            "[[0,1,4],[1,2,4],[2,3,4],[3,0,4]]"
        };
        format!(r#""vertices":{:?},"triangles":{triangles}"#, [a, b, c, d, e])
    }

    /// The fields of a shape of this name.
    fn shape(&mut self, name: &str) -> String {
        match name {
            "point" => format!(r#""position":{}"#, self.position()),
            "segment" => format!(r#""a":{},"b":{}"#, self.position(), self.position()),
            "triangle" => format!(r#""vertices":{:?}"#, self.vertices()),
            "box" => {
                let [min, max] = self.corners(self.dimension);
                format!(r#""min":{min:?},"max":{max:?}"#)
            }
            "oriented_box" => {
                let (center, dimension) = (self.position(), self.dimension);
                let extents: Vec<_> = (0..dimension).map(|_| self.length()).collect();
                let rotation = self.direction(if dimension == 2 { 2 } else { 4 });
                let extents = extents.join(",");
                format!(r#""center":{center},"half_extents":[{extents}],"rotation":{rotation}"#)
            }
            "polytope" => format!(r#""planes":[{}]"#, self.planes()),
            "frustum" => {
                // A camera that looks along −z, with planes at the depths 1 and 11/3.
                let [wide, high] = [0; 2].map(|_| self.number().abs() + 0.25);
                let rows =
                    format!("[{wide:?},0,0.5,0],[0,{high:?},0,0.25],[0,0,-1.75,-2.75],[0,0,-1,0]");
                format!(r#""view_projection":[{rows}],"depth":[-1,1]"#)
            }
            "parallelepiped" => {
                let (center, edges) = (self.position(), [0; 3].map(|_| self.way()).join(","));
                format!(r#""center":{center},"edges":[{edges}]"#)
            }
            "mesh" => {
                let mut mesh = self.mesh();
                if self.one_in(3) {
                    let (rotation, place) = (self.direction(4), self.way());
                    let _ = write!(mesh, r#","rotation":{rotation},"translation":{place}"#);
                }
                mesh
            }
            _ => {
                let items: Vec<_> = (0..1 + self.below(4)).map(|_| self.item()).collect();
                format!(r#""items":[{}]"#, items.join(","))
            }
        }
    }

    fn item(&mut self) -> String {
        let name = self.one_of(&["point", "segment", "triangle", "box", "oriented_box", "mesh"]);
        format!("{{{}}}", self.target(name))
    }

    /// The name and the fields of a shape at rest, which is sometimes inflated.
    fn at_rest(&mut self, name: &str) -> String {
        let fields = self.fields(name);
        format!(r#""{name}":{{{fields}}}"#)
    }

    /// The name and the fields of a target, which sometimes moves.
    fn target(&mut self, name: &str) -> String {
        let mut fields = self.fields(name);
        if name != "scene" && self.one_in(3) {
            let _ = write!(fields, r#","velocity":{}"#, self.way());
        }
        format!(r#""{name}":{{{fields}}}"#)
    }

    fn fields(&mut self, name: &str) -> String {
        let mut fields = self.shape(name);
        if name != "scene" && self.one_in(4) {
            let _ = write!(fields, r#","radius":{}"#, self.length());
        }
        fields
    }

    /// The mover, with its motion if there is one.
    fn mover(&mut self, moves: bool, has_path: bool) -> String {
        let motion = match self.below(8) {
            _ if !moves => String::new(),
            0 => format!(r#","to":{}"#, self.position()),
            1 if has_path => {
                format!(r#","path":[{},{}]"#, self.position(), self.position())
            }
            2 => String::new(),
            _ => format!(r#","velocity":{}"#, self.way()),
        };
        match self.below(8) {
            0 => {
                let (center, scale) = (self.position(), self.scale);
                let radii = self.vector(|source| (source.number().abs() + 0.125) * scale);
                format!(r#""ellipsoid":{{"center":{center},"radii":{radii}{motion}}}"#)
            }
            1 | 2 => {
                let (a, axis, radius) = (self.position(), self.way(), self.length());
                format!(r#""capsule":{{"a":{a},"axis":{axis},"radius":{radius}{motion}}}"#)
            }
            _ => {
                let (center, radius) = (self.position(), self.length());
                format!(r#""sphere":{{"center":{center},"radius":{radius}{motion}}}"#)
            }
        }
    }

    /// The name of any obstacle, convex or not.
    fn any(&mut self) -> &'static str {
        match self.below(6) {
            _ if self.dimension == 2 => self.one_of(&IN_THE_PLANE),
            0 => "mesh",
            1 => "scene",
            _ => self.one_of(&CONVEX),
        }
    }

    fn request(mut self) -> String {
        let is_narrow = self.one_in(4);
        if self.one_in(5) {
            let most = if is_narrow { 12 } else { 200 };
            let exponent = self.below(2 * most) as i32 - most as i32;
            self.scale = f64::from_bits(((1023 + exponent) as u64) << 52);
        }
        let (question, what) = match self.below(16) {
            0..=7 => {
                let question = self.one_of(&MOTIONS);
                let mover = self.mover(true, question.starts_with("first"));
                let name = self.any();
                let mut what = format!("{mover},{}", self.target(name));
                if self.one_in(3) {
                    let _ = write!(what, r#","t_max":{:?}"#, self.number().abs());
                }
                if question == "first_contact" && self.one_in(2) {
                    what.push_str(r#","more":true"#);
                }
                if question == "first_contact" && self.one_in(4) {
                    what.push_str(r#","exact":true"#);
                }
                (question, what)
            }
            8 | 9 => {
                let question = self.one_of(&AT_REST);
                let name = match question {
                    "intersects" => self.any(),
                    _ if self.dimension == 2 => "polytope",
                    "penetration" => self.one_of(&CONVEX),
                    _ => self.one_of(&["polytope", "frustum", "parallelepiped"]),
                };
                (question, format!("{},{}", self.mover(false, false), self.at_rest(name)))
            }
            10 => {
                // Boxes and round bodies in up to eight dimensions, solid or hollow.
                self.dimension = 1 + self.below(8) as usize;
                let (center, radius) = (self.position(), self.length());
                let [min, max] = self.corners(self.dimension);
                let [hollow, is_hollow] = [0; 2].map(|_| self.one_in(2));
                let sphere =
                    format!(r#"{{"center":{center},"radius":{radius},"hollow":{hollow}}}"#);
                let of = format!(r#"{{"min":{min:?},"max":{max:?},"hollow":{is_hollow}}}"#);
                ("intersects", format!(r#""sphere":{sphere},"box":{of}"#))
            }
            11 => {
                let (position, name) = (self.position(), self.any());
                ("closest", format!(r#""position":{position},{}"#, self.at_rest(name)))
            }
            12 => {
                let question = self.one_of(&["advance", "slide", "recover"]);
                let (mover, way) = (self.mover(false, false), self.way());
                let name = self.any();
                let what = match question {
                    "recover" => format!("{mover},{}", self.at_rest(name)),
                    _ => format!(r#"{mover},"displacement":{way},{}"#, self.target(name)),
                };
                (question, what)
            }
            13 => {
                self.dimension = 3;
                let question = self.one_of(&["contacts", "intersecting"]);
                let mover = self.mover(question == "contacts", false);
                (question, format!("{mover},{}", self.at_rest("mesh")))
            }
            14 => {
                self.dimension = 3;
                let question = self.one_of(&["locate", "signed_distance", "winding_number"]);
                let what = format!(r#""position":{},"mesh":{{{}}}"#, self.position(), self.mesh());
                (question, what)
            }
            _ => {
                self.dimension = 3;
                (self.one_of(&["first_pair", "pairs"]), self.target("scene"))
            }
        };
        let scalar = if is_narrow { r#""scalar":"f32","# } else { "" };
        format!(r#"{{"query":"{question}",{scalar}{what}}}"#)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Otherwise most of the counted answers could be refusals.
    #[test]
    fn most_requests_are_answered_and_each_question_is() {
        let mut answered = std::collections::BTreeMap::<String, [u32; 2]>::new();
        for k in 0..BLOCK {
            let request = request(3, k);
            let line = String::from_utf8(reply(&request)).unwrap();
            let question = request.split('"').nth(3).unwrap().to_string();
            answered.entry(question).or_default()[usize::from(line.contains(r#""error""#))] += 1;
        }
        assert_eq!(answered.len(), 21, "{answered:?}");
        assert!(answered.values().all(|[answers, _]| *answers > 0), "{answered:?}");
        let [good, bad] = answered.values().fold([0, 0], |[a, b], [c, d]| [a + c, b + d]);
        assert!(good > 3 * bad, "{answered:?}");
    }

    #[test]
    fn the_first_blocks_come_to_what_they_must() {
        for (count, expected) in EXPECTED.into_iter().filter(|(count, _)| *count < BLOCKS) {
            assert_eq!(total((0..count).map(block)), expected, "of {count} blocks");
        }
    }
}
