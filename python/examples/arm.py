"""A robot arm of capsules moves along joint positions. Which obstacle does it touch first, with which link, and when? And is a path certainly free?

Each link is a capsule. Between two joint positions a link turns while it moves, but a cast capsule does not turn. So a path is cut into steps. In a
step each link is replaced by a capsule that *moves straight*. This capsule has the axis of the link in the middle of the step, and its middle moves
along the chord from the first position to the last. The distance of the true link from that capsule is bounded (``covers`` below), and the cast
capsule is larger by this bound. The result for the capsule is exact, so

- if no link has a contact, *the path is certainly free*, between the joint positions too, however thin the obstacles are;
- else the step is cut in halves, until the capsules are larger by no more than a tolerance. The first part that then has a contact ends the path: the
  arm is certainly free before that part, and in it comes within two tolerances of the named obstacle.

    python arm.py [--steps 40] [--tolerance 1e-4]
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import numpy as np

import tangency

LINKS = np.array([0.5, 0.4, 0.3])
RADII = np.array([0.06, 0.05, 0.04])
NAMES = ("upper arm", "forearm", "hand")
SHOULDER = 0.3


def scene() -> tuple[tangency.Scene, dict[int, str]]:
    """A table, a shelf of two thin boards, a turned crate, and a needle in which no step ends. Also returns the names of all items."""
    room, names = tangency.Scene(), {}
    names[room.insert(tangency.Box([-1.5, -1.5, -0.05], [1.5, 1.5, 0.0]))] = "table"
    for height in (0.45, 0.8):
        names[room.insert(tangency.Box([0.55, -0.4, height], [1.1, 0.4, height + 0.002]))] = f"board at {height}"
    turned = tangency.Rotation.from_axis_angle([0, 0, 1], 0.5)
    names[room.insert(tangency.OrientedBox([-0.6, 0.6, 0.15], [0.15, 0.1, 0.15], turned))] = "crate"
    needle = 1.144 * np.cos(0.825), 1.144 * np.sin(0.825)
    names[room.insert(tangency.Segment([*needle, 0.0], [*needle, 0.7]))] = "needle"
    return room, names


def links(angles: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The starts of the links and the vectors to their ends, (..., 3, 3) each, for angles (..., 4): one about the vertical, and one at each of three
    joints."""
    turn, bends = angles[..., :1], np.cumsum(angles[..., 1:], axis=-1)
    out, high = LINKS * np.cos(bends), LINKS * np.sin(bends)
    axes = np.stack([out * np.cos(turn), out * np.sin(turn), high], axis=-1)
    ends = np.cumsum(axes, axis=-2)
    return ends - axes + [0, 0, SHOULDER], axes


def covers(first: np.ndarray, last: np.ndarray) -> np.ndarray:
    """The margin by which the capsules cover the true links in some steps, (..., 3), if all joints turn evenly from the first angles to the last.

    A part of the arm of length l that turns upwards by b and about the vertical by a, as a vector v of the time s from 0 to 1, has
    |v'| <= l (|a| + |b|) and |v''| <= l (|a| + |b|)^2. The point of a chord at s is at most max |v''| / 8 away from the curve: this bounds the middle of
    a link, which is carried by the links before it. Another point of the axis is at most l/2 from the middle, in a direction that differs by at most
    half a step from the direction in the middle of the step: by at most l/2 (|a| + |b|) / 2.
    """
    change = last - first
    rates = np.abs(change[..., :1]) + np.abs(np.cumsum(change[..., 1:], axis=-1))
    bows = LINKS * rates**2
    before = np.cumsum(bows, axis=-1) - bows
    # The bound is increased by a trillionth, which is much more than the rounding errors of sines, cosines and these sums.
    return ((before + bows / 2) / 8 + LINKS * rates / 4) * (1 + 1e-12) + 1e-12


def meet(room: tangency.Scene, first: np.ndarray, last: np.ndarray) -> tangency.Hits:
    """The first contacts of the links in some steps, (..., 3). Each step takes the time from 0 to 1."""
    _, axes = links((first + last) / 2)
    middles = [begins + axis / 2 for begins, axis in (links(first), links(last))]
    radius = RADII + covers(first, last)
    return room.first_contact(tangency.Capsule.each(middles[0] - axes / 2, axis=axes, radius=radius, to=middles[1] - axes / 2))


