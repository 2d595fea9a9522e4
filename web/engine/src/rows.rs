//! Movers and shapes in columns: each mover meets the shape of its row.

use crate::batch::{Columns, NOWHERE, WINDOW};
use js_sys::{Float64Array, Int32Array, Uint8Array};
use tangency::any::{Answers, Feature};
use tangency::{
    AlignedBox, Answer, Capsule, InputError, Moving, OrientedBox, Point, Rotation, Rounded,
    Segment, Shape, Sphere, Triangle,
};
use wasm_bindgen::prelude::wasm_bindgen;

/// The columns of movers or of shapes, in the order of `web/src/rows.ts`, which looks at their
/// lengths.
struct Side(Vec<Vec<f64>>);

impl Side {
    fn new(columns: &[Float64Array]) -> Self {
        Self(columns.iter().map(Float64Array::to_vec).collect())
    }

    /// The numbers of a row; what is there once serves all rows. What is not there is no number,
    /// which the library refuses.
    fn at<const N: usize>(&self, column: usize, row: usize) -> [f64; N] {
        let (rows, _) = self.0.get(column).map_or((&[][..], &[][..]), |all| all.as_chunks());
        let row = if rows.len() == 1 { 0 } else { row };
        rows.get(row).copied().unwrap_or([f64::NAN; N])
    }

    /// A mover that moves until the time of its row.
    fn until<S>(&self, mover: Moving<S>, column: usize, row: usize) -> Made<Moving<S>>
    where
        S: Shape<Scalar = f64, Vector = [f64; 3]>,
    {
        let [t_max] = self.at(column, row);
        mover.until(t_max)
    }

    /// A shape that is rounded by the radius of its row.
    fn rounded<S>(&self, shape: Moving<S>, column: usize, row: usize) -> Made<Moving<S>>
    where
        S: Shape<Scalar = f64, Vector = [f64; 3]>,
    {
        let [radius] = self.at(column, row);
        // Whatever the shape, the library looks at the radius, and refuses it in its words.
        let radius = Rounded::new(Point::new([0.0; 3])?, radius)?.radius();
        Ok(shape.towards_rounded(radius))
    }
}

type Made<S> = Result<S, InputError>;

/// Makes a capsule of an end of its axis, the other end or the axis, and the radius.
type MakeCapsule = fn([f64; 3], [f64; 3], f64) -> Made<Capsule<f64, 3>>;

/// The answers; of capsules also the other ends of what they touch.
struct Found {
    columns: Columns,
    other_point: Vec<[f64; 3]>,
}

/// Asks each mover about the shape of its row.
fn ask<M, O>(
    count: usize,
    mover: &dyn Fn(usize) -> Made<Moving<M>>,
    shape: impl Fn(usize) -> Made<O>,
) -> Result<Found, String>
where
    M: Shape<Scalar = f64, Vector = [f64; 3]>,
    O: Answers<f64, 3, M>,
{
    let room = count.min(WINDOW);
    let (mut movers, mut shapes) = (Vec::with_capacity(room), Vec::with_capacity(room));
    let mut answers: Vec<Answer<f64, 3, Feature<3>>> = Vec::with_capacity(room);
    let mut columns = Columns::with_room_for(count);
    let mut other_point = Vec::with_capacity(count);
    for start in (0..count).step_by(WINDOW) {
        movers.clear();
        shapes.clear();
        for row in start..count.min(start + WINDOW) {
            let refused = |error: InputError| format!("row {row}: {error}");
            movers.push(mover(row).map_err(refused)?);
            shapes.push(shape(row).map_err(refused)?);
        }
        answers.resize(movers.len(), Answer::None);
        O::first_contacts_in_rows(&shapes, &movers, &mut |i, answer| answers[i] = answer)
            .map_err(|refusal| refusal.to_string())?;
        for answer in answers.drain(..) {
            let other = if let Answer::Contact(hit) = &answer { hit.other_point } else { None };
            other_point.push(other.unwrap_or(NOWHERE));
            columns.push(answer);
        }
    }
    Ok(Found { columns, other_point })
}

