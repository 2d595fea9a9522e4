//! Scenes for boxes and hulls that others published: situations that users of physics engines
//! reported as bugs, and cases from the tests of the engines.
//!
//! Each test names its source. A case of an engine's test has the numbers and the tolerance of that
//! test, which is `THEIRS`. Most threads describe a situation without numbers; then the numbers are
//! ours, and the comment mentions it. The expectations follow from the source and from the
//! geometry, never from a run of the library. Spheres have their cases in `external/`.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at what cannot be")]

use std::f64::consts::{FRAC_PI_3, FRAC_PI_4, FRAC_PI_6, SQRT_2};
use tangency::{
    Advance, AlignedBox, Answer, Approach, ConvexMoves, Hull, Inflated, Mesh, Moving, OrientedBox,
    Point, Recover, Rotation, Scene, Segment, SlideOptions, Triangle, Walker, WalkerOptions,
};

type Vector = [f64; 3];
type Hero = Walker<f64, OrientedBox<f64, 3>>;

/// The half extents of a character; its numbers are dyadic, so that sums are exact.
const HALF: Vector = [0.375, 0.375, 0.875];
/// Gravity for a step of a sixtieth of a second: nearly 9.81 / 3600, and dyadic.
const GRAVITY: f64 = 11.0 / 4096.0;

fn aligned(min: Vector, max: Vector) -> AlignedBox<f64, 3> {
    AlignedBox::new(min, max).unwrap()
}

/// A box along the axes, given by its centre.
fn cuboid(center: Vector, half: Vector) -> OrientedBox<f64, 3> {
    OrientedBox::new(center, half, Rotation::identity()).unwrap()
}

fn turned(center: Vector, half: Vector, axis: Vector, angle: f64) -> OrientedBox<f64, 3> {
    OrientedBox::new(center, half, Rotation::from_axis_angle(axis, angle).unwrap()).unwrap()
}

/// The hull of the corners of a box along the axes.
fn box_hull(center: Vector, half: Vector) -> Hull<f64, 3> {
    let sign = |i: usize, k: usize| if i >> k & 1 == 0 { -1.0 } else { 1.0 };
    let corner = |i: usize| -> Vector { std::array::from_fn(|k| center[k] + sign(i, k) * half[k]) };
    Hull::new((0..8).map(corner)).unwrap()
}

/// A ball or a rod that does not move.
fn ball(center: Vector, radius: f64) -> Inflated<Point<f64, 3>> {
    Inflated::new(Point::new(center).unwrap(), radius).unwrap()
}

fn scene(boxes: impl IntoIterator<Item = AlignedBox<f64, 3>>) -> Scene<f64> {
    let mut scene = Scene::new();
    scene.insert_all(boxes);
    scene
}

#[track_caller]
fn near(value: f64, expected: f64, tolerance: f64) {
    assert!((value - expected).abs() <= tolerance, "{value} is not {expected} ± {tolerance}");
}

#[track_caller]
fn all_near<const N: usize>(value: [f64; N], expected: [f64; N], tolerance: f64) {
    for k in 0..N {
        assert!(
            (value[k] - expected[k]).abs() <= tolerance,
            "{value:?} is not {expected:?} ± {tolerance}"
        );
    }
}

// ---- a body at rest on a surface ----

/// erincatto/box3d#32: a box that rests on an object is blocked in every direction, also away from
/// it and along it. dimforge/parry#405 and dimforge/rapier#266: touching cuboids cannot be cast
/// along each other. Our numbers; the thread speaks of boxes and of hulls, so both are cast.
#[test]
fn a_body_at_rest_is_free_to_leave_and_to_slide() {
    let chest = aligned([-1.0, -1.0, -1.0], [1.0, 1.0, 0.0]);
    let boxed = cuboid([0.25, 0.0, 0.875], HALF);
    let hull = box_hull([0.25, 0.0, 0.875], HALF);
    for i in 0..289u16 {
        // All directions of a lattice, with none in the middle.
        let (x, y) = (f64::from(i % 17) - 8.0, f64::from(i / 17) - 8.0);
        for up in [0.0, f64::MIN_POSITIVE, 1e-9, 1.0, 1e9] {
            let velocity = [x, y, up];
            let moving = boxed.moving(velocity).unwrap();
            assert_eq!(moving.first_entry(&chest), Answer::None, "{velocity:?}");
            let contact = moving.first_contact(&chest).contact().unwrap();
            let expected = if up == 0.0 { Approach::Sliding } else { Approach::Parting };
            assert_eq!((contact.time, contact.approach), (0.0, expected));
            assert_eq!(contact.normal, Some([0.0, 0.0, 1.0]));
            let moving = hull.clone().moving(velocity).unwrap();
            assert_eq!(moving.first_entry(&chest), Answer::None, "{velocity:?}");
            let end = boxed.advance(velocity, &chest).unwrap();
            assert!(matches!(end, Advance::Free { .. }), "{velocity:?} {end:?}");
        }
        // Downward by however little it is blocked at once.
        for down in [-f64::MIN_POSITIVE, -1e-9, -1.0] {
            let moving = boxed.moving([x, y, down]).unwrap();
            let entry = moving.first_entry(&chest).contact().unwrap();
            assert_eq!((entry.time, entry.normal), (0.0, Some([0.0, 0.0, 1.0])));
        }
    }
}

/// erincatto/box3d, `test/test_distance.c`, the six cases `ShapeCastEncroach*` for the same thread:
/// a segment two or five thousandths from the side of a square leaves, slides, grazes, comes
/// closer, and overlaps. Hits, misses and normals are theirs. Their times contain a distance that
/// their casts keep; the exact time is the gap divided by the speed.
#[test]
fn a_body_close_to_a_surface_is_blocked_only_towards_it() {
    const THEIRS: f64 = 0.001;
    let square = AlignedBox::new([-1.0, -1.0], [1.0, 1.0]).unwrap();
    let cast = |x: f64, velocity: [f64; 2]| {
        let rod = Hull::<f64, 2>::new([[x, -1.0], [x, 1.0]]).unwrap();
        rod.moving(velocity).unwrap().until(1.0).unwrap().first_contact(&square)
    };
    assert_eq!(cast(1.002, [1.0, 0.0]), Answer::None);
    assert_eq!(cast(1.002, [0.0, 2.0]), Answer::None);
    assert_eq!(cast(1.005, [-0.001, 2.0]), Answer::None);
    for x in [1.002, 1.005] {
        let contact = cast(x, [-1.0, 0.0]).contact().unwrap();
        // The difference is exact, since both numbers are close.
        assert_eq!(contact.time, x - 1.0);
        all_near(contact.normal.unwrap(), [1.0, 0.0], THEIRS);
    }
    assert!(cast(0.5, [1.0, 0.0]).overlap().is_some());
}

