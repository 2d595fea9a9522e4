/** Spheres, capsules and convex bodies in columns, and their contacts in columns. */

import { TangencyError, aOf } from './error.js';
import { type Column, type Fields, Rows, atMost, onlyFields } from './columns.js';
import type { NoneOf, OneOf } from './protocol.js';

/** Moving spheres in columns; a column that has one row, such as one velocity, serves all of them. */
export interface Spheres {
  /** The centres at time zero, 3 numbers each. */
  center: Column;
  /** The radii, or one for all; zero is a ray. */
  radius: Column | number;
  /** The velocities, 3 numbers each, or one for all. */
  velocity: Column;
  /**
   * The end time of each motion, or one for all; a contact at exactly this time counts. Without it,
   * or at `Infinity`, motions have no end.
   */
  tMax?: Column | number | undefined;
}

/** Moving capsules in columns; a column that has one row, such as one velocity, serves all of them. */
export type Capsules = {
  /** One end of each axis at time zero, 3 numbers each. */
  a: Column;
  /** The radii, or one for all. */
  radius: Column | number;
  /** The velocities, 3 numbers each, or one for all. */
  velocity: Column;
  /**
   * The end time of each motion, or one for all; a contact at exactly this time counts. Without it,
   * or at `Infinity`, motions have no end.
   */
  tMax?: Column | number | undefined;
} & OneOf<{
  /** The other ends at time zero, 3 numbers each. */
  b: Column;
  /**
   * The vectors from `a` to the other ends, instead of `b`. Their sums with `a` are not rounded.
   */
  axis: Column;
}>;

/** The motions of convex bodies, and the radii by which they are inflated. */
export interface ConvexMotions {
  /** The radii by which the bodies are inflated, or one for all; without them, they are not. */
  radius?: Column | number | undefined;
  /** The velocities, 3 numbers each, or one for all. */
  velocity: Column;
  /**
   * The end time of each motion, or one for all; a contact at exactly this time counts. Without it,
   * or at `Infinity`, motions have no end.
   */
  tMax?: Column | number | undefined;
}

/**
 * Moving boxes along the axes in columns; a column that has one row, such as one velocity, serves
 * all of them.
 */
export interface MovingBoxes extends ConvexMotions {
  /** The least corners at time zero, 3 numbers each. */
  min: Column;
  /** The opposite corners, 3 numbers each. */
  max: Column;
}

/**
 * Moving boxes with a rotation, which stays the same, in columns; a column that has one row, such as
 * one velocity, serves all of them.
 */
export interface MovingOrientedBoxes extends ConvexMotions {
  /** The centres at time zero, 3 numbers each. */
  center: Column;
  /** The halves of the extents along the axes of each box, 3 numbers each, or one row for all. */
  halfExtents: Column;
  /**
   * The rotations as quaternions of any length, `x`, `y`, `z`, `w`, in the plane `z`, `w`; without
   * them, the boxes are not rotated.
   */
  rotation?: Column | undefined;
}

/**
 * Moving triangles in columns, in space; a column that has one row, such as one velocity, serves all
 * of them.
 */
export interface MovingTriangles extends ConvexMotions {
  /** The vertices at time zero, 9 numbers each. */
  vertices: Column;
}

/**
 * One convex hull at many positions, in columns; a column that has one row, such as one velocity,
 * serves all of them.
 */
export interface MovingHulls extends ConvexMotions {
  /** The points of the hull that all rows are, 3 numbers each. */
  points: Column;
  /**
   * The positions of the first of the points at time zero, 3 numbers each: all points are moved by
   * the exact difference of the position and the first point. Without them, the hull is where its
   * points are.
   */
  position?: Column | undefined;
}

