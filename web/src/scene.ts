import { engine } from './load.js';
import { TangencyError } from './error.js';
import { inProtocol, stringifyRequest } from './json.js';
import { inside } from './inside.js';
import { type Column, type Fields, type Indices, Rows, atMost, indicesOf, numbersOf } from './columns.js';
import {
  SPACE, type CapsuleContacts, type Capsules, type ClosestPoints, type Contacts, type OtherPoint, type PlainMovers, fitting, isCapsule, moversOf, roomFor,
  written,
} from './batch.js';
import type { Scene as EngineScene } from './engine/engine.js';
import type { Mesh } from './library.js';
import type { Feature, SceneItem } from './protocol.js';

/**
 * The motions of items, which are at rest without these fields. A column that has one row, such as
 * one velocity, serves all items.
 */
export interface Ways {
  /** The velocities, 3 numbers each, or one for all. */
  velocity?: Column | undefined;
  /**
   * The end time of each motion, or one for all; a contact at exactly this time counts. Without it,
   * or at `Infinity`, motions have no end.
   */
  tMax?: Column | number | undefined;
}

/** Balls in columns. */
export interface Balls extends Ways {
  /** The centres at time zero, 3 numbers each. */
  center: Column;
  /** The radii, or one for all; a ball of radius zero is a point. */
  radius: Column | number;
}

/** Axis-aligned boxes in columns. */
export interface Boxes extends Ways {
  /** The least corners at time zero, 3 numbers each. */
  min: Column;
  /** The opposite corners, 3 numbers each. */
  max: Column;
}

/**
 * Triangles in columns, each an item of its own. For many triangles that move together, a mesh is
 * better.
 */
export interface Triangles extends Ways {
  /** The vertices at time zero, 9 numbers each. */
  vertices: Column;
}

/** Instances of a mesh in columns. */
export interface Instances extends Ways {
  /**
   * The rotations as quaternions of any length, `x`, `y`, `z`, `w`; without them, the mesh is not
   * rotated.
   */
  rotation?: Column | undefined;
  /** The translations after the rotation, 3 numbers each. */
  translation: Column;
}

/** Results in columns, with the touched item. */
export interface SceneContacts extends Contacts {
  /**
   * The touched item, or -1 if there is none; the lowest one if several are touched at the same
   * time.
   */
  readonly item: Int32Array;
  /** The touched triangle, or -1 if there is none or the item is no mesh. */
  readonly triangle: Int32Array;
  /**
   * The feature of the item that contains the point, as a number that {@link featureOf} decodes;
   * 255 if there is none.
   */
  readonly feature: Uint8Array;
}

/** All contacts of some movers: a row for each item that one of them touches. */
export interface AllSceneContacts extends SceneContacts {
  /**
   * The row of the mover, ascending. The contacts of each row are in order of time, and
   * at equal times in order of the items.
   */
  readonly index: Uint32Array;
}

/** Contacts of items with each other, in order of time. */
export interface Pairs extends SceneContacts {
  /**
   * The item that counts as the moving body: a ball or a capsule if there is one, otherwise another
   * convex shape. If both items can be, it is the one that was inserted first.
   */
  readonly mover: Uint32Array;
}

/** The closest points in columns, with their items. */
export interface SceneClosestPoints extends ClosestPoints {
  /** The item, or -1 if there is none; the lowest one if several have the same distance. */
  readonly item: Int32Array;
}

/** Creates columns for the results of `length` spheres or boxes in a scene. */
export function sceneContactsFor(length: number): SceneContacts {
  atMost(1, arguments, 'sceneContactsFor');
  return { ...(roomFor(length, SPACE) as Contacts), item: new Int32Array(length).fill(-1) };
}

/**
 * Decodes a number of a column `feature` to the feature that `query` returns: 0 to 2 is a vertex, 3
 * to 5 an edge, 6 the face. The next numbers are the features of a box, by the sides along its
 * axes: 27 in space, and 9 in the plane. Returns null if there is no feature (255), for an item that
 * is bounded by planes (254), for which `query` returns the planes, and for a hull (253), for which
 * `query` returns the vertices.
 */
