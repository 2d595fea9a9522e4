"""Tests casts from file to file: they write the same bytes as the command, whole or not at all."""

import contextlib
import csv
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import numpy as np
import pytest

import tangency

MESH = tangency.Mesh([[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]], [[0, 1, 2], [0, 2, 3]])
TABLE = """name,x,y,z,radius,vx,vy,vz,t_max
a,1,3,5,1,0,0,-2,
b,9,9,9,1,0,0,-1,9
c,1,1,0.5,1,0,0,1,9
d,2,2,4,-1,0,0,-1,
"""


@pytest.fixture
def spheres(tmp_path):
    path = tmp_path / "spheres.csv"
    path.write_text(TABLE)
    return path


def test_a_table(tmp_path, spheres):
    out = tmp_path / "hits.csv"
    summary = tangency.cast(MESH, spheres, out)
    assert (summary["queries"], summary["contacts"], summary["overlaps"], summary["errors"]) == (4, 1, 1, 1)
    rows = [line.split(",") for line in out.read_text().splitlines()]
    assert rows[0][:10] == "name x y z radius vx vy vz t_max status".split()
    assert [row[9] for row in rows[1:]] == ["contact", "none", "overlap", ""]
    assert "radius is -1, must not be negative" in out.read_text()


def test_the_mesh_may_be_a_file(tmp_path, spheres):
    tangency.cast(MESH, spheres, tmp_path / "here.csv")
    obj = tmp_path / "part.obj"
    obj.write_text("v 0 0 0\nv 4 0 0\nv 4 4 0\nv 0 4 0\nf 1 2 3\nf 1 3 4\n")
    tangency.cast(obj, spheres, tmp_path / "file.csv", save_tree=tmp_path / "part.tree", threads=2)
    tangency.cast(str(tmp_path / "part.tree"), spheres, tmp_path / "tree.csv", threads=1)
    texts = {(tmp_path / f"{name}.csv").read_text() for name in ("here", "file", "tree")}
    assert len(texts) == 1


def test_a_scene_file(tmp_path, spheres):
    scene, out = tmp_path / "scene.jsonl", tmp_path / "hits.csv"
    scene.write_text('{"point":{"position":[1,3,0],"radius":1}}\n\n{"box":{"min":[0,0,-1],"max":[2,2,0]}}\n')
    summary = tangency.cast(scene, spheres, out)
    assert (summary["items"], summary["triangles"], summary["contacts"], summary["overlaps"]) == (2, None, 1, 1)
    rows = [line.split(",") for line in out.read_text().splitlines()]
    item = rows[0].index("item")
    assert [row[item : item + 3] for row in rows[1:]] == [["0", "", "vertex 0"], ["", "", ""], ["1", "", "sides 0 0 1"], ["", "", ""]]
    scene.write_text('{"point":{"position":[1,3]}}\n')
    with pytest.raises(ValueError, match=r"scene\.jsonl, line 1: point\.position has 2 numbers, must have 3"):
        tangency.cast(str(scene), spheres, out)
    with pytest.raises(FileNotFoundError, match=r"none\.jsonl"):
        tangency.cast(tmp_path / "none.jsonl", spheres, out)


