"""A million flying balls, and a hundred thousand casts at them.

    python examples/million.py [--balls 1000000] [--queries 100000] [--seconds 0.01]

The balls are inserted into a scene as rows, in one call, without an object of Python for each ball. Spheres are cast at the balls, as one batch. Then
all balls fly on, and the pairs that touch within some seconds are listed, in exact order of time. Some results are compared with a search over all
balls, one after the other.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import tangency

RADIUS = 0.25


def crowd(count: int, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Centres and velocities of balls in a cube, about one in each cube of side two."""
    random = np.random.default_rng(seed)
    side = 2 * count ** (1 / 3)
    return random.uniform(0, side, (count, 3)), random.uniform(-1, 1, (count, 3))


def same(balls: tangency.Each, hits: tangency.Hits, center: np.ndarray, velocity: np.ndarray, rows: int) -> bool:
    """Whether the first results equal a search over all balls, each tested by itself."""
    for row in range(rows):
        each = balls.first_contact(center[row], RADIUS, velocity[row], t_max=1)
        # If several balls overlap at the start, the scene returns the closest; here it is enough that some ball overlaps.
        overlaps, first = each.status == tangency.Status.OVERLAP, each.earliest()
        if overlaps.any():
            expected = overlaps[hits.item[row]]
        elif first is None:
            expected = hits.status[row] == tangency.Status.NONE
        else:
            expected = hits.item[row] == first and hits.time[row] == each.time[first]
        if not expected:
            return False
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--balls", type=int, default=1_000_000)
    parser.add_argument("--queries", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=0.01)
    options = parser.parse_args()

    def said(words: str, start: float) -> None:
        print(f"{words}: {time.perf_counter() - start:.2f} s")

    centers, velocities = crowd(options.balls)
    start = time.perf_counter()
    balls = tangency.Point.each(centers, radius=RADIUS, velocity=velocities)
    said(f"{len(balls)} balls as rows", start)

    start = time.perf_counter()
    scene = tangency.Scene(balls)
    said("put into a scene", start)
    print(f"memory: {scene.memory / len(scene):.0f} bytes a ball")

    center, velocity = crowd(options.queries, seed=2)
    center *= centers.max() / center.max()
    start = time.perf_counter()
    hits = scene.first_contact(center, RADIUS, velocity, t_max=1)
    said(f"{len(hits)} spheres cast into it", start)
    print(f"{len(hits.contacts)} contacts, {len(hits.overlaps)} overlaps")
    print("as all balls answer, one after the other:", same(balls, hits, center, velocity, 20))

    start = time.perf_counter()
    scene.replace_all(scene.numbers, tangency.Point.each(centers + 0.5 * velocities, radius=RADIUS, velocity=velocities))
    said("all balls half a second later", start)

    start = time.perf_counter()
    pairs = scene.pairs(t_max=options.seconds)
    said(f"which meet each other within {options.seconds} s", start)
    print(f"{len(pairs.contacts)} contacts, {len(pairs.overlaps)} overlaps")
    first = pairs.contacts[0] if len(pairs.contacts) else None
    if first is not None:
        print(f"first {first.mover} and {first.item}, at {first.time}")


if __name__ == "__main__":
    main()
