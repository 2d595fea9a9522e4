// The package in Node: it has the bits of the command, batches answer like single queries, and errors name the field and the value.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Mesh, TangencyError, contactsFor, hitsOf, load, query } from '../dist/index.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const command = process.env.TANGENCY;

before(() => load());

/** The output of the command for these lines. */
function native(lines, folder = root) {
  const input = lines.map((line) => `${line}\n`).join('');
  const { status, stdout, error } = spawnSync(command, ['query'], { input, cwd: folder, encoding: 'utf8', maxBuffer: 1 << 30 });
  assert.ifError(error);
  assert.ok(status === 0 || status === 1, `exit status ${status}`);
  return stdout.split('\n').slice(0, -1);
}

/** Pseudorandom numbers, the same each time: xorshift. */
function numbers(seed) {
  let state = BigInt(seed);
  const bits = () => {
    state ^= (state << 13n) & 0xffff_ffff_ffff_ffffn;
    state ^= state >> 7n;
    state ^= (state << 17n) & 0xffff_ffff_ffff_ffffn;
    return state;
  };
  return (low, high) => low + ((high - low) * Number(bits() >> 11n)) / 2 ** 53;
}

/** A landscape with this many squares along each side. */
function landscape(side) {
  const height = numbers(3);
  const vertices = [];
  for (let j = 0; j <= side; j++) for (let i = 0; i <= side; i++) vertices.push(i, j, height(-1, 1));
  const triangles = [];
  for (let j = 0; j < side; j++) {
    for (let i = 0; i < side; i++) {
      const a = j * (side + 1) + i;
      triangles.push(a, a + 1, a + side + 2, a, a + side + 2, a + side + 1);
    }
  }
  return new Mesh(new Float64Array(vertices), new Uint32Array(triangles));
}

function rain(count, side) {
  const draw = numbers(5);
  const three = (make) => Float64Array.from({ length: 3 * count }, (_, i) => make(i % 3));
  return {
    center: three((k) => (k === 2 ? draw(-1, 6) : draw(-2, side + 2))),
    radius: Float64Array.from({ length: count }, (_, i) => (i % 7 === 0 ? 0 : draw(0, 1.5))),
    velocity: three((k) => (k === 2 ? draw(-2, 0.5) : draw(-1, 1))),
    tMax: Float64Array.from({ length: count }, (_, i) => (i % 3 === 0 ? Infinity : draw(0, 9))),
  };
}

/** The fields of an answer that the table expects. */
function saidOf(expected, said) {
  if (expected === null || typeof expected !== 'object' || Array.isArray(expected)) return said;
  return Object.fromEntries(Object.entries(expected).map(([name, field]) => [name, saidOf(field, said?.[name])]));
}

const STATUS = ['none', 'contact', 'overlap'];
const FEATURE = [
  ...[0, 1, 2].map((index) => ({ kind: 'vertex', index })),
  ...[0, 1, 2].map((index) => ({ kind: 'edge', index })),
  { kind: 'face' },
];

describe('the case table', () => {
  const folder = `${root}tests/cases/`;
  const tables = existsSync(folder) ? readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.jsonl')) : [];
  test('is there', () => assert.ok(tables.length > 0, `no tables in ${folder}`));

  for (const table of tables) {
    // The lines are as written in the table, so that no number is parsed and printed in between.
    const cases = () =>
      readFileSync(folder + table, 'utf8').split('\n').filter(Boolean).map((line) => {
        const cut = /^\{"request":(.*),"answer":(\{.*\})\}$/.exec(line);
        assert.ok(cut, `no {"request":…,"answer":…}: ${line}`);
        return { request: cut[1], expected: JSON.parse(cut[2]) };
      });

    test(`${table}: what it says`, () => {
      for (const { request, expected } of cases()) {
        const said = JSON.parse(query(request));
        if (expected.error) {
          assert.equal(typeof said.error, 'string', request);
          continue;
        }
        // An exact number can be written in more than one form; the form of the command is compared
        // below.
        const { exact, ...fields } = expected;
        assert.deepEqual(saidOf(fields, said), fields, request);
      }
    });

    test(`${table}: as the command`, { skip: !command && 'TANGENCY names no command' }, () => {
      // The command reads a file where the package looks up a name: their error messages differ.
      const requests = cases().map(({ request }) => request).filter((request) => !request.includes('"path":"'));
      assert.ok(requests.length > 0);
      assert.deepEqual(requests.map((request) => query(request)), native(requests));
    });
  }
});

