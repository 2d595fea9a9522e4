// Tests of each way to load the engine, in a process of its own, since the engine is loaded once; and of the files that `npm pack` takes.
// `bundlers/` tests each bundler.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const at = (path) => new URL(`../dist/${path}`, import.meta.url);
const wasm = at('engine/engine_bg.wasm');

/** The output of a program that begins with these lines. */
function printed(lines, entry = 'index.js') {
  const program = `import { readFile } from 'node:fs/promises';
    import { load, query, TangencyError } from ${JSON.stringify(at(entry).href)};
    const wasm = new URL(${JSON.stringify(wasm.href)});
    const bytes = () => readFile(wasm);
    const ask = () => query({ query: 'first_contact', sphere: { center: [0, 0, 5], radius: 1, velocity: [0, 0, -1] }, point: { position: [0, 0, 0] } }).time;
    const refused = (source) => load(source).then(() => 'loaded', (error) => (error instanceof TangencyError ? error.message : error.stack));
    const served = async (type, body, status = 200) => new Response(body, { status, headers: { 'content-type': type } });
    ${lines}`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8', cwd: fileURLToPath(new URL('.', wasm)) });
  assert.equal(status, 0, stderr);
  assert.equal(stderr, '');
  return stdout.trim();
}

describe('load', () => {
  const sources = {
    'nothing, and takes the file of the package': '',
    'an address of a file': 'wasm.href',
    'a URL of a file': 'wasm',
    'a path': "'engine_bg.wasm'",
    'an absolute path': JSON.stringify(fileURLToPath(wasm)),
    'an address of data': "'data:application/wasm;base64,' + (await bytes()).toString('base64')",
    'bytes': 'await bytes()',
    'an ArrayBuffer': 'Uint8Array.from(await bytes()).buffer',
    'a view of other numbers': 'new DataView(Uint8Array.from(await bytes()).buffer)',
    'a compiled module': 'await WebAssembly.compile(await bytes())',
    'a Response': "await served('application/wasm', await bytes())",
    'a Response of no type': "await served('application/octet-stream', await bytes())",
  };
  for (const [what, source] of Object.entries(sources)) {
    test(`takes ${what}`, () => assert.equal(printed(`await load(${source}); await load(); console.log(ask());`), '4'));
  }

  test('takes the next source if one is wrong', () => {
    assert.equal(printed("console.log(await refused(new Uint8Array(8)).then(() => load()).then(ask));"), '4');
  });

  const wrong = [
    ['7', 'source is 7, must be an address, bytes, a Response or a WebAssembly.Module'],
    ['null', 'source is null, must be an address, bytes, a Response or a WebAssembly.Module'],
    ['{ path: 1 }', 'source is an object, must be an address, bytes, a Response or a WebAssembly.Module'],
    ["await served('text/html', '<!doctype html>')", 'the Response begins with "<!doctype html>", must be WebAssembly'],
    ["await served('text/html', 'none', 404)", 'the Response has the status 404, must contain WebAssembly'],
    ["'data:text/plain,none'", 'data:text/plain,none begins with "none", must be WebAssembly'],
  ];
  for (const [source, message] of wrong) {
    test(message, () => assert.equal(printed(`console.log(await refused(${source}));`), message));
  }

  test('inlined needs no file', () => {
    const noFile = "globalThis.fetch = () => { throw new Error('fetched'); };";
    assert.equal(printed(`${noFile} await load(); console.log(ask());`, 'inline.js'), '4');
    assert.equal(printed('await load(wasm); console.log(ask());', 'inline.js'), '4');
    // Both entries are one package, so a load by the other entry does nothing.
    assert.equal(printed(`await load(); const other = await import(${JSON.stringify(at('index.js').href)}); await other.load(new Uint8Array()); console.log(ask(), other.Mesh.name);`, 'inline.js'), '4 Mesh');
  });

  test('a file that is missing is told, and what to do', () => {
    const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', `
      import { cp, mkdtemp, rm } from 'node:fs/promises';
      import { tmpdir } from 'node:os';
      const folder = await mkdtemp(tmpdir() + '/tangency-');
      await cp(new URL(${JSON.stringify(at('.').href)}), folder, { recursive: true, filter: (path) => !path.endsWith('.wasm') });
      const { load } = await import('file://' + folder + '/index.js');
      console.log(await load().catch((error) => error.name + ': ' + error.message));
      await rm(folder, { recursive: true });`], { encoding: 'utf8' });
    assert.equal(status, 0);
    assert.match(stdout, /^TangencyError: the WebAssembly is not next to the module: ENOENT.*engine_bg\.wasm.*import from 'tangency\/inline', or give load its address$/m);
  });
});

describe('the package', () => {
  const folder = new URL('../', import.meta.url);
  const { exports, main, types } = JSON.parse(readFileSync(new URL('package.json', folder)));
  const { status, stdout, stderr } = spawnSync('npm', ['pack', '--dry-run', '--json', '--loglevel=error'], { cwd: fileURLToPath(folder), encoding: 'utf8' });
  const packed = () => JSON.parse(stdout)[0].files.map(({ path }) => path);

  test('has each file that its entries name, and its licences', () => {
    assert.equal(status, 0, stderr);
    const named = [main, types, ...Object.values(exports).flatMap((entry) => (typeof entry === 'string' ? entry : Object.values(entry)))];
    for (const path of [...named.map((path) => path.slice(2)), 'LICENSE-MIT', 'LICENSE-APACHE', 'THIRD-PARTY.txt', 'README.md']) assert.ok(packed().includes(path), path);
  });

  test('is served by bundlers that look for nothing, and by those that know no exports', () => {
    // In development no file has to be copied; Node reads the file itself.
    assert.deepEqual(Object.keys(exports['.']), ['types', 'node', 'development', 'default']);
    assert.equal(exports['.'].development, exports['./inline'].default);
    assert.deepEqual([main, types], [exports['.'].default, exports['.'].types]);
    // Some bundlers recognize this expression, others the comments.
    assert.ok(readFileSync(at('index.js'), 'utf8').includes("new URL('./engine/engine_bg.wasm', import.meta.url)"));
    assert.ok(readFileSync(at('load.js'), 'utf8').includes('import(/* webpackIgnore: true */ /* @vite-ignore */ fs)'));
    assert.ok(!readFileSync(at('inline.js'), 'utf8').includes('import.meta'));
  });
});
