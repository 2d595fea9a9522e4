// Programs copied from "Take the question along" run: in Python and JavaScript with their packages, and in Rust with the library. All give
// the answer of the native command to the copied JSON.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launch, native, open, serve, settled } from './browser.mjs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** The path of a Python that has the package. */
const PYTHON = process.env.TANGENCY_PYTHON;

const CORNERS = [[-2, -2, 0.1], [2, -2, 0], [2, 2, 0.3], [-2, 2, 0], [0, 0, 1]];
const FACES = [[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]];

const STATES = [
  'circle', 'circle?center=-3.5,-1.5&velocity=1.5,1&box_center=2.5,1&drift=-1.25,0.25&rotation=0.3,1', 'circle?center=-0.5,1.25', 'circle?velocity=-1,0.5',
  ...['triangle', 'box', 'mesh'].flatMap((target) => [`sphere?target=${target}`, `sphere?target=${target}&mover=ellipsoid`].flatMap((one) => [one, `${one}&question=intersects`])),
  ...['oriented_box', 'parallelepiped', 'frustum'].flatMap((target) => [`sphere?target=${target}`, `sphere?target=${target}&question=intersects`]),
  'sphere?target=frustum&question=containment', 'sphere?target=frustum&question=containment&center=0.2,0,0&radius=0.25',
  ...['body', 'target', 'both'].map((word) => `sphere?target=box&question=intersects&center=0.25,0,0&radius=0.4&hollow=${word}`),
  // Cases of a capsule: a contact from afar, across and along, an overlap, and a query at rest.
  ...['triangle', 'box', 'oriented_box', 'mesh'].flatMap((target) => [`sphere?target=${target}&mover=capsule`, `sphere?target=${target}&mover=capsule&center=-0.5,0.25,4.3&axis=1,0,0&velocity=0.1,-0.2,-1&drift=0.05,-0.1,0.3`, `sphere?target=${target}&mover=capsule&question=intersects&center=0.25,0,-2&axis=0,0,4&radius=0.25`]),
  'sphere?target=box&mover=capsule&center=0.5,0.25,0.3&axis=0,0,1',
  // Cases of each obstacle, inflated, by both movers that can be cast at inflated obstacles, moving and at rest.
  ...['triangle', 'box', 'oriented_box', 'parallelepiped', 'frustum', 'mesh'].flatMap((target) => [`sphere?target=${target}&rounding=0.30000000000000004&center=0.5,0.25,4.3&velocity=0.1,-0.2,-1&drift=0.05,-0.1,0.3`, `sphere?target=${target}&rounding=1.5&question=intersects&radius=0.5`]),
  ...['triangle', 'box', 'oriented_box', 'mesh'].map((target) => `sphere?target=${target}&mover=capsule&rounding=0.25&center=-0.5,0.25,4.3&axis=1,0,0&velocity=0.1,-0.2,-1`),
  // Cases of solids that move: from afar, to a point, inflated, an overlap, and a query at rest.
  ...['triangle', 'box', 'oriented_box', 'parallelepiped', 'mesh'].flatMap((target) => ['oriented_box', 'hull'].flatMap((mover) => [
    `sphere?target=${target}&mover=${mover}&center=0.5,0.25,4.3&velocity=0.1,-0.2,-1&drift=0.05,-0.1,0.3`, `sphere?target=${target}&mover=${mover}&center=0.5,0.25,0`,
    `sphere?target=${target}&mover=${mover}&way=to&target_way=to&rounding=0.25&center=0.5,0.25,4.3&to=0.1,-0.2,-3.3&target_to=0.1,0.7,-0.3`, `sphere?target=${target}&mover=${mover}&question=intersects&center=0.25,0,0.125`,
  ])),
  // Each shape in motion with both movers, an overlap, and numbers that decimals hide.
  ...['triangle', 'box', 'oriented_box', 'parallelepiped', 'frustum', 'mesh'].map((target) => `sphere?target=${target}&center=0.5,0.25,4.3&velocity=0.1,-0.2,-1&drift=0.05,-0.1,0.3`),
  ...['triangle', 'box', 'oriented_box', 'parallelepiped', 'frustum', 'mesh'].flatMap((target) => ['', '&rounding=0.25'].map((more) => `sphere?target=${target}&way=to&target_way=to&center=0.5,0.25,4.3&to=0.1,-0.2,-3.3&target_to=0.1,0.7,-0.3${more}`)),
  'sphere?target=triangle&mover=capsule&way=to&center=0.1,0.2,4.3&axis=1,0,0&to=0.3,-0.2,-3.3', 'sphere?target=box&mover=ellipsoid&target_way=to&target_to=0.1,0.7,1.3',
  'sphere?target=box&mover=ellipsoid&center=0.5,0.25,4.3&velocity=0.1,-0.2,-1&drift=0.05,-0.1,0.3', 'sphere?target=oriented_box&center=0.5,0.25,0.3',
  'sphere?target=triangle&center=5e-324,-0.0,1.7976931348623157e+308&radius=0.30000000000000004&velocity=1e-300,2,-1e21&a=0,0,0&b=4,0,0&c=0,4,0&drift=0,0,-0.0',
];

