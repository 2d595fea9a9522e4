// The published listings as plain float code, with their errors, to be shown next to the exact
// answer. Names and order are as in the listings. docs/errata.md describes the errors.

type V2 = readonly number[];
type V3 = readonly number[];

/** The result of a listing. */
export interface Found {
  status: 'contact' | 'overlap' | 'none';
  time?: number;
  /** The touched point, if the listing has one. */
  point?: number[];
}

const NONE: Found = { status: 'none' };

const sub = (a: V3, b: V3) => a.map((x, k) => x - b[k]);
const dot = (a: V3, b: V3) => a.reduce((sum, x, k) => sum + x * b[k], 0);
const along = (a: V3, s: number, b: V3) => a.map((x, k) => x + s * b[k]);
const cross = (a: V3, b: V3) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

/** The point of the triangle closest to `p`: Ericson, *Real-Time Collision Detection*, §5.1.5. */
function closest(p: V3, [a, b, c]: readonly V3[]): V3 {
  const [ab, ac, ap] = [sub(b, a), sub(c, a), sub(p, a)];
  const [d1, d2] = [dot(ab, ap), dot(ac, ap)];
  if (d1 <= 0 && d2 <= 0) return a;
  const bp = sub(p, b);
  const [d3, d4] = [dot(ab, bp), dot(ac, bp)];
  if (d3 >= 0 && d4 <= d3) return b;
  const vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return along(a, d1 / (d1 - d3), ab);
  const cp = sub(p, c);
  const [d5, d6] = [dot(ab, cp), dot(ac, cp)];
  if (d6 >= 0 && d5 <= d6) return c;
  const vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return along(a, d2 / (d2 - d6), ac);
  const va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) return along(b, (d4 - d3) / (d4 - d3 + (d5 - d6)), sub(c, b));
  const scale = 1 / (va + vb + vc);
  return along(along(a, vb * scale, ab), vc * scale, ac);
}

/** *Intersection of Moving Sphere and Triangle*, listing 1; optionally with the misprint of
 * §5.2. Its point is the centre at contact. */
export function sphereAndTriangle(
  c: V3,
  r: number,
  sphereVelocity: V3,
  p: readonly V3[],
  triangleVelocity: V3 = [0, 0, 0],
  misprint = false,
): Found {
  const rr = r * r;
  const k = closest(c, p);
  const q = sub(c, k);
  if (dot(q, q) <= rr) return { status: dot(q, q) < rr ? 'overlap' : 'contact', time: 0, point: [...k] };
  const v = sub(sphereVelocity, triangleVelocity);
  const contact = (time: number): Found => ({ status: 'contact', time, point: along(c, time, sphereVelocity) });
  const vv = dot(v, v);
  if (vv === 0) return NONE;
  const e = [sub(p[1], p[0]), sub(p[2], p[1]), sub(p[0], p[2])];
  const ee = e.map((edge) => dot(edge, edge));
  const n = cross(e[0], e[1]);
  const scale = 1 / Math.sqrt(dot(n, n));
  const u = n.map((x) => x * scale);
  const outward = e.map((edge) => cross(edge, u));
  const d = [sub(c, p[0]), sub(c, p[1]), sub(c, p[2])];
  const height = dot(u, d[0]);
  const overFace = (t: number) => [0, 1, 2].every((i) => dot(outward[i], d[i]) + dot(outward[i], v) * t <= 0);
  if (height >= r) {
    const uv = dot(u, v);
    if (uv >= 0) return NONE;
    const t = (r - height) / uv;
    if (overFace(t)) return contact(t);
  } else if (height <= -r) {
    const uv = dot(u, v);
    if (uv <= 0) return NONE;
    const t = (-r - height) / uv;
    if (overFace(t)) return contact(t);
  }
  const alongStart = [0, 1, 2].map((i) => dot(e[i], d[i]));
  const alongEnd = [0, 1, 2].map((i) => dot(e[i], d[(i + 1) % 3]));
  const nu = e.map((edge) => dot(edge, v));
  for (const i of [2, 0, 1]) {
    const hv = along(v, -(nu[i] / ee[i]), e[i]);
    const a = dot(hv, hv);
    if (!(a > 0)) continue;
    const hd = along(d[i], -(alongStart[i] / ee[i]), e[i]);
    const b = -dot(hv, hd);
    const beta = b * b - a * (dot(hd, hd) - rr);
    if (!(b >= 0 && beta >= 0)) continue;
    const t = (b - Math.sqrt(beta)) / a;
    const fromStart = misprint ? alongEnd[i] : alongStart[i];
    const isOutside = dot(outward[i], d[i]) + dot(outward[i], hv) * t >= 0;
    if (isOutside && fromStart + nu[i] * t >= 0 && alongEnd[i] + nu[i] * t <= 0) return contact(t);
  }
  for (const i of [0, 1, 2]) {
    const before = (i + 2) % 3;
    const b = -dot(v, d[i]);
    const beta = b * b - vv * (dot(d[i], d[i]) - rr);
    if (!(b >= 0 && beta >= 0)) continue;
    const t = (b - Math.sqrt(beta)) / vv;
    if (alongEnd[before] + nu[before] * t >= 0 && alongStart[i] + nu[i] * t <= 0) return contact(t);
  }
  return NONE;
}

