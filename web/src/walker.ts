import { engine } from './load.js';
import { TangencyError } from './error.js';
import { atMost, numbersOf, onlyFields } from './columns.js';
import { inside } from './inside.js';
import type { Walker as EngineWalker } from './engine/engine.js';
import type { Mesh } from './library.js';
import type { Scene, SceneContacts } from './scene.js';
import type { Numbers } from './columns.js';
import type { NoneOf, OneOf } from './protocol.js';

/**
 * A capsule: one end of its axis, its radius, and either the other end or the axis. Or an oriented
 * box, which stands on a flat base: its centre, half of its extents, and a quaternion of any length,
 * `x`, `y`, `z`, `w`, without which the box is not rotated. Or a convex hull: its points, 3 numbers
 * each, and the position of the first point, without which the hull is where its points are. The
 * first point need not be a vertex; it may be the middle of the base.
 */
export type WalkerBody =
  | ({ a: Numbers; radius: number } & OneOf<{ b: Numbers; axis: Numbers }> & NoneOf<'center' | 'halfExtents' | 'rotation' | 'points' | 'position'>)
  | ({ center: Numbers; halfExtents: Numbers; rotation?: Numbers | undefined } & NoneOf<'a' | 'b' | 'axis' | 'radius' | 'points' | 'position'>)
  | ({ points: Numbers; position?: Numbers | undefined } & NoneOf<'a' | 'b' | 'axis' | 'radius' | 'center' | 'halfExtents' | 'rotation'>);

/** The options of a walker: slope limit, step offset, snap to ground, and more. */
export interface WalkerOptions {
  /**
   * The direction against gravity: a vector of any length, by default along z. In three.js, where y
   * is up, it is `[0, 1, 0]`.
   */
  up?: Numbers | undefined;
  /** The slope limit: the tangent of the greatest angle of a floor; 1 by default, which is 45°. */
  maxSlope?: number | undefined;
  /** The step offset: the height of the highest step that the walker climbs; 0 by default. */
  stepHeight?: number | undefined;
  /**
   * The snap to ground: the greatest distance to a floor below the walker at which the walker stays
   * on the floor as it walks down. By default 0, without snapping.
   */
  snapDistance?: number | undefined;
  /** The greatest number of legs of one slide. A step consists of a few slides. */
  maxIterations?: number | undefined;
  /**
   * Whether the round foot of a capsule counts as flat: the walker stands on an edge until its axis
   * has passed it, and does not sink there; false by default.
   */
  flatBase?: boolean | undefined;
  /**
   * The greatest distance by which a step moves the walker out of an overlap, in radii of a capsule,
   * in the least half extent of a box, or in half of the least extent of a hull along an axis. It is
   * 1 by default; at 0 the walker is not moved.
   */
  maxRecovery?: number | undefined;
  /**
   * Whether the velocity of a walker that leaves a platform contains the displacement of the
   * platform; true by default.
   */
  inheritVelocity?: boolean | undefined;
}

const CAPSULE = ['a', 'b', 'axis', 'radius'] as const;
const BOX = ['center', 'halfExtents', 'rotation'] as const;
const HULL = ['points', 'position'] as const;
const OPTIONS = [
  'up', 'maxSlope', 'stepHeight', 'snapDistance', 'maxIterations', 'flatBase', 'maxRecovery', 'inheritVelocity',
] as const satisfies (keyof WalkerOptions)[];
const STATES = {
  capsule: ['position', 'axis', 'radius', 'velocity', 'carried', 'floor'],
  box: ['position', 'halfExtents', 'rotation', 'velocity', 'carried', 'floor'],
  hull: ['position', 'points', 'velocity', 'carried', 'floor'],
} as const satisfies Record<string, readonly (keyof WalkerState)[]>;
/** The kinds of bodies, as `web/engine/src/walker.rs` names them. */
type Kind = 'capsule b' | 'capsule axis' | 'orientedBox' | 'hull';
/** The kinds of bodies by their counts of numbers; the count of a hull is a multiple of three. */
const kindOf = (body: Float64Array): Exclude<Kind, 'capsule b'> => (body.length === 7 ? 'capsule axis' : body.length === 10 ? 'orientedBox' : 'hull');

