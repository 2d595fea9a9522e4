// The package in each bundler, as `npm pack` makes it, in a project with no settings except an entry: in the bundler's development server,
// and built; run in a real Chromium, in Node and in bun.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const here = fileURLToPath(new URL('.', import.meta.url));
const tool = (name) => join(here, 'node_modules/.bin', name);

/** The output of the program if all is well: the time of one query, and the time of a column. */
const RIGHT = 'time 4, 2';
const ask = (from) => `import { load, query, Mesh } from '${from}';
export async function ask(...source) {
  await load(...source);
  const { time } = query({ query: 'first_contact', sphere: { center: [0, 0, 5], radius: 1, velocity: [0, 0, -1] }, point: { position: [0, 0, 0] } });
  const mesh = new Mesh([0, 0, 0, 4, 0, 0, 0, 4, 0], [0, 1, 2]);
  return 'time ' + [time, ...mesh.firstContacts({ center: [1, 1, 5], radius: 1, velocity: [0, 0, -2] }).time].join(', ');
}
`;
const FILES = {
  'index.html': '<!doctype html><title>not yet</title><script type="module" src="./main.js"></script>\n',
  'ask.js': ask('tangency'),
  'ask-inline.js': ask('tangency/inline'),
  'main.js': "import { ask } from './ask.js';\nask().catch(String).then((said) => (document.title = said));\n",
  'main-inline.js': "import { ask } from './ask-inline.js';\nask().catch(String).then((said) => (document.title = said));\n",
  // The programs are as in the guide, except for the output.
  'main-worker.js': `const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
worker.addEventListener('message', ({ data }) => (document.title = data));
worker.addEventListener('error', ({ message }) => (document.title = 'error: ' + message));
`,
  'worker.js': "import { ask } from './ask.js';\nask().catch(String).then((said) => postMessage(said));\n",
  'worker.html': '<!doctype html><title>not yet</title><script type="module" src="./main-worker.js"></script>\n',
  'node.js': "import { ask } from './ask.js';\nask().catch(String).then((said) => console.log(said));\n",
  'node-inline.js': "import { ask } from './ask-inline.js';\nask().catch(String).then((said) => console.log(said));\n",
  'node-file.js': "import engine from 'tangency/engine_bg.wasm';\nimport { join } from 'node:path';\nimport { ask } from './ask.js';\nask(join(import.meta.dirname, engine)).catch(String).then((said) => console.log(said));\n",
  'main-file.js': "import engine from 'tangency/engine_bg.wasm';\nimport { ask } from './ask.js';\nask(new URL(engine, import.meta.url)).catch(String).then((said) => (document.title = said));\n",
};
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };

let packed;
let browser;
const folders = [];

before(async () => {
  packed = await mkdtemp(join(tmpdir(), 'tangency-package-'));
  folders.push(packed);
  run('npm', ['pack', '--silent', '--pack-destination', packed], { cwd: join(here, '..') });
  const [archive] = await readdir(packed);
  run('tar', ['xzf', archive], { cwd: packed });
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
});

// Development servers set NODE_ENV for this process, and builds would take it for a setting of the user.
beforeEach(() => delete process.env.NODE_ENV);

after(async () => {
  await browser?.close();
  for (const folder of folders) await rm(folder, { recursive: true });
});

function run(command, parameters, options) {
  const { status, stdout, stderr, error } = spawnSync(command, parameters, { encoding: 'utf8', ...options });
  assert.ifError(error);
  assert.equal(status, 0, `${command}: ${stdout}${stderr}`);
  return stdout + stderr;
}

/** An empty project that has the package installed. */
async function project() {
  const root = await mkdtemp(join(tmpdir(), 'tangency-project-'));
  folders.push(root);
  await mkdir(join(root, 'node_modules'));
  await cp(join(packed, 'package'), join(root, 'node_modules/tangency'), { recursive: true });
  await writeFile(join(root, 'package.json'), '{ "name": "project", "version": "1.0.0", "private": true, "type": "module", "dependencies": { "tangency": "*" } }\n');
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(root, name), text);
  return root;
}

/** The final title of a page, and its messages. */
async function shown(url) {
  const page = await browser.newPage();
  const words = [];
  page.on('console', (message) => words.push(message.text()));
  page.on('pageerror', (error) => words.push(String(error)));
  try {
    await page.goto(url);
    await page.waitForFunction(() => document.title !== 'not yet', undefined, { timeout: 60_000 }).catch(() => words.push('it has no answer'));
    return [await page.title(), ...words].join('\n');
  } finally {
    await page.close();
  }
}

