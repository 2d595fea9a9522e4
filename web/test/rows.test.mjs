// Rows have the bits of `query` for each mover and the shape of its row.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { TangencyError, contactsFor, featureOf, firstContacts, load, query } from '../dist/index.js';
import { STATUS, numbers } from './numbers.mjs';

before(() => load());

/** The numbers of a row in a column; a column of one row serves all rows. */
const at = (column, width, row) => Array.from(column.length === width ? column : column.slice(width * row, width * row + width));

const COUNT = 400;
const CONVEX = ['box', 'orientedBox', 'triangle', 'hull'];
const MOVERS = ['sphere', 'capsule b', 'capsule axis', ...CONVEX];
const isCapsule = (mover) => mover.startsWith('capsule');
const SHAPES = ['triangle', 'segment', 'point', 'box', 'orientedBox'];

/** The queries by dimension and float type. */
const KINDS = [2, 3].flatMap((dimension) =>
  ['f64', 'f32'].flatMap((scalar) =>
    MOVERS.flatMap((mover) => SHAPES.map((shape) => ({ dimension, scalar, mover, shape }))).filter(({ mover, shape }) => dimension === 3 || ![mover, shape].includes('triangle')),
  ),
);

/** The count of numbers in a row of a field. */
const widthOf = (field, dimension) => ({ radius: 1, tMax: 1, vertices: 9, rotation: dimension === 2 ? 2 : 4 })[field] ?? dimension;

/** Columns of movers and of shapes. On the grid of whole numbers many contacts are at vertices, along edges and faces, or barely missed. */
function drawn(seed, isGrid, dimension) {
  const draw = numbers(seed);
  const number = (low, high) => (isGrid ? Math.round(draw(low, high)) : draw(low, high));
  const many = (width, low, high) => Float64Array.from({ length: width * COUNT }, () => number(low, high));
  const vectors = (low, high) => many(dimension, low, high);
  const some = (odds, column) => column.map((x) => (draw(0, 1) < odds ? 0 : x));
  // Most movers move towards the shapes.
  const going = (from) => ({ radius: some(0.3, many(1, 0, 2)), velocity: from.map((x) => number(-1, 1) - x / 2), tMax: many(1, 0, 9).map((x) => (x < 4 ? Infinity : x)) });
  const min = vectors(-4, 3);
  const way = { velocity: some(0.5, vectors(-1, 1)), radius: some(0.6, many(1, 0, 2)) };
  const turn = widthOf('rotation', dimension);
  const rotation = many(turn, -2, 2);
  // A rotation of zeros only is refused.
  for (let last = turn - 1; last < rotation.length; last += turn) rotation[last] ||= 1;
  const [center, a, b, axis] = [vectors(-6, 6), vectors(-6, 6), vectors(-6, 6), some(0.3, vectors(-2, 2))];
  const [vertices, start, end, position] = [many(9, -4, 4), vectors(-4, 4), vectors(-4, 4), vectors(-3, 3)];
  if (isGrid) {
    // Every other row lies along the first axis, in a plane, and its mover moves across it.
    for (let row = 1; row < COUNT; row += 2) {
      const [first, next] = [dimension * row, dimension * (row + 1)];
      for (const flat of [start, end, axis]) flat.fill(0, first + 1, next);
      for (const k of [2, 5, 8]) vertices[9 * row + k] = 0;
      a[first + 1] = b[first + 1] = number(-1, 0);
      b[next - 1] = a[next - 1];
      rotation.fill(0, turn * row, turn * (row + 1) - 1)[turn * (row + 1) - 1] = 1;
    }
  }
  const movers = {
    sphere: { center, ...going(center) },
    'capsule b': { a, b, ...going(a) },
    'capsule axis': { a, axis, ...going(a) },
    box: { min: center, max: center.map((x) => x + number(0, 3)), ...going(center) },
    orientedBox: { center, halfExtents: vectors(0, 2), rotation, ...going(center) },
    triangle: { vertices: many(9, -1, 2).map((x, i) => x + a[dimension * Math.floor(i / 9) + (i % 3)]), ...going(a) },
    // One hull for all rows, whose first point is not at the origin.
    hull: { points: many(dimension, -1, 2).slice(0, 6 * dimension), position: b, ...going(b) },
  };
  if (isGrid) for (const { velocity } of Object.values(movers)) for (let row = 1; row < COUNT; row += 2) velocity.fill(0, dimension * row, dimension * (row + 1) - 1);
  return {
    movers,
    shapes: {
      triangle: { vertices, ...way },
      segment: { a: start, b: end, ...way },
      point: { position, ...way },
      box: { min, max: min.map((x) => x + number(0, 4)), ...way },
      orientedBox: { center: vectors(-3, 3), halfExtents: vectors(0, 3), rotation, ...way },
    },
  };
}

