"""A character: it walks on floors, climbs steps, sticks to the floor, falls and jumps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from . import _tangency
from .answers import BoxFeature, Contact, Feature, Hits, PlaneFeature, Vector, answer_of, place_of
from .arrays import Float, FloatArray, Numbers, rows_of, scalar, vector
from .bodies import Bodies, Capsule
from .moves import Recover
from .obstacle import Obstacle


Integers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Step:
    """What became of a step of a :class:`Walker`.

    >>> import tangency
    >>> hero = Walker(tangency.Capsule([0, 0, 2], axis=[0, 0, 1], radius=0.5))
    >>> step = hero.step([0, 0, -4], tangency.Box([-9, -9, -1], [9, 9, 0]))
    >>> step.start.status, step.from_, step.legs, step.floor.normal, step.ceiling
    ('free', (0.0, 0.0, 2.0), ((0.0, 0.0, 0.5),), (0.0, 0.0, 1.0), None)
    """

    #: Whether it overlapped nothing as it began; else where it was put, if that was found. If not, it did not move.
    start: Recover
    #: Where its legs begin.
    from_: Vector
    #: Their ends, in order.
    legs: tuple[Vector, ...]
    #: What blocked it, in order; each time is a part of what was tried then.
    contacts: tuple[Contact, ...]
    #: On what it then stands.
    floor: Contact | None
    #: On what it has knocked its head: as flat as a floor, seen from below.
    ceiling: Contact | None


@dataclass(frozen=True)
class Ride:
    """What a moving world has done to a :class:`Walker`.

    >>> import tangency
    >>> hero = Walker(tangency.Capsule([0, 0, 0.5], axis=[0, 0, 1], radius=0.5))
    >>> press = tangency.Box([-1, -1, 3], [1, 1, 4], to=[-1, -1, 1])
    >>> ride = hero.ride([0, 0, 0], tangency.Scene([tangency.Box([-9, -9, -1], [9, 9, 0]), press]))
    >>> ride.status, ride.item, str(ride.feature)
    ('crushed', 1, 'sides 0 0 -1')
    """

    #: ``"carried"``: it went along as it should, rounding aside. ``"pushed"``: something was in its way, or pushed it.
    #: ``"crushed"``: no way out was found; it was not moved, and something runs into it.
    status: Literal["carried", "pushed", "crushed"]
    #: Where it then is.
    position: Vector
    #: What pushed it or runs into it: the part of an obstacle.
    feature: Feature | BoxFeature | PlaneFeature | None = None
    #: Of a mesh, the triangle.
    triangle: int | None = None
    #: Of a scene, the item.
    item: int | None = None


class Walker:
    """A character: a capsule that does not turn, with what it stands on and how it flies.

    *Each leg of each step is free, and so is each place at its end, decided exactly.* So no number of steps in a world at rest ends in overlap or leads through
    anything. Whether a surface is a floor is decided exactly as well, by its angle. The same steps lead to the same places on every machine, and in every
    language. All else is behaviour, which floats steer: which way it slides, when it climbs a step, how it sticks to the floor.

    Args:
        body: A :class:`Capsule` in space, mostly an upright one, where it is at time zero; it keeps its axis.
        up: (3,), against gravity: a vector of any length.
        max_slope: How much a floor rises at most for each unit along it: the tangent of its angle, 1 for 45 degrees.
        step_height: How high a step it climbs; 0 for none.
        snap_distance: How far below it the floor may be if it is to stay on it, walking down; 0 for not at all.
        max_iterations: How many legs at most in one slide, of which a step has a few.

    Raises:
        ValueError: A number that is not finite, a negative length or slope, an ``up`` of zero; it names the field and the value.

    >>> from tangency import Box, Capsule, Scene
    >>> level = Scene([Box([-9, -9, -1], [9, 9, 0]), Box([2, -9, 0], [9, 9, 0.25])])
    >>> hero = Walker(Capsule([0, 0, 0.5], axis=[0, 0, 1], radius=0.5), step_height=0.5, snap_distance=0.5)
    >>> for _ in range(40):
    ...     hero.velocity[2] -= 0.01
    ...     step = hero.step([0.125, 0, 0], level)
    >>> hero.position[2], hero.position[0] > 4.5, hero.floor.item
    (0.75, True, 1)
    >>> Walker(hero.body, step_height=-1)
    Traceback (most recent call last):
    ValueError: walker.step_height is -1, must not be negative
    """

    __slots__ = ("_core", "_velocity", "_floor", "_options", "dtype")

    #: The float of its numbers, float32 or float64: that of its body.
    dtype: Float
    _core: _tangency.Walker
    _velocity: FloatArray
    _floor: Contact | None
    _options: dict[str, Any]

    def __init__(
        self,
        body: Capsule,
        *,
        up: Numbers = (0.0, 0.0, 1.0),
        max_slope: float = 1.0,
        step_height: float = 0.0,
        snap_distance: float = 0.0,
        max_iterations: int = 12,
    ) -> None:
        if not isinstance(body, Capsule):
            raise TypeError(f"body is a {type(body).__name__}, must be a Capsule")
        if body.dimension != 3:
            raise ValueError(f"body has dimension {body.dimension}, but a walker is in space")
        self.dtype = body.dtype
        row, lengths, self._options = _able(self.dtype, up, max_slope, step_height, snap_distance, max_iterations)
        self._core = _tangency.Walker(body._core, row, lengths, max_iterations, bool(self.dtype == np.float32))
        self._velocity, self._floor = np.zeros(3, self.dtype), None

    @property
    def position(self) -> Vector:
        """Where it is: the end ``a`` of its axis."""
        return self._core.body()[0]

    @property
    def body(self) -> Capsule:
        """Its body, where it is."""
        a, axis, radius = self._core.body()
        return Capsule(a, axis=axis, radius=radius, dtype=self.dtype)

    @property
    def velocity(self) -> FloatArray:
        """(3,): how far it goes by itself in a step: it falls, or was thrown. You add gravity, also in place: ``hero.velocity[2] -= 0.01``.

        A step takes away what floors, walls and ceilings stop.
        """
        return self._velocity

    @velocity.setter
    def velocity(self, velocity: Numbers) -> None:
        self._velocity[:] = vector("velocity", velocity, self.dtype, 3)[0]

    @property
    def floor(self) -> Contact | None:
        """On what it stands, as of the last step."""
        return self._floor

    @property
    def options(self) -> dict[str, Any]:
        """What it can do: ``up``, ``max_slope``, ``step_height``, ``snap_distance`` and ``max_iterations``."""
        return dict(self._options)

    def teleport(self, position: Numbers) -> None:
        """Puts it elsewhere, (3,), in the air."""
        self._core.teleport(vector("position", position, self.dtype, 3))
        self._floor = None

    def step(self, displacement: Numbers, world: Obstacle) -> Step:
        """One step: by its velocity and by a displacement, (3,), where it wants to go in this step.

        If it stands on a floor and does not go up, it *walks*: along the floor, over what is flat enough, up steps, and down to the floor again, if that is near.
        What is too steep is a wall for it. Else it *flies*: along a straight way, and on along what is too steep, until it lands on a floor. To jump, give it a
        velocity up. A floor takes away its velocity down, a ceiling that up, a wall what leads into it.

        If it overlaps something as it begins, since the world has changed, it is first put to a :meth:`free place <Capsule.recover>`.
        The world is at rest, and one in which capsules move: a mesh, a placed mesh, a shape or a scene.

        >>> import tangency
        >>> hero = Walker(tangency.Capsule([0, 0, 0.5], axis=[0, 0, 1], radius=0.5))
        >>> floor = tangency.Box([-9, -9, -1], [9, 9, 0])
        >>> hero.velocity = [0, 0, 0.5]
        >>> hero.step([1, 0, 0], floor).legs
        ((1.0, 0.0, 1.0),)
        """
        way = vector("displacement", displacement, self.dtype, 3)
        answer = self._core.step(self._velocity.reshape(1, 3), way, _met(world)._core)
        velocity, (status, place), start, legs, contacts, floor, ceiling = answer
        self._velocity[:] = velocity
        self._floor = _contact(floor)
        hits = (_contact(contact) for contact in contacts)
        return Step(Recover(status, place), start, tuple(legs), tuple(hit for hit in hits if hit is not None), self._floor, _contact(ceiling))

    def ride(self, displacement: Numbers, moving: Obstacle) -> Ride:
        """While the world moves, before a :meth:`step` in the world as it then is: it goes along by a displacement, that of what it stands on, and is pushed by what
        runs into it.

        ``moving`` is the world of this moment, in which each thing that moves is on its way, ``to=`` where it will be. The walker's own leg, to where it then is,
        *enters nothing while all that moves*: that is decided exactly. If something is in its way it goes aside, if that is possible; else it is not moved, and
        the answer says by what it is crushed.

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
        words.append("in the air" if self._floor is None else "on a floor")
        return f"<Walker: at {self.position}, {', '.join(words)}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.body, self._options, self._velocity, self._floor)


