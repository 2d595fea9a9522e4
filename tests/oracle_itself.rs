//! Tests of the oracle before it judges the library: cases worked out by hand and a search in
//! floats that uses only closest points agree with it, and it detects wrong answers.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test may stop at what cannot be"
)]

mod oracle;

use oracle::families::{FAMILIES, Family, Rng, varied};
use oracle::{Format, Query, Truth};
use tangency::{Answer, Approach, Contact, Feature};

const CORNER: [[f64; 3]; 3] = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];

fn contact(query: Query) -> Contact<f64, 3> {
    query.expected().contact().unwrap()
}

#[test]
fn straight_down_on_a_vertex() {
    let got = contact(Query::new([0.0, 0.0, 5.0], 1.0, [0.0, 0.0, -1.0], CORNER));
    let want = Contact::new(
        4.0,
        [0.0, 0.0, 1.0],
        [0.0; 3],
        Some([0.0, 0.0, 1.0]),
        Feature::Vertex(0),
        Approach::Approaching,
    );
    assert_eq!(got, want);
}

#[test]
fn straight_down_on_an_edge_and_on_the_face() {
    let on_edge = contact(Query::new([1.0, 0.0, 5.0], 1.0, [0.0, 0.0, -2.0], CORNER));
    assert_eq!(
        (on_edge.time, on_edge.feature, on_edge.point),
        (2.0, Feature::Edge(0), [1.0, 0.0, 0.0])
    );
    let on_long_edge = contact(Query::new([2.0, 2.0, -5.0], 1.0, [0.0, 0.0, 2.0], CORNER));
    assert_eq!((on_long_edge.time, on_long_edge.feature), (2.0, Feature::Edge(1)));
    assert_eq!(on_long_edge.normal, Some([0.0, 0.0, -1.0]));
    let on_face = contact(Query::new([1.0, 1.0, 5.0], 1.0, [0.0, 0.0, -2.0], CORNER));
    assert_eq!(
        (on_face.time, on_face.feature, on_face.point),
        (2.0, Feature::Face, [1.0, 1.0, 0.0])
    );
}

#[test]
fn beside_an_edge_the_time_is_a_surd() {
    // The centre is at height 1/2 above the line of the edge when it touches, 5 − sqrt(3)/2 after
    // the start.
    let got = contact(Query::new([1.0, -5.0, 0.5], 1.0, [0.0, 1.0, 0.0], CORNER));
    let half = 3.0_f64.sqrt() / 2.0;
    assert_eq!((got.time, got.point, got.feature), (5.0 - half, [1.0, 0.0, 0.0], Feature::Edge(0)));
    assert_eq!(got.normal, Some([0.0, -half, 0.5]));
}

#[test]
fn inside_the_endless_cylinder_of_an_edge_there_is_no_past() {
    let query = Query::new([7.0, 0.0, 1.0], 2.0, [1.0, 0.0, -0.25], CORNER);
    assert_eq!(query.expected(), Answer::None);
    let integers = [[-1.0, 1.0, -1.0], [-2.0, -2.0, -2.0], [-3.0, 2.0, -3.0]];
    let query = Query::new([-4.0, -4.0, -2.0], 2.0, [-2.0, -3.0, -3.0], integers);
    assert_eq!(query.expected(), Answer::None);
}

#[test]
fn sliding_along_a_face_starts_at_its_rim() {
    let got = contact(Query::new([-5.0, 1.0, 1.0], 1.0, [1.0, 0.0, 0.0], CORNER));
    assert_eq!((got.time, got.point, got.feature), (5.0, [0.0, 1.0, 0.0], Feature::Edge(2)));
    assert_eq!(got.approach, Approach::Sliding);
    let over_vertices = contact(Query::new([-5.0, 0.0, 1.0], 1.0, [1.0, 0.0, 0.0], CORNER));
    assert_eq!((over_vertices.time, over_vertices.feature), (5.0, Feature::Vertex(0)));
}

#[test]
fn touching_at_the_start_is_contact_at_zero_whatever_comes_next() {
    for (speed, approach) in
        [(-1.0, Approach::Approaching), (0.0, Approach::Sliding), (1.0, Approach::Parting)]
    {
        let got = contact(Query::new([1.0, 1.0, 1.0], 1.0, [0.0, 0.0, speed], CORNER));
        assert_eq!((got.time.to_bits(), got.approach, got.feature), (0, approach, Feature::Face));
    }
    assert!(Query::new([1.0, 1.0, 0.5], 1.0, [0.0; 3], CORNER).expected().overlap().is_some());
}

