// Rows: the same bits as `query` says of each mover and the shape of its row.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { TangencyError, contactsFor, featureOf, firstContacts, load, query } from '../dist/index.js';
import { STATUS, numbers } from './numbers.mjs';

before(() => load());

/** Of a column the numbers of a row. */
const at = (column, width, row) => Array.from(column.slice(width * row, width * row + width));

const COUNT = 400;

/** Columns of movers and of shapes; on the grid of whole numbers much is touched in vertices, along edges and faces, or just not at all. */
function drawn(seed, isGrid) {
  const draw = numbers(seed);
  const number = (low, high) => (isGrid ? Math.round(draw(low, high)) : draw(low, high));
  const many = (width, low, high) => Float64Array.from({ length: width * COUNT }, () => number(low, high));
  const some = (odds, column) => column.map((x) => (draw(0, 1) < odds ? 0 : x));
  // Most go about to where the shapes are.
  const going = (from) => ({ radius: some(0.3, many(1, 0, 2)), velocity: from.map((x) => number(-1, 1) - x / 2), t_max: many(1, 0, 9).map((x) => (x < 4 ? Infinity : x)) });
  const min = many(3, -4, 3);
  const way = { velocity: some(0.5, many(3, -1, 1)), radius: some(0.6, many(1, 0, 2)) };
  const rotation = many(4, -2, 2);
  // The quaternion of no rotation at all is refused.
  for (let row = 0; row < COUNT; row++) rotation[4 * row + 3] ||= 1;
  const [center, a, b, axis] = [many(3, -6, 6), many(3, -6, 6), many(3, -6, 6), some(0.3, many(3, -2, 2))];
  const [vertices, start, end, position] = [many(9, -4, 4), many(3, -4, 4), many(3, -4, 4), many(3, -3, 3)];
  if (isGrid) {
    // Every other row lies along the first axis, in a plane, and what moves does so across it.
    for (let i = 3; i < 3 * COUNT; i += 6) {
      for (const flat of [start, end, axis]) flat.fill(0, i + 1, i + 3);
      for (const k of [2, 5, 8]) vertices[3 * i + k] = 0;
      a[i + 1] = b[i + 1] = number(-1, 0);
      b[i + 2] = a[i + 2];
      rotation.set([0, 0, 0, 1], (4 * i) / 3);
    }
  }
  const movers = {
    sphere: { center, ...going(center) },
    'capsule b': { a, b, ...going(a) },
    'capsule axis': { a, axis, ...going(a) },
  };
  if (isGrid) for (const { velocity } of Object.values(movers)) for (let i = 3; i < 3 * COUNT; i += 6) velocity.fill(0, i, i + 2);
  return {
    movers,
    shapes: {
      triangle: { vertices, ...way },
      segment: { a: start, b: end, ...way },
      point: { position, ...way },
      box: { min, max: min.map((x) => x + number(0, 4)), ...way },
      oriented_box: { center: many(3, -3, 3), half_extents: many(3, 0, 3), rotation, ...way },
    },
  };
}

/** A row of columns as `query` has it. */
function shown(columns, row) {
  const fields = Object.entries(columns).filter(([name]) => name !== 't_max');
  return Object.fromEntries(
    fields.map(([name, column]) => {
      const numbers = at(column, column.length / COUNT, row);
      if (name === 'vertices') return [name, [numbers.slice(0, 3), numbers.slice(3, 6), numbers.slice(6)]];
      return [name, name === 'radius' ? numbers[0] : numbers];
    }),
  );
}

/** The row of an answer as `query` says it. */
function told(hits, row) {
  const status = STATUS[hits.status[row]];
  const three = (column) => at(column, 3, row);
  const maybe = (column) => (Number.isNaN(column[3 * row]) ? null : three(column));
  assert.equal(hits.triangle[row], -1);
  if (status === 'none') {
    const nothing = [hits.time[row], ...['center', 'point', 'normal'].flatMap((name) => three(hits[name]))];
    assert.ok(nothing.every(Number.isNaN));
    assert.equal(featureOf(hits.feature[row]), null);
    return { status };
  }
  const place = { status, time: hits.time[row], center: three(hits.center), point: three(hits.point), normal: maybe(hits.normal) };
  // Of an overlap `query` does not say the place.
  if (status === 'overlap') return place;
  const other = hits.other_point && { other_point: maybe(hits.other_point) };
  return { ...place, feature: featureOf(hits.feature[row]), ...other };
}

