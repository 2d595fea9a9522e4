//! Whether a body that moves straight from one position to another comes nearer to a triangle than
//! its radius, at any time. A body without a radius may not even touch the triangle, since no
//! distance is less than zero, and a point on a surface is on neither side.
//!
//! The sweep of the body's axis is a parallelogram, a segment or a point; for a sphere, the axis is
//! its centre. The distance of the sweep from a triangle is never computed. It is at least the
//! radius unless one of finitely many pairs of parts is too near: a corner and an interior, the
//! interiors of two edges, two corners, or an edge that crosses an interior. The sign of an integer
//! decides each pair. The oracle uses no code of the library and no time: it treats the path as a
//! whole.

#![allow(dead_code, reason = "each test crate uses a part of it")]
#![allow(clippy::unwrap_used, reason = "a test may stop at what cannot be")]

#[path = "../oracle/exact.rs"]
mod exact;

use exact::{common_exponent, cross, dot, integer, minus};
use num_bigint::BigInt;
use std::cmp::Ordering;

type Vector = exact::Vector;
const ZERO: BigInt = BigInt::ZERO;

/// A leg of a body, whose axis starts at `from` and ends at `to`.
#[derive(Clone, Copy, Debug)]
pub struct Leg {
    pub from: [f64; 3],
    pub to: [f64; 3],
    /// The axis, which is zero for a sphere.
    pub axis: [f64; 3],
    /// The radius of the body, and the inflation radius of the obstacle.
    pub reach: [f64; 2],
}

/// A convex polygon in space, given by its corners in order. Without area it is a segment or a
/// point, and corners may be inside of edges or repeated.
struct Polygon(Vec<Vector>);

impl Polygon {
    fn edges(&self) -> impl Iterator<Item = (&Vector, &Vector)> {
        (0..self.0.len()).map(|i| (&self.0[i], &self.0[(i + 1) % self.0.len()]))
    }
    /// Twice the area, as a normal vector, which is zero if the polygon has no area.
    fn normal(&self) -> Vector {
        if self.0.len() < 3 {
            return [ZERO; 3];
        }
        cross(&minus(&self.0[1], &self.0[0]), &minus(&self.0[2], &self.0[0]))
    }
    /// Whether a point is over the interior or an edge, seen along the normal, which is not zero.
    fn is_below(&self, point: &Vector, normal: &Vector) -> bool {
        self.edges().all(|(a, b)| dot(&cross(&minus(b, a), &minus(point, a)), normal) >= ZERO)
    }
}

/// Whether a squared distance is less than the square of the reach; without a reach, whether it is
/// zero.
fn is_within(square: &BigInt, squared_reach: &BigInt) -> bool {
    square < squared_reach || (*squared_reach == ZERO && *square == ZERO)
}

/// Whether a corner is nearer to the face below it than the reach.
fn is_near_face(point: &Vector, face: &Polygon, squared_reach: &BigInt) -> bool {
    let normal = face.normal();
    let square = dot(&normal, &normal);
    if square == ZERO || !face.is_below(point, &normal) {
        return false;
    }
    let height = dot(&minus(point, &face.0[0]), &normal);
    is_within(&(&height * &height), &(squared_reach * square))
}

/// Whether an edge goes through the face.
fn pierces((a, b): (&Vector, &Vector), face: &Polygon) -> bool {
    let normal = face.normal();
    let heights = [a, b].map(|p| dot(&minus(p, &face.0[0]), &normal));
    let signs = heights.each_ref().map(|h| h.cmp(&ZERO));
    if normal == [ZERO; 3] || signs[0] == signs[1] || signs.contains(&Ordering::Equal) {
        // If the edge is in the plane, a corner is below it or edges cross, which other pairs
        // decide.
        return false;
    }
    // The point where the edge meets the plane, times the difference of the heights, which is made
    // positive.
    let [up, down] = &heights;
    let difference = up - down;
    let scale = if difference < ZERO { BigInt::from(-1) } else { BigInt::from(1) };
    let size = &difference * &scale;
    let hit: Vector = std::array::from_fn(|k| (up * &b[k] - down * &a[k]) * &scale);
    let scaled = Polygon(face.0.iter().map(|p| p.each_ref().map(|x| x * &size)).collect());
    scaled.is_below(&hit, &normal)
}

