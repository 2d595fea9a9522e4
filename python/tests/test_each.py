"""Tests a shape for each row: the result of body i and shape i is the result of this pair alone."""

import pickle

import numpy as np
import pytest

import tangency
from test_batch import FLOATS, bodies

ROWS = 300


def made(name, dtype, rows=ROWS, seed=7):
    """Shapes of a kind on a grid of quarters; many of them are touched and some are flat."""
    rng = np.random.default_rng(seed)
    quarters = lambda low, high, *size: (rng.integers(4 * low, 4 * high, (rows, *size)) / 4).astype(dtype)  # noqa: E731
    motion = {"velocity": quarters(-1, 1, 3), "t_max": quarters(1, 9)}
    if name == "point":
        return tangency.Point.each(quarters(-2, 2, 3), **motion)
    if name == "segment":
        return tangency.Segment.each(quarters(-2, 2, 3), quarters(-2, 2, 3), **motion)
    if name == "triangle":
        return tangency.Triangle.each(quarters(-2, 2, 3), quarters(-2, 2, 3), quarters(-2, 2, 3), **motion)
    if name == "box":
        least = quarters(-2, 1, 3)
        return tangency.Box.each(least, least + quarters(0, 3, 3), **motion)
    if name == "oriented box":
        rotation = quarters(-2, 2, 4)
        rotation[~rotation.any(axis=1)] = 1
        return tangency.OrientedBox.each(quarters(-2, 2, 3), quarters(0, 2, 3), rotation, **motion)
    if name == "parallelepiped":
        return tangency.Parallelepiped.each(quarters(-2, 2, 3), quarters(-1, 1, 3, 3) + 4 * np.eye(3, dtype=dtype), **motion)
    if name == "plane":
        normals = quarters(-2, 2, 1, 3)
        normals[~normals.any(axis=2)] = 1
        return tangency.Polytope.each(quarters(-2, 0, 1, 3), normals, **motion)
    normals = np.concatenate([np.eye(3), -np.eye(3)]).astype(dtype)
    return tangency.Polytope.each(normals + quarters(-1, 1, 1, 3), normals, **motion)


NAMES = ("point", "segment", "triangle", "box", "oriented box", "parallelepiped", "plane", "polytope")


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", NAMES)
def test_each_row_is_the_answer_alone(name, dtype):
    shapes, rows = made(name, dtype), bodies(dtype, ROWS)
    balls = [tangency.Sphere(c, r, v, t) for c, r, v, t in zip(*rows.values())]
    assert len(shapes) == ROWS and shapes.dtype == dtype
    hits = shapes.first_contact(**rows)
    alone = [shape.first_contact(ball) for shape, ball in zip(shapes, balls)]
    assert [repr(hit) for hit in hits] == [repr(hit) for hit in alone]
    assert len({type(hit) for hit in alone}) == 3 and hits.time.dtype == dtype
    for ask in ("contact_time", "time_down", "last_time"):
        times = [getattr(shape, ask)(ball) for shape, ball in zip(shapes, balls)]
        assert getattr(shapes, ask)(**rows).tobytes() == np.array([np.nan if t is None else t for t in times], dtype).tobytes()
    place = {"center": rows["center"], "radius": rows["radius"]}
    assert shapes.intersects(**place).tolist() == [shape.intersects(ball) for shape, ball in zip(shapes, balls)]
    closest = [shape.closest(center) for shape, center in zip(shapes, rows["center"])]
    assert [repr(one) for one in shapes.closest(rows["center"])] == [repr(one) for one in closest]
    ways = shapes.penetration(**place)
    for i, (shape, ball) in enumerate(zip(shapes, balls)):
        way = shape.penetration(ball)
        assert np.isnan(ways.depth[i]) if way is None else (tuple(ways.direction[i].tolist()), ways.depth[i]) == (way.direction, way.depth)
    some = {field: array[:40] for field, array in rows.items()}
    assert shapes[:40].first_contact(**some, exact=True) == [s.first_contact(b, exact=True) for s, b in zip(shapes, balls[:40])]
    assert shapes[:40].last_time(**some, exact=True) == [s.last_time(b, exact=True) for s, b in zip(shapes, balls[:40])]
    if name in ("plane", "polytope", "parallelepiped"):
        for by_planes in (False, True):
            codes = shapes.containment(**place, by_planes=by_planes)
            assert [tangency.CONTAINMENTS[c + 1] for c in codes] == [s.containment(b, by_planes=by_planes) for s, b in zip(shapes, balls)]
    else:
        with pytest.raises(TypeError, match="containment"):
            shapes.containment(**place)


