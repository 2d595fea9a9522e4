"""A kinematic character controller: it walks on floors, climbs steps, sticks to the floor, falls and jumps."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, overload

import numpy as np
import numpy.typing as npt

from . import _tangency
from .answers import BoxFeature, Contact, Feature, Hits, HullFeature, Overlap, PlaneFeature, Vector, answer_of, place_of
from .arrays import Float, FloatArray, Numbers, numbers, rows_of, scalar, vector
from .bodies import Bodies, Capsule
from .each import Each
from .moves import Recover
from .obstacle import Obstacle
from .shapes import Hull, OrientedBox


Integers = npt.NDArray[np.int64]
_Kind = type[Capsule] | type[OrientedBox] | type[Hull]
#: The fields that a state has for the body of a walker, by the kinds of bodies.
_BODY_FIELDS: dict[_Kind, tuple[str, ...]] = {Capsule: ("axis", "radius"), OrientedBox: ("half_extents", "rotation"), Hull: ("points",)}
#: The names of these kinds in the compiled part.
_KINDS: dict[_Kind, str] = {Capsule: "capsules", OrientedBox: "boxes", Hull: "hulls"}


@dataclass(frozen=True)
class Step:
    """The result of a step of a :class:`Walker`.

    >>> import tangency
    >>> hero = Walker(tangency.Capsule([0, 0, 2], axis=[0, 0, 1], radius=0.5))
    >>> step = hero.step([0, 0, -4], tangency.Box([-9, -9, -1], [9, 9, 0]))
    >>> step.start.status, step.from_, step.legs, step.floor.normal, step.ceiling
    ('free', (0.0, 0.0, 2.0), ((0.0, 0.0, 0.5),), (0.0, 0.0, 1.0), None)
    """

    #: The state at the start of the step: free; moved, to a free position, if the walker overlapped an obstacle; or not found, and then the walker
    #: did not move.
    start: Recover
    #: The start of the first leg.
    from_: Vector
    #: The ends of the legs, in order.
    legs: tuple[Vector, ...]
    #: The blocking contacts, in order. The time of each is the fraction of the displacement of its leg.
    contacts: tuple[Contact, ...]
    #: The contact with the floor on which the walker stands at the end.
    floor: Contact | None
    #: The contact with the ceiling that the walker hit: a surface no steeper than ``max_slope``, seen from below.
    ceiling: Contact | None
    #: Whether the walker hangs between surfaces that are too steep: it has no floor, and yet it cannot fall. It can move along these surfaces, or
    #: jump.
    is_wedged: bool
    #: The displacement, in the last :meth:`Walker.ride`, of the platform that the walker left in this step by a jump or over an edge; zero if it left
    #: no platform. The velocity contains this displacement already, unless ``inherit_velocity`` is false.
    platform_velocity: Vector


@dataclass(frozen=True)
class Ride:
    """The result of a ride: how a moving world has moved a :class:`Walker`.

    >>> import tangency
    >>> hero = Walker(tangency.Capsule([0, 0, 0.5], axis=[0, 0, 1], radius=0.5))
    >>> press = tangency.Box([-1, -1, 3], [1, 1, 4], to=[-1, -1, 1])
    >>> ride = hero.ride([0, 0, 0], tangency.Scene([tangency.Box([-9, -9, -1], [9, 9, 0]), press]))
    >>> ride.status, ride.item, str(ride.feature)
    ('crushed', 1, 'sides 0 0 -1')
    """

    #: ``"carried"``: the walker moved by the displacement, apart from rounding. ``"pushed"``: an obstacle blocked or pushed it. ``"crushed"``: no
    #: free leg was found, so the walker was not moved, and an obstacle runs into it.
    status: Literal["carried", "pushed", "crushed"]
    #: The position of the walker at the end.
    position: Vector
    #: The part of the obstacle that pushed the walker or runs into it.
    feature: Feature | BoxFeature | PlaneFeature | HullFeature | None = None
    #: For a mesh, the triangle.
    triangle: int | None = None
    #: For a scene, the item.
    item: int | None = None


@dataclass(frozen=True)
class WalkerFloor:
    """The place at which a :class:`Walker` stands."""

    #: The touched point of the floor.
    point: Vector
    #: The unit normal of the contact, from the floor towards the walker.
    normal: Vector


@dataclass(frozen=True)
class WalkerState:
    """The state of a :class:`Walker`, on which its next steps depend, together with its options and the world. A state is plain numbers, which can be
    saved, sent and restored.

    It is pickled and copied like any other data, and ``dataclasses.asdict`` makes dictionaries of it. As JSON, too, the numbers keep their bits.
    """

    #: :attr:`Walker.position`.
    position: Vector
    #: For a capsule, the vector from the end ``a`` of its axis to the other end; None for another body.
    axis: Vector | None
    #: The radius of a capsule; None for another body.
    radius: float | None
    #: :attr:`Walker.velocity`.
    velocity: Vector
    #: The displacement by which a platform has carried the walker since its last step, which counts if the next step leaves the floor. Zero after
    #: each step.
    carried: Vector = (0.0, 0.0, 0.0)
    #: The floor on which the walker stands; None in the air.
    floor: WalkerFloor | None = None
    #: Half of the extents of a box; None for another body.
    half_extents: Vector | None = None
    #: The quaternion of the rotation of a box, ``(x, y, z, w)``; None for another body.
    rotation: tuple[float, float, float, float] | None = None
    #: The points of a hull, as they were given; None for another body. The position is the position of the first point.
    points: tuple[Vector, ...] | None = None


class Walker:
    """A kinematic character controller: a capsule, a box or a convex hull that does not turn, with its floor and its velocity.

    *Each leg of each step and the position at its end are free, decided exactly.* So no number of steps in a world at rest ends in overlap or leads
    through an obstacle. Whether a surface is a floor is also decided exactly, by its angle. The same steps lead to the same positions on every
    machine and in every language. Everything else is behaviour that is computed in floats: the direction of sliding, when the walker climbs a step,
    how it sticks to the floor.

    Args:
        body: A :class:`Capsule`, an :class:`OrientedBox` or a :class:`Hull` in space, usually upright, at its position at time zero. The walker keeps the
            axis of the capsule. A box and a hull have no ``radius=``; they stand on each edge beneath their flat base, and climb steps without rolling over
            their edges. The position of a hull is the position of its first point, for example the middle of its base, which need not be a vertex.
        up: (3,), the direction against gravity: a vector of any length.
        max_slope: The steepest floor: the tangent of its angle, 1 for 45 degrees.
        step_height: The height of the highest step that the walker climbs; 0 for none.
        snap_distance: Snap to ground: a walking character stays on a floor that is at most this far below it. 0 turns it off.
        max_iterations: The greatest number of legs in one slide. A step has a few slides.
        flat_base: Whether the round foot of a capsule counts as flat at an edge: then the walker stays at the height of the floor until its axis has passed the
            edge. Otherwise the walker sinks as its foot rolls around the edge, until the contact is steeper than ``max_slope``.
        max_recovery: The greatest distance, in radii of a capsule, in the least half extent of a box, or in half of the least extent of a hull along an axis, by which a step or a ride moves the walker out of an overlap at its start; with 0,
            the walker is not moved out.
        inherit_velocity: Whether a platform throws the walker: the displacement of a :meth:`Walker.ride` is added to its velocity if the step after
            the ride leaves the floor.

    Raises:
        ValueError: A number is not finite, a length or slope is negative, or ``up`` is zero; the error names the field and the value.

    >>> from tangency import Box, Capsule, Scene
    >>> level = Scene([Box([-9, -9, -1], [9, 9, 0]), Box([2, -9, 0], [9, 9, 0.25])])
    >>> hero = Walker(Capsule([0, 0, 0.5], axis=[0, 0, 1], radius=0.5), step_height=0.5, snap_distance=0.5)
    >>> for _ in range(40):
    ...     hero.velocity[2] -= 0.01
    ...     step = hero.step([0.125, 0, 0], level)
    >>> hero.position[2], hero.position[0] > 4.5, step.floor.item
    (0.75, True, 1)
    >>> Walker(hero.body, step_height=-1)
    Traceback (most recent call last):
    ValueError: walker.step_height is -1, must not be negative
    """

    __slots__ = ("_core", "_velocity", "_options", "dtype")

    #: The float of the walker's numbers and of its body: float32 or float64.
    dtype: Float
    _core: _tangency.Walker
    _velocity: FloatArray
    _options: dict[str, Any]

    def __init__(
        self,
        body: Capsule | OrientedBox | Hull,
        *,
        up: Numbers = (0.0, 0.0, 1.0),
        max_slope: float = 1.0,
        step_height: float = 0.0,
        snap_distance: float = 0.0,
        max_iterations: int = 12,
        flat_base: bool = False,
        max_recovery: float = 1.0,
        inherit_velocity: bool = True,
    ) -> None:
        _checked(body)
        self.dtype = body.dtype
        self._options = _options_of(
            self.dtype, up, max_slope, step_height, snap_distance, max_iterations, flat_base, max_recovery, inherit_velocity
        )
        self._core = _tangency.Walker(_core_of(body), _as_core(self._options, self.dtype), bool(self.dtype == np.float32))
        self._velocity = np.zeros(3, self.dtype)

    @property
    def position(self) -> Vector:
        """The position of the walker: the end ``a`` of the axis of a capsule, the centre of a box, the first point of a hull."""
        return self._core.state()[0]

    @property
    def body(self) -> Capsule | OrientedBox | Hull:
        """The body of the walker, at its position. The points of a hull are returned as they were given: the hull is moved by the exact difference of
        :attr:`position` and its first point, and such corners are not always floats.

        >>> from tangency import Box, Hull
        >>> hero = Walker(Hull([[0, 0, 0], [1, 0, 0], [-1, 1, 0], [-1, -1, 0], [0, 0, 2]]))
        >>> step = hero.step([0.25, 0, -1], Box([-9, -9, -1], [9, 9, 0]))
        >>> hero.body.position, hero.body.points[0]
        ((0.25, 0.0, 0.0), array([0., 0., 0.]))
        """
        return _body_of(self.state(), self.dtype)

    @property
    def velocity(self) -> FloatArray:
        """(3,): the displacement per step by a fall or a throw. You add gravity, also in place: ``hero.velocity[2] -= 0.01``.

        A step removes the components that floors, walls and ceilings block.
        """
        return self._velocity

    @velocity.setter
    def velocity(self, velocity: Numbers) -> None:
        self._velocity[:] = vector("velocity", velocity, self.dtype, 3)[0]

    @property
    def floor(self) -> WalkerFloor | None:
        """The place of the floor on which the walker stands after the last step, or None in the air. The touched obstacle is in
        :attr:`Step.floor`."""
        floor = self._core.state()[6]
        return None if floor is None else WalkerFloor(*floor)

    @property
    def options(self) -> dict[str, Any]:
        """The options of the walker, by the names of the arguments."""
        return dict(self._options)

    def state(self) -> WalkerState:
        """The state on which the next steps depend, together with the options and the world. After :meth:`restore`, each further step has the same
        bits.

        >>> import tangency
        >>> hero = Walker(tangency.Capsule([0, 0, 0.5], axis=[0, 0, 1], radius=0.5))
        >>> floor, before = tangency.Box([-9, -9, -1], [9, 9, 0]), hero.state()
        >>> hero.velocity = [0.25, 0, -0.01]
        >>> step = hero.step([0.125, 0, 0], floor)
        >>> hero.state()
        WalkerState(position=(0.375, 0.0, 0.5), axis=(0.0, 0.0, 1.0), radius=0.5, velocity=(0.25, 0.0, 0.0), carried=(0.0, 0.0, 0.0), floor=WalkerFloor(point=(0.0, 0.0, 0.0), normal=(0.0, 0.0, 1.0)), half_extents=None, rotation=None, points=None)
        >>> hero.restore(before)
        >>> hero.state() == before
        True
        """
        position, axis, radius, half_extents, rotation, carried, floor = self._core.state()
        velocity, points = tuple(self._velocity.tolist()), self._core.points()
        floor_ = None if floor is None else WalkerFloor(*floor)
        return WalkerState(position, axis, radius, velocity, carried, floor_, half_extents, rotation, None if points is None else tuple(points))

    def restore(self, state: WalkerState) -> None:
        """Puts the walker into a state, its own or the state of another walker, without a test for overlap.

        Raises:
            ValueError: A number is not finite, or a radius is negative; the state is not of a capsule, a box or a hull. The error names the field and
                the value, and the walker does not change.
        """
        if not isinstance(state, WalkerState):
            raise TypeError(f"state is a {type(state).__name__}, must be a WalkerState")
        if not isinstance(state.floor, (WalkerFloor, type(None))):
            raise TypeError(f"state.floor is a {type(state.floor).__name__}, must be a WalkerFloor or None")
        extent_name, *_ = _body_fields(state, _BODY_FIELDS.values())
        position, velocity, carried = (vector(f"state.{name}", getattr(state, name), self.dtype, 3) for name in ("position", "velocity", "carried"))
        several = rows_of if extent_name == "points" else vector
        extent = several(f"state.{extent_name}", getattr(state, extent_name), self.dtype, 3)
        floor = None
        if state.floor is not None:
            point, normal = (vector(f"state.floor.{name}", getattr(state.floor, name), self.dtype, 3) for name in ("point", "normal"))
            floor = point, normal
        rotation = tuple(vector("state.rotation", state.rotation, self.dtype, 4)[0].tolist()) if state.rotation is not None else None
        radius = float(scalar("state.radius", state.radius, self.dtype)[0]) if state.radius is not None else None
        self._core.restore((position, extent, radius, rotation), velocity, carried, floor)
        self._velocity[:] = velocity[0]

    def set_body(self, body: Capsule | OrientedBox | Hull, world: Obstacle) -> Overlap | None:
        """Replaces the body, at any position, if there is room: to crouch, and to stand up. Whether there is room is decided exactly.

        The walker keeps its floor if the end ``a`` of its axis and its radius stay the same, or if the box or the hull is the same; otherwise it is in
        the air.

        Args:
            body: The new body, at its position, such as ``Hull(points, position=hero.position)``.
            world: The obstacle, at rest.

        Returns:
            None, or the overlap if there is no room: then the walker does not change.

        >>> from tangency import Box, Capsule
        >>> ceiling, small = Box([-9, -9, 1.5], [9, 9, 2]), Capsule([0, 0, 0.5], axis=[0, 0, 0.25], radius=0.5)
        >>> hero = Walker(small)
        >>> hero.set_body(Capsule([0, 0, 0.5], axis=[0, 0, 0.5], radius=0.5), ceiling)
        >>> hero.set_body(Capsule([0, 0, 0.5], axis=[0, 0, 1], radius=0.5), ceiling).point
        (0.0, 0.0, 1.5)
        >>> hero.body
        Capsule((0.0, 0.0, 0.5), axis=(0.0, 0.0, 0.5), radius=0.5)
        """
        _checked(body)
        if body.dtype != self.dtype:
            raise ValueError(f"body is of {body.dtype}, but the walker of {self.dtype}")
        return _overlap(self._core.set_body(_core_of(body), _met(world)._core))

    def teleport(self, position: Numbers, world: Obstacle | None = None) -> Overlap | None:
        """Moves the walker to another position, (3,), in the air. If a world is given, it moves only if there is room, which is decided exactly;
        without a world, it always moves.

        Returns:
            None, or the overlap if there is no room: then the walker does not move.
        """
        to = vector("position", position, self.dtype, 3)
        if world is not None:
            return _overlap(self._core.teleport_into(to, _met(world)._core))
        self._core.teleport(to)
        return None

    def step(self, displacement: Numbers, world: Obstacle) -> Step:
        """Takes one step: moves the walker by its velocity and by a displacement, (3,), the intended motion of this step.

        A walker that stands on a floor and does not move up *walks*: along the floor, over surfaces that are flat enough, up steps, and down to the
        floor again, if the floor is near. Surfaces that are too steep are walls. Otherwise it *flies*: in a straight line, then along surfaces that
        are too steep, until it lands on a floor. To jump, give it an upward velocity. A floor removes the downward velocity, a ceiling the upward
        velocity, a wall the component into the wall.

        A walker that leaves the floor over an edge keeps the vertical speed at which it went down there, and the velocity of a platform that carried
        it: then its velocity contains both.

        A walker that overlaps an obstacle at the start, since the world has changed, is first moved to a :meth:`free position <Capsule.recover>`, if
        there is one within ``max_recovery``; otherwise it does not move. The world is at rest (see :meth:`ride` for platforms): a mesh, a mesh
        instance, a shape or a scene at which the body can be cast.

        >>> import tangency
        >>> hero = Walker(tangency.Capsule([0, 0, 0.5], axis=[0, 0, 1], radius=0.5))
        >>> floor = tangency.Box([-9, -9, -1], [9, 9, 0])
        >>> hero.velocity = [0, 0, 0.5]
        >>> hero.step([1, 0, 0], floor).legs
        ((1.0, 0.0, 1.0),)
        """
        way = vector("displacement", displacement, self.dtype, 3)
        answer = self._core.step(self._velocity.reshape(1, 3), way, _met(world)._core)
        velocity, (status, place), start, legs, contacts, floor, ceiling, is_wedged, platform_velocity = answer
        self._velocity[:] = velocity
        hits = tuple(hit for hit in map(_contact, contacts) if hit is not None)
        return Step(Recover(status, place), start, tuple(legs), hits, _contact(floor), _contact(ceiling), is_wedged, platform_velocity)

    def ride(self, displacement: Numbers, moving: Obstacle) -> Ride:
        """Moves the walker with a moving world: by the displacement of its floor, and away from obstacles that run into it. Take the next
        :meth:`step` in the world after the motion.

        ``moving`` is the world of this moment, in which each moving obstacle has a ``to=``, its position at the next moment. The walker's own leg to
        its new position *enters no obstacle while all obstacles move*, which is decided exactly. If an obstacle is in its path, the walker moves
        aside if possible. Otherwise it is not moved, and the result contains the obstacle that crushes it.

        >>> import tangency
        >>> hero = Walker(tangency.Capsule([0, 0, 0.5], axis=[0, 0, 1], radius=0.5))
        >>> lift = tangency.Box([-2, -2, -1], [2, 2, 0], to=[-2, -2, -0.75])
        >>> hero.ride([0, 0, 0.25], lift)
        Ride(status='carried', position=(0.0, 0.0, 0.75), feature=None, triangle=None, item=None)
        """
        way = vector("displacement", displacement, self.dtype, 3)
        status, position, by = self._core.ride(way, _met(moving)._core)
        return Ride(status, position) if by is None else Ride(status, position, *place_of(by, 3))

    def __repr__(self) -> str:
        velocity = tuple(self._velocity.tolist())
        words = [f"velocity={velocity}"] if any(velocity) else []
        words.append("in the air" if self.floor is None else "on a floor")
        return f"<Walker: at {self.position}, {', '.join(words)}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.dtype, self._options, self.state())


@dataclass(frozen=True)
class Steps:
    """The result of a step of :class:`Walkers`: arrays with a row for each walker."""

    #: (N,) int8: 0 for a walker that overlapped no obstacle at the start, 1 if it was moved to a free position, -1 if none was found and it did not
    #: move.
    start: npt.NDArray[np.int8]
    #: (N,) int64: the number of legs of each walker.
    leg_count: Integers
    #: (N,) int64: the number of contacts that blocked each walker.
    contact_count: Integers
    #: The contact of each walker with its floor at the end; the status is none for a walker in the air.
    floor: Hits
    #: The contact of each walker with the ceiling that it hit.
    ceiling: Hits
    #: (N,) bool: whether a walker hangs between surfaces that are too steep; see :attr:`Step.is_wedged`.
    is_wedged: npt.NDArray[np.bool_]
    #: (N, 3): the displacement of the platform that each walker left; see :attr:`Step.platform_velocity`.
    platform_velocity: FloatArray


@dataclass(frozen=True, eq=False)
class WalkerFloors:
    """The places at which :class:`Walkers` stand: arrays with a row for each walker, NaN for a walker in the air."""

    #: (N, 3): the touched points.
    point: FloatArray
    #: (N, 3): the unit normals, from the floors towards the walkers.
    normal: FloatArray

    @property
    def is_there(self) -> npt.NDArray[np.bool_]:
        """(N,) bool: whether each walker stands on a floor."""
        return np.asarray(~np.isnan(self.normal).all(axis=1))


@dataclass(frozen=True, eq=False)
class WalkerStates:
    """The states of :class:`Walkers`: a :class:`WalkerState` for each walker, as arrays."""

    #: (N, 3): :attr:`Walkers.position`.
    position: FloatArray
    #: (N, 3): for capsules, the vectors from the ends ``a`` of their axes to the other ends; None for other bodies.
    axis: FloatArray | None
    #: (N,): the radii of capsules; None for other bodies.
    radius: FloatArray | None
    #: (N, 3): :attr:`Walkers.velocity`.
    velocity: FloatArray
    #: (N, 3): the displacements by which platforms have carried the walkers.
    carried: FloatArray
    #: The floors on which the walkers stand.
    floor: WalkerFloors
    #: (N, 3): half of the extents of boxes; None for other bodies.
    half_extents: FloatArray | None = None
    #: (N, 4): the quaternions of the rotations of boxes; None for other bodies.
    rotation: FloatArray | None = None
    #: (N, K, 3): the points of hulls, as they were given; None for other bodies. The positions are the positions of the first points.
    points: FloatArray | None = None


class Walkers:
    """Many walkers in one world, whose bodies are capsules, oriented boxes, or convex hulls. Row i does the same as a single :class:`Walker`, to the last bit. The
    walkers do not collide with each other.

    Args:
        bodies: Rows of capsules, of boxes or of hulls without a radius, as ``Capsule.each``, ``OrientedBox.each`` and ``Hull.each`` make them. The bodies
            of these walkers are of one kind, and stay of this kind, hulls with the same number of points; for capsules and boxes in one world, use two
            ``Walkers``.
        up, max_slope, step_height, snap_distance, max_iterations, flat_base, max_recovery, inherit_velocity: As for a :class:`Walker`, the same for all.

    >>> import tangency
    >>> crowd = Walkers(Capsule.each([[0, 0, 0.5], [3, 0, 2]], axis=[0, 0, 1], radius=0.5))
    >>> floor = tangency.Box([-9, -9, -1], [9, 9, 0])
    >>> for _ in range(50):
    ...     crowd.velocity[:, 2] -= 0.01
    ...     steps = crowd.step([[0.0625, 0, 0], [0, 0.125, 0]], floor)
    >>> crowd.position
    array([[3.125, 0.   , 0.5  ],
           [3.   , 6.25 , 0.5  ]])
    >>> steps.floor.normal
    array([[0., 0., 1.],
           [0., 0., 1.]])
    >>> boxes = Walkers(OrientedBox.each(crowd.position, [0.5, 0.25, 0.5], [0, 0, 0, 1]))
    >>> boxes.step([0.125, 0, -1], floor).floor.status, boxes.position[0]
    (array([1, 1], dtype=uint8), array([3.25, 0.  , 0.5 ]))
    >>> wedge = [[0, 0, 0], [0.5, 0.5, 0], [-0.5, 0.5, 0], [-0.5, -0.5, 0], [0.5, -0.5, 0], [0, 0, 1.5]]  # The first point is the middle of the base.
    >>> wedges = Walkers(Hull.each(wedge, position=[[0, 0, 2], [3, 0, 2]]))
    >>> wedges.step([0.125, 0, -3], floor).floor.status, wedges.position[1]
    (array([1, 1], dtype=uint8), array([3.125, 0.   , 0.   ]))
    """

    __slots__ = ("_core", "_kind", "_velocity", "_position", "_options", "dtype")

    #: The float of the walkers' numbers and of their bodies: float32 or float64.
    dtype: Float
    _core: _tangency.Walkers
    _kind: _Kind
    _velocity: FloatArray
    _position: FloatArray
    _options: dict[str, Any]

    def __init__(
        self,
        bodies: Bodies | Each,
        *,
        up: Numbers = (0.0, 0.0, 1.0),
        max_slope: float = 1.0,
        step_height: float = 0.0,
        snap_distance: float = 0.0,
        max_iterations: int = 12,
        flat_base: bool = False,
        max_recovery: float = 1.0,
        inherit_velocity: bool = True,
    ) -> None:
        self._kind, shape = _checked_rows(bodies)
        if len(shape) > 1:
            raise ValueError(f"bodies has shape {shape}, must have (N,)")
        self.dtype = bodies.dtype
        self._options = _options_of(
            self.dtype, up, max_slope, step_height, snap_distance, max_iterations, flat_base, max_recovery, inherit_velocity
        )
        self._core = _tangency.Walkers(bodies._batch(None), _as_core(self._options, self.dtype), bool(self.dtype == np.float32), _KINDS[self._kind])
        self._position = self._core.states()[0]
        self._velocity = np.zeros(self._position.shape, self.dtype)

    @property
    def position(self) -> FloatArray:
        """(N, 3): the positions of the walkers: the ends ``a`` of the axes of capsules, the centres of boxes, the first points of hulls. The array is
        read-only, and each step overwrites it."""
        view = self._position.view()
        view.flags.writeable = False
        return view

    @property
    def bodies(self) -> Bodies | Each:
        """The bodies of the walkers, at their positions."""
        return _bodies_of(self.state(), self.dtype)

    @property
    def velocity(self) -> FloatArray:
        """(N, 3): the displacements per step by a fall or a throw, as for a :class:`Walker`. Each step overwrites the array. You add gravity:
        ``crowd.velocity[:, 2] -= 0.01``."""
        return self._velocity

    @velocity.setter
    def velocity(self, velocity: Numbers) -> None:
        self._velocity[:] = rows_of("velocity", velocity, self.dtype, 3)

    @property
    def floor(self) -> WalkerFloors:
        """The places of the floors on which the walkers stand after the last step. The touched obstacles are in :attr:`Steps.floor`."""
        *_, point, normal = self._core.states()
        return WalkerFloors(point, normal)

    @property
    def options(self) -> dict[str, Any]:
        """The options of the walkers, by the names of the arguments."""
        return dict(self._options)

    def state(self) -> WalkerStates:
        """The states on which the next steps depend, together with the options and the world. After :meth:`restore`, each further step has the same
        bits."""
        position, extent, rest, carried, point, normal = self._core.states()
        velocity, floor = self._velocity.copy(), WalkerFloors(point, normal)
        if self._kind is OrientedBox:
            return WalkerStates(position, None, None, velocity, carried, floor, extent, rest)
        if self._kind is Hull:
            return WalkerStates(position, None, None, velocity, carried, floor, points=extent.reshape(len(self), extent.shape[1] // 3, 3))
        return WalkerStates(position, extent, rest.reshape(-1), velocity, carried, floor)

    def restore(self, state: WalkerStates) -> None:
        """Puts the walkers into states of bodies of their kind, with a row for each walker. An error names the number of the row, and then nothing
        changes."""
        if not isinstance(state, WalkerStates):
            raise TypeError(f"state is a {type(state).__name__}, must be a WalkerStates")
        arrays = {name: getattr(state, name) for name in ("position", *_body_fields(state, [_BODY_FIELDS[self._kind]]), "velocity", "carried")}
        arrays |= {"floor.point": state.floor.point, "floor.normal": state.floor.normal}
        rows = []
        for name, array in arrays.items():
            rows.append(numbers(f"state.{name}", array, self.dtype))
            shape = {"radius": (len(self),), "rotation": (len(self), 4), "points": (len(self), self._point_count(), 3)}.get(name, (len(self), 3))
            if rows[-1].shape != shape:
                raise ValueError(f"state.{name} has shape {rows[-1].shape}, must have {shape}")
        if self._kind is Hull:
            # A hull has no further size.
            rows[1:2] = rows[1].reshape(len(self), 3 * self._point_count()), np.zeros((len(self), 1), self.dtype)
        position, extent, rest, velocity, *others = rows
        self._core.restore(position, extent, rest if rest.ndim == 2 else rest[:, np.newaxis], velocity, *others)
        self._position[:], self._velocity[:] = position, velocity

    def set_body(self, bodies: Bodies | Each, world: Obstacle, *, threads: int | None = None) -> Hits:
        """Replaces each body by a row of bodies of the same kind if there is room, which is decided exactly. See :meth:`Walker.set_body`.

        Each walker is tested alone: a walker without room keeps its body, and the others get their new bodies. An error names the number of the row,
        and then nothing changes.

        Returns:
            The overlap of each walker without room; for the others the status is none.

        >>> from tangency import Box, Capsule
        >>> ceiling = Box([2, -9, 1.5], [9, 9, 2])
        >>> crowd = Walkers(Capsule.each([[0, 0, 0.5], [4, 0, 0.5]], axis=[0, 0, 0.25], radius=0.5))
        >>> crowd.set_body(Capsule.each(crowd.position, axis=[0, 0, 1], radius=0.5), ceiling).status
        array([0, 2], dtype=uint8)
        >>> crowd.state().axis[:, 2]
        array([1.  , 0.25])
        """
        kind, shape = _checked_rows(bodies)
        if kind is not self._kind:
            raise TypeError(f"bodies is {bodies!r}, but the bodies of the walkers are of {self._kind.__name__}")
        if bodies.dtype != self.dtype:
            raise ValueError(f"bodies is of {bodies.dtype}, but the walkers of {self.dtype}")
        if shape != (len(self),):
            raise ValueError(f"bodies has shape {shape}, must have ({len(self)},)")
        if isinstance(bodies, Each) and self._kind is Hull and len(self) and bodies._arguments["points"].shape[1] != self._point_count():
            count, wanted = bodies._arguments["points"].shape[1], self._point_count()
            raise ValueError(f"bodies has hulls of {count} points, must have {wanted} as the walkers have: a point may be repeated")
        return self._placed(self._core.set_body(bodies._batch(None), _met(world)._core, threads), world)

    @overload
    def teleport(self, position: Numbers, world: Obstacle, *, threads: int | None = None) -> Hits: ...
    @overload
    def teleport(self, position: Numbers, world: None = None, *, threads: int | None = None) -> None: ...
    def teleport(self, position: Numbers, world: Obstacle | None = None, *, threads: int | None = None) -> Hits | None:
        """Moves the walkers to other positions, (N, 3), or (3,) for all, in the air. If a world is given, only walkers that have room move, which is
        decided exactly; without a world, all move. See :meth:`Walker.teleport`.

        Returns:
            With a world, the overlap of each walker that has no room and does not move; for the others the status is none. Without a world, None.
        """
        to = self._rows("position", position)
        if world is not None:
            return self._placed(self._core.teleport_into(to, _met(world)._core, threads), world)
        self._core.teleport(to)
        self._position[:] = to
        return None

    def _point_count(self) -> int:
        """The number of points of each hull; 0 for other bodies."""
        return self._core.states()[1].shape[1] // 3 if self._kind is Hull else 0

    def _placed(self, answer: tuple[Any, ...], world: Obstacle) -> Hits:
        """The overlaps that prevented walkers, with the present positions of all walkers."""
        self._position[:] = self._core.states()[0]
        return Hits(answer, world._features)

    def _rows(self, name: str, vectors: Numbers) -> FloatArray:
        """A vector for each walker, or one for all."""
        rows = rows_of(name, vectors, self.dtype, 3)
        if len(rows) not in (1, len(self)):
            raise ValueError(f"{name} has {len(rows)} rows, but there are {len(self)} walkers")
        return rows

    def step(self, displacement: Numbers, world: Obstacle, *, threads: int | None = None) -> Steps:
        """Takes one step of all walkers: moves each by its velocity and by a displacement, (N, 3) or (3,) for all. See :meth:`Walker.step`.

        The step releases the lock of the interpreter, and runs on all cores or on ``threads`` of them. An error names the number of the row, and then
        no walker moves.
        """
        ways = self._rows("displacement", displacement)
        answer = self._core.step(self._velocity, self._position, ways, _met(world)._core, threads)
        start, legs, contacts, floor, ceiling, is_wedged, platform_velocity = answer
        return Steps(start, legs, contacts, Hits(floor, world._features), Hits(ceiling, world._features), is_wedged, platform_velocity)

    def __len__(self) -> int:
        return len(self._position)

    def __getitem__(self, row: int) -> Walker:
        """A copy of one walker, which is independent of the row from here on."""
        position, extent, rest, carried, point, normal = (tuple(array[row].tolist()) for array in self._core.states())
        velocity, floor = tuple(self._velocity[row].tolist()), None if all(map(math.isnan, normal)) else WalkerFloor(point, normal)
        if self._kind is OrientedBox:
            state = WalkerState(position, None, None, velocity, carried, floor, extent, rest)
        elif self._kind is Hull:
            points = tuple(zip(*[iter(extent)] * 3))
            state = WalkerState(position, None, None, velocity, carried, floor, points=points)
        else:
            state = WalkerState(position, extent, rest[0], velocity, carried, floor)
        return _again(self.dtype, self._options, state)

    def __repr__(self) -> str:
        return f"<Walkers: {len(self)}, {np.count_nonzero(self.floor.is_there)} of them on a floor>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _many_again, (self.dtype, self._options, self.state())


def _again(dtype: Float, options: dict[str, Any], state: WalkerState) -> Walker:
    """For pickle, and so for copies."""
    walker = Walker(_body_of(state, dtype), **options)
    walker.restore(state)
    return walker


def _body_of(state: WalkerState, dtype: Float) -> Capsule | OrientedBox | Hull:
    """The body of a state."""
    if state.points is not None:
        return Hull(state.points, position=state.position, dtype=dtype)
    if state.half_extents is not None and state.rotation is not None:
        return OrientedBox(state.position, state.half_extents, state.rotation, dtype=dtype)
    assert state.axis is not None and state.radius is not None
    return Capsule(state.position, axis=state.axis, radius=state.radius, dtype=dtype)


def _body_fields(state: WalkerState | WalkerStates, allowed: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """The names of the fields that a state has for its body; refuses other fields than these."""
    given = tuple(name for names in _BODY_FIELDS.values() for name in names if getattr(state, name, None) is not None)
    for names in allowed:
        if given == names:
            return names
    words = ", or ".join(" and ".join(names) for names in allowed)
    raise ValueError(f"state has {', '.join(given) or 'no body'}, must have {words}")


def _core_of(body: Capsule | OrientedBox | Hull) -> _tangency.Body:
    """The body as the compiled part takes it."""
    return body._core if isinstance(body, Capsule) else body._cast


def _many_again(dtype: Float, options: dict[str, Any], state: WalkerStates) -> Walkers:
    """For pickle, and so for copies."""
    walkers = Walkers(_bodies_of(state, dtype), **options)
    walkers.restore(state)
    return walkers


def _bodies_of(state: WalkerStates, dtype: Float) -> Bodies | Each:
    """The bodies of states."""
    if state.half_extents is not None and state.rotation is not None:
        return OrientedBox.each(state.position, state.half_extents, state.rotation, dtype=dtype)
    if state.points is not None:
        return Hull.each(state.points, position=state.position, dtype=dtype)
    assert state.axis is not None and state.radius is not None
    return Capsule.each(state.position, axis=state.axis, radius=state.radius, dtype=dtype)


def _options_of(
    dtype: Float,
    up: Numbers,
    max_slope: float,
    step_height: float,
    snap_distance: float,
    max_iterations: int,
    flat_base: bool,
    max_recovery: float,
    inherit_velocity: bool,
) -> dict[str, Any]:
    """The options of a walker by their names, as numbers of its float."""
    if max_iterations < 0:
        raise ValueError(f"max_iterations is {max_iterations}, must not be negative")
    flags = {"flat_base": flat_base, "inherit_velocity": inherit_velocity}
    for name, flag in flags.items():
        if not isinstance(flag, (bool, np.bool_)):
            raise TypeError(f"{name} is {flag!r}, must be True or False")
    lengths = {"max_slope": max_slope, "step_height": step_height, "snap_distance": snap_distance, "max_recovery": max_recovery}
    options: dict[str, Any] = {"up": tuple(vector("up", up, dtype, 3)[0].tolist()), "max_iterations": max_iterations}
    options |= {name: float(scalar(name, value, dtype)[0]) for name, value in lengths.items()}
    return options | {name: bool(flag) for name, flag in flags.items()}


def _as_core(options: dict[str, Any], dtype: Float) -> dict[str, Any]:
    """Options as the compiled part takes them."""
    return options | {"up": np.array([options["up"]], dtype)}


def _checked(body: Capsule | OrientedBox | Hull) -> None:
    """Refuses a body that cannot be the body of a walker."""
    if not isinstance(body, (Capsule, OrientedBox, Hull)):
        raise TypeError(f"body is a {type(body).__name__}, must be a Capsule, an OrientedBox or a Hull")
    if body.dimension != 3:
        raise ValueError(f"body has dimension {body.dimension}, but a walker is in space")


def _checked_rows(bodies: Bodies | Each) -> tuple[_Kind, tuple[int, ...]]:
    """The kind and the shape of bodies; refuses bodies that cannot be the bodies of walkers."""
    body = bodies.body if isinstance(bodies, Bodies) else bodies.shape if isinstance(bodies, Each) else None
    kind = next((kind for kind in _BODY_FIELDS if isinstance(body, type) and issubclass(body, kind)), None)
    if kind is None:
        raise TypeError(f"bodies is {bodies!r}, must be rows of capsules, boxes or hulls, as Capsule.each, OrientedBox.each and Hull.each make them")
    if bodies.dimension != 3:
        raise ValueError(f"bodies has dimension {bodies.dimension}, but walkers are in space")
    return kind, bodies.shape if isinstance(bodies, Bodies) else (len(bodies),)


def _met(world: Obstacle) -> Obstacle:
    if not isinstance(world, Obstacle):
        raise TypeError(f"world is a {type(world).__name__}, must be a shape, a mesh or a scene")
    return world


def _contact(answer: tuple[Any, ...] | None) -> Contact | None:
    hit = answer_of(answer)
    return hit if isinstance(hit, Contact) else None


def _overlap(answer: tuple[Any, ...] | None) -> Overlap | None:
    hit = answer_of(answer)
    return hit if isinstance(hit, Overlap) else None
