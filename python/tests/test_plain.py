"""Tests that plain input, such as lists, tuples, numbers and arrays of any kind, has the same results as arrays of the right float."""

from itertools import product

import numpy as np
import pytest

import tangency

CENTERS, VELOCITY = [[1, 1, 5], [9, 9, 5], [1, 2, 0]], [0, 0, -1]
TILE = tangency.Mesh([[0, 0, 0], [4, 0, 0], [0, 4, 0]], [[0, 1, 2]])
BOX = tangency.Box([0, 0, 0], [4, 4, 1])
FLOOR = tangency.Triangle([0, 0, 0], [4, 0, 0], [0, 4, 0])

WRITTEN_ROWS = {
    "lists": lambda rows: [list(row) for row in rows],
    "tuples": lambda rows: [tuple(row) for row in rows],
    "a tuple": lambda rows: tuple(tuple(row) for row in rows),
    "floats": lambda rows: [list(map(float, row)) for row in rows],
    "an array": lambda rows: np.array(rows, float),
    "integers": lambda rows: np.array(rows),
    "columns": lambda rows: np.array(rows, float, order="F"),
    "a view": lambda rows: np.repeat(np.array(rows, float), 2, axis=0)[::2],
    "arrays": lambda rows: [np.array(row, float) for row in rows],
    "read only": lambda rows: np.broadcast_to(np.array(rows, float), (1, len(rows), 3))[0],
    "unaligned": lambda rows: unaligned(rows),
    "swapped": lambda rows: np.array(rows, float).astype(">f8"),
}
WRITTEN_NUMBERS = {
    "integer": lambda x: int(x),
    "float": lambda x: float(x),
    "numpy's": lambda x: np.float64(x),
    "array": lambda x: np.array([x] * 3, float),
    "one": lambda x: np.array([x], float),
    "none dimensional": lambda x: np.array(x, float),
    "list": lambda x: [x] * 3,
}


def unaligned(rows):
    record = np.zeros(len(rows), np.dtype([("skip", "i1"), ("row", "f8", 3)]))
    record["row"] = rows
    return record["row"]


def same(a, b):
    return all(np.array_equal(x, y, equal_nan=x.dtype.kind == "f") for x, y in zip(a.to_dict().values(), b.to_dict().values(), strict=True))


@pytest.mark.parametrize("shape", [TILE, BOX, FLOOR, tangency.Scene([FLOOR, BOX])], ids=lambda shape: type(shape).__name__)
def test_a_batch_answers_the_same_however_it_is_written(shape):
    center, radius, t_max = np.array(CENTERS, float), np.ones(3), np.full(3, 9.0)
    velocity = np.array([VELOCITY] * 3, float)
    hits, times = shape.first_contact(center, radius, velocity, t_max), shape.contact_time(center, radius, velocity, t_max)
    truths, near = shape.intersects(center, radius), shape.closest(center)
    for (name, rows), (of, number) in product(WRITTEN_ROWS.items(), WRITTEN_NUMBERS.items()):
        for way in (VELOCITY, tuple(VELOCITY), np.array(VELOCITY, float), velocity, velocity.tolist()):
            given = rows(CENTERS), number(1), way, number(9)
            again = shape.first_contact(*given)
            assert same(again, hits) and again.shape == (3,), (name, of, way)
            assert np.array_equal(shape.contact_time(*given), times, equal_nan=True)
            assert all(np.array_equal(a, b) for a, b in zip(again._paths, (center, velocity, t_max), strict=True))
        assert np.array_equal(shape.intersects(rows(CENTERS), number(1)), truths)
        assert np.array_equal(shape.closest(rows(CENTERS)).point, near.point, equal_nan=True)


@pytest.mark.parametrize("kind", [tangency.Sphere, tangency.Ellipsoid])
def test_a_body_is_the_same_however_it_is_written(kind):
    size = 2 if kind is tangency.Sphere else [1, 2, 3]
    expected = kind(np.array([1, 2, 3.0]), np.array(size, float), np.array([0, 0, -1.0]), 9.0, dtype=np.float64)
    for center in ([1, 2, 3], (1.0, 2, 3), np.array([1, 2, 3.0]), np.array([1, 2, 3]), [np.float64(1), 2, 3]):
        for velocity in ([0, 0, -1], (0.0, 0, -1), np.array([0, 0, -1.0])):
            for t_max in (9, 9.0, np.float64(9), np.int64(9)):
                body = kind(center, size, velocity, t_max)
                assert body == expected and repr(body) == repr(expected) and hash(body) == hash(expected)
                assert body.dtype == np.float64 and body.dimension == 3 and body.t_max == 9.0
                assert body.moving([1, 1, 1]) == expected.moving([1, 1, 1])


