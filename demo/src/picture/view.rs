//! Computes the colour along a ray of sight: the surface in its light, and the glass and the lines
//! in front of it.

use super::bins::Bins;
use super::camera::{Camera, Ray, Spot};
use super::color::{Color, srgb};
use super::lattice::Lattice;
use super::light::{Light, Sight, smooth};
use super::scene::{Ball, Finish, Material, Part, Path, Place, enter};
use super::vector::{Vector, add, along, dot, mix, scale, sub, unit};
use rayon::prelude::*;

/// The colour of the part, of the ground, and of the far end of the ground.
const CLAY: [u8; 3] = [206, 210, 216];
const GROUND: [u8; 3] = [236, 238, 241];
const FAR: [u8; 3] = [250, 250, 251];

const LAMP_COLOR: Color = [1.0, 0.965, 0.91];
const SKY_COLOR: Color = [0.90, 0.95, 1.0];

/// The size of the cells of balls and lines, in pixels.
const CELL: f64 = 16.0;

/// All objects of a picture, sorted into cells.
pub(super) struct View<'a> {
    pub(super) camera: Camera,
    pub(super) part: &'a Part,
    pub(super) light: Light,
    balls: Vec<(Ball, Sight)>,
    paths: Vec<Line>,
    ball_bins: Bins,
    path_bins: Bins,
}

/// A path as a line of the picture.
#[derive(Clone, Copy, Debug)]
struct Line {
    ends: [Spot; 2],
    depths: [f64; 2],
    half_width: f64,
    path: Path,
}

/// A transparent layer in front of a surface.
#[derive(Clone, Copy, Debug)]
struct Layer {
    depth: f64,
    color: Color,
    cover: f64,
}

/// The colour at a spot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    /// The colour without the paths, whose edges are smooth already.
    pub(super) bare: Color,
    /// The colour.
    pub(super) color: Color,
}

impl<'a> View<'a> {
    pub(super) fn new(
        camera: Camera,
        part: &'a Part,
        balls: &[Ball],
        paths: &[Path],
        size: [u32; 2],
    ) -> Self {
        let light = Light::new(balls);
        let far = size.map(f64::from);
        let mut ball_bins = Bins::over([0.0; 2], far, CELL);
        for (i, ball) in balls.iter().enumerate() {
            if let Some(seen) = camera.see(ball.center) {
                // In perspective, a ball appears somewhat larger than its radius and, off the axis,
                // longer.
                let reach = 1.1 * camera.pixels(ball.radius, seen.depth - ball.radius) + 1.0;
                ball_bins.put(i, seen.spot, reach);
            }
        }
        let half_width = 0.55 * far[0] / 1600.0;
        let lines: Vec<Line> =
            paths.iter().filter_map(|&path| line(&camera, path, half_width)).collect();
        let mut path_bins = Bins::over([0.0; 2], far, CELL);
        for (i, line) in lines.iter().enumerate() {
            path_bins.put_line(i, line.ends[0], line.ends[1], half_width + 1.0);
        }
        let lit = |ball: &Ball| (*ball, light.whole_sight(part, ball.center, [0.0, 0.0, 1.0]));
        let balls = balls.par_iter().map(lit).collect();
        Self { camera, part, light, balls, paths: lines, ball_bins, path_bins }
    }

    /// The surface that is visible at a spot: the part, the ground, or nothing.
    pub(super) fn place(&self, spot: Spot) -> Option<Place> {
        let ray = self.camera.ray(spot);
        self.part.first_place(ray).or_else(|| ground(ray))
    }

    /// The colour at a spot.
    pub(super) fn look(&self, spot: Spot, lattice: &Lattice) -> Look {
        let ray = self.camera.ray(spot);
        let place = self.part.first_place(ray).or_else(|| ground(ray));
        let behind = match place {
            Some(place) => self.surface(ray, spot, &place, lattice),
            None => srgb(FAR),
        };
        let depth = place.map_or(f64::INFINITY, |place| self.camera.depth(place.position));
        let balls = self.ball_bins.at(spot).iter().filter_map(|&i| self.ball(ray, i));
        let mut layers: Vec<Layer> = balls.filter(|layer| layer.depth < depth).collect();
        let bare = covered(behind, &mut layers);
        let lines = self.path_bins.at(spot).iter().filter_map(|&i| self.paths[i].at(spot));
        layers.extend(lines.filter(|layer| layer.depth < depth));
        Look { bare, color: covered(behind, &mut layers) }
    }

