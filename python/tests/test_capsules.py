"""Tests capsules that move, and motions from point to point: by hand with small numbers, and by properties."""

import pickle
import re
from fractions import Fraction

import numpy as np
import polars
import pytest

import tangency
from tangency import Capsule, Sphere
from test_batch import FLOATS

TIMES = ("contact_time", "time_down", "last_time", "has_contact")
TILE = tangency.Triangle([0, 0, 0], [4, 0, 0], [0, 4, 0])
QUARTER = tangency.Rotation([0, 0, 1, 1])


def flat(radius=0.0, dtype=None):
    """Obstacles in the plane."""
    return [
        tangency.Point([2, 1], radius=radius, dtype=dtype),
        tangency.Segment([2, -1], [2, 1], radius=radius, dtype=dtype),
        tangency.Box([1, -1], [3, 1], radius=radius, dtype=dtype),
        tangency.OrientedBox([2, 0], [2, 1], [1, 1], radius=radius, dtype=dtype),
    ]


def solid(radius=0.0, dtype=None):
    """Obstacles in space."""
    mesh = tangency.Mesh([[0, 0, 0], [2, 0, 0], [2, 2, 0], [0, 2, 1]], [[0, 1, 2], [0, 2, 3]], radius=radius, dtype=dtype)
    return [
        tangency.Point([1, 1, 0], radius=radius, dtype=dtype),
        tangency.Segment([-1, 0, 0], [1, 0, 1], radius=radius, dtype=dtype),
        tangency.Triangle([0, 0, 0], [2, 0, 0], [0, 2, 1], radius=radius, dtype=dtype),
        tangency.Box([-1, -1, -1], [1, 1, 0], radius=radius, dtype=dtype),
        tangency.OrientedBox([0, 0, 0], [2, 1, 1], QUARTER.quaternion, radius=radius, dtype=dtype),
        tangency.Parallelepiped([0, 0, 0], [[2, 0, 0], [1, 2, 0], [0, 0, 1]], radius=radius, dtype=dtype),
        mesh,
        mesh.instance(QUARTER.quaternion, [1, 0, 0]),
    ]


def placed(dimension, count=60, dtype=np.float64):
    """Positions, ends, radii and velocities that are multiples of 1/2, so that ties are common."""
    rng = np.random.default_rng(dimension)
    halves = lambda low, high, *size: (rng.integers(2 * low, 2 * high, (count, *size)) / 2).astype(dtype)  # noqa: E731
    return zip(halves(-4, 4, dimension), halves(-1, 2, dimension), halves(0, 2), halves(-3, 3, dimension))


# ---- by hand ----


def test_it_stands_lands_and_lies():
    hero = Capsule([1, 1, 5], [1, 1, 6], 0.5, velocity=[0, 0, -1])
    hit = tangency.first_contact(hero, TILE)
    assert hit == tangency.Contact(4.5, (1.0, 1.0, 0.5), (1.0, 1.0, 0.0), (0.0, 0.0, 1.0), tangency.Feature("face"), "approaching")
    assert hit.other_point is None
    # The capsule lies on the floor: the end that comes first, seen from `a`, is the point.
    for a, b in (([1, 1, 5], [2, 1, 5]), ([2, 1, 5], [1, 1, 5])):
        hit = TILE.first_contact(Capsule(a, b, 1, velocity=[0, 0, -2]))
        assert (hit.time, hit.center, hit.normal) == (2.0, (*map(float, a[:2]), 1.0), (0.0, 0.0, 1.0))
        assert (hit.point, hit.other_point) == ((*map(float, a[:2]), 0.0), (*map(float, b[:2]), 0.0))
    exact = TILE.first_contact(Capsule([1, 1, 5], [2, 1, 5], 1, velocity=[0, 0, -2]), exact=True)
    assert exact.time == 2 and exact.point == (1, 1, 0) and exact.other_point == (2, 1, 0)
    assert TILE.first_contact(hero, exact=True).other_point is None


