#!/usr/bin/env python3
"""Writes the queries as lines of JSON (README.md), the same on every machine for the same seed.

Every motion goes from t = 0 to t = 1. Most are made backwards: first the touched point and the
direction in which the obstacle is behind it, then the body that touches there, then its motion.
Rounding decides whether a near tie becomes a tie; `truth.py` finds out. Only + - * / and square
roots are used, which are rounded alike everywhere.
"""

import argparse
import json
import math
import random
import struct
from itertools import combinations, product

MOVERS = "sphere", "capsule"
#: The bodies without a radius, in space. Their obstacles are three of the targets.
SOLIDS = "moving box", "moving oriented box", "moving hull"
TARGETS = "triangle", "box", "oriented box", "mesh", "segment 2D", "box 2D"


class Random:
    """Random numbers: only the uniform ones come from Python, since these never change."""

    def __init__(self, *names):
        self.random = random.Random("/".join(map(str, names))).random

    def real(self, low, high):
        return low + (high - low) * self.random()

    def whole(self, low, high):
        return low + int((high - low + 1) * self.random())

    def pick(self, things):
        return things[self.whole(0, len(things) - 1)]

    def power(self, low, high):
        """A magnitude between two powers of two."""
        return math.ldexp(self.real(1, 2), self.whole(low, high - 1))


def plus(a, b, by=1.0):
    return [x + by * y for x, y in zip(a, b)]


def times(a, by):
    return [x * by for x in a]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def unit(a):
    return times(a, 1 / math.sqrt(dot(a, a)))


def rotated(turn, v):
    away = cross(turn, v)
    return plus(v, plus(times(away, turn[3]), cross(turn, away)), 2 / dot(turn, turn))


