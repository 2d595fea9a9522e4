"""The library itself, by its package for Python, if that is installed."""

import numpy as np
import tangency
from ask import serve


def time_of(query):
    kind = {"dtype": np.float32 if query.get("scalar") == "f32" else np.float64}
    if triangle := query.get("triangle"):
        obstacle = tangency.Triangle(*triangle["vertices"], **kind)
    elif segment := query.get("segment"):
        obstacle = tangency.Segment(segment["a"], segment["b"], **kind)
    elif box := query.get("box"):
        obstacle = tangency.Box(box["min"], box["max"], **kind)
    elif box := query.get("oriented_box"):
        obstacle = tangency.OrientedBox(box["center"], box["half_extents"], box["rotation"], **kind)
    else:
        obstacle = tangency.Mesh(np.array(query["mesh"]["vertices"], kind["dtype"]), query["mesh"]["triangles"])
    ball = query.get("sphere")
    body = tangency.Sphere(**ball, t_max=1, **kind) if ball else tangency.Capsule(**query["capsule"], t_max=1, **kind)
    met = obstacle.first_contact(body)
    return None if met is None else float(getattr(met, "time", 0))


if __name__ == "__main__":
    serve("tangency", tangency.__version__, "as asked", time_of)
