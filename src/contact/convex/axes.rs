//! Boxes, triangles and segments by separating axes: a proof for most pairs, and otherwise a guess.
//! Along each axis the projections overlap for some time. The axis on which the overlap begins last
//! is the normal of the facet of `K` that is touched first; with a radius, if the contact is inside
//! of the facet.
//!
//! Margins that exceed all roundings prove the result of most pairs (theory, (10.5), (10.6);
//! `proofs/axes.g`). Two overlaps that have no common time prove a miss for any axes. An
//! entry is proven for a pair without a radius, one of which is a solid box: if the last overlap
//! begins while all others last, the path comes to the inside of that facet. For two boxes along
//! the axes of the world, `aligned.rs` finds the first corner of the contact as well.
//!
//! Source: S. Gottschalk, M. Lin, D. Manocha, *OBBTree: A Hierarchical Structure for Rapid
//! Interference Detection*, 1996; for moving bodies D. Eberly, *Intersection of Convex Objects: The
//! Method of Separating Axes*, 2008.

use super::aligned::{landing, landing_at_start};
use super::core::{Core, Part};
use super::guess::vector::{V3, cross, dot, minus, parting};
use super::guess::{Guess, Pieces};
use super::landing::Landing;
use super::pair::ConvexPair;
use super::piece::{At, Face, Piece, Spot};
use crate::contact::cast::TimeDomain;
use crate::contact::simplex::float_filter::{LaneVectors, extent, lesser};
use crate::number::{Four, Real, Scaled, TaskOfFour, run_four_or, run_plain_four};
use crate::shape::topology::Topology;
use crate::shape::vector::each;
use core::cell::OnceCell;

/// `2⁻⁴⁴`: more than the relative errors of a distance and of a speed along an axis.
pub(super) const MARGIN: f64 = 1.0 / (1u64 << 44) as f64;
/// The number of margins that exceeds the error of a comparison of two times.
pub(super) const OF_TIMES: f64 = 16.0;

/// The outcome of separating axes.
#[derive(Clone, Copy, Debug)]
pub(super) enum AxisOutcome {
    /// The two bodies certainly never meet.
    Misses,
    /// The path certainly enters over the inside of this face alone.
    Enters(Face),
    /// The mover certainly lands on the facet of this face.
    Lands(Face, Landing),
    /// A guess, which a certificate must prove.
    Guessed(Guess),
}

#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
fn dot_each<F: Real>(n: &LaneVectors<F>, v: &V3) -> F {
    F::splat(v[0]) * n[0] + F::splat(v[1]) * n[1] + F::splat(v[2]) * n[2]
}

#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
fn cross_each<F: Real>(e: &V3, f: &LaneVectors<F>) -> LaneVectors<F> {
    let [x, y, z] = e.map(F::splat);
    [y * f[2] - z * f[1], z * f[0] - x * f[2], x * f[1] - y * f[0]]
}

#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
fn greater<F: Real>(a: F, b: F) -> F {
    F::choose(a.below(b), b, a)
}

fn greatest(v: &V3) -> f64 {
    more(more(v[0].abs(), v[1].abs()), v[2].abs())
}

fn more(x: f64, y: f64) -> f64 {
    if y > x { y } else { x }
}

/// A core in plain floats.
struct Plain {
    form: Form,
    /// At least the greatest coordinate of the core, and of the numbers from which it was computed.
    size: f64,
    /// Whether edges have no more than their own roundings.
    has_true_edges: bool,
    /// For each axis of the world, whether an edge whose coordinate there is zero certainly is
    /// perpendicular to the axis; for a box, whether it certainly has an edge along the axis.
    has_exact_zeros: [bool; 3],
}

enum Form {
    /// A box: its centre, and half of each edge. A parallelepiped is sheared.
    Box { center: V3, halves: [V3; 3], count: usize, is_sheared: bool },
    /// A point, a segment or a triangle. The unused entries are copies of a vertex.
    Simplex { points: [V3; 3], count: usize },
}

