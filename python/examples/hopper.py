"""Particles fall into a hopper: between two instants each flies straight, and bounces where it first touches the wall.

Every step is one batch, into the same arrays. No particle gets through the wall, however fast it is or however long the step: the
first contact is exact, and the particle is put back to where it touched, moved out along the normal by a billionth of its radius. Without
that, one in two would overlap the wall in the next step, as ``bounce.py`` shows: the exact centre is at exactly the radius, its floats are not.

    python hopper.py [--particles 20000] [--steps 240] [--picture hopper.png]
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import tangency

RADIUS, BOUNCE, GRAVITY, STEP = 0.02, 0.5, np.array([0, 0, -9.81]), 1 / 120
#: More than all roundings of a position, in units of the radius.
OUT = 1e-9
TOP, OUTLET, HEIGHT = 2.0, 0.25, 2.0


def hopper(sides: int = 64) -> tangency.Mesh:
    """A funnel with a rim above it and a pipe below, open at both ends."""
    angles = np.arange(sides) * 2 * np.pi / sides
    rings = [(TOP, 2 * HEIGHT), (TOP, HEIGHT), (OUTLET, 0.0), (OUTLET, -0.5)]
    vertices = np.concatenate(
        [np.stack([r * np.cos(angles), r * np.sin(angles), np.full(sides, z)], axis=1) for r, z in rings]
    )
    here, then = np.arange(sides), (np.arange(sides) + 1) % sides
    triangles = []
    for ring in range(len(rings) - 1):
        a, b = here + ring * sides, then + ring * sides
        triangles += [np.stack([a, b, b + sides], axis=1), np.stack([a, b + sides, a + sides], axis=1)]
    return tangency.Mesh(vertices, np.concatenate(triangles))


def advance(mesh: tangency.Mesh, position: np.ndarray, velocity: np.ndarray, hits: tangency.Hits | None) -> tangency.Hits:
    """One step of all particles, in place; a particle that bounces goes on from there in the next step."""
    velocity += GRAVITY * STEP
    hits = mesh.first_contact(position, RADIUS, velocity, STEP, out=hits)
    free = hits.status == tangency.Status.NONE
    position[free] += STEP * velocity[free]
    met = hits.status == tangency.Status.CONTACT
    normal = hits.normal[met]
    position[met] = hits.center[met] + OUT * RADIUS * normal
    into = np.minimum((velocity[met] * normal).sum(axis=1, keepdims=True), 0)
    velocity[met] -= (1 + BOUNCE) * into * normal
    # Where two walls are that near to each other, the second may still be overlapped: out, along the way to it.
    stuck = hits.status == tangency.Status.OVERLAP
    away = position[stuck] - hits.point[stuck]
    length = np.linalg.norm(away, axis=1, keepdims=True)
    position[stuck] = hits.point[stuck] + away / length * RADIUS * (1 + OUT)
    into = np.minimum((velocity[stuck] * away).sum(axis=1, keepdims=True) / length, 0)
    velocity[stuck] -= (1 + BOUNCE) * into * away / length
    return hits


def through_the_wall(position: np.ndarray) -> int:
    """Particles whose centre is outside of the funnel at its height, which must be none."""
    x, y, z = position.T
    inner = OUTLET + (TOP - OUTLET) * np.clip(z / HEIGHT, 0, 1)
    return int(((np.hypot(x, y) > inner) & (z > -0.5) & (z < 2 * HEIGHT)).sum())


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--particles", type=int, default=20_000)
    arguments.add_argument("--steps", type=int, default=240, help="of 1/120 s each")
    arguments.add_argument("--picture", default="hopper.png", help="where to draw the bounces of a twelfth of a second")
    options = arguments.parse_args()

    rng = np.random.default_rng(1)
    mesh, count = hopper(), options.particles
    angle, out = rng.uniform(0, 2 * np.pi, count), 1.6 * np.sqrt(rng.uniform(0, 1, count))
    position = np.stack([out * np.cos(angle), out * np.sin(angle), rng.uniform(2.2, 3.8, count)], axis=1)
    velocity = rng.normal(0, 0.3, (count, 3))
    hits, bounces, start = None, 0, time.perf_counter()
    shown = None
    for step in range(options.steps):
        if step == options.steps // 3:
            # Their next twelfth of a second, for the picture: copies, as what is asked about moves on.
            shown = mesh.first_contact(position.copy(), RADIUS, velocity.copy(), 10 * STEP)
            speed = np.linalg.norm(velocity, axis=1)
        hits = advance(mesh, position, velocity, hits)
        bounces += int((hits.status == tangency.Status.CONTACT).sum())
    seconds = time.perf_counter() - start
    print(f"{count} particles, {options.steps} steps, {bounces} bounces, {count * options.steps / seconds:,.0f} a second")
    print(f"through the pipe: {int((position[:, 2] < -0.5).sum())}, through the wall: {through_the_wall(position)}")
    try:
        inside = np.flatnonzero((shown.status == tangency.Status.CONTACT) & (shown.point[:, 2] > -0.5))
        shown[inside].plot(mesh, options.picture, limit=1500, color=speed[inside], label="speed in m/s")
        print(f"wrote {options.picture}")
    except ImportError as error:
        print(error)


if __name__ == "__main__":
    main()
