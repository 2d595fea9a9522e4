//! The inputs of a cast of a round body at a point, a segment or a triangle.

use crate::contact::answer::{Approach, Feature};
use crate::contact::body::{Ball, Body};
use crate::contact::cast::{TimeDomain, TimeEquation};
use crate::contact::relative_motion::RelativeMotion;
use crate::number::{Inputs, Lift, Number, Quantity, Range, Rescale, Sign, along, part, replaced};
use crate::shape::vector::{Vector, cross, in_space, lifted_cross};
use crate::shape::{Moving, Scalar, Translatable};
use Quantity::Length;
use Sign::Zero;

/// A moving sphere, or another round body, that is cast at the convex hull of `V` points, which
/// move together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SimplexCast<const V: usize, B = Ball> {
    pub(crate) center: [f64; 3],
    pub(crate) body: B,
    pub(crate) vertices: [[f64; 3]; V],
    pub(crate) motion: RelativeMotion<3>,
    pub(crate) domain: TimeDomain,
}

impl<const V: usize, B: Body> SimplexCast<V, B> {
    /// Returns the same cast for the centre of the body, with radius zero.
    pub(crate) fn of_center(self) -> SimplexCast<V, B::Center> {
        let Self { center, body, vertices, motion, domain } = self;
        SimplexCast { center, body: body.center(), vertices, motion, domain }
    }
}

impl<const V: usize, B: Copy> SimplexCast<V, B> {
    /// Returns the same cast with a given vertex as the first one, and the others in their cyclic
    /// order.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn with_first_vertex(&self, first: u8) -> Self {
        let vertices = core::array::from_fn(|k| self.vertices[(first as usize + k) % V]);
        Self { vertices, ..*self }
    }
}

/// Constructs the cast of a mover with a round body at the simplex of some vertices.
#[cfg_attr(hot, inline(always))]
pub(crate) fn simplex_cast<T: Scalar, B, M: Translatable<T, N>, const N: usize, const V: usize>(
    mover: &Moving<M>,
    body: B,
    vertices: [[T; N]; V],
    motion: RelativeMotion<3>,
) -> SimplexCast<V, B> {
    SimplexCast {
        center: in_space(mover.shape().place()),
        body,
        vertices: vertices.map(in_space),
        motion,
        domain: TimeDomain::FromStart,
    }
}

/// A feature, and for the face the side on which the sphere is: the sign of `U · (center − point)`.
///
/// For a point that slides within the face the side is zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SidedFeature {
    pub(crate) feature: Feature,
    pub(crate) side: Sign,
}

impl SidedFeature {
    pub(in crate::contact) fn vertex(i: usize) -> Self {
        Self { feature: Feature::Vertex(i as u8), side: Zero }
    }
    pub(in crate::contact) fn edge(i: usize) -> Self {
        Self { feature: Feature::Edge(i as u8), side: Zero }
    }
    pub(in crate::contact) fn face(side: Sign) -> Self {
        Self { feature: Feature::Face, side }
    }
    /// Returns the same place with another index for each vertex and edge.
    pub(in crate::contact) fn renamed(self, name: impl Fn(u8) -> u8) -> Self {
        let feature = match self.feature {
            Feature::Vertex(i) => Feature::Vertex(name(i)),
            Feature::Edge(i) => Feature::Edge(name(i)),
            Feature::Face => Feature::Face,
        };
        Self { feature, ..self }
    }
}

/// A touch: its time as a kind of root, its place, and its approach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SimplexTouch {
    pub(crate) when: TimeEquation,
    pub(crate) place: SidedFeature,
    pub(crate) approach: Approach,
}

impl SimplexTouch {
    /// Constructs a touch at time zero.
    pub(super) fn at_start(place: SidedFeature, approach: Approach) -> Self {
        Self { when: TimeEquation::Start, place, approach }
    }
    /// Constructs a touch at which the body reaches the simplex and would enter it next.
    pub(super) fn entering(place: SidedFeature) -> Self {
        Self { when: TimeEquation::Enters, place, approach: Approach::Approaching }
    }
    /// Constructs the same touch at a vertex or an edge, or at a face whose side does not matter.
    pub(crate) fn entering_at(feature: Feature) -> Self {
        Self::entering(SidedFeature { feature, side: Zero })
    }
    /// Constructs a touch at which the body reaches the simplex and slides past. For a point this
    /// counts as approaching, since the two were apart before.
    pub(super) fn grazing(place: SidedFeature, is_point: bool) -> Self {
        let approach = if is_point { Approach::Approaching } else { Approach::Sliding };
        Self { when: TimeEquation::Grazes, place, approach }
    }
    /// Constructs a touch at the point that is closest to the centre at time zero, so that its
    /// numbers can be measured.
    pub(super) fn closest(feature: Feature) -> Self {
        Self::at_start(SidedFeature { feature, side: Zero }, Approach::Sliding)
    }
}

/// Returns the number of edges: none for a point, one for a segment, three for a triangle.
pub(in crate::contact) const fn edge_count(vertices: usize) -> usize {
    if vertices < 3 { vertices - 1 } else { vertices }
}

