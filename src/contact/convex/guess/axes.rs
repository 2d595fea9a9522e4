//! The guess for boxes, triangles and segments, by separating axes. Along each axis the projections
//! overlap for some time. The axis on which the overlap begins last is the guessed normal of the
//! facet of `K` that is touched first. With a radius the guess is right if the contact is inside of
//! the facet.
//!
//! Source: S. Gottschalk, M. Lin, D. Manocha, *OBBTree: A Hierarchical Structure for Rapid
//! Interference Detection*, 1996; for moving bodies D. Eberly, *Intersection of Convex Objects: The
//! Method of Separating Axes*, 2008.

use super::told::{Guess, Pieces};
use super::vector::{V3, cross, dot, minus, parting};
use crate::contact::convex::core::Core;
use crate::contact::convex::pair::ConvexPair;
use crate::contact::convex::piece::{At, Face};
use crate::number::{Real, TaskOfOne, run_one_or, sqrt};
use crate::shape::topology::Topology;

/// A core in plain floats.
enum Plain {
    /// A box: its centre, and half of each edge. A parallelepiped is sheared.
    Box { center: V3, halves: [V3; 3], count: usize, is_sheared: bool },
    /// A point, a segment or a triangle.
    Simplex { points: [V3; 3], count: usize },
}

/// A list of at most three vectors.
struct VectorList {
    all: [V3; 3],
    count: usize,
}

impl VectorList {
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
        Some(Self::Box { center, halves, count, is_sheared: core.is_sheared() })
    }

    /// Returns the bounds of the projections onto each of four axes.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn along(&self, axes: &FourAxes) -> [[f64; 4]; 2] {
        let [mut low, mut high] = [[0.0; 4]; 2];
        match self {
            Self::Box { center, halves, .. } => {
                for i in 0..4 {
                    let n = axes.normal(i);
                    let middle = dot(*center, n);
                    let half =
                        dot(halves[0], n).abs() + dot(halves[1], n).abs() + dot(halves[2], n).abs();
                    (low[i], high[i]) = (middle - half, middle + half);
                }
            }
            // The unused entries are copies of a vertex.
            Self::Simplex { points: [p, q, r], .. } => {
                for i in 0..4 {
                    let n = axes.normal(i);
                    let (x, y, z) = (dot(*p, n), dot(*q, n), dot(*r, n));
                    (low[i], high[i]) = (less(less(x, y), z), more(more(x, y), z));
                }
            }
        }
        [low, high]
    }

    /// Returns approximately the greatest coordinate of the core.
    fn size(&self) -> f64 {
        let greatest = |v: &V3| v.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        match self {
            Self::Box { center, halves, .. } => {
                greatest(center) + halves.iter().map(greatest).sum::<f64>()
            }
            Self::Simplex { points, .. } => points.iter().map(greatest).fold(0.0, f64::max),
        }
    }

    /// Returns the directions of the edges, in the order of the topology.
    fn edges(&self) -> VectorList {
        match self {
            Self::Box { halves, count, .. } => VectorList { all: *halves, count: *count },
            Self::Simplex { points: [p, q, r], count } => match count {
                3 => VectorList { all: [minus(*q, *p), minus(*r, *q), minus(*p, *r)], count: 3 },
                2 => VectorList { all: [minus(*q, *p); 3], count: 1 },
                _ => VectorList { all: [[0.0; 3]; 3], count: 0 },
            },
        }
    }

    /// Returns the normals of the faces, one for each pair of opposite faces.
    fn normals(&self) -> VectorList {
        let edges = self.edges();
        match (self, edges.count) {
            (Self::Box { is_sheared: true, .. }, _) => {
                let [a, b, c] = edges.all;
                VectorList { all: [cross(b, c), cross(c, a), cross(a, b)], count: 3 }
            }
            (Self::Box { .. }, 3) => edges,
            (Self::Box { .. }, 2) | (Self::Simplex { .. }, 3) => {
                VectorList { all: [cross(edges.all[0], edges.all[1]); 3], count: 1 }
            }
            _ => VectorList { count: 0, ..edges },
        }
    }

    /// Returns the face whose outward normal is the normal with this index, or its negative, and
    /// points along `n`; and whether this side of the face is its back.
    fn face(&self, number: usize, normal: V3, n: V3) -> (u32, bool) {
        let looks_back = dot(normal, n) < 0.0;
        match self {
            Self::Box { count: 3, .. } => (2 * number as u32 + u32::from(!looks_back), false),
            _ => (0, looks_back),
        }
    }

    /// Returns the vertex that lies farthest along a vector.
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

    /// Returns the edge that lies farthest along a vector, among the edges with the direction of
    /// this index.
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