#[test]
fn a_ray_has_a_normal_on_the_face_only() {
    let face = |velocity: f64, height: f64| {
        contact(Query::new([1.0, 1.0, height], 0.0, [0.0, 0.0, velocity], CORNER))
    };
    assert_eq!(face(-1.0, 2.0).normal, Some([0.0, 0.0, 1.0]));
    assert_eq!(face(1.0, -2.0).normal, Some([0.0, 0.0, -1.0]));
    assert_eq!(face(1.0, 0.0).normal, Some([0.0, 0.0, -1.0]));
    assert_eq!((face(0.0, 0.0).normal, face(0.0, 0.0).approach), (None, Approach::Sliding));
    let edge = contact(Query::new([1.0, 0.0, 2.0], 0.0, [0.0, 0.0, -1.0], CORNER));
    assert_eq!(
        (edge.normal, edge.feature, edge.approach),
        (None, Feature::Edge(0), Approach::Approaching)
    );
    let in_plane = contact(Query::new([-1.0, 1.0, 0.0], 0.0, [1.0, 0.0, 0.0], CORNER));
    assert_eq!((in_plane.time, in_plane.feature), (1.0, Feature::Edge(2)));
}

#[test]
fn the_end_of_the_motion_counts() {
    let mut query = Query::new([0.0, 0.0, 5.0], 1.0, [0.0, 0.0, -1.0], CORNER);
    query.t_max[1] = 4.0;
    assert_eq!(contact(query).time, 4.0);
    query.t_max[1] = 4.0_f64.next_down();
    assert_eq!(query.expected(), Answer::None);
}

#[test]
fn a_moving_obstacle_takes_its_point_along() {
    let mut query = Query::new([1.0, 1.0, 5.0], 1.0, [1.0, 0.0, 0.0], CORNER);
    query.drift = [1.0, 0.0, 2.0];
    let got = contact(query);
    assert_eq!((got.time, got.center, got.point), (2.0, [3.0, 1.0, 5.0], [3.0, 1.0, 4.0]));
}

#[test]
fn half_way_goes_to_even_and_past_the_largest_is_infinite() {
    let fall = |height: f64, speed: f64| {
        let query = Query::new([0.0, 0.0, height], 0.0, [0.0, 0.0, -speed], CORNER).with_corners(1);
        contact(query).time
    };
    assert_eq!(fall(f64::MAX, 0.5), f64::INFINITY);
    assert_eq!(fall(5e-324, 2.0), 0.0);
    assert_eq!(fall(1.5e-323, 2.0), 1e-323);
    assert_eq!(fall(5e-324, 1.9), 5e-324);
    // 1 - 2^-54 lies half-way between 1 - 2^-53 and 1.
    let mut query =
        Query::new([0.0, 0.0, 1.0], times(-54), [0.0, 0.0, -1.0], CORNER).with_corners(1);
    assert_eq!(contact(query).time, 1.0);
    query.radius = times(-54).next_up();
    assert_eq!(contact(query).time, 1.0_f64.next_down());
    let single = Query::new([0.0, 0.0, 16_777_216.0], 0.5, [0.0, 0.0, -1.0], CORNER).to_single();
    assert_eq!(contact(single).time, 16_777_216.0);
    let single =
        Query::new([0.0, 0.0, 16_777_216.0], 0.5_f64 + times(-24), [0.0, 0.0, -1.0], CORNER)
            .to_single();
    assert_eq!(contact(single).time, 16_777_215.0);
}

fn times(power: i32) -> f64 {
    oracle::times_power(1.0, power)
}

