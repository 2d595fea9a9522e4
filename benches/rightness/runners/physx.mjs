// `PxGeometryQuery::sweep` of PhysX, in its package for JavaScript, against both sides of triangles, with the most precise options.

import { readFileSync } from "node:fs";
import { Refused, axisOf, boxOf, here, length, movingBox, serve, triangles } from "./ask.mjs";

// The package is made for browsers, and refuses Node; but it needs a browser only to load its own bytes.
const { process } = globalThis, module = here.resolve("physx-js-webidl"), load = (await import(module)).default;
const wasmBinary = readFileSync(module.replace(/mjs$/, "wasm"));
[globalThis.process, globalThis.window] = [undefined, globalThis];
const P = await load({ wasmBinary });
globalThis.process = process;
const top = P.PxTopLevelFunctions;
const foundation = top.prototype.CreateFoundation(P.PHYSICS_VERSION, new P.PxDefaultAllocator(), new P.PxDefaultErrorCallback());
const scale = new P.PxTolerancesScale(), physics = top.prototype.CreatePhysics(P.PHYSICS_VERSION, foundation, scale);
const cooking = new P.PxCookingParams(scale);
// Corners and planes of hulls are not simplified.
cooking.planeTolerance = 0;
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

/** The shape, its pose, and the objects to release. */
function mover(query, body) {
    const solid = movingBox(query);
    if (solid) {
        const [place, half, turn] = boxOf(solid);
        return [make("PxBoxGeometry", ...half), pose(place, turn), null];
    }
    if (query.moving_hull) {
        const corners = make("PxArray_PxVec3");
        body.points.forEach((p) => corners.pushBack(vector(p)));
        const asked = make("PxConvexMeshDesc");
        Object.assign(asked.points, { count: corners.size(), stride: 12, data: corners.begin() });
        asked.flags.raise(P.PxConvexFlagEnum.eCOMPUTE_CONVEX);
        const cooked = top.prototype.CreateConvexMesh(cooking, asked);
        if (!cooked?.ptr) throw new Refused("cooks no such hull");
        return [make("PxConvexMeshGeometry", cooked), pose([0, 0, 0], [0, 0, 0, 1]), cooked];
    }
    const [place, long, turn] = axisOf(query, [1, 0, 0]);
    return [long ? make("PxCapsuleGeometry", body.radius, long) : make("PxSphereGeometry", body.radius), pose(place, turn), null];
}

const flags = new P.PxHitFlags(P.PxHitFlagEnum.ePRECISE_SWEEP | P.PxHitFlagEnum.eMESH_BOTH_SIDES | P.PxHitFlagEnum.eDEFAULT);

function timeOf(query, body) {
    const [shape, place, hull] = mover(query, body), found = triangles(query), cooked = found && mesh(found);
    const [middle, half, turned] = found ? [[0, 0, 0], null, [0, 0, 0, 1]] : boxOf(query);
    const target = found ? make("PxTriangleMeshGeometry", cooked) : make("PxBoxGeometry", ...half);
    const way = length(body.velocity), hit = make("PxSweepHit");
    const isHit = P.PxGeometryQuery.prototype.sweep(vector(body.velocity.map((x) => x / way)), way, shape, place, target, pose(middle, turned), hit, flags);
    const time = isHit ? hit.distance / way : null;
    while (made.length) P.destroy(made.pop());
    cooked?.release();
    hull?.release();
    return time;
}

serve("PhysX", "5.6.1, physx-js-webidl " + here("physx-js-webidl/package.json").version, timeOf);
