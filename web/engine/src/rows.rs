//! Movers and shapes in columns, where each mover is cast at the shape of its row.

use crate::batch::{Columns, WINDOW, wide};
use js_sys::{Float64Array, Int32Array, Uint8Array, Uint32Array};
use tangency::any::{Answers, AnyConvex, AnyFeature, AnyObstacle, Asked, Mover, NotAsked};
use tangency::{
    AlignedBox, Answer, Capsule, Hull, Inflated, InputError, Moving, OrientedBox, Point, Rotation,
    Segment, Shape, Sphere, Triangle,
};
use tangency_protocol::number::Number;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

type Made<S> = Result<S, InputError>;

/// Makes a capsule from an end of its axis, the other end or the axis, and the radius.
type MakeCapsule<T, const N: usize> = fn([T; N], [T; N], T) -> Made<Capsule<T, N>>;

/// Makes the rotation of a row of oriented boxes.
type MakeRotation<T, const N: usize> = fn(&Side, usize) -> Made<Rotation<T, N>>;

/// Makes the convex shape of a row, from the hull that all rows are if these are rows of hulls, and
/// counts its columns.
type MakeConvex<T, const N: usize> =
    fn(&Side, Option<&Hull<T, N>>, usize) -> Made<(AnyConvex<T, N>, usize)>;

/// The shapes of a space that have another form in another dimension.
struct Space<T, const N: usize> {
    rotation: MakeRotation<T, N>,
    convex: MakeConvex<T, N>,
}

impl<T: Number> Space<T, 2> {
    const PLANE: Self = Self {
        rotation: Side::rotor,
        convex: |side, hull, row| side.convex(Side::rotor, hull, row),
    };
}

impl<T: Number> Space<T, 3> {
    const SPACE: Self = Self { rotation: Side::quaternion, convex: Side::convex_in_space };
}

/// A moving convex body of any kind, inflated by a radius that may be zero.
type MovingConvex<T, const N: usize> = Moving<Inflated<AnyConvex<T, N>>>;

/// Queries a convex body with the shape of a row.
type AskConvex<'a, T, const N: usize> =
    dyn Fn(&MovingConvex<T, N>, usize) -> Made<Asked<Answer<T, N, AnyFeature<N>>>> + 'a;

/// The columns of movers or of shapes, in the order of `web/src/rows.ts`, which checks their
/// lengths.
pub(crate) struct Side {
    kind: String,
    columns: Vec<Vec<f64>>,
}

impl Side {
    pub(crate) fn new(kind: String, columns: &[Float64Array]) -> Self {
        Self { kind, columns: columns.iter().map(Float64Array::to_vec).collect() }
    }

    /// The numbers of a row; a column of one row serves all rows. NaN stands for a missing number,
    /// and the library refuses it.
    fn at<T: Number, const N: usize>(&self, column: usize, row: usize) -> [T; N] {
        let numbers = self.columns.get(column).map_or(&[][..], Vec::as_slice);
        let (rows, _) = numbers.as_chunks();
        let row = if rows.len() == 1 { 0 } else { row };
        rows.get(row).unwrap_or(&[f64::NAN; N]).map(T::round)
    }

    /// A mover that moves until the time of its row.
    fn until<T, S, const N: usize>(
        &self,
        mover: Moving<S>,
        column: usize,
        row: usize,
    ) -> Made<Moving<S>>
    where
        T: Number,
        S: Shape<Scalar = T, Vector = [T; N]>,
    {
        let [t_max] = self.at(column, row);
        mover.until(t_max)
    }

    /// The constructor for these columns, if they are columns of capsules.
    fn capsules<T: Number, const N: usize>(&self) -> Result<MakeCapsule<T, N>, String> {
        match &*self.kind {
            "capsule b" => Ok(Capsule::new),
            "capsule axis" => Ok(Capsule::with_axis),
            kind => Err(format!("there are no rows of the mover {kind}")),
        }
    }

    /// The moving capsule of a row.
    fn capsule<T: Number, const N: usize>(
        &self,
        make: MakeCapsule<T, N>,
        row: usize,
    ) -> Made<Moving<Capsule<T, N>>> {
        let [radius] = self.at(2, row);
        let capsule = make(self.at(0, row), self.at(1, row), radius)?;
        self.until(capsule.moving(self.at::<T, N>(3, row))?, 4, row)
    }

