"""Tests a cast in shards over Dask: it writes the same bytes wherever it runs, also if a worker is killed."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("dask")
pytest.importorskip("distributed")

from distributed import Client, LocalCluster  # noqa: E402

import tangency  # noqa: E402
import tangency.dask  # noqa: E402

SHARDS = 24


@pytest.fixture(scope="module")
def job(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a mesh, spheres, and their results by one run."""
    folder = tmp_path_factory.mktemp("job")
    steps = np.arange(41)
    faces = "".join(
        f"f {a} {a + 1} {a + 42}\nf {a} {a + 42} {a + 41}\n" for a in (41 * j + i + 1 for j in range(40) for i in range(40))
    )
    vertices = "".join(f"v {x} {y} {(x * 7 + y * 5) % 4}\n" for y in steps for x in steps)
    (folder / "hills.obj").write_text(vertices + faces)
    random = np.random.default_rng(2)
    with (folder / "spheres.csv").open("w") as file:
        file.write("id,x,y,z,radius,vx,vy,vz\n")
        for i, row in enumerate(random.uniform([0, 0, 5, 0, -1, -1, -2], [40, 40, 9, 1, 1, 1, 0], (240_000, 7)).tolist()):
            file.write(f"{i},{','.join(map(repr, row))}\n")
    tangency.cast(folder / "hills.obj", folder / "spheres.csv", folder / "alone.parquet")
    report = tangency.dask.cast(folder / "hills.obj", folder / "spheres.csv", folder / "here.parquet", shards=SHARDS)
    assert (report.shards, report.queries, report.errors) == (SHARDS, 240_000, 0)
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_the_parts_join_to_the_bytes_of_one_run(job: Path) -> None:
    assert len(contents(job / "here.parquet")) == 2 * SHARDS + 1
    tangency.join(job / "here.parquet", job / "spheres.csv", job / "joined.parquet")
    assert (job / "joined.parquet").read_bytes() == (job / "alone.parquet").read_bytes()


def test_a_worker_that_is_killed_in_mid_job_changes_no_byte(job: Path) -> None:
    output = job / "cluster.parquet"
    killed: list[int] = []
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, silence_logs=50) as cluster,
        Client(cluster) as client,
    ):
        victim = min(client.run(os.getpid).items())

        def watch() -> None:
            # The worker is killed after it has begun a part, so that the part is lost with it.
            address, process = victim
            while not any(f".{process}-" in name for name in (os.listdir(output) if output.is_dir() else [])):
                if finished.wait(0.001):
                    return
            os.kill(process, signal.SIGKILL)
            killed.append(process)

        finished = threading.Event()
        watcher = threading.Thread(target=watch)
        watcher.start()
        seen: list[tuple[int, int, bool]] = []
        try:
            report = tangency.dask.cast(
                job / "hills.obj",
                job / "spheres.csv",
                output,
                shards=SHARDS,
                client=client,
                progress=lambda done, total: seen.append((done, total, bool(killed))),
            )
        finally:
            finished.set()
            watcher.join()
        assert killed and victim[1] not in client.run(os.getpid).values()
    assert [done for done, _, _ in seen] == list(range(1, SHARDS + 1)) and {total for _, total, _ in seen} == {SHARDS}
    assert sum(after for _, _, after in seen) >= SHARDS // 2, "the worker was killed too late for this to mean anything"
    assert report.queries == 240_000
    assert contents(output) == contents(job / "here.parquet")


def test_a_job_goes_on_where_it_was(job: Path) -> None:
    output = job / "again.parquet"

    def cast(**options: object) -> tangency.dask.Report:
        return tangency.dask.cast(job / "hills.obj", job / "spheres.csv", output, shards=SHARDS, **options)

    first = cast()
    before = {path.name: path.stat().st_ino for path in output.glob("part-*")}
    for index in (3, 5):
        (output / f"_part-{index:06}-of-{SHARDS:06}.json").unlink()
    again = cast()
    changed = [name for name, file in before.items() if (output / name).stat().st_ino != file]
    assert sorted(changed) == [f"part-{index:06}-of-{SHARDS:06}.parquet" for index in (3, 5)]
    assert (first.old, again.old, cast(force=True).old) == (0, SHARDS - 2, 0)
    assert (first.contacts, first.overlaps) == (again.contacts, again.overlaps) and first.contacts > 0
    assert contents(output) == contents(job / "here.parquet")


