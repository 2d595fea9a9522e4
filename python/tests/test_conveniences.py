"""What users write by habit is understood, or it is said what is wrong with it."""

import pickle
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest

import tangency
from tangency import Surd

TILE = tangency.Mesh([[0, 0, 0], [4, 0, 0], [0, 4, 0]], [[0, 1, 2]])
BALL = tangency.Sphere([1, 1, 5], 1, velocity=[0, 0, -1])


# ---- names ----


def test_dask_is_there_once_it_is_named():
    script = "import tangency, sys; assert 'tangency.dask' not in sys.modules; print(tangency.dask.cast.__name__, 'dask' in dir(tangency))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout == "cast True\n", done.stderr
    with pytest.raises(AttributeError, match="no attribute 'dusk'"):
        tangency.dusk


# ---- rows of several axes, and paths ----


def test_rows_of_several_axes():
    rng = np.random.default_rng(3)
    center, radius = rng.uniform(0, 3, (5, 4, 3)) + [0, 0, 3], rng.uniform(0.1, 1, (5, 1))
    velocity, t_max = np.array([0, 0.1, -1]), np.array([1.0, 2, 3, 9])
    hits = TILE.first_contact(center, radius, velocity, t_max)
    assert hits.shape == (5, 4) and len(hits) == 20
    times = TILE.contact_time(center, radius, velocity, t_max)
    assert times.shape == TILE.intersects(center, radius).shape == TILE.has_contact(center, radius, velocity, t_max).shape == (5, 4)
    np.testing.assert_array_equal(hits.time.reshape(5, 4)[hits.status.reshape(5, 4) == 1], times[~np.isnan(times)])
    for s in range(5):
        for t in range(4):
            alone = TILE.first_contact(tangency.Sphere(center[s, t], radius[s, 0], velocity, t_max[t]))
            assert repr(hits[s * 4 + t]) == repr(alone)
    assert pickle.loads(pickle.dumps(hits)).shape == (5, 4) and hits[:7].shape == (7,)
    assert TILE.first_contact(center.tolist(), 1).shape == (5, 4)
    with pytest.raises(ValueError, match=r"radius has shape \(5,\), which does not broadcast to \(5, 4\)"):
        TILE.first_contact(center, radius[:, 0])
    with pytest.raises(ValueError, match=r"center has shape \(5, 4, 2\)"):
        TILE.first_contact(center[..., :2], 1)


def test_the_earliest_of_a_path():
    post = tangency.Point([5, 0])
    # Two that go the same way, 1 apart; the second is wider. Each step takes 1, and goes 2.
    x = np.arange(0, 8, 2.0)
    path = np.stack([np.stack([x, np.zeros(4)], axis=1), np.stack([x - 1, np.full(4, 0.5)], axis=1)])
    hits = post.first_contact(path[:, :-1], np.array([[0.5], [2.0]]), np.diff(path, axis=1), t_max=1)
    # The first is at 4.5 at time 2.25; the second reaches it at x = 5 - sqrt(4 - 1/4), later begun by 1: at (1 + x) / 2 = 2.0318.
    row = hits.earliest(start=[0, 1, 2])
    assert np.unravel_index(row, hits.shape) == (1, 2)
    assert 2 + hits[row].time == pytest.approx((6 - 3.75**0.5) / 2)
    # Without a start the times within the steps are compared.
    assert hits.earliest() == int(np.nanargmin(np.where(hits.status > 0, hits.time, np.nan)))
    assert TILE.first_contact([[9, 9, 9]], 1).earliest() is None
    # Sums that are equal as floats are not equal: 1 + 2^-60 is later than 1.
    tie = tangency.Point([0, 0, 0]).first_contact([[0, 0, 1 + 2**-60], [0, 0, 1], [0, 0, 2**-60]], 0, [0, 0, -1])
    assert tie.earliest(start=[0, 0, 1]) == 0
    assert tie[1:].earliest(start=[0, 1]) == 0 and tie[[2, 1]].earliest(start=[1, 0]) == 1


# ---- placing ----


