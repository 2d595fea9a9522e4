// Side by side: the same ball, aimed at the edge that two triangles share, through the published listing in plain floats and through the engine.

import { featureName, read, short, type Answer } from './answer';
import { element } from './element';
import { askAll } from './engine';
import { after, around, frame, isCalm, seenFrom, svg, type V } from './figure';
import { sphereAndTriangle, type Found } from './listing';
import { json } from './request';
import { written, type State } from './state';
import { startTour } from './tour';

const VIEW = [-62, 24] as const;

/** A picture, and how it is at a time. */
interface Side {
  picture: Node;
  draw: (time: number) => void;
}

/** The floor of a state: two triangles and the edge that they share. */
function floorOf({ numbers: { a, b, c, d } }: State): V[][] {
  return [[a, b, c], [b, a, d]];
}

/** What the listing says of each triangle. */
export function listed({ numbers: n }: Pick<State, 'numbers'>, floor: readonly V[][]): Found[] {
  return floor.map((triangle) => sphereAndTriangle(n.center, n.radius[0], n.velocity, triangle));
}

const first = <A extends { status?: string; time?: number }>(all: A[]) =>
  all.filter(({ status }) => status === 'contact' || status === 'overlap').sort((p, q) => (p.time ?? 0) - (q.time ?? 0))[0];

/** A ball over the edge, on any way down to it: its numbers are whatever floats come. */
function aimed(state: State): State {
  const { a, b, radius } = state.numbers;
  const random = (low: number, high: number) => low + (high - low) * Math.random();
  const share = random(0.25, 0.75);
  const velocity = [random(-0.8, 0.8), random(-0.8, 0.8), random(-1.8, -1)];
  const time = random(1.5, 2.5);
  const center = a.map((x, k) => x + share * (b[k] - x) + (k === 2 ? radius[0] : 0) - time * velocity[k]);
  return { ...state, numbers: { ...state.numbers, center, velocity } };
}

/** So many balls are aimed at most, for one that the listing lets through. */
const MOST = 20_000;

