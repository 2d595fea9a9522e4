//! Scenes of many items in columns, as JavaScript uses them.

use crate::batch::{self, Columns};
use crate::mesh::{self, Mesh};
use crate::model::{self, triples};
use crate::rows::{self, Side};
use js_sys::{Float64Array, Int32Array, Uint8Array, Uint32Array};
use std::sync::Arc;
use tangency::any::{Alone, Answers, AnyFeature};
use tangency::{
    AlignedBox, Answer, Id, Inflated, InputError, Item, Moving, Point, Rotation, Sphere, Triangle,
};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The largest number of items that columns can name.
const MOST_ITEMS: u64 = i32::MAX as u64;

/// A scene of `f64`.
#[wasm_bindgen]
pub struct Scene(Arc<tangency::Scene<f64>>);

/// Items of one kind: `make` returns the shape of each, with its displacement and its end time.
/// Both columns may be empty: without displacements the items are at rest, and without end times no
/// motion ends.
fn items(
    count: usize,
    (velocity, t_max): (&[f64], &[f64]),
    kind: &str,
    make: impl Fn(usize) -> Result<Item<f64>, InputError>,
) -> Result<Vec<Item<f64>>, String> {
    let velocity = model::rows::<_, 3>(velocity, "velocity", count, true)?;
    let t_max = model::rows::<_, 1>(t_max, "t_max", count, true)?;
    let item = |row: usize| {
        let velocity = velocity.get(row).copied().unwrap_or_default();
        let [t_max] = t_max.get(row).copied().unwrap_or([f64::INFINITY]);
        make(row)
            .and_then(|item| item.moving(velocity)?.until(t_max))
            .map_err(|error| format!("{kind} {row}: {error}"))
    };
    (0..count).map(item).collect()
}

impl Scene {
    /// Inserts items into the scene, or replaces others; returns their numbers.
    fn put(&mut self, items: Vec<Item<f64>>, at: Option<Vec<u32>>) -> Result<Vec<u32>, String> {
        let Some(at) = at else {
            let free = MOST_ITEMS.saturating_sub(self.0.next_number());
            if items.len() as u64 > free {
                return Err(format!(
                    "a scene has {MOST_ITEMS} items in its life, of which {free} are left"
                ));
            }
            let ids = Arc::make_mut(&mut self.0).insert_all(items);
            return Ok(ids.into_iter().map(|id| id.number() as u32).collect());
        };
        if at.len() != items.len() {
            let (found, expected) = (at.len(), items.len());
            return Err(format!("items.length is {found}, must be {expected}"));
        }
        let ids = self.ids(&at)?;
        Arc::make_mut(&mut self.0).replace_all(ids.into_iter().zip(items));
        Ok(at)
    }

    /// The items with these numbers.
    fn ids(&self, items: &[u32]) -> Result<Vec<Id>, String> {
        let id = |(i, &item): (usize, &u32)| {
            let id = self.0.id(item.into());
            id.ok_or_else(|| format!("items[{i}] is {item}, the scene has no such item"))
        };
        items.iter().enumerate().map(id).collect()
    }

    /// The scene of the library, if capsules can be cast at all its items. At these items, boxes
    /// can be cast as well.
    pub(crate) fn for_capsules(&self) -> Result<&Arc<tangency::Scene<f64>>, String> {
        let refused = self.0.for_capsules().err();
        refused.map_or(Ok(&self.0), |not_met| Err(not_met.to_string()))
    }

    fn first_contact(&self, sphere: &Moving<Sphere<f64, 3>>) -> Result<Found, String> {
        let answer = Answers::<f64, 3, Sphere<f64, 3>>::first_contact(&self.0, sphere);
        answer.map_err(|refusal| refusal.to_string())
    }
}

type Found = Answer<f64, 3, AnyFeature<3>>;

#[wasm_bindgen]
impl Scene {
    /// An empty scene.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default, reason = "the host has no defaults")]
    pub fn new() -> Scene {
        Self(Arc::default())
    }

    /// A scene from the bytes that [`to_bytes`](Scene::to_bytes) made.
    #[wasm_bindgen(js_name = fromBytes)]
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Scene, String> {
        let scene =
            tangency::Scene::from_bytes(bytes).map_err(|error| format!("bytes: {error}"))?;
        let next = scene.next_number();
        if next > MOST_ITEMS {
            return Err(format!(
                "bytes: its next item has the number {next}, must be at most {MOST_ITEMS}"
            ));
        }
        Ok(Self(Arc::new(scene)))
    }

