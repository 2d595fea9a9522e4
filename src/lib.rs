//! tangency
#![no_std]
extern crate alloc;
#[cfg(test)]
extern crate std;
mod contact;
mod mesh;
mod number;
mod shape;
pub use contact::{Answer, Approach, Contact, Effort, ExactAnswer, Feature, Obstacle, Overlap};
pub use mesh::{Mesh, MeshFeature};
pub use number::{Rational, Surd};
pub use shape::{Field, InputError, Moving, Point, Problem, Scalar, Segment, Shape, Sphere, Triangle};
