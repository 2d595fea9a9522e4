//! Triangle meshes from the bytes of files: PLY (text, binary of both byte orders), STL (text,
//! binary) and OBJ.
//!
//! # What the numbers become
//! Coordinates are kept as exactly as the scalar can hold them. A PLY `float` or `double`, a 32-bit
//! float of a binary STL and a decimal of a text become the nearest float in one rounding. In
//! `f64`, a binary file needs no rounding. The text of a PLY `float` property is read as the 32-bit
//! float that it stands for, so that the text and the binary form of a mesh are the same mesh.
//!
//! # Which triangle is which
//! Triangles are numbered from 0 in the order of the file. A polygon of `n > 3` vertices becomes
//! `n − 2` triangles of its own vertices with consecutive numbers: the fan of its first vertex,
//! `(0, 1, 2)`, `(0, 2, 3)`, …, if it is convex, and else triangles that cover it exactly
//! (`polygon.rs`). A polygon that crosses itself is refused. Nothing is merged or sorted; only STL,
//! which repeats each corner in every triangle, has its bitwise equal corners welded to one vertex.
//! A face of one or two vertices bounds no area; it is left out and counted
//! ([`Surface::skipped`]).
//!
//! # Bad files
//! Headers are not trusted: the sizes that they claim are compared with the bytes that are there
//! before memory is allocated. Every error is a [`Flaw`] that names the place and the value. The
//! three formats are read here, by a few hundred lines, because an exact answer needs two things
//! that general readers do not have: decimals that reach `f64` without a stop at `f32`, and the
//! line or element of each error.
//!
//! Other readers stop at `f32`, report neither line nor value, or allocate the sizes that a header
//! only claims. They refuse or misread files that are in use: a text STL whose first word is not
//! followed by a blank, decimals such as `1.`.

mod obj;
mod ply;
mod polygon;
mod stl;
mod text;

use crate::number::Number;
use std::fmt;
use std::path::Path;
use tangency::{InputError, Mesh};

/// The vertices and triangles of a file, all coordinates finite and all indices in range, before
/// the search tree is built.
#[derive(Clone, Debug, PartialEq)]
pub struct Surface<T> {
    /// The vertices.
    pub vertices: Vec<[T; 3]>,
    /// Three vertex indices for each triangle.
    pub triangles: Vec<[u32; 3]>,
    /// The faces of the file that were left out, if there are any.
    pub skipped: Option<Skipped>,
}

/// Faces of fewer than three vertices, which are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The number of such faces.
    pub count: u64,
    /// The first of them.
    pub first: Flaw,
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { count, first } = self;
        match count {
            1 => write!(f, "{first}; it is left out"),
            _ => write!(f, "{first}; {count} such faces are left out"),
        }
    }
}

impl<T> Surface<T> {
    /// A sentence for the user about the faces that were left out of the file of this name, if any.
    pub fn skipped_in(&self, name: impl fmt::Display) -> Option<String> {
        self.skipped.as_ref().map(|skipped| format!("{name}, {skipped}"))
    }
}

impl<T: Number> Surface<T> {
    /// Builds the mesh with its search tree.
    ///
    /// # Errors
    /// The errors of [`Mesh::new`].
    pub fn build(self) -> Result<Mesh<T>, InputError> {
        Mesh::new(self.vertices, self.triangles)
    }
}

/// An error in a file, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The place, as in `line 12` or `vertex 7`; elements are counted from 0, lines from 1.
    pub place: String,
    /// The error, with the value.
    pub problem: String,
}

impl Flaw {
    fn new(place: impl Into<String>, problem: impl Into<String>) -> Self {
        Self { place: place.into(), problem: problem.into() }
    }
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.problem)
    }
}

/// The formats that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Polygon File Format, also called Stanford format.
    Ply,
    /// Stereolithography.
    Stl,
    /// Wavefront OBJ.
    Obj,
}

