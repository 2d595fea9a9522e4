//! The sources of queries: families, each of which tests one kind of difficulty.
//!
//! Random numbers hit no tie and no graze. So many families are built backwards, in numbers for
//! which everything is exact: first the touched points and the normal, then the start that leads
//! there. Some of them then move one number by one unit in the last place.

use super::query::{Axis, Kind, Query};
use super::tally::times_power;
use super::truth::{Scene, Truth};
use crate::random::Random;

type V = [f64; 3];
type Make = fn(&mut Random) -> Query;

/// All families, by name.
pub const FAMILIES: [(&str, Make); 22] = [
    ("random", random),
    ("sizes", sizes),
    ("grid", grid),
    ("parallel", parallel),
    ("built backwards", built),
    ("resting", resting),
    ("grazing", grazing),
    ("upright", upright),
    ("lying", lying),
    ("slivers", slivers),
    ("far", far),
    ("shifted", shifted),
    ("rounded", rounded),
    ("moving obstacles", moving_obstacles),
    ("time limits", time_limits),
    ("thin", thin),
    ("pierced", pierced),
    ("nudged", nudged_ties),
    ("noise", noise),
    ("scaled", scaled),
    ("mixed exponents", mixed_exponents),
    ("zeros of either sign", zeros_of_either_sign),
];

fn plus(a: V, b: V) -> V {
    [0, 1, 2].map(|k| a[k] + b[k])
}

