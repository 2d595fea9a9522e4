//! A world of parry's shapes answers a cast as Rapier does: in the same frames, by the same key.
//! The expected numbers are worked out by hand, or are parry's own results, which are near.

use parry3d_f64::math::{Pose, Rotation, Vector};
use parry3d_f64::query::{ShapeCastHit, ShapeCastOptions, ShapeCastStatus, cast_shapes};
use parry3d_f64::shape::{
    Ball, Capsule, Compound, Cone, Cuboid, HalfSpace, HeightField, Shape, SharedShape, TriMesh,
};
use tangency_parry::double::World;

const DOWN: Vector = Vector::new(0.0, 0.0, -1.0);

fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::from_translation(Vector::new(x, y, z))
}

fn turned(x: f64, y: f64, z: f64, [i, j, k, w]: [f64; 4]) -> Pose {
    let mut pose = at(x, y, z);
    pose.rotation = Rotation::from_xyzw(i, j, k, w).normalize();
    pose
}

fn until(max_time_of_impact: f64) -> ShapeCastOptions {
    ShapeCastOptions::with_max_time_of_impact(max_time_of_impact)
}

/// The accuracy of parry: its iterations leave an error of `1e-4` and more in a normal.
fn is_near(a: Vector, b: Vector) -> bool {
    (a - b).length() < 1e-3
}

/// parry's result in Rapier's frames: the numbers of the obstacle in the frame of the world, the
/// numbers of the mover in its own frame.
fn by_parry(
    pose: &Pose,
    velocity: Vector,
    cast: &dyn Shape,
    hit: &dyn Shape,
    of_hit: &Pose,
    options: ShapeCastOptions,
) -> Option<ShapeCastHit> {
    let found = cast_shapes(of_hit, Vector::ZERO, hit, pose, velocity, cast, options).unwrap();
    found.map(|it| it.transform1_by(of_hit))
}

#[test]
fn frames_and_signs_are_those_of_parry() {
    let corners = [[-3.0, -3.0, 0.0], [3.0, -3.0, 0.5], [0.0, 4.0, -0.25]];
    let mesh = TriMesh::new(corners.map(Vector::from).to_vec(), vec![[0, 1, 2]]).unwrap();
    let cuboid = Cuboid::new(Vector::new(1.0, 2.0, 0.5));
    let ball = Ball::new(1.25);
    let standing = Capsule::new(Vector::new(0.5, 0.25, -1.0), Vector::new(0.0, 0.0, 1.0), 0.75);
    let obstacles: [&dyn Shape; 4] = [&cuboid, &ball, &standing, &mesh];
    let of_hit = turned(0.5, -0.25, 0.125, [0.5, 0.25, -0.125, 1.0]);
    let of_cast = turned(1.0, 0.5, 9.0, [-0.25, 0.5, 0.375, 1.0]);
    let velocity = Vector::new(-0.125, 0.0625, -1.0);
    let mut asked = 0;
    for obstacle in obstacles {
        let mut world = World::new();
        world.insert(7, obstacle, &of_hit).unwrap();
        let movers: [&dyn Shape; 2] = [&Ball::new(0.5), &standing];
        for mover in movers {
            for target_distance in [0.0, 0.25] {
                let options = ShapeCastOptions { target_distance, ..until(100.0) };
                let there = by_parry(&of_cast, velocity, mover, obstacle, &of_hit, options);
                let here = world.cast_shape(&of_cast, velocity, mover, options).unwrap();
                let (there, (key, here)) = (there.unwrap(), here.unwrap());
                assert_eq!((key, here.status), (7, ShapeCastStatus::Converged));
                let times = [here, there].map(|hit| hit.time_of_impact);
                assert!((times[0] - times[1]).abs() < 1e-4, "{here:?}\n{there:?}");
                for (a, b) in [
                    (here.witness1, there.witness1),
                    (here.witness2, there.witness2),
                    (here.normal1, there.normal1),
                    (here.normal2, there.normal2),
                ] {
                    let (obstacle, mover) = (obstacle.shape_type(), mover.shape_type());
                    assert!(is_near(a, b), "{obstacle:?} {mover:?}\n{here:?}\n{there:?}");
                }
                asked += 1;
            }
        }
    }
    assert_eq!(asked, 16);
}

