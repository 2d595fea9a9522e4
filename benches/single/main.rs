//! The cost of exactness for a single query: a sphere with a triangle, a box and an oriented box,
//! at rest and moving, and a circle with a rectangle, compared with the fastest plain float code
//! that we have (`plain.rs`), which returns the time alone.
//!
//! `cargo bench -p tangency --bench single` prints our time over the plain code in the same run,
//! the least of interleaved passes, constructors included: for all fields, for the time alone, and
//! for all fields of rows that are made before and queried in one call; over all queries, and over
//! those with a contact. `-- ask NAME WHO N` runs one row N times, to count instructions: N = 2
//! minus N = 1, over the queries that are printed.

#[path = "../inputs/mod.rs"]
#[allow(dead_code, reason = "the benches share their inputs")]
mod inputs;
mod plain;

use inputs::Random;
use std::hint::black_box;
use std::time::Instant;
use tangency::any::AnyObstacle;
use tangency::{AlignedBox, Answer, Moving, OrientedBox, Rotation, Scalar, Sphere, Triangle};

/// The number of queries, so large that no branch predictor can learn them.
const QUERIES: usize = 1 << 14;
const PASSES: usize = 21;

/// The name and the job of a column, over all queries.
type Asked = (&'static str, Box<dyn Fn()>);

/// Some queries, and all columns for them; the first is the plain code.
struct Row {
    name: String,
    queries: usize,
    asked: Vec<Asked>,
}

/// A moving ball in the plane or in space, given by plain numbers.
#[derive(Clone, Copy)]
struct Ball<T, const D: usize> {
    center: [T; D],
    radius: T,
    velocity: [T; D],
}

/// A box with its middle, half of its extents, and a quaternion of length one, up to rounding.
#[derive(Clone, Copy)]
struct Cuboid<T, const D: usize> {
    middle: [T; D],
    half: [T; D],
    turn: [T; 4],
}

/// A box of unit size with coordinates within 50, and a ball near it that moves roughly towards it.
fn beside_box<const D: usize>(random: &mut Random) -> (Ball<f64, D>, Cuboid<f64, D>) {
    let width = if D == 3 { 3.0 } else { 7.0 };
    let middle = [0; D].map(|_| random.between(-50.0, 50.0));
    let half = [0; D].map(|_| random.between(0.3, 1.2));
    let away = [0; D].map(|_| random.between(-5.0, 5.0));
    let target = [0; D].map(|_| random.between(-width, width));
    let (speed, radius) = (random.between(0.2, 3.0), random.between(0.1, 0.6));
    let turn = [0; 4].map(|_| random.between(-1.0, 1.0));
    let length = turn.iter().map(|x| x * x).sum::<f64>().sqrt();
    let ball = Ball {
        center: std::array::from_fn(|k| middle[k] + away[k]),
        radius,
        velocity: std::array::from_fn(|k| (target[k] - away[k]) * speed),
    };
    (ball, Cuboid { middle, half, turn: turn.map(|x| x / length) })
}

fn difference<T: Copy + std::ops::Sub<Output = T>, const D: usize>(a: [T; D], b: [T; D]) -> [T; D] {
    std::array::from_fn(|k| a[k] - b[k])
}

/// The answers for each sphere and the obstacle with its index, in one call.
fn in_rows<Q, T: Scalar, O: AnyObstacle<T, N> + 'static, const N: usize>(
    queries: &[Q],
    pair: impl Fn(&Q) -> (Moving<Sphere<T, N>>, O),
) -> Box<dyn Fn()> {
    let (spheres, obstacles): (Vec<_>, Vec<_>) = queries.iter().map(pair).unzip();
    Box::new(move || {
        let mut put = |_: usize, answer| {
            black_box(&answer);
        };
        O::first_contacts_in_rows(&obstacles, &spheres, &mut put).expect("asked of each");
    })
}