fn minus(a: V, b: V) -> V {
    [0, 1, 2].map(|k| a[k] - b[k])
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

/// True once in `n`.
fn once_in(random: &mut Random, n: u64) -> bool {
    random.below(n) == 0
}

fn pick<T: Copy>(random: &mut Random, from: &[T]) -> T {
    from[random.below(from.len() as u64) as usize]
}

fn sign(random: &mut Random) -> f64 {
    if once_in(random, 2) { 1.0 } else { -1.0 }
}

fn power(random: &mut Random, low: i64, high: i64) -> f64 {
    times_power(1.0, random.integer(low, high) as i32)
}

fn direction(random: &mut Random) -> V {
    loop {
        let v = random.vector(-1.0, 1.0);
        let length = dot(v, v).sqrt();
        if length > 0.1 && length < 1.0 {
            return times(v, 1.0 / length);
        }
    }
}

fn axis_of(query: &Query) -> V {
    match query.axis {
        Axis::To(b) => minus(b, query.a),
        Axis::Along(axis) => axis,
    }
}

/// A point of the triangle, up to rounding: a corner, a point of an edge, or an inner point.
fn some_point(random: &mut Random, [a, b, c]: [V; 3]) -> V {
    let s = random.between(0.0, 1.0);
    let edge = pick(random, &[s, 0.5, 0.25]);
    let inner = random.between(0.0, 1.0 - s);
    match random.below(3) {
        0 => pick(random, &[a, b, c]),
        1 => plus(a, times(minus(b, a), edge)),
        _ => plus(a, plus(times(minus(b, a), s), times(minus(c, a), inner))),
    }
}

/// The same query with a segment or a point, in the plane, in `f32`, with permuted vertices, with
/// an inflated obstacle, or with the axis given by its end. Queries that have an end of time
/// already keep their obstacle.
pub fn varied(random: &mut Random, mut query: Query) -> Query {
    if query.end().is_finite() {
        return query;
    }
    let turn = random.below(3) as usize;
    query.vertices.rotate_left(turn);
    if once_in(random, 2) {
        query.vertices.swap(0, 1);
    }
    match random.below(16) {
        0..=2 => query.corners = 2,
        3 => query.corners = 1,
        4 | 5 => query = query.to_plane(),
        6 => query = Query { corners: 1, ..query.to_plane() },
        _ => {}
    }
    if once_in(random, 8) && query.rounding == 0.0 {
        query = split(random, query);
    }
    let other_end = once_in(random, 3).then(|| query.to_other_end()).filter(Query::is_valid);
    let query = other_end.unwrap_or(query);
    let single = once_in(random, 6).then(|| query.to_single()).filter(Query::is_valid);
    single.unwrap_or(query)
}

/// Turns a part of the radius into the inflation of the obstacle. The total radius stays the same.
fn split(random: &mut Random, query: Query) -> Query {
    let r = query.radius;
    let high = f64::from_bits(r.to_bits() >> 28 << 28);
    let (radius, rounding) = pick(random, &[(0.0, r), (r - high, high), (high, r - high)]);
    Query { radius, rounding, ..query }
}

/// A query as in games: a triangle of size about 1 in a hall of size 100, and a capsule that moves
/// past or at it.
fn random(random: &mut Random) -> Query {
    let place = random.vector(-50.0, 50.0);
    let vertices = [0; 3].map(|_| plus(place, random.vector(-1.0, 1.0)));
    let axis = times(direction(random), random.between(0.0, 3.0));
    let (distance, radius) = (random.between(0.5, 4.0), random.between(0.05, 0.6));
    let a = plus(place, times(direction(random), distance));
    let goal = plus(place, random.vector(-1.0, 1.0));
    let met = plus(a, times(axis, random.between(0.0, 1.0)));
    Query::new(a, axis, radius, times(minus(goal, met), random.between(0.2, 3.0)), vertices)
}

/// Capsules, radii and triangles of which one is much larger than the others.
fn sizes(random: &mut Random) -> Query {
    let mut size = || power(random, -30, 30) * random.between(1.0, 2.0);
    let [of_triangle, of_axis, of_radius] = [size(), size(), size()];
    let vertices = [0; 3].map(|_| random.vector(-of_triangle, of_triangle));
    let axis = times(direction(random), of_axis);
    let goal = some_point(random, vertices);
    let s = pick(random, &[0.0, 0.5, 1.0]);
    let s = if once_in(random, 2) { s } else { random.between(-0.1, 1.1) };
    let out = times(direction(random), of_radius * random.between(0.9, 1.5));
    let a = minus(plus(goal, out), times(axis, s));
    let mut velocity = times(out, -random.between(0.0, 2.0));
    if once_in(random, 2) {
        velocity = plus(velocity, times(direction(random), of_radius));
    }
    let way = pick(random, &[0.0, 1.0, 1.0, 8.0]);
    Query::new(minus(a, times(velocity, way)), axis, of_radius, velocity, vertices)
}

/// Coordinates are whole numbers from −4 to 4, so ties are common.
fn grid(random: &mut Random) -> Query {
    let most = pick(random, &[1, 2, 3]);
    let axis = random.integers(-most, most);
    let vertices = [0; 3].map(|_| random.integers(-most, most));
    let radius = pick(random, &[0.0, 0.5, 1.0, 1.0, 2.0]);
    let query = Query::new(random.integers(-4, 4), axis, radius, random.integers(-2, 2), vertices);
    if once_in(random, 3) { query } else { aimed(random, query) }
}

/// The same query, moved such that a point of the axis passes a corner, or hits it.
fn aimed(random: &mut Random, query: Query) -> Query {
    let met = plus(query.a, times(axis_of(&query), pick(random, &[0.0, 0.5, 1.0])));
    let goal = plus(pick(random, &query.vertices), random.integers(-1, 1));
    Query { velocity: times(minus(goal, met), pick(random, &[0.5, 1.0, 2.0])), ..query }
}

/// Queries with an axis in the plane of the triangle, along an edge, along the motion, or of length
/// zero; or nothing moves.
fn parallel(random: &mut Random) -> Query {
    let mut query = grid(random);
    let [a, b, c] = query.vertices;
    let [p, q] = pick(random, &[[a, b], [b, c], [c, a]]);
    let along = times(minus(q, p), pick(random, &[1.0, -1.0, 2.0, -0.5, 0.5]));
    let other = times(minus(c, a), pick(random, &[1.0, -1.0, 0.5]));
    let way = random.below(8);
    let axis = match way {
        0..=2 | 6 => along,
        3 | 7 => plus(along, other),
        4 => times(query.velocity, pick(random, &[1.0, -1.0, 2.0])),
        _ => [0.0; 3],
    };
    query.axis = Axis::Along(axis);
    let beside = plus(p, random.integers(-2, 2));
    match way {
        0..=3 if !once_in(random, 4) => aimed(random, query),
        6 => Query { a: beside, velocity: [0.0; 3], ..query },
        7 => Query { a: minus(beside, times(along, 2.0)), velocity: along, ..query },
        _ => query,
    }
}

/// Integer vectors of integer length.
const WHOLE: [(V, f64); 8] = [
    ([0.0, 0.0, 1.0], 1.0),
    ([0.0, 0.0, 1.0], 1.0),
    ([1.0, 2.0, 2.0], 3.0),
    ([0.0, 3.0, 4.0], 5.0),
    ([2.0, 3.0, 6.0], 7.0),
    ([1.0, 4.0, 8.0], 9.0),
    ([4.0, 4.0, 7.0], 9.0),
    ([0.0, 5.0, 12.0], 13.0),
];

/// A contact with a normal of integer length, before it is moved back.
struct Touching {
    query: Query,
    /// The normal, `length` long.
    normal: V,
    across: [V; 2],
}

/// An obstacle whose topmost feature is a vertex, an edge or the face, and a capsule on it. The
/// lowest part of the capsule is one end or the whole axis.
fn touching(random: &mut Random) -> Touching {
    let (mut normal, length) = pick(random, &WHOLE);
    normal.rotate_left(random.below(3) as usize);
    normal = normal.map(|x| x * sign(random));
    let mut across = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|e| cross(normal, e));
    across.sort_by(|a, b| dot(*b, *b).total_cmp(&dot(*a, *a)));
    let across = [across[0], across[1]];
    let flat = |random: &mut Random, most: i64| {
        let [s, t] = [0; 2].map(|_| random.integer(-most, most));
        plus(times(across[0], s), times(across[1], t))
    };
    let origin = if once_in(random, 2) { [0.0; 3] } else { random.integers(-100, 100) };
    let top = pick(random, &[0, 1, 1, 2, 2, 2]);
    let mut vertices = [0; 3].map(|_| plus(origin, flat(random, 4)));
    for vertex in vertices.iter_mut().skip(top + 1) {
        *vertex = minus(*vertex, times(normal, random.integer(1, 3)));
    }
    let [a, b, c] = vertices;
    let inner = plus(times(a, 0.25), plus(times(b, 0.25), times(c, 0.5)));
    let on_edge = plus(a, times(minus(b, a), random.integer(0, 8) / 8.0));
    let feet = [&[a][..], &[a, on_edge, on_edge], &[a, on_edge, inner, inner]];
    let foot = pick(random, feet[top]);

    let mut axis = match random.below(4) {
        0 => times(minus(b, a), pick(random, &[1.0, -1.0, 0.5, 2.0])),
        _ => flat(random, 3),
    };
    let rise = if once_in(random, 2) { 0.0 } else { random.integer(-3, 3) };
    let slope = dot(axis, normal) / (length * length);
    axis = plus(axis, times(normal, rise - slope));
    let lowest = match rise {
        0.0 => pick(random, &[0.0, 0.25, 0.5, 1.0]),
        _ if rise > 0.0 => 0.0,
        _ => 1.0,
    };
    let times_normal = pick(random, &[1.0, 1.0, 0.5, 2.0]);
    let place = minus(plus(foot, times(normal, times_normal)), times(axis, lowest));
    let query = Query::new(place, axis, length * times_normal, [0.0; 3], vertices);
    Touching { query, normal, across }
}

