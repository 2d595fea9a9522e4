/**
 * The package `tangency` with the WebAssembly inside, for bundlers that copy no files.
 *
 * @packageDocumentation
 */

import packed from './engine/inline.js';
import { atMost } from './columns.js';
import { type Source, engineFrom, start } from './load.js';

export * from './library.js';

/**
 * Starts the WebAssembly; all other functions are synchronous. After a call that succeeded, another
 * one does nothing.
 *
 * @param source - the WebAssembly; by default the copy inside of this module.
 */
export async function load(source?: Source): Promise<void> {
  atMost(1, arguments, 'load');
  await start(() => (source === undefined ? unpacked() : engineFrom(source)));
}

/** Unpacks the engine, which is compressed by gzip and encoded in base 64. */
async function unpacked(): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}
