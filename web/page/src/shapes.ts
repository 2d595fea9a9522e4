// Movers and obstacles in space. Each has its name, its numbers, its form in requests and programs,
// its drawing and its handles. A further shape needs only a further entry here.

import { written } from './exact';
import type { Plane } from './listing';
import { add, cross, hexahedron, hullOf, triangleSolid, type Solid } from './swept';

/** A number or a row of numbers that can be typed, dragged and nudged. */
export interface Field {
  key: string;
  label: string;
  initial: number[];
  /** The object that the field belongs to. */
  of: 'mover' | 'target' | 'scene';
  /** The names of the components; x, y, z by default. */
  parts?: string[];
  /** The step of an arrow key in the field. */
  step?: number;
  /** Whether it is a place, or one or several lengths, in the picture. By default it is a number
   * without a unit. */
  is?: 'place' | 'length';
}

export type Value = number | string | boolean | Value[] | { [key: string]: Value };
export type Fields = { [key: string]: Value };
/** The numbers of a state, by the keys of their fields. */
type Numbers = Record<string, number[]>;
type V3 = number[];

/** A float as a Rust literal, which always has a point or an exponent. */
export function rust(x: number | readonly number[]): string {
  if (typeof x !== 'number') return `[${x.map(rust).join(', ')}]`;
  const text = written(x);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

export const python = (x: number | readonly number[]): string => (typeof x === 'number' ? written(x) : `[${x.map(python).join(', ')}]`);

/** A value as an expression in Rust. */
interface Made {
  uses: string[];
  made: string;
}

/** A mover: a round one has radii, and a convex body with flat parts is a solid. */
export interface Body {
  label: string;
  /** The position and the size. The first field is the place, the `center` of an answer. */
  fields: Field[];
  /** The place in words, and its label in the picture. */
  place: string;
  tag: string;
  /** The fields with vectors from the place to other points of it, which can be dragged, with their
   * labels in the picture. */
  ends?: [key: string, label: string, tag: string][];
  asked(n: Numbers): Fields;
  rust(n: Numbers): Made;
  /** The constructor in Python without its closing parenthesis, so that the velocity can follow. */
  python(n: Numbers): string;
  /** The half axes of the ellipsoid about the place. */
  radii?(n: Numbers): V3;
  /** The vector from the place to the other end of the axis. */
  axis?(n: Numbers): V3;
  /** The solid at time zero. */
  solid?(n: Numbers): Solid;
  meetsHollow?: boolean;
  meetsRounded?: boolean;
}

/** An obstacle. */
export interface Obstacle {
  label: string;
  fields: Field[];
  /** The movers that may be cast at it. */
  meets: string[];
  /** The reference point, from which a motion from a point to a point starts. */
  begin(n: Numbers): V3;
  /** The fields that can be dragged, with their labels in the picture. */
  places: [key: string, label: string, tag: string][];
  /** The name in the protocol, if it is different. */
  name?: string;
  asked(n: Numbers, mesh: string): Fields;
  /**
   * The expression in Rust. Some obstacles are owned by the program, and borrowed by their motion.
   */
  rust(n: Numbers, mesh: string): Made & { isLent?: boolean; given?: { about: string; parameters: string } };
  /**
   * The constructor in Python without its closing parenthesis, so that the inflation radius and the
   * velocity can follow.
   */
  python(n: Numbers, mesh: string): string;
  /** Whether the inflation and the motion are set after the construction in Python. */
  isMovedLater?: boolean;
  /** The solid at time zero. An obstacle without it is drawn as a mesh. */
  solid?(n: Numbers): Solid;
  /** Whether it is drawn opaque, even in views where other obstacles are translucent. */
  isThin?: boolean;
  /** Whether there is a query for the side of it on which a body is. */
  hasSides?: boolean;
  canBeHollow?: boolean;
}

const XYZW = ['x', 'y', 'z', 'w'];
const QUATERNION = 'Rotation: a quaternion of any length';
const field = (key: string, label: string, initial: number[], more: Partial<Field> = {}): Field => ({ key, label, initial, of: 'target', ...more });
const place = (key: string, label: string, initial: number[]) => field(key, label, initial, { is: 'place' });
const length = (key: string, label: string, initial: number[], parts?: string[]) => field(key, label, initial, { is: 'length', ...(parts && { parts }) });
const vertices = (n: Numbers) => [n.a, n.b, n.c];
const edges = (n: Numbers) => [n.e0, n.e1, n.e2];
const list = (rows: readonly string[]) => `[${rows.join(', ')}]`;
const half = (v: V3) => v.map((x) => x / 2);
const points = (n: Numbers) => [n.center, ...[n.v1, n.v2, n.v3].map((v) => add(n.center, v))];
const ball = (r: number) => [r, r, r];

/** A place or a size of a mover. */
const own = (key: string, label: string, initial: number[], more: Partial<Field> = {}): Field => ({ key, label, initial, of: 'mover', is: 'length', ...more });
const at = (label: string) => own('center', label, [-2.2, -1.6, 2.6], { is: 'place' });
const RADIUS = own('radius', 'Radius', [0.75], { parts: ['r'] });

export const BODIES: Record<string, Body> = {
  sphere: {
    label: 'Sphere',
    fields: [at('Centre'), RADIUS],
    place: 'the centre',
    tag: 'C',
    asked: (n) => ({ center: n.center, radius: n.radius[0] }),
    rust: (n) => ({ uses: ['Sphere'], made: `Sphere::new(${rust(n.center)}, ${rust(n.radius[0])})?` }),
    python: (n) => `Sphere(${python(n.center)}, ${python(n.radius[0])}`,
    radii: (n) => ball(n.radius[0]),
    meetsHollow: true,
    meetsRounded: true,
  },
  capsule: {
    label: 'Capsule',
    fields: [at('End a'), own('axis', 'Axis: from a to the other end', [-0.75, 0.5, 0.25]), RADIUS],
    place: 'end a',
    tag: 'a',
    ends: [['axis', 'Other end of what moves', 'a + axis']],
    asked: (n) => ({ a: n.center, axis: n.axis, radius: n.radius[0] }),
    rust: (n) => ({ uses: ['Capsule'], made: `Capsule::with_axis(${rust(n.center)}, ${rust(n.axis)}, ${rust(n.radius[0])})?` }),
    python: (n) => `Capsule(${python(n.center)}, axis=${python(n.axis)}, radius=${python(n.radius[0])}`,
    radii: (n) => ball(n.radius[0]),
    axis: (n) => n.axis,
    meetsRounded: true,
  },
  ellipsoid: {
    label: 'Ellipsoid',
    fields: [at('Centre'), own('radii', 'Radii', [1, 0.75, 0.5])],
    place: 'the centre',
    tag: 'C',
    asked: (n) => ({ center: n.center, radii: n.radii }),
    rust: (n) => ({ uses: ['Ellipsoid'], made: `Ellipsoid::new(${rust(n.center)}, ${rust(n.radii)})?` }),
    python: (n) => `Ellipsoid(${python(n.center)}, ${python(n.radii)}`,
    radii: (n) => n.radii,
    meetsHollow: true,
  },
  oriented_box: {
    label: 'Box',
    fields: [at('Centre'), own('body_half_extents', 'Half extents', [0.75, 0.5, 0.5]), own('body_rotation', QUATERNION, [0.1, -0.2, 0.3, 1], { parts: XYZW, is: undefined })],
    place: 'the centre',
    tag: 'C',
    asked: (n) => ({ center: n.center, half_extents: n.body_half_extents, rotation: n.body_rotation }),
    rust: (n) => rustBox(n.center, n.body_half_extents, n.body_rotation),
    python: (n) => pythonBox(n.center, n.body_half_extents, n.body_rotation),
    solid: (n) => boxSolid(n.center, n.body_half_extents, n.body_rotation),
    meetsRounded: true,
  },
  hull: {
    label: 'Hull',
    fields: [at('Vertex 0'), own('v1', 'From vertex 0 to vertex 1', [-1, 0.5, 0.25]), own('v2', 'From vertex 0 to vertex 2', [-0.5, -1, 0.25]), own('v3', 'From vertex 0 to vertex 3', [-0.75, -0.25, 1.25])],
    place: 'vertex 0',
    tag: 'H0',
    ends: [['v1', 'Vertex 1 of what moves', 'H1'], ['v2', 'Vertex 2 of what moves', 'H2'], ['v3', 'Vertex 3 of what moves', 'H3']],
    asked: (n) => ({ points: points(n) }),
    rust: (n) => ({ uses: ['Hull'], made: `Hull::new(${list(points(n).map(rust))})?` }),
    python: (n) => `Hull(${list(points(n).map(python))}`,
    solid: (n) => hullOf(points(n)),
    meetsRounded: true,
  },
};

/** The radius by which the obstacle is inflated. */
export const ROUNDING = length('rounding', 'Rounding radius', [0], ['ρ']);

const BOX_CENTER = place('box_center', 'Centre', [0.25, 0, 0]);
const EXCEPT_ELLIPSOID = Object.keys(BODIES).filter((body) => body !== 'ellipsoid');
const MIDDLE: [string, string, string] = ['box_center', 'Centre of the target', 'B'];

export const OBSTACLES: Record<string, Obstacle> = {
  triangle: {
    label: 'Triangle',
    meets: Object.keys(BODIES),
    fields: [place('a', 'Vertex 0', [-1.5, -1, 0]), place('b', 'Vertex 1', [2, -0.75, 0.25]), place('c', 'Vertex 2', [0.25, 1.75, -0.25])],
    begin: (n) => n.a,
    places: [['a', 'Vertex 0', 'P0'], ['b', 'Vertex 1', 'P1'], ['c', 'Vertex 2', 'P2']],
    asked: (n) => ({ vertices: vertices(n) }),
    rust: (n) => ({ uses: ['Triangle'], made: `Triangle::new(${vertices(n).map(rust).join(', ')})?` }),
    python: (n) => `Triangle(${vertices(n).map(python).join(', ')}`,
    solid: (n) => triangleSolid(vertices(n)),
    isThin: true,
  },
  box: {
    label: 'Box along the axes',
    meets: Object.keys(BODIES),
    fields: [place('min', 'Least corner', [-1, -1, -0.5]), place('max', 'Greatest corner', [1.5, 1, 0.5])],
    begin: (n) => n.min,
    places: [['min', 'Least corner of the box', 'min'], ['max', 'Greatest corner of the box', 'max']],
    asked: (n) => ({ min: n.min, max: n.max }),
    rust: (n) => ({ uses: ['AlignedBox'], made: `AlignedBox::new(${rust(n.min)}, ${rust(n.max)})?` }),
    python: (n) => `Box(${python(n.min)}, ${python(n.max)}`,
    solid: (n) => {
      const size = half(add(n.max, n.min, -1));
      return around(half(add(n.min, n.max)), [size[0], 0, 0], [0, size[1], 0], [0, 0, size[2]]);
    },
    canBeHollow: true,
  },
  oriented_box: {
    label: 'Turned box',
    meets: EXCEPT_ELLIPSOID,
    fields: [BOX_CENTER, length('half_extents', 'Half extents', [1.25, 0.75, 0.5]), field('rotation', QUATERNION, [0.1, 0.2, 0.3, 1], { parts: XYZW })],
    begin: (n) => n.box_center,
    places: [MIDDLE],
    asked: (n) => ({ center: n.box_center, half_extents: n.half_extents, rotation: n.rotation }),
    rust: (n) => rustBox(n.box_center, n.half_extents, n.rotation),
    python: (n) => pythonBox(n.box_center, n.half_extents, n.rotation),
    solid: (n) => boxSolid(n.box_center, n.half_extents, n.rotation),
  },
  parallelepiped: {
    label: 'Parallelepiped',
    meets: EXCEPT_ELLIPSOID,
    fields: [BOX_CENTER, length('e0', 'Edge 0', [2, 0, 0.25]), length('e1', 'Edge 1', [0.5, 1.5, 0]), length('e2', 'Edge 2', [0.25, 0.25, 1])],
    begin: (n) => n.box_center,
    places: [MIDDLE],
    asked: (n) => ({ center: n.box_center, edges: edges(n) }),
    rust: (n) => ({ uses: ['Parallelepiped'], made: `Parallelepiped::new(${rust(n.box_center)}, ${list(edges(n).map(rust))})?` }),
    python: (n) => `Parallelepiped(${python(n.box_center)}, ${list(edges(n).map(python))}`,
    solid: (n) => around(n.box_center, half(n.e0), half(n.e1), half(n.e2)),
  },
  frustum: {
    label: 'Frustum',
    meets: ['sphere'],
    fields: [
      place('apex', 'Eye', [-2, 0, 0]),
      length('depth', 'Near and far plane', [1, 3.5], ['near', 'far']),
      field('slope', 'Opening: half width and half height at distance 1', [0.4, 0.3], { parts: ['w', 'h'] }),
    ],
    begin: (n) => n.apex,
    places: [['apex', 'Eye of the frustum', 'E']],
    name: 'polytope',
    asked: (n) => ({ planes: frustumPlanes(n).map(({ point, normal }) => ({ point: [...point], normal: [...normal] })) }),
    rust: (n) => ({
      uses: ['Plane', 'Polytope'],
      made: `Polytope::new(vec![\n${planes(n, (point, normal) => `        Plane::new(${rust(point)}, ${rust(normal)})?,\n`)}    ])?`,
      isLent: true,
    }),
    python: (n) => `Polytope([\n${planes(n, (point, normal) => `    tangency.Plane(${python(point)}, ${python(normal)}),\n`)}]`,
    solid: (n) => {
      const ring = (d: number) => [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([i, j]) => add(n.apex, [d, i * d * n.slope[0], j * d * n.slope[1]]));
      return hexahedron([...ring(n.depth[0]), ...ring(n.depth[1])]);
    },
    hasSides: true,
  },
  mesh: {
    label: 'Mesh',
    meets: Object.keys(BODIES),
    fields: [],
    begin: () => [0, 0, 0],
    places: [],
    asked: (_, mesh) => ({ path: mesh }),
    rust: (_, mesh) => ({
      uses: ['Mesh'],
      made: 'Mesh::new(vertices, triangles)?',
      isLent: true,
      given: { about: `    // The vertices and triangles of ${mesh}.`, parameters: 'vertices: Vec<[f64; 3]>, triangles: Vec<[u32; 3]>' },
    }),
    python: (_, mesh) => `Mesh.from_file(${JSON.stringify(mesh)}`,
    isMovedLater: true,
  },
};

/** The six planes of a frustum that opens along x: near, far, and the sides. All are exact for its
 * numbers. */
export function frustumPlanes({ apex, depth, slope }: Numbers): Plane[] {
  const at = (distance: number) => [apex[0] + distance, apex[1], apex[2]];
  return [
    { point: at(depth[0]), normal: [-1, 0, 0] },
    { point: at(depth[1]), normal: [1, 0, 0] },
    { point: apex, normal: [-slope[0], -1, 0] },
    { point: apex, normal: [-slope[0], 1, 0] },
    { point: apex, normal: [-slope[1], 0, -1] },
    { point: apex, normal: [-slope[1], 0, 1] },
  ];
}

const planes = (n: Numbers, line: (point: readonly number[], normal: readonly number[]) => string) =>
  frustumPlanes(n).map(({ point, normal }) => line(point, normal)).join('');

/** The box with these half edges. */
function around(center: V3, x: V3, y: V3, z: V3): Solid {
  const corner = (i: number, j: number, k: number) => add(add(add(center, x, i), y, j), z, k);
  return hexahedron([-1, 1].flatMap((k) => [corner(-1, -1, k), corner(1, -1, k), corner(1, 1, k), corner(-1, 1, k)]));
}

/** The box with these half extents, turned by a quaternion. */
function boxSolid(center: V3, half_extents: V3, rotation: number[]): Solid {
  const axis = (k: number) => turned(rotation, [0, 1, 2].map((i) => (i === k ? half_extents[k] : 0)));
  return around(center, axis(0), axis(1), axis(2));
}

/** The box as an expression in Rust, in the plane or in space. */
function rustBox(center: V3, half_extents: V3, rotation: number[]): Made {
  const turn = `Rotation::<f64, ${center.length}>::new(${rust(rotation)})?`;
  return { uses: ['OrientedBox', 'Rotation'], made: `OrientedBox::new(${rust(center)}, ${rust(half_extents)}, ${turn})?` };
}

const pythonBox = (center: V3, half_extents: V3, rotation: number[]) => `OrientedBox(${python(center)}, ${python(half_extents)}, tangency.Rotation(${python(rotation)})`;

/** A vector turned by a quaternion of any length. */
function turned([x, y, z, w]: number[], v: V3): V3 {
  const q = [x, y, z];
  const twice = cross(q, v).map((part) => (2 * part) / (x * x + y * y + z * z + w * w));
  return add(add(v, twice, w), cross(q, twice));
}
