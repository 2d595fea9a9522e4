// The package in a real Chromium: every request of the case table is answered there, on every machine, by the line that the native command
// prints, byte for byte, and by what the table says.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launch, native, serve } from './browser.mjs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const CASES = `${ROOT}tests/cases/`;

let server;
let browser;
let page;

before(async () => {
  server = await serve();
  browser = await launch();
  page = await browser.newPage();
  await page.goto(`${server.url}package/`);
  await page.evaluate(async () => {
    globalThis.tangency = await import('./index.js');
    await globalThis.tangency.load();
  });
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** What the package answers to these lines, in the browser. */
const answered = (lines) => page.evaluate((all) => all.map((line) => globalThis.tangency.query(line)), lines);

/** Of what was said, what is expected to have one right answer. */
function saidOf(expected, said) {
  if (expected === null || typeof expected !== 'object' || Array.isArray(expected)) return said;
  return Object.fromEntries(Object.entries(expected).map(([name, field]) => [name, saidOf(field, said?.[name])]));
}

describe('the case table in Chromium', () => {
  const tables = readdirSync(CASES).filter((name) => name.endsWith('.jsonl'));
  test('is there', () => assert.ok(tables.length > 0, `no tables in ${CASES}`));

  for (const table of tables) {
    test(table, async (t) => {
      // As they stand there, so that no number is read and written on the way.
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
          // An exact number can be written in more than one way; the command's way is compared below.
          const { exact, ...fields } = expected;
          assert.deepEqual(saidOf(fields, said), fields, request);
        }
        // The command looks for a file where the package knows a name: their words differ.
        if (request.includes('"path":"')) return;
        assert.equal(here[i], there[i], request);
        compared++;
      });
      t.diagnostic(`${compared} lines are those of the command, of ${cases.length}`);
      assert.ok(compared > 0);
    });
  }
});
