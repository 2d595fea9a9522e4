// The size of a scene, and its frame. A scene of any size is drawn with ordinary size about the
// middle of the picture. So no number of a picture is too large, too small or too far away for a
// graphics card, and line widths, grid, clipping planes and limits follow the scene.

import type { Answer } from './answer';
import { upOf, type Eye } from './camera';
import type { Landed, Surface } from './engine';
import { BODIES } from './shapes';
import { solidOf } from './solid';
import { isYUp, roundingOf, SPHERE, type State } from './state';

type V3 = readonly number[];

/** The bounding box, and the height of the ground. */
export interface Extent {
  low: number[];
  high: number[];
  ground: number;
}

/** The origin of the picture, and its unit of length; a line of the grid goes through each. */
export interface Frame {
  origin: number[];
  unit: number;
}

/** The camera as the thread that draws receives it, all in lengths of the picture. */
export interface View {
  eye: Eye;
  ground: number;
  far: number;
  /** The factor by which the field of view is larger, 1 by default. */
  wide?: number;
}

/** The position and the scale in the picture of a mesh whose vertices have size one and are about
 * zero. */
export interface Placing {
  at: number[];
  scale: number;
}

/** The greatest number that is 1, 2 or 5 times a power of ten and not above `x`. */
export function nice(x: number): number {
  const within = Math.min(1e300, Math.max(1e-300, x || 1));
  const power = 10 ** Math.floor(Math.log10(within));
  return power * (within >= 5 * power ? 5 : within >= 2 * power ? 2 : 1);
}

/**
 * A number rounded to this many decimals of a unit, so that dragging makes numbers of few digits.
 */
export function rounded(x: number, unit: number, decimals = 3): number {
  const places = decimals - Math.floor(Math.log10(unit));
  if (places >= 0 && places <= 100) return Number(x.toFixed(places)) + 0;
  // The number is rounded as a decimal: the power of ten may be no float, and multiplying by it
  // would add digits of its own.
  return Number(`${Math.round(x / 10 ** -places)}e${-places}`) + 0;
}

/** The diagonal, at most 1e300, or one if it is zero or NaN. */
export function sizeOf({ low, high }: Pick<Extent, 'low' | 'high'>): number {
  const size = Math.hypot(...high.map((x, k) => x - low[k]));
  return size > 0 ? Math.min(size, 1e300) : 1;
}

function around(points: V3[]): { low: number[]; high: number[] } {
  const over = (best: (...of: number[]) => number) => [0, 1, 2].map((k) => best(...points.map((p) => p[k])));
  return { low: over(Math.min), high: over(Math.max) };
}

/** The extent of a state: the target and the body at its start, or the mesh and the spheres. */
export function extentOf(state: State, surface?: Pick<Surface, 'low' | 'high'>): Extent {
  const { view, numbers: n, words } = state;
  const body = BODIES[view === 'sphere' ? words.mover : 'sphere'];
  const radii = body.radii?.(n) ?? [0, 0, 0];
  const solid = view === 'sphere' ? solidOf(state) : undefined;
  const core = solid ? around(solid.vertices) : (surface ?? { low: [-1, -1, -1], high: [1, 1, 1] });
  const skin = Math.abs(roundingOf(state));
  const target = { low: core.low.map((x) => x - skin), high: core.high.map((x) => x + skin) };
  const center = view === 'many' ? n.source : n.center;
  const own = body.solid?.(n).vertices;
  const ends = own ?? [center, ...(body.axis ? [center.map((x, k) => x + body.axis!(n)[k])] : [])];
  const reach = view !== 'many' ? radii : isYUp(state) ? [n.spread[0], n.radius[0], n.spread[0]] : [n.spread[0], n.spread[0], n.radius[0]];
  const all = around([target.low, target.high, ...ends.flatMap((end) => [-1, 1].map((side) => end.map((x, k) => x + side * reach[k])))]);
  const up = isYUp(state) ? 1 : 2;
  const below = own ? center[up] - Math.min(...own.map((v) => v[up])) : 0;
  return { ...all, ground: target.low[up] - Math.max(Math.abs(radii[up]), below) - 0.03 * sizeOf(all) };
}

