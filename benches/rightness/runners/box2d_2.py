"""`b2TimeOfImpact` of Box2D 2, in its package for Python. It stops where the distance is its slop, 0.005 by default, as it says."""

import Box2D as b2
from ask import Refused, half, middle, serve


def obstacle(query):
    if "segment" in query:
        return b2.b2EdgeShape(vertices=[query["segment"]["a"], query["segment"]["b"]])
    if "box" in query and len(query["box"]["min"]) == 2:
        box = query["box"]
        # With its centre in place, the halves would be rounded once more.
        return b2.b2PolygonShape(box=(*half(box["min"], box["max"]), middle(box["min"], box["max"]), 0))
    raise Refused("not in the plane")


def still(x=(0, 0), to=(0, 0)):
    return b2.b2Sweep(a=0, a0=0, c0=x, c=to, localCenter=(0, 0))


def time_of(query):
    ball = query.get("sphere")
    if not ball:
        raise Refused("has no capsules")
    mover = b2.b2CircleShape(radius=ball["radius"])
    end = [c + v for c, v in zip(ball["center"], ball["velocity"])]
    asked = b2.b2TOIInput(
        proxyA=b2.b2DistanceProxy(shape=obstacle(query)), proxyB=b2.b2DistanceProxy(shape=mover), sweepA=still(), sweepB=still(ball["center"], end), tMax=1.0
    )
    state, time = b2.b2TimeOfImpact(asked)
    return {b2.b2TOIOutput.e_overlapped: 0.0, b2.b2TOIOutput.e_touching: time}.get(state)


serve("Box2D", b2.__version__, "f32", time_of)