@dataclass
class Stop:
    """The first step that is not certainly free, its part of the path, and the obstacle near it."""

    begin: float
    end: float
    link: str
    feature: str
    item: int


def earliest(room: tangency.Scene, angles: np.ndarray, tolerance: float) -> tuple[Stop | None, int]:
    """The first contact of the whole path with the scene, or None if the path is certainly free; and the number of steps that were cast."""
    hits = meet(room, angles[:-1], angles[1:])
    asked = len(angles) - 1
    steps = np.flatnonzero(hits.status.any(axis=1))
    # The parts of the path that may have a contact, as pairs of ends; the earliest part is the last.
    todo = [(float(step), float(step + 1)) for step in steps[::-1]]
    while todo:
        begin, end = todo.pop()
        first, last = (at(angles, time) for time in (begin, end))
        hits, asked = meet(room, first, last), asked + 1
        row = hits.earliest()
        if row is None:
            continue
        if covers(first, last).max() <= tolerance:
            return Stop(begin, end, NAMES[row], str(hits[row].feature), int(hits.item[row])), asked
        middle = (begin + end) / 2
        todo += [(middle, end), (begin, middle)]
    return None, asked


def at(angles: np.ndarray, time: float) -> np.ndarray:
    """The joint angles at a time, where the path reaches its i-th position at time i."""
    step = min(int(time), len(angles) - 2)
    return angles[step] + (time - step) * (angles[step + 1] - angles[step])


def collides(room: tangency.Scene, angles: np.ndarray) -> bool:
    """Whether the arm overlaps an obstacle at these angles."""
    begins, axes = links(angles)
    return bool(room.intersects(tangency.Capsule.each(begins, axis=axes, radius=RADII)).any())


def path(steps: int, stations: list[list[float]]) -> np.ndarray:
    """The joint positions of a path through all stations."""
    given = np.array(stations)
    places = np.linspace(0, len(given) - 1, steps + 1)
    return np.stack([np.interp(places, np.arange(len(given)), column) for column in given.T], axis=1)


#: Two paths from a rest next to the crate into the shelf, between its boards: past the needle, or over it.
THROUGH = [[2.4, 1.2, -0.9, -0.6], [1.2, 0.55, -0.45, -0.1], [0.0, 0.55, -0.45, -0.1], [-0.9, 0.55, -0.45, -0.1]]
OVER = [[2.4, 1.2, -0.9, -0.6], [1.2, 1.2, -0.45, -0.1], [0.6, 1.2, -0.45, -0.1], [0.6, 0.9, -0.1, 0.1]]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--steps", type=int, default=40, help="steps along each path")
    arguments.add_argument("--tolerance", type=float, default=1e-4, help="by how much the capsules may be greater where the path ends")
    options = arguments.parse_args()

    room, names = scene()
    for title, stations in (("through", THROUGH), ("over", OVER)):
        angles = path(options.steps, stations)
        stop, asked = earliest(room, angles, options.tolerance)
        print(f"{title}: {options.steps} steps of {len(LINKS)} links among {len(room)} things, {asked} steps asked about")
        seen = [collides(room, position) for position in angles]
        if stop is None:
            print("  certainly free, between the joint positions too")
            assert not any(seen)
            continue
        print(f"  certainly free until {stop.begin:.6f} of {options.steps} steps; there the {stop.link} meets the {names[stop.item]}, {stop.feature}")
        # At sampled times, the arm is free before the contact, and overlaps the named obstacle within the step after it.
        assert not any(collides(room, at(angles, time)) for time in np.linspace(0, stop.begin, 500))
        assert any(collides(room, at(angles, time)) for time in np.linspace(stop.begin, stop.end + 1, 500))
        print(f"  who looks only where steps end sees {f'the first collision at {seen.index(True)}' if any(seen) else 'none'}")


if __name__ == "__main__":
    main()
