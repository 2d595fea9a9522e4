/**
 * Exact continuous collision detection: the first contact of a moving sphere, capsule, ellipsoid or
 * convex body with an obstacle. Every result is the same, bit by bit, in every browser, in Node and
 * in the native library.
 *
 * @packageDocumentation
 */

import { TangencyError } from './error.js';
import { atMost } from './columns.js';
import { type Source, engineFrom, start } from './load.js';

export * from './library.js';

/**
 * Loads the WebAssembly; all other functions are synchronous. After a call that succeeded, another
 * one does nothing.
 *
 * @param source - the WebAssembly; by default the file `engine_bg.wasm` of the package, by fetch in
 * a browser and by fs in Node.
 * @throws {TangencyError} if there is no WebAssembly.
 */
export async function load(source?: Source): Promise<void> {
  atMost(1, arguments, 'load');
  await start(() => (source === undefined ? engineBeside() : engineFrom(source)));
}

/**
 * Reads the file next to this module. Bundlers recognise this expression and copy the file, so it
 * must be written like this.
 */
async function engineBeside() {
  try {
    return await engineFrom(new URL('./engine/engine_bg.wasm', import.meta.url));
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : cause;
    throw new TangencyError(`the WebAssembly is not next to the module: ${said}. If a bundler did not copy it, import from 'tangency/inline', or give load its address`, { cause });
  }
}
