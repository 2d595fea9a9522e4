"""Many shapes and meshes, each with its own motion, as one obstacle."""

from __future__ import annotations

import os
from typing import Any, Iterable, Iterator, SupportsIndex, TypeVar

import numpy as np
import numpy.typing as npt

from . import _tangency
from .answers import Contact, Hits, Integers, Overlap, answer_of
from .arrays import Float, FloatArray, end, float_of
from .each import Each, some_of
from .mesh import Mesh, Placed, around_turned
from .obstacle import Obstacle, box_around
from .picture import Frame, Polygons
from .shapes import Box, Hull, OrientedBox, Parallelepiped, Point, Polytope, Segment, Triangle, spans

#: The classes of the shapes that consist of numbers, by their names in the compiled part.
_CLASSES: dict[str, Any] = {shape._name: shape for shape in (Point, Segment, Triangle, Box, OrientedBox, Parallelepiped, Polytope, Hull)}

#: Shapes as rows: their numbers in the scene, their class (or :class:`Placed` mesh), and the arguments of the class.
_Rows = tuple[Integers, Any, dict[str, Any]]


Item = TypeVar("Item", bound=Obstacle)


class Scene(Obstacle):
    """Shapes and meshes in space, each with its own motion; a query returns the earliest contact of all.

    At exactly equal times the item that was inserted first counts. Results contain its number as ``item``.

    Items are in a tree, so that a query visits few of them, and a scene can have a million items. Insert many items at once, as rows, by
    :meth:`insert_all`. Rows are stored as numbers, from which ``scene[number]`` makes a shape. For an item that was inserted alone, ``scene[number]``
    returns the same object.

    Args:
        items: The first items, as :meth:`insert_all` takes them.
        dtype: float32 or float64; by default the float of the first item, or float64 without items.

    >>> from tangency import Box, Sphere, Triangle
    >>> scene = Scene()
    >>> floor = scene.insert(Triangle([0, 0, 0], [4, 0, 0], [0, 4, 0]))
    >>> cart = scene.insert(Box([20, -1, -2], [21, 1, 0], velocity=[-4, 0, 0]))
    >>> hit = scene.first_contact(Sphere([0, 0.5, -1.5], 1, velocity=[2, 0, 0]))
    >>> hit.item == cart, hit.time
    (True, 3.1666666666666665)
    >>> scene.remove(cart), len(scene)
    (Box(min=[20.0, -1.0, -2.0], max=[21.0, 1.0, 0.0], velocity=(-4.0, 0.0, 0.0)), 1)
    """

    __slots__ = ("_scene", "_items")
    _features = "scene"
    dimension = 3

    _scene: _tangency.Scene
    #: The items that were inserted alone.
    _items: dict[int, Obstacle]

    def __init__(self, items: Each | Iterable[Obstacle] = (), *, dtype: npt.DTypeLike | None = None) -> None:
        items = items if isinstance(items, Each) else list(items)
        first = items if isinstance(items, Each) else items[0] if items else None
        float_ = first.dtype if isinstance(first, Obstacle) and dtype is None else float_of(dtype)
        self._hold(_tangency.Scene(bool(float_ == np.float32)), float_)
        self.insert_all(items)

    def _hold(self, scene: _tangency.Scene, dtype: Float) -> None:
        self.dtype = dtype
        self._scene = scene
        self._core = scene.obstacle()
        self._items = {}

    @classmethod
    def from_file(cls, path: str | os.PathLike[str], *, dtype: npt.DTypeLike | None = None) -> Scene:
        """Reads a scene file (``.jsonl``, with an item in each line) or a saved tree. The search tree of a saved tree is mapped to memory and
        searched without a copy; the items are read.

        Decimals become the nearest float, in one rounding. A saved tree keeps the float and the numbers of its items.

        Raises:
            OSError: The file cannot be read.
            ValueError: The file is not a scene; the error names the line, the field and the value.
        """
        made, float_ = cls.__new__(cls), float_of(dtype)
        made._hold(_tangency.Scene.from_file(os.fspath(path), bool(float_ == np.float32)), float_)
        return made

    def save_tree(self, path: str | os.PathLike[str]) -> None:
        """Saves the scene with its search tree and its meshes, for :meth:`from_file` and the command; whole, or not at all.

        >>> import tempfile, pathlib
        >>> from tangency import Point
        >>> scene = Scene(Point.each([[5, 0, 0], [6, 0, 0], [7, 0, 0]], radius=0.5))
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     scene.save_tree(pathlib.Path(folder, "balls.tree"))
        ...     again = Scene.from_file(pathlib.Path(folder, "balls.tree"))
        >>> len(again), again[2]
        (3, Point(position=[7.0, 0.0, 0.0], radius=0.5))
        """
        self._scene.save_tree(os.fspath(path))

    def insert(self, item: Obstacle) -> int:
        """Inserts a shape, a mesh or a mesh instance; returns the number of the item, which is never used again."""
        number = self._scene.insert(self._fitting(item)._core)
        self._items[number] = item
        return number

    def insert_all(self, items: Each | Iterable[Obstacle]) -> Integers:
        """Inserts many items at once, and builds the tree again, unless the scene already has many more items than these.

        The call runs without the lock of the interpreter, on all cores.

        Args:
            items: Rows of shapes, which ``Point.each``, ``Box.each``, ... or :meth:`MeshInstance.each` make; or single shapes.

        Returns:
            (N,) int64: the numbers of the items.

        >>> import numpy as np, tangency
        >>> centers = np.stack(np.meshgrid(*[np.arange(10.0)] * 3), axis=-1).reshape(-1, 3)
        >>> scene = tangency.Scene()
        >>> balls = scene.insert_all(tangency.Point.each(centers, radius=0.25))
        >>> hits = scene.first_contact([[4, 7, 20], [2, 2, 20]], 0.25, [0, 0, -1])
        >>> hits.time, centers[hits.item]
        (array([10.5, 10.5]), array([[4., 7., 9.],
               [2., 2., 9.]]))
        >>> scene[balls[0]]
        Point(position=[0.0, 0.0, 0.0], radius=0.25)
        """
        rows, alone = self._given(items)
        numbers = self._scene.insert_all([item._core for item in ([rows] if rows is not None else alone)])
        self._items.update(zip(numbers.tolist(), alone))
        return numbers

    def replace(self, number: SupportsIndex, item: Obstacle) -> None:
        """Replaces an item by another one, under the same number: by the same shape elsewhere or at another velocity, or by another shape.

        Raises a ``KeyError`` if no item has this number.

        >>> from tangency import Point, Sphere
        >>> scene = Scene([Point([5, 0, 0])])
        >>> scene.replace(0, Point([3, 0, 0], velocity=[-1, 0, 0]))
        >>> scene.contact_time(Sphere([0, 0, 0], 1, velocity=[1, 0, 0]))
        1.0
        """
        key = _key(number)
        if not self._scene.replace(key, self._fitting(item)._core):
            raise KeyError(number)
        self._items[key] = item

    def replace_all(self, numbers: npt.ArrayLike, items: Each | Iterable[Obstacle]) -> None:
        """Replaces many items at once, as in a step of a simulation. If a number occurs twice, the last item with this number counts.

        If one of the numbers belongs to no item, raises a ``KeyError`` that names the row, and changes nothing.

        Args:
            numbers: (N,) integers.
            items: N items, as :meth:`insert_all` takes them.

        >>> import numpy as np, tangency
        >>> centers = np.array([[0, 0, 0], [5, 0, 0.0]])
        >>> balls = tangency.Point.each(centers, radius=1)
        >>> scene = tangency.Scene(balls)
        >>> scene.replace_all(scene.numbers, tangency.Point.each(centers + [0, 0, 9], radius=1))
        >>> scene[1]
        Point(position=[5.0, 0.0, 9.0], radius=1.0)
        """
        keys = _keys(numbers)
        rows, alone = self._given(items)
        count = len(alone) if rows is None else len(rows)
        if count != len(keys):
            raise ValueError(f"there are {len(keys)} numbers, but {count} items")
        # The objects of items that were inserted alone are dropped first: if Ctrl-C ends the call, shapes are made from the numbers in the scene.
        forgotten = self._forget(keys)
        row = self._scene.replace_all(keys, [item._core for item in ([rows] if rows is not None else alone)])
        if row is not None:
            self._items |= forgotten
            raise _absent(numbers, row)
        self._items.update(zip(keys.tolist(), alone))

    def remove(self, number: SupportsIndex) -> Obstacle:
        """Removes an item from the scene and returns it; raises a ``KeyError`` if no item has this number."""
        key = _key(number)
        item = self[key]
        self._items.pop(key, None)
        self._scene.remove(key)
        return item

    def remove_all(self, numbers: npt.ArrayLike) -> None:
        """Removes many items with the numbers (N,) at once. If one is missing, raises a ``KeyError`` that names its row, and removes no item.

        >>> from tangency import Point
        >>> scene = Scene(Point.each([[5, 0, 0], [6, 0, 0], [7, 0, 0]]))
        >>> scene.remove_all([0, 2])
        >>> scene.numbers
        array([1])
        >>> scene.remove_all([1, 7])
        Traceback (most recent call last):
        KeyError: 'row 1: number is 7, which is not in the scene'
        """
        keys = _keys(numbers)
        forgotten = self._forget(keys)
        row = self._scene.remove_all(keys)
        if row is not None:
            self._items |= forgotten
            raise _absent(numbers, row)

    def rebuild(self) -> None:
        """Builds the tree again, so that queries may become faster after many changes. The results are the same."""
        self._scene.rebuild()

    @property
    def memory(self) -> int:
        """The number of bytes of the scene, without the meshes and polytopes that items share."""
        return self._scene.memory()

    # ---- items that meet each other ----

    def first_contact_of(self, number: SupportsIndex) -> None | Overlap | Contact:
        """The first contact of an item with the others, as if the item were a body and the others a scene. The item may have any convex shape: a
        point (a ball, if it has a radius), a segment (a capsule), a triangle, a box, a parallelepiped or a hull.

        In the result, ``mover`` is the number of this item and ``item`` the number of the other item. Raises a ``TypeError`` for a mesh or a
        polytope, and for an item that cannot be cast at some other item, and a ``KeyError`` if no item has this number.

        >>> from tangency import Point
        >>> scene = Scene([Point([0, 0, 1], radius=0.5, velocity=[2, 0, 0]), Point([4, 0, 1], radius=0.5)])
        >>> hit = scene.first_contact_of(0)
        >>> hit.mover, hit.item, hit.time
        (0, 1, 1.5)
        """
        found = self._scene.first_contact_of(_key(number))
        if found is None:
            raise KeyError(number)
        mover, answer = found
        return answer_of(answer, mover)

    def first_pair(self, t_max: float | None = None) -> None | Overlap | Contact:
        """The first contact of two items with each other, at least one of which moves, and at least one of which is convex, but no polytope.

        In the result, ``mover`` is the item that was cast: a ball or a capsule if there is one, otherwise a convex shape; if both can be cast, it is
        the one inserted first. At exactly equal times, the pair that contains the item inserted first counts, and among several such pairs the one whose
        other item was inserted first. Overlaps are at time zero.

        Args:
            t_max: Later contacts are ignored; all count if not given.

        >>> from tangency import Point
        >>> scene = Scene(Point.each([[-2, 0, 1], [0, 0, 1], [4, 0, 1]], radius=0.5, velocity=[[0, 0, 0], [2, 0, 0], [-1, 0, 0]]))
        >>> hit = scene.first_pair()
        >>> hit.mover, hit.item, hit.time
        (1, 2, 1.0)
        """
        found = self._scene.first_pair(end(t_max, self.dtype))
        if found is None:
            return None
        mover, answer = found
        return answer_of(answer, mover)

    def pairs(self, t_max: float | None = None) -> Hits:
        """All pairs that meet until ``t_max``, each with its first contact, in exact order of time; see :meth:`first_pair`.

        Returns:
            :class:`Hits` with a column ``mover`` next to ``item``.

        >>> from tangency import Point
        >>> x = np.array([[0, 0, 0], [3, 0, 0], [5, 0, 0.0]])
        >>> hits = Scene(Point.each(x, radius=0.5, velocity=-x)).pairs(t_max=1)
        >>> hits.mover, hits.item, hits.time
        (array([1, 0, 0]), array([2, 1, 2]), array([0.5       , 0.66666667, 0.8       ]))
        """
        columns, mover = self._scene.pairs(end(t_max, self.dtype))
        return Hits(columns, self._features, mover=mover)

    # ---- its items ----

    @property
    def numbers(self) -> Integers:
        """(N,) int64: the numbers of all items, in the order of insertion."""
        return self._scene.numbers()

    def __getitem__(self, number: SupportsIndex) -> Obstacle:
        key = _key(number)
        if key in self._items:
            return self._items[key]
        for _, shape, keywords in self._rows(np.array([key])):
            item: Obstacle = shape(**some_of(keywords, 0))
            return item
        raise KeyError(number)

    def __contains__(self, number: object) -> bool:
        try:
            return self._scene.contains(_key(number))
        except KeyError:
            return False

    def __iter__(self) -> Iterator[int]:
        return iter(self.numbers.tolist())

    def items(self) -> list[tuple[int, Obstacle]]:
        """The numbers and the items, in the order of insertion. Shapes are made from rows."""
        made = dict(self._items)
        for numbers, shape, keywords in self._rows(self._others()):
            made |= {number: shape(**some_of(keywords, row)) for row, number in enumerate(numbers.tolist())}
        return sorted(made.items(), key=lambda pair: pair[0])

    def __len__(self) -> int:
        return self._scene.len()

    def __repr__(self) -> str:
        return f"<Scene: {len(self)} items of {self.dtype}>"

    def _drawn(self, frame: Frame) -> Polygons:
        return [face for _, item in self.items() for face in item._drawn(frame)]

    @property
    def bounds(self) -> FloatArray | None:
        """(2, 3): the least and the greatest corner of a box around all items at time zero, with their inflation radii, or None if there are no
        items.

        The box may be wider than the least box: for a mesh instance, the box around the mesh is rotated, and for a polytope only planes perpendicular
            to an axis are used.

        >>> from tangency import Box, Point
        >>> Scene([Point([5, 0, 0], radius=0.5), Box([0, 0, 0], [1, 2, 3])]).bounds
        array([[ 0. , -0.5, -0.5],
               [ 5.5,  2. ,  3. ]])
        """
        parts = []
        for _, shape, rows in self._rows(self.numbers):
            if isinstance(shape, Placed):
                if len(shape.mesh) == 0:
                    continue
                low, high = shape.mesh._span()
                ends = np.concatenate([low, high]).astype(np.float64)
                corners = np.array([[ends[k >> axis & 1, axis] for axis in range(3)] for k in range(8)])
                low, high = around_turned(corners[np.newaxis], rows["rotation"], rows["translation"])
            else:
                low, high = spans(shape, {name: rows[name] for name in shape._names})
            parts.append((low, high, rows["radius"]))
        if not parts:
            return None
        low, high, radius = (np.concatenate(column) for column in zip(*parts))
        return box_around(low, high, radius, self.dtype)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.dtype, self._items, list(self._rows(self._others())))

    def _others(self) -> Integers:
        """The numbers of the items that were inserted as rows."""
        numbers = self.numbers
        return numbers[~np.isin(numbers, np.fromiter(self._items, np.int64, len(self._items)))]

    def _rows(self, numbers: Integers) -> Iterator[_Rows]:
        """These items as rows, grouped by kind. Missing items are left out. A mesh becomes an instance without a rotation and a translation."""
        for kind, mesh, found, arguments, way, start, t_max, radius in self._scene.rows(numbers):
            shape = _CLASSES[kind] if mesh is None else Placed(Mesh._of(mesh))
            # Several vectors are stored one after the other.
            rows = {
                name: array.reshape(len(found), -1, 3) if name in ("edges", "points", "normals") else array for name, array in zip(shape._names, arguments)
            }
            ways = {"velocity": way} if start is None else {"to": way, "from_": start}
            yield found, shape, rows | ways | {"t_max": t_max, "radius": radius, "dtype": self.dtype}

    def _given(self, items: Each | Iterable[Obstacle]) -> tuple[Each | None, list[Obstacle]]:
        """Rows, or single items."""
        if isinstance(items, Each):
            return self._fits(items), []
        alone = list(items)
        for row, item in enumerate(alone):
            try:
                self._fitting(item)
            except (TypeError, ValueError) as error:
                raise type(error)(f"row {row}: {error}") from None
        return None, alone

    def _fitting(self, item: Obstacle) -> Obstacle:
        """A single item, if it fits the scene."""
        if not isinstance(item, Obstacle) or isinstance(item, Each):
            raise TypeError(f"a {type(item).__name__} cannot be put into a scene" + " as one item, but by insert_all" * isinstance(item, Each))
        return self._fits(item)

    def _fits(self, item: Item) -> Item:
        """An item, or rows, if they have the float and the dimension of the scene."""
        if item.dtype != self.dtype:
            raise ValueError(f"the item is of {item.dtype}, but the scene of {self.dtype}")
        if item.dimension != 3:
            raise ValueError(f"the item has dimension {item.dimension}, but a scene is in space")
        return item

    def _forget(self, keys: Integers) -> dict[int, Obstacle]:
        """Forgets the objects of items with these numbers that were inserted alone, and returns these objects."""
        if not self._items:
            return {}
        alone = np.fromiter(self._items, np.int64, len(self._items))
        return {key: self._items.pop(key) for key in alone[np.isin(alone, keys)].tolist()}


