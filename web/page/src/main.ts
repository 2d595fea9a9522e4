// The page: a state, its address, its request, and the picture and the numbers of the answer.

import { fromAddress, refusal } from './address';
import { read, short, type Answer } from './answer';
import { colors } from './colors';
import { unpacked } from './dropped';
import { ask, cast, csv, giveUp, hits, mesh, ply, type Landed, type Step, type Surface } from './engine';
import { fitting, isLost, nice, rounded, sizeOf } from './framing';
import { Handles, type Placed } from './handles';
import { Key } from './key';
import { Panel } from './panel';
import { Plane } from './plane';
import { json, request, requestOfTouched } from './request';
import { SAMPLES } from './samples';
import type { SideBySide } from './side';
import { placesOf, type Handle } from './solid';
import { Stage } from './stage';
import { address, consistent, initial, isLeg, isYUp, pictured, WAYS, type State } from './state';
import { Strip } from './strip';
import { hostTheme } from './theme';
import { hostTour } from './tour';
import { counted } from './words';
import { Work } from './work';

const find = <E extends HTMLElement>(id: string) => document.getElementById(id) as E;
const host = find('stage');
const errata = find('errata');
const sideHost = find('side');
let side: Promise<SideBySide> | undefined;
hostTour(find('tour'));
const timeline = find('timeline');
const scrub = find<HTMLInputElement>('scrub');
const play = find<HTMLButtonElement>('play');
const now = find<HTMLOutputElement>('now');

/** The last answer, and the state that it belongs to. */
type Shown = { state: State; line: string; answer: Answer; surface?: Surface } | { state: State; landed: Landed; surface: Surface };

let meshes: Record<string, string> = { ...SAMPLES };
const surfaces = new Map<string, { surface: Surface; data?: string }>();
/** The hits that came with the page, and the spheres of their cast. */
let given: { landed: Landed; of: string } | undefined;
let { state, wrong } = fromAddress(location.hash);
let shown: Shown | undefined;
let stage: Stage | undefined;
let places: { handles: Handle[]; marks: Handle[] } = { handles: [], marks: [] };

const panel = new Panel(find('panel'), { change, openFile, saveMesh, saveSpheres });
const strip = new Strip(find<HTMLDetailsElement>('strip'), change);
const key = new Key(find<HTMLDetailsElement>('key'));
const plane = new Plane(host);
const handles = new Handles(host, 'hint');
const work = new Work(host, giveUp);

const pad = document.createElement('div');
pad.className = 'pad';
pad.tabIndex = 0;
pad.setAttribute('role', 'application');
pad.ariaLabel = 'The plane: arrow keys move the circle, with Shift the velocity; plus and minus turn the rectangle';
plane.svg.after(pad);
document.querySelector('main')!.before(panel.warning);

// ---- states ----

/** Sets a new state: it is shown, sent to the engine, and becomes the address. */
function change(next: State): void {
  isOpening = false;
  if (playing) stop();
  isAnother ||= next.words.mesh !== state.words.mesh;
  isTurned ||= next.view === state.view && next.words.up !== state.words.up;
  state = consistent(next, meshes);
  wrong = [];
  settle();
}

function settle(): void {
  const { view } = state;
  document.body.dataset.view = view;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('nav a[data-view]')) {
    if (link.dataset.view === view) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  const isErrata = view === 'errata';
  host.hidden = panel.host.hidden = strip.host.hidden = isErrata || view === 'side';
  errata.hidden = !isErrata;
  sideHost.hidden = view !== 'side';
  pad.hidden = view !== 'circle';
  if (view === 'sphere' || view === 'many') openSpace();
  if (stage) stage.canvas.hidden = view === 'circle';
  remember();
  panel.warn(wrong);
  if (isErrata) {
    outdate();
    // The texts are fetched when their view is first opened, so no other view waits for them.
    import('./errata-page').then(({ showErrata }) => showErrata(errata)).catch((error) => errata.append(String(error)));
    return;
  }
  if (view === 'side') {
    outdate();
    const shownThere = state;
    // This view is fetched when it is first opened, like the errata.
    side ??= import('./side').then(({ SideBySide }) => new SideBySide(sideHost, change));
    side.then((one) => one.show(shownThere)).catch((error) => sideHost.append(String(error)));
    return;
  }
  panel.ask(state, meshes);
  if (view !== 'circle') stage?.setEye(eyeOf(state));
  void pull();
}

