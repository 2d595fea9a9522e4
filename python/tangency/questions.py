"""The types of questions that are asked of one body or of many: what each takes, and what comes back, said once for all of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeVar, overload

from .answers import Hits
from .arrays import Numbers, Table
from .bodies import Bodies, Body

One = TypeVar("One", covariant=True)
Many = TypeVar("Many", covariant=True)
Exact = TypeVar("Exact")


class Asked(Protocol[One, Many]):
    """A question about motions, of some shape."""

    @overload
    def __call__(self, center: Body) -> One: ...
    @overload
    def __call__(
        self,
        center: Bodies | Numbers | Table,
        radius: Numbers | None = ...,
        velocity: Numbers | None = ...,
        t_max: Numbers | None = ...,
        *,
        radii: Numbers | None = ...,
        threads: int | None = ...,
    ) -> Many: ...


class AskedExactly(Protocol[One, Many, Exact]):
    """A question about motions that is answered by hits, and in exact numbers too."""

    @overload
    def __call__(self, center: Body, *, exact: Literal[False] = ...) -> One: ...
    @overload
    def __call__(self, center: Body, *, exact: Literal[True]) -> Exact: ...
    @overload
    def __call__(self, center: Body, *, exact: bool) -> One | Exact: ...
    @overload
    def __call__(
        self,
        center: Bodies | Numbers | Table,
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
        center: Bodies | Numbers | Table,
        radius: Numbers | None = ...,
        velocity: Numbers | None = ...,
        t_max: Numbers | None = ...,
        *,
        radii: Numbers | None = ...,
        exact: Literal[True],
    ) -> list[Exact]: ...


class AskedAtRest(Protocol[One, Many]):
    """A question about bodies as they are at time zero, of some shape."""

    @overload
    def __call__(self, center: Body) -> One: ...
    @overload
    def __call__(self, center: Bodies | Numbers | Table, radius: Numbers | None = ..., *, threads: int | None = ...) -> Many: ...


class Question(Generic[One, Many]):
    """Marks a method as a question about motions: its type is that of :class:`Asked`. It stays the method that it is."""

    if TYPE_CHECKING:

        def __init__(self, method: Callable[..., Any]) -> None: ...
        def __get__(self, shape: object, kind: type[object] | None = None) -> Asked[One, Many]: ...

    else:

        def __new__(cls, method):
            return method


class QuestionAtRest(Generic[One, Many]):
    """The same of a question about bodies as they are at time zero."""

    if TYPE_CHECKING:

        def __init__(self, method: Callable[..., Any]) -> None: ...
        def __get__(self, shape: object, kind: type[object] | None = None) -> AskedAtRest[One, Many]: ...

    else:

        def __new__(cls, method):
            return method


class QuestionOfAnswers(Generic[One, Many, Exact]):
    """The same of a question about motions that is answered by hits, and in exact numbers too."""

    if TYPE_CHECKING:

        def __init__(self, method: Callable[..., Any]) -> None: ...
        def __get__(self, shape: object, kind: type[object] | None = None) -> AskedExactly[One, Many, Exact]: ...

    else:

        def __new__(cls, method):
            return method