/** The frame for a camera, which is finer if the camera is nearer. */
export function frameOf(eye: Eye, extent: Extent): Frame {
  const unit = nice(Math.min(eye[2] / 8, sizeOf(extent) / 2.5));
  return { unit, origin: eye.slice(3, 6).map((x) => 5 * unit * Math.round(x / (5 * unit)) + 0) };
}

export function viewOf(eye: Eye, extent: Extent, frame: Frame): View {
  const inside = [...eye.slice(0, 2), eye[2] / frame.unit, ...into(frame, eye.slice(3, 6)), ...eye.slice(6)];
  const away = Math.hypot(...extent.low.map((x, k) => Math.max(Math.abs(x - eye[3 + k]), Math.abs(extent.high[k] - eye[3 + k])))) / frame.unit;
  const far = Math.max(500, 2 * (inside[2] + away));
  const ground = (extent.ground - frame.origin[upOf(eye)]) / frame.unit;
  return { eye: inside, far: Math.min(far, 1e15), ground: isDrawable([ground]) ? ground : -1e15 };
}

/** A point of space in the frame of the picture. */
export function into({ origin, unit }: Frame, p: V3): number[] {
  return p.map((x, k) => (x - origin[k]) / unit);
}

/** A point of the picture in space. */
export function outOf({ origin, unit }: Frame, p: V3): number[] {
  return p.map((x, k) => origin[k] + unit * x);
}

/** A request and its answer in the frame of the picture. */
export function framed(frame: Frame, state: State, answer: Answer): [State, Answer] {
  const numbers = { ...state.numbers };
  for (const { key, is } of SPHERE) {
    if (is && numbers[key]) numbers[key] = is === 'place' ? into(frame, numbers[key]) : numbers[key].map((x) => x / frame.unit);
  }
  const { center, point, other_point, touched } = answer;
  const framed = { center: center && into(frame, center), point: point && into(frame, point), other_point: other_point && into(frame, other_point) };
  return [{ ...state, numbers }, { ...answer, ...framed, touched: touched && { ...touched, points: touched.points.map((corner) => into(frame, corner)) } }];
}

/** The placing of a mesh in the picture, or of the spheres of a cast at it. */
export function placing(frame: Frame, { middle, size }: Pick<Surface | Landed, 'middle' | 'size'>): Placing {
  return { at: into(frame, middle), scale: size / frame.unit };
}

/** Whether a graphics card can compute with these numbers and their squares. */
export function isDrawable(p: V3): boolean {
  return p.every((x) => Math.abs(x) < 1e15);
}

/** The least and the greatest distance of the camera. */
export function limits(extent: Extent): [number, number] {
  const size = sizeOf(extent);
  return [size / 1000, size * 20];
}

/** The camera in its direction, at a distance from which the whole extent is visible. */
export function fitting(eye: Eye, { low, high }: Pick<Extent, 'low' | 'high'>): Eye {
  const size = sizeOf({ low, high });
  const middle = low.map((x, k) => rounded(x / 2 + high[k] / 2, size, 2));
  return [eye[0], eye[1], Number((1.9 * size).toPrecision(3)), ...middle];
}

/** Whether a scene is so large, so small or so far away that the camera does not show it. */
export function isLost(eye: Eye, extent: Pick<Extent, 'low' | 'high'>): boolean {
  const size = sizeOf(extent);
  const [, , distance, ...middle] = fitting(eye, extent);
  return eye[2] < distance / 5 || eye[2] > distance * 5 || Math.hypot(...middle.map((x, k) => x - eye[3 + k])) > 2 * Math.max(size, eye[2]);
}
