// The package in a real Chromium. On every machine it answers every request of the case table with the line of the native command, byte for
// byte, and with the fields of the table. So does the thread of the page.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { DIST, native, shared } from './browser.mjs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const CASES = `${ROOT}tests/cases/`;

let page;
const here = shared(async (here) => {
  page = await here.browser.newPage();
  await page.goto(`${here.server.url}package/`);
  await page.evaluate(async () => {
    globalThis.tangency = await import('./index.js');
    await globalThis.tangency.load();
  });
});

/** The answers of the package to these lines, in the browser. */
const answered = (lines) => page.evaluate((all) => all.map((line) => globalThis.tangency.query(line)), lines);

/** The fields of an answer that the table expects. */
function saidOf(expected, said) {
  if (expected === null || typeof expected !== 'object' || Array.isArray(expected)) return said;
  return Object.fromEntries(Object.entries(expected).map(([name, field]) => [name, saidOf(field, said?.[name])]));
}

const tables = readdirSync(CASES, { recursive: true }).filter((name) => name.endsWith('.jsonl'));

describe('the case table in Chromium', () => {
  test('is there', () => assert.ok(tables.length > 0, `no tables in ${CASES}`));

  for (const table of tables) {
    test(table, async (t) => {
      // The lines are as written in the table, so that no number is parsed and printed in between.
      const cases = readFileSync(CASES + table, 'utf8').split('\n').filter(Boolean).map((line) => {
        const cut = /^\{"request":(.*),"answer":(\{.*\})\}$/.exec(line);
        assert.ok(cut, `no {"request":…,"answer":…}: ${line}`);
        return { request: cut[1], expected: JSON.parse(cut[2]) };
      });
      const requests = cases.map(({ request }) => request);
      const [here, there] = [await answered(requests), native(requests, ROOT)];
      assert.equal(here.length, cases.length);
      let compared = 0;
      cases.forEach(({ request, expected }, i) => {
        const said = JSON.parse(here[i]);
        if (expected.error) assert.equal(typeof said.error, 'string', request);
        else {
          // An exact number can be written in more than one form; the form of the command is
          // compared below.
          const { exact, ...fields } = expected;
          assert.deepEqual(saidOf(fields, said), fields, request);
        }
        // The command reads a file where the package looks up a name: their error messages differ.
        if (request.includes('"path":"')) return;
        assert.equal(here[i], there[i], request);
        compared++;
      });
      t.diagnostic(`${compared} lines are those of the command, of ${cases.length}`);
      assert.ok(compared > 0);
    });
  }
});

describe('the case table through the thread of the page', () => {
  for (const table of tables) {
    test(table, async (t) => {
      // The thread opens meshes by their paths itself.
      const requests = readFileSync(CASES + table, 'utf8').split('\n').filter(Boolean)
        .map((line) => /^\{"request":(.*),"answer":(\{.*\})\}$/.exec(line)[1])
        .filter((request) => !request.includes('"path":"'));
      const worker = readdirSync(`${DIST}assets`).find((name) => /^engine\.worker-.*\.js$/.test(name));
      const said = await page.evaluate(async ([path, lines]) => {
        const engine = new Worker(path, { type: 'module' });
        try {
          return await new Promise((resolve, reject) => {
            engine.onmessage = ({ data: { value, error } }) => (error === undefined ? resolve(value) : reject(new Error(error)));
            engine.postMessage({ id: 1, order: { kind: 'query', lines } });
          });
        } finally {
          engine.terminate();
        }
      }, [`${here.server.url}assets/${worker}`, requests]);
      const there = native(requests, ROOT);
      requests.forEach((request, i) => assert.equal(said[i], there[i], request));
      t.diagnostic(`${requests.length} lines`);
      assert.ok(requests.length > 0);
    });
  }
});

describe('the worker of the README', () => {
  test('answers, as Vite builds it', { timeout: 120_000 }, async () => {
    // The folder of a user, with the files as in the README, and the package where npm puts it.
    const folder = await mkdtemp(join(tmpdir(), 'tangency-vite-'));
    const readme = readFileSync(`${ROOT}web/README.md`, 'utf8');
    const snippets = [...readme.matchAll(/```js\n\/\/ ([\w.]+)\n(.*?)```/gs)].map(([, name, text]) => [name, text]);
    assert.deepEqual(snippets.map(([name]) => name), ['vite.config.js', 'worker.js', 'main.js']);
    for (const [name, text] of snippets) await writeFile(join(folder, name), text);
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>A user</title><script type="module" src="/main.js"></script>');
    await mkdir(join(folder, 'node_modules'));
    await symlink(`${ROOT}web`, join(folder, 'node_modules/tangency'));
    await build({ root: folder, logLevel: 'error' });

    const types = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };
    const built = createServer(async (request, response) => {
      const file = join(folder, 'dist', request.url === '/' ? 'index.html' : request.url);
      if (existsSync(file)) response.writeHead(200, { 'content-type': types[extname(file)] }).end(await readFile(file));
      else response.writeHead(404).end();
    });
    await new Promise((resolve) => built.listen(0, '127.0.0.1', resolve));
    const user = await here.browser.newPage();
    try {
      const said = user.waitForEvent('console', { predicate: (message) => message.type() === 'log', timeout: 60_000 });
      await user.goto(`http://127.0.0.1:${built.address().port}/`);
      const [time] = (await said).args();
      assert.deepEqual(await time.evaluate((column) => Array.from(column)), [4, NaN]);
    } finally {
      await user.close();
      await new Promise((resolve) => built.close(resolve));
      await rm(folder, { recursive: true });
    }
  });
});
