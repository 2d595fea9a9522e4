//! The guess for boxes, triangles and segments: along each axis that may separate them they overlap
//! for some time, and the latest beginning tells on which facet of `K` they meet. With a radius
//! this is right where the facet is met in its inside.
//!
//! Source: S. Gottschalk, M. Lin, D. Manocha, *OBBTree: A Hierarchical Structure for Rapid
//! Interference Detection*, 1996; for bodies on their way D. Eberly, *Intersection of Convex
//! Objects: The Method of Separating Axes*, 2008.

use super::told::{Guess, Pieces};
use super::vector::{V3, cross, dot, minus, parting};
use crate::contact::convex::core::Core;
use crate::contact::convex::pair::ConvexPair;
use crate::contact::convex::piece::{At, Face};
use crate::number::sqrt;
use crate::shape::topology::Topology;

/// A core in plain floats.
enum Plain {
    /// A box: its centre, and half of each edge.
    Box { center: V3, halves: [V3; 3], count: usize },
    /// A point, a segment or a triangle.
    Simplex { points: [V3; 3], count: usize },
}

/// Some vectors, at most three.
struct Vectors {
    all: [V3; 3],
    count: usize,
}

impl Vectors {
    fn as_slice(&self) -> &[V3] {
        &self.all[..self.count]
    }
}

impl Plain {
    fn of(core: &Core<'_>) -> Option<Self> {
        if let Some((points, count)) = core.few_corners() {
            return Some(Self::Simplex { points, count });
        }
        let (center, halves, count) = core.rounded_box()?;
        Some(Self::Box { center, halves, count })
    }

    /// Where it begins and ends along each of the axes.
    #[cfg_attr(hot, inline(always))]
    fn along(&self, axes: &Axes) -> [[f64; Axes::MOST]; 2] {
        let [mut low, mut high] = [[0.0; Axes::MOST]; 2];
        match self {
            Self::Box { center, halves, .. } => {
                for i in 0..Axes::MOST {
                    let n = axes.normal(i);
                    let middle = dot(*center, n);
                    let half =
                        dot(halves[0], n).abs() + dot(halves[1], n).abs() + dot(halves[2], n).abs();
                    (low[i], high[i]) = (middle - half, middle + half);
                }
            }
            // What is filled up is a vertex once more.
            Self::Simplex { points: [p, q, r], .. } => {
                for i in 0..Axes::MOST {
                    let n = axes.normal(i);
                    let (x, y, z) = (dot(*p, n), dot(*q, n), dot(*r, n));
                    (low[i], high[i]) = (less(less(x, y), z), more(more(x, y), z));
                }
            }
        }
        [low, high]
    }

    /// About how far from zero it reaches.
    fn size(&self) -> f64 {
        let greatest = |v: &V3| v.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        match self {
            Self::Box { center, halves, .. } => {
                greatest(center) + halves.iter().map(greatest).sum::<f64>()
            }
            Self::Simplex { points, .. } => points.iter().map(greatest).fold(0.0, f64::max),
        }
    }

    /// The directions of its edges, as its topology numbers them.
    fn edges(&self) -> Vectors {
        match self {
            Self::Box { halves, count, .. } => Vectors { all: *halves, count: *count },
            Self::Simplex { points: [p, q, r], count } => match count {
                3 => Vectors { all: [minus(*q, *p), minus(*r, *q), minus(*p, *r)], count: 3 },
                2 => Vectors { all: [minus(*q, *p); 3], count: 1 },
                _ => Vectors { all: [[0.0; 3]; 3], count: 0 },
            },
        }
    }

    /// The normals of its faces, one of each two that are opposite.
    fn normals(&self) -> Vectors {
        let edges = self.edges();
        match (self, edges.count) {
            (Self::Box { .. }, 3) => edges,
            (Self::Box { .. }, 2) | (Self::Simplex { .. }, 3) => {
                Vectors { all: [cross(edges.all[0], edges.all[1]); 3], count: 1 }
            }
            _ => Vectors { count: 0, ..edges },
        }
    }

