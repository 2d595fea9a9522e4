//! `cast_shapes` of parry, which Rapier and Avian use too: `parry f32` or `parry f64`.

mod ask;

use ask::is_flat;

/// A module for each dimension and float; `$special` are the shapes that only one dimension has.
macro_rules! parry {
    ($name:ident, $parry:ident, $float:ty, { $($special:item)* }) => {
        mod $name {
            use super::ask::{body, number};
            use $parry::math::{Pose, Vector};
            use $parry::query::{ShapeCastOptions, cast_shapes};
            use $parry::shape::*;
            use serde_json::Value;

            type Placed = (Box<dyn Shape>, Pose);

            fn vector(value: &Value) -> Vector {
                Vector::from_array(std::array::from_fn(|k| number(&value[k]) as $float))
            }

            $($special)*

            fn aligned(bounds: &Value) -> Placed {
                let (min, max) = (vector(&bounds["min"]), vector(&bounds["max"]));
                // This is exact, as the generator ensures.
                let middle = Pose::from_translation((max + min) / 2.0);
                (Box::new(Cuboid::new((max - min) / 2.0)), middle)
            }

            fn obstacle(query: &Value) -> Option<Placed> {
                let (bounds, segment) = (&query["box"], &query["segment"]);
                if bounds.is_object() {
                    return Some(aligned(bounds));
                }
                if segment.is_object() {
                    let segment = Segment::new(vector(&segment["a"]), vector(&segment["b"]));
                    return Some((Box::new(segment), Pose::IDENTITY));
                }
                special(query)
            }

            fn mover(body: &Value, kind: &str) -> Option<Placed> {
                let radius = || number(&body["radius"]) as $float;
                match kind {
                    "sphere" => {
                        let at = Pose::from_translation(vector(&body["center"]));
                        Some((Box::new(Ball::new(radius())), at))
                    }
                    "capsule" => {
                        let (a, b) = (vector(&body["a"]), vector(&body["b"]));
                        // This is exact, too.
                        let (middle, half) = ((a + b) / 2.0, (b - a) / 2.0);
                        let capsule = Capsule::new(-half, half, radius());
                        Some((Box::new(capsule), Pose::from_translation(middle)))
                    }
                    "moving_box" => Some(aligned(body)),
                    _ => solid(body, kind),
                }
            }

            pub fn time_of(query: &Value) -> Result<Option<f64>, &'static str> {
                let (body, kind) = body(query);
                let way = vector(&body["velocity"]);
                let (mover, at) = mover(body, kind).ok_or("takes no such shape")?;
                let (obstacle, place) = obstacle(query).ok_or("takes no such shape")?;
                let options = ShapeCastOptions::with_max_time_of_impact(1.0);
                let still = Vector::ZERO;
                let hit = cast_shapes(&at, way, &*mover, &place, still, &*obstacle, options);
                let hit = hit.map_err(|_| "does not cast these")?;
                Ok(hit.map(|hit| f64::from(hit.time_of_impact)))
            }
        }
    };
}

macro_rules! in_space {
    ($name:ident, $parry:ident, $float:ty) => {
        parry!($name, $parry, $float, {
            fn turned(bounds: &Value) -> Placed {
                let [x, y, z, w] =
                    std::array::from_fn(|k| number(&bounds["rotation"][k]) as $float);
                let turn = $parry::math::Rotation::from_xyzw(x, y, z, w).normalize();
                let place = Pose::from_parts(vector(&bounds["center"]), turn);
                (Box::new(Cuboid::new(vector(&bounds["half_extents"]))), place)
            }
            fn solid(body: &Value, kind: &str) -> Option<Placed> {
                if kind == "moving_oriented_box" {
                    return Some(turned(body));
                }
                let points: Vec<Vector> =
                    super::ask::list(&body["points"]).iter().map(vector).collect();
                Some((Box::new(ConvexPolyhedron::from_convex_hull(&points)?), Pose::IDENTITY))
            }
            fn special(query: &Value) -> Option<Placed> {
                let (triangle, bounds, mesh) =
                    (&query["triangle"], &query["oriented_box"], &query["mesh"]);
                if triangle.is_object() {
                    let [a, b, c] = std::array::from_fn(|k| vector(&triangle["vertices"][k]));
                    return Some((Box::new(Triangle::new(a, b, c)), Pose::IDENTITY));
                }
                if bounds.is_object() {
                    return Some(turned(bounds));
                }
                let vertices = super::ask::list(&mesh["vertices"]).iter().map(vector).collect();
                let corner = |triangle: &Value, k: usize| number(&triangle[k]) as u32;
                let corners = |triangle| [0, 1, 2].map(|k| corner(triangle, k));
                let triangles = super::ask::list(&mesh["triangles"]).iter().map(corners).collect();
                Some((Box::new(TriMesh::new(vertices, triangles).ok()?), Pose::IDENTITY))
            }
        });
    };
}

macro_rules! in_plane {
    ($name:ident, $parry:ident, $float:ty) => {
        parry!($name, $parry, $float, {
            fn solid(_: &Value, _: &str) -> Option<Placed> {
                None
            }
            fn special(_: &Value) -> Option<Placed> {
                None
            }
        });
    };
}

in_space!(space_f32, parry3d, f32);
in_space!(space_f64, parry3d_f64, f64);
in_plane!(plane_f32, parry2d, f32);
in_plane!(plane_f64, parry2d_f64, f64);

fn main() {
    let is_single = std::env::args().nth(1).as_deref() == Some("f32");
    let floats = if is_single { "f32" } else { "f64" };
    ask::serve("parry", ask::version("parry3d"), floats, |query| {
        match (is_flat(query), is_single) {
            (true, true) => plane_f32::time_of(query),
            (true, false) => plane_f64::time_of(query),
            (false, true) => space_f32::time_of(query),
            (false, false) => space_f64::time_of(query),
        }
    });
}
