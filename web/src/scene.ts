import { engine } from './load.js';
import { TangencyError } from './error.js';
import { stringifyRequest } from './json.js';
import { inside } from './inside.js';
import { type Indices, type Numbers, columnOf, indicesOf, numbersOf, onlyFields } from './columns.js';
import { type ClosestPoints, type Contacts, type Spheres, columnsOf, contactsFor, fitting } from './batch.js';
import type { Scene as EngineScene } from './engine/engine.js';
import type { Mesh } from './index.js';
import type { Feature, SceneItem } from './protocol.js';

/** How items go: nothing of this, and they stay where they are. */
export interface Ways {
  /** The velocities, 3 numbers each. */
  velocity?: Float64Array | Numbers | undefined;
  /** When the motions end, that time included, or one end for all; without it, never. */
  t_max?: Float64Array | Numbers | number | undefined;
}

/** Balls in columns. */
export interface Balls extends Ways {
  /** The centres at time zero, 3 numbers each. */
  center: Float64Array | Numbers;
  /** The radii, or one for all; zero is a point. */
  radius: Float64Array | Numbers | number;
}

/** Boxes along the axes, in columns. */
export interface Boxes extends Ways {
  /** The least corners at time zero, 3 numbers each. */
  min: Float64Array | Numbers;
  /** The opposite corners, 3 numbers each. */
  max: Float64Array | Numbers;
}

/** Triangles in columns, each an item of its own; many that move together are better a mesh. */
export interface Triangles extends Ways {
  /** The vertices at time zero, 9 numbers each. */
  vertices: Float64Array | Numbers;
}

