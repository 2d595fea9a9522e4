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
}

const BODY = ['a', 'b', 'axis', 'radius'] as const;
const OPTIONS = ['up', 'maxSlope', 'stepHeight', 'snapDistance', 'maxIterations'] as const satisfies (keyof WalkerOptions)[];

/** What a walker stands on, or has knocked its head on. */
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
const HEAD = 14;

/**
 * A character: a capsule that does not turn; it walks on floors, climbs steps, sticks to the floor, falls and jumps.
 *
 * Each leg of each step is free, and so is each place at its end: no number of steps in a world at rest ends in overlap.
 */
export class Walker {
  #engine: EngineWalker | undefined;
  #position: Float64Array;
  #floor: WalkerContact | null = null;
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
      onlyFields(body, 'body', BODY);
      onlyFields(options, 'options', OPTIONS);
      const { a, b, axis, radius } = body;
      if ((b === undefined) === (axis === undefined)) throw new TangencyError('body must have either b or axis');
      const { up, maxSlope, stepHeight, snapDistance, maxIterations: most } = options;
      if (most !== undefined && !(Number.isInteger(most) && most >= 0 && most <= 0xffff_ffff)) {
        throw TangencyError.of('maxIterations', most, 'a whole number from 0 to 4294967295');
      }
      const maybe = (value: Numbers | undefined, field: string) => (value === undefined ? undefined : triple(value, field));
      const length = (value: unknown, field: string) => (value === undefined ? undefined : number(value, field));
      const parts = [triple(a, 'a'), maybe(b, 'b'), maybe(axis, 'axis'), number(radius, 'radius')] as const;
      const can = [maybe(up, 'up'), length(maxSlope, 'maxSlope'), length(stepHeight, 'stepHeight'), length(snapDistance, 'snapDistance'), most] as const;
      // Who has y up and does not say so has a capsule that lies on its side.
      const [from, to, along] = parts;
      const leans = [0, 1].some((k) => (along ? along[k] !== 0 : to![k] !== from[k]));
      if (up === undefined && leans) throw new TangencyError('options.up is undefined, which is z, but the axis of the body is not along z: give up as a vector');
      this.#engine = TangencyError.ofFieldsUnless(() => new (engine().Walker)(...parts, ...can));
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

  /** On what it stands, as of the last step. */
  get floor(): WalkerContact | null {
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
    const [start, legs, contacts, floors, ceilings] = all as unknown as [number, number, number, number, number];
    this.#position = all.subarray(8, 11);
    this.#velocity.set(all.subarray(11, HEAD));
    const met = metOf(all, HEAD + 3 * legs, contacts + floors + ceilings);
    this.#floor = floors ? one(met, contacts) : null;
    return {
      start: STARTS[start]!,
      from: all.subarray(5, 8),
      legs: all.subarray(HEAD, HEAD + 3 * legs),
      contacts: first(met, contacts),
      floor: this.#floor,
      ceiling: ceilings ? one(met, contacts + floors) : null,
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
    return { status: RIDES[status]!, position: this.#position.slice(), item, triangle, feature };
  }

  /**
   * Puts it elsewhere, in the air.
   *
   * @throws {TangencyError} which names the field and the value.
   */
  teleport(position: Numbers): void {
    atMost(1, arguments, 'teleport');
    const [x, y, z] = triple(position, 'position');
    const walker = this.#alive;
    TangencyError.ofFieldsUnless(() => walker.teleport(x!, y!, z!));
    this.#position = walker.position();
    this.#floor = null;
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
