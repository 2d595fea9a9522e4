"""Measures the overhead of this package: a batch of many queries in Python and the same call in Rust, in turn.

    python benches/price.py [--queries 1000000] [--rounds 7] [--triangles 200000] [--only rust|python]

Rust's time is the time of ``Mesh::first_contacts`` alone, without making spheres and allocating answers; the package's time is from arrays to arrays,
everything included, into the arrays of an earlier call. Both run on all cores. The last lines run batches from two threads of Python, each on one
core, and the same batches one after the other.

With ``--only``, only one of the two runs, untimed, for a tool that counts instructions if the machine is too noisy for times. Subtract the cost of
``--rounds 0``:

    RAYON_NUM_THREADS=1 valgrind --tool=callgrind --callgrind-out-file=/dev/null \\
        python benches/price.py --queries 20000 --triangles 20000 --rounds 4 --only python

With ``--few`` it measures calls with a single query or few rows: the best of many rounds, in microseconds.
"""

from __future__ import annotations

import argparse
import statistics
import threading
import time
import timeit

import numpy as np

import tangency
from tangency.arrays import batch


def terrain(triangles: int) -> tangency.Mesh:
    """Hills on a square of side 100."""
    cells = max(1, int((triangles / 2) ** 0.5))
    axis = np.linspace(0, 100, cells + 1)
    x, y = np.meshgrid(axis, axis, indexing="ij")
    z = 5 * np.sin(x / 7) * np.cos(y / 11) + np.sin(x * 1.7 + y) * 0.3
    number = np.arange((cells + 1) ** 2).reshape(cells + 1, cells + 1)
    a, b, c, d = number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:]
    faces = np.concatenate([np.stack([a, b, c], axis=-1).reshape(-1, 3), np.stack([a, c, d], axis=-1).reshape(-1, 3)])
    return tangency.Mesh(np.stack([x, y, z], axis=-1).reshape(-1, 3), faces)


def few(rounds: int) -> None:
    """The cost of a call, almost independent of the query."""
    ball, tile = tangency.Sphere([0, 0, 5], 1, velocity=[0, 0, -1]), ([0, 0, 0], [4, 0, 0], [0, 4, 0])
    floor, mesh = tangency.Triangle(*tile), tangency.Mesh(tile, [[0, 1, 2]])
    center, velocity, radius = np.array([[0, 0, 5.0]]), np.array([[0, 0, -1.0]]), np.array([1.0])
    calls = {
        "one question": lambda: tangency.first_contact(ball, floor),
        "a Sphere of lists": lambda: tangency.Sphere([0, 0, 5], 1, velocity=[0, 0, -1]),
        "a Sphere of arrays": lambda: tangency.Sphere(center[0], 1.0, velocity=velocity[0]),
        "a Triangle": lambda: tangency.Triangle(*tile),
        "a batch of one, arrays": lambda: mesh.first_contact(center, radius, velocity, t_max=9.0),
        "a batch of one, lists": lambda: mesh.first_contact([[0, 0, 5]], 1, [0, 0, -1]),
        "a batch of one, times": lambda: mesh.contact_time(center, radius, velocity),
    }
    for name, call in calls.items():
        print(f"{name}: {min(timeit.repeat(call, number=300, repeat=rounds)) / 300 * 1e6:.1f} us")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--queries", type=int, default=1_000_000)
    arguments.add_argument("--rounds", type=int, default=7)
    arguments.add_argument("--triangles", type=int, default=200_000)
    arguments.add_argument("--only", choices=["rust", "python"])
    arguments.add_argument("--few", action="store_true", help="the price of a call that asks little")
    options = arguments.parse_args()
    if options.few:
        return few(5 * options.rounds)
    rng = np.random.default_rng(1)
    mesh, count = terrain(options.triangles), options.queries
    center = rng.uniform([0, 0, 8], [100, 100, 20], (count, 3))
    velocity = rng.normal([0, 0, -1], 0.5, (count, 3))
    radius = rng.uniform(0.1, 1, count)
    arrays = batch(mesh.dtype, 3, center, radius, velocity)
    out = mesh.first_contact(center, radius, velocity, threads=1 if options.only else None)
    if options.only:
        for _ in range(options.rounds):
            if options.only == "rust":
                mesh._mesh.seconds_in_rust(arrays)
            else:
                mesh.first_contact(center, radius, velocity, out=out, threads=1)
        return
    print(f"{len(mesh)} triangles, {count} queries: {out}")

    ratios = []
    for _ in range(options.rounds):
        rust = mesh._mesh.seconds_in_rust(arrays)
        start = time.perf_counter()
        mesh.first_contact(center, radius, velocity, out=out)
        python = time.perf_counter() - start
        ratios.append(python / rust)
        print(f"Rust {rust:.3f} s, Python {python:.3f} s, ratio {ratios[-1]:.3f}")
    print(f"median ratio {statistics.median(ratios):.3f}, least {min(ratios):.3f}")

    half = count // 2
    parts = [(center[i:][:half], radius[i:][:half], velocity[i:][:half]) for i in (0, half)]

    def ask(part: tuple) -> None:
        mesh.first_contact(*part, threads=1)

    shares = []
    for _ in range(options.rounds):
        start = time.perf_counter()
        for part in parts:
            ask(part)
        turn = time.perf_counter() - start
        workers = [threading.Thread(target=ask, args=(part,)) for part in parts]
        start = time.perf_counter()
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        shares.append((time.perf_counter() - start) / turn)
    print(f"two threads of Python side by side take {statistics.median(shares):.2f} of the time of one after the other")


if __name__ == "__main__":
    main()
