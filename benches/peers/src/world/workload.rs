//! The items and the queries, which are seeded and the same on every machine.

#[path = "../../../../tests/random/mod.rs"]
mod random;

use super::{MISS, World};
pub use random::Random;

#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    Balls,
    Boxes,
    Mixed,
}

impl Kind {
    pub const ALL: [Self; 3] = [Self::Balls, Self::Boxes, Self::Mixed];

    pub fn name(self) -> &'static str {
        match self {
            Self::Balls => "balls",
            Self::Boxes => "boxes",
            Self::Mixed => "mixed",
        }
    }

    pub fn named(name: &str) -> Self {
        let kind = Self::ALL.into_iter().find(|kind| kind.name() == name);
        kind.unwrap_or_else(|| panic!("no such kind: {name}"))
    }
}

#[derive(Clone, Copy)]
pub enum Shape {
    Ball {
        radius: f32,
    },
    /// A box with a rotation by a quaternion, which has length one up to rounding.
    Box {
        half_extents: [f32; 3],
        quaternion: [f32; 4],
    },
}

#[derive(Clone, Copy)]
pub struct Item {
    pub shape: Shape,
    pub center: [f32; 3],
    /// The displacement in a unit of time; engines get the new position instead.
    pub velocity: [f32; 3],
}

impl Item {
    pub fn advance(&mut self, time: f32) {
        self.center = std::array::from_fn(|k| self.center[k] + time * self.velocity[k]);
    }
}

/// A sphere or a cube that moves along `path` in a unit of time.
#[derive(Clone, Copy)]
pub struct Row {
    pub center: [f32; 3],
    /// The radius of a sphere; half of each extent of a cube.
    pub radius: f32,
    /// The rotation of a cube; `None` for a sphere.
    pub cube: Option<[f32; 4]>,
    pub path: [f32; 3],
}

#[derive(Clone, Copy, PartialEq)]
pub enum Question {
    /// The time at which the sphere or the cube first touches an item.
    Cast,
    /// The distance of the closest item from the centre.
    Closest,
}

pub struct Set {
    pub name: &'static str,
    pub question: Question,
    pub rows: Vec<Row>,
}

/// A position in the room, which has a volume of one for each item.
fn anywhere(random: &mut Random, count: usize) -> [f32; 3] {
    random.vector(0.0, libm::cbrt(count as f64)).map(|x| x as f32)
}

pub fn item(random: &mut Random, count: usize, kind: Kind) -> Item {
    let is_ball = match kind {
        Kind::Balls => true,
        Kind::Boxes => false,
        Kind::Mixed => random.below(2) == 0,
    };
    let shape = if is_ball {
        Shape::Ball { radius: 0.36 }
    } else {
        let half_extents = random.vector(0.2, 0.385).map(|x| x as f32);
        Shape::Box { half_extents, quaternion: rotation(random) }
    };
    let center = anywhere(random, count);
    Item { shape, center, velocity: random.vector(-1.0, 1.0).map(|x| x as f32) }
}

/// A quaternion of length one, up to rounding.
fn rotation(random: &mut Random) -> [f32; 4] {
    loop {
        let q: [f64; 4] = std::array::from_fn(|_| random.between(-1.0, 1.0));
        let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
        if length > 0.1 && length <= 1.0 {
            return q.map(|x| (x / length) as f32);
        }
    }
}

pub fn items(count: usize, kind: Kind) -> Vec<Item> {
    let mut random = Random(7);
    (0..count).map(|_| item(&mut random, count, kind)).collect()
}

/// All sets, with bodies that start without an overlap in this world.
pub fn sets(count: usize, queries: usize, world: &dyn World) -> Vec<Set> {
    let free_body = |random: &mut Random, cube: Option<[f32; 4]>, radius: f32, length: f64| loop {
        let row = Row { center: anywhere(random, count), radius, cube, path: way(random, length) };
        if world.cast(&Row { path: [0.0; 3], ..row }).is_nan() {
            return row;
        }
    };
    let free =
        |random: &mut Random, radius: f32, length: f64| free_body(random, None, radius, length);
    let upright = Some([0.0, 0.0, 0.0, 1.0]);
    // The start is a ten-thousandth before the contact of another cast.
    let resting = |random: &mut Random| loop {
        let row = free(random, 0.3, 1.0);
        let time = world.cast(&row) - 1e-4;
        if time > 0.0 {
            let center = std::array::from_fn(|k| row.center[k] + time * row.path[k]);
            return Row { center, path: way(random, 1.0), ..row };
        }
    };
    let set = |name, question, draw: &dyn Fn(&mut Random) -> Row| {
        let mut random = Random(11);
        Set { name, question, rows: (0..queries).map(|_| draw(&mut random)).collect() }
    };
    vec![
        set("short", Question::Cast, &|random| free(random, 0.3, 0.5)),
        set("long", Question::Cast, &|random| free(random, 0.3, 8.0)),
        set("thin", Question::Cast, &|random| free(random, 0.05, 16.0)),
        set("resting", Question::Cast, &resting),
        set("cube, short", Question::Cast, &|random| free_body(random, upright, 0.25, 0.5)),
        set("cube, long", Question::Cast, &|random| free_body(random, upright, 0.25, 8.0)),
        set("rotated cube, long", Question::Cast, &|random| {
            let cube = Some(rotation(random));
            free_body(random, cube, 0.25, 8.0)
        }),
        set("closest", Question::Closest, &|random| Row {
            center: anywhere(random, count),
            radius: MISS,
            cube: None,
            path: [MISS; 3],
        }),
    ]
}

/// A vector of this length in any direction.
fn way(random: &mut Random, length: f64) -> [f32; 3] {
    loop {
        let v = random.vector(-1.0, 1.0);
        let squared = v.iter().map(|x| x * x).sum::<f64>();
        if squared > 0.01 && squared <= 1.0 {
            return v.map(|x| (x * length / squared.sqrt()) as f32);
        }
    }
}