/** The eye of a state, with the axis that points up. */
const eyeOf = (of: State) => [...of.numbers.camera, isYUp(of) ? 1 : 0];

/** The view of space starts when it is first opened. Without WebGL2 the numbers still appear. */
function openSpace(): void {
  if (stage || host.dataset.flat) return;
  try {
    stage = new Stage(host);
    stage.canvas.tabIndex = 0;
    stage.canvas.setAttribute('role', 'application');
    stage.canvas.ariaLabel = 'Space: arrow keys turn it, plus and minus come nearer and go away';
    stage.onEye = (eye) => {
      state = { ...state, numbers: { ...state.numbers, camera: eye.slice(0, 6) } };
      place();
      remember();
    };
    stage.onFailed = flatten;
    stage.setColors(colors());
  } catch {
    flatten();
  }
}

function flatten(): void {
  stage = undefined;
  host.dataset.flat = 'true';
  places = { handles: [], marks: [] };
  handles.place([]);
  handles.mark([]);
  panel.say('This browser has no WebGL2 for threads: there is no picture in space, but every number.');
}

let pending = 0;

/** Writes the state into the address, once input has paused. */
function remember(): void {
  clearTimeout(pending);
  document.body.dataset.kept = 'false';
  pending = window.setTimeout(() => {
    const hash = keep();
    if (location.hash !== hash) history.replaceState(null, '', hash);
    panel.moved();
    document.body.dataset.kept = 'true';
  }, 120);
}

/** Keeps the state of a view for the return to it. */
function keep(): string {
  const hash = `#${address(state)}`;
  document.querySelector<HTMLAnchorElement>(`nav a[data-view="${state.view}"]`)!.href = hash;
  return hash;
}

// ---- requests ----

/** Milliseconds for which the page waits for an answer that is outdated. */
const PATIENCE = 2000;

let isAsking = false;
let isStale = false;
/** Whether another mesh was chosen, which the camera may not show. */
let isAnother = false;
/** Whether another axis was chosen to point up, so that the body starts elsewhere. */
let isTurned = false;
let opening: File | undefined;
let asked = 0;
let impatience = 0;

/** A new request makes the running one useless, which is cancelled if it takes long. */
function outdate(): void {
  if (isAsking && !opening) impatience ||= window.setTimeout(giveUp, Math.max(0, asked + PATIENCE - performance.now()));
}

/** Sends the request of the state, and after its answer the request of the present state, so that
 * there is never more than one request at a time. */
async function pull(): Promise<void> {
  isStale = true;
  if (isAsking) {
    outdate();
    return;
  }
  isAsking = true;
  while (isStale) {
    isStale = false;
    panel.busy();
    const now = state;
    asked = performance.now();
    if (!opening) work.begin(now.view === 'many' ? castingOf(now) : 'Computing the answer');
    try {
      const next = await answered(now);
      if ((isAnother || isTurned) && 'surface' in next && next.surface && now === state) lookAt(next.surface);
      shown = next;
      if (now.view === state.view) present(next);
    } catch (error) {
      // A request that was cancelled for a newer one is no failure.
      if (!isStale && now.view === state.view) {
        const message = error instanceof Error ? error.message : String(error);
        panel.failed(message);
        strip.say('error', message);
      }
    }
    clearTimeout(impatience);
    impatience = 0;
    if (!opening) work.end();
  }
  isAsking = false;
}

/** Moves the camera so that a newly chosen mesh is in the picture. */
function lookAt(surface: Surface): void {
  const isMoved = isTurned || isLost(state.numbers.camera, surface);
  isAnother = isTurned = false;
  if (isMoved) change({ ...state, numbers: { ...state.numbers, ...placed(surface, state), time: [] } });
}

async function surfaceOf(of: State): Promise<Surface> {
  const { mesh: name, data } = of.words;
  let entry = surfaces.get(name);
  if (!entry || (data !== undefined && data !== entry.data)) {
    entry = { surface: (await mesh(name, data === undefined ? undefined : await unpacked(data))).surface, data };
    surfaces.set(name, entry);
    if (!Object.hasOwn(meshes, name)) {
      meshes = { ...meshes, [name]: name };
      panel.ask(state, meshes);
    }
  }
  return entry.surface;
}

const castingOf = ({ numbers }: State) => `Casting ${counted(numbers.count[0], 'sphere')}`;

/** The inputs of a cast, as text. */
function spheresOf({ numbers: { camera: _, time: __, ...numbers }, words }: State): string {
  return JSON.stringify([words.mesh, words.up, numbers]);
}