@dataclass(frozen=True)
class Steps:
    """What became of a step of :class:`Walkers`: arrays with a row for each."""

    #: (N,) int8: 0 where it overlapped nothing as it began, 1 where it was put to a free place, -1 where none was found: those did not move.
    start: npt.NDArray[np.int8]
    #: (N,) int64: how many legs each went.
    leg_count: Integers
    #: (N,) int64: how many contacts blocked it.
    contact_count: Integers
    #: On what each then stands; nothing of those in the air.
    floor: Hits
    #: On what each has knocked its head.
    ceiling: Hits


class Walkers:
    """Many characters in one world: row i does what a :class:`Walker` of its own would do, to the last bit. They do not see each other.

    Args:
        bodies: Rows of capsules, as ``Capsule.each`` makes them.
        up, max_slope, step_height, snap_distance, max_iterations: As for a :class:`Walker`, the same for all.

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
    """

    __slots__ = ("_core", "_velocity", "_position", "_floor", "_options", "dtype")

    #: The float of its numbers, float32 or float64: that of the bodies.
    dtype: Float
    _core: _tangency.Walkers
    _velocity: FloatArray
    _position: FloatArray
    _floor: Hits | None
    _options: dict[str, Any]

    def __init__(
        self,
        bodies: Bodies,
        *,
        up: Numbers = (0.0, 0.0, 1.0),
        max_slope: float = 1.0,
        step_height: float = 0.0,
        snap_distance: float = 0.0,
        max_iterations: int = 12,
    ) -> None:
        if not isinstance(bodies, Bodies) or not issubclass(bodies.body, Capsule):
            raise TypeError(f"bodies is {bodies!r}, must be rows of capsules, as Capsule.each makes them")
        if bodies.dimension != 3:
            raise ValueError(f"bodies has dimension {bodies.dimension}, but walkers are in space")
        if len(bodies.shape) > 1:
            raise ValueError(f"bodies has shape {bodies.shape}, must have (N,)")
        self.dtype = bodies.dtype
        row, lengths, self._options = _able(self.dtype, up, max_slope, step_height, snap_distance, max_iterations)
        self._core = _tangency.Walkers(bodies._batch(None), row, lengths, max_iterations, bool(self.dtype == np.float32))
        self._position = self._core.bodies()[0]
        self._velocity, self._floor = np.zeros(self._position.shape, self.dtype), None

    @property
    def position(self) -> FloatArray:
        """(N, 3): where each is, the end ``a`` of its axis. It is read only, and written over by each step."""
        view = self._position.view()
        view.flags.writeable = False
        return view

    @property
    def bodies(self) -> Bodies:
        """Their bodies, where they are."""
        a, axis, radius = self._core.bodies()
        return Capsule.each(a, axis=axis, radius=radius, dtype=self.dtype)

    @property
    def velocity(self) -> FloatArray:
        """(N, 3): how far each goes by itself in a step, as of a :class:`Walker`. Each step writes it over; you add gravity: ``crowd.velocity[:, 2] -= 0.01``."""
        return self._velocity

    @velocity.setter
    def velocity(self, velocity: Numbers) -> None:
        self._velocity[:] = rows_of("velocity", velocity, self.dtype, 3)

    @property
    def floor(self) -> Hits | None:
        """On what each stands, as of the last step; None before the first."""
        return self._floor

    @property
    def options(self) -> dict[str, Any]:
        """What they can do: ``up``, ``max_slope``, ``step_height``, ``snap_distance`` and ``max_iterations``."""
        return dict(self._options)

    def step(self, displacement: Numbers, world: Obstacle, *, threads: int | None = None) -> Steps:
        """One step of all, each by its velocity and by a displacement, (N, 3) or (3,) for all. See :meth:`Walker.step`.

        It runs without the lock of the interpreter, on all cores or on ``threads`` of them. Of a row that is refused the error names the number, and none moves.
        """
        ways = rows_of("displacement", displacement, self.dtype, 3)
        if len(ways) not in (1, len(self)):
            raise ValueError(f"displacement has {len(ways)} rows, but there are {len(self)} walkers")
        answer = self._core.step(self._velocity, self._position, ways, _met(world)._core, threads)
        start, legs, contacts, floor, ceiling = answer
        self._floor = Hits(floor, world._features)
        return Steps(start, legs, contacts, self._floor, Hits(ceiling, world._features))

    def __len__(self) -> int:
        return len(self._position)

    def __getitem__(self, row: int) -> Walker:
        """A copy of one, which goes its own way from here."""
        hit = None if self._floor is None else self._floor[row]
        a, axis, radius = self._core.bodies()
        body = Capsule(a[row], axis=axis[row], radius=radius[row], dtype=self.dtype)
        return _again(body, self._options, self._velocity[row], hit if isinstance(hit, Contact) else None)

    def __repr__(self) -> str:
        standing = 0 if self._floor is None else np.count_nonzero(self._floor.status)
        return f"<Walkers: {len(self)}, {standing} of them on a floor>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _many_again, (self.bodies, self._options, self._velocity, self._floor)


