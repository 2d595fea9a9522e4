// The page "Walk": its level, its figures, and the run as a link.

import { packed, unpacked } from '../dropped';
import { element } from '../element';
import { hostTheme } from '../theme';
import { counted } from '../words';
import { address, fromAddress, type Asked } from './address';
import { Controls } from './controls';
import { Counters } from './counters';
import { LEVELS, stationsOf, type LevelName } from './level';
import { RUNS } from './runs';
import { BODIES, type BodyName } from './rules';
import type { Look, Seen, SightColors, SightOrder } from './sight.worker';
import type { Order, Said, Told } from './walk.worker';

const find = <E extends HTMLElement>(id: string) => document.getElementById(id) as E;
const host = find('stage');
const panel = find('panel');
const isCalm = matchMedia('(prefers-reduced-motion: reduce)');

let { asked, wrong } = fromAddress(location.hash);
let file: File | undefined;
let told: Told | undefined;
let look: Look = { isFirst: asked.isFirst, isOther: asked.isOther ?? false, elevation: 24, distance: 8 };
/** The checksum in the link of a replayed run. */
let promised: string | undefined;
let isOpen = false;
/** The last level that was opened, which stays if the next one is refused. */
let standing: { asked: Asked; file?: File } | undefined;

// ---- the panel ----

const level = element('select', { name: 'level' });
const body = element('select', { name: 'body' });
const said = element('p', { class: 'note', role: 'status' });
const warning = element('p', { class: 'warning', role: 'alert', hidden: true });
const state = element('dd', { 'data-role': 'state' });
const place = element('dd', { 'data-role': 'place' });
const checksum = element('dd', { 'data-role': 'checksum' });
const verdict = element('p', { class: 'note', 'data-role': 'verdict', role: 'status' });
const first = element('input', { type: 'checkbox', name: 'first' });
const textbook = element('input', { type: 'checkbox', name: 'textbook', checked: true });
const other = element('input', { type: 'checkbox', name: 'other' });
const up = element('input', { type: 'checkbox', name: 'up' });
const upright = element('label', { class: 'check', hidden: true }, up, 'In this file up is y');
const pick = element('input', { type: 'file', accept: '.ply,.stl,.obj', class: 'unseen', 'aria-label': 'Open a mesh' });
const button = (text: string, act: () => void) => element('button', { type: 'button', click: act }, text);
const finish = button('To the end', () => send({ kind: 'finish' }));
const key = (name: string, text: string) => element('li', {}, element('span', { class: 'key', style: `background: var(--${name})` }), text);

