import init, * as bound from './engine/engine.js';

let loading: Promise<unknown> | undefined;
let isReady = false;

/** Where the WebAssembly comes from: its bytes, its address, or the Response that brings it. */
export type Source = string | ArrayBuffer | ArrayBufferView | { readonly href: string } | { readonly ok: boolean; arrayBuffer(): Promise<ArrayBuffer> };

/**
 * Loads the WebAssembly, once; all that follows is synchronous.
 *
 * @param source - without it, the file beside the module, by fetch in a browser and by fs in Node.
 */
export async function load(source?: Source): Promise<void> {
  loading ??= start(source);
  try {
    await loading;
    isReady = true;
  } catch (error) {
    // The next one may have a better source.
    loading = undefined;
    throw error;
  }
}

async function start(source?: Source): Promise<unknown> {
  const from = source ?? new URL('./engine/engine_bg.wasm', import.meta.url);
  const isFile = from instanceof URL && from.protocol === 'file:';
  return init({ module_or_path: isFile ? await readFile(from) : (from as BufferSource | URL | string | Response) });
}

/** In Node, fetch does not read files. */
async function readFile(url: URL): Promise<BufferSource> {
  // Not written as text, so that no bundler looks for it.
  const fs = 'node:fs/promises';
  const { readFile } = await import(/* @vite-ignore */ fs);
  return readFile(url);
}

/**
 * What the WebAssembly offers.
 *
 * @internal
 */
export function engine(): typeof bound {
  if (!isReady) throw new Error('the WebAssembly is not there yet: await load() first');
  return bound;
}
