// The state of the page, and its address, with numbers and choices by name. A float is written in
// the shortest form that reads back, so a link gives the same bits.

import { written } from './exact';
import { BODIES, OBSTACLES, ROUNDING, type Field } from './shapes';

export type View = 'side' | 'circle' | 'sphere' | 'many' | 'errata';

/** A choice of one of several words. */
export interface Choice {
  key: string;
  label: string;
  words: Record<string, string>;
}

export interface State {
  view: View;
  numbers: Record<string, number[]>;
  words: Record<string, string>;
}

const CIRCLE: Field[] = [
  { key: 'center', label: 'Centre', initial: [-3.5, 1.75], of: 'mover' },
  { key: 'radius', label: 'Radius', initial: [1], of: 'mover', parts: ['r'] },
  { key: 'velocity', label: 'Velocity', initial: [2.25, -0.5], of: 'mover' },
  { key: 'box_center', label: 'Centre', initial: [1, 0], of: 'target' },
  { key: 'half_extents', label: 'Half extents', initial: [1.5, 1], of: 'target' },
  { key: 'rotation', label: 'Rotation: sine and cosine of half the angle', initial: [0.1, 1], of: 'target', parts: ['z', 'w'], step: 0.01 },
  { key: 'drift', label: 'Velocity', initial: [0, 0], of: 'target' },
];

const VELOCITY: Field = { key: 'velocity', label: 'Velocity', initial: [1.6, 1.5, -1.25], of: 'mover', is: 'length' };
const DRIFT: Field = { key: 'drift', label: 'Velocity', initial: [0, 0, 0], of: 'target', is: 'length' };
/** The position at time 1, which replaces a velocity. */
const TO: Field = { key: 'to', label: 'Where it goes until time 1', initial: [-0.6, -0.1, 1.35], of: 'mover', is: 'place' };
const TARGET_TO: Field = { key: 'target_to', label: 'Where it goes until time 1: its vertex 0, its least corner, its centre, its eye, the zero of its mesh', initial: [-1.5, -1, 0], of: 'target', is: 'place' };

/** The fields of all bodies and obstacles, one for each key. */
export const SPHERE: Field[] = [
  ...new Map([...Object.values(BODIES).flatMap(({ fields }) => fields), VELOCITY, TO, ...Object.values(OBSTACLES).flatMap(({ fields }) => fields), ROUNDING, DRIFT, TARGET_TO].map((field) => [field.key, field])).values(),
];

const MANY: Field[] = [
  { key: 'source', label: 'Where they start', initial: [-2, -0.7, 5], of: 'mover' },
  { key: 'velocity', label: 'Velocity', initial: [0.75, 0.25, -2], of: 'mover' },
  { key: 'spread', label: 'Half the side of the square they start from', initial: [3.6], of: 'mover', parts: ['s'] },
  { key: 'radius', label: 'Greatest radius', initial: [0.04], of: 'mover', parts: ['r'], step: 0.01 },
  { key: 'count', label: 'How many', initial: [10000], of: 'mover', parts: ['n'], step: 1000 },
];

/** A ball that falls on the edge from `a` to `b`, and both triangles at the edge. The published
 * listing reports no contact. */
const SIDE: Field[] = [
  { key: 'center', label: 'Centre', initial: [0.16, -1.8, 3.62], of: 'mover' },
  { key: 'radius', label: 'Radius', initial: [0.5], of: 'mover' },
  { key: 'velocity', label: 'Velocity', initial: [-0.4, 0.5, -1.3], of: 'mover' },
  { key: 'a', label: 'Vertex 0', initial: [-2, -1.5, 0], of: 'target' },
  { key: 'b', label: 'Vertex 1', initial: [2, 1.5, 0], of: 'target' },
  { key: 'c', label: 'Vertex 2', initial: [-2, 1.5, 0], of: 'target' },
  { key: 'd', label: 'Vertex 3', initial: [2, -1.5, 0], of: 'target' },
];

/** The camera: azimuth and elevation in degrees, distance, and the point in the middle of the
 * picture. */
const CAMERA: Field = { key: 'camera', label: 'Camera', initial: [-64, 20, 11.89, -0.5, -0.39, 0.81], of: 'scene' };
/** The width of the plane in the picture. */
const SPAN: Field = { key: 'span', label: 'Width shown', initial: [12], of: 'scene' };
/** The time of the picture; it is empty for the time of the contact. */
const TIME: Field = { key: 'time', label: 'Time shown', initial: [], of: 'scene', parts: ['t'] };

