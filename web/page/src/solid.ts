// What is met, as a solid; and the places in space that can be dragged or have a name.

import type { Answer } from './answer';
import type { State, Target } from './state';
import { hexahedron, triangleSolid, type Solid } from './swept';

type V3 = number[];
export const add = (a: V3, b: V3, s = 1) => a.map((x, k) => x + s * b[k]);
export const isStill = (a: V3) => a.every((x) => x === 0);

/** A vector turned by a quaternion of any length. */
function turned([x, y, z, w]: number[], v: V3): V3 {
  const q = [x, y, z];
  const cross = (a: V3, b: V3) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const twice = cross(q, v).map((part) => (2 * part) / (x * x + y * y + z * z + w * w));
  return add(add(v, twice, w), cross(q, twice));
}

/** A handle: a place that can be dragged. */
export interface Handle {
  key: string;
  label: string;
  tag: string;
  at: number[];
  /** The numbers that a drag changes are the place less this. */
  from?: number[];
  /** Drawn a little below its place, where another handle is. */
  isAside?: boolean;
}

/** The target as a solid, at time zero; a mesh is none. */
export function solidOf({ numbers: n, words }: State): Solid | undefined {
  const around = (center: V3, x: V3, y: V3, z: V3) => {
    const corner = (i: number, j: number, k: number) => add(add(add(center, x, i), y, j), z, k);
    return hexahedron([-1, 1].flatMap((k) => [corner(-1, -1, k), corner(1, -1, k), corner(1, 1, k), corner(-1, 1, k)]));
  };
  const half = (v: V3) => v.map((x) => x / 2);
  switch (words.target as Target) {
    case 'triangle':
      return triangleSolid([n.a, n.b, n.c]);
    case 'box': {
      const size = half(add(n.max, n.min, -1));
      return around(half(add(n.min, n.max)), [size[0], 0, 0], [0, size[1], 0], [0, 0, size[2]]);
    }
    case 'oriented_box': {
      const axis = (k: number) => turned(n.rotation, [0, 1, 2].map((i) => (i === k ? n.half_extents[k] : 0)));
      return around(n.box_center, axis(0), axis(1), axis(2));
    }
    case 'parallelepiped':
      return around(n.box_center, half(n.e0), half(n.e1), half(n.e2));
    case 'frustum': {
      const ring = (d: number) =>
        [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([i, j]) => add(n.apex, [d, i * d * n.slope[0], j * d * n.slope[1]]));
      return hexahedron([...ring(n.depth[0]), ...ring(n.depth[1])]);
    }
    case 'mesh':
      return undefined;
  }
}

/** The middle of the target at time zero; of a mesh, where its own zero is. */
export function middleOf(solid: Solid | undefined): V3 {
  return solid ? solid.vertices.reduce((sum, v) => add(sum, v, 1 / solid.vertices.length), [0, 0, 0]) : [0, 0, 0];
}

/** The places that can be dragged, and those that have a name. */
export function placesOf({ numbers: n, words }: State, answer: Answer): { handles: Handle[]; marks: Handle[] } {
  const isMoving = words.question === 'first_contact';
  const drift = isMoving ? n.drift : [0, 0, 0];
  const middle = middleOf(solidOf({ view: 'sphere', numbers: n, words }));
  const handles: Handle[] = [{ key: 'center', label: 'Centre of what moves', tag: 'C', at: n.center }];
  if (isMoving) handles.push({ key: 'velocity', label: 'Its velocity', tag: 'V', at: add(n.center, n.velocity), from: n.center });
  const corners: Record<string, [string, string]> = {
    a: ['Vertex 0', 'P0'],
    b: ['Vertex 1', 'P1'],
    c: ['Vertex 2', 'P2'],
    min: ['Least corner of the box', 'min'],
    max: ['Greatest corner of the box', 'max'],
    box_center: ['Centre of the target', 'B'],
    apex: ['Eye of the frustum', 'E'],
  };
  const own = { triangle: ['a', 'b', 'c'], box: ['min', 'max'], oriented_box: ['box_center'], parallelepiped: ['box_center'], frustum: ['apex'], mesh: [] };
  for (const key of own[words.target as Target]) handles.push({ key, label: corners[key][0], tag: corners[key][1], at: n[key] });
  if (isMoving) handles.push({ key: 'drift', label: 'Velocity of the target', tag: 'W', at: add(middle, drift), from: middle, isAside: isStill(drift) && words.target !== 'triangle' && words.target !== 'mesh' });
  const marks: Handle[] = [];
  if (hasPlace(answer)) marks.push({ key: 'K', label: '', tag: 'centre at T', at: answer.center! }, { key: 'P', label: '', tag: 'P', at: answer.point! });
  return { handles, marks };
}

/** Whether there is a contact at a place that can be drawn. */
export function hasPlace(answer: Answer): boolean {
  return answer.status === 'contact' && answer.center !== undefined && answer.point !== undefined && answer.center.every(Number.isFinite);
}
