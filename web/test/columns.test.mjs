// Columns of capsules and convex bodies against meshes and scenes, bit for bit like `query`; also columns of one row, whole numbers of 64 bits, motions
// without an end, geometries of three.js, and the up axis.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { Mesh, Scene, TangencyError, Walker, contactsFor, featureOf, load, query, sceneContactsFor } from '../dist/index.js';
import { STATUS, numbers } from './numbers.mjs';

before(() => load());

const COUNT = 300;
const refused = (act, message) => assert.throws(act, { name: 'TangencyError', message });
const rows = (flat, width) => Array.from({ length: flat.length / width }, (_, i) => Array.from(flat.slice(width * i, width * (i + 1))));

/** A landscape of squares in which all numbers are whole, so that there are ties, or none is. */
function landscape(side, isGrid, seed) {
  const draw = numbers(seed);
  const vertices = [];
  for (let j = 0; j <= side; j++) for (let i = 0; i <= side; i++) vertices.push(i, j, isGrid ? Math.round(draw(-0.6, 0.6)) : draw(-1, 1));
  const triangles = [];
  for (let j = 0; j < side; j++) {
    for (let i = 0; i < side; i++) {
      const a = j * (side + 1) + i;
      triangles.push(a, a + 1, a + side + 2, a, a + side + 2, a + side + 1);
    }
  }
  return { vertices, triangles };
}

/** Capsules that fall on the landscape, some of which have no length, no radius or no end time. */
function capsules(side, isGrid, seed) {
  const draw = numbers(seed);
  const number = (low, high) => (isGrid ? Math.round(draw(low, high)) : draw(low, high));
  const three = (make) => Float64Array.from({ length: 3 * COUNT }, (_, i) => make(i % 3, Math.floor(i / 3)));
  return {
    a: three((k) => (k === 2 ? number(-1, 7) : number(-1, side + 1))),
    axis: three((k, row) => (row % 5 === 0 || (row % 2 && k === 2) ? 0 : number(-2, 2))),
    radius: Float64Array.from({ length: COUNT }, (_, i) => (i % 7 === 0 ? 0 : number(0, 1.4))),
    velocity: three((k) => (k === 2 ? number(-2, 0.4) : isGrid ? 0 : number(-1, 1))),
    tMax: Float64Array.from({ length: COUNT }, (_, i) => (i % 3 === 0 ? Infinity : number(0, 9))),
  };
}

/** Convex bodies of a kind that fall on the landscape, some of which are flat, inflated, or have no end time. */
function bodies(kind, side, isGrid, seed) {
  const { a, axis, radius, velocity, tMax } = capsules(side, isGrid, seed);
  const going = { radius: radius.map((r, row) => (row % 2 ? 0 : r / 2)), velocity, tMax };
  const size = axis.map(Math.abs);
  if (kind === 'triangle') {
    const corner = (row, c, k) => a[3 * row + k] + (c === 0 ? 0 : axis[3 * row + ((k + c - 1) % 3)]);
    return { vertices: Float64Array.from({ length: 9 * COUNT }, (_, i) => corner(Math.floor(i / 9), Math.floor(i / 3) % 3, i % 3)), ...going };
  }
  // One hull, whose first point is inside of it, and not at the origin.
  if (kind === 'hull') return { points: [3, 3, 3, 2.5, 2.5, 2.5, 3.5, 2.5, 2.75, 2.5, 3.5, 2.5, 3, 3.25, 4], position: a, ...going };
  if (kind === 'box') return { min: a, max: a.map((x, i) => x + size[i]), ...going };
  const draw = numbers(seed + 1);
  const rotation = Float64Array.from({ length: 4 * COUNT }, (_, i) => (i % 4 === 3 ? 1 : isGrid ? Math.round(draw(-1, 1)) : draw(-1, 1)));
  return { center: a, halfExtents: size, rotation, ...going };
}

/** The request of a row of convex bodies. */
function askedBody({ min, max, center, halfExtents, rotation, vertices, points, position, radius, velocity, tMax }, row) {
  const at = (column, width = 3) => rows(column, width)[row];
  const going = { radius: radius[row], velocity: at(velocity) };
  const mover = vertices
    ? { triangle: { vertices: rows(at(vertices, 9), 3), ...going } }
    : points
      ? { hull: { points: rows(points, 3), position: at(position), ...going } }
      : min
        ? { box: { min: at(min), max: at(max), ...going } }
        : { oriented_box: { center: at(center), half_extents: at(halfExtents), rotation: at(rotation, 4), ...going } };
  return { query: 'first_contact', mover, t_max: tMax[row] };
}

