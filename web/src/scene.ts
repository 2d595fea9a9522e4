import { engine } from './load.js';
import { TangencyError } from './error.js';
import { inProtocol, stringifyRequest } from './json.js';
import { inside } from './inside.js';
import { type Column, type Fields, type Indices, Rows, atMost, indicesOf, numbersOf } from './columns.js';
import {
  SPACE, type CapsuleContacts, type Capsules, type ClosestPoints, type Contacts, type OtherPoint, type Spheres, fitting, moversOf, roomFor, written,
} from './batch.js';
import type { Scene as EngineScene } from './engine/engine.js';
import type { Mesh } from './library.js';
import type { Feature, SceneItem } from './protocol.js';

/** How items move; without this, they stay where they are. A column that has one row, such as one velocity, serves all items. */
export interface Ways {
  /** The velocities, 3 numbers each, or one for all. */
  velocity?: Column | undefined;
  /** When the motions end, that time included, or one end for all; without it, or at `Infinity`, never. */
  tMax?: Column | number | undefined;
}

/** Balls in columns. */
export interface Balls extends Ways {
  /** The centres at time zero, 3 numbers each. */
  center: Column;
  /** The radii, or one for all; zero is a point. */
  radius: Column | number;
}

/** Boxes along the axes, in columns. */
export interface Boxes extends Ways {
  /** The least corners at time zero, 3 numbers each. */
  min: Column;
  /** The opposite corners, 3 numbers each. */
  max: Column;
}

/** Triangles in columns, each an item of its own; many that move together are better a mesh. */
export interface Triangles extends Ways {
  /** The vertices at time zero, 9 numbers each. */
  vertices: Column;
}

/** Places of a mesh in columns. */
export interface Instances extends Ways {
  /** The rotations as quaternions of any length, `x`, `y`, `z`, `w`; without them, it is not. */
  rotation?: Column | undefined;
  /** Where it is moved then, 3 numbers each. */
  translation: Column;
}

/** Results as a mesh has them, and on which item. */
export interface SceneContacts extends Contacts {
  /** The touched item, -1 where there is none; of several that are touched at the same time, the lowest. */
  readonly item: Int32Array;
  /** The touched triangle, -1 where there is none, or where the item is no mesh. */
  readonly triangle: Int32Array;
  /** What of the item holds the point, as a number that {@link featureOf} tells; 255 where there is none. */
  readonly feature: Uint8Array;
}

/** All contacts of some spheres: a row for each item that one of them comes to touch. */
export interface AllSceneContacts extends SceneContacts {
  /** Which sphere it is, in rising order; the rows of one are in order of time, at equal times of the items. */
  readonly index: Uint32Array;
}

/** Contacts of items with each other, in order of time. */
export interface Pairs extends SceneContacts {
  /** The item that is asked about as what moves: a ball or a capsule. If both are, the one that was inserted first. */
  readonly mover: Uint32Array;
}

/** The closest points in columns, and on which item. */
export interface SceneClosestPoints extends ClosestPoints {
  /** The item, -1 if there is none; of several that are as close, the lowest. */
  readonly item: Int32Array;
}

/** Room for the results of so many spheres in a scene. */
export function sceneContactsFor(length: number): SceneContacts {
  atMost(1, arguments, 'sceneContactsFor');
  return { ...(roomFor(length, SPACE) as Contacts), item: new Int32Array(length).fill(-1) };
}

/**
 * A number in a column `feature` as `query` says it: 0 to 2 is a vertex, 3 to 5 an edge, 6 the face; then come the places on a box, by the sides along its
 * axes: 27 in space, and 9 in the plane. It is null where there is none (255), and where the item is bounded by planes (254), whose places have no numbers:
 * `query` names the planes.
 */
export function featureOf(number: number): Feature | null {
  if (number < 6) return { kind: number < 3 ? 'vertex' : 'edge', index: number % 3 };
  if (number === 6) return { kind: 'face' };
  if (number >= 7 + 27 + 9) return null;
  const [place, powers] = number < 7 + 27 ? [number - 7, [1, 3, 9]] : [number - 7 - 27, [1, 3]];
  return { sides: powers.map((power) => ((Math.floor(place / power) % 3) - 1) as -1 | 0 | 1) };
}