def test_hulls(tmp_path):
    parts, out = tmp_path / "parts.csv", tmp_path / "hits.csv"
    files = {"cube": tmp_path / "cube.obj", "spike": str(tmp_path / "spike.obj")}
    corners = "".join(f"v {x} {y} {z}\n" for x in (0, 1) for y in (0, 1) for z in (0, 1))
    files["cube"].write_text(corners + "f 1 2 3\n")
    Path(files["spike"]).write_text("v 1 0 0\nv -1 0 0\nv 0 0 -2\nf 1 2 3\n")

    def cast(table, hull, **options):
        parts.write_text(table)
        summary = tangency.cast(MESH, parts, out, hull=hull, **options)
        with out.open() as file:
            rows = list(csv.DictReader(file))
        assert summary["queries"] == len(rows)
        return [row["time"] or row["error"] for row in rows]

    # The cube comes down with its base, the spike with its corner, which is 2 below the origin.
    table = "x,y,z,vx,vy,vz,radius\n1,2,5,0,0,-1,0\n1,2,5,0,0,-1,0.5\n1,2,5,0,0,-1,-1\n"
    assert cast(table, files["cube"]) == ["5.0", "4.5", "radius is -1, must not be negative"]
    table = "hull,x,y,z,vx,vy,vz\nspike,2,2,5,0,0,-1\ncube,2,2,5,0,0,-1\ncone,2,2,5,0,0,-1\n"
    assert cast(table, files) == ["3.0", "5.0", 'hull is "cone", must be "cube" or "spike"']
    table = "tool,hull,x,y,z\na,spike,2,2,5\na,spike,2,2,1\n"
    assert cast(table, {"spike": files["spike"]}, path="tool") == ["0.75"]
    unnamed = "the column hull names the hull of each row, but no hull is given by its name"
    for hull, table, kind, words in [
        (files["cube"], "hull,x,y,z,vx,vy,vz\n", ValueError, unnamed),
        (None, "hull,x,y,z,radius,vx,vy,vz\n", ValueError, unnamed),
        (files, "x,y,z,vx,vy,vz\n", ValueError, "the column hull is missing"),
        (files, "hull,x,y,z,vx,vy,vz,qw\n", ValueError, "the column qw is given, must not be if the rows are hulls"),
        ({}, "hull,x,y,z,vx,vy,vz\n", ValueError, "no hull is given, must be one or more"),
        ({"": files["cube"]}, "hull,x,y,z,vx,vy,vz\n", ValueError, 'a hull has the name "", which must not be empty'),
    ]:
        parts.write_text(table)
        with pytest.raises(kind, match=words):
            tangency.cast(MESH, parts, out, hull=hull)
    with pytest.raises(TypeError, match="hull has the name 7, must be a str"):
        tangency.cast(MESH, parts, out, hull={7: files["cube"]})
    parts.write_text("x,y,z,vx,vy,vz\n")
    with pytest.raises(FileNotFoundError, match=r"none\.ply"):
        tangency.cast(MESH, parts, out, hull=tmp_path / "none.ply")


def test_questions_and_ends(tmp_path, spheres):
    tangency.cast(MESH, spheres, tmp_path / "any.csv", any=True)
    assert (tmp_path / "any.csv").read_text().splitlines()[1].endswith(",contact,")
    tangency.cast(MESH, spheres, tmp_path / "all.csv", all=True)
    assert (tmp_path / "all.csv").read_text().splitlines()[0].split(",")[9:11] == ["contact", "status"]
    summary = tangency.cast(MESH, spheres, tmp_path / "soon.csv", t_max=1.5)
    assert summary["contacts"] == 0
    narrow = tangency.Mesh(MESH.vertices.astype(np.float32), MESH.triangles)
    assert tangency.cast(narrow, spheres, tmp_path / "narrow.csv")["contacts"] == 1


def test_parquet(tmp_path, spheres):
    polars = pytest.importorskip("polars")
    rows = polars.read_csv(spheres, null_values=[""])[:3].with_columns(polars.col(polars.Int64).cast(polars.Float64))
    rows.write_parquet(tmp_path / "spheres.parquet")
    tangency.cast(MESH, tmp_path / "spheres.parquet", tmp_path / "hits.parquet")
    found = polars.read_parquet(tmp_path / "hits.parquet")
    expected = MESH.first_contact(rows)
    assert found["status"].cast(polars.String).to_list() == ["contact", "none", "overlap"]
    assert found["time"].to_list() == [None if np.isnan(t) else t for t in expected.time]


