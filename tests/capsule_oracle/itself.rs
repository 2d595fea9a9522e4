//! Tests of this oracle before it judges: the oracle for spheres, the definition of a distance, and
//! cases worked out by hand agree with it, and it detects wrong answers.

use crate::capsule_oracle::families::{FAMILIES, varied};
use crate::capsule_oracle::{Axis, Format, Met, Query, Real, Reply, Scene, Time, Touch, Truth};
use crate::oracle::{self, families as of_spheres};
use crate::random::Random;
use num_bigint::BigInt;
use num_rational::BigRational as Rational;
use num_traits::{One, Signed, Zero};
use std::cmp::Ordering;
use tangency::{
    Answer, Approach, Contact, Feature, Inflatable, Inflated, InputError, Moving, Obstacle,
    Overlap, Point, Segment, Sphere, Triangle,
};

/// Some queries of each family.
fn each(seed: u64, count: usize, mut visit: impl FnMut(Query)) {
    for (place, (_, make)) in FAMILIES.into_iter().enumerate() {
        let mut random = Random(seed + place as u64);
        for _ in 0..count {
            let query = make(&mut random);
            visit(varied(&mut random, query));
        }
    }
}

// ---- spheres ----

fn met(answer: Answer<f64, 3>) -> Met {
    match answer {
        Answer::None => Met::None,
        Answer::Overlap(Overlap { center, point, normal, feature, .. }) => {
            Met::Overlap { center, point, normal, feature }
        }
        Answer::Contact(Contact { time, center, point, normal, feature, approach, .. }) => {
            let (other_point, approach) = (None, Some(approach));
            Met::Contact { time, center, point, other_point, normal, feature, approach }
        }
    }
}

/// A capsule whose axis is a point is a sphere, which the oracle for spheres can judge.
#[test]
fn an_axis_without_length() {
    for (name, make) in of_spheres::FAMILIES {
        let mut rng = of_spheres::Rng::new(11, name);
        for i in 0..1_000 {
            let sphere = make(&mut rng);
            let sphere = of_spheres::varied(&mut rng, sphere);
            let oracle::Query { center, radius, velocity, vertices, corners, .. } = sphere;
            let oracle::Query { drift, t_max, plane, single, .. } = sphere;
            let plain = Query::new(center, [0.0; 3], radius, velocity, vertices);
            let axis = if i % 2 == 0 { Axis::To(center) } else { Axis::Along([0.0; 3]) };
            let query = Query { axis, corners, drift, t_max, plane, single, ..plain };
            let reply = Reply { met: met(sphere.expected()), ..query.expected() };
            let checked = query.check(&reply);
            assert!(checked.is_ok(), "{name}: {query:?}\n{:?}\n{reply:?}", checked.err());
        }
    }
}

/// For inflated obstacles, last contacts and first entries, the oracle agrees with the library's
/// answers for spheres, which other oracles have judged.
#[test]
fn an_axis_without_length_rounded() {
    let mut asked = 0;
    each(12, 600, |query| {
        let query = Query { axis: Axis::Along([0.0; 3]), ..query };
        if query.plane || query.single {
            return;
        }
        let reply = of_sphere(&query).unwrap();
        let checked = query.check(&reply);
        assert!(checked.is_ok(), "{query:?}\n{:?}\n{reply:?}", checked.err());
        asked += 1;
    });
    assert!(asked > 7_000, "{asked}");
}

fn of_sphere(query: &Query) -> Result<Reply, InputError> {
    let sphere =
        Sphere::new(query.a, query.radius)?.moving(query.velocity)?.until(query.t_max[0])?;
    let [a, b, c] = query.vertices;
    match query.corners {
        1 => of_shape(query, &sphere, Point::new(a)?),
        2 => of_shape(query, &sphere, Segment::new(a, b)?),
        _ => of_shape(query, &sphere, Triangle::new(a, b, c)?),
    }
}