@pytest.mark.parametrize("dtype", FLOATS)
def test_every_question(dtype):
    wall = tangency.Box([5, -1], [6, 1], dtype=dtype)
    pole = Capsule([0, 0], [0, 3], 1, velocity=[1, 0], dtype=dtype)
    assert (wall.contact_time(pole), wall.time_down(pole), wall.last_time(pole), wall.has_contact(pole)) == (4.0, 4.0, 7.0, True)
    assert wall.last_time(pole, exact=True) == 7
    assert wall.first_contact(pole).point == (5.0, 0.0) and wall.first_contact(pole).other_point == (5.0, 1.0)
    assert wall.first_entry(pole).time == 4.0 and wall.first_entry(pole, exact=True).time == 4
    assert wall.intersects(Capsule([4, 0], [4, 3], 1, dtype=dtype)) and not wall.intersects(pole)
    assert not wall.has_contact(Capsule([0, 0], [0, 3], 1, velocity=[1, 0], t_max=3.5, dtype=dtype))
    # The capsule slides along a floor, and only the wall blocks it.
    floor = tangency.Box([-9, -2], [9, -1], dtype=dtype)
    slides = Capsule([0, 0], [2, 0], 1, velocity=[1, 0], dtype=dtype)
    assert floor.first_contact(slides).approach == "sliding" and floor.first_entry(slides) is None
    # The axis must leave through the floor: 1 to reach the floor, and then the radius.
    room = tangency.Box([0, 0], [4, 4], dtype=dtype)
    assert room.penetration(Capsule([1, 1], [3, 1], 0.5, dtype=dtype)) == tangency.Penetration((0.0, -1.0), 1.5)
    assert room.penetration(Capsule([9, 1], [9, 3], 0.5, dtype=dtype)) is None
    near = room.closest(Capsule([7, 8], [9, 8], 1, dtype=dtype))
    assert near == tangency.ClosestPair((4.0, 4.0), (7.0, 8.0), 4.0, tangency.BoxFeature((1, 1)))
    near = tangency.closest(Capsule([1, 1, 3], [9, 9, 3], 1), tangency.Mesh(np.array([[0, 0, 0], [4, 0, 0], [0, 4, 0]]), [[0, 1, 2]]))
    assert near == tangency.ClosestPair((1.0, 1.0, 0.0), (1.0, 1.0, 3.0), 2.0, tangency.Feature("face"), triangle=0)


def test_rounded():
    pole = Capsule([0, 0], [0, 2], 1, velocity=[1, 0])
    hit = tangency.Point([5, 1], radius=0.5).first_contact(pole)
    assert (hit.time, hit.center, hit.point, hit.normal) == (3.5, (3.5, 0.0), (4.5, 1.0), (-1.0, 0.0))
    assert tangency.Point([5, 1], radius=0.5).closest(pole).distance == 3.5


def test_the_other_end_is_never_rounded():
    # The other end, 1e16 + 1, is not a float, and this end touches the post.
    post = tangency.Point([1e16 + 2, 5])
    beam = Capsule([1e16, 0], axis=[1, 0], radius=1, velocity=[0, 1])
    assert post.contact_time(beam) == 5.0
    assert post.contact_time(Capsule(beam.a, beam.b, 1, velocity=[0, 1])) is None
    for same in (pickle.loads(pickle.dumps(beam)), eval(repr(beam))):
        assert same == beam and same.axis == (1.0, 0.0) and post.contact_time(same) == 5.0


# ---- laws ----


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("radius", [0.0, 0.5])
@pytest.mark.parametrize("dimension", [2, 3])
def test_without_length_it_is_a_sphere(dimension, radius, dtype):
    met = set()
    for shape in (flat if dimension == 2 else solid)(radius, dtype):
        for a, _, size, velocity in placed(dimension, dtype=dtype):
            ball, dot = Sphere(a, size, velocity), Capsule(a, a, size, velocity=velocity)
            for ask in ("first_contact", "first_entry"):
                assert getattr(shape, ask)(dot) == getattr(shape, ask)(ball), (shape, ball)
                assert getattr(shape, ask)(dot, exact=True) == getattr(shape, ask)(ball, exact=True), (shape, ball)
            for ask in (*TIMES, "intersects"):
                assert getattr(shape, ask)(dot) == getattr(shape, ask)(ball), (shape, ball, ask)
            if not isinstance(shape, (tangency.Mesh, tangency.MeshInstance)):
                assert shape.penetration(dot) == shape.penetration(ball), (shape, ball)
            near = shape.closest(Capsule(a, a, 0 * size))
            if not (dimension == 2 and isinstance(shape, tangency.OrientedBox)):
                point = shape.closest(a)
                assert (near.point, near.distance, near.feature, near.triangle) == (point.point, point.distance, point.feature, point.triangle)
            assert near.on_axis == tuple(a.tolist())
            met.add(type(shape.first_contact(ball)))
    assert len(met) == 3


