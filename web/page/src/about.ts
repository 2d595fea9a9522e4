// An introduction for first visitors: the library, its languages, how to get it, and links to its
// guides.

import { element } from './element';

/** The address of the repository; a server of the page alone writes it into the head of the
 * document. */
const REPOSITORY = document.querySelector<HTMLMetaElement>('meta[name="repository"]')?.content ?? '';

/** Whether links into the repository work: they do not if the page is served alone and names no
 * address. */
function isReachable(): boolean {
  if (/^https?:/.test(REPOSITORY)) return true;
  const root = new URL(REPOSITORY, location.href);
  return new URL('web/page/dist/', root).pathname === new URL('.', location.href).pathname;
}

/** A language, how to get the library for it in a clone of the repository, and its guide. */
const ROUTES: [name: string, get: string, guide: string][] = [
  ['Rust', 'cargo add tangency --path CLONE', 'docs/start.md'],
  ['Python', 'pip install CLONE/python', 'docs/python.md'],
  ['JavaScript, TypeScript', 'npm install CLONE/web', 'docs/javascript.md'],
  ['C, C++, C#', 'CLONE/capi/install FOLDER', 'docs/c.md'],
  ['Shell', 'cargo install --path CLONE/cli', 'docs/command.md'],
];

const EBERLY = 'https://www.geometrictools.com/Documentation/';

/** A file of the repository: a link if it can be followed, otherwise its name. */
function file(path: string, text = path): HTMLElement {
  return isReachable() ? element('a', { href: new URL(path, new URL(REPOSITORY, location.href)).href }, text) : element('span', {}, text === path ? '' : `${text}: `, element('code', {}, path));
}

export function about(): HTMLElement {
  const rows = ROUTES.map(([name, get, guide]) => element('tr', {}, element('th', { scope: 'row' }, name), element('td', {}, element('code', {}, get)), element('td', {}, file(guide))));
  const head = ['Language', 'Get it (CLONE is the folder of the repository)', 'Guide'].map((text) => element('th', { scope: 'col' }, text));
  return element('section', { class: 'about', 'aria-labelledby': 'about' },
    element('h2', { id: 'about' }, 'What is tangency?'),
    element('p', {}, 'tangency is a library for exact collision detection. It computes when, where and on what a moving sphere, capsule or ellipsoid first touches a triangle, a box, a mesh or a scene (continuous collision detection, sphere cast, time of impact). Every decision is exact for the floats given, and every number is the float nearest to the true one. This page runs the library itself, as WebAssembly.'),
    element('div', { class: 'routes' }, element('table', {}, element('thead', {}, element('tr', {}, ...head)), element('tbody', {}, ...rows))),
    element('p', {},
      'Start with the ', file('README.md', 'README'), ', or with the ', file('docs/errata.md', 'errata of the published algorithms'), '. The published code is that of D. Eberly, ',
      element('a', { href: `${EBERLY}IntersectionMovingSphereTriangle.pdf` }, 'Intersection of Moving Sphere and Triangle'), ' and ',
      element('a', { href: `${EBERLY}IntersectionMovingCircleRectangle.pdf` }, 'Intersection of Moving Circle and Rectangle'), ' (Geometric Tools), in ordinary doubles.'),
    element('p', { class: 'note' }, 'An ulp is the gap from one float to the next: the smallest step that a number can make. Licence: MIT or Apache-2.0.'),
  );
}