#[test]
fn the_first_of_all_is_told_by_its_key() {
    let mut world = World::new();
    world.insert("far", &Cuboid::new(Vector::new(1.0, 1.0, 1.0)), &at(0.0, 0.0, 0.0)).unwrap();
    world.insert("near", &Ball::new(1.0), &at(0.0, 0.0, 4.0)).unwrap();
    let cast = |world: &World<&'static str>, t_max| {
        let hit = world.cast_shape(&at(0.0, 0.0, 10.0), DOWN, &Ball::new(1.0), until(t_max));
        hit.unwrap().map(|(key, hit)| (key, hit.time_of_impact))
    };
    assert_eq!(cast(&world, 100.0), Some(("near", 4.0)));
    assert_eq!(cast(&world, 3.0), None);
    assert!(world.set_pose("near", &at(9.0, 0.0, 4.0)).unwrap());
    assert_eq!(cast(&world, 100.0), Some(("far", 8.0)));
    assert!(world.set_pose("near", &at(0.0, 0.0, 5.0)).unwrap());
    assert_eq!(cast(&world, 100.0), Some(("near", 3.0)));
    assert!(world.remove("near"));
    assert!(!world.remove("near") && !world.set_pose("near", &at(0.0, 0.0, 0.0)).unwrap());
    assert_eq!(cast(&world, 100.0), Some(("far", 8.0)));
    world.insert("far", &Ball::new(2.0), &at(0.0, 0.0, 0.0)).unwrap();
    assert_eq!((cast(&world, 100.0), world.scene().len()), (Some(("far", 7.0)), 1));
    // An error changes nothing.
    world.insert("far", &Ball::new(-1.0), &at(0.0, 0.0, 0.0)).unwrap_err();
    world.set_pose("far", &at(f64::NAN, 0.0, 0.0)).unwrap_err();
    assert_eq!(cast(&world, 100.0), Some(("far", 7.0)));
}

#[test]
fn parts_and_triangles_are_told() {
    let mut world = World::new();
    let parts = vec![
        (at(-3.0, 0.0, 0.0), SharedShape::ball(1.0)),
        (at(3.0, 0.0, 0.0), SharedShape::cuboid(1.0, 1.0, 2.0)),
    ];
    world.insert('c', &Compound::new(parts), &at(0.0, 1.0, 0.0)).unwrap();
    let corners = [[-9.0, 5.0], [9.0, 5.0], [9.0, 9.0], [-9.0, 9.0]];
    let corners = corners.map(|[x, y]| Vector::new(x, y, 0.0)).to_vec();
    let floor = TriMesh::new(corners, vec![[0, 1, 2], [0, 2, 3]]).unwrap();
    world.insert('m', &floor, &at(0.0, 0.0, 0.0)).unwrap();
    let cast = |x, y| {
        let pose = at(x, y, 10.0);
        let (key, hit) =
            world.cast_shape(&pose, DOWN, &Ball::new(1.0), until(100.0)).unwrap().unwrap();
        (key, hit.subshape1, hit.time_of_impact)
    };
    assert_eq!(cast(-3.0, 1.0), ('c', 0, 8.0));
    assert_eq!(cast(3.0, 1.0), ('c', 1, 7.0));
    assert_eq!(cast(6.0, 6.0), ('m', 0, 9.0));
    assert_eq!(cast(-6.0, 8.0), ('m', 1, 9.0));
}

#[test]
fn a_height_field_is_its_triangles() {
    use parry3d_f64::utils::Array2;
    // The y axis of the height field is up: all of it is at the height 2, from -4 to 4.
    let heights = Array2::new(2, 2, vec![1.0; 4]);
    let field = HeightField::new(heights, Vector::new(8.0, 2.0, 8.0));
    let mut world = World::new();
    world.insert((), &field, &at(0.0, 0.0, 0.0)).unwrap();
    let down = Vector::new(0.0, -2.0, 0.0);
    let found = world.cast_shape(&at(1.0, 9.0, 2.0), down, &Ball::new(1.0), until(100.0)).unwrap();
    let hit = found.unwrap().1;
    assert_eq!((hit.time_of_impact, hit.witness1), (3.0, Vector::new(1.0, 2.0, 2.0)));
    assert_eq!((hit.normal1, hit.witness2), (Vector::Y, Vector::new(0.0, -1.0, 0.0)));
}