    /// The items and their BVHs.
    #[wasm_bindgen(js_name = toBytes)]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.to_bytes()
    }

    /// The number of items.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Inserts balls, each with a center and a radius.
    pub fn balls(
        &mut self,
        at: Option<Vec<u32>>,
        center: &[f64],
        radius: &[f64],
        velocity: &[f64],
        t_max: &[f64],
    ) -> Result<Vec<u32>, String> {
        let center = triples(center, "center")?;
        let radius = model::rows::<_, 1>(radius, "radius", center.len(), false)?;
        let make = |row: usize| Ok(Inflated::new(Point::new(center[row])?, radius[row][0])?.into());
        let items = items(center.len(), (velocity, t_max), "ball", make)?;
        self.put(items, at)
    }

    /// Inserts axis-aligned boxes.
    pub fn boxes(
        &mut self,
        at: Option<Vec<u32>>,
        min: &[f64],
        max: &[f64],
        velocity: &[f64],
        t_max: &[f64],
    ) -> Result<Vec<u32>, String> {
        let min = triples(min, "min")?;
        let max = model::rows::<_, 3>(max, "max", min.len(), false)?;
        let make = |row: usize| Ok(AlignedBox::new(min[row], max[row])?.into());
        let items = items(min.len(), (velocity, t_max), "box", make)?;
        self.put(items, at)
    }

    /// Inserts triangles, each as an item.
    pub fn triangles(
        &mut self,
        at: Option<Vec<u32>>,
        vertices: &[f64],
        velocity: &[f64],
        t_max: &[f64],
    ) -> Result<Vec<u32>, String> {
        let count = vertices.len() / 9;
        let vertices = model::rows::<_, 9>(vertices, "vertices", count, false)?;
        let make = |row: usize| {
            let (corners, _) = vertices[row].as_chunks::<3>();
            Ok(Triangle::new(corners[0], corners[1], corners[2])?.into())
        };
        let items = items(count, (velocity, t_max), "triangle", make)?;
        self.put(items, at)
    }

    /// Inserts one mesh many times, turned and then moved; without rotations it is not turned.
    pub fn instances(
        &mut self,
        at: Option<Vec<u32>>,
        mesh: &Mesh,
        rotation: &[f64],
        translation: &[f64],
        velocity: &[f64],
        t_max: &[f64],
    ) -> Result<Vec<u32>, String> {
        let translation = triples(translation, "translation")?;
        let rotation = model::rows::<_, 4>(rotation, "rotation", translation.len(), true)?;
        let make = |row: usize| {
            let turned = rotation.get(row).map(|&numbers| Rotation::<f64, 3>::new(numbers));
            let rotation = turned.transpose()?.unwrap_or_else(Rotation::identity);
            Item::instance(mesh.shared(), rotation, translation[row])
        };
        let items = items(translation.len(), (velocity, t_max), "instance", make)?;
        self.put(items, at)
    }

    /// Inserts an item of any kind, in the format of a request.
    #[wasm_bindgen(js_name = putJson)]
    pub fn put_json(&mut self, at: Option<Vec<u32>>, json: &str) -> Result<Vec<u32>, String> {
        let item = mesh::with_named(|named| tangency_protocol::item(json.as_bytes(), named))?;
        self.put(vec![item], at)
    }

    /// Removes items.
    pub fn remove(&mut self, items: &[u32]) -> Result<(), String> {
        let ids = self.ids(items)?;
        Arc::make_mut(&mut self.0).remove_all(ids);
        Ok(())
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
        item: &Int32Array,
    ) -> Result<(), String> {
        let spheres = batch::spheres(center, radius, velocity, t_max)?;
        let mut columns = Columns::with_room_for(spheres.len());
        for row in 0..spheres.len() {
            columns.push(self.first_contact(&spheres.get(row)?)?);
        }
        columns.copy_to(status, time, center_then, point, normal, triangle, feature);
        item.copy_from(&columns.item);
        Ok(())
    }

    /// All contacts; before them are the rows of the spheres.
    pub fn contacts(
        &self,
        center: &[f64],
        radius: &[f64],
        velocity: &[f64],
        t_max: &[f64],
    ) -> Result<Vec<JsValue>, String> {
        let spheres = batch::spheres(center, radius, velocity, t_max)?;
        let (mut index, mut columns) = (Vec::new(), Columns::default());
        for row in 0..spheres.len() {
            let sphere = spheres.get(row)?;
            let all = Answers::<f64, 3, Sphere<f64, 3>>::contacts(&self.0, &sphere);
            for answer in all.map_err(|refusal| refusal.to_string())? {
                index.push(row as u32);
                columns.push(answer);
            }
        }
        Ok(said(&index, &columns))
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
        // The error names the number of an item that capsules and boxes cannot be cast at.
        rows::bodies(self.for_capsules()?.as_dyn(), &Side::new(kind, &columns), count, all)
    }

    /// The closest points: distances, points, triangles, features and items.
    pub fn closest(&self, points: &[f64]) -> Result<Vec<JsValue>, String> {
        let closest = |point: &Point<f64, 3>| self.0.closest(point).ok().flatten();
        let columns = batch::closest(points, closest)?;
        let mut all = columns.to_host();
        all.push(Int32Array::from(&columns.item[..]).into());
        Ok(all)
    }

    /// All contacts of items with each other, in the columns of [`contacts`](Scene::contacts). The
    /// numbers before them are the moving items.
    pub fn pairs(&self, t_max: f64) -> Result<Vec<JsValue>, String> {
        if t_max.is_nan() || t_max < 0.0 {
            return Err(format!("t_max is {t_max}, must be a time from 0 on"));
        }
        let (mut movers, mut columns) = (Vec::new(), Columns::default());
        for pair in self.0.pairs(t_max).map_err(|refusal| refusal.to_string())? {
            movers.push(pair.mover.number() as u32);
            columns.push(pair.answer.map_feature(AnyFeature::<3>::from));
        }
        Ok(said(&movers, &columns))
    }
}

/// The arrays of some numbers, the columns that belong to them, and the items.
fn said(numbers: &[u32], columns: &Columns) -> Vec<JsValue> {
    let mut all = vec![Uint32Array::from(numbers).into()];
    all.extend(columns.to_host());
    all.push(Int32Array::from(&columns.item[..]).into());
    all
}
