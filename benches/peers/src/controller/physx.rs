//! PhysX's `PxCapsuleController`, with its default margin as a part of the body: a tenth of the
//! radius. The caller limits the velocity.

use super::cook::cook;
use super::{Place, Run, Surface, Task, Walk};
use physx_sys::*;
use std::ptr::{null, null_mut};

pub struct Level {
    scene: *mut PxScene,
    manager: *mut PxControllerManager,
    material: *mut PxMaterial,
}

fn vector([x, y, z]: [f32; 3]) -> PxVec3 {
    PxVec3 { x, y, z }
}

fn place([x, y, z]: [f32; 3]) -> PxExtendedVec3 {
    PxExtendedVec3 { x: x.into(), y: y.into(), z: z.into() }
}

impl Level {
    /// Must be called only once in a program.
    pub fn new(surface: &Surface) -> Self {
        // SAFETY: all pointers are to objects that are made here and not released, or that outlive
        // the call.
        unsafe {
            let physics = physx_create_physics(physx_create_foundation());
            let waits = PxDefaultCpuDispatcherWaitForWorkMode::WaitForWork;
            let dispatcher = phys_PxDefaultCpuDispatcherCreate(0, null_mut(), waits, 0);
            let material = PxPhysics_createMaterial_mut(physics, 0.5, 0.5, 0.0);
            let mut shape = PxSceneDesc_new(PxPhysics_getTolerancesScale(physics));
            shape.cpuDispatcher = dispatcher.cast();
            shape.filterShader = get_default_simulation_filter_shader();
            let scene = PxPhysics_createScene_mut(physics, &shape);
            assert!(!scene.is_null(), "PhysX makes no scene");

            let callback = PxPhysics_getPhysicsInsertionCallback_mut(physics);
            let (_, geometry) = cook(surface, &*PxPhysics_getTolerancesScale(physics), callback);
            let identity = PxTransform_new_2(PxIDENTITY::PxIdentity);
            let shape = (&raw const geometry).cast();
            let actor = phys_PxCreateStatic(physics, &identity, shape, material, &identity);
            assert!(PxScene_addActor_mut(scene, actor.cast(), null()));
            let manager = phys_PxCreateControllerManager(scene, false);
            Self { scene, manager, material }
        }
    }

    /// Runs all walks.
    pub fn run<'a>(&'a self, task: &Task, walks: &'a [Walk]) -> Run<'a> {
        let task = *task;
        // SAFETY: the description is released by its creator; the manager and the material outlive
        // the controller.
        let controller = unsafe {
            let description = PxCapsuleControllerDesc_new_alloc();
            let told = &mut *description;
            told.position = place(walks[0].start);
            told.upDirection = vector([0.0, 1.0, 0.0]);
            told.slopeLimit = std::f32::consts::FRAC_1_SQRT_2;
            told.contactOffset = 0.1 * task.radius;
            told.stepOffset = task.step_height;
            told.radius = task.radius;
            told.height = 2.0 * task.half;
            told.material = self.material;
            assert!(PxCapsuleControllerDesc_isValid(description), "PhysX refuses the body");
            let controller =
                PxControllerManager_createController_mut(self.manager, description.cast());
            PxCapsuleControllerDesc_delete(description);
            assert!(!controller.is_null(), "PhysX makes no controller");
            Controller(controller)
        };
        Box::new(move |places| {
            let Controller(controller) = &controller;
            let controller = *controller;
            // SAFETY: the controller exists, and so does its scene.
            unsafe {
                let filters = PxControllerFilters_new(null(), null_mut(), null_mut());
                for walk in walks {
                    PxController_setPosition_mut(controller, &place(walk.start));
                    let mut fall = 0.0;
                    for way in &walk.ways {
                        fall -= task.gravity;
                        let wish = vector([way[0], way[1] + fall, way[2]]);
                        let met = PxController_move_mut(
                            controller,
                            &wish,
                            0.0,
                            1.0 / 60.0,
                            &filters,
                            null(),
                        );
                        let stands = met.contains(PxControllerCollisionFlags::CollisionDown);
                        if stands {
                            fall = 0.0;
                        }
                        let PxExtendedVec3 { x, y, z } = *PxController_getPosition(controller);
                        let at = [x as f32, y as f32 - task.half, z as f32];
                        places.push(Place { at, stands });
                    }
                }
            }
        })
    }
}

/// A controller of PhysX. Other controllers would collide with it while it exists.
struct Controller(*mut PxController);

impl Drop for Controller {
    fn drop(&mut self) {
        // SAFETY: there is no other owner of the controller, and its manager exists.
        unsafe { PxController_release_mut(self.0) }
    }
}

impl Drop for Level {
    fn drop(&mut self) {
        // SAFETY: there is no other owner of these objects.
        unsafe {
            PxControllerManager_release_mut(self.manager);
            PxScene_release_mut(self.scene);
        }
    }
}
