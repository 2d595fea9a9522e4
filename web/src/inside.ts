import { TangencyError } from './error.js';
import type { Mesh as EngineMesh } from './engine/engine.js';
import type { Mesh } from './index.js';

/**
 * What the classes of this package know of each other, and nobody else. The class of meshes fills it in.
 *
 * @internal
 */
export const inside: { engineOf: (mesh: Mesh) => EngineMesh } = {
  engineOf: (mesh) => {
    throw TangencyError.of('mesh', mesh, 'a Mesh');
  },
};
