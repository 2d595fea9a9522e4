import { TangencyError } from './error.js';

/** Numbers in a row. */
export type Numbers = ArrayLike<number>;
/** Whole numbers from 0 in a row. */
export type Indices = ArrayLike<number>;

/** Makes sure that an object has no fields but these; one that is undefined is left out. */
export function onlyFields(value: unknown, place: string, known: readonly string[]): void {
  if (typeof value !== 'object' || value === null) throw TangencyError.of(place, value, 'an object');
  for (const [name, field] of Object.entries(value)) {
    if (field !== undefined && !known.includes(name)) {
      throw new TangencyError(`${place} has the field ${name.slice(0, 40)}, known are ${known.join(', ')}`);
    }
  }
}

/** The numbers as an array of floats, which is not copied if it is one already. */
export function numbersOf(values: unknown, field: string): Float64Array {
  if (values instanceof Float64Array) return values;
  if (values instanceof Float32Array) return new Float64Array(values);
  return Float64Array.from(eachOf(values, field), (value, i) => {
    if (typeof value !== 'number') throw TangencyError.of(`${field}[${i}]`, value, 'a number');
    return value;
  });
}

/** A column of so many numbers, which may all be the same one. */
export function columnOf(values: unknown, count: number, field: string): Float64Array {
  return typeof values === 'number' ? new Float64Array(count).fill(values) : numbersOf(values, field);
}

/** The indices as an array of 32 bits each, which is not copied if it is one already. */
export function indicesOf(values: unknown, field: string): Uint32Array {
  if (values instanceof Uint32Array) return values;
  return Uint32Array.from(eachOf(values, field), (value, i) => {
    if (!Number.isInteger(value) || (value as number) < 0 || (value as number) > 0xffff_ffff) {
      throw TangencyError.of(`${field}[${i}]`, value, 'a whole number from 0 to 4294967295');
    }
    return value as number;
  });
}

function eachOf(values: unknown, field: string): ArrayLike<number> {
  const length = (values as ArrayLike<number> | undefined)?.length;
  if (typeof values !== 'object' || typeof length !== 'number') throw TangencyError.of(field, values, 'an array');
  return values as ArrayLike<number>;
}
