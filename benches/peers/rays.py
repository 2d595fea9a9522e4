#!/usr/bin/env python3
"""Moving points and small spheres compared with the rays of Embree, on the same mesh.

    apt-get install libusb-1.0-0    # needed by Open3D
    python3 -m venv venv && venv/bin/pip install numpy embreex open3d-cpu WHEEL
    venv/bin/python rays.py MESH.ply [MORE.ply ...] [--subdivide K] [--queries N] [--rounds K]

WHEEL is the package of this project, built for release. All have one core, and the clock measures
the time of the process. Each peer gets all queries in one call: embreex passes them to Embree ray by
ray, Open3D in a way of its own. A ray is the path of a moving point; Embree casts no spheres.
"""

import argparse
import os
import time

os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})

import numpy as np
import open3d as o3d
import tangency
from embreex import rtcore_scene
from embreex.mesh_construction import TriangleMesh

RADII = [0.0, 0.001, 0.01]


def subdivided(vertices, triangles):
    """Cuts each triangle into four by the middles of its edges."""
    edges = np.sort(np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]]), axis=1)
    edges, place = np.unique(edges, axis=0, return_inverse=True)
    middles = (vertices[edges[:, 0]] + vertices[edges[:, 1]]) / 2
    ab, bc, ca = (place.reshape(3, -1) + len(vertices)).astype(triangles.dtype)
    a, b, c = triangles.T
    triangles = np.concatenate([np.stack(t, axis=1) for t in [(a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca)]])
    return np.concatenate([vertices, middles]), triangles


def queries(low, high, count):
    """Paths from random points about the mesh to random points in its bounds."""
    random = np.random.default_rng(7)
    diagonal = np.linalg.norm(high - low)
    away = random.normal(size=(count, 3))
    start = (low + high) / 2 + away / np.linalg.norm(away, axis=1, keepdims=True) * diagonal
    return start.astype(np.float32), (random.uniform(low, high, size=(count, 3)) - start).astype(np.float32), diagonal


def least(askers, rounds):
    """The least time of each peer in alternating runs, and its results."""
    times, said = {name: [] for name in askers}, {}
    for _ in range(rounds):
        for name, ask in askers.items():
            begin = time.process_time()
            said[name] = ask()
            times[name].append(time.process_time() - begin)
    return {name: min(all_) for name, all_ in times.items()}, said


def compare(path, options):
    mesh = tangency.Mesh.from_file(path)
    vertices, triangles = np.asarray(mesh.vertices, np.float32), np.asarray(mesh.triangles).astype(np.int32)
    for _ in range(options.subdivide):
        vertices, triangles = subdivided(vertices, triangles)
    vertices = vertices.astype(np.float32)
    mesh = tangency.Mesh(vertices, triangles, dtype=np.float32)
    start, way, diagonal = queries(vertices.min(axis=0), vertices.max(axis=0), options.queries)
    scene = rtcore_scene.EmbreeScene()
    TriangleMesh(scene, vertices, triangles)
    rays = o3d.t.geometry.RaycastingScene(nthreads=1)
    rays.add_triangles(o3d.core.Tensor(vertices), o3d.core.Tensor(triangles.astype(np.uint32)))
    both = o3d.core.Tensor(np.concatenate([start, way], axis=1))
    askers = {
        "embreex": lambda: scene.run(start, way, query="DISTANCE"),
        "Open3D": lambda: rays.cast_rays(both, nthreads=1)["t_hit"].numpy(),
    }
    for radius in RADII:
        sphere = dict(center=start, radius=np.float32(radius * diagonal), velocity=way)
        askers[f"ours, radius {radius:.1%}"] = lambda sphere=sphere: mesh.first_contact(**sphere, threads=1)
    for ask in askers.values():
        ask()  # Trees are built at the first query.
    times, said = least(askers, options.rounds)
    hits, single = np.isfinite(said["Open3D"]).mean(), times["embreex"]
    print(f"{path}, {len(triangles)} triangles, {options.queries} queries, of which {hits:.0%} of the rays hit")
    print(f"  embreex {single / options.queries * 1e9:.0f} ns; over it:")
    for name, took in times.items():
        print(f"    {name}: {took / single:.2f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("meshes", nargs="+")
    parser.add_argument("--subdivide", type=int, default=0)
    parser.add_argument("--queries", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    for path in options.meshes:
        compare(path, options)
