import { defineConfig, type Plugin } from 'vite';
import { fileURLToPath } from 'node:url';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Modules of three.js that its renderer calls although the page does not use them, and stubs
 * that report nothing. */
const UNUSED: Record<string, string> = {
  // Headsets are not supported.
  'renderers/webxr/WebXRManager': `export class WebXRManager {
    enabled = false; isPresenting = false;
    addEventListener() {} removeEventListener() {} setAnimationLoop() {} getEnvironmentBlendMode() {} dispose() {}
  }`,
  // Lights, their shadows and reflections are unused, since the shaders of the page have a light of
  // their own.
  'renderers/webgl/WebGLShadowMap': 'export class WebGLShadowMap { enabled = false; render() {} }',
  'renderers/webgl/WebGLLights': `const kinds = ['sun', 'directional', 'point', 'spot', 'rectArea', 'hemi', 'spotLightMap', 'sunShadowMap', 'directionalShadowMap', 'pointShadowMap', 'spotShadowMap'];
    export class WebGLLights {
      state = { version: 0, numSpotLightShadowsWithMaps: 0, numLightProbes: 0, ...Object.fromEntries(kinds.map((kind) => [kind, []])) };
      setup() {} setupView() {}
    }`,
  'renderers/webgl/WebGLEnvironments': 'export class WebGLEnvironments { get() { return null; } dispose() {} }',
  'renderers/shaders/DFGLUTData': 'export const getDFGLUT = () => null;',
  // Materials of three.js are unused; the shaders of the page set their uniforms themselves.
  'renderers/webgl/WebGLMaterials': 'export class WebGLMaterials { refreshMaterialUniforms(_, material) { material.uniformsNeedUpdate = false; } }',
  'renderers/shaders/ShaderLib': 'export const ShaderLib = {};',
  'renderers/shaders/ShaderChunk': "import colorspace_pars_fragment from './ShaderChunk/colorspace_pars_fragment.glsl.js'; export const ShaderChunk = { colorspace_pars_fragment };",
  'renderers/shaders/UniformsLib': 'export const UniformsLib = {};',
  // Morph targets, groups of uniforms, buffers of more than eight bits and several cameras at once
  // are unused.
  'renderers/webgl/WebGLMorphtargets': 'export class WebGLMorphtargets { update() {} }',
  'renderers/webgl/WebGLUniformsGroups': 'export class WebGLUniformsGroups { dispose() {} }',
  'renderers/webgl/WebGLOutput': 'export class WebGLOutput {}',
  // Clipping planes are unused.
  'renderers/webgl/WebGLClipping': `export class WebGLClipping {
    uniform = { value: null, needsUpdate: false }; numPlanes = 0; numIntersection = 0;
    init() { return false; } beginShadows() {} endShadows() {} setGlobalState() {} setState() {}
  }`,
  'math/FrustumArray': 'export class FrustumArray {}',
  // Compressed textures and some formats are unused.
  'renderers/webgl/WebGLUtils': `import { DepthFormat, FloatType, HalfFloatType, RGBAFormat, UnsignedByteType, UnsignedIntType } from '../../constants.js';
    export function WebGLUtils(gl) {
      const names = new Map([[UnsignedByteType, gl.UNSIGNED_BYTE], [UnsignedIntType, gl.UNSIGNED_INT], [HalfFloatType, gl.HALF_FLOAT], [FloatType, gl.FLOAT],
        [RGBAFormat, gl.RGBA], [DepthFormat, gl.DEPTH_COMPONENT]]);
      return { convert: (name) => names.get(name) ?? null };
    }`,
  // Pictures as backgrounds are unused; the background of the page has one colour.
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

/** A shader without comments, indents, and blanks around operators except plus and minus. A
 * directive keeps its line. */
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

// All addresses are relative, so that the page runs from any folder, and from the command that
// serves it. "Walk" is built separately (`--mode walk`), so that the other views do not load a file
// that both would share.
export default defineConfig(({ mode }) => ({
  base: './',
  resolve: {
    alias: {
      // These are the modules of the sources, so that unused ones are left out.
      three: here('node_modules/three/src/Three.js'),
    },
  },
  worker: { format: 'es', plugins: () => [onlyWhatIsUsed, shortShaders] },
  build: { target: 'es2023', assetsInlineLimit: 0, modulePreload: { polyfill: false }, chunkSizeWarningLimit: 900, reportCompressedSize: false, emptyOutDir: mode !== 'walk', rolldownOptions: { input: here(mode === 'walk' ? 'walk.html' : 'index.html') } },
}));