/// dimforge/parry, `tests/geometry/still_objects_toi.rs` (dimforge/ncollide#141): a cube above
/// another one is not hit at rest and on its way up, and is hit on its way down. The numbers are
/// theirs, the time of the hit is the gap of 0.1 as floats are.
#[test]
fn cubes_at_rest_never_meet() {
    let (lower, upper) = (cuboid([0.0; 3], [0.5; 3]), cuboid([0.0, 1.1, 0.0], [0.5; 3]));
    let cast = |speed: f64| upper.moving([0.0, speed, 0.0]).unwrap().first_contact(&lower);
    assert_eq!(cast(0.0), Answer::None);
    assert_eq!(cast(1.0), Answer::None);
    assert_eq!(cast(-1.0).contact().unwrap().time, 1.1 - 1.0);
}

/// dimforge/parry#315 and `tests/issue_315_touching_cuboids_contact.rs`: cubes that touch exactly
/// share the plane x = 1, with the normal x; cubes that overlap by 0.3 part along x.
#[test]
fn touching_cubes_share_a_face() {
    const THEIRS: f64 = 1e-5;
    let cube = |x: f64| cuboid([x, 0.5, 0.5], [0.5; 3]);
    let touching = Moving::still(cube(1.5));
    let contact = touching.first_contact(&cube(0.5)).contact().unwrap();
    all_near(contact.normal.unwrap(), [1.0, 0.0, 0.0], THEIRS);
    let touched = touching.touched(&cube(0.5)).unwrap();
    assert_eq!(touched.points.len(), 4);
    for point in touched.points {
        near(point[0], 1.0, THEIRS);
        assert!(point[1..].iter().all(|&x| x == 0.0 || x == 1.0), "{point:?}");
    }
    assert_eq!(touching.penetration(&cube(0.5)), None);
    let way_out = Moving::still(cube(1.2)).penetration(&cube(0.5)).unwrap();
    near(way_out.depth, 0.3, 1e-4);
    all_near(way_out.direction, [1.0, 0.0, 0.0], THEIRS);
}

// ---- seams, corners and edges ----

/// godotengine/godot#72372, RandyGaul/qu3e#58, schteppe/p2.js#173: a box that slides over a floor
/// of adjacent boxes catches at a seam. Our numbers: floor boxes of different lengths, one of them
/// long, and a box that is pressed down while it slides.
#[test]
fn a_box_slides_over_adjacent_boxes() {
    let ends = [-4.0, -0.1, 0.3, 1.0, 1.0 + 1e-9, 1.7, 9.0];
    let floor = ends.windows(2).map(|it| aligned([it[0], -2.0, -1.0], [it[1], 2.0, 0.0]));
    let floor = scene(floor);
    let view = floor.for_convex_bodies().unwrap();
    for half in [[0.5; 3], [0.05, 0.5, 0.25], [1.5, 0.1, 0.125]] {
        for pressed in [0.0, 1e-9, 0.1, 5.0] {
            let start = [-2.0, 0.25, half[2]];
            let slide = cuboid(start, half)
                .slide([4.0, 0.5, -pressed], &view, SlideOptions::default())
                .unwrap();
            assert_eq!(slide.position, [2.0, 0.75, half[2]], "{half:?} {pressed}");
            let normals: Vec<_> = slide.contacts.iter().map(|it| it.normal).collect();
            let expected = vec![Some([0.0, 0.0, 1.0]); usize::from(pressed > 0.0)];
            assert_eq!(normals, expected);
        }
    }
}

/// Jolt Physics, `ActiveEdgesTests.cpp`, `DiscreteCubeSlideMesh`: a cube with half extents of 0.1
/// slides for two seconds over a flat mesh of 7 × 7 squares from x = −3 at 3 metres per second, and
/// bumps into no edge within the mesh; nor if the mesh is mirrored. Our cube starts on the mesh,
/// theirs in it by their slop.
#[test]
fn a_cube_slides_over_the_inner_edges_of_a_mesh() {
    const THEIRS: f64 = 1e-3;
    for mirror in [1.0, -1.0] {
        let mesh = squares(mirror);
        let mut at = [-3.0, 0.1, 0.0];
        for _ in 0..120 {
            let slide = cuboid(at, [0.1; 3])
                .slide([3.0 / 60.0, -GRAVITY, 0.0], &mesh, SlideOptions::default())
                .unwrap();
            assert!(slide.overlap.is_none());
            at = slide.position;
        }
        all_near(at, [3.0, 0.1, 0.0], THEIRS);
    }
}

/// Jolt Physics, `ActiveEdgesTests.cpp`, `LinearCastCubeSlideMesh`: the same cube crosses the mesh
/// in one step of six metres, which sinks by 1.5 slops of 0.02 from one slop above. It ends at
/// x = 3; it stays on the mesh, where theirs ends in it by half a slop.
#[test]
fn a_cube_crosses_the_inner_edges_of_a_mesh_in_one_step() {
    const THEIRS: f64 = 1e-4;
    for mirror in [1.0, -1.0] {
        let body = cuboid([-3.0, 0.12, 0.0], [0.1; 3]);
        let step = [6.0, -0.03, 0.0];
        let slide = body.slide(step, &squares(mirror), SlideOptions::default()).unwrap();
        all_near(slide.position, [3.0, 0.1, 0.0], THEIRS);
    }
}

/// The flat mesh of `ActiveEdgesTests.cpp`: 7 × 7 squares of one metre around the origin.
fn squares(mirror: f64) -> Mesh<f64> {
    let vertex = |i: u32, j: u32| [mirror * (f64::from(i) - 3.5), 0.0, f64::from(j) - 3.5];
    let vertices = (0..64).map(|k| vertex(k % 8, k / 8)).collect();
    let mut triangles = Vec::new();
    for i in 0..7 {
        for j in 0..7 {
            let at = |i: u32, j: u32| i + 8 * j;
            triangles.push([at(i, j), at(i, j + 1), at(i + 1, j + 1)]);
            triangles.push([at(i, j), at(i + 1, j + 1), at(i + 1, j)]);
        }
    }
    Mesh::new(vertices, triangles).unwrap()
}

/// godotengine/godot#91494 and #38367: a falling rectangle, whose side is aligned exactly with the
/// side of a platform, is caught at the corner, and neither slides nor stands. Our numbers, on both
/// sides of the platform. Aligned it falls past; if it is above the platform by the least float, it
/// stands on it.
#[test]
fn a_rectangle_falls_past_the_corner_with_which_it_is_aligned() {
    let platform = AlignedBox::new([1.0, 0.0], [4.0, 1.0]).unwrap();
    let falling =
        |x: f64| OrientedBox::<f64, 2>::new([x, 5.0], [0.5, 0.5], Rotation::identity()).unwrap();
    for (aligned, above) in [(0.5, 0.5f64.next_up()), (4.5, 4.5f64.next_down())] {
        let body = falling(aligned);
        let moving = body.moving([0.0, -1.0]).unwrap();
        assert_eq!(moving.first_entry(&platform), Answer::None);
        let contact = moving.first_contact(&platform).contact().unwrap();
        assert_eq!((contact.time, contact.approach), (3.5, Approach::Sliding));
        let slide = body.slide([0.0, -9.0], &platform, SlideOptions::default()).unwrap();
        assert_eq!((slide.position, slide.contacts.len()), ([aligned, -4.0], 0));
        let body = falling(above);
        let slide = body.slide([0.0, -9.0], &platform, SlideOptions::default()).unwrap();
        all_near(slide.position, [above, 1.5], 4.0 * f64::EPSILON);
        assert_eq!((slide.position[0], slide.contacts.len()), (above, 1));
        assert_eq!(slide.contacts[0].normal, Some([0.0, 1.0]));
    }
}

