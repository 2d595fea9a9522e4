//! The decision whether and where a capsule and a simplex first touch. It computes no time.
//!
//! Source: the Minkowski sum of a convex body and a segment, and its normal cones, as in R.
//! Schneider, *Convex Bodies: The Brunn–Minkowski Theory*, 2014, §2.2; the pieces as in D. Eberly,
//! *Intersection of Moving Sphere and Triangle*, 2020. Derivation: `docs/theory.md`, §1,
//! "Capsules".

use super::cast::{AxisEnd, CapsuleCast, CapsulePiece, CapsuleTouch, CapsuleVectors};
use crate::contact::body::Body;
use crate::contact::cast::{CastOutcome, TimeDomain};
use crate::contact::conditions::{
    Conditions, approach_of, is_negative, is_not_negative, is_not_positive, is_positive,
};
use crate::contact::simplex::{
    AdjacentFace, PieceOutcome, SharedTerms, SidedFeature, SimplexVectors, Slab, TrianglePlane,
    edge_count, enters_face, keep_earlier, left_of_line, slab_at_start,
};
use crate::number::{CertainSign, Decision, Lift, Number, Sign, Unsure};
use crate::shape::vector::{Vector, cross, dot, squared};
use Sign::{Negative, Positive, Zero};

/// The outcome of the decision about a capsule and a simplex.
pub(crate) type CapsuleOutcome = CastOutcome<(), CapsuleTouch>;

impl<const V: usize, B: Body> Decision for CapsuleCast<V, B> {
    type Outcome = CapsuleOutcome;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<CapsuleOutcome, Unsure> {
        let x = self.vectors(lift);
        if passes_by(&x) {
            return Ok(CapsuleOutcome::Apart);
        }
        if let Some(hull) = flattened(&x)? {
            return self.decide_flattened(hull, lift);
        }
        let swept = Swept::new(&x, self.domain, B::IS_IN_WORLD);
        swept.known?;
        let mut outside = false;
        for face in swept.faces() {
            match swept.passes(&face)? {
                Passes::Never => return Ok(CapsuleOutcome::Apart),
                Passes::Enters(piece) => {
                    return Ok(CapsuleOutcome::Contact(CapsuleTouch::entering(piece)));
                }
                Passes::FromOutside => outside = true,
                Passes::Elsewhere => {}
            }
        }
        if self.domain == TimeDomain::FromStart
            && !outside
            && let Some(meeting) = swept.at_start()?
        {
            return Ok(meeting);
        }
        swept.enters_edge_or_vertex(self.body.is_point())
    }
}

/// The reduced problem if all corners of the hull lie on a line or at one point, or if the axis has
/// no length.
#[derive(Clone, Copy)]
pub(super) enum Flattened {
    /// There is only the ball about `a`.
    Ball,
    /// The hull is the longest edge of a triangle.
    Edge(usize),
    /// The hull is the first corner.
    Corner,
}

pub(super) fn flattened<N: Number, const V: usize>(
    x: &CapsuleVectors<N, V>,
) -> Result<Option<Flattened>, Unsure> {
    if squared(&x.l).sign()? == Zero {
        return Ok(Some(Flattened::Ball));
    }
    if V >= 3 && squared(&cross(&x.e[0], &x.e[1 % V])).sign()? == Zero {
        let mut longest = 0;
        let ee: [N; V] = core::array::from_fn(|i| squared(&x.e[i]));
        for i in 1..V {
            if ee[i].minus(&ee[longest]).sign()? == Positive {
                longest = i;
            }
        }
        return Ok(Some(Flattened::Edge(longest)));
    }
    if V == 2 && squared(&x.e[0]).sign()? == Zero {
        return Ok(Some(Flattened::Corner));
    }
    Ok(None)
}

