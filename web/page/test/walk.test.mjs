// The page "Walk". It walks by keys and fingers without overlaps, and a link reproduces every bit of the native library.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { createInterface } from 'node:readline';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import axe from 'axe-core';
import { colorAt, colorsAt, eventually, hasOneNameEach, middle, NATIVE, open as opened, shared } from './browser.mjs';
import { walkModules } from './modules.mjs';

const CASES = new URL('../../../tests/cases/walk/', import.meta.url);
const RUN = JSON.parse(readFileSync(new URL('run.json', CASES)));
const RECORDED = `level=small&run=${RUN.inputs}&sum=${RUN.checksum}`;
const here = shared();
const at = (hash) => `${here.server.url}walk.html${hash ? `#${hash}` : ''}`;

/** The modules that run without a page. */
let rules;
let levels;
let textbook;
let runs;
before(async () => {
  ({ rules, level: levels, textbook, runs: { RUNS: runs } } = await walkModules('rules', 'level', 'textbook', 'runs'));
});

/** A page whose level is loaded. */
async function open(hash, options) {
  const page = await opened(here.browser, at(hash), options);
  await there(page.page);
  return page;
}

const there = (page) => page.waitForFunction(() => document.getElementById('stage').dataset.open, undefined, { polling: 50 });
const became = (page, state) => page.waitForFunction((state) => document.getElementById('stage').dataset.state === state, state, { polling: 50 });
const said = (page, role) => page.locator(`[data-role="${role}"]`).textContent();

async function counts(page) {
  const texts = await page.locator('[data-count]').evaluateAll((cells) => cells.map((cell) => [cell.dataset.count, cell.textContent]));
  return Object.fromEntries(texts.map(([name, text]) => [name, Number(text.replaceAll(',', ''))]));
}

/** Holds a key for at least this many steps, and for hardly more: the page itself counts them and releases the key, since this process may
 * receive the count late. */
async function hold(page, key, steps) {
  await page.evaluate(([code, steps]) => {
    const cell = document.querySelector('[data-count="steps-walker"]');
    const walked = () => Number(cell.textContent.replaceAll(',', ''));
    const last = walked() + steps;
    globalThis.isHeld = true;
    new MutationObserver((_, watch) => {
      if (walked() < last) return;
      watch.disconnect();
      document.dispatchEvent(new KeyboardEvent('keyup', { code }));
      globalThis.isHeld = false;
    }).observe(cell, { childList: true, characterData: true, subtree: true });
  }, [key, steps]);
  await page.keyboard.down(key);
  await page.waitForFunction(() => !globalThis.isHeld, undefined, { polling: 50 });
  await page.keyboard.up(key);
}

const place = async (page) => (await said(page, 'place')).split(', ').slice(0, 3).map(Number);

test('it walks by keys: ahead, aside, turned, up in the air, and it overlaps nothing', async () => {
  const { page, bad, close } = await open('');
  assert.equal(await said(page, 'state'), 'waits for a key, 0 steps');
  await hold(page, 'KeyW', 45);
  const first = await place(page);
  assert.ok(first[0] > 1 && first[1] === 0, `${first}`);
  await hold(page, 'ArrowLeft', 32);
  await hold(page, 'ArrowUp', 30);
  const turned = await place(page);
  assert.ok(turned[1] > first[1] + 0.5, `${first} to ${turned}`);
  await hold(page, 'KeyA', 20);
  const aside = await place(page);
  assert.ok(aside[0] < turned[0] - 0.5, `${turned} to ${aside}`);
  await page.keyboard.down('Space');
  await page.waitForFunction(() => /in the air/.test(document.querySelector('[data-role="place"]').textContent), undefined, { polling: 10 });
  await page.keyboard.up('Space');
  const found = await counts(page);
  assert.ok(found['steps-walker'] > 120 && found['legs-walker'] > 60 && found['blocked-walker'] > 60, JSON.stringify(found));
  assert.deepEqual([found['overlaps-walker'], found['fell-walker']], [0, 0]);
  assert.deepEqual(bad, []);
  await close();
});

