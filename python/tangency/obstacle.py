"""The queries of every obstacle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, overload

import numpy as np
import numpy.typing as npt

from . import _tangency
from .answers import (
    ClosestPair,
    ClosestPoint,
    ClosestPoints,
    Contact,
    ExactContact,
    ExactOverlap,
    Hits,
    Overlap,
    Penetration,
    Section,
    Touched,
    Vector,
    answer_of,
    closest_pair_of,
    exact_answer_of,
    motions_of,
    touched_of,
)
from .arrays import (
    Batch,
    Float,
    FloatArray,
    Numbers,
    Table,
    batch,
    by_index,
    depth,
    end_of_way,
    fold,
    folds,
    is_table,
    nested,
    numbers,
    rows_of,
    scalar,
    vector,
)
from .bodies import Bodies, Body, Capsule, Convex, ConvexPaths, ConvexRows, Hollow
from .exact import Surd
from .moves import Advance, Moves, Recover, Slide, advance_of, slide_of
from .picture import Frame, Polygons, inflated
from .questions import Question, QuestionAtRest, QuestionOfAnswers

if TYPE_CHECKING:
    from typing_extensions import Self

#: The location of a sphere relative to planes, in the order of the codes -1, 0, 1.
CONTAINMENTS = ("inside", "intersecting", "outside")

#: The obstacles that are also bodies, for errors.
CONVEX = "Box, an OrientedBox, a Triangle, a Parallelepiped or a Hull"

Truths: TypeAlias = npt.NDArray[np.bool_]
Integers: TypeAlias = npt.NDArray[np.int64]

#: The bodies of a query: center, radius, radii, velocity, t_max; or all nine arrays of bodies, or compiled shapes, as the compiled part takes them.
Given: TypeAlias = tuple[Any, ...]


class Obstacle:
    """A shape that bodies can meet, with queries for one body or for many.

    Shapes and meshes can be inflated by ``radius=`` (Minkowski sum with a ball): all points within that radius belong to the obstacle. A point
    becomes a ball, a segment a capsule, a mesh a shell. The sum of this radius and the radius of a sphere or a capsule is never rounded. The point of
    a result is on the inflated surface; the feature is a part of the shape without inflation. An ellipsoid cannot be cast at an inflated obstacle.

    All shapes have all methods. A query that does not exist for a pair of body and shape raises a ``TypeError`` that names the two; the manual of the
    command has the table of all pairs.

    For one body, write ``shape.first_contact(sphere)``. For many bodies, write ``shape.first_contact(center, radius, velocity, t_max)`` with the
    arrays below. They broadcast against each other, and are not copied if they have the float of the shape.

    ============ ==================== ==============================================================
    ``center``   (N, D) or (D,)       at time zero, in units of length; or a table, see below
    ``radius``   (N,) or a number     zero or more; for ellipsoids ``radii=`` (N, D) or (D,) instead
    ``velocity`` (N, D) or (D,)       in units of length per unit of time; at rest if not given
    ``t_max``    (N,) or a number     when the motion ends, that time included; never if not given
    ============ ==================== ==============================================================

    Rows may have several axes: ``center`` (S, T, D), and other arrays that broadcast against it, such as a radius (S, 1). Then all results have this
    shape, which is written (N,) below: booleans and times (S, T), the arrays of :class:`Hits` (S, T) or (S, T, D). An error names a row by its index
    for each axis.

    Instead of arrays, :class:`Bodies` may be given, which can be capsules, and can move to points or along paths.

    A :class:`Box`, an :class:`OrientedBox`, a :class:`Triangle`, a :class:`Parallelepiped` and a :class:`Hull`, in two or three dimensions, are also
    bodies, with their motion and their inflation: write ``shape.first_contact(box)``, or ``shape.first_contact(boxes)`` for the rows that ``Box.each``
    makes. Such a convex body can be cast at points, segments, these shapes, meshes, and scenes of these.

    Instead of ``center``, a table may be given with the columns ``x y z radius vx vy vz`` and optionally ``t_max``. It may have ``to_x to_y to_z``
    instead of ``vx vy vz`` and, for capsules, ``axis_x axis_y axis_z``. Any package with the Arrow PyCapsule interface can make such a table: Polars
    (a ``LazyFrame`` is collected), pandas, PyArrow, DuckDB.

    A batch releases the lock of the interpreter and runs on all cores, or on ``threads`` of them. The results do not depend on the number of threads.
    Ctrl-C ends a batch. Invalid numbers raise a ``ValueError`` that names the row and the field.

    >>> import numpy as np, tangency
    >>> post: Obstacle = tangency.Point([5, 0])
    >>> path = np.array([[[0, 0], [2, 0]], [[0, 1], [9, 9]]])
    >>> hits = post.first_contact(path, radius=[[1], [2]], velocity=[1, 0])
    >>> hits.time
    array([[4.        , 2.        ],
           [3.26794919,        nan]])
    >>> hits[1, 0] == post.first_contact(tangency.Sphere([0, 1], 2, velocity=[1, 0]))
    True
    >>> pipe = tangency.Segment([0, -5, 0], [0, 5, 0], radius=0.5)
    >>> hit = pipe.first_contact(tangency.Sphere([4, 0, 0], 1, velocity=[-1, 0, 0]))
    >>> hit.time, hit.point, str(hit.feature)
    (2.5, (0.5, 0.0, 0.0), 'edge 0')
    >>> crate = tangency.Box([4, -1, -1], [6, 1, 1], velocity=[-1, 0, 0])
    >>> hit = pipe.first_contact(crate)
    >>> hit.time, hit.center, hit.normal
    (3.5, (0.5, -1.0, -1.0), (1.0, 0.0, 0.0))
    """

    __slots__ = ("_core", "dtype", "dimension", "_features")

    _core: _tangency.Obstacle
    #: The float of its numbers and of its results, float32 or float64.
    dtype: Float
    #: 2 in the plane, 3 in space; a box may have any number.
    dimension: int
    #: The kind of its features: ``kind`` of its :class:`Hits`.
    _features: str

    @QuestionOfAnswers[None | Overlap | Contact, Hits, None | ExactOverlap | ExactContact]
    def first_contact(
        self,
        center: Body | Convex | Bodies | ConvexRows | Numbers | Table,
        radius: Numbers | None = None,
        velocity: Numbers | None = None,
        t_max: Numbers | None = None,
        *,
        radii: Numbers | None = None,
        exact: bool = False,
        threads: int | None = None,
        out: Hits | None = None,
    ) -> None | Overlap | Contact | ExactOverlap | ExactContact | Hits | list[None | ExactOverlap | ExactContact]:
        """The first contact of a body, or of each of many bodies.

        Touching counts, also at time zero and in passing. If the body and the obstacle share more than boundary points at time zero, the result is an
        overlap.

        Args:
            center, radius, velocity, t_max, radii: A body, or arrays; see the class.
            exact: Return exact numbers ``x + y sqrt(d)``, computed by exact arithmetic alone; for many bodies, a list.
            threads: The number of threads; by default all cores.
            out: The :class:`Hits` of an earlier call with the same number of rows, whose arrays are overwritten.

        Returns:
            For one body None, :class:`Overlap` or :class:`Contact`, or with ``exact`` their exact classes; for many bodies :class:`Hits`.

        >>> import tangency
        >>> floor = tangency.Triangle([0, 0, 0], [4, 0, 0], [0, 4, 0])
        >>> hit = floor.first_contact(tangency.Sphere([0, 0, 5], 1, velocity=[0, 0, -1]))
        >>> hit.time, hit.point, hit.normal, str(hit.feature)
        (4.0, (0.0, 0.0, 0.0), (0.0, 0.0, 1.0), 'vertex 0')
        >>> post = tangency.Point([5, 0])
        >>> post.first_contact(tangency.Sphere([0, 1], 2, velocity=[1, 0]), exact=True).time
        Surd(5, -1, 3)
        """
        if isinstance(center, (Body, Convex)) and not exact:
            return answer_of(self._core.ask("first_contact", self._alone(center, radius, radii, velocity, t_max, threads, out)))
        return self._hits("first_contact", (center, radius, radii, velocity, t_max), exact, threads, out)

    @QuestionOfAnswers[None | Overlap | Contact, Hits, None | ExactOverlap | ExactContact]
    def first_entry(
        self,
        center: Body | Convex | Bodies | ConvexRows | Numbers | Table,
        radius: Numbers | None = None,
        velocity: Numbers | None = None,
        t_max: Numbers | None = None,
        *,
        radii: Numbers | None = None,
        exact: bool = False,
        threads: int | None = None,
        out: Hits | None = None,
    ) -> None | Overlap | Contact | ExactOverlap | ExactContact | Hits | list[None | ExactOverlap | ExactContact]:
        """The blocking hit: the first contact after which the body and the obstacle share more than boundary points. Contacts that only slide, graze
