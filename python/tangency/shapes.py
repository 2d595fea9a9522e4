"""The shapes that bodies can meet."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Iterable, Sequence, TypeAlias

import numpy as np
import numpy.typing as npt

from . import _tangency
from .answers import Vector
from .arrays import Float, FloatArray, Numbers, float_of, numbers, vector, vectors
from .bodies import MOST_DIMENSIONS, Convex, Ellipsoid, Hollow, Sphere, again
from .each import Each
from .obstacle import Moving, Obstacle, Truths, only_the_body
from .picture import Frame, Polygons, faces_of_box, faces_of_planes

if TYPE_CHECKING:
    from typing_extensions import Self


Doubles: TypeAlias = npt.NDArray[np.float64]

_DOUBLE: Float = np.dtype(np.float64)
_plain = _tangency.Obstacle.plain


class Shape(Moving):
    """A shape that consists of a few numbers, at rest or in motion, and optionally inflated."""

    __slots__ = ("_numbers",)

    #: The arguments of the shape, each as a tuple of numbers or an array.
    _numbers: tuple[Any, ...]
    #: The name of the shape in the compiled part, the names of its arguments, and the dimensions in which it exists.
    _name: str
    _names: tuple[str, ...]
    _dimensions: tuple[int, ...]

    def __init_subclass__(cls) -> None:
        cls._dimensions = tuple(_tangency.Obstacle.dimensions(cls._name))

    @classmethod
    def _rows(cls, arguments: tuple[FloatArray, ...], velocity: FloatArray, t_max: Doubles, radius: Doubles, start: FloatArray | None) -> _tangency.Obstacle:
        """The compiled obstacle with a shape for each row."""
        return _tangency.Obstacle.shape(cls._name, arguments, velocity, t_max, radius, False, start)

    def _make(self, vectors: tuple[Any, ...], velocity: Any, t_max: float | None, radius: Any, dtype: Any, to: Any, from_: Any) -> None:
        """Makes the shape from one vector for each argument, all of one dimension."""
        if dtype is None and to is None and from_ is None:
            # The most frequent kind of arguments is handled first.
            made = _plain(self._name, vectors, velocity, t_max, radius)
            if made is not None:
                self._core, (self._numbers, self._velocity, self._t_max, self._radius) = made
                self._leg, self.dtype, self.dimension = None, _DOUBLE, len(self._velocity)
                return
        self.dtype = float_of(dtype, *vectors, velocity, to, from_, radius)
        self.dimension = self._dimensions[0] if len(self._dimensions) == 1 else vector(self._names[0], vectors[0], self.dtype).shape[1]
        self._hold([vector(name, value, self.dtype, self.dimension)[0] for name, value in zip(self._names, vectors)], velocity, t_max, radius, to, from_)

    def _hold(self, arrays: list[FloatArray], velocity: Any, t_max: float | None, radius: Any, to: Any, from_: Any) -> None:
        """Makes the shape from an array for each argument, which is one vector or several."""
        self._numbers = tuple(arrays)
        places = self._places(arrays[0][np.newaxis])
        way, end, size, start = self._moves(velocity, t_max, radius, to, from_, None if places is None else places[0])
        rows = tuple(array.reshape(1, -1) for array in arrays)
        self._core = _tangency.Obstacle.shape(self._name, rows, way, np.array([end]), np.array([size]), True, start)

    @staticmethod
    def _places(first: FloatArray) -> FloatArray | None:
        """The reference points of shapes, from rows of their first argument: the argument itself, if it is one vector; None if there is no reference
        point."""
        return first if first.ndim == 2 else None

    @property
    def _arguments(self) -> dict[str, FloatArray]:
        return {name: np.array(value, self.dtype) for name, value in zip(self._names, self._numbers)}

    def _span(self) -> tuple[FloatArray, FloatArray]:
        return spans(type(self), {name: array[np.newaxis] for name, array in self._arguments.items()})

    def _vector(self, place: int) -> Vector:
        """An argument that is a vector."""
        return tuple(map(float, self._numbers[place]))

    def _keywords(self) -> dict[str, Any]:
        return self._arguments | self._motion() | {"dtype": self.dtype}

    def _again(self, **motion: Any) -> Self:
        return type(self)(**(self._keywords() | motion))

    def __reduce__(self) -> tuple[Any, ...]:
        return again, (type(self), self._keywords())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Shape) or type(self) is not type(other):
            return NotImplemented
        mine, its = self._keywords(), other._keywords()
        return mine.keys() == its.keys() and all(np.array_equal(mine[name], its[name]) for name in mine)

    def __hash__(self) -> int:
        return hash((type(self), *(np.asarray(value).tobytes() for value in self._arguments.values())))

    def __repr__(self) -> str:
        words = [f"{name}={value.tolist()}" for name, value in self._arguments.items()]
        if self._leg is not None:
            words += [f"to={self.to}", f"from_={self.from_}"]
        elif any(self.velocity):
            words.append(f"velocity={self.velocity}")
        if self._t_max != (float("inf") if self._leg is None else 1.0):
            words.append(f"t_max={self._t_max}")
        if self._radius:
            words.append(f"radius={self._radius}")
        return f"{type(self).__name__}({', '.join(words)})"


class Point(Shape):
    """A point.

    Args:
        position: (D,), D = 2 or 3.
        velocity: (D,), at rest if not given.
        to, from_: (D,), instead of a velocity; see :meth:`moving_to`.
        t_max: The end of the motion; by default the motion has no end, or ends at time 1 with ``to``.
        radius: The inflation radius, zero or more, which makes the point a ball; see :class:`Obstacle`.
        dtype: float32 or float64; by default the float of the given arrays, or float64 without arrays.

    >>> Point([5, 0]).contact_time([[0, 0], [0, 1]], 1, [1, 0])
    array([4., 5.])
    >>> Point([5, 0], radius=0.5).contact_time(Sphere([0, 0], 1, velocity=[1, 0]))
    3.5
    """

    __slots__ = ()
    _features = "simplex"
    _name, _names = "point", ("position",)

    def __init__(self, position: Numbers, *, velocity: Numbers | None = None, to: Numbers | None = None, from_: Numbers | None = None, t_max: float | None = None, radius: Numbers = 0.0, dtype: npt.DTypeLike | None = None) -> None:
        self._make((position,), velocity, t_max, radius, dtype, to, from_)

    @classmethod
    def each(cls, position: Numbers, *, velocity: Numbers | None = None, to: Numbers | None = None, from_: Numbers | None = None, t_max: Numbers | None = None, radius: Numbers = 0.0, dtype: npt.DTypeLike | None = None) -> Each:
        """A point for each row, from the arguments of one point, with a row for each point or one value for all; see :class:`Each`.

        >>> posts = Point.each([[5, 0], [7, 0]])
        >>> posts.contact_time([[0, 0], [0, 0]], 1, [1, 0])
        array([4., 6.])
        """
        return Each(cls, position, velocity=velocity, to=to, from_=from_, t_max=t_max, radius=radius, dtype=dtype)

    @property
    def position(self) -> Vector:
        """Its position at time zero."""
        return self._vector(0)

    def _faces(self, frame: Frame) -> Polygons:
        return [np.array(self._numbers)]


class Segment(Shape):
    """A segment from ``a`` to ``b``, (D,) each. The other arguments are as for a :class:`Point`. Its vertices have the numbers 0 and 1, its edge 0.

    >>> Segment([5, -1], [5, 1]).first_contact(Sphere([0, 0], 1, velocity=[1, 0])).feature
    Feature(kind='edge', index=0)
    """

    __slots__ = ()
    _features = "simplex"
    _name, _names = "segment", ("a", "b")

    def __init__(self, a: Numbers, b: Numbers, *, velocity: Numbers | None = None, to: Numbers | None = None, from_: Numbers | None = None, t_max: float | None = None, radius: Numbers = 0.0, dtype: npt.DTypeLike | None = None) -> None:
        self._make((a, b), velocity, t_max, radius, dtype, to, from_)

    @classmethod
    def each(cls, a: Numbers, b: Numbers, *, velocity: Numbers | None = None, to: Numbers | None = None, from_: Numbers | None = None, t_max: Numbers | None = None, radius: Numbers = 0.0, dtype: npt.DTypeLike | None = None) -> Each:
        """A segment for each row, as :meth:`Point.each` makes points."""
        return Each(cls, a, b, velocity=velocity, to=to, from_=from_, t_max=t_max, radius=radius, dtype=dtype)

    @property
    def a(self) -> Vector:
        """One end at time zero."""
        return self._vector(0)

    @property
    def b(self) -> Vector:
        """The other end at time zero."""
        return self._vector(1)

    def _faces(self, frame: Frame) -> Polygons:
        return [np.array(self._numbers)]


class Triangle(Shape, Convex):
    """A triangle in space with three vertices, (3,) each, which may be collinear or equal. Edge i goes from vertex i to the next vertex.

    The other arguments are as for a :class:`Point`. A triangle is also a body, which can be cast at other shapes; see :class:`Obstacle`.

    >>> Triangle([0, 0, 0], [4, 0, float("nan")], [0, 4, 0])
    Traceback (most recent call last):
    ValueError: triangle.vertices[1][2] is NaN, must be a finite number
    """

    __slots__ = ()
    _features = "simplex"
    _name, _names = "triangle", ("a", "b", "c")

    def __init__(self, a: Numbers, b: Numbers, c: Numbers, *, velocity: Numbers | None = None, to: Numbers | None = None, from_: Numbers | None = None, t_max: float | None = None, radius: Numbers = 0.0, dtype: npt.DTypeLike | None = None) -> None:
        self._make((a, b, c), velocity, t_max, radius, dtype, to, from_)

    @classmethod
    def each(cls, a: Numbers, b: Numbers, c: Numbers, *, velocity: Numbers | None = None, to: Numbers | None = None, from_: Numbers | None = None, t_max: Numbers | None = None, radius: Numbers = 0.0, dtype: npt.DTypeLike | None = None) -> Each:
        """A triangle for each row, as :meth:`Point.each` makes points."""
        return Each(cls, a, b, c, velocity=velocity, to=to, from_=from_, t_max=t_max, radius=radius, dtype=dtype)

    @property
    def a(self) -> Vector:
        """Vertex 0 at time zero."""
        return self._vector(0)

    @property
    def b(self) -> Vector:
        """Vertex 1 at time zero."""
        return self._vector(1)

    @property
    def c(self) -> Vector:
        """Vertex 2 at time zero."""
        return self._vector(2)

    def _faces(self, frame: Frame) -> Polygons:
        return [np.array(self._numbers)]


class Box(Shape, Convex):
    """An axis-aligned box, from its least to its greatest corner, (D,) each.

    The other arguments are as for a :class:`Point`, in one to eight dimensions. A box at rest may have any number of dimensions; with more than
    eight, its only query is ``intersects`` with one body. In two and three dimensions a box is also a body, which can be cast at other shapes; see
    :class:`Obstacle`.

    >>> tesseract = Box([0] * 4, [1] * 4)
    >>> tesseract.first_contact(Sphere([5, 0, 0, 0], 1, velocity=[-1, 0, 0, 0])).time
    3.0
    >>> Box([0, -1, 0], [9, 9, 0]).first_contact(Box([1, 1, 5], [2, 2, 6], velocity=[0, 0, -1])).time
    5.0
    >>> Box([0, 3], [1, 2])
    Traceback (most recent call last):
    ValueError: box.min[1] is 3, greater than box.max[1], 2
    """

    __slots__ = ("_hollow",)
    _features = "box"
    _name, _names = "box", ("min", "max")

    def __init__(self, min: Numbers, max: Numbers, *, velocity: Numbers | None = None, to: Numbers | None = None, from_: Numbers | None = None, t_max: float | None = None, radius: Numbers = 0.0, dtype: npt.DTypeLike | None = None) -> None:
        self._hollow: Obstacle | None = None
        dimension = len(min) if isinstance(min, (list, tuple)) else np.size(min)
        if dimension <= MOST_DIMENSIONS:
            return self._make((min, max), velocity, t_max, radius, dtype, to, from_)
        self.dtype, self.dimension = float_of(dtype, min, max, velocity, to, from_, radius), dimension
        self._numbers = tuple(vector(name, value, self.dtype, dimension)[0] for name, value in (("min", min), ("max", max)))
        self._moves(velocity, t_max, radius, to, from_, min)
        if velocity is not None or t_max is not None or to is not None or self._radius:
            raise ValueError(f"min has shape ({dimension},), must have at most ({MOST_DIMENSIONS},) for a shape that moves or is inflated")
        # A query checks the numbers of the box.
        self._shares_in_any_dimension([0.0] * dimension, 0.0, None, False, False)

    @classmethod
    def each(cls, min: Numbers, max: Numbers, *, velocity: Numbers | None = None, to: Numbers | None = None, from_: Numbers | None = None, t_max: Numbers | None = None, radius: Numbers = 0.0, dtype: npt.DTypeLike | None = None) -> Each:
        """A box for each row, as :meth:`Point.each` makes points."""
        return Each(cls, min, max, velocity=velocity, to=to, from_=from_, t_max=t_max, radius=radius, dtype=dtype)

    @property
    def min(self) -> Vector:
        """The least corner at time zero."""
        return self._vector(0)

    @property
    def max(self) -> Vector:
        """The greatest corner at time zero."""
        return self._vector(1)

    def _shares(self, center: Any, radius: Any, radii: Any, threads: int | None, is_hollow: bool = False) -> bool | Truths:
        if self.dimension <= MOST_DIMENSIONS:
            if is_hollow:
                return self._surface()._shares(center, radius, radii, threads)
            return super()._shares(center, radius, radii, threads)
        body_is_hollow = isinstance(center, Hollow)
        body = center.shape if body_is_hollow else center
        if not isinstance(body, (Sphere, Ellipsoid)):
            raise ValueError(f"the box has {self.dimension} dimensions; then only one body can be asked about, not arrays")
        only_the_body(radius, radii, threads=threads)
        radius, radii = (body.radius, None) if isinstance(body, Sphere) else (None, list(body.radii))
        return self._shares_in_any_dimension(list(body.center), radius, radii, body_is_hollow, is_hollow)

    def _surface(self) -> Obstacle:
        """The box without its interior."""
        if self._radius:
            raise TypeError("a hollow box cannot have a rounding radius")
        if self._hollow is None:
            self._hollow = Obstacle()
            self._hollow.dtype, self._hollow.dimension = self.dtype, self.dimension
            rows = tuple(array.reshape(1, -1) for array in self._arguments.values())
            still = np.zeros((1, self.dimension), self.dtype)
            self._hollow._core = _tangency.Obstacle.shape("hollow box", rows, still, np.array([np.inf]), np.zeros(1), True)
        return self._hollow

    def _shares_in_any_dimension(self, center: list[float], radius: float | None, radii: list[float] | None, body_is_hollow: bool, is_hollow: bool) -> bool:
        least, greatest = (list(map(float, corner)) for corner in self._numbers)
        return _tangency.intersects_in_any_dimension(center, radius, radii, body_is_hollow, least, greatest, is_hollow)

    def _faces(self, frame: Frame) -> Polygons:
        low, high = (np.array(corner, float) for corner in self._numbers)
        return faces_of_box((low + high) / 2, np.diag(high - low))

    def __getattr__(self, name: str) -> Any:
        # A box of more dimensions has no compiled part, which all other queries need.
        if name == "_core":
            raise ValueError(f"the box has {self.dimension} dimensions, must have at most {MOST_DIMENSIONS} for this question")
        raise AttributeError(f"a Box has no attribute {name}")


class Rotation:
    """A rotation, given by a quaternion ``[x, y, z, w]`` of any length or, in the plane, by ``[sin(a/2), cos(a/2)]`` or a multiple of this vector.

    It is exactly the rotation that these numbers specify, since they are not normalised. The other constructors round each number once.

    >>> Rotation([0, 0, 3, 4])
    Rotation([0.0, 0.0, 3.0, 4.0])
    >>> Rotation.from_axis_angle([0, 0, 1], np.pi).quaternion
    (0.0, 0.0, 0.5, 3.061616997868383e-17)
    >>> Rotation([1, 2]).matrix
    array([[ 0.6, -0.8],
           [ 0.8,  0.6]])
    """

    __slots__ = ("_row", "dtype", "dimension")

    def __init__(self, quaternion: Numbers, *, dtype: npt.DTypeLike | None = None) -> None:
        self.dtype = float_of(dtype, quaternion)
        self._row = vector("rotation", quaternion, self.dtype, np.size(quaternion))
        if self._row.shape[1] not in (2, 4):
            raise ValueError(f"rotation has shape {self._row.shape[1:]}, must have (4,), or (2,) in the plane")
        self.dimension = self._row.shape[1] // 2 + 1
        _tangency.rotation("quaternion", self._row, 0.0)

    @property
    def quaternion(self) -> Vector:
        """The numbers as they were given."""
        return tuple(self._row[0].tolist())

    @property
    def matrix(self) -> npt.NDArray[np.float64]:
        """(D, D): the matrix that rotates a vector by ``matrix @ vector``; each number is rounded once, to float64."""
        numbers = [Fraction(number) for number in self.quaternion]
        x, y, z, w = numbers if self.dimension == 3 else (Fraction(0), Fraction(0), *numbers)
        rows = [
            [x * x + w * w - y * y - z * z, 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), y * y + w * w - x * x - z * z, 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), z * z + w * w - x * x - y * y],
        ]
        square = x * x + y * y + z * z + w * w
        return np.array([[float(number / square) for number in row[: self.dimension]] for row in rows[: self.dimension]])

    @classmethod
    def identity(cls, dimension: int = 3, *, dtype: npt.DTypeLike | None = None) -> Rotation:
        """The identity, in two or three dimensions."""
        if dimension not in (2, 3):
            raise ValueError(f"dimension is {dimension}, must be 2 or 3")
        return cls([0.0] * (3 if dimension == 3 else 1) + [1.0], dtype=dtype)

    @classmethod
    def from_axis_angle(cls, axis: Numbers, angle: float, *, dtype: npt.DTypeLike | None = None) -> Rotation:
        """The rotation by ``angle`` radians, counterclockwise about an axis (3,) of any length; each number is rounded once."""
        dtype = float_of(dtype, axis)
        return cls(np.array(_tangency.rotation("axis", vector("axis", axis, dtype, 3), angle), dtype))

    @classmethod
    def from_angle(cls, angle: float, *, dtype: npt.DTypeLike | None = None) -> Rotation:
        """The rotation in the plane by ``angle`` radians, counterclockwise; each number is rounded once."""
        dtype = float_of(dtype)
        return cls(np.array(_tangency.rotation("angle", np.zeros((1, 2), dtype), angle), dtype))

    @classmethod
    def from_direction(cls, direction: Numbers, *, dtype: npt.DTypeLike | None = None) -> Rotation:
        """The shortest rotation that turns the first axis into a direction (D,) of any length; each number is rounded once."""
        dtype = float_of(dtype, direction)
        return cls(np.array(_tangency.rotation("direction", vector("direction", direction, dtype), 0.0), dtype))

    @classmethod
    def from_matrix(cls, matrix: Numbers, *, dtype: npt.DTypeLike | None = None) -> Rotation:
        """The rotation of a matrix (D, D), which must be a rotation except for the rounding of its entries. Each number of the result is rounded
        once.

        A matrix ``M`` that scales, shears or mirrors is refused: each entry of ``M.T @ M - I`` must be at most 2**-12, in exact arithmetic. Matrices
        of float32 and matrices that were printed with four decimals are within this bound.

        >>> Rotation.from_matrix([[2, 0, 0], [0, 2, 0], [0, 0, 2]])
        Traceback (most recent call last):
        ValueError: rotation.matrix is no rotation, its columns 0 and 0 have the scalar product 4, must have 1
        """
        dtype = float_of(dtype, matrix)
        return cls(np.array(_tangency.rotation("matrix", vectors("matrix", matrix, dtype, None, None), 0.0), dtype))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rotation) and self.quaternion == other.quaternion and self.dtype == other.dtype

    def __hash__(self) -> int:
        return hash(self.quaternion)

    def __repr__(self) -> str:
        return f"Rotation({list(self.quaternion)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return again, (Rotation, {"quaternion": self._row[0], "dtype": self.dtype})


def rotation_row(rotation: Any, dtype: Float, dimension: int) -> FloatArray:
    """The numbers of a rotation in any form, as a row."""
    row = numbers("rotation", rotation._row[0] if isinstance(rotation, Rotation) else rotation, dtype)
    width = 4 if dimension == 3 else 2
    if row.shape == (dimension, dimension) and dimension == 3:
        return Rotation.from_matrix(row)._row
    if row.shape != (width,):
        raise ValueError(f"rotation has shape {row.shape}, must have ({width},)" + ", or be a matrix (3, 3)" * (dimension == 3))
    return row.reshape(1, width)


class OrientedBox(Shape, Convex):
    """An oriented box (OBB), in the plane or in space. Spheres, capsules and convex bodies can be cast at it. It is also a body, which can be cast at
    other shapes; see :class:`Obstacle`.

    Args:
        center: (D,).
        half_extents: (D,), half of the extent along each of the box's own axes, zero or more.
        rotation: A :class:`Rotation`, or its numbers; in space also a matrix (3, 3), see :meth:`Rotation.from_matrix`.
        velocity, to, from_, t_max, radius, dtype: As for a :class:`Point`.

    >>> from tangency import Sphere
    >>> upright = OrientedBox([0, 0], [3, 1], [1, 1])
    >>> upright.first_contact(Sphere([0, 6], 1, velocity=[0, -1])).point
    (0.0, 3.0)
    """

    __slots__ = ()
    _features = "box"
    _name, _names = "oriented box", ("center", "half_extents", "rotation")

    def __init__(
        self,
        center: Numbers,
        half_extents: Numbers,
        rotation: Rotation | Numbers,
        *,
        velocity: Numbers | None = None,
        to: Numbers | None = None,
        from_: Numbers | None = None,
        t_max: float | None = None,
        radius: Numbers = 0.0,
        dtype: npt.DTypeLike | None = None,
    ) -> None:
        self.dtype = float_of(dtype, center, half_extents, velocity, to, from_, radius)
        center = vector("center", center, self.dtype)
        self.dimension = center.shape[1]
        half_extents = vector("half_extents", half_extents, self.dtype, self.dimension)
        row = rotation_row(rotation, self.dtype, self.dimension)
        self._hold([center[0], half_extents[0], row[0]], velocity, t_max, radius, to, from_)

    @classmethod
    def each(cls, center: Numbers, half_extents: Numbers, rotation: Rotation | Numbers, *, velocity: Numbers | None = None, to: Numbers | None = None, from_: Numbers | None = None, t_max: Numbers | None = None, radius: Numbers = 0.0, dtype: npt.DTypeLike | None = None) -> Each:
        """An oriented box for each row, as :meth:`Point.each` makes points. ``rotation`` has the numbers of a rotation for each row, (N, 4), in the
        plane (N, 2)."""
        return Each(cls, center, half_extents, rotation, velocity=velocity, to=to, from_=from_, t_max=t_max, radius=radius, dtype=dtype)

    @property
    def center(self) -> Vector:
        """Its centre at time zero."""
        return self._vector(0)

    @property
    def half_extents(self) -> Vector:
        """Half of the extent along each of the box's own axes."""
        return self._vector(1)

    @property
    def rotation(self) -> Rotation:
        """Its rotation."""
        return Rotation(self._arguments["rotation"])

    def _faces(self, frame: Frame) -> Polygons:
        center, half_extents, rotation = self._numbers
        return faces_of_box(np.array(center), 2 * (Rotation(rotation).matrix * half_extents).T)


