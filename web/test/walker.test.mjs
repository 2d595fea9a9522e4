// The walker in Node: a recorded run ends in the bits of the native library, and errors name the
// field and the value.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { Mesh, Scene, Walker, featureOf, load, query } from '../dist/index.js';

const CASES = new URL('../../tests/cases/walk/', import.meta.url);

before(() => load());

/** A floor from -9 to 9, and on it a stair of 0.25 from x = 2. */
const stepped = () => new Mesh([-9, -9, 0, 2, -9, 0, 2, 9, 0, -9, 9, 0, 2, -9, 0.25, 9, -9, 0.25, 9, 9, 0.25, 2, 9, 0.25], [0, 1, 2, 0, 2, 3, 1, 4, 7, 1, 7, 2, 4, 5, 6, 4, 6, 7]);
const body = { a: [0, 0, 0.5], axis: [0, 0, 1], radius: 0.5 };
const able = { stepHeight: 0.5, snapDistance: 0.5 };
const hex = (x) => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(x);
  return bytes.toString('hex');
};

describe('the recorded run', () => {
  // The rules of the page, implemented as in `web/page/src/walk/rules.ts` and `tests/walk.rs`.
  const direction = (heading) => {
    const [octant, part] = [heading >> 5, heading & 31];
    const t = ((octant % 2 ? 32 - part : part) / 32) * 0.41421356237309503;
    const [near, far] = [(1 - t * t) / (1 + t * t), (2 * t) / (1 + t * t)];
    const [c, s] = octant % 2 ? [far, near] : [near, far];
    return [[c, s], [-s, c], [-c, -s], [s, -c]][octant >> 1];
  };
  function* inputsOf(text) {
    const bytes = Buffer.from(text, 'base64url');
    for (let at = 0; at < bytes.length; ) {
      const [keys, heading] = [bytes[at++], bytes[at++]];
      let [count, shift] = [0, 0];
      do {
        count += (bytes[at] & 127) << shift;
        shift += 7;
      } while (bytes[at++] > 127);
      while (count--) yield [keys, heading];
    }
  }

  test('ends in the bits that the native library has', () => {
    const run = JSON.parse(readFileSync(new URL('run.json', CASES)));
    const mesh = Mesh.fromFile(readFileSync(new URL(run.level, CASES)), run.level);
    const walker = new Walker({ a: [0, 0, 0.25], axis: [0, 0, 1.25], radius: 0.25 }, { stepHeight: 0.375, snapDistance: 0.375 });
    let [low, high, steps] = [0x811c9dc5, 0x9e3779b9, 0];
    const words = new Uint32Array(6);
    const numbers = new Float64Array(words.buffer);
    for (const [keys, heading] of inputsOf(run.inputs)) {
      const key = (place) => (keys >> place) & 1;
      const [ahead, aside, [c, s]] = [key(0) - key(1), key(3) - key(2), direction(heading)];
      const far = (4.5 / 60) * (ahead && aside ? 0.7071067811865476 : 1);
      const { floor, velocity } = walker;
      if (floor) {
        velocity[0] *= 0.75;
        velocity[1] *= 0.75;
      }
      velocity[2] -= 9.81 / 3600;
      if (floor && key(4)) velocity[2] = 4.5 / 60;
      const step = walker.step([(ahead * c + aside * s) * far, (ahead * s - aside * c) * far, 0], mesh);
      assert.equal(step.start, 'free');
      numbers.set(walker.position);
      for (const word of words) {
        low = Math.imul(low ^ word, 0x01000193);
        high = Math.imul(high ^ word, 0x85ebca6b) ^ (high >>> 15);
      }
      steps++;
    }
    assert.equal(steps, run.steps);
    assert.deepEqual([...walker.position].map(hex), run.end);
    assert.equal([high, low].map((x) => (x >>> 0).toString(16).padStart(8, '0')).join(''), run.checksum);
    walker.free();
    mesh.free();
  });
});