/** The same for a page in a folder that a bundler has filled. */
async function built(folder, path = 'index.html') {
  const server = createServer(async (request, response) => {
    const file = join(folder, normalize(new URL(request.url, 'http://x').pathname));
    // Like many servers, this one sends a page for missing files.
    const name = existsSync(file) && extname(file) ? file : join(folder, path);
    response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' }).end(await readFile(name));
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  try {
    return await shown(`http://127.0.0.1:${server.address().port}/${path}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

const weight = async (folder, ending) => (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(ending)).length;

for (const major of [5, 6, 7, 8]) {
  describe(`vite ${major}`, () => {
    const settings = (root, more) => ({ root, configFile: false, logLevel: 'silent', cacheDir: join(root, 'node_modules/.vite'), ...more });

    for (const path of ['index.html', 'worker.html']) {
      test(`serves ${path}`, async () => {
        const { createServer } = await import(`vite${major}`);
        const server = await createServer(settings(await project(), { server: { port: 0, host: '127.0.0.1' } }));
        try {
          await server.listen();
          assert.equal((await shown(`${server.resolvedUrls.local[0]}${path}`)).split('\n')[0], RIGHT);
        } finally {
          await server.close();
        }
      });

      test(`builds ${path}`, async () => {
        const { build } = await import(`vite${major}`);
        const root = await project();
        await build(settings(root, { build: { target: 'es2022', rollupOptions: { input: join(root, path) } } }));
        assert.equal(await built(join(root, 'dist'), path), RIGHT);
        // The bundle contains the file as it is, and not as text.
        assert.equal(await weight(join(root, 'dist'), '.wasm'), 1);
      });
    }
  });
}

describe('webpack 5', () => {
  const pack = async (root, settings) => {
    const { default: webpack } = await import('webpack');
    // A warning about the size of a file is no failure.
    const compiler = webpack({ context: root, performance: false, output: { path: join(root, 'dist'), filename: 'main.cjs' }, ...settings });
    const stats = await new Promise((done, failed) => compiler.run((error, stats) => (error ? failed(error) : done(stats))));
    await new Promise((done) => compiler.close(done));
    const { errors, warnings } = stats.toJson({ all: false, errors: true, warnings: true });
    assert.deepEqual([...errors, ...warnings].map(({ message }) => message), []);
  };

  for (const mode of ['development', 'production']) {
    test(`builds for a browser, ${mode}`, async () => {
      const root = await project();
      await pack(root, { mode, entry: './main.js', output: { path: join(root, 'dist'), filename: 'main.js' } });
      await writeFile(join(root, 'dist/index.html'), FILES['index.html'].replace(' type="module"', ' defer'));
      assert.equal(await built(join(root, 'dist')), RIGHT);
    });

    test(`builds for Node, ${mode}`, async () => {
      const root = await project();
      await pack(root, { mode, target: 'node', entry: './node.js' });
      assert.equal(run(process.execPath, [join(root, 'dist/main.cjs')]), `${RIGHT}\n`);
    });
  }
});

describe('parcel 2', () => {
  test('builds', async () => {
    const root = await project();
    run(tool('parcel'), ['build', 'index.html', '--no-cache', '--no-source-maps', '--public-url', './'], { cwd: root });
    assert.equal(await built(join(root, 'dist')), RIGHT);
  });
});

describe('esbuild', () => {
  const pack = async (root, settings) => {
    const { build } = await import('esbuild');
    const { errors, warnings } = await build({ absWorkingDir: root, bundle: true, outdir: 'dist', logLevel: 'silent', ...settings });
    await cp(join(root, 'index.html'), join(root, 'dist/index.html'));
    return [...errors, ...warnings].map(({ text }) => text);
  };

  test('builds what is inlined, for a browser and for Node', async () => {
    const root = await project();
    assert.deepEqual(await pack(root, { format: 'esm', entryPoints: { main: 'main-inline.js' } }), []);
    assert.equal(await built(join(root, 'dist')), RIGHT);
    for (const [format, ending] of [['esm', '.mjs'], ['cjs', '.cjs']]) {
      assert.deepEqual(await pack(root, { format, platform: 'node', entryPoints: { node: 'node-inline.js' }, outExtension: { '.js': ending } }), []);
      assert.equal(run(process.execPath, [join(root, `dist/node${ending}`)]), `${RIGHT}\n`);
    }
  });

  test('builds with the file as a file, for a browser and for Node', async () => {
    const root = await project();
    const loader = { '.wasm': 'file' };
    assert.deepEqual(await pack(root, { format: 'esm', loader, entryPoints: { main: 'main-file.js' } }), []);
    assert.equal(await built(join(root, 'dist')), RIGHT);
    assert.deepEqual(await pack(root, { format: 'esm', platform: 'node', loader, entryPoints: { node: 'node-file.js' }, outExtension: { '.js': '.mjs' } }), []);
    assert.equal(run(process.execPath, [join(root, 'dist/node.mjs')]), `${RIGHT}\n`);
  });

  test('copies no file, and what is missing is told', async () => {
    const root = await project();
    await pack(root, { format: 'esm', entryPoints: { main: 'main.js' } });
    assert.match(await built(join(root, 'dist')), /begins with "<!doctype html>.*must be WebAssembly.*import from 'tangency\/inline'/s);
    await pack(root, { format: 'cjs', platform: 'node', entryPoints: { node: 'node.js' }, outExtension: { '.js': '.cjs' } });
    assert.match(run(process.execPath, [join(root, 'dist/node.cjs')]), /Invalid URL.*import from 'tangency\/inline'/);
  });
});

describe('rollup', () => {
  const pack = async (root, input, format) => {
    const [{ rollup }, { nodeResolve }] = [await import('rollup'), await import('@rollup/plugin-node-resolve')];
    const warnings = [];
    const bundle = await rollup({ input: join(root, input), plugins: [nodeResolve()], onwarn: ({ message }) => warnings.push(message) });
    await bundle.write({ file: join(root, 'dist/main.js'), format, name: 'main' });
    await bundle.close();
    await cp(join(root, 'index.html'), join(root, 'dist/index.html'));
    assert.deepEqual(warnings, []);
  };

  for (const format of ['es', 'iife']) {
    test(`builds what is inlined, as ${format}`, async () => {
      const root = await project();
      await pack(root, 'main-inline.js', format);
      assert.equal(await built(join(root, 'dist')), RIGHT);
    });
  }

  test('copies no file, and what is missing is told', async () => {
    const root = await project();
    await pack(root, 'main.js', 'es');
    assert.match(await built(join(root, 'dist')), /must be WebAssembly.*import from 'tangency\/inline'/s);
  });
});

describe('bun', () => {
  before(() => {
    // Some versions of npm do not let bun fetch its program during its installation.
    if (spawnSync(tool('bun'), ['--version']).status !== 0) run(process.execPath, [join(here, 'node_modules/bun/install.js')]);
  });

  test('runs it', async () => {
    const root = await project();
    assert.equal(run(tool('bun'), ['node.js'], { cwd: root }), `${RIGHT}\n`);
    assert.equal(run(tool('bun'), ['node-inline.js'], { cwd: root }), `${RIGHT}\n`);
  });

  test('builds what is inlined, for a browser and for itself', async () => {
    const root = await project();
    run(tool('bun'), ['build', 'main-inline.js', '--target=browser', '--outfile=dist/main.js'], { cwd: root });
    await cp(join(root, 'index.html'), join(root, 'dist/index.html'));
    assert.equal(await built(join(root, 'dist')), RIGHT);
    run(tool('bun'), ['build', 'node-inline.js', '--target=bun', '--outfile=dist/bun.js'], { cwd: root });
    assert.equal(run(tool('bun'), ['dist/bun.js'], { cwd: root }), `${RIGHT}\n`);
  });
});

describe('three.js', () => {
  test('has geometries that make meshes, by run and by types', async () => {
    const root = await project();
    for (const name of ['three', '@types/three']) {
      await mkdir(join(root, 'node_modules', name, '..'), { recursive: true });
      await symlink(join(here, 'node_modules', name), join(root, 'node_modules', name));
    }
    await cp(join(here, 'three.ts'), join(root, 'three.ts'));
    const compiler = join(here, '../node_modules/typescript/bin/tsc');
    const settings = ['--strict', '--target', 'es2022', '--module', 'nodenext', '--skipLibCheck', '--types', '', '--lib', 'es2022,dom,esnext.disposable'];
    run(process.execPath, [compiler, ...settings, 'three.ts'], { cwd: root });
    assert.equal(run(process.execPath, ['three.js'], { cwd: root }), 'right\n');
  });
});
