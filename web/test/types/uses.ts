// Calls that must compile against the package, and calls that must not, without the browser's types
// and with every declaration checked.

import { Mesh, Scene, Walker, featureOf, firstContacts, type CapsuleContacts, type Form, type MovingBoxes, type MovingHulls, type MovingOrientedBoxes, type MovingTriangles, type PlainMovers, type Shapes, sceneContactsFor, type Contacts, type Feature, type SceneFields, type SceneItem, type FirstContact, type Recovered, type Refusal, type Request, type RoomFound, type WalkerContact, type WalkerFloor, type WalkerRide, type WalkerState, contactsFor, hitsOf, load, query } from 'tangency';

const sphere = { center: [0, 0, 5], radius: 1, velocity: [0, 0, -1] };
const ball = { center: [0, 0, 5], radius: 1 };
const triangle = { vertices: [[0, 0, 0], [4, 0, 0], [0, 4, 0]] };
const egg = { center: [0, 0, 5], radii: [1, 2, 3] };
const box = { min: [0, 0, 0], max: [1, 1, 1] };
const polytope = { planes: [{ point: [0, 0, 0], normal: [0, 0, 1] }] };

await load();
await load(new Uint8Array());
await load('engine_bg.wasm');
await load({ href: 'file:///engine_bg.wasm' });
// @ts-expect-error: a number is no source.
await load(7);
// @ts-expect-error: another object is no source either, if the host has no types of WebAssembly.
await load({ path: 'engine_bg.wasm' });

// Each query has its own type of answer.
const hit = query({ query: 'first_contact', sphere, triangle, t_max: 9, exact: true, more: true, scalar: 'f32', id: 7 });
if (hit.status === 'contact') {
  const time: number = hit.time;
  const first: number | undefined = hit.point[time];
  const normal: number[] | null = hit.normal;
} else if (hit.error !== undefined) {
  const words: string = hit.error;
}
const shared: boolean | undefined = query({ query: 'intersects', sphere: { ...ball, hollow: true }, box }).intersects;
const containment: 'inside' | 'intersecting' | 'outside' | undefined = query({ query: 'containment', sphere: ball, polytope }).containment;
const line: string = query('{}');
const asked: Request = { query: 'first_contact', ellipsoid: egg, mesh: { path: 'part' } };
query(asked);
const both: FirstContact | Refusal = query({ query: 'first_contact', sphere, box: { ...box, velocity: [0, 0, 1] } });

// Queries other than first contact: each has its type of answer under its name.
const part = { vertices: [[0, 0, 0], [4, 0, 0], [0, 4, 0]], triangles: [[0, 1, 2]] };
const last: number | null | undefined = query({ query: 'last_time', sphere, box, exact: true }).last_time;
const many: FirstContact[] | undefined = query({ query: 'contacts', sphere, mesh: { ...part, rotation: [0, 0, 0, 1] } }).contacts;
const near = query({ query: 'closest', position: [0, 0, 1], scene: { items: [{ triangle }, { box: { ...box, velocity: [0, 0, 1] } }] } });
const gap: number | undefined = near.closest?.distance;
const place: 'inside' | 'on surface' | 'outside' | undefined = query({ query: 'locate', position: [0, 0, 1], mesh: part }).locate;
const circle: number | undefined = query({ query: 'section', sphere: ball, plane: { point: [0, 0, 0], normal: [0, 0, 1] } }).section?.radius;
const around: number[] | undefined = query({ query: 'neighbours', at: { triangle: 0, feature: { kind: 'edge', index: 1 } }, mesh: part }).neighbours;
const edges = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
const by: string | undefined = query({ query: 'containment_by_planes', sphere: ball, parallelepiped: { center: [0, 0, 0], edges } }).containment_by_planes;

