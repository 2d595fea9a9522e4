#!/usr/bin/env python3
"""seam.py [--check]: draws docs/seam.svg, or reports a difference: spheres are cast at an edge that two triangles share, in `f32`.

On the left each sphere stops where a published listing in plain floats stops it (`plain` below, which rounds every operation to `f32`),
and falls through if the listing misses both triangles. On the right it stops at the exact first contact, which is found by the script of
docs/check-it.md, and which the library returns (`test_seam` in python/tests/test_book.py). Nothing is placed by hand.
"""

import math
import re
import struct
import sys
from pathlib import Path

from shapes import TILT, TURN

DOCS = Path(__file__).resolve().parent
PANEL, HEIGHT, SCALE = 380, 350, 88
#: The edge from A to B, and a triangle on each side of it.
A, B, C, D = (-1.73, -0.12, 0.81), (1.61, 0.17, 0.93), (-0.21, -1.07, -0.79), (0.13, 0.94, -0.7)
COUNT, RADIUS, DISTANCE, DIRECTION = 60, 0.01, 50, (0.3, 0.2, -1.0)
#: How many times as large the spheres are drawn; how far above the edge and below it they are drawn; seconds.
ENLARGED, ABOVE, BELOW, FALL, CYCLE = 6, 1.2, 1.5, 0.8, 7.0


# ---- the listing in single precision, as tests/errata.rs has it ----


def f32(x):
    """The float of single precision that is nearest to a double; so + − × / √ of two such floats are rounded once, as `f32` does."""
    return struct.unpack("f", struct.pack("f", x))[0]


def single(v):
    return tuple(f32(x) for x in v)


def sub(a, b):
    return tuple(f32(x - y) for x, y in zip(a, b))


def dot(a, b):
    return f32(f32(f32(a[0] * b[0]) + f32(a[1] * b[1])) + f32(a[2] * b[2]))


def cross(a, b):
    return tuple(f32(f32(a[i] * b[j]) - f32(a[j] * b[i])) for i, j in ((1, 2), (2, 0), (0, 1)))


def along(a, s, b):
    return tuple(f32(x + f32(s * y)) for x, y in zip(a, b))


def plain(c, r, v, p):
    """The time of the first contact of a sphere, apart at first, with a triangle: faces, half cylinders and wedges of listing 1 of
    D. Eberly, Intersection of Moving Sphere and Triangle, 2020."""
    e = sub(p[1], p[0]), sub(p[2], p[1]), sub(p[0], p[2])
    u = cross(e[0], e[1])
    length = f32(math.sqrt(dot(u, u)))
    u = tuple(f32(x / length) for x in u)
    out, d = [cross(edge, u) for edge in e], [sub(c, vertex) for vertex in p]
    height, speed = dot(u, d[0]), dot(u, v)
    side = 1.0 if height > 0 else -1.0
    if side * height >= r:
        if side * speed >= 0:
            return None
        t = f32(f32(side * r - height) / speed)
        if all(f32(dot(out[i], d[i]) + f32(dot(out[i], v) * t)) <= 0 for i in range(3)):
            return t
    for i in (2, 0, 1):
        nu, start, end, square = dot(e[i], v), dot(e[i], d[i]), dot(e[i], d[(i + 1) % 3]), dot(e[i], e[i])
        hv, hd = along(v, f32(-nu / square), e[i]), along(d[i], f32(-start / square), e[i])
        a, b = dot(hv, hv), -dot(hv, hd)
        beta = f32(f32(b * b) - f32(a * f32(dot(hd, hd) - f32(r * r))))
        if b >= 0 and beta >= 0:
            t = f32(f32(b - f32(math.sqrt(beta))) / a)
            outside = f32(dot(out[i], d[i]) + f32(dot(out[i], hv) * t)) >= 0
            if outside and f32(start + f32(nu * t)) >= 0 and f32(end + f32(nu * t)) <= 0:
                return t
    for i in range(3):
        before, square, b = (i + 2) % 3, dot(v, v), -dot(v, d[i])
        beta = f32(f32(b * b) - f32(square * f32(dot(d[i], d[i]) - f32(r * r))))
        if b >= 0 and beta >= 0:
            t = f32(f32(b - f32(math.sqrt(beta))) / square)
            behind = f32(dot(e[before], d[i]) + f32(dot(e[before], v) * t)) >= 0
            if behind and f32(dot(e[i], d[i]) + f32(dot(e[i], v) * t)) <= 0:
                return t
    return None


