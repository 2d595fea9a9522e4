//! The sources of queries: seeded families, each of which tests one kind of difficulty.
//!
//! Random numbers hit no tie and no graze. So most families are built backwards from the touch: a
//! normal of integer length, a body that it supports at a point that floats represent, then a
//! velocity and an earlier start. Some of them then move one number by one unit in the last place.

use super::query::{Kind, Mover, Query, Target};
use super::tally::times_power;
use crate::random::Random;
use std::array::from_fn;
use std::f64::consts::FRAC_1_SQRT_2;

type V = [f64; 3];

/// The mover and the target of a query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// A sphere and an oriented box, in space.
    Oriented,
    /// A circle and an oriented rectangle, in the plane.
    Rectangle,
    Parallelepiped,
    /// A sphere and a triangle that is turned and moved.
    Placed,
    Polytope,
    /// A circle and a polygon, in the plane.
    Polygon,
    /// An ellipsoid and a triangle; sometimes a segment or a point.
    EllipsoidHull,
    /// An ellipse and a segment, in the plane; sometimes a point.
    EllipseHull,
    /// An ellipsoid and a box.
    EllipsoidBox,
    /// An ellipse and a rectangle, in the plane.
    EllipseBox,
    /// A sphere and an axis-aligned box.
    Box,
    /// A circle and an axis-aligned rectangle, in the plane.
    FlatBox,
}

impl Shape {
    fn plane(self) -> bool {
        matches!(
            self,
            Shape::Rectangle
                | Shape::Polygon
                | Shape::EllipseBox
                | Shape::EllipseHull
                | Shape::FlatBox
        )
    }

    fn ellipsoid(self) -> bool {
        matches!(
            self,
            Shape::EllipsoidHull | Shape::EllipsoidBox | Shape::EllipseBox | Shape::EllipseHull
        )
    }
}