describe('rows are answered as single questions', () => {
  for (const mover of ['sphere', 'capsule b', 'capsule axis']) {
    for (const shape of ['triangle', 'segment', 'point', 'box', 'oriented_box']) {
      test(`${mover}, ${shape}`, () => {
        const seen = {};
        for (const isGrid of [false, true]) {
          const { movers, shapes } = drawn(mover.length + 97 * shape.length, isGrid);
          const hits = firstContacts(movers[mover], { [shape]: shapes[shape] });
          assert.equal(hits.length, COUNT);
          assert.equal('other_point' in hits, mover !== 'sphere');
          for (let row = 0; row < COUNT; row++) {
            const t_max = movers[mover].t_max[row];
            const one = query({
              query: 'first_contact',
              [mover.split(' ')[0]]: shown(movers[mover], row),
              [shape]: shown(shapes[shape], row),
              ...(t_max !== Infinity && { t_max }),
            });
            assert.equal(one.error, undefined);
            const mine = told(hits, row);
            const { id, approach, ...expected } = one;
            assert.deepEqual(mine, expected, `row ${row}`);
            seen[mine.status] = (seen[mine.status] ?? 0) + 1;
            if (mine.other_point) seen.along = (seen.along ?? 0) + 1;
          }
        }
        // Nothing of all this is worth much if all is missed.
        for (const status of STATUS) assert.ok(seen[status] >= 10, JSON.stringify(seen));
        if (mover !== 'sphere' && shape !== 'point') assert.ok(seen.along > 0, JSON.stringify(seen));
      });
    }
  }
});

describe('what is given once', () => {
  const falling = { center: [0, 0, 5, 2, 2, 5, 9, 9, 5], radius: [1, 0.5, 1], velocity: [0, 0, -1, 0, 0, -2, 0, 0, -1], t_max: [9, 9, 9] };
  const floor = [0, 0, 0, 4, 0, 0, 0, 4, 0];
  const times = (count, column) => Array.from({ length: count }, () => column).flat();

  test('serves all rows: many movers, one shape', () => {
    const hits = firstContacts(falling, { triangle: { vertices: floor } });
    assert.deepEqual(hits, firstContacts(falling, { triangle: { vertices: times(3, floor), velocity: times(9, 0), radius: times(3, 0) } }));
    assert.deepEqual([...hits.time], [4, 2.25, NaN]);
  });

  test('serves all rows: one mover, many shapes', () => {
    const position = [0, 0, 0, 0, 0, -2, 3, 0, 0];
    const one = { center: [0, 0, 5], radius: 1, velocity: [0, 0, -1], t_max: 9 };
    const hits = firstContacts(one, { point: { position, radius: 0.5 } });
    const each = { center: times(3, one.center), radius: times(3, 1), velocity: times(3, one.velocity), t_max: times(3, 9) };
    assert.deepEqual(hits, firstContacts(each, { point: { position, radius: times(3, 0.5) } }));
    assert.deepEqual([...hits.time], [3.5, 5.5, NaN]);
    const capsule = { a: [0, 0, 5], axis: [0, 0, 1], radius: 1, velocity: [0, 0, -1] };
    assert.deepEqual([...firstContacts(capsule, { point: { position, radius: 0.5 } }).time], [3.5, 5.5, NaN]);
  });

  test('on both sides is one row, and none are none', () => {
    const one = { center: [0, 0, 5], radius: 1, velocity: [0, 0, -1] };
    assert.deepEqual([...firstContacts(one, { triangle: { vertices: floor } }).time], [4]);
    assert.equal(firstContacts({ ...one, center: [] }, { triangle: { vertices: floor } }).length, 0);
    assert.equal(firstContacts(one, { triangle: { vertices: [] } }).length, 0);
  });

  test('serves more rows than are asked at a time', () => {
    const center = Float64Array.from({ length: 3 * 2500 }, (_, i) => (i % 3 === 2 ? 5 + Math.floor(i / 3) : 0));
    const { time } = firstContacts({ center, radius: 1, velocity: [0, 0, -1] }, { box: { min: [-1, -1, -1], max: [1, 1, 0] } });
    assert.deepEqual([...time], Array.from({ length: 2500 }, (_, i) => 4 + i));
  });

  test('may be any array of numbers', () => {
    const typed = { ...falling, center: new Float32Array(falling.center), velocity: new Int8Array(falling.velocity) };
    assert.deepEqual(firstContacts(typed, { triangle: { vertices: floor } }), firstContacts(falling, { triangle: { vertices: floor } }));
  });
});