class Parallelepiped(Shape, Convex):
    """A parallelepiped: ``center`` plus all sums of ``s[k] edges[k]`` with ``|s[k]| <= 1/2``, where ``edges`` (3, 3) has a row for each edge. Spheres,
    capsules and convex bodies can be cast at it.

    The other arguments are as for a :class:`Point`. A parallelepiped is also a body, which can be cast at other shapes; see :class:`Obstacle`.

    >>> cube = Parallelepiped([0, 0, 0], [[2, 0, 0], [0, 2, 0], [0, 0, 2]])
    >>> cube.first_contact(Sphere([5, 0, 0], 1, velocity=[-1, 0, 0])).feature
    PlaneFeature(planes=(1,))
    """

    __slots__ = ()
    _features = "planes"
    _name, _names = "parallelepiped", ("center", "edges")

    def __init__(self, center: Numbers, edges: Numbers, *, velocity: Numbers | None = None, to: Numbers | None = None, from_: Numbers | None = None, t_max: float | None = None, radius: Numbers = 0.0, dtype: npt.DTypeLike | None = None) -> None:
        self.dtype, self.dimension = float_of(dtype, center, edges, velocity, to, from_, radius), 3
        center = vector("center", center, self.dtype, 3)
        edges = vectors("edges", edges, self.dtype, 3, 3)
        self._hold([center[0], edges], velocity, t_max, radius, to, from_)

    @classmethod
    def each(cls, center: Numbers, edges: Numbers, *, velocity: Numbers | None = None, to: Numbers | None = None, from_: Numbers | None = None, t_max: Numbers | None = None, radius: Numbers = 0.0, dtype: npt.DTypeLike | None = None) -> Each:
        """A parallelepiped for each row, as :meth:`Point.each` makes points, with three edges for each row, (N, 3, 3)."""
        return Each(cls, center, edges, velocity=velocity, to=to, from_=from_, t_max=t_max, radius=radius, dtype=dtype)

    @property
    def center(self) -> Vector:
        """Its centre at time zero."""
        return self._vector(0)

    @property
    def edges(self) -> FloatArray:
        """(3, 3): a copy of the edges, with a row for each."""
        return self._arguments["edges"]

    def _faces(self, frame: Frame) -> Polygons:
        center, edges = self._numbers
        return faces_of_box(center, edges)


