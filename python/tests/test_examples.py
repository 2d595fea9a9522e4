"""The guide's jobs and its lines run, and show what they say."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import tangency

FOLDER = Path(__file__).parents[1]


def load(name):
    spec = importlib.util.spec_from_file_location(name, FOLDER / "examples" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(name, *arguments, tmp_path):
    pytest.importorskip("matplotlib")
    picture = tmp_path / "picture.png"
    command = [sys.executable, FOLDER / "examples" / f"{name}.py", "--picture", picture, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    assert picture.read_bytes()[:4] == b"\x89PNG"
    return done.stdout


def test_robot(tmp_path):
    said = run("robot", "--steps", "150", tmp_path=tmp_path)
    assert re.search(r"first in step \d+", said)
    seen = re.search(r"a sphere is met: (\d+); seen at the ends of steps alone: (\d+)", said)
    assert int(seen[1]) > 0
    robot = load("robot")
    # The arm is as long as its links.
    centers = robot.spheres(robot.path(10))
    steps = np.linalg.norm(np.diff(centers, axis=1), axis=2)
    expected = np.repeat(robot.LINKS, robot.SPHERES_A_LINK) / robot.SPHERES_A_LINK
    np.testing.assert_allclose(steps, np.broadcast_to(expected, steps.shape))
    # A board thinner than a step: a sphere that is above it at one end and below at the other.
    board = tangency.Scene([tangency.Box([-1, -1, 0], [1, 1, 0.002])])
    hit = board.first_contact([[0, 0, 0.2]], robot.RADIUS, [0, 0, -0.4], t_max=1)
    ends = board.intersects([[0, 0, 0.2], [0, 0, -0.2]], robot.RADIUS)
    assert hit.status[0] == tangency.Status.CONTACT and not ends.any()


def test_drop_cutter(tmp_path):
    said = run("drop_cutter", "--points", "40", "--compare", "0", tmp_path=tmp_path)
    assert "20000 triangles, 1600 points" in said
    job = load("drop_cutter")
    mesh = job.part(40)
    points = job.grid(8)
    tips = job.heights(mesh, points, 30)
    # By rationals: the cutter touches, and neither cuts nor hovers by more than the rounding of its height.
    assert max(abs(job.gap(mesh, point, tip)) for point, tip in zip(points, tips)) < 1e-13
    assert job.gap(mesh, points[0], tips[0] + 0.5) > 0 > job.gap(mesh, points[0], tips[0] - 0.5)


def test_drop_cutter_beside_opencamlib():
    pytest.importorskip("opencamlib")
    job = load("drop_cutter")
    mesh = job.part(60)
    top, low = float(mesh.vertices[:, 2].max()) + 6, float(mesh.vertices[:, 2].min()) - 10
    points = job.grid(15)
    theirs, _ = job.heights_of_opencamlib(mesh, points, low)
    ours = job.heights(mesh, points, top)
    # Two methods that share nothing mean the same job: most heights are the same but for the roundings of theirs.
    assert np.median(abs(ours - theirs)) < 1e-6
    for i in np.argsort(-abs(ours - theirs))[:3]:
        assert abs(job.gap(mesh, points[i], ours[i])) < 1e-13
        assert abs(job.gap(mesh, points[i], ours[i])) <= abs(job.gap(mesh, points[i], theirs[i]))


def test_hopper(tmp_path):
    said = run("hopper", "--particles", "500", "--steps", "200", tmp_path=tmp_path)
    assert "through the wall: 0" in said
    assert int(re.search(r"(\d+) bounces", said)[1]) > 500
    # The count can fail.
    assert load("hopper").through_the_wall(np.array([[1.9, 0, 0.1], [0, 0, 1]])) == 1


def test_bounce():
    done = subprocess.run([sys.executable, FOLDER / "examples" / "bounce.py", "--particles", "1000"], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    said = dict(re.findall(r"^(.*): (\d+ bounces, \d+ overlaps, \d+ outside)$", done.stdout, re.M))
    counts = {way: [int(number) for number in re.findall(r"\d+", words)] for way, words in said.items()}
    bounces, overlaps, outside = counts["hits.center + 1e-9 R normal"]
    assert bounces > 20_000 and overlaps == outside == 0
    # What the guide warns of.
    for way in ("hits.center", "p + time_down * v"):
        bounces, overlaps, outside = counts[way]
        assert overlaps > bounces / 5 and outside > 100


def test_the_lines_of_the_guide(tmp_path, monkeypatch):
    duckdb, polars = pytest.importorskip("duckdb"), pytest.importorskip("polars")
    pytest.importorskip("pyarrow")
    guide = (FOLDER.parent / "docs" / "python.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", guide, re.S)
    monkeypatch.chdir(tmp_path)
    mesh = tangency.Mesh([[0, 0, 0], [4, 0, 0], [0, 4, 0]], [[0, 1, 2]])
    rows = np.array([[1.0, 1, 5, 1, 0, 0, -1], [9, 9, 5, 1, 0, 0, -1]])
    polars.DataFrame(rows, schema="x y z radius vx vy vz".split()).write_parquet("spheres.parquet")
    names = {"polars": polars, "duckdb": duckdb, "mesh": mesh, "center": rows[:, :3], "radius": rows[:, 3], "velocity": rows[:, 4:]}
    a, b, c = np.zeros((3, 2, 3))
    b[:, 0] = c[:, 1] = 4
    names |= {"position": rows[:, :3].copy(), "a": a, "b": b, "c": c, "v": [0, 0, 0]}
    assert len(blocks) >= 4
    for block in blocks:
        exec(block, names)
    assert names["hit"].time == 4.0 and names["hit"].point == (0, 0, 0)
    assert names["hits"].time[0] == 4.0 and (tmp_path / "hits.parquet").exists()
