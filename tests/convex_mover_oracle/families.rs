//! Families of requests, each of which tests one kind of difficulty.

use super::numbers::{Vector, cross, is_zero, minus};
use super::request::{Body, Core, Motion, Request};
use super::solid::{common_denominator, corners, scaled, span_a_body};
use crate::random::Random;
use num_traits::ToPrimitive;

pub type Make = fn(&mut Random) -> Request;

pub const FAMILIES: [(&str, Make); 17] = [
    ("random", |random| of_numbers(random, Numbers::Random)),
    ("lattice", |random| of_numbers(random, Numbers::Lattice)),
    ("halves", |random| of_numbers(random, Numbers::Halves)),
    ("nearly lattice", |random| of_numbers(random, Numbers::Nearly)),
    ("far", |random| of_numbers(random, Numbers::Far)),
    ("wide", |random| of_numbers(random, Numbers::Wide)),
    ("touching", touching),
    ("nudged", |random| nudged(random, touching)),
    ("thin", thin),
    ("thin and touching", thin_touching),
    ("flat", flat),
    ("plane", plane),
    ("everyday", everyday),
    ("nudged everyday", |random| nudged(random, everyday)),
    ("beside edges", beside),
    ("placed", placed),
    ("moved hulls", moved_hulls),
];

/// The kind of coordinates.
#[derive(Clone, Copy, PartialEq)]
enum Numbers {
    Random,
    Lattice,
    Halves,
    /// Points of a lattice, some of which are a little off.
    Nearly,
    Far,
    Wide,
}

const KINDS: [&str; 7] = ["point", "segment", "triangle", "aligned", "oriented", "hull", "sheared"];

struct Maker<'a> {
    random: &'a mut Random,
    numbers: Numbers,
    plane: bool,
}

fn chance(random: &mut Random, percent: u64) -> bool {
    random.below(100) < percent
}