/// Whether two edges are nearer than the reach, somewhere between their ends.
fn are_edges_near(
    (a, b): (&Vector, &Vector),
    (c, d): (&Vector, &Vector),
    squared_reach: &BigInt,
) -> bool {
    let (e, f, w) = (minus(b, a), minus(d, c), minus(c, a));
    let normal = cross(&e, &f);
    let square = dot(&normal, &normal);
    if square == ZERO {
        // Parallel edges: a corner is as near.
        return false;
    }
    // The points a + s e and c + t f are nearest, with s and t divided by the square of the normal.
    let s = dot(&cross(&w, &f), &normal);
    let t = dot(&cross(&w, &e), &normal);
    let is_between = |x: &BigInt| *x >= ZERO && *x <= square;
    if !is_between(&s) || !is_between(&t) {
        return false;
    }
    let height = dot(&w, &normal);
    is_within(&(&height * &height), &(squared_reach * square))
}

/// Whether a corner is nearer to an edge, or to its ends, than the reach.
fn is_near_edge(point: &Vector, (a, b): (&Vector, &Vector), squared_reach: &BigInt) -> bool {
    let (e, w) = (minus(b, a), minus(point, a));
    let (length, along) = (dot(&e, &e), dot(&w, &e));
    if length == ZERO || along <= ZERO {
        return is_within(&dot(&w, &w), squared_reach);
    }
    if along >= length {
        let w = minus(point, b);
        return is_within(&dot(&w, &w), squared_reach);
    }
    let across = cross(&e, &w);
    is_within(&dot(&across, &across), &(squared_reach * length))
}

/// Whether floats prove that a leg is farther from a triangle than allowed, by far more than their
/// errors.
fn is_certainly_far(leg: &Leg, triangle: &[[f64; 3]; 3]) -> bool {
    let reach = leg.reach[0] + leg.reach[1];
    (0..3).any(|k| {
        let ends = [leg.from[k], leg.to[k], leg.from[k] + leg.axis[k], leg.to[k] + leg.axis[k]];
        let of = |xs: &[f64]| {
            xs.iter().fold([f64::INFINITY, -f64::INFINITY], |[a, b], &x| [a.min(x), b.max(x)])
        };
        let ([low, high], [least, greatest]) = (of(&ends), of(&triangle.map(|p| p[k])));
        let size = [low, high, least, greatest, reach].iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        let margin = reach + 1e-9 * size;
        low - greatest > margin || least - high > margin
    })
}

/// The same proof by planes perpendicular to some directions. These are the directions of closest
/// points in the iteration of E. Gilbert, D. Johnson and S. Keerthi (1988). A separating plane is
/// valid however it was found.
fn is_certainly_parted(leg: &Leg, triangle: &[[f64; 3]; 3]) -> bool {
    let plus = |a: [f64; 3], b: [f64; 3]| -> [f64; 3] { std::array::from_fn(|k| a[k] + b[k]) };
    let Leg { from, to, axis, reach } = *leg;
    are_certainly_parted(&[from, to, plus(to, axis), plus(from, axis)], triangle, reach)
}

