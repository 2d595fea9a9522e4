// The page shows the answer of the native command to the same line, bit for bit, after each drag, key and dropped file, and after a link
// was followed.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import { cast, colorsAt, drawn, eventually, hasOneNameEach, middle, native, open, serve, settled, shared, shown } from './browser.mjs';

const here = shared();
const { at } = here;

/** Compares the answer on the page with the native command. */
async function agrees(page, cwd) {
  await settled(page);
  const { request, answer } = await shown(page);
  assert.equal(answer, native([request], cwd)[0], request);
  return { request: JSON.parse(request), answer: JSON.parse(answer) };
}

const near = (found, wanted, within, text) => found.forEach((x, k) => assert.ok(Math.abs(x - wanted[k]) <= within, `${text}: ${found} is not ${wanted}`));

async function drag(page, from, to, button = 'left') {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down({ button });
  for (const t of [0.3, 0.7, 1]) await page.mouse.move(from.x + t * (to.x - from.x), from.y + t * (to.y - from.y));
  await page.mouse.up({ button });
}

test('circle: left drag is the velocity, right drag the centre, keys move and turn', async () => {
  const { page, bad, close } = await open(here.browser, at('circle'));
  const first = (await agrees(page)).request;
  const { x, y, scale } = await middle(page);

  await drag(page, { x: x - 300, y: y - 200 }, { x: x - 90, y: y - 60 });
  let now = (await agrees(page)).request;
  near(now.sphere.velocity, [-90 / scale - first.sphere.center[0], 60 / scale - first.sphere.center[1]], 0.0006, 'velocity');
  assert.deepEqual(now.sphere.center, first.sphere.center);

  await drag(page, { x: x + 200, y: y + 100 }, { x: x + 160, y: y + 170 }, 'right');
  const moved = (await agrees(page)).request;
  near(moved.sphere.center, [first.sphere.center[0] - 40 / scale, first.sphere.center[1] - 70 / scale], 0.0006, 'centre');
  assert.deepEqual(moved.sphere.velocity, now.sphere.velocity);

  await page.keyboard.press('+');
  now = (await agrees(page)).request;
  const angle = ({ oriented_box: { rotation: [z, w] } }) => (2 * Math.atan2(z, w) * 180) / Math.PI;
  near([angle(now)], [angle(first) - 3], 0.02, '+ turns clockwise');
  await page.keyboard.press('-');
  await page.keyboard.press('-');
  near([angle((await agrees(page)).request)], [angle(first) + 3], 0.03, '- turns counterclockwise');

  await page.locator('.pad').focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+ArrowRight');
  const keyed = (await agrees(page)).request;
  near(keyed.sphere.center, [moved.sphere.center[0], moved.sphere.center[1] + 0.1], 1e-9, 'ArrowUp');
  near(keyed.sphere.velocity, [moved.sphere.velocity[0] + 0.1, moved.sphere.velocity[1]], 1e-9, 'Shift+ArrowRight');
  assert.deepEqual(bad, []);
  await close();
});

test('circle: one finger is the velocity, two move the circle', async () => {
  const { page, bad, close } = await open(here.browser, at('circle'), { hasTouch: true });
  const first = (await agrees(page)).request;
  const { x, y, scale } = await middle(page);
  const client = await page.context().newCDPSession(page);
  const touch = (type, ...points) => client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([px, py], id) => ({ x: px, y: py, id })) });
  await touch('touchStart', [x - 200, y + 150], [x - 100, y + 150]);
  await touch('touchMove', [x - 150, y + 190], [x - 50, y + 190]);
  await touch('touchEnd');
  const now = (await agrees(page)).request;
  near(now.sphere.center, [first.sphere.center[0] + 50 / scale, first.sphere.center[1] - 40 / scale], 0.0006, 'two fingers');
  assert.deepEqual(now.sphere.velocity, first.sphere.velocity);
  await touch('touchStart', [x, y + 100]);
  await touch('touchMove', [x + 30, y + 130]);
  await touch('touchEnd');
  near((await agrees(page)).request.sphere.velocity, [30 / scale - now.sphere.center[0], -130 / scale - now.sphere.center[1]], 0.0006, 'one finger');
  assert.deepEqual(bad, []);
  await close();
});

test('sphere: every handle by drag and by key, the camera by drag, wheel and key', async () => {
  const { page, bad, close } = await open(here.browser, at('sphere'));
  let before = (await agrees(page)).request;
  const parts = {
    center: (q) => q.sphere.center,
    velocity: (q) => q.sphere.velocity,
    drift: (q) => q.triangle.velocity,
    a: (q) => q.triangle.vertices[0],
    b: (q) => q.triangle.vertices[1],
    c: (q) => q.triangle.vertices[2],
  };
  for (const [key, part] of Object.entries(parts)) {
    const handle = page.locator(`.handle[data-key="${key}"]`);
    const box = await handle.boundingBox();
    const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await handle.focus();
    await drag(page, from, { x: from.x + 24, y: from.y - 17 });
    const { request } = await agrees(page);
    assert.notDeepEqual(part(request), part(before), key);
    for (const [other, its] of Object.entries(parts)) if (other !== key) assert.deepEqual(its(request), its(before), `${other} when ${key} is dragged`);
    const there = await handle.boundingBox();
    near([there.x - box.x, there.y - box.y], [24, -17], 1, `${key} follows the pointer`);
    await handle.focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('PageUp');
    const { request: keyed } = await agrees(page);
    assert.notDeepEqual(part(keyed), part(request), `${key} by key`);
    before = keyed;
  }
  const camera = () => page.evaluate(() => new URLSearchParams(location.hash.split('?')[1]).get('camera'));
  const seen = [await camera()];
  const next = async () => {
    await page.waitForFunction((before) => !location.hash.includes(`camera=${before}`), seen.at(-1), { polling: 50 });
    await settled(page);
    seen.push(await camera());
  };
  const { x, y } = await middle(page);
  // These points are not covered.
  await drag(page, { x: x - 280, y: y + 80 }, { x: x - 230, y: y + 90 });
  await next();
  await page.mouse.move(x - 280, y + 80);
  await page.mouse.wheel(0, 200);
  await next();
  await page.locator('#stage canvas').focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('+');
  await next();
  const numbers = seen.map((text) => text.split(',').map(Number));
  assert.ok(numbers[1][0] < numbers[0][0] && numbers[1][1] > numbers[0][1], 'the drag turns');
  assert.ok(numbers[2][2] > numbers[1][2], 'the wheel goes away');
  assert.ok(numbers[3][0] < numbers[2][0] && numbers[3][2] < numbers[2][2], 'the keys turn and come nearer');
  assert.deepEqual((await agrees(page)).request, before);
  assert.deepEqual(bad, []);
  await close();
});

test('every shape and question, as the native command answers it', async () => {
  const { page, bad, close } = await open(here.browser, at('sphere'));
  const asked = new Set();
  for (const target of ['triangle', 'box', 'oriented_box', 'parallelepiped', 'frustum']) {
    await page.locator('select[name="target"]').selectOption(target);
    await settled(page);
    const [stage, controls] = await Promise.all(['#stage', '#timeline'].map((of) => page.locator(of).boundingBox()));
    for (const handle of await page.locator('.handle').all()) {
      const { x, y, width, height } = await handle.boundingBox();
      assert.ok(x > stage.x && x + width < stage.x + stage.width && y > stage.y && y + height < controls.y, `${target}: ${await handle.getAttribute('data-key')} is not in sight`);
    }
    const words = (name) => page.locator(`select[name="${name}"] option`).evaluateAll((options) => options.map((option) => option.value));
    const movers = await words('mover');
    await page.locator('select[name="mover"]').selectOption('sphere');
    // The engine refuses the movers that the page does not offer, so the list of the page is the list of the protocol.
    const first = (await agrees(page)).request;
    const { sphere, mover: _, ...rest } = first;
    const [name] = Object.keys(rest).filter((key) => key === target || key === 'polytope');
    const { center } = sphere;
    const bodies = {
      sphere, ellipsoid: { center, radii: [1, 1, 1] }, capsule: { a: center, axis: [1, 0, 0], radius: 1 },
      oriented_box: { center, half_extents: [1, 1, 1], rotation: [0, 0, 0, 1] }, hull: { points: [center, [9, 9, 9], [9, 9, 8], [9, 8, 9]] },
    };
    for (const [body, fields] of Object.entries(bodies)) {
      const says = (radius) => JSON.parse(native([JSON.stringify({ ...rest, mover: { [body]: fields }, [name]: { ...rest[name], ...radius } })])[0]).error;
      assert.equal(says({}) === undefined, movers.includes(body), `${body} and ${target}: ${says({})}`);
      if (movers.includes(body)) assert.equal(says({ radius: 0.5 }) === undefined, body !== 'ellipsoid', `${body} and rounded ${target}`);
    }
    for (const mover of movers) {
      await page.locator('select[name="mover"]').selectOption(mover);
      for (const name of await words('question')) {
        await page.locator('select[name="question"]').selectOption(name);
        await settled(page);
        const hollow = page.locator('select[name="hollow"]');
        for (const word of (await hollow.count()) ? await words('hollow') : ['']) {
          if (word) await hollow.selectOption(word);
          const { answer } = await agrees(page);
          assert.equal(answer.error, undefined);
          asked.add(`${target} ${mover} ${name} ${word}`);
          // Obstacles are inflated if possible, which excludes ellipsoids, hollow shapes and queries for a side.
          const rounding = page.getByLabel('What it meets: Rounding radius ρ', { exact: true });
          const isRounded = (await rounding.count()) > 0;
          assert.equal(isRounded, mover !== 'ellipsoid' && name !== 'containment' && ['', 'none'].includes(word), `${target} ${mover} ${name} ${word}`);
          if (!isRounded) continue;
          await rounding.fill('0.25');
          const { request, answer: rounded } = await agrees(page);
          assert.equal(rounded.error, undefined);
          assert.equal((request[target] ?? request.polytope).radius, 0.25);
          await rounding.fill('0');
          await settled(page);
        }
      }
      await page.locator('select[name="question"]').selectOption('first_contact');
    }
  }
  assert.equal(asked.size, 45, [...asked].join('\n'));
  assert.deepEqual(bad, []);
  await close();
});