/** The request of a row. */
function asked({ a, axis, b, radius, velocity, tMax }, row) {
  const at = (column) => rows(column, 3)[row];
  return { query: 'first_contact', capsule: { a: at(a), ...(b ? { b: at(b) } : { axis: at(axis) }), radius: radius[row], velocity: at(velocity) }, t_max: tMax[row] };
}

/** A row of columns in the form of an answer of `query`, which has no feature for an overlap. */
function told(columns, row) {
  const status = STATUS[columns.status[row]];
  const vector = (name) => Array.from(columns[name].slice(3 * row, 3 * row + 3));
  const maybe = (name) => (vector(name).some(Number.isNaN) ? null : vector(name));
  if (status === 'none') {
    assert.ok(['center', 'point', 'normal', ...(columns.otherPoint ? ['otherPoint'] : [])].flatMap(vector).every(Number.isNaN) && Number.isNaN(columns.time[row]));
    assert.deepEqual([columns.triangle[row], columns.feature[row]], [-1, 255]);
    return { status };
  }
  const place = { status, time: columns.time[row], center: vector('center'), point: vector('point'), normal: maybe('normal') };
  if (columns.triangle[row] !== -1) place.triangle = columns.triangle[row];
  if ((columns.item?.[row] ?? -1) !== -1) place.item = columns.item[row];
  return status === 'overlap' ? place : { ...place, feature: featureOf(columns.feature[row]), ...(columns.otherPoint && { other_point: maybe('otherPoint') }) };
}

/** The kinds of the results, of which there must be several. */
function compared(columns, question) {
  const seen = {};
  for (let row = 0; row < columns.length; row++) {
    const { id, approach, ...expected } = query(question(row));
    assert.equal(expected.error, undefined);
    if (!columns.otherPoint) delete expected.other_point;
    assert.deepEqual(told(columns, row), expected, `row ${row}`);
    for (const what of [expected.status, expected.other_point && 'along']) seen[what] = (seen[what] ?? 0) + 1;
  }
  return seen;
}