    /// Whether these are columns of boxes, triangles or hulls.
    fn are_convex(&self) -> bool {
        matches!(&*self.kind, "box" | "orientedBox" | "triangle" | "hull")
    }

    /// The hull that all rows are, if these are rows of hulls: its points are the last column.
    fn hull<T: Number, const N: usize>(&self) -> Result<Option<Hull<T, N>>, String> {
        if self.kind != "hull" {
            return Ok(None);
        }
        let (points, _) = self.columns.last().map_or(&[][..], Vec::as_slice).as_chunks::<N>();
        let points = points.iter().map(|point| point.map(T::round));
        Hull::new(points).map(Some).map_err(|error| error.to_string())
    }

    /// The box or the hull of a row.
    fn convex<T: Number, const N: usize>(
        &self,
        rotation: MakeRotation<T, N>,
        hull: Option<&Hull<T, N>>,
        row: usize,
    ) -> Made<(AnyConvex<T, N>, usize)>
    where
        AnyConvex<T, N>: From<AlignedBox<T, N>> + From<OrientedBox<T, N>> + From<Hull<T, N>>,
    {
        let first = self.at(0, row);
        Ok(match hull {
            Some(hull) => (hull.clone().at(first)?.into(), 1),
            None if self.kind == "box" => (AlignedBox::new(first, self.at(1, row))?.into(), 2),
            None => {
                let rotation = rotation(self, row)?;
                (OrientedBox::new(first, self.at(1, row), rotation)?.into(), 3)
            }
        })
    }

    /// The box, the hull or the triangle of a row.
    fn convex_in_space<T: Number>(
        &self,
        hull: Option<&Hull<T, 3>>,
        row: usize,
    ) -> Made<(AnyConvex<T, 3>, usize)> {
        match &*self.kind {
            "triangle" => Ok((self.triangle(row)?.into(), 1)),
            _ => self.convex(Self::quaternion, hull, row),
        }
    }

    /// The triangle of a row.
    fn triangle<T: Number>(&self, row: usize) -> Made<Triangle<T>> {
        let vertices = self.at::<T, 9>(0, row);
        let (corners, _) = vertices.as_chunks::<3>();
        Triangle::new(corners[0], corners[1], corners[2])
    }

    /// The moving convex body of a row.
    fn moving_convex<T: Number, const N: usize>(
        &self,
        make: MakeConvex<T, N>,
        hull: Option<&Hull<T, N>>,
        row: usize,
    ) -> Made<MovingConvex<T, N>> {
        let (shape, next) = make(self, hull, row)?;
        let [radius] = self.at(next, row);
        let body = Inflated::new(shape, radius)?.moving(self.at::<T, N>(next + 1, row))?;
        self.until(body, next + 2, row)
    }

    /// The rotation of a row in the plane.
    fn rotor<T: Number>(&self, row: usize) -> Made<Rotation<T, 2>> {
        Rotation::<T, 2>::new(self.at::<T, 2>(2, row))
    }

    /// The rotation of a row in space.
    fn quaternion<T: Number>(&self, row: usize) -> Made<Rotation<T, 3>> {
        Rotation::<T, 3>::new(self.at::<T, 4>(2, row))
    }

    /// A shape that is inflated by the radius of its row.
    fn rounded<T, S, const N: usize>(
        &self,
        shape: Moving<S>,
        column: usize,
        row: usize,
    ) -> Made<Moving<S>>
    where
        T: Number,
        S: Shape<Scalar = T, Vector = [T; N]>,
    {
        let [radius] = self.at(column, row);
        // For every shape, the library checks the radius, and refuses it with its own message.
        let radius = Inflated::new(Point::new([T::ZERO; 2])?, radius)?.radius();
        Ok(shape.towards_inflated(radius))
    }
}

/// The query for all rows.
struct Rows {
    count: usize,
    movers: Side,
    shapes: Side,
}

