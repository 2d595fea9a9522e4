"""Casts a long table at a mesh in shards, on the threads of this process or on a cluster of Dask.

    tangency.dask.cast("part.ply", "spheres.parquet", "hits.parquet")
    tangency.dask.cast("part.ply", "spheres.parquet", "hits.parquet", client=dask.distributed.Client("tcp://scheduler:8786"))

The results become a folder of parts, one for each shard. Programs that read a folder of Parquet take it as one dataset. The folder has the same bytes
on any machines and in any order of the shards, also if workers died in the meantime: a part appears whole or not at all, and another worker does the
shard again. From the folder, ``tangency join`` makes the table that ``tangency.cast`` would have written.

Only Dask is needed: ``pip install "dask[distributed]"``. The workers must see the files under the same names.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import sys
import threading
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .arrays import float_of
from .files import Summary, hull_files, only_triangles
from .files import cast as cast_shard
from .mesh import Mesh

if TYPE_CHECKING:
    import numpy.typing as npt
    from distributed import Client

__all__ = ["Report", "cast"]

#: The number of bytes of the table of spheres in a shard, if the number of shards is not given.
SHARD_BYTES = 64 << 20

#: The first bytes of a saved tree.
_TREE = b"\x89tang\r\n\x1a"


@dataclass(frozen=True)
class Report:
    """The counts of a cast in shards."""

    #: The number of shards.
    shards: int
    #: The number of rows of all shards or, with paths, the number of paths.
    queries: int
    #: The number of rows with the status contact.
    contacts: int
    #: The number of rows with the status overlap.
    overlaps: int
    #: The number of rows with an error.
    errors: int
    #: The number of shards of this job that were complete already, and were therefore not done again.
    old: int


def cast(
    mesh: Mesh | str | os.PathLike[str],
    spheres: str | os.PathLike[str],
    output: str | os.PathLike[str],
    *,
    shards: int | None = None,
    client: Client | None = None,
    any: bool = False,
    all: bool = False,
    t_max: float | None = None,
    path: str | None = None,
    hull: str | os.PathLike[str] | Mapping[str, str | os.PathLike[str]] | None = None,
    threads: int = 1,
    dtype: npt.DTypeLike | None = None,
    retries: int = 3,
    force: bool = False,
    progress: bool | Callable[[int, int], None] = True,
) -> Report:
    """Casts a table of moving spheres at a mesh, shard by shard, and leaves a folder of parts.

    Args:
        mesh: A :class:`Mesh`, at rest and not inflated, or the path of a mesh file or of a saved tree. A mesh that is not a saved tree is saved as a
            tree in the folder ``output``. Each worker process maps the tree to memory once, for all its shards. ``mesh`` may also be the path of a
            scene file, ``.jsonl``, which each shard reads again.
        spheres: A ``.csv``, ``.tsv`` or ``.parquet``. A shard reads only the row groups of a Parquet file that contain its rows.
        output: The folder of the parts; the extension of its name specifies their format. If the folder exists, complete shards of the same job are
            not done again, so a job that was stopped continues.
        shards: The number of shards; by default one for each 64 MiB of the table, on any cluster.
        client: The client of the cluster. If not given, Dask's threads in this process do the shards.
        any, all, t_max, path, hull, dtype: As for :func:`tangency.cast`. Each shard reads the files of hulls again. A shard has the whole of each
            path that begins in its part of the table.
        threads: The number of threads of each shard. Use one thread for workers that have a thread for each core.
        retries: The number of times that a shard is tried again after an error. The shard of a worker that dies goes to another worker in any case,
            as often as Dask's ``distributed.scheduler.allowed-failures`` allows.
        force: Do all shards again, also complete ones.
        progress: Whether to show a line on a terminal; or a function that is called with the number of shards done and the number of all shards.

    Returns:
        The counts of all shards together.

    Raises:
        OSError: A file cannot be opened, read or written.
        ValueError: The contents of a file are wrong, such as a missing column, or an argument is wrong.
        distributed.KilledWorker: Each worker that tried a certain shard died.
    """
    spheres, output = Path(spheres).resolve(), Path(output).resolve()
    if shards is None:
        shards = max(1, -(-spheres.stat().st_size // SHARD_BYTES))
    for name, value, least in (("shards", shards, 1), ("threads", threads, 1), ("retries", retries, 0)):
        if value < least:
            raise ValueError(f"{name} is {value}, must be {least} or more")
    tree, dtype = _tree_of(mesh, output, dtype)
    options = {"any": any, "all": all, "t_max": t_max, "path": path, "hull": _resolved(hull_files(hull)), "threads": threads, "force": force}
    tasks = [(tree, dtype, spheres, output, (index, shards), options) for index in range(shards)]
    tell = _teller(progress)
    summaries = _here(tasks, tell) if client is None else _there(client, tasks, retries, tell)
    for leftover in output.glob(".*.part"):
        # All shards are done, so the leftovers of workers that died are removed.
        with contextlib.suppress(FileNotFoundError):
            leftover.unlink()
    return Report(
        shards=shards,
        queries=sum(summary["queries"] for summary in summaries),
        contacts=sum(summary["contacts"] for summary in summaries),
        overlaps=sum(summary["overlaps"] for summary in summaries),
        errors=sum(summary["errors"] for summary in summaries),
        old=sum(summary["is_old"] for summary in summaries),
    )


def _resolved(hull: str | dict[str, str] | None) -> str | dict[str, str] | None:
    """The files of hulls by their whole paths, since a worker may have another working directory."""
    if isinstance(hull, dict):
        return {name: str(Path(file).resolve()) for name, file in hull.items()}
    return None if hull is None else str(Path(hull).resolve())


def _tree_of(mesh: Mesh | str | os.PathLike[str], output: Path, dtype: Any) -> tuple[Path, str]:
    """The file of the mesh's saved tree, which is made if it does not exist, and the float of the tree. For a scene, the file of the scene."""
    if not isinstance(mesh, Mesh):
        path = Path(mesh).resolve()
        if _is_scene(path):
            return path, float_of(dtype).name
        mesh = Mesh.from_file(path, dtype=dtype)
        with path.open("rb") as file:
            if file.read(len(_TREE)) == _TREE:
                return path, mesh.dtype.name
    only_triangles(mesh)
    output.mkdir(exist_ok=True)
    # Programs that read the folder as a table pass over names that begin with _.
    path = output / "_mesh.tree"
    mesh.save_tree(path)
    return path, mesh.dtype.name


