//! The cost of exactness for boxes, oriented boxes and hulls that move, against triangles, boxes
//! and hulls, compared with the fastest plain float code that we have (`plain.rs`).
//!
//! `cargo bench -p tangency --bench convex` prints for each row, in the same run, medians of
//! interleaved passes, with shapes made beforehand: the time of plain code with all fields, and
//! with the contact time alone; our first contact, contact time and first entry, each over the
//! plain code for the same query; our first contact over the generic row of its pair; the shares of
//! queries that have a contact, that leave the first filter, and that need integers. `-- only WORD`
//! runs the rows whose names contain it.
//!
//! Before that it compares the plain code with ours, for all queries of the generic rows: statuses,
//! times up to a relative error of 1e-9, points, normals and features. This is a check of the plain
//! code, not of the library.
//!
//! `-- ask NAME WHO N` runs one row N times, to count instructions (`benches/instructions`);
//! without a name it prints the names.

mod inputs;
mod plain;

use inputs::{Family, Ours, Query, Random};
use plain::{Meeting, V};
use std::hint::black_box;
use std::rc::Rc;
use std::time::Instant;
use tangency::{
    Answer, BoxFeature, ConvexBody, Feature, HullFeature, Moving, Obstacle, Shape, Side,
};

/// The number of queries, so large that no branch predictor can learn them.
const QUERIES: usize = 1 << 12;
const PASSES: usize = 11;
/// The limit in seconds, above which a row has fewer passes, but at least three.
const PATIENCE: f64 = 2.0;

/// A feature of a contact.
trait Named: std::fmt::Debug {
    /// Whether plain code reports the same feature.
    fn is(&self, plain: [u8; 3]) -> bool;
}

fn are_corners(corners: &[u32], plain: [u8; 3]) -> bool {
    plain.iter().all(|i| corners.contains(&u32::from(*i)))
        && corners.iter().all(|i| plain.contains(&(*i as u8)))
}

impl Named for Feature {
    fn is(&self, plain: [u8; 3]) -> bool {
        match *self {
            Feature::Vertex(i) => are_corners(&[u32::from(i)], plain),
            Feature::Edge(i) => are_corners(&[u32::from(i), u32::from((i + 1) % 3)], plain),
            Feature::Face => are_corners(&[0, 1, 2], plain),
        }
    }
}

impl Named for HullFeature {
    fn is(&self, plain: [u8; 3]) -> bool {
        are_corners(&self.vertices, plain)
    }
}

impl Named for BoxFeature<3> {
    fn is(&self, plain: [u8; 3]) -> bool {
        let sides = [Side::Min, Side::Between, Side::Max];
        self.sides == plain.map(|side| sides[usize::from(side)])
    }
}

/// Whether plain code agrees with ours: times up to a relative error of 1e-9, other numbers up to a
/// millionth of the size of the bodies.
fn agree<F: Named>(plain: &Meeting, ours: &Answer<f64, 3, F>) -> bool {
    let is_near = |a: V, b: V| (0..3).all(|k| (a[k] - b[k]).abs() <= 1e-6);
    match (plain, ours) {
        (Meeting::Never, Answer::None) | (Meeting::Overlapping, Answer::Overlap(_)) => true,
        (Meeting::At(hit), Answer::Contact(contact)) => {
            (hit.time - contact.time).abs() <= 1e-9 * contact.time
                && is_near(hit.center, contact.center)
                && is_near(hit.point, contact.point)
                && contact.normal.is_some_and(|normal| is_near(hit.normal, normal))
                && contact.feature.is(hit.feature)
        }
        _ => false,
    }
}

/// The shares of queries that have a contact, that leave the first filter, and that need integers.
#[derive(Default)]
struct Share {
    hits: f64,
    left: f64,
    exact: f64,
}

/// The name and the job of a column, over all queries.
type Asked = (&'static str, Box<dyn Fn()>);

/// The queries of one family.
struct Row {
    name: String,
    /// Whether the other rows of the same pair are divided by this row.
    is_generic: bool,
    asked: Vec<Asked>,
    share: Box<dyn Fn() -> Share>,
    /// Compares the plain code with exact results.
    check: Box<dyn Fn()>,
}

const WHO: [&str; 5] = ["plain", "plain time", "all", "time", "entry"];

fn rows_of<A, B, S, O>(
    wanted: impl Fn(&str) -> bool,
    pair: &'static str,
    families: &[Family<A, B>],
    moving: fn(S, V) -> Moving<S>,
    plain: fn(&A, V, &B) -> Meeting,
    plain_time: fn(&A, V, &B) -> Option<f64>,
) -> Vec<Row>
where
    A: Ours<Shape = S> + 'static,
    B: Ours<Shape = O> + 'static,
    S: ConvexBody + Shape<Scalar = f64, Vector = [f64; 3]> + 'static,
    O: Obstacle<f64, 3, S> + 'static,
    O::Feature: Named,
{
    families
        .iter()
        .map(|(family, draw)| (format!("{pair}: {family}"), *family == "generic", draw))
        .filter(|(name, ..)| wanted(name))
        .map(|(name, is_generic, draw)| {
            let mut random = Random(7);
            let queries: Rc<[Query<A, B>]> = (0..QUERIES).map(|_| draw(&mut random)).collect();
            let of_ours = |q: &Query<A, B>| (moving(q.mover.ours(), q.velocity), q.obstacle.ours());
            let ours: Rc<[(Moving<S>, O)]> = queries.iter().map(of_ours).collect();
            let asked = vec![
                each(&queries, move |q| plain(&q.mover, q.velocity, &q.obstacle)),
                each(&queries, move |q| plain_time(&q.mover, q.velocity, &q.obstacle)),
                each(&ours, |(body, obstacle)| body.first_contact(obstacle)),
                each(&ours, |(body, obstacle)| body.contact_time(obstacle)),
                each(&ours, |(body, obstacle)| body.first_entry(obstacle)),
            ];
            let counted = ours.clone();
            let share = move || {
                let mut share = Share::default();
                for (body, obstacle) in counted.iter() {
                    let (answer, effort) = body.first_contact_counted(obstacle);
                    share.hits += f64::from(u8::from(matches!(answer, Answer::Contact(_))));
                    share.left += f64::from(u8::from(effort.left_first_filter));
                    share.exact += f64::from(u8::from(effort.exact));
                }
                let of = counted.len() as f64;
                Share { hits: share.hits / of, left: share.left / of, exact: share.exact / of }
            };
            let check = move || {
                for (i, (q, (body, obstacle))) in queries.iter().zip(ours.iter()).enumerate() {
                    let plain = plain(&q.mover, q.velocity, &q.obstacle);
                    let ours = body.first_contact(obstacle);
                    assert!(agree(&plain, &ours), "{pair}, query {i}: {plain:?}, not {ours:?}");
                }
            };
            Row {
                name,
                is_generic,
                asked: WHO.into_iter().zip(asked).collect(),
                share: Box::new(share),
                check: Box::new(check),
            }
        })
        .collect()
}

fn each<Q: 'static, R>(queries: &Rc<[Q]>, ask: impl Fn(&Q) -> R + 'static) -> Box<dyn Fn()> {
    let queries = queries.clone();
    Box::new(move || {
        for query in queries.iter() {
            black_box(&ask(black_box(query)));
        }
    })
}

