// The page "Walk": the level that is asked for, who walks there, and the run as a link.

import { packed, unpacked } from '../dropped';
import { element } from '../element';
import { hostTheme } from '../theme';
import { address, fromAddress, type Asked } from './address';
import { Controls } from './controls';
import { Counters } from './counters';
import { LEVELS, type LevelName } from './level';
import { RUNS } from './runs';
import type { Look, SightColors, SightOrder } from './sight.worker';
import type { Order, Said, Told } from './walk.worker';

const find = <E extends HTMLElement>(id: string) => document.getElementById(id) as E;
const host = find('stage');
const panel = find('panel');
const isCalm = matchMedia('(prefers-reduced-motion: reduce)');

let { asked, wrong } = fromAddress(location.hash);
let file: File | undefined;
let told: Told | undefined;
let look: Look = { isFirst: asked.isFirst, elevation: 24, distance: 8 };
/** What a link promises of the run that is replayed. */
let promised: string | undefined;
let isOpen = false;

// ---- the panel ----

const level = element('select', { name: 'level' });
const said = element('p', { class: 'note', role: 'status' });
const warning = element('p', { class: 'warning', role: 'alert', hidden: true });
const state = element('dd', { 'data-role': 'state' });
const place = element('dd', { 'data-role': 'place' });
const checksum = element('dd', { 'data-role': 'checksum' });
const verdict = element('p', { class: 'note', 'data-role': 'verdict', role: 'status' });
const first = element('input', { type: 'checkbox', name: 'first' });
const textbook = element('input', { type: 'checkbox', name: 'textbook', checked: true });
const pick = element('input', { type: 'file', accept: '.ply,.stl,.obj', class: 'unseen', 'aria-label': 'Open a mesh' });
const button = (text: string, act: () => void) => element('button', { type: 'button', click: act }, text);
const finish = button('To the end', () => send({ kind: 'finish' }));
const key = (name: string, text: string) => element('li', {}, element('span', { class: 'key', style: `background: var(--${name})` }), text);

level.append(...Object.entries(LEVELS).map(([value, text]) => element('option', { value }, text)));
panel.append(
  element('div', {},
    element('h1', {}, 'Walk'),
    element('p', { class: 'lead' }, 'Everything here is nasty: seams, slivers, creases, walls without thickness, a slot just as wide as the body, a ramp that is too steep by the last bit of a float. Each leg of each step is decided exactly, so the walker overlaps nothing and passes through nothing. Beside it, on the same keys, goes a controller as text books have it, in plain floats.'),
  ),
  element('div', { class: 'group' },
    element('div', { class: 'choices' }, element('label', {}, 'Level', level)),
    element('div', { class: 'links' }, button('Open a mesh…', () => pick.click()), pick),
    element('label', { class: 'check' }, first, 'In first person'),
    element('label', { class: 'check' }, textbook, 'The textbook’s controller beside it'),
    said,
  ),
  element('section', { class: 'answer', 'aria-label': 'The run' },
    element('h2', {}, 'The run'),
    element('dl', {}, element('dt', {}, 'Now'), state, element('dt', {}, 'Place'), place, element('dt', {}, 'Checksum'), checksum),
    verdict,
    element('div', { class: 'links' }, button('Copy the link', copy), button('Replay', () => replay()), finish, button('Start again', again)),
  ),
  element('nav', { class: 'group', 'aria-label': 'Runs to look at' },
    element('h2', {}, 'Runs to look at'),
    element('div', { class: 'links' }, ...RUNS.map(({ title, ...run }) => element('a', { href: address({ ...run, isFirst: false }) }, title))),
  ),
  element('details', { open: true },
    element('summary', {}, 'Keys'),
    element('dl', {},
      element('dt', {}, 'W A S D'), element('dd', {}, 'walk'),
      element('dt', {}, '↑ ↓'), element('dd', {}, 'walk ahead and back'),
      element('dt', {}, '← → Q E'), element('dd', {}, 'turn'),
      element('dt', {}, 'Space'), element('dd', {}, 'jump'),
      element('dt', {}, 'Drag'), element('dd', {}, 'turn, and look from above; the wheel goes away'),
    ),
  ),
  element('details', { open: true },
    element('summary', {}, 'What is drawn'),
    element('ul', { class: 'colors' },
      key('hero', 'The walker'),
      key('other', 'The textbook’s controller'),
      key('level', 'Flat enough to stand on'),
      key('steep', 'Too steep'),
      key('overlap', 'There the textbook’s overlaps'),
      key('stuck', 'There it is stuck'),
      key('fell', 'There it fell out'),
    ),
  ),
  element('details', {},
    element('summary', {}, 'What is compared'),
    element('div', {},
      element('p', {}, 'Both take the same keys, sixty steps a second. What overlaps is asked of the engine as each step begins, of both: touching is no overlap.'),
      element('p', {}, 'The textbook’s controller casts its capsule at planes, cylinders and balls in double precision, stops a skin of 1 cm before what it meets, slides, climbs steps, and is pushed out of what it overlaps. It counts as stuck in a step that gets on by less than a tenth of the way, if a walker that is put in its place gets on by more than half.'),
      element('p', {}, 'The checksum is over all bits of all places of the walker. A link has the keys of each step; whoever opens it gets the same bits, in any browser, and so does the library in Rust.'),
    ),
  ),
);
panel.before(warning);