// Hulls, and convex bodies as movers, which have the form of an obstacle.
const hull = { points: [[0, 0, 0], [4, 0, 0], [0, 4, 0], new Float64Array(3)] };
const capsule0 = { a: [0, 0, 5], axis: [0, 0, 1], radius: 1 };
const going = { box: { ...box, radius: 0.5, velocity: [0, 0, -1] } };
const onHull = query({ query: 'first_contact', sphere, hull: { ...hull, velocity: [0, 0, 1], radius: 1 } });
if (onHull.status === 'contact' && 'vertices' in onHull.feature) {
  const corners: number[] = onHull.feature.vertices;
}
const byBox = query({ query: 'first_contact', mover: going, obstacle: { hull: { ...hull, to: [1, 2, 3] } }, t_max: 9, more: true, exact: true });
if (byBox.status === 'contact') {
  const [end, when]: [number[] | null | undefined, number | null | undefined] = [byBox.other_point, byBox.last_time];
}
query({ query: 'first_entry', mover: { hull: { ...hull, from: [0, 0, 0], to: [0, 0, -1] } }, mesh: part });
const [atTime, isMet]: [number | null | undefined, boolean | undefined] = [
  query({ query: 'time_down', mover: { triangle }, segment: { a: [0, 0, 0], b: [0, 0, 1] } }).time_down,
  query({ query: 'has_contact', mover: { oriented_box: { center: [0, 0], half_extents: [1, 1], rotation: [0, 1] } }, obstacle: { hull: { points: [[0, 0], [1, 0]] } } }).has_contact,
];
const whole = query({ query: 'touched', mover: going, obstacle: { triangle }, t_max: 9 });
if (whole.touched) {
  const { points, feature, mover_feature }: { points: number[][]; feature: Feature; mover_feature: Feature } = whole.touched;
}
const ofMesh = query({ query: 'touched', mover: going, obstacle: { mesh: part } });
const touchedFirst: number | undefined = ofMesh.touched?.[0]?.triangle;
query({ query: 'contacts', mover: going, obstacle: { mesh: part } });
query({ query: 'has_contact', mover: going, obstacle: { hull: { ...hull, position: [1, 2, 3] } } });
const apart: number[] | undefined = query({ query: 'closest', mover: { hull }, obstacle: { point: { position: [0, 0, 9] } } }).closest?.on_axis;
query({ query: 'penetration', mover: { parallelepiped: { center: [0, 0, 0], edges } }, hull });
query({ query: 'intersects', mover: { box }, obstacle: { mesh: part } });
query({ query: 'first_contact', capsule: capsule0, scene: { items: [{ hull }] } });
// Every mover and obstacle has the long form, or only one of the two does.
query({ query: 'first_contact', mover: { sphere }, obstacle: { polytope } });
query({ query: 'first_contact', mover: { capsule: { ...capsule0, path: [[0, 0, 1]] } }, hull });
query({ query: 'last_time', mover: { ellipsoid: egg }, obstacle: { mesh: part } });
query({ query: 'intersects', mover: { sphere: { ...ball, hollow: true } }, obstacle: { box: { ...box, hollow: true } } });
query({ query: 'contacts', capsule: capsule0, obstacle: { scene: { items: [{ hull }] } } });
query({ query: 'closest', position: [0, 0, 9], obstacle: { hull } });
query({ query: 'slide', mover: { sphere: ball }, displacement: [0, 0, -1], world: { hull } });
// @ts-expect-error: a point is no mover.
query({ query: 'first_contact', mover: { point: { position: [0, 0, 9] } }, obstacle: { hull } });
// @ts-expect-error: there are two movers.
query({ query: 'first_contact', mover: { box, hull }, obstacle: { triangle } });
// @ts-expect-error: there are two again.
query({ query: 'first_contact', mover: { sphere, box }, obstacle: { triangle } });
// @ts-expect-error: the second mover is in a field of its own.
query({ query: 'first_contact', sphere, mover: { box }, obstacle: { triangle } });
// @ts-expect-error: there are two obstacles.
query({ query: 'first_contact', mover: { box }, obstacle: { hull, triangle } });
// @ts-expect-error: there are two again.
query({ query: 'first_contact', mover: { box }, obstacle: { hull }, triangle });
// @ts-expect-error: a box in a field of its own is an obstacle.
query({ query: 'first_contact', box, hull });
// @ts-expect-error: the obstacle is missing.
query({ query: 'first_contact', mover: { box } });
// @ts-expect-error: a convex body does not meet a polytope.
query({ query: 'first_contact', mover: { box }, obstacle: { polytope } });
query({ query: 'first_contact', mover: { box }, scene: { items: [{ hull }] } });
query({ query: 'first_contact', mover: { box }, mesh: { ...part, rotation: [0, 0, 1, 3], translation: [0, 0, 1] } });
query({ query: 'first_contact', mover: { box: { ...box, path: [[0, 0, 1], [0, 0, 2]] } }, hull });
// @ts-expect-error: a mover has a velocity, or a path.
query({ query: 'first_contact', mover: { box: { ...box, velocity: [0, 0, 1], path: [[0, 0, 1]] } }, hull });
// @ts-expect-error: a mover has a place to go to, or a path.
query({ query: 'first_entry', mover: { box: { ...box, to: [0, 0, 1], path: [[0, 0, 1]] } }, hull });
// @ts-expect-error: a path starts at the position of the mover.
query({ query: 'first_contact', mover: { box: { ...box, from: [0, 0, 1], path: [[0, 0, 1]] } }, hull });
query({ query: 'first_contact', sphere: { ...ball, path: [[0, 0, 1], [0, 0, 2]] }, hull });
// @ts-expect-error: a sphere has a velocity, or a path.
query({ query: 'first_contact', sphere: { ...ball, velocity: [0, 0, -1], path: [[0, 0, 1]] }, hull });
// @ts-expect-error: a capsule has a place to go to, or a path.
query({ query: 'first_contact', mover: { capsule: { ...capsule0, to: [0, 0, -1], path: [[0, 0, 1]] } }, hull });
// A box that is not rotated has no rotation, as a mover and as an obstacle.
const straight = { center: [0, 0, 5], half_extents: [1, 1, 1] };
query({ query: 'first_contact', mover: { oriented_box: { ...straight, velocity: [0, 0, -1] } }, oriented_box: straight });
// @ts-expect-error: a query of one motion has no path.
query({ query: 'contact_time', mover: { box: { ...box, path: [[0, 0, 1]] } }, hull });
// @ts-expect-error: a mover has a velocity, or a place to go to.
query({ query: 'first_contact', mover: { box: { ...box, velocity: [0, 0, 1], to: [0, 0, 1] } }, hull });
// @ts-expect-error: a mover is not hollow.
query({ query: 'intersects', mover: { box: { ...box, hollow: true } }, obstacle: { hull } });
// @ts-expect-error: here the mover is at rest.
query({ query: 'intersects', mover: { box: { ...box, velocity: [0, 0, -1] } }, obstacle: { hull } });
query({ query: 'slide', mover: { box: { ...box, radius: 0.5 } }, displacement: [0, 0, -1], hull: { ...hull, velocity: [0, 0, 1] }, max_iterations: 3 });
const onto = query({ query: 'advance', mover: { hull }, displacement: [0, 0, -1], world: { items: [{ box }] } });
if (onto.error === undefined) {
  const place: number[] = onto.position;
}
const stuck: Recovered | Refusal = query({ query: 'recover', mover: { box }, world: { mesh: part } });
// @ts-expect-error: a convex body does not meet a polytope.
query({ query: 'slide', mover: { box }, displacement: [0, 0, -1], polytope });
query({ query: 'recover', mover: { box }, mesh: { ...part, translation: [0, 0, 1] } });
// @ts-expect-error: a body that is moved by its displacement has no velocity.
query({ query: 'advance', mover: { box: { ...box, velocity: [0, 0, 1] } }, displacement: [0, 0, -1], hull });
// @ts-expect-error: a sphere touches at a point, which first_contact returns.
query({ query: 'touched', sphere, hull });
// @ts-expect-error: a mesh has no shortest translation out of an overlap.
query({ query: 'penetration', mover: { box }, mesh: part });
query({ query: 'closest', mover: { box }, mesh: part });
// @ts-expect-error: an ellipsoid does not meet a hull.
query({ query: 'first_contact', ellipsoid: egg, hull });
// @ts-expect-error: there may be no contact.
query({ query: 'touched', mover: { box }, hull }).touched.points;
// @ts-expect-error: the points of a hull are in the field points.
query({ query: 'first_contact', sphere, hull: { vertices: [[0, 0, 0]] } });

