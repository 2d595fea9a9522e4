//! The programs in Rust of `docs/engines`, unchanged, among stand-ins for the engines: `build.rs`
//! takes them from the pages. The tests call their systems and methods.

#![cfg(test)]
#![allow(dead_code, missing_docs, unused_mut, clippy::all)]

mod avian3d;
mod bevy;
mod godot;

mod level {
    use crate::bevy;
    include!(concat!(env!("OUT_DIR"), "/bevy_0.rs"));

    #[test]
    fn a_ball_slides_on_a_floor_that_is_scaled() {
        use bevy::{query, shared, unique};

        let (mut exact, mut meshes) = (Exact::default(), Assets(Default::default()));
        let floor = Mesh3d(meshes.add(Plane3d::default().mesh().size(1.0, 1.0)));
        let scale = Vec3::new(40.0, 1.0, 40.0);
        let place = GlobalTransform(Transform::default().with_scale(scale));
        let walls = query([(Entity(0), &floor, &place)]);
        gather(unique(&mut exact), Commands::default(), shared(&meshes), walls);
        assert_eq!(exact.0.len(), 1);

        let ball = Ball { radius: 0.5, velocity: Vec3::new(8.0, -8.0, 0.0) };
        let (mut transform, time) = (Transform::from_xyz(0.0, 2.0, 0.0), bevy::second());
        walk(shared(&exact), shared(&time), query([(&mut transform, &ball)]));
        let Vec3 { x, y, .. } = transform.translation;
        assert!((x - 8.0).abs() < 1e-5 && (y - 0.5).abs() < 1e-5, "{x} {y}");

        let ball = Ball { velocity: Vec3::new(f32::NAN, 0.0, 0.0), ..ball };
        walk(shared(&exact), shared(&time), query([(&mut transform, &ball)]));
        assert_eq!(bevy::WARNINGS.take().len(), 1);
        main();
        setup(Commands::default(), unique(&mut meshes));
    }
}

mod colliders {
    use crate::avian3d::{self, tangency_parry};
    use crate::bevy;
    include!(concat!(env!("OUT_DIR"), "/bevy_1.rs"));

    #[test]
    fn a_character_is_stopped_by_colliders_as_they_are_scaled_and_moved() {
        use bevy::{query, shared, unique};

        let mut exact = Exact(Colliders::new());
        let mut floor = Collider::cuboid(1.0, 1.0, 1.0);
        floor.set_scale(Vec3::new(40.0, 1.0, 40.0));
        let (place, turn) = (Position(Vec3::new(0.0, -0.5, 0.0)), Rotation(bevy::Quat));
        let shaped = query([(Entity(7), &floor, &place, &turn)]);
        gather(unique(&mut exact), shaped, query([]), bevy::removed([]));

        let hero = Walking { radius: 0.5, velocity: Vec3::new(8.0, -8.0, 0.0) };
        let (mut transform, time) = (Transform::from_xyz(0.0, 2.0, 0.0), bevy::second());
        walk(shared(&exact), shared(&time), query([(&mut transform, &hero)]));
        let Vec3 { x, y, .. } = transform.translation;
        assert!((x - 8.0).abs() < 1e-5 && (y - 0.5).abs() < 1e-5, "{x} {y}");

        // The floor sinks, and is removed later.
        let place = Position(Vec3::new(0.0, -4.5, 0.0));
        let moved = query([(Entity(7), &place, &turn)]);
        gather(unique(&mut exact), query([]), moved, bevy::removed([]));
        walk(shared(&exact), shared(&time), query([(&mut transform, &hero)]));
        assert!((transform.translation.y + 3.5).abs() < 1e-5);
        gather(unique(&mut exact), query([]), query([]), bevy::removed([Entity(7)]));
        walk(shared(&exact), shared(&time), query([(&mut transform, &hero)]));
        assert!((transform.translation.y + 11.5).abs() < 1e-5);
        main();
        setup(Commands::default());
    }
}

mod node {
    use crate::godot;
    include!(concat!(env!("OUT_DIR"), "/godot_0.rs"));

    impl WithBaseField for ExactBody {
        fn base(&self) -> &Node3D {
            &self.base.0
        }
        fn base_mut(&mut self) -> &mut Node3D {
            &mut self.base.0
        }
    }

    #[test]
    fn a_node_slides_on_a_floor_that_is_placed() {
        let corner = |x, z| Vector3::new(x, 0.0, z);
        let faces = vec![corner(-99.0, -99.0), corner(99.0, -99.0), corner(0.0, 99.0)];
        let place = godot::Transform3D(Vector3::new(0.0, 1.0, 0.0));
        let (level, velocity) = (Scene::new(), Vector3::new(8.0, -8.0, 0.0));
        let mut body = ExactBody { level, velocity, base: Base::default() };
        body.add_mesh(Gd(MeshInstance3D { faces, place }));
        body.base_mut().set_global_position(Vector3::new(0.0, 3.0, 0.0));
        body.physics_process(1.0);
        let Vector3 { x, y, .. } = body.base().get_global_position();
        assert!((x - 8.0).abs() < 1e-5 && (y - 1.5).abs() < 1e-5, "{x} {y}");

        let faces = vec![Vector3::new(f32::NAN, 0.0, 0.0); 3];
        body.add_mesh(Gd(MeshInstance3D { faces, place }));
        assert_eq!(crate::bevy::WARNINGS.take().len(), 1);
        let _: Exact;
    }
}