fn of_shape<S>(
    query: &Query,
    sphere: &Moving<Sphere<f64, 3>>,
    shape: S,
) -> Result<Reply, InputError>
where
    S: Inflatable<Scalar = f64, Vector = [f64; 3]>,
    Moving<Inflated<S>>: Obstacle<f64, 3, Feature = Feature>,
{
    let shape = Inflated::new(shape, query.rounding)?.moving(query.drift)?.until(query.t_max[1])?;
    let answer = met(sphere.first_contact(&shape));
    Ok(Reply {
        met: answer.clone(),
        exact: answer,
        entry: met(sphere.first_entry(&shape)),
        contact_time: sphere.contact_time(&shape),
        time_down: sphere.time_down(&shape),
        last_time: sphere.last_time(&shape),
    })
}

/// The points from which the axis meets the obstacle are a prism, whose faces are eight triangles.
/// From outside, a capsule touches when a sphere of the total radius touches one of them.
#[test]
fn a_sphere_and_eight_triangles() {
    let (mut contacts, mut overlaps) = (0, 0);
    for (place, name) in
        ["grid", "parallel", "built backwards", "resting", "grazing"].iter().enumerate()
    {
        let make = FAMILIES.iter().find(|family| family.0 == *name).unwrap().1;
        let mut random = Random(13 + place as u64);
        for _ in 0..1_000 {
            let query = make(&mut random);
            let Axis::Along(axis) = query.axis else { panic!() };
            let away = |p: [f64; 3]| [0, 1, 2].map(|k| p[k] - axis[k]);
            let [a, b, c] = query.vertices;
            let mut faces = vec![query.vertices, query.vertices.map(away)];
            for [p, q] in [[a, b], [b, c], [c, a]] {
                faces.extend([[p, q, away(q)], [p, away(q), away(p)]]);
            }
            let answers: Vec<_> = faces
                .into_iter()
                .map(|face| {
                    oracle::Query::new(query.a, query.radius, query.velocity, face).expected()
                })
                .collect();
            let first = answers.iter().filter_map(|answer| answer.contact());
            let first = first.min_by(|one, other| one.time.total_cmp(&other.time));
            let expected = query.expected().met;
            let is_overlap = answers.iter().any(|answer| answer.overlap().is_some());
            match (expected, first) {
                (Met::None, None) => assert!(!is_overlap, "{query:?}"),
                (Met::Contact { time, center, normal, .. }, Some(first)) => {
                    assert!(!is_overlap, "{query:?}");
                    assert_eq!((time, center), (first.time, first.center), "{query:?}");
                    if !query.is_thin() {
                        assert_eq!(normal, first.normal, "{query:?}");
                    }
                    contacts += 1;
                }
                // If the capsule starts in the prism, all faces may be apart, or on the path out.
                (Met::Overlap { .. }, _) => overlaps += 1,
                (expected, first) => panic!("{query:?}\n{expected:?}\n{first:?}"),
            }
        }
    }
    assert!(contacts > 1_500 && overlaps > 100, "{contacts} {overlaps}");
}

// ---- by definition ----

type V = [Rational; 3];