describe('capsules and a mesh', () => {
  for (const isGrid of [false, true]) {
    test(`are answered as query does, ${isGrid ? 'on a grid' : 'anywhere'}`, () => {
      const { vertices, triangles } = landscape(8, isGrid, 3);
      const mesh = new Mesh(vertices, triangles);
      mesh.name('land');
      const movers = capsules(8, isGrid, 5);
      const hits = mesh.firstContacts(movers);
      assert.equal(hits.length, COUNT);
      const seen = compared(hits, (row) => ({ ...asked(movers, row), mesh: { path: 'land' } }));
      for (const status of STATUS) assert.ok(seen[status] > 10, JSON.stringify(seen));
      if (isGrid) assert.ok(seen.along > 3, JSON.stringify(seen));

      // The capsules are given by their other ends, if these give the same axes.
      const { axis, ...rest } = movers;
      const ends = { ...rest, b: movers.a.map((x, i) => x + axis[i]) };
      if (isGrid) assert.deepEqual(mesh.firstContacts(ends), hits);
      else compared(mesh.firstContacts(ends), (row) => ({ ...asked(ends, row), mesh: { path: 'land' } }));

      // Each contact in the list is the contact with its triangle alone, all other triangles are missed, and the first in the list is the
      // first contact.
      const all = mesh.contacts(movers);
      const found = new Map();
      all.index.forEach((row, i) => found.set(row, [...(found.get(row) ?? []), i]));
      for (let row = 0; row < 30; row++) {
        const mine = found.get(row) ?? [];
        const { a, axis, radius, velocity } = asked(movers, row).capsule;
        const corners = triangles.flatMap((vertex) => vertices.slice(3 * vertex, 3 * vertex + 3));
        const times = mine.map((i) => all.time[i]);
        assert.deepEqual(times, times.toSorted((a, b) => a - b));
        for (const [triangle, part] of rows(corners, 9).entries()) {
          const alone = query({ query: 'first_contact', capsule: { a, axis, radius, velocity }, triangle: { vertices: rows(part, 3) }, t_max: movers.tMax[row] });
          const i = mine.find((i) => all.triangle[i] === triangle);
          assert.equal(i === undefined ? 'none' : STATUS[all.status[i]], alone.status);
          if (i !== undefined) assert.equal(all.time[i], alone.time);
        }
        if (mine.length) assert.equal(all.time[mine[0]], hits.time[row]);
      }
      assert.ok(all.length > COUNT);
      assert.deepEqual([all.otherPoint.length, all.point.length], [3 * all.length, 3 * all.length]);
      mesh.free();
    });
  }

  test('touch along a segment, in columns that are given', () => {
    const mesh = new Mesh([-9, -9, 0, 9, -9, 0, 0, 9, 0], [0, 1, 2]);
    const out = { ...contactsFor(2), otherPoint: new Float64Array(6) };
    const movers = { a: [0, 0, 5, 0, 0, 9], axis: [[1, 0, 0], [0, 0, 1]].flat(), radius: 1, velocity: [0, 0, -1] };
    assert.equal(mesh.firstContacts(movers, out), out);
    assert.deepEqual([[...out.time], [...out.point], [...out.otherPoint]], [[4, 8], [0, 0, 0, 0, 0, 0], [1, 0, 0, NaN, NaN, NaN]]);
    assert.deepEqual(out, mesh.firstContacts(movers));
    refused(() => mesh.firstContacts(movers, contactsFor(2)), 'out.otherPoint is undefined, must be a Float64Array');
    // A column that is never written would be taken for an answer.
    refused(() => mesh.firstContacts({ center: [0, 0, 5, 0, 0, 9], radius: 1, velocity: [0, 0, -1] }, out), 'out has the field otherPoint, known are length, status, time, center, point, normal, triangle, feature');
    refused(() => mesh.firstContacts({ center: [0, 0, 5], radius: 1, velocity: [0, 0, -1] }, sceneContactsFor(1)), /^out has the field item, known are /);
    mesh.free();
  });

  test('are refused by row, field and value', () => {
    const mesh = new Mesh([-9, -9, 0, 9, -9, 0, 0, 9, 0], [0, 1, 2]);
    const one = { a: [0, 0, 5, 0, 0, 6], axis: [1, 0, 0], radius: 1, velocity: [0, 0, -1] };
    const out = { ...contactsFor(2), otherPoint: new Float64Array(6) };
    for (const ask of [(movers) => mesh.firstContacts(movers, movers.a.length === 6 ? out : undefined), (movers) => mesh.contacts(movers)]) {
      refused(() => ask({ ...one, radius: [1, -1] }), 'row 1: capsule.radius is -1, must not be negative');
      refused(() => ask({ ...one, tMax: -1 }), 'row 0: tMax is -1, must not be negative');
      refused(() => ask({ ...one, axis: undefined }), 'capsule must have either b or axis');
      refused(() => ask({ ...one, b: [0, 0, 0] }), 'capsule must have either b or axis');
      refused(() => ask({ ...one, center: [0, 0, 0] }), 'capsule has the field center, known are a, axis, radius, velocity, tMax');
      refused(() => ask({ ...one, velocity: [0, 0] }), 'capsule.velocity.length is 2, must be a multiple of 3');
    }
    assert.deepEqual(out, { ...contactsFor(2), otherPoint: new Float64Array(6) });
    mesh.free();
    refused(() => mesh.firstContacts(one), 'the mesh was freed, and cannot be used any more');
  });
});

