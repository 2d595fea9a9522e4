import { defineConfig } from 'vite';
import { fileURLToPath } from 'node:url';

// Everything relative, so that the page runs from any folder, and from the command that serves it.
export default defineConfig({
  base: './',
  resolve: { alias: { tangency: fileURLToPath(new URL('../dist/index.js', import.meta.url)) } },
  worker: { format: 'es' },
  build: { target: 'es2023', assetsInlineLimit: 0, modulePreload: { polyfill: false }, chunkSizeWarningLimit: 900 },
});
