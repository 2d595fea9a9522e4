//! A core as integer points, and as half-spaces, which are found by trying all pairs and triples of
//! points.

use super::numbers::{
    Pair, Surd, Vector, cross, dot, dot_pairs, is_zero, minus, negated, primitive, rank, sign,
    unit_vector,
};
use super::request::Core;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};

pub fn fraction(x: f64) -> BigRational {
    BigRational::from_float(x).unwrap()
}

pub type Fractions = [BigRational; 3];

/// Whether three edges span a body with an interior.
pub fn span_a_body(edges: &[[f64; 3]; 3]) -> bool {
    let exact = edges.map(|edge| edge.map(fraction));
    let scale = common_denominator(exact.iter().flatten());
    rank(&exact.map(|edge| scaled(&edge, &scale))) == 3
}

/// The corners of a core in their given order, and the directions of its reading order. The corners
/// of an oriented box and of a moved hull are rational.
pub fn corners(core: &Core, plane: bool) -> (Vec<Fractions>, Vec<Fractions>) {
    let exact = |p: &[f64; 3]| p.map(fraction);
    let sum = |a: &Fractions, b: &Fractions| [0, 1, 2].map(|k| &a[k] + &b[k]);
    let difference = |a: &Fractions, b: &Fractions| [0, 1, 2].map(|k| &a[k] - &b[k]);
    let dims = if plane { 2 } else { 3 };
    let axes = || {
        let axis = |k| [0, 1, 2].map(|i| BigRational::from_integer(i32::from(i == k).into()));
        [0, 1, 2].map(axis).into_iter().take(dims).collect::<Vec<_>>()
    };
    match core {
        Core::Point(p) => (vec![exact(p)], axes()),
        Core::Segment(a, b) => {
            let (a, b) = (exact(a), exact(b));
            let axis = difference(&b, &a);
            (vec![a, b], vec![axis])
        }
        Core::Axis(a, axis) => {
            let (a, axis) = (exact(a), exact(axis));
            let b = sum(&a, &axis);
            (vec![a, b], vec![axis])
        }
        Core::Triangle(p) => {
            let p = p.map(|p| p.map(fraction));
            let reading = vec![difference(&p[1], &p[0]), difference(&p[2], &p[0])];
            (p.into(), reading)
        }
        Core::Aligned { min, max } => {
            let corner = |bits: usize| {
                [0, 1, 2].map(|k| fraction(if bits >> k & 1 == 1 { max[k] } else { min[k] }))
            };
            ((0..1 << dims).map(corner).collect(), axes())
        }
        Core::Oriented { center, half, rotation } => {
            let columns = columns(rotation);
            let corner = |bits: usize| {
                let mut at = exact(center);
                for (k, column) in columns.iter().enumerate() {
                    let e = fraction(if bits >> k & 1 == 1 { half[k] } else { -half[k] });
                    at = [0, 1, 2].map(|i| &at[i] + &column[i] * &e);
                }
                at
            };
            let points = (0..1 << dims).map(corner).collect();
            (points, columns.into_iter().take(dims).collect())
        }
        Core::Sheared { center, edges } => {
            let half = BigRational::new(1.into(), 2.into());
            let corner = |bits: usize| {
                edges.iter().enumerate().fold(exact(center), |at, (k, edge)| {
                    let s = if bits >> k & 1 == 1 { half.clone() } else { -half.clone() };
                    [0, 1, 2].map(|i| &at[i] + fraction(edge[i]) * &s)
                })
            };
            ((0..8).map(corner).collect(), axes())
        }
        Core::Hull(points) => (points.iter().map(exact).collect(), axes()),
        Core::MovedHull { points, place } => {
            let shift = difference(&exact(place), &exact(&points[0]));
            (points.iter().map(|p| sum(&exact(p), &shift)).collect(), axes())
        }
        Core::Placed { local, rotation, translation } => {
            let columns = columns(rotation);
            let corner = |p: &[f64; 3]| {
                columns.iter().zip(p).fold(exact(translation), |at, (column, x)| {
                    [0, 1, 2].map(|i| &at[i] + &column[i] * fraction(*x))
                })
            };
            (local.iter().map(corner).collect(), axes())
        }
    }
}