impl Maker<'_> {
    fn number(&mut self) -> f64 {
        let random = &mut *self.random;
        match self.numbers {
            Numbers::Random => {
                let x = random.between(-4.0, 4.0);
                // Most coordinates have few digits, since large integers take their time.
                if chance(random, 80) { (x * 4096.0).round() / 4096.0 } else { x }
            }
            Numbers::Lattice => random.integer(-3, 3),
            Numbers::Halves => random.integer(-8, 8) / 2.0,
            Numbers::Nearly => {
                let x = random.integer(-3, 3);
                let steps = [0.0, 0.0, 0.0, 1.0, -1.0, 3.0][random.index(6)];
                x + steps / [22, 40, 50].map(|bits| (1u64 << bits) as f64)[random.index(3)]
            }
            Numbers::Far => random.between(-4.0, 4.0) * [1.0, 1.0, 1e-3, 1e3, 1e6][random.index(5)],
            Numbers::Wide => {
                let x = random.between(-1.0, 1.0);
                match random.index(8) {
                    0 => 0.0,
                    1 => x * format!("1e{}", random.integer(-200, 200)).parse::<f64>().unwrap(),
                    2 => x * 1e300,
                    3 => x * 1e-320,
                    _ => x,
                }
            }
        }
    }

    fn vector(&mut self) -> [f64; 3] {
        let z = self.number();
        [self.number(), self.number(), if self.plane { 0.0 } else { z }]
    }

    fn dims(&self) -> usize {
        if self.plane { 2 } else { 3 }
    }

    fn radius(&mut self) -> f64 {
        if chance(self.random, 25) {
            return 0.0;
        }
        match self.numbers {
            Numbers::Lattice | Numbers::Halves | Numbers::Nearly => {
                [0.5, 1.0, 1.0, 2.0, 3.0, 5.0, 1.5][self.random.index(7)]
            }
            _ => self.number().abs() * 0.5,
        }
    }

    /// A velocity. Many are along an axis, some are zero.
    fn velocity(&mut self) -> [f64; 3] {
        let v = self.vector();
        match self.random.below(20) {
            0 => [0.0; 3],
            1..=5 => {
                let axis = self.random.index(self.dims());
                [0, 1, 2].map(|k| if k == axis { v[k] } else { 0.0 })
            }
            _ => v,
        }
    }

    fn quaternion(&mut self) -> [f64; 4] {
        let random = &mut *self.random;
        let q = match random.below(10) {
            0..=5 => [0; 4].map(|_| random.integer(-2, 2)),
            6 | 7 => [0.0, 0.0, [0.0, 1.0, 0.5, 0.25][random.index(4)], 1.0],
            8 => [0.0, 0.0, 0.382_683_432_365_089_8, 0.923_879_532_511_286_7],
            // Most components have few digits.
            _ => {
                let round = if chance(random, 80) { 256.0 } else { 1e15 };
                [0; 4].map(|_| (random.between(-1.0, 1.0) * round).round() / round)
            }
        };
        let q = if self.plane { [0.0, 0.0, q[2], q[3]] } else { q };
        if q == [0.0; 4] { [0.0, 0.0, 0.0, 1.0] } else { q }
    }

    fn core(&mut self, kind: &str) -> Core {
        match kind {
            "point" => Core::Point(self.vector()),
            "segment" => {
                let a = self.vector();
                let b = if chance(self.random, 5) { a } else { self.vector() };
                Core::Segment(a, b)
            }
            "triangle" if self.plane => self.core("hull"),
            "triangle" => {
                let mut p = [self.vector(), self.vector(), self.vector()];
                match self.random.below(20) {
                    0 => {
                        let d = [0; 3].map(|_| self.random.integer(-2, 2));
                        let s = self.random.integer(-2, 3);
                        p[1] = [0, 1, 2].map(|k| p[0][k] + d[k]);
                        p[2] = [0, 1, 2].map(|k| p[0][k] + s * d[k]);
                    }
                    1 => p[self.random.index(3)] = p[self.random.index(3)],
                    _ => {}
                }
                Core::Triangle(p)
            }
            "aligned" => {
                let (a, b) = (self.vector(), self.vector());
                let min = [0, 1, 2].map(|k| a[k].min(b[k]));
                let mut max = [0, 1, 2].map(|k| a[k].max(b[k]));
                if chance(self.random, 15) {
                    let k = self.random.index(self.dims());
                    max[k] = min[k];
                }
                Core::Aligned { min, max }
            }
            "sheared" if self.plane => self.core("oriented"),
            "sheared" => {
                let center = self.vector();
                loop {
                    let edges = [self.vector(), self.vector(), self.vector()];
                    if span_a_body(&edges) {
                        return Core::Sheared { center, edges };
                    }
                }
            }
            "oriented" => {
                let (center, mut half) = (self.vector(), self.vector().map(f64::abs));
                if chance(self.random, 15) {
                    half[self.random.index(3)] = 0.0;
                }
                Core::Oriented { center, half, rotation: self.quaternion() }
            }
            _ => {
                let count = [1, 2, 3, 4, 4, 4, 5, 5, 6, 6, 7, 8][self.random.index(12)];
                let mut points: Vec<_> = (0..count).map(|_| self.vector()).collect();
                match self.random.below(10) {
                    0 if !self.plane => {
                        let z = self.number();
                        points.iter_mut().for_each(|p| p[2] = z);
                    }
                    1 => {
                        let again = points[self.random.index(points.len())];
                        points.push(again);
                    }
                    _ => {}
                }
                Core::Hull(points)
            }
        }
    }

    fn any_core(&mut self) -> Core {
        // Boxes, triangles and hulls are more frequent than points and segments.
        let kind =
            KINDS[[0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 5, 5, 5, 6, 6][self.random.index(17)]];
        self.core(kind)
    }

    fn body(&mut self, is_inflated: bool) -> Body {
        let core = self.any_core();
        let radius = if is_inflated { self.radius() } else { 0.0 };
        Body { core, radius, motion: Motion::Velocity([0.0; 3]) }
    }

    fn finish(&mut self, mut request: Request) -> Request {
        if chance(self.random, 20) {
            request.t_max[self.random.index(2)] =
                [0.0, 1.0, 2.0, self.random.between(0.0, 3.0)][self.random.index(4)];
        }
        if chance(self.random, 15) {
            request.mover.core = match request.mover.core {
                Core::Segment(a, b) => Core::Axis(a, [0, 1, 2].map(|k| b[k] - a[k])),
                other => other,
            };
        }
        if chance(self.random, 15) && self.numbers != Numbers::Wide {
            return request.single();
        }
        request
    }
}

