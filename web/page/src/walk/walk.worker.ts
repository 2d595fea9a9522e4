// The walk, in a thread of its own. It takes sixty steps a second of the walker and of the textbook
// controller with the same inputs, and judges the latter.

import { Mesh, Walker } from '../../../dist/index.js';
import { load } from '../load';
import { level, type LevelName } from './level';
import { AXIS, bodyAt, Checksum, DEEP, HEADINGS, Inputs, MAX_SLOPE, RADIUS, RATE, riseOf, SNAP_DISTANCE, STEP_HEIGHT, urge, wish, type BodyName } from './rules';
import { Textbook } from './textbook';

/** The messages of the page. */
export type Order =
  | { kind: 'open'; picture: MessagePort }
  | { kind: 'level'; level?: LevelName; file?: File; isYUp?: boolean; body: BodyName }
  | { kind: 'keys'; keys: number; turn: number }
  | { kind: 'turn'; by: number }
  | { kind: 'textbook'; isShown: boolean }
  | { kind: 'again' }
  | { kind: 'replay'; run: string; isAtOnce: boolean }
  | { kind: 'finish' }
  | { kind: 'pause'; isPaused: boolean }
  | { kind: 'run' };

/** The counters of a walk. */
export interface Told {
  state: 'ready' | 'walking' | 'replaying' | 'replayed';
  steps: number;
  /** The number of all steps of a replayed run. */
  of: number;
  legs: number;
  blocked: number;
  overlaps: number;
  fell: number;
  rate: number;
  longest: number;
  checksum: string;
  position: number[];
  isOnFloor: boolean;
  /** Whether no more steps are taken. */
  isFull: boolean;
  textbook: { overlaps: number; stuck: number; fell: number; back: number; longest: number; /** From the walker, in lengths of the course. */ apart: number };
}

/** The answers of the thread: a level that is opened, or one that is refused, so that the last one
 * stays; the counters; a run as text; an error. */
export type Said =
  | { kind: 'opened'; name: string; count: number; scale: number; skipped?: string }
  | { kind: 'refused'; message: string }
  | { kind: 'told'; told: Told }
  | { kind: 'run'; run: string; checksum: string; steps: number }
  | { kind: 'failed'; message: string };

/** The messages to the thread that draws: a level, then the positions of the feet of the figures. */
export type Sight =
  | { kind: 'level'; body: BodyName; positions: Float32Array; steep: Uint8Array; middle: number[]; scale: number }
  | { kind: 'figures'; hero: number[]; heading: number; other?: number[]; isBad: boolean; marks: number }
  | { kind: 'mark'; at: number[]; of: Mark };

/** The failures of the textbook controller. */
export type Mark = 'overlap' | 'stuck' | 'fell';

/** The largest number of steps of a run: ten minutes. */
const MOST = 600 * RATE;
/** The largest number of late steps that are made up at once. A longer delay slows the clock, but
 * never leaves a step out of the run. */
const LATE = 6;
/** The number of steps without input after which a standing figure causes no more queries. */
const IDLE = 4 * RATE;
/**
 * The number of bad steps, or the distance, after which the textbook controller is put next to the
 * walker.
 */
const PATIENCE = 5 * RATE;
const FAR = 10;
/** The textbook controller is stuck if it moves by less than a tenth of its displacement, while a
 * walker at its position moves by more than half. */
const LITTLE = 0.1;
const MUCH = 0.5;
const MARKS = 200;

interface World {
  mesh: Mesh;
  walker: Walker;
  /** The height of the position of the walker above its feet. */
  rise: number;
  /** A walker with the body of the textbook controller. */
  judge: Walker;
  book: Textbook;
  /** The first position of the feet. */
  start: number[];
  floor: number;
  scale: number;
}

let picture: MessagePort;
let world: World | undefined;
let inputs = new Inputs();
let sum = new Checksum();
let told: Told;
let keys = 0;
let turn = 0;
let heading = 0;
let isTextbookShown = true;
let isPaused = false;
let replay: Iterator<[number, number]> | undefined;
let isAtOnce = false;
let idle = 0;
let bad = 0;
let mark: Mark | undefined;
let marks = 0;

