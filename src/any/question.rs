//! The questions by their names, and the answer to one that is not asked.

use super::{Kind, MoverKind};
use crate::shape::InputError;
use core::fmt;

/// Names the questions, each by the name that it has in Rust, Python, JavaScript and JSON.
macro_rules! questions {
    ($($(#[$doc:meta])* $question:ident = $name:literal,)*) => {
        /// A question, by its name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Question {
            $($(#[$doc])* $question,)*
        }

        impl Question {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$question),*];

            /// The name that it has in every language.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$question => $name,)*
                }
            }
        }
    };
}

questions! {
    /// When, where and on what do they first touch? Also in exact numbers.
    FirstContact = "first_contact",
    /// Which contact blocks the motion?
    FirstEntry = "first_entry",
    /// The time of that alone.
    ContactTime = "contact_time",
    /// The same, rounded down.
    TimeDown = "time_down",
    /// When do they touch for the last time? Also in exact numbers.
    LastTime = "last_time",
    /// Do they ever touch?
    HasContact = "has_contact",
    /// All contacts, in order of time.
    Contacts = "contacts",
    /// How far does a body get before something blocks it?
    Advance = "advance",
    /// And how far if it goes on along what blocks it?
    Slide = "slide",
    /// Which free place is near a body that overlaps something?
    Recover = "recover",
    /// Do they share a point?
    Intersects = "intersects",
    /// The least translation that ends an overlap.
    Penetration = "penetration",
    /// Is a whole sphere inside, outside or neither?
    Containment = "containment",
    /// What the planes alone tell of that.
    ContainmentByPlanes = "containment_by_planes",
    /// The circle in which a sphere and a plane meet.
    Section = "section",
    /// The triangles of a mesh that share a point with a sphere.
    Intersecting = "intersecting",
    /// Which point is closest to a given one, and how far is it?
    Closest = "closest",
    /// Is a point inside of a closed mesh, outside or on it?
    Locate = "locate",
    /// How far is it from the surface, negative inside?
    SignedDistance = "signed_distance",
    /// How often does the surface go around it?
    WindingNumber = "winding_number",
    /// Which triangles share a feature of a mesh?
    Neighbours = "neighbours",
    /// The obstacle as a part of a scene.
    Item = "item",
}

/// A question that this mover cannot ask of this obstacle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct NotAsked {
    /// Who asks; nobody, if the question is about the obstacle alone.
    pub mover: Option<MoverKind>,
    /// Who is asked.
    pub obstacle: Kind,
    /// Whether the question is refused because the obstacle is rounded.
    pub is_rounded: bool,
    /// What is asked.
    pub question: Question,
}

impl NotAsked {
    /// The refusal of a question, for a layer that knows before the library that there is no such
    /// question. The obstacle is not rounded.
    pub const fn new(question: Question, mover: Option<MoverKind>, obstacle: Kind) -> Self {
        Self { mover, obstacle, is_rounded: false, question }
    }
}

/// The answer, or that there is none for such a pair.
pub type Asked<X> = Result<X, NotAsked>;

/// Where a body has moved to, or what is wrong with its displacement or with the body.
pub type Moved<X> = Result<X, InputError>;

impl fmt::Display for NotAsked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not asked of ", self.question.name())?;
        if let Some(mover) = self.mover {
            write!(f, "{} and ", mover.words())?;
        }
        f.write_str(self.obstacle.words())?;
        if self.is_rounded { f.write_str(" with a rounding radius") } else { Ok(()) }
    }
}

impl core::error::Error for NotAsked {}