async function answered(asked: State): Promise<Shown> {
  if (asked.view === 'many') {
    const surface = await surfaceOf(asked);
    const { source, velocity, spread, radius, count } = asked.numbers;
    const landed = given?.of === spheresOf(asked) ? given.landed : await cast(asked.words.mesh, { source, velocity, spread: spread[0], radius: radius[0], count: count[0], isYUp: isYUp(asked) }, ({ share }) => work.say(castingOf(asked), share));
    return { state: asked, landed, surface };
  }
  const surface = asked.view === 'sphere' && asked.words.target === 'mesh' ? await surfaceOf(asked) : undefined;
  const line = await ask(json(request(asked)));
  const answer = read(line);
  const whole = answer.status === 'contact' && requestOfTouched(asked);
  if (whole) answer.touched = read(await ask(json(whole))).touched;
  return { state: asked, line, answer, surface };
}

// ---- pictures ----

/** The time in the picture, and its end. */
function timesOf(of: Shown): { time: number; end: number; rest: number } {
  const chosen = of.state.numbers.time[0];
  if ('landed' in of) {
    const end = of.landed.times[1] * 1.1 || 1;
    return { time: chosen ?? end, end, rest: end };
  }
  const { answer, state: asked } = of;
  if (asked.view === 'sphere' && asked.words.question !== 'first_contact') return { time: 0, end: 0, rest: 0 };
  const rest = answer.status === 'contact' && Number.isFinite(answer.time!) ? answer.time! : 0;
  const size = (v: number[]) => Math.hypot(...v);
  if (Object.keys(WAYS).some((way) => isLeg(asked, way))) return { time: chosen ?? rest, end: 1, rest };
  const speed = Math.max(size(asked.numbers.velocity), size(asked.numbers.drift));
  const end = rest > 0 ? rest * 1.4 : speed > 0 ? (1.5 * size(asked.numbers.center) + 2) / speed : 1;
  return { time: chosen ?? rest, end, rest };
}

function present(of: Shown): void {
  if ('landed' in of) {
    panel.landed(of.state, of.landed);
    strip.say('contact', `${of.landed.contacts.toLocaleString('en')} of ${counted(of.landed.radius.length, of.landed.axis ? 'capsule' : 'sphere')} touch.`);
  } else {
    panel.answer(of.state, of.answer, of.line);
    strip.show(of.state, of.answer);
  }
  key.show(pictured(of.state));
  redraw();
  if (isOpening) open();
}

/** Draws the last answer, at the time of the present state. */
function redraw(): void {
  if (!shown || shown.state.view !== state.view) return;
  shown.state = { ...shown.state, numbers: { ...shown.state.numbers, time: state.numbers.time } };
  const { time, end } = timesOf(shown);
  timeline.hidden = end === 0;
  scrub.max = String(end);
  scrub.value = String(time);
  scrub.setAttribute('aria-valuetext', `t = ${short(time)}`);
  now.value = `t = ${short(time)}`;
  places = { handles: [], marks: [] };
  if ('landed' in shown) {
    const { numbers } = shown.state;
    stage?.rain(shown.state, shown.landed, shown.surface, time);
    const tip = numbers.source.map((x, k) => x + numbers.velocity[k]);
    if (shown.landed !== given?.landed) {
      places.handles = [
        { key: 'source', label: 'Where they start', tag: 'start', at: numbers.source },
        { key: 'velocity', label: 'Their velocity', tag: 'V', at: tip, from: numbers.source },
      ];
    }
  } else if (shown.state.view === 'circle') {
    plane.show(shown.state, shown.answer, time);
    const { center, velocity, box_center, drift } = shown.state.numbers;
    const sum = (a: number[], b: number[]) => a.map((x, k) => x + b[k]);
    places.handles = [
      { key: 'drift', label: 'Velocity of the rectangle', tag: 'W', at: sum(box_center, drift), from: box_center, isAside: drift.every((x) => x === 0) },
      { key: 'box_center', label: 'Centre of the rectangle', tag: 'B', at: box_center },
      { key: 'center', label: 'Centre of the circle', tag: 'C', at: center },
      { key: 'velocity', label: 'Velocity of the circle', tag: 'V', at: sum(center, velocity), from: center },
    ];
    const { point, center: reached } = shown.answer;
    if (point) places.marks.push({ key: 'P', label: '', tag: 'P', at: point });
    if (reached && shown.answer.status === 'contact') places.marks.push({ key: 'K', label: '', tag: 'centre at T', at: reached });
  } else if (stage) {
    const drawn = pictured(shown.state);
    stage.show(drawn, shown.answer, time, shown.surface);
    places = placesOf(drawn, shown.answer);
  }
  place();
}