describe('the self-test', () => {
  const FNV = (bytes) => bytes.reduce((sum, byte) => ((sum ^ BigInt(byte)) * 0x100000001b3n) & 0xffff_ffff_ffff_ffffn, 0xcbf29ce484222325n);
  const littleEndian = (word) => Array.from({ length: 8 }, (_, k) => Number((word >> BigInt(8 * k)) & 255n));
  const encode = (lines) => Array.from(new TextEncoder().encode(lines.map((line) => `${line}\n\n`).join('')));

  test('the first ten blocks come to what every machine must have', { skip: !command && 'TANGENCY names no command' }, () => {
    const blocks = 10;
    const { stdout } = spawnSync(command, ['self-test', '--requests', '--blocks', `${blocks}`], { encoding: 'utf8', maxBuffer: 1 << 30 });
    const requests = stdout.split('\n').slice(0, -1);
    assert.equal(requests.length, 1000 * blocks);
    const sums = Array.from({ length: blocks }, (_, k) => FNV(encode(requests.slice(1000 * k, 1000 * (k + 1)).map((line) => query(line)))));
    // The checksums of one block and of ten, from the manual.
    const page = readFileSync(`${root}docs/check-it.md`, 'utf8');
    const expected = (count) => new RegExp('`--blocks ' + count + '`[^`]* comes to `([0-9a-f]{16})`').exec(page)?.[1];
    const total = (count) => FNV(sums.slice(0, count).flatMap(littleEndian)).toString(16).padStart(16, '0');
    assert.deepEqual([total(1), total(10)], [expected(1), expected(10)]);
  });
});

describe('a batch', () => {
  test('answers as single questions do', () => {
    const side = 12;
    const mesh = landscape(side);
    mesh.name('landscape');
    const spheres = rain(3000, side);
    const all = mesh.firstContacts(spheres);
    const seen = new Set();
    for (let i = 0; i < all.length; i++) {
      const three = (column) => Array.from(column.subarray(3 * i, 3 * i + 3));
      const sphere = { center: three(spheres.center), radius: spheres.radius[i], velocity: three(spheres.velocity) };
      const one = query({ query: 'first_contact', sphere, mesh: { path: 'landscape' }, t_max: spheres.tMax[i] });
      const status = STATUS[all.status[i]];
      seen.add(status === 'contact' ? FEATURE[all.feature[i]].kind : status);
      assert.equal(status, one.status);
      if (status === 'none') {
        assert.ok([all.time[i], ...three(all.center), ...three(all.point), ...three(all.normal)].every(Number.isNaN));
        assert.deepEqual([all.triangle[i], all.feature[i]], [-1, 255]);
        continue;
      }
      assert.deepEqual([all.time[i], three(all.center), three(all.point)], [one.time, one.center, one.point]);
      assert.equal(all.triangle[i], one.triangle);
      assert.deepEqual(three(all.normal), one.normal ?? [NaN, NaN, NaN]);
      if (status === 'contact') assert.deepEqual(FEATURE[all.feature[i]], one.feature);
    }
    // The test proves little if all spheres miss.
    assert.deepEqual([...seen].sort(), ['edge', 'face', 'none', 'overlap', 'vertex']);
    mesh.free();
  });

  test('answers as the command does', { skip: !command && 'TANGENCY names no command' }, () => {
    const side = 12;
    const mesh = landscape(side);
    const { vertices, triangles } = mesh;
    const rows = (flat) => Array.from({ length: flat.length / 3 }, (_, i) => Array.from(flat.subarray(3 * i, 3 * i + 3)));
    const spheres = rain(200, side);
    const given = { vertices: rows(vertices), triangles: rows(triangles) };
    const lines = rows(spheres.center).map((center, i) =>
      JSON.stringify({
        id: i,
        query: 'first_contact',
        sphere: { center, radius: spheres.radius[i], velocity: rows(spheres.velocity)[i] },
        mesh: given,
        exact: i % 2 === 0,
        more: true,
        scalar: i % 5 === 0 ? 'f32' : 'f64',
      }),
    );
    assert.deepEqual(lines.map((line) => query(line)), native(lines));
    mesh.free();
  });

  test('writes to the columns that it is given', () => {
    const mesh = landscape(2);
    const spheres = { center: [1, 1, 5], radius: 1, velocity: [0, 0, -1] };
    const out = contactsFor(1);
    assert.equal(mesh.firstContacts(spheres, out), out);
    assert.deepEqual(out, mesh.firstContacts(spheres));
    assert.equal(out.status[0], 1);
    mesh.free();
  });

  test('may be empty', () => {
    const mesh = landscape(1);
    assert.equal(mesh.firstContacts({ center: [], radius: [], velocity: [] }).length, 0);
    mesh.free();
  });
});