class Hull(Shape, Convex):
    """The convex hull of points, in the plane or in space: a solid convex polygon or polyhedron.

    Args:
        points: (K, D), one point or more; they may be repeated, inside the hull, collinear or coplanar. Features contain the numbers of these points.
        position: (D,), the position of the first of the points: all points are moved by the exact difference of the position and this point. By default
            they are where they are given.
        velocity, to, from_, t_max, radius, dtype: As for a :class:`Point`. The reference point is the first of the points, at its position.

    Its vertices, edges and faces are exact. Spheres, capsules and convex bodies can be cast at it. It is also a body, which can be
    cast at other shapes; see :class:`Obstacle`.

    >>> pyramid = Hull([[1, 1, 0], [-1, 1, 0], [-1, -1, 0], [1, -1, 0], [0, 0, 0], [0, 0, 2]])
    >>> pyramid.vertices, pyramid.faces[0]
    ((0, 1, 2, 3, 5), (0, 3, 2, 1))
    >>> hit = pyramid.first_contact(Sphere([0, 0, 9], 1, velocity=[0, 0, -1]))
    >>> hit.time, str(hit.feature)
    (6.0, 'vertices 5')
    >>> floor = Box([-9, -9, -5], [9, 9, -4])
    >>> floor.first_contact(pyramid.moving([0, 0, -1])).time
    4.0
    >>> Hull([[0, 0], [0.1, 0], [0, 0.1]], position=[0.2, 0]).closest([0.1 + 0.2, 0]).distance  # 0.1 + 0.2 is rounded, the hull is not
    2.7755575615628914e-17
    """

    __slots__ = ()
    _features = "hull"
    # The position comes first, since it is the reference point.
    _name, _names = "hull", ("position", "points")

    def __init__(self, points: Numbers, *, position: Numbers | None = None, velocity: Numbers | None = None, to: Numbers | None = None, from_: Numbers | None = None, t_max: float | None = None, radius: Numbers = 0.0, dtype: npt.DTypeLike | None = None) -> None:
        self.dtype = float_of(dtype, points, position, velocity, to, from_, radius)
        points = vectors("points", points, self.dtype, None, None)
        self.dimension = points.shape[1]
        place = _first_of(points) if position is None else vector("position", position, self.dtype, self.dimension)[0]
        # The numbers are copied, so that the shape does not change with the arrays of the caller.
        self._hold([place.copy(), points.copy()], velocity, t_max, radius, to, from_)

    @classmethod
    def each(cls, points: Numbers, *, position: Numbers | None = None, velocity: Numbers | None = None, to: Numbers | None = None, from_: Numbers | None = None, t_max: Numbers | None = None, radius: Numbers = 0.0, dtype: npt.DTypeLike | None = None) -> Each:
        """A hull for each row, as :meth:`Point.each` makes points. All have the same number of points: the array is (N, K, D), or (K, D) for one hull at
        many positions, (N, D).

        >>> wedges = Hull.each([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], position=[[0, 0, 5], [0, 0, 7]], velocity=[0, 0, -1])
        >>> Box([-9, -9, -1], [9, 9, 0]).contact_time(wedges)
        array([5., 7.])
        """
        if position is None:
            dtype = float_of(dtype, points, velocity, to, from_, radius)
            array = numbers("points", points, dtype, 2)
            position = _first_of(array) if array.ndim > 1 else array
        return Each(cls, position=position, points=points, velocity=velocity, to=to, from_=from_, t_max=t_max, radius=radius, dtype=dtype)

    @property
    def position(self) -> Vector:
        """The position of the first of the points at time zero."""
        return self._vector(0)

    @property
    def points(self) -> FloatArray:
        """(K, D): a copy of the points, as they were given; the hull may be elsewhere, see :attr:`position`."""
        return self._arguments["points"]

    @property
    def vertices(self) -> tuple[int, ...]:
        """The numbers of the points that are vertices of the hull, in ascending order; the first one of equal points."""
        return tuple(_tangency.Obstacle.parts_of_hull(self._numbers[1])[0])

    @property
    def faces(self) -> tuple[tuple[int, ...], ...]:
        """The faces, each as the numbers of the points around it, counterclockwise as seen from outside. A flat polygon has one face; a point and a
        segment have none."""
        return tuple(map(tuple, _tangency.Obstacle.parts_of_hull(self._numbers[1])[1]))

    def _faces(self, frame: Frame) -> Polygons:
        place, points = (array.astype(float) for array in self._numbers)
        points = points + (place - points[0])
        vertices, faces = _tangency.Obstacle.parts_of_hull(self._numbers[1])
        return [points[face] for face in faces or [vertices]]

    def __repr__(self) -> str:
        words = super().__repr__()
        # The position of the first point itself is the default.
        return words.replace(f"position={list(self.position)}, ", "", 1) if np.array_equal(self._numbers[0], self._numbers[1][0]) else words


