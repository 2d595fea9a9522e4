// Careless inputs to the page: files of every size, links that were cut off or made up, one more
// click.

import assert from 'node:assert/strict';
import { rename, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { colorAt, drawn, eventually, middle, open, settled, shared, shown } from './browser.mjs';

const here = shared();
const { at } = here;
const answerOf = async (page) => JSON.parse((await shown(page)).answer);
const apart = (a, b) => Math.max(...a.map((x, k) => Math.abs(x - b[k])));
const camera = (page) => page.evaluate(() => new URLSearchParams(location.hash.split('?')[1]).get('camera')?.split(',').map(Number));

/** A box with this half size, about a place, as OBJ. */
function box(half, [x, y, z]) {
  const corners = [...Array(8).keys()].map((i) => [x, y, z].map((c, k) => c + ((i >> k) & 1 ? half : -half)));
  const faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
  return `${corners.map((c) => `v ${c.join(' ')}`).join('\n')}\n${faces.map((f) => `f ${f.map((v) => v + 1).join(' ')}`).join('\n')}\n`;
}

test('meshes of every size and place are seen, before and after the eye is moved', async () => {
  const { page, bad, close } = await open(here.browser, at('sphere?target=mesh&mesh=ball'));
  const sizes = { 'millimetres.obj': box(360, [0, 0, 0]), 'small.obj': box(0.003, [0, 0, 0]), 'far.obj': box(2, [500_000, 4_000_000, 100]), 'tiny.obj': box(1e-200, [0, 0, 0]), 'huge.obj': box(1e200, [0, 0, 0]) };
  for (const [name, text] of Object.entries(sizes)) {
    await page.locator('#file').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    await page.getByText(`${name}: 12 triangles.`).waitFor();
    await settled(page);
    await drawn(page);
    const center = await middle(page);
    // The upper left corner is empty.
    const empty = await colorAt(page, { x: center.x - 300, y: 70 });
    assert.ok(apart(await colorAt(page, center), empty) > 12, `${name} is not in the picture`);
    const before = await camera(page);
    await page.mouse.move(center.x + 200, center.y + 150);
    await page.mouse.down();
    await page.mouse.move(center.x + 210, center.y + 150);
    await page.mouse.up();
    await page.waitForFunction((hash) => location.hash !== hash, new URL(page.url()).hash, { polling: 50, timeout: 5000 }).catch(() => {});
    await drawn(page);
    assert.ok(apart(await colorAt(page, center), empty) > 12, `${name} has gone after a drag`);
    const after = await camera(page);
    assert.deepEqual(after.slice(1), before.slice(1), `${name}: a drag sideways only turns`);
    assert.ok(await page.locator('.handle[data-key="center"]').isVisible(), `${name}: the handle of the sphere`);
    assert.equal((await answerOf(page)).status, 'contact', name);
  }
  // When a mesh of ordinary size is chosen again, the camera shows it.
  await page.locator('select[name="mesh"]').selectOption('ball');
  await page.waitForTimeout(300);
  await settled(page);
  await drawn(page);
  const center = await middle(page);
  const contrast = async () => apart(await colorAt(page, center), await colorAt(page, { x: center.x - 300, y: 70 }));
  assert.ok((await eventually(contrast, (found) => found > 12)) > 12, 'the ball');
  assert.deepEqual(bad, []);
  await close();
});

test('every value of an address is checked: what is refused is said, and the page works', async () => {
  const { page, bad, close } = await open(here.browser, at('circle'));
  const refused = {
    'circle?span=1e300': /span is "1e300": it must be a length/,
    'circle?span=0': /span is "0"/,
    'circle?span=-3': /span is "-3"/,
    'circle?center=1,2,3': /center is "1,2,3": it must be 2 finite numbers, with commas/,
    'circle?radius=NaN': /radius is "NaN": it must be a finite number/,
    'circle?center=NaN,1': /center is "NaN,1": it must be 2 finite numbers/,
    // Here, values are shown differently from the address.
    'sphere?target=frustum&mover=capsule': /mover is "capsule", which does not go with the rest: it is shown with mover=sphere/,
    'sphere?target=frustum&mover=hull': /mover is "hull", which does not go with the rest: it is shown with mover=sphere/,
    'sphere?target=triangle&mover=hull&radius=1': /radius is not used/,
    'sphere?target=triangle&question=containment': /question is "containment", which does not go with the rest/,
    'circle?listing=section-5-2': /listing is "section-5-2", which does not go with the rest/,
    'sphere?target=triangle&min=0,0,0': /min is not used/,
    'sphere?target=triangle&hollow=both': /hollow is not used/,
    'sphere?target=box&mover=ellipsoid&rounding=0.5': /rounding is not used/,
    'sphere?target=constructor': /target is "constructor": it must be one of triangle, box/,
    'sphere?question=__proto__': /question is "__proto__"/,
    'sphere?hasOwnProperty=1': /"hasOwnProperty" is nothing that this view has/,
    'sphere?camera=0,0,0,0,0,0': /camera is "0,0,0,0,0,0"/,
    'sphere?time=-1': /time is "-1": it must be zero or more/,
    'many?count=1e9': /count is "1e9": it must be a whole number from 1 to 200,000/,
    'many?count=2.5&mesh=gear': /count is "2.5"/,
    'many?mesh=constructor': /^$/,
    nowhere: /the view is "nowhere"/,
  };
  for (const [hash, said] of Object.entries(refused)) {
    await page.goto('about:blank');
    await page.goto(at(hash));
    await settled(page);
    assert.match(await page.locator('.warning').textContent(), said, hash);
    if (hash === 'many?mesh=constructor') assert.match(await page.locator('.answer').textContent(), /neither a sample nor a file/);
    else if (hash.startsWith('many')) assert.match(await page.locator('.answer').textContent(), /Spheres10,000/, 'the number as at the start');
  }
  // The same holds for typed values.
  await page.goto(at('many?mesh=gear&count=50'));
  await settled(page);
  await page.getByLabel('The spheres: How many n', { exact: true }).fill('1e9');
  assert.match(await page.locator('.warning').textContent(), /How many is "1e9": it must be a whole number from 1 to 200,000/);
  assert.match(await page.locator('.answer').textContent(), /Spheres50/);
  // The data in the address is no file.
  for (const data of ['AAAA', 'not%20a%20file', 'x'.repeat(70_000)]) {
    await page.goto(at(`sphere?target=mesh&mesh=part.obj&data=${data}`));
    await settled(page);
    const text = (await page.locator('.warning').textContent()) + (await page.locator('.answer').textContent());
    assert.match(text, /a file that this page has packed/);
    assert.doesNotMatch(text, /Failed to fetch/);
  }
  assert.deepEqual(bad, []);
  await close();
});

test('a number that is refused leaves the one that was there, and not the part of it that was typed first', async () => {
  const { page, bad, close } = await open(here.browser, at('sphere'));
  const field = page.getByLabel('What moves: Centre z', { exact: true });
  const z = async () => {
    await page.waitForTimeout(100);
    await settled(page);
    return JSON.parse((await shown(page)).request).sphere.center[2];
  };
  const before = await z();
  for (const text of ['0,75', '1e400', '1e', '--1', '3 4']) {
    await field.fill('');
    await field.pressSequentially(text);
    assert.equal(await z(), before, text);
    assert.equal(await field.inputValue(), text, 'the text stays, to be mended');
    assert.equal(await field.getAttribute('aria-invalid'), 'true', text);
    assert.match(await page.locator('.warning').textContent(), /must be a finite number/, text);
  }
  // A corrected number counts, and an abandoned one is reset.
  await field.fill('0.75');
  assert.equal(await z(), 0.75);
  assert.equal(await page.locator('.warning').textContent(), '');
  await field.blur();
  await field.fill('');
  await field.pressSequentially('7x');
  await field.blur();
  assert.equal(await field.inputValue(), '0.75');
  assert.equal(await z(), 0.75);
  await page.goto(at('circle'));
  await settled(page);
  const degrees = page.getByLabel('The rectangle: Degrees °', { exact: true });
  const turned = JSON.parse((await shown(page)).request).oriented_box.rotation;
  await degrees.fill('');
  await degrees.pressSequentially('30,5');
  await page.waitForTimeout(100);
  await settled(page);
  assert.deepEqual(JSON.parse((await shown(page)).request).oriented_box.rotation, turned);
  assert.deepEqual(bad, []);
  await close();
});

test('the skip button leaves the address as it is, and leads to what is shown', async () => {
  const { page, bad, close } = await open(here.browser, at('circle?center=-3,1&time=0.25'));
  for (const [hash, id] of [['circle?center=-3,1&time=0.25', 'panel'], ['side', 'side'], ['errata', 'errata']]) {
    await page.goto('about:blank');
    await page.goto(at(hash));
    await settled(page);
    const before = page.url();
    await page.getByRole('button', { name: 'To the numbers' }).press('Enter');
    await page.waitForTimeout(300);
    assert.equal(await page.evaluate(() => document.activeElement?.id), id);
    assert.equal(page.url(), before);
  }
  assert.deepEqual(bad, []);
  await close();
});

test('a link that would cast for minutes is given up, and says why', async () => {
  const { page, bad, close } = await open(here.browser, at('circle'));
  for (const hash of ['many?source=1e200,0,0', 'many?mesh=gear&spread=1e308']) {
    await page.goto(at(hash));
    const begun = Date.now();
    await page.waitForFunction(() => document.querySelector('.answer')?.getAttribute('aria-busy') === 'false' && /given up after 15 seconds|Spheres10,000/.test(document.querySelector('.answer').textContent), undefined, { polling: 50 });
    assert.ok(Date.now() - begun < 60_000, `${hash}: ${Date.now() - begun} ms`);
  }
  assert.deepEqual(bad, []);
  await close();
});

test('a mesh in which up is y stands up in the picture, and the questions stay those of its file', async () => {
  // A post along y, 6 high and 1 broad. If it lies, it is broader than high in the picture; if it stands, it is higher than broad.
  const { page, bad, close } = await open(here.browser, at('sphere?target=mesh'));
  const corners = [[-0.5, 0, -0.5], [0.5, 0, -0.5], [0.5, 0, 0.5], [-0.5, 0, 0.5]];
  const post = [...corners, ...corners.map(([x, , z]) => [x, 6, z])];
  const faces = [[0, 1, 2], [0, 2, 3], [4, 6, 5], [4, 7, 6], ...[0, 1, 2, 3].flatMap((i) => [[i, (i + 1) % 4, 4 + ((i + 1) % 4)], [i, 4 + ((i + 1) % 4), 4 + i]])];
  const text = `${post.map((p) => `v ${p.join(' ')}`).join('\n')}\n${faces.map((f) => `f ${f.map((v) => v + 1).join(' ')}`).join('\n')}\n`;
  await page.locator('#file').setInputFiles({ name: 'post.obj', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await page.getByText('post.obj: 12 triangles.').waitFor();
  const isHigh = async () => {
    await page.waitForTimeout(300);
    await settled(page);
    await drawn(page);
    const { x, y } = await middle(page);
    const empty = await colorAt(page, { x: x - 300, y: 70 });
    const seen = async (dx, dy) => apart(await colorAt(page, { x: x + dx, y: y + dy }), empty) > 12;
    return (await seen(0, -110)) && (await seen(0, 110)) && !(await seen(-110, 20)) && !(await seen(110, -20));
  };
  assert.equal(await eventually(isHigh, (high) => !high), false);
  await page.locator('select[name="up"]').selectOption('y');
  assert.equal(await eventually(isHigh, (high) => high), true);
  // The ball starts above the post in its own up direction, and the request does not mention the axis.
  const { request, answer } = await shown(page);
  const asked = JSON.parse(request);
  assert.ok(asked.sphere.center[1] > 6 && asked.sphere.velocity[1] < 0, request);
  assert.deepEqual(asked.mesh, { path: 'post.obj', velocity: [0, 0, 0] });
  assert.equal(JSON.parse(answer).error, undefined);
  assert.match(page.url(), /up=y/);
  await page.locator('nav a[data-view="many"]').click();
  await page.waitForTimeout(300);
  await settled(page);
  await page.locator('select[name="mesh"]').selectOption('post.obj');
  await page.locator('select[name="up"]').selectOption('y');
  await page.waitForTimeout(500);
  await settled(page);
  assert.match(await page.locator('.answer').textContent(), /Touching[1-9]/);
  assert.deepEqual(bad, []);
  await close();
});

test('on a phone on its side, and at 200 %, the picture has half of the window and little lies over it', async () => {
  for (const size of [{ width: 740, height: 360 }, { width: 640, height: 360 }]) {
    for (const view of ['circle', 'sphere', 'many?mesh=gear&count=50']) {
      const { page, bad, close } = await open(here.browser, at(view), { size });
      const { stage, timeline, strip } = await page.evaluate(() => Object.fromEntries(['stage', 'timeline', 'strip'].map((id) => [id, document.getElementById(id).getBoundingClientRect().toJSON()])));
      const text = `${view}, ${size.width} by ${size.height}: ${JSON.stringify({ stage, timeline, strip })}`;
      assert.ok(stage.height >= 0.5 * size.height && stage.width >= 0.5 * size.width, text);
      assert.ok(timeline.height <= 0.2 * stage.height, text);
      assert.ok(strip.bottom <= size.height + 1, text);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), size.width);
      assert.deepEqual(bad, []);
      await close();
    }
  }
});

test('one triangle is a triangle, and without JavaScript the page says what it needs', async () => {
  const { page, bad, close } = await open(here.browser, at('sphere?target=mesh'));
  await page.locator('#file').setInputFiles({ name: 'one.obj', mimeType: 'text/plain', buffer: Buffer.from('v 0 0 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\n') });
  await page.getByText('one.obj: 1 triangle.').waitFor();
  await page.goto(at('many?mesh=gear&count=1'));
  await settled(page);
  assert.match(await page.locator('#strip').textContent(), / of 1 sphere touch/);
  assert.deepEqual(bad, []);
  await close();
  const context = await here.browser.newContext({ javaScriptEnabled: false });
  for (const name of ['index.html', 'walk.html']) {
    const bare = await context.newPage();
    await bare.goto(`${here.server.url}${name}`);
    // The element is not found by its text, which excludes `noscript`.
    await bare.locator('noscript p').waitFor();
  }
  await context.close();
});

test('a question that takes too long is given up for what is asked next, or by hand', async () => {
  const { page, bad, close } = await open(here.browser, at('errata'));
  // The first engine never starts; the next one does.
  const hang = async () => {
    let isHung = false;
    // The last page is gone first: its thread may fetch the engine late.
    await page.goto('about:blank');
    await page.context().unroute(/\.wasm$/);
    await page.context().route(/\.wasm$/, (route) => (isHung ? route.continue() : void (isHung = true)));
    await page.goto(at('many?mesh=gear'));
    await page.locator('.work', { hasText: 'Casting 10,000 spheres' }).waitFor();
    // The page reports the wait as it sends the request; the thread of the engine may begin later.
    for (let i = 0; !isHung && i < 500; i++) await page.waitForTimeout(20);
    assert.ok(isHung);
  };
  await hang();
  await page.locator('nav a[data-view="sphere"]').click();
  await page.locator('[data-role="answer"]', { hasText: 'face' }).waitFor();
  assert.ok(await page.locator('.work').isHidden());
  await hang();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.locator('.answer', { hasText: 'Given up.' }).waitFor();
  assert.ok(await page.locator('.work').isHidden());
  await page.getByLabel('The spheres: How many n', { exact: true }).fill('60');
  await page.locator('.answer', { hasText: 'Spheres60' }).waitFor();
  // Spheres whose starts overflow do not break the page.
  await page.goto(at('many?mesh=gear&spread=1e308'));
  await page.waitForTimeout(300);
  await page.goto(at('circle'));
  await page.locator('[data-role="answer"]', { hasText: 'sides' }).waitFor();
  assert.deepEqual(bad, []);
  await close();
});

test('each example shows what it is called', async () => {
  const { page, bad, close } = await open(here.browser, at('circle'));
  // The number of coordinates that are at an end of the box: one on a side, two at a corner of a rectangle.
  const ends = ({ feature }) => feature.sides.filter((s) => s !== 0).length;
  const kind = (name) => ({ status, feature }) => status === 'contact' && feature.kind === name;
  const shows = {
    circle: {
      'A side': (a) => a.status === 'contact' && ends(a) === 1,
      'A corner': (a) => a.status === 'contact' && ends(a) === 2,
      'Both move': (a, q) => a.status === 'contact' && q.sphere.velocity.some(Boolean) && q.oriented_box.velocity.some(Boolean),
      Overlap: (a) => a.status === 'overlap',
      'Exactly grazing': (a) => a.status === 'contact' && a.approach === 'sliding',
      'Missed by an ulp': (a) => a.status === 'none',
    },
    sphere: {
      Face: kind('face'),
      'Half cylinder': kind('edge'),
      Wedge: kind('vertex'),
      'Both move': (a, q) => a.status === 'contact' && q.sphere.velocity.some(Boolean) && q.triangle.velocity.some(Boolean),
      'Turned box': (a, q) => a.status === 'contact' && q.oriented_box.rotation.slice(0, 3).some(Boolean),
      Frustum: (a, q) => a.status === 'contact' && q.polytope.planes.length === 6,
      'Ellipsoid and box': (a, q) => a.status === 'contact' && 'ellipsoid' in q && 'box' in q,
      Capsule: (a, q) => a.status === 'contact' && q.capsule.axis.some(Boolean) && a.other_point === null,
      // The capsule lies flat on the box, and touches it along a segment.
      'Lying capsule': (a, q) => a.status === 'contact' && Math.abs(a.other_point[0] - a.point[0] - q.capsule.axis[0]) < 1e-12 && a.normal[2] === 1,
      // The lower face of the box lies on the upper face of the other one.
      'Box on a box': (a, q) => a.status === 'contact' && 'oriented_box' in q.mover && a.normal[2] === 1 && a.point[2] === q.box.max[2],
      'Hull and turned box': (a, q) => a.status === 'contact' && q.mover.hull.points.length === 4 && q.oriented_box.rotation.slice(0, 3).some(Boolean),
      'Rounded box': (a, q) => a.status === 'contact' && q.box.radius > 0 && 'sphere' in q,
      'On a mesh': (a, q) => a.status === 'contact' && 'mesh' in q && 'triangle' in a,
      // The ball is inside, and both are shells.
      Hollow: (a, q) => a.intersects === false && q.sphere.hollow && q.box.hollow && q.sphere.center.every((x, k) => q.box.min[k] < x - q.sphere.radius && x + q.sphere.radius < q.box.max[k]),
      'The last bit': (a, q) => a.status === 'contact' && a.approach === 'sliding' && q.sphere.radius === q.sphere.center[2],
    },
  };
  for (const [view, names] of Object.entries(shows)) {
    await page.goto(at(view));
    await settled(page);
    const links = page.locator('#panel nav[aria-label="Examples"] a');
    assert.deepEqual((await links.allTextContents()).sort(), Object.keys(names).sort());
    for (const [name, isShown] of Object.entries(names)) {
      await links.getByText(name, { exact: true }).click();
      await page.waitForTimeout(150);
      await settled(page);
      const { request, answer } = await shown(page);
      assert.ok(isShown(JSON.parse(answer), JSON.parse(request)), `${name}: ${request} ${answer}`);
    }
  }
  assert.deepEqual(bad, []);
  await close();
});

test('no number is cut off, with and without its nudges', async () => {
  for (const width of [360, 1000, 1400]) {
    const { page, bad, close } = await open(here.browser, at('circle?center=-4,2.0000000000000004&radius=1&velocity=1.0000000000000002,-1.7976931348623157e308&box_center=1,0&half_extents=1.5,1&rotation=0,1'), { size: { width, height: 800 } });
    for (const isOpen of [false, true]) {
      await page.locator('details.last-bit').evaluate((details, open) => (details.open = open), isOpen);
      await page.waitForTimeout(100);
      const cut = await page.locator('#panel input[inputmode="decimal"]').evaluateAll((inputs) => inputs.filter((input) => input.scrollWidth > input.clientWidth).map((input) => `${input.name} ${input.value}`));
      assert.deepEqual(cut, [], `${width}, nudges ${isOpen}`);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
    }
    assert.deepEqual(bad, []);
    await close();
  }
});

/** A grid of so many cells along each side as a binary PLY. */
function grid(cells) {
  const head = Buffer.from(`ply\nformat binary_little_endian 1.0\nelement vertex ${(cells + 1) ** 2}\nproperty float x\nproperty float y\nproperty float z\nelement face ${2 * cells * cells}\nproperty list uchar int vertex_indices\nend_header\n`);
  const body = Buffer.alloc(12 * (cells + 1) ** 2 + 26 * cells * cells);
  let place = 0;
  for (let j = 0; j <= cells; j++) for (let i = 0; i <= cells; i++) for (const x of [i, j, ((i * 7919 + j * 104729) % 1000) / 500]) place = body.writeFloatLE(x, place);
  for (let j = 0; j < cells; j++) {
    for (let i = 0; i < cells; i++) {
      const a = j * (cells + 1) + i;
      for (const face of [[a, a + 1, a + cells + 2], [a, a + cells + 2, a + cells + 1]]) {
        place = body.writeUInt8(3, place);
        for (const v of face) place = body.writeInt32LE(v, place);
      }
    }
  }
  return Buffer.concat([head, body]);
}

test('a large file: a sign of life, no long task, and it can be cancelled', async (t) => {
  const { page, bad, close } = await open(here.browser, at('sphere?target=mesh&mesh=gear'));
  const cells = 900;
  const file = join(here.folder, 'large.ply');
  await writeFile(file, grid(cells));
  await page.locator('#file').setInputFiles({ name: 'bad.obj', mimeType: 'text/plain', buffer: Buffer.from('v 0 0 zero\n') });
  await page.locator('.warning', { hasText: 'zero' }).waitFor();
  await page.evaluate(() => {
    globalThis.longest = 0;
    new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => (globalThis.longest = Math.max(globalThis.longest, duration)))).observe({ type: 'longtask' });
    globalThis.said = new Set();
    new MutationObserver(() => globalThis.said.add(document.querySelector('.work').textContent)).observe(document.querySelector('.work'), { childList: true, subtree: true, characterData: true });
  });
  await page.locator('#file').setInputFiles(file);
  await page.waitForTimeout(50);
  assert.equal(await page.locator('.warning').textContent(), '', 'the error of the last file is gone');
  await page.locator('.work', { hasText: 'large.ply' }).waitFor();
  await page.getByText(`large.ply: ${(2 * cells * cells).toLocaleString('en')} triangles.`).waitFor();
  await settled(page);
  const { longest, said } = await page.evaluate(() => ({ longest: globalThis.longest, said: [...globalThis.said] }));
  t.diagnostic(`${2 * cells * cells} triangles: the longest task of the page ${longest} ms; said ${said.at(-1)}`);
  // If other programs wait for the processors, too, a task lasts longer.
  const crowd = Math.max(1, loadavg()[0] / availableParallelism());
  assert.ok(longest < 100 * crowd, `${longest} ms, at ${crowd.toFixed(1)} for each processor`);
  const shares = said.flatMap((text) => /Step 1 of 3\. Reading large\.ply, [\d.]+ MB, (\d+) %/.exec(text)?.[1] ?? []).map(Number);
  assert.ok(shares.length > 5 && shares.at(-1) === 100, `of what is read ${shares} % are told`);
  assert.deepEqual(shares, [...shares].sort((a, b) => a - b), 'what is read grows');
  assert.ok(said.some((text) => /Step 2 of 3\. Building the tree of large\.ply/.test(text)), [...said].join('\n'));
  assert.ok(await page.locator('.work').isHidden());
  assert.equal((await answerOf(page)).error, undefined);
  // After a cancellation everything is as before, and the mesh that was dropped earlier still
  // answers.
  const before = page.url();
  await rename(file, join(here.folder, 'other.ply'));
  // The page itself clicks, as soon as the button is there: it is there only as long as the mesh is being opened.
  await page.evaluate(() => {
    const box = document.querySelector('.work');
    new MutationObserver((_, watch) => {
      if (box.hidden) return;
      watch.disconnect();
      box.querySelector('button').click();
    }).observe(box, { attributes: true });
  });
  await page.locator('#file').setInputFiles(join(here.folder, 'other.ply'));
  const end = page.locator('.warning:not(:empty)').or(page.getByText('other.ply: '));
  await end.waitFor();
  assert.equal(await end.textContent(), 'Given up.');
  assert.equal(page.url(), before);
  await page.getByLabel('What moves: Radius r', { exact: true }).fill('2.5');
  await page.waitForTimeout(100);
  await settled(page);
  const { request, answer } = await shown(page);
  assert.equal(JSON.parse(request).mesh.path, 'large.ply');
  assert.equal(JSON.parse(answer).error, undefined, answer);
  assert.deepEqual(bad, []);
  await close();
});