def test_it_is_met_where_a_rounded_segment_is():
    """A point that moves to a capsule, and a capsule that moves to a point."""
    contacts = 0
    for a, axis, size, velocity in placed(3, 300):
        at = np.array([1.0, 1.0, 0.0])
        rod = tangency.Segment(a, a + axis, radius=size)
        way = velocity / 4 + at - a
        came = rod.first_contact(Sphere(at, 0, -way), exact=True)
        went = tangency.Point(at).first_contact(Capsule(a, a + axis, size, velocity=way), exact=True)
        assert (came is None) == (went is None)
        if isinstance(went, tangency.ExactContact):
            contacts += 1
            assert isinstance(came, tangency.ExactContact) and came.time == went.time
    assert contacts > 30


@pytest.mark.parametrize("radius", [0.0, 0.5])
def test_a_mesh_is_its_triangles(radius):
    rng = np.random.default_rng(4)
    vertices = rng.integers(-4, 4, (12, 3)) / 2
    triangles = np.array([rng.choice(12, 3, replace=False) for _ in range(14)])
    mesh = tangency.Mesh(vertices, triangles, radius=radius)
    parts = [tangency.Triangle(*vertices[triangle], radius=radius) for triangle in triangles]
    seen = {None: 0, tangency.ExactContact: 0, tangency.ExactOverlap: 0}
    for a, axis, size, velocity in placed(3, 150):
        # Some begin among the triangles, and most move towards them.
        body = Capsule(a * 1.25, axis=axis, radius=size / 2, velocity=velocity * 0.75 - a)
        alone = [part.first_contact(body, exact=True) for part in parts]
        whole, hit = mesh.first_contact(body, exact=True), mesh.first_contact(body)
        assert mesh.has_contact(body) == any(answer is not None for answer in alone)
        assert mesh.intersects(body) == any(part.intersects(body) for part in parts)
        nearest = min(part.closest(body).distance for part in parts)
        assert mesh.closest(body).distance == nearest
        if all(answer is None for answer in alone):
            assert whole is None and hit is None
            seen[None] += 1
            continue
        seen[type(whole)] += 1
        if isinstance(whole, tangency.ExactOverlap):
            assert isinstance(alone[whole.triangle], tangency.ExactOverlap) and isinstance(hit, tangency.Overlap)
            continue
        assert not any(isinstance(answer, tangency.ExactOverlap) for answer in alone)
        # The earliest contact counts; at the same time, the triangle with the lowest number.
        first = min((answer.time, i) for i, answer in enumerate(alone) if answer is not None)
        assert (whole.time, whole.triangle) == first
        one = alone[whole.triangle]
        assert (whole.center, whole.point, whole.other_point, whole.normal, whole.feature) == (one.center, one.point, one.other_point, one.normal, one.feature)
        assert hit.time == parts[hit.triangle].first_contact(body).time
    assert min(seen.values()) >= 5, seen


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("dimension", [2, 3])
def test_the_closest_points_of_many_are_those_of_each(dimension, dtype):
    for shape in (flat if dimension == 2 else solid)(0.25, dtype):
        a, axis, size, _ = (np.array(column, dtype) for column in zip(*placed(dimension, 40, dtype=dtype), strict=True))
        bodies = [Capsule(start, axis=along, radius=radius, dtype=dtype) for start, along, radius in zip(a, axis, size, strict=True)]
        rows = Capsule.each(a, axis=axis, radius=size, dtype=dtype)
        near = shape.closest(rows)
        assert list(near) == [shape.closest(body) for body in bodies]
        assert near.on_axis.dtype == near.distance.dtype == dtype
        assert near[3:5].on_axis.tolist() == near.on_axis[3:5].tolist()
        assert np.array_equal(shape.closest(rows, threads=1).on_axis, near.on_axis)
        table = near.to_pandas()
        names = [f"{name}_{k}" for name in ("point", "on_axis") for k in "xyz"[:dimension]]
        assert list(table.columns)[: 2 + 2 * dimension] == ["index", *names, "distance"]
        assert polars.DataFrame(near).columns == list(table.columns)
        assert table[names].to_numpy().tolist() == np.hstack([near.point, near.on_axis]).tolist()
    pole = Capsule.each([[[7, 8], [5, 1]]], axis=[2, 0], radius=1)
    assert tangency.closest(pole, tangency.Box([0, 0], [4, 4])).distance.tolist() == [[4.0, 0.0]]
    # An empty scene has no closest point.
    nothing = tangency.closest(Capsule.each([[0, 0, 0]], axis=[1, 0, 0], radius=1), tangency.Scene())
    assert nothing[0] is None and np.isnan(nothing.on_axis).all()