const displacement = [4, 0, -4];
const moved = query({ query: 'slide', sphere: ball, displacement, world: { items: [{ box }] }, max_iterations: 3 });
if (moved.error === undefined) {
  const legs: number[][] = moved.legs;
}
query({ query: 'advance', capsule: { a: [0, 0, 5], axis: [0, 0, 1], radius: 1 }, displacement, box });

const out = query({ query: 'recover', sphere: ball, world: { items: [{ box: { ...box, velocity: [0, 0, 1] } }] } });
if (out.error === undefined && out.status !== 'not_found') {
  const free: number[] = out.position;
}
const away: Recovered | Refusal = query({ query: 'recover', capsule: { a: [0, 0, 5], axis: [0, 0, 1], radius: 1 }, box });

// A character, whose state goes from each answer into the next request, or into a `Walker` and
// back.
const start0 = { position: [0, 0, 2], axis: new Float64Array(3), radius: 0.5 };
const options = { up: [0, 0, 1], max_slope: 1, step_height: 0.5, snap_distance: 0.5, max_iterations: 8, flat_base: true, max_recovery: 2, inherit_velocity: false };
const stepped = query({ query: 'step', walker: start0, options, displacement, box, scalar: 'f32', id: 1 });
if (stepped.error === undefined) {
  const began: 'free' | 'moved' | 'not_found' = stepped.status;
  const [onto, hangs, left]: [number | undefined, boolean, number[]] = [stepped.floor?.item, stepped.is_wedged, stepped.platform_velocity];
  const ends: number[][] = [stepped.from, ...stepped.legs];
  const head: number[] | undefined = stepped.ceiling?.point ?? stepped.contacts[0]?.point;
  const rode = query({ query: 'ride', walker: stepped.walker, displacement, world: { items: [{ box: { ...box, velocity: [0, 0, 1] } }] } });
  if (rode.error === undefined) {
    const what: 'carried' | 'pushed' | 'crushed' = rode.status;
    const by: Feature | undefined = rode.by?.feature;
    new Walker({ a: [0, 0, 1], b: [0, 0, 2], radius: 1 }).restore(rode.walker);
  }
  const room = query({ query: 'set_body', walker: { ...stepped.walker, floor: null }, capsule: { a: [0, 0, 5], axis: [0, 0, 1], radius: 1 }, box });
  if (room.status === 'overlap') {
    const touched: number[] = room.point;
  }
  const there: RoomFound | Refusal = query({ query: 'teleport', walker: stepped.walker, position: [1, 2, 3], world: { mesh: { path: 'part' } } });
  if (there.error === undefined) {
    const here: number[] = there.walker.position;
  }
}
const boxed = { position: [0, 0, 2], half_extents: [1, 1, 2] };
const onward = query({ query: 'step', walker: boxed, options, displacement, box });
if (onward.error === undefined) {
  const turned: number[] = onward.walker.rotation;
  const rode = query({ query: 'ride', walker: onward.walker, displacement, world: { items: [{ box: { ...box, velocity: [0, 0, 1] } }] } });
  const moved = query({ query: 'teleport', walker: onward.walker, position: [1, 2, 3], box });
  if (rode.error === undefined && moved.error === undefined) {
    const halves: number[][] = [rode.walker.half_extents, moved.walker.half_extents];
  }
  const room = query({ query: 'set_body', walker: onward.walker, mover: { oriented_box: { center: [0, 0, 5], half_extents: [1, 1, 1] } }, box });
  if (room.error === undefined && 'radius' in room.walker) {
    const radius: number = room.walker.radius;
  }
}
// @ts-expect-error: a box has no radius.
query({ query: 'step', walker: { ...boxed, radius: 1, axis: 1 }, displacement, box });
// @ts-expect-error: the body is either of the two.
query({ query: 'set_body', walker: boxed, capsule: { a: [0, 0, 5], axis: [0, 0, 1], radius: 1 }, mover: {}, box });
const asItem: FirstContact | Refusal = query({ query: 'first_contact_of', scene: { name: 'hall' }, item: 0 });
// @ts-expect-error: a radius is missing.
query({ query: 'step', walker: { position: [0, 0, 2], axis: [0, 0, 1] }, displacement, box });
// @ts-expect-error: the displacement is missing.
query({ query: 'ride', walker: start0, box });
// @ts-expect-error: the option is spelled max_slope.
query({ query: 'step', walker: start0, options: { maxSlope: 1 }, displacement, box });
// @ts-expect-error: the world of a step is at rest.
query({ query: 'step', walker: start0, displacement, box: { ...box, velocity: [0, 0, 1] } });
// @ts-expect-error: a character cannot be cast at a polytope.
query({ query: 'step', walker: start0, displacement, polytope });
// @ts-expect-error: the new body must be a capsule.
query({ query: 'set_body', walker: start0, sphere: ball, box });
// @ts-expect-error: teleport has no displacement.
query({ query: 'teleport', walker: start0, displacement, box });
// @ts-expect-error: there may be no floor.
query({ query: 'step', walker: start0, displacement, box }).floor.point;