    /// The face with the normal of a number that looks along a vector, and whether it is its back
    /// that does.
    fn face(&self, number: usize, normal: V3, n: V3) -> (u32, bool) {
        let looks_back = dot(normal, n) < 0.0;
        match self {
            Self::Box { count: 3, .. } => (2 * number as u32 + u32::from(!looks_back), false),
            _ => (0, looks_back),
        }
    }

    /// The vertex that lies farthest along a vector.
    fn farthest(&self, n: V3) -> u32 {
        match self {
            Self::Box { halves, count, .. } => {
                let is_far = |i: &usize| dot(halves[*i], n) > 0.0;
                (0..*count).filter(is_far).fold(0, |vertex, i| vertex | 1 << i)
            }
            Self::Simplex { points, count } => {
                let mut best = (0, f64::NEG_INFINITY);
                for (i, point) in (0..).zip(&points[..*count]) {
                    let x = dot(*point, n);
                    if x > best.1 {
                        best = (i, x);
                    }
                }
                best.0
            }
        }
    }

    /// The edge of a direction that lies farthest along a vector.
    fn farthest_edge(&self, topology: &Topology, direction: usize, n: V3) -> u32 {
        match self {
            Self::Box { .. } => topology.spokes(self.farthest(n))[direction].edge,
            Self::Simplex { .. } => direction as u32,
        }
    }
}

fn less(x: f64, y: f64) -> f64 {
    if y < x { y } else { x }
}

fn more(x: f64, y: f64) -> f64 {
    if y > x { y } else { x }
}

/// What an axis is normal to.
#[derive(Clone, Copy)]
enum Axis {
    Obstacle(usize),
    Mover(usize),
    Edges(usize, usize),
}

/// The axes that may separate the two, coordinate by coordinate; the rest is zeros.
struct Axes {
    normals: [[f64; Self::MOST]; 3],
    of: [Axis; Self::MOST],
    count: usize,
}

impl Axes {
    /// Those of two boxes are fifteen.
    const MOST: usize = 16;

    fn add(&mut self, normal: V3, of: Axis) {
        for (row, x) in self.normals.iter_mut().zip(normal) {
            row[self.count] = x;
        }
        self.of[self.count] = of;
        self.count += 1;
    }

    #[cfg_attr(hot, inline(always))]
    fn normal(&self, i: usize) -> V3 {
        [self.normals[0][i], self.normals[1][i], self.normals[2][i]]
    }
}

/// An axis along which something is, and whether the mover comes from behind it.
#[derive(Clone, Copy)]
struct Found {
    t: f64,
    axis: usize,
    is_back: bool,
}

struct Sweep<'p, 'a> {
    pair: &'p ConvexPair<'a>,
    mover: Plain,
    obstacle: Plain,
    axes: Axes,
}

impl Sweep<'_, '_> {
    /// The normal of an axis, turned to where the mover comes from.
    fn normal(&self, Found { axis, is_back, .. }: Found) -> V3 {
        let normal = self.axes.normal(axis);
        if is_back { normal.map(|x| -x) } else { normal }
    }

    fn apart(&self, n: V3) -> Guess {
        let back = n.map(|x| -x);
        let at = At { obstacle: self.obstacle.farthest(n), mover: self.mover.farthest(back) };
        Guess::Apart(n, at)
    }

    fn face(&self, found: Found) -> Face {
        let (normal, n) = (self.axes.normal(found.axis), self.normal(found));
        let back = n.map(|x| -x);
        let (of_b, of_a) = (self.pair.obstacle.topology(), self.pair.mover.topology());
        match self.axes.of[found.axis] {
            Axis::Obstacle(number) => {
                let (face, is_back) = self.obstacle.face(number, normal, n);
                Face::Obstacle { face, is_back, vertex: self.mover.farthest(back) }
            }
            Axis::Mover(number) => {
                let (face, is_back) = self.mover.face(number, normal, back);
                Face::Mover { face, is_back, vertex: self.obstacle.farthest(n) }
            }
            Axis::Edges(i, j) => Face::Edges {
                obstacle: self.obstacle.farthest_edge(of_b, i, n),
                mover: self.mover.farthest_edge(of_a, j, back),
                is_back: found.is_back,
            },
        }
    }
}

