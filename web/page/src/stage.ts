// Space on a canvas: opaque things, and translucent ones in their true order at each pixel, whatever pierces what. Layer after layer of
// the translucent surfaces is peeled off, from the front, and laid under those before it.

import * as THREE from 'three';

THREE.ColorManagement.enabled = false;

const LAYERS = 8;
/** More pixels than this are not drawn, however large the window. */
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
  varying vec3 vNormal;
  varying vec3 vEye;
  void main() {
    vec4 eye = modelViewMatrix * vec4(position, 1.0);
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
    vec3 sum = vec3(0.0);
    for (int i = 0; i < 4; i++) {
      vec2 at = vUv + (vec2(float(i & 1), float(i >> 1)) - 0.5) * texel;
      vec4 front = texture2D(glass, at);
      sum += front.rgb + (1.0 - front.a) * texture2D(opaque, at).rgb;
    }
    gl_FragColor = vec4(0.25 * sum, 1.0);
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

/** Where the eye is: azimuth, elevation (degrees), distance, and what it looks at. */
export type Eye = number[];

export class Stage {
  readonly canvas: HTMLCanvasElement;
  readonly opaque = new THREE.Scene();
  readonly glass = new THREE.Scene();
  readonly camera = new THREE.PerspectiveCamera(32, 1, 0.05, 500);
  /** Called when the user has turned or moved the eye. */
  onEye: (eye: Eye) => void = () => {};
  /** Called after each picture. */
  onDrawn: () => void = () => {};

  #renderer: THREE.WebGLRenderer;
  #eye: Eye = [0, 0, 1, 0, 0, 0];
  #scheduled = false;
  #coarse = false;
  /** Drawn without a graphics card: one sample to a pixel, and fewer layers. */
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

  /** Throws where there is no WebGL2. */
  constructor(readonly host: HTMLElement) {
    this.#renderer = new THREE.WebGLRenderer({ antialias: false, powerPreference: 'high-performance' });
    this.#renderer.outputColorSpace = THREE.LinearSRGBColorSpace;
    this.#renderer.autoClear = false;
    // To ask whether a shader is right is to wait for it.
    this.#renderer.debug.checkShaderErrors = import.meta.env.DEV;
    this.canvas = this.#renderer.domElement;
    const context = this.#renderer.getContext();
    const names = context.getExtension('WEBGL_debug_renderer_info');
    this.#inSoftware = names !== null && /swiftshader|llvmpipe|software|basic render/i.test(String(context.getParameter(names.UNMASKED_RENDERER_WEBGL)));
    this.camera.up.set(0, 0, 1);
    this.#flat.add(this.#quad);
    this.opaque.add(this.#ground);
    host.prepend(this.canvas);
    new ResizeObserver(() => this.#resize()).observe(host);
    this.#resize();
    this.#listen();
  }

  /** An opaque material. */
  solid(color: string, options: { flat?: boolean } = {}): THREE.ShaderMaterial {
    return new THREE.ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: OPAQUE,
      defines: options.flat ? { FLAT: '' } : {},
      uniforms: { color: { value: new THREE.Color(color) } },
      side: THREE.DoubleSide,
    });
  }

  /** A translucent material, for things in `glass`. */
  translucent(color: string, opacity: number): THREE.ShaderMaterial {
    return new THREE.ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: GLASS,
      uniforms: { color: { value: new THREE.Color(color) }, opacity: { value: opacity }, ...this.#shared },
      side: THREE.DoubleSide,
    });
  }

  /** The light in which everything is drawn, for shaders of others. */
  static readonly light = LIGHT;

  setTheme(background: string, line: string): void {
    this.#renderer.setClearColor(background);
    this.#ground.material.uniforms.color.value.set(line);
    this.invalidate();
  }

  setGround(height: number): void {
    this.#ground.position.z = height;
  }

  setEye(eye: Eye): void {
    this.#eye = eye;
    const [azimuth, elevation] = [(eye[0] * Math.PI) / 180, (eye[1] * Math.PI) / 180];
    const flat = Math.cos(elevation) * eye[2];
    this.camera.position.set(
      eye[3] + flat * Math.cos(azimuth),
      eye[4] + flat * Math.sin(azimuth),
      eye[5] + Math.sin(elevation) * eye[2],
    );
    this.camera.lookAt(eye[3], eye[4], eye[5]);
    this.camera.updateMatrixWorld();
    this.invalidate();
  }

  /** Where a point of space is on the host, in CSS pixels, and whether it is before the eye. */
  project(p: readonly number[]): { x: number; y: number; seen: boolean } {
    const v = new THREE.Vector3(p[0], p[1], p[2]).project(this.camera);
    return { x: ((v.x + 1) / 2) * this.host.clientWidth, y: ((1 - v.y) / 2) * this.host.clientHeight, seen: v.z > -1 && v.z < 1 };
  }

  /** A move on the screen, in CSS pixels (and away from the eye), as a move in space at the depth of `p`. */
  moved(p: readonly number[], dx: number, dy: number, away = 0): number[] {
    const { elements: m } = this.camera.matrixWorld;
    const ahead = [-m[8], -m[9], -m[10]];
    const depth = [0, 1, 2].reduce((sum, k) => sum + (p[k] - this.camera.position.getComponent(k)) * ahead[k], 0);
    const scale = (2 * depth * Math.tan((this.camera.fov * Math.PI) / 360)) / this.host.clientHeight;
    return [0, 1, 2].map((k) => p[k] + scale * (dx * m[k] - dy * m[4 + k] + away * ahead[k]));
  }

  /** Draws again, soon. While things move, with fewer samples if this machine needs it. */
  invalidate(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    requestAnimationFrame((now) => this.#frame(now));
  }

  #last = 0;
  #slow = 0;
  #settle = 0;

  #frame(now: number): void {
    this.#scheduled = false;
    const gap = now - this.#last;
    this.#last = now;
    if (gap < 1000) this.#slow = gap > 45 ? this.#slow + 1 : Math.max(0, this.#slow - 0.1);
    const coarse = this.#slow > 3 && gap < 1000;
    if (coarse !== this.#coarse) {
      this.#coarse = coarse;
      this.#resize();
    }
    this.draw();
    clearTimeout(this.#settle);
    if (coarse) {
      this.#settle = window.setTimeout(() => {
        this.#slow = 0;
        this.invalidate();
      }, 1100);
    }
  }

  draw(): void {
    const [renderer, targets] = [this.#renderer, this.#targets];
    if (!targets) return;
    const { opaque, peel, sum } = targets;
    renderer.setRenderTarget(opaque);
    renderer.clear();
    renderer.render(this.opaque, this.camera);

    const clearColor = renderer.getClearColor(new THREE.Color()).clone();
    renderer.setClearColor(0, 0);
    renderer.setRenderTarget(sum);
    renderer.clear();
    this.#shared.opaqueDepth.value = opaque.depthTexture;
    const layers = this.glass.children.length ? (this.#coarse || this.#inSoftware ? 6 : LAYERS) : 0;
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
    this.onDrawn();
  }

  #pass(material: THREE.ShaderMaterial, target: THREE.WebGLRenderTarget | null, textures: Record<string, THREE.Texture>): void {
    for (const [name, texture] of Object.entries(textures)) material.uniforms[name].value = texture;
    this.#quad.material = material;
    this.#renderer.setRenderTarget(target);
    this.#renderer.render(this.#flat, this.camera);
  }

  #resize(): void {
    const [width, height] = [Math.max(1, this.host.clientWidth), Math.max(1, this.host.clientHeight)];
    const ratio = Math.min(devicePixelRatio, 2, Math.sqrt(MAX_PIXELS / (width * height)));
    this.#renderer.setPixelRatio(ratio);
    this.#renderer.setSize(width, height);
    const samples = this.#coarse || this.#inSoftware ? 1 : Math.max(1, Math.min(2, Math.sqrt(MAX_PIXELS / (width * height * ratio * ratio))));
    const [w, h] = [Math.round(width * ratio * samples), Math.round(height * ratio * samples)];
    for (const old of this.#targets ? [this.#targets.opaque, this.#targets.sum, ...this.#targets.peel] : []) old.dispose();
    const target = (withDepth: boolean) =>
      new THREE.WebGLRenderTarget(w, h, {
        depthBuffer: withDepth,
        depthTexture: withDepth ? new THREE.DepthTexture(w, h, THREE.FloatType) : null,
      });
    this.#targets = { opaque: target(true), peel: [target(true), target(true)], sum: target(false) };
    this.#over.uniforms.texel.value.set(samples > 1 ? 1 / w : 0, samples > 1 ? 1 / h : 0);
    this.camera.aspect = width / height;
    // A narrow window sees as much from side to side as a square one.
    this.camera.fov = width < height ? (Math.atan(Math.tan((16 * Math.PI) / 180) * Math.min(2, height / width)) * 360) / Math.PI : 32;
    this.camera.updateProjectionMatrix();
    this.invalidate();
  }

  #turn(change: (eye: Eye) => void): void {
    const eye = [...this.#eye];
    change(eye);
    eye[0] = ((((eye[0] + 180) % 360) + 360) % 360) - 180;
    eye[1] = Math.min(89, Math.max(-89, eye[1]));
    eye[2] = Math.min(100, Math.max(0.5, eye[2]));
    const rounded = eye.map((x) => Math.round(x * 100) / 100);
    this.setEye(rounded);
    this.onEye(rounded);
  }

  /** Shifts what is looked at, by pixels. */
  #pan(dx: number, dy: number): void {
    this.#turn((eye) => {
      const to = this.moved(eye.slice(3), -dx, -dy);
      [eye[3], eye[4], eye[5]] = to;
    });
  }

  #listen(): void {
    const { canvas } = this;
    const fingers = new Map<number, { x: number; y: number }>();
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    });
    canvas.addEventListener('pointermove', (event) => {
      const from = fingers.get(event.pointerId);
      if (!from) return;
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      if (fingers.size === 2) {
        const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
        const before = Math.hypot(from.x - other.x, from.y - other.y);
        const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
        this.#turn((eye) => (eye[2] *= before / Math.max(after, 1)));
        this.#pan(dx / 2, dy / 2);
      } else if (event.buttons & 6 || event.shiftKey) {
        this.#pan(dx, dy);
      } else {
        this.#turn((eye) => {
          eye[0] -= dx * 0.35;
          eye[1] += dy * 0.35;
        });
      }
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    });
    for (const end of ['pointerup', 'pointercancel'] as const) canvas.addEventListener(end, (event) => fingers.delete(event.pointerId));
    canvas.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        this.#turn((eye) => (eye[2] *= Math.exp(event.deltaY * 0.001)));
      },
      { passive: false },
    );
    canvas.addEventListener('keydown', (event) => {
      const step = event.shiftKey ? 1 : 6;
      const turns: Record<string, (eye: Eye) => void> = {
        ArrowLeft: (eye) => (eye[0] -= step),
        ArrowRight: (eye) => (eye[0] += step),
        ArrowUp: (eye) => (eye[1] += step),
        ArrowDown: (eye) => (eye[1] -= step),
        '+': (eye) => (eye[2] /= 1.1),
        '=': (eye) => (eye[2] /= 1.1),
        '-': (eye) => (eye[2] *= 1.1),
      };
      const turn = turns[event.key];
      if (!turn || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      this.#turn(turn);
    });
  }
}
