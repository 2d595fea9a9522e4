// The engine, in a thread of its own: a request never blocks the page.

import { hitsOf, Mesh, query } from '../../dist/index.js';
import { csvOf, packed } from './dropped';
import { sizeOf } from './framing';
import { load } from './load';
import { asPly, rain, sample, type Mesh as Made, type Rain } from './samples';

/** The messages of the page. */
export type Order =
  | { kind: 'query'; lines: string[] }
  | { kind: 'files'; files: Map<string, Blob> }
  | { kind: 'mesh'; name: string; file?: Blob }
  | { kind: 'hits'; bytes: ArrayBuffer }
  | { kind: 'rain'; mesh: string; rain: Rain }
  | { kind: 'ply'; mesh: string }
  | { kind: 'csv'; landed: Columns };

/** A mesh for drawing; its arrays are transferred to the thread that draws. */
export interface Surface {
  name: string;
  positions: Float32Array;
  triangles: Uint32Array;
  count: number;
  low: number[];
  high: number[];
  /** The middle of the mesh. Positions are relative to `middle` and divided by `size`. */
  middle: number[];
  size: number;
}

/** Spheres or capsules at their starts, and the times of their first contacts. A time is NaN if
 * there is no contact. */
export interface Columns {
  center: Float64Array;
  radius: Float64Array;
  velocity: Float64Array;
  /** The vectors from the ends `a` of capsules, which are their centres, to the other ends. */
  axis?: Float64Array | undefined;
  /** The status of each row: 0 none, 1 contact, 2 overlap. */
  status: Uint8Array;
  time: Float64Array;
}

/** Columns with a summary, so that no other thread has to read all rows. */
export interface Landed extends Columns {
  /** The numbers for drawing: the start, velocity and radius of each sphere, its contact time or
   * -1, and its axis. The array is transferred to the thread that draws. */
  drops: Float32Array;
  /** The middle of the mesh. Points are relative to `middle`, and lengths are divided by `size`. */
  middle: number[];
  size: number;
  /** The first contact time, and the last that has a colour of its own. */
  times: [number, number];
  contacts: number;
  overlaps: number;
  /** The milliseconds of the cast alone; NaN if the cast was made elsewhere. */
  took: number;
}

/** Milliseconds after which a cast is cancelled. Numbers far from the size of the mesh need long
 * integers, which would take minutes for ten thousand spheres. */
const PATIENCE = 15_000;
/** The clock is read between two pieces of a cast. These are the number of spheres of the first
 * piece, and the milliseconds that a piece should take. */
const PIECE = 1;
const BETWEEN = 100;

/** The numbers of each sphere for drawing, of which the last is unused. */
const DROP = 12;

/** Each mesh with its numbers. */
const meshes = new Map<string, { mesh: Mesh; made: Made }>();
/** Files of meshes that were built by a thread before this one; each is built again when it is
 * first used. */
let files = new Map<string, Blob>();

/** The progress of a file: the current step, and the share of it that is done, if known. A cast is
 * one step without a name. */
export interface Step {
  name?: 'reading' | 'tree' | 'picture';
  share?: number;
}

type Tell = (step: Step) => void;

/** The bytes of a file, with progress as they arrive. */
async function bytesOf(file: Blob, tell: Tell): Promise<Uint8Array> {
  const bytes = new Uint8Array(file.size);
  let [length, told] = [0, -1];
  for (const reader = file.stream().getReader(); ; ) {
    const { value } = await reader.read();
    if (!value) break;
    bytes.set(value, length);
    length += value.length;
    const percent = Math.floor((100 * length) / file.size);
    if (percent > told) tell({ name: 'reading', share: (told = percent) / 100 });
  }
  return bytes;
}

/** A mesh by its name, once the engine is loaded: from a file, or a sample. */
async function meshOf(name: string, file?: Blob, tell: Tell = () => {}): Promise<{ mesh: Mesh; made: Made }> {
  const known = file ? undefined : meshes.get(name);
  if (known) return known;
  const from = file ?? files.get(name);
  let mesh: Mesh;
  let made: Made;
  if (from) {
    const bytes = await bytesOf(from, tell);
    tell({ name: 'tree' });
    mesh = Mesh.fromFile(bytes, name);
    tell({ name: 'picture' });
    made = { vertices: mesh.vertices, triangles: mesh.triangles };
  } else {
    const one = sample(name);
    if (!one) throw new Error(`mesh is ${JSON.stringify(name)}, which is neither a sample nor a file that was dropped here`);
    made = one;
    mesh = new Mesh(made.vertices, made.triangles);
  }
  mesh.name(name);
  meshes.get(name)?.mesh.free();
  meshes.set(name, { mesh, made });
  return { mesh, made };
}

function surfaceOf(name: string, { vertices, triangles }: Made): Surface {
  const about = aboutOf(vertices);
  return { name, positions: relative(vertices, about), triangles: triangles.slice(), count: triangles.length / 3, ...about };
}

/** The bounding box, the middle and the size of points. */
function aboutOf(points: Float64Array) {
  const [low, high] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]];
  for (let i = 0; i < points.length; i++) {
    low[i % 3] = Math.min(low[i % 3], points[i]);
    high[i % 3] = Math.max(high[i % 3], points[i]);
  }
  return { low, high, middle: low.map((x, k) => x / 2 + high[k] / 2), size: sizeOf({ low, high }) };
}

/** Numbers in single precision, relative to the mesh, so that its position and size cost no digits.
 * */
function relative(points: Float64Array, { middle, size }: { middle: number[]; size: number }): Float32Array {
  const small = new Float32Array(points.length);
  for (let i = 0; i < points.length; i++) small[i] = (points[i] - middle[i % 3]) / size;
  return small;
}