impl<const V: usize, B: Body> CapsuleCast<V, B> {
    /// Decides the reduced problem, and names the features as in the whole simplex.
    fn decide_flattened<N: Number>(
        &self,
        hull: Flattened,
        lift: &impl Lift<N>,
    ) -> Result<CapsuleOutcome, Unsure> {
        let (meeting, from) = match hull {
            Flattened::Ball => {
                let touch = match self.of_a().decide(lift)? {
                    CastOutcome::Contact(touch) => touch,
                    CastOutcome::Apart => return Ok(CapsuleOutcome::Apart),
                    CastOutcome::Overlap(()) => return Ok(CapsuleOutcome::Overlap(())),
                };
                let (when, approach) = (touch.when, touch.approach);
                let piece = CapsulePiece::End(AxisEnd::A, touch.place);
                return Ok(CapsuleOutcome::Contact(CapsuleTouch { when, piece, approach }));
            }
            Flattened::Edge(i) => {
                (self.at([self.vertices[i], self.vertices[(i + 1) % V]]).decide(lift)?, i)
            }
            Flattened::Corner => (self.at([self.vertices[0]]).decide(lift)?, 0),
        };
        Ok(match meeting {
            CapsuleOutcome::Contact(touch) => CapsuleOutcome::Contact(CapsuleTouch {
                piece: touch.piece.renamed(from, V),
                ..touch
            }),
            other => other,
        })
    }
}

impl CapsulePiece {
    /// Returns the same piece with the indices of a simplex of `count` corners, where the first
    /// corner of the reduced simplex has the index `from`.
    pub(super) fn renamed(self, from: usize, count: usize) -> Self {
        let name = |i: u8| ((i as usize + from) % count) as u8;
        match self {
            CapsulePiece::End(end, place) => CapsulePiece::End(end, place.renamed(name)),
            CapsulePiece::Vertex(i) => CapsulePiece::Vertex(name(i)),
            CapsulePiece::Edge(i, side) => CapsulePiece::Edge(name(i), side),
            CapsulePiece::AlongEdge(i) => CapsulePiece::AlongEdge(name(i)),
            CapsulePiece::AlongFace(side) => CapsulePiece::AlongFace(side),
        }
    }
}

/// Returns whether the line of motion certainly passes `K` at a distance above `r`. It finds most
/// such lines by a plane along the line and the axis, or along the line and an edge: all of `K` is
/// on one side of the plane, and farther away than `r`.
fn passes_by<N: Number, const V: usize>(x: &CapsuleVectors<N, V>) -> bool {
    let rr = x.r.squared();
    let is_beyond = |normal: &Vector<N>, heights: &[N]| {
        let greatest = |sign: fn(&N) -> N| {
            let first = sign(&heights[0]);
            heights[1..].iter().fold(first, |greatest, h| greatest.or_greater(&sign(h)))
        };
        let (above, below) = (greatest(N::negated), greatest(N::clone));
        let gap = match (above.sign(), below.sign()) {
            (Ok(Negative), _) => above,
            (_, Ok(Negative)) => below,
            _ => return false,
        };
        gap.squared().minus(&rr.times(&squared(normal))).sign() == Ok(Positive)
    };
    let along_axis = cross(&x.l, &x.v);
    let heights: [N; V] = core::array::from_fn(|k| dot(&along_axis, &x.d[0][k]));
    is_beyond(&along_axis, &heights)
        || (0..edge_count(V)).any(|i| {
            let along_edge = cross(&x.e[i], &x.v);
            // For a triangle, `across` is the vertex that is not on the edge.
            let [from, across] = [i, (i + 2) % V];
            let height = |end: usize, k: usize| dot(&along_edge, &x.d[end][k]);
            let heights = [height(0, from), height(1, from), height(0, across), height(1, across)];
            is_beyond(&along_edge, &heights)
        })
}

