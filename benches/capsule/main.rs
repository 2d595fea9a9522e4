//! The cost of a capsule over a sphere, of an inflated obstacle over a thicker sphere, and of the
//! first entry over the first contact.
//!
//! `cargo bench -p tangency --bench capsule` prints ratios within one run, medians of interleaved
//! passes. For triangles, it prints the first contact of a capsule over the first contact of a
//! sphere about its middle, and over plain float code (`plain.rs`); the missed and false contacts
//! of that code, and those off by more than a billionth; and the share of capsules that left the
//! first filter, or needed integers. For boxes and oriented boxes about the triangles, and for a
//! mesh of some 69,000 triangles, it prints ratios to a sphere. `-- rows 525` makes a mesh of 1.1
//! million, `-- only mesh` leaves out the triangles. `-- ask NAME WHO N` runs one row N times, to
//! count instructions.

#[path = "inputs.rs"]
mod bodies;
#[path = "../inputs/mod.rs"]
#[allow(dead_code, reason = "the benches share their inputs")]
mod inputs;
mod plain;

use bodies::{Meeting, TRIANGLES, UP, direction, past};
use inputs::Random;
use std::hint::black_box;
use std::time::Instant;
use tangency::{AlignedBox, Answer, Inflated, Mesh, OrientedBox, Rotation, Scalar};

/// The number of queries, so large that no branch predictor can learn them.
const QUERIES: usize = 1 << 12;
const PASSES: usize = 15;

