//! Convex bodies that meet: one text for every pair.
//!
//! The distance of two convex cores on their way is that of a *point* from their difference
//! (`pair.rs`), whose border consists of pieces (`piece.rs`, `cover.rs`). Floats guess the piece
//! that is met first (`guess/`), a certificate of some signs proves it (`certificate.rs`), and
//! where none holds all pieces are asked over integers (`exhaustive.rs`, `touched.rs`). The numbers
//! follow from the piece (`numbers.rs`). The same at the start: what is closest (`rest.rs`,
//! `start.rs`) and what cores share that overlap (`shared.rs`). The questions are in `solve.rs`,
//! `closest.rs` and, over integers, `solver.rs`. Derivation: `docs/theory.md`, §10.

mod across;
mod ask;
mod capsule;
mod certificate;
mod closest;
mod core;
mod cover;
mod exhaustive;
mod guess;
mod landing;
mod line_landing;
mod numbers;
mod pair;
mod piece;
mod polygons;
mod rest;
mod separation;
mod shape;
mod shared;
mod solve;
mod solver;
mod start;
mod tangent_cone;
#[cfg(test)]
mod tests;
mod touched;
mod touching;

pub use self::shape::{ConvexBody, ConvexObstacle, ConvexShape, HullFeature};
pub use ask::Touched;