    fn surface(&self, ray: Ray, spot: Spot, place: &Place, lattice: &Lattice) -> Color {
        let Place { position, normal, .. } = *place;
        let sight = lattice.sight(spot, position, normal);
        let sight = sight.unwrap_or_else(|| self.light.whole_sight(self.part, position, normal));
        let facing = dot(normal, self.light.to_lamp()).max(0.0);
        let lamp = if facing > 0.0 { self.light.through_balls(position, None) } else { [0.0; 3] };
        let lamp: Color = std::array::from_fn(|i| LAMP_COLOR[i] * lamp[i] * facing * sight.lamp);
        let open = sight.sky * self.light.open_past_balls(position, normal, None);
        match place.material {
            Material::Part => {
                let sky = scale(SKY_COLOR, open * (0.40 + 0.12 * normal[2]));
                let lit = add(scale(lamp, 0.78), sky);
                let clay = srgb(CLAY);
                let gloss = 0.16 * self.gloss(ray, normal) * sight.lamp;
                std::array::from_fn(|i| clay[i] * lit[i] + gloss * lamp[i])
            }
            Material::Ground => {
                let full = self.light.to_lamp()[2];
                let lit: Color =
                    std::array::from_fn(|i| 0.45 * open + 0.55 * lamp[i] / (full * LAMP_COLOR[i]));
                let distance = dot(position, position).sqrt();
                let color = mix(srgb(GROUND), srgb(FAR), smooth(distance / 900.0));
                std::array::from_fn(|i| color[i] * lit[i])
            }
        }
    }

    /// The strength of the lamp's highlight.
    fn gloss(&self, ray: Ray, normal: Vector) -> f64 {
        let half = unit(sub(self.light.to_lamp(), ray.direction));
        (0..5).fold(dot(half, normal).max(0.0), |power, _| power * power)
    }

    fn ball(&self, ray: Ray, i: usize) -> Option<Layer> {
        let (ball, sight) = self.balls[i];
        let [position, normal] = enter(ray, ball.center, ball.radius)?;
        let depth = self.camera.depth(position);
        let rim = 1.0 + dot(normal, ray.direction).min(0.0);
        let to_lamp = self.light.to_lamp();
        let wrapped = (0.75 * dot(normal, to_lamp) + 0.25).max(0.0);
        let lamp = scale(LAMP_COLOR, 0.85 * wrapped * sight.lamp);
        let open = (0.35 + 0.65 * sight.sky) * (0.5 + 0.12 * normal[2]);
        let lit = add(lamp, scale(SKY_COLOR, open));
        let highlight = 0.9 * self.gloss(ray, normal) * (0.25 + 0.75 * sight.lamp);
        let mirrored = 0.35 * rim * rim * rim * sight.sky;
        let color: Color = std::array::from_fn(|k| ball.color[k] * lit[k] + highlight + mirrored);
        let cover = match ball.finish {
            Finish::Solid => 1.0,
            Finish::Glass => (0.50 + 0.48 * rim + highlight).min(1.0),
        };
        Some(Layer { depth, color, cover })
    }
}

/// The colour of a surface behind layers, which are first sorted by depth.
fn covered(behind: Color, layers: &mut [Layer]) -> Color {
    layers.sort_by(|a, b| b.depth.total_cmp(&a.depth));
    layers.iter().fold(behind, |behind, layer| mix(behind, layer.color, layer.cover))
}

impl Line {
    /// The layer of the line at a spot, if it covers the spot.
    fn at(&self, [x, y]: Spot) -> Option<Layer> {
        let [[ax, ay], [bx, by]] = self.ends;
        let [dx, dy] = [bx - ax, by - ay];
        let [px, py] = [x - ax, y - ay];
        let length2 = dx * dx + dy * dy;
        let s = if length2 > 0.0 { ((px * dx + py * dy) / length2).clamp(0.0, 1.0) } else { 0.0 };
        let [ex, ey] = [px - s * dx, py - s * dy];
        let ink = (self.half_width + 0.5 - (ex * ex + ey * ey).sqrt()).clamp(0.0, 1.0);
        if ink == 0.0 {
            return None;
        }
        // Along a line of the picture, the inverse of the depth is linear.
        let nearness = [(1.0 - s) / self.depths[0], s / self.depths[1]];
        let inverse = nearness[0] + nearness[1];
        let t = nearness[1] / inverse;
        let cover = self.path.cover[0] * (1.0 - t) + self.path.cover[1] * t;
        Some(Layer { depth: 1.0 / inverse, color: self.path.color, cover: ink * cover })
    }
}

fn line(camera: &Camera, path: Path, half_width: f64) -> Option<Line> {
    let (from, to) = (camera.see(path.from)?, camera.see(path.to)?);
    Some(Line { ends: [from.spot, to.spot], depths: [from.depth, to.depth], half_width, path })
}

/// The place where a ray meets the ground, the plane z = 0.
fn ground(ray: Ray) -> Option<Place> {
    let distance = -ray.origin[2] / ray.direction[2];
    let position = along(ray.origin, ray.direction, distance);
    (distance > 0.0 && distance < 4000.0).then_some(Place {
        position,
        normal: [0.0, 0.0, 1.0],
        material: Material::Ground,
    })
}