fn dot(a: &V, b: &V) -> Rational {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

fn minus(a: &V, b: &V) -> V {
    [0, 1, 2].map(|k| &a[k] - &b[k])
}

fn plus(a: &V, s: &Rational, b: &V) -> V {
    [0, 1, 2].map(|k| &a[k] + s * &b[k])
}

fn cross(a: &V, b: &V) -> V {
    [0, 1, 2].map(|k| &a[(k + 1) % 3] * &b[(k + 2) % 3] - &a[(k + 2) % 3] * &b[(k + 1) % 3])
}

fn rational(v: &[BigInt; 3]) -> V {
    v.each_ref().map(|x| Rational::from(x.clone()))
}

/// The solution of a system of equations, each with its right side at the end. It is none if there
/// is not exactly one solution.
fn solved(mut rows: Vec<Vec<Rational>>) -> Option<Vec<Rational>> {
    let n = rows.len();
    for i in 0..n {
        let pivot = (i..n).find(|j| !rows[*j][i].is_zero())?;
        rows.swap(i, pivot);
        let first = rows[i].clone();
        for (j, row) in rows.iter_mut().enumerate() {
            let factor = &row[i] / &first[i];
            if j != i && !factor.is_zero() {
                row.iter_mut().zip(&first).for_each(|(x, y)| *x -= &factor * y);
            }
        }
    }
    Some((0..n).map(|i| &rows[i][n] / &rows[i][i]).collect())
}

/// The least square of `|gap + Σ x_i along_i|` over all numbers `x_i`, and the `x` that has it.
fn least(gap: &V, along: &[V]) -> Option<(Rational, Vec<Rational>)> {
    let row = |v: &V| along.iter().map(|w| dot(v, w)).chain([-dot(v, gap)]).collect();
    let x = solved(along.iter().map(row).collect())?;
    let end = x.iter().zip(along).fold(gap.clone(), |sum, (x, v)| plus(&sum, x, v));
    Some((dot(&end, &end), x))
}

/// An obstacle and an axis, as rational numbers.
struct Exact {
    corners: Vec<V>,
    from: V,
    velocity: V,
    axis: V,
    reach: Rational,
}

impl Exact {
    fn new(scene: &Scene) -> Self {
        Self {
            corners: scene.hull.corners.iter().map(rational).collect(),
            from: rational(&scene.path.from),
            velocity: rational(&scene.path.velocity),
            axis: rational(&scene.axis),
            reach: Rational::from(scene.reach.clone()),
        }
    }

    fn a(&self, t: &Rational) -> V {
        plus(&self.from, t, &self.velocity)
    }

    /// The square of the distance of a segment from the obstacle: the least over all choices of a
    /// face, an edge or a vertex for the nearest point of each.
    fn squared(&self, a: &V, axis: &V) -> Rational {
        let one = Rational::one();
        let n = self.corners.len();
        let mut faces: Vec<Vec<usize>> = (0..n).map(|i| vec![i]).collect();
        faces.extend((0..n).flat_map(|i| (i + 1..n).map(move |j| vec![i, j])));
        if n == 3 {
            faces.push(vec![0, 1, 2]);
        }
        let ends = [a.clone(), plus(a, &one, axis)];
        let mut best: Option<Rational> = None;
        let mut keep = |squared: Rational| {
            if best.as_ref().is_none_or(|best| squared < *best) {
                best = Some(squared);
            }
        };
        for face in faces {
            let base = &self.corners[face[0]];
            let spans: Vec<V> = face[1..].iter().map(|j| minus(base, &self.corners[*j])).collect();
            let is_within = |x: &[Rational]| {
                x.iter().all(|x| !x.is_negative()) && x.iter().sum::<Rational>() <= one
            };
            for end in &ends {
                if let Some((squared, x)) = least(&minus(end, base), &spans)
                    && is_within(&x)
                {
                    keep(squared);
                }
            }
            let all: Vec<V> = [axis.clone()].into_iter().chain(spans).collect();
            if let Some((squared, x)) = least(&minus(a, base), &all)
                && is_within(&x[..1])
                && is_within(&x[1..])
            {
                keep(squared);
            }
        }
        best.unwrap()
    }

    /// The point of the obstacle nearest to a given point.
    fn nearest(&self, x: &V) -> V {
        let pick = |from: &[V]| {
            let base = &from[0];
            let spans: Vec<V> = from[1..].iter().map(|p| minus(base, p)).collect();
            let (squared, at) = least(&minus(x, base), &spans)?;
            let is_within = at.iter().all(|x| !x.is_negative())
                && at.iter().sum::<Rational>() <= Rational::one();
            let point = at.iter().zip(&spans).fold(base.clone(), |sum, (s, v)| plus(&sum, &-s, v));
            is_within.then_some((squared, point))
        };
        let all = &self.corners;
        let n = all.len();
        let mut found: Vec<_> = all.iter().filter_map(|p| pick(std::slice::from_ref(p))).collect();
        let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| [i, j]));
        found.extend(pairs.filter_map(|[i, j]| pick(&[all[i].clone(), all[j].clone()])));
        found.extend((n == 3).then(|| pick(all)).flatten());
        found.into_iter().min_by(|one, other| one.0.cmp(&other.0)).unwrap().1
    }

    /// The name of the feature of a triangle that has an area, by the weights of the point.
    fn feature(&self, x: &V) -> Option<Feature> {
        let [a, b, c] = &self.corners[..] else { return None };
        let n = cross(&minus(b, a), &minus(c, a));
        if dot(&n, &n).is_zero() {
            return None;
        }
        let weight = |p: &V, q: &V| dot(&n, &cross(&minus(p, x), &minus(q, x)));
        let weights = [weight(b, c), weight(c, a), weight(a, b)];
        assert!(weights.iter().all(|w| !w.is_negative()));
        Some(match weights.each_ref().map(Zero::is_zero) {
            [false, true, true] => Feature::Vertex(0),
            [true, false, true] => Feature::Vertex(1),
            [true, true, false] => Feature::Vertex(2),
            [false, false, true] => Feature::Edge(0),
            [true, false, false] => Feature::Edge(1),
            [false, true, false] => Feature::Edge(2),
            _ => Feature::Face,
        })
    }
}