describe('a question', () => {
  const sphere = { center: [0, 0, 5], radius: 1, velocity: [0, 0, -1] };
  const point = { position: [0, 0, 0] };

  test('as an object is answered by an object', () => {
    const answer = query({ id: 'a', query: 'first_contact', sphere, point });
    assert.deepEqual(answer, {
      id: 'a',
      status: 'contact',
      time: 4,
      center: [0, 0, 1],
      point: [0, 0, 0],
      normal: [0, 0, 1],
      feature: { kind: 'vertex', index: 0 },
      approach: 'approaching',
    });
  });

  test('keeps the sign of zero, both ways', () => {
    const { id } = query({ id: [-0, 0], query: 'first_contact', sphere, point });
    assert.ok(Object.is(id[0], -0) && Object.is(id[1], 0));
  });

  test('takes typed arrays', () => {
    const typed = { ...sphere, center: new Float64Array([0, 0, 5]) };
    assert.equal(query({ query: 'first_contact', sphere: typed, point }).time, 4);
  });

  test('in f32 is answered by numbers that are f32', () => {
    const request = { query: 'first_contact', sphere: { ...sphere, center: [0, 0, 2.1] }, point, scalar: 'f32' };
    const { time } = query(request);
    assert.equal(time, Math.fround(time));
    assert.notEqual(time, query({ ...request, scalar: 'f64' }).time);
  });

  test('in f32 is answered by such numbers in every field', () => {
    const ball = { center: [0.1, 0.3, 2.2], radius: 0.7 };
    const moving = { ...ball, velocity: [0.1, 0, -1.3] };
    const capsule = { a: [0.1, 0.3, 2.2], axis: [1.1, 0, 0], radius: 0.7, velocity: [0, 0, -1.3] };
    const { velocity, ...resting } = capsule;
    const box = { min: [-9, -9, -9], max: [9, 9, 0.1] };
    const crate = { min: [0.1, 0.3, 2.2], max: [1.3, 1.1, 3.3] };
    const hull = { points: [[0.1, 0.3, 2.2], [1.3, 0.3, 2.9], [0.1, 1.7, 2.8]] };
    const items = [{ box }, { point: { position: [0.1, 0.3, 5.2], radius: 0.7, velocity: [0, 0, -0.9] } }];
    const walker = { position: [0.1, 0.3, 2.2], axis: [0, 0, 1.1], radius: 0.7 };
    const closed = { vertices: [[0, 0, 0], [3, 0, 0], [0, 3, 0], [0, 0, 3]], triangles: [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]] };
    const requests = [
      { query: 'first_contact', capsule, box, more: true },
      { query: 'contact_time', sphere: moving, box },
      { query: 'contacts', sphere: moving, scene: { items } },
      { query: 'penetration', sphere: { ...ball, center: [0.1, 0.3, -0.3] }, box },
      { query: 'section', sphere: ball, plane: { point: [0, 0, 1.9], normal: [0, 0, 1] } },
      { query: 'closest', position: [0.1, 0.3, 2.2], box },
      { query: 'closest', capsule: resting, box },
      { query: 'first_contact', mover: { hull: { ...hull, velocity: [0.1, 0, -1.3] } }, obstacle: { box }, more: true },
      { query: 'touched', mover: { box: { ...crate, velocity: [0.1, 0, -1.3] } }, obstacle: { box } },
      { query: 'penetration', mover: { hull: { points: [[0.1, 0.3, -0.3]], radius: 0.7 } }, obstacle: { box } },
      { query: 'closest', mover: { box: crate }, obstacle: { box } },
      { query: 'signed_distance', position: [0.1, 0.3, 2.2], mesh: closed },
      { query: 'slide', sphere: ball, displacement: [1.1, 0, -3.3], box },
      { query: 'recover', sphere: { ...ball, center: [0.1, 0.3, 0.3] }, box },
      { query: 'slide', mover: { box: crate }, displacement: [1.1, 0, -3.3], box },
      { query: 'recover', mover: { hull: { ...hull, radius: 0.7 } }, world: { box: { min: [-9, -9, 0], max: [9, 9, 2.3] } } },
      { query: 'first_pair', scene: { items } },
      { query: 'pairs', scene: { items } },
      { query: 'step', walker, displacement: [1.1, 0, -3.3], box },
      { query: 'step', walker, displacement: [0.1, 0, 3.3], box: { min: [-9, -9, 4.1], max: [9, 9, 9] } },
      { query: 'ride', walker: { ...walker, floor: { point: [0.1, 0.3, 0.1], normal: [0, 0.6, 0.8] } }, displacement: [0.1, 0.2, 0.3], box },
      { query: 'step', walker: { ...walker, velocity: [0.1, 0.2, 0.3], carried: [0.1, 0.2, 0.3] }, displacement: [0.1, 0, 0], box },
      { query: 'set_body', walker, capsule: { ...resting, radius: 2.3 }, box },
      { query: 'teleport', walker, position: [0.1, 0.3, 4.4], box },
    ];
    const numbersIn = (value) => (typeof value === 'number' ? [value] : Object.values(value ?? {}).filter((field) => typeof field !== 'string').flatMap(numbersIn));
    for (const request of requests) {
      const { id, ...reply } = query({ id: 0.1, scalar: 'f32', ...request });
      assert.deepEqual([id, reply.error], [0.1, undefined]);
      const all = numbersIn(reply);
      assert.ok(all.some((x) => !Number.isInteger(x)), JSON.stringify(reply));
      for (const x of all) assert.equal(x, Math.fround(x), JSON.stringify(reply));
    }
  });

  test('about a convex body has the fields of both bodies', () => {
    const mover = { box: { min: [0, 0, 4], max: [2, 2, 5], velocity: [0, 0, -1] } };
    const obstacle = { box: { min: [1, 1, 0], max: [4, 4, 1] } };
    const touched = query({ query: 'touched', mover, obstacle }).touched;
    assert.deepEqual(touched, {
      points: [[1, 1, 1], [2, 1, 1], [2, 2, 1], [1, 2, 1]],
      // Where the first corner lies: at a vertex of the obstacle, and within a face of the mover.
      feature: { sides: [-1, -1, 1] },
      mover_feature: { sides: [0, 0, -1] },
    });
    assert.equal(query({ query: 'touched', mover, obstacle, t_max: 2 }).touched, null);
    // The short form of a sphere and of an obstacle, and the long form, are the same request.
    const sphere = { center: [2, 2, 4], radius: 1, velocity: [0, 0, -1] };
    const short = query({ query: 'first_contact', sphere, ...obstacle });
    assert.deepEqual(query({ query: 'first_contact', mover: { sphere }, obstacle }), short);
    assert.deepEqual(query({ query: 'first_contact', sphere, obstacle }), short);
    assert.equal(short.time, 2);
  });

  test('moves a convex body, and refuses a flat one', () => {
    const mover = { box: { min: [1, 1, 5], max: [2, 2, 6] } };
    const table = { min: [-9, -9, -1], max: [9, 9, 0] };
    const slide = query({ query: 'slide', mover, displacement: [4, 0, -10], world: { items: [{ box: table }] } });
    assert.deepEqual([slide.status, slide.position, slide.legs], ['contact', [5, 1, 0], [[3, 1, 0], [5, 1, 0]]]);
    const [{ time, normal, item }] = slide.contacts;
    assert.deepEqual([time, normal, item], [0.5, [0, 0, 1], 0]);
    const advance = query({ query: 'advance', mover: { box: { ...mover.box, radius: 0.5 } }, displacement: [4, 0, -10], box: table });
    assert.deepEqual([advance.position[2], advance.contacts[0].time], [0.5, 0.45]);
    const low = { box: { min: [1, 1, -0.25], max: [2, 2, 1] } };
    const found = query({ query: 'recover', mover: low, box: table });
    assert.equal(found.status, 'moved');
    assert.ok(found.position[2] >= 0 && found.position[2] < 0.01);
    const flat = { triangle: { vertices: [[1, 1, 5], [2, 1, 5], [1, 2, 5]] } };
    for (const request of [{ query: 'slide', mover: flat, displacement: [0, 0, -1], box: table }, { query: 'recover', mover: flat, box: table }]) {
      assert.equal(query(request).error, 'body is flat and has no radius, must have a thickness');
    }
  });

  test('may be answered by an infinity', () => {
    const slow = { center: [0, 0, 1e300], radius: 0, velocity: [0, 0, -1e-300] };
    assert.equal(query({ query: 'first_contact', sphere: slow, point }).time, Infinity);
  });
});

