"""Tests that common forms of input are understood, or refused with a helpful message."""

import itertools
import pathlib
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


def test_only_names_of_the_package_are_listed():
    listed = {name for name in dir(tangency) if not name.startswith("__")}
    assert listed == {*tangency.__all__, "dask"}


# ---- rows of several axes, and paths ----


def test_rows_of_several_axes():
    rng = np.random.default_rng(3)
    center, radius = rng.uniform(0, 3, (5, 4, 3)) + [0, 0, 3], rng.uniform(0.1, 1, (5, 1))
    velocity, t_max = np.array([0, 0.1, -1]), np.array([1.0, 2, 3, 9])
    hits = TILE.first_contact(center, radius, velocity, t_max)
    assert hits.shape == hits.time.shape == hits.index.shape == (5, 4) and hits.point.shape == (5, 4, 3) and len(hits) == 5
    times = TILE.contact_time(center, radius, velocity, t_max)
    assert times.shape == TILE.intersects(center, radius).shape == TILE.has_contact(center, radius, velocity, t_max).shape == (5, 4)
    np.testing.assert_array_equal(hits.time[hits.status == 1], times[~np.isnan(times)])
    for s in range(5):
        for t in range(4):
            alone = TILE.first_contact(tangency.Sphere(center[s, t], radius[s, 0], velocity, t_max[t]))
            assert repr(hits[s, t]) == repr(hits[s][t]) == repr(alone)
    assert pickle.loads(pickle.dumps(hits)).shape == (5, 4) and hits[:3].shape == (3, 4) and hits[:, 1:].shape == (5, 3) and hits[[0, 1], [2, 3]].shape == (2,)
    assert TILE.first_contact(center.tolist(), 1).shape == (5, 4)
    with pytest.raises(ValueError, match=r"radius has shape \(5,\), which does not broadcast to \(5, 4\)"):
        TILE.first_contact(center, radius[:, 0])
    with pytest.raises(ValueError, match=r"center has shape \(5, 4, 2\)"):
        TILE.first_contact(center[..., :2], 1)


def test_the_earliest_of_a_path():
    post = tangency.Point([5, 0])
    # Two that move along the same line, 1 apart; the second is wider. Each step takes 1, and is 2 long.
    x = np.arange(0, 8, 2.0)
    path = np.stack([np.stack([x, np.zeros(4)], axis=1), np.stack([x - 1, np.full(4, 0.5)], axis=1)])
    hits = post.first_contact(path[:, :-1], np.array([[0.5], [2.0]]), np.diff(path, axis=1), t_max=1)
    # The first is at 4.5 at time 2.25; the second, which began by 1 later, reaches it at x = 5 - sqrt(4 - 1/4): at (1 + x) / 2 = 2.0318.
    row = hits.earliest(start=[0, 1, 2])
    assert row == (1, 2)
    assert 2 + hits[row].time == pytest.approx((6 - 3.75**0.5) / 2)
    # Without a start the times within the steps are compared.
    times = np.where(hits.status > 0, hits.time, np.inf)
    assert hits.earliest() == np.unravel_index(np.argmin(times), hits.shape)
    for axis in (0, 1, -1):
        met = np.isfinite(times).any(axis=axis)
        np.testing.assert_array_equal(hits.earliest(axis=axis), np.where(met, times.argmin(axis=axis), -1))
    assert TILE.first_contact([[9, 9, 9]], 1).earliest() is None
    # Sums that are equal as floats are not equal: 1 + 2^-60 is later than 1.
    tie = tangency.Point([0, 0, 0]).first_contact([[0, 0, 1 + 2**-60], [0, 0, 1], [0, 0, 2**-60]], 0, [0, 0, -1])
    assert tie.earliest(start=[0, 0, 1]) == 0 and tie.earliest(start=[0, 0, 1], axis=0) == 0
    with pytest.raises(ValueError, match="start holds NaN"):
        tie.earliest(start=[0, np.nan, 0])
    assert tie[1:].earliest(start=[0, 1]) == 0 and tie[[2, 1]].earliest(start=[1, 0]) == 1


# ---- placing ----