/// Makes a row for all queries, and one for those with a contact.
fn both<Q: Copy + 'static, P: 'static, A: 'static, S: 'static>(
    name: &str,
    all: Vec<Q>,
    meets: impl Fn(&Q) -> bool,
    plain: impl Fn(&Q) -> P + Copy + 'static,
    ours: impl Fn(&Q) -> A + Copy + 'static,
    time: impl Fn(&Q) -> S + Copy + 'static,
    rows: impl Fn(&[Q]) -> Box<dyn Fn()>,
) -> [Row; 2] {
    let hits: Vec<Q> = all.iter().copied().filter(meets).collect();
    let row = |name: String, queries: Vec<Q>| {
        fn each<Q: Clone + 'static, R>(
            queries: &[Q],
            ask: impl Fn(&Q) -> R + 'static,
        ) -> Box<dyn Fn()> {
            let queries = queries.to_vec();
            Box::new(move || {
                for query in &queries {
                    black_box(&ask(black_box(query)));
                }
            })
        }
        let asked = vec![
            ("plain", each(&queries, plain)),
            ("all", each(&queries, ours)),
            ("time", each(&queries, time)),
            ("rows", rows(&queries)),
        ];
        Row { name, queries: queries.len(), asked }
    };
    [row(name.into(), all), row(format!("{name}, hits"), hits)]
}

/// Makes the rows for one float type.
macro_rules! rows {
    ($float:ident) => {{
        let mut random = Random(7);
        let single = |x: f64| x as $float;
        let name = |what: &str| format!("{what}, {}", stringify!($float));
        let moving = |b: &Ball<$float, 3>| {
            Sphere::new(b.center, b.radius).and_then(|s| s.moving(b.velocity)).expect("valid")
        };
        let triangles: Vec<(Ball<$float, 3>, [[$float; 3]; 3])> = (0..QUERIES)
            .map(|_| {
                let q = inputs::realistic(&mut random);
                let ball = Ball {
                    center: q.center.map(single),
                    radius: single(q.radius),
                    velocity: q.velocity.map(single),
                };
                (ball, q.vertices.map(|v| v.map(single)))
            })
            .collect();
        let triangle = |[a, b, c]: [[$float; 3]; 3]| Triangle::new(a, b, c).expect("valid");
        let mut rows = Vec::new();
        rows.extend(both(
            &name("sphere, triangle"),
            triangles.clone(),
            move |(b, t)| matches!(moving(b).first_contact(&triangle(*t)), Answer::Contact(_)),
            |(b, t)| plain::$float::triangle(b.center, b.radius, b.velocity, *t),
            move |(b, t)| moving(b).first_contact(&triangle(*t)),
            move |(b, t)| moving(b).contact_time(&triangle(*t)),
            |all| in_rows(all, |(b, t)| (moving(b), Moving::still(triangle(*t)))),
        ));
        fn boxes<const D: usize>() -> Vec<(Ball<$float, D>, Cuboid<$float, D>)> {
            let mut random = Random(5);
            let single = |x: f64| x as $float;
            let mut row = || {
                let (ball, it) = beside_box::<D>(&mut random);
                let ball = Ball {
                    center: ball.center.map(single),
                    radius: single(ball.radius),
                    velocity: ball.velocity.map(single),
                };
                let middle = it.middle.map(single);
                (ball, Cuboid { middle, half: it.half.map(single), turn: it.turn.map(single) })
            };
            (0..QUERIES).map(|_| row()).collect()
        }
        fn aligned<const D: usize>(it: &Cuboid<$float, D>) -> AlignedBox<$float, D> {
            let at = |side: $float| std::array::from_fn(|k| it.middle[k] + side * it.half[k]);
            AlignedBox::new(at(-1.0), at(1.0)).expect("valid")
        }
        rows.extend(both(
            &name("sphere, box"),
            boxes::<3>(),
            move |(b, it)| matches!(moving(b).first_contact(&aligned(it)), Answer::Contact(_)),
            |(b, it)| {
                plain::$float::aligned(
                    it.half,
                    difference(b.center, it.middle),
                    b.radius,
                    b.velocity,
                )
            },
            move |(b, it)| moving(b).first_contact(&aligned(it)),
            move |(b, it)| moving(b).contact_time(&aligned(it)),
            |all| in_rows(all, |(b, it)| (moving(b), Moving::still(aligned(it)))),
        ));
        let oriented = |it: &Cuboid<$float, 3>| {
            let turn = Rotation::<$float, 3>::new(it.turn).expect("valid");
            OrientedBox::new(it.middle, it.half, turn).expect("valid")
        };
        rows.extend(both(
            &name("sphere, turned box"),
            boxes::<3>(),
            move |(b, it)| matches!(moving(b).first_contact(&oriented(it)), Answer::Contact(_)),
            |(b, it)| {
                let from = difference(b.center, it.middle);
                plain::$float::oriented(it.half, it.turn, from, b.radius, b.velocity)
            },
            move |(b, it)| moving(b).first_contact(&oriented(it)),
            move |(b, it)| moving(b).contact_time(&oriented(it)),
            |all| in_rows(all, |(b, it)| (moving(b), Moving::still(oriented(it)))),
        ));
        let flat = |b: &Ball<$float, 2>| {
            Sphere::new(b.center, b.radius).and_then(|s| s.moving(b.velocity)).expect("valid")
        };
        rows.extend(both(
            &name("circle, rectangle"),
            boxes::<2>(),
            move |(b, it)| matches!(flat(b).first_contact(&aligned(it)), Answer::Contact(_)),
            |(b, it)| {
                plain::$float::aligned(
                    it.half,
                    difference(b.center, it.middle),
                    b.radius,
                    b.velocity,
                )
            },
            move |(b, it)| flat(b).first_contact(&aligned(it)),
            move |(b, it)| flat(b).contact_time(&aligned(it)),
            |all| in_rows(all, |(b, it)| (flat(b), Moving::still(aligned(it)))),
        ));
        // The same rows with moving obstacles; plain code gets the relative velocity.
        const DRIFT: [$float; 3] = [0.25, -0.5, 0.375];
        let velocity = |b: &Ball<$float, 3>| -> [$float; 3] {
            std::array::from_fn(|k| b.velocity[k] + DRIFT[k])
        };
        let relative = move |b: &Ball<$float, 3>| difference(velocity(b), DRIFT);
        let with = move |b: &Ball<$float, 3>| moving(&Ball { velocity: velocity(b), ..*b });
        macro_rules! moving {
            ($what:literal, $queries:expr, |$b:ident, $it:ident| $target:expr, $plain:expr) => {
                let target = move |$it: &_| $target.moving(DRIFT).expect("valid");
                rows.extend(both(
                    &name($what),
                    $queries,
                    move |(b, it)| matches!(with(b).first_contact(&target(it)), Answer::Contact(_)),
                    move |($b, $it)| $plain,
                    move |(b, it)| with(b).first_contact(&target(it)),
                    move |(b, it)| with(b).contact_time(&target(it)),
                    |all| in_rows(all, |(b, it)| (with(b), target(it))),
                ));
            };
        }
        moving!(
            "sphere, moving triangle",
            triangles,
            |b, t| triangle(*t),
            plain::$float::triangle(b.center, b.radius, relative(b), *t)
        );
        moving!(
            "sphere, moving box",
            boxes::<3>(),
            |b, it| aligned(it),
            plain::$float::aligned(it.half, difference(b.center, it.middle), b.radius, relative(b))
        );
        moving!("sphere, moving turned box", boxes::<3>(), |b, it| oriented(it), {
            let from = difference(b.center, it.middle);
            plain::$float::oriented(it.half, it.turn, from, b.radius, relative(b))
        });
        rows
    }};
}

