//! Triangle meshes from files: PLY (text, binary of both byte orders), STL (text, binary) and OBJ; and saved trees, which hold
//! their mesh.
//!
//! # What the numbers become
//! Coordinates are kept as exactly as the scalar can hold them: a PLY `float` or `double`, a binary STL's 32-bit floats and the
//! decimals of text each become the nearest float in one rounding, which in `f64` is none at all for binary files. The
//! text of a PLY `float` property is read as the 32-bit float that it stands for, so that the text and the binary form
//! of a mesh are the same mesh.
//!
//! # Which triangle is which
//! Triangles are numbered from 0 in the order of the file. A polygon of `n > 3` vertices becomes the fan of its first vertex,
//! `n − 2` triangles with consecutive numbers: `(0, 1, 2)`, `(0, 2, 3)`, … of its own vertices. Nothing is merged, sorted or
//! dropped; only STL, which repeats each corner in every triangle, has its bitwise equal corners welded to one vertex.
//!
//! # Bad files
//! A file is believed only as far as it goes: what a header promises is compared with the bytes that are there before
//! memory is taken for it. Whatever is wrong is a [`MeshFileError`] that names the file, the place and the value. The three
//! formats are read here, by a few hundred lines, because an exact answer needs what general readers give up:
//! decimals that reach `f64` without a stop at `f32`, and the line or element of each mistake.

mod obj;
mod ply;
mod saved;
mod stl;
mod text;

use crate::cast::{CastError, Interrupt};
use crate::number::Number;
pub(crate) use saved::stage;
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use tangency::{InputError, LoadError, Mesh};

/// The vertices and triangles of a file, all coordinates finite and all indices in range, before the search tree is built.
#[derive(Clone, Debug, PartialEq)]
pub struct Surface<T> {
    /// The vertices.
    pub vertices: Vec<[T; 3]>,
    /// Three vertex indices for each triangle.
    pub triangles: Vec<[u32; 3]>,
}

/// Why a mesh file cannot be used: the file, and what is wrong with it.
#[derive(Debug, thiserror::Error)]
pub enum MeshFileError {
    /// The operating system does not give the file's bytes.
    #[error("cannot read {}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// The bytes are there but are not a mesh.
    #[error("{}, {flaw}", path.display())]
    Flawed {
        /// The file.
        path: PathBuf,
        /// Where and what.
        flaw: Flaw,
    },
    /// A saved tree is damaged, or not what was asked for.
    #[error("{}: {source}", path.display())]
    Saved {
        /// The file.
        path: PathBuf,
        /// The library's reason.
        source: LoadError,
    },
    /// The mesh is well written, but the library refuses it.
    #[error("{}: {source}", path.display())]
    Refused {
        /// The file.
        path: PathBuf,
        /// The library's reason.
        source: InputError,
    },
}

impl MeshFileError {
    fn unreadable(path: &Path, source: io::Error) -> Self {
        Self::Unreadable { path: path.to_owned(), source }
    }
}

/// What is wrong inside a file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The place, as in `line 12` or `vertex 7`; elements are counted from 0, lines from 1.
    pub place: String,
    /// What is wrong there, with the value.
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

/// The kinds of file that are understood.
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
    /// The format that a file's name promises.
    fn of_name(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "ply" => Some(Self::Ply),
            "stl" => Some(Self::Stl),
            "obj" => Some(Self::Obj),
            _ => None,
        }
    }

    /// The format that the bytes look like.
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

/// What a file holds.
#[derive(Debug)]
pub enum Found<T> {
    /// A surface, yet without a search tree.
    Surface(Surface<T>),
    /// A mesh that was saved with its search tree.
    Mesh(Mesh<T>),
}

/// Reads a mesh file: a saved tree if it begins as one, else by the format that its name promises, else by the one that its
/// content looks like.
///
/// # Errors
/// A file that cannot be read, is of no known format, is broken, or holds no triangle.
pub fn read<T: Number>(path: &Path) -> Result<Found<T>, MeshFileError> {
    let (mut file, mut bytes) = open(path)?;
    if Mesh::<T>::is_saved(&bytes) {
        return saved::load(path, file, bytes).map(Found::Mesh);
    }
    file.read_to_end(&mut bytes).map_err(|source| MeshFileError::unreadable(path, source))?;
    parse(&bytes, Format::of_name(path))
        .map(Found::Surface)
        .map_err(|flaw| MeshFileError::Flawed { path: path.to_owned(), flaw })
}

