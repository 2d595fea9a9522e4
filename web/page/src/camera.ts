// The camera: its position, and the projection of points, for the handles over a picture and for
// the picture itself.

/** Azimuth and elevation in degrees, distance, and the point in the middle of the picture; up is
 * z, or y if a seventh number is 1. */
export type Eye = number[];

export interface Camera {
  at: number[];
  right: number[];
  up: number[];
  ahead: number[];
  /** The tangent of half the angle from the bottom to the top of the picture. */
  slope: number;
  width: number;
  height: number;
}

/** The axis that points up: 2 is z. */
export const upOf = (eye: Eye): 1 | 2 => (eye[6] === 1 ? 1 : 2);

/** The distance of the nearest drawn plane, in lengths of the picture, like all lengths here. */
export const NEAR = 0.05;
const SLOPE = Math.tan((16 * Math.PI) / 180);

export function camera(eye: Eye, width: number, height: number): Camera {
  const [azimuth, elevation] = [(eye[0] * Math.PI) / 180, (eye[1] * Math.PI) / 180];
  const [sa, ca, se, ce] = [Math.sin(azimuth), Math.cos(azimuth), Math.sin(elevation), Math.cos(elevation)];
  // If y is up, all directions are turned by a right angle, compared with z up.
  const turned = ([x, y, z]: number[]) => (upOf(eye) === 1 ? [x, z, -y] : [x, y, z]);
  const ahead = turned([-ce * ca, -ce * sa, -se]);
  return {
    at: ahead.map((x, k) => eye[3 + k] - eye[2] * x),
    right: turned([-sa, ca, 0]),
    up: turned([-se * ca, -se * sa, ce]),
    ahead,
    // A narrow window shows as much from left to right as a square window.
    slope: width < height ? SLOPE * Math.min(2, height / width) : SLOPE,
    width,
    height,
  };
}

const dot = (a: readonly number[], b: readonly number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** The position of a point of space, in pixels, and whether it is in front of the camera. */
export function project({ at, right, up, ahead, slope, width, height }: Camera, p: readonly number[]): { x: number; y: number; seen: boolean } {
  const v = at.map((x, k) => p[k] - x);
  const depth = dot(v, ahead);
  const scale = height / (2 * depth * slope);
  return { x: width / 2 + scale * dot(v, right), y: height / 2 - scale * dot(v, up), seen: depth > NEAR && depth < Infinity };
}

/** A shift on the screen in pixels, and away from the camera, as a vector of space at the depth of
 * `p`. */
export function moved({ at, right, up, ahead, slope, height }: Camera, p: readonly number[], dx: number, dy: number, away = 0): number[] {
  const depth = dot(at.map((x, k) => p[k] - x), ahead);
  const scale = (2 * depth * slope) / height;
  return [0, 1, 2].map((k) => p[k] + scale * (dx * right[k] - dy * up[k] + away * ahead[k]));
}
