//! Boxes in one and in four to eight dimensions; a box whose corners are one point is a point.

use super::answer::approach_name;
use super::files::line;
use super::json::{Object, Style, array, string};
use super::questions::{answer, or_null};
use crate::box_oracle::{Query, Real, Touch, Truth, common_exponent, integer};
use crate::overlap_oracle::{Integers, Query as Pair, Radii};
use crate::random::Random;
use num_bigint::BigInt;
use std::array::from_fn;
use tangency::Side;

pub fn questions() -> Vec<String> {
    let contacts = [
        contacts::<1>(),
        contacts::<4>(),
        contacts::<5>(),
        contacts::<6>(),
        contacts::<7>(),
        contacts::<8>(),
    ];
    let of_rounded = [
        of_rounded::<1>(),
        of_rounded::<4>(),
        of_rounded::<5>(),
        of_rounded::<6>(),
        of_rounded::<7>(),
        of_rounded::<8>(),
    ];
    [intersections(), contacts.concat(), of_rounded.concat()].concat()
}

/// First contacts of spheres, which may be points, with boxes, which may be flat or points.
fn contacts<const D: usize>() -> Vec<String> {
    let mut random = Random(61_000 + D as u64);
    (0..24).map(|i| contact(i, &query::<D>(i, &mut random), 0.0)).collect()
}

/// The same for inflated boxes. If the sum of the two radii is a float, the sphere touches an
/// inflated box like a sphere with that sum as its radius touches the inner box.
fn of_rounded<const D: usize>() -> Vec<String> {
    let mut random = Random(62_000 + D as u64);
    let mut lines = Vec::new();
    while lines.len() < 16 {
        let query = query::<D>(lines.len(), &mut random);
        let rounding = query.radius * [0.25, 0.5, 1.0][random.below(3) as usize];
        // The closest point of an overlap is another one.
        if rounding > 0.0 && !matches!(query.truth(), Truth::Overlap(_)) {
            lines.push(contact(lines.len(), &query, rounding));
        }
    }
    lines
}

/// The touched point of an inflated box: from the point of the inner box towards the centre, by the
/// inflation radius.
fn on_surface(point: &Real, center: &Real, rounding: f64, radius: f64) -> Real {
    let (
        Real::Linear { p, q, s, exponent },
        Real::Linear { p: to_p, q: to_q, s: to_s, exponent: unit },
    ) = (point, center)
    else {
        panic!("both are linear in time")
    };
    assert_eq!(exponent, unit);
    let unit = common_exponent([rounding, radius]);
    let [out, rest, all] = [rounding, radius - rounding, radius].map(|x| integer(x, unit));
    let sum = |a: &BigInt, b: &BigInt| a * to_s * &rest + b * s * &out;
    Real::Linear { p: sum(p, to_p), q: sum(q, to_q), s: s * to_s * all, exponent: *exponent }
}

/// A query on a grid; in three of four the sphere moves towards a point of the box.
fn query<const D: usize>(i: usize, random: &mut Random) -> Query<D> {
    let mut numbers = |low, high| -> [f64; D] { from_fn(|_| random.integer(low, high)) };
    let (center, min) = (numbers(-9, 9), numbers(-5, 1));
    let max = if i % 6 == 5 { min } else { numbers(0, 4) };
    let max = from_fn(|k| min[k].max(max[k]));
    let [velocity, drift] = [numbers(-3, 3), numbers(-2, 2)];
    let drift = if i % 5 < 2 { drift } else { [0.0; D] };
    let velocity = match i % 4 {
        3 => velocity,
        corner => from_fn(|k| [min, max][(corner + k) % 2][k] - center[k] + drift[k]),
    };
    let t_max = if i % 7 == 6 { 0.5 } else { f64::INFINITY };
    let (radius, single) = (numbers(0, 4)[0], i % 3 == 2);
    Query { center, radius, velocity, min, max, drift, t_max, single }
}

