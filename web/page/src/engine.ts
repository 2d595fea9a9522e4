// Requests to the thread of the engine, and its answers as promises. A request that takes too long
// is cancelled by ending the thread: a new thread answers the others.

import type { Columns, Landed, Order, Step, Surface } from './engine.worker';
import type { Rain } from './samples';

export type { Columns, Landed, Step, Surface };

interface Waiting {
  id: number;
  order: Order;
  /** Called with the progress. */
  onStep?: (step: Step) => void;
  resolve: (value: never) => void;
  reject: (error: Error) => void;
}

/** The requests without an answer yet, in the order of the answers. */
let waiting: Waiting[] = [];
/** Meshes that came as files. A new thread needs them. */
const files = new Map<string, Blob>();
let last = 0;
let worker = start();

function start(): Worker {
  const started = new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data }: MessageEvent<{ id: number; step?: Step; value?: unknown; error?: string; isBroken?: boolean }>) => {
    const one = waiting.find(({ id }) => id === data.id);
    if (data.step) return one?.onStep?.(data.step);
    waiting = waiting.filter((other) => other !== one);
    if (data.error === undefined) one?.resolve(data.value as never);
    else one?.reject(new Error(data.error));
    if (data.isBroken) restart();
  });
  started.addEventListener('error', (event) => {
    for (const { reject } of waiting) reject(new Error(event.message || 'the engine could not be started'));
    waiting = [];
  });
  if (files.size) started.postMessage({ id: 0, order: { kind: 'files', files } satisfies Order });
  return started;
}

function restart(): void {
  worker.terminate();
  worker = start();
  for (const { id, order } of waiting) worker.postMessage({ id, order });
}

/** Cancels the request that the thread is busy with. It fails, and the requests behind it go to a
 * new thread. */
export function giveUp(): void {
  const [first] = waiting.splice(0, 1);
  if (!first) return;
  first.reject(new Error('Given up.'));
  restart();
}

function send<T>(order: Order, onStep?: (step: Step) => void): Promise<T> {
  const id = ++last;
  return new Promise((resolve, reject) => {
    waiting.push({ id, order, onStep, resolve: resolve as (value: never) => void, reject });
    worker.postMessage({ id, order });
  });
}

/** Sends one line of the protocol, and returns the line that answers it. */
export async function ask(line: string): Promise<string> {
  const [answer] = await askAll([line]);
  return answer;
}

/** Sends lines of the protocol that belong together, and returns the lines that answer them. */
export function askAll(lines: string[]): Promise<string[]> {
  return send({ kind: 'query', lines });
}

/** A mesh that was opened: its data for the address if it is small, and a sentence about the faces
 * of its file that were left out. */
interface Opened {
  surface: Surface;
  data?: string;
  skipped?: string;
}

/** A mesh for drawing. It is read from a file if there is one, which is also packed for the address
 * if it is small. Otherwise it is the mesh with this name. */
export async function mesh(name: string, file?: Blob, onStep?: (step: Step) => void): Promise<Opened> {
  const made = await send<Opened>({ kind: 'mesh', name, file }, onStep);
  if (file) files.set(name, file);
  return made;
}

/** The contacts of the spheres of a rain with a mesh. */
export function cast(name: string, drops: Rain, onStep?: (step: Step) => void): Promise<Landed> {
  return send({ kind: 'rain', mesh: name, rain: drops }, onStep);
}

/** The spheres and results that `tangency view` serves. */
export function hits(bytes: ArrayBuffer): Promise<Landed> {
  return send({ kind: 'hits', bytes });
}

/** A mesh as a PLY file. */
export function ply(name: string): Promise<Uint8Array<ArrayBuffer>> {
  return send({ kind: 'ply', mesh: name });
}

/** The spheres as a table that `tangency cast` reads, and their results. */
export function csv({ center, radius, velocity, axis, status, time }: Columns): Promise<string> {
  return send({ kind: 'csv', landed: { center, radius, velocity, axis, status, time } });
}
