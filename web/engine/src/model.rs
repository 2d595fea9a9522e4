//! A mesh, its source, and its names in requests.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use tangency::{LoadError, Mesh};
use tangency_protocol::number::Number;
use tangency_protocol::surface::{self, Format};
use tangency_protocol::{Meshes, NoMeshes};

/// A mesh in `f64`, and in `f32` once a request needs it.
pub(crate) struct Model {
    wide: Arc<Mesh<f64>>,
    narrow: OnceCell<Result<Arc<Mesh<f32>>, String>>,
    origin: Origin,
    /// A sentence about the faces of the file that were left out, if any were.
    skipped: Option<String>,
}

/// The source of the mesh in `f32`: the original input, so that decimals are rounded once.
enum Origin {
    Arrays,
    File { bytes: Vec<u8>, name: String },
    SavedTree { name: String },
}

impl Model {
    pub(crate) fn of_arrays(vertices: &[f64], triangles: &[u32]) -> Result<Self, String> {
        let vertices = triples(vertices, "vertices")?;
        let triangles = triples(triangles, "triangles")?;
        let wide = Mesh::of_doubles(vertices.to_vec(), triangles.to_vec());
        let wide = Arc::new(wide.map_err(|error| error.to_string())?);
        Ok(Self { wide, narrow: OnceCell::new(), origin: Origin::Arrays, skipped: None })
    }

    /// A mesh from the bytes of a PLY, STL or OBJ file, recognized by its name or else by its
    /// content, or from the bytes of a saved BVH.
    pub(crate) fn of_file(bytes: Vec<u8>, name: String) -> Result<Self, String> {
        if Mesh::<f64>::is_saved(&bytes) {
            return Self::of_saved(bytes, name);
        }
        let (mesh, skipped) = read(&bytes, &name)?;
        let (wide, narrow) = (Arc::new(mesh), OnceCell::new());
        Ok(Self { wide, narrow, origin: Origin::File { bytes, name }, skipped })
    }

    /// A mesh from the bytes of a saved BVH.
    pub(crate) fn of_saved(bytes: Vec<u8>, name: String) -> Result<Self, String> {
        let wide = Mesh::from_bytes(bytes).map_err(|error| format!("{name}: {error}"))?;
        Ok(Self {
            wide: Arc::new(wide),
            narrow: OnceCell::new(),
            origin: Origin::SavedTree { name },
            skipped: None,
        })
    }

    pub(crate) fn skipped(&self) -> Option<&str> {
        self.skipped.as_deref()
    }

    pub(crate) fn mesh(&self) -> &Mesh<f64> {
        &self.wide
    }

    pub(crate) fn shared(&self) -> Arc<Mesh<f64>> {
        Arc::clone(&self.wide)
    }

    fn narrow(&self) -> Result<Arc<Mesh<f32>>, String> {
        let make = || match &self.origin {
            Origin::Arrays => {
                let vertices =
                    self.wide.vertices().iter().map(|v| v.map(<f32 as Number>::round)).collect();
                let triangles = self.wide.triangles().to_vec();
                Mesh::new(vertices, triangles).map_err(|error| error.to_string())
            }
            Origin::File { bytes, name } => read(bytes, name).map(|(mesh, _)| mesh),
            Origin::SavedTree { name } => {
                Err(format!("{name}: {}", LoadError::Scalar { found: 64, wanted: 32 }))
            }
        };
        self.narrow.get_or_init(|| make().map(Arc::new)).clone()
    }
}

/// The mesh of a file, and the command's sentence about the faces that were left out.
fn read<T: Number>(bytes: &[u8], name: &str) -> Result<(Mesh<T>, Option<String>), String> {
    let surface = surface::parse::<T>(bytes, Format::of_name(Path::new(name)))
        .map_err(|flaw| format!("{name}, {flaw}"))?;
    let skipped = surface.skipped_in(name);
    let mesh = surface.build().map_err(|error| format!("{name}: {error}"))?;
    Ok((mesh, skipped))
}

/// The numbers in rows of three.
pub(crate) fn triples<'a, X>(flat: &'a [X], field: &str) -> Result<&'a [[X; 3]], String> {
    match flat.as_chunks() {
        (rows, []) => Ok(rows),
        _ => Err(format!("{field}.length is {}, must be a multiple of 3", flat.len())),
    }
}

/// The numbers in this many rows; they may also be left out.
pub(crate) fn rows<'a, X, const N: usize>(
    flat: &'a [X],
    field: &str,
    count: usize,
    may_be_empty: bool,
) -> Result<&'a [[X; N]], String> {
    match flat.as_chunks() {
        (rows, []) if rows.len() == count || (may_be_empty && flat.is_empty()) => Ok(rows),
        _ => Err(format!(
            "{field}.length is {}, must be {} for {count} items",
            flat.len(),
            N * count
        )),
    }
}

/// Meshes by their names in requests.
#[derive(Default)]
pub(crate) struct Named(HashMap<String, Rc<Model>>);

impl Named {
    pub(crate) fn insert(&mut self, name: String, model: Rc<Model>) {
        self.0.insert(name, model);
    }

    pub(crate) fn forget(&mut self, model: &Rc<Model>) {
        self.0.retain(|_, known| !Rc::ptr_eq(known, model));
    }
}

impl Meshes<f64> for Named {
    fn mesh(&mut self, path: &str) -> Result<Arc<Mesh<f64>>, String> {
        match self.0.get(path) {
            Some(model) => Ok(Arc::clone(&model.wide)),
            None => Err(unknown(path)),
        }
    }
}

impl Meshes<f32> for Named {
    fn mesh(&mut self, path: &str) -> Result<Arc<Mesh<f32>>, String> {
        match self.0.get(path) {
            Some(model) => model.narrow(),
            None => Err(unknown(path)),
        }
    }
}

fn unknown(path: &str) -> String {
    Meshes::<f64>::mesh(&mut NoMeshes, path).err().unwrap_or_default()
}
