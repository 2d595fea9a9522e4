//! Decisions that evaluate every piece of `K` over integers: complete, short, and seldom needed.

use super::certificate::Certified;
use super::pair::LiftedPair;
use super::piece::{At, Direction, Face, Piece};
use crate::contact::answer::Approach;
use crate::contact::conditions::approach_of;
use crate::number::{Exact, IntegerGrid, Number, Quotient, Sign, Value};
use crate::shape::topology::HalfEdge;
use crate::shape::vector::{Vector, cross, dot, each, squared};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// A pair over integers.
pub(crate) type ExactPair<'p, 'a> = LiftedPair<'p, 'a, Exact, IntegerGrid>;

/// A vector of numbers with one root.
pub(crate) type Surds = Vector<Quotient>;

/// The outcome of the cast of a pair.
#[derive(Clone, Debug)]
pub(crate) enum Outcome {
    Apart,
    Overlap,
    Contact(Box<ExactTouch>),
}

/// A touch: its time, and the vector from `K` to the mover at that time.
#[derive(Clone, Debug)]
pub(crate) struct ExactTouch {
    pub(crate) t: Quotient,
    /// From the touched point of `K` to the mover, with the length `R`.
    pub(crate) w: Surds,
    /// The direction of the normal of a touch with `R = 0`.
    pub(crate) normal: Option<Vector<Exact>>,
    pub(crate) approach: Approach,
    /// Whether the touch is an entry: the two bodies overlap right after it, or they have no
    /// interior, so that each touch counts.
    pub(crate) enters: bool,
}

/// The vector from the closest point of `K` to the mover at the start: `w / m`.
#[derive(Clone, Debug)]
pub(crate) struct Rest {
    pub(crate) w: Vector<Exact>,
    pub(crate) m: Exact,
}

pub(crate) fn sign(x: &Exact) -> Sign {
    x.sign().unwrap_or(Sign::Zero)
}

fn is_zero(v: &Vector<Exact>) -> bool {
    v.iter().all(|x| sign(x) == Sign::Zero)
}

pub(crate) fn rational(v: &Vector<Exact>) -> Surds {
    each!(|k| Quotient::rational(&v[k]))
}

/// Returns `a · w`.
pub(crate) fn dot_surds(a: &Vector<Exact>, w: &Surds) -> Quotient {
    w[0].times(&a[0]).plus(&w[1].times(&a[1])).plus(&w[2].times(&a[2]))
}

impl Rest {
    /// Returns the zero vector, for cores that share a point.
    pub(crate) fn zero() -> Self {
        Self { w: each!(|_k| Exact::zero()), m: Exact::one() }
    }

    /// Returns the squared distance as a fraction.
    fn squared_distance(&self) -> (Exact, Exact) {
        (squared(&self.w), self.m.squared())
    }

    pub(crate) fn is_zero(&self) -> bool {
        is_zero(&self.w)
    }

    pub(crate) fn vector(&self) -> Surds {
        each!(|k| Quotient::rational(&self.w[k]).over(&self.m))
    }
}

/// A corner of a face that supports `K`, and the outward normal of this face.
struct SupportFacet {
    corner: At,
    normal: Vector<Exact>,
}