/** The faces, half cylinders and wedges of the same listing, for a start outside and in single
 * precision, as engines run it. */
export function inSinglePrecision(center: V3, radius: number, velocity: V3, triangle: readonly V3[]): Found {
  const f = Math.fround;
  const round = (a: V3) => a.map(f);
  const subF = (a: V3, b: V3) => a.map((x, k) => f(x - b[k]));
  const dotF = (a: V3, b: V3) => f(f(f(a[0] * b[0]) + f(a[1] * b[1])) + f(a[2] * b[2]));
  const alongF = (a: V3, s: number, b: V3) => a.map((x, k) => f(x + f(s * b[k])));
  const crossF = (a: V3, b: V3) => [
    f(f(a[1] * b[2]) - f(a[2] * b[1])),
    f(f(a[2] * b[0]) - f(a[0] * b[2])),
    f(f(a[0] * b[1]) - f(a[1] * b[0])),
  ];
  const sumF = (a: number, t: number, b: number) => f(a + f(b * t));
  const [c, v, r] = [round(center), round(velocity), f(radius)];
  const p = triangle.map(round);
  const e = [subF(p[1], p[0]), subF(p[2], p[1]), subF(p[0], p[2])];
  const n = crossF(e[0], e[1]);
  const length = f(Math.sqrt(dotF(n, n)));
  const u = n.map((x) => f(x / length));
  const out = e.map((edge) => crossF(edge, u));
  const d = p.map((vertex) => subF(c, vertex));
  const contact = (time: number): Found => ({ status: 'contact', time, point: alongF(c, time, v) });
  const [height, speed] = [dotF(u, d[0]), dotF(u, v)];
  const side = height > 0 ? 1 : -1;
  if (side * height >= r) {
    if (side * speed >= 0) return NONE;
    const t = f(f(side * r - height) / speed);
    if ([0, 1, 2].every((i) => sumF(dotF(out[i], d[i]), t, dotF(out[i], v)) <= 0)) return contact(t);
  }
  for (const i of [2, 0, 1]) {
    const ee = dotF(e[i], e[i]);
    const [nu, start] = [dotF(e[i], v), dotF(e[i], d[i])];
    const end = dotF(e[i], d[(i + 1) % 3]);
    const [hv, hd] = [alongF(v, f(-nu / ee), e[i]), alongF(d[i], f(-start / ee), e[i])];
    const [a, b] = [dotF(hv, hv), -dotF(hv, hd)];
    const beta = f(f(b * b) - f(a * f(dotF(hd, hd) - f(r * r))));
    if (!(b >= 0 && beta >= 0)) continue;
    const t = f(f(b - f(Math.sqrt(beta))) / a);
    const isOutside = sumF(dotF(out[i], d[i]), t, dotF(out[i], hv)) >= 0;
    if (isOutside && sumF(start, t, nu) >= 0 && sumF(end, t, nu) <= 0) return contact(t);
  }
  for (const i of [0, 1, 2]) {
    const before = (i + 2) % 3;
    const [vv, b] = [dotF(v, v), -dotF(v, d[i])];
    const beta = f(f(b * b) - f(vv * f(dotF(d[i], d[i]) - f(r * r))));
    if (!(b >= 0 && beta >= 0)) continue;
    const t = f(f(b - f(Math.sqrt(beta))) / vv);
    const isBehind = sumF(dotF(e[before], d[i]), t, dotF(e[before], v)) >= 0;
    if (isBehind && sumF(dotF(e[i], d[i]), t, dotF(e[i], v)) <= 0) return contact(t);
  }
  return NONE;
}