@pytest.mark.parametrize(
    ("kind", "vectors"),
    [
        (tangency.Point, [[1, 2, 3]]),
        (tangency.Point, [[1, 2]]),
        (tangency.Segment, [[1, 2, 3], [4, 5, 6]]),
        (tangency.Segment, [[1, 2], [4, 5]]),
        (tangency.Triangle, [[0, 0, 0], [4, 0, 0], [0, 4, 0]]),
        (tangency.Box, [[1, 2, 3], [4, 5, 6]]),
        (tangency.Box, [[1, 2], [4, 5]]),
    ],
)
def test_a_shape_is_the_same_however_it_is_written(kind, vectors):
    dimension = len(vectors[0])
    way = [1.0] * dimension
    expected = kind(*np.array(vectors, float), velocity=np.array(way), t_max=3.0, dtype=np.float64)
    body = tangency.Sphere([9] * dimension, 1, velocity=[-1] * dimension)
    for write in (list, tuple, lambda v: np.array(v, float), np.array, lambda v: [float(x) for x in v]):
        shape = kind(*map(write, vectors), velocity=write(way), t_max=3)
        assert shape == expected and repr(shape) == repr(expected) and hash(shape) == hash(expected)
        assert shape.velocity == tuple(way) and shape.t_max == 3.0 and shape.dimension == dimension
        assert shape.first_contact(body) == expected.first_contact(body)
        assert shape.moving([0] * dimension) == expected.moving([0] * dimension)


def test_lists_that_change_afterwards_change_nothing():
    center, velocity = [0, 0, 5], [0, 0, -1]
    ball, floor = tangency.Sphere(center, 1, velocity), tangency.Triangle(*(corners := [[0, 0, 0], [4, 0, 0], [0, 4, 0]]))
    center[2], velocity[2], corners[0][2] = 99, 99, 99
    assert ball.center == (0, 0, 5) and ball.velocity == (0, 0, -1) and repr(floor).startswith("Triangle(a=[0.0, 0.0, 0.0]")
    assert tangency.first_contact(ball, floor).time == 4


ODD = (1 << 60) + 1


@pytest.mark.parametrize(
    ("ask", "error", "words"),
    [
        (lambda: FLOOR.first_contact([[0, 0, 5]], True), ValueError, "radius holds bool"),
        (lambda: FLOOR.first_contact([[0, 0, ODD]], 1), ValueError, rf"^row 0: center\[2\] is {ODD}"),
        (lambda: FLOOR.first_contact([[0, 0, 5], [0, 0]], 1), ValueError, "center is no array of numbers"),
        (lambda: FLOOR.first_contact([[0, 0]], 1), ValueError, "center has shape"),
        (lambda: FLOOR.first_contact([], 1), ValueError, r"center has shape \(0,\)"),
        (lambda: FLOOR.first_contact([[0, 0, 5]] * 2, [1, 2, 3]), ValueError, "radius has 3 rows, but center has 2"),
        (lambda: FLOOR.first_contact([[0, 0, 5]], "1"), ValueError, "radius holds"),
        (lambda: FLOOR.first_contact([[0, 0, 5]]), ValueError, "radius is missing"),
        (lambda: FLOOR.first_contact([[0, 0, 5], [0, 0, float("nan")]], 1), ValueError, r"^row 1: center\[2\] is NaN"),
        (lambda: FLOOR.first_contact(np.zeros((2, 3), np.complex128), 1), ValueError, "center holds complex128"),
        (lambda: tangency.Sphere([0, 0, ODD], 1), ValueError, rf"^center\[2\] is {ODD}"),
        (lambda: tangency.Sphere([0, 0, 5], -1), ValueError, r"^sphere\.radius is -1, must not be negative"),
        (lambda: tangency.Sphere([0, 0, 5], 1, [0, 0]), ValueError, r"^velocity has shape \(2,\)"),
        (lambda: tangency.Sphere([0, 0, 5], None), ValueError, "radius holds object"),
        (lambda: tangency.Ellipsoid([0, 0, 5], [1, 1]), ValueError, r"^radii has shape \(2,\)"),
        (lambda: tangency.Box([0, 3], [1, 2]), ValueError, r"^box\.min\[1\] is 3, greater than box\.max\[1\], 2"),
        (lambda: tangency.Triangle([0, 0], [1, 0], [0, 1]), ValueError, r"^a has shape \(2,\), must have \(3,\)"),
        (lambda: tangency.Segment([0, 0, 0], [1, 0]), ValueError, r"^b has shape \(2,\), must have \(3,\)"),
    ],
)
def test_what_is_refused_is_refused_in_the_same_words(ask, error, words):
    with pytest.raises(error, match=words):
        ask()
