// beside.mjs: the BVH, the rays and the closest points of the package compared with three-mesh-bvh,
// on a bumpy sphere of 69,168 triangles, in alternating passes. It prints medians, and their
// ratios; only the ratios are comparable.
import { BufferAttribute, BufferGeometry, DoubleSide, Ray, Vector3 } from 'three';
import { MeshBVH, SAH } from 'three-mesh-bvh';

const { Mesh, contactsFor, load } = await import(process.env.TANGENCY_PACKAGE ?? '../dist/index.js');
const PASSES = Number(process.argv[2] ?? 11);
const COUNT = 50_000;
await load();

/** Numbers from 0 to 1 that look random and are the same each time. */
let state = 1;
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}

/** A sphere with bumps, of rings around an axis. */
function bumpy(rings, around) {
  const vertices = [0, 0, 1];
  for (let i = 1; i < rings; i++) {
    for (let j = 0; j < around; j++) {
      const [u, v] = [(Math.PI * i) / rings, (2 * Math.PI * j) / around];
      const r = 1 + 0.05 * Math.sin(11 * u) * Math.cos(13 * v) + 0.01 * Math.sin(47 * u + 31 * v);
      vertices.push(r * Math.sin(u) * Math.cos(v), r * Math.sin(u) * Math.sin(v), r * Math.cos(u));
    }
  }
  vertices.push(0, 0, -1);
  const at = (i, j) => (i === 0 ? 0 : i === rings ? vertices.length / 3 - 1 : 1 + (i - 1) * around + (j % around));
  const triangles = [];
  for (let i = 0; i < rings; i++) {
    for (let j = 0; j < around; j++) {
      if (i > 0) triangles.push(at(i, j), at(i + 1, j), at(i, j + 1));
      if (i < rings - 1) triangles.push(at(i, j + 1), at(i + 1, j), at(i + 1, j + 1));
    }
  }
  // Both libraries get the same numbers, floats of 32 bits.
  return { vertices: Float64Array.from(Float32Array.from(vertices)), triangles: Uint32Array.from(triangles) };
}

/** Rays from points around the sphere towards points inside. */
function rays(count) {
  const [center, velocity] = [new Float64Array(3 * count), new Float64Array(3 * count)];
  const around = (length) => {
    for (;;) {
      const place = [0, 1, 2].map(() => 2 * random() - 1);
      const squared = place.reduce((sum, x) => sum + x * x, 0);
      if (squared <= 1 && squared > 0.01) return place.map((x) => (x * length) / Math.sqrt(squared));
    }
  };
  for (let i = 0; i < count; i++) {
    const [from, to] = [around(3), around(1.2 * random())];
    const length = Math.hypot(...to.map((x, k) => x - from[k]));
    center.set(from, 3 * i);
    velocity.set(to.map((x, k) => (x - from[k]) / length), 3 * i);
  }
  return { center, velocity };
}

const { vertices, triangles } = bumpy(132, 264);
const { center, velocity } = rays(COUNT);
const geometry = () => {
  const made = new BufferGeometry();
  made.setAttribute('position', new BufferAttribute(Float32Array.from(vertices), 3));
  made.setIndex(new BufferAttribute(triangles.slice(), 1));
  return made;
};
const mesh = new Mesh(vertices, triangles);
const bvh = new MeshBVH(geometry());
const out = contactsFor(COUNT);
const ray = new Ray(new Vector3(), new Vector3());
/** Points in a box about the sphere. */
const points = Float64Array.from({ length: 3 * COUNT }, () => Math.fround(2.6 * random() - 1.3));
const place = new Vector3();
const nearest = {};

const ours = {
  build: () => new Mesh(vertices, triangles),
  rays: () => mesh.firstContacts({ center, radius: 0, velocity }, out),
  closest: () => mesh.closest(points).distance.reduce((sum, x) => sum + x, 0),
};
const spheres = () => mesh.firstContacts({ center, radius: 0.02, velocity }, out);
const theirs = {
  build: (made) => new MeshBVH(made),
  // The BVH is built with the surface area heuristic, like ours.
  cut: (made) => new MeshBVH(made, { strategy: SAH }),
  rays: () => {
    let hits = 0;
    for (let i = 0; i < COUNT; i++) {
      ray.origin.fromArray(center, 3 * i);
      ray.direction.fromArray(velocity, 3 * i);
      if (bvh.raycastFirst(ray, DoubleSide)) hits++;
    }
    return hits;
  },
  closest: () => {
    let sum = 0;
    for (let i = 0; i < COUNT; i++) sum += bvh.closestPointToPoint(place.fromArray(points, 3 * i), nearest).distance;
    return sum;
  },
};

const took = (act, given) => {
  const start = performance.now();
  const result = act(given);
  return [performance.now() - start, result];
};
const times = { build: [[], []], rays: [[], []], spheres: [[]], closest: [[], []], cut: [[]] };
let [hits, sums] = [[], []];
for (let pass = 0; pass <= PASSES; pass++) {
  const fresh = geometry();
  const [build, made] = took(ours.build);
  made.free();
  const row = [build, took(theirs.build, fresh)[0], took(ours.rays)[0]];
  const mine = out.status.reduce((sum, status) => sum + (status === 1), 0);
  const [time, their] = took(theirs.rays);
  hits = [mine, their];
  row.push(time, took(spheres)[0]);
  const [near, ourSum] = took(ours.closest);
  const [theirNear, theirSum] = took(theirs.closest);
  sums = [ourSum, theirSum];
  row.push(near, theirNear, took(theirs.cut, geometry())[0]);
  // The first pass only warms up the compilers.
  if (pass > 0) [...times.build, ...times.rays, ...times.spheres, ...times.closest, ...times.cut].forEach((all, k) => all.push(row[k]));
}
const median = (all) => all.sort((a, b) => a - b)[all.length >> 1];
const [a, b, h] = [...times.build, ...times.cut].map(median);
const [c, d, e, f, g] = [...times.rays, ...times.spheres, ...times.closest].map((all) => (1000 * median(all)) / COUNT);
console.log(`${triangles.length / 3} triangles, ${COUNT} rays, medians of ${PASSES} passes; hits ${hits[0]}, three-mesh-bvh ${hits[1]}; sums of distances ${sums.map((x) => x.toFixed(3)).join(', three-mesh-bvh ')}`);
console.log(`tree     ${a.toFixed(0)} ms, three-mesh-bvh ${b.toFixed(0)} ms, ratio ${(a / b).toFixed(2)}; with the cheapest cut ${h.toFixed(0)} ms, ratio ${(a / h).toFixed(2)}`);
console.log(`ray      ${c.toFixed(2)} us, three-mesh-bvh ${d.toFixed(2)} us, ratio ${(c / d).toFixed(2)}`);
console.log(`sphere   ${e.toFixed(2)} us, over three-mesh-bvh's ray ${(e / d).toFixed(2)}`);
console.log(`closest  ${f.toFixed(2)} us, three-mesh-bvh ${g.toFixed(2)} us, ratio ${(f / g).toFixed(2)}`);