describe('a mistake', () => {
  const complaint = (message) => (error) => {
    assert.ok(error instanceof TangencyError);
    assert.equal(error.message, message);
    return true;
  };
  const mesh = () => landscape(1);

  const questions = [
    [{ query: 'first_contact', sphere: { center: [0, 0, NaN], radius: 1 }, point: { position: [0, 0, 0] } },
      'sphere.center[2] is "NaN", must be a number'],
    [{ query: 'first_contact', sphere: { center: [0, 0, 0], radius: -1 }, point: { position: [0, 0, 0] } },
      'sphere.radius is -1, must not be negative'],
    [{ query: 'first_contact', sphere: { center: [0, 0, 0], radius: 1 }, mesh: { path: 'nowhere' } },
      'mesh.path: no mesh is known by the name nowhere'],
    [{ query: 'first_contact', mover: { hull: { points: [[0, 0, 0], [0, 0, NaN]] } }, obstacle: { point: { position: [0, 0, 0] } } },
      'mover.hull.points[1][2] is "NaN", must be a number'],
    [{ query: 'first_contact', mover: { hull: { points: [[0, 0, 0]] }, box: {} }, obstacle: { point: { position: [0, 0, 0] } } },
      'mover: box and hull are both given, must be one of them'],
  ];
  for (const [request, error] of questions) {
    test(error, () => assert.deepEqual(query({ id: 7, ...request }), { id: 7, error }));
  }

  const nothings = [
    [null, 'the request is null, must be an object or a line of JSON'],
    [undefined, 'the request is undefined, must be an object or a line of JSON'],
    [7, 'the request is 7, must be an object or a line of JSON'],
    [[], 'the request is [], must be an object'],
  ];
  for (const [request, error] of nothings) {
    test(error, () => assert.deepEqual(query(request), { id: null, error }));
  }

  test('in the name of a field is told', () => {
    assert.match(query({ query: 'first_contact', tmax: 1 }).error, /^the request has the field tmax, known are id, query, /);
  });

  test('that holds itself is told', () => {
    const request = { query: 'first_contact', id: {} };
    request.id.request = request;
    assert.throws(() => query(request), complaint('the request is nested deeper than 100 levels'));
  });

  test('in a line is answered by a line', () => {
    assert.equal(query('{"id":1'), '{"id":1,"error":"this is not JSON: EOF while parsing an object at column 7"}');
  });

  const meshes = [
    [[[0, 0], [0, 0, 0]], 'vertices.length is 2, must be a multiple of 3'],
    [[[0, 0, 0], [0, 0]], 'triangles.length is 2, must be a multiple of 3'],
    [[[0, 0, 0], [0, 0, 1]], 'mesh.triangles[0][2] is 1, but there are only 1'],
    [[[0, NaN, 0], [0, 0, 0]], 'mesh.vertices[0][1] is NaN, must be a finite number'],
    [[[0, 0, 0], [0, 0, -1]], 'triangles[2] is -1, must be a whole number from 0 to 4294967295'],
    [[[0, 0, 0], [0, 0.5, 0]], 'triangles[1] is 0.5, must be a whole number from 0 to 4294967295'],
    [[[0, '0', 0], [0, 0, 0]], 'vertices[1] is "0", must be a number'],
    [[undefined, [0, 0, 0]], 'vertices is undefined, must be an array'],
  ];
  for (const [[vertices, triangles], message] of meshes) {
    test(message, () => assert.throws(() => new Mesh(vertices, triangles), complaint(message)));
  }

  const one = { center: [0, 0, 5], radius: 1, velocity: [0, 0, -1] };
  const batches = [
    [{ ...one, center: [0, 0] }, 'sphere.center.length is 2, must be a multiple of 3'],
    [{ ...one, center: [0, 0, 5, 0, 0, 5], velocity: [0, 0, 0, 0, 0, 0, 0, 0, 0] }, 'sphere.velocity.length is 9, must be 6 for 2 rows, or 3'],
    [{ ...one, velocity: [0, 0, 0, 0, 0, 0], radius: [1, 1, 1] }, 'sphere.velocity.length is 6, must be 9 for 3 rows, or 3'],
    [{ ...one, center: [0, 0, 5, 0, 0, 5], tMax: [1, 1, 1] }, 'sphere.tMax.length is 3, must be 2 for 2 rows, or 1'],
    [{ ...one, radius: -1 }, 'row 0: sphere.radius is -1, must not be negative'],
    [{ ...one, tMax: NaN }, 'row 0: tMax is NaN, must be a time'],
    [{ ...one, radius: undefined }, 'sphere.radius is undefined, must be an array'],
    [undefined, 'movers is undefined, must be an object'],
    [null, 'movers is null, must be an object'],
    [{ ...one, t_max: 9 }, 'sphere has the field t_max, known are center, radius, velocity, tMax; did you mean tMax?'],
    [{ ...one, radius: undefined, radii: 1 }, 'sphere has the field radii, known are center, radius, velocity, tMax'],
  ];
  for (const [spheres, message] of batches) {
    test(message, () => {
      assert.throws(() => mesh().firstContacts(spheres), complaint(message));
      assert.throws(() => mesh().contacts(spheres), complaint(message));
    });
  }

  test('in a batch leaves the columns as they are', () => {
    const out = contactsFor(2);
    const spheres = { center: [0, 0, 5, 0, 0, 5], radius: [1, -1], velocity: [0, 0, -1, 0, 0, -1] };
    assert.throws(() => mesh().firstContacts(spheres, out), TangencyError);
    assert.deepEqual(out, contactsFor(2));
  });

  test('in the length of columns', () => {
    assert.throws(() => mesh().firstContacts(one, contactsFor(2)), complaint('out.status.length is 2, must be 1 for 1 rows'));
    const wrong = { ...contactsFor(1), triangle: new Uint32Array(1) };
    assert.throws(() => mesh().firstContacts(one, wrong), complaint('out.triangle is a Uint32Array, must be an Int32Array'));
  });
});