/** Movers in columns whose contacts have no further column. */
export type PlainMovers =
  | (Spheres & NoneOf<'min' | 'max' | 'halfExtents' | 'rotation' | 'vertices' | 'points' | 'position'>)
  | (MovingBoxes & NoneOf<'center' | 'halfExtents' | 'rotation' | 'vertices' | 'points' | 'position'>)
  | (MovingOrientedBoxes & NoneOf<'min' | 'max' | 'vertices' | 'points' | 'position'>)
  | (MovingTriangles & NoneOf<'center' | 'min' | 'max' | 'halfExtents' | 'rotation' | 'points' | 'position'>)
  | (MovingHulls & NoneOf<'center' | 'min' | 'max' | 'halfExtents' | 'rotation' | 'vertices'>);

/** The dimension and the float type of columns. */
export interface Form<Dimension extends 2 | 3 = 2 | 3, Scalar extends 'f32' | 'f64' = 'f32' | 'f64'> {
  /** The count of numbers in a point or a vector: 2 in the plane, 3 in space. The default is 3. */
  dimension?: Dimension | undefined;
  /** The float type of the numbers and of the results, `f64` by default. */
  scalar?: Scalar | undefined;
}

/** The array type for such floats. */
export type Floats<Scalar extends 'f32' | 'f64'> = Scalar extends 'f32' ? Float32Array : Float64Array;

/**
 * Results in columns. For an overlap the time is 0, and the point is the obstacle's closest point
 * to the centre. A number that does not exist is NaN. In the plane a point and a vector have 2
 * numbers, see {@link Form}.
 */
export interface Contacts<Column extends Float32Array | Float64Array = Float64Array> {
  /** The number of rows. */
  readonly length: number;
  /** The status: 0 none, 1 contact, 2 overlap. */
  readonly status: Uint8Array;
  /** The time of the first contact. */
  readonly time: Column;
  /**
   * The centre of the sphere or of the oriented box, the end `a` of the capsule, the corner `min` of
   * the box, the first vertex of the triangle, or the first point of the hull, at that time, 3
   * numbers each.
   */
  readonly center: Column;
  /** The touched point of the obstacle, 3 numbers each. */
  readonly point: Column;
  /**
   * The unit vector from the point to the centre, or to the axis, 3 numbers each. For a convex body,
   * the unit normal of the contact, from the obstacle to the body.
   */
  readonly normal: Column;
  /** The touched triangle, or -1 if there is none. */
  readonly triangle: Int32Array;
  /**
   * The feature that contains the point: 0 to 2 a vertex, 3 to 5 an edge, 6 the face, 255 if there
   * is none.
   */
  readonly feature: Uint8Array;
}

/** The additional column of capsules. */
export interface OtherPoint<Column extends Float32Array | Float64Array = Float64Array> {
  /**
   * The other end of the touched segment, which begins at `point`, 3 numbers each. It is NaN if the
   * capsule does not touch along a segment.
   */
  readonly otherPoint: Column;
}

/** Results of capsules in columns. */
export interface CapsuleContacts<Column extends Float32Array | Float64Array = Float64Array> extends Contacts<Column>, OtherPoint<Column> {}

/** All contacts: a row for each triangle that a mover touches. */
export interface AllContacts extends Contacts {
  /**
   * The row of the mover, ascending. The contacts of each row are in order of time, and
   * at equal times in order of the triangles.
   */
  readonly index: Uint32Array;
}

/** The closest points in columns. */
export interface ClosestPoints {
  /** The number of rows. */
  readonly length: number;
  /** The distances; NaN if the mesh has no triangle. */
  readonly distance: Float64Array;
  /** The point of the mesh, 3 numbers each. */
  readonly point: Float64Array;
  /** The triangle, or -1 if there is none; the lowest one if several have the same distance. */
  readonly triangle: Int32Array;
  /** The feature that contains the point, as in {@link Contacts}. */
  readonly feature: Uint8Array;
}

/**
 * Creates columns for the results of `length` movers that are not capsules. Columns in the plane, or in `f32`, are only
 * for `firstContacts` of rows.
 */