def test_matrices():
    rotation = tangency.Rotation([0.1, -0.7, 0.3, 2])
    matrix = rotation.matrix
    x, y, z, w = map(Fraction, rotation.quaternion)
    square = x * x + y * y + z * z + w * w
    # By the conjugation of quaternions, for the first axis: q i q*.
    assert matrix[0, 0] == float(1 - 2 * (y * y + z * z) / square) and matrix[1, 0] == float(2 * (x * y + z * w) / square)
    np.testing.assert_allclose(matrix @ matrix.T, np.eye(3), atol=1e-15)
    assert np.linalg.det(matrix) == pytest.approx(1)
    np.testing.assert_array_equal(tangency.Rotation([1, 1]).matrix, [[0, -1], [1, 0]])
    quarter = np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1.0]])
    np.testing.assert_array_equal(tangency.Rotation.from_matrix(quarter).matrix, quarter)
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = quarter, [10, 0, 0]
    ball = tangency.Sphere([9, 1, 5], 1, velocity=[0, 0, -1])
    # The corner (4, 0, 0) of the tile is turned to (0, 4, 0).
    expected = TILE.instance(tangency.Rotation([0, 0, 1, 1]), [10, 0, 0]).first_contact(ball)
    assert expected.time == 4 and expected.point == (9, 1, 0)
    for placed in (TILE.instance(pose), TILE.instance(quarter, [10, 0, 0]), TILE.instance(quarter.tolist(), [10, 0, 0]), TILE.instance(pose.tolist())):
        assert placed.first_contact(ball) == expected
    assert TILE.instance([0, 0, 0, 1]).translation == (0, 0, 0)
    crate = tangency.OrientedBox([0, 0, 0], [1, 2, 3], quarter)
    assert crate.closest([9, 0, 0]).distance == 7
    with pytest.raises(ValueError, match=r"rotation\[3\] is \[0.0, 0.0, 0.0, 2.0\]"):
        TILE.instance(np.diag([1.0, 1, 1, 2]))
    with pytest.raises(ValueError, match="translation is given twice"):
        TILE.instance(pose, [0, 0, 0])
    with pytest.raises(ValueError, match="rotation has shape"):
        TILE.instance(np.eye(5))


# ---- meshes of others ----


class Made:
    """Something with these attributes."""

    def __init__(self, **attributes):
        self.__dict__.update(attributes)


def test_meshes_of_others():
    vertices, faces = TILE.vertices, TILE.triangles.astype(np.int64)
    others = {
        "a pair": (vertices, faces),
        "trimesh": Made(vertices=vertices, faces=faces),
        "Open3D": Made(vertices=vertices, triangles=faces),
        "PyVista": Made(points=vertices, faces=np.insert(faces, 0, 3, axis=1).reshape(-1)),
        "meshio": Made(points=vertices, faces=faces),
    }
    for other in others.values():
        mesh = tangency.Mesh(other)
        np.testing.assert_array_equal(mesh.triangles, TILE.triangles)
        np.testing.assert_array_equal(mesh.vertices, TILE.vertices)
    with pytest.raises(ValueError, match=r"triangulate\(\)"):
        tangency.Mesh(Made(points=vertices, faces=np.array([4, 0, 1, 2, 0])))
    with pytest.raises(ValueError, match="triangles are missing"):
        tangency.Mesh(vertices)
    trimesh = pytest.importorskip("trimesh")
    cube = tangency.Mesh(trimesh.creation.box((2, 4, 6)))
    np.testing.assert_array_equal(cube.bounds, [[-1, -2, -3], [1, 2, 3]])


def test_bounds_and_faces():
    mesh = tangency.Mesh([[0, 0, 0], [4, 0, -1], [0, 4, 0], [99, 99, 99]], [[0, 1, 2]])
    np.testing.assert_array_equal(mesh.bounds, [[0, 0, -1], [4, 4, 0]])
    np.testing.assert_array_equal(mesh.faces, mesh.triangles)
    assert tangency.Mesh([], []).bounds is None
    assert tangency.Mesh(mesh.vertices.astype(np.float32), mesh.faces).bounds.dtype == np.float32


