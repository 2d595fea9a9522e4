// The examples of the book run unchanged, with the blocks of a page one after the other.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import assert from 'node:assert/strict';
import { test } from 'node:test';

const library = JSON.stringify(new URL('../dist/index.js', import.meta.url).href);

for (const page of ['docs/start.md', 'docs/javascript.md', 'docs/guide/controller.md']) {
  test(page, () => {
    const text = readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8');
    const blocks = [...text.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code);
    assert.ok(blocks.length > 0, 'the page has no example');
    const folder = mkdtempSync(join(tmpdir(), 'book-'));
    try {
      const file = join(folder, 'page.mjs');
      writeFileSync(file, blocks.join('\n').replaceAll("'tangency'", library));
      const { status, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
      assert.equal(status, 0, stderr);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}