/** The contacts of all spheres, piece by piece, so that progress is reported and a slow cast can
 * be cancelled. */
function castAll(mesh: Mesh, { center, radius, velocity }: Pick<Columns, 'center' | 'radius' | 'velocity'>, tell: Tell): Pick<Columns, 'status' | 'time'> {
  const count = radius.length;
  const [status, time] = [new Uint8Array(count), new Float64Array(count)];
  const begun = performance.now();
  let [at, piece] = [0, PIECE];
  while (at < count) {
    const end = Math.min(count, at + piece);
    const before = performance.now();
    const contacts = mesh.firstContacts({ center: center.subarray(3 * at, 3 * end), radius: radius.subarray(at, end), velocity: velocity.subarray(3 * at, 3 * end) });
    status.set(contacts.status, at);
    time.set(contacts.time, at);
    at = end;
    const now = performance.now();
    if (at < count && now - begun > PATIENCE) throw new Error(`The cast was given up after ${PATIENCE / 1000} seconds, at ${at} of ${count} spheres: fewer spheres, or numbers that are nearer to those of the mesh, take less.`);
    tell({ share: at / count });
    piece = now - before < BETWEEN ? 2 * piece : Math.max(1, piece >> 1);
  }
  return { status, time };
}

/** Spheres or capsules and their results. */
function landed({ center, radius, velocity, axis }: Pick<Columns, 'center' | 'radius' | 'velocity' | 'axis'>, contacts: Pick<Columns, 'status' | 'time'>, took: number): Landed {
  const [status, time] = [Uint8Array.from(contacts.status), Float64Array.from(contacts.time)];
  const drops = new Float32Array(DROP * radius.length);
  const { middle, size } = aboutOf(center);
  let [touching, overlapping] = [0, 0];
  status.forEach((word, i) => {
    if (word === 1) touching++;
    else if (word === 2) [overlapping, time[i]] = [overlapping + 1, 0];
    // A row that could not be answered is not drawn as a contact.
    else [status[i], time[i]] = [0, NaN];
    const at = DROP * i;
    for (let k = 0; k < 3; k++) {
      [drops[at + k], drops[at + 3 + k]] = [(center[3 * i + k] - middle[k]) / size, velocity[3 * i + k] / size];
      if (axis) drops[at + 8 + k] = axis[3 * i + k] / size;
    }
    [drops[at + 6], drops[at + 7]] = [radius[i] / size, time[i] >= 0 ? time[i] : -1];
  });
  return { center, radius, velocity, axis, status, time, drops, middle, size, times: range(time), contacts: touching, overlaps: overlapping, took };
}

/** The first and the last contact time. From a hundred contacts on, the last hundredth of them is
 * left out, since it would make the other colours too similar. */
function range(times: Float64Array): [number, number] {
  const sorted = times.filter((t) => t >= 0).sort();
  if (!sorted.length) return [0, 1];
  return [sorted[0], sorted[Math.ceil(0.99 * (sorted.length - 1))]];
}

/** The buffers of a value, which are transferred and not copied. Several columns may share one
 * buffer. */
function buffersOf(value: object): ArrayBuffer[] {
  return [...new Set(Object.values(value).filter(ArrayBuffer.isView).map(({ buffer }) => buffer as ArrayBuffer))];
}

let before = Promise.resolve();

// Requests are answered one after the other, in the order of arrival.
addEventListener('message', ({ data }: MessageEvent<{ id: number; order: Order }>) => (before = before.then(() => answered(data))));

async function answered({ id, order }: { id: number; order: Order }): Promise<void> {
  const answer = (value: unknown, transfer: Transferable[] = []) => postMessage({ id, value }, { transfer });
  try {
    switch (order.kind) {
      case 'query': {
        await load();
        for (const line of order.lines) {
          const named = /"mesh":\{"path":("(?:[^"\\]|\\.)*")/.exec(line);
          if (named) await meshOf(JSON.parse(named[1]));
        }
        answer(order.lines.map((line) => query(line)));
        break;
      }
      case 'files':
        files = order.files;
        break;
      case 'mesh': {
        await load();
        const { mesh, made } = await meshOf(order.name, order.file, (step) => postMessage({ id, step }));
        const surface = surfaceOf(order.name, made);
        answer({ surface, skipped: mesh.skipped, data: order.file && (await packed(order.file)) }, buffersOf(surface));
        break;
      }
      case 'rain': {
        await load();
        const { mesh } = await meshOf(order.mesh);
        const spheres = rain(order.rain);
        const start = performance.now();
        const contacts = castAll(mesh, spheres, (step) => postMessage({ id, step }));
        const result = landed(spheres, contacts, performance.now() - start);
        answer(result, buffersOf(result));
        break;
      }
      case 'hits': {
        const { spheres, contacts } = hitsOf(order.bytes);
        const result = landed(spheres, contacts, NaN);
        answer(result, buffersOf(result));
        break;
      }
      case 'ply': {
        await load();
        const bytes = asPly((await meshOf(order.mesh)).made);
        answer(bytes, [bytes.buffer]);
        break;
      }
      case 'csv':
        answer(csvOf(order.landed));
        break;
    }
  } catch (error) {
    // An instance that trapped, for example without memory, gives no reliable answers any more.
    const isBroken = error instanceof WebAssembly.RuntimeError;
    const message = error instanceof Error ? error.message : String(error);
    postMessage({ id, error: isBroken ? `The engine stopped: ${message}` : message, isBroken });
  }
}
