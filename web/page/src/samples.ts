// Sample meshes and spheres. They have the same bits on every machine, since only + − × / √ are
// used, and no sine.

/** A mesh as the engine expects it. */
export interface Mesh {
  vertices: Float64Array;
  triangles: Uint32Array;
}

/** The names and the titles of the samples. */
export const SAMPLES: Record<string, string> = {
  terrain: 'Terrain, 69,938 triangles',
  knot: 'Knot, 69,632 triangles',
  gear: 'Gear, 384 triangles',
  ball: 'Ball, 8,192 triangles',
};

export function sample(name: string): Mesh | undefined {
  switch (name) {
    case 'terrain':
      return terrain(187);
    case 'knot':
      return knot(1024, 34);
    case 'gear':
      return gear(16);
    case 'ball':
      return ball(5);
  }
  return undefined;
}

/**
 * Cosine and sine of `n` equal steps around a circle, where `n` is a power of two. They are
 * computed from half angles by roots.
 */
function circle(n: number): [number, number][] {
  let points: [number, number][] = [[1, 0], [0, 1], [-1, 0], [0, -1]];
  while (points.length < n) {
    points = points.flatMap((p, i) => {
      const q = points[(i + 1) % points.length];
      const [x, y] = [p[0] + q[0], p[1] + q[1]];
      const length = Math.sqrt(x * x + y * y);
      return [p, [x / length, y / length] as [number, number]];
    });
  }
  return points;
}

/** 32 pseudorandom bits from two integers. */
function scrambled(x: number, y: number): number {
  let h = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ 0x9e3779b9;
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** A pseudorandom number from 0 to 1. */
function share(x: number, y: number): number {
  return scrambled(x, y) / 2 ** 32;
}

/** Smooth noise between 0 and 1. */
function noise(x: number, y: number): number {
  const [i, j] = [Math.floor(x), Math.floor(y)];
  const ease = (t: number) => t * t * t * (t * (t * 6 - 15) + 10);
  const [u, v] = [ease(x - i), ease(y - j)];
  const low = share(i, j) * (1 - u) + share(i + 1, j) * u;
  const high = share(i, j + 1) * (1 - u) + share(i + 1, j + 1) * u;
  return low * (1 - v) + high * v;
}

function terrain(cells: number): Mesh {
  const vertices: number[] = [];
  const triangles: number[] = [];
  for (let j = 0; j <= cells; j++) {
    for (let i = 0; i <= cells; i++) {
      const [x, y] = [(8 * i) / cells - 4, (8 * j) / cells - 4];
      let [height, size, scale] = [0, 1.5, 0.33];
      for (let octave = 0; octave < 5; octave++) {
        const ridge = 1 - Math.abs(2 * noise(x * scale + 31 * octave + 7, y * scale + 17 * octave + 3) - 1);
        height += size * ridge * ridge;
        size *= 0.36;
        scale *= 2.1;
      }
      vertices.push(x, y, height - 1.4);
      if (i < cells && j < cells) {
        const a = j * (cells + 1) + i;
        triangles.push(a, a + 1, a + cells + 2, a, a + cells + 2, a + cells + 1);
      }
    }
  }
  return { vertices: Float64Array.from(vertices), triangles: Uint32Array.from(triangles) };
}

/** A tube along a curve that goes around the axis twice and around the core circle three times. */
function knot(along: number, around: number): Mesh {
  const turn = circle(along);
  // A ring of any number of points, spaced evenly enough to look round.
  const fine = circle(1024);
  const ring = Array.from({ length: around }, (_, k) => fine[Math.floor((1024 * k) / around)]);
  const curve = Array.from({ length: along }, (_, i) => {
    const [c2, s2] = turn[(2 * i) % along];
    const [c3, s3] = turn[(3 * i) % along];
    const reach = 2 + 0.8 * c3;
    return [reach * c2, reach * s2, 0.9 * s3 + 0.4];
  });
  const vertices: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i < along; i++) {
    const [before, here, after] = [curve[(i + along - 1) % along], curve[i], curve[(i + 1) % along]];
    const tangent = unit([0, 1, 2].map((k) => after[k] - before[k]));
    // The direction away from the core circle of the curve, which is never along the curve.
    const radial = Math.sqrt(here[0] * here[0] + here[1] * here[1]);
    const core = [(2 * here[0]) / radial, (2 * here[1]) / radial, 0.4];
    const outward = [0, 1, 2].map((k) => here[k] - core[k]);
    const side = unit(cross(tangent, outward));
    const up = cross(side, tangent);
    for (const [c, s] of ring) vertices.push(...[0, 1, 2].map((k) => here[k] + 0.42 * (c * side[k] + s * up[k])));
    for (let k = 0; k < around; k++) {
      const [a, b] = [i * around + k, i * around + ((k + 1) % around)];
      const next = ((i + 1) % along) * around - i * around;
      triangles.push(a, b, b + next, a, b + next, a + next);
    }
  }
  return { vertices: Float64Array.from(vertices), triangles: Uint32Array.from(triangles) };
}