/// godotengine/godot#50062, the diagonal case of the same: a fast rectangle hits the corner of a
/// platform exactly with its own corner, and stays there. Our numbers. It must not stay: in two
/// moves it has passed on one side, along with one of the two components of its velocity.
#[test]
fn a_rectangle_is_not_caught_by_the_corner_that_it_hits() {
    let platform = AlignedBox::new([1.0, -3.0], [4.0, 0.0]).unwrap();
    for pace in [[2.0, -2.0], [16.0, -16.0], [0.125, -0.125]] {
        let mut at = [0.25, 0.75];
        let mut last = at;
        for _ in 0..64 {
            let body = OrientedBox::<f64, 2>::new(at, [0.5, 0.5], Rotation::identity()).unwrap();
            let slide = body.slide(pace, &platform, SlideOptions::default()).unwrap();
            assert!(slide.overlap.is_none());
            last = at;
            at = slide.position;
        }
        let gone = [at[0] - last[0], at[1] - last[1]];
        assert!(gone[0] == pace[0] || gone[1] == pace[1], "{pace:?} {at:?} {gone:?}");
    }
}

// ---- moves that miss nothing ----

/// godot-jolt/godot-jolt#569: the trace of a box misses a wall. Box, start and end are theirs. The
/// wall is in a project that we do not have, so ours is at 101 places on the way, once thick and
/// once a triangle.
#[test]
fn a_trace_of_a_box_misses_no_wall() {
    let (start, end) = ([3.62377, 0.750888, -7.950927], [4.046801, 0.750888, -6.118727]);
    let half = [0.4, 0.7, 0.4];
    let motion: Vector = std::array::from_fn(|k| end[k] - start[k]);
    let body = cuboid(start, half);
    let moving = body.moving(motion).unwrap().until(1.0).unwrap();
    for i in 0..=100 {
        let time = f64::from(i) / 101.0;
        let face = start[2] + half[2] + time * motion[2];
        let wall = aligned([-9.0, -9.0, face], [9.0, 9.0, face + 0.25]);
        let (a, b, c) = ([-99.0, -99.0, face], [99.0, -99.0, face], [0.0, 99.0, face]);
        let sheet = Triangle::new(a, b, c).unwrap();
        // The expected time has been rounded a few times on the way to the wall's place.
        if i > 0 {
            near(moving.first_entry(&wall).contact().unwrap().time, time, 1e-14);
            near(moving.first_entry(&sheet).contact().unwrap().time, time, 1e-14);
        }
        let stopped = body.advance(motion, &wall).unwrap().position();
        assert!(stopped[2] <= face - half[2] && stopped[2] > face - half[2] - 1e-14);
        assert_eq!(stopped, body.advance(motion, &sheet).unwrap().position());
    }
}

/// dimforge/rapier#748: a character clips through a cuboid at velocities that are normalized
/// integer vectors, such as (1, −5, −1), from (0, 1.5, 0). These numbers are theirs, the sizes are
/// ours: a cuboid of 2 × 1 × 2, and a body of 0.2. All 605 vectors with components of at most five
/// that lead down are tried.
#[test]
fn no_velocity_clips_through_a_cuboid() {
    let obstacle = cuboid([0.0; 3], [1.0, 0.5, 1.0]);
    let body = cuboid([0.0, 1.5, 0.0], [0.1; 3]);
    let mut hits = 0;
    for code in 0..605i32 {
        let integers = [code % 11 - 5, code / 121 - 5, code / 11 % 11 - 5].map(f64::from);
        let length = integers.iter().map(|x| x * x).sum::<f64>().sqrt();
        let velocity = integers.map(|x| x / length);
        // When the base is level with the top, the body is above the top, or has left it for good.
        let time = (1.5 - 0.1 - 0.5) / -velocity[1];
        let is_above = [0, 2].iter().all(|&k| (velocity[k] * time).abs() < 1.1);
        let moving = body.moving(velocity).unwrap();
        if !is_above {
            assert_eq!(moving.first_contact(&obstacle), Answer::None, "{integers:?}");
            continue;
        }
        hits += 1;
        let contact = moving.first_entry(&obstacle).contact().unwrap();
        near(contact.time, time, 1e-14 * time);
        assert_eq!(contact.normal, Some([0.0, 1.0, 0.0]), "{integers:?}");
        // Step by step, as a controller moves, it never gets below the top.
        let mut at = body.center();
        for _ in 0..90 {
            let step = velocity.map(|x| x / 30.0);
            let slide = cuboid(at, [0.1; 3]).slide(step, &obstacle, SlideOptions::default());
            at = slide.unwrap().position;
            let is_aside = at[0].abs() >= 1.1 || at[2].abs() >= 1.1;
            assert!(is_aside || at[1] >= 0.6, "{integers:?} {at:?}");
        }
    }
    // At the descent k the other components are at most ⌊11 k / 9⌋, and at most five.
    assert_eq!(hits, 9 + 25 + 49 + 81 + 121);
}

/// dimforge/rapier#434: after a cast of a slightly turned cuboid straight down, onto a cuboid and
/// onto a half-space, the cuboid at the time of impact overlaps the hit one, mostly at edges.
/// The cuboids of 10 × 15 × 5 are theirs, the places and angles are ours; a
/// wide box stands for the half-space.
#[test]
fn a_turned_cuboid_is_free_where_its_cast_ends() {
    let half = [5.0, 7.5, 2.5];
    let ground = aligned([-99.0, -1.0, -99.0], [99.0, 0.0, 99.0]);
    let below = cuboid([0.0, 7.5, 0.0], half);
    let mut on_box = 0;
    for i in 0..40u8 {
        let angle = 0.01 + 0.005 * f64::from(i % 8);
        let axis = [[0.0, 1.0, 0.0], [1.0, 0.25, 0.0], [0.0, 0.5, 1.0], [1.0, 1.0, 1.0]]
            [usize::from(i) % 4];
        // Over the box, over its edge, and beside it.
        let place = |height: f64| [-11.0 + 0.55 * f64::from(i), height, 0.375];
        let start = turned(place(40.0), half, axis, angle);
        let box_end = start.advance([0.0, -50.0, 0.0], &below).unwrap();
        let end = start.advance([0.0, -50.0, 0.0], &ground).unwrap();
        let end = if box_end.position()[1] > end.position()[1] { box_end } else { end };
        let there = Moving::still(turned(end.position(), half, axis, angle));
        assert_eq!(there.penetration(&below), None, "{i}");
        assert!(there.first_contact(&ground).overlap().is_none(), "{i}");
        // It is as near as floats get: the ends are four units in the last place from the contact.
        let contact = end.contact().unwrap();
        near(end.position()[1], contact.center[1], 4.0 * f64::EPSILON * 32.0);
        if end == box_end {
            on_box += 1;
            near(there.closest_points(&below).distance, 0.0, 4.0 * f64::EPSILON * 32.0);
        }
    }
    assert!(on_box > 20 && on_box < 40, "{on_box}");
}