impl ExactPair<'_, '_> {
    fn signs_are<'s>(
        &'s self,
        mut directions: impl Iterator<Item = Vector<Exact>> + 's,
        along: &Vector<Exact>,
    ) -> bool {
        directions.all(|way| sign(&dot(along, &way)) != Sign::Positive)
    }

    fn supports(&self, face: Face, normal: &Vector<Exact>) -> bool {
        let ways = self.pair.ways_from_face(face).iter().map(|way| self.direction(way));
        self.signs_are(ways, normal)
    }

    // ---- at rest ----

    /// Returns the vector from the point of `K` that is closest to the mover at time zero.
    pub(crate) fn rest(&self) -> Rest {
        let corners = self.pair.corners().map(Piece::Corner);
        let lines = self.pair.lines().map(Piece::Line);
        let faces = self.pair.polygons().map(Piece::Face);
        corners
            .chain(lines)
            .chain(faces)
            .find_map(|piece| self.rest_over(piece))
            .unwrap_or_else(Rest::zero)
    }

    /// Returns the same vector, but evaluates some guessed pieces first. The closest point is
    /// unique, so the order makes no difference; every edge of a core has a length, so `m` is
    /// positive.
    pub(crate) fn rest_near(&self, guessed: &[Piece]) -> Rest {
        let over = |&piece: &Piece| self.rest_over(piece);
        guessed.iter().find_map(over).unwrap_or_else(|| self.rest())
    }

    /// Returns the vector to the mover at time zero, if the closest point of `K` lies in this
    /// piece.
    fn rest_over(&self, piece: Piece) -> Option<Rest> {
        match piece {
            Piece::Corner(at) => {
                let w = self.way(at);
                let ways = self.pair.ways_from_corner(at).iter().map(|way| self.direction(way));
                self.signs_are(ways, &w).then(|| Rest { w, m: Exact::one() })
            }
            Piece::Line(line) => {
                let (ends, direction) = self.pair.ends(line);
                let (e, [d, d_end]) = (self.direction(direction), ends.map(|at| self.way(at)));
                if sign(&dot(&e, &d)) == Sign::Negative || sign(&dot(&e, &d_end)) == Sign::Positive
                {
                    return None;
                }
                let across = cross(&e, &d);
                let ways = self.pair.ways_from_line(line);
                let outward = ways.iter().map(|way| cross(&e, &self.direction(way)));
                self.signs_are(outward, &across)
                    .then(|| Rest { w: cross(&across, &e), m: squared(&e) })
            }
            Piece::Face(face) => {
                let normal = self.normal(face);
                let height = dot(&normal, &self.way(self.corner_of(face)));
                if is_zero(&normal)
                    || sign(&height) == Sign::Negative
                    || !self.supports(face, &normal)
                {
                    return None;
                }
                let is_outside = |(border, from)| {
                    let outward = cross(&self.direction(border), &normal);
                    sign(&dot(&outward, &self.way(from))) == Sign::Positive
                };
                if self.pair.borders(face).any(is_outside) {
                    return None;
                }
                let m = squared(&normal);
                Some(Rest { w: each!(|k| normal[k].times(&height)), m })
            }
        }
    }

    /// Compares the distance at time zero with a radius at the scale `s`.
    pub(crate) fn distance_to(&self, rest: &Rest, radius: &Exact) -> Ordering {
        let (numerator, denominator) = rest.squared_distance();
        order(&numerator.minus(&radius.squared().times(&denominator)))
    }

    // ---- the shape of `K` ----

    /// Returns the facets of `K`; in two dimensions those perpendicular to the plane.
    fn facets(&self) -> Vec<SupportFacet> {
        let mut facets: Vec<SupportFacet> = Vec::new();
        for facet in self.pair.faces(self.pair.dimension == 2).filter_map(|face| self.facet(face)) {
            let is_known =
                facets.iter().any(|known| have_one_direction(&known.normal, &facet.normal));
            if !is_known {
                facets.push(facet);
            }
        }
        facets
    }

    /// Returns the facet on which a face lies, if the face supports `K`.
    fn facet(&self, face: Face) -> Option<SupportFacet> {
        let normal = self.normal(face);
        let supports = !is_zero(&normal) && self.supports(face, &normal);
        supports.then(|| SupportFacet { corner: self.corner_of(face), normal })
    }

    /// Returns all directions along edges; in two dimensions also the direction perpendicular to
    /// the plane.
    fn all_ways(&self) -> Vec<Vector<Exact>> {
        let half = |edge| HalfEdge { edge, is_reversed: false };
        let across = (self.pair.dimension == 2).then_some(Direction::Across { is_reversed: false });
        let obstacle = (0..self.pair.obstacle.topology().edges.len() as u32)
            .map(|edge| Direction::Obstacle(half(edge)));
        let mover = (0..self.pair.mover.topology().edges.len() as u32)
            .map(|edge| Direction::Mover(half(edge)));
        across.into_iter().chain(obstacle).chain(mover).map(|way| self.direction(way)).collect()
    }

    /// Returns the dimension of `K`, plus one in the plane; and a normal of `K`, which is valid if
    /// the returned dimension is two.
    fn rank(&self) -> (usize, Option<Vector<Exact>>) {
        let ways = self.all_ways();
        let Some(first) = ways.first() else { return (0, None) };
        let mut normals = ways.iter().map(|way| cross(first, way)).filter(|n| !is_zero(n));
        let Some(normal) = normals.next() else { return (1, None) };
        let is_solid = ways.iter().any(|way| sign(&dot(&normal, way)) != Sign::Zero);
        (if is_solid { 3 } else { 2 }, Some(normal))
    }

    /// Returns the normals of the facets of `K` that contain a point `x` of `K`.
    fn facets_at(&self, x: &Surds) -> Vec<Vector<Exact>> {
        let holds = |facet: &SupportFacet| {
            let way = self.way(facet.corner);
            let height =
                dot_surds(&facet.normal, &each!(|k| x[k].plus(&Quotient::rational(&way[k]))));
            height.order() == Ordering::Equal
        };
        self.facets().into_iter().filter(holds).map(|facet| facet.normal).collect()
    }

    /// Returns the normal of some facet of `K` at `x`, or of the plane of a flat `K`.
    pub(crate) fn some_normal_at(&self, x: &Surds) -> Option<Vector<Exact>> {
        match self.rank() {
            (3, _) => self.facets_at(x).into_iter().next(),
            (_, normal) => normal,
        }
    }

    /// Returns whether the start, which is in `K`, is in the interior of `K`. In the plane, the
    /// axis of a capsule that crosses a shape without an interior only touches this shape, like two
    /// segments that cross.
    fn starts_inside(&self) -> bool {
        let pair = self.pair;
        let is_flat = pair.dimension == 2 && pair.obstacle.dimension() < 2;
        if is_flat && pair.mover.along_axis().is_some() {
            return false;
        }
        let origin = each!(|_k| Quotient::rational(&Exact::zero()));
        self.rank().0 == 3 && self.facets_at(&origin).is_empty()
    }

    /// Returns whether a point `x` of a flat `K` lies on no edge of `K`.
    fn is_in_flat_interior(&self, x: &Surds, normal: &Vector<Exact>) -> bool {
        self.all_ways().iter().all(|way| {
            [cross(way, normal), cross(normal, way)].iter().all(|outward| {
                // In two dimensions, `K` has no end in the direction perpendicular to the plane.
                let is_across = self.pair.dimension == 2 && sign(&outward[2]) != Sign::Zero;
                if is_across || is_zero(outward) {
                    return true;
                }
                // The support of `K` along this direction is the greatest of −outward · D.
                let farthest = self.pair.corners().map(|at| dot(outward, &self.way(at)).negated());
                let Some(height) = farthest.reduce(|a, b| a.or_greater(&b)) else { return true };
                let at = dot_surds(outward, x).minus(&Quotient::rational(&height));
                at.order() != Ordering::Equal
            })
        })
    }

    // ---- in motion ----

    /// Returns the outcome of the cast, without the pieces that are ruled out.
    pub(crate) fn meet(&self, rest: &Rest, is_ruled_out: &dyn Fn(Piece) -> bool) -> Outcome {
        if let Some(outcome) = self.start(rest) {
            return outcome;
        }
        match self.first(is_ruled_out) {
            None => Outcome::Apart,
            Some((t, _, None)) => Outcome::Contact(Box::new(self.touch_of_points(t, false))),
            Some((t, certified, Some(w))) => {
                let enters = certified != Certified::Grazes;
                let approach = if enters { Approach::Approaching } else { Approach::Sliding };
                Outcome::Contact(Box::new(ExactTouch { t, w, normal: None, approach, enters }))
            }
        }
    }

    /// Returns the outcome at the start, unless the two bodies are apart there.
    fn start(&self, rest: &Rest) -> Option<Outcome> {
        match self.distance_to(rest, &self.r) {
            Ordering::Greater => None,
            Ordering::Less => Some(Outcome::Overlap),
            Ordering::Equal => {
                let t = Quotient::rational(&Exact::zero());
                if sign(&self.r) == Sign::Zero {
                    if self.starts_inside() {
                        return Some(Outcome::Overlap);
                    }
                    return Some(Outcome::Contact(Box::new(self.touch_of_points(t, true))));
                }
                let approach = approach_of(sign(&dot(&rest.w, &self.v)));
                let enters = approach == Approach::Approaching;
                let w = rest.vector();
                Some(Outcome::Contact(Box::new(ExactTouch {
                    t,
                    w,
                    normal: None,
                    approach,
                    enters,
                })))
            }
        }
    }

    /// Returns a touch with `R = 0`, at a rational time.
    fn touch_of_points(&self, t: Quotient, is_at_start: bool) -> ExactTouch {
        let x: Surds = each!(|k| t.times(&self.v[k]));
        let (rank, flat_normal) = self.rank();
        let facets = if rank == 3 { self.facets_at(&x) } else { Vec::new() };
        let mut approach = None;
        let mut normal = None;
        if let [facet] = facets.as_slice() {
            approach = Some(approach_of(sign(&dot(facet, &self.v))));
            normal = Some(facet.clone());
        } else if let (2, Some(flat)) = (rank, flat_normal) {
            let towards = sign(&dot(&flat, &self.v));
            if towards != Sign::Zero && self.is_in_flat_interior(&x, &flat) {
                let is_along = towards == Sign::Positive;
                normal = Some(if is_along { super::core::negated(&flat) } else { flat });
                approach = Some(Approach::Approaching);
            }
        }
        let signs: Vec<Sign> = facets.iter().map(|facet| sign(&dot(facet, &self.v))).collect();
        let goes_in = rank == 3 && signs.iter().all(|s| *s == Sign::Negative);
        let is_solid = self.pair.mover_is_solid();
        let approach = approach.unwrap_or_else(|| {
            if is_solid {
                let moves = !is_zero(&self.v);
                let leaves =
                    is_at_start && ((rank < 3 && moves) || signs.contains(&Sign::Positive));
                match (goes_in, leaves) {
                    (true, _) => Approach::Approaching,
                    (_, true) => Approach::Parting,
                    _ => Approach::Sliding,
                }
            } else if is_at_start {
                Approach::Sliding
            } else {
                Approach::Approaching
            }
        });
        // A shape without an interior is blocked by each contact.
        let enters = !is_solid || rank < 3 || goes_in;
        let w = each!(|_k| Quotient::rational(&Exact::zero()));
        ExactTouch { t, w, normal, approach, enters }
    }

    /// Returns the first touch over any piece that is not ruled out: after the start or, if the
    /// pair's domain is all of time, at any time. The result contains a vector if `R > 0`.
    pub(crate) fn first(
        &self,
        is_ruled_out: &dyn Fn(Piece) -> bool,
    ) -> Option<(Quotient, Certified, Option<Surds>)> {
        let is_thin = self.pair.is_thin_in_plane();
        let faces = self.pair.faces(is_thin).map(Piece::Face);
        // In the plane, without a radius, strips replace lines.
        let lines = self.pair.lines().filter(|_| !is_thin).map(Piece::Line);
        let pieces = faces.chain(lines).chain(self.pair.corners().map(Piece::Corner));
        let mut graze: Option<(Quotient, Piece)> = None;
        for piece in pieces.filter(|piece| !is_ruled_out(*piece)) {
            match self.certify(piece) {
                Ok(Certified::Enters | Certified::EntersInside) => {
                    let (t, w) = self.entry(piece);
                    let w = (sign(&self.r) != Sign::Zero).then_some(w);
                    return Some((t, Certified::Enters, w));
                }
                Ok(Certified::Grazes) => {
                    let t = self.graze(piece);
                    let is_earlier = graze
                        .as_ref()
                        .is_none_or(|(earliest, _)| t.minus(earliest).order() == Ordering::Less);
                    if is_earlier {
                        graze = Some((t, piece));
                    }
                }
                _ => {}
            }
        }
        let (t, piece) = graze?;
        let w = (sign(&self.r) != Sign::Zero).then(|| self.vector_at(&t, piece));
        Some((t, Certified::Grazes, w))
    }

    /// Returns the time at which the path enters over a piece, and the vector from `K` to the mover
    /// then.
    pub(crate) fn entry(&self, piece: Piece) -> (Quotient, Surds) {
        match piece {
            Piece::Face(face) => {
                let normal = self.normal(face);
                let d = self.way(self.corner_of(face));
                let (u, speed) = (squared(&normal), dot(&normal, &self.v).negated());
                let t = Quotient::surd(&dot(&normal, &d), &self.r.negated(), &u, &speed);
                let w = each!(|k| {
                    Quotient::surd(&Exact::zero(), &self.r.times(&normal[k]), &u, &u)
                });
                (t, w)
            }
            Piece::Line(line) => {
                let (ends, direction) = self.pair.ends(line);
                let (e, d) = (self.direction(direction), self.way(ends[0]));
                let rr = squared(&e).times(&self.r.squared());
                let t = first_root(&cross(&e, &d), &cross(&e, &self.v), &rr);
                let w = self.vector_at(&t, piece);
                (t, w)
            }
            Piece::Corner(at) => {
                let t = first_root(&self.way(at), &self.v, &self.r.squared());
                let w = self.vector_at(&t, piece);
                (t, w)
            }
        }
    }

    /// Returns the time at which the path is closest to a line or a corner.
    fn graze(&self, piece: Piece) -> Quotient {
        let (d, v) = match piece {
            Piece::Line(line) => {
                let (ends, direction) = self.pair.ends(line);
                let e = self.direction(direction);
                (cross(&e, &self.way(ends[0])), cross(&e, &self.v))
            }
            Piece::Corner(at) => (self.way(at), self.v.clone()),
            Piece::Face(face) => (self.way(self.corner_of(face)), self.normal(face)),
        };
        Quotient::rational(&dot(&d, &v).negated()).over(&squared(&v))
    }

    /// Returns the vector from a line or a corner to the mover at a time.
    fn vector_at(&self, t: &Quotient, piece: Piece) -> Surds {
        let at = |at: At| -> Surds {
            let d = self.way(at);
            each!(|k| t.times(&self.v[k]).plus(&Quotient::rational(&d[k])))
        };
        match piece {
            Piece::Line(line) => {
                let (ends, direction) = self.pair.ends(line);
                let (e, x) = (self.direction(direction), at(ends[0]));
                let (along, ee) = (dot_surds(&e, &x), squared(&e));
                each!(|k| x[k].minus(&along.times(&e[k]).over(&ee)))
            }
            Piece::Corner(corner) => at(corner),
            Piece::Face(face) => at(self.corner_of(face)),
        }
    }
}

