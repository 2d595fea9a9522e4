// Space on a canvas: opaque objects, and translucent ones in their true order at each pixel, even
// if they intersect. The translucent surfaces are peeled off layer by layer, from the front, and
// blended under the layers before (depth peeling).

import * as THREE from 'three';
import { camera, NEAR, upOf, type Eye } from './camera';
import type { View } from './framing';

THREE.ColorManagement.enabled = false;

const LAYERS = 8;
/** The largest number of pixels that are drawn, however large the window. */
const MAX_PIXELS = 7e6;

const LIGHT = /* glsl */ `
  vec3 lit(vec3 color, vec3 normal, vec3 toEye, float gloss) {
    float key = max(dot(normal, normalize(vec3(0.35, 0.6, 0.75))), 0.0);
    float fill = 0.5 + 0.5 * normal.y;
    float shine = pow(max(dot(normal, normalize(normalize(vec3(0.35, 0.6, 0.75)) + toEye)), 0.0), 48.0);
    return color * (0.46 + 0.2 * fill + 0.46 * key) + vec3(gloss) * shine;
  }
`;

const VERTEX = /* glsl */ `
  uniform float swell;
  varying vec3 vNormal;
  varying vec3 vEye;
  void main() {
    vec4 eye = modelViewMatrix * vec4(position + swell * normal, 1.0);
    vNormal = normalMatrix * normal;
    vEye = -eye.xyz;
    gl_Position = projectionMatrix * eye;
  }
`;

const OPAQUE = /* glsl */ `
  ${LIGHT}
  uniform vec3 color;
  varying vec3 vNormal;
  varying vec3 vEye;
  void main() {
    vec3 toEye = normalize(vEye);
    #ifdef FLAT
      vec3 n = normalize(cross(dFdx(-vEye), dFdy(-vEye)));
      const float gloss = 0.0;
    #else
      vec3 n = normalize(vNormal);
      const float gloss = 0.22;
    #endif
    if (dot(n, toEye) < 0.0) n = -n;
    gl_FragColor = vec4(lit(color, n, toEye, gloss), 1.0);
  }
`;

const GLASS = /* glsl */ `
  ${LIGHT}
  uniform vec3 color;
  uniform float opacity;
  uniform sampler2D opaqueDepth;
  uniform sampler2D peeledDepth;
  uniform bool isFirst;
  varying vec3 vNormal;
  varying vec3 vEye;
  void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    if (gl_FragCoord.z >= texelFetch(opaqueDepth, at, 0).r) discard;
    if (!isFirst && gl_FragCoord.z <= texelFetch(peeledDepth, at, 0).r + 1e-7) discard;
    vec3 toEye = normalize(vEye);
    vec3 n = normalize(vNormal);
    if (dot(n, toEye) < 0.0) n = -n;
    float rim = 1.0 - dot(n, toEye);
    float a = opacity + (1.0 - opacity) * 0.55 * rim * rim * rim;
    gl_FragColor = vec4(lit(color, n, toEye, 0.22) * a, a);
  }
`;

const SCREEN = /* glsl */ `
  varying vec2 vUv;
  void main() { vUv = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }
`;

const UNDER = /* glsl */ `
  uniform sampler2D layer;
  varying vec2 vUv;
  void main() { gl_FragColor = texture2D(layer, vUv); }
`;

const OVER = /* glsl */ `
  uniform sampler2D opaque;
  uniform sampler2D glass;
  uniform vec2 texel;
  varying vec2 vUv;
  void main() {
    // Four samples to a pixel where there are that many.
    int samples = texel.x > 0.0 ? 4 : 1;
    vec3 sum = vec3(0.0);
    for (int i = 0; i < samples; i++) {
      vec2 at = vUv + (vec2(float(i & 1), float(i >> 1)) - 0.5) * texel;
      vec4 front = texture2D(glass, at);
      sum += front.rgb + (1.0 - front.a) * texture2D(opaque, at).rgb;
    }
    gl_FragColor = vec4(sum / float(samples), 1.0);
  }
`;

