import { engine } from './load.js';
import { TangencyError } from './error.js';
import { atMost, numbersOf, onlyFields } from './columns.js';
import { inside } from './inside.js';
import type { Walker as EngineWalker } from './engine/engine.js';
import type { Mesh } from './library.js';
import type { Scene, SceneContacts } from './scene.js';
import type { Numbers } from './columns.js';

/** A capsule: one end of its axis, the other end or else the axis, and its radius. */
export type WalkerBody =
  | { a: Numbers; b: Numbers; axis?: undefined; radius: number }
  | { a: Numbers; axis: Numbers; b?: undefined; radius: number };

/** What a walker can do. */
export interface WalkerOptions {
  /** Against gravity: a vector of any length. Without it, along z; in three.js, where y is up, give `[0, 1, 0]`. */
  up?: Numbers | undefined;
  /** How much a floor rises at most for each unit along it: the tangent of its angle; without it 1, which is 45°. */
  maxSlope?: number | undefined;
  /** How high a step it climbs; without it, none. */
  stepHeight?: number | undefined;
  /** How far below it the floor may be if it is to stay on it, walking down; without it, not at all. */
  snapDistance?: number | undefined;
  /** How many legs at most in one slide, of which a step has a few. */
  maxIterations?: number | undefined;
  /** Whether its foot counts as flat: it stands until its axis has passed an edge, and does not sink there. Without it, no. */
  flatBase?: boolean | undefined;
  /** How far away the free place may be to which a step moves it out of an overlap, in radii; without it 1, and 0 for never. */
  maxRecovery?: number | undefined;
  /** Whether it takes the velocity of a platform along as it leaves that; without it, yes. */
  inheritVelocity?: boolean | undefined;
}

const BODY = ['a', 'b', 'axis', 'radius'] as const;
const OPTIONS = [
  'up', 'maxSlope', 'stepHeight', 'snapDistance', 'maxIterations', 'flatBase', 'maxRecovery', 'inheritVelocity',
] as const satisfies (keyof WalkerOptions)[];
const STATE = ['position', 'axis', 'radius', 'velocity', 'carried', 'floor'] as const satisfies (keyof WalkerState)[];

/** The place at which a walker stands. */
export interface WalkerFloor<Vector = number[]> {
  /** The touched point of the floor. */
  readonly point: Vector;
  /** The unit normal from the floor towards the walker. */
  readonly normal: Vector;
}

/**
 * All that the next steps of a walker depend on, except for its options and the world: plain numbers, to be kept or sent. `JSON.stringify` loses the sign of
 * zeros, `structuredClone` nothing.
 */
export interface WalkerState {
  /** The end `a` of its axis. */
  readonly position: Numbers;
  /** The vector from there to the other end. */
  readonly axis: Numbers;
  readonly radius: number;
  readonly velocity: Numbers;
  /** The displacement of the platform that has carried it since the last step. */
  readonly carried: Numbers;
  /** The floor on which it stands. */
  readonly floor: WalkerFloor<Numbers> | null;
}

/** What a walker stands on, has knocked its head on, or has no room for. */
export interface WalkerContact {
  /** A part of what was tried then. */
  readonly time: number;
  /** Where the end `a` of its axis then was. */
  readonly center: Float64Array;
  /** The touched point of the mesh, or of the item. */
  readonly point: Float64Array;
  /** The unit vector from the point to the axis; NaN if there is none. */
  readonly normal: Float64Array;
  /** Of a scene, the touched item; else -1. */
  readonly item: number;
  /** The touched triangle; -1 if the item is no mesh. */
  readonly triangle: number;
  /** What of it holds the point: 0 to 2 a vertex, 3 to 5 an edge, 6 the face; `featureOf` tells it, as in the columns of a scene. */
  readonly feature: number;
}

/** What became of a step. */
export interface WalkerStep {
  /** Whether it overlapped nothing as it began; else it was put to a free place, if one was found. If not, it did not move. */
  readonly start: 'free' | 'moved' | 'not found';
  /** Where its legs begin: where it was, or where it was put. */
  readonly from: Float64Array;
  /** Their ends in order, 3 numbers each. */
  readonly legs: Float64Array;
  /** What blocked it, in order; each time is a part of what was tried then. */
  readonly contacts: SceneContacts;
  /** On what it then stands. */
  readonly floor: WalkerContact | null;
  /** On what it has knocked its head. */
  readonly ceiling: WalkerContact | null;
  /** Whether it hangs between surfaces that are too steep: it has no floor, and yet it cannot fall. */
  readonly isWedged: boolean;
  /** The displacement of the platform that it has left in this step; the velocity has it already, unless `inheritVelocity` is false. */
  readonly platformVelocity: Float64Array;
  /** Where it then is. */
  readonly position: Float64Array;
}

/** What a moving scene has done to a walker. */
export interface WalkerRide {
  /**
   * `carried`: it went along as it should, rounding aside. `pushed`: something was in its way, or pushed it. `crushed`: no way out was found; it was not moved, and
   * something runs into it.
   */
  readonly status: 'carried' | 'pushed' | 'crushed';
  /** Where it then is. */
  readonly position: Float64Array;
  /** The item that pushed it or runs into it; -1 if none did. */
  readonly item: number;
  /** The triangle of that; -1 if it is no mesh. */
  readonly triangle: number;
  /** The place on it, as a number that `featureOf` tells; 255 if there is none. */
  readonly feature: number;
}