/// The axes of the world, as bits, to which each edge of a core certainly is perpendicular, along
/// which it certainly lies, and along which each normal certainly lies.
struct Stance {
    level: [u8; 3],
    upright: [u8; 3],
    normal: [u8; 3],
}

/// A list of at most three vectors; the others are zero.
struct VectorList {
    all: [V3; 3],
    count: usize,
}

impl VectorList {
    const EMPTY: Self = Self { all: [[0.0; 3]; 3], count: 0 };

    fn of_one(v: V3) -> Self {
        Self { all: [v, [0.0; 3], [0.0; 3]], count: 1 }
    }

    fn as_slice(&self) -> &[V3] {
        &self.all[..self.count]
    }

    /// Returns the vectors in columns.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn in_columns<F: Four>(&self) -> LaneVectors<F> {
        let [a, b, c] = &self.all;
        each!(|k| F::of_three(a[k], b[k], c[k]))
    }
}

impl Plain {
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn of(core: &Core<'_>) -> Option<Self> {
        let terms = core.size_of_terms();
        if let Some((points, count)) = core.few_corners() {
            let [p, q, r] = &points;
            let size = more(more(greatest(p), greatest(q)), greatest(r));
            let has_true_edges = core.is_as_given();
            let form = Form::Simplex { points, count };
            let has_exact_zeros = [has_true_edges; 3];
            return Some(Self { form, size: size + terms, has_true_edges, has_exact_zeros });
        }
        let (center, halves, count) = core.rounded_box()?;
        let [a, b, c] = &halves;
        let size = greatest(&center) + (greatest(a) + greatest(b) + greatest(c)) + terms;
        let form = Form::Box { center, halves, count, is_sheared: core.is_sheared() };
        let has_exact_zeros = core.axes_of_world();
        Some(Self { form, size, has_true_edges: true, has_exact_zeros })
    }

    fn is_solid(&self) -> bool {
        matches!(self.form, Form::Box { count: 3, .. })
    }

    /// Returns how the edges and the normals certainly lie to the axes of the world.
    fn stance(&self) -> Stance {
        let (edges, exact) = (self.edges(), self.has_exact_zeros);
        let mut stance = Stance { level: [0; 3], upright: [0; 3], normal: [0; 3] };
        let (is_box, is_sheared) = match self.form {
            Form::Box { is_sheared, .. } => (true, is_sheared),
            Form::Simplex { .. } => (false, false),
        };
        for (i, edge) in edges.as_slice().iter().enumerate() {
            let zeros: [bool; 3] = each!(|k| edge[k] == 0.0);
            for k in 0..3 {
                let [a, b] = [(k + 1) % 3, (k + 2) % 3];
                // An edge of a box that may be turned is upright only with the box.
                let is_sure = if is_box && !is_sheared { exact[k] } else { exact[a] && exact[b] };
                stance.level[i] |= u8::from(zeros[k] && exact[k]) << k;
                stance.upright[i] |= u8::from(zeros[a] && zeros[b] && is_sure) << k;
            }
        }
        match edges.count {
            3 if is_box && !is_sheared => stance.normal = stance.upright,
            2 => stance.normal[0] = stance.level[0] & stance.level[1],
            3 if !is_box => {
                stance.normal[0] = stance.level.iter().fold(7, |all, level| all & level)
            }
            _ => {}
        }
        stance
    }

