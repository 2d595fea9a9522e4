import { TangencyError } from './error.js';
import type { Mesh as EngineMesh, Scene as EngineScene } from './engine/engine.js';
import type { Mesh } from './library.js';

/**
 * What the classes of this package know of each other, and nobody else. Each fills its own in.
 *
 * @internal
 */
export const inside: {
  engineOf: (mesh: Mesh, field?: string, what?: string) => EngineMesh;
  /** Undefined of what is no scene. */
  sceneOf: (value: unknown) => EngineScene | undefined;
} = {
  engineOf: (mesh, field = 'mesh', what = 'a Mesh') => {
    throw TangencyError.of(field, mesh, what);
  },
  sceneOf: () => undefined,
};
