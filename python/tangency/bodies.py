"""What moves: spheres and ellipsoids; and what only the surface of a shape is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from . import _tangency
from .answers import Vector
from .arrays import Float, FloatArray, Numbers, end, float_of, numbers, scalar, vector

if TYPE_CHECKING:
    from typing_extensions import Self


_DOUBLE: Float = np.dtype(np.float64)
_plain = _tangency.Body.plain
#: In how many dimensions a body can move, and be asked about with many others.
MOST_DIMENSIONS = _tangency.MOST_DIMENSIONS


class Body:
    """A sphere or an ellipsoid, at rest or on its way.

    >>> body: Body = Sphere([0, 0, 5], 1, velocity=[0, 0, -1], t_max=9)
    >>> body.center, body.velocity, body.t_max
    ((0.0, 0.0, 5.0), (0.0, 0.0, -1.0), 9.0)
    >>> body.moving([1, 0, 0])
    Sphere((0.0, 0.0, 5.0), radius=1.0, velocity=(1.0, 0.0, 0.0))
    """

    __slots__ = ("_core", "_rows", "dtype", "dimension")

    _core: _tangency.Body
    #: Its numbers as arrays of one row, made when they are asked for.
    _rows: dict[str, FloatArray] | None
    #: The name of its size, ``"radius"`` or ``"radii"``.
    _size_name: str
    #: The float of its numbers, float32 or float64.
    dtype: Float
    #: 2 in the plane, 3 in space, up to 8 for boxes; a body at rest may have any number.
    dimension: int

    def _make(self, dtype: Any, center: Any, radius: Any, radii: Any, velocity: Any, t_max: Any) -> None:
        if dtype is None:
            # What is written most, without the ceremony.
            core = _plain(center, radius, radii, velocity, t_max)
            if core is not None:
                self._core, self._rows, self.dtype, self.dimension = core, None, _DOUBLE, len(center)
                return
        size = radii if self._size_name == "radii" else radius
        self.dtype = float_of(dtype, center, velocity, size)
        row = numbers("center", center, self.dtype)
        if row.ndim != 1:
            raise ValueError(f"center has shape {row.shape}, must have (D,)")
        rows = {"center": row[np.newaxis]}
        self.dimension = row.shape[0]
        if self._size_name == "radii":
            rows["radii"] = vector("radii", radii, self.dtype, self.dimension)
        else:
            rows["radius"] = scalar("radius", radius, self.dtype)
        still = np.zeros(self.dimension, self.dtype)
        rows["velocity"] = vector("velocity", still if velocity is None else velocity, self.dtype, self.dimension)
        rows["t_max"] = np.array([end(t_max, self.dtype)], self.dtype)
        self._rows = rows
        if self.dimension <= MOST_DIMENSIONS:
            self._core = _tangency.Body(self._batch())
        elif velocity is not None or t_max is not None:
            raise ValueError(f"center has shape ({self.dimension},), must have at most ({MOST_DIMENSIONS},) for what moves")

    @property
    def _arguments(self) -> dict[str, FloatArray]:
        if self._rows is None:
            center, size, velocity, t_max = self._core.numbers()
            named = {"center": [center], self._size_name: [size], "velocity": [velocity], "t_max": [t_max]}
            self._rows = {name: np.array(value, self.dtype) for name, value in named.items()}
        return self._rows

    def _batch(self) -> tuple[Any, ...]:
        rows = self._arguments
        return rows["center"], rows.get("radius"), rows.get("radii"), rows["velocity"], rows["t_max"]

    @property
    def center(self) -> Vector:
        """The centre at time zero."""
        return tuple(self._arguments["center"][0].tolist())

    @property
    def velocity(self) -> Vector:
        """The velocity, in units of length per unit of time."""
        return tuple(self._arguments["velocity"][0].tolist())

    @property
    def t_max(self) -> float:
        """When the motion ends, that time included; infinite if it does not."""
        return float(self._arguments["t_max"][0])

    def _keywords(self) -> dict[str, Any]:
        names = ["center", self._size_name] + (["velocity", "t_max"] if self.dimension <= MOST_DIMENSIONS else [])
        rows = self._arguments
        return {name: rows[name][0] for name in names} | {"dtype": self.dtype}

    def moving(self, velocity: Numbers, t_max: float | None = None) -> Self:
        """The same at this velocity, (D,), until this time."""
        return type(self)(**(self._keywords() | {"velocity": velocity, "t_max": t_max}))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Body) or type(self) is not type(other):
            return NotImplemented
        mine, its = self._arguments, other._arguments
        return self.dtype == other.dtype and all(np.array_equal(mine[name], its[name]) for name in mine)

    def __hash__(self) -> int:
        return hash((type(self), self.center, self.velocity))

    def __reduce__(self) -> tuple[Any, ...]:
        return again, (type(self), self._keywords())

    def __repr__(self) -> str:
        words = [f"{self.center}", f"{self._size_name}={getattr(self, self._size_name)}"]
        if any(self.velocity):
            words.append(f"velocity={self.velocity}")
        if self.t_max != float("inf"):
            words.append(f"t_max={self.t_max}")
        return f"{type(self).__name__}({', '.join(words)})"


def again(kind: Any, keywords: dict[str, Any]) -> Any:
    """For pickle."""
    return kind(**keywords)


class Sphere(Body):
    """A sphere that moves as ``center + t velocity`` for ``0 <= t <= t_max``.

    Args:
        center: (D,), the centre at time zero, in units of length.
        radius: Zero or more; zero is a moving point, its path a ray.
        velocity: (D,), in units of length per unit of time; at rest if not given.
        t_max: When the motion ends, that time included; never if not given.
        dtype: float32 or float64; what the arrays hold if not given, else float64.

    Raises:
        ValueError: A number that is not finite, a negative radius or time; it names the field and the value.

    >>> Sphere([0, 0, 5], 1, velocity=[0, 0, -1])
    Sphere((0.0, 0.0, 5.0), radius=1.0, velocity=(0.0, 0.0, -1.0))
    >>> Sphere([0, 0, 5], -1)
    Traceback (most recent call last):
    ValueError: sphere.radius is -1, must not be negative
    """

    __slots__ = ()
    _size_name = "radius"

    def __init__(
        self, center: Numbers, radius: Numbers, velocity: Numbers | None = None, t_max: float | None = None, dtype: npt.DTypeLike | None = None
    ) -> None:
        self._make(dtype, center, radius, None, velocity, t_max)

    @property
    def radius(self) -> float:
        """The radius."""
        return float(self._arguments["radius"][0])


class Ellipsoid(Body):
    """An ellipsoid along the axes that moves as ``center + t velocity`` for ``0 <= t <= t_max``.

    Args:
        center: (D,), the centre at time zero.
        radii: (D,), one for each axis, all positive.
        velocity, t_max, dtype: As for a :class:`Sphere`.

    Every number of its answers is the float nearest to the exact value, but for the normal: each component of that is within
    one unit in the last place.

    >>> Ellipsoid([0, 0, 0], [3, 0, 1])
    Traceback (most recent call last):
    ValueError: ellipsoid.radii[1] is 0, must be positive
    """

    __slots__ = ()
    _size_name = "radii"

    def __init__(
        self, center: Numbers, radii: Numbers, velocity: Numbers | None = None, t_max: float | None = None, dtype: npt.DTypeLike | None = None
    ) -> None:
        self._make(dtype, center, None, radii, velocity, t_max)

    @property
    def radii(self) -> Vector:
        """The radius along each axis."""
        return tuple(self._arguments["radii"][0].tolist())


Solid = TypeVar("Solid")


class Hollow(Generic[Solid]):
    """The surface of a shape, without what it encloses: ``Hollow(sphere)``, ``Hollow(box)``; for :func:`tangency.intersects`.

    >>> import tangency
    >>> room = tangency.Box([0, 0], [4, 4])
    >>> tangency.intersects(Sphere([2, 2], 1), room), tangency.intersects(Sphere([2, 2], 1), Hollow(room))
    (True, False)
    """

    __slots__ = ("shape",)

    def __init__(self, shape: Solid) -> None:
        self.shape = shape

    def __repr__(self) -> str:
        return f"Hollow({self.shape!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hollow) and self.shape == other.shape

    def __hash__(self) -> int:
        return hash((Hollow, self.shape))

    def __reduce__(self) -> tuple[Any, ...]:
        return Hollow, (self.shape,)
