/**
 * A sphere moves; when, where and on what does it first touch? Every answer is right to the last bit, in every browser, in
 * Node and in the native library alike.
 *
 * @packageDocumentation
 */

import { engine } from './load.js';
import { TangencyError } from './error.js';
import { parseReply, stringifyRequest } from './json.js';
import { Mesh as EngineMesh } from './engine/engine.js';
import { type Indices, type Numbers, columnOf, indicesOf, numbersOf } from './columns.js';
import type { Request } from './protocol.js';

export { load } from './load.js';
export { TangencyError } from './error.js';
export { hitsOf, type Hits } from './hits.js';
export type { Numbers, Indices } from './columns.js';
export type * from './protocol.js';

/**
 * Answers one request of the JSON Lines protocol. A mesh may be named by `{"path": name}` after `mesh.name(name)`.
 *
 * A string gives a string: the very line that the command `tangency query` prints, without its end. An object gives an object;
 * its numbers are those of the line bit by bit, zeros with their sign, and `"inf"` is `Infinity`. A bad request is answered by
 * `{ error }`, which names the field and the value.
 */
export function query(request: string): string;
export function query<Answer = any>(request: Request | object): Answer;
export function query(request: string | object): unknown {
  if (typeof request === 'string') return engine().query(request);
  const isNarrow = (request as Request).scalar === 'f32';
  return parseReply(engine().query(stringifyRequest(request)), isNarrow);
}

/** Moving spheres in columns; arrays of numbers will do as well. */
export interface Spheres {
  /** The centres at time zero, 3 numbers each. */
  center: Float64Array | Numbers;
  /** The radii, or one for all; zero is a ray. */
  radius: Float64Array | Numbers | number;
  /** The velocities, 3 numbers each. */
  velocity: Float64Array | Numbers;
  /** When the motions end, that time included, or one end for all; without it, never. */
  tMax?: Float64Array | Numbers | number;
}

/**
 * Results in columns. Of an overlap the time is 0 and the point is the one closest to the centre; numbers that are not there
 * are NaN.
 */
export interface Contacts {
  /** How many spheres there are. */
  readonly length: number;
  /** 0 none, 1 contact, 2 overlap. */
  readonly status: Uint8Array;
  /** When they first touch. */
  readonly time: Float64Array;
  /** The sphere's centre then, 3 numbers each. */
  readonly center: Float64Array;
  /** The touched point of the mesh, 3 numbers each. */
  readonly point: Float64Array;
  /** The unit vector from the point to the centre, 3 numbers each. */
  readonly normal: Float64Array;
  /** The touched triangle, -1 where there is none. */
  readonly triangle: Int32Array;
  /** What of it holds the point: 0 to 2 a vertex, 3 to 5 an edge, 6 the face, 255 where there is none. */
  readonly feature: Uint8Array;
}

/** Room for the results of so many spheres. */
export function contactsFor(length: number): Contacts {
  const numbers = (width: number) => new Float64Array(width * length).fill(NaN);
  return {
    length,
    status: new Uint8Array(length),
    time: numbers(1),
    center: numbers(3),
    point: numbers(3),
    normal: numbers(3),
    triangle: new Int32Array(length).fill(-1),
    feature: new Uint8Array(length).fill(255),
  };
}

/** Triangles with a search tree, in `f64`. */
export class Mesh {
  #engine: EngineMesh;

  /**
   * A mesh of three numbers a vertex and three indices a triangle.
   *
   * @throws {TangencyError} which names the field and the value.
   */
  constructor(vertices: Float64Array | Numbers, triangles: Uint32Array | Indices);
  constructor(vertices: Float64Array | Numbers | EngineMesh, triangles?: Uint32Array | Indices) {
    if (vertices instanceof EngineMesh) {
      this.#engine = vertices;
    } else {
      const numbers = numbersOf(vertices, 'vertices');
      const indices = indicesOf(triangles, 'triangles');
      this.#engine = TangencyError.unless(() => new (engine().Mesh)(numbers, indices));
    }
  }

  /**
   * A mesh from the bytes of a PLY, STL or OBJ file, told by the name's extension or else by the content, or of a saved tree.
   *
   * @throws {TangencyError} which names the file, the place and the value.
   */
  static fromFile(bytes: Uint8Array, name = 'the file'): Mesh {
    if (!(bytes instanceof Uint8Array)) throw TangencyError.of('bytes', bytes, 'a Uint8Array');
    const mesh: any = TangencyError.unless(() => engine().Mesh.fromFile(bytes, String(name)));
    return new Mesh(mesh, []);
  }

  /** A copy of the vertices, 3 numbers each. */
  get vertices(): Float64Array {
    return this.#engine.vertices();
  }

  /** A copy of the triangles, 3 indices of vertices each. */
  get triangles(): Uint32Array {
    return this.#engine.triangles();
  }

  /** Makes the mesh known to `query` as `{"path": name}`, until it is freed or another takes the name. */
  name(name: string): void {
    this.#engine.name(String(name));
  }

  /**
   * The first contact of each sphere with this mesh, standing still.
   *
   * @param out - columns of the right length to write to; without it, new ones.
   * @throws {TangencyError} which names the row, the field and the value; then nothing was written.
   */
  firstContacts(spheres: Spheres, out?: Contacts): Contacts {
    const center = numbersOf(spheres?.center, 'center');
    const count = Math.floor(center.length / 3);
    const radius = columnOf(spheres.radius, count, 'radius');
    const velocity = numbersOf(spheres.velocity, 'velocity');
    const tMax = spheres.tMax === undefined ? new Float64Array() : columnOf(spheres.tMax, count, 'tMax');
    const to = out === undefined ? contactsFor(count) : fitting(out, count);
    TangencyError.unless(() =>
      this.#engine.firstContacts(
        center, radius, velocity, tMax,
        to.status, to.time, to.center, to.point, to.normal, to.triangle, to.feature,
      ),
    );
    return to;
  }

  /** Gives its memory back, and its names. After this it answers nothing more. */
  free(): void {
    this.#engine.forget();
    this.#engine.free();
  }
}

/** Makes sure that columns have the right length. */
function fitting(out: Contacts, count: number): Contacts {
  const width = { status: 1, time: 1, center: 3, point: 3, normal: 3, triangle: 1, feature: 1 } as const;
  const kind = { status: Uint8Array, triangle: Int32Array, feature: Uint8Array } as Record<string, Function>;
  for (const name of Object.keys(width) as (keyof typeof width)[]) {
    const array = kind[name] ?? Float64Array;
    if (!(out[name] instanceof array)) throw TangencyError.of(`out.${name}`, out[name], `a ${array.name}`);
    const expected = width[name] * count;
    if (out[name].length !== expected) {
      throw TangencyError.of(`out.${name}.length`, out[name].length, `${expected} for ${count} spheres`);
    }
  }
  return out;
}
