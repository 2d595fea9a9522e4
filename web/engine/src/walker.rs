//! Walkers as JavaScript has them.

use crate::mesh::Mesh;
use crate::model::triples;
use crate::place::Place;
#[cfg(feature = "all")]
use crate::scene::Scene;
#[cfg(feature = "all")]
use tangency::any::{Asked, Moved};
use tangency::{Capsule, Contact, InputError, Recover, Step, WalkerOptions};
#[cfg(feature = "all")]
use tangency::{Moving, Ride};
use wasm_bindgen::prelude::wasm_bindgen;

/// A place on what it walks on.
#[cfg(feature = "all")]
type Ground = tangency::any::Feature<3>;
/// The part of the page has meshes alone.
#[cfg(not(feature = "all"))]
type Ground = tangency::MeshFeature;

/// Numbers that are not there.
const NOWHERE: [f64; 3] = [f64::NAN; 3];

/// A walker in `f64`.
#[derive(Clone)]
#[wasm_bindgen]
pub struct Walker(tangency::Walker<f64>);

impl Walker {
    /// What comes of a step, as [`said`] writes it; if it fails, the velocity is what it was.
    fn stepped(
        &mut self,
        velocity: [f64; 3],
        step: impl FnOnce(&mut tangency::Walker<f64>) -> Result<Step<f64, Ground>, String>,
    ) -> Result<Vec<f64>, String> {
        let before = std::mem::replace(&mut self.0.velocity, velocity);
        let step = step(&mut self.0).inspect_err(|_| self.0.velocity = before)?;
        Ok(said(&step, self.0.position(), self.0.velocity))
    }
}

#[wasm_bindgen]
impl Walker {
    /// A walker in the air: an end of its axis, the other end or else the axis, and the radius;
    /// then what it can do, where that is told.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::too_many_arguments, reason = "the fields of two objects of the host")]
    pub fn new(
        a: &[f64],
        b: Option<Vec<f64>>,
        axis: Option<Vec<f64>>,
        radius: f64,
        up: Option<Vec<f64>>,
        max_slope: Option<f64>,
        step_height: Option<f64>,
        snap_distance: Option<f64>,
        max_iterations: Option<u32>,
    ) -> Result<Walker, String> {
        let a = triple(a, "a")?;
        let body = match (b, axis) {
            (Some(b), _) => Capsule::new(a, triple(&b, "b")?, radius),
            (None, axis) => {
                Capsule::with_axis(a, triple(&axis.unwrap_or_default(), "axis")?, radius)
            }
        };
        let mut options = WalkerOptions::default();
        if let Some(up) = up {
            options.up = triple(&up, "up")?;
        }
        options.max_slope = max_slope.unwrap_or(options.max_slope);
        options.step_height = step_height.unwrap_or(options.step_height);
        options.snap_distance = snap_distance.unwrap_or(options.snap_distance);
        options.max_iterations =
            max_iterations.map_or(options.max_iterations, |most| most as usize);
        body.and_then(|body| tangency::Walker::new(body, options)).map(Self).map_err(in_words)
    }

    /// Where it is.
    pub fn position(&self) -> Vec<f64> {
        self.0.position().to_vec()
    }

    /// The same walker once more.
    pub fn copy(&self) -> Walker {
        self.clone()
    }

    /// Puts it elsewhere, in the air.
    pub fn teleport(&mut self, x: f64, y: f64, z: f64) -> Result<(), String> {
        self.0.teleport([x, y, z]).map_err(in_words)
    }

    /// A step in a mesh by a displacement and a velocity, as [`said`] writes it.
    #[allow(clippy::too_many_arguments, reason = "numbers cross the border by themselves")]
    pub fn step(
        &mut self,
        x: f64,
        y: f64,
        z: f64,
        vx: f64,
        vy: f64,
        vz: f64,
        mesh: &Mesh,
    ) -> Result<Vec<f64>, String> {
        self.stepped([vx, vy, vz], |walker| {
            #[cfg(feature = "all")]
            let step = told(walker.step_in_any([x, y, z], &Moving::still(mesh.shared())));
            #[cfg(not(feature = "all"))]
            let step = walker.step([x, y, z], mesh.of_library()).map_err(in_words);
            step
        })
    }
}