/** One shape, and movers that touch it at the start, are at rest, or slide along it. */
function hard(dimension) {
  const all = Array.from({ length: 3 ** (2 * dimension) }, (_, i) => i);
  const digit = (i, place) => Math.floor(i / 3 ** place) % 3;
  const vectors = (from, numbers) => all.flatMap((i) => Array.from({ length: dimension }, (_, k) => numbers[digit(i, from + k)]));
  const start = vectors(0, [-1, 1, 7]);
  const going = { radius: [1], velocity: vectors(dimension, [-1, 0, 1]) };
  const vector = (...numbers) => numbers.slice(0, dimension);
  return {
    movers: {
      sphere: { center: start, ...going },
      'capsule b': { a: start, b: start.map((x, i) => (i % dimension === 0 ? x + 2 : x)), ...going },
      'capsule axis': { a: start, axis: vector(2, 0, 0), ...going },
      box: { min: start, max: start.map((x) => x + 1), ...going, radius: [0] },
      orientedBox: { center: start, halfExtents: vector(1, 1, 1), rotation: dimension === 2 ? [1, 1] : [0, 0, 1, 1], ...going, radius: [0] },
      triangle: { vertices: all.flatMap((_, i) => [0, 1, 2].flatMap((corner) => [0, 1, 2].map((k) => start[3 * i + k] + Number(corner === k + 1)))), ...going },
      // The corners of a cube, elsewhere.
      hull: { points: Array.from({ length: 2 ** dimension }, (_, i) => vector(i & 1, (i >> 1) & 1, i >> 2).map((x) => x + 5)).flat(), position: start, ...going, radius: [0] },
    },
    shapes: {
      triangle: { vertices: [0, 0, 0, 4, 0, 0, 0, 4, 0] },
      segment: { a: vector(0, 0, 1), b: vector(4, 0, 1) },
      point: { position: vector(1, 0, 1) },
      box: { min: vector(0, 0, 0), max: vector(4, 4, 4) },
      orientedBox: { center: vector(2, 2, 2), halfExtents: vector(2, 2, 2), rotation: dimension === 2 ? [1, 1] : [0, 0, 1, 1] },
    },
  };
}

const inF32 = (columns) => Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, new Float32Array(column)]));

/** The name of a field in `query`. */
const inProtocol = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A mover in the form of `query`: a convex body is in the field `mover`. */
const asMover = (mover, fields) => (CONVEX.includes(mover) ? { mover: { [inProtocol(mover)]: fields } } : { [mover.split(' ')[0]]: fields });

/** A row of columns in the form of `query`. */
function shown(columns, row, dimension) {
  const fields = Object.entries(columns).filter(([name]) => name !== 'tMax');
  return Object.fromEntries(
    fields.map(([name, column]) => {
      if (name === 'points') return [name, Array.from({ length: column.length / dimension }, (_, i) => Array.from(column.slice(dimension * i, dimension * (i + 1))))];
      const numbers = at(column, widthOf(name, dimension), row);
      if (name === 'vertices') return [name, [numbers.slice(0, 3), numbers.slice(3, 6), numbers.slice(6)]];
      return [inProtocol(name), name === 'radius' ? numbers[0] : numbers];
    }),
  );
}

/** The row of an answer in the form of `query`. */
function told(hits, row, dimension) {
  const status = STATUS[hits.status[row]];
  const vector = (column) => Array.from(column.slice(dimension * row, dimension * (row + 1)));
  const maybe = (column) => (Number.isNaN(column[dimension * row]) ? null : vector(column));
  assert.equal(hits.triangle[row], -1);
  if (status === 'none') {
    const nothing = [hits.time[row], ...['center', 'point', 'normal'].flatMap((name) => vector(hits[name]))];
    assert.ok(nothing.every(Number.isNaN));
    assert.equal(featureOf(hits.feature[row]), null);
    return { status };
  }
  const place = { status, time: hits.time[row], center: vector(hits.center), point: vector(hits.point), normal: maybe(hits.normal) };
  // For an overlap, `query` reports no feature.
  if (status === 'overlap') return place;
  const other = hits.otherPoint && { other_point: maybe(hits.otherPoint) };
  return { ...place, feature: featureOf(hits.feature[row]), ...other };
}

