"""Meshes: many triangles as one obstacle."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn, overload

import numpy as np
import numpy.typing as npt

from . import _tangency
from .answers import Feature, Hits, Touched, Vector, touched_of
from .arrays import Float, FloatArray, Numbers, by_index, float_of, numbers, vector
from .bodies import Body, Convex, again
from .each import Each
from .obstacle import CONVEX, Integers, Moving, Obstacle, Truths
from .picture import Frame, Polygons
from .shapes import _SLACK, Doubles, Rotation, matrices, rotation_row

if TYPE_CHECKING:
    from typing_extensions import Self

_PLACES = ("inside", "on surface", "outside")


class Surface(Moving):
    """A mesh at a position, at rest or in motion."""

    __slots__ = ()
    # The features of its triangles.
    _features = "simplex"
    dimension = 3

    def touched(self, body: Convex) -> NoReturn:
        """Refused, since a mesh has a contact for each triangle: see :meth:`touched_triangles`."""
        raise TypeError("touched is not asked of a mesh, which has a contact for each triangle: call touched_triangles")

    def touched_triangles(self, body: Convex) -> tuple[Touched, ...]:
        """The whole contact of a convex body with each triangle that is touched at exactly the time of the first contact, in order of the triangles.

        Args:
            body: A :class:`Box`, an :class:`OrientedBox`, a :class:`Triangle`, a :class:`Parallelepiped` or a :class:`Hull`.

        Returns:
            For each of these triangles the result of :meth:`Obstacle.touched`, with the number of the triangle. It is empty if there is no contact, or
            an overlap.

        >>> import tangency
        >>> floor = Mesh([[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]], [[0, 1, 2], [0, 2, 3]])
        >>> lower, upper = floor.touched_triangles(tangency.Box([1, 1, 5], [2, 2, 6], velocity=[0, 0, -1]))
        >>> lower.triangle, upper.triangle, lower.points
        (0, 1, ((1.0, 1.0, 0.0), (2.0, 1.0, 0.0), (2.0, 2.0, 0.0)))
        """
        if not isinstance(body, (Body, Convex)):
            raise TypeError(f"body is a {type(body).__name__}, must be one {CONVEX}")
        touched = (touched_of(one, 3) for one in self._core.ask("touched", self._alone(body)) or ())
        return tuple(one for one in touched if one is not None)


class Mesh(Surface):
    """A surface of triangles: their union, not a solid (see :class:`Solid`). The result for a mesh equals the result for all its triangles together,
    to the last bit.

    Args:
        vertices: (V, 3), in units of length. Without ``triangles``, a mesh of trimesh, Open3D or PyVista, a scene of trimesh, or a pair of vertices
            and triangles.
        triangles: (T, 3) integers, three indices of vertices for each triangle.
        velocity: (3,), at rest if not given.
        to, from_: (3,), instead of a velocity; see :meth:`moving_to`. ``from_`` is the origin if not given.
        t_max: The end of the motion; by default the motion has no end, or ends at time 1 with ``to``.
        radius: The inflation radius, which makes the mesh a shell; see :class:`Obstacle`.
        threads: The number of threads that build its tree; by default all cores.
        dtype: float32 or float64; by default the float of the given vertices, or float64 if they are not an array.

    >>> mesh = Mesh([[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]], [[0, 1, 2], [0, 2, 3]])
    >>> hits = mesh.first_contact([[1, 3, 5], [3, 1, 5]], radius=1, velocity=[0, 0, -2], t_max=10)
    >>> hits.time, hits.triangle
    (array([2., 2.]), array([1, 0]))
    >>> Mesh([[0, 0, 0]], [[0, 0, 7]])
    Traceback (most recent call last):
    ValueError: mesh.triangles[0][2] is 7, but there are only 1
    """

    __slots__ = ("_mesh",)

    _mesh: _tangency.Mesh

    def __init__(
        self,
        vertices: Any,
        triangles: Any = None,
        *,
        velocity: Numbers | None = None,
        to: Numbers | None = None,
        from_: Numbers | None = None,
        t_max: float | None = None,
        radius: Numbers = 0.0,
        threads: int | None = None,
        dtype: npt.DTypeLike | None = None,
    ) -> None:
        if triangles is None:
            vertices, triangles = _of_others(vertices)
        dtype = float_of(dtype, vertices)
        points = numbers("vertices", vertices, dtype)
        points = points.reshape(0, 3) if points.size == 0 else points
        if isinstance(triangles, np.ma.MaskedArray) and np.ma.getmaskarray(triangles).any():
            raise ValueError("triangles has masked numbers, must have none")
        indices = np.asarray(triangles)
        indices = indices.reshape(0, 3) if indices.size == 0 else indices
        if indices.size and indices.dtype.kind not in "iu":
            raise ValueError(f"triangles holds {indices.dtype}, must hold integers")
        for name, array in (("vertices", points), ("triangles", indices)):
            if array.ndim != 2 or array.shape[1] != 3:
                raise ValueError(f"{name} has shape {array.shape}, must have (N, 3)")
        self._hold(_tangency.Mesh(points, indices.astype(np.int64, copy=False), threads), velocity, t_max, radius, to, from_)

    def _hold(self, mesh: _tangency.Mesh, velocity: Any = None, t_max: float | None = None, radius: Any = 0.0, to: Any = None, from_: Any = None) -> None:
        self._mesh = mesh
        self.dtype = np.dtype(np.float32 if mesh.is_narrow() else np.float64)
        self._core = mesh.surface(*self._moves(velocity, t_max, radius, to, from_, np.zeros(3, self.dtype)))

    @classmethod
    def _of(cls, mesh: _tangency.Mesh, **motion: Any) -> Self:
        made = cls.__new__(cls)
        made._hold(mesh, **motion)
        return made

    @classmethod
    def from_file(cls, path: str | os.PathLike[str], *, threads: int | None = None, dtype: npt.DTypeLike | None = None) -> Mesh:
        """Reads a PLY, STL or OBJ file, or a saved tree, which is mapped to memory and searched without a copy.

        Decimals become the nearest float, in one rounding. A saved tree keeps the float of the saved mesh. Faces of fewer than three vertices are
        left out; a warning names the first of them.

        Raises:
            OSError: The file cannot be read.
            ValueError: The file is not a mesh; the error names the place in the file and the value.
        """
        narrow = bool(float_of(dtype) == np.float32)
        return cls._of(_tangency.Mesh.from_file(os.fspath(path), narrow, threads))

    def save_tree(self, path: str | os.PathLike[str]) -> None:
        """Saves the mesh with its search tree, for :meth:`from_file` and the command; whole, or not at all."""
        self._mesh.save_tree(os.fspath(path))

    @property
    def vertices(self) -> FloatArray:
        """(V, 3): a copy of the vertices."""
        return self._mesh.vertices()

    @property
    def triangles(self) -> npt.NDArray[np.uint32]:
        """(T, 3) uint32: a copy of the triangles."""
        return self._mesh.triangles()

    @property
    def faces(self) -> npt.NDArray[np.uint32]:
        """The same as :attr:`triangles`, under the name that other packages use."""
        return self.triangles

    def _span(self) -> tuple[FloatArray, FloatArray]:
        corners = self._corners()
        return corners.min(axis=0)[np.newaxis], corners.max(axis=0)[np.newaxis]

    def _corners(self) -> FloatArray:
        """The vertices of its triangles."""
        return self.vertices[np.unique(self.triangles)]

    @property
    def bounds(self) -> FloatArray | None:
        """(2, 3): the least and the greatest corner of the box around all triangles at time zero, with the inflation radius; None if there are no
        triangles."""
        return super().bounds if len(self) else None

    @property
    def tree_bytes(self) -> int:
        """The number of bytes of the search tree, without vertices and triangles."""
        return self._mesh.tree_bytes()

    def set_vertices(self, vertices: Numbers) -> None:
        """Moves the vertices, (V, 3), and refits the tree, in a fraction of the time that a new mesh takes. Shapes that were made from the mesh
        before do not change."""
        points = numbers("vertices", vertices, self.dtype)
        if points.ndim != 2 or points.shape[1] != 3:
            raise ValueError(f"vertices has shape {points.shape}, must have (V, 3)")
        self._hold(self._mesh.with_vertices(points), **self._motion())

    def _again(self, **motion: Any) -> Self:
        return self._of(self._mesh, **(self._motion() | motion))

    def instance(
        self,
        rotation: Rotation | Numbers,
        translation: Numbers | None = None,
        *,
        velocity: Numbers | None = None,
        to: Numbers | None = None,
        from_: Numbers | None = None,
        t_max: float | None = None,
        radius: Numbers | None = None,
    ) -> MeshInstance:
        """A mesh instance: the same mesh, not copied, with a rotation about the origin and then a translation.

        Args:
            rotation: A :class:`Rotation`, or its four numbers; or a matrix (3, 3); or a matrix (4, 4) of a rotation and a translation, ``matrix @ (x,
                y, z, 1)``. A matrix that scales, shears or mirrors is refused, see :meth:`Rotation.from_matrix`.
            translation: (3,), zero if not given. A matrix (4, 4) contains the translation.
            velocity, to, from_, t_max: As for a mesh; ``from_`` is the translation if not given.
            radius: The inflation radius; by default the radius of the mesh.
        """
        return MeshInstance(self, rotation, translation, velocity=velocity, to=to, from_=from_, t_max=t_max, radius=radius)

    def neighbours(self) -> Neighbours:
        """The triangles that share an edge or a vertex with each triangle."""
        return Neighbours(self)

    def _faces(self, frame: Frame) -> Polygons:
        return list(self.vertices[self.triangles])

    def __len__(self) -> int:
        return self._mesh.len()

    def __repr__(self) -> str:
        return f"<Mesh: {len(self)} triangles of {self.dtype}>"

    def __copy__(self) -> Self:
        # The compiled part never changes, so copies share it.
        return self._again()

    def __deepcopy__(self, memo: object) -> Self:
        return self._again()

    def __reduce__(self) -> tuple[Any, ...]:
        narrow = bool(self.dtype == np.float32)
        return _of_pieces, ([_Piece(data) for data in self._mesh.to_pieces()], narrow, self._motion())


def _of_others(mesh: Any) -> tuple[Any, Any]:
    """The vertices and triangles of a mesh of another package, or of a pair."""
    if isinstance(mesh, (str, os.PathLike)):
        raise TypeError(f"vertices is the path {os.fspath(mesh)!r}, must be numbers: Mesh.from_file reads a file")
    if hasattr(mesh, "geometry") and hasattr(mesh, "dump"):
        # A scene of trimesh becomes its meshes, at the places that its graph specifies.
        mesh = mesh.to_mesh() if hasattr(mesh, "to_mesh") else mesh.dump(concatenate=True)
    if hasattr(mesh, "vertex") and hasattr(mesh, "triangle"):
        # A mesh of Open3D may consist of tensors, which may be on another device.
        return mesh.vertex["positions"].cpu().numpy(), mesh.triangle["indices"].cpu().numpy()
    for points, triangles in (("vertices", "faces"), ("vertices", "triangles"), ("points", "faces")):
        if hasattr(mesh, points) and hasattr(mesh, triangles):
            # Arrays of trimesh may be of a subclass that watches for changes.
            vertices, faces = np.asarray(getattr(mesh, points)), np.asarray(getattr(mesh, triangles))
            if faces.ndim != 1:
                return vertices, faces
            # VTK writes the number of corners before the corners of each face.
            if faces.size % 4 or (faces[::4] != 3).any():
                raise ValueError("triangles have other faces among them; triangulate() the mesh first")
            return vertices, faces.reshape(-1, 4)[:, 1:]
    if isinstance(mesh, (tuple, list)) and len(mesh) == 2:
        return mesh[0], mesh[1]
    raise ValueError("triangles is missing, must be there unless vertices is a pair of the two, or a mesh of another package")


class _Piece:
    """Some of the bytes of a mesh. Pickle, which is written in C, calls code in Python for each piece, so that Ctrl-C is noticed between pieces."""

    __slots__ = ("data",)

    data: bytes

    def __init__(self, data: bytes) -> None:
        self.data = data

    def __reduce__(self) -> tuple[Any, ...]:
        return _Piece, (self.data,)


def _of_pieces(pieces: list[_Piece], narrow: bool, motion: dict[str, Any]) -> Mesh:
    """For pickle, and so for copies."""
    return Mesh._of(_tangency.Mesh.from_pieces([piece.data for piece in pieces], narrow), **motion)


class MeshInstance(Surface):
    """A mesh instance: a mesh with a rotation and a translation. Any number of instances share one mesh and its tree. Spheres and capsules can be
    cast at a mesh instance.

    >>> tile = Mesh([[0, 0, 0], [4, 0, 0], [0, 4, 0]], [[0, 1, 2]])
    >>> from tangency import Sphere
    >>> wall = tile.instance(Rotation([0, 1, 0, 1]), [10, 0, 0])
    >>> hit = wall.first_contact(Sphere([0, 1, -1], 1, velocity=[2, 0, 0]))
    >>> hit.time, hit.point, hit.normal
    (4.5, (10.0, 1.0, -1.0), (-1.0, 0.0, 0.0))
    """

    __slots__ = ("mesh", "_rotation", "_translation")

    #: The mesh.
    mesh: Mesh
    _rotation: FloatArray
    _translation: FloatArray

    def __init__(
        self,
        mesh: Mesh,
        rotation: Rotation | Numbers,
        translation: Numbers | None = None,
        *,
        velocity: Numbers | None = None,
        to: Numbers | None = None,
        from_: Numbers | None = None,
        t_max: float | None = None,
        radius: Numbers | None = None,
    ) -> None:
        self.mesh, self.dtype = mesh, mesh.dtype
        if not isinstance(rotation, Rotation) and np.shape(rotation) == (4, 4):
            matrix = numbers("rotation", rotation, self.dtype)
            if translation is not None:
                raise ValueError("translation is given twice, by itself and by a matrix (4, 4)")
            if matrix[3].tolist() != [0, 0, 0, 1]:
                raise ValueError(f"rotation[3] is {matrix[3].tolist()}, must be [0, 0, 0, 1]: the matrix may only rotate and translate")
            rotation, translation = matrix[:3, :3], matrix[:3, 3]
        translation = (0.0, 0.0, 0.0) if translation is None else translation
        self._rotation = rotation_row(rotation, self.dtype, 3)
        self._translation = vector("translation", translation, self.dtype, 3)
        motion = self._moves(velocity, t_max, mesh.radius if radius is None else radius, to, from_, self._translation[0])
        self._core = mesh._mesh.instance(self._rotation, self._translation, *motion)

    @classmethod
    def each(
        cls,
        mesh: Mesh,
        rotation: Rotation | Numbers,
        translation: Numbers,
        *,
        velocity: Numbers | None = None,
        to: Numbers | None = None,
        from_: Numbers | None = None,
        t_max: Numbers | None = None,
        radius: Numbers | None = None,
    ) -> Each:
        """An instance of one mesh for each row; the mesh is not copied. See :class:`Each`.

        Args:
            mesh: The mesh.
            rotation: (N, 4), the numbers of a :class:`Rotation` for each row; or one rotation for all.
            translation: (N, 3) or (3,).
            velocity, to, from_, t_max, radius: As for one instance, with a row for each or one for all.

        >>> tile = Mesh([[0, 0, 0], [4, 0, 0], [0, 4, 0]], [[0, 1, 2]])
        >>> walls = MeshInstance.each(tile, Rotation([0, 1, 0, 1]), [[10, 0, 0], [12, 0, 0]])
        >>> walls.contact_time([[0, 1, -1], [0, 1, -1]], 1, [2, 0, 0]), walls[1].translation
        (array([4.5, 5.5]), (12.0, 0.0, 0.0))
        """
        radius = mesh.radius if radius is None else radius
        return Each(
            Placed(mesh), rotation, translation, velocity=velocity, to=to, from_=from_, t_max=t_max, radius=radius, dtype=mesh.dtype
        )

    @property
    def rotation(self) -> Rotation:
        """The rotation, about the origin of the mesh."""
        return Rotation(self._rotation[0])

    @property
    def translation(self) -> Vector:
        """The position of the mesh's origin."""
        return tuple(self._translation[0].tolist())

    def _again(self, **motion: Any) -> Self:
        return type(self)(self.mesh, self._rotation[0], self._translation[0], **(self._motion() | motion))

    def __repr__(self) -> str:
        return f"<MeshInstance: {self.mesh!r}, {self.rotation}, {self.translation}>"

    def _faces(self, frame: Frame) -> Polygons:
        return list(self.mesh.vertices[self.mesh.triangles] @ self.rotation.matrix.T + self.translation)

    def _span(self) -> tuple[FloatArray, FloatArray]:
        corners = self.mesh._corners().astype(np.float64)
        return around_turned(corners[np.newaxis], self._rotation, self._translation)

    @property
    def bounds(self) -> FloatArray | None:
        """(2, 3): the least and the greatest corner of a box around the instance, as for a mesh. The box may be some units in the last place wider
        than needed."""
        return super().bounds if len(self.mesh) else None

    def __reduce__(self) -> tuple[Any, ...]:
        place = {"mesh": self.mesh, "rotation": self._rotation[0], "translation": self._translation[0]}
        return again, (MeshInstance, place | self._motion())