def test_matrices():
    rotation = tangency.Rotation([0.1, -0.7, 0.3, 2])
    matrix = rotation.matrix
    x, y, z, w = map(Fraction, rotation.quaternion)
    square = x * x + y * y + z * z + w * w
    # The first axis is rotated by the product of quaternions q i q*.
    assert matrix[0, 0] == float(1 - 2 * (y * y + z * z) / square) and matrix[1, 0] == float(2 * (x * y + z * w) / square)
    np.testing.assert_allclose(matrix @ matrix.T, np.eye(3), atol=1e-15)
    assert np.linalg.det(matrix) == pytest.approx(1)
    # A matrix of float32, or one that was printed, is a rotation; a matrix that scales, shears or mirrors is refused by every constructor.
    narrow = matrix.astype(np.float32).astype(np.float64)
    assert np.abs(tangency.Rotation.from_matrix(narrow).matrix - matrix).max() < 1e-6
    tangency.Rotation.from_matrix(np.round(matrix, 4))
    for wrong, words in (
        (2 * matrix, "columns 0 and 0 have the scalar product (4|3.99)"),
        (0.001 * matrix, "columns 0 and 0 have the scalar product"),
        (matrix + [[0, 0.01, 0], [0, 0, 0], [0, 0, 0]], "is no rotation, its columns"),
        (matrix @ np.diag([1, 1, -1]), "must not mirror"),
        (np.zeros((3, 3)), "must have 1"),
    ):
        for make in (
            tangency.Rotation.from_matrix,
            TILE.instance,
            lambda turn: TILE.instance(turn, [1, 2, 3]),
            lambda turn: TILE.instance(np.block([[turn, np.zeros((3, 1))], [np.zeros((1, 3)), np.ones((1, 1))]])),
            lambda turn: tangency.OrientedBox([0, 0, 0], [1, 1, 1], turn),
        ):
            with pytest.raises(ValueError, match=f"rotation.matrix .*{words}"):
                make(wrong)
    with pytest.raises(ValueError, match="columns 0 and 0 have the scalar product 4, must have 1"):
        TILE.instance(np.diag([2.0, 2, 2, 1]))
    with pytest.raises(ValueError, match="columns 1 and 1 have the scalar product 9, must have 1"):
        tangency.Rotation.from_matrix([[1, 0], [0, 3]])
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


# ---- meshes of other packages ----


class Made:
    """An object with these attributes."""

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
    with pytest.raises(ValueError, match="triangles is missing"):
        tangency.Mesh(vertices)
    for path in ("part.stl", pathlib.Path("part.stl")):
        with pytest.raises(TypeError, match="vertices is the path 'part.stl', must be numbers: Mesh.from_file reads a file"):
            tangency.Mesh(path)
    # Open3D has meshes of tensors in this form.
    tensor = Made(cpu=lambda: Made(numpy=lambda: vertices)), Made(cpu=lambda: Made(numpy=lambda: faces))
    tensors = Made(vertex={"positions": tensor[0]}, triangle={"indices": tensor[1]})
    np.testing.assert_array_equal(tangency.Mesh(tensors).triangles, TILE.triangles)
    trimesh = pytest.importorskip("trimesh")
    cube = tangency.Mesh(trimesh.creation.box((2, 4, 6)))
    np.testing.assert_array_equal(cube.bounds, [[-1, -2, -3], [1, 2, 3]])
    scene = trimesh.Scene()
    scene.add_geometry(trimesh.creation.box((2, 4, 6)))
    scene.add_geometry(trimesh.creation.box((2, 2, 2)), transform=trimesh.transformations.translation_matrix([10, 0, 0]))
    both = tangency.Mesh(scene)
    assert len(both) == 24
    np.testing.assert_array_equal(both.bounds, [[-1, -2, -3], [11, 2, 3]])


def test_bounds_and_faces():
    mesh = tangency.Mesh([[0, 0, 0], [4, 0, -1], [0, 4, 0], [99, 99, 99]], [[0, 1, 2]])
    np.testing.assert_array_equal(mesh.bounds, [[0, 0, -1], [4, 4, 0]])
    np.testing.assert_array_equal(mesh.faces, mesh.triangles)
    assert tangency.Mesh([], []).bounds is None and tangency.Scene().bounds is None
    np.testing.assert_array_equal(mesh.rounded(0.5).bounds, [[-0.5, -0.5, -1.5], [4.5, 4.5, 0.5]])
    assert tangency.Mesh(mesh.vertices.astype(np.float32), mesh.faces).bounds.dtype == np.float32


