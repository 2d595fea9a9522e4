// Fetches and starts the parts of the engine.

// As the tool has bound them: what the package has around its engine would come once for each part.
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

/** The meshes of each part that has them; only those of `meshes` cast columns. */
export const MESHES: Record<MeshPart, typeof meshes.Mesh> = { meshes: meshes.Mesh, 'capsules-meshes': capsules.Mesh as unknown as typeof meshes.Mesh };
export type Mesh = meshes.Mesh;

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

/** Whether it was asked for already. */
export const isThere = (part: Part) => started.has(part);