impl Format {
    /// The format for the extension of a file's name.
    pub fn of_name(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "ply" => Some(Self::Ply),
            "stl" => Some(Self::Stl),
            "obj" => Some(Self::Obj),
            _ => None,
        }
    }

    /// The format that the bytes appear to have.
    fn of_content(bytes: &[u8]) -> Option<Self> {
        if bytes.starts_with(b"ply\n") || bytes.starts_with(b"ply\r") {
            Some(Self::Ply)
        } else if stl::looks_like(bytes) {
            Some(Self::Stl)
        } else if obj::looks_like(bytes) {
            Some(Self::Obj)
        } else {
            None
        }
    }
}

/// The mesh that `bytes` contain, in `format` or, without one, in the format that they appear to
/// have.
///
/// # Errors
/// Bytes of no known format, a broken file, or one without triangles.
pub fn parse<T: Number>(bytes: &[u8], format: Option<Format>) -> Result<Surface<T>, Flaw> {
    // Some editors put a byte order mark before a text; in a binary STL these bytes have no special
    // meaning.
    let bytes = match bytes.strip_prefix(b"\xef\xbb\xbf") {
        Some(text) if !stl::is_binary(bytes) => text,
        _ => bytes,
    };
    let surface = match format.or_else(|| Format::of_content(bytes)) {
        Some(Format::Ply) => ply::parse(bytes)?,
        Some(Format::Stl) => stl::parse(bytes)?,
        Some(Format::Obj) => obj::parse(bytes)?,
        None => return Err(Flaw::new("start", "this is neither PLY nor STL nor OBJ")),
    };
    if surface.triangles.is_empty() {
        return Err(Flaw::new("end", "the file contains no triangle"));
    }
    Ok(surface)
}

/// The faces of a file, as they are read. Vertices may follow the faces that name them, so polygons
/// are triangulated at the end.
#[derive(Debug, Default)]
struct Faces {
    triangles: Vec<[u32; 3]>,
    polygons: Vec<Polygon>,
    skipped: Option<Skipped>,
    /// The vertices of the current face.
    corners: Vec<u32>,
}

/// A face of more than three vertices, which is a fan of triangles until the end.
#[derive(Debug)]
struct Polygon {
    triangles: std::ops::Range<usize>,
    /// The number of the line or of the face, for an error about this polygon.
    at: u64,
}

impl Faces {
    fn corner(&mut self, index: u32) {
        self.corners.push(index);
    }

    /// Ends the current face. `at` is its line or its index.
    fn finish(&mut self, at: u64, place: impl FnOnce(u64) -> String) {
        let start = self.triangles.len();
        match self.corners[..] {
            [] | [_] | [_, _] => {
                let problem = format!("a face with fewer than 3 vertices: {}", self.corners.len());
                let skipped = self.skipped.get_or_insert_with(|| Skipped {
                    count: 0,
                    first: Flaw::new(place(at), problem),
                });
                skipped.count += 1;
            }
            [first, ref others @ ..] => {
                self.triangles.extend(others.windows(2).map(|pair| [first, pair[0], pair[1]]));
            }
        }
        if self.corners.len() > 3 {
            self.polygons.push(Polygon { triangles: start..self.triangles.len(), at });
        }
        self.corners.clear();
    }

    /// Makes the surface, and triangulates every polygon. All indices must be in range.
    fn over<T: Number>(
        mut self,
        vertices: Vec<[T; 3]>,
        place: impl Fn(u64) -> String,
    ) -> Result<Surface<T>, Flaw> {
        for Polygon { triangles, at } in self.polygons {
            let fan = &mut self.triangles[triangles];
            let corners: Vec<u32> =
                fan[0][..2].iter().copied().chain(fan.iter().map(|t| t[2])).collect();
            let positions: Vec<[f64; 3]> =
                corners.iter().map(|&i| vertices[i as usize].map(T::widen)).collect();
            let found = polygon::triangulate(&positions)
                .map_err(|problem| Flaw::new(place(at), problem))?;
            for (triangle, found) in fan.iter_mut().zip(found) {
                *triangle = found.map(|corner| corners[corner]);
            }
        }
        Ok(Surface { vertices, triangles: self.triangles, skipped: self.skipped })
    }
}