def _first_of(points: FloatArray) -> FloatArray:
    """(…, D): the first of the points, (…, K, D); zeros if there is none, which the compiled part refuses."""
    return points[..., 0, :] if points.shape[-2] else np.zeros(points.shape[:-2] + points.shape[-1:], points.dtype)


class Plane(Obstacle):
    """A plane through ``point`` with an outward ``normal`` of any length except zero, (D,) each. The obstacle is the half-space behind the plane.

    >>> from tangency import Sphere
    >>> plane = Plane([0, 0, 0], [0, 0, 7])
    >>> plane.section(Sphere([1, 2, 3], 5))
    Section(center=(1.0, 2.0, 0.0), radius=4.0)
    >>> plane.containment(Sphere([1, 2, 3], 5))
    'intersecting'
    """

    __slots__ = ("_rows",)
    _features = "planes"

    def __init__(self, point: Numbers, normal: Numbers, *, dtype: npt.DTypeLike | None = None) -> None:
        self.dtype = float_of(dtype, point, normal)
        point = vector("point", point, self.dtype)
        self.dimension = point.shape[1]
        self._rows = np.concatenate([point, vector("normal", normal, self.dtype, self.dimension)])
        still = np.zeros((1, self.dimension), self.dtype)
        self._core = _tangency.Obstacle.shape("plane", (self._rows[:1], self._rows[1:]), still, np.array([np.inf]), np.zeros(1), True)

    @property
    def point(self) -> Vector:
        """A point of the plane, as it was given."""
        return tuple(self._rows[0].tolist())

    @property
    def normal(self) -> Vector:
        """The outward normal, as it was given."""
        return tuple(self._rows[1].tolist())

    def _faces(self, frame: Frame) -> Polygons:
        return faces_of_planes(self._rows[:1], self._rows[1:], frame)

    def __repr__(self) -> str:
        return f"Plane({list(self.point)}, {list(self.normal)})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Plane) and np.array_equal(self._rows, other._rows) and self.dtype == other.dtype

    def __hash__(self) -> int:
        return hash(self._rows.tobytes())

    def __reduce__(self) -> tuple[Any, ...]:
        return again, (Plane, {"point": self._rows[0], "normal": self._rows[1], "dtype": self.dtype})


