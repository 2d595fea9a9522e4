"""Tests that a batch has the same results as single queries, from arrays of any layout, on any number of threads."""

import _thread
import pickle
import signal
import threading
import time
import tracemalloc

import numpy as np
import pytest

import tangency
from tangency.arrays import batch

FLOATS = (np.float32, np.float64)


def shapes(dtype):
    turned = tangency.Rotation([0, 0, 1, 2], dtype=dtype)
    planes = np.array([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1], [1, 1, 1]], dtype)
    mesh = tangency.Mesh(np.array([[-2, -2, 0], [2, -2, 0], [2, 2, 0], [-2, 2, 1]], dtype), [[0, 1, 2], [0, 2, 3]])
    scene = tangency.Scene(dtype=dtype)
    made = {
        "point": tangency.Point([0, 0, 0.5], velocity=[0.1, 0, 0], dtype=dtype),
        "segment": tangency.Segment([-1, 0, 0], [1, 1, 0], dtype=dtype),
        "triangle": tangency.Triangle([-2, -2, 0], [2, -2, 0], [0, 2, 1], dtype=dtype),
        "box": tangency.Box([-1, -1, -1], [1, 1, 0], velocity=[0, 0, 0.25], dtype=dtype),
        "oriented box": tangency.OrientedBox([0, 0, 0], [2, 1, 1], turned, dtype=dtype),
        "polytope": tangency.Polytope(planes, planes, dtype=dtype),
        "parallelepiped": tangency.Parallelepiped([0, 0, 0], [[2, 0, 0], [0, 2, 0], [1, 0, 2]], dtype=dtype),
        "mesh": mesh,
        "moving mesh": mesh.moving([0, 0.5, 0.5], t_max=3),
        "instance": mesh.instance(turned, [0, 0, 0.25]),
        "scene": scene,
    }
    for name, shape in made.items():
        if name != "scene":
            scene.insert(shape.moving([0.25, 0, 0]) if name != "point" else shape)
    return made


def bodies(dtype, rows=400, seed=1):
    """Falling spheres on a grid of quarters, where ties are common."""
    rng = np.random.default_rng(seed)
    quarters = lambda low, high, *size: (rng.integers(4 * low, 4 * high, size) / 4).astype(dtype)  # noqa: E731
    return {
        "center": quarters(-4, 4, rows, 3) + np.array([0, 0, 3], dtype),
        "radius": quarters(0, 2, rows),
        "velocity": quarters(-2, 2, rows, 3),
        "t_max": quarters(1, 9, rows),
    }


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", shapes(np.float64))
def test_each_row_is_the_answer_alone(name, dtype):
    shape, rows = shapes(dtype)[name], bodies(dtype)
    hits = shape.first_contact(**rows)
    kinds = set()
    for i, found in enumerate(hits):
        ball = tangency.Sphere(*(rows[field][i] for field in ("center", "radius", "velocity", "t_max")))
        alone = shape.first_contact(ball)
        # The signs of zeros count, too.
        assert repr(found) == repr(alone), i
        kinds.add(type(alone))
    assert kinds == {type(None), tangency.Overlap, tangency.Contact}
    assert hits.time.dtype == hits.center.dtype == dtype


@pytest.mark.parametrize("name", ["point", "segment", "triangle", "box", "mesh"])
def test_ellipsoids(name):
    shape, rows = shapes(np.float64)[name], bodies(np.float64)
    radii = np.stack([rows.pop("radius") + 0.5] * 3, axis=1) * [1, 2, 0.5]
    hits = shape.first_contact(**rows, radii=radii)
    for i, found in enumerate(hits):
        egg = tangency.Ellipsoid(rows["center"][i], radii[i], rows["velocity"][i], rows["t_max"][i])
        assert repr(found) == repr(shape.first_contact(egg))
    with pytest.raises(TypeError, match="ellipsoid"):
        shapes(np.float64)["oriented box"].first_contact(**rows, radii=radii)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", shapes(np.float64))
