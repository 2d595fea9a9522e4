// The state that an address asks for. Every value is checked like a typed one; a refused value is
// reported and keeps its initial value.

import { extentOf, fitting, isLost } from './framing';
import { CHOICES, choicesOf, consistent, fieldsOf, initial, type State, type View } from './state';

/** The largest number of spheres of one cast. */
const MOST = 200_000;
/** The length of the longest text of a file that is put into an address. */
const LONGEST = 60_000;

/** The requirement that the numbers of a field violate, besides being finite; nothing if they are
 * valid. */
export function refusal(key: string, numbers: number[]): string | undefined {
  const [x] = numbers;
  const rules: Record<string, [boolean, string]> = {
    count: [Number.isInteger(x) && x >= 1 && x <= MOST, `a whole number from 1 to ${MOST.toLocaleString('en')}`],
    span: [x >= 1e-30 && x <= 1e30, 'a length from 1e-30 to 1e30'],
    time: [x >= 0, 'zero or more'],
    camera: [numbers[2] >= 1e-300 && numbers[2] <= 1e300, 'two angles, a distance from 1e-300 to 1e300 and a place'],
  };
  if (!numbers.every(Number.isFinite)) return numbers.length === 1 ? 'a finite number, with a point before its decimals' : `${numbers.length} finite numbers, with commas between them`;
  const [isRight, wanted] = (Object.hasOwn(rules, key) && rules[key]) || [true, ''];
  return isRight ? undefined : wanted;
}

/** The state for the part of an address behind `#`, and the errors in that address. */
export function fromAddress(text: string): { state: State; wrong: string[] } {
  const [name, query = ''] = text.replace(/^#/, '').split(/\?(.*)/s);
  const view = (['side', 'circle', 'sphere', 'many', 'errata'] as View[]).find((known) => known === name);
  const state = initial(view ?? 'side');
  const wrong: string[] = [];
  const refuse = (key: string, value: string, wanted: string) => {
    const said = value.length > 40 ? `${value.slice(0, 40)}…` : value;
    wrong.push(`In the address, ${key} is ${JSON.stringify(said)}: it must be ${wanted}.`);
  };
  if (!view && name) refuse('the view', name, 'side, circle, sphere, many or errata');
  const given = new URLSearchParams(query.replaceAll('+', '%2B'));
  for (const [key, value] of given) {
    if (key === 'data') {
      if (/^[\w-]*$/.test(value) && value.length <= LONGEST) state.words.data = value;
      else refuse(key, value, 'a file that this page has packed');
    } else if (Object.hasOwn(state.words, key)) {
      const known = Object.hasOwn(CHOICES, key) ? Object.keys(CHOICES[key].words) : undefined;
      if (!known || known.includes(value)) state.words[key] = value;
      else refuse(key, value, `one of ${known.join(', ')}`);
    } else if (Object.hasOwn(state.numbers, key)) {
      const numbers = value.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
      const size = key === 'time' ? 1 : state.numbers[key].length;
      const wanted = numbers.length === size ? refusal(key, numbers) : refusal(key, Array(size).fill(NaN));
      if (wanted === undefined) state.numbers[key] = numbers;
      else refuse(key, value, wanted);
    } else if (view) wrong.push(`In the address, ${JSON.stringify(key.slice(0, 40))} is nothing that this view has.`);
  }
  // A link that cannot be shown as written is reported, because of a word that does not fit the
  // others, or an unknown word or number.
  const shown = consistent(state, {});
  const offered = new Set([...choicesOf(shown, {}), ...fieldsOf(shown)].map(({ key }) => key));
  for (const key of new Set(given.keys())) {
    const word = Object.hasOwn(state.words, key) ? state.words[key] : undefined;
    if (word !== undefined && shown.words[key] !== word) wrong.push(`In the address, ${key} is ${JSON.stringify(word)}, which does not go with the rest: it is shown with ${key}=${shown.words[key]}.`);
    else if (!offered.has(key) && key !== 'data' && (word !== undefined || Object.hasOwn(state.numbers, key))) wrong.push(`In the address, ${key} is not used: there is no such choice or number here.`);
  }
  // If the scene is not visible from the initial camera, the camera moves farther away or nearer.
  if (state.view === 'sphere' && state.words.target !== 'mesh' && !given.has('camera')) {
    const extent = extentOf(state);
    if (isLost(state.numbers.camera, extent)) state.numbers.camera = fitting(state.numbers.camera, extent);
  }
  return { state, wrong };
}
