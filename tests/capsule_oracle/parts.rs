//! The parts that bound all points from which the axis meets the hull.

use super::exact::{Vector, cross, dot, minus};
use super::hull::{Hull, Place};
use super::moment::Moment;
use num_bigint::BigInt;
use num_traits::{One, Zero};
use std::cmp::Ordering;

/// The interior of a point, a segment, a triangle or a parallelogram, and the point that moves past
/// it.
pub struct Part {
    /// The vector from the plane, line or point to the moving point, `root(weight)` times as long,
    /// and possibly turned.
    gap: Vec<BigInt>,
    gap_rate: Vec<BigInt>,
    weight: BigInt,
    /// The foot is within the part while `p + r t <= 0` for all walls.
    walls: Vec<[BigInt; 2]>,
    /// The foot of the perpendicular from the moving point.
    pub foot: Place,
}

/// A point that moves.
pub struct Path {
    pub from: Vector,
    pub velocity: Vector,
}

/// The first and the last time; none at an unbounded end.
pub type Interval = [Option<Moment>; 2];

/// All parts. Some may be in the interior of the set, or coincide.
pub fn all(hull: &Hull, axis: &Vector, path: &Path) -> Vec<Part> {
    let away = |p: &Vector| minus(p, axis);
    let mut shapes: Vec<Vec<Vector>> = Vec::new();
    for p in &hull.corners {
        shapes.extend([vec![p.clone()], vec![away(p)], vec![p.clone(), away(p)]]);
    }
    for [p, q] in hull.edges() {
        shapes.push(vec![p.clone(), q.clone()]);
        shapes.push(vec![away(p), away(q)]);
        shapes.push(vec![p.clone(), q.clone(), away(q), away(p)]);
    }
    if hull.corners.len() == 3 {
        shapes.push(hull.corners.clone());
        shapes.push(hull.corners.iter().map(away).collect());
    }
    shapes.iter().filter_map(|corners| Part::new(corners, path)).collect()
}

impl Part {
    /// None for a part without the length or the area that its kind has: then its rim contains all
    /// of it.
    fn new(corners: &[Vector], path: &Path) -> Option<Self> {
        let from = minus(&path.from, &corners[0]);
        let v = &path.velocity;
        let past = |n: &Vector, p: &Vector| [dot(n, &minus(&path.from, p)), dot(n, v)];
        if corners.len() == 1 {
            let foot = Place::from(&corners[0]);
            let (gap, gap_rate) = (from.to_vec(), v.to_vec());
            return Some(Self { gap, gap_rate, weight: BigInt::one(), walls: Vec::new(), foot });
        }
        let along = minus(&corners[1], &corners[0]);
        if let [p, q] = corners {
            let weight = dot(&along, &along);
            let [at, rate] = past(&along, p);
            let back = along.each_ref().map(|x| -x);
            let foot = Place {
                p: [0, 1, 2].map(|k| &p[k] * &weight + &along[k] * &at),
                r: along.each_ref().map(|x| x * &rate),
                s: weight.clone(),
            };
            return (!weight.is_zero()).then(|| Self {
                gap: cross(&along, &from).to_vec(),
                gap_rate: cross(&along, v).to_vec(),
                weight,
                walls: vec![past(&back, p), past(&along, q)],
                foot,
            });
        }
        let n = cross(&along, &minus(&corners[2], &corners[1]));
        let weight = dot(&n, &n);
        if weight.is_zero() {
            return None;
        }
        let [height, rate] = past(&n, &corners[0]);
        let ends = corners.iter().zip(corners.iter().cycle().skip(1));
        let walls = ends.map(|(p, q)| past(&cross(&minus(q, p), &n), p)).collect();
        let foot = Place {
            p: [0, 1, 2].map(|k| &path.from[k] * &weight - &n[k] * &height),
            r: [0, 1, 2].map(|k| &v[k] * &weight - &n[k] * &rate),
            s: weight.clone(),
        };
        Some(Self { gap: vec![height], gap_rate: vec![rate], weight, walls, foot })
    }

    /// The square of the distance at the start, as a numerator and a denominator. It is none if the
    /// foot is not within the part.
    pub fn squared_at_start(&self) -> Option<(BigInt, &BigInt)> {
        let is_within = self.walls.iter().all(|[p, _]| *p <= BigInt::ZERO);
        is_within.then(|| (dot(&self.gap, &self.gap), &self.weight))
    }

    /// The interval of time at which the point is within reach and its foot within the part.
    pub fn interval(&self, reach: &BigInt) -> Option<Interval> {
        let mut while_within: Interval = [None, None];
        for [p, r] in &self.walls {
            let only = match r.cmp(&BigInt::ZERO) {
                Ordering::Equal if *p > BigInt::ZERO => return None,
                Ordering::Equal => continue,
                Ordering::Greater => [None, Some(Moment::ratio(-p, r.clone()))],
                Ordering::Less => [Some(Moment::ratio(p.clone(), -r)), None],
            };
            while_within = both(while_within, only)?;
        }
        let a = dot(&self.gap_rate, &self.gap_rate);
        let b = dot(&self.gap, &self.gap_rate);
        let c = dot(&self.gap, &self.gap) - reach * reach * &self.weight;
        if a.is_zero() {
            return (c <= BigInt::ZERO).then_some(while_within);
        }
        both(while_within, Moment::roots(&a, &b, &c)?.map(Some))
    }
}

/// The intersection of two intervals.
pub fn both([a, b]: Interval, [c, d]: Interval) -> Option<Interval> {
    let pick = |x: Option<Moment>, y: Option<Moment>, keep: Ordering| match (x, y) {
        (Some(x), Some(y)) => Some(if x.cmp(&y) == keep { x } else { y }),
        (x, y) => x.or(y),
    };
    let (from, to) = (pick(a, c, Ordering::Greater), pick(b, d, Ordering::Less));
    let is_empty = from.as_ref().zip(to.as_ref()).is_some_and(|(from, to)| from.cmp(to).is_gt());
    (!is_empty).then_some([from, to])
}