/// A family: its name, and a generator of queries with such a shape.
pub type Family = (&'static str, fn(&mut Random, Shape) -> Query);

pub const FAMILIES: [Family; 24] = [
    ("realistic", realistic),
    ("small integers", small_integers),
    ("aimed", aimed),
    ("grazing", grazing),
    ("resting", resting),
    ("within", within),
    ("nudged", nudged),
    ("past the rim", past_the_rim),
    ("far", far),
    ("far from the origin", far_from_the_origin),
    ("scaled", scaled),
    ("mixed", mixed),
    ("rays", rays),
    ("rays at rims", rays_at_rims),
    ("standing still", standing_still),
    ("flat", flat),
    ("both moving", both_moving),
    ("time limits", time_limits),
    ("single", single),
    ("directions of any length", directions),
    ("hardly turned", hardly_turned),
    ("everyday placements", everyday),
    ("many planes", many_planes),
    ("zeros of either sign", zeros_of_either_sign),
];

fn plus(a: V, b: V) -> V {
    from_fn(|k| a[k] + b[k])
}

fn minus(a: V, b: V) -> V {
    from_fn(|k| a[k] - b[k])
}

fn times(a: V, s: f64) -> V {
    a.map(|x| x * s)
}

fn dot(a: V, b: V) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: V, b: V) -> V {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn pick<T: Copy>(random: &mut Random, from: &[T]) -> T {
    from[random.below(from.len() as u64) as usize]
}

fn once_in(random: &mut Random, n: u64) -> bool {
    random.below(n) == 0
}

/// A vector of integers; in the plane the third component is zero.
fn ints(random: &mut Random, shape: Shape, most: i64) -> V {
    let mut v = random.integers(-most, most);
    if shape.plane() {
        v[2] = 0.0;
    }
    v
}

fn reals(random: &mut Random, shape: Shape, most: f64) -> V {
    let mut v = random.vector(-most, most);
    if shape.plane() {
        v[2] = 0.0;
    }
    v
}

/// A vector of integers whose length is an integer, too, and the length.
fn whole(random: &mut Random, plane: bool) -> (V, f64) {
    const SPACE: [(V, f64); 7] = [
        ([1.0, 0.0, 0.0], 1.0),
        ([3.0, 4.0, 0.0], 5.0),
        ([1.0, 2.0, 2.0], 3.0),
        ([2.0, 3.0, 6.0], 7.0),
        ([1.0, 4.0, 8.0], 9.0),
        ([4.0, 4.0, 7.0], 9.0),
        ([3.0, 4.0, 12.0], 13.0),
    ];
    const PLANE: [(V, f64); 4] = [
        ([1.0, 0.0, 0.0], 1.0),
        ([3.0, 4.0, 0.0], 5.0),
        ([5.0, 12.0, 0.0], 13.0),
        ([8.0, 15.0, 0.0], 17.0),
    ];
    let (mut v, length) = if plane { pick(random, &PLANE) } else { pick(random, &SPACE) };
    for k in (1..if plane { 2 } else { 3 }).rev() {
        v.swap(k, random.below(k as u64 + 1) as usize);
    }
    (v.map(|x| if once_in(random, 2) { -x } else { x }), length)
}

/// A quaternion of small whole numbers; many of them permute the axes.
fn quaternion(random: &mut Random, shape: Shape) -> [f64; 4] {
    const QUARTERS: [[f64; 4]; 6] = [
        [0.0, 0.0, 0.0, 1.0],
        [1.0, 0.0, 0.0, 0.0],
        [0.0, 1.0, 0.0, 1.0],
        [1.0, 1.0, 1.0, 1.0],
        [0.0, 1.0, -1.0, 0.0],
        [1.0, -1.0, 1.0, -1.0],
    ];
    const HALVES: [[f64; 4]; 4] =
        [[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 1.0, 1.0], [0.0, 0.0, -3.0, 3.0]];
    loop {
        let q: [f64; 4] = match (once_in(random, 3), shape.plane()) {
            (true, false) => pick(random, &QUARTERS),
            (true, true) => pick(random, &HALVES),
            (false, false) => from_fn(|_| random.integer(-2, 2)),
            (false, true) => [0.0, 0.0, random.integer(-3, 3), random.integer(-3, 3)],
        };
        if q != [0.0; 4] {
            return q;
        }
    }
}

/// The columns of the matrix of a quaternion, `|q|^2` times too long; exact for small whole
/// numbers.
pub fn axes([x, y, z, w]: [f64; 4]) -> [V; 3] {
    [
        [w * w + x * x - y * y - z * z, 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
        [2.0 * (x * y - w * z), w * w - x * x + y * y - z * z, 2.0 * (y * z + w * x)],
        [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), w * w - x * x - y * y + z * z],
    ]
}

fn volume(edges: &[V; 3]) -> f64 {
    dot(edges[0], cross(edges[1], edges[2]))
}

fn query(shape: Shape, center: V, mover: Mover, velocity: V, target: Target) -> Query {
    Query { mover, plane: shape.plane(), ..Query::new(center, 0.0, velocity, target) }
}

/// The hull of all three vertices, in any order, or of the first and perhaps the second.
fn hull(random: &mut Random, shape: Shape, mut vertices: [V; 3]) -> Target {
    let [a, b, _] = vertices;
    match random.below(6) {
        0 => Target::Point(a),
        1 => Target::Segment([a, b]),
        2 => Target::Segment([b, a]),
        _ if shape.plane() => Target::Segment([b, a]),
        i => {
            vertices.rotate_left(i as usize - 3);
            Target::Triangle(vertices)
        }
    }
}

fn sorted(a: V, b: V) -> Target {
    Target::Box { min: from_fn(|k| a[k].min(b[k])), max: from_fn(|k| a[k].max(b[k])) }
}

/// A target of small whole numbers.
fn whole_target(random: &mut Random, shape: Shape, most: i64) -> Target {
    let mut v = |most| ints(random, shape, most);
    match shape {
        Shape::Oriented | Shape::Rectangle => {
            let (center, half_extents) = (v(most), v(most).map(f64::abs));
            Target::Oriented { center, half_extents, rotation: quaternion(random, shape) }
        }
        Shape::Parallelepiped => loop {
            let edges = [v(most), v(most), v(most)];
            if volume(&edges) != 0.0 {
                return Target::Parallelepiped { center: v(most), edges };
            }
        },
        Shape::Placed => {
            let (vertices, translation) = ([v(most), v(most), v(most)], v(most));
            Target::Placed { vertices, rotation: quaternion(random, shape), translation }
        }
        Shape::Polytope | Shape::Polygon => {
            let count = random.below(9);
            let mut planes = Vec::new();
            let inner = ints(random, shape, most / 2);
            while planes.len() < count as usize {
                let normal = ints(random, shape, 3);
                if normal == [0.0; 3] {
                    continue;
                }
                // Most planes leave an interior.
                let mut point = ints(random, shape, most);
                if dot(normal, minus(inner, point)) > 0.0 && random.below(10) > 0 {
                    point = plus(inner, normal);
                }
                planes.push([point, normal]);
            }
            Target::Polytope(planes)
        }
        Shape::EllipsoidHull | Shape::EllipseHull => {
            let vertices = [v(most), v(most), v(most)];
            hull(random, shape, vertices)
        }
        Shape::EllipsoidBox | Shape::EllipseBox | Shape::Box | Shape::FlatBox => {
            sorted(v(most), v(most))
        }
    }
}

fn whole_mover(random: &mut Random, shape: Shape, most: i64) -> Mover {
    if shape.ellipsoid() {
        Mover::Ellipsoid(from_fn(|_| random.integer(1, most.max(1))))
    } else {
        Mover::Sphere(random.integer(0, most))
    }
}

/// Queries of small whole numbers, where ties are common.
fn small_integers(random: &mut Random, shape: Shape) -> Query {
    let most = pick(random, &[1, 2, 4, 6]);
    let target = whole_target(random, shape, most);
    let mover = whole_mover(random, shape, most);
    query(shape, ints(random, shape, 6), mover, ints(random, shape, 4), target)
}

/// Queries anywhere, in most of which the mover moves towards the target.
fn realistic(random: &mut Random, shape: Shape) -> Query {
    let target = match shape {
        Shape::Oriented | Shape::Rectangle => {
            let mut rotation: [f64; 4] = from_fn(|_| random.between(-1.0, 1.0));
            if shape.plane() {
                rotation[..2].fill(0.0);
            }
            let half_extents = reals(random, shape, 2.0).map(f64::abs);
            Target::Oriented { center: reals(random, shape, 1.0), half_extents, rotation }
        }
        Shape::Parallelepiped => Target::Parallelepiped {
            center: reals(random, shape, 1.0),
            edges: from_fn(|_| reals(random, shape, 2.5)),
        },
        Shape::Placed => Target::Placed {
            vertices: from_fn(|_| reals(random, shape, 2.0)),
            rotation: from_fn(|_| random.between(-1.0, 1.0)),
            translation: reals(random, shape, 1.0),
        },
        Shape::Polytope | Shape::Polygon => {
            let count = 1 + random.below(9);
            let planes = (0..count).map(|_| {
                let normal = reals(random, shape, 1.0);
                let out = random.between(0.5, 2.0) / dot(normal, normal).sqrt();
                [plus(times(normal, out), reals(random, shape, 0.1)), normal]
            });
            Target::Polytope(planes.collect())
        }
        Shape::EllipsoidHull | Shape::EllipseHull => {
            let vertices = from_fn(|_| reals(random, shape, 2.0));
            hull(random, shape, vertices)
        }
        Shape::EllipsoidBox | Shape::EllipseBox | Shape::Box | Shape::FlatBox => {
            sorted(reals(random, shape, 2.0), reals(random, shape, 2.0))
        }
    };
    let mover = if shape.ellipsoid() {
        Mover::Ellipsoid(from_fn(|_| random.between(0.1, 2.0)))
    } else {
        Mover::Sphere(random.between(0.0, 1.5))
    };
    let center = reals(random, shape, 7.0);
    let velocity = minus(reals(random, shape, 2.0), times(center, random.between(0.2, 1.0)));
    query(shape, center, mover, velocity, target)
}

/// A touch: the positions of the mover and the target at that time.
struct Touch {
    target: Target,
    mover: Mover,
    point: V,
    /// The vector from the point to the centre.
    offset: V,
    /// A vector along the normal.
    normal: V,
}

fn touch(random: &mut Random, shape: Shape) -> Touch {
    match shape {
        Shape::Oriented | Shape::Rectangle => touch_of_box(random, shape),
        Shape::Parallelepiped => touch_of_parallelepiped(random),
        Shape::Polytope | Shape::Polygon => touch_of_planes(random, shape),
        Shape::Placed => touch_of_placed(random),
        _ => touch_of_round(random, shape),
    }
}

fn touch_of_box(random: &mut Random, shape: Shape) -> Touch {
    let rotation = quaternion(random, shape);
    let squared: f64 = rotation.iter().map(|x| x * x).sum();
    let columns = axes(rotation);
    let (along, length) = whole(random, shape.plane());
    let half = ints(random, shape, 3).map(f64::abs);
    // The position in units of the columns.
    let place: V = from_fn(|k| match along[k] {
        0.0 => random.integer(-half[k] as i64, half[k] as i64),
        x => half[k].copysign(x),
    });
    let on_columns = |v: V| (0..3).fold([0.0; 3], |sum, k| plus(sum, times(columns[k], v[k])));
    let center = ints(random, shape, 5);
    let offset = on_columns(along);
    let target = Target::Oriented { center, half_extents: times(half, squared), rotation };
    Touch {
        target,
        mover: Mover::Sphere(length * squared),
        point: plus(center, on_columns(place)),
        offset,
        normal: offset,
    }
}

/// A touch at a vertex, an edge or the face of a triangle, which is `|q|^2` times too large before
/// it is placed.
fn touch_of_placed(random: &mut Random) -> Touch {
    let shape = Shape::Placed;
    let rotation = quaternion(random, shape);
    let squared: f64 = rotation.iter().map(|x| x * x).sum();
    let columns = axes(rotation);
    let in_world = |v: V| (0..3).fold([0.0; 3], |sum, k| plus(sum, times(columns[k], v[k])));
    let (normal, length) = whole(random, false);
    let place = ints(random, shape, 4);
    let (a, b) = (across(random, shape, normal), across(random, shape, normal));
    let behind = ints(random, shape, 3);
    let behind = if dot(behind, normal) > 0.0 { times(behind, -1.0) } else { behind };
    let mut ways = match random.below(3) {
        0 => [[0.0; 3], behind, if once_in(random, 2) { a } else { times(behind, 2.0) }],
        1 => [a, times(a, -random.integer(1, 2)), behind],
        _ => [a, b, times(plus(a, b), -1.0)],
    };
    ways.rotate_left(random.below(3) as usize);
    let translation = ints(random, shape, 5);
    let vertices = ways.map(|way| times(plus(place, way), squared));
    let offset = in_world(normal);
    Touch {
        target: Target::Placed { vertices, rotation, translation },
        mover: Mover::Sphere(length * squared),
        point: plus(translation, in_world(place)),
        offset,
        normal: offset,
    }
}

fn touch_of_parallelepiped(random: &mut Random) -> Touch {
    let shape = Shape::Parallelepiped;
    let (normal, length) = whole(random, false);
    let edges: [V; 3] = loop {
        let edges = from_fn(|_| {
            let any = ints(random, shape, 3);
            // The components are even, so that half of them are whole.
            times(if once_in(random, 2) { cross(normal, any) } else { any }, 2.0)
        });
        if volume(&edges) != 0.0 {
            break edges;
        }
    };
    let center = ints(random, shape, 5);
    let point = edges.iter().fold(center, |sum, edge| {
        let s = match dot(*edge, normal) {
            0.0 => pick(random, &[-0.5, -0.25, 0.0, 0.5]),
            x => 0.5_f64.copysign(x),
        };
        plus(sum, times(*edge, s))
    });
    let target = Target::Parallelepiped { center, edges };
    Touch { target, mover: Mover::Sphere(length), point, offset: normal, normal }
}

/// A touch of planes: the normals of some have the given one between them, others are behind the
/// point.
fn touch_of_planes(random: &mut Random, shape: Shape) -> Touch {
    let (normal, length) = whole(random, shape.plane());
    let point = ints(random, shape, 5);
    let mut planes: Vec<[V; 2]> = Vec::new();
    let not_zero = |v: V| v != [0.0; 3];
    if once_in(random, 3) {
        let mut any = ints(random, shape, 3);
        any = if shape.plane() { [normal[1], -normal[0], 0.0] } else { cross(normal, any) };
        planes.push([plus(point, any), times(normal, random.integer(1, 3))]);
    } else {
        for _ in 0..1 + random.below(3) {
            let w = ints(random, shape, 4);
            for n in [plus(normal, w), minus(normal, w)] {
                if not_zero(n) {
                    planes.push([point, n]);
                }
            }
        }
    }
    for _ in 0..random.below(5) {
        let n = ints(random, shape, 4);
        let behind = random.integer(0, 6) / 2.0;
        if not_zero(n) {
            planes.push([plus(point, times(n, behind)), n]);
        }
    }
    for i in (1..planes.len()).rev() {
        planes.swap(i, random.below(i as u64 + 1) as usize);
    }
    let target = Target::Polytope(planes);
    Touch { target, mover: Mover::Sphere(length), point, offset: normal, normal }
}

/// A touch at a box or a hull. The mover is an ellipsoid, or a sphere, whose axes are stretched
/// equally.
fn touch_of_round(random: &mut Random, shape: Shape) -> Touch {
    let (along, length) = whole(random, shape.plane());
    let stretch: V = if shape.ellipsoid() {
        from_fn(|_| pick(random, &[1.0, 1.0, 2.0, 3.0, 4.0]))
    } else {
        [1.0; 3]
    };
    let point = ints(random, shape, 4);
    // The normal has the components `along / stretch`, here times 12.
    let normal: V = from_fn(|k| along[k] * 12.0 / stretch[k]);
    let target = if matches!(shape, Shape::EllipsoidHull | Shape::EllipseHull) {
        let mut other = || {
            let any = ints(random, shape, 3);
            let level = if once_in(random, 2) { across(random, shape, normal) } else { any };
            plus(point, if dot(level, normal) > 0.0 { times(level, -1.0) } else { level })
        };
        let vertices = [point, other(), other()];
        hull(random, shape, vertices)
    } else {
        let extent = ints(random, shape, 4).map(f64::abs);
        let (low, high): (V, V) = (
            from_fn(|k| match along[k] {
                0.0 => point[k] - random.integer(0, extent[k] as i64),
                x if x > 0.0 => point[k] - extent[k],
                _ => point[k],
            }),
            from_fn(|k| match along[k] {
                0.0 => point[k] + random.integer(0, extent[k] as i64),
                x if x < 0.0 => point[k] + extent[k],
                _ => point[k],
            }),
        );
        Target::Box { min: low, max: high }
    };
    let mover = if shape.ellipsoid() {
        // A third radius does not count in the plane, but must be positive.
        Mover::Ellipsoid(from_fn(|k| stretch[k] * length))
    } else {
        Mover::Sphere(length)
    };
    let offset = from_fn(|k| along[k] * stretch[k]);
    Touch { target, mover, point, offset, normal }
}

fn back_in_time(random: &mut Random, shape: Shape, touch: Touch, velocity: V) -> Query {
    let time = random.integer(0, 12) / pick(random, &[1.0, 2.0, 4.0]);
    let center = minus(plus(touch.point, touch.offset), times(velocity, time));
    query(shape, center, touch.mover, velocity, touch.target)
}

/// Sometimes a point instead of the sphere, which touches where the sphere would.
fn maybe_point(random: &mut Random, touch: Touch) -> Touch {
    match touch.mover {
        Mover::Sphere(_) if once_in(random, 6) => {
            Touch { mover: Mover::Sphere(0.0), offset: [0.0; 3], ..touch }
        }
        _ => touch,
    }
}

/// Queries with any direction of the normal: faces, edges, vertices and the seams between them.
fn aimed(random: &mut Random, shape: Shape) -> Query {
    let touch = touch(random, shape);
    let touch = maybe_point(random, touch);
    let mut velocity = ints(random, shape, 4);
    if dot(velocity, touch.normal) > 0.0 {
        velocity = times(velocity, -1.0);
    }
    back_in_time(random, shape, touch, velocity)
}

/// Queries with a velocity perpendicular to the normal.
fn grazing(random: &mut Random, shape: Shape) -> Query {
    let touch = touch(random, shape);
    let touch = maybe_point(random, touch);
    let velocity = across(random, shape, touch.normal);
    back_in_time(random, shape, touch, velocity)
}

fn across(random: &mut Random, shape: Shape, normal: V) -> V {
    if shape.plane() {
        times([normal[1], -normal[0], 0.0], random.integer(-2, 2))
    } else {
        cross(normal, random.integers(-3, 3))
    }
}

/// Queries that touch at the start, or are a little deeper, and then part, slide or press.
fn resting(random: &mut Random, shape: Shape) -> Query {
    let touch = touch(random, shape);
    let touch = maybe_point(random, touch);
    let velocity = if once_in(random, 3) {
        across(random, shape, touch.normal)
    } else {
        ints(random, shape, 3)
    };
    let deeper = pick(random, &[1.0, 1.0, 1.0, 0.5, 0.875]);
    let center = plus(touch.point, times(touch.offset, deeper));
    query(shape, center, touch.mover, velocity, touch.target)
}

/// Queries that start inside the target, or on its boundary.
fn within(random: &mut Random, shape: Shape) -> Query {
    let mut query = match random.below(3) {
        0 => realistic(random, shape),
        1 => small_integers(random, shape),
        _ => resting(random, shape),
    };
    let halves = |x: f64| (2.0 * x).round() / 2.0;
    query.center = match &query.target {
        Target::Oriented { center, .. }
        | Target::Parallelepiped { center, .. }
        | Target::Placed { translation: center, .. } => {
            plus(*center, ints(random, shape, 2).map(halves))
        }
        Target::Box { min, max } => {
            let part = pick(random, &[0.0, 0.25, 0.5, 1.0]);
            let middle = plus(*min, times(minus(*max, *min), part));
            from_fn(|k| if once_in(random, 2) { middle[k] } else { max[k] + random.integer(0, 1) })
        }
        Target::Polytope(planes) if !planes.is_empty() => {
            let [point, normal] = planes[random.below(planes.len() as u64) as usize];
            minus(point, times(normal, random.integer(0, 4) / 2.0))
        }
        _ => ints(random, shape, 1),
    };
    if shape.plane() {
        query.center[2] = 0.0;
    }
    if let Mover::Sphere(radius) = &mut query.mover {
        *radius = pick(random, &[*radius, 0.0, 0.5, 1.0, 3.0]);
    }
    query
}

/// Queries in which one number of a touch is moved by one unit in the last place, or a few.
fn nudged(random: &mut Random, shape: Shape) -> Query {
    let make: fn(&mut Random, Shape) -> Query = pick(random, &[aimed, grazing, resting]);
    let query = make(random, shape);
    nudge(random, query)
}

fn nudge(random: &mut Random, query: Query) -> Query {
    let mut next = query.clone();
    let mut numbers = next.numbers();
    let place = random.below(numbers.len() as u64) as usize;
    let (_, x) = &mut numbers[place];
    let steps = pick(random, &[1, 1, 2, 1 << 20]);
    // A zero would turn into the least subnormal, which belongs to other families.
    if **x != 0.0 && x.is_finite() {
        let up = once_in(random, 2);
        **x = f64::from_bits(if up { x.to_bits() + steps } else { x.to_bits() - steps });
    }
    if next.is_valid() { next } else { query }
}

/// Queries that start beside or beyond the rim, within reach of the planes; most slide along.
fn past_the_rim(random: &mut Random, shape: Shape) -> Query {
    let touch = touch(random, shape);
    let aside = across(random, shape, touch.normal);
    let beyond = random.between(-0.3, 0.6);
    let lift = random.between(0.3, 1.3);
    let center = plus(plus(touch.point, times(touch.offset, lift)), times(aside, beyond));
    let velocity = plus(times(aside, random.between(-1.0, 1.0)), reals(random, shape, 0.5));
    query(shape, center, touch.mover, velocity, touch.target)
}

/// Queries that start far away.
fn far(random: &mut Random, shape: Shape) -> Query {
    let make: fn(&mut Random, Shape) -> Query = pick(random, &[aimed, grazing, realistic]);
    let mut query = make(random, shape);
    let back = times_power(1.0, random.integer(5, 45) as i32);
    query.center = minus(query.center, times(query.velocity, back));
    query
}

/// Sphere and target both far from the origin, which leaves few bits for fractions.
fn far_from_the_origin(random: &mut Random, shape: Shape) -> Query {
    let mut query = any(random, shape);
    let by = times(ints(random, shape, 9), times_power(1.0, random.integer(10, 46) as i32));
    let carry = |p: &mut V| *p = plus(*p, by);
    carry(&mut query.center);
    match &mut query.target {
        Target::Point(p) => carry(p),
        Target::Segment(ends) => ends.iter_mut().for_each(carry),
        Target::Triangle(vertices) => vertices.iter_mut().for_each(carry),
        Target::Box { min, max } => [min, max].into_iter().for_each(carry),
        Target::Oriented { center, .. }
        | Target::Parallelepiped { center, .. }
        | Target::Placed { translation: center, .. } => carry(center),
        Target::Polytope(planes) => planes.iter_mut().for_each(|[point, _]| carry(point)),
    }
    query
}

fn held(x: f64, e: i32) -> f64 {
    times_power(x, e).clamp(-f64::MAX, f64::MAX)
}

/// Queries in which everything is scaled by powers of two, also to the ends of the range.
fn scaled(random: &mut Random, shape: Shape) -> Query {
    let query = any(random, shape);
    let reach = if once_in(random, 2) { 1060 } else { 100 };
    let mut power = || random.integer(-reach, reach) as i32;
    let (space, speed) = (power(), power());
    valid_or(query, |query| {
        query.each(|kind, x| match kind {
            Kind::Length => held(x, space),
            Kind::Speed => held(x, speed),
            Kind::Time | Kind::Direction(_) => x,
        })
    })
}

fn valid_or(query: Query, change: impl FnOnce(Query) -> Query) -> Query {
    let changed = change(query.clone());
    if changed.is_valid() { changed } else { query }
}

/// Queries in which each number is scaled by a power of two of its own.
fn mixed(random: &mut Random, shape: Shape) -> Query {
    let query = any(random, shape);
    // Stretching multiplies the lengths, which makes whole numbers with very many digits.
    let reach = pick(random, &[3, 60, 60, if shape.ellipsoid() { 200 } else { 1000 }]);
    valid_or(query, |query| {
        query.each(|kind, x| match kind {
            Kind::Time => x,
            _ if once_in(random, 2) => x,
            _ => held(x, random.integer(-reach, reach) as i32),
        })
    })
}

fn rays(random: &mut Random, shape: Shape) -> Query {
    let query = any(random, shape);
    match query.mover {
        Mover::Sphere(_) | Mover::Capsule(..) => {
            Query { mover: query.mover.with_radius(0.0), ..query }
        }
        // The ellipsoid is as thin as a ray.
        Mover::Ellipsoid(radii) => {
            let thin = times_power(1.0, random.integer(-70, -10) as i32);
            Query { mover: Mover::Ellipsoid(times(radii, thin)), ..query }
        }
    }
}

/// Queries of a point, or of a tiny body, at the rim.
fn rays_at_rims(random: &mut Random, shape: Shape) -> Query {
    let touch = touch(random, shape);
    let thin = pick(random, &[0.0, 0.0, times_power(1.0, -60), times_power(1.0, -40)]);
    let mover = match touch.mover {
        Mover::Sphere(radius) => Mover::Sphere(radius * thin),
        Mover::Capsule(..) => touch.mover,
        Mover::Ellipsoid(radii) => Mover::Ellipsoid(times(radii, thin.max(times_power(1.0, -70)))),
    };
    let velocity = match random.below(3) {
        0 => across(random, shape, touch.normal),
        1 => ints(random, shape, 4),
        _ => reals(random, shape, 3.0),
    };
    let touch = Touch { mover, offset: times(touch.offset, thin), ..touch };
    back_in_time(random, shape, touch, velocity)
}

/// Queries in which nothing moves, or both move with the same velocity.
fn standing_still(random: &mut Random, shape: Shape) -> Query {
    let query = any(random, shape);
    let velocity = if once_in(random, 2) { [0.0; 3] } else { ints(random, shape, 3) };
    Query { velocity, drift: velocity, ..query }
}

/// Queries of targets that are without an interior, or nearly so.
fn flat(random: &mut Random, shape: Shape) -> Query {
    let mut query = any(random, shape);
    match &mut query.target {
        Target::Oriented { half_extents, .. } => {
            half_extents.iter_mut().for_each(|x| {
                if once_in(random, 2) {
                    *x = 0.0;
                }
            });
        }
        Target::Box { min, max } => {
            let k = random.below(2) as usize;
            max[k] = min[k];
        }
        Target::Parallelepiped { edges, .. } => {
            let k = random.below(3) as usize;
            let thin = pick(random, &[-2, -20, -60]);
            edges[k] = edges[k].map(|x| times_power(x, thin));
        }
        Target::Triangle(vertices) | Target::Placed { vertices, .. } => {
            let [a, b, _] = *vertices;
            vertices[2] = plus(a, times(minus(b, a), pick(random, &[0.0, 0.5, 1.0, 2.0])));
        }
        Target::Polytope(planes) if !planes.is_empty() => {
            // The plane is added from the other side, or a parallel one nearby.
            for _ in 0..1 + random.below(2) {
                let [point, normal] = planes[random.below(planes.len() as u64) as usize];
                let gap = pick(random, &[0.0, 0.0, 0.0, 0.25, -0.25]);
                planes.push([minus(point, times(normal, gap)), times(normal, -1.0)]);
            }
        }
        _ => {}
    }
    query
}

fn both_moving(random: &mut Random, shape: Shape) -> Query {
    let query = any(random, shape);
    let drift = match random.below(4) {
        0 | 1 => ints(random, shape, 5),
        2 => reals(random, shape, 3.0),
        // Velocities are much larger than the relative motion, so that their difference cancels.
        _ => times(ints(random, shape, 9), 1_048_576.0),
    };
    Query { drift, velocity: plus(query.velocity, drift), ..query }
}

/// Queries whose end is at, just before or just after the contact, on either of the two motions.
fn time_limits(random: &mut Random, shape: Shape) -> Query {
    let mut query = any(random, shape);
    let time = query.truth_time_down().unwrap_or(1.0);
    let limit = match random.below(5) {
        0 => time,
        1 => time.next_up(),
        2 => time.next_down().max(0.0),
        3 => 0.0,
        _ => time * random.between(0.5, 1.5),
    };
    let which = random.below(2) as usize;
    query.t_max[which] = limit;
    if once_in(random, 2) {
        query.t_max[1 - which] = limit + 1.0;
    }
    if query.is_valid() { query } else { any(random, shape) }
}

fn single(random: &mut Random, shape: Shape) -> Query {
    let make: fn(&mut Random, Shape) -> Query =
        pick(random, &[realistic, aimed, grazing, far, flat, both_moving, directions, within]);
    let query = make(random, shape);
    valid_or(query, Query::rounded_to_single)
}

/// Directions may have any length, so each is scaled by a power of two of its own.
fn directions(random: &mut Random, shape: Shape) -> Query {
    let query = any(random, shape);
    let reach = pick(random, &[30, 300, 1000]);
    let powers: Vec<i32> = (0..64).map(|_| random.integer(-reach, reach) as i32).collect();
    valid_or(query, |query| {
        query.each(|kind, x| match kind {
            Kind::Direction(i) => held(x, powers[i % 64]),
            _ => x,
        })
    })
}

/// Queries with directions almost equal to those in another family: nearly parallel to axes, to
/// each other, or to the path.
fn hardly_turned(random: &mut Random, shape: Shape) -> Query {
    let query = any(random, shape);
    let depth = pick(random, &[20, 30, 53, 60, 200, 1070]);
    valid_or(query, |query| {
        query.each(|kind, x| match kind {
            Kind::Direction(_) if once_in(random, 3) => {
                x + times_power(random.integer(-3, 3), -(random.below(depth) as i32))
            }
            _ => x,
        })
    })
}

/// Queries of targets that are not turned, or turned about one axis by usual angles. The mover is
/// cast straight along a coordinate axis, at unit speed, or is almost at rest. Sums tie, and
/// numbers cancel almost completely.
fn everyday(random: &mut Random, shape: Shape) -> Query {
    let mut query = realistic(random, shape);
    let axis = if shape.plane() { 2 } else { random.below(3) as usize };
    // Sine and cosine of half of 0, 30, 45, 90 and 180 degrees, as floats.
    let (sin, cos) = pick(
        random,
        &[
            (0.0, 1.0),
            (0.25881904510252074, 0.9659258262890683),
            (0.3826834323650898, 0.9238795325112867),
            (FRAC_1_SQRT_2, FRAC_1_SQRT_2),
            (FRAC_1_SQRT_2.next_down(), FRAC_1_SQRT_2),
            (-FRAC_1_SQRT_2, FRAC_1_SQRT_2),
            (1.0, 6.123233995736766e-17),
        ],
    );
    let mut quarter = [0.0, 0.0, 0.0, pick(random, &[cos, sin])];
    quarter[axis] = sin;
    match &mut query.target {
        Target::Oriented { rotation, .. } | Target::Placed { rotation, .. } => *rotation = quarter,
        _ => {}
    }
    let tenths = |x: f64| (x * 10.0).round() / 10.0;
    let is_tenths = once_in(random, 2);
    let mut query = valid_or(query, |query| {
        query.each(|kind, x| if is_tenths && kind == Kind::Length { tenths(x) } else { x })
    });
    let down = random.below(if shape.plane() { 2 } else { 3 }) as usize;
    if !once_in(random, 3) {
        query.velocity = [0.0; 3];
        query.velocity[down] = pick(random, &[-1.0, 1.0, 0.5, -9.81]);
        // The mover moves from its start over the middle of the scene.
        let far = pick(random, &[3.0, 4.5, 6.1]);
        query.center = reals(random, shape, 1.0);
        query.center[down] = -far * query.velocity[down].signum();
    }
    if query.is_valid() { query } else { any(random, shape) }
}

/// Queries with redundant planes: duplicates with another point or a normal of another length, and
/// planes that only touch.
fn many_planes(random: &mut Random, shape: Shape) -> Query {
    let mut query = any(random, shape);
    if let Target::Polytope(planes) = &mut query.target {
        for _ in 0..2 + random.below(6) {
            if planes.is_empty() {
                break;
            }
            let one = planes[random.below(planes.len() as u64) as usize];
            let [point, normal] = planes[random.below(planes.len() as u64) as usize];
            let new = match random.below(3) {
                0 => [point, times(normal, random.integer(1, 3))],
                1 => [plus(point, normal), normal],
                _ => [point, plus(normal, one[1])],
            };
            let place = random.below(planes.len() as u64 + 1) as usize;
            if new[1] != [0.0; 3] {
                planes.insert(place, new);
            }
        }
    }
    query
}

/// Small integers, in which each zero may have a minus sign.
fn zeros_of_either_sign(random: &mut Random, shape: Shape) -> Query {
    let mut query = small_integers(random, shape);
    query.t_max = [0; 2].map(|_| pick(random, &[0.0, 1.0, f64::INFINITY, f64::INFINITY]));
    query.each(|_, x| if x == 0.0 && once_in(random, 2) { -0.0 } else { x })
}

fn any(random: &mut Random, shape: Shape) -> Query {
    let make: fn(&mut Random, Shape) -> Query =
        pick(random, &[realistic, small_integers, aimed, aimed, grazing, nudged, past_the_rim]);
    make(random, shape)
}
