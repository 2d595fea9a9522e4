#!/usr/bin/env python3
"""Writes the exact result of each query: reads lines of `queries.jsonl` on standard input, and
writes a line for each.

The idea: a convex body that moves along a straight line sweeps a convex set. It has touched by the
time T if, and only if, the set that its axis sweeps from 0 to T comes within its radius of the
obstacle. Both are hulls of a few points, so the square of their distance is a rational number, and
the result is found without a square root, by whole numbers of Python. A body without a radius
enters if the difference of the two hulls contains the origin even when it has shrunk a little. The
time is found by bisection, until two floats are left and the nearer one is decided. No code is
shared with any library that is judged.
"""

import json
import math
import struct
import sys
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from itertools import product


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def minus(a, b):
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def weights(p):
    """The weights with which points of a simplex make the foot of the origin on the plane, or
    the line, that they span; their sum is not negative."""
    if len(p) == 1:
        return (1,)
    if len(p) == 2:
        along = minus(p[1], p[0])
        return dot(p[1], along), -dot(p[0], along)
    if len(p) == 3:
        normal = cross(minus(p[1], p[0]), minus(p[2], p[0]))
        return tuple(dot(normal, cross(p[i], p[j])) for i, j in ((1, 2), (2, 0), (0, 1)))
    a, b, c, d = p
    volumes = dot(b, cross(d, c)), dot(a, cross(c, d)), dot(a, cross(d, b)), dot(a, cross(b, c))
    return volumes if sum(volumes) >= 0 else tuple(-volume for volume in volumes)


#: The least relative penetration or gap of a clear case, for a body without a radius.
CLEAR = Fraction(1, 1000)
#: The corners of each face of a simplex, by the number of the simplex's corners. Faces with few corners come first.
FACES = [sorted(([i for i in range(n) if k >> i & 1] for k in range(1, 1 << n)), key=len) for n in range(5)]


def closest_in_simplex(p):
    """The face that contains the point closest to the origin, by its corners, and this point as
    a vector over a positive number."""
    for face in FACES[len(p)]:
        corners = [p[i] for i in face]
        by = weights(corners)
        if min(by) > 0:
            point = tuple(sum(w * q[k] for w, q in zip(by, corners)) for k in range(3))
            square = dot(point, point)
            # This point is the closest if no corner is nearer to the origin along its direction.
            if all(sum(by) * dot(point, q) >= square for q in p):
                return face, point, sum(by)
    raise AssertionError("a simplex has a closest point")


def distance_squared(points, known=()):
    """The squared distance of the origin to the hull of points of whole numbers, as a fraction;
    and the indices of the points that determine it."""
    simplex = list(known) or [0]
    while True:
        face, point, scale = closest_in_simplex([points[i] for i in simplex])
        simplex = [simplex[i] for i in face]
        least = min(range(len(points)), key=lambda i: dot(point, points[i]))
        # If all points are behind the plane through this point, perpendicular to its position vector, this proves that it is the closest.
        if scale * dot(point, points[least]) >= dot(point, point):
            return dot(point, point), scale * scale, simplex
        simplex.append(least)


def rotated(q, v):
    """The vector turned by a quaternion of any length, exactly."""
    away = cross(q, v)
    twice = cross(q, away)
    return tuple(v[k] + 2 * (q[3] * away[k] + twice[k]) / sum(x * x for x in q) for k in range(3))


def space(v):
    """A point or vector in rational numbers, and in space."""
    return tuple(map(Fraction, v)) + (Fraction(0),) * (3 - len(v))


def turned_box(box):
    center, half, turn = (list(map(Fraction, box[name])) for name in ("center", "half_extents", "rotation"))
    if len(center) == 2:
        center, half, turn = [*center, Fraction(0)], [*half, Fraction(0)], [Fraction(0), Fraction(0), *turn]
    corners = product(*((-x, x) if x else (x,) for x in half))
    return [tuple(c + x for c, x in zip(center, rotated(turn, corner))) for corner in corners]


def aligned_box(box):
    return list(dict.fromkeys(product(*zip(space(box["min"]), space(box["max"])))))


def pieces(query):
    """The obstacle as convex pieces, each by its corners."""
    if triangle := query.get("triangle"):
        return [[space(p) for p in triangle["vertices"]]]
    if segment := query.get("segment"):
        return [[space(segment["a"]), space(segment["b"])]]
    if box := query.get("box"):
        return [aligned_box(box)]
    if box := query.get("oriented_box"):
        return [turned_box(box)]
    mesh = query["mesh"]
    vertices = [space(v) for v in mesh["vertices"]]
    return [[vertices[i] for i in triangle] for triangle in mesh["triangles"]]


def mover(query):
    """The corners of the mover without its radius; and its velocity and radius."""
    for name in ("sphere", "capsule", "moving_box", "moving_oriented_box", "moving_hull"):
        if body := query.get(name):
            break
    if name == "moving_box":
        core = aligned_box(body)
    elif name == "moving_oriented_box":
        core = turned_box(body)
    else:
        core = [space(p) for p in body.get("points", [body[end] for end in ("center", "a", "b") if end in body])]
    return core, space(body["velocity"]), Fraction(body.get("radius", 0))


