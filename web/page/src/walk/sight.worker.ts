// The picture of a walk, in a thread of its own: the level, both figures, and marks at the failures
// of the textbook controller.

import * as THREE from 'three';
import type { Eye } from '../camera';
import { Renderer } from '../renderer';
import { AXIS, HEADINGS, RADIUS, type BodyName } from './rules';
import type { Mark, Sight } from './walk.worker';

/** The settings of the camera. */
export interface Look {
  isFirst: boolean;
  /** Whether the camera follows the textbook controller, if it is shown. */
  isOther: boolean;
  /** The degrees by which the camera looks down on the figure, and its distance from the figure. */
  elevation: number;
  distance: number;
}

export type SightColors = Record<'stage' | 'grid' | 'level' | 'steep' | 'seam' | 'hero' | 'other' | Mark, string>;

/** The messages of the page. */
export type SightOrder =
  | { kind: 'open'; canvas: OffscreenCanvas; walk: MessagePort }
  | { kind: 'size'; width: number; height: number; ratio: number }
  | { kind: 'colors'; colors: SightColors }
  | { kind: 'look'; look: Look }
  | { kind: 'signs'; at: number[][] };

/** The answers of the thread: the time of a picture; a failure; or the positions of the visible
 * signs, as shares of the picture, and their distances. */
export type Seen = { took: number } | { failed: string } | { signs: ([x: number, y: number, away: number] | undefined)[] };

const LEVEL_VERTEX = /* glsl */ `
  // Which of its triangle's corners it is, and 4 more if that is steep.
  attribute float corner;
  varying vec3 vPlace;
  varying vec3 vEye;
  varying vec3 vSides;
  varying float vSteep;
  void main() {
    vPlace = position;
    float at = mod(corner, 4.0);
    vSides = vec3(at == 0.0, at == 1.0, at == 2.0);
    vSteep = corner >= 4.0 ? 1.0 : 0.0;
    vec4 eye = modelViewMatrix * vec4(position, 1.0);
    vEye = eye.xyz;
    gl_Position = projectionMatrix * eye;
  }
`;

/** Floors are bright, and surfaces that are too steep have a colour of their own. Seams are drawn
 * for as long as they are apart. */
const LEVEL_FRAGMENT = /* glsl */ `
  uniform vec3 level;
  uniform vec3 steep;
  uniform vec3 seam;
  uniform vec3 stage;
  varying vec3 vPlace;
  varying vec3 vEye;
  varying vec3 vSides;
  varying float vSteep;
  uniform float reach;
  uniform float knee;
  void main() {
    // What is before the figure is left out about the middle of the picture, so that nothing hides it; farther out ever fewer pixels of it.
    if (-vEye.z < reach && vPlace.z > knee) {
      float grain = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
      if (length(vEye.xy) < mix(0.2, 0.55, grain) * -vEye.z) discard;
    }
    vec3 n = normalize(cross(dFdx(vPlace), dFdy(vPlace)));
    if (dot(cross(dFdx(vEye), dFdy(vEye)), vEye) > 0.0) n = -n;
    float light = 0.84 + 0.12 * n.z + 0.2 * dot(n, normalize(vec3(0.5, -0.7, 0.35)));
    vec3 color = (vSteep < 0.5 ? level : steep) * light;
    vec3 width = fwidth(vSides);
    vec3 edge = smoothstep(vec3(0.0), 1.25 * width, vSides);
    float line = 1.0 - min(edge.x, min(edge.y, edge.z));
    float dense = max(width.x, max(width.y, width.z));
    color = mix(color, seam, 0.5 * line * (1.0 - smoothstep(0.1, 0.5, dense)));
    float far = smoothstep(18.0, 70.0, length(vEye));
    gl_FragColor = vec4(mix(color, stage, 0.75 * far), 1.0);
  }
`;

