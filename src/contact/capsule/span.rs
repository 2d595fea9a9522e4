//! The ends of the segment in which an axis along an edge or along a face touches it.
//!
//! With `x` the foot of `a`, the axis is there at `x + s L`. It is clipped by the edge, or by the
//! triangle. Each end of the clipped segment is the foot of an end of the axis, or a point where
//! the axis crosses the border. The signs that the decision has evaluated decide between the two.
//!
//! Source: the normal cones of a sum of convex sets, as in `decision.rs`. Derivation:
//! `docs/theory.md`, §1, "Capsules".

use super::cast::{CapsuleCast, CapsuleTouch, End, Piece};
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
pub(crate) enum Spot {
    /// Straight before an end of the axis, on this feature.
    Foot(End, Feature),
    /// On a vertex.
    Vertex(u8),
    /// At the point where the axis crosses an edge.
    Crossing(u8),
}

impl Spot {
    /// Returns the same spot with the numbers of a simplex of `count` corners, in which the first
    /// corner here has the number `from`.
    pub(super) fn renamed(self, from: usize, count: usize) -> Self {
        let name = |i: u8| ((i as usize + from) % count) as u8;
        match self {
            Spot::Foot(end, Feature::Vertex(i)) => Spot::Foot(end, Feature::Vertex(name(i))),
            Spot::Foot(end, Feature::Edge(i)) => Spot::Foot(end, Feature::Edge(name(i))),
            Spot::Foot(_, Feature::Face) => self,
            Spot::Vertex(i) => Spot::Vertex(name(i)),
            Spot::Crossing(i) => Spot::Crossing(name(i)),
        }
    }
    pub(super) fn feature(self) -> Feature {
        match self {
            Spot::Foot(_, feature) => feature,
            Spot::Vertex(i) => Feature::Vertex(i),
            Spot::Crossing(i) => Feature::Edge(i),
        }
    }
}

/// The spot of the least parameter from `a` to `b`, and the spot of the greatest, if it is another
/// one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) first: Spot,
    pub(crate) last: Option<Spot>,
}

impl CapsuleTouch {
    /// Returns the spot of the touch, unless the two may touch in more than a point.
    pub(super) fn spot(&self) -> Option<Spot> {
        match self.piece {
            Piece::End(end, place) => Some(Spot::Foot(end, place.feature)),
            Piece::Vertex(i) => Some(Spot::Vertex(i)),
            Piece::Edge(i, _) => Some(Spot::Crossing(i)),
            Piece::AlongEdge(_) | Piece::AlongFace(_) => None,
        }
    }
}

/// The query for the ends of the touched segment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WhatSpan(pub(crate) CapsuleTouch);

impl CastQuery for WhatSpan {
    const SELDOM: bool = true;
}

impl<const V: usize, B: Body> Decision for BoundQuery<'_, CapsuleCast<V, B>, WhatSpan> {
    type Outcome = Span;

    fn decide<N: Number>(&self, lift: &impl Lift<N>) -> Result<Span, Unsure> {
        let WhatSpan(touch) = self.question;
        if let Some(first) = touch.spot() {
            return Ok(Span { first, last: None });
        }
        let x = self.cast.ways(lift);
        let swept = Swept::new(&x, self.cast.domain, B::IS_IN_WORLD);
        swept.known?;
        let spots = match touch.piece {
            Piece::AlongEdge(i) => swept.along_edge(i as usize, touch.when)?,
            _ => swept.along_face(&touch)?,
        };
        Ok(Span { first: spots[0], last: Some(spots[1]) })
    }
}

impl<N: Number, const V: usize> Swept<'_, N, V> {
    /// Returns for each end of the axis its foot if that lies on the edge, otherwise the vertex
    /// beyond which the foot lies.
    fn along_edge(&self, i: usize, when: TimeEquation) -> Result<[Spot; 2], Unsure> {
        let spot = |end: End| {
            let SharedTerms { x, .. } = &self.ends[end.index()];
            let beyond = |k: usize| match when {
                TimeEquation::Start => dot(&x.e[i], &x.d[k]).sign(),
                _ => self.ends[end.index()].beyond_end(i, k, &cross(&x.e[i], x.v)),
            };
            let next = (i + 1) % V;
            let (first, last) = (Spot::Vertex(i as u8), Spot::Vertex(next as u8));
            Ok(match (beyond(i)?, beyond(next)?) {
                (Negative | Zero, _) => first,
                (_, Zero | Positive) => last,
                _ => Spot::Foot(end, Feature::Edge(i as u8)),
            })
        };
        Ok([spot(End::A)?, spot(End::B)?])
    }

    /// Returns for each end of the axis its foot if that lies on the triangle, otherwise the point
    /// where the axis enters the triangle, or leaves it.
    fn along_face(&self, touch: &CapsuleTouch) -> Result<[Spot; 2], Unsure> {
        let (Some(plane), Piece::AlongFace(side)) = (&self.plane, touch.piece) else {
            return Err(Unsure);
        };
        let outward = |e, d| dot(&cross(e, &plane.u), d).sign().map(|s: Sign| -s);
        let inside = |end: End, i: usize| {
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
        // An edge across which the axis enters the triangle, or leaves it; otherwise the vertex
        // through which it does.
        let border = |comes_in: bool| -> Result<Spot, Unsure> {
            for i in 0..V {
                if sides[i].times(sides[(i + 1) % V]) == Negative {
                    let out = dot(&cross(&self.ends[0].x.e[i], &plane.u), &self.x.l).sign()?;
                    if (out == Negative) == comes_in {
                        return Ok(Spot::Crossing(i as u8));
                    }
                }
            }
            // Along a diagonal there are two such vertices.
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
            found.map(|k| Spot::Vertex(k as u8)).ok_or(Unsure)
        };
        let spot = |end: End| -> Result<Spot, Unsure> {
            let mut signs = [Zero; V];
            for (i, sign) in signs.iter_mut().enumerate() {
                *sign = inside(end, i)?;
            }
            if signs.contains(&Negative) {
                return border(end == End::A);
            }
            let on = |i: usize| signs[i] == Zero;
            let corner = (0..V).find(|&i| on(i) && on((i + V - 1) % V));
            let edge = (0..V).find(|&i| on(i));
            Ok(match (corner, edge) {
                (Some(i), _) => Spot::Vertex(i as u8),
                (None, Some(i)) => Spot::Foot(end, Feature::Edge(i as u8)),
                _ => Spot::Foot(end, Feature::Face),
            })
        };
        Ok([spot(End::A)?, spot(End::B)?])
    }
}
