"""Tests moves that stay free: they are the same for many bodies as for one, in place, on any number of threads. The shared cases (test_cases.py)
compare them with the command, to the last bit."""

from __future__ import annotations

import pickle
import signal
import threading
import time

import numpy as np
import pytest

import tangency

RNG = np.random.default_rng(5)
COUNT = 300


def level() -> tangency.Mesh:
    """A floor, a wall and a ramp."""
    vertices = [[-9, -9, 0], [9, -9, 0], [9, 9, 0], [-9, 9, 0], [3, -9, 0], [3, 9, 0], [3, 9, 9], [3, -9, 9], [-9, 4, 0], [9, 4, 0], [9, 9, 3], [-9, 9, 3]]
    faces = [[4 * i + j for j in corners] for i in range(3) for corners in ((0, 1, 2), (0, 2, 3))]
    return tangency.Mesh(np.array(vertices, float), faces)


def scene() -> tangency.Scene:
    return tangency.Scene([tangency.Box([-9, -9, -1], [9, 9, 0]), level(), tangency.Segment([0, 0, 0], [0, 0, 9], radius=0.5)])


SHAPES = {
    "mesh": level,
    "instance": lambda: level().instance([0, 0, 1, 2], [1, 0, 0]),
    "rounded": lambda: level().rounded(0.125),
    "scene": scene,
    "box": lambda: tangency.Box([-9, -9, -1], [9, 9, 0]),
    "turned": lambda: tangency.OrientedBox([0, 0, -1], [9, 9, 1], [0.1, 0, 0, 1]),
}


def starts() -> np.ndarray:
    centers = RNG.uniform([-8, -8, -0.2], [8, 8, 4], (COUNT, 3))
    centers[::5, 2] = 0.25
    return centers


def steps() -> np.ndarray:
    return RNG.uniform(-4, 4, (COUNT, 3)) + [0, 0, -1]


def bodies(kind: str, centers: np.ndarray) -> dict:
    if kind == "sphere":
        return {"center": centers, "radius": 0.25}
    if kind == "capsule":
        return {"center": tangency.Capsule.each(centers, axis=[0, 0, 0.5], radius=0.25)}
    if kind == "box":
        return {"center": tangency.OrientedBox.each(centers, [0.25, 0.5, 0.25], [0.5, 0, 0, 1])}
    # Rows of hulls whose first point is the position.
    diamond = np.array([[0, 0, 0], [0.25, 0, 0], [-0.25, 0, 0], [0, 0.25, 0], [0, -0.25, 0.125], [0, 0, -0.25]])
    return {"center": tangency.Hull.each(centers[:, np.newaxis] + diamond, radius=0.125)}