fn two_to(e: i32) -> Rational {
    let power = Rational::from(BigInt::one() << e.unsigned_abs());
    if e < 0 { power.recip() } else { power }
}

/// Before the first and after the last touch the distance is more than the reach, between them it
/// is not.
#[test]
fn the_distance_at_many_times() {
    let (mut later, mut ended) = (0, 0);
    each(14, 45, |query| {
        let query = Query { t_max: [f64::INFINITY; 2], ..query };
        let scene = Scene::new(&query);
        let (truth, last) = (scene.first_contact(), scene.last_time());
        let exact = Exact::new(&scene);
        let first = match &truth {
            Truth::Contact(touch) => Some(&touch.time),
            _ => None,
        };
        let mut times = vec![0.0, 0.125, 1.0, 1.5, 1e3];
        for time in first.into_iter().chain(&last) {
            let near = time.nearest(&Time::Start, query.format());
            times.extend([near, near.next_down(), near.next_up(), near * 0.75, near * 1.25]);
        }
        for time in times.into_iter().filter(|t| *t >= 0.0 && t.is_finite()) {
            let (m, e) = super::capsule_oracle::decode(time);
            let is_before = |x: &Real| x.cmp(&Time::Start, m, e).is_gt();
            let is_after = |x: &Real| x.cmp(&Time::Start, m, e).is_lt();
            let apart = matches!(truth, Truth::None)
                || first.is_some_and(is_before)
                || last.as_ref().is_some_and(is_after);
            let t = Rational::from(BigInt::from(m)) * two_to(e + scene.speed - scene.space);
            let squared = exact.squared(&exact.a(&t), &exact.axis);
            let order = squared.cmp(&(&exact.reach * &exact.reach));
            assert_eq!(order.is_gt(), apart, "{query:?} at {time:?}");
            if time == 0.0 && !query.is_thin() {
                let overlaps = matches!(truth, Truth::Overlap(_));
                assert_eq!(order.is_lt(), overlaps, "{query:?}");
            }
        }
        later += usize::from(first.is_some());
        ended += usize::from(last.is_some());
    });
    assert!(later > 300 && ended > 300, "{later} {ended}");
}

