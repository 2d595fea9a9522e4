//! The hull of one, two or three points.

use super::exact::{Vector, cross, dot, minus};
use super::moment::{Linear, Moment};
use num_bigint::BigInt;
use num_traits::{One, Zero};
use std::cmp::Ordering;
use tangency::Feature;

/// The half space `n . x <= h`.
#[derive(Debug, Clone)]
struct HalfSpace {
    n: Vector,
    h: BigInt,
}

impl HalfSpace {
    fn through(point: &Vector, n: Vector) -> Self {
        Self { h: dot(&n, point), n }
    }

    /// Both sides of a plane.
    fn both(point: &Vector, n: &Vector) -> [Self; 2] {
        [n.clone(), n.each_ref().map(|x| -x)].map(|n| Self::through(point, n))
    }
}

/// A moving point: `(p + r t) / s`.
#[derive(Clone, Debug)]
pub struct Place {
    pub p: Vector,
    pub r: Vector,
    pub s: BigInt,
}

impl Place {
    /// This point plus a multiple of a vector.
    pub fn plus(&self, part: &Linear, vector: &Vector) -> Self {
        let sum = |own: &BigInt, part: &BigInt, along: &BigInt, s: &BigInt| {
            own * s + along * part * &self.s
        };
        Self {
            p: [0, 1, 2].map(|k| sum(&self.p[k], &part.p, &vector[k], &part.s)),
            r: [0, 1, 2].map(|k| sum(&self.r[k], &part.r, &vector[k], &part.s)),
            s: &self.s * &part.s,
        }
    }

    pub fn coordinate(&self, k: usize) -> Linear {
        Linear { p: self.p[k].clone(), r: self.r[k].clone(), s: self.s.clone() }
    }

    /// The sign of `n . (x - origin)` at a time.
    fn sign(&self, n: &Vector, origin: &Vector, t: &Moment) -> Ordering {
        t.sign_of(&(dot(n, &self.p) - dot(n, origin) * &self.s), &dot(n, &self.r))
    }
}

#[derive(Clone)]
pub struct Hull {
    pub corners: Vec<Vector>,
    half_spaces: Vec<HalfSpace>,
}

fn unit(k: usize) -> Vector {
    [0, 1, 2].map(|i| BigInt::from(i32::from(i == k)))
}

impl Hull {
    pub fn new(corners: Vec<Vector>) -> Self {
        let half_spaces = half_spaces(&corners);
        Self { corners, half_spaces }
    }

    /// The segments from each corner to the next; a point has none, a segment has one.
    pub fn edges(&self) -> Vec<[&Vector; 2]> {
        let n = self.corners.len();
        let count = if n == 3 { 3 } else { n - 1 };
        (0..count).map(|i| [&self.corners[i], &self.corners[(i + 1) % n]]).collect()
    }

    /// The normal of the face, if it has an area.
    pub fn normal(&self) -> Option<Vector> {
        let [a, b, c] = &self.corners[..] else { return None };
        let n = cross(&minus(b, a), &minus(c, a));
        n.iter().any(|x| !x.is_zero()).then_some(n)
    }

    /// The `s` from 0 to 1 for which `x + s axis` is in the hull, at a time: the least and the
    /// greatest.
    pub fn clip(&self, x: &Place, axis: &Vector, t: &Moment) -> Option<[Linear; 2]> {
        let [mut low, mut high] = [0, 1].map(Linear::constant);
        for HalfSpace { n, h } in &self.half_spaces {
            // The condition is `s along <= (p + r t) / x.s`.
            let along = dot(n, axis);
            let (p, r) = (h * &x.s - dot(n, &x.p), -dot(n, &x.r));
            match along.cmp(&BigInt::ZERO) {
                Ordering::Equal if t.sign_of(&p, &r).is_lt() => return None,
                Ordering::Equal => {}
                Ordering::Greater => {
                    let bound = Linear { p, r, s: &x.s * along };
                    if bound.cmp(&high, t).is_lt() {
                        high = bound;
                    }
                }
                Ordering::Less => {
                    let bound = Linear { p: -p, r: -r, s: &x.s * -along };
                    if bound.cmp(&low, t).is_gt() {
                        low = bound;
                    }
                }
            }
        }
        low.cmp(&high, t).is_le().then_some([low, high])
    }