test('a link replays the recorded run to the bits of the native library: at once, in its time, and by the button', async () => {
  const still = await open(RECORDED);
  await became(still.page, 'replayed');
  assert.equal(await said(still.page, 'checksum'), RUN.checksum);
  assert.equal(await said(still.page, 'verdict'), 'The same to the last bit as when it was recorded.');
  const found = await counts(still.page);
  assert.equal(found['steps-walker'], RUN.steps);
  assert.equal(found['overlaps-walker'], 0);
  assert.deepEqual(still.bad, []);
  await still.close();

  const moving = await open(RECORDED, { reducedMotion: 'no-preference' });
  await became(moving.page, 'replaying');
  // Keys do not steer a replay.
  await moving.page.keyboard.press('KeyS');
  await moving.page.getByLabel('The textbook controller beside it').uncheck();
  await moving.page.waitForFunction(() => Number(document.querySelector('[data-count="steps-walker"]').textContent) > 30, undefined, { polling: 50 });
  await moving.page.getByRole('button', { name: 'To the end' }).click();
  await became(moving.page, 'replayed');
  assert.equal(await said(moving.page, 'checksum'), RUN.checksum);
  await moving.page.getByRole('button', { name: 'Replay' }).click();
  await became(moving.page, 'replaying');
  await moving.page.getByRole('button', { name: 'To the end' }).click();
  await became(moving.page, 'replayed');
  assert.equal(await said(moving.page, 'checksum'), RUN.checksum);
  assert.deepEqual(moving.bad, []);
  await moving.close();
});

test('what was walked is a link, which brings back the same places', async () => {
  const { page, bad, close } = await open('level=small&view=first', { permissions: ['clipboard-read', 'clipboard-write'] });
  await hold(page, 'KeyW', 40);
  await hold(page, 'KeyQ', 20);
  await hold(page, 'KeyW', 60);
  await page.waitForTimeout(200);
  await page.getByRole('button', { name: 'Copy the link' }).click();
  await page.getByText(/^Copied: /).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, page.url());
  const sum = new URLSearchParams(new URL(link).hash.slice(1)).get('sum');
  const other = await opened(here.browser, link);
  await there(other.page);
  await became(other.page, 'replayed');
  assert.equal(await said(other.page, 'checksum'), sum);
  assert.ok(await other.page.getByLabel('In first person').isChecked());
  // The walk continues from there by keys, and starts again by the button.
  await hold(other.page, 'KeyS', 20);
  assert.notEqual(await said(other.page, 'checksum'), sum);
  await other.page.getByRole('button', { name: 'Start again' }).click();
  await other.page.waitForFunction(() => document.querySelector('[data-count="steps-walker"]').textContent === '0', undefined, { polling: 50 });
  assert.deepEqual(await place(other.page), [0, 0, 0.25]);
  assert.deepEqual([...bad, ...other.bad], []);
  await other.close();
  await close();
});