describe('a file', () => {
  const text = 'v 0 0 0\nv 1 0 0\nv 0 0.1 0\nf 1 2 3\n';
  const bytes = (words) => new TextEncoder().encode(words);

  test('is read', () => {
    const mesh = Mesh.fromFile(bytes(text), 'part.obj');
    assert.deepEqual(mesh.vertices, new Float64Array([0, 0, 0, 1, 0, 0, 0, 0.1, 0]));
    assert.deepEqual(mesh.triangles, new Uint32Array([0, 1, 2]));
    mesh.free();
  });

  test('says which faces are left out', () => {
    const mesh = Mesh.fromFile(bytes(`${text}f 2\nf 1 3\n`), 'part.obj');
    assert.equal(mesh.skipped, 'part.obj, line 5: a face with fewer than 3 vertices: 1; 2 such faces are left out');
    const whole = Mesh.fromFile(bytes(text), 'part.obj');
    assert.equal(whole.skipped, undefined);
    [mesh, whole].forEach((each) => each.free());
  });

  test('is told by its content if it has no name', () => {
    const mesh = Mesh.fromFile(bytes(text));
    assert.equal(mesh.triangles.length, 3);
    mesh.free();
  });

  test('in f32 rounds its decimals once', () => {
    // The number is slightly beyond the middle of two floats of `f32`, by less than `f64` resolves.
    const mesh = Mesh.fromFile(bytes('v 1.00000005960464477540 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'), 'fine.obj');
    mesh.name('fine.obj');
    const sphere = { center: [9, 0, 0], radius: 0, velocity: [-1, 0, 0] };
    const { point } = query({ query: 'first_contact', sphere, mesh: { path: 'fine.obj' }, scalar: 'f32' });
    assert.equal(point[0], 1.00000011920928955078125);
    mesh.free();
  });

  test('that is broken is told by name, place and value', () => {
    const broken = () => Mesh.fromFile(bytes('v 0 0 0\nf 1 1 2\n'), 'part.obj');
    assert.throws(broken, { name: 'TangencyError', message: 'part.obj, line 2: vertex 2 is used, but there are only 1' });
    const empty = () => Mesh.fromFile(new Uint8Array());
    assert.throws(empty, { message: 'the file, start: this is neither PLY nor STL nor OBJ' });
  });

  test('gives the mesh that the command reads', { skip: !command && 'TANGENCY names no command' }, async () => {
    const { mkdtemp, writeFile, rm } = await import('node:fs/promises');
    const { tmpdir } = await import('node:os');
    const { join } = await import('node:path');
    const folder = await mkdtemp(join(tmpdir(), 'tangency-'));
    await writeFile(join(folder, 'part.obj'), text);
    const saved = spawnSync(command, ['cast', 'part.obj', '--save-tree', 'part.tree'], { cwd: folder, encoding: 'utf8' });
    assert.equal(saved.status, 0, saved.stderr);
    const sphere = '"sphere":{"center":[0.3,0.05,3],"radius":0.1,"velocity":[0.01,0,-1]}';
    const lines = ['part.obj', 'part.tree'].flatMap((path) =>
      ['f32', 'f64'].map((scalar) => `{"id":"${path}","query":"first_contact",${sphere},"mesh":{"path":"${path}"},"scalar":"${scalar}"}`),
    );
    const meshes = ['part.obj', 'part.tree'].map((name) => {
      const mesh = Mesh.fromFile(new Uint8Array(readFileSync(join(folder, name))), name);
      mesh.name(name);
      return mesh;
    });
    assert.deepEqual(lines.map((line) => query(line)), native(lines, folder));
    meshes.forEach((mesh) => mesh.free());
    await rm(folder, { recursive: true });
  });

  test('that is freed has no name any more', () => {
    const mesh = Mesh.fromFile(bytes(text), 'part.obj');
    const request = { query: 'intersects', sphere: { center: [0, 0, 0], radius: 1 }, mesh: { path: 'gone' } };
    mesh.name('gone');
    assert.equal(query(request).intersects, true);
    mesh.free();
    assert.match(query(request).error, /gone/);
  });
});

