// The engine that answers lines has four parts, each fetched at its first use; the page "Walk" has
// a fifth, which answers no lines. This is the table of `protocol/src/part.rs`; a test compares it
// with all parts.

/**
 * - `meshes`: triangles and meshes, in space
 * - `solids`: boxes of all kinds, frusta and the rectangle in the plane; and triangles by spheres, in single precision as well
 * - `capsules-meshes`, `capsules-boxes`: the same by capsules, in space, without frusta
 *
 * A part refuses all other lines. */
export const PARTS = ['meshes', 'solids', 'capsules-meshes', 'capsules-boxes'] as const;
export type Part = (typeof PARTS)[number];
/** The parts that have meshes. */
export type MeshPart = Extract<Part, `${string}meshes`>;

const BOXES = ['box', 'parallelepiped', 'polytope'];

/** The parts that answer a line; an empty list if no part does. */
export function partsOf(line: string): Part[] {
  const request = JSON.parse(line);
  const [isNarrow, isEllipsoid] = [request.scalar === 'f32', 'ellipsoid' in request];
  const place = request.capsule?.a ?? (request.ellipsoid ?? request.sphere)?.center;
  const isFlat = place?.length === 2;
  const has = (...names: string[]) => names.some((name) => name in request);
  const parts: Part[] = [];
  if ('capsule' in request) {
    if (has('mesh', 'triangle') && !isFlat && !isNarrow) parts.push('capsules-meshes');
    if (has('box', 'oriented_box', 'parallelepiped') && !isFlat && !isNarrow) parts.push('capsules-boxes');
    return parts;
  }
  if (has('mesh', 'triangle') && !isFlat && !isNarrow) parts.push('meshes');
  if (has('triangle') && !isFlat && !isEllipsoid) parts.push('solids');
  if (has(...BOXES) && !isFlat && !isNarrow) parts.push('solids');
  if (has('oriented_box') && !isNarrow) parts.push('solids');
  return parts;
}

/** The part that answers all of these lines, preferably one that is loaded. If no part does, any
 * part will report the error. */
export function partFor(lines: string[], isThere: (part: Part) => boolean): Part {
  const able = PARTS.filter((part) => lines.every((line) => partsOf(line).includes(part)));
  return able.find(isThere) ?? able[0] ?? 'solids';
}
