//! Convex bodies that move at others: at random, and as in levels, stacks and shelves.

#![allow(clippy::disallowed_methods, reason = "angles, to draw inputs by")]

use crate::plain::{Aligned, Turned, V};
pub use random::Random;
use tangency::{AlignedBox, Hull, OrientedBox, Rotation, Triangle};

#[path = "../../tests/random/mod.rs"]
mod random;

/// A moving body and an obstacle.
#[derive(Clone)]
pub struct Query<A, B> {
    pub mover: A,
    pub velocity: V,
    pub obstacle: B,
}

/// The vertices of a triangle.
pub type Corners = [V; 3];

/// The points of a hull, all of them vertices.
pub type Cloud = Vec<V>;

/// A plain body as a type of the library.
pub trait Ours {
    type Shape;
    fn ours(&self) -> Self::Shape;
}

impl Ours for Aligned {
    type Shape = AlignedBox<f64, 3>;
    fn ours(&self) -> Self::Shape {
        AlignedBox::new(self.min, self.max).expect("a valid box")
    }
}

impl Ours for Turned {
    type Shape = OrientedBox<f64, 3>;
    fn ours(&self) -> Self::Shape {
        let turn = Rotation::<f64, 3>::new(self.turn).expect("a valid rotation");
        OrientedBox::new(self.center, self.half, turn).expect("a valid box")
    }
}

impl Ours for Corners {
    type Shape = Triangle<f64>;
    fn ours(&self) -> Self::Shape {
        let [a, b, c] = *self;
        Triangle::new(a, b, c).expect("a valid triangle")
    }
}

impl Ours for Cloud {
    type Shape = Hull<f64, 3>;
    fn ours(&self) -> Self::Shape {
        Hull::new(self.iter().copied()).expect("a valid hull")
    }
}

