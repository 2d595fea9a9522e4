/**
 * The same as `tangency`, with the WebAssembly inside: for bundlers that copy no files.
 *
 * @packageDocumentation
 */

import packed from './engine/inline.js';
import { atMost } from './columns.js';
import { type Source, engineFrom, start } from './load.js';

export * from './library.js';

/**
 * Starts the WebAssembly, once; all that follows is synchronous. After the first call that succeeds another one does nothing.
 *
 * @param source - without it, what this module has inside.
 */
export async function load(source?: Source): Promise<void> {
  atMost(1, arguments, 'load');
  await start(() => (source === undefined ? unpacked() : engineFrom(source)));
}

/** The engine, which is packed by gzip and written in base 64. */
async function unpacked(): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}