impl Rows {
    /// Queries each mover with the shape of its row.
    fn ask<T, O, const N: usize>(
        &self,
        space: &Space<T, N>,
        shape: impl Fn(&Side, usize) -> Made<O>,
    ) -> Result<Found, String>
    where
        T: Number,
        O: AnyObstacle<T, N>,
    {
        let side = &self.movers;
        if side.kind == "sphere" {
            let mover = |row| {
                let [radius] = side.at(1, row);
                let sphere = Sphere::new(side.at::<T, N>(0, row), radius)?;
                side.until(sphere.moving(side.at::<T, N>(2, row))?, 3, row)
            };
            return self.ask_by(&mover, &shape);
        }
        if side.are_convex() {
            return self.ask_by_convex(space, &|mover, row| {
                Ok(shape(&self.shapes, row)?.first_contact(mover))
            });
        }
        let make = side.capsules()?;
        self.ask_by(&|row| side.capsule::<T, N>(make, row), &shape)
    }

    fn ask_by<T, M, O, const N: usize>(
        &self,
        mover: &dyn Fn(usize) -> Made<Moving<M>>,
        shape: &dyn Fn(&Side, usize) -> Made<O>,
    ) -> Result<Found, String>
    where
        T: Number,
        M: Shape<Scalar = T, Vector = [T; N]>,
        O: Answers<T, N, M>,
    {
        let room = self.count.min(WINDOW);
        let (mut movers, mut shapes) = (Vec::with_capacity(room), Vec::with_capacity(room));
        let mut answers: Vec<Answer<T, N, AnyFeature<N>>> = Vec::with_capacity(room);
        let mut found = Found::with_room_for(self.count, N);
        for start in (0..self.count).step_by(WINDOW) {
            movers.clear();
            shapes.clear();
            for row in start..self.count.min(start + WINDOW) {
                movers.push(mover(row).map_err(in_row(row))?);
                shapes.push(shape(&self.shapes, row).map_err(in_row(row))?);
            }
            answers.resize(movers.len(), Answer::None);
            O::first_contacts_in_rows(&shapes, &movers, &mut |i, answer| answers[i] = answer)
                .map_err(|refusal| refusal.to_string())?;
            answers.drain(..).for_each(|answer| found.push(answer));
        }
        Ok(found)
    }

    /// Queries each convex body with the shape of its row. No batch query is faster for these
    /// bodies, so this is compiled once for all kinds of shapes.
    fn ask_by_convex<T: Number, const N: usize>(
        &self,
        space: &Space<T, N>,
        ask: &AskConvex<'_, T, N>,
    ) -> Result<Found, String> {
        let mut found = Found::with_room_for(self.count, N);
        let hull = self.movers.hull::<T, N>()?;
        for row in 0..self.count {
            let mover = self.movers.moving_convex(space.convex, hull.as_ref(), row);
            let answer = ask(&mover.map_err(in_row(row))?, row).map_err(in_row(row))?;
            found.push(answer.map_err(|refusal| refusal.to_string())?);
        }
        Ok(found)
    }

    /// Queries with shapes that exist in the plane and in space.
    fn ask_in<T: Number, const N: usize>(&self, space: &Space<T, N>) -> Result<Found, String>
    where
        Moving<Segment<T, N>>: AnyObstacle<T, N>,
        Moving<Point<T, N>>: AnyObstacle<T, N>,
        Moving<AlignedBox<T, N>>: AnyObstacle<T, N>,
        Moving<OrientedBox<T, N>>: AnyObstacle<T, N>,
    {
        match &*self.shapes.kind {
            "segment" => self.ask(space, |side, row| {
                let segment = Segment::new(side.at::<T, N>(0, row), side.at::<T, N>(1, row))?;
                side.rounded(segment.moving(side.at::<T, N>(2, row))?, 3, row)
            }),
            "point" => self.ask(space, |side, row| {
                let point = Point::new(side.at::<T, N>(0, row))?;
                side.rounded(point.moving(side.at::<T, N>(1, row))?, 2, row)
            }),
            "box" => self.ask(space, |side, row| {
                let aligned = AlignedBox::new(side.at::<T, N>(0, row), side.at::<T, N>(1, row))?;
                side.rounded(aligned.moving(side.at::<T, N>(2, row))?, 3, row)
            }),
            "orientedBox" => self.ask(space, |side, row| {
                let (center, half_extents) = (side.at::<T, N>(0, row), side.at::<T, N>(1, row));
                let oriented =
                    OrientedBox::new(center, half_extents, (space.rotation)(side, row)?)?;
                side.rounded(oriented.moving(side.at::<T, N>(3, row))?, 4, row)
            }),
            kind => Err(format!("there are no rows of the shape {kind}")),
        }
    }