const say = (said: Said) => postMessage(said);
const show = (sight: Sight, transfer: Transferable[] = []) => picture.postMessage(sight, transfer);

function reset(): void {
  inputs = new Inputs();
  sum = new Checksum();
  [keys, turn, heading, idle, bad, marks, mark, replay] = [0, 0, 0, 0, 0, 0, undefined, undefined];
  if (!world) return;
  begin(world);
  world.book.teleport(world.start);
  const textbook = { overlaps: 0, stuck: 0, fell: 0, back: 0, longest: 0, apart: 0 };
  told = { state: 'ready', steps: 0, of: 0, legs: 0, blocked: 0, overlaps: 0, fell: 0, rate: 0, longest: 0, checksum: `${sum}`, position: [...world.walker.position], isOnFloor: false, isFull: false, textbook };
  // The figures are shown at their start, before the first step.
  look();
}

/** Puts the walker to the start. */
function begin({ walker, rise, start: [x, y, z] }: World): void {
  walker.teleport([x, y, z + rise]);
  walker.velocity = [0, 0, 0];
}

/** The position of the feet of the walker. */
function feetOf({ walker, rise }: World): number[] {
  const [x, y, z] = walker.position;
  return [x, y, z - rise];
}

/** The corners of all triangles, with three numbers each. */
function cornersOf(vertices: Float64Array, triangles: Uint32Array): Float64Array {
  const corners = new Float64Array(3 * triangles.length);
  triangles.forEach((v, i) => corners.set(vertices.subarray(3 * v, 3 * v + 3), 3 * i));
  return corners;
}

/**
 * Points with y up as points with z up. They are turned by a right angle, which rounds no float.
 */
function upright(vertices: Float64Array): Float64Array {
  const turned = new Float64Array(vertices.length);
  for (let i = 0; i < vertices.length; i += 3) [turned[i], turned[i + 1], turned[i + 2]] = [vertices[i], -vertices[i + 2], vertices[i + 1]];
  return turned;
}

/** Whether each triangle is too steep for a floor, for the picture. */
function steepOf(corners: Float64Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: corners.length / 9 }, (_, triangle) => {
    const at = 9 * triangle;
    const [u, v] = [3, 6].map((b) => [0, 1, 2].map((k) => corners[at + b + k] - corners[at + k]));
    const [x, y, z] = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    return x * x + y * y > z * z * MAX_SLOPE * MAX_SLOPE ? 1 : 0;
  });
}

async function open(body: BodyName, name?: LevelName, file?: File, isYUp = false): Promise<void> {
  await load();
  let mesh: Mesh;
  let start: number[] | undefined;
  let skipped: string | undefined;
  if (file) {
    mesh = Mesh.fromFile(new Uint8Array(await file.arrayBuffer()), file.name);
    ({ skipped } = mesh);
    if (isYUp) {
      const { vertices, triangles } = mesh;
      mesh.free();
      mesh = new Mesh(upright(vertices), triangles);
    }
  } else {
    const made = level(name ?? 'small');
    mesh = new Mesh(made.vertices, made.triangles);
    start = made.start;
  }
  const corners = cornersOf(mesh.vertices, mesh.triangles);
  if (!corners.length) {
    mesh.free();
    throw new Error(`${file?.name ?? name} has no triangle to walk on.`);
  }
  const [low, high] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]];
  for (let i = 0; i < corners.length; i++) {
    low[i % 3] = Math.min(low[i % 3], corners[i]);
    high[i % 3] = Math.max(high[i % 3], corners[i]);
  }
  // A file may be of any size. The body is larger by a power of two, so that the rules stay the
  // same to the last bit.
  const breadth = Math.max(...high.map((x, k) => x - low[k]));
  const scale = start || !(breadth > 0) ? 1 : 2 ** Math.round(Math.log2(breadth / 24));
  const middle = low.map((x, k) => x / 2 + high[k] / 2);
  start ??= [middle[0], middle[1], high[2] + 2 * scale];
  for (const old of [world?.walker, world?.judge, world?.mesh]) old?.free();
  world = undefined;
  const can = { maxSlope: MAX_SLOPE, stepHeight: STEP_HEIGHT * scale, snapDistance: SNAP_DISTANCE * scale };
  const [walker, judge] = [body, 'capsule' as const].map((of) => new Walker(bodyAt(of, start!, scale), can));
  const book = new Textbook(corners, start, RADIUS, AXIS, scale);
  world = { mesh, walker, rise: riseOf(body, scale), judge, book, start, floor: low[2] - DEEP * scale, scale };
  const positions = Float32Array.from(corners, (x, i) => (x - middle[i % 3]) / scale);
  const steep = steepOf(corners);
  show({ kind: 'level', body, positions, steep, middle, scale }, [positions.buffer, steep.buffer]);
  reset();
  say({ kind: 'opened', name: file?.name ?? name ?? 'small', count: corners.length / 9, scale, skipped });
  tell();
}

