// The region that the centre cannot enter: a convex target grown by the body. A polytope grown by a
// ball has a face for each face, a part of a cylinder for each edge and a part of a sphere for each
// vertex. A triangle is a polytope with two faces. A target grown by an ellipsoid is the same in
// stretched space. Grown by a capsule, it is the hull of the target and of its copy one axis back,
// grown by a ball. Grown by another polytope, it is a polytope. This is only for the picture, in plain
// floats.

/** A convex polytope: its vertices, and the loop of each face, counterclockwise as seen from
 * outside. */
export interface Solid {
  vertices: number[][];
  faces: number[][];
}

/** Triangles with normals, each by three numbers. */
export interface Patch {
  positions: number[];
  normals: number[];
}

export interface Swept {
  faces: Patch;
  edges: Patch;
  vertices: Patch;
}

type V3 = number[];
export const add = (a: V3, b: V3, s = 1) => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
export const dot = (a: V3, b: V3) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: V3, b: V3) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const unit = (a: V3) => {
  const length = Math.sqrt(dot(a, a)) || 1;
  return [a[0] / length, a[1] / length, a[2] / length];
};

const STEPS = 20;

/**
 * The direction at the share `t` of the shorter arc from one direction to another. Both are unit
 * vectors, and not opposite.
 */
function between(a: V3, b: V3, t: number): V3 {
  const angle = Math.acos(Math.min(1, Math.max(-1, dot(a, b))));
  if (angle < 1e-6) return unit(add(a, b));
  const [p, q] = [Math.sin((1 - t) * angle), Math.sin(t * angle)];
  return unit(add([p * a[0], p * a[1], p * a[2]], b, q));
}

/** The solid grown by a body with these half axes. */
export function swept(solid: Solid, radii: V3): Swept {
  const stretched = solid.vertices.map((v) => v.map((x, k) => x / radii[k]));
  const normals = solid.faces.map((loop) => {
    const n = [0, 0, 0];
    loop.forEach((v, i) => cross(stretched[v], stretched[loop[(i + 1) % loop.length]]).forEach((x, k) => (n[k] += x)));
    return unit(n);
  });
  const result: Swept = { faces: empty(), edges: empty(), vertices: empty() };
  const put = (patch: Patch, v: number, direction: V3) => {
    patch.positions.push(...solid.vertices[v].map((x, k) => x + radii[k] * direction[k]));
    patch.normals.push(...unit(direction.map((x, k) => x / radii[k])));
  };

  // The face to which the edge from one vertex to the next belongs.
  const owner = new Map<string, number>();
  solid.faces.forEach((loop, f) => loop.forEach((v, i) => owner.set(`${v} ${loop[(i + 1) % loop.length]}`, f)));

  solid.faces.forEach((loop, f) => {
    for (let i = 1; i + 1 < loop.length; i++) for (const v of [loop[0], loop[i], loop[i + 1]]) put(result.faces, v, normals[f]);
  });

  /** The directions from the normal of one face to the normal of the other, over the edge from
   * `a` to `b` of the first. */
  const arc = (a: number, b: number): V3[] | undefined => {
    const [f, g] = [owner.get(`${a} ${b}`), owner.get(`${b} ${a}`)];
    if (f === undefined || g === undefined) return undefined;
    const outward = unit(cross(add(stretched[b], stretched[a], -1), normals[f]));
    const flat = dot(normals[f], normals[g]) < -0.999999;
    const middle = flat ? outward : unit(add(normals[f], normals[g]));
    return Array.from({ length: STEPS + 1 }, (_, k) => {
      const t = (2 * k) / STEPS;
      return t <= 1 ? between(normals[f], middle, t) : between(middle, normals[g], t - 1);
    });
  };

  for (const key of owner.keys()) {
    const [a, b] = key.split(' ').map(Number);
    if (a > b && owner.has(`${b} ${a}`)) continue;
    const directions = arc(a, b);
    if (!directions) continue;
    for (let k = 0; k < STEPS; k++) {
      const [now, next] = [directions[k], directions[k + 1]];
      for (const [v, direction] of [[a, now], [b, now], [b, next], [a, now], [b, next], [a, next]] as [number, V3][]) {
        put(result.edges, v, direction);
      }
    }
  }

  solid.vertices.forEach((_, v) => {
    // Around the vertex, from face to face. An edge that leaves the vertex in one face enters it in
    // the next.
    const next = new Map<number, number>();
    for (const loop of solid.faces) {
      const i = loop.indexOf(v);
      if (i >= 0) next.set(loop[(i + 1) % loop.length], loop[(i + loop.length - 1) % loop.length]);
    }
    const [first] = next.keys();
    if (first === undefined) return;
    const rim: V3[] = [];
    let to = first;
    do {
      const from = next.get(to);
      if (from === undefined) return;
      // The edge from `from` to the vertex belongs to this face; across the edge is the next face.
      const directions = arc(from, v);
      if (!directions) return;
      rim.push(...directions.slice(0, -1));
      to = from;
    } while (to !== first && rim.length < 10_000);
    const center = unit(rim.reduce((sum, direction) => add(sum, direction), [0, 0, 0]));
    const rings = STEPS / 2;
    rim.forEach((here, i) => {
      const there = rim[(i + 1) % rim.length];
      for (let k = 0; k < rings; k++) {
        const [s, t] = [k / rings, (k + 1) / rings];
        const corners = [between(center, here, s), between(center, here, t), between(center, there, t), between(center, there, s)];
        for (const c of k ? [0, 1, 2, 0, 2, 3] : [0, 1, 2]) put(result.vertices, v, corners[c]);
      }
    });
  });
  return result;
}

