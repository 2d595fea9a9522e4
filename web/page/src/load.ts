// Fetches and starts the parts of the engine.

// The modules of wasm-bindgen alone: the wrapper of the package would be loaded once for each part.
import startBoxes, * as boxes from 'part/capsules-boxes';
import startCapsules, * as capsules from 'part/capsules-meshes';
import startMeshes, * as meshes from 'part/meshes';
import startSolids, * as solids from 'part/solids';
import type { MeshPart, Part } from './parts';

type Query = (line: string) => string;

const START: Record<Part, () => Promise<Query>> = {
  meshes: async () => {
    await startMeshes({ module_or_path: new URL('../../parts/meshes/engine/engine_bg.wasm', import.meta.url) });
    return meshes.query;
  },
  'capsules-meshes': async () => {
    await startCapsules({ module_or_path: new URL('../../parts/capsules-meshes/engine/engine_bg.wasm', import.meta.url) });
    return capsules.query;
  },
  solids: async () => {
    await startSolids({ module_or_path: new URL('../../parts/solids/engine/engine_bg.wasm', import.meta.url) });
    return solids.query;
  },
  'capsules-boxes': async () => {
    await startBoxes({ module_or_path: new URL('../../parts/capsules-boxes/engine/engine_bg.wasm', import.meta.url) });
    return boxes.query;
  },
};

/** The meshes of each part that has them; only the meshes of `meshes` cast columns. */
export const MESHES: Record<MeshPart, typeof meshes.Mesh> = { meshes: meshes.Mesh, 'capsules-meshes': capsules.Mesh as unknown as typeof meshes.Mesh };
export type Mesh = meshes.Mesh;

const started = new Map<Part, Promise<Query>>();

/** The function that answers lines, once its part is loaded. A part whose fetch failed is
 * fetched again at its next use. */
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

/** Whether its fetch was started. */
export const isThere = (part: Part) => started.has(part);
