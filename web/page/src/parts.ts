// The engine comes in two parts, each fetched when it is first asked. This is the only file that knows which part answers what.

import * as meshes from 'part/meshes';
import startSolids, * as solids from 'part/solids';

/**
 * - `meshes`: triangles and meshes, in space
 * - `solids`: boxes of all kinds, frusta and the rectangle in the plane; and triangles by spheres, in single precision as well
 *
 * `protocol/src/part.rs` says the same; what a part does not answer it refuses.
 */
export type Part = 'meshes' | 'solids';

type Query = (line: string) => string;

const START: Record<Part, () => Promise<Query>> = {
  meshes: async () => {
    await meshes.load();
    return meshes.query;
  },
  solids: async () => {
    await startSolids({ module_or_path: new URL('../../parts/solids/engine/engine_bg.wasm', import.meta.url) });
    return solids.query;
  },
};

const started = new Map<Part, Promise<Query>>();

/** What answers a line, once this part is there. A part that could not be fetched is fetched again when it is next asked. */
export function load(part: Part): Promise<Query> {
  let query = started.get(part);
  if (!query) {
    query = START[part]().catch((error: unknown) => {
      started.delete(part);
      throw new Error(`the engine for ${part} could not be loaded: ${error instanceof Error ? error.message : error}`);
    });
    started.set(part, query);
  }
  return query;
}

/** The part that answers all of these lines; of two, one that is there. */
export function partFor(lines: string[]): Part {
  const able = (['meshes', 'solids'] as const).filter((part) => lines.every((line) => partsOf(line).includes(part)));
  return able.find((part) => started.has(part)) ?? able[0] ?? 'solids';
}

function partsOf(line: string): Part[] {
  const request = JSON.parse(line);
  if ('mesh' in request) return ['meshes'];
  if (!('triangle' in request)) return ['solids'];
  if ('ellipsoid' in request) return ['meshes'];
  return request.scalar === 'f32' ? ['solids'] : ['meshes', 'solids'];
}