@pytest.mark.parametrize("name", ["point", "segment", "triangle", "box"])
def test_ellipsoids(name):
    shapes, rows = made(name, np.float64), bodies(np.float64, ROWS)
    radii = np.stack([rows.pop("radius") + 0.5] * 3, axis=1) * [1, 2, 0.5]
    hits = shapes.first_contact(**rows, radii=radii)
    for i, (shape, hit) in enumerate(zip(shapes, hits)):
        egg = tangency.Ellipsoid(rows["center"][i], radii[i], rows["velocity"][i], rows["t_max"][i])
        assert repr(hit) == repr(shape.first_contact(egg))
    with pytest.raises(TypeError, match="ellipsoid"):
        made("oriented box", np.float64).first_contact(**rows, radii=radii)


@pytest.mark.parametrize("dtype", FLOATS)
def test_in_the_plane(dtype):
    rng = np.random.default_rng(3)
    a, b = ((rng.integers(-8, 8, (200, 2)) / 4).astype(dtype) for _ in range(2))
    turn = np.array([[1, 2]], dtype)
    least = np.minimum(a, b)
    center, velocity = (rng.integers(-8, 8, (200, 2)).astype(dtype) for _ in range(2))
    for shapes in (
        tangency.Point.each(a),
        tangency.Segment.each(a, b),
        tangency.Box.each(least, np.maximum(a, b)),
        tangency.OrientedBox.each(a, abs(b), turn),
        tangency.Polytope.each(a[:, None], np.array([[1, 2]], dtype)),
    ):
        assert shapes.dimension == 2 and len(shapes) == 200
        hits = shapes.first_contact(center, dtype(0.5), velocity)
        balls = [tangency.Sphere(c, dtype(0.5), v) for c, v in zip(center, velocity)]
        assert [repr(hit) for hit in hits] == [repr(shape.first_contact(ball)) for shape, ball in zip(shapes, balls)]
        assert len(hits.contacts)


def test_what_is_given_once_serves_all():
    a = np.array([[0, 0, 0], [0, 0, 1], [0, 0, 2.0]])
    shapes = tangency.Triangle.each(a, a + [4, 0, 0], c=a + [0, 4, 0])
    assert shapes.first_contact([1, 1, 9], 1, [0, 0, -1]).time.tolist() == [8, 7, 6]
    assert shapes.closest([1, 1, 9]).distance.tolist() == [9, 8, 7]
    fan = tangency.Segment.each([0, 0, 0], a, velocity=[0, 0, 1], t_max=2)
    assert len(fan) == 3 and fan[1] == tangency.Segment([0, 0, 0], [0, 0, 1], velocity=[0, 0, 1], t_max=2)
    turned = tangency.OrientedBox.each(a, [1, 2, 3], tangency.Rotation([0, 0, 1, 1]))
    assert turned[2] == tangency.OrientedBox([0, 0, 2], [1, 2, 3], [0, 0, 1, 1])
    skewed = tangency.Parallelepiped.each(a, np.eye(3))
    assert skewed[1] == tangency.Parallelepiped([0, 0, 1], np.eye(3))
    assert len(tangency.Point.each([1, 2, 3])) == 1
    none = tangency.Box.each(np.empty((0, 3)), np.empty((0, 3)))
    hits = none.first_contact(np.empty((0, 3)), 1)
    assert len(none) == len(hits) == 0 and hits.feature.shape == (0, 3)
    assert tangency.Polytope.each(np.empty((0, 4, 3)), np.empty((0, 4, 3))).first_contact(np.empty((0, 3)), 1).feature.shape == (0, 4)


@pytest.mark.parametrize("threads", [1, 2, 3, None])
def test_threads_and_out(threads):
    shapes, rows = made("triangle", np.float64, 5000), bodies(np.float64, 5000)
    expected = shapes.first_contact(**rows).to_dict()
    out = shapes.first_contact(**bodies(np.float64, 5000, seed=9))
    assert shapes.first_contact(**rows, threads=threads, out=out) is out
    assert all(out.to_dict()[name].tobytes() == expected[name].tobytes() for name in expected)
    with pytest.raises(ValueError, match="out"):
        shapes.first_contact(**rows, out=out[:10])


def test_rows_of_shapes():
    shapes, rows = made("box", np.float32), bodies(np.float32, ROWS)
    expected = [repr(hit) for hit in shapes.first_contact(**rows)]
    assert repr(shapes) == f"<Each: {ROWS} of Box>"
    assert type(shapes[-1]) is tangency.Box and shapes[-1] == shapes[ROWS - 1] and shapes[5].dtype == np.float32
    again = pickle.loads(pickle.dumps(shapes))
    assert [repr(hit) for hit in again.first_contact(**rows)] == expected
    mask = np.arange(ROWS) % 3 == 0
    some = shapes[mask].first_contact(**{field: array[mask] for field, array in rows.items()})
    assert [repr(hit) for hit in some] == expected[::3]
    faster = shapes.moving([0, 0, 2])
    assert faster[7] == shapes[7].moving([0, 0, 2])
    with pytest.raises(IndexError):
        shapes[ROWS]
    # Later changes of the arrays do not matter.
    a = np.zeros((2, 3))
    points = tangency.Point.each(a)
    a += 5
    assert points[0] == tangency.Point([0, 0, 0]) == pickle.loads(pickle.dumps(points))[1]