/// Terms that all pieces of the surface of `K` share.
pub(super) struct Swept<'a, N: Number, const V: usize> {
    pub(super) x: &'a CapsuleVectors<N, V>,
    /// The simplex relative to each end.
    pub(super) ends: [SharedTerms<'a, N, V>; 2],
    /// The plane of the triangle.
    pub(super) plane: Option<TrianglePlane<N>>,
    /// The sign of `U · L`: on that side of the triangle `a` is in front of `b`. Zero if the axis
    /// is parallel to the triangle, or if there is no triangle.
    pub(super) outer: Sign,
    /// The plane of each edge and the axis, with the normal `E × L`.
    pub(super) across: [Option<TrianglePlane<N>>; V],
    /// For edges parallel to the axis, the sign of `E · L`: positive if both have the same
    /// direction.
    pub(super) along: [Sign; V],
    /// Whether the vectors to `a` are lifted numbers.
    is_lifted: bool,
    /// Whether all of these signs are certain.
    pub(super) known: Result<(), Unsure>,
}

/// A face of `K`: its plane, and its outer side, which is zero if both sides are outer.
pub(super) struct CapsuleFace<'a, N: Number> {
    pub(super) plane: &'a TrianglePlane<N>,
    /// The vector from a point of the face to the centre of the ball that may touch the face.
    pub(super) d: &'a Vector<N>,
    pub(super) outer: Sign,
    /// Whether that vector is a lifted number.
    is_lifted: bool,
    /// The piece on the positive side, if both sides are outer.
    pub(super) piece: CapsulePiece,
}

enum Passes {
    /// The centre is outside and stays outside.
    Never,
    Enters(CapsulePiece),
    /// The centre is outside, and enters elsewhere.
    FromOutside,
    Elsewhere,
}

impl<'a, N: Number, const V: usize> Swept<'a, N, V> {
    /// Computes the terms. Uncertain signs are reported in `known`, because a `Result` of this size
    /// would be copied.
    pub(super) fn new(x: &'a CapsuleVectors<N, V>, domain: TimeDomain, is_lifted: bool) -> Self {
        let mut known = Ok(());
        let mut sure = |sign: CertainSign| {
            known = known.and(sign.map(drop));
            sign.unwrap_or(Zero)
        };
        let mut plane_of = |u: Vector<N>| {
            let uu = squared(&u);
            let is_one = sure(uu.sign()) == Positive;
            is_one.then(|| TrianglePlane { length: uu.root(), g: dot(&u, &x.v).sign(), u })
        };
        let plane = if V >= 3 { plane_of(cross(&x.e[0], &x.e[1 % V])) } else { None };
        let mut across = [const { None }; V];
        for (across, e) in across.iter_mut().zip(&x.e).take(edge_count(V)) {
            *across = plane_of(cross(e, &x.l));
        }
        let outer = plane.as_ref().map_or(Zero, |plane| sure(dot(&plane.u, &x.l).sign()));
        let mut along = [Zero; V];
        for i in 0..edge_count(V) {
            if across[i].is_none() {
                along[i] = sure(dot(&x.e[i], &x.l).sign());
            }
        }
        let of_a = SharedTerms::new(x.of(AxisEnd::A), domain);
        let of_b = of_a.with_center(&x.d[AxisEnd::B.index()]);
        Self { x, ends: [of_a, of_b], plane, outer, across, along, is_lifted, known }
    }

