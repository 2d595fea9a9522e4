import { defineConfig } from 'vite';
import { fileURLToPath } from 'node:url';

/** What is fetched for a part of the engine; `build` makes them. */
const part = (file: string) => fileURLToPath(new URL(`../parts/${file}`, import.meta.url));

// Everything relative, so that the page runs from any folder, and from the command that serves it.
export default defineConfig({
  base: './',
  resolve: { alias: { 'part/meshes': part('meshes/index.js'), 'part/solids': part('solids/engine/engine.js') } },
  worker: { format: 'es' },
  build: { target: 'es2023', assetsInlineLimit: 0, modulePreload: { polyfill: false }, chunkSizeWarningLimit: 900 },
});