impl Touching {
    /// A velocity along the surface, with this component into it.
    fn velocity(&self, random: &mut Random, into: f64) -> V {
        let [a, b] = self.across;
        let [s, t] = [0; 2].map(|_| random.integer(-2, 2));
        minus(plus(times(a, s), times(b, t)), times(self.normal, into))
    }

    /// The query moved back in time, so that the contact is this much later.
    fn sent(self, velocity: V, time: f64) -> Query {
        Query { a: minus(self.query.a, times(velocity, time)), velocity, ..self.query }
    }
}

/// A contact at a time that is an eighth, with exact ties of all kinds.
fn built(random: &mut Random) -> Query {
    let touching = touching(random);
    let into = random.integer(1, 3);
    let velocity = touching.velocity(random, into);
    touching.sent(velocity, random.integer(0, 16) / 8.0)
}

/// Queries that touch exactly at the start, and then part, slide or press.
fn resting(random: &mut Random) -> Query {
    let touching = touching(random);
    let into = random.integer(-1, 1);
    let velocity = touching.velocity(random, into);
    let velocity = pick(random, &[velocity, velocity, axis_of(&touching.query), [0.0; 3]]);
    touching.sent(velocity, 0.0)
}

/// Queries that pass the obstacle at a distance of exactly the total radius.
fn grazing(random: &mut Random) -> Query {
    let touching = touching(random);
    let velocity = touching.velocity(random, 0.0);
    let velocity = if once_in(random, 4) {
        // The velocity is along an edge, or is the part of the edge perpendicular to the normal.
        let [a, b, _] = touching.query.vertices;
        let (n, along) = (touching.normal, minus(b, a));
        minus(along, times(n, dot(along, n) / dot(n, n)))
    } else {
        velocity
    };
    touching.sent(velocity, random.integer(-4, 12) / 4.0)
}

