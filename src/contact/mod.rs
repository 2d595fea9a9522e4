//! FLOOR 2: when, where and on what does a moving sphere first touch?
//!
//! [`Moving::first_contact`](crate::Moving::first_contact) asks it of any [`Obstacle`]. What an
//! answer means is said at [`Answer`]. How a touch is decided, and what its numbers are, is told
//! for each kind of obstacle in a folder of its own: `simplex/`, `boxes/`, `polytope/`. Each says
//! how a body is cast at it (`cast.rs`), and one driver asks all of them alike (`driver.rs`).

mod answer;
mod ask;
mod body;
mod boxes;
pub(crate) mod capsule;
mod cast;
mod conditions;
pub(crate) mod convex;
mod course;
mod driver;
mod encounter;
mod glance;
mod many;
mod obstacle;
mod path;
pub(crate) mod polytope;
mod rounded;
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
    Ball, BallInFrame, Body, Reach, StretchedBall, ball, can_enter, stretched_ball,
};
pub use boxes::{BoxFeature, Side};
pub(crate) use cast::{Answered, Asked, Cast, Meeting, Question, When, ask, decide_cast};
pub use convex::{ConvexBody, ConvexObstacle, ConvexShape, HullFeature, Touched};
pub(crate) use course::Course;
pub(crate) use driver::{answer, exact_answer, is_too_late, leaving, time_of};
pub(crate) use many::first_contacts;
pub use obstacle::{Convex, Featured, Nearby, NearbyAxis, Obstacle};
pub(crate) use obstacle::{NearAxisBy, NearBy, sealed};
pub(crate) use path::{first_of, to_enter};
pub use polytope::PlaneFeature;
pub(crate) use simplex::{AtRest, Closest, SimplexCast, SquaredDistance, Touch, simplex_cast};
