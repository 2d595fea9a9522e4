/** Rows: each mover meets the shape of its row. */

import { engine } from './load.js';
import { TangencyError } from './error.js';
import { type Numbers, numbersOf, onlyFields } from './columns.js';
import { type Contacts, type Spheres, contactsFor, fitting } from './batch.js';
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

/** Shapes of one kind in columns, under the name that `query` has for it. */
export type Shapes = OneOf<{
  /** The vertices at time zero, 9 numbers each. */
  triangle: { vertices: Column } & Way;
  /** The ends, 3 numbers each. */
  segment: { a: Column; b: Column } & Way;
  /** The places, 3 numbers each. */
  point: { position: Column } & Way;
  /** The least corners and the opposite ones, 3 numbers each. */
  box: { min: Column; max: Column } & Way;
  /** The centres and halves of the extents, 3 numbers each, and quaternions of any length, `x`, `y`, `z`, `w`. */
  oriented_box: { center: Column; half_extents: Column; rotation: Column } & Way;
}>;

/** Results of capsules in columns; `center` has the end `a` of each axis. */
export interface CapsuleContacts extends Contacts {
  /** The other end of what is touched, 3 numbers each, where a capsule touches all along a segment that begins at `point`; NaN elsewhere. */
  readonly other_point: Float64Array;
}

/** So many numbers a row, and what stands for all rows if nothing is said. */
type Fields = Readonly<Record<string, readonly [width: number, otherwise?: readonly number[]]>>;

// In the order of `web/engine/src/rows.rs`.
const T_MAX: Fields = { t_max: [1, [Infinity]] };
const SPHERE: Fields = { center: [3], radius: [1], velocity: [3], ...T_MAX };
const CAPSULE_B: Fields = { a: [3], b: [3], radius: [1], velocity: [3], ...T_MAX };
const CAPSULE_AXIS: Fields = { a: [3], axis: [3], radius: [1], velocity: [3], ...T_MAX };
const WAY: Fields = { velocity: [3, [0, 0, 0]], radius: [1, [0]] };
const SHAPES: Readonly<Record<string, Fields>> = {
  triangle: { vertices: [9], ...WAY },
  segment: { a: [3], b: [3], ...WAY },
  point: { position: [3], ...WAY },
  box: { min: [3], max: [3], ...WAY },
  oriented_box: { center: [3], half_extents: [3], rotation: [4], ...WAY },
};

/**
 * The first contact of each mover with the shape of its row, bit by bit as `query` has it. A column with one row serves all rows: one mover may meet many shapes,
 * and many movers one shape. No row has a `triangle`, and `featureOf` tells its `feature`.
 *
 * @param out - columns of the right length to write to; without it, new ones.
 * @throws {TangencyError} which names the row, the field and the value; then nothing was written.
 */
export function firstContacts(spheres: Spheres, shapes: Shapes, out?: Contacts): Contacts;
export function firstContacts(capsules: Capsules, shapes: Shapes, out?: CapsuleContacts): CapsuleContacts;
export function firstContacts(movers: Spheres | Capsules, shapes: Shapes, out?: Contacts | CapsuleContacts): Contacts {
  const isCapsule = typeof movers === 'object' && movers !== null && 'a' in movers;
  const [mover, fields] = isCapsule ? capsuleOf(movers) : (['sphere', SPHERE] as const);
  const [kind, shape] = kindOf(shapes);
  const rows = new Rows();
  const asked = rows.columns(movers, isCapsule ? 'capsule' : 'sphere', fields);
  const met = rows.columns(shape, kind, SHAPES[kind]!);
  const count = rows.fitting();
  const extra = isCapsule ? ({ other_point: 3 } as const) : {};
  const empty = () => ({ ...contactsFor(count), ...(isCapsule && { other_point: new Float64Array(3 * count) }) });
  const to: Contacts & Partial<CapsuleContacts> = out === undefined ? empty() : fitting(out, count, extra, 'rows');
  TangencyError.unless(() =>
    engine().firstContacts(
      count, mover, asked, kind, met,
      to.status, to.time, to.center, to.point, to.normal, to.triangle, to.feature, isCapsule ? to.other_point : undefined,
    ),
  );
  return to;
}

function capsuleOf({ b, axis }: Capsules): readonly [string, Fields] {
  if ((b === undefined) === (axis === undefined)) throw new TangencyError('capsule must have either b or axis');
  return b === undefined ? ['capsule axis', CAPSULE_AXIS] : ['capsule b', CAPSULE_B];
}

/** The only field, and what it holds. */
function kindOf(shapes: Shapes): [string, unknown] {
  onlyFields(shapes, 'shapes', Object.keys(SHAPES));
  const [one, ...more] = Object.entries(shapes).filter(([, shape]) => shape !== undefined);
  if (one === undefined || more.length > 0) throw new TangencyError(`shapes must have one of ${Object.keys(SHAPES).join(', ')}`);
  return one;
}

/** Columns that are read, and how many rows each has. */
class Rows {
  #read: { field: string; width: number; length: number }[] = [];

  columns(value: any, place: string, fields: Fields): Float64Array[] {
    onlyFields(value, place, Object.keys(fields));
    return Object.entries(fields).map(([name, [width, otherwise]]) => {
      const field = `${place}.${name}`;
      let said = value[name] === undefined ? otherwise : value[name];
      if (width === 1 && typeof said === 'number') said = [said];
      const column = numbersOf(said, field);
      const length = column.length;
      if (length % width !== 0) throw TangencyError.of(`${field}.length`, length, `a multiple of ${width}`);
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