# ---- from point to point ----


def test_a_body_that_goes_to_a_point():
    ball = Sphere([0, 0, 5], 1, to=[0, 0, 3])
    assert (ball.velocity, ball.to, ball.t_max) == ((0.0, 0.0, -2.0), (0.0, 0.0, 3.0), 1.0)
    assert repr(ball) == "Sphere((0.0, 0.0, 5.0), radius=1.0, to=(0.0, 0.0, 3.0))"
    assert ball.moving([0, 0, -2], 1).to is None and ball.moving([0, 0, -2], 1) != ball
    assert ball.moving([0, 0, -2], 1).moving_to([0, 0, 3]) == ball
    assert Sphere([0, 0, 5], 1, to=[0, 0, 3], t_max=4).t_max == 4.0
    assert TILE.first_contact(ball) is None and TILE.contact_time(Sphere([0, 0, 5], 1, to=[0, 0, 3], t_max=4)) == 2.0
    for body in (ball, tangency.Ellipsoid([0, 0, 5], [1, 2, 3], to=[0, 0, 1]), Capsule([0, 0, 5], [0, 0, 6], 1, to=[0, 0, 1]), Sphere(np.zeros(3, np.float32), 1, to=np.ones(3, np.float32), t_max=2)):
        for same in (pickle.loads(pickle.dumps(body)), type(body)(**body._keywords())):
            assert same == body and repr(same) == repr(body) and (same.to, same.t_max, same.velocity) == (body.to, body.t_max, body.velocity)


@pytest.mark.parametrize("dtype", FLOATS)
def test_with_small_numbers_it_is_a_velocity(dtype):
    for dimension in (2, 3):
        for shape in (flat if dimension == 2 else solid)(dtype=dtype):
            for a, axis, size, way in placed(dimension, 40, dtype):
                for one in (Sphere(a, size), Capsule(a, a + axis, size)):
                    assert shape.first_contact(one.moving_to(a + way)) == shape.first_contact(one.moving(way, 1))
                    there = np.asarray(shape.moving_to(way, from_=np.zeros(dimension, dtype)).to, dtype)
                    assert there.tolist() == way.tolist()
                    goes = shape.moving_to(way, from_=np.zeros(dimension, dtype))
                    assert goes.first_contact(one) == shape.moving(way, 1).first_contact(one)
                    assert (goes.velocity, goes.t_max, goes.from_) == (tuple(way.tolist()), 1.0, (0.0,) * dimension)


def test_the_way_is_never_rounded():
    # 0.9 - 0.1 is not a float, and the body arrives exactly at the end.
    post = tangency.Point([1.4, 0, 1])
    beam = Capsule([0.1, 0, 0], axis=[0, 0, 2], radius=0.5, to=[0.9, 0, 0])
    hit = post.first_contact(beam)
    reach = Fraction(0.9) + Fraction(1, 2)
    assert (hit is not None) == (reach >= Fraction(1.4))
    ball = Sphere([0.1, 0, 0], 1, to=[0.7, 0, 0])
    hit = tangency.Point([1.7, 0, 0]).first_contact(ball, exact=True)
    assert Fraction(1.7) == Fraction(0.7) + 1 and hit.time == 1 and hit.center == (Fraction(0.7), 0, 0)