/// The whole first contact, or one of its times, or whether there is one. The part `rounding` of
/// the radius belongs to the box.
fn contact<const D: usize>(i: usize, query: &Query<D>, rounding: f64) -> String {
    let style = Style { single: query.single, dimension: D };
    let format = query.format();
    let truth = query.truth();
    let touch = match &truth {
        Truth::Contact(touch) => Some(touch),
        _ => None,
    };
    let number = |x: Option<f64>| or_null(x.map(|x| style.number(x)));
    let name = ["first_contact", "contact_time", "time_down", "has_contact"][i / 2 % 4];
    let answer = match name {
        "contact_time" => answer(name, number(touch.map(|t| t.time.nearest(&t.at, format)))),
        "time_down" => answer(name, number(touch.map(|t| t.time.down(&t.at, format)))),
        "has_contact" => answer(name, (!matches!(truth, Truth::None)).to_string()),
        _ => text(query, style, &truth, rounding),
    };
    let body = Object::default()
        .with("center", style.numbers(&query.center))
        .with("radius", style.number(query.radius - rounding))
        .with("velocity", style.numbers(&query.velocity));
    let target = Object::default()
        .with("min", style.numbers(&query.min))
        .with("max", style.numbers(&query.max))
        .with("velocity", style.numbers(&query.drift))
        .with_some("radius", (rounding > 0.0).then(|| style.number(rounding)));
    let request = Object::default()
        .with("query", string(name))
        .with_some("scalar", query.single.then(|| string("f32")))
        .with("sphere", body.text())
        .with("box", target.text())
        .with_some("t_max", query.t_max.is_finite().then(|| style.number(query.t_max)));
    line(request.text(), answer)
}

fn text<const D: usize>(query: &Query<D>, style: Style, truth: &Truth<D>, rounding: f64) -> String {
    let format = query.format();
    let (status, touch) = match truth {
        Truth::None => return Object::default().with("status", string("none")).text(),
        Truth::Overlap(touch) => ("overlap", touch),
        Truth::Contact(touch) => ("contact", touch),
    };
    let vector = |v: &[Real; D]| style.numbers(&v.each_ref().map(|x| x.nearest(&touch.at, format)));
    let overlaps = status == "overlap";
    let normal = if overlaps { touch.across() } else { touch.normal.clone() };
    let surface = |k: usize| on_surface(&touch.point[k], &touch.center[k], rounding, query.radius);
    let point = if rounding > 0.0 { from_fn(surface) } else { touch.point.clone() };
    let object = Object::default()
        .with("status", string(status))
        .with("time", style.number(touch.time.nearest(&touch.at, format)))
        .with("center", vector(&touch.center))
        .with("point", vector(&point))
        .with("normal", or_null(normal.as_ref().map(vector)));
    if overlaps {
        return object.text();
    }
    object
        .with_some("feature", feature(touch))
        .with("approach", approach_name(touch.approach))
        .text()
}

/// The side of the box along each axis; `None` if the box is flat and both sides are right.
fn feature<const D: usize>(touch: &Touch<D>) -> Option<String> {
    let side = |sides: &Vec<Side>| match sides[..] {
        [Side::Min] => Some("-1".to_string()),
        [Side::Between] => Some("0".to_string()),
        [Side::Max] => Some("1".to_string()),
        _ => None,
    };
    let sides = touch.sides.iter().map(side).collect::<Option<Vec<_>>>()?;
    Some(Object::default().with("sides", array(sides)).text())
}

/// Whether round bodies and boxes share a point in one and in four to eight dimensions; each may be
/// solid or hollow.
fn intersections() -> Vec<String> {
    let mut lines = Vec::new();
    for dimension in [1, 4, 5, 6, 7, 8] {
        let mut random = Random(60_000 + dimension as u64);
        for i in 0..24 {
            let mut numbers = |low: i64, high: i64| -> Vec<f64> {
                (0..dimension).map(|_| random.integer(low, high)).collect()
            };
            let (center, min) = (numbers(-4, 4), numbers(-5, 1));
            let max: Vec<f64> =
                min.iter().zip(numbers(0, 5)).map(|(min, extent)| min + extent).collect();
            let all = numbers(1, 6);
            let radii = if i % 2 == 0 { Radii::One(all[0]) } else { Radii::Each(all.clone()) };
            let style = Style { single: i % 3 == 2, dimension };
            let (name, size) = match &radii {
                Radii::One(radius) => ("sphere", ("radius", style.number(*radius))),
                Radii::Each(radii) => ("ellipsoid", ("radii", style.numbers(radii))),
            };
            let hollow = [[true, true], [true, false], [false, true], [false, false]][i / 2 % 4];
            let flag = |set: bool| set.then(|| "true".to_string());
            let body =
                Object::default().with("center", style.numbers(&center)).with(size.0, size.1);
            let target =
                Object::default().with("min", style.numbers(&min)).with("max", style.numbers(&max));
            let request = Object::default()
                .with("query", string("intersects"))
                .with_some("scalar", style.single.then(|| string("f32")))
                .with(name, body.with_some("hollow", flag(hollow[0])).text())
                .with("box", target.with_some("hollow", flag(hollow[1])).text());
            let four = Integers::of(&Pair { center, radii, min, max }).answers();
            let truth = four[usize::from(hollow[0]) + 2 * usize::from(hollow[1])];
            lines.push(line(request.text(), answer("intersects", truth.to_string())));
        }
    }
    lines
}