const QUESTION: Choice = {
  key: 'question',
  label: 'Question',
  words: { first_contact: 'First contact', intersects: 'At rest: do they share a point?', containment: 'At rest: inside or outside?' },
};
const labels = (all: Record<string, { label: string }>) => Object.fromEntries(Object.entries(all).map(([key, { label }]) => [key, label]));
const MOVER: Choice = { key: 'mover', label: 'What moves', words: labels(BODIES) };
const TARGET: Choice = { key: 'target', label: 'What it meets', words: labels(OBSTACLES) };
const HOLLOW: Choice = {
  key: 'hollow',
  label: 'Solid or hollow',
  words: { none: 'Both solid', body: 'The round one hollow', target: 'The box hollow', both: 'Both hollow' },
};

/** The published listing that is run next to tangency. The first of each list is the default. */
const LISTINGS: Record<'circle' | 'triangle', Choice> = {
  circle: {
    key: 'listing',
    label: 'Published code',
    words: { 'listing-15': 'Listing 15, its time', 'listing-15-point': 'Listing 15, its time and point', 'listing-14': 'Listing 14, as printed', 'listing-1-point': 'Listing 1, its time and point' },
  },
  triangle: {
    key: 'listing',
    label: 'Published code',
    words: { 'listing-1': 'Listing 1, its time', 'listing-1-point': 'Listing 1, its time and point', 'section-5-2': 'Section 5.2, as printed' },
  },
};
const ANY_LISTING: Choice = { ...LISTINGS.circle, words: { ...LISTINGS.circle.words, ...LISTINGS.triangle.words } };

/** The axis that points up in the picture; requests do not depend on it. */
const UP: Choice = { key: 'up', label: 'Up axis of the mesh', words: { z: 'z is up', y: 'y is up' } };

const WAY_WORDS = { velocity: 'At a velocity', to: 'To a point' };
const WAY: Choice = { key: 'way', label: 'How it moves', words: WAY_WORDS };
const TARGET_WAY: Choice = { key: 'target_way', label: 'How the target moves', words: WAY_WORDS };

/** The choices whose words are all fixed, by key. */
export const CHOICES: Record<string, Choice> = { question: QUESTION, mover: MOVER, target: TARGET, hollow: HOLLOW, listing: ANY_LISTING, up: UP, way: WAY, target_way: TARGET_WAY };

/** The choices of the kind of motion, one for each body that may move. Each has the keys of the
 * velocity and of the end, and the point where the motion begins. */
export const WAYS: Record<string, { velocity: string; to: string; begin(state: Pick<State, 'numbers' | 'words'>): number[] }> = {
  way: { velocity: VELOCITY.key, to: TO.key, begin: ({ numbers }) => numbers.center },
  target_way: { velocity: DRIFT.key, to: TARGET_TO.key, begin: ({ numbers, words }) => OBSTACLES[words.target].begin(numbers) },
};

/** Whether y points up in the picture, as some meshes need. */
export const isYUp = ({ view, words }: Pick<State, 'view' | 'words'>) => words.up === 'y' && (view === 'many' || (view === 'sphere' && words.target === 'mesh'));

/** Whether the motion is from a point to a point. */
export const isLeg = ({ view, words }: Pick<State, 'view' | 'words'>, way: string) => view === 'sphere' && words.question === 'first_contact' && words[way] === 'to';

/** The same state for drawing, in which a motion to a point becomes a rounded velocity. The request
 * keeps the points. */
export function pictured(state: State): State {
  const numbers = { ...state.numbers };
  for (const [way, { velocity, to, begin }] of Object.entries(WAYS)) {
    const from = isLeg(state, way) ? begin(state) : [];
    if (from.length) numbers[velocity] = numbers[to].map((x, k) => x - from[k]);
  }
  return { ...state, numbers };
}

/** The numbers after a change of the kind of motion. The motion keeps the end or the velocity that
 * it had. */
export function resaid(state: State, way: string): State['numbers'] {
  const { velocity, to, begin } = WAYS[way];
  const { numbers } = pictured(state);
  return { ...numbers, [to]: begin(state).map((x, k) => x + numbers[velocity][k]) };
}

/** The fields of a state, in the order in which they are shown. */
export function fieldsOf({ view, words }: Pick<State, 'view' | 'words'>): Field[] {
  if (view === 'errata') return [];
  if (view === 'side') return SIDE;
  if (view === 'circle') return [...CIRCLE, TIME, SPAN];
  if (view === 'many') return [...MANY, TIME, CAMERA];
  const isMoving = words.question === 'first_contact';
  const { fields } = BODIES[words.mover];
  const target = [...OBSTACLES[words.target].fields, ...(canBeRounded(words) ? [ROUNDING] : [])];
  if (!isMoving) return [...fields, ...target, CAMERA];
  return [...fields, isLeg({ view, words }, 'way') ? TO : VELOCITY, ...target, isLeg({ view, words }, 'target_way') ? TARGET_TO : DRIFT, TIME, CAMERA];
}

type Words = State['words'];

