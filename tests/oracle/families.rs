//! The sources of queries: seeded families, each of which tests one kind of difficulty.
//!
//! Random numbers hit no tie and no graze. So most families are built backwards: first the touched
//! point and the normal, in numbers for which everything is exact (lattice vectors of integer
//! length, dyadic times), then the start that leads there. Some of them then move one number by one
//! unit in the last place.

use super::first::Truth;
use super::query::Query;
use super::tally::times_power;
use std::f64::consts::FRAC_1_SQRT_2;

type V = [f64; 3];

/// A family: its name and a generator of queries.
pub type Family = (&'static str, fn(&mut Rng) -> Query);

/// All families.
pub const FAMILIES: [Family; 27] = [
    ("realistic", realistic),
    ("small integers", small_integers),
    ("level", level),
    ("grazing a face", grazing_a_face),
    ("grazing an edge or a vertex", grazing_a_rim),
    ("seams, exactly", seams),
    ("seams, nearly", nudged_seams),
    ("aimed in rounded arithmetic", aimed),
    ("past the edge", past_the_edge),
    ("far", far),
    ("scaled", scaled),
    ("at the ends of the range", ends_of_range),
    ("mixed exponents", mixed_exponents),
    ("wildly mixed exponents", wildly_mixed_exponents),
    ("special values", special_values),
    ("noise", noise),
    ("slivers", slivers),
    ("rays", rays),
    ("rays at rims", rays_at_rims),
    ("standing still", standing_still),
    ("resting", resting),
    ("both moving", both_moving),
    ("time limits", time_limits),
    ("radii", radii),
    ("halves", halves),
    ("everyday placements", everyday),
    ("zeros of either sign", zeros_of_either_sign),
];

/// A stream of random numbers (splitmix64).
pub struct Rng(u64);

impl Rng {
    /// A stream for this seed and name.
    pub fn new(seed: u64, name: &str) -> Self {
        let mut rng = Self(seed);
        name.bytes().for_each(|byte| rng.0 = rng.bits() ^ u64::from(byte));
        rng
    }

    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }

    /// True once in `n`.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// A random whole number between two, which are included.
    pub fn int(&mut self, least: i64, most: i64) -> f64 {
        (least + self.below((most - least + 1) as usize) as i64) as f64
    }

    pub fn power(&mut self, least: i32, most: i32) -> f64 {
        times_power(1.0, self.int(least.into(), most.into()) as i32)
    }

    pub fn real(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * ((self.bits() >> 11) as f64 / (1u64 << 53) as f64)
    }

    fn ints(&mut self, most: i64) -> V {
        [0; 3].map(|_| self.int(-most, most))
    }

    fn reals(&mut self, most: f64) -> V {
        [0; 3].map(|_| self.real(-most, most))
    }

    fn direction(&mut self) -> V {
        loop {
            let v = self.reals(1.0);
            let length = dot(v, v).sqrt();
            if length > 0.1 && length < 1.0 {
                return times(v, 1.0 / length);
            }
        }
    }

    fn sign(&mut self) -> f64 {
        if self.once_in(2) { 1.0 } else { -1.0 }
    }
}

