//! Rapier's `KinematicCharacterController`, as in its examples: the caller limits the velocity.

use super::{Place, Run, Surface, Task, Walk};
use rapier3d::control::{CharacterAutostep, CharacterLength, KinematicCharacterController};
use rapier3d::prelude::*;

pub struct Level {
    bodies: RigidBodySet,
    colliders: ColliderSet,
    broad_phase: DefaultBroadPhase,
    narrow_phase: NarrowPhase,
}

impl Level {
    pub fn new(surface: &Surface) -> Self {
        let vertices = surface.vertices.iter().map(|&v| Vector::from_array(v)).collect();
        let mesh = ColliderBuilder::trimesh(vertices, surface.triangles.clone());
        let mut level = Self {
            bodies: RigidBodySet::new(),
            colliders: ColliderSet::new(),
            broad_phase: DefaultBroadPhase::new(),
            narrow_phase: NarrowPhase::new(),
        };
        level.colliders.insert(mesh.expect("a valid mesh"));
        CollisionPipeline::new().step(
            0.0,
            &mut IslandManager::new(),
            &mut level.broad_phase,
            &mut level.narrow_phase,
            &mut level.bodies,
            &mut level.colliders,
            &(),
            &(),
        );
        level
    }

    /// Runs all walks.
    pub fn run<'a>(&'a self, task: &Task, walks: &'a [Walk]) -> Run<'a> {
        let task = *task;
        let shape = Capsule::new_y(task.half, task.radius);
        let controller = KinematicCharacterController {
            snap_to_ground: Some(CharacterLength::Absolute(task.snap)),
            autostep: (task.step_height > 0.0).then_some(CharacterAutostep {
                max_height: CharacterLength::Absolute(task.step_height),
                min_width: CharacterLength::Absolute(0.5 * task.radius),
                include_dynamic_bodies: false,
            }),
            ..KinematicCharacterController::default()
        };
        Box::new(move |places| {
            let dispatcher = self.narrow_phase.query_dispatcher();
            let queries = self.broad_phase.as_query_pipeline(
                dispatcher,
                &self.bodies,
                &self.colliders,
                QueryFilter::default(),
            );
            for walk in walks {
                let mut pose = Pose::from_translation(Vector::from_array(walk.start));
                let mut fall = 0.0;
                for way in &walk.ways {
                    fall -= task.gravity;
                    let wish = Vector::from_array(*way) + Vector::new(0.0, fall, 0.0);
                    let moved =
                        controller.move_shape(1.0 / 60.0, &queries, &shape, &pose, wish, |_| {});
                    if moved.grounded {
                        fall = 0.0;
                    }
                    pose.translation += moved.translation;
                    let [x, y, z] = pose.translation.to_array();
                    let at = [x, y - task.half, z];
                    places.push(Place { at, stands: moved.grounded });
                }
            }
        })
    }
}