let renderer: Renderer | undefined;
let colors: SightColors | undefined;
let look: Look = { isFirst: false, isOther: false, elevation: 24, distance: 8 };
let signs: number[][] = [];
let frame = { middle: [0, 0, 0], scale: 1 };
let figures: Extract<Sight, { kind: 'figures' }> | undefined;
let mesh: THREE.Mesh | undefined;
const material = new THREE.ShaderMaterial({
  vertexShader: LEVEL_VERTEX,
  fragmentShader: LEVEL_FRAGMENT,
  uniforms: { level: { value: new THREE.Color() }, steep: { value: new THREE.Color() }, seam: { value: new THREE.Color() }, stage: { value: new THREE.Color() }, reach: { value: 0 }, knee: { value: 0 } },
  side: THREE.DoubleSide,
});
let body: BodyName = 'capsule';
let hero: Figure | undefined;
let other: Figure | undefined;
const posts = new THREE.Group();
const dots: Partial<Record<Mark, THREE.ShaderMaterial>> = {};

/** A point of space in lengths of the picture. */
const into = (p: ArrayLike<number>): [number, number, number] => [0, 1, 2].map((k) => (p[k] - frame.middle[k]) / frame.scale) as [number, number, number];

/** A body, which does not turn, with a visor, which does. */
interface Figure {
  group: THREE.Group;
  visor: THREE.Mesh;
  isBox: boolean;
}

/** A body with a visor on the side of its heading, over a dark disc. The hoops make a figure visible
 * even where both figures coincide. */
function figure(color: string, dark: string, isBox: boolean, hasHoops: boolean): Figure {
  const group = new THREE.Group();
  const paint = renderer!.solid(color, { flat: isBox });
  const shape = isBox ? new THREE.BoxGeometry(2 * RADIUS, AXIS + 2 * RADIUS, 2 * RADIUS) : new THREE.CapsuleGeometry(hasHoops ? RADIUS - 0.01 : RADIUS, AXIS, 8, 24);
  shape.rotateX(Math.PI / 2);
  shape.translate(0, 0, AXIS / 2);
  const face = new THREE.SphereGeometry(0.15, 16, 12);
  face.scale(0.7, 1.25, 0.6);
  const shade = new THREE.CircleGeometry(RADIUS + 0.06, 24);
  shade.translate(0, 0, 0.008 - RADIUS);
  const visor = new THREE.Mesh(face, renderer!.solid(dark));
  group.add(new THREE.Mesh(shape, paint), visor, new THREE.Mesh(shade, renderer!.solid(dark)));
  for (let i = 0; hasHoops && i < 5; i++) {
    const hoop = new THREE.TorusGeometry(RADIUS + 0.012, 0.02, 6, 32);
    hoop.translate(0, 0, (AXIS * i) / 4);
    group.add(new THREE.Mesh(hoop, paint));
  }
  return { group, visor, isBox };
}

/** Moves a figure to a place, and its visor to the side of an angle. */
function put({ group, visor, isBox }: Figure, at: number[], angle: number): void {
  group.position.set(at[0], at[1], at[2]);
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const away = (RADIUS - 0.02) / (isBox ? Math.max(Math.abs(c), Math.abs(s)) : 1);
  visor.position.set(away * c, away * s, AXIS - 0.02);
  visor.rotation.z = angle;
}

function paint(): void {
  if (!renderer || !colors) return;
  for (const name of ['level', 'steep', 'seam', 'stage'] as const) material.uniforms[name].value.set(colors[name]);
  for (const old of [hero, other]) if (old) renderer.opaque.remove(old.group);
  hero = figure(colors.hero, '#10141c', body === 'box', false);
  other = figure(colors.other, '#10141c', false, true);
  renderer.opaque.add(hero.group, other.group);
  for (const of of ['overlap', 'stuck', 'fell'] as const) {
    if (dots[of]) dots[of].uniforms.color.value.set(colors[of]);
    else dots[of] = renderer.solid(colors[of]);
  }
  renderer.setTheme(colors.stage, colors.stage);
  place();
}

const POST = new THREE.CylinderGeometry(0.03, 0.03, 2.2, 6).rotateX(Math.PI / 2);
const KNOB = new THREE.SphereGeometry(0.12, 12, 8);

function setMark(at: number[], of: Mark): void {
  const group = new THREE.Group();
  const [post, knob] = [new THREE.Mesh(POST, dots[of]), new THREE.Mesh(KNOB, dots[of])];
  post.position.z = 0.85;
  knob.position.z = 1.95;
  group.add(post, knob);
  group.position.set(...into(at));
  posts.add(group);
}

