/** Geometries of three.js. */

import { TangencyError } from './error.js';
import { onlyFields } from './columns.js';

/**
 * The part of an attribute of three.js that is read: a `BufferAttribute` of any type, normalized or
 * not, or an interleaved one.
 */
export interface Attribute {
  readonly count: number;
  readonly itemSize: number;
  getX(index: number): number;
  getY(index: number): number;
  getZ(index: number): number;
}

/** The part of a `BufferGeometry` of three.js that is read. */
export interface Geometry {
  readonly attributes: { readonly [name: string]: unknown };
  readonly index?: unknown;
  readonly groups?: readonly { readonly start: number; readonly count: number }[];
  readonly drawRange?: { readonly start: number; readonly count: number };
  readonly morphAttributes?: { readonly [name: string]: unknown };
}

/** The options of `Mesh.fromGeometry`. */
export interface GeometryOptions {
  /**
   * The indices of the groups whose triangles are taken, in this order. Without it, the triangles
   * of all groups are taken.
   */
  groups?: readonly number[] | undefined;
}

/** Returns the vertices of a geometry, and the triangles that three.js draws. */
export function drawnBy(geometry: Geometry, options: GeometryOptions): { vertices: Float64Array; triangles: Uint32Array } {
  onlyFields(options, 'options', ['groups']);
  const { attributes, index, groups = [], drawRange = { start: 0, count: Infinity }, morphAttributes, ...rest } = of(geometry);
  if ('isInstancedBufferGeometry' in rest) throw new TangencyError('geometry is instanced: make one mesh, and insert its instances into a scene');
  if (morphAttributes?.position !== undefined) throw new TangencyError('geometry.morphAttributes has positions, which a mesh does not follow');
  if (attributes.skinIndex !== undefined) throw new TangencyError('geometry.attributes.skinIndex binds it to bones, which a mesh does not follow');
  const position = attributeOf(attributes.position, 'geometry.attributes.position');
  if (position.itemSize !== 3) throw TangencyError.of('geometry.attributes.position.itemSize', position.itemSize, '3');
  const vertices = new Float64Array(3 * position.count);
  for (let i = 0; i < position.count; i++) {
    vertices[3 * i] = position.getX(i);
    vertices[3 * i + 1] = position.getY(i);
    vertices[3 * i + 2] = position.getZ(i);
  }

  const order = index === null || index === undefined ? undefined : attributeOf(index, 'geometry.index');
  const total = order?.count ?? position.count;
  const ranges = options.groups === undefined ? [{ start: 0, count: total }] : Array.from(options.groups, (number, i) => {
    const group = groups[number];
    if (group === undefined) throw TangencyError.of(`options.groups[${i}]`, number, `the number of one of ${groups.length} groups`);
    return group;
  });
  const triangles: number[] = [];
  for (const { start, count } of ranges) {
    const [from, to] = [Math.max(start, drawRange.start), Math.min(start + count, drawRange.start + drawRange.count, total)];
    if (to > from && (to - from) % 3 !== 0) throw new TangencyError(`geometry draws ${to - from} corners from ${from} on, must be a multiple of 3`);
    for (let i = from; i < to; i++) triangles.push(order ? order.getX(i) : i);
  }
  return { vertices, triangles: Uint32Array.from(triangles) };
}

function of(geometry: Geometry): Geometry {
  if (typeof geometry !== 'object' || geometry === null || typeof geometry.attributes !== 'object') {
    const isMesh = typeof geometry === 'object' && geometry !== null && 'geometry' in geometry;
    throw TangencyError.of('geometry', geometry, isMesh ? 'its field geometry' : 'a BufferGeometry of three.js');
  }
  return geometry;
}

function attributeOf(value: unknown, place: string): Attribute {
  if (typeof (value as Attribute | null)?.getX !== 'function') throw TangencyError.of(place, value, 'an attribute of three.js');
  return value as Attribute;
}