fn plus(a: V, b: V) -> V {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

fn minus(a: V, b: V) -> V {
    plus(a, times(b, -1.0))
}

fn times(a: V, s: f64) -> V {
    a.map(|x| x * s)
}

fn dot(a: V, b: V) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: V, b: V) -> V {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn unit(a: V) -> V {
    times(a, 1.0 / dot(a, a).sqrt())
}

/// The same query with a segment or a point, in the plane, in `f32`, or with permuted vertices.
pub fn varied(rng: &mut Rng, mut query: Query) -> Query {
    let turn = rng.below(3);
    query.vertices.rotate_left(turn);
    if rng.once_in(2) {
        query.vertices.swap(0, 1);
    }
    match rng.below(16) {
        0..=2 => query.corners = 2,
        3 => query.corners = 1,
        4 => query = query.to_plane(),
        5 => query = query.to_plane().with_corners(1),
        _ => {}
    }
    let single = rng.once_in(5).then(|| query.to_single()).filter(Query::is_valid);
    single.unwrap_or(query)
}

/// A query as in games: a triangle of size about 1 in a hall of size 100, and a ball that moves
/// past or at it.
pub fn realistic(rng: &mut Rng) -> Query {
    let place = rng.reals(50.0);
    let vertices = [0; 3].map(|_| plus(place, rng.reals(1.0)));
    let (distance, radius) = (rng.real(0.8, 4.0), rng.real(0.1, 0.6));
    let center = plus(place, times(rng.direction(), distance));
    let goal = plus(place, rng.reals(1.5));
    let speed = rng.real(0.2, 3.0);
    Query::new(center, radius, times(minus(goal, center), speed), vertices)
}

/// Coordinates are whole numbers from −4 to 4, so ties are common.
fn small_integers(rng: &mut Rng) -> Query {
    let most = rng.pick(&[1, 2, 4]);
    let radius = rng.int(0, most);
    Query::new(rng.ints(4), radius, rng.ints(3), [0; 3].map(|_| rng.ints(most)))
}

/// A level on a grid of 1/8, its floors and walls perpendicular to the axes.
fn level(rng: &mut Rng) -> Query {
    let place = rng.ints(400);
    let wall = rng.below(4);
    let vertices = [0; 3].map(|_| {
        let mut offset = rng.ints(16);
        if wall < 3 {
            offset[wall] = 0.0;
        }
        plus(place, offset)
    });
    let mut velocity = rng.ints(16);
    while rng.once_in(3) {
        velocity[rng.below(3)] = 0.0;
    }
    Query::new(plus(place, rng.ints(24)), rng.int(0, 6), velocity, vertices).scaled(-3, -3)
}

/// Integer vectors of integer length.
const WHOLE: [(V, f64); 10] = [
    ([0.0, 0.0, 1.0], 1.0),
    ([1.0, 2.0, 2.0], 3.0),
    ([0.0, 3.0, 4.0], 5.0),
    ([2.0, 3.0, 6.0], 7.0),
    ([1.0, 4.0, 8.0], 9.0),
    ([4.0, 4.0, 7.0], 9.0),
    ([2.0, 6.0, 9.0], 11.0),
    ([6.0, 6.0, 7.0], 11.0),
    ([3.0, 4.0, 12.0], 13.0),
    ([0.0, 5.0, 12.0], 13.0),
];

/// A lattice in which a direction, two perpendicular vectors, and lengths along the direction are
/// whole.
struct Lattice {
    origin: V,
    normal: V,
    /// The length of the normal.
    length: f64,
    across: [V; 2],
}

impl Lattice {
    fn new(rng: &mut Rng) -> Self {
        let (mut normal, length) = rng.pick(&WHOLE);
        let turn = rng.below(3);
        normal.rotate_left(turn);
        normal = normal.map(|x| x * rng.sign());
        // These vectors are perpendicular to the normal; two that are not zero span the plane.
        let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let mut across = axes.map(|axis| cross(normal, axis)).to_vec();
        across.sort_by(|a, b| dot(*b, *b).total_cmp(&dot(*a, *a)));
        let origin = if rng.once_in(2) { [0.0; 3] } else { rng.ints(100) };
        Self { origin, normal, length, across: [across[0], across[1]] }
    }

    /// A vector in the plane.
    fn flat(&self, rng: &mut Rng, most: i64) -> V {
        let [a, b] = self.across;
        plus(times(a, rng.int(-most, most)), times(b, rng.int(-most, most)))
    }

    /// A point of the plane.
    fn place(&self, rng: &mut Rng, most: i64) -> V {
        plus(self.origin, self.flat(rng, most))
    }

    fn triangle(&self, rng: &mut Rng, most: i64) -> [V; 3] {
        [0; 3].map(|_| self.place(rng, most))
    }
}

/// Queries that move parallel to a face at a distance of exactly the radius.
fn grazing_a_face(rng: &mut Rng) -> Query {
    let lattice = Lattice::new(rng);
    let vertices = lattice.triangle(rng, 6);
    let center = plus(lattice.place(rng, 12), times(lattice.normal, rng.sign()));
    let mut velocity = lattice.flat(rng, 4);
    if rng.once_in(2) {
        // The path passes over a vertex.
        velocity = minus(rng.pick(&vertices), center);
        let height = dot(velocity, lattice.normal) / (lattice.length * lattice.length);
        velocity = minus(velocity, times(lattice.normal, height));
    }
    Query::new(center, lattice.length, velocity, vertices)
}

/// Queries that pass an edge or a vertex at a distance of exactly the radius; the rest of the
/// triangle is behind.
fn grazing_a_rim(rng: &mut Rng) -> Query {
    let lattice = Lattice::new(rng);
    let [a, mut b, mut c] = lattice.triangle(rng, 4);
    c = minus(c, times(lattice.normal, rng.int(0, 3)));
    if rng.once_in(2) {
        b = minus(b, times(lattice.normal, rng.int(0, 3)));
    }
    let foot = if rng.once_in(2) { a } else { plus(a, times(minus(b, a), rng.int(0, 8) / 8.0)) };
    let velocity = lattice.flat(rng, 3);
    let top = plus(foot, lattice.normal);
    Query::new(
        minus(top, times(velocity, rng.int(-1, 12) / 4.0)),
        lattice.length,
        velocity,
        [a, b, c],
    )
}

/// Queries with a contact exactly over a vertex, a point of an edge, or a point of the face, at an
/// exact time.
fn seams(rng: &mut Rng) -> Query {
    let lattice = Lattice::new(rng);
    let [a, b, mut c] = lattice.triangle(rng, 4);
    if rng.once_in(3) {
        c = minus(c, times(lattice.normal, rng.int(0, 3)));
    }
    let foot = match rng.below(3) {
        0 => rng.pick(&[a, b]),
        1 => plus(a, times(minus(b, a), rng.int(0, 8) / 8.0)),
        _ => plus(times(a, 0.25), plus(times(b, 0.25), times(c, 0.5))),
    };
    let radius = lattice.length * rng.int(0, 4) / 2.0;
    let top = plus(foot, times(lattice.normal, radius / lattice.length));
    let velocity =
        minus(times(lattice.flat(rng, 3), rng.int(0, 2)), times(lattice.normal, rng.int(0, 3)));
    Query::new(minus(top, times(velocity, rng.int(0, 16) / 8.0)), radius, velocity, [a, b, c])
}

/// Queries on seams, with one number moved by the least float step, or by a few steps.
fn nudged_seams(rng: &mut Rng) -> Query {
    let make = rng.pick::<fn(&mut Rng) -> Query>(&[seams, grazing_a_face, grazing_a_rim, resting]);
    let query = make(rng);
    nudged(rng, query)
}

fn nudged(rng: &mut Rng, mut query: Query) -> Query {
    let before = query;
    let mut numbers = query.numbers();
    let place = rng.below(numbers.len());
    let steps = rng.pick(&[1, 1, 2, 1 << 20]);
    let x = &mut *numbers[place];
    // A zero would turn into the least subnormal, which belongs to other families.
    if *x != 0.0 {
        *x = f64::from_bits(if rng.once_in(2) { x.to_bits() + steps } else { x.to_bits() - steps });
    }
    if query.is_valid() { query } else { before }
}

/// Queries aimed, up to rounding, at the seams between the face, an edge and a vertex.
fn aimed(rng: &mut Rng) -> Query {
    let mut query = realistic(rng);
    let [a, b, c] = query.vertices;
    let normal = unit(cross(minus(b, a), minus(c, a)));
    let side = if dot(minus(query.center, a), normal) < 0.0 { -1.0 } else { 1.0 };
    let over = match rng.below(4) {
        0 => a,
        1 => plus(a, times(minus(b, a), rng.real(0.0, 1.0))),
        2 => b,
        _ => plus(a, times(minus(b, a), rng.pick(&[0.25, 0.5, 0.75]))),
    };
    let out = unit(cross(minus(b, a), normal));
    let lean = match rng.below(3) {
        // The contact is over the rim of the face.
        0 => times(normal, side),
        // The contact is beside the edge, on the seam between the edge and its ends.
        1 => unit(plus(times(normal, side), times(out, rng.real(0.0, 3.0)))),
        // The path grazes the edge or the vertex.
        _ => unit(cross(minus(over, query.center), rng.direction())),
    };
    let goal = plus(over, times(lean, query.radius));
    query.velocity = times(minus(goal, query.center), rng.real(0.3, 2.0));
    query
}

/// Queries that start inside the endless cylinder about an edge, beyond the edge's end.
fn past_the_edge(rng: &mut Rng) -> Query {
    let whole = rng.once_in(2);
    let mut vector = |most: i64| if whole { rng.ints(most) } else { rng.reals(most as f64) };
    let vertices = [vector(4), vector(4), vector(4)];
    let offset = vector(1);
    let wobble = vector(1);
    let along = minus(vertices[1], vertices[0]);
    let beyond = if whole { rng.int(1, 3) } else { rng.real(0.05, 3.0) };
    let center = plus(plus(vertices[1], times(along, beyond)), offset);
    let radius = if whole { rng.int(1, 4) } else { rng.real(0.5, 3.0) };
    let velocity = plus(times(along, rng.pick(&[-1.0, -0.5, 0.0, 1.0])), wobble);
    Query::new(center, radius, velocity, vertices)
}

/// Queries that start 10^8 or more away, where the aim is coarse and everything cancels.
fn far(rng: &mut Rng) -> Query {
    let make = rng.pick::<fn(&mut Rng) -> Query>(&[realistic, aimed, seams, level]);
    let mut query = make(rng);
    let way = rng.pick(&[1e3, 1e5, 1e8, 1e8, 1e12, 134_217_728.0]);
    let speed = query.velocity.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    if speed > 0.0 {
        query.center = minus(query.center, times(query.velocity, way / speed));
    }
    query
}

fn scaled(rng: &mut Rng) -> Query {
    let make = rng.pick::<fn(&mut Rng) -> Query>(&[
        realistic,
        small_integers,
        seams,
        aimed,
        grazing_a_rim,
        rays,
    ]);
    let query = make(rng);
    let either =
        |rng: &mut Rng| if rng.once_in(2) { rng.int(-530, 495) } else { rng.int(-70, 70) } as i32;
    let (space, speed) = (either(rng), either(rng));
    let scaled = query.scaled(space, speed);
    if scaled.is_valid() { scaled } else { query }
}

/// Queries scaled up to the largest float and down to the least subnormal, with times past both.
fn ends_of_range(rng: &mut Rng) -> Query {
    let make =
        rng.pick::<fn(&mut Rng) -> Query>(&[small_integers, small_integers, realistic, seams]);
    let query = make(rng);
    let least = query
        .scaled(0, 0)
        .numbers()
        .into_iter()
        .fold(1.0, |least: f64, x| if *x == 0.0 { least } else { least.min(x.abs()) });
    let end = |rng: &mut Rng| match rng.below(5) {
        0 => 1017 + rng.int(-3, 4) as i32,
        1 => -1074 - least.log2_floor() + rng.int(-6, 60) as i32,
        2 => -1074,
        3 => rng.int(-1074, 1000) as i32,
        _ => 0,
    };
    let (space, speed) = (end(rng), end(rng));
    let scaled = query.scaled(space, speed);
    if scaled.is_valid() { scaled } else { query.scaled(space.min(900), speed.min(900)) }
}

trait Log2Floor {
    fn log2_floor(self) -> i32;
}

impl Log2Floor for f64 {
    /// The exponent of a normal number.
    fn log2_floor(self) -> i32 {
        ((self.to_bits() >> 52) & 0x7ff) as i32 - 1023
    }
}

/// Queries with random exponents first, then random digits, for each coordinate on its own.
fn mixed_exponents(rng: &mut Rng) -> Query {
    let spread = rng.pick(&[3, 10, 30, 60]);
    mixed(rng, spread)
}

/// Queries with such exponents from the whole range of floats.
fn wildly_mixed_exponents(rng: &mut Rng) -> Query {
    let spread = rng.pick(&[150, 400, 1000]);
    mixed(rng, spread)
}

fn mixed(rng: &mut Rng, spread: i32) -> Query {
    let middle = [0; 2].map(|_| rng.int(-20, 20) as i32);
    let number = |rng: &mut Rng, kind: usize| {
        let keep = rng.pick(&[1, 4, 24, 53]);
        let digits = (rng.bits() >> 11 | 1 << 52) >> (53 - keep) << (53 - keep);
        let shift = middle[kind] + rng.int((-spread).into(), spread.into()) as i32;
        if rng.once_in(5) {
            0.0
        } else {
            rng.sign() * times_power(digits as f64, (shift - 52).min(960))
        }
    };
    let vertices = [0; 3].map(|_| [0; 3].map(|_| number(rng, 0)));
    let center = [0; 3].map(|_| number(rng, 0));
    let radius = number(rng, 0).abs();
    let mut velocity = [0; 3].map(|_| number(rng, 1));
    if rng.once_in(2) {
        // The sphere moves at least towards the triangle.
        let goal = rng.pick(&vertices);
        let speed = times_power(1.0, middle[1]);
        velocity = times(minus(goal, center), speed);
    }
    let query = Query::new(center, radius, velocity, vertices);
    if query.is_valid() { query } else { small_integers(rng) }
}

/// Queries in which every number is from a short list of the most difficult numbers.
fn special_values(rng: &mut Rng) -> Query {
    const VALUES: [f64; 16] = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        1.0 + f64::EPSILON,
        1.0 - f64::EPSILON / 2.0,
        0.5,
        3.0,
        9_007_199_254_740_993.0,
        1.0 / 9_007_199_254_740_992.0,
        1e-160,
        1e150,
        f64::MAX,
        -f64::MAX,
        f64::MIN_POSITIVE,
        5e-324,
    ];
    let some = rng.pick(&[8, 12, 16]);
    let mut vector = || [0; 3].map(|_| rng.pick(&VALUES[..some]));
    let mut query = Query::new(vector(), 0.0, vector(), [vector(), vector(), vector()]);
    if rng.once_in(3) {
        query.drift = [0; 3].map(|_| rng.pick(&VALUES[..some]));
    }
    query.radius = rng.pick(&VALUES[..some]).abs();
    query
}