/// The nearest points of the axis, or the points of it that touch, and the touched points are right
/// by the distance of each of many points, at rational times.
#[test]
fn the_distance_of_many_points_of_the_axis() {
    let mut counts = [0; 4];
    each(15, 200, |query| {
        let scene = Scene::new(&query);
        let truth = scene.first_contact();
        let (Truth::Contact(touch) | Truth::Overlap(touch)) = &truth else { return };
        let Some((n, d)) = touch.moment.as_ratio() else { return };
        let is_overlap = matches!(truth, Truth::Overlap(_));
        let exact = Exact::new(&scene);
        let t = Rational::new(n, d);
        let at = |s: &Rational| plus(&exact.a(&t), s, &exact.axis);
        let squared = |s: &Rational| {
            let x = at(s);
            let gap = minus(&x, &exact.nearest(&x));
            dot(&gap, &gap)
        };
        let [low, high] = touch.span.each_ref().map(|end| {
            let (p, r, s) = (&end.p, &end.r, &end.s);
            (Rational::from(p.clone()) + Rational::from(r.clone()) * &t) / Rational::from(s.clone())
        });
        let least = squared(&low);
        let reach = &exact.reach * &exact.reach;
        if !is_overlap {
            assert_eq!(least, reach, "{query:?}");
        } else if !query.is_thin() {
            assert!(least < reach, "{query:?}");
        }
        let one = Rational::one();
        let (middle, tiny) = ((&low + &high) / (&one + &one), two_to(-40));
        let mut samples: Vec<Rational> =
            (0..=8).map(|i| Rational::new(i.into(), 8.into())).collect();
        samples.extend([&low - &tiny, &high + &tiny, high.clone(), middle]);
        for s in samples.into_iter().filter(|s| !s.is_negative() && *s <= one) {
            let order = squared(&s).cmp(&least);
            // If the axis has length zero, all its points are one.
            let is_one = exact.axis.iter().all(Zero::is_zero);
            let expected =
                if is_one || low <= s && s <= high { Ordering::Equal } else { Ordering::Greater };
            assert_eq!(order, expected, "{query:?} at {s}");
        }
        let within = Rational::from(scene.rounding.clone());
        let within = &within * &within;
        if is_overlap && !scene.rounding.is_zero() && least <= within {
            // The axis enters the inflated obstacle: the point is the first point of the axis
            // there.
            assert!(touch.normal.is_none(), "{query:?}");
            let first = part_of_axis(&query, &touch.point);
            for i in 0..=64 {
                let s = Rational::new(i.into(), 64.into());
                let part = f64::from(i) / 64.0;
                match squared(&s) <= within {
                    true => assert!(first <= part + 1e-6, "{query:?} {first} {s}"),
                    false if s <= low => assert!(part <= first + 1e-6, "{query:?} {first} {s}"),
                    false => {}
                }
            }
            counts[2 + usize::from(low < high)] += 1;
            return;
        }
        let judge = PointJudge { query: &query, scene: &scene, exact: &exact, t: &t, is_overlap };
        judge.judge(touch, &at(&low), &touch.point);
        if let Some(other) = &touch.other_point {
            judge.judge(touch, &at(&high), other);
        }
        let core = exact.nearest(&at(&low));
        if let Some(feature) = exact.feature(&core) {
            assert_eq!(touch.features, [feature], "{query:?}");
        }
        let kind = 2 * usize::from(is_overlap) + usize::from(low < high);
        counts[kind] += 1;
    });
    assert!(counts.iter().all(|count| *count > 50), "{counts:?}");
}

/// The approximate parameter of a point along the axis; zero if the axis has length zero.
fn part_of_axis(query: &Query, point: &[Real; 3]) -> f64 {
    let axis = match query.axis {
        Axis::To(b) => [0, 1, 2].map(|k| b[k] - query.a[k]),
        Axis::Along(axis) => axis,
    };
    let longest = (0..3).max_by(|&i, &j| axis[i].abs().total_cmp(&axis[j].abs())).unwrap();
    if axis[longest] == 0.0 {
        return 0.0;
    }
    let at = point[longest].nearest(&Time::Start, Format::DOUBLE);
    (at - query.a[longest]) / axis[longest]
}

