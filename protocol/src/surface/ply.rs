//! PLY: a header that specifies the elements, then the elements, in text or in bytes of either
//! order.
//!
//! The reader takes the properties `x`, `y`, `z` of the element `vertex` and the list
//! `vertex_indices` (or `vertex_index`) of the element `face`, and steps over all other properties.
//! In text, each element begins on a line of its own and may continue on further lines.

mod body;
mod header;

use super::{Faces, Flaw, Surface};
use crate::number::Number;
use body::Body;
use header::{Element, Header, Kind, Shape};

/// The mesh of a PLY file.
pub(super) fn parse<T: Number>(bytes: &[u8]) -> Result<Surface<T>, Flaw> {
    let (header, encoding, lines) = header::parse(bytes)?;
    let mut body = Body::new(encoding, lines);
    let vertex_count = vertex_count(&header)?;
    let (mut vertices, mut faces) = (Vec::new(), Faces::default());
    for element in &header.elements {
        body.has_room_for(element)?;
        match element.name.as_str() {
            "vertex" => vertices = read_vertices(element, &mut body)?,
            "face" => faces = read_faces(element, vertex_count, &mut body)?,
            _ => body.skip_elements(element)?,
        }
    }
    body.is_at_its_end()?;
    faces.over(vertices, face)
}

fn face(number: u64) -> String {
    format!("face {number}")
}

/// The number of vertices in the file, from the header, since faces may precede the vertices.
fn vertex_count(header: &Header) -> Result<u64, Flaw> {
    let find = |name: &str| header.elements.iter().find(|element| element.name == name);
    match (find("vertex"), find("face")) {
        (None, _) => Err(Flaw::new("header", "there is no element vertex")),
        (_, None) => Err(Flaw::new("header", "there is no element face")),
        (Some(vertex), _) => Ok(vertex.count),
    }
}

/// The axis, 0 to 2, whose coordinate a property of a vertex contains.
fn axis(name: &str) -> Option<usize> {
    ["x", "y", "z"].iter().position(|axis| *axis == name)
}

fn read_vertices<T: Number>(element: &Element, body: &mut Body<'_>) -> Result<Vec<[T; 3]>, Flaw> {
    for name in ["x", "y", "z"] {
        match element.property(name).map(|property| property.shape) {
            Some(Shape::Scalar(_)) => {}
            Some(Shape::List { .. }) => {
                return Err(Flaw::new(
                    "header",
                    format!("vertex.{name} is a list, must be a number"),
                ));
            }
            None => return Err(Flaw::new("header", format!("vertex.{name} is missing"))),
        }
    }
    // The body has checked that the count is at most the number of bytes.
    let mut vertices = Vec::with_capacity(usize::try_from(element.count).unwrap_or(0));
    for i in 0..element.count {
        let place = || format!("vertex {i}");
        let mut position = [T::ZERO; 3];
        body.start(element, i)?;
        for property in &element.properties {
            match (axis(&property.name), property.shape) {
                (Some(axis), Shape::Scalar(kind)) => {
                    position[axis] =
                        body.coordinate(kind, &property.name).map_err(|e| body.flaw(place(), e))?;
                }
                _ => body.skip(property).map_err(|e| body.flaw(place(), e))?,
            }
        }
        body.end().map_err(|e| body.flaw(place(), e))?;
        vertices.push(position);
    }
    Ok(vertices)
}

fn read_faces(element: &Element, vertex_count: u64, body: &mut Body<'_>) -> Result<Faces, Flaw> {
    let (corners, count_kind, item_kind) = corners_property(element)?;
    let mut faces = Faces::default();
    for i in 0..element.count {
        body.start(element, i)?;
        for (position, property) in element.properties.iter().enumerate() {
            if position == corners {
                read_corners(count_kind, item_kind, vertex_count, body, &mut faces)
                    .map_err(|e| body.flaw(face(i), e))?;
            } else {
                body.skip(property).map_err(|e| body.flaw(face(i), e))?;
            }
        }
        body.end().map_err(|e| body.flaw(face(i), e))?;
        faces.finish(i, face);
    }
    Ok(faces)
}

/// The index of the property that lists the corners of a face, and the kinds of the list's length
/// and of its items.
fn corners_property(element: &Element) -> Result<(usize, Kind, Kind), Flaw> {
    let names = ["vertex_indices", "vertex_index"];
    let position =
        element.properties.iter().position(|property| names.contains(&property.name.as_str()));
    let Some(position) = position else {
        return Err(Flaw::new("header", "face.vertex_indices is missing"));
    };
    match element.properties[position].shape {
        Shape::List { count, item } if !item.is_float() => Ok((position, count, item)),
        Shape::List { .. } => Err(Flaw::new(
            "header",
            "face.vertex_indices is a list of floats, must be one of integers",
        )),
        Shape::Scalar(_) => {
            Err(Flaw::new("header", "face.vertex_indices is a number, must be a list"))
        }
    }
}

fn read_corners(
    count_kind: Kind,
    item_kind: Kind,
    vertex_count: u64,
    body: &mut Body<'_>,
    faces: &mut Faces,
) -> Result<(), String> {
    let count = body.integer(count_kind, "the number of vertices")?;
    if count < 0 {
        return Err(format!("the number of vertices is {count}, must not be negative"));
    }
    for _ in 0..count {
        let named = body.integer(item_kind, "a vertex index")?;
        let index = u32::try_from(named).ok().filter(|&index| u64::from(index) < vertex_count);
        let index = index.ok_or_else(|| {
            format!("vertex index is {named}, but there are only {vertex_count} vertices")
        })?;
        faces.corner(index);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