/** JSON with the sign of zeros. */
function json(value) {
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0.0' : JSON.stringify(value);
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return `[${Array.from(value, json)}]`;
  return `{${Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}:${json(part)}`)}}`;
}

/** The checksum of a run of a box by the native command, to which each step is a request with the walker of the reply before. */
async function sumOfBox(run) {
  const command = spawn(NATIVE, ['query'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: command.stdout })[Symbol.asyncIterator]();
  const { center, halfExtents } = rules.bodyAt('box', levels.level('small').start, 1);
  let walker = { position: center, half_extents: halfExtents, velocity: [0, 0, 0], floor: null };
  const options = { max_slope: rules.MAX_SLOPE, step_height: rules.STEP_HEIGHT, snap_distance: rules.SNAP_DISTANCE };
  const mesh = { path: fileURLToPath(new URL(RUN.level, CASES)) };
  const sum = new rules.Checksum();
  for (const [keys, heading] of rules.Inputs.read(run, 1e6)) {
    rules.urge(walker.velocity, keys, walker.floor !== null, 1);
    command.stdin.write(`${json({ query: 'step', walker, options, displacement: rules.wish(keys, heading, 1), world: { mesh } })}\n`);
    const { error, status, ...reply } = JSON.parse((await lines.next()).value);
    assert.deepEqual([error, status], [undefined, 'free']);
    ({ walker } = reply);
    sum.add(walker.position);
  }
  command.stdin.end();
  await once(command, 'exit');
  return `${sum}`;
}

test('a run of a box has the bits of the native command', async () => {
  const { run, sum } = runs.find(({ body }) => body === 'box');
  assert.equal(await sumOfBox(run), sum);
  // In the longer run of the tour the box goes another way than the capsule.
  const page = await open(`level=small&body=box&run=${RUN.inputs}&sum=${RUN.checksum}`);
  await became(page.page, 'replayed');
  const found = await said(page.page, 'checksum');
  assert.notEqual(found, RUN.checksum);
  assert.equal(found, await sumOfBox(RUN.inputs));
  assert.equal(await said(page.page, 'verdict'), `Not the same as when it was recorded: that was ${RUN.checksum}.`);
  const { 'overlaps-walker': overlaps, 'fell-walker': fell } = await counts(page.page);
  assert.deepEqual([overlaps, fell], [0, 0]);
  assert.deepEqual(page.bad, []);
  await page.close();
});

test('the body is chosen: it walks as a box, which is in the link, and again as a capsule', async () => {
  const { page, bad, close } = await open('level=small');
  const select = page.locator('select[name="body"]');
  assert.equal(await select.inputValue(), 'capsule');
  const blue = async () => {
    const { x, y } = await middle(page);
    const colors = await colorsAt(page, Array.from({ length: 41 * 41 }, (_, i) => ({ x: x + 3 * (i % 41) - 60, y: y + 3 * Math.floor(i / 41) - 60 })));
    return colors.filter(([r, , b]) => b > 1.3 * r).length;
  };
  await page.getByLabel('The textbook controller beside it').uncheck();
  let last;
  const ofCapsule = await eventually(blue, (count) => {
    const isStill = count > 0 && count === last;
    last = count;
    return isStill;
  });
  await hold(page, 'KeyW', 10);
  await select.selectOption('box');
  await there(page);
  await page.waitForFunction(() => document.querySelector('[data-count="steps-walker"]').textContent === '0', undefined, { polling: 50 });
  assert.deepEqual(await place(page), [0, 0, 0.875]);
  const ofBox = await eventually(blue, (count) => count > ofCapsule);
  assert.ok(ofCapsule > 0 && ofBox > ofCapsule, `${ofCapsule} pixels of the capsule, ${ofBox} of the box around it`);
  await hold(page, 'KeyW', 30);
  assert.ok((await place(page))[0] > 1, `${await place(page)}`);
  await page.getByRole('button', { name: 'Copy the link' }).click();
  await page.getByText(/^(Copied|The link is in the address line): /).waitFor();
  const link = new URLSearchParams(new URL(page.url()).hash.slice(1));
  assert.deepEqual([link.get('level'), link.get('body')], ['small', 'box']);
  const other = await opened(here.browser, page.url());
  await there(other.page);
  await became(other.page, 'replayed');
  assert.equal(await said(other.page, 'checksum'), link.get('sum'));
  assert.equal(await other.page.locator('select[name="body"]').inputValue(), 'box');
  // Another level keeps the body, and another body keeps the level.
  await page.locator('select[name="level"]').selectOption('large');
  await page.waitForFunction(() => document.getElementById('stage').dataset.open === 'large', undefined, { polling: 50 });
  assert.equal(new URL(page.url()).hash, '#level=large&body=box');
  await select.selectOption('capsule');
  await there(page);
  assert.equal(new URL(page.url()).hash, '#level=large');
  assert.deepEqual([...bad, ...other.bad], []);
  await other.close();
  await close();
});

test('the level of the recorded run is the small one, and the large one has some 70,000 triangles', () => {
  const { vertices, triangles } = levels.level('small');
  const lines = readFileSync(new URL(RUN.level, CASES), 'utf8').split('\n');
  const numbers = (kind) => lines.filter((line) => line.startsWith(`${kind} `)).flatMap((line) => line.split(' ').slice(1).map(Number));
  assert.deepEqual(numbers('v'), [...vertices]);
  assert.deepEqual(numbers('f').map((v) => v - 1), [...triangles]);
  const large = levels.level('large');
  assert.ok(Math.abs(large.triangles.length / 3 - 70_000) < 500, `${large.triangles.length / 3}`);
});

test('inputs are the same after they were text, and what is none is refused', () => {
  const inputs = new rules.Inputs();
  for (let i = 0; i < 5000; i++) inputs.push(i < 3000 ? 1 : (i >> 3) & 31, (i * i) >> 9 & 255);
  const text = `${inputs}`;
  assert.match(text, /^[\w-]+$/);
  const again = rules.Inputs.read(text, 5000);
  assert.deepEqual([...again], [...inputs]);
  assert.equal(again.length, 5000);
  assert.equal(rules.Inputs.read(text, 4999), undefined, 'too long');
  assert.equal([...rules.Inputs.read('', 9)].length, 0);
  for (const wrong of ['A', 'AAA*', 'AQA', 'AQAA', '_wAB', 'AQCAgICAAQ']) assert.equal(rules.Inputs.read(wrong, 1e9), undefined, wrong);
});

test('an address is checked: what is refused is said, and the page walks', async () => {
  const { page, close } = await open('level=huge&body=round&view=second&sum=12&colour=red&run=A');
  const warning = page.locator('.warning');
  await page.getByText(/The run in the address is none/).waitFor();
  await page.goto('about:blank');
  await page.goto(at('level=huge&body=round&view=second&sum=12&colour=red'));
  await there(page);
  const text = await warning.textContent();
  for (const part of ['level is "huge": it must be one of small, large', 'body is "round": it must be one of capsule, box', 'view is "second": it must be first, third or textbook', 'sum is "12"', '"colour" is nothing']) assert.ok(text.includes(part), text);
  await hold(page, 'KeyW', 10);
  await close();
});

test('the textbook controller is a good one: it climbs the stairs and goes down the ramp beside the walker', () => {
  const { vertices, triangles, start } = levels.level('small');
  const corners = new Float64Array(3 * triangles.length);
  triangles.forEach((v, i) => corners.set(vertices.subarray(3 * v, 3 * v + 3), 3 * i));
  const book = new textbook.Textbook(corners, start, rules.RADIUS, rules.AXIS, 1);
  let highest = 0;
  for (let i = 0; i < 150; i++) {
    rules.urge(book.velocity, rules.AHEAD, book.isOnFloor, 1);
    book.step(rules.wish(rules.AHEAD, 0, 1));
    highest = Math.max(highest, book.position[2]);
  }
  const [x, y, z] = book.position;
  assert.ok(highest > 1.7 && highest < 1.8, `${highest}`);
  assert.ok(Math.abs(x - 150 * 4.5 / 60) < 0.1 && Math.abs(y) < 0.01 && z > 0.25 && z < 0.27, `${book.position}`);
  assert.ok(book.isOnFloor);
});

test('each run to look at is as it was recorded, and those that show a failure end with the textbook controller left behind, and looked at', async () => {
  const { page, bad, close } = await open('');
  assert.deepEqual([runs[0].run, runs[0].sum], [RUN.inputs, RUN.checksum]);
  for (const { title, level, sum, isFailure } of runs) {
    await page.getByRole('link', { name: title }).click();
    // The result of the previous run stays until this one has begun.
    await page.waitForFunction((sum) => document.querySelector('[data-role="checksum"]').textContent === sum, sum, { polling: 50 });
    await page.getByText('The same to the last bit as when it was recorded.').waitFor();
    assert.equal(await page.locator('select[name="level"]').inputValue(), level);
    const found = await counts(page);
    assert.equal(found['overlaps-walker'], 0);
    assert.equal(await page.getByLabel('Follow the textbook controller').isChecked(), isFailure ?? false, title);
    if (!isFailure) continue;
    const [stuck, apart, back] = ['stuck', 'apart', 'back'].map((name) => page.locator(`[data-count="${name}-textbook"]`));
    const seconds = parseFloat(await stuck.textContent());
    assert.ok(parseFloat(await apart.textContent()) > 3, `${title}: ${await apart.textContent()} apart`);
    assert.equal(await back.textContent(), '0', title);
    if (/^Stuck/.test(title)) assert.ok(seconds > 1.2, `${title}: stuck for ${seconds} s`);
  }
  assert.deepEqual(bad, []);
  await close();
});

test('a file that is refused leaves the level before it: its name, its address, and who walks there', async () => {
  const { page, close } = await open('level=small');
  const drop = (name, content) => page.evaluate(([name, content]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], name));
    document.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, [name, content]);
  for (const [name, content, said] of [['words.obj', 'v 1 2 x\n', /^words\.obj, line 1: /], ['empty.obj', '', /^empty\.obj/], ['notes.txt', 'nothing', /notes\.txt/]]) {
    await drop(name, content);
    await page.locator('.warning', { hasText: said }).waitFor();
    assert.equal(await page.locator('select[name="level"]').inputValue(), 'small', name);
    assert.deepEqual(await page.locator('select[name="level"] option').evaluateAll((all) => all.map(({ value }) => value)), ['small', 'large']);
    assert.equal(new URL(page.url()).hash, '#level=small');
    await hold(page, 'KeyW', 10);
    await page.getByRole('button', { name: 'Start again' }).click();
    await page.waitForFunction(() => document.querySelector('[data-count="steps-walker"]').textContent === '0', undefined, { polling: 50 });
  }
  await close();
  // A link to such a file reports the error, and the page still walks.
  const linked = await opened(here.browser, at('name=part.obj&data=AAAA'));
  await there(linked.page);
  assert.match(await linked.page.locator('.warning').textContent(), /not a file that this page has packed/);
  await hold(linked.page, 'KeyW', 10);
  await linked.close();
});

test('after a level was chosen the letters walk, and the arrows still choose', async () => {
  const { page, bad, close } = await open('');
  const select = page.locator('select[name="level"]');
  await select.focus();
  await select.selectOption('large');
  await page.waitForFunction(() => document.getElementById('stage').dataset.open === 'large', undefined, { polling: 50 });
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'level');
  await hold(page, 'KeyW', 20);
  assert.ok((await place(page))[0] > 0.5);
  const steps = (await counts(page))['steps-walker'];
  await page.keyboard.press('ArrowUp');
  await page.waitForFunction(() => document.getElementById('stage').dataset.open === 'small', undefined, { polling: 50 });
  assert.ok(steps > 0);
  assert.deepEqual(bad, []);
  await close();
});

test('without a canvas for threads there is no picture, and it walks', async () => {
  const context = await here.browser.newContext({ viewport: { width: 1000, height: 680 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.addInitScript(() => delete HTMLCanvasElement.prototype.transferControlToOffscreen);
  await page.goto(at(''));
  await page.getByText(/there is no picture, but every number/).waitFor();
  await there(page);
  await hold(page, 'KeyW', 20);
  assert.ok((await place(page))[0] > 0.5);
  await context.close();
});

test('the skip button leaves the address as it is', async () => {
  const { page, bad, close } = await open(`level=small&run=AgBf&sum=26530015999636bd`);
  const before = page.url();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'panel');
  assert.equal(page.url(), before);
  assert.deepEqual(bad, []);
  await close();
});

test('counters: stuck comes first, in seconds, those for developers are folded, and they and the signs leave the figure free on a phone, upright and on its side, and at 200 %', async () => {
  for (const size of [{ width: 360, height: 740 }, { width: 740, height: 360 }, { width: 640, height: 360 }, { width: 1280, height: 720 }]) {
    const { page, bad, close } = await open('', { size, hasTouch: size.width < 1000 });
    const { stage, counters, height } = await page.evaluate(() => {
      const box = (id) => document.getElementById(id).getBoundingClientRect().toJSON();
      return { stage: box('stage'), counters: box('counters'), height: innerHeight };
    });
    const text = `${size.width} by ${size.height}: ${JSON.stringify({ stage, counters })}`;
    const area = (box) => box.width * box.height;
    assert.ok(area(counters) <= 0.25 * area(stage), `a quarter of the picture, ${text}`);
    assert.ok(stage.height >= 0.5 * height, `half of the window, ${text}`);
    // The figure is near the middle. The visible part of the figure and of its path is half as high as the picture.
    const [x, y] = [stage.x + stage.width / 2, stage.y + stage.height / 2];
    assert.ok(counters.bottom < y - 0.1 * stage.height || counters.right < x - 0.1 * stage.width, `the figure is covered, ${text}`);
    assert.deepEqual(await page.locator('#counters tbody th').allTextContents(), ['Stuck', 'Apart', 'Overlaps', 'Fell out']);
    assert.match(await page.locator('#counters [data-count="stuck-textbook"]').textContent(), /^\d+\.\d s$/);
    const folded = page.locator('details', { has: page.getByText('For developers', { exact: true }) });
    assert.equal(await folded.evaluate((details) => details.open), false);
    assert.equal(await folded.locator('[data-count="steps-walker"]').count(), 1);
    await hasOneNameEach(page);
    assert.deepEqual(bad, []);
    await close();
  }
});

test('a station says its name and its goal when one comes near', async () => {
  const { page, bad, close } = await open('');
  assert.match(await page.locator('.station').textContent(), /^Slot\. Walk through it/);
  await page.waitForFunction(() => [...document.querySelectorAll('.signs span')].some((sign) => !sign.hidden && sign.textContent === 'Stairs'), undefined, { polling: 50 });
  await hold(page, 'KeyW', 40);
  assert.match(await page.locator('.station').textContent(), /^Stairs\. /);
  assert.deepEqual(bad, []);
  await close();
});

test('a file in which up is y stands up', async () => {
  const { page, bad, close } = await open('');
  // A floor in the plane of x and z, and a wall on it at x = 5 that is 4 high. With z up, it would be a wall without a floor.
  const corners = [[-10, 0, -10], [10, 0, -10], [10, 0, 10], [-10, 0, 10], [5, 0, -10], [5, 0, 10], [5, 4, 10], [5, 4, -10]];
  const obj = `${corners.map((corner) => `v ${corner.join(' ')}`).join('\n')}\nf 1 2 3\nf 1 3 4\nf 5 6 7\nf 5 7 8\n`;
  await page.evaluate((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], 'room.obj'));
    document.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, obj);
  await page.getByText('4 triangles.').waitFor();
  await page.getByLabel('In this file up is y').check();
  await there(page);
  await hold(page, 'KeyW', 200);
  const [x, y, z] = await place(page);
  assert.ok(Math.abs(x - 4.75) < 0.001 && y === 0 && z === 0.25, `${x}, ${y}, ${z}`);
  await page.getByRole('button', { name: 'Copy the link' }).click();
  await page.getByText(/^(Copied|The link is in the address line): /).waitFor();
  assert.match(page.url(), /up=y/);
  const other = await opened(here.browser, page.url());
  await there(other.page);
  await became(other.page, 'replayed');
  assert.deepEqual(await place(other.page), [x, y, z]);
  assert.deepEqual([...bad, ...other.bad], []);
  await other.close();
  await close();
});

test('a mesh that is dropped: the walker falls on it, and the link brings it', async () => {
  const { page, bad, close } = await open('');
  // A floor of forty by forty about a point far away, and a sheet across it.
  const corners = [[80, 80, 5], [120, 80, 5], [120, 120, 5], [80, 120, 5], [108, 80, 5], [108, 120, 5], [108, 120, 12], [108, 80, 12]];
  const obj = `${corners.map((corner) => `v ${corner.join(' ')}`).join('\n')}\nf 1 2 3\nf 1 3 4\nf 5 6 7\nf 5 7 8\n`;
  const drop = (name, content) => page.evaluate(([name, content]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], name));
    document.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, [name, content]);
  await drop('floor.obj', obj);
  await page.getByText('4 triangles. Walker scaled to 2.').waitFor();
  await hold(page, 'KeyW', 200);
  const [x, y, z] = await place(page);
  // The body is twice as large, and stands before the sheet.
  assert.ok(z === 5.5 && y === 100 && Math.abs(x - 107.5) < 0.001, `${x}, ${y}, ${z}`);
  await page.getByRole('button', { name: 'Copy the link' }).click();
  await page.getByText(/^(Copied|The link is in the address line): /).waitFor();
  const other = await opened(here.browser, page.url());
  await there(other.page);
  await became(other.page, 'replayed');
  assert.equal(await said(other.page, 'verdict'), 'The same to the last bit as when it was recorded.');
  assert.equal(await other.page.locator('select[name="level"]').evaluate((select) => select.selectedOptions[0].textContent), 'floor.obj');
  // A file that is no mesh is refused with its name, and the page continues.
  await drop('words.obj', 'v 1 2 x\n');
  await page.getByText(/^words\.obj, line 1: /).waitFor();
  await page.locator('select[name="level"]').selectOption('small');
  await page.getByText('846 triangles.').waitFor();
  await hold(page, 'KeyW', 10);
  assert.deepEqual([...bad, ...other.bad], []);
  await other.close();
  await close();
});

test('in the hills: sixty steps a second, and the page itself has nothing to do', async (t) => {
  const { page, bad, close } = await open('level=large', { size: { width: 1280, height: 800 } });
  await hold(page, 'KeyW', 300);
  const found = await counts(page);
  const [task, longest, rate] = await Promise.all(['task-walker', 'longest-walker', 'rate-walker'].map((name) => page.locator(`[data-count="${name}"]`).textContent()));
  const frame = await page.locator('#stage').getAttribute('data-frame');
  assert.ok((await place(page))[0] > 14, `${await place(page)}`);
  assert.deepEqual([found['overlaps-walker'], found['fell-walker']], [0, 0]);
  // These are measurements of the machine, and no assertions.
  t.diagnostic(`${await page.getByText(/ triangles\.$/).textContent()} ${found['steps-walker']} steps, ${found['legs-walker']} legs; ${rate} steps a second; the page's longest task ${task}; the longest step ${longest}; a picture, drawn without a graphics card, ${frame} ms; load average ${loadavg()[0].toFixed(1)}`);
  assert.deepEqual(bad, []);
  await close();
});

