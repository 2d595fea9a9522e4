"""Tests the benchmark of correctness on a small scale: its truth and the package agree, and its judge finds planted errors."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "benches" / "rightness"
if not FOLDER.exists():
    pytest.skip("the benchmark is in the clone only", allow_module_level=True)
sys.path[:0] = [str(FOLDER), str(FOLDER / "runners")]

import judge  # noqa: E402
import queries  # noqa: E402
import tangency_python  # noqa: E402
import truth  # noqa: E402


@pytest.fixture(scope="module")
def asked():
    # The query is read from a file, so that only the contents of the file count.
    return [json.loads(json.dumps(query)) for query in queries.queries(seed=2, each=1)]


@pytest.fixture(scope="module")
def truths(asked):
    return [{"id": query["id"], **truth.truth(query)} for query in asked]


def judged(truths, times):
    lines = [json.dumps({"status": "none"} if time is None else {"status": "contact", "time": time}) for time in times]
    header = json.dumps({"library": "", "version": "", "floats": "as asked"})
    return judge.Library(truths, iter([header, *lines])).sum()


def test_queries_are_of_every_class_mover_and_obstacle(asked):
    assert len({query["id"] for query in asked}) == len(asked) == len(queries.CLASSES) * len(queries.MOVERS) * len(queries.TARGETS) * 2


def test_the_package_is_right(asked, truths):
    times = [tangency_python.time_of(query) for query in asked]
    # This holds in either float, also where a graze is not an error for the judge.
    assert times == [true.get("time_f32", true.get("time")) for true in truths]
    count = judged(truths, times)
    assert count["contacts"] > 100 and count["free"] > 50 and count["grazing"] > 5
    assert count["nearest"] == count["timed"] == count["contacts"]
    assert not any(count[fault] for fault in ("missed", "false", "late", "early", "nonsense", "refused"))
    # Touching is a contact.
    assert count["grazing: contact"] == count["grazing"]
    for start in ("touching", "overlap"):
        assert count[f"{start}: at the start"] == count[start] > 0


@pytest.mark.parametrize(
    ("planted", "found"),
    [
        (lambda time: None, {"missed"}),
        (lambda time: time + 1e-5 if time < 0.5 else time - 1e-5, {"late", "early"}),
        (lambda time: time * (1 + 1e-15), set()),
        (lambda time: float("nan"), {"nonsense"}),
    ],
)
def test_the_judge_finds_wrong_times(truths, planted, found):
    apart = [true for true in truths if (true["start"], true["end"]) == ("apart", "enters")]
    count = judged(apart, [planted(true["time"]) for true in apart])
    assert {fault for fault in ("missed", "late", "early", "nonsense") if count[fault]} == found
    assert count["nearest"] < len(apart)


def test_the_judge_finds_false_contacts(truths):
    free = [true for true in truths if (true["start"], true["end"]) == ("apart", "none")]
    count = judged(free, [0.5 for _ in free])
    assert count["false"] == count["free"] == len(free) > count["clearly false"] > 0


def test_truth_by_hand():
    """A ball of radius 5 touches the corner of a box at the origin, by the triangle 3, 4, 5. A slightly smaller ball passes."""
    box = {"box": {"min": [-1.0, -1.0], "max": [0.0, 0.0]}, "t_max": 1.0}
    ball = {"center": [16.0, 3.0], "radius": 5.0, "velocity": [-24.0, 0.0]}
    # At (4, 3) the corner at the origin is 5 away.
    assert truth.truth({"sphere": ball, **box}) == {"start": "apart", "end": "enters", "time": 0.5, "depth": pytest.approx(0.4)}
    passing = {**ball, "center": [16.0, 5.0]}
    assert truth.truth({"sphere": passing, **box}) == {"start": "apart", "end": "touches", "time": 2 / 3, "depth": 0.0}
    assert truth.truth({"sphere": {**passing, "radius": 4.999999999999999}, **box})["end"] == "none"
    assert truth.truth({"sphere": {**ball, "center": [5.0, 0.0]}, **box})["start"] == "touching"
    # The same box, turned by a third about the diagonal.
    turned = {"oriented_box": {"center": [-0.5, -0.5, 0.0], "half_extents": [0.5, 1.0, 0.5], "rotation": [1.0, 1.0, 1.0, 1.0]}, "t_max": 1.0}
    in_space = {"center": [16.0, 3.0, 0.0], "radius": 5.0, "velocity": [-24.0, 0.0, 0.0]}
    assert truth.truth({"sphere": in_space, **turned})["time"] == 0.5


def test_truth_by_hand_of_a_box_that_moves():
    """A cube of half a unit falls on the unit square, or next to it. Grazing does not count as entering."""
    floor = {"box": {"min": [0.0, 0.0, -1.0], "max": [1.0, 1.0, 0.0]}, "t_max": 1.0}
    falling = {"min": [0.25, 0.25, 1.0], "max": [0.75, 0.75, 1.5], "velocity": [0.0, 0.0, -2.0]}
    assert truth.truth({"moving_box": falling, **floor}) == {"start": "apart", "end": "enters", "time": 0.5, "clear": True}
    ends = lambda **change: truth.truth({"moving_box": {**falling, **change}, **floor})
    # The cube moves to the floor, and farther by one float; along a side of the square, and past it by one float.
    assert ends(velocity=[0.0, 0.0, -1.0]) == {"start": "apart", "end": "touches", "time": 1.0, "clear": False}
    assert ends(velocity=[0.0, 0.0, -1.0000000000000002]) == {"start": "apart", "end": "enters", "time": 0.9999999999999998, "clear": False}
    assert ends(min=[1.0, 0.25, 1.0], max=[1.5, 0.75, 1.5])["end"] == "touches"
    assert ends(min=[1.0000000000000002, 0.25, 1.0], max=[1.5, 0.75, 1.5]) == {"start": "apart", "end": "none", "clear": False}
    assert ends(min=[1.25, 0.25, 1.0], max=[1.5, 0.75, 1.5]) == {"start": "apart", "end": "none", "clear": True}
    assert [ends(min=[0.25, 0.25, z])["start"] for z in (0.0, -1e-300)] == ["touching", "overlap"]
    # The same cube, turned by a third about its diagonal, and as a hull.
    turned = {"center": [0.5, 0.5, 1.25], "half_extents": [0.25, 0.25, 0.25], "rotation": [1.0, 1.0, 1.0, 1.0], "velocity": [0.0, 0.0, -2.0]}
    corners = [[x, y, z] for x in (0.25, 0.75) for y in (0.25, 0.75) for z in (1.0, 1.5)]
    for other in ({"moving_oriented_box": turned}, {"moving_hull": {"points": corners, "velocity": [0.0, 0.0, -2.0]}}):
        assert truth.truth({**other, **floor})["time"] == 0.5


@pytest.fixture(scope="module")
def solids():
    return list(queries.solid_queries(seed=3, each=1))


@pytest.fixture(scope="module")
def truths_of_solids(solids):
    return [{"id": query["id"], **truth.truth(query)} for query in solids]


def test_a_solid_with_a_skin_is_never_later(solids, truths_of_solids):
    """Compares the truth without a radius, which has code of its own, with the truth for a radius of 2^-40."""
    compared = 0
    for query, bare in zip(solids, truths_of_solids):
        name = next(name for name in query if name.startswith("moving"))
        skin = truth.truth({**query, name: {**query[name], "radius": 2.0**-40}})
        if bare["start"] == "apart" and bare["end"] == "enters":
            assert skin["end"] == "enters" and skin["time"] <= bare["time"]
            compared += 1
        elif skin["end"] == "none":
            assert bare["end"] == "none"
            compared += 1
    assert compared > 150


def test_the_judge_finds_what_is_clear_of_solids(truths_of_solids):
    of = lambda end: [true for true in truths_of_solids if (true["start"], true["end"]) == ("apart", end)]
    free, contacts = judged(of("none"), [0.5 for _ in of("none")]), judged(of("enters"), [None for _ in of("enters")])
    assert free["false"] == len(of("none")) > free["clearly false"] > 0
    assert contacts["missed"] == len(of("enters")) > contacts["clearly missed"] > 0
