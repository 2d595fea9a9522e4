"""Particles bounce in a closed room. They are put back after each bounce by three methods, or moved by ``advance``. Which overlap the wall, and which
get out?

At the first contact, the distance of the exact centre from the wall is exactly the radius. ``hits.center`` is this centre, rounded to the nearest
floats, so one centre in two is too near by some units in the last place, and overlaps the wall in the next query. ``time_down`` is a time that is
certainly not too late, but the position computed from it, ``p + time_down * v``, is rounded as well. A shift of the centre along the normal by more
than all rounding errors together, a billionth of the radius, works in this room, but not where two walls are near each other. ``advance`` needs no
such distance: its position and the leg to this position are free, decided exactly.

    python bounce.py [--particles 5000] [--steps 100] [--only advance]
"""

from __future__ import annotations

import argparse

import numpy as np

import tangency

RADIUS, STEP = 0.02, 0.25
#: The shift, in units of the radius. Numbers of up to a million radii have rounding errors of less than 2^-53 of that, some 1e-10.
OUT = 1e-9


def room(rings: int = 24) -> tangency.Mesh:
    """A closed surface with bumps and dents."""
    up, around = np.meshgrid(np.linspace(-np.pi / 2, np.pi / 2, rings + 1)[1:-1], np.arange(2 * rings) * np.pi / rings, indexing="ij")
    far = 1 + 0.15 * np.sin(3 * around) * np.cos(up) + 0.1 * np.cos(5 * up)
    inner = np.stack([far * np.cos(up) * np.cos(around), far * np.cos(up) * np.sin(around), far * np.sin(up)], axis=-1)
    vertices = np.concatenate([inner.reshape(-1, 3), [[0, 0, -1.0], [0, 0, 1.0]]])
    n = np.arange(up.size).reshape(up.shape)
    a, b, c, d = n[:-1], n[1:], np.roll(n[1:], -1, axis=1), np.roll(n[:-1], -1, axis=1)
    south, north = np.full(2 * rings, up.size), np.full(2 * rings, up.size + 1)
    triangles = [(a, d, c), (a, c, b), (south, np.roll(n[0], -1), n[0]), (north, n[-1], np.roll(n[-1], -1))]
    return tangency.Mesh(vertices, np.concatenate([np.stack(t, axis=-1).reshape(-1, 3) for t in triangles]))


def where_it_touched(hits: tangency.Hits, position: np.ndarray, velocity: np.ndarray, down: np.ndarray) -> np.ndarray:
    return hits.center


def by_the_time_rounded_down(hits: tangency.Hits, position: np.ndarray, velocity: np.ndarray, down: np.ndarray) -> np.ndarray:
    return position + down[:, None] * velocity


def out_along_the_normal(hits: tangency.Hits, position: np.ndarray, velocity: np.ndarray, down: np.ndarray) -> np.ndarray:
    return hits.center + OUT * RADIUS * hits.normal


WAYS = {
    "hits.center": where_it_touched,
    "p + time_down * v": by_the_time_rounded_down,
    "hits.center + 1e-9 R normal": out_along_the_normal,
}


def particles_at_start(count: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(1)
    return rng.uniform(-0.3, 0.3, (count, 3)), rng.normal(0, 1, (count, 3))


def reflected(velocity: np.ndarray, normal: np.ndarray) -> np.ndarray:
    return velocity - 2 * (velocity * normal).sum(axis=1, keepdims=True) * normal


def outside(mesh: tangency.Mesh, position: np.ndarray) -> int:
    return int((tangency.Solid(mesh).locate(position) > 0).sum())


def bounces(mesh: tangency.Mesh, way, particles: int, steps: int) -> tuple[int, int, int]:
    """The number of bounces, of overlaps in the next query, and of particles outside at the end."""
    position, velocity = particles_at_start(particles)
    contacts = overlaps = 0
    for _ in range(steps):
        hits = mesh.first_contact(position, RADIUS, velocity, STEP)
        met = hits.status == tangency.Status.CONTACT
        overlaps += int((hits.status == tangency.Status.OVERLAP).sum())
        contacts += int(met.sum())
        down = mesh.time_down(position[met], RADIUS, velocity[met], STEP)
        # The particles of a caller that does not check for overlaps fly on through the wall.
        back = way(hits[met], position[met], velocity[met], down)
        position += STEP * velocity
        position[met] = back
        velocity[met] = reflected(velocity[met], hits.normal[met])
    return contacts, overlaps, outside(mesh, position)


def moves(mesh: tangency.Mesh, particles: int, steps: int) -> tuple[int, int, int]:
    """The same numbers for moves by ``advance``, which write their results in place."""
    position, velocity = particles_at_start(particles)
    contacts = overlaps = 0
    advanced = None
    for _ in range(steps):
        advanced = mesh.advance(position, STEP * velocity, RADIUS, out=advanced)
        position, hits = advanced.position, advanced.first
        met = hits.status == tangency.Status.CONTACT
        overlaps += int((hits.status == tangency.Status.OVERLAP).sum())
        contacts += int(met.sum())
        velocity[met] = reflected(velocity[met], hits.normal[met])
    overlaps += int((mesh.first_contact(position, RADIUS, velocity, 0.0).status == tangency.Status.OVERLAP).sum())
    return contacts, overlaps, outside(mesh, position)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--particles", type=int, default=5_000)
    arguments.add_argument("--steps", type=int, default=100)
    arguments.add_argument("--only", choices=[*WAYS, "advance"])
    options = arguments.parse_args()
    mesh = room()
    print(f"{options.particles} particles, {options.steps} steps, {len(mesh)} triangles")
    for name in [options.only] if options.only else [*WAYS, "advance"]:
        if name == "advance":
            contacts, overlaps, escaped = moves(mesh, options.particles, options.steps)
        else:
            contacts, overlaps, escaped = bounces(mesh, WAYS[name], options.particles, options.steps)
        print(f"{name}: {contacts} bounces, {overlaps} overlaps, {escaped} outside")


if __name__ == "__main__":
    main()