/// Reads a saved tree and nothing else.
///
/// # Errors
/// A file that cannot be read, or is no undamaged tree over a mesh of such floats.
pub fn read_tree<T: Number>(path: &Path) -> Result<Mesh<T>, MeshFileError> {
    let (file, head) = open(path)?;
    saved::load(path, file, head)
}

/// A file, its first bytes, and room for the others.
fn open(path: &Path) -> Result<(File, Vec<u8>), MeshFileError> {
    let open = || {
        let mut file = File::open(path)?;
        let mut bytes = Vec::new();
        file.by_ref().take(saved::HEAD).read_to_end(&mut bytes)?;
        Ok((file, bytes))
    };
    open().map_err(|source| MeshFileError::unreadable(path, source))
}

/// Saves a mesh with its tree: whole, or not at all.
///
/// # Errors
/// A file that cannot be written; an interrupt.
pub fn save<T: Number>(
    mesh: &Mesh<T>,
    path: &Path,
    interrupt: &Interrupt,
) -> Result<(), CastError> {
    let unsaved = |refusal| CastError::Unsaved { path: path.to_owned(), refusal };
    let tree = stage(mesh, path, interrupt).map_err(unsaved)?.ok_or(CastError::Interrupted)?;
    tree.put_in_place().map_err(|error| unsaved(error.into()))
}

/// Reads a mesh file and builds the search tree, if it is not there.
///
/// # Errors
/// Those of [`read`], and those of [`Mesh::new`].
pub fn load<T: Number>(path: &Path) -> Result<Mesh<T>, MeshFileError> {
    read(path)?.build(path)
}

impl<T: Number> Found<T> {
    /// Builds the search tree, if it is not there; `path` is named if the library refuses the mesh.
    ///
    /// # Errors
    /// Those of [`Mesh::new`].
    pub fn build(self, path: &Path) -> Result<Mesh<T>, MeshFileError> {
        match self {
            Self::Surface(surface) => surface.build(path),
            Self::Mesh(mesh) => Ok(mesh),
        }
    }

    /// Whether it has the vertices and triangles of this mesh, in the same order.
    pub fn is(&self, mesh: &Mesh<T>) -> bool {
        let (vertices, triangles) = match self {
            Self::Surface(surface) => (&surface.vertices[..], &surface.triangles[..]),
            Self::Mesh(mesh) => (mesh.vertices(), mesh.triangles()),
        };
        (vertices, triangles) == (mesh.vertices(), mesh.triangles())
    }
}

impl<T: Number> Surface<T> {
    /// Builds the mesh with its search tree; `path` is named if the library refuses it.
    ///
    /// # Errors
    /// Those of [`Mesh::new`].
    pub fn build(self, path: &Path) -> Result<Mesh<T>, MeshFileError> {
        Mesh::new(self.vertices, self.triangles)
            .map_err(|source| MeshFileError::Refused { path: path.to_owned(), source })
    }
}

/// The mesh that `bytes` hold, in `format` or, without one, in the format that they look like.
///
/// # Errors
/// Bytes of no known format, a broken file, or one without triangles.
pub fn parse<T: Number>(bytes: &[u8], format: Option<Format>) -> Result<Surface<T>, Flaw> {
    let surface = match format.or_else(|| Format::of_content(bytes)) {
        Some(Format::Ply) => ply::parse(bytes)?,
        Some(Format::Stl) => stl::parse(bytes)?,
        Some(Format::Obj) => obj::parse(bytes)?,
        None => return Err(Flaw::new("start", "this is neither PLY nor STL nor OBJ")),
    };
    if surface.triangles.is_empty() {
        return Err(Flaw::new("end", "the file holds no triangle"));
    }
    Ok(surface)
}

/// The triangles of a polygon, one corner at a time: the fan of its first corner.
#[derive(Debug, Default)]
struct Fan {
    corners: usize,
    first: u32,
    last: u32,
}

impl Fan {
    fn corner(&mut self, index: u32, triangles: &mut Vec<[u32; 3]>) {
        match self.corners {
            0 => self.first = index,
            1 => {}
            _ => triangles.push([self.first, self.last, index]),
        }
        self.last = index;
        self.corners += 1;
    }

    /// Says what is wrong with the polygon if it is too small for a triangle.
    fn finish(self) -> Result<(), String> {
        match self.corners {
            0..3 => Err(format!("a face of {} vertices, at least 3 are needed", self.corners)),
            _ => Ok(()),
        }
    }
}
