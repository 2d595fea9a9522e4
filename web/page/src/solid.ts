// Obstacles as solids, and the places in space that can be dragged or have a name.

import type { Answer } from './answer';
import { BODIES, OBSTACLES } from './shapes';
import { isLeg, WAYS, type State } from './state';
import { add, type Solid } from './swept';

type V3 = number[];
export const isStill = (a: V3) => a.every((x) => x === 0);

/** A handle: a place that can be dragged. */
export interface Handle {
  key: string;
  label: string;
  tag: string;
  at: number[];
  /** The point that is subtracted from the place to get the dragged value. */
  from?: number[];
  /** Whether the handle is drawn a little below its place, where another handle is. */
  isAside?: boolean;
}

/** The target as a solid at time zero; none for a mesh. */
export function solidOf({ numbers, words }: State): Solid | undefined {
  return OBSTACLES[words.target].solid?.(numbers);
}

/** The middle of the target at time zero; for a mesh, the mesh's origin. */
export function middleOf(solid: Solid | undefined): V3 {
  return solid ? solid.vertices.reduce((sum, v) => add(sum, v, 1 / solid.vertices.length), [0, 0, 0]) : [0, 0, 0];
}

/** The places that can be dragged, and the places that have a name. */
export function placesOf(state: State, answer: Answer): { handles: Handle[]; marks: Handle[] } {
  const { numbers: n, words } = state;
  const isMoving = words.question === 'first_contact';
  const drift = isMoving ? n.drift : [0, 0, 0];
  const middle = middleOf(solidOf({ view: 'sphere', numbers: n, words }));
  const { fields: [place], tag, ends = [] } = BODIES[words.mover];
  const handles: Handle[] = [{ key: 'center', label: `${place.label} of what moves`, tag, at: n.center }];
  for (const [key, label, tag] of ends) handles.push({ key, label, tag, at: add(n.center, n[key]), from: n.center });
  if (isLeg(state, 'way')) handles.push({ key: 'to', label: 'Where it goes', tag: 'to', at: n.to });
  else if (isMoving) handles.push({ key: 'velocity', label: 'Its velocity', tag: 'V', at: add(n.center, n.velocity), from: n.center });
  const { places } = OBSTACLES[words.target];
  for (const [key, label, tag] of places) handles.push({ key, label, tag, at: n[key] });
  const isAside = isStill(drift) && places.length > 0 && places.length < 3;
  // The handle is at the middle, but the field contains the reference point.
  if (isLeg(state, 'target_way')) handles.push({ key: 'target_to', label: 'Where the target goes', tag: 'W', at: add(middle, drift), from: add(middle, WAYS.target_way.begin(state), -1), isAside });
  else if (isMoving) handles.push({ key: 'drift', label: 'Velocity of the target', tag: 'W', at: add(middle, drift), from: middle, isAside });
  const marks: Handle[] = [];
  if (hasPlace(answer)) {
    marks.push({ key: 'K', label: '', tag: `${tag === 'C' ? 'centre' : tag} at T`, at: answer.center! }, { key: 'P', label: '', tag: 'P', at: answer.point! });
    if (answer.other_point) marks.push({ key: 'Q', label: '', tag: 'Q', at: answer.other_point });
  }
  return { handles, marks };
}

/** Whether there is a contact with a point that can be drawn. */
export function hasPlace(answer: Answer): boolean {
  return answer.status === 'contact' && answer.center !== undefined && answer.point !== undefined && answer.center.every(Number.isFinite);
}