function gear(teeth: number): Mesh {
  const steps = circle(teeth * 4);
  const n = steps.length;
  const outline = steps.map(([c, s], i) => [c, s].map((x) => x * (i % 4 < 2 ? 2 : 1.55)));
  const inner = steps.map(([c, s]) => [0.7 * c, 0.7 * s]);
  const vertices: number[] = [];
  const triangles: number[] = [];
  for (const z of [0, 0.6]) for (const loop of [outline, inner]) for (const p of loop) vertices.push(p[0], p[1], z);
  const wall = (a: number, b: number, c: number, d: number) => triangles.push(a, b, c, a, c, d);
  for (let i = 0; i < n; i++) {
    const j = (i + 1) % n;
    wall(i, j, 2 * n + j, 2 * n + i);
    wall(n + j, n + i, 3 * n + i, 3 * n + j);
    wall(2 * n + i, 2 * n + j, 3 * n + j, 3 * n + i);
  }
  return { vertices: Float64Array.from(vertices), triangles: Uint32Array.from(triangles) };
}

function ball(halvings: number): Mesh {
  let points = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]];
  let faces = [[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]];
  for (let k = 0; k < halvings; k++) {
    const middle = new Map<string, number>();
    const between = (a: number, b: number) => {
      const key = a < b ? `${a} ${b}` : `${b} ${a}`;
      let found = middle.get(key);
      if (found === undefined) {
        found = points.push(unit([0, 1, 2].map((i) => points[a][i] + points[b][i]))) - 1;
        middle.set(key, found);
      }
      return found;
    };
    faces = faces.flatMap(([a, b, c]) => {
      const [ab, bc, ca] = [between(a, b), between(b, c), between(c, a)];
      return [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]];
    });
  }
  points = points.map((p) => [1.5 * p[0], 1.5 * p[1], 1.5 * p[2]]);
  return { vertices: Float64Array.from(points.flat()), triangles: Uint32Array.from(faces.flat()) };
}

function cross(a: number[], b: number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function unit(a: number[]): number[] {
  const length = Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
  return a.map((x) => x / length);
}

/** The number of spheres, their starts and their direction. */
export interface Rain {
  source: number[];
  velocity: number[];
  spread: number;
  radius: number;
  count: number;
  /** Whether y is up; the square is perpendicular to it. */
  isYUp?: boolean;
}

/**
 * Spheres of several sizes, side by side over a square, each a little off its place in the grid.
 */
export function rain({ source, velocity, spread, radius, count, isYUp }: Rain): { center: Float64Array; radius: Float64Array; velocity: Float64Array } {
  const side = Math.ceil(Math.sqrt(count));
  const spheres = { center: new Float64Array(3 * count), radius: new Float64Array(count), velocity: new Float64Array(3 * count) };
  for (let i = 0; i < count; i++) {
    const place = (k: number, offset: number) => spread * ((2 * (k + share(i, offset))) / side - 1);
    const [across, high] = [place(Math.floor(i / side), 2), spread * 0.5 * share(i, 3)];
    const center = [source[0] + place(i % side, 1), source[1] + (isYUp ? high : across), source[2] + (isYUp ? across : high)];
    spheres.center.set(center, 3 * i);
    spheres.velocity.set(velocity, 3 * i);
    spheres.radius[i] = radius * (0.4 + 0.6 * share(i, 4));
  }
  return spheres;
}

/** A mesh as a binary PLY file, with every bit of its vertices. */
export function asPly({ vertices, triangles }: Mesh): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(
    `ply\nformat binary_little_endian 1.0\nelement vertex ${vertices.length / 3}\n` +
      'property double x\nproperty double y\nproperty double z\n' +
      `element face ${triangles.length / 3}\nproperty list uchar uint vertex_indices\nend_header\n`,
  );
  const bytes = new Uint8Array(head.length + 8 * vertices.length + (13 * triangles.length) / 3);
  bytes.set(head);
  const view = new DataView(bytes.buffer);
  let at = head.length;
  for (const x of vertices) {
    view.setFloat64(at, x, true);
    at += 8;
  }
  for (let i = 0; i < triangles.length; i += 3) {
    view.setUint8(at, 3);
    for (let k = 0; k < 3; k++) view.setUint32(at + 1 + 4 * k, triangles[i + k], true);
    at += 13;
  }
  return bytes;
}
