// A small moving figure of an erratum: one ball that stops by the listing, and one that stops by
// the exact answer.

import { fromAddress } from './address';
import type { Answer } from './answer';
import type { Erratum } from './errata';
import { after, around, frame, isCalm, seenFrom, svg, type V } from './figure';
import { axes } from './plane';
import type { Finding } from './published';
import { solidOf } from './solid';

interface Body {
  center: number[];
  radius: number;
  velocity?: number[];
}

/** The obstacles, as loops of corners. */
function loopsOf({ requests, state }: Erratum): V[][] {
  const triangles = requests.flatMap(({ triangle }) => (triangle ? [(triangle as { vertices: V[] }).vertices] : []));
  if (triangles.length) return triangles;
  // A case that the page cannot open has a cube about zero, or a piece of a line.
  const opened = state ? fromAddress(state).state : fromAddress('sphere?target=box&min=-0.5,-0.5,-0.5&max=0.5,0.5,0.5').state;
  if (!requests.length) return [[[0, 0], [10, 0]]];
  if (opened.view === 'circle') {
    const [x, y] = axes(opened);
    const { box_center: c, half_extents: e } = opened.numbers;
    return [[[1, 1], [-1, 1], [-1, -1], [1, -1]].map(([i, j]) => c.map((m, k) => m + i * e[0] * x[k] + j * e[1] * y[k]))];
  }
  const { vertices, faces } = solidOf(opened)!;
  return faces.map((loop) => loop.map((v) => vertices[v]));
}

/** How far along its path the ball is shown, in units of the size of the ball and the obstacle. */
const REACH = 1.6;

export function errataFigure(erratum: Erratum, found: Finding, answer?: Answer): SVGElement | undefined {
  const request = erratum.requests[0] as { sphere: Body; oriented_box?: { velocity: number[] } } | undefined;
  const { center, radius, velocity: way }: Body = request?.sphere ?? { center: [4, 0], radius: 5 };
  const velocity: number[] = way ?? center.map(() => 0);
  const drift = request?.oriented_box?.velocity ?? center.map(() => 0);
  const loops = loopsOf(erratum);
  const seen = seenFrom(-62, 24);
  const sizes = loops.flat().map((p) => Math.hypot(...p.map((x, k) => x - loops[0][0][k])));
  const speed = Math.hypot(...velocity.map((x, k) => x - drift[k]));
  const reach = speed > 0 ? (REACH * (Math.max(...sizes) + radius)) / speed : 0;
  const said = typeof found === 'object' && found.status !== 'none' ? (found.time ?? 0) : undefined;
  const is = answer?.status === 'contact' || answer?.status === 'overlap' ? (answer.time ?? 0) : undefined;
  const middle = is ?? said ?? 0;
  const begin = Math.max(0, middle - reach);
  const end = Math.max(begin, middle) + reach / 2;
  // One ball moves by the listing, and one by the exact answer. Each stops at its contact.
  const balls = [{ name: 'is', stop: is ?? end }, ...(typeof found === 'object' ? [{ name: 'said', stop: said ?? end }] : [])];
  const discs = [
    ...loops.flat().flatMap((p) => [begin, end].map((t) => ({ at: seen(after(p, drift, t)), radius: 0 }))),
    ...balls.flatMap(({ stop }) => [Math.min(begin, stop), stop].map((t) => ({ at: seen(after(center, velocity, t)), radius }))),
  ];
  const framed = frame(discs, 2.2);
  if (!framed) return undefined;
  const met = svg('g', {}, ...loops.map((points) => svg('path', { d: around(points, seen), class: 'met' })));
  const discsDrawn = balls.map(({ name }) => svg('circle', { r: Math.max(radius, framed.width / 80), class: name }));
  const picture = svg('svg', { viewBox: framed.box, class: 'figure small', 'aria-hidden': 'true' }, met, ...discsDrawn);
  const place = (of: V, along: V, t: number, size = 1) => {
    const [x, y] = seen(after(of, along, t));
    return `translate(${x}px, ${y}px) scale(${size})`;
  };
  const zero = center.map(() => 0);
  const last = is ?? end;
  met.style.transform = place(zero, drift, last);
  discsDrawn.forEach((disc, i) => (disc.style.transform = place(center, velocity, balls[i].stop)));
  const play = () => {
    if (isCalm() || picture.getAnimations({ subtree: true }).length) return;
    const timing = { duration: 2200, iterations: 2 };
    if (reach === 0) {
      // A ball at rest grows to its size.
      for (const disc of discsDrawn) disc.animate([{ transform: place(center, velocity, 0, 0) }, { transform: place(center, velocity, 0), offset: 0.6 }, { transform: place(center, velocity, 0) }], timing);
      return;
    }
    const moving = (thing: Element, of: V, along: V, stop: number) => {
      // A contact before the beginning is visible from the start.
      const turn = Math.min(1, Math.max(0, (stop - begin) / (end - begin))) * 0.75;
      const start = Math.min(begin, stop);
      thing.animate([{ transform: place(of, along, start) }, { transform: place(of, along, stop), offset: turn }, { transform: place(of, along, stop) }], timing);
    };
    discsDrawn.forEach((disc, i) => moving(disc, center, velocity, balls[i].stop));
    if (drift.some((x) => x !== 0)) moving(met, zero, drift, last);
  };
  picture.addEventListener('pointerenter', play);
  new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && play(), { threshold: 0.6 }).observe(picture);
  return picture;
}
