// Loads modules of the page that need no page as modules of Node.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformWithOxc } from 'vite';

/** Loads the modules of `src/walk` with these names. Each comes after the modules that it imports. */
export async function walkModules(...names) {
  const folder = await mkdtemp(join(tmpdir(), 'tangency-modules-'));
  try {
    const loaded = {};
    for (const name of names) {
      const source = fileURLToPath(new URL(`../src/walk/${name}.ts`, import.meta.url));
      const { code } = await transformWithOxc(await readFile(source, 'utf8'), source);
      const file = join(folder, `${name}.mjs`);
      await writeFile(file, code.replaceAll(/from (['"])(\.\/\w+)\1/g, "from '$2.mjs'"));
      loaded[name] = await import(file);
    }
    return loaded;
  } finally {
    await rm(folder, { recursive: true });
  }
}
