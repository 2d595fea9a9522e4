//! Walkers, as JavaScript uses them.

use crate::mesh::Mesh;
use crate::model::triples;
use crate::place::Place;
use crate::scene::Scene;
use tangency::any::{AnyWalkerBody, Asked, Moved};
use tangency::{
    Capsule, Contact, Hull, InputError, Moving, OrientedBox, Overlap, Recover, Ride, Rotation,
    Step, WalkerFloor, WalkerOptions, WalkerState,
};
use wasm_bindgen::prelude::wasm_bindgen;

/// A feature of the floor or of an obstacle.
type Ground = tangency::any::AnyFeature<3>;

/// Three NaNs, which stand for absent numbers.
const NOWHERE: [f64; 3] = [f64::NAN; 3];

/// A walker whose body is a capsule, a box or a hull.
type Hero = tangency::Walker<f64, AnyWalkerBody<f64>>;

/// A walker in `f64`.
#[derive(Clone)]
#[wasm_bindgen]
pub struct Walker(Hero);

impl Walker {
    /// The result of a step, in the format of [`said`]. If the step fails, the velocity does not
    /// change.
    fn stepped(
        &mut self,
        velocity: [f64; 3],
        step: impl FnOnce(&mut Hero) -> Result<Step<f64, Ground>, String>,
    ) -> Result<Vec<f64>, String> {
        let before = std::mem::replace(&mut self.0.velocity, velocity);
        let step = step(&mut self.0).inspect_err(|_| self.0.velocity = before)?;
        Ok(said(&step, self.0.position(), self.0.velocity))
    }
}

#[wasm_bindgen]
impl Walker {
    /// A walker in the air, from the kind and the numbers of its body, see [`body_of`], and its
    /// options, if given.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::too_many_arguments, reason = "the fields of two objects of the host")]
    pub fn new(
        kind: &str,
        body: &[f64],
        up: Option<Vec<f64>>,
        max_slope: Option<f64>,
        step_height: Option<f64>,
        snap_distance: Option<f64>,
        max_iterations: Option<u32>,
        flat_base: Option<bool>,
        max_recovery: Option<f64>,
        inherit_velocity: Option<bool>,
    ) -> Result<Walker, String> {
        let mut options = WalkerOptions::default();
        if let Some(up) = up {
            options.up = triple(&up, "up")?;
        }
        options.max_slope = max_slope.unwrap_or(options.max_slope);
        options.step_height = step_height.unwrap_or(options.step_height);
        options.snap_distance = snap_distance.unwrap_or(options.snap_distance);
        options.max_iterations =
            max_iterations.map_or(options.max_iterations, |most| most as usize);
        options.flat_base = flat_base.unwrap_or(options.flat_base);
        options.max_recovery = max_recovery.unwrap_or(options.max_recovery);
        options.inherit_velocity = inherit_velocity.unwrap_or(options.inherit_velocity);
        Hero::new(body_of(kind, body)?, options).map(Self).map_err(in_words)
    }

    /// The body: an end of the axis, the axis and the radius of a capsule, which are seven numbers,
    /// the centre, the half extents and the quaternion of a box, which are ten, or the position and
    /// the points of a hull, which are three for each.
    pub fn body(&self) -> Vec<f64> {
        match self.0.body() {
            AnyWalkerBody::Capsule(capsule) => {
                let [_, axis] = capsule.b();
                [&capsule.a()[..], &axis, &[capsule.radius()]].concat()
            }
            AnyWalkerBody::OrientedBox(cuboid) => {
                let quaternion = cuboid.rotation().quaternion();
                [&cuboid.center()[..], &cuboid.half_extents(), &quaternion].concat()
            }
            AnyWalkerBody::Hull(hull) => {
                [&hull.position()[..], hull.points().as_flattened()].concat()
            }
        }
    }

    /// The rest of the state: the velocity and the displacement of the platform since the last
    /// step, then a point and the normal of the floor if the walker has one.
    pub fn state(&self) -> Vec<f64> {
        let state = self.0.state();
        let mut all = [state.velocity, state.carried].as_flattened().to_vec();
        if let Some(WalkerFloor { point, normal, .. }) = state.floor {
            all.extend([point, normal].as_flattened());
        }
        all
    }

    /// Restores a [`body`](Walker::body) and a [`state`](Walker::state).
    pub fn restore(&mut self, body: &[f64], state: &[f64]) -> Result<(), String> {
        let body: AnyWalkerBody<f64> = match body.as_chunks() {
            (&[position, axis], &[radius]) => {
                WalkerState::capsule(position, axis, radius).map_err(in_words)?.into()
            }
            (&[position, half_extents, [x, y, z]], &[w]) => {
                let quaternion = [x, y, z, w];
                let body = WalkerState::oriented_box(position, half_extents, quaternion);
                body.map_err(in_words)?.into()
            }
            (&[position, ref points @ ..], &[]) => hull(position, points)?,
            _ => {
                return Err(format!(
                    "body.length is {}, must be 7, 10 or that of a hull",
                    body.len()
                ));
            }
        };
        let &[velocity, carried, ref floor @ ..] = triples(state, "state")? else {
            return Err(format!("state.length is {}, must be 6 or 12", state.len()));
        };
        let floor = match *floor {
            [point, normal] => Some(WalkerFloor::new(point, normal)),
            _ => None,
        };
        let mut state = self.0.state();
        (state.body, state.velocity, state.carried, state.floor) = (body, velocity, carried, floor);
        self.0.restore(state).map_err(in_words)
    }