class Polytope(Shape):
    """A convex polytope: the intersection of half-spaces, in the plane or in space; it may be unbounded, flat or empty. Spheres can be cast at it.

    Args:
        points, normals: (P, D) each, a point and an outward normal of any length for each plane; or
        points: :class:`Plane` objects alone.
        velocity, to, from_, t_max, radius, dtype: As for a :class:`Point`.

    The constructor compares all pairs of planes, and triples where many planes contain the same point, so it is meant for tens or hundreds of planes.

    >>> corner = Polytope([Plane([0, 0], [0, 1]), Plane([0, 0], [1, 0])])
    >>> corner.containment(Sphere([-3, -4], 2.9))
    'inside'
    """

    __slots__ = ()
    _features = "planes"
    _name, _names = "polytope", ("points", "normals")

    def __init__(
        self,
        points: Numbers | Iterable[Plane],
        normals: Numbers | None = None,
        *,
        velocity: Numbers | None = None,
        to: Numbers | None = None,
        from_: Numbers | None = None,
        t_max: float | None = None,
        radius: Numbers = 0.0,
        dtype: npt.DTypeLike | None = None,
    ) -> None:
        if normals is None:
            given: list[Any] = list(points) if isinstance(points, Iterable) else []
            planes = [plane for plane in given if isinstance(plane, Plane)]
            if not planes or len(planes) < len(given):
                raise ValueError("normals are missing, must be there unless points are planes")
            points, normals = np.stack([p._rows[0] for p in planes]), np.stack([p._rows[1] for p in planes])
        self.dtype = float_of(dtype, points, normals, velocity, to, from_, radius)
        points = vectors("points", points, self.dtype, None, None)
        self.dimension = points.shape[1]
        normals = vectors("normals", normals, self.dtype, points.shape[0], self.dimension)
        self._hold([points, normals], velocity, t_max, radius, to, from_)

    @classmethod
    def each(cls, points: Numbers, normals: Numbers, *, velocity: Numbers | None = None, to: Numbers | None = None, from_: Numbers | None = None, t_max: Numbers | None = None, radius: Numbers = 0.0, dtype: npt.DTypeLike | None = None) -> Each:
        """A polytope for each row, as :meth:`Point.each` makes points. All have the same number of planes: both arrays are (N, P, D)."""
        return Each(cls, points, normals, velocity=velocity, to=to, from_=from_, t_max=t_max, radius=radius, dtype=dtype)

    @property
    def points(self) -> FloatArray:
        """(P, D): a copy of the points, one of each plane, at time zero."""
        return self._arguments["points"]

    @property
    def normals(self) -> FloatArray:
        """(P, D): a copy of the outward normals, as they were given."""
        return self._arguments["normals"]

    def _faces(self, frame: Frame) -> Polygons:
        return faces_of_planes(self.points, self.normals, frame)

    @property
    def planes(self) -> tuple[Plane, ...]:
        """The planes."""
        return tuple(Plane(point, normal, dtype=self.dtype) for point, normal in zip(*self._numbers))