def test_where_a_shape_begins():
    """Each shape moves to its position at time 1, as with the equal velocity."""
    way = np.array([1.0, 2, -3])
    corner = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]
    mesh = tangency.Mesh(corner, [[0, 1, 2]])
    begins = [
        (tangency.Point([1, 2, 3]), [1, 2, 3]),
        (tangency.Segment([1, 2, 3], [4, 4, 4]), [1, 2, 3]),
        (tangency.Triangle([1, 2, 3], *corner[1:]), [1, 2, 3]),
        (tangency.Box([1, 2, 3], [4, 4, 4]), [1, 2, 3]),
        (tangency.OrientedBox([1, 2, 3], [1, 1, 1], QUARTER.quaternion), [1, 2, 3]),
        (tangency.Parallelepiped([1, 2, 3], np.eye(3)), [1, 2, 3]),
        (mesh, [0, 0, 0]),
        (mesh.instance([0, 0, 1, 1], [1, 2, 3]), [1, 2, 3]),
    ]
    for shape, begin in begins:
        goes = shape.moving_to(way + begin)
        assert (goes.from_, goes.velocity) == (tuple(map(float, begin)), tuple(way.tolist())), shape
        ball = Sphere([1, 2, 0], 1.5)
        assert goes.first_contact(ball) == shape.moving(way, 1).first_contact(ball)
        again = pickle.loads(pickle.dumps(goes))
        assert (again.to, again.from_, again.t_max, repr(again)) == (goes.to, goes.from_, 1.0, repr(goes))
        assert again.rounded(0.5).to == goes.to and again.moving(way).to is None
    body = tangency.Polytope([[0, 0, 0]], [[0, 0, 1]])
    with pytest.raises(ValueError, match="from_ is missing, must be there: a Polytope"):
        body.moving_to([0, 0, 1])
    assert body.moving_to([0, 0, 1], from_=[0, 0, 0]).contact_time(Sphere([0, 0, 1.5], 1)) == 0.5
    # The difference of the two heights of this lift is not a float.
    lift = tangency.Box([0, 0, -1], [1, 1, 0.1], to=[0, 0, 0.3], from_=[0, 0, 0.1])
    assert lift.contact_time(Sphere([0.5, 0.5, 0.3], 0)) == 1.0
    assert tangency.Scene([lift]).contact_time(Sphere([0.5, 0.5, 0.3], 0)) == 1.0
    assert tangency.Point([0, 0], to=[1, 0]) == tangency.Point([0, 0]).moving_to([1, 0]) != tangency.Point([0, 0], velocity=[1, 0], t_max=1)


@pytest.mark.parametrize("dtype", FLOATS)
def test_rows_of_shapes_go_to_points(dtype):
    rng = np.random.default_rng(2)
    a, b, to, center = (rng.standard_normal((50, 3)).astype(dtype) for _ in range(4))
    for rows, other in ((tangency.Segment.each(a, b, to=to), a), (tangency.Segment.each(a, b).moving_to(to, from_=b), b)):
        assert rows[3].from_ == tuple(other[3].tolist()) and rows[3].to == tuple(to[3].tolist())
        radius = dtype(0.25)
        times = rows.contact_time(center, radius)
        alone = [shape.contact_time(Sphere(place, radius)) for shape, place in zip(rows, center)]
        assert times.tobytes() == np.array([np.nan if time is None else time for time in alone], dtype).tobytes()
        assert np.isfinite(times).any() and np.nanmax(times) <= 1
        again = pickle.loads(pickle.dumps(rows[10:20]))
        assert again.contact_time(center[10:20], radius).tobytes() == times[10:20].tobytes()
        assert rows.moving([0, 0, 0])[0].to is None
    assert tangency.Point.each([[0, 0], [1, 0]], to=[5, 0], t_max=9)[1].t_max == 9


# ---- refusals ----


