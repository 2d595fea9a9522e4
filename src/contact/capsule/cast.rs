//! The inputs of a cast of a capsule at a point, a segment or a triangle.

use crate::contact::answer::{Approach, Feature};
use crate::contact::body::{Ball, Body};
use crate::contact::cast::{TimeDomain, TimeEquation};
use crate::contact::relative_motion::RelativeMotion;
use crate::contact::simplex::{SidedFeature, SimplexCast, SimplexTouch, SimplexVectorsRef};
use crate::number::{Inputs, Lift, Number, Quantity, Range, Rescale, Sign};
use crate::shape::vector::{Vector, in_space};
use crate::shape::{Capsule, Moving, Scalar};
use Quantity::Length;

/// One end of the axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AxisEnd {
    A,
    B,
}

impl AxisEnd {
    pub(super) const BOTH: [Self; 2] = [Self::A, Self::B];
    /// Returns the index of the end in an array of both ends.
    pub(super) fn index(self) -> usize {
        self as usize
    }
}

/// A moving capsule that is cast at the convex hull of `V` points, which move together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CapsuleCast<const V: usize, B = Ball> {
    pub(crate) a: [f64; 3],
    /// The other end is `b + beyond`.
    pub(crate) b: [f64; 3],
    pub(crate) beyond: [f64; 3],
    /// A ball with the radius of the capsule.
    pub(crate) body: B,
    pub(crate) vertices: [[f64; 3]; V],
    pub(crate) motion: RelativeMotion<3>,
    pub(crate) domain: TimeDomain,
}

/// Constructs the cast of a capsule at the simplex of some vertices.
#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
pub(crate) fn capsule_cast<T: Scalar, B, const N: usize, const V: usize>(
    mover: &Moving<Capsule<T, N>>,
    body: B,
    vertices: [[T; N]; V],
    motion: RelativeMotion<3>,
) -> CapsuleCast<V, B> {
    let [b, beyond] = mover.shape().b().map(in_space);
    let ends = [in_space(mover.shape().a()), b, beyond];
    capsule_cast_of(ends, body, motion, vertices.map(in_space))
}

/// Constructs the same cast for an axis from `a` to `b + beyond`.
#[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
pub(crate) fn capsule_cast_of<B, const V: usize>(
    [a, b, beyond]: [[f64; 3]; 3],
    body: B,
    motion: RelativeMotion<3>,
    vertices: [[f64; 3]; V],
) -> CapsuleCast<V, B> {
    CapsuleCast { a, b, beyond, body, vertices, motion, domain: TimeDomain::FromStart }
}

/// The part of the capsule and the part of the simplex that touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CapsulePiece {
    /// The ball about an end, and any feature.
    End(AxisEnd, SidedFeature),
    /// The axis between its ends, and a vertex.
    Vertex(u8),
    /// The axis between its ends, and an edge across it. The sign is positive if the axis is on the
    /// side to which `E × L` points.
    Edge(u8, Sign),
    /// The axis along an edge.
    AlongEdge(u8),
    /// The axis along the face, on this side.
    AlongFace(Sign),
}

/// A touch: its time as a kind of root, the parts that touch, and the approach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CapsuleTouch {
    pub(crate) when: TimeEquation,
    pub(crate) piece: CapsulePiece,
    pub(crate) approach: Approach,
}

impl CapsuleTouch {
    pub(super) fn entering(piece: CapsulePiece) -> Self {
        Self { when: TimeEquation::Enters, piece, approach: Approach::Approaching }
    }
    /// Returns the same touch for another simplex in the same place, whose touched feature is
    /// `feature`. If `is_reversed`, its edge has the opposite direction.
    pub(crate) fn at(&self, feature: Feature, is_reversed: bool) -> Self {
        let side_of = |side: Sign| if is_reversed { -side } else { side };
        let piece = match (self.piece, feature) {
            (CapsulePiece::Edge(_, side), Feature::Edge(i)) => CapsulePiece::Edge(i, side_of(side)),
            (CapsulePiece::AlongEdge(_), Feature::Edge(i)) => CapsulePiece::AlongEdge(i),
            (CapsulePiece::Vertex(_), Feature::Vertex(i)) => CapsulePiece::Vertex(i),
            (CapsulePiece::End(end, _), feature) => {
                CapsulePiece::End(end, SidedFeature { feature, side: Sign::Zero })
            }
            (piece, _) => piece,
        };
        Self { piece, ..*self }
    }
    pub(super) fn at_start(piece: CapsulePiece, approach: Approach) -> Self {
        Self { when: TimeEquation::Start, piece, approach }
    }
    pub(super) fn grazing(piece: CapsulePiece, is_point: bool) -> Self {
        let approach = if is_point { Approach::Approaching } else { Approach::Sliding };
        Self { when: TimeEquation::Grazes, piece, approach }
    }