describe('all contacts', () => {
  // Two floors, z = -3 and z = 0, as triangles that are wider than a ball of radius 1 about (1, 1).
  const floors = () => new Mesh([0, 0, -3, 4, 0, -3, 0, 4, -3, 0, 0, 0, 4, 0, 0, 0, 4, 0], [0, 1, 2, 3, 4, 5]);

  test('come in order, each with its sphere', () => {
    const mesh = floors();
    // The first ball falls on both floors, the second misses, the third is in the upper floor and rises, the fourth ends between the two.
    const center = [1, 1, 5, 9, 9, 5, 1, 1, 0.5, 1, 1, 5];
    const velocity = [0, 0, -1, 0, 0, -1, 0, 0, 1, 0, 0, -1];
    const all = mesh.contacts({ center, radius: 1, velocity, tMax: [Infinity, 9, 9, 6] });
    assert.equal(all.length, 4);
    assert.deepEqual(all.index, new Uint32Array([0, 0, 2, 3]));
    assert.deepEqual(all.status, new Uint8Array([1, 1, 2, 1]));
    assert.deepEqual(all.time, new Float64Array([4, 7, 0, 4]));
    assert.deepEqual(all.triangle, new Int32Array([1, 0, 1, 1]));
    assert.deepEqual(all.feature.filter((_, i) => i !== 2), new Uint8Array([6, 6, 6]));
    assert.deepEqual(all.center, new Float64Array([1, 1, 1, 1, 1, -2, 1, 1, 0.5, 1, 1, 1]));
    assert.deepEqual(all.point, new Float64Array([1, 1, 0, 1, 1, -3, 1, 1, 0, 1, 1, 0]));
    assert.deepEqual(all.normal.subarray(0, 6), new Float64Array([0, 0, 1, 0, 0, 1]));
    mesh.free();
  });

  test('may be none', () => {
    const mesh = floors();
    assert.equal(mesh.contacts({ center: [], radius: [], velocity: [] }).length, 0);
    mesh.free();
  });

  test('begin with the first, of every sphere that has one', () => {
    const side = 12;
    const mesh = landscape(side);
    const spheres = rain(1000, side);
    const [first, all] = [mesh.firstContacts(spheres), mesh.contacts(spheres)];
    const seen = new Set();
    all.index.forEach((sphere, row) => {
      if (seen.has(sphere)) return;
      seen.add(sphere);
      assert.equal(all.status[row], first.status[sphere]);
      assert.equal(all.time[row], first.time[sphere]);
      if (first.status[sphere] === 1) assert.equal(all.triangle[row], first.triangle[sphere]);
    });
    const expected = [...first.status.keys()].filter((row) => first.status[row] !== 0);
    assert.deepEqual([...seen], expected);
    assert.ok(all.length > expected.length);
    mesh.free();
  });
});