def test_who_is_not_asked():
    pole, rod = Capsule([0, 0, 0], [0, 0, 1], 1), Capsule([0, 0], [1, 0], 1)
    corner = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]
    polytope = tangency.Polytope([[0, 0, 0]], [[0, 0, 1]])
    cases = [
        (lambda: polytope.first_contact(pole), TypeError, "first_contact is not asked of a capsule and a polytope"),
        (lambda: tangency.Plane([0, 0, 0], [0, 0, 1]).section(pole), TypeError, "section is not asked of a capsule and a plane"),
        (lambda: TILE.contacts(pole), TypeError, "contacts is not asked of a capsule and a triangle"),
        (lambda: tangency.Mesh(corner, [[0, 1, 2]]).penetration(pole), TypeError, "penetration is not asked of a capsule and a mesh"),
        (lambda: tangency.Box([0] * 4, [1] * 4).has_contact(Capsule([0] * 4, [1] * 4, 1)), TypeError, "has_contact is not asked of a capsule and a box"),
        (lambda: TILE.closest(Sphere([0, 0, 0], 1)), TypeError, "closest is not asked of a sphere and a triangle"),
        (lambda: TILE.closest(Sphere.each([[0, 0, 0]], 1)), TypeError, "point is rows of Sphere, must be rows of Capsule, or points"),
        (lambda: polytope.closest(Capsule.each([[0, 0, 0]], [[0, 0, 1]], 1)), TypeError, "closest is not asked of a capsule and a polytope"),
        (lambda: tangency.Box([0, 0], [1, 1]).intersects(tangency.Hollow(rod)), TypeError, "a hollow Capsule"),
        (lambda: TILE.first_contact([pole, pole], 1), TypeError, "rows of bodies as Capsule.each makes them"),
        (lambda: tangency.Point.each([[0, 0, 0]] * 2).contact_time(pole), TypeError, "each row has a shape of its own"),
        (lambda: TILE.first_contact(rod), ValueError, "a has dimension 2, but the shape has 3"),
        (lambda: TILE.first_contact(Capsule([0, 0, 0], [0, 0, 1], 1, dtype=np.float32)), ValueError, "float32"),
        (lambda: Capsule([0, 0], [1, 0], -1), ValueError, "capsule.radius is -1, must not be negative"),
        (lambda: Capsule([0, 0], [1, float("nan")], 1), ValueError, "capsule.b[1] is NaN, must be a finite number"),
        (lambda: Capsule([0, 0], axis=[1, float("inf")], radius=1), ValueError, "capsule.axis[1] is inf"),
        (lambda: Capsule([0, 0], [1, 0, 0], 1), ValueError, "b has shape (3,), must have (2,)"),
        (lambda: Capsule([0, 0], [1, 0], 1, axis=[1, 0]), ValueError, "a capsule must have one of b and axis"),
        (lambda: Capsule([0, 0], radius=1), ValueError, "a capsule must have one of b and axis"),
        (lambda: Capsule([0, 0], [1, 0]), ValueError, "radius is missing"),
        (lambda: Capsule([0] * 9, [1] * 9, 1), ValueError, "a has shape (9,), must have at most (8,) for a capsule"),
        (lambda: Sphere([0, 0], 1, [1, 0], to=[1, 0]), ValueError, "velocity and to are both given"),
        (lambda: Sphere([0, 0], 1, to=[1, float("nan")]), ValueError, "to[1] is NaN"),
        (lambda: tangency.Point([0, 0], velocity=[1, 0], to=[1, 0]), ValueError, "velocity and to are both given"),
        (lambda: tangency.Point([0, 0], from_=[1, 0]), ValueError, "from_ is given without to"),
        (lambda: tangency.Point.each([[0, 0]], velocity=[1, 0], to=[1, 0]), ValueError, "velocity and to are both given"),
        (lambda: tangency.Point.each([[0, 0]], to=[[1, 0], [float("nan"), 0]]), ValueError, "row 1: to[0] is NaN"),
        (lambda: tangency.Polytope.each([[[0, 0]]], [[[0, 1]]], to=[1, 0]), ValueError, "from_ is missing"),
    ]
    for ask, kind, words in cases:
        with pytest.raises(kind, match=re.escape(words)):
            ask()
    assert rod == Capsule([0, 0], [1, 0], 1) != Capsule([0, 0], axis=[1, 0], radius=1) and hash(rod) == hash(Capsule([0, 0], [1, 0], 1))
    assert (rod.a, rod.b, rod.axis, rod.center, rod.radius) == ((0.0, 0.0), (1.0, 0.0), None, (0.0, 0.0), 1.0)