    /// Returns the touch of a ball about an end that has the same time and the same normal, if
    /// there is one.
    pub(super) fn of_ball(&self) -> Option<(AxisEnd, SimplexTouch)> {
        let Self { when, piece, approach } = *self;
        let (end, place) = match piece {
            CapsulePiece::End(end, place) => (end, place),
            CapsulePiece::AlongEdge(i) => (AxisEnd::A, SidedFeature::edge(i as usize)),
            CapsulePiece::AlongFace(side) => (AxisEnd::A, SidedFeature::face(side)),
            CapsulePiece::Vertex(_) | CapsulePiece::Edge(..) => return None,
        };
        Some((end, SimplexTouch { when, place, approach }))
    }
}

impl<const V: usize, B: Body> Inputs for CapsuleCast<V, B> {
    const SELDOM: bool = B::SELDOM;
    const RANGE: Range = B::RANGE;
    // In a frame, the vector along the axis is as deep as a vector to the centre.
    const IS_DEEP: bool = !B::IS_IN_WORLD;

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.body.visit(see);
        see(Length, self.a);
        see(Length, self.b);
        see(Length, self.beyond);
        self.vertices.iter().for_each(|&vertex| see(Length, vertex));
        self.motion.visit(see);
    }

    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    fn suits_floats(&self) -> bool {
        self.body.suits_floats() && self.motion.suits_floats()
    }
}

impl<const V: usize, B: Body> Rescale for CapsuleCast<V, B> {
    fn map(&self, change: &mut dyn FnMut(Quantity, f64) -> f64) -> Self {
        Self {
            a: self.a.map(|x| change(Length, x)),
            b: self.b.map(|x| change(Length, x)),
            beyond: self.beyond.map(|x| change(Length, x)),
            body: self.body.map(change),
            vertices: self.vertices.map(|vertex| vertex.map(|x| change(Length, x))),
            motion: self.motion.map(change),
            domain: self.domain,
        }
    }
}

/// The vectors from which all terms of the decision are computed.
pub(super) struct CapsuleVectors<N, const V: usize> {
    /// The vectors from each vertex to `a`, and to the other end.
    pub(super) d: [[Vector<N>; V]; 2],
    pub(super) e: [Vector<N>; V],
    /// `L`, at the scale of the vectors to the ends.
    pub(super) l: Vector<N>,
    pub(super) v: Vector<N>,
    pub(super) r: N,
}

impl<const V: usize, B: Body> CapsuleCast<V, B> {
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(super) fn vectors<N: Number>(&self, lift: &impl Lift<N>) -> CapsuleVectors<N, V> {
        let stretch = self.body.stretch(lift);
        let p = &self.vertices;
        let sum = |x: &Vector<N>, y: &Vector<N>| core::array::from_fn(|k| x[k].plus(&y[k]));
        let beyond = B::mover_vector(lift, &stretch, &self.beyond, &[0.0; 3]);
        let to_b = self.body.vectors_to_center(lift, &stretch, &self.b, p);
        CapsuleVectors {
            d: [
                self.body.vectors_to_center(lift, &stretch, &self.a, p),
                to_b.map(|d| sum(&d, &beyond)),
            ],
            e: core::array::from_fn(|i| B::edge(lift, &stretch, &p[(i + 1) % V], &p[i])),
            l: sum(&B::mover_vector(lift, &stretch, &self.b, &self.a), &beyond),
            v: B::speed(lift, &stretch, &self.motion),
            r: self.body.radius(lift),
        }
    }

    /// Returns the cast of the ball about `a`.
    pub(super) fn of_a(&self) -> SimplexCast<V, B> {
        let Self { a, body, vertices, motion, domain, .. } = *self;
        SimplexCast { center: a, body, vertices, motion, domain }
    }

    /// Returns an end of the axis as it is given: a vector, and a second vector to add to the
    /// first, unless the second is zero.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn end(&self, end: AxisEnd) -> ([f64; 3], Option<&[f64; 3]>) {
        match end {
            AxisEnd::A => (self.a, None),
            AxisEnd::B => (self.b, (self.beyond != [0.0; 3]).then_some(&self.beyond)),
        }
    }

    /// Returns the same capsule cast at the hull of other vertices.
    pub(super) fn at<const W: usize>(&self, vertices: [[f64; 3]; W]) -> CapsuleCast<W, B> {
        let Self { a, b, beyond, body, motion, domain, .. } = *self;
        CapsuleCast { a, b, beyond, body, vertices, motion, domain }
    }
}

impl<N, const V: usize> CapsuleVectors<N, V> {
    /// Returns the vectors for a ball about one end.
    #[cfg_attr(all(hot, not(feature = "compact")), inline(always))]
    pub(super) fn of(&self, end: AxisEnd) -> SimplexVectorsRef<'_, N, V> {
        let Self { d, e, v, r, .. } = self;
        SimplexVectorsRef { d: &d[end.index()], e, v, r }
    }
}