def test_a_table_of_spheres():
    polars = pytest.importorskip("polars")
    table = polars.DataFrame({name: [1.0, 1.0] for name in "x y z radius".split()} | {"vx": [0, 0], "vy": [0, 0], "vz": [-1.0, 2.0], "t_max": [None, 1.0]})
    shapes = tangency.Point.each([[1, 1, -3], [1, 1, 6]])
    assert shapes.first_contact(table).time.tolist()[0] == 3 and shapes.first_contact(table)[1] is None


def test_errors_name_the_row():
    a = np.zeros((3000, 3))
    b = a + [1, 0, 0]
    b[2345, 1] = np.nan
    with pytest.raises(ValueError, match=r"^row 2345: segment.b\[1\] is NaN, must be a finite number$"):
        tangency.Segment.each(a, b)
    with pytest.raises(ValueError, match=r"^row 2: box.min\[0\] is 0, greater than box.max\[0\], -1$"):
        tangency.Box.each(a, a - (np.arange(3000) > 1)[:, None])
    normals = np.ones((3, 4, 3))
    normals[1, 2] = 0
    with pytest.raises(ValueError, match=r"^row 1: planes\[2\]: "):
        tangency.Polytope.each(np.zeros((4, 3)), normals)
    for field, value, words in (("velocity", np.inf, "velocity"), ("t_max", -1, "t_max is -1")):
        bad = {"velocity": np.zeros((3000, 3)), "t_max": np.ones(3000)}
        bad[field][17] = value
        with pytest.raises(ValueError, match=f"^row 17: .*{words}"):
            tangency.Point.each(a, **bad)
    with pytest.raises(ValueError, match="^row 2: radius is -1, must not be negative$"):
        tangency.Point.each(a).first_contact([0, 0, 0], np.where(np.arange(3000) == 2, -1, 1))


@pytest.mark.parametrize(
    "make, error, words",
    [
        (lambda: tangency.Triangle.each([0, 0, 0], [1, 0, 0]), TypeError, "missing 1 required positional argument: .c"),
        (lambda: tangency.Triangle.each([0, 0, 0], [1, 0, 0], [1, 0, 0], [1, 0, 0]), TypeError, "takes 4 positional arguments but 5 were given"),
        (lambda: tangency.Point.each([0, 0, 0], position=[1, 0, 0]), TypeError, "multiple values for argument .position"),
        (lambda: tangency.Point.each([0, 0, 0], where=[1, 0, 0]), TypeError, "unexpected keyword argument .where"),
        (lambda: tangency.Point.each(np.zeros((3, 4))), ValueError, r"position has shape \(3, 4\)"),
        (lambda: tangency.Triangle.each(*np.zeros((3, 5, 2))), ValueError, r"a has shape \(5, 2\)"),
        (lambda: tangency.Segment.each(np.zeros((3, 3)), np.zeros((3, 2))), ValueError, r"b has shape \(3, 2\)"),
        (lambda: tangency.Segment.each(np.zeros((3, 3)), np.zeros((4, 3))), ValueError, "b has 4 rows, but a has 3"),
        (lambda: tangency.Segment.each(np.zeros((3, 3)), np.zeros((1, 4, 3))), ValueError, "b has shape"),
        (lambda: tangency.OrientedBox.each([0, 0, 0], [1, 1, 1], [0, 1]), ValueError, r"rotation has shape \(1, 2\)"),
        (lambda: tangency.Parallelepiped.each([0, 0, 0], np.ones((2, 3))), ValueError, "there are 2 edges, must be 3"),
        (lambda: tangency.Polytope.each(np.zeros((2, 3)), np.ones((3, 3))), ValueError, "there are 2 points and 3 normals"),
        (lambda: tangency.Point.each(np.zeros((3, 3)), dtype=np.float32), ValueError, "float64, which float32 cannot hold"),
        (lambda: tangency.Point.each(np.zeros((3, 3))).first_contact(np.zeros((4, 3)), 1), ValueError, "center has 4 rows, but the shapes have 3"),
        (lambda: tangency.Point.each(np.zeros((3, 3))).first_contact(tangency.Sphere([0, 0, 0], 1)), TypeError, "arrays"),
        (lambda: tangency.Scene([tangency.Point.each(np.zeros((3, 3)))]), TypeError, "scene"),
    ],
)
def test_misfits(make, error, words):
    with pytest.raises(error, match=words):
        make()