def test_contact_of_placed_meshes_and_scenes():
    placed = TILE.instance([0, 0, 0, 1], [0, 0, 2])
    scene = tangency.Scene([placed, tangency.Box([9, 0, 0], [10, 1, 1])])
    centers = [[1, 1, 5], [9.5, 0.5, 5], [5, 5, 5]]
    for met, expected in ((placed, [True, False, False]), (scene, [True, True, False])):
        assert met.has_contact(centers, 1, [0, 0, -1]).tolist() == expected
        assert [met.has_contact(tangency.Sphere(center, 1, [0, 0, -1])) for center in centers] == expected
        assert tangency.has_contact(BALL, met)
        assert not met.has_contact(centers, 1, [0, 0, -1], t_max=1).any()


def test_all_contacts_of_placed_meshes_and_scenes():
    # Three floors under each other; turned by a quarter about x, three walls.
    levels = np.array([[[0, 0, z], [4, 0, z], [0, 4, z]] for z in (0, -1, -2.0)]).reshape(-1, 3)
    stack = tangency.Mesh(levels, np.arange(9).reshape(3, 3))
    turned = stack.instance([1, 0, 0, 1], [0, 10, 0])
    walls = tangency.Mesh(np.stack([levels[:, 0], 10 - levels[:, 2], levels[:, 1]], axis=1), stack.triangles)
    rng = np.random.default_rng(5)
    center = rng.integers(-16, 60, (300, 3)) / 4
    velocity = ([1.5, 9, 1.5] - center) / 4
    ours, theirs = (mesh.contacts(center, 0.5, velocity, 6) for mesh in (turned, walls))
    assert len(ours) > 100
    for name, column in theirs.to_dict().items():
        np.testing.assert_array_equal(ours.to_dict()[name], column)
    for row in range(20):
        ball = tangency.Sphere(center[row], 0.5, velocity[row], 6)
        assert tangency.contacts(ball, turned) == tangency.contacts(ball, walls) == list(ours[ours.index == row])
    # Of a scene, what each item answers alone, in order.
    items = [tangency.Point([3, 3, 3]), turned, tangency.Box([1, 1, 1], [2, 2, 2]), tangency.Point([3, 3, 3], velocity=[0, 0, 0]), tangency.OrientedBox([4, 4, 4], [1, 1, 1], [0, 0, 1, 2])]
    scene = tangency.Scene(items)
    hits, alone = scene.contacts(center, 0.5, velocity, 6), [item.first_contact(center, 0.5, velocity, 6) for item in items]
    for row in range(300):
        expected = [(float(hits_of[row].time), number) for number, hits_of in enumerate(alone) if hits_of.status[row]]
        mine = hits[hits.index == row]
        assert sorted(expected) == sorted(zip(mine.time.tolist(), mine.item.tolist()))
        assert mine.time.tolist() == sorted(mine.time.tolist())
        for hit in mine:
            assert (hit.point, hit.feature, hit.triangle) == (alone[hit.item][row].point, alone[hit.item][row].feature, alone[hit.item][row].triangle)
        twins = [number for number in mine.item if number in (0, 3)]
        assert twins in ([], [0, 3])
        ball = tangency.Sphere(center[row], 0.5, velocity[row], 6)
        assert scene.contacts(ball) == list(mine)
    assert len(tangency.Scene().contacts(center, 0.5)) == 0


# ---- words ----


