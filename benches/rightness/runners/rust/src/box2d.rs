//! `b2ShapeCast` of Box2D 3. Shapes stop at Box2D's slop of 0.005.

mod ask;

use ask::{body, is_flat, number};
use boxdd::collision::{ShapeCastPairInput, ShapeProxy, shape_cast};
use boxdd::{Transform, Vec2};
use serde_json::Value;

fn point(value: &Value) -> Vec2 {
    Vec2::new(number(&value[0]) as f32, number(&value[1]) as f32)
}

/// A hull in coordinates of the world, so that no input is rounded.
fn hull(points: &[Vec2], radius: f32) -> Result<ShapeProxy, &'static str> {
    ShapeProxy::new(points.iter().copied(), radius).map_err(|_| "takes no such shape")
}

fn time_of(query: &Value) -> Result<Option<f64>, &'static str> {
    if !is_flat(query) || query["scalar"] != "f32" {
        return Err("in the plane, in f32");
    }
    let (bounds, segment) = (&query["box"], &query["segment"]);
    let obstacle = if bounds.is_object() {
        let (min, max) = (point(&bounds["min"]), point(&bounds["max"]));
        hull(&[min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)], 0.0)?
    } else {
        hull(&[point(&segment["a"]), point(&segment["b"])], 0.0)?
    };
    let (body, kind) = body(query);
    let is_ball = kind == "sphere";
    let ends = if is_ball { ["center", "center"] } else { ["a", "b"] }.map(|end| point(&body[end]));
    let mover = hull(&ends[..2 - usize::from(is_ball)], number(&body["radius"]) as f32)?;
    let way = point(&body["velocity"]);
    let asked = ShapeCastPairInput::new(obstacle, mover, Transform::IDENTITY, way);
    let hit = asked.and_then(shape_cast).map_err(|_| "takes no such cast")?;
    Ok(hit.hit.then_some(f64::from(hit.fraction)))
}

fn main() {
    boxdd::Foundation::initialize_default().unwrap();
    let version = boxdd::version().unwrap();
    let [major, minor, revision] = [version.major, version.minor, version.revision];
    let version = format!("{major}.{minor}.{revision}, boxdd {}", ask::version("boxdd"));
    ask::serve("Box2D", &version, "f32", time_of);
}
