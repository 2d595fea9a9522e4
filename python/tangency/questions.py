"""The types of queries for one body or for many bodies, which declare the arguments and results once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeVar, overload

from .answers import Hits
from .arrays import Numbers, Table
from .bodies import Bodies, Body, Convex, ConvexRows

One = TypeVar("One", covariant=True)
Many = TypeVar("Many", covariant=True)
Exact = TypeVar("Exact")


class Asked(Protocol[One, Many]):
    """A query about the motion of one body or of many."""

    @overload
    def __call__(self, center: Body | Convex) -> One: ...
    @overload
    def __call__(
        self,
        center: Bodies | ConvexRows | Numbers | Table,
        radius: Numbers | None = ...,
        velocity: Numbers | None = ...,
        t_max: Numbers | None = ...,
        *,
        radii: Numbers | None = ...,
        threads: int | None = ...,
    ) -> Many: ...


class AskedExactly(Protocol[One, Many, Exact]):
    """A query about motions whose results are hits or, on request, exact numbers."""

    @overload
    def __call__(self, center: Body | Convex, *, exact: Literal[False] = ...) -> One: ...
    @overload
    def __call__(self, center: Body | Convex, *, exact: Literal[True]) -> Exact: ...
    @overload
    def __call__(self, center: Body | Convex, *, exact: bool) -> One | Exact: ...
    @overload
    def __call__(
        self,
        center: Bodies | ConvexRows | Numbers | Table,
        radius: Numbers | None = ...,
        velocity: Numbers | None = ...,
        t_max: Numbers | None = ...,
        *,
        radii: Numbers | None = ...,
        exact: Literal[False] = ...,
        threads: int | None = ...,
        out: Hits | None = ...,
    ) -> Many: ...
    @overload
    def __call__(
        self,
        center: Bodies | ConvexRows | Numbers | Table,
        radius: Numbers | None = ...,
        velocity: Numbers | None = ...,
        t_max: Numbers | None = ...,
        *,
        radii: Numbers | None = ...,
        exact: Literal[True],
    ) -> list[Exact]: ...


class AskedAtRest(Protocol[One, Many]):
    """A query about bodies at time zero."""

    @overload
    def __call__(self, center: Body | Convex) -> One: ...
    @overload
    def __call__(self, center: Bodies | ConvexRows | Numbers | Table, radius: Numbers | None = ..., *, threads: int | None = ...) -> Many: ...


class Question(Generic[One, Many]):
    """Marks a method as a query about motions: its type becomes :class:`Asked`. At run time it remains the same method."""

    if TYPE_CHECKING:

        def __init__(self, method: Callable[..., Any]) -> None: ...
        def __get__(self, shape: object, kind: type[object] | None = None) -> Asked[One, Many]: ...

    else:

        def __new__(cls, method):
            return method


class QuestionAtRest(Generic[One, Many]):
    """Marks a method as a query about bodies at time zero: its type becomes :class:`AskedAtRest`."""

    if TYPE_CHECKING:

        def __init__(self, method: Callable[..., Any]) -> None: ...
        def __get__(self, shape: object, kind: type[object] | None = None) -> AskedAtRest[One, Many]: ...

    else:

        def __new__(cls, method):
            return method


class QuestionOfAnswers(Generic[One, Many, Exact]):
    """Marks a method as a query about motions whose results are hits or exact numbers: its type becomes :class:`AskedExactly`."""

    if TYPE_CHECKING:

        def __init__(self, method: Callable[..., Any]) -> None: ...
        def __get__(self, shape: object, kind: type[object] | None = None) -> AskedExactly[One, Many, Exact]: ...

    else:

        def __new__(cls, method):
            return method
