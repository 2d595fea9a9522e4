// Fetches and starts the parts of the engine.

import * as meshes from 'part/meshes';
import startSolids, * as solids from 'part/solids';
import type { Part } from './parts';

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

/** Whether it was asked for already. */
export const isThere = (part: Part) => started.has(part);