_lock = threading.Lock()
_mapped: tuple[tuple[Any, ...], Mesh] | None = None


def _forked() -> None:
    # In the parent, a thread may hold the lock. This thread does not exist in the child, so the lock would never be released.
    global _lock
    _lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)


def _is_scene(path: Path) -> bool:
    return path.suffix.lower() == ".jsonl"


def _mesh_in(tree: Path, dtype: str) -> Mesh:
    """The mesh of a saved tree. It is mapped once in a process, and again only if the file was replaced."""
    global _mapped
    state = tree.stat()
    key = (tree, dtype, state.st_ino, state.st_mtime_ns)
    with _lock:
        if _mapped is None or _mapped[0] != key:
            _mapped = (key, Mesh.from_file(tree, dtype=dtype))
        return _mapped[1]


def _do(task: tuple[Any, ...]) -> Summary:
    """Does a shard on a worker. If a shard is done twice, even at the same time, the bytes are the same."""
    tree, dtype, spheres, output, shard, options = task
    if _is_scene(tree):
        return cast_shard(tree, spheres, output, shard=shard, dtype=dtype, **options)
    return cast_shard(_mesh_in(tree, dtype), spheres, output, shard=shard, **options)


def _here(tasks: list[tuple[Any, ...]], tell: Callable[[int, int], None]) -> list[Summary]:
    from dask.base import compute
    from dask.callbacks import Callback
    from dask.delayed import delayed

    done = itertools.count(1)
    graph = [delayed(_do, pure=False)(delayed(task, traverse=False)) for task in tasks]

    def after(key: Any, *_: Any) -> None:
        if str(key).startswith("_do-"):
            tell(next(done), len(tasks))

    with Callback(posttask=after):
        return list(compute(*graph, scheduler="threads"))


def _there(client: Client, tasks: list[tuple[Any, ...]], retries: int, tell: Callable[[int, int], None]) -> list[Summary]:
    from distributed import as_completed

    # The tasks have unique names, so that the cluster does not take the result of another job for a result of this one.
    job = uuid.uuid4().hex
    keys = [f"tangency-{job}-{index}" for index in range(len(tasks))]
    futures = client.map(_do, tasks, key=keys, pure=False, retries=retries)
    summaries = []
    try:
        for done, (_, summary) in enumerate(as_completed(futures, with_results=True), 1):
            summaries.append(summary)
            tell(done, len(tasks))
    finally:
        # After Ctrl-C or an error, no worker continues with shards whose results are not awaited.
        client.cancel(futures)
    return summaries


def _teller(progress: bool | Callable[[int, int], None]) -> Callable[[int, int], None]:
    if callable(progress):
        return progress

    def tell(done: int, total: int) -> None:
        if progress and sys.stderr.isatty():
            print(f"\r{done:,} of {total:,} shards", end="\n" if done == total else "", file=sys.stderr, flush=True)

    return tell
