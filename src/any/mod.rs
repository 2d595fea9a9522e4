//! FLOOR 7: who can be asked what. Every mover, every obstacle and every question, where their
//! types are known only when the program runs.
//!
//! [`Obstacle`] is any obstacle of a float in `N` dimensions, behind one pointer; [`Mover`] is any
//! mover. Each question is answered as the types themselves answer it, to the last bit, or refused
//! by a [`NotAsked`] that names the pair. The one list of who answers what is the table in
//! `table.rs`; what a row leaves out is refused.
//!
//! `kind.rs` has the kinds and their words, `question.rs` the names of the questions, `feature.rs`
//! the one feature of all obstacles, `mover.rs` and `movers.rs` any mover and many of one kind,
//! `along.rs` their questions along a path. `world.rs` hides which obstacle a move is made in, so
//! that moves are compiled once for each kind of body.
//!
//! ```
//! use std::sync::Arc;
//! use tangency::any::{Mover, Obstacle};
//! use tangency::{Mesh, Moving, OrientedBox, Rotation, Sphere, Triangle};
//!
//! let floor = Triangle::new([0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0])?;
//! let tilted = OrientedBox::new([9.0, 0.0, 0.0], [1.0; 3], Rotation::<f64, 3>::new([0.0, 0.0, 1.0, 2.0])?)?;
//! let mesh = Arc::new(Mesh::new(floor.vertices().to_vec(), vec![[0, 1, 2]])?);
//! let world: Vec<Box<dyn Obstacle<f64, 3>>> = vec![
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
mod feature;
mod kind;
mod mover;
mod movers;
mod obstacle;
mod question;
mod room;
mod table;
mod world;

pub use along::{first_contact_along, first_entry_along};
pub use feature::Feature;
pub use kind::{Kind, MoverKind};
pub use mover::Mover;
pub use movers::Movers;
pub use obstacle::{Alone, Answers, Known, Obstacle, Rows};
pub use question::{Asked, Moved, NotAsked, Question};
#[doc(hidden)]
pub use room::{ROOM, widen};