describe('rows are answered as single questions', () => {
  for (const { dimension, scalar, mover, shape } of KINDS) {
    /** Queries all rows together, and each row alone, and counts the kinds of results. */
    const compare = (...columns) => {
      // At a tie between two floats, the decimals that `query` reads would not be exactly the tie.
      const [asked, met] = scalar === 'f64' ? columns : columns.map(inF32);
      const hits = firstContacts({ ...asked, dimension, scalar }, { [shape]: met });
      assert.equal('otherPoint' in hits, isCapsule(mover));
      const seen = {};
      const see = (what, isSeen = true) => (seen[what] = (seen[what] ?? 0) + Number(isSeen));
      for (let row = 0; row < hits.length; row++) {
        const [tMax] = at(asked.tMax, 1, row);
        const { id, approach, ...answer } = query({
          query: 'first_contact',
          scalar,
          ...asMover(mover, shown(asked, row, dimension)),
          [inProtocol(shape)]: shown(met, row, dimension),
          t_max: tMax,
        });
        assert.equal(answer.error, undefined);
        // Two convex bodies have all corners of a contact by `touched` only.
        const { other_point, ...rest } = answer;
        const expected = isCapsule(mover) ? answer : rest;
        const mine = told(hits, row, dimension);
        assert.deepEqual(mine, expected, `row ${row}`);
        see(mine.status);
        see('along', Boolean(mine.other_point));
        see('at the start', mine.status === 'contact' && mine.time === 0);
        see('at the end', mine.time > 0 && mine.time === tMax);
        see('sliding', approach === 'sliding');
        see('still', mine.status !== 'none' && shown(asked, row, dimension).velocity.every((x) => x === 0));
      }
      return { seen, hits };
    };

    test(`${mover}, ${shape}, ${scalar}, ${dimension} numbers`, () => {
      const each = [false, true].map((isGrid) => {
        const { movers, shapes } = drawn(mover.length + 97 * shape.length, isGrid, dimension);
        const { hits, seen } = compare(movers[mover], shapes[shape]);
        assert.equal(hits.length, COUNT);
        return seen;
      });
      const count = (what) => each.reduce((sum, seen) => sum + (seen[what] ?? 0), 0);
      // The test proves little if all movers miss.
      for (const status of STATUS) assert.ok(count(status) >= 10, JSON.stringify(each));
      if (isCapsule(mover) && shape !== 'point') assert.ok(count('along') > 0, JSON.stringify(each));

      const { movers, shapes } = hard(dimension);
      const endless = compare({ ...movers[mover], tMax: [Infinity] }, shapes[shape]);
      // Each query again, with an end at the time of its contact.
      const tMax = endless.hits.time.map((time) => (Number.isNaN(time) ? Infinity : time));
      const ending = compare({ ...movers[mover], tMax }, shapes[shape]);
      for (const { hits } of [endless, ending]) assert.equal(hits.length, 3 ** (2 * dimension));
      for (const what of ['at the start', 'sliding', 'still']) assert.ok(endless.seen[what] > 0, `${what}: ${JSON.stringify(endless.seen)}`);
      assert.ok(ending.seen['at the end'] > 0, JSON.stringify(ending.seen));
    });
  }
});