def around_turned(corners: npt.NDArray[Any], rotation: npt.NDArray[Any], translation: npt.NDArray[Any]) -> tuple[FloatArray, FloatArray]:
    """The corners of the boxes, (N, 3) each, around rotated and translated copies of one set of points, (1, K, 3)."""
    turned = corners @ matrices(rotation.astype(np.float64)).transpose(0, 2, 1)
    slack = _SLACK * (np.abs(corners).sum(axis=2).max() + np.abs(translation))
    return turned.min(axis=1) + translation - slack, turned.max(axis=1) + translation + slack


class Placed:
    """The class of the instances of one mesh, in the form that :class:`Each` needs."""

    __slots__ = ("mesh",)
    __name__ = "MeshInstance"
    _features, _names, _dimensions = "simplex", ("rotation", "translation"), (3,)

    def __init__(self, mesh: Mesh) -> None:
        self.mesh = mesh

    def __call__(self, *, dtype: Float, **place: Any) -> MeshInstance:
        return MeshInstance(self.mesh, **place)

    @staticmethod
    def _places(first: FloatArray) -> FloatArray:
        """The reference points, from rows of translations."""
        return first

    def _rows(self, arguments: tuple[FloatArray, ...], velocity: FloatArray, t_max: Doubles, radius: Doubles, start: FloatArray | None) -> _tangency.Obstacle:
        return self.mesh._mesh.instances(arguments, velocity, t_max, radius, start)