test('between two points: its link, its handles, and back to a velocity', async () => {
  // By hand: the ball is 3 above the triangle and comes nearer by 8 - 2, so t = 1 / 2. At that time both have covered half their paths.
  const legs = 'sphere?target=triangle&way=to&target_way=to&center=0.1,0,4&radius=1&to=0.3,0,-4&a=-2,-2,0&b=3,-2,0&c=-2,3,0&target_to=-2,-2,-2&camera=-64,20,14,0,0,1';
  const { page, bad, close } = await open(here.browser, at(legs));
  let { request, answer } = await agrees(page);
  assert.deepEqual(request.sphere, { center: [0.1, 0, 4], radius: 1, to: [0.3, 0, -4] });
  assert.deepEqual(request.triangle, { vertices: [[-2, -2, 0], [3, -2, 0], [-2, 3, 0]], from: [-2, -2, 0], to: [-2, -2, -2] });
  assert.deepEqual([answer.status, answer.time, answer.center, answer.point], ['contact', 0.5, [0.2, 0, 0], [0.2, 0, -1]]);
  // Each handle changes one of the points.
  const parts = { to: (q) => q.sphere.to, target_to: (q) => q.triangle.to, center: (q) => q.sphere.center };
  for (const key of Object.keys(parts)) {
    const before = request;
    await page.locator(`.handle[data-key="${key}"]`).press('ArrowUp');
    ({ request } = await agrees(page));
    for (const [name, part] of Object.entries(parts)) assert[name === key ? 'notDeepEqual' : 'deepEqual'](part(request), part(before), `${name} when ${key} is moved`);
  }
  const again = await open(here.browser, page.url());
  assert.deepEqual(await shown(again.page), await shown(page), 'the link');
  await again.close();
  // If the motion is given with a velocity, it stays the same, also after the change back.
  await page.goto(at(legs.replace('center=0.1', 'center=0.25').replace('to=0.3', 'to=0.75')));
  for (const [way, velocity] of [['way', [0.5, 0, -8]], ['target_way', [0, 0, -2]]]) {
    const select = page.locator(`select[name="${way}"]`);
    const body = (q) => (way === 'way' ? q.sphere : q.triangle);
    const before = body((await agrees(page)).request);
    await select.selectOption('velocity');
    const moving = body((await agrees(page)).request);
    assert.deepEqual(moving.velocity, velocity);
    assert.equal('to' in moving, false);
    await select.selectOption('to');
    assert.deepEqual(body((await agrees(page)).request), before);
  }
  // A contact after the end does not count: the motion ends at 1.
  await page.goto(at('sphere?target=box&way=to&mover=capsule&center=0,0,6&axis=1,0,0&radius=0.5&to=0,0,2&min=-1,-1,-1&max=1,1,1'));
  assert.equal((await agrees(page)).answer.status, 'none');
  // A query at rest has no motion.
  await page.locator('select[name="question"]').selectOption('intersects');
  ({ request } = await agrees(page));
  assert.deepEqual(Object.keys(request.capsule), ['a', 'axis', 'radius']);
  assert.equal(await page.locator('select[name="way"]').count(), 0);
  assert.deepEqual(bad, []);
  await close();
});

test('a capsule: its link, its handles, what it touches from end to end, and what is rounded about it', async () => {
  // The capsule lies along an inflated box. By hand, 2.5 - 1.5 t = 0.5 + 0.25 + 0.5, so t = 5 / 6. It touches the box from x = -1 to 1.
  const lying = 'sphere?target=box&mover=capsule&center=-2.25,-0.5,2.5&axis=2,0,0&radius=0.5&velocity=1.5,0.25,-1.5&min=-1.5,-1,-0.5&max=1.5,1,0.5&rounding=0.25';
  const { page, bad, close } = await open(here.browser, at(lying));
  let { request, answer } = await agrees(page);
  assert.deepEqual(request.capsule, { a: [-2.25, -0.5, 2.5], axis: [2, 0, 0], radius: 0.5, velocity: [1.5, 0.25, -1.5] });
  assert.equal(request.box.radius, 0.25);
  assert.deepEqual([answer.status, answer.time], ['contact', 5 / 6]);
  near(answer.point, [-1, -0.5 + 0.25 * (5 / 6), 0.75], 1e-15, 'P');
  near(answer.other_point, [1, -0.5 + 0.25 * (5 / 6), 0.75], 1e-15, 'Q');
  const rows = () => page.locator('.answer dl').evaluate((list) => Object.fromEntries([...list.querySelectorAll('dt')].map((name) => [name.textContent, name.nextElementSibling.textContent])));
  const inRow = (point) => `(${point.join(', ')})`;
  assert.deepEqual((({ 'End a': a, 'Point P': p, 'Point Q': q }) => [a, p, q])(await rows()), [answer.center, answer.point, answer.other_point].map(inRow));
  const marks = page.locator('.mark:not([hidden])');
  assert.deepEqual((await marks.evaluateAll((all) => all.map((mark) => mark.dataset.tag))).sort(), ['P', 'Q', 'a at T']);
  assert.match(await page.locator('#panel h1').textContent(), /^A capsule moves/);
  // A drag of the end `a` moves the axis along, and a drag of the other end changes the axis alone.
  for (const [key, part] of [['center', 'a'], ['axis', 'axis'], ['velocity', 'velocity']]) {
    const before = request.capsule;
    await page.locator(`.handle[data-key="${key}"]`).press('ArrowUp');
    ({ request } = await agrees(page));
    for (const name of Object.keys(before)) assert[name === part ? 'notDeepEqual' : 'deepEqual'](request.capsule[name], before[name], `${name} when ${key} is moved`);
  }
  // The capsule is now tilted, and touches at one point.
  assert.equal((await agrees(page)).answer.other_point, null);
  assert.equal((await rows())['Point Q'], '—');
  const again = await open(here.browser, page.url());
  assert.deepEqual(await shown(again.page), await shown(page), 'the link');
  await again.close();
  // A link without an inflation makes a request without one, and the page has no field for it.
  await page.goto(at('sphere?target=box&mover=ellipsoid&center=-2.6,-2,2&velocity=1.5,1.25,-0.9&rounding=0.5'));
  assert.equal('radius' in (await agrees(page)).request.box, false);
  await page.goto(at('sphere?target=box&center=-2.6,-2,2&velocity=1.5,1.25,-0.9'));
  ({ request } = await agrees(page));
  assert.deepEqual(request.box, { min: [-1, -1, -0.5], max: [1.5, 1, 0.5], velocity: [0, 0, 0] });
  // The inflation radius is checked by the engine, with its message.
  await page.getByLabel('What it meets: Rounding radius ρ', { exact: true }).fill('-1');
  assert.match((await agrees(page)).answer.error, /radius/);
  // The page does not offer obstacles that a capsule cannot be cast at; a link with both has a
  // sphere.
  await page.goto(at('sphere?target=frustum&mover=capsule'));
  ({ request } = await agrees(page));
  assert.deepEqual(['sphere' in request, 'capsule' in request], [true, false]);
  assert.deepEqual(bad, []);
  await close();
});

