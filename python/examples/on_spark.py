"""First contacts of a table by Spark.

    pip install pyspark pyarrow                 (and this package, from a clone, and Java 17 or later)
    python on_spark.py

On a cluster, name its master instead of ``local[2]``, with the files on a disk that all its machines share.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet
import pyspark
from pyspark.sql import SparkSession
from pyspark.sql.pandas.types import from_arrow_schema

import batches
from batches import ANSWER, answered, sample, same


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tree, spheres = sample(folder)
        # The workers use this Python, which has tangency, and not the first Python of the path.
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        session = SparkSession.builder.master("local[2]").appName("tangency")
        for key, value in (("spark.driver.host", "127.0.0.1"), ("spark.driver.bindAddress", "127.0.0.1"), ("spark.ui.enabled", "false")):
            session = session.config(key, value)
        spark = session.getOrCreate()
        try:
            spark.sparkContext.setLogLevel("ERROR")
            spark.sparkContext.addPyFile(batches.__file__)
            place = str(tree)

            def each(parts: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
                for part in parts:
                    yield from answered(pa.Table.from_batches([part]), place).combine_chunks().to_batches()

            table = spark.read.parquet(str(spheres))
            schema = from_arrow_schema(pa.schema([*pa.parquet.read_schema(spheres), *ANSWER]))
            table.mapInArrow(each, schema).write.parquet(str(folder / "hits"))
        finally:
            spark.stop()
        answers = pyarrow.parquet.read_table(folder / "hits")
        assert same(tree, spheres, answers), "Spark's answers are not those of one process"
        print(f"{len(answers):,} rows by Spark {pyspark.__version__}, the same as in one process to the last bit")


if __name__ == "__main__":
    main()
