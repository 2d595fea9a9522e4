// The errata, each computed as the page opens: the answer of the listing next to the exact one.

import { featureName, read, short, type Answer } from './answer';
import { element } from './element';
import { askAll } from './engine';
import { ERRATA, type Erratum } from './errata';
import { errataFigure } from './errata-figure';
import { ERRATA_TITLES } from './errata-titles';
import { findingInWords } from './published';
import { json } from './request';

/** Fills the page, once. */
export async function showErrata(host: HTMLElement): Promise<void> {
  if (host.childElementCount) return;
  host.append(
    element('h1', {}, 'What is wrong in the published algorithms'),
    element('p', { class: 'note' }, 'Both answers run live in your browser: the published code, which is each document’s listing in ordinary doubles, and tangency (exact). Red: where the published code puts the ball. Green: where it is. Each case is also an automated test of the same name.'),
  );
  let cards: HTMLElement | undefined;
  let document = '';
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
  // The obstacle with the earliest contact counts.
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
      element('div', {}, element('dt', {}, 'Published code'), element('dd', { class: 'wrong' }, findingInWords(found, short))),
      element('div', {}, element('dt', {}, 'tangency (exact)'), element('dd', { class: 'right' }, answers.length ? so(answers[0]) : 'Not computed here: the page has no shapes on a line.')),
    ),
  );
}

function place(p: number[] | undefined): string {
  return p ? `, at (${p.map(short).join(', ')})` : '';
}

function so(answer: Answer): string {
  if (answer.error) return answer.error;
  if (answer.intersects !== undefined) return answer.intersects ? 'they share a point' : 'they share no point';
  if (answer.containment) return answer.containment;
  if (answer.status === 'contact') return `contact at t = ${short(answer.time!)}, ${featureName(answer)}${place(answer.point)}; centre (${answer.center!.map(short).join(', ')})`;
  return answer.status === 'overlap' ? `overlap${place(answer.point)}` : 'no contact';
}
