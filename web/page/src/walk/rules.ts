// The meaning of the keys of a step, and runs as text. The rules use only + - * / on floats, so
// that a run is the same wherever it is replayed. `tests/walk.rs` has the same rules in Rust.

/** The radius of the capsule, and the length of its axis, whose lower end is the position of the
 * feet. Both are sums of powers of two. */
export const RADIUS = 0.25;
export const AXIS = 1.25;
/** The bodies of the walker: the capsule, and the box around it. */
export const BODIES = { capsule: 'Capsule', box: 'Box' } as const;
export type BodyName = keyof typeof BODIES;
/** The limits of the walker. A slope of 1 is 45°. */
export const STEP_HEIGHT = 0.375;
export const SNAP_DISTANCE = 0.375;
export const MAX_SLOPE = 1;
/** Steps per second; all following values are per step. */
export const RATE = 60;
const GRAVITY = 9.81 / 3600;
const PACE = 4.5 / 60;
const JUMP = 4.5 / 60;
/** The share of a sideways velocity that remains after a step on a floor. */
const GRIP = 0.75;
/** The depth below the level at which a figure has fallen out of it. */
export const DEEP = 10;

/** The height of the position of a body above its feet: a box has its position at its centre. */
export const riseOf = (body: BodyName, scale: number) => (body === 'box' ? (AXIS / 2) * scale : 0);

/** The fields of a body with its feet at a point. */
export function bodyAt(body: BodyName, [x, y, z]: readonly number[], scale: number) {
  if (body === 'capsule') return { a: [x, y, z], axis: [0, 0, AXIS * scale], radius: RADIUS * scale };
  return { center: [x, y, z + riseOf(body, scale)], halfExtents: [RADIUS, RADIUS, AXIS / 2 + RADIUS].map((half) => half * scale) };
}

export const AHEAD = 1;
export const BACK = 2;
export const LEFT = 4;
export const RIGHT = 8;
export const UP = 16;
/** The number of headings, of which 0 is along x and 64 along y. */
export const HEADINGS = 256;

/** The unit vector of a heading, computed from half its angle to the nearest axis. */
export function direction(heading: number): [number, number] {
  const [octant, part] = [heading >> 5, heading & 31];
  const tangent = ((octant & 1 ? 32 - part : part) / 32) * 0.41421356237309503;
  const below = 1 + tangent * tangent;
  const [near, far] = [(1 - tangent * tangent) / below, (2 * tangent) / below];
  const [c, s] = octant & 1 ? [far, near] : [near, far];
  const ways: [number, number][] = [[c, s], [-s, c], [-c, -s], [s, -c]];
  return ways[octant >> 1];
}

/** The displacement for the pressed keys in a step. */
export function wish(keys: number, heading: number, scale: number): [number, number, number] {
  const [c, s] = direction(heading);
  const ahead = (keys & AHEAD ? 1 : 0) - (keys & BACK ? 1 : 0);
  const aside = (keys & RIGHT ? 1 : 0) - (keys & LEFT ? 1 : 0);
  const far = PACE * scale * (ahead !== 0 && aside !== 0 ? 0.7071067811865476 : 1);
  return [(ahead * c + aside * s) * far, (ahead * s - aside * c) * far, 0];
}

/** The velocity before a step, after gravity, the floor and a jump. */
export function urge(velocity: Float64Array, keys: number, isOnFloor: boolean, scale: number): void {
  if (isOnFloor) {
    velocity[0] *= GRIP;
    velocity[1] *= GRIP;
  }
  velocity[2] -= GRAVITY * scale;
  if (isOnFloor && keys & UP) velocity[2] = JUMP * scale;
}

/** The keys and the heading of each step. A run of equal steps has three numbers: keys, heading,
 * number of steps. */
export class Inputs {
  #rows: number[] = [];
  length = 0;

  push(keys: number, heading: number): void {
    const rows = this.#rows;
    const last = rows.length - 3;
    if (last >= 0 && rows[last] === keys && rows[last + 1] === heading) rows[last + 2]++;
    else rows.push(keys, heading, 1);
    this.length++;
  }

  /** Yields the keys and the heading of each step in order. */
  *[Symbol.iterator](): Generator<[keys: number, heading: number]> {
    const rows = this.#rows;
    for (let i = 0; i < rows.length; i += 3) for (let k = 0; k < rows[i + 2]; k++) yield [rows[i], rows[i + 1]];
  }

  /** The inputs as text for an address. In its bytes, each run of equal steps has its keys, its
   * heading, and its number of steps in pieces of seven bits, lowest first. */
  toString(): string {
    let text = '';
    for (let i = 0; i < this.#rows.length; i += 3) {
      const [keys, heading] = [this.#rows[i], this.#rows[i + 1]];
      let count = this.#rows[i + 2];
      text += String.fromCharCode(keys, heading);
      for (; count > 127; count >>>= 7) text += String.fromCharCode((count & 127) | 128);
      text += String.fromCharCode(count);
    }
    return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  }

  /** The inputs from their text, or nothing if the text is no run of at most `most` steps. */
  static read(text: string, most: number): Inputs | undefined {
    if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return undefined;
    const raw = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const inputs = new Inputs();
    for (let at = 0; at < raw.length; ) {
      const [keys, heading] = [raw.charCodeAt(at++), raw.charCodeAt(at++)];
      let [count, shift, byte] = [0, 0, 128];
      for (; byte & 128; shift += 7) {
        byte = raw.charCodeAt(at++);
        // The byte is `NaN` if the text is cut off.
        if (Number.isNaN(byte) || shift > 21) return undefined;
        count += (byte & 127) << shift;
      }
      if (keys > 31 || count === 0 || inputs.length + count > most) return undefined;
      inputs.#rows.push(keys, heading, count);
      inputs.length += count;
    }
    return inputs;
  }
}

/** The checksum of all positions of a run: two hashes (FNV-1a) over the bits of their numbers,
 * word by word, the lower word first. */
export class Checksum {
  #words = new Uint32Array(6);
  #numbers = new Float64Array(this.#words.buffer);
  #low = 0x811c9dc5;
  #high = 0x9e3779b9;

  add(place: ArrayLike<number>): void {
    for (let k = 0; k < 3; k++) this.#numbers[k] = place[k];
    for (const word of this.#words) {
      this.#low = Math.imul(this.#low ^ word, 0x01000193);
      this.#high = Math.imul(this.#high ^ word, 0x85ebca6b) ^ (this.#high >>> 15);
    }
  }

  toString(): string {
    const hex = (x: number) => (x >>> 0).toString(16).padStart(8, '0');
    return hex(this.#high) + hex(this.#low);
  }
}