/// dimforge/parry#429 and `tests/geometry/time_of_impact3.rs`,
/// `shape_cast_toi_accuracy_does_not_scale_with_shape_extent`: a ball and a cuboid of up to a
/// kilometre meet at the height of the ball less its radius. Here the cuboid is the body, and
/// rises.
#[test]
fn the_time_does_not_depend_on_the_size_of_the_ground() {
    const THEIRS: f64 = 1e-4;
    let radius = 0.5166;
    for extent in [5.0, 50.0, 500.0] {
        let ground = cuboid([0.0, -0.5, 0.0], [extent, 0.5, extent]);
        let rising = ground.moving([0.0, 1.0, 0.0]).unwrap();
        for i in (0..200).step_by(10) {
            let y = 1.177 + f64::from(i) * 5.0e-5;
            for [x, z] in [[1.4, 2.8], [-1.4, -0.4], [1.4, -2.0], [-1.4, 2.0]] {
                let contact = rising.first_contact(&ball([x, y, z], radius)).contact().unwrap();
                near(contact.time, y - radius, THEIRS);
                // In exact arithmetic the only error is of one rounding.
                near(contact.time, y - radius, f64::EPSILON);
            }
        }
    }
}

/// Jolt Physics, `MotionQualityLinearCastTests.cpp`,
/// `TestLinearCastBoxVsLinearCastBoxInelastic`: two boxes of one metre, each of which moves two
/// metres in a sixtieth of a second, meet in the middle. Their tolerance is their slop.
#[test]
fn fast_boxes_do_not_pass_through_each_other() {
    const THEIRS: f64 = 0.02;
    let right = cuboid([1.0, 0.0, 0.0], [0.5; 3]).moving([-120.0, 0.0, 0.0]).unwrap();
    let left = cuboid([-1.0, 0.0, 0.0], [0.5; 3]).moving([120.0, 0.0, 0.0]).unwrap();
    let contact = left.first_contact(&right).contact().unwrap();
    assert_eq!(contact.time, 1.0 / 240.0);
    all_near(contact.center, [-0.5, 0.0, 0.0], THEIRS);
    assert_eq!(contact.normal, Some([-1.0, 0.0, 0.0]));
}

/// The same file, `TestLinearCastBoxVsInactiveDiscreteBoxAngled`: at an angle, and one box at rest,
/// the other ends beside it at (1, 0, 0). Their tolerance is 2.3 slops.
#[test]
fn a_fast_box_stops_beside_a_box_at_rest() {
    const THEIRS: f64 = 2.3 * 0.02;
    let still = cuboid([0.0; 3], [0.5; 3]);
    let body = cuboid([2.0, 0.0, -2.0], [0.5; 3]);
    let end = body.advance([-2.0, 0.0, 4.0], &still).unwrap();
    all_near(end.position(), [1.0, 0.0, 0.0], THEIRS);
    // All numbers are small integers, so the end is exact.
    assert_eq!(end.position(), [1.0, 0.0, 0.0]);
    assert_eq!(end.contact().unwrap().normal, Some([1.0, 0.0, 0.0]));
}

// ---- casts, distances and depths of the engines' tests ----

/// Jolt Physics, `CastShapeTests.cpp`, `TestCast2DBoxVsBox`: a flat square that lies on a box and
/// is cast into it touches at time zero, at (0, 0, 1): the middle of the touched polygon.
#[test]
fn a_flat_square_is_cast_into_the_box_on_which_it_lies() {
    const THEIRS: f64 = 1e-4;
    let below = box_hull([0.0; 3], [5.0, 5.0, 1.0]);
    let corners = [[-1.0, -1.0, 1.0], [1.0, -1.0, 1.0], [1.0, 1.0, 1.0], [-1.0, 1.0, 1.0]];
    let square = Hull::<f64, 3>::new(corners).unwrap().moving([0.0, 0.0, -10.0]).unwrap();
    let contact = square.first_entry(&below).contact().unwrap();
    assert_eq!((contact.time, contact.normal), (0.0, Some([0.0, 0.0, 1.0])));
    let points = square.touched(&below).unwrap().points;
    assert_eq!(points.len(), 4);
    let middle = std::array::from_fn(|k| points.iter().map(|it| it[k]).sum::<f64>() / 4.0);
    all_near(middle, [0.0, 0.0, 1.0], THEIRS);
    assert_eq!(square.penetration(&below), None);
}

/// Jolt Physics, `CastShapeTests.cpp`, `TestCastShapeInitiallyIntersecting`: a cube that is off
/// centre and overlaps a box by 0.05 at the start is a hit at time zero.
#[test]
fn a_cube_starts_in_a_box() {
    let below = cuboid([0.0; 3], [1.5, 0.5, 1.5]);
    let cube = cuboid([0.01, 0.95, 0.0], [0.5; 3]).moving([0.0, -0.5, 0.0]).unwrap();
    assert!(cube.first_contact(&below).overlap().is_some());
    assert!(cube.first_entry(&below).overlap().is_some());
    let way_out = cube.penetration(&below).unwrap();
    // The depth is ours: their test asks only for the time.
    assert_eq!(way_out.direction, [0.0, 1.0, 0.0]);
    near(way_out.depth, 0.05, f64::EPSILON);
}

/// Jolt Physics, `ConvexVsTrianglesTest.cpp`: a ball with a radius of 0.5 is 0.1 from the face, the
/// edges and the vertices of a triangle, on the side of the given axis, so 0.4 deep; and it is
/// apart from the triangle by 0.1. Here the triangle is the body, which leaves along that axis.
#[test]
fn a_triangle_leaves_a_ball() {
    const THEIRS: f64 = 1e-4;
    let corners = [[0.0; 3], [0.0, 0.0, 4.0], [4.0, 0.0, 0.0]];
    let triangle = Moving::still(Triangle::new(corners[0], corners[1], corners[2]).unwrap());
    let (s, root, tiny) = (0.1 / SQRT_2, 1.0 / SQRT_2, 1e-6);
    let hits: [(Vector, Vector, Vector); 8] = [
        ([1.0, 0.0, 1.0], [0.0, 0.1, 0.0], [0.0, -1.0, 0.0]),
        ([1.0, 0.0, 1.0], [0.0, -0.1, 0.0], [0.0, 1.0, 0.0]),
        ([0.0, 0.0, 2.0], [-0.1, tiny, 0.0], [1.0, 0.0, 0.0]),
        ([2.0, 0.0, 2.0], [s, tiny, s], [-root, 0.0, -root]),
        ([2.0, 0.0, 0.0], [0.0, tiny, -0.1], [0.0, 0.0, 1.0]),
        ([0.0, 0.0, 0.0], [-s, tiny, -s], [root, 0.0, root]),
        ([0.0, 0.0, 4.0], [-s, tiny, s], [root, 0.0, -root]),
        ([4.0, 0.0, 0.0], [s, tiny, -s], [-root, 0.0, root]),
    ];
    for (place, offset, axis) in hits {
        let center = std::array::from_fn(|k| place[k] + offset[k]);
        let way_out = triangle.penetration(&ball(center, 0.5)).unwrap();
        near(way_out.depth, 0.4, THEIRS);
        all_near(way_out.direction, axis, THEIRS);
        assert!(triangle.first_contact(&ball(center, 0.5)).overlap().is_some());
    }
    for y in [0.6, -0.6] {
        let apart = ball([1.0, y, 1.0], 0.5);
        assert!(!triangle.intersects(&apart));
        near(triangle.closest_points(&apart).distance, 0.1, THEIRS);
    }
}

