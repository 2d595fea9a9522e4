// Every function of the package refuses an unknown argument or field, so that nothing is ignored silently. A field in the other spelling
// (snake or camel case) is refused with the right name.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import * as tangency from '../dist/index.js';
import * as inline from '../dist/inline.js';

const { Mesh, Scene, TangencyError, Walker, contactsFor, featureOf, firstContacts, hitsOf, load, query, sceneContactsFor } = tangency;

before(() => load());

const sphere = () => ({ center: [0, 0, 5], radius: 1, velocity: [0, 0, -1], tMax: 9 });
const capsule = () => ({ a: [0, 0, 5], axis: [0, 0, 1], radius: 1, velocity: [0, 0, -1], tMax: 9 });
const mesh = () => new Mesh([0, 0, 0, 4, 0, 0, 0, 4, 0], [0, 1, 2]);
const scene = () => {
  const scene = new Scene();
  scene.insertBalls({ center: [0, 0, 0, 9, 0, 0], radius: 1 });
  return scene;
};
const bodies = { 'a capsule': { a: [0, 0, 5], axis: [0, 0, 1], radius: 1 }, 'a box': { center: [0, 0, 5], halfExtents: [1, 1, 1], rotation: [0, 0, 0, 1] } };
const walker = (body = bodies['a capsule']) => new Walker(body);
const attribute = { count: 3, itemSize: 3, getX: (i) => 4 * Number(i === 1), getY: (i) => 4 * Number(i === 2), getZ: () => 0 };
const way = { velocity: [0, 0, 1], tMax: 9 };
const bin = () => ({ min: [0, 0, 5], max: [1, 1, 6], radius: 1, velocity: [0, 0, -1], tMax: 9 });
const oriented = () => ({ center: [0, 0, 5], halfExtents: [1, 1, 1], rotation: [0, 0, 0, 1], radius: 1, velocity: [0, 0, -1], tMax: 9 });
const columns = { 'spheres': sphere, 'capsules': capsule, 'boxes': bin, 'oriented boxes': oriented };
const shapes = {
  triangle: { vertices: [0, 0, 0, 4, 0, 0, 0, 4, 0] },
  segment: { a: [0, 0, 0], b: [4, 0, 0] },
  point: { position: [0, 0, 0] },
  box: { min: [0, 0, 0], max: [1, 1, 1] },
  orientedBox: { center: [0, 0, 0], halfExtents: [1, 1, 1], rotation: [0, 0, 0, 1] },
};

