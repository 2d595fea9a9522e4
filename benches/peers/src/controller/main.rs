//! A walker on a mesh compared with Rapier's and PhysX's character controllers: the time of a step,
//! by one thread, and the overlaps.
//!
//! `cargo run --release --bin controller -- MESH.ply [SUBDIVISIONS]` in this folder (with
//! `--features physx` before `--bin` also PhysX) prints a table for `benches/RECORD.md`.
//!
//! Upright capsules are placed on the mesh (its second axis is up), under which a ground is added.
//! They walk horizontally, in another direction after each 40 steps, and with gravity. The radius
//! is 0.2, 0.5 or 1 % of the mesh's diagonal, the length of the axis four radii, and the pace a
//! quarter of a radius a step. Each controller climbs slopes of 45 degrees, sticks to floors half a
//! radius below, and climbs steps of half a radius or none. Each controller follows its own path,
//! so they visit different places. All compute in `f32`, and ours in `f64` as well. The first round
//! is not counted. The clock measures the time of the thread.
//!
//! After the timing, each position is compared with the mesh by exact decisions on its `f32`
//! coordinates: the program counts bodies that overlap the mesh. Rapier keeps its `offset` away
//! from obstacles, by default 1 % of the body's height, and PhysX its `contactOffset`.

#[cfg(feature = "physx")]
#[path = "../cook.rs"]
mod cook;
#[path = "../mesh/measure.rs"]
mod measure;
mod ours;
#[cfg(feature = "physx")]
mod physx;
#[path = "../mesh/ply.rs"]
mod ply;
mod rapier;
#[path = "../mesh/surface.rs"]
mod surface;

use measure::{heap, median, seconds};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use surface::Surface;
use tangency::{Capsule, Mesh, Sphere};

/// An allocator that counts allocations.
struct Counting;
static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is passed on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Relaxed);
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        unsafe { System.dealloc(at, layout) }
    }
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Relaxed);
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

const WALKERS: usize = 64;
const STEPS: usize = 240;
const ROUNDS: usize = 5;

/// The settings of all controllers.
#[derive(Clone, Copy)]
pub struct Task {
    pub radius: f32,
    /// Half the length of the capsule's axis.
    pub half: f32,
    pub gravity: f32,
    pub step_height: f32,
    pub snap: f32,
}

/// A walk: the first position of the middle, and the displacement of each step.
pub struct Walk {
    pub start: [f32; 3],
    pub ways: Vec<[f32; 3]>,
}

/// The lower end of the axis after a step, and whether it stands on a floor.
pub struct Place {
    pub at: [f32; 3],
    pub stands: bool,
}

/// Runs all walks, and writes the end of each step.
type Run<'a> = Box<dyn FnMut(&mut Vec<Place>) + 'a>;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().expect("usage: controller MESH.ply [SUBDIVISIONS]");
    let mut surface = ply::read(path.as_ref());
    surface.scale_for_engines();
    for _ in 0..arguments.next().map_or(0, |n| n.parse().expect("a number of subdivisions")) {
        surface = surface.subdivided();
    }
    add_ground(&mut surface);
    let vertices: Vec<_> = surface.vertices.iter().map(|v| v.map(f64::from)).collect();
    let before = heap();
    let level = rapier::Level::new(&surface);
    let theirs = heap() - before;
    #[cfg(feature = "physx")]
    let in_physx = physx::Level::new(&surface);
    let wide = Mesh::new(vertices, surface.triangles.clone()).expect("a valid mesh");
    let before = heap();
    let narrow = Mesh::new(surface.vertices.clone(), surface.triangles.clone()).expect("the same");
    let ours = heap() - before;
    let count = surface.triangles.len();
    println!(
        "{count} triangles, {WALKERS} walkers, {STEPS} steps each; bytes a triangle: ours {}, Rapier {}\n",
        ours / count,
        theirs / count
    );
    println!(
        "| radius | steps | controller | us a step | over ours, f32 | allocations a step | steps that end on a floor | in overlap |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for part in [0.002, 0.005, 0.01] {
        for climbs in [false, true] {
            let radius = (surface.diagonal() * part) as f32;
            let task = Task {
                radius,
                half: 2.0 * radius,
                gravity: 0.01 * radius,
                step_height: if climbs { 0.5 * radius } else { 0.0 },
                snap: 0.5 * radius,
            };
            let walks = walks(&narrow, &surface, &task);
            let mut runs: Vec<(&str, Run)> = vec![
                ("ours, f32", ours::run(&narrow, &task, &walks)),
                ("ours, f64", ours::run(&wide, &task, &walks)),
                ("Rapier", level.run(&task, &walks)),
            ];
            #[cfg(feature = "physx")]
            runs.push(("PhysX", in_physx.run(&task, &walks)));
            let rows = measured(&mut runs);
            for ((name, _), (times, allocations, places)) in runs.iter().zip(&rows) {
                let steps = (WALKERS * STEPS) as f64;
                // Our controller in `f64` ends at floats of `f64`. The output rounds them, so it is
                // not judged.
                let overlaps = match *name {
                    "ours, f64" => "(asked in f64)".to_string(),
                    _ => overlaps(&narrow, &task, places).to_string(),
                };
                println!(
                    "| {} % | {} | {name} | {:.2} | {:.2} | {:.1} | {:.0} % | {overlaps} |",
                    part * 100.0,
                    if climbs { "climbed" } else { "none" },
                    median(times).0 / steps * 1e6,
                    median(times).0 / median(&rows[0].0).0,
                    *allocations as f64 / steps,
                    places.iter().filter(|place| place.stands).count() as f64 / steps * 100.0,
                );
            }
        }
    }
}