    /// Returns the bounds of the projections onto each of four axes.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn along<F: Real>(&self, axes: &LaneVectors<F>) -> [F; 2] {
        match &self.form {
            Form::Box { center, halves: [a, b, c], .. } => {
                let middle = dot_each(axes, center);
                let (a, b, c) = (dot_each(axes, a), dot_each(axes, b), dot_each(axes, c));
                let half = a.absolute() + b.absolute() + c.absolute();
                [middle - half, middle + half]
            }
            Form::Simplex { points: [p, q, r], .. } => {
                let (x, y, z) = (dot_each(axes, p), dot_each(axes, q), dot_each(axes, r));
                [lesser(lesser(x, y), z), greater(greater(x, y), z)]
            }
        }
    }

    /// Returns the directions of the edges, in the order of the topology.
    fn edges(&self) -> VectorList {
        match &self.form {
            Form::Box { halves, count, .. } => VectorList { all: *halves, count: *count },
            Form::Simplex { points: [p, q, r], count } => match count {
                3 => VectorList { all: [minus(*q, *p), minus(*r, *q), minus(*p, *r)], count: 3 },
                2 => VectorList::of_one(minus(*q, *p)),
                _ => VectorList::EMPTY,
            },
        }
    }

    /// Returns the normals of the faces, one for each pair of opposite faces, and a bound for the
    /// size of each: a normal that is a cross product of edges may be short, but its error is a
    /// multiple of this bound.
    fn normals(&self, edges: &VectorList) -> (VectorList, V3) {
        let ([a, b, c], extents) = (edges.all, edges.all.map(|e| extent(&e)));
        match (&self.form, edges.count) {
            (Form::Box { is_sheared: true, .. }, _) => {
                let [i, j, k] = extents;
                let all = [cross(b, c), cross(c, a), cross(a, b)];
                (VectorList { all, count: 3 }, [j * k, k * i, i * j])
            }
            (Form::Box { .. }, 3) => (VectorList { all: [a, b, c], count: 3 }, extents),
            (Form::Box { .. }, 2) | (Form::Simplex { .. }, 3) => {
                (VectorList::of_one(cross(a, b)), [extents[0] * extents[1], 0.0, 0.0])
            }
            _ => (VectorList::EMPTY, [0.0; 3]),
        }
    }

    /// Returns the face whose outward normal is the normal with this index, or its negative, and
    /// points along `n`; and whether this side of the face is its back.
    fn face(&self, number: usize, normal: V3, n: V3) -> (u32, bool) {
        let looks_back = dot(normal, n) < 0.0;
        match self.form {
            Form::Box { count: 3, .. } => (2 * number as u32 + u32::from(!looks_back), false),
            _ => (0, looks_back),
        }
    }

    /// Returns the vertex that lies farthest along a vector.
    fn farthest(&self, n: V3) -> u32 {
        match &self.form {
            Form::Box { halves, count, .. } => {
                let is_far = |i: &usize| dot(halves[*i], n) > 0.0;
                (0..*count).filter(is_far).fold(0, |vertex, i| vertex | 1 << i)
            }
            Form::Simplex { points, count } => {
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
        match self.form {
            Form::Box { .. } => topology.spokes(self.farthest(n))[direction].edge,
            Form::Simplex { .. } => direction as u32,
        }
    }

    /// Returns whether only one vertex, or only one edge of the given direction, certainly lies
    /// farthest along the normal of a facet, whose size is at most `bound`.
    fn has_one_farthest(&self, along: Option<usize>, n: V3, bound: f64) -> bool {
        match &self.form {
            Form::Box { halves, count, .. } => (0..*count).all(|i| {
                let half = &halves[i];
                Some(i) == along || dot(*half, n).abs() > MARGIN * extent(half) * bound
            }),
            Form::Simplex { points, count } => {
                let far = self.farthest(n) as usize;
                let top = dot(points[far], n);
                let is_of_edge = |i: usize| along.is_some_and(|e| i == e || i == (e + 1) % *count);
                (0..*count).all(|i| {
                    let is_top = if along.is_some() { is_of_edge(i) } else { i == far };
                    is_top || top - dot(points[i], n) > MARGIN * self.size * bound
                })
            }
        }
    }
}

/// The parts that define an axis as their normal: a face or two edges, by index.
#[derive(Clone, Copy)]
enum AxisSource {
    Obstacle(u8),
    Mover(u8),
    Edges(u8, u8),
}

impl AxisSource {
    /// Returns the axes of the world, as bits, along which the axis certainly lies.
    fn along(self, obstacle: &Stance, mover: &Stance) -> u8 {
        match self {
            Self::Obstacle(i) => obstacle.normal[usize::from(i)],
            Self::Mover(i) => mover.normal[usize::from(i)],
            Self::Edges(i, j) => obstacle.level[usize::from(i)] & mover.level[usize::from(j)],
        }
    }

    /// Returns whether the axis certainly is zero: a cross product of parallel edges.
    fn is_zero(self, obstacle: &Stance, mover: &Stance) -> bool {
        match self {
            Self::Obstacle(_) | Self::Mover(_) => false,
            Self::Edges(i, j) => {
                obstacle.upright[usize::from(i)] & mover.upright[usize::from(j)] != 0
            }
        }
    }
}

/// Up to four axes that may separate the two bodies, and the motion of the mover's projection onto
/// each: it is a point that starts at zero, and the projections overlap while it is in `[low,
/// high]`. Unused axes are zero.
#[derive(Clone, Copy)]
struct FourAxes {
    normals: [[f64; 4]; 3],
    /// A bound for the size of each axis.
    bounds: [f64; 4],
    low: [f64; 4],
    high: [f64; 4],
    speed: [f64; 4],
}

impl FourAxes {
    const NONE: Self = Self {
        normals: [[0.0; 4]; 3],
        bounds: [0.0; 4],
        low: [0.0; 4],
        high: [0.0; 4],
        speed: [0.0; 4],
    };
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

/// The normals of the faces of both bodies need two groups, the edges of the obstacle one each.
const GROUPS: usize = 5;

struct AxisSweep<'p, 'a> {
    pair: &'p ConvexPair<'a>,
    mover: Plain,
    obstacle: Plain,
    v: V3,
    r: f64,
    /// Bounds for the lengths and for the components of the velocity.
    size: f64,
    pace: f64,
    /// Whether the margins are proven for these numbers.
    is_in_range: bool,
    groups: [FourAxes; GROUPS],
    of: [[AxisSource; 4]; GROUPS],
    count: usize,
    entry: AxisEvent,
    exit: AxisEvent,
    touch: AxisEvent,
    /// The stances of the obstacle and of the mover, computed where parallel edges or faces meet.
    stances: OnceCell<[Stance; 2]>,
}

/// Returns the indices of the lanes whose bits are set.
fn lanes(mut bits: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let lane = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(lane)
    })
}