const GROUND = /* glsl */ `
  uniform vec3 color;
  uniform float reach;
  varying vec2 vPlace;
  float line(vec2 p, float width) {
    vec2 d = abs(fract(p - 0.5) - 0.5) / fwidth(p);
    return 1.0 - min(min(d.x, d.y) / width, 1.0);
  }
  void main() {
    float fade = 1.0 - smoothstep(0.15, 1.0, length(vPlace) / reach);
    float a = max(0.35 * line(vPlace, 1.5), 0.75 * line(vPlace / 5.0, 2.0)) * fade;
    gl_FragColor = vec4(color, a);
  }
`;

export class Renderer {
  readonly opaque = new THREE.Scene();
  readonly glass = new THREE.Scene();
  readonly camera = new THREE.PerspectiveCamera(32, 1, NEAR, 500);
  /** Called before a picture is begun. */
  beforeDrawing: () => void = () => {};
  /** Called when a picture is finished, with the milliseconds that it took. */
  onDrawn: (took: number) => void = () => {};

  #renderer: THREE.WebGLRenderer;
  #eye: Eye = [0, 0, 1, 0, 0, 0];
  #wide = 1;
  #size = { width: 1, height: 1, ratio: 1 };
  #background = '#000';
  #isWanted = false;
  #isScheduled = false;
  /** The number of samples per pixel of the screen, along each side. */
  #samples = 1;
  #coarse = false;
  /** Whether it draws without a graphics card: one sample per pixel, or per four pixels during
   * motion, and fewer layers. */
  #inSoftware = false;
  #targets?: { opaque: THREE.WebGLRenderTarget; peel: THREE.WebGLRenderTarget[]; sum: THREE.WebGLRenderTarget };
  #quad = new THREE.Mesh(new THREE.PlaneGeometry(2, 2));
  #flat = new THREE.Scene();
  #shared = { opaqueDepth: { value: null as THREE.Texture | null }, peeledDepth: { value: null as THREE.Texture | null }, isFirst: { value: true } };
  #under = new THREE.ShaderMaterial({
    vertexShader: SCREEN,
    fragmentShader: UNDER,
    uniforms: { layer: { value: null } },
    depthTest: false,
    depthWrite: false,
    transparent: true,
    blending: THREE.CustomBlending,
    blendSrc: THREE.OneMinusDstAlphaFactor,
    blendDst: THREE.OneFactor,
    blendSrcAlpha: THREE.OneMinusDstAlphaFactor,
    blendDstAlpha: THREE.OneFactor,
  });
  #over = new THREE.ShaderMaterial({
    vertexShader: SCREEN,
    fragmentShader: OVER,
    uniforms: { opaque: { value: null }, glass: { value: null }, texel: { value: new THREE.Vector2() } },
    depthTest: false,
    depthWrite: false,
  });
  #ground = new THREE.Mesh(
    new THREE.PlaneGeometry(80, 80),
    new THREE.ShaderMaterial({
      vertexShader: 'varying vec2 vPlace; void main() { vPlace = position.xy; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }',
      fragmentShader: GROUND,
      uniforms: { color: { value: new THREE.Color() }, reach: { value: 16 } },
      transparent: true,
      depthWrite: false,
      side: THREE.DoubleSide,
    }),
  );

  /** Throws if there is no WebGL2. */
  constructor(canvas: OffscreenCanvas) {
    this.#renderer = new THREE.WebGLRenderer({ canvas, antialias: false, powerPreference: 'high-performance' });
    canvas.addEventListener('webglcontextrestored', () => {
      // A lost context loses the clear colour, and its render targets are useless.
      this.#renderer.setClearColor(this.#background);
      this.#resize();
    });
    this.#renderer.outputColorSpace = THREE.LinearSRGBColorSpace;
    this.#renderer.autoClear = false;
    // Checking a shader for errors would wait for its compilation.
    this.#renderer.debug.checkShaderErrors = import.meta.env.DEV;
    const context = this.#renderer.getContext();
    const names = context.getExtension('WEBGL_debug_renderer_info');
    this.#inSoftware = names !== null && /swiftshader|llvmpipe|software|basic render/i.test(String(context.getParameter(names.UNMASKED_RENDERER_WEBGL)));
    this.camera.up.set(0, 0, 1);
    this.#flat.add(this.#quad);
    this.opaque.add(this.#ground);
  }

  /** An opaque material. */
  solid(color: string, options: { flat?: boolean } = {}): THREE.ShaderMaterial {
    return new THREE.ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: OPAQUE,
      defines: options.flat ? { FLAT: '' } : {},
      uniforms: { color: { value: new THREE.Color(color) }, swell: { value: 0 } },
      side: THREE.DoubleSide,
    });
  }

  /** A translucent material for objects in `glass`. Its uniform `swell` moves vertices along their
   * normals. */
  translucent(color: string, opacity: number): THREE.ShaderMaterial {
    return new THREE.ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: GLASS,
      uniforms: { color: { value: new THREE.Color(color) }, opacity: { value: opacity }, swell: { value: 0 }, ...this.#shared },
      side: THREE.DoubleSide,
    });
  }

  /** The light in which everything is drawn, for other shaders. */
  static readonly light = LIGHT;

  setTheme(background: string, line: string): void {
    this.#background = background;
    this.#renderer.setClearColor(background);
    this.#ground.material.uniforms.color.value.set(line);
    this.invalidate();
  }

  setView({ eye, ground, far, wide = 1 }: View): void {
    this.#eye = eye;
    this.#wide = wide;
    const isYUp = upOf(eye) === 1;
    this.#ground.position.set(0, isYUp ? ground : 0, isYUp ? 0 : ground);
    this.#ground.rotation.x = isYUp ? -Math.PI / 2 : 0;
    this.camera.up.set(0, isYUp ? 1 : 0, isYUp ? 0 : 1);
    this.camera.far = far;
    this.#aim();
  }

  #aim(): void {
    const eye = this.#eye;
    const { at, slope } = camera(eye, this.#size.width, this.#size.height);
    this.camera.position.set(at[0], at[1], at[2]);
    this.camera.lookAt(eye[3], eye[4], eye[5]);
    this.camera.aspect = this.#size.width / this.#size.height;
    this.camera.fov = (Math.atan(slope * this.#wide) * 360) / Math.PI;
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
    this.invalidate();
  }

  /** The size of the picture in CSS pixels, and the pixels of the screen per CSS pixel. */
  setSize(width: number, height: number, ratio: number): void {
    this.#size = { width, height, ratio };
    this.#resize();
  }

  /** Draws again soon, but not before the last picture is finished, so that pictures do not lag
   * behind input. */
  invalidate(): void {
    this.#isWanted = true;
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    requestAnimationFrame(() => this.#frame());
  }

  #started = 0;
  #fence: WebGLSync | null = null;
  #slow = 0;
  #settle: ReturnType<typeof setTimeout> | undefined;

  /** Draws a picture. During motion it has fewer samples if this machine needs it. */
  #frame(): void {
    const context = this.#renderer.getContext() as WebGL2RenderingContext;
    this.#isScheduled = false;
    if (context.isContextLost()) {
      this.#fence = null;
      return;
    }
    if (this.#fence && context.getSyncParameter(this.#fence, context.SYNC_STATUS) === context.SIGNALED) {
      context.deleteSync(this.#fence);
      this.#fence = null;
      const took = performance.now() - this.#started;
      this.#slow = took > 45 ? this.#slow + 1 : Math.max(0, this.#slow - 0.1);
      this.onDrawn(took);
    }
    if (this.#isWanted && !this.#fence) {
      this.#started = performance.now();
      this.beforeDrawing();
      const coarse = this.#slow > (this.#inSoftware ? 1 : 3);
      if (coarse !== this.#coarse) {
        this.#coarse = coarse;
        this.#resize();
      }
      this.draw();
      this.#isWanted = false;
      this.#fence = context.fenceSync(context.SYNC_GPU_COMMANDS_COMPLETE, 0);
      context.flush();
      clearTimeout(this.#settle);
      if (coarse) {
        this.#settle = setTimeout(() => {
          this.#slow = 0;
          this.invalidate();
        }, 1100);
      }
    }
    if ((this.#isWanted || this.#fence) && !this.#isScheduled) {
      this.#isScheduled = true;
      requestAnimationFrame(() => this.#frame());
    }
  }

  draw(): void {
    const [renderer, targets] = [this.#renderer, this.#targets];
    if (!targets) return;
    const { opaque, peel, sum } = targets;
    const layers = this.glass.children.length ? (this.#coarse || this.#inSoftware ? 6 : LAYERS) : 0;
    if (!layers && this.#samples === 1) {
      // There is no layer to be blended over the picture.
      renderer.setRenderTarget(null);
      renderer.clear();
      renderer.render(this.opaque, this.camera);
      return;
    }
    renderer.setRenderTarget(opaque);
    renderer.clear();
    renderer.render(this.opaque, this.camera);

    const clearColor = renderer.getClearColor(new THREE.Color()).clone();
    renderer.setClearColor(0, 0);
    renderer.setRenderTarget(sum);
    renderer.clear();
    this.#shared.opaqueDepth.value = opaque.depthTexture;
    for (let i = 0; i < layers; i++) {
      const [now, before] = [peel[i % 2], peel[(i + 1) % 2]];
      this.#shared.peeledDepth.value = before.depthTexture;
      this.#shared.isFirst.value = i === 0;
      renderer.setRenderTarget(now);
      renderer.clear();
      renderer.render(this.glass, this.camera);
      this.#pass(this.#under, sum, { layer: now.texture });
    }
    renderer.setClearColor(clearColor, 1);
    this.#pass(this.#over, null, { opaque: opaque.texture, glass: sum.texture });
  }

  #pass(material: THREE.ShaderMaterial, target: THREE.WebGLRenderTarget | null, textures: Record<string, THREE.Texture>): void {
    for (const [name, texture] of Object.entries(textures)) material.uniforms[name].value = texture;
    this.#quad.material = material;
    this.#renderer.setRenderTarget(target);
    this.#renderer.render(this.#flat, this.camera);
  }

  #resize(): void {
    const { width, height } = this.#size;
    const ratio = this.#coarse && this.#inSoftware ? 0.5 : Math.min(this.#size.ratio, 2, Math.sqrt(MAX_PIXELS / (width * height)));
    this.#renderer.setPixelRatio(ratio);
    // The style of the canvas cannot be set from this thread.
    this.#renderer.setSize(width, height, false);
    const samples = this.#coarse || this.#inSoftware ? 1 : Math.max(1, Math.min(2, Math.sqrt(MAX_PIXELS / (width * height * ratio * ratio))));
    this.#samples = samples;
    const [w, h] = [Math.round(width * ratio * samples), Math.round(height * ratio * samples)];
    for (const old of this.#targets ? [this.#targets.opaque, this.#targets.sum, ...this.#targets.peel] : []) old.dispose();
    const target = (withDepth: boolean) =>
      new THREE.WebGLRenderTarget(w, h, {
        depthBuffer: withDepth,
        depthTexture: withDepth ? new THREE.DepthTexture(w, h, THREE.FloatType) : null,
      });
    this.#targets = { opaque: target(true), peel: [target(true), target(true)], sum: target(false) };
    this.#over.uniforms.texel.value.set(samples > 1 ? 1 / w : 0, samples > 1 ? 1 / h : 0);
    this.#aim();
  }
}