struct PointJudge<'a> {
    query: &'a Query,
    scene: &'a Scene,
    exact: &'a Exact,
    t: &'a Rational,
    is_overlap: bool,
}

impl PointJudge<'_> {
    /// Whether a touched point, the normal and the approach are right relative to the point of the
    /// axis.
    fn judge(&self, touch: &Touch, x: &V, point: &[Real; 3]) {
        let Self { query, scene, exact, t, is_overlap } = *self;
        let core = exact.nearest(x);
        let gap = minus(x, &core);
        let squared = dot(&gap, &gap);
        let rounding = Rational::from(scene.rounding.clone());
        let has_normal =
            squared > if is_overlap { &rounding * &rounding } else { Rational::zero() };
        assert_eq!(touch.normal.is_some(), has_normal, "{query:?}");
        // The following checks need a gap of rational length.
        let root = |x: &BigInt| Some(x.sqrt()).filter(|root| root * root == *x);
        let (Some(n), Some(d)) = (root(squared.numer()), root(squared.denom())) else { return };
        let length = Rational::new(n, d);
        let surface = if has_normal {
            plus(&core, &(&rounding / &length), &gap)
        } else if is_overlap {
            x.clone()
        } else {
            core
        };
        let expected = plus(&surface, t, &rational(&scene.drift));
        let nearest = |x: &Real| x.nearest(&Time::Start, query.format());
        let number = |x: &Rational, exponent: i32| Real::Surd {
            x: x.numer().clone(),
            y: BigInt::ZERO,
            q: BigInt::ZERO,
            s: x.denom().clone(),
            exponent,
        };
        for k in 0..3 {
            let expected = nearest(&number(&expected[k], scene.space));
            assert_eq!(nearest(&point[k]), expected, "{query:?}");
        }
        for (k, n) in touch.normal.iter().flatten().enumerate() {
            let expected = nearest(&number(&(&gap[k] / &length), 0));
            assert_eq!(nearest(n), expected, "{query:?}");
        }
        if !is_overlap {
            let approach = match dot(&gap, &exact.velocity).cmp(&Rational::zero()) {
                Ordering::Less => Approach::Approaching,
                Ordering::Equal => Approach::Sliding,
                Ordering::Greater => Approach::Parting,
            };
            assert_eq!(touch.approach, approach, "{query:?}");
        }
    }
}

/// A capsule without thickness overlaps an obstacle only if it still meets the obstacle after every
/// very small translation.
#[test]
fn what_pierces_still_does_when_moved() {
    let mut counts = [0; 3];
    for (name, make) in FAMILIES
        .into_iter()
        .filter(|(name, _)| ["grid", "parallel", "thin", "pierced"].contains(name))
    {
        let mut random = Random(16);
        for _ in 0..400 {
            let query = Query { radius: 0.0, ..make(&mut random) };
            if query
                .clone()
                .numbers()
                .iter()
                .any(|(_, x)| x.is_finite() && (**x * 64.0).fract() != 0.0)
            {
                continue;
            }
            let scene = Scene::new(&query);
            let exact = Exact::new(&scene);
            let tiny = two_to(-40);
            let meets = |a: &V| exact.squared(a, &exact.axis).is_zero();
            let unit =
                |k: usize| [0, 1, 2].map(|i| Rational::from(BigInt::from(i32::from(i == k))));
            let all = (0..3).all(|k| {
                [tiny.clone(), -&tiny].iter().all(|s| meets(&plus(&exact.from, s, &unit(k))))
            });
            let kind = match (meets(&exact.from), all) {
                (true, true) => 0,
                (true, false) => 1,
                _ => 2,
            };
            counts[kind] += 1;
            let is_right = match scene.first_contact() {
                Truth::Overlap(_) => kind == 0,
                Truth::Contact(touch) if touch.moment.is_start() => kind == 1,
                _ => kind == 2,
            };
            assert!(is_right, "{name}: {query:?}");
        }
    }
    assert!(counts.iter().all(|count| *count > 50), "{counts:?}");
}