/** For each state the JSON and the programs, as the button copies them. */
const copied = [];
let folder;
let answers;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tangency-copied-'));
  const tent = `${CORNERS.map((corner) => `v ${corner.join(' ')}`).join('\n')}\n${FACES.map((face) => `f ${face.map((v) => v + 1).join(' ')}`).join('\n')}\n`;
  await writeFile(join(folder, 'tent.obj'), tent);
  const server = await serve();
  const browser = await launch();
  try {
    const { page, bad, close } = await open(browser, `${server.url}#sphere?target=mesh`, { size: { width: 480, height: 480 }, permissions: ['clipboard-read', 'clipboard-write'] });
    await page.evaluate((content) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], 'tent.obj'));
      document.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }, tent);
    await page.getByText('tent.obj: 4 triangles.').waitFor();
    for (const hash of STATES) {
      await page.goto(`${server.url}#${hash.includes('mesh') ? `${hash}&mesh=tent.obj` : hash}`);
      await settled(page);
      // Buttons are pressed by a script in the page, since a click by the mouse waits for a still picture, which would take minutes for all
      // of them.
      copied.push(await page.evaluate(async (names) => {
        const texts = {};
        for (const name of names) {
          await navigator.clipboard.writeText('');
          [...document.querySelectorAll('.tabs button')].find(({ textContent }) => textContent === name).click();
          document.querySelector('.tabs .copy').click();
          for (let i = 0; !texts[name] && i < 100; i++) texts[name] = await navigator.clipboard.readText();
        }
        return texts;
      }, ['JSON', 'Rust', 'Python', 'JavaScript']));
    }
    // A click by the mouse copies the same text.
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('button', { name: 'Copied', exact: true }).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), copied.at(-1).JavaScript);
    assert.deepEqual(bad, []);
    await close();
  } finally {
    await browser.close();
    await server.close();
  }
  answers = native(copied.map((texts) => texts.JSON), folder).map((line) => JSON.parse(line, (_, value) => (value === 'inf' ? Infinity : value)));
});
after(async () => {
  if (folder) await rm(folder, { recursive: true });
});

test('every state has a question of its own, and all kinds of answers are among them', () => {
  assert.equal(new Set(copied.map((texts) => texts.JSON)).size, STATES.length);
  const kinds = answers.map(({ status, intersects, containment }) => status ?? containment ?? intersects);
  for (const kind of ['contact', 'overlap', 'none', true, false, 'inside', 'outside']) assert.ok(kinds.includes(kind), `no answer is ${kind}: ${kinds}`);
});

/** The fields of an answer that a program prints. It prints neither fields that only the JSON requests, nor fields that are null. */
function told({ id, exact, time_down, last_time, penetration, ...answer }) {
  return Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== null));
}

// A driver that runs each program unchanged, and returns its output as an object.
const DRIVER = `
import dataclasses, json, sys
def plain(answer):
    if answer is None: return {"status": "none"}
    if isinstance(answer, bool): return {"intersects": answer}
    if isinstance(answer, (str, int)): return {"containment": str(answer)}
    fields = {name: value for name, value in dataclasses.asdict(answer).items() if value is not None}
    if "approach" not in fields: del fields["feature"] # which the command does not tell of an overlap
    elif "index" in fields["feature"] and fields["feature"]["index"] is None: del fields["feature"]["index"]
    return {"status": type(answer).__name__.lower(), "time": answer.time, **fields}
for program in json.load(sys.stdin):
    printed = []
    exec(compile(program, "what was copied", "exec"), {"print": printed.append})
    [answer] = printed
    print(json.dumps(plain(answer)))
`;

test('the Python answers what the command answers', { skip: !PYTHON && 'TANGENCY_PYTHON names no Python that has the package' }, () => {
  const run = spawnSync(PYTHON, ['-c', DRIVER], { input: JSON.stringify(copied.map((texts) => texts.Python)), cwd: folder, encoding: 'utf8' });
  assert.equal(run.status, 0, run.error?.message ?? run.stderr);
  const said = run.stdout.trim().split('\n').map((line) => JSON.parse(line.replaceAll('Infinity', '1e999')));
  assert.equal(said.length, answers.length);
  answers.forEach((answer, i) => assert.deepEqual(said[i], told(answer), copied[i].Python));
});