    /// The features of lowest dimension that contain a point of the hull; if corners coincide or
    /// are collinear, all such features.
    pub fn features(&self, x: &Place, t: &Moment) -> Vec<Feature> {
        let is_at = |p: &Vector| (0..3).all(|k| x.sign(&unit(k), p, t).is_eq());
        let is_on = |[p, q]: &[&Vector; 2]| {
            let along = minus(q, p);
            (0..3).all(|k| x.sign(&cross(&along, &unit(k)), p, t).is_eq())
                && x.sign(&along, p, t).is_ge()
                && x.sign(&along, q, t).is_le()
                && (p != q || is_at(p))
        };
        let vertices = (0..self.corners.len()).filter(|i| is_at(&self.corners[*i]));
        let edges = self.edges();
        let edges = (0..edges.len()).filter(|i| is_on(&edges[*i]));
        let mut all: Vec<Feature> = vertices.map(|i| Feature::Vertex(i as u8)).collect();
        all.extend(edges.map(|i| Feature::Edge(i as u8)));
        if self.corners.len() == 3 {
            all.push(Feature::Face);
        }
        if !self.is_degenerate() {
            all.truncate(1);
        }
        all
    }

    fn is_degenerate(&self) -> bool {
        self.edges().iter().any(|[p, q]| p == q)
            || self.corners.len() == 3 && self.normal().is_none()
    }

    /// Whether a point at the start is in the open prism of all points from which the axis crosses
    /// the face.
    pub fn is_pierced(&self, x: &Vector, axis: &Vector) -> bool {
        let Some(n) = self.normal() else { return false };
        // The axis crosses the plane at `s = height / fall`.
        let (mut height, mut fall) = (dot(&n, &minus(x, &self.corners[0])), -dot(&n, axis));
        if fall < BigInt::ZERO {
            (height, fall) = (-height, -fall);
        }
        if fall.is_zero() || height <= BigInt::ZERO || height >= fall {
            return false;
        }
        let at = [0, 1, 2].map(|k| &x[k] * &fall + &axis[k] * &height);
        let place = Place { p: at, r: [BigInt::ZERO, BigInt::ZERO, BigInt::ZERO], s: fall };
        let inside = |[p, q]: [&Vector; 2]| {
            place.sign(&cross(&n, &minus(q, p)), p, &Moment::start()).is_gt()
        };
        self.edges().into_iter().all(inside)
    }
}

fn half_spaces(corners: &[Vector]) -> Vec<HalfSpace> {
    if let [a, b, c] = corners {
        let n = cross(&minus(b, a), &minus(c, a));
        if n.iter().any(|x| !x.is_zero()) {
            let edges = [(a, b), (b, c), (c, a)];
            let beside = edges.map(|(p, q)| HalfSpace::through(p, cross(&minus(q, p), &n)));
            return HalfSpace::both(a, &n).into_iter().chain(beside).collect();
        }
    }
    // The corners are collinear: the edge is between the two that are farthest from each other.
    let pairs = corners.iter().flat_map(|p| corners.iter().map(move |q| (p, q, minus(q, p))));
    let (p, q, along) = pairs.max_by_key(|(_, _, along)| dot(along, along)).unwrap();
    if p == q {
        return (0..3).flat_map(|k| HalfSpace::both(p, &unit(k))).collect();
    }
    let mut all = vec![
        HalfSpace::through(p, along.each_ref().map(|x| -x)),
        HalfSpace::through(q, along.clone()),
    ];
    all.extend((0..3).flat_map(|k| HalfSpace::both(p, &cross(&along, &unit(k)))));
    all
}

impl From<&Vector> for Place {
    fn from(v: &Vector) -> Self {
        Self { p: v.clone(), r: [BigInt::ZERO, BigInt::ZERO, BigInt::ZERO], s: BigInt::one() }
    }
}