class Maker:
    """Makes one query, in its float and dimension."""

    def __init__(self, rng, mover, target, floats):
        self.rng, self.mover, self.target, self.floats = rng, mover, target, floats
        self.is_flat = target.endswith("2D")
        self.bits = 24 if floats == "f32" else 53
        #: The scale and the offset of the obstacle, chosen before everything else.
        self.size, self.place = 1.0, [0.0, 0.0, 0.0]
        self.thin = 1.0

    # ---- numbers ----

    def round(self, x):
        return struct.unpack("f", struct.pack("f", x))[0] if self.floats == "f32" else x

    def on_grid(self, vectors):
        """Rounds vectors so coarsely that sums, differences and halves of them are floats, too."""
        greatest = max(abs(x) for v in vectors for x in v)
        exponent = math.frexp(greatest)[1] - self.bits + 4
        return [[math.ldexp(round(math.ldexp(x, -exponent)), exponent) for x in v] for v in vectors]

    def vector(self, most=1.0):
        return [self.rng.real(-most, most) for _ in range(2 if self.is_flat else 3)] + [0.0] * self.is_flat

    def whole_vector(self, most):
        return [float(self.rng.whole(-most, most)) for _ in range(2 if self.is_flat else 3)] + [0.0] * self.is_flat

    def whole_half(self, most):
        return [float(self.rng.whole(1, most)) for _ in range(2 if self.is_flat else 3)] + [0.0] * self.is_flat

    def direction(self, across=()):
        """A unit vector that is perpendicular to the given ones."""
        while True:
            v = self.vector()
            for a in across:
                v = plus(v, a, -dot(v, a) / dot(a, a))
            if 0.1 < dot(v, v) < 1:
                return unit(v)

    # ---- obstacles: their corners, edges and faces, and their form in the query ----

    def obstacle(self):
        while True:
            self.middle = plus(self.place, self.vector(self.size))
            getattr(self, self.target.replace(" ", "_"))()
            edges = [plus(self.corners[j], self.corners[i], -1) for i, j in self.edges]
            spans = [[plus(self.corners[i], self.corners[face[0]], -1) for i in face[1:3]] for face in self.faces]
            # Some libraries refuse triangles without area, so these are not tested.
            if all(map(any, edges)) and all(any(cross(*span)) for span in spans):
                break
        self.faces = self.faces or self.edges

    def corner(self):
        flat = self.thin if self.rng.random() < 0.5 else 1.0
        x, y, z = self.vector(self.size)
        return [self.round(c) for c in plus(self.middle, [x, y * flat, z])]

    def triangle(self):
        a, b = self.corner(), self.corner()
        c = self.corner()
        if self.thin < 1:
            # The point is next to the edge, and so almost on it.
            on = plus(a, plus(b, a, -1), self.rng.random())
            c = [self.round(x) for x in plus(on, self.vector(self.size), self.thin)]
        self.corners, self.edges, self.faces = [a, b, c], [(0, 1), (1, 2), (2, 0)], [(0, 1, 2)]
        self.said = {"triangle": {"vertices": self.corners}}

    def segment_2D(self):
        self.corners, self.edges, self.faces = [self.corner(), self.corner()], [(0, 1)], []
        self.said = {"segment": dict(zip("ab", self.corners))}

    def half(self):
        half = [self.rng.real(0.1, 1) * self.size for _ in range(3)]
        half[self.rng.whole(0, 1)] *= self.thin
        return [*half[:2], 0.0 if self.is_flat else half[2]]

    def box(self):
        self.middle, half = self.on_grid([self.middle, self.half()])
        self.of_corners(half, lambda v: v)
        self.said = {"box": {"min": plus(self.middle, half, -1), "max": plus(self.middle, half)}}

    box_2D = box

    def of_corners(self, half, turned):
        signs = list(product((-1, 1), (-1, 1), (0,) if self.is_flat else (-1, 1)))
        self.corners = [plus(self.middle, turned([s * h for s, h in zip(sign, half)])) for sign in signs]
        pairs = [[sum(s != t for s, t in zip(a, b)) for b in signs] for a in signs]
        self.edges = [(i, j) for i, j in combinations(range(len(signs)), 2) if pairs[i][j] == 1]
        sides = [] if self.is_flat else product(range(3), (-1, 1))
        self.faces = [tuple(i for i, sign in enumerate(signs) if sign[k] == s) for k, s in sides]

    def oriented_box(self):
        turn = [self.round(x) for x in unit([self.rng.real(-1, 1) for _ in range(4)])]
        self.middle, half = ([self.round(x) for x in v] for v in (self.middle, self.half()))

        self.of_corners(half, lambda v: rotated(turn, v))
        self.said = {"oriented_box": {"center": self.middle, "half_extents": half, "rotation": turn}}

    def mesh(self):
        """A closed and convex mesh: a tetrahedron, an octahedron or a box."""
        sides = [times(self.direction(), size) for size in (self.size * self.thin, self.size, self.size)]
        of = lambda *by: plus(plus(plus(self.middle, sides[0], by[0]), sides[1], by[1]), sides[2], by[2])
        kind = self.rng.whole(0, 2)
        if kind == 0:
            corners, faces = [of(0, 0, 0), of(1, 0, 0), of(0, 1, 0), of(0, 0, 1)], [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
        elif kind == 1:
            corners = [of(*(s if i == k else 0 for i in range(3))) for k in range(3) for s in (1, -1)]
            faces = [(x, y, z) for x, y, z in product((0, 1), (2, 3), (4, 5))]
            faces = [f if sum(f) % 2 else f[::-1] for f in faces]
        else:
            corners = [of(*by) for by in product((0, 1), repeat=3)]
            squares = (0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)
            faces = [f for a, b, c, d in squares for f in ((a, b, c), (a, c, d))]
        if dot(sides[0], cross(sides[1], sides[2])) < 0:
            faces = [face[::-1] for face in faces]
        self.of_mesh([[self.round(x) for x in v] for v in corners], faces)

    def of_mesh(self, corners, faces):
        self.corners, self.faces = corners, faces
        edges = {tuple(sorted(edge)) for face in faces for edge in combinations(face, 2)}
        # A diagonal of a face is an edge inside a flat surface. It has no cone of normals, which `touch` detects.
        self.edges = sorted(edges)
        self.said = {"mesh": {"vertices": corners, "triangles": faces}}

    # ---- bodies ----

    def touch(self, parts):
        """A point on one of these parts of the obstacle, and a direction in which all of the
        obstacle is behind it."""
        for _ in range(2000):
            part = self.rng.pick(parts)
            base, *others = (self.corners[i] for i in part)
            by = [self.rng.real(0.05, 1) for _ in part]
            point = [sum(b * self.corners[i][k] for b, i in zip(by, part)) / sum(by) for k in range(3)]
            along = [plus(p, base, -1) for p in others[:2]]
            if len(along) == 2:
                normal = cross(*(unit(v) for v in along))
                if not any(normal):
                    continue
                out = times(unit(normal), self.rng.pick((-1, 1)))
            else:
                out = self.direction(along)
            behind = [plus(p, base, -1) for i, p in enumerate(self.corners) if i not in part]
            if all(dot(out, v) <= 1e-9 * math.sqrt(dot(v, v)) for v in behind):
                return point, out
        # The obstacle is too thin for random directions.
        return self.corners[0], self.direction()

    def vertices(self):
        return [(i,) for i in range(len(self.corners))]

    def body(self, center, out, radius, way, at):
        """A body that touches with the ball about `center`, where `out` leads away from the
        obstacle, at the time `at` of its motion."""
        if self.mover in SOLIDS:
            return self.solid(plus(plus(center, out, -radius), way, -at), out, radius, way)
        half = [0.0, 0.0, 0.0]
        if self.mover == "capsule":
            half = times(self.direction(), self.rng.real(0.1, 1) * self.size)
            if self.rng.random() < 0.5:
                # The axis is turned outwards, so that its end touches.
                half = half if dot(half, out) >= 0 else times(half, -1)
                center = plus(center, half)
            else:
                half = plus(half, out, -dot(half, out))
                center = plus(center, half, self.rng.real(-1, 1))
        self.say(plus(center, way, -at), half, radius, way)

    def solid(self, point, out, size, way):
        """A solid of about this size. Its corner that is deepest against `out` is at a given point."""
        half, turn = [self.rng.real(0.3, 1) * size for _ in range(3)], [0.0, 0.0, 0.0, 1.0]
        if self.mover == "moving oriented box":
            turn = [self.round(x) for x in unit([self.rng.real(-1, 1) for _ in range(4)])]
        if self.mover == "moving hull":
            corners = [[h * x for h, x in zip(half, self.direction())] for _ in range(self.rng.whole(6, 12))]
        else:
            corners = [rotated(turn, [s * h for s, h in zip(sign, half)]) for sign in product((-1, 1), repeat=3)]
        center = plus(point, min(corners, key=lambda corner: dot(corner, out)), -1)
        self.say_solid(center, half, turn, [plus(center, corner) for corner in corners], way)

    def say_solid(self, center, half, turn, points, way):
        said = {"velocity": [self.round(x) for x in way]}
        if self.mover == "moving hull":
            said["points"] = [[self.round(x) for x in point] for point in points]
        elif self.mover == "moving oriented box":
            said |= {"center": [self.round(x) for x in center], "half_extents": [self.round(x) for x in half], "rotation": turn}
        else:
            center, half = self.on_grid([center, half])
            said |= {"min": plus(center, half, -1), "max": plus(center, half)}
        self.asked = {self.mover.replace(" ", "_"): said, **self.said}

    def say(self, center, half, radius, way):
        radius, way = self.round(radius), [self.round(x) for x in way]
        if self.mover == "sphere":
            body = {"center": [self.round(x) for x in center]}
        else:
            center, half = self.on_grid([center, half])
            body = {"a": plus(center, half, -1), "b": plus(center, half)}
        self.asked = {self.mover: body | {"radius": radius, "velocity": way}, **self.said}

    def query(self, name):
        cut = lambda x: [cut(y) for y in x] if x and isinstance(x[0], (list, tuple)) else [y + 0.0 for y in x[:2]] if self.is_flat else list(x)
        asked = {k: {n: x if isinstance(x, float) else cut(x) for n, x in v.items()} for k, v in self.asked.items()}
        return {"id": name, "query": "first_contact"} | ({"scalar": "f32"} if self.floats == "f32" else {}) | asked | {"t_max": 1.0}


# ---- classes ----


def aimed(m):
    """Motions towards a point near the obstacle, from some sizes away, at any speed."""
    goal, start = plus(m.middle, m.vector(1.2 * m.size)), plus(m.middle, m.direction(), m.rng.real(2, 5) * m.size)
    way = times(plus(goal, start, -1), m.rng.real(0.5, 2.5))
    m.body(start, m.direction(), m.rng.real(0.05, 0.6) * m.size, way, 0.0)


def grazing(m, parts):
    """Motions along or past a part of the obstacle, at a distance of about the radius of the
    body."""
    point, out = m.touch(parts)
    radius = m.rng.real(0.1, 1) * m.size
    beside = m.rng.pick((0, 1, -1)) * m.rng.power(1 - m.bits, -8)
    way = times(m.direction([out]), m.rng.real(1, 4) * m.size)
    m.body(plus(point, out, radius * (1 + beside)), out, radius, way, m.rng.real(0.1, 0.9))


def generic(m):
    m.obstacle()
    aimed(m)


def edge_graze(m):
    m.obstacle()
    grazing(m, m.edges)


def vertex_graze(m):
    m.obstacle()
    grazing(m, m.vertices())


def face_graze(m):
    m.obstacle()
    grazing(m, m.faces)


def either(m):
    aimed(m) if m.rng.random() < 0.5 else grazing(m, m.rng.pick((m.edges, m.vertices(), m.faces)))


def sliver(m):
    """A triangle, a box or a mesh that is hardly more than a line or a plane."""
    m.thin = m.rng.power(-20, -6)
    m.obstacle()
    either(m)


def far(m):
    """Obstacles that are hundreds to millions of sizes away from the origin."""
    m.place = m.vector(m.rng.power(6, m.bits // 2))
    m.obstacle()
    either(m)


def other_sizes(m):
    """Queries in other units: from a millionth to a million, in f32 from a ten-thousandth to ten thousand."""
    most = 20 if m.floats == "f64" else 13
    m.size = m.rng.power(-most, most)
    m.obstacle()
    either(m)


def long_way(m):
    """Motions of a hundred to a hundred thousand sizes."""
    m.obstacle()
    goal, far = plus(m.middle, m.vector(m.size)), m.rng.power(7, 17) * m.size
    way = plus(goal, plus(m.middle, m.direction(), far), -1)
    m.body(goal, m.direction(), m.rng.real(0.05, 0.6) * m.size, way, m.rng.real(0.2, 1))


def small_at_rims(m):
    """A small body that moves towards an edge or a vertex, such as the seam of two triangles."""
    m.obstacle()
    point, out = m.touch(m.rng.pick((m.edges, m.vertices())))
    way = times(unit(plus(m.vector(0.5), out, -1)), m.rng.real(2, 5) * m.size)
    m.body(point, out, m.rng.power(-14, -3) * m.size, way, m.rng.real(0.2, 0.8))


def millimetres(m):
    """Bodies of a few thousandths of a unit, like parts of a machine in metres."""
    m.size = m.rng.power(-9, -7)
    m.obstacle()
    either(m)


def drop(m):
    """Motions straight down, like a cutter onto a part. In the plane they are along the second axis."""
    m.obstacle()
    down = [0.0, -1.0, 0.0] if m.is_flat else [0.0, 0.0, -1.0]
    point = plus(m.middle, m.vector(m.size))
    length = m.rng.real(3, 6) * m.size
    m.body(plus(point, down, -length), times(down, -1), m.rng.real(0.1, 0.6) * m.size, times(down, 2 * length), 0.0)


def touching(m):
    """Bodies in contact at the start, up to rounding, that move into the obstacle, along it or
    away."""
    m.obstacle()
    point, out = m.touch(m.rng.pick((m.edges, m.vertices(), m.faces)))
    radius = m.rng.real(0.1, 1) * m.size
    way = m.rng.pick((m.direction(), m.direction([out])))
    m.body(plus(point, out, radius), out, radius, way, 0.0)


def overlapping(m):
    """Bodies that overlap at the start by up to half of their radius."""
    m.obstacle()
    point, out = m.touch(m.rng.pick((m.edges, m.vertices(), m.faces)))
    radius = m.rng.real(0.1, 1) * m.size
    m.body(plus(point, out, radius * m.rng.real(0.5, 0.99)), out, radius, m.direction(), 0.0)


#: Vectors of whole numbers whose length is whole, and their lengths. The vectors of the plane come first.
WHOLE = [((0, 1, 0), 1), ((3, 4, 0), 5), ((1, 2, 2), 3), ((2, 3, 6), 7), ((1, 4, 8), 9), ((4, 4, 7), 9)]
AROUND = [v for v in product(range(-4, 5), repeat=3) if any(v)]


def floats(v):
    return [float(x) for x in v]


def whole_box(m, middle, half):
    m.said = {"box": {"min": plus(middle, half, -1), "max": plus(middle, half)}}
    if m.target == "oriented box":
        # A third of a turn permutes the axes, and its unit quaternion is exact.
        half, turn = m.rng.pick(((half, [0.0, 0.0, 0.0, 1.0]), (half[1:] + half[:1], [0.5, 0.5, 0.5, 0.5])))
        m.said = {"oriented_box": {"center": middle, "half_extents": half, "rotation": turn}}


def whole_simplex(m, point, ways):
    """A simplex from a point along vectors that `ways` picks. It is never flat: some libraries
    refuse flat ones, which are not tested here."""
    while True:
        sides = [floats(ways()) for _ in range(3)]
        normal = cross(sides[0], sides[1])
        if any(normal) and dot(normal, sides[2]) > 0:
            break
    corners = [point, *(plus(point, side) for side in sides)]
    if m.target == "mesh":
        m.of_mesh(corners, [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)])
    else:
        m.said = {"triangle": {"vertices": corners[:3]}} if m.target == "triangle" else {"segment": dict(zip("ab", corners))}


def exact_touch(m):
    """Queries of small whole numbers in which everything is exact: bodies pass or rest at exactly the
    radius, and half of them at one float more or less."""
    vector, length = m.rng.pick(WHOLE[:2] if m.is_flat else WHOLE)
    shift = m.rng.whole(0, 1 if m.is_flat else 2)
    turned = [vector[1], vector[0], 0] if m.is_flat and shift else [*vector[shift:], *vector[:shift]]
    out = [m.rng.pick((-1, 1)) * x for x in turned]
    around = [v for v in AROUND if not (m.is_flat and v[2])]
    along, behind = [v for v in around if dot(v, out) == 0], [v for v in around if dot(v, out) <= 0]
    point = m.whole_vector(9)
    if "box" in m.target:
        half = m.whole_half(6)
        # The touched point is the corner, or is within the edge or face, at which the direction leaves the box.
        within = [float(m.rng.whole(1 - int(h), int(h) - 1)) if h else 0.0 for h in half]
        whole_box(m, plus(point, [-h if x > 0 else h if x < 0 else w for x, h, w in zip(out, half, within)]), half)
    else:
        # In the plane one of the edges is unused, and only makes a volume.
        edges = behind if m.rng.random() < 0.5 else along
        ways = lambda: m.rng.pick(m.rng.pick((edges, behind)))
        whole_simplex(m, point, (lambda: m.rng.pick((m.rng.pick(edges), (0, 0, 1), (1, 0, 0), (0, 1, 0)))) if m.is_flat else ways)
    reach = m.rng.whole(1, 3)
    center, radius, half = plus(point, out, reach), float(reach * length), [0.0, 0.0, 0.0]
    if m.mover == "capsule":
        upright = m.rng.random() < 0.5
        half = floats(m.rng.pick([v for v in around if dot(v, out) > 0] if upright else along))
        center = plus(center, half, 1 if upright else m.rng.pick((-1, 0, 1)))
    if m.rng.random() < 0.5:
        radius *= 1 + m.rng.pick((-1, 1)) * math.ldexp(1, 1 - m.bits)
    step = floats(m.rng.pick(along))
    m.say(plus(center, step, -m.rng.whole(0, 7)), half, radius, times(step, 8))


def whole_numbers(m):
    """Queries of small whole numbers, where ties are common."""
    if "box" in m.target:
        whole_box(m, m.whole_vector(3), m.whole_half(3))
    else:
        whole_simplex(m, m.whole_vector(3), lambda: m.rng.pick(AROUND))
    if m.mover in SOLIDS:
        center, half = m.whole_vector(7), m.whole_half(3)
        turn = m.rng.pick(([0.0, 0.0, 0.0, 1.0], [0.5, 0.5, 0.5, 0.5]))
        # Four of these points span space.
        points = [plus(center, by) for by in ([2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0], half, m.whole_vector(3), m.whole_vector(3))]
        return m.say_solid(center, half, turn, points, plus(m.whole_vector(3), center, -2))
    half = m.whole_vector(2) if m.mover == "capsule" else [0.0, 0.0, 0.0]
    center = m.whole_vector(7)
    m.say(center, half, float(m.rng.whole(1, 3)), plus(m.whole_vector(3), center, -2))


CLASSES = [
    generic, whole_numbers, edge_graze, vertex_graze, face_graze, exact_touch, small_at_rims, sliver, far, other_sizes, long_way, drop, touching,
    overlapping,
]  # fmt: skip
#: The classes for bodies without a radius: there are no exact contacts at a distance, and only these two sizes.
SOLID_CLASSES = [
    generic, millimetres, whole_numbers, edge_graze, vertex_graze, face_graze, small_at_rims, sliver, far, long_way, drop, touching, overlapping,
]  # fmt: skip


def queries(seed, each):
    yield from some(seed, each, CLASSES, MOVERS, TARGETS)


def solid_queries(seed, each):
    """Queries of bodies without a radius, which the protocol lacks. They differ only in the movers."""
    yield from some(seed, each, SOLID_CLASSES, SOLIDS, TARGETS[:3])


def some(seed, each, classes, movers, targets):
    for make, mover, target, floats in product(classes, movers, targets, ("f64", "f32")):
        name = "/".join((make.__name__.replace("_", " "), mover, target, floats))
        for number in range(each):
            maker = Maker(Random(seed, name, number), mover, target, floats)
            make(maker)
            yield maker.query(f"{name}/{number}")


def main():
    args = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    args.add_argument("--seed", type=int, default=1)
    args.add_argument("--each", type=int, default=50, help="how many of each class, mover, obstacle and float")
    args.add_argument("--solids", action="store_true", help="boxes and hulls that move, in the place of spheres and capsules")
    args = args.parse_args()
    for query in (solid_queries if args.solids else queries)(args.seed, args.each):
        print(json.dumps(query))


if __name__ == "__main__":
    main()
