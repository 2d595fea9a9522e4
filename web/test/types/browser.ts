// If the host has the browser's types, a compiled module is a source too, as are the host's other
// sources.

import { load } from 'tangency';

declare const bytes: Uint8Array<ArrayBuffer>;
const compiled: WebAssembly.Module = await WebAssembly.compile(bytes);
await load(compiled);
await load(await fetch('engine_bg.wasm'));
await load(new URL('engine_bg.wasm', import.meta.url));
// @ts-expect-error: a number is no source.
await load(7);
// @ts-expect-error: null is no source either, which stands for a module that was not found.
await load(null);