/// The name and the job of a column. The times of all columns are divided by the time of the first.
type Asked = (&'static str, Box<dyn Fn()>);

fn asked<Q: 'static, R>(name: &'static str, all: Vec<Q>, ask: impl Fn(&Q) -> R + 'static) -> Asked {
    let ask = move || {
        for query in &all {
            black_box(ask(black_box(query)));
        }
    };
    (name, Box::new(ask))
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Returns the nanoseconds of the first column, and the ratios of all columns to it.
fn ratios(asked: &[Asked]) -> (f64, Vec<f64>) {
    let mut times = vec![Vec::new(); asked.len()];
    let mut over = vec![Vec::new(); asked.len()];
    for _ in 0..PASSES {
        for (i, (_, ask)) in asked.iter().enumerate() {
            let clock = Instant::now();
            ask();
            times[i].push(clock.elapsed().as_secs_f64() / QUERIES as f64 * 1e9);
            over[i].push(times[i][times[i].len() - 1] / times[0][times[i].len() - 1]);
        }
    }
    (median(times.swap_remove(0)), over.into_iter().map(median).collect())
}

fn drawn(make: impl Fn(&mut Random) -> Meeting) -> Vec<Meeting> {
    let mut random = Random(23);
    (0..QUERIES).map(|_| make(&mut random)).collect()
}

fn of_triangle<T: Scalar>(all: &[Meeting]) -> Vec<Asked> {
    fn with<Q, T: Scalar>(
        all: &[Meeting],
        make: impl Fn(&Meeting) -> Q,
    ) -> Vec<(Q, tangency::Triangle<T>)> {
        all.iter().map(|m| (make(m), m.triangle())).collect()
    }
    vec![
        asked("sphere", with::<_, T>(all, Meeting::ball::<T>), |(b, t)| b.first_contact(t)),
        asked("capsule", with::<_, T>(all, Meeting::capsule::<T>), |(b, t)| b.first_contact(t)),
        asked("time", with::<_, T>(all, Meeting::capsule::<T>), |(b, t)| b.contact_time(t)),
        asked("plain", all.to_vec(), |m| plain::time(m.a, m.axis, m.radius, m.velocity, m.corners)),
        asked("rounded", all.iter().map(Meeting::halves::<T>).collect(), |(b, t)| {
            b.first_contact(t)
        }),
        asked("entry", with::<_, T>(all, Meeting::ball::<T>), |(b, t)| b.first_entry(t)),
        asked("capsule entry", with::<_, T>(all, Meeting::capsule::<T>), |(b, t)| b.first_entry(t)),
    ]
}

/// The columns for the bounding box of a triangle, made thicker, either aligned or turned.
fn of_box(all: &[Meeting], is_turned: bool) -> Vec<Asked> {
    let bounds = |m: &Meeting| {
        let of = |fold: fn(f64, f64) -> f64, k: usize| {
            m.corners.iter().map(|corner| corner[k]).fold(m.corners[0][k], fold)
        };
        let low = std::array::from_fn::<f64, 3, _>(|k| of(f64::min, k) - 0.125);
        let high = std::array::from_fn::<f64, 3, _>(|k| of(f64::max, k));
        (low, high)
    };
    macro_rules! asked_of {
        ($box:expr) => {{
            let boxes = $box;
            let with = |make: fn(&Meeting) -> _| -> Vec<_> {
                all.iter().map(|m| (make(m), boxes(m))).collect()
            };
            let balls = all.iter().map(|m| (m.ball::<f64>(), boxes(m))).collect();
            vec![
                asked("sphere", balls, |(b, it)| b.first_contact(it)),
                asked("capsule", with(Meeting::capsule::<f64>), |(b, it)| b.first_contact(it)),
                asked("time", with(Meeting::capsule::<f64>), |(b, it)| b.contact_time(it)),
                asked("entry", with(Meeting::capsule::<f64>), |(b, it)| b.first_entry(it)),
                asked("closest", with(Meeting::capsule::<f64>), |(b, it)| b.shape().closest(it)),
            ]
        }};
    }
    if is_turned {
        asked_of!(|m: &Meeting| {
            let (low, high) = bounds(m);
            let middle = std::array::from_fn::<f64, 3, _>(|k| 0.5 * (low[k] + high[k]));
            let half = std::array::from_fn::<f64, 3, _>(|k| 0.5 * (high[k] - low[k]));
            // The box is turned about the upright axis, so that floors stay level.
            let turn = Rotation::<f64, 3>::new([0.0, 0.0, m.axis[0] + 0.25, 1.0]);
            OrientedBox::new(middle, half, turn.expect("a rotation")).expect("a box")
        })
    } else {
        asked_of!(|m: &Meeting| {
            let (low, high) = bounds(m);
            AlignedBox::new(low, high).expect("a box")
        })
    }
}

fn print_boxes() {
    for (what, is_turned) in [("A box", false), ("A turned box", true)] {
        println!("\n{what}, f64: nanoseconds of a sphere, and a capsule over it.\n");
        println!(
            "{:<28}{:>7}{:>9}{:>7}{:>7}{:>9}",
            "", "sphere", "capsule", "time", "entry", "closest"
        );
        for (name, make) in TRIANGLES {
            let all = drawn(make);
            let (ns, over) = ratios(&of_box(&all, is_turned));
            println!(
                "{name:<28}{ns:>7.0}{:>9.2}{:>7.2}{:>7.2}{:>9.2}",
                over[1], over[2], over[3], over[4]
            );
        }
    }
}

/// Returns the numbers of contacts that plain floats miss, report wrongly or report at a wrong
/// time, and the number of contacts.
fn wrong<T: Scalar>(all: &[Meeting]) -> [usize; 3] {
    let mut count = [0; 3];
    for m in all {
        let ours = m.capsule::<T>().first_contact(&m.triangle());
        let truth = match ours {
            Answer::None => None,
            Answer::Overlap(_) => Some(0.0),
            Answer::Contact(contact) => Some(contact.time.widen()),
        };
        // The time is rounded to a float of `T`, like ours.
        let plain = plain::time(m.a, m.axis, m.radius, m.velocity, m.corners);
        match (truth, plain.map(|t| T::nearest(t).widen())) {
            (Some(_), None) => count[0] += 1,
            (None, Some(_)) => count[1] += 1,
            (Some(a), Some(b)) => count[2] += usize::from((a - b).abs() > 1e-9 * a),
            (None, None) => {}
        }
    }
    count
}

fn print_triangles<T: Scalar>(float: &str) {
    println!("\nA triangle, {float}; capsules have an axis of four radii.\n");
    println!(
        "{:<28}{:>7}{:>9}{:>7}{:>9}{:>9}{:>9}{:>7}{:>9}{:>7}{:>7}{:>7}  plain wrong",
        "",
        "sphere",
        "capsule",
        "time",
        "/ plain",
        "rounded",
        "entry",
        "/ own",
        "hits: s",
        "c",
        "left",
        "exact"
    );
    for (name, make) in TRIANGLES {
        let all: Vec<Meeting> = drawn(make).into_iter().map(Meeting::rounded::<T>).collect();
        let (ns, over) = ratios(&of_triangle::<T>(&all));
        let part = |of: &dyn Fn(&Meeting) -> bool| {
            100.0 * all.iter().filter(|m| of(m)).count() as f64 / QUERIES as f64
        };
        let met = |answer: Answer<T, 3, _>| !matches!(answer, Answer::None);
        let effort = |m: &Meeting| m.capsule::<T>().first_contact_counted(&m.triangle()).1;
        println!(
            "{name:<28}{ns:>4.0} ns{:>9.2}{:>7.2}{:>9.2}{:>9.2}{:>9.2}{:>7.2}{:>8.1}%{:>6.1}%{:>6.1}%{:>6.2}%  {:?}",
            over[1],
            over[2],
            over[1] / over[3],
            over[4],
            over[5],
            over[6] / over[1],
            part(&|m| met(m.ball::<T>().first_contact(&m.triangle()))),
            part(&|m| met(m.capsule::<T>().first_contact(&m.triangle()))),
            part(&|m| effort(m).left_first_filter),
            part(&|m| effort(m).exact),
            wrong::<T>(&all),
        );
    }
}

const RADII: [(&str, f64); 3] = [("0.1 %", 0.002), ("1 %", 0.02), ("5 %", 0.1)];
type Axis = fn(&mut Random) -> [f64; 3];
const AXES: [(&str, Axis); 2] = [("upright", |_| UP), ("slanted", direction)];

fn of_mesh(mesh: &'static Mesh<f32>, all: &[Meeting]) -> Vec<Asked> {
    fn with<Q>(all: &[Meeting], make: impl Fn(&Meeting) -> Q) -> Vec<Q> {
        all.iter().map(make).collect()
    }
    let until = |m: &Meeting| m.ball::<f32>().until(1.0).expect("an end");
    let rod = |m: &Meeting| m.capsule::<f32>().until(1.0).expect("an end");
    // Each of the two has half the radius; all queries of a row have the same radius.
    let half = 0.5 * all[0].radius as f32;
    let thick = Inflated::new(mesh, half).expect("a valid radius");
    let thin = move |m: &Meeting| m.halves::<f32>().0.until(1.0).expect("an end");
    vec![
        asked("sphere", with(all, until), move |b| b.first_contact(mesh)),
        asked("capsule", with(all, rod), move |b| b.first_contact(mesh)),
        asked("rounded", with(all, thin), move |b| b.first_contact(&thick)),
        asked("entry", with(all, until), move |b| b.first_entry(mesh)),
        asked("capsule entry", with(all, rod), move |b| b.first_entry(mesh)),
    ]
}

fn mesh_row(name: &str, mesh: &'static Mesh<f32>) -> Option<Vec<Asked>> {
    for (of_axis, axis) in AXES {
        for (of_radius, radius) in RADII {
            if name == format!("mesh, {of_radius}, {of_axis}") {
                let all = drawn(|r| past(radius, axis, r));
                return Some(of_mesh(mesh, &all));
            }
        }
    }
    None
}

fn print_meshes(mesh: &'static Mesh<f32>) {
    println!("\nA mesh of {} triangles, f32; radius over the diagonal.\n", mesh.triangles().len());
    println!(
        "{:<28}{:>8}{:>9}{:>9}{:>7}{:>7}{:>9}{:>7}{:>7}{:>7}",
        "", "sphere", "capsule", "rounded", "entry", "/ own", "hits: s", "c", "left", "exact"
    );
    for (of_axis, axis) in AXES {
        for (of_radius, radius) in RADII {
            let all = drawn(|r| past(radius, axis, r));
            let (ns, over) = ratios(&of_mesh(mesh, &all));
            let part = |of: &dyn Fn(&Meeting) -> bool| {
                100.0 * all.iter().filter(|m| of(m)).count() as f64 / QUERIES as f64
            };
            let rod = |m: &Meeting| m.capsule::<f32>().until(1.0).expect("an end");
            let effort = |m: &Meeting| rod(m).first_contact_counted(mesh).1;
            let ball = |m: &Meeting| m.ball::<f32>().until(1.0).expect("an end");
            println!(
                "{:<28}{ns:>5.0} ns{:>9.2}{:>9.2}{:>7.2}{:>7.2}{:>8.1}%{:>6.1}%{:>6.1}%{:>6.2}%",
                format!("{of_radius}, {of_axis}"),
                over[1],
                over[2],
                over[3],
                over[4] / over[1],
                part(&|m| ball(m).contact_time(mesh).is_some()),
                part(&|m| rod(m).contact_time(mesh).is_some()),
                part(&|m| effort(m).left_first_filter),
                part(&|m| effort(m).exact),
            );
        }
    }
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let after = |name: &str| -> &[String] {
        words.iter().position(|word| word == name).map_or(&[], |i| &words[i + 1..])
    };
    let rows = after("rows").first().and_then(|n| n.parse().ok()).unwrap_or(132);
    let mesh = || -> &'static Mesh<f32> { Box::leak(Box::new(bodies::mesh(rows))) };
    if let [name, who, count, ..] = after("ask") {
        let row = match TRIANGLES.iter().find(|(n, _)| n == name) {
            Some((_, make)) => Some(of_triangle::<f64>(&drawn(make))),
            None => mesh_row(name, mesh()),
        };
        let row = row.expect("a row of this name");
        let (_, ask) = row.iter().find(|(n, _)| n == who).expect("one who is asked");
        (0..count.parse().expect("a number")).for_each(|_| ask());
        return;
    }
    if !words.iter().any(|word| word == "mesh") {
        print_triangles::<f64>("f64");
        print_triangles::<f32>("f32");
        print_boxes();
    }
    print_meshes(mesh());
}
