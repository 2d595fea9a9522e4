// A tour of six steps: how the first contact of a ball becomes the root of a quadratic, and why its
// last bit counts.

import { element } from './element';

const TRIANGLE = 'a=-1.5,-1,0&b=2,-0.75,0.25&c=0.25,1.75,-0.25';
/** A start and a velocity to the middle of the triangle in two units of time. */
const AIMED = 'center=-2.2,-1.6,2.6&velocity=1.225,0.8,-1.3';
const BEYOND = `target=triangle&center=-2.2,-3,2.2&velocity=1.6,1.1,-1&${TRIANGLE}`;

/** The steps, each as a title, a description, and its link. */
export const STEPS: [string, string, string][] = [
  ['A point', 'A ball of radius zero is a point. It moves along a ray, and touches the triangle where the ray crosses it.', `sphere?target=triangle&${AIMED}&radius=0&${TRIANGLE}`],
  ['An inflated triangle', 'Give the ball a radius, and let the triangle grow by it: the glass shape, made of faces, half cylinders and parts of balls. The ball touches the triangle when its centre touches the glass shape.', `sphere?target=triangle&${AIMED}&radius=0.75&${TRIANGLE}`],
  ['A ray', 'So the ball is a point again, and its path a ray. The first contact is where the ray enters the glass shape: here on a half cylinder, around an edge.', `sphere?${BEYOND}&radius=0.75`],
  ['A quadratic', 'A ray enters a ball or a cylinder, or here a round corner, where a quadratic is zero. So the exact time is x + y √d, which no float can hold. The strip shows the rounded time; “The last bit” shows the exact one.', 'circle?center=-3.5,1.75&velocity=2.25,-0.5&rotation=0.1,1'],
  ['An ulp', 'Floats have gaps, and one gap is called an ulp. This circle misses the rectangle by one of them. Press −ulp in the strip, which lowers the circle to the next float: now it touches.', 'circle?center=-4,2.0000000000000004&radius=1&velocity=1,0&box_center=1,0&half_extents=1.5,1&rotation=0,1'],
  ['A mesh', 'A mesh is many triangles that share edges. Each is decided exactly, so neighbours never disagree, and no ball falls through between them. Drag the handles: all 10,000 balls are recomputed exactly as you drag.', 'many'],
];

let bar: HTMLElement | undefined;
let at = 0;

function go(to: number): void {
  at = to;
  const [title, text, link] = STEPS[at];
  location.hash = link;
  bar!.hidden = false;
  const back = element('button', { type: 'button', click: () => go(at - 1) }, 'Back');
  back.disabled = at === 0;
  const isLast = at === STEPS.length - 1;
  const next = element('button', { type: 'button', class: 'primary', click: () => (isLast ? end() : go(at + 1)) }, isLast ? 'Done' : 'Next');
  bar!.replaceChildren(
    element('p', { role: 'status' }, element('b', {}, `${at + 1} of ${STEPS.length}: ${title}. `), text),
    element('div', { class: 'tabs' }, back, next, element('button', { type: 'button', 'aria-label': 'End the tour', click: end }, '×')),
  );
  next.focus();
}

function end(): void {
  bar!.hidden = true;
  bar!.replaceChildren();
}

/** Installs the tour in this element. */
export function hostTour(host: HTMLElement): void {
  bar = host;
}

export function startTour(): void {
  go(0);
}