const STARTS = ['free', 'moved', 'not found'] as const;
const RIDES = ['carried', 'pushed', 'crushed'] as const;
/** How many numbers come before the legs; `said` in `web/engine/src/walker.rs` writes them. */
const HEAD = 18;

/**
 * A character: a capsule that does not turn; it walks on floors, climbs steps, sticks to the floor, falls and jumps.
 *
 * Each leg of each step is free, and so is each place at its end: no number of steps in a world at rest ends in overlap.
 */
export class Walker {
  #engine: EngineWalker | undefined;
  #position: Float64Array;
  #floor: WalkerFloor<Float64Array> | null = null;
  #velocity = new Float64Array(3);

  /**
   * A walker in the air.
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
      // Who has y up and does not say so has a capsule that lies on its side.
      const [from, to, along] = capsule;
      const leans = [0, 1].some((k) => (along ? along[k] !== 0 : to![k] !== from[k]));
      if (up === undefined && leans) throw new TangencyError('options.up is undefined, which is z, but the axis of the body is not along z: give up as a vector');
      const can = [
        up === undefined ? undefined : triple(up, 'up'), length(maxSlope, 'maxSlope'), length(stepHeight, 'stepHeight'), length(snapDistance, 'snapDistance'), most,
        flag(flatBase, 'flatBase'), length(maxRecovery, 'maxRecovery'), flag(inheritVelocity, 'inheritVelocity'),
      ] as const;
      this.#engine = TangencyError.ofFieldsUnless(() => new (engine().Walker)(...capsule, ...can));
    }
    this.#position = this.#alive.position();
  }

  /** Where it is: the end `a` of its axis. */
  get position(): Float64Array {
    return this.#position.slice();
  }

  /**
   * How far it goes by itself in a step. You add gravity, `walker.velocity[2] -= 0.01`; a step takes away what floors, walls and
   * ceilings stop.
   */
  get velocity(): Float64Array {
    return this.#velocity;
  }

  set velocity(velocity: Numbers) {
    this.#velocity.set(triple(velocity, 'velocity'));
  }

  /** The place at which it stands, as of the last step; what it stands on is in the answer of the step. */
  get floor(): WalkerFloor<Float64Array> | null {
    return this.#floor;
  }

  /**
   * One step in a world at rest: by its velocity and by a displacement, where it wants to go in this step.
   *
   * @throws {TangencyError} which names the field and the value, or the first item of a scene that capsules do not meet; then it has not moved.
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
   * While a scene moves, before a step in the scene as it then is: it goes along by a displacement, that of what it stands on, and is pushed by what runs into it.
   *
   * `moving` is the scene of this moment, in which each thing that moves goes its way in the time from 0 to 1: its velocity is how far it goes in the step. The
   * walker's own leg, to where it then is, *enters nothing while all that moves*. If something is in its way it goes aside, if that is possible; else it is not
   * moved, and the answer says by what it is crushed. Then put all that moved to where it is now, at rest, and take the step.
   *
   * @throws {TangencyError} which names the field and the value, or the first item that capsules do not meet; then it has not moved.
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
   * Puts it elsewhere, in the air; in a world only if there is room, which is decided exactly.
   *
   * @returns what is in the way, if there is no room; then it stays where it is.
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
   * Another body, here or elsewhere, if there is room for it, which is decided exactly: to crouch, and to stand up.
   *
   * @returns what is in the way, if there is no room; then it keeps the body that it has.
   * @throws {TangencyError} which names the field and the value, or the first item of a scene that capsules do not meet.
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
   * All that its next steps depend on, except for its options and the world: after `restore` each further step has the same bits.
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
   * Puts it into a state, its own or that of another walker, wherever that is and whatever is there.
   *
   * @throws {TangencyError} which names the field and the value; then it is as it was.
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

  /** The same walker once more, which then goes its own ways. */
  clone(): Walker {
    const walker: any = this.#alive.copy();
    const other = new Walker(walker);
    other.#velocity.set(this.#velocity);
    other.#floor = this.#floor;
    return other;
  }

  /** Gives its memory back. After this it takes no steps, and can be freed again. */
  free(): void {
    this.#engine?.free();
    this.#engine = undefined;
  }

  get #alive(): EngineWalker {
    if (this.#engine === undefined) throw new TangencyError('the walker was freed, and takes no more steps');
    return this.#engine;
  }
}

/** Gives its memory back at the end of the block: `using walker = new Walker(…)`. */
export interface Walker extends Disposable {}
// Not every browser knows the symbol yet.
if (Symbol.dispose) Object.defineProperty(Walker.prototype, Symbol.dispose, { value: Walker.prototype.free, configurable: true, writable: true });

/** Columns in the row that the engine has written. */
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

/** The floor in a state that the engine has written. */
function floorOf(state: Float64Array): WalkerFloor<Float64Array> | null {
  return state.length > 13 ? { point: state.subarray(13, 16), normal: state.subarray(16, 19) } : null;
}

/** What the engine makes a capsule of. */
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

/** Three numbers, as floats. */
function triple(values: unknown, field: string): Float64Array {
  const numbers = numbersOf(values, field);
  if (numbers.length !== 3) throw TangencyError.of(`${field}.length`, numbers.length, '3');
  return numbers;
}
