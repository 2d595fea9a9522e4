//! FLOOR 2: the first contact of a moving body and an obstacle (shape cast; time of impact), its
//! numbers, the last contact, and distances at rest.
//!
//! A *cast* is a mover and an obstacle with their motions, and the part of the line of time that
//! counts.
//! Each kind of cast has a folder with the same files: `cast.rs` (its inputs), `decision.rs`,
//! `numbers.rs`, `at_rest.rs` (queries without time) and `answer.rs` (how it fits the driver).
//! The file `cast.rs` of this folder contains the traits that all kinds share, and `driver.rs` runs
//! each cast in one order: the semi-static filter where it pays, the decision, the comparison with
//! the end of the motion, the numbers.
//!
//! - `simplex/`: balls and ellipsoids at points, segments and triangles.
//! - `capsule/`: capsules at points, segments and triangles.
//! - `boxes/`: balls and ellipsoids at boxes in any dimension.
//! - `polytope/`: balls at polytopes, frusta and parallelepipeds.
//! - `convex/`: convex bodies (boxes, triangles, hulls) at convex shapes, and capsules at boxes.
//! - `many/`: rows of movers and obstacles; eight pairs at a time are rejected together.
//!
//! `ask.rs` contains the queries as users call them, `obstacle.rs` the queries that an obstacle
//! must answer, `encounter.rs` the mover and the obstacle of one query, `float_filter.rs` the float
//! filter of one query, `relative_motion.rs` the relative motion, `body.rs` the round bodies,
//! `turn.rs` the matrix of a quaternion, and `answer.rs` the answers.
//!
//! Queries without time do not use the driver, because they share only the order of two or three
//! steps.

mod answer;
mod ask;
mod body;
mod boxes;
pub(crate) mod capsule;
mod cast;
mod conditions;
pub(crate) mod convex;
mod driver;
mod encounter;
mod float_filter;
mod inflated;
mod many;
mod obstacle;
mod path;
pub(crate) mod polytope;
mod relative_motion;
mod simplex;
#[cfg(test)]
mod tests;
mod turn;

pub use crate::number::Effort;
pub(crate) use crate::shape::vector::in_space;
pub use answer::{
    Answer, Approach, ClosestPoint, ClosestPoints, Contact, ExactAnswer, Feature, Overlap,
    Penetration,
};
pub(crate) use body::{
    Ball, BallInFrame, Body, StretchedBall, TotalRadius, ball, can_enter, stretched_ball,
};
pub use boxes::{BoxFeature, Side};
pub(crate) use cast::{
    Answered, BoundQuery, Cast, CastOutcome, CastQuery, TimeEquation, ask, decide_cast,
    decide_cast_apart,
};
pub use convex::{ConvexBody, ConvexObstacle, ConvexShape, HullFeature, Touched};
pub(crate) use driver::{answer, exact_answer, is_too_late, leaving, time_of};
pub(crate) use many::first_contacts;
pub use obstacle::{Convex, Featured, Nearby, NearbyAxis, Obstacle};
pub(crate) use obstacle::{NearAxisBy, NearBy, sealed};
pub(crate) use path::{first_of, to_enter};
pub use polytope::PlaneFeature;
pub(crate) use relative_motion::RelativeMotion;
pub(crate) use simplex::{
    ClosestFeatureQuery, FeatureQuery, SimplexCast, SimplexTouch, SquaredDistance, simplex_cast,
};
