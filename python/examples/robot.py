"""A robot arm of spheres moves along a path among boxes and a mesh: where does it first collide, and may it go?

The arm's links are covered by spheres, as planners do. Between two configurations each sphere moves straight, so that a path of
many small steps is one batch of moving spheres against one scene: no step in between is missed, however thin the obstacle.

    python robot.py [--steps 400] [--picture robot.png]
"""

from __future__ import annotations

import argparse

import numpy as np

import tangency

LINKS = (0.5, 0.4, 0.3)
SPHERES_A_LINK = 8
RADIUS = 0.05


def scene() -> tangency.Scene:
    """A table, a shelf of two thin boards, a turned crate, and a mesh: a dome."""
    room = tangency.Scene()
    room.insert(tangency.Box([-1.5, -1.5, -0.05], [1.5, 1.5, 0.0]))
    for height in (0.45, 0.8):
        room.insert(tangency.Box([0.55, -0.4, height], [1.1, 0.4, height + 0.002]))
    turned = tangency.Rotation.from_axis_angle([0, 0, 1], 0.5)
    room.insert(tangency.OrientedBox([-0.6, 0.6, 0.15], [0.15, 0.1, 0.15], turned))
    room.insert(dome().placed([0, 0, 0, 1], [0.1, -0.75, 0.0]))
    return room


def dome(rings: int = 12, radius: float = 0.3) -> tangency.Mesh:
    """Half a sphere of triangles."""
    up, around = np.meshgrid(np.linspace(0, np.pi / 2, rings), np.linspace(0, 2 * np.pi, 4 * rings + 1), indexing="ij")
    vertices = radius * np.stack([np.cos(up) * np.cos(around), np.cos(up) * np.sin(around), np.sin(up)], axis=-1)
    number = np.arange(vertices[..., 0].size).reshape(vertices.shape[:2])
    a, b, c, d = number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:]
    triangles = np.concatenate([np.stack(t, axis=-1).reshape(-1, 3) for t in ((a, d, c), (a, c, b))])
    return tangency.Mesh(vertices.reshape(-1, 3), triangles)


def spheres(angles: np.ndarray) -> np.ndarray:
    """The centres of all spheres of the arm, (..., S, 3), for its angles (..., 4): about the vertical, and at three joints."""
    turn, bends = angles[..., 0], np.cumsum(angles[..., 1:], axis=-1)
    outwards, up = np.zeros(turn.shape), np.full(turn.shape, 0.3)
    centers = []
    for link, length in enumerate(LINKS):
        for part in np.linspace(0, length, SPHERES_A_LINK, endpoint=False):
            centers.append((outwards + part * np.cos(bends[..., link]), up + part * np.sin(bends[..., link])))
        outwards, up = outwards + length * np.cos(bends[..., link]), up + length * np.sin(bends[..., link])
    centers.append((outwards, up))
    out, high = (np.stack(column, axis=-1) for column in zip(*centers))
    return np.stack([out * np.cos(turn)[..., None], out * np.sin(turn)[..., None], high], axis=-1)


def path(steps: int) -> np.ndarray:
    """Angles from a rest beside the crate into the shelf, between its boards, out again, and down on the dome."""
    stations = np.array(
        [
            [2.4, 1.2, -0.9, -0.6],
            [1.2, 0.55, -0.45, -0.1],
            [0.0, 0.55, -0.45, -0.1],
            [-0.9, 0.55, -0.45, -0.1],
            [-1.45, 0.5, -0.7, -0.4],
            [-1.45, 0.05, -0.3, -0.3],
        ]
    )
    at = np.linspace(0, len(stations) - 1, steps + 1)
    return np.stack([np.interp(at, np.arange(len(stations)), column) for column in stations.T], axis=1)


def collisions(room: tangency.Scene, angles: np.ndarray) -> tangency.Hits:
    """Of every sphere in every step, in this order; time 0 to 1 is one step."""
    centers = spheres(angles)
    start, velocity = centers[:-1].reshape(-1, 3), np.diff(centers, axis=0).reshape(-1, 3)
    return room.first_contact(start, RADIUS, velocity, t_max=1)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--steps", type=int, default=400, help="steps along the path")
    arguments.add_argument("--picture", default="robot.png", help="where to draw it")
    options = arguments.parse_args()

    room, angles = scene(), path(options.steps)
    hits = collisions(room, angles)
    count = len(hits) // options.steps
    print(f"{options.steps} steps of {count} spheres among {len(room)} obstacles: {hits}")
    met = np.flatnonzero(hits.status)
    if len(met):
        step, time = met // count, np.nan_to_num(hits.time[met])
        first = np.lexsort((time, step))[0]
        row, hit = met[first], hits[met[first]]
        print(f"first in step {step[first]}, after {hit.time:.6f} of it: sphere {row % count} meets {room[hit.item]!r}")
        print(f"  at {hit.point}, {hit.feature}")
        safe = step[first] + hit.time
        print(f"the arm may go {100 * safe / options.steps:.2f} % of its way")
    # What planners often do instead: look only where a step ends. It cannot say more, and with long steps it says less.
    centers = spheres(angles)[1:].reshape(-1, 3)
    sampled = room.intersects(centers, RADIUS)
    print(f"steps in which a sphere is met: {len(np.unique(met // count))}; seen at the ends of steps alone: {len(np.unique(np.flatnonzero(sampled) // count))}")
    try:
        hits.plot(room, options.picture)
        print(f"wrote {options.picture}")
    except ImportError as error:
        print(error)


if __name__ == "__main__":
    main()