// ---- by hand ----

const FLOOR: [[f64; 3]; 3] = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];

/// A capsule that lies falls on a floor, and extends beyond the floor's rim.
#[test]
fn a_log_on_a_floor() {
    let query = Query::new([1.0, 1.0, 3.0], [8.0, 0.0, 0.0], 1.0, [0.0, 0.0, -2.0], FLOOR);
    let reply = query.expected();
    let met = Met::Contact {
        time: 1.0,
        center: [1.0, 1.0, 1.0],
        point: [1.0, 1.0, 0.0],
        other_point: Some([3.0, 1.0, 0.0]),
        normal: Some([0.0, 0.0, 1.0]),
        feature: Feature::Face,
        approach: Some(Approach::Approaching),
    };
    assert_eq!(reply.met, met);
    assert_eq!((reply.entry, reply.last_time), (met, Some(2.0)));
    // The same with a reversed axis, an inflated obstacle, and both moving along.
    let query = Query {
        a: [9.0, 1.0, 3.0],
        axis: Axis::To([1.0, 1.0, 3.0]),
        radius: 0.75,
        rounding: 0.25,
        velocity: [1.0, 0.0, -2.0],
        drift: [1.0, 0.0, 0.0],
        ..query
    };
    let Met::Contact { time, center, point, other_point, normal, feature, .. } =
        query.expected().met
    else {
        panic!()
    };
    assert_eq!((time, center), (1.0, [10.0, 1.0, 1.0]));
    assert_eq!((point, other_point), ([4.0, 1.0, 0.25], Some([2.0, 1.0, 0.25])));
    assert_eq!((normal, feature), (Some([0.0, 0.0, 1.0]), Feature::Edge(1)));
}

/// A person stands on the floor, walks, and touches a wall by its side.
#[test]
fn a_person_at_a_wall() {
    let up = [0.0, 0.0, 2.0];
    let standing = Query::new([1.0, 1.0, 0.5], up, 0.5, [1.0, 0.0, 0.0], FLOOR);
    let reply = standing.expected();
    let Met::Contact { time, approach, .. } = reply.met else { panic!() };
    assert_eq!((time, approach, reply.entry), (0.0, Some(Approach::Sliding), Met::None));
    // The contact ends over the rim x + y = 4.
    assert_eq!(reply.last_time, Some(2.0));

    let wall = [[5.0, 0.0, -1.0], [5.0, 4.0, -1.0], [5.0, 0.0, 7.0]];
    let walking = Query { vertices: wall, ..standing };
    let met = Met::Contact {
        time: 3.5,
        center: [4.5, 1.0, 0.5],
        point: [5.0, 1.0, 0.5],
        other_point: Some([5.0, 1.0, 2.5]),
        normal: Some([-1.0, 0.0, 0.0]),
        feature: Feature::Face,
        approach: Some(Approach::Approaching),
    };
    assert_eq!(walking.expected().met, met);
    let late = Query { t_max: [3.0, f64::INFINITY], ..walking };
    assert_eq!(late.expected().met, Met::None);
}