test('a picture that was lost comes back in its colours', async () => {
  const { page, bad, close } = await open(here.browser, here.server.url);
  // A patch makes the thread that draws lose its context.
  await page.context().route(/picture\.worker.*\.js$/, async (route) => {
    const response = await route.fetch();
    const patch = "const get = OffscreenCanvas.prototype.getContext; OffscreenCanvas.prototype.getContext = function (...of) { const context = get.apply(this, of); if (context?.getExtension) globalThis.loser ??= context.getExtension('WEBGL_lose_context'); return context; };\n";
    // The patch comes before the module's code, which imports nothing.
    await route.fulfill({ response, body: patch + (await response.text()) });
  });
  await page.goto(at('sphere?camera=-64,20,10.5,-0.35,-0.2,0.75'));
  await settled(page);
  await drawn(page);
  const { x, y } = await middle(page);
  const colors = async () => [await colorAt(page, { x: x - 300, y: 70 }), await colorAt(page, { x, y })];
  const before = await colors();
  assert.ok(Math.min(...before[0]) > 200, `the light theme is light: ${before[0]}`);
  const thread = page.workers().find((worker) => worker.url().includes('picture.worker'));
  await thread.evaluate(() => globalThis.loser.loseContext());
  await page.waitForTimeout(300);
  await thread.evaluate(() => globalThis.loser.restoreContext());
  await page.waitForTimeout(300);
  await page.locator('#stage canvas').focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await page.waitForTimeout(300);
  await drawn(page);
  const after = await eventually(colors, ([behind, front]) => apart(behind, before[0]) < 8 && apart(front, before[1]) < 40);
  assert.ok(apart(after[0], before[0]) < 8, `behind: ${after[0]} was ${before[0]}`);
  assert.ok(apart(after[1], before[1]) < 40, `in the middle: ${after[1]} was ${before[1]}`);
  assert.deepEqual(bad.filter((text) => !/context/i.test(text)), []);
  await close();
});

