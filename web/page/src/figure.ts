// Figures in SVG, seen from one side without perspective.

import { camera } from './camera';

export type V = readonly number[];

/** A point of the figure: its coordinates to the right and down. */
export type Spot = [number, number];

export type Seen = (p: V) => Spot;

export function svg(name: string, attributes: Record<string, string | number> = {}, ...children: Node[]): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

const dot = (a: V, b: V) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** The projection of points from this direction; points of the plane stay as they are. */
export function seenFrom(azimuth: number, elevation: number): Seen {
  const { right, up } = camera([azimuth, elevation, 1, 0, 0, 0], 1, 1);
  return (p) => (p.length < 3 ? [p[0], -p[1]] : [dot(right, p), -dot(up, p)]);
}

/** The position after a time. */
export const after = (start: V, velocity: V, time: number) => start.map((x, k) => x + time * velocity[k]);

/** The path around these points. */
export const around = (places: readonly V[], seen: Seen) => `M${places.map((p) => seen(p).join(' ')).join('L')}Z`;

/** The bounding box of these discs as a `viewBox`; none if it cannot be drawn. */
export function frame(discs: readonly { at: Spot; radius: number }[], aspect: number): { box: string; width: number } | undefined {
  const end = (k: number, side: number) => Math.max(...discs.map(({ at, radius }) => side * at[k] + radius));
  const [left, right, top, bottom] = [-end(0, -1), end(0, 1), -end(1, -1), end(1, 1)];
  const width = Math.max(right - left, (bottom - top) * aspect) * 1.05;
  if (!(width > 1e-9 && width < 1e9)) return undefined;
  return { box: `${(left + right - width) / 2} ${(top + bottom - width / aspect) / 2} ${width} ${width / aspect}`, width };
}

export const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