/// Box3D, `test/test_shape.c`, `RayCastShapeTest`: a ray of eight metres hits a cube at 3/8. Here
/// the cube moves towards the origin of the ray.
#[test]
fn a_cube_hits_the_origin_of_a_ray() {
    const THEIRS: f64 = f32::EPSILON as f64;
    let origin = Point::new([-4.0, 0.0, 0.0]).unwrap();
    let hull = box_hull([0.0; 3], [1.0; 3]).moving([-8.0, 0.0, 0.0]).unwrap();
    let contact = hull.first_contact(&origin).contact().unwrap();
    near(contact.time, 3.0 / 8.0, THEIRS);
    // Theirs points out of the cube, ours to the body, which is the cube.
    all_near(contact.normal.unwrap(), [1.0, 0.0, 0.0], THEIRS);
}

/// Box3D, `test/test_body_query.c`, `CastShapeHitsBox` and `CastShapeFarFromOrigin`: a ball meets a
/// cube at 0.35 of ten metres, near the origin and a million metres from it. The cube is the body.
#[test]
fn a_cube_meets_a_ball_near_and_far() {
    const THEIRS: [f64; 3] = [1e-2, 1e-4, 1e-3];
    for origin in [[0.0; 3], [1.0e6, -2.0e6, 5.0e5]] {
        let center = [origin[0] + 5.0, origin[1], origin[2]];
        let cube = cuboid(center, [1.0; 3]).moving([-10.0, 0.0, 0.0]).unwrap();
        let contact = cube.first_contact(&ball(origin, 0.5)).contact().unwrap();
        near(contact.time, 0.35, THEIRS[0]);
        assert_eq!(contact.time, 0.35);
        all_near(contact.normal.unwrap(), [1.0, 0.0, 0.0], THEIRS[1]);
        // Their point is on the face of the cube, ours on the ball; at the contact it is the same.
        near(contact.point[0] - origin[0], 0.5, THEIRS[2]);
    }
}

/// Box3D, `test/test_body_query.c`, `OverlapHullProxyEquivalence` and `OverlapHullProxyRotation`: a
/// large hull overlaps a cube or is far from it; a bar reaches a cube, and not after a quarter
/// turn.
#[test]
fn hulls_overlap_or_not() {
    let cube = cuboid([10.0, 0.0, 0.0], [1.0; 3]);
    let overlaps = |x: f64| Moving::still(box_hull([x, 0.0, 0.0], [5.0; 3])).intersects(&cube);
    assert!(overlaps(10.0) && !overlaps(100.0));
    let cube = cuboid([3.0, 0.0, 0.0], [0.5; 3]);
    let bar = |angle| turned([0.0; 3], [4.0, 0.3, 0.3], [0.0, 1.0, 0.0], angle);
    assert!(Moving::still(bar(0.0)).intersects(&cube));
    assert!(!Moving::still(bar(2.0 * FRAC_PI_4)).intersects(&cube));
}

/// Box3D, `test/test_mover.c`, `MoverHullTouching` and `MoverHullSeparated`: a rod reaches 0.1 into
/// the top of a cube, or is far above it. The cube is the body, so it leaves downward. For
/// `MoverHullDeepOverlap` their query has no result; the depth, half the cube and the radius, is
/// ours.
#[test]
fn a_cube_leaves_a_rod() {
    const THEIRS: f64 = 1e-4;
    let cube = Moving::still(box_hull([0.0; 3], [0.5; 3]));
    let rod = |x: f64, y: f64, radius: f64| {
        Inflated::new(Segment::new([-x, y, 0.0], [x, y, 0.0]).unwrap(), radius).unwrap()
    };
    let way_out = cube.penetration(&rod(0.3, 0.6, 0.2)).unwrap();
    near(way_out.depth, 0.1, THEIRS);
    all_near(way_out.direction, [0.0, -1.0, 0.0], THEIRS);
    assert_eq!(cube.penetration(&rod(0.3, 5.0, 0.2)), None);
    near(cube.penetration(&rod(0.2, 0.0, 0.1)).unwrap().depth, 0.6, f64::EPSILON);
}

/// Box3D, `test/test_sat.c`, `FaceAxisASeparatedTest`, `FaceFarSeparatedTest` and
/// `FaceAxisBSeparatedTest`: cubes are apart along x by 0.2 and by 2; also if one is turned by 45°.
#[test]
fn cubes_are_apart_by_their_faces() {
    const THEIRS: f64 = 1e-5;
    for (x, gap, angle) in [(1.2, 0.2, 0.0), (3.0, 2.0, 0.0), (0.5 * SQRT_2 + 0.7, 0.2, FRAC_PI_4)]
    {
        let a = turned([0.0; 3], [0.5; 3], [0.0, 0.0, 1.0], angle);
        let b = box_hull([x, 0.0, 0.0], [0.5; 3]).moving([-1.0, 0.0, 0.0]).unwrap();
        near(b.closest_points(&a).distance, gap, THEIRS);
        // A cast along the axis closes this gap.
        let contact = b.first_contact(&a).contact().unwrap();
        near(contact.time, gap, THEIRS);
        all_near(contact.normal.unwrap(), [1.0, 0.0, 0.0], THEIRS);
    }
}

/// Box3D, `test/test_sat.c`, `EdgePairSweepTest`: two cubes, each turned by 45° about another axis,
/// are closest at two crossed edges: at distance d of their centres they are apart by d − √2, or
/// that deep, along x.
#[test]
fn cubes_are_apart_by_crossed_edges() {
    const THEIRS: f64 = 1e-4;
    let a = turned([0.0; 3], [0.5; 3], [0.0, 1.0, 0.0], FRAC_PI_4);
    let b = |d: f64| turned([d, 0.0, 0.0], [0.5; 3], [0.0, 0.0, 1.0], FRAC_PI_4);
    for d in [1.43, 1.42, SQRT_2, 1.40, 1.38, 1.35, 1.30] {
        let still = Moving::still(b(d));
        match still.penetration(&a) {
            Some(way_out) => {
                near(-way_out.depth, d - SQRT_2, THEIRS);
                all_near(way_out.direction, [1.0, 0.0, 0.0], THEIRS);
            }
            None => near(still.closest_points(&a).distance, d - SQRT_2, THEIRS),
        }
    }
    let contact = b(1.43).moving([-1.0, 0.0, 0.0]).unwrap().first_contact(&a).contact().unwrap();
    near(contact.time, 1.43 - SQRT_2, THEIRS);
    all_near(contact.normal.unwrap(), [1.0, 0.0, 0.0], THEIRS);
    all_near(contact.point, [0.5 * SQRT_2, 0.0, 0.0], THEIRS);
}

