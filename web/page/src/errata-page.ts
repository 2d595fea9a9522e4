// The errata, each computed here and now: what the listing says beside what is so.

import { featureName, read, short, type Answer } from './answer';
import { element } from './element';
import { askAll } from './engine';
import { ERRATA, type Erratum } from './errata';
import { errataFigure } from './errata-figure';
import { ERRATA_TITLES } from './errata-titles';
import type { Found } from './listing';
import { json } from './request';

/** Fills the page, once. */
export async function showErrata(host: HTMLElement): Promise<void> {
  if (host.childElementCount) return;
  host.append(
    element('h1', {}, 'What is wrong in the published algorithms'),
    element('p', { class: 'note' }, 'Each case is computed as you read: on the left the listing as it is printed, in plain floats; on the right the engine. In the figures the red ring is the ball by the listing, the green one is where it is; a ball that is said to touch nothing goes on. Each has a test of its name.'),
  );
  let cards: HTMLElement | undefined;
  let document = '';
  // All at once, so that one part of the engine is asked.
  const lines = ERRATA.map(({ requests }) => requests.map((request) => json(request as never)));
  const answers = (await askAll(lines.flat())).map(read);
  for (const erratum of ERRATA) {
    if (erratum.document !== document) {
      document = erratum.document;
      cards = element('div', { class: 'cards' });
      host.append(element('h2', {}, document), cards);
    }
    cards!.append(card(erratum, answers.splice(0, erratum.requests.length)));
  }
}

function card(erratum: Erratum, answers: Answer[]): HTMLElement {
  // Of several obstacles the one that is met first.
  answers.sort((a, b) => (a.time ?? Infinity) - (b.time ?? Infinity));
  const found = erratum.listing();
  const figure = errataFigure(erratum, found, answers[0]);
  return element('section', { class: 'card', 'aria-label': ERRATA_TITLES[erratum.id], 'data-erratum': erratum.id },
    element('h3', {}, ERRATA_TITLES[erratum.id]),
    ...(figure ? [figure] : []),
    element('p', {}, erratum.text),
    element('code', {}, erratum.id),
    ...(erratum.state ? [element('a', { href: `#${erratum.state}` }, 'See it')] : []),
    element('dl', {},
      element('div', {}, element('dt', {}, 'The listing'), element('dd', { class: 'wrong' }, said(found))),
      element('div', {}, element('dt', {}, 'So it is'), element('dd', { class: 'right' }, answers.length ? so(answers[0]) : 'Not asked: the page asks in the plane and in space.')),
    ),
  );
}

function place(p: number[] | undefined): string {
  return p ? `, at (${p.map(short).join(', ')})` : '';
}

function said(found: Found | boolean | string): string {
  if (typeof found === 'boolean') return found ? 'they share a point' : 'they share no point';
  if (typeof found === 'string') return found;
  if (found.status === 'contact') return `contact at t = ${short(found.time!)}${place(found.point)}`;
  return found.status === 'overlap' ? `overlap${place(found.point)}` : 'no contact';
}

function so(answer: Answer): string {
  if (answer.error) return answer.error;
  if (answer.intersects !== undefined) return answer.intersects ? 'they share a point' : 'they share no point';
  if (answer.containment) return answer.containment;
  if (answer.status === 'contact') return `contact at t = ${short(answer.time!)}, ${featureName(answer)}${place(answer.point)}; centre (${answer.center!.map(short).join(', ')})`;
  return answer.status === 'overlap' ? `overlap${place(answer.point)}` : 'no contact';
}