describe('capsules and a scene', () => {
  test('are answered as query does', () => {
    const { vertices, triangles } = landscape(4, true, 7);
    const mesh = new Mesh(vertices, triangles);
    mesh.name('part');
    const scene = new Scene();
    const items = [
      { point: { position: [2, 2, 3], radius: 0.5, velocity: [0.5, 0, 0] }, t_max: 2 },
      { box: { min: [5, 5, -1], max: [7, 7, 1], velocity: [0, 0, 0.25] } },
      { triangle: { vertices: [[0, 5, 0], [3, 5, 0], [0, 8, 0]] } },
      { mesh: { path: 'part', translation: [1, 0, -1], rotation: [0, 0, 0, 1] } },
      { oriented_box: { center: [6, 2, 0], half_extents: [1, 1, 1], rotation: [0, 0, 1, 2] } },
    ];
    for (const item of items) scene.insert(item);
    const movers = capsules(8, false, 11);
    const hits = scene.firstContacts(movers);
    const seen = compared(hits, (row) => ({ ...asked(movers, row), scene: { items } }));
    for (const status of STATUS) assert.ok(seen[status] > 10, JSON.stringify(seen));
    assert.deepEqual([...new Set(hits.item)].sort(), [-1, 0, 1, 2, 3, 4]);
    const out = { ...sceneContactsFor(COUNT), otherPoint: new Float64Array(3 * COUNT) };
    assert.equal(scene.firstContacts(movers, out), out);
    assert.deepEqual(out, hits);

    // Each contact in the list is the contact with its item alone, and all other items are missed.
    const all = scene.contacts(movers);
    const found = new Set();
    all.index.forEach((row, i) => {
      found.add(`${row} ${all.item[i]}`);
      const alone = query({ ...asked(movers, row), scene: { items: [items[all.item[i]]] } });
      assert.deepEqual([STATUS[all.status[i]], all.time[i]], [alone.status, alone.time]);
    });
    assert.equal(found.size, all.length);
    for (let row = 0; row < COUNT; row += 11) {
      for (const item of items.keys()) {
        if (!found.has(`${row} ${item}`)) assert.equal(query({ ...asked(movers, row), scene: { items: [items[item]] } }).status, 'none');
      }
    }

    const hull = scene.insert({ polytope: { planes: [{ point: [0, 0, -9], normal: [0, 0, 1] }] } });
    const message = `item ${hull} of the scene is a polytope, at which capsules and convex bodies cannot be cast`;
    for (const ask of [() => scene.firstContacts(movers), () => scene.contacts(movers)]) refused(ask, message);
    for (const one of [scene, mesh]) one.free();
  });
});

for (const kind of ['box', 'orientedBox', 'triangle', 'hull']) {
  describe(`columns of the kind ${kind}`, () => {
    for (const isGrid of [false, true]) {
      test(`and a mesh are answered as query does, ${isGrid ? 'on a grid' : 'anywhere'}`, () => {
        const { vertices, triangles } = landscape(8, isGrid, 3);
        const mesh = new Mesh(vertices, triangles);
        mesh.name('land');
        const movers = bodies(kind, 8, isGrid, 5);
        const hits = mesh.firstContacts(movers);
        assert.deepEqual([hits.length, 'otherPoint' in hits], [COUNT, false]);
        const seen = compared(hits, (row) => ({ ...askedBody(movers, row), mesh: { path: 'land' } }));
        for (const status of STATUS) assert.ok(seen[status] > 10, JSON.stringify(seen));
        const out = contactsFor(COUNT);
        assert.equal(mesh.firstContacts(movers, out), out);
        assert.deepEqual(out, hits);

        // `query` has the same contacts for each row.
        const all = mesh.contacts(movers);
        assert.equal('otherPoint' in all, false);
        let next = 0;
        for (let row = 0; row < COUNT; row += 1) {
          const { contacts } = row % 10 ? {} : query({ ...askedBody(movers, row), query: 'contacts', mesh: { path: 'land' } });
          const begin = next;
          while (all.index[next] === row) next++;
          if (contacts) assert.deepEqual(Array.from({ length: next - begin }, (_, i) => [all.time[begin + i], all.triangle[begin + i]]), contacts.map(({ time, triangle }) => [time, triangle]));
        }
        assert.equal(next, all.length);
        assert.ok(all.length > COUNT);
        mesh.free();
      });
    }

    test('and a scene are answered as query does', () => {
      const { vertices, triangles } = landscape(4, true, 7);
      const mesh = new Mesh(vertices, triangles);
      mesh.name('part');
      const scene = new Scene();
      const items = [
        { point: { position: [2, 2, 3], radius: 0.5, velocity: [0.5, 0, 0] }, t_max: 2 },
        { box: { min: [5, 5, -1], max: [7, 7, 1], velocity: [0, 0, 0.25] } },
        { triangle: { vertices: [[0, 5, 0], [3, 5, 0], [0, 8, 0]] } },
        { mesh: { path: 'part', translation: [1, 0, -1], rotation: [0, 0, 0, 1] } },
        { oriented_box: { center: [6, 2, 0], half_extents: [1, 1, 1], rotation: [0, 0, 1, 2] } },
      ];
      for (const item of items) scene.insert(item);
      const movers = bodies(kind, 8, false, 11);
      const hits = scene.firstContacts(movers);
      const seen = compared(hits, (row) => ({ ...askedBody(movers, row), scene: { items } }));
      for (const status of STATUS) assert.ok(seen[status] > 10, JSON.stringify(seen));
      assert.deepEqual([...new Set(hits.item)].sort(), [-1, 0, 1, 2, 3, 4]);
      const out = sceneContactsFor(COUNT);
      assert.equal(scene.firstContacts(movers, out), out);
      assert.deepEqual(out, hits);

      const all = scene.contacts(movers);
      for (let row = 0; row < COUNT; row += 7) {
        const { contacts } = query({ ...askedBody(movers, row), query: 'contacts', scene: { items } });
        const mine = [...all.index.keys()].filter((i) => all.index[i] === row);
        assert.deepEqual(mine.map((i) => [all.time[i], all.item[i]]), contacts.map(({ time, item }) => [time, item]));
      }
      const item = scene.insert({ polytope: { planes: [{ point: [0, 0, -9], normal: [0, 0, 1] }] } });
      const message = `item ${item} of the scene is a polytope, at which capsules and convex bodies cannot be cast`;
      for (const ask of [() => scene.firstContacts(movers), () => scene.contacts(movers)]) refused(ask, message);
      for (const one of [scene, mesh]) one.free();
    });

    test('are refused by row, field and value', () => {
      const mesh = new Mesh([-9, -9, 0, 9, -9, 0, 0, 9, 0], [0, 1, 2]);
      const movers = { ...bodies(kind, 8, true, 5) };
      const out = contactsFor(COUNT);
      for (const ask of [() => mesh.firstContacts(movers, out), () => mesh.contacts(movers)]) {
        movers.radius = movers.radius.slice().fill(-2, 9, 11);
        refused(ask, 'row 9: rounding radius is -2, must not be negative');
      }
      assert.deepEqual(out, contactsFor(COUNT));
      refused(() => mesh.firstContacts({ ...bodies(kind, 8, true, 5), edges: [0, 0, 0] }), /^movers has the field edges, but /);
      refused(() => mesh.firstContacts({ ...bodies(kind, 8, true, 5), axis: [0, 0, 0] }), /^capsule must have either b or axis|^capsule has the field /);
      mesh.free();
    });
  });
}

