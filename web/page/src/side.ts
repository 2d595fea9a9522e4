// The view "Side by side": the same ball on its path to the edge that two triangles share, stopped
// by the published code and by tangency.

import { about } from './about';
import { featureName, read, short } from './answer';
import { element } from './element';
import { askAll } from './engine';
import { EXAMPLES } from './examples';
import { written } from './exact';
import { after, around, frame, isCalm, seenFrom, svg, type V } from './figure';
import { sphereAndTriangle, type Found } from './listing';
import { json } from './request';
import type { State } from './state';
import { add, cross, dot, unit } from './swept';
import { startTour } from './tour';

const VIEW = [-62, 24] as const;

type Said = { status?: string; time?: number } | undefined;

/** A scene: a ball that falls on the edge, or one that slides over it. */
interface Scene {
  title: string;
  lead: string;
  button: string;
  /** A sentence about the first contact of the listing, or that there is none. */
  wrong(said: Found | undefined): string;
  none: string;
  /** A ball that is aimed at random; its numbers are arbitrary floats. */
  aimed(state: State): State;
  /** Whether the listing is wrong about this ball. The listing lets the ball through, or stops it
   * near the edge. */
  isFooled(said: Said, state: State): boolean;
  /** Whether the exact answer contradicts the listing. */
  isSo(answer: Said): boolean;
  counted(aimed: string, fooled: string): string;
  /** The time for which the picture continues after a contact, for a ball of this speed. */
  rest(hit: number, speed: number): number;
}

const random = (low: number, high: number) => low + (high - low) * Math.random();
const told = (answer: Said) => (answer?.status === 'contact' ? `contact at t = ${written(answer.time!)}` : answer?.status === 'overlap' ? 'overlap' : 'no contact');

/** A random point of the edge, away from its ends. */
const onEdge = ({ numbers: { a, b } }: State) => add(a, add(b, a, -1), random(0.25, 0.75));

const FALLS: Scene = {
  title: 'Falling: same input, and one answer is wrong',
  lead: 'A ball falls on the edge that two triangles share. The published code (Eberly’s sphere–triangle listing in ordinary doubles) rounds, and each triangle’s test says: not mine. tangency (exact) decides with exact numbers: neighbours agree, and nothing falls through.',
  button: 'Find another ball that falls through',
  wrong: (said) => (said ? told(said) : 'No contact: it falls through.'),
  none: 'No contact.',
  aimed(state) {
    const radius = state.numbers.radius[0];
    const velocity = [random(-0.8, 0.8), random(-0.8, 0.8), random(-1.8, -1)];
    const center = add(add(onEdge(state), [0, 0, radius]), velocity, -random(1.5, 2.5));
    return { ...state, numbers: { ...state.numbers, center, velocity } };
  },
  isFooled: (said) => !said,
  isSo: (answer) => answer !== undefined,
  counted: (aimed, fooled) => `Of ${aimed} random balls aimed at the edge, the published code let ${fooled} through.`,
  // The picture continues long enough for a fall through the floor.
  rest: (hit, speed) => 2.2 / (speed || 1) + hit * 0.1,
};

const SLIDES: Scene = {
  title: 'Sliding: same input, and one answer is wrong',
  lead: 'A ball slides over a flat floor, so close that no picture shows the gap, and never touches it. The published code (Eberly’s sphere–triangle listing in ordinary doubles) rounds, and stops the ball at an edge inside the floor: a ghost collision. tangency (exact) decides with exact numbers: the ball slides on.',
  button: 'Find another ball that snags',
  wrong: (said) => (said ? `It snags: ${said.status} at t = ${short(said.time!)}.` : 'No contact: it slides on.'),
  none: 'No contact: it slides on.',
  aimed(state) {
    const { radius } = state.numbers;
    const [along, across] = [-Math.round(random(4, 10)) / 8, Math.round(random(2, 8)) / 8];
    const up = upOf(state);
    // The velocity has few bits, so that it is exactly parallel to the floor.
    const velocity = [along, across, -(up[0] * along + up[1] * across) / up[2]];
    const above = radius[0] + random(0, 1e-15);
    const center = add(add(onEdge(state), velocity, -random(1, 1.6)), unit(up), above);
    return { ...state, numbers: { ...state.numbers, center, velocity } };
  },
  isFooled(said, { numbers: { a, b, center, velocity } }) {
    if (said?.status !== 'contact') return false;
    const [e, d] = [add(b, a, -1), add(after(center, velocity, said.time!), a, -1)];
    return Math.abs(e[0] * d[1] - e[1] * d[0]) < 0.1 * Math.hypot(e[0], e[1]);
  },
  isSo: (answer) => answer === undefined,
  counted: (aimed, fooled) => `Of ${aimed} random sliding balls, the published code wrongly stopped ${fooled}.`,
  rest: (hit) => 0.8 * hit,
};