/// The columns of the rotation matrix of a quaternion of any length.
fn columns(rotation: &[f64; 4]) -> [Fractions; 3] {
    let [x, y, z, w] = rotation.map(fraction);
    let two = |a: &BigRational, b: &BigRational| a * b * BigRational::from_integer(2.into());
    let (xx, yy, zz, ww) = (&x * &x, &y * &y, &z * &z, &w * &w);
    let length = &xx + &yy + &zz + &ww;
    [
        [&ww + &xx - &yy - &zz, two(&x, &y) + two(&w, &z), two(&x, &z) - two(&w, &y)],
        [two(&x, &y) - two(&w, &z), &ww - &xx + &yy - &zz, two(&y, &z) + two(&w, &x)],
        [two(&x, &z) + two(&w, &y), two(&y, &z) - two(&w, &x), &ww - &xx - &yy + &zz],
    ]
    .map(|column| column.map(|c| c / &length))
}

/// The least common multiple of all denominators.
pub fn common_denominator<'a>(xs: impl IntoIterator<Item = &'a BigRational>) -> BigInt {
    xs.into_iter().fold(
        BigInt::one(),
        |all, x| {
            if x.denom().is_one() { all } else { all.lcm(x.denom()) }
        },
    )
}

pub fn scaled(v: &Fractions, scale: &BigInt) -> Vector {
    [0, 1, 2].map(|k| v[k].numer() * (scale / v[k].denom()))
}

/// All `x` with `normal · x ≤ height`, and the points of the core on the border, as bits.
#[derive(Clone, Debug)]
pub struct HalfSpace {
    pub normal: Vector,
    pub height: BigInt,
    pub holds: u32,
}

/// A core as integer points.
#[derive(Clone, Debug)]
pub struct Solid {
    /// The points as given; some may be equal.
    pub given: Vec<Vector>,
    /// For each different point, its first index among the given points.
    pub numbers: Vec<usize>,
    pub points: Vec<Vector>,
    pub rank: usize,
    /// The directions of the reading order, in order.
    pub reading: Vec<Vector>,
}

impl Solid {
    pub fn new(given: Vec<Vector>, reading: Vec<Vector>) -> Self {
        let (mut numbers, mut points) = (Vec::new(), Vec::<Vector>::new());
        for (i, p) in given.iter().enumerate() {
            if !points.contains(p) {
                numbers.push(i);
                points.push(p.clone());
            }
        }
        let from_first: Vec<Vector> = points.iter().map(|p| minus(p, &points[0])).collect();
        let rank = rank(&from_first);
        Self { given, numbers, points, rank, reading }
    }

    /// The lines through two of the points, each direction once.
    pub fn directions(&self) -> Vec<Vector> {
        let mut all = Vec::new();
        for (i, p) in self.points.iter().enumerate() {
            for q in &self.points[..i] {
                all.push(super::numbers::line_direction(minus(p, q)));
            }
        }
        all.sort();
        all.dedup();
        all
    }

