import type { Contacts } from './batch.js';
import { atMost } from './columns.js';
import { TangencyError } from './error.js';

/**
 * The spheres, or capsules, and the results of a table that the command `cast` wrote, as `tangency
 * view` serves them. The status of an error is 255.
 */
export interface Hits {
  readonly spheres: {
    readonly center: Float64Array;
    readonly radius: Float64Array;
    readonly velocity: Float64Array;
    /** The end times of the motions; NaN for a motion without an end. */
    readonly tMax: Float64Array;
    /** The vectors from the end `center` of a capsule to the other end. */
    readonly axis?: Float64Array;
  };
  readonly contacts: Contacts;
}

/**
 * Reads the columns in the bytes of `/data/hits`; they are not copied.
 *
 * @throws {TangencyError} if there are fewer or more bytes than their header specifies.
 */
export function hitsOf(bytes: ArrayBuffer): Hits {
  atMost(1, arguments, 'hitsOf');
  if (Object.prototype.toString.call(bytes) !== '[object ArrayBuffer]') throw TangencyError.of('bytes', bytes, 'an ArrayBuffer');
  const length = bytes.byteLength < 8 ? 0 : new DataView(bytes).getUint32(0, true);
  const hasAxis = length > 0 && new DataView(bytes).getUint32(4, true) === 1;
  const expected = 8 + length * ((hasAxis ? 21 : 18) * 8 + 4 + 2);
  if (bytes.byteLength !== expected) throw TangencyError.of('bytes.byteLength', bytes.byteLength, `${expected}`);
  let place = 8;
  const floats = (width: number) => {
    const column = new Float64Array(bytes, place, width * length);
    place += column.byteLength;
    return column;
  };
  const balls = { center: floats(3), radius: floats(1), velocity: floats(3), tMax: floats(1) };
  const spheres = hasAxis ? { ...balls, axis: floats(3) } : balls;
  const [time, center, point, normal] = [floats(1), floats(3), floats(3), floats(3)] as const;
  const triangle = new Int32Array(bytes, place, length);
  const status = new Uint8Array(bytes, place + 4 * length, length);
  const feature = new Uint8Array(bytes, place + 5 * length, length);
  return { spheres, contacts: { length, status, time, center, point, normal, triangle, feature } };
}