/** Places of a mesh in columns. */
export interface Instances extends Ways {
  /** How it is turned: quaternions of any length, `x`, `y`, `z`, `w`; without them, it is not. */
  rotation?: Float64Array | Numbers | undefined;
  /** Where it is moved then, 3 numbers each. */
  translation: Float64Array | Numbers;
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
  return { ...contactsFor(length), item: new Int32Array(length).fill(-1) };
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
    this.#engine = scene ?? new (engine().Scene)();
  }

  /**
   * The scene of which `toBytes`, or the library in another language, made these bytes: its trees are not built anew, and its items keep their numbers.
   *
   * @throws {TangencyError} which says what is wrong with them; nothing that is damaged is taken.
   */
  static fromBytes(bytes: Uint8Array): Scene {
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
    return this.#json(undefined, item);
  }

  /**
   * Puts another item in the place of one, under its number.
   *
   * @throws {TangencyError} which names the field and the value; then nothing was changed.
   */
  replace(number: number, item: SceneItem): void {
    this.#json(indicesOf([number], 'items'), item);
  }

  /**
   * Puts balls into the scene, and returns their numbers.
   *
   * @throws {TangencyError} which names the row, the field and the value; then nothing was changed. So do the others.
   */
  insertBalls(balls: Balls): Uint32Array {
    return this.#balls(undefined, balls);
  }

  /** Puts balls in the places of these items. */
  replaceBalls(items: Uint32Array | Indices, balls: Balls): void {
    this.#balls(indicesOf(items, 'items'), balls);
  }

  /** Puts boxes into the scene, and returns their numbers. */
  insertBoxes(boxes: Boxes): Uint32Array {
    return this.#boxes(undefined, boxes);
  }

  /** Puts boxes in the places of these items. */
  replaceBoxes(items: Uint32Array | Indices, boxes: Boxes): void {
    this.#boxes(indicesOf(items, 'items'), boxes);
  }

  /** Puts triangles into the scene, and returns their numbers. */
  insertTriangles(triangles: Triangles): Uint32Array {
    return this.#triangles(undefined, triangles);
  }

  /** Puts triangles in the places of these items. */
  replaceTriangles(items: Uint32Array | Indices, triangles: Triangles): void {
    this.#triangles(indicesOf(items, 'items'), triangles);
  }

  /** Puts a mesh into the scene, once for each place, and returns their numbers. All share the mesh, which may be freed. */
  insertInstances(mesh: Mesh, places: Instances): Uint32Array {
    return this.#instances(undefined, mesh, places);
  }

  /** Puts a mesh in the places of these items. */
  replaceInstances(items: Uint32Array | Indices, mesh: Mesh, places: Instances): void {
    this.#instances(indicesOf(items, 'items'), mesh, places);
  }

  /**
   * Takes items out.
   *
   * @throws {TangencyError} if one is not in the scene; then nothing was changed.
   */
  remove(items: Uint32Array | Indices | number): void {
    const numbers = indicesOf(typeof items === 'number' ? [items] : items, 'items');
    const scene = this.#alive;
    TangencyError.unless(() => scene.remove(numbers));
  }

  /**
   * The first contact of each sphere with the items, as they move.
   *
   * @param out - columns of the right length to write to; without it, new ones.
   * @throws {TangencyError} which names the row, the field and the value; then nothing was written.
   */
  firstContacts(spheres: Spheres, out?: SceneContacts): SceneContacts {
    const given = columnsOf(spheres);
    const count = Math.floor(given[0].length / 3);
    const to = out === undefined ? sceneContactsFor(count) : fitting(out, count, { item: 1 });
    const scene = this.#alive;
    TangencyError.unless(() =>
      scene.firstContacts(...given, to.status, to.time, to.center, to.point, to.normal, to.triangle, to.feature, to.item),
    );
    return to;
  }

  /**
   * The first contact of each sphere with each item that it meets; an overlap is at time zero.
   *
   * @throws {TangencyError} which names the row, the field and the value.
   */
  contacts(spheres: Spheres): AllSceneContacts {
    const given = columnsOf(spheres);
    const scene = this.#alive;
    const [index, contacts] = met(TangencyError.unless(() => scene.contacts(...given)));
    return { index, ...contacts };
  }

  /**
   * The point of the items at time zero that is closest to each of these.
   *
   * @param points - 3 numbers each.
   * @throws {TangencyError} which names the row, the field and the value.
   */
  closest(points: Float64Array | Numbers): SceneClosestPoints {
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
    if (typeof tMax !== 'number') throw TangencyError.of('t_max', tMax, 'a number');
    const scene = this.#alive;
    const [mover, contacts] = met(TangencyError.unless(() => scene.pairs(tMax)));
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
    return TangencyError.unless(() => scene.putJson(at, json))[0]!;
  }

  #balls(at: Uint32Array | undefined, balls: Balls): Uint32Array {
    onlyFields(balls, 'balls', ['center', 'radius', ...WAYS]);
    const center = numbersOf(balls.center, 'center');
    const radius = columnOf(balls.radius, Math.floor(center.length / 3), 'radius');
    const scene = this.#alive;
    return TangencyError.unless(() => scene.balls(at, center, radius, ...waysOf(balls, center.length / 3)));
  }

  #boxes(at: Uint32Array | undefined, boxes: Boxes): Uint32Array {
    onlyFields(boxes, 'boxes', ['min', 'max', ...WAYS]);
    const [min, max] = [numbersOf(boxes.min, 'min'), numbersOf(boxes.max, 'max')];
    const scene = this.#alive;
    return TangencyError.unless(() => scene.boxes(at, min, max, ...waysOf(boxes, min.length / 3)));
  }

  #triangles(at: Uint32Array | undefined, triangles: Triangles): Uint32Array {
    onlyFields(triangles, 'triangles', ['vertices', ...WAYS]);
    const vertices = numbersOf(triangles.vertices, 'vertices');
    const scene = this.#alive;
    return TangencyError.unless(() => scene.triangles(at, vertices, ...waysOf(triangles, vertices.length / 9)));
  }

  #instances(at: Uint32Array | undefined, mesh: Mesh, places: Instances): Uint32Array {
    const shared = inside.engineOf(mesh);
    onlyFields(places, 'places', ['rotation', 'translation', ...WAYS]);
    const translation = numbersOf(places.translation, 'translation');
    const rotation = places.rotation === undefined ? new Float64Array() : numbersOf(places.rotation, 'rotation');
    const scene = this.#alive;
    return TangencyError.unless(() => scene.instances(at, shared, rotation, translation, ...waysOf(places, translation.length / 3)));
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

const WAYS = ['velocity', 't_max'] as const satisfies (keyof Ways)[];

/** Velocities and ends of motions; none, where they are not said. */
function waysOf({ velocity, t_max }: Ways, count: number): [Float64Array, Float64Array] {
  return [
    velocity === undefined ? new Float64Array() : numbersOf(velocity, 'velocity'),
    t_max === undefined ? new Float64Array() : columnOf(t_max, Math.floor(count), 't_max'),
  ];
}

/** Numbers, and the columns of contacts behind them. */
function met([numbers, status, time, center, point, normal, triangle, feature, item]: any[]): [Uint32Array, SceneContacts] {
  return [numbers, { length: numbers.length, status, time, center, point, normal, triangle, feature, item }];
}
