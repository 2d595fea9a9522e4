"""Runs the programs and the lines of the guide, and compares the printed results with the documented ones."""

import importlib.util
import re
import runpy
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import tangency

FOLDER = Path(__file__).parents[1]


def load(name):
    spec = importlib.util.spec_from_file_location(name, FOLDER / "examples" / f"{name}.py")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def drawn(monkeypatch, capsys, tmp_path):
    """Runs an example; returns its output, and the axes of its picture."""
    figure = pytest.importorskip("matplotlib.figure").Figure
    save, saved, picture = figure.savefig, [], tmp_path / "picture.png"

    def run(name, *arguments):
        script = str(FOLDER / "examples" / f"{name}.py")
        monkeypatch.setattr(sys, "argv", [script, "--picture", str(picture), *arguments])
        monkeypatch.setattr(figure, "savefig", lambda self, *where, **how: saved.append(self) or save(self, *where, **how))
        runpy.run_path(script, run_name="__main__")
        assert picture.read_bytes()[:4] == b"\x89PNG"
        return capsys.readouterr().out, saved[-1].axes[0]

    return run


def test_robot(drawn):
    said, ax = drawn("robot")
    # All of the room and all of the arm is within the axes; else it would be drawn over their numbers. In faces with fewer corners than others the
    # last rows are unset memory, and marked as invalid.
    collections = [collection for collection in ax.collections if hasattr(collection, "_faces")]
    faces = np.concatenate([c._faces[~np.broadcast_to(c._invalid_vertices, c._faces.shape[:2])] for c in collections])
    points = np.concatenate([faces, *(np.transpose(line.get_data_3d()) for line in ax.lines)])
    limits = np.reshape(ax.get_w_lims(), (3, 2)).T
    assert len(faces) > 1000 and len(ax.lines) == 11
    assert (faces.min(axis=0)[:2] == -1.5).all() and (points >= limits[0]).all() and (points <= limits[1]).all()
    assert re.search(r"first in step 10, after 0\.\d+ of it: sphere 24 meets Segment", said)
    met, seen = (re.search(rf"{words}: (.*)", said)[1].split(", ") for words in ("met on the way", "seen at the ends of steps alone"))
    # Obstacles that a test of the ends of steps misses, and a test of the motions finds.
    assert "Segment 5" in met and "Segment 5" not in seen and set(seen) < set(met)
    robot = load("robot")
    # The length of the arm is the sum of its links.
    centers = robot.spheres(robot.path(10))
    steps = np.linalg.norm(np.diff(centers, axis=1), axis=2)
    expected = np.repeat(robot.LINKS, robot.SPHERES_A_LINK) / robot.SPHERES_A_LINK
    np.testing.assert_allclose(steps, np.broadcast_to(expected, steps.shape))


def test_the_arm_is_no_further_from_its_chords_than_is_said():
    robot = load("robot")
    angles = np.concatenate([robot.path(12), np.random.default_rng(1).uniform(-3, 3, (30, 4))])
    bound, s = robot.sagitta(angles), np.linspace(0, 1, 65)[:, None, None]
    arcs = robot.spheres(angles[:-1] + s * np.diff(angles, axis=0))
    ends = robot.spheres(angles)
    chords = ends[:-1] + s[..., None] * np.diff(ends, axis=0)
    away = np.linalg.norm(arcs - chords, axis=-1).max(axis=0)
    assert (away <= bound).all() and (bound[:, 1:] > 0).all()
    # A rotation about the vertical alone: r (1 - cos(d / 2)) is needed, and the bound is not much more.
    turned = np.array([[0, 0, 0, 0], [0.35, 0, 0, 0]])
    needed = 1.2 * (1 - np.cos(0.175))
    assert needed < robot.sagitta(turned)[0, -1] < 1.01 * needed


def test_a_post_beyond_the_chord_is_met():
    """The tip's arc reaches 1.2 + 0.05; its chord 1.2 cos(0.175) + 0.05 = 1.2317."""
    robot = load("robot")
    angles = np.array([[0, 0, 0, 0], [0.35, 0, 0, 0]])
    across = [1.24 * np.cos(0.175), 1.24 * np.sin(0.175)]
    room = tangency.Scene([tangency.Segment([*across, 0.0], [*across, 1.0])])
    centers = robot.spheres(angles)
    chords = room.first_contact(centers[:-1], robot.RADIUS, np.diff(centers, axis=0), t_max=1)
    assert not chords.status.any()
    hits = robot.collisions(room, angles)
    assert hits.status.any() and hits.earliest(start=[[0]]) == (0, hits.shape[1] - 1)