// @ts-expect-error: recover has no displacement.
query({ query: 'recover', sphere: ball, displacement, box });
// @ts-expect-error: the target of recover is at rest.
query({ query: 'recover', sphere: ball, box: { ...box, velocity: [0, 0, 1] } });
// @ts-expect-error: an ellipsoid cannot be recovered.
query({ query: 'recover', ellipsoid: { center: [0, 0, 0], radii: [1, 2, 3] }, box });
// @ts-expect-error: a request has a world or a target, not both.
query({ query: 'advance', sphere: ball, displacement, box, world: { box } });
// @ts-expect-error: only a slide has iterations.
query({ query: 'advance', sphere: ball, displacement, box, max_iterations: 3 });
// @ts-expect-error: the displacement is missing.
query({ query: 'slide', sphere: ball, box });
// @ts-expect-error: a triangle has no list of contacts.
query({ query: 'contacts', sphere, triangle });
// @ts-expect-error: closest takes a point, not a sphere.
query({ query: 'closest', sphere: ball, triangle });
// @ts-expect-error: a plane is no item of a scene.
query({ query: 'has_contact', sphere, scene: { items: [{ plane: { point: [0, 0, 0], normal: [0, 0, 1] } }] } });
// @ts-expect-error: the field is spelled t_max.
query({ query: 'first_contact', sphere, triangle, tMax: 9 });
// @ts-expect-error: velocity is misspelt.
query({ query: 'first_contact', sphere: { center: [0, 0, 0], radius: 1, velocty: [0, 0, 1] }, triangle });
// @ts-expect-error: vertices is misspelt.
query({ query: 'first_contact', sphere, triangle: { vertexes: [[0, 0, 0]] } });
// @ts-expect-error: the radius is missing.
query({ query: 'first_contact', sphere: { center: [0, 0, 0] }, triangle });
// @ts-expect-error: a target is missing.
query({ query: 'first_contact', sphere });
// @ts-expect-error: there are two targets.
query({ query: 'first_contact', sphere, triangle, box });
// @ts-expect-error: there are two bodies.
query({ query: 'first_contact', sphere, ellipsoid: egg, triangle });
// @ts-expect-error: an ellipsoid does not meet a polytope.
query({ query: 'first_contact', ellipsoid: egg, polytope });
// @ts-expect-error: there is no such query.
query({ query: 'last_contact', sphere, triangle });
// @ts-expect-error: the body of intersects is at rest.
query({ query: 'intersects', sphere: { center: [0, 0, 0], radius: 1, velocity: [0, 0, 1] }, triangle });
// @ts-expect-error: intersects has no end time.
query({ query: 'intersects', sphere: ball, triangle, t_max: 1 });
// @ts-expect-error: a body is hollow only against a box.
query({ query: 'intersects', sphere: { center: [0, 0, 0], radius: 1, hollow: true }, triangle });
// @ts-expect-error: a triangle has no sides.
query({ query: 'containment', sphere: ball, triangle });
// @ts-expect-error: the answer to intersects has no time.
query({ query: 'intersects', sphere: ball, triangle }).time;
// @ts-expect-error: there may be no contact.
query({ query: 'first_contact', sphere, triangle }).time.toFixed();
// @ts-expect-error: null is no query.
query(null);