/// Box3D and Box2D, `test/test_distance.c`, `ShapeDistanceTest`, `ShapeCastTest` and
/// `TimeOfImpactTest`: a segment one metre beside a square, which moves two metres towards it,
/// touches after half of the way.
#[test]
fn a_segment_is_cast_onto_a_square() {
    const THEIRS: [f64; 2] = [f32::EPSILON as f64, 0.005];
    let square = AlignedBox::new([-1.0, -1.0], [1.0, 1.0]).unwrap();
    let rod = Hull::<f64, 2>::new([[2.0, -1.0], [2.0, 1.0]]).unwrap().moving([-2.0, 0.0]).unwrap();
    near(rod.closest_points(&square).distance, 1.0, THEIRS[0]);
    let contact = rod.first_contact(&square).contact().unwrap();
    near(contact.time, 0.5, THEIRS[1]);
    assert_eq!(contact.time, 0.5);
}

/// Box2D, `test/test_distance.c`, `ShapeDistanceShortEdgeTest`: a point half a centimetre from the
/// short end of a thin plank is not in it; and `ShapeCastShortEdgeTest`, which is disabled there,
/// asks that a point that falls past the end of a thinner plank has no hit, or one with a normal.
#[test]
fn a_short_edge_is_no_overlap() {
    const THEIRS: f64 = 1e-6;
    let plank = |half: f64| AlignedBox::new([-0.5, -half], [0.5, half]).unwrap();
    let still = Moving::still(plank(0.0016));
    let beside = Point::new([0.505, 0.0]).unwrap();
    near(still.closest_points(&beside).distance, 0.005, THEIRS);
    assert!(!still.intersects(&beside));
    // The plank is the body, so it moves the other way. The point is beside its end by 0.006 − 0.01
    // t, and level with it only until t is 0.0074: no hit.
    let rising = plank(0.0002).moving([0.01, 0.5]).unwrap().until(1.0).unwrap();
    assert_eq!(rising.first_contact(&Point::new([0.506, 0.0035]).unwrap()), Answer::None);
}

/// dimforge/parry, `tests/issue_431_cuboid_distance_asymmetry.rs`: the distances of faces, of a
/// vertex and a face, of edges and of vertices of two cuboids, in both orders.
#[test]
fn distances_do_not_depend_on_the_order() {
    const THEIRS: [f64; 2] = [1e-4, 1e-5];
    let cube = cuboid([0.0; 3], [1.0; 3]);
    let (sin, cos) = (0.5, 0.5 * 3.0f64.sqrt());
    let gap = [4.0 - cos - sin, 4.0 - cos + sin];
    let across = (gap[0] * gap[0] + gap[1] * gap[1]).sqrt();
    for (other, distance) in [
        (cuboid([-5.573167, 0.0, 0.0], [1.0, 2.0, 2.0]), 3.5731668),
        (turned([4.0, 4.0, 0.0], [1.0; 3], [0.0, 0.0, 1.0], FRAC_PI_4), 3.0 * SQRT_2 - 1.0),
        (turned([5.0, 0.0, 5.0], [1.0; 3], [0.0, 1.0, 0.0], FRAC_PI_6), across),
        (cuboid([5.0, 4.0, 3.0], [1.0; 3]), 14.0f64.sqrt()),
        (cuboid([2.0, 0.0, 0.0], [1.0, 2.0, 2.0]), 0.0),
        (cuboid([1.5, 0.0, 0.0], [1.0, 2.0, 2.0]), 0.0),
    ] {
        let there = Moving::still(cube).closest_points(&other).distance;
        let back = Moving::still(other).closest_points(&cube).distance;
        near(there, distance, THEIRS[0]);
        near(there, back, THEIRS[1]);
        // Both are the float nearest to the same number.
        assert_eq!(there, back);
    }
}

/// dimforge/parry, `tests/query/closest_points_cuboid_cuboid.rs`: the closest points of cuboids are
/// a vertex of each in all octants, and points of two parallel edges.
#[test]
fn closest_points_of_cuboids() {
    const THEIRS: f64 = 1e-5;
    let cube = cuboid([0.0; 3], [1.0; 3]);
    for octant in 0..8 {
        let sign: Vector = std::array::from_fn(|k| if octant >> k & 1 == 0 { -1.0 } else { 1.0 });
        let center = [3.0 * sign[0], 2.5 * sign[1], 2.25 * sign[2]];
        let closest = Moving::still(cuboid(center, [1.0; 3])).closest_points(&cube);
        all_near(closest.point, sign, THEIRS);
        all_near(closest.on_axis, std::array::from_fn(|k| center[k] - sign[k]), THEIRS);
        near(closest.distance, 1.3125f64.sqrt(), THEIRS);
    }
    let long = Moving::still(cuboid([3.0, 2.5, 0.0], [1.0, 1.0, 5.0]));
    let closest = long.closest_points(&cube);
    near(closest.distance, 1.25f64.sqrt(), THEIRS);
    all_near([closest.point[0], closest.point[1]], [1.0, 1.0], THEIRS);
    all_near([closest.on_axis[0], closest.on_axis[1]], [2.0, 1.5], THEIRS);
    near(closest.point[2], closest.on_axis[2], THEIRS);
}

/// dimforge/parry#193 and `tests/issue_193_shape_cast_penetrating_normals.rs`: where a ball or a
/// capsule is slightly in the top of a large cuboid, the normal is y. The cuboid is the body here,
/// so it leaves along −y.
#[test]
fn a_cuboid_leaves_what_is_slightly_in_its_top() {
    const THEIRS: f64 = 1e-4;
    let large = Moving::still(cuboid([0.0, -1.0, 0.0], [20.0, 1.0, 20.0]));
    for y in [1.0 - 0.2, 1.0 - 0.200001] {
        let way_out = large.penetration(&ball([0.0, y, 0.0], 1.0)).unwrap();
        all_near(way_out.direction, [0.0, -1.0, 0.0], THEIRS);
        near(way_out.depth, 1.0 - y, f64::EPSILON);
    }
    for y in [5.0 - 0.01, 5.0 - 0.02] {
        // Their capsule has its middle at this height, so its lower end is in the cuboid.
        let axis = Segment::new([0.0, y - 5.0, 0.0], [0.0, y + 5.0, 0.0]).unwrap();
        let way_out = large.penetration(&Inflated::new(axis, 1.0).unwrap()).unwrap();
        all_near(way_out.direction, [0.0, -1.0, 0.0], THEIRS);
    }
}

// ---- characters ----

fn hero_at(feet: Vector, options: WalkerOptions<f64>) -> Hero {
    Walker::new(cuboid([feet[0], feet[1], feet[2] + HALF[2]], HALF), options).unwrap()
}

/// Takes one step with gravity; it starts free, so the last one has not ended in an overlap.
fn step(hero: &mut Hero, wish: Vector, level: &Scene<f64>) -> bool {
    hero.velocity[2] -= GRAVITY;
    let step = hero.step(wish, &level.for_convex_bodies().unwrap()).unwrap();
    assert_eq!(step.start, Recover::Free);
    step.floor.is_some()
}