export function featureOf(number: number): Feature | null {
  if (number < 6) return { kind: number < 3 ? 'vertex' : 'edge', index: number % 3 };
  if (number === 6) return { kind: 'face' };
  if (number >= 7 + 27 + 9) return null;
  const [place, powers] = number < 7 + 27 ? [number - 7, [1, 3, 9]] : [number - 7 - 27, [1, 3]];
  return { sides: powers.map((power) => ((Math.floor(place / power) % 3) - 1) as -1 | 0 | 1) };
}

/**
 * A scene of many items, each with its own motion, in `f64`: one obstacle, whose items can be
 * inserted, replaced and removed. The number of an item is the count of items that were inserted
 * before it; it is never used again.
 */
export class Scene {
  #engine: EngineScene | undefined;

  static {
    inside.sceneOf = (value) => (typeof value === 'object' && value !== null && #engine in value ? value.#alive : undefined);
  }

  /** An empty scene. */
  constructor();
  constructor(scene?: EngineScene) {
    if (scene !== undefined && !(scene instanceof engine().Scene)) throw new TangencyError('a Scene begins empty, and takes no arguments: insert items');
    this.#engine = scene ?? new (engine().Scene)();
  }

  /**
   * Creates a scene from the bytes that `toBytes`, or the library in another language, wrote, with
   * the saved BVHs and the same numbers of the items.
   *
   * @throws {TangencyError} which describes the damage, if any byte has changed.
   */
  static fromBytes(bytes: Uint8Array): Scene {
    atMost(1, arguments, 'fromBytes');
    if (!(bytes instanceof Uint8Array)) throw TangencyError.of('bytes', bytes, 'a Uint8Array');
    const scene: any = TangencyError.unless(() => engine().Scene.fromBytes(bytes));
    return new (Scene as any)(scene);
  }

  /**
   * Returns the items, the meshes that they share, and their BVHs as bytes, to be kept, or sent to
   * a worker.
   */
  toBytes(): Uint8Array<ArrayBuffer> {
    return this.#alive.toBytes() as Uint8Array<ArrayBuffer>;
  }

  /** The number of items. */
  get length(): number {
    return this.#alive.count();
  }

  /**
   * Inserts an item of any kind, in the form of `query`, and returns its number.
   *
   * @throws {TangencyError} which names the field and the value.
   */
  insert(item: SceneItem): number {
    atMost(1, arguments, 'insert');
    return this.#json(undefined, item);
  }

  /**
   * Replaces an item by another one, under the same number.
   *
   * @throws {TangencyError} which names the field and the value; then nothing was changed.
   */
  replace(number: number, item: SceneItem): void {
    atMost(2, arguments, 'replace');
    this.#json(indicesOf([number], 'items'), item);
  }

  /**
   * Inserts balls, and returns their numbers.
   *
   * @throws {TangencyError} which names the row, the field and the value; then nothing was changed.
   * The methods below throw the same error.
   */
  insertBalls(balls: Balls): Uint32Array {
    atMost(1, arguments, 'insertBalls');
    return this.#balls(undefined, balls);
  }

  /** Replaces these items by balls. */
  replaceBalls(items: Indices, balls: Balls): void {
    atMost(2, arguments, 'replaceBalls');
    this.#balls(indicesOf(items, 'items'), balls);
  }

  /** Inserts boxes, and returns their numbers. */
  insertBoxes(boxes: Boxes): Uint32Array {
    atMost(1, arguments, 'insertBoxes');
    return this.#boxes(undefined, boxes);
  }

  /** Replaces these items by boxes. */
  replaceBoxes(items: Indices, boxes: Boxes): void {
    atMost(2, arguments, 'replaceBoxes');
    this.#boxes(indicesOf(items, 'items'), boxes);
  }

  /** Inserts triangles, and returns their numbers. */
  insertTriangles(triangles: Triangles): Uint32Array {
    atMost(1, arguments, 'insertTriangles');
    return this.#triangles(undefined, triangles);
  }

  /** Replaces these items by triangles. */
  replaceTriangles(items: Indices, triangles: Triangles): void {
    atMost(2, arguments, 'replaceTriangles');
    this.#triangles(indicesOf(items, 'items'), triangles);
  }

  /**
   * Inserts instances of a mesh, and returns their numbers. All share the mesh, which may be freed.
   */
  insertInstances(mesh: Mesh, places: Instances): Uint32Array {
    atMost(2, arguments, 'insertInstances');
    return this.#instances(undefined, mesh, places);
  }

  /** Replaces these items by instances of a mesh. */
  replaceInstances(items: Indices, mesh: Mesh, places: Instances): void {
    atMost(3, arguments, 'replaceInstances');
    this.#instances(indicesOf(items, 'items'), mesh, places);
  }

  /**
   * Removes items.
   *
   * @throws {TangencyError} if an item is not in the scene; then nothing was changed.
   */
  remove(items: Indices | number): void {
    atMost(1, arguments, 'remove');
    const numbers = indicesOf(typeof items === 'number' ? [items] : items, 'items');
    const scene = this.#alive;
    TangencyError.unless(() => scene.remove(numbers));
  }

  /**
   * Finds the first contact of each sphere, capsule or convex body with the items, which may move.
   *
   * @param out - columns of the right length to which the results are written; by default new ones.
   * @throws {TangencyError} which names the row, the field and the value, or the first item at
   * which capsules and convex bodies cannot be cast; then nothing was written.
   */
  firstContacts(movers: PlainMovers, out?: SceneContacts): SceneContacts;
  firstContacts(capsules: Capsules, out?: SceneContacts & CapsuleContacts): SceneContacts & CapsuleContacts;
  firstContacts(movers: PlainMovers | Capsules, out?: SceneContacts): SceneContacts {
    atMost(2, arguments, 'firstContacts');
    const [rows, scene] = [new Rows(), this.#alive];
    const { kind, columns } = moversOf(movers, rows);
    if (kind !== 'sphere') {
      const to = out && fitting(out, rows.count(), isCapsule(kind) ? { item: 1, otherPoint: 3 } : { item: 1 });
      return written(met(TangencyError.ofFieldsUnless(() => scene.bodies(kind, columns, rows.count(), false)), isCapsule(kind))[1], to);
    }
    const full = rows.inFull();
    const [center, radius, velocity, t_max] = full.columns as [Float64Array, Float64Array, Float64Array, Float64Array];
    const to = out === undefined ? sceneContactsFor(full.count) : fitting(out, full.count, { item: 1 });
    TangencyError.ofFieldsUnless(() =>
      scene.firstContacts(center, radius, velocity, t_max, to.status, to.time, to.center, to.point, to.normal, to.triangle, to.feature, to.item),
    );
    return to;
  }

  /**
   * Finds the first contact of each sphere, capsule or convex body with each item that it touches;
   * an overlap is at time zero.
   *
   * @throws {TangencyError} which names the row, the field and the value, or the first item at
   * which capsules and convex bodies cannot be cast.
   */
  contacts(movers: PlainMovers): AllSceneContacts;
  contacts(capsules: Capsules): AllSceneContacts & OtherPoint;
  contacts(movers: PlainMovers | Capsules): AllSceneContacts {
    atMost(1, arguments, 'contacts');
    const [rows, scene] = [new Rows(), this.#alive];
    const { kind, columns } = moversOf(movers, rows);
    const [center, radius, velocity, t_max] = (kind === 'sphere' ? rows.inFull().columns : []) as [Float64Array, Float64Array, Float64Array, Float64Array];
    const [index, contacts] = met(
      TangencyError.ofFieldsUnless(() => (kind === 'sphere' ? scene.contacts(center, radius, velocity, t_max) : scene.bodies(kind, columns, rows.count(), true))),
      isCapsule(kind),
    );
    return { index, ...contacts };
  }

  /**
   * Finds the point of the items at time zero that is closest to each of some points.
   *
   * @param points - 3 numbers each.
   * @throws {TangencyError} which names the row, the field and the value.
   */
  closest(points: Column): SceneClosestPoints {
    atMost(1, arguments, 'closest');
    const given = numbersOf(points, 'points');
    const scene = this.#alive;
    const [distance, point, triangle, feature, item] = TangencyError.unless(() => scene.closest(given));
    return { length: distance.length, distance, point, triangle, feature, item };
  }

  /**
   * Finds all contacts of items with each other up to a time, in exact order of time. One item of
   * each pair moves, and one is convex: two meshes, two polytopes, or one of each are not tested.
   *
   * @throws {TangencyError} if `tMax` is not a time, or the scene contains a polytope, and an item that
   * cannot be cast at it, one of which moves.
   */
  pairs(tMax = Infinity): Pairs {
    atMost(1, arguments, 'pairs');
    if (typeof tMax !== 'number') throw TangencyError.of('tMax', tMax, 'a number');
    const scene = this.#alive;
    const [mover, contacts] = met(TangencyError.ofFieldsUnless(() => scene.pairs(tMax)), false);
    return { mover, ...contacts };
  }

  /** Frees the memory. After this every other method throws; a second call does nothing. */
  free(): void {
    this.#engine?.free();
    this.#engine = undefined;
  }

  #json(at: Uint32Array | undefined, item: SceneItem): number {
    const json = stringifyRequest(item);
    const scene = this.#alive;
    return TangencyError.unless(() => scene.putJson(at, json), inProtocol)[0]!;
  }

  #balls(at: Uint32Array | undefined, balls: Balls): Uint32Array {
    const [center, radius, velocity, tMax] = itemsOf(balls, 'balls', { center: [3], radius: [1] });
    const scene = this.#alive;
    return TangencyError.ofFieldsUnless(() => scene.balls(at, center!, radius!, velocity!, tMax!));
  }

  #boxes(at: Uint32Array | undefined, boxes: Boxes): Uint32Array {
    const [min, max, velocity, tMax] = itemsOf(boxes, 'boxes', { min: [3], max: [3] });
    const scene = this.#alive;
    return TangencyError.ofFieldsUnless(() => scene.boxes(at, min!, max!, velocity!, tMax!));
  }

