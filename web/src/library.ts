/// <reference lib="esnext.disposable" preserve="true" />
// All exports of the package except `load`, which each entry defines itself.

import { engine } from './load.js';
import { TangencyError } from './error.js';
import { parseReply, stringifyRequest } from './json.js';
import { Mesh as EngineMesh } from './engine/engine.js';
import { type Geometry, type GeometryOptions, drawnBy } from './geometry.js';
import { inside } from './inside.js';
import { type Column, type Indices, Rows, atMost, indicesOf, numbersOf } from './columns.js';
import {
  SPACE, type AllContacts, type CapsuleContacts, type Capsules, type ClosestPoints, type Contacts, type MoverKind, type OtherPoint, type PlainMovers, fitting,
  isCapsule, moversOf, roomFor, written,
} from './batch.js';
import type {
  AdvanceRequest, Answers, FirstContact, FirstContactRequest, FirstEntryRequest, Intersects, IntersectsRequest, Moved, Refusal, Reply, Request, Said,
  Containment, ContainmentRequest, FirstContactOfRequest, RecoverRequest, Recovered, Ridden, RideRequest, RoomFound, SetBodyRequest, SlideRequest, StepRequest,
  Stepped, TeleportRequest, TouchedTriangles, TouchedTrianglesRequest, BoxWalkerFields, BoxWalkerReply, HullWalkerFields, HullWalkerReply, AnyWalkerReply, SetAnyBodyRequest,
} from './protocol.js';

export type { Source } from './load.js';
export { TangencyError } from './error.js';
export {
  Walker, type WalkerBody, type WalkerContact, type WalkerFloor, type WalkerOptions, type WalkerRide, type WalkerState, type WalkerStep,
} from './walker.js';
export {
  Scene, featureOf, sceneContactsFor, type AllSceneContacts, type Balls, type Boxes, type Instances, type Pairs, type SceneClosestPoints, type SceneContacts,
  type Triangles, type Ways,
} from './scene.js';
export {
  contactsFor, type AllContacts, type CapsuleContacts, type Capsules, type ClosestPoints, type Contacts, type ConvexMotions, type Floats, type Form, type MovingBoxes,
  type MovingHulls, type MovingOrientedBoxes, type MovingTriangles, type OtherPoint, type PlainMovers, type Spheres,
} from './batch.js';
export { firstContacts, type Shapes } from './rows.js';
export { hitsOf, type Hits } from './hits.js';
export type { Attribute, Geometry, GeometryOptions } from './geometry.js';
export type { Column, Indices, Numbers } from './columns.js';
export type * from './protocol.js';

/**
 * Answers one request of the JSON Lines protocol. A mesh may be named by `{"path": name}` after `mesh.name(name)`.
 *
 * A string gives a string: exactly the line that the command `tangency query` prints, without its
 * end. An object gives an object with the same numbers, bit by bit: zeros keep their sign, and
 * `"inf"` is `Infinity`. An invalid request is answered by `{ error }`, which names the field and
 * the value.
 */
export function query(request: FirstContactRequest | FirstEntryRequest | FirstContactOfRequest): FirstContact | Refusal;
export function query(request: AdvanceRequest | SlideRequest): Moved | Refusal;
export function query(request: RecoverRequest): Recovered | Refusal;
export function query(request: StepRequest): Stepped | Refusal;
export function query(request: RideRequest): Ridden | Refusal;
export function query(request: SetBodyRequest | TeleportRequest): RoomFound | Refusal;
export function query(request: StepRequest<BoxWalkerFields>): Stepped<BoxWalkerReply> | Refusal;
export function query(request: RideRequest<BoxWalkerFields>): Ridden<BoxWalkerReply> | Refusal;
export function query(request: TeleportRequest<BoxWalkerFields>): RoomFound<BoxWalkerReply> | Refusal;
export function query(request: StepRequest<HullWalkerFields>): Stepped<HullWalkerReply> | Refusal;
export function query(request: RideRequest<HullWalkerFields>): Ridden<HullWalkerReply> | Refusal;
export function query(request: TeleportRequest<HullWalkerFields>): RoomFound<HullWalkerReply> | Refusal;
export function query(request: SetAnyBodyRequest): RoomFound<AnyWalkerReply> | Refusal;
export function query(request: TouchedTrianglesRequest): TouchedTriangles | Refusal;
export function query(request: IntersectsRequest): Intersects | Refusal;
export function query(request: ContainmentRequest): Containment | Refusal;
export function query<Name extends Exclude<keyof Answers, 'intersects' | 'containment'>>(
  request: Request & { query: Name },
): Said<Name> | Refusal;
export function query(request: string): string;
export function query(request: Request): Reply;
export function query(request: Request | string): unknown {
  atMost(1, arguments, 'query');
  if (typeof request === 'string') return engine().query(request);
  if (typeof request !== 'object' || request === null) {
    return { id: null, error: TangencyError.of('the request', request, 'an object or a line of JSON').message };
  }
  const isNarrow = request.scalar === 'f32';
  return parseReply(engine().query(stringifyRequest(request)), isNarrow);
}

