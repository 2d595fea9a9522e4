/**
 * A sphere moves; when, where and on what does it first touch? Every answer is the same, bit by bit, in every browser, in
 * Node and in the native library.
 *
 * @packageDocumentation
 */

import { TangencyError } from './error.js';
import { atMost } from './columns.js';
import { type Source, engineFrom, start } from './load.js';

export * from './library.js';

/**
 * Loads the WebAssembly, once; all that follows is synchronous. After the first call that succeeds another one does nothing.
 *
 * @param source - without it, the file `engine_bg.wasm` of the package, by fetch in a browser and by fs in Node.
 * @throws {TangencyError} if there is no WebAssembly.
 */
export async function load(source?: Source): Promise<void> {
  atMost(1, arguments, 'load');
  await start(() => (source === undefined ? engineBeside() : engineFrom(source)));
}

/** The file beside this module. Bundlers that know this expression copy the file; it is to be written so. */
async function engineBeside() {
  try {
    return await engineFrom(new URL('./engine/engine_bg.wasm', import.meta.url));
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : cause;
    throw new TangencyError(`the WebAssembly is not beside the module: ${said}. If a bundler did not copy it, import from 'tangency/inline', or give load its address`, { cause });
  }
}
