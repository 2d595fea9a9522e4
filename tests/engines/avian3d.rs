//! The parts of Avian in `docs/engines/avian3d.md`, and of the adapter for parry, which has tests
//! of its own with parry.

pub mod parry {
    pub mod math {
        use crate::bevy::{Quat, Vec3};

        pub struct Pose(pub Vec3);
        impl Pose {
            pub fn from_parts(translation: Vec3, _: Quat) -> Self {
                Self(translation)
            }
        }
    }
    /// A box, by half of its side lengths.
    pub struct Shape(pub [f32; 3]);
}

pub mod prelude {
    use super::parry::Shape;
    use crate::bevy::{Quat, Vec3};
    use std::sync::Arc;

    pub struct Position(pub Vec3);
    pub struct Rotation(pub Quat);
    pub enum RigidBody {
        Static,
    }
    #[derive(Default)]
    pub struct PhysicsPlugins;

    /// A shape, first without and then with the scale of the transform.
    pub struct Collider(Arc<Shape>, Arc<Shape>);
    impl Collider {
        pub fn cuboid(x: f32, y: f32, z: f32) -> Self {
            let shape = || Arc::new(Shape([x / 2.0, y / 2.0, z / 2.0]));
            Self(shape(), shape())
        }
        pub fn set_scale(&mut self, scale: Vec3) {
            let Shape([x, y, z]) = *self.0;
            self.1 = Arc::new(Shape([x * scale.x, y * scale.y, z * scale.z]));
        }
        pub fn shape(&self) -> &Arc<Shape> {
            &self.0
        }
        pub fn shape_scaled(&self) -> &Arc<Shape> {
            &self.1
        }
    }
}

/// A stand-in for `tangency_parry`, for boxes only.
pub mod tangency_parry {
    pub mod single {
        use crate::avian3d::parry::{Shape, math::Pose};
        use std::collections::HashMap;
        use std::hash::Hash;
        use std::sync::Arc;
        use tangency::{AlignedBox, Id, InputError, Item, Scene};

        pub struct World<K> {
            scene: Arc<Scene<f32>>,
            items: HashMap<K, (Id, [f32; 3])>,
        }

        fn item([x, y, z]: [f32; 3], pose: &Pose) -> Result<Item<f32>, InputError> {
            let at = pose.0;
            let min = [at.x - x, at.y - y, at.z - z];
            Ok(AlignedBox::new(min, [at.x + x, at.y + y, at.z + z])?.into())
        }

        impl<K: Copy + Eq + Hash> World<K> {
            pub fn new() -> Self {
                Self { scene: Arc::new(Scene::new()), items: HashMap::new() }
            }
            pub fn insert(&mut self, key: K, shape: &Shape, pose: &Pose) -> Result<(), InputError> {
                let made = item(shape.0, pose)?;
                self.remove(key);
                let id = Arc::make_mut(&mut self.scene).insert(made);
                self.items.insert(key, (id, shape.0));
                Ok(())
            }
            pub fn set_pose(&mut self, key: K, pose: &Pose) -> Result<bool, InputError> {
                let Some((id, half)) = self.items.get(&key) else { return Ok(false) };
                let made = item(*half, pose)?;
                Arc::make_mut(&mut self.scene).replace(*id, made);
                Ok(true)
            }
            pub fn remove(&mut self, key: K) -> bool {
                let Some((id, _)) = self.items.remove(&key) else { return false };
                Arc::make_mut(&mut self.scene).remove(id);
                true
            }
            pub fn scene(&self) -> &Arc<Scene<f32>> {
                &self.scene
            }
        }
    }
}