test('a box and a hull: their links, their handles, and all that they touch', async () => {
  // By hand, the box is 2.75 - 0.375 - 0.5 above the other one, and comes nearer by 1.5, so t = 1.25. It touches with one of its faces.
  const flat = 'sphere?target=box&mover=oriented_box&center=-2.75,-1.25,2.75&body_half_extents=1,0.5,0.375&body_rotation=0,0,1,3&velocity=2,1,-1.5&min=-1.5,-1,-0.5&max=1.5,1,0.5&drift=0,0,0&camera=-90,60,12,0,0,0.5';
  const { page, bad, close } = await open(here.browser, at(flat));
  const rows = () => page.locator('.answer dl').evaluate((list) => Object.fromEntries([...list.querySelectorAll('dt')].map((name) => [name.textContent, name.nextElementSibling.textContent])));
  /** The kind and the corners of the whole contact, which must equal the answer of the command. */
  const touched = async () => {
    const { request: { more, exact, ...request } } = await agrees(page);
    const { touched: { points } } = JSON.parse(native([JSON.stringify({ ...request, query: 'touched' })])[0]);
    const { Touched } = await rows();
    assert.equal(Touched.replace(/^[^:]*: /, ''), points.map((corner) => `(${corner.join(', ')})`).join(', '));
    return [Touched.split(':')[0], points];
  };
  let { request, answer } = await agrees(page);
  assert.deepEqual(request.mover, { oriented_box: { center: [-2.75, -1.25, 2.75], half_extents: [1, 0.5, 0.375], rotation: [0, 0, 1, 3], velocity: [2, 1, -1.5] } });
  assert.deepEqual([answer.status, answer.time, answer.center], ['contact', 1.25, [-0.25, 0, 0.875]]);
  const [kind, corners] = await touched();
  assert.equal(kind, 'a polygon with 4 corners');
  assert.match(await page.locator('#panel h1').textContent(), /^A box moves/);
  // The polygon is seen through the box.
  const middleOf = async () => {
    await drawn(page);
    await page.waitForTimeout(500);
    const { x, y, width, height } = await page.locator('#stage').boundingBox();
    return (await colorsAt(page, [{ x: x + width / 2, y: y + height / 2 }]))[0];
  };
  const seen = flat.replace('0,0,0.5', `${[0, 1, 2].map((k) => corners.reduce((sum, corner) => sum + corner[k], 0) / 4)}`);
  await page.goto(at(seen));
  await settled(page);
  const [r, , b] = await middleOf();
  // If it is tilted about x, it touches with an edge.
  await page.goto(at(seen.replace('0,0,1,3', '1,0,0,5')));
  const [segment, [p, q]] = await touched();
  assert.equal(segment, 'a segment');
  assert.deepEqual([p, q], [(await agrees(page)).answer.point, (await agrees(page)).answer.other_point]);
  const [s, , d] = await eventually(middleOf, ([s, , d]) => r - b > s - d);
  assert.ok(r - b > s - d, `${[r, b]} in the polygon, ${[s, d]} without it`);

  // Each of two boxes has its own rotation in degrees.
  await page.goto(at('sphere?target=oriented_box&mover=oriented_box'));
  const { request: before } = await agrees(page);
  await page.getByLabel('What moves: Degrees z', { exact: true }).fill('90');
  ({ request } = await agrees(page));
  assert.deepEqual(request.oriented_box, before.oriented_box);
  assert.notDeepEqual(request.mover.oriented_box.rotation, before.mover.oriented_box.rotation);
  await page.getByLabel('What it meets: Degrees z', { exact: true }).fill('90');
  const { request: both } = await agrees(page);
  assert.deepEqual(both.mover, request.mover);
  assert.notDeepEqual(both.oriented_box, request.oriented_box);

  // The handle of vertex 0 moves the whole hull, and each other one changes its vertex.
  await page.goto(at('sphere?target=oriented_box&mover=hull&center=-1.5,-1.25,2.5&v1=-1,0.5,0.25&v2=-0.5,-1,0.25&v3=-0.75,-0.25,1.25&velocity=1.5,1,-1.5'));
  ({ request } = await agrees(page));
  assert.deepEqual(request.mover.hull.points, [[-1.5, -1.25, 2.5], [-2.5, -0.75, 2.75], [-2, -2.25, 2.75], [-2.25, -1.5, 3.75]]);
  assert.equal((await touched())[0], 'a point');
  for (const [key, moved] of [['v1', [1]], ['v2', [2]], ['v3', [3]], ['center', [0, 1, 2, 3]]]) {
    const before = request.mover.hull.points;
    await page.locator(`.handle[data-key="${key}"]`).press('ArrowUp');
    ({ request } = await agrees(page));
    request.mover.hull.points.forEach((point, k) => assert[moved.includes(k) ? 'notDeepEqual' : 'deepEqual'](point, before[k], `vertex ${k} when ${key} is moved`));
  }
  const again = await open(here.browser, page.url());
  assert.deepEqual(await shown(again.page), await shown(page), 'the link');
  await again.close();

  // Vertex 0 moves to the point. A mesh has no whole contact, and neither has an overlap.
  await page.locator('select[name="way"]').selectOption('to');
  assert.ok('to' in (await agrees(page)).request.mover.hull);
  await page.goto(at('sphere?target=box&mover=hull&center=0,0,0'));
  ({ answer } = await agrees(page));
  assert.deepEqual([answer.status, 'Touched' in (await rows())], ['overlap', false]);
  await page.goto(at('sphere?target=mesh&mesh=gear&mover=oriented_box'));
  await settled(page);
  assert.equal('Touched' in (await rows()), false);
  assert.match((await shown(page)).answer, /"status":"contact"/);
  assert.deepEqual(bad, []);
  await close();
});

test('a capsule and a mesh: a sample, and a dropped file whose link brings it', async () => {
  const { page, bad, close } = await open(here.browser, at('sphere?target=mesh&mesh=gear&mover=capsule&rounding=0.125'));
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save the mesh as PLY' }).click()]);
  await download.saveAs(join(here.folder, 'gear'));
  assert.equal((await agrees(page, here.folder)).answer.status, 'contact');
  // The same mesh is the target of a sphere, and of the capsule again.
  for (const mover of ['sphere', 'capsule']) {
    await page.locator('select[name="mover"]').selectOption(mover);
    const { request, answer } = await agrees(page, here.folder);
    assert.ok(mover in request && answer.status === 'contact', mover);
  }
  const text = 'v -2 -2 0.1\nv 2 -2 0\nv 2 2 0.3\nv -2 2 0\nf 1 2 3\nf 1 3 4\n';
  await writeFile(join(here.folder, 'leaf.obj'), text);
  await page.evaluate((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], 'leaf.obj'));
    document.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, text);
  await page.getByText('leaf.obj: 2 triangles.').waitFor();
  const { request, answer } = await agrees(page, here.folder);
  assert.deepEqual([request.mesh.path, answer.status], ['leaf.obj', 'contact']);
  const before = here.server.fetched.length;
  const again = await open(here.browser, page.url());
  assert.deepEqual(await shown(again.page), await shown(page), 'the link');
  assert.equal(here.server.fetched.slice(before).filter((file) => file.endsWith('.wasm')).length, 1, 'one engine');
  assert.deepEqual([...bad, ...again.bad], []);
  await again.close();
  await close();
});

/** Whether the digits shown are the first digits of `x + y √d`. They are not greater than the number, but greater after one is added in the
 * last place. */
function isCutOff(text, { x, y, d }) {
  const isWhole = !text.endsWith('…');
  const [whole, rest = ''] = text.replace('…', '').split('.');
  const parts = [x, y, d].map((part) => part.split('/').map(BigInt)).map(([n, q = 1n]) => [n, q]);
  // The sign of x + y √d - digits / 10^places, found by squares.
  const sign = (digits) => {
    const scale = 10n ** BigInt(rest.length);
    const [[xn, xq], [yn, yq], [dn, dq]] = parts;
    const [a, aq] = [xn * scale - digits * xq, xq * scale];
    const [left, right] = [a * a * yq * yq * dq * (a < 0n ? -1n : 1n), yn * yn * dn * aq * aq * (yn < 0n ? -1n : 1n)];
    // The number is a / aq + (yn / yq) √(dn / dq).
    if (left >= 0n && right >= 0n) return left + right > 0n ? 1 : 0;
    if (left <= 0n && right <= 0n) return -1;
    return left + right > 0n ? 1 : left + right < 0n ? -1 : 0;
  };
  const digits = BigInt(whole + rest);
  if (isWhole) assert.equal(sign(digits), 0, text);
  else assert.deepEqual([sign(digits), sign(digits + 1n)], [1, -1], text);
}

test('typed numbers, nudges by one ulp, and the last bit', async () => {
  const { page, bad, close } = await open(here.browser, at('sphere?target=triangle&center=-5,1,0.1&radius=0.1&velocity=1,0,0&a=0,0,0&b=4,0,0&c=0,4,0'));
  const { answer } = await agrees(page);
  assert.equal(answer.status, 'contact');
  await page.getByText('The last bit', { exact: true }).last().click();
  const said = (role) => page.locator(`[data-role="${role}"]`).textContent();
  // The listing reports no contact for a slide along the face at distance r.
  assert.equal(await said('listing'), 'no contact');
  assert.match(await said('verdict'), /^No/);
  await page.locator('[data-nudge="center.2.1"]').click();
  const up = await agrees(page);
  assert.equal(up.request.sphere.center[2], 0.10000000000000002);
  assert.equal(up.answer.status, 'none');
  await page.locator('[data-nudge="center.2.-1"]').click();
  await page.locator('[data-nudge="center.2.-1"]').click();
  const down = await agrees(page);
  assert.equal(down.request.sphere.center[2], 0.09999999999999999);
  isCutOff(await said('exact'), down.answer.exact.time);

  const field = page.getByLabel('What moves: Centre z', { exact: true });
  await field.fill('0.75');
  assert.equal((await agrees(page)).request.sphere.center[2], 0.75);
  await field.press('Alt+ArrowUp');
  assert.equal((await agrees(page)).request.sphere.center[2], 0.7500000000000001);
  await field.fill('no number');
  assert.equal(await field.getAttribute('aria-invalid'), 'true');
  assert.equal((await agrees(page)).request.sphere.center[2], 0.7500000000000001);
  await page.goto(at('circle'));
  const irrational = await agrees(page);
  assert.notEqual(irrational.answer.exact.time.d, '0');
  const digits = await said('exact');
  assert.equal(digits.replace(/[^0-9]/g, '').replace(/^0+/, '').length, 50);
  isCutOff(digits, irrational.answer.exact.time);
  await page.goto(at('sphere'));
  await settled(page);
  await page.getByLabel('What moves: Radius r', { exact: true }).fill('-1');
  assert.match((await agrees(page)).answer.error, /radius/);
  assert.deepEqual(bad, []);
  await close();
});

