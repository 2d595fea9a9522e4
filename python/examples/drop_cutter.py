"""A ball cutter is dropped on a part (drop cutter): computes the height of the first contact for each point of a grid, and draws a picture.

If OpenCAMLib is installed (``pip install opencamlib``), it computes the same heights in the same run. The script prints the points per second of
both, and the differences of the heights. If two heights differ by more than OpenCAMLib's own tolerance, rational numbers decide: they measure the
distance of the cutter from the part at each height.

    python drop_cutter.py [--points 400] [--compare 20] [--picture drop_cutter.png]
"""

from __future__ import annotations

import argparse
import time
from fractions import Fraction

import numpy as np

import tangency

RADIUS = 3.0
SIZE = 100.0


def part(cells: int = 100) -> tangency.Mesh:
    """A relief of waves with a pocket and a boss in it, 100 mm wide."""
    axis = np.linspace(0, SIZE, cells + 1)
    x, y = np.meshgrid(axis, axis, indexing="ij")
    z = 4 * np.sin(x / 9) * np.cos(y / 13) + 0.03 * x
    z = np.where((abs(x - 30) < 15) & (abs(y - 65) < 20), -8.0, z)
    z = np.where((x - 70) ** 2 + (y - 35) ** 2 < 12**2, 12.0, z)
    corner = np.arange((cells + 1) ** 2).reshape(cells + 1, cells + 1)
    a, b, c, d = (corner[i : i + cells, j : j + cells].ravel() for i, j in ((0, 0), (1, 0), (1, 1), (0, 1)))
    triangles = np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)])
    return tangency.Mesh(np.stack([x, y, z], axis=-1).reshape(-1, 3), triangles)


def heights(mesh: tangency.Mesh, points: np.ndarray, top: float) -> np.ndarray:
    """The heights of the cutter's tip at the first contact on its way down."""
    center = np.column_stack([points, np.full(len(points), top)])
    hits = mesh.first_contact(center, RADIUS, [0, 0, -1])
    return hits.center[:, 2] - RADIUS


def heights_of_opencamlib(mesh: tangency.Mesh, points: np.ndarray, low: float) -> tuple[np.ndarray, float]:
    """The same heights by OpenCAMLib, and the time of the drop alone in seconds."""
    import opencamlib as ocl

    surface = ocl.STLSurf()
    for triangle in mesh.vertices[mesh.triangles]:
        surface.addTriangle(ocl.Triangle(*(ocl.Point(*map(float, vertex)) for vertex in triangle)))
    cutter = ocl.BallCutter(2 * RADIUS, 50.0)
    drop = ocl.BatchDropCutter()
    drop.setSTL(surface)
    drop.setCutter(cutter)
    for x, y in points:
        drop.appendPoint(ocl.CLPoint(float(x), float(y), low))
    start = time.perf_counter()
    drop.run()
    seconds = time.perf_counter() - start
    # The points are returned in the order in which they were added.
    return np.array([point.z for point in drop.getCLPoints()]), seconds


def gap(mesh: tangency.Mesh, point: np.ndarray, tip: float) -> float:
    """The distance of the ball from the part if the tip is at this height, negative if the ball cuts into the part. It is computed in rationals up to
    the last rounding, without the library, by the plain definition of a distance, over every triangle that may matter."""
    center = [Fraction(float(point[0])), Fraction(float(point[1])), Fraction(tip) + Fraction(RADIUS)]
    corners = mesh.vertices[mesh.triangles]
    flat = corners[:, :, :2]
    near = ((flat.min(axis=1) < point + 2 * RADIUS) & (flat.max(axis=1) > point - 2 * RADIUS)).all(axis=1)
    square = min(squared_distance(center, [[Fraction(x) for x in v] for v in triangle]) for triangle in corners[near].tolist())
    difference = square - Fraction(RADIUS) ** 2
    return float(difference) / (float(square) ** 0.5 + RADIUS)


def squared_distance(p: list, triangle: list) -> Fraction:
    """The squared distance of a point from a triangle: from its plane if the foot of the perpendicular is inside, and otherwise from the closest
    edge."""
    sub = lambda u, v: [x - y for x, y in zip(u, v)]  # noqa: E731
    dot = lambda u, v: sum(x * y for x, y in zip(u, v))  # noqa: E731
    cross = lambda u, v: [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]  # noqa: E731
    edges = [(triangle[i], triangle[(i + 1) % 3]) for i in range(3)]
    normal = cross(sub(triangle[1], triangle[0]), sub(triangle[2], triangle[0]))
    if any(normal) and all(dot(cross(normal, sub(b, a)), sub(p, a)) >= 0 for a, b in edges):
        return dot(sub(p, triangle[0]), normal) ** 2 / dot(normal, normal)
    distances = []
    for a, b in edges:
        way = sub(b, a)
        length = dot(way, way)
        t = min(max(dot(sub(p, a), way) / length, Fraction(0)), Fraction(1)) if length else Fraction(0)
        foot = [x + t * w for x, w in zip(a, way)]
        distances.append(dot(sub(p, foot), sub(p, foot)))
    return min(distances)