const mesh = new Mesh([0, 0, 0, 4, 0, 0, 0, 4, 0], new Uint32Array([0, 1, 2]));
const spheres = { center: new Float64Array(3), radius: 1, velocity: [0, 0, -1] };
const hits: Contacts = mesh.firstContacts({ ...spheres, tMax: 9 }, contactsFor(1));
const rows: Uint32Array = mesh.contacts(spheres).index;
const distance: Float64Array = mesh.closest([0, 0, 1]).distance;
const bytes: Uint8Array = mesh.toBytes();
const ends: Float64Array = hitsOf(new ArrayBuffer(8)).spheres.tMax;
Mesh.fromBytes(bytes)[Symbol.dispose]();
{
  using block = Mesh.fromFile(bytes, 'part.tree');
}
// @ts-expect-error: the field is spelled tMax.
mesh.firstContacts({ center: [0, 0, 5], radius: 1, velocity: [0, 0, -1], t_max: 9 });
const along: Float64Array = mesh.firstContacts({ a: [0, 0, 5], b: [0, 0, 6], radius: 1, velocity: [0, 0, -1] }).otherPoint;
const allAlong: Uint32Array | Float64Array = mesh.contacts({ a: [0, 0, 5], axis: [0, 0, 1], radius: 1, velocity: [0, 0, -1] }).index;
const ints = new Mesh(new BigInt64Array(9), new BigUint64Array(3));
const attribute = { count: 3, itemSize: 3, getX: (i: number) => i, getY: (i: number) => i, getZ: (i: number) => i };
const drawn = Mesh.fromGeometry({ attributes: { position: attribute, uv: attribute }, index: null }, { groups: [0] });
// @ts-expect-error: a sphere has no other point.
mesh.firstContacts(spheres).otherPoint;
// @ts-expect-error: closest points have no columns to write to.
mesh.closest([0, 0, 1], hits);
// @ts-expect-error: a group is given by its index.
Mesh.fromGeometry({ attributes: { position: attribute } }, { groups: ['a'] });
// @ts-expect-error: the radii are missing.
mesh.contacts({ center: [0, 0, 5], velocity: [0, 0, -1] });