    /// The half-spaces whose intersection is the core.
    pub fn half_spaces(&self) -> Vec<HalfSpace> {
        let mut all: Vec<HalfSpace> = Vec::new();
        let mut add = |normal: Vector, sides: &[i32]| {
            let heights: Vec<BigInt> = self.points.iter().map(|p| dot(&normal, p)).collect();
            for side in sides {
                let by_side = |h: &&BigInt| (*h).clone() * *side;
                let top = heights.iter().max_by_key(by_side).unwrap();
                let holds = (heights.iter().enumerate())
                    .fold(0, |bits, (i, h)| bits | u32::from(h == top) << i);
                let outward = if *side > 0 { normal.clone() } else { negated(&normal) };
                if !all.iter().any(|it| it.holds == holds && same_direction(&it.normal, &outward)) {
                    let height = top * *side;
                    all.push(HalfSpace { normal: outward, height, holds });
                }
            }
        };
        let p = &self.points;
        let ways: Vec<Vector> = p.iter().skip(1).map(|q| minus(q, &p[0])).collect();
        match self.rank {
            0 => (0..3).for_each(|k| add(unit_vector(k), &[1, -1])),
            1 => {
                let along = primitive(ways[0].clone());
                let across = (0..3).map(|k| cross(&along, &unit_vector(k)));
                let across = across.into_iter().find(|n| !is_zero(n)).unwrap();
                add(cross(&along, &across), &[1, -1]);
                add(across, &[1, -1]);
                add(along, &[1, -1]);
            }
            2 => {
                let normals = ways.iter().map(|way| cross(&ways[0], way));
                let normal = primitive(normals.into_iter().find(|n| !is_zero(n)).unwrap());
                add(normal.clone(), &[1, -1]);
                for i in 0..p.len() {
                    for j in 0..i {
                        let across = cross(&normal, &minus(&p[j], &p[i]));
                        if let Some(sides) = self.is_supported(&across, i) {
                            add(primitive(across), &[sides]);
                        }
                    }
                }
            }
            _ => {
                for i in 0..p.len() {
                    for j in 0..i {
                        for k in 0..j {
                            let (e, f) = (minus(&p[j], &p[i]), minus(&p[k], &p[i]));
                            let normal = cross(&e, &f);
                            if is_zero(&normal) {
                                continue;
                            }
                            if let Some(side) = self.is_supported(&normal, i) {
                                add(primitive(normal), &[side]);
                            }
                        }
                    }
                }
            }
        }
        all
    }

    /// The side of a plane through point `i` on which no point of the core lies, if there is one
    /// such side.
    fn is_supported(&self, normal: &Vector, i: usize) -> Option<i32> {
        let mut side = 0;
        for p in &self.points {
            let s = sign(&dot(normal, &minus(p, &self.points[i])));
            if s != 0 && side == -s {
                return None;
            }
            side = if s == 0 { side } else { s };
        }
        Some(-side).filter(|side| *side != 0)
    }

    /// Compares two points in this core's reading order.
    pub fn compare(&self, a: &Spot, b: &Spot, d: &BigInt) -> std::cmp::Ordering {
        let along = |way| {
            let (left, right) = (dot_pairs(way, &a.at).times(&b.s), dot_pairs(way, &b.at));
            left.minus(&right.times(&a.s)).sign(d).cmp(&0)
        };
        let found = self.reading.iter().map(along).find(|order| order.is_ne());
        found.unwrap_or(std::cmp::Ordering::Equal)
    }
}

fn same_direction(a: &Vector, b: &Vector) -> bool {
    is_zero(&cross(a, b)) && sign(&dot(a, b)) > 0
}

/// The edges, as pairs of points on the borders of two half-spaces that are not parallel.
fn edges(solid: &Solid, walls: &[HalfSpace]) -> Vec<(usize, usize)> {
    let mut all = Vec::new();
    for i in 0..solid.points.len() {
        for j in 0..i {
            let both = 1 << i | 1 << j;
            let normals = walls.iter().filter(|w| w.holds & both == both).map(|w| &w.normal);
            if rank(normals) >= 2 {
                all.push((i, j));
            }
        }
    }
    all
}

/// A point `at / s` with `s > 0`.
#[derive(Clone, Debug)]
pub struct Spot {
    pub at: [Pair; 3],
    pub s: BigInt,
}

impl Spot {
    pub fn is_same(&self, other: &Self, d: &BigInt) -> bool {
        (0..3).all(|k| self.at[k].times(&other.s).minus(&other.at[k].times(&self.s)).sign(d) == 0)
    }

    pub fn coordinate(&self, k: usize, d: &BigInt) -> Surd {
        Surd::new(self.at[k].x.clone(), self.at[k].y.clone(), d.clone(), self.s.clone())
    }

    /// The sign of `n · x − h`.
    pub fn side_of(&self, normal: &Vector, height: &BigInt, d: &BigInt) -> i32 {
        dot_pairs(normal, &self.at).minus(&Pair::whole(height * &self.s)).sign(d)
    }

    pub fn whole(p: &Vector) -> Self {
        Self { at: p.clone().map(Pair::whole), s: BigInt::one() }
    }
}

