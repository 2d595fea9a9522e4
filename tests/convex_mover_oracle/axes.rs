//! Separating axes: whether `tV` is in `K = B − A`, for how long, and how far it is from the
//! border.

use super::numbers::{Vector, cross, dot, is_zero, line_direction, rank, sign, unit_vector};
use super::solid::Solid;
use num_bigint::BigInt;
use num_traits::Zero;
use std::cmp::Ordering;

/// A direction `n` with the bounds of `K` along it: `low ≤ n · k ≤ high`.
#[derive(Clone, Debug)]
pub struct Axis {
    pub n: Vector,
    pub low: BigInt,
    pub high: BigInt,
}

pub struct Axes<'a> {
    a: &'a Solid,
    b: &'a Solid,
    all: Vec<Axis>,
    /// The dimensions of `K`, and of the space that it is in.
    pub rank: usize,
    pub dims: usize,
    /// The normal of `K`, if it has one dimension less than the space.
    pub across: Option<Vector>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    Outside,
    Border,
    Interior,
}

/// The number `n / d`, where `d > 0`.
pub type Ratio = (BigInt, BigInt);

fn compare(a: &Ratio, b: &Ratio) -> Ordering {
    (&a.0 * &b.1).cmp(&(&b.0 * &a.1))
}

/// The times at which `tV` is in `K`; an end is none if the interval is unbounded there.
pub struct Interval {
    pub first: Option<Ratio>,
    pub last: Option<Ratio>,
    /// Whether `tV` is in the interior between the two times.
    pub enters: bool,
}

impl<'a> Axes<'a> {
    pub fn new(a: &'a Solid, b: &'a Solid, plane: bool) -> Self {
        let dims = if plane { 2 } else { 3 };
        let ways = {
            let mut ways = a.directions();
            ways.extend(b.directions());
            ways.sort();
            ways.dedup();
            ways
        };
        let rank = rank(&ways);
        let units = || (0..dims).map(unit_vector);
        let mut normals: Vec<Vector> = units().collect();
        if plane {
            normals.extend(ways.iter().map(|way| cross(way, &unit_vector(2))));
            normals.extend(ways.iter().cloned());
        } else {
            let pairs = ways.iter().enumerate().flat_map(|(i, e)| {
                ways[..i].iter().map(move |f| cross(e, f)).filter(|n| !is_zero(n))
            });
            if rank == 3 {
                normals.extend(pairs);
            } else {
                // `K` is flat, and its edges have normals in its plane.
                let mut across: Vec<Vector> = pairs.map(line_direction).collect();
                across.sort();
                across.dedup();
                across.extend(units());
                for way in &ways {
                    normals.extend(across.iter().map(|n| cross(way, n)));
                }
                normals.extend(across);
                normals.extend(ways.iter().cloned());
            }
        }
        let across = match (plane, rank) {
            (true, 1) => Some(cross(&ways[0], &unit_vector(2))),
            (false, 2) => {
                let normals = ways.iter().map(|way| cross(&ways[0], way));
                normals.into_iter().find(|n| !is_zero(n))
            }
            _ => None,
        };
        let axis = |n: Vector| {
            let (of_a, of_b) = (range(&n, &a.points), range(&n, &b.points));
            let (low, high) = (of_b.0 - of_a.1, of_b.1 - of_a.0);
            Axis { n, low, high }
        };
        let all = normals.into_iter().filter(|n| !is_zero(n)).map(axis).collect();
        Self { a, b, all, rank, dims, across }
    }

    /// The place of `x / s`.
    pub fn place_of(&self, x: &Vector, s: &BigInt) -> Place {
        let mut place = if self.rank == self.dims { Place::Interior } else { Place::Border };
        for Axis { n, low, high } in &self.all {
            let (at, low, high) = (dot(n, x), low * s, high * s);
            if at < low || at > high {
                return Place::Outside;
            }
            if at == low || at == high {
                place = Place::Border;
            }
        }
        place
    }

