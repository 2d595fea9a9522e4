"""`continuousCollide` of FCL by conservative advancement for boxes; for triangles and meshes it
only samples times."""

import importlib.metadata

import fcl
import numpy as np
from ask import Refused, half, middle, serve


def turned_to(axis):
    """The rotation that turns the third axis, which is the axis of FCL's capsules, to this axis."""
    z = np.array(axis) / np.linalg.norm(axis)
    x = np.cross(z, np.eye(3)[np.argmin(np.abs(z))])
    x /= np.linalg.norm(x)
    return np.column_stack([x, np.cross(z, x), z])


def placed(query):
    """A box with its rotation and middle."""
    if box := query.get("oriented_box"):
        x, y, z, w = np.array(box["rotation"]) / np.linalg.norm(box["rotation"])
        return fcl.Box(*(2 * x for x in box["half_extents"])), fcl.Transform(np.array([w, x, y, z]), np.array(box["center"]))
    box = query.get("box")
    if not box or len(box["min"]) == 2:
        raise Refused("conservative advancement is not for this pair")
    return fcl.Box(*(2 * x for x in half(box["min"], box["max"]))), fcl.Transform(np.array(middle(box["min"], box["max"])))


def mover(query):
    for kind in ("box", "oriented_box"):
        if body := query.get("moving_" + kind):
            shape, place = placed({kind: body})
            return body, shape, place.getRotation(), place.getTranslation()
    if "moving_hull" in query:
        raise Refused("conservative advancement is not for this pair")
    if ball := query.get("sphere"):
        return ball, fcl.Sphere(ball["radius"]), np.eye(3), ball["center"]
    body = query["capsule"]
    axis = [2 * x for x in half(body["a"], body["b"])]
    if not any(axis):
        return body, fcl.Sphere(body["radius"]), np.eye(3), body["a"]
    return body, fcl.Capsule(body["radius"], np.linalg.norm(axis)), turned_to(axis), middle(body["a"], body["b"])


def time_of(query):
    shape, place = placed(query)
    body, mover_shape, turn, start = mover(query)
    start, way = np.array(start), np.array(body["velocity"])
    how = fcl.ContinuousCollisionRequest(
        num_max_iterations=1000,
        toc_err=1e-12,
        gjk_solver_type=fcl.GJKSolverType.GST_INDEP,
        ccd_motion_type=fcl.CCDMotionType.CCDM_TRANS,
        ccd_solver_type=fcl.CCDSolverType.CCDC_CONSERVATIVE_ADVANCEMENT,
    )
    result = fcl.ContinuousCollisionResult()
    moving, still = fcl.CollisionObject(mover_shape, fcl.Transform(turn, start)), fcl.CollisionObject(shape, place)
    fcl.continuousCollide(moving, fcl.Transform(turn, start + way), still, place, how, result)
    return result.time_of_contact if result.is_collide else None


serve("FCL", "python-fcl " + importlib.metadata.version("python-fcl"), "f64", time_of)
