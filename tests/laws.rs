//! Exact changes of a query, and their effects on the answer. Answers of the library are compared
//! with each other, bit by bit.
//!
//! The oracle is not needed to compare answers. It only decides which triangles are degenerate,
//! because there the name of the feature is free.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test may stop at what cannot be"
)]

mod oracle;

use oracle::families::{FAMILIES, Rng, varied};
use oracle::{Query, Truth, seeds, times_power};
use tangency::{Answer, Contact, ExactAnswer, Feature, Overlap, Sphere, Surd, Triangle};

/// A changed query, and the expected change of the old answer.
struct Changed<'a> {
    query: Query,
    answer: Box<dyn Fn(Reply) -> Reply + 'a>,
}

type Reply = Answer<f64, 3>;

fn changed<'a>(query: Query, answer: impl Fn(Reply) -> Reply + 'a) -> Option<Changed<'a>> {
    query.is_valid().then(|| Changed { query, answer: Box::new(answer) })
}

/// The parts of an answer that a law compares.
#[derive(Clone, Copy)]
struct Parts {
    places: bool,
    feature: bool,
    time: bool,
}

const ALL: Parts = Parts { places: true, feature: true, time: true };

/// Tests a law on at least `least` queries of the families. Half of the queries are varied.
fn hold(
    law: &str,
    families: &[&str],
    least: usize,
    parts: Parts,
    change: impl Fn(&mut Rng, &Query) -> Option<Changed<'static>>,
) {
    let (mut held, mut touched) = (0, 0);
    for seed in seeds() {
        for (name, make) in FAMILIES.iter().filter(|family| families.contains(&family.0)) {
            let mut rng = Rng::new(seed, law);
            let mut here = 0;
            // Some queries cannot be changed exactly; too many would be a mistake in the law.
            for _ in 0..50 * least {
                if here * families.len() >= least {
                    break;
                }
                let query = make(&mut rng);
                let query = if rng.once_in(2) { varied(&mut rng, query) } else { query };
                let Some(Changed { query: other, answer }) = change(&mut rng, &query) else {
                    continue;
                };
                let expected = answer(ask(&query));
                let got = ask(&other);
                let feature = parts.feature && !is_degenerate(&query);
                assert!(
                    same(&expected, &got, Parts { feature, ..parts }),
                    "{law} ({name}): {query}\nbecomes {other}\nexpected {expected:?}\n     got {got:?}"
                );
                here += 1;
                touched += usize::from(got != Answer::None);
            }
            held += here;
        }
    }
    println!("{law}: {held} held, {touched} of them touch");
    assert!(held >= least, "{law}: only {held}");
    assert!(touched * 20 > held, "{law}: only {touched} of {held} touch");
}

fn ask(query: &Query) -> Reply {
    query.ask().unwrap_or_else(|error| panic!("{query} {error}")).answer
}

/// Whether the touched point is in several features of the same dimension, of which any may be
/// named.
fn is_degenerate(query: &Query) -> bool {
    match query.truth() {
        Truth::None => false,
        Truth::Overlap(touch) | Truth::Contact(touch) => touch.features.len() > 1,
    }
}

fn same(a: &Reply, b: &Reply, parts: Parts) -> bool {
    let feature = |a: Feature, b: Feature| !parts.feature || a == b;
    let place = |a: [f64; 3], b: [f64; 3]| !parts.places || a == b;
    match (a, b) {
        (Answer::None, Answer::None) => true,
        (Answer::Overlap(a), Answer::Overlap(b)) => {
            place(a.center, b.center)
                && place(a.point, b.point)
                && a.normal == b.normal
                && feature(a.feature, b.feature)
        }
        (Answer::Contact(a), Answer::Contact(b)) => {
            (!parts.time || a.time.to_bits() == b.time.to_bits())
                && place(a.center, b.center)
                && place(a.point, b.point)
                && a.normal == b.normal
                && feature(a.feature, b.feature)
                && a.approach == b.approach
        }
        _ => false,
    }
}

