// Scenes have the bits of `query` for the same items, however the items were inserted.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { Mesh, Scene, TangencyError, featureOf, load, query, sceneContactsFor } from '../dist/index.js';
import { STATUS, numbers } from './numbers.mjs';

before(() => load());

const rows = (flat, width) => Array.from({ length: flat.length / width }, (_, i) => Array.from(flat.slice(width * i, width * i + width)));

const VERTICES = [-2, -2, 0, 2, -2, 0, 2, 2, 0.5, -2, 2, 0];
const TRIANGLES = [0, 1, 2, 0, 2, 3];

/** A scene with this many items of each kind, and the same items in the form of `query`. */
function world(count, draw) {
  const many = (width, low, high) => Float64Array.from({ length: width * count }, () => draw(low, high));
  const mesh = new Mesh(VERTICES, TRIANGLES);
  mesh.name('tile');
  const scene = new Scene();
  const items = [];
  const ways = () => ({ velocity: many(3, -1, 1), tMax: many(1, 0, 9) });
  const say = (what, way, make) => {
    const [velocity, tMax] = [rows(way.velocity ?? many(3, 0, 0), 3), way.tMax];
    for (let i = 0; i < count; i++) items.push({ [what]: { ...make(i), velocity: velocity[i] }, ...(tMax && { t_max: tMax[i] }) });
  };

  const balls = { center: many(3, -9, 9), radius: many(1, 0, 1), ...ways() };
  const taken = [...scene.insertBalls(balls)];
  say('point', balls, (i) => ({ position: rows(balls.center, 3)[i], radius: balls.radius[i] }));

  const min = many(3, -9, 9);
  const boxes = { min, max: min.map((x) => x + draw(0, 2)), velocity: many(3, -1, 1) };
  taken.push(...scene.insertBoxes(boxes));
  say('box', boxes, (i) => ({ min: rows(boxes.min, 3)[i], max: rows(boxes.max, 3)[i] }));

  const triangles = { vertices: many(9, -9, 9) };
  taken.push(...scene.insertTriangles(triangles));
  say('triangle', triangles, (i) => ({ vertices: rows(rows(triangles.vertices, 9)[i], 3) }));

  const places = { rotation: many(4, -1, 1), translation: many(3, -9, 9), ...ways() };
  taken.push(...scene.insertInstances(mesh, places));
  say('mesh', places, (i) => ({ path: 'tile', rotation: rows(places.rotation, 4)[i], translation: rows(places.translation, 3)[i] }));

  const polytope = { planes: [[1, 0, 0], [0, 1, 0], [0, 0, 1], [-1, -1, -1]].map((normal) => ({ point: normal, normal })), velocity: [0, 0, 0.5] };
  const others = [{ polytope }, { segment: { a: [9, 9, 0], b: [9, -9, 0], radius: 0.5 }, t_max: 3 }];
  for (const item of others) {
    taken.push(scene.insert(item));
    items.push(item);
  }
  assert.deepEqual(taken, items.map((_, i) => i));
  assert.equal(scene.length, items.length);
  return { scene, items, mesh };
}

function rain(count, draw) {
  const many = (width, low, high) => Float64Array.from({ length: width * count }, () => draw(low, high));
  return { center: many(3, -10, 10), radius: many(1, 0, 1), velocity: many(3, -2, 2), tMax: many(1, 0, 12) };
}

/** A row of columns in the form of an answer. */
function said(columns, i) {
  const status = STATUS[columns.status[i]];
  if (status === 'none') return { status };
  const three = (column) => Array.from(column.subarray(3 * i, 3 * i + 3));
  const normal = three(columns.normal);
  return {
    status,
    time: columns.time[i],
    center: three(columns.center),
    point: three(columns.point),
    normal: normal.some(Number.isNaN) ? null : normal,
    item: columns.item[i],
    triangle: columns.triangle[i],
    feature: featureOf(columns.feature[i]),
  };
}

