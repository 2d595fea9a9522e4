"""A ball cutter follows a part and leaves stock on it: it certainly never gouges.

The mesh is inflated by the stock, so the part with all the stock on it blocks the ball. The tool moves along zigzag lines. For each step, a drop
cutter computes the position of the lowered tool, and the tool moves straight to a point a little above this position: by ``advance``, which ends
where the leg is blocked. If there is a bump in between, the tool moves up, over and down again, and each of these legs is an ``advance`` as well. At
the end, other queries check each leg: the ball that moves along the leg does not enter the stock, and does not even touch a slightly thinner stock.

    python follow_cutter.py [--lines 24] [--steps 120] [--stock 0.4]
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import numpy as np

import tangency

RADIUS = 3.0
SIZE = 60.0
#: A step ends at this height above the stock, which no machine resolves, so that the tool need not move up where it would only graze.
ABOVE = 1e-4
#: The height of a move up where the tool is blocked, which is doubled if it is not enough.
LIFT = 0.05


def part(cells: int = 60) -> tangency.Mesh:
    """A relief of waves with a pocket and a boss in it, 60 mm wide."""
    axis = np.linspace(0, SIZE, cells + 1)
    x, y = np.meshgrid(axis, axis, indexing="ij")
    z = 2 * np.sin(x / 7) * np.cos(y / 9) + 0.03 * x
    z = np.where((abs(x - 18) < 8) & (abs(y - 40) < 12), -5.0, z)
    z = np.where((x - 42) ** 2 + (y - 20) ** 2 < 8**2, 7.0, z)
    corner = np.arange((cells + 1) ** 2).reshape(cells + 1, cells + 1)
    a, b, c, d = (corner[i : i + cells, j : j + cells].ravel() for i, j in ((0, 0), (1, 0), (1, 1), (0, 1)))
    triangles = np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)])
    return tangency.Mesh(np.stack([x, y, z], axis=-1).reshape(-1, 3), triangles)


@dataclass
class Tool:
    """A moving ball, with the ends of its legs, the number of moves and the number of detours."""

    world: tangency.Obstacle
    legs: list[tuple[float, ...]]
    moves: int = 0
    blocked: int = 0

    def go(self, way: np.ndarray) -> bool:
        """Moves one leg; returns whether it reached the end."""
        move = self.world.advance(tangency.Sphere(self.legs[-1], RADIUS), way)
        if move.position != self.legs[-1]:
            self.legs.append(move.position)
        return move.contact is None

    def follow(self, target: np.ndarray) -> None:
        """Moves to a free position: straight or, if this is blocked, up, over and down."""
        self.moves += 1
        if self.go(target - self.legs[-1]):
            return
        self.blocked += 1
        lift = LIFT
        while True:
            if lift > 4 * SIZE:
                raise RuntimeError(f"the tool is caught at {self.legs[-1]}")
            self.go(np.array([0, 0, lift]))
            if self.go((target - self.legs[-1]) * [1, 1, 0]):
                break
            lift *= 2
        self.go(target - self.legs[-1])


def zigzag(world: tangency.Obstacle, lines: int, steps: int, top: float) -> Tool:
    """Moves the tool along x and back, line by line."""
    x, y = np.linspace(RADIUS, SIZE - RADIUS, steps + 1), np.linspace(RADIUS, SIZE - RADIUS, lines)
    places = np.stack([*np.meshgrid(x, y), np.full((lines, steps + 1), top)], axis=-1)
    places[1::2] = places[1::2, ::-1].copy()
    # The target positions of the tool are lowered all at once.
    lowered = world.advance(places, [0, 0, -2 * top - 100], RADIUS)
    assert (lowered.contact_count == 1).all(), "it comes down on the part everywhere"
    tool = Tool(world, [tuple(places[0, 0].tolist())])
    for target in lowered.position.reshape(-1, 3) + [0, 0, ABOVE]:
        tool.follow(target)
    return tool


def check(mesh: tangency.Mesh, stock: float, tool: Tool) -> tuple[float, float]:
    """The gap that is proven for all legs, and the least gap that is measured at their ends."""
    start, end = np.array(tool.legs[:-1]), np.array(tool.legs[1:])
    legs = tangency.Sphere.each(start, RADIUS, to=end)
    entries = mesh.rounded(stock).first_entry(legs)
    # An obstacle that is touched only at the end of a leg is not entered. Whether this is at time 1 and not before is decided exactly.
    for row in np.flatnonzero(entries.status):
        ball = tangency.Sphere(start[row], RADIUS, to=end[row])
        entry = mesh.rounded(stock).first_entry(ball, exact=True)
        assert isinstance(entry, tangency.ExactContact) and entry.time == 1, (start[row], end[row])
    # A slightly thinner stock is not even touched, on any leg, at any time.
    proven = stock * (1 - 2.0**-40)
    assert not mesh.rounded(proven).has_contact(legs).any()
    return proven, float((mesh.closest(end).distance - RADIUS).min())


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--lines", type=int, default=24, help="lines along the part")
    arguments.add_argument("--steps", type=int, default=120, help="steps of each line")
    arguments.add_argument("--stock", type=float, default=0.4, help="what is left on the part")
    options = arguments.parse_args()
    if not options.stock > 0:
        arguments.error(f"--stock is {options.stock}, must be positive")

    mesh = part()
    top = float(mesh.vertices[:, 2].max()) + options.stock + 2 * RADIUS
    tool = zigzag(mesh.rounded(options.stock), options.lines, options.steps, top)
    proven, measured = check(mesh, options.stock, tool)
    print(f"{len(mesh)} triangles, {options.lines} lines of {options.steps} steps, {options.stock} to leave")
    print(f"{tool.moves} moves, {len(tool.legs) - 1} legs, {tool.blocked} moves blocked on their straight way")
    print(f"no leg enters the stock; the gap is above {proven!r} on all of them, that is proven, and at least {measured!r} where they end, that is measured")
    assert tool.moves == options.lines * (options.steps + 1)
    assert 0 < tool.blocked < tool.moves < len(tool.legs)
    # The tool follows the part: somewhere it is as near as allowed, up to the rounding of its height.
    assert options.stock * (1 - 1e-12) <= measured < options.stock + 2 * ABOVE


if __name__ == "__main__":
    main()
