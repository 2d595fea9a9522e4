//! The parts of godot-rust in `docs/engines/godot.md`, reduced to their use there.

use std::ops::Mul;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vector3 {
    pub x: f32,
    pub y: f32,
    pub z: f32,
}

impl Vector3 {
    pub fn new(x: f32, y: f32, z: f32) -> Self {
        Self { x, y, z }
    }
}

impl Mul<f32> for Vector3 {
    type Output = Self;
    fn mul(self, s: f32) -> Self {
        Self::new(self.x * s, self.y * s, self.z * s)
    }
}

/// A transform, reduced to its origin.
#[derive(Clone, Copy, Default)]
pub struct Transform3D(pub Vector3);

impl Mul<Vector3> for Transform3D {
    type Output = Vector3;
    fn mul(self, v: Vector3) -> Vector3 {
        Vector3::new(self.0.x + v.x, self.0.y + v.y, self.0.z + v.z)
    }
}

pub struct Gd<T>(pub T);

impl<T> std::ops::Deref for Gd<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

#[derive(Clone)]
pub struct PackedVector3Array(pub Vec<Vector3>);

impl PackedVector3Array {
    pub fn as_slice(&self) -> &[Vector3] {
        &self.0
    }
}

pub struct Faces(pub PackedVector3Array);

impl Faces {
    pub fn get_faces(&self) -> PackedVector3Array {
        self.0.clone()
    }
}

pub struct MeshInstance3D {
    pub faces: Vec<Vector3>,
    pub place: Transform3D,
}

impl MeshInstance3D {
    pub fn get_mesh(&self) -> Option<Gd<Faces>> {
        Some(Gd(Faces(PackedVector3Array(self.faces.clone()))))
    }
    pub fn get_global_transform(&self) -> Transform3D {
        self.place
    }
}

#[derive(Default)]
pub struct Node3D(pub Vector3);

impl Node3D {
    pub fn get_global_position(&self) -> Vector3 {
        self.0
    }
    pub fn set_global_position(&mut self, to: Vector3) {
        self.0 = to;
    }
}

#[derive(Default)]
pub struct Base<T>(pub T);

/// The methods that attributes of godot-rust give the class.
pub trait WithBaseField {
    fn base(&self) -> &Node3D;
    fn base_mut(&mut self) -> &mut Node3D;
}

pub trait ExtensionLibrary {}
pub trait INode3D {
    fn physics_process(&mut self, delta: f64);
}

pub mod classes {
    pub use super::{INode3D, MeshInstance3D, Node3D};
}

pub mod prelude {
    pub use super::{Base, ExtensionLibrary, Gd, Vector3, WithBaseField};
    pub use crate::warning as godot_warn;
}
