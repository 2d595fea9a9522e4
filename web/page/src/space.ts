// The pictures in space: a body that moves and its obstacle, or many spheres on a mesh.

import * as THREE from 'three';
import type { Answer } from './answer';
import { SCALE, type Colors } from './colors';
import { isDrawable, type Placing } from './framing';
import { Renderer } from './renderer';
import { BODIES, OBSTACLES } from './shapes';
import { hasPlace, isStill, middleOf, solidOf } from './solid';
import { hollowOf, roundingOf, type State } from './state';
import { add, cross, differenceOf, hullOf, swept, unit, type Patch, type Solid } from './swept';

type V3 = number[];
const length = (a: V3) => Math.hypot(...a);

const SPHERE = new THREE.SphereGeometry(1, 72, 48);
const DOT = new THREE.SphereGeometry(1, 24, 16);
const ROD = new THREE.CylinderGeometry(1, 1, 1, 12).translate(0, 0.5, 0);
const CONE = new THREE.ConeGeometry(1, 1, 24).translate(0, 0.5, 0);
const UP = new THREE.Vector3(0, 1, 0);

/**
 * The number of spheres or capsules in a row of the texture that holds them; each has three texels.
 */
const ROW = 512;
const DROP = 12;

// Each sphere is drawn in a square around it that faces the camera. The index of a vertex gives the
// sphere's place in the texture, since an instance costs more than the square does, and without a
// graphics card a hundred times as much.
const DROPS_VERTEX = /* glsl */ `
  uniform highp sampler2D drops;
  uniform float now;
  uniform float size;
  varying vec3 vCenter;
  varying vec3 vAxis;
  varying vec3 vPlace;
  varying float vRadius;
  varying float vHit;
  void main() {
    int drop = gl_VertexID >> 2;
    ivec2 texel = ivec2(3 * (drop % ${ROW}), drop / ${ROW});
    vec4 first = texelFetch(drops, texel, 0);
    vec4 second = texelFetch(drops, texel + ivec2(1, 0), 0);
    vec3 axis = texelFetch(drops, texel + ivec2(2, 0), 0).xyz;
    vec3 start = first.xyz;
    vec3 way = vec3(first.w, second.xy);
    float radius = size * second.z;
    float hit = second.w;
    vec2 corner = vec2(float(gl_VertexID & 1), float((gl_VertexID >> 1) & 1)) * 2.0 - 1.0;
    float end = hit < 0.0 ? now : min(now, hit);
    vCenter = (modelViewMatrix * vec4(start + end * way, 1.0)).xyz;
    vAxis = (modelViewMatrix * vec4(axis, 0.0)).xyz;
    vRadius = radius;
    vHit = hit;
    vec3 middle = vCenter + 0.5 * vAxis;
    float reach = radius + 0.5 * length(vAxis);
    vec3 ahead = normalize(middle);
    vec3 right = normalize(cross(ahead, vec3(0.0, 1.0, 0.0)));
    vec3 up = cross(right, ahead);
    vPlace = middle - ahead * reach + (right * corner.x + up * corner.y) * reach * 1.25;
    gl_Position = projectionMatrix * vec4(vPlace, 1.0);
  }
`;

const DROPS_FRAGMENT = /* glsl */ `
  ${Renderer.light}
  uniform mat4 projectionMatrix;
  uniform vec3 scale[8];
  uniform vec3 missed;
  uniform vec2 times;
  varying vec3 vCenter;
  varying vec3 vAxis;
  varying vec3 vPlace;
  varying float vRadius;
  varying float vHit;
  void main() {
    // Where the ray from the eye enters the tube about the line of the axis, and how far that is along it, times its length.
    vec3 ray = normalize(vPlace);
    float ll = dot(vAxis, vAxis);
    float lr = dot(vAxis, ray);
    float lc = dot(vAxis, vCenter);
    float across = ll - lr * lr;
    float along = lr > 0.0 ? 0.0 : ll;
    float t = 0.0;
    if (across > 1e-6 * ll) {
      float b = ll * dot(ray, vCenter) - lc * lr;
      float disc = b * b - across * (ll * (dot(vCenter, vCenter) - vRadius * vRadius) - lc * lc);
      if (disc < 0.0) discard;
      t = (b - sqrt(disc)) / across;
      along = lr * t - lc;
    }
    // Beyond its ends there are the balls about these, and a sphere is nothing else.
    bool isTube = along > 0.0 && along < ll;
    vec3 middle = vCenter + (isTube ? along / ll : along > 0.0 ? 1.0 : 0.0) * vAxis;
    if (!isTube) {
      float b = dot(ray, middle);
      float disc = b * b - dot(middle, middle) + vRadius * vRadius;
      if (disc < 0.0) discard;
      t = b - sqrt(disc);
    }
    vec3 at = t * ray;
    vec3 n = (at - middle) / vRadius;
    vec4 clip = projectionMatrix * vec4(at, 1.0);
    gl_FragDepth = 0.5 + 0.5 * clip.z / clip.w;
    float s = 7.0 * clamp((vHit - times.x) / max(times.y - times.x, 1e-9), 0.0, 1.0);
    int i = min(int(s), 6);
    vec3 color = vHit < 0.0 ? missed : mix(scale[i], scale[i + 1], s - float(i));
    gl_FragColor = vec4(lit(color, n, -ray, 0.16), 1.0);
  }
`;