/** The floor on which a walker stands. */
export interface WalkerFloor<Vector = number[]> {
  /** The touched point of the floor. */
  readonly point: Vector;
  /** The unit normal from the floor towards the walker. */
  readonly normal: Vector;
}

/**
 * The state of a walker as plain numbers, to be kept or sent. The next steps depend on this state,
 * the options and the world only. `JSON.stringify` loses the sign of zeros; `structuredClone` keeps
 * it.
 */
export type WalkerState = {
  /** The end `a` of the axis of a capsule, the centre of a box, or the first point of a hull. */
  readonly position: Numbers;
  readonly velocity: Numbers;
  /** The displacement of the platform that has carried it since the last step. */
  readonly carried: Numbers;
  /** The floor on which it stands. */
  readonly floor: WalkerFloor<Numbers> | null;
} & (
  | ({
      /** The vector from the end `a` of a capsule to the other end. */
      readonly axis: Numbers;
      readonly radius: number;
    } & NoneOf<'halfExtents' | 'rotation' | 'points'>)
  | ({
      /** Half of the extents of a box, along its own axes. */
      readonly halfExtents: Numbers;
      /** The quaternion of the box. */
      readonly rotation: Numbers;
    } & NoneOf<'axis' | 'radius' | 'points'>)
  | ({
      /** The points of a hull, as they were given, 3 numbers each. */
      readonly points: Numbers;
    } & NoneOf<'axis' | 'radius' | 'halfExtents' | 'rotation'>)
);

/** A contact of a walker: with a floor, a ceiling, or an obstacle that leaves no room for it. */
export interface WalkerContact {
  /** The time, as a fraction of the displacement that was tried in this leg. */
  readonly time: number;
  /** The position of the walker at that time. */
  readonly center: Float64Array;
  /** The touched point of the mesh, or of the item. */
  readonly point: Float64Array;
  /** The unit normal of the contact, towards the body; NaN if there is none. */
  readonly normal: Float64Array;
  /** The touched item of a scene; -1 for a mesh. */
  readonly item: number;
  /** The touched triangle; -1 if the item is no mesh. */
  readonly triangle: number;
  /**
   * The feature that contains the point: 0 to 2 a vertex, 3 to 5 an edge, 6 the face. `featureOf`
   * decodes it, as in the columns of a scene.
   */
  readonly feature: number;
}

/** The result of a step. */
export interface WalkerStep {
  /**
   * Whether the walker was free at the start, was moved to a free position, or did not move because
   * no free position was found.
   */
  readonly start: 'free' | 'moved' | 'not found';
  /** The position at which the legs begin, after a possible move out of an overlap. */
  readonly from: Float64Array;
  /** The ends of the legs in order, 3 numbers each. */
  readonly legs: Float64Array;
  /**
   * The blocking hits, in order; each time is the fraction of the displacement that was tried then.
   */
  readonly contacts: SceneContacts;
  /** The contact with the floor on which the walker stands after the step. */
  readonly floor: WalkerContact | null;
  /** The contact with the ceiling that the walker hit with its head. */
  readonly ceiling: WalkerContact | null;
  /**
   * Whether the walker hangs between surfaces that are too steep: it has no floor, and yet it
   * cannot fall.
   */
  readonly isWedged: boolean;
  /**
   * The displacement of the platform that the walker has left in this step. The velocity contains
   * it already, unless `inheritVelocity` is false.
   */
  readonly platformVelocity: Float64Array;
  /** The position of the walker afterwards. */
  readonly position: Float64Array;
}

/** The effect of a moving scene on a walker. */
export interface WalkerRide {
  /**
   * `carried`: the walker was carried by the displacement, except for rounding. `pushed`: an item
   * was in its way, or pushed it. `crushed`: no free position was found; the walker was not moved,
   * and an item runs into it.
   */
  readonly status: 'carried' | 'pushed' | 'crushed';
  /** The position of the walker afterwards. */
  readonly position: Float64Array;
  /** The item that pushed the walker or runs into it; -1 if there is none. */
  readonly item: number;
  /** The triangle of that item; -1 if the item is no mesh. */
  readonly triangle: number;
  /** The feature of that item, as a number that `featureOf` decodes; 255 if there is none. */
  readonly feature: number;
}