def test_the_other_questions(name, dtype):
    shape, rows = shapes(dtype)[name], bodies(dtype, 250, seed=3)
    balls = [tangency.Sphere(c, r, v, t) for c, r, v, t in zip(*rows.values())]
    for ask in (shape.contact_time, shape.time_down, shape.last_time):
        alone = np.array([np.nan if (t := ask(ball)) is None else t for ball in balls], dtype)
        assert ask(**rows).tobytes() == alone.tobytes()
    place = {"center": rows["center"], "radius": rows["radius"]}
    shared = shape.intersects(**place)
    assert shared.tolist() == [shape.intersects(ball) for ball in balls] and len(set(shared.tolist())) == 2
    if name != "scene":
        closest = shape.closest(rows["center"])
        assert [repr(c) for c in closest] == [repr(shape.closest(center)) for center in rows["center"]]
    if name not in ("mesh", "moving mesh", "instance", "scene"):
        ways = shape.penetration(**place)
        for i, ball in enumerate(balls):
            alone = shape.penetration(ball)
            if alone is None:
                assert np.isnan(ways.depth[i]) and np.isnan(ways.direction[i]).all()
            else:
                assert (tuple(ways.direction[i].tolist()), float(ways.depth[i])) == (alone.direction, alone.depth)
    if name in ("polytope", "parallelepiped"):
        for by_planes in (False, True):
            codes = shape.containment(**place, by_planes=by_planes)
            assert [tangency.CONTAINMENTS[c + 1] for c in codes] == [shape.containment(b, by_planes=by_planes) for b in balls]


def test_layouts():
    """Views, steps, other orders of bytes, lists, broadcasts: always the same bits."""
    mesh, rows = shapes(np.float64)["mesh"], bodies(np.float64)
    plain = mesh.first_contact(**rows).to_dict()
    center = rows["center"]
    backwards = center[::-1].copy()[::-1]
    columns = np.asfortranarray(center)
    wide = np.zeros((len(center), 7))
    wide[:, 2:5] = center
    crooked = np.frombuffer(b"\0" + center.tobytes(), np.uint8)[1:].view(np.float64).reshape(center.shape)
    assert not crooked.flags.aligned and all(a is None or a.flags.aligned for a in batch(mesh.dtype, 3, crooked, 1))
    for other in (backwards, columns, wide[:, 2:5], crooked, center.astype(">f8"), center.astype(np.float32), center.tolist()):
        for name, column in mesh.first_contact(**rows | {"center": other}).to_dict().items():
            assert column.tobytes() == plain[name].tobytes(), name
    one = mesh.first_contact(center[0], 1, velocity=[[0, 0, -1]], t_max=5)
    assert len(one) == 1
    fan = mesh.first_contact(center[0], np.arange(5) / 4, [0, 0, -1])
    assert len(fan) == 5 and repr(fan[4]) == repr(mesh.first_contact(tangency.Sphere(center[0], 1, [0, 0, -1])))
    assert len(mesh.first_contact(np.empty((0, 3)), 1)) == 0


def test_nothing_is_copied():
    """A batch uses its inputs without a copy: Python allocates only the results."""
    rows = 200_000
    floor = tangency.Triangle([0, 0, 0], [4, 0, 0], [0, 4, 0])
    center, velocity = np.ones((rows, 3)), np.full((rows, 3), -1.0)
    out = floor.first_contact(center, 0.5, velocity)
    tracemalloc.start()
    again = floor.first_contact(center, 0.5, velocity, out=out)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert again is out and peak < 100_000 < center.nbytes


@pytest.mark.parametrize("threads", [1, 2, 3, None])
def test_threads_change_nothing(threads):
    mesh, rows = shapes(np.float64)["mesh"], bodies(np.float64, 5000)
    expected = mesh.first_contact(**rows).to_dict()
    found = mesh.first_contact(**rows, threads=threads).to_dict()
    assert all(found[name].tobytes() == expected[name].tobytes() for name in expected)