describe('the closest point', () => {
  test('is that of geometry', () => {
    const mesh = new Mesh([0, 0, 0, 4, 0, 0, 0, 4, 0], [0, 1, 2]);
    // The points are above the face; outside an edge, by 3, 4 and 5; past a vertex; and off the long edge, at √2.
    const closest = mesh.closest([1, 1, 2, 2, -3, 4, -2, -2, 1, 3, 3, 0]);
    assert.equal(closest.length, 4);
    assert.deepEqual(closest.distance, new Float64Array([2, 5, 3, Math.SQRT2]));
    assert.deepEqual(closest.point, new Float64Array([1, 1, 0, 2, 0, 0, 0, 0, 0, 2, 2, 0]));
    assert.deepEqual(closest.triangle, new Int32Array(4));
    assert.deepEqual(closest.feature, new Uint8Array([6, 3, 0, 4]));
    mesh.free();
  });

  test('is no farther than any vertex', () => {
    // By brute force: the distance is at most the distance to the nearest vertex.
    const mesh = landscape(6);
    const { vertices } = mesh;
    const draw = numbers(11);
    const points = Float64Array.from({ length: 300 }, () => draw(-3, 9));
    const { distance } = mesh.closest(points);
    distance.forEach((found, i) => {
      let least = Infinity;
      for (let v = 0; v < vertices.length; v += 3) least = Math.min(least, Math.hypot(...[0, 1, 2].map((k) => vertices[v + k] - points[3 * i + k])));
      assert.ok(found <= least * (1 + 1e-12), `${found} > ${least}`);
    });
    mesh.free();
  });

  test('of no triangle is none', () => {
    const mesh = new Mesh([], []);
    const { distance, point, triangle, feature } = mesh.closest([0, 0, 0]);
    assert.deepEqual([...distance, ...point, ...triangle, ...feature], [NaN, NaN, NaN, NaN, -1, 255]);
    mesh.free();
  });

  test('of what is no point is refused', () => {
    const mesh = landscape(1);
    const refused = (points, message) => assert.throws(() => mesh.closest(points), { name: 'TangencyError', message });
    refused(undefined, 'points is undefined, must be an array');
    refused([0, 0], 'points.length is 2, must be a multiple of 3');
    refused([0, 0, 0, 0, NaN, 0], 'point 1: point.position[1] is NaN, must be a finite number');
    mesh.free();
  });
});

