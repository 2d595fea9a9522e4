//! A world of parry: its BVH, its casts of one shape at many, and a list of shapes and poses.

use super::workload::{Item, Row, Shape as Kind};
use super::{MISS, World};
use parry3d::bounding_volume::Aabb;
use parry3d::math::{Pose, Rotation, Vector};
use parry3d::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use parry3d::query::details::NormalConstraints;
use parry3d::query::{DefaultQueryDispatcher, ShapeCastOptions};
use parry3d::shape::{Ball, CompositeShape, CompositeShapeRef, Cuboid, Shape, TypedCompositeShape};

pub struct Parts {
    tree: Bvh,
    parts: Vec<(Pose, Part)>,
    workspace: BvhWorkspace,
}

pub enum Part {
    Ball(Ball),
    Cuboid(Cuboid),
}

impl Part {
    pub fn shape(&self) -> &dyn Shape {
        match self {
            Self::Ball(ball) => ball,
            Self::Cuboid(cuboid) => cuboid,
        }
    }
}

/// The pose of an item.
pub fn pose(item: &Item) -> Pose {
    let rotation = match item.shape {
        Kind::Ball { .. } => Rotation::IDENTITY,
        Kind::Box { quaternion, .. } => Rotation::from_array(quaternion),
    };
    Pose::from_parts(Vector::from_array(item.center), rotation)
}

fn part(item: &Item) -> (Pose, Part) {
    let part = match item.shape {
        Kind::Ball { radius } => Part::Ball(Ball::new(radius)),
        Kind::Box { half_extents, .. } => {
            Part::Cuboid(Cuboid::new(Vector::from_array(half_extents)))
        }
    };
    (pose(item), part)
}

/// The pose and the shape of a mover.
pub fn body(row: &Row) -> (Pose, Part) {
    let shape = match row.cube {
        None => Kind::Ball { radius: row.radius },
        Some(quaternion) => Kind::Box { half_extents: [row.radius; 3], quaternion },
    };
    part(&Item { shape, center: row.center, velocity: [0.0; 3] })
}

fn around((pose, part): &(Pose, Part)) -> Aabb {
    part.shape().compute_aabb(pose)
}

impl Parts {
    pub fn new(items: &[Item]) -> Self {
        let parts: Vec<_> = items.iter().map(part).collect();
        let tree = Bvh::from_iter(BvhBuildStrategy::Binned, parts.iter().map(around).enumerate());
        Self { tree, parts, workspace: BvhWorkspace::default() }
    }
}

/// Options of casts that stop at an initial overlap, which is the default.
pub fn options() -> ShapeCastOptions {
    ShapeCastOptions::with_max_time_of_impact(1.0)
}

impl World for Parts {
    fn cast(&self, row: &Row) -> f32 {
        let (at, body) = body(row);
        let path = Vector::from_array(row.path);
        let all = CompositeShapeRef(self);
        let hit = all.cast_shape(&DefaultQueryDispatcher, &at, path, body.shape(), options());
        std::hint::black_box(hit).map_or(MISS, |(_, hit)| hit.time_of_impact)
    }

    fn closest(&self, row: &Row) -> Option<f32> {
        let point = Vector::from_array(row.center);
        let (_, closest) = CompositeShapeRef(self).project_local_point(point, f32::MAX, true)?;
        Some((std::hint::black_box(closest).point - point).length())
    }

    /// Uses parry's own function that moves an item in the tree.
    fn edit(&mut self, items: &[(usize, Item)]) {
        for (index, item) in items {
            self.parts[*index] = part(item);
            let around = around(&self.parts[*index]);
            self.tree.reinsert_or_update_with_change_detection(around, *index as u32, 0.0);
        }
    }

    /// Updates the tree like Rapier if all items move.
    fn step(&mut self, items: &[Item]) {
        for (index, (part, item)) in self.parts.iter_mut().zip(items).enumerate() {
            part.0 = pose(item);
            self.tree.insert_or_update_partially(around(part), index as u32, 0.0);
        }
        self.tree.optimize_incremental(&mut self.workspace);
        self.tree.refit(&mut self.workspace);
    }
}

impl CompositeShape for Parts {
    fn map_part_at(
        &self,
        index: u32,
        f: &mut dyn FnMut(Option<&Pose>, &dyn Shape, Option<&dyn NormalConstraints>),
    ) {
        self.map_untyped_part_at(index, f);
    }

    fn bvh(&self) -> &Bvh {
        &self.tree
    }
}

impl TypedCompositeShape for Parts {
    type PartShape = dyn Shape;
    type PartNormalConstraints = ();

    fn map_typed_part_at<T>(
        &self,
        index: u32,
        mut f: impl FnMut(Option<&Pose>, &dyn Shape, Option<&()>) -> T,
    ) -> Option<T> {
        let (pose, part) = self.parts.get(index as usize)?;
        Some(f(Some(pose), part.shape(), None))
    }

    fn map_untyped_part_at<T>(
        &self,
        index: u32,
        mut f: impl FnMut(Option<&Pose>, &dyn Shape, Option<&dyn NormalConstraints>) -> T,
    ) -> Option<T> {
        let (pose, part) = self.parts.get(index as usize)?;
        Some(f(Some(pose), part.shape(), None))
    }
}