/** A rectangle of the second document. */
export interface Rectangle {
  center: V2;
  axis: readonly V2[];
  extent: V2;
  velocity: V2;
}

/** The listing of *Intersection of Moving Circle and Rectangle*: 15, 14 with its misprint, or 1
 * with its transformation back from the frame. */
export type RectangleListing = 'listing 15' | 'listing 14, as printed' | 'listing 1';

export function circleAndRectangle(c: V2, r: number, velocity: V2, box: Rectangle, which: RectangleListing = 'listing 15'): Found {
  const [cd, vd] = [sub(c, box.center), sub(velocity, box.velocity)];
  const local = box.axis.map((axis) => dot(cd, axis));
  const v = box.axis.map((axis) => dot(vd, axis));
  const sign = [1, 1];
  for (const i of [0, 1]) {
    if (local[i] < 0) {
      [local[i], v[i], sign[i]] = [-local[i], -v[i], -1];
    }
  }
  const found = inFirstQuadrant(box.extent, local, r, v, which === 'listing 14, as printed');
  if (!found.point) return found;
  const p = found.point;
  const back = (k: number) =>
    which === 'listing 1'
      ? box.center[k] + sign[k] * p[k] * box.axis[k][k]
      : box.center[k] + sign[0] * p[0] * box.axis[0][k] + sign[1] * p[1] * box.axis[1][k];
  return { ...found, point: [back(0), back(1)] };
}

function inFirstQuadrant(k: V2, c: V2, r: number, v: V2, misprint: boolean): Found {
  const delta = sub(c, k);
  const atStart = (overlap: boolean, point: number[]): Found => ({ status: overlap ? 'overlap' : 'contact', time: 0, point });
  const perp = ([x, y]: V2) => [y, -x];
  const vertex = (corner: V2, d: V2): Found => {
    const across = dot(v, perp(d));
    const q2 = dot(v, v);
    const q1 = r * r * q2 - across * across;
    return q1 >= 0 ? { status: 'contact', time: (-dot(v, d) - Math.sqrt(q1)) / q2, point: [...corner] } : NONE;
  };
  const edge = (i0: number, i1: number): Found => {
    const time = (k[i0] + r - c[i0]) / v[i0];
    const point = [0, 0];
    point[i0] = k[i0];
    point[i1] = c[i1] + time * v[i1];
    return { status: 'contact', time, point };
  };
  const edgeUnbounded = (i0: number, i1: number): Found => {
    const slip = misprint ? r * v[1] : r * v[i1];
    if (v[i0] >= 0) return NONE;
    if (slip + (v[i0] * delta[i1] - v[i1] * delta[i0]) < 0) return vertex(k, delta);
    const k1 = [...k];
    k1[i1] = -k[i1];
    const delta1 = sub(c, k1);
    return slip + (v[i0] * delta1[i1] - v[i1] * delta1[i0]) <= 0 ? edge(i0, i1) : vertex(k1, delta1);
  };
  if (delta[1] <= r) {
    if (delta[0] > r) return edgeUnbounded(0, 1);
    if (delta[1] <= 0) return delta[0] <= 0 ? atStart(true, [...c]) : atStart(delta[0] < r, [k[0], c[1]]);
    if (delta[0] <= 0) return atStart(delta[1] < r, [c[0], k[1]]);
    const [distance, reach] = [dot(delta, delta), r * r];
    if (distance <= reach) return atStart(distance < reach, [...k]);
    return -dot(v, delta) > 0 ? vertex(k, delta) : NONE;
  }
  if (delta[0] <= r) return edgeUnbounded(1, 0);
  if (v[0] >= 0 || v[1] >= 0) return NONE;
  const across = (d: V2) => dot(v, perp(d));
  if (r * v[0] - across(delta) <= 0) {
    if (-r * v[1] - across(delta) >= 0) return vertex(k, delta);
    const k1 = [k[0], -k[1]];
    return -r * v[1] - across(sub(c, k1)) >= 0 ? edge(0, 1) : vertex(k1, sub(c, k1));
  }
  const k2 = [-k[0], k[1]];
  return r * v[0] - across(sub(c, k2)) <= 0 ? edge(1, 0) : vertex(k2, sub(c, k2));
}