/// The distance to the triangle through its closest point, in plain floats by an independent
/// formula.
fn distance(vertices: &[[f64; 3]], x: [f64; 3]) -> f64 {
    let minus = |a: [f64; 3], b: [f64; 3]| [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let along = |a: [f64; 3], b: [f64; 3]| {
        let (e, d) = (minus(b, a), minus(x, a));
        let s = (dot(e, d) / dot(e, e)).clamp(0.0, 1.0);
        let s = if s.is_nan() { 0.0 } else { s };
        let w = minus(d, e.map(|y| y * s));
        dot(w, w).sqrt()
    };
    let rims = (0..vertices.len()).map(|i| along(vertices[i], vertices[(i + 1) % vertices.len()]));
    let rim = rims.fold(f64::INFINITY, f64::min);
    let [a, b, c] = vertices[..] else { return rim };
    let (e, f, d) = (minus(b, a), minus(c, a), minus(x, a));
    let (ee, ef, ff, ed, fd) = (dot(e, e), dot(e, f), dot(f, f), dot(e, d), dot(f, d));
    let area = ee * ff - ef * ef;
    let (s, t) = ((ff * ed - ef * fd) / area, (ee * fd - ef * ed) / area);
    if s > 0.0 && t > 0.0 && s + t < 1.0 {
        let foot = [0, 1, 2].map(|k| d[k] - s * e[k] - t * f[k]);
        rim.min(dot(foot, foot).sqrt())
    } else {
        rim
    }
}

/// The least time at which the distance is at most `reach`, found by a search on a convex function.
fn search(query: &Query, reach: f64, horizon: f64) -> Option<f64> {
    let gap = |t: f64| {
        let x = [0, 1, 2].map(|k| query.center[k] + t * (query.velocity[k] - query.drift[k]));
        distance(&query.vertices[..query.corners], x) - reach
    };
    let (mut low, mut high) = (0.0, horizon);
    for _ in 0..200 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if gap(a) < gap(b) { high = b } else { low = a }
    }
    let (mut before, mut after) = (0.0, low);
    if gap(before) <= 0.0 {
        return Some(0.0);
    }
    if gap(after) > 0.0 {
        return None;
    }
    for _ in 0..200 {
        let middle = f64::midpoint(before, after);
        if gap(middle) > 0.0 { before = middle } else { after = middle }
    }
    Some(after)
}

/// A loose check: if a slightly smaller radius has a contact in floats, there is a contact, not
/// before the contact with a slightly larger radius.
#[test]
fn agrees_with_a_search_in_floats() {
    let tame = [
        "realistic",
        "small integers",
        "level",
        "grazing a face",
        "seams, exactly",
        "past the edge",
        "both moving",
        "slivers",
    ];
    let mut hits = 0;
    for (name, make) in FAMILIES.iter().filter(|(name, _)| tame.contains(name)) {
        let mut rng = Rng::new(0, name);
        for _ in 0..2_000 {
            let query = make(&mut rng);
            let margin = 1e-6 * (1.0 + query.radius);
            let horizon = 1e4;
            let early = search(&query, query.radius + margin, horizon);
            let late = search(&query, query.radius - margin, horizon);
            let slack = 1e-9;
            match query.expected() {
                Answer::None => assert!(late.is_none_or(|t| t > 0.9 * horizon), "{name}: {query}"),
                Answer::Overlap(_) => assert_eq!(early, Some(0.0), "{name}: {query}"),
                Answer::Contact(contact) => {
                    hits += 1;
                    assert!(
                        early.is_some_and(|t| t <= contact.time + slack),
                        "{name}: {query} {contact:?} {early:?}"
                    );
                    assert!(
                        late.is_none_or(|t| t >= contact.time - slack),
                        "{name}: {query} {contact:?} {late:?}"
                    );
                    let place = [0, 1, 2].map(|k| {
                        query.center[k] + contact.time * (query.velocity[k] - query.drift[k])
                    });
                    let off = (distance(&query.vertices, place) - query.radius).abs();
                    assert!(off < 1e-6, "{name}: {query} off by {off}");
                }
            }
        }
    }
    assert!(hits > 4_000, "only {hits} contacts");
}

type Rational = num_rational::BigRational;

fn rational(x: f64) -> Rational {
    Rational::from_float(x).unwrap()
}

fn dot(a: &[Rational; 3], b: &[Rational; 3]) -> Rational {
    (0..3).map(|k| &a[k] * &b[k]).sum()
}

