#!/usr/bin/env python3
"""Closest points on a mesh compared with fcpw and Open3D (Embree), which have packages for Python.

    apt-get install libusb-1.0-0    # needed by Open3D
    python3 -m venv venv && venv/bin/pip install numpy fcpw open3d-cpu
    cargo build --release --bin mesh
    venv/bin/python closest.py target/release/mesh MESH.ply [MORE.ply ...] [--subdivide K] [--queries N] [--rounds K]

The first argument is the benchmark `mesh`. It runs before and after the peers, writes the mesh,
the points and its own time per query, and gets the other arguments. All programs have one
core, and the clock measures the time of the process. The peers answer all points in one call.
"""

import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})

import fcpw
import numpy as np
import open3d as o3d

ROUNDS = 7


def fcpw_points(vertices, triangles, points):
    """Builds the scene; returns a query for all points, and a function from its result to
    distances. The wheel has no vector code."""
    scene = fcpw.scene_3D()
    scene.set_object_count(1)
    scene.set_object_vertices(np.asfortranarray(vertices), 0)
    scene.set_object_triangles(np.asfortranarray(triangles.astype(np.int32)), 0)
    scene.build(fcpw.aggregate_type.bvh_surface_area, False)
    points = np.asfortranarray(points)

    def ask():
        found = fcpw.interaction_3D_list()
        scene.find_closest_points(points, np.full(len(points), np.inf, np.float32), found)
        return found

    return ask, lambda found: np.array([interaction.d for interaction in found])


def open3d_points(vertices, triangles, points):
    scene = o3d.t.geometry.RaycastingScene(nthreads=1)
    scene.add_triangles(o3d.core.Tensor(vertices), o3d.core.Tensor(triangles))
    points = o3d.core.Tensor(points)

    def ask():
        return scene.compute_closest_points(points, nthreads=1)["points"]

    ask()  # The tree of this peer is built at the first query.
    return ask, lambda found: np.linalg.norm((found - points).numpy(), axis=1)


def timed(job):
    start = time.process_time()
    result = job()
    return time.process_time() - start, result


def run_ours(binary, arguments, directory):
    """The seconds per query, by the name of the mesh."""
    options = ["--sets", "closest", "--check", "0", "--dump", directory]
    subprocess.run([binary, *arguments, *options], check=True, stdout=subprocess.DEVNULL)
    return {path.stem: float(path.read_text()) for path in pathlib.Path(directory).glob("*.seconds")}


def compare(directory, name):
    """For each peer: the seconds for building, the seconds per query in each round, and the number
    of distances that are off by a thousandth."""

    def read(kind, number):
        return np.fromfile(f"{directory}/{name}.{kind}", number)

    vertices, points = (read(kind, "<f4").reshape(-1, 3) for kind in ("vertices", "points"))
    triangles = read("triangles", "<u4").reshape(-1, 3)
    truth = read("distances", "<f4")
    mesh = vertices, triangles, points
    peers = {
        "fcpw": timed(lambda: fcpw_points(*mesh)),
        "Open3D": timed(lambda: open3d_points(*mesh)),
    }
    times = {peer: [] for peer in peers}
    found = {}
    for round in range(ROUNDS + 1):
        for peer, (_, (ask, _)) in peers.items():
            seconds, found[peer] = timed(ask)
            if round > 0:
                times[peer].append(seconds / len(points))
    for peer, (built, (_, distances)) in peers.items():
        off = np.abs(distances(found[peer]) - truth) > 1e-3 * truth
        yield peer, built, times[peer], int(off.sum()), len(triangles)


def main(binary, *arguments):
    with tempfile.TemporaryDirectory() as directory:
        before = run_ours(binary, arguments, directory)
        results = {name: list(compare(directory, name)) for name in before}
        after = run_ours(binary, arguments, directory)
    for name, peers in results.items():
        ours = before[name], after[name]
        mean = sum(ours) / 2
        print(f"### Closest points on {name}, {peers[0][-1]} triangles\n")
        print("| | build | a query | over ours | off |\n|---|---|---|---|---|")
        print(f"| tangency, before and after | | {ours[0] * 1e6:.2f} and {ours[1] * 1e6:.2f} µs | | |")
        for peer, built, times, off, _ in peers:
            quartiles = statistics.quantiles(times, n=4)
            spread = (quartiles[2] - quartiles[0]) / 2
            median = quartiles[1]
            print(
                f"| {peer} | {built * 1e3:.0f} ms | {median * 1e6:.2f} ± {spread * 1e6:.2f} µs"
                f" | {median / mean:.2f} | {off} |"
            )
        print()


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
