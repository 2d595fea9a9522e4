"""Continuous collision detection (sphere and capsule casts): a body moves; when, where and on what does it first touch?

Each decision is exact for the given floats, and each returned number is the float nearest to the true value. The exceptions are the normals of
ellipsoids, which are within one unit in the last place, and the positions at which moves end. In float32 and in float64, the answer is the same on
every machine, alone and in a batch.

>>> import tangency
>>> ball = tangency.Sphere([0, 0, 5], 1, velocity=[0, 0, -1], t_max=10)
>>> floor = tangency.Triangle([0, 0, 0], [4, 0, 0], [0, 4, 0])
>>> tangency.first_contact(ball, floor).time
4.0

Many bodies at a time, without a copy, on all cores:

>>> mesh = tangency.Mesh([[0, 0, 0], [4, 0, 0], [0, 4, 0]], [[0, 1, 2]])
>>> hits = mesh.first_contact([[1, 1, 5], [9, 9, 5]], radius=[1, 1], velocity=[0, 0, -1], t_max=10)
>>> hits
<Hits: 2 rows, 1 contacts, 0 overlaps>

Body i against shape i:

>>> balls = {"center": [[1, 1, 5], [1, 1, 7]], "radius": 1, "velocity": [0, 0, -1]}
>>> tangency.Point.each([[1, 1, 0], [1, 1, 3]]).first_contact(**balls).time
array([4., 3.])

Lengths and times have the units of the input. Shapes are closed: touching counts, also at time zero and in passing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

from .answers import (
    APPROACHES,
    BoxFeature,
    ClosestPair,
    ClosestPoint,
    ClosestPoints,
    Contact,
    ExactContact,
    ExactOverlap,
    Feature,
    Hits,
    HullFeature,
    Overlap,
    PlaneFeature,
    Section,
    Status,
    Penetration,
    Touched,
)
from .arrays import Numbers
from .bodies import Bodies, Body, Capsule, Convex, ConvexPath, ConvexPaths, ConvexRows, Ellipsoid, Hollow, Sphere
from .each import Each
from .exact import Surd
from .files import Joined, Summary, cast, join
from .mesh import Mesh, Neighbours, MeshInstance, Solid
from .moves import Advance, Moves, Recover, Slide
from .obstacle import CONTAINMENTS, CONVEX, Obstacle
from .scene import Scene
from .shapes import (
    Box,
    Frustum,
    Hull,
    OrientedBox,
    Parallelepiped,
    Plane,
    Point,
    Polytope,
    Rotation,
    Segment,
    Triangle,
)
from .walker import Ride, Step, Steps, Walker, WalkerFloor, WalkerFloors, WalkerState, WalkerStates, Walkers

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from . import dask as dask

__version__ = "0.1.0"

__all__ = [
    "APPROACHES",
    "Advance",
    "CONTAINMENTS",
    "Bodies",
    "Body",
    "Box",
    "BoxFeature",
    "Capsule",
    "ClosestPair",
    "ClosestPoint",
    "ClosestPoints",
    "Contact",
    "Convex",
    "ConvexPath",
    "ConvexPaths",
    "Each",
    "Ellipsoid",
    "ExactContact",
    "ExactOverlap",
    "Feature",
    "Frustum",
    "Hits",
    "Hollow",
    "Hull",
    "HullFeature",
    "Joined",
    "Mesh",
    "Neighbours",
    "Obstacle",
    "OrientedBox",
    "Overlap",
    "Parallelepiped",
    "MeshInstance",
    "Moves",
    "Plane",
    "PlaneFeature",
    "Point",
    "Polytope",
    "Recover",
    "Ride",
    "Rotation",
    "Scene",
    "Section",
    "Segment",
    "Slide",
    "Solid",
    "Sphere",
    "Status",
    "Step",
    "Steps",
    "Summary",
    "Surd",
    "Touched",
    "Triangle",
    "Penetration",
    "Walker",
    "WalkerFloor",
    "WalkerFloors",
    "WalkerState",
    "WalkerStates",
    "Walkers",
    "advance",
    "cast",
    "closest",
    "contact_time",
    "contacts",
    "first_contact",
    "first_entry",
    "has_contact",
    "intersects",
    "join",
    "last_time",
    "section",
    "slide",
    "containment",
    "time_down",
    "touched",
    "touched_triangles",
    "intersecting",
    "penetration",
    "recover",
]


def __getattr__(name: str) -> Any:
    # The module is loaded when it is named, since nothing else needs Dask.
    if name == "dask":
        from importlib import import_module

        return import_module(".dask", __name__)
    raise AttributeError(f"module 'tangency' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, *(name for name in globals() if name.startswith("__")), "dask"])


def _met(body: object, obstacle: object) -> None:
    """Raises a ``TypeError`` if an argument is not of its type, and names the argument."""
    if isinstance(body, (Body, Convex)) and isinstance(obstacle, Obstacle):
        return
    mover, met = (of.shape if isinstance(of, Hollow) else of for of in (body, obstacle))
    if isinstance(mover, Obstacle) and isinstance(met, Body):
        raise TypeError(f"the body comes first, then the obstacle: ({type(obstacle).__name__}, {type(body).__name__}), not the other way round")
    if not isinstance(mover, (Body, Convex)):
        raise TypeError(f"body is a {type(body).__name__}, must be a Sphere, an Ellipsoid, a Capsule, a {CONVEX}; for arrays call the method of the shape, as in mesh.first_contact(...)")
    if not isinstance(met, Obstacle):
        raise TypeError(f"obstacle is a {type(obstacle).__name__}, must be a shape, a mesh or a scene")


@overload
def first_contact(body: Body | Convex, obstacle: Obstacle, *, exact: Literal[False] = ...) -> None | Overlap | Contact: ...
@overload
def first_contact(body: Body | Convex, obstacle: Obstacle, *, exact: Literal[True]) -> None | ExactOverlap | ExactContact: ...
@overload
def first_contact(body: Body | Convex, obstacle: Obstacle, *, exact: bool) -> None | Overlap | Contact | ExactOverlap | ExactContact: ...


def first_contact(body: Body | Convex, obstacle: Obstacle, *, exact: bool = False) -> None | Overlap | Contact | ExactOverlap | ExactContact:
    """The first contact of a body with an obstacle: None, :class:`Overlap` or :class:`Contact`. See :meth:`Obstacle.first_contact`.

    >>> ball = Sphere([0, 0, 5], 1, velocity=[0, 0, -1])
    >>> first_contact(ball, Triangle([0, 0, 0], [4, 0, 0], [0, 4, 0])).time
    4.0
    """
    _met(body, obstacle)
    return obstacle.first_contact(body, exact=exact)


@overload
def first_entry(body: Body | Convex, obstacle: Obstacle, *, exact: Literal[False] = ...) -> None | Overlap | Contact: ...
@overload
def first_entry(body: Body | Convex, obstacle: Obstacle, *, exact: Literal[True]) -> None | ExactOverlap | ExactContact: ...
@overload
def first_entry(body: Body | Convex, obstacle: Obstacle, *, exact: bool) -> None | Overlap | Contact | ExactOverlap | ExactContact: ...


def first_entry(body: Body | Convex, obstacle: Obstacle, *, exact: bool = False) -> None | Overlap | Contact | ExactOverlap | ExactContact:
    """The blocking hit: the first contact after which the body and the obstacle share more than boundary points. See :meth:`Obstacle.first_entry`.

    >>> slides = Sphere([0, 0], 1, velocity=[1, 0])
    >>> first_entry(slides, Box([-9, -2], [9, -1])), first_entry(slides, Box([5, -1], [6, 1])).time
    (None, 4.0)
    """
    _met(body, obstacle)
    return obstacle.first_entry(body, exact=exact)


def contact_time(body: Body | Convex, obstacle: Obstacle) -> float | None:
    """The time of the first contact alone, or None if there is no contact or an overlap. See :meth:`Obstacle.contact_time`.

    >>> contact_time(Sphere([0, 0], 1, velocity=[1, 0]), Box([5, -1], [6, 1]))
    4.0
    """
    _met(body, obstacle)
    return obstacle.contact_time(body)


def time_down(body: Body | Convex, obstacle: Obstacle) -> float | None:
    """The time of the first contact, rounded down. A *position* computed from that time may still overlap. See :meth:`Obstacle.time_down`.

    >>> time_down(Sphere([0, 1], 2, velocity=[1, 0]), Point([5, 0]))
    3.2679491924311224
    """
    _met(body, obstacle)
    return obstacle.time_down(body)


@overload
def last_time(body: Body | Convex, obstacle: Obstacle, *, exact: Literal[False] = ...) -> float | None: ...
@overload
def last_time(body: Body | Convex, obstacle: Obstacle, *, exact: Literal[True]) -> Surd | None: ...
@overload
def last_time(body: Body | Convex, obstacle: Obstacle, *, exact: bool) -> float | Surd | None: ...


def last_time(body: Body | Convex, obstacle: Obstacle, *, exact: bool = False) -> float | Surd | None:
    """The last time at which the two still touch, or None if they never touch or never cease to touch. See :meth:`Obstacle.last_time`.

    >>> last_time(Sphere([0, 0], 1, velocity=[1, 0]), Box([5, -1], [6, 1]))
    7.0
    """
    _met(body, obstacle)
    return obstacle.last_time(body, exact=exact)


def intersects(body: Body | Convex | Hollow[Any], shape: Obstacle | Hollow[Any]) -> bool:
    """Whether the two share a point at time zero. Bodies and boxes may be :class:`Hollow`.

    >>> room = Box([0, 0], [4, 4])
    >>> intersects(Sphere([2, 2], 1), room), intersects(Hollow(Sphere([2, 2], 1)), Hollow(room))
    (True, False)
    """
    _met(body, shape)
    if isinstance(shape, Hollow):
        return bool(shape.shape._shares(body, None, None, None, is_hollow=True))
    return shape.intersects(body)


@overload
def closest(point: Capsule | Convex, shape: Obstacle) -> ClosestPair | None: ...
@overload
def closest(point: Bodies | ConvexRows | Sequence[Sequence[Any]], shape: Obstacle) -> ClosestPoints: ...
@overload
def closest(point: Sequence[float], shape: Obstacle) -> ClosestPoint | None: ...
@overload
def closest(point: npt.NDArray[Any], shape: Obstacle) -> Any: ...


def closest(point: Any, shape: Obstacle) -> ClosestPair | ClosestPoint | ClosestPoints | None:
    """The point of a shape closest to a point (D,), to each of many points (N, D), to the axis of a capsule, to a convex body, or to rows of these.
    See :meth:`Obstacle.closest`.

    >>> closest([7, 8], Box([0, 0], [4, 4])).point
    (4.0, 4.0)
    """
    if isinstance(point, Obstacle) and not isinstance(point, (Convex, Each)):
        raise TypeError(f"point is a {type(point).__name__}, must be numbers: the point comes first, then the shape")
    near: ClosestPair | ClosestPoint | ClosestPoints | None = shape.closest(point)
    return near


def penetration(sphere: Body | Convex, shape: Obstacle) -> Penetration | None:
    """The least translation after which a body and a convex shape that it overlaps only touch. See :meth:`Obstacle.penetration`.

    >>> penetration(Sphere([3, 2], 1), Box([0, 0], [4, 4])).depth
    2.0
    """
    _met(sphere, shape)
    return shape.penetration(sphere)


def touched(body: Convex, obstacle: Obstacle) -> Touched | None:
    """The whole first contact of two convex shapes. See :meth:`Obstacle.touched`.

    >>> touched(Box([1, 3], [2, 4], velocity=[0, -1]), Box([0, 0], [9, 1])).points
    ((1.0, 1.0), (2.0, 1.0))
    """
    _met(body, obstacle)
    return obstacle.touched(body)


def touched_triangles(body: Convex, mesh: Mesh | MeshInstance) -> tuple[Touched, ...]:
    """The whole contact of a convex body with each triangle of a mesh that is touched first. See :meth:`Mesh.touched_triangles`.

    >>> mesh = Mesh([[0, 0, 0], [4, 0, 0], [0, 4, 0]], [[0, 1, 2]])
    >>> [one.triangle for one in touched_triangles(Box([1, 1, 5], [2, 2, 6], velocity=[0, 0, -1]), mesh)]
    [0]
    """
    _met(body, mesh)
    return mesh.touched_triangles(body)


def containment(sphere: Body, region: Obstacle, *, by_planes: bool = False) -> str:
    """Whether a sphere is ``"inside"`` or ``"outside"`` of a convex polytope, or ``"intersecting"`` its surface. See :meth:`Obstacle.containment`.

    >>> containment(Sphere([0, 0, -3], 1), Plane([0, 0, 0], [0, 0, 1]))
    'inside'
    """
    _met(sphere, region)
    return region.containment(sphere, by_planes=by_planes)


def section(sphere: Body, plane: Obstacle) -> Section | None:
    """The circle in which a sphere and a plane meet, or None if they do not meet. See :meth:`Obstacle.section`.

    >>> section(Sphere([1, 2, 3], 5), Plane([0, 0, 0], [0, 0, 7])).radius
    4.0
    """
    _met(sphere, plane)
    return plane.section(sphere)


def has_contact(body: Body | Convex, obstacle: Obstacle) -> bool:
    """Whether a body touches an obstacle at any time of its motion. See :meth:`Obstacle.has_contact`.

    >>> tile = Mesh([[0, 0, 0], [4, 0, 0], [0, 4, 0]], [[0, 1, 2]])
    >>> has_contact(Sphere([1, 1, 5], 1, velocity=[0, 0, -1]), tile)
    True
    """
    _met(body, obstacle)
    return obstacle.has_contact(body)


def contacts(sphere: Body, mesh: Obstacle) -> list[Overlap | Contact]:
    """All contacts of a sphere with a mesh or a scene, in order of time. See :meth:`Obstacle.contacts`.

    >>> scene = Scene([Point([9, 0, 0]), Point([5, 0, 0])])
    >>> [hit.item for hit in contacts(Sphere([0, 0, 0], 1, velocity=[1, 0, 0]), scene)]
    [1, 0]
    """
    _met(sphere, mesh)
    return mesh.contacts(sphere)


def advance(body: Body | Convex, obstacle: Obstacle, displacement: Numbers) -> Advance:
    """The farthest free position of a body along a displacement: move until blocked. See :meth:`Obstacle.advance`.

    >>> advance(Sphere([0, 0], 1), Box([5, -1], [6, 1]), [9, 0]).position
    (4.0, 0.0)
    """
    _met(body, obstacle)
    return obstacle.advance(body, displacement)


def slide(body: Body | Convex, obstacle: Obstacle, displacement: Numbers, *, max_iterations: int = 12) -> Slide:
    """Collide and slide: moves a body like :func:`advance`, and then along the blocking surfaces. See :meth:`Obstacle.slide`.

    >>> slide(Sphere([1, 2], 1), Box([0, -1], [9, 0]), [4, -4]).position
    (5.0, 1.0)
    """
    _met(body, obstacle)
    return obstacle.slide(body, displacement, max_iterations=max_iterations)


def recover(body: Body | Convex, obstacle: Obstacle) -> Recover:
    """A free position near a body that may overlap the obstacle (depenetration). See :meth:`Obstacle.recover`.

    >>> recover(Sphere([4, 4, 2], 1), Box([0, 0, -1], [9, 9, 0]))
    Recover(status='free', position=(4.0, 4.0, 2.0))
    """
    _met(body, obstacle)
    return obstacle.recover(body)


def intersecting(sphere: Body, mesh: Obstacle) -> npt.NDArray[np.int64]:
    """The triangles of a mesh that share a point with a sphere. See :meth:`Obstacle.intersecting`.

    >>> tile = Mesh([[0, 0, 0], [4, 0, 0], [0, 4, 0]], [[0, 1, 2]])
    >>> intersecting(Sphere([1, 1, 0.5], 1), tile)
    array([0])
    """
    _met(sphere, mesh)
    return mesh.intersecting(sphere)
