#!/usr/bin/env python3
"""chart.py [--check]: draws docs/speed.svg from the table of sphere casts against a mesh in docs/performance.md, or reports a difference."""

import math
import re
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent
WIDTH, LEFT, ROW, GREATEST = 760, 250, 22, 2000


def rows():
    """The ratio of times for each mesh, radius and engine."""
    text = (DOCS / "performance.md").read_text()
    table = re.search(r"(?m)^\| radius over the mesh's diagonal .*\n\|[-|]+\n((?:\|.*\n)+)", text)[1]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.strip().split("\n")]
    for mesh, first in (("69,000 triangles", 1), ("1.1 million triangles", 3)):
        for radius, *times in cells:
            for engine, ratio in zip(("PhysX", "parry"), times[first - 1 : first + 1]):
                yield mesh, radius, engine, ratio


def across(ratio):
    return LEFT + (WIDTH - LEFT - 60) * math.log10(ratio) / math.log10(GREATEST)


def picture():
    parts, y, last = [], 30, None
    for mesh, radius, engine, ratio in rows():
        if mesh != last:
            y += 14
            parts.append(f'<text class="mesh" x="8" y="{y + 4}">{mesh}</text>')
            y, last = y + 12, mesh
        value = float(ratio.replace(",", ""))
        label = f"{engine}, radius {radius}"
        parts.append(f'<text x="{LEFT - 8}" y="{y + 15}" text-anchor="end">{label}</text>')
        parts.append(f'<rect class="{engine.lower()}" x="{LEFT}" y="{y + 3}" width="{across(value) - LEFT:.1f}" height="{ROW - 6}"/>')
        parts.append(f'<text x="{across(value) + 5:.1f}" y="{y + 15}">{ratio}</text>')
        y += ROW
    lines = [f'<path class="grid" d="M{across(n):.1f},30 V{y}"/><text class="mark" x="{across(n):.1f}" y="24" text-anchor="middle">{n:,}</text>' for n in (1, 10, 100, 1000)]
    look = (
        "<style>text{font:12px sans-serif;fill:#444}.mesh{font-weight:bold}.mark{fill:#888}.grid{stroke:#8888;stroke-width:1}"
        ".physx{fill:#7a9}.parry{fill:#e9a}@media(prefers-color-scheme:dark){text{fill:#ccc}}</style>"
    )
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y + 12}" width="{WIDTH}" height="{y + 12}" role="img">'
    title = "<title>Time of other engines over that of tangency, first contact of a sphere with a mesh, on a logarithmic scale</title>"
    return "\n".join([head, title, look, *lines, *parts, "</svg>\n"])


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    file, text = DOCS / "speed.svg", picture()
    if not sys.argv[1:]:
        file.write_text(text)
    elif not file.exists() or file.read_text() != text:
        sys.exit("docs/speed.svg is not the chart of docs/performance.md: run python3 docs/chart.py")


if __name__ == "__main__":
    main()