/// The parts that define an axis as their normal: a face or two edges, by index.
#[derive(Clone, Copy)]
enum AxisSource {
    Obstacle(u8),
    Mover(u8),
    Edges(u8, u8),
}

/// Up to four axes that may separate the two bodies, coordinate by coordinate; unused entries are
/// zero.
#[derive(Clone, Copy)]
struct FourAxes {
    normals: [[f64; 4]; 3],
    of: [AxisSource; 4],
}

impl FourAxes {
    const NONE: Self = Self { normals: [[0.0; 4]; 3], of: [AxisSource::Obstacle(0); 4] };

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn normal(&self, i: usize) -> V3 {
        [self.normals[0][i], self.normals[1][i], self.normals[2][i]]
    }
}

/// An event along an axis: its time (for a touch, the speed), the index of the axis, and whether
/// the axis must be reversed to point to the side from which the mover comes or to which it goes.
#[derive(Clone, Copy)]
struct AxisEvent {
    t: f64,
    axis: usize,
    is_back: bool,
}

impl AxisEvent {
    const NONE: Self = Self { t: 0.0, axis: usize::MAX, is_back: false };

    fn is_some(&self) -> bool {
        self.axis < usize::MAX
    }
}

/// The least relative difference of two times that counts as a difference.
const EARLIER: f64 = 1e-13;
const LATER: f64 = 1.0 + EARLIER;

/// The motion of the mover's projection onto each of four axes.
struct ProjectedMotion {
    /// The distances from the start to the beginning and to the end of the overlap.
    enters: [f64; 4],
    leaves: [f64; 4],
    /// The times of the beginning and the end: minus infinity if the projections touch or overlap
    /// at the start, infinity if their overlap never ends.
    enters_at: [f64; 4],
    leaves_at: [f64; 4],
    /// The speed divided by the length of the axis.
    speed: [f64; 4],
    /// Whether the mover moves in the direction of the axis.
    is_up: [bool; 4],
    /// Whether the projections never overlap; and whether they touch at the start.
    is_apart: [bool; 4],
    touches: [bool; 4],
}

struct AxisSweep<'p, 'a> {
    pair: &'p ConvexPair<'a>,
    mover: Plain,
    obstacle: Plain,
    v: V3,
    r: f64,
    /// Approximately the greatest coordinate of the two cores.
    size: f64,
    groups: [FourAxes; 4],
    entry: AxisEvent,
    exit: AxisEvent,
    touch: AxisEvent,
}

