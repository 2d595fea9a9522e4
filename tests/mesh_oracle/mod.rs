//! An oracle for meshes as a whole, by whole numbers and brute force.
//!
//! A ray in a random direction decides inside or outside, and another one if the first passes
//! through an edge. A mesh is closed if each piece of its edges, cut at every vertex on them, is
//! used as often in one direction as in the other. Neighbours are found by a pass over all
//! triangles.

#![allow(dead_code, reason = "each test crate uses a part of it")]
#![allow(clippy::unwrap_used, reason = "a test may stop at what cannot be")]

#[path = "../oracle/exact.rs"]
mod exact;

use super::random::Random;
use exact::{Vector, common_exponent, cross, dot, integer, minus};
use num_bigint::BigInt;
use num_traits::Signed;
use std::collections::BTreeMap;
use tangency::{Feature, MeshFeature};

pub type Indexed = (Vec<[f64; 3]>, Vec<[u32; 3]>);

/// The corners of the triangles of a mesh, and some points, all in whole numbers of one unit.
pub struct Surface {
    pub triangles: Vec<[Vector; 3]>,
    pub points: Vec<Vector>,
}

fn is_zero(a: &Vector) -> bool {
    *a == [BigInt::ZERO, BigInt::ZERO, BigInt::ZERO]
}

fn signum(x: &BigInt) -> i64 {
    i64::from(x.is_positive()) - i64::from(x.is_negative())
}

/// Whether a point lies on a segment, its ends included.
fn on_segment([a, b]: [&Vector; 2], p: &Vector) -> bool {
    let (along, from_a, from_b) = (minus(b, a), minus(p, a), minus(p, b));
    is_zero(&cross(&along, &from_a)) && !dot(&from_a, &from_b).is_positive()
}

fn normal([a, b, c]: &[Vector; 3]) -> Vector {
    cross(&minus(b, a), &minus(c, a))
}

impl Surface {
    pub fn new((vertices, triangles): &Indexed, points: &[[f64; 3]]) -> Self {
        let e = common_exponent(vertices.iter().chain(points).flatten().copied());
        let whole = |p: &[f64; 3]| p.map(|x| integer(x, e));
        let triangles = triangles.iter().map(|t| t.map(|i| whole(&vertices[i as usize]))).collect();
        Self { triangles, points: points.iter().map(whole).collect() }
    }

    fn edges(&self, triangle: usize) -> [[&Vector; 2]; 3] {
        let t = &self.triangles[triangle];
        [[&t[0], &t[1]], [&t[1], &t[2]], [&t[2], &t[0]]]
    }

    fn has_area(&self, triangle: usize) -> bool {
        !is_zero(&normal(&self.triangles[triangle]))
    }

    fn holds(&self, triangle: usize, p: &Vector) -> bool {
        let n = normal(&self.triangles[triangle]);
        if is_zero(&n) {
            return self.edges(triangle).into_iter().any(|edge| on_segment(edge, p));
        }
        let edges = self.edges(triangle);
        dot(&n, &minus(p, edges[0][0])) == BigInt::ZERO
            && edges.iter().all(|[a, b]| !dot(&n, &cross(&minus(b, a), &minus(p, a))).is_negative())
    }

    /// The winding number of a point; `None` on the surface.
    pub fn winding(&self, p: &Vector, random: &mut Random) -> Option<i64> {
        if (0..self.triangles.len()).any(|triangle| self.holds(triangle, p)) {
            return None;
        }
        loop {
            let ray = random.integers(-1_000_000, 1_000_000).map(|x| BigInt::from(x as i64));
            if let Some(sum) = self.count(p, &ray) {
                return Some(sum);
            }
        }
    }

    /// The winding number along a ray; `None` if the ray comes near an edge.
    fn count(&self, p: &Vector, ray: &Vector) -> Option<i64> {
        let mut sum = 0;
        for corners in &self.triangles {
            let n = normal(corners);
            if is_zero(&n) {
                continue;
            }
            let seen = corners.each_ref().map(|corner| minus(corner, p));
            let across = |i: usize| signum(&dot(ray, &cross(&seen[i], &seen[(i + 1) % 3])));
            match [across(0), across(1), across(2)] {
                [1, 1, 1] | [-1, -1, -1] => {
                    let facing = signum(&dot(&n, ray));
                    if signum(&dot(&n, &seen[0])) == facing {
                        sum += facing;
                    }
                }
                sides if sides.contains(&1) && sides.contains(&-1) => {}
                _ => return None,
            }
        }
        Some(sum)
    }

