"""Tests the closest point of a scene: the point of the closest item or, at equal distances, of the item inserted first; alone, in a batch and as a
table."""

from fractions import Fraction

import numpy as np
import polars
import pytest

import tangency

FLOATS = (np.float32, np.float64)


def exact_square(a, b) -> Fraction:
    return sum((Fraction(float(x)) - Fraction(float(y))) ** 2 for x, y in zip(a, b, strict=True))


@pytest.mark.parametrize("dtype", FLOATS)
def test_it_is_the_least_by_rational_squares(dtype):
    rng = np.random.default_rng(5)
    ties = 0
    for _ in range(30):
        places = rng.integers(-3, 4, (12, 3)).astype(dtype)
        scene = tangency.Scene(dtype=dtype)
        numbers = [scene.insert(tangency.Point(place, velocity=rng.integers(-2, 3, 3).astype(dtype))) for place in places]
        for gone in (2, 7):
            scene.remove(numbers[gone])
        points = rng.integers(-4, 5, (40, 3)).astype(dtype)
        near = scene.closest(points)
        for row, point in enumerate(points):
            squares = {number: exact_square(point, places[i]) for i, number in enumerate(numbers) if i not in (2, 7)}
            least = min(squares.values())
            ties += list(squares.values()).count(least) > 1
            assert near.item[row] == min(number for number, square in squares.items() if square == least)
            assert np.array_equal(near.point[row], places[numbers.index(near.item[row])])
            assert near.distance[row] == dtype(float(least) ** 0.5) or not float(least).is_integer() or dtype is np.float32
    assert ties > 100


def test_alone_in_a_batch_and_by_its_items():
    tile = tangency.Mesh([[0, 0, 0], [4, 0, 0], [0, 4, 0]], [[0, 1, 2]])
    items = [
        tangency.Box([5, 0, 0], [6, 1, 1]),
        tile.instance([0, 1, 0, 1], [-3, 0, 0]),
        tangency.Polytope([[0, 0, -2]], [[0, 0, 1]]),
        tangency.Segment([0, 9, 0], [9, 9, 0]),
    ]
    scene = tangency.Scene(items)
    points = np.random.default_rng(2).uniform(-6, 12, (200, 3))
    near = scene.closest(points)
    assert set(near.item) == {0, 1, 2, 3}
    for row, point in enumerate(points):
        one, own = scene.closest(point), items[near.item[row]].closest(point)
        assert repr(one) == repr(near[row]) and one.item == near.item[row]
        assert (one.point, one.distance, one.feature, one.triangle) == (own.point, own.distance, own.feature, own.triangle)
        assert all(one.distance <= item.closest(point).distance for item in items)
    table = polars.DataFrame(near)
    assert table["item"].to_list() == near.item.tolist()
    assert table["triangle"].to_list() == [None if triangle < 0 else triangle for triangle in near.triangle.tolist()]
    assert near.to_dict()["item"] is near.item
    assert near.to_pandas()["item"].tolist() == near.item.tolist()


def test_nothing_is_closest_where_nothing_is():
    scene = tangency.Scene()
    assert scene.closest([0, 0, 0]) is None and np.isnan(scene.closest([[0, 0, 0]]).distance[0])
    scene.insert(tangency.Mesh(np.empty((0, 3)), np.empty((0, 3), int)))
    assert tangency.closest([0, 0, 0], scene) is None


def test_past_the_largest_float():
    most = np.finfo(np.float64).max
    scene = tangency.Scene([tangency.Point([most, most, most]), tangency.Point([most, most, np.nextafter(most, 0)])])
    near = scene.closest([-most, -most, -most])
    assert near.distance == np.inf and near.item == 1
