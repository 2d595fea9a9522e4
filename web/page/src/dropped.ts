// Files that come to the page and leave it: meshes that are dropped on it, in the address if they are small; and spheres, as a
// table that `tangency cast` reads.

import type { Columns } from './engine';
import { written } from './state';

/** A file longer than this, packed, does not go into the address. */
const LONGEST = 40_000;

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const packed = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** A file as text for the address, or nothing if it is too long. */
export async function packed(bytes: Uint8Array): Promise<string | undefined> {
  const small = await through(bytes, new CompressionStream('deflate-raw'));
  if (small.length > LONGEST) return undefined;
  let text = '';
  for (const byte of small) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The file again. */
export async function unpacked(text: string): Promise<Uint8Array> {
  const raw = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return through(Uint8Array.from(raw, (c) => c.charCodeAt(0)), new DecompressionStream('deflate-raw'));
}

const STATUS = ['none', 'contact', 'overlap'];

/** The spheres as a table that `tangency cast` reads, and what became of them. */
export function csvOf({ center, radius, velocity, status, time }: Columns): string {
  const rows = ['x,y,z,radius,vx,vy,vz,status,time'];
  radius.forEach((r, i) => {
    const place = 3 * i;
    const numbers = [...center.subarray(place, place + 3), r, ...velocity.subarray(place, place + 3)];
    rows.push([...numbers.map(written), STATUS[status[i]], status[i] ? written(time[i]) : ''].join(','));
  });
  return `${rows.join('\n')}\n`;
}