def test_drop_cutter(drawn):
    said, _ = drawn("drop_cutter", "--points", "40", "--compare", "0")
    assert "20000 triangles, 1600 points" in said
    job = load("drop_cutter")
    mesh = job.part(40)
    points = job.grid(8)
    tips = job.heights(mesh, points, 30)
    # By rationals, the cutter touches the part: it neither cuts nor hovers by more than the rounding of its height.
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
    # Two independent methods agree: most heights are the same except for their roundings.
    assert np.median(abs(ours - theirs)) < 1e-6
    for i in np.argsort(-abs(ours - theirs))[:3]:
        assert abs(job.gap(mesh, points[i], ours[i])) < 1e-13
        assert abs(job.gap(mesh, points[i], ours[i])) <= abs(job.gap(mesh, points[i], theirs[i]))


def said_by(name, *arguments):
    done = subprocess.run([sys.executable, FOLDER / "examples" / f"{name}.py", *arguments], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_follow_cutter():
    said = said_by("follow_cutter", "--lines", "7", "--steps", "60")
    moves, legs, blocked = map(int, re.search(r"(\d+) moves, (\d+) legs, (\d+) moves blocked", said).groups())
    assert moves == 7 * 61 and legs > moves > blocked > 10
    job = load("follow_cutter")
    mesh = job.part(20)
    tool = job.zigzag(mesh.rounded(0.25), 3, 20, 20.0)
    job.check(mesh, 0.25, tool)
    # The check can fail: for a leg straight through the boss, and for one a little too deep.
    for legs in ([(30.0, 20.0, 8.0), (50.0, 20.0, 8.0)], [tool.legs[-1], tuple(np.subtract(tool.legs[-1], [0, 0, 0.01]))]):
        with pytest.raises(AssertionError):
            job.check(mesh, 0.25, job.Tool(mesh, legs))


def test_the_cutter_that_follows_is_no_nearer_than_rationals_say():
    """The least gap of some positions, by the plain definition of a distance in rationals, over all triangles."""
    from fractions import Fraction

    job, plain = load("follow_cutter"), load("drop_cutter")
    mesh = job.part(12)
    tool = job.zigzag(mesh.rounded(0.25), 2, 12, 20.0)
    corners = [[[Fraction(x) for x in corner] for corner in triangle] for triangle in mesh.vertices[mesh.triangles].tolist()]
    least = Fraction(job.RADIUS) + Fraction(0.25)
    squares = [min(plain.squared_distance(list(map(Fraction, leg)), triangle) for triangle in corners) for leg in tool.legs[1::5]]
    assert all(square >= least**2 for square in squares)
    assert min(squares) < (least + Fraction(1, 1000)) ** 2


def test_arm():
    said = said_by("arm")
    assert "there the hand meets the needle" in said and "who looks only where steps end sees none" in said
    assert "certainly free, between the joint positions too" in said


def test_the_links_are_no_farther_from_their_capsules_than_is_said():
    arm = load("arm")
    random = np.random.default_rng(2)
    first = np.concatenate([arm.path(12, arm.THROUGH)[:-1], random.uniform(-3, 3, (30, 4))])
    last = np.concatenate([arm.path(12, arm.THROUGH)[1:], first[12:] + random.uniform(-0.5, 0.5, (30, 4))])
    s, u = np.linspace(0, 1, 33)[:, None, None, None], np.linspace(0, 1, 9)
    begins, axes = arm.links(first + s[..., 0] * (last - first))
    true = begins[..., None, :] + u[:, None] * axes[..., None, :]
    (begin, axis), (end, other), (_, middle) = (arm.links(angles) for angles in (first, last, (first + last) / 2))
    straight = (1 - s) * (begin + axis / 2) + s * (end + other / 2)
    asked = straight[..., None, :] + (u[:, None] - 0.5) * middle[..., None, :]
    away = np.linalg.norm(true - asked, axis=-1).max(axis=(0, -1))
    bound = arm.covers(first, last)
    assert (away <= bound).all()
    # For a rotation of one joint, the bound is also not much larger than needed.
    assert (arm.covers(np.zeros(4), np.array([0, 0.1, 0, 0])) < 4 * np.array([0.0125, 0.0225, 0.0275])).all()


def test_hopper(drawn):
    said, _ = drawn("hopper", "--particles", "500", "--steps", "200")
    assert "through the wall: 0" in said
    assert int(re.search(r"(\d+) bounces", said)[1]) > 500
    # The count can fail.
    assert load("hopper").through_the_wall(np.array([[1.9, 0, 0.1], [0, 0, 1]])) == 1


def test_million():
    said = said_by("million", "--balls", "3000", "--queries", "500", "--seconds", "0.5")
    assert "as all balls answer, one after the other: True" in said
    (contacts, overlaps), (pairs, _) = (map(int, counts) for counts in re.findall(r"(\d+) contacts, (\d+) overlaps", said))
    assert contacts > 50 and overlaps > 10 and pairs > 50
    # The comparison can fail.
    job = load("million")
    centers, velocities = job.crowd(300)
    balls = tangency.Point.each(centers, radius=job.RADIUS, velocity=velocities)
    assert job.same(balls, tangency.Scene(balls).first_contact(centers + 1, job.RADIUS, velocities, t_max=1), centers + 1, velocities, 20)
    assert not job.same(balls, tangency.Scene(balls[:3]).first_contact(centers + 1, job.RADIUS, velocities, t_max=1), centers + 1, velocities, 20)


def test_bounce():
    done = subprocess.run([sys.executable, FOLDER / "examples" / "bounce.py", "--particles", "1000"], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    said = dict(re.findall(r"^(.*): (\d+ bounces, \d+ overlaps, \d+ outside)$", done.stdout, re.M))
    counts = {way: [int(number) for number in re.findall(r"\d+", words)] for way, words in said.items()}
    bounces, overlaps, outside = counts["hits.center + 1e-9 R normal"]
    assert bounces > 20_000 and overlaps == outside == 0
    bounces, overlaps, outside = counts["advance"]
    assert bounces > 20_000 and overlaps == outside == 0
    # The guide warns of these positions.
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
    names = {"np": np, "polars": polars, "duckdb": duckdb, "mesh": mesh, "center": rows[:, :3], "radius": rows[:, 3], "velocity": rows[:, 4:]}
    a, b, c = np.zeros((3, 2, 3))
    b[:, 0] = c[:, 1] = 4
    names |= {"position": rows[:, :3].copy(), "a": a, "b": b, "c": c, "v": [0, 0, 0]}
    # The documented values of a name, after the block that prints them: a later block may use the name again.
    said = {
        "4.0, (0, 0, 0), (0, 0, 1), vertex 0": lambda hit, **_: (hit.time, hit.point, hit.normal, str(hit.feature)) == (4.0, (0, 0, 0), (0, 0, 1), "vertex 0"),
        "0.9, (1, 1, 0.5), None": lambda hit, **_: (hit.time, hit.center, hit.other_point) == (0.9, (1, 1, 0.5), None),
        "1, (1, 1, 0.5)\n": lambda met, **_: (met.leg, met.center) == (1, (1, 1, 0.5)),
        "2.75, (3,)": lambda hit, gem, crate, **_: (hit.time, hit.feature.vertices, gem.closest(crate).distance) == (2.75, (3,), 2.75),
        "4, face\n": lambda whole, **_: (len(whole.points), str(whole.feature)) == (4, "face"),
        "(0, 0, 1), (1, 1, 0.5)\n": lambda stepped, walker, **_: (stepped.floor.normal, walker.position) == ((0, 0, 1), (1, 1, 0.5)),
    }
    assert len(blocks) >= 4
    for block in blocks:
        exec(block, names)
        for words in [words for words in said if words in block]:
            assert said.pop(words)(**names), words
    assert not said, "the page says these no more"
    assert names["hits"].time[0] == 4.0 and (tmp_path / "hits.parquet").exists()
