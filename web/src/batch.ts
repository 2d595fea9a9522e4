/** Spheres, and what becomes of them, in columns. */

import { TangencyError, aOf } from './error.js';
import { type Numbers, columnOf, numbersOf, onlyFields } from './columns.js';

/** Moving spheres in columns; arrays of numbers will do as well. */
export interface Spheres {
  /** The centres at time zero, 3 numbers each. */
  center: Float64Array | Numbers;
  /** The radii, or one for all; zero is a ray. */
  radius: Float64Array | Numbers | number;
  /** The velocities, 3 numbers each. */
  velocity: Float64Array | Numbers;
  /** When the motions end, that time included, or one end for all; without it, never. */
  t_max?: Float64Array | Numbers | number | undefined;
}

/** What numbers say. */
export interface Form<Dimension extends 2 | 3 = 2 | 3, Scalar extends 'f32' | 'f64' = 'f32' | 'f64'> {
  /** How many of them a point or a vector has: 2 in the plane, 3 in space; 3 if it is not said. */
  dimension?: Dimension | undefined;
  /** As what they are read, and answered; `f64` if it is not said. */
  scalar?: Scalar | undefined;
}

/** The array of such floats. */
export type Floats<Scalar extends 'f32' | 'f64'> = Scalar extends 'f32' ? Float32Array : Float64Array;

const SPHERES = ['center', 'radius', 'velocity', 't_max'] as const satisfies (keyof Spheres)[];

/**
 * Results in columns. Of an overlap the time is 0 and the point is the one closest to the centre; numbers that are not there
 * are NaN. In the plane a point and a vector have 2 numbers, as {@link Form} says.
 */
export interface Contacts<Column extends Float32Array | Float64Array = Float64Array> {
  /** How many spheres there are. */
  readonly length: number;
  /** 0 none, 1 contact, 2 overlap. */
  readonly status: Uint8Array;
  /** When they first touch. */
  readonly time: Column;
  /** The sphere's centre then, 3 numbers each. */
  readonly center: Column;
  /** The touched point of the mesh, 3 numbers each. */
  readonly point: Column;
  /** The unit vector from the point to the centre, 3 numbers each. */
  readonly normal: Column;
  /** The touched triangle, -1 where there is none. */
  readonly triangle: Int32Array;
  /** What of it holds the point: 0 to 2 a vertex, 3 to 5 an edge, 6 the face, 255 where there is none. */
  readonly feature: Uint8Array;
}

/** All contacts of some spheres: a row for each triangle that one of them comes to touch. */
export interface AllContacts extends Contacts {
  /** Which sphere it is, in rising order; the rows of one are in order of time, at equal times of the triangles' numbers. */
  readonly index: Uint32Array;
}

/** The closest points in columns. */
export interface ClosestPoints {
  /** How many points were asked about. */
  readonly length: number;
  /** How far each is; NaN if the mesh has no triangle. */
  readonly distance: Float64Array;
  /** The point of the mesh, 3 numbers each. */
  readonly point: Float64Array;
  /** The triangle, -1 if there is none; of several that are as close, the lowest. */
  readonly triangle: Int32Array;
  /** What of it holds the point, as {@link Contacts} has it. */
  readonly feature: Uint8Array;
}

/** Room for the results of so many spheres; in the plane, or in `f32`, only of rows. */
export function contactsFor<Scalar extends 'f32' | 'f64' = 'f64'>(length: number, form: Form<2 | 3, Scalar> = {}): Contacts<Floats<Scalar>> {
  const { dimension = 3 } = form;
  const numbers = (width: number) => new (floatsOf(form))(width * length).fill(NaN) as Floats<Scalar>;
  return {
    length,
    status: new Uint8Array(length),
    time: numbers(1),
    center: numbers(dimension),
    point: numbers(dimension),
    normal: numbers(dimension),
    triangle: new Int32Array(length).fill(-1),
    feature: new Uint8Array(length).fill(255),
  };
}

/** What makes an array of such floats. */
export function floatsOf({ scalar }: Form) {
  return scalar === 'f32' ? Float32Array : Float64Array;
}

/** Centres, radii, velocities and ends of motions; without an end, none of these. */
export function columnsOf(spheres: Spheres): [Float64Array, Float64Array, Float64Array, Float64Array] {
  onlyFields(spheres, 'spheres', SPHERES);
  const center = numbersOf(spheres.center, 'center');
  const count = Math.floor(center.length / 3);
  return [
    center,
    columnOf(spheres.radius, count, 'radius'),
    numbersOf(spheres.velocity, 'velocity'),
    spheres.t_max === undefined ? new Float64Array() : columnOf(spheres.t_max, count, 't_max'),
  ];
}

/** Makes sure that columns have the right length. */
export function fitting<Columns extends Contacts<Float32Array | Float64Array>>(
  out: Columns, count: number, more: { item?: 1; other_point?: 2 | 3 } = {}, asked = 'spheres', form: Form = {},
): Columns {
  if (typeof out !== 'object' || out === null) throw TangencyError.of('out', out, 'columns');
  const { dimension = 3 } = form;
  const widths = { status: 1, time: 1, center: dimension, point: dimension, normal: dimension, triangle: 1, feature: 1, ...more };
  const kind = { status: Uint8Array, triangle: Int32Array, feature: Uint8Array, item: Int32Array } as Record<string, Function>;
  for (const [name, width] of Object.entries(widths)) {
    const array = kind[name] ?? floatsOf(form);
    const column: unknown = (out as unknown as Record<string, unknown>)[name];
    if (!(column instanceof array)) throw TangencyError.of(`out.${name}`, column, aOf(array.name));
    const [length, expected] = [(column as Float64Array).length, width * count];
    if (length !== expected) throw TangencyError.of(`out.${name}.length`, length, `${expected} for ${count} ${asked}`);
  }
  return out;
}
