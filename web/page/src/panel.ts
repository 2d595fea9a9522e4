// The panel next to a picture: the request in numbers that can be typed and nudged, the answer, its
// last bit, and the request as code.

import { fromAddress, refusal } from './address';
import { degreesOf, rotationOf } from './angle';
import { featureName, inWords, short, type Answer } from './answer';
import { SCALE } from './colors';
import { element } from './element';
import type { Landed } from './engine';
import { EXAMPLES } from './examples';
import { decimalOf, decimalOfSurd, hex, nudged, ulpsApart, written } from './exact';
import { extentOf, fitting } from './framing';
import { regionName, regionOf } from './plane';
import { agrees, findingInWords, published } from './published';
import { asJavaScript, asPython, asRust, json, request } from './request';
import { BODIES, OBSTACLES, type Field } from './shapes';
import { address, choicesOf, consistent, fieldsOf, resaid, WAYS, type State } from './state';
import { counted } from './words';

/** The callbacks of the panel into the page. */
export interface Wishes {
  change(state: State): void;
  openFile(file: File): void;
  saveMesh(): void;
  saveSpheres(): void;
}

const DIGITS = 50;

const TITLES: Record<string, [string, string]> = {
  circle: ['A circle moves towards a rectangle', 'Drag anywhere for the velocity, with the right button or two fingers for the circle; + and − turn the rectangle, arrow keys move the circle.'],
  many: ['Many spheres, one mesh', 'Drag the handles: all spheres are recomputed exactly as you drag.'],
};

/** The title of the page, and a hint for its use. */
function titleOf({ view, words }: State): [string, string] {
  if (view !== 'sphere') return TITLES[view];
  const { label, place, radii, axis } = BODIES[words.mover];
  const name = label.toLowerCase();
  return [
    `${/^[AEIOU]/.test(label) ? 'An' : 'A'} ${name} moves; when, where and on what does it first touch?`,
    `Drag the handles; drag the picture to look around. The glass shape is the obstacle grown by the ${radii && !axis ? 'radius' : name}; ${place} cannot enter it.`,
  ];
}

export class Panel {
  #shape = '';
  #state!: State;
  #inputs = new Map<string, HTMLInputElement>();
  /** The inputs in degrees of each rotation, by the key of its field. */
  #degrees = new Map<string, HTMLInputElement[]>();
  /** The numbers when an input got the focus. They stay in force if a text is refused, even if the
   * text begins with a valid number. */
  #before: State['numbers'] = {};
  /** The examples, and the scene that each shows. */
  #links = new Map<HTMLAnchorElement, string>();
  #answer = element('section', { class: 'answer', 'aria-label': 'Answer' });
  #spoken = element('p', { class: 'unseen', 'aria-live': 'polite' });
  #digits = element('div', { class: 'digits' });
  #code = element('pre', { tabindex: '0', 'aria-label': 'The question' });
  #line = element('pre', { tabindex: '0', 'aria-label': 'The answer as a line of JSON', 'data-role': 'answer' });
  #lastBit = element('details', { class: 'last-bit' });
  #tab = 'JSON';
  #tabs = new Map<string, HTMLButtonElement>();
  #message = element('p', { class: 'note', role: 'status' });
  /** The errors in a request, above every view. */
  readonly warning = element('p', { class: 'note warning', role: 'alert' });

  constructor(
    readonly host: HTMLElement,
    private wishes: Wishes,
  ) {}

  /** Shows a message that is not an answer, for example that a file cannot be read. */
  say(text: string): void {
    this.#message.textContent = text;
  }

  /** Shows the errors of an address, a file or an input, until the next request. */
  warn(texts: string[]): void {
    this.warning.textContent = texts.join(' ');
  }

  /** Shows that a request is running. */
  busy(): void {
    this.#answer.setAttribute('aria-busy', 'true');
  }