function warn(lines: string[]): void {
  warning.textContent = lines.join(' ');
  warning.hidden = lines.length === 0;
}

// ---- the threads ----

const canvas = element('canvas', { tabindex: '0', role: 'application', 'aria-label': 'The level: W A S D and the arrow keys walk and turn, Space jumps' });
host.prepend(canvas);
const counters = new Counters(find('counters'));
const controls = new Controls(canvas, find('touch'));
const walk = new Worker(new URL('./walk.worker.ts', import.meta.url), { type: 'module' });
const sight = new Worker(new URL('./sight.worker.ts', import.meta.url), { type: 'module' });

const send = (order: Order, transfer: Transferable[] = []) => walk.postMessage(order, transfer);
const draw = (order: SightOrder, transfer: Transferable[] = []) => sight.postMessage(order, transfer);

walk.addEventListener('error', (event) => fail(event.message || 'the engine could not be started'));
walk.addEventListener('message', ({ data }: MessageEvent<Said>) => {
  if (data.kind === 'told') tell(data.told);
  else if (data.kind === 'failed') fail(data.message);
  else if (data.kind === 'run') void copied(data);
  else {
    isOpen = true;
    const body = data.scale === 1 ? '' : ` The walker is ${data.scale} times as large as in the course.`;
    said.textContent = `${data.count.toLocaleString('en')} triangles.${body}`;
    host.dataset.open = data.name;
    counters.begin();
    if (asked.run !== undefined) replay(asked.run, asked.sum);
  }
});
sight.addEventListener('message', ({ data }: MessageEvent<{ took: number } | { failed: string }>) => {
  if ('failed' in data) {
    canvas.remove();
    warn(['This browser has no WebGL2 for threads: there is no picture, but every number.']);
  } else host.dataset.frame = data.took.toFixed(1);
});

function fail(message: string): void {
  warn([message]);
  host.dataset.failed = 'true';
}

const STATES = { ready: 'waits for a key', walking: 'walking', replaying: 'replaying', replayed: 'replayed' };

function tell(next: Told): void {
  told = next;
  const { state: now, steps, of, position } = told;
  const count = steps.toLocaleString('en');
  state.textContent = now === 'replaying' ? `${STATES[now]}, ${count} of ${of.toLocaleString('en')} steps` : `${STATES[now]}, ${count} steps`;
  place.textContent = position.map((x) => x.toFixed(3)).join(', ') + (told.isOnFloor ? '' : ', in the air');
  checksum.textContent = told.checksum;
  finish.hidden = now !== 'replaying';
  host.dataset.state = now;
  counters.show(told, textbook.checked);
  if (told.isFull) verdict.textContent = 'Ten minutes are over: start again.';
  if (now === 'replayed' && promised !== undefined) {
    const isSame = promised === told.checksum;
    verdict.textContent = isSame ? 'The same to the last bit as when it was recorded.' : `Not the same as when it was recorded: that was ${promised}.`;
    verdict.dataset.is = isSame ? 'good' : 'bad';
    promised = undefined;
  }
}

async function open(next: Asked, dropped?: File): Promise<void> {
  [asked, file, isOpen] = [next, dropped, false];
  delete host.dataset.open;
  verdict.textContent = '';
  promised = undefined;
  said.textContent = 'The level is made, and the tree over it.';
  try {
    if (next.data !== undefined && !file) file = new File([await unpacked(next.data)], next.name ?? 'a file');
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
    [asked.data, file] = [undefined, undefined];
  }
  const other = [...level.options].find((option) => option.value === '');
  if (!file) {
    other?.remove();
    level.value = next.level;
  } else if (other) other.textContent = file.name;
  else level.append(element('option', { value: '' }, file.name));
  if (file) level.value = '';
  first.checked = next.isFirst;
  turnTo({ isFirst: next.isFirst });
  send({ kind: 'level', level: next.level, file });
}

// ---- runs ----

function replay(run?: string, sum?: string): void {
  verdict.textContent = '';
  delete verdict.dataset.is;
  if (run !== undefined) {
    promised = sum;
    send({ kind: 'replay', run, isAtOnce: isCalm.matches });
    return;
  }
  // What was walked here until now, as its own link would have it.
  if (!told || told.steps === 0) return;
  wants = 'replay';
  send({ kind: 'run' });
}