/** Places handles and names on the picture. */
function place(): void {
  const on = ({ key, label, tag, at, isAside }: Handle): Placed => {
    const { x, y, seen } = state.view === 'circle' ? { ...plane.project(state, at), seen: true } : stage!.project(at);
    return { key, label, tag, x, y: isAside ? y + 26 : y, seen };
  };
  if (state.view !== 'circle' && !stage) return;
  handles.place(places.handles.map(on));
  handles.mark(places.marks.map(on));
}

// ---- drags and keys ----

/** The unit of the picture to which drags are rounded. */
const unit = () => (state.view === 'circle' ? nice(state.numbers.span[0] / 12) : stage!.unit);

/** Sets a value by a drag. The picture then shows the contact again. */
function set(key: string, value: number[]): void {
  change({ ...state, numbers: { ...state.numbers, [key]: value.map((x) => rounded(x, unit())), time: [] } });
}

let taken: { at: number[]; from?: number[] } | undefined;

handles.onTake = (key) => {
  const handle = places.handles.find((one) => one.key === key);
  taken = handle && { at: [...handle.at], from: handle.from && [...handle.from] };
};

handles.onMove = (key, dx, dy, away) => {
  if (!taken) return;
  const { at, from } = taken;
  const scale = plane.scale(state);
  const to = state.view === 'circle' ? [at[0] + dx / scale, at[1] - dy / scale] : stage!.moved(at, dx, dy, away);
  set(key, from ? to.map((x, k) => x - from[k]) : to);
};

/** Turns the rectangle by some degrees, as a rotation of few decimals. */
function turn(degrees: number): void {
  const [z, w] = state.numbers.rotation;
  const half = Math.atan2(z, w) + (degrees * Math.PI) / 360;
  const fine = (x: number) => Math.round(x * 10_000) / 10_000 + 0;
  const rotation = [fine(Math.sin(half)), fine(Math.cos(half))];
  change({ ...state, numbers: { ...state.numbers, rotation, time: [] } });
}

function toPlane(event: PointerEvent | Touch): number[] {
  const box = host.getBoundingClientRect();
  const scale = plane.scale(state);
  return [(event.clientX - box.left - box.width / 2) / scale, (box.height / 2 - (event.clientY - box.top)) / scale];
}

const fingers = new Map<number, number[]>();
let carried: { center: number[]; from: number[] } | undefined;
const middle = () => [0, 1].map((k) => [...fingers.values()].reduce((sum, p) => sum + p[k], 0) / fingers.size);

pad.addEventListener('contextmenu', (event) => event.preventDefault());
pad.addEventListener('pointerdown', (event) => {
  pad.setPointerCapture(event.pointerId);
  fingers.set(event.pointerId, toPlane(event));
  carried = event.button === 2 || fingers.size === 2 ? { center: state.numbers.center, from: middle() } : undefined;
});
pad.addEventListener('pointermove', (event) => {
  if (!fingers.has(event.pointerId)) return;
  fingers.set(event.pointerId, toPlane(event));
  const at = middle();
  if (carried) set('center', carried.center.map((x, k) => x + at[k] - carried!.from[k]));
  else set('velocity', at.map((x, k) => x - state.numbers.center[k]));
});
for (const end of ['pointerup', 'pointercancel'] as const) {
  pad.addEventListener(end, (event) => {
    fingers.delete(event.pointerId);
    // The finger that remains does not drag the velocity along.
    if (fingers.size === 0) carried = undefined;
  });
}
pad.addEventListener(
  'wheel',
  (event) => {
    event.preventDefault();
    const span = state.numbers.span[0] * Math.exp(event.deltaY * 0.001);
    if (refusal('span', [span])) return;
    state = { ...state, numbers: { ...state.numbers, span: [rounded(span, nice(span))] } };
    settle();
  },
  { passive: false },
);

document.addEventListener('keydown', (event) => {
  if (state.view !== 'circle' || event.ctrlKey || event.metaKey || event.altKey) return;
  const on = event.target as HTMLElement;
  if (on.closest('input, select, pre, a')) return;
  if (event.key === '+' || event.key === '=') turn(-3);
  else if (event.key === '-') turn(3);
  else {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (!way || (on !== pad && on !== document.body)) return;
    const key = event.shiftKey ? 'velocity' : 'center';
    set(key, state.numbers[key].map((x, k) => x + 0.1 * unit() * way[k]));
  }
  event.preventDefault();
});

