// The built page in a real Chromium: a server for the page on loopback, and helpers for tests of pictures and inputs.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

/** The built page. */
export const DIST = fileURLToPath(new URL('../dist/', import.meta.url));
/** The package for JavaScript, on which the page is built. */
const PACKAGE = fileURLToPath(new URL('../../dist/', import.meta.url));
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm' };

// The policy of `tangency view`, so that a violation shows here.
export const POLICY =
  "default-src 'self' data: blob:; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The native command whose answers the page is compared with. */
export const NATIVE = process.env.TANGENCY ?? fileURLToPath(new URL('../../../target/release/tangency', import.meta.url));

/** The lines that the native command prints for these lines. */
export function native(lines, cwd) {
  const run = spawnSync(NATIVE, ['query'], { input: lines.map((line) => `${line}\n`).join(''), cwd, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (run.error) throw new Error(`${NATIVE}: ${run.error.message}; build it, or set TANGENCY to where it is`);
  return run.stdout.split('\n').slice(0, -1);
}

/** Casts a table of spheres at a mesh by the native command. */
export function cast(mesh, spheres, out) {
  const run = spawnSync(NATIVE, ['cast', mesh, spheres, '-o', out], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`${NATIVE} cast: ${run.error?.message ?? run.stderr}`);
}

/** Serves the built page, the package alone under `/package/`, and other data by its path. Returns the address, the files of the page that
 * were fetched, and a function that ends the server. */
export async function serve(data = {}) {
  const fetched = [];
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url, 'http://x').pathname);
    if (path in data) {
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(data[path]);
      return;
    }
    if (path === '/package/') {
      response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': POLICY }).end('<!doctype html><title>The package</title>');
      return;
    }
    const [folder, name] = path.startsWith('/package/') ? [PACKAGE, path.slice('/package/'.length)] : [DIST, path];
    const file = join(folder, name.endsWith('/') ? `${name}index.html` : name);
    if (!file.startsWith(folder) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    fetched.push(file);
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream', 'content-security-policy': POLICY }).end(await readFile(file));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, fetched, close: () => new Promise((resolve) => server.close(resolve)) };
}

/** A Chromium without a window, with WebGL2 in software. */
export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--force-color-profile=srgb'],
  });
}

/** A page with a list of faults, which are errors on its console and every request to another server. */
export async function open(browser, url, { size = { width: 1000, height: 680 }, scheme = 'light', ...more } = {}) {
  const context = await browser.newContext({ viewport: size, colorScheme: scheme, reducedMotion: 'reduce', ...more });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const bad = [];
  page.on('console', (message) => {
    // Software rendering warns that reading pixels back is slow.
    if (['error', 'warning'].includes(message.type()) && !/GPU stall due to ReadPixels/.test(message.text())) bad.push(message.text());
  });
  page.on('pageerror', (error) => bad.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(url).origin) && !/^(blob|data):/.test(request.url())) bad.push(`outside request: ${request.url()}`);
  });
  await page.goto(url);
  await settled(page);
  return { page, bad, close: () => context.close() };
}

/** Waits until the page has answered its last request and written its address. */
export async function settled(page) {
  // An input, or a new address, is still queued at first.
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
  // The condition is not tested at each frame, since frames take long without a graphics card.
  await page.waitForFunction(() => {
    const { view, kept } = document.body.dataset;
    if (view === 'walk') return true;
    return kept === 'true' && (view === 'errata' || view === 'side' || document.querySelector('.answer')?.getAttribute('aria-busy') === 'false');
  }, undefined, { polling: 20 });
}

/** Waits until the picture is complete. */
export async function drawn(page) {
  await page.waitForFunction(() => document.getElementById('stage').dataset.drawn === 'true', undefined, { polling: 50 });
}

/** The request that the page shows, and the answer to it. */
export async function shown(page) {
  return page.evaluate(() => {
    [...document.querySelectorAll('.tabs button')].find((button) => button.textContent === 'JSON').click();
    return {
      request: document.querySelector('pre[aria-label="The question"]').textContent,
      answer: document.querySelector('[data-role="answer"]').textContent,
    };
  });
}

/** Checks that each of the two compared programs has the same name in everything that can be unfolded, hovered or read aloud. */
export async function hasOneNameEach(page) {
  const all = await page.evaluate(() => [document.body.textContent, ...[...document.querySelectorAll('[title], [aria-label]')].flatMap(({ title, ariaLabel }) => [title, ariaLabel])].join('\n'));
  assert.doesNotMatch(all, /textbook’s|plain floats|[Tt]he listing\b|So it is/);
}

/** The colours of the picture at points of the page, each as [r, g, b]. All come from one
 * screenshot, since a second one takes as long as the first. */
export async function colorsAt(page, places) {
  const shot = (await page.screenshot()).toString('base64');
  return page.evaluate(async ([data, places]) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d', { willReadFrequently: true });
    context.drawImage(image, 0, 0);
    return places.map(({ x, y }) => [...context.getImageData(Math.round(x), Math.round(y), 1, 1).data.slice(0, 3)]);
  }, [shot, places]);
}

export const colorAt = async (page, place) => (await colorsAt(page, [place]))[0];

/** The fixture of the tests of a file, from before the first to after the last: the server of
 * the page, a browser, a folder, the address of a state, and the values of `begin`. */
export function shared(begin = async () => {}) {
  const here = { at: (hash) => `${here.server.url}#${hash}` };
  before(async () => {
    here.server = await serve();
    here.browser = await launch();
    here.folder = await mkdtemp(join(tmpdir(), 'tangency-page-'));
    await begin(here);
  });
  after(async () => {
    await here.browser?.close();
    await here.server?.close();
    if (here.folder) await rm(here.folder, { recursive: true });
  });
  return here;
}

/** Asks until `isIt` holds for the result, at most for a minute, and returns the result. Without a graphics card a picture takes as long as the other
 * processes let it, so no fixed wait is long enough. */
export async function eventually(ask, isIt) {
  const end = Date.now() + 60_000;
  for (;;) {
    const found = await ask();
    if (isIt(found) || Date.now() > end) return found;
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** The middle of the picture and, in the plane, the number of pixels per unit of length. */
export async function middle(page) {
  const { x, y, width, height } = await page.locator('#stage').boundingBox();
  return { x: x + width / 2, y: y + height / 2, scale: Math.min(width, height * 1.5) / 12 };
}