@pytest.mark.parametrize("kind", ["sphere", "capsule", "box", "hull"])
@pytest.mark.parametrize("name", SHAPES)
def test_each_row_is_the_answer_alone(name, kind):
    shape, centers, ways = SHAPES[name](), starts(), steps()
    arrays = bodies(kind, centers)
    advances = shape.advance(**arrays, displacement=ways, legs=True)
    slides = shape.slide(**arrays, displacement=ways, max_iterations=5, legs=True)
    some = {"free": 0, "contact": 0, "overlap": 0}
    for row in range(COUNT):
        body = tangency.Sphere(centers[row], 0.25) if kind == "sphere" else arrays["center"][row]
        for moves, one in ((advances, shape.advance(body, ways[row])), (slides, shape.slide(body, ways[row], max_iterations=5))):
            assert tuple(moves.position[row]) == one.position and tuple(moves.left[row]) == one.left
            contacts = one.contacts if isinstance(one, tangency.Slide) else (one.contact,) if one.contact else ()
            assert moves.contact_count[row] == len(contacts)
            assert moves.first[row] == (one.overlap or (contacts[0] if contacts else None))
            begin, end = moves.legs[0][row : row + 2]
            assert moves.leg_count[row] == end - begin
            if isinstance(one, tangency.Slide):
                assert tuple(map(tuple, moves.legs[1][begin:end])) == one.legs
        some["overlap" if one.overlap else "contact" if contacts else "free"] += 1
    assert min(some.values()) > 10, some
    # No body that began free overlaps anything now: a body that overlaps does not move.
    began = advances.first.status != tangency.Status.OVERLAP
    assert began.sum() > 100
    # Hulls of positions have other sizes, since their points are rounded.
    for moves in (advances, slides) if kind != "hull" else ():
        again = shape.first_entry(**bodies(kind, moves.position))
        assert (again.status[began] != tangency.Status.OVERLAP).all()
        assert (moves.position[~began] == centers[~began]).all() and (moves.left[~began] == ways[~began]).all()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_floats_and_the_plane(dtype):
    wall = tangency.Box(np.array([5, -1], dtype), np.array([6, 1], dtype))
    moves = wall.advance(np.array([[0, 0], [0, 5]], dtype), np.array([8, 0], dtype), dtype(0.3))
    assert moves.position.dtype == dtype and moves.left.dtype == dtype
    ball = tangency.Sphere(np.zeros(2, dtype), dtype(0.3))
    assert tuple(moves.position[0]) == wall.advance(ball, np.array([8, 0], dtype)).position
    assert moves.position[1].tolist() == [8, 5] and moves.left[1].tolist() == [0, 0]
    assert tangency.advance(ball, wall, [8, 0]) == wall.advance(ball, [8, 0])
    assert tangency.slide(ball, wall, [8, 0], max_iterations=1) == wall.slide(ball, [8, 0], max_iterations=1)


def test_in_place_for_a_long_time():
    world, positions, ways = scene(), starts(), steps()
    began = world.first_entry(positions, 0.25).status != tangency.Status.OVERLAP
    moves = world.slide(positions, ways, 0.25)
    array = moves.position
    fresh = moves.position.copy()
    for i in range(20):
        ways = ways[::-1] * 0.9
        fresh = world.slide(fresh, ways, 0.25).position
        again = world.slide(moves.position, ways, 0.25, out=moves)
        assert again is moves and moves.position is array
        assert (array == fresh).all() and moves.legs is None
    assert (world.first_entry(array, 0.25).status[began] != tangency.Status.OVERLAP).all()
    # The remaining displacement may be the displacement of the next move.
    world.advance(moves.position, moves.left, 0.25, out=moves)
    with pytest.raises(ValueError, match="out does not fit"):
        world.slide(positions[:7], ways[:7], 0.25, out=moves)
    with pytest.raises(ValueError, match="does not fit"):
        tangency.Box([0, 0], [1, 1]).slide(positions[:, :2], [1, 0], 0.25, out=moves)


def test_an_error_leaves_the_arrays_as_they_are():
    world, positions = level(), starts()
    moves = world.advance(positions, [0, 0, 0.5], 0.25)
    before = moves.position.copy()
    ways = steps()
    ways[7, 1] = np.nan
    with pytest.raises(ValueError, match=r"^row 7: displacement\[1\] is NaN, must be a finite number$"):
        world.advance(moves.position, ways, 0.25, out=moves)
    assert (moves.position == before).all()


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_change_nothing(threads):
    world, positions, ways = scene(), np.tile(starts(), (10, 1)), np.tile(steps(), (10, 1))
    all_, some = world.slide(positions, ways, 0.25), world.slide(positions, ways, 0.25, threads=threads)
    assert (all_.position == some.position).all() and (all_.left == some.left).all() and (all_.first.time == some.first.time)[all_.first.status > 0].all()