def test_attributes():
    assert tangency.Point([1, 2]).position == (1, 2)
    segment = tangency.Segment([1, 2], [3, 4])
    assert (segment.a, segment.b) == ((1, 2), (3, 4))
    triangle = tangency.Triangle([0, 0, 0], [4, 0, 0], [0, 4, 0])
    assert (triangle.a, triangle.b, triangle.c) == ((0, 0, 0), (4, 0, 0), (0, 4, 0))
    box = tangency.Box([0] * 12, [1] * 12)
    assert (box.min, box.max) == ((0,) * 12, (1,) * 12)
    crate = tangency.OrientedBox([0, 0, 1], [1, 2, 3], tangency.Rotation([0, 0, 1, 2], dtype=np.float32), dtype=np.float32)
    assert (crate.center, crate.half_extents, crate.rotation) == ((0, 0, 1), (1, 2, 3), tangency.Rotation([0, 0, 1, 2], dtype=np.float32))
    skew = tangency.Parallelepiped([0, 0, 1], np.eye(3))
    assert skew.center == (0, 0, 1) and skew.edges.tolist() == np.eye(3).tolist()
    corner = tangency.Polytope([[0, 0], [1, 0]], [[0, 1], [1, 0]])
    assert corner.points.tolist() == [[0, 0], [1, 0]] and corner.normals.tolist() == [[0, 1], [1, 0]]