/// Each vector of an answer, and the feature, replaced.
fn mapped(
    answer: Reply,
    vector: impl Fn([f64; 3]) -> [f64; 3],
    feature: impl Fn(Feature) -> Feature,
) -> Reply {
    match answer {
        Answer::None => Answer::None,
        Answer::Overlap(a) => Answer::Overlap(Overlap::new(
            vector(a.center),
            vector(a.point),
            a.normal.map(&vector),
            feature(a.feature),
        )),
        Answer::Contact(a) => Answer::Contact(
            Contact::new(
                a.time,
                vector(a.center),
                vector(a.point),
                a.normal.map(&vector),
                feature(a.feature),
                a.approach,
            )
            .with_other_point(a.other_point),
        ),
    }
}

fn vectors(mut query: Query, change: impl Fn([f64; 3]) -> [f64; 3]) -> Query {
    let Query { center, velocity, vertices, drift, .. } = &mut query;
    [center, velocity, drift].into_iter().chain(vertices).for_each(|v| *v = change(*v));
    query
}

const MANY: [&str; 12] = [
    "realistic",
    "small integers",
    "level",
    "grazing a face",
    "seams, exactly",
    "seams, nearly",
    "aimed in rounded arithmetic",
    "mixed exponents",
    "slivers",
    "rays at rims",
    "both moving",
    "time limits",
];

/// Families whose numbers are short, so that sums of them are exact.
const SHORT: [&str; 6] = [
    "small integers",
    "level",
    "grazing a face",
    "grazing an edge or a vertex",
    "seams, exactly",
    "rays at rims",
];

#[test]
fn the_order_of_the_vertices_only_names_the_features() {
    hold("order", &MANY, 6_000, ALL, |rng, query| {
        let orders: &[[usize; 3]] = match query.corners {
            3 => &[[1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]],
            2 => &[[1, 0, 2]],
            _ => return None,
        };
        // Vertex i of the changed query is vertex order[i] of the old one.
        let order = rng.pick(orders);
        let corners = query.corners as u8;
        let renamed = move |v: u8| {
            order.iter().position(|old| *old == usize::from(v)).map_or(9, |new| new as u8)
        };
        let feature = move |feature| match feature {
            Feature::Vertex(v) => Feature::Vertex(renamed(v)),
            Feature::Edge(_) if corners == 2 => feature,
            Feature::Edge(e) => {
                let (a, b) = (renamed(e), renamed((e + 1) % 3));
                Feature::Edge(if (a + 1) % 3 == b { a } else { b })
            }
            Feature::Face => Feature::Face,
        };
        changed(Query { vertices: order.map(|old| query.vertices[old]), ..*query }, move |answer| {
            mapped(answer, |v| v, feature)
        })
    });
}

#[test]
fn a_mirror_mirrors() {
    hold("mirror", &MANY, 4_000, ALL, |rng, query| {
        let signs = [0; 3].map(|_| rng.pick(&[1.0, -1.0]));
        let mirror = move |v: [f64; 3]| [v[0] * signs[0], v[1] * signs[1], v[2] * signs[2]];
        changed(vectors(*query, mirror), move |answer| mapped(answer, mirror, |feature| feature))
    });
}

#[test]
fn axes_may_be_swapped() {
    hold("axes", &MANY, 4_000, ALL, |rng, query| {
        let orders: &[[usize; 3]] = if query.plane {
            &[[1, 0, 2]]
        } else {
            &[[1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]]
        };
        let order = rng.pick(orders);
        let swap = move |v: [f64; 3]| order.map(|k| v[k]);
        changed(vectors(*query, swap), move |answer| mapped(answer, swap, |feature| feature))
    });
}

/// `x + y`, if that is a float of the query's kind.
fn exact_sum(x: f64, y: f64) -> Option<f64> {
    let sum = x + y;
    let y_back = sum - x;
    let lost = (x - (sum - y_back)) + (y - y_back);
    (lost == 0.0).then_some(sum)
}

fn exact_sums(a: [f64; 3], b: [f64; 3]) -> Option<[f64; 3]> {
    Some([exact_sum(a[0], b[0])?, exact_sum(a[1], b[1])?, exact_sum(a[2], b[2])?])
}