export class SideBySide {
  #state!: State;
  #numbers = '';
  #playing = 0;
  #aimed = 0;
  #through = 0;
  #sides: Side[] = [];
  #pictures = element('div', { class: 'pictures' });
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
    const { numbers: n } = state;
    const floor = floorOf(state);
    const sphere = { center: n.center, radius: n.radius[0], velocity: n.velocity };
    const lines = floor.map((vertices) => json({ query: 'first_contact', sphere, triangle: { vertices: vertices as number[][] }, exact: true }));
    this.#asked.textContent = lines.join('\n');
    const answers = (await askAll(lines)).map(read);
    if (numbers !== this.#numbers) return;
    const said = listed(state, floor);
    const [wrong, right] = [first(said), first(answers)];
    const error = answers.find((answer) => answer.error)?.error;
    const speed = Math.hypot(...n.velocity);
    const hit = right?.time ?? wrong?.time;
    // Long enough to fall through.
    this.#end = hit !== undefined && hit > 0 ? hit + 2.2 / (speed || 1) + hit * 0.1 : speed > 0 ? 6 / speed : 1;
    this.#sides = [this.#side(state, floor, wrong?.time), this.#side(state, floor, right?.time)];
    const differ = wrong?.status !== right?.status;
    const told = (answer: Found | Answer | undefined) =>
      answer?.status === 'contact' ? `contact at t = ${written(answer.time!)}` : answer?.status === 'overlap' ? 'overlap' : 'no contact';
    this.#pictures.replaceChildren(
      this.#card('The textbook’s code', this.#sides[0], differ ? 'wrong' : '', wrong ? told(wrong) : right ? 'No contact: it falls through.' : 'No contact.', said.map(told)),
      this.#card('tangency', this.#sides[1], 'right', error ?? (right ? `Contact at t = ${short(right.time ?? 0)}, ${right.status !== 'contact' ? 'from the start' : right.feature?.kind === 'edge' && right.feature.index === 0 ? 'on the shared edge' : `on the ${featureName(right)}`}.` : 'No contact.'), answers.map(told)),
    );
    this.play();
  }

  #build(): void {
    const another = element('button', { type: 'button', class: 'primary', click: () => this.#another() }, 'Find another ball that falls through');
    this.host.append(
      element('h1', {}, 'The same ball, the same floor, the same floats'),
      element('p', { class: 'lead' }, 'A ball falls on the edge that two triangles share. The textbook’s code rounds, and each triangle leaves the ball to the other. tangency decides by exact numbers: neighbours agree, and nothing falls through.'),
      this.#pictures,
      element('div', { class: 'tabs' },
        element('button', { type: 'button', click: () => this.play() }, 'Play again'),
        another,
        element('button', { type: 'button', 'data-tour': '', click: () => startTour() }, 'How it works, in six steps'),
      ),
      this.#count,
      element('details', {}, element('summary', {}, 'What is asked of each triangle'), element('div', {}, this.#asked, element('p', { class: 'note' }, 'Computed here and now, from these very floats: on the left by the published listing 1 as plain code, on the right by the engine.'))),
    );
  }

  #card(title: string, side: Side, kind: string, verdict: string, said: string[]): HTMLElement {
    return element('figure', { class: `card ${kind}`, 'data-side': kind || 'agrees' },
      element('h2', {}, title),
      side.picture,
      element('figcaption', {}, element('b', { 'data-role': 'verdict' }, verdict), ...said.map((text, i) => element('span', {}, `Triangle ${i}: ${text}`))),
    );
  }

  /** One picture; the ball stops at this time, if at all. */
  #side({ numbers: n }: State, floor: V[][], stop?: number): Side {
    const seen = seenFrom(...VIEW);
    const radius = Math.max(n.radius[0], 0);
    const places = [...floor.flat().map((p) => ({ at: seen(p), radius: 0 })), ...[0, this.#end].map((t) => ({ at: seen(after(n.center, n.velocity, t)), radius }))];
    const framed = frame(places, 1);
    if (!framed) return { picture: element('p', { class: 'note' }, 'Too large or too small to be drawn.'), draw: () => {} };
    const id = `above-${Math.random().toString(36).slice(2)}`;
    const clip = svg('path');
    const dot = framed.width / 90;
    const ball = () => svg('circle', { r: Math.max(radius, dot / 2), class: 'ball', fill: 'url(#shine)' });
    const [below, above] = [ball(), ball()];
    const shadow = svg('ellipse', { rx: radius, ry: radius * Math.sin((VIEW[1] * Math.PI) / 180), class: 'shadow' });
    const way = svg('line', { class: 'way' });
    const [a, b] = [floor[0][0], floor[0][1]].map(seen);
    const picture = svg('svg', { viewBox: framed.box, class: 'figure', role: 'img', 'aria-label': stop === undefined ? 'The ball falls through the floor' : 'The ball stops on the floor' },
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
    const height0 = floor[0][0][2];
    const draw = (time: number) => {
      const center = after(n.center, n.velocity, Math.min(time, stop ?? time));
      const [x, y] = seen(center);
      for (const one of [below, above]) one.setAttribute('transform', `translate(${x} ${y})`);
      const [x1, y1, x2, y2] = [...start, x, y];
      for (const [key, value] of Object.entries({ x1, y1, x2, y2 })) way.setAttribute(key, String(value));
      // What of the ball is above the floor, which lies flat: all that is seen beyond the front of the circle in which they meet.
      const height = center[2] - height0;
      const foot = seen([center[0], center[1], height0]);
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

  /** From the start to the end, once; who wants no motion sees the end. */
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

  /** Balls are aimed at the edge until one falls through the listing. */
  #another(): void {
    for (let tried = 1; tried <= MOST; tried++) {
      const next = aimed(this.#state);
      this.#aimed++;
      if (listed(next, floorOf(next)).some(({ status }) => status !== 'none')) continue;
      this.#through++;
      this.change(next);
      break;
    }
    this.#count.textContent = `Of ${this.#aimed.toLocaleString('en')} balls aimed at the edge at random, the textbook’s code has let ${this.#through.toLocaleString('en')} through.`;
  }
}