def surface(shape):
    """Points of a shape, exactly, as fractions: its corners, moved by its radius along the axes."""
    ends = []
    if isinstance(shape, tangency.OrientedBox):
        x, y, z, w = map(Fraction, shape.rotation.quaternion)
        square = x * x + y * y + z * z + w * w
        turn = [
            [x * x + w * w - y * y - z * z, 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), y * y + w * w - x * x - z * z, 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), z * z + w * w - x * x - y * y],
        ]
        halves = [[Fraction(h) * sign for h, sign in zip(shape.half_extents, signs)] for signs in itertools.product((-1, 1), repeat=3)]
        ends = [[Fraction(c) + sum(a * b for a, b in zip(row, half)) / square for c, row in zip(shape.center, turn)] for half in halves]
    elif isinstance(shape, tangency.Parallelepiped):
        for signs in itertools.product((-1, 1), repeat=3):
            ends.append([Fraction(c) + sum(Fraction(float(e)) * s for e, s in zip(column, signs)) / 2 for c, column in zip(shape.center, shape.edges.T)])
    elif isinstance(shape, tangency.Box):
        ends = [shape.min, shape.max]
    else:
        ends = [getattr(shape, name) for name in ("position", "a", "b", "c") if hasattr(shape, name)]
    return [[Fraction(x) for x in end] for end in ends]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_bounds_are_around_what_is_there(dtype):
    rng = np.random.default_rng(11)

    def numbers(*size):
        return (rng.integers(-90, 90, size) / 10).astype(dtype)

    shapes = []
    for _ in range(20):
        radius = dtype(rng.integers(0, 4) / 10)
        low = numbers(3)
        turn = numbers(4) + dtype(0.01)
        shapes += [
            tangency.Point(numbers(3), radius=radius),
            tangency.Segment(numbers(3), numbers(3), radius=radius),
            tangency.Triangle(numbers(3), numbers(3), numbers(3), radius=radius),
            tangency.Box(low, low + np.abs(numbers(3)), radius=radius),
            tangency.OrientedBox(numbers(3), np.abs(numbers(3)), turn, radius=radius),
            tangency.Parallelepiped(numbers(3), numbers(3, 3) + np.eye(3, dtype=dtype) * dtype(50), radius=radius),
        ]
    for shape in shapes:
        points, (low, high) = surface(shape), shape.bounds
        assert shape.bounds.dtype == dtype and shape.bounds.shape == (2, 3)
        for axis in range(3):
            least, most = (pick(point[axis] for point in points) for pick in (min, max))
            least, most = least - Fraction(shape.radius), most + Fraction(shape.radius)
            room = Fraction(float(np.finfo(dtype).eps)) * 10_000
            assert 0 <= least - Fraction(float(low[axis])) <= room and 0 <= Fraction(float(high[axis])) - most <= room, (shape, axis)
    scene = tangency.Scene(shapes)
    np.testing.assert_array_equal(scene.bounds, [np.min([s.bounds[0] for s in shapes], axis=0), np.max([s.bounds[1] for s in shapes], axis=0)])
    turned = tangency.Mesh(numbers(9, 3), np.arange(9).reshape(3, 3)).instance(numbers(4) + dtype(0.01), numbers(3), radius=dtype(0.5))
    matrix, (low, high) = turned.rotation.matrix, turned.bounds
    corners = turned.mesh.vertices @ matrix.T + np.array(turned.translation)
    np.testing.assert_allclose([low, high], [corners.min(axis=0) - 0.5, corners.max(axis=0) + 0.5], rtol=1e-5)
    assert (corners - 0.5 >= low).all() and (corners + 0.5 <= high).all()
    low, high = tangency.Scene([turned]).bounds
    assert (low <= turned.bounds[0]).all() and (high >= turned.bounds[1]).all()
    half = tangency.Polytope([[0, 0, 1], [5, 0, 0]], [[0, 0, 1], [1, 1, 0]])
    np.testing.assert_array_equal(half.bounds, [[-np.inf] * 3, [np.inf, np.inf, 1]])


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
    # These are three floors, one below the other; after a quarter turn about x they are three walls.
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
    # For a scene, these are the results of each item alone, in order.
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
        (lambda: tangency.first_contact([[0, 0, 0]], TILE), TypeError, "body is a list.*call the method of the shape"),
        (lambda: TILE.first_contact(TILE), TypeError, "center is a Mesh"),
        (lambda: TILE.first_contact([0, 0, 0], TILE), TypeError, "radius is a Mesh"),
        (lambda: TILE.first_contact([[0, 0, 0]], 1, threads=-1), ValueError, "threads is -1, must be positive"),
        (lambda: TILE.first_contact([[0, 0, 0]], 1, threads=0), ValueError, "threads is 0, must be positive"),
        (lambda: TILE.first_contact([[0, 0, 0]], 1, threads=2.5), TypeError, "float"),
        (lambda: tangency.Scene([tangency.Plane([0, 0, 0], [0, 0, 1])]), TypeError, "a plane cannot be an item of a scene"),
        (lambda: tangency.Scene().insert(tangency.Scene()), TypeError, "a scene cannot be an item of a scene"),
        (lambda: TILE.closest([[0, 0, 0], [0, np.nan, 0]]), ValueError, r"^row 1: point\[1\] is NaN"),
        (lambda: TILE.closest([0, np.nan, 0]), ValueError, r"^point\[1\] is NaN"),
        (lambda: TILE.closest(np.array([0, np.nan, 0])), ValueError, r"^point\[1\] is NaN"),
        (lambda: tangency.Point.each([[0, 0], [np.nan, 0]]), ValueError, r"^row 1: position\[0\] is NaN|^row 1: point.position\[0\] is NaN"),
        (lambda: TILE.first_contact(np.zeros((2, 3, 3)), [[1, 1, 1], [1, -1, 1]]), ValueError, "^row 1, 1: radius is -1"),
        (lambda: TILE.closest([[[0, 0, 0]], [[0, 0, np.inf]]]), ValueError, r"^row 1, 0: point\[2\] is inf"),
        (lambda: TILE.first_contact(np.zeros((2, 3, 3)), [[1, 1, 1], [1, -1, 1]], exact=True), ValueError, "^row 1, 1: radius is -1"),
        (lambda: TILE.slide(np.zeros((2, 2, 3)), [0, 0, 1], [[1, 1], [-1, 1]]), ValueError, "^row 1, 0: radius is -1"),
        (lambda: tangency.Mesh([[0, 0, 0]], [[0, 0, 0]], threads=-1), ValueError, "threads is -1, must be positive"),
        (lambda: tangency.cast(TILE, "a.csv", "b.csv", threads=-1), ValueError, "threads is -1, must be positive"),
    ],
)
def test_what_is_wrong_is_said(ask, kind, words):
    with pytest.raises(kind, match=words):
        ask()


def test_what_is_right_is_answered():
    """Each pair of solid and hollow, in the order of the queries: the shell of the ball misses the shell of the room."""
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
