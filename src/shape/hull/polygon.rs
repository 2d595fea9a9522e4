//! The convex hull of points in one plane.
//!
//! Source: A. M. Andrew, *Another Efficient Algorithm for Convex Hulls in Two Dimensions*, 1979.

use super::orientation::turn;
use crate::number::Sign;
use alloc::vec::Vec;

/// Returns the last axis along which the normal of a triangle has a component, so that the
/// projection along it keeps the triangle a triangle; `None` for three points on a line.
pub(super) fn projection_axis(triangle: [[f64; 3]; 3]) -> Option<usize> {
    (0..3).rev().find(|&axis| turn(triangle.map(|point| projected(point, axis))) != Sign::Zero)
}

/// Returns the extreme points of points in one plane, counterclockwise about the normal that has a
/// positive component along the given axis. This component must not be zero, and no two points may
/// be at the same position.
///
/// The projection along the axis rounds nothing. It keeps extreme points extreme, and keeps the
/// order around the polygon. A polygon in the plane is counterclockwise in the usual sense, because
/// its axis is `z`.
pub(super) fn polygon(points: &[[f64; 3]], numbers: &[u32], axis: usize) -> Vec<u32> {
    let place = |number: u32| projected(points[number as usize], axis);
    let mut numbers = numbers.to_vec();
    numbers.sort_unstable_by(|&i, &j| {
        let ([x, y], [other_x, other_y]) = (place(i), place(j));
        x.total_cmp(&other_x).then(y.total_cmp(&other_y))
    });
    let mut cycle = chain(numbers.iter().copied(), &place);
    cycle.extend(chain(numbers.iter().rev().copied(), &place));
    cycle
}

/// Returns the part of the hull of sorted points that is on the right of the line from the first to
/// the last of them, without the last.
fn chain(numbers: impl Iterator<Item = u32>, place: &impl Fn(u32) -> [f64; 2]) -> Vec<u32> {
    let mut chain: Vec<u32> = Vec::new();
    for number in numbers {
        while let [.., a, b] = chain[..]
            && turn([a, b, number].map(place)) != Sign::Positive
        {
            chain.pop();
        }
        chain.push(number);
    }
    chain.pop();
    chain
}

/// Projects a point along an axis. Points that are counterclockwise as seen from the positive side
/// of the axis stay so.
fn projected(point: [f64; 3], axis: usize) -> [f64; 2] {
    [point[(axis + 1) % 3], point[(axis + 2) % 3]]
}
