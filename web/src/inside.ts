import { TangencyError } from './error.js';
import type { Mesh as EngineMesh, Scene as EngineScene } from './engine/engine.js';
import type { Mesh } from './library.js';

/**
 * Access to private fields between the classes of this package. Each class sets its own function.
 *
 * @internal
 */
export const inside: {
  engineOf: (mesh: Mesh, field?: string, what?: string) => EngineMesh;
  /** The engine's scene for a scene; undefined for any other value. */
  sceneOf: (value: unknown) => EngineScene | undefined;
} = {
  engineOf: (mesh, field = 'mesh', what = 'a Mesh') => {
    throw TangencyError.of(field, mesh, what);
  },
  sceneOf: () => undefined,
};
