//! Many spheres and their answers as columns of numbers.

use crate::model::triples;
use crate::place::Place;
use js_sys::{Float64Array, Int32Array, Uint8Array};
use tangency::{Answer, Contact, Mesh, Moving, Overlap, Scalar, Sphere};
use tangency::{ClosestPoint, Point};
use wasm_bindgen::JsValue;

/// The number of spheres that are answered before the next ones are made: as many as the library
/// sorts at a time.
pub(crate) const WINDOW: usize = 1024;

/// A vector of doubles; NaN if it is absent.
pub(crate) fn wide<T: Scalar, const N: usize>(vector: Option<[T; N]>) -> [f64; N] {
    vector.map_or([f64::NAN; N], |vector| vector.map(T::widen))
}

/// Spheres as columns: three numbers each of `center` and `velocity`, one of `radius` and `t_max`.
pub(crate) struct Spheres<'a> {
    center: &'a [[f64; 3]],
    radius: &'a [f64],
    velocity: &'a [[f64; 3]],
    t_max: &'a [f64],
}

/// Contacts in columns, with a row for each sphere.
#[derive(Default)]
pub(crate) struct Columns {
    pub(crate) item: Vec<i32>,
    pub(crate) status: Vec<u8>,
    pub(crate) time: Vec<f64>,
    pub(crate) center: Vec<f64>,
    pub(crate) point: Vec<f64>,
    pub(crate) normal: Vec<f64>,
    pub(crate) triangle: Vec<i32>,
    pub(crate) feature: Vec<u8>,
}

/// Checks columns that belong together. `t_max` may be empty: then no motion ends.
pub(crate) fn spheres<'a>(
    center: &'a [f64],
    radius: &'a [f64],
    velocity: &'a [f64],
    t_max: &'a [f64],
) -> Result<Spheres<'a>, String> {
    let (center, velocity) = (triples(center, "center")?, triples(velocity, "velocity")?);
    let count = center.len();
    let lengths = [
        ("velocity", 3, velocity.len(), false),
        ("radius", 1, radius.len(), false),
        ("t_max", 1, t_max.len(), t_max.is_empty()),
    ];
    for (name, width, length, is_left_out) in lengths {
        if length != count && !is_left_out {
            let (found, expected) = (width * length, width * count);
            return Err(format!(
                "{name}.length is {found}, must be {expected} for {count} spheres"
            ));
        }
    }
    Ok(Spheres { center, radius, velocity, t_max })
}

impl Spheres<'_> {
    pub(crate) fn len(&self) -> usize {
        self.center.len()
    }

    pub(crate) fn get(&self, row: usize) -> Result<Moving<Sphere<f64, 3>>, String> {
        let t_max = self.t_max.get(row).copied().unwrap_or(f64::INFINITY);
        Sphere::new(self.center[row], self.radius[row])
            .and_then(|sphere| sphere.moving(self.velocity[row])?.until(t_max))
            .map_err(|error| format!("row {row}: {error}"))
    }
}

/// The first contacts of the spheres with the mesh.
pub(crate) fn columns(mesh: &Mesh<f64>, spheres: &Spheres<'_>) -> Result<Columns, String> {
    let count = spheres.center.len();
    let mut columns = Columns::with_room_for(count);
    let mut window = Vec::with_capacity(count.min(WINDOW));
    let mut answers = Vec::with_capacity(count.min(WINDOW));
    for start in (0..count).step_by(WINDOW) {
        window.clear();
        for row in start..count.min(start + WINDOW) {
            window.push(spheres.get(row)?);
        }
        answers.clear();
        answers.resize(window.len(), Answer::None);
        mesh.first_contacts_of_doubles(&window, &mut answers).map_err(|error| error.to_string())?;
        answers.iter().for_each(|answer| columns.push(*answer));
    }
    Ok(columns)
}

/// All contacts of the spheres with the mesh, and for each contact the row of its sphere.
pub(crate) fn all_columns(
    mesh: &Mesh<f64>,
    spheres: &Spheres<'_>,
) -> Result<(Vec<u32>, Columns), String> {
    let (mut index, mut columns) = (Vec::new(), Columns::default());
    for row in 0..spheres.len() {
        for answer in mesh.contacts_of_doubles(&spheres.get(row)?) {
            index.push(row as u32);
            columns.push(answer);
        }
    }
    Ok((index, columns))
}

