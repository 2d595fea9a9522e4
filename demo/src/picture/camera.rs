//! The camera of the picture: rays through pixels, and the projection of points.

use super::vector::{Vector, add, cross, dot, scale, sub, unit};

/// A point of the picture, in pixels to the right and down from the upper left corner.
pub(super) type Spot = [f64; 2];

/// A half line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ray {
    pub(super) origin: Vector,
    /// A unit vector.
    pub(super) direction: Vector,
}

/// A point in the view of the camera.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub(super) spot: Spot,
    /// The distance from the camera's plane.
    pub(super) depth: f64,
}

/// A camera without distortion.
#[derive(Clone, Copy, Debug)]
pub(super) struct Camera {
    eye: Vector,
    right: Vector,
    down: Vector,
    forward: Vector,
    middle: Spot,
    /// The size in pixels of an object as large as its depth.
    focal: f64,
}

impl Camera {
    /// A camera that looks from `eye` to `target`, with the z axis upright; `field` is the width of
    /// the view at depth 1.
    pub(super) fn new(eye: Vector, target: Vector, field: f64, [width, height]: [u32; 2]) -> Self {
        let forward = unit(sub(target, eye));
        let right = unit(cross(forward, [0.0, 0.0, 1.0]));
        let middle = [f64::from(width) / 2.0, f64::from(height) / 2.0];
        let focal = f64::from(width) / field;
        Self { eye, right, down: cross(forward, right), forward, middle, focal }
    }

    /// The ray through a spot.
    pub(super) fn ray(&self, [x, y]: Spot) -> Ray {
        let across = scale(self.right, (x - self.middle[0]) / self.focal);
        let down = scale(self.down, (y - self.middle[1]) / self.focal);
        Ray { origin: self.eye, direction: unit(add(self.forward, add(across, down))) }
    }

    /// The projection of a point, or `None` for a point behind the camera.
    pub(super) fn see(&self, point: Vector) -> Option<Seen> {
        let away = sub(point, self.eye);
        let depth = dot(away, self.forward);
        let place = |axis: Vector, middle: f64| middle + self.focal * dot(away, axis) / depth;
        let spot = [place(self.right, self.middle[0]), place(self.down, self.middle[1])];
        (depth > 0.0).then_some(Seen { spot, depth })
    }

    /// The size in pixels of a length at a depth.
    pub(super) fn pixels(&self, length: f64, depth: f64) -> f64 {
        self.focal * length / depth
    }

    /// The depth of a point.
    pub(super) fn depth(&self, point: Vector) -> f64 {
        dot(sub(point, self.eye), self.forward)
    }
}
