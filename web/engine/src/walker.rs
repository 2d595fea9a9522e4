//! Walkers as JavaScript has them.

use crate::mesh::Mesh;
use crate::model::triples;
use tangency::{Capsule, Contact, MeshFeature, Recover, Step, WalkerOptions};
use tangency_protocol::number::of_feature;
use wasm_bindgen::prelude::wasm_bindgen;

/// Numbers that are not there.
const NOWHERE: [f64; 3] = [f64::NAN; 3];

/// A walker in `f64`, among the triangles of a mesh.
#[derive(Clone)]
#[wasm_bindgen]
pub struct Walker(tangency::Walker<f64, MeshFeature>);

#[wasm_bindgen]
impl Walker {
    /// A walker in the air: an end of its axis, the other end or else the axis, and the radius; then what it can do, where that is told.
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
        body.and_then(|body| tangency::Walker::new(body, options))
            .map(Self)
            .map_err(|error| error.to_string())
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
        self.0.teleport([x, y, z]).map_err(|error| error.to_string())
    }

    /// A step by a displacement and a velocity, as [`said`] writes it.
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
        let before = self.0.velocity;
        self.0.velocity = [vx, vy, vz];
        let step = self.0.step([x, y, z], mesh.of_library());
        let step = step.map_err(|error| {
            self.0.velocity = before;
            error.to_string()
        })?;
        Ok(said(&step, self.0.position(), self.0.velocity))
    }
}

fn triple(numbers: &[f64], field: &str) -> Result<[f64; 3], String> {
    match triples(numbers, field)? {
        [one] => Ok(*one),
        _ => Err(format!("{field}.length is {}, must be 3", numbers.len())),
    }
}

/// All of a step in one row, since each array costs: how it began (0 free, 1 moved, 2 not found), how many legs, contacts, floors and ceilings there are; where
/// its legs begin, where it is, its velocity; the ends of the legs; and of the contacts, then the floor, then the ceiling, the times, the centres, the points,
/// the normals, the triangles and the features.
fn said(step: &Step<f64, MeshFeature>, position: [f64; 3], velocity: [f64; 3]) -> Vec<f64> {
    let start = match step.start {
        Recover::Free => 0.0,
        Recover::Moved { .. } => 1.0,
        Recover::NotFound => 2.0,
    };
    let (floor, ceiling) = (step.floor.as_ref(), step.ceiling.as_ref());
    let counts = [step.legs.len(), step.contacts.len(), floor.iter().len(), ceiling.iter().len()];
    let met = || step.contacts.iter().chain(floor).chain(ceiling);
    let triples = |of: fn(&Contact<f64, 3, MeshFeature>) -> [f64; 3]| met().flat_map(of);
    let mut all = vec![start];
    all.extend(counts.map(|count| count as f64));
    all.extend([step.from, position, velocity].as_flattened());
    all.extend(step.legs.as_flattened());
    all.extend(met().map(|contact| contact.time));
    all.extend(triples(|contact| contact.center));
    all.extend(triples(|contact| contact.point));
    all.extend(triples(|contact| contact.normal.unwrap_or(NOWHERE)));
    all.extend(met().map(|contact| contact.feature.triangle as f64));
    all.extend(met().map(|contact| f64::from(of_feature(contact.feature.feature))));
    all
}