/// The normals of faces and the products of edges of the two.
fn axes_of(pair: &ConvexPair<'_>, mover: &Plain, obstacle: &Plain) -> Axes {
    let mut axes =
        Axes { normals: [[0.0; Axes::MOST]; 3], of: [Axis::Obstacle(0); Axes::MOST], count: 0 };
    for (number, normal) in obstacle.normals().as_slice().iter().enumerate() {
        axes.add(*normal, Axis::Obstacle(number));
    }
    if pair.are_aligned_boxes() && axes.count == 3 {
        return axes;
    }
    for (number, normal) in mover.normals().as_slice().iter().enumerate() {
        axes.add(*normal, Axis::Mover(number));
    }
    for (i, e) in obstacle.edges().as_slice().iter().enumerate() {
        for (j, f) in mover.edges().as_slice().iter().enumerate() {
            axes.add(cross(*e, *f), Axis::Edges(i, j));
        }
    }
    axes
}

/// What is met first, on a motion without end.
pub(crate) fn guess(pair: &ConvexPair<'_>) -> Guess {
    let (Some(mover), Some(obstacle)) = (Plain::of(&pair.mover), Plain::of(&pair.obstacle)) else {
        return Guess::Unknown;
    };
    // What spans no space has other axes.
    if pair.dimension == 2 || pair.mover.dimension() + pair.obstacle.dimension() < 3 {
        return Guess::Unknown;
    }
    let v: V3 = core::array::from_fn(|k| pair.course.rounded(k));
    let r = pair.reach.radius + pair.reach.rounding;
    let size = more(more(mover.size(), obstacle.size()), r);
    let axes = axes_of(pair, &mover, &obstacle);
    let ([of_a, of_b], count) = ([&mover, &obstacle].map(|plain| plain.along(&axes)), axes.count);
    let sweep = Sweep { pair, mover, obstacle, axes };
    let (mut entry, mut exit, mut touch) = (None, None, None);
    // The normal of a face is found anew, rounded, as a product of edges.
    let is_later = |known: &Option<Found>, t: f64| {
        known.is_none_or(|known| t > known.t + 1e-13 * known.t.abs())
    };
    for axis in 0..count {
        let normal = sweep.axes.normal(axis);
        // Only with a radius it matters how long it is.
        let length = if r > 0.0 {
            sqrt(dot(normal, normal))
        } else {
            normal[0].abs() + normal[1].abs() + normal[2].abs()
        };
        if length == 0.0 {
            continue;
        }
        // What is less than this is taken for a touch.
        let (margin, small) = (r * length, 1e-13 * size * length);
        let (low, high) = (of_b[0][axis] - of_a[1][axis], of_b[1][axis] - of_a[0][axis]);
        let speed = dot(v, normal);
        // The mover is at zero, and outside of [low, high] they are apart.
        for (gap, is_back, closing) in
            [(low - margin, true, speed), (-high - margin, false, -speed)]
        {
            if gap > small {
                if closing <= 0.0 {
                    return sweep.apart(sweep.normal(Found { t: 0.0, axis, is_back }));
                }
                let t = gap / closing;
                if is_later(&entry, t) {
                    entry = Some(Found { t, axis, is_back });
                }
            } else if gap > -small {
                // Of several that one counts which the mover leaves or enters fastest.
                let t = closing.abs() / length;
                if is_later(&touch, t) {
                    touch = Some(Found { t, axis, is_back });
                }
            }
            // Where it leaves on this side.
            if closing < 0.0 {
                let t = gap / closing;
                if exit.is_none_or(|known: Found| t < known.t - 1e-13 * known.t.abs()) {
                    exit = Some(Found { t, axis, is_back });
                }
            }
        }
    }
    let touch = touch.map(|found| sweep.face(found));
    match (entry, exit, touch) {
        (Some(entry), Some(exit), _) if entry.t > exit.t => {
            sweep.apart(parting(Some(sweep.normal(entry)), sweep.normal(exit), v))
        }
        (Some(found), _, _) => Guess::Pieces(Pieces::of(sweep.face(found)), touch),
        (None, _, Some(face)) => Guess::Starts(face),
        (None, _, None) => Guess::Overlap,
    }
}
