"""The results of queries: an object for one query, a few arrays for a batch."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any, Iterator, Sequence, TypeAlias, TypeVar, overload

import numpy as np
import numpy.typing as npt

from ._tangency import table_of_columns
from .arrays import FloatArray, batch, chosen, fold
from .exact import Surd
from .picture import Drawable, Polygons, draw

if TYPE_CHECKING:
    import pandas
    import pyarrow
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Vector: TypeAlias = tuple[float, ...]
ExactVector: TypeAlias = tuple[Surd, ...]
Integers: TypeAlias = npt.NDArray[np.int64]
#: A selection of rows: a slice, a mask, the numbers of the rows, or an index for each axis.
Rows: TypeAlias = "slice | npt.NDArray[Any] | list[int] | list[bool] | tuple[slice | npt.NDArray[Any] | int, ...]"


class Status(IntEnum):
    """The kind of result, in the arrays of a batch.

    >>> import tangency
    >>> hits = tangency.Point([5, 0]).first_contact([[0, 0], [0, 9]], 1, [1, 0])
    >>> [Status(code).name for code in hits.status]
    ['CONTACT', 'NONE']
    """

    #: The body and the obstacle never touch during the motion.
    NONE = 0
    #: They touch, at time zero or later.
    CONTACT = 1
    #: They overlap already at time zero: they share more than boundary points.
    OVERLAP = 2


#: The signs of the relative velocity along the normal at the contact, in the order of the codes of a batch.
APPROACHES = ("approaching", "sliding", "parting")
_STATUSES = ("none", "contact", "overlap")
_PARTS = tuple(f"{kind} {i}" for kind in ("vertex", "edge") for i in range(3)) + ("face",)
_SIDES = ("min", "between", "max")


@dataclass(frozen=True)
class Feature:
    """A part of a point, a segment or a triangle: ``"vertex"`` i, ``"edge"`` i from vertex i to the next, or ``"face"``.

    >>> str(Feature("edge", 2)), Feature("face").code
    ('edge 2', 6)
    """

    kind: str
    index: int | None = None

    def __str__(self) -> str:
        return self.kind if self.index is None else f"{self.kind} {self.index}"

    @property
    def code(self) -> int:
        """The code of the feature in arrays: 0 to 2 for the vertices, 3 to 5 for the edges, 6 for the face."""
        return _PARTS.index(str(self))

    @classmethod
    def of_code(cls, code: int) -> Feature:
        """The feature with a code.

        >>> Feature.of_code(5), Feature.of_code(6)
        (Feature(kind='edge', index=2), Feature(kind='face', index=None))
        """
        kind, _, index = _PARTS[code].partition(" ")
        return cls(kind, int(index) if index else None)


@dataclass(frozen=True)
class BoxFeature:
    """A part of a box. For each axis of the box: -1 on the min side, 0 between the sides, 1 on the max side.

    >>> str(BoxFeature((1, 0, -1)))
    'sides 1 0 -1'
    """

    sides: tuple[int, ...]

    def __str__(self) -> str:
        return "sides " + " ".join(map(str, self.sides))


@dataclass(frozen=True)
class PlaneFeature:
    """A part of a convex polytope: the planes that contain the point. For a parallelepiped, the side towards ``-edges[k]`` is plane 2k, and the side
    towards ``edges[k]`` is plane 2k + 1.

    >>> str(PlaneFeature((0, 4)))
    'planes 0 4'
    """

    planes: tuple[int, ...]

    def __str__(self) -> str:
        return "planes " + " ".join(map(str, self.planes))


@dataclass(frozen=True)
class HullFeature:
    """A part of a convex hull, by the numbers of the given points at its corners, in ascending order: one for a vertex, two for an edge, more for a
    face, and none for the interior.

    >>> str(HullFeature((0, 3)))
    'vertices 0 3'
    """

    vertices: tuple[int, ...]

    def __str__(self) -> str:
        return "vertices " + " ".join(map(str, self.vertices))


@dataclass(frozen=True)
class Contact:
    """The first contact. Each number is the float nearest to the exact value.

    >>> import tangency
    >>> hit = tangency.first_contact(tangency.Sphere([0, 0], 1, velocity=[1, 0]), tangency.Box([5, -1], [6, 1]))
    >>> hit.time, hit.center, hit.point, hit.normal, str(hit.feature), hit.approach
    (4.0, (4.0, 0.0), (5.0, 0.0), (-1.0, 0.0), 'sides -1 0', 'approaching')
    """

    #: The time of the first contact, in units of time; infinite only if it is past the largest float.
    time: float
    #: The centre of the body at that time; for a capsule, the end ``a`` of its axis; for a convex body, its reference point: ``min``, ``center``,
    #: ``a``, or the first point of a hull.
    center: Vector
    #: The touched point of the obstacle, at the obstacle's position at that time.
    point: Vector
    #: The unit vector from the point to the centre, or None. For a sphere of radius zero there is a normal only on a face. For a convex body, the
    #: normal points from the obstacle to the body.
    normal: Vector | None
    #: The part of the obstacle that contains the point. If several parts contain it, the part of lowest dimension.
    feature: Feature | BoxFeature | PlaneFeature | HullFeature
    #: ``"approaching"``, ``"sliding"`` or ``"parting"``.
    approach: str
    #: For a mesh, the number of the triangle; the lowest number if several triangles are touched at the same time.
    triangle: int | None = None
    #: For a scene, the number of the item; the item inserted first if several are touched at the same time.
    item: int | None = None
    #: The other end of the touched segment, if a capsule or a convex body touches along a segment: ``point`` is its first point, seen from ``a``.
    other_point: Vector | None = None
    #: For a path, the number of the leg, from 0; ``time`` is then the time on this leg, from 0 to 1.
    leg: int | None = None
    #: For a pair of items of a scene, the item that was cast; :attr:`item` is the other one.
    mover: int | None = None


@dataclass(frozen=True)
class Overlap:
    """The body and the obstacle share more than boundary points already at time zero.

    >>> import tangency
    >>> hit = tangency.first_contact(tangency.Sphere([4.5, 0], 1), tangency.Box([5, -1], [6, 1]))
    >>> type(hit).__name__, hit.point, hit.normal
    ('Overlap', (5.0, 0.0), (-1.0, 0.0))
    """

    #: The centre of the body, as in :class:`Contact`.
    center: Vector
    #: The obstacle's point closest to the centre, or the centre itself if it is inside a solid.
    point: Vector
    #: The unit vector from that point to the centre, or None if the two coincide.
    normal: Vector | None
    #: The part of the obstacle that contains this point.
    feature: Feature | BoxFeature | PlaneFeature | HullFeature
    #: For a mesh, the triangle.
    triangle: int | None = None
    #: For a scene, the item.
    item: int | None = None
    #: For a path, the leg.
    leg: int | None = None
    #: For a pair of items of a scene, the item that was cast.
    mover: int | None = None

    @property
    def time(self) -> float:
        """Zero."""
        return 0.0


@dataclass(frozen=True)
class ExactContact:
    """The first contact in exact numbers, each a :class:`Surd`.

    >>> import tangency
    >>> ball, post = tangency.Sphere([0, 1], 2, velocity=[1, 0]), tangency.Point([5, 0])
    >>> tangency.first_contact(ball, post, exact=True).time
    Surd(5, -1, 3)
    """

    time: Surd
    center: ExactVector
    point: ExactVector
    #: Also None for an ellipsoid, whose normal has nested square roots.
    normal: ExactVector | None
    feature: Feature | BoxFeature | PlaneFeature | HullFeature
    triangle: int | None = None
    item: int | None = None
    #: None except for a capsule and a convex body.
    other_point: ExactVector | None = None


@dataclass(frozen=True)
class ExactOverlap:
    """An overlap in exact numbers, each a :class:`Surd`.

    >>> import tangency
    >>> ball, post = tangency.Sphere([0, 1], 2), tangency.Point([0, 0])
    >>> tangency.first_contact(ball, post, exact=True).normal
    (Surd(0, 0, 0), Surd(1, 0, 0))
    """

    center: ExactVector
    point: ExactVector
    normal: ExactVector | None
    feature: Feature | BoxFeature | PlaneFeature | HullFeature
    triangle: int | None = None
    item: int | None = None


@dataclass(frozen=True)
class ClosestPoint:
    """The point of a shape that is closest to a given point.

    >>> import tangency
    >>> near = tangency.closest([7, 8], tangency.Box([0, 0], [4, 4]))
    >>> near.point, near.distance, str(near.feature)
    ((4.0, 4.0), 5.0, 'sides 1 1')
    """

    #: The closest point, or the given point itself if it is inside a solid.
    point: Vector
    #: The distance between the two points.
    distance: float
    #: The part of the shape that contains the point.
    feature: Feature | BoxFeature | PlaneFeature | HullFeature
    #: For a mesh, the triangle.
    triangle: int | None = None
    #: For a scene, the item; the item inserted first if several are equally close.
    item: int | None = None


@dataclass(frozen=True)
class ClosestPair:
    """The closest points of a shape and of the axis of a capsule, or of a convex body without its inflation.

    >>> import tangency
    >>> near = tangency.closest(tangency.Capsule([7, 8], [9, 8], 1), tangency.Box([0, 0], [4, 4]))
    >>> near.point, near.on_axis, near.distance
    ((4.0, 4.0), (7.0, 8.0), 4.0)
    """

    #: The shape's point that is closest to the axis. If there are several, the first one, seen from ``a``.
    point: Vector
    #: The point of the axis or of the convex body that is closest to that point.
    on_axis: Vector
    #: The distance of the body from the shape: zero if they share a point.
    distance: float
    #: The part of the shape that contains the point.
    feature: Feature | BoxFeature | PlaneFeature | HullFeature
    #: For a mesh, the triangle.
    triangle: int | None = None
    #: For a scene, the item.
    item: int | None = None


@dataclass(frozen=True)
class Touched:
    """The whole first contact of two convex shapes.

    >>> import tangency
    >>> crate = tangency.Box([1, 1, 5], [2, 2, 6], velocity=[0, 0, -1])
    >>> whole = tangency.touched(crate, tangency.Triangle([0, 0, 0], [9, 0, 0], [0, 9, 0]))
    >>> whole.points
    ((1.0, 1.0, 0.0), (2.0, 1.0, 0.0), (2.0, 2.0, 0.0), (1.0, 2.0, 0.0))
    >>> str(whole.feature), str(whole.mover_feature)
    ('face', 'sides -1 -1 -1')
    """

    #: The corners of the contact, which is a point, a segment or a convex polygon on the obstacle. The first one is the point of the
    #: :class:`Contact`. The corners of a polygon are counterclockwise, seen from the body.
    points: tuple[Vector, ...]
    #: The part of the obstacle that contains the first of these corners.
    feature: Feature | BoxFeature | PlaneFeature | HullFeature
    #: The part of the body that contains the first of these corners.
    mover_feature: Feature | BoxFeature | PlaneFeature | HullFeature
    #: For a mesh, the number of the triangle.
    triangle: int | None = None


@dataclass(frozen=True)
class Penetration:
    """The shortest translation of a sphere, a capsule or a convex body that ends an overlap. After this translation the two only touch.

    >>> import tangency
    >>> way = tangency.Box([0, 0], [4, 4]).penetration([[3, 2], [9, 9]], 1)
    >>> way.depth
    array([ 2., nan])
    """

    #: The unit vector of the translation; for a batch, an array (N, D), NaN where there is no translation.
    direction: Vector | FloatArray
    #: The length of the translation; for a batch, an array (N,), NaN where there is no translation.
    depth: float | FloatArray


@dataclass(frozen=True)
class Section:
    """The circle in which a sphere and a plane meet.

    >>> import tangency
    >>> tangency.section(tangency.Sphere([0, 0, 3], 5), tangency.Plane([0, 0, 0], [0, 0, 1]))
    Section(center=(0.0, 0.0, 0.0), radius=4.0)
    """

    #: The centre of the circle; for a batch, an array (N, D), NaN where the two do not meet.
    center: Vector | FloatArray
    #: The radius of the circle; for a batch, an array (N,), NaN where the two do not meet.
    radius: float | FloatArray


#: The features of a simplex, by their codes.
_FEATURES = tuple(Feature.of_code(code) for code in range(len(_PARTS)))


def _part(feature: Any, dimension: int) -> Feature | BoxFeature | PlaneFeature | HullFeature:
    """The feature for a code, or for a kind and numbers, from the compiled part."""
    if type(feature) is int:
        return _FEATURES[feature]
    kind, numbers = feature
    return BoxFeature(numbers[:dimension]) if kind == 1 else HullFeature(numbers) if kind == 3 else PlaneFeature(numbers)


def place_of(place: tuple[Any, ...], dimension: int) -> tuple[Feature | BoxFeature | PlaneFeature | HullFeature, int | None, int | None]:
    """The part of an obstacle, the triangle and the item, from the compiled part."""
    feature, triangle, item = place
    return _part(feature, dimension), triangle, item


def answer_of(answer: tuple[Any, ...] | None, mover: int | None = None) -> None | Overlap | Contact:
    """One result, from the compiled part, which returns a pair of leg and result along a path. For a scene, the result contains the item."""
    if answer is None:
        return None
    leg, numbers = answer if len(answer) == 2 else (None, answer)
    feature, triangle, item = numbers[-1]
    feature = _FEATURES[feature] if type(feature) is int else _part(feature, len(numbers[1]))
    if len(numbers) == 4:
        center, point, normal, _ = numbers
        return _new(Overlap, {"center": center, "point": point, "normal": normal, "feature": feature, "triangle": triangle, "item": item, "leg": leg, "mover": mover})
    time, center, point, other_point, normal, approach, _ = numbers
    return _new(
        Contact,
        {
            "time": time,
            "center": center,
            "point": point,
            "normal": normal,
            "feature": feature,
            "approach": APPROACHES[approach],
            "triangle": triangle,
            "item": item,
            "other_point": other_point,
            "leg": leg,
            "mover": mover,
        },
    )


Frozen = TypeVar("Frozen")


def _new(kind: type[Frozen], fields: dict[str, Any]) -> Frozen:
    """A frozen instance with these fields, made in a quarter of the time that the constructor takes."""
    made = object.__new__(kind)
    made.__dict__.update(fields)
    return made


def exact_answer_of(answer: tuple[Any, ...] | None) -> None | ExactOverlap | ExactContact:
    """One result in exact numbers."""
    if answer is None:
        return None

    def vector(numbers: list[list[str]]) -> ExactVector:
        return tuple(Surd._of(number) for number in numbers)

    *rest, normal, (feature, triangle, item) = answer
    exact_normal = None if normal is None else vector(normal)
    place: dict[str, Any] = {"feature": _part(feature, len(rest[-2])), "triangle": triangle, "item": item}
    if len(rest) == 2:
        center, point = rest
        return ExactOverlap(vector(center), vector(point), exact_normal, **place)
    time, center, point, other = rest
    other_point = None if other is None else vector(other)
    return ExactContact(Surd._of(time), vector(center), vector(point), exact_normal, **place, other_point=other_point)


def closest_pair_of(answer: tuple[Any, ...] | None) -> ClosestPair | None:
    """The closest points of an axis and a shape, from the compiled part."""
    if answer is None:
        return None
    point, on_axis, distance, (feature, triangle, item) = answer
    return ClosestPair(point, on_axis, distance, _part(feature, len(point)), triangle, item)


def touched_of(answer: tuple[Any, ...] | None, dimension: int) -> Touched | None:
    """The whole contact of two convex shapes, from the compiled part."""
    if answer is None:
        return None
    points, (feature, triangle, _), (mover_feature, _, _) = answer
    return Touched(points, _part(feature, dimension), _part(mover_feature, dimension), triangle)


#: The kinds of features, in the order of their numbers in the compiled part.
_KINDS = ("simplex", "box", "planes", "hull")


def _vertices_of(codes: npt.NDArray[np.int8]) -> Integers:
    """The vertices in the features of hulls, whose codes are the bytes of 32-bit integers; -1 for a missing vertex."""
    words = np.ascontiguousarray(codes[..., : codes.shape[-1] // 4 * 4]).view(np.uint32)
    vertices: Integers = np.where(words == np.uint32(0xFFFFFFFF), np.int64(-1), words.astype(np.int64))
    return vertices


def motions_of(arrays: tuple[Any, ...]) -> tuple[Any, ...]:
    """The centres, velocities and ends of bodies as they were given, or the centres and the points of their paths, for pictures."""
    center, velocity, t_max, to, path = (arrays[i] if i < len(arrays) else None for i in (0, 3, 4, 5, 8))
    if path is not None:
        return center, path
    if to is not None:
        with np.errstate(over="ignore"):
            velocity = to - center
    return center, velocity, t_max


class Hits:
    """The first contacts of many bodies with one obstacle, as arrays in the shape of the bodies.

    The shape of the arrays is (N,), or (S, T) for bodies whose ``center`` has the shape (S, T, D); below it is written (N,). ``hits`` is indexed like
    a NumPy array of this shape: a number, or one number for each axis, returns the result of a single query (None, :class:`Overlap` or
    :class:`Contact`); a slice, a mask or an array of rows returns another ``Hits``. ``hits`` is also a table by the Arrow PyCapsule interface, with a
    row for each body. So ``polars.DataFrame(hits)``, ``pyarrow.table(hits)`` and a DuckDB query over ``hits`` work directly. The column ``index``
    contains the number of the body of each row.

    >>> import numpy as np, tangency
    >>> floor = tangency.Triangle([0, 0, 0], [4, 0, 0], [0, 4, 0])
    >>> hits = floor.first_contact(np.array([[1, 1, 5], [9, 9, 5.0]]), 1.0, [0, 0, -2.0])
    >>> hits.time
    array([ 2., nan])
    >>> hits[0].point, hits[1]
    ((1.0, 1.0, 0.0), None)
    >>> len(hits.contacts), hits.contacts.index
    (1, array([0]))
    """

    __slots__ = (
        "status", "time", "center", "point", "normal", "approach", "triangle", "item", "other_point", "leg", "mover", "kind", "shape",
        "_flat", "_mover", "_numbers", "_query",
    )

    #: (N,) uint8: the :class:`Status` of each.
    status: npt.NDArray[np.uint8]
    #: (N,): the time of the first contact, in units of time; 0 for an overlap, NaN for the status none.
    time: FloatArray
    #: (N, D): the centre of the body at that time, NaN for the status none.
    center: FloatArray
    #: (N, D): the touched point; for an overlap, the point closest to the centre; NaN for the status none.
    point: FloatArray
    #: (N, D): the unit vector from the point to the centre, also for an overlap; NaN where there is no normal.
    normal: FloatArray
    #: (N,) int8: an index into ``tangency.APPROACHES``, -1 where there is no contact.
    approach: npt.NDArray[np.int8]
    #: (N,) int64: for a mesh or a scene, the triangle, -1 where there is none; None for other shapes.
    triangle: Integers | None
    #: (N,) int64: for a scene, the item, -1 where there is none; None for other shapes.
    item: Integers | None
    #: (N, D): for capsules and convex bodies, the other end of the touched segment, NaN where there is none; None for other bodies.
    other_point: FloatArray | None
    #: (N,) int64: for paths, the number of the leg, -1 for the status none; ``time`` is then the time on the leg. None for other motions.
    leg: Integers | None
    #: (N,) int64: for pairs of items of a scene, the item that was cast, while ``item`` is the other item. None for other queries.
    mover: Integers | None
    #: The shape of the rows: (N,), or all axes of ``center`` except the last if there are several.
    shape: tuple[int, ...]
    #: The kind of the features: ``"simplex"``, ``"box"``, ``"planes"``, ``"hull"`` or ``"scene"``.
    kind: str
    #: The columns as the compiled part writes them, with one axis of rows.
    _flat: tuple[Any, ...]
    _mover: Integers | None
    #: The number of the body of each row, if the rows are a selection.
    _numbers: Integers | None
    #: The centres, velocities and ends as they were given.
    _query: tuple[Any, ...] | None

    def __init__(
        self,
        columns: tuple[Any, ...],
        kind: str,
        index: Integers | None = None,
        query: tuple[Any, ...] | None = None,
        shape: tuple[int, ...] | None = None,
        mover: Integers | None = None,
    ) -> None:
        self._flat, self._mover, self.kind = columns, mover, kind
        self._lay(shape, query, index)

    def _lay(self, shape: tuple[int, ...] | None, query: tuple[Any, ...] | None = None, index: Integers | None = None) -> None:
        """Records the shape of the bodies and their motions and, for a selection, the numbers of its bodies."""
        self._numbers, self._query = index, query
        self.shape = shape = (len(self._flat[0]),) if shape is None else shape
        self.status, self.time, self.center, self.point, self.normal, self.approach, self.triangle, self.item, _, self.other_point, self.leg = (
            self._flat if len(shape) == 1 else (fold(column, shape) for column in self._flat)
        )
        self.mover = fold(self._mover, shape)

    @property
    def index(self) -> Integers:
        """(N,) int64: the number of the body of each row. Bodies with several axes are numbered as by NumPy, see ``numpy.unravel_index``."""
        numbers: Integers = fold(self._index, self.shape)
        return numbers

    @property
    def _index(self) -> Integers:
        if self._numbers is None:
            self._numbers = np.arange(len(self._flat[0]))
        return self._numbers

    @property
    def _codes(self) -> npt.NDArray[np.int8]:
        codes: npt.NDArray[np.int8] = self._flat[8]
        return codes

    @property
    def _paths(self) -> tuple[Any, ...] | None:
        """The centres, velocities and ends, or the centres and paths, with a row for each body; None if they are not known."""
        _, times, centers, *_ = self._flat
        shapes = centers.shape, centers.shape, times.shape
        if self._query is not None and len(self._query) == 3 and tuple(getattr(part, "shape", None) for part in self._query) != shapes:
            center, velocity, t_max = self._query
            self._query = motions_of(batch(times.dtype, centers.shape[1], center, 0, velocity, t_max, None, len(times)))
        return self._query

    @property
    def feature(self) -> npt.NDArray[Any]:
        """The parts that contain the points. For a point, a segment, a triangle or a mesh: (N,) int8, see :attr:`Feature.code`. For a box: (N, D)
        int8, for each axis -1, 0 or 1. For a convex polytope: (N, P) bool, whether each plane contains the point. For a convex hull: (N, V) int64,
        the numbers of the points at the corners of the part, in ascending order and followed by -1; V is the greatest number of corners of a face.
        For a scene: (N,) objects as in :class:`Contact`. Rows without a contact have -1, False or None; for a box and for the interior of a hull only
        ``status`` distinguishes them."""
        features: npt.NDArray[Any] = fold(self._features, self.shape)
        return features

    @property
    def _features(self) -> npt.NDArray[Any]:
        if self.kind == "simplex":
            return self._codes[:, 0]
        if self.kind == "box":
            return self._codes
        if self.kind == "planes":
            planes: npt.NDArray[Any] = self._codes == 1
            return planes
        if self.kind == "hull":
            return _vertices_of(self._codes)
        statuses = self._flat[0]
        features = np.empty(len(statuses), object)
        features[:] = [self._feature(row) if status else None for row, status in enumerate(statuses)]
        return features

    def _feature(self, row: int) -> Feature | BoxFeature | PlaneFeature | HullFeature:
        bytes_ = self._codes[row]
        codes = bytes_.tolist()
        kind = _KINDS.index(self.kind) if self.kind != "scene" else codes.pop(0)
        if kind == 0:
            return _FEATURES[int(codes[0])]
        if kind == 3:
            vertices = _vertices_of(bytes_[len(bytes_) - len(codes) :])
            return HullFeature(tuple(vertices[vertices >= 0].tolist()))
        numbers = codes if kind == 1 else [plane for plane, holds in enumerate(codes) if holds == 1]
        return _part((kind, tuple(numbers)), self.center.shape[-1])

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[None | Overlap | Contact]:
        return (self[row] for row in range(len(self)))

    # A tuple of integers also matches the second overload; a type checker takes the first overload that fits.
    @overload
    def __getitem__(self, rows: int | tuple[int, ...]) -> None | Overlap | Contact: ...  # type: ignore[overload-overlap]
    @overload
    def __getitem__(self, rows: Rows) -> Hits: ...

    def __getitem__(self, rows: int | tuple[int, ...] | Rows) -> None | Overlap | Contact | Hits:
        places, shape = chosen(rows, self.shape)
        return self._some(places, shape) if shape else self._answer(places)

    def _some(self, places: Any, shape: tuple[int, ...]) -> Hits:
        """A selection of the rows, in this shape."""
        columns = tuple(None if column is None else column[places] for column in self._flat)
        query = None if self._paths is None else tuple(part[places] for part in self._paths)
        return Hits(columns, self.kind, self._index[places], query, shape, None if self._mover is None else self._mover[places])

    @overload
    def earliest(self, start: npt.ArrayLike | None = ..., *, axis: None = ...) -> int | tuple[int, ...] | None: ...
    @overload
    def earliest(self, start: npt.ArrayLike | None = ..., *, axis: int) -> Integers: ...

    def earliest(self, start: npt.ArrayLike | None = None, *, axis: int | None = None) -> int | tuple[int, ...] | Integers | None:
        """The row with the earliest contact or overlap; at exactly equal times, the row with the lowest index.

        Args:
            start: The time at which each row begins, in a shape that broadcasts against the rows; zero if not given. With this, the rows may be the
                legs of a path, each of which begins when the leg before it ends.
            axis: The axis along which to compare, as for ``numpy.argmin``; if not given, all rows are compared.

        Returns:
            The index of the row, so that ``hits[hits.earliest()]`` is its result: a number, or one number for each axis, or None if no row has a
            contact. With an ``axis``, an array in the shape of the other axes, with the number of the row along that axis, -1 where there is no
            contact.

        >>> import numpy as np, tangency
        >>> post = tangency.Point([5, 0])
        >>> path = np.array([[[0, 0], [1, 0], [4, 0.0]], [[0, 1], [1, 1], [4, 1.0]]])
        >>> hits = post.first_contact(path[:, :-1], 1, np.diff(path, axis=1), t_max=1)
        >>> hits.shape, hits.earliest(start=[0, 1]), hits[hits.earliest(start=[0, 1])].time
        ((2, 2), (0, 1), 1.0)
        >>> hits.earliest(start=[0, 1], axis=1)
        array([ 1, -1])
        """
        begin = np.broadcast_to(np.asarray(0 if start is None else start, np.float64), self.shape)
        is_met = self.status != Status.NONE
        if np.isnan(begin[is_met]).any():
            raise ValueError("start holds NaN, must hold numbers")
        time = np.where(is_met, self.time, 0).astype(np.float64)
        if axis is None:
            row = int(_earliest(begin.reshape(1, -1), time.reshape(1, -1), is_met.reshape(1, -1))[0])
            place = tuple(int(at) for at in np.unravel_index(row, self.shape)) if row >= 0 else ()
            return None if row < 0 else place if len(place) > 1 else row
        shape = np.moveaxis(is_met, axis, -1).shape

        def lines(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
            return np.moveaxis(array, axis, -1).reshape(math.prod(shape[:-1]), shape[-1])

        return _earliest(lines(begin), lines(time), lines(is_met)).reshape(shape[:-1])

    def _answer(self, row: int) -> None | Overlap | Contact:
        statuses, times, centers, points, normals, approaches, _, _, _, others, legs = self._flat
        status = statuses[row]
        if status == Status.NONE:
            return None
        place = self._place(row)
        center, point = tuple(centers[row].tolist()), tuple(points[row].tolist())
        numbers = tuple(normals[row].tolist())
        normal = None if numbers[0] != numbers[0] else numbers
        leg = None if legs is None else int(legs[row])
        mover = None if self._mover is None else int(self._mover[row])
        if status == Status.OVERLAP:
            return Overlap(center, point, normal, **place, leg=leg, mover=mover)
        other = None if others is None else tuple(others[row].tolist())
        return Contact(
            float(times[row]),
            center,
            point,
            normal,
            approach=APPROACHES[approaches[row]],
            **place,
            other_point=None if other is None or other[0] != other[0] else other,
            leg=leg,
            mover=mover,
        )

    def _place(self, row: int) -> dict[str, Any]:
        triangles, items = self._flat[6:8]
        triangle = None if triangles is None or triangles[row] < 0 else int(triangles[row])
        return {"feature": self._feature(row), "triangle": triangle, "item": None if items is None else int(items[row])}

    @property
    def contacts(self) -> Hits:
        """(K,): the rows with a contact; ``index`` contains their numbers."""
        rows: npt.NDArray[np.bool_] = self.status == Status.CONTACT
        return self[rows]

    @property
    def overlaps(self) -> Hits:
        """(K,): the rows with an overlap; ``index`` contains their numbers."""
        rows: npt.NDArray[np.bool_] = self.status == Status.OVERLAP
        return self[rows]

    def to_dict(self) -> dict[str, npt.NDArray[Any]]:
        """The arrays by their names, not copied."""
        names = ("index", "status", "time", "leg", "center", "point", "other_point", "normal", "approach", "triangle", "mover", "item")
        columns = {name: getattr(self, name) for name in names}
        return {name: column for name, column in columns.items() if column is not None} | {"feature": self.feature}

    @property
    def _rows(self) -> Hits:
        """The same rows with a single axis, as in a table."""
        return self if len(self.shape) == 1 else Hits(self._flat, self.kind, self._numbers, self._query, None, self._mover)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """A table of ``index`` and the columns that the command writes: ``status``, ``time``, ``center_x``, ..., ``feature``."""
        if len(self.shape) > 1:
            return self._rows.__arrow_c_stream__(requested_schema)
        names: list[str] = ["index", "status", "time"]
        columns: list[Any] = [self.index, (self.status.astype(np.int8), list(_STATUSES)), self.time]
        if self.leg is not None:
            names.append("leg")
            columns.append(self.leg)
        for name, vector in self._vectors():
            names += [f"{name}_{axis}" for axis in _axes(vector.shape[1])]
            columns += list(vector.T)
        names.append("approach")
        columns.append((self.approach, list(APPROACHES)))
        for name in ("triangle", "mover", "item"):
            if getattr(self, name) is not None:
                names.append(name)
                columns.append(getattr(self, name))
        for name, column in self._feature_columns():
            names.append(name)
            columns.append(column)
        return table_of_columns(names, columns)

    def _vectors(self) -> Iterator[tuple[str, FloatArray]]:
        """The vectors of a result, by the names of their columns in a table."""
        for name, vector in (("center", self.center), ("point", self.point), ("other", self.other_point), ("normal", self.normal)):
            if vector is not None:
                yield name, vector

    def to_arrow(self) -> pyarrow.Table:
        """A ``pyarrow.Table``; pyarrow must be installed."""
        import pyarrow

        table: pyarrow.Table = pyarrow.table(self)
        return table

    def to_pandas(self) -> pandas.DataFrame:
        """A ``pandas.DataFrame`` with the same columns as the table, in which words are categories; pandas must be installed."""
        import pandas

        if len(self.shape) > 1:
            return self._rows.to_pandas()
        columns: dict[str, Any] = {
            "index": self.index,
            "status": pandas.Categorical.from_codes(self.status.astype(np.int8), _STATUSES),
            "time": self.time,
        }
        if self.leg is not None:
            columns["leg"] = pandas.arrays.IntegerArray(self.leg.copy(), self.leg < 0)
        for name, vector in self._vectors():
            columns |= {f"{name}_{axis}": column for axis, column in zip(_axes(vector.shape[1]), vector.T)}
        columns["approach"] = pandas.Categorical.from_codes(self.approach, APPROACHES)
        for name in ("triangle", "mover", "item"):
            column = getattr(self, name)
            if column is not None:
                columns[name] = pandas.arrays.IntegerArray(column.copy(), column < 0)
        for name, column in self._feature_columns():
            columns[name] = pandas.Categorical.from_codes(*column) if isinstance(column, tuple) else column
        return pandas.DataFrame(columns, index=pandas.Index(self.index))

    def _feature_columns(self) -> list[tuple[str, Any]]:
        """The columns of a table that name the features, as words or as pairs of codes and words."""
        if self.kind == "simplex":
            return [("feature", (self._codes[:, 0], list(_PARTS)))]
        if self.kind == "box":
            there = self._flat[0] != Status.NONE
            sides = [(np.where(there, side + 1, -1).astype(np.int8), list(_SIDES)) for side in self._codes.T]
            return [(f"side_{axis}", side) for axis, side in zip(_axes(len(sides)), sides)]
        return [("feature", [str(self._feature(row)) if status else None for row, status in enumerate(self._flat[0])])]

    def plot(
        self,
        obstacle: Drawable | None = None,
        path: str | os.PathLike[str] | None = None,
        *,
        limit: int = 2000,
        ax: Axes | None = None,
        color: npt.ArrayLike | None = None,
        label: str | None = None,
    ) -> Figure:
        """Draws the paths and the contacts, coloured by time, over a mesh or another obstacle. Paths that end without a contact are grey.

        Args:
            obstacle: The obstacle to draw, if given: a mesh, a triangle, a box or a scene of such items.
            path: The file to write: a PNG, SVG or PDF, by the extension. Without it, a notebook shows the figure.
            limit: The greatest number of paths that are drawn with a contact, and also without a contact, evenly chosen.
            ax: The axes of matplotlib into which to draw, with three dimensions for bodies in space.
            color: (N,), numbers that colour the rows instead of the times. Their ``label`` is written beside the colour bar.

        Returns:
            The ``matplotlib.figure.Figure``. Needs matplotlib: ``pip install matplotlib``.
        """
        statuses, times, _, points, *_ = self._flat
        colors = times.astype(float) if color is None else np.broadcast_to(np.asarray(color, float), self.shape).reshape(-1)
        if self.leg is not None and color is None:
            colors = colors + self._flat[10]
        rows = np.flatnonzero(statuses != Status.NONE)
        free, met = self._lines()
        return draw(free, (met, points[rows]), colors[rows], obstacle, path, limit, ax, label)

    def _lines(self) -> tuple[Polygons, Polygons]:
        """The points along which each body moves, (L, D) each: first for the bodies without a contact whose motion ends, then for the bodies with a
        contact, up to the contact."""
        statuses, _, centers, *_, legs = self._flat
        is_met, paths = statuses != Status.NONE, self._paths
        if paths is None:
            return [], list(np.stack([centers, centers], axis=1)[is_met].astype(float))
        if len(paths) == 2:
            # A path is drawn from the start through the points of the legs before the leg of the contact.
            lines = np.concatenate([paths[0][:, np.newaxis], paths[1]], axis=1).astype(float)
            met = [np.append(lines[row, : legs[row] + 1], centers[row : row + 1], axis=0) for row in np.flatnonzero(is_met)]
            return list(lines[~is_met]), met
        start, velocity, t_max = (part.astype(float) for part in paths)
        ends = ~is_met & np.isfinite(t_max)
        free = np.stack([start[ends], start[ends] + velocity[ends] * t_max[ends, None]], axis=1)
        return list(free), list(np.stack([start, centers], axis=1)[is_met])

    def _repr_html_(self) -> str:
        return _html(self, self._rows.to_dict())

    def __repr__(self) -> str:
        counts = np.bincount(self._flat[0], minlength=3)
        return f"<Hits: {_size(self.shape)} rows, {counts[1]} contacts, {counts[2]} overlaps>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Hits, (self._flat, self.kind, self._numbers, self._paths, self.shape, self._mover)


def _earliest(begin: npt.NDArray[Any], time: npt.NDArray[Any], is_met: npt.NDArray[np.bool_]) -> Integers:
    """For each of many lines of rows, the index of the earliest contact, at exactly equal times the lowest; -1 where there is no contact."""
    # Rounding keeps the order of sums, except that it may make them equal; exact sums decide between equal ones.
    total = np.where(is_met, begin + time, np.inf)
    least = total.min(axis=1, initial=np.inf, keepdims=True)
    ties = is_met & (total == least)
    places: Integers = np.where(ties.any(axis=1), ties.argmax(axis=1) if ties.shape[1] else -1, -1)
    for line in np.flatnonzero((ties.sum(axis=1) > 1) & np.isfinite(least[:, 0])):
        places[line] = min(np.flatnonzero(ties[line]), key=lambda row: (Fraction(float(begin[line, row])) + Fraction(float(time[line, row])), row))
    return places


def _size(shape: tuple[int, ...]) -> str:
    return " x ".join(map(str, shape))


class ClosestPoints:
    """The closest points of one shape to many points, to the axes of many capsules or to many convex bodies, as arrays in the shape of these rows.

    Like :class:`Hits`, it is indexed like a NumPy array of its shape, and is a table by the Arrow PyCapsule interface.

    >>> import tangency
    >>> near = tangency.Box([0, 0], [4, 4]).closest([[7, 8], [1, 1], [5, 2]])
    >>> near[0].point, near[near.distance > 0].index
    ((4.0, 4.0), array([0, 2]))
    >>> tangency.Box([0, 0], [4, 4]).closest(tangency.Capsule.each([[7, 8], [5, 1]], axis=[2, 0], radius=1)).on_axis
    array([[7., 8.],
           [5., 1.]])
    """

    __slots__ = ("point", "on_axis", "distance", "triangle", "item", "_hits")

    #: (N, D): the points; NaN where the shape is empty.
    point: FloatArray
    #: (N, D): for capsules, the closest points of their axes; for convex bodies, their closest points without inflation; NaN where the shape is
    #: empty; None for points.
    on_axis: FloatArray | None
    #: (N,): the distances; NaN where the shape is empty.
    distance: FloatArray
    #: (N,) int64: for a mesh or a scene, the triangle, -1 where there is none; None for other shapes.
    triangle: Integers | None
    #: (N,) int64: for a scene, the item, -1 where there is none; None for other shapes.
    item: Integers | None

    def __init__(self, hits: Hits) -> None:
        self._hits = hits
        self.point, self.on_axis, self.distance, self.triangle, self.item = hits.point, hits.other_point, hits.time, hits.triangle, hits.item

    @property
    def shape(self) -> tuple[int, ...]:
        """(N,), or the axes of the given points or capsules if they have several."""
        return self._hits.shape

    @property
    def index(self) -> Integers:
        """(N,) int64: the number of the point or capsule of each row, as :attr:`Hits.index`."""
        return self._hits.index

    @property
    def feature(self) -> npt.NDArray[Any]:
        """The parts that contain the points, as :attr:`Hits.feature`."""
        return self._hits.feature

    def __len__(self) -> int:
        return len(self._hits)

    @overload
    def __getitem__(self, rows: int | tuple[int, ...]) -> ClosestPoint | ClosestPair | None: ...  # type: ignore[overload-overlap]
    @overload
    def __getitem__(self, rows: Rows) -> ClosestPoints: ...

    def __getitem__(self, rows: int | tuple[int, ...] | Rows) -> ClosestPoint | ClosestPair | ClosestPoints | None:
        row, shape = chosen(rows, self.shape)
        if shape:
            return ClosestPoints(self._hits._some(row, shape))
        statuses, distances, _, points, *_ = self._hits._flat
        if statuses[row] == Status.NONE:
            return None
        point, distance, place = tuple(points[row].tolist()), float(distances[row]), self._hits._place(row)
        if self.on_axis is None:
            return ClosestPoint(point, distance, **place)
        return ClosestPair(point, tuple(self._hits._flat[9][row].tolist()), distance, **place)

    def __iter__(self) -> Iterator[ClosestPoint | ClosestPair | None]:
        return (self[row] for row in range(len(self)))

    def to_dict(self) -> dict[str, npt.NDArray[Any]]:
        """The arrays by their names, not copied."""
        columns = {name: getattr(self, name) for name in ("index", "point", "on_axis", "distance", "triangle", "item", "feature")}
        return {name: column for name, column in columns.items() if column is not None}

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """A table with the columns ``index``, ``point_x``, ..., for capsules ``on_axis_x``, ..., ``distance``, ``triangle``, ``item``,
        ``feature``."""
        if len(self.shape) > 1:
            return self._rows.__arrow_c_stream__(requested_schema)
        named: list[tuple[str, Any]] = [("index", self.index)]
        for name, vector in (("point", self.point), ("on_axis", self.on_axis)):
            if vector is not None:
                named += [(f"{name}_{axis}", column) for axis, column in zip(_axes(vector.shape[1]), vector.T)]
        named.append(("distance", self.distance))
        named += [(name, getattr(self, name)) for name in ("triangle", "item") if getattr(self, name) is not None]
        named += self._hits._feature_columns()
        return table_of_columns([name for name, _ in named], [column for _, column in named])

    def to_arrow(self) -> pyarrow.Table:
        """A ``pyarrow.Table``; pyarrow must be installed."""
        import pyarrow

        table: pyarrow.Table = pyarrow.table(self)
        return table

    def to_pandas(self) -> pandas.DataFrame:
        """A ``pandas.DataFrame`` with the same columns as the table; pandas must be installed."""
        axes = {f"other_{axis}": f"on_axis_{axis}" for axis in _axes(self.point.shape[-1])}
        table = self._hits.to_pandas().rename(columns={"time": "distance"} | axes)
        names = [name for name in table.columns if name.split("_")[0] not in ("status", "distance", "center", "normal", "approach")]
        names.insert(1 + self.point.shape[-1] * (1 if self.on_axis is None else 2), "distance")
        return table.loc[:, names]

    @property
    def _rows(self) -> ClosestPoints:
        """The same rows with a single axis, as in a table."""
        return ClosestPoints(self._hits._rows)

    def _repr_html_(self) -> str:
        return _html(self, self._rows.to_dict())

    def __repr__(self) -> str:
        return f"<ClosestPoints: {_size(self.shape)} rows>"

    def __reduce__(self) -> tuple[Any, ...]:
        return ClosestPoints, (self._hits,)


def _axes(dimension: int) -> Sequence[str]:
    """The names of the components of a vector in the columns of a table, which are numbers in more than three dimensions."""
    return "xyz"[:dimension] if dimension <= 3 else [str(axis) for axis in range(dimension)]


#: The number of rows that a notebook shows.
_SHOWN = 10


def _html(answer: Hits | ClosestPoints, columns: dict[str, npt.NDArray[Any]]) -> str:
    """The first rows as a table, for a notebook."""
    names = [name for name in columns if name != "center"]
    rows = [f"<th>{escape(name)}</th>" for name in names]
    lines = [f"<tr>{''.join(rows)}</tr>"]
    count = math.prod(answer.shape)
    for row in range(min(count, _SHOWN)):
        words = {name: columns[name][row] for name in names}
        words |= {name: of[code] for name, of in _WORDS.items() if name in words and (code := int(words[name])) >= 0}
        if isinstance(answer, Hits) and answer.kind == "simplex" or isinstance(answer, ClosestPoints) and answer._hits.kind == "simplex":
            code = int(words["feature"])
            words["feature"] = _PARTS[code] if code >= 0 else ""
        lines.append(f"<tr>{''.join(f'<td>{escape(str(word))}</td>' for word in words.values())}</tr>")
    rest = f"<p>{count - _SHOWN} more rows</p>" if count > _SHOWN else ""
    return f"<p>{escape(repr(answer))}</p><table>{''.join(lines)}</table>{rest}"


_WORDS = {"status": _STATUSES, "approach": APPROACHES}
