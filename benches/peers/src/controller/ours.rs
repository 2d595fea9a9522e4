//! The walker of tangency, which is compared with the controllers of engines.

use super::{Place, Run, Task, Walk};
use tangency::{Capsule, Mesh, Scalar, Step, Walker, WalkerOptions};

/// A float type with conversions from `f32` and back.
pub trait Float: Scalar {
    fn of(x: f32) -> Self;
    fn narrow(self) -> f32;
}

impl Float for f32 {
    fn of(x: f32) -> Self {
        x
    }
    fn narrow(self) -> f32 {
        self
    }
}

impl Float for f64 {
    fn of(x: f32) -> Self {
        x.into()
    }
    fn narrow(self) -> f32 {
        self as f32
    }
}

/// Runs all walks on a mesh.
pub fn run<'a, T: Float>(mesh: &'a Mesh<T>, task: &Task, walks: &'a [Walk]) -> Run<'a> {
    let task = *task;
    let of = T::of;
    let mut options = WalkerOptions::default();
    options.up = [0.0, 1.0, 0.0].map(of);
    options.step_height = of(task.step_height);
    options.snap_distance = of(task.snap);
    Box::new(move |places| {
        for walk in walks {
            let start = [walk.start[0], walk.start[1] - task.half, walk.start[2]].map(of);
            let axis = [0.0, 2.0 * task.half, 0.0].map(of);
            let body = Capsule::with_axis(start, axis, of(task.radius)).expect("a valid body");
            let mut walker = Walker::new(body, options).expect("valid options");
            let mut step = Step::default();
            for way in &walk.ways {
                let [x, y, z] = walker.velocity.map(T::narrow);
                walker.velocity = [x, y - task.gravity, z].map(of);
                walker.step_into(way.map(of), mesh, &mut step).expect("finite numbers");
                let at = walker.position().map(T::narrow);
                places.push(Place { at, stands: walker.floor().is_some() });
            }
        }
    })
}