def _key(number: Any) -> int:
    """A value as a possible number of an item."""
    try:
        key = number.__index__()
    except AttributeError:
        raise KeyError(number) from None
    if not 0 <= key < 1 << 63:
        raise KeyError(number)
    return int(key)


def _keys(numbers: npt.ArrayLike) -> Integers:
    """Possible numbers of items; one that is too large becomes a negative one."""
    array = np.asarray(numbers)
    if array.ndim != 1:
        raise ValueError(f"numbers has shape {array.shape}, must have (N,)")
    if array.size and array.dtype.kind not in "iu":
        raise ValueError(f"numbers holds {array.dtype}, must hold integers")
    return array.astype(np.int64)


def _absent(numbers: npt.ArrayLike, row: int) -> KeyError:
    """The error for a missing number in a row."""
    return KeyError(f"row {row}: number is {np.asarray(numbers)[row]}, which is not in the scene")


def _restored(dtype: Float, items: dict[int, Obstacle], rows: list[_Rows]) -> Scene:
    """Makes a scene with the same numbers of items, for pickle. Missing numbers belong to removed items."""
    scene = Scene(dtype=dtype)
    alone = np.fromiter(items, np.int64, len(items)), [item._core for item in items.values()]
    scene._scene.restore([alone, *((numbers, [Each(shape, **keywords)._core]) for numbers, shape, keywords in rows)])
    scene._items = items
    return scene
