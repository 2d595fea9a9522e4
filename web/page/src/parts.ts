// The engine comes in two parts, each fetched when it is first asked. This says which part answers what, as `protocol/src/part.rs` has it;
// a test asks both parts, and finds it so.

/**
 * - `meshes`: triangles and meshes, in space
 * - `solids`: boxes of all kinds, frusta and the rectangle in the plane; and triangles by spheres, in single precision as well
 *
 * What a part does not answer it refuses.
 */
export type Part = 'meshes' | 'solids';

const BOXES = ['box', 'parallelepiped', 'polytope'];

/** Those that answer a line; none, if neither does. */
export function partsOf(line: string): Part[] {
  const request = JSON.parse(line);
  const [isNarrow, isEllipsoid] = [request.scalar === 'f32', 'ellipsoid' in request];
  const isFlat = (request.ellipsoid ?? request.sphere)?.center?.length === 2;
  const has = (...names: string[]) => names.some((name) => name in request);
  const parts: Part[] = [];
  if (has('mesh', 'triangle') && !isFlat && !isNarrow) parts.push('meshes');
  if (has('triangle') && !isFlat && !isEllipsoid) parts.push('solids');
  if (has(...BOXES) && !isFlat && !isNarrow) parts.push('solids');
  if (has('oriented_box') && !isNarrow) parts.push('solids');
  return parts;
}

/** The part that answers all of these lines; of two, one that is there. Without one, whichever says so. */
export function partFor(lines: string[], isThere: (part: Part) => boolean): Part {
  const able = (['meshes', 'solids'] as const).filter((part) => lines.every((line) => partsOf(line).includes(part)));
  return able.find(isThere) ?? able[0] ?? 'solids';
}
