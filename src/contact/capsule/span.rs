//! The ends of the segment in which an axis along an edge or along a face touches it.
//!
//! With `x` the foot of `a`, the feet of the axis are the points `x + s L`. Their segment is
//! clipped by the edge, or by the triangle. Each end of the clipped segment is the foot of an end
//! of the axis, or a point where the axis crosses the border. The signs that the decision has
//! evaluated decide between the two.
//!
//! Source: the normal cones of a sum of convex sets, as in `decision.rs`. Derivation:
//! `docs/theory.md`, §1, "Capsules".

use super::cast::{AxisEnd, CapsuleCast, CapsulePiece, CapsuleTouch};
use super::decision::Swept;
use crate::contact::answer::Feature;
use crate::contact::body::Body;
use crate::contact::cast::{BoundQuery, CastQuery, TimeEquation};
use crate::contact::simplex::SharedTerms;
use crate::number::{Decision, Lift, Number, Sign, Unsure};
use crate::shape::vector::{cross, dot};
use Sign::{Negative, Positive, Zero};

/// The position of an end of the touched segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CapsuleSpot {
    /// Straight before an end of the axis, on this feature.
    Foot(AxisEnd, Feature),
    /// On a vertex.
    Vertex(u8),
    /// At the point where the axis crosses an edge.
    Crossing(u8),
}

impl CapsuleSpot {
    /// Returns the same spot with the indices of a simplex of `count` corners, where the first
    /// corner of the reduced simplex has the index `from`.
    pub(super) fn renamed(self, from: usize, count: usize) -> Self {
        let name = |i: u8| ((i as usize + from) % count) as u8;
        match self {
            CapsuleSpot::Foot(end, Feature::Vertex(i)) => {
                CapsuleSpot::Foot(end, Feature::Vertex(name(i)))
            }
            CapsuleSpot::Foot(end, Feature::Edge(i)) => {
                CapsuleSpot::Foot(end, Feature::Edge(name(i)))
            }
            CapsuleSpot::Foot(_, Feature::Face) => self,
            CapsuleSpot::Vertex(i) => CapsuleSpot::Vertex(name(i)),
            CapsuleSpot::Crossing(i) => CapsuleSpot::Crossing(name(i)),
        }
    }
    pub(super) fn feature(self) -> Feature {
        match self {
            CapsuleSpot::Foot(_, feature) => feature,
            CapsuleSpot::Vertex(i) => Feature::Vertex(i),
            CapsuleSpot::Crossing(i) => Feature::Edge(i),
        }
    }
}

/// The spot with the least parameter on the way from `a` to `b`, and the spot with the greatest
/// parameter, if the two differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TouchedSpan {
    pub(crate) first: CapsuleSpot,
    pub(crate) last: Option<CapsuleSpot>,
}

impl CapsuleTouch {
    /// Returns the spot of the touch, unless the two may touch in more than a point.
    pub(super) fn spot(&self) -> Option<CapsuleSpot> {
        match self.piece {
            CapsulePiece::End(end, place) => Some(CapsuleSpot::Foot(end, place.feature)),
            CapsulePiece::Vertex(i) => Some(CapsuleSpot::Vertex(i)),
            CapsulePiece::Edge(i, _) => Some(CapsuleSpot::Crossing(i)),
            CapsulePiece::AlongEdge(_) | CapsulePiece::AlongFace(_) => None,
        }
    }
}

/// The query for the ends of the touched segment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TouchedSpanQuery(pub(crate) CapsuleTouch);

impl CastQuery for TouchedSpanQuery {
    const SELDOM: bool = true;
}

impl<const V: usize, B: Body> Decision for BoundQuery<'_, CapsuleCast<V, B>, TouchedSpanQuery> {
    type Outcome = TouchedSpan;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<TouchedSpan, Unsure> {
        let TouchedSpanQuery(touch) = self.question;
        if let Some(first) = touch.spot() {
            return Ok(TouchedSpan { first, last: None });
        }
        let x = self.cast.vectors(lift);
        let swept = Swept::new(&x, self.cast.domain, B::IS_IN_WORLD);
        swept.known?;
        let spots = match touch.piece {
            CapsulePiece::AlongEdge(i) => swept.along_edge(i as usize, touch.when)?,
            _ => swept.along_face(&touch)?,
        };
        Ok(TouchedSpan { first: spots[0], last: Some(spots[1]) })
    }
}

