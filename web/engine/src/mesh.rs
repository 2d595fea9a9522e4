//! Meshes, as JavaScript uses them.

use crate::batch;
use crate::model::{Model, Named};
use crate::rows::{self, Side};
use js_sys::Uint32Array;
use js_sys::{Float64Array, Int32Array, Uint8Array};
use std::cell::RefCell;
use std::rc::Rc;
use tangency::any::Alone;
use tangency::{Moving, Point};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

thread_local! {
    /// The meshes that a request can name.
    static NAMED: RefCell<Named> = RefCell::default();
}

/// Calls a function with the meshes that a request can name.
pub(crate) fn with_named<R>(act: impl FnOnce(&mut Named) -> R) -> R {
    NAMED.with_borrow_mut(act)
}

/// A mesh of `f64`.
#[wasm_bindgen]
pub struct Mesh(Rc<Model>);

impl Mesh {
    /// The mesh of the library, for the items of a scene and for walkers.
    pub(crate) fn shared(&self) -> std::sync::Arc<tangency::Mesh<f64>> {
        self.0.shared()
    }
}

#[wasm_bindgen]
impl Mesh {
    /// A mesh from three numbers for each vertex and three indices for each triangle.
    #[wasm_bindgen(constructor)]
    pub fn new(vertices: &[f64], triangles: &[u32]) -> Result<Mesh, String> {
        Model::of_arrays(vertices, triangles).map(|model| Self(Rc::new(model)))
    }

    /// A mesh from the bytes of a file.
    #[wasm_bindgen(js_name = fromFile)]
    pub fn from_file(bytes: Vec<u8>, name: String) -> Result<Mesh, String> {
        Model::of_file(bytes, name).map(|model| Self(Rc::new(model)))
    }

    /// A copy of the vertices.
    pub fn vertices(&self) -> Vec<f64> {
        self.0.mesh().vertices().as_flattened().to_vec()
    }

    /// A copy of the triangles.
    pub fn triangles(&self) -> Vec<u32> {
        self.0.mesh().triangles().as_flattened().to_vec()
    }

    /// A sentence about the faces of the file that were left out, if any were.
    pub fn skipped(&self) -> Option<String> {
        self.0.skipped().map(str::to_owned)
    }

    /// Registers the mesh under a name for [`query`](crate::query).
    pub fn name(&self, name: String) {
        NAMED.with_borrow_mut(|named| named.insert(name, Rc::clone(&self.0)));
    }

    /// Removes all names of the mesh.
    pub fn forget(&self) {
        NAMED.with_borrow_mut(|named| named.forget(&self.0));
    }

    /// Writes the first contacts of many spheres to columns that have room for them.
    #[wasm_bindgen(js_name = firstContacts)]
    #[allow(clippy::too_many_arguments, reason = "columns, which are arrays of the host")]
    pub fn first_contacts(
        &self,
        center: &[f64],
        radius: &[f64],
        velocity: &[f64],
        t_max: &[f64],
        status: &Uint8Array,
        time: &Float64Array,
        center_then: &Float64Array,
        point: &Float64Array,
        normal: &Float64Array,
        triangle: &Int32Array,
        feature: &Uint8Array,
    ) -> Result<(), String> {
        let spheres = batch::spheres(center, radius, velocity, t_max)?;
        let columns = batch::columns(self.0.mesh(), &spheres)?;
        columns.copy_to(status, time, center_then, point, normal, triangle, feature);
        Ok(())
    }

    /// A mesh from the bytes that [`to_bytes`](Mesh::to_bytes) made.
    #[wasm_bindgen(js_name = fromBytes)]
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Mesh, String> {
        Model::of_saved(bytes, "bytes".to_owned()).map(|model| Self(Rc::new(model)))
    }

    /// The mesh and its BVH.
    #[wasm_bindgen(js_name = toBytes)]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.mesh().to_bytes()
    }

    /// All contacts, in the columns of [`first_contacts`](Mesh::first_contacts). Before them are
    /// the rows of the spheres.
    pub fn contacts(
        &self,
        center: &[f64],
        radius: &[f64],
        velocity: &[f64],
        t_max: &[f64],
    ) -> Result<Vec<JsValue>, String> {
        let spheres = batch::spheres(center, radius, velocity, t_max)?;
        let (index, columns) = batch::all_columns(self.0.mesh(), &spheres)?;
        let mut all = vec![Uint32Array::from(&index[..]).into()];
        all.extend(columns.to_host());
        Ok(all)
    }

    /// The first contacts of capsules or boxes, or all their contacts, in the format of
    /// [`rows::bodies`].
    pub fn bodies(
        &self,
        kind: String,
        columns: Vec<Float64Array>,
        count: usize,
        all: bool,
    ) -> Result<Vec<JsValue>, String> {
        let mesh = Moving::still(self.0.shared());
        rows::bodies(mesh.as_dyn(), &Side::new(kind, &columns), count, all)
    }

    /// The closest points: distances, points, triangles and features.
    pub fn closest(&self, points: &[f64]) -> Result<Vec<JsValue>, String> {
        let closest = |point: &Point<f64, 3>| self.0.mesh().closest_of_doubles(point);
        Ok(batch::closest(points, closest)?.to_host())
    }
}
