// `convexSweepTest` of Bullet, in its package for JavaScript. Margins of triangles are set to zero,
// margins of boxes are inside the boxes.

import { axisOf, boxOf, here, movingBox, serve, triangles } from "./ask.mjs";

const A = await here("ammojs-typed")();
const configuration = new A.btDefaultCollisionConfiguration(), dispatcher = new A.btCollisionDispatcher(configuration);
const world = new A.btDiscreteDynamicsWorld(dispatcher, new A.btDbvtBroadphase(), new A.btSequentialImpulseConstraintSolver(), configuration);
const made = [];
const make = (kind, ...args) => made[made.push(new A[kind](...args)) - 1];
const vector = (v) => make("btVector3", ...v);
const transform = (place, turn) => make("btTransform", make("btQuaternion", ...turn), vector(place));

function box(query) {
    const [place, half, turn] = boxOf(query), shape = make("btBoxShape", vector(half));
    shape.setMargin(0);
    return [shape, place, turn];
}

function mover(query, body) {
    const solid = movingBox(query);
    if (solid) return box(solid);
    if (query.moving_hull) {
        const shape = make("btConvexHullShape");
        for (const point of body.points) shape.addPoint(vector(point), true);
        shape.setMargin(0);
        return [shape, [0, 0, 0], [0, 0, 0, 1]];
    }
    const [place, long, turn] = axisOf(query, [0, 1, 0]);
    return [long ? make("btCapsuleShape", body.radius, 2 * long) : make("btSphereShape", body.radius), place, turn];
}

function obstacle(query) {
    const found = triangles(query);
    if (!found) {
        const [shape, place, turn] = box(query);
        return [shape, transform(place, turn)];
    }
    const mesh = make("btTriangleMesh", true, false);
    for (const corners of found) mesh.addTriangle(...corners.map(vector), false);
    const shape = make("btBvhTriangleMeshShape", mesh, false, true);
    shape.setMargin(0);
    return [shape, transform([0, 0, 0], [0, 0, 0, 1])];
}

function timeOf(query, body) {
    const [shape, place, turn] = mover(query, body);
    const [target, at] = obstacle(query);
    const still = make("btGhostObject");
    still.setCollisionShape(target);
    still.setWorldTransform(at);
    world.addCollisionObject(still, 1, -1);
    world.updateSingleAabb(still);
    const end = place.map((x, k) => x + body.velocity[k]), hit = make("ClosestConvexResultCallback", vector(place), vector(end));
    world.convexSweepTest(shape, transform(place, turn), transform(end, turn), hit, 0);
    const time = hit.hasHit() ? hit.m_closestHitFraction : null;
    world.removeCollisionObject(still);
    while (made.length) A.destroy(made.pop());
    return time;
}

serve("Bullet", "ammojs-typed " + here("ammojs-typed/package.json").version, timeOf);
