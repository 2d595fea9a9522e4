// A character controller as in text books and engines, in plain floats. The capsule is cast at
// triangles that are swept along its axis, by planes, cylinders and balls. It stops a skin width in
// front of obstacles, slides along them, climbs steps, sticks to the floor, and is pushed out of
// overlaps. It is meant to be a good controller, to be compared with the walker.

import { MAX_SLOPE, SNAP_DISTANCE, STEP_HEIGHT } from './rules';

type V3 = [number, number, number];
type Given = ArrayLike<number>;

const dot = (a: Given, b: Given) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const minus = (a: Given, b: Given): V3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const plus = (a: Given, b: Given, by = 1): V3 => [a[0] + by * b[0], a[1] + by * b[1], a[2] + by * b[2]];
const cross = (a: Given, b: Given): V3 => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const size = (a: Given) => Math.sqrt(dot(a, a));
const unit = (a: Given): V3 => plus([0, 0, 0], a, 1 / (size(a) || 1));
const level = (a: Given): V3 => [a[0], a[1], 0];

/** The skin width, a usual one for a body that is 1.75 high. */
const SKIN = 0.01;
/**
 * The component of a displacement against a normal, relative to its length, up to which an obstacle
 * does not block.
 */
const ALONG = 1e-9;
const SLIDES = 4;
const PUSHES = 4;

interface Hit {
  /** The fraction of the displacement. */
  time: number;
  normal: V3;
  /** The normal of the triangle, which makes the edge of a step a floor. */
  face: V3;
}

/** The triangles by squares of the ground. */
class Grid {
  #cells = new Map<number, number[]>();
  #square: number;

  constructor(readonly corners: Float64Array, square: number) {
    this.#square = square;
    for (let i = 0; i < corners.length; i += 9) {
      const [x, y] = [0, 1].map((k) => [corners[i + k], corners[i + 3 + k], corners[i + 6 + k]]);
      this.#each(Math.min(...x), Math.max(...x), Math.min(...y), Math.max(...y), (cell) => {
        const there = this.#cells.get(cell);
        if (there) there.push(i);
        else this.#cells.set(cell, [i]);
      });
    }
  }

  #each(x0: number, x1: number, y0: number, y1: number, visit: (cell: number) => void): void {
    const at = (x: number) => Math.floor(x / this.#square);
    for (let i = at(x0); i <= at(x1); i++) for (let j = at(y0); j <= at(y1); j++) visit(i * 1_000_003 + j);
  }

  /** The offsets of the triangles whose bounds overlap this box. */
  within(low: V3, high: V3): Set<number> {
    const found = new Set<number>();
    const { corners: c } = this;
    this.#each(low[0], high[0], low[1], high[1], (cell) => {
      for (const i of this.#cells.get(cell) ?? []) {
        let isNear = true;
        for (let k = 0; k < 3 && isNear; k++) {
          const [a, b, d] = [c[i + k], c[i + 3 + k], c[i + 6 + k]];
          isNear = Math.min(a, b, d) <= high[k] && Math.max(a, b, d) >= low[k];
        }
        if (isNear) found.add(i);
      }
    });
    return found;
  }
}

/** The point of a triangle that is closest to a point (Ericson, Real-Time Collision Detection,
 * 5.1.5). */
function closest(p: V3, a: V3, b: V3, c: V3): V3 {
  const [ab, ac, ap] = [minus(b, a), minus(c, a), minus(p, a)];
  const [d1, d2] = [dot(ab, ap), dot(ac, ap)];
  if (d1 <= 0 && d2 <= 0) return a;
  const bp = minus(p, b);
  const [d3, d4] = [dot(ab, bp), dot(ac, bp)];
  if (d3 >= 0 && d4 <= d3) return b;
  const vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return plus(a, ab, d1 / (d1 - d3));
  const cp = minus(p, c);
  const [d5, d6] = [dot(ab, cp), dot(ac, cp)];
  if (d6 >= 0 && d5 <= d6) return c;
  const vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return plus(a, ac, d2 / (d2 - d6));
  const va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 >= d3 && d5 >= d6) return plus(b, minus(c, b), (d4 - d3) / (d4 - d3 + (d5 - d6)));
  const all = va + vb + vc;
  return plus(plus(a, ab, vb / all), ac, vc / all);
}

export class Textbook {
  position: V3;
  velocity = new Float64Array(3);
  isOnFloor = false;
  #floor: V3 = [0, 0, 1];
  #grid: Grid;
  #radius: number;
  #axis: V3;
  #skin: number;
  #scale: number;

  constructor(corners: Float64Array, start: Given, radius: number, axis: number, scale: number) {
    this.position = plus([0, 0, 0], start);
    this.#grid = new Grid(corners, scale / 2);
    this.#radius = radius * scale;
    this.#axis = [0, 0, axis * scale];
    this.#skin = SKIN * scale;
    this.#scale = scale;
  }

  teleport(position: Given): void {
    this.position = plus([0, 0, 0], position);
    this.velocity.fill(0);
    this.isOnFloor = false;
  }

