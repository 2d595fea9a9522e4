/** Element-wise batches: each mover is cast at the shape of its row. */

import { engine } from './load.js';
import { TangencyError } from './error.js';
import { type Column, type Fields, Rows, atMost, onlyFields } from './columns.js';
import {
  type CapsuleContacts, type Capsules, type Contacts, type Floats, type Form, type PlainMovers, fitting, floatsOf, formOf, isCapsule, moversOf, roomFor, rotationIn,
} from './batch.js';
import type { OneOf } from './protocol.js';

/** The fields of every shape. */
interface Way {
  /** The velocities, 3 numbers each; without them, the shapes do not move. */
  velocity?: Column | undefined;
  /** The radii by which the shapes are inflated, or one for all; without it, they are not. */
  radius?: Column | number | undefined;
}

/** Shapes in columns. In the plane a point and a vector have 2 numbers. */
interface AllShapes {
  /** The vertices at time zero, 9 numbers each. */
  triangle: { vertices: Column } & Way;
  /** The ends, 3 numbers each. */
  segment: { a: Column; b: Column } & Way;
  /** The positions, 3 numbers each. */
  point: { position: Column } & Way;
  /** The least corners and the opposite ones, 3 numbers each. */
  box: { min: Column; max: Column } & Way;
  /**
   * The centres and the halves of the extents, 3 numbers each, and quaternions `x`, `y`, `z`, `w`
   * of any length, in the plane `z`, `w`; without them, the boxes are not rotated.
   */
  orientedBox: { center: Column; halfExtents: Column; rotation?: Column | undefined } & Way;
}

/** Shapes of one kind in columns; triangles exist in space only. */
export type Shapes<Dimension extends 2 | 3 = 3> = OneOf<[Dimension] extends [3] ? AllShapes : Omit<AllShapes, 'triangle'>>;

/**
 * The columns of shapes, by the count of numbers in a vector, in the order of
 * `web/engine/src/rows.rs`.
 */
function shapesIn(vector: 2 | 3): Readonly<Record<string, Fields>> {
  const way: Fields = { velocity: [vector, Array(vector).fill(0)], radius: [1, [0]] };
  return {
    ...(vector === 3 && { triangle: { vertices: [9], ...way } }),
    segment: { a: [vector], b: [vector], ...way },
    point: { position: [vector], ...way },
    box: { min: [vector], max: [vector], ...way },
    orientedBox: { center: [vector], halfExtents: [vector], rotation: rotationIn(vector), ...way },
  };
}

const SHAPES = { 2: shapesIn(2), 3: shapesIn(3) } as const;

/**
 * The first contact of each mover with the shape of its row, with the same bits as `query`. A
 * column with one row serves all rows: one mover and many shapes, or many movers and one shape. The
 * column `triangle` is -1 in each row, and `featureOf` decodes the column `feature`.
 *
 * @param movers - spheres, capsules or convex bodies; their fields `dimension` and `scalar` apply to all columns.
 * @param out - columns of the right length to which the results are written; by default new ones.
 * @throws {TangencyError} which names the row, the field and the value; then nothing was written.
 */
export function firstContacts<Dimension extends 2 | 3 = 3, Scalar extends 'f32' | 'f64' = 'f64'>(
  movers: PlainMovers & Form<Dimension, Scalar>, shapes: Shapes<Dimension>, out?: Contacts<Floats<Scalar>>,
): Contacts<Floats<Scalar>>;
export function firstContacts<Dimension extends 2 | 3 = 3, Scalar extends 'f32' | 'f64' = 'f64'>(
  capsules: Capsules & Form<Dimension, Scalar>, shapes: Shapes<Dimension>, out?: CapsuleContacts<Floats<Scalar>>,
): CapsuleContacts<Floats<Scalar>>;
export function firstContacts(movers: (PlainMovers | Capsules) & Form, shapes: Shapes | Shapes<2>, out?: any): any {
  atMost(3, arguments, 'firstContacts');
  const form = formOf(movers, 'movers');
  const { dimension, scalar } = form;
  const [kind, shape] = kindOf(shapes, Object.keys(SHAPES[dimension]));
  const rows = new Rows();
  const mover = moversOf(movers, rows, dimension, Object.keys(form));
  const met = rows.columns(shape, kind, SHAPES[dimension][kind]!);
  if (scalar === 'f32') rows.notPastF32();
  const count = rows.count();
  const isLong = isCapsule(mover.kind);
  const extra = isLong ? ({ otherPoint: dimension } as const) : {};
  const empty = () => ({
    ...roomFor(count, form),
    ...(isLong && { otherPoint: new (floatsOf(form))(dimension * count) }),
  });
  const to = out === undefined ? empty() : fitting(out, count, extra, form);
  // The engine has doubles, and the numbers that it writes to columns of `f32` are exact there.
  TangencyError.ofFieldsUnless(() =>
    engine().firstContacts(
      dimension, scalar, count, mover.kind, mover.columns, kind, met,
      to.status, to.time, to.center, to.point, to.normal, to.triangle, to.feature, isLong ? to.otherPoint : undefined,
    ),
  );
  return to;
}

/** Returns the name and the value of the only field. */
function kindOf(shapes: object, known: string[]): [string, unknown] {
  onlyFields(shapes, 'shapes', known);
  const [one, ...more] = Object.entries(shapes).filter(([, shape]) => shape !== undefined);
  if (one === undefined || more.length > 0) throw new TangencyError(`shapes must have one of ${known.join(', ')}`);
  return one;
}
