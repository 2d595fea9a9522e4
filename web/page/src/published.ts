// The published code for a state, in plain doubles: the name of the listing, its result, and
// whether tangency gives the same answer. The strip, the panel and the errata all call this, so a
// card of the errata and the scene behind its link cannot differ.

import type { Answer } from './answer';
import { arvo, boxByRegions, circleAndRectangle, planesAndSphere, sphereAndTriangle, type Found, type Plane } from './listing';
import { axes } from './plane';
import { frustumPlanes } from './shapes';
import { hollowOf, pictured, roundingOf, type State } from './state';

/** The result of a listing: a first contact, whether two bodies share a point, or the side of a
 * boundary on which a body is. */
export type Finding = Found | boolean | string;

export interface Published {
  /** The author and the name of the listing. */
  name: string;
  found: Finding;
}

/** A result without its point. Most listings are compared by their time alone, since the "contact
 * point" of Eberly's first document is the centre. */
const timeOf = ({ status, time }: Found): Found => ({ status, time });

export const unitNormals = (planes: readonly Plane[]): Plane[] =>
  planes.map(({ point, normal }) => ({ point, normal: normal.map((x) => x / Math.hypot(...normal)) }));

/** The result of the published code for a state, or nothing if no document has a listing for it. */
export function published(state: State): Published | undefined {
  const { numbers: n, words, view } = pictured(state);
  const { listing, question } = words;
  const hasPoint = listing?.endsWith('-point') ?? false;
  const of = (name: string, found: Found): Published => ({ name, found: hasPoint ? found : timeOf(found) });
  if (view === 'circle') {
    const rectangle = { center: n.box_center, axis: axes(state), extent: n.half_extents, velocity: n.drift };
    const which = listing === 'listing-14' ? 'listing 14, as printed' : listing === 'listing-1-point' ? 'listing 1' : 'listing 15';
    return of(`Eberly’s ${which} for circle and rectangle`, circleAndRectangle(n.center, n.radius[0], n.velocity, rectangle, which));
  }
  if (view !== 'sphere' || words.mover !== 'sphere' || roundingOf(state)) return undefined;
  if (question === 'first_contact' && words.target === 'triangle') {
    const isMisprint = listing === 'section-5-2';
    const found = sphereAndTriangle(n.center, n.radius[0], n.velocity, [n.a, n.b, n.c], n.drift, isMisprint);
    return of(`Eberly’s ${isMisprint ? 'section 5.2' : 'listing 1'} for sphere and triangle`, found);
  }
  if (question === 'first_contact' && words.target === 'box') {
    const middle = n.min.map((x, k) => (x + n.max[k]) / 2);
    const relative = (a: number[], b: number[]) => a.map((x, k) => x - b[k]);
    const half = n.max.map((x, k) => (x - n.min[k]) / 2);
    return of('The regions of Eberly’s circle and rectangle, carried over to space', boxByRegions(relative(n.center, middle), n.radius[0], relative(n.velocity, n.drift), half));
  }
  if (question === 'intersects' && words.target === 'box') {
    const { body, target } = hollowOf(state);
    return { name: 'Arvo’s figures 1 to 4', found: arvo(n.center, n.radius[0], body, n.min, n.max, target) };
  }
  if (question === 'containment' && words.target === 'frustum') {
    return { name: 'Holden’s box and sphere', found: planesAndSphere(n.center, n.radius[0], unitNormals(frustumPlanes(n))) };
  }
  return undefined;
}

/** Whether a finding equals the answer of tangency. Both must have the same status, and for a
 * contact the same time and, if it is compared, the same point. */
export function agrees(found: Finding, answer: Answer): boolean {
  if (typeof found === 'boolean') return found === answer.intersects;
  if (typeof found === 'string') return found === answer.containment;
  if (found.status !== answer.status) return false;
  return found.status !== 'contact' || (found.time === answer.time && (!found.point || found.point.every((x, k) => x === answer.point?.[k])));
}

/** A finding in words, with numbers as `write` formats them. */
export function findingInWords(found: Finding, write: (x: number) => string): string {
  if (typeof found === 'boolean') return found ? 'they share a point' : 'they share no point';
  if (typeof found === 'string') return found;
  const place = found.point ? `, at (${found.point.map(write).join(', ')})` : '';
  if (found.status === 'contact') return `contact at t = ${write(found.time!)}${place}`;
  return found.status === 'overlap' ? `overlap${place}` : 'no contact';
}

/** The answer of tangency as a finding, with its point if the other finding has a point. */
export function findingOf({ status, time, point, intersects, containment }: Answer, beside?: Finding): Finding {
  const hasPoint = typeof beside === 'object' && beside.point !== undefined;
  return intersects ?? containment ?? { status: status!, time, ...(hasPoint && point ? { point } : {}) };
}