/// The squared distance by its definition, as the least of all candidates that lie in the triangle.
fn squared_distance(query: &Query, t: &Rational) -> Rational {
    let minus = |a: &[Rational; 3], b: &[Rational; 3]| [0, 1, 2].map(|k| &a[k] - &b[k]);
    let speed = minus(&query.velocity.map(rational), &query.drift.map(rational));
    let x = [0, 1, 2].map(|k| rational(query.center[k]) + t * &speed[k]);
    let vertices = query.vertices.map(|p| p.map(rational));
    let [zero, one] = [0.0, 1.0].map(rational);
    let away = |from: &[Rational; 3], parts: &[(&Rational, &[Rational; 3])]| {
        let w = [0, 1, 2]
            .map(|k| &x[k] - &from[k] - parts.iter().map(|(s, e)| *s * &e[k]).sum::<Rational>());
        dot(&w, &w)
    };
    let mut all: Vec<Rational> = vertices[..query.corners].iter().map(|p| away(p, &[])).collect();
    for (i, j) in [(0, 1), (1, 2), (2, 0)].into_iter().take(query.corners * (query.corners - 1) / 2)
    {
        let (e, d) = (minus(&vertices[j], &vertices[i]), minus(&x, &vertices[i]));
        let ee = dot(&e, &e);
        if ee > zero {
            let s = dot(&e, &d) / ee;
            if s > zero && s < one {
                all.push(away(&vertices[i], &[(&s, &e)]));
            }
        }
    }
    let [a, b, c] = &vertices;
    let (e, f, d) = (minus(b, a), minus(c, a), minus(&x, a));
    let (ee, ef, ff, ed, fd) = (dot(&e, &e), dot(&e, &f), dot(&f, &f), dot(&e, &d), dot(&f, &d));
    let area = &ee * &ff - &ef * &ef;
    if query.corners == 3 && area > zero {
        let (s, t) = ((&ff * &ed - &ef * &fd) / &area, (&ee * &fd - &ef * &ed) / &area);
        if s > zero && t > zero && &s + &t < one {
            all.push(away(a, &[(&s, &e), (&t, &f)]));
        }
    }
    all.into_iter().min().unwrap()
}

/// By the definition and with rationals from another crate: the two are apart before the contact,
/// and touch or overlap right after.
#[test]
fn agrees_with_the_definition() {
    let (mut contacts, mut slid_past) = (0, 0);
    for (name, make) in
        FAMILIES.iter().filter(|(name, _)| !name.contains("wild") && !name.contains("range"))
    {
        let mut rng = Rng::new(11, name);
        for _ in 0..60 {
            let query = make(&mut rng);
            let query = varied(&mut rng, query);
            let radius = rational(query.radius);
            let reach = &radius * &radius;
            let at = |t: f64| squared_distance(&query, &rational(t));
            match query.truth() {
                Truth::Overlap(_) => assert!(at(0.0) < reach, "{query}"),
                Truth::None => {
                    let horizon = query.end().min(1e4);
                    let closest = search(&query, 0.0, horizon).unwrap_or(0.0);
                    let times =
                        [0.0, closest, horizon, rng.real(0.0, 1.0), rng.real(0.0, 1.0) * horizon];
                    times
                        .iter()
                        .filter(|t| **t <= query.end())
                        .for_each(|t| assert!(at(*t) > reach, "{query} {t}"));
                }
                Truth::Contact(touch) => {
                    contacts += 1;
                    let down = touch.time.down(&touch.at, Format::DOUBLE);
                    if down == 0.0 {
                        assert!(at(0.0) >= reach, "{query}");
                        continue;
                    }
                    assert!(at(down) >= reach, "{query} {down}");
                    let earlier = [down * rng.real(0.0, 1.0), down.next_down()];
                    earlier.iter().for_each(|t| assert!(at(*t) > reach, "{query} {t}"));
                    // A graze may be over at the next float; a ray's hit always is.
                    let between =
                        query.radius > 0.0 && at(down) > reach && at(down.next_up()) > reach;
                    slid_past += usize::from(between);
                }
            }
        }
    }
    println!("{contacts} contacts, {slid_past} of them between two floats");
    assert!(contacts > 400 && slid_past * 50 < contacts, "{slid_past} of {contacts}");
}

fn each_query(count: usize, mut judge: impl FnMut(&Query)) {
    for (name, make) in FAMILIES {
        let heavy = name.starts_with("wildly") || name.starts_with("special");
        let mut rng = Rng::new(7, name);
        for _ in 0..if heavy { count / 10 } else { count } {
            let query = make(&mut rng);
            judge(&varied(&mut rng, query));
        }
    }
}