function empty(): Patch {
  return { positions: [], normals: [] };
}

/** The solid between eight corners. The first four are one end, counterclockwise as seen from the
 * other end. */
export function hexahedron(corners: V3[]): Solid {
  const faces = [[3, 2, 1, 0], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]];
  const [x, y, z] = [1, 3, 4].map((k) => add(corners[k], corners[0], -1));
  // In a left-handed frame, all faces must be turned over.
  return { vertices: corners, faces: dot(cross(x, y), z) >= 0 ? faces : faces.map((loop) => [...loop].reverse()) };
}

/** The share of the size of a solid below which points are taken as one point or as coplanar. */
const NEAR = 1e-9;

/** The unit vector across two vectors, if they are not parallel. */
function across(a: V3, b: V3): V3[] {
  const normal = cross(a, b);
  return Math.hypot(...normal) > NEAR * Math.hypot(...a) * Math.hypot(...b) ? [unit(normal)] : [];
}

/** The normals of the planes through any three points. */
function* planesThrough(points: V3[]): Generator<V3> {
  for (let i = 0; i < points.length; i++) {
    for (let j = i + 1; j < points.length; j++) {
      for (let k = j + 1; k < points.length; k++) yield* across(add(points[j], points[i], -1), add(points[k], points[i], -1));
    }
  }
}

/** The convex hull of points, which may be flat; if they are all on a line, it has no faces. The
 * normals of its faces are among `normals`, up to their signs. */
export function hullOf(points: V3[], normals?: Iterable<V3>): Solid {
  const size = Math.max(...points.flatMap((p) => add(p, points[0], -1).map(Math.abs)));
  const vertices = points.filter((p, i) => points.slice(0, i).every((q) => Math.hypot(...add(p, q, -1)) > NEAR * size));
  const faces = new Map<string, number[]>();
  for (const normal of normals ?? planesThrough(vertices)) {
    for (const side of [1, -1]) {
      const outward = normal.map((x) => side * x);
      const heights = vertices.map((v) => dot(add(v, vertices[0], -1), outward));
      const highest = Math.max(...heights);
      const flat = heights.flatMap((height, v) => (height >= highest - NEAR * size ? [v] : []));
      const key = `${flat} ${flat.length === vertices.length && side}`;
      if (flat.length > 2 && !faces.has(key)) faces.set(key, loopOf(vertices, flat, outward, NEAR * size * size));
    }
  }
  return { vertices, faces: [...faces.values()].filter((loop) => loop.length > 2) };
}

/** The places of a body at which it touches or overlaps a solid: their Minkowski difference. The body
 * is given at one place. */
export function differenceOf(solid: Solid, body: Solid, place: V3): Solid {
  const [own, other] = [solid, body].map(({ vertices, faces }) => {
    const edges = faces.map((loop) => loop.map((v, i) => add(vertices[loop[(i + 1) % loop.length]], vertices[v], -1)));
    return { edges: edges.flat(), normals: edges.flatMap(([a, b]) => across(a, b)) };
  });
  const points = solid.vertices.flatMap((v) => body.vertices.map((b) => add(v, add(place, b, -1))));
  return hullOf(points, [...own.normals, ...other.normals, ...own.edges.flatMap((a) => other.edges.flatMap((b) => across(a, b)))]);
}

/** The corners of the hull of points in a plane, counterclockwise as seen from the side of the
 * normal. */
function loopOf(vertices: V3[], flat: number[], normal: V3, least: number): number[] {
  const way = (from: number, to: number) => add(vertices[to], vertices[from], -1);
  const far = (from: number, to: number) => dot(way(from, to), way(from, to));
  // The farthest point from any point is a corner.
  const first = flat.reduce((best, k) => (far(flat[0], k) > far(flat[0], best) ? k : best));
  const loop = [first];
  while (loop.length <= flat.length) {
    const here = loop.at(-1)!;
    const next = flat.filter((k) => k !== here).reduce((best, k) => {
      const turn = dot(cross(way(here, best), way(here, k)), normal);
      return turn < -least || (turn <= least && far(here, k) > far(here, best)) ? k : best;
    });
    if (next === first) break;
    loop.push(next);
  }
  return loop;
}

export function triangleSolid(vertices: V3[]): Solid {
  return { vertices, faces: [[0, 1, 2], [0, 2, 1]] };
}