def grid(count: int) -> np.ndarray:
    axis = np.linspace(RADIUS, SIZE - RADIUS, count)
    return np.stack(np.meshgrid(axis, axis, indexing="ij"), axis=-1).reshape(-1, 2)


def compare(mesh: tangency.Mesh, count: int, top: float, low: float) -> dict[str, float]:
    """Compares both on one grid, and prints which one is right where they differ."""
    import opencamlib as ocl

    points = grid(count)
    theirs, their_seconds = heights_of_opencamlib(mesh, points, low)
    # The number of points makes both take about the same time.
    many = np.tile(points, (max(1, 100_000 // len(points)), 1))
    heights(mesh, many[:1000], top)
    start = time.perf_counter()
    ours = heights(mesh, many, top)
    our_seconds = time.perf_counter() - start
    ours = ours[: len(points)]

    tolerance = float(ocl.eps())
    differs = np.flatnonzero(abs(ours - theirs) > tolerance)
    rates = len(many) / our_seconds, len(points) / their_seconds
    print(f"tangency    {rates[0]:12,.0f} points a second")
    print(f"OpenCAMLib  {rates[1]:12,.0f} points a second, so {rates[0] / rates[1]:.0f} times fewer")
    print(f"heights: {len(points) - len(differs)} of {len(points)} are equal within {tolerance:g}, the tolerance of OpenCAMLib")
    print(f"         the greatest difference is {abs(ours - theirs).max():.3g}")
    # The worst points are checked, and some of all others.
    order = differs[np.argsort(-abs(ours - theirs)[differs])]
    shown = order[np.unique(np.linspace(0, len(order) - 1, 12).astype(int))] if len(order) else order
    worst = {"ours": 0.0, "theirs": 0.0}
    for i in shown:
        gaps = gap(mesh, points[i], ours[i]), gap(mesh, points[i], theirs[i])
        worst = {"ours": max(worst["ours"], abs(gaps[0])), "theirs": max(worst["theirs"], abs(gaps[1]))}
        print(f"  at ({points[i][0]:.6g}, {points[i][1]:.6g}) the gap is {gaps[0]:+.2e} at our height, {gaps[1]:+.2e} at theirs")
    if len(shown):
        print(f"of those, by rationals: ours is off by at most {worst['ours']:.2e}, theirs by up to {worst['theirs']:.2e}")
    return {"ratio": rates[0] / rates[1], "differ": len(differs), **worst}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--points", type=int, default=400, help="points along each side of the height map")
    arguments.add_argument("--compare", type=int, default=20, help="points along each side for the comparison; 0 for none")
    arguments.add_argument("--picture", default="drop_cutter.png", help="where to write the height map")
    options = arguments.parse_args()

    mesh = part()
    top, low = float(mesh.vertices[:, 2].max()) + 2 * RADIUS, float(mesh.vertices[:, 2].min()) - 10
    points = grid(options.points)
    tips = heights(mesh, points, top)
    print(f"{len(mesh)} triangles, {len(points)} points, heights from {tips.min():.3f} to {tips.max():.3f}")
    picture(tips.reshape(options.points, options.points), options.picture)
    if options.compare:
        try:
            compare(mesh, options.compare, top, low)
        except ImportError:
            print("OpenCAMLib is not installed, so there is nothing to compare with")


def picture(tips: np.ndarray, path: str) -> None:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        print("matplotlib is not installed, so there is no picture")
        return
    figure = Figure(figsize=(7, 6), layout="constrained")
    ax = figure.add_subplot()
    image = ax.imshow(tips.T, origin="lower", extent=(RADIUS, SIZE - RADIUS) * 2, cmap="viridis")
    figure.colorbar(image, ax=ax, label="height of the tip (mm)")
    ax.set_xlabel("x (mm)")
    ax.set_ylabel("y (mm)")
    figure.savefig(path, dpi=150)
    print(f"wrote {path}")


if __name__ == "__main__":
    main()