/// The corners of `B ∩ (A + q / m)`: ends of edges of one core inside the other, and points where
/// an edge of one core crosses the border of a half-space of the other. Numbers have the root of
/// `d`. Each corner is listed once; other points of `B ∩ (A + q / m)` may be in the list.
pub fn common_corners(b: &Solid, a: &Solid, q: &[Pair; 3], m: &BigInt, d: &BigInt) -> Vec<Spot> {
    let (walls_b, walls_a) = (b.half_spaces(), a.half_spaces());
    // The half-spaces with their heights times m.
    let lifted = |walls: &[HalfSpace], moves: bool| -> Vec<(Vector, Pair)> {
        let lift = |wall: &HalfSpace| {
            let height = Pair::whole(&wall.height * m);
            let moved = if moves { height.plus(&dot_pairs(&wall.normal, q)) } else { height };
            (wall.normal.clone(), moved)
        };
        walls.iter().map(lift).collect()
    };
    let (lifted_b, lifted_a) = (lifted(&walls_b, false), lifted(&walls_a, true));
    let points = |solid: &Solid, moves: bool| -> Vec<[Pair; 3]> {
        let lift = |p: &Vector| {
            let at = p.clone().map(|x| Pair::whole(x * m));
            if moves { [0, 1, 2].map(|k| at[k].plus(&q[k])) } else { at }
        };
        solid.points.iter().map(lift).collect()
    };
    let (points_b, points_a) = (points(b, false), points(a, true));
    let is_in = |at: &[Pair; 3], s: &BigInt, walls: &[(Vector, Pair)]| {
        walls.iter().all(|(n, h)| dot_pairs(n, at).minus(&h.times(s)).sign(d) <= 0)
    };
    let mut found: Vec<Spot> = Vec::new();
    let mut add = |at: [Pair; 3], s: BigInt| {
        let spot = Spot { at, s: s * m };
        if !found.iter().any(|it| it.is_same(&spot, d)) {
            found.push(spot);
        }
    };
    let one = BigInt::one();
    points_b.iter().filter(|p| is_in(p, &one, &lifted_a)).for_each(|p| add(p.clone(), one.clone()));
    points_a.iter().filter(|p| is_in(p, &one, &lifted_b)).for_each(|p| add(p.clone(), one.clone()));
    for (solid, walls, own, others, other_walls) in [
        (b, &walls_b, &points_b, &lifted_a, &lifted_a),
        (a, &walls_a, &points_a, &lifted_b, &lifted_b),
    ] {
        for (i, j) in edges(solid, walls) {
            let e = minus(&solid.points[j], &solid.points[i]);
            for (n, h) in others {
                let slope = dot(n, &e) * m;
                if slope.is_zero() {
                    continue;
                }
                // The point p + λ e m, with λ = (h − n·p) / slope.
                let rest = h.minus(&dot_pairs(n, &own[i]));
                let (rest, slope) =
                    if sign(&slope) < 0 { (rest.times(&-&one), -slope) } else { (rest, slope) };
                if rest.sign(d) < 0 || rest.minus(&Pair::whole(slope.clone())).sign(d) > 0 {
                    continue;
                }
                let at = [0, 1, 2].map(|k| own[i][k].times(&slope).plus(&rest.times(&(&e[k] * m))));
                if is_in(&at, &slope, other_walls) {
                    add(at, slope);
                }
            }
        }
    }
    found
}

/// The least face of a hull that contains one of its points, as the indices of the face's corners;
/// nothing for an interior point.
pub fn part_of_hull(solid: &Solid, spot: &Spot, d: &BigInt) -> Option<Vec<usize>> {
    let walls = solid.half_spaces();
    let everything = (1u32 << solid.points.len()) - 1;
    let tight = walls.iter().filter(|w| spot.side_of(&w.normal, &w.height, d) == 0);
    let (mut on_all, mut any) = (everything, false);
    for wall in tight {
        (on_all, any) = (on_all & wall.holds, true);
    }
    let is_corner =
        |i: usize| rank(walls.iter().filter(|w| w.holds >> i & 1 == 1).map(|w| &w.normal)) == 3;
    let numbers = (0..solid.points.len()).filter(|i| on_all >> i & 1 == 1 && is_corner(*i));
    any.then(|| numbers.map(|i| solid.numbers[i]).collect())
}
