// The common part of all runners in JavaScript: prints the name of the library, then answers each
// line of standard input by a line.

import { readFileSync, writeSync } from "node:fs";
import { createRequire } from "node:module";

/** Packages are resolved in the working directory of the runner. */
export const here = createRequire(process.cwd() + "/");

export class Refused extends Error {}

/** `timeOf` gets a query and returns the time of the first contact, or null. All of these
 * libraries compute in f32. */
export function serve(library, version, timeOf) {
    let out = JSON.stringify({ library, version, floats: "f32" }) + "\n";
    for (const line of readFileSync(0, "utf8").trimEnd().split("\n")) {
        out += JSON.stringify(answer(JSON.parse(line), timeOf)) + "\n";
    }
    for (let rest = Buffer.from(out); rest.length; ) rest = rest.subarray(writeSync(1, rest));
    process.exit();
}

function answer(query, timeOf) {
    if (query.scalar !== "f32") return { error: "takes f32 only" };
    const body = query.sphere ?? query.capsule ?? query.moving_box ?? query.moving_oriented_box ?? query.moving_hull;
    if (body.velocity.length === 2) return { error: "is in space" };
    try {
        const time = timeOf(query, body);
        return time === null ? { status: "none" } : { status: "contact", time };
    } catch (why) {
        if (why instanceof Refused) return { error: why.message };
        throw why;
    }
}

export const middle = (a, b) => a.map((x, k) => (x + b[k]) / 2);
export const half = (a, b) => a.map((x, k) => (b[k] - x) / 2);
export const length = (v) => Math.hypot(...v);

/** The triangles of a triangle or a mesh, each as three points; null for other obstacles. */
export function triangles({ triangle, mesh }) {
    if (triangle) return [triangle.vertices];
    return mesh ? mesh.triangles.map((corners) => corners.map((i) => mesh.vertices[i])) : null;
}

/** A box as its middle, half of its extents, and its rotation as a unit quaternion. */
export function boxOf({ box, oriented_box: oriented }) {
    if (box) return [middle(box.min, box.max), half(box.min, box.max), [0, 0, 0, 1]];
    const long = length(oriented.rotation);
    return [oriented.center, oriented.half_extents, oriented.rotation.map((x) => x / long)];
}

/** The moving box of a query, as if it were an obstacle, or null if the mover is no box. */
export const movingBox = (query) =>
    query.moving_box ? { box: query.moving_box } : query.moving_oriented_box ? { oriented_box: query.moving_oriented_box } : null;

/** The middle of the body, half of the length of its axis, and the unit quaternion that turns a
 * unit vector to this axis. */
export function axisOf({ sphere, capsule }, from) {
    if (sphere) return [sphere.center, 0, [0, 0, 0, 1]];
    const along = half(capsule.a, capsule.b), long = length(along);
    if (!long) return [capsule.a, 0, [0, 0, 0, 1]];
    const to = along.map((x) => x / long);
    // The nearer one of the two directions of the axis is taken.
    const cos = from[0] * to[0] + from[1] * to[1] + from[2] * to[2], side = cos < 0 ? -1 : 1;
    const cross = [0, 1, 2].map((k) => side * (from[(k + 1) % 3] * to[(k + 2) % 3] - from[(k + 2) % 3] * to[(k + 1) % 3]));
    const turn = [...cross, 1 + side * cos], size = length(turn);
    return [middle(capsule.a, capsule.b), long, turn.map((x) => x / size)];
}
