//! The convex hull of points as a reduced core: extreme points, and the topology of the hull.

use super::orientation::side_of_plane;
use super::polygon::{polygon, projection_axis};
use super::rounded::RoundedHull;
use super::solid::faces;
use crate::number::{Inputs, Quantity, Rescale, Scaled, Sign};
use crate::shape::topology::Topology;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// The extreme points of a convex hull, with its edges and faces.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ReducedCore {
    pub(super) corners: Vec<[f64; 3]>,
    /// The index of each corner among the given points, in ascending order.
    pub(super) numbers: Vec<u32>,
    pub(super) topology: Topology,
    pub(super) rounded: Option<RoundedHull>,
}

impl ReducedCore {
    /// Constructs the core of one or more given points.
    pub(super) fn of(points: &[[f64; 3]]) -> Self {
        let (topology, numbers) = hull(points);
        let corners: Vec<[f64; 3]> =
            numbers.iter().map(|&number| points[number as usize]).collect();
        let rounded = RoundedHull::new(&corners, topology.face_corners());
        Self { corners, numbers, topology, rounded }
    }
}

fn hull(points: &[[f64; 3]]) -> (Topology, Vec<u32>) {
    let mut different = different(points);
    // Sorted by their coordinates, the points of a line are in order along the line. So its ends
    // are the first and the last point, and no other point of a line can be extreme.
    let (first, last) = match different[..] {
        [first, .., last] => (first, last),
        _ => return (Topology::of_box(0).clone(), different),
    };
    let points = &scaled(points)[..];
    let place = |number: u32| points[number as usize];
    let triangle = |third: u32| [first, last, third].map(place);
    let third = different.iter().find_map(|&number| {
        let axis = projection_axis(triangle(number))?;
        Some((number, axis))
    });
    let Some((third, axis)) = third else {
        let mut ends = alloc::vec![first, last];
        ends.sort_unstable();
        return (Topology::of_box(1).clone(), ends);
    };
    let plane = triangle(third);
    let is_outside = |number: &&u32| side_of_plane(plane, place(**number)) != Sign::Zero;
    let Some(&fourth) = different.iter().find(is_outside) else {
        return Topology::of_faces(2, alloc::vec![polygon(points, &different, axis)]);
    };
    let simplex = [first, last, third, fourth];
    different.retain(|number| !simplex.contains(number));
    Topology::of_faces(3, faces(points, simplex, &different))
}

/// Returns the indices of the points at different positions, in the order of their coordinates; for
/// equal points only the index of the first one.
fn different(points: &[[f64; 3]]) -> Vec<u32> {
    let order = |i: u32, j: u32| {
        let [a, b] = [i, j].map(|number| points[number as usize]);
        // No coordinate is a negative zero.
        let mut orders = a.iter().zip(&b).map(|(x, y)| x.total_cmp(y));
        orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    };
    let mut numbers: Vec<u32> = (0..points.len() as u32).collect();
    numbers.sort_unstable_by(|&i, &j| order(i, j).then(i.cmp(&j)));
    numbers.dedup_by(|next, kept| order(*next, *kept).is_eq());
    numbers
}

/// Returns the points with scaled coordinates. Along each axis they are multiplied by a power of
/// two, if this brings them into the range of the floating-point filters without rounding.
///
/// Without this, each predicate would be scaled separately, and by one power for all axes. A
/// stretch of space along its axes changes no orientation, so it does not change the hull either.
/// Thus points that are long along one axis and short along another are as fast as others.
fn scaled(points: &[[f64; 3]]) -> Vec<[f64; 3]> {
    let axes = [0, 1, 2].map(|k| {
        let coordinates = points.iter().map(|point| point[k]).collect();
        Scaled::new(Coordinates(coordinates)).inputs.0
    });
    (0..points.len()).map(|i| [0, 1, 2].map(|k| axes[k][i])).collect()
}

/// The coordinates of points along one axis.
struct Coordinates(Vec<f64>);

impl Inputs for Coordinates {
    fn visit(&self, see: &mut impl FnMut(Quantity, [f64; 3])) {
        self.0.iter().for_each(|&x| see(Quantity::Length, [x, 0.0, 0.0]));
    }
}

impl Rescale for Coordinates {
    fn map(&self, change: &mut dyn FnMut(Quantity, f64) -> f64) -> Self {
        Self(self.0.iter().map(|&x| change(Quantity::Length, x)).collect())
    }
}