  /** The parts of a triangle swept along the reversed axis. A ball at the position of the capsule
   * touches them when the capsule touches the triangle. */
  #parts(i: number, visit: (a: V3, b: V3, c: V3) => void): void {
    const { corners } = this.#grid;
    const near = [0, 3, 6].map((k): V3 => [corners[i + k], corners[i + k + 1], corners[i + k + 2]]);
    const far = near.map((p) => minus(p, this.#axis));
    visit(near[0], near[1], near[2]);
    visit(far[0], far[1], far[2]);
    for (let k = 0; k < 3; k++) {
      const n = (k + 1) % 3;
      visit(near[k], near[n], far[n]);
      visit(near[k], far[n], far[k]);
    }
  }

  /** The unit normal of a triangle, or zero if it is too thin for one. */
  #faceOf(i: number): V3 {
    const { corners: c } = this.#grid;
    const [u, v] = [3, 6].map((b) => [0, 1, 2].map((k) => c[i + b + k] - c[i + k]));
    return unit(cross(u, v));
  }

  #near(from: V3, way: V3, more: number): Set<number> {
    const reach = this.#radius + more;
    const low = from.map((x, k) => Math.min(x, x + way[k]) - reach) as V3;
    const high = from.map((x, k) => Math.max(x, x + way[k]) + this.#axis[k] + reach) as V3;
    return this.#grid.within(low, high);
  }