/// A person among floors, walls, steps and ramps, which are parallel to the axes of the world.
fn upright(random: &mut Random) -> Query {
    let (height, any) = (random.between(0.2, 2.0), random.between(0.1, 0.6));
    let height = pick(random, &[1.0, 1.25, 1.8, 1.1, height]);
    let radius = pick(random, &[0.5, 0.25, 0.3, 0.35, any]);
    placed_in_a_level(random, [0.0, 0.0, height], radius)
}

/// A capsule that lies like a log on floors, and rolls against walls.
fn lying(random: &mut Random) -> Query {
    let (length, any) = (random.between(0.2, 3.0), random.between(0.1, 0.6));
    let length = pick(random, &[1.0, 2.0, 0.7, length]);
    let radius = pick(random, &[0.5, 0.25, 0.3, any]);
    let turned = random.between(-1.0, 1.0);
    let axis = pick(
        random,
        &[[length, 0.0, 0.0], [0.0, -length, 0.0], [length, length, 0.0], [length, turned, 0.0]],
    );
    placed_in_a_level(random, axis, radius)
}

fn placed_in_a_level(random: &mut Random, axis: V, radius: f64) -> Query {
    let whole = once_in(random, 2);
    let place = if whole { random.integers(-20, 20) } else { random.vector(-20.0, 20.0) };
    let size = pick(random, &[1.0, 4.0, 0.37, 10.0]);
    let on = |x: f64, y: f64, z: f64| plus(place, [x * size, y * size, z * size]);
    let rise = pick(random, &[0.5, 0.2, 1.0]);
    // A floor, walls on two sides, the front of a stair, or a ramp. The capsule is over the first
    // corner.
    let shape = random.below(5);
    let vertices = match shape {
        0 => [on(0.0, 0.0, 0.0), on(1.0, 0.0, 0.0), on(1.0, 1.0, 0.0)],
        1 => [on(1.0, -1.0, 0.0), on(1.0, 1.0, 0.0), on(1.0, 1.0, 2.0)],
        2 => [on(-1.0, 1.0, 0.0), on(1.0, 1.0, 0.0), on(1.0, 1.0, 3.0)],
        3 => [on(0.5, -1.0, 0.0), on(0.5, 1.0, 0.0), on(0.5, 1.0, 0.1)],
        _ => [on(0.0, -1.0, 0.0), on(1.0, -1.0, rise), on(0.0, 1.0, 0.0)],
    };
    let offset = [random.between(-0.3, 1.2), random.between(-0.3, 1.2)];
    let offset = if once_in(random, 3) { [0.5, 0.25] } else { offset };
    let gap = pick(random, &[0.0, 0.0, 0.0, 1.0, 0.25, 1e-3, 1e-9, -0.125]);
    let z = place[2] + radius + gap;
    let mut a = [place[0] + offset[0] * size, place[1] + offset[1] * size, z];
    let against_wall = shape == 1 && once_in(random, 3);
    if against_wall {
        a[0] = vertices[0][0] - radius;
    }
    let (x, y) = (random.between(-1.0, 1.0), random.between(-1.0, 1.0));
    let speed = pick(random, &[1.0, 2.0, 0.1, 5.5]);
    let velocity = match random.below(8) {
        0 => [0.0, 0.0, -9.81],
        1 => [speed, 0.0, 0.0],
        2 => [0.0, speed, 0.0],
        3 => [x, y, 0.0],
        4 => [x, y, -0.1],
        5 => [speed, speed, 0.0],
        6 => [speed, 0.0, -speed],
        _ => [x, y, random.between(-1.0, 1.0)],
    };
    let query = Query::new(a, axis, radius, velocity, vertices);
    // Any coordinate axis may be up.
    let turns = pick(random, &[0, 0, 0, 1, 2]);
    let turned = |mut v: V| {
        v.rotate_left(turns);
        v
    };
    Query {
        a: turned(query.a),
        axis: Axis::Along(turned(axis)),
        velocity: turned(query.velocity),
        vertices: query.vertices.map(turned),
        ..query
    }
}