/// What the page has no use for.
#[cfg(feature = "all")]
#[wasm_bindgen]
impl Walker {
    /// The same in a scene.
    #[wasm_bindgen(js_name = stepInScene)]
    #[allow(clippy::too_many_arguments, reason = "numbers cross the border by themselves")]
    pub fn step_in_scene(
        &mut self,
        x: f64,
        y: f64,
        z: f64,
        vx: f64,
        vy: f64,
        vz: f64,
        scene: &Scene,
    ) -> Result<Vec<f64>, String> {
        let scene = scene.for_capsules()?;
        self.stepped([vx, vy, vz], |walker| told(walker.step_in_any([x, y, z], scene)))
    }

    /// Along while a scene moves: whether it was carried (0), pushed (1) or crushed (2), where it
    /// is, and by which item, triangle and feature.
    pub fn ride(&mut self, x: f64, y: f64, z: f64, moving: &Scene) -> Result<Vec<f64>, String> {
        let ride = told(self.0.ride_in_any([x, y, z], moving.for_capsules()?))?;
        let (word, by) = match ride {
            Ride::Carried { .. } => (0.0, Place::NONE),
            Ride::Pushed { by, .. } => (1.0, by.into()),
            Ride::Crushed { by } => (2.0, by.into()),
        };
        let [x, y, z] = self.0.position();
        Ok(vec![word, x, y, z, by.item.into(), by.triangle.into(), by.feature.into()])
    }
}

fn in_words(error: InputError) -> String {
    error.to_string()
}

/// What became of a move, or why nothing did.
#[cfg(feature = "all")]
fn told<X>(answer: Asked<Moved<X>>) -> Result<X, String> {
    answer.map_err(|refusal| refusal.to_string())?.map_err(in_words)
}

fn triple(numbers: &[f64], field: &str) -> Result<[f64; 3], String> {
    match triples(numbers, field)? {
        [one] => Ok(*one),
        _ => Err(format!("{field}.length is {}, must be 3", numbers.len())),
    }
}

/// All of a step in one row, since each array costs: how it began (0 free, 1 moved, 2 not found),
/// how many legs, contacts, floors and ceilings there are; where its legs begin, where it is, its
/// velocity; the ends of the legs; and of the contacts, then the floor, then the ceiling, the
/// times, the centres, the points, the normals, the items, the triangles and the features.
#[allow(clippy::clone_on_copy, reason = "what is touched of a scene cannot be copied")]
fn said(step: &Step<f64, Ground>, position: [f64; 3], velocity: [f64; 3]) -> Vec<f64> {
    let start = match step.start {
        Recover::Free => 0.0,
        Recover::Moved { .. } => 1.0,
        Recover::NotFound => 2.0,
    };
    let (floor, ceiling) = (step.floor.as_ref(), step.ceiling.as_ref());
    let counts = [step.legs.len(), step.contacts.len(), floor.iter().len(), ceiling.iter().len()];
    let met = || step.contacts.iter().chain(floor).chain(ceiling);
    let triples = |of: fn(&Contact<f64, 3, Ground>) -> [f64; 3]| met().flat_map(of);
    let mut all = vec![start];
    all.extend(counts.map(|count| count as f64));
    all.extend([step.from, position, velocity].as_flattened());
    all.extend(step.legs.as_flattened());
    all.extend(met().map(|contact| contact.time));
    all.extend(triples(|contact| contact.center));
    all.extend(triples(|contact| contact.point));
    all.extend(triples(|contact| contact.normal.unwrap_or(NOWHERE)));
    let places = || met().map(|contact| Place::from(contact.feature.clone()));
    all.extend(places().map(|place| f64::from(place.item)));
    all.extend(places().map(|place| f64::from(place.triangle)));
    all.extend(places().map(|place| f64::from(place.feature)));
    all
}
