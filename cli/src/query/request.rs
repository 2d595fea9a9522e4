//! A request: which obstacle, which sphere, and what is asked of the answer.

use super::fields::{self, BadRequest, Fields, Place};
use crate::excerpt::excerpt;
use crate::number::Number;
use tangency::{AlignedBox, Mesh, Moving, Point, Segment, Sphere, Triangle};

/// The fields that a request may have.
pub(super) const FIELDS: [&str; 16] = [
    "id",
    "query",
    "sphere",
    "triangle",
    "segment",
    "point",
    "box",
    "mesh",
    "t_max",
    "scalar",
    "exact",
    "more",
    "oriented_box",
    "polytope",
    "parallelepiped",
    "ellipsoid",
];

/// Those of them that this version only knows by name.
const NOT_YET: [&str; 4] = ["oriented_box", "polytope", "parallelepiped", "ellipsoid"];

/// A request whose numbers have not been read yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Request<'a> {
    /// The float that every number is read as.
    pub(super) scalar: Scalar,
    /// How many numbers the sphere's centre has.
    pub(super) dimension: Dimension,
    /// What is asked beyond the plain answer.
    pub(super) wishes: Wishes,
    /// What the sphere is cast at.
    pub(super) target: Target<'a>,
    sphere: SphereFields<'a>,
    t_max: Option<&'a str>,
}

/// The float of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scalar {
    F32,
    F64,
}

/// The plane or space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dimension {
    Two,
    Three,
}

/// What is asked beyond the plain answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wishes {
    pub(super) exact: bool,
    pub(super) more: bool,
}