/// Returns the smaller root of `|d + tv|² = rr`.
fn first_root(d: &Vector<Exact>, v: &Vector<Exact>, rr: &Exact) -> Quotient {
    <Quotient as Value<Exact>>::first_root(d, v, rr)
}

pub(crate) fn order(x: &Exact) -> Ordering {
    match sign(x) {
        Sign::Negative => Ordering::Less,
        Sign::Zero => Ordering::Equal,
        Sign::Positive => Ordering::Greater,
    }
}

/// Returns whether two vectors have the same direction.
fn have_one_direction(a: &Vector<Exact>, b: &Vector<Exact>) -> bool {
    is_zero(&cross(a, b)) && sign(&dot(a, b)) == Sign::Positive
}

/// The shortest translation that ends an overlap of cores that share a point.
pub(crate) struct ShortestExit {
    /// The direction; the depth is `height / |normal|`.
    pub(crate) normal: Vector<Exact>,
    pub(crate) height: Exact,
}

/// Returns an axis of the world.
fn axis(axis: usize) -> Vector<Exact> {
    each!(|k| if k == axis { Exact::one() } else { Exact::zero() })
}

/// Returns the direction perpendicular to a segment and to the axis of the world along which the
/// segment extends least.
fn across(way: &Vector<Exact>) -> Vector<Exact> {
    let size = each!(|k| way[k].absolute());
    let mut least = 0;
    for k in 1..3 {
        if sign(&size[k].minus(&size[least])) != Sign::Positive {
            least = k;
        }
    }
    cross(way, &axis(least))
}