impl AxisSweep<'_, '_> {
    /// Adds the normals of faces and the cross products of edges, and returns their number.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn add_axes(&mut self) -> usize {
        let mut count = 0;
        let groups = &mut self.groups;
        let mut add = |normal: V3, of: AxisSource| {
            let group = &mut groups[count / 4];
            for (row, x) in group.normals.iter_mut().zip(normal) {
                row[count % 4] = x;
            }
            group.of[count % 4] = of;
            count += 1;
        };
        let normals = self.obstacle.normals();
        for (number, normal) in (0..).zip(normals.as_slice()) {
            add(*normal, AxisSource::Obstacle(number));
        }
        if self.pair.are_aligned_boxes() && normals.count == 3 {
            return count;
        }
        for (number, normal) in (0..).zip(self.mover.normals().as_slice()) {
            add(*normal, AxisSource::Mover(number));
        }
        let edges = self.mover.edges();
        for (i, e) in (0..).zip(self.obstacle.edges().as_slice()) {
            for (j, f) in (0..).zip(edges.as_slice()) {
                add(cross(*e, *f), AxisSource::Edges(i, j));
            }
        }
        count
    }

    /// Computes the motion along four axes with the same operations for each, so that the axes
    /// share registers.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn way(&self, axes: &FourAxes) -> ProjectedMotion {
        let Self { v, r, size, .. } = self;
        let ([low, high], [own_low, own_high]) =
            (self.obstacle.along(axes), self.mover.along(axes));
        let (zeros, no) = ([0.0; 4], [false; 4]);
        let mut way = ProjectedMotion {
            enters: zeros,
            leaves: zeros,
            enters_at: zeros,
            leaves_at: zeros,
            speed: zeros,
            is_up: no,
            is_apart: no,
            touches: no,
        };
        for i in 0..4 {
            let n = axes.normal(i);
            // The Euclidean length of the axis matters only with a radius.
            let length = match *r > 0.0 {
                true => sqrt(dot(n, n)),
                false => n[0].abs() + n[1].abs() + n[2].abs(),
            };
            // A distance below this bound counts as a touch.
            let small = 1e-13 * size * length;
            let speed = dot(*v, n);
            // Relative to the obstacle, the mover is a point that starts at zero. The projections
            // overlap while it is in `[low, high]`.
            let margin = r * length;
            let (low, high) = (low[i] - own_high[i] - margin, high[i] - own_low[i] + margin);
            let is_up = speed >= 0.0;
            let (enters, leaves) = if is_up { (low, high) } else { (-high, -low) };
            let speed = speed.abs();
            // A zero axis, or an axis so short that its square is zero, is no evidence.
            let counts = length > 0.0;
            let (is_outside, moves) = (counts & (enters > small), counts & (speed > 0.0));
            way.enters[i] = enters;
            way.leaves[i] = leaves;
            way.enters_at[i] = if is_outside { enters / speed } else { f64::NEG_INFINITY };
            way.leaves_at[i] = if moves { leaves / speed } else { f64::INFINITY };
            way.speed[i] = speed / length;
            way.is_up[i] = is_up;
            way.is_apart[i] = (counts & (leaves < -small)) | (is_outside & !moves);
            way.touches[i] = counts & ((enters.abs() <= small) | (leaves.abs() <= small));
        }
        way
    }

    /// Evaluates a group of axes out of `count` in total, and returns a vector along which the two
    /// bodies stay apart, if these axes show one.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn see(&mut self, group: usize, count: usize) -> Option<V3> {
        let way = self.way(&self.groups[group]);
        for i in 0..(count - 4 * group).min(4) {
            // The mover comes from behind the axis if it moves in the direction of the axis.
            let found = |t: f64, is_back: bool| AxisEvent { t, axis: 4 * group + i, is_back };
            let is_up = way.is_up[i];
            if way.is_apart[i] {
                let is_back = if way.leaves[i] < 0.0 { !is_up } else { is_up };
                return Some(self.normal(found(0.0, is_back)));
            }
            // The normal of a face occurs again, with rounding errors, as a cross product of edges.
            // So times that are equal up to rounding count once.
            if way.enters_at[i] > self.entry.t * LATER {
                self.entry = found(way.enters_at[i], is_up);
            }
            if way.leaves_at[i] < self.exit.t - EARLIER * self.exit.t.abs() {
                self.exit = found(way.leaves_at[i], !is_up);
            }
            // If the projections touch on several axes, the axis along which the mover leaves or
            // enters fastest counts.
            if way.touches[i] && way.speed[i] > self.touch.t * LATER {
                let is_back =
                    if way.enters[i].abs() < way.leaves[i].abs() { is_up } else { !is_up };
                self.touch = found(way.speed[i], is_back);
            }
        }
        let is_apart = self.entry.is_some() && self.exit.is_some() && self.entry.t > self.exit.t;
        is_apart.then(|| parting(Some(self.normal(self.entry)), self.normal(self.exit), self.v))
    }

    /// Returns the normal of an axis, reversed if needed.
    fn normal(&self, AxisEvent { axis, is_back, .. }: AxisEvent) -> V3 {
        let normal = self.groups[axis / 4].normal(axis % 4);
        if is_back { normal.map(|x| -x) } else { normal }
    }

    fn apart(&self, n: V3) -> Guess {
        let back = n.map(|x| -x);
        let at = At { obstacle: self.obstacle.farthest(n), mover: self.mover.farthest(back) };
        Guess::Apart(n, at)
    }

    fn face(&self, found: AxisEvent) -> Face {
        let AxisEvent { axis: number, is_back, .. } = found;
        let n = self.normal(found);
        let back = n.map(|x| -x);
        let (axis, of) = (if is_back { back } else { n }, self.groups[number / 4].of[number % 4]);
        let (of_b, of_a) = (self.pair.obstacle.topology(), self.pair.mover.topology());
        match of {
            AxisSource::Obstacle(number) => {
                let (face, is_back) = self.obstacle.face(usize::from(number), axis, n);
                Face::Obstacle { face, is_back, vertex: self.mover.farthest(back) }
            }
            AxisSource::Mover(number) => {
                let (face, is_back) = self.mover.face(usize::from(number), axis, back);
                Face::Mover { face, is_back, vertex: self.obstacle.farthest(n) }
            }
            AxisSource::Edges(i, j) => Face::Edges {
                obstacle: self.obstacle.farthest_edge(of_b, usize::from(i), n),
                mover: self.mover.farthest_edge(of_a, usize::from(j), back),
                is_back,
            },
        }
    }
}