/// A shift of everything does not change times, normals, features and decisions. Points are shifted
/// and rounded again at their new positions.
#[test]
fn a_translation_by_dyadics_changes_no_time() {
    hold("translation", &SHORT, 4_000, Parts { places: false, ..ALL }, |rng, query| {
        let way = [0; 3].map(|_| rng.int(-1000, 1000) * rng.power(-8, 10));
        let way = if query.plane { [way[0], way[1], 0.0] } else { way };
        let mut other = *query;
        other.center = exact_sums(other.center, way)?;
        for p in &mut other.vertices {
            *p = exact_sums(*p, way)?;
        }
        changed(other, |answer| answer)
    });
}

#[test]
fn lengths_and_speeds_have_units() {
    hold("units", &MANY, 6_000, ALL, |rng, query| {
        let most = if query.single { 12 } else { 150 };
        let [space, speed] = [0; 2].map(|_| rng.int(-most, most) as i32);
        let other = query.scaled(space, speed);
        if other.scaled(-space, -speed) != *query {
            return None;
        }
        let tame = |x: f64| {
            x == 0.0 || query.single && (x as f32).is_normal() || !query.single && x.is_normal()
        };
        if !{ other }.numbers().into_iter().all(|x| tame(*x) || x.is_infinite()) {
            return None;
        }
        let space_unit = move |v: [f64; 3]| v.map(|x| times_power(x, space));
        changed(other, move |answer| match answer {
            Answer::None => Answer::None,
            Answer::Overlap(a) => Answer::Overlap(Overlap::new(
                space_unit(a.center),
                space_unit(a.point),
                a.normal,
                a.feature,
            )),
            Answer::Contact(a) => Answer::Contact(Contact::new(
                times_power(a.time, space - speed),
                space_unit(a.center),
                space_unit(a.point),
                a.normal,
                a.feature,
                a.approach,
            )),
        })
    });
}

/// Which of the two bodies moves does not affect the time; the points do move.
#[test]
fn a_moving_obstacle_is_a_moving_sphere() {
    let families =
        [&SHORT[..], &["both moving", "realistic", "aimed in rounded arithmetic"]].concat();
    hold("relative", &families, 4_000, Parts { places: false, ..ALL }, |rng, query| {
        let relative = exact_sums(query.velocity, query.drift.map(|x| -x))?;
        let (velocity, drift) = match rng.below(3) {
            0 => (relative, [0.0; 3]),
            1 => ([0.0; 3], relative.map(|x| -x)),
            _ => {
                let extra = [0; 3].map(|_| rng.int(-4, 4));
                let extra = if query.plane { [extra[0], extra[1], 0.0] } else { extra };
                (exact_sums(relative, extra)?, extra)
            }
        };
        changed(Query { velocity, drift, ..*query }, |answer| answer)
    });
}

/// If the obstacle is a point, the sphere and the point may be exchanged; the former point is then
/// the centre.
#[test]
fn a_sphere_meets_a_point_as_a_point_meets_a_sphere() {
    hold("roles", &MANY, 4_000, ALL, |_, query| {
        let point = query.with_corners(1);
        let mut other = point;
        (other.center, other.vertices[0]) = (point.vertices[0], point.center);
        (other.velocity, other.drift) = (point.drift, point.velocity);
        // The old query has the whole obstacle, so the obstacle's first vertex is queried again as
        // a point.
        changed(other, move |_| match ask(&point) {
            Answer::None => Answer::None,
            // The point of an overlap, and the centre, also change places.
            Answer::Overlap(a) => Answer::Overlap(Overlap::new(
                a.point,
                a.center,
                a.normal.map(|n| n.map(|x| -x)),
                a.feature,
            )),
            Answer::Contact(a) => Answer::Contact(
                Contact::new(
                    a.time,
                    a.point,
                    a.center,
                    a.normal.map(|n| n.map(|x| -x)),
                    a.feature,
                    a.approach,
                )
                .with_other_point(a.other_point),
            ),
        })
    });
}