describe('what is given once', () => {
  const falling = { center: [0, 0, 5, 2, 2, 5, 9, 9, 5], radius: [1, 0.5, 1], velocity: [0, 0, -1, 0, 0, -2, 0, 0, -1], tMax: [9, 9, 9] };
  const floor = [0, 0, 0, 4, 0, 0, 0, 4, 0];
  const times = (count, column) => Array.from({ length: count }, () => column).flat();

  test('serves all rows: many movers, one shape', () => {
    const hits = firstContacts(falling, { triangle: { vertices: floor } });
    assert.deepEqual(hits, firstContacts(falling, { triangle: { vertices: times(3, floor), velocity: times(9, 0), radius: times(3, 0) } }));
    assert.deepEqual([...hits.time], [4, 2.25, NaN]);
  });

  test('serves all rows: one mover, many shapes', () => {
    const position = [0, 0, 0, 0, 0, -2, 3, 0, 0];
    const one = { center: [0, 0, 5], radius: 1, velocity: [0, 0, -1], tMax: 9 };
    const hits = firstContacts(one, { point: { position, radius: 0.5 } });
    const each = { center: times(3, one.center), radius: times(3, 1), velocity: times(3, one.velocity), tMax: times(3, 9) };
    assert.deepEqual(hits, firstContacts(each, { point: { position, radius: times(3, 0.5) } }));
    assert.deepEqual([...hits.time], [3.5, 5.5, NaN]);
    const box = { min: [0, 0, 5], max: [1, 1, 6], velocity: [0, 0, -1], radius: 1 };
    assert.deepEqual([...firstContacts(box, { point: { position, radius: 0.5 } }).time], [3.5, 5.5, NaN]);
    const oriented = { center: [0, 0, 5, 3, 0, 9], halfExtents: [1, 1, 1], velocity: [0, 0, -1] };
    assert.deepEqual([...firstContacts(oriented, { point: { position: [0, 0, 0, 3, 0, 0] } }).time], [4, 8]);
    const turned = { ...oriented, rotation: [0, 0, 0, 1] };
    assert.deepEqual(firstContacts(turned, { orientedBox: { center: [0, 0, 0], halfExtents: [1, 1, 1], rotation: [0, 0, 0, 1] } }), firstContacts(oriented, { orientedBox: { center: [0, 0, 0], halfExtents: [1, 1, 1] } }));
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

describe('numbers', () => {
  const kinds = KINDS.map(({ dimension, scalar, mover, shape }) => {
    const { movers, shapes } = drawn(7, true, dimension);
    return { dimension, scalar, mover, shape, asked: movers[mover], met: shapes[shape] };
  });
  /** The error after a number of a row is replaced. */
  const said = ({ dimension, scalar, mover, shape, asked, met }, side, name, place, value) => {
    const column = side[name].slice();
    column[place] = value;
    const of = (other) => (other === side ? { ...side, [name]: column } : other);
    try {
      firstContacts({ ...of(asked), dimension, scalar }, { [shape]: of(met) });
      return undefined;
    } catch (error) {
      assert.ok(error instanceof TangencyError, error);
      return error.message;
    }
  };

  for (const [value, words] of [[NaN, 'NaN'], [Infinity, 'inf'], [-Infinity, '-inf']]) {
    test(`that are ${value} are refused by row and field`, () => {
      for (const kind of kinds) {
        for (const side of [kind.asked, kind.met]) {
          for (const name of Object.keys(side)) {
            // The points of a hull are no column of rows.
            if ((name === 'tMax' && value === Infinity) || name === 'points') continue;
            const width = widthOf(name, kind.dimension);
            for (let k = 0; k < width; k++) {
              const message = said(kind, side, name, width * 17 + k, value);
              const at = name === 'vertices' ? `vertices[${Math.floor(k / 3)}][${k % 3}]` : width === 1 ? name : `${name}[${k}]`;
              const expected = `${at} is ${words}, must `;
              assert.ok(message?.startsWith('row 17: ') && message.includes(expected), `${message}: ${expected}`);
            }
          }
        }
      }
    });
  }

  test('past the largest f32 are refused in f32 alone', () => {
    for (const kind of kinds) {
      const place = kind.mover.split(' ')[0];
      for (const [side, object] of [[kind.asked, place], [kind.met, kind.shape]]) {
        for (const name of Object.keys(side)) {
          const width = widthOf(name, kind.dimension);
          const at = width === 1 ? name : `${name}[${width - 1}]`;
          // A box cannot begin at this number and end before it.
          if (name === 'min' || name === 'points') continue;
          const expected = kind.scalar === 'f32' ? `row 17: ${object}.${at} is 1e+39, past the largest f32` : undefined;
          assert.equal(said(kind, side, name, width * 18 - 1, 1e39), expected);
        }
      }
    }
  });

  test('of a pair are as many as the dimension says', () => {
    const sphere = { center: [0, 3, 5, 0, 1, 4], radius: 1, velocity: [0, -1] };
    const point = { position: [0, 0] };
    assert.deepEqual([...firstContacts({ ...sphere, dimension: 2 }, { point }).time], [2, NaN, 4]);
    assert.throws(() => firstContacts(sphere, { point }), { name: 'TangencyError', message: 'sphere.velocity.length is 2, must be a multiple of 3' });
    const { center, point: touched, normal } = firstContacts({ ...sphere, dimension: 2, scalar: 'f32' }, { point });
    for (const column of [center, touched, normal]) assert.ok(column instanceof Float32Array && column.length === 6);
  });

  test('are rounded to f32 as they are read, and from there on exact', () => {
    const sphere = { center: [0, 0, 5.3], radius: 0.2, velocity: [0, 0, -1] };
    const [narrow, wide] = ['f32', 'f64'].map((scalar) => firstContacts({ ...sphere, scalar }, { point: { position: [0, 0, 0] } }).time[0]);
    // By fractions, these are the floats nearest to the difference of the nearest floats, in f32 and in f64. In f32, 5.1 would be the float
    // before.
    assert.deepEqual([narrow, wide], [5.100000381469727, 5.1]);
    // A tie is rounded to the even float.
    const half = firstContacts({ ...sphere, center: [0, 0, 6 + 2 ** -22], radius: 1, scalar: 'f32' }, { point: { position: [0, 0, 0] } });
    assert.deepEqual([...half.time], [5]);
    // The time is beyond the middle of two floats by less than f64 resolves: it is rounded once, not through f64.
    for (const dimension of [2, 3]) {
      const axis = [0, 0, 1].slice(-dimension);
      const falling = { center: axis.map((x) => 5 * x), radius: 2 ** -24, velocity: axis.map((x) => -x), dimension };
      const [once, wide] = ['f32', 'f64'].map((scalar) => firstContacts({ ...falling, scalar }, { point: { position: axis, radius: 2 ** -70 } }).center[dimension - 1]);
      assert.deepEqual([once, wide], [1 + 2 ** -23, 1 + 2 ** -24]);
    }
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
    const wide = { ...contactsFor(1), otherPoint: new Float64Array(3) };
    assert.equal(firstContacts(capsule, { box }, wide), wide);
    assert.deepEqual(at(wide.otherPoint, 3, 0), [1, 0, 1]);
  });

  test('are written to in the plane and in f32', () => {
    for (const { dimension, scalar, mover, shape } of KINDS) {
      const { movers, shapes } = drawn(11, false, dimension);
      const asked = { ...movers[mover], dimension, scalar };
      const out = contactsFor(COUNT, { dimension, scalar });
      if (isCapsule(mover)) out.otherPoint = new out.point.constructor(dimension * COUNT);
      assert.equal(firstContacts(asked, { [shape]: shapes[shape] }, out), out);
      assert.deepEqual(out, firstContacts(asked, { [shape]: shapes[shape] }));
      assert.equal(out.time.constructor, scalar === 'f32' ? Float32Array : Float64Array);
    }
  });

  test('stay as they are if a row is refused', () => {
    const out = contactsFor(2);
    assert.throws(() => firstContacts({ ...sphere, radius: [1, -1] }, { box }, out), TangencyError);
    assert.deepEqual(out, contactsFor(2));
  });

  test('must fit', () => {
    const refused = (act, message) => assert.throws(act, { name: 'TangencyError', message });
    refused(() => firstContacts(sphere, { box }, contactsFor(2)), 'out.status.length is 2, must be 1 for 1 rows');
    refused(() => firstContacts({ ...sphere, scalar: 'f32' }, { box }, contactsFor(1)), 'out.time is a Float64Array, must be a Float32Array');
    refused(() => firstContacts({ center: [0, 5], radius: 1, velocity: [0, -1], dimension: 2 }, { point: { position: [0, 0] } }, contactsFor(1)), 'out.center.length is 3, must be 2 for 1 rows');
    refused(() => firstContacts(capsule, { box }, contactsFor(1)), 'out.otherPoint is undefined, must be a Float64Array');
  });
});

describe('a mistake in rows', () => {
  const sphere = { center: [0, 0, 5, 0, 0, 6], radius: 1, velocity: [0, 0, -1] };
  const capsule = { a: [0, 0, 5], b: [0, 0, 6], radius: 1, velocity: [0, 0, -1] };
  const bin = { min: [0, 0, 5], max: [1, 1, 6], velocity: [0, 0, -1] };
  const crate = { center: [0, 0, 5], halfExtents: [1, 1, 1], velocity: [0, 0, -1] };
  const vertices = [0, 0, 0, 4, 0, 0, 0, 4, 0];
  const triangle = { vertices };
  const kinds = 'triangle, segment, point, box, orientedBox';
  const mistakes = [
    [{ ...sphere, radius: [1, -1] }, { triangle }, 'row 1: sphere.radius is -1, must not be negative'],
    [{ ...sphere, center: [0, 0, 5, 0, NaN, 5] }, { triangle }, 'row 1: sphere.center[1] is NaN, must be a finite number'],
    [{ ...sphere, velocity: [0, Infinity, 0] }, { triangle }, 'row 0: sphere.velocity[1] is inf, must be a finite number'],
    [{ ...sphere, tMax: [1, NaN] }, { triangle }, 'row 1: tMax is NaN, must be a time'],
    [{ ...capsule, radius: -2 }, { triangle }, 'row 0: capsule.radius is -2, must not be negative'],
    [sphere, { triangle: { vertices: [...vertices, 0, 0, 0, 4, 0, 0, NaN, 4, 0] } }, 'row 1: triangle.vertices[2][0] is NaN, must be a finite number'],
    [sphere, { triangle: { vertices, velocity: [0, 0, NaN] } }, 'row 0: triangle.velocity[2] is NaN, must be a finite number'],
    [sphere, { triangle: { vertices, radius: [0, -1] } }, 'row 1: rounding radius is -1, must not be negative'],
    [sphere, { box: { min: [0, 0, 0], max: [1, -1, 1] } }, 'row 0: box.min[1] is 0, greater than box.max[1], -1'],
    [sphere, { orientedBox: { center: [0, 0, 0], halfExtents: [1, 1, 1], rotation: [0, 0, 0, 0] } }, 'row 0: rotation is zero, must have a direction'],
    [{ ...sphere, center: [0, 0, 5, 0] }, { triangle }, 'sphere.center.length is 4, must be a multiple of 3'],
    [sphere, { triangle: { vertices: [...vertices, 0] } }, 'triangle.vertices.length is 10, must be a multiple of 9'],
    [sphere, { triangle: { vertices: [...vertices, ...vertices, ...vertices] } }, 'triangle.vertices.length is 27, must be 18 for 2 rows, or 9'],
    [{ ...sphere, radius: [1, 1, 1] }, { triangle }, 'sphere.radius.length is 3, must be 2 for 2 rows, or 1'],
    [{ ...sphere, radius: undefined }, { triangle }, 'sphere.radius is undefined, must be an array'],
    [{ ...sphere, center: ['0', 0, 0] }, { triangle }, 'sphere.center[0] is "0", must be a number'],
    [{ ...sphere, t_max: 9 }, { triangle }, 'sphere has the field t_max, known are center, radius, velocity, tMax, dimension, scalar; did you mean tMax?'],
    [{ ...capsule, axis: [0, 0, 1] }, { triangle }, 'capsule must have either b or axis'],
    [{ ...capsule, b: undefined }, { triangle }, 'capsule must have either b or axis'],
    [undefined, { triangle }, 'movers is undefined, must be an object'],
    [sphere, undefined, 'shapes is undefined, must be an object'],
    [sphere, {}, `shapes must have one of ${kinds}`],
    [sphere, { triangle, point: { position: [0, 0, 0] } }, `shapes must have one of ${kinds}`],
    [sphere, { oriented_box: {} }, `shapes has the field oriented_box, known are ${kinds}; did you mean orientedBox?`],
    [sphere, { mesh: {} }, `shapes has the field mesh, known are ${kinds}`],
    [sphere, { hull: { points: [0, 0, 0] } }, `shapes has the field hull, known are ${kinds}`],
    [{ center: [0, 0, 5], edges: [1, 0, 0], velocity: [0, 0, -1] }, { triangle }, 'movers has the field edges, but movers in columns are spheres, capsules, boxes, triangles or hulls: another convex body is a mover of query'],
    [{ points: [0, 0, 5, NaN, 0, 0], velocity: [0, 0, -1] }, { triangle }, 'hull.points[1][0] is NaN, must be a finite number'],
    [{ points: [], velocity: [0, 0, -1] }, { triangle }, 'hull.points.length is 0, must be a multiple of 3, at least 3'],
    [{ points: [0, 0, 5, 1], velocity: [0, 0, -1] }, { triangle }, 'hull.points.length is 4, must be a multiple of 3, at least 3'],
    [{ position: [0, 0, 5], velocity: [0, 0, -1] }, { triangle }, 'hull.points is undefined, must be an array'],
    [{ points: [0, 0, 5], position: [0, 0, 5, 0, NaN, 5], velocity: [0, 0, -1] }, { triangle }, 'row 1: hull.position[1] is NaN, must be a finite number'],
    [{ points: [0, 0, 5], position: [0, 0], velocity: [0, 0, -1] }, { triangle }, 'hull.position.length is 2, must be a multiple of 3'],
    [{ points: [0, 0, 5], center: [0, 0, 5], velocity: [0, 0, -1] }, { triangle }, 'hull has the field center, known are position, radius, velocity, tMax, points, dimension, scalar'],
    [{ points: [0, 0, 5], velocity: [0, 0, -1], radius: [0, -1] }, { triangle }, 'row 1: rounding radius is -1, must not be negative'],
    [{ points: [0, 0, 1e39], velocity: [0, 0, -1], scalar: 'f32' }, { triangle }, 'row 0: hull.points[2] is 1e+39, past the largest f32'],
    [{ vertices: [0, 0, 5, 1], velocity: [0, 0, -1] }, { triangle }, 'triangle.vertices.length is 4, must be a multiple of 9'],
    [{ vertices, center: [0, 0, 5], velocity: [0, 0, -1] }, { triangle }, 'triangle has the field center, known are vertices, radius, velocity, tMax, dimension, scalar'],
    [{ vertices, velocity: [0, -1], dimension: 2 }, { point: { position: [0, 0] } }, 'triangles are movers in space only, and dimension is 2'],
    [{ ...bin, max: [1, 1, 6, 1, -1, 6] }, { triangle }, 'row 1: box.min[1] is 0, greater than box.max[1], -1'],
    [{ ...bin, radius: [1, -1] }, { triangle }, 'row 1: rounding radius is -1, must not be negative'],
    [{ ...bin, center: [0, 0, 0] }, { triangle }, 'box has the field center, known are min, max, radius, velocity, tMax, dimension, scalar'],
    [{ ...bin, max: undefined }, { triangle }, 'box.max is undefined, must be an array'],
    [{ ...crate, halfExtents: [1, -1, 1] }, { triangle }, 'row 0: orientedBox.halfExtents[1] is -1, must not be negative'],
    [{ ...crate, rotation: [0, 0, 0, 1, 0, 0, 0, 0] }, { triangle }, 'row 1: rotation is zero, must have a direction'],
    [{ ...crate, rotation: [0, 0, 1] }, { triangle }, 'orientedBox.rotation.length is 3, must be a multiple of 4'],
    [{ ...crate, velocity: undefined }, { triangle }, 'orientedBox.velocity is undefined, must be an array'],
    [{ ...sphere, dimension: 4 }, { triangle }, 'movers.dimension is 4, must be 2 or 3'],
    [{ ...capsule, dimension: '2' }, { triangle }, 'movers.dimension is "2", must be 2 or 3'],
    [{ ...sphere, scalar: 'f16' }, { triangle }, 'movers.scalar is "f16", must be f32 or f64'],
    [{ ...capsule, scalar: null }, { triangle }, 'movers.scalar is null, must be f32 or f64'],
    [sphere, { triangle: { vertices, scalar: 'f32' } }, 'triangle has the field scalar, known are vertices, velocity, radius'],
    [{ ...sphere, dimension: 2 }, { triangle }, 'shapes has the field triangle, known are segment, point, box, orientedBox'],
    [{ ...sphere, dimension: 2 }, {}, 'shapes must have one of segment, point, box, orientedBox'],
    [sphere, { triangle: null }, 'triangle is null, must be an object'],
    [sphere, { point: { position: [0, 0, 0], tMax: 1 } }, 'point has the field tMax, known are position, velocity, radius'],
  ];
  for (const [movers, shapes, message] of mistakes) {
    test(message, () => assert.throws(() => firstContacts(movers, shapes), { name: 'TangencyError', message }));
  }
});
