// The page as the command serves it: `tangency view` on a mesh and the results of `tangency cast`,
// in a real Chromium.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { cast, colorAt, colorsAt, DIST, drawn, eventually, launch, NATIVE, native, open, POLICY, settled, shown } from './browser.mjs';

// This name has to be encoded in the address.
const MESH = 'a part & more.obj';
const PART = 'v -4 -4 0\nv 4 -4 0\nv 4 4 0\nv -4 4 0\nf 1 2 3\nf 1 3 4\n';
// Three spheres land, at times 1, 2.5 and 7.5; one starts in the part; one stays above it.
const SPHERES = `x,y,z,radius,vx,vy,vz
0,1.5,1.5,0.5,0,0,-1
-2,1.5,3,0.5,0,0,-1
2,1.5,8,0.5,0,0,-1
-2,-1.5,0.25,0.5,0,0,-1
2,-1.5,3,0.5,0,0,0
`;

let browser;
let folder;

before(async () => {
  browser = await launch();
  folder = await mkdtemp(join(tmpdir(), 'tangency-view-'));
  await writeFile(join(folder, MESH), PART);
  await writeFile(join(folder, 'spheres.csv'), SPHERES);
});
after(async () => {
  await browser?.close();
  if (folder) await rm(folder, { recursive: true });
});

/** Starts `tangency view` on these files. Returns its address, and a function that ends it by Ctrl-C. */
async function view(...files) {
  const command = spawn(NATIVE, ['view', ...files, '--no-open'], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve, reject) => command.once('error', reject).once('exit', (code, signal) => resolve(code ?? signal)));
  let complaint = '';
  command.stderr.setEncoding('utf8').on('data', (text) => (complaint += text));
  const said = new Promise((resolve) => {
    let text = '';
    command.stdout.setEncoding('utf8').on('data', (part) => {
      text += part;
      if (text.includes('\n')) resolve(text.split('\n')[0]);
    });
  });
  const url = await Promise.race([said, ended.then((status) => assert.fail(`${NATIVE} view ended with ${status}: ${complaint}`))]);
  return {
    url,
    interrupt: () => {
      command.kill('SIGINT');
      return ended;
    },
    // A failed test leaves no process behind.
    kill: () => command.kill('SIGKILL'),
  };
}

const rowsOf = (page) => page.locator('.answer dl').evaluate((list) => Object.fromEntries([...list.querySelectorAll('dt')].map((name) => [name.textContent, name.nextElementSibling.textContent])));

test('the command holds the page that was built', async (t) => {
  const served = await view();
  t.after(served.kill);
  assert.equal(new URL(served.url).search, '');
  const html = await (await fetch(served.url)).text();
  assert.equal(html, await readFile(join(DIST, 'index.html'), 'utf8'), `${NATIVE} was built with another page than web/page/dist: build it again`);
  for (const [, name] of html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)) {
    const bytes = Buffer.from(await (await fetch(new URL(name, served.url))).arrayBuffer());
    assert.ok(bytes.equals(await readFile(join(DIST, name))), name);
  }
  assert.equal(await served.interrupt(), 130);
});

test('capsules: what is shown, from end to end', async (t) => {
  // Four capsules. Two are horizontal, of which one has a contact at time 1, and the other misses. One overlaps the part, and one starts in
  // contact with it.
  const capsules = `x,y,z,radius,vx,vy,vz,axis_x,axis_y,axis_z
-2,1.5,1.25,0.25,0,0,-1,3,0,0
-2,-1.5,3,0.25,0,0,0,3,0,0
-3,0,-1,0.25,0,0,-1,0,0,2
3,0,0.25,0.25,0,0,-1,0,0,2
`;
  await writeFile(join(folder, 'capsules.csv'), capsules);
  cast(join(folder, MESH), join(folder, 'capsules.csv'), join(folder, 'long.csv'));
  const served = await view(MESH, 'long.csv');
  t.after(served.kill);
  const { page, bad, close } = await open(browser, `${served.url}#many?mesh=${encodeURIComponent(MESH)}&camera=-90,89,18,0,0,0`);
  await settled(page);
  assert.deepEqual(await rowsOf(page), { Capsules: '4', Touching: '2', Overlapping: '1', Missing: '1', 'Cast by': 'the command' });
  await drawn(page);
  const at = (x, y, z) => page.evaluate(([px, py, pz]) => {
    const box = document.getElementById('stage').getBoundingClientRect();
    const scale = box.height / (2 * (18 - pz) * Math.tan((16 * Math.PI) / 180));
    return { x: box.x + box.width / 2 + px * scale, y: box.y + box.height / 2 - py * scale };
  }, [x, y, z]);
  const colors = async (points) => colorsAt(page, await Promise.all(points.map((point) => at(...point))));
  const isYellow = ([r, g, b]) => r > 2 * b && g > 1.5 * b;
  const isGray = (c) => Math.max(...c) - Math.min(...c) < 30;
  // Points of a capsule at one end, between the ends, and at the other end, which are yellow, as its time is the last one. Next to them is
  // the part.
  const along = (y, z) => [-2, -0.5, 1].map((x) => [x, y, z]);
  for (const color of await eventually(() => colors(along(1.5, 0.25)), (found) => found.every(isYellow))) assert.ok(isYellow(color), `${color} must be yellow`);
  for (const color of await colors(along(-1.5, 3))) assert.ok(isGray(color), `${color} must be gray`);
  for (const color of await colors([[-2.6, 1.5, 0], [1.6, 1.5, 0], [-0.5, 2, 0]])) assert.ok(!isYellow(color), `${color} must be that of the part`);
  assert.deepEqual(bad, []);
  await close();
});