/// Closest points in columns, with a row for each query point.
#[derive(Default)]
pub(crate) struct Closest {
    pub(crate) item: Vec<i32>,
    distance: Vec<f64>,
    point: Vec<[f64; 3]>,
    triangle: Vec<i32>,
    feature: Vec<u8>,
}

/// The points of an obstacle that are closest to some points.
pub(crate) fn closest<F: Into<Place>>(
    points: &[f64],
    closest_to: impl Fn(&Point<f64, 3>) -> Option<ClosestPoint<f64, 3, F>>,
) -> Result<Closest, String> {
    let points = triples(points, "points")?;
    let mut columns = Closest::default();
    for (row, &point) in points.iter().enumerate() {
        let point = Point::new(point).map_err(|error| format!("point {row}: {error}"))?;
        let (distance, point, place) = match closest_to(&point) {
            Some(closest) => (closest.distance, closest.point, closest.feature.into()),
            None => (f64::NAN, [f64::NAN; 3], Place::NONE),
        };
        columns.distance.push(distance);
        columns.point.push(point);
        columns.item.push(place.item);
        columns.triangle.push(place.triangle);
        columns.feature.push(place.feature);
    }
    Ok(columns)
}

impl Closest {
    /// All columns except the items, as arrays of the host.
    pub(crate) fn to_host(&self) -> Vec<JsValue> {
        vec![
            Float64Array::from(&self.distance[..]).into(),
            Float64Array::from(self.point.as_flattened()).into(),
            Int32Array::from(&self.triangle[..]).into(),
            Uint8Array::from(&self.feature[..]).into(),
        ]
    }
}

impl Columns {
    pub(crate) fn with_room_for(count: usize) -> Self {
        Self {
            item: Vec::with_capacity(count),
            status: Vec::with_capacity(count),
            time: Vec::with_capacity(count),
            center: Vec::with_capacity(3 * count),
            point: Vec::with_capacity(3 * count),
            normal: Vec::with_capacity(3 * count),
            triangle: Vec::with_capacity(count),
            feature: Vec::with_capacity(count),
        }
    }

    pub(crate) fn push<T: Scalar, F: Into<Place>, const N: usize>(
        &mut self,
        answer: Answer<T, N, F>,
    ) {
        let (status, time, center, point, normal, place) = match answer {
            Answer::None => (0, f64::NAN, None, None, None, Place::NONE),
            Answer::Contact(Contact { time, center, point, normal, feature, .. }) => {
                (1, time.widen(), Some(center), Some(point), normal, feature.into())
            }
            Answer::Overlap(Overlap { center, point, normal, feature, .. }) => {
                (2, 0.0, Some(center), Some(point), normal, feature.into())
            }
        };
        self.status.push(status);
        self.time.push(time);
        self.center.extend(wide(center));
        self.point.extend(wide(point));
        self.normal.extend(wide(normal));
        self.item.push(place.item);
        self.triangle.push(place.triangle);
        self.feature.push(place.feature);
    }

    /// Writes all columns except the items to arrays of the host that have room for them.
    #[allow(clippy::too_many_arguments, reason = "columns, which are arrays of the host")]
    pub(crate) fn copy_to(
        &self,
        status: &Uint8Array,
        time: &Float64Array,
        center: &Float64Array,
        point: &Float64Array,
        normal: &Float64Array,
        triangle: &Int32Array,
        feature: &Uint8Array,
    ) {
        status.copy_from(&self.status);
        time.copy_from(&self.time);
        center.copy_from(&self.center);
        point.copy_from(&self.point);
        normal.copy_from(&self.normal);
        triangle.copy_from(&self.triangle);
        feature.copy_from(&self.feature);
    }

    /// All columns except the items, as new arrays of the host.
    pub(crate) fn to_host(&self) -> Vec<JsValue> {
        vec![
            Uint8Array::from(&self.status[..]).into(),
            Float64Array::from(&self.time[..]).into(),
            Float64Array::from(&self.center[..]).into(),
            Float64Array::from(&self.point[..]).into(),
            Float64Array::from(&self.normal[..]).into(),
            Int32Array::from(&self.triangle[..]).into(),
            Uint8Array::from(&self.feature[..]).into(),
        ]
    }
}
