"""Casts long tables from file to file, streamed."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any, NamedTuple, TypedDict

import numpy as np
import numpy.typing as npt

from . import _tangency
from .arrays import end, float_of
from .mesh import Mesh


class Summary(TypedDict):
    """The counts and times of a cast: the result of :func:`cast`.

    >>> def share_that_touch(summary: Summary) -> float:
    ...     return (summary["contacts"] + summary["overlaps"]) / summary["queries"]
    """

    #: The number of rows or, with paths, the number of paths.
    queries: int
    #: The number of rows with the status contact.
    contacts: int
    #: The number of rows with the status overlap.
    overlaps: int
    #: The number of rows with an error.
    errors: int
    #: Whether the job is a shard that was complete already, and was therefore not done again.
    is_old: bool
    #: The number of triangles of the mesh; None for a scene.
    triangles: int | None
    #: The number of items of the scene; None for a mesh.
    items: int | None
    load_seconds: float
    build_seconds: float
    query_seconds: float
    peak_memory_bytes: int | None
    #: The share of the first contacts that needed exact integers.
    exact_path_share: float | None


def cast(
    mesh: Mesh | str | os.PathLike[str],
    spheres: str | os.PathLike[str],
    output: str | os.PathLike[str],
    *,
    any: bool = False,
    all: bool = False,
    t_max: float | None = None,
    path: str | None = None,
    hull: str | os.PathLike[str] | Mapping[str, str | os.PathLike[str]] | None = None,
    threads: int | None = None,
    dtype: npt.DTypeLike | None = None,
    save_tree: str | os.PathLike[str] | None = None,
    shard: tuple[int, int] | None = None,
    force: bool = False,
) -> Summary:
    """Casts a table of moving spheres at a mesh or a scene file, as the command does: streamed, in bounded memory, with a bar on a terminal.

    Rows keep their order. A row without a result has an ``error``, and the other rows are cast. The output is written whole or not at all, also if
    Ctrl-C ends the call. See ``docs/command.md`` for the columns.

    Args:
        mesh: A :class:`Mesh`, at rest and not inflated, or the path of a PLY, STL or OBJ file or of a saved tree. It may also be the path of a scene
            file, ``.jsonl``, with one item in each line; then the results have a column ``item``.
        spheres: A ``.csv``, ``.tsv`` or ``.parquet`` with the columns ``x y z radius vx vy vz`` and optionally ``t_max``. Instead of ``vx vy vz``
            there may be ``to_x to_y to_z``, the position at time 1. With ``axis_x axis_y axis_z`` the rows are capsules whose end ``a`` is ``x y z``;
            with ``half_x half_y half_z`` they are boxes, rotated by ``qx qy qz qw`` if there are these columns. With ``hull`` they are convex hulls.
        output: The same table with the results, in the format that its name specifies.
        any: Compute only whether there is any contact.
        all: Return all contacts, a row for each.
        t_max: The end of the motions that have no end of their own.
        path: A column that names paths: consecutive rows with the same value are the points of one path, with one result that has a ``leg``. Then the
            table must have no columns of a motion. All points of a path are in memory together.
        hull: A mesh file, as for ``mesh``: each row is the convex hull of its vertices, translated by ``x y z``. The sums are not rounded, so the
            hull keeps its shape. A dictionary has the file of each hull by its name, and the table a column ``hull`` with the names. The column
            ``radius`` is optional, and inflates the hull. The columns of capsules, boxes and rotations are refused.
        threads: The number of threads; by default all cores. The output does not depend on it.
        dtype: The float, float32 or float64, to which numbers are rounded when they are read; by default the float of a given :class:`Mesh`,
            otherwise float64.
        save_tree: The path at which to save the mesh with its search tree.
        shard: ``(i, n)``: only the i-th of n parts of the spheres, i from 0. The output is then a folder of parts; see :func:`join`. A shard of the
            same job that is complete already is not done again, and the summary has ``is_old``.
        force: Do the shard again, even if it is complete.

    Raises:
        OSError: A file cannot be opened, read or written.
        ValueError: The contents of a file are wrong, such as a missing column, or an argument is wrong.
        KeyboardInterrupt: Ctrl-C was pressed; nothing was written.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> tile = Mesh([[0, 0, 0], [4, 0, 0], [0, 4, 0]], [[0, 1, 2]])
    >>> with TemporaryDirectory() as name:
    ...     spheres, hits = Path(name, "spheres.csv"), Path(name, "hits.csv")
    ...     _ = spheres.write_text("x,y,z,radius,vx,vy,vz\\n1,1,5,1,0,0,-1\\n")
    ...     summary = cast(tile, spheres, hits)
    ...     hits.read_text().splitlines()[1].split(",")[7:9]
    ['contact', '4.0']

    A spike that stands on its corner, at two places:

    >>> with TemporaryDirectory() as name:
    ...     spike, parts, hits = Path(name, "spike.obj"), Path(name, "parts.csv"), Path(name, "hits.csv")
    ...     _ = spike.write_text("v 1 0 0\\nv -1 0 0\\nv 0 0 -2\\nf 1 2 3\\n")
    ...     _ = parts.write_text("x,y,z,vx,vy,vz\\n1,1,5,0,0,-1\\n9,9,5,0,0,-1\\n")
    ...     summary = cast(tile, parts, hits, hull=spike)
    ...     [row.split(",")[6:8] for row in hits.read_text().splitlines()[1:]]
    [['contact', '3.0'], ['none', '']]
    """
    if any and all:
        raise ValueError("any and all are both true, must be one of them")
    if path is not None and (all or t_max is not None):
        raise ValueError(f"{'all' if all else 't_max'} says nothing along a path")
    if force and shard is None:
        raise ValueError("force is true, but there is no shard")
    source: Any
    if isinstance(mesh, Mesh):
        only_triangles(mesh)
        if dtype is not None and float_of(dtype) != mesh.dtype:
            raise ValueError(f"dtype is {np.dtype(dtype)}, but the mesh is of {mesh.dtype}")
        narrow, source = bool(mesh.dtype == np.float32), mesh._mesh
    else:
        narrow, source = bool(float_of(dtype) == np.float32), os.fspath(mesh)
    report = _tangency.cast_table(
        source,
        os.fspath(spheres),
        os.fspath(output),
        "any" if any else "all" if all else "first",
        threads,
        None if t_max is None else repr(end(t_max)),
        path,
        hull_files(hull),
        narrow,
        None if save_tree is None else os.fspath(save_tree),
        shard,
        force,
    )
    summary: Summary = json.loads(report)
    return summary


def hull_files(hull: str | os.PathLike[str] | Mapping[str, str | os.PathLike[str]] | None) -> str | dict[str, str] | None:
    """The file of the only hull, or the file of each hull by its name."""
    if hull is None:
        return None
    if not isinstance(hull, Mapping):
        return os.fspath(hull)
    for name in hull:
        if not isinstance(name, str):
            raise TypeError(f"hull has the name {name!r}, must be a str")
    return {name: os.fspath(file) for name, file in hull.items()}


def only_triangles(mesh: Mesh) -> None:
    """Refuses a mesh that moves or is inflated, since no file of triangles can contain it."""
    if mesh.velocity != (0, 0, 0):
        raise ValueError(f"mesh.velocity is {mesh.velocity}, must be zero for a cast")
    if mesh.radius:
        raise ValueError(f"mesh.radius is {mesh.radius}, must be zero for a cast")


class Joined(NamedTuple):
    """The counts of a join: the result of :func:`join`.

    >>> joined = Joined(shards=2, queries=10, answers=10, errors=0)
    >>> joined.answers == joined.queries
    True
    """

    #: The number of shards.
    shards: int
    #: The number of spheres.
    queries: int
    #: The number of rows of the results.
    answers: int
    #: The number of spheres with an error.
    errors: int


def join(folder: str | os.PathLike[str], spheres: str | os.PathLike[str], output: str | os.PathLike[str] | None = None) -> Joined:
    """Joins the shards of a cast to the table that one run would have written, byte for byte.

    Args:
        folder: The folder of the parts.
        spheres: The table of spheres that was cast. It is read again, to check that it has not changed.
        output: The joined table, of the same format. If not given, the shards are only checked.

    Raises:
        OSError: A file cannot be opened, read or written.
        ValueError: A shard is missing, damaged, of another job or of another state of the spheres; the error names the shard.
        KeyboardInterrupt: Ctrl-C was pressed; nothing was written.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> tile = Mesh([[0, 0, 0], [4, 0, 0], [0, 4, 0]], [[0, 1, 2]])
    >>> with TemporaryDirectory() as name:
    ...     spheres, shards = Path(name, "spheres.csv"), Path(name, "shards.csv")
    ...     _ = spheres.write_text("x,y,z,radius,vx,vy,vz\\n1,1,5,1,0,0,-1\\n9,9,5,1,0,0,-1\\n")
    ...     for part in range(2):
    ...         _ = cast(tile, spheres, shards, shard=(part, 2))
    ...     join(shards, spheres, Path(name, "hits.csv"))
    Joined(shards=2, queries=2, answers=2, errors=0)
    """
    return Joined(*_tangency.join_shards(os.fspath(folder), os.fspath(spheres), None if output is None else os.fspath(output)))