class Frustum(Polytope):
    """A frustum, which is a pyramid without its top: the volume that a camera sees. Make it by one of the class methods.

    >>> view = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 1], [0, 0, -1, 0]]
    >>> frustum = Frustum.from_view_projection(view, depth=(1, 0))
    >>> len(frustum.planes), frustum.planes[4].point
    (5, (0.0, 0.0, -1.0))
    """

    __slots__ = ()

    @classmethod
    def from_corners(cls, corners: Numbers, *, velocity: Numbers | None = None, to: Numbers | None = None, from_: Numbers | None = None, t_max: float | None = None, radius: Numbers = 0.0, dtype: npt.DTypeLike | None = None) -> Frustum:
        """The frustum with these corners, (8, 3): left bottom, right bottom, right top and left top of the near plane, and then of the far plane.

        Each normal is the cross product of two edges, rounded once.
        """
        dtype = float_of(dtype, corners, velocity, to, from_, radius)
        planes = _tangency.Obstacle.frustum_of_corners(vectors("corners", corners, dtype, 8, 3))
        return cls(*planes, velocity=velocity, to=to, from_=from_, t_max=t_max, radius=radius, dtype=dtype)

    @classmethod
    def from_view_projection(
        cls, matrix: Numbers, depth: tuple[int, int] = (-1, 1), *, velocity: Numbers | None = None, to: Numbers | None = None, from_: Numbers | None = None, t_max: float | None = None, radius: Numbers = 0.0, dtype: npt.DTypeLike | None = None
    ) -> Frustum:
        """The frustum that a camera sees, from its view-projection matrix (4, 4): ``clip = matrix @ (x, y, z, 1)``.

        ``depth`` has the depths of the near and the far plane: (-1, 1) in OpenGL, (0, 1) in Vulkan and Direct3D, (1, 0) if these are reversed. Each
        number is rounded once. An infinitely far plane is left out.
        """
        dtype = float_of(dtype, matrix, velocity, to, from_, radius)
        planes = _tangency.Obstacle.frustum_of_view(vectors("matrix", matrix, dtype, 4, 4), *depth)
        return cls(*planes, velocity=velocity, to=to, from_=from_, t_max=t_max, radius=radius, dtype=dtype)