/** Whether the choice of hollow shapes is offered. */
const canBeHollow = ({ mover, target, question }: Words) => question === 'intersects' && BODIES[mover].meetsHollow === true && OBSTACLES[target].canBeHollow === true;

/** Which of the two bodies are hollow. */
export function hollowOf({ view, words }: Pick<State, 'view' | 'words'>): { body: boolean; target: boolean } {
  const hollow = view === 'sphere' && canBeHollow(words) ? words.hollow : 'none';
  return { body: hollow === 'body' || hollow === 'both', target: hollow === 'target' || hollow === 'both' };
}

/**
 * Whether the obstacle can be inflated. A hollow shape cannot, and queries for the side take no
 * inflated shape.
 */
const canBeRounded = (words: Words) => BODIES[words.mover].meetsRounded === true && words.question !== 'containment' && !(canBeHollow(words) && words.hollow !== 'none');

/** The radius by which the obstacle is inflated. */
export function roundingOf({ view, words, numbers }: State): number {
  return view === 'sphere' && canBeRounded(words) ? numbers.rounding[0] : 0;
}

/** The choices that this state offers, with only those words that fit together. */
export function choicesOf({ view, words }: Pick<State, 'view' | 'words'>, meshes: Record<string, string>): Choice[] {
  const MESH: Choice = { key: 'mesh', label: 'Mesh', words: meshes };
  if (view === 'many') return [MESH, UP];
  if (view === 'circle') return [LISTINGS.circle];
  if (view !== 'sphere') return [];
  const only = (choice: Choice, keys: string[]): Choice => ({
    ...choice,
    words: Object.fromEntries(Object.entries(choice.words).filter(([key]) => keys.includes(key))),
  });
  const { meets, hasSides, solid } = OBSTACLES[words.target];
  const mover = only(MOVER, meets);
  const question = hasSides ? QUESTION : only(QUESTION, ['first_contact', 'intersects']);
  const choices = [TARGET, mover, question];
  if (words.question === 'first_contact') choices.push(WAY, TARGET_WAY);
  if (!solid) choices.push(MESH, UP);
  if (canBeHollow(words)) choices.push(HOLLOW);
  if (words.target === 'triangle' && words.mover === 'sphere' && words.question === 'first_contact') choices.push(LISTINGS.triangle);
  return choices;
}

/** The initial state of a view. */
export function initial(view: View): State {
  const words: Record<string, string> =
    view === 'sphere'
      ? { target: 'triangle', mover: 'sphere', question: 'first_contact', way: 'velocity', target_way: 'velocity', mesh: 'knot', hollow: 'none', listing: 'listing-1', up: 'z' }
      : view === 'many'
        ? { mesh: 'terrain', up: 'z' }
        : view === 'circle'
          ? { listing: 'listing-15' }
          : {};
  const fields = { side: SIDE, circle: CIRCLE, sphere: SPHERE, many: MANY, errata: [] }[view];
  const numbers: Record<string, number[]> = {};
  for (const field of [...fields, TIME, CAMERA, SPAN]) numbers[field.key] = [...field.initial];
  if (view === 'many') numbers.camera = [-62, 27, 25.4, 0.04, -0.82, 0.41];
  return { view, numbers, words };
}

/** The same state with words that fit together. */
export function consistent(state: State, meshes: Record<string, string>): State {
  const words = { ...state.words };
  for (let round = 0; round < 2; round++) {
    for (const choice of choicesOf({ view: state.view, words }, meshes)) {
      if (choice.key !== 'mesh' && !Object.hasOwn(choice.words, words[choice.key])) words[choice.key] = Object.keys(choice.words)[0];
    }
  }
  return { ...state, words };
}

/** The state as the part of the address behind `#`. */
export function address(state: State): string {
  const parts = new URLSearchParams();
  const words = choicesOf(state, {}).map((choice) => choice.key);
  // A motion with a velocity, the default listing, and z up are left out.
  const first = initial(state.view).words;
  const isUnsaid = (key: string) => (Object.hasOwn(WAYS, key) || key === 'listing' || key === 'up') && state.words[key] === first[key];
  for (const key of words) if (!isUnsaid(key)) parts.set(key, state.words[key]);
  for (const { key } of fieldsOf(state)) {
    // An inflation of zero is left out, so such a link is the same as before inflation existed.
    if (state.numbers[key].length && !(key === ROUNDING.key && state.numbers[key][0] === 0)) parts.set(key, state.numbers[key].map(written).join(','));
  }
  if (state.words.data) parts.set('data', state.words.data);
  // A plus sign is kept, and does not become a space.
  const rest = parts.toString().replaceAll('+', '%20').replaceAll('%2C', ',').replaceAll('%2B', '+');
  return rest ? `${state.view}?${rest}` : state.view;
}
