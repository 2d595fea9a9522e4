//! A world of Rapier: colliders without bodies in the BVH of its broad phase.

use super::parry::{body, options, pose};
use super::workload::{Item, Row, Shape};
use super::{MISS, World};
use rapier3d::parry::query::DefaultQueryDispatcher;
use rapier3d::prelude::*;

pub struct Colliders {
    handles: Vec<ColliderHandle>,
    bodies: RigidBodySet,
    colliders: ColliderSet,
    broad_phase: DefaultBroadPhase,
    narrow_phase: NarrowPhase,
    pipeline: CollisionPipeline,
}

impl Colliders {
    pub fn new(items: &[Item]) -> Self {
        let mut colliders = ColliderSet::new();
        let insert = |item: &Item| {
            let shape = match item.shape {
                Shape::Ball { radius } => ColliderBuilder::ball(radius),
                Shape::Box { half_extents: [x, y, z], .. } => ColliderBuilder::cuboid(x, y, z),
            };
            colliders.insert(shape.position(pose(item)))
        };
        let mut all = Self {
            handles: items.iter().map(insert).collect(),
            bodies: RigidBodySet::new(),
            colliders,
            broad_phase: DefaultBroadPhase::new(),
            narrow_phase: NarrowPhase::new(),
            pipeline: CollisionPipeline::new(),
        };
        all.update();
        all
    }

    /// Makes a step without the dynamics of bodies. A collider without a body is fixed, so no pairs
    /// are kept.
    fn update(&mut self) {
        self.pipeline.step(
            0.0,
            &mut IslandManager::new(),
            &mut self.broad_phase,
            &mut self.narrow_phase,
            &mut self.bodies,
            &mut self.colliders,
            &(),
            &(),
        );
    }

    fn queries(&self) -> QueryPipeline<'_> {
        let filter = QueryFilter::default();
        let dispatcher = &DefaultQueryDispatcher;
        self.broad_phase.as_query_pipeline(dispatcher, &self.bodies, &self.colliders, filter)
    }
}

impl World for Colliders {
    fn cast(&self, row: &Row) -> f32 {
        let (at, body) = body(row);
        let path = Vector::from_array(row.path);
        let hit = self.queries().cast_shape(&at, path, body.shape(), options());
        std::hint::black_box(hit).map_or(MISS, |(_, hit)| hit.time_of_impact)
    }

    fn closest(&self, row: &Row) -> Option<f32> {
        let point = Vector::from_array(row.center);
        let (_, closest) = self.queries().project_point(point, f32::MAX, true)?;
        Some((std::hint::black_box(closest).point - point).length())
    }

    fn edit(&mut self, items: &[(usize, Item)]) {
        for (index, item) in items {
            self.colliders[self.handles[*index]].set_position(pose(item));
        }
        self.update();
    }

    fn step(&mut self, items: &[Item]) {
        for (handle, item) in self.handles.iter().zip(items) {
            self.colliders[*handle].set_position(pose(item));
        }
        self.update();
    }
}
