import { engine } from './load.js';
import { TangencyError } from './error.js';
import { atMost, numbersOf, onlyFields } from './columns.js';
import { inside } from './inside.js';
import type { Walker as EngineWalker } from './engine/engine.js';
import type { Mesh } from './library.js';
import type { Scene, SceneContacts } from './scene.js';
import type { Numbers } from './columns.js';

/** A capsule: one end of its axis, its radius, and either the other end or the axis. */
export type WalkerBody =
  | { a: Numbers; b: Numbers; axis?: undefined; radius: number }
  | { a: Numbers; axis: Numbers; b?: undefined; radius: number };

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
   * Whether the round foot counts as flat: the walker stands on an edge until its axis has passed
   * it, and does not sink there; false by default.
   */
  flatBase?: boolean | undefined;
  /**
   * The greatest distance by which a step moves the walker out of an overlap, in radii. It is 1 by
   * default; at 0 the walker is not moved.
   */
  maxRecovery?: number | undefined;
  /**
   * Whether the velocity of a walker that leaves a platform contains the displacement of the
   * platform; true by default.
   */
  inheritVelocity?: boolean | undefined;
}

const BODY = ['a', 'b', 'axis', 'radius'] as const;
const OPTIONS = [
  'up', 'maxSlope', 'stepHeight', 'snapDistance', 'maxIterations', 'flatBase', 'maxRecovery', 'inheritVelocity',
] as const satisfies (keyof WalkerOptions)[];
const STATE = ['position', 'axis', 'radius', 'velocity', 'carried', 'floor'] as const satisfies (keyof WalkerState)[];

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
export interface WalkerState {
  /** The end `a` of its axis. */
  readonly position: Numbers;
  /** The vector from `a` to the other end. */
  readonly axis: Numbers;
  readonly radius: number;
  readonly velocity: Numbers;
  /** The displacement of the platform that has carried it since the last step. */
  readonly carried: Numbers;
  /** The floor on which it stands. */
  readonly floor: WalkerFloor<Numbers> | null;
}

/** A contact of a walker: with a floor, a ceiling, or an obstacle that leaves no room for it. */
export interface WalkerContact {
  /** The time, as a fraction of the displacement that was tried in this leg. */
  readonly time: number;
  /** The position of the end `a` of its axis at that time. */
  readonly center: Float64Array;
  /** The touched point of the mesh, or of the item. */
  readonly point: Float64Array;
  /** The unit vector from the point to the axis; NaN if there is none. */
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
 * A kinematic character controller: a capsule that does not rotate. It walks on floors, climbs
 * steps, sticks to the floor, falls and jumps.
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
      const capsule = capsuleOf(body);
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
      const [from, to, along] = capsule;
      const leans = [0, 1].some((k) => (along ? along[k] !== 0 : to![k] !== from[k]));
      if (up === undefined && leans) throw new TangencyError('options.up is undefined, which is z, but the axis of the body is not along z: set up to a vector');
      const can = [
        up === undefined ? undefined : triple(up, 'up'), length(maxSlope, 'maxSlope'), length(stepHeight, 'stepHeight'), length(snapDistance, 'snapDistance'), most,
        flag(flatBase, 'flatBase'), length(maxRecovery, 'maxRecovery'), flag(inheritVelocity, 'inheritVelocity'),
      ] as const;
      this.#engine = TangencyError.ofFieldsUnless(() => new (engine().Walker)(...capsule, ...can));
    }
    this.#position = this.#alive.position();
  }

  /** The position of the walker: the end `a` of its axis. */
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
    this.#velocity.set(triple(velocity, 'velocity'));
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
   * which capsules cannot be cast; then the walker has not moved.
   */
  step(displacement: Numbers, world: Mesh | Scene): WalkerStep {
    atMost(2, arguments, 'step');
    const [x, y, z] = triple(displacement, 'displacement');
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
   * @throws {TangencyError} which names the field and the value, or the first item at which
   * capsules cannot be cast; then the walker has not moved.
   */
  ride(displacement: Numbers, moving: Scene): WalkerRide {
    atMost(2, arguments, 'ride');
    const [x, y, z] = triple(displacement, 'displacement');
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
    const [to, walker] = [triple(position, 'position'), this.#alive];
    if (world !== undefined) {
      const [, , , ax, ay, az, radius] = walker.state() as unknown as [number, number, number, number, number, number, number];
      return this.setBody({ a: to, axis: [ax, ay, az], radius }, world);
    }
    TangencyError.ofFieldsUnless(() => walker.teleport(to[0]!, to[1]!, to[2]!));
    this.#position = walker.position();
    this.#floor = null;
    return null;
  }

  /**
   * Sets another body at any position, for example to crouch or to stand up, if there is room for
   * it, which is decided exactly.
   *
   * @returns the overlap, if there is no room; then the walker keeps its body.
   * @throws {TangencyError} which names the field and the value, or the first item of a scene at
   * which capsules cannot be cast.
   */
  setBody(body: WalkerBody, world: Mesh | Scene): WalkerContact | null {
    atMost(2, arguments, 'setBody');
    const [capsule, walker, scene] = [capsuleOf(body), this.#alive, inside.sceneOf(world)];
    const mesh = scene ? undefined : inside.engineOf(world as Mesh, 'world', 'a Mesh or a Scene');
    const all = TangencyError.ofFieldsUnless(() => (scene ? walker.setBodyInScene(...capsule, scene) : walker.setBody(...capsule, mesh!)));
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
    const all = this.#alive.state();
    const three = (from: number) => Array.from(all.subarray(from, from + 3));
    const floor = floorOf(all);
    return {
      position: three(0), axis: three(3), radius: all[6]!, velocity: Array.from(this.#velocity), carried: three(10),
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
    onlyFields(state, 'state', STATE);
    const { position, axis, radius, velocity, carried, floor } = state;
    const all: number[] = [...triple(position, 'position'), ...triple(axis, 'axis'), number(radius, 'radius'), ...triple(velocity, 'velocity'), ...triple(carried, 'carried')];
    if (floor !== null && floor !== undefined) {
      onlyFields(floor, 'floor', ['point', 'normal']);
      all.push(...triple(floor.point, 'floor.point'), ...triple(floor.normal, 'floor.normal'));
    }
    const walker = this.#alive;
    TangencyError.ofFieldsUnless(() => walker.restore(Float64Array.from(all)));
    this.#position = walker.position();
    this.#velocity.set(all.slice(7, 10));
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
  return state.length > 13 ? { point: state.subarray(13, 16), normal: state.subarray(16, 19) } : null;
}

/** Checks a capsule, and returns the arguments of the engine for it. */
function capsuleOf(body: WalkerBody): [a: Float64Array, b: Float64Array | undefined, axis: Float64Array | undefined, radius: number] {
  onlyFields(body, 'body', BODY);
  const { a, b, axis, radius } = body;
  if ((b === undefined) === (axis === undefined)) throw new TangencyError('body must have either b or axis');
  return [triple(a, 'a'), b && triple(b, 'b'), axis && triple(axis, 'axis'), number(radius, 'radius')];
}

function number(value: unknown, field: string): number {
  if (typeof value !== 'number') throw TangencyError.of(field, value, 'a number');
  return value;
}

/** Checks that there are three numbers, and returns them as floats. */
function triple(values: unknown, field: string): Float64Array {
  const numbers = numbersOf(values, field);
  if (numbers.length !== 3) throw TangencyError.of(`${field}.length`, numbers.length, '3');
  return numbers;
}