def test_two_threads_of_python():
    mesh, rows = shapes(np.float64)["mesh"], bodies(np.float64, 20_000)
    expected = mesh.first_contact(**rows).time.tobytes()
    found = [None] * 4

    def ask(i):
        found[i] = mesh.first_contact(**rows, threads=1 if i % 2 else None).time.tobytes()

    workers = [threading.Thread(target=ask, args=(i,)) for i in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert found == [expected] * 4


def test_another_thread_runs_meanwhile_and_ctrl_c_ends_it():
    """The signal comes from a thread that could not run if the batch kept the interpreter's lock."""
    mesh = shapes(np.float64)["mesh"]
    # The query is long unless it is interrupted. The rows repeat a single row, and the result is one number for each.
    center = np.broadcast_to(np.array([0.1, 0.2, 9.3]), (10_000_000, 3))
    began = threading.Event()

    def interrupt():
        began.wait()
        time.sleep(0.3)
        _thread.interrupt_main()

    other = threading.Thread(target=interrupt)
    other.start()
    # If a program runs this test in the background, Ctrl-C may be ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            began.set()
            mesh.last_time(center, 0.7, [0.01, 0.02, -1.03], threads=1)
    finally:
        signal.signal(signal.SIGINT, before)
    other.join()


def test_errors_name_row_and_field():
    mesh, rows = shapes(np.float64)["mesh"], bodies(np.float64, 5000)

    def bad(field, row, value, words):
        broken = rows[field].copy()
        broken[row] = value
        for threads in (1, None):
            with pytest.raises(ValueError, match=words):
                mesh.first_contact(**rows | {field: broken}, threads=threads)

    bad("radius", 4321, -1, r"^row 4321: radius is -1, must not be negative$")
    bad("radius", slice(17, None), np.inf, r"^row 17: radius is inf, must be a finite number$")
    bad("center", (7, 1), np.nan, r"^row 7: center\[1\] is NaN, must be a finite number$")
    bad("velocity", (4999, 2), -np.inf, r"^row 4999: velocity\[2\] is -inf, must be a finite number$")
    bad("t_max", 3, -2, r"^row 3: t_max is -2, must not be negative$")
    bad("t_max", 3, np.nan, r"^row 3: t_max is NaN, must be a time$")
    with pytest.raises(ValueError, match=r"row 1: point\[0\]|row 1: position\[0\]|row 1: center\[0\]"):
        mesh.closest([[0, 0, 0], [np.nan, 0, 0]])
    with pytest.raises(ValueError, match=r"^row 2: radius is -1"):
        mesh.first_contact(np.zeros((3, 3)), [1, 1, -1], exact=True)


@pytest.mark.parametrize(
    "arguments, words",
    [
        (dict(center=np.zeros((4, 2)), radius=1), r"center has shape \(4, 2\), must have \(N, 3\)"),
        (dict(center=np.zeros((4, 3)), radius=np.ones(5)), r"radius has 5 rows, but center has 4"),
        (dict(center=np.zeros((4, 3)), radius=np.ones((4, 1))), r"radius has shape \(4, 1\)"),
        (dict(center=np.zeros((4, 3))), r"radius is missing"),
        (dict(center=np.zeros((4, 3)), radius=1, radii=[1, 1, 1]), r"radius is missing|radius"),
        (dict(center=[[0, 0, 0], [0, 0]], radius=1), r"center is no array of numbers"),
        (dict(center=np.zeros((4, 3), complex), radius=1), r"center holds complex128"),
        (dict(center=np.array([["a"] * 3]), radius=1), r"center holds"),
        (dict(center=np.zeros((4, 3), np.longdouble), radius=1), r"center is .*cannot hold"),
        (dict(center=np.zeros((4, 3)), radius=1, threads=0), r"threads is 0"),
        (dict(center=tangency.Sphere([0, 0], 1)), r"dimension 2"),
        (dict(center=tangency.Sphere([0, 0, 0], 1, dtype=np.float32)), r"float32"),
    ],
)
def test_misfits(arguments, words):
    with pytest.raises(ValueError, match=words):
        shapes(np.float64)["mesh"].first_contact(**arguments)


def test_floats_are_never_rounded_in_silence():
    narrow, wide = shapes(np.float32)["mesh"], np.zeros((2, 3))
    with pytest.raises(ValueError, match="center is float64, which float32 cannot hold"):
        narrow.first_contact(wide, np.float32(1))
    # Plain numbers are rounded to the float of the shape.
    assert len(narrow.first_contact(wide.astype(np.float32), 0.1, [0, 0, -0.1])) == 2
    assert tangency.Sphere(np.zeros(3, np.float32), np.float32(1)).dtype == np.float32


def test_out_is_written_over():
    mesh, rows = shapes(np.float64)["mesh"], bodies(np.float64)
    out = mesh.first_contact(**bodies(np.float64, seed=5))
    expected = mesh.first_contact(**rows)
    assert mesh.first_contact(**rows, out=out) is out
    assert all(a.tobytes() == b.tobytes() for a, b in zip(out.to_dict().values(), expected.to_dict().values()))
    for misfit in (expected[:5], shapes(np.float32)["mesh"].first_contact(**bodies(np.float32)), shapes(np.float64)["box"].first_contact(**rows)):
        with pytest.raises(ValueError, match="out"):
            mesh.first_contact(**rows, out=misfit)


def test_parts_of_hits():
    hits = shapes(np.float64)["mesh"].first_contact(**bodies(np.float64))
    assert len(hits.contacts) + len(hits.overlaps) + (hits.status == tangency.Status.NONE).sum() == len(hits) == 400
    assert (hits.contacts.status == tangency.Status.CONTACT).all()
    assert repr(hits.contacts[3]) == repr(hits[hits.contacts.index[3]])
    assert repr(hits[10:20:2][1]) == repr(hits[12]) and repr(hits[-1]) == repr(hits[399])
    assert hits[[5, 3]].index.tolist() == [5, 3] and hits[2:4].time.base is not None
    with pytest.raises(IndexError):
        hits[400]
    again = pickle.loads(pickle.dumps(hits.contacts))
    assert [repr(hit) for hit in again] == [repr(hit) for hit in hits.contacts]


@pytest.mark.parametrize("name", shapes(np.float64))
def test_pickle(name):
    shape, rows = shapes(np.float32)[name], bodies(np.float32)
    again = pickle.loads(pickle.dumps(shape))
    assert again.dtype == shape.dtype
    assert [repr(a) for a in again.first_contact(**rows)] == [repr(a) for a in shape.first_contact(**rows)]


def test_a_scene_pickles_with_its_numbers():
    scene = tangency.Scene([tangency.Box([i, 0, 0], [i + 1, 1, 1]) for i in range(4)])
    scene.remove(1)
    again = pickle.loads(pickle.dumps(scene))
    assert list(again) == [0, 2, 3] and again[3] == scene[3]
    assert again.insert(tangency.Box([9, 0, 0], [10, 1, 1])) == 4


def test_features_of_many_planes_in_a_scene():
    """The polytope has more planes than the name of a box's feature has numbers."""
    angles = np.arange(9) * 2 * np.pi / 9
    normals = np.stack([np.cos(angles), np.sin(angles), np.zeros(9)], axis=1)
    column = tangency.Polytope(normals, normals)
    scene = tangency.Scene([column])
    ball = tangency.Sphere([5, 0.1, 0], 1, velocity=[-1, 0, 0])
    arrays = (np.array([[5, 0.1, 0], [-5, 0.1, 0]]), 1, np.array([[-1.0, 0, 0], [1.0, 0, 0]]))
    assert scene.first_contact(ball).feature == column.first_contact(ball).feature == tangency.PlaneFeature((0,))
    assert list(scene.first_contact(*arrays).feature) == [hit.feature for hit in column.first_contact(*arrays)]


def test_boxes_of_any_dimension():
    ball = tangency.Sphere([0] * 4, 2)
    assert tangency.intersects(ball, tangency.Box([1] * 4, [3] * 4))
    assert not tangency.intersects(ball, tangency.Box([np.nextafter(1, 2)] * 4, [3] * 4))
    assert not tangency.intersects(tangency.Hollow(ball), tangency.Box([-0.5] * 4, [0.5] * 4))
    assert not tangency.intersects(tangency.Sphere([0] * 5, 0.25), tangency.Hollow(tangency.Box([-1] * 5, [1] * 5)))
    assert tangency.intersects(tangency.Ellipsoid([0], [2]), tangency.Box([2], [3]))
    with pytest.raises(ValueError, match="center has dimension 4, but the shape has 5"):
        tangency.intersects(ball, tangency.Box([0] * 5, [1] * 5))
    with pytest.raises(ValueError, match="sphere.center has dimension 4, but box.min has 12"):
        tangency.intersects(ball, tangency.Box([0] * 12, [1] * 12))
    with pytest.raises(ValueError, match=r"box.min\[3\] is 2, greater than"):
        tangency.Box([0, 0, 0, 2], [1] * 4)