const STARTS = ['free', 'moved', 'not found'] as const;
const RIDES = ['carried', 'pushed', 'crushed'] as const;
/** The count of numbers before the legs, which `said` in `web/engine/src/walker.rs` writes. */
const HEAD = 18;

/**
 * A kinematic character controller: a capsule, an oriented box or a convex hull that does not
 * rotate. It walks on floors, climbs steps, sticks to the floor, falls and jumps.
 *
 * Each leg of each step is free, and so is the position at its end, so no sequence of steps in a
 * world at rest ends in an overlap.
 */
export class Walker {
  #engine: EngineWalker | undefined;
  #position: Float64Array;
  #floor: WalkerFloor<Float64Array> | null = null;
  #velocity = new Float64Array(3);

  /**
   * Creates a walker in the air.
   *
   * @throws {TangencyError} which names the field and the value.
   */
  constructor(body: WalkerBody, options?: WalkerOptions);
  constructor(body: WalkerBody | EngineWalker, options: WalkerOptions = {}) {
    atMost(2, arguments, 'Walker');
    if (body instanceof engine().Walker) {
      this.#engine = body;
    } else {
      onlyFields(options, 'options', OPTIONS);
      const [kind, numbers] = bodyOf(body);
      const { up, maxSlope, stepHeight, snapDistance, maxIterations: most, flatBase, maxRecovery, inheritVelocity } = options;
      if (most !== undefined && !(Number.isInteger(most) && most >= 0 && most <= 0xffff_ffff)) {
        throw TangencyError.of('maxIterations', most, 'a whole number from 0 to 4294967295');
      }
      const length = (value: unknown, field: string) => (value === undefined ? undefined : number(value, field));
      const flag = (value: unknown, field: string) => {
        if (value !== undefined && typeof value !== 'boolean') throw TangencyError.of(field, value, 'true or false');
        return value;
      };
      // If y is up, but the option is missing, the capsule would lie on its side.
      const leans = [0, 1].some((k) => numbers[3 + k] !== (kind === 'capsule b' ? numbers[k] : 0));
      if (up === undefined && kind.startsWith('capsule') && leans) throw new TangencyError('options.up is undefined, which is z, but the axis of the body is not along z: set up to a vector');
      const can = [
        up === undefined ? undefined : vector(up, 'up'), length(maxSlope, 'maxSlope'), length(stepHeight, 'stepHeight'), length(snapDistance, 'snapDistance'), most,
        flag(flatBase, 'flatBase'), length(maxRecovery, 'maxRecovery'), flag(inheritVelocity, 'inheritVelocity'),
      ] as const;
      this.#engine = TangencyError.ofFieldsUnless(() => new (engine().Walker)(kind, numbers, ...can));
    }
    this.#position = this.#alive.position();
  }

  /**
   * The position of the walker: the end `a` of the axis of a capsule, the centre of a box, or the
   * first point of a hull.
   */
  get position(): Float64Array {
    return this.#position.slice();
  }

  /**
   * The displacement by which the walker moves on its own in each step, for example by a fall or a
   * throw. The program adds gravity, `walker.velocity[2] -= 0.01`; a step removes the parts that
   * floors, walls and ceilings stop.
   */
  get velocity(): Float64Array {
    return this.#velocity;
  }

  set velocity(velocity: Numbers) {
    this.#velocity.set(vector(velocity, 'velocity'));
  }

  /**
   * The floor on which the walker stands after the last step. The result of the step has the
   * floor's item and feature.
   */
  get floor(): WalkerFloor<Float64Array> | null {
    return this.#floor;
  }

