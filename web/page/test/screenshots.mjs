// Makes the pictures of the documentation from the built page.

import { fileURLToPath } from 'node:url';
import { drawn, launch, open, serve, settled } from './browser.mjs';

const DOCS = fileURLToPath(new URL('../../../docs/', import.meta.url));
const WANTED = [
  ['page-circle', 'circle', 'light'],
  ['page-sphere', 'sphere', 'light'],
  ['page-sphere-dark', 'sphere', 'dark'],
  ['page-mesh', 'many', 'dark'],
];

const only = process.argv.slice(2);
const server = await serve();
const browser = await launch();
for (const [name, hash, scheme] of WANTED) {
  if (only.length && !only.includes(name)) continue;
  const { page, bad, close } = await open(browser, `${server.url}#${hash}`, { size: { width: 1440, height: 880 }, deviceScaleFactor: 1.5, scheme });
  await settled(page);
  // The first cast builds the search tree of the mesh and compiles the engine.
  for (const key of hash === 'many' ? ['ArrowRight', 'ArrowLeft'] : []) {
    await page.locator('.handle[data-key="source"]').press(key);
    await settled(page);
  }
  await page.mouse.move(0, 0);
  if (hash !== 'circle') await drawn(page);
  // A picture of the other thread appears on the screen a little later.
  await page.waitForTimeout(1500);
  await page.screenshot({ path: `${DOCS}${name}.png` });
  if (bad.length) throw new Error(bad.join('\n'));
  console.log(`docs/${name}.png`);
  await close();
}
await browser.close();
await server.close();