/// Guesses the first contact of a motion without end.
pub(crate) fn guess(pair: &ConvexPair<'_>) -> Guess {
    run_one_or(Guessed(pair), |it| it.run::<f64>())
}

/// The same guess for the widest registers of the machine: four axes fill one register.
struct Guessed<'p, 'a>(&'p ConvexPair<'a>);

impl TaskOfOne for Guessed<'_, '_> {
    type Output = Guess;

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn run<F: Real>(self) -> Guess {
        along_axes(self.0)
    }
}

#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
fn along_axes(pair: &ConvexPair<'_>) -> Guess {
    let (Some(mover), Some(obstacle)) = (Plain::of(&pair.mover), Plain::of(&pair.obstacle)) else {
        return Guess::Unknown;
    };
    // Two cores that together do not span space have other separating axes.
    if pair.dimension == 2 || pair.mover.dimension() + pair.obstacle.dimension() < 3 {
        return Guess::Unknown;
    }
    let v: V3 = core::array::from_fn(|k| pair.motion.rounded(k));
    let r = pair.reach.radius + pair.reach.inflation;
    let size = more(more(mover.size(), obstacle.size()), r);
    let mut sweep = AxisSweep {
        pair,
        mover,
        obstacle,
        v,
        r,
        size,
        groups: [FourAxes::NONE; 4],
        entry: AxisEvent::NONE,
        exit: AxisEvent { t: f64::MAX, ..AxisEvent::NONE },
        touch: AxisEvent { t: -1.0, ..AxisEvent::NONE },
    };
    let count = sweep.add_axes();
    for group in 0..count.div_ceil(4) {
        if let Some(n) = sweep.see(group, count) {
            return sweep.apart(n);
        }
    }
    let touch = sweep.touch.is_some().then(|| sweep.face(sweep.touch));
    if sweep.entry.is_some() {
        return Guess::Pieces(Pieces::of(sweep.face(sweep.entry)), touch);
    }
    touch.map_or(Guess::Overlap, Guess::Starts)
}