describe('columns that are given', () => {
  const sphere = { center: [0, 0, 5], radius: 1, velocity: [0, 0, -1] };
  const capsule = { a: [0, 0, 5], axis: [1, 0, 0], radius: 1, velocity: [0, 0, -1] };
  const box = { min: [-1, -1, -1], max: [1, 1, 1] };

  test('are written to', () => {
    const out = contactsFor(1);
    assert.equal(firstContacts(sphere, { box }, out), out);
    assert.deepEqual(out, firstContacts(sphere, { box }));
    assert.equal(out.time[0], 3);
    const wide = { ...contactsFor(1), other_point: new Float64Array(3) };
    assert.equal(firstContacts(capsule, { box }, wide), wide);
    assert.deepEqual(at(wide.other_point, 3, 0), [1, 0, 1]);
  });

  test('stay as they are if a row is refused', () => {
    const out = contactsFor(2);
    assert.throws(() => firstContacts({ ...sphere, radius: [1, -1] }, { box }, out), TangencyError);
    assert.deepEqual(out, contactsFor(2));
  });

  test('must fit', () => {
    const refused = (act, message) => assert.throws(act, { name: 'TangencyError', message });
    refused(() => firstContacts(sphere, { box }, contactsFor(2)), 'out.status.length is 2, must be 1 for 1 rows');
    refused(() => firstContacts(capsule, { box }, contactsFor(1)), 'out.other_point is undefined, must be a Float64Array');
  });
});

describe('a mistake in rows', () => {
  const sphere = { center: [0, 0, 5, 0, 0, 6], radius: 1, velocity: [0, 0, -1] };
  const capsule = { a: [0, 0, 5], b: [0, 0, 6], radius: 1, velocity: [0, 0, -1] };
  const vertices = [0, 0, 0, 4, 0, 0, 0, 4, 0];
  const triangle = { vertices };
  const kinds = 'triangle, segment, point, box, oriented_box';
  const mistakes = [
    [{ ...sphere, radius: [1, -1] }, { triangle }, 'row 1: sphere.radius is -1, must not be negative'],
    [{ ...sphere, center: [0, 0, 5, 0, NaN, 5] }, { triangle }, 'row 1: sphere.center[1] is NaN, must be a finite number'],
    [{ ...sphere, velocity: [0, Infinity, 0] }, { triangle }, 'row 0: sphere.velocity[1] is inf, must be a finite number'],
    [{ ...sphere, t_max: [1, NaN] }, { triangle }, 'row 1: t_max is NaN, must be a time'],
    [{ ...capsule, radius: -2 }, { triangle }, 'row 0: capsule.radius is -2, must not be negative'],
    [sphere, { triangle: { vertices: [...vertices, 0, 0, 0, 4, 0, 0, NaN, 4, 0] } }, 'row 1: triangle.vertices[2][0] is NaN, must be a finite number'],
    [sphere, { triangle: { vertices, velocity: [0, 0, NaN] } }, 'row 0: triangle.velocity[2] is NaN, must be a finite number'],
    [sphere, { triangle: { vertices, radius: [0, -1] } }, 'row 1: rounding radius is -1, must not be negative'],
    [sphere, { box: { min: [0, 0, 0], max: [1, -1, 1] } }, 'row 0: box.min[1] is 0, greater than box.max[1], -1'],
    [sphere, { oriented_box: { center: [0, 0, 0], half_extents: [1, 1, 1], rotation: [0, 0, 0, 0] } }, 'row 0: rotation is zero, must have a direction'],
    [{ ...sphere, center: [0, 0, 5, 0] }, { triangle }, 'sphere.center.length is 4, must be a multiple of 3'],
    [sphere, { triangle: { vertices: [...vertices, 0] } }, 'triangle.vertices.length is 10, must be a multiple of 9'],
    [sphere, { triangle: { vertices: [...vertices, ...vertices, ...vertices] } }, 'triangle.vertices.length is 27, must be 18 for 2 rows, or 9'],
    [{ ...sphere, radius: [1, 1, 1] }, { triangle }, 'sphere.radius.length is 3, must be 2 for 2 rows, or 1'],
    [{ ...sphere, radius: undefined }, { triangle }, 'sphere.radius is undefined, must be an array'],
    [{ ...sphere, center: ['0', 0, 0] }, { triangle }, 'sphere.center[0] is "0", must be a number'],
    [{ ...sphere, tMax: 9 }, { triangle }, 'sphere has the field tMax, known are center, radius, velocity, t_max'],
    [{ ...capsule, axis: [0, 0, 1] }, { triangle }, 'capsule must have either b or axis'],
    [{ ...capsule, b: undefined }, { triangle }, 'capsule must have either b or axis'],
    [undefined, { triangle }, 'sphere is undefined, must be an object'],
    [sphere, undefined, 'shapes is undefined, must be an object'],
    [sphere, {}, `shapes must have one of ${kinds}`],
    [sphere, { triangle, point: { position: [0, 0, 0] } }, `shapes must have one of ${kinds}`],
    [sphere, { mesh: {} }, `shapes has the field mesh, known are ${kinds}`],
    [sphere, { triangle: null }, 'triangle is null, must be an object'],
    [sphere, { point: { position: [0, 0, 0], t_max: 1 } }, 'point has the field t_max, known are position, velocity, radius'],
  ];
  for (const [movers, shapes, message] of mistakes) {
    test(message, () => assert.throws(() => firstContacts(movers, shapes), { name: 'TangencyError', message }));
  }
});