class Solid(Obstacle):
    """The volume that a closed (watertight) mesh encloses: a point off the surface is inside if its winding number is not zero.

    The closest point of a solid is the closest point of its surface.

    Args:
        mesh: A closed :class:`Mesh` without an inflation radius.

    >>> wedge = Mesh([[0, 0, 0], [4, 0, 0], [0, 4, 0], [0, 0, 4]], [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
    >>> solid = Solid(wedge)
    >>> solid.locate([1, 1, 1]), solid.locate([1, 1, 2])
    ('inside', 'on surface')
    >>> solid.signed_distance([[0.5, 1, 1], [-3, -4, 1]])
    array([-0.5,  5. ])
    """

    __slots__ = ("mesh",)
    _features = "simplex"
    dimension = 3

    #: The mesh that bounds the solid.
    mesh: Mesh

    def __init__(self, mesh: Mesh) -> None:
        if mesh.radius:
            raise ValueError(f"mesh.radius is {mesh.radius}, must be zero for a solid")
        self.mesh, self.dtype = mesh, mesh.dtype
        self._core = mesh._mesh.solid()

    @overload
    def locate(self, point: Sequence[Sequence[Any]], *, threads: int | None = ...) -> npt.NDArray[np.int8]: ...
    @overload
    def locate(self, point: Sequence[float], *, threads: int | None = ...) -> str: ...
    @overload
    def locate(self, point: npt.NDArray[Any], *, threads: int | None = ...) -> Any: ...

    def locate(self, point: Numbers, *, threads: int | None = None) -> str | npt.NDArray[np.int8]:
        """The location of a point (3,): ``"inside"``, ``"on surface"`` or ``"outside"``; for many points (N, 3) an array (N,) int8 of -1, 0, 1 in
        this order.

        As for all queries, N stands for any number of axes.
        """
        codes, one = self._about("locate", point, threads)
        return _PLACES[codes[0] + 1] if one else codes

    @overload
    def winding_number(self, point: Sequence[Sequence[Any]], *, threads: int | None = ...) -> np.ma.MaskedArray[Any, np.dtype[np.int64]]: ...
    @overload
    def winding_number(self, point: Sequence[float], *, threads: int | None = ...) -> int | None: ...
    @overload
    def winding_number(self, point: npt.NDArray[Any], *, threads: int | None = ...) -> Any: ...

    def winding_number(
        self, point: Numbers, *, threads: int | None = None
    ) -> int | None | np.ma.MaskedArray[Any, np.dtype[np.int64]]:
        """The winding number of a point, or None on the surface. For many points, a masked array (N,) int64."""
        (found, is_there), one = self._about("winding_number", point, threads)
        if one:
            return int(found[0]) if is_there[0] else None
        return np.ma.MaskedArray(found, ~is_there)

    @overload
    def signed_distance(self, point: Sequence[Sequence[Any]], *, threads: int | None = ...) -> FloatArray: ...
    @overload
    def signed_distance(self, point: Sequence[float], *, threads: int | None = ...) -> float: ...
    @overload
    def signed_distance(self, point: npt.NDArray[Any], *, threads: int | None = ...) -> Any: ...

    def signed_distance(self, point: Numbers, *, threads: int | None = None) -> float | FloatArray:
        """The distance from the surface, which is negative inside, or NaN if there is no surface. For many points, an array (N,)."""
        distance, one = self._about("signed_distance", point, threads)
        return float(distance[0]) if one else distance

    def _about(self, question: str, point: Numbers, threads: int | None) -> tuple[Any, bool]:
        """The results for points, and whether there is only one point."""
        points = numbers("point", point, self.dtype, 1)
        if points.ndim < 1 or points.shape[-1] != 3:
            raise ValueError(f"point has shape {points.shape}, must have (3,) or (N, 3)")
        try:
            return self._each_of(question, (points, 0, None, None, None), threads), points.ndim == 1
        except ValueError as error:
            raise by_index(error, () if points.ndim == 1 else None) from None

    @property
    def bounds(self) -> FloatArray | None:
        """(2, 3): the bounds of the mesh of the solid."""
        return self.mesh.bounds

    def _faces(self, frame: Frame) -> Polygons:
        return self.mesh._faces(frame)

    def __repr__(self) -> str:
        return f"Solid({self.mesh!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Solid, (self.mesh,)