/// The rows whose names are wanted.
fn rows(wanted: impl Fn(&str) -> bool) -> Vec<Row> {
    let wanted = &wanted;
    macro_rules! moving {
        () => {
            |body, velocity| body.moving(velocity).expect("a valid motion")
        };
    }
    let mut all = Vec::new();
    all.extend(rows_of(
        wanted,
        "box, triangle",
        &inputs::BOX_TRIANGLE,
        moving!(),
        plain::box_triangle,
        plain::box_triangle_time,
    ));
    all.extend(rows_of(
        wanted,
        "turned box, triangle",
        &inputs::TURNED_TRIANGLE,
        moving!(),
        plain::turned_triangle,
        plain::turned_triangle_time,
    ));
    all.extend(rows_of(
        wanted,
        "box, box",
        &inputs::BOX_BOX,
        moving!(),
        plain::boxes,
        plain::boxes_time,
    ));
    all.extend(rows_of(
        wanted,
        "turned box, turned box",
        &inputs::TURNED_TURNED,
        moving!(),
        plain::turned_boxes,
        plain::turned_boxes_time,
    ));
    all.extend(rows_of(
        wanted,
        "hull, triangle",
        &inputs::HULL_TRIANGLE,
        moving!(),
        |a, v, b| plain::hulls(a, v, b),
        |a, v, b| plain::hulls_time(a, v, b),
    ));
    all.extend(rows_of(
        wanted,
        "hull, hull",
        &inputs::HULL_HULL,
        moving!(),
        |a, v, b| plain::hulls(a, v, b),
        |a, v, b| plain::hulls_time(a, v, b),
    ));
    all
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Returns the nanoseconds per query for each column.
fn times(row: &Row) -> Vec<f64> {
    let mut times = vec![Vec::new(); row.asked.len()];
    let start = Instant::now();
    for pass in 0..PASSES {
        if pass >= 3 && start.elapsed().as_secs_f64() > PATIENCE {
            break;
        }
        for (times, (_, ask)) in times.iter_mut().zip(&row.asked) {
            let clock = Instant::now();
            ask();
            times.push(clock.elapsed().as_secs_f64() / QUERIES as f64 * 1e9);
        }
    }
    times.into_iter().map(median).collect()
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let after = |name: &str| words.iter().position(|word| word == name).map(|i| &words[i + 1..]);
    match after("ask") {
        Some([name, who, count, ..]) => {
            let rows = rows(|of| of == name);
            let row = rows.first().expect("the name of a row");
            let (_, ask) = row.asked.iter().find(|(asked, _)| asked == who).expect("who is asked");
            (0..count.parse().expect("how often")).for_each(|_| ask());
            return println!("{QUERIES} queries");
        }
        Some(_) => return rows(|_| true).iter().for_each(|row| println!("{}", row.name)),
        None => {}
    }
    let part = after("only").and_then(|words| words.first()).map_or("", |word| word);
    println!("Ours over plain floats, and over the generic row of the pair, same run.\n");
    println!(
        "{:<56}{:>9}{:>7}{:>10}{:>10}{:>10}{:>9}{:>7}{:>8}{:>8}",
        "", "plain ns", "time", "all", "time", "entry", "generic", "hits", "left", "exact"
    );
    let mut generic = f64::NAN;
    for row in rows(|name| name.contains(part)) {
        if row.is_generic {
            (row.check)();
        }
        let of = times(&row);
        if row.is_generic {
            generic = of[2];
        }
        let share = (row.share)();
        println!(
            "{:<56}{:>9.1}{:>7.1}{:>10.2}{:>10.2}{:>10.2}{:>9.2}{:>6.0}%{:>7.1}%{:>7.2}%",
            row.name,
            of[0],
            of[1],
            of[2] / of[0],
            of[3] / of[1],
            of[4] / of[0],
            of[2] / generic,
            100.0 * share.hits,
            100.0 * share.left,
            100.0 * share.exact,
        );
    }
}