/// An axis and an edge that cross each other touch at one inner point of each.
#[test]
fn an_edge_across() {
    let query = Query {
        corners: 2,
        ..Query::new(
            [-1.0, 0.0, 5.0],
            [2.0, 0.0, 0.0],
            1.0,
            [0.0, 0.0, -1.0],
            [[0.0, -3.0, 0.0], [0.0, 1.0, 0.0], [0.0; 3]],
        )
    };
    let Met::Contact { time, center, point, other_point, feature, .. } = query.expected().met
    else {
        panic!()
    };
    assert_eq!((time, center, point), (4.0, [-1.0, 0.0, 1.0], [0.0, 0.0, 0.0]));
    assert_eq!((other_point, feature), (None, Feature::Edge(0)));
    // The axis crosses the edge at the start.
    let crossed = Query { a: [-1.0, 0.0, 0.0], ..query };
    let overlap = Met::Overlap {
        center: [-1.0, 0.0, 0.0],
        point: [0.0; 3],
        normal: None,
        feature: Feature::Edge(0),
    };
    assert_eq!(crossed.expected().met, overlap);
}

// ---- wrong answers are detected ----

/// A right reply with any number moved by one unit in the last place, or with another name, is
/// detected.
#[test]
fn wrong_replies_are_noticed() {
    let mut noticed = 0;
    each(17, 40, |query| {
        let right = query.expected();
        assert!(query.check(&right).is_ok(), "{query:?}");
        let wrong = |reply: &Reply| {
            assert!(query.check(reply).is_err(), "{query:?}\n{reply:?}");
        };
        if query.is_thin() {
            return;
        }
        let format = query.format();
        let off = |x: f64| if x == f64::INFINITY { f64::MAX } else { format.next_up(x) };
        let moved =
            |v: [f64; 3], k: usize| [0, 1, 2].map(|i| if i == k { off(v[i]) } else { v[i] });
        for k in 0..3 {
            let mut reply = right.clone();
            match &mut reply.met {
                Met::None => continue,
                Met::Overlap { point, .. } => *point = moved(*point, k),
                Met::Contact { point, .. } => *point = moved(*point, k),
            }
            wrong(&reply);
            reply = right.clone();
            match &mut reply.met {
                Met::Overlap { center, .. } | Met::Contact { center, .. } => {
                    *center = moved(*center, k)
                }
                Met::None => {}
            }
            wrong(&reply);
            reply = right.clone();
            if let Met::Overlap { normal: Some(n), .. } | Met::Contact { normal: Some(n), .. } =
                &mut reply.met
            {
                *n = moved(*n, k);
                wrong(&reply);
            }
            reply = right.clone();
            if let Met::Contact { other_point: Some(p), .. } = &mut reply.met {
                *p = moved(*p, k);
                wrong(&reply);
            }
            noticed += 1;
        }
        for turned in [Met::None, right.met.clone()] {
            if turned != right.exact {
                wrong(&Reply { exact: turned.clone(), ..right.clone() });
            }
            if turned != right.entry {
                wrong(&Reply { entry: turned, ..right.clone() });
            }
        }
        let other = |time: Option<f64>| Some(time.map_or(1.0, off));
        wrong(&Reply { contact_time: other(right.contact_time), ..right.clone() });
        wrong(&Reply { time_down: other(right.time_down), ..right.clone() });
        wrong(&Reply { last_time: other(right.last_time), ..right.clone() });
        let changed = |change: fn(&mut Met)| {
            let mut reply = right.clone();
            change(&mut reply.met);
            if reply != right {
                wrong(&reply);
            }
        };
        changed(|met| {
            if let Met::Contact { other_point: other, point, .. } = met {
                *other = if other.is_some() { None } else { Some(*point) };
            }
        });
        changed(|met| {
            if let Met::Contact { approach, .. } = met {
                *approach = Some(match approach {
                    Some(Approach::Approaching) => Approach::Sliding,
                    _ => Approach::Approaching,
                });
            }
        });
        changed(|met| {
            if let Met::Contact { normal, .. } | Met::Overlap { normal, .. } = met {
                *normal = if normal.is_some() { None } else { Some([1.0, 0.0, 0.0]) };
            }
        });
        let mut reply = right.clone();
        if let Met::Contact { time, .. } = &mut reply.met {
            *time = off(*time);
            wrong(&reply);
        }
    });
    assert!(noticed > 1_000, "{noticed}");
}
