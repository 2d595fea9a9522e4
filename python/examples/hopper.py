"""Particles fall into a hopper. In a step each particle moves in a straight line, and bounces where it first touches the wall.

Every step is one batch, which writes into the same arrays. No particle gets through the wall, however fast the particle or long the step is: each
moves by ``advance``, whose leg and end are free, decided exactly. No particle has to be pushed out of the wall, and no safety distance is needed.

    python hopper.py [--particles 20000] [--steps 240] [--picture hopper.png]
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import tangency

RADIUS, BOUNCE, GRAVITY, STEP = 0.02, 0.5, np.array([0, 0, -9.81]), 1 / 120
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


def advance(mesh: tangency.Mesh, position: np.ndarray, velocity: np.ndarray, moves: tangency.Moves | None) -> tangency.Moves:
    """Takes one step of all particles. A particle that bounces continues from the contact in the next step."""
    velocity += GRAVITY * STEP
    moves = mesh.advance(position, STEP * velocity, RADIUS, out=moves)
    met = moves.contact_count > 0
    normal = moves.first.normal[met]
    into = np.minimum((velocity[met] * normal).sum(axis=1, keepdims=True), 0)
    velocity[met] -= (1 + BOUNCE) * into * normal
    return moves


def through_the_wall(position: np.ndarray) -> int:
    """The number of particles whose centre is outside of the funnel at its height, which must be zero."""
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
    moves, bounces, start = None, 0, time.perf_counter()
    shown = None
    for step in range(options.steps):
        if step == options.steps // 3:
            # The picture shows the next twelfth of a second. It needs copies, since the arrays of the query change.
            shown = mesh.first_contact(position.copy(), RADIUS, velocity.copy(), 10 * STEP)
            speed = np.linalg.norm(velocity, axis=1)
        moves = advance(mesh, position, velocity, moves)
        position = moves.position
        bounces += int(moves.contact_count.sum())
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
