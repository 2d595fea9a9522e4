"""The ball cutter of OpenCAMLib, lowered onto triangles: it can only answer motions straight
down."""

import importlib.metadata

import opencamlib as ocl
from ask import Refused, serve


def triangles(query):
    if triangle := query.get("triangle"):
        return [triangle["vertices"]]
    if mesh := query.get("mesh"):
        return [[mesh["vertices"][i] for i in corners] for corners in mesh["triangles"]]
    raise Refused("has triangles only")


def time_of(query):
    ball = query.get("sphere")
    if not ball or len(ball["center"]) == 2 or any(ball["velocity"][:2]) or ball["velocity"][2] >= 0:
        raise Refused("lowers balls only")
    radius, (x, y, z), down = ball["radius"], ball["center"], -ball["velocity"][2]
    # The result is the tip of the cutter.
    lowest = z - radius - down
    at, cutter = ocl.CLPoint(x, y, lowest), ocl.BallCutter(2 * radius, 10 * radius)
    for corners in triangles(query):
        cutter.dropCutter(at, ocl.Triangle(*(ocl.Point(*p) for p in corners)))
    return (z - radius - at.z) / down if at.z > lowest else None


serve("OpenCAMLib", importlib.metadata.version("opencamlib"), "f64", time_of)