test('edits are still there after another view was looked at', async () => {
  const { page, bad, close } = await open(here.browser, at('sphere'));
  await page.getByLabel('What moves: Radius r', { exact: true }).fill('0.5');
  await settled(page);
  await page.locator('nav a[data-view="circle"]').click();
  await settled(page);
  await page.getByLabel('The circle: Radius r', { exact: true }).fill('0.25');
  await settled(page);
  await page.locator('nav a[data-view="errata"]').click();
  await page.waitForTimeout(200);
  for (const [view, part] of [['sphere', (q) => q.sphere.radius === 0.5 && 'triangle' in q], ['circle', (q) => q.sphere.radius === 0.25]]) {
    await page.locator(`nav a[data-view="${view}"]`).click();
    await page.waitForTimeout(150);
    await settled(page);
    const { request } = await shown(page);
    assert.ok(part(JSON.parse(request)), `${view}: ${request}`);
  }
  assert.deepEqual(bad, []);
  await close();
});

test('who wants no motion gets none', async () => {
  const { page, bad, close } = await open(here.browser, at('sphere'), { reducedMotion: 'reduce' });
  await page.evaluate(() => {
    globalThis.times = [];
    new MutationObserver(() => globalThis.times.push(document.getElementById('now').value)).observe(document.getElementById('now'), { childList: true, characterData: true, subtree: true });
  });
  const atContact = await page.locator('#now').textContent();
  await page.getByRole('button', { name: 'Play' }).click();
  await page.waitForTimeout(500);
  assert.equal(await page.locator('#now').textContent(), 't = 0');
  await page.getByRole('button', { name: 'Play' }).click();
  await page.waitForTimeout(500);
  assert.equal(await page.locator('#now').textContent(), atContact);
  assert.deepEqual([...new Set(await page.evaluate(() => globalThis.times))], ['t = 0', atContact]);
  assert.deepEqual(bad, []);
  await close();
});