def test_rows_of_all_forms():
    wall = tangency.Box([5, -1], [6, 1])
    # One body with several displacements, rows of several axes, and a shape for each row.
    fan = wall.advance([0, 0], [[8, 0], [0, 8], [-8, 0]], 1)
    assert fan.position.tolist() == [[4, 0], [0, 8], [-8, 0]]
    grid = wall.advance(np.zeros((2, 3, 2)), [[[8, 0]], [[0, 8]]], 1)
    assert grid.shape == (2, 3) and grid.position.reshape(2, 3, 2)[:, 1].tolist() == [[4, 0], [0, 8]]
    walls = tangency.Box.each([[5, -1], [3, -1]], [[6, 1], [6, 1]])
    assert walls.advance([0, 0], [8, 0], 1).position.tolist() == [[4, 0], [2, 0]]
    # Arguments may be given by position, too.
    assert wall.slide([[0, 0]], [[8, 0]], 1).position.tolist() == [[4, 0]]
    again = pickle.loads(pickle.dumps(wall.advance([[0, 0]], [8, 0], 1, legs=True)))
    assert again.position.tolist() == [[4, 0]] and again.legs[1].tolist() == [[4, 0]] and again.first[0].time == 0.5
    assert repr(again) == "<Moves: 1 rows, 1 blocked, 0 overlaps>"


@pytest.mark.parametrize(
    "ask, error, words",
    [
        (lambda wall: wall.advance(tangency.Sphere([0, 0], 1), [1, 0, 0]), ValueError, r"displacement has shape \(3,\), must have \(2,\)"),
        (lambda wall: wall.advance(tangency.Sphere([0, 0], 1), [np.inf, 0]), ValueError, r"displacement\[0\] is inf, must be a finite number"),
        (lambda wall: wall.advance([[0, 0]] * 3, [[1, 0]] * 2, 1), ValueError, "displacement has 2 rows, but the bodies or the shapes have 3"),
        (lambda wall: wall.advance([[0, 0]], [1, 0]), ValueError, "radius is missing"),
        (lambda wall: wall.advance([[0, 0], [0, 0]], [1, 0], [1, -1]), ValueError, "row 1: radius is -1, must not be negative"),
        (lambda wall: wall.slide(tangency.Sphere([0, 0], 1), [1, 0], max_iterations=-1), ValueError, "max_iterations is -1, must not be negative"),
        (lambda wall: wall.advance(tangency.Ellipsoid([0, 0], [1, 2]), [1, 0]), TypeError, "advance is not asked of an ellipsoid and a box"),
        (lambda wall: wall.slide(tangency.Ellipsoid.each([[0, 0]], [1, 2]), [1, 0]), TypeError, "slide is not asked of an ellipsoid and a box"),
        (lambda wall: wall.advance(tangency.Capsule([0.1, 0], [0.7, 0], 1), [1, 0]), ValueError, "capsule.b is 0.7"),
        (lambda wall: wall.advance(tangency.Capsule.each([[0, 0], [0.1, 0]], [0.7, 0], 1), [1, 0]), ValueError, "row 1: b is 0.7"),
        (lambda wall: tangency.Plane([0, 0], [0, 1]).slide(tangency.Sphere([0, 0], 1), [1, 0]), TypeError, "slide is not asked of a sphere and a plane"),
        (lambda wall: tangency.advance(wall, tangency.Sphere([0, 0], 1), [1, 0]), TypeError, "the body comes first"),
    ],
)
def test_what_is_refused_is_refused_in_words(ask, error, words):
    with pytest.raises(error, match=words):
        ask(tangency.Box([5, -1], [6, 1]))


def test_ctrl_c_ends_it():
    world = scene()
    # The query is long unless it is interrupted.
    centers = np.broadcast_to(np.array([1.0, -2.0, 3.0]), (400_000, 3))
    begin = time.perf_counter()
    world.slide(centers[:2000], [3, 2, -4], 0.25)
    whole = (time.perf_counter() - begin) * 200
    # If a program runs this test in the background, Ctrl-C may be ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    try:
        begin = time.perf_counter()
        with pytest.raises(KeyboardInterrupt):
            world.slide(centers, [3, 2, -4], 0.25)
        assert time.perf_counter() - begin < whole / 2
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)