  /** Shows the inputs of a state. */
  ask(state: State, meshes: Record<string, string>): void {
    this.#state = state;
    const choices = choicesOf(state, meshes);
    const fields = fieldsOf(state).filter((field) => field.of !== 'scene');
    const shape = JSON.stringify([state.view, choices, fields.map((field) => field.key)]);
    if (shape !== this.#shape) this.#build(shape, fields, meshes);
    for (const { key } of choices) {
      const select = this.host.querySelector<HTMLSelectElement>(`select[name="${key}"]`);
      if (select) select.value = state.words[key];
    }
    for (const { key } of fields) {
      state.numbers[key].forEach((x, k) => {
        const input = this.#inputs.get(`${key} ${k}`);
        if (!input) return;
        // The text of the focused input stays if it denotes this number, or if it is refused.
        const isKept = input.hasAttribute('aria-invalid') || (Object.is(Number(input.value), x) && input.value.trim() !== '');
        if (input === document.activeElement && isKept) return;
        fill(input, written(x));
        input.removeAttribute('aria-invalid');
      });
    }
    for (const [key, inputs] of this.#degrees) {
      degreesOf(state.numbers[key]).forEach((x, k) => {
        if (inputs[k] !== document.activeElement) fill(inputs[k], written(x));
      });
    }
    const scene = sceneOf(state);
    for (const [link, its] of this.#links) {
      if (its === scene) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
    this.#showCode();
  }

  #build(shape: string, fields: Field[], meshes: Record<string, string>): void {
    const state = this.#state;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.getAttribute('name') : null;
    this.#shape = shape;
    this.#inputs.clear();
    this.#degrees.clear();
    this.#links.clear();
    const [title, lead] = titleOf(state);
    const links = element('nav', { class: 'links', 'aria-label': 'Examples' });
    for (const [name, hash] of EXAMPLES[state.view]) {
      const link = element('a', { href: `#${hash}` }, name);
      links.append(link);
      this.#links.set(link, sceneOf(consistent(fromAddress(hash).state, meshes)));
    }
    const choices = element('div', { class: 'choices' });
    for (const choice of choicesOf(state, meshes)) {
      const select = element('select', { name: choice.key, change: () => this.#choose(choice.key, select.value) });
      for (const [word, label] of Object.entries(choice.words)) select.append(element('option', { value: word }, label));
      choices.append(element('label', {}, choice.label, select));
    }
    const groups = (['mover', 'target'] as const).flatMap((of) => {
      const own = fields.filter((field) => field.of === of);
      if (!own.length) return [];
      const names = { mover: state.view === 'circle' ? 'The circle' : state.view === 'many' ? 'The spheres' : 'What moves', target: state.view === 'circle' ? 'The rectangle' : 'What it meets' };
      return [element('section', { class: 'group', 'aria-label': names[of] }, element('h2', {}, names[of]), ...own.map((field) => this.#row(field, names[of])))];
    });
    const isMesh = state.view === 'many' || choicesOf(state, meshes).some(({ key }) => key === 'mesh');
    const file = element('input', {
      type: 'file', accept: '.ply,.stl,.obj,.tree', class: 'unseen', id: 'file', tabindex: '-1', 'aria-hidden': 'true',
      change: () => file.files?.[0] && this.wishes.openFile(file.files[0]),
    });
    const files = element('div', { class: 'links' },
      element('button', { type: 'button', click: () => file.click() }, 'Open a mesh…'),
      element('button', { type: 'button', click: () => this.wishes.saveMesh() }, 'Save the mesh as PLY'),
      ...(state.view === 'many' ? [element('button', { type: 'button', click: () => this.wishes.saveSpheres() }, 'Save the spheres as CSV')] : []),
      file,
    );
    this.host.replaceChildren(
      element('div', {}, element('h1', {}, title), element('p', { class: 'lead' }, lead)),
      links,
      this.#answer,
      this.#spoken,
      ...(choices.childElementCount ? [choices] : []),
      ...(isMesh ? [files] : []),
      this.#message,
      ...groups,
      ...(state.view === 'many' ? [] : [this.#buildLastBit(), this.#buildCode()]),
    );
    this.say(isMesh ? 'A PLY, STL or OBJ file can also be dropped on the picture.' : '');
    if (focused) this.host.querySelector<HTMLElement>(`[name="${focused}"]`)?.focus();
  }

  #row(field: Field, of: string): HTMLElement {
    const parts = field.parts ?? ['x', 'y', 'z'];
    const row = element('div', { class: 'row' });
    field.initial.forEach((_, k) => {
      const name = `${of}: ${field.label} ${parts[k]}`;
      const input = element('input', {
        name: `${field.key}.${k}`, inputmode: 'decimal', autocomplete: 'off', spellcheck: 'false', 'aria-label': name,
        focus: () => (this.#before = this.#state.numbers),
        input: () => this.#type(field, k, input),
        keydown: (event: KeyboardEvent) => this.#step(event, field, k),
        blur: () => {
          // If another view is shown, which may lack this number, the input also loses the focus.
          if (!Object.hasOwn(this.#state.numbers, field.key)) return;
          fill(input, written(this.#state.numbers[field.key][k]));
          if (input.hasAttribute('aria-invalid')) this.warn([]);
          input.removeAttribute('aria-invalid');
        },
      });
      this.#inputs.set(`${field.key} ${k}`, input);
      const nudge = (steps: 1 | -1, sign: string) =>
        element('button', { type: 'button', class: 'nudge', 'aria-label': `${name}: one ulp ${steps > 0 ? 'up' : 'down'}`, 'data-nudge': `${field.key}.${k}.${steps}`, click: () => this.#set(field.key, k, nudged(this.#state.numbers[field.key][k], steps)) }, `${sign}ulp`);
      const letters = parts[k].length;
      const label = element('span', { 'aria-hidden': 'true' }, parts[k]);
      row.append(element('div', { class: 'cell', style: `--letters:${letters}` }, nudge(-1, '−'), element('div', { class: 'cell', style: 'flex:1' }, label, input), nudge(1, '+')));
    });
    return field.key.endsWith('rotation') ? this.#turn(field, of, row) : element('fieldset', {}, element('legend', {}, field.label), row);
  }

  /** The inputs of a rotation in degrees, and its exact numbers. */
  #turn(field: Field, of: string, exact: HTMLElement): HTMLElement {
    const parts = field.initial.length === 2 ? ['°'] : ['x', 'y', 'z'];
    const about = field.initial.length === 2 ? '' : ' about x, then y, then z';
    const row = element('div', { class: 'row' });
    const inputs: HTMLInputElement[] = parts.map((part, k) => {
      const input = element('input', {
        name: `${field.key}.degrees.${k}`, inputmode: 'decimal', autocomplete: 'off', spellcheck: 'false', 'aria-label': `${of}: Degrees ${part}`,
        focus: () => (this.#before = this.#state.numbers),
        input: () => {
          const degrees = inputs.map((one) => (one.value.trim() === '' ? NaN : Number(one.value)));
          fill(input);
          if (!degrees.every(Number.isFinite)) return this.#refuse(field, input, `Degrees ${part}`, refusal('', [NaN])!);
          input.removeAttribute('aria-invalid');
          this.wishes.change({ ...this.#state, numbers: { ...this.#state.numbers, [field.key]: rotationOf(degrees), time: [] } });
        },
        blur: () => {
          if (input.hasAttribute('aria-invalid')) this.warn([]);
          input.removeAttribute('aria-invalid');
          if (this.#state.numbers[field.key]) fill(input, written(degreesOf(this.#state.numbers[field.key])[k]));
        },
      });
      row.append(element('div', { class: 'cell' }, element('span', { 'aria-hidden': 'true' }, part), input));
      return input;
    });
    this.#degrees.set(field.key, inputs);
    return element('fieldset', {},
      element('legend', {}, `Rotation in degrees${about}`), row,
      element('details', { class: 'exact' }, element('summary', {}, 'exact'), element('div', {}, element('span', { class: 'note' }, field.label), exact)),
    );
  }

  #set(key: string, k: number, x: number): void {
    if (refusal(key, this.#state.numbers[key].with(k, x))) return;
    const numbers = { ...this.#state.numbers, [key]: this.#state.numbers[key].with(k, x) };
    this.wishes.change({ ...this.#state, numbers: { ...numbers, time: [] } });
  }

  #type(field: Field, k: number, input: HTMLInputElement): void {
    fill(input);
    const x = input.value.trim() === '' ? NaN : Number(input.value);
    const wanted = refusal(field.key, Number.isFinite(x) ? this.#state.numbers[field.key].with(k, x) : [x]);
    if (wanted !== undefined) return this.#refuse(field, input, field.label, wanted);
    input.removeAttribute('aria-invalid');
    this.#set(field.key, k, x);
  }

  /** Refuses a text that is no valid number. The text stays for correction, and the number is reset
   * to its value before the typing. */
  #refuse({ key }: Field, input: HTMLInputElement, label: string, wanted: string): void {
    input.setAttribute('aria-invalid', 'true');
    if (this.#before[key] && this.#before[key] !== this.#state.numbers[key]) {
      this.wishes.change({ ...this.#state, numbers: { ...this.#state.numbers, [key]: this.#before[key], time: [] } });
    }
    this.warn([`${label} is ${JSON.stringify(input.value)}: it must be ${wanted}.`]);
  }

  #step(event: KeyboardEvent, field: Field, k: number): void {
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (!direction) return;
    event.preventDefault();
    (event.target as HTMLElement).removeAttribute('aria-invalid');
    const x = this.#state.numbers[field.key][k];
    const step = (field.step ?? 0.1) * (event.shiftKey ? 0.1 : 1);
    // The arrow keys go to the next multiple of the decimal step.
    this.#set(field.key, k, event.altKey ? nudged(x, direction) : Number((Math.round(x / step + direction) * step).toPrecision(12)));
    // This number is complete, and no part of a text.
    this.#before = this.#state.numbers;
  }

  #choose(key: string, word: string): void {
    const { data: _, ...rest } = this.#state.words;
    const words = { ...(key === 'mesh' ? rest : this.#state.words), [key]: word };
    const next: State = { ...this.#state, words, numbers: { ...this.#state.numbers, time: [] } };
    // The motion stays the same; its representation changes.
    if (Object.hasOwn(WAYS, key)) Object.assign(next.numbers, resaid(this.#state, key), { time: [] });
    // For another obstacle or a body with other ends, the camera moves so that it is visible. The position
    // of a mesh is unknown here.
    if ((key === 'target' || (key === 'mover' && (BODIES[word].ends || BODIES[word].solid))) && OBSTACLES[next.words.target].solid) next.numbers.camera = fitting(next.numbers.camera, extentOf(next));
    this.wishes.change(next);
  }

  #buildLastBit(): HTMLElement {
    const isOpen = this.#lastBit.open;
    const opened = () => this.host.classList.toggle('nudging', this.#lastBit.open);
    this.#lastBit = element('details', { class: 'last-bit', toggle: opened },
      element('summary', {}, 'The last bit'),
      element('div', {},
        element('p', { class: 'note' }, 'Every number above now has buttons that move it by one ulp, to the next float (or press Alt and an arrow key in it). Below is the exact time, and the answer of the published code.'),
        this.#digits,
      ),
    );
    this.#lastBit.open = isOpen;
    opened();
    return this.#lastBit;
  }

  #buildCode(): HTMLElement {
    const tabs = element('div', { class: 'tabs' });
    this.#tabs.clear();
    for (const name of ['JSON', 'Rust', 'Python', 'JavaScript', 'Link']) {
      const button = element('button', { type: 'button', click: () => {
        this.#tab = name;
        this.#showCode();
      } }, name);
      this.#tabs.set(name, button);
      tabs.append(button);
    }
    const copy = element('button', { type: 'button', class: 'copy', click: async () => {
      try {
        await navigator.clipboard.writeText(this.#code.textContent ?? '');
        copy.textContent = 'Copied';
      } catch {
        getSelection()?.selectAllChildren(this.#code);
        copy.textContent = 'Selected';
      }
      setTimeout(() => (copy.textContent = 'Copy'), 1500);
    } }, 'Copy');
    tabs.append(copy);
    return element('details', { open: true, class: 'take' },
      element('summary', {}, 'Take the question along'),
      element('div', {}, tabs, this.#code, element('h2', {}, 'The answer, as the command prints it'), this.#line),
    );
  }

  #showCode(): void {
    const state = this.#state;
    if (state.view === 'many') return;
    for (const [name, button] of this.#tabs) button.setAttribute('aria-pressed', String(name === this.#tab));
    const text = { JSON: () => json(request(state)), Rust: () => asRust(state), Python: () => asPython(state), JavaScript: () => asJavaScript(state), Link: () => location.href }[this.#tab];
    this.#code.textContent = text!();
  }

  /** Shows that the address has changed. */
  moved(): void {
    if (this.#tab === 'Link') this.#showCode();
  }

  /** Shows the answer to the state that was shown last. */
  answer(state: State, answer: Answer, line: string): void {
    this.#line.textContent = line;
    const rows: [string, string | Node][] = [];
    const vector = (v: number[] | null | undefined) => (v ? `(${v.map(written).join(', ')})` : '—');
    const swatch = (name: string, text: string) => element('span', {}, element('i', { class: 'key', style: `background:var(--${name})` }), text);
    const place = BODIES[state.view === 'sphere' ? state.words.mover : 'sphere'].fields[0].label;
    if (answer.status === 'contact') {
      rows.push([place, swatch('entry', vector(answer.center))], ['Point P', swatch('point', vector(answer.point))]);
      if (answer.other_point !== undefined) rows.push(['Point Q', vector(answer.other_point)]);
      if (answer.touched) rows.push(['Touched', touchedInWords(answer.touched.points)], ['Its own feature', featureName({ feature: answer.touched.mover_feature })]);
      rows.push(['Normal', vector(answer.normal)], ['Feature', featureName(answer)]);
      if (answer.approach && answer.approach !== 'approaching') rows.push(['Approach', answer.approach]);
      if (answer.last_time !== undefined) rows.push(['Separates at', answer.last_time === null ? 'never' : written(answer.last_time)]);
    } else if (answer.status === 'overlap') {
      rows.push(['Time', written(answer.time ?? 0)], [place, vector(answer.center)], ['Closest point', swatch('point', vector(answer.point))]);
      if (answer.feature !== undefined) rows.push(['Feature', featureName(answer)]);
      if (answer.penetration) rows.push(['Penetration', `${written(answer.penetration.depth)} along ${vector(answer.penetration.direction)}`]);
      if (answer.last_time !== undefined) rows.push(['Separates at', answer.last_time === null ? 'never' : written(answer.last_time)]);
    }
    if (state.view === 'circle') rows.push(['Start', regionName(regionOf(state))]);
    const verdict = answer.error ? 'No question' : answer.intersects !== undefined || answer.containment ? inWords(answer) : { contact: 'Contact', overlap: 'Overlap', none: 'No contact' }[answer.status!];
    const list = element('dl');
    for (const [name, value] of rows) list.append(element('dt', {}, name), element('dd', {}, value));
    this.#answer.dataset.status = answer.error ? 'error' : answer.status ?? (answer.intersects || answer.containment === 'inside' ? 'contact' : 'none');
    this.#answer.setAttribute('aria-busy', 'false');
    this.#answer.replaceChildren(
      element('p', { class: 'verdict' }, element('span', {}, element('span', { class: 'dot' }), verdict)),
      ...(answer.status === 'contact' ? [element('p', { class: 'big' }, element('small', {}, 'T'), written(answer.time!))] : []),
      ...(answer.error ? [element('p', { class: 'note' }, answer.error)] : []),
      list,
    );
    this.#speak(inWords(answer));
    this.#showLastBit(state, answer);
  }

  #speech = 0;

  /** Lets screen readers announce a text once input has paused. */
  #speak(text: string): void {
    clearTimeout(this.#speech);
    this.#speech = window.setTimeout(() => {
      if (this.#spoken.textContent !== text) this.#spoken.textContent = text;
    }, 500);
  }

  #showLastBit(state: State, answer: Answer): void {
    const parts: (string | Node)[] = [];
    const title = (text: string) => parts.push(element('b', {}, text));
    const surd = answer.exact?.time;
    if (surd && answer.time !== undefined) {
      const exact = decimalOfSurd(surd, DIGITS);
      title(`Exact time, ${DIGITS} digits`);
      parts.push(element('span', { 'data-role': 'exact' }, exact.text + (exact.complete ? '' : '…')));
      title('as x + y √d');
      parts.push(element('span', {}, surd.y === '0' || surd.d === '0' ? surd.x : `${surd.x} + ${surd.y} √(${surd.d})`));
      if (Number.isFinite(answer.time)) {
        title(`The float nearest to it: ${written(answer.time)}`);
        parts.push(...compared(exact.text, decimalOf(answer.time, DIGITS).text), element('br'), `bits ${hex(answer.time)}`);
      }
    }
    const code = published(state);
    title(code ? `The published code: ${code.name}` : 'The published code');
    if (!code) parts.push('No document has a listing for these shapes.');
    else {
      const { found } = code;
      const isSame = agrees(found, answer);
      const text = findingInWords(found, written);
      parts.push(element('span', { 'data-role': 'listing' }, isSame ? text : element('mark', {}, text)));
      const time = typeof found === 'object' && found.status === 'contact' && Number.isFinite(found.time) ? found.time : undefined;
      if (time !== undefined) parts.push(element('br'), `bits ${hex(time)}`);
      title('Does it agree with tangency (exact)?');
      const apart = time !== undefined && answer.status === 'contact' ? ulpsApart(time, answer.time!) : 0n;
      const verdict = isSame ? 'Yes, to the last bit.' : apart ? `No: ${apart} ulp${apart === 1n ? '' : 's'} apart.` : `No: ${inWords(answer)}`;
      parts.push(element('span', { 'data-role': 'verdict' }, verdict));
    }
    this.#digits.replaceChildren(...parts);
  }

  /** Shows the results of many spheres. */
  landed(state: State, landed: Landed): void {
    const { times } = landed;
    const n = landed.radius.length;
    const rows: [string, string][] = [
      [landed.axis ? 'Capsules' : 'Spheres', n.toLocaleString('en')],
      ['Touching', landed.contacts.toLocaleString('en')],
      ['Overlapping', landed.overlaps.toLocaleString('en')],
      ['Missing', (n - landed.contacts - landed.overlaps).toLocaleString('en')],
    ];
    if (Number.isFinite(landed.took)) rows.push(['Cast in', `${landed.took.toFixed(1)} ms, ${((1000 * landed.took) / n).toFixed(2)} µs each`]);
    else rows.push(['Cast by', 'the command']);
    const list = element('dl');
    for (const [name, value] of rows) list.append(element('dt', {}, name), element('dd', {}, value));
    this.#answer.dataset.status = 'contact';
    this.#answer.setAttribute('aria-busy', 'false');
    this.#answer.replaceChildren(
      element('p', { class: 'verdict' }, 'Coloured by the time of first contact'),
      element('div', { class: 'scale', style: `background:linear-gradient(90deg in srgb,${SCALE.join(',')});margin-top:12px` }),
      element('p', { class: 'ends' }, element('span', {}, `t = ${short(times[0])}`), element('span', {}, `${short(times[1])} and later`)),
      list,
    );
    this.#speak(`${landed.contacts.toLocaleString('en')} of ${counted(n, landed.axis ? 'capsule' : 'sphere')} touch the mesh ${state.words.mesh}.`);
  }

  /** Shows that the request failed. */
  failed(message: string): void {
    this.#answer.dataset.status = 'error';
    this.#answer.setAttribute('aria-busy', 'false');
    this.#answer.replaceChildren(element('p', { class: 'verdict' }, element('span', {}, element('span', { class: 'dot' }), 'No answer')), element('p', { class: 'note' }, message));
    this.#speak(message);
  }
}

/** The whole contact, with all its corners. */
function touchedInWords(corners: number[][]): string {
  const kind = ['', 'a point', 'a segment'][corners.length] ?? `a polygon with ${corners.length} corners`;
  return `${kind}: ${corners.map((corner) => `(${corner.map(written).join(', ')})`).join(', ')}`;
}

/** The scene of a state, independent of camera and time. */
function sceneOf(state: State): string {
  return address({ ...state, numbers: { ...state.numbers, camera: [], span: [], time: [] } });
}

/** Sets the width of an input to its text. */
function fill(input: HTMLInputElement, text = input.value): void {
  if (input.value !== text) input.value = text;
  input.style.setProperty('--chars', String(text.length));
}

/** The second text, with a mark from the first differing digit on. */
function compared(truth: string, text: string): (string | Node)[] {
  let same = 0;
  while (same < text.length && text[same] === truth[same]) same++;
  return same < text.length ? [text.slice(0, same), element('mark', {}, text.slice(same))] : [text];
}