/** Each call with all arguments that it takes. The numbers are the indices of the objects whose fields are all declared. */
const CALLS = {
  'new Mesh': [(...all) => new Mesh(...all), () => [[0, 0, 0, 4, 0, 0, 0, 4, 0], [0, 1, 2]]],
  'Mesh.fromFile': [(...all) => Mesh.fromFile(...all), () => [new TextEncoder().encode('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'), 'part.obj']],
  'Mesh.fromBytes': [(...all) => Mesh.fromBytes(...all), () => [mesh().toBytes()]],
  'Mesh.fromGeometry': [(...all) => Mesh.fromGeometry(...all), () => [{ attributes: { position: attribute }, groups: [{ start: 0, count: 3 }] }, { groups: [0] }], 1],
  'mesh.name': [(...all) => mesh().name(...all), () => ['part']],
  'mesh.closest': [(...all) => mesh().closest(...all), () => [[0, 0, 1]]],
  'new Scene': [(...all) => new Scene(...all), () => []],
  'Scene.fromBytes': [(...all) => Scene.fromBytes(...all), () => [scene().toBytes()]],
  'scene.insert': [(...all) => scene().insert(...all), () => [{ oriented_box: { center: [0, 0, 0], half_extents: [1, 1, 1], rotation: [0, 0, 0, 1] }, t_max: 9 }], 0],
  'scene.replace': [(...all) => scene().replace(...all), () => [0, { point: { position: [0, 0, 0] }, t_max: 9 }], 1],
  'scene.insertBalls': [(...all) => scene().insertBalls(...all), () => [{ center: [0, 0, 0], radius: 1, ...way }], 0],
  'scene.replaceBalls': [(...all) => scene().replaceBalls(...all), () => [[0], { center: [0, 0, 0], radius: 1, ...way }], 1],
  'scene.insertBoxes': [(...all) => scene().insertBoxes(...all), () => [{ ...shapes.box, ...way }], 0],
  'scene.replaceBoxes': [(...all) => scene().replaceBoxes(...all), () => [[0], { ...shapes.box, ...way }], 1],
  'scene.insertTriangles': [(...all) => scene().insertTriangles(...all), () => [{ ...shapes.triangle, ...way }], 0],
  'scene.replaceTriangles': [(...all) => scene().replaceTriangles(...all), () => [[0], { ...shapes.triangle, ...way }], 1],
  'scene.insertInstances': [(...all) => scene().insertInstances(...all), () => [mesh(), { rotation: [0, 0, 0, 1], translation: [0, 0, 0], ...way }], 1],
  'scene.replaceInstances': [(...all) => scene().replaceInstances(...all), () => [[0], mesh(), { rotation: [0, 0, 0, 1], translation: [0, 0, 0], ...way }], 2],
  'scene.remove': [(...all) => scene().remove(...all), () => [[0]]],
  'scene.closest': [(...all) => scene().closest(...all), () => [[0, 0, 1]]],
  'scene.pairs': [(...all) => scene().pairs(...all), () => [9]],
  ...Object.fromEntries(
    Object.entries(bodies).flatMap(([of, body]) => [
      [
        `new Walker of ${of}`,
        [
          (...all) => new Walker(...all),
          () => [body, { up: [0, 0, 1], maxSlope: 1, stepHeight: 0.5, snapDistance: 0.5, maxIterations: 8, flatBase: true, maxRecovery: 1, inheritVelocity: false }], 0, 1,
        ],
      ],
      [`walker.setBody of ${of}`, [(...all) => walker().setBody(...all), () => [body, mesh()], 0]],
      [`walker.restore of ${of}`, [(...all) => walker().restore(...all), () => [walker(body).state()], 0]],
    ]),
  ),
  'walker.step': [(...all) => walker().step(...all), () => [[0, 0, 1], mesh()]],
  'walker.ride': [(...all) => walker().ride(...all), () => [[0, 0, 1], scene()]],
  'walker.teleport': [(...all) => walker().teleport(...all), () => [[0, 0, 1], mesh()]],
  contactsFor: [contactsFor, () => [2, { dimension: 2, scalar: 'f32' }], 1],
  sceneContactsFor: [sceneContactsFor, () => [2]],
  hitsOf: [hitsOf, () => [new ArrayBuffer(8)]],
  ...Object.fromEntries(
    Object.entries(columns).flatMap(([of, movers]) => [
      [`mesh.firstContacts of ${of}`, [(...all) => mesh().firstContacts(...all), () => [movers(), mesh().firstContacts(movers())], 0, 1]],
      [`mesh.contacts of ${of}`, [(...all) => mesh().contacts(...all), () => [movers()], 0]],
      [`scene.firstContacts of ${of}`, [(...all) => scene().firstContacts(...all), () => [movers(), scene().firstContacts(movers())], 0, 1]],
      [`scene.contacts of ${of}`, [(...all) => scene().contacts(...all), () => [movers()], 0]],
      [
        `firstContacts of ${of}`,
        [firstContacts, () => [{ ...movers(), dimension: 3, scalar: 'f64' }, { box: shapes.box }, firstContacts(movers(), { box: shapes.box })], 0, 1, 2],
      ],
    ]),
  ),
};

/** The error of a call. */
function refusal(call) {
  try {
    call();
  } catch (error) {
    assert.ok(error instanceof TangencyError, error.stack);
    return error.message;
  }
  assert.fail('it is not refused');
}

/** A name in the other spelling. */
const otherwise = (name) => (/[A-Z]/.test(name) ? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()));

