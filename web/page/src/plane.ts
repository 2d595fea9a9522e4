// The picture in the plane: a moving circle and a rectangle, as in the sample application of the
// second document. It has that document's figures: the regions, and the cone of velocities that
// hit.

import type { Answer } from './answer';
import { compare, fraction, minus, plus, times, type Fraction } from './exact';
import { nice } from './framing';
import type { State } from './state';

type V2 = number[];

/** The region of the plane in which the circle starts. It is the region of listing 2 of the
 * document, decided exactly. */
export interface Region {
  /** The index of the region, from R0 to R7. */
  index: number;
  /** The quadrant in the frame of the rectangle. */
  mirror: [number, number];
}

const REGIONS = [
  'inside the rectangle',
  'overlapping the right side',
  'overlapping the top side',
  'overlapping the corner',
  'beside the corner, in the bounding box of the rounded rectangle',
  'right of the rounded rectangle',
  'above the rounded rectangle',
  'beyond the corner',
];

/** The name of a region, with the side in the original, unmirrored frame. */
export function regionName({ index, mirror }: Region): string {
  const name = REGIONS[index];
  return `Region ${index} (${name
    .replace('right side', mirror[0] < 0 ? 'left side' : 'right side')
    .replace('right of', mirror[0] < 0 ? 'left of' : 'right of')
    .replace('top', mirror[1] < 0 ? 'bottom' : 'top')
    .replace('above', mirror[1] < 0 ? 'below' : 'above')})`;
}

export function regionOf({ numbers: n }: State): Region {
  const exact = (x: number) => fraction(x);
  const away = n.center.map((x, k) => minus(exact(x), exact(n.box_center[k])));
  const [z, w] = n.rotation.map(exact);
  const square = plus(times(z, z), times(w, w));
  if (square.n === 0n) return { index: 7, mirror: [1, 1] };
  // This is (z² + w²) times the centre in the frame of the rectangle.
  const cos = minus(times(w, w), times(z, z));
  const sin = times({ n: 2n, d: 1n }, times(z, w));
  const local = [plus(times(cos, away[0]), times(sin, away[1])), minus(times(cos, away[1]), times(sin, away[0]))];
  const zero: Fraction = { n: 0n, d: 1n };
  const mirror = local.map((x) => (compare(x, zero) < 0 ? -1 : 1)) as [number, number];
  const delta = local.map((x, k) => minus(x.n < 0n ? { n: -x.n, d: x.d } : x, times(square, exact(n.half_extents[k]))));
  const reach = times(square, exact(n.radius[0]));
  const region = (index: number): Region => ({ index, mirror });
  if (compare(delta[1], reach) > 0) return region(compare(delta[0], reach) <= 0 ? 6 : 7);
  if (compare(delta[0], reach) > 0) return region(5);
  if (compare(delta[1], zero) <= 0) return region(compare(delta[0], zero) <= 0 ? 0 : 1);
  if (compare(delta[0], zero) <= 0) return region(2);
  const distance = plus(times(delta[0], delta[0]), times(delta[1], delta[1]));
  return region(compare(distance, times(reach, reach)) <= 0 ? 3 : 4);
}

/** The rectangle's axes, in floats, for drawing. */
export function axes({ numbers: n }: State): [V2, V2] {
  const [z, w] = n.rotation;
  const square = z * z + w * w || 1;
  const [cos, sin] = [(w * w - z * z) / square, (2 * z * w) / square];
  return [[cos, sin], [-sin, cos]];
}

const SVG = 'http://www.w3.org/2000/svg';

/** The intended form of an element. */
interface Part {
  name: string;
  attributes: Record<string, string | number>;
  parts: Part[];
}

function part(name: string, attributes: Record<string, string | number>, ...parts: Part[]): Part {
  return { name, attributes, parts };
}

/** Gives an element these children, and changes only the differences. */
function bring(parent: SVGElement, parts: Part[]): void {
  parts.forEach(({ name, attributes, parts: inner }, i) => {
    let element = parent.children[i] as SVGElement | undefined;
    if (element?.tagName !== name) {
      const made = document.createElementNS(SVG, name);
      if (element) element.replaceWith(made);
      else parent.append(made);
      element = made;
    }
    for (const key of element.getAttributeNames()) if (!(key in attributes)) element.removeAttribute(key);
    for (const [key, value] of Object.entries(attributes)) {
      if (element.getAttribute(key) !== String(value)) element.setAttribute(key, String(value));
    }
    bring(element, inner);
  });
  while (parent.children.length > parts.length) parent.lastElementChild!.remove();
}

/** Whether a part has numbers that no picture can show: NaN, or too large. */
const isAmiss = ({ attributes, parts }: Part): boolean => Object.values(attributes).some((x) => (typeof x === 'number' ? !(Math.abs(x) < 1e7) : /NaN|Infinity|e\+/.test(x))) || parts.some(isAmiss);