const hero = new Walker({ a: [0, 0, 1], axis: new Float64Array(3), radius: 1 }, { up: [0, 0, 1], maxSlope: 1, stepHeight: 0.5, snapDistance: 0.5, maxIterations: 8, flatBase: true, maxRecovery: 2, inheritVelocity: false });
hero.velocity[2] -= 0.01;
hero.velocity = [0, 0, 1];
const step = hero.step([1, 0, 0], mesh);
const start: 'free' | 'moved' | 'not found' = step.start;
const legs: Float64Array = step.legs;
const times: Float64Array = step.contacts.time;
const floor: WalkerFloor<Float64Array> | null = hero.floor;
const state: WalkerState = hero.state();
hero.restore({ ...state, velocity: new Float64Array(3) });
const inTheWay: WalkerContact | null = hero.setBody({ a: [0, 0, 1], axis: [0, 0, 1], radius: 0.5 }, mesh);
// A box, which may become a capsule and back.
const crate0 = new Walker({ center: [0, 0, 1], halfExtents: new Float64Array(3), rotation: [0, 0, 0, 1] });
crate0.setBody({ center: [0, 0, 1], halfExtents: [1, 1, 1] }, mesh);
const saved: WalkerState = crate0.state();
const [half, height]: [ArrayLike<number | bigint> | undefined, number | undefined] = [saved.halfExtents, saved.radius];
if (saved.halfExtents !== undefined) {
  hero.restore({ ...saved, rotation: [0, 0, 1, 1] });
  const { halfExtents: half_extents, rotation, position } = saved;
}
// @ts-expect-error: a box is not inflated.
new Walker({ center: [0, 0, 1], halfExtents: [1, 1, 1], radius: 1 });
// @ts-expect-error: a box has a centre.
new Walker({ halfExtents: [1, 1, 1] });
// @ts-expect-error: a state has the extent of one kind of body.
hero.restore({ position: [0, 0, 1], axis: [0, 0, 1], radius: 1, halfExtents: [1, 1, 1], velocity: [0, 0, 0], carried: [0, 0, 0], floor: null });
const wedged: boolean = step.isWedged;
// @ts-expect-error: the triangle is in the result of a step.
hero.floor?.triangle;
// @ts-expect-error: a state has a radius.
hero.restore({ ...state, radius: undefined });
const where: Float64Array = hero.position;
{
  using twin = new Walker({ a: [0, 0, 1], b: [0, 0, 2], radius: 1 }).clone();
  twin.teleport([1, 2, 3]);
}
// @ts-expect-error: a capsule has b or axis, not both.
new Walker({ a: [0, 0, 1], b: [0, 0, 2], axis: [0, 0, 1], radius: 1 });
// @ts-expect-error: an axis is missing.
new Walker({ a: [0, 0, 1], radius: 1 });
// @ts-expect-error: the option is spelled maxSlope.
new Walker({ a: [0, 0, 1], b: [0, 0, 2], radius: 1 }, { max_slope: 1 });
// @ts-expect-error: there may be no floor.
step.floor.triangle;
// @ts-expect-error: the position is set by teleport.
hero.position = [0, 0, 0];