describe('what is not known is refused:', () => {
  for (const [name, [call, given, ...objects]] of Object.entries(CALLS)) {
    test(name, () => {
      call(...given());
      // An undefined field counts as absent.
      call(...given(), undefined);
      const count = given().length;
      if (name === 'new Scene') assert.match(refusal(() => call({ items: [] })), /^a Scene begins empty, and takes no arguments/);
      else assert.match(refusal(() => call(...given(), {})), new RegExp(`was given ${count + 1} arguments, takes at most ${count}$`));
      for (const place of objects) {
        const changed = (change) => given().map((value, i) => (i === place ? change(value) : value));
        call(...changed((value) => ({ ...value, speed: undefined })));
        assert.match(refusal(() => call(...changed((value) => ({ ...value, speed: 1 })))), / has the field speed, known are /);
        for (const field of Object.keys(given()[place])) {
          const other = otherwise(field);
          if (other === field) continue;
          const words = refusal(() => call(...changed(({ [field]: value, ...rest }) => ({ ...rest, [other]: value }))));
          assert.ok(words.includes(` has the field ${other}, known are `) && words.endsWith(`; did you mean ${field}?`), words);
        }
      }
    });
  }

  for (const [kind, shape] of Object.entries(shapes)) {
    test(`a field of the shape ${kind}`, () => {
      const call = (more) => firstContacts(sphere(), { [kind]: { ...shape, velocity: [0, 0, 0], radius: 0, ...more } });
      call({});
      assert.match(refusal(() => call({ speed: 1 })), new RegExp(`^${kind} has the field speed, known are `));
    });
  }

  test('query', () => {
    const request = { query: 'first_contact', sphere: { center: [0, 0, 5], radius: 1, velocity: [0, 0, -1] }, point: { position: [0, 0, 0] } };
    assert.equal(query(request).time, 4);
    assert.match(query({ ...request, speed: 1 }).error, /^the request has the field speed, known are id, .*[a-z]$/);
    assert.match(query({ ...request, tMax: 9 }).error, /^the request has the field tMax, known are .*; did you mean t_max\?$/);
    const orientedBox = { center: [0, 0, 0], half_extents: [1, 1, 1], rotation: [0, 0, 0, 1] };
    assert.match(query({ ...request, point: undefined, orientedBox }).error, /; did you mean oriented_box\?$/);
    const { half_extents, ...rest } = orientedBox;
    assert.match(query({ ...request, point: undefined, oriented_box: { ...rest, halfExtents: half_extents } }).error, /^oriented_box has the field halfExtents.*; did you mean half_extents\?$/);
    assert.match(refusal(() => query(request, { tMax: 9 })), /^query was given 2 arguments, takes at most 1$/);
  });

  test('load', async () => {
    for (const { load } of [tangency, inline]) await assert.rejects(load(undefined, {}), { name: 'TangencyError', message: 'load was given 2 arguments, takes at most 1' });
  });

  test('and every function is looked at here', () => {
    // Left out are functions whose only argument is a number, so that columns can be mapped, and functions without arguments.
    const others = ['TangencyError', 'featureOf', 'load', 'query', 'Mesh', 'Scene', 'Walker', 'firstContacts'];
    assert.deepEqual(Object.keys(tangency).filter((name) => !(name in CALLS || others.includes(name))), []);
    assert.deepEqual([0, 6].map(featureOf), [{ kind: 'vertex', index: 0 }, { kind: 'face' }]);
    for (const [Class, name] of [[Mesh, 'mesh'], [Scene, 'scene'], [Walker, 'walker']]) {
      const known = (method) => Object.keys(CALLS).some((call) => call.split(' of ')[0] === method);
      const methods = (of) => Object.entries(Object.getOwnPropertyDescriptors(of)).filter(([, { value }]) => typeof value === 'function').map(([method]) => method);
      const alone = ['constructor', 'free', 'toBytes', 'clone', 'state'];
      assert.deepEqual(methods(Class.prototype).filter((method) => !(known(`${name}.${method}`) || alone.includes(method))), []);
      assert.deepEqual(methods(Class).filter((method) => !known(`${Class.name}.${method}`)), []);
    }
  });
});
