/** Rows: each mover meets the shape of its row. */

import { engine } from './load.js';
import { TangencyError } from './error.js';
import { type Numbers, numbersOf, onlyFields } from './columns.js';
import { type Contacts, type Floats, type Form, type Spheres, contactsFor, fitting, floatsOf } from './batch.js';
import type { OneOf } from './protocol.js';

type Column = Float64Array | Numbers;

/** Moving capsules in columns; arrays of numbers will do as well. */
export type Capsules = {
  /** One end of each axis at time zero, 3 numbers each. */
  a: Column;
  /** The radii, or one for all. */
  radius: Column | number;
  /** The velocities, 3 numbers each. */
  velocity: Column;
  /** When the motions end, that time included, or one end for all; without it, never. */
  t_max?: Column | number | undefined;
} & OneOf<{
  /** The other ends, 3 numbers each. */
  b: Column;
  /** Or the ways there from `a`, which are not rounded. */
  axis: Column;
}>;

/** What every shape may say. */
interface Way {
  /** The velocities, 3 numbers each; without them, nothing moves. */
  velocity?: Column | undefined;
  /** By how much the shapes are rounded, or one radius for all; without it, not at all. */
  radius?: Column | number | undefined;
}

/** Shapes in columns; in the plane a point and a vector have 2 numbers. */
interface AllShapes {
  /** The vertices at time zero, 9 numbers each. */
  triangle: { vertices: Column } & Way;
  /** The ends, 3 numbers each. */
  segment: { a: Column; b: Column } & Way;
  /** The places, 3 numbers each. */
  point: { position: Column } & Way;
  /** The least corners and the opposite ones, 3 numbers each. */
  box: { min: Column; max: Column } & Way;
  /** The centres and halves of the extents, 3 numbers each, and quaternions of any length, `x`, `y`, `z`, `w`; in the plane `z`, `w`. */
  oriented_box: { center: Column; half_extents: Column; rotation: Column } & Way;
}

/** Shapes of one kind in columns, under the name that `query` has for it; in the plane there is no triangle. */
export type Shapes<Dimension extends 2 | 3 = 3> = OneOf<[Dimension] extends [3] ? AllShapes : Omit<AllShapes, 'triangle'>>;

/** Results of capsules in columns; `center` has the end `a` of each axis. */
export interface CapsuleContacts<Column extends Float32Array | Float64Array = Float64Array> extends Contacts<Column> {
  /** The other end of what is touched, 3 numbers each, where a capsule touches all along a segment that begins at `point`; NaN elsewhere. */
  readonly other_point: Column;
}

/** So many numbers a row, and what stands for all rows if nothing is said. */
type Fields = Readonly<Record<string, readonly [width: number, otherwise?: readonly number[]]>>;

/** The columns of movers and of shapes where a vector has so many numbers, in the order of `web/engine/src/rows.rs`. */
function fieldsIn(vector: 2 | 3) {
  const going: Fields = { radius: [1], velocity: [vector], t_max: [1, [Infinity]] };
  const way: Fields = { velocity: [vector, Array(vector).fill(0)], radius: [1, [0]] };
  return {
    movers: {
      sphere: { center: [vector], ...going },
      'capsule b': { a: [vector], b: [vector], ...going },
      'capsule axis': { a: [vector], axis: [vector], ...going },
    } as Readonly<Record<string, Fields>>,
    shapes: {
      ...(vector === 3 && { triangle: { vertices: [9], ...way } }),
      segment: { a: [vector], b: [vector], ...way },
      point: { position: [vector], ...way },
      box: { min: [vector], max: [vector], ...way },
      oriented_box: { center: [vector], half_extents: [vector], rotation: [vector === 2 ? 2 : 4], ...way },
    } as Readonly<Record<string, Fields>>,
  };
}

const FIELDS = { 2: fieldsIn(2), 3: fieldsIn(3) } as const;

/**
 * The first contact of each mover with the shape of its row, bit by bit as `query` has it. A column with one row serves all rows: one mover may meet many shapes,
 * and many movers one shape. No row has a `triangle`, and `featureOf` tells its `feature`.
 *
 * @param movers - also say with `dimension` and `scalar` what all numbers are.
 * @param out - columns of the right length to write to; without it, new ones.
 * @throws {TangencyError} which names the row, the field and the value; then nothing was written.
 */