class Neighbours:
    """The triangles of a mesh that share an edge or a vertex, and whether the surface is flat there.

    >>> mesh = Mesh([[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]], [[0, 1, 2], [0, 2, 3]])
    >>> neighbours = mesh.neighbours()
    >>> neighbours.triangles_at(0, Feature("edge", 2)).tolist(), neighbours.is_closed
    ([0, 1], False)
    >>> neighbours.flat_as_face(0, Feature("edge", 2))
    (0, Feature(kind='face', index=None))
    """

    __slots__ = ("_neighbours", "_mesh")

    def __init__(self, mesh: Mesh) -> None:
        self._mesh = mesh
        self._neighbours = mesh._mesh.neighbours()

    @property
    def is_closed(self) -> bool:
        """Whether the mesh is closed: for each edge, equally many triangles have it in either direction."""
        return self._neighbours.is_closed()

    def triangles_at(self, triangle: int, feature: Feature) -> Integers:
        """The triangles that share this part of this triangle, in ascending order, including the triangle itself."""
        return np.array(self._neighbours.triangles_at(triangle, feature.code), np.int64)

    @overload
    def is_flat_at(self, triangle: int, feature: Feature) -> bool: ...
    @overload
    def is_flat_at(self, triangle: Hits | Numbers, feature: Numbers | None = ..., *, threads: int | None = ...) -> Truths: ...

    def is_flat_at(
        self, triangle: int | Hits | Numbers, feature: Feature | Numbers | None = None, *, threads: int | None = None
    ) -> bool | Truths:
        """Whether the surface is flat at a triangle and its :class:`Feature`, at each element of arrays of triangle numbers and codes, or at the
        contacts of ``Hits``."""
        triangles, codes, one = self._places(triangle, feature)
        flat = self._neighbours.is_flat_at(triangles.reshape(-1), codes.reshape(-1), threads)
        return bool(flat[0]) if one else flat.reshape(triangles.shape)

    @overload
    def flat_as_face(self, triangle: int, feature: Feature) -> tuple[int, Feature]: ...
    @overload
    def flat_as_face(
        self, triangle: Hits | Numbers, feature: Numbers | None = ..., *, threads: int | None = ...
    ) -> tuple[Integers, npt.NDArray[np.int8]]: ...

    def flat_as_face(
        self, triangle: int | Hits | Numbers, feature: Feature | Numbers | None = None, *, threads: int | None = None
    ) -> tuple[int, Feature] | tuple[Integers, npt.NDArray[np.int8]]:
        """The same features, with each edge or vertex in a flat region replaced by the face. The edges and vertices that remain are not internal
        edges.

        Takes the arguments of :meth:`is_flat_at`; returns a pair of triangle and feature, or of arrays of them.
        """
        triangles, codes, one = self._places(triangle, feature)
        faces, parts = self._neighbours.flat_as_face(triangles.reshape(-1), codes.reshape(-1), threads)
        return (int(faces[0]), Feature.of_code(parts[0])) if one else (faces.reshape(triangles.shape), parts.reshape(triangles.shape))

    def _places(self, triangle: Any, feature: Any) -> tuple[Integers, npt.NDArray[np.int8], bool]:
        if isinstance(triangle, Hits):
            if triangle.triangle is None:
                raise ValueError("triangle is the hits of another shape, must be the hits of a mesh")
            if feature is not None:
                raise ValueError("feature is given twice, by itself and by the hits")
            return triangle.triangle, np.asarray(triangle.feature), False
        if isinstance(feature, Feature):
            triangle, feature, one = [triangle], [feature.code], True
        else:
            one = False
        triangles, codes = np.asarray(triangle, np.int64), np.asarray(feature, np.int8)
        if triangles.ndim < 1 or triangles.shape != codes.shape:
            raise ValueError(f"triangle has shape {triangles.shape} and feature {codes.shape}, must both have (N,)")
        for at in np.argwhere((triangles >= len(self._mesh)) | (triangles < -1)):
            row = tuple(int(i) for i in at)
            raise ValueError(f"row {', '.join(map(str, row))}: triangle is {triangles[row]}, but there are only {len(self._mesh)}")
        return triangles, codes, one

    def __repr__(self) -> str:
        return f"<Neighbours of {self._mesh!r}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Neighbours, (self._mesh,)