/// A tie with noise: zeros that are not quite zero, like those from a rotation.
fn noise(rng: &mut Rng) -> Query {
    let make = rng.pick::<fn(&mut Rng) -> Query>(&[
        level,
        grazing_a_face,
        grazing_a_rim,
        seams,
        rays_at_rims,
        resting,
    ]);
    let query = make(rng);
    let mut noisy = query;
    let depth = rng.pick(&[30, 54, 60, 120, 300, 1074]);
    for x in noisy.numbers() {
        if *x == 0.0 && rng.once_in(3) {
            *x = rng.sign() * times_power(1.0, -(rng.below(depth as usize) as i32) - 1);
        }
    }
    noisy.radius = noisy.radius.abs();
    if noisy.is_valid() { noisy } else { query }
}

/// Triangles that are without area, or nearly so.
fn slivers(rng: &mut Rng) -> Query {
    let make = rng.pick::<fn(&mut Rng) -> Query>(&[realistic, small_integers, level, seams]);
    let mut query = make(rng);
    let [a, b, _] = query.vertices;
    let along = minus(b, a);
    query.vertices[2] = match rng.below(6) {
        0 => a,
        1 => b,
        2 => plus(a, times(along, rng.pick(&[0.5, 2.0, -1.0, 0.25]))),
        3 => plus(a, times(along, rng.real(-0.5, 1.5))),
        4 => plus(
            plus(a, times(along, rng.real(-0.5, 1.5))),
            times(rng.direction(), rng.power(-50, -10)),
        ),
        _ => {
            query.vertices[1] = a;
            a
        }
    };
    if rng.once_in(3) {
        query = nudged(rng, query);
    }
    // The sphere moves more or less towards the triangle.
    if rng.once_in(2) {
        let goal = plus(
            plus(a, times(along, rng.real(-0.2, 1.2))),
            times(rng.direction(), query.radius * rng.real(0.0, 1.0)),
        );
        query.velocity = minus(goal, query.center);
    }
    query
}

