//! The queries by name, and the error for a query that a pair does not have.

use super::{Kind, MoverKind};
use crate::shape::InputError;
use core::fmt;

/// Defines the queries, each with its name in Rust, Python, JavaScript and JSON.
macro_rules! questions {
    ($($(#[$doc:meta])* $question:ident = $name:literal,)*) => {
        /// A query, by its name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Question {
            $($(#[$doc])* $question,)*
        }

        impl Question {
            /// All queries.
            pub const ALL: &'static [Self] = &[$(Self::$question),*];

            /// Returns the name of the query in every language.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$question => $name,)*
                }
            }
        }
    };
}

questions! {
    /// The first contact: its time, its place and the touched feature; also in exact numbers.
    FirstContact = "first_contact",
    /// The blocking hit of a motion.
    FirstEntry = "first_entry",
    /// The time of the first contact alone.
    ContactTime = "contact_time",
    /// The time of the first contact, rounded down.
    TimeDown = "time_down",
    /// The time of the last contact; also in exact numbers.
    LastTime = "last_time",
    /// Whether there is a contact at any time.
    HasContact = "has_contact",
    /// All contacts, in order of time.
    Contacts = "contacts",
    /// All corners of the contact, and the features of both bodies.
    Touched = "touched",
    /// The position of a body that moves until an obstacle blocks it.
    Advance = "advance",
    /// The position of a body that moves and then slides along the blocking surfaces.
    Slide = "slide",
    /// A penetration-free position near a body that overlaps an obstacle.
    Recover = "recover",
    /// Whether the two shapes share a point.
    Intersects = "intersects",
    /// The shortest translation that ends an overlap.
    Penetration = "penetration",
    /// Whether a whole sphere lies inside a region, outside it, or neither.
    Containment = "containment",
    /// The containment as the planes alone decide it.
    ContainmentByPlanes = "containment_by_planes",
    /// The circle in which a sphere and a plane meet.
    Section = "section",
    /// The triangles of a mesh that share a point with a sphere or a capsule.
    Intersecting = "intersecting",
    /// The point of the obstacle closest to a given point or to an axis, and the distance.
    Closest = "closest",
    /// Whether a point is inside a closed mesh, outside it, or on it.
    Locate = "locate",
    /// The distance of a point from the surface of a closed mesh, negative inside.
    SignedDistance = "signed_distance",
    /// The winding number of a closed mesh around a point.
    WindingNumber = "winding_number",
    /// The triangles that share a feature of a mesh.
    Neighbours = "neighbours",
    /// The obstacle as an item of a scene.
    Item = "item",
    /// The obstacle as a mover.
    Mover = "mover",
}

/// The error for a query that a pair of mover and obstacle does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct NotAsked {
    /// The kind of the mover; `None` if the query is about the obstacle alone.
    pub mover: Option<MoverKind>,
    /// The kind of the obstacle.
    pub obstacle: Kind,
    /// Whether the query is refused because the obstacle is inflated.
    pub is_inflated: bool,
    /// The query.
    pub question: Question,
}

impl NotAsked {
    /// Creates the error, for a caller that refuses a query without calling the library. The
    /// obstacle is not inflated.
    pub const fn new(question: Question, mover: Option<MoverKind>, obstacle: Kind) -> Self {
        Self { mover, obstacle, is_inflated: false, question }
    }
}

/// The answer of a query, or the error that the pair does not have this query.
pub type Asked<X> = Result<X, NotAsked>;

/// The result of a move, or an error in the displacement or in the body.
pub type Moved<X> = Result<X, InputError>;

impl fmt::Display for NotAsked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not asked of ", self.question.name())?;
        if let Some(mover) = self.mover {
            write!(f, "{} and ", mover.words())?;
        }
        f.write_str(self.obstacle.words())?;
        if self.is_inflated { f.write_str(" with a rounding radius") } else { Ok(()) }
    }
}

impl core::error::Error for NotAsked {}