    pub fn interval(&self, v: &Vector) -> Option<Interval> {
        let (mut first, mut last): (Option<Ratio>, Option<Ratio>) = (None, None);
        let mut is_within = self.rank == self.dims;
        for Axis { n, low, high } in &self.all {
            let speed = dot(n, v);
            if speed.is_zero() {
                if sign(low) > 0 || sign(high) < 0 {
                    return None;
                }
                is_within &= sign(low) < 0 && sign(high) > 0;
                continue;
            }
            let (from, to) = if sign(&speed) > 0 {
                ((low.clone(), speed.clone()), (high.clone(), speed))
            } else {
                ((-high, -&speed), (-low, -speed))
            };
            if first.as_ref().is_none_or(|old| compare(&from, old).is_gt()) {
                first = Some(from);
            }
            if last.as_ref().is_none_or(|old| compare(&to, old).is_lt()) {
                last = Some(to);
            }
        }
        if let (Some(from), Some(to)) = (&first, &last) {
            let order = compare(from, to);
            if order.is_gt() {
                return None;
            }
            is_within &= order.is_lt();
        }
        Some(Interval { first, last, enters: is_within })
    }

    /// The outward normals of the facets of `K`, which must have an interior, that hold `x / s`.
    pub fn facets_at(&self, x: &Vector, s: &BigInt) -> Vec<Vector> {
        let mut found: Vec<Vector> = Vec::new();
        for Axis { n, low, high } in &self.all {
            let at = dot(n, x);
            for (h, side) in [(low, -1), (high, 1)] {
                let outward = n.clone().map(|x| x * side);
                if at == h * s && self.is_facet(&outward) {
                    let is_known =
                        |it: &Vector| is_zero(&cross(it, &outward)) && sign(&dot(it, &outward)) > 0;
                    if !found.iter().any(is_known) {
                        found.push(outward);
                    }
                }
            }
        }
        found
    }

    /// Whether the part of `K` that is farthest along a vector is a facet.
    fn is_facet(&self, outward: &Vector) -> bool {
        let farthest = |points: &[Vector], way: &Vector| -> Vec<Vector> {
            let heights: Vec<BigInt> = points.iter().map(|p| dot(way, p)).collect();
            let top = heights.iter().max().unwrap();
            let on_top: Vec<&Vector> =
                points.iter().zip(&heights).filter(|(_, h)| *h == top).map(|(p, _)| p).collect();
            on_top.iter().map(|p| super::numbers::minus(p, on_top[0])).collect()
        };
        let mut ways = farthest(&self.b.points, outward);
        ways.extend(farthest(&self.a.points, &super::numbers::negated(outward)));
        rank(&ways) == self.dims - 1
    }

    /// For a flat `K`: whether the point `x / s` of `K` lies on no edge of `K`.
    pub fn is_within_border(&self, x: &Vector, s: &BigInt) -> bool {
        let across = self.across.as_ref().unwrap();
        let is_inner = |axis: &Axis| {
            let at = dot(&axis.n, x);
            &axis.low * s < at && at < &axis.high * s
        };
        self.all.iter().filter(|axis| dot(&axis.n, across).is_zero()).all(is_inner)
    }

    /// The shortest translations of a point at zero out of `K`, as outward normals of facets, and
    /// `h` and `s`: the length is `h / √s`. `K` must have an interior.
    pub fn ways_out(&self) -> (BigInt, BigInt, Vec<Vector>) {
        let mut best: Option<(BigInt, BigInt)> = None;
        let mut ways: Vec<Vector> = Vec::new();
        for Axis { n, low, high } in &self.all {
            let square = dot(n, n);
            for (h, side) in [(-low, -1), (high.clone(), 1)] {
                let order = best.as_ref().map_or(Ordering::Less, |(h0, square0)| {
                    (&h * &h * square0).cmp(&(h0 * h0 * &square))
                });
                if order.is_lt() {
                    (best, ways) = (Some((h, square.clone())), Vec::new());
                }
                if order.is_le() {
                    ways.push(n.clone().map(|x| x * side));
                }
            }
        }
        // At an edge or a corner of `K`, axes that belong to no facet give translations of the same
        // length.
        ways.retain(|n| self.is_facet(n));
        let (h, square) = best.unwrap();
        (h, square, ways)
    }
}

fn range(n: &Vector, points: &[Vector]) -> (BigInt, BigInt) {
    let heights: Vec<BigInt> = points.iter().map(|p| dot(n, p)).collect();
    (heights.iter().min().unwrap().clone(), heights.iter().max().unwrap().clone())
}