/// Queries of a sphere of radius zero.
fn rays(rng: &mut Rng) -> Query {
    let make = rng.pick::<fn(&mut Rng) -> Query>(&[
        realistic,
        small_integers,
        level,
        aimed,
        past_the_edge,
    ]);
    let mut query = make(rng);
    query.radius = 0.0;
    if rng.once_in(2) {
        let [a, b, c] = query.vertices;
        let (s, t) = (rng.real(0.0, 0.6), rng.real(0.0, 0.6));
        let goal = plus(a, plus(times(minus(b, a), s), times(minus(c, a), t)));
        query.velocity = minus(goal, query.center);
    }
    query
}

/// Rays that hit an edge or a vertex exactly, run in the plane of the triangle, or start on the
/// triangle.
fn rays_at_rims(rng: &mut Rng) -> Query {
    let lattice = Lattice::new(rng);
    let vertices = lattice.triangle(rng, 4);
    let [a, b, c] = vertices;
    let goal = match rng.below(4) {
        0 => a,
        1 => plus(a, times(minus(b, a), rng.int(0, 8) / 8.0)),
        2 => plus(times(a, 0.25), plus(times(b, 0.25), times(c, 0.5))),
        _ => lattice.place(rng, 4),
    };
    let velocity = match rng.below(3) {
        0 => lattice.flat(rng, 3),
        1 => plus(lattice.flat(rng, 3), times(lattice.normal, rng.int(-2, 2))),
        _ => minus(rng.pick(&vertices), goal),
    };
    let query =
        Query::new(minus(goal, times(velocity, rng.int(0, 12) / 4.0)), 0.0, velocity, vertices);
    if rng.once_in(6) { nudged(rng, query) } else { query }
}