class Random:
    """splitmix64, as in tests/random/mod.rs."""

    def __init__(self, state):
        self.state = state

    def between(self, a, b):
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2**64
        z = self.state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
        return a + (b - a) * (((z ^ (z >> 31)) >> 11) / 2**53)

    def vector(self, a, b):
        return [self.between(a, b) for _ in range(3)]


def check_listing():
    """The 2,000 trials of `shared_edges_hold_in_single_precision` in tests/errata.rs, of which the listing misses 89 there."""
    random, missed = Random(2), 0
    for _ in range(2000):
        a, b, c, d = (random.vector(-1, 1) for _ in range(4))
        share = random.between(0.2, 0.8)
        aim, way = [x + share * (y - x) for x, y in zip(a, b)], random.vector(-1, 1)
        length = math.sqrt(sum(x * x for x in way))
        start = [x + 50 * y / length for x, y in zip(aim, way)]
        ball = single(start), f32(0.001), single(x - y for x, y in zip(aim, start))
        a, b, c, d = map(single, (a, b, c, d))
        missed += plain(*ball, (a, b, c)) is None and plain(*ball, (b, a, d)) is None
    assert missed == 89, missed


# ---- the picture ----


def trials():
    """The two triangles, and for each sphere its centre, radius and velocity, the listing's time (None if it misses both triangles), and
    the exact time, rounded to `f32`."""
    page = {}
    exec(re.search(r"^```python\n(.*?)^```$", (DOCS / "check-it.md").read_text(), re.M | re.S)[1], page)
    a, b, c, d = map(single, (A, B, C, D))
    triangles = (a, b, c), (b, a, d)
    length, spheres = math.sqrt(sum(x * x for x in DIRECTION)), []
    for number in range(COUNT):
        # All along the edge, in no order.
        share = 0.04 + 0.92 * (number * 0.6180339887 % 1)
        aim = [x + share * (y - x) for x, y in zip(a, b)]
        start = single(x - DISTANCE * y / length for x, y in zip(aim, DIRECTION))
        ball = start, f32(RADIUS), single(x - y for x, y in zip(aim, start))
        found = [t for t in (plain(*ball, triangle) for triangle in triangles) if t is not None]
        # At time 1 the centre is within some roundings of the edge, so the sphere overlaps both triangles: `contact` asserts that.
        exact = min(page["contact"](*ball, triangle, late=1)[0] for triangle in triangles)
        spheres.append((*ball, min(found, default=None), f32(exact)))
    return triangles, spheres


def seen(point):
    """Where a point of space is in a panel."""
    x, y, z = point
    right = x * math.cos(TURN) - y * math.sin(TURN)
    deep = x * math.sin(TURN) + y * math.cos(TURN)
    return PANEL / 2 + SCALE * right, HEIGHT * 0.6 - SCALE * (z * math.cos(TILT) + deep * math.sin(TILT))