/** The normal of the floor, which is exact for a floor of few bits. */
const upOf = ({ numbers: { a, b, c } }: State) => cross(add(b, a, -1), add(c, a, -1));

/** The scene of a state. A ball that moves exactly along its floor slides. */
function sceneOf(state: State): Scene {
  const { velocity } = state.numbers;
  return velocity.some((x) => x !== 0) && dot(upOf(state), velocity) === 0 ? SLIDES : FALLS;
}

/** A picture, and its state at a time. */
interface Side {
  picture: Node;
  draw: (time: number) => void;
}

/** The floor of a state: two triangles and the edge that they share. */
function floorOf({ numbers: { a, b, c, d } }: State): V[][] {
  return [[a, b, c], [b, a, d]];
}

/** The results of the listing for each triangle. */
export function listed({ numbers: n }: Pick<State, 'numbers'>, floor: readonly V[][]): Found[] {
  return floor.map((triangle) => sphereAndTriangle(n.center, n.radius[0], n.velocity, triangle));
}

/** The request for each triangle. */
function linesOf(state: State): string[] {
  const { center, radius, velocity } = state.numbers;
  const sphere = { center, radius: radius[0], velocity };
  return floorOf(state).map((vertices) => json({ query: 'first_contact', sphere, triangle: { vertices: vertices as number[][] }, exact: true }));
}

const first = <A extends { status?: string; time?: number }>(all: A[]) =>
  all.filter(({ status }) => status === 'contact' || status === 'overlap').sort((p, q) => (p.time ?? 0) - (q.time ?? 0))[0];

/** The number of balls that are aimed in one round, and the largest number of rounds, in the search
 * for one that fools the listing. */
const MANY = 2000;
const ROUNDS = 20;

export class SideBySide {
  #state!: State;
  #numbers = '';
  #playing = 0;
  #scene?: Scene;
  #aimed = 0;
  #fooled = 0;
  #sides: Side[] = [];
  #pictures = element('div', { class: 'pictures' });
  #title = element('h1');
  #lead = element('p', { class: 'lead' });
  #links = element('nav', { class: 'links', 'aria-label': 'Scenes' });
  #find = element('button', { type: 'button', class: 'primary', click: () => void this.#another() });
  #count = element('p', { class: 'note', role: 'status' });
  #asked = element('pre', { tabindex: '0', 'aria-label': 'The questions' });
  #end = 0;

  constructor(
    readonly host: HTMLElement,
    private change: (state: State) => void,
  ) {}