/// Queries in which nothing moves, or both move with the same velocity.
fn standing_still(rng: &mut Rng) -> Query {
    let make = rng.pick::<fn(&mut Rng) -> Query>(&[realistic, small_integers, resting, level]);
    let mut query = make(rng);
    query.velocity = [0.0; 3];
    if rng.once_in(2) {
        query.velocity = rng.reals(2.0);
        query.drift = query.velocity;
    }
    query
}

/// Queries that touch at the start, exactly or up to rounding, and then part, slide or press.
fn resting(rng: &mut Rng) -> Query {
    if rng.once_in(4) {
        let mut query = aimed(rng);
        let goal = plus(query.center, query.velocity);
        query.center = goal;
        query.velocity = rng.reals(1.0);
        return query;
    }
    let lattice = Lattice::new(rng);
    let [a, b, mut c] = lattice.triangle(rng, 3);
    c = minus(c, times(lattice.normal, rng.pick(&[0.0, 0.0, 1.0])));
    let foot = match rng.below(3) {
        0 => a,
        1 => plus(a, times(minus(b, a), 0.5)),
        _ => plus(times(a, 0.25), plus(times(b, 0.25), times(c, 0.5))),
    };
    let velocity = match rng.below(3) {
        0 => lattice.flat(rng, 2),
        1 => plus(lattice.flat(rng, 2), times(lattice.normal, rng.int(-2, 2))),
        _ => rng.ints(2),
    };
    let deeper = rng.pick(&[1.0, 1.0, 1.0, 0.5, 0.875]);
    Query::new(plus(foot, times(lattice.normal, deeper)), lattice.length, velocity, [a, b, c])
}

