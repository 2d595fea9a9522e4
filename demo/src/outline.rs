//! Curves of a drawing: outlines seen from above, and the sections that are swept along them.
//!
//! A circle is computed with `+ - * /` and square roots alone: the direction half way between two
//! unit vectors is their normalised sum. So every machine draws the same points, to the last bit.

/// A point, or a direction, of the drawing plane.
pub(super) type Flat = [f64; 2];

const QUARTERS: [Flat; 5] = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0], [1.0, 0.0]];

/// The unit vectors from `from` to `to` along the shorter arc, in `2^halvings` equal steps, both
/// ends included.
pub(super) fn fan(from: Flat, to: Flat, halvings: u32) -> Vec<Flat> {
    let mut directions = vec![from, to];
    for _ in 0..halvings {
        let middles = directions.windows(2).map(|pair| halfway(pair[0], pair[1]));
        let halved = directions.iter().zip(middles).flat_map(|(&a, middle)| [a, middle]);
        directions = halved.chain([to]).collect();
    }
    directions
}

fn halfway([ax, ay]: Flat, [bx, by]: Flat) -> Flat {
    let (x, y) = (ax + bx, ay + by);
    let length = (x * x + y * y).sqrt();
    [x / length, y / length]
}

/// A closed convex curve, counterclockwise: all points at one distance from the hull of some
/// corners.
///
/// One corner makes circles, two make slots, more make rounded polygons. Curves at different
/// distances from the same corners are parallel and have the same number of points, so that a wall
/// can join them.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    corners: Vec<(Flat, Vec<Flat>)>,
}

impl Outline {
    /// The outline of circles, each divided into `4 · 2^halvings` steps.
    pub(super) fn circle(center: Flat, halvings: u32) -> Self {
        let directions = QUARTERS.windows(2).flat_map(|q| open_fan(q[0], q[1], halvings)).collect();
        Self { corners: vec![(center, directions)] }
    }

    /// The outline of slots along x, from `-half_length` to `half_length` about the centre.
    pub(super) fn slot_along_x([x, y]: Flat, half_length: f64, halvings: u32) -> Self {
        let [east, north, west, south, _] = QUARTERS;
        let right = [fan(south, east, halvings), open_fan(east, north, halvings)].concat();
        let left = [fan(north, west, halvings), open_fan(west, south, halvings)].concat();
        Self { corners: vec![([x + half_length, y], right), ([x - half_length, y], left)] }
    }

    /// The outline of slots along y.
    pub(super) fn slot_along_y([x, y]: Flat, half_length: f64, halvings: u32) -> Self {
        let [east, north, west, south, _] = QUARTERS;
        let back = [fan(east, north, halvings), open_fan(north, west, halvings)].concat();
        let front = [fan(west, south, halvings), open_fan(south, east, halvings)].concat();
        Self { corners: vec![([x, y + half_length], back), ([x, y - half_length], front)] }
    }

    /// The outline of rectangles with round corners, around the rectangle with these half extents.
    pub(super) fn rectangle([x, y]: Flat, [half_x, half_y]: Flat, halvings: u32) -> Self {
        let corner = |quarter: usize, sx: f64, sy: f64| {
            let arc = fan(QUARTERS[quarter], QUARTERS[quarter + 1], halvings);
            ([x + sx * half_x, y + sy * half_y], arc)
        };
        let corners = vec![
            corner(0, 1.0, 1.0),
            corner(1, -1.0, 1.0),
            corner(2, -1.0, -1.0),
            corner(3, 1.0, -1.0),
        ];
        Self { corners }
    }

    /// The outline of hexagons with round corners, around the regular hexagon with this
    /// circumradius and a corner towards +x.
    pub(super) fn hexagon([x, y]: Flat, circumradius: f64, halvings: u32) -> Self {
        let high = 3.0_f64.sqrt() / 2.0;
        let tips =
            [[1.0, 0.0], [0.5, high], [-0.5, high], [-1.0, 0.0], [-0.5, -high], [0.5, -high]];
        let corner = |i: usize| {
            let tip: Flat = tips[i];
            let before = halfway(tips[(i + 5) % 6], tip);
            let after = halfway(tip, tips[(i + 1) % 6]);
            ([x + circumradius * tip[0], y + circumradius * tip[1]], fan(before, after, halvings))
        };
        Self { corners: (0..6).map(corner).collect() }
    }

    /// The curve at this distance from the corners' hull.
    pub(super) fn at(&self, distance: f64) -> impl Iterator<Item = Flat> {
        self.corners.iter().flat_map(move |([x, y], directions)| {
            directions.iter().map(move |[dx, dy]| [x + distance * dx, y + distance * dy])
        })
    }
}

/// [`fan`] without its first direction, for an arc that begins at the end of another one.
fn open_fan(from: Flat, to: Flat, halvings: u32) -> Vec<Flat> {
    fan(from, to, halvings).split_off(1)
}

/// A circle in a section: its centre and its radius.
#[derive(Clone, Copy, Debug)]
pub(super) struct Circle(pub(super) Flat, pub(super) f64);

impl Circle {
    fn at(self, directions: Vec<Flat>) -> impl Iterator<Item = Flat> {
        let Self([x, y], radius) = self;
        directions.into_iter().map(move |[dx, dy]| [x + radius * dx, y + radius * dy])
    }
}

/// The profile of a wall along an outline: points (distance, height), in order from outside to
/// inside.
#[derive(Clone, Debug)]
pub(super) struct Section {
    points: Vec<Flat>,
}

impl Section {
    /// A section that begins at this point.
    pub(super) fn from(distance: f64, height: f64) -> Self {
        Self { points: vec![[distance, height]] }
    }

    /// Continues straight to this point.
    pub(super) fn to(mut self, distance: f64, height: f64) -> Self {
        self.points.push([distance, height]);
        self
    }

    /// Continues straight to a circle and along the circle, from one direction to another as seen
    /// from the centre.
    pub(super) fn arc(mut self, circle: Circle, from: Flat, to: Flat, halvings: u32) -> Self {
        self.points.extend(circle.at(fan(from, to, halvings)));
        self
    }

    /// Continues along a circle on which the section already is, in the direction `from` as seen
    /// from the centre.
    pub(super) fn arc_on(mut self, circle: Circle, from: Flat, to: Flat, halvings: u32) -> Self {
        self.points.extend(circle.at(open_fan(from, to, halvings)));
        self
    }

    /// The points, in order.
    pub(super) fn points(&self) -> &[Flat] {
        &self.points
    }
}