    /// Returns the line from a vertex along the axis, relative to `a`, as a segment with the vector
    /// `−L`.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn side(&self, k: usize) -> SimplexVectors<N, 2> {
        let CapsuleVectors { d: [to_a, to_b], l, v, r, .. } = self.x;
        SimplexVectors {
            d: [to_a[k].clone(), to_b[k].clone()],
            e: [l.each_ref().map(N::negated), l.clone()],
            v: v.clone(),
            r: r.clone(),
        }
    }

    /// Returns the terms of that line, and computes only the terms that are used.
    #[cfg_attr(hot, inline(always))]
    fn shared_of_side<'b>(
        &self,
        k: usize,
        side: &'b SimplexVectors<N, 2>,
    ) -> SharedTerms<'b, N, 2> {
        let [a, b] = &self.ends;
        let (ll, lv, tau) = (squared(&self.x.l), dot(&self.x.l, self.v()), self.moment_of_side(k));
        SharedTerms {
            x: side.borrowed(),
            rr: a.rr.clone(),
            n: [a.n[k].clone(), b.n[k].clone()],
            tau: [tau.negated(), tau],
            ee: [ll.clone(), ll],
            nu: [lv.negated(), lv],
            plane: None,
            domain: a.domain,
        }
    }

    /// Returns `L · (Dₖ × V)`, which is the same for both ends.
    #[cfg_attr(hot, inline(always))]
    fn moment_of_side(&self, k: usize) -> N {
        dot(&self.x.l, &self.ends[0].n[k])
    }

    fn v(&self) -> &Vector<N> {
        &self.x.v
    }
    fn r(&self) -> &N {
        &self.x.r
    }

    /// Returns the faces of `K`.
    pub(super) fn faces(&self) -> impl Iterator<Item = CapsuleFace<'_, N>> {
        let Self { ends, outer, .. } = self;
        let of_triangle = |end: AxisEnd, side: Sign| {
            let d = &ends[end.index()].x.d[0];
            let piece = if side == Zero {
                CapsulePiece::AlongFace(Positive)
            } else {
                CapsulePiece::End(end, SidedFeature::face(side))
            };
            let is_lifted = self.is_lifted && end == AxisEnd::A;
            self.plane.as_ref().map(|plane| CapsuleFace { plane, d, outer: side, is_lifted, piece })
        };
        let of_b = if *outer == Zero { None } else { of_triangle(AxisEnd::B, -*outer) };
        let across = move |i: usize| {
            let d = &ends[0].x.d[i];
            let plane = self.across[i].as_ref()?;
            let side = if *outer == Zero { Positive } else { *outer };
            let (is_lifted, piece) = (self.is_lifted, CapsulePiece::Edge(i as u8, side));
            Some(CapsuleFace { plane, d, outer: *outer, is_lifted, piece })
        };
        // If the axis is parallel to the triangle, the faces across its edges lie in the triangle's
        // plane, as parts of the face itself.
        let solid = V < 3 || *outer != Zero;
        let count = if solid { edge_count(V) } else { 0 };
        [of_triangle(AxisEnd::A, *outer), of_b]
            .into_iter()
            .flatten()
            .chain((0..count).filter_map(across))
    }

    /// Decides whether the path enters a face.
    fn passes(&self, face: &CapsuleFace<'_, N>) -> Result<Passes, Unsure> {
        let CapsuleFace { plane, d, outer, is_lifted, piece } = face;
        let side = match (self.ends[0].domain, plane.g) {
            // On the whole line of time the path comes from the side opposite to its velocity.
            (TimeDomain::Always, Ok(g)) if g != Zero => -g,
            (TimeDomain::Always, Err(Unsure)) => return Err(Unsure),
            _ => match slab_at_start(d, self.r(), plane, *is_lifted)? {
                Slab::Outside(side) => side,
                _ => return Ok(Passes::Elsewhere),
            },
        };
        if *outer != Zero && side != *outer {
            return Ok(Passes::Elsewhere);
        }
        if plane.g?.times(side) != Negative {
            return Ok(Passes::Never);
        }
        let enters = match piece {
            CapsulePiece::End(end, _) => enters_face(&self.ends[end.index()], plane, side)?,
            CapsulePiece::Edge(i, _) => self.enters_across(*i as usize, plane, side)?,
            _ => self.reaches_across_face(
                |end, i| self.ends[end.index()].left_of_edge(i, plane, side),
                |k| self.left_of_side(k, plane, side),
            )?,
        };
        Ok(if enters { Passes::Enters(piece.on(side)) } else { Passes::FromOutside })
    }

    /// For a path that enters the slab about a plane along the axis, decides whether the foot of
    /// `a` is then to the left of the line from a vertex along `L`.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(super) fn left_of_side(
        &self,
        k: usize,
        plane: &TrianglePlane<N>,
        side: Sign,
    ) -> CertainSign {
        left_of_line(&self.x.l, &self.moment_of_side(k), self.v(), self.r(), plane, side)
    }

    /// Decides whether the path enters over the parallelogram of an edge and `−L`.
    fn enters_across(
        &self,
        i: usize,
        plane: &TrianglePlane<N>,
        side: Sign,
    ) -> Result<bool, Unsure> {
        let mut conditions = Conditions::new();
        let of_edge = |end: usize| self.ends[end].left_of_edge(i, plane, side);
        // Seen along `Q = E × L`, `a` is to the right of the edge and `b` to the left of it.
        let misses = conditions.fail(of_edge(0), is_negative)
            || conditions.fail(of_edge(1), is_positive)
            || conditions.fail(self.left_of_side(i, plane, side), is_negative)
            || conditions.fail(self.left_of_side((i + 1) % V, plane, side), is_positive);
        if misses { Ok(false) } else { conditions.then(true) }
    }

    /// For an axis that is parallel to the triangle and straight before it, decides whether the
    /// axis reaches over the interior. It does unless both ends are outside of one edge, or all
    /// vertices are on one side of the axis.
    fn reaches_across_face(
        &self,
        inside: impl Fn(AxisEnd, usize) -> CertainSign,
        left_of_side: impl Fn(usize) -> CertainSign,
    ) -> Result<bool, Unsure> {
        let mut unsure = false;
        for i in 0..V {
            let [a, b] = AxisEnd::BOTH.map(|end| inside(end, i));
            if a == Ok(Positive) || b == Ok(Positive) {
                continue;
            }
            if a.is_ok() && b.is_ok() {
                return Ok(false);
            }
            unsure = true;
        }
        let sides: [CertainSign; V] = core::array::from_fn(left_of_side);
        for sign in [Negative, Positive] {
            if sides.contains(&Ok(sign)) {
                continue;
            }
            if sides.iter().all(CertainSign::is_ok) {
                return Ok(false);
            }
            unsure = true;
        }
        if unsure { Err(Unsure) } else { Ok(true) }
    }

    /// Returns whether a corner of `K` is a true corner. At an edge parallel to the axis only the
    /// far end is one.
    pub(super) fn is_corner(&self, end: AxisEnd, i: usize) -> bool {
        // An edge parallel to the axis hides its vertex if it continues behind this vertex, as seen
        // from this end.
        let hidden =
            |leads: Sign| if end == AxisEnd::A { leads == Positive } else { leads == Negative };
        let before = (i + V - 1) % V;
        let starts = i < edge_count(V) && hidden(self.along[i]);
        let ends = before < edge_count(V) && hidden(-self.along[before]);
        !starts && !ends
    }

    pub(super) fn is_along(&self, i: usize) -> bool {
        i < edge_count(V) && self.across[i].is_none()
    }
    /// Returns whether no edge at a vertex is parallel to the axis.
    pub(super) fn is_side(&self, k: usize) -> bool {
        !self.is_along(k) && !self.is_along((k + V - 1) % V)
    }

    /// Returns the two corners of `K` that bound its segment along an edge parallel to the axis:
    /// one end of the axis with the first vertex, and the other end with the next vertex.
    pub(super) fn ends_of_line(&self, i: usize) -> [(AxisEnd, usize); 2] {
        let [first, last] = if self.along[i] == Positive {
            [AxisEnd::B, AxisEnd::A]
        } else {
            [AxisEnd::A, AxisEnd::B]
        };
        [(first, i), (last, (i + 1) % V)]
    }

    /// Returns the faces of `K` that end at an edge of the simplex, at one end of the axis.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn beside_edge(&self, end: AxisEnd, i: usize) -> [Option<AdjacentFace<'_, N>>; 2] {
        let triangle = self.plane.as_ref().map(|plane| AdjacentFace { plane, is_flipped: false });
        let is_flipped = end == AxisEnd::A;
        let across = self.across[i].as_ref().map(|plane| AdjacentFace { plane, is_flipped });
        [triangle, across]
    }

    /// Returns the faces of `K` that end at the line from a vertex along the axis.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn beside_side(&self, k: usize) -> [Option<AdjacentFace<'_, N>>; 2] {
        let of = |i: usize, is_flipped: bool| {
            self.across[i].as_ref().map(|plane| AdjacentFace { plane, is_flipped })
        };
        [of(k, false), of((k + V - 1) % V, true)]
    }

    /// Returns the outcome if it is settled at time zero: an overlap or a touch.
    fn at_start(&self) -> Result<Option<CapsuleOutcome>, Unsure> {
        if self.outer != Zero && self.is_pierced()? {
            return Ok(Some(CapsuleOutcome::Overlap(())));
        }
        let rr = &self.ends[0].rr;
        for face in self.faces() {
            let CapsuleFace { plane, d, outer, is_lifted, piece } = &face;
            let slab = slab_at_start(d, self.r(), plane, *is_lifted)?;
            if matches!(slab, Slab::Outside(_)) || !self.is_over(piece, plane)? {
                continue;
            }
            match slab {
                Slab::Boundary(side) if *outer == Zero || side == *outer || side == Zero => {
                    let g = plane.g?;
                    let side = match (side, *outer) {
                        // A body in the plane of the face has come from the side opposite to its
                        // velocity.
                        (Zero, Zero) => -g,
                        (Zero, outer) => outer,
                        (side, _) => side,
                    };
                    let approach = approach_of(g.times(side));
                    let touch = CapsuleTouch::at_start(piece.on(side), approach);
                    return Ok(Some(CapsuleOutcome::Contact(touch)));
                }
                _ => return Ok(Some(CapsuleOutcome::Overlap(()))),
            }
        }

        let mut touched: Option<(CapsulePiece, CertainSign)> = None;
        for end in AxisEnd::BOTH {
            let x = &self.ends[end.index()].x;
            for i in 0..V {
                match squared(&x.d[i]).minus(rr).sign()? {
                    Negative => return Ok(Some(CapsuleOutcome::Overlap(()))),
                    Zero if touched.is_none() && self.is_corner(end, i) => {
                        let piece = CapsulePiece::End(end, SidedFeature::vertex(i));
                        touched = Some((piece, dot(x.v, &x.d[i]).sign()));
                    }
                    _ => {}
                }
            }
        }
        let mut look = |piece: CapsulePiece, e: &Vector<N>, ee: &N, [from, to]: [&Vector<N>; 2]| {
            let e_cross_d = cross(e, from);
            let gap = squared(&e_cross_d).minus(&ee.times(rr)).sign();
            if gap == Ok(Positive) {
                return Ok(false);
            }
            let mut over_edge = Conditions::new();
            if over_edge.fail(dot(e, from).sign(), is_positive)
                || over_edge.fail(dot(e, to).sign(), is_negative)
            {
                return Ok(false);
            }
            over_edge.then(())?;
            if gap? == Zero && touched.is_none() {
                touched = Some((piece, dot(&cross(e, self.v()), &e_cross_d).sign()));
            }
            Ok(gap? == Negative)
        };
        for i in 0..edge_count(V) {
            let d = |(end, k): (AxisEnd, usize)| &self.ends[end.index()].x.d[k];
            let (e, ee) = (&self.ends[0].x.e[i], &self.ends[0].ee[i]);
            if self.is_along(i) {
                if look(CapsulePiece::AlongEdge(i as u8), e, ee, self.ends_of_line(i).map(d))? {
                    return Ok(Some(CapsuleOutcome::Overlap(())));
                }
                continue;
            }
            for end in AxisEnd::BOTH {
                let ways = [(end, i), (end, (i + 1) % V)].map(d);
                if look(CapsulePiece::End(end, SidedFeature::edge(i)), e, ee, ways)? {
                    return Ok(Some(CapsuleOutcome::Overlap(())));
                }
            }
        }
        for k in (0..V).filter(|&k| self.is_side(k)) {
            let SimplexVectors { d: [to_a, to_b], e: [e, _], .. } = &self.side(k);
            if look(CapsulePiece::Vertex(k as u8), e, &squared(e), [to_a, to_b])? {
                return Ok(Some(CapsuleOutcome::Overlap(())));
            }
        }
        let Some((piece, along)) = touched else { return Ok(None) };
        Ok(Some(CapsuleOutcome::Contact(CapsuleTouch::at_start(piece, approach_of(along?)))))
    }

    /// Returns whether the axis crosses the triangle at time zero, from one side to the other.
    pub(super) fn is_pierced(&self) -> Result<bool, Unsure> {
        let mut conditions = Conditions::new();
        for face in self.faces() {
            let of_plane = match &face.piece {
                CapsulePiece::End(..) => face.outer,
                _ => self.outer,
            };
            let inside = dot(&face.plane.u, face.d).sign().map(|h| h.times(of_plane));
            if conditions.fail(inside, is_negative) {
                return Ok(false);
            }
        }
        conditions.then(true)
    }

    /// Returns whether the foot of `a` lies over the interior of a face at time zero.
    pub(super) fn is_over(
        &self,
        piece: &CapsulePiece,
        plane: &TrianglePlane<N>,
    ) -> Result<bool, Unsure> {
        let outward = |e: &Vector<N>, d: &Vector<N>| dot(&cross(e, &plane.u), d).sign();
        let of_edge = |end: AxisEnd, i: usize| {
            let x = &self.ends[end.index()].x;
            outward(&x.e[i], &x.d[i])
        };
        let of_side = |k: usize| outward(&self.x.l, &self.ends[0].x.d[k]);
        let mut conditions = Conditions::new();
        let misses = match *piece {
            CapsulePiece::End(end, _) => {
                (0..V).any(|i| conditions.fail(of_edge(end, i), is_negative))
            }
            CapsulePiece::Edge(i, _) => {
                let i = i as usize;
                conditions.fail(of_edge(AxisEnd::A, i), is_positive)
                    || conditions.fail(of_edge(AxisEnd::B, i), is_negative)
                    || conditions.fail(of_side(i), is_positive)
                    || conditions.fail(of_side((i + 1) % V), is_negative)
            }
            _ => {
                return self.reaches_across_face(
                    |end, i| of_edge(end, i).map(|s| -s),
                    |k| of_side(k).map(|s| -s),
                );
            }
        };
        if misses { Ok(false) } else { conditions.then(true) }
    }

    /// For a start outside of the inflated `K`, decides which edge or corner of `K` is reached
    /// first.
    fn enters_edge_or_vertex(&self, is_point: bool) -> Result<CapsuleOutcome, Unsure> {
        let mut unsure = false;
        let mut earliest: Option<(CapsulePiece, N, N)> = None;
        let mut take = |piece: CapsulePiece,
                        entry: Result<PieceOutcome, Unsure>,
                        graze: &dyn Fn() -> (N, N)| {
            match entry {
                Ok(PieceOutcome::Misses) => {}
                Ok(PieceOutcome::Enters) => return Ok(Some(piece)),
                Ok(PieceOutcome::Grazes) => {
                    let (numerator, denominator) = graze();
                    keep_earlier(&mut earliest, (piece, numerator, denominator))?;
                }
                Err(Unsure) => unsure = true,
            }
            Ok(None)
        };
        let along_edge = |e: &Vector<N>, d: &Vector<N>| {
            let e_cross_v = cross(e, self.v());
            (dot(&e_cross_v, &cross(e, d)).negated(), squared(&e_cross_v))
        };
        let entered = |piece| Ok(CapsuleOutcome::Contact(CapsuleTouch::entering(piece)));
        for i in 0..edge_count(V) {
            if self.is_along(i) {
                let ends = self.ends_of_line(i);
                let beyond = |k: usize, ev: &Vector<N>| {
                    let (end, vertex) = ends[k];
                    self.ends[end.index()].beyond_end(i, vertex, ev)
                };
                let faces = self.beside_edge(AxisEnd::A, i);
                let entry = self.ends[0].enters_cylinder(i, &faces, beyond);
                let graze = || along_edge(&self.ends[0].x.e[i], &self.ends[0].x.d[i]);
                if let Some(piece) = take(CapsulePiece::AlongEdge(i as u8), entry, &graze)? {
                    return entered(piece);
                }
                continue;
            }
            for end in AxisEnd::BOTH {
                let shared = &self.ends[end.index()];
                let beyond = |k: usize, ev: &Vector<N>| shared.beyond_end(i, (i + k) % V, ev);
                let entry = shared.enters_cylinder(i, &self.beside_edge(end, i), beyond);
                let graze = || along_edge(&shared.x.e[i], &shared.x.d[i]);
                if let Some(piece) =
                    take(CapsulePiece::End(end, SidedFeature::edge(i)), entry, &graze)?
                {
                    return entered(piece);
                }
            }
        }
        for k in (0..V).filter(|&k| self.is_side(k)) {
            let side = self.side(k);
            let shared = &self.shared_of_side(k, &side);
            let beyond = |end: usize, ev: &Vector<N>| shared.beyond_end(0, end, ev);
            let entry = shared.enters_cylinder(0, &self.beside_side(k), beyond);
            let graze = || along_edge(&shared.x.e[0], &shared.x.d[0]);
            if let Some(piece) = take(CapsulePiece::Vertex(k as u8), entry, &graze)? {
                return entered(piece);
            }
        }
        let vv = squared(self.v());
        for end in AxisEnd::BOTH {
            for i in (0..V).filter(|&i| self.is_corner(end, i)) {
                let shared = &self.ends[end.index()];
                let entry = self.enters_corner(end, i, &vv);
                let graze = || (dot(self.v(), &shared.x.d[i]).negated(), vv.clone());
                if let Some(piece) =
                    take(CapsulePiece::End(end, SidedFeature::vertex(i)), entry, &graze)?
                {
                    return entered(piece);
                }
            }
        }
        if unsure {
            return Err(Unsure);
        }
        let graze = |(piece, ..): (CapsulePiece, N, N)| {
            CapsuleOutcome::Contact(CapsuleTouch::grazing(piece, is_point))
        };
        Ok(earliest.map_or(CapsuleOutcome::Apart, graze))
    }

    /// Decides whether the path enters the ball about a corner of `K`, outside of its edges.
    fn enters_corner(&self, end: AxisEnd, i: usize, vv: &N) -> Result<PieceOutcome, Unsure> {
        let entry = self.ends[end.index()].enters_vertex(i, vv);
        if let Ok(PieceOutcome::Misses) = entry {
            return entry;
        }
        let side = self.side(i);
        let side = self.shared_of_side(i, &side);
        let beyond = side.beyond_end(0, end.index(), &cross(&side.x.e[0], self.v()));
        let mut conditions = Conditions::new();
        let fails = match end {
            AxisEnd::A => conditions.fail(beyond, is_not_positive),
            AxisEnd::B => conditions.fail(beyond, is_not_negative),
        };
        if fails {
            return Ok(PieceOutcome::Misses);
        }
        conditions.then(entry?)
    }
}

impl CapsulePiece {
    /// Returns the same piece, on this side if it is a face.
    fn on(self, side: Sign) -> Self {
        match self {
            CapsulePiece::End(end, _) => CapsulePiece::End(end, SidedFeature::face(side)),
            CapsulePiece::Edge(i, _) => CapsulePiece::Edge(i, side),
            CapsulePiece::AlongFace(_) => CapsulePiece::AlongFace(side),
            CapsulePiece::Vertex(_) | CapsulePiece::AlongEdge(_) => self,
        }
    }
}