/// erincatto/box2d#1032: a character that is a box falls through the ground; one that is a capsule
/// climbs the corner of a platform when it dashes against it just below the top. Our numbers: a box
/// lands on the ground from any height, stops at the corner below the top, and passes exactly at
/// it.
#[test]
fn a_box_lands_and_climbs_no_corner() {
    let level = scene([
        aligned([-9.0, -9.0, -1.0], [9.0, 9.0, 0.0]),
        aligned([1.0, -9.0, 0.0], [9.0, 9.0, 2.0]),
    ]);
    for height in [0.0, 1e-9, 0.1, 3.0, 500.0] {
        let mut hero = hero_at([0.0, 0.0, height], WalkerOptions::default());
        for _ in 0..1000 {
            step(&mut hero, [0.0; 3], &level);
        }
        assert_eq!((hero.position(), hero.velocity), ([0.0, 0.0, HALF[2]], [0.0; 3]));
    }
    let view = level.for_convex_bodies().unwrap();
    let top = 2.0 + HALF[2];
    for z in [top - 0.5, top - 0.0625, top - 1e-9, top.next_down()] {
        let mut hero = Walker::new(cuboid([0.0, 0.0, z], HALF), WalkerOptions::default()).unwrap();
        let dash = hero.step([4.0, 0.0, 0.0], &view).unwrap();
        assert_eq!((hero.position(), dash.floor.is_some()), ([0.625, 0.0, z], false));
    }
    let mut hero = hero_at([0.0, 0.0, 2.0], WalkerOptions::default());
    hero.step([4.0, 0.0, 0.0], &view).unwrap();
    assert_eq!(hero.position(), [4.0, 0.0, top]);
    assert!(step(&mut hero, [0.0; 3], &level) && hero.position()[2] == top);
}

/// godotengine/godot#38367 and #109926, for a character: it falls along the side of a floor with
/// which its own side is aligned, also while it is pushed towards that side. Our numbers.
#[test]
fn a_character_falls_along_a_side() {
    let level = scene([aligned([-4.0, -4.0, -40.0], [0.0, 4.0, 0.0])]);
    for push in [0.0, -1e-9, -0.05, -3.0] {
        let mut hero = hero_at([0.375, 0.0, 1.0], WalkerOptions::default());
        let mut fallen = 0.0;
        let mut speed = 0.0;
        for i in 0..60 {
            // While it is above the floor, a push would put it onto the floor.
            let wish = if fallen > 1.0 { push } else { 0.0 };
            assert!(!step(&mut hero, [wish, 0.0, 0.0], &level), "{push} {i}");
            speed += GRAVITY;
            fallen += speed;
            near(hero.position()[2], 1.0 + HALF[2] - fallen, 1e-12);
            assert_eq!(hero.position()[..2], [0.375, 0.0], "{push} {i}");
        }
        assert!(fallen > 4.0);
    }
}

/// godotengine/godot#44882: a body exactly at the edge of a tile is neither on the floor nor falls,
/// while its speed grows. Our numbers, at the edge, and one float to each side: it stands at rest,
/// or it falls.
#[test]
fn a_character_at_the_edge_of_a_tile_stands_or_falls() {
    let level = scene([aligned([0.0, 0.0, -1.0], [1.0, 1.0, 0.0])]);
    for (x, stands) in [(1.375f64.next_down(), true), (1.375, false), (1.375f64.next_up(), false)] {
        let mut hero = hero_at([x, 0.5, 0.0], WalkerOptions::default());
        for i in 0..60 {
            assert_eq!(step(&mut hero, [0.0; 3], &level), stands, "{x} {i}");
        }
        let fallen = if stands { 0.0 } else { GRAVITY * 60.0 * 61.0 / 2.0 };
        all_near(hero.position(), [x, 0.5, HALF[2] - fallen], 1e-12);
        near(hero.velocity[2], if stands { 0.0 } else { -60.0 * GRAVITY }, 1e-12);
    }
}

/// The same thread has a tile with a diagonal edge. Our numbers: a wedge that rises by 1 in 2, and
/// a box whose lower edge is on the slope, at last by one float below the upper edge of the wedge.
/// The slope is a floor, so the box stands at rest.
#[test]
fn a_character_stands_on_a_wedge() {
    let level = wedge();
    for right in [1.0, 2.5, 3.875, 4.0f64.next_down()] {
        let mut hero = hero_at([right - HALF[0], 0.0, 0.5 * right], WalkerOptions::default());
        let start = hero.position();
        for i in 0..60 {
            assert!(step(&mut hero, [0.0; 3], &level), "{right} {i}");
        }
        all_near(hero.position(), start, 1e-12);
        assert_eq!(hero.velocity, [0.0; 3], "{right}");
    }
}

/// The same wedge, with the lower edge of the box exactly at the upper edge of the wedge: as the
/// thread asks, the character is on a floor, or it moves.
#[test]
fn a_character_does_not_hang_at_the_upper_edge_of_a_wedge() {
    let level = wedge();
    let mut hero = hero_at([4.0 - HALF[0], 0.0, 2.0], WalkerOptions::default());
    let start = hero.position();
    for i in 0..60 {
        let stands = step(&mut hero, [0.0; 3], &level);
        assert!(stands || hero.position() != start, "{i}");
    }
}

fn wedge() -> Scene<f64> {
    let edge = |x: f64, z: f64| [[x, -2.0, z], [x, 2.0, z]];
    let mut level = Scene::new();
    level.insert(Hull::new([edge(0.0, 0.0), edge(4.0, 0.0), edge(4.0, 2.0)].concat()).unwrap());
    level
}

/// godotengine/godot#87477: a body that is exactly below a ceiling of tiles does not glide along
/// it. Our numbers: nothing is lost over the seams of sixteen tiles, however it is pressed upward.
#[test]
fn a_body_glides_along_a_ceiling_of_tiles() {
    let tiles = (0..16).map(|i| {
        let x = f64::from(i);
        aligned([x, -1.0, 3.0], [x + 1.0, 1.0, 4.0])
    });
    let level = scene(tiles);
    let view = level.for_convex_bodies().unwrap();
    for pressed in [0.0, 1e-9, 0.25, 4.0] {
        let body = cuboid([0.5, 0.0, 3.0 - HALF[2]], HALF);
        let slide = body.slide([12.0, 0.0, pressed], &view, SlideOptions::default()).unwrap();
        assert_eq!(slide.position, [12.5, 0.0, 3.0 - HALF[2]], "{pressed}");
        assert!(slide.contacts.iter().all(|it| it.normal == Some([0.0, 0.0, -1.0])));
        // Step by step, as a character that jumps against it.
        let mut hero = hero_at([0.5, 0.0, 3.0 - 2.0 * HALF[2]], WalkerOptions::default());
        for i in 1..=96 {
            hero.velocity[2] = pressed;
            hero.step([0.125, 0.0, 0.0], &view).unwrap();
            assert_eq!(hero.position(), [0.5 + 0.125 * f64::from(i), 0.0, 3.0 - HALF[2]]);
        }
    }
}

