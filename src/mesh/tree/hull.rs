//! A convex body that is no box, in the frame of the tree.

use super::bound::{TreeBody, above, below, dot};
use crate::shape::RoundedHull;
use crate::shape::vector::each;
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// The vertices and the leading faces of a convex body, for bounds that are closer than the bounds
/// of the box around the body.
#[derive(Clone, Debug)]
pub(in crate::mesh) struct TreeHull<'h> {
    /// The middle of the hull, relative to the centre of the box.
    pub(super) middle: [f64; 3],
    /// The length of one unit of the vertices.
    pub(super) unit: f32,
    /// The vertices of the core, relative to its middle.
    pub(super) vertices: Cow<'h, [[f32; 3]]>,
    /// Some of the faces on the side to which the body moves.
    pub(super) faces: Vec<LeadingFace>,
    /// The radius of a ball about the middle that lies in the core, rounded down.
    depth: f32,
    /// The radius by which the core is inflated, rounded down.
    radius: f32,
}

/// A face on the side to which a body moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeadingFace {
    /// About the unit normal.
    pub(super) normal: [f32; 3],
    /// The greatest distance of a point of the body from the middle, along the normal, plus `ε`.
    pub(super) outer: f32,
    /// The reciprocal of the speed of the body along the normal.
    pub(super) inverse: f32,
}

/// The least speed along a unit vector that is divided by.
const SLOW: f64 = f32::EPSILON as f64 / 2.0;
/// The greatest number of faces that are evaluated, so that large hulls cost no more than others.
/// Any number is correct.
const MOST_FACES: usize = 32;

impl<'h> TreeHull<'h> {
    /// Brings a hull into the frame of the tree. `place` brings vectors of the world into the frame
    /// of the mesh, and `scale` is the length of a unit vector of that frame. `center` is the
    /// centre of the box around the hull in the world, where the hull was given.
    pub(in crate::mesh) fn new(
        hull: &'h RoundedHull,
        center: [f64; 3],
        place: Option<impl Fn(&[f64; 3]) -> [f64; 3]>,
        scale: f64,
        radius: f64,
        body: &TreeBody,
    ) -> Self {
        let local = |v: [f64; 3]| place.as_ref().map_or(v, |place| place(&v));
        let middle = local(each!(|k| hull.middle[k] - center[k]));
        let (unit, way) = (hull.size * scale, body.way.map(f64::from));
        let turned = |v: &[f32; 3]| local(v.map(f64::from)).map(|x| x as f32);
        let vertices = match &place {
            None => Cow::Borrowed(&hull.vertices[..]),
            Some(_) => hull.vertices.iter().map(turned).collect(),
        };
        let mut faces = Vec::with_capacity(hull.faces.len());
        for (normal, height) in &hull.faces {
            let normal = turned(normal);
            let speed = dot(&normal.map(f64::from), &way);
            if speed > SLOW {
                faces.push(LeadingFace {
                    normal,
                    outer: above(f64::from(*height) * unit + f64::from(body.outer)),
                    inverse: (1.0 / speed) as f32,
                });
            }
        }
        if faces.len() > MOST_FACES {
            let step = faces.len().div_ceil(MOST_FACES);
            faces = faces.into_iter().step_by(step).collect();
        }
        let positive = |x: f64| if x > 0.0 { below(x) } else { 0.0 };
        Self {
            middle: each!(|k| middle[k] * scale),
            unit: unit as f32,
            vertices,
            faces,
            depth: positive(f64::from(hull.depth) * unit),
            radius: positive(radius * scale),
        }
    }

    /// A share of the core and a radius: a ball of this radius about any point of the core, after
    /// the core has shrunk to this share about its middle, lies in the body, at least `margin`
    /// deep. `None` if the body is too thin.
    #[cfg_attr(hot, inline(always))]
    pub(super) fn within(&self, margin: f32) -> Option<[f32; 2]> {
        if self.radius > margin {
            return Some([1.0, self.radius - margin]);
        }
        // A body that is hardly deeper than the margin gives no useful bound.
        (self.depth > 4.0 * margin).then(|| [1.0 - margin / self.depth, 0.0])
    }
}