const scene = new Scene();
const crate: SceneItem = { box: { ...box, velocity: [0, 0, 1] }, t_max: 9 };
const number: number = scene.insert(crate);
scene.replace(number, { mesh: { path: 'part', translation: [0, 0, 1] } });
const balls: Uint32Array = scene.insertBalls({ center: new Float64Array(6), radius: 1, velocity: [0, 0, 1], tMax: 9 });
scene.replaceInstances(balls, mesh, { translation: [0, 0, 0, 1, 1, 1], rotation: [0, 0, 0, 1, 0, 0, 0, 1] });
scene.remove(balls);
const items: Int32Array = scene.firstContacts(spheres, sceneContactsFor(1)).item;
const itemsAlong: Int32Array = scene.firstContacts({ a: [0, 0, 5], axis: [0, 0, 1], radius: 1, velocity: [0, 0, -1] }).item;
const spheresOf: Uint32Array = scene.contacts(spheres).index;
const movers: Uint32Array = scene.pairs(9).mover;
const part0: Feature | null = featureOf(scene.closest([0, 0, 1]).feature[0]!);
const fields: SceneFields = { items: [crate] };
{
  using block = new Scene();
}
const kept: Uint8Array = scene.toBytes();
const loaded: Scene = Scene.fromBytes(kept);
const stood: WalkerContact | null = hero.step([0, 0, 0], loaded).floor;
const ridden: WalkerRide = hero.ride([0, 0, 1], scene);
const pusher: Feature | null = ridden.status === 'carried' ? null : featureOf(ridden.feature);
const met: Int32Array = step.contacts.item;
// @ts-expect-error: a mesh does not move.
hero.ride([0, 0, 1], mesh);
// @ts-expect-error: the constructor takes no argument.
new Scene(kept);
// @ts-expect-error: a ball has a radius.
scene.insertBalls({ center: [0, 0, 0] });
// @ts-expect-error: columns of a mesh have no items.
scene.firstContacts(spheres, contactsFor(1));
// @ts-expect-error: a plane is no item.
scene.insert({ plane: { point: [0, 0, 0], normal: [0, 0, 1] } });