/// A contact at a point is the same if the clock starts later.
#[test]
fn a_later_start_changes_no_place() {
    let families = [&SHORT[..], &["both moving"]].concat();
    hold("later", &families, 3_000, Parts { time: false, ..ALL }, |rng, query| {
        let Answer::Contact(contact) = ask(query) else { return None };
        let later = rng.int(1, 7) / 8.0;
        if later > 0.75 * contact.time {
            return None;
        }
        let moved = |from: [f64; 3], velocity: [f64; 3]| {
            let way = velocity.map(|x| x * later);
            let exact = [0, 1, 2].iter().all(|k| velocity[*k].mul_add(later, -way[*k]) == 0.0);
            if exact { exact_sums(from, way) } else { None }
        };
        let mut other = *query;
        other.center = moved(other.center, other.velocity)?;
        for p in &mut other.vertices {
            *p = moved(*p, other.drift)?;
        }
        other.t_max = [f64::INFINITY; 2];
        changed(other, |answer| answer)
    });
}

#[test]
fn a_segment_without_length_is_a_point() {
    hold("no length", &MANY, 3_000, Parts { feature: false, ..ALL }, |_, query| {
        let [a, ..] = query.vertices;
        let point = query.with_corners(1);
        changed(Query { vertices: [a; 3], corners: 2, ..*query }, move |_| ask(&point))
    });
}

#[test]
fn a_triangle_without_area_is_a_segment() {
    hold("no area", &MANY, 6_000, Parts { feature: false, ..ALL }, |rng, query| {
        let [a, b, _] = query.vertices;
        let vertices =
            rng.pick(&[[a, b, b], [a, b, a], [a, a, b], [b, a, a], [b, a, b], [b, b, a]]);
        let segment = query.with_corners(2);
        changed(Query { vertices, corners: 3, plane: false, ..*query }, move |_| ask(&segment))
    });
}

#[test]
fn a_triangle_without_edges_is_a_point() {
    hold("no edges", &MANY, 3_000, Parts { feature: false, ..ALL }, |_, query| {
        let [a, ..] = query.vertices;
        let point = query.with_corners(1);
        changed(Query { vertices: [a; 3], corners: 3, plane: false, ..*query }, move |_| {
            ask(&point)
        })
    });
}

#[test]
fn the_plane_is_a_part_of_space() {
    hold("plane", &MANY, 4_000, ALL, |rng, query| {
        let flat = query.to_plane();
        let flat = if rng.once_in(4) { flat.with_corners(1) } else { flat };
        changed(Query { plane: false, ..flat }, move |_| ask(&flat))
    });
}

/// A contact that is not inside the face is a contact with an edge, to the last bit; and no edge is
/// touched earlier.
#[test]
fn a_triangle_is_met_no_later_than_its_edges() {
    let mut on_rims = 0;
    each(6_000, |query| {
        let Answer::Contact(contact) = ask(query) else { return };
        let [a, b, c] = query.vertices;
        let edges = [[a, b, a], [b, c, b], [c, a, c]]
            .map(|vertices| ask(&Query { vertices, corners: 2, ..*query }));
        let contacts = || edges.iter().filter_map(|answer| answer.contact());
        assert!(contacts().all(|edge| edge.time >= contact.time), "{query} {contact:?} {edges:?}");
        if contact.feature != Feature::Face {
            on_rims += 1;
            let as_edge = contact.map_feature(|_| Feature::Face);
            let met = contacts().any(|edge| edge.map_feature(|_| Feature::Face) == as_edge);
            assert!(met, "{query} {contact:?} {edges:?}");
        }
    });
    assert!(on_rims > 1_000, "only {on_rims}");
}

