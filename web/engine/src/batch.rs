//! Many spheres and their answers as columns of numbers.

use crate::model::triples;
#[cfg(feature = "all")]
use tangency::Point;
use tangency::{Answer, Mesh, MeshFeature, Moving, Sphere};
use tangency_protocol::number::of_feature;

/// Spheres that are answered before the next are made: as many as the library puts in order at a time.
const WINDOW: usize = 1024;

/// No vertex, edge or face.
const NO_FEATURE: u8 = 255;

/// Numbers that are not there.
const NOWHERE: [f64; 3] = [f64::NAN; 3];

/// Spheres as columns: three numbers each of `center` and `velocity`, one of `radius` and `t_max`.
pub(crate) struct Spheres<'a> {
    center: &'a [[f64; 3]],
    radius: &'a [f64],
    velocity: &'a [[f64; 3]],
    t_max: &'a [f64],
}

/// A row for each sphere.
pub(crate) struct Columns {
    pub(crate) status: Vec<u8>,
    pub(crate) time: Vec<f64>,
    pub(crate) center: Vec<[f64; 3]>,
    pub(crate) point: Vec<[f64; 3]>,
    pub(crate) normal: Vec<[f64; 3]>,
    pub(crate) triangle: Vec<i32>,
    pub(crate) feature: Vec<u8>,
}

/// Columns that belong together. `t_max` may be empty: then no motion ends.
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
    fn get(&self, row: usize) -> Result<Moving<Sphere<f64, 3>>, String> {
        let t_max = self.t_max.get(row).copied().unwrap_or(f64::INFINITY);
        Sphere::new(self.center[row], self.radius[row])
            .and_then(|sphere| sphere.moving(self.velocity[row])?.until(t_max))
            .map_err(|error| format!("sphere {row}: {error}"))
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
        answers.iter().for_each(|answer| columns.push(answer));
    }
    Ok(columns)
}

/// All contacts of the spheres with the mesh, and of each the row of its sphere.
#[cfg(feature = "all")]
pub(crate) fn all_columns(
    mesh: &Mesh<f64>,
    spheres: &Spheres<'_>,
) -> Result<(Vec<u32>, Columns), String> {
    let (mut index, mut columns) = (Vec::new(), Columns::with_room_for(0));
    for row in 0..spheres.center.len() {
        for answer in mesh.contacts_of_doubles(&spheres.get(row)?) {
            index.push(row as u32);
            columns.push(&answer);
        }
    }
    Ok((index, columns))
}

/// A row for each point that was asked about.
#[cfg(feature = "all")]
pub(crate) struct Closest {
    pub(crate) distance: Vec<f64>,
    pub(crate) point: Vec<[f64; 3]>,
    pub(crate) triangle: Vec<i32>,
    pub(crate) feature: Vec<u8>,
}

/// The points of the mesh that are closest to these.
#[cfg(feature = "all")]
pub(crate) fn closest(mesh: &Mesh<f64>, points: &[f64]) -> Result<Closest, String> {
    let points = triples(points, "points")?;
    let mut columns = Closest {
        distance: Vec::new(),
        point: Vec::new(),
        triangle: Vec::new(),
        feature: Vec::new(),
    };
    for (row, &point) in points.iter().enumerate() {
        let point = Point::new(point).map_err(|error| format!("point {row}: {error}"))?;
        let closest = mesh.closest_of_doubles(&point);
        let (triangle, feature) = place_of(closest.map(|closest| closest.feature));
        columns.distance.push(closest.map_or(f64::NAN, |closest| closest.distance));
        columns.point.push(closest.map_or(NOWHERE, |closest| closest.point));
        columns.triangle.push(triangle);
        columns.feature.push(feature);
    }
    Ok(columns)
}

/// A place on the mesh, or none, as columns have it.
fn place_of(place: Option<MeshFeature>) -> (i32, u8) {
    let triangle = place.and_then(|place| i32::try_from(place.triangle).ok());
    (triangle.unwrap_or(-1), place.map_or(NO_FEATURE, |place| of_feature(place.feature)))
}

impl Columns {
    fn with_room_for(count: usize) -> Self {
        Self {
            status: Vec::with_capacity(count),
            time: Vec::with_capacity(count),
            center: Vec::with_capacity(count),
            point: Vec::with_capacity(count),
            normal: Vec::with_capacity(count),
            triangle: Vec::with_capacity(count),
            feature: Vec::with_capacity(count),
        }
    }

    fn push(&mut self, answer: &Answer<f64, 3, MeshFeature>) {
        let (status, time, center, point, normal, place) = match answer {
            Answer::None => (0, f64::NAN, NOWHERE, NOWHERE, None, None),
            Answer::Contact(hit) => {
                (1, hit.time, hit.center, hit.point, hit.normal, Some(hit.feature))
            }
            Answer::Overlap(hit) => (2, 0.0, hit.center, hit.point, hit.normal, Some(hit.feature)),
        };
        self.status.push(status);
        self.time.push(time);
        self.center.push(center);
        self.point.push(point);
        self.normal.push(normal.unwrap_or(NOWHERE));
        let (triangle, feature) = place_of(place);
        self.triangle.push(triangle);
        self.feature.push(feature);
    }
}