describe('what is given once', () => {
  const spheres = { center: [1, 1, 5, 1, 1, 9, 7, 7, 5], radius: 1, velocity: [0, 0, -2] };
  const full = { center: spheres.center, radius: [1, 1, 1], velocity: [0, 0, -2, 0, 0, -2, 0, 0, -2], tMax: [Infinity, Infinity, Infinity] };

  test('serves all rows of a mesh and of a scene', () => {
    const mesh = new Mesh([0, 0, 0, 4, 0, 0, 0, 4, 0], [0, 1, 2]);
    const scene = new Scene();
    scene.insertInstances(mesh, { translation: [0, 0, 0] });
    for (const world of [mesh, scene]) {
      assert.deepEqual([...world.firstContacts(spheres).time], [2, 4, NaN]);
      assert.deepEqual(world.firstContacts(spheres), world.firstContacts(full));
      assert.deepEqual(world.contacts(spheres), world.contacts(full));
      assert.deepEqual([...world.firstContacts({ ...spheres, tMax: [3] }).time], [2, NaN, NaN]);
      // The rays form a fan, with one start and many velocities.
      assert.deepEqual([...world.firstContacts({ center: [1, 1, 5], radius: [1], velocity: [0, 0, -1, 0, 0, -4, 0, 0, 1] }).time], [4, 1, NaN]);
      assert.equal(world.firstContacts({ center: [], radius: 1, velocity: [0, 0, -2] }).length, 0);
      assert.equal(world.contacts({ a: [], axis: [0, 0, 1], radius: 1, velocity: [0, 0, -2] }).length, 0);
    }
    for (const one of [scene, mesh]) one.free();
  });

  test('serves all items of a scene', () => {
    const scene = new Scene();
    scene.insertBalls({ center: [0, 0, 0, 9, 0, 0], radius: 1, velocity: [0, 0, 1], tMax: 4 });
    scene.insertBoxes({ min: [0, 9, 0, 9, 9, 0], max: [1, 10, 1, 10, 10, 1], velocity: [0, 0, 1] });
    const { time } = scene.firstContacts({ center: [0, 0, 9, 9, 0, 9, 0.5, 9.5, 9, 9.5, 9.5, 9], radius: 1, velocity: [0, 0, -1] });
    assert.deepEqual([...time], [3.5, 3.5, 3.5, 3.5]);
    scene.free();
  });
});

