//! The parts of Bevy in `docs/engines/bevy.md`, reduced to their use there. Queries are lists that
//! a test fills.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Mul};

thread_local! {
    pub static WARNINGS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

#[macro_export]
macro_rules! warning {
    ($($words:tt)*) => {
        $crate::bevy::WARNINGS.with_borrow_mut(|all| all.push(format!($($words)*)))
    };
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vec3 {
    pub x: f32,
    pub y: f32,
    pub z: f32,
}

impl Vec3 {
    pub fn new(x: f32, y: f32, z: f32) -> Self {
        Self { x, y, z }
    }
}

impl From<[f32; 3]> for Vec3 {
    fn from([x, y, z]: [f32; 3]) -> Self {
        Self { x, y, z }
    }
}

impl From<Vec3> for [f32; 3] {
    fn from(v: Vec3) -> Self {
        [v.x, v.y, v.z]
    }
}

impl Mul<f32> for Vec3 {
    type Output = Self;
    fn mul(self, s: f32) -> Self {
        Self::new(self.x * s, self.y * s, self.z * s)
    }
}

#[derive(Clone, Copy, Default)]
pub struct Quat;

pub struct Transform {
    pub translation: Vec3,
    pub scale: Vec3,
}

impl Default for Transform {
    fn default() -> Self {
        Self::from_xyz(0.0, 0.0, 0.0)
    }
}

impl Transform {
    pub fn from_xyz(x: f32, y: f32, z: f32) -> Self {
        Self { translation: Vec3::new(x, y, z), scale: Vec3::new(1.0, 1.0, 1.0) }
    }
    pub fn with_scale(self, scale: Vec3) -> Self {
        Self { scale, ..self }
    }
}

pub struct GlobalTransform(pub Transform);

impl GlobalTransform {
    pub fn transform_point(&self, v: Vec3) -> Vec3 {
        let Transform { translation: at, scale } = &self.0;
        Vec3::new(v.x * scale.x + at.x, v.y * scale.y + at.y, v.z * scale.z + at.z)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entity(pub u32);

impl fmt::Display for Entity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v0", self.0)
    }
}

/// As in Bevy, its content is reached only by dereferencing.
pub struct Res<'a, T> {
    held: &'a T,
}
pub struct ResMut<'a, T> {
    held: &'a mut T,
}

pub fn shared<T>(held: &T) -> Res<'_, T> {
    Res { held }
}

pub fn unique<T>(held: &mut T) -> ResMut<'_, T> {
    ResMut { held }
}

impl<T> Deref for Res<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        self.held
    }
}

impl<T> Deref for ResMut<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        self.held
    }
}

impl<T> DerefMut for ResMut<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.held
    }
}

pub struct Fixed;
pub struct Time<T>(pub f32, pub PhantomData<T>);

impl<T> Time<T> {
    pub fn delta_secs(&self) -> f32 {
        self.0
    }
}

/// A clock that advances by one second.
pub fn second() -> Time<Fixed> {
    Time(1.0, PhantomData)
}

pub struct With<T>(PhantomData<T>);
pub struct Without<T>(PhantomData<T>);
pub struct Changed<T>(PhantomData<T>);
pub struct Or<T>(PhantomData<T>);

pub struct Query<D, F = ()>(pub Vec<D>, pub PhantomData<F>);

pub fn query<D, F>(all: impl IntoIterator<Item = D>) -> Query<D, F> {
    Query(all.into_iter().collect(), PhantomData)
}

impl<'a, D, F> IntoIterator for &'a mut Query<D, F> {
    type Item = D;
    type IntoIter = std::vec::Drain<'a, D>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.drain(..)
    }
}

impl<'a, D: Copy, F> IntoIterator for &'a Query<D, F> {
    type Item = D;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, D>>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().copied()
    }
}

pub struct RemovedComponents<T>(pub Vec<Entity>, pub PhantomData<T>);

impl<T> RemovedComponents<T> {
    pub fn read(&mut self) -> impl Iterator<Item = Entity> {
        self.0.drain(..)
    }
}

pub fn removed<T, const K: usize>(all: [Entity; K]) -> RemovedComponents<T> {
    RemovedComponents(all.to_vec(), PhantomData)
}

#[derive(Default)]
pub struct Commands(pub u32);

impl Commands {
    pub fn spawn<T>(&mut self, _: T) {
        self.0 += 1;
    }
    pub fn entity(&mut self, _: Entity) -> &mut Self {
        self
    }
    pub fn insert<T>(&mut self, _: T) {
        self.0 += 1;
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Handle(pub u32);
pub struct Mesh3d(pub Handle);
pub struct Assets<T>(pub HashMap<Handle, T>);

impl<T> Assets<T> {
    pub fn get(&self, handle: &Handle) -> Option<&T> {
        self.0.get(handle)
    }
    pub fn add(&mut self, it: impl Into<T>) -> Handle {
        let handle = Handle(self.0.len() as u32);
        self.0.insert(handle, it.into());
        handle
    }
}

pub struct Indices(pub Vec<u16>);

impl Indices {
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().map(|i| usize::from(*i))
    }
}

pub struct VertexAttributeValues(pub Vec<[f32; 3]>);

impl VertexAttributeValues {
    pub fn as_float3(&self) -> Option<&[[f32; 3]]> {
        Some(&self.0)
    }
}

pub struct Mesh(pub VertexAttributeValues, pub Option<Indices>);

impl Mesh {
    pub const ATTRIBUTE_POSITION: u32 = 0;
    pub fn attribute(&self, _: u32) -> Option<&VertexAttributeValues> {
        Some(&self.0)
    }
    pub fn indices(&self) -> Option<&Indices> {
        self.1.as_ref()
    }
}

/// This plane is perpendicular to the y axis, which points up.
#[derive(Default)]
pub struct Plane3d;
pub struct PlaneBuilder(f32, f32);

impl Plane3d {
    pub fn mesh(self) -> PlaneBuilder {
        PlaneBuilder(1.0, 1.0)
    }
}

impl PlaneBuilder {
    pub fn size(self, width: f32, height: f32) -> Self {
        Self(width, height)
    }
}

impl From<PlaneBuilder> for Mesh {
    fn from(PlaneBuilder(width, height): PlaneBuilder) -> Self {
        let (x, z) = (width / 2.0, height / 2.0);
        let corners = vec![[-x, 0.0, -z], [x, 0.0, -z], [x, 0.0, z], [-x, 0.0, z]];
        Self(VertexAttributeValues(corners), Some(Indices(vec![0, 1, 2, 0, 2, 3])))
    }
}

pub struct App;
pub struct DefaultPlugins;
pub struct Startup;
pub struct FixedUpdate;
pub struct FixedLast;
pub struct Last;

impl App {
    pub fn new() -> Self {
        Self
    }
    pub fn add_plugins<T>(&mut self, _: T) -> &mut Self {
        self
    }
    pub fn init_resource<T: Default>(&mut self) -> &mut Self {
        self
    }
    pub fn insert_resource<T>(&mut self, _: T) -> &mut Self {
        self
    }
    pub fn add_systems<S, T>(&mut self, _: S, _: T) -> &mut Self {
        self
    }
    pub fn run(&mut self) {}
}

pub trait IntoScheduleConfigs: Sized {
    fn chain(self) -> Self {
        self
    }
}
impl<A, B> IntoScheduleConfigs for (A, B) {}

pub mod prelude {
    pub use super::*;
    pub use crate::warning as warn;
}
