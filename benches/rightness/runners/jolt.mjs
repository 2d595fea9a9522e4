// `CastShape` of Jolt Physics, in its package for JavaScript, against both sides of triangles and all of their edges. Jolt's meshes store
// the corners of triangles with 21 bits for each axis.

import { Refused, axisOf, boxOf, here, movingBox, serve, triangles } from "./ask.mjs";

const load = (await import(here.resolve("jolt-physics/wasm-compat"))).default;
const J = await load();
// Jolt's shapes need an initialized world. This one has one layer and no bodies.
const [pairs, layers] = [new J.ObjectLayerPairFilterTable(1), new J.BroadPhaseLayerInterfaceTable(1, 1)], world = new J.JoltSettings();
world.mObjectLayerPairFilter = pairs;
world.mBroadPhaseLayerInterface = layers;
world.mObjectVsBroadPhaseLayerFilter = new J.ObjectVsBroadPhaseLayerFilterTable(layers, 1, pairs, 1);
new J.JoltInterface(world);
const made = [];
const make = (kind, ...args) => made[made.push(new J[kind](...args)) - 1];
const vector = (kind, v) => make(kind, ...v);

function box(query) {
    const [place, half, turn] = boxOf(query);
    // The convex radius is zero.
    return [new J.BoxShape(vector("Vec3", half), 0), place, turn];
}

function mover(query, body) {
    const solid = movingBox(query);
    if (solid) return box(solid);
    if (query.moving_hull) {
        const asked = make("ConvexHullShapeSettings");
        asked.mMaxConvexRadius = 0;
        for (const point of body.points) asked.mPoints.push_back(vector("Vec3", point));
        const created = asked.Create();
        if (created.HasError()) throw new Refused(created.GetError().c_str());
        // The points of a hull are relative to its centre of mass.
        const shape = created.Get(), middle = shape.GetCenterOfMass();
        return [shape, [middle.GetX(), middle.GetY(), middle.GetZ()], [0, 0, 0, 1]];
    }
    const [place, long, turn] = axisOf(query, [0, 1, 0]);
    const shape = long ? new J.CapsuleShape(long, body.radius) : new J.SphereShape(body.radius);
    return [shape, place, turn];
}

function obstacle(query) {
    const found = triangles(query);
    if (!found) return box(query);
    const list = make("TriangleList");
    for (const corners of found) list.push_back(make("Triangle", ...corners.map((p) => vector("Vec3", p))));
    const created = make("MeshShapeSettings", list).Create();
    return created.HasError() ? null : [created.Get(), [0, 0, 0], [0, 0, 0, 1]];
}

const settings = new J.ShapeCastSettings();
settings.mBackFaceModeTriangles = J.EBackFaceMode_CollideWithBackFaces;
settings.mBackFaceModeConvex = J.EBackFaceMode_CollideWithBackFaces;
settings.mActiveEdgeMode = J.EActiveEdgeMode_CollideWithAll;
// The tolerance is as small as Jolt's arithmetic allows; the default is 1e-4.
settings.mCollisionTolerance = 1e-7;
const [filter, origin, one] = [new J.ShapeFilter(), new J.RVec3(0, 0, 0), new J.Vec3(1, 1, 1)];

function timeOf(query, body) {
    const [shape, place, turn] = mover(query, body), target = obstacle(query);
    let time = null;
    if (target) {
        const still = make("TransformedShape");
        still.mShape = target[0];
        still.SetWorldTransform(vector("RVec3", target[1]), vector("Quat", target[2]), one);
        const start = J.RMat44.prototype.sRotationTranslation(vector("Quat", turn), vector("RVec3", place));
        const cast = make("RShapeCast", shape, one, start, vector("Vec3", body.velocity)), hit = make("CastShapeClosestHitCollisionCollector");
        still.CastShape(cast, settings, origin, hit, filter);
        if (hit.HadHit()) time = hit.mHit.mFraction;
    }
    while (made.length) J.destroy(made.pop());
    return time;
}

serve("Jolt", "jolt-physics " + here("jolt-physics/package.json").version, timeOf);