describe('whole numbers of 64 bits', () => {
  test('are numbers and indices', () => {
    const mesh = new Mesh(BigInt64Array.of(0n, 0n, 0n, 4n, 0n, 0n, 0n, 4n, 0n), BigUint64Array.of(0n, 1n, 2n));
    assert.deepEqual([[...mesh.vertices], [...mesh.triangles]], [[0, 0, 0, 4, 0, 0, 0, 4, 0], [0, 1, 2]]);
    assert.deepEqual([...mesh.firstContacts({ center: BigInt64Array.of(1n, 1n, 5n), radius: [1n], velocity: BigInt64Array.of(0n, 0n, -1n) }).time], [4]);
    assert.equal(new Mesh(BigInt64Array.of(2n ** 62n, 0n, 0n, 4n, 0n, 0n, 0n, 4n, 0n), [0n, 1n, 2n]).vertices[0], 2 ** 62);
    const scene = new Scene();
    scene.insertBalls({ center: [0n, 0n, 0n, 9n, 0n, 0n], radius: 1 });
    scene.remove(BigInt64Array.of(1n));
    assert.equal(scene.length, 1);
    const walker = new Walker({ a: [0n, 0n, 5n], axis: [0n, 0n, 1n], radius: 1 });
    assert.deepEqual([...walker.position], [0, 0, 5]);
    for (const one of [mesh, scene, walker]) one.free();
  });

  test('that no double has, or that are no index, are refused', () => {
    refused(() => new Mesh(BigInt64Array.of(0n, 2n ** 53n + 1n, 0n), []), 'vertices[1] is 9007199254740993, must be a number that a double has');
    refused(() => new Mesh([0n, 10n ** 400n, 0n], []), /^vertices\[1\] is 1000.*…, must be a number that a double has$/);
    refused(() => new Mesh([0, 0, 0], BigInt64Array.of(0n, -1n, 0n)), 'triangles[1] is -1, must be a whole number from 0 to 4294967295');
    refused(() => new Mesh([0, 0, 0], [0n, 2n ** 64n, 0n]), 'triangles[1] is 18446744073709551616, must be a whole number from 0 to 4294967295');
  });
});

describe('a motion without an end', () => {
  const sphere = { center: [0, 0, 5], radius: 1, velocity: [0, 0, -1] };
  const box = { min: [-1, -1, -1], max: [1, 1, 1] };
  test('may say so in a question, of a body and of an item', () => {
    const request = { query: 'first_contact', sphere, box };
    assert.deepEqual(query({ ...request, t_max: Infinity }), query(request));
    assert.equal(query({ ...request, t_max: 2 }).status, 'none');
    assert.match(query({ ...request, t_max: NaN }).error, /^t_max is "NaN"/);
    assert.match(query({ ...request, t_max: -Infinity }).error, /^t_max is "-Infinity"/);
    const item = { box: { ...box, velocity: [0, 0, 1] }, t_max: Infinity };
    assert.equal(query({ query: 'first_contact', sphere, scene: { items: [item] } }).time, 1.5);
    const scene = new Scene();
    assert.equal(scene.insert(item), 0);
    assert.deepEqual([...scene.firstContacts({ ...sphere, tMax: Infinity }).time], [1.5]);
    assert.equal(scene.pairs(Infinity).length, 0);
    scene.free();
  });
});

