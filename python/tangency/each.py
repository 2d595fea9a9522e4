"""A shape for each row of a batch."""

from __future__ import annotations

from typing import Any, Iterator

import numpy as np
import numpy.typing as npt

from . import _tangency
from .arrays import FloatArray, Numbers, as_one, column_of, float_of, numbers, rows_of
from .bodies import Convex, ConvexPaths, ConvexRows
from .obstacle import CONVEX, Obstacle
from .picture import Frame, Polygons


class Each(Obstacle, ConvexRows):
    """Many shapes of one kind, where body i of a batch meets shape i. They are made by ``each`` of the class of the shape.

    ``each`` takes the arguments of one shape, with a row for each shape: (N, D) instead of (D,), (N,) instead of a number, also for ``radius=``. A
    value given once is used for all rows; in a query, one body can meet all N shapes. The queries of :class:`Obstacle` take only arrays. Row i of the
    results is the result of shape i and body i, to the last bit.

    Rows of boxes, oriented boxes, triangles, parallelepipeds and hulls are also bodies: they can be given to a query of another obstacle instead of
    arrays.

    ``triangles[i]`` is the shape of a row; ``triangles[a:b]`` and ``triangles[mask]`` are selections.

    >>> import numpy as np, tangency
    >>> a = np.array([[0, 0, 0], [0, 0, 2.0]])
    >>> triangles = tangency.Triangle.each(a, a + [4, 0, 0], a + [0, 4, 0], velocity=[0, 0, 0.5])
    >>> triangles
    <Each: 2 of Triangle>
    >>> hits = triangles.first_contact(np.array([[1, 1, 5], [1, 1, 6.0]]), [1, 2], velocity=[0, 0, -0.5])
    >>> hits.time, hits.point[1], str(hits[1].feature)
    (array([4., 2.]), array([1., 1., 3.]), 'face')
    >>> triangles.closest([1, 1, 1]).distance
    array([1., 1.])
    >>> crates = tangency.Box.each([[1, 1, 3], [1, 1, 5]], [[2, 2, 4], [2, 2, 6]], velocity=[0, 0, -1])
    >>> hits = tangency.Triangle([0, 0, 0], [9, 0, 0], [0, 9, 0]).first_contact(crates)
    >>> hits.time, hits.center[1]
    (array([3., 5.]), array([1., 1., 0.]))
    >>> tangency.Triangle.each(a, a + [4, 0, 0], a * np.nan)
    Traceback (most recent call last):
    ValueError: row 0: triangle.vertices[2][0] is NaN, must be a finite number
    """

    __slots__ = ("shape", "_arguments", "_velocity", "_start", "_t_max", "_radius")

    #: The class of its shapes.
    shape: Any
    _arguments: dict[str, FloatArray]
    #: The velocities or, if there is a start, the points to which the shapes move.
    _velocity: FloatArray
    _start: FloatArray | None
    _t_max: npt.NDArray[np.float64]
    _radius: npt.NDArray[np.float64]

    def __init__(
        self,
        shape: Any,
        *values: Any,
        velocity: Any = None,
        to: Any = None,
        from_: Any = None,
        t_max: Any = None,
        radius: Any = 0.0,
        dtype: Any = None,
        **named: Any,
    ) -> None:
        names = shape._names
        given = dict(zip(names, values)) | named
        if len(values) > len(names) or given.keys() != set(names) or named.keys() & set(names[: len(values)]):
            raise TypeError(f"{shape.__name__}.each takes {', '.join(names)}, each once")
        # A rotation is stored by its numbers.
        given = {name: value._row[0] if hasattr(value, "_row") else value for name, value in given.items()}
        self.shape, self._features = shape, shape._features
        self.dtype = float_of(dtype, *given.values(), velocity, to, from_, radius)
        rows: dict[str, FloatArray] = {}
        for name, value in given.items():
            # The arrays are copied, so that the shapes do not change with the arrays of the caller.
            one = 2 if name in ("edges", "points", "normals") else 1
            array = np.array(numbers(name, value, self.dtype, one))
            if array.ndim not in (one, one + 1):
                raise ValueError(f"{name} has shape {array.shape}, must have (N, {'P, ' * (one - 1)}D)")
            rows[name] = array if array.ndim > one else array[np.newaxis]
        # The reference point of a shape is the start of a motion to a point.
        place = next(name for name in names if name != "rotation")
        self.dimension = rows[place].shape[-1]
        for name, array in rows.items():
            width = {2: 2, 3: 4}.get(self.dimension) if name == "rotation" else self.dimension
            if array.shape[-1] != width or self.dimension not in shape._dimensions:
                raise ValueError(f"{name} has shape {array.shape}, which does not fit a {shape.__name__}")
        endless = np.inf
        if to is None:
            if from_ is not None:
                raise ValueError("from_ is given without to")
            still = np.zeros(self.dimension, self.dtype)
            rows["velocity"] = np.array(rows_of("velocity", still if velocity is None else velocity, self.dtype, self.dimension))
        else:
            if velocity is not None:
                raise ValueError("velocity and to are both given, must be one of them")
            begin = shape._places(rows[place]) if from_ is None else from_
            if begin is None:
                raise ValueError(f"from_ is missing, must be there: a {shape.__name__} has no reference point for to")
            endless = 1.0
            rows["velocity"] = np.array(rows_of("to", to, self.dtype, self.dimension))
            rows["from_"] = np.array(rows_of("from_", begin, self.dtype, self.dimension))
        rows["t_max"] = np.array(column_of("t_max", endless if t_max is None else t_max, self.dtype), np.float64)
        rows["radius"] = np.array(column_of("radius", radius, self.dtype), np.float64)
        rows = as_one(rows)
        self._velocity, self._start = rows.pop("velocity"), rows.pop("from_", None)
        self._t_max, self._radius = (rows.pop(name).astype(np.float64, copy=False) for name in ("t_max", "radius"))
        self._arguments = rows
        flat = tuple(array.reshape(len(array), int(np.prod(array.shape[1:]))) for array in rows.values())
        self._core = shape._rows(flat, self._velocity, self._t_max, self._radius, self._start)

    def _batch(self, shapes: int | None) -> tuple[Any, ...]:
        if not (isinstance(self.shape, type) and issubclass(self.shape, Convex)):
            raise TypeError(f"center is {self!r}, must be a body or arrays: the shapes that can be cast are a {CONVEX}")
        if self.dimension not in (2, 3):
            raise TypeError(f"center is {self!r} in {self.dimension} dimensions, must be in 2 or 3")
        if shapes is not None and len(self) not in (1, shapes):
            raise ValueError(f"center has {len(self)} rows, but the shapes have {shapes}")
        return (self._core,)

    def _bodies(self, shapes: int | None) -> list[_tangency.Body]:
        rows = range(len(self)) if shapes is None or len(self) != 1 else [0] * shapes
        return [self._core.body(row) for row in rows]

    def _motions(self, count: int) -> tuple[FloatArray, FloatArray, FloatArray]:
        places: FloatArray = self.shape._places(next(iter(self._arguments.values())))
        velocity = self._velocity
        if self._start is not None:
            with np.errstate(over="ignore"):
                velocity = velocity - self._start
        return (
            np.broadcast_to(places, (count, self.dimension)),
            np.broadcast_to(velocity, (count, self.dimension)),
            np.broadcast_to(self._t_max.astype(self.dtype), (count,)),
        )

    def moving(self, velocity: Numbers, t_max: Numbers | None = None) -> Each:
        """The same shapes at these velocities, (N, D) or (D,), until these times, (N,) or a number."""
        return Each(self.shape, **(self._keywords() | {"velocity": velocity, "to": None, "from_": None, "t_max": t_max}))

    def moving_to(self, to: Numbers, t_max: Numbers | None = None, *, from_: Numbers | None = None) -> Each:
        """The same shapes, which move to these points, (N, D) or (D,); see :meth:`Moving.moving_to`."""
        return Each(self.shape, **(self._keywords() | {"velocity": None, "to": to, "from_": from_, "t_max": t_max}))

    def moving_along(self, path: Numbers) -> ConvexPaths:
        """The same shapes as bodies that move from point to point, (N, L, D), or (L, D) for all; see :meth:`Convex.moving_along`."""
        return ConvexPaths(self, path)

    def rounded(self, radius: Numbers) -> Each:
        """The same shapes with these inflation radii, (N,) or a number."""
        return Each(self.shape, **(self._keywords() | {"radius": radius}))

    @property
    def radius(self) -> FloatArray:
        """(N,): the inflation radii."""
        return self._radius.astype(self.dtype)

    def _keywords(self) -> dict[str, Any]:
        way = {"velocity": self._velocity} if self._start is None else {"to": self._velocity, "from_": self._start}
        rest = {"t_max": self._t_max.astype(self.dtype, copy=False), "radius": self._radius.astype(self.dtype, copy=False)}
        return self._arguments | way | rest | {"dtype": self.dtype}

    def __len__(self) -> int:
        return len(self._t_max)

    def _length(self) -> int | None:
        return len(self)

    def __iter__(self) -> Iterator[Any]:
        return (self[row] for row in range(len(self)))

    def __getitem__(self, rows: Any) -> Any:
        some = some_of(self._keywords(), rows)
        if isinstance(rows, (int, np.integer)):
            return self.shape(**some)
        return Each(self.shape, **some)

    def _drawn(self, frame: Frame) -> Polygons:
        return [face for shape in self for face in shape._drawn(frame)]

    def __reduce__(self) -> tuple[Any, ...]:
        return _of_rows, (self.shape, self._keywords())

    def __repr__(self) -> str:
        return f"<Each: {len(self)} of {self.shape.__name__}>"


def some_of(keywords: dict[str, Any], rows: Any) -> dict[str, Any]:
    """The arguments of a selection of the shapes, or of one."""
    return {name: value if name == "dtype" else value[rows] for name, value in keywords.items()}


def _of_rows(shape: Any, keywords: dict[str, Any]) -> Each:
    """Makes shapes from their keywords, for pickle."""
    return Each(shape, **keywords)