for (const [select, words] of [[level, LEVELS], [body, BODIES]] as const) select.append(...Object.entries(words).map(([value, text]) => element('option', { value }, text)));
const counters = new Counters(find('counters'));
const best = RUNS.filter(({ isFailure }) => isFailure);
const link = ({ title, isFailure, ...run }: (typeof RUNS)[number]) => element('a', { href: address({ ...run, isFirst: false, isOther: isFailure }) }, title);
panel.append(
  element('div', {},
    element('h1', {}, 'Walk'),
    element('p', { class: 'lead' }, 'A character walks through a level made to break controllers: seams, slivers, walls without thickness, a slot exactly as wide as the body. tangency (exact) decides each step exactly, so it never overlaps anything and never passes through anything. Beside it, on the same keys, walks a textbook controller in ordinary doubles.'),
  ),
  element('nav', { class: 'group', 'aria-label': 'Runs to look at' },
    element('h2', {}, 'See the textbook controller fail'),
    element('div', { class: 'links' }, ...best.map(link)),
  ),
  element('div', { class: 'group' },
    element('div', { class: 'choices' }, element('label', {}, 'Level', level), element('label', {}, 'Body', body)),
    element('div', { class: 'links' }, button('Open a mesh…', () => pick.click()), pick),
    upright,
    element('label', { class: 'check' }, first, 'In first person'),
    element('label', { class: 'check' }, textbook, 'The textbook controller beside it'),
    element('label', { class: 'check' }, other, 'Follow the textbook controller'),
    said,
  ),
  element('section', { class: 'answer', 'aria-label': 'The run' },
    element('h2', {}, 'The run'),
    element('dl', {}, element('dt', {}, 'Now'), state, element('dt', {}, 'Place'), place),
    verdict,
    element('div', { class: 'links' }, button('Copy the link', copy), button('Replay', () => replay()), finish, button('Start again', again)),
    element('div', { class: 'links' }, ...RUNS.filter(({ isFailure }) => !isFailure).map(link)),
  ),
  element('details', { open: true },
    element('summary', {}, 'Keys'),
    element('dl', {},
      element('dt', {}, 'W A S D'), element('dd', {}, 'walk'),
      element('dt', {}, '↑ ↓'), element('dd', {}, 'walk ahead and back'),
      element('dt', {}, '← → Q E'), element('dd', {}, 'turn'),
      element('dt', {}, 'Space'), element('dd', {}, 'jump'),
      element('dt', {}, 'Drag'), element('dd', {}, 'turn, and look from above; the wheel moves away'),
    ),
  ),
  element('details', { open: true },
    element('summary', {}, 'Colours'),
    element('ul', { class: 'colors' },
      key('hero', 'tangency (exact)'),
      key('other', 'The textbook controller'),
      key('level', 'Flat enough to stand on'),
      key('steep', 'Too steep'),
      key('stuck', 'Post: there the textbook controller got stuck'),
      key('overlap', 'Post: there it overlapped something'),
      key('fell', 'Post: there it fell out of the level'),
    ),
  ),
  element('details', {},
    element('summary', {}, 'How the two are compared'),
    element('div', {},
      element('p', {}, 'Both take the same keys, sixty steps a second. Stuck: the textbook controller moved under 10 % of what was asked where the exact walker, in the same place, could move over half.'),
      element('p', {}, 'Overlaps are decided exactly, of both, as each step begins; touching is no overlap.'),
      element('p', {}, 'The textbook controller is always a capsule, which fits into the box. It casts this capsule in closed form, stops 1 cm before an obstacle, slides, climbs steps, and is pushed out of overlaps. After five bad seconds, or 10 m away, it is put back beside the walker.'),
    ),
  ),
  element('details', {},
    element('summary', {}, 'For developers'),
    element('div', {},
      counters.host,
      element('dl', {}, element('dt', {}, 'Checksum'), checksum),
      element('p', {}, 'The checksum is over all bits of all positions of the walker. A link contains the keys of each step; whoever opens it gets the same bits, in every browser, and so does the library in Rust.'),
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
const controls = new Controls(canvas, find('touch'));
const walk = new Worker(new URL('./walk.worker.ts', import.meta.url), { type: 'module' });
const sight = new Worker(new URL('./sight.worker.ts', import.meta.url), { type: 'module' });

const send = (order: Order, transfer: Transferable[] = []) => walk.postMessage(order, transfer);
const draw = (order: SightOrder, transfer: Transferable[] = []) => sight.postMessage(order, transfer);

walk.addEventListener('error', (event) => fail(event.message || 'the engine could not be started'));
walk.addEventListener('message', ({ data }: MessageEvent<Said>) => {
  if (data.kind === 'told') tell(data.told);
  else if (data.kind === 'failed') fail(data.message);
  else if (data.kind === 'refused') refused(data.message);
  else if (data.kind === 'run') void copied(data);
  else {
    isOpen = true;
    standing = { asked, file };
    const scaled = data.scale === 1 ? '' : ` Walker scaled to ${data.scale < 1 ? `1/${1 / data.scale}` : data.scale}.`;
    said.textContent = `${counted(data.count, 'triangle')}.${scaled}${data.skipped ? ` ${data.skipped}.` : ''}`;
    post(file ? [] : stationsOf(asked.level));
    host.dataset.open = data.name;
    counters.begin();
    if (asked.run !== undefined) replay(asked.run, asked.sum);
  }
});
sight.addEventListener('message', ({ data }: MessageEvent<Seen>) => {
  if ('failed' in data) flatten();
  else if ('signs' in data) data.signs.forEach((sign, i) => placeSign(i, sign));
  else host.dataset.frame = data.took.toFixed(1);
});

/** Shows the rest of the page without a picture: the keys, the counters and the run still work. */
function flatten(): void {
  canvas.remove();
  warn([...wrong, 'This browser has no WebGL2 for threads: there is no picture, but every number.']);
}

function fail(message: string): void {
  warn([message]);
  host.dataset.failed = 'true';
}

/** Handles a refused level: the level before stays. If there is none, the small level is opened,
 * unless the small one was refused. */
function refused(message: string): void {
  const isFile = file !== undefined;
  fail(message);
  if (standing) {
    ({ asked, file } = standing);
    isOpen = true;
    said.textContent = '';
    history.replaceState(null, '', address(asked));
    showLevel();
    host.dataset.open = file?.name ?? asked.level;
  } else if (isFile) void open({ level: 'small', isFirst: look.isFirst });
}

const STATES = { ready: 'waits for a key', walking: 'walking', replaying: 'replaying', replayed: 'replayed' };

function tell(next: Told): void {
  told = next;
  const { state: now, steps, of, position } = told;
    state.textContent = now === 'replaying' ? `${STATES[now]}, ${steps.toLocaleString('en')} of ${counted(of, 'step')}` : `${STATES[now]}, ${counted(steps, 'step')}`;
  stand(position);
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
  said.textContent = 'Building the level…';
  try {
    if (next.data !== undefined && !file) file = new File([await unpacked(next.data)], next.name ?? 'a file');
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
    [asked.data, file] = [undefined, undefined];
  }
  showLevel();
  [first.checked, other.checked, up.checked] = [next.isFirst, next.isOther ?? false, next.isYUp ?? false];
  turnTo({ isFirst: next.isFirst, isOther: next.isOther ?? false });
  send({ kind: 'level', level: next.level, file, isYUp: next.isYUp, body: next.body ?? 'capsule' });
}

/** Selects the body, and the level in the list: one of ours, or the file. */
function showLevel(): void {
  level.querySelector('option[value=""]')?.remove();
  if (file) level.append(element('option', { value: '' }, file.name));
  level.value = file ? '' : asked.level;
  body.value = asked.body ?? 'capsule';
  upright.hidden = !file;
}

// ---- stations ----

const caption = element('p', { class: 'station', role: 'status', hidden: true });
const names = element('div', { class: 'signs', 'aria-hidden': 'true' });
host.append(names, caption);
let stations: ReturnType<typeof stationsOf> = [];
/** The distances in metres below which a station shows its hint, and above which its sign is
 * hidden. */
const [NEAR, SEEN] = [3.5, 16];

/** Puts up signs for the stations of a level. */
function post(next: typeof stations): void {
  stations = next;
  names.replaceChildren(...stations.map(({ name }) => element('span', { hidden: true }, name)));
  draw({ kind: 'signs', at: stations.map(({ at }) => [...at]) });
}

function placeSign(i: number, sign?: [number, number, number]): void {
  const span = names.children[i] as HTMLElement | undefined;
  if (!span) return;
  span.hidden = !sign || sign[2] > SEEN;
  if (sign) [span.style.left, span.style.top, span.style.opacity] = [`${100 * sign[0]}%`, `${100 * sign[1]}%`, String(Math.min(1, 2 - (2 * sign[2]) / SEEN))];
}

/** Shows the hint of the nearest station. */
function stand([x, y]: number[]): void {
  const away = (one: (typeof stations)[number]) => Math.hypot(one.at[0] - x, one.at[1] - y);
  const near = stations.filter((one) => away(one) < NEAR).sort((p, q) => away(p) - away(q))[0];
  caption.hidden = !near;
  const text = near ? `${near.name}. ${near.goal}` : '';
  if (caption.textContent !== text) caption.replaceChildren(...(near ? [element('b', {}, `${near.name}. `), near.goal] : []));
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
  // The link has the walk so far, in the form of its own link.
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
  const link = address({ ...asked, isFirst: look.isFirst, isOther: look.isOther, run: steps ? run : undefined, sum: steps ? sum : undefined });
  history.replaceState(null, '', link);
  const size = `${counted(steps, 'step')} in ${counted(run.length, 'letter')}`;
  const rest = file && !asked.data ? ' The file is too big for the link; send it along.' : '';
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
other.addEventListener('change', () => turnTo({ isOther: other.checked }));
up.addEventListener('change', () => choose({ ...asked, run: undefined, sum: undefined, isYUp: up.checked }, file));
textbook.addEventListener('change', () => send({ kind: 'textbook', isShown: textbook.checked }));
level.addEventListener('change', () => {
  if (level.value === '') return;
  choose({ level: level.value as LevelName, isFirst: look.isFirst, body: asked.body });
});
body.addEventListener('change', () => choose({ ...asked, run: undefined, sum: undefined, body: body.value as BodyName }, file));
pick.addEventListener('change', () => {
  if (pick.files?.[0]) void drop(pick.files[0]);
});

function choose(next: Asked, dropped?: File): void {
  history.replaceState(null, '', address(next));
  warn([]);
  void open(next, dropped);
}

async function drop(dropped: File): Promise<void> {
  choose({ level: asked.level, isFirst: look.isFirst, body: asked.body, name: dropped.name, data: await packed(dropped) }, dropped);
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
  ({ asked, wrong } = fromAddress(location.hash));
  warn(wrong);
  void open(asked);
});
document.addEventListener('visibilitychange', () => {
  controls.release();
  send({ kind: 'pause', isPaused: document.hidden });
});

// A button and not a link, since following a link would change the address, which is the state.
find('skip').addEventListener('click', () => panel.focus());

// ---- colours, and the beginning ----

const COLORS = ['stage', 'grid', 'level', 'steep', 'seam', 'hero', 'other', 'overlap', 'stuck', 'fell'] as const satisfies (keyof SightColors)[];

/** The colours of the present theme, as walk.css and look.css define them. */
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
try {
  const offscreen = canvas.transferControlToOffscreen();
  draw({ kind: 'open', canvas: offscreen, walk: port2 }, [offscreen, port2]);
} catch {
  // A port without a reader would keep its messages.
  port2.close();
  flatten();
}
const resize = () => draw({ kind: 'size', width: Math.max(1, host.clientWidth), height: Math.max(1, host.clientHeight), ratio: devicePixelRatio });
new ResizeObserver(resize).observe(host);
hostTheme(find<HTMLButtonElement>('theme'), () => draw({ kind: 'colors', colors: colors() }))();
if (wrong.length) warn([...wrong, warning.textContent ?? '']);
send({ kind: 'open', picture: port1 }, [port1]);
void open(asked);