/// Queries in which the relative motion of another family is divided among the two bodies.
fn both_moving(rng: &mut Rng) -> Query {
    let make = rng.pick::<fn(&mut Rng) -> Query>(&[
        realistic,
        small_integers,
        seams,
        grazing_a_face,
        aimed,
        rays_at_rims,
    ]);
    let mut query = make(rng);
    let drift = match rng.below(4) {
        0 => rng.ints(4),
        1 => rng.reals(2.0),
        // Velocities are much larger than the relative motion, so that their difference cancels.
        2 => times(rng.ints(9), 1048576.0),
        _ => minus([0.0; 3], query.velocity),
    };
    query.velocity = plus(query.velocity, drift);
    query.drift = drift;
    query
}

/// Queries whose end is at, just before or just after the contact, on either of the two motions.
fn time_limits(rng: &mut Rng) -> Query {
    let make = rng.pick::<fn(&mut Rng) -> Query>(&[
        seams,
        realistic,
        small_integers,
        grazing_a_face,
        both_moving,
        rays,
        resting,
    ]);
    let query = make(rng);
    let mut query = if rng.once_in(4) { query.to_single() } else { query };
    let format = query.format();
    let Truth::Contact(touch) = query.truth() else { return query };
    let down = touch.time.down(&touch.at, format);
    let limit = match rng.below(5) {
        0 => down,
        1 => format.next_up(down),
        2 => format.next_down(down).max(0.0),
        3 => 0.0,
        _ => down * rng.real(0.5, 1.5),
    };
    let which = rng.below(2);
    query.t_max[which] = if query.single { f64::from(limit as f32) } else { limit };
    if rng.once_in(2) {
        query.t_max[1 - which] = query.t_max[which] + 1.0;
    }
    if query.is_valid() { query } else { make(rng) }
}

