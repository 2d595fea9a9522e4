import init, * as bound from './engine/engine.js';

let loading: Promise<unknown> | undefined;
let isReady = false;

/**
 * Loads the WebAssembly, once; all that follows is synchronous.
 *
 * @param source - bytes, a URL or a Response; without it, the file beside the module, by fetch in a browser and by fs in Node.
 */
export async function load(source?: BufferSource | URL | string | Response): Promise<void> {
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

async function start(source?: BufferSource | URL | string | Response): Promise<unknown> {
  const from = source ?? new URL('./engine/engine_bg.wasm', import.meta.url);
  const isFile = from instanceof URL && from.protocol === 'file:';
  return init({ module_or_path: isFile ? await readFile(from) : from });
}

/** In Node, fetch does not read files. */
async function readFile(url: URL): Promise<BufferSource> {
  // Not written as text, so that no bundler looks for it.
  const fs = 'node:fs/promises';
  const { readFile } = await import(/* @vite-ignore */ fs);
  return readFile(url);
}

/** What the WebAssembly offers. */
export function engine(): typeof bound {
  if (!isReady) throw new Error('the WebAssembly is not there yet: await load() first');
  return bound;
}