/** An answer with the fields of such a row. `query` has no feature for an overlap, and the columns have none for polytopes. */
function expected({ status, time, center, point, normal, item, triangle = -1, feature }, found) {
  if (status === 'none') return { status };
  const known = status === 'overlap' ? found.feature : 'planes' in feature ? null : feature;
  return { status, time, center, point, normal, item, triangle, feature: known };
}

describe('a scene', () => {
  const draw = numbers(7);
  const spheres = rain(150, draw);
  const sphere = (i) => {
    const [center, velocity] = [spheres.center, spheres.velocity].map((column) => rows(column, 3)[i]);
    return { sphere: { center, radius: spheres.radius[i], velocity }, t_max: spheres.tMax[i] };
  };

  test('answers as query does', () => {
    const { scene, items, mesh } = world(40, draw);
    query({ query: 'define', name: 'world', scene: { items } });
    const asked = { scene: { name: 'world' } };
    const hits = scene.firstContacts(spheres);
    assert.equal(hits.length, 150);
    const seen = new Set();
    for (let i = 0; i < hits.length; i++) {
      const found = said(hits, i);
      assert.deepEqual(found, expected(query({ query: 'first_contact', ...sphere(i), ...asked }), found));
      seen.add(found.status === 'contact' ? Object.keys(items[found.item])[0] : found.status);
      if (found.status === 'contact') seen.add(found.feature === null ? 'planes' : Object.keys(found.feature).join());
    }
    for (const what of ['none', 'overlap', 'point', 'box', 'triangle', 'mesh', 'kind,index', 'kind', 'sides']) assert.ok(seen.has(what), what);

    const out = sceneContactsFor(150);
    assert.equal(scene.firstContacts(spheres, out), out);
    assert.deepEqual(out, hits);

    const all = scene.contacts(spheres);
    let row = 0;
    for (let i = 0; i < 150; i++) {
      for (const one of query({ query: 'contacts', ...sphere(i), ...asked }).contacts) {
        assert.equal(all.index[row], i);
        const found = said(all, row++);
        assert.deepEqual(found, expected(one, found));
      }
    }
    assert.equal(row, all.length);

    const points = Float64Array.from({ length: 300 }, () => draw(-10, 10));
    const closest = scene.closest(points);
    for (let i = 0; i < 100; i++) {
      const { point, distance, feature, item, triangle = -1 } = query({ query: 'closest', position: rows(points, 3)[i], ...asked }).closest;
      const place = [closest.distance[i], rows(closest.point, 3)[i], closest.item[i], closest.triangle[i], featureOf(closest.feature[i])];
      assert.deepEqual(place, [distance, point, item, triangle, 'planes' in feature ? null : feature]);
    }

    // Capsules and boxes cannot be cast at a polytope.
    assert.throws(() => scene.pairs(4), { message: query({ query: 'pairs', t_max: 4, ...asked }).error });
    items.forEach((item, number) => {
      if (!('polytope' in item)) return;
      scene.remove(number);
      query({ query: 'remove', item: number, ...asked });
    });
    const pairs = scene.pairs(4);
    const told = query({ query: 'pairs', t_max: 4, ...asked }).pairs;
    assert.ok(told.length > 5 && told.length === pairs.length);
    told.forEach((pair, i) => {
      const found = said(pairs, i);
      assert.equal(pairs.mover[i], pair.mover);
      assert.deepEqual(found, expected(pair, found));
    });
    query({ query: 'forget', name: 'world' });
    scene.free();
    mesh.free();
  });

  test('changes', () => {
    const { scene, items, mesh } = world(5, draw);
    // The scene shares the mesh, which may be freed.
    mesh.free();
    scene.remove([0, 7]);
    scene.remove(9);
    const moved = { center: [1, 2, 3, 4, 5, 6], radius: 0.5 };
    scene.replaceBalls([1, 2], moved);
    scene.replaceBoxes([6], { min: [0, 0, 0], max: [1, 1, 1] });
    scene.replaceTriangles([3], { vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0], tMax: 2 });
    const tile = new Mesh(VERTICES, TRIANGLES);
    tile.name('tile');
    scene.replaceInstances([8], tile, { translation: [0, 0, -4] });
    scene.replace(4, { oriented_box: { center: [0, 0, 4], half_extents: [1, 1, 1], rotation: [0, 0, 1, 1] } });
    items[1] = { point: { position: [1, 2, 3], radius: 0.5 } };
    items[2] = { point: { position: [4, 5, 6], radius: 0.5 } };
    items[3] = { triangle: { vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]] }, t_max: 2 };
    items[4] = { oriented_box: { center: [0, 0, 4], half_extents: [1, 1, 1], rotation: [0, 0, 1, 1] } };
    items[6] = { box: { min: [0, 0, 0], max: [1, 1, 1] } };
    items[8] = { mesh: { path: 'tile', translation: [0, 0, -4] } };
    const left = items.map((_, i) => i).filter((i) => ![0, 7, 9].includes(i));
    assert.equal(scene.length, left.length);
    // The remaining items in their order, so that the new number of each is known.
    const given = { scene: { items: left.map((i) => items[i]) } };
    const hits = scene.firstContacts(spheres);
    for (let i = 0; i < hits.length; i++) {
      const found = said(hits, i);
      const one = query({ query: 'first_contact', ...sphere(i), ...given });
      if ('item' in one) one.item = left[one.item];
      assert.deepEqual(found, expected(one, found));
    }
    // A number is not used again.
    assert.equal(scene.insert({ point: { position: [0, 0, 0] } }), items.length);
    scene.free();
    tile.free();
  });

  test('may be empty', () => {
    const scene = new Scene();
    const { status, item, feature } = scene.firstContacts({ center: [0, 0, 0], radius: 1, velocity: [0, 0, 1] });
    assert.deepEqual([status[0], item[0], feature[0]], [0, -1, 255]);
    assert.ok(Number.isNaN(scene.closest([0, 0, 0]).distance[0]));
    assert.equal(scene.pairs().length, 0);
    assert.equal(scene.insertBalls({ center: [], radius: [] }).length, 0);
    scene.free();
  });

  test('refuses what is wrong by row, field and value, and stays as it was', () => {
    const scene = new Scene();
    scene.insertBalls({ center: [0, 0, 0, 4, 0, 0], radius: 1 });
    const mesh = new Mesh(VERTICES, TRIANGLES);
    const sphere = { center: [0, 0, 5], radius: 1, velocity: [0, 0, -1] };
    const wrong = [
      [() => scene.insertBalls({ center: [0, 0, 0, 1, 1, 1], radius: [1, -1] }), 'ball 1: rounding radius is -1, must not be negative'],
      [() => scene.insertBalls({ center: [0, 0], radius: 1 }), 'balls.center.length is 2, must be a multiple of 3'],
      [() => scene.insertBalls({ center: [0, 0, 0, 1, 1, 1, 2, 2, 2], radius: [1, 2] }), 'balls.radius.length is 2, must be 3 for 3 rows, or 1'],
      [() => scene.insertBalls({ center: [0, 0, 0], radius: 1, velocity: [1] }), 'balls.velocity.length is 1, must be a multiple of 3'],
      [() => scene.insertBalls({ center: [0, 0, 0], radius: 1, speed: 1 }), 'balls has the field speed, known are center, radius, velocity, tMax'],
      [() => scene.insertBoxes({ min: [0, 0, 0], max: [1, -1, 1] }), /^box 0: box\.min\[1\] is 0/],
      [() => scene.insertTriangles({ vertices: [0, 0, 0] }), 'triangles.vertices.length is 3, must be a multiple of 9'],
      [() => scene.insertTriangles({ vertices: [0, 0, 0, 1, 0, 0, 0, NaN, 0] }), /^triangle 0: triangle\./],
      [() => scene.insertInstances(mesh, { translation: [0, 0, 0], rotation: [0, 0, 0, 0] }), /^instance 0: /],
      [() => scene.insertInstances({}, { translation: [0, 0, 0] }), 'mesh is an object, must be a Mesh'],
      [() => scene.insert({ point: { position: [0, 0] } }), 'point.position has 2 numbers, must have 3'],
      [() => scene.insert({ mesh: { path: 'nowhere' } }), 'mesh.path: no mesh is known by the name nowhere'],
      [() => scene.replace(2, { point: { position: [0, 0, 0] } }), 'items[0] is 2, the scene has no such item'],
      [() => scene.replaceBalls([0, 9], { center: [9, 9, 9, 9, 9, 9], radius: 1 }), 'items[1] is 9, the scene has no such item'],
      [() => scene.replaceBalls([0], { center: [9, 9, 9, 9, 9, 9], radius: 1 }), 'items.length is 1, must be 2'],
      [() => scene.remove([0, 9]), 'items[1] is 9, the scene has no such item'],
      [() => scene.remove(-1), 'items[0] is -1, must be a whole number from 0 to 4294967295'],
      [() => scene.firstContacts({ ...sphere, radius: -1 }), /^row 0: sphere\.radius is -1/],
      [() => scene.firstContacts(sphere, { ...sceneContactsFor(1), item: new Int32Array(2) }), 'out.item.length is 2, must be 1 for 1 rows'],
      [() => scene.pairs(-1), 'tMax is -1, must be a time from 0 on'],
      [() => scene.pairs('soon'), 'tMax is "soon", must be a number'],
    ];
    for (const [act, message] of wrong) {
      assert.throws(act, (error) => {
        assert.ok(error instanceof TangencyError, error);
        if (message instanceof RegExp) assert.match(error.message, message);
        else assert.equal(error.message, message);
        return true;
      });
    }
    assert.equal(scene.length, 2);
    assert.equal(scene.firstContacts(sphere).time[0], 3);
    scene.free();
    assert.throws(() => scene.length, { message: 'the scene was freed, and cannot be used any more' });
    scene.free();
    mesh.free();
  });

  test('a number of a feature is told', () => {
    assert.deepEqual([0, 5, 6, 7, 20, 33, 253, 254, 255].map(featureOf), [
      { kind: 'vertex', index: 0 },
      { kind: 'edge', index: 2 },
      { kind: 'face' },
      { sides: [-1, -1, -1] },
      { sides: [0, 0, 0] },
      { sides: [1, 1, 1] },
      null,
      null,
      null,
    ]);
  });

  test('of one hull answers spheres and capsules as query does', () => {
    const draw = numbers(31);
    const vector = (low, high) => Array.from({ length: 3 }, () => draw(low, high));
    const hull = { points: Array.from({ length: 9 }, () => vector(-2, 2)), velocity: [0.25, 0, 0], radius: 0.125 };
    const scene = new Scene();
    assert.equal(scene.insert({ hull }), 0);
    // Most of them move towards the hull.
    const { center, velocity, ...rest } = rain(150, draw);
    const going = { ...rest, velocity: velocity.map((x, i) => (x - center[i]) / 4) };
    const spheres = { center, ...going };
    const capsules = { a: center, axis: [1, 0.5, 0], ...going };
    const kinds = new Set();
    for (const [movers, bodyOf] of [
      [spheres, (at, way) => ({ sphere: { center: at, ...way } })],
      [capsules, (at, way) => ({ capsule: { a: at, axis: capsules.axis, ...way } })],
    ]) {
      const hits = scene.firstContacts(movers);
      for (let i = 0; i < hits.length; i++) {
        const body = bodyOf(rows(center, 3)[i], { radius: spheres.radius[i], velocity: rows(spheres.velocity, 3)[i] });
        const one = query({ query: 'first_contact', mover: body, obstacle: { hull }, t_max: spheres.tMax[i] });
        const { item, triangle, feature, ...found } = said(hits, i);
        assert.deepEqual(found, Object.fromEntries(Object.keys(found).map((name) => [name, one[name]])));
        if (one.status === 'contact') kinds.add(one.feature.vertices.length);
        if (found.status === 'none') continue;
        // The list of vertices has no number.
        assert.deepEqual([item, triangle, feature, hits.feature[i]], [0, -1, null, 253]);
      }
    }
    // A vertex, an edge and a face.
    assert.deepEqual([...kinds].sort(), [1, 2, 3]);
    scene.free();
  });
});