impl AxisSweep<'_, '_> {
    /// Adds up to four axes, and returns a guess if they show that the two bodies never meet.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn add<F: Four>(
        &mut self,
        normals: LaneVectors<F>,
        bounds: F,
        of: [AxisSource; 4],
    ) -> Option<AxisOutcome> {
        let zero = F::splat(0.0);
        let ([low, high], [own_low, own_high]) =
            (self.obstacle.along(&normals), self.mover.along(&normals));
        let speed = dot_each(&normals, &self.v);
        let (mut low, mut high) = (low - own_high, high - own_low);
        if self.r > 0.0 {
            let [x, y, z] = normals;
            let margin = F::splat(self.r) * (x * x + y * y + z * z).root();
            (low, high) = (low - margin, high + margin);
        }
        // An axis that is shorter than its error is no evidence.
        let small = F::splat(MARGIN * self.size) * bounds;
        let length = extent(&normals);
        let counts = (F::splat(OF_TIMES * MARGIN) * bounds).below(length);
        let is_down = speed.below(zero);
        let enters = F::choose(is_down, -high, low);
        let leaves = F::choose(is_down, -low, high);
        let pace = speed.absolute();
        let is_outside = F::and(counts, small.below(enters));
        let moves = F::and(counts, zero.below(pace));
        let is_past = F::and(counts, leaves.below(-small));
        let group = self.count;
        let [of_bounds, of_low, of_high, of_speed] = [bounds, low, high, speed].map(F::store);
        self.groups[group] = FourAxes {
            normals: each!(|k| normals[k].store()),
            bounds: of_bounds,
            low: of_low,
            high: of_high,
            speed: of_speed,
        };
        self.of[group] = of;
        self.count += 1;
        let is_apart = F::or(is_past, F::and(is_outside, pace.equals(zero)));
        if F::any(is_apart) {
            let lane = F::bits(is_apart).trailing_zeros() as usize;
            return Some(self.stays_apart(4 * group + lane, F::bits(is_past) >> lane & 1 == 1));
        }
        let enters_at = F::choose(is_outside, enters / pace, F::splat(f64::NEG_INFINITY));
        let leaves_at = F::choose(moves, leaves / pace, F::splat(f64::INFINITY));
        // The mover comes from behind the axis if it moves in the direction of the axis.
        let is_up = |lane: usize| F::bits(is_down) >> lane & 1 == 0;
        // The normal of a face occurs again, with rounding errors, as a cross product of edges. So
        // times that are equal up to rounding count once.
        let later = F::splat(self.entry.t * LATER).below(enters_at);
        if F::any(later) {
            let times = enters_at.store();
            for lane in lanes(F::bits(later)) {
                if times[lane] > self.entry.t * LATER {
                    let axis = 4 * group + lane;
                    self.entry = AxisEvent { t: times[lane], axis, is_back: is_up(lane) };
                }
            }
        }
        let earlier = |t: f64| t - EARLIER * t.abs();
        let sooner = leaves_at.below(F::splat(earlier(self.exit.t)));
        if F::any(sooner) {
            let times = leaves_at.store();
            for lane in lanes(F::bits(sooner)) {
                if times[lane] < earlier(self.exit.t) {
                    let axis = 4 * group + lane;
                    self.exit = AxisEvent { t: times[lane], axis, is_back: !is_up(lane) };
                }
            }
        }
        let is_near = F::or(enters.absolute().below(small), leaves.absolute().below(small));
        let touches = F::and(counts, is_near);
        if F::any(touches) {
            let paces = (pace / length).store();
            let nearer_to_entry = F::bits(enters.absolute().below(leaves.absolute()));
            for lane in lanes(F::bits(touches)) {
                // If the projections touch on several axes, the axis along which the mover leaves
                // or enters fastest counts.
                if paces[lane] > self.touch.t * LATER {
                    let is_back = (nearer_to_entry >> lane & 1 == 1) == is_up(lane);
                    self.touch = AxisEvent { t: paces[lane], axis: 4 * group + lane, is_back };
                }
            }
        }
        if self.entry.is_some() && self.exit.is_some() && self.entry.t > self.exit.t {
            return Some(self.misses());
        }
        None
    }

    /// Returns the guess that the two bodies are apart along an axis, and the mover has passed the
    /// obstacle or does not move along the axis.
    fn stays_apart(&self, axis: usize, is_past: bool) -> AxisOutcome {
        let (_, pace, bound) = self.ahead(axis, false);
        let is_up = self.groups[axis / 4].speed[axis % 4] >= 0.0;
        let n = self.normal(AxisEvent { t: 0.0, axis, is_back: is_past != is_up });
        let is_still = (0..3).all(|k| n[k] * self.v[k] == 0.0);
        let goes_on = is_past && pace > MARGIN * self.pace * bound;
        if self.is_in_range && (is_still || goes_on) { AxisOutcome::Misses } else { self.apart(n) }
    }

    /// Returns the guess that the path enters along one axis only after it has left along another.
    fn misses(&self) -> AxisOutcome {
        let (enters, speed, of_entry) = self.ahead(self.entry.axis, true);
        let (leaves, pace, of_exit) = self.ahead(self.exit.axis, false);
        let error = OF_TIMES * MARGIN * self.size * self.pace * of_entry * of_exit;
        let is_proven =
            pace > MARGIN * self.pace * of_exit && enters * pace - leaves * speed > error;
        if self.is_in_range && is_proven {
            return AxisOutcome::Misses;
        }
        self.apart(parting(Some(self.normal(self.entry)), self.normal(self.exit), self.v))
    }

    /// Returns the distance to the beginning or to the end of the overlap along an axis, the speed,
    /// and the bound for the axis.
    fn ahead(&self, axis: usize, is_entry: bool) -> (f64, f64, f64) {
        let FourAxes { low, high, speed, bounds, .. } = &self.groups[axis / 4];
        let [low, high, speed, bound] = [low, high, speed, bounds].map(|x| x[axis % 4]);
        let distance = if (speed >= 0.0) == is_entry { low } else { high };
        (if speed >= 0.0 { distance } else { -distance }, speed.abs(), bound)
    }

    fn stances(&self) -> &[Stance; 2] {
        self.stances.get_or_init(|| [self.obstacle.stance(), self.mover.stance()])
    }

    /// Returns the certain landing of the mover.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn lands<F: Four>(&self) -> Option<AxisOutcome> {
        if !self.is_in_range || self.r > 0.0 {
            return None;
        }
        let is_aligned = self.pair.are_aligned_boxes() && self.obstacle.is_solid();
        if !self.entry.is_some() {
            let is_sure = is_aligned && self.touch.is_some();
            let (face, landing) = is_sure.then(|| landing_at_start(self.pair, &self.v))??;
            return Some(AxisOutcome::Lands(face, landing));
        }
        if !self.comes_inside::<F>() {
            return None;
        }
        let (height, sink, bound) = self.ahead(self.entry.axis, true);
        let face = self.face(self.entry);
        if is_aligned {
            let error = OF_TIMES * MARGIN * self.size * self.pace * bound;
            let landing = landing(self.pair, &self.v, face, [height, sink, error])?;
            return Some(AxisOutcome::Lands(face, landing));
        }
        if self.is_alone(bound) {
            return Some(AxisOutcome::Enters(face));
        }
        let (face, landing) = self.lands_with_corner([height, sink, bound])?;
        Some(AxisOutcome::Lands(face, landing))
    }

    /// Returns whether the path certainly comes to the inside of a facet along the axis of the
    /// entry.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn comes_inside<F: Four>(&self) -> bool {
        let Self { mover, obstacle, size, pace, .. } = self;
        let has_all_axes = mover.is_solid() || obstacle.is_solid();
        if !has_all_axes || !mover.has_true_edges || !obstacle.has_true_edges {
            return false;
        }
        let (height, sink, bound) = self.ahead(self.entry.axis, true);
        if sink <= MARGIN * pace * bound {
            return false;
        }
        let margin = F::splat(OF_TIMES * MARGIN * size * pace * bound);
        let (height, sink, zero) = (F::splat(height), F::splat(sink), F::splat(0.0));
        for (group, axes) in self.groups[..self.count].iter().enumerate() {
            let FourAxes { low, high, speed, bounds, .. } = axes;
            let [low, high, speed, bounds] = [low, high, speed, bounds].map(F::load);
            let (along, error) = (height * speed, margin * bounds);
            let is_within =
                F::and(error.below(along - low * sink), error.below(high * sink - along));
            let inside = F::bits(F::or(is_within, bounds.equals(zero)));
            let own = u32::from(self.entry.axis / 4 == group) << (self.entry.axis % 4);
            let left = 0b1111 & !(inside | own);
            if left != 0 {
                let [of_obstacle, of_mover] = self.stances();
                let along = |source: AxisSource| source.along(of_obstacle, of_mover);
                let of_entry = along(self.of[self.entry.axis / 4][self.entry.axis % 4]);
                // An axis parallel to the axis of the entry bounds nothing, nor does the product of
                // parallel edges.
                let is_needless = |source: AxisSource| {
                    of_entry & along(source) != 0 || source.is_zero(of_obstacle, of_mover)
                };
                if !lanes(left).all(|lane| is_needless(self.of[group][lane])) {
                    return false;
                }
            }
        }
        true
    }

    /// Returns whether the face of the entry certainly is the whole facet.
    fn is_alone(&self, bound: f64) -> bool {
        let Self { mover, obstacle, .. } = self;
        let n = self.normal(self.entry);
        let back = n.map(|x| -x);
        let (of_obstacle, of_mover) = match self.of[self.entry.axis / 4][self.entry.axis % 4] {
            AxisSource::Obstacle(_) => return mover.has_one_farthest(None, back, bound),
            AxisSource::Mover(_) => return obstacle.has_one_farthest(None, n, bound),
            AxisSource::Edges(i, j) => (usize::from(i), usize::from(j)),
        };
        obstacle.has_one_farthest(Some(of_obstacle), n, bound)
            && mover.has_one_farthest(Some(of_mover), back, bound)
    }

    /// Returns the landing of a solid box on a face of the obstacle, both perpendicular to an axis
    /// of the world, if the first corner of the box in its own order certainly comes to the inside
    /// of the face.
    fn lands_with_corner(&self, [height, sink, bound]: [f64; 3]) -> Option<(Face, Landing)> {
        let Self { mover, obstacle, v, .. } = self;
        let Form::Box { center, halves, count: 3, .. } = &mover.form else { return None };
        let [of_obstacle, of_mover] = self.stances();
        let of_entry = self.of[self.entry.axis / 4][self.entry.axis % 4];
        let axis = of_entry.along(of_obstacle, of_mover);
        let upright = (0..3).find(|&i| of_mover.normal[i] & axis != 0)?;
        let number = (0..3).find(|&i| of_obstacle.normal[i] & axis != 0)?;
        let edges = obstacle.edges();
        let (normals, bounds) = obstacle.normals(&edges);
        let (n, normal) = (self.normal(self.entry), normals.all[number]);
        let vertex = mover.farthest(n.map(|x| -x)) & 1 << upright;
        let place: V3 = each!(|k| (0..3).fold(center[k], |x, i| {
            if vertex >> i & 1 == 1 { x + halves[i][k] } else { x - halves[i][k] }
        }));
        // The distance outside of a side at the time of the touch, times the speed.
        let is_inside = |outward: V3, size: f64, from: V3| {
            let outside = dot(outward, minus(place, from)) * sink + dot(outward, *v) * height;
            outside < -(OF_TIMES * MARGIN * self.size * self.pace * bound * size)
        };
        let holds_corner = match &obstacle.form {
            Form::Simplex { points, count: 3 } => (0..3).all(|i| {
                let outward = cross(edges.all[i], normal);
                is_inside(outward, extent(&edges.all[i]) * bounds[number], points[i])
            }),
            Form::Box { center, halves, count: 3, is_sheared: false } => {
                (0..3).filter(|i| *i != number).all(|i| {
                    let (half, size) = (halves[i], extent(&halves[i]));
                    let [low, high] = [-1.0, 1.0].map(|side| each!(|k| center[k] + side * half[k]));
                    is_inside(half, size, high) && is_inside(half.map(|x| -x), size, low)
                })
            }
            _ => false,
        };
        if !holds_corner {
            return None;
        }
        let (face, is_back) = obstacle.face(number, normal, n);
        let landing = Landing {
            first: Spot::Mover(vertex),
            part: Part::Face(face),
            ..Landing::entering(Piece::Face(self.face(self.entry)))
        };
        Some((Face::Obstacle { face, is_back, vertex }, landing))
    }

    /// Returns the normal of an axis, reversed if needed.
    fn normal(&self, AxisEvent { axis, is_back, .. }: AxisEvent) -> V3 {
        let normal = self.groups[axis / 4].normals.map(|x| x[axis % 4]);
        if is_back { normal.map(|x| -x) } else { normal }
    }

    fn apart(&self, n: V3) -> AxisOutcome {
        let back = n.map(|x| -x);
        let at = At { obstacle: self.obstacle.farthest(n), mover: self.mover.farthest(back) };
        AxisOutcome::Guessed(Guess::Apart(n, at))
    }

    fn face(&self, found: AxisEvent) -> Face {
        let AxisEvent { axis: number, is_back, .. } = found;
        let n = self.normal(found);
        let back = n.map(|x| -x);
        let (axis, of) = (if is_back { back } else { n }, self.of[number / 4][number % 4]);
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

    /// Adds the normals of the faces and the cross products of edges, and returns a guess if they
    /// show that the two bodies never meet.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn add_all<F: Four>(&mut self) -> Option<AxisOutcome> {
        use AxisSource::{Edges, Mover, Obstacle};
        let (edges, own_edges) = (self.obstacle.edges(), self.mover.edges());
        let (normals, [a, b, c]) = self.obstacle.normals(&edges);
        let of = [Obstacle(0), Obstacle(1), Obstacle(2), Obstacle(0)];
        let is_aligned = self.pair.are_aligned_boxes() && normals.count == 3;
        let (own, [d, e, f]) = match is_aligned {
            true => (VectorList::EMPTY, [0.0; 3]),
            false => self.mover.normals(&own_edges),
        };
        if normals.count < 2 {
            // All normals are in one group.
            let ([p, ..], [q, r, s]) = (&normals.all, &own.all);
            let columns = each!(|k| F::load(&[p[k], q[k], r[k], s[k]]));
            let found = self.add(
                columns,
                F::load(&[a, d, e, f]),
                [Obstacle(0), Mover(0), Mover(1), Mover(2)],
            );
            if found.is_some() {
                return found;
            }
        } else {
            let found = self.add::<F>(normals.in_columns(), F::of_three(a, b, c), of);
            if found.is_some() || is_aligned {
                return found;
            }
            if own.count > 0 {
                let of = [Mover(0), Mover(1), Mover(2), Mover(0)];
                let found = self.add::<F>(own.in_columns(), F::of_three(d, e, f), of);
                if found.is_some() {
                    return found;
                }
            }
        }
        let columns = own_edges.in_columns::<F>();
        let extents = extent(&columns);
        for (i, edge) in (0..).zip(edges.as_slice()) {
            let crosses = cross_each(edge, &columns);
            let bounds = F::splat(extent(edge)) * extents;
            let found = self.add(crosses, bounds, [Edges(i, 0), Edges(i, 1), Edges(i, 2), of[0]]);
            if found.is_some() {
                return found;
            }
        }
        None
    }
}