let wants: 'replay' | 'link' = 'link';

function copy(): void {
  wants = 'link';
  send({ kind: 'run' });
}

async function copied({ run, checksum: sum, steps }: Extract<Said, { kind: 'run' }>): Promise<void> {
  if (wants === 'replay') {
    replay(run, sum);
    return;
  }
  const link = address({ ...asked, isFirst: look.isFirst, run: steps ? run : undefined, sum: steps ? sum : undefined });
  history.replaceState(null, '', link);
  const size = `${steps.toLocaleString('en')} steps in ${run.length.toLocaleString('en')} letters`;
  const rest = file && !asked.data ? ' The file is too large for the address: who follows the link has to open the same one.' : '';
  try {
    await navigator.clipboard.writeText(location.href);
    verdict.textContent = `Copied: ${size}.${rest}`;
  } catch {
    verdict.textContent = `The link is in the address line: ${size}.${rest}`;
  }
}

function again(): void {
  verdict.textContent = '';
  promised = undefined;
  asked = { ...asked, run: undefined, sum: undefined };
  history.replaceState(null, '', address(asked));
  counters.begin();
  send({ kind: 'again' });
  canvas.focus();
}

// ---- keys, boxes, files ----

controls.onKeys = (keys, turn) => {
  if (isOpen) send({ kind: 'keys', keys, turn });
};
controls.onTurn = (by, down) => {
  if (by) send({ kind: 'turn', by });
  if (down) turnTo({ elevation: Math.min(75, Math.max(-20, look.elevation + down)) });
};
controls.onZoom = (times) => turnTo({ distance: Math.min(40, Math.max(2.5, look.distance * times)) });

function turnTo(change: Partial<Look>): void {
  look = { ...look, ...change };
  draw({ kind: 'look', look });
}

first.addEventListener('change', () => turnTo({ isFirst: first.checked, elevation: 24 }));
textbook.addEventListener('change', () => send({ kind: 'textbook', isShown: textbook.checked }));
level.addEventListener('change', () => {
  if (level.value === '') return;
  choose({ level: level.value as LevelName, isFirst: look.isFirst });
});
pick.addEventListener('change', () => {
  if (pick.files?.[0]) void drop(pick.files[0]);
});

function choose(next: Asked, dropped?: File): void {
  history.replaceState(null, '', address(next));
  warn([]);
  void open(next, dropped);
}

async function drop(dropped: File): Promise<void> {
  choose({ level: asked.level, isFirst: look.isFirst, name: dropped.name, data: await packed(dropped) }, dropped);
}

const sheet = find('drop');
let depth = 0;
document.addEventListener('dragenter', (event) => {
  event.preventDefault();
  if (++depth === 1) sheet.hidden = false;
});
document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('dragleave', () => {
  if (--depth === 0) sheet.hidden = true;
});
document.addEventListener('drop', (event) => {
  event.preventDefault();
  depth = 0;
  sheet.hidden = true;
  const one = event.dataTransfer?.files[0];
  if (one) void drop(one);
});

addEventListener('hashchange', () => {
  if (location.hash === '#panel') return;
  ({ asked, wrong } = fromAddress(location.hash));
  warn(wrong);
  void open(asked);
});
document.addEventListener('visibilitychange', () => {
  controls.release();
  send({ kind: 'pause', isPaused: document.hidden });
});

// ---- colours, and the beginning ----

const COLORS = ['stage', 'grid', 'level', 'steep', 'seam', 'hero', 'other', 'overlap', 'stuck', 'fell'] as const satisfies (keyof SightColors)[];

/** The colours of the present theme, which walk.css and look.css name. */
function colors(): SightColors {
  const style = getComputedStyle(document.documentElement);
  const probe = document.createElement('i');
  document.body.append(probe);
  const found = {} as SightColors;
  for (const name of COLORS) {
    probe.style.color = style.getPropertyValue(`--${name}`);
    found[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  return found;
}

const { port1, port2 } = new MessageChannel();
const offscreen = canvas.transferControlToOffscreen();
draw({ kind: 'open', canvas: offscreen, walk: port2 }, [offscreen, port2]);
const resize = () => draw({ kind: 'size', width: Math.max(1, host.clientWidth), height: Math.max(1, host.clientHeight), ratio: devicePixelRatio });
new ResizeObserver(resize).observe(host);
hostTheme(find<HTMLButtonElement>('theme'), () => draw({ kind: 'colors', colors: colors() }))();
warn(wrong);
send({ kind: 'open', picture: port1 }, [port1]);
// Small screens have the counters closed at first: they would cover the figure.
if (innerWidth < 600) find('counters').querySelector('details')!.open = false;
void open(asked);