test('a dropped file: PLY, STL and OBJ, and the link that carries it', async () => {
  const { page, bad, close } = await open(here.browser, at('sphere?target=mesh'));
  const corners = [[-2, -2, 0.1], [2, -2, 0], [2, 2, 0.3], [-2, 2, 0]];
  const faces = [[0, 1, 2], [0, 2, 3]];
  const files = {
    'square.ply': `ply\nformat ascii 1.0\nelement vertex 4\nproperty double x\nproperty double y\nproperty double z\nelement face 2\nproperty list uchar int vertex_indices\nend_header\n${[...corners, ...faces.map((f) => [3, ...f])].map((row) => row.join(' ')).join('\n')}\n`,
    'square.stl': `solid s\n${faces.map((f) => `facet normal 0 0 1\nouter loop\n${f.map((v) => `vertex ${corners[v].join(' ')}`).join('\n')}\nendloop\nendfacet`).join('\n')}\nendsolid s\n`,
    // The name is escaped in the address.
    'a square + more.obj': `${corners.map((c) => `v ${c.join(' ')}`).join('\n')}\n${faces.map((f) => `f ${f.map((v) => v + 1).join(' ')}`).join('\n')}\n`,
  };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(here.folder, name), text);
    await page.evaluate(([file, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], file));
      for (const type of ['dragenter', 'dragover', 'drop']) document.getElementById('stage').dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }, [name, text]);
    await page.getByText(`${name}: 2 triangles.`).waitFor();
    const { request, answer } = await agrees(page, here.folder);
    assert.deepEqual(request.mesh.path, name);
    assert.equal(answer.status, 'contact');
    assert.ok('triangle' in answer);
    const again = await open(here.browser, page.url());
    assert.deepEqual(await shown(again.page), await shown(page), 'the link');
    assert.deepEqual(again.bad, []);
    await again.close();
  }
  await page.evaluate(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['v 0 0 zero\n'], 'bad.obj'));
    document.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
  });
  await page.locator('.warning', { hasText: 'zero' }).waitFor();
  assert.deepEqual(bad, []);
  await close();
});

test('samples are the same meshes for the native command', async () => {
  const { page, bad, close } = await open(here.browser, at('sphere?target=mesh&mesh=knot&center=-3,-2,3&velocity=1.6,1.5,-1.6&radius=0.6'));
  for (const name of ['knot', 'terrain', 'gear', 'ball']) {
    await page.locator('select[name="mesh"]').selectOption(name);
    await settled(page);
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save the mesh as PLY' }).click()]);
    assert.equal(download.suggestedFilename(), `${name}.ply`);
    // The native command finds the mesh by the name in the request.
    await download.saveAs(join(here.folder, name));
    const { answer } = await agrees(page, here.folder);
    assert.equal(answer.status, 'contact', name);
  }
  assert.deepEqual(bad, []);
  await close();
});

test('links reproduce every state, and every example opens', async () => {
  const { page, bad, close } = await open(here.browser, at('circle'));
  const other = await open(here.browser, at('errata'));
  for (const view of ['circle', 'sphere']) {
    await page.goto(at(view));
    await settled(page);
    const hashes = await page.locator('#panel .links a').evaluateAll((links) => links.map((link) => link.hash));
    assert.ok(hashes.length >= 6);
    for (const hash of hashes.filter((one) => !one.includes('mesh='))) {
      await page.locator(`#panel .links a[href="${hash}"]`).click();
      await agrees(page);
      const link = page.url();
      await other.page.goto(link);
      await settled(other.page);
      assert.deepEqual(await shown(other.page), await shown(page), link);
      assert.equal(other.page.url(), link);
    }
  }
  assert.deepEqual(other.bad, []);
  await other.close();
  // These are numbers that decimals hide: the least subnormal, the largest float, minus zero.
  const hard = 'sphere?target=triangle&mover=sphere&question=first_contact&center=5e-324,-0.0,1.7976931348623157e+308&radius=0.30000000000000004&velocity=1e-300,2,-3&a=0,0,0&b=4,0,0&c=0,4,0&drift=0,0,-0.0&camera=-64,20,10.5,-0.35,-0.2,0.75';
  await page.goto(at(hard));
  const { request } = await shown(page);
  await agrees(page);
  assert.match(request, /"center":\[5e-324,-0\.0,1\.7976931348623157e\+308\]/);
  assert.equal(page.url(), at(hard));
  assert.deepEqual(bad, []);
  await close();
});

test('time: play, pause and scrub', async () => {
  const { page, bad, close } = await open(here.browser, at('sphere'), { reducedMotion: 'no-preference' });
  // The scene plays once when it is opened.
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  const { answer } = await agrees(page);
  // A slider holds fewer digits than a float.
  const time = async () => Number(await page.locator('#scrub').inputValue());
  const atContact = `t = ${Number(answer.time.toPrecision(6))}`;
  assert.equal(await page.locator('#now').textContent(), atContact);
  await page.getByRole('button', { name: 'Play' }).click();
  // The motion is paused in the first frame between start and contact, however slow frames are.
  await page.waitForFunction((end) => {
    const shown = Number(document.getElementById('scrub').value);
    const play = document.getElementById('play');
    if (!(shown > 0 && shown < 0.999 * end && play.ariaLabel === 'Pause')) return false;
    play.click();
    return true;
  }, answer.time, { polling: 'raf' });
  await page.getByRole('button', { name: 'Play' }).waitFor();
  const paused = await time();
  assert.ok(paused > 0 && paused < answer.time, `${paused}`);
  await page.locator('#scrub').fill('0.5');
  await settled(page);
  const again = await open(here.browser, page.url());
  assert.equal(Number(await again.page.locator('#scrub').inputValue()), 0.5);
  await again.close();
  await page.getByRole('button', { name: 'Play' }).click();
  await page.getByRole('button', { name: 'Play' }).waitFor();
  assert.equal(await page.locator('#now').textContent(), atContact);
  assert.deepEqual(bad, []);
  await close();
});

test('side by side: the listing lets a ball through the edge that two triangles share, and the engine none', async () => {
  const { page, bad, close } = await open(here.browser, here.server.url);
  const seen = async () => {
    await page.locator('[data-side="right"]').waitFor();
    await page.waitForTimeout(300);
    const [wrong, right] = await page.locator('.pictures [data-role="verdict"]').allTextContents();
    return { wrong, right, lines: (await page.locator('pre[aria-label="The questions"]').textContent()).split('\n') };
  };
  const first = await seen();
  assert.match(first.wrong, /falls through/);
  // By hand: 3.62 - 0.5 = 1.3 t, so t = 2.4, and the contact is over 0.16 - 0.96 = -0.8 and -1.8 + 1.2 = -0.6, on the line from (-2, -1.5)
  // to (2, 1.5).
  assert.match(first.right, /^Contact at t = 2\.4, on the shared edge/);
  for (const answer of native(first.lines)) assert.equal(JSON.parse(answer).status, 'contact');
  await page.getByRole('button', { name: /^Find another/ }).click();
  await page.waitForFunction((text) => document.querySelector('pre[aria-label="The questions"]').textContent !== text, first.lines.join('\n'), { polling: 50 });
  const other = await seen();
  assert.match(other.wrong, /falls through/);
  assert.match(other.right, /^Contact/);
  assert.match(await page.locator('#side [role="status"]').textContent(), /^Of [\d,]+ random balls .* let 1 through/);
  for (const answer of native(other.lines)) assert.equal(JSON.parse(answer).status, 'contact');
  // The scene is no fake: next to the edge both programs agree, and a ball outside of the floor has no contact.
  await page.goto(at('side?center=0.16,-1.2,3.62'));
  assert.deepEqual((({ wrong, right }) => [/^contact at t = 2\.4/.test(wrong), /^Contact at t = 2\.4/.test(right)])(await seen()), [true, true]);
  await page.goto(at('side?center=9,-1.2,3.62'));
  assert.deepEqual((({ wrong, right }) => [wrong, right])(await seen()), ['No contact.', 'No contact.']);
  assert.deepEqual(bad, []);
  await close();
});

test('a first visitor is told what this is, in which languages, how to get it, and where it is described', async () => {
  // If the page is served from the repository, its links lead to existing files.
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const { page, bad, close } = await open(here.browser, here.server.url);
  await page.locator('.about').waitFor();
  const text = await page.locator('.about').textContent();
  for (const part of ['library for exact collision detection', 'Rust', 'Python', 'JavaScript', 'C++', 'cargo add', 'pip install', 'npm install', 'D. Eberly', 'An ulp is the gap from one float to the next']) assert.ok(text.includes(part), part);
  assert.ok((await page.locator('.about a[href^="https://"]').count()) >= 2, 'links to the documents');
  // If the page is served alone, a missing file is a name and not a link.
  assert.equal(await page.locator('.about a:not([href^="https://"])').count(), 0);
  for (const path of await page.locator('.about td code, .about p code').allTextContents()) if (/\.md$/.test(path)) assert.ok(existsSync(join(root, path)), path);
  await page.route('**/web/page/dist/**', async (route) => route.continue({ url: route.request().url().replace('/web/page/dist/', '/') }));
  await page.goto(`${here.server.url}web/page/dist/index.html`);
  await page.locator('.about').waitFor();
  const links = await page.locator('.about a:not([href^="https://"])').evaluateAll((all) => all.map(({ href }) => new URL(href).pathname.slice(1)));
  assert.ok(links.length >= 6, links.join(', '));
  for (const path of links) assert.ok(existsSync(join(root, path)), path);
  // Each program has one name here, and in every folded text about the two.
  await hasOneNameEach(page);
  for (const view of ['circle', 'sphere', 'errata']) {
    await page.goto(at(view));
    await settled(page);
    if (view === 'errata') await page.waitForFunction(() => document.querySelectorAll('[data-erratum]').length >= 18);
    for (const details of await page.locator('details').all()) await details.evaluate((element) => (element.open = true));
    await settled(page);
    await hasOneNameEach(page);
  }
  assert.deepEqual(bad, []);
  await close();
});