describe('a geometry', () => {
  const attribute = (flat, itemSize = 3) => ({ count: flat.length / itemSize, itemSize, getX: (i) => flat[itemSize * i], getY: (i) => flat[itemSize * i + 1], getZ: (i) => flat[itemSize * i + 2] });
  const index = (flat) => ({ count: flat.length, itemSize: 1, getX: (i) => flat[i] });
  const square = [0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0];
  const of = (more) => ({ attributes: { position: attribute(square) }, index: index([0, 1, 2, 0, 2, 3]), ...more });
  const triangles = (...all) => {
    const mesh = Mesh.fromGeometry(...all);
    const found = [...mesh.triangles];
    mesh.free();
    return found;
  };

  test('gives the triangles that are drawn', () => {
    assert.deepEqual(triangles(of()), [0, 1, 2, 0, 2, 3]);
    assert.deepEqual(triangles({ attributes: { position: attribute(square.slice(0, 9)) }, index: null }), [0, 1, 2]);
    assert.deepEqual(triangles(of({ drawRange: { start: 0, count: Infinity } })), [0, 1, 2, 0, 2, 3]);
    assert.deepEqual(triangles(of({ drawRange: { start: 3, count: 3 } })), [0, 2, 3]);
    const groups = [{ start: 0, count: 3, materialIndex: 0 }, { start: 3, count: Infinity, materialIndex: 1 }];
    assert.deepEqual(triangles(of({ groups })), [0, 1, 2, 0, 2, 3]);
    assert.deepEqual(triangles(of({ groups }), { groups: [1, 0] }), [0, 2, 3, 0, 1, 2]);
    assert.deepEqual(triangles(of({ groups, drawRange: { start: 3, count: 9 } }), { groups: [0, 1] }), [0, 2, 3]);
    assert.deepEqual(triangles(of({ groups }), { groups: [] }), []);
  });

  test('that is drawn otherwise than it is, or is none, is refused', () => {
    refused(() => Mesh.fromGeometry(of({ drawRange: { start: 0, count: 4 } })), 'geometry draws 4 corners from 0 on, must be a multiple of 3');
    refused(() => Mesh.fromGeometry(of({ morphAttributes: { position: [] } })), /^geometry\.morphAttributes has positions/);
    refused(() => Mesh.fromGeometry(of({ isInstancedBufferGeometry: true })), /^geometry is instanced/);
    refused(() => Mesh.fromGeometry(of({ attributes: { position: attribute(square), skinIndex: attribute(square) } })), /^geometry\.attributes\.skinIndex binds it/);
    refused(() => Mesh.fromGeometry(of({ attributes: { position: attribute(square, 2) } })), 'geometry.attributes.position.itemSize is 2, must be 3');
    refused(() => Mesh.fromGeometry(of({ attributes: { position: { array: square, itemSize: 3 } } })), 'geometry.attributes.position is an object, must be an attribute of three.js');
    refused(() => Mesh.fromGeometry(of({ attributes: {} })), 'geometry.attributes.position is undefined, must be an attribute of three.js');
    refused(() => Mesh.fromGeometry(of({ index: [0, 1, 2] })), 'geometry.index is an array, must be an attribute of three.js');
    refused(() => Mesh.fromGeometry(of({ index: index([0, 1, 4]) })), /^mesh\.triangles\[0\]\[2\] is 4/);
    refused(() => Mesh.fromGeometry({ geometry: of() }), 'geometry is an object, must be its field geometry');
    refused(() => Mesh.fromGeometry(undefined), 'geometry is undefined, must be a BufferGeometry of three.js');
    refused(() => Mesh.fromGeometry(of(), { groups: [0] }), 'options.groups[0] is 0, must be the number of one of 0 groups');
  });
});

describe('up', () => {
  test('is z if it is not given, which a body that leans contradicts', () => {
    const message = 'options.up is undefined, which is z, but the axis of the body is not along z: set up to a vector';
    for (const body of [{ a: [0, 1, 0], axis: [0, 1, 0], radius: 0.5 }, { a: [0, 1, 0], b: [0, 2, 0], radius: 0.5 }, { a: [0, 0, 0], axis: [1e-9, 0, 1], radius: 0.5 }]) {
      refused(() => new Walker(body), message);
      refused(() => new Walker(body, { stepHeight: 0.5 }), message);
      new Walker(body, { up: [0, 0, 1] }).free();
    }
    new Walker({ a: [0, 1, 0], axis: [0, 0, 0], radius: 0.5 }).free();
    new Walker({ a: [0, 1, 0], b: [0, 1, -1], radius: 0.5 }).free();
  });

  test('along y walks in a world of three.js', () => {
    const mesh = new Mesh([-9, 0, -9, -9, 0, 9, 9, 0, 9, 9, 0, -9], [0, 1, 2, 0, 2, 3]);
    const walker = new Walker({ a: [0, 0.75, 0], axis: [0, 1, 0], radius: 0.5 }, { up: [0, 1, 0] });
    for (let i = 0; i < 30; i++) {
      walker.velocity[1] -= 0.0625;
      walker.step([0.125, 0, 0], mesh);
    }
    assert.deepEqual([...walker.position], [3.75, 0.5, 0]);
    assert.deepEqual([...walker.floor.normal], [0, 1, 0]);
    for (const one of [walker, mesh]) one.free();
  });
});