test('the JavaScript answers what the command answers', async () => {
  await mkdir(join(folder, 'node_modules'));
  await symlink(join(ROOT, 'web'), join(folder, 'node_modules/tangency'));
  await Promise.all(copied.map(({ JavaScript }, i) => writeFile(join(folder, `copied${i}.mjs`), JavaScript)));
  const driver = `const { log } = console;\nfor (let i = 0; i < ${copied.length}; i++) {\n  console.log = (answer) => log(JSON.stringify(answer, (_, x) => (x === Infinity ? 'inf' : Object.is(x, -0) ? '-0' : x)));\n  await import(\`./copied\${i}.mjs\`);\n}\n`;
  await writeFile(join(folder, 'driver.mjs'), driver);
  const run = spawnSync(process.execPath, ['driver.mjs'], { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });
  assert.equal(run.status, 0, run.stderr);
  const said = run.stdout.trim().split('\n').map((line) => JSON.parse(line, (_, x) => (x === 'inf' ? Infinity : x === '-0' ? -0 : x)));
  assert.equal(said.length, answers.length);
  answers.forEach((answer, i) => assert.deepEqual(told(said[i]), told(answer), copied[i].JavaScript));
});

/** Compiles a program with the library, and returns its output. */
async function rust(program) {
  const build = spawnSync('cargo', ['build', '--quiet', '--package', 'tangency', '--lib', '--message-format', 'json'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28 });
  assert.equal(build.status, 0, build.error?.message ?? build.stderr);
  const library = build.stdout.split('\n').filter(Boolean).map((line) => JSON.parse(line)).filter(({ reason, target }) => reason === 'compiler-artifact' && target.name === 'tangency').at(-1).filenames.find((name) => name.endsWith('.rlib'));
  await writeFile(join(folder, 'copied.rs'), program);
  const folders = [join(library, '..'), join(library, '../deps')];
  const compiled = spawnSync('rustc', ['--edition', '2024', '--deny', 'warnings', '--extern', `tangency=${library}`, ...folders.flatMap((path) => ['-L', `dependency=${path}`]), 'copied.rs', '-o', 'copied'], { cwd: folder, encoding: 'utf8' });
  assert.equal(compiled.status, 0, compiled.error?.message ?? compiled.stderr);
  const run = spawnSync(join(folder, 'copied'), { encoding: 'utf8' });
  assert.equal(run.status, 0, run.stderr);
  return run.stdout.trim().split('\n');
}

/** The debug output of an answer in Rust, as an object. */
function read(text) {
  if (/^(true|false)$/.test(text)) return { intersects: text === 'true' };
  if (/^(Inside|Intersecting|Outside)$/.test(text)) return { containment: text.toLowerCase() };
  if (text === 'None') return { status: 'none' };
  const number = (word) => Number(word.replace(/^(-?)inf$/, '$1Infinity'));
  const one = (pattern) => pattern.exec(text)?.[1];
  const row = (name) => one(new RegExp(`${name}: (?:Some\\()?\\[([^\\]]*)\\]`))?.split(', ');
  const answer = { status: text.startsWith('Contact(') ? 'contact' : 'overlap', time: number(one(/time: ([^,]+),/) ?? '0') };
  for (const name of ['center', 'point', 'other_point', 'normal']) if (row(name)) answer[name] = row(name).map(number);
  if (/triangle: /.test(text)) answer.triangle = number(one(/triangle: (\d+)/));
  if (answer.status === 'overlap') return answer;
  const [, kind, index] = /feature: (Vertex|Edge|Face)(?:\((\d)\))?/.exec(text) ?? [];
  if (kind) answer.feature = { kind: kind.toLowerCase(), ...(index && { index: number(index) }) };
  else if (row('sides')) answer.feature = { sides: row('sides').map((word) => ['Min', 'Between', 'Max'].indexOf(word) - 1) };
  else answer.feature = { planes: row('planes').map(number) };
  return { ...answer, approach: one(/approach: (\w+)/).toLowerCase() };
}

test('the Rust answers what the command answers', async () => {
  const array = (rows, write) => `vec![${rows.map((row) => `[${row.map(write).join(', ')}]`).join(', ')}]`;
  const mesh = `${array(CORNERS, (x) => `${x}f64`)}, ${array(FACES, String)}`;
  const modules = copied.map(({ Rust }, i) => `mod state${i} {\n${Rust}\npub fn run() -> Result<(), InputError> { ${Rust.includes('fn ask(') ? `ask(${mesh})` : 'main()'} }\n}\n`);
  const main = `fn main() -> Result<(), tangency::InputError> {\n${copied.map((_, i) => `state${i}::run()?;\n`).join('')}Ok(())\n}\n`;
  const said = await rust(modules.join('') + main);
  assert.equal(said.length, answers.length);
  answers.forEach((answer, i) => assert.deepEqual(read(said[i]), told(answer), `${copied[i].Rust}${said[i]}`));
});
