// The table of the parts of the engine on the page agrees with the answers of the parts.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { before, test } from 'node:test';
import { transformWithOxc } from 'vite';

const at = (path) => new URL(path, import.meta.url);
const REFUSED = 'this part of the engine was built without what answers this request';

const CORNERS = [[0, 0, 0], [4, 0, 0], [0, 4, 0]];
const TARGETS = {
  triangle: () => ({ vertices: CORNERS }),
  segment: (n) => ({ start: CORNERS[0].slice(0, n), end: CORNERS[1].slice(0, n) }),
  point: (n) => ({ position: CORNERS[1].slice(0, n) }),
  box: (n) => ({ min: [-1, -1, -1].slice(0, n), max: [1, 1, 1].slice(0, n) }),
  oriented_box: (n) => ({ center: [0, 0, 0].slice(0, n), half_extents: [1, 1, 1].slice(0, n), rotation: n === 2 ? [0, 1] : [0, 0, 0, 1] }),
  polytope: (n) => ({ planes: [...Array(2 * n).keys()].map((k) => ({ point: Array(n).fill(k % 2 ? 1 : -1), normal: Array.from({ length: n }, (_, i) => (i === k >> 1 ? (k % 2 ? 1 : -1) : 0)) })) }),
  parallelepiped: (n) => ({ center: [0, 0, 0].slice(0, n), edges: [...Array(n).keys()].map((k) => Array.from({ length: n }, (_, i) => (i === k ? 1 : 0))) }),
  mesh: () => ({ path: 'a mesh' }),
};

/** A request of each kind: obstacle, mover, plane and space, both floats, and each query. */
const requests = Object.entries(TARGETS).flatMap(([target, of]) =>
  [2, 3].flatMap((n) => ['sphere', 'ellipsoid', 'capsule'].flatMap((mover) => ['f64', 'f32'].flatMap((scalar) => ['first_contact', 'intersects', 'containment'].map((query) => {
    const center = [5, 5, 5].slice(0, n);
    const ones = [1, 1, 1].slice(0, n);
    const body = { sphere: { center, radius: 1 }, ellipsoid: { center, radii: ones }, capsule: { a: center, axis: ones, radius: 1 } }[mover];
    const velocity = query === 'first_contact' ? { velocity: [-1, -1, -1].slice(0, n) } : {};
    return JSON.stringify({ query, [mover]: { ...body, ...velocity }, [target]: of(n), ...(scalar === 'f32' ? { scalar } : {}) });
  })))));

/** The fields of an answer that the table expects. */
function saidOf(expected, said) {
  if (expected === null || typeof expected !== 'object' || Array.isArray(expected)) return said;
  return Object.fromEntries(Object.entries(expected).map(([name, field]) => [name, saidOf(field, said?.[name])]));
}

const engines = {};
let PARTS;
let partsOf;

before(async () => {
  const source = fileURLToPath(at('../src/parts.ts'));
  const { code } = await transformWithOxc(await readFile(source, 'utf8'), source);
  ({ PARTS, partsOf } = await import(`data:text/javascript,${encodeURIComponent(code)}`));
  for (const part of PARTS) {
    const engine = await import(at(`../../parts/${part}/engine/engine.js`));
    await engine.default({ module_or_path: await readFile(at(`../../parts/${part}/engine/engine_bg.wasm`)) });
    engines[part] = engine;
  }
  for (const { Mesh } of Object.values(engines)) {
    if (Mesh) new Mesh(Float64Array.from(CORNERS.flat()), Uint32Array.of(0, 1, 2)).name('a mesh');
  }
});

test('the page asks each part what it answers, and nothing else', () => {
  const answered = Object.fromEntries(PARTS.map((part) => [part, 0]));
  for (const line of requests) {
    for (const part of PARTS) {
      const { error } = JSON.parse(engines[part].query(line));
      // Requests that both routes refuse as unknown, such as triangles in the plane, need no part.
      if (error !== undefined && error !== REFUSED) continue;
      assert.equal(partsOf(line).includes(part), error !== REFUSED, `${part}: ${line}`);
      if (error === undefined) answered[part]++;
    }
  }
  // Triangles and meshes by both round bodies with two queries; boxes of four kinds in space and
  // one in the plane, and triangles in both floats; and by capsules, two kinds of each.
  assert.ok(answered.meshes >= 8 && answered.solids >= 12, JSON.stringify(answered));
  assert.deepEqual([answered['capsules-meshes'], answered['capsules-boxes']], [4, 4]);
});

test('each part answers motions between two points as the oracles do', async () => {
  const table = await readFile(at('../../../tests/cases/questions/legs.jsonl'), 'utf8');
  const answered = Object.fromEntries(PARTS.map((part) => [part, 0]));
  for (const line of table.split('\n').filter(Boolean)) {
    // As written in the table, so that no number is parsed and printed in between.
    const [, request, answer] = /^\{"request":(.*),"answer":(\{.*\})\}$/.exec(line);
    const asked = JSON.parse(request);
    const isPath = ['sphere', 'ellipsoid', 'capsule'].some((mover) => asked[mover]?.path);
    if (!['first_contact', 'contact_time'].includes(asked.query) || isPath || asked.mesh?.rotation) continue;
    const { exact, contact_time: time, ...expected } = JSON.parse(answer);
    // The parts have no query for the time alone.
    const whole = request.replace('"contact_time"', '"first_contact"');
    for (const part of partsOf(whole)) {
      const said = JSON.parse(engines[part].query(whole));
      assert.notEqual(said.error, REFUSED, `${part}: ${whole}`);
      if (time !== undefined) assert.deepEqual(said.status === 'contact' ? said.time : null, time, `${part}: ${whole}`);
      assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, saidOf(expected[name], said[name])])), expected, `${part}: ${whole}`);
      answered[part]++;
    }
  }
  assert.ok(PARTS.every((part) => answered[part] >= 3), JSON.stringify(answered));
});

test('the part for the walk answers no lines and casts no columns, and walks as the package does', async () => {
  const walk = await import(at('../../parts/walk/index.js'));
  const all = await import(at('../../dist/index.js'));
  const walker = await import(at('../../parts/walk/engine/engine.js'));
  assert.equal(walker.query, undefined);
  assert.equal(walker.Mesh.prototype.firstContacts, undefined);
  const places = [];
  for (const { load, Mesh, Walker } of [walk, all]) {
    await load();
    const mesh = Mesh.fromFile(await readFile(at('../../../tests/cases/walk/small.obj')), 'small.obj');
    const hero = new Walker({ a: [0, 0, 0.25], axis: [0, 0, 1.25], radius: 0.25 }, { stepHeight: 0.375, snapDistance: 0.375 });
    const here = [];
    // Up the stairs and down the ramp, then where the rubble is.
    for (let i = 0; i < 400; i++) {
      hero.velocity[2] -= 9.81 / 3600;
      const { position, legs } = hero.step(i < 130 ? [0.075, 0, 0] : [-0.02, -0.06, 0], mesh);
      here.push([...position, ...legs]);
    }
    assert.ok(hero.position[1] < -5, `${hero.position}`);
    hero.free();
    mesh.free();
    places.push(here);
  }
  assert.deepEqual(places[0], places[1]);
});

test('of what two parts answer, they say the same', () => {
  const both = requests.filter((line) => partsOf(line).length === 2);
  assert.ok(both.length >= 2);
  for (const line of both) assert.equal(engines.meshes.query(line), engines.solids.query(line), line);
});