/// An obstacle, as the text of its object.
#[derive(Clone, Copy, Debug)]
pub(super) enum Target<'a> {
    Triangle(&'a str),
    Segment(&'a str),
    Point(&'a str),
    Box(&'a str),
    Mesh(&'a str),
}

#[derive(Clone, Copy, Debug)]
struct SphereFields<'a> {
    center: &'a str,
    radius: &'a str,
    velocity: Option<&'a str>,
}

const REQUEST: Place<'static> = Place::Request;
const SPHERE: Place<'static> = Place::Field(&REQUEST, "sphere");
const TRIANGLE: Place<'static> = Place::Field(&REQUEST, "triangle");
const SEGMENT: Place<'static> = Place::Field(&REQUEST, "segment");
const POINT: Place<'static> = Place::Field(&REQUEST, "point");
const BOX: Place<'static> = Place::Field(&REQUEST, "box");
const MESH: Place<'static> = Place::Field(&REQUEST, "mesh");

impl<'a> Request<'a> {
    /// The request with these [`FIELDS`].
    pub(super) fn new(fields: &Fields<'a>) -> Result<Self, BadRequest> {
        is_first_contact(&fields::string(
            fields.need("query", &REQUEST)?,
            &REQUEST.field("query"),
        )?)?;
        if let Some(name) = NOT_YET.iter().find(|name| fields.get(name).is_some()) {
            return Err(BadRequest(format!("{name} is not supported yet")));
        }
        let sphere = SphereFields::new(fields.need("sphere", &REQUEST)?)?;
        Ok(Self {
            scalar: scalar(fields.get("scalar"))?,
            dimension: sphere.dimension()?,
            wishes: Wishes {
                exact: fields::flag(fields.get("exact"), &REQUEST.field("exact"))?,
                more: fields::flag(fields.get("more"), &REQUEST.field("more"))?,
            },
            target: Target::only_one(fields)?,
            sphere,
            t_max: fields.get("t_max"),
        })
    }

    /// The sphere, on its way for as long as the request says.
    pub(super) fn sphere<T: Number, const N: usize>(
        &self,
    ) -> Result<Moving<Sphere<T, N>>, BadRequest> {
        let SphereFields { center, radius, velocity } = self.sphere;
        let sphere = Sphere::new(
            fields::vector(center, &SPHERE.field("center"))?,
            fields::number(radius, &SPHERE.field("radius"))?,
        )?
        .moving(velocity_of(velocity, &SPHERE)?)?;
        match self.t_max {
            Some(text) => Ok(sphere.until(fields::number(text, &REQUEST.field("t_max"))?)?),
            None => Ok(sphere),
        }
    }
}

fn is_first_contact(query: &str) -> Result<(), BadRequest> {
    match query {
        "first_contact" => Ok(()),
        "intersects" | "side" => Err(BadRequest(format!("query {query} is not supported yet"))),
        other => Err(BadRequest(format!(
            "query is {}, must be first_contact",
            excerpt(other.as_bytes())
        ))),
    }
}

fn scalar(text: Option<&str>) -> Result<Scalar, BadRequest> {
    let place = REQUEST.field("scalar");
    match text.map(|text| fields::string(text, &place)).transpose()?.as_deref() {
        None | Some("f64") => Ok(Scalar::F64),
        Some("f32") => Ok(Scalar::F32),
        Some(other) => {
            Err(BadRequest(format!("{place} is {}, must be f32 or f64", excerpt(other.as_bytes()))))
        }
    }
}

impl<'a> SphereFields<'a> {
    fn new(text: &'a str) -> Result<Self, BadRequest> {
        let fields = Fields::of(text, &SPHERE, &["center", "radius", "velocity"])?;
        Ok(Self {
            center: fields.need("center", &SPHERE)?,
            radius: fields.need("radius", &SPHERE)?,
            velocity: fields.get("velocity"),
        })
    }

    fn dimension(&self) -> Result<Dimension, BadRequest> {
        let place = SPHERE.field("center");
        match fields::length(self.center, &place, "an array of 2 or 3 numbers")? {
            2 => Ok(Dimension::Two),
            3 => Ok(Dimension::Three),
            count => Err(BadRequest(format!("{place} has {count} numbers, must have 2 or 3"))),
        }
    }
}

impl<'a> Target<'a> {
    /// The target of a request, of which there must be one.
    fn only_one(fields: &Fields<'a>) -> Result<Self, BadRequest> {
        let given: Vec<_> = [
            ("triangle", fields.get("triangle").map(Target::Triangle)),
            ("segment", fields.get("segment").map(Target::Segment)),
            ("point", fields.get("point").map(Target::Point)),
            ("box", fields.get("box").map(Target::Box)),
            ("mesh", fields.get("mesh").map(Target::Mesh)),
        ]
        .into_iter()
        .filter_map(|(name, target)| Some((name, target?)))
        .collect();
        match given[..] {
            [(_, target)] => Ok(target),
            [] => {
                Err(BadRequest("one of triangle, segment, point, box, mesh is missing".to_owned()))
            }
            [(first, _), (second, _), ..] => {
                Err(BadRequest(format!("{first} and {second} are both there, must be one of them")))
            }
        }
    }
}

/// A velocity, which is zero if it is left out.
fn velocity_of<T: Number, const N: usize>(
    text: Option<&str>,
    place: &Place<'_>,
) -> Result<[T; N], BadRequest> {
    text.map_or(Ok([T::ZERO; N]), |text| fields::vector(text, &place.field("velocity")))
}

/// The triangle that an object `{vertices, velocity}` describes.
pub(super) fn triangle<T: Number>(text: &str) -> Result<Moving<Triangle<T>>, BadRequest> {
    let fields = Fields::of(text, &TRIANGLE, &["vertices", "velocity"])?;
    let place = TRIANGLE.field("vertices");
    let mut vertices = [[T::ZERO; 3]; 3];
    let count = fields::for_each(
        fields.need("vertices", &TRIANGLE)?,
        &place,
        "an array of vertices",
        |place, index, text| {
            if let Some(vertex) = vertices.get_mut(index) {
                *vertex = fields::vector(text, place)?;
            }
            Ok(())
        },
    )?;
    if count != 3 {
        return Err(BadRequest(format!("{place} has {count} vertices, must have 3")));
    }
    let [a, b, c] = vertices;
    Ok(Triangle::new(a, b, c)?.moving(velocity_of(fields.get("velocity"), &TRIANGLE)?)?)
}

/// The segment that an object `{a, b, velocity}` describes.
pub(super) fn segment<T: Number, const N: usize>(
    text: &str,
) -> Result<Moving<Segment<T, N>>, BadRequest> {
    let fields = Fields::of(text, &SEGMENT, &["a", "b", "velocity"])?;
    let end = |name| fields::vector::<T, N>(fields.need(name, &SEGMENT)?, &SEGMENT.field(name));
    Ok(Segment::new(end("a")?, end("b")?)?
        .moving(velocity_of(fields.get("velocity"), &SEGMENT)?)?)
}

/// The point that an object `{position, velocity}` describes.
pub(super) fn point<T: Number, const N: usize>(
    text: &str,
) -> Result<Moving<Point<T, N>>, BadRequest> {
    let fields = Fields::of(text, &POINT, &["position", "velocity"])?;
    let position: [T; N] =
        fields::vector(fields.need("position", &POINT)?, &POINT.field("position"))?;
    Ok(Point::new(position)?.moving(velocity_of(fields.get("velocity"), &POINT)?)?)
}

/// The box that an object `{min, max, velocity}` describes.
pub(super) fn aligned_box<T: Number, const N: usize>(
    text: &str,
) -> Result<Moving<AlignedBox<T, N>>, BadRequest> {
    let fields = Fields::of(text, &BOX, &["min", "max", "velocity"])?;
    let corner = |name| fields::vector::<T, N>(fields.need(name, &BOX)?, &BOX.field(name));
    Ok(AlignedBox::new(corner("min")?, corner("max")?)?
        .moving(velocity_of(fields.get("velocity"), &BOX)?)?)
}

/// A mesh, from a file or from the request itself, and its velocity.
#[derive(Debug)]
pub(super) struct MeshRequest<T> {
    pub(super) source: MeshSource<T>,
    pub(super) velocity: [T; 3],
}

/// Where a mesh comes from.
#[derive(Debug)]
pub(super) enum MeshSource<T> {
    Path(String),
    Here(Box<Mesh<T>>),
}

/// The mesh that an object `{path, velocity}` or `{vertices, triangles, velocity}` describes.
pub(super) fn mesh<T: Number>(text: &str) -> Result<MeshRequest<T>, BadRequest> {
    let fields = Fields::of(text, &MESH, &["path", "vertices", "triangles", "velocity"])?;
    let velocity = velocity_of(fields.get("velocity"), &MESH)?;
    let source = match (fields.get("path"), fields.get("vertices"), fields.get("triangles")) {
        (Some(path), None, None) => MeshSource::Path(fields::string(path, &MESH.field("path"))?),
        (Some(_), _, _) => {
            return Err(BadRequest(
                "mesh has a path and vertices or triangles, must have one or the other".to_owned(),
            ));
        }
        (None, _, _) => {
            let vertices = fields.need("vertices", &MESH)?;
            let triangles = fields.need("triangles", &MESH)?;
            MeshSource::Here(Box::new(mesh_here(vertices, triangles)?))
        }
    };
    Ok(MeshRequest { source, velocity })
}

fn mesh_here<T: Number>(vertices_text: &str, triangles_text: &str) -> Result<Mesh<T>, BadRequest> {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    fields::for_each(
        vertices_text,
        &MESH.field("vertices"),
        "an array of vertices",
        |place, _, text| {
            vertices.push(fields::vector(text, place)?);
            Ok(())
        },
    )?;
    fields::for_each(
        triangles_text,
        &MESH.field("triangles"),
        "an array of triangles",
        |place, _, text| {
            triangles.push(corners(text, place)?);
            Ok(())
        },
    )?;
    Ok(Mesh::new(vertices, triangles)?)
}

fn corners(text: &str, place: &Place<'_>) -> Result<[u32; 3], BadRequest> {
    let mut corners = [0; 3];
    let count =
        fields::for_each(text, place, "an array of vertex indices", |place, index, text| {
            if let Some(corner) = corners.get_mut(index) {
                *corner = fields::index(text, place)?;
            }
            Ok(())
        })?;
    if count == 3 {
        Ok(corners)
    } else {
        Err(BadRequest(format!("{place} has {count} indices, must have 3")))
    }
}
