// `PxGeometryQuery::sweep` of PhysX, in its package for JavaScript: onto both sides of triangles, and as precise as it offers.

import { readFileSync } from "node:fs";
import { axisOf, boxOf, here, length, serve, triangles } from "./ask.mjs";

// It is made for browsers, and refuses Node; but all that it asks a browser for is its own bytes.
const { process } = globalThis, module = here.resolve("physx-js-webidl"), load = (await import(module)).default;
const wasmBinary = readFileSync(module.replace(/mjs$/, "wasm"));
[globalThis.process, globalThis.window] = [undefined, globalThis];
const P = await load({ wasmBinary });
globalThis.process = process;
const top = P.PxTopLevelFunctions;
const foundation = top.prototype.CreateFoundation(P.PHYSICS_VERSION, new P.PxDefaultAllocator(), new P.PxDefaultErrorCallback());
const scale = new P.PxTolerancesScale(), physics = top.prototype.CreatePhysics(P.PHYSICS_VERSION, foundation, scale);
const cooking = new P.PxCookingParams(scale);
// Corners stay as they are given.
cooking.meshPreprocessParams.raise(P.PxMeshPreprocessingFlagEnum.eDISABLE_CLEAN_MESH);
const made = [];
const make = (kind, ...args) => made[made.push(new P[kind](...args)) - 1];
const vector = (v) => make("PxVec3", ...v);
const pose = (place, turn) => make("PxTransform", vector(place), make("PxQuat", ...turn));

function mesh(found) {
    const corners = make("PxArray_PxVec3"), numbers = make("PxArray_PxU32");
    found.flat().forEach((p, i) => (corners.pushBack(vector(p)), numbers.pushBack(i)));
    const asked = make("PxTriangleMeshDesc");
    Object.assign(asked.points, { count: corners.size(), stride: 12, data: corners.begin() });
    Object.assign(asked.triangles, { count: found.length, stride: 12, data: numbers.begin() });
    return top.prototype.CreateTriangleMesh(cooking, asked);
}

const flags = new P.PxHitFlags(P.PxHitFlagEnum.ePRECISE_SWEEP | P.PxHitFlagEnum.eMESH_BOTH_SIDES | P.PxHitFlagEnum.eDEFAULT);

function timeOf(query, body) {
    const [place, long, turn] = axisOf(query, [1, 0, 0]), found = triangles(query), cooked = found && mesh(found);
    const shape = long ? make("PxCapsuleGeometry", body.radius, long) : make("PxSphereGeometry", body.radius);
    const [middle, half, turned] = found ? [[0, 0, 0], null, [0, 0, 0, 1]] : boxOf(query);
    const target = found ? make("PxTriangleMeshGeometry", cooked) : make("PxBoxGeometry", ...half);
    const way = length(body.velocity), hit = make("PxSweepHit");
    const isHit = P.PxGeometryQuery.prototype.sweep(vector(body.velocity.map((x) => x / way)), way, shape, pose(place, turn), target, pose(middle, turned), hit, flags);
    const time = isHit ? hit.distance / way : null;
    while (made.length) P.destroy(made.pop());
    cooked?.release();
    return time;
}

serve("PhysX", "5.6.1, physx-js-webidl " + here("physx-js-webidl/package.json").version, timeOf);
