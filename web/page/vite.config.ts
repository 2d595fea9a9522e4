import { defineConfig, type Plugin } from 'vite';
import { fileURLToPath } from 'node:url';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** All shaders are the page's own: of those that three.js has, only what it writes into each of them is sent. */
const ownShaders: Plugin = {
  name: 'own-shaders',
  enforce: 'pre',
  load(id) {
    const shader = /three\/src\/renderers\/shaders\/Shader(?:Chunk|Lib)\/(\w+)\.glsl\.js$/.exec(id)?.[1];
    if (!shader || ['colorspace_pars_fragment', 'tonemapping_pars_fragment'].includes(shader)) return null;
    // Each is the default export, and those of a material are two by name.
    return "export default ''; export const vertex = ''; export const fragment = '';";
  },
};

// Everything relative, so that the page runs from any folder, and from the command that serves it.
export default defineConfig({
  base: './',
  resolve: {
    alias: {
      // What is fetched for each part of the engine; `build` makes them.
      'part/meshes': here('../parts/meshes/index.js'),
      'part/solids': here('../parts/solids/engine/engine.js'),
      // As it was written, in modules, of which those that are not used are left out.
      three: here('node_modules/three/src/Three.js'),
    },
  },
  worker: { format: 'es', plugins: () => [ownShaders] },
  build: { target: 'es2023', assetsInlineLimit: 0, modulePreload: { polyfill: false }, chunkSizeWarningLimit: 900, reportCompressedSize: false },
});
