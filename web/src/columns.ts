import { TangencyError } from './error.js';

/** An array of numbers; also a `BigInt64Array`, for whole numbers. */
export type Numbers = ArrayLike<number> | ArrayLike<bigint>;
/** An array of whole numbers from 0. */
export type Indices = ArrayLike<number> | ArrayLike<bigint>;
/** A column of numbers. */
export type Column = Float64Array | Numbers;

/**
 * Checks that a function was given no more arguments than it reads, since nobody would notice an
 * argument that is ignored.
 *
 * @internal
 */
export function atMost(count: number, given: ArrayLike<unknown>, name: string): void {
  for (let i = count; i < given.length; i++) {
    if (given[i] !== undefined) throw new TangencyError(`${name} was given ${given.length} arguments, takes at most ${count}`);
  }
}

/** Checks that an object has only known fields; a field that is undefined is ignored. */
export function onlyFields(value: unknown, place: string, known: readonly string[]): void {
  if (typeof value !== 'object' || value === null) throw TangencyError.of(place, value, 'an object');
  for (const [name, field] of Object.entries(value)) {
    if (field !== undefined && !known.includes(name)) {
      throw new TangencyError(`${place} has the field ${name.slice(0, 40)}, known are ${known.join(', ')}${meant(name, known)}`);
    }
  }
}

/**
 * Returns a question that suggests the known name from which an unknown one differs only in
 * spelling, such as `t_max` from `tMax`.
 */
export function meant(unknown: string, known: readonly string[]): string {
  const plain = (name: string) => name.replaceAll(/[_-]/g, '').toLowerCase();
  const name = known.find((name) => plain(name) === plain(unknown));
  return name === undefined ? '' : `; did you mean ${name}?`;
}

/** Returns the numbers as an array of floats; a `Float64Array` is not copied. */
export function numbersOf(values: unknown, field: string): Float64Array {
  if (values instanceof Float64Array) return values;
  if (values instanceof Float32Array) return new Float64Array(values);
  return Float64Array.from(eachOf(values, field), (value, i) => {
    if (typeof value === 'number') return value;
    if (typeof value !== 'bigint') throw TangencyError.of(`${field}[${i}]`, value, 'a number');
    const number = Number(value);
    // This compares a number with a bigint exactly, without rounding.
    if ((number as unknown) != value) throw TangencyError.of(`${field}[${i}]`, value, 'a number that a double has');
    return number;
  });
}

/** Returns the indices as an array of 32 bits each; a `Uint32Array` is not copied. */
export function indicesOf(values: unknown, field: string): Uint32Array {
  if (values instanceof Uint32Array) return values;
  return Uint32Array.from(eachOf(values, field), (value, i) => {
    const index = typeof value === 'bigint' ? Number(value) : value;
    if (!Number.isInteger(index) || (index as number) < 0 || (index as number) > 0xffff_ffff) {
      throw TangencyError.of(`${field}[${i}]`, value, 'a whole number from 0 to 4294967295');
    }
    return index as number;
  });
}

function eachOf(values: unknown, field: string): ArrayLike<unknown> {
  const length = (values as ArrayLike<unknown> | undefined)?.length;
  if (typeof values !== 'object' || typeof length !== 'number') throw TangencyError.of(field, values, 'an array');
  return values as ArrayLike<unknown>;
}

/** For each field, the count of numbers in a row, and the default value for all rows. */
export type Fields = Readonly<Record<string, readonly [width: number, otherwise?: readonly number[]]>>;

/** Columns that are read together. Each has the same number of rows, or one row that serves all. */
export class Rows {
  #read: { field: string; width: number; column: Float64Array }[] = [];

  /** Reads the columns of an object; `others` are names of fields that are not columns. */
  columns(value: any, place: string, fields: Fields, others: readonly string[] = []): Float64Array[] {
    onlyFields(value, place, [...Object.keys(fields), ...others]);
    return Object.entries(fields).map(([name, [width, otherwise]]) => {
      const field = `${place}.${name}`;
      const said = value[name] === undefined ? otherwise : value[name];
      const column = numbersOf(width === 1 && typeof said === 'number' ? [said] : said, field);
      if (column.length % width !== 0) throw TangencyError.of(`${field}.length`, column.length, `a multiple of ${width}`);
      this.#read.push({ field, width, column });
      return column;
    });
  }

  /** Reads an array that belongs to all rows, whose length is a multiple of `width`, and not zero. */
  whole(value: unknown, field: string, width: number): Float64Array {
    const array = numbersOf(value, field);
    if (array.length === 0 || array.length % width !== 0) {
      throw TangencyError.of(`${field}.length`, array.length, `a multiple of ${width}, at least ${width}`);
    }
    this.#read.push({ field, width: array.length, column: array });
    return array;
  }

  /** The number of rows of all columns that do not have just one. */
  count(): number {
    const many = this.#read.find(({ width, column }) => column.length !== width);
    const count = many === undefined ? 1 : many.column.length / many.width;
    for (const { field, width, column } of this.#read) {
      if (column.length !== width && column.length !== width * count) {
        throw TangencyError.of(`${field}.length`, column.length, `${width * count} for ${count} rows, or ${width}`);
      }
    }
    return count;
  }

  /** Checks that no number becomes infinite when it is rounded to the nearest `f32`. */
  notPastF32(): void {
    for (const { field, width, column } of this.#read) {
      const at = column.findIndex((number) => Number.isFinite(number) && !Number.isFinite(Math.fround(number)));
      if (at === -1) continue;
      const place = width === 1 ? field : `${field}[${at % width}]`;
      throw new TangencyError(`row ${Math.floor(at / width)}: ${place} is ${column[at]}, past the largest f32`);
    }
  }

  /** All columns in the order in which they were read, each with all its rows. */
  inFull(): { count: number; columns: Float64Array[] } {
    const count = this.count();
    const columns = this.#read.map(({ width, column }) => {
      if (column.length === width * count) return column;
      if (width === 1) return new Float64Array(count).fill(column[0]!);
      const full = new Float64Array(width * count);
      for (let row = 0; row < count; row++) full.set(column, width * row);
      return full;
    });
    return { count, columns };
  }
}