/// The corners as floats; exact if all are floats.
fn floats(core: &Core, plane: bool) -> Vec<[f64; 3]> {
    let (points, _) = corners(core, plane);
    points.into_iter().map(|p| p.map(|x| x.to_f64().unwrap())).collect()
}

fn sum(a: [f64; 3], b: [f64; 3], t: f64) -> [f64; 3] {
    [0, 1, 2].map(|k| a[k] + t * b[k])
}

fn is_finite(v: &[f64; 3]) -> bool {
    v.iter().all(|x| x.is_finite())
}

fn of_numbers(random: &mut Random, numbers: Numbers) -> Request {
    let mut maker = Maker { random, numbers, plane: false };
    let is_inflated = chance(maker.random, 70);
    request(&mut maker, is_inflated)
}

/// Two bodies, mostly apart, of which the mover mostly approaches the obstacle.
fn request(maker: &mut Maker, is_inflated: bool) -> Request {
    let (mut mover, mut obstacle) = (maker.body(is_inflated), maker.body(false));
    if is_inflated && chance(maker.random, 40) {
        obstacle.radius = maker.radius();
    }
    let mut v = maker.velocity();
    if chance(maker.random, 40) {
        // The mover moves towards a corner of the obstacle.
        let (from, to) = (floats(&mover.core, maker.plane), floats(&obstacle.core, maker.plane));
        let (from, to) = (from[0], to[maker.random.index(to.len())]);
        let aim = [0, 1, 2].map(|k| to[k] - from[k]);
        v = if is_finite(&aim) { aim } else { v };
    }
    if chance(maker.random, 70) {
        // The mover begins some time before that position.
        let time = [1.0, 2.0, 4.0, 3.0][maker.random.index(4)];
        let by = v.map(|x| -time * x);
        let moved = mover.core.shifted(by);
        if floats_are_finite(&moved) {
            mover.core = moved;
        }
    }
    mover.motion = Motion::Velocity(v);
    if chance(maker.random, 20) {
        obstacle.motion = Motion::Velocity(maker.velocity());
    }
    if chance(maker.random, 20) {
        let from = maker.vector();
        let to = sum(from, v, 1.0);
        if is_finite(&to) {
            mover.motion = Motion::Between(from, to);
        }
    }
    let (t_max, plane) = ([f64::INFINITY; 2], maker.plane);
    maker.finish(Request { mover, obstacle, t_max, plane, single: false })
}

fn floats_are_finite(core: &Core) -> bool {
    match core {
        Core::Point(p) => is_finite(p),
        Core::Segment(a, b) | Core::Axis(a, b) => is_finite(a) && is_finite(b),
        Core::Triangle(p) => p.iter().all(is_finite),
        Core::Aligned { min, max } => is_finite(min) && is_finite(max),
        Core::Oriented { center, .. } | Core::Sheared { center, .. } => is_finite(center),
        Core::Hull(points) => points.iter().all(is_finite),
        Core::MovedHull { points, place } => points.iter().chain([place]).all(is_finite),
        Core::Placed { local, translation, .. } => {
            local.iter().all(is_finite) && is_finite(translation)
        }
    }
}

/// Hulls that are not where their points were given: their vertices are no floats.
fn moved_hulls(random: &mut Random) -> Request {
    loop {
        let numbers = [Numbers::Random, Numbers::Lattice, Numbers::Halves, Numbers::Far];
        let numbers = numbers[random.index(4)];
        let mut request = of_numbers(random, numbers);
        let scale = [1.0, 0.3, 1.1][random.index(3)];
        let mut is_wanted = false;
        for core in [&mut request.mover.core, &mut request.obstacle.core] {
            if let Core::Hull(points) = core {
                let place = points[0];
                let points = points.iter().map(|p| p.map(|x| scale * x)).collect();
                *core = Core::MovedHull { points, place };
                is_wanted = true;
            }
        }
        if is_wanted {
            return if request.single { request.single() } else { request };
        }
    }
}

/// Normals of integer length.
const NORMALS: [([f64; 3], f64); 6] = [
    ([3.0, 4.0, 0.0], 5.0),
    ([2.0, 1.0, 2.0], 3.0),
    ([2.0, 3.0, 6.0], 7.0),
    ([0.0, 0.0, 1.0], 1.0),
    ([1.0, 0.0, 0.0], 1.0),
    ([4.0, 4.0, 7.0], 9.0),
];