@pytest.mark.parametrize(
    "ask, kind, words",
    [
        (lambda: tangency.first_contact(TILE, BALL), TypeError, r"the body comes first.*\(Sphere, Mesh\)"),
        (lambda: tangency.contact_time(TILE, BALL), TypeError, "the body comes first"),
        (lambda: tangency.time_down(TILE, BALL), TypeError, "the body comes first"),
        (lambda: tangency.last_time(TILE, BALL), TypeError, "the body comes first"),
        (lambda: tangency.intersects(TILE, BALL), TypeError, "the body comes first"),
        (lambda: tangency.has_contact(TILE, BALL), TypeError, "the body comes first"),
        (lambda: tangency.contacts(TILE, BALL), TypeError, "the body comes first"),
        (lambda: tangency.intersecting(TILE, BALL), TypeError, "the body comes first"),
        (lambda: tangency.penetration(tangency.Box([0, 0, 0], [1, 1, 1]), BALL), TypeError, "the body comes first"),
        (lambda: tangency.closest(TILE, [0, 0, 0]), TypeError, "the point comes first"),
        (lambda: tangency.section(tangency.Plane([0, 0, 0], [0, 0, 1]), BALL), TypeError, "the body comes first"),
        (lambda: tangency.containment(tangency.Plane([0, 0, 0], [0, 0, 1]), BALL), TypeError, "the body comes first"),
        (lambda: tangency.first_contact(BALL, BALL), TypeError, "obstacle is a Sphere, must be a shape"),
        (lambda: tangency.first_contact([[0, 0, 0]], TILE), TypeError, "body is a list.*ask the shape itself"),
        (lambda: TILE.first_contact(TILE), TypeError, "center is a Mesh"),
        (lambda: TILE.first_contact([0, 0, 0], TILE), TypeError, "radius is a Mesh"),
        (lambda: TILE.first_contact([[0, 0, 0]], 1, threads=-1), ValueError, "threads is -1, must be positive"),
        (lambda: TILE.first_contact([[0, 0, 0]], 1, threads=0), ValueError, "threads is 0, must be positive"),
        (lambda: TILE.first_contact([[0, 0, 0]], 1, threads=2.5), TypeError, "float"),
        (lambda: tangency.Mesh([[0, 0, 0]], [[0, 0, 0]], threads=-1), ValueError, "threads is -1, must be positive"),
        (lambda: tangency.cast(TILE, "a.csv", "b.csv", threads=-1), ValueError, "threads is -1, must be positive"),
    ],
)
def test_what_is_wrong_is_said(ask, kind, words):
    with pytest.raises(kind, match=words):
        ask()


def test_what_is_right_is_answered():
    """Each pair of solid and hollow, in the order in which they are asked: the shell of the ball misses that of the room."""
    ball, room = tangency.Sphere([2, 2], 1), tangency.Box([0, 0], [4, 4])
    pairs = [(a, b) for a in (ball, tangency.Hollow(ball)) for b in (room, tangency.Hollow(room))]
    assert [tangency.intersects(*pair) for pair in pairs] == [True, False, True, False]
    for pair in pairs:
        with pytest.raises(TypeError, match="the body comes first"):
            tangency.intersects(*reversed(pair))


def test_pictures_in_words():
    hits = TILE.first_contact([[1, 1, 5]] * 20 + [[9, 9, 9]], 1, [0, 0, -1])
    page = hits._repr_html_()
    assert "21 rows" in page and "approaching" in page and "face" in page and "11 more rows" in page and page.count("<tr>") == 11
    assert "<td>7.0</td>" in TILE.closest([[0, 0, 7]])._repr_html_()
    assert "[1, 1, 1]" not in tangency.Box([0, 0, 0], [1, 1, 1]).first_contact([[0, 0, 5]], 1)._repr_html_()


# ---- exact numbers ----


def test_quotients_of_exact_numbers():
    root = Surd(0, 1, 2)
    assert root / 2 == Surd(0, Fraction(1, 2), 2) and 2 / root == root and root / root == 1
    assert (Surd(1, 1, 2) / Surd(3, -1, 2)) * Surd(3, -1, 2) == Surd(1, 1, 2)
    assert root / Fraction(1, 3) == 3 * root and root / 0.5 == 2 * root and Surd(6) / Surd(4) == Fraction(3, 2)
    assert Surd(0, 1, 8) / root == 2 and abs(-root) == root == abs(root)
    for zero in (0, 0.0, Surd(0)):
        with pytest.raises(ZeroDivisionError):
            root / zero
    with pytest.raises(ArithmeticError, match="no common form"):
        root / Surd(0, 1, 3)
    with pytest.raises(TypeError):
        root / "2"
