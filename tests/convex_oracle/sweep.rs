//! All points from which the axis of a capsule meets a body.
//!
//! They are the sweep of the body against the direction of the axis, which is convex. Each plane
//! that bounds it contains two directions, of edges of the body or of the axis. The corners of the
//! body, where three of its planes meet and all others are satisfied, give the height of such a
//! plane.
//!
//! The planes of a body without an interior give all directions, as if one of them were moved a
//! little to make an interior. So such a body has enough planes.

use super::body::Plane;
use super::distance::Foot;
use super::exact::{Time, Vector, cross, dot};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use std::cmp::Ordering;

/// A body, and an axis that meets it.
pub struct Sweep {
    pub axis: Vector,
    /// The planes of the body.
    pub planes: Vec<Plane>,
    /// Whether an axis without thickness can overlap the body: in the plane, crossing a line is
    /// only a contact.
    pub can_be_pierced: bool,
}

/// A moving point whose numbers are `weight` times too large.
pub struct Spot {
    pub at_start: Vector,
    pub rate: Vector,
    pub weight: BigInt,
}

/// The parameter `(p + r t) / s` along the axis, with `s > 0`.
struct Part {
    p: BigInt,
    r: BigInt,
    s: BigInt,
}

impl Part {
    fn whole(p: i32) -> Self {
        Self { p: p.into(), r: BigInt::ZERO, s: BigInt::one() }
    }

    fn cmp(&self, other: &Self, at: &Time) -> Ordering {
        let difference = |a: &BigInt, b: &BigInt| a * &other.s - b * &self.s;
        at.sign_of(&difference(&self.p, &other.p), &difference(&self.r, &other.r))
    }
}

/// A point as a numerator, and a denominator above zero.
type Corner = (Vector, BigInt);

fn is_zero(v: &Vector) -> bool {
    v.iter().all(Zero::is_zero)
}

/// The intersection of three planes.
fn corner([a, b, c]: [&Plane; 3]) -> Option<Corner> {
    let [bc, ca, ab] = [cross(&b.n, &c.n), cross(&c.n, &a.n), cross(&a.n, &b.n)];
    let det = dot(&a.n, &bc);
    let point = [0, 1, 2].map(|k| (&bc[k] * &a.h + &ca[k] * &b.h + &ab[k] * &c.h) * det.signum());
    let [x, y, z] = point;
    let [x, y, z, s] = primitive([x, y, z, det.abs()]);
    (!det.is_zero()).then_some(([x, y, z], s))
}

impl Sweep {
    /// The sweep, the planes that bound it, and its corners with some other points of it. In the
    /// plane everything is at height zero.
    pub fn new(axis: Vector, planes: Vec<Plane>, plane: bool) -> (Self, Vec<Plane>, Vec<Corner>) {
        let mut all = planes.clone();
        let up = [0, 0, 1].map(BigInt::from);
        if plane {
            all.push(Plane { n: up.clone(), h: BigInt::ZERO });
        }
        let mut directions: Vec<Vector> = vec![axis.clone()];
        let mut corners: Vec<Corner> = Vec::new();
        for i in 0..all.len() {
            for j in 0..i {
                directions.push(cross(&all[i].n, &all[j].n));
                let holds = |(point, s): &Corner| {
                    all.iter().all(|plane| dot(&plane.n, point) <= &plane.h * s)
                };
                let with = |k: usize| corner([&all[i], &all[j], &all[k]]).filter(holds);
                corners.extend((0..j).filter_map(with));
            }
        }
        let directions = apart(directions);
        let normals = (0..directions.len())
            .flat_map(|i| (0..i).map(move |j| [i, j]))
            .map(|[i, j]| cross(&directions[i], &directions[j]));
        let normals = apart(normals.filter(|n| !plane || !is_zero(&cross(n, &up))).collect());
        let bounds = normals.into_iter().flat_map(|n| [n.clone(), n.map(|x| -x)]).map(|n| {
            // The height of the other end of the axis, relative to the first end.
            let behind = -dot(&n, &axis).min(BigInt::ZERO);
            let (h, s) = corners
                .iter()
                .map(|(point, s)| (dot(&n, point), s))
                .reduce(|a, b| if &a.0 * b.1 < &b.0 * a.1 { b } else { a })
                .unwrap();
            let [x, y, z] = n.map(|x| x * s);
            let [x, y, z, h] = primitive([x, y, z, h + behind * s]);
            Plane { n: [x, y, z], h }
        });
        let bounds = bounds.collect();
        // For each plane, some corner is strictly behind it.
        let is_behind = |Plane { n, h }: &Plane| corners.iter().any(|(p, s)| dot(n, p) < h * s);
        let can_be_pierced = !plane || planes.iter().all(is_behind);
        let behind = |(point, s): &Corner| ([0, 1, 2].map(|k| &point[k] - &axis[k] * s), s.clone());
        corners.extend(corners.iter().map(behind).collect::<Vec<_>>());
        (Self { axis, planes, can_be_pierced }, bounds, corners)
    }