def test_errors(tmp_path, spheres):
    out = tmp_path / "hits.csv"
    with pytest.raises(OSError, match="none.csv"):
        tangency.cast(MESH, tmp_path / "none.csv", out)
    with pytest.raises(FileNotFoundError, match="none.ply"):
        tangency.cast(tmp_path / "none.ply", spheres, out)
    for arguments, words in [
        (dict(any=True, all=True), "any and all"),
        (dict(threads=0), "threads is 0"),
        (dict(t_max=-1.0), "t-max|t_max"),
        (dict(dtype="float32"), "dtype is float32"),
    ]:
        with pytest.raises(ValueError, match=words):
            tangency.cast(MESH, spheres, out, **arguments)
    with pytest.raises(ValueError, match="mesh.velocity"):
        tangency.cast(MESH.moving([1, 0, 0]), spheres, out)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["spheres.csv"]


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_ctrl_c(tmp_path):
    """The signal comes in the middle of a long table; nothing of the output is left behind."""
    table = tmp_path / "spheres.csv"
    rows = TABLE.splitlines()[1:2] * 2_000_000
    table.write_text("\n".join([TABLE.splitlines()[0], *rows]) + "\n")
    script = textwrap.dedent(
        """
        import signal, sys, tangency
        # Who runs this in the background may have told it to ignore Ctrl-C.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        mesh = tangency.Mesh([[0, 0, 0], [4, 0, 0], [0, 4, 0]], [[0, 1, 2]])
        print("ready", flush=True)
        try:
            tangency.cast(mesh, sys.argv[1], sys.argv[2], threads=1)
        except KeyboardInterrupt:
            print("interrupted")
            sys.exit(3)
        """
    )
    out = tmp_path / "hits.csv"
    child = subprocess.Popen([sys.executable, "-c", script, table, out], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "ready\n"
    # After the output has begun, the cast is in the middle of it.
    while len(list(tmp_path.iterdir())) < 2 and child.poll() is None:
        time.sleep(0.01)
    child.send_signal(signal.SIGINT)
    assert child.wait(60) == 3 and child.stdout.read() == "interrupted\n"
    assert [path.name for path in tmp_path.iterdir()] == ["spheres.csv"]


def interrupted(script: str, *words: object, begun) -> list[str]:
    """Runs a script that prints "ready", sends it Ctrl-C when it has begun, and checks that Ctrl-C ends it. Returns the names of the threads that the
    script had at that time."""
    script = f"""
import os, signal, sys, tangency
# Who runs this in the background may have told it to ignore Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)
def name(task):
    try:
        return open(f"/proc/self/task/{{task}}/comm").read().strip()
    except OSError:
        return "gone"
try:
{textwrap.indent(textwrap.dedent(script), "    ")}
except KeyboardInterrupt:
    print("interrupted", *map(name, os.listdir("/proc/self/task")))
    sys.stdout.flush()
    os._exit(3)
"""
    child = subprocess.Popen([sys.executable, "-c", script, *map(str, words)], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "ready\n"
    while not begun(child) and child.poll() is None:
        time.sleep(0.005)
    child.send_signal(signal.SIGINT)
    assert child.wait(120) == 3
    said = child.stdout.read().split()
    assert said[0] == "interrupted"
    return said[1:]


@pytest.mark.skipif(sys.platform != "linux", reason="the script looks at its threads")
def test_ctrl_c_ends_a_join(tmp_path):
    rows = ["x,y,z,radius,vx,vy,vz", *[f"{i % 7},1,5,1,0.{i % 9},0,-1" for i in range(1_000_000)]]
    (tmp_path / "spheres.csv").write_text("\n".join(rows) + "\n")
    tangency.cast(MESH, tmp_path / "spheres.csv", tmp_path / "shards.parquet", shard=(0, 1))
    before = sorted(tmp_path.rglob("*"))
    script = """
        print("ready", flush=True)
        tangency.join(*sys.argv[1:])
        """
    # After the output has begun, the join is in the middle of it.
    files = [tmp_path / name for name in ("shards.parquet", "spheres.csv", "joined.parquet")]
    interrupted(script, *files, begun=lambda _: len(list(tmp_path.iterdir())) > 2)
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.skipif(sys.platform != "linux", reason="looks at the threads of a process")
def test_ctrl_c_while_a_tree_is_built():
    """Ctrl-C ends the building of the tree, and does not wait for it."""
    script = """
        import numpy as np
        corners = np.random.default_rng(1).random((3_000_000, 3))
        triangles = np.arange(3_000_000).reshape(-1, 3)
        print("ready", flush=True)
        tangency.Mesh(corners, triangles)
        """

    def is_tree(comm):
        with contextlib.suppress(OSError):
            return comm.read_text() == "tangency\n"
        return False

    def is_building(child):
        return any(map(is_tree, Path(f"/proc/{child.pid}/task").glob("*/comm")))

    assert "tangency" in interrupted(script, begun=is_building), "it was done before Ctrl-C was heard"


def test_a_shard_that_is_done(tmp_path, spheres):
    out = tmp_path / "shards.csv"
    first = tangency.cast(MESH, spheres, out, shard=(0, 2))
    part = out / "part-000000-of-000002.csv"
    state = part.stat()
    again = tangency.cast(MESH, spheres, out, shard=(0, 2))
    assert (first["is_old"], again["is_old"]) == (False, True)
    assert all(again[name] == first[name] for name in ("queries", "contacts", "overlaps", "errors", "triangles"))
    assert part.stat().st_ino == state.st_ino and part.stat().st_mtime_ns == state.st_mtime_ns
    assert not tangency.cast(MESH, spheres, out, shard=(0, 2), force=True)["is_old"]
    assert part.stat().st_ino != state.st_ino
    part.write_bytes(part.read_bytes()[:-1])
    assert not tangency.cast(MESH, spheres, out, shard=(0, 2))["is_old"]
    with pytest.raises(ValueError, match="force"):
        tangency.cast(MESH, spheres, tmp_path / "hits.csv", force=True)
