"""Tests that integers that a float cannot represent and values that are not numbers are refused, and that the error names the row and the field."""

import numpy as np
import pytest

import tangency

MESH = tangency.Mesh([[0, 0, 0], [4, 0, 0], [0, 4, 0]], [[0, 1, 2]])
NARROW = tangency.Mesh(MESH.vertices.astype(np.float32), MESH.triangles)
ODD, NARROW_ODD = 2**53 + 1, 2**24 + 1


def rows(kind=np.int64):
    return np.array([[1, 1, 5], [1, 1, 6], [1, 1, 7]], kind)


def test_integers_that_fit_are_taken():
    for kind in (np.int64, np.uint64, np.int32, np.uint8):
        assert MESH.first_contact(rows(kind), 1, [0, 0, -1]).time.tolist() == [4, 5, 6]
        assert NARROW.first_contact(rows(kind), 1, [0, 0, -1]).time.tolist() == [4, 5, 6]
    # The number is large but has few digits: 2^60 is a float.
    for large in (2**53, 2**60, 3 * 2**61):
        assert tangency.Sphere([large, 0, -large], 1).center == (large, 0, -large)
        far = np.array([[0, 0, large]])
        assert MESH.first_contact(far, 0, [0, 0, -1]).time[0] == large


@pytest.mark.parametrize(
    "arguments, words",
    [
        (dict(center=rows() + [[0, 0, 0], [0, 0, 0], [0, ODD - 1, 0]], radius=1), rf"^row 2: center\[1\] is {ODD}, which float64 cannot hold"),
        (dict(center=-rows() - [[0, 0, 0], [0, 0, ODD - 6], [0, 0, 0]], radius=1), rf"^row 1: center\[2\] is -{ODD}, which"),
        (dict(center=rows(), radius=np.array([1, ODD, 1])), rf"^row 1: radius is {ODD}, which"),
        (dict(center=rows(), radius=np.array([1, 2**64 - 1, 1], np.uint64)), rf"^row 1: radius is {2**64 - 1}, which"),
        (dict(center=rows(), radius=1, velocity=np.array([0, ODD, 0])), rf"^velocity\[1\] is {ODD}, which"),
        (dict(center=rows(), radius=1, t_max=ODD), rf"^t_max is {ODD}, which"),
        (dict(center=rows(), radii=np.array([[1, 1, 1], [1, 1, 1], [ODD, 1, 1]])), rf"^row 2: radii\[0\] is {ODD}"),
        # In a list with floats, NumPy rounds the integer before the package gets it.
        (dict(center=[[1.5, ODD, 0]], radius=1), rf"^row 0: center\[1\] is {ODD}"),
        (dict(center=[1.5, ODD, 0], radius=1), rf"^center\[1\] is {ODD}"),
        (dict(center=[1, 2**70 + 1, 0], radius=1), rf"^center\[1\] is {2**70 + 1}"),
    ],
)
def test_integers_that_would_be_rounded(arguments, words):
    with pytest.raises(ValueError, match=words):
        MESH.first_contact(**arguments)


def test_of_a_narrow_float():
    with pytest.raises(ValueError, match=rf"^row 1: center\[0\] is {NARROW_ODD}, which float32 cannot hold"):
        NARROW.first_contact(np.array([[0, 0, 5], [NARROW_ODD, 0, 5]]), 1)
    with pytest.raises(ValueError, match=rf"^row 1: center\[0\] is {NARROW_ODD}, which float32 cannot hold"):
        NARROW.first_contact(np.array([[0, 0, 5], [NARROW_ODD, 0, 5]], np.int32), 1)
    with pytest.raises(ValueError, match=rf"^t_max is {NARROW_ODD}"):
        tangency.Sphere(np.zeros(3, np.float32), np.float32(1), t_max=NARROW_ODD)
    with pytest.raises(ValueError, match=rf"^radius is {NARROW_ODD}"):
        NARROW.first_contact(np.zeros((2, 3), np.float32), NARROW_ODD)
    assert NARROW.first_contact(np.zeros((2, 3), np.float32), NARROW_ODD - 1).status.tolist() == [2, 2]


@pytest.mark.parametrize(
    "make, words",
    [
        (lambda: tangency.Sphere([ODD, 0, 0], 1), rf"^center\[0\] is {ODD}"),
        (lambda: tangency.Sphere([0, 0, 0], ODD), rf"^radius is {ODD}"),
        (lambda: tangency.Sphere([0, 0, 0], 1, t_max=ODD), rf"^t_max is {ODD}"),
        (lambda: tangency.Ellipsoid([0, 0, 0], [1, ODD, 1]), rf"^radii\[1\] is {ODD}"),
        (lambda: tangency.Box(np.array([0, 0, 0]), np.array([1, ODD, 1])), rf"^max\[1\] is {ODD}"),
        (lambda: tangency.Triangle([0, 0, 0], [0, 0, ODD], [0, 1, 0]), rf"^b\[2\] is {ODD}"),
        (lambda: tangency.Plane([0, 0, 0], [0, 0, ODD]), rf"^normal\[2\] is {ODD}"),
        (lambda: tangency.Rotation([0, 0, 1, ODD]), rf"^rotation\[3\] is {ODD}"),
        (lambda: tangency.Mesh(np.array([[0, 0, 0], [1, 0, 0], [0, ODD, 0]]), [[0, 1, 2]]), rf"^vertices\[2\]\[1\] is {ODD}"),
        (lambda: MESH.set_vertices([[0, 0, 0], [1, 0, 0], [0, ODD, 0]]), rf"^vertices\[2\]\[1\] is {ODD}"),
        (lambda: MESH.closest([[0, 0, 0], [0, ODD, 0]]), rf"^row 1: point\[1\] is {ODD}"),
        (lambda: tangency.Point.each(np.array([[0, 0, 0], [0, ODD, 0]])), rf"^row 1: position\[1\] is {ODD}"),
        (lambda: tangency.Mesh(MESH.vertices, MESH.triangles, velocity=[0, ODD, 0]), rf"^velocity\[1\] is {ODD}"),
    ],
)
def test_everywhere(make, words):
    with pytest.raises(ValueError, match=words):
        make()


def test_what_is_masked_is_no_number():
    center = np.ma.array(rows(float), mask=[[0, 0, 0], [0, 0, 1], [0, 0, 0]])
    with pytest.raises(ValueError, match=r"^row 1: center\[2\] is masked, must be a number"):
        MESH.first_contact(center, 1)
    with pytest.raises(ValueError, match=r"^row 2: radius is masked"):
        MESH.first_contact(rows(float), np.ma.masked_greater([1.0, 2.0, 3.0], 2.5))
    with pytest.raises(ValueError, match=r"^row 1: center\[2\] is masked"):
        MESH.first_contact(list(center), 1)
    with pytest.raises(ValueError, match=r"^center\[2\] is masked"):
        tangency.Sphere(center[1], 1)
    with pytest.raises(ValueError, match=r"^vertices\[1\]\[2\] is masked"):
        tangency.Mesh(center, [[0, 1, 2]])
    with pytest.raises(ValueError, match="triangles"):
        tangency.Mesh(rows(float), np.ma.array([[0, 1, 2]], mask=[[0, 0, 1]]))
    # A masked array without masked values loses nothing.
    assert MESH.first_contact(np.ma.array(rows(float)), 1, [0, 0, -1]).time.tolist() == [4, 5, 6]