impl ExactPair<'_, '_> {
    /// Returns the shortest translation after which the cores, which share a point, only touch. The
    /// faces must include all facets that this translation may cross.
    pub(crate) fn exit(&self, faces: &[Face]) -> ShortestExit {
        let (rank, _) = self.rank();
        let is_plane = self.pair.dimension == 2;
        let dimension = if is_plane { rank.saturating_sub(1) } else { rank };
        if dimension < if is_plane { 1 } else { 2 } {
            let ways = self.all_ways();
            let own = ways.get(usize::from(is_plane));
            let normal = own.map_or_else(|| axis(0), across);
            return ShortestExit { normal, height: Exact::zero() };
        }
        let mut best: Option<(ShortestExit, Exact)> = None;
        for facet in faces.iter().filter_map(|face| self.facet(*face)) {
            let height = dot(&facet.normal, &self.way(facet.corner)).negated();
            let length = squared(&facet.normal);
            // All heights are at least zero, so their squares have the same order.
            let is_less = best.as_ref().is_none_or(|(least, its_length)| {
                let ours = height.squared().times(its_length);
                let theirs = least.height.squared().times(&length);
                sign(&ours.minus(&theirs)) == Sign::Negative
            });
            if is_less {
                best = Some((ShortestExit { normal: facet.normal, height }, length));
            }
        }
        best.map_or_else(
            || ShortestExit { normal: axis(0), height: Exact::zero() },
            |(exit, _)| exit,
        )
    }
}