test('both figures and the level are in the picture', async () => {
  for (const scheme of ['light', 'dark']) {
    const { page, bad, close } = await open('', { scheme });
    await hold(page, 'KeyW', 20);
    const { x, y } = await middle(page);
    // Both figures are in one place: the hoops of the textbook controller are visible around the walker.
    const seen = async () => {
      const colors = await colorsAt(page, [-60, -40, -20, 0, 20, 40, 60].map((dy) => ({ x, y: y + dy })));
      return colors.some(([r, , b]) => r > 2 * b);
    };
    assert.ok(await eventually(seen, (isSeen) => isSeen), `${scheme}: no hoop`);
    await page.getByLabel('The textbook controller beside it').uncheck();
    assert.ok(!(await eventually(seen, (isSeen) => !isSeen)), `${scheme}: a hoop`);
    const isBlue = ([r, , b]) => b > 1.3 * r;
    const places = [[0, 10], [-150, 180], [150, 180]].map(([dx, dy]) => ({ x: x + dx, y: y + dy }));
    const [walker, ...floor] = await eventually(() => colorsAt(page, places), ([color]) => isBlue(color));
    assert.ok(isBlue(walker), `${scheme}: the walker is ${walker}`);
    for (const color of floor) assert.ok(Math.max(...color) - Math.min(...color) < 40, `${scheme}: the floor is ${color}`);
    await page.getByLabel('In first person').check();
    const before = await eventually(() => colorAt(page, places[0]), (color) => !isBlue(color));
    assert.ok(!isBlue(before), `${scheme}: in first person the walker is not seen`);
    assert.deepEqual(bad, []);
    await close();
  }
});

