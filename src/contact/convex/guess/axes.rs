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

    /// Where it begins and ends along a vector.
    fn along(&self, n: V3) -> (f64, f64) {
        match self {
            Self::Box { center, halves, .. } => {
                let middle = dot(*center, n);
                let half = halves.iter().map(|half| dot(*half, n).abs()).sum::<f64>();
                (middle - half, middle + half)
            }
            // What is filled up is a vertex once more.
            Self::Simplex { points, .. } => points.iter().fold(
                (f64::INFINITY, f64::NEG_INFINITY),
                |(low, high): (f64, f64), point| {
                    let x = dot(*point, n);
                    (low.min(x), high.max(x))
                },
            ),
        }
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

/// What an axis is normal to.
#[derive(Clone, Copy)]
enum Axis {
    Obstacle(usize),
    Mover(usize),
    Edges(usize, usize),
}

/// The axis along which something is, turned so that the mover comes from where it leads.
#[derive(Clone, Copy)]
struct Found {
    t: f64,
    axis: Axis,
    /// As the axis is found, and as it is turned.
    normal: V3,
    n: V3,
}

struct Sweep<'p, 'a> {
    pair: &'p ConvexPair<'a>,
    mover: Plain,
    obstacle: Plain,
    v: V3,
    r: f64,
    /// What is less than this beside the axis is taken for a touch.
    tolerance: f64,
    entry: Option<Found>,
    exit: Option<Found>,
    /// Of those along which they just touch at the start.
    touch: Option<Found>,
}

impl Sweep<'_, '_> {
    /// Looks along an axis: answers along which way it separates the two for ever, if it does.
    fn look(&mut self, normal: V3, axis: Axis) -> Option<V3> {
        // Only with a radius it matters how long it is.
        let length = if self.r > 0.0 {
            sqrt(dot(normal, normal))
        } else {
            normal[0].abs() + normal[1].abs() + normal[2].abs()
        };
        if length == 0.0 {
            return None;
        }
        let (a, b) = (self.mover.along(normal), self.obstacle.along(normal));
        let (margin, small) = (self.r * length, self.tolerance * length);
        let (low, high) = (b.0 - a.1 - margin, b.1 - a.0 + margin);
        let speed = dot(self.v, normal);
        let back = normal.map(|x| -x);
        let found = |t: f64, n: V3| Found { t, axis, normal, n };
        // The normal of a face is found anew, rounded, as a product of edges.
        let is_later = |known: &Option<Found>, t: f64| {
            known.is_none_or(|known| t > known.t + 1e-13 * known.t.abs())
        };
        // The mover is at zero, and outside of [low, high] they are apart.
        for (gap, n, closing) in [(low, back, speed), (-high, normal, -speed)] {
            if gap > small {
                if closing <= 0.0 {
                    return Some(n);
                }
                let t = gap / closing;
                if is_later(&self.entry, t) {
                    self.entry = Some(found(t, n));
                }
            } else if gap > -small {
                // Of several that one counts which the mover leaves or enters fastest.
                let t = closing.abs() / length;
                if is_later(&self.touch, t) {
                    self.touch = Some(found(t, n));
                }
            }
            // Where it leaves on this side.
            if closing < 0.0 {
                let t = gap / closing;
                if self.exit.is_none_or(|known| t < known.t - 1e-13 * known.t.abs()) {
                    self.exit = Some(found(t, n));
                }
            }
        }
        None
    }

    /// The corner of `K` that lies farthest along a vector.
    fn corner(&self, n: V3) -> At {
        At { obstacle: self.obstacle.farthest(n), mover: self.mover.farthest(n.map(|x| -x)) }
    }

    fn apart(&self, n: V3) -> Guess {
        Guess::Apart(n, self.corner(n))
    }

    fn face(&self, found: &Found) -> Face {
        let Found { axis, normal, n, .. } = *found;
        let back = n.map(|x| -x);
        let (of_b, of_a) = (self.pair.obstacle.topology(), self.pair.mover.topology());
        match axis {
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
                is_back: dot(normal, n) < 0.0,
            },
        }
    }
}

/// What is met first, on a motion without end.
pub(crate) fn guess(pair: &ConvexPair<'_>) -> Guess {
    let (Some(mover), Some(obstacle)) = (Plain::of(&pair.mover), Plain::of(&pair.obstacle)) else {
        return Guess::Unknown;
    };
    if pair.dimension == 2 {
        return Guess::Unknown;
    }
    let v: V3 = core::array::from_fn(|k| pair.course.rounded(k));
    let r = pair.reach.radius + pair.reach.rounding;
    let [of_b, of_a] = [&obstacle, &mover].map(|plain| (plain.edges(), plain.normals()));
    let size = [&mover, &obstacle].map(|plain| plain.size()).into_iter().fold(r, f64::max);
    let mut sweep = Sweep {
        pair,
        mover,
        obstacle,
        v,
        r,
        tolerance: 1e-13 * size,
        entry: None,
        exit: None,
        touch: None,
    };
    for (number, normal) in of_b.1.as_slice().iter().enumerate() {
        if let Some(n) = sweep.look(*normal, Axis::Obstacle(number)) {
            return sweep.apart(n);
        }
    }
    let are_aligned = pair.are_aligned_boxes();
    if !are_aligned {
        for (number, normal) in of_a.1.as_slice().iter().enumerate() {
            if let Some(n) = sweep.look(*normal, Axis::Mover(number)) {
                return sweep.apart(n);
            }
        }
        for (i, e) in of_b.0.as_slice().iter().enumerate() {
            for (j, f) in of_a.0.as_slice().iter().enumerate() {
                if let Some(n) = sweep.look(cross(*e, *f), Axis::Edges(i, j)) {
                    return sweep.apart(n);
                }
            }
        }
    }
    let touch = sweep.touch.as_ref().map(|found| sweep.face(found));
    match (&sweep.entry, &sweep.exit, touch) {
        (Some(entry), Some(exit), _) if entry.t > exit.t => {
            sweep.apart(parting(Some(entry.n), exit.n, v))
        }
        (Some(found), _, _) => Guess::Pieces(Pieces::of(sweep.face(found)), touch),
        (None, _, Some(face)) => Guess::Starts(face),
        (None, _, None) => Guess::Overlap,
    }
}
