"""Tests inflated obstacles: a ball of radius r meets a shape inflated by q as a ball of radius r + q meets the shape itself."""

import pickle

import numpy as np
import pytest

import tangency
from test_batch import FLOATS, bodies
from test_each import NAMES, ROWS, made

TILE = ([[0, 0, 0], [4, 0, 0], [0, 4, 0]], [[0, 1, 2]])
FLOOR = tangency.Triangle(*TILE[0])


def radii(dtype):
    """Inflation radii on the grid of the bodies, so that the sum with the radius of a body is a float."""
    return (np.random.default_rng(5).integers(0, 6, ROWS) / 4).astype(dtype)


def alike(rounded, sharp, inside):
    """Whether hits of a ball and an inflated shape equal the hits of a larger ball and the shape, except for the point, which is on the inflated
    surface. A centre ``inside`` the inflated shape is itself the closest point, and has no normal."""
    for hit, other, is_inside in zip(rounded, sharp, inside, strict=True):
        assert type(hit) is type(other)
        if hit is None:
            continue
        assert (hit.center, hit.feature, hit.triangle, hit.item) == (other.center, other.feature, other.triangle, other.item)
        if isinstance(hit, tangency.Contact):
            assert (hit.time, hit.normal, hit.approach) == (other.time, other.normal, other.approach)
        else:
            assert (hit.normal, hit.point == hit.center) == (None if is_inside else other.normal, is_inside or other.point == other.center)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", NAMES)
def test_the_sum_counts(name, dtype):
    shapes, rows, radius = made(name, dtype), bodies(dtype, ROWS), radii(dtype)
    rounded = shapes.rounded(radius)
    assert rounded.radius.tolist() == radius.tolist() and rounded.radius.dtype == dtype
    grown = rows | {"radius": rows["radius"] + radius}
    inside = shapes.closest(rows["center"]).distance <= radius
    for ask in ("first_contact", "first_entry"):
        hits = getattr(rounded, ask)(**rows)
        alike(hits, getattr(shapes, ask)(**grown), inside)
        assert len(hits.contacts) > 10
        for i in range(0, ROWS, 7):
            ball = tangency.Sphere(*(rows[field][i] for field in ("center", "radius", "velocity", "t_max")))
            assert repr(getattr(rounded[i], ask)(ball)) == repr(hits[i])
    for ask in ("contact_time", "time_down", "last_time", "has_contact"):
        assert getattr(rounded, ask)(**rows).tobytes() == getattr(shapes, ask)(**grown).tobytes()
    place, larger = ({field: of[field] for field in ("center", "radius")} for of in (rows, grown))
    assert rounded.intersects(**place).tolist() == shapes.intersects(**larger).tolist()
    ways, ways_of_larger = rounded.penetration(**place), shapes.penetration(**larger)
    assert ways.depth.tobytes() == ways_of_larger.depth.tobytes() and ways.direction.tobytes() == ways_of_larger.direction.tobytes()


def test_the_sum_is_never_rounded():
    """A ball and a point touch. If the point is inflated by so little that the sum of the radii in floats does not change, they overlap."""
    ball, post = tangency.Sphere([1, 0], 1), tangency.Point([0, 0])
    assert isinstance(post.first_contact(ball), tangency.Contact)
    assert isinstance(post.rounded(2.0**-80).first_contact(ball), tangency.Overlap)
    assert 1 + 2.0**-80 == 1


def hills(**motion):
    axis = np.arange(9.0)
    x, y = (grid.ravel() for grid in np.meshgrid(axis, axis, indexing="ij"))
    corner = (np.arange(8)[:, None] * 9 + np.arange(8)).ravel()
    triangles = np.concatenate([np.stack([corner, corner + 9, corner + 10], 1), np.stack([corner, corner + 10, corner + 1], 1)])
    return tangency.Mesh(np.stack([x, y, (x * 3 + y * 5) % 7 / 4], 1), triangles, **motion)