#[test]
fn families_make_valid_queries_and_every_kind_of_answer() {
    let mut seen = std::collections::BTreeMap::new();
    let statuses = |(name, make): &Family| {
        let mut rng = Rng::new(1, name);
        let mut count = [0; 3];
        for _ in 0..100 {
            let query = make(&mut rng);
            let query = varied(&mut rng, query);
            assert!(query.is_valid(), "{name}: {query}");
            match query.expected() {
                Answer::None => count[0] += 1,
                Answer::Overlap(_) => count[1] += 1,
                Answer::Contact(_) => count[2] += 1,
            }
        }
        count
    };
    for family in &FAMILIES {
        seen.insert(family.0, statuses(family));
    }
    println!("none, overlap, contact of 100: {seen:#?}");
    assert!(seen.values().all(|[_, _, contacts]| *contacts >= 3), "{seen:#?}");
}

#[test]
fn accepts_its_own_answers() {
    each_query(100, |query| {
        let down = match query.truth() {
            Truth::Contact(touch) => Some(touch.time.down(&touch.at, query.format())),
            _ => None,
        };
        assert_eq!(query.check(&query.expected(), down), Ok(()), "{query}");
    });
}

/// Each field of each answer, moved by one unit in the last place or replaced, is refused.
#[test]
fn refuses_wrong_answers() {
    let mut refused = 0;
    each_query(100, |query| {
        let Truth::Contact(touch) = query.truth() else { return };
        let format = query.format();
        let right = touch.to_contact(format);
        let down = Some(touch.time.down(&touch.at, format));
        for wrong in wrong_contacts(right, format) {
            let verdict = query.check(&Answer::Contact(wrong), down);
            assert!(verdict.is_err(), "{query}\n{right:?}\nwas not told from\n{wrong:?}");
            refused += 1;
        }
        assert!(query.check(&Answer::Contact(right), down.map(|t| format.next_up(t))).is_err());
        assert!(query.check(&Answer::Contact(right), None).is_err());
        assert!(query.check(&Answer::None, None).is_err());
    });
    assert!(refused > 10_000, "only {refused}");
}

fn wrong_contacts(right: Contact<f64, 3>, format: Format) -> Vec<Contact<f64, 3>> {
    let mut wrong = Vec::new();
    for step in
        [|f: Format, x| f.next_up(x), |f: Format, x| f.next_down(x)] as [fn(Format, f64) -> f64; 2]
    {
        // There is no float past infinity.
        let step = |x: f64| if x.is_infinite() { 0.0 } else { step(format, x) };
        wrong.push(
            Contact::new(
                step(right.time),
                right.center,
                right.point,
                right.normal,
                right.feature,
                right.approach,
            )
            .with_other_point(right.other_point),
        );
        for k in 0..3 {
            let with = |mut v: [f64; 3]| {
                v[k] = step(v[k]);
                v
            };
            wrong.push(
                Contact::new(
                    right.time,
                    with(right.center),
                    right.point,
                    right.normal,
                    right.feature,
                    right.approach,
                )
                .with_other_point(right.other_point),
            );
            wrong.push(
                Contact::new(
                    right.time,
                    right.center,
                    with(right.point),
                    right.normal,
                    right.feature,
                    right.approach,
                )
                .with_other_point(right.other_point),
            );
            if right.normal.is_some() {
                wrong.push(
                    Contact::new(
                        right.time,
                        right.center,
                        right.point,
                        right.normal.map(with),
                        right.feature,
                        right.approach,
                    )
                    .with_other_point(right.other_point),
                );
            }
        }
    }
    if right.time == 0.0 {
        wrong.push(
            Contact::new(
                -0.0,
                right.center,
                right.point,
                right.normal,
                right.feature,
                right.approach,
            )
            .with_other_point(right.other_point),
        );
    }
    let other =
        if right.approach == Approach::Sliding { Approach::Approaching } else { Approach::Sliding };
    wrong.push(
        Contact::new(right.time, right.center, right.point, right.normal, right.feature, other)
            .with_other_point(right.other_point),
    );
    wrong.push(right.map_feature(|_| Feature::Vertex(3)));
    wrong
}

/// Prints how fast the oracle is; run it in release with `--nocapture`.
#[test]
#[ignore = "a measurement"]
fn speed() {
    for (name, make) in FAMILIES {
        let mut rng = Rng::new(3, name);
        let queries: Vec<Query> = (0..300).map(|_| make(&mut rng)).collect();
        let answers: Vec<_> = queries.iter().map(|query| query.expected()).collect();
        let start = std::time::Instant::now();
        queries.iter().zip(&answers).for_each(|(query, answer)| {
            let _ = query.check(answer, None);
        });
        println!("{name:30} {:8.0} queries a second", 300.0 / start.elapsed().as_secs_f64());
    }
}