def panel(left, head, triangles, spheres):
    """One half of the picture; `spheres` are centres, velocities, and times, None for those that pass through."""
    faces = ['<polygon class="face" points="{}"/>'.format(" ".join(f"{x:.1f},{y:.1f}" for x, y in map(seen, triangle))) for triangle in triangles[::-1]]
    fallen = sum(time is None for *_, time in spheres)
    circles = []
    for number, (center, velocity, time) in enumerate(spheres):
        # Those that pass through are drawn where they are a while after time 1.
        last = 1 + BELOW / DISTANCE if time is None else time
        x, y = seen([c + last * v for c, v in zip(center, velocity)])
        circles.append(f'<circle class="{"through" if time is None else "stopped"}" cx="{x:.1f}" cy="{y:.1f}" r="{ENLARGED * SCALE * RADIUS:.1f}" style="animation-delay:{number * CYCLE / COUNT:.2f}s"/>')
    words = f'<text class="head" x="14" y="24">{head}</text><text class="count{" bad" if fallen else ""}" x="14" y="44">{fallen} of {len(spheres)} spheres fall through</text>'
    return f'<g transform="translate({left})"><clipPath id="p{left}"><rect y="52" width="{PANEL}" height="{HEIGHT - 76}"/></clipPath><g clip-path="url(#p{left})">{faces[0]}{"".join(circles)}{faces[1]}</g>{words}</g>'


def picture():
    triangles, spheres = trials()
    # The displacements of a sphere in the picture, from its first position until it stops, and until it is no longer drawn.
    length = math.sqrt(sum(x * x for x in DIRECTION))
    (x, y), (u, v) = (seen([distance * d / length for d in DIRECTION]) for distance in (0, -ABOVE))
    (a, b) = seen([-(ABOVE + BELOW) * d / length for d in DIRECTION])
    stops, ends = 100 * FALL / CYCLE, 100 * FALL / CYCLE * (ABOVE + BELOW) / ABOVE
    look = (
        "<style>text{font:13px sans-serif;fill:#444}.small{font-size:11px}.head{font-weight:bold}.count{fill:#286}.bad{fill:#c02}"
        ".face{fill:#8aa;fill-opacity:.3;stroke:#577;stroke-width:1.2;stroke-linejoin:round}"
        ".stopped{fill:#e80;fill-opacity:.6;stroke:#c60}.through{fill:#c02;fill-opacity:.8;stroke:#800}"
        f".stopped{{animation:stopped {CYCLE}s linear infinite backwards}}.through{{animation:through {CYCLE}s linear infinite backwards}}"
        f"@keyframes stopped{{0%{{transform:translate({u - x:.1f}px,{v - y:.1f}px);opacity:0}}2%{{opacity:1}}{stops:.1f}%,92%{{transform:none;opacity:1}}100%{{transform:none;opacity:0}}}}"
        f"@keyframes through{{0%{{transform:translate({a - x:.1f}px,{b - y:.1f}px);opacity:0}}2%{{opacity:1}}{ends:.1f}%,92%{{transform:none;opacity:1}}100%{{transform:none;opacity:0}}}}"
        "@media(prefers-reduced-motion:reduce){circle{animation:none!important}}@media(prefers-color-scheme:dark){text{fill:#ccc}.count{fill:#6c9}.bad{fill:#f67}}</style>"
    )
    title = "Spheres that are cast at an edge shared by two triangles: some pass through with plain floats, none with tangency"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * PANEL} {HEIGHT}" width="{2 * PANEL}" height="{HEIGHT}" role="img">'
    plainly = panel(0, "A published listing in plain floats", triangles, [(c, v, t) for c, _, v, t, _ in spheres])
    exactly = panel(PANEL, "tangency", triangles, [(c, v, t) for c, _, v, _, t in spheres])
    words = f"Spheres of radius {RADIUS}, drawn {ENLARGED} times as large, are cast in f32 from a distance of {DISTANCE} at the edge that two triangles share."
    caption = f'<text class="small" x="14" y="{HEIGHT - 9}">{words}</text>'
    return "\n".join([head, f"<title>{title}</title>", look, plainly, exactly, caption, "</svg>\n"])


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    check_listing()
    file, text = DOCS / "seam.svg", picture()
    if not sys.argv[1:]:
        file.write_text(text)
    elif not file.exists() or file.read_text() != text:
        sys.exit("docs/seam.svg differs: run python3 docs/seam.py")


if __name__ == "__main__":
    main()