/// Asks each mover about the shape of its row, which is of this kind.
fn ask_kind<M>(
    count: usize,
    mover: &dyn Fn(usize) -> Made<Moving<M>>,
    kind: &str,
    side: &Side,
) -> Result<Found, String>
where
    M: Shape<Scalar = f64, Vector = [f64; 3]>,
    Moving<Triangle<f64>>: Answers<f64, 3, M>,
    Moving<Segment<f64, 3>>: Answers<f64, 3, M>,
    Moving<Point<f64, 3>>: Answers<f64, 3, M>,
    Moving<AlignedBox<f64, 3>>: Answers<f64, 3, M>,
    Moving<OrientedBox<f64, 3>>: Answers<f64, 3, M>,
{
    match kind {
        "triangle" => ask(count, mover, |row| {
            let vertices = side.at::<9>(0, row);
            let (corners, _) = vertices.as_chunks::<3>();
            let triangle = Triangle::new(corners[0], corners[1], corners[2])?;
            side.rounded(triangle.moving(side.at::<3>(1, row))?, 2, row)
        }),
        "segment" => ask(count, mover, |row| {
            let segment = Segment::new(side.at::<3>(0, row), side.at::<3>(1, row))?;
            side.rounded(segment.moving(side.at::<3>(2, row))?, 3, row)
        }),
        "point" => ask(count, mover, |row| {
            let point = Point::new(side.at::<3>(0, row))?;
            side.rounded(point.moving(side.at::<3>(1, row))?, 2, row)
        }),
        "box" => ask(count, mover, |row| {
            let aligned = AlignedBox::new(side.at::<3>(0, row), side.at::<3>(1, row))?;
            side.rounded(aligned.moving(side.at::<3>(2, row))?, 3, row)
        }),
        "oriented_box" => ask(count, mover, |row| {
            let rotation = Rotation::<f64, 3>::new(side.at::<4>(2, row))?;
            let (center, half_extents) = (side.at::<3>(0, row), side.at::<3>(1, row));
            let oriented = OrientedBox::new(center, half_extents, rotation)?;
            side.rounded(oriented.moving(side.at::<3>(3, row))?, 4, row)
        }),
        _ => Err(format!("there are no rows of the shape {kind}")),
    }
}

/// The first contact of each mover with the shape of its row, into columns that have room for them.
#[wasm_bindgen(js_name = firstContacts)]
#[allow(clippy::too_many_arguments, reason = "columns, which are arrays of the host")]
pub fn first_contacts(
    count: usize,
    mover: &str,
    movers: Vec<Float64Array>,
    shape: &str,
    shapes: Vec<Float64Array>,
    status: &Uint8Array,
    time: &Float64Array,
    center: &Float64Array,
    point: &Float64Array,
    normal: &Float64Array,
    triangle: &Int32Array,
    feature: &Uint8Array,
    other_point: Option<Float64Array>,
) -> Result<(), String> {
    let (side, shapes) = (Side::new(&movers), Side::new(&shapes));
    let capsule = |make: MakeCapsule| {
        let mover = |row: usize| {
            let [radius] = side.at(2, row);
            let capsule = make(side.at(0, row), side.at(1, row), radius)?;
            side.until(capsule.moving(side.at::<3>(3, row))?, 4, row)
        };
        ask_kind(count, &mover, shape, &shapes)
    };
    let found = match mover {
        "sphere" => {
            let mover = |row: usize| {
                let [radius] = side.at(1, row);
                let sphere = Sphere::new(side.at::<3>(0, row), radius)?;
                side.until(sphere.moving(side.at::<3>(2, row))?, 3, row)
            };
            ask_kind(count, &mover, shape, &shapes)
        }
        "capsule b" => capsule(Capsule::new),
        "capsule axis" => capsule(Capsule::with_axis),
        _ => Err(format!("there are no rows of the mover {mover}")),
    }?;
    found.columns.copy_to(status, time, center, point, normal, triangle, feature);
    if let Some(to) = other_point {
        to.copy_from(found.other_point.as_flattened());
    }
    Ok(())
}
