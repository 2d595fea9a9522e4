import init, * as bound from './engine/engine.js';
import { TangencyError } from './error.js';

/** A compiled module, if the types of the host have it. */
type Compiled = typeof globalThis extends { WebAssembly: { Module: new (...bytes: any) => infer Module } } ? Module & object : never;

/**
 * The source of the WebAssembly: its address, its bytes, a Response with it, or the compiled
 * module, which can be sent to a worker. In Node a string that is no address is a path.
 */
export type Source =
  | string
  | { readonly href: string }
  | ArrayBuffer
  | ArrayBufferView
  | { readonly ok: boolean; arrayBuffer(): Promise<ArrayBuffer> }
  | Compiled;

/** A source that can be instantiated. */
type Engine = BufferSource | Response | WebAssembly.Module;

let loading: Promise<unknown> | undefined;
let isReady = false;

/**
 * Starts the engine that `find` returns, unless an engine was started already.
 *
 * @internal
 */
export async function start(find: () => Promise<Engine>): Promise<void> {
  loading ??= find().then((engine) => init({ module_or_path: engine as BufferSource | Response }));
  try {
    await loading;
    isReady = true;
  } catch (error) {
    // The next call may have a better source.
    loading = undefined;
    throw error;
  }
}

/**
 * Reads the engine from a source.
 *
 * @internal
 */
export async function engineFrom(source: Source): Promise<Engine> {
  if (typeof source === 'string') return engineAt(source);
  // An object of another realm, such as a frame, is no instance of the classes of this one.
  const kind = Object.prototype.toString.call(source);
  if (kind === '[object WebAssembly.Module]' || kind === '[object ArrayBuffer]') return source as Engine;
  // Not every JavaScript engine compiles a DataView.
  if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer as ArrayBuffer, source.byteOffset, source.byteLength);
  if (typeof source === 'object' && source !== null) {
    if ('href' in source) return engineAt(source.href);
    if ('arrayBuffer' in source) return engineIn(source as Response, 'the Response');
  }
  throw TangencyError.of('source', source, 'an address, bytes, a Response or a WebAssembly.Module');
}

async function engineAt(address: string): Promise<Engine> {
  const url = parsed(address);
  // A letter before a colon is a drive of Windows. A browser takes any other string for an address
  // relative to the page.
  const isPath = url ? /^[a-z]:$/.test(url.protocol) : 'process' in globalThis && !('location' in globalThis);
  if (isPath || url?.protocol === 'file:') return readFile(isPath ? address : url!);
  return engineIn(await fetch(address), address);
}

function parsed(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}

/**
 * Checks that a response is WebAssembly; many servers respond with a page if the file does not
 * exist.
 */
async function engineIn(response: Response, from: string): Promise<Engine> {
  if (!response.ok) throw new TangencyError(`${from} has the status ${response.status}, must contain WebAssembly`);
  // The engine is compiled while it is loaded.
  if (response.headers?.get('content-type')?.startsWith('application/wasm')) return response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (String.fromCharCode(...bytes.subarray(0, 4)) === '\0asm') return bytes;
  const beginning = JSON.stringify(new TextDecoder().decode(bytes.subarray(0, 16)));
  throw new TangencyError(`${from} begins with ${beginning}, must be WebAssembly`);
}

/** Reads a file in Node, where fetch does not read files. */
async function readFile(file: URL | string): Promise<BufferSource> {
  // The name is in a variable, so that no bundler tries to resolve it.
  const fs = 'node:fs/promises';
  const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ fs);
  return readFile(file);
}

/**
 * Returns the functions of the WebAssembly.
 *
 * @internal
 */
export function engine(): typeof bound {
  if (!isReady) throw new Error('the WebAssembly is not loaded yet: await load() first');
  return bound;
}
