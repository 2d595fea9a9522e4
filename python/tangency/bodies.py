"""The shapes that move: spheres, ellipsoids, capsules and convex bodies; and hollow shapes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Iterator, Protocol, TypeVar, overload

import numpy as np
import numpy.typing as npt

from . import _tangency
from .answers import Rows, Vector
from .arrays import Batch, Float, FloatArray, Numbers, as_one, bodies_of, chosen, end_of_way, float_of, folds, numbers, parts, scalar, vector
from .moves import Recover

if TYPE_CHECKING:
    from typing_extensions import Self


_DOUBLE: Float = np.dtype(np.float64)
_plain = _tangency.Body.plain
#: The greatest dimension in which a body can move, and can be a row of a batch.
MOST_DIMENSIONS = _tangency.MOST_DIMENSIONS


class World(Protocol):
    """An :class:`Obstacle`, near which a free position for a body can be searched."""

    def recover(self, body: Body | Convex) -> Recover: ...


class Body:
    """A sphere, an ellipsoid or a capsule, at rest or in motion.

    A body moves at a ``velocity``; or ``to`` a point, which its centre reaches at time 1, the default of ``t_max``; or along a ``path`` of points,
    where the time goes from 0 to 1 on each leg. The displacement to a point is never rounded, so the legs of a path leave no gap. On a path, the only
    queries of the motion are ``first_contact`` and ``first_entry``, whose results have a ``leg``.

    >>> body: Body = Sphere([0, 0, 5], 1, velocity=[0, 0, -1], t_max=9)
    >>> body.center, body.velocity, body.t_max
    ((0.0, 0.0, 5.0), (0.0, 0.0, -1.0), 9.0)
    >>> body.moving([1, 0, 0])
    Sphere((0.0, 0.0, 5.0), radius=1.0, velocity=(1.0, 0.0, 0.0))
    >>> body.moving_to([0, 0, 2])
    Sphere((0.0, 0.0, 5.0), radius=1.0, to=(0.0, 0.0, 2.0))
    """

    __slots__ = ("_core", "_rows", "dtype", "dimension")

    _core: _tangency.Body
    #: The arguments of the body as arrays of one row, made at the first use.
    _rows: dict[str, FloatArray] | None
    #: The names of the position and the size in the constructor; arguments that were not given are left out.
    _place_name: str = "center"
    _size_names: tuple[str, ...]
    #: The float of its numbers, float32 or float64.
    dtype: Float
    #: 2 in the plane, 3 in space, up to 8 for boxes; a body at rest may have any number.
    dimension: int

    def _make(
        self, dtype: Any, center: Any, velocity: Any, t_max: Any, to: Any, path: Any, radius: Any = None, radii: Any = None, b: Any = None, axis: Any = None
    ) -> None:
        if dtype is None and path is None:
            # The most frequent kind of arguments is handled first.
            core = _plain(center, radius, radii, velocity, t_max, to, b, axis)
            if core is not None:
                self._core, self._rows, self.dtype, self.dimension = core, None, _DOUBLE, len(center)
                return
        given = {name: value for name, value in (("radii", radii), ("b", b), ("axis", axis), ("to", to)) if value is not None}
        self.dtype = float_of(dtype, center, velocity, radius, path, *given.values())
        row = numbers(self._place_name, center, self.dtype)
        if row.ndim != 1:
            raise ValueError(f"{self._place_name} has shape {row.shape}, must have (D,)")
        self.dimension = row.shape[0]
        rows = {self._place_name: row[np.newaxis]} | {name: vector(name, value, self.dtype, self.dimension) for name, value in given.items()}
        if radii is None:
            rows["radius"] = scalar("radius", radius, self.dtype)
        if path is not None:
            for name, value in (("velocity", velocity), ("to", to)):
                if value is not None:
                    raise ValueError(f"{name} and path are both given, must be one of them")
            if t_max is not None:
                raise ValueError("t_max says nothing along a path")
            rows["path"] = _waypoints(path, self.dtype, self.dimension)[np.newaxis]
        else:
            rows["t_max"] = np.array([end_of_way(velocity, to, t_max, self.dtype)], self.dtype)
        if to is None and path is None:
            still = np.zeros(self.dimension, self.dtype)
            rows["velocity"] = vector("velocity", still if velocity is None else velocity, self.dtype, self.dimension)
        self._rows = rows
        if self.dimension <= MOST_DIMENSIONS:
            self._core = _tangency.Body(parts(rows))
            self._rows = None
        elif velocity is not None or t_max is not None or to is not None or path is not None or self._place_name == "a":
            what = "a capsule" if self._place_name == "a" else "what moves"
            raise ValueError(f"{self._place_name} has shape ({self.dimension},), must have at most ({MOST_DIMENSIONS},) for {what}")

    @property
    def _arguments(self) -> dict[str, FloatArray]:
        if self._rows is None:
            self._rows = {name: np.array([value], self.dtype) for name, value in self._core.numbers().items()}
        return self._rows

    @property
    def center(self) -> Vector:
        """The centre at time zero; for a capsule the end ``a`` of its axis, which results also call its centre."""
        return tuple(self._arguments[self._place_name][0].tolist())

    @property
    def velocity(self) -> Vector:
        """The velocity, in units of length per unit of time. With ``to=``, the float nearest to the displacement: only this property rounds. With ``path=``, zero."""
        return tuple(self._arguments["velocity"][0].tolist())

    @property
    def to(self) -> Vector | None:
        """The position of the centre at time 1, or None if it was not given."""
        to = self._arguments.get("to")
        return None if to is None else tuple(to[0].tolist())

    @property
    def path(self) -> tuple[Vector, ...] | None:
        """The points to which the centre moves, one after another, or None if they were not given."""
        path = self._arguments.get("path")
        return None if path is None else tuple(map(tuple, path[0].tolist()))

    @property
    def t_max(self) -> float:
        """The end of the motion, which still counts; infinite if the motion has no end. With ``path=``, this is 1, the end of each leg."""
        return 1.0 if "path" in self._arguments else float(self._arguments["t_max"][0])

    def _keywords(self) -> dict[str, Any]:
        rows = self._arguments
        motion: tuple[str, ...] = ("path",) if "path" in rows else ("to", "t_max") if "to" in rows else ("velocity", "t_max")
        motion = () if self.dimension > MOST_DIMENSIONS else motion
        return {name: rows[name][0] for name in (self._place_name, *self._size_names, *motion) if name in rows} | {"dtype": self.dtype}

    def moving(self, velocity: Numbers, t_max: float | None = None) -> Self:
        """The same body at this velocity, (D,), until this time."""
        return type(self)(**(self._keywords() | {"velocity": velocity, "to": None, "path": None, "t_max": t_max}))

    def moving_to(self, to: Numbers, t_max: float | None = None) -> Self:
        """The same body, which moves to this point, (D,). Its centre reaches the point at time 1, the default of ``t_max``."""
        return type(self)(**(self._keywords() | {"velocity": None, "to": to, "path": None, "t_max": t_max}))

    def moving_along(self, path: Numbers) -> Self:
        """The same body, which moves from point to point, (L, D). At the end of leg k, its centre is at point k.

        >>> import tangency
        >>> wall = tangency.Box([0, 4], [9, 5])
        >>> hit = wall.first_contact(Sphere([0, 0], 1).moving_along([[4, 0], [4, 6], [0, 6]]))
        >>> hit.leg, hit.time, hit.center
        (1, 0.5, (4.0, 3.0))
        """
        return type(self)(**(self._keywords() | {"velocity": None, "to": None, "path": path, "t_max": None}))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Body) or type(self) is not type(other):
            return NotImplemented
        mine, its = self._arguments, other._arguments
        return self.dtype == other.dtype and mine.keys() == its.keys() and all(np.array_equal(mine[name], its[name]) for name in mine)

    def __hash__(self) -> int:
        return hash((type(self), self.center, self.velocity))

    def __reduce__(self) -> tuple[Any, ...]:
        return again, (type(self), self._keywords())

    def __repr__(self) -> str:
        words = [f"{self.center}"] + [f"{name}={getattr(self, name)}" for name in self._size_names if name in self._arguments]
        if self.path is not None:
            words.append(f"path={self.path}")
        elif self.to is not None:
            words.append(f"to={self.to}")
        elif any(self.velocity):
            words.append(f"velocity={self.velocity}")
        if self.t_max != (float("inf") if self.to is None and self.path is None else 1.0):
            words.append(f"t_max={self.t_max}")
        return f"{type(self).__name__}({', '.join(words)})"


def _waypoints(path: Any, dtype: Float, dimension: int) -> FloatArray:
    """The points of a path."""
    points = numbers("path", path, dtype)
    if points.ndim != 2 or points.shape[1] != dimension or not len(points):
        raise ValueError(f"path has shape {points.shape}, must have (L, {dimension}), with L one or more")
    return points


def again(kind: Any, keywords: dict[str, Any]) -> Any:
    """Makes a body from its keywords, for pickle."""
    return kind(**keywords)


class Sphere(Body):
    """A sphere that moves as ``center + t velocity`` for ``0 <= t <= t_max``.

    Args:
        center: (D,), the centre at time zero, in units of length.
        radius: Zero or more; a sphere of radius zero is a point, and its path a ray.
        velocity: (D,), in units of length per unit of time; at rest if not given.
        t_max: The end of the motion, which still counts; by default the motion has no end, or ends at time 1 with ``to``.
        to: (D,), instead of a velocity: the position of the centre at time 1.
        path: (L, D), instead of a velocity: the points to which the centre moves, one after another; see :meth:`moving_along`.
        dtype: float32 or float64; by default the float of the given arrays, or float64 without arrays.

    Raises:
        ValueError: A number is not finite, or a radius or a time is negative; the error names the field and the value.

    >>> Sphere([0, 0, 5], 1, velocity=[0, 0, -1])
    Sphere((0.0, 0.0, 5.0), radius=1.0, velocity=(0.0, 0.0, -1.0))
    >>> Sphere([0, 0, 5], 1, to=[0, 0, 3]).velocity
    (0.0, 0.0, -2.0)
    >>> Sphere([0, 0, 5], -1)
    Traceback (most recent call last):
    ValueError: sphere.radius is -1, must not be negative
    """

    __slots__ = ()
    _size_names = ("radius",)

    def __init__(
        self,
        center: Numbers,
        radius: Numbers,
        velocity: Numbers | None = None,
        t_max: float | None = None,
        dtype: npt.DTypeLike | None = None,
        *,
        to: Numbers | None = None,
        path: Numbers | None = None,
    ) -> None:
        self._make(dtype, center, velocity, t_max, to, path, radius)

    @classmethod
    def each(
        cls,
        center: Numbers,
        radius: Numbers,
        velocity: Numbers | None = None,
        t_max: Numbers | None = None,
        dtype: npt.DTypeLike | None = None,
        *,
        to: Numbers | None = None,
        path: Numbers | None = None,
    ) -> Bodies:
        """Many spheres: the arguments of one sphere, with a row for each; see :class:`Bodies`."""
        return Bodies(cls, dtype, center=center, radius=radius, velocity=velocity, t_max=t_max, to=to, path=path)

    @property
    def radius(self) -> float:
        """The radius."""
        return float(self._arguments["radius"][0])

    def recover(self, world: World) -> Recover:
        """A free position near the sphere, if it overlaps an obstacle. See :meth:`Obstacle.recover`.

        >>> import tangency
        >>> ball = Sphere([4, 4, 0.75], 1)
        >>> found = ball.recover(tangency.Box([0, 0, -1], [9, 9, 0]))
        >>> found.status, 1 <= found.position[2] < 1.000001
        ('moved', True)
        """
        return world.recover(self)


class Ellipsoid(Body):
    """An ellipsoid whose axes are parallel to the coordinate axes, and which moves as ``center + t velocity`` for ``0 <= t <= t_max``.

    Args:
        center: (D,), the centre at time zero.
        radii: (D,), the radius along each axis, all positive.
        velocity, t_max, dtype, to, path: As for a :class:`Sphere`.

    Each number of its results is the float nearest to the exact value, except the components of the normal, which are within one unit in the last
    place.

    >>> Ellipsoid([0, 0, 0], [3, 0, 1])
    Traceback (most recent call last):
    ValueError: ellipsoid.radii[1] is 0, must be positive
    """

    __slots__ = ()
    _size_names = ("radii",)

    def __init__(
        self,
        center: Numbers,
        radii: Numbers,
        velocity: Numbers | None = None,
        t_max: float | None = None,
        dtype: npt.DTypeLike | None = None,
        *,
        to: Numbers | None = None,
        path: Numbers | None = None,
    ) -> None:
        self._make(dtype, center, velocity, t_max, to, path, radii=radii)

    @classmethod
    def each(
        cls,
        center: Numbers,
        radii: Numbers,
        velocity: Numbers | None = None,
        t_max: Numbers | None = None,
        dtype: npt.DTypeLike | None = None,
        *,
        to: Numbers | None = None,
        path: Numbers | None = None,
    ) -> Bodies:
        """Many ellipsoids: the arguments of one ellipsoid, with a row for each; see :class:`Bodies`."""
        return Bodies(cls, dtype, center=center, radii=radii, velocity=velocity, t_max=t_max, to=to, path=path)

    @property
    def radii(self) -> Vector:
        """The radius along each axis."""
        return tuple(self._arguments["radii"][0].tolist())


class Capsule(Body):
    """A capsule: all points within ``radius`` of the segment from ``a`` to ``b``, which moves and does not turn. In the plane it is a stadium.

    Args:
        a: (D,), D = 2 or 3: one end of the axis at time zero. Results call this end the centre.
        b: (D,), the other end; if it equals ``a``, the capsule is a sphere.
        radius: Zero or more.
        axis: (D,), instead of ``b``: the vector from ``a`` to the other end. The sum ``a + axis`` is never rounded.
        velocity, t_max, dtype: As for a :class:`Sphere`.
        to: (D,), instead of a velocity: the position of ``a`` at time 1.
        path: (L, D), instead of a velocity: the points to which ``a`` moves, one after another. Then give the axis, or a ``b`` for which ``b - a`` is
            a vector of floats.

    A capsule can be cast at the same obstacles as a sphere, inflated or not, except a :class:`Polytope` and a scene that contains one. For a capsule
    as an obstacle, use a :class:`Segment` with a ``radius``.

    >>> from tangency import Segment
    >>> hero = Capsule([1, 1, 5], [1, 1, 6], 0.5, velocity=[0, 0, -1])
    >>> hero
    Capsule((1.0, 1.0, 5.0), b=(1.0, 1.0, 6.0), radius=0.5, velocity=(0.0, 0.0, -1.0))
    >>> lying = Capsule([-1, 0, 2], axis=[2, 0, 0], radius=1, velocity=[0, 0, -1])
    >>> hit = Segment([-9, 0, 0], [9, 0, 0]).first_contact(lying)
    >>> hit.time, hit.point, hit.other_point
    (1.0, (-1.0, 0.0, 0.0), (1.0, 0.0, 0.0))
    """

    __slots__ = ()
    _place_name, _size_names = "a", ("b", "axis", "radius")

    @overload
    def __init__(
        self,
        a: Numbers,
        b: Numbers,
        radius: Numbers,
        *,
        velocity: Numbers | None = ...,
        to: Numbers | None = ...,
        path: Numbers | None = ...,
        t_max: float | None = ...,
        dtype: npt.DTypeLike | None = ...,
    ) -> None: ...
    @overload
    def __init__(
        self,
        a: Numbers,
        *,
        axis: Numbers,
        radius: Numbers,
        velocity: Numbers | None = ...,
        to: Numbers | None = ...,
        path: Numbers | None = ...,
        t_max: float | None = ...,
        dtype: npt.DTypeLike | None = ...,
    ) -> None: ...

    def __init__(
        self,
        a: Numbers,
        b: Numbers | None = None,
        radius: Numbers | None = None,
        *,
        axis: Numbers | None = None,
        velocity: Numbers | None = None,
        to: Numbers | None = None,
        path: Numbers | None = None,
        t_max: float | None = None,
        dtype: npt.DTypeLike | None = None,
    ) -> None:
        _check_rod(b, axis, radius)
        self._make(dtype, a, velocity, t_max, to, path, radius, b=b, axis=axis)

    @classmethod
    def each(
        cls,
        a: Numbers,
        b: Numbers | None = None,
        radius: Numbers | None = None,
        *,
        axis: Numbers | None = None,
        velocity: Numbers | None = None,
        to: Numbers | None = None,
        path: Numbers | None = None,
        t_max: Numbers | None = None,
        dtype: npt.DTypeLike | None = None,
    ) -> Bodies:
        """Many capsules: the arguments of one capsule, with a row for each; see :class:`Bodies`."""
        _check_rod(b, axis, radius)
        return Bodies(cls, dtype, a=a, b=b, radius=radius, axis=axis, velocity=velocity, t_max=t_max, to=to, path=path)

    def recover(self, world: World) -> Recover:
        """A free position near the capsule, if it overlaps an obstacle. The position is of the end ``a``. See :meth:`Obstacle.recover`.

        >>> import tangency
        >>> hero = Capsule([4, 4, 0.25], axis=[0, 0, 1], radius=0.5)
        >>> found = hero.recover(tangency.Box([0, 0, -1], [9, 9, 0]))
        >>> found.status, 0.5 <= found.position[2] < 0.500001
        ('moved', True)
        """
        return world.recover(self)

    @property
    def a(self) -> Vector:
        """One end of the axis."""
        return self.center

    @property
    def b(self) -> Vector:
        """The other end of the axis. For a capsule with an :attr:`axis`, this property rounds the end; no query rounds it."""
        rows = self._arguments
        return tuple((rows["b"][0] if "b" in rows else rows["a"][0] + rows["axis"][0]).tolist())

    @property
    def axis(self) -> Vector | None:
        """The vector from ``a`` to the other end, or None if it was not given."""
        axis = self._arguments.get("axis")
        return None if axis is None else tuple(axis[0].tolist())

    @property
    def radius(self) -> float:
        """The radius."""
        return float(self._arguments["radius"][0])


def _check_rod(b: Any, axis: Any, radius: Any) -> None:
    if (b is None) == (axis is None):
        raise ValueError("a capsule must have one of b and axis")
    if radius is None:
        raise ValueError("radius is missing, must be there")


class Bodies:
    """Many bodies of one kind for one query, made by ``each`` of their class.

    ``each`` takes the arguments of one body, with a row for each body: (N, D) instead of (D,), (N,) instead of a number, (N, L, D) for a path of L
    points. A value given once is used for all rows. Rows may have several axes, as in a batch of arrays; ``shape`` contains them. Row i of the
    results is the result of body i alone, to the last bit. Arrays of one float are not copied.

    The object is indexed like a NumPy array of its shape: ``capsules[i]`` is the body of a row, ``capsules[a:b]`` and ``capsules[mask]`` are
    selections.

    >>> import numpy as np, tangency
    >>> a = np.array([[1, 1, 5], [1, 1, 9.0]])
    >>> capsules = tangency.Capsule.each(a, axis=[2, 0, 0], radius=[1, 2], velocity=[0, 0, -1])
    >>> capsules
    <Bodies: 2 of Capsule>
    >>> floor = tangency.Triangle([0, 0, 0], [9, 0, 0], [0, 9, 0])
    >>> hits = floor.first_contact(capsules)
    >>> hits.time, hits.other_point[1], hits[1] == floor.first_contact(capsules[1])
    (array([4., 7.]), array([3., 1., 0.]), True)
    >>> hits = floor.first_contact(tangency.Sphere.each(a, 1, path=[[1, 1, 3], [1, 1, 0]]))
    >>> hits.leg, hits.time
    (array([1, 1]), array([0.66666667, 0.66666667]))
    """

    __slots__ = ("body", "dtype", "dimension", "shape", "_rows")

    #: The class of its bodies.
    body: type[Body]
    #: The float of its numbers, float32 or float64.
    dtype: Float
    #: 2 in the plane, 3 in space.
    dimension: int
    #: The shape of the rows: (N,), or several axes.
    shape: tuple[int, ...]
    _rows: dict[str, FloatArray]

    def __init__(self, body: type[Body], dtype: Any, **given: Any) -> None:
        self.body, place = body, body._place_name
        given = {name: value for name, value in given.items() if value is not None}
        self.dtype = float_of(dtype, *(value for name, value in given.items() if name != "t_max"))
        center = numbers(place, given[place], self.dtype, 1)
        if center.ndim == 0:
            raise ValueError(f"{place} has shape (), must have (N, D)")
        self.dimension = center.shape[-1]
        axes = folds(center)
        self._rows = as_one(bodies_of(self.dtype, self.dimension, given | {place: center}))
        self.shape = (len(self._rows[place]),) if axes is None else axes

    def _batch(self, shapes: int | None) -> Batch:
        """The rows for the compiled part. If the number of shapes is given, there is a row for each shape."""
        return parts(as_one(self._rows, shapes))

    def _keywords(self) -> dict[str, Any]:
        return self._rows | {"dtype": self.dtype}

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Body]:
        return (self[row] for row in range(len(self)))

    @overload
    def __getitem__(self, rows: int | tuple[int, ...]) -> Body: ...  # type: ignore[overload-overlap]
    @overload
    def __getitem__(self, rows: Rows) -> Bodies: ...

    def __getitem__(self, rows: Any) -> Body | Bodies:
        places, shape = chosen(rows, self.shape)
        some = {name: array[places] for name, array in self._rows.items()} | {"dtype": self.dtype}
        return _of_rows(self.body, some, shape) if shape else self.body(**some)

    def __repr__(self) -> str:
        return f"<Bodies: {' x '.join(map(str, self.shape))} of {self.body.__name__}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _of_rows, (self.body, self._keywords(), self.shape)


def _of_rows(body: type[Body], keywords: dict[str, Any], shape: tuple[int, ...]) -> Bodies:
    """Makes bodies from rows in this shape; pickle calls it, too."""
    bodies = Bodies(body, **keywords)
    bodies.shape = shape
    return bodies


class Convex:
    """A convex shape that is an obstacle and also a body: a :class:`Box`, an :class:`OrientedBox`, a :class:`Triangle`, a :class:`Parallelepiped` or a
    :class:`Hull`, in two or three dimensions.

    As a body it is cast with its motion and its inflation, and does not rotate. Results call its reference point the centre: ``min`` of a box,
    ``center``, the vertex ``a`` of a triangle, or the first point of a hull. It can be cast at points, segments, meshes and at all these shapes.

    :meth:`Obstacle.advance`, :meth:`Obstacle.slide` and :meth:`Obstacle.recover` return positions of the reference point. The method belongs to the
    obstacle: ``ramp.recover(crate)`` moves the crate, and ``crate.recover(ramp)`` the ramp. A flat body without a radius has no moves.

    >>> import tangency
    >>> crate: Convex = tangency.Box([1, 1, 5], [2, 2, 6], velocity=[0, 0, -1])
    >>> ramp = tangency.Hull([[0, 0, 0], [4, 0, 0], [0, 4, 0], [4, 4, 0], [0, 0, 3], [0, 4, 3]])
    >>> hit = ramp.first_contact(crate)
    >>> hit.time, hit.point, hit.other_point, str(hit.feature)
    (2.75, (1.0, 1.0, 2.25), (1.0, 2.0, 2.25), 'vertices 1 3 4 5')
    >>> table = tangency.Box([0, 0, 0], [8, 8, 1])
    >>> table.slide(crate, [2, 0, -9]).position
    (3.0, 1.0, 1.0)
    """

    __slots__ = ()

    _core: _tangency.Obstacle
    #: The float of its numbers, float32 or float64.
    dtype: Float
    #: 2 in the plane, 3 in space.
    dimension: int
    #: The name of the body in errors.
    _place_name = "body"

    @property
    def _cast(self) -> _tangency.Body:
        """The shape as a body."""
        if self.dimension not in (2, 3):
            raise TypeError(f"body is a {type(self).__name__} of {self.dimension} dimensions, must be of 2 or 3")
        return self._core.body()

    def moving_along(self, path: Numbers) -> ConvexPath:
        """The same shape as a body that moves from point to point, (L, D), starting at rest where it is at time zero. At the end of leg k, its
        reference point is at point k. The shape is translated exactly, so its size does not change.

        >>> import tangency
        >>> wall = tangency.Box([0, 4], [9, 5])
        >>> hit = wall.first_contact(tangency.Hull([[0, 0], [1, 0], [0, 1]]).moving_along([[4, 0], [4, 6], [0, 6]]))
        >>> hit.leg, hit.time, hit.center
        (1, 0.5, (4.0, 3.0))
        """
        return ConvexPath(self, path)


class ConvexPath(Convex):
    """A convex body that follows a path, as :meth:`Convex.moving_along` makes it. It is a body and no obstacle. As for a :class:`Body` on a path, the
    queries of the motion are ``first_contact`` and ``first_entry``, whose results have a ``leg``; all other queries are about the start of the path.

    >>> import tangency
    >>> ConvexPath(tangency.Box([0, 0], [1, 1]), [[4, 0]])
    ConvexPath(Box(min=[0.0, 0.0], max=[1.0, 1.0]), path=((4.0, 0.0),))
    """

    __slots__ = ("_body", "_points", "dimension", "dtype", "shape")

    #: The shape, whose own motion does not matter.
    shape: Convex
    _body: _tangency.Body
    _points: FloatArray

    def __init__(self, shape: Convex, path: Numbers) -> None:
        self.shape, self.dtype, self.dimension = shape, shape.dtype, shape.dimension
        self._points = _waypoints(path, self.dtype, self.dimension).copy()
        self._body = shape._cast.along(self._points)

    @property
    def _cast(self) -> _tangency.Body:
        return self._body

    def moving_along(self, path: Numbers) -> ConvexPath:
        """The same shape on another path."""
        return ConvexPath(self.shape, path)

    @property
    def path(self) -> tuple[Vector, ...]:
        """The points to which the reference point moves, one after another."""
        return tuple(map(tuple, self._points.tolist()))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ConvexPath):
            return NotImplemented
        return self.shape == other.shape and np.array_equal(self._points, other._points)

    def __hash__(self) -> int:
        return hash((self.shape, self.path))

    def __reduce__(self) -> tuple[Any, ...]:
        return ConvexPath, (self.shape, self._points)

    def __repr__(self) -> str:
        return f"ConvexPath({self.shape!r}, path={self.path})"


class ConvexRows:
    """Rows of shapes, which ``Box.each``, ``OrientedBox.each``, ``Triangle.each``, ``Parallelepiped.each`` or ``Hull.each`` makes; see :class:`Each`."""

    __slots__ = ()


class ConvexPaths(ConvexRows):
    """Rows of convex bodies that follow paths, as :meth:`Each.moving_along` makes them; they are bodies and no obstacles. They have ``first_contact``
    and ``first_entry``, whose results have a ``leg``; ``bodies[i]`` is the :class:`ConvexPath` of a row.

    >>> import tangency
    >>> bins = tangency.Box.each([[0, 0], [0, 9]], [[1, 1], [1, 10]]).moving_along([[[4, 0], [4, 6]], [[4, 9], [4, 20]]])
    >>> hits = tangency.Box([0, 4], [9, 5]).first_contact(bins)
    >>> hits.leg, hits.time
    (array([ 1, -1]), array([0.5, nan]))
    >>> bins[0].path
    ((4.0, 0.0), (4.0, 6.0))
    """

    __slots__ = ("_paths", "dimension", "dtype", "shapes")

    #: The shapes, an :class:`Each`, whose own motions do not matter.
    shapes: Any
    #: The float of the numbers, float32 or float64.
    dtype: Float
    #: 2 in the plane, 3 in space.
    dimension: int
    _paths: FloatArray

    def __init__(self, shapes: Any, path: Numbers) -> None:
        self.shapes, self.dtype, self.dimension = shapes, shapes.dtype, shapes.dimension
        paths = np.array(numbers("path", path, self.dtype))
        if paths.ndim == 2:
            paths = paths[np.newaxis]
        if paths.ndim != 3 or paths.shape[2] != self.dimension or not paths.shape[1]:
            raise ValueError(f"path has shape {paths.shape}, must have (N, L, {self.dimension}) or (L, {self.dimension}), with L one or more")
        if len(paths) != len(shapes) and 1 not in (len(paths), len(shapes)):
            raise ValueError(f"path has {len(paths)} rows, but there are {len(shapes)} bodies")
        self._paths = np.broadcast_to(paths, (len(shapes), *paths.shape[1:])) if len(paths) == 1 else paths

    def _batch(self, shapes: int | None) -> tuple[Any, ...]:
        (core,) = self.shapes._batch(shapes)
        paths = self._paths
        if shapes is not None and len(self) != shapes:
            if len(self) != 1:
                raise ValueError(f"center has {len(self)} rows, but the shapes have {shapes}")
            paths = np.broadcast_to(paths, (shapes, *paths.shape[1:]))
        return (core, None, None, None, None, None, None, None, paths)

    def _bodies(self, shapes: int | None) -> list[_tangency.Body]:
        return [body._cast for body in self]

    def _motions(self, count: int) -> tuple[Any, ...]:
        places, *_ = self.shapes._motions(count)
        return places, np.broadcast_to(self._paths, (count, *self._paths.shape[1:]))

    def __len__(self) -> int:
        return len(self._paths)

    def __iter__(self) -> Iterator[ConvexPath]:
        return (self[row] for row in range(len(self)))

    def __getitem__(self, row: int) -> ConvexPath:
        return ConvexPath(self.shapes[row if len(self.shapes) > 1 else 0], self._paths[row])

    def __repr__(self) -> str:
        return f"<ConvexPaths: {len(self)} of {self.shapes.shape.__name__}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return ConvexPaths, (self.shapes, self._paths)


Enclosed = TypeVar("Enclosed")


class Hollow(Generic[Enclosed]):
    """The surface of a shape, without its interior: ``Hollow(sphere)``, ``Hollow(box)``; for :func:`tangency.intersects`.

    >>> import tangency
    >>> room = tangency.Box([0, 0], [4, 4])
    >>> tangency.intersects(Sphere([2, 2], 1), room), tangency.intersects(Sphere([2, 2], 1), Hollow(room))
    (True, False)
    """

    __slots__ = ("shape",)

    def __init__(self, shape: Enclosed) -> None:
        self.shape = shape

    def __repr__(self) -> str:
        return f"Hollow({self.shape!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hollow) and self.shape == other.shape

    def __hash__(self) -> int:
        return hash((Hollow, self.shape))

    def __reduce__(self) -> tuple[Any, ...]:
        return Hollow, (self.shape,)