/// Proves or guesses the first contact of a motion without end.
pub(super) fn by_separating_axes(scaled: &Scaled<ConvexPair<'_>>) -> AxisOutcome {
    run_four_or(ByAxes(scaled), run_plain_four)
}

/// The task with four axes in one register.
struct ByAxes<'p, 'a>(&'p Scaled<ConvexPair<'a>>);

impl TaskOfFour for ByAxes<'_, '_> {
    type Output = AxisOutcome;

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn run<F: Four>(self) -> AxisOutcome {
        let Self(scaled) = self;
        let pair = &scaled.inputs;
        // Two cores that together do not span space have other separating axes.
        if pair.dimension == 2 || pair.mover.dimension() + pair.obstacle.dimension() < 3 {
            return AxisOutcome::Guessed(Guess::Unknown);
        }
        let (Some(mover), Some(obstacle)) = (Plain::of(&pair.mover), Plain::of(&pair.obstacle))
        else {
            return AxisOutcome::Guessed(Guess::Unknown);
        };
        let v: V3 = each!(|k| pair.motion.rounded(k));
        let r = pair.reach.radius + pair.reach.inflation;
        let size = more(mover.size, obstacle.size) + r;
        let mut sweep = AxisSweep {
            pair,
            mover,
            obstacle,
            v,
            r,
            size,
            pace: greatest(&v),
            is_in_range: scaled.is_in_range() && pair.domain == TimeDomain::FromStart,
            groups: [FourAxes::NONE; GROUPS],
            of: [[AxisSource::Obstacle(0); 4]; GROUPS],
            count: 0,
            entry: AxisEvent::NONE,
            exit: AxisEvent { t: f64::MAX, ..AxisEvent::NONE },
            touch: AxisEvent { t: -1.0, ..AxisEvent::NONE },
            stances: OnceCell::new(),
        };
        if let Some(found) = sweep.add_all::<F>() {
            return found;
        }
        if let Some(shown) = sweep.lands::<F>() {
            return shown;
        }
        let touch = sweep.touch.is_some().then(|| sweep.face(sweep.touch));
        AxisOutcome::Guessed(if sweep.entry.is_some() {
            Guess::Pieces(Pieces::of(sweep.face(sweep.entry)), touch)
        } else {
            touch.map_or(Guess::Overlap, Guess::Starts)
        })
    }
}