test('side by side: the listing stops a ball at an edge inside of a flat floor that it never touches, and the engine does not', async () => {
  const { page, bad, close } = await open(here.browser, here.server.url);
  await page.locator('#side .links a', { hasText: 'It snags' }).click();
  const questions = async () => (await page.locator('pre[aria-label="The questions"]').textContent()).split('\n');
  const said = async () => page.locator('.pictures [data-role="verdict"]').allTextContents();
  await page.locator('[data-role="verdict"]', { hasText: 'It snags' }).waitFor();
  assert.match(await page.locator('#side h1').textContent(), /^Sliding/);
  assert.equal(await page.locator('#side .links a[aria-current]').textContent(), 'It snags');
  // Whether both triangles are in one plane, and the ball moves parallel to it, very slightly above. This is decided by integers, without
  // the engine.
  const isClear = ({ sphere: { center, radius, velocity }, triangle: { vertices: [a, b, c] } }) => {
    const whole = (x) => {
      const bits = new DataView(new ArrayBuffer(8));
      bits.setFloat64(0, x);
      const [high, low] = [bits.getUint32(0), bits.getUint32(4)];
      const [exponent, mantissa] = [(high >> 20) & 2047, (BigInt((high & 0xfffff) | (((high >> 20) & 2047) ? 0x100000 : 0)) << 32n) | BigInt(low)];
      const size = mantissa << BigInt((exponent || 1) - 1);
      return high >> 31 ? -size : size;
    };
    const less = (p, q) => p.map((x, k) => whole(x) - whole(q[k]));
    const [e, f] = [less(b, a), less(c, a)];
    const normal = [0, 1, 2].map((k) => e[(k + 1) % 3] * f[(k + 2) % 3] - e[(k + 2) % 3] * f[(k + 1) % 3]);
    const dot = (p, q) => p.reduce((sum, x, k) => sum + x * q[k], 0n);
    const height = dot(normal, less(center, a));
    return { isAlong: dot(normal, velocity.map(whole)) === 0n, isAbove: height * height > whole(radius) ** 2n * dot(normal, normal) };
  };
  const check = async () => {
    const [wrong, right] = await said();
    assert.match(wrong, /^It snags: contact at t = 1?\d\.\d+\.$/);
    assert.equal(right, 'No contact: it slides on.');
    const lines = await questions();
    for (const line of lines) assert.deepEqual(isClear(JSON.parse(line)), { isAlong: true, isAbove: true }, line);
    for (const answer of native(lines)) assert.equal(JSON.parse(answer).status, 'none');
    return lines;
  };
  const first = await check();
  await page.getByRole('button', { name: 'Find another ball that snags' }).click();
  await page.waitForFunction((text) => document.querySelector('pre[aria-label="The questions"]').textContent !== text, first.join('\n'), { polling: 50 });
  await page.waitForTimeout(300);
  await check();
  assert.match(await page.locator('#side [role="status"]').textContent(), /^Of [\d,]+ random sliding balls, the published code wrongly stopped 1\.$/);
  // The scene is no fake: an ulp or two higher, both programs report no contact.
  await page.goto(at('side?center=1.5481015539409828,-0.6409492230295086,0.6583125684731384&radius=0.5&velocity=-0.75,0.625,-0.0546875&a=-2,-1.5,-0.34375&b=2,1.5,0.34375&c=-2,1.5,-0.15625&d=2,-1.5,0.15625'));
  await page.locator('[data-side="agrees"]').waitFor();
  assert.deepEqual(await said(), ['No contact: it slides on.', 'No contact: it slides on.']);
  assert.deepEqual(bad, []);
  await close();
});

test('the tour: six steps, and each shows what it says', async () => {
  const { page, bad, close } = await open(here.browser, here.server.url);
  await page.getByRole('button', { name: /six steps/ }).click();
  const next = async (i) => {
    await page.locator('#tour p', { hasText: `${i} of 6` }).waitFor();
    await settled(page);
    assert.equal(await page.locator('.warning').textContent(), '', `step ${i}`);
    return { view: await page.evaluate(() => document.body.dataset.view), text: await page.locator('#tour p').textContent() };
  };
  // By hand: a point moves to the middle of the triangle, ((-1.5 + 2 + 0.25) / 3, 0, 0), in two units of time.
  let step = await next(1);
  assert.match(step.text, /touches the triangle/);
  let { request, answer } = await agrees(page);
  assert.deepEqual([step.view, request.sphere.radius, answer.status, answer.feature.kind], ['sphere', 0, 'contact', 'face']);
  near([answer.time, ...answer.point], [2, 0.25, 0, 0], 1e-12, 'the middle of the triangle');
  assert.match(await page.locator('#strip [data-role="line"]').textContent(), /^Contact/);
  await page.locator('#tour .primary').click();
  // A ball on the same path touches before.
  step = await next(2);
  assert.match(step.text, /grow by it/);
  ({ request, answer } = await agrees(page));
  assert.ok(step.view === 'sphere' && request.sphere.radius > 0 && answer.status === 'contact' && answer.time < 2);
  await page.locator('#tour .primary').click();
  step = await next(3);
  assert.match(step.text, /half cylinder, around an edge/);
  ({ answer } = await agrees(page));
  assert.deepEqual([step.view, answer.status, answer.feature.kind], ['sphere', 'contact', 'edge']);
  await page.locator('#tour .primary').click();
  // This time is no float.
  step = await next(4);
  assert.match(step.text, /x \+ y √d/);
  ({ answer } = await agrees(page));
  assert.ok(step.view === 'circle' && answer.status === 'contact' && answer.exact.time.y !== '0' && answer.exact.time.d !== '0', JSON.stringify(answer));
  await page.locator('#tour .primary').click();
  step = await next(5);
  assert.match(step.text, /misses the rectangle by one of them/);
  assert.equal((await agrees(page)).answer.status, 'none');
  await page.getByRole('button', { name: 'One ulp down', exact: true }).click();
  assert.equal((await agrees(page)).answer.status, 'contact');
  await page.locator('#tour .primary').click();
  step = await next(6);
  assert.equal(step.view, 'many');
  assert.match(await page.locator('.answer').textContent(), /Spheres10,000/);
  await page.locator('#tour .primary').click();
  assert.equal(await page.locator('#tour').isHidden(), true);
  assert.deepEqual(bad, []);
  await close();
});

