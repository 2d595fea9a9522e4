"""A robot arm of spheres moves along a path among boxes, a needle and a mesh. Where does it first collide, and is the path free?

The arm's links are covered by spheres, as planners do. Between two configurations the joints turn, so each sphere moves along an arc. The query is a
cast along its chord, of a sphere that is larger by the greatest distance of the arc from it (``sagitta`` below). So *every contact of a sphere of the
arm between two steps is found*, however thin the obstacle and however long the steps; and a reported obstacle is at most that far from it. All steps
are one batch of moving spheres against one scene.

    python robot.py [--steps 40] [--picture robot.png]
"""

from __future__ import annotations

import argparse

import numpy as np

import tangency

LINKS = (0.5, 0.4, 0.3)
SPHERES_A_LINK = 8
RADIUS = 0.05


def scene() -> tangency.Scene:
    """A table, a shelf of two thin boards, a turned crate, a needle in the path of the tip, and a mesh: a dome."""
    room = tangency.Scene()
    room.insert(tangency.Box([-1.5, -1.5, -0.05], [1.5, 1.5, 0.0]))
    for height in (0.45, 0.8):
        room.insert(tangency.Box([0.55, -0.4, height], [1.1, 0.4, height + 0.002]))
    turned = tangency.Rotation.from_axis_angle([0, 0, 1], 0.5)
    room.insert(tangency.OrientedBox([-0.6, 0.6, 0.15], [0.15, 0.1, 0.15], turned))
    room.insert(dome().instance([0, 0, 0, 1], [0.1, -0.75, 0.0]))
    # The needle is as thin as a line, and in the middle of a step.
    needle = 1.144 * np.cos(0.825), 1.144 * np.sin(0.825)
    room.insert(tangency.Segment([*needle, 0.0], [*needle, 0.7]))
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
    """The centres of all spheres of the arm, (..., S, 3), for angles (..., 4): one about the vertical, and one at each of three joints."""
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
    """The angles of a path from a rest next to the crate into the shelf, between its boards, out again, and down on the dome."""
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


def sagitta(angles: np.ndarray) -> np.ndarray:
    """A bound of the distance of each sphere from its chord in each step, (T, S), if the joints turn evenly during the step.

    For a curve p(s), 0 <= s <= 1, the point on the chord at the same s is at most max |p''| / 8 away. A part of the arm of length l that turns by b
    upwards and by a about the vertical has |p''| <= l (|a| + |b|)^2, and a sphere is carried by all parts before it. A turn by d on radius l is l d^2
    / 8, a little more than the sagitta l (1 - cos(d / 2)) itself.
    """
    turn, bends = np.abs(np.diff(angles[:, 0])), np.abs(np.cumsum(np.diff(angles[:, 1:], axis=0), axis=1))
    squares = (turn[:, None] + bends) ** 2
    bounds, before = [], np.zeros(len(turn))
    for link, length in enumerate(LINKS):
        for part in np.linspace(0, length, SPHERES_A_LINK, endpoint=False):
            bounds.append(before + part * squares[:, link])
        before = before + length * squares[:, link]
    # The bound is increased by a trillionth, which is much more than the rounding errors of sines, cosines and these sums.
    return np.stack([*bounds, before], axis=1) / 8 * (1 + 1e-12) + 1e-12


def collisions(room: tangency.Scene, angles: np.ndarray) -> tangency.Hits:
    """The first contacts of every sphere in every step, (T, S). Each step takes the time from 0 to 1."""
    centers = spheres(angles)
    return room.first_contact(centers[:-1], RADIUS + sagitta(angles), np.diff(centers, axis=0), t_max=1)


def draw(hits: tangency.Hits, room: tangency.Scene, angles: np.ndarray, first: tuple[int, int] | None, path: str) -> None:
    """Draws the arm at some times, and where it first collides. Contacts are coloured by the step."""
    centers = spheres(angles)
    shown = hits if first is None else hits[first[:1], first[1:]]
    figure = shown.plot(room, color=None if first is None else [first[0]])
    ax = figure.axes[0]
    for step in np.linspace(0, len(angles) - 1, 9).astype(int):
        ax.plot(*centers[step].T, color="0.45", linewidth=1, marker="o", markersize=2.5, zorder=7)
    if first is not None:
        step, _ = first
        ax.plot(*centers[step].T, color="tab:orange", linewidth=2.5, marker="o", markersize=6, zorder=8, label=f"step {step}")
        ax.plot(*shown.point.T, color="red", linestyle="", marker="*", markersize=18, zorder=9, label="first contact")
        ax.legend(loc="upper left")
    # The axes contain the whole table, which would otherwise be drawn over the numbers of the axes.
    ax.set(xlim=(-1.5, 1.5), ylim=(-1.5, 1.5), zlim=(-0.05, 1.3))
    ax.set_box_aspect((3, 3, 1.35))
    figure.savefig(path, dpi=150)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--steps", type=int, default=40, help="steps along the path")
    arguments.add_argument("--picture", default="robot.png", help="where to draw it")
    options = arguments.parse_args()

    room, angles = scene(), path(options.steps)
    hits = collisions(room, angles)
    print(f"{options.steps} steps of {hits.shape[1]} spheres among {len(room)} obstacles: {hits}")
    print(f"widened by {sagitta(angles).max():.6f} at most, against {RADIUS} of the spheres")
    steps = np.arange(options.steps)[:, None]
    first = hits.earliest(start=steps)
    if first is not None:
        (step, sphere), hit = first, hits[first]
        print(f"first in step {step}, after {hit.time:.6f} of it: sphere {sphere} meets {room[hit.item]!r}")
        print(f"  at {hit.point}, {hit.feature}")
        print(f"the arm may go {100 * (step + hit.time) / options.steps:.2f} % of its way")
    # Planners often do this instead: test only the ends of steps.
    sampled = room.first_contact(spheres(angles), RADIUS, t_max=0)
    names = {number: type(item).__name__ for number, item in room.items()}
    for what, seen in (("met on the way", hits), ("seen at the ends of steps alone", sampled)):
        print(f"{what}: {', '.join(f'{names[n]} {n}' for n in np.unique(seen.item[seen.status > 0]))}")
    try:
        draw(hits, room, angles, first, options.picture)
        print(f"wrote {options.picture}")
    except ImportError as error:
        print(error)


if __name__ == "__main__":
    main()