/** Moves the figures and the camera to their places. */
function place(): void {
  if (!renderer || !figures || !hero || !other) return;
  const angle = (figures.heading / HEADINGS) * 2 * Math.PI;
  const at = into(look.isOther && figures.other ? figures.other : figures.hero);
  put(hero, into(figures.hero), angle);
  hero.group.visible = !look.isFirst || look.isOther;
  other.group.visible = figures.other !== undefined;
  if (figures.other) {
    const there = into(figures.other);
    put(other, there, angle);
    // A figure at the camera is not drawn.
    if (look.isFirst && Math.hypot(...there.map((x, k) => x - at[k])) < 0.6) other.group.visible = false;
  }
  if (figures.marks === 0) posts.clear();
  const degrees = (angle * 180) / Math.PI;
  const high = at[2] + AXIS;
  // In the first person, the camera looks at a point a little in front of the figure.
  const near = 0.3;
  const down = ((look.isFirst ? look.elevation - 24 : look.elevation) * Math.PI) / 180;
  const ahead = [Math.cos(angle) * Math.cos(down), Math.sin(angle) * Math.cos(down), -Math.sin(down)];
  const eye: Eye = look.isFirst
    ? [degrees + 180, look.elevation - 24, near, at[0] + near * ahead[0], at[1] + near * ahead[1], high + near * ahead[2]]
    : [degrees + 180, look.elevation, look.distance, at[0], at[1], at[2] + AXIS * 0.75];
  material.uniforms.knee.value = at[2] + 0.25;
  material.uniforms.reach.value = look.isFirst ? 0 : look.distance - 1;
  renderer.setView({ eye, ground: -1e4, far: 400, wide: look.isFirst ? 2.2 : 1.5 });
  if (signs.length) postMessage({ signs: signs.map(signAt) } satisfies Seen);
}

/** The position in the picture of a point of space. */
function signAt(p: number[]): [number, number, number] | undefined {
  const { camera } = renderer!;
  const there = new THREE.Vector3(...into(p));
  const away = there.distanceTo(camera.position);
  const { x, y, z } = there.project(camera);
  return z < 1 && Math.abs(x) < 1 && Math.abs(y) < 1 ? [(x + 1) / 2, (1 - y) / 2, away] : undefined;
}

function setLevel({ body: next, positions, steep, middle, scale }: Extract<Sight, { kind: 'level' }>): void {
  if (next !== body) {
    body = next;
    paint();
  }
  frame = { middle, scale };
  if (mesh) {
    renderer!.opaque.remove(mesh);
    mesh.geometry.dispose();
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(positions, 3));
  geometry.setAttribute('corner', new THREE.BufferAttribute(Uint8Array.from({ length: positions.length / 3 }, (_, i) => (i % 3) + 4 * steep[(i / 3) | 0]), 1));
  mesh = new THREE.Mesh(geometry, material);
  mesh.frustumCulled = false;
  posts.clear();
  renderer!.opaque.add(mesh);
  renderer!.invalidate();
}

function see({ data }: MessageEvent<Sight>): void {
  if (!renderer) return;
  if (data.kind === 'level') setLevel(data);
  else if (data.kind === 'mark') setMark(data.at, data.of);
  else {
    figures = data;
    place();
  }
}

addEventListener('message', ({ data }: MessageEvent<SightOrder>) => {
  if (data.kind === 'open') {
    data.walk.onmessage = see;
    try {
      renderer = new Renderer(data.canvas);
      renderer.opaque.add(posts);
      renderer.onDrawn = (took) => postMessage({ took } satisfies Seen);
    } catch (error) {
      postMessage({ failed: String(error) } satisfies Seen);
    }
    return;
  }
  if (!renderer) return;
  if (data.kind === 'size') renderer.setSize(data.width, data.height, data.ratio);
  else if (data.kind === 'colors') {
    colors = data.colors;
    paint();
  } else if (data.kind === 'signs') {
    signs = data.at;
    place();
  } else {
    look = data.look;
    place();
  }
});