/// Spheres much smaller or much larger than the triangle.
fn radii(rng: &mut Rng) -> Query {
    let mut query = realistic(rng);
    query.radius = match rng.below(5) {
        0 => rng.real(1.0, 10.0) * rng.power(-40, -10),
        1 => rng.real(1.0, 10.0) * rng.power(-1070, -40),
        2 => rng.real(1.0, 10.0) * rng.power(5, 40),
        3 => rng.real(1.0, 10.0) * rng.power(40, 300),
        _ => rng.real(1.0, 10.0) * rng.power(300, 1018),
    };
    let [a, b, c] = query.vertices;
    let inside = plus(times(a, rng.real(0.0, 1.0)), times(plus(b, c), rng.real(0.0, 0.5)));
    let goal = rng.pick(&[a, b, inside]);
    let out = rng.direction();
    let gap = rng.pick(&[0.0, 0.1, 1e-9, 3.0]);
    let reach = query.radius * (1.0 + gap) + rng.pick(&[0.0, 1.0]);
    query.center = plus(goal, times(out, reach));
    query.velocity =
        plus(times(out, -rng.real(0.0, 2.0)), times(rng.reals(1.0), rng.pick(&[0.0, 1.0])));
    if rng.once_in(3) {
        query.velocity = times(query.velocity, query.radius);
    }
    if query.is_valid() { query } else { realistic(rng) }
}

/// Small integers, in which each zero may have a minus sign.
fn zeros_of_either_sign(rng: &mut Rng) -> Query {
    let mut query = small_integers(rng);
    if rng.once_in(3) {
        query.velocity = plus(query.velocity, rng.ints(1));
        query.drift = rng.ints(1);
    }
    query.t_max = [0; 2].map(|_| rng.pick(&[0.0, 1.0, f64::INFINITY, f64::INFINITY]));
    for x in query.numbers() {
        if *x == 0.0 && rng.once_in(2) {
            *x = -0.0;
        }
    }
    query
}

