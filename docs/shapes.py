#!/usr/bin/env python3
"""shapes.py [--check]: draws docs/shapes/*.svg, a picture of each shape with a sphere that falls on it, or reports those that differ.

The spheres fall along -z on the highest corner, edge or face, so the contact is computed here without the library.
"""

import math
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "shapes"
SIZE, SCALE = (240, 200), 26
#: Seen from the front, a little from the right and from above.
TURN, TILT = math.radians(-28), math.radians(22)


def seen(point):
    """Where a point of space is in the picture."""
    x, y, z = (*point, 0)[:3]
    right = x * math.cos(TURN) - y * math.sin(TURN)
    deep = x * math.sin(TURN) + y * math.cos(TURN)
    return SIZE[0] / 2 + SCALE * right, SIZE[1] * 0.62 - SCALE * (z * math.cos(TILT) + deep * math.sin(TILT))


def path(points, kind, closed=True):
    places = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(seen, points))
    return f'<{"polygon" if closed else "polyline"} class="{kind}" points="{places}"/>'


def dot(point, kind="touch", radius=3.5):
    x, y = seen(point)
    return f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"/>'


def arrow(start, end):
    (x, y), (u, v) = seen(start), seen(end)
    angle = math.atan2(v - y, u - x)
    head = [(u - 7 * math.cos(angle + turn), v - 7 * math.sin(angle + turn)) for turn in (0.45, -0.45)]
    return f'<path class="way" d="M{x:.1f},{y:.1f} L{u:.1f},{v:.1f} M{head[0][0]:.1f},{head[0][1]:.1f} L{u:.1f},{v:.1f} L{head[1][0]:.1f},{head[1][1]:.1f}"/>'


def ball(center, touch, radius=0.8):
    """The sphere as it touches, the way that it came, and the touched point."""
    start = (center[0], center[1], center[2] + 1.6)
    return [dot(start, "before", SCALE * radius), arrow(start, center), dot(center, "ball", SCALE * radius), dot(touch)]


def stadium(axis, kind, radius=0.8):
    """A capsule whose axis lies across the line of sight, as it is seen."""
    (x, y), (u, v) = map(seen, axis)
    r = SCALE * radius
    across = math.atan2(v - y, u - x) + math.pi / 2
    a, b = r * math.cos(across), r * math.sin(across)
    return f'<path class="{kind}" d="M{x + a:.1f},{y + b:.1f} A{r:.1f},{r:.1f} 0 0 1 {x - a:.1f},{y - b:.1f} L{u - a:.1f},{v - b:.1f} A{r:.1f},{r:.1f} 0 0 1 {u + a:.1f},{v + b:.1f} Z"/>'


def solid(corners, faces):
    """Faces from back to front, as the eye has them; each is filled, so that the faces behind it are faint."""
    depth = lambda face: -sum(corners[i][0] * math.sin(TURN) + corners[i][1] * math.cos(TURN) for i in face) / len(face)  # noqa: E731
    return [path([corners[i] for i in face], "face") for face in sorted(faces, key=depth)]


CUBE = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]


def box(low, high, turn=lambda p: p):
    return [turn(tuple((low, high)[(i >> k) & 1][k] for k in range(3))) for i in range(8)]


