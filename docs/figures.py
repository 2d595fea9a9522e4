#!/usr/bin/env python3
"""figures.py [--check]: draws the figures of docs/theory.md, theory-regions.svg and theory-entry.svg, or reports a difference."""

import math
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent
LOOK = (
    "<style>text{font:14px sans-serif;fill:#333}.math{font-style:italic}.k{fill:#c9d2dc;stroke:#456}.face{fill:#3a7bd566;stroke:#3a7bd5}"
    ".edge{fill:#2aa56f66;stroke:#2aa56f}.vertex{fill:#e0a02088;stroke:#b07800}.path{fill:none;stroke:#c33;stroke-width:2}.tip{fill:#c33}"
    ".thin{fill:none;stroke:#888;stroke-dasharray:4 3}.line{fill:none;stroke:#888}@media(prefers-color-scheme:dark){text{fill:#ccc}.k{fill:#3b4550}}</style>"
)


def points(places):
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in places)


def polygon(kind, *places):
    return f'<polygon class="{kind}" points="{points(places)}"/>'


def line(kind, *places):
    return f'<polyline class="{kind}" points="{points(places)}"/>'


def text(place, words, kind="", anchor="start"):
    return f'<text class="{kind}" x="{place[0]:.1f}" y="{place[1]:.1f}" text-anchor="{anchor}">{words}</text>'


def arrow(start, end):
    """A line from start to end, with a tip at its end."""
    (x, y), (u, v) = start, end
    length = math.hypot(u - x, v - y)
    a, b = (u - x) / length, (v - y) / length
    tip = [(u, v), (u - 11 * a + 4 * b, v - 11 * b - 4 * a), (u - 11 * a - 4 * b, v - 11 * b + 4 * a)]
    return line("path", start, end) + polygon("tip", *tip)


def dot(place):
    return f'<circle cx="{place[0]:.1f}" cy="{place[1]:.1f}" r="3.5" class="tip"/>'


def picture(width, height, title, parts):
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">'
    return "\n".join([head, f"<title>{title}</title>", LOOK, *parts, "</svg>\n"])


def regions():
    """A corner of a box K, seen obliquely, and the parts of the surface at the distance R: over three faces, three edges and a vertex."""
    turn, tilt, scale, radius = math.radians(38), math.radians(30), 118, 0.5
    size = (1.5, 1.35, 1.1)

    def seen(x, y, z):
        right = -math.sin(turn) * x + math.cos(turn) * y
        up = -math.sin(tilt) * (math.cos(turn) * x + math.sin(turn) * y) + math.cos(tilt) * z
        return 290 + scale * right, 178 - scale * up

    def place(axis, along, first, second):
        """The point with the coordinate `along` on an axis, and the others on the next two axes."""
        p = [0, 0, 0]
        p[axis], p[(axis + 1) % 3], p[(axis + 2) % 3] = along, first, second
        return seen(*p)

    arc = [(radius * math.cos(math.radians(a)), radius * math.sin(math.radians(a))) for a in range(0, 91, 6)]
    parts, over = [], []
    for k in range(3):
        i, j = size[(k + 1) % 3], size[(k + 2) % 3]
        for kind, height, drawn in (("k", 0, parts), ("face", radius, over)):
            drawn.append(polygon(kind, *(place(k, height, a, b) for a, b in ((0, 0), (-i, 0), (-i, -j), (0, -j)))))
        over.append(polygon("edge", *(place(k, 0, a, b) for a, b in arc), *(place(k, -size[k], a, b) for a, b in reversed(arc))))
        over += [line("thin", place(k, -size[k], *end), place(k, -size[k], 0, 0)) for end in ((radius, 0), (0, radius))]
    over.append(polygon("vertex", *(place(k, 0, a, b) for k in (0, 1, 2) for a, b in arc)))
    over += [line("thin", seen(0, 0, 0), place(k, radius, 0, 0)) for k in range(3)]
    slope = math.radians(50)
    foot = (0, 0, -0.62)
    entry = (radius * math.cos(slope), radius * math.sin(slope), -0.62)
    start = tuple(x + y for x, y in zip(entry, (-0.15, 1.25, -0.22)))
    parts += over
    parts += [arrow(seen(*start), seen(*entry)), line("line", seen(*foot), seen(*entry)), dot(seen(*foot)), dot(seen(*start))]
    where = seen(*start)
    parts += [
        text((where[0] + 8, where[1] + 5), "x(0) = 0", "math"),
        text((where[0] - 60, where[1] - 34), "tV", "math"),
        text((seen(*foot)[0] - 16, seen(*foot)[1] + 5), "k", "math"),
        text((seen(*entry)[0] - 17, seen(*entry)[1] - 3), "W", "math"),
        text(place(2, radius, -0.8, -0.75), "over a face: a plane", anchor="middle"),
        text((505, 52), "over an edge: a cylinder"),
        line("line", (500, 48), place(0, -0.75, 0.5 * radius, 0.86 * radius)),
        text((505, 82), "over a vertex: a ball"),
        line("line", (500, 78), seen(0.25, 0.28, 0.3)),
        text(place(0, 0, -0.75, -0.45), "K", "math", "middle"),
    ]
    return picture(700, 380, "The surface at the distance R from K consists of parts of planes, cylinders and balls; the path enters one of them", parts)


def entries():
    """On the left the distance as a function of time; on the right the directions from a vertex of K."""
    left, base, unit = 40, 240, 34
    level = base - 2 * unit

    def curve(least):
        places = [(left + 8 + 2.8 * i, base - unit * (least + 0.42 * abs((i - 50) / 14) ** 1.8)) for i in range(101)]
        return line("path" if least < 2 else "thin", *(p for p in places if p[1] > 20))

    reach = 14 * ((2 - 0.8) / 0.42) ** (1 / 1.8)
    entry, exit = (left + 8 + 2.8 * (50 - reach), level), (left + 8 + 2.8 * (50 + reach), level)
    parts = [
        line("line", (left, 20), (left, base), (left + 300, base)),
        line("line", (left, level), (left + 300, level)),
        *(text(place, words, "math") for place, words in (((left - 16, level + 5), "R"), ((left + 304, base + 5), "t"), ((left + 6, 18), "f(t)"))),
        curve(0.8),
        curve(2),
        dot(entry),
        dot(exit),
        text((entry[0] - 4, level + 20), "entry", anchor="end"),
        text((exit[0] + 4, level + 20), "exit"),
        text((left + 148, level - 12), "graze", anchor="middle"),
    ]
    vertex = (540, 120)
    parts += [line("thin", vertex, end) for end in ((415, 251), (679, 210))]
    parts += [polygon("k", vertex, (448, 216), (490, 250), (600, 250), (641, 185.5)), text((580, 235), "K", "math")]
    for end, words, at, anchor in (((540, 215), "enters", (548, 196), "start"), ((474, 189), "slides", (466, 182), "end"), ((640, 60), "leaves", (646, 64), "start")):
        parts += [arrow(vertex, end), text(at, words, "", anchor)]
    parts += [dot(vertex), text((532, 112), "x(t)", "math", "end")]
    return picture(700, 270, "On the left the distance is a convex function of time, so it falls through R once; on the right three velocities at a vertex of K", parts)


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    for name, draw in (("theory-regions.svg", regions), ("theory-entry.svg", entries)):
        file, drawn = DOCS / name, draw()
        if not sys.argv[1:]:
            file.write_text(drawn)
        elif not file.exists() or file.read_text() != drawn:
            sys.exit(f"docs/{name} differs: run python3 docs/figures.py")


if __name__ == "__main__":
    main()
