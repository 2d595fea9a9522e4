// A tour of six steps: how the first contact of a ball becomes the root of a quadratic, and why its last bit counts.

import { element } from './element';

const TRIANGLE = 'a=-1.5,-1,0&b=2,-0.75,0.25&c=0.25,1.75,-0.25';
const BEYOND = `target=triangle&center=-2.2,-3,2.2&velocity=1.6,1.1,-1&${TRIANGLE}`;

/** Each is a title, what is to be seen, and its link. */
export const STEPS: [string, string, string][] = [
  ['A point', 'A ball of radius zero is a point. It moves along a ray, and meets a triangle where the ray crosses its plane.', `sphere?target=triangle&center=-2.2,-1.6,2.6&radius=0&velocity=1.6,1.5,-1.25&${TRIANGLE}`],
  ['A rounded body', 'Give the ball a radius, and the triangle grows by it: faces, half cylinders, wedges. The centre touches this body when the ball touches the triangle.', `sphere?target=triangle&center=-2.2,-1.6,2.6&radius=0.75&velocity=1.6,1.5,-1.25&${TRIANGLE}`],
  ['A ray', 'So the ball is a point again, its way a ray into the rounded body. Where the ray enters first is the first contact: here on a half cylinder, about an edge.', `sphere?${BEYOND}&radius=0.75`],
  ['A quadratic', 'The ray meets a cylinder or a ball where a quadratic is zero. So the time is x + y √d, a number that floats cannot hold; the strip under the picture has its bits, “The last bit” all of it.', 'circle?center=-3.5,3&velocity=2,-0.75&rotation=0.1,1'],
  ['An ulp', 'Floats have gaps. This circle passes the rectangle by one of them, and misses. One ulp lower, it touches: press −ulp in the strip under the picture.', 'circle?center=-4,2.0000000000000004&radius=1&velocity=1,0&box_center=1,0&half_extents=1.5,1&rotation=0,1'],
  ['A mesh', 'A mesh is triangles that share edges. Each is decided exactly, so neighbours never disagree, and of ten thousand balls none falls through. Drag them.', 'many'],
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

/** Where the tour is shown. */
export function hostTour(host: HTMLElement): void {
  bar = host;
}

export function startTour(): void {
  go(0);
}