/** A triangle mesh with a BVH, in `f64`. */
export class Mesh {
  #engine: EngineMesh | undefined;

  static {
    inside.engineOf = (mesh, field = 'mesh', what = 'a Mesh') => {
      if (typeof mesh !== 'object' || mesh === null || !(#engine in mesh)) throw TangencyError.of(field, mesh, what);
      return mesh.#alive;
    };
  }

  /**
   * Creates a mesh from vertices, 3 numbers each, and triangles, 3 indices each.
   *
   * @throws {TangencyError} which names the field and the value.
   */
  constructor(vertices: Column, triangles: Indices);
  constructor(vertices: Column | EngineMesh, triangles?: Indices) {
    atMost(2, arguments, 'Mesh');
    if (vertices instanceof EngineMesh) {
      this.#engine = vertices;
    } else {
      const numbers = numbersOf(vertices, 'vertices');
      const indices = indicesOf(triangles, 'triangles');
      this.#engine = TangencyError.unless(() => new (engine().Mesh)(numbers, indices));
    }
  }

  /**
   * Reads a mesh from the bytes of a PLY, STL or OBJ file, recognised by the extension of the name
   * or else by the content, or from the bytes of a saved mesh.
   *
   * @throws {TangencyError} which names the file, the position and the value.
   */
  static fromFile(bytes: Uint8Array, name = 'the file'): Mesh {
    atMost(2, arguments, 'fromFile');
    return Mesh.#of(bytes, (all) => engine().Mesh.fromFile(all, text(name, 'name')));
  }

  /**
   * Creates a mesh from the bytes that `toBytes`, or the command's `cast --save-tree`, wrote, with
   * the saved BVH.
   *
   * @throws {TangencyError} which describes the damage, if any byte has changed.
   */
  static fromBytes(bytes: Uint8Array): Mesh {
    atMost(1, arguments, 'fromBytes');
    return Mesh.#of(bytes, (all) => engine().Mesh.fromBytes(all));
  }

  /**
   * Creates a mesh from the triangles that three.js draws of a `BufferGeometry`, with or without an
   * index, in its `drawRange`. The vertices are not transformed; to transform them, call
   * `geometry.clone().applyMatrix4(mesh.matrixWorld)` first.
   *
   * @throws {TangencyError} which names the field and the value; also if the geometry is drawn as
   * instances, with morph targets or with bones.
   */
  static fromGeometry(geometry: Geometry, options: GeometryOptions = {}): Mesh {
    atMost(2, arguments, 'fromGeometry');
    const { vertices, triangles } = drawnBy(geometry, options);
    return new Mesh(vertices, triangles);
  }

  static #of(bytes: Uint8Array, make: (bytes: Uint8Array) => EngineMesh): Mesh {
    if (!(bytes instanceof Uint8Array)) throw TangencyError.of('bytes', bytes, 'a Uint8Array');
    const mesh: any = TangencyError.unless(() => make(bytes));
    return new Mesh(mesh, []);
  }

  /** Returns the mesh and its BVH as bytes, to be kept, or sent to a worker. */
  toBytes(): Uint8Array<ArrayBuffer> {
    return this.#alive.toBytes() as Uint8Array<ArrayBuffer>;
  }

  /** A copy of the vertices, 3 numbers each. */
  get vertices(): Float64Array {
    return this.#alive.vertices();
  }

  /** A copy of the triangles, 3 indices of vertices each. */
  get triangles(): Uint32Array {
    return this.#alive.triangles();
  }

  /**
   * A sentence about the faces of the file that were left out because they have fewer than three
   * vertices. It is undefined if none were.
   */
  get skipped(): string | undefined {
    return this.#alive.skipped();
  }

  /**
   * Makes the mesh available to `query` as `{"path": name}`, until it is freed or another mesh
   * takes the name.
   */
  name(name: string): void {
    atMost(1, arguments, 'name');
    this.#alive.name(text(name, 'name'));
  }

  /**
   * Finds the first contact of each sphere, capsule or convex body with this mesh, which does not move.
   *
   * @param out - columns of the right length to which the results are written; by default new ones.
   * @throws {TangencyError} which names the row, the field and the value; then nothing was written.
   */
  firstContacts(movers: PlainMovers, out?: Contacts): Contacts;
  firstContacts(capsules: Capsules, out?: CapsuleContacts): CapsuleContacts;
  firstContacts(movers: PlainMovers | Capsules, out?: Contacts | CapsuleContacts): Contacts {
    atMost(2, arguments, 'firstContacts');
    const [rows, mesh] = [new Rows(), this.#alive];
    const { kind, columns } = moversOf(movers, rows);
    if (kind !== 'sphere') {
      const to = out && fitting(out, rows.count(), isCapsule(kind) ? { otherPoint: 3 } : {});
      return written(told(TangencyError.ofFieldsUnless(() => mesh.bodies(kind, columns, rows.count(), false)), kind), to);
    }
    const full = rows.inFull();
    const [center, radius, velocity, t_max] = full.columns as [Float64Array, Float64Array, Float64Array, Float64Array];
    const to = out === undefined ? (roomFor(full.count, SPACE) as Contacts) : fitting(out, full.count);
    TangencyError.ofFieldsUnless(() =>
      mesh.firstContacts(center, radius, velocity, t_max, to.status, to.time, to.center, to.point, to.normal, to.triangle, to.feature),
    );
    return to;
  }

  /**
   * Finds the first contact of each sphere, capsule or convex body with each triangle that it
   * touches; an overlap is at time zero.
   *
   * @throws {TangencyError} which names the row, the field and the value.
   */
  contacts(movers: PlainMovers): AllContacts;
  contacts(capsules: Capsules): AllContacts & OtherPoint;
  contacts(movers: PlainMovers | Capsules): AllContacts {
    atMost(1, arguments, 'contacts');
    const [rows, mesh] = [new Rows(), this.#alive];
    const { kind, columns } = moversOf(movers, rows);
    if (kind !== 'sphere') {
      const all = TangencyError.ofFieldsUnless(() => mesh.bodies(kind, columns, rows.count(), true));
      return { index: all[0], ...told(all, kind) };
    }
    const [center, radius, velocity, t_max] = rows.inFull().columns as [Float64Array, Float64Array, Float64Array, Float64Array];
    const all = TangencyError.ofFieldsUnless(() => mesh.contacts(center, radius, velocity, t_max));
    const [index, status, time, at, point, normal, triangle, feature] = all;
    return { length: index.length, index, status, time, center: at, point, normal, triangle, feature };
  }

  /**
   * Finds the point of this mesh that is closest to each of some points.
   *
   * @param points - 3 numbers each.
   * @throws {TangencyError} which names the row, the field and the value.
   */
  closest(points: Column): ClosestPoints {
    atMost(1, arguments, 'closest');
    const given = numbersOf(points, 'points');
    const mesh = this.#alive;
    const [distance, point, triangle, feature] = TangencyError.unless(() => mesh.closest(given));
    return { length: distance.length, distance, point, triangle, feature };
  }

  /**
   * Frees the memory and the names. After this every other method throws; a second call does
   * nothing.
   */
  free(): void {
    this.#engine?.forget();
    this.#engine?.free();
    this.#engine = undefined;
  }

  get #alive(): EngineMesh {
    if (this.#engine === undefined) throw new TangencyError('the mesh was freed, and cannot be used any more');
    return this.#engine;
  }
}

/** Frees the memory at the end of the block: `using mesh = new Mesh(…)`. */
export interface Mesh extends Disposable {}
// Not every browser has the symbol yet.
if (Symbol.dispose) Object.defineProperty(Mesh.prototype, Symbol.dispose, { value: Mesh.prototype.free, configurable: true, writable: true });

function text(value: unknown, field: string): string {
  if (typeof value !== 'string') throw TangencyError.of(field, value, 'a string');
  return value;
}

/** Assigns names to the columns of movers that are not spheres, without their items. */
function told([, status, time, center, point, normal, triangle, feature, , otherPoint]: any[], kind: MoverKind): Contacts {
  return { length: status.length, status, time, center, point, normal, triangle, feature, ...(isCapsule(kind) && { otherPoint }) };
}