/** Sends the positions of the figures to the picture. */
function look(): void {
  if (!world) return;
  show({ kind: 'figures', hero: feetOf(world), heading, other: isTextbookShown ? [...world.book.position] : undefined, isBad: mark !== undefined, marks });
}

function note(of: Mark, at: ArrayLike<number>): void {
  // Each failure is marked once, at its beginning.
  if (mark === of && of !== 'fell') return;
  mark = of;
  if (marks < MARKS) show({ kind: 'mark', at: Array.from(at), of });
  marks++;
}

/** Takes a step of the walker, whose steps are the run. */
function step(pressed: number, at: number): void {
  const { walker, mesh, floor, scale } = world!;
  const way = wish(pressed, at, scale);
  const begun = performance.now();
  urge(walker.velocity, pressed, walker.floor !== null, scale);
  const done = walker.step(way, mesh);
  told.longest = Math.max(told.longest, performance.now() - begun);
  inputs.push(pressed, at);
  sum.add(done.position);
  told.steps++;
  told.legs += done.legs.length / 3;
  told.blocked += done.contacts.length;
  // At the start of each step, the engine checks whether the body overlaps an obstacle at the end
  // of the last step.
  if (done.start !== 'free') told.overlaps++;
  if (done.position[2] < floor) {
    begin(world!);
    told.fell++;
  }
  const isIdle = pressed === 0 && done.floor !== null && done.legs.length === 0;
  idle = isIdle ? idle + 1 : 0;
  if (isTextbookShown) compare(pressed, way);
}

/**
 * Moves the textbook controller on the same inputs. A walker at its position, and on its floor,
 * judges it: an overlap of that walker is counted, and where the controller hardly moves, whether
 * the walker moves farther.
 */
function compare(pressed: number, way: number[]): void {
  const { judge, book, mesh, floor, scale } = world!;
  const feet = feetOf(world!);
  const { textbook } = told;
  const far = way[0] * way[0] + way[1] * way[1];
  urge(book.velocity, pressed, book.isOnFloor, scale);
  const before = book.position;
  const velocity = book.velocity.slice();
  judge.teleport(before);
  judge.velocity = [0, 0, book.isOnFloor ? -SNAP_DISTANCE * scale : 0];
  const isOverlap = judge.step([0, 0, 0], mesh).start !== 'free';
  const asked = performance.now();
  book.step(way);
  textbook.longest = Math.max(textbook.longest, performance.now() - asked);
  const gain = (from: ArrayLike<number>, to: ArrayLike<number>) => (to[0] - from[0]) * way[0] + (to[1] - from[1]) * way[1];
  let isStuck = false;
  if (far > 0 && gain(before, book.position) < LITTLE * far) {
    const from = judge.position;
    judge.velocity = velocity;
    isStuck = gain(from, judge.step(way, mesh).position) > MUCH * far;
  }
  if (isOverlap) {
    textbook.overlaps++;
    note('overlap', before);
  } else if (isStuck) note('stuck', before);
  else mark = undefined;
  if (isStuck) textbook.stuck++;
  bad = mark === undefined ? 0 : bad + 1;
  if (book.position[2] < floor) {
    textbook.fell++;
    note('fell', before);
    mark = undefined;
    book.teleport(feet);
  } else if (bad >= PATIENCE || book.position.some((x, k) => Math.abs(x - feet[k]) > FAR * scale)) {
    textbook.back++;
    bad = 0;
    mark = undefined;
    book.teleport(feet);
  }
}