  /** Shows a state, and plays it once. */
  async show(state: State): Promise<void> {
    if (!this.host.childElementCount) this.#build();
    const numbers = JSON.stringify(state.numbers);
    if (numbers === this.#numbers) return;
    this.#numbers = numbers;
    this.#state = state;
    const scene = sceneOf(state);
    if (scene !== this.#scene) this.#begin(scene);
    const { numbers: n } = state;
    const floor = floorOf(state);
    const lines = linesOf(state);
    this.#asked.textContent = lines.join('\n');
    const answers = (await askAll(lines)).map(read);
    if (numbers !== this.#numbers) return;
    const said = listed(state, floor);
    const [wrong, right] = [first(said), first(answers)];
    const error = answers.find((answer) => answer.error)?.error;
    const speed = Math.hypot(...n.velocity);
    const hit = right?.time ?? wrong?.time;
    this.#end = hit !== undefined && hit > 0 ? hit + scene.rest(hit, speed) : speed > 0 ? (scene === SLIDES ? 3 : 6) / speed : 1;
    this.#sides = [this.#side(state, floor, wrong?.time), this.#side(state, floor, right?.time)];
    const differ = wrong?.status !== right?.status;
    this.#pictures.replaceChildren(
      this.#card('The published code', this.#sides[0], differ ? 'wrong' : '', differ ? scene.wrong(wrong) : wrong ? told(wrong) : scene.none, said.map(told)),
      this.#card('tangency (exact)', this.#sides[1], 'right', error ?? (right ? `Contact at t = ${short(right.time ?? 0)}, ${right.status !== 'contact' ? 'from the start' : right.feature?.kind === 'edge' && right.feature.index === 0 ? 'on the shared edge' : `on the ${featureName(right)}`}.` : scene.none), answers.map(told)),
    );
    this.play();
  }

  /** Starts another scene with its words, and counts of zero. */
  #begin(scene: Scene): void {
    this.#scene = scene;
    [this.#aimed, this.#fooled] = [0, 0];
    this.#count.textContent = '';
    [this.#title.textContent, this.#lead.textContent, this.#find.textContent] = [scene.title, scene.lead, scene.button];
    [...this.#links.children].forEach((link, i) => {
      if (i === (scene === SLIDES ? 1 : 0)) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    });
  }

  #build(): void {
    this.#links.append(...EXAMPLES.side.map(([name, hash]) => element('a', { href: `#${hash}` }, name)));
    const more = about();
    this.host.append(
      element('p', { class: 'intro' }, element('b', {}, 'tangency is a library for exact collision detection'), ', for Rust, Python, JavaScript, C and the shell. ',
        element('button', { type: 'button', click: () => more.scrollIntoView({ behavior: isCalm() ? 'instant' : 'smooth' }) }, 'What it is, and how to get it')),
      this.#links,
      this.#title,
      this.#lead,
      this.#pictures,
      element('div', { class: 'tabs' },
        element('button', { type: 'button', click: () => this.play() }, 'Play again'),
        this.#find,
        element('button', { type: 'button', 'data-tour': '', click: () => startTour() }, 'How it works, in six steps'),
      ),
      this.#count,
      more,
      element('details', {}, element('summary', {}, 'The two questions, one for each triangle'), element('div', {}, this.#asked, element('p', { class: 'note' }, 'Both run live in your browser. Left: listing 1 of Eberly’s Intersection of Moving Sphere and Triangle, in ordinary doubles. Right: tangency (exact).'))),
    );
  }

  #card(title: string, side: Side, kind: string, verdict: string, said: string[]): HTMLElement {
    return element('figure', { class: `card ${kind}`, 'data-side': kind || 'agrees' },
      element('h2', {}, title),
      side.picture,
      element('figcaption', {}, element('b', { 'data-role': 'verdict' }, verdict), ...said.map((text, i) => element('span', {}, `Triangle ${i}: ${text}`))),
    );
  }

  /** Makes one picture. The ball stops at this time, if it is given. */
  #side({ numbers: n }: State, floor: V[][], stop?: number): Side {
    const seen = seenFrom(...VIEW);
    const radius = Math.max(n.radius[0], 0);
    const places = [...floor.flat().map((p) => ({ at: seen(p), radius: 0 })), ...[0, this.#end].map((t) => ({ at: seen(after(n.center, n.velocity, t)), radius }))];
    const framed = frame(places, 1);
    if (!framed) return { picture: element('p', { class: 'note' }, 'Too large or too small to be drawn.'), draw: () => {} };
    const id = `above-${Math.random().toString(36).slice(2)}`;
    const clip = svg('path');
    const speck = framed.width / 90;
    const ball = () => svg('circle', { r: Math.max(radius, speck / 2), class: 'ball', fill: 'url(#shine)' });
    const [below, above] = [ball(), ball()];
    const shadow = svg('ellipse', { rx: radius, ry: radius * Math.sin((VIEW[1] * Math.PI) / 180), class: 'shadow' });
    const way = svg('line', { class: 'way' });
    const [a, b] = [floor[0][0], floor[0][1]].map(seen);
    const picture = svg('svg', { viewBox: framed.box, class: 'figure', role: 'img', 'aria-label': stop === undefined ? 'The ball is not stopped' : 'The ball stops on the floor' },
      svg('defs', {},
        svg('clipPath', { id }, clip),
        svg('clipPath', { id: `${id}-floor` }, ...floor.map((triangle) => svg('path', { d: around(triangle, seen) }))),
        svg('radialGradient', { id: 'shine', cx: 0.38, cy: 0.32, r: 0.72 }, svg('stop', { offset: 0, class: 'lit' }), svg('stop', { offset: 1, class: 'unlit' })),
      ),
      below,
      ...floor.map((triangle) => svg('path', { d: around(triangle, seen), class: 'met' })),
      svg('g', { 'clip-path': `url(#${id}-floor)` }, shadow),
      svg('line', { x1: a[0], y1: a[1], x2: b[0], y2: b[1], class: 'shared' }),
      way,
      svg('g', { 'clip-path': `url(#${id})` }, above),
    );
    const start = seen(n.center);
    const up = unit(upOf({ numbers: n } as State));
    if (up[2] < 0) up.forEach((x, k) => (up[k] = -x));
    const draw = (time: number) => {
      const center = after(n.center, n.velocity, Math.min(time, stop ?? time));
      const [x, y] = seen(center);
      for (const one of [below, above]) one.setAttribute('transform', `translate(${x} ${y})`);
      const [x1, y1, x2, y2] = [...start, x, y];
      for (const [key, value] of Object.entries({ x1, y1, x2, y2 })) way.setAttribute(key, String(value));
      // The part of the ball above the floor, which is flat or nearly so. It is everything visible
      // beyond the front of the circle in which they intersect.
      const height = dot(add(center, n.a, -1), up);
      const foot = seen(add(center, up, -height));
      const half = Math.sqrt(Math.max(radius * radius - height * height, 0));
      const far = framed.width * 2;
      const arc = `M${foot[0] - half} ${foot[1]}A${half} ${half * Math.sin((VIEW[1] * Math.PI) / 180)} 0 0 0 ${foot[0] + half} ${foot[1]}`;
      clip.setAttribute('d', height >= radius ? `M${x - far} ${y - far}h${2 * far}v${2 * far}h${-2 * far}Z` : height <= -radius ? '' : height > 0 ? `${arc}H${x + far}V${y - far}H${x - far}V${foot[1]}Z` : `${arc}V${y - far}H${foot[0] - half}Z`);
      shadow.setAttribute('cx', String(foot[0]));
      shadow.setAttribute('cy', String(foot[1]));
      shadow.style.opacity = String(height > 0 ? Math.max(0, 0.5 - height / (10 * radius || 1)) : 0);
    };
    return { picture, draw };
  }

  /** Plays once from the start to the end. With reduced motion it shows the end. */
  play(): void {
    cancelAnimationFrame(this.#playing);
    const end = this.#end;
    const show = (time: number) => this.#sides.forEach(({ draw }) => draw(time));
    if (isCalm()) {
      show(end);
      return;
    }
    show(0);
    let begin: number | undefined;
    const step = (now: number) => {
      begin ??= now;
      const share = Math.max(0, Math.min(1, (now - begin - 300) / 2600));
      show(share * end);
      this.host.dataset.played = String(share === 1);
      if (share < 1 && !this.host.hidden) this.#playing = requestAnimationFrame(step);
    };
    this.#playing = requestAnimationFrame(step);
  }

  /** Aims balls until one fools the listing and the engine confirms it. */
  async #another(): Promise<void> {
    const [scene, from] = [this.#scene!, this.#state];
    this.#find.disabled = true;
    try {
      for (let round = 0; round < ROUNDS; round++) {
        for (let tried = 0; tried < MANY; tried++) {
          const next = scene.aimed(from);
          this.#aimed++;
          if (!scene.isFooled(first(listed(next, floorOf(next))), next)) continue;
          const answers = (await askAll(linesOf(next))).map(read);
          if (this.#state !== from) return;
          if (!scene.isSo(first(answers))) continue;
          this.#fooled++;
          this.#count.textContent = scene.counted(this.#aimed.toLocaleString('en'), this.#fooled.toLocaleString('en'));
          this.change(next);
          return;
        }
        // Each round runs in a task of its own, so that clicks are handled meanwhile.
        await new Promise((resolve) => setTimeout(resolve));
      }
      this.#count.textContent = scene.counted(this.#aimed.toLocaleString('en'), this.#fooled.toLocaleString('en'));
    } finally {
      this.#find.disabled = false;
    }
  }
}