export function contactsFor<Scalar extends 'f32' | 'f64' = 'f64'>(length: number, form: Form<2 | 3, Scalar> = {}): Contacts<Floats<Scalar>> {
  atMost(2, arguments, 'contactsFor');
  onlyFields(form, 'form', ['dimension', 'scalar']);
  return roomFor(length, formOf(form, 'form')) as Contacts<Floats<Scalar>>;
}

/**
 * Creates columns of a form that was checked.
 *
 * @internal
 */
export function roomFor(length: number, form: FullForm): Contacts<Float32Array | Float64Array> {
  if (!Number.isInteger(length) || length < 0) throw TangencyError.of('length', length, 'a whole number from 0 on');
  const numbers = (width: number) => new (floatsOf(form))(width * length).fill(NaN);
  return {
    length,
    status: new Uint8Array(length),
    time: numbers(1),
    center: numbers(form.dimension),
    point: numbers(form.dimension),
    normal: numbers(form.dimension),
    triangle: new Int32Array(length).fill(-1),
    feature: new Uint8Array(length).fill(255),
  };
}

/** A form with both of its fields. */
export interface FullForm {
  dimension: 2 | 3;
  scalar: 'f32' | 'f64';
}

/** The form of meshes and scenes. */
export const SPACE: FullForm = { dimension: 3, scalar: 'f64' };

/** Reads a form from among other fields, and checks it. */
export function formOf(fields: Form | null | undefined, place: string): FullForm {
  const { dimension = 3, scalar = 'f64' } = fields ?? {};
  if (dimension !== 2 && dimension !== 3) throw TangencyError.of(`${place}.dimension`, dimension, '2 or 3');
  if (scalar !== 'f32' && scalar !== 'f64') throw TangencyError.of(`${place}.scalar`, scalar, 'f32 or f64');
  return { dimension, scalar };
}

/** Returns the constructor of the array type for such floats. */
export function floatsOf({ scalar }: FullForm) {
  return scalar === 'f32' ? Float32Array : Float64Array;
}

/**
 * The columns of movers, by the count of numbers in a vector, in the order of
 * `web/engine/src/rows.rs`.
 */
function moversIn(vector: 2 | 3): Record<MoverKind, Fields> {
  const going: Fields = { velocity: [vector], tMax: [1, [Infinity]] };
  const [round, inflated]: Fields[] = [{ radius: [1], ...going }, { radius: [1, [0]], ...going }];
  return {
    sphere: { center: [vector], ...round },
    'capsule b': { a: [vector], b: [vector], ...round },
    'capsule axis': { a: [vector], axis: [vector], ...round },
    box: { min: [vector], max: [vector], ...inflated },
    orientedBox: { center: [vector], halfExtents: [vector], rotation: rotationIn(vector), ...inflated },
    triangle: { vertices: [9], ...inflated },
    // The points come last, since they are no column of rows.
    hull: { position: [vector], ...inflated },
  };
}

/** The column of rotations, which is the identity if it is left out. */
export function rotationIn(vector: 2 | 3): Fields[string] {
  return vector === 2 ? [2, [0, 1]] : [4, [0, 0, 0, 1]];
}

/** A kind of movers, as the engine names it. */
export type MoverKind = 'sphere' | 'capsule b' | 'capsule axis' | 'box' | 'orientedBox' | 'triangle' | 'hull';

const MOVERS = { 2: moversIn(2), 3: moversIn(3) } as const;

/** The fields of convex bodies of which there are no columns, and of requests. */
const CONVEX = ['edges', 'box', 'orientedBox', 'oriented_box', 'triangle', 'parallelepiped', 'hull', 'mover'];

/**
 * Reads the columns of movers, whose fields name the kind.
 *
 * @returns the kind of the movers as the engine names it, and their columns.
 */