export function firstContacts<Dimension extends 2 | 3 = 3, Scalar extends 'f32' | 'f64' = 'f64'>(
  spheres: Spheres & Form<Dimension, Scalar>, shapes: Shapes<Dimension>, out?: Contacts<Floats<Scalar>>,
): Contacts<Floats<Scalar>>;
export function firstContacts<Dimension extends 2 | 3 = 3, Scalar extends 'f32' | 'f64' = 'f64'>(
  capsules: Capsules & Form<Dimension, Scalar>, shapes: Shapes<Dimension>, out?: CapsuleContacts<Floats<Scalar>>,
): CapsuleContacts<Floats<Scalar>>;
export function firstContacts(movers: (Spheres | Capsules) & Form, shapes: Shapes | Shapes<2>, out?: any): any {
  const isCapsule = typeof movers === 'object' && movers !== null && 'a' in movers;
  const name = isCapsule ? 'capsule' : 'sphere';
  const form = formOf(movers, name);
  const { dimension, scalar } = form;
  const fields = FIELDS[dimension];
  const mover = isCapsule ? capsuleOf(movers) : 'sphere';
  const [kind, shape] = kindOf(shapes, Object.keys(fields.shapes));
  const rows = new Rows(scalar);
  const asked = rows.columns(movers, name, fields.movers[mover]!, Object.keys(form));
  const met = rows.columns(shape, kind, fields.shapes[kind]!);
  const count = rows.fitting();
  const extra = isCapsule ? ({ other_point: dimension } as const) : {};
  const empty = () => ({
    ...contactsFor(count, form),
    ...(isCapsule && { other_point: new (floatsOf(form))(dimension * count) }),
  });
  const to = out === undefined ? empty() : fitting(out, count, extra, 'rows', form);
  // The engine has doubles; those that it sets in columns of `f32` are such floats.
  TangencyError.unless(() =>
    engine().firstContacts(
      dimension, scalar, count, mover, asked, kind, met,
      to.status, to.time, to.center, to.point, to.normal, to.triangle, to.feature, isCapsule ? to.other_point : undefined,
    ),
  );
  return to;
}

/** What the numbers say, with all that was left out. */
function formOf(movers: Form | null | undefined, place: string): { dimension: 2 | 3; scalar: 'f32' | 'f64' } {
  const { dimension = 3, scalar = 'f64' } = movers ?? {};
  if (dimension !== 2 && dimension !== 3) throw TangencyError.of(`${place}.dimension`, dimension, '2 or 3');
  if (scalar !== 'f32' && scalar !== 'f64') throw TangencyError.of(`${place}.scalar`, scalar, 'f32 or f64');
  return { dimension, scalar };
}

function capsuleOf({ b, axis }: Capsules): string {
  if ((b === undefined) === (axis === undefined)) throw new TangencyError('capsule must have either b or axis');
  return b === undefined ? 'capsule axis' : 'capsule b';
}

/** The only field, and what it holds. */
function kindOf(shapes: object, known: string[]): [string, unknown] {
  onlyFields(shapes, 'shapes', known);
  const [one, ...more] = Object.entries(shapes).filter(([, shape]) => shape !== undefined);
  if (one === undefined || more.length > 0) throw new TangencyError(`shapes must have one of ${known.join(', ')}`);
  return one;
}

/** Columns that are read, and how many rows each has. */
class Rows {
  readonly #scalar: 'f32' | 'f64';
  #read: { field: string; width: number; length: number }[] = [];

  constructor(scalar: 'f32' | 'f64') {
    this.#scalar = scalar;
  }

  /** The columns of these fields; others may be there too. */
  columns(value: any, place: string, fields: Fields, others: string[] = []): Float64Array[] {
    onlyFields(value, place, [...Object.keys(fields), ...others]);
    return Object.entries(fields).map(([name, [width, otherwise]]) => {
      const field = `${place}.${name}`;
      let said = value[name] === undefined ? otherwise : value[name];
      if (width === 1 && typeof said === 'number') said = [said];
      const column = numbersOf(said, field);
      const length = column.length;
      if (length % width !== 0) throw TangencyError.of(`${field}.length`, length, `a multiple of ${width}`);
      if (this.#scalar === 'f32') notPast(column, width, field);
      this.#read.push({ field, width, length });
      return column;
    });
  }

  /** The one number of rows of all columns that have not just one. */
  fitting(): number {
    const many = this.#read.find(({ width, length }) => length !== width);
    const count = many === undefined ? 1 : many.length / many.width;
    for (const { field, width, length } of this.#read) {
      if (length !== width && length !== width * count) {
        throw TangencyError.of(`${field}.length`, length, `${width * count} for ${count} rows, or ${width}`);
      }
    }
    return count;
  }
}

/** Makes sure that no number becomes infinite as the nearest `f32`. */
function notPast(column: Float64Array, width: number, field: string): void {
  const at = column.findIndex((number) => Number.isFinite(number) && !Number.isFinite(Math.fround(number)));
  if (at === -1) return;
  const place = width === 1 ? field : `${field}[${at % width}]`;
  throw new TangencyError(`row ${Math.floor(at / width)}: ${place} is ${column[at]}, past the largest f32`);
}