/// Triangles that are without area, or nearly so.
fn slivers(random: &mut Random) -> Query {
    let make = pick::<Make>(random, &[self::random, grid, built, upright, lying, parallel]);
    let mut query = make(random);
    let [a, b, _] = query.vertices;
    let along = minus(b, a);
    let on_line = |s: f64| plus(a, times(along, s));
    let anywhere = on_line(random.between(-0.5, 1.5));
    query.vertices[2] = match random.below(6) {
        0 => a,
        1 => b,
        2 => on_line(pick(random, &[0.5, 2.0, -1.0, 0.25])),
        3 => anywhere,
        4 => plus(anywhere, times(direction(random), power(random, -50, -10))),
        _ => {
            query.vertices[1] = a;
            a
        }
    };
    if once_in(random, 3) {
        query = nudged(random, query);
    }
    // The capsule moves more or less towards the triangle.
    if once_in(random, 2) {
        let lean = times(direction(random), query.radius * random.between(0.0, 1.0));
        let goal = plus(on_line(random.between(-0.2, 1.2)), lean);
        let met = plus(query.a, times(axis_of(&query), random.between(0.0, 1.0)));
        query.velocity = minus(goal, met);
    }
    query
}

/// Queries that start up to 10^12 away, where the aim is coarse and everything cancels.
fn far(random: &mut Random) -> Query {
    let make = pick::<Make>(random, &[self::random, built, grazing, upright, parallel]);
    let mut query = make(random);
    let way = pick(random, &[1e3, 1e6, 1e8, 1e12, 134_217_728.0]);
    let speed = query.velocity.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    if speed > 0.0 {
        query.a = minus(query.a, times(query.velocity, way / speed));
    }
    query
}

/// Queries in which everything is far from the origin.
fn shifted(random: &mut Random) -> Query {
    let make = pick::<Make>(random, &[self::random, built, resting, upright, lying, grid]);
    let mut query = make(random);
    let most = pick(random, &[1e6, 1e8, 1e10, 1e12]);
    let shift =
        if once_in(random, 2) { random.vector(-most, most) } else { [most, -most, most / 2.0] };
    query.a = plus(query.a, shift);
    query.vertices = query.vertices.map(|p| plus(p, shift));
    query
}

/// Queries with inflated obstacles.
fn rounded(random: &mut Random) -> Query {
    let make = pick::<Make>(
        random,
        &[self::random, grid, parallel, built, resting, grazing, upright, lying, slivers],
    );
    let query = make(random);
    match random.below(6) {
        0..=2 => split(random, query),
        3 => Query { rounding: random.integer(1, 2), ..query },
        4 => Query { rounding: query.radius * random.between(0.0, 2.0), ..query },
        _ => Query { rounding: times_power(query.radius, pick(random, &[60, -60, 1])), ..query },
    }
}

