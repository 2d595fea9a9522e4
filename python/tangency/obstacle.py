"""What can be asked of anything that bodies can meet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias, overload

import numpy as np
import numpy.typing as npt

from . import _tangency
from .answers import (
    ClosestPoint,
    ClosestPoints,
    Contact,
    ExactContact,
    ExactOverlap,
    Hits,
    Overlap,
    Penetration,
    Vector,
    answer_of,
    exact_answer_of,
)
from .arrays import Batch, Float, FloatArray, Numbers, Table, batch, depth, end, folds, is_table, numbers, vector
from .bodies import Body, Hollow
from .exact import Surd
from .questions import Question, QuestionAtRest

#: On which side of planes a sphere lies, in the order of the codes -1, 0, 1.
CONTAINMENTS = ("inside", "intersecting", "outside")

Truths: TypeAlias = npt.NDArray[np.bool_]


#: What is asked: center, radius, radii, velocity, t_max.
Given: TypeAlias = tuple[Any, Any, Any, Any, Any]

#: Of a mesh there are columns of triangles, of a scene of items too.
_EXTRAS = {"mesh": 1, "scene": 2}
#: The features of a mesh are those of its triangles.
_FEATURES = {"mesh": "hull"}


class Obstacle:
    """A shape that spheres, and some that ellipsoids, can meet; each of its questions can be asked about one body or many.

    About one: ``shape.first_contact(sphere)``. About many, whose arrays broadcast against each other and are not copied if
    they are of the float of the shape: ``shape.first_contact(center, radius, velocity, t_max)`` with

    ============ ==================== ==============================================================
    ``center``   (N, D) or (D,)       at time zero, in units of length; or a table, see below
    ``radius``   (N,) or a number     zero or more; for ellipsoids ``radii=`` (N, D) or (D,) instead
    ``velocity`` (N, D) or (D,)       in units of length per unit of time; at rest if not given
    ``t_max``    (N,) or a number     when the motion ends, that time included; never if not given
    ============ ==================== ==============================================================

    Rows may have several axes: ``center`` (S, T, D), and the rest whatever broadcasts against it, as a radius (S, 1) does. Answers
    that are arrays then are (S, T); of :class:`Hits` the rows are those of ``center.reshape(-1, D)``, and ``hits.shape`` is (S, T).

    In the place of ``center`` there may be a table with the columns ``x y z radius vx vy vz`` and maybe ``t_max``, of
    anything that speaks the Arrow PyCapsule interface: Polars (a ``LazyFrame`` is collected), pandas, PyArrow, DuckDB.

    A batch runs without the lock of the interpreter, on all cores or on ``threads`` of them; its answers do not depend on how
    many. Ctrl-C ends it. Wrong numbers raise a ``ValueError`` that names row and field.

    >>> import numpy as np, tangency
    >>> post: Obstacle = tangency.Point([5, 0])
    >>> path = np.array([[[0, 0], [2, 0]], [[0, 1], [9, 9]]])
    >>> hits = post.first_contact(path, radius=[[1], [2]], velocity=[1, 0])
    >>> hits.shape, hits.time.reshape(hits.shape)
    ((2, 2), array([[4.        , 2.        ],
           [3.26794919,        nan]]))
    """

    __slots__ = ("_core", "dtype", "dimension", "_kind")

    _core: _tangency.Obstacle
    #: The float of its numbers and of its answers, float32 or float64.
    dtype: Float
    #: 2 in the plane, 3 in space.
    dimension: int
    #: What its features are.
    _kind: str

    @overload
    def first_contact(self, center: Body, *, exact: Literal[False] = ...) -> None | Overlap | Contact: ...
    @overload
    def first_contact(self, center: Body, *, exact: Literal[True]) -> None | ExactOverlap | ExactContact: ...
    @overload
    def first_contact(self, center: Body, *, exact: bool) -> None | Overlap | Contact | ExactOverlap | ExactContact: ...
    @overload
    def first_contact(
        self,
        center: Numbers | Table,
        radius: Numbers | None = ...,
        velocity: Numbers | None = ...,
        t_max: Numbers | None = ...,
        *,
        radii: Numbers | None = ...,
        exact: Literal[False] = ...,
        threads: int | None = ...,
        out: Hits | None = ...,
    ) -> Hits: ...
    @overload
    def first_contact(
        self,
        center: Numbers | Table,
        radius: Numbers | None = ...,
        velocity: Numbers | None = ...,
        t_max: Numbers | None = ...,
        *,
        radii: Numbers | None = ...,
        exact: Literal[True],
    ) -> list[None | ExactOverlap | ExactContact]: ...

    def first_contact(
        self,
        center: Body | Numbers | Table,
        radius: Numbers | None = None,
        velocity: Numbers | None = None,
        t_max: Numbers | None = None,
        *,
        radii: Numbers | None = None,
        exact: bool = False,
        threads: int | None = None,
        out: Hits | None = None,
    ) -> None | Overlap | Contact | ExactOverlap | ExactContact | Hits | list[None | ExactOverlap | ExactContact]:
        """The first contact of a body, or of each of many.

        Touching counts, also at time zero, also in passing. If they share more than a touch at time zero, that is an overlap.

        Args:
            center, radius, velocity, t_max, radii: A body, or arrays; see the class.
            exact: Answer in exact numbers ``x + y sqrt(d)``, found by exact arithmetic alone; of many, a list.
            threads: How many threads; all cores if not given.
            out: The :class:`Hits` of an earlier call with as many rows, to be written over.

        Returns:
            Of one body None, :class:`Overlap` or :class:`Contact` (or their exact kin), of many :class:`Hits`.

        >>> import tangency
        >>> floor = tangency.Triangle([0, 0, 0], [4, 0, 0], [0, 4, 0])
        >>> hit = floor.first_contact(tangency.Sphere([0, 0, 5], 1, velocity=[0, 0, -1]))
        >>> hit.time, hit.point, hit.normal, str(hit.feature)
        (4.0, (0.0, 0.0, 0.0), (0.0, 0.0, 1.0), 'vertex 0')
        >>> post = tangency.Point([5, 0])
        >>> post.first_contact(tangency.Sphere([0, 1], 2, velocity=[1, 0]), exact=True).time
        Surd(5, -1, 3)
        """
        if isinstance(center, Body):
            if exact:
                return exact_answer_of(self._core.first_contact_exact(self._one(center), 0))
            return answer_of(self._core.first_contact(self._one(center)))
        given = (center, radius, radii, velocity, t_max)
        if exact:
            arrays = self._fit(*given)
            return [exact_answer_of(self._core.first_contact_exact(body, row)) for row, body in enumerate(_each(arrays))]
        columns = None if out is None else self._checked(out)._columns()
        columns, given, shape = self._ask(self._core.first_contacts, given, columns, _EXTRAS.get(self._kind, 0), threads)
        hits = Hits(columns, _FEATURES.get(self._kind, self._kind)) if out is None else out
        hits._index, hits._shape, hits._query = None, shape, (given[0], given[3], given[4])
        return hits

    @Question[float | None, FloatArray]
    def contact_time(
        self,
        center: Body | Numbers | Table,
        radius: Numbers | None = None,
        velocity: Numbers | None = None,
        t_max: Numbers | None = None,
        *,
        radii: Numbers | None = None,
        threads: int | None = None,
    ) -> float | None | FloatArray:
        """The time of the first contact alone, which costs less than the whole answer.

        Returns:
            Of one body the time, or None if there is no contact, or an overlap; of many (N,), NaN for those.

        >>> import tangency
        >>> floor = tangency.Triangle([0, 0, 0], [4, 0, 0], [0, 4, 0])
        >>> floor.contact_time(tangency.Sphere([1, 1, 5], 1, velocity=[0, 0, -1]))
        4.0
        >>> floor.contact_time([[1, 1, 5], [9, 9, 5]], 1, [0, 0, -1])
        array([ 4., nan])
        """
        return self._time("first", center, radius, velocity, t_max, radii, threads)

    @Question[float | None, FloatArray]
    def time_down(
        self,
        center: Body | Numbers | Table,
        radius: Numbers | None = None,
        velocity: Numbers | None = None,
        t_max: Numbers | None = None,
        *,
        radii: Numbers | None = None,
        threads: int | None = None,
    ) -> float | None | FloatArray:
        """The time of the first contact rounded *down*: the largest float that is not after it. At that *time* the body is not yet inside.

        That is said of the time alone. A position made of it in floats, ``center + time_down * velocity``, is rounded again, and may
        lie inside by some units in the last place, as :attr:`Contact.center` may. The guide says what to do: see *Bounces*.

        Returns:
            As for :meth:`contact_time`.

        >>> import tangency
        >>> post = tangency.Point([5, 0])
        >>> ball = tangency.Sphere([0, 1], 2, velocity=[1, 0])
        >>> exact = post.first_contact(ball, exact=True).time
        >>> post.time_down(ball), post.time_down(ball) <= exact
        (3.2679491924311224, True)
        """
        return self._time("down", center, radius, velocity, t_max, radii, threads)

    @overload
    def last_time(self, center: Body, *, exact: Literal[False] = ...) -> float | None: ...
    @overload
    def last_time(self, center: Body, *, exact: Literal[True]) -> Surd | None: ...
    @overload
    def last_time(self, center: Body, *, exact: bool) -> float | Surd | None: ...
    @overload
    def last_time(
        self,
        center: Numbers | Table,
        radius: Numbers | None = ...,
        velocity: Numbers | None = ...,
        t_max: Numbers | None = ...,
        *,
        radii: Numbers | None = ...,
        exact: Literal[False] = ...,
        threads: int | None = ...,
    ) -> FloatArray: ...
    @overload
    def last_time(
        self,
        center: Numbers | Table,
        radius: Numbers | None = ...,
        velocity: Numbers | None = ...,
        t_max: Numbers | None = ...,
        *,
        radii: Numbers | None = ...,
        exact: Literal[True],
    ) -> list[Surd | None]: ...

    def last_time(
        self,
        center: Body | Numbers | Table,
        radius: Numbers | None = None,
        velocity: Numbers | None = None,
        t_max: Numbers | None = None,
        *,
        radii: Numbers | None = None,
        exact: bool = False,
        threads: int | None = None,
    ) -> float | Surd | None | FloatArray | list[Surd | None]:
        """The last time at which they still touch, of the motion as if it went on for ever, whatever ``t_max`` is.

        Returns:
            Of one body the time (a :class:`Surd` if ``exact``), or None if they never touch or never cease to; of many (N,),
            NaN for those.

        >>> import tangency
        >>> wall = tangency.Box([5, -1], [6, 1])
        >>> wall.last_time(tangency.Sphere([0, 0], 1, velocity=[1, 0]))
        7.0
        """
        if exact:
            if not isinstance(center, Body):
                arrays = self._fit(center, radius, radii, velocity, t_max)
                return [_surd(self._core.last_time_exact(body, row)) for row, body in enumerate(_each(arrays))]
            return _surd(self._core.last_time_exact(self._one(center), 0))
        return self._time("last", center, radius, velocity, t_max, radii, threads)

    @overload
    def intersects(self, center: Body | Hollow[Any]) -> bool: ...
    @overload
    def intersects(
        self, center: Numbers | Table, radius: Numbers | None = ..., *, radii: Numbers | None = ..., threads: int | None = ...
    ) -> Truths: ...

    def intersects(
        self,
        center: Body | Hollow[Any] | Numbers | Table,
        radius: Numbers | None = None,
        *,
        radii: Numbers | None = None,
        threads: int | None = None,
    ) -> bool | Truths:
        """Whether the two share a point as they are at time zero; touching counts. Against a box, the body may be :class:`Hollow`.

        Returns:
            Of one body a truth, of many (N,) of them.

        >>> import numpy as np, tangency
        >>> room = tangency.Box([0, 0], [4, 4])
        >>> room.intersects(tangency.Sphere([5, 2], 1))
        True
        >>> room.intersects(np.array([[5, 2], [6, 2.0]]), 1)
        array([ True, False])
        """
        return self._shares(center, radius, radii, threads, is_hollow=False)

    def _shares(self, center: Any, radius: Any, radii: Any, threads: int | None, is_hollow: bool) -> bool | Truths:
        """The same; this may be only its surface."""
        body_is_hollow = isinstance(center, Hollow)
        body = center.shape if body_is_hollow else center
        if isinstance(body, Body):
            return self._core.intersects(self._one(body), body_is_hollow, is_hollow)
        truths: Truths = self._each_of((body, radius, radii, None, None), self._core.intersect_each, body_is_hollow, is_hollow, threads)
        return truths

    def closest(self, point: Numbers, *, threads: int | None = None) -> ClosestPoint | ClosestPoints | None:
        """The point of this shape that is closest to a given one.

        Args:
            point: (D,) for one, (N, D) for many.
            threads: How many threads; all cores if not given.

        Returns:
            Of one :class:`ClosestPoint`, or None if the shape is empty; of many :class:`ClosestPoints`.

        >>> import tangency
        >>> tangency.Box([0, 0], [4, 4]).closest([7, 8])
        ClosestPoint(point=(4.0, 4.0), distance=5.0, feature=BoxFeature(sides=(1, 1)), triangle=None, item=None)
        """
        extra, axes, one = _EXTRAS.get(self._kind, 0), None, depth(point) == 1
        columns = self._core.closest_points((point, 0, None, None, None), extra, threads)
        if columns is NotImplemented:
            points = numbers("point", point, self.dtype, 1)
            one = points.ndim == 1
            columns, _, axes = self._ask(self._core.closest_points, (points, 0, None, None, None), extra, threads)
        closest = ClosestPoints(Hits(columns, _FEATURES.get(self._kind, self._kind), shape=axes))
        return closest[0] if one and self._length() is None else closest

    @QuestionAtRest[Penetration | None, Penetration]
    def penetration(self, center: Body | Numbers | Table, radius: Numbers | None = None, *, threads: int | None = None) -> Penetration | None:
        """The least translation after which a sphere and this convex shape, which it overlaps, only touch.

        Returns:
            Of one sphere the way, or None if they do not overlap or if there is none; of many a :class:`Penetration` of arrays.

        Raises:
            TypeError: The shape is not convex, or the body no sphere.

        >>> import tangency
        >>> tangency.Box([0, 0], [4, 4]).penetration(tangency.Sphere([3, 2], 1))
        Penetration(direction=(1.0, 0.0), depth=2.0)
        """
        if isinstance(center, Body):
            way = self._core.penetration(self._one(center))
            return None if way is None else Penetration(*way)
        ways, _, _ = self._ask(self._core.penetrations, (center, radius, None, None, None), threads)
        return Penetration(*ways)

    # ---- from users to the compiled part ----

    def _one(self, body: Body) -> _tangency.Body:
        if body.dimension != self.dimension:
            raise ValueError(f"center has dimension {body.dimension}, but the shape has {self.dimension}")
        if body.dtype is not self.dtype and body.dtype != self.dtype:
            raise ValueError(f"the body is of {body.dtype}, but the shape of {self.dtype}; give both the same dtype")
        return body._core

    def _ask(self, question: Callable[..., Any], given: Given, *rest: Any) -> tuple[Any, Given, tuple[int, ...] | None]:
        """Asks the compiled part, which takes what is written most as it is; anything else is made to fit before.

        Returns the answer, what was asked, and the axes of the rows if there are several.
        """
        answer = question(given, *rest)
        if answer is not NotImplemented:
            return answer, given, None
        arrays = self._fit(*given)
        answer = question(arrays, *rest)
        if answer is NotImplemented:
            raise ValueError("the arrays do not fit each other")
        return answer, arrays, folds(given[0])

    def _each_of(self, given: Given, question: Callable[..., Any], *rest: Any) -> Any:
        """An answer for each row, with as many axes as the rows."""
        answers, _, axes = self._ask(question, given, *rest)
        return answers if axes is None else answers.reshape(axes)

    def _fit(self, center: Any, radius: Any, radii: Any, velocity: Any, t_max: Any) -> Batch:
        """The arrays of a batch, of one float and one length."""
        if isinstance(center, (Obstacle, Hollow)):
            raise TypeError(f"center is a {type(center).__name__}, must be a body or arrays: a body meets a shape, and a shape none")
        if isinstance(radius, (Obstacle, Body)):
            raise TypeError(f"radius is a {type(radius).__name__}, must be numbers: ask one shape about one body, or about arrays")
        if not is_table(center) and radius is None and radii is None:
            raise ValueError("radius is missing, must be there, or radii for ellipsoids")
        return batch(self.dtype, self.dimension, center, radius, velocity, t_max, radii, self._length())

    def _length(self) -> int | None:
        """How many shapes it is, if each row of a batch meets one of its own."""
        return None

    def _time(
        self, which: str, center: Any, radius: Any, velocity: Any, t_max: Any, radii: Any, threads: int | None
    ) -> float | None | FloatArray:
        if isinstance(center, Body):
            return self._core.time(self._one(center), which)
        times: FloatArray = self._each_of((center, radius, radii, velocity, t_max), self._core.times, which, threads)
        return times

    def _checked(self, out: Hits) -> Hits:
        """An earlier answer, if it can hold one of this shape."""
        kind, width = self._kind, self._core.feature_width()
        fits = (
            out.center.shape[1] == self.dimension
            and out.time.dtype == self.dtype
            and out.kind == _FEATURES.get(kind, kind)
            and out._codes.shape[1] == width
            and (out.triangle is None) == (kind not in _EXTRAS)
        )
        if not fits:
            raise ValueError(f"out is {out!r} of {out.time.dtype}, which does not fit this question")
        return out

    def _faces(self) -> list[npt.NDArray[Any]]:
        """Polygons, for the eye; what may be unbounded has none."""
        return []


class Moving(Obstacle):
    """An obstacle at rest or on its way, as a whole."""

    __slots__ = ("_velocity", "_t_max")

    _velocity: Vector
    _t_max: float

    def _moves(self, velocity: Any, t_max: float | None) -> tuple[FloatArray, float]:
        self._t_max = end(t_max, self.dtype)
        still = np.zeros(self.dimension, self.dtype)
        row = vector("velocity", still if velocity is None else velocity, self.dtype, self.dimension)
        self._velocity = tuple(row[0].tolist())
        return row, self._t_max

    def _motion(self) -> dict[str, Any]:
        """How it moves, by the names that its class has for that."""
        return {"velocity": np.array(self._velocity, self.dtype), "t_max": self._t_max}

    @property
    def velocity(self) -> Vector:
        """The velocity, in units of length per unit of time."""
        return self._velocity

    @property
    def t_max(self) -> float:
        """When its motion ends, that time included; infinite if it does not."""
        return self._t_max


def _each(arrays: Batch) -> list[_tangency.Body]:
    rows = range(len(arrays[0]))
    bodies = []
    for row in rows:
        try:
            bodies.append(_tangency.Body(tuple(None if a is None else a[row : row + 1] for a in arrays)))
        except ValueError as error:
            raise ValueError(f"row {row}: {str(error).removeprefix('sphere.').removeprefix('ellipsoid.')}") from None
    return bodies


def _surd(numbers: list[str] | None) -> Surd | None:
    return None if numbers is None else Surd._of(numbers)