// ---- time ----

const ICONS = { play: '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M3.5 1.5v13l11-6.5z"/></svg>', pause: '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M3 2h3.5v12H3zM9.5 2H13v12H9.5z"/></svg>' };
let playing = 0;
const isCalm = matchMedia('(prefers-reduced-motion: reduce)');

function setTime(time: number[]): void {
  state = { ...state, numbers: { ...state.numbers, time } };
  redraw();
}

function showPaused(): void {
  play.innerHTML = ICONS.play;
  play.ariaLabel = 'Play';
}

function stop(): void {
  cancelAnimationFrame(playing);
  playing = 0;
  showPaused();
  remember();
}

function start(): void {
  if (!shown) return;
  const { time, end, rest } = timesOf(shown);
  const from = time >= rest * 0.999 ? 0 : time;
  if (isCalm.matches) {
    // If motion is unwanted, the time jumps from the contact to the beginning, and from elsewhere
    // to the contact.
    setTime(from < time ? [0] : []);
    remember();
    return;
  }
  const begin = performance.now();
  play.innerHTML = ICONS.pause;
  play.ariaLabel = 'Pause';
  const step = (at: number) => {
    const t = from + ((at - begin) / 3500) * end;
    const last = rest > 0 ? rest : end;
    if (t >= last) {
      setTime([]);
      stop();
      return;
    }
    setTime([Math.max(0, t)]);
    playing = requestAnimationFrame(step);
  };
  playing = requestAnimationFrame(step);
}

/** Whether a scene was just opened. It begins before the contact and plays once, unless its link
 * contains a time or the user prefers reduced motion. */
let isOpening = true;

function open(): void {
  isOpening = false;
  if (playing || state.numbers.time.length || isCalm.matches) return;
  if (!shown || timesOf(shown).rest === 0) return;
  setTime([0]);
  start();
}

play.addEventListener('click', () => (playing ? stop() : start()));
scrub.addEventListener('input', () => {
  if (playing) stop();
  setTime([Number(scrub.value)]);
  remember();
});
showPaused();

// ---- files ----

/** The progress of a file in words, and as a share of the whole; each step counts as the same
 * share, however long it takes. */
function told(name: string, { name: step, share }: Step): [string, number] {
  const STEPS = { reading: ['Reading', 0], tree: ['Building the tree of', 1], picture: ['Making the picture of', 2] } as const;
  const [what, at] = STEPS[step ?? 'reading'];
  return [`Step ${at + 1} of 3. ${what} ${name}${share === undefined ? '' : `, ${Math.round(100 * share)} %`}`, (at + (share ?? 0)) / 3];
}

async function openFile(file: File): Promise<void> {
  // A running request about the last mesh is cancelled. If two files are dropped, the later one is
  // opened.
  if (opening) giveUp();
  outdate();
  opening = file;
  const name = `${file.name}, ${(file.size / 1e6).toFixed(1)} MB`;
  work.begin(`Reading ${name}`);
  panel.warn([]);
  try {
    const { surface, data, skipped } = await mesh(file.name, file, (step) => opening === file && work.say(...told(name, step)));
    surfaces.set(file.name, { surface, data });
    meshes = { ...meshes, [file.name]: file.name };
    const { data: _, ...words } = state.words;
    const next: State = { ...state, words: { ...words, mesh: file.name, ...(data === undefined ? {} : { data }) } };
    if (state.view === 'sphere' && state.words.target !== 'mesh') next.words.target = 'mesh';
    if (state.view !== 'sphere' && state.view !== 'many') {
      const first = initial('sphere');
      Object.assign(next, first, { words: { ...first.words, ...next.words, target: 'mesh' } });
    }
    next.numbers = { ...next.numbers, ...placed(surface, next), time: [] };
    change(next);
    isAnother = false;
    const size = `${file.name}: ${counted(surface.count, 'triangle')}.`;
    panel.say([size, skipped && `${skipped}.`, data === undefined && 'The file is too big for the link; send it along.'].filter(Boolean).join(' '));
  } catch (error) {
    if (opening === file) panel.warn([error instanceof Error ? error.message : String(error)]);
  }
  if (opening !== file) return;
  opening = undefined;
  work.end();
}