class Piece:
    """A convex piece of the obstacle, in whole numbers, relative to the mover."""

    def __init__(self, corners, axis, velocity, radius):
        self.points = [minus(a, p) for a in axis for p in corners]
        self.velocity, self.radius = velocity, radius
        self.known = ()

    def swept(self, n, d):
        """The points of the swept hull until n / d, d times as large."""
        swept = [tuple(d * x for x in p) for p in self.points]
        return swept + [tuple(x + n * v for x, v in zip(p, self.velocity)) for p in swept]

    def over(self, n, d):
        """The squared distance to the swept hull until n / d, minus the squared radius, as a
        fraction of two whole numbers."""
        swept = self.swept(n, d)
        # The next search begins at the points of the last search.
        square, scale, self.known = distance_squared(swept, self.known)
        return square - scale * (d * self.radius) ** 2, scale * d * d

    def holds(self, n, d, share):
        """Whether the swept hull until n / d still contains the origin when it has shrunk
        towards its middle, or grown, by a share of itself."""
        swept = self.swept(n, d)
        middle = [sum(p[k] for p in swept) for k in range(3)]
        # The numbers are multiplied by the number of the points, since the sum of the points is divided by it.
        kept, lost = (share.denominator - share.numerator) * len(swept), share.numerator
        return distance_squared([tuple(kept * x + lost * m for x, m in zip(p, middle)) for p in swept])[0] == 0

    def is_touched_by(self, time):
        return self.over(*time)[0] <= 0


def scene(query):
    """The pieces, the radius, and the number of bits of the greatest number in them."""
    (axis, velocity, radius), obstacle = mover(query), pieces(query)
    numbers = [*velocity, radius, *(x for corners in [axis, *obstacle] for p in corners for x in p)]
    unit = math.lcm(*(x.denominator for x in numbers))
    whole = [[tuple(int(x * unit) for x in p) for p in points] for points in [axis, [velocity], *obstacle]]
    radius = int(radius * unit)
    return [Piece(corners, whole[0], whole[1][0], radius) for corners in whole[2:]], radius, int(max(map(abs, numbers)) * unit).bit_length()


def double(bits):
    return struct.unpack("<d", struct.pack("<Q", bits))[0]


def single(bits):
    return struct.unpack("<f", struct.pack("<I", bits))[0]


def nearest_time(touched, bits, number, last):
    """The float nearest to the time of the first contact with one of these pieces: after zero,
    and not after the float with the bits `last`."""
    first = 0
    while last - first > 1:
        middle = (first + last) // 2
        if found := [piece for piece in touched if piece.is_touched_by(number(middle).as_integer_ratio())]:
            touched, last = found, middle
        else:
            first = middle
    middle = (Fraction(number(first)) + Fraction(number(last))) / 2
    # A contact before the middle is earlier than `before`. While one part is the closest, the difference of the squares is a polynomial of
    # degree two, whose coefficients are whole numbers of hardly more than 6 * bits bits; and the denominator of the middle has at most
    # 1075.
    before = middle - Fraction(1, 1 << 6 * bits + 2300)
    is_by = lambda time: any(piece.is_touched_by(time.as_integer_ratio()) for piece in touched)
    return number(first if is_by(before) or is_by(middle) and first % 2 == 0 else last)


def sign(x):
    return (x > 0) - (x < 0)


def truth(query):
    """The truth: its start, its end, the contact time, and the total depth in radii, or without
    a radius whether it is clear."""
    obstacle, radius, bits = scene(query)
    whole = Fraction(query["t_max"])
    least = lambda time: min(Fraction(*piece.over(*time)) for piece in obstacle)
    start, over = least((0, 1)), least(whole.as_integer_ratio())
    if not radius:
        # The height of the origin over a face is a quotient of whole numbers, whose denominator has three times as many bits as the
        # corners. So the origin is on the border, or farther inside than this. The difference has an interior, since the mover has one.
        inside = Fraction(1, 1 << 12 * bits + 64)
        holds = lambda time, share: any(piece.holds(*time, share) for piece in obstacle)
        start -= start == 0 and holds((0, 1), inside)
        over -= over == 0 and holds(whole.as_integer_ratio(), inside)
    said = {"start": ("overlap", "touching", "apart")[sign(start) + 1], "end": ("enters", "touches", "none")[sign(over) + 1]}
    if start > 0 >= over:
        touched = [piece for piece in obstacle if piece.is_touched_by(whole.as_integer_ratio())]
        ends = struct.pack("<d", query["t_max"]), struct.pack("<f", query["t_max"])
        said["time"] = nearest_time(touched, bits, double, int.from_bytes(ends[0], "little"))
        if query.get("scalar") == "f32":
            said["time_f32"] = nearest_time(touched, bits, single, int.from_bytes(ends[1], "little"))
    elif start <= 0:
        said["time"] = 0.0
    if not radius:
        # The case is clear if it is so by a thousandth of the bodies and the path.
        said["clear"] = holds(whole.as_integer_ratio(), CLEAR) if over < 0 else not holds(whole.as_integer_ratio(), -CLEAR)
    else:
        relative = float(over / radius**2)
        # This is (radius - distance) / radius, computed without cancellation.
        said["depth"] = -relative / (1 + math.sqrt(max(0.0, 1 + relative)))
    return said


def line_of(line):
    query = json.loads(line)
    return json.dumps({"id": query["id"], **truth(query)}) + "\n"


def main():
    with ProcessPoolExecutor() as all_cores:
        sys.stdout.writelines(all_cores.map(line_of, sys.stdin, chunksize=50))


if __name__ == "__main__":
    main()
