//! `cast_shapes` of parry, which Rapier and Avian ask too: `parry f32` or `parry f64`.

use serde_json::{Value, json};
use std::io::{BufRead, BufWriter, Write, stdin, stdout};

/// A module for each dimension and float; `$special` are the shapes that only one dimension has.
macro_rules! parry {
    ($name:ident, $parry:ident, $float:ty, $special:item) => {
        mod $name {
            use super::{list, number};
            use $parry::math::{Pose, Vector};
            use $parry::query::{ShapeCastOptions, cast_shapes};
            use $parry::shape::*;
            use serde_json::{Value, json};

            type Placed = (Box<dyn Shape>, Pose);

            fn vector(value: &Value) -> Vector {
                Vector::from_array(std::array::from_fn(|k| number(&value[k]) as $float))
            }

            $special

            fn obstacle(query: &Value) -> Option<Placed> {
                let (bounds, segment) = (&query["box"], &query["segment"]);
                if bounds.is_object() {
                    let (min, max) = (vector(&bounds["min"]), vector(&bounds["max"]));
                    // Exact, since the generator sees to it.
                    let middle = Pose::from_translation((max + min) / 2.0);
                    return Some((Box::new(Cuboid::new((max - min) / 2.0)), middle));
                }
                if segment.is_object() {
                    let segment = Segment::new(vector(&segment["a"]), vector(&segment["b"]));
                    return Some((Box::new(segment), Pose::IDENTITY));
                }
                special(query)
            }

            pub fn answer(query: &Value) -> Option<Value> {
                let (ball, capsule) = (&query["sphere"], &query["capsule"]);
                let body = if ball.is_object() { ball } else { capsule };
                let (radius, velocity) = (number(&body["radius"]) as $float, vector(&body["velocity"]));
                let (mover, at): Placed = if ball.is_object() {
                    (Box::new(Ball::new(radius)), Pose::from_translation(vector(&ball["center"])))
                } else {
                    let (a, b) = (vector(&capsule["a"]), vector(&capsule["b"]));
                    (Box::new(Capsule::new(Vector::ZERO, b - a, radius)), Pose::from_translation(a))
                };
                let (obstacle, place) = obstacle(query)?;
                let t_max = number(&query["t_max"]) as $float;
                let options = ShapeCastOptions::with_max_time_of_impact(t_max);
                let still = Vector::ZERO;
                let hit = cast_shapes(&at, velocity, &*mover, &place, still, &*obstacle, options);
                Some(match hit.ok()? {
                    Some(hit) => json!({"status": "contact", "time": hit.time_of_impact}),
                    None => json!({"status": "none"}),
                })
            }
        }
    };
}

macro_rules! in_space {
    ($name:ident, $parry:ident, $float:ty) => {
        parry!($name, $parry, $float, fn special(query: &Value) -> Option<Placed> {
            let (triangle, bounds, mesh) = (&query["triangle"], &query["oriented_box"], &query["mesh"]);
            if triangle.is_object() {
                let [a, b, c] = std::array::from_fn(|k| vector(&triangle["vertices"][k]));
                return Some((Box::new(Triangle::new(a, b, c)), Pose::IDENTITY));
            }
            if bounds.is_object() {
                let [x, y, z, w] = std::array::from_fn(|k| number(&bounds["rotation"][k]) as $float);
                let turn = $parry::math::Rotation::from_xyzw(x, y, z, w).normalize();
                let place = Pose::from_parts(vector(&bounds["center"]), turn);
                return Some((Box::new(Cuboid::new(vector(&bounds["half_extents"]))), place));
            }
            let vertices = list(&mesh["vertices"]).iter().map(vector).collect();
            let corner = |triangle: &Value, k: usize| number(&triangle[k]) as u32;
            let corners = |triangle| [0, 1, 2].map(|k| corner(triangle, k));
            let triangles = list(&mesh["triangles"]).iter().map(corners).collect();
            Some((Box::new(TriMesh::new(vertices, triangles).ok()?), Pose::IDENTITY))
        });
    };
}

macro_rules! in_plane {
    ($name:ident, $parry:ident, $float:ty) => {
        parry!($name, $parry, $float, fn special(_: &Value) -> Option<Placed> {
            None
        });
    };
}

in_space!(space_f32, parry3d, f32);
in_space!(space_f64, parry3d_f64, f64);
in_plane!(plane_f32, parry2d, f32);
in_plane!(plane_f64, parry2d_f64, f64);

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

fn main() {
    let is_single = std::env::args().nth(1).as_deref() == Some("f32");
    let floats = if is_single { "f32" } else { "f64" };
    let mut out = BufWriter::new(stdout().lock());
    // As in Cargo.toml.
    let said = json!({"library": "parry", "version": "0.31.1", "floats": floats});
    writeln!(out, "{said}").unwrap();
    for line in stdin().lock().lines() {
        let query: Value = serde_json::from_str(&line.unwrap()).unwrap();
        let place = if query["sphere"].is_object() { &query["sphere"]["center"] } else { &query["capsule"]["a"] };
        let answer = match (list(place).len(), is_single) {
            (2, true) => plane_f32::answer(&query),
            (2, false) => plane_f64::answer(&query),
            (_, true) => space_f32::answer(&query),
            (_, false) => space_f64::answer(&query),
        };
        writeln!(out, "{}", answer.unwrap_or_else(|| json!({"error": "not cast"}))).unwrap();
    }
}