fn plus(a: V, b: V) -> V {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

fn times(a: V, s: f64) -> V {
    a.map(|x| s * x)
}

/// A unit vector, up to rounding.
fn direction(r: &mut Random) -> V {
    loop {
        let v = r.vector(-1.0, 1.0);
        let length = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
        if length > 0.1 && length < 1.0 {
            return times(v, 1.0 / length);
        }
    }
}

/// A body of unit size about a point.
trait Drawn: Sized {
    fn drawn(at: V, r: &mut Random) -> Self;
}

impl Drawn for Aligned {
    fn drawn(at: V, r: &mut Random) -> Self {
        let half = r.vector(0.3, 1.2);
        Self { min: plus(at, times(half, -1.0)), max: plus(at, half) }
    }
}

impl Drawn for Turned {
    fn drawn(center: V, r: &mut Random) -> Self {
        let turn = loop {
            let q = [0; 4].map(|_| r.between(-1.0, 1.0));
            let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
            if length > 0.1 && length < 1.0 {
                break q.map(|x| x / length);
            }
        };
        Self { center, half: r.vector(0.3, 1.2), turn }
    }
}

impl Drawn for Corners {
    fn drawn(at: V, r: &mut Random) -> Self {
        [0; 3].map(|_| plus(at, r.vector(-1.5, 1.5)))
    }
}

impl Drawn for Cloud {
    /// Draws points on an ellipsoid, so that all of them are vertices.
    fn drawn(at: V, r: &mut Random) -> Self {
        let size = r.vector(0.5, 1.2);
        let on_it = |d: V| plus(at, [size[0] * d[0], size[1] * d[1], size[2] * d[2]]);
        (0..20).map(|_| on_it(direction(r))).collect()
    }
}

/// An obstacle with coordinates within 50, and a body that is aimed at a point so far beside it
/// that about half of the bodies hit.
fn generic<A: Drawn, B: Drawn>(beside: f64, r: &mut Random) -> Query<A, B> {
    let place = r.vector(-50.0, 50.0);
    let away = times(direction(r), r.between(4.0, 7.0));
    let target = r.vector(-beside, beside);
    let velocity = times(plus(target, times(away, -1.0)), r.between(0.2, 3.0));
    let (mover, obstacle) = (A::drawn(plus(place, away), r), B::drawn(place, r));
    Query { mover, velocity, obstacle }
}

/// The height of the floor of a level.
const FLOOR: f64 = 0.1;
const DOWN: V = [0.0, 0.0, -1.0];

fn oblique(r: &mut Random) -> V {
    [r.between(-0.3, 0.3), r.between(-0.3, 0.3), -r.between(0.5, 2.0)]
}

/// A point of the floor.
fn on_floor(r: &mut Random) -> V {
    [r.between(-20.0, 20.0), r.between(-20.0, 20.0), FLOOR]
}

/// A large triangle of the floor, about a point.
fn floor_triangle(at: V, r: &mut Random) -> Corners {
    let mut near = |x, y| plus(at, [x + r.between(-0.5, 0.5), y + r.between(-0.5, 0.5), 0.0]);
    [near(-4.0, -3.0), near(4.0, -3.0), near(0.0, 4.0)]
}

/// A box above a point.
fn above(at: V, height: f64, r: &mut Random) -> Aligned {
    let half = r.vector(0.2, 0.6);
    let low = plus(at, [r.between(-0.5, 0.5), r.between(-0.5, 0.5), height]);
    let min = plus(low, [-half[0], -half[1], 0.0]);
    Aligned { min, max: plus(min, times(half, 2.0)) }
}

/// A slab about a point, whose top is the floor.
fn slab(at: V, r: &mut Random) -> Aligned {
    let [x, y] = [0; 2].map(|_| r.between(2.0, 4.0));
    Aligned { min: plus(at, [-x, -y, -r.between(0.2, 1.0)]), max: plus(at, [x, y, 0.0]) }
}

fn degrees(axis: usize, angle: f64) -> [f64; 4] {
    let (s, c) = (angle.to_radians() / 2.0).sin_cos();
    let mut turn = [0.0, 0.0, 0.0, c];
    turn[axis] = s;
    turn
}

/// A turned box that stands over a point, or hangs there by an edge.
fn turned_above(at: V, turn: [f64; 4], height: f64, r: &mut Random) -> Turned {
    let half = r.vector(0.2, 0.6);
    Turned { center: plus(at, [r.between(-0.5, 0.5), r.between(-0.5, 0.5), height]), half, turn }
}

fn turned_slab(at: V, turn: [f64; 4], r: &mut Random) -> Turned {
    let half = [r.between(2.0, 4.0), r.between(2.0, 4.0), r.between(0.1, 0.5)];
    Turned { center: plus(at, [0.0, 0.0, -half[2]]), half, turn }
}

/// The corners of a box, as a hull for a crate.
fn crate_of(it: Aligned) -> Cloud {
    let pick = |i: usize, k: usize| if i >> k & 1 == 0 { it.min[k] } else { it.max[k] };
    (0..8).map(|i| [pick(i, 0), pick(i, 1), pick(i, 2)]).collect()
}

/// A barrel of ten sides that stands over a point.
fn barrel(at: V, height: f64, r: &mut Random) -> Cloud {
    let (radius, long) = (r.between(0.2, 0.5), r.between(0.4, 1.2));
    let middle = plus(at, [r.between(-0.5, 0.5), r.between(-0.5, 0.5), height]);
    let rim = |z: f64, i: usize| {
        let (s, c) = (i as f64 * std::f64::consts::TAU / 10.0).sin_cos();
        plus(middle, [radius * c, radius * s, z])
    };
    (0..20).map(|i| rim(if i < 10 { 0.0 } else { long }, i % 10)).collect()
}

/// A box on a lattice of this step: all numbers are whole multiples.
fn lattice_box(step: f64, r: &mut Random) -> Aligned {
    let (min, size) = (r.integers(-8, 8), r.integers(2, 12));
    Aligned { min: times(min, step), max: times(plus(min, size), step) }
}

fn lattice_way(step: f64, r: &mut Random) -> V {
    let mut velocity = times(r.integers(-8, 8), step);
    velocity[(r.bits() % 3) as usize] = 0.0;
    velocity
}

fn lattice_from(step: f64, velocity: V, it: Aligned) -> Aligned {
    // The box starts some steps back, so that most boxes are apart from the obstacle at the start.
    let back = times(velocity.map(|x| (x / step).round().signum()), -14.0 * step);
    Aligned { min: plus(it.min, back), max: plus(it.max, back) }
}

/// The name of a family, and a function that draws a query.
pub type Family<A, B> = (&'static str, fn(&mut Random) -> Query<A, B>);

pub const BOX_TRIANGLE: [Family<Aligned, Corners>; 8] = [
    ("generic", |r| generic(2.2, r)),
    ("floor, down", |r| {
        let at = on_floor(r);
        let mover = above(at, r.between(0.2, 3.0), r);
        Query { mover, velocity: DOWN, obstacle: floor_triangle(at, r) }
    }),
    ("floor, oblique", |r| {
        let at = on_floor(r);
        let (mover, velocity) = (above(at, r.between(0.2, 3.0), r), oblique(r));
        Query { mover, velocity, obstacle: floor_triangle(at, r) }
    }),
    ("floor, 1e-12 above it, down", |r| {
        let at = on_floor(r);
        Query { mover: above(at, 1e-12, r), velocity: DOWN, obstacle: floor_triangle(at, r) }
    }),
    ("floor, slides on it", |r| {
        let at = on_floor(r);
        let velocity = [r.between(-1.0, 1.0), r.between(-1.0, 1.0), 0.0];
        Query { mover: above(at, 0.0, r), velocity, obstacle: floor_triangle(at, r) }
    }),
    ("seam, slides over it", |r| {
        let at = on_floor(r);
        let mover = above(plus(at, [-3.0, 0.0, 0.0]), 0.0, r);
        // The other triangle of the floor begins at x = 0.
        let corners = [[0.0, -4.0, 0.0], [8.0, 4.0, 0.0], [0.0, 4.0, 0.0]];
        Query { mover, velocity: [2.0, 0.0, 0.0], obstacle: corners.map(|p| plus(at, p)) }
    }),
    ("ramp of 30°, down", |r| {
        let at = on_floor(r);
        let mover = above(at, r.between(1.0, 4.0), r);
        let slope = 30.0_f64.to_radians().tan();
        let rise = |p: V| [p[0], p[1], FLOOR + slope * (p[0] - at[0])];
        Query { mover, velocity: DOWN, obstacle: floor_triangle(at, r).map(rise) }
    }),
    ("lattice of 0.1", |r| {
        let velocity = lattice_way(0.1, r);
        let mover = lattice_from(0.1, velocity, lattice_box(0.1, r));
        Query { mover, velocity, obstacle: [0; 3].map(|_| times(r.integers(-8, 8), 0.1)) }
    }),
];

pub const TURNED_TRIANGLE: [Family<Turned, Corners>; 4] = [
    ("generic", |r| generic(2.2, r)),
    ("floor, 30° about z, down", |r| {
        let at = on_floor(r);
        let mover = turned_above(at, degrees(2, 30.0), r.between(1.0, 3.0), r);
        Query { mover, velocity: DOWN, obstacle: floor_triangle(at, r) }
    }),
    ("floor, 45° about y, down", |r| {
        let at = on_floor(r);
        let mover = turned_above(at, degrees(1, 45.0), r.between(1.0, 3.0), r);
        Query { mover, velocity: DOWN, obstacle: floor_triangle(at, r) }
    }),
    ("floor, 30° about z, oblique", |r| {
        let at = on_floor(r);
        let mover = turned_above(at, degrees(2, 30.0), r.between(1.0, 3.0), r);
        Query { mover, velocity: oblique(r), obstacle: floor_triangle(at, r) }
    }),
];

pub const BOX_BOX: [Family<Aligned, Aligned>; 8] = [
    ("generic", |r| generic(3.0, r)),
    ("floor, down", |r| {
        let at = on_floor(r);
        let mover = above(at, r.between(0.2, 3.0), r);
        Query { mover, velocity: DOWN, obstacle: slab(at, r) }
    }),
    ("floor, slides on it", |r| {
        let at = on_floor(r);
        let velocity = [r.between(-1.0, 1.0), r.between(-1.0, 1.0), 0.0];
        Query { mover: above(at, 0.0, r), velocity, obstacle: slab(at, r) }
    }),
    ("seam, slides over it", |r| {
        let at = on_floor(r);
        let mover = above(plus(at, [-3.0, 0.0, 0.0]), 0.0, r);
        let obstacle = Aligned { min: plus(at, [0.0, -4.0, -1.0]), max: plus(at, [8.0, 4.0, 0.0]) };
        Query { mover, velocity: [2.0, 0.0, 0.0], obstacle }
    }),
    ("stair, slides at a step", |r| {
        let at = on_floor(r);
        let mover = above(plus(at, [-3.0, 0.0, 0.0]), 0.0, r);
        let obstacle = Aligned { min: plus(at, [0.0, -4.0, 0.0]), max: plus(at, [8.0, 4.0, 0.15]) };
        Query { mover, velocity: [2.0, 0.0, 0.0], obstacle }
    }),
    ("side by side, slides along", |r| {
        let at = on_floor(r);
        let mover = above(at, 0.0, r);
        let min = [mover.max[0], mover.min[1] - r.between(1.0, 2.0), FLOOR];
        let obstacle = Aligned { min, max: plus(min, [1.0, 4.0, 2.0]) };
        Query { mover, velocity: [0.0, r.between(-1.0, 1.0), 0.0], obstacle }
    }),
    ("lattice of 0.125", |r| {
        let velocity = lattice_way(0.125, r);
        let mover = lattice_from(0.125, velocity, lattice_box(0.125, r));
        Query { mover, velocity, obstacle: lattice_box(0.125, r) }
    }),
    ("lattice of 0.1", |r| {
        let velocity = lattice_way(0.1, r);
        let mover = lattice_from(0.1, velocity, lattice_box(0.1, r));
        Query { mover, velocity, obstacle: lattice_box(0.1, r) }
    }),
];

pub const TURNED_TURNED: [Family<Turned, Turned>; 4] = [
    ("generic", |r| generic(3.2, r)),
    ("stack, both 30° about z, down", |r| {
        let (at, turn) = (on_floor(r), degrees(2, 30.0));
        let mover = turned_above(at, turn, r.between(1.0, 3.0), r);
        Query { mover, velocity: DOWN, obstacle: turned_slab(at, turn, r) }
    }),
    ("stack, 30° and 50° about z, down", |r| {
        let at = on_floor(r);
        let mover = turned_above(at, degrees(2, 30.0), r.between(1.0, 3.0), r);
        Query { mover, velocity: DOWN, obstacle: turned_slab(at, degrees(2, 50.0), r) }
    }),
    ("floor, 45° about y, down", |r| {
        let at = on_floor(r);
        let mover = turned_above(at, degrees(1, 45.0), r.between(1.0, 3.0), r);
        Query { mover, velocity: DOWN, obstacle: turned_slab(at, degrees(2, 0.0), r) }
    }),
];

pub const HULL_TRIANGLE: [Family<Cloud, Corners>; 4] = [
    ("generic", |r| generic(1.7, r)),
    ("floor, a crate down", |r| {
        let at = on_floor(r);
        let mover = crate_of(above(at, r.between(0.2, 3.0), r));
        Query { mover, velocity: DOWN, obstacle: floor_triangle(at, r) }
    }),
    ("floor, a barrel down", |r| {
        let at = on_floor(r);
        let mover = barrel(at, r.between(0.2, 3.0), r);
        Query { mover, velocity: DOWN, obstacle: floor_triangle(at, r) }
    }),
    ("floor, a hull down", |r| {
        let at = on_floor(r);
        let mover = Cloud::drawn(plus(at, [0.0, 0.0, r.between(1.5, 4.0)]), r);
        Query { mover, velocity: DOWN, obstacle: floor_triangle(at, r) }
    }),
];

pub const HULL_HULL: [Family<Cloud, Cloud>; 4] = [
    ("generic", |r| generic(1.9, r)),
    ("stack of crates, down", |r| {
        let at = on_floor(r);
        let mover = crate_of(above(at, r.between(0.2, 3.0), r));
        Query { mover, velocity: DOWN, obstacle: crate_of(slab(at, r)) }
    }),
    ("a barrel on a crate, down", |r| {
        let at = on_floor(r);
        let mover = barrel(at, r.between(0.2, 3.0), r);
        Query { mover, velocity: DOWN, obstacle: crate_of(slab(at, r)) }
    }),
    ("a hull on a crate, down", |r| {
        let at = on_floor(r);
        let mover = Cloud::drawn(plus(at, [0.0, 0.0, r.between(1.5, 4.0)]), r);
        Query { mover, velocity: DOWN, obstacle: crate_of(slab(at, r)) }
    }),
];