/** Takes the next step, from a replayed run or from the pressed keys. */
function next(): boolean {
  if (!world) return false;
  if (replay) {
    const { value, done } = replay.next();
    if (done) {
      replay = undefined;
      told.state = 'replayed';
      keys = 0;
      tell();
      return false;
    }
    heading = value[1];
    step(value[0], heading);
    return true;
  }
  if (told.steps >= MOST) return false;
  if (told.state === 'ready' || told.state === 'replayed') {
    if (keys === 0 && turn === 0) return false;
    told.state = 'walking';
  }
  heading = (heading + 2 * turn + HEADINGS) % HEADINGS;
  step(keys, heading);
  if (idle >= IDLE) {
    told.state = 'ready';
    idle = 0;
  }
  return true;
}

/** The time by the clock at which the next step is due. */
let due = performance.now();
let since = due;
let counted = 0;
let spoken = 0;

function tick(): void {
  setTimeout(tick, 4);
  const now = performance.now();
  try {
    if (isPaused || !world) due = now;
    else if (replay && isAtOnce) {
      while (replay && performance.now() - now < 100) if (next()) counted++;
      due = performance.now();
      look();
    } else {
      let moved = false;
      for (let i = 0; i < LATE && due <= performance.now(); i++) {
        due += 1000 / RATE;
        if (next()) [moved, counted] = [true, counted + 1];
        else due = Math.max(due, now);
      }
      // A greater delay is left out.
      due = Math.max(due, performance.now() - 1000 / RATE);
      if (moved) look();
    }
    // A second in which the walk paused is not counted.
    if (told?.state !== 'walking' && !replay) [since, counted] = [now, 0];
    if (world && now - since >= 1000) {
      told.rate = (counted * 1000) / (now - since);
      [since, counted] = [now, 0];
    }
    if (world && now - spoken >= 100) tell();
  } catch (error) {
    world = undefined;
    say({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}

function tell(): void {
  if (!world) return;
  spoken = performance.now();
  told.checksum = `${sum}`;
  told.position = [...world.walker.position];
  told.isOnFloor = world.walker.floor !== null;
  const feet = feetOf(world);
  told.textbook.apart = isTextbookShown ? Math.hypot(...world.book.position.map((x, k) => x - feet[k])) / world.scale : 0;
  told.isFull = told.steps >= MOST;
  say({ kind: 'told', told });
}

let before = Promise.resolve();
addEventListener('message', ({ data }: MessageEvent<Order>) => (before = before.then(() => obey(data))));
tick();

async function obey(order: Order): Promise<void> {
  try {
    switch (order.kind) {
      case 'open':
        picture = order.picture;
        break;
      case 'level':
        await open(order.body, order.level, order.file, order.isYUp).catch((error: unknown) => say({ kind: 'refused', message: error instanceof Error ? error.message : String(error) }));
        break;
      case 'keys':
        if (replay) break;
        [keys, turn] = [order.keys, order.turn];
        break;
      case 'turn':
        if (replay) break;
        heading = (((heading + order.by) % HEADINGS) + HEADINGS) % HEADINGS;
        look();
        break;
      case 'textbook':
        isTextbookShown = order.isShown;
        if (world) world.book.teleport(feetOf(world));
        mark = undefined;
        look();
        break;
      case 'again':
        reset();
        tell();
        break;
      case 'replay': {
        const run = Inputs.read(order.run, MOST);
        if (!run) throw new Error('The run in the address is none that this page has written: the link may have been cut off.');
        reset();
        replay = run[Symbol.iterator]();
        isAtOnce = order.isAtOnce;
        [told.state, told.of] = ['replaying', run.length];
        tell();
        break;
      }
      case 'finish':
        isAtOnce = true;
        break;
      case 'pause':
        isPaused = order.isPaused;
        break;
      case 'run':
        say({ kind: 'run', run: `${inputs}`, checksum: `${sum}`, steps: told.steps });
        break;
    }
  } catch (error) {
    say({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}