/** The camera and the spheres for a mesh of this size, so that it fills the picture. */
function placed({ low, high }: Surface, of: State): Record<string, number[]> {
  const size = sizeOf({ low, high });
  const nice = (x: number) => Number(x.toPrecision(3));
  const [up, across] = isYUp(of) ? [1, 2] : [2, 1];
  /** Lengths to the right, across and up, as a vector of space. */
  const vector = (x: number, y: number, z: number) => (isYUp(of) ? [nice(x), nice(z), nice(-y) + 0] : [nice(x), nice(y), nice(z)]);
  const camera = fitting([-58, 26], { low, high });
  const above = camera.slice(3).with(up, nice(high[up] + size * 0.3));
  if (of.view === 'many') {
    return { camera, source: above, velocity: vector(0, 0, -size / 4), spread: [nice(Math.max(high[0] - low[0], high[across] - low[across]) * 0.45)], radius: [nice(size / 250)] };
  }
  const start = vector(-size * 0.3, -size * 0.2, 0).map((x, k) => (k === up ? above[k] : nice(above[k] + x)));
  const velocity = vector(size * 0.2, size * 0.14, -size * 0.2);
  const to = start.map((x, k) => nice(x + velocity[k]));
  const solid = { body_half_extents: [nice(size / 14), nice(size / 18), nice(size / 18)], v1: vector(size / 8, 0, size / 16), v2: vector(0, size / 8, size / 16), v3: vector(0, 0, size / 6) };
  return { camera, center: start, radius: [nice(size / 14)], radii: [nice(size / 10), nice(size / 14), nice(size / 18)], axis: vector(0, 0, size / 10), ...solid, rounding: [0], velocity, to, drift: [0, 0, 0], target_to: [0, 0, 0] };
}

function save(name: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

async function saveMesh(): Promise<void> {
  const name = state.words.mesh;
  await surfaceOf(state);
  save(`${name.replace(/\.[^.]*$/, '')}.ply`, await ply(name));
}

async function saveSpheres(): Promise<void> {
  if (shown && 'landed' in shown) save('spheres.csv', await csv(shown.landed));
}

const drop = find('drop');
let depth = 0;
document.addEventListener('dragenter', (event) => {
  event.preventDefault();
  if (++depth === 1) drop.hidden = false;
});
document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('dragleave', () => {
  if (--depth === 0) drop.hidden = true;
});
document.addEventListener('drop', (event) => {
  event.preventDefault();
  depth = 0;
  drop.hidden = true;
  const file = event.dataTransfer?.files[0];
  if (file) void openFile(file);
});

// A button and not a link, since following a link would change the address, which is the state.
find('skip').addEventListener('click', () => [panel.host, sideHost, errata].find(({ hidden }) => !hidden)?.focus());

// ---- light and dark ----

const setTheme = hostTheme(find<HTMLButtonElement>('theme'), () => {
  stage?.setColors(colors());
  redraw();
});

// ---- the beginning ----

new ResizeObserver(() => redraw()).observe(host);
addEventListener('hashchange', () => {
  const hash = location.hash.slice(1);
  if (hash === address(state)) return;
  stop();
  keep();
  const next = fromAddress(hash);
  isAnother = false;
  isOpening = true;
  wrong = next.wrong;
  state = consistent(next.state, meshes);
  settle();
});

/** The mesh and the results of `cast` that `tangency view` serves with the page; the address
 * names them. */
async function withFiles(): Promise<void> {
  const served = new URLSearchParams(location.search);
  const fetched = async (path: string) => {
    const response = await fetch(path);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${response.statusText}`);
    return response.blob();
  };
  const name = served.get('mesh');
  if (name === null) return;
  const { surface } = await mesh(name, await fetched('data/mesh'));
  surfaces.set(name, { surface });
  meshes = { ...meshes, [name]: name };
  if (!location.hash) {
    const first = initial('many');
    state = { ...first, words: { mesh: name }, numbers: { ...first.numbers, ...placed(surface, first) } };
  }
  if (served.has('hits')) given = { landed: await hits(await (await fetched('data/hits')).arrayBuffer()), of: spheresOf(state) };
}

setTheme();
state = consistent(state, meshes);
withFiles()
  .catch((error) => (wrong = [error instanceof Error ? error.message : String(error)]))
  // This runs in a task of its own: together with the work so far, the first layout would make one
  // long task.
  .finally(() => setTimeout(settle));