def _many_again(bodies: Bodies, options: dict[str, Any], velocity: FloatArray, floor: Hits | None) -> Walkers:
    """For pickle, and so for copies."""
    walkers = Walkers(bodies, **options)
    walkers.velocity = velocity
    if floor is not None:
        rows = np.flatnonzero(floor.status)
        walkers._core.stand(rows.tolist(), np.ascontiguousarray(floor.point[rows]), np.ascontiguousarray(floor.normal[rows]))
        walkers._floor = floor
    return walkers


def _able(
    dtype: Float, up: Numbers, max_slope: float, step_height: float, snap_distance: float, max_iterations: int
) -> tuple[FloatArray, tuple[float, float, float], dict[str, Any]]:
    """What a walker can do, as the compiled part takes it, and by names."""
    if max_iterations < 0:
        raise ValueError(f"max_iterations is {max_iterations}, must not be negative")
    row = vector("up", up, dtype, 3)
    lengths = {"max_slope": max_slope, "step_height": step_height, "snap_distance": snap_distance}
    slope, step, snap = (float(scalar(name, value, dtype)[0]) for name, value in lengths.items())
    names = {"up": tuple(row[0].tolist()), "max_slope": slope, "step_height": step, "snap_distance": snap, "max_iterations": max_iterations}
    return row, (slope, step, snap), names


def _again(body: Capsule, options: dict[str, Any], velocity: FloatArray, floor: Contact | None) -> Walker:
    """For pickle, and so for copies."""
    walker = Walker(body, **options)
    walker.velocity = velocity
    if floor is not None and floor.normal is not None:
        walker._core.stand(np.array([floor.point], walker.dtype), np.array([floor.normal], walker.dtype))
        walker._floor = floor
    return walker


def _met(world: Obstacle) -> Obstacle:
    if not isinstance(world, Obstacle):
        raise TypeError(f"world is a {type(world).__name__}, must be a shape, a mesh or a scene")
    return world


def _contact(answer: tuple[Any, ...] | None) -> Contact | None:
    hit = answer_of(answer)
    return hit if isinstance(hit, Contact) else None