#: A bound of all rounding errors of a box together, relative to the sum of the absolute terms.
_SLACK = 2.0**-48


def spans(shape: Any, rows: dict[str, FloatArray]) -> tuple[FloatArray, FloatArray]:
    """The corners of boxes around shapes of one class, (N, D) each, from rows of their arguments, without inflation."""
    wide = {name: array.astype(np.float64) for name, array in rows.items()}
    if issubclass(shape, Polytope):
        return _spans_of_planes(wide["points"], wide["normals"])
    if issubclass(shape, (OrientedBox, Parallelepiped)):
        center = wide["center"]
        if issubclass(shape, OrientedBox):
            reach = np.abs(matrices(wide["rotation"])) @ wide["half_extents"][:, :, np.newaxis]
        else:
            reach = (np.abs(wide["edges"]).sum(axis=1) / 2)[:, :, np.newaxis]
        most = reach[:, :, 0] + _SLACK * (reach[:, :, 0] + np.abs(center))
        return center - most, center + most
    if issubclass(shape, Hull):
        # The translation is a difference of floats, and is added to the points; a hull that is where its points are has exact bounds.
        points, place = wide["points"], wide["position"]
        shift = place - points[:, 0]
        slack = np.where(shift == 0, 0, _SLACK * (np.abs(points).max(axis=1) + np.abs(place)))
        return points.min(axis=1) + shift - slack, points.max(axis=1) + shift + slack
    corners = np.stack(list(wide.values()))
    return corners.min(axis=0), corners.max(axis=0)