describe('a saved scene', () => {
  /** The scene of `tests/saved_scene.rs`. */
  function shared() {
    const scene = new Scene();
    scene.insertBalls({ center: [0, 0, 0, 6, 0, 0, -7.5, 0, 0], radius: [1, 0.5, 0.25] });
    scene.insertBoxes({ min: [-2, -2, -1], max: [2, 2, 0.1], velocity: [0, 0, 0.25], tMax: 4 });
    scene.insertTriangles({ vertices: [9, 0, 0, 9, 1, 0, 9, 0, 1] });
    const mesh = new Mesh(VERTICES, TRIANGLES);
    scene.insertInstances(mesh, { rotation: [0, 0, 1, 2, 0, 0, 1, 2], translation: [0, 0, -3, 0, 4, -3] });
    mesh.free();
    scene.insert({ polytope: { planes: [{ point: [0, 0, -9], normal: [0, 0, 1] }] } });
    scene.remove(2);
    return scene;
  }
  const saved = () => new Uint8Array(readFileSync(new URL('../../tests/cases/saved.scene', import.meta.url)));

  test('has the bytes that the native library writes', () => {
    const scene = shared();
    assert.deepEqual(scene.toBytes(), saved());
    scene.free();
    assert.throws(() => scene.toBytes(), { name: 'TangencyError', message: 'the scene was freed, and cannot be used any more' });
  });

  test('answers as it did, and is changed as it was', () => {
    const [scene, again] = [shared(), Scene.fromBytes(saved())];
    assert.ok(again instanceof Scene);
    for (let i = 0; i < 2; i++) {
      assert.deepEqual(again.toBytes(), scene.toBytes());
      assert.equal(again.length, 7 + i);
      const spheres = rain(200, numbers(3 + i));
      const hits = again.firstContacts(spheres);
      assert.deepEqual(hits, scene.firstContacts(spheres));
      assert.ok(hits.status.filter((status) => status === 1).length > 20);
      // The number of a removed item is not used again.
      for (const one of [scene, again]) assert.deepEqual([...one.insertBalls({ center: [3, 3, 3], radius: 1 })], [8 + i]);
    }
    assert.throws(() => again.remove(2), { message: 'items[0] is 2, the scene has no such item' });
    again.remove([0, 7]);
    again[Symbol.dispose]();
    scene.free();
  });

  test('that is damaged, cut off, or none at all is refused', () => {
    const bytes = saved();
    const refused = (wrong, message) => assert.throws(() => Scene.fromBytes(wrong), { name: 'TangencyError', message });
    for (let i = 0; i < bytes.length; i++) {
      refused(bytes.map((byte, k) => (k === i ? byte ^ (1 << i % 8) : byte)), /^bytes: /);
    }
    refused(bytes.map((byte, i) => (i === 300 ? byte ^ 1 : byte)), /^bytes: it is damaged: its checksum is /);
    for (const length of [16, 255, 1000, bytes.length - 1]) refused(bytes.subarray(0, length), /^bytes: (it has \d+ bytes, must have \d+: it is cut off or damaged|this is no saved scene)$/);
    refused(Uint8Array.from([...bytes, 0]), `bytes: it has ${bytes.length + 1} bytes, must have ${bytes.length}: it is cut off or damaged`);
    refused(new Uint8Array(), 'bytes: this is no saved scene');
    refused([], 'bytes is an array, must be a Uint8Array');
    const mesh = new Mesh(VERTICES, TRIANGLES);
    refused(mesh.toBytes(), 'bytes: this is no saved scene');
    mesh.free();
  });
});