  #triangles(at: Uint32Array | undefined, triangles: Triangles): Uint32Array {
    const [vertices, velocity, tMax] = itemsOf(triangles, 'triangles', { vertices: [9] });
    const scene = this.#alive;
    return TangencyError.ofFieldsUnless(() => scene.triangles(at, vertices!, velocity!, tMax!));
  }

  #instances(at: Uint32Array | undefined, mesh: Mesh, places: Instances): Uint32Array {
    const shared = inside.engineOf(mesh);
    const [rotation, translation, velocity, tMax] = itemsOf(places, 'places', { rotation: [4, [0, 0, 0, 1]], translation: [3] });
    const scene = this.#alive;
    return TangencyError.ofFieldsUnless(() => scene.instances(at, shared, rotation!, translation!, velocity!, tMax!));
  }

  get #alive(): EngineScene {
    if (this.#engine === undefined) throw new TangencyError('the scene was freed, and cannot be used any more');
    return this.#engine;
  }
}

/** Frees the memory at the end of the block: `using scene = new Scene()`. */
export interface Scene extends Disposable {}
// Not every browser has the symbol yet.
if (Symbol.dispose) Object.defineProperty(Scene.prototype, Symbol.dispose, { value: Scene.prototype.free, configurable: true, writable: true });

const WAYS: Fields = { velocity: [3, [0, 0, 0]], tMax: [1, [Infinity]] };

/** Reads the columns of items and of their motions, each in full. */
function itemsOf(items: object, place: string, fields: Fields): Float64Array[] {
  const rows = new Rows();
  rows.columns(items, place, { ...fields, ...WAYS });
  return rows.inFull().columns;
}

/** Splits the arrays of the engine into the numbers and the columns of contacts. */
function met([numbers, status, time, center, point, normal, triangle, feature, item, otherPoint]: any[], isLong: boolean): [Uint32Array, SceneContacts] {
  return [numbers, { length: status.length, status, time, center, point, normal, triangle, feature, item, ...(isLong && { otherPoint }) }];
}