for (const hits of ['hits.csv', 'hits.parquet']) {
  test(`a mesh and ${hits}: what is shown, and what is asked of whom`, async (t) => {
    cast(join(folder, MESH), join(folder, 'spheres.csv'), join(folder, hits));
    const served = await view(MESH, hits);
    t.after(served.kill);
    const { page, bad, close } = await open(browser, served.url);
    const answers = [];
    page.on('response', (response) => answers.push(response));

    // The page is loaded once more, now that every answer is noted.
    await page.reload();
    await settled(page);
    assert.deepEqual(await rowsOf(page), { Spheres: '5', Touching: '3', Overlapping: '1', Missing: '1', 'Cast by': 'the command' });
    assert.equal(await page.locator('body').getAttribute('data-view'), 'many');
    assert.equal(await page.locator('select[name="mesh"]').inputValue(), MESH);
    // The times begin at the time of the overlap.
    assert.deepEqual(await page.locator('.ends span').allTextContents(), ['t = 0', '7.5 and later']);
    const paths = answers.map((response) => new URL(response.url())).filter(({ protocol }) => protocol === 'http:').map(({ pathname }) => pathname);
    for (const wanted of [/^\/$/, /^\/data\/mesh$/, /^\/data\/hits$/, /engine_bg.*\.wasm$/, /index.*\.js$/]) assert.ok(paths.some((path) => wanted.test(path)), `${wanted} is not among ${paths}`);
    for (const response of answers.filter((one) => one.url().startsWith('http:'))) {
      assert.equal(response.status(), 200, response.url());
      assert.equal((await response.allHeaders())['content-security-policy'], POLICY, response.url());
    }

    // The camera looks from above, so that points are easy to locate. The results are still from the command.
    await page.goto('about:blank');
    await page.goto(`${served.url}#many?mesh=${encodeURIComponent(MESH)}&camera=-90,89,18,0,0,0`);
    await settled(page);
    assert.equal((await rowsOf(page))['Cast by'], 'the command');
    await drawn(page);
    const at = (x, y, z) => page.evaluate(([px, py, pz]) => {
      const box = document.getElementById('stage').getBoundingClientRect();
      const scale = box.height / (2 * (18 - pz) * Math.tan((16 * Math.PI) / 180));
      return { x: box.x + box.width / 2 + px * scale, y: box.y + box.height / 2 - py * scale };
    }, [x, y, z]);
    const is = {
      'violet, at time 0': ([r, g, b]) => r > 1.5 * g && b > 1.5 * g,
      'indigo, at time 1': ([r, g, b]) => b > 1.3 * r && b > 1.3 * g && g < 1.3 * r,
      'blue, at time 2.5': ([r, g, b]) => b > 1.6 * r && g > 1.5 * r,
      'yellow, at time 7.5': ([r, g, b]) => r > 2 * b && g > 1.5 * b,
      'gray, without contact': (c) => Math.max(...c) - Math.min(...c) < 30,
    };
    for (const [name, place] of [
      ['violet, at time 0', [-2, -1.5, 0.25]],
      ['indigo, at time 1', [0, 1.5, 0.5]],
      ['blue, at time 2.5', [-2, 1.5, 0.5]],
      ['yellow, at time 7.5', [2, 1.5, 0.5]],
      ['gray, without contact', [2, -1.5, 3]],
    ]) {
      const point = await at(...place);
      const color = await eventually(() => colorAt(page, point), is[name]);
      assert.ok(is[name](color), `${place} is ${color}, must be ${name}`);
    }
    // The part is next to the spheres, and both differ from the colour of the background.
    const [part, ground] = [await colorAt(page, await at(0, -1.5, 0)), await colorAt(page, await at(0, -4.6, 0))];
    assert.ok(part.some((x, k) => Math.abs(x - ground[k]) > 12), `the part is ${part}, the background ${ground}`);

    // The page answers about this mesh like the command, and casts again when the spheres are
    // changed.
    await page.goto(`${served.url}#sphere?target=mesh&mesh=${encodeURIComponent(MESH)}&center=0.3,0.1,3&velocity=0.5,0.25,-1&radius=0.7`);
    await settled(page);
    const { request, answer } = await shown(page);
    assert.equal(JSON.parse(request).mesh.path, MESH);
    assert.equal(answer, native([request], folder)[0], request);
    await page.goto(`${served.url}#many?mesh=${encodeURIComponent(MESH)}&source=0,0,3&velocity=0,0,-1&spread=2&radius=0.1&count=100`);
    await settled(page);
    const rows = await rowsOf(page);
    assert.deepEqual([rows.Spheres, rows.Touching, rows['Cast by']], ['100', '100', undefined]);

    assert.deepEqual(bad, []);
    await close();
    assert.equal(await served.interrupt(), 130);
    await assert.rejects(fetch(served.url));
  });
}