    /// The position of the end `a` of the axis, or of the centre of a box.
    pub fn position(&self) -> Vec<f64> {
        self.0.position().to_vec()
    }

    /// A copy of the walker.
    pub fn copy(&self) -> Walker {
        self.clone()
    }

    /// Moves the walker to another position, in the air.
    pub fn teleport(&mut self, x: f64, y: f64, z: f64) -> Result<(), String> {
        self.0.teleport([x, y, z]).map_err(in_words)
    }

    /// Takes a step in a mesh by a displacement and a velocity, with the result in the format of
    /// [`said`].
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
            told(walker.step_in_any([x, y, z], &Moving::still(mesh.shared())))
        })
    }

    /// Takes a step in a scene in the same way.
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

    /// Sets another body in a mesh, if there is room for it. Otherwise it returns the overlap, in
    /// the format of [`in_the_way`].
    #[wasm_bindgen(js_name = setBody)]
    pub fn set_body(&mut self, kind: &str, body: &[f64], mesh: &Mesh) -> Result<Vec<f64>, String> {
        let body = body_of(kind, body)?;
        Ok(in_the_way(told(self.0.set_body_in_any(body, &Moving::still(mesh.shared())))?))
    }

    /// Sets another body in a scene in the same way.
    #[wasm_bindgen(js_name = setBodyInScene)]
    pub fn set_body_in_scene(
        &mut self,
        kind: &str,
        body: &[f64],
        scene: &Scene,
    ) -> Result<Vec<f64>, String> {
        let body = body_of(kind, body)?;
        Ok(in_the_way(told(self.0.set_body_in_any(body, scene.for_capsules()?))?))
    }

    /// Moves the walker with a moving scene. The result is whether it was carried (0), pushed (1)
    /// or crushed (2), its position, and the item, triangle and feature.
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

/// A body of a kind of `web/src/walker.ts`, whose numbers are in the order of its fields.
fn body_of(kind: &str, numbers: &[f64]) -> Result<AnyWalkerBody<f64>, String> {
    let body = match (kind, numbers.as_chunks()) {
        ("capsule b", (&[a, b], &[radius])) => Capsule::new(a, b, radius).map(Into::into),
        ("capsule axis", (&[a, axis], &[radius])) => {
            Capsule::with_axis(a, axis, radius).map(Into::into)
        }
        ("orientedBox", (&[center, half_extents, [x, y, z]], &[w])) => {
            Rotation::<f64, 3>::new([x, y, z, w])
                .and_then(|rotation| OrientedBox::new(center, half_extents, rotation))
                .map(Into::into)
        }
        ("hull", (&[position, ref points @ ..], &[])) => return hull(position, points),
        _ => return Err(format!("there is no body {kind} of {} numbers", numbers.len())),
    };
    body.map_err(in_words)
}

/// A hull whose first point is at a position.
fn hull(position: [f64; 3], points: &[[f64; 3]]) -> Result<AnyWalkerBody<f64>, String> {
    let hull = Hull::new(points.iter().copied()).and_then(|hull| hull.at(position));
    hull.map(Into::into).map_err(in_words)
}

/// An overlap as one row of numbers: the centre, the point, the normal, the item, the triangle and
/// the feature. Without an overlap the row is empty.
fn in_the_way(overlap: Option<Overlap<f64, 3, Ground>>) -> Vec<f64> {
    let Some(Overlap { center, point, normal, feature, .. }) = overlap else { return Vec::new() };
    let mut all = [center, point, normal.unwrap_or(NOWHERE)].as_flattened().to_vec();
    let place = Place::from(feature);
    all.extend([f64::from(place.item), f64::from(place.triangle), f64::from(place.feature)]);
    all
}

fn in_words(error: InputError) -> String {
    error.to_string()
}

/// The result of a move, or its error.
fn told<X>(answer: Asked<Moved<X>>) -> Result<X, String> {
    answer.map_err(|refusal| refusal.to_string())?.map_err(in_words)
}

fn triple(numbers: &[f64], field: &str) -> Result<[f64; 3], String> {
    match triples(numbers, field)? {
        [one] => Ok(*one),
        _ => Err(format!("{field}.length is {}, must be 3", numbers.len())),
    }
}

/// A whole step in one row of numbers, since each array costs time. The row has the start (0 free,
/// 1 moved, 2 not found), the counts of legs, contacts, floors and ceilings, and whether the walker
/// is wedged. Then come the start of the legs, the position, the velocity, and the velocity of a
/// platform that the walker left; the ends of the legs; and the times, centres, points, normals,
/// items, triangles and features of the contacts, the floor and the ceiling, in this order.
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
    all.push(step.is_wedged.into());
    all.extend([step.from, position, velocity, step.platform_velocity].as_flattened());
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
