"""Numbers as users write them become arrays of one float that fit each other; without a copy where they are that already."""

from __future__ import annotations

from typing import Any

import numpy as np

#: What a table of moving spheres has, as for the command.
TABLE = ("x", "y", "z", "radius", "vx", "vy", "vz", "t_max")


def float_of(dtype: Any, *values: Any) -> np.dtype:
    """The float that was asked for; else float32 if all arrays that were given hold it, else float64."""
    if dtype is not None:
        dtype = np.dtype(dtype)
        if dtype not in (np.float32, np.float64):
            raise ValueError(f"dtype is {dtype}, must be float32 or float64")
        return dtype
    given = [value.dtype for value in values if isinstance(value, (np.ndarray, np.generic))]
    return np.dtype(np.float32 if given and all(d == np.float32 for d in given) else np.float64)


def numbers(name: str, value: Any, dtype: np.dtype) -> np.ndarray:
    """An array of this float. Arrays are never rounded; plain Python numbers are, once."""
    is_array = isinstance(value, (np.ndarray, np.generic)) or hasattr(value, "__array__")
    try:
        array = np.asarray(value)
    except (TypeError, ValueError):
        raise ValueError(f"{name} is no array of numbers, its rows differ in length") from None
    if array.size == 0:
        array = array.astype(dtype)
    if array.dtype.kind not in "fiu":
        raise ValueError(f"{name} holds {array.dtype}, must hold numbers")
    if is_array and not np.can_cast(array.dtype, dtype, "safe"):
        raise ValueError(f"{name} is {array.dtype}, which {dtype} cannot hold; round it with astype if you mean it")
    return np.require(array, dtype, "A")


def vector(name: str, value: Any, dtype: np.dtype, dimension: int | None = None) -> np.ndarray:
    """One vector, as a row."""
    array = numbers(name, value, dtype)
    if array.ndim != 1 or (dimension is not None and array.shape[0] != dimension):
        wanted = "(2,) or (3,)" if dimension is None else f"({dimension},)"
        raise ValueError(f"{name} has shape {array.shape}, must have {wanted}")
    return array.reshape(1, -1)


def vectors(name: str, value: Any, dtype: np.dtype, count: int | None, dimension: int | None) -> np.ndarray:
    """Some vectors, as rows."""
    array = numbers(name, value, dtype)
    if array.ndim != 2 or array.shape[0] != (count or array.shape[0]) or array.shape[1] != (dimension or array.shape[1]):
        wanted = ", ".join(str(n) if n else letter for n, letter in ((count, "N"), (dimension, "D")))
        raise ValueError(f"{name} has shape {array.shape}, must have ({wanted})")
    return array


def scalar(name: str, value: Any, dtype: np.dtype) -> np.ndarray:
    """One number, as an array of one."""
    array = numbers(name, value, dtype)
    if array.ndim != 0:
        raise ValueError(f"{name} has shape {array.shape}, must be one number")
    return array.reshape(1)


def end(t_max: Any) -> float:
    """The end of a motion; None is no end."""
    if t_max is None:
        return float("inf")
    return float(scalar("t_max", t_max, np.dtype(np.float64))[0])


Batch = tuple[np.ndarray, "np.ndarray | None", "np.ndarray | None", np.ndarray, np.ndarray]


def is_table(value: Any) -> bool:
    """Whether something is a table by the Arrow PyCapsule interface."""
    return hasattr(value, "__arrow_c_stream__")


def batch(
    dtype: np.dtype,
    dimension: int,
    center: Any,
    radius: Any = None,
    velocity: Any = None,
    t_max: Any = None,
    radii: Any = None,
    shapes: int | None = None,
) -> Batch:
    """The arrays of a batch, all of the same length, which is that of the shapes if there is one for each row; what is given once is
    repeated without a copy."""
    if is_table(center):
        if radius is not None or radii is not None or velocity is not None:
            raise ValueError("center is a table, so radius and velocity must be columns of it")
        center, radius, velocity, t_max = _of_table(center, dtype, dimension, t_max)
    if (radius is None) == (radii is None):
        raise ValueError("radius is missing, must be there, or radii for ellipsoids")
    rows = {"center": rows_of("center", center, dtype, dimension)}
    if radius is not None:
        rows["radius"] = column_of("radius", radius, dtype)
    else:
        rows["radii"] = rows_of("radii", radii, dtype, dimension)
    rows["velocity"] = rows_of("velocity", np.zeros(dimension, dtype) if velocity is None else velocity, dtype, dimension)
    rows["t_max"] = column_of("t_max", np.inf if t_max is None else t_max, dtype)
    whole = as_one(rows, shapes)
    return whole["center"], whole.get("radius"), whole.get("radii"), whole["velocity"], whole["t_max"]


def as_one(rows: dict[str, np.ndarray], shapes: int | None = None) -> dict[str, np.ndarray]:
    """The arrays as long as each other; one row becomes many."""
    lengths = {} if shapes is None else {"the shapes": shapes}
    lengths |= {name: array.shape[0] for name, array in rows.items() if array.shape[0] != 1}
    first, length = next(iter(lengths.items()), ("", 1))
    for name, other in lengths.items():
        if other != length:
            raise ValueError(f"{name} has {other} rows, but {first} has {length}".replace("shapes has", "shapes have"))
    return {name: np.broadcast_to(array, (length, *array.shape[1:])) for name, array in rows.items()}


def rows_of(name: str, value: Any, dtype: np.dtype, dimension: int) -> np.ndarray:
    array = numbers(name, value, dtype)
    if array.ndim == 1 and array.shape[0] == dimension:
        return array.reshape(1, dimension)
    if array.ndim == 2 and array.shape[1] == dimension:
        return array
    raise ValueError(f"{name} has shape {array.shape}, must have (N, {dimension}) or ({dimension},)")


def column_of(name: str, value: Any, dtype: np.dtype) -> np.ndarray:
    array = numbers(name, value, dtype)
    if array.ndim > 1:
        raise ValueError(f"{name} has shape {array.shape}, must have (N,) or be one number")
    return array.reshape(-1)


def _of_table(table: Any, dtype: np.dtype, dimension: int, t_max: Any) -> tuple[Any, Any, Any, Any]:
    from ._tangency import columns_of_table

    if dimension != 3:
        raise ValueError("center is a table, which is of spheres in space, but the shape is in the plane")
    columns = columns_of_table(table, list(TABLE), bool(dtype == np.float32))
    for name in TABLE[:-1]:
        if name not in columns:
            raise ValueError(f"the table has no column {name}")
    if "t_max" in columns and t_max is not None:
        # As for the command: it is for those that have none of their own.
        own = columns["t_max"]
        columns["t_max"] = np.where(np.isinf(own), numbers("t_max", t_max, dtype), own)
    of = np.stack
    center = of([columns[name] for name in ("x", "y", "z")], axis=1)
    velocity = of([columns[name] for name in ("vx", "vy", "vz")], axis=1)
    return center, columns["radius"], velocity, columns.get("t_max", t_max)