fn main() {
    let mut rows: Vec<Row> = rows!(f64);
    rows.extend(rows!(f32));
    let words: Vec<String> = std::env::args().collect();
    if let Some(place) = words.iter().position(|word| word == "ask") {
        let [name, who, count] = [1, 2, 3].map(|i| words.get(place + i).map_or("", |w| w));
        let row = rows.iter().find(|row| row.name == name).expect("the name of a row");
        let (_, ask) = row.asked.iter().find(|(asked, _)| *asked == who).expect("who is asked");
        (0..count.parse().expect("how often")).for_each(|_| ask());
        return println!("{} queries", row.queries);
    }
    println!("Over plain floats, same run.\n");
    println!("{:<32}{:>8}{:>10}{:>8}{:>8}{:>8}", "", "queries", "plain", "all", "time", "rows");
    for row in &rows {
        let mut least = vec![f64::INFINITY; row.asked.len()];
        for _ in 0..PASSES {
            for (least, (_, ask)) in least.iter_mut().zip(&row.asked) {
                let clock = Instant::now();
                ask();
                *least = least.min(clock.elapsed().as_secs_f64());
            }
        }
        println!(
            "{:<32}{:>8}{:>7.1} ns{:>8.2}{:>8.2}{:>8.2}",
            row.name,
            row.queries,
            least[0] / row.queries as f64 * 1e9,
            least[1] / least[0],
            least[2] / least[0],
            least[3] / least[0],
        );
    }
}