/// Queries in which the relative motion of another family is divided among the two bodies.
fn moving_obstacles(random: &mut Random) -> Query {
    let make = pick::<Make>(
        random,
        &[self::random, grid, parallel, built, resting, grazing, upright, lying],
    );
    let mut query = make(random);
    let drift = match random.below(4) {
        0 => random.integers(-4, 4),
        1 => random.vector(-2.0, 2.0),
        // Velocities are much larger than the relative motion, so that their difference cancels.
        2 => times(random.integers(-9, 9), 1_048_576.0),
        _ => times(query.velocity, -1.0),
    };
    query.velocity = plus(query.velocity, drift);
    query.drift = drift;
    query
}

/// Queries whose end is at, just before or just after the contact, on either of the two motions.
fn time_limits(random: &mut Random) -> Query {
    let make = pick::<Make>(
        random,
        &[self::random, grid, parallel, built, resting, grazing, upright, moving_obstacles, thin],
    );
    let query = make(random);
    let mut query = varied(random, query);
    query.t_max[0] = 1.0;
    let without = Query { t_max: [f64::INFINITY; 2], ..query };
    let Truth::Contact(touch) = Scene::new(&without).first_contact() else { return query };
    let format = query.format();
    let down = touch.time.down(&super::Time::Start, format);
    let some = down * random.between(0.5, 1.5);
    let some = if query.single { f64::from(some as f32) } else { some };
    let before = format.next_down(down).max(0.0);
    let limit = pick(random, &[down, format.next_up(down), before, 0.0, some]);
    let later = pick(random, &[f64::INFINITY, limit * 2.0]);
    let t_max = pick(random, &[[limit, later], [later, limit]]);
    let limited = Query { t_max, ..query };
    if limited.is_valid() { limited } else { query }
}

/// Queries without any thickness: the capsule is a moving segment.
fn thin(random: &mut Random) -> Query {
    match random.below(4) {
        // An end of the axis, or any other point of it, touches the face, an edge or a vertex.
        0 => {
            let mut query = self::random(random);
            let goal = some_point(random, query.vertices);
            let s = pick(random, &[0.0, 1.0, 0.3]);
            query.velocity = minus(goal, plus(query.a, times(axis_of(&query), s)));
            Query { radius: 0.0, ..query }
        }
        1 => Query { radius: 0.0, ..grid(random) },
        2 => Query { radius: 0.0, ..parallel(random) },
        _ => {
            // The axis touches the surface itself.
            let mut touching = touching(random);
            let query = &mut touching.query;
            let out = query.radius / dot(touching.normal, touching.normal).sqrt();
            query.a = minus(query.a, times(touching.normal, out));
            query.radius = 0.0;
            let into = random.integer(-1, 3);
            let velocity = touching.velocity(random, into);
            touching.sent(velocity, random.integer(0, 8) / 8.0)
        }
    }
}

/// The axis crosses the triangle at the start, or nearly so; with and without thickness.
fn pierced(random: &mut Random) -> Query {
    let whole = once_in(random, 2);
    let mut query = if whole { built(random) } else { self::random(random) };
    let [a, b, c] = query.vertices;
    let inner = plus(times(a, 0.25), plus(times(b, 0.25), times(c, 0.5)));
    let on_edge = plus(times(a, 0.5), times(b, 0.5));
    let foot = pick(random, &[inner, inner, inner, on_edge, a]);
    let axis = if whole { random.integers(-4, 4) } else { axis_of(&query) };
    query.axis = Axis::Along(axis);
    let s = pick(random, &[0.5, 0.5, 0.25, 0.0, 1.0, 1.25, -0.25]);
    query.a = minus(foot, times(axis, s));
    if once_in(random, 3) {
        query.radius = 0.0;
    }
    // The radius is less than the depth of the axis, or larger.
    let (times, exact) = (pick(random, &[0.01, 0.5, 1.0]), query.radius);
    query.radius = if whole { exact } else { exact * times };
    query
}