impl<N: Number, const V: usize> Swept<'_, N, V> {
    /// For each end of the axis, returns its foot if the foot lies on the edge, otherwise the
    /// vertex beyond which the foot lies.
    fn along_edge(&self, i: usize, when: TimeEquation) -> Result<[CapsuleSpot; 2], Unsure> {
        let spot = |end: AxisEnd| {
            let SharedTerms { x, .. } = &self.ends[end.index()];
            let beyond = |k: usize| match when {
                TimeEquation::Start => dot(&x.e[i], &x.d[k]).sign(),
                _ => self.ends[end.index()].beyond_end(i, k, &cross(&x.e[i], x.v)),
            };
            let next = (i + 1) % V;
            let (first, last) = (CapsuleSpot::Vertex(i as u8), CapsuleSpot::Vertex(next as u8));
            Ok(match (beyond(i)?, beyond(next)?) {
                (Negative | Zero, _) => first,
                (_, Zero | Positive) => last,
                _ => CapsuleSpot::Foot(end, Feature::Edge(i as u8)),
            })
        };
        Ok([spot(AxisEnd::A)?, spot(AxisEnd::B)?])
    }

    /// For each end of the axis, returns its foot if the foot lies on the triangle, otherwise the
    /// point where the axis enters or leaves the triangle.
    fn along_face(&self, touch: &CapsuleTouch) -> Result<[CapsuleSpot; 2], Unsure> {
        let (Some(plane), CapsulePiece::AlongFace(side)) = (&self.plane, touch.piece) else {
            return Err(Unsure);
        };
        let outward = |e, d| dot(&cross(e, &plane.u), d).sign().map(|s: Sign| -s);
        let inside = |end: AxisEnd, i: usize| {
            let shared = &self.ends[end.index()];
            match touch.when {
                TimeEquation::Start => outward(&shared.x.e[i], &shared.x.d[i]),
                _ => shared.left_of_edge(i, plane, side),
            }
        };
        let left_of_side = |k: usize| match touch.when {
            TimeEquation::Start => outward(&self.x.l, &self.ends[0].x.d[k]),
            _ => self.left_of_side(k, plane, side),
        };
        let mut sides = [Zero; V];
        for (k, side) in sides.iter_mut().enumerate() {
            *side = left_of_side(k)?;
        }
        // Returns the edge across which the axis enters or leaves the triangle, otherwise the
        // vertex through which it does so.
        let border = |comes_in: bool| -> Result<CapsuleSpot, Unsure> {
            for i in 0..V {
                if sides[i].times(sides[(i + 1) % V]) == Negative {
                    let out = dot(&cross(&self.ends[0].x.e[i], &plane.u), &self.x.l).sign()?;
                    if (out == Negative) == comes_in {
                        return Ok(CapsuleSpot::Crossing(i as u8));
                    }
                }
            }
            // If the axis runs along a whole edge, there are two such vertices.
            let mut found: Option<usize> = None;
            for k in (0..V).filter(|&k| sides[k] == Zero) {
                let is_it = match found {
                    None => true,
                    Some(i) => {
                        let [to_i, to_k] = [i, k].map(|k| dot(&self.x.l, &self.ends[0].x.d[k]));
                        (to_i.minus(&to_k).sign()? == Positive) != comes_in
                    }
                };
                if is_it {
                    found = Some(k);
                }
            }
            found.map(|k| CapsuleSpot::Vertex(k as u8)).ok_or(Unsure)
        };
        let spot = |end: AxisEnd| -> Result<CapsuleSpot, Unsure> {
            let mut signs = [Zero; V];
            for (i, sign) in signs.iter_mut().enumerate() {
                *sign = inside(end, i)?;
            }
            if signs.contains(&Negative) {
                return border(end == AxisEnd::A);
            }
            let on = |i: usize| signs[i] == Zero;
            let corner = (0..V).find(|&i| on(i) && on((i + V - 1) % V));
            let edge = (0..V).find(|&i| on(i));
            Ok(match (corner, edge) {
                (Some(i), _) => CapsuleSpot::Vertex(i as u8),
                (None, Some(i)) => CapsuleSpot::Foot(end, Feature::Edge(i as u8)),
                _ => CapsuleSpot::Foot(end, Feature::Face),
            })
        };
        Ok([spot(AxisEnd::A)?, spot(AxisEnd::B)?])
    }
}