def test_meshes_and_scenes():
    rng = np.random.default_rng(2)
    center = rng.integers(0, 32, (400, 3)) / 4 + [0, 0, 2]
    velocity = rng.integers(-4, 4, (400, 3)) / 4
    rows = {"center": center, "velocity": velocity, "t_max": 9.0}
    mesh = hills()
    skin = mesh.rounded(0.5)
    pairs = [
        (skin, mesh),
        (hills(radius=0.5, velocity=[0.25, 0, 0]), hills(velocity=[0.25, 0, 0])),
        (skin.instance([0, 0, 1, 2], [0, 0, 1]), mesh.instance([0, 0, 1, 2], [0, 0, 1])),
        (tangency.Scene([skin, skin.instance([1, 0, 0, 2])]), tangency.Scene([mesh, mesh.instance([1, 0, 0, 2])])),
        (tangency.Scene([FLOOR.rounded(0.5), tangency.Box([6, 6, 0], [7, 7, 3], radius=0.5)]), tangency.Scene([FLOOR, tangency.Box([6, 6, 0], [7, 7, 3])])),
    ]
    for rounded, sharp in pairs:
        near, far = rounded.closest(center), sharp.closest(center)
        outside = far.distance > 0.5
        for ask in ("first_contact", "first_entry"):
            hits = getattr(rounded, ask)(**rows, radius=0.25)
            alike(hits, getattr(sharp, ask)(**rows, radius=0.75), ~outside)
            assert len(hits.contacts) > 10
        hits, others = (shape.contacts(**rows, radius=radius) for shape, radius in ((rounded, 0.25), (sharp, 0.75)))
        assert all(np.array_equal(getattr(hits, name), getattr(others, name), equal_nan=True) for name in ("index", "status", "time", "center"))
        for ask in ("contact_time", "has_contact", "last_time"):
            assert getattr(rounded, ask)(**rows, radius=0.25).tobytes() == getattr(sharp, ask)(**rows, radius=0.75).tobytes()
        assert rounded.intersects(center, 0.25).tolist() == sharp.intersects(center, 0.75).tolist()
        assert near.triangle is None or near.triangle[outside].tolist() == far.triangle[outside].tolist()
        # Each is the float nearest to its exact number, so they differ by at most one ulp of the greater.
        assert (abs(near.distance - (far.distance - 0.5))[outside] <= np.spacing(far.distance)[outside]).all()
        assert (near.distance[~outside] == 0).all() and (near.point[~outside] == center[~outside]).all()


def test_out_of_an_earlier_call():
    shapes, rows = made("box", np.float64).rounded(0.5), bodies(np.float64, ROWS)
    for ask in ("first_contact", "first_entry"):
        expected, out = getattr(shapes, ask)(**rows), shapes.first_contact(**bodies(np.float64, ROWS, seed=9))
        assert getattr(shapes, ask)(**rows, out=out) is out
        assert all(out.to_dict()[name].tobytes() == array.tobytes() for name, array in expected.to_dict().items())


# ---- the arguments ----

VIEW = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 1], [0, 0, -1, 0]]
CUBE = [[x, y, z] for z in (0, 1) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]
MAKE = {
    "point": lambda **more: tangency.Point([0, 0, 0], **more),
    "segment": lambda **more: tangency.Segment([0, 0, 0], [1, 0, 0], **more),
    "triangle": lambda **more: tangency.Triangle(*TILE[0], **more),
    "box": lambda **more: tangency.Box([0, 0, 0], [1, 1, 1], **more),
    "oriented box": lambda **more: tangency.OrientedBox([0, 0, 0], [1, 1, 1], [0, 0, 1, 2], **more),
    "parallelepiped": lambda **more: tangency.Parallelepiped([0, 0, 0], np.eye(3), **more),
    "polytope": lambda **more: tangency.Polytope([[0, 0, 0]], [[0, 0, 1]], **more),
    "frustum": lambda **more: tangency.Frustum.from_corners(CUBE, **more),
    "frustum of a view": lambda **more: tangency.Frustum.from_view_projection(VIEW, (1, 0), **more),
    "mesh": lambda **more: tangency.Mesh(*TILE, **more),
    "mesh instance": lambda **more: tangency.Mesh(*TILE).instance([0, 0, 1, 2], **more),
}


@pytest.mark.parametrize("make", MAKE.values(), ids=MAKE)
def test_every_obstacle(make):
    assert make().radius == 0 and make(radius=1).radius == 1.0 and make().rounded(np.float64(0.5)).radius == 0.5
    shape = make(radius=0.5, t_max=7)
    for again in (shape.moving([0, 0, 1], 7).moving([0, 0, 0], 7), pickle.loads(pickle.dumps(shape)), make(t_max=7).rounded(0.5), make(radius=np.array(0.5), t_max=7)):
        assert type(again) is type(shape) and again.radius == 0.5 and again.t_max == 7
        if isinstance(shape, tangency.shapes.Shape):
            assert again == shape and repr(again) == repr(shape) and "radius=0.5" in repr(shape) and shape != shape.rounded(0.25)
    assert tangency.Scene([shape])[0].radius == 0.5
    falls = [tangency.Sphere([0.25, 0.25, 9], radius, [0, 0, -1]) for radius in (0, 0.5)]
    assert shape.moving([0, 0, 0]).contact_time(falls[0]) == make().contact_time(falls[1]) > 7
    assert shape.contact_time(falls[0]) is None
    for radius, words in ((-1, "rounding radius is -1, must not be negative"), (np.nan, "rounding radius is NaN, must be a finite number"), (np.inf, "rounding radius is inf")):
        for refused in (lambda: make(radius=radius), lambda: make().rounded(radius), lambda: make(radius=np.array(radius))):
            with pytest.raises(ValueError, match=f"^{words}"):
                refused()
    with pytest.raises(ValueError, match=r"radius has shape \(2,\), must be one number"):
        make(radius=[1, 2])