export function moversOf(movers: PlainMovers | Capsules, rows: Rows, dimension: 2 | 3 = 3, others: readonly string[] = []): { kind: MoverKind; columns: Float64Array[] } {
  if (typeof movers !== 'object' || movers === null) throw TangencyError.of('movers', movers, 'an object');
  const convex = CONVEX.find((name) => (movers as unknown as Record<string, unknown>)[name] !== undefined);
  if (convex !== undefined) {
    throw new TangencyError(`movers has the field ${convex}, but movers in columns are spheres, capsules, boxes, triangles or hulls: another convex body is a mover of query`);
  }
  const kind = kindOf(movers);
  if (kind === 'triangle' && dimension === 2) throw new TangencyError('triangles are movers in space only, and dimension is 2');
  if (kind === 'hull') return { kind, columns: hullsOf(movers as MovingHulls, rows, dimension, others) };
  return { kind, columns: rows.columns(movers, kind.split(' ')[0]!, MOVERS[dimension][kind], others) };
}

/** Reads a hull, and the columns of its positions and motions. */
function hullsOf(hulls: MovingHulls, rows: Rows, dimension: 2 | 3, others: readonly string[]): Float64Array[] {
  const points = rows.whole(hulls.points, 'hull.points', dimension);
  const { position = points.subarray(0, dimension) } = hulls;
  return [...rows.columns({ ...hulls, position }, 'hull', MOVERS[dimension].hull, ['points', ...others]), points];
}

function kindOf(movers: PlainMovers | Capsules): MoverKind {
  if ('a' in movers || 'b' in movers || 'axis' in movers) return capsuleOf(movers as Capsules);
  if ('points' in movers || 'position' in movers) return 'hull';
  if ('vertices' in movers) return 'triangle';
  if ('min' in movers || 'max' in movers) return 'box';
  return 'halfExtents' in movers || 'rotation' in movers ? 'orientedBox' : 'sphere';
}

/** Whether contacts of these movers have the column `otherPoint`. */
export function isCapsule(kind: MoverKind): boolean {
  return kind.startsWith('capsule');
}

function capsuleOf({ b, axis }: Capsules): 'capsule b' | 'capsule axis' {
  if ((b === undefined) === (axis === undefined)) throw new TangencyError('capsule must have either b or axis');
  return b === undefined ? 'capsule axis' : 'capsule b';
}

/**
 * Checks that `out` has the columns that are written, with the right lengths, and no others, since
 * old numbers in another column would be taken for an answer.
 */
export function fitting<Columns extends Contacts<Float32Array | Float64Array>>(
  out: Columns, count: number, more: { item?: 1; otherPoint?: 2 | 3 } = {}, form: FullForm = SPACE,
): Columns {
  const { dimension } = form;
  const widths = { status: 1, time: 1, center: dimension, point: dimension, normal: dimension, triangle: 1, feature: 1, ...more };
  if (typeof out !== 'object' || out === null) throw TangencyError.of('out', out, 'columns');
  onlyFields(out, 'out', ['length', ...Object.keys(widths)]);
  const kind = { status: Uint8Array, triangle: Int32Array, feature: Uint8Array, item: Int32Array } as Record<string, Function>;
  for (const [name, width] of Object.entries(widths)) {
    const array = kind[name] ?? floatsOf(form);
    const column: unknown = (out as unknown as Record<string, unknown>)[name];
    if (!(column instanceof array)) throw TangencyError.of(`out.${name}`, column, aOf(array.name));
    const [length, expected] = [(column as Float64Array).length, width * count];
    if (length !== expected) throw TangencyError.of(`out.${name}.length`, length, `${expected} for ${count} rows`);
  }
  return out;
}

/** Returns columns, or copies them to `out` if it is given. */
export function written<Columns extends object>(columns: Columns, out?: Columns): Columns {
  if (out === undefined) return columns;
  for (const [name, column] of Object.entries(columns)) if (name !== 'length') (out as Record<string, any>)[name].set(column);
  return out;
}