or separate are passed over, so a sphere that lies on a floor finds the wall. For a sphere of radius zero and an obstacle that is not inflated, the
first entry is the first contact. Arguments and results are the same as for :meth:`first_contact`.

        >>> import tangency
        >>> world = tangency.Scene([tangency.Box([0, 0, -1], [9, 9, 0]), tangency.Box([8, 0, 0], [9, 9, 9])])
        >>> ball = tangency.Sphere([1, 4, 1], 1, velocity=[1, 0, 0])
        >>> world.first_contact(ball).approach, world.first_entry(ball).time
        ('sliding', 6.0)
        """
        if isinstance(center, (Body, Convex)) and not exact:
            return answer_of(self._core.ask("first_entry", self._alone(center, radius, radii, velocity, t_max, threads, out)))
        return self._hits("first_entry", (center, radius, radii, velocity, t_max), exact, threads, out)

    @Question[float | None, FloatArray]
    def contact_time(
        self,
        center: Body | Convex | Bodies | ConvexRows | Numbers | Table,
        radius: Numbers | None = None,
        velocity: Numbers | None = None,
        t_max: Numbers | None = None,
        *,
        radii: Numbers | None = None,
        threads: int | None = None,
    ) -> float | None | FloatArray:
        """The time of the first contact alone, which costs less than the whole result.

        Returns:
            For one body the time, or None if there is no contact or an overlap; for many (N,), with NaN instead of None.

        >>> import tangency
        >>> floor = tangency.Triangle([0, 0, 0], [4, 0, 0], [0, 4, 0])
        >>> floor.contact_time(tangency.Sphere([1, 1, 5], 1, velocity=[0, 0, -1]))
        4.0
        >>> floor.contact_time([[1, 1, 5], [9, 9, 5]], 1, [0, 0, -1])
        array([ 4., nan])
        """
        if isinstance(center, (Body, Convex)):
            return self._core.ask("contact_time", self._alone(center, radius, radii, velocity, t_max, threads))
        times: FloatArray = self._each_of("contact_time", (center, radius, radii, velocity, t_max), threads)
        return times

    @Question[float | None, FloatArray]
    def time_down(
        self,
        center: Body | Convex | Bodies | ConvexRows | Numbers | Table,
        radius: Numbers | None = None,
        velocity: Numbers | None = None,
        t_max: Numbers | None = None,
        *,
        radii: Numbers | None = None,
        threads: int | None = None,
    ) -> float | None | FloatArray:
        """The time of the first contact, rounded *down*: the largest float that is not after the contact. At that *time* the body is not yet inside
        the obstacle.

        A position computed from the time in floats, ``center + time_down * velocity``, is rounded again. Like :attr:`Contact.center`, it may be
        inside the obstacle by some units in the last place. The page *Bounces* of the guide has a remedy.

        Returns:
            As for :meth:`contact_time`.

        >>> import tangency
        >>> post = tangency.Point([5, 0])
        >>> ball = tangency.Sphere([0, 1], 2, velocity=[1, 0])
        >>> exact = post.first_contact(ball, exact=True).time
        >>> post.time_down(ball), post.time_down(ball) <= exact
        (3.2679491924311224, True)
        """
        if isinstance(center, (Body, Convex)):
            return self._core.ask("time_down", self._alone(center, radius, radii, velocity, t_max, threads))
        times: FloatArray = self._each_of("time_down", (center, radius, radii, velocity, t_max), threads)
        return times

    @overload
    def last_time(self, center: Body | Convex, *, exact: Literal[False] = ...) -> float | None: ...
    @overload
    def last_time(self, center: Body | Convex, *, exact: Literal[True]) -> Surd | None: ...
    @overload
    def last_time(self, center: Body | Convex, *, exact: bool) -> float | Surd | None: ...
    @overload
    def last_time(
        self,
        center: Bodies | ConvexRows | Numbers | Table,
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
        center: Bodies | ConvexRows | Numbers | Table,
        radius: Numbers | None = ...,
        velocity: Numbers | None = ...,
        t_max: Numbers | None = ...,
        *,
        radii: Numbers | None = ...,
        exact: Literal[True],
    ) -> list[Surd | None]: ...

    def last_time(
        self,
        center: Body | Convex | Bodies | ConvexRows | Numbers | Table,
        radius: Numbers | None = None,
        velocity: Numbers | None = None,
        t_max: Numbers | None = None,
        *,
        radii: Numbers | None = None,
        exact: bool = False,
        threads: int | None = None,
    ) -> float | Surd | None | FloatArray | list[Surd | None]:
        """The last time at which the body and the obstacle still touch (separation time). For this query, the motion continues beyond ``t_max``.

        Returns:
            For one body the time (a :class:`Surd` if ``exact``), or None if the two never touch or never cease to touch; for many (N,), with NaN
            instead of None.

        >>> import tangency
        >>> wall = tangency.Box([5, -1], [6, 1])
        >>> wall.last_time(tangency.Sphere([0, 0], 1, velocity=[1, 0]))
        7.0
        """
        if isinstance(center, (Body, Convex)):
            body = self._alone(center, radius, radii, velocity, t_max, threads)
            return _surd(self._core.ask_exact("last_time", body, None)) if exact else self._core.ask("last_time", body)
        if exact:
            return self._exact_each("last_time", (center, radius, radii, velocity, t_max), _surd, threads)
        times: FloatArray = self._each_of("last_time", (center, radius, radii, velocity, t_max), threads)
        return times

    @Question[bool, Truths]
    def has_contact(
        self,
        center: Body | Convex | Bodies | ConvexRows | Numbers | Table,
        radius: Numbers | None = None,
        velocity: Numbers | None = None,
        t_max: Numbers | None = None,
        *,
        radii: Numbers | None = None,
        threads: int | None = None,
    ) -> bool | Truths:
        """Whether a body touches this obstacle at any time of the motion, including the start; for many bodies (N,) booleans.

        The search in a mesh stops at the first triangle that is certainly touched, so it costs less than the first contact.

        >>> import tangency
        >>> tile = tangency.Mesh([[0, 0, 0], [4, 0, 0], [0, 4, 0]], [[0, 1, 2]])
        >>> tile.has_contact([[1, 1, 5], [9, 9, 5]], 1, [0, 0, -1])
        array([ True, False])
        """
        if isinstance(center, (Body, Convex)):
            return self._core.ask("has_contact", self._alone(center, radius, radii, velocity, t_max, threads))
        truths: Truths = self._each_of("has_contact", (center, radius, radii, velocity, t_max), threads)
        return truths

    @Question[list[Overlap | Contact], Hits]
    def contacts(
        self,
        center: Body | Convex | Bodies | ConvexRows | Numbers | Table,
        radius: Numbers | None = None,
        velocity: Numbers | None = None,
        t_max: Numbers | None = None,
        *,
        radii: Numbers | None = None,
        threads: int | None = None,
    ) -> list[Overlap | Contact] | Hits:
        """The first contact with *each* touched triangle of a mesh or item of a scene, in order of time and, at equal times, of the number of the
        triangle or item.

        Returns:
            For one sphere a list; for many :class:`Hits`, in ascending order of ``index``, the number of the sphere.

        >>> import tangency
        >>> mesh = tangency.Mesh([[0, 0, 0], [4, 0, 0], [0, 4, 0], [4, 4, -1]], [[0, 1, 2], [1, 3, 2]])
        >>> hits = mesh.contacts([[1, 1, 5], [2, 2, 5]], 1, [0, 0, -1])
        >>> hits.index, hits.triangle
        (array([0, 1, 1]), array([0, 0, 1]))
        """
        if isinstance(center, (Body, Convex)):
            return [hit for hit in map(answer_of, self._core.ask("contacts", self._alone(center, radius, radii, velocity, t_max, threads))) if hit is not None]
        given = (center, radius, radii, velocity, t_max)
        (counts, columns), _, _ = self._ask(self._core.ask_each, given, "contacts", threads)
        rows = np.repeat(np.arange(len(counts)), counts)
        hits = Hits(columns, self._features, rows)
        motions = center._motions(len(counts)) if isinstance(center, Obstacle) else motions_of(self._fit(*given))
        hits._query = tuple(part[rows] for part in motions)
        return hits

    @overload
    def advance(self, center: Body | Convex, displacement: Numbers) -> Advance: ...
    @overload
    def advance(
        self,
        center: Bodies | ConvexRows | Numbers | Table,
        displacement: Numbers,
        radius: Numbers | None = ...,
        *,
        threads: int | None = ...,
        out: Moves | None = ...,
        legs: bool = ...,
    ) -> Moves: ...

    def advance(
        self,
        center: Body | Convex | Bodies | ConvexRows | Numbers | Table,
        displacement: Numbers,
        radius: Numbers | None = None,
        *,
        threads: int | None = None,
        out: Moves | None = None,
        legs: bool = False,
    ) -> Advance | Moves:
        """Moves a sphere, a capsule or a :class:`Convex`, or each of many, along a displacement until an obstacle blocks it.

        The body ends at a position in floats where it *certainly overlaps no obstacle*, and the straight leg to that position enters no obstacle. So
        no number of moves, each from the end of the last one, leads into or through an obstacle. Obstacles that the body only touches do not block
        it. A body that overlaps an obstacle at the start does not move. Bodies start at their positions at time zero; their own velocities are
        ignored. The leg takes the time from 0 to 1, which matters if this obstacle moves.

        A convex body keeps its size and shape: at a position it is the given body, translated by the exact difference of the two positions of its
        reference point. A flat one without a radius is an error, since it has no side when it lies in a surface.

        Args:
            center: A body, or arrays; see the class.
            displacement: (D,) or (N, D): the vector by which to move.
            radius: (N,) or a number, with arrays of centres.
            threads: The number of threads; by default all cores.
            out: The :class:`Moves` of an earlier call with the same number of rows, whose arrays are overwritten. Their ``position`` may be the
                ``center`` of this call.
            legs: Also return the ends of all legs.

        Returns:
            For one body :class:`Advance`, for many :class:`Moves`.

        >>> import tangency
        >>> world = tangency.Scene([tangency.Box([0, 0, -1], [9, 9, 0]), tangency.Box([8, 0, 0], [9, 9, 9])])
        >>> move = world.advance(tangency.Sphere([1, 4, 1], 1), [100, 0, 0])
        >>> move.position, move.contact.item
        ((7.0, 4.0, 1.0), 1)
        >>> world.advance([[1, 4, 1], [1, 5, 2]], [1, 0, 0], radius=1).position
        array([[2., 4., 1.],
               [2., 5., 2.]])
        >>> world.advance(tangency.OrientedBox([1, 4, 1], [1, 1, 1], [0, 0, 0, 1]), [100, 0, 0]).position
        (7.0, 4.0, 1.0)
        """
        if isinstance(center, (Body, Convex)):
            return advance_of(self._moved(self._alone(center, radius, None, None, None, threads, out, legs), displacement, None))
        return self._moves_of(center, displacement, radius, None, threads, out, legs)

    @overload
    def slide(self, center: Body | Convex, displacement: Numbers, *, max_iterations: int = ...) -> Slide: ...
    @overload
    def slide(
        self,
        center: Bodies | ConvexRows | Numbers | Table,
        displacement: Numbers,
        radius: Numbers | None = ...,
        *,
        max_iterations: int = ...,
        threads: int | None = ...,
        out: Moves | None = ...,
        legs: bool = ...,
    ) -> Moves: ...

    def slide(
        self,
        center: Body | Convex | Bodies | ConvexRows | Numbers | Table,
        displacement: Numbers,
        radius: Numbers | None = None,
        *,
        max_iterations: int = 12,
        threads: int | None = None,
        out: Moves | None = None,
        legs: bool = False,
    ) -> Slide | Moves:
        """Collide and slide: moves a body like :meth:`advance`, and then along the blocking plane, or along the crease of two planes, until no
        displacement remains.

        Each leg and the position at its end are free, however directions were rounded.

        Args:
            center, displacement, radius, threads, out, legs: As for :meth:`advance`.
            max_iterations: The greatest number of legs.

        Returns:
            For one body :class:`Slide`, for many :class:`Moves`.

        >>> import numpy as np, tangency
        >>> floor = tangency.Box([0, 0, -1], [9, 9, 0])
        >>> floor.slide(tangency.Sphere([1, 4, 2], 1), [4, 0, -4]).legs
        ((2.0, 4.0, 1.0), (5.0, 4.0, 1.0))
        >>> moves = floor.slide([[1, 4, 2], [1, 5, 7]], [4, 0, -4], radius=1)
        >>> moves = floor.slide(moves.position, [0, 1, -9], radius=1, out=moves)
        >>> moves.position
        array([[5., 5., 1.],
               [5., 6., 1.]])
        """
        if max_iterations < 0:
            raise ValueError(f"max_iterations is {max_iterations}, must not be negative")
        if isinstance(center, (Body, Convex)):
            return slide_of(self._moved(self._alone(center, radius, None, None, None, threads, out, legs), displacement, max_iterations))
        return self._moves_of(center, displacement, radius, max_iterations, threads, out, legs)

    def _moved(self, body: _tangency.Body, displacement: Any, most: int | None) -> tuple[Any, ...]:
        return self._core.moved(body, vector("displacement", displacement, self.dtype, self.dimension), most)

    def _moves_of(
        self, center: Any, displacement: Any, radius: Any, most: int | None, threads: int | None, out: Moves | None, legs: bool
    ) -> Moves:
        axes = _axes(center)
        ways = rows_of("displacement", displacement, self.dtype, self.dimension, axes)
        arrays = None if out is None else out._flat
        if out is not None:
            self._checked(out.first)
        given: Given = (center, radius, None, None, None)
        rest = (ways, most, threads, arrays, legs)
        answer = NotImplemented if isinstance(center, (Bodies, ConvexPaths)) else self._core.moved_each(given, *rest)
        if answer is NotImplemented:
            given = self._fit(*given)
            try:
                answer = self._core.moved_each(given, *rest)
            except ValueError as error:
                raise by_index(error, axes) from None
        if answer is NotImplemented:
            bodies: Any = center if isinstance(center, Obstacle) else given[0]
            rows = 0 if bodies is None else len(bodies)
            raise ValueError(f"displacement has {len(ways)} rows, but the bodies or the shapes have {rows}")
        (columns, position, left, leg_count, contact_count), ends = answer
        moves = Moves(position, left, leg_count, contact_count, Hits(columns, self._features)) if out is None else out
        moves.legs = (np.concatenate([[0], np.cumsum(leg_count)]), ends) if legs else None
        moves._lay(axes)
        return moves

    def recover(self, body: Body | Convex) -> Recover:
        """A free position near a body that overlaps this obstacle (depenetration). *Whether the position is free is decided exactly*;
        it need not be the nearest free position.

        First the body is pushed straight out of the nearest overlapped surface, repeatedly, until it overlaps nothing: for one convex obstacle this is the
        minimum translation (:meth:`penetration`). If this finds no position, or starts inside a solid, or if a convex body overlaps the obstacle
        without its radius, positions along axes and diagonals are searched, up to sixteen times the size of the body away. If none of these is free,
        the result reports that no position was found.

        The body does not move along a path to the position, so the position may be behind a thin wall. For a mesh the body leaves the surface, to the
        side on which it is, and not the volume that the mesh encloses. Moving obstacles are taken at their positions at time 0.

        >>> import tangency
        >>> floor = tangency.Box([0, 0, -1], [9, 9, 0])
        >>> found = floor.recover(tangency.Sphere([4, 4, 0.75], 1))
        >>> found.status, 1 <= found.position[2] < 1.000001
        ('moved', True)
        >>> floor.recover(tangency.Sphere(found.position, 1)).status
        'free'
        """
        if not isinstance(body, (Body, Convex)):
            raise TypeError(f"body is a {type(body).__name__}, must be one Sphere, a Capsule, a {CONVEX}")
        return Recover(*self._core.recover(self._alone(body)))

    @overload
    def intersects(self, center: Body | Convex | Hollow[Any]) -> bool: ...
    @overload
    def intersects(
        self, center: Bodies | ConvexRows | Numbers | Table, radius: Numbers | None = ..., *, radii: Numbers | None = ..., threads: int | None = ...
    ) -> Truths: ...

    def intersects(
        self,
        center: Body | Convex | Hollow[Any] | Bodies | ConvexRows | Numbers | Table,
        radius: Numbers | None = None,
        *,
        radii: Numbers | None = None,
        threads: int | None = None,
    ) -> bool | Truths:
        """Whether a body and this obstacle share a point at time zero; touching counts. For a box, the body may be :class:`Hollow`.

        Returns:
            For one body a boolean, for many (N,) booleans.

        >>> import numpy as np, tangency
        >>> room = tangency.Box([0, 0], [4, 4])
        >>> room.intersects(tangency.Sphere([5, 2], 1))
        True
        >>> room.intersects(np.array([[5, 2], [6, 2.0]]), 1)
        array([ True, False])
        """
        return self._shares(center, radius, radii, threads)

    def _shares(self, center: Any, radius: Any, radii: Any, threads: int | None, is_hollow: bool = False) -> bool | Truths:
        """The result of ``intersects``. If ``is_hollow``, only the surface of this box counts."""
        if is_hollow:
            raise TypeError(f"a hollow {type(self).__name__} is not supported, only a hollow box")
        body_is_hollow = isinstance(center, Hollow)
        body = center.shape if body_is_hollow else center
        if body_is_hollow and (isinstance(body, Obstacle) or issubclass(body.body if isinstance(body, Bodies) else type(body), Capsule)):
            name = "Capsule" if not isinstance(body, Obstacle) else type(body).__name__
            raise TypeError(f"a hollow {name} is not supported as a body, only a hollow sphere or ellipsoid")
        if isinstance(body, (Body, Convex)):
            return self._core.ask("intersects", self._alone(body, radius, radii, None, None, threads), body_is_hollow)
        truths: Truths = self._each_of("intersects", (body, radius, radii, None, None), threads, body_is_hollow)
        return truths

    @overload
    def closest(self, point: Capsule | Convex) -> ClosestPair | None: ...
    @overload
    def closest(self, point: Bodies | ConvexRows | Sequence[Sequence[Any]], *, threads: int | None = ...) -> ClosestPoints: ...
    @overload
    def closest(self, point: Sequence[float], *, threads: int | None = ...) -> ClosestPoint | None: ...
    @overload
    def closest(self, point: npt.NDArray[Any], *, threads: int | None = ...) -> Any: ...

    def closest(self, point: Capsule | Convex | Bodies | ConvexRows | Numbers, *, threads: int | None = None) -> ClosestPair | ClosestPoint | ClosestPoints | None:
        """The point of this shape that is closest to a given point, or to the axis of a capsule or to a convex body at time zero.

        Args:
            point: (D,) for one point, (N, D) for many; or a :class:`Capsule` or a convex body, or rows of these, see :meth:`Capsule.each` and
                :meth:`Box.each`.
            threads: The number of threads; by default all cores.

        Returns:
            For one point a :class:`ClosestPoint`, or None if the shape is empty; for many :class:`ClosestPoints`; for a capsule and a convex body a
            :class:`ClosestPair`.

        >>> import tangency
        >>> tangency.Box([0, 0], [4, 4]).closest([7, 8])
        ClosestPoint(point=(4.0, 4.0), distance=5.0, feature=BoxFeature(sides=(1, 1)), triangle=None, item=None)
        >>> near = tangency.Box([0, 0], [4, 4]).closest(tangency.Box([7, 8], [9, 9]))
        >>> near.point, near.on_axis, near.distance
        ((4.0, 4.0), (7.0, 8.0), 5.0)
        """
        if isinstance(point, (Body, Convex)):
            return closest_pair_of(self._core.ask("closest", self._alone(point, threads=threads)))
        if isinstance(point, (Bodies, Obstacle)):
            if isinstance(point, Bodies) and not issubclass(point.body, Capsule):
                raise TypeError(f"point is rows of {point.body.__name__}, must be rows of Capsule, or points")
            columns, _, axes = self._ask(self._core.ask_each, (point, None, None, None, None), "closest", threads)
            return ClosestPoints(Hits(columns, self._features, shape=axes))
        axes, one = None, depth(point) == 1
        try:
            columns = self._core.ask_each((point, 0, None, None, None), "closest", threads)
            if columns is NotImplemented:
                points = numbers("point", point, self.dtype, 1)
                one = points.ndim == 1
                columns, _, axes = self._ask(self._core.ask_each, (points, 0, None, None, None), "closest", threads)
        except ValueError as error:
            raise by_index(error, () if one else None) from None
        closest = ClosestPoints(Hits(columns, self._features, shape=axes))
        return closest[0] if one and self._length() is None else closest

    @QuestionAtRest[Penetration | None, Penetration]
    def penetration(self, center: Body | Convex | Bodies | ConvexRows | Numbers | Table, radius: Numbers | None = None, *, threads: int | None = None) -> Penetration | None:
        """The shortest translation that ends the overlap of a sphere, a capsule or a convex body with this convex shape: after it, the two only touch.

        Returns:
            For one body the translation, or None if the two do not overlap or if no translation exists; for many a :class:`Penetration` of arrays.

        >>> import tangency
        >>> tangency.Box([0, 0], [4, 4]).penetration(tangency.Sphere([3, 2], 1))
        Penetration(direction=(1.0, 0.0), depth=2.0)
        """
        if isinstance(center, (Body, Convex)):
            way = self._core.ask("penetration", self._alone(center, radius, threads=threads))
            return None if way is None else Penetration(*way)
        return Penetration(*self._each_of("penetration", (center, radius, None, None, None), threads))

    def touched(self, body: Convex) -> Touched | None:
        """The whole first contact of a convex body with this convex shape: all corners of the touched point, segment or polygon.

        Args:
            body: A :class:`Box`, an :class:`OrientedBox`, a :class:`Triangle`, a :class:`Parallelepiped` or a :class:`Hull`.

        Returns:
            The contact, or None if there is no contact or an overlap.

        >>> import tangency
        >>> floor = tangency.Box([0, 0, -1], [9, 9, 0])
        >>> whole = floor.touched(tangency.Box([8, 4, 2], [10, 5, 3], velocity=[0, 0, -1]))
        >>> whole.points
        ((8.0, 4.0, 0.0), (9.0, 4.0, 0.0), (9.0, 5.0, 0.0), (8.0, 5.0, 0.0))
        >>> str(whole.feature), str(whole.mover_feature)
        ('sides 0 0 1', 'sides -1 -1 -1')
        """
        if not isinstance(body, (Body, Convex)):
            raise TypeError(f"body is a {type(body).__name__}, must be one {CONVEX}")
        return touched_of(self._core.ask("touched", self._alone(body)), self.dimension)

    @overload
    def containment(self, center: Body, *, by_planes: bool = ...) -> str: ...
    @overload
    def containment(
        self, center: Bodies | ConvexRows | Numbers | Table, radius: Numbers | None = ..., *, by_planes: bool = ..., threads: int | None = ...
    ) -> npt.NDArray[np.int8]: ...

    def containment(
        self, center: Body | Convex | Bodies | ConvexRows | Numbers | Table, radius: Numbers | None = None, *, by_planes: bool = False, threads: int | None = None
    ) -> str | npt.NDArray[np.int8]:
        """Whether a sphere, or each of many, is inside, outside or across the surface of a convex polytope.

        Args:
            center, radius: A :class:`Sphere`, or arrays.
            by_planes: Test each plane alone, which costs less. Then a sphere outside the polytope and near an edge may count as intersecting.
            threads: The number of threads; by default all cores.

        Returns:
            For one sphere ``"inside"`` if it is in the polytope and does not touch the surface, ``"outside"`` if the two share no point, and
            otherwise ``"intersecting"``; for many (N,) int8: -1 inside, 0 intersecting, 1 outside.

        >>> import tangency
        >>> corner = tangency.Polytope([tangency.Plane([0, 0], [0, 1]), tangency.Plane([0, 0], [1, 0])])
        >>> corner.containment(tangency.Sphere([-3, -4], 2.9))
        'inside'
        >>> corner.containment([[-3, -4], [-3, 0], [3, 4]], 2.9)
        array([-1,  0,  1], dtype=int8)
        """
        question: Literal["containment", "containment_by_planes"] = "containment_by_planes" if by_planes else "containment"
        if isinstance(center, (Body, Convex)):
            return CONTAINMENTS[self._core.ask(question, self._alone(center, radius, threads=threads)) + 1]
        codes: npt.NDArray[np.int8] = self._each_of(question, (center, radius, None, None, None), threads)
        return codes

    @QuestionAtRest[Section | None, Section]
    def section(self, center: Body | Convex | Bodies | ConvexRows | Numbers | Table, radius: Numbers | None = None, *, threads: int | None = None) -> Section | None:
        """The circle in which the surface of a sphere and a plane meet.

        Returns:
            For one sphere the circle, or None if the two do not meet; for many a :class:`Section` of arrays.

        >>> import tangency
        >>> plane = tangency.Plane([0, 0, 0], [0, 0, 7])
        >>> plane.section(tangency.Sphere([1, 2, 3], 5))
        Section(center=(1.0, 2.0, 0.0), radius=4.0)
        >>> plane.section([[1, 2, 3], [1, 2, 9]], 5).radius
        array([ 4., nan])
        """
        if isinstance(center, (Body, Convex)):
            circle = self._core.ask("section", self._alone(center, radius, threads=threads))
            return None if circle is None else Section(*circle)
        return Section(*self._each_of("section", (center, radius, None, None, None), threads))

    @QuestionAtRest[Integers, tuple[Integers, Integers]]
    def intersecting(
        self, center: Body | Convex | Bodies | ConvexRows | Numbers | Table, radius: Numbers | None = None, *, threads: int | None = None
    ) -> Integers | tuple[Integers, Integers]:
        """The triangles of a mesh that share a point with a sphere at time zero, in ascending order.

        Returns:
            For one sphere (K,) int64. For many a pair: (N + 1,) int64, the index at which the triangles of each sphere begin, and then the end of the
            last; and the triangles of all spheres, one after the other.

        >>> import tangency
        >>> mesh = tangency.Mesh([[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]], [[0, 1, 2], [0, 2, 3]])
        >>> mesh.intersecting([[3, 1, 0], [2, 2, 0]], 0.5)
        (array([0, 1, 3]), array([0, 0, 1]))
        """
        if isinstance(center, (Body, Convex)):
            return self._core.ask("intersecting", self._alone(center, radius, threads=threads))
        (counts, triangles), _, _ = self._ask(self._core.ask_each, (center, radius, None, None, None), "intersecting", threads)
        return np.concatenate([[0], np.cumsum(counts)]), triangles

    # ---- from users to the compiled part ----

    def _alone(
        self,
        body: Body | Convex,
        radius: Any = None,
        radii: Any = None,
        velocity: Any = None,
        t_max: Any = None,
        threads: int | None = None,
        out: object = None,
        legs: bool = False,
    ) -> _tangency.Body:
        """One body, without other arguments."""
        if not (radius is radii is velocity is t_max is threads is out is None) or legs:
            only_the_body(radius, radii, velocity, t_max, threads, out, legs)
        self._meets(body, body._place_name)
        return body._core if isinstance(body, Body) else body._cast

    def _meets(self, body: Body | Convex | Bodies | ConvexPaths | Obstacle, place: str) -> None:
        """Refuses a body of another dimension or of another float."""
        if body.dimension != self.dimension:
            raise ValueError(f"{place} has dimension {body.dimension}, but the shape has {self.dimension}")
        if body.dtype is not self.dtype and body.dtype != self.dtype:
            raise ValueError(f"the body is of {body.dtype}, but the shape of {self.dtype}; give both the same dtype")

    def _ask(self, question: Callable[..., Any], given: Given, *rest: Any) -> tuple[Any, Given, tuple[int, ...] | None]:
        """Passes a query to the compiled part, which takes the most frequent input directly. Other input is converted before.

        Returns the result, the bodies of the query, and the axes of the rows if there are several.
        """
        rows = given[0]
        if not isinstance(rows, (Bodies, ConvexPaths, Obstacle)):
            answer = question(given, *rest)
            if answer is not NotImplemented:
                return answer, given, None
        axes, arrays = _axes(rows), self._fit(*given)
        try:
            answer = question(arrays, *rest)
        except ValueError as error:
            raise by_index(error, axes) from None
        if answer is NotImplemented:
            raise ValueError("the arrays do not fit each other")
        return answer, arrays, axes

    def _each_of(self, question: str, given: Given, threads: int | None, is_hollow: bool = False) -> Any:
        """The results of many queries in the shape of the rows, as one array or several."""
        answers, _, axes = self._ask(self._core.ask_each, given, question, threads, is_hollow)
        if axes is None:
            return answers
        return tuple(fold(part, axes) for part in answers) if isinstance(answers, tuple) else fold(answers, axes)

    def _hits(
        self, question: str, given: Given, exact: bool, threads: int | None, out: Hits | None
    ) -> Hits | None | ExactOverlap | ExactContact | list[None | ExactOverlap | ExactContact]:
        """The first contact or entry of each of many bodies, also in exact numbers."""
        if exact:
            if isinstance(given[0], (Body, Convex)):
                body, radius, radii, velocity, t_max = given
                alone = self._alone(body, radius, radii, velocity, t_max, threads, out)
                return exact_answer_of(self._core.ask_exact(question, alone, None))
            return self._exact_each(question, given, exact_answer_of, threads, out)
        columns, rows = None if out is None else self._checked(out)._flat, given[0]
        columns, given, shape = self._ask(self._core.hits, given, question, threads, columns)
        hits = Hits(columns, self._features) if out is None else out
        hits._mover = None
        hits._lay(shape, rows._motions(len(columns[0])) if isinstance(rows, (ConvexPaths, Obstacle)) else motions_of(given))
        return hits

    def _exact_each(self, question: str, given: Given, said: Callable[[Any], Any], threads: int | None, out: object = None) -> list[Any]:
        """The results of many queries in exact numbers, each converted by ``said``, in lists in the shape of the rows."""
        if threads is not None or out is not None:
            raise ValueError(f"{'out' if threads is None else 'threads'} has no effect on exact answers, which are found row by row into a list")
        axes, arrays = _axes(given[0]), self._fit(*given)
        try:
            bodies = given[0]._bodies(self._length()) if isinstance(given[0], (ConvexPaths, Obstacle)) else _each(arrays)
            return nested([said(self._core.ask_exact(question, body, row)) for row, body in enumerate(bodies)], axes)
        except ValueError as error:
            raise by_index(error, axes) from None

    def _fit(self, center: Any, radius: Any, radii: Any, velocity: Any, t_max: Any) -> Given:
        """The arrays of a batch, of one float and one length, or the shapes of one."""
        if isinstance(center, Hollow):
            raise TypeError(f"center is a {type(center).__name__}, must be a body or arrays")
        if isinstance(center, (list, tuple)) and center and isinstance(center[0], Body):
            raise TypeError(f"center is a {type(center).__name__} of bodies, must be one body, arrays, or rows of bodies as {type(center[0]).__name__}.each makes them")
        if isinstance(center, (Bodies, ConvexPaths, Obstacle)):
            for name, value in (("radius", radius), ("radii", radii), ("velocity", velocity), ("t_max", t_max)):
                if value is not None:
                    raise ValueError(f"{name} is given twice, by itself and by the bodies")
            batch_ = center._batch(self._length())
            self._meets(center, center.body._place_name if isinstance(center, Bodies) else "center")
            return batch_
        if isinstance(radius, (Obstacle, Body)):
            raise TypeError(f"radius is a {type(radius).__name__}, must be numbers: give one body, or arrays")
        if not is_table(center) and radius is None and radii is None:
            raise ValueError("radius is missing, must be there, or radii for ellipsoids")
        return batch(self.dtype, self.dimension, center, radius, velocity, t_max, radii, self._length())

    def _batch(self, shapes: int | None) -> Given:
        """This obstacle as the bodies of a batch."""
        raise TypeError(f"center is a {type(self).__name__}, must be a body or arrays: an obstacle that can be cast is a {CONVEX}")

    def _bodies(self, shapes: int | None) -> list[_tangency.Body]:
        """This obstacle as bodies."""
        raise NotImplementedError

    def _motions(self, count: int) -> tuple[FloatArray, FloatArray, FloatArray]:
        """The reference points, the velocities and the ends of so many bodies, for pictures."""
        raise NotImplementedError

    def _length(self) -> int | None:
        """The number of shapes, if each row of a batch meets its own shape."""
        return None

    def _checked(self, out: Hits) -> Hits:
        """An earlier result, if its arrays fit the results of this obstacle."""
        if out.center.shape[-1] != self.dimension or out.time.dtype != self.dtype or out.kind != self._features:
            raise ValueError(f"out is {out!r} of {out.time.dtype}, which does not fit this question")
        return out

    def _faces(self, frame: Frame) -> Polygons:
        """The polygons of the surface for a picture, without the inflation. Unbounded surfaces are cut off at the frame."""
        return []

    def _drawn(self, frame: Frame) -> Polygons:
        """The polygons of the surface, with the inflation if there is one."""
        return self._faces(frame)


class Moving(Obstacle):
    """An obstacle as a whole, at rest or in motion, which can be inflated."""

    __slots__ = ("_velocity", "_leg", "_t_max", "_radius")

    _velocity: Vector
    #: The start and the end of its motion, if these were given instead of a velocity.
    _leg: tuple[Vector, Vector] | None
    _t_max: float
    _radius: float

    def _moves(self, velocity: Any, t_max: float | None, radius: Any, to: Any, from_: Any, begin: Any) -> tuple[FloatArray, float, float, FloatArray | None]:
        """The motion for the compiled part: at a velocity; or to a point, from a given point or else from the reference point of the shape."""
        self._t_max = end_of_way(velocity, to, t_max, self.dtype)
        self._radius = float(scalar("radius", radius, self.dtype)[0])
        if to is None:
            if from_ is not None:
                raise ValueError("from_ is given without to")
            still = np.zeros(self.dimension, self.dtype)
            row = vector("velocity", still if velocity is None else velocity, self.dtype, self.dimension)
            self._leg, self._velocity = None, tuple(row[0].tolist())
            return row, self._t_max, self._radius, None
        if from_ is None and begin is None:
            raise ValueError(f"from_ is missing, must be there: a {type(self).__name__} has no reference point for to")
        row = vector("to", to, self.dtype, self.dimension)
        start = vector("from_", begin if from_ is None else from_, self.dtype, self.dimension)
        self._leg = tuple(start[0].tolist()), tuple(row[0].tolist())
        self._velocity = difference(row, start)
        return row, self._t_max, self._radius, start

    def _motion(self) -> dict[str, Any]:
        """The motion and the inflation, as keyword arguments of the class."""
        rest = {"t_max": self._t_max, "radius": np.array(self._radius, self.dtype)}
        if self._leg is None:
            return {"velocity": np.array(self._velocity, self.dtype)} | rest
        return {name: np.array(point, self.dtype) for name, point in zip(("from_", "to"), self._leg)} | rest

    def _again(self, **motion: Any) -> Self:
        """The same shape with these changes of its motion and inflation."""
        raise NotImplementedError

    def moving(self, velocity: Numbers, t_max: float | None = None) -> Self:
        """The same shape at this velocity, (D,), until this time; a mesh is not copied."""
        return self._again(velocity=velocity, to=None, from_=None, t_max=t_max)

    def moving_to(self, to: Numbers, t_max: float | None = None, *, from_: Numbers | None = None) -> Self:
        """The same shape, which moves while ``t`` goes from 0 to 1 such that its point at ``from_`` reaches ``to``, (D,) each. A mesh is not copied.

        Without ``from_``, the reference point of the shape reaches ``to``: the position, ``a``, ``min`` or ``center``, or the origin of a mesh. A
        polytope has no reference point. The default of ``t_max`` is 1. The displacement is never rounded.

        >>> import tangency
        >>> lift = tangency.Box([0, 0], [1, 0.1]).moving_to([0, 0.3], from_=[0, 0.1])
        >>> lift.contact_time(tangency.Sphere([0.5, 0.3], 0))
        1.0
        """
        return self._again(velocity=None, to=to, from_=from_, t_max=t_max)

    def rounded(self, radius: Numbers) -> Self:
        """The same shape with this inflation radius instead of its own; a mesh is not copied."""
        return self._again(radius=radius)

    @property
    def velocity(self) -> Vector:
        """The velocity, in units of length per unit of time. With ``to=``, the float nearest to the displacement: only this property rounds."""
        return self._velocity

    @property
    def to(self) -> Vector | None:
        """The point to which the shape moves, or None if it was not given."""
        return None if self._leg is None else self._leg[1]

    @property
    def from_(self) -> Vector | None:
        """The position at time zero of the point that reaches :attr:`to`, or None for a motion at a velocity."""
        return None if self._leg is None else self._leg[0]

    @property
    def t_max(self) -> float:
        """The end of the motion, which still counts; infinite if the motion has no end."""
        return self._t_max

    @property
    def radius(self) -> float:
        """The inflation radius: all points within this distance of the shape belong to the obstacle."""
        return self._radius


    def _drawn(self, frame: Frame) -> Polygons:
        return inflated(self._faces(frame), self._radius)

    def _span(self) -> tuple[FloatArray, FloatArray]:
        """The corners of a box around the shape without inflation, (1, D) each; infinite where the shape is unbounded."""
        raise NotImplementedError

    @property
    def bounds(self) -> FloatArray | None:
        """(2, D): the least and the greatest corner of a box around the shape at time zero, with the inflation radius; None if the shape is empty.

        If floats cannot represent the least box, the returned box is some units in the last place wider. An unbounded shape has infinite bounds.

        >>> import tangency
        >>> tangency.Segment([0, 0], [4, 1], radius=0.5).bounds
        array([[-0.5, -0.5],
               [ 4.5,  1.5]])
        """
        return box_around(*self._span(), np.array([self._radius]), self.dtype)


def box_around(low: FloatArray, high: FloatArray, radius: FloatArray, dtype: Float) -> FloatArray | None:
    """The corners of a box around many shapes, (N, D) each, with inflation radii (N,). Sums are rounded outwards."""
    if not len(low):
        return None
    radius = radius[:, np.newaxis].astype(np.float64)
    ends = []
    for corner, sign in ((low, -1), (high, 1)):
        wide = corner.astype(np.float64)
        reached = wide + sign * radius
        # The rounding error of a sum is at most half a unit in its last place. An infinite sum has no error.
        with np.errstate(invalid="ignore"):
            is_exact = (radius == 0) | ((reached - wide == sign * radius) & (reached - sign * radius == wide))
        reached = np.where(is_exact, reached, np.nextafter(reached, sign * np.inf))
        furthest = reached.min(axis=0) if sign < 0 else reached.max(axis=0)
        with np.errstate(over="ignore"):
            narrow = furthest.astype(dtype)
        is_inside = (narrow > furthest) if sign < 0 else (narrow < furthest)
        ends.append(np.where(is_inside, np.nextafter(narrow, dtype.type(sign * np.inf)), narrow))
    return np.stack(ends)


def difference(to: FloatArray, start: FloatArray) -> Vector:
    """The displacement from one point to another, rounded."""
    with np.errstate(over="ignore"):
        return tuple((to.astype(np.float64) - start).astype(to.dtype)[0].tolist())


def only_the_body(
    radius: Any = None, radii: Any = None, velocity: Any = None, t_max: Any = None, threads: Any = None, out: Any = None, legs: bool = False
) -> None:
    """Refuses further arguments for one body, which contains them itself or does not need them."""
    for name, value in (("radius", radius), ("radii", radii), ("velocity", velocity), ("t_max", t_max)):
        if value is not None:
            raise ValueError(f"{name} is given twice, by itself and by the body")
    for name, value in (("threads", threads), ("out", out), ("legs", legs or None)):
        if value is not None:
            raise ValueError(f"{name} is for rows of bodies, and one body is given")


def _axes(rows: Any) -> tuple[int, ...] | None:
    """The shape of rows, if they have several axes."""
    if isinstance(rows, Bodies):
        return rows.shape if len(rows.shape) > 1 else None
    return folds(rows)


def _each(arrays: Batch) -> list[_tangency.Body]:
    rows = range(0 if arrays[0] is None else len(arrays[0]))
    bodies = []
    for row in rows:
        try:
            bodies.append(_tangency.Body(tuple(None if a is None else a[row : row + 1] for a in arrays)))
        except ValueError as error:
            raise ValueError(f"row {row}: {str(error).removeprefix('sphere.').removeprefix('ellipsoid.').removeprefix('capsule.')}") from None
    return bodies


def _surd(numbers: list[str] | None) -> Surd | None:
    return None if numbers is None else Surd._of(numbers)
