"""Many things, each on its own way, that answer as one obstacle."""

from __future__ import annotations

from typing import Any, Iterable, Iterator

import numpy as np
import numpy.typing as npt

from . import _tangency
from .arrays import Float, float_of
from .obstacle import Obstacle


class Scene(Obstacle):
    """Shapes and meshes in space, each at its own velocity, that spheres meet: the earliest contact of all of them.

    At exactly equal times the item counts that was inserted first. Answers name it by ``item``.

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

    __slots__ = ("_items",)
    _features = "scene"
    dimension = 3

    def __init__(self, items: Iterable[Obstacle] = (), *, dtype: npt.DTypeLike | None = None) -> None:
        items = list(items)
        self.dtype = items[0].dtype if items and dtype is None else float_of(dtype)
        self._core = _tangency.Obstacle.scene(bool(self.dtype == np.float32))
        self._items: dict[int, Obstacle] = {}
        for item in items:
            self.insert(item)

    def insert(self, item: Obstacle) -> int:
        """Puts a shape, a mesh or a placed mesh into the scene; returns the number that names it, never used again."""
        if not isinstance(item, Obstacle):
            raise TypeError(f"a {type(item).__name__} cannot be put into a scene")
        if item.dtype != self.dtype:
            raise ValueError(f"the item is of {item.dtype}, but the scene of {self.dtype}")
        if item.dimension != 3:
            raise ValueError(f"the item has dimension {item.dimension}, but a scene is in space")
        number = self._core.insert(item._core)
        self._items[number] = item
        return number

    def remove(self, number: int) -> Obstacle:
        """Takes an item out of the scene and returns it; a ``KeyError`` if it is not there."""
        item = self._items.pop(number)
        self._core.remove(number)
        return item

    def __getitem__(self, number: int) -> Obstacle:
        return self._items[number]

    def __contains__(self, number: object) -> bool:
        return number in self._items

    def __iter__(self) -> Iterator[int]:
        return iter(list(self._items))

    def items(self) -> list[tuple[int, Obstacle]]:
        """The numbers and the items, in the order in which they came."""
        return list(self._items.items())

    def __len__(self) -> int:
        return len(self._items)

    def __repr__(self) -> str:
        return f"<Scene: {len(self)} items of {self.dtype}>"

    def _faces(self) -> list[npt.NDArray[Any]]:
        return [face for item in self._items.values() for face in item._faces()]

    def __reduce__(self) -> tuple[Any, ...]:
        return _of_items, (self.items(), self.dtype)


def _of_items(items: list[tuple[int, Obstacle]], dtype: Float) -> Scene:
    """For pickle. With the same numbers: what is missing between them was removed."""
    scene = Scene(dtype=dtype)
    for number, item in items:
        while (got := scene.insert(item)) < number:
            scene.remove(got)
    return scene
