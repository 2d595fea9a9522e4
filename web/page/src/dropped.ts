// Files that are dropped on the page or saved from it: meshes, which are in the address if they are
// small, and spheres, as a table that `tangency cast` reads.

import type { Columns } from './engine';
import { written } from './exact';

/** The length of the longest packed file that goes into the address. */
const LONGEST = 40_000;

/** The length of the largest file that is packed at all. */
const LARGEST = 2_000_000;

/** A file as text for the address, or nothing if it is too long. */
export async function packed(file: Blob): Promise<string | undefined> {
  if (file.size > LARGEST) return undefined;
  const small = new Uint8Array(await new Response(file.stream().pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer());
  if (small.length > LONGEST) return undefined;
  let text = '';
  for (const byte of small) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The file from its text. */
export async function unpacked(text: string): Promise<Blob> {
  try {
    const raw = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(raw, (c) => c.charCodeAt(0));
    const file = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).blob();
    if (file.size <= LARGEST) return file;
  } catch {
    // The limit is the same as below.
  }
  throw new Error('The data in the address is not a file that this page has packed: the link may have been cut off.');
}

const STATUS = ['none', 'contact', 'overlap'];

/** The spheres or capsules as a table that `tangency cast` reads, and their results. */
export function csvOf({ center, radius, velocity, axis, status, time }: Columns): string {
  const rows = [`x,y,z,radius,vx,vy,vz,${axis ? 'axis_x,axis_y,axis_z,' : ''}status,time`];
  radius.forEach((r, i) => {
    const place = 3 * i;
    const numbers = [...center.subarray(place, place + 3), r, ...velocity.subarray(place, place + 3), ...(axis?.subarray(place, place + 3) ?? [])];
    rows.push([...numbers.map(written), STATUS[status[i]], status[i] ? written(time[i]) : ''].join(','));
  });
  return `${rows.join('\n')}\n`;
}