describe('the shared walks', () => {
  // The walks are from `tests/walks`, and are replayed in Rust and Python, too.
  const walks = readFileSync(new URL('../../tests/walks/walk.jsonl', import.meta.url), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
  /** The bits of numbers in any kind of array, including the sign of zeros. */
  const bits = (numbers) => [...numbers].map(hex);
  let restores = 0;

  for (const [number, walk] of walks.entries()) {
    const { scalar, body, up, max_slope: maxSlope, step_height: stepHeight, snap_distance: snapDistance, max_iterations: maxIterations } = walk.options;
    // Walkers of this package have doubles only.
    if (scalar === 'f32') continue;
    test(`walk ${number} ends in the bits of the other languages, also if each step is taken by another walker, from a state`, () => {
      const [scene, mesh] = [new Scene(), walk.level.mesh && new Mesh(walk.level.mesh.vertices.flat(), walk.level.mesh.triangles.flat())];
      const { rotation, translation = [0, 0, 0] } = walk.level.mesh ?? {};
      if (mesh) scene.insertInstances(mesh, { rotation, translation });
      else for (const item of walk.level.items) scene.insert(item);
      const world = mesh && !rotation ? mesh : scene;
      const make = (body) => new Walker(body, { up, maxSlope, stepHeight, snapDistance, maxIterations });
      const hero = make(body);
      let state = hero.state();
      walk.steps.forEach(({ push, displacement }, i) => {
        const other = make({ a: [7, 7, 7], axis: [0, 0, 3], radius: 2 });
        other.restore(structuredClone(state));
        assert.deepEqual(other.state(), state);
        for (const one of [hero, other]) {
          push.forEach((x, k) => (one.velocity[k] += x));
          one.step(displacement, world);
          assert.deepEqual([bits(one.position), bits(one.velocity), one.floor !== null], [bits(walk.positions[i]), bits(walk.velocities[i]), walk.standing[i]]);
        }
        assert.deepEqual(other.floor, hero.floor);
        assert.deepEqual(other.state(), hero.state());
        state = other.state();
        other.free();
        restores++;
      });
      for (const one of [hero, scene, mesh]) one?.free();
    });
  }
  test('are many', () => assert.ok(restores > 500, `${restores}`));
});

describe('a walker', () => {
  test('falls, walks up a step, and stands', () => {
    const mesh = stepped();
    const walker = new Walker({ ...body, a: [0, 0, 2.5] }, able);
    assert.equal(walker.floor, null);
    for (let i = 0; i < 180; i++) {
      walker.velocity[2] -= 9.81 / 3600;
      walker.step([2 / 60, 0, 0], mesh);
    }
    const [x, y, z] = walker.position;
    assert.ok(Math.abs(x - 6) < 1e-6 && y === 0 && Math.abs(z - 0.75) < 1e-6, `${walker.position}`);
    assert.deepEqual([...walker.floor.normal], [0, 0, 1]);
    assert.ok([4, 5].includes(walker.step([0, 0, 0], mesh).floor.triangle));
    assert.deepEqual([...walker.velocity], [0, 0, 0]);
    // A standing walker does not move in any bit.
    walker.velocity[2] -= 9.81 / 3600;
    const { legs, from, position } = walker.step([0, 0, 0], mesh);
    assert.equal(legs.length, 0);
    assert.deepEqual([from, position], [new Float64Array([x, y, z]), new Float64Array([x, y, z])]);
    walker.free();
    mesh.free();
  });

  test('says what was in its way, on what it stands and on what it knocked its head', () => {
    // A floor, a wall at x = 1, and a ceiling above.
    const mesh = new Mesh([-9, -9, 0, 9, -9, 0, 0, 9, 0, 1, -9, -9, 1, 9, -9, 1, 0, 9, -9, -9, 2.25, 9, -9, 2.25, 0, 9, 2.25], [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    const walker = new Walker({ a: [0, 0, 0.5], b: [0, 0, 1.5], radius: 0.5 });
    walker.velocity = [0, 0, -0.01];
    const landed = walker.step([0, 0, 0], mesh);
    assert.equal(landed.floor.triangle, 0);
    assert.equal(landed.ceiling, null);
    const blocked = walker.step([1, 0, 0], mesh);
    assert.equal(walker.position[0], 0.5);
    const row = [...blocked.contacts.triangle].indexOf(1);
    assert.equal(blocked.contacts.time[row], 0.5);
    assert.deepEqual([...blocked.contacts.normal.subarray(3 * row, 3 * row + 3)], [-1, 0, 0]);
    assert.deepEqual([...blocked.contacts.status], Array(blocked.contacts.length).fill(1));
    walker.velocity = [0, 0, 0.5];
    const knocked = walker.step([0, 0, 0], mesh);
    assert.equal(knocked.ceiling.triangle, 2);
    assert.deepEqual([...knocked.ceiling.normal], [0, 0, -1]);
    assert.deepEqual([knocked.position[2], knocked.floor, walker.velocity[2]], [0.75, null, 0]);
    walker.free();
    mesh.free();
  });

  test('is put to a free place if it begins in overlap, and can be put elsewhere', () => {
    const mesh = stepped();
    const walker = new Walker(body, able);
    walker.step([0, 0, -0.1], mesh);
    walker.teleport([0, 0, 0.25]);
    assert.equal(walker.floor, null);
    const { start, from } = walker.step([0, 0, 0], mesh);
    assert.equal(start, 'moved');
    assert.notDeepEqual([...from], [0, 0, 0.25]);
    assert.equal(walker.step([0, 0, 0], mesh).start, 'free');
    walker.free();
    mesh.free();
  });

  test('is rolled back a thousand times, by whatever way its state has gone', () => {
    const mesh = stepped();
    const [walker, other] = [new Walker({ ...body, a: [0, 0, 2.5] }, able), new Walker({ ...body, radius: 2 }, able)];
    const ahead = (one, i) => {
      one.velocity[2] -= 9.81 / 3600;
      // The walker moves back and forth over the stair, and jumps from time to time.
      if (i % 50 === 49) one.velocity[2] = 0.05;
      return one.step([i % 300 < 150 ? 1 / 16 : -1 / 16, 1 / 512, 0], mesh);
    };
    for (let i = 0; i < 1000; i++) {
      const state = i % 2 ? JSON.parse(JSON.stringify(walker.state())) : walker.state();
      const found = ahead(walker, i);
      other.restore(state);
      // The walker returns to an earlier state, and walks on. A zero in the written state has no sign.
      const again = ahead(other, i);
      const equal = i % 2 ? (a, b) => assert.ok(a.every((x, k) => x === b[k])) : (a, b) => assert.deepEqual(a, b);
      for (const name of ['from', 'legs', 'position']) equal(again[name], found[name]);
      equal(other.velocity, walker.velocity);
    }
    assert.ok(walker.position[0] !== 0);
    for (const one of [walker, other, mesh]) one.free();
  });

  test('takes no state that is none', () => {
    const walker = new Walker(body);
    const state = walker.state();
    assert.deepEqual(state, { position: [0, 0, 0.5], axis: [0, 0, 1], radius: 0.5, velocity: [0, 0, 0], carried: [0, 0, 0], floor: null });
    const refused = (change, message) => {
      assert.throws(() => walker.restore({ ...state, ...change }), { name: 'TangencyError', message });
      assert.deepEqual(walker.state(), state);
    };
    refused({ place: [0, 0, 0] }, 'state has the field place, known are position, axis, radius, velocity, carried, floor');
    refused({ floor: { point: [0, 0, 0], normal: [0, 0, 1], item: 1 } }, 'floor has the field item, known are point, normal');
    refused({ floor: { point: [0, 0, 0] } }, 'floor.normal is undefined, must be an array');
    refused({ position: [0, 0] }, 'position.length is 2, must be 3');
    refused({ velocity: [0, NaN, 0] }, 'walker.velocity[1] is NaN, must be a finite number');
    refused({ radius: -1 }, 'walker.radius is -1, must not be negative');
    refused({ floor: { point: [0, 0, Infinity], normal: [0, 0, 1] } }, 'walker.floor.point[2] is inf, must be a finite number');
    walker.restore({ ...state, velocity: [0, 0, 1], floor: { point: [0, 0, 0], normal: [0, 0, 1] } });
    assert.deepEqual([[...walker.velocity], [...walker.floor.normal]], [[0, 0, 1], [0, 0, 1]]);
    walker.free();
  });

  test('crouches, stands up and goes elsewhere if there is room', () => {
    // The ceiling at 1.5 is a box of a scene, or a mesh.
    const [scene, mesh] = [new Scene(), new Mesh([-9, -9, 1.5, 9, -9, 1.5, 0, 9, 1.5], [0, 1, 2])];
    scene.insertBoxes({ min: [-9, -9, 1.5], max: [9, 9, 2] });
    for (const world of [scene, mesh]) {
      const tall = (height) => ({ a: [0, 0, 0.5], axis: [0, 0, height - 1], radius: 0.5 });
      const walker = new Walker(tall(1.25));
      walker.velocity = [0, 0, -0.25];
      // A body as high as the room has room, a higher one has not.
      assert.equal(walker.setBody(tall(1.5), world), null);
      const { point, item, triangle, time } = walker.setBody(tall(1.75), world);
      assert.deepEqual([point[2], time, item, triangle], [1.5, 0, world === scene ? 0 : -1, world === scene ? -1 : 0]);
      assert.deepEqual(walker.state().axis, [0, 0, 0.5]);
      assert.deepEqual([...walker.velocity], [0, 0, -0.25]);
      assert.equal(walker.teleport([0, 0, -3], world), null);
      assert.deepEqual([...walker.position], [0, 0, -3]);
      assert.deepEqual([walker.teleport([0, 0, 0.75], world).point[2], [...walker.position]], [1.5, [0, 0, -3]]);
      assert.equal(walker.teleport([0, 0, 0.75]), null);
      assert.deepEqual([...walker.position], [0, 0, 0.75]);
      assert.throws(() => walker.setBody({ ...tall(1), center: [0, 0, 0] }, world), { message: 'body has the field center, known are a, b, axis, radius' });
      assert.throws(() => walker.setBody(tall(1), {}), { message: 'world is an object, must be a Mesh or a Scene' });
      walker.free();
    }
    for (const one of [scene, mesh]) one.free();
  });

  test('is not moved out of an overlap farther than it may be', () => {
    const mesh = stepped();
    const start = (options) => {
      const walker = new Walker({ ...body, a: [0, 0, 0.25] }, options);
      const { start } = walker.step([0, 0, 0], mesh);
      walker.free();
      return start;
    };
    assert.deepEqual([start(), start({ maxRecovery: 0 }), start({ maxRecovery: 4 })], ['moved', 'not found', 'moved']);
    assert.throws(() => start({ maxRecovery: '1' }), { message: 'maxRecovery is "1", must be a number' });
    assert.throws(() => start({ flatBase: 1 }), { message: 'flatBase is 1, must be true or false' });
    mesh.free();
  });

  test('with a flat base does not sink round an edge', () => {
    const scene = new Scene();
    scene.insertBoxes({ min: [-9, -9, -9], max: [0, 9, 0] });
    for (const flatBase of [true, false]) {
      const walker = new Walker({ ...body, a: [-0.5, 0, 0.5] }, { flatBase });
      const walk = () => {
        walker.velocity[2] -= 0.01;
        return walker.step([1 / 16, 0, 0], scene);
      };
      for (let i = 0; i < 8; i++) assert.ok(walk().floor);
      assert.deepEqual([...walker.position], [0, 0, 0.5]);
      // Past the edge, a round foot has sunk along its arc and stands, and a flat one has fallen.
      const [x, , z] = walk().position;
      assert.equal(walker.floor === null, flatBase);
      if (!flatBase) assert.ok(Math.abs(z - Math.sqrt(0.25 - x * x)) < 1e-9, `${x} ${z}`);
      walker.free();
    }
    scene.free();
  });

  test('between walls that are too steep is wedged', () => {
    // Two slopes of 60 degrees meet along the axis y.
    const rise = 9 * Math.sqrt(3);
    const mesh = new Mesh([0, -9, 0, 9, -9, rise, 9, 9, rise, 0, 9, 0, -9, -9, rise, -9, 9, rise], [0, 1, 2, 0, 2, 3, 0, 3, 5, 0, 5, 4]);
    const walker = new Walker({ ...body, a: [0, 0, 2] });
    let step;
    for (let i = 0; i < 60; i++) {
      walker.velocity[2] -= 0.01;
      step = walker.step([0, 0, 0], mesh);
    }
    assert.deepEqual([step.floor, step.isWedged, [...step.platformVelocity]], [null, true, [0, 0, 0]]);
    for (const one of [walker, mesh]) one.free();
  });

  test('takes the velocity of a platform along as it leaves that, unless it is told not to', () => {
    for (const inheritVelocity of [undefined, true, false]) {
      const scene = new Scene();
      const floor = (x, by) => ({ box: { min: [x - 4, -4, -1], max: [x + 4, 4, 0], to: [x - 4 + by, -4, -1] } });
      const train = scene.insert(floor(0, 0));
      const walker = new Walker(body, { inheritVelocity });
      walker.velocity = [0, 0, -0.01];
      assert.ok(walker.step([0, 0, 0], scene).floor);
      scene.replace(train, floor(0, 0.25));
      assert.equal(walker.ride([0.25, 0, 0], scene).status, 'carried');
      assert.deepEqual(walker.state().carried, [0.25, 0, 0]);
      scene.replace(train, floor(0.25, 0));
      walker.velocity = [0, 0, 0.125];
      const { platformVelocity, floor: stands } = walker.step([0, 0, 0], scene);
      assert.deepEqual([[...platformVelocity], stands], [[0.25, 0, 0], null]);
      assert.equal(walker.velocity[0], inheritVelocity === false ? 0 : 0.25);
      for (const one of [walker, scene]) one.free();
    }
  });

  test('that is cloned goes its own way', () => {
    const mesh = stepped();
    const walker = new Walker(body, able);
    walker.velocity = [0, 0, -0.01];
    walker.step([0, 0, 0], mesh);
    walker.velocity = [0, 0, -0.02];
    const other = walker.clone();
    assert.deepEqual([other.position, other.velocity, other.floor], [walker.position, walker.velocity, walker.floor]);
    other.step([1, 0, 0], mesh);
    assert.equal(walker.position[0], 0);
    assert.deepEqual([...walker.velocity], [0, 0, -0.02]);
    // The next step does not change the results of a step.
    const held = other.step([0.25, 0, 0], mesh).position;
    const before = [...held];
    other.step([0.25, 0, 0], mesh);
    assert.deepEqual([...held], before);
    for (const one of [walker, other, mesh]) one.free();
  });

  test('that was freed says so, and is freed by the end of a block too', () => {
    const mesh = stepped();
    const walker = new Walker(body);
    walker.free();
    walker.free();
    const message = 'the walker was freed, and cannot be used any more';
    for (const ask of [() => walker.step([0, 0, 0], mesh), () => walker.teleport([0, 0, 0]), () => walker.clone()]) assert.throws(ask, { name: 'TangencyError', message });
    const other = new Walker(body);
    other[Symbol.dispose]();
    assert.throws(() => other.clone(), { message });
    mesh.free();
    assert.throws(() => new Walker(body).step([0, 0, 0], mesh), { name: 'TangencyError', message: 'the mesh was freed, and cannot be used any more' });
  });

  test('of mistakes names the field and the value', () => {
    const mesh = stepped();
    const walker = new Walker(body);
    const refused = (act, message) => assert.throws(act, { name: 'TangencyError', message });
    refused(() => new Walker({ a: [0, 0, NaN], axis: [0, 0, 1], radius: 1 }), 'capsule.a[2] is NaN, must be a finite number');
    refused(() => new Walker({ ...body, radius: -1 }), 'capsule.radius is -1, must not be negative');
    refused(() => new Walker({ ...body, radius: '1' }), 'radius is "1", must be a number');
    refused(() => new Walker({ a: [0, 0, 0], radius: 1 }), 'body must have either b or axis');
    refused(() => new Walker({ ...body, b: [0, 0, 1] }), 'body must have either b or axis');
    refused(() => new Walker({ ...body, a: [0, 0] }), 'a.length is 2, must be 3');
    refused(() => new Walker({ ...body, center: [0, 0, 0] }), 'body has the field center, known are a, b, axis, radius');
    refused(() => new Walker(body, { slope: 1 }), 'options has the field slope, known are up, maxSlope, stepHeight, snapDistance, maxIterations, flatBase, maxRecovery, inheritVelocity');
    refused(() => new Walker(body, { up: [0, 0, 0] }), 'walker.up is zero, must have a direction');
    refused(() => new Walker(body, { maxSlope: -1 }), 'walker.maxSlope is -1, must not be negative');
    refused(() => new Walker(body, { stepHeight: NaN }), 'walker.stepHeight is NaN, must be a finite number');
    refused(() => new Walker(body, { maxIterations: 1.5 }), 'maxIterations is 1.5, must be a whole number from 0 to 4294967295');
    refused(() => walker.step([0, 0, Infinity], mesh), 'displacement[2] is inf, must be a finite number');
    refused(() => walker.step(undefined, mesh), 'displacement is undefined, must be an array');
    refused(() => walker.step([0, 0, 0], {}), 'world is an object, must be a Mesh or a Scene');
    refused(() => walker.ride([0, 0, 0], mesh), 'moving is an object, must be a Scene');
    const scene = new Scene();
    refused(() => walker.ride([0, NaN, 0], scene), 'displacement[1] is NaN, must be a finite number');
    refused(() => walker.ride([0, 0], scene), 'displacement.length is 2, must be 3');
    scene.free();
    refused(() => (walker.velocity = [0, 0]), 'velocity.length is 2, must be 3');
    refused(() => walker.teleport([0, NaN, 0]), 'walker.position[1] is NaN, must be a finite number');
    walker.velocity[0] = NaN;
    refused(() => walker.step([0, 0, 0], mesh), 'walker.velocity[0] is NaN, must be a finite number');
    // The walker has not moved, and walks on.
    walker.velocity = [0, 0, 0];
    assert.deepEqual([...walker.position], body.a);
    assert.equal(walker.step([0.5, 0, 0], mesh).start, 'free');
    assert.equal(walker.position[0], 0.5);
    walker.free();
    mesh.free();
  });
});

describe('a walker in a scene', () => {
  /** A floor that is a box, and on it a stair of 0.25 from x = 2. */
  const level = () => {
    const scene = new Scene();
    scene.insertBoxes({ min: [-9, -9, -1, 2, -9, 0], max: [9, 9, 0, 9, 9, 0.25] });
    return scene;
  };

  test('walks up a step, and says on which item it stands', () => {
    const scene = level();
    const walker = new Walker(body, able);
    let step;
    for (let i = 0; i < 40; i++) {
      walker.velocity[2] -= 0.01;
      step = walker.step([0.125, 0, 0], scene);
      assert.equal(step.start, 'free');
    }
    // Each step advances by an eighth, and the upper floor is at a quarter.
    assert.ok(walker.position[0] > 4.5);
    assert.equal(walker.position[2], 0.75);
    const { item, triangle, feature, normal } = step.floor;
    assert.deepEqual([item, triangle, featureOf(feature), [...normal]], [1, -1, { sides: [0, 0, 1] }, [0, 0, 1]]);
    assert.deepEqual([...step.contacts.item], Array(step.contacts.length).fill(1));
    walker.free();
    scene.free();
  });

  test('walks as on the mesh that is its only item', () => {
    const [mesh, scene] = [stepped(), new Scene()];
    scene.insertInstances(mesh, { translation: [0, 0, 0] });
    const [one, other] = [new Walker({ ...body, a: [0, 0, 2.5] }, able), new Walker({ ...body, a: [0, 0, 2.5] }, able)];
    for (let i = 0; i < 120; i++) {
      for (const walker of [one, other]) walker.velocity[2] -= 9.81 / 3600;
      const [a, b] = [one.step([1 / 30, 1 / 90, 0], mesh), other.step([1 / 30, 1 / 90, 0], scene)];
      const ofItem = ({ item, ...rest }) => rest;
      assert.deepEqual([b.legs, b.position, ofItem(b.contacts)], [a.legs, a.position, ofItem(a.contacts)]);
      assert.deepEqual([a.contacts, b.contacts].map(({ item }) => [...item]), [-1, 0].map((item) => Array(a.contacts.length).fill(item)));
    }
    const [a, b] = [one.step([0, 0, 0], mesh).floor, other.step([0, 0, 0], scene).floor];
    assert.deepEqual([a.item, b.item, a.triangle], [-1, 0, b.triangle]);
    for (const thing of [one, other, mesh, scene]) thing.free();
  });

  test('rides on a lift, is pushed by a wall, and is crushed by a press', () => {
    const box = (min, max, by) => ({ box: { min, max, to: min.map((x, k) => x + by[k]) } });
    const rising = (z, by) => box([-2, -2, z - 1], [2, 2, z], by);
    const scene = new Scene();
    const lift = scene.insert(rising(0, [0, 0, 0.25]));
    const walker = new Walker(body, able);
    for (let i = 0; i < 8; i++) {
      scene.replace(lift, rising(0.25 * i, [0, 0, 0.25]));
      assert.deepEqual(walker.ride([0, 0, 0.25], scene), {
        status: 'carried', position: new Float64Array([0, 0, 0.75 + 0.25 * i]), item: -1, triangle: -1, feature: 255,
      });
      scene.replace(lift, rising(0.25 * (i + 1), [0, 0, 0]));
      walker.velocity = [0, 0, -0.01];
      const { legs, floor } = walker.step([0, 0, 0], scene);
      assert.deepEqual([legs.length, floor.item], [0, lift]);
    }
    assert.deepEqual([...walker.position], [0, 0, 2.5]);

    // A wall half a unit away comes nearer by one unit. The walker is pushed by half a unit, or by the next greater float.
    const wall = scene.insert(box([-3, -2, 2], [-1, 2, 4], [1, 0, 0]));
    const pushed = walker.ride([0, 0, 0], scene);
    assert.deepEqual([pushed.status, pushed.item, featureOf(pushed.feature)], ['pushed', wall, { sides: [1, 0, 0] }]);
    const [x, y, z] = walker.position;
    assert.ok(x >= 0.5 && x < 0.5 + 1e-9 && y === 0 && z === 2.5, `${walker.position}`);
    assert.deepEqual(pushed.position, walker.position);
    scene.remove(wall);

    // The head of the walker is at 4. An obstacle 1 above it comes down by 2.
    const press = scene.insert(box([-9, -9, 5], [9, 9, 6], [0, 0, -2]));
    const crushed = walker.ride([0, 0, 0], scene);
    assert.deepEqual([crushed.status, crushed.item, [...crushed.position]], ['crushed', press, [x, y, z]]);
    walker.free();
    assert.throws(() => walker.ride([0, 0, 0], scene), { message: 'the walker was freed, and cannot be used any more' });
    scene.free();
  });

  test('by the velocities of columns rides as well', () => {
    const scene = new Scene();
    const [lift] = scene.insertBoxes({ min: [-2, -2, -1], max: [2, 2, 0], velocity: [0.5, 0, 0.25] });
    const walker = new Walker(body, able);
    const { status, position } = walker.ride([0.5, 0, 0.25], scene);
    assert.deepEqual([status, [...position]], ['carried', [0.5, 0, 0.75]]);
    scene.replaceBoxes([lift], { min: [-1.5, -2, -0.75], max: [2.5, 2, 0.25] });
    walker.velocity[2] = -0.01;
    const { legs, floor } = walker.step([0, 0, 0], scene);
    assert.deepEqual([legs.length, floor.item], [0, lift]);
    walker.free();
    scene.free();
  });

  test('goes by requests as by steps, and its state may change between the two', () => {
    const items = [{ box: { min: [-9, -9, -1], max: [9, 9, 0] } }, { box: { min: [2, -9, 1.5], max: [9, 9, 2] } }];
    const scene = new Scene();
    for (const item of items) scene.insert(item);
    const hero = new Walker(body, able);
    const options = { step_height: 0.5, snap_distance: 0.5 };
    let walker = hero.state();
    // A `Walker` has the velocity; a request has it in the state.
    const asked = (request) => {
      const reply = query({ walker, world: { items }, ...request });
      assert.equal(reply.error, undefined);
      walker = reply.walker;
      assert.deepEqual(walker, hero.state());
      return reply;
    };
    const go = (displacement) => {
      hero.step(displacement, scene);
      return asked({ query: 'step', options, displacement });
    };
    for (let i = 0; i < 8; i++) go([0.0875, 0, -0.01]);
    const small = { a: hero.position, axis: [0, 0, 0.25], radius: 0.5 };
    assert.equal(hero.setBody(small, scene), null);
    assert.equal(asked({ query: 'set_body', capsule: small }).status, 'none');
    go([3, 0, 0]);

    const tall = { a: hero.position, axis: [0, 0, 1], radius: 0.5 };
    const { point, item } = hero.setBody(tall, scene);
    const room = asked({ query: 'set_body', capsule: tall });
    assert.deepEqual([room.status, room.point, room.item], ['overlap', [...point], item]);
    assert.equal(item, 1);
    assert.equal(hero.teleport([-4, 0, 0.5], scene), null);
    assert.equal(asked({ query: 'teleport', position: [-4, 0, 0.5] }).status, 'none');
    hero.velocity = [0, 0, 0.25];
    walker = { ...walker, velocity: [0, 0, 0.25] };
    go([0, 0, 0]);
    assert.equal(hero.ride([0, 0, 0.5], scene).status, 'carried');
    assert.deepEqual([asked({ query: 'ride', displacement: [0, 0, 0.5] }).by, walker.carried], [null, [0, 0, 0.5]]);
    const one = new Walker(small, able);
    one.restore(walker);
    assert.deepEqual(one.state(), hero.state());
    for (const thing of [hero, one, scene]) thing.free();
  });

  test('does nothing where an item is one that capsules do not meet', () => {
    const scene = level();
    const hull = scene.insert({ polytope: { planes: [{ point: [0, 0, -9], normal: [0, 0, 1] }] } });
    const walker = new Walker(body, able);
    walker.velocity = [0, 0, -1];
    const message = `item ${hull} of the scene is a polytope, at which capsules and convex bodies cannot be cast`;
    for (const act of [() => walker.step([1, 0, 0], scene), () => walker.ride([1, 0, 0], scene)]) assert.throws(act, { name: 'TangencyError', message });
    assert.deepEqual([[...walker.position], [...walker.velocity]], [body.a, [0, 0, -1]]);
    scene.remove(hull);
    assert.equal(walker.step([1, 0, 0], scene).start, 'free');
    scene.free();
    assert.throws(() => walker.step([1, 0, 0], scene), { name: 'TangencyError', message: 'the scene was freed, and cannot be used any more' });
    walker.free();
  });
});

describe('a walker whose body is a box', () => {
  const floor = { box: { min: [-9, -9, -1], max: [9, 9, 0] } };
  const upright = { center: [0, 0, 1.5], halfExtents: [0.5, 0.25, 1] };
  const turned = { ...upright, rotation: [0, 0, 1, 3] };
  const leaning = { ...upright, center: [0, 0, 2], rotation: [1, 2, 0, 9] };
  const capsule = { a: [0, 0, 1.5], axis: [0, 0, 0.75], radius: 0.375 };
  /** A body and a state, as requests have them. */
  const bodyInRequest = ({ center, halfExtents, rotation, ...rest }) => (center ? { oriented_box: { center, half_extents: halfExtents, ...(rotation && { rotation }) } } : { capsule: rest });
  const inRequest = ({ halfExtents, ...rest }) => (halfExtents ? { half_extents: halfExtents, ...rest } : rest);
  /** A contact of a walker, as `query` returns it. */
  const contactOf = ({ time, center, point, normal, item, triangle, feature }) => ({
    time, center: [...center], point: [...point], normal: Number.isNaN(normal[0]) ? null : [...normal], item: item < 0 ? undefined : item, triangle: triangle < 0 ? undefined : triangle, feature: featureOf(feature),
  });
  const replied = (contact) => contact && Object.fromEntries(['time', 'center', 'point', 'normal', 'item', 'triangle', 'feature'].map((name) => [name, contact[name]]));
  const rows = (numbers) => Array.from({ length: numbers.length / 3 }, (_, i) => [...numbers.subarray(3 * i, 3 * i + 3)]);
  const contactsOf = ({ length, time, center, point, normal, item, triangle, feature }) => {
    const [centers, points, normals] = [center, point, normal].map(rows);
    return Array.from({ length }, (_, i) => contactOf({ time: time[i], center: centers[i], point: points[i], normal: normals[i], item: item[i], triangle: triangle[i], feature: feature[i] }));
  };

  /** Each step of a walker in a world is also a request, whose walker comes from the reply before. */
  function follow(hero, world, fields, options) {
    let walker = inRequest(hero.state());
    const ask = (request) => {
      const reply = query({ walker, ...fields, ...request });
      assert.equal(reply.error, undefined);
      walker = reply.walker;
      assert.deepEqual(walker, inRequest(hero.state()));
      return reply;
    };
    return {
      step(displacement, push) {
        push.forEach((x, k) => (hero.velocity[k] += x));
        walker = { ...walker, velocity: [...hero.velocity] };
        const step = hero.step(displacement, world);
        const reply = ask({ query: 'step', options, displacement });
        assert.deepEqual(
          { start: step.start.replace(' ', '_'), from: [...step.from], legs: rows(step.legs), contacts: contactsOf(step.contacts), floor: step.floor && contactOf(step.floor), ceiling: step.ceiling && contactOf(step.ceiling), wedged: step.isWedged, platform: [...step.platformVelocity], position: [...step.position] },
          { start: reply.status, from: reply.from, legs: reply.legs, contacts: reply.contacts.map(replied), floor: replied(reply.floor), ceiling: replied(reply.ceiling), wedged: reply.is_wedged, platform: reply.platform_velocity, position: reply.walker.position },
        );
        return step;
      },
      ride(displacement, moving, items) {
        const { status, item, triangle, feature } = hero.ride(displacement, moving);
        const reply = ask({ query: 'ride', displacement, world: { items } });
        const by = status === 'carried' ? null : { feature: featureOf(feature), item, ...(triangle < 0 ? {} : { triangle }) };
        assert.deepEqual([status, by], [reply.status, reply.by]);
        return status;
      },
      setBody(body) {
        const overlap = hero.setBody(body, world);
        const mover = bodyInRequest(body);
        const reply = ask({ query: 'set_body', ...(mover.capsule ? mover : { mover }) });
        assert.deepEqual(overlap && overlap.point, reply.status === 'none' ? null : Float64Array.from(reply.point));
        return overlap;
      },
      teleport(position) {
        const overlap = hero.teleport(position, world);
        assert.equal(overlap === null, ask({ query: 'teleport', position }).status === 'none');
        return overlap;
      },
    };
  }

  test('goes by requests as by steps, on boxes and on a mesh', () => {
    const items = [
      floor, { box: { min: [2, -9, 0], max: [9, 9, 0.25] } }, { box: { min: [-9, 3, 0], max: [9, 4, 4] } },
      { oriented_box: { center: [-4, 0, 0], half_extents: [1.5, 9, 0.5], rotation: [0, 1, 0, 6] } }, { box: { min: [-9, -9, 3.25], max: [9, 9, 4] } },
    ];
    const [scene, mesh] = [new Scene(), stepped()];
    for (const item of items) scene.insert(item);
    mesh.name('stepped');
    const options = { step_height: 0.5, snap_distance: 0.5 };
    const seen = { contacts: 0, ceilings: 0, high: 0, falls: 0 };
    for (const [world, fields] of [[scene, { world: { items } }], [mesh, { mesh: { path: 'stepped' } }]]) {
      for (const body of [upright, turned, leaning]) {
        const hero = new Walker(body, able);
        const go = follow(hero, world, fields, options);
        for (let i = 0; i < 120; i++) {
          // It walks back and forth in both directions, and jumps.
          const step = go.step([i % 80 < 40 ? 1 / 8 : -3 / 16, i % 50 < 25 ? 3 / 32 : -1 / 8, 0], [0, 0, i % 30 === 29 ? 1 / 4 : -1 / 64]);
          seen.contacts += step.contacts.length;
          seen.ceilings += step.ceiling !== null;
          seen.high += step.floor !== null && step.floor.point[2] === 0.25;
          seen.falls += step.floor === null;
        }
        hero.free();
      }
    }
    assert.ok(seen.contacts > 200 && seen.ceilings > 3 && seen.high > 40 && seen.falls > 40, JSON.stringify(seen));
    for (const one of [scene, mesh]) one.free();
  });

  test('becomes a capsule and a box again where there is room, and goes elsewhere', () => {
    const items = [floor, { box: { min: [2, -9, 1.5], max: [9, 9, 2] } }];
    const scene = new Scene();
    for (const item of items) scene.insert(item);
    const hero = new Walker(upright, able);
    const go = follow(hero, scene, { world: { items } }, { step_height: 0.5, snap_distance: 0.5 });
    for (let i = 0; i < 8; i++) go.step([0.0875, 0, 0], [0, 0, -0.5]);
    const low = { center: [...hero.position].with(2, 0.5), halfExtents: [0.5, 0.25, 0.5] };
    assert.equal(go.setBody(low), null);
    go.step([3, 0, 0], [0, 0, -0.01]);
    // Beneath the ceiling only a low body has room, of either kind.
    const tall = { ...low, center: [...hero.position].with(2, 1), halfExtents: [0.5, 0.25, 1] };
    assert.equal(go.setBody(tall).point[2], 1.5);
    assert.equal(go.setBody({ ...capsule, a: hero.position.with(2, 0.5) }).item, 1);
    assert.deepEqual(hero.state().halfExtents, [0.5, 0.25, 0.5]);
    assert.equal(go.setBody({ a: hero.position, b: hero.position.with(2, 1), radius: 0.5 }), null);
    assert.deepEqual([hero.state().radius, hero.state().halfExtents], [0.5, undefined]);
    assert.equal(go.setBody({ ...low, center: hero.position, rotation: [0, 0, 2, 5] }), null);
    assert.deepEqual(hero.state().rotation, [0, 0, 2, 5]);
    assert.equal(go.teleport([3, 0, 1.25]).point[2], 1.5);
    assert.equal(go.teleport([-4, 0, 0.5]), null);
    go.step([0, 0, 0], [0, 0, -0.01]);

    // A lift carries it, and a wall pushes it.
    const rising = [{ box: { min: [-9, -9, -1], max: [9, 9, 0], to: [-9, -9, -0.75] } }, items[1], { box: { min: [-9, -1, 1], max: [-5, 1, 2], to: [-8, -1, 1] } }];
    const moving = new Scene();
    for (const item of rising) moving.insert(item);
    assert.equal(go.ride([0, 0, 0.25], moving, rising), 'pushed');
    assert.ok(hero.position[0] > -4);
    assert.equal(go.ride([0, 0, 0.25], moving, rising.slice(0, 2)), 'carried');
    for (const one of [hero, scene, moving]) one.free();
  });

  test('stands on its flat base exactly on the floor, and walks through a door as wide as itself', () => {
    const scene = new Scene();
    scene.insertBoxes({ min: [-9, -9, -1, 2, -9, 0, 2, 0.25, 0], max: [9, 9, 0, 3, -0.25, 9, 3, 9, 9] });
    const hero = new Walker(upright, able);
    for (let i = 0; i < 80; i++) {
      hero.velocity[2] -= 1 / 64;
      assert.equal(hero.step([1 / 16, 0, 0], scene).start, 'free');
    }
    assert.deepEqual([...hero.position], [5, 0, 1]);
    assert.deepEqual([...hero.floor.normal], [0, 0, 1]);
    for (const one of [hero, scene]) one.free();
  });

  test('is cloned and restored, from a state of either kind', () => {
    const mesh = stepped();
    const [box, round] = [new Walker(leaning, able), new Walker(capsule, able)];
    const ahead = (hero) => {
      hero.velocity[2] -= 1 / 64;
      return hero.step([1 / 16, 1 / 32, 0], mesh);
    };
    for (let i = 0; i < 40; i++) for (const hero of [box, round]) ahead(hero);
    for (const [hero, other] of [[box, round], [round, box]]) {
      const state = hero.state();
      const twin = hero.clone();
      const found = ahead(hero);
      assert.deepEqual(ahead(twin), found);
      other.restore(structuredClone(state));
      assert.deepEqual(other.state(), state);
      assert.deepEqual(ahead(other), found);
      assert.deepEqual(other.state(), hero.state());
      twin.free();
    }
    for (const one of [box, round, mesh]) one.free();
  });

  test('with a mistake names the field and the value', () => {
    const mesh = stepped();
    const hero = new Walker(turned);
    const refused = (act, message) => assert.throws(act, { name: 'TangencyError', message });
    const fields = 'known are center, halfExtents, rotation';
    for (const make of [(body) => new Walker(body), (body) => hero.setBody(body, mesh)]) {
      refused(() => make({ ...upright, center: [0, NaN, 0] }), 'orientedBox.center[1] is NaN, must be a finite number');
      refused(() => make({ ...upright, halfExtents: [1, 1, -1] }), 'orientedBox.halfExtents[2] is -1, must not be negative');
      refused(() => make({ ...upright, halfExtents: [1, 1] }), 'halfExtents.length is 2, must be 3');
      refused(() => make({ ...upright, rotation: [0, 0, 1] }), 'rotation.length is 3, must be 4');
      refused(() => make({ ...upright, rotation: [0, 0, 0, 0] }), 'rotation is zero, must have a direction');
      refused(() => make({ center: [0, 0, 0] }), 'halfExtents is undefined, must be an array');
      refused(() => make({ halfExtents: [1, 1, 1] }), 'center is undefined, must be an array');
      refused(() => make({ ...upright, radius: 1 }), `body has the field radius, ${fields}`);
      refused(() => make({ ...upright, half_extents: [1, 1, 1] }), `body has the field half_extents, ${fields}; did you mean halfExtents?`);
    }
    const state = hero.state();
    assert.deepEqual(state, { position: [0, 0, 1.5], halfExtents: [0.5, 0.25, 1], rotation: [0, 0, 1, 3], velocity: [0, 0, 0], carried: [0, 0, 0], floor: null });
    const known = 'known are position, halfExtents, rotation, velocity, carried, floor';
    refused(() => hero.restore({ ...state, axis: [0, 0, 1] }), `state has the field axis, ${known}`);
    refused(() => hero.restore(inRequest(state)), `state has the field half_extents, ${known}; did you mean halfExtents?`);
    refused(() => hero.restore({ ...state, rotation: undefined }), 'rotation is undefined, must be an array');
    refused(() => hero.restore({ ...state, halfExtents: [1, -1, 1] }), 'walker.halfExtents is -1, must not be negative');
    refused(() => hero.restore({ ...state, rotation: [0, 0, NaN, 1] }), 'walker.rotation[2] is NaN, must be a finite number');
    assert.deepEqual(hero.state(), state);
    const scene = new Scene();
    const half = scene.insert({ polytope: { planes: [{ point: [0, 0, -9], normal: [0, 0, 1] }] } });
    refused(() => hero.step([0, 0, 1], scene), `item ${half} of the scene is a polytope, at which capsules and convex bodies cannot be cast`);
    for (const one of [hero, scene, mesh]) one.free();
  });
});

describe('a hull', () => {
  const corners = [];
  for (let i = 0; i < 8; i++) corners.push(i & 1 ? 0.5 : -0.5, i & 2 ? 0.25 : -0.25, i & 4 ? 1 : -1);
  const points = [0, 0, 0, ...corners];

  test('of the corners of a box takes the steps of the box, in a mesh and in a scene', () => {
    const mesh = stepped();
    const scene = new Scene();
    scene.insert({ box: { min: [-9, -9, -1], max: [9, 9, 0] } });
    scene.insert({ box: { min: [2, -9, 0], max: [9, 9, 0.25] } });
    for (const world of [mesh, scene]) {
      const hull = new Walker({ points, position: [0.1, 0.2, 1.5] }, able);
      const box = new Walker({ center: [0.1, 0.2, 1.5], halfExtents: [0.5, 0.25, 1] }, able);
      let other = new Walker(body);
      for (let i = 0; i < 60; i++) {
        const state = hull.state();
        assert.deepEqual([state.points, state.axis, state.halfExtents], [points, undefined, undefined]);
        other.restore(structuredClone(state));
        for (const one of [hull, box, other]) {
          one.velocity[2] += i % 30 === 20 ? 0.125 : -0.03125;
          one.step([0.0625, 0.01, 0], world);
        }
        assert.deepEqual([...hull.position].map(hex), [...box.position].map(hex));
        assert.deepEqual([hull.velocity, hull.floor], [box.velocity, box.floor]);
        assert.deepEqual(other.state(), hull.state());
      }
      assert.ok(hull.position[0] > 2 && hull.position[2] === 1.25 && hull.floor);
      const copy = hull.clone();
      assert.equal(hull.teleport([4, 0, 1.5], world), null);
      assert.deepEqual([[...hull.position], hull.state().points], [[4, 0, 1.5], points]);
      assert.ok(hull.teleport([4, 0, 1], world).point[2] <= 0.25);
      assert.deepEqual(copy.state().points, points);
      for (const one of [hull, box, other, copy]) one.free();
    }
    scene.free();
    mesh.free();
  });

  test('is set where its points are, or at a position, and wrong ones are refused', () => {
    const mesh = stepped();
    const walker = new Walker({ points: new Float64Array(points) });
    assert.deepEqual([...walker.position], [0, 0, 0]);
    assert.equal(walker.setBody({ points: points.map((x) => x + 4) }, mesh), null);
    assert.deepEqual([...walker.position], [4, 4, 4]);
    assert.equal(walker.setBody({ points, position: [1, 1, 1] }, mesh), null);
    assert.deepEqual([...walker.position], [1, 1, 1]);
    assert.notEqual(walker.setBody({ points, position: [1, 1, 0.5] }, mesh), null);
    assert.deepEqual([...walker.position], [1, 1, 1]);
    for (const [wrong, words] of [
      [{ points: [1, 2] }, /points\.length is 2, must be a multiple of 3, at least 3/],
      [{ points: [] }, /points\.length is 0/],
      [{ points: [0, 0, 0, 1, 0, 0, 0, 1, 0] }, /body is flat and has no radius, must have a thickness/],
      [{ points: [0, 0, NaN] }, /hull\.points\[0\]\[2\] is NaN/],
      [{ points, position: [0, 0, Infinity] }, /position/],
      [{ points, radius: 1 }, /radius/],
    ]) {
      assert.throws(() => new Walker(wrong), words);
      assert.throws(() => walker.setBody(wrong, mesh), words);
    }
    assert.throws(() => walker.restore({ ...walker.state(), radius: 1 }), /radius/);
    walker.free();
    mesh.free();
  });
});