    pub fn is_closed(&self) -> bool {
        let mut pieces: BTreeMap<[Vector; 2], i64> = BTreeMap::new();
        for triangle in 0..self.triangles.len() {
            for edge in self.edges(triangle) {
                let mut cuts: Vec<Vector> = self
                    .triangles
                    .iter()
                    .flatten()
                    .filter(|corner| on_segment(edge, corner))
                    .cloned()
                    .collect();
                cuts.sort();
                cuts.dedup();
                for piece in cuts.windows(2) {
                    let forwards = edge[0] < edge[1];
                    let piece = [piece[0].clone(), piece[1].clone()];
                    *pieces.entry(piece).or_default() += if forwards { 1 } else { -1 };
                }
            }
        }
        pieces.values().all(|&sum| sum == 0)
    }

    fn corners_of(&self, at: MeshFeature) -> Vec<&Vector> {
        let t = &self.triangles[at.triangle];
        match at.feature {
            Feature::Vertex(i) => vec![&t[i as usize]],
            Feature::Edge(i) => vec![&t[i as usize], &t[(i as usize + 1) % 3]],
            Feature::Face => t.iter().collect(),
        }
    }

    pub fn triangles_at(&self, at: MeshFeature) -> Vec<usize> {
        let corners = self.corners_of(at);
        let has_all = |t: &usize| corners.iter().all(|&c| self.triangles[*t].contains(c));
        (0..self.triangles.len()).filter(has_all).collect()
    }

    /// Whether all triangles at an edge or a vertex lie in one plane: on both sides of the edge, or
    /// of each edge that ends at the vertex.
    pub fn is_flat_at(&self, at: MeshFeature) -> bool {
        let corners = self.corners_of(at);
        let ends: Vec<&Vector> = if corners[0] == corners[corners.len() - 1] {
            let others = self.triangles_at(at).into_iter().filter(|&t| self.has_area(t));
            others.flat_map(|t| &self.triangles[t]).filter(|&c| c != corners[0]).collect()
        } else {
            vec![corners[1]]
        };
        !ends.is_empty()
            && ends.iter().all(|end| self.is_flat_along(corners[0], end))
            && self.lie_in_one_plane(&self.triangles_at(at))
    }

    fn lie_in_one_plane(&self, triangles: &[usize]) -> bool {
        let mut all = triangles.iter().filter(|&&t| self.has_area(t)).map(|&t| &self.triangles[t]);
        let Some(first) = all.next() else { return false };
        let n = normal(first);
        all.flatten().all(|corner| dot(&n, &minus(corner, &first[0])) == BigInt::ZERO)
    }

    /// Whether the triangles at an edge are flat, by the parts of their third corners that are
    /// perpendicular to the edge: these lie on a line, and in both directions.
    fn is_flat_along(&self, a: &Vector, b: &Vector) -> bool {
        let e = minus(b, a);
        let arms: Vec<Vector> = self
            .triangles
            .iter()
            .filter(|t| t.contains(a) && t.contains(b) && !is_zero(&normal(t)))
            .map(|t| {
                let third = t.iter().find(|&c| c != a && c != b).unwrap();
                let d = minus(third, a);
                let (ee, along) = (dot(&e, &e), dot(&e, &d));
                [0, 1, 2].map(|k| &d[k] * &ee - &e[k] * &along)
            })
            .collect();
        arms.iter().all(|arm| is_zero(&cross(arm, &arms[0])))
            && arms.iter().any(|arm| dot(arm, &arms[0]).is_negative())
    }