/// The end of the motion cuts the answer off, and does not change it otherwise.
#[test]
fn an_end_cuts_off() {
    let mut cut = 0;
    each(6_000, |query| {
        let free = Query { t_max: [f64::INFINITY; 2], ..*query };
        let reply = free.ask().unwrap();
        let (Answer::Contact(contact), Some(down)) = (reply.answer, reply.time_down) else {
            return;
        };
        let format = query.format();
        let until = |t: f64| ask(&Query { t_max: [t, f64::INFINITY], ..free });
        assert!(
            contact.time == down || contact.time == format.next_up(down),
            "{free} {contact:?} {down}"
        );
        assert_eq!(until(format.next_up(down)), reply.answer, "{free} {down}");
        if down > 0.0 {
            cut += 1;
            assert_eq!(until(format.next_down(down)), Answer::None, "{free} {down}");
            assert_eq!(
                ask(&Query { t_max: [f64::INFINITY, format.next_down(down)], ..free }),
                Answer::None
            );
        }
    });
    assert!(cut > 1_000, "only {cut}");
}

/// The exact numbers, computed without a filter and rounded, are the answer.
#[test]
fn the_exact_route_agrees() {
    let mut contacts = 0;
    each(3_000, |query| {
        let vector = |v: [Surd; 3]| v.map(|x| x.to_f64());
        let ball = Sphere::new(query.center, query.radius).unwrap().moving(query.velocity).unwrap();
        let ball = ball.until(query.t_max[0]).unwrap();
        let [a, b, c] = query.vertices;
        let triangle = Triangle::new(a, b, c).unwrap().moving(query.drift).unwrap();
        let triangle = triangle.until(query.t_max[1]).unwrap();
        match (ball.first_contact(&triangle), ball.first_contact_exact(&triangle)) {
            (Answer::None, ExactAnswer::None) => {}
            (
                Answer::Overlap(quick),
                ExactAnswer::Overlap(Overlap { center, point, normal, feature, .. }),
            ) => {
                let normal = normal.map(vector);
                let (center, point) = (vector(center), vector(point));
                let exact = Overlap::new(center, point, normal, feature);
                assert_eq!(quick, exact, "{query}");
            }
            (
                Answer::Contact(quick),
                ExactAnswer::Contact(Contact { time, center, point, normal, feature, .. }),
            ) => {
                contacts += 1;
                let (time, normal) = (time.to_f64(), normal.map(vector));
                let (center, point) = (vector(center), vector(point));
                assert_eq!(
                    quick,
                    Contact::new(time, center, point, normal, feature, quick.approach)
                        .with_other_point(quick.other_point),
                    "{query}"
                );
            }
            (quick, exact) => panic!("{query} {quick:?} {exact:?}"),
        }
    });
    assert!(contacts > 500, "only {contacts}");
}

/// Every `f32` is an `f64`: the same decisions, and numbers that differ by the rounding only.
#[test]
fn single_and_double_decide_alike() {
    let mut contacts = 0;
    each(6_000, |query| {
        let single = query.to_single();
        if !single.is_valid() {
            return;
        }
        match (ask(&single), ask(&Query { single: false, ..single })) {
            (Answer::None, Answer::None) => {}
            (Answer::Overlap(narrow), Answer::Overlap(wide)) => {
                assert_eq!(narrow.feature, wide.feature, "{single}")
            }
            (Answer::Contact(narrow), Answer::Contact(wide)) => {
                contacts += 1;
                assert_eq!(
                    (narrow.feature, narrow.approach),
                    (wide.feature, wide.approach),
                    "{single}"
                );
                // Rounding the double again is off by one step at most, and only half-way between
                // two.
                let again = f64::from(wide.time as f32);
                let format = single.format();
                let near = [again, format.next_up(again), format.next_down(again)];
                assert!(near.contains(&narrow.time), "{single} {narrow:?} {wide:?}");
            }
            (narrow, wide) => panic!("{single} {narrow:?} {wide:?}"),
        }
    });
    assert!(contacts > 1_000, "only {contacts}");
}

/// Judges at least `least` triangles of many families.
fn each(least: usize, mut judge: impl FnMut(&Query)) {
    for seed in seeds() {
        for (name, make) in FAMILIES.iter().filter(|family| MANY.contains(&family.0)) {
            let mut rng = Rng::new(seed, name);
            (0..least.div_ceil(MANY.len())).for_each(|_| judge(&make(&mut rng)));
        }
    }
}