def matrices(rotations: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """(N, D, D): the matrices of rotations with the numbers (N, 4) or (N, 2), with errors of a few units in the last place."""
    numbers = rotations / np.abs(rotations).max(axis=1, keepdims=True)
    z, w = numbers[:, -2], numbers[:, -1]
    square = (numbers**2).sum(axis=1)
    if numbers.shape[1] == 2:
        rows = [[w * w - z * z, -2 * z * w], [2 * z * w, w * w - z * z]]
    else:
        x, y = numbers[:, 0], numbers[:, 1]
        rows = [
            [x * x + w * w - y * y - z * z, 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), y * y + w * w - x * x - z * z, 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), z * z + w * w - x * x - y * y],
        ]
    turning: npt.NDArray[np.float64] = np.array(rows).transpose(2, 0, 1) / square[:, np.newaxis, np.newaxis]
    return turning


def _spans_of_planes(points: npt.NDArray[Any], normals: npt.NDArray[Any]) -> tuple[FloatArray, FloatArray]:
    """The corners of boxes around polytopes. Only planes perpendicular to an axis count, so that the corners of a polytope need not be found; other
    bounds are infinite."""
    low, high = np.full((len(points), points.shape[2]), -np.inf), np.full((len(points), points.shape[2]), np.inf)
    for axis in range(points.shape[2]):
        others = np.delete(normals, axis, axis=2)
        is_wall = (others == 0).all(axis=2)
        for corner, sign in ((low, -1), (high, 1)):
            ends = np.where(is_wall & (sign * normals[:, :, axis] > 0), points[:, :, axis], sign * np.inf)
            corner[:, axis] = ends.max(axis=1) if sign < 0 else ends.min(axis=1)
    return low, high