test('fingers walk by the pad and jump by the button', async () => {
  const { page, bad, close } = await open('', { size: { width: 390, height: 780 }, hasTouch: true, isMobile: true });
  const pad = await page.locator('.walkpad').boundingBox();
  const client = await page.context().newCDPSession(page);
  const touch = (type, ...points) => client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const [x, y] = [pad.x + pad.width / 2, pad.y + pad.height / 2];
  await touch('touchStart', [x, y]);
  await touch('touchMove', [x, y - 40]);
  await page.waitForFunction(() => Number(document.querySelector('[data-count="steps-walker"]').textContent) > 20, undefined, { polling: 50 });
  await touch('touchEnd');
  const ahead = await place(page);
  assert.ok(ahead[0] > 1 && ahead[1] === 0, `${ahead}`);
  const jump = await page.getByRole('button', { name: 'Jump' }).boundingBox();
  await touch('touchStart', [jump.x + 20, jump.y + 20]);
  await page.waitForFunction(() => /in the air/.test(document.querySelector('[data-role="place"]').textContent), undefined, { polling: 10 });
  await touch('touchEnd');
  // A finger that moves across the picture turns the figure, so "ahead" is another direction.
  await touch('touchStart', [200, 300]);
  await touch('touchMove', [104, 300]);
  await touch('touchEnd');
  await touch('touchStart', [x, y - 40]);
  await eventually(() => place(page), ([, y]) => y > 0.1);
  await touch('touchEnd');
  assert.ok((await place(page))[1] > 0.1, `${await place(page)}`);
  assert.deepEqual(bad, []);
  await close();
});

