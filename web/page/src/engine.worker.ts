// The engine, in a thread of its own: the page is never blocked by a question. This is the only file that knows the package.

import { type Contacts, hitsOf, load, Mesh, query } from 'tangency';
import { rain, sample, type Rain, type Surface } from './samples';

/** What the page sends. */
export type Order =
  | { kind: 'query'; line: string }
  | { kind: 'mesh'; name: string; bytes?: Uint8Array }
  | { kind: 'hits'; bytes: ArrayBuffer }
  | { kind: 'rain'; mesh: string; rain: Rain };

/** Spheres as they start and where each first touches; times are NaN where there is no contact. */
export interface Landed {
  center: Float64Array;
  radius: Float64Array;
  velocity: Float64Array;
  /** 0 none, 1 contact, 2 overlap. */
  status: Uint8Array;
  time: Float64Array;
  contacts: number;
  overlaps: number;
  /** Milliseconds that the cast took, without what surrounds it; NaN if it was made elsewhere. */
  took: number;
}

const meshes = new Map<string, { mesh: Mesh; surface: Surface }>();
const ready = load();

/** A mesh by its name: one that came as a file, or a sample. */
function meshOf(name: string, bytes?: Uint8Array): { mesh: Mesh; surface: Surface } {
  const known = meshes.get(name);
  if (known && !bytes) return known;
  let mesh: Mesh;
  let surface: Surface;
  if (bytes) {
    mesh = Mesh.fromFile(bytes, name);
    surface = { vertices: mesh.vertices, triangles: mesh.triangles };
  } else {
    const made = sample(name);
    if (!made) throw new Error(`mesh is ${JSON.stringify(name)}, which is neither a sample nor a file that was dropped here`);
    surface = made;
    mesh = new Mesh(made.vertices, made.triangles);
  }
  mesh.name(name);
  known?.mesh.free();
  const entry = { mesh, surface };
  meshes.set(name, entry);
  return entry;
}

/** Spheres and what became of them. */
function landed(spheres: Pick<Landed, 'center' | 'radius' | 'velocity'>, contacts: Contacts, took: number): Landed {
  const { center, radius, velocity } = spheres;
  const [status, time] = [Uint8Array.from(contacts.status), Float64Array.from(contacts.time)];
  let [touching, overlapping] = [0, 0];
  status.forEach((word, i) => {
    if (word === 1) touching++;
    else if (word === 2) [overlapping, time[i]] = [overlapping + 1, 0];
    // A row that could not be answered is not drawn as a contact.
    else [status[i], time[i]] = [0, NaN];
  });
  return { center, radius, velocity, status, time, contacts: touching, overlaps: overlapping, took };
}

addEventListener('message', async ({ data }: MessageEvent<{ id: number; order: Order }>) => {
  const { id, order } = data;
  const answer = (value: unknown, transfer: Transferable[] = []) => postMessage({ id, value }, { transfer });
  try {
    await ready;
    switch (order.kind) {
      case 'query': {
        const named = /"mesh":\{"path":("(?:[^"\\]|\\.)*")/.exec(order.line);
        if (named) meshOf(JSON.parse(named[1]));
        answer(query(order.line));
        break;
      }
      case 'mesh': {
        const { surface } = meshOf(order.name, order.bytes);
        const copy = { vertices: surface.vertices.slice(), triangles: surface.triangles.slice() };
        answer(copy, [copy.vertices.buffer, copy.triangles.buffer]);
        break;
      }
      case 'rain': {
        const { mesh } = meshOf(order.mesh);
        const spheres = rain(order.rain);
        const start = performance.now();
        const contacts = mesh.firstContacts(spheres);
        const result = landed(spheres, contacts, performance.now() - start);
        answer(result, [result.center.buffer, result.radius.buffer, result.velocity.buffer, result.status.buffer, result.time.buffer]);
        break;
      }
      case 'hits': {
        const { spheres, contacts } = hitsOf(order.bytes);
        answer(landed(spheres, contacts, NaN));
        break;
      }
    }
  } catch (error) {
    postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
