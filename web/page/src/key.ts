// The legend over a picture, which explains its colours.

import { SCALE } from './colors';
import { element } from './element';
import { BODIES } from './shapes';
import { roundingOf, type State } from './state';

/** The colours of the present picture and their meanings. */
function entries(state: State): [string, string][] {
  const { view, words, numbers: n } = state;
  const rest = n.drift?.some((x) => x !== 0) ? '' : ' (zero: it rests)';
  if (view === 'many') return [['missed', 'misses'], ['path', 'where they start']];
  if (view === 'circle') {
    return [
      ['circle', 'the circle; dashed, as it touches'],
      ['rectangle', 'the rectangle'],
      ['rounded', 'where the centre cannot go'],
      ['ray', 'V, its velocity, and its path'],
      ['cone', 'velocities that hit'],
      ['point', 'P, the touched point, and the normal'],
      ['entry', 'the centre at time T'],
      ['drift', `W, velocity of the rectangle${rest}`],
    ];
  }
  if (words.question !== 'first_contact') return [['hit', 'it shares a point'], ['start', 'it shares none'], ['vertex', 'what it may meet']];
  const isMesh = words.target === 'mesh';
  const { place, axis, solid } = BODIES[words.mover];
  const skin = roundingOf(state) ? ', and in glass its rounding' : '';
  return [
    ['start', 'at the start'],
    ['contact', 'as it touches'],
    ['path', 'V, its velocity, and its path'],
    ...(isMesh
      ? [['mesh', `the mesh${skin}`], ['hit', 'the touched triangle']]
      : solid && !roundingOf(state)
        ? [['target', 'what it meets'], ['face', `where ${place} cannot go`]]
        : [['target', `what it meets${skin}`], ['face', `where ${place} cannot go: faces,`], ['edge', '… parts of cylinders about edges,'], ['vertex', '… parts of balls about vertices']]),
    ['point', solid ? 'all touched points, P first, and the normal' : axis ? 'P, or P to Q, the touched points, and the normal' : 'P, the touched point, and the normal'],
    ['entry', `${place} at time T`],
    ['drift', `W, velocity of the obstacle${rest}`],
  ] as [string, string][];
}

export class Key {
  #list = element('ul');
  #shown = '';

  constructor(readonly host: HTMLDetailsElement) {
    host.append(element('summary', {}, 'Key'), this.#list);
    host.open = matchMedia('(min-width: 1100px)').matches;
  }

  show(state: State): void {
    const rows = entries(state);
    const text = JSON.stringify(rows);
    if (text === this.#shown) return;
    this.#shown = text;
    this.#list.replaceChildren(
      ...(state.view === 'many' ? [element('li', {}, element('i', { class: 'key wide', style: `background:linear-gradient(90deg,${SCALE})` }), 'touches, early to late')] : []),
      ...rows.map(([color, name]) => element('li', {}, element('i', { class: 'key', style: `background:var(--${color})` }), name)),
    );
  }
}
