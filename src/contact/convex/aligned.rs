//! The landing of a box on another, both along the axes of the world: the first corner of the
//! rectangle that they share.
//!
//! The rectangle begins, along each of its two axes, where the later of the two boxes begins. So
//! the first corner is a vertex of one box, or the crossing of an edge of each.

use super::core::Part;
use super::landing::{Landing, Moment};
use super::pair::ConvexPair;
use super::piece::{At, Face, Spot};
use crate::contact::answer::Approach;

/// The bounds of the obstacle and of the mover along an axis.
fn bounds(pair: &ConvexPair<'_>, axis: usize) -> Option<[[f64; 2]; 2]> {
    let (obstacle, mover) = (pair.obstacle.extents()?, pair.mover.extents()?);
    Some([obstacle.bounds(axis).0, mover.bounds(axis).0])
}

/// Returns the landing of a solid box on a solid box, along the axis of a face. At that time both
/// overlap along the other axes. `height` and `sink` are the distance and the speed; a difference
/// of their products with lengths and speeds is off by less than `error`. Returns `None` if the
/// first corner is uncertain.
pub(super) fn landing(
    pair: &ConvexPair<'_>,
    v: &[f64; 3],
    face: Face,
    [height, sink, error]: [f64; 3],
) -> Option<Landing> {
    first_corner(pair, face, Approach::Approaching, Moment::Entry, |axis| {
        let [[low, _], [own_low, _]] = bounds(pair, axis)?;
        if v[axis] == 0.0 {
            return Some(low >= own_low);
        }
        let ahead = (low - own_low) * sink - height * v[axis];
        (ahead.abs() > error).then_some(ahead > 0.0)
    })
}

/// Returns the landing of a solid box that touches a solid box at the start, over the inside of a
/// facet: only comparisons of given floats are needed.
pub(super) fn landing_at_start(pair: &ConvexPair<'_>, v: &[f64; 3]) -> Option<(Face, Landing)> {
    let mut touched = None;
    for axis in 0..3 {
        let [[low, high], [own_low, own_high]] = bounds(pair, axis)?;
        let is_above = own_low == high;
        if is_above || own_high == low {
            // More than one axis is an edge or a corner.
            if touched.replace((axis, is_above)).is_some() {
                return None;
            }
        } else if own_low > high || low > own_high {
            return None;
        }
    }
    let (axis, is_above) = touched?;
    let away = if is_above { v[axis] } else { -v[axis] };
    let approach = if away < 0.0 {
        Approach::Approaching
    } else if away > 0.0 {
        Approach::Parting
    } else {
        Approach::Sliding
    };
    let face = 2 * axis as u32 + u32::from(is_above);
    let vertex = if is_above { 0 } else { 1 << axis };
    let face = Face::Obstacle { face, is_back: false, vertex };
    let landing = first_corner(pair, face, approach, Moment::Start, |axis| {
        let [[low, _], [own_low, _]] = bounds(pair, axis)?;
        Some(low >= own_low)
    })?;
    Some((face, landing))
}

/// Returns the landing on a face of the obstacle; `is_of_obstacle` returns whether the obstacle
/// begins later than the mover along an axis, or both begin together.
fn first_corner(
    pair: &ConvexPair<'_>,
    face: Face,
    approach: Approach,
    moment: Moment,
    is_of_obstacle: impl Fn(usize) -> Option<bool>,
) -> Option<Landing> {
    let Face::Obstacle { face, .. } = face else { return None };
    let (axis, is_above) = (face as usize / 2, face % 2);
    let [first, second] = [(axis + 1) % 3, (axis + 2) % 3];
    // The vertices at the lower ends of both axes.
    let at = At { obstacle: is_above << axis, mover: (1 - is_above) << axis };
    let edge = |own: usize, other: usize| {
        let obstacle = pair.obstacle.topology().spokes(at.obstacle)[other].edge;
        let mover = pair.mover.topology().spokes(at.mover)[own].edge;
        (Spot::Crossing { obstacle, mover }, Part::Edge(obstacle))
    };
    let (spot, part) = match (is_of_obstacle(first)?, is_of_obstacle(second)?) {
        (true, true) => (Spot::Obstacle(at.obstacle), Part::Vertex(at.obstacle)),
        (false, false) => (Spot::Mover(at.mover), Part::Face(face)),
        (true, false) => edge(first, second),
        (false, true) => edge(second, first),
    };
    Some(Landing { first: spot, other: None, part, has_normal: true, approach, moment })
}