  /**
   * Takes one step in a world at rest, by the velocity and by a displacement, which is the move
   * that the player wants.
   *
   * @throws {TangencyError} which names the field and the value, or the first item of a scene at
   * which its body cannot be cast; then the walker has not moved.
   */
  step(displacement: Numbers, world: Mesh | Scene): WalkerStep {
    atMost(2, arguments, 'step');
    const [x, y, z] = vector(displacement, 'displacement');
    const [vx, vy, vz] = this.#velocity as unknown as [number, number, number];
    const [walker, scene] = [this.#alive, inside.sceneOf(world)];
    const mesh = scene ? undefined : inside.engineOf(world as Mesh, 'world', 'a Mesh or a Scene');
    const all = TangencyError.ofFieldsUnless(() =>
      scene ? walker.stepInScene(x!, y!, z!, vx, vy, vz, scene) : walker.step(x!, y!, z!, vx, vy, vz, mesh!),
    );
    const [start, legs, contacts, floors, ceilings, wedged] = all as unknown as [number, number, number, number, number, number];
    this.#position = all.subarray(9, 12);
    this.#velocity.set(all.subarray(12, 15));
    const met = metOf(all, HEAD + 3 * legs, contacts + floors + ceilings);
    const floor = floors ? one(met, contacts) : null;
    this.#floor = floor && { point: floor.point, normal: floor.normal };
    return {
      start: STARTS[start]!,
      from: all.subarray(6, 9),
      legs: all.subarray(HEAD, HEAD + 3 * legs),
      contacts: first(met, contacts),
      floor,
      ceiling: ceilings ? one(met, contacts + floors) : null,
      isWedged: wedged === 1,
      platformVelocity: all.subarray(15, HEAD),
      position: this.#position.slice(),
    };
  }

  /**
   * Moves the walker with a moving scene, before a step in the scene as it then is: the walker is
   * carried by the displacement of its platform, and is pushed by items that run into it.
   *
   * In `moving`, the scene at the start of the step, each item that moves has its displacement in
   * the step as its velocity, in the time from 0 to 1. The walker's own leg, to its new position,
   * *enters nothing while all of the scene moves*. If an item is in its way, the walker is moved
   * aside, if possible. Otherwise it is not moved, and the result names the item that crushes it.
   * Then replace all items that moved by items at rest at their new positions, and take the step.
   *
   * @throws {TangencyError} which names the field and the value, or the first item at which its
   * body cannot be cast; then the walker has not moved.
   */
  ride(displacement: Numbers, moving: Scene): WalkerRide {
    atMost(2, arguments, 'ride');
    const [x, y, z] = vector(displacement, 'displacement');
    const [walker, scene] = [this.#alive, inside.sceneOf(moving)];
    if (scene === undefined) throw TangencyError.of('moving', moving, 'a Scene');
    const all = TangencyError.ofFieldsUnless(() => walker.ride(x!, y!, z!, scene));
    const [status, , , , item, triangle, feature] = all as unknown as [number, number, number, number, number, number, number];
    this.#position = all.subarray(1, 4);
    this.#floor = floorOf(walker.state());
    return { status: RIDES[status]!, position: this.#position.slice(), item, triangle, feature };
  }

  /**
   * Moves the walker to a position in the air. If a world is given, it moves only if there is room
   * for it, which is decided exactly.
   *
   * @returns the overlap, if there is no room; then the walker stays at its position.
   * @throws {TangencyError} which names the field and the value.
   */
  teleport(position: Numbers, world?: Mesh | Scene): WalkerContact | null {
    atMost(2, arguments, 'teleport');
    const [to, walker] = [vector(position, 'position'), this.#alive];
    if (world !== undefined) {
      const body = walker.body();
      body.set(to);
      return this.#place(kindOf(body), body, world);
    }
    TangencyError.ofFieldsUnless(() => walker.teleport(to[0]!, to[1]!, to[2]!));
    this.#position = walker.position();
    this.#floor = null;
    return null;
  }

  /**
   * Sets another body at any position, of any kind, for example to crouch or to stand up, if
   * there is room for it, which is decided exactly.
   *
   * @returns the overlap, if there is no room; then the walker keeps its body.
   * @throws {TangencyError} which names the field and the value, or the first item of a scene at
   * which the body cannot be cast.
   */
  setBody(body: WalkerBody, world: Mesh | Scene): WalkerContact | null {
    atMost(2, arguments, 'setBody');
    return this.#place(...bodyOf(body), world);
  }

  #place(kind: Kind, body: Float64Array, world: Mesh | Scene): WalkerContact | null {
    const [walker, scene] = [this.#alive, inside.sceneOf(world)];
    const mesh = scene ? undefined : inside.engineOf(world as Mesh, 'world', 'a Mesh or a Scene');
    const all = TangencyError.ofFieldsUnless(() => (scene ? walker.setBodyInScene(kind, body, scene) : walker.setBody(kind, body, mesh!)));
    if (all.length > 0) {
      const [item, triangle, feature] = all.subarray(9) as unknown as [number, number, number];
      return { time: 0, center: all.subarray(0, 3), point: all.subarray(3, 6), normal: all.subarray(6, 9), item, triangle, feature };
    }
    this.#position = walker.position();
    this.#floor = floorOf(walker.state());
    return null;
  }

  /**
   * Returns the state. After `restore`, with the same options and world, each further step has the
   * same bits.
   */
  state(): WalkerState {
    const [body, all] = [this.#alive.body(), this.#alive.state()];
    const part = (numbers: Float64Array, from: number, count = 3) => Array.from(numbers.subarray(from, from + count));
    const floor = floorOf(all);
    return {
      position: part(body, 0),
      ...{
        'capsule axis': { axis: part(body, 3), radius: body[6]! },
        orientedBox: { halfExtents: part(body, 3), rotation: part(body, 6, 4) }, hull: { points: part(body, 3, body.length) },
      }[kindOf(body)],
      velocity: Array.from(this.#velocity), carried: part(all, 3),
      floor: floor && { point: Array.from(floor.point), normal: Array.from(floor.normal) },
    };
  }

  /**
   * Sets the state to an earlier state or to the state of another walker, without a check of
   * obstacles.
   *
   * @throws {TangencyError} which names the field and the value; then the walker is unchanged.
   */
  restore(state: WalkerState): void {
    atMost(1, arguments, 'restore');
    const kind = has(state, 'points') ? 'hull' : has(state, 'halfExtents', 'rotation') ? 'box' : 'capsule';
    onlyFields(state, 'state', STATES[kind]);
    const { position, axis, radius, halfExtents, rotation, points, velocity, carried, floor } = state;
    const extent = kind === 'hull' ? pointsOf(points)
      : kind === 'box' ? [...vector(halfExtents, 'halfExtents'), ...vector(rotation, 'rotation', 4)] : [...vector(axis, 'axis'), number(radius, 'radius')];
    const body = Float64Array.from([...vector(position, 'position'), ...extent]);
    const all: number[] = [...vector(velocity, 'velocity'), ...vector(carried, 'carried')];
    if (floor !== null && floor !== undefined) {
      onlyFields(floor, 'floor', ['point', 'normal']);
      all.push(...vector(floor.point, 'floor.point'), ...vector(floor.normal, 'floor.normal'));
    }
    const walker = this.#alive;
    TangencyError.ofFieldsUnless(() => walker.restore(body, Float64Array.from(all)));
    this.#position = walker.position();
    this.#velocity.set(all.slice(0, 3));
    this.#floor = floorOf(walker.state());
  }

  /** Returns a copy of the walker, which then moves independently. */
  clone(): Walker {
    const walker: any = this.#alive.copy();
    const other = new Walker(walker);
    other.#velocity.set(this.#velocity);
    other.#floor = this.#floor;
    return other;
  }

  /** Frees the memory. After this every step throws; a second call does nothing. */
  free(): void {
    this.#engine?.free();
    this.#engine = undefined;
  }

  get #alive(): EngineWalker {
    if (this.#engine === undefined) throw new TangencyError('the walker was freed, and cannot be used any more');
    return this.#engine;
  }
}

/** Frees the memory at the end of the block: `using walker = new Walker(…)`. */
export interface Walker extends Disposable {}
// Not every browser has the symbol yet.
if (Symbol.dispose) Object.defineProperty(Walker.prototype, Symbol.dispose, { value: Walker.prototype.free, configurable: true, writable: true });

/** Reads the columns of contacts in the array that the engine has written. */
function metOf(all: Float64Array, from: number, length: number): SceneContacts {
  let place = from;
  const column = (width: number) => all.subarray(place, (place += width * length));
  const [time, center, point, normal] = [column(1), column(3), column(3), column(3)] as const;
  const [item, triangle, feature] = [Int32Array.from(column(1)), Int32Array.from(column(1)), Uint8Array.from(column(1))];
  return { length, status: new Uint8Array(length).fill(1), time, center, point, normal, item, triangle, feature };
}

function first({ status, time, center, point, normal, item, triangle, feature }: SceneContacts, length: number): SceneContacts {
  return {
    length,
    status: status.subarray(0, length),
    time: time.subarray(0, length),
    center: center.subarray(0, 3 * length),
    point: point.subarray(0, 3 * length),
    normal: normal.subarray(0, 3 * length),
    item: item.subarray(0, length),
    triangle: triangle.subarray(0, length),
    feature: feature.subarray(0, length),
  };
}

function one(met: SceneContacts, row: number): WalkerContact {
  const three = (column: Float64Array) => column.subarray(3 * row, 3 * row + 3);
  const { time, item, triangle, feature } = met;
  const place = { item: item[row]!, triangle: triangle[row]!, feature: feature[row]! };
  return { time: time[row]!, center: three(met.center), point: three(met.point), normal: three(met.normal), ...place };
}

/** Reads the floor in a state that the engine has written. */
function floorOf(state: Float64Array): WalkerFloor<Float64Array> | null {
  return state.length > 6 ? { point: state.subarray(6, 9), normal: state.subarray(9, 12) } : null;
}

/** Checks a body, and returns its kind and its numbers in the order of its fields. */
function bodyOf(body: WalkerBody): [Kind, Float64Array] {
  const isBox = has(body, 'center', 'halfExtents') && !has(body, 'a', 'points');
  const isHull = has(body, 'points') && !has(body, 'a');
  onlyFields(body, 'body', isHull ? HULL : isBox ? BOX : CAPSULE);
  if (isBox) {
    const { center, halfExtents, rotation = [0, 0, 0, 1] } = body;
    return ['orientedBox', Float64Array.of(...vector(center, 'center'), ...vector(halfExtents, 'halfExtents'), ...vector(rotation, 'rotation', 4))];
  }
  if (isHull) {
    const points = pointsOf(body.points);
    return ['hull', Float64Array.of(...(body.position === undefined ? points.subarray(0, 3) : vector(body.position, 'position')), ...points)];
  }
  const { a, b, axis, radius } = body;
  if ((b === undefined) === (axis === undefined)) throw new TangencyError('body must have either b or axis');
  const [kind, end] = b === undefined ? (['capsule axis', vector(axis, 'axis')] as const) : (['capsule b', vector(b, 'b')] as const);
  return [kind, Float64Array.of(...vector(a, 'a'), ...end, number(radius, 'radius'))];
}

/** The points of a hull, one or more. */
function pointsOf(values: unknown): Float64Array {
  const numbers = numbersOf(values, 'points');
  if (numbers.length === 0 || numbers.length % 3) throw TangencyError.of('points.length', numbers.length, 'a multiple of 3, at least 3');
  return numbers;
}

/** Whether an object has one of these fields. */
function has(value: unknown, ...fields: string[]): boolean {
  return fields.some((field) => (value as Record<string, unknown> | null | undefined)?.[field] !== undefined);
}

function number(value: unknown, field: string): number {
  if (typeof value !== 'number') throw TangencyError.of(field, value, 'a number');
  return value;
}

/** Checks that there are this many numbers, and returns them as floats. */
function vector(values: unknown, field: string, count = 3): Float64Array {
  const numbers = numbersOf(values, field);
  if (numbers.length !== count) throw TangencyError.of(`${field}.length`, numbers.length, `${count}`);
  return numbers;
}
