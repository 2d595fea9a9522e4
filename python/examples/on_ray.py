"""First contacts of a table by Ray Data.

    pip install ray pyarrow                     (and this package, from a clone)
    python on_ray.py

To use a cluster, call ``ray.init("auto")`` instead, with the files on a disk that all its machines share. Ray listens on the machine's own address
even if it runs on one machine alone. To avoid that, run it with no network except loopback: ``unshare --net sh -c 'ip link set lo up; python
on_ray.py'``.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import pyarrow.parquet
import ray

from batches import answered, sample, same


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tree, spheres = sample(folder)
        # By default a worker lowers its priority, and gets only the time that other processes leave.
        ray.init(num_cpus=2, include_dashboard=False, runtime_env={"env_vars": {"RAY_worker_niceness": "0"}})
        try:
            table = ray.data.read_parquet(str(spheres))
            hits = table.map_batches(answered, fn_kwargs={"tree": str(tree)}, batch_format="pyarrow", batch_size=20_000)
            hits.write_parquet(str(folder / "hits"))
        finally:
            ray.shutdown()
        answers = pyarrow.parquet.read_table(folder / "hits")
        assert same(tree, spheres, answers), "Ray's answers are not those of one process"
        print(f"{len(answers):,} rows by Ray Data {ray.__version__}, the same as in one process to the last bit")


if __name__ == "__main__":
    main()
