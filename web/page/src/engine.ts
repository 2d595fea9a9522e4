// Questions to the engine's thread, and its answers as promises.

import type { Columns, Landed, Order, Surface } from './engine.worker';
import type { Rain } from './samples';

export type { Columns, Landed, Surface };

const worker = new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' });
const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
let last = 0;

worker.addEventListener('message', ({ data }: MessageEvent<{ id: number; value?: unknown; error?: string }>) => {
  const promise = waiting.get(data.id);
  waiting.delete(data.id);
  if (data.error === undefined) promise?.resolve(data.value as never);
  else promise?.reject(new Error(data.error));
});

worker.addEventListener('error', (event) => {
  for (const { reject } of waiting.values()) reject(new Error(event.message || 'the engine could not be started'));
  waiting.clear();
});

function send<T>(order: Order, transfer: Transferable[] = []): Promise<T> {
  const id = ++last;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve: resolve as (value: never) => void, reject });
    worker.postMessage({ id, order }, transfer);
  });
}

/** One line of the protocol, and the line that answers it. */
export async function ask(line: string): Promise<string> {
  const [answer] = await askAll([line]);
  return answer;
}

/** Lines of the protocol that belong together, and those that answer them. */
export function askAll(lines: string[]): Promise<string[]> {
  return send({ kind: 'query', lines });
}

/** A mesh, to be drawn: of a file if there are bytes, else one known by this name. */
export function mesh(name: string, bytes?: Uint8Array): Promise<Surface> {
  return send({ kind: 'mesh', name, bytes });
}

/** Where the spheres of a rain land on a mesh. */
export function cast(name: string, drops: Rain): Promise<Landed> {
  return send({ kind: 'rain', mesh: name, rain: drops });
}

/** The spheres and results that `tangency view` serves. */
export function hits(bytes: ArrayBuffer): Promise<Landed> {
  return send({ kind: 'hits', bytes }, [bytes]);
}

/** A mesh as a PLY file. */
export function ply(name: string): Promise<Uint8Array<ArrayBuffer>> {
  return send({ kind: 'ply', mesh: name });
}

/** The spheres as a table that `tangency cast` reads, and what became of them. */
export function csv({ center, radius, velocity, status, time }: Columns): Promise<string> {
  return send({ kind: 'csv', landed: { center, radius, velocity, status, time } });
}