def test_no_shard_splits_a_path(job: Path) -> None:
    random = np.random.default_rng(3)
    with (job / "points.csv").open("w") as file:
        file.write("tool,x,y,z,radius\n")
        for path in range(400):
            for x, y, z in random.uniform([0, 0, 0], [40, 40, 9], (2 + path % 50 * (path % 7 == 0), 3)).tolist():
                file.write(f"{path},{x!r},{y!r},{z!r},0.5\n")
    alone = tangency.cast(job / "hills.obj", job / "points.csv", job / "hits.csv", path="tool")
    report = tangency.dask.cast(job / "hills.obj", job / "points.csv", job / "paths.csv", shards=30, path="tool")
    assert (report.queries, report.contacts, report.errors) == (400, alone["contacts"], 0)
    assert tangency.join(job / "paths.csv", job / "points.csv", job / "joined.csv").queries == 400
    assert (job / "joined.csv").read_bytes() == (job / "hits.csv").read_bytes()


def test_shards_at_a_scene_file(job: Path) -> None:
    (job / "scene.jsonl").write_text('{"mesh":{"path":"hills.obj"}}\n{"point":{"position":[20,20,6],"radius":2}}\n')
    with (job / "few.csv").open("w") as file:
        file.write("x,y,z,radius,vx,vy,vz\n")
        file.writelines(f"{i % 41},{i // 41},9.5,0.25,0,0,-1\n" for i in range(41 * 41))
    alone = tangency.cast(job / "scene.jsonl", job / "few.csv", job / "met.csv")
    report = tangency.dask.cast(job / "scene.jsonl", job / "few.csv", job / "met-parts.csv", shards=5)
    assert (alone["items"], report.contacts) == (2, 41 * 41)
    tangency.join(job / "met-parts.csv", job / "few.csv", job / "met-joined.csv")
    assert (job / "met-joined.csv").read_bytes() == (job / "met.csv").read_bytes()


def test_shards_of_hulls(job: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (job / "spike.obj").write_text("v 1 0 0\nv -1 0 0\nv 0 0 -2\nf 1 2 3\n")
    with (job / "parts.csv").open("w") as file:
        file.write("hull,x,y,z,vx,vy,vz\n")
        file.writelines(f"spike,{i % 40},{i // 40},15,0,0,-1\n" for i in range(40 * 40))
    monkeypatch.chdir(job)
    hull = {"spike": "spike.obj"}
    alone = tangency.cast("hills.obj", "parts.csv", "parts-hits.csv", hull=hull)
    report = tangency.dask.cast("hills.obj", "parts.csv", "parts-shards.csv", shards=5, hull=hull)
    assert report.contacts == alone["contacts"] > 0
    tangency.join("parts-shards.csv", "parts.csv", "parts-joined.csv")
    assert (job / "parts-joined.csv").read_bytes() == (job / "parts-hits.csv").read_bytes()


def test_each_process_maps_the_tree_once(job: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tree, calls = job / "hills.tree", []
    mesh = tangency.Mesh.from_file(job / "hills.obj")
    mesh.save_tree(tree)
    from_file = tangency.Mesh.from_file
    monkeypatch.setattr(tangency.Mesh, "from_file", lambda *words, **more: calls.append(words) or from_file(*words, **more))
    threads = [threading.Thread(target=tangency.dask._mesh_in, args=(tree, "float64")) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(calls) == 1
    # Another tree at the same path is not mistaken for it.
    mesh.save_tree(tree)
    tangency.dask._mesh_in(tree, "float64")
    assert len(calls) == 2


def test_arguments_that_make_no_sense_are_named(job: Path) -> None:
    words = (job / "hills.obj", job / "spheres.csv", job / "never.parquet")
    for name, value in (("shards", 0), ("threads", 0), ("retries", -1)):
        with pytest.raises(ValueError, match=f"{name} is {value}"):
            tangency.dask.cast(*words, **{name: value})
    with pytest.raises(OSError, match="no-such"):
        tangency.dask.cast(job / "hills.obj", job / "no-such.csv", job / "never.parquet")
    assert not (job / "never.parquet").exists()