/// For each controller, the times, the number of allocations in the last round, and the positions.
fn measured(runs: &mut [(&str, Run)]) -> Vec<(Vec<f64>, usize, Vec<Place>)> {
    let mut rows: Vec<(Vec<f64>, usize, Vec<Place>)> =
        runs.iter().map(|_| (Vec::new(), 0, Vec::with_capacity(WALKERS * STEPS))).collect();
    for round in 0..=ROUNDS {
        for ((_, run), (times, allocations, places)) in runs.iter_mut().zip(&mut rows) {
            places.clear();
            let (before, start) = (ALLOCATIONS.load(Relaxed), seconds());
            run(places);
            if round > 0 {
                times.push(seconds() - start);
            }
            *allocations = ALLOCATIONS.load(Relaxed) - before;
        }
    }
    rows
}

/// Adds two triangles under the mesh, half as wide again as the mesh, so that no walker falls for
/// ever.
fn add_ground(surface: &mut Surface) {
    let [min, max] = surface.bounds().map(|corner| corner.map(|x| x as f32));
    let first = surface.vertices.len() as u32;
    for (i, j) in [(0, 0), (1, 0), (1, 1), (0, 1)] {
        let wide = |k: usize, i: i32| {
            let margin = 0.25 * (max[k] - min[k]);
            if i == 0 { min[k] - margin } else { max[k] + margin }
        };
        surface.vertices.push([wide(0, i), min[1], wide(2, j)]);
    }
    surface.triangles.push([first, first + 2, first + 1]);
    surface.triangles.push([first, first + 3, first + 2]);
}

/// Walks that start a little above the mesh, in horizontal directions that turn.
fn walks(mesh: &Mesh<f32>, surface: &Surface, task: &Task) -> Vec<Walk> {
    let [min, max] = surface.bounds();
    let mut state = 1_u64;
    let mut random = move |from: f64, to: f64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        from + (to - from) * ((state >> 11) as f64 / (1_u64 << 53) as f64)
    };
    let walk = |_| {
        let [x, z] = [0, 2].map(|k| {
            let inset = 0.25 * (max[k] - min[k]);
            random(min[k] + inset, max[k] - inset) as f32
        });
        let above = [x, max[1] as f32 + task.radius, z];
        let falling =
            Sphere::new(above, task.radius).and_then(|ball| ball.moving([0.0, -1.0, 0.0]));
        let landing = falling.expect("a valid ball").first_contact(mesh);
        let [_, y, _] = landing.contact().expect("there is a ground").center;
        let start = [x, y + task.half + 0.25 * task.radius, z];
        let mut way = [0.0; 3];
        let ways = (0..STEPS).map(|step| {
            if step % 40 == 0 {
                let angle = random(0.0, std::f64::consts::TAU);
                let pace = 0.25 * f64::from(task.radius);
                let (sin, cos) = libm::sincos(angle);
                way = [(pace * cos) as f32, 0.0, (pace * sin) as f32];
            }
            way
        });
        Walk { start, ways: ways.collect() }
    };
    (0..WALKERS).map(walk).collect()
}

/// The number of positions at which the body overlaps the mesh by more than a contact.
fn overlaps(mesh: &Mesh<f32>, task: &Task, places: &[Place]) -> usize {
    let overlaps = |&&Place { at: [x, y, z], .. }: &&Place| {
        let axis = [0.0, 2.0 * task.half, 0.0];
        let body = Capsule::with_axis([x, y, z], axis, task.radius).expect("a valid body");
        let still = body.moving([0.0; 3]).expect("at rest");
        matches!(still.first_contact(mesh), tangency::Answer::Overlap(_))
    };
    places.iter().filter(overlaps).count()
}