/// Queries with answers that are, or nearly are, half-way between two floats.
fn halves(rng: &mut Rng) -> Query {
    // The motion is along one axis: the time is (height - radius) / speed, with one bit more than a
    // float holds.
    let axis = rng.below(3);
    let on_axis = |x: f64| {
        let mut v = [0.0; 3];
        v[axis] = x;
        v
    };
    let mut query = if rng.once_in(2) { seams(rng) } else { level(rng) };
    query.vertices.iter_mut().for_each(|p| *p = p.map(|x| x % 8.0));
    let bits = rng.pick(&[53, 53, 54, 24, 25]);
    let digits = (rng.bits() >> 12 | 1 << 52) >> (53 - bits.min(53));
    let height = digits as f64 * times_power(1.0, 5 - bits.min(53));
    let radius = rng.pick(&[1.0, 1.0, 3.0, 0.0]) * times_power(1.0, 4 - bits);
    let speed = rng.power(-2, 2);
    let base = rng.pick(&query.vertices);
    let foot =
        if rng.once_in(2) { base } else { plus(times(base, 0.5), times(query.vertices[0], 0.5)) };
    query.center = foot;
    query.center[axis] = height;
    query.radius = radius;
    query.velocity = on_axis(-speed);
    // The sphere may be carried sideways, so that its centre is rounded too.
    if rng.once_in(3) {
        query.drift = on_axis(rng.pick(&[1.0, 0.5]) * speed);
        query.velocity = on_axis(-0.5 * speed);
    }
    if rng.once_in(3) { query.to_single() } else { query }
}

/// Floors, ramps turned about one axis, balls that fall straight on them, and balls that almost
/// rest there. Sums tie, and numbers cancel almost completely.
fn everyday(rng: &mut Rng) -> Query {
    let up = rng.below(3);
    // Sine and cosine of 0, 17, 30, 45 and 90 degrees, as floats.
    let angle = rng.pick(&[
        (0.0, 1.0),
        (0.0, 1.0),
        (0.29237170472273677, 0.9563047559630354),
        (0.49999999999999994, 0.8660254037844387),
        (FRAC_1_SQRT_2.next_down(), FRAC_1_SQRT_2),
        (1.0, 6.123233995736766e-17),
    ]);
    let turned = |(sin, cos): (f64, f64), [x, y, z]: V| {
        let mut v = [cos * x + sin * z, y, cos * z - sin * x];
        v.rotate_left(up);
        v
    };
    let height = rng.pick(&[0.0, 0.1, 1.0, 0.3, 17.6]);
    let place = rng.reals(20.0);
    let corner = |x: f64, y: f64| turned(angle, [place[0] + x, place[1] + y, height]);
    let vertices = match rng.below(3) {
        // A triangle in a cell of a grid.
        0 => [corner(0.0, 0.0), corner(0.37, 0.0), corner(0.37, 0.37)],
        1 => [corner(-1.0, -1.0), corner(2.0, -1.0), corner(rng.real(-1.0, 2.0), 2.0)],
        _ => [0; 3].map(|_| corner(rng.real(-2.0, 2.0), rng.real(-2.0, 2.0))),
    };
    let any = rng.real(0.1, 1.0);
    let radius = rng.pick(&[0.1, 0.5, 1.0, 0.0625, any]);
    let gap = rng.pick(&[1.0, 1.0, 1e-3, 1e-9, 1e-12, 1e-15]) * rng.real(0.0, 2.0);
    let side = rng.sign();
    let foot = [place[0] + rng.real(-0.5, 1.0), place[1] + rng.real(-0.5, 1.0), height];
    let center = turned(angle, plus(foot, [0.0, 0.0, side * (radius + gap)]));
    let speed = rng.pick(&[1.0, 2.0, 0.5, 9.81, 3.0 * any]);
    let mut velocity = match rng.below(3) {
        // The velocity is along an axis of the world, straight at the triangle, or in any
        // direction.
        0 => [0.0; 3],
        1 => turned(angle, [0.0, 0.0, -side]),
        _ => turned(angle, [rng.real(-0.5, 0.5), rng.real(-0.5, 0.5), -side]),
    };
    if velocity == [0.0; 3] {
        velocity[(2 + 3 - up) % 3] = -side;
    }
    let mut query = Query::new(center, radius, times(velocity, speed), vertices);
    if rng.once_in(6) {
        query.drift[(2 + 3 - up) % 3] = rng.pick(&[0.25, -1.0, 0.1]);
    }
    if rng.once_in(8) { nudged(rng, query) } else { query }
}