#[test]
fn an_overlap_is_told_or_left() {
    let mut world = World::new();
    world.insert(1, &Ball::new(1.0), &at(0.0, 0.0, 0.0)).unwrap();
    world.insert(2, &Cuboid::new(Vector::new(1.0, 1.0, 1.0)), &at(0.0, 0.0, 6.0)).unwrap();
    let through = ShapeCastOptions { stop_at_penetration: false, ..until(100.0) };
    let cast = |z, velocity: Vector, options| {
        let pose = at(0.0, 0.0, z);
        let found = world.cast_shape(&pose, velocity, &Ball::new(1.0), options).unwrap();
        found.map(|(key, hit)| (key, hit.time_of_impact, hit.status, hit.witness1, hit.witness2))
    };
    let up = Vector::new(0.0, 0.0, 1.0);
    let top = Vector::new(0.0, 0.0, 1.0);
    // They overlap, so the result is the same for any direction.
    let deep = (1, 0.0, ShapeCastStatus::PenetratingOrWithinTargetDist, top, top - 1.5 * up);
    assert_eq!(cast(1.5, up, until(100.0)), Some(deep));
    assert_eq!(cast(1.5, DOWN, until(100.0)), Some(deep));
    assert_eq!(cast(1.5, DOWN, through), Some(deep));
    // Away from this obstacle, to the cuboid, the result is the same as parry's.
    let far = (2, 2.5, ShapeCastStatus::Converged, Vector::new(0.0, 0.0, 5.0), up);
    assert_eq!(cast(1.5, up, through), Some(far));
    let parry = by_parry(
        &at(0.0, 0.0, 1.5),
        up,
        &Ball::new(1.0),
        &Ball::new(1.0),
        &at(0.0, 0.0, 0.0),
        through,
    );
    assert!(parry.is_none());
    // They touch without an overlap, and there is no obstacle above.
    assert_eq!(
        cast(2.0, DOWN, until(100.0)),
        Some((1, 0.0, ShapeCastStatus::Converged, top, DOWN))
    );
    assert_eq!(cast(2.0, up, through), Some((2, 2.0, far.2, far.3, far.4)));
    // An obstacle nearer than the distance is an overlap, and an obstacle at the distance is a
    // contact.
    let near = ShapeCastOptions { target_distance: 0.5, ..until(100.0) };
    assert_eq!(cast(2.25, up, near).map(|it| it.2), Some(deep.2));
    assert_eq!(cast(2.5, DOWN, near).map(|it| (it.1, it.2, it.4)), Some((0.0, far.2, DOWN)));
    // Concentric shapes have no normal.
    let (_, hit) =
        world.cast_shape(&at(0.0, 0.0, 0.0), up, &Ball::new(1.0), through).unwrap().unwrap();
    assert_eq!((hit.time_of_impact, hit.normal1), (0.0, Vector::ZERO));
}

#[test]
fn what_is_wrong_is_named() {
    let world = World::<u32>::new();
    let cast = |shape: &dyn Shape, options| {
        let pose = at(0.0, 0.0, 0.0);
        world.cast_shape(&pose, DOWN, shape, options).unwrap_err().to_string()
    };
    let ball = Ball::new(1.0);
    let cone = Cone::new(1.0, 1.0);
    assert_eq!(cast(&cone, until(1.0)), "a Cone of parry has no counterpart");
    let half_space = HalfSpace::new(Vector::new(0.0, 0.0, 1.0));
    assert_eq!(cast(&half_space, until(1.0)), "a HalfSpace of parry has no counterpart");
    let near = ShapeCastOptions { target_distance: -0.5, ..until(1.0) };
    assert_eq!(cast(&ball, near), "rounding radius is -0.5, must not be negative");
    assert_eq!(cast(&ball, until(f64::NAN)), "t_max is NaN, must be a time");
}