/**
 * Many things, each on its own way, in `f64`: one obstacle that changes. The number of an item is how many items were inserted before it; it is never used
 * again.
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
   * The scene of which `toBytes`, or the library in another language, made these bytes: its trees are not built anew, and its items keep their numbers.
   *
   * @throws {TangencyError} which says what is wrong with them; nothing that is damaged is taken.
   */
  static fromBytes(bytes: Uint8Array): Scene {
    atMost(1, arguments, 'fromBytes');
    if (!(bytes instanceof Uint8Array)) throw TangencyError.of('bytes', bytes, 'a Uint8Array');
    const scene: any = TangencyError.unless(() => engine().Scene.fromBytes(bytes));
    return new (Scene as any)(scene);
  }

  /** The items, the meshes that they share, and their search trees as bytes, to be kept, or sent to a worker. */
  toBytes(): Uint8Array<ArrayBuffer> {
    return this.#alive.toBytes() as Uint8Array<ArrayBuffer>;
  }

  /** How many items there are. */
  get length(): number {
    return this.#alive.count();
  }

  /**
   * Puts an item of any kind into the scene, as `query` has it, and returns its number.
   *
   * @throws {TangencyError} which names the field and the value.
   */
  insert(item: SceneItem): number {
    atMost(1, arguments, 'insert');
    return this.#json(undefined, item);
  }

  /**
   * Puts another item in the place of one, under its number.
   *
   * @throws {TangencyError} which names the field and the value; then nothing was changed.
   */
  replace(number: number, item: SceneItem): void {
    atMost(2, arguments, 'replace');
    this.#json(indicesOf([number], 'items'), item);
  }

  /**
   * Puts balls into the scene, and returns their numbers.
   *
   * @throws {TangencyError} which names the row, the field and the value; then nothing was changed. So do the others.
   */
  insertBalls(balls: Balls): Uint32Array {
    atMost(1, arguments, 'insertBalls');
    return this.#balls(undefined, balls);
  }

  /** Puts balls in the places of these items. */
  replaceBalls(items: Indices, balls: Balls): void {
    atMost(2, arguments, 'replaceBalls');
    this.#balls(indicesOf(items, 'items'), balls);
  }

  /** Puts boxes into the scene, and returns their numbers. */
  insertBoxes(boxes: Boxes): Uint32Array {
    atMost(1, arguments, 'insertBoxes');
    return this.#boxes(undefined, boxes);
  }

  /** Puts boxes in the places of these items. */
  replaceBoxes(items: Indices, boxes: Boxes): void {
    atMost(2, arguments, 'replaceBoxes');
    this.#boxes(indicesOf(items, 'items'), boxes);
  }

  /** Puts triangles into the scene, and returns their numbers. */
  insertTriangles(triangles: Triangles): Uint32Array {
    atMost(1, arguments, 'insertTriangles');
    return this.#triangles(undefined, triangles);
  }

  /** Puts triangles in the places of these items. */
  replaceTriangles(items: Indices, triangles: Triangles): void {
    atMost(2, arguments, 'replaceTriangles');
    this.#triangles(indicesOf(items, 'items'), triangles);
  }

  /** Puts a mesh into the scene, once for each place, and returns their numbers. All share the mesh, which may be freed. */
  insertInstances(mesh: Mesh, places: Instances): Uint32Array {
    atMost(2, arguments, 'insertInstances');
    return this.#instances(undefined, mesh, places);
  }

  /** Puts a mesh in the places of these items. */
  replaceInstances(items: Indices, mesh: Mesh, places: Instances): void {
    atMost(3, arguments, 'replaceInstances');
    this.#instances(indicesOf(items, 'items'), mesh, places);
  }

  /**
   * Takes items out.
   *
   * @throws {TangencyError} if one is not in the scene; then nothing was changed.
   */
  remove(items: Indices | number): void {
    atMost(1, arguments, 'remove');
    const numbers = indicesOf(typeof items === 'number' ? [items] : items, 'items');
    const scene = this.#alive;
    TangencyError.unless(() => scene.remove(numbers));
  }

  /**
   * The first contact of each sphere or capsule with the items, as they move.
   *
   * @param out - columns of the right length to write to; without it, new ones.
   * @throws {TangencyError} which names the row, the field and the value, or the first item that capsules do not meet; then nothing was written.
   */
  firstContacts(spheres: Spheres, out?: SceneContacts): SceneContacts;
  firstContacts(capsules: Capsules, out?: SceneContacts & CapsuleContacts): SceneContacts & CapsuleContacts;
  firstContacts(movers: Spheres | Capsules, out?: SceneContacts): SceneContacts {
    atMost(2, arguments, 'firstContacts');
    const [rows, scene] = [new Rows(), this.#alive];
    const { kind, columns } = moversOf(movers, rows);
    if (kind !== 'sphere') {
      const to = out && fitting(out, rows.count(), { item: 1, otherPoint: 3 });
      return written(met(TangencyError.ofFieldsUnless(() => scene.capsules(kind, columns, rows.count(), false)))[1], to);
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
   * The first contact of each sphere or capsule with each item that it meets; an overlap is at time zero.
   *
   * @throws {TangencyError} which names the row, the field and the value, or the first item that capsules do not meet.
   */
  contacts(spheres: Spheres): AllSceneContacts;
  contacts(capsules: Capsules): AllSceneContacts & OtherPoint;
  contacts(movers: Spheres | Capsules): AllSceneContacts {
    atMost(1, arguments, 'contacts');
    const [rows, scene] = [new Rows(), this.#alive];
    const { kind, columns } = moversOf(movers, rows);
    const [center, radius, velocity, t_max] = (kind === 'sphere' ? rows.inFull().columns : []) as [Float64Array, Float64Array, Float64Array, Float64Array];
    const [index, contacts] = met(
      TangencyError.ofFieldsUnless(() => (kind === 'sphere' ? scene.contacts(center, radius, velocity, t_max) : scene.capsules(kind, columns, rows.count(), true))),
    );
    return { index, ...contacts };
  }

  /**
   * The point of the items at time zero that is closest to each of these.
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
   * All contacts of items with each other up to a time, in exact order of time. Balls and capsules ask; what is neither, such as two boxes, is not asked about
   * each other.
   *
   * @throws {TangencyError} if the time is no time, or a capsule does not meet all items.
   */
  pairs(tMax = Infinity): Pairs {
    atMost(1, arguments, 'pairs');
    if (typeof tMax !== 'number') throw TangencyError.of('tMax', tMax, 'a number');
    const scene = this.#alive;
    const [mover, contacts] = met(TangencyError.ofFieldsUnless(() => scene.pairs(tMax)));
    return { mover, ...contacts };
  }

  /** Gives its memory back. After this it answers nothing more, and can be freed again. */
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
    if (this.#engine === undefined) throw new TangencyError('the scene was freed, and answers nothing more');
    return this.#engine;
  }
}

/** Gives its memory back at the end of the block: `using scene = new Scene()`. */
export interface Scene extends Disposable {}
// Not every browser knows the symbol yet.
if (Symbol.dispose) Object.defineProperty(Scene.prototype, Symbol.dispose, { value: Scene.prototype.free, configurable: true, writable: true });

const WAYS: Fields = { velocity: [3, [0, 0, 0]], tMax: [1, [Infinity]] };

/** The columns of items, and how they move, each in full. */
function itemsOf(items: object, place: string, fields: Fields): Float64Array[] {
  const rows = new Rows();
  rows.columns(items, place, { ...fields, ...WAYS });
  return rows.inFull().columns;
}

/** Numbers, and the columns of contacts behind them. */
function met([numbers, status, time, center, point, normal, triangle, feature, item, otherPoint]: any[]): [Uint32Array, SceneContacts] {
  return [numbers, { length: status.length, status, time, center, point, normal, triangle, feature, item, ...(otherPoint && { otherPoint }) }];
}