test('a scene opens before the contact and plays once, but for who wants no motion or a link that shows a time', async () => {
  const { page, bad, close } = await open(here.browser, at('circle'), { reducedMotion: 'no-preference' });
  const { page: calm, close: end } = await open(here.browser, at('circle'));
  const contact = await calm.locator('#now').textContent();
  assert.notEqual(contact, 't = 0');
  await end();
  // The ball is on its path or already at the contact, however slow frames are, and stops at the contact.
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  assert.equal(await page.locator('#now').textContent(), contact);
  // The next scene begins at zero, and ends at its contact as well.
  await page.evaluate(() => {
    globalThis.times = [];
    new MutationObserver(() => globalThis.times.push(document.getElementById('now').value)).observe(document.getElementById('now'), { childList: true, characterData: true, subtree: true });
  });
  await page.locator('#panel .links a', { hasText: 'Both move' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  const times = await page.evaluate(() => globalThis.times);
  // A busy machine may have no time to draw more than the two ends.
  assert.ok(times.includes('t = 0') && times.length > 1, times.join(', '));
  assert.notEqual(times.at(-1), 't = 0');
  // A switch to the circle keeps its state.
  await page.locator('#panel .links a', { hasText: 'A corner' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await page.locator('.handle[data-key="center"]').press('ArrowUp');
  await settled(page);
  assert.equal(await page.locator('#play').getAttribute('aria-label'), 'Play');
  await page.goto(at('circle?time=0.25'));
  await settled(page);
  assert.equal(await page.locator('#now').textContent(), 't = 0.25');
  assert.deepEqual(bad, []);
  await close();
});

test('the strip: one number, its bits, an ulp up and down, what floats say, what is so, and the gap', async () => {
  const { page, bad, close } = await open(here.browser, at('circle?center=-4,2.0000000000000004&radius=1&velocity=1,0&box_center=1,0&half_extents=1.5,1&rotation=0,1'));
  const said = (role) => page.locator(`#strip [data-role="${role}"]`).textContent();
  const gap = async (text) => page.locator('#strip [data-role="gap"]', { hasText: text }).waitFor();
  // The height is 2 + 2^-51, one ulp above the height at which the ball grazes.
  assert.equal(await said('bits'), '4000000000000001');
  assert.equal(await said('line'), 'No contact.');
  assert.equal(await said('so'), 'no contact');
  // The centre passes the side at 1 + 2^-51, and floats next to 1 are 2^-52 apart.
  await gap('it misses by 4.44089e-16, 2 ulps of its radius');
  for (const way of ['up', 'down']) assert.equal(await page.getByRole('button', { name: `One ulp ${way}`, exact: true }).getAttribute('title'), 'An ulp is the gap to the next float');
  await page.getByRole('button', { name: 'One ulp down', exact: true }).click();
  await agrees(page);
  assert.equal(await said('bits'), '4000000000000000');
  assert.match(await said('line'), /^Contact at T = 3\.5, /);
  assert.equal(await said('so'), 'contact at t = 3.5');
  // The strip shows the number that has the focus in the panel.
  await page.getByLabel('The circle: Velocity x', { exact: true }).focus();
  assert.equal(await said('bits'), '3ff0000000000000');
  await page.getByRole('button', { name: 'One ulp up', exact: true }).click();
  assert.equal((await agrees(page)).request.sphere.velocity[0], 1.0000000000000002);
  // There is a contact, but no time of a listing, so the gap is the margin.
  await page.goto(at('sphere?target=triangle&center=-5,1,0.1&radius=0.1&velocity=1,0,0&a=0,0,0&b=4,0,0&c=0,4,0'));
  await agrees(page);
  assert.equal(await said('float'), 'no contact');
  await gap('with the next smaller radius it would miss');
  // A point that passes at a distance of 1.5. From radius zero up to 1.5 there are too many floats to count.
  await page.goto(at('circle?center=-4,2.5&radius=0&velocity=1,0&box_center=1,0&half_extents=1.5,1&rotation=0,1'));
  await gap(/^it misses by/);
  assert.equal(await said('gap'), 'it misses by 1.5');
  assert.deepEqual(bad, []);
  await close();
});

test('names beside places cover no other name, and the key says what is drawn', async () => {
  for (const size of [{ width: 360, height: 740 }, { width: 1400, height: 900 }]) {
    const { page, bad, close } = await open(here.browser, at('circle'), { size });
    for (const view of ['circle', 'sphere']) {
      await page.goto(at(view));
      await settled(page);
      for (const hash of await page.locator('#panel .links a').evaluateAll((links) => links.map((link) => link.hash))) {
        if (hash.includes('mesh=')) continue;
        await page.goto(at(hash.slice(1)));
        await settled(page);
        const covered = await page.evaluate(() => {
          const names = [...document.querySelectorAll('.handle:not([hidden]), .mark:not([hidden])')].map((element) => {
            const { x, y, width, height } = element.getBoundingClientRect();
            const style = getComputedStyle(element, '::after');
            const wide = parseFloat(style.width);
            const high = parseFloat(style.height);
            const left = x + (Number(element.dataset.side) < 2 ? width / 2 + 12 : width / 2 - 12 - wide);
            const away = parseFloat(element.style.getPropertyValue('--away'));
            const top = y + (Number(element.dataset.side) % 2 ? height / 2 + away : height / 2 - away - high);
            return { name: element.dataset.tag, left, top, right: left + wide, bottom: top + high };
          });
          return names.flatMap((p, i) => names.slice(i + 1).filter((q) => p.left < q.right && q.left < p.right && p.top < q.bottom && q.top < p.bottom).map((q) => `${p.name} and ${q.name}`));
        });
        assert.deepEqual(covered, [], `${hash} at ${size.width}`);
      }
      const colours = await page.locator('#key li').evaluateAll((rows) => rows.map((row) => row.textContent));
      for (const name of ['V, its velocity', `W, velocity of the ${view === 'circle' ? 'rectangle' : 'obstacle'}`]) assert.ok(colours.some((text) => text.startsWith(name)), `${name}: ${colours.join('; ')}`);
    }
    // Every view can be reached, and the answer is a line under the picture in each.
    for (const view of ['side', 'circle', 'sphere', 'many', 'errata']) {
      const box = await page.locator(`nav a[data-view="${view}"]`).boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= size.width, `${view} at ${size.width}`);
    }
    if (size.width === 360) {
      await page.goto(at('circle'));
      await settled(page);
      const [picture, line] = [await page.locator('#stage').boundingBox(), await page.locator('#strip summary').boundingBox()];
      assert.ok(line.y >= picture.y + picture.height - 1 && line.y + line.height <= size.height && line.height < 30, JSON.stringify([picture, line]));
    }
    assert.deepEqual(bad, []);
    await close();
  }
});

test('a rotation is typed in degrees, and is what it says', async () => {
  const { page, bad, close } = await open(here.browser, at('circle?rotation=0,1'));
  const degrees = page.getByLabel('The rectangle: Degrees °', { exact: true });
  await settled(page);
  assert.equal(await degrees.inputValue(), '0');
  await degrees.fill('90');
  // The sine and the cosine of half the angle are equal: a right angle to the last bit.
  const [z, w] = (await agrees(page)).request.oriented_box.rotation;
  assert.ok(z === w && z > 0, `${z}, ${w}`);
  await degrees.fill('30');
  near((await agrees(page)).request.oriented_box.rotation, [Math.sin(Math.PI / 12), Math.cos(Math.PI / 12)], 1e-15, 'half of 30 degrees');
  await page.locator('.pad').focus();
  await page.keyboard.press('-');
  await settled(page);
  assert.ok(Math.abs(Number(await degrees.inputValue()) - 33) < 0.02);
  // In space, this is a turn from x to y by 90 degrees about z.
  await page.goto(at('sphere?target=oriented_box&rotation=0,0,0,1'));
  await settled(page);
  await page.getByLabel('What it meets: Degrees z', { exact: true }).fill('90');
  const [x, y, up, real] = (await agrees(page)).request.oriented_box.rotation;
  assert.ok(x === 0 && y === 0 && up === real && up > 0, `${x}, ${y}, ${up}, ${real}`);
  await page.getByLabel('What it meets: Degrees x', { exact: true }).fill('20');
  await page.getByLabel('What it meets: Degrees x', { exact: true }).blur();
  assert.equal(await page.getByLabel('What it meets: Degrees z', { exact: true }).inputValue(), '90');
  assert.deepEqual(bad, []);
  await close();
});

test('each example says that it is the one, and every handle is in its picture', async () => {
  for (const size of [{ width: 360, height: 740 }, { width: 2560, height: 1440 }]) {
    const { page, bad, close } = await open(here.browser, at('circle'), { size });
    for (const view of ['circle', 'sphere', 'many']) {
      await page.goto(at(view));
      await settled(page);
      const links = page.locator('#panel nav[aria-label="Examples"] a');
      for (const name of await links.allTextContents()) {
        // A script in the page clicks, since each click by the mouse would wait for frames, which take long in the large window.
        await links.getByText(name, { exact: true }).evaluate((link) => link.click());
        await settled(page);
        assert.deepEqual(await page.locator('#panel .links a[aria-current]').allTextContents(), [name]);
        const outside = await page.evaluate(() => {
          const stage = document.getElementById('stage').getBoundingClientRect();
          return [...document.querySelectorAll('.handle')].filter((handle) => {
            const { x, y, width, height } = handle.getBoundingClientRect();
            const [across, down] = [x + width / 2, y + height / 2];
            return handle.hidden || across < stage.left || across > stage.right || down < stage.top || down > stage.bottom;
          }).map((handle) => handle.dataset.key);
        });
        assert.deepEqual(outside, [], `${name} at ${size.width}`);
      }
    }
    assert.deepEqual(bad, []);
    await close();
  }
});

test('errata: each listing is wrong as told, and the engine is right as native', async () => {
  const { page, bad, close } = await open(here.browser, at('errata'));
  await page.waitForFunction(() => document.querySelectorAll('[data-erratum]').length >= 18);
  const cards = await page.locator('[data-erratum]').evaluateAll((all) =>
    all.map((card) => ({ id: card.dataset.erratum, listing: card.querySelector('.wrong').textContent, truth: card.querySelector('.right').textContent, link: card.querySelector('a')?.hash })),
  );
  const told = readFileSync(fileURLToPath(new URL('../../../docs/errata.md', import.meta.url)), 'utf8');
  const names = [...told.matchAll(/^\| `([a-z0-9_]+)` \|/gm)].map(([, name]) => name);
  assert.deepEqual(cards.map(({ id }) => id).sort(), names.sort());
  for (const { id, listing, truth } of cards) assert.notEqual(listing, truth, id);
  // Each erratum has a title and a figure.
  const titles = await page.locator('[data-erratum] h3').allTextContents();
  assert.equal(new Set(titles).size, cards.length);
  for (const title of titles) assert.match(title, /^[A-Z][^_]{8,}$/);
  assert.equal(await page.locator('[data-erratum] svg.figure .is').count(), cards.length);
  const card = (id) => cards.find((one) => one.id === id);
  assert.match(card('inside_the_infinite_cylinder_beyond_its_edge').listing, /t = -4\b/);
  assert.equal(card('inside_the_infinite_cylinder_beyond_its_edge').truth, 'no contact');
  assert.match(card('first_found_is_not_first_in_time').listing, /t = 7\b/);
  assert.match(card('first_found_is_not_first_in_time').truth, /t = 3\b/);
  assert.match(card('v1_repeated_where_v_i1_is_meant').listing, /t = 2\.26795/);
  assert.match(card('v1_repeated_where_v_i1_is_meant').truth, /t = 2\b/);
  assert.equal(card('a_box_met_at_the_edge_beside_the_corner_it_starts_at').listing, 'no contact');
  assert.match(card('a_box_met_at_the_edge_beside_the_corner_it_starts_at').truth, /t = 0\.92893/);
  assert.deepEqual(bad, []);
  await close();
});

test('errata: each link shows both answers of its card, and that they differ', async () => {
  const { page, bad, close } = await open(here.browser, at('errata'));
  await page.waitForFunction(() => document.querySelectorAll('[data-erratum]').length >= 18);
  const cards = await page.locator('[data-erratum]').evaluateAll((all) =>
    all.map((card) => ({ id: card.dataset.erratum, wrong: card.querySelector('.wrong').textContent, right: card.querySelector('.right').textContent, link: card.querySelector('a')?.hash })),
  );
  const linked = cards.filter(({ link }) => link);
  assert.ok(linked.length >= 14, `${linked.length} links`);
  // Numbers are as short as on a card, with six digits.
  const short = (text) => text.replaceAll(/-?\d+(\.\d+)?(e[+-]?\d+)?/g, (x) => String(Number(Number(x).toPrecision(6))));
  let times = 0;
  for (const { id, link, wrong, right } of linked) {
    await page.goto(at(link.slice(1)));
    const { answer } = await agrees(page);
    assert.equal(answer.error, undefined, id);
    assert.equal(await page.locator('.warning').textContent(), '', id);
    const [published, exact] = await Promise.all(['float', 'so'].map((role) => page.locator(`#strip [data-role="${role}"]`).textContent()));
    assert.equal(short(published), wrong, `${id}: the published code`);
    assert.notEqual(published, exact, `${id}: both answers`);
    assert.equal(await page.locator('#strip [data-role="float"] mark').count(), 1, `${id}: it is marked`);
    // The card adds the feature and the centre of a contact.
    const status = answer.status === 'none' ? 'no contact' : (answer.status ?? answer.containment ?? (answer.intersects ? 'they share a point' : 'they share no point'));
    assert.ok(exact.startsWith(status) && right.startsWith(status), `${id}: ${exact} beside ${right}`);
    if (answer.status === 'contact') assert.ok(short(exact).startsWith(`contact at t = ${Number(answer.time.toPrecision(6))}`) && right.startsWith(`contact at t = ${Number(answer.time.toPrecision(6))}`), `${id}: ${exact} beside ${right}`);
    // If the times differ, and not only the features at one time, the text has the number of ulps, and the meaning of an ulp.
    if ([wrong, right].every((text) => text.startsWith('contact at t')) && parseFloat(wrong.slice(15)) !== Number(answer.time.toPrecision(6))) {
      times++;
      assert.match(await page.locator('#strip [data-role="gap"]').textContent(), /^the published time is (\d{1,6}|more than a million) ulps off; an ulp is one step of the last bit$/, id);
    }
  }
  assert.ok(times >= 3, `${times} of two times`);
  assert.deepEqual(bad, []);
  await close();
});

const is = {
  red: ([r, g, b]) => r > 120 && r > g * 1.5 && r > b * 1.4,
  green: ([r, g, b]) => g > r * 1.5 && g > b * 1.3,
  blue: ([r, g, b]) => b > r * 1.3 && b > g * 1.15,
  magenta: ([r, g, b]) => r > g * 1.3 && b > g * 1.3 && Math.abs(r - b) < 80,
  'light gray': (c) => Math.max(...c) - Math.min(...c) < 22 && Math.min(...c) > 125,
  'dark gray': (c) => Math.max(...c) - Math.min(...c) < 40 && Math.max(...c) < 165,
};

test('circle: the colours that were promised', async () => {
  const { page, bad, close } = await open(here.browser, at('circle?center=-3.5,0&radius=1&velocity=2,0&box_center=1,0&half_extents=1.5,1.25&rotation=0,1&drift=0,0&span=12'));
  const { x, y, scale } = await middle(page);
  const on = ([px, py]) => ({ x: x + px * scale, y: y - py * scale });
  const wanted = [
    ['blue', [1, 1.25], 'the rectangle'],
    ['light gray', [1.6, 0.6], 'the rounded rectangle'],
    ['light gray', [1.4, 1.9], 'the rounded rectangle beside the rectangle'],
    ['red', [-4.5, 0], 'the circle'],
    ['red', [-3.5 - Math.SQRT1_2, Math.SQRT1_2], 'the circle'],
    ['green', [3.6, 0], 'the ray'],
    ['green', [4, 1], 'the upper tangent'],
    ['green', [4, -1], 'the lower tangent'],
  ];
  for (const [name, place, what] of wanted) {
    const middle = on(place);
    const around = await colorsAt(page, [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => ({ x: middle.x + dx, y: middle.y + dy }))));
    assert.ok(around.some(is[name]), `${what} at ${place} is ${around.join(' | ')}, must be ${name}`);
  }
  assert.deepEqual(bad, []);
  await close();
});

test('sphere: the colours that were promised', async () => {
  // The camera looks from above, so that points are easy to locate.
  const { page, bad, close } = await open(here.browser, at('sphere?target=triangle&center=-2.5,0,3&radius=0.75&velocity=1,0,-1&a=-1.5,-2,0&b=2.5,-2,0&c=-1.5,2,0&drift=0,0,0&camera=-90,89,14,0,0,0'));
  await drawn(page);
  const place = (p) => page.evaluate(([px, py]) => {
    const box = document.getElementById('stage').getBoundingClientRect();
    const depth = 14 - 0.75;
    const scale = box.height / (2 * depth * Math.tan((16 * Math.PI) / 180));
    return { x: box.x + box.width / 2 + px * scale, y: box.y + box.height / 2 - py * scale };
  }, p);
  const wanted = [
    ['red', [1, -1.2], 'a face of the swept volume'],
    ['magenta', [0.3, -2.45], 'a half cylinder'],
    ['blue', [2.95, -2.2], 'a wedge'],
    ['light gray', [-3.2, 0.3], 'the sphere at the start'],
  ];
  const points = await Promise.all(wanted.map(([, p]) => place(p)));
  const found = await eventually(() => colorsAt(page, points), (colors) => wanted.every(([name], i) => is[name](colors[i])));
  wanted.forEach(([name, p, what], i) => assert.ok(is[name](found[i]), `${what} at ${p} is ${found[i]}, must be ${name}`));
  const tip = await page.locator('.mark[data-key="K"]').boundingBox();
  assert.ok(tip);
  // The end `a` of a capsule whose axis points 2 to the left must stay 2 farther to the right, also if the axis lies in the plane of the
  // triangle. With a steep axis the region has more edges, and an inflation surrounds it all.
  const places = [[-1.2, -1.5], [1.7, -1.8], [0.2, -2.15], [2.6, -2], [0.2, -2.65], [-1.2, 3]];
  for (const [more, seen] of [
    ['', 'red, gray, gray, gray, gray, gray'],
    ['&mover=capsule&axis=-2,0,0', 'red, red, gray, gray, gray, gray'],
    ['&mover=capsule&axis=-2,0,-0.5', 'red, red, red, blue, gray, gray'],
    ['&mover=capsule&axis=-2,0,0&rounding=0.5', 'red, red, magenta, blue, gray, gray'],
    // The centre of a box stays away by the half extents, and vertex 0 of a hull by its vectors to the other vertices.
    ['&mover=oriented_box&body_half_extents=0.5,0.5,0.25&body_rotation=0,0,0,1', 'red, gray, red, gray, gray, gray'],
    ['&mover=oriented_box&body_half_extents=0.5,1.5,0.25&body_rotation=0,0,1,1', 'red, red, red, gray, gray, gray'],
    ['&mover=hull&v1=-2,0,0&v2=-2,0.5,-0.125&v3=-1,0,1', 'red, red, red, gray, gray, gray'],
  ]) {
    await page.goto(at(`sphere?target=triangle&center=-4,3,2&radius=0.25&velocity=1,0,-1&a=-1.5,-2,0&b=0.5,-2,0&c=-1.5,1,0&drift=0,0,0&camera=-90,89,14,0,0,0${more}`));
    await settled(page);
    await drawn(page);
    const points = await Promise.all(places.map(place));
    const names = async () => (await colorsAt(page, points)).map((color) => ['red', 'magenta', 'blue'].find((name) => is[name](color)) ?? 'gray').join(', ');
    assert.equal(await eventually(names, (found) => found === seen), seen, more);
  }
  assert.deepEqual(bad, []);
  await close();
});

for (const scheme of ['light', 'dark']) {
  test(`axe finds nothing, ${scheme}, from 360 to 2560 pixels, and nothing is cut off`, async () => {
    for (const view of ['side', 'circle', 'sphere', 'many?count=200', 'errata']) {
      for (const size of [{ width: 360, height: 740 }, { width: 1280, height: 800 }, { width: 2560, height: 1440 }]) {
        if (size.width === 2560 && view !== 'circle') continue;
        const { page, bad, close } = await open(here.browser, at(view), { scheme, size });
        for (const details of await page.locator('details').all()) await details.evaluate((element) => (element.open = true));
        await settled(page);
        await page.evaluate(axe.source);
        const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
        assert.deepEqual(violations.map(({ id, nodes }) => `${view} ${size.width} ${id}: ${nodes.map((node) => node.html).join(' ')}`), []);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= size.width, `${view} is ${width} wide on ${size.width}`);
        assert.deepEqual(bad, []);
        await close();
      }
    }
  });
}

test('the keyboard reaches every control', async () => {
  const { page, close } = await open(here.browser, at('sphere'));
  const reached = new Set();
  for (let i = 0; i < 90; i++) {
    await page.keyboard.press('Tab');
    reached.add(await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent ?? ''));
  }
  for (const name of ['Centre of what moves', 'Its velocity', 'Vertex 0', 'Vertex 1', 'Vertex 2', 'Velocity of the target', 'Play', 'Time', 'target', 'mover', 'question', 'What moves: Centre x', 'What it meets: Vertex 2 z', 'JSON', 'Rust', 'Python', 'Copy']) {
    assert.ok([...reached].some((one) => one === name), `${name} is not among ${[...reached].join(', ')}`);
  }
  assert.ok([...reached].some((one) => one.startsWith('Space:')));
  await close();
});