def pictures():
    spin = lambda p: ((p[0] - p[1]) * math.sqrt(0.5), (p[0] + p[1]) * math.sqrt(0.5), p[2])  # noqa: E731
    lean = lambda p: (p[0] + 0.4 * p[2], p[1] + 0.2 * p[2], p[2])  # noqa: E731
    flat = box((-1.5, -1, -0.5), (1.5, 1, 0.5))
    far = [(-2, 1.5, -1), (2, 1.5, -1), (-2, 1.5, 0.5), (2, 1.5, 0.5)]
    near = [(-0.8, -1.5, -0.4), (0.8, -1.5, -0.4), (-0.8, -1.5, 0.5), (0.8, -1.5, 0.5)]
    eye = [near[0], near[1], far[0], far[1], near[2], near[3], far[2], far[3]]
    roof = [(-1.5, -1, -0.5), (1.5, -1, -0.5), (1.5, 1, -0.5), (-1.5, 1, -0.5), (-1.5, 0, 0.6), (1.5, 0, 0.6)]
    grid = [(x, y, 0.5 * math.cos(1.1 * x) * math.cos(1.3 * y)) for y in (-1, 0, 1) for x in (-2, -1, 0, 1, 2)]
    triangles = [t for j in range(2) for i in range(4) for t in ((5 * j + i, 5 * j + i + 1, 5 * j + i + 6), (5 * j + i, 5 * j + i + 6, 5 * j + i + 5))]
    small = box((-2.4, -0.6, -0.6), (-1.2, 0.6, 0.2))
    yield "point", [*ball((0, 0, 0.8), (0, 0, 0)), dot((0, 0, 0), "corner", 2.5)]
    yield "segment", [path([(-2, 0, -0.5), (2, 0, 0)], "edge", False), *ball((2, 0, 0.8), (2, 0, 0))]
    yield "triangle", [path([(-2, -1, 0), (2, -1, 0), (0, 1.5, 0)], "face"), *ball((0, 0, 0.8), (0, 0, 0))]
    yield "box", [*solid(flat, CUBE), *ball((0.5, 0, 1.3), (0.5, 0, 0.5))]
    yield "oriented-box", [*solid([spin(p) for p in box((-1.2, -1.2, -0.5), (1.2, 1.2, 0.5))], CUBE), *ball((0, -1.2 * math.sqrt(2), 1.3), (0, -1.2 * math.sqrt(2), 0.5))]
    yield "polytope", [*solid(roof, [(0, 1, 5, 4), (3, 4, 5, 2), (0, 4, 3), (1, 2, 5), (0, 3, 2, 1)]), *ball((0, 0, 1.4), (0, 0, 0.6))]
    yield "frustum", [*solid(eye, CUBE), *ball((0, 0.5, 1.3), (0, 0.5, 0.5))]
    yield "parallelepiped", [*solid([lean(p) for p in flat], CUBE), *ball((0.7, 0.1, 1.3), (0.7, 0.1, 0.5))]
    yield "mesh", [*[path([grid[i] for i in t], "face") for t in triangles], *ball((0, 0, 1.3), (0, 0, 0.5))]
    yield "scene", [*solid(small, CUBE), path([(0.4, -1, -0.4), (2.6, -0.8, -0.4), (1.6, 1, 0.4)], "face"), arrow((-1.2, 0, -0.2), (-0.2, 0, -0.2)), *ball((1.6, 1, 1.2), (1.6, 1, 0.4))]
    # One that moves itself: half as high as it is wide.
    x, y = seen((0, 0, 0.9))
    u, v = seen((0, 0, 2.5))
    shapes = [f'<ellipse class="{kind}" cx="{a:.1f}" cy="{b:.1f}" rx="{1.4 * SCALE:.1f}" ry="{0.8 * SCALE:.1f}"/>' for kind, a, b in (("before", u, v), ("ball", x, y))]
    table = path([(-2, -1, 0.1), (2, -1, 0.1), (2, 1, 0.1), (-2, 1, 0.1)], "face")
    yield "ellipsoid", [table, shapes[0], arrow((0, 0, 2.5), (0, 0, 0.9)), shapes[1], dot((0, 0, 0.1))]
    # One that lies, and touches from end to end.
    low, high = ([(-1, 0, z), (1, 0, z)] for z in (0.9, 2.5))
    touch = [(-1, 0, 0.1), (1, 0, 0.1)]
    yield "capsule", [table, stadium(high, "before"), arrow((0, 0, 2.5), (0, 0, 0.9)), stadium(low, "ball"), path(touch, "line", False), *map(dot, touch)]


LOOK = """<style>
.face{fill:#8aa;fill-opacity:.25;stroke:#577;stroke-width:1.2;stroke-linejoin:round}
.edge{fill:none;stroke:#577;stroke-width:3;stroke-linecap:round}.corner{fill:#577}
.ball{fill:#e80;fill-opacity:.35;stroke:#c60;stroke-width:1.4}.before{fill:none;stroke:#c60;stroke-width:1;stroke-dasharray:3 3}
.way{fill:none;stroke:#c60;stroke-width:1.4}.touch{fill:#c02}.line{fill:none;stroke:#c02;stroke-width:2}
</style>"""


def title(name):
    """The title of a picture."""
    words = name.replace("-", " ")
    named = f"{'An' if words[0] in 'aeiou' else 'A'} {words}"
    return f"{named} falls on a rectangle" if name in ("ellipsoid", "capsule") else f"A sphere falls on {named[0].lower()}{named[1:]}"


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    stale = []
    for name, parts in pictures():
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE[0]} {SIZE[1]}" width="{SIZE[0]}" height="{SIZE[1]}" role="img">'
        text = "\n".join([head, f"<title>{title(name)}</title>", LOOK, *parts, "</svg>\n"])
        file = FOLDER / f"{name}.svg"
        if not sys.argv[1:]:
            FOLDER.mkdir(exist_ok=True)
            file.write_text(text)
        elif not file.exists() or file.read_text() != text:
            stale.append(file.name)
    if stale:
        sys.exit(f"not what docs/shapes.py draws: {', '.join(stale)}")


if __name__ == "__main__":
    main()
