"""The function that an engine calls for each batch of a table: it appends the first contacts of the rows.

``on_ray.py`` and ``on_spark.py`` pass the function to Ray Data and to Spark unchanged; any engine that supports Arrow will do. The function keeps
only the mesh, so that a batch can be answered on any machine, and again.
"""

from __future__ import annotations

import functools
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet

import tangency

_TEXTS, _FLOATS = ("status", "feature"), ("time", *(f"{of}_{axis}" for of in ("center", "point", "normal") for axis in "xyz"))

#: The columns of a result, of types that every engine has.
ANSWER = pa.schema(
    [("status", pa.string()), *((name, pa.float64()) for name in _FLOATS), ("triangle", pa.int64()), ("feature", pa.string())]
)


@functools.lru_cache(maxsize=1)
def mesh_in(tree: str) -> tangency.Mesh:
    """The mesh of a saved tree, which is mapped to memory once in each process, and shared by the processes of a machine."""
    return tangency.Mesh.from_file(tree)


def answered(batch: pa.Table, tree: str) -> pa.Table:
    """The batch, with columns for the first contact of each row with the mesh.

    One thread is used, since the engine runs as many batches at a time as the machine has cores.
    """
    answers = mesh_in(tree).first_contact(batch, threads=1).to_arrow().select(ANSWER.names).cast(ANSWER)
    for name in ANSWER.names:
        batch = batch.append_column(ANSWER.field(name), answers[name])
    return batch


def sample(folder: Path, rows: int = 100_000) -> tuple[Path, Path]:
    """Makes a saved tree and a table of spheres as a sample, always the same."""
    steps = np.arange(101.0)
    x, y = (axis.ravel() for axis in np.meshgrid(steps, steps))
    corner = (np.arange(100) + 101 * np.arange(100)[:, None]).ravel()
    triangles = np.concatenate([np.stack([corner, corner + 1, corner + 102], 1), np.stack([corner, corner + 102, corner + 101], 1)])
    mesh = tangency.Mesh(np.stack([x, y, (x * 7 + y * 5) % 4], 1), triangles)
    tree, spheres = folder / "hills.tree", folder / "spheres.parquet"
    mesh.save_tree(tree)
    random = np.random.default_rng(1)
    numbers = {
        "id": np.arange(rows),
        **{axis: random.uniform(-5, 105, rows) for axis in "xy"},
        "z": random.uniform(5, 20, rows),
        "radius": random.uniform(0, 1, rows),
        **{f"v{axis}": random.uniform(-1, 1, rows) for axis in "xyz"},
        "t_max": random.uniform(0, 30, rows),
    }
    pa.parquet.write_table(pa.table(numbers), spheres, row_group_size=20_000)
    return tree, spheres


def same(tree: Path, spheres: Path, answers: pa.Table) -> bool:
    """Whether the results of an engine, in any order, equal the results of this process to the last bit."""
    ours = answered(pa.parquet.read_table(spheres), str(tree))
    theirs = answers.select(ours.column_names).cast(ours.schema).sort_by("id")
    return all(_bits(one) == _bits(other) for one, other in zip(ours.columns, theirs.columns, strict=True))


def _bits(column: pa.ChunkedArray) -> list:
    """The values of a column, floats as their bits, since in Python -0 equals 0."""
    if pa.types.is_floating(column.type):
        bits = column.fill_null(0).to_numpy().view(np.uint64)
        return [column.is_null().to_pylist(), bits.tolist()]
    return column.to_pylist()
