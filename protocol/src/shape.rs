//! The one list of shapes in requests: the name, the dimensions, and the fields of each, of which
//! the first is required.
//!
//! The readers take their fields from here; a test compares the list with the types in
//! `web/src/protocol.ts` and the table in `docs/command.md`.

use tangency::any::Kind;

/// A shape in a request.
#[derive(Clone, Copy, Debug)]
pub struct Description {
    /// The name of the shape in a request.
    pub name: &'static str,
    /// The kind of the shape.
    pub kind: Kind,
    /// The least and the greatest dimension.
    pub dimensions: [usize; 2],
    /// The lists of fields, one for each form in which the shape can be given. The name of an
    /// optional field ends in a question mark.
    pub ways: &'static [&'static [&'static str]],
    /// All fields, in the order in which they are read.
    pub(crate) fields: &'static [&'static str],
    /// These fields and `path`, for a mover.
    pub(crate) mover_fields: &'static [&'static str],
}

impl Description {
    /// Whether it can be an item of a scene.
    const fn is_item(&self) -> bool {
        !matches!(self.kind, Kind::Plane | Kind::Scene)
    }
}

/// Joins other fields with the names of these targets, or only of the targets that can be items.
/// `N` is the number of names. Constants use this function, so that the result is plain data.
pub(crate) const fn names<const N: usize>(
    others: &[&'static str],
    targets: &[Description],
    only_items: bool,
) -> [&'static str; N] {
    let mut names = [""; N];
    let (mut count, mut i) = (0, 0);
    while count < others.len() {
        names[count] = others[count];
        count += 1;
    }
    while i < targets.len() {
        if targets[i].is_item() || !only_items {
            names[count] = targets[i].name;
            count += 1;
        }
        i += 1;
    }
    assert!(count == N, "as many as there are");
    names
}

macro_rules! shapes {
    ($($constant:ident = $name:literal $kind:ident [$from:literal to $to:literal] $ways:expr, [$($field:literal),*];)*) => {
        $(pub(crate) const $constant: Description = Description {
            name: $name,
            kind: Kind::$kind,
            dimensions: [$from, $to],
            ways: &$ways,
            fields: &[$($field),*],
            mover_fields: &[$($field,)* "path"],
        };)*
        /// All targets.
        pub const TARGETS: &[Description] = &[$($constant),*];
    };
}

shapes! {
    TRIANGLE = "triangle" Triangle [3 to 3] [&["vertices", "velocity?", "from?", "to?", "radius?"]], ["vertices", "velocity", "from", "to", "radius"];
    SEGMENT = "segment" Segment [2 to 3] [&["a", "b", "velocity?", "from?", "to?", "radius?"]], ["a", "b", "velocity", "from", "to", "radius"];
    POINT = "point" Point [2 to 3] [&["position", "velocity?", "from?", "to?", "radius?"]], ["position", "velocity", "from", "to", "radius"];
    BOX = "box" Box [1 to 8] [&["min", "max", "velocity?", "from?", "to?", "radius?", "hollow?"]], ["min", "max", "velocity", "from", "to", "radius", "hollow"];
    ORIENTED_BOX = "oriented_box" OrientedBox [2 to 3] [&["center", "half_extents", "rotation?", "velocity?", "from?", "to?", "radius?"]],
        ["center", "half_extents", "rotation", "velocity", "from", "to", "radius"];
    POLYTOPE = "polytope" Polytope [2 to 3] [&["planes", "velocity?", "from?", "to?", "radius?"]], ["planes", "velocity", "from", "to", "radius"];
    FRUSTUM = "frustum" Frustum [3 to 3]
        [&["corners", "velocity?", "from?", "to?", "radius?"], &["planes", "velocity?", "from?", "to?", "radius?"], &["view_projection", "depth", "velocity?", "from?", "to?", "radius?"]],
        ["corners", "planes", "view_projection", "depth", "velocity", "from", "to", "radius"];
    PARALLELEPIPED = "parallelepiped" Parallelepiped [3 to 3] [&["center", "edges", "velocity?", "from?", "to?", "radius?"]], ["center", "edges", "velocity", "from", "to", "radius"];
    HULL = "hull" Hull [2 to 3] [&["points", "position?", "velocity?", "from?", "to?", "radius?"]],
        ["points", "position", "velocity", "from", "to", "radius"];
    PLANE = "plane" Plane [2 to 3] [&["point", "normal"]], ["point", "normal"];
    MESH = "mesh" Mesh [3 to 3]
        [
            &["vertices", "triangles", "rotation?", "translation?", "velocity?", "from?", "to?", "radius?"],
            &["path", "rotation?", "translation?", "velocity?", "from?", "to?", "radius?"],
            &["name", "rotation?", "translation?", "velocity?", "from?", "to?", "radius?"],
        ],
        ["path", "name", "vertices", "triangles", "velocity", "from", "to", "radius", "rotation", "translation"];
    SCENE = "scene" Scene [3 to 3] [&["items"], &["path"], &["name"]], ["items", "path", "name"];
}

/// The movers in the field `mover`. Those that are also targets have the fields of the target, or a
/// `path` in place of a motion.
pub const MOVERS: &[&str] = &[
    "sphere",
    "ellipsoid",
    "capsule",
    "box",
    "oriented_box",
    "parallelepiped",
    "triangle",
    "hull",
];

/// The fields of a sphere; at most one of `velocity`, `to` and `path`, and for a capsule one of `b`
/// and `axis`.
pub const SPHERE: &[&str] = &["center", "radius", "velocity", "to", "path", "hollow"];
/// The fields of this body; see [`SPHERE`].
pub const ELLIPSOID: &[&str] = &["center", "radii", "velocity", "to", "path", "hollow"];
/// The fields of this body; see [`SPHERE`].
pub const CAPSULE: &[&str] = &["a", "b", "axis", "radius", "velocity", "to", "path"];

/// The fields of a character, as in an answer. The first one is required, and then for a capsule
/// `axis` and `radius`, for a box `half_extents`, for a hull `points`.
pub const WALKER: &[&str] = &[
    "position",
    "axis",
    "radius",
    "half_extents",
    "rotation",
    "points",
    "velocity",
    "carried",
    "floor",
];
/// The options of a character, all optional.
pub const WALKER_OPTIONS: &[&str] = &[
    "up",
    "max_slope",
    "step_height",
    "snap_distance",
    "max_iterations",
    "flat_base",
    "max_recovery",
    "inherit_velocity",
];

/// The queries about definitions and about a character, with the fields of each in addition to
/// `id`, `query` and `scalar`.
pub(crate) const WORLD_QUESTIONS: [(&str, &[&str]); 12] = [
    ("define", &["name", "scene", "mesh"]),
    ("forget", &["name", "path"]),
    ("insert", &["scene", "items"]),
    ("replace", &["scene", "item", "items"]),
    ("remove", &["scene", "item"]),
    ("first_contact_of", &["scene", "item"]),
    ("first_pair", &["scene", "t_max"]),
    ("pairs", &["scene", "t_max"]),
    ("step", WALK_FIELDS),
    ("ride", WALK_FIELDS),
    (
        "set_body",
        &names::<{ 4 + TARGETS.len() }>(&["walker", "capsule", "mover", "world"], TARGETS, false),
    ),
    ("teleport", &names::<{ 3 + TARGETS.len() }>(&["walker", "position", "world"], TARGETS, false)),
];

/// The fields of a request for a move of a character.
const WALK_FIELDS: &[&str] = &names::<{ 4 + TARGETS.len() }>(
    &["walker", "options", "displacement", "world"],
    TARGETS,
    false,
);