    /// The touched points of the axis from a point at a time: the first and the last along the
    /// axis.
    pub fn spots(&self, foot: &Foot, at: &Time) -> [Spot; 2] {
        let [mut first, mut last] = [0, 1].map(Part::whole);
        for Plane { n, h } in &self.planes {
            let along = dot(n, &self.axis);
            let part = |sign: i32| Part {
                p: (h * &foot.weight - dot(n, &foot.at_start)) * sign,
                r: dot(n, &foot.rate) * -sign,
                s: &foot.weight * along.abs(),
            };
            if along > BigInt::ZERO && part(1).cmp(&last, at).is_lt() {
                last = part(1);
            }
            if along < BigInt::ZERO && part(-1).cmp(&first, at).is_gt() {
                first = part(-1);
            }
        }
        assert!(first.cmp(&last, at).is_le(), "from there the axis meets the body");
        [first, last].map(|Part { p, r, s }| {
            let sum = |own: &Vector, part: &BigInt| {
                [0, 1, 2].map(|k| &own[k] * &s + &self.axis[k] * part * &foot.weight)
            };
            let (at_start, rate) = (sum(&foot.at_start, &p), sum(&foot.rate, &r));
            Spot { at_start, rate, weight: &foot.weight * &s }
        })
    }

    /// The planes of the body that contain a spot.
    pub fn holding(&self, spot: &Spot, at: &Time) -> Vec<usize> {
        let holds = |Plane { n, h }: &Plane| {
            at.sign_of(&(dot(n, &spot.at_start) - h * &spot.weight), &dot(n, &spot.rate)).is_eq()
        };
        (0..self.planes.len()).filter(|j| holds(&self.planes[*j])).collect()
    }
}

impl Spot {
    /// Whether two spots are different points at a time.
    pub fn is_apart(&self, other: &Self, at: &Time) -> bool {
        let difference = |a: &BigInt, b: &BigInt| a * &other.weight - b * &self.weight;
        (0..3).any(|k| {
            let p = difference(&self.at_start[k], &other.at_start[k]);
            at.sign_of(&p, &difference(&self.rate[k], &other.rate[k])).is_ne()
        })
    }
}

/// The vector without a common factor, so that repeated products stay short.
fn primitive<const K: usize>(v: [BigInt; K]) -> [BigInt; K] {
    let mut common = BigInt::ZERO;
    for x in &v {
        let mut next = x.abs();
        while !next.is_zero() {
            (common, next) = (next.clone(), common % next);
        }
    }
    if common.is_zero() { v } else { v.map(|x| x / &common) }
}

/// The vectors without zeros, and without those along another one.
fn apart(vectors: Vec<Vector>) -> Vec<Vector> {
    let mut kept: Vec<Vector> = Vec::new();
    for v in vectors {
        if !is_zero(&v) && kept.iter().all(|other| !is_zero(&cross(other, &v))) {
            kept.push(primitive(v));
        }
    }
    kept
}
