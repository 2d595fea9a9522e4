//! The library itself, queried like all others: by the text of its protocol, or for bodies that the
//! protocol lacks, by the types of the library.

mod ask;

use ask::{body, list, number};
use serde_json::{Value, json};
use std::io::{BufRead, BufWriter, Write, stdin, stdout};
use tangency::{
    AlignedBox, Answer, ConvexBody, Hull, InputError, Moving, OrientedBox, Rotation, Scalar, Shape,
    Triangle,
};
use tangency_protocol::{Names, NoMeshes, answer};

fn vector<T: Scalar>(value: &Value) -> [T; 3] {
    std::array::from_fn(|k| T::nearest(number(&value[k])))
}

fn aligned<T: Scalar>(bounds: &Value) -> Result<AlignedBox<T, 3>, InputError> {
    AlignedBox::new(vector(&bounds["min"]), vector(&bounds["max"]))
}

fn turned<T: Scalar>(it: &Value) -> Result<OrientedBox<T, 3>, InputError> {
    let turn = std::array::from_fn(|k| T::nearest(number(&it["rotation"][k])));
    let turn = Rotation::<T, 3>::new(turn)?;
    OrientedBox::new(vector(&it["center"]), vector(&it["half_extents"]), turn)
}

fn met<T: Scalar, F>(answer: Answer<T, 3, F>) -> Option<f64> {
    match answer {
        Answer::None => None,
        Answer::Overlap(_) => Some(0.0),
        Answer::Contact(contact) => Some(contact.time.widen()),
    }
}

/// The time when a convex body first touches the obstacle of a query.
fn cast<T: Scalar, B>(body: Moving<B>, query: &Value) -> Result<Option<f64>, InputError>
where
    B: ConvexBody + Shape<Scalar = T, Vector = [T; 3]>,
{
    let body = body.until(T::nearest(number(&query["t_max"])))?;
    let (triangle, bounds) = (&query["triangle"], &query["box"]);
    if triangle.is_object() {
        let [a, b, c] = std::array::from_fn(|k| vector::<T>(&triangle["vertices"][k]));
        return Ok(met(body.first_contact(&Triangle::new(a, b, c)?)));
    }
    if bounds.is_object() {
        return Ok(met(body.first_contact(&aligned(bounds)?)));
    }
    Ok(met(body.first_contact(&turned(&query["oriented_box"])?)))
}

fn time_of<T: Scalar>(query: &Value) -> Result<Option<f64>, InputError> {
    let (body, kind) = body(query);
    let way = vector::<T>(&body["velocity"]);
    match kind {
        "moving_box" => cast(aligned::<T>(body)?.moving(way)?, query),
        "moving_oriented_box" => cast(turned::<T>(body)?.moving(way)?, query),
        _ => cast(Hull::new(list(&body["points"]).iter().map(vector::<T>))?.moving(way)?, query),
    }
}

fn of_solids(line: &str) -> Option<Value> {
    let query: Value = serde_json::from_str(line).unwrap();
    if !body(&query).1.starts_with("moving") {
        return None;
    }
    let is_single = query["scalar"] == "f32";
    let time = if is_single { time_of::<f32>(&query) } else { time_of::<f64>(&query) };
    Some(match time {
        Ok(Some(time)) => json!({"status": "contact", "time": time}),
        Ok(None) => json!({"status": "none"}),
        Err(why) => json!({"error": why.to_string()}),
    })
}

fn main() {
    let mut out = BufWriter::new(stdout().lock());
    // The answer is already a line of a runner.
    ask::present(&mut out, "tangency", ask::version("tangency"), "as asked");
    let mut names = Names::default();
    for line in stdin().lock().lines() {
        let line = line.unwrap();
        if let Some(answer) = of_solids(&line) {
            writeln!(out, "{answer}").unwrap();
            continue;
        }
        let (Ok(line) | Err(line)) = answer(line.as_bytes(), &mut NoMeshes, &mut names);
        out.write_all(&line).unwrap();
    }
}