export class Plane {
  readonly svg = document.createElementNS(SVG, 'svg');
  /** The grid, in a layer of its own, which a drag does not paint again. */
  #paper = document.createElementNS(SVG, 'svg');

  #width = 0;
  #height = 0;

  constructor(readonly host: HTMLElement) {
    this.svg.setAttribute('class', 'plane');
    this.#paper.setAttribute('class', 'plane paper');
    for (const svg of [this.#paper, this.svg]) svg.setAttribute('aria-hidden', 'true');
    host.prepend(this.#paper, this.svg);
    // The size is kept, since reading it in the middle of a drag would force a layout.
    const measure = () => ([this.#width, this.#height] = [host.clientWidth, host.clientHeight]);
    new ResizeObserver(measure).observe(host);
    measure();
  }

  /** The number of CSS pixels per unit of length. */
  scale(state: State): number {
    return Math.min(this.#width, this.#height * 1.5) / state.numbers.span[0];
  }

  /** The position of a point on the host. */
  project(state: State, [x, y]: readonly number[]): { x: number; y: number } {
    const scale = this.scale(state);
    return { x: this.#width / 2 + x * scale, y: this.#height / 2 - y * scale };
  }

  show(state: State, answer: Answer, time: number): void {
    const scale = this.scale(state);
    const [width, height] = [this.#width, this.#height];
    // All numbers are in pixels from the middle, upwards.
    const n = Object.fromEntries(Object.entries(state.numbers).map(([key, numbers]) => [key, numbers.map((x) => x * scale)]));
    const [reached, point] = [answer.center, answer.point].map((p) => p?.map((x) => x * scale));
    const [c, r, v] = [n.center, Math.max(n.radius[0], 0), n.velocity];
    const far = 2 * Math.hypot(width, height) + Math.hypot(...c);
    const parts: Part[] = [];
    const line = (from: V2, to: V2, name: string) => parts.push(part('line', { x1: from[0], y1: from[1], x2: to[0], y2: to[1], class: name }));
    const circle = (at: V2, radius: number, name: string) => parts.push(part('circle', { cx: at[0], cy: at[1], r: radius, class: name }));
    const at = (p: V2, q: V2, t: number) => [p[0] + t * q[0], p[1] + t * q[1]];

    // The paper with its lines.
    const [right, top] = [width / 2, height / 2];
    const cell = nice(state.numbers.span[0] / 12) * scale;
    const steps = (size: number) => Array.from({ length: 2 * Math.floor(size / cell) + 1 }, (_, i) => (i - Math.floor(size / cell)) * cell).filter((x) => x !== 0);
    const rule = (x: number, y: number, name: string) => part('line', { ...(y ? { x1: x, x2: x, y1: -y, y2: y } : { x1: -right, x2: right, y1: x, y2: x }), class: name });
    const rules = [...steps(right).map((x) => rule(x, top, 'rule')), ...steps(top).map((y) => rule(y, 0, 'rule')), rule(0, top, 'rule axis'), rule(0, 0, 'rule axis')];

    // Only the visible part of a line is drawn, since many invisible dashes are slow. These are the
    // distances of its first and last point.
    const reach = Math.hypot(right, top) + 20;
    const across = (p: V2, way: V2, name: string, from = -Infinity) => {
      const middle = -(p[0] * way[0] + p[1] * way[1]);
      const half = Math.sqrt(reach * reach - (p[0] + middle * way[0]) ** 2 - (p[1] + middle * way[1]) ** 2);
      const [first, last] = [Math.max(from, middle - half), middle + half];
      if (last > first) line(at(p, way, first), at(p, way, last), name);
    };

    // The cone of velocities that hit, as tips of arrows from the centre. It is the cone for a
    // rectangle at rest, shifted by the rectangle's velocity.
    const cone = tangentCone(state);
    if (cone) {
      const apex = [c[0] + n.drift[0], c[1] + n.drift[1]];
      const [p, q] = cone.map((direction) => at(apex, direction, far));
      parts.push(part('path', { class: 'cone', d: `M${apex[0]} ${apex[1]}L${p[0]} ${p[1]}L${q[0]} ${q[1]}Z` }));
    }

    // The rectangle, its inflated form and the regions, in the frame of the rectangle.
    const [e, turn] = [n.half_extents.map((x) => Math.max(x, 0)), axes(state)[0]];
    const region = regionOf(state);
    const frame = (p: V2, ...inner: Part[]) => parts.push(part('g', { transform: `translate(${p[0]} ${p[1]}) rotate(${(Math.atan2(turn[1], turn[0]) * 180) / Math.PI})` }, ...inner.filter((one) => !isAmiss(one))));
    const rectangle = (x: V2, name: string, rounding = 0) =>
      part('rect', { x: -x[0], y: -x[1], width: 2 * x[0], height: 2 * x[1], rx: rounding, ry: rounding, class: name });
    frame(
      n.box_center,
      rectangle([e[0] + r, e[1] + r], 'rounded', r),
      part('path', { class: 'region', d: regionPath(region.index, e, r, far), transform: `scale(${region.mirror[0]} ${region.mirror[1]})` }),
      rectangle(e, 'rectangle'),
    );
    for (const side of [-1, 1]) for (const k of [0, 1]) across(at(n.box_center, axes(state)[k], side * (e[k] + r)), axes(state)[1 - k], 'border');

    // The ray of motion, and the two tangents along it.
    const speed = Math.hypot(v[0], v[1]);
    if (speed > 0) {
      const way = [v[0] / speed, v[1] / speed];
      for (const side of [-1, 1]) {
        const start = [c[0] - side * r * way[1], c[1] + side * r * way[0]];
        across(start, way, 'tangent', 0);
      }
      across(c, way, 'ray', 0);
      const tip = at(c, v, 1);
      const size = Math.min(22, speed / 2);
      const back = at(tip, way, -size);
      const wing = (side: number) => [back[0] - side * 0.42 * size * way[1], back[1] + side * 0.42 * size * way[0]];
      line(c, back, 'velocity');
      parts.push(part('path', { class: 'tip', d: `M${tip.join(' ')}L${wing(1).join(' ')}L${wing(-1).join(' ')}Z` }));
    }
    const isDrifting = n.drift.some((x) => x !== 0);
    if (isDrifting) line(n.box_center, at(n.box_center, n.drift, 1), 'drift');

    // The circle at the contact.
    const isContact = answer.status === 'contact' && reached && point;
    if (isContact) {
      if (isDrifting) frame(at(n.box_center, n.drift, answer.time!), rectangle(e, 'rectangle then'));
      circle(reached, r, 'circle then');
      if (answer.normal) line(point, at(point, answer.normal, Math.max(r, 32)), 'normal');
    }
    circle(c, r, 'circle');
    circle(c, 4, 'centre');
    if (time > 0 && time !== answer.time) {
      circle(at(c, v, time), r, 'circle now');
      if (isDrifting) frame(at(n.box_center, n.drift, time), rectangle(e, 'rectangle now'));
    }
    if (isContact) circle(reached, 4.5, 'entry');
    if (point) circle(point, 5.5, 'point');
    for (const [svg, all] of [[this.#paper, rules], [this.svg, parts]] as const) {
      const viewBox = `0 0 ${width} ${height}`;
      if (svg.getAttribute('viewBox') !== viewBox) svg.setAttribute('viewBox', viewBox);
      bring(svg, [part('g', { transform: `translate(${right} ${top}) scale(1 -1)` }, ...all.filter((one) => !isAmiss(one)))]);
    }
  }
}

/** The outline of a region in the first quadrant of the rectangle's frame. */
function regionPath(index: number, [a, b]: V2, r: number, far: number): string {
  const box = (x0: number, y0: number, x1: number, y1: number) => `M${x0} ${y0}H${x1}V${y1}H${x0}Z`;
  switch (index) {
    case 0:
      return box(0, 0, a, b);
    case 1:
      return box(a, 0, a + r, b);
    case 2:
      return box(0, b, a, b + r);
    case 3:
      return `M${a} ${b}H${a + r}A${r} ${r} 0 0 1 ${a} ${b + r}Z`;
    case 4:
      return `M${a + r} ${b}A${r} ${r} 0 0 1 ${a} ${b + r}H${a + r}Z`;
    case 5:
      return box(a + r, 0, far, b + r);
    case 6:
      return box(0, b + r, a + r, far);
    default:
      return box(a + r, b + r, far, far);
  }
}

/** The two outermost directions from the centre that touch the inflated rectangle; none if it
 * starts inside. */
export function tangentCone(state: State): [V2, V2] | undefined {
  const { numbers: n } = state;
  const r = n.radius[0];
  if (regionOf(state).index < 4) return undefined;
  const [x, y] = axes(state);
  const c = n.center;
  const middle = Math.atan2(n.box_center[1] - c[1], n.box_center[0] - c[0]);
  let [low, high] = [Infinity, -Infinity];
  for (const [i, j] of [[1, 1], [-1, 1], [-1, -1], [1, -1]]) {
    const corner = [0, 1].map((k) => n.box_center[k] + i * n.half_extents[0] * x[k] + j * n.half_extents[1] * y[k] - c[k]);
    const distance = Math.hypot(corner[0], corner[1]);
    const opening = Math.asin(Math.min(1, r / distance));
    let angle = Math.atan2(corner[1], corner[0]) - middle;
    angle = Math.atan2(Math.sin(angle), Math.cos(angle));
    low = Math.min(low, angle - opening);
    high = Math.max(high, angle + opening);
  }
  return [low, high].map((angle) => [Math.cos(middle + angle), Math.sin(middle + angle)]) as [V2, V2];
}