test('many spheres: dragged, they are cast and drawn in other threads, and the page is not blocked', async (t) => {
  const context = await here.browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await context.addInitScript(() => {
    // Counts of the page's own work: engines that it starts, pictures that it draws in space, numbers that it reads from columns of
    // spheres.
    globalThis.own = { engines: 0, pictures: 0, reads: 0, columns: 0 };
    const { own } = globalThis;
    for (const name of ['compile', 'compileStreaming', 'instantiate', 'instantiateStreaming']) {
      const original = WebAssembly[name];
      WebAssembly[name] = (...parts) => {
        own.engines++;
        return original.apply(WebAssembly, parts);
      };
    }
    for (const name of ['Module', 'Instance']) {
      WebAssembly[name] = new Proxy(WebAssembly[name], { construct: (target, parts) => (own.engines++, new target(...parts)) });
    }
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (...parts) {
      own.pictures++;
      return getContext.apply(this, parts);
    };
    // Every column from another thread counts its reads, and is passed on unchanged.
    const real = new WeakMap();
    const counting = (column) => {
      own.columns++;
      const proxy = new Proxy(column, {
        get(target, key) {
          const value = Reflect.get(target, key, target);
          if (typeof value === 'function') own.reads += target.length;
          else if (typeof key === 'string' && /^\d/.test(key)) own.reads++;
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
      real.set(proxy, column);
      return proxy;
    };
    const through = (value, change) => {
      if (value === null || typeof value !== 'object') return value;
      const changed = change(value);
      if (changed !== value || ArrayBuffer.isView(value) || Object.getPrototypeOf(value) !== Object.prototype) return changed;
      return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, through(field, change)]));
    };
    const data = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data').get;
    const seen = new WeakMap();
    Object.defineProperty(MessageEvent.prototype, 'data', {
      get() {
        if (!seen.has(this)) seen.set(this, through(data.call(this), (value) => (ArrayBuffer.isView(value) && value.length >= 1000 ? counting(value) : value)));
        return seen.get(this);
      },
    });
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (message, ...rest) {
      return postMessage.call(this, through(message, (value) => real.get(value) ?? value), ...rest);
    };
    globalThis.longest = [];
    globalThis.scripts = [];
    new PerformanceObserver((list) => globalThis.longest.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: 'longtask', buffered: true });
    new PerformanceObserver((list) => globalThis.scripts.push(...list.getEntries().flatMap((entry) => entry.scripts.map((script) => script.duration)))).observe({ type: 'long-animation-frame', buffered: true });
  });
  const page = await context.newPage();
  page.setDefaultTimeout(240_000);
  await page.goto(at('many'));
  await settled(page);
  await drawn(page);
  const rows = () => page.locator('.answer dl').evaluate((list) => Object.fromEntries([...list.querySelectorAll('dt')].map((name) => [name.textContent, name.nextElementSibling.textContent])));
  const first = await rows();
  assert.equal(first.Spheres, '10,000');
  assert.equal(await page.locator('select[name="mesh"]').evaluate((select) => select.selectedOptions[0].textContent), 'Terrain, 69,938 triangles');
  const opening = await page.evaluate(() => {
    const { longest, own } = globalThis;
    globalThis.longest = [];
    globalThis.scripts = [];
    const columns = own.columns;
    own.columns = 0;
    globalThis.casts = [];
    new MutationObserver(() => globalThis.casts.push(document.querySelector('.answer dl')?.textContent.match(/Cast in([\d.]+)/)?.[1])).observe(document.querySelector('.answer'), { childList: true });
    globalThis.frames = [];
    const stage = document.getElementById('stage');
    new MutationObserver((changes) => globalThis.frames.push(...changes.map(() => stage.dataset.frame))).observe(stage, { attributes: true, attributeFilter: ['data-frame'] });
    return { longest, columns };
  });
  // The columns are counted, since otherwise zero reads would prove nothing.
  assert.ok(opening.columns >= 8, `${opening.columns} columns`);
  const box = await page.locator('.handle[data-key="velocity"]').boundingBox();
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let i = 1; i <= 30; i++) await page.mouse.move(from.x + 3 * i, from.y - i);
  await page.mouse.up();
  await settled(page);
  await drawn(page);
  const { own, longest, scripts, casts, frames } = await page.evaluate(() => ({ own: globalThis.own, longest: globalThis.longest, scripts: globalThis.scripts, casts: globalThis.casts, frames: globalThis.frames }));
  assert.ok(casts.length > 1, 'it was not cast anew while dragging');
  assert.ok(frames.length > 1, 'it was not drawn anew while dragging');
  assert.notDeepEqual(await rows(), first);
  assert.ok(own.columns >= 6 * casts.length, `${own.columns} columns of ${casts.length} casts`);
  assert.deepEqual([own.engines, own.pictures, own.reads], [0, 0, 0], 'engines, pictures, and numbers of spheres read by the page itself');
  const told = (times) => {
    const sorted = times.map(Number).sort((a, b) => a - b);
    return `${sorted.length}, ${sorted[sorted.length >> 1]} ms each (median), ${sorted.at(-1)} ms at most`;
  };
  const task = (tasks) => (tasks.length ? `${Math.max(...tasks)} ms` : 'under 50 ms');
  t.diagnostic(`10,000 spheres on 69,938 triangles, dragged: casts ${told(casts)}; pictures, drawn without a graphics card, ${told(frames)}; the page's longest task ${task(longest)}, of its script ${Math.max(0, ...scripts)} ms; its longest task while opening ${task(opening.longest)}; load average ${loadavg()[0].toFixed(1)}`);
  await context.close();
});

