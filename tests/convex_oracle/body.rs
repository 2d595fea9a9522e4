//! A target as planes with whole numbers.

use super::exact::{Vector, common_exponent, cross, dot, integer, minus};
use super::query::Target;
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

/// The half space `n . x <= h`.
#[derive(Clone, Debug)]
pub struct Plane {
    pub n: Vector,
    pub h: BigInt,
}

impl Plane {
    fn through(point: &Vector, n: Vector) -> Self {
        Self { h: dot(&n, point), n }
    }
}

fn negated(v: &Vector) -> Vector {
    v.each_ref().map(|x| -x)
}

fn unit(k: usize) -> Vector {
    [0, 1, 2].map(|i| if i == k { BigInt::one() } else { BigInt::ZERO })
}

/// Whole numbers in the ratios of the floats. Their common factor does not matter.
fn direction<const K: usize>(v: [f64; K]) -> [BigInt; K] {
    let e = common_exponent(v);
    v.map(|x| integer(x, e))
}

/// Both planes of a slab `-reach <= n . (x - center) <= reach`, the lower one first.
fn slab(n: &Vector, center: &Vector, reach: &BigInt) -> [Plane; 2] {
    [negated(n), n.clone()].map(|n| Plane { h: dot(&n, center) + reach, n })
}

impl Target {
    /// The planes that bound the target, in units of `2^space`, of which every length must be a
    /// multiple. `None` for a body that these kinds of planes do not bound.
    ///
    /// - a point or a segment: first the ends, then planes through both ends;
    /// - a triangle: its plane from both sides, then its edges; without area, as for a segment or a
    ///   point;
    /// - a placed triangle: the same planes, each turned and moved;
    /// - a box, an oriented box, a parallelepiped: `2k` is the lower and `2k + 1` the upper side of
    ///   axis `k`.
    pub fn planes(&self, space: i32, plane: bool) -> Option<Vec<Plane>> {
        let place = |v: &[f64; 3]| v.map(|x| integer(x, space));
        let axes = if plane { 2 } else { 3 };
        Some(match self {
            Target::Point(p) => {
                let p = place(p);
                (0..axes).flat_map(|k| slab(&unit(k), &p, &BigInt::ZERO)).collect()
            }
            Target::Segment(ends) => segment(&ends.each_ref().map(place), plane),
            Target::Triangle(vertices) => triangle(&vertices.each_ref().map(place)),
            Target::Box { min, max } => {
                let (min, max) = (place(min), place(max));
                (0..axes)
                    .flat_map(|k| {
                        [Plane::through(&min, negated(&unit(k))), Plane::through(&max, unit(k))]
                    })
                    .collect()
            }
            Target::Oriented { center, half_extents, rotation } => {
                let (center, half_extents) = (place(center), place(half_extents));
                let (columns, squared) = matrix(&direction(*rotation));
                (0..axes)
                    .flat_map(|k| slab(&columns[k], &center, &(&half_extents[k] * &squared)))
                    .collect()
            }
            Target::Placed { vertices, rotation, translation } => {
                let local = triangle(&vertices.each_ref().map(place));
                let (columns, squared) = matrix(&direction(*rotation));
                // If `n . y <= h` for the point `y`, the same is true for `translation + R y`.
                local
                    .into_iter()
                    .map(|Plane { n, h }| {
                        let column = |k: usize| columns[k].each_ref().map(|x| x * &n[k]);
                        let [a, b, c] = [0, 1, 2].map(column);
                        let n = [0, 1, 2].map(|i| &a[i] + &b[i] + &c[i]);
                        Plane { h: &h * &squared + dot(&n, &place(translation)), n }
                    })
                    .collect()
            }
            Target::Parallelepiped { center, edges } => {
                let (center, edges) = (place(center), edges.each_ref().map(place));
                let volume = dot(&edges[0], &cross(&edges[1], &edges[2]));
                if volume.is_zero() {
                    return None;
                }
                let across = |k: usize| {
                    let n = cross(&edges[(k + 1) % 3], &edges[(k + 2) % 3]);
                    n.map(|x| x * volume.signum() * 2)
                };
                (0..3).flat_map(|k| slab(&across(k), &center, &volume.abs())).collect()
            }
            Target::Polytope(planes) => planes
                .iter()
                .map(|[point, normal]| Plane::through(&place(point), direction(*normal)))
                .collect(),
        })
    }

    /// Every length in the target.
    pub fn lengths(&self) -> Vec<f64> {
        match self {
            Target::Point(p) => p.to_vec(),
            Target::Segment(ends) => ends.as_flattened().to_vec(),
            Target::Triangle(vertices) => vertices.as_flattened().to_vec(),
            Target::Box { min, max } => [*min, *max].concat(),
            Target::Oriented { center, half_extents, .. } => [*center, *half_extents].concat(),
            Target::Parallelepiped { center, edges } => {
                [&center[..], edges.as_flattened()].concat()
            }
            Target::Placed { vertices, translation, .. } => {
                [&translation[..], vertices.as_flattened()].concat()
            }
            Target::Polytope(planes) => planes.iter().flat_map(|[point, _]| *point).collect(),
        }
    }
}

/// The columns of the rotation matrix of a quaternion, `|q|^2` times too long, and `|q|^2`.
fn matrix([x, y, z, w]: &[BigInt; 4]) -> ([Vector; 3], BigInt) {
    // For each axis v, the product q v q* is w^2 v + 2 w (u x v) + 2 u (u . v) - |u|^2 v.
    let u: Vector = [x.clone(), y.clone(), z.clone()];
    let (uu, ww) = (dot(&u, &u), w * w);
    let column = |k: usize| {
        let v = unit(k);
        let across = cross(&u, &v);
        [0, 1, 2].map(|i| (&ww - &uu) * &v[i] + w * &across[i] * 2 + &u[i] * &u[k] * 2)
    };
    ([0, 1, 2].map(column), ww + uu)
}

fn segment([a, b]: &[Vector; 2], plane: bool) -> Vec<Plane> {
    let along = minus(b, a);
    if dot(&along, &along).is_zero() {
        let axes = if plane { 2 } else { 3 };
        return (0..axes).flat_map(|k| slab(&unit(k), a, &BigInt::ZERO)).collect();
    }
    let mut planes = vec![Plane::through(a, negated(&along)), Plane::through(b, along.clone())];
    // In the plane one pair of planes across is enough, and there is no other.
    let first = if plane { cross(&unit(2), &along) } else { across(&along) };
    planes.extend(slab(&first, a, &BigInt::ZERO));
    if !plane {
        planes.extend(slab(&cross(&along, &first), a, &BigInt::ZERO));
    }
    planes
}

/// A vector perpendicular to `v`.
fn across(v: &Vector) -> Vector {
    let k = (0..3).find(|k| v[*k].is_zero()).unwrap_or(0);
    cross(v, &unit(k))
}

fn triangle(vertices: &[Vector; 3]) -> Vec<Plane> {
    let edge = |i: usize| minus(&vertices[(i + 1) % 3], &vertices[i]);
    let n = cross(&edge(0), &edge(1));
    if n.iter().all(Zero::is_zero) {
        let longest = (0..3).max_by_key(|i| dot(&edge(*i), &edge(*i))).unwrap();
        return segment(&[vertices[longest].clone(), vertices[(longest + 1) % 3].clone()], false);
    }
    let mut planes = slab(&n, &vertices[0], &BigInt::ZERO).to_vec();
    planes.extend((0..3).map(|i| Plane::through(&vertices[i], cross(&edge(i), &n))));
    planes
}