/**
 * The regions of that listing, carried over to a box in space. This code is no published listing.
 */
export function boxByRegions(center: V3, r: number, velocity: V3, extent: V3): Found {
  const mirror = center.map((x) => (x < 0 ? -1 : 1));
  const [c, v] = [center.map((x, i) => x * mirror[i]), velocity.map((x, i) => x * mirror[i])];
  let entry = 0;
  for (const i of [0, 1, 2]) {
    if (c[i] > extent[i] + r) {
      if (v[i] >= 0) return NONE;
      entry = Math.max(entry, (extent[i] + r - c[i]) / v[i]);
    }
  }
  const at = c.map((x, i) => x + entry * v[i]);
  if (at.some((x, i) => Math.abs(x) > extent[i] + r)) return NONE;
  const beside = at.map((x, i) => Math.abs(x) > extent[i]);
  const ahead = at.map((x, i) => (beside[i] ? Math.sign(x) * extent[i] : x));
  const gap = sub(at, ahead);
  const contact = (time: number | undefined): Found => (time === undefined ? NONE : { status: 'contact', time });
  if (beside.filter(Boolean).length <= 1 || dot(gap, gap) <= r * r) return contact(entry);
  const rounded = (around: V3, axes: boolean[]): number | undefined => {
    const w = v.map((x, i) => (axes[i] ? x : 0));
    const d = c.map((x, i) => (axes[i] ? x - around[i] : 0));
    const [q2, q0, outside] = [dot(w, w), -dot(w, d), dot(d, d) - r * r];
    const q1 = q0 * q0 - q2 * outside;
    return outside > 0 && q0 > 0 && q1 >= 0 ? (q0 - Math.sqrt(q1)) / q2 : undefined;
  };
  const free = beside.indexOf(false);
  if (free < 0) return contact(rounded(ahead, [true, true, true]));
  const time = rounded(ahead, beside);
  if (time === undefined) return NONE;
  const here = c[free] + time * v[free];
  if (Math.abs(here) <= extent[free]) return contact(time);
  const end = [...ahead];
  end[free] = Math.sign(here) * extent[free];
  return contact(rounded(end, [true, true, true]));
}

/** Arvo's figures combined: a ball or its surface and a box or its surface, in any dimension. */
export function arvo(
  center: V3,
  radius: number,
  hollowSphere: boolean,
  min: V3,
  max: V3,
  hollowBox: boolean,
): boolean {
  let [nearest, farthest, side] = [0, 0, Infinity];
  for (const i of center.keys()) {
    const [a, b] = [(center[i] - min[i]) ** 2, (center[i] - max[i]) ** 2];
    farthest += Math.max(a, b);
    if (min[i] <= center[i] && center[i] <= max[i]) {
      side = Math.min(a, b, side);
    } else {
      side = 0;
      nearest += Math.min(a, b);
    }
  }
  if (hollowBox) nearest += side;
  return nearest <= radius * radius && (!hollowSphere || radius * radius <= farthest);
}

/** A plane of the last document: a point and a normal that points outward. */
export interface Plane {
  point: V3;
  normal: V3;
}

/**
 * The listing of *Correct Box Sphere Intersection*: opposite planes are next to each other in the
 * list.
 */
export function planesAndSphere(center: V3, radius: number, planes: readonly Plane[]): 'inside' | 'intersecting' | 'outside' {
  const distance = (plane: Plane, x: V3) => dot(sub(x, plane.point), plane.normal);
  if (planes.every((plane) => -distance(plane, center) > radius)) return 'inside';
  const meets = planes.some((plane, i) => {
    const d = distance(plane, center);
    if (Math.abs(d) > radius) return false;
    const point = along(center, -d, plane.normal);
    const reach = Math.sqrt(Math.max(radius * radius - d * d, 0));
    return planes.every((other, k) => k >> 1 === i >> 1 || distance(other, point) <= reach);
  });
  return meets ? 'intersecting' : 'outside';
}