describe('a saved tree', () => {
  test('gives the same mesh, with the same bytes and answers', () => {
    const side = 12;
    const mesh = landscape(side);
    const bytes = mesh.toBytes();
    const again = Mesh.fromBytes(bytes);
    assert.deepEqual([again.vertices, again.triangles], [mesh.vertices, mesh.triangles]);
    assert.deepEqual(again.toBytes(), bytes);
    assert.deepEqual(again.firstContacts(rain(500, side)), mesh.firstContacts(rain(500, side)));
    [mesh, again].forEach((one) => one.free());
  });

  test('that is damaged, cut off, or none at all is refused', () => {
    const mesh = landscape(2);
    const bytes = mesh.toBytes();
    const refused = (wrong, message) => assert.throws(() => Mesh.fromBytes(wrong), { name: 'TangencyError', message });
    refused(bytes.map((byte, i) => (i === 300 ? byte ^ 1 : byte)), /^bytes: it is damaged: its checksum is /);
    refused(bytes.subarray(0, -1), /^bytes: it has \d+ bytes, must have \d+: it is cut off or damaged$/);
    refused(new Uint8Array(), 'bytes: this is no saved mesh');
    refused([], 'bytes is an array, must be a Uint8Array');
    mesh.free();
  });
});

describe('a mesh that was freed', () => {
  const message = 'the mesh was freed, and cannot be used any more';
  const asked = {
    vertices: (mesh) => mesh.vertices,
    triangles: (mesh) => mesh.triangles,
    name: (mesh) => mesh.name('a'),
    toBytes: (mesh) => mesh.toBytes(),
    firstContacts: (mesh) => mesh.firstContacts({ center: [0, 0, 5], radius: 1, velocity: [0, 0, -1] }),
    contacts: (mesh) => mesh.contacts({ center: [0, 0, 5], radius: 1, velocity: [0, 0, -1] }),
    closest: (mesh) => mesh.closest([0, 0, 5]),
  };
  for (const [name, ask] of Object.entries(asked)) {
    test(`says so when it is asked for ${name}`, () => {
      const mesh = landscape(1);
      ask(mesh);
      mesh.free();
      assert.throws(() => ask(mesh), { name: 'TangencyError', message });
    });
  }

  test('can be freed again, by the end of a block too', () => {
    const mesh = landscape(1);
    mesh.free();
    mesh.free();
    const other = landscape(1);
    other[Symbol.dispose]();
    assert.throws(() => other.vertices, { message });
  });
});

describe('the types', () => {
  const compiler = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));
  for (const [name, settings] of [['refuse what is misspelt, and need none of the browser', 'tsconfig.json'], ['know a compiled module, where the browser\'s are there', 'browser.json']]) {
    test(name, () => {
      const { status, stdout } = spawnSync(process.execPath, [compiler, '--project', fileURLToPath(new URL(`types/${settings}`, import.meta.url))], { encoding: 'utf8' });
      assert.equal(status, 0, stdout);
    });
  }
});

describe('the results of cast', () => {
  test('are columns of the bytes', () => {
    const bytes = new ArrayBuffer(8 + 150);
    new DataView(bytes).setUint32(0, 1, true);
    new DataView(bytes).setFloat64(8 + 8 * 8, 4, true);
    new DataView(bytes).setInt32(8 + 18 * 8, 7, true);
    new Uint8Array(bytes).set([1, 6], 8 + 148);
    const { contacts } = hitsOf(bytes);
    assert.deepEqual([contacts.length, contacts.time[0], contacts.triangle[0]], [1, 4, 7]);
    assert.deepEqual([contacts.status[0], contacts.feature[0]], [1, 6]);
  });

  test('of capsules have their axes', () => {
    const bytes = new ArrayBuffer(8 + 174);
    const view = new DataView(bytes);
    view.setUint32(0, 1, true);
    view.setUint32(4, 1, true);
    [3, -1, 2].forEach((x, k) => view.setFloat64(8 + 8 * (8 + k), x, true));
    view.setFloat64(8 + 8 * 11, 4, true);
    const { spheres, contacts } = hitsOf(bytes);
    assert.deepEqual([[...spheres.axis], contacts.time[0]], [[3, -1, 2], 4]);
    assert.equal(hitsOf(new ArrayBuffer(8)).spheres.axis, undefined);
  });

  test('must be as many as they say', () => {
    assert.throws(() => hitsOf(new ArrayBuffer(9)), { message: 'bytes.byteLength is 9, must be 8' });
  });
});