    /// Whether triangles in one plane leave no gap around a point: each direction that could be in
    /// a gap is in one of them.
    pub fn surround(&self, triangles: &[usize], point: &Vector) -> bool {
        let seen: Vec<[Vector; 2]> = triangles
            .iter()
            .filter(|&&t| self.has_area(t))
            .map(|&t| {
                let t = &self.triangles[t];
                let i = t.iter().position(|c| c == point).unwrap();
                [minus(&t[(i + 1) % 3], point), minus(&t[(i + 2) % 3], point)]
            })
            .collect();
        let n = cross(&seen[0][0], &seen[0][1]);
        let rays: Vec<&Vector> = seen.iter().flatten().collect();
        let mut directions = Vec::new();
        for a in &rays {
            let across = cross(&n, a);
            directions.push(across.clone());
            directions.push(across.map(|x| -x));
            for b in &rays {
                // The length does not matter, since any direction between two directions of a gap
                // will do.
                let sum = [0, 1, 2].map(|k| &a[k] + &b[k]);
                directions.push(sum.clone());
                directions.push(sum.map(|x| -x));
            }
        }
        directions.iter().filter(|d| !is_zero(d)).all(|d| {
            seen.iter().any(|[a, b]| {
                let m = cross(a, b);
                !dot(&m, &cross(a, d)).is_negative() && !dot(&m, &cross(d, b)).is_negative()
            })
        })
    }
}

// ---- meshes ----

/// The eight corners of a box and twelve triangles that run counterclockwise as seen from outside.
pub fn cube(min: [f64; 3], max: [f64; 3]) -> Indexed {
    let bounds = [min, max];
    let vertices = (0..8).map(|i| [0, 1, 2].map(|k| bounds[i >> k & 1][k])).collect();
    let sides =
        [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    let triangles = sides.into_iter().flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    (vertices, triangles)
}

/// The same cube with each side cut into `n × n` squares, and with vertices of its own for each
/// side.
pub fn grid_cube(n: u32, size: f64) -> Indexed {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for side in 0..6 {
        let (axis, is_max) = (side / 2, side % 2 == 1);
        let first = vertices.len() as u32;
        for j in 0..=n {
            for i in 0..=n {
                let mut p = [0.0; 3];
                p[axis] = if is_max { size } else { 0.0 };
                p[(axis + 1) % 3] = size * f64::from(i) / f64::from(n);
                p[(axis + 2) % 3] = size * f64::from(j) / f64::from(n);
                vertices.push(p);
            }
        }
        for j in 0..n {
            for i in 0..n {
                let at = |i: u32, j: u32| first + j * (n + 1) + i;
                let (a, b, c, d) = (at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
                let pair =
                    if (i + j) % 2 == 0 { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] };
                triangles.extend(pair.map(|t| if is_max { t } else { reversed(t) }));
            }
        }
    }
    (vertices, triangles)
}

/// An octahedron whose triangles are cut in four, `depth` times; the new vertices are pushed out to
/// the sphere.
pub fn globe(depth: u32, radius: f64) -> Indexed {
    let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let mut faces: Vec<[[f64; 3]; 3]> = Vec::new();
    for signs in 0..8u32 {
        let corner = |k: usize| axes[k].map(|x| if signs >> k & 1 == 1 { -x } else { x });
        let face = [corner(0), corner(1), corner(2)];
        faces.push(if signs.count_ones() % 2 == 0 { face } else { [face[0], face[2], face[1]] });
    }
    for _ in 0..depth {
        let middle = |a: [f64; 3], b: [f64; 3]| {
            let sum = [0, 1, 2].map(|k| a[k] + b[k]);
            let length = sum.iter().map(|x| x * x).sum::<f64>().sqrt();
            sum.map(|x| x / length)
        };
        faces = faces
            .into_iter()
            .flat_map(|[a, b, c]| {
                let (ab, bc, ca) = (middle(a, b), middle(b, c), middle(c, a));
                [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]
            })
            .collect();
    }
    let vertices = faces.iter().flatten().map(|p| p.map(|x| x * radius)).collect();
    let triangles = (0..faces.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    (vertices, triangles)
}

/// The surface of a tetrahedron, which may be flat or turned inside out.
pub fn tetrahedron(corners: [[f64; 3]; 4]) -> Indexed {
    (corners.to_vec(), vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
}

pub fn joined(parts: impl IntoIterator<Item = Indexed>) -> Indexed {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for (more, indices) in parts {
        let first = vertices.len() as u32;
        vertices.extend(more);
        triangles.extend(indices.into_iter().map(|t: [u32; 3]| t.map(|i| first + i)));
    }
    (vertices, triangles)
}

pub fn reversed([a, b, c]: [u32; 3]) -> [u32; 3] {
    [a, c, b]
}

pub fn inside_out((vertices, triangles): Indexed) -> Indexed {
    (vertices, triangles.into_iter().map(reversed).collect())
}