function dropsMaterial(): THREE.ShaderMaterial {
  return new THREE.ShaderMaterial({
    vertexShader: DROPS_VERTEX,
    fragmentShader: DROPS_FRAGMENT,
    uniforms: {
      drops: { value: null },
      now: { value: 0 },
      size: { value: 1 },
      times: { value: new THREE.Vector2() },
      scale: { value: SCALE.map((color) => new THREE.Color(color)) },
      missed: { value: new THREE.Color() },
    },
  });
}

/** The faces of a solid as triangles with the normals of the faces. */
function facesOf({ vertices, faces }: Solid): Patch {
  const patch: Patch = { positions: [], normals: [] };
  for (const loop of faces) {
    const [p, q, r] = loop.map((k) => vertices[k]);
    if (!r) continue;
    const normal = unit(cross(add(q, p, -1), add(r, p, -1)));
    loop.slice(2).forEach((v, i) => {
      for (const k of [loop[0], loop[i + 1], v]) {
        patch.positions.push(...vertices[k]);
        patch.normals.push(...normal);
      }
    });
  }
  return patch;
}

export class Space {
  #opaque = new THREE.Group();
  #glass = new THREE.Group();
  #materials = new Map<string, THREE.ShaderMaterial>();
  #surfaces = new Map<string, THREE.BufferGeometry>();
  #drops?: { count: number; texture: THREE.DataTexture; mesh: THREE.Mesh<THREE.BufferGeometry, THREE.ShaderMaterial> };
  #own: THREE.BufferGeometry[] = [];

  /** The colours, which are set before the first picture. */
  private palette!: Colors;

  constructor(readonly renderer: Renderer) {
    renderer.opaque.add(this.#opaque);
  }

  setColors(palette: Colors): void {
    this.palette = palette;
    this.#materials.clear();
    this.renderer.setTheme(palette.stage, palette.grid);
  }

  #solid(color: string, flat = false): THREE.ShaderMaterial {
    return this.#material(`${color} ${flat}`, () => this.renderer.solid(color, { flat }));
  }

