// Geometries of three.js as meshes: each kind of attribute, and their drawn parts.
import {
  BoxGeometry, BufferGeometry, Float32BufferAttribute, InstancedBufferGeometry, Int16BufferAttribute, InterleavedBuffer, InterleavedBufferAttribute, Mesh as Drawn,
  Raycaster, SphereGeometry, Vector3,
} from 'three';
import { Mesh, load } from 'tangency';

const is = (found: unknown, expected: unknown) => {
  const [a, b] = [found, expected].map((value) => JSON.stringify(value));
  if (a !== b) throw new Error(`${a} is not ${b}`);
};
const refused = (act: () => unknown, words: RegExp) => {
  try {
    act();
  } catch (error) {
    if (words.test((error as Error).message)) return;
    throw error;
  }
  throw new Error(`not refused: ${words}`);
};
/** The first triangle on a ray down the axis z. */
const under = (mesh: Mesh, x: number, y: number) => mesh.firstContacts({ center: [x, y, 9], radius: 0, velocity: [0, 0, -1] });

await load();

// This geometry has an index, and a vertex for each side of a corner; the mesh is closed all the
// same.
const box = Mesh.fromGeometry(new BoxGeometry(2, 2, 2));
is([box.vertices.length / 3, box.triangles.length / 3], [24, 12]);
is([...under(box, 0.25, 0.5).time], [8]);
// This geometry has no index.
is(Mesh.fromGeometry(new BoxGeometry(2, 2, 2).toNonIndexed()).triangles.length, 36);

// The mesh finds the same face as three.js, since both have the same floats and no ray is near a
// tie.
const ball = new SphereGeometry(1, 13, 11);
const meshOfBall = Mesh.fromGeometry(ball);
for (const [x, y] of [[0.1, 0.2], [-0.33, 0.41], [0.52, -0.6]] as const) {
  const [hit] = new Raycaster(new Vector3(x, y, 9), new Vector3(0, 0, -1)).intersectObject(new Drawn(ball));
  is([...under(meshOfBall, x, y).triangle], [hit!.faceIndex]);
}

// A mesh has only the drawn part: a range, and groups.
const part = new BoxGeometry(2, 2, 2);
part.setDrawRange(6, 12);
is([...Mesh.fromGeometry(part).triangles], [...part.index!.array].slice(6, 18));
is([...Mesh.fromGeometry(part, { groups: [2, 0] }).triangles], [...part.index!.array].slice(12, 18));
refused(() => Mesh.fromGeometry(part, { groups: [6] }), /^options\.groups\[0\] is 6, must be the number of one of 6 groups$/);
part.setDrawRange(0, 4);
refused(() => Mesh.fromGeometry(part), /^geometry draws 4 corners from 0 on, must be a multiple of 3$/);

// The positions are interleaved with other data, and are normalized whole numbers.
const interleaved = new BufferGeometry();
const buffer = new InterleavedBuffer(new Float32Array([7, 0, 0, 0, 7, 4, 0, 0, 7, 0, 4, 0]), 4);
interleaved.setAttribute('position', new InterleavedBufferAttribute(buffer, 3, 1));
is([...Mesh.fromGeometry(interleaved).vertices], [0, 0, 0, 4, 0, 0, 0, 4, 0]);
const small = new BufferGeometry();
small.setAttribute('position', new Int16BufferAttribute([0, 0, 0, 32767, 0, 0, 0, -32767, 0], 3, true));
is([...Mesh.fromGeometry(small).vertices], [0, 0, 0, 1, 0, 0, 0, -1, 0]);

// These geometries are drawn differently from their attributes.
const morphed = new BoxGeometry();
morphed.morphAttributes.position = [new Float32BufferAttribute(new Float32Array(72), 3)];
refused(() => Mesh.fromGeometry(morphed), /^geometry\.morphAttributes has positions/);
const skinned = new BoxGeometry();
skinned.setAttribute('skinIndex', new Int16BufferAttribute(new Int16Array(96), 4));
refused(() => Mesh.fromGeometry(skinned), /^geometry\.attributes\.skinIndex binds it to bones/);
refused(() => Mesh.fromGeometry(new InstancedBufferGeometry()), /^geometry is instanced/);
refused(() => Mesh.fromGeometry(new BufferGeometry()), /^geometry\.attributes\.position is undefined, must be an attribute of three\.js$/);
// @ts-expect-error: it has a geometry, and is none.
refused(() => Mesh.fromGeometry(new Drawn(ball)), /^geometry is an object, must be its field geometry$/);
console.log('right');