const NORMALS_OF_THE_PLANE: [([f64; 3], f64); 4] = [
    ([3.0, 4.0, 0.0], 5.0),
    ([5.0, 12.0, 0.0], 13.0),
    ([0.0, 1.0, 0.0], 1.0),
    ([1.0, 0.0, 0.0], 1.0),
];

/// A body whose corners are lattice points. Oriented boxes are turned by right angles, or by an
/// angle of a triangle with sides 3, 4 and 5.
fn lattice_core(maker: &mut Maker) -> Core {
    match maker.any_core() {
        Core::Oriented { center, half, .. } => {
            let (rotation, times) = if chance(maker.random, 50) {
                ([0.0, 0.0, 1.0, 2.0], 5.0)
            } else if maker.plane {
                ([0.0, 0.0, 1.0, 1.0], 1.0)
            } else {
                ([1.0, 1.0, -1.0, 1.0], 1.0)
            };
            Core::Oriented { center, half: half.map(|x| x * times), rotation }
        }
        core => core,
    }
}

fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    (0..3).map(|k| a[k] * b[k]).sum()
}

fn cross_of(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Two bodies that touch at a given time, or would touch then without an earlier contact: at rest,
/// grazing, approaching or parting.
fn touching(random: &mut Random) -> Request {
    let plane = chance(random, 20);
    let mut maker = Maker { random, numbers: Numbers::Lattice, plane };
    let (normal, length) = if plane {
        NORMALS_OF_THE_PLANE[maker.random.index(4)]
    } else {
        NORMALS[maker.random.index(6)]
    };
    let (shift, dims) = (maker.random.index(maker.dims()), maker.dims());
    let mut turned = [0.0; 3];
    for (k, x) in normal.iter().take(dims).enumerate() {
        turned[(k + shift) % dims] = if maker.random.below(2) == 0 { *x } else { -*x };
    }
    let total = [0.25, 0.5, 1.0, 2.0][maker.random.index(4)];
    let rho = [0.0, 0.0, 1.0, 0.5][maker.random.index(4)] * total;
    let (a, b) = (lattice_core(&mut maker), lattice_core(&mut maker));
    touch_along(&mut maker, a, b, turned, total, [(total - rho) * length, rho * length])
}

/// Puts `a` where it touches `b`: the corners that are farthest along `normal` are `gap` normals
/// apart. The mover begins some time before.
fn touch_along(
    maker: &mut Maker,
    a: Core,
    b: Core,
    normal: [f64; 3],
    gap: f64,
    [r, rho]: [f64; 2],
) -> Request {
    let plane = maker.plane;
    let farthest = |points: Vec<[f64; 3]>, side: f64| {
        let height = |p: &[f64; 3]| side * dot(p, &normal);
        points.into_iter().max_by(|p, q| height(p).total_cmp(&height(q))).unwrap()
    };
    let (p, q) = (farthest(floats(&b, plane), 1.0), farthest(floats(&a, plane), -1.0));
    let mut v = maker.velocity();
    if chance(maker.random, 40) {
        v = cross_of(&v, &if plane { [0.0, 0.0, 1.0] } else { normal });
        if plane {
            let speed = maker.number();
            v = [-normal[1] * speed, normal[0] * speed, 0.0];
        }
    }
    let time = [0.0, 0.0, 1.0, 2.0, 0.5, 3.0][maker.random.index(6)];
    let mut by = [0, 1, 2].map(|k| p[k] + gap * normal[k] - q[k] - time * v[k]);
    let mut a = a;
    if chance(maker.random, 30) && !matches!(a, Core::Oriented { .. } | Core::Sheared { .. }) {
        // Other corners than those touch, so that faces slide on faces.
        let along = cross_of(&normal, if plane { &[0.0, 0.0, 1.0] } else { &[1.0, 0.0, 0.0] });
        by = sum(by, along, [0.5, 1.0, -1.0][maker.random.index(3)]);
    }
    a = a.shifted(by);
    let mover = Body { core: a, radius: r, motion: Motion::Velocity(v) };
    let obstacle = Body { core: b, radius: rho, motion: Motion::Velocity([0.0; 3]) };
    let mut t_max = [f64::INFINITY; 2];
    if chance(maker.random, 15) {
        t_max[0] = time;
    }
    let request = Request { mover, obstacle, t_max, plane, single: false };
    if chance(maker.random, 15) { request.single() } else { request }
}

/// The request with one coordinate replaced by the next or the previous float.
fn nudged(random: &mut Random, make: Make) -> Request {
    let mut request = make(random);
    let (axis, up) = (random.index(if request.plane { 2 } else { 3 }), random.below(2) == 0);
    let single = request.single;
    let nudge = |x: f64| match (single, up) {
        (true, true) => f64::from((x as f32).next_up()),
        (true, false) => f64::from((x as f32).next_down()),
        (false, true) => x.next_up(),
        (false, false) => x.next_down(),
    };
    match &mut request.mover.core {
        Core::Point(p) | Core::Segment(p, _) | Core::Axis(p, _) => p[axis] = nudge(p[axis]),
        Core::Triangle(p) => p[random.index(3)][axis] = nudge(p[0][axis]),
        Core::Aligned { min, max } => {
            if up {
                max[axis] = nudge(max[axis]);
            } else {
                min[axis] = nudge(min[axis]);
            }
        }
        Core::Oriented { center, .. } | Core::Sheared { center, .. } => {
            center[axis] = nudge(center[axis]);
        }
        Core::Placed { .. } => {}
        Core::MovedHull { place, .. } => place[axis] = nudge(place[axis]),
        Core::Hull(points) => {
            let i = random.index(points.len());
            points[i][axis] = nudge(points[i][axis]);
        }
    }
    request
}

fn thin(random: &mut Random) -> Request {
    let numbers = [Numbers::Lattice, Numbers::Halves, Numbers::Random, Numbers::Nearly];
    let numbers = numbers[random.index(4)];
    let plane = chance(random, 20);
    request(&mut Maker { random, numbers, plane }, false)
}

/// Two bodies without radii that touch by a normal of a face or of two edges.
fn thin_touching(random: &mut Random) -> Request {
    let plane = chance(random, 20);
    let mut maker = Maker { random, numbers: Numbers::Lattice, plane };
    let (a, b) = (lattice_core(&mut maker), lattice_core(&mut maker));
    let way = |maker: &mut Maker, core: &Core| {
        let points = floats(core, plane);
        let (i, j) = (maker.random.index(points.len()), maker.random.index(points.len()));
        [0, 1, 2].map(|k| points[i][k] - points[j][k])
    };
    let sides = [maker.random.index(2), maker.random.index(2)];
    let [e, f] = sides.map(|side| way(&mut maker, [&a, &b][side]));
    let normal = cross_of(&e, if plane { &[0.0, 0.0, 1.0] } else { &f });
    let normal = if normal == [0.0; 3] { [0.0, 1.0, 0.0] } else { normal };
    touch_along(&mut maker, a, b, normal, 0.0, [0.0; 2])
}

/// Bodies without an interior, in one plane or in parallel planes, or with repeated points.
fn flat(random: &mut Random) -> Request {
    let mut maker = Maker { random, numbers: Numbers::Halves, plane: false };
    let is_inflated = chance(maker.random, 50);
    let mut request = request(&mut maker, is_inflated);
    let height = [0.0, 0.0, 1.0][maker.random.index(3)];
    let flatten = |core: &mut Core, height: f64| match core {
        Core::Point(p) => p[2] = height,
        Core::Segment(p, q) => (p[2], q[2]) = (height, height),
        Core::Axis(p, axis) => (p[2], axis[2]) = (height, 0.0),
        Core::Triangle(p) => p.iter_mut().for_each(|p| p[2] = height),
        Core::Aligned { min, max } => (min[2], max[2]) = (height, height),
        Core::Oriented { center, half, rotation } => {
            (center[2], half[2], rotation[0], rotation[1]) = (height, 0.0, 0.0, 0.0);
            if rotation[2] == 0.0 && rotation[3] == 0.0 {
                rotation[3] = 1.0;
            }
        }
        // A parallelepiped has an interior; one of its faces lies in the plane.
        Core::Sheared { center, edges } => {
            (edges[0][2], edges[1][2]) = (0.0, 0.0);
            (edges[0][0], edges[1][1]) = (edges[0][0].abs() + 9.0, edges[1][1].abs() + 9.0);
            edges[2][2] = edges[2][2].abs() + 1.0;
            center[2] = height - edges[2][2] / 2.0;
        }
        Core::Hull(points) => points.iter_mut().for_each(|p| p[2] = height),
        Core::Placed { .. } | Core::MovedHull { .. } => {}
    };
    flatten(&mut request.mover.core, height);
    if chance(maker.random, 80) {
        flatten(&mut request.obstacle.core, 0.0);
    }
    if let Motion::Velocity(v) = &mut request.mover.motion
        && chance(maker.random, 60)
    {
        v[2] = -height;
    }
    if let Core::Hull(points) = &mut request.obstacle.core
        && chance(maker.random, 40)
    {
        let middle = [0, 1, 2].map(|k| (points[0][k] + points[points.len() - 1][k]) / 2.0);
        points.push(middle);
    }
    request
}

fn plane(random: &mut Random) -> Request {
    let all = [Numbers::Lattice, Numbers::Halves, Numbers::Random, Numbers::Nearly, Numbers::Far];
    let numbers = all[random.index(5)];
    let is_inflated = chance(random, 60);
    request(&mut Maker { random, numbers, plane: true }, is_inflated)
}

/// A box, a capsule or a hull that stands, walks or falls on tiles, stairs, ramps and seams.
fn everyday(random: &mut Random) -> Request {
    let tenth = |x: f64| x / 10.0;
    let (x, y) = (tenth(random.integer(0, 30)), tenth(random.integer(0, 30)));
    // The body is mostly above the tile below, or above the next tile.
    let tile = |random: &mut Random, x: f64| x.floor() + random.integer(-1, 3).min(0.0);
    let (i, j) = (tile(random, x), tile(random, y));
    let step = random.integer(0, 3);
    let top = tenth(2.0 * step);
    let obstacle = match random.below(6) {
        0 | 1 => Core::Aligned { min: [i, j, -1.0], max: [i + 1.0, j + 1.0, top] },
        2 => Core::Triangle([[i, j, top], [i + 1.0, j, top], [i, j + 1.0, top]]),
        3 => Core::Triangle([[i, j, 0.0], [i + 1.0, j, 0.5], [i, j + 1.0, 0.0]]),
        4 => Core::Oriented {
            center: [i + 0.5, j + 0.5, top - 0.5],
            half: [0.5, 0.5, 0.5],
            rotation: [0.0, 0.0, [0.0, 1.0, 0.5][random.index(3)], 1.0],
        },
        _ => Core::Hull(vec![
            [i, j, top],
            [i + 1.0, j, top],
            [i + 1.0, j + 1.0, top],
            [i, j + 1.0, top],
            [i + 0.5, j + 0.5, top - 1.0],
        ]),
    };
    let wide = [0.25, 0.3, 0.5][random.index(3)];
    let height = [1.8, 1.0, 0.5][random.index(3)];
    let radius = [0.0, 0.0, 0.0, 0.125, 0.05][random.index(5)];
    let lift = [0.0, 0.0, 0.001, 0.5, 1.0][random.index(5)];
    let z = top + radius + lift;
    let mover = match random.below(6) {
        0..=2 => {
            Core::Aligned { min: [x - wide, y - wide, z], max: [x + wide, y + wide, z + height] }
        }
        3 => Core::Oriented {
            center: [x, y, z + height],
            half: [wide, wide, height],
            rotation: [0.0, 0.0, [0.0, 0.5, 1.0][random.index(3)], 1.0],
        },
        4 => Core::Segment([x, y, z], [x, y, z + height]),
        _ => Core::Hull(vec![
            [x - wide, y, z],
            [x + wide, y, z],
            [x, y - wide, z],
            [x, y + wide, z],
            [x, y, z + height],
        ]),
    };
    let (u, w) = (tenth(random.integer(-20, 20)), tenth(random.integer(-20, 20)));
    let v = match random.below(5) {
        0 => [0.0, 0.0, -1.0],
        1 => [u, w, 0.0],
        2 => [u, 0.0, 0.0],
        3 => [u, w, -0.1],
        _ => [u, w, -9.81],
    };
    let mover = Body { core: mover, radius, motion: Motion::Velocity(v) };
    let obstacle = Body { core: obstacle, radius: 0.0, motion: Motion::Velocity([0.0; 3]) };
    let t_max = [if chance(random, 50) { 1.0 } else { f64::INFINITY }, f64::INFINITY];
    let request = Request { mover, obstacle, t_max, plane: false, single: false };
    if chance(random, 40) { request.single() } else { request }
}

/// The mover starts within the endless cylinder about an edge, beyond the end of the edge, and
/// leaves: it entered the cylinder before time zero.
fn beside(random: &mut Random) -> Request {
    let mut maker = Maker { random, numbers: Numbers::Lattice, plane: false };
    let kind = maker.random.pick(&["segment", "triangle", "aligned", "hull"]);
    let b = maker.core(kind);
    let points = floats(&b, false);
    let (i, j) = (maker.random.index(points.len()), maker.random.index(points.len()));
    let e = [0, 1, 2].map(|k| points[j][k] - points[i][k]);
    let length = dot(&e, &e).sqrt().max(0.5);
    let e = e.map(|x| x / length);
    let w = maker.random.vector(-1.0, 1.0);
    let w = sum(w, e, -dot(&w, &e));
    let size = dot(&w, &w).sqrt().max(0.1);
    let w = w.map(|x| x / size);
    let round = |v: [f64; 3]| v.map(|x| (x * 1024.0).round() / 1024.0);
    let r = (maker.random.between(0.1, 0.5) * length * 64.0).ceil() / 64.0;
    let start = round(sum(sum(points[j], e, 1.2 * r), w, 0.3 * r));
    let v = round(sum(e, w, -0.2 * maker.random.between(0.5, 2.0)));
    let small = |p: [f64; 3]| p.map(|x| x * r / 16.0);
    let core = match maker.random.below(4) {
        0 => Core::Point(start),
        1 => Core::Axis(start, small(maker.random.integers(-3, 3))),
        2 => Core::Triangle([
            start,
            sum(start, small(maker.random.integers(0, 3)), 1.0),
            sum(start, small(maker.random.integers(0, 3)), 1.0),
        ]),
        _ => Core::Aligned { min: start, max: sum(start, small(maker.random.integers(0, 3)), 1.0) },
    };
    let mover = Body { core, radius: r, motion: Motion::Velocity(v) };
    let obstacle = Body { core: b, radius: 0.0, motion: Motion::Velocity([0.0; 3]) };
    Request { mover, obstacle, t_max: [f64::INFINITY; 2], plane: false, single: false }
}

/// A triangle of a mesh instance as the obstacle: of another family, turned back by a rotation that
/// permutes the coordinates, so that all its difficulty stays; or turned by any rotation.
fn placed(random: &mut Random) -> Request {
    loop {
        let (_, make) = FAMILIES[random.index(FAMILIES.len() - 1)];
        let mut request = make(random);
        let Core::Triangle(corners) = request.obstacle.core else { continue };
        if request.plane {
            continue;
        }
        let t = random.integers(-4, 4);
        let is_float = |x: f64| !request.single || f64::from(x as f32) == x;
        let is_exact = corners
            .iter()
            .all(|p| (0..3).all(|k| is_float(p[k] - t[k]) && (p[k] - t[k]) + t[k] == p[k]));
        let translation = if is_exact { t } else { [0.0; 3] };
        let back = |p: [f64; 3]| sum(p, translation, -1.0);
        let (local, rotation) = match random.below(6) {
            0 => (corners.map(back), [0.0, 0.0, 0.0, 1.0]),
            1 => {
                let turned = |p: [f64; 3]| [p[1], p[2], p[0]];
                (corners.map(|p| turned(back(p))), [0.5, 0.5, 0.5, 0.5])
            }
            2 => {
                let turned = |p: [f64; 3]| [p[1], -p[0], p[2]];
                (corners.map(|p| turned(back(p))), [0.0, 0.0, 1.0, 1.0])
            }
            _ => {
                let mut maker = Maker { random, numbers: Numbers::Halves, plane: false };
                let narrow = |x: f64| if request.single { f64::from(x as f32) } else { x };
                (corners, maker.quaternion().map(narrow))
            }
        };
        request.obstacle.core = Core::Placed { local, rotation, translation };
        return request;
    }
}