/// The same for the convex hulls of two lists of points.
pub fn are_certainly_parted(swept: &[[f64; 3]], obstacle: &[[f64; 3]], reach: [f64; 2]) -> bool {
    let plus =
        |a: [f64; 3], b: [f64; 3], t: f64| -> [f64; 3] { std::array::from_fn(|k| a[k] + t * b[k]) };
    let along = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let all = swept.iter().chain(obstacle).flatten().chain(&reach);
    let size = all.fold(0.0, |m: f64, x| m.max(x.abs()));
    // If products of four floats would overflow or vanish, they prove nothing.
    if !(1e-60..1e60).contains(&size) {
        return false;
    }
    let margin = reach[0] + reach[1] + 1e-9 * size;
    let mut way = plus(swept[0], obstacle[0], -1.0);
    for _ in 0..16 {
        let near = |a: &[f64; 3], b: &[f64; 3]| along(way, *a).total_cmp(&along(way, *b));
        let (Some(own), Some(other)) =
            (swept.iter().copied().min_by(near), obstacle.iter().copied().max_by(near))
        else {
            return false;
        };
        let least = plus(own, other, -1.0);
        // NaN is never greater, so it proves nothing.
        if along(way, least) > margin * along(way, way).sqrt() {
            return true;
        }
        let on = plus(least, way, -1.0);
        let part = -along(way, on) / along(on, on);
        way = plus(way, on, part.clamp(0.0, 1.0));
    }
    false
}

/// Whether the body is ever nearer to the triangle than allowed during the leg.
pub fn enters(leg: &Leg, triangle: &[[f64; 3]; 3]) -> bool {
    if is_certainly_far(leg, triangle) || is_certainly_parted(leg, triangle) {
        return false;
    }
    let floats = [leg.from, leg.to, leg.axis];
    let all = floats.iter().chain(triangle).flatten().chain(&leg.reach).copied();
    let unit = common_exponent(all);
    let place = |p: &[f64; 3]| p.map(|x| integer(x, unit));
    let reach = integer(leg.reach[0], unit) + integer(leg.reach[1], unit);
    let squared_reach = &reach * &reach;
    let [from, to, axis] = floats.each_ref().map(place);
    let plus = |a: &Vector| std::array::from_fn(|k| &a[k] + &axis[k]);
    let swept = if leg.axis == [0.0; 3] {
        Polygon(vec![from, to])
    } else {
        Polygon(vec![from.clone(), to.clone(), plus(&to), plus(&from)])
    };
    let triangle = Polygon(triangle.iter().map(place).collect());
    let faces = [(&swept, &triangle), (&triangle, &swept)];
    let near = |(a, b): (&Polygon, &Polygon)| {
        a.0.iter().any(|p| is_near_face(p, b, &squared_reach))
            || a.0.iter().any(|p| b.edges().any(|edge| is_near_edge(p, edge, &squared_reach)))
            || a.edges().any(|edge| pierces(edge, b))
    };
    faces.into_iter().any(near)
        || swept.edges().any(|e| triangle.edges().any(|f| are_edges_near(e, f, &squared_reach)))
}

/// Whether the vector from one point to another is more than 90 degrees from a displacement.
pub fn leads_back(from: [f64; 3], to: [f64; 3], displacement: [f64; 3]) -> bool {
    let unit = common_exponent([from, to, displacement].into_iter().flatten());
    let [from, to, displacement] = [from, to, displacement].map(|p| p.map(|x| integer(x, unit)));
    dot(&minus(&to, &from), &displacement) < ZERO
}

/// The unit in the last place of the greatest coordinate of a start and a contact.
pub fn unit(touch: [f64; 3], start: [f64; 3], is_single: bool) -> f64 {
    let greatest = start.iter().chain(&touch).fold(0.0, |m: f64, x| m.max(x.abs()));
    let [below, above] = match is_single {
        true => [(greatest as f32).next_down(), (greatest as f32).next_up()].map(f64::from),
        false => [greatest.next_down(), greatest.next_up()],
    };
    if above.is_finite() { above - greatest } else { greatest - below }
}

/// The greatest distance of a position from a contact along any axis, in the units of `unit`.
pub fn units_off(place: [f64; 3], touch: [f64; 3], start: [f64; 3], is_single: bool) -> f64 {
    let unit = unit(touch, start, is_single);
    (0..3).map(|k| (place[k] - touch[k]).abs() / unit).fold(0.0, f64::max)
}