test('numbers of any size are drawn without a word on the console', async () => {
  const { page, bad, close } = await open(here.browser, at('sphere'));
  const most = '1.7976931348623157e308';
  for (const hash of [
    `circle?center=${most},-${most}&radius=${most}&velocity=-${most},${most}`,
    `circle?half_extents=${most},1&box_center=-${most},0&drift=${most},0`,
    'circle?center=5e-324,0&radius=5e-324&half_extents=5e-324,5e-324&box_center=5e-324,5e-324&span=1e-30',
    `sphere?center=${most},-${most},${most}&radius=${most}&velocity=-${most},${most},-${most}`,
    `sphere?a=${most},0,0&b=0,${most},0&c=0,0,-${most}`,
    'sphere?a=0,0,0&b=5e-324,0,0&c=0,5e-324,0&center=0,0,1e-320&radius=5e-324&velocity=0,0,-5e-324',
    `sphere?target=box&mover=ellipsoid&radii=${most},1,1e-300`,
    `sphere?target=triangle&mover=oriented_box&center=${most},0,-${most}&body_half_extents=${most},1,5e-324`,
    `sphere?target=box&mover=oriented_box&body_half_extents=0,0,0&rounding=${most}`,
    `sphere?target=parallelepiped&mover=hull&v1=${most},0,0&v2=0,5e-324,0&v3=-${most},0,1`,
    'sphere?target=oriented_box&mover=hull&v1=0,0,0&v2=0,0,0&v3=0,0,0',
    'sphere?target=triangle&mover=hull&v1=1,0,0&v2=0,1,0&v3=1,1,0&a=0,0,0&b=1,0,0&c=0,1,0',
    `sphere?target=frustum&depth=1,${most}&slope=${most},1`,
    'sphere?target=triangle&center=0,0,0&radius=0&velocity=0,0,0&a=0,0,0&b=0,0,0&c=0,0,0',
  ]) {
    await page.goto('about:blank');
    await page.goto(at(hash));
    await settled(page);
    if (hash.startsWith('sphere')) await drawn(page);
    assert.deepEqual(bad.splice(0), [], hash);
  }
  await close();
});

test('a circle that is dragged: what is drawn is changed, and not made anew', async () => {
  const { page, bad, close } = await open(here.browser, at('circle'));
  await page.evaluate(() => {
    globalThis.made = 0;
    new MutationObserver((changes) => changes.forEach(({ addedNodes }) => (globalThis.made += addedNodes.length))).observe(document.querySelector('.plane:not(.paper)'), { childList: true, subtree: true });
  });
  const { x, y } = await middle(page);
  const from = await page.locator('.plane .circle').first().getAttribute('cx');
  await page.mouse.move(x - 200, y - 150);
  await page.mouse.down({ button: 'right' });
  for (let i = 1; i <= 10; i++) await page.mouse.move(x - 200 + 2 * i, y - 150 - i);
  await page.mouse.up({ button: 'right' });
  await settled(page);
  assert.notEqual(await page.locator('.plane .circle').first().getAttribute('cx'), from);
  assert.equal(await page.evaluate(() => globalThis.made), 0);
  assert.deepEqual(bad, []);
  await close();
});
