//! A world of PhysX: kinematic actors in the dynamic tree of a scene that is not simulated.
//!
//! PhysX rebuilds that tree during simulation, a part of it in each step; here it is built once
//! with all items, and later only updated.

use super::workload::{Item, Row, Shape};
use super::{MISS, World};
use physx_sys::*;
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};
use std::sync::OnceLock;

/// The shared objects: physics, a dispatcher and a material, as addresses.
static COMMON: OnceLock<[usize; 3]> = OnceLock::new();

pub struct Scene {
    scene: *mut PxScene,
    actors: Vec<*mut PxRigidDynamic>,
    filter: PxQueryFilterData,
}

fn vector([x, y, z]: [f32; 3]) -> PxVec3 {
    PxVec3 { x, y, z }
}

fn pose(item: &Item) -> PxTransform {
    let [x, y, z, w] = match item.shape {
        Shape::Ball { .. } => [0.0, 0.0, 0.0, 1.0],
        Shape::Box { quaternion, .. } => quaternion,
    };
    PxTransform { q: PxQuat { x, y, z, w }, p: vector(item.center) }
}

impl Scene {
    pub fn new(items: &[Item]) -> Self {
        // SAFETY: the shared objects are made once and never released; all pointers are to them or
        // to values that this function owns.
        unsafe {
            let [physics, dispatcher, material] = *COMMON.get_or_init(|| {
                let physics = physx_create_physics(physx_create_foundation());
                let waits = PxDefaultCpuDispatcherWaitForWorkMode::WaitForWork;
                let dispatcher = phys_PxDefaultCpuDispatcherCreate(0, null_mut(), waits, 0);
                let material = PxPhysics_createMaterial_mut(physics, 0.5, 0.5, 0.5);
                [physics as usize, dispatcher as usize, material as usize]
            });
            let physics = physics as *mut PxPhysics;
            let mut shape = PxSceneDesc_new(PxPhysics_getTolerancesScale(physics));
            shape.cpuDispatcher = dispatcher as *mut PxCpuDispatcher;
            shape.filterShader = get_default_simulation_filter_shader();
            let scene = PxPhysics_createScene_mut(physics, &shape);
            assert!(!scene.is_null(), "PhysX makes no scene");
            let identity = PxTransform_new_2(PxIDENTITY::PxIdentity);
            let make = |item: &Item| {
                let make = |shape: *const PxGeometry| {
                    let material = material as *mut PxMaterial;
                    phys_PxCreateKinematic(physics, &pose(item), shape, material, 1.0, &identity)
                };
                match item.shape {
                    Shape::Ball { radius } => {
                        let ball = PxSphereGeometry_new(radius);
                        make((&raw const ball).cast())
                    }
                    Shape::Box { half_extents: [x, y, z], .. } => {
                        let cuboid = PxBoxGeometry_new(x, y, z);
                        make((&raw const cuboid).cast())
                    }
                }
            };
            let actors: Vec<_> = items.iter().map(make).collect();
            assert!(actors.iter().all(|actor| !actor.is_null()), "PhysX refuses an actor");
            let all: Vec<*mut PxActor> = actors.iter().map(|actor| actor.cast()).collect();
            assert!(PxScene_addActors_mut(scene, all.as_ptr(), all.len() as u32));
            PxSceneSQSystem_forceDynamicTreeRebuild_mut(scene.cast(), true, true);
            PxSceneSQSystem_flushQueryUpdates_mut(scene.cast());
            Self { scene, actors, filter: PxQueryFilterData_new() }
        }
    }

    fn put(&mut self, index: usize, item: &Item) {
        // SAFETY: the actor exists as long as the scene.
        unsafe { PxRigidActor_setGlobalPose_mut(self.actors[index].cast(), &pose(item), false) }
    }

    fn update(&mut self) {
        // SAFETY: a scene is a system of queries.
        unsafe { PxSceneSQSystem_flushQueryUpdates_mut(self.scene.cast()) }
    }
}

impl Drop for Scene {
    fn drop(&mut self) {
        // SAFETY: there is no other owner of these objects.
        unsafe {
            self.actors.iter().for_each(|actor| PxActor_release_mut(actor.cast()));
            PxScene_release_mut(self.scene);
        }
    }
}

impl World for Scene {
    fn cast(&self, row: &Row) -> f32 {
        let wide = row.path.map(f64::from);
        let length = wide.iter().map(|x| x * x).sum::<f64>().sqrt();
        // A displacement of zero has no direction; any unit vector does.
        let way = if length > 0.0 { wide.map(|x| (x / length) as f32) } else { [1.0, 0.0, 0.0] };
        let [x, y, z, w] = row.cube.unwrap_or([0.0, 0.0, 0.0, 1.0]);
        let at = PxTransform { q: PxQuat { x, y, z, w }, p: vector(row.center) };
        let mut hit = MaybeUninit::<PxSweepHit>::uninit();
        // SAFETY: all pointers are to live values of this function, and the output of a sweep is
        // read only after a hit.
        unsafe {
            let ball = PxSphereGeometry_new(row.radius);
            let cube = PxBoxGeometry_new(row.radius, row.radius, row.radius);
            let shape: *const PxGeometry = match row.cube {
                None => (&raw const ball).cast(),
                Some(_) => (&raw const cube).cast(),
            };
            let touches = PxSceneQueryExt_sweepSingle(
                self.scene,
                shape,
                &at,
                &vector(way),
                length as f32,
                PxHitFlags::Default,
                hit.as_mut_ptr(),
                &self.filter,
                null_mut(),
                null(),
                0.0,
            );
            if touches { hit.assume_init().distance / length as f32 } else { MISS }
        }
    }

    /// A scene of PhysX has no query for the closest item.
    fn closest(&self, _: &Row) -> Option<f32> {
        None
    }

    fn edit(&mut self, items: &[(usize, Item)]) {
        items.iter().for_each(|(index, item)| self.put(*index, item));
        self.update();
    }

    fn step(&mut self, items: &[Item]) {
        items.iter().enumerate().for_each(|(index, item)| self.put(index, item));
        self.update();
    }
}