/// avianphysics/avian#640: a character walks on three aligned cubes of one metre at x = 3 and
/// z = 3, 4, 5, and bumps or sticks between them. The cubes are theirs, with y upward; the ground
/// is at −0.5. godot-jolt/godot-jolt#918: on such a seam the character counts as on a wall.
#[test]
fn a_character_walks_on_aligned_cubes() {
    let cubes = [3.0, 4.0, 5.0].map(|z| aligned([2.5, -0.5, z - 0.5], [3.5, 0.5, z + 0.5]));
    let level = scene(cubes);
    let view = level.for_convex_bodies().unwrap();
    let body = cuboid([3.0, 0.5 + 0.875, 2.75], [0.375, 0.875, 0.375]);
    let mut hero = Walker::new(body, WalkerOptions::default().up([0.0, 1.0, 0.0])).unwrap();
    for i in 1..=80 {
        hero.velocity[1] -= GRAVITY;
        let step = hero.step([0.0, 0.0, 0.03125], &view).unwrap();
        assert_eq!(step.start, Recover::Free);
        assert_eq!(hero.position(), [3.0, 1.375, 2.75 + 0.03125 * f64::from(i)]);
        assert_eq!(hero.floor().unwrap().normal, [0.0, 1.0, 0.0]);
        assert!(step.contacts.iter().all(|it| it.normal == Some([0.0, 1.0, 0.0])));
    }
}

/// godotengine/godot#75647: a character that walks against a ramp of two boxes which are close to
/// each other is stuck between them, and shakes. Our numbers: a turned box as a ramp of 30°, in the
/// ground at its lower end, and a box behind its upper end, which is a little lower. The character
/// gets up, and each step brings it forward.
#[test]
fn a_character_walks_up_a_ramp_of_two_boxes() {
    let mut level = scene([
        aligned([-9.0, -9.0, -1.0], [99.0, 9.0, 0.0]),
        aligned([4.6, -2.0, 0.0], [99.0, 2.0, 1.4]),
    ]);
    level.insert(turned([3.0, 0.0, 0.0], [2.0, 2.0, 0.5], [0.0, 1.0, 0.0], -FRAC_PI_6));
    for across in [0.0, 0.01] {
        let options = WalkerOptions::default().snap_distance(0.25);
        let mut hero = hero_at([0.0; 3], options);
        for i in 0..240 {
            let before = hero.position();
            step(&mut hero, [0.05, if i < 100 { across } else { 0.0 }, 0.0], &level);
            let after = hero.position();
            assert!(after[0] - before[0] > 0.02, "{across} {i}: {before:?} {after:?}");
        }
        let [x, _, z] = hero.position();
        assert!(x > 8.0 && hero.floor().is_some(), "{x} {z}");
        near(z, 1.4 + HALF[2], 1e-9);
    }
}

/// The same thread, where the ramp is too steep: two turned boxes meet in a wedge, and a character
/// is pressed into it. Our numbers: it comes to rest, and does not shake.
#[test]
fn a_character_does_not_shake_between_two_boxes() {
    let mut level = scene([aligned([-9.0, -9.0, -1.0], [9.0, 9.0, 0.0])]);
    for side in [1.0, -1.0] {
        level.insert(turned([2.5, 2.0 * side, 1.0], [2.0, 0.5, 3.0], [0.0, 0.0, 1.0], -0.5 * side));
    }
    level.insert(turned([3.5, 0.0, 0.0], [3.0, 2.0, 0.5], [0.0, 1.0, 0.0], -FRAC_PI_3));
    for across in [0.0, 0.02, -0.03] {
        let mut hero = hero_at([0.0; 3], WalkerOptions::default());
        for _ in 0..200 {
            step(&mut hero, [0.05, across, 0.0], &level);
        }
        let rest = hero.position();
        assert!(rest[0] > 0.5, "{rest:?}");
        for _ in 0..100 {
            step(&mut hero, [0.05, across, 0.0], &level);
            all_near(hero.position(), rest, 1e-6);
        }
        // It can walk away.
        for _ in 0..60 {
            step(&mut hero, [-0.05, 0.0, 0.0], &level);
        }
        near(rest[0] - hero.position()[0], 3.0, 1e-6);
    }
}

/// dimforge/bevy_rapier#489: a character that walks against a vertical wall at an angle gets stuck.
/// avianphysics/avian#438 asks for a slide because of the same. Our numbers: along a wall the
/// component along it is not lost; in a corner of two walls it stops, and leaves at once.
#[test]
fn a_character_slides_along_walls() {
    let level = scene([
        aligned([-99.0, -99.0, -1.0], [99.0, 99.0, 0.0]),
        aligned([-99.0, 1.0, 0.0], [99.0, 2.0, 4.0]),
        aligned([8.0, -99.0, 0.0], [9.0, 99.0, 4.0]),
    ]);
    for toward in [0.0, 1e-9, 0.03125, 0.0625, 4.0] {
        let mut hero = hero_at([0.0, 0.625, 0.0], WalkerOptions::default());
        for i in 1..=100 {
            step(&mut hero, [0.0625, toward, 0.0], &level);
            assert_eq!(hero.position(), [0.0625 * f64::from(i), 0.625, HALF[2]], "{toward}");
        }
        for _ in 0..40 {
            step(&mut hero, [0.0625, toward, 0.0], &level);
        }
        assert_eq!(hero.position(), [7.625, 0.625, HALF[2]]);
        step(&mut hero, [-0.0625, -0.0625, 0.0], &level);
        assert_eq!(hero.position(), [7.5625, 0.5625, HALF[2]]);
    }
}

/// avianphysics/avian#487: a character that is at the foot of a steep surface is put into the
/// floor, and cannot jump out. Our numbers: it stays on the floor, and rises by each step of its
/// jump.
#[test]
fn a_character_jumps_at_the_foot_of_a_steep_surface() {
    let mut level = scene([aligned([-9.0, -9.0, -1.0], [9.0, 9.0, 0.0])]);
    level.insert(turned([3.5, 0.0, 0.0], [9.0, 9.0, 0.5], [0.0, 1.0, 0.0], -FRAC_PI_3));
    let mut hero = hero_at([0.0; 3], WalkerOptions::default());
    for _ in 0..120 {
        step(&mut hero, [0.05, 0.0, 0.0], &level);
    }
    let foot = hero.position();
    near(foot[2], HALF[2], 1e-12);
    assert!(foot[0] > 0.5 && hero.floor().is_some(), "{foot:?}");
    for push in [0.0, 0.05] {
        hero.velocity[2] = 0.125;
        let mut high = foot[2];
        for _ in 0..16 {
            let before = hero.position()[2];
            step(&mut hero, [push, 0.0, 0.0], &level);
            high = hero.position()[2];
            assert!(high > before, "{push}");
        }
        assert!(high > foot[2] + 1.0, "{push} {high}");
        for _ in 0..120 {
            step(&mut hero, [0.0; 3], &level);
        }
        near(hero.position()[2], foot[2], 1e-9);
    }
}