  #pane(color: string, opacity: number): THREE.ShaderMaterial {
    return this.#material(`${color} ${opacity}`, () => this.renderer.translucent(color, opacity));
  }

  #material(key: string, make: () => THREE.ShaderMaterial): THREE.ShaderMaterial {
    const found = this.#materials.get(key) ?? make();
    this.#materials.set(key, found);
    return found;
  }

  #clear(): void {
    this.#opaque.clear();
    this.#glass.clear();
    this.renderer.glass.remove(this.#glass);
    for (const geometry of this.#own) geometry.dispose();
    this.#own = [];
  }

  /** Places a mesh, unless its position is farther away than can be drawn. */
  #add(mesh: THREE.Mesh, at: V3, parent = this.#opaque): THREE.Mesh {
    mesh.position.set(at[0], at[1], at[2]);
    if (isDrawable(at)) parent.add(mesh);
    return mesh;
  }

  #dot(at: V3, radius: number, color: string): void {
    this.#add(new THREE.Mesh(DOT, this.#solid(color)), at).scale.setScalar(radius);
  }

  #rod(from: V3, to: V3, width: number, color: string, geometry = ROD): void {
    const way = new THREE.Vector3(...add(to, from, -1));
    const size = way.length();
    if (!(size > 0) || !isDrawable([size])) return;
    const rod = this.#add(new THREE.Mesh(geometry, this.#solid(color)), from);
    rod.quaternion.setFromUnitVectors(UP, way.normalize());
    rod.scale.set(width, size, width);
  }

  #arrow(from: V3, to: V3, width: number, color: string): void {
    const size = length(add(to, from, -1));
    if (!(size > 0) || !isDrawable([size])) return;
    const head = Math.min(9 * width, size / 2);
    const neck = add(from, add(to, from, -1), 1 - head / size);
    this.#rod(from, neck, width, color);
    this.#rod(neck, to, head / 2.6, color, CONE);
  }

  #patch({ positions, normals }: Patch, at: V3, material: THREE.Material, parent: THREE.Group): void {
    if (!positions.length || !isDrawable(positions) || normals.some(Number.isNaN)) return;
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.Float32BufferAttribute(positions, 3));
    geometry.setAttribute('normal', new THREE.Float32BufferAttribute(normals, 3));
    this.#own.push(geometry);
    this.#add(new THREE.Mesh(geometry, material), at, parent);
  }

  /** Adds a solid grown by these radii, in one colour, or with a colour for faces, edges and
   * vertices each. */
  #swept(solid: Solid, radii: V3, at: V3, colors: [string, number][]): void {
    const { faces, edges, vertices } = swept(solid, radii);
    [faces, edges, vertices].forEach((patch, k) => this.#patch(patch, at, this.#pane(...colors[k % colors.length]), this.#glass));
  }

  /** Adds the edges of a solid as rods. */
  #edges({ vertices, faces }: Solid, shift: V3, width: number, color: string): void {
    for (const loop of faces) {
      loop.forEach((v, i) => {
        const w = loop[(i + 1) % loop.length];
        if (v < w) this.#rod(add(vertices[v], shift), add(vertices[w], shift), width, color);
      });
    }
  }

  /** Adds a translucent solid with its edges. */
  #block(solid: Solid, shift: V3, color: string, opacity: number): void {
    this.#patch(facesOf(solid), shift, this.#pane(color, opacity), this.#glass);
    this.#edges(solid, shift, 0.008, this.palette.path);
  }

  /** Adds a ball, an ellipsoid or, with an axis, a capsule. */
  #body(at: V3, radii: V3, color: string, opacity: number, axis: V3 = [0, 0, 0]): void {
    if (!isDrawable([...radii, ...axis])) return;
    const scale = radii.map((r) => Math.max(r, 1e-6));
    const size = length(axis);
    const shape = size > 0 ? this.#rounded(size / scale[0]) : SPHERE;
    const mesh = this.#add(new THREE.Mesh(shape, this.#pane(color, opacity)), at, this.#glass);
    mesh.scale.set(scale[0], scale[1], scale[2]);
    if (!(size > 0)) return;
    mesh.quaternion.setFromUnitVectors(UP, new THREE.Vector3(...axis).normalize());
    this.#rod(at, add(at, axis), 0.012, this.palette.path);
    this.#dot(add(at, axis), 0.035, this.palette.path);
  }

  /** A unit ball swept along the y axis by this much. The vertices above the ball's equator are
   * moved up. */
  #rounded(size: number): THREE.BufferGeometry {
    const geometry = SPHERE.clone();
    const { position } = geometry.attributes;
    for (let v = 0; v < position.count; v++) if (position.getY(v) > 1e-6) position.setY(v, position.getY(v) + size);
    this.#own.push(geometry);
    return geometry;
  }

  /**
   * Adds a mesh for drawing by its name. It has three numbers for each vertex and three indices for
   * each triangle.
   */
  setSurface(name: string, positions: Float32Array, triangles: Uint32Array): void {
    this.#surfaces.get(name)?.dispose();
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(positions, 3));
    geometry.setIndex(new THREE.BufferAttribute(triangles, 1));
    // Faces are lit flat, so normals at vertices are unused; but the attribute is required.
    geometry.setAttribute('normal', new THREE.BufferAttribute(new Float32Array(positions.length), 3));
    this.#surfaces.set(name, geometry);
  }

  #mesh(name: string, { at, scale }: Placing): THREE.BufferGeometry | undefined {
    const geometry = this.#surfaces.get(name);
    if (geometry && isDrawable([scale])) this.#add(new THREE.Mesh(geometry, this.#solid(this.palette.mesh, true)), at).scale.setScalar(scale);
    return geometry;
  }

  /** Adds the shell of a mesh on both sides, along the normals at its vertices. At sharp edges the
   * shell is too near to the mesh. */
  #shell(geometry: THREE.BufferGeometry, { at, scale }: Placing, rounding: number): void {
    if (!isDrawable([scale, rounding])) return;
    if (!geometry.userData.hasNormals) {
      geometry.computeVertexNormals();
      geometry.userData.hasNormals = true;
    }
    for (const side of [1, -1]) {
      const material = this.#material(`shell ${side}`, () => this.renderer.translucent(this.palette.target, 0.3));
      material.uniforms.swell.value = (side * rounding) / scale;
      this.#add(new THREE.Mesh(geometry, material), at, this.#glass).scale.setScalar(scale);
    }
  }

  /** Shows a body and its target at a time; `surface` is the mesh, if the target is one. */
  show(state: State, answer: Answer, time: number, surface?: string, placing: Placing = { at: [0, 0, 0], scale: 1 }): void {
    this.#clear();
    const { numbers: n, words } = state;
    const c = this.palette;
    const isMoving = words.question === 'first_contact';
    const body = BODIES[words.mover];
    const [radii, axis, block] = [body.radii?.(n) ?? [0, 0, 0], body.axis?.(n), body.solid?.(n)];
    const put = (at: V3, color: string, opacity: number) =>
      block ? this.#block(block, add(at, n.center, -1), color, opacity) : this.#body(at, radii, color, opacity, axis);
    const { isThin } = OBSTACLES[words.target];
    const isHollow = hollowOf(state);
    const rounding = roundingOf(state);
    const drift = isMoving ? n.drift : [0, 0, 0];
    const velocity = isMoving ? n.velocity : [0, 0, 0];
    const shift = drift.map((x) => x * time);
    const solid = solidOf(state);
    const width = 0.017;

    // The obstacle.
    const middle = middleOf(solid);
    if (solid) {
      const faces = facesOf(solid);
      if (isMoving || isThin || rounding > 0) this.#patch(faces, shift, this.#solid(c.target, true), this.#opaque);
      else this.#patch(faces, shift, this.#pane(c.vertex, isHollow.target ? 0.12 : 0.5), this.#glass);
      this.#edges(solid, shift, width * 0.8, c.outline);
      for (const vertex of solid.vertices) this.#dot(add(vertex, shift), width * 1.1, c.outline);
      if (!isStill(shift)) this.#edges(solid, [0, 0, 0], width * 0.35, c.drift);
      if (rounding > 0) this.#swept(solid, [rounding, rounding, rounding], shift, isMoving ? [[c.target, 0.4]] : [[c.vertex, 0.5]]);
      // The positions that the place of the body cannot reach. With an axis, they include positions
      // at which the other end touches, and for a solid, all at which any of it does.
      const region = block ? differenceOf(solid, block, n.center) : axis ? hullOf(solid.vertices.flatMap((v) => [v, add(v, axis, -1)])) : solid;
      if (isMoving && block && !(rounding > 0)) this.#patch(facesOf(region), shift, this.#pane(c.face, 0.46), this.#glass);
      else if (isMoving && radii.every((r) => r + rounding > 0)) {
        this.#swept(region, radii.map((r) => r + rounding), shift, [[c.face, 0.46], [c.edge, 0.36], [c.vertex, 0.42]]);
      }
    } else if (surface !== undefined) {
      const there = { ...placing, at: add(placing.at, shift) };
      const geometry = this.#mesh(surface, there);
      if (geometry && rounding > 0) this.#shell(geometry, there, rounding);
      if (geometry && answer.triangle !== undefined) {
        const { position } = geometry.attributes;
        const corners = [0, 1, 2].map((k) => {
          const v = geometry.index!.getX(3 * answer.triangle! + k);
          return add(there.at, [position.getX(v), position.getY(v), position.getZ(v)], there.scale);
        });
        corners.forEach((corner, k) => this.#rod(corner, corners[(k + 1) % 3], width * 0.5, c.hit));
      }
    }

    // The path of the body.
    const hitTime = answer.status === 'contact' ? answer.time! : undefined;
    if (isMoving && !isStill(velocity)) {
      const reach = hitTime !== undefined && hitTime > 0 ? hitTime : (length(add(n.center, middle, -1)) * 1.6) / length(velocity);
      const end = add(n.center, velocity, reach);
      this.#rod(n.center, end, width, c.path);
      this.#rod(end, add(n.center, velocity, reach * 1.35 + 0.4 / length(velocity)), width * 0.45, c.path);
      this.#arrow(n.center, add(n.center, velocity), width * 1.6, c.path);
    }
    if (!isStill(drift)) this.#arrow(middle, add(middle, drift), width * 1.6, c.drift);

    put(n.center, isMoving ? c.start : answer.intersects || (answer.containment && answer.containment !== 'outside') ? c.hit : c.start, isHollow.body ? 0.15 : 0.55);
    if (hitTime !== undefined && hasPlace(answer)) {
      const [center, point] = [answer.center!, answer.point!];
      put(center, c.contact, 0.5);
      this.#dot(center, 0.05, c.entry);
      this.#dot(point, 0.055, c.point);
      if (answer.other_point) {
        this.#dot(answer.other_point, 0.055, c.point);
        this.#rod(point, answer.other_point, 0.03, c.point);
      } else if (answer.touched) {
        const loop = answer.touched.points.map((_, k) => k);
        const touched: Solid = { vertices: answer.touched.points, faces: [loop, loop.toReversed()] };
        // A little outside of the obstacle's face, so that this face does not cover it.
        this.#patch(facesOf(touched), (answer.normal ?? [0, 0, 0]).map((x) => 0.005 * x), this.#solid(c.point, true), this.#opaque);
        this.#edges(touched, [0, 0, 0], 0.03, c.point);
      }
      const normal = answer.normal;
      if (normal) this.#arrow(point, add(point, normal, 0.6), width * 0.8, c.point);
      if (time !== hitTime && time > 0) put(add(n.center, velocity, time), c.moving, 0.4);
    } else {
      if (answer.status === 'overlap' && answer.point) this.#dot(answer.point, 0.055, c.point);
      if (time > 0) put(add(n.center, velocity, time), c.moving, 0.4);
    }
    this.#dot(n.center, 0.045, c.path);
    this.renderer.glass.add(this.#glass);
    this.renderer.invalidate();
  }

  /** Sets many spheres or capsules, each with its start, velocity and radius, the contact time or
   * -1, and its axis; and the range of times for the colours. */
  setDrops(drops: Float32Array, times: [number, number]): void {
    const count = drops.length / DROP;
    if (this.#drops?.count !== count) {
      this.#drops?.mesh.geometry.dispose();
      this.#drops?.texture.dispose();
      const rows = Math.max(1, Math.ceil(count / ROW));
      const texture = new THREE.DataTexture(new Float32Array(DROP * ROW * rows), 3 * ROW, rows, THREE.RGBAFormat, THREE.FloatType);
      const geometry = new THREE.BufferGeometry();
      const corners = new Uint32Array(6 * count);
      for (let i = 0; i < count; i++) corners.set([4 * i, 4 * i + 1, 4 * i + 3, 4 * i, 4 * i + 3, 4 * i + 2], 6 * i);
      geometry.setIndex(new THREE.BufferAttribute(corners, 1));
      // One material for all casts, since a shader takes long to compile.
      const mesh = this.#drops?.mesh ?? new THREE.Mesh(geometry, dropsMaterial());
      mesh.geometry = geometry;
      mesh.frustumCulled = false;
      mesh.material.uniforms.drops.value = texture;
      this.#drops = { count, texture, mesh };
    }
    this.#drops.texture.image.data!.set(drops);
    this.#drops.texture.needsUpdate = true;
    this.#drops.mesh.material.uniforms.times.value.set(...times);
  }

  /** Shows these spheres at a time; a sphere stops at its contact. */
  rain(now: number, surface: string, placing: Placing, drops: Placing, square: V3[]): void {
    this.#clear();
    this.#mesh(surface, placing);
    // The square of the starts.
    square.forEach((corner, k) => this.#rod(corner, square[(k + 1) % 4], 0.02, this.palette.path));
    if (this.#drops) {
      const { mesh } = this.#drops;
      mesh.material.uniforms.now.value = now;
      mesh.material.uniforms.size.value = drops.scale;
      mesh.scale.setScalar(drops.scale);
      mesh.material.uniforms.missed.value.set(this.palette.missed);
      this.#add(mesh, drops.at);
    }
    this.renderer.invalidate();
  }
}
