// The strip under a picture: the answer in a line, and the last bit. The latter shows one number,
// its bits, one ulp up and down, the answers of the published code and of tangency, and the gap
// between them.

import { featureName, inWords, short, type Answer } from './answer';
import { element } from './element';
import { askAll } from './engine';
import { decimalOfSurd, fraction, hex, minus, nudged, ulpsApart, written, type Fraction } from './exact';
import { svg } from './figure';
import { agrees, findingInWords, findingOf, published } from './published';
import { json, request } from './request';
import { fieldsOf, type State } from './state';

/** The number that is shown first in a view. */
const FIRST: Record<string, string> = { circle: 'center.1', sphere: 'center.2' };

export class Strip {
  #state!: State;
  #answer?: Answer;
  #key = '';
  #view = '';
  #asked = 0;
  #verdict = element('span', { 'data-role': 'line' });
  #select = element('select', { 'aria-label': 'Which number', change: () => this.#choose(this.#select.value) });
  #bits = element('code', { 'data-role': 'bits' });
  #float = element('span', { 'data-role': 'float' });
  #exact = element('span', { 'data-role': 'so' });
  #gap = element('span', { class: 'gap', 'data-role': 'gap' });
  #rest = element('div', { class: 'bits' });

  constructor(
    readonly host: HTMLDetailsElement,
    private change: (state: State) => void,
  ) {
    const nudge = (steps: 1 | -1, sign: string) =>
      element('button', { type: 'button', 'aria-label': `One ulp ${steps > 0 ? 'up' : 'down'}`, title: 'An ulp is the gap to the next float', 'data-strip': String(steps), click: () => this.#nudge(steps) }, `${sign}ulp`);
    this.#rest.append(
      element('div', {}, this.#select, nudge(-1, '−'), this.#bits, nudge(1, '+')),
      element('dl', {}, element('dt', {}, 'Published code'), element('dd', {}, this.#float), element('dt', {}, 'tangency (exact)'), element('dd', {}, this.#exact)),
      this.#gap,
    );
    host.append(element('summary', {}, element('i', { class: 'dot' }), this.#verdict), this.#rest);
    host.open = matchMedia('(min-width: 861px)').matches;
    host.addEventListener('toggle', () => this.#answer && this.#showGap());
    // The shown number is the one that has the focus in the panel.
    document.addEventListener('focusin', ({ target }) => {
      const name = target instanceof HTMLInputElement ? target.name : '';
      if ([...this.#select.options].some(({ value }) => value === name)) this.#choose(name);
    });
  }

  /** Shows a line about an answer that has no bits. */
  say(status: string, text: string): void {
    this.host.dataset.status = status;
    this.#answer = undefined;
    this.#verdict.textContent = text;
    this.#rest.hidden = true;
  }

  show(state: State, answer: Answer): void {
    this.#state = state;
    this.#answer = answer;
    this.#rest.hidden = false;
    this.host.dataset.status = answer.error ? 'error' : answer.status ?? (answer.intersects || answer.containment === 'inside' ? 'contact' : 'none');
    this.#verdict.replaceChildren(...(answer.status === 'contact' ? [element('span', { class: 'long' }, 'Contact at '), `T = ${short(answer.time!)}, ${featureName(answer)}`] : [inWords(answer)]));
    const fields = fieldsOf(state).filter(({ of }) => of !== 'scene');
    const shape = `${state.view} ${fields.map(({ key }) => key)}`;
    if (shape !== this.#view) {
      this.#view = shape;
      const groups = (['mover', 'target'] as const).map((of) => {
        const group = element('optgroup', { label: of === 'mover' ? 'What moves' : 'What it meets' });
        for (const { key, label, parts = ['x', 'y', 'z'], initial } of fields.filter((field) => field.of === of)) {
          initial.forEach((_, k) => group.append(element('option', { value: `${key}.${k}` }, `${label.replace(/:.*/, '')} ${parts[k]}`)));
        }
        return group;
      });
      this.#select.replaceChildren(...groups);
      const keys = [...this.#select.options].map(({ value }) => value);
      if (!keys.includes(this.#key)) this.#key = keys.includes(FIRST[state.view]) ? FIRST[state.view] : keys[0];
    }
    this.#choose(this.#key);
    const code = published(state);
    const text = code ? findingInWords(code.found, written) : 'no listing for these shapes';
    this.#float.replaceChildren(code && !answer.error && !agrees(code.found, answer) ? element('mark', {}, text) : text);
    this.#float.title = code?.name ?? '';
    this.#exact.textContent = answer.error ? '—' : findingInWords(findingOf(answer, code?.found), written);
    this.#showGap();
  }

  #choose(key: string): void {
    this.#key = this.#select.value = key;
    const x = this.#number();
    const digits = hex(x);
    this.#bits.replaceChildren(digits.slice(0, -1), element('mark', {}, digits.slice(-1)));
    this.#bits.title = written(x);
  }

  #number(): number {
    const [key, k] = this.#key.split('.');
    return this.#state.numbers[key][Number(k)];
  }

  #nudge(steps: 1 | -1): void {
    const [key, k] = this.#key.split('.');
    const numbers = { ...this.#state.numbers, [key]: this.#state.numbers[key].with(Number(k), nudged(this.#number(), steps)), time: [] };
    this.change({ ...this.#state, numbers });
  }

  /** Shows the gap: for two times the number of floats between them, otherwise the distance by
   * which the ball misses or overlaps. */
  #showGap(): void {
    clearTimeout(this.#asked);
    const [state, answer] = [this.#state, this.#answer!];
    if (!this.host.open) return;
    const code = published(state);
    const found = typeof code?.found === 'object' ? code.found : undefined;
    const surd = answer.exact?.time;
    const time = answer.time;
    if (surd && time !== undefined && time > 0 && Number.isFinite(time) && found?.status === 'contact' && Number.isFinite(found.time)) {
      const ulp = minus(fraction(nudged(time, 1)), fraction(time));
      const off = share(minus(decimal(decimalOfSurd(surd, 60).text), fraction(time)), ulp);
      const apart = Number(ulpsApart(found.time!, time)) * Math.sign(found.time! - time);
      this.#gap.replaceChildren(ruler(off, apart), apart ? `the published time is ${steps(Math.abs(apart))} off; an ulp is one step of the last bit` : agrees(found, answer) ? 'the same float' : 'the same time, another point');
      return;
    }
    this.#gap.replaceChildren();
    if (!answer.status || answer.status === 'overlap' || !fieldsOf(state).some(({ key }) => key === 'radius') || state.words.target === 'mesh') return;
    // The gap is computed once input has paused.
    this.#asked = window.setTimeout(async () => {
      const least = await leastRadius(state).catch(() => undefined);
      if (state !== this.#state || least === undefined || !this.host.open) return;
      const radius = state.numbers.radius[0];
      const gap = least - radius;
      const ulps = ulpsApart(least, radius);
      // The number of floats is shown only if it is small: between zero and a usual number there
      // are too many to imagine.
      const size = `${short(Math.abs(gap))}${ulps <= MANY ? `, ${steps(Number(ulps))} of its radius` : ''}`;
      this.#gap.replaceChildren(distance(gap), gap > 0 ? `it misses by ${size}` : gap < 0 ? `it is met by ${size}` : 'with the next smaller radius it would miss');
    }, 300);
  }
}

/** A decimal text as an exact fraction. */
function decimal(text: string): Fraction {
  const [, sign, whole, rest = '', power = '0'] = /^(−?)(\d+)\.?(\d*)(?:e(-?\d+))?$/.exec(text)!;
  const n = BigInt(`${sign && '-'}${whole}${rest}`);
  const shift = Number(power) - rest.length;
  return shift < 0 ? { n, d: 10n ** BigInt(-shift) } : { n: n * 10n ** BigInt(shift), d: 1n };
}

/** A quotient with six decimals. */
function share(a: Fraction, b: Fraction): number {
  return Number((a.n * b.d * 1_000_000n) / (a.d * b.n)) / 1e6;
}

/** The number of floats above which floats are not counted. */
const MANY = 1_000_000;

/** A number of floats as a text. */
const steps = (ulps: number) => (ulps > MANY ? 'more than a million ulps' : `${ulps} ulp${ulps === 1 ? '' : 's'}`);

const RADII = 15;

/** The exact smallest radius with a contact. Each round tries some radii between the largest known
 * miss and the smallest known hit. */
async function leastRadius(state: State): Promise<number | undefined> {
  const touches = async (radii: number[]) => {
    const lines = radii.map((radius) => {
      const { more: _, exact: __, ...rest } = request({ ...state, numbers: { ...state.numbers, radius: [radius] } });
      return json(rest);
    });
    return (await askAll(lines)).map((line) => /"status":"(contact|overlap)"/.test(line));
  };
  const floats = new BigInt64Array(1);
  const asFloat = new Float64Array(floats.buffer);
  const [toBits, fromBits] = [(x: number) => ((asFloat[0] = x), floats[0]), (n: bigint) => ((floats[0] = n), asFloat[0])];
  // The bits of positive floats have the same order as the floats.
  let [low, high] = [-1n, toBits(Number.MAX_VALUE)];
  const [now, most] = await touches([state.numbers.radius[0], Number.MAX_VALUE]);
  if (!most || !(state.numbers.radius[0] >= 0)) return undefined;
  if (now) high = toBits(state.numbers.radius[0] || 0);
  else low = toBits(state.numbers.radius[0]);
  while (high - low > 1n) {
    const steps = Array.from({ length: RADII }, (_, i) => low + ((high - low) * BigInt(i + 1)) / BigInt(RADII + 1)).filter((n) => n > low && n < high);
    const found = (await touches(steps.map(fromBits))).indexOf(true);
    [low, high] = found < 0 ? [steps.at(-1)!, high] : [found ? steps[found - 1] : low, steps[found]];
  }
  return fromBits(high);
}

/** A figure of the floats about a time, the exact time, and the time of the published code. */
function ruler(off: number, apart: number): SVGElement {
  const x = (ulps: number) => 70 + 15 * Math.max(-4.2, Math.min(4.2, ulps));
  const picture = svg('svg', { viewBox: '0 0 140 34', width: 140, height: 34, 'aria-hidden': 'true' }, svg('path', { class: 'ink', d: 'M2 22H138' }));
  for (let ulp = -4; ulp <= 4; ulp++) picture.append(svg('path', { class: 'ink', d: `M${x(ulp)} 17v10` }));
  picture.append(svg('path', { class: 'is', d: `M${x(off)} 3v19` }), svg('circle', { class: 'said', cx: x(apart), cy: 22, r: 4 }));
  return picture;
}

/** A figure of the ball, the obstacle, and the gap between them, not to scale. */
function distance(gap: number): SVGElement {
  const size = gap ? Math.max(3, Math.min(26, 3 + 1.4 * (Math.log10(Math.abs(gap)) + 16))) : 0;
  const edge = 82;
  const front = edge - Math.sign(gap) * size;
  return svg('svg', { viewBox: '0 0 140 34', width: 140, height: 34, 'aria-hidden': 'true' },
    svg('rect', { class: 'solid', x: edge, y: 1, width: 57, height: 32 }),
    svg('circle', { class: 'body', cx: front - 40, cy: 17, r: 40 }),
    svg('path', { class: 'is', d: `M${Math.min(edge, front)} 17H${Math.max(edge, front)}` }),
  );
}
