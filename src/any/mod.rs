//! FLOOR 7: dynamic dispatch. Every query of every mover and every obstacle, where the types are
//! chosen at run time.
//!
//! [`AnyObstacle`] is any obstacle of one scalar in `N` dimensions, as a trait object; [`Mover`] is
//! any mover. Each query returns the same answer as the method of the two types, to the last bit,
//! or a [`NotAsked`] error that names the pair. The only list of the queries of each pair is the
//! table in `table.rs`; a query that is not in the row of an obstacle is refused.
//!
//! `kind.rs` has the kinds and their words, `question.rs` the names of the queries, `feature.rs`
//! the type of feature of all obstacles, `convex.rs` convex bodies of any kind, `mover.rs` one
//! mover of any kind, `queries.rs` its queries, `movers.rs` many movers of one kind, and `along.rs`
//! their queries along a path. `world.rs` hides the type of the obstacle from a move, so that moves
//! are compiled once for each kind of body.
//!
//! ```
//! use std::sync::Arc;
//! use tangency::any::{AnyObstacle, Mover};
//! use tangency::{Mesh, Moving, OrientedBox, Rotation, Sphere, Triangle};
//!
//! let floor = Triangle::new([0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0])?;
//! let tilted = OrientedBox::new([9.0, 0.0, 0.0], [1.0; 3], Rotation::<f64, 3>::new([0.0, 0.0, 1.0, 2.0])?)?;
//! let mesh = Arc::new(Mesh::new(floor.vertices().to_vec(), vec![[0, 1, 2]])?);
//! let world: Vec<Box<dyn AnyObstacle<f64, 3>>> = vec![
//!     Box::new(Moving::still(floor)),
//!     Box::new(tilted.moving([1.0, 0.0, 0.0])?),
//!     Box::new(Moving::still(mesh)),
//! ];
//! let ball = Mover::from(Sphere::new([1.0, 1.0, 5.0], 1.0)?.moving([0.0, 0.0, -1.0])?);
//! let times: Vec<_> = world.iter().map(|it| ball.contact_time(&**it)).collect::<Result<_, _>>()?;
//! assert_eq!(times, [Some(4.0), None, Some(4.0)]);
//!
//! let refused = ball.contacts(&*world[0]).unwrap_err();
//! assert_eq!(refused.to_string(), "contacts is not asked of a sphere and a triangle");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod along;
mod convex;
mod feature;
mod kind;
mod mover;
mod movers;
mod obstacle;
mod queries;
mod question;
mod room;
mod table;
mod world;

pub use crate::moves::AnyWalkerBody;
pub use along::{first_contact_along, first_entry_along};
pub use convex::AnyConvex;
pub use feature::AnyFeature;
pub use kind::{Kind, MoverKind};
pub use mover::Mover;
pub use movers::Movers;
pub use obstacle::{Alone, Answers, AnyObstacle, Known, Rows};
pub use question::{Asked, Moved, NotAsked, Question};
#[doc(hidden)]
pub use room::{ROOM, widen};