const shapes: Shapes = { orientedBox: { center: [0, 0, 0], halfExtents: [1, 1, 1], rotation: [0, 0, 0, 1], radius: 0.5 } };
const inRows: Contacts = firstContacts(spheres, shapes, contactsFor(1));
const capsules = { a: [0, 0, 5], axis: new Float64Array(3), radius: [1], velocity: [0, 0, -1], tMax: 9 };
const rowsOfCapsules: CapsuleContacts = firstContacts(capsules, { triangle: { vertices: new Float64Array(9), velocity: [0, 0, 1] } });
const farEnds: Float64Array = firstContacts(capsules, shapes, rowsOfCapsules).otherPoint;
const bins: MovingBoxes = { min: [0, 0, 5], max: [1, 1, 6], velocity: [0, 0, -1] };
const crates: MovingOrientedBoxes = { center: [0, 0, 5], halfExtents: [1, 1, 1], velocity: [0, 0, -1] };
const ofBins: Contacts = firstContacts({ ...bins, radius: 1 }, shapes, contactsFor(1));
const ofCrates: Contacts<Float32Array> = firstContacts({ ...crates, rotation: new Float32Array(4), tMax: 9, scalar: 'f32' }, { orientedBox: { center: [0, 0, 0], halfExtents: [1, 1, 1] } });
const binsAndMesh: Contacts = mesh.firstContacts(bins, contactsFor(1));
const cratesInScene: Int32Array = scene.contacts(crates).item;
const plain: PlainMovers = bins;
scene.firstContacts(plain, sceneContactsFor(1));
// @ts-expect-error: a box has corners or a centre, not both.
firstContacts({ ...crates, min: [0, 0, 5], max: [1, 1, 6] }, shapes);
// @ts-expect-error: a sphere has no rotation.
firstContacts({ ...spheres, rotation: [0, 0, 0, 1] }, shapes);
// @ts-expect-error: boxes need both corners.
mesh.firstContacts({ min: [0, 0, 5], velocity: [0, 0, -1] });
// @ts-expect-error: contacts of boxes have no other point.
mesh.firstContacts(bins).otherPoint;
const gems: MovingHulls = { points: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], position: [0, 0, 5, 1, 0, 5], radius: 0.5, velocity: [0, 0, -1] };
const ofGems: Contacts = mesh.firstContacts(gems, contactsFor(2));
const tiles: MovingTriangles = { vertices: new Float64Array(9), velocity: [0, 0, -1], tMax: 9 };
const ofTiles: Contacts = firstContacts(tiles, shapes);
// @ts-expect-error: a hull has no centre.
firstContacts({ ...gems, center: [0, 0, 5] }, shapes);
// @ts-expect-error: movers in columns are no parallelepipeds.
firstContacts({ center: [0, 0, 5], edges: [1, 0, 0, 0, 1, 0, 0, 0, 1], velocity: [0, 0, -1] }, shapes);
// @ts-expect-error: a hull is no shape of rows.
firstContacts(spheres, { hull: { points: [0, 0, 0] } });
// @ts-expect-error: all shapes are of one kind.
firstContacts(spheres, { point: { position: [0, 0, 0] }, segment: { a: [0, 0, 0], b: [0, 0, 1] } });
// @ts-expect-error: a capsule has b or axis, not both.
firstContacts({ ...capsules, b: [0, 0, 6] }, shapes);
// @ts-expect-error: the contacts of capsules have another point.
firstContacts(capsules, shapes, contactsFor(1));
// @ts-expect-error: contacts of spheres have no other point.
firstContacts(spheres, shapes).otherPoint;
const ball2 = { center: [0, 5], radius: 1, velocity: [0, -1] };
const square: Shapes<2> = { orientedBox: { center: [0, 0], halfExtents: [1, 1], rotation: [0, 1] } };
const inPlane: Contacts = firstContacts({ ...ball2, dimension: 2 }, square, contactsFor(1, { dimension: 2 }));
const inF32: Contacts<Float32Array> = firstContacts({ ...spheres, scalar: 'f32' }, shapes, contactsFor(1, { scalar: 'f32' }));
const both2: CapsuleContacts<Float32Array> = firstContacts({ a: [0, 5], b: [1, 5], radius: 1, velocity: [0, -1], dimension: 2, scalar: 'f32' }, square);
const form: Form = { dimension: 3, scalar: 'f64' };
// @ts-expect-error: in the plane there are no triangles.
firstContacts({ ...ball2, dimension: 2 }, { triangle: { vertices: [0, 0, 0, 4, 0, 0, 0, 4, 0] } });
// @ts-expect-error: rows exist in two and three dimensions.
firstContacts({ ...spheres, dimension: 4 }, shapes);
// @ts-expect-error: the scalar is f32 or f64.
firstContacts({ ...spheres, scalar: 'f16' }, shapes);
// @ts-expect-error: results in f32 are arrays of f32.
firstContacts({ ...spheres, scalar: 'f32' }, shapes, contactsFor(1));
// @ts-expect-error: results in f64 are not.
const notWide: Contacts<Float32Array> = firstContacts(spheres, shapes);
// @ts-expect-error: the dimension is a field of the movers.
firstContacts(spheres, { point: { position: [0, 0], dimension: 2 } });
// @ts-expect-error: a mesh exists in space only.
mesh.firstContacts({ ...spheres, dimension: 2 });
// @ts-expect-error: a mesh is no shape of rows.
firstContacts(spheres, { mesh: { path: 'part' } });
