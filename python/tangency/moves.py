"""The results of moves that stay free: an object for one body, a few arrays for many."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from .answers import Contact, Hits, Overlap, Vector, answer_of
from .arrays import FloatArray, fold

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Advance:
    """The farthest free position of a body along a displacement. See :meth:`Obstacle.advance`.

    >>> import tangency
    >>> move = tangency.Box([5, -1], [6, 1]).advance(tangency.Sphere([0, 0], 1), [8, 0])
    >>> move.position, move.contact.time, move.left
    ((4.0, 0.0), 0.5, (4.0, 0.0))
    """

    #: The position of the body at the end: its centre, the end ``a`` of a capsule, or the reference point of a :class:`Convex`. There it certainly
    #: overlaps no obstacle, unless it did at the start.
    position: Vector
    #: The blocking contact, whose time is the fraction of the displacement; None without one.
    contact: Contact | None
    #: The overlap at the start, if there is one: then the body does not move.
    overlap: Overlap | None
    #: The remaining displacement, rounded.
    left: Vector


@dataclass(frozen=True)
class Slide:
    """The free position of a body that moved and slid along blocking surfaces. See :meth:`Obstacle.slide`.

    >>> import tangency
    >>> move = tangency.Box([0, -1], [9, 0]).slide(tangency.Sphere([1, 2], 1), [4, -4])
    >>> move.legs, len(move.contacts), move.left
    (((2.0, 1.0), (5.0, 1.0)), 1, (0.0, 0.0))
    """

    #: The position of the body at the end.
    position: Vector
    #: The ends of the straight legs, in order; each leg begins at the end of the leg before it.
    legs: tuple[Vector, ...]
    #: The blocking contacts, in order. The time of each is the fraction of the displacement of its leg.
    contacts: tuple[Contact, ...]
    #: The overlap at the start, if there is one: then the body does not move.
    overlap: Overlap | None
    #: The remaining displacement: zero unless the body is wedged in, or there were too few iterations.
    left: Vector


@dataclass(frozen=True)
class Recover:
    """Whether a free position was found for a body that may overlap an obstacle. See :meth:`Obstacle.recover`.

    >>> import tangency
    >>> tangency.Sphere([3, 2], 1).recover(tangency.Box([0, 0], [4, 4])).status
    'moved'
    """

    #: ``"free"``: the body overlaps no obstacle. ``"moved"``: it overlaps no obstacle at the new position. ``"not_found"``: no free position was
    #: found nearby.
    status: Literal["free", "moved", "not_found"]
    #: The free position of the centre, of the end ``a`` of a capsule, or of the reference point of a :class:`Convex`: the present position if it is
    #: free.
    position: Vector | None


def advance_of(answer: tuple[Any, ...]) -> Advance:
    """One move, from the compiled part."""
    slide = slide_of(answer)
    return Advance(slide.position, slide.contacts[0] if slide.contacts else None, slide.overlap, slide.left)


def slide_of(answer: tuple[Any, ...]) -> Slide:
    """One move that slides, from the compiled part."""
    position, legs, contacts, overlap, left = answer
    hits = (answer_of(contact) for contact in contacts)
    start = answer_of(overlap)
    return Slide(
        position,
        tuple(legs),
        tuple(hit for hit in hits if isinstance(hit, Contact)),
        start if isinstance(start, Overlap) else None,
        left,
    )


class Moves:
    """The moves of many bodies, as arrays in the shape of the bodies, which is written (N,) here. See :class:`Hits`.

    >>> import numpy as np, tangency
    >>> floor = tangency.Box([0, 0, -1], [9, 9, 0])
    >>> centers = np.array([[1, 4, 2], [1, 5, 7.0]])
    >>> moves = floor.slide(centers, [4, 0, -4], radius=1, legs=True)
    >>> moves.position
    array([[5., 4., 1.],
           [5., 5., 3.]])
    >>> moves.leg_count, moves.contact_count, moves.first.time
    (array([2, 1]), array([1, 0]), array([0.25,  nan]))
    >>> starts, ends = moves.legs
    >>> starts, ends[starts[0] : starts[1]]
    (array([0, 2, 3]), array([[2., 4., 1.],
           [5., 4., 1.]]))
    """

    __slots__ = ("position", "left", "leg_count", "contact_count", "first", "legs", "_vectors", "_counts")

    #: (N, D): the position of each body at the end, which is free unless the body overlapped an obstacle at the start.
    position: FloatArray
    #: (N, D): the remaining displacements.
    left: FloatArray
    #: (N,) int64: the number of legs of each body.
    leg_count: Integers
    #: (N,) int64: the number of contacts that blocked each body.
    contact_count: Integers
    #: The first contact that blocked each body, or the overlap at its start: then the body did not move.
    first: Hits
    #: With ``legs=True`` a pair: (N + 1,) int64, the index at which the legs of each body begin, and then the end of the last; and (L, D), the ends
    #: of all legs. Both arrays have the bodies one after the other, for bodies of any shape.
    legs: tuple[Integers, FloatArray] | None

    def __init__(
        self,
        position: FloatArray,
        left: FloatArray,
        leg_count: Integers,
        contact_count: Integers,
        first: Hits,
        legs: tuple[Integers, FloatArray] | None = None,
    ) -> None:
        self._vectors, self._counts = (position, left), (leg_count, contact_count)
        self.first, self.legs = first, legs
        self._lay(first.shape)

    def _lay(self, shape: tuple[int, ...] | None) -> None:
        """Stores the shape of the bodies that have moved."""
        self.first._lay(shape)
        self.position, self.left = (fold(array, self.shape) for array in self._vectors)
        self.leg_count, self.contact_count = (fold(array, self.shape) for array in self._counts)

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the rows: (N,), or all axes of ``center`` except the last if there are several."""
        return self.first.shape

    @property
    def _flat(self) -> tuple[Any, ...]:
        """The arrays in the form that the compiled part writes."""
        return self.first._flat, *self._vectors, *self._counts

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        size = " x ".join(map(str, self.shape))
        return f"<Moves: {size} rows, {np.count_nonzero(self.contact_count)} blocked, {len(self.first.overlaps)} overlaps>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Moves, (*self._vectors, *self._counts, self.first, self.legs)
