import { defineConfig, type Plugin } from 'vite';
import { fileURLToPath } from 'node:url';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What the renderer of three.js asks of each of its parts that the page has no use for, and what it is answered: that there is none. */
const UNUSED: Record<string, string> = {
  // Headsets.
  'renderers/webxr/WebXRManager': `export class WebXRManager {
    enabled = false; isPresenting = false;
    addEventListener() {} removeEventListener() {} setAnimationLoop() {} getEnvironmentBlendMode() {} dispose() {}
  }`,
  // Lights, their shadows and what is mirrored: the page's shaders have a light of their own.
  'renderers/webgl/WebGLShadowMap': 'export class WebGLShadowMap { enabled = false; render() {} }',
  'renderers/webgl/WebGLLights': `const kinds = ['sun', 'directional', 'point', 'spot', 'rectArea', 'hemi', 'spotLightMap', 'sunShadowMap', 'directionalShadowMap', 'pointShadowMap', 'spotShadowMap'];
    export class WebGLLights {
      state = { version: 0, numSpotLightShadowsWithMaps: 0, numLightProbes: 0, ...Object.fromEntries(kinds.map((kind) => [kind, []])) };
      setup() {} setupView() {}
    }`,
  'renderers/webgl/WebGLEnvironments': 'export class WebGLEnvironments { get() { return null; } dispose() {} }',
  'renderers/shaders/DFGLUTData': 'export const getDFGLUT = () => null;',
  // Materials of three.js, of which there are none; shaders have their uniforms themselves.
  'renderers/webgl/WebGLMaterials': 'export class WebGLMaterials { refreshMaterialUniforms(_, material) { material.uniformsNeedUpdate = false; } }',
  'renderers/shaders/ShaderLib': 'export const ShaderLib = {};',
  'renderers/shaders/ShaderChunk': "import colorspace_pars_fragment from './ShaderChunk/colorspace_pars_fragment.glsl.js'; export const ShaderChunk = { colorspace_pars_fragment };",
  'renderers/shaders/UniformsLib': 'export const UniformsLib = {};',
  // Shapes that change into others, groups of uniforms, buffers of more than eight bits, several cameras at once.
  'renderers/webgl/WebGLMorphtargets': 'export class WebGLMorphtargets { update() {} }',
  'renderers/webgl/WebGLUniformsGroups': 'export class WebGLUniformsGroups { dispose() {} }',
  'renderers/webgl/WebGLOutput': 'export class WebGLOutput {}',
  // Planes that cut off what is beyond them.
  'renderers/webgl/WebGLClipping': `export class WebGLClipping {
    uniform = { value: null, needsUpdate: false }; numPlanes = 0; numIntersection = 0;
    init() { return false; } beginShadows() {} endShadows() {} setGlobalState() {} setState() {}
  }`,
  'math/FrustumArray': 'export class FrustumArray {}',
  // Textures that are compressed, or of other formats than the page's.
  'renderers/webgl/WebGLUtils': `import { DepthFormat, FloatType, HalfFloatType, RGBAFormat, UnsignedByteType, UnsignedIntType } from '../../constants.js';
    export function WebGLUtils(gl) {
      const names = new Map([[UnsignedByteType, gl.UNSIGNED_BYTE], [UnsignedIntType, gl.UNSIGNED_INT], [HalfFloatType, gl.HALF_FLOAT], [FloatType, gl.FLOAT],
        [RGBAFormat, gl.RGBA], [DepthFormat, gl.DEPTH_COMPONENT]]);
      return { convert: (name) => names.get(name) ?? null };
    }`,
  // Backgrounds that are pictures: behind all there is one colour.
  'renderers/webgl/WebGLBackground': `import { Color } from '../../math/Color.js';
    import { getUnlitUniformColorSpace } from '../shaders/UniformsUtils.js';
    export function WebGLBackground(renderer, environments, state, objects, alpha, isPremultiplied) {
      const color = new Color(0), rgb = {};
      let opacity = alpha === true ? 0 : 1;
      const render = () => {
        color.getRGB(rgb, getUnlitUniformColorSpace(renderer));
        state.buffers.color.setClear(rgb.r, rgb.g, rgb.b, opacity, isPremultiplied);
      };
      return {
        getClearColor: () => color, getClearAlpha: () => opacity, render, addToRenderList() {}, dispose() {},
        setClearColor(to, alpha = 1) { color.set(to); opacity = alpha; render(); },
        setClearAlpha(to) { opacity = to; render(); },
      };
    }`,
};

const onlyWhatIsUsed: Plugin = {
  name: 'only-what-is-used',
  enforce: 'pre',
  load(id) {
    return UNUSED[/three\/src\/(.+)\.js$/.exec(id)?.[1] ?? ''] ?? null;
  },
};

/** A shader without what is for who reads it: comments, indents, and blanks around signs but for plus and minus. A directive keeps its line. */
const shortened = (shader: string) =>
  shader
    .replace(/\/\/.*$/gm, '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => (line.startsWith('#') ? `\n${line}\n` : line.replace(/ *([=*/,;{}()<>?:&|]) */g, '$1')))
    .join('')
    .replace(/\n+/g, '\n');

const shortShaders: Plugin = {
  name: 'short-shaders',
  enforce: 'pre',
  transform(code) {
    return code.replace(/\/\* glsl \*\/ `([^`]*)`/g, (_, shader: string) => `\`${shortened(shader)}\``);
  },
};

// Everything relative, so that the page runs from any folder, and from the command that serves it. "Walk" is built by itself (`--mode walk`): nothing that it has
// makes the other views wait for one more file.
export default defineConfig(({ mode }) => ({
  base: './',
  resolve: {
    alias: {
      // What is fetched for each part of the engine; `build` makes them.
      'part/meshes': here('../parts/meshes/engine/engine.js'),
      'part/capsules-meshes': here('../parts/capsules-meshes/engine/engine.js'),
      'part/solids': here('../parts/solids/engine/engine.js'),
      'part/capsules-boxes': here('../parts/capsules-boxes/engine/engine.js'),
      'part/walk': here('../parts/walk/index.js'),
      // As it was written, in modules, of which those that are not used are left out.
      three: here('node_modules/three/src/Three.js'),
    },
  },
  worker: { format: 'es', plugins: () => [onlyWhatIsUsed, shortShaders] },
  build: { target: 'es2023', assetsInlineLimit: 0, modulePreload: { polyfill: false }, chunkSizeWarningLimit: 900, reportCompressedSize: false, emptyOutDir: mode !== 'walk', rolldownOptions: { input: here(mode === 'walk' ? 'walk.html' : 'index.html') } },
}));