for (const scheme of ['light', 'dark']) {
  test(`axe finds nothing, ${scheme}, from 360 to 2560 pixels, and nothing is cut off`, async () => {
    for (const size of [{ width: 360, height: 740 }, { width: 1280, height: 800 }, { width: 2560, height: 1440 }]) {
      const { page, bad, close } = await open('', { scheme, size });
      for (const details of await page.locator('details').all()) await details.evaluate((element) => (element.open = true));
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
      assert.deepEqual(violations.map(({ id, nodes }) => `${size.width} ${id}: ${nodes.map((node) => node.html).join(' ')}`), []);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= size.width, `${width} wide on ${size.width}`);
      assert.deepEqual(bad, []);
      await close();
    }
  });
}

test('the keyboard reaches every control', async () => {
  const { page, close } = await open('');
  const wanted = await page.evaluate(() => [...document.querySelectorAll('a[href], button, input, select, summary, canvas')].filter((one) => one.checkVisibility()).length);
  const reached = new Set();
  for (let i = 0; i < 2 * wanted; i++) {
    await page.keyboard.press('Tab');
    reached.add(await page.evaluate(() => {
      const all = [...document.querySelectorAll('*')];
      return all.indexOf(document.activeElement);
    }));
  }
  assert.ok(reached.size >= wanted, `${reached.size} of ${wanted}`);
  await close();
});

test('it fetches one engine, under 1.6 MB compressed', async (t) => {
  const before = here.server.fetched.length;
  const { close } = await open('');
  const files = here.server.fetched.slice(before);
  const total = files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);
  t.diagnostic(`walk: ${(total / 1000).toFixed(1)} kB in ${files.length} files`);
  assert.equal(files.filter((file) => file.endsWith('.wasm')).length, 1, 'one engine');
  assert.ok(files.every(existsSync));
  assert.ok(total < 1_600_000, `${total} bytes`);
  await close();
});

test('an engine that cannot be fetched is an error on the page, and is fetched when it is next asked', async () => {
  const context = await here.browser.newContext({ viewport: { width: 1000, height: 680 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  let isAway = true;
  await context.route(/\.wasm$/, (route) => (isAway ? route.fulfill({ status: 404 }) : route.continue()));
  await page.goto(at(''));
  await page.getByText(/the engine could not be loaded/).waitFor();
  isAway = false;
  await page.locator('select[name="level"]').selectOption('large');
  await there(page);
  await hold(page, 'KeyW', 10);
  await context.close();
});