impl<const V: usize, B: Body> Inputs for SimplexCast<V, B> {
    const SELDOM: bool = B::SELDOM;
    const RANGE: Range = B::RANGE;

    #[cfg_attr(hot, inline(always))]
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.body.visit(see);
        see(Length, self.center);
        self.vertices.iter().for_each(|&vertex| see(Length, vertex));
        self.motion.visit(see);
    }

    #[cfg_attr(hot, inline(always))]
    fn suits_floats(&self) -> bool {
        self.body.suits_floats() && self.motion.suits_floats()
    }
}

impl<const V: usize, B: Body> Rescale for SimplexCast<V, B> {
    fn map(&self, change: &mut dyn FnMut(Quantity, f64) -> f64) -> Self {
        Self {
            center: self.center.map(|x| change(Length, x)),
            body: self.body.map(change),
            vertices: self.vertices.map(|vertex| vertex.map(|x| change(Length, x))),
            motion: self.motion.map(change),
            domain: self.domain,
        }
    }
}

/// The vectors from which all terms of the decision are computed.
pub(in crate::contact) struct SimplexVectors<N, const V: usize> {
    /// `Dᵢ = C − Pᵢ`.
    pub(in crate::contact) d: [Vector<N>; V],
    /// `Eᵢ = Pᵢ₊₁ − Pᵢ`.
    pub(in crate::contact) e: [Vector<N>; V],
    /// `V`, the velocity of the sphere relative to the simplex.
    pub(in crate::contact) v: Vector<N>,
    pub(in crate::contact) r: N,
}

impl<const V: usize, B: Body> SimplexCast<V, B> {
    #[cfg_attr(hot, inline(always))]
    pub(in crate::contact) fn relative<N: Number>(
        &self,
        lift: &impl Lift<N>,
    ) -> SimplexVectors<N, V> {
        part!(N, Self::relative_to, (self, lift))
    }
    #[cfg_attr(hot, inline(always))]
    fn relative_to<N: Number>((cast, lift): (&Self, &impl Lift<N>)) -> SimplexVectors<N, V> {
        let Self { body, vertices: p, .. } = cast;
        let stretch = body.stretch(lift);
        SimplexVectors {
            d: body.vectors_to_center(lift, &stretch, &cast.center, p),
            e: replaced!(N::rows(); V, |i| B::edge(lift, &stretch, &p[(i + 1) % V], &p[i])),
            v: B::speed(lift, &stretch, &cast.motion),
            r: body.radius(lift),
        }
    }
}

/// The same vectors by reference: the two ends of a capsule have most of them in common.
pub(in crate::contact) struct SimplexVectorsRef<'a, N, const V: usize> {
    pub(in crate::contact) d: &'a [Vector<N>; V],
    pub(in crate::contact) e: &'a [Vector<N>; V],
    pub(in crate::contact) v: &'a Vector<N>,
    pub(in crate::contact) r: &'a N,
}

// A derived `Copy` would require that numbers can be copied; references always can.
impl<N, const V: usize> Copy for SimplexVectorsRef<'_, N, V> {}
impl<N, const V: usize> Clone for SimplexVectorsRef<'_, N, V> {
    #[cfg_attr(hot, inline(always))]
    fn clone(&self) -> Self {
        *self
    }
}

impl<N, const V: usize> SimplexVectors<N, V> {
    #[cfg_attr(hot, inline(always))]
    pub(in crate::contact) fn borrowed(&self) -> SimplexVectorsRef<'_, N, V> {
        let Self { d, e, v, r } = self;
        SimplexVectorsRef { d, e, v, r }
    }
}

impl<N: Number, const V: usize> SimplexVectorsRef<'_, N, V> {
    /// Returns `W = Dᵢ + tV`, the vector from a vertex to the centre.
    #[cfg_attr(hot, inline(always))]
    pub(in crate::contact) fn at(&self, t: &N::Value, i: usize) -> Vector<N::Value> {
        along(t, &self.d[i], self.v)
    }
}

impl<const V: usize, B: Body> SimplexCast<V, B> {
    /// Returns `U` for the numbers of an answer. Components that have nearly cancelled are computed
    /// to more digits. This costs little, and without it they are almost the only uncertain numbers
    /// of an answer.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn sharp_normal<N: Number>(&self, x: SimplexVectorsRef<'_, N, V>) -> Vector<N> {
        let normal = normal_of_face::<N, B, V>(x);
        if !B::IS_IN_WORLD || !B::IS_BALL {
            return normal;
        }
        let edge = |i: usize| {
            let (from, to) = (&self.vertices[i % V], &self.vertices[(i + 1) % V]);
            core::array::from_fn(|k| [from[k], to[k]])
        };
        N::sharpened(normal, || [edge(0), edge(1)])
    }
}

/// Returns `U`. If the plane is rotated about one axis, the component along that axis nearly
/// cancels, or is zero. Small components count as much as the others.
#[cfg_attr(hot, inline(always))]
pub(super) fn normal_of_face<N: Number, B: Body, const V: usize>(
    x: SimplexVectorsRef<'_, N, V>,
) -> Vector<N> {
    let (e, f) = (&x.e[0], &x.e[1 % V]);
    if B::IS_BALL { lifted_cross(e, f) } else { cross(e, f) }
}
