//! A picture of a part, of the paths of spheres towards it, and of their contacts.

mod bins;
mod camera;
mod color;
mod flight;
mod lattice;
mod legend;
mod letters;
mod light;
mod scene;
mod vector;
mod view;

use camera::Camera;
use color::{Color, srgb, to_bytes};
pub(super) use flight::Flight;
use flight::Times;
use lattice::Lattice;
use rayon::prelude::*;
use scene::{Ball, Finish, Part, Path};
use tangency::Mesh;
use vector::{add, along, mix, scale, sub};
use view::{Look, View};

/// An image whose pixels have three bytes each.
#[derive(Clone, Debug)]
pub(super) struct Image {
    pub(super) size: [u32; 2],
    pub(super) bytes: Vec<u8>,
}

/// The number of calls of `tick` for a picture of this height.
pub(super) fn ticks(height: u32) -> u64 {
    u64::from(height.div_ceil(2)) + 2 * u64::from(height)
}

/// Draws the picture of a part with the flights.
pub(super) fn draw(
    mesh: Mesh<f64>,
    flights: &[Flight],
    size: [u32; 2],
    tick: impl Fn() + Sync,
) -> Image {
    let part = Part::new(mesh);
    let camera = Camera::new([78.0, -316.0, 232.0], [1.0, -3.0, 22.0], 0.615, size);
    let times = Times::of(flights);
    let balls: Vec<Ball> =
        flights.iter().flat_map(|flight| balls(flight, &times)).flatten().collect();
    let paths: Vec<Path> = flights.iter().map(|flight| path(flight, &times)).collect();
    let view = View::new(camera, &part, &balls, &paths, size);
    let pixels = size.map(|n| n as usize);
    let sight = |position, normal, share| view.light.sight(&part, position, normal, share);
    let lattice = Lattice::measure(pixels, &camera, |spot| view.place(spot), sight, &tick);
    let coarse = rows(pixels, &tick, |x, y| view.look([x as f64 + 0.5, y as f64 + 0.5], &lattice));
    let mut fine = rows(pixels, &tick, |x, y| {
        if uneven(&coarse, pixels, x, y) {
            refined(&view, &lattice, x, y)
        } else {
            coarse[y * pixels[0] + x].color
        }
    });

    legend::draw(&mut fine, pixels, &times, flights);
    Image { size, bytes: fine.into_iter().flat_map(to_bytes).collect() }
}

/// The ball at its contact, and the mark of the touched point inside its outline.
fn balls(flight: &Flight, times: &Times) -> [Option<Ball>; 2] {
    let Some((time, center, point)) = flight.contact else { return [None, None] };
    let color = times.color(time);
    let mark = (0.2 * flight.radius).clamp(0.3, 0.6);
    [
        Some(Ball { center, radius: flight.radius, color, finish: Finish::Glass }),
        Some(Ball {
            center: point,
            radius: mark,
            color: srgb([20, 16, 40]),
            finish: Finish::Solid,
        }),
    ]
}

fn path(flight: &Flight, times: &Times) -> Path {
    match flight.contact {
        Some((time, center, _)) => {
            let color = mix(times.color(time), [0.0; 3], 0.15);
            Path { from: flight.start, to: center, color, cover: [0.0, 0.62] }
        }
        None => {
            let to = along(flight.start, flight.velocity, 1.2);
            Path { from: flight.start, to, color: srgb([150, 154, 162]), cover: [0.30, 0.0] }
        }
    }
}

/// A value for each pixel, row by row.
fn rows<T: Send>(
    [width, height]: [usize; 2],
    tick: impl Fn() + Sync,
    pixel: impl Fn(usize, usize) -> T + Sync,
) -> Vec<T> {
    let row = |y: usize| {
        let row: Vec<T> = (0..width).map(|x| pixel(x, y)).collect();
        tick();
        row
    };
    (0..height).into_par_iter().flat_map_iter(row).collect()
}

/// Whether a pixel visibly differs from one of its neighbours.
fn uneven(looks: &[Look], [width, height]: [usize; 2], x: usize, y: usize) -> bool {
    let here = looks[y * width + x].bare;
    let across = x.saturating_sub(1)..=(x + 1).min(width - 1);
    let around = (y.saturating_sub(1)..=(y + 1).min(height - 1))
        .flat_map(|y| across.clone().map(move |x| (x, y)));
    around.map(|(x, y)| sub(looks[y * width + x].bare, here)).any(|difference| {
        // The limit compares squares, since the eye distinguishes dark shades better than bright
        // ones.
        difference.iter().zip(here).any(|(d, light)| d * d > 0.0006 * (0.04 + light))
    })
}

/// The mean colour of a pixel over eight spots, one in each eighth of its width and one in each
/// eighth of its height.
fn refined(view: &View, lattice: &Lattice, x: usize, y: usize) -> Color {
    const ORDER: [u8; 8] = [3, 6, 1, 4, 7, 2, 5, 0];
    const SPOTS: usize = ORDER.len();
    let spot = |i: usize| {
        let within = |step: f64| (step + 0.5) / SPOTS as f64;
        [x as f64 + within(i as f64), y as f64 + within(f64::from(ORDER[i]))]
    };
    let seen = (0..SPOTS).map(|i| view.look(spot(i), lattice).color.map(|light| light.min(1.2)));
    scale(seen.fold([0.0; 3], add), 1.0 / SPOTS as f64)
}
