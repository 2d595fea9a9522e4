"""Converts the numbers of users to arrays of one float and of fitting shapes, without a copy if they are such arrays already."""

from __future__ import annotations

import math
import re
from typing import Any, Protocol, TypeAlias, Union, runtime_checkable

import numpy as np
import numpy.typing as npt

#: An array of float32 or float64.
FloatArray: TypeAlias = npt.NDArray[np.floating[Any]]
#: The types that NumPy converts to an array: numbers, lists of them, arrays of any package.
Numbers: TypeAlias = npt.ArrayLike
Float: TypeAlias = np.dtype[Any]


@runtime_checkable
class Table(Protocol):
    """A table by the Arrow PyCapsule interface."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> object: ...



#: The columns of a table of moving bodies, as for the command: three for each vector. Either ``velocity`` or ``to`` is required.
_VECTORS = {"center": ("x", "y", "z"), "velocity": ("vx", "vy", "vz"), "to": ("to_x", "to_y", "to_z"), "axis": ("axis_x", "axis_y", "axis_z")}


_NARROW, _WIDE = np.dtype(np.float32), np.dtype(np.float64)


def float_of(dtype: Any, *values: Any) -> Float:
    """The requested float. Without a request, float32 if all given arrays are float32, and otherwise float64."""
    if dtype is not None:
        wanted: Float = np.dtype(dtype)
        if wanted not in (_NARROW, _WIDE):
            raise ValueError(f"dtype is {wanted}, must be float32 or float64")
        return wanted
    is_narrow = False
    for value in values:
        if isinstance(value, (np.ndarray, np.generic)):
            if value.dtype != _NARROW:
                return _WIDE
            is_narrow = True
    return _NARROW if is_narrow else _WIDE


def numbers(name: str, value: Any, dtype: Float, of_rows: int | None = None) -> FloatArray:
    """An array of this float. Arrays and integers are never rounded; plain Python floats are rounded once.

    ``of_rows`` is the number of axes of a row, if the value may be rows of a batch. Then an error names the row.
    """
    # The most frequent kind of input is handled first.
    kind: object = type(value)
    if kind is np.ndarray and value.dtype is dtype and value.flags.aligned:
        fitting: FloatArray = value
        return fitting
    if _is_plain(value) or ((kind is list or kind is tuple) and len(value) < 5 and (all(map(_is_plain, value)) or _are_plain(value))):
        return np.array(value, dtype)
    is_array = isinstance(value, (np.ndarray, np.generic)) or hasattr(value, "__array__")
    if isinstance(value, np.ma.MaskedArray) or (
        isinstance(value, (list, tuple)) and any(isinstance(part, np.ma.MaskedArray) for part in value)
    ):
        _unmasked(name, np.ma.array(value), of_rows)
    try:
        array = np.asarray(value)
    except (TypeError, ValueError):
        raise ValueError(f"{name} is no array of numbers, its rows differ in length") from None
    if array.size == 0:
        array = array.astype(dtype)
    if not is_array and (array.dtype.kind == "O" or (array.dtype.kind == "f" and np.abs(array).max(initial=0) >= _limit(dtype))):
        # NumPy has rounded an integer among plain floats already: the original is checked.
        _whole(name, np.array(value, object), dtype, of_rows)
    if array.dtype.kind not in "fiu":
        raise ValueError(f"{name} holds {array.dtype}, must hold numbers")
    if array.dtype.kind in "iu":
        _whole(name, array, dtype, of_rows)
    elif is_array and not np.can_cast(array.dtype, dtype, "safe"):
        raise ValueError(f"{name} is {array.dtype}, which {dtype} cannot hold; round it with astype if you mean it")
    return np.require(array, dtype, "A")


def _is_plain(value: object) -> bool:
    """Whether a value is a plain number that needs no check: a float, or an integer that every float type represents."""
    return type(value) is float or (type(value) is int and -_SMALL <= value <= _SMALL)


def _are_plain(rows: list[Any]) -> bool:
    """Whether these are a few lists of plain numbers, all of one length."""
    for row in rows:
        if type(row) is not list or len(row) != len(rows[0]) or len(row) > 4 or not all(map(_is_plain, row)):
            return False
    return True


_SMALL = 1 << 24


def _limit(dtype: Float) -> int:
    """The limit up to which the float represents every integer."""
    return 1 << 24 if dtype == _NARROW else 1 << 53


def _place(name: str, at: tuple[int, ...], of_rows: int | None) -> str:
    """The name of a number in an array, for an error."""
    rows = len(at) - of_rows if of_rows is not None else 0
    row = f"row {', '.join(map(str, at[:rows]))}: " if rows else ""
    return f"{row}{name}{''.join(f'[{i}]' for i in at[rows:])}"


def _whole(name: str, array: npt.NDArray[Any], dtype: Float, of_rows: int | None) -> None:
    """Refuses an integer that the float cannot represent."""
    limit = _limit(dtype)
    if array.dtype.kind == "O":
        large = [at for at in np.ndindex(array.shape) if isinstance(array[at], int) and abs(array[at]) > limit]
    elif 1 << array.dtype.itemsize * 8 <= limit:
        return
    else:
        large = [tuple(map(int, at)) for at in np.argwhere((array > limit) | (array < -limit))]
    for at in large:
        number = int(array[at])
        # The bits from the first to the last bit that is set must fit into the significand.
        if abs(number) // (number & -number) >= limit:
            raise ValueError(f"{_place(name, at, of_rows)} is {number}, which {dtype} cannot hold; round it with astype if you mean it")


def _unmasked(name: str, array: Any, of_rows: int | None) -> None:
    """Refuses an array with masked elements, since these have no number."""
    mask = np.ma.getmaskarray(array)
    if mask.any():
        at = tuple(int(i) for i in np.argwhere(mask)[0])
        raise ValueError(f"{_place(name, at, of_rows)} is masked, must be a number")


def vector(name: str, value: Any, dtype: Float, dimension: int | None = None) -> FloatArray:
    """One vector, as an array with one row."""
    array = numbers(name, value, dtype)
    if array.ndim != 1 or (dimension is not None and array.shape[0] != dimension):
        wanted = "(2,) or (3,)" if dimension is None else f"({dimension},)"
        raise ValueError(f"{name} has shape {array.shape}, must have {wanted}")
    return array.reshape(1, -1)


def vectors(name: str, value: Any, dtype: Float, count: int | None, dimension: int | None) -> FloatArray:
    """Some vectors, as rows."""
    array = numbers(name, value, dtype)
    if array.ndim != 2 or array.shape[0] != (count or array.shape[0]) or array.shape[1] != (dimension or array.shape[1]):
        wanted = ", ".join(str(n) if n else letter for n, letter in ((count, "N"), (dimension, "D")))
        raise ValueError(f"{name} has shape {array.shape}, must have ({wanted})")
    return array


def scalar(name: str, value: Any, dtype: Float) -> FloatArray:
    """One number, as an array with one element."""
    array = numbers(name, value, dtype)
    if array.ndim != 0:
        raise ValueError(f"{name} has shape {array.shape}, must be one number")
    return array.reshape(1)


def end(t_max: Any, dtype: Float | None = None) -> float:
    """The end of a motion, where None means no end. An integer must be representable in this float."""
    if t_max is None:
        return float("inf")
    if dtype is not None and isinstance(t_max, (int, np.integer)):
        return float(scalar("t_max", t_max, dtype)[0])
    return float(scalar("t_max", t_max, _WIDE)[0])


def end_of_way(velocity: Any, to: Any, t_max: Any, dtype: Float) -> float:
    """The end of a motion at a velocity, or of a motion to a point, which is reached at time 1. Both together are refused."""
    if velocity is not None and to is not None:
        raise ValueError("velocity and to are both given, must be one of them")
    return 1.0 if to is not None and t_max is None else end(t_max, dtype)


#: The bodies of a batch for the compiled part: center, radius, radii, velocity, t_max, to, b, axis, path, each with a row for each body or None.
Batch: TypeAlias = tuple[Union[FloatArray, None], ...]
_PARTS = ("center", "radius", "radii", "velocity", "t_max", "to", "b", "axis", "path")


def is_table(value: Any) -> bool:
    """Whether a value is a table by the Arrow PyCapsule interface, or a plan of such a table."""
    return hasattr(value, "__arrow_c_stream__") or _is_lazy(value)


def _is_lazy(value: Any) -> bool:
    """Whether a value is a ``polars.LazyFrame``; Polars may not be installed."""
    return type(value).__name__ == "LazyFrame" and hasattr(value, "collect")


def folds(center: Any) -> tuple[int, ...] | None:
    """The axes before the last one, if there are several: (S, T) for (S, T, D)."""
    if not isinstance(center, (np.ndarray, list, tuple)) and hasattr(center, "__array__") and not is_table(center):
        center = np.asarray(center)
    shape = center.shape if isinstance(center, np.ndarray) else np.shape(center) if isinstance(center, (list, tuple)) and depth(center) > 2 else ()
    return tuple(shape[:-1]) if len(shape) > 2 else None


def depth(value: Any) -> int:
    """The number of axes of a list, a tuple or an array, judged by the first elements; zero for any other value."""
    axes = 0
    while isinstance(value, (list, tuple, np.ndarray)) and axes < 4:
        if isinstance(value, np.ndarray):
            return axes + value.ndim
        axes += 1
        if not value:
            break
        value = value[0]
    return axes


def fold(array: Any, shape: tuple[int, ...]) -> Any:
    """A view of an array with a row for each body, in the shape of the bodies."""
    return array if array is None or len(shape) == 1 else array.reshape(*shape, *array.shape[1:])


def chosen(rows: Any, shape: tuple[int, ...]) -> tuple[Any, tuple[int, ...]]:
    """The indices of the rows that an index of NumPy selects among rows of this shape, in one sequence; and the shape of the selection, which is
    empty for one row."""
    if isinstance(rows, (list, tuple)) and not len(rows):
        rows = np.zeros(0, np.int64)
    if len(shape) == 1:
        if isinstance(rows, (int, np.integer)):
            if not -shape[0] <= rows < shape[0]:
                raise IndexError(f"row {rows} is chosen, but there are only {shape[0]}")
            return int(rows) % shape[0], ()
        if isinstance(rows, slice):
            return rows, (len(range(*rows.indices(shape[0]))),)
    places = np.arange(math.prod(shape)).reshape(shape)[rows]
    if places.ndim == 0:
        return int(places), ()
    return places.reshape(-1), places.shape


def by_index(error: ValueError, shape: tuple[int, ...] | None) -> ValueError:
    """An error about row i of all rows, rewritten for rows of this shape: the row is named by an index for each axis, or not at all without axes."""
    found = re.match(r"row (\d+): ", str(error))
    if found is None or shape is None:
        return error
    index = np.unravel_index(int(found[1]), shape) if shape else ()
    return ValueError(f"row {', '.join(map(str, index))}: "[: None if shape else 0] + str(error)[found.end() :])


def nested(answers: list[Any], shape: tuple[int, ...] | None) -> list[Any]:
    """Nests a list with an answer for each row into lists in the shape of the rows."""
    if shape is None:
        return answers
    array = np.empty(len(answers), object)
    array[:] = answers
    lists: list[Any] = array.reshape(shape).tolist()
    return lists


def batch(
    dtype: Float,
    dimension: int,
    center: Any,
    radius: Any = None,
    velocity: Any = None,
    t_max: Any = None,
    radii: Any = None,
    shapes: int | None = None,
) -> Batch:
    """The arrays of a batch, all of one length, which is the number of shapes if there is a shape for each row. Values given once are repeated
    without a copy."""
    given = {"center": center, "radius": radius, "radii": radii, "velocity": velocity, "t_max": t_max}
    if is_table(center):
        if radius is not None or radii is not None or velocity is not None:
            raise ValueError("center is a table, so radius and velocity must be columns of it")
        given = _of_table(center, dtype, dimension, t_max)
    if (given.get("radius") is None) == (given.get("radii") is None):
        raise ValueError("radius is missing, must be there, or radii for ellipsoids")
    return parts(as_one(bodies_of(dtype, dimension, given), shapes))


def parts(rows: dict[str, FloatArray]) -> Batch:
    """Rows of bodies as the compiled part takes them; for a capsule the end ``a`` is its centre."""
    return tuple(rows.get("a") if name == "center" and "a" in rows else rows.get(name) for name in _PARTS)


def bodies_of(dtype: Float, dimension: int, given: dict[str, Any]) -> dict[str, FloatArray]:
    """The arguments of bodies, each as an array with a row for each body or one row for all. The centres come first, under their name in the
    class."""
    place = next(iter(given))
    axes = folds(given[place])
    there = {name: value for name, value in given.items() if value is not None}
    ways = [name for name in ("velocity", "to", "path") if name in there]
    if len(ways) > 1:
        raise ValueError(f"{ways[0]} and {ways[1]} are both given, must be one of them")
    if "path" in there and "t_max" in there:
        raise ValueError("t_max says nothing along a path")
    if not ways:
        there["velocity"] = np.zeros(dimension, dtype)
    if "path" not in there:
        there.setdefault("t_max", 1 if "to" in there else np.inf)
    rows = {}
    for name, value in there.items():
        if name in ("radius", "t_max"):
            rows[name] = column_of(name, value, dtype, axes)
        elif name == "path":
            rows[name] = paths_of(name, value, dtype, dimension, axes)
        else:
            rows[name] = rows_of(name, value, dtype, dimension, axes)
    return rows


def as_one(rows: dict[str, FloatArray], shapes: int | None = None) -> dict[str, FloatArray]:
    """Makes the arrays equally long: an array of one row is repeated."""
    first, length = ("the shapes", shapes) if shapes is not None else ("", 1)
    for name, array in rows.items():
        count = array.shape[0]
        if count != length and count != 1:
            if first:
                raise ValueError(f"{name} has {count} rows, but {first} {'have' if first == 'the shapes' else 'has'} {length}")
            first, length = name, count
    return {
        name: array if array.shape[0] == length else np.broadcast_to(array, (length, *array.shape[1:])) for name, array in rows.items()
    }


def rows_of(name: str, value: Any, dtype: Float, dimension: int, axes: tuple[int, ...] | None = None) -> FloatArray:
    """Vectors, one for each row or one for all. With several axes of rows, the vectors may be any array that broadcasts against these, as in
    NumPy."""
    array = numbers(name, value, dtype, 1)
    if array.ndim == 1 and array.shape[0] == dimension:
        return array.reshape(1, dimension)
    if axes is not None and array.ndim > 1 and array.shape[-1] == dimension:
        return _broadcast(name, array, (*axes, dimension)).reshape(-1, dimension)
    if array.ndim == 2 and array.shape[1] == dimension:
        return array
    raise ValueError(f"{name} has shape {array.shape}, must have (N, {dimension}) or ({dimension},)")


def column_of(name: str, value: Any, dtype: Float, axes: tuple[int, ...] | None = None) -> FloatArray:
    """Numbers, one for each row or one for all."""
    array = numbers(name, value, dtype, 0)
    if axes is not None and array.ndim > 0:
        return _broadcast(name, array, axes).reshape(-1)
    if array.ndim > 1:
        raise ValueError(f"{name} has shape {array.shape}, must have (N,) or be one number")
    return array.reshape(-1)


def _broadcast(name: str, array: FloatArray, shape: tuple[int, ...]) -> FloatArray:
    try:
        return np.broadcast_to(array, shape)
    except ValueError:
        raise ValueError(f"{name} has shape {array.shape}, which does not broadcast to {shape}") from None


def paths_of(name: str, value: Any, dtype: Float, dimension: int, axes: tuple[int, ...] | None = None) -> FloatArray:
    """The points of paths, for each row or for all."""
    array = numbers(name, value, dtype, 2)
    if array.ndim > 1 and array.shape[-1] == dimension and array.shape[-2] > 0:
        if array.ndim == 2:
            return array[np.newaxis]
        if axes is not None:
            return _broadcast(name, array, (*axes, *array.shape[-2:])).reshape(-1, *array.shape[-2:])
        if array.ndim == 3:
            return array
    raise ValueError(f"{name} has shape {array.shape}, must have (N, L, {dimension}) or (L, {dimension}), with L one or more")


def _of_table(table: Any, dtype: Float, dimension: int, t_max: Any) -> dict[str, Any]:
    from ._tangency import columns_of_table

    if _is_lazy(table):
        table = table.collect()
    if dimension != 3:
        raise ValueError(f"center is a table, which is of bodies in space, but the shape has dimension {dimension}")
    names = [*(name for vector in _VECTORS.values() for name in vector), "radius", "t_max"]
    columns = columns_of_table(table, names, bool(dtype == np.float32), 1.0 if t_max is None else end(t_max))
    first = {vector: next((name for name in names if name in columns), None) for vector, names in _VECTORS.items()}
    if first["velocity"] and first["to"]:
        raise ValueError(f"the columns {first['velocity']} and {first['to']} are both given, must be one of them")
    vectors = ["center", "to" if first["to"] else "velocity"] + (["axis"] if first["axis"] else [])
    for name in (*_VECTORS["center"], "radius", *(name for vector in vectors[1:] for name in _VECTORS[vector])):
        if name not in columns:
            raise ValueError(f"the table has no column {name}")
    if "t_max" in columns and t_max is not None and not first["to"]:
        # As in the command, the argument applies to bodies that have no end of their own.
        own = columns["t_max"]
        columns["t_max"] = np.where(np.isinf(own), numbers("t_max", t_max, dtype), own)
    given: dict[str, Any] = {vector: np.stack([columns[name] for name in _VECTORS[vector]], axis=1) for vector in vectors}
    return given | {"radius": columns["radius"], "t_max": columns.get("t_max", t_max)}