def test_floats():
    narrow = tangency.Point(np.zeros(3, np.float32), radius=np.float32(0.1))
    assert narrow.dtype == np.float32 and narrow.radius == np.float32(0.1)
    # A plain float is rounded once, and a number of NumPy is never rounded.
    assert tangency.Point(np.zeros(3, np.float32), radius=0.1).radius == np.float32(0.1)
    assert tangency.Point(np.zeros(3, np.float32), radius=np.float64(0.1)).dtype == np.float64
    with pytest.raises(ValueError, match="radius is float64, which float32 cannot hold"):
        tangency.Point(np.zeros(3, np.float32), radius=np.float64(0.1), dtype=np.float32)
    each = tangency.Point.each(np.zeros((2, 3), np.float32), radius=np.array([0.1, 0.5], np.float32))
    assert each.dtype == np.float32 and each[0].radius == np.float32(0.1) and each[1:].radius.tolist() == [0.5]


def test_rows():
    shapes = tangency.Point.each(np.zeros((3, 2)), radius=[0, 1, 2])
    assert [shape.radius for shape in shapes] == shapes.radius.tolist() == [0, 1, 2]
    assert shapes.contact_time([-9, 0], 1, [1, 0]).tolist() == [8, 7, 6]
    assert shapes.closest([-9, 0]).distance.tolist() == [9, 8, 7] and shapes.closest([-9, 0]).point[:, 0].tolist() == [0, -1, -2]
    assert shapes[1:].moving([1, 0])[0] == tangency.Point([0, 0], velocity=[1, 0], radius=1)
    assert pickle.loads(pickle.dumps(shapes)).radius.tolist() == [0, 1, 2]
    assert len(tangency.Point.each([0, 0], radius=[1, 2])) == 2 and tangency.Point.each(np.zeros((3, 2))).radius.tolist() == [0, 0, 0]
    with pytest.raises(ValueError, match="^row 1: rounding radius is -1, must not be negative$"):
        tangency.Point.each(np.zeros((3, 2)), radius=[0, -1, 2])
    with pytest.raises(ValueError, match="radius has 2 rows, but position has 3"):
        tangency.Point.each(np.zeros((3, 2)), radius=[0, 1])


def test_meshes_keep_their_radius():
    mesh = tangency.Mesh(*TILE, radius=0.5)
    ball = tangency.Sphere([1, 1, 5], 1, velocity=[0, 0, -1])
    assert mesh.contact_time(ball) == mesh.instance([0, 0, 0, 1]).contact_time(ball) == 3.5
    assert mesh.instance([0, 0, 0, 1], radius=0).contact_time(ball) == 4 and mesh.instance([0, 0, 0, 1]).moving([0, 0, 0]).radius == 0.5
    mesh.set_vertices(np.array(TILE[0]) + [0.0, 0, 1])
    assert mesh.radius == 0.5 and mesh.contact_time(ball) == 2.5
    assert mesh.contacts(ball)[0].point == (1, 1, 1.5)


# ---- refusals ----


@pytest.mark.parametrize("make", MAKE.values(), ids=MAKE)
def test_ellipsoids_meet_nothing_that_is_rounded(make):
    shape, egg = make(radius=0.5), tangency.Ellipsoid([0, 0, 5], [1, 2, 3], [0, 0, -1])
    for ask in ("first_contact", "first_entry", "contact_time", "time_down", "last_time", "has_contact", "intersects"):
        with pytest.raises(TypeError, match=f"^{ask} is not asked of an ellipsoid and "):
            getattr(shape, ask)(egg)
        with pytest.raises(TypeError, match=f"^{ask} is not asked of an ellipsoid and "):
            getattr(shape, ask)(np.zeros((2, 3)), radii=[1, 2, 3])


def test_refusals():
    ball, rounded = tangency.Sphere([0, 0, 0], 1), " with a rounding radius$"
    for name in ("parallelepiped", "polytope", "frustum"):
        for by_planes in (False, True):
            with pytest.raises(TypeError, match="^containment.* is not asked of a sphere and a .*" + rounded):
                MAKE[name](radius=0.5).containment(ball, by_planes=by_planes)
    with pytest.raises(TypeError, match="^intersecting is not asked of a sphere and a mesh" + rounded):
        tangency.Mesh(*TILE, radius=0.5).intersecting(ball)
    box = tangency.Box([0, 0, 0], [1, 1, 1], radius=0.5)
    assert tangency.intersects(ball, box)
    with pytest.raises(TypeError, match="^intersects is not asked of a hollow sphere and a box" + rounded):
        tangency.intersects(tangency.Hollow(ball), box)
    with pytest.raises(TypeError, match="hollow box cannot have a rounding radius"):
        tangency.intersects(ball, tangency.Hollow(box))
    with pytest.raises(ValueError, match=r"must have at most \(8,\) for a shape that moves or is inflated"):
        tangency.Box([0] * 9, [1] * 9, radius=0.5)


def test_what_no_file_says(tmp_path):
    mesh = tangency.Mesh(*TILE, radius=0.5)
    with pytest.raises(ValueError, match="mesh.radius is 0.5, must be zero for a solid"):
        tangency.Solid(mesh)
    with pytest.raises(ValueError, match="mesh.radius is 0.5, must be zero for a cast"):
        tangency.cast(mesh, tmp_path / "spheres.csv", tmp_path / "hits.csv")