  /** The first obstacle along a displacement. */
  #cast(from: V3, way: V3): Hit | undefined {
    let hit: Hit | undefined;
    const speed = dot(way, way);
    if (speed === 0) return undefined;
    let flat: V3 = [0, 0, 0];
    const meet = (time: number, normal: V3) => {
      if (time > 1 || dot(way, normal) >= -ALONG * Math.sqrt(speed)) return;
      // If two triangles share an edge, the flatter one counts.
      const isFirst = !hit || time < hit.time - ALONG || (time < hit.time + ALONG && Math.abs(flat[2]) > Math.abs(hit.face[2]));
      if (isFirst) hit = { time: Math.max(time, 0), normal, face: flat };
    };
    const r = this.#radius;
    const vertex = (p: V3) => {
      const m = minus(from, p);
      const [b, c] = [dot(m, way), dot(m, m) - r * r];
      if (b >= 0) return;
      if (c <= 0) return meet(0, unit(m));
      const root = b * b - speed * c;
      if (root < 0) return;
      const time = (-b - Math.sqrt(root)) / speed;
      meet(time, unit(plus(m, way, time)));
    };
    const edge = (p: V3, q: V3) => {
      const [e, m] = [minus(q, p), minus(from, p)];
      const ee = dot(e, e);
      if (ee === 0) return;
      const [across, beside] = [plus(way, e, -dot(way, e) / ee), plus(m, e, -dot(m, e) / ee)];
      const [a, b, c] = [dot(across, across), dot(across, beside), dot(beside, beside) - r * r];
      if (b >= 0 || a <= 1e-24 * speed) return;
      const root = b * b - a * c;
      if (root < 0) return;
      const time = c <= 0 ? 0 : (-b - Math.sqrt(root)) / a;
      const along = dot(plus(m, way, time), e) / ee;
      if (along >= 0 && along <= 1) meet(time, unit(plus(beside, across, time)));
    };
    const face = (a: V3, b: V3, c: V3) => {
      const n = cross(minus(b, a), minus(c, a));
      const length = size(n);
      if (length < 1e-14 * this.#scale) return;
      let normal = plus([0, 0, 0], n, 1 / length);
      let high = dot(normal, minus(from, a));
      if (high < 0) [normal, high] = [plus([0, 0, 0], normal, -1), -high];
      const toward = -dot(way, normal);
      if (toward <= 0) return;
      const time = Math.max((high - r) / toward, 0);
      if (time > 1) return;
      const p = plus(plus(from, way, time), normal, -Math.min(high, r));
      // The point is on the same side of all edges.
      const sides = [[a, b], [b, c], [c, a]].map(([s, t]) => dot(cross(minus(t, s), minus(p, s)), n));
      if (sides.every((x) => x >= 0)) meet(time, normal);
    };
    for (const i of this.#near(from, way, this.#skin)) {
      let k = 0;
      flat = this.#faceOf(i);
      this.#parts(i, (a, b, c) => {
        face(a, b, c);
        // Each edge is visited once: the edges of the two ends, and for each side the upright edge.
        if (k < 2) for (const [p, q] of [[a, b], [b, c], [c, a]]) edge(p, q);
        else if (k % 2) edge(a, c);
        if (k < 2) for (const p of [a, b, c]) vertex(p);
        k++;
      });
    }
    return hit;
  }

  /** The farthest position along a displacement before an obstacle, less the skin width, and the
   * obstacle. */
  #advance(from: V3, way: V3): { to: V3; hit?: Hit } {
    const far = size(way);
    if (far < ALONG * this.#scale) return { to: from };
    const ahead = plus(way, way, this.#skin / far);
    const hit = this.#cast(from, ahead);
    if (!hit) return { to: plus(from, way) };
    const free = Math.max(0, hit.time * (far + this.#skin) - this.#skin);
    return { to: plus(from, way, Math.min(free / far, 1)), hit };
  }

  #isFlat = (normal: V3) => normal[2] > 0 && size(level(normal)) <= normal[2] * MAX_SLOPE * (1 + 1e-6);
  /** Whether a hit is a floor. On an edge, the face at the edge counts. */
  #isFloor = ({ normal, face }: Hit) => normal[2] > 0 && (this.#isFlat(normal) || this.#isFlat([face[0], face[1], Math.abs(face[2])]));
  #floorOf = ({ normal }: Hit): V3 => (this.#isFlat(normal) ? normal : [0, 0, 1]);

  /** Moves on along the obstacles. During a walk, a face that is too steep counts as upright. */
  #slide(from: V3, way: V3, isWalking: boolean): { to: V3; met: Hit[]; isBlocked: boolean } {
    const met: Hit[] = [];
    const planes: V3[] = [];
    let [at, rest, isBlocked] = [from, way, false];
    for (let i = 0; i < SLIDES; i++) {
      const { to, hit } = this.#advance(at, rest);
      const gone = minus(to, at);
      at = to;
      if (!hit) break;
      met.push(hit);
      rest = minus(rest, gone);
      const isFloor = this.#isFlat(hit.normal);
      isBlocked ||= !isFloor;
      const flat = level(hit.normal);
      const plane = isWalking && !isFloor && size(flat) > 1e-6 ? unit(flat) : hit.normal;
      planes.push(plane);
      const into = dot(rest, plane);
      if (into < 0) rest = plus(rest, plane, -into);
      // If two planes block, the body slides along the line in which they cut each other. If three
      // do, it stops.
      const other = planes.find((one) => one !== plane && dot(rest, one) < -ALONG);
      if (other) {
        const line = unit(cross(plane, other));
        rest = plus([0, 0, 0], line, dot(rest, line));
        if (planes.some((one) => dot(rest, one) < -ALONG * 10)) break;
      }
      if (dot(rest, way) <= 0) break;
    }
    return { to: at, met, isBlocked };
  }

  /** Pushes the body out of overlaps, by the shortest displacement out of the deepest, again and
   * again. */
  #push(): void {
    for (let i = 0; i < PUSHES; i++) {
      let [deepest, out]: [number, V3] = [0, [0, 0, 0]];
      for (const one of this.#near(this.position, [0, 0, 0], 0)) {
        this.#parts(one, (a, b, c) => {
          const away = minus(this.position, closest(this.position, a, b, c));
          const far = size(away);
          if (this.#radius - far > deepest && far > 0) [deepest, out] = [this.#radius - far, plus([0, 0, 0], away, 1 / far)];
        });
      }
      if (deepest <= 0) return;
      this.position = plus(this.position, out, deepest + this.#skin / 10);
    }
  }

  step(displacement: Given): void {
    this.#push();
    const { velocity } = this;
    const way = plus(displacement, velocity);
    const before = this.position;
    if (this.isOnFloor && way[2] <= 0) this.#walk(way);
    else {
      const { to, met } = this.#slide(before, way, false);
      this.position = to;
      const floor = way[2] <= 0 ? met.find(this.#isFloor) : undefined;
      this.isOnFloor = floor !== undefined;
      if (floor) this.#floor = this.#floorOf(floor);
      if (floor && velocity[2] < 0) velocity[2] = 0;
      for (const { normal } of met) {
        const into = dot(velocity, normal);
        if (into < 0 && !this.#isFlat(normal)) velocity.set(plus(velocity, normal, -into));
      }
    }
    if (!this.position.every(Number.isFinite)) this.position = before;
  }

  #walk(way: V3): void {
    const { velocity } = this;
    const [before, flat] = [this.position, level(way)];
    // It moves along the floor by the requested length as seen from above.
    const lean = -dot(flat, this.#floor) / this.#floor[2];
    let { to, isBlocked } = this.#slide(before, [flat[0], flat[1], lean], true);
    if (isBlocked) {
      const high = STEP_HEIGHT * this.#scale;
      const { to: above } = this.#advance(before, [0, 0, high]);
      const { to: on } = this.#slide(above, flat, true);
      const down = this.#advance(on, [0, 0, before[2] - above[2] - this.#skin]);
      const gain = (p: V3) => dot(minus(p, before), flat);
      if (down.hit && this.#isFloor(down.hit) && gain(down.to) > gain(to) + 1e-4 * dot(flat, flat)) to = down.to;
    }
    const snap = Math.max(-way[2], SNAP_DISTANCE * this.#scale);
    const { to: floor, hit } = this.#advance(to, [0, 0, -snap]);
    if (hit && this.#isFloor(hit)) {
      [this.position, this.#floor] = [floor, this.#floorOf(hit)];
      if (velocity[2] < 0) velocity[2] = 0;
    } else {
      this.position = this.#slide(to, [0, 0, way[2]], false).to;
      this.isOnFloor = false;
    }
  }
}