test('where many spheres land, as the native command casts the same table', async () => {
  const { page, bad, close } = await open(here.browser, at('many'));
  for (const [mesh, hash] of [['terrain', 'many?mesh=terrain'], ['gear', 'many?mesh=gear&source=0,0,0&velocity=0,0.2,-2&spread=2.4&radius=0.18&count=900']]) {
    await page.goto(at(hash));
    await settled(page);
    const saved = async (button, name) => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
      await download.saveAs(join(here.folder, name));
    };
    await saved('Save the mesh as PLY', `${mesh}.ply`);
    await saved('Save the spheres as CSV', 'landed.csv');
    const rows = readFileSync(join(here.folder, 'landed.csv'), 'utf8').trim().split('\n').map((line) => line.split(','));
    await writeFile(join(here.folder, 'spheres.csv'), `${rows.map((row) => row.slice(0, 7).join(',')).join('\n')}\n`);
    cast(join(here.folder, `${mesh}.ply`), join(here.folder, 'spheres.csv'), join(here.folder, 'out.csv'));
    const [head, ...out] = readFileSync(join(here.folder, 'out.csv'), 'utf8').trim().split('\n').map((line) => line.split(','));
    const [status, time] = ['status', 'time'].map((name) => head.indexOf(name));
    assert.equal(out.length, rows.length - 1);
    const counts = {};
    out.forEach((row, i) => {
      const [ours, its] = [rows[i + 1], [row[status], row[time]]];
      assert.equal(ours[7], its[0], ours.join(','));
      if (ours[7] !== 'none') assert.equal(Number(ours[8]), Number(its[1]), ours.join(','));
      counts[ours[7]] = (counts[ours[7]] ?? 0) + 1;
    });
    assert.ok(counts.contact > 100, JSON.stringify(counts));
    if (mesh === 'gear') assert.ok(counts.overlap > 0 && counts.none > 0, JSON.stringify(counts));
  }
  assert.deepEqual(bad, []);
  await close();
});

test('the mesh and the hits that the command serves', async () => {
  // Two spheres over a triangle, one that lands and one that starts in it, in columns as the command writes them.
  const columns = [
    new Uint32Array([2, 0]),
    new Float64Array([0.5, 0.5, 3, 0.5, 0.5, 0.25]), new Float64Array([1, 1]), new Float64Array([0, 0, -1, 0, 0, -1]), new Float64Array([NaN, NaN]),
    new Float64Array([2, 0]), new Float64Array(6), new Float64Array(6), new Float64Array(6),
    new Int32Array([0, 0]), new Uint8Array([1, 2]), new Uint8Array([6, 6]),
  ];
  const data = await serve({
    '/data/mesh': Buffer.from('v 0 0 0\nv 2 0 0\nv 0 2 0\nf 1 2 3\n'),
    '/data/hits': Buffer.concat(columns.map((column) => Buffer.from(column.buffer))),
  });
  const { page, bad, close } = await open(here.browser, `${data.url}?mesh=part.obj&hits=hits.csv`);
  const rows = await page.locator('.answer dl').evaluate((list) => Object.fromEntries([...list.querySelectorAll('dt')].map((name) => [name.textContent, name.nextElementSibling.textContent])));
  assert.deepEqual(rows, { Spheres: '2', Touching: '1', Overlapping: '1', Missing: '0', 'Cast by': 'the command' });
  assert.equal(await page.locator('select[name="mesh"]').inputValue(), 'part.obj');
  assert.deepEqual(bad, []);
  await close();
  await data.close();
});

test('whatever is opened first, under 1.6 MB come, compressed', async (t) => {
  // Every view is opened, and in space every obstacle with all movers.
  const targets = ['triangle', 'box', 'oriented_box', 'parallelepiped', 'frustum', 'mesh'];
  const links = ['', 'circle', 'many', 'errata', ...targets.flatMap((target) => ['sphere', 'ellipsoid', 'capsule', 'oriented_box', 'hull'].map((mover) => `sphere?target=${target}&mover=${mover}`)), 'sphere?target=box&mover=capsule&rounding=0.5'];
  for (const link of links) {
    const before = here.server.fetched.length;
    const { page, bad, close } = await open(here.browser, at(link));
    if (link === 'errata') await page.waitForFunction((count) => document.querySelectorAll('[data-erratum]').length === count, 18, { polling: 50 });
    else if (link === '') await page.locator('[data-side]').first().waitFor();
    else if (link !== 'circle') await drawn(page);
    const files = here.server.fetched.slice(before);
    const total = files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);
    t.diagnostic(`${link || 'no link'}: ${(total / 1000).toFixed(1)} kB in ${files.length} files`);
    assert.equal(files.filter((file) => file.endsWith('.wasm')).length, 1, 'one engine');
    assert.equal(files.some((file) => file.includes('picture.worker')), !['', 'circle', 'errata'].includes(link), 'three.js where space is looked at');
    assert.ok(total < 1_600_000, `${link}: ${total} bytes`);
    assert.deepEqual(bad, []);
    await close();
  }
});

test('an engine that cannot be fetched is an error on the page, and is fetched when it is next asked', async () => {
  const context = await here.browser.newContext({ viewport: { width: 1000, height: 680 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const answer = page.locator('.answer');
  let isAway = true;
  let held;
  await context.route(/\.wasm$/, async (route) => {
    if (isAway) return route.fulfill({ status: 404 });
    await new Promise((resolve) => (held = resolve));
    return route.continue();
  });
  await page.goto(at('sphere?target=box'));
  await settled(page);
  assert.match(await answer.textContent(), /the engine could not be loaded/);
  isAway = false;
  await page.getByLabel('What moves: Radius r', { exact: true }).fill('0.5');
  // During the download the page reports that it is busy.
  for (let i = 0; !held && i < 500; i++) await page.waitForTimeout(20);
  assert.ok(held, 'it is not fetched again');
  assert.equal(await answer.getAttribute('aria-busy'), 'true');
  held();
  await agrees(page);
  await context.close();
});