/// A tie with one number moved by the least float step, or by a few steps.
fn nudged_ties(random: &mut Random) -> Query {
    let make = pick::<Make>(
        random,
        &[built, built, resting, grazing, grazing, upright, lying, pierced, thin],
    );
    let query = make(random);
    nudged(random, query)
}

fn nudged(random: &mut Random, mut query: Query) -> Query {
    let before = query;
    let mut numbers = query.numbers();
    let place = random.below(numbers.len() as u64) as usize;
    let steps = pick(random, &[1, 1, 2, 1 << 20]);
    let x = &mut *numbers[place].1;
    // A zero would turn into the least subnormal, which belongs to other families.
    if *x != 0.0 && x.is_finite() {
        let bits = x.to_bits();
        *x = f64::from_bits(if once_in(random, 2) { bits + steps } else { bits - steps });
    }
    if query.is_valid() { query } else { before }
}

/// A tie with noise: zeros that are not quite zero, like those from a rotation.
fn noise(random: &mut Random) -> Query {
    let make =
        pick::<Make>(random, &[parallel, built, resting, grazing, upright, lying, thin, pierced]);
    let query = make(random);
    let depth = pick(random, &[30, 54, 60, 120, 300, 1000]);
    let mut noisy = query;
    for (kind, x) in noisy.numbers() {
        if *x == 0.0 && kind != Kind::Time && once_in(random, 3) {
            *x = sign(random) * power(random, -depth, -1);
        }
    }
    noisy.radius = noisy.radius.abs();
    noisy.rounding = query.rounding;
    if noisy.is_valid() { noisy } else { query }
}

/// Queries scaled up to the largest floats and down to the least subnormals, with times past both.
fn scaled(random: &mut Random) -> Query {
    let make =
        pick::<Make>(random, &[self::random, grid, parallel, built, resting, grazing, upright]);
    let query = make(random);
    let exponent = |random: &mut Random| match random.below(5) {
        0 => random.integer(-530, 495),
        1 => random.integer(1005, 1018),
        2 => random.integer(-1074, -1010),
        3 => 0.0,
        _ => random.integer(-70, 70),
    };
    let (space, speed) = (exponent(random) as i32, exponent(random) as i32);
    let scaled = query.scaled(space, speed);
    if scaled.is_valid() { scaled } else { query }
}

/// Queries with random exponents first, then random digits, for each coordinate on its own.
fn mixed_exponents(random: &mut Random) -> Query {
    let spread = pick(random, &[3, 10, 30, 60, 200]);
    let number = |random: &mut Random| {
        let keep = pick(random, &[1, 4, 24, 53]);
        let digits = (random.bits() >> 11 | 1 << 52) >> (53 - keep) << (53 - keep);
        let exponent = random.integer(-spread, spread) as i32 - 52;
        if once_in(random, 5) { 0.0 } else { sign(random) * times_power(digits as f64, exponent) }
    };
    let mut vector = || [0; 3].map(|_| number(random));
    let (a, axis, velocity, vertices) =
        (vector(), vector(), vector(), [vector(), vector(), vector()]);
    let radius = number(random).abs();
    let mut query = Query::new(a, axis, radius, velocity, vertices);
    if once_in(random, 2) {
        // The capsule moves at least towards the triangle.
        let s = pick(random, &[0.0, 0.5, 1.0]);
        query.velocity = minus(pick(random, &vertices), plus(a, times(axis, s)));
    }
    query
}

/// Small integers, in which each zero may have a minus sign.
fn zeros_of_either_sign(random: &mut Random) -> Query {
    let mut query = if once_in(random, 2) { grid(random) } else { parallel(random) };
    if once_in(random, 3) {
        query.drift = random.integers(-1, 1);
    }
    query = varied(random, query);
    query.t_max = [0; 2].map(|_| pick(random, &[0.0, 1.0, f64::INFINITY, f64::INFINITY]));
    query.each(|_, x| if x == 0.0 && once_in(random, 2) { -0.0 } else { x })
}