    fn ask_in_plane<T: Number>(&self) -> Result<Found, String> {
        self.ask_in::<T, 2>(&Space::PLANE)
    }

    fn ask_in_space<T: Number>(&self) -> Result<Found, String> {
        match &*self.shapes.kind {
            "triangle" => self.ask(&Space::SPACE, |side, row| {
                side.rounded(side.triangle(row)?.moving(side.at::<T, 3>(1, row))?, 2, row)
            }),
            _ => self.ask_in::<T, 3>(&Space::SPACE),
        }
    }
}

/// The contacts. Contacts of capsules have the other ends of the touched segments.
struct Found {
    columns: Columns,
    other_point: Vec<f64>,
}

impl Found {
    fn with_room_for(count: usize, dimension: usize) -> Self {
        let columns = Columns::with_room_for(count);
        Self { columns, other_point: Vec::with_capacity(dimension * count) }
    }

    fn push<T: Number, const N: usize>(&mut self, answer: Answer<T, N, AnyFeature<N>>) {
        let other = if let Answer::Contact(hit) = &answer { hit.other_point } else { None };
        self.other_point.extend(wide(other));
        self.columns.push(answer);
    }
}

/// Adds the row to the error about one of its numbers.
fn in_row(row: usize) -> impl Fn(InputError) -> String {
    move |error| format!("row {row}: {error}")
}

/// The first contacts of capsules or convex bodies with one obstacle, or all contacts, as arrays of
/// the host: the row of each mover, then the columns, the items, and the other ends of the touched
/// segments.
pub(crate) fn bodies(
    obstacle: &dyn AnyObstacle<f64, 3>,
    side: &Side,
    count: usize,
    all: bool,
) -> Result<Vec<JsValue>, String> {
    let make = if side.are_convex() { None } else { Some(side.capsules()?) };
    let (convex, hull) = (Space::<f64, 3>::SPACE.convex, side.hull::<f64, 3>()?);
    let refused = |refusal: NotAsked| refusal.to_string();
    let (mut index, mut found) = (Vec::new(), Found::with_room_for(count, 3));
    for row in 0..count {
        let mover: Mover<f64, 3> = match make {
            Some(make) => side.capsule(make, row).map_err(in_row(row))?.into(),
            None => side.moving_convex(convex, hull.as_ref(), row).map_err(in_row(row))?.into(),
        };
        if all {
            for answer in mover.contacts(obstacle).map_err(refused)? {
                index.push(row as u32);
                found.push(answer);
            }
        } else {
            found.push(mover.first_contact(obstacle).map_err(refused)?);
        }
    }
    let mut host = vec![Uint32Array::from(&index[..]).into()];
    host.extend(found.columns.to_host());
    host.push(Int32Array::from(&found.columns.item[..]).into());
    host.push(Float64Array::from(&found.other_point[..]).into());
    Ok(host)
}

/// Writes the first contact of each mover with the shape of its row to columns that have room for
/// them.
#[wasm_bindgen(js_name = firstContacts)]
#[allow(clippy::too_many_arguments, reason = "columns, which are arrays of the host")]
pub fn first_contacts(
    dimension: usize,
    scalar: &str,
    count: usize,
    mover: String,
    movers: Vec<Float64Array>,
    shape: String,
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
    let (movers, shapes) = (Side::new(mover, &movers), Side::new(shape, &shapes));
    let rows = Rows { count, movers, shapes };
    let found = match (dimension, scalar) {
        (2, "f32") => rows.ask_in_plane::<f32>(),
        (2, _) => rows.ask_in_plane::<f64>(),
        (_, "f32") => rows.ask_in_space::<f32>(),
        _ => rows.ask_in_space::<f64>(),
    }?;
    found.columns.copy_to(status, time, center, point, normal, triangle, feature);
    if let Some(to) = other_point {
        to.copy_from(&found.other_point);
    }
    Ok(())
}
