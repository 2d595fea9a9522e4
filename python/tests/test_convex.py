"""Tests convex hulls, and shapes that are bodies: boxes, oriented boxes, triangles, parallelepipeds and hulls."""

import dataclasses
import pickle
from fractions import Fraction

import numpy as np
import pytest

import tangency

CUBE = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
PYRAMID = np.array([[1, 1, 0], [-1, 1, 0], [-1, -1, 0], [1, -1, 0], [0, 0, 0], [0, 0, 2], [0, 0, 2]], float)
FLOOR = tangency.Triangle([-9, -9, 0], [9, -9, 0], [0, 9, 0])
MESH = tangency.Mesh([[-9, -9, 0], [9, -9, 0], [9, 9, 0.5], [-9, 9, 0]], [[0, 1, 2], [0, 2, 3]])


def obstacles(dtype=np.float64):
    """Shapes in space at which a convex body can be cast."""
    return [
        tangency.Point([0.25, 0, 0], radius=0.5, dtype=dtype),
        tangency.Segment([-2, 0, 0], [2, 1, 0], velocity=[0, 0, 0.5], dtype=dtype),
        tangency.Triangle([-9, -9, 0], [9, -9, 0], [0, 9, 0], dtype=dtype),
        tangency.Box([-1, -1, -1], [1, 2, 0], radius=0.25, dtype=dtype),
        tangency.OrientedBox([0, 0, -1], [1, 2, 1], [1, 0, 0, 3], dtype=dtype),
        tangency.Parallelepiped([0, 0, -1], [[2, 0, 0], [0.5, 2, 0], [0, 0, 2]], dtype=dtype),
        tangency.Hull(PYRAMID.astype(dtype), velocity=[0.25, 0, 0], dtype=dtype),
        tangency.Mesh(MESH.vertices.astype(dtype), MESH.triangles),
    ]


def bodies(dtype=np.float64):
    """Rows of each kind of convex body in space, many of which meet the obstacles."""
    rng = np.random.default_rng(7)
    place = (rng.integers(-16, 16, (12, 3)) / 8 + [0, 0, 4]).astype(dtype)
    edge = (rng.integers(-8, 8, (12, 3, 3)) / 8 + 2 * np.eye(3)).astype(dtype)
    size = (rng.integers(1, 8, (12, 3)) / 4).astype(dtype)
    turn = (rng.integers(-4, 4, (12, 4)) + [0, 0, 0, 8]).astype(dtype)
    velocity = (rng.integers(-4, 4, (12, 3)) / 8 - [0, 0, 1]).astype(dtype)
    radius = (rng.integers(0, 2, 12) / 8).astype(dtype)
    motion = {"velocity": velocity, "t_max": dtype(9), "radius": radius, "dtype": dtype}
    points = np.concatenate([place[:, np.newaxis], place[:, np.newaxis] + edge, place[:, np.newaxis] + 1], axis=1)
    return [
        tangency.Box.each(place, place + size, **motion),
        tangency.OrientedBox.each(place, size, turn, **motion),
        tangency.Triangle.each(place, place + edge[:, 0], place + edge[:, 1], **motion),
        tangency.Parallelepiped.each(place, edge, **motion),
        tangency.Hull.each(points, **motion),
        tangency.Box.each(place, place + size, to=place + 3 * velocity, t_max=2, radius=radius, dtype=dtype),
        tangency.Hull.each(points, to=points[:, 1] + velocity, from_=points[:, 1], dtype=dtype),
    ]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_rows_are_singles(dtype):
    met = 0
    for shape in obstacles(dtype):
        for rows in bodies(dtype):
            alone = list(rows)
            for question in ("first_contact", "first_entry"):
                hits = getattr(shape, question)(rows)
                assert hits.time.dtype == dtype and hits.other_point.shape == (12, 3)
                assert [repr(hit) for hit in hits] == [repr(getattr(shape, question)(body)) for body in alone]
                met += (hits.status == tangency.Status.CONTACT).sum()
            for question in ("contact_time", "time_down", "last_time"):
                times = [getattr(shape, question)(body) for body in alone]
                np.testing.assert_array_equal(getattr(shape, question)(rows), np.array([np.nan if time is None else time for time in times], dtype))
            for question in ("has_contact", "intersects"):
                assert getattr(shape, question)(rows).tolist() == [getattr(shape, question)(body) for body in alone]
            if isinstance(shape, tangency.Mesh):
                continue
            deep, near = shape.penetration(rows), shape.closest(rows)
            assert [repr(pair) for pair in near] == [repr(shape.closest(body)) for body in alone]
            for row, body in enumerate(alone):
                way = shape.penetration(body)
                assert np.isnan(deep.depth[row]) if way is None else (way.depth, way.direction) == (deep.depth[row], tuple(deep.direction[row].tolist()))
    assert met > 200


def test_row_against_row():
    for rows in bodies():
        shapes = tangency.Hull.each(PYRAMID + np.arange(12)[:, None, None] / 4)
        hits = shapes.first_contact(rows)
        assert [repr(hit) for hit in hits] == [repr(shape.first_contact(body)) for shape, body in zip(shapes, rows)]
        # One body serves all rows.
        hits = shapes.first_contact(rows[:1])
        assert [repr(hit) for hit in hits] == [repr(shape.first_contact(rows[0])) for shape in shapes]
        exact = shapes.first_contact(rows, exact=True)
        assert [repr(hit) for hit in exact] == [repr(shape.first_contact(body, exact=True)) for shape, body in zip(shapes, rows)]
        assert shapes.closest(rows)[3] == shapes[3].closest(rows[3])
    with pytest.raises(ValueError, match="^center has 12 rows, but the shapes have 2$"):
        tangency.Point.each([[0, 0, 0], [1, 1, 1]]).first_contact(rows)


def test_out_and_pickle_of_rows():
    for rows in bodies():
        first = FLOOR.first_contact(rows[:4])
        second = FLOOR.first_contact(rows[4:8], out=first)
        assert second is first and [repr(hit) for hit in first] == [repr(FLOOR.first_contact(body)) for body in list(rows)[4:8]]
        again = pickle.loads(pickle.dumps(first))
        assert repr(list(again)) == repr(list(first)) and len(again._lines()[1]) == (first.status != 0).sum()
        assert FLOOR.has_contact(rows, threads=1).tolist() == FLOOR.has_contact(rows).tolist()
    with pytest.raises(ValueError, match="^out does not fit the query"):
        FLOOR.first_contact([[0, 0, 5]] * 4, 1, out=first)


def test_walkers_on_a_hull():
    rock = tangency.Hull([[0, 0, 0], [9, 0, 0], [0, 9, 0], [9, 9, 0], [4, 4, -3]])
    walker = tangency.Walker(tangency.Capsule([4, 4, 2], axis=[0, 0, 1], radius=0.5))
    walker.velocity[2] = -4
    step = walker.step([0, 0, 0], rock)
    assert step.floor.feature == tangency.HullFeature((0, 1, 2, 3)) and step.floor.normal == (0, 0, 1)
    many = tangency.Walkers(tangency.Capsule.each([[4, 4, 2], [1, 1, 2]], axis=[0, 0, 1], radius=0.5))
    many.velocity[:, 2] = -4
    steps = many.step([0, 0, 0], rock)
    assert steps.floor[0].feature == step.floor.feature


def test_exact():
    crate = tangency.OrientedBox([0, 0, 5], [1, 1, 1], [1, 0, 0, 3], velocity=[0, 0, -1], radius=0.5)
    hit, exact = FLOOR.first_contact(crate), FLOOR.first_contact(crate, exact=True)
    assert hit.time == float(exact.time) and hit.point == tuple(map(float, exact.point)) and hit.other_point == tuple(map(float, exact.other_point))
    # The lowest corner is sin(a) + cos(a) below the centre, with tan(a/2) = 1/3.
    assert exact.time == tangency.Surd(5 - Fraction(1, 2) - Fraction(7, 5))
    assert tangency.last_time(crate, FLOOR, exact=True) == tangency.Surd(5 + Fraction(1, 2) + Fraction(7, 5))
    assert isinstance(FLOOR.first_entry(tangency.Box([0, 0, -1], [1, 1, 1]), exact=True), tangency.ExactOverlap)


def test_in_the_plane():
    wall = tangency.Segment([4, -9], [4, 9])
    for body in (tangency.Box([0, 0], [1, 1], velocity=[1, 0]), tangency.Hull([[0, 0], [1, 0], [1, 1], [0, 1]], velocity=[1, 0])):
        hit = wall.first_contact(body)
        assert (hit.time, hit.center, hit.point, hit.other_point, hit.normal) == (3, (3, 0), (4, 0), (4, 1), (-1, 0))
        assert body.first_contact(tangency.Sphere([3, 0.5], 1, velocity=[-1, 0])).time == 0.5
        whole = tangency.touched(body, wall)
        assert whole.points == ((4, 0), (4, 1)) and str(whole.feature) == "edge 0"
    assert tangency.Box([0, 0], [4, 4]).penetration(tangency.OrientedBox([4, 2], [1, 1], [0, 1])) == tangency.Penetration((1, 0), 1)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_moves_of_rows_are_moves_of_singles(dtype):
    met = 0
    for shape in obstacles(dtype):
        for rows in bodies(dtype):
            if rows.shape is tangency.Triangle:
                rows = rows.rounded(dtype(0.25))
            way = np.array([0.25, 1, -6], dtype)
            advances, slides = shape.advance(rows, way), shape.slide(rows, way, max_iterations=3)
            assert advances.position.dtype == dtype
            for row, body in enumerate(rows):
                advance, slide = shape.advance(body, way), shape.slide(body, way, max_iterations=3)
                assert (tuple(advances.position[row]), tuple(slides.position[row])) == (advance.position, slide.position)
                assert advances.first[row] == (advance.overlap or advance.contact)
                assert shape.recover(body).status == ("free" if advance.overlap is None else "moved")
                met += advance.contact is not None
    assert met > 100


def test_moves_of_known_places():
    table = tangency.Box([0, 0, -1], [8, 8, 0])
    crate = tangency.Box([1, 1, 2], [2, 2, 3], velocity=[9, 9, 9])
    move = table.advance(crate, [0, 0, -4])
    assert (move.position, move.left, move.contact.time, move.contact.normal) == ((1, 1, 0), (0, 0, -2), 0.5, (0, 0, 1))
    # The inflated box stops at the distance of its radius, and an oriented box is given by its centre.
    assert table.advance(crate.rounded(0.5), [0, 0, -4]).position == (1, 1, 0.5)
    assert table.slide(tangency.OrientedBox([1, 1, 2], [1, 1, 1], [0, 0, 0, 1]), [4, 0, -4]).position == (5, 1, 1)
    assert tangency.slide(crate, table, [4, 0, -4]) == table.slide(crate, [4, 0, -4])
    assert tangency.advance(crate, table, [4, 0, -4]) == table.advance(crate, [4, 0, -4])
    # The method belongs to the obstacle.
    low = tangency.Box([1, 1, -0.25], [2, 2, 1])
    assert table.recover(low) == tangency.recover(low, table) != low.recover(table)
    assert table.recover(low).status == "moved" and 0 <= table.recover(low).position[2] < 0.01
    # Rows of displacements for one body, and a shape for each row.
    moves = table.advance(tangency.Box.each([[1, 1, 2]], [[2, 2, 3]]), [[0, 0, -4], [0, 0, 4]], legs=True)
    assert moves.position.tolist() == [[1, 1, 0], [1, 1, 6]] and moves.legs[1].tolist() == [[1, 1, 0], [1, 1, 6]]
    steps = tangency.Box.each([[0, 0, -1], [0, 0, -1]], [[8, 8, 0], [8, 8, 1]])
    moves = steps.slide(tangency.Box.each([[1, 1, 2]], [[2, 2, 3]]), [4, 0, -4])
    assert moves.position.tolist() == [[5, 1, 0], [5, 1, 1]] and moves.first[1].center == (2, 1, 1)
    assert steps.advance(tangency.Box.each([[1, 1, 2]], [[2, 2, 3]]), [0, 0, -4], out=moves) is moves and moves.position.tolist() == [[1, 1, 0], [1, 1, 1]]
    wall = tangency.Box([4, -9], [5, 9])
    assert wall.slide(tangency.Hull([[0, 0], [1, 0], [0, 1]]), [8, 2]).position == (3, 2)


def test_moves_in_a_row_keep_the_size():
    """The oriented boxes are made again from their positions in each step, and never overlap the world."""
    world = tangency.Scene([tangency.Box([-9, -9, -1], [9, 9, 0]), tangency.Box([1, -9, 0], [2, -0.25, 9]), tangency.Box([1, 0.25, 0], [2, 9, 9])])
    rng, half, turn = np.random.default_rng(3), [0.25, 0.25, 0.25], [0, 0, 0, 1]
    moves = world.slide(tangency.OrientedBox.each(rng.uniform([-4, -4, 1], [0, 4, 4], (50, 3)), half, turn), [0, 0, 0])
    for _ in range(20):
        moves = world.slide(tangency.OrientedBox.each(moves.position, half, turn), rng.uniform([0, -1, -2], [1, 1, 1], (50, 3)), out=moves)
        assert len(moves.first.overlaps) == 0
    assert not len(world.first_entry(tangency.OrientedBox.each(moves.position, half, turn)).overlaps)


def test_touched():
    cube = tangency.Hull(CUBE, velocity=[0, 0, -1]).moving_to([0, 0, -4], from_=[0, 0, 5])
    assert tangency.touched(cube.moving([0, 0, 1]), FLOOR) is None
    block = tangency.Parallelepiped([0.5, 0, -3], [[2, 0, 0], [0, 2, 0], [0, 0, 2]])
    whole = block.touched(cube)
    assert whole.points[0] == block.first_contact(cube).point and len(whole.points) == 4
    assert whole.feature == tangency.PlaneFeature((0, 2, 5)) and str(whole.mover_feature) == "vertices 0 4"
    assert pickle.loads(pickle.dumps(whole)) == whole
    with pytest.raises(TypeError, match="^touched is not asked of a sphere and a parallelepiped$"):
        block.touched(tangency.Sphere([0, 0, 5], 1))
    with pytest.raises(TypeError, match="^body is a Each, must be one Box, an OrientedBox, a Triangle, a Parallelepiped or a Hull$"):
        block.touched(tangency.Box.each([[0, 0, 0]], [[1, 1, 1]]))
    with pytest.raises(TypeError, match="^body is a Segment, must be one Box"):
        block.touched(tangency.Segment([0, 0, 0], [1, 1, 1]))


# ---- hulls ----


def test_hulls():
    hull = tangency.Hull(PYRAMID)
    assert hull.vertices == (0, 1, 2, 3, 5)
    assert hull.faces == ((0, 3, 2, 1), (0, 1, 5), (0, 5, 3), (1, 2, 5), (2, 3, 5))
    np.testing.assert_array_equal(hull.points, PYRAMID)
    hull.points[0] = 9
    np.testing.assert_array_equal(hull.points, PYRAMID)
    np.testing.assert_array_equal(hull.rounded(0.5).bounds, [[-1.5, -1.5, -0.5], [1.5, 1.5, 2.5]])
    assert repr(tangency.Hull([[1, 2], [3, 4]], radius=0.5)) == "Hull(points=[[1.0, 2.0], [3.0, 4.0]], radius=0.5)"
    assert tangency.Hull([[1, 2]]).faces == () and tangency.Hull([[1, 2], [1, 2]]).vertices == (0,)
    given = PYRAMID.copy()
    kept = tangency.Hull(given)
    given[:] = 0
    np.testing.assert_array_equal(kept.points, PYRAMID)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_hulls_at_positions(dtype):
    """Where the moved points are floats, the hull at a position is the hull of the moved points."""
    random = np.random.default_rng(5)
    points = PYRAMID.astype(dtype)
    places = (random.integers(-40, 40, (40, 3)) / 8).astype(dtype)
    rows = tangency.Hull.each(points, position=places)
    moved = [tangency.Hull(points - points[0] + place) for place in places]
    ball = tangency.Sphere(np.array([0, 0, 12], dtype), dtype(4), velocity=np.array([0, 0, -1], dtype))
    crate = tangency.Box(np.array([-4, -4, 12], dtype), np.array([4, 4, 13], dtype), velocity=np.array([0, 0, -1], dtype))
    floor = tangency.Triangle([-9, -9, 0], [9, -9, 0], [0, 9, 0], dtype=dtype)
    scene = tangency.Scene(rows)
    for row, (place, other) in enumerate(zip(places, moved)):
        hull = tangency.Hull(points, position=place)
        assert rows[row] == scene[row] == pickle.loads(pickle.dumps(hull)) == hull != other
        assert hull.position == tuple(place.tolist()) and hull.points.tolist() == points.tolist() and hash(hull) != hash(tangency.Hull(points))
        assert hull.first_contact(ball) == other.first_contact(ball) and hull.first_contact(crate) == other.first_contact(crate)
        assert hull.first_contact(ball, exact=True) == other.first_contact(ball, exact=True)
        assert floor.first_contact(hull.moving([0, 0, -1])) == floor.first_contact(other.moving([0, 0, -1]))
        assert floor.advance(hull, [0, 0, -30]).position == floor.advance(other, [0, 0, -30]).position
        assert hull.moving_to([9, 9, 9]).from_ == tuple(place.tolist())
        assert (hull.bounds[0] <= other.bounds[0]).all() and (hull.bounds[1] >= other.bounds[1]).all() and np.allclose(hull.bounds, other.bounds)
        assert scene.intersects(tangency.Sphere((points.mean(axis=0) - points[0] + place).astype(dtype), dtype(0.125)))
    assert 5 < sum(hull.first_contact(ball) is not None for hull in moved)
    together = rows.first_contact(ball.center, 4, [0, 0, -1])
    assert list(together) == [other.first_contact(ball) for other in moved]
    falling = floor.first_contact(rows.moving([0, 0, -1]))
    assert list(falling) == [floor.first_contact(other.moving([0, 0, -1])) for other in moved]
    assert repr(tangency.Hull([[1, 2], [3, 4]], position=[5, 6])) == "Hull(position=[5.0, 6.0], points=[[1.0, 2.0], [3.0, 4.0]])"
    for wrong, words in [([1, 2], r"position has shape \(2,\), must have \(3,\)"), ([0, 0, np.nan], r"hull.position\[2\] is NaN, must be a finite number")]:
        with pytest.raises(ValueError, match=words):
            tangency.Hull(PYRAMID, position=wrong)
    with pytest.raises(ValueError, match=r"row 1: hull.position\[0\] is NaN"):
        tangency.Hull.each(PYRAMID, position=[[0, 0, 0], [np.nan, 0, 0]])
    with pytest.raises(ValueError, match="hull.points has length 0, must have at least 1"):
        tangency.Hull(np.zeros((0, 3)))


def test_touched_triangles():
    """The triangles of the first time, each as it answers alone."""
    vertices = np.array([[x, y, 0] for x in range(3) for y in range(3)])
    corners = [3 * x + y for x in range(2) for y in range(2)]
    mesh = tangency.Mesh(vertices, [t for c in corners for t in ((c, c + 3, c + 4), (c, c + 4, c + 1))], radius=0.25)
    crate = tangency.Box([0.5, 0.5, 5], [1.5, 1.25, 6], velocity=[0, 0, -1], radius=0.5)
    several = mesh.touched_triangles(crate)
    triangles = [tangency.Triangle(*vertices[t], radius=0.25) for t in mesh.triangles]
    alone = [triangle.touched(crate) for triangle in triangles]
    times = [triangle.first_contact(crate, exact=True).time for triangle in triangles]
    assert [one.triangle for one in several] == [i for i, time in enumerate(times) if time == min(times)] and len(several) == 7
    for one in several:
        assert dataclasses.replace(one, triangle=None) == alone[one.triangle]
    assert tangency.touched_triangles(crate, mesh) == several
    assert tangency.touched_triangles(crate, mesh.instance([0, 0, 0, 1], [0, 0, 0])) == several
    assert mesh.touched_triangles(crate.moving([0, 0, 1])) == () and mesh.touched_triangles(tangency.Box([0, 0, -1], [1, 1, 1])) == ()
    with pytest.raises(TypeError, match="has a contact for each triangle: call touched_triangles"):
        mesh.touched(crate)
    with pytest.raises(TypeError, match="^touched is not asked of a sphere and a mesh$"):
        mesh.touched_triangles(tangency.Sphere([0, 0, 5], 1))


def test_hulls_are_values():
    for hull in (
        tangency.Hull(PYRAMID),
        tangency.Hull(PYRAMID.astype(np.float32), radius=0.25, velocity=[0, 0, 1], t_max=4),
        tangency.Hull(PYRAMID[:, :2], to=[4, 4]),
        tangency.Hull(PYRAMID, to=[4, 4, 4], from_=[0, 0, 0], t_max=2),
    ):
        again = pickle.loads(pickle.dumps(hull))
        assert again == hull and hash(again) == hash(hull) and again.dtype == hull.dtype and repr(again) == repr(hull)
    assert tangency.Hull(PYRAMID) != tangency.Hull(PYRAMID[::-1]) and tangency.Hull(PYRAMID) != tangency.Hull(PYRAMID, radius=1)
    # The first point is the reference point.
    assert tangency.Hull(PYRAMID, to=[4, 4, 4]).from_ == (1, 1, 0) and tangency.Hull(PYRAMID, to=[4, 4, 4]).velocity == (3, 3, 4)
    rows = tangency.Hull.each(np.stack([PYRAMID, PYRAMID + 4]), radius=[0, 1], to=[9, 9, 9])
    back = pickle.loads(pickle.dumps(rows))
    assert list(back) == list(rows) and rows[1] == tangency.Hull(PYRAMID + 4, radius=1, to=[9, 9, 9])
    times = [hull.contact_time(tangency.Sphere([9, 9, 9], 1)) for hull in rows]
    assert rows.contact_time([9, 9, 9], 1).tolist() == times and 0.5 < times[1] < times[0] < 1


def test_features_of_hulls():
    hull = tangency.Hull(PYRAMID)
    center = [[0, 0, 9], [1, 1, 9], [0, 9, 0.5], [0, 0, -9], [9, 9, 9], [0, 0, 0.5]]
    hits = hull.first_contact(center, 0.25, [[0, 0, -1]] * 2 + [[0, -1, 0], [0, 0, 1], [0, 0, 1], [0, 0, 0]])
    assert hits.kind == "hull" and hits.feature.dtype == np.int64
    assert hits.feature.tolist() == [[5, -1, -1, -1], [0, 5, -1, -1], [0, 1, 5, -1], [0, 1, 2, 3], [-1] * 4, [-1] * 4]
    assert [hit and str(hit.feature) for hit in hits] == ["vertices 5", "vertices 0 5", "vertices 0 1 5", "vertices 0 1 2 3", None, "vertices "]
    assert type(hits[5]) is tangency.Overlap and hits[5].feature == tangency.HullFeature(())
    assert [repr(hit) for hit in hits[[3, 0]]] == [repr(hits[3]), repr(hits[0])] and hits[1:3].feature.tolist() == hits.feature[1:3].tolist()
    again = pickle.loads(pickle.dumps(hits))
    assert again.feature.tolist() == hits.feature.tolist() and "feature" in hits.to_dict() and "vertices" not in hits._repr_html_()[:40]
    several = hull.first_contact(np.array(center).reshape(2, 3, 3), 0.25, [0, 0, -1])
    assert several.feature.shape == (2, 3, 4) and several[0, 0].feature == tangency.HullFeature((5,))
    near = hull.closest(center)
    assert near.feature.shape == (6, 4) and near[0].feature == tangency.HullFeature((5,))
    # A segment, a point, and rows with faces of other sizes.
    assert tangency.Hull([[0, 0], [4, 0]]).first_contact([[2, 5]], 1, [0, -1]).feature.tolist() == [[0, 1]]
    assert tangency.Hull([[0, 0]]).first_contact([[0, 5]], 1, [0, -1]).feature.tolist() == [[0]]
    rows = tangency.Hull.each([[[0, 0, 0], [4, 0, 0], [0, 4, 0], [4, 4, 0]], [[0, 0, 0], [4, 0, 0], [0, 4, 0], [0, 0, -4]]])
    assert rows.first_contact([[1, 1, 5]], 1, [0, 0, -1]).feature.tolist() == [[0, 1, 2, 3], [0, 1, 2, -1]]


def test_features_with_large_numbers():
    """The numbers of vertices need more than one byte, and are the same alone and in columns."""
    points = np.zeros((70000, 3))
    points[300], points[65793], points[69999] = [4, 0, 0], [0, 4, 0], [0, 0, -4]
    hull = tangency.Hull(points)
    assert hull.vertices == (0, 300, 65793, 69999)
    hits = hull.first_contact([[1, 1, 5], [9, 0, 0]], 1, [[0, 0, -1], [-1, 0, 0]])
    assert hits.feature.tolist() == [[0, 300, 65793], [300, -1, -1]]
    assert [hit.feature for hit in hits] == [tangency.HullFeature((0, 300, 65793)), tangency.HullFeature((300,))]


def test_tables_of_hulls():
    pyarrow = pytest.importorskip("pyarrow")
    hull = tangency.Hull(PYRAMID)
    hits = hull.first_contact([[0, 0, 9], [9, 9, 9], [0, 0, -9]], 0.25, [[0, 0, -1], [0, 0, 1], [0, 0, 1]])
    assert pyarrow.table(hits).column("feature").to_pylist() == ["vertices 5", None, "vertices 0 1 2 3"]
    crates = tangency.Box.each([[0, 0, 5], [9, 9, 9]], [[1, 1, 6], [10, 10, 10]], velocity=[0, 0, -1])
    table = pyarrow.table(FLOOR.first_contact(crates))
    assert table.column("time").to_pylist()[0] == 5 and "other_x" in table.column_names
    assert "on_axis_x" in pyarrow.table(FLOOR.closest(crates)).column_names


def test_hulls_in_a_scene():
    octagon = np.array([[np.cos(a), np.sin(a), z] for a in np.arange(8) * np.pi / 4 for z in (0, 1)])
    rows = tangency.Hull.each(np.stack([PYRAMID + [9, 0, 0], PYRAMID + [18, 0, 0]]))
    scene = tangency.Scene([tangency.Hull(PYRAMID), tangency.Hull(octagon + [0, 9, 0], radius=0.5), tangency.Box([0, -9, 0], [1, -8, 1])])
    assert scene.insert_all(rows).tolist() == [3, 4]
    assert scene[0] == tangency.Hull(PYRAMID) and scene[4] == rows[1]
    center = [[0, 0, 9], [0, 9, 9], [0.5, -8.5, 9], [9, 0, 9], [18, 0, 9], [40, 0, 9]]
    hits = scene.first_contact(center, 0.25, [0, 0, -1])
    assert hits.item.tolist() == [0, 1, 2, 3, 4, -1]
    words = ["vertices 5", "vertices 1 3 5 7 9 11 13 15", "sides 0 0 1", "vertices 5", "vertices 5", None]
    assert [str(feature) if feature else None for feature in hits.feature] == words
    assert [hit and str(hit.feature) for hit in hits] == words
    assert [repr(hit) for hit in hits] == [repr(scene.first_contact(tangency.Sphere(c, 0.25, [0, 0, -1]))) for c in center]
    again = pickle.loads(pickle.dumps(scene))
    assert [repr(hit) for hit in again.first_contact(center, 0.25, [0, 0, -1])] == [repr(hit) for hit in hits]
    np.testing.assert_array_equal(scene.bounds, [[-1.5, -9, -0.5], [19, 10.5, 2]])
    falling = tangency.Box([0, 0, 9], [1, 1, 10], velocity=[0, 0, -1])
    assert scene.first_contact(falling) == scene.contacts(falling)[0] and scene.first_contact(falling).item == 0
    assert not scene.intersects(falling)
    move = scene.slide(tangency.Box([-0.5, -0.5, 9], [0.5, 0.5, 10]), [0, 0, -9])
    assert (move.legs[0], move.contacts[0].item, str(move.contacts[0].feature)) == ((-0.5, -0.5, 2), 0, "vertices 5")
    scene.insert(tangency.Polytope(CUBE, CUBE))
    for ask in (scene.closest, scene.advance, scene.slide, scene.recover):
        with pytest.raises(TypeError, match="is not asked of a convex body and a (scene|polytope)$"):
            ask(*([tangency.Hull(PYRAMID)] + [[0, 0, 1]] * (ask.__name__ in ("advance", "slide"))))


def test_other_packages_points():
    spatial, trimesh = pytest.importorskip("scipy.spatial"), pytest.importorskip("trimesh")
    points = np.random.default_rng(3).random((40, 3))
    theirs = spatial.ConvexHull(points)
    hull = tangency.Hull(theirs.points)
    assert hull.vertices == tuple(sorted(theirs.vertices.tolist()))
    # No four of these points are in one plane, so all faces are triangles.
    assert {frozenset(face) for face in hull.faces} == {frozenset(face) for face in theirs.simplices.tolist()}
    solid = trimesh.creation.icosahedron()
    assert tangency.Hull(solid.vertices).first_contact(tangency.Box([-9, -9, -9], [9, 9, -8], velocity=[0, 0, 1])).normal == (0, 0, -1)


def test_pictures():
    pytest.importorskip("matplotlib").use("agg")
    hull = tangency.Hull(PYRAMID)
    assert [len(face) for face in hull._faces(None)] == [4, 3, 3, 3, 3] and len(tangency.Hull([[0, 0], [4, 0]])._faces(None)) == 1
    for rows in bodies():
        hits = hull.first_contact(rows)
        free, met = hits._lines()
        assert len(free) + len(met) == 12
        first = next(iter(rows._arguments.values()))
        place = first[:, 0] if first.ndim > 2 else first
        rest = np.flatnonzero(hits.status != tangency.Status.NONE)
        np.testing.assert_array_equal([line[0] for line in met], place[rest])
    hits.plot(hull)


def test_errors():
    box = tangency.Box([0, 0, 0], [1, 1, 1])
    for make, words in (
        (lambda: tangency.Hull([[0, 0, 0], [1, float("nan"), 0]]), r"hull.points\[1\]\[1\] is NaN, must be a finite number"),
        (lambda: tangency.Hull(np.zeros((0, 3))), "hull.points"),
        (lambda: tangency.Hull([1, 2, 3]), r"points has shape \(3,\), must have \(N, D\)"),
        (lambda: tangency.Hull([[1, 2, 3, 4]]), "a hull of 4 coordinates is given, must be of 2 to 3"),
        (lambda: tangency.Hull(CUBE, radius=-1), "rounding radius is -1, must not be negative"),
        (lambda: tangency.Hull.each(np.stack([CUBE, CUBE * np.inf])), r"row 1: hull.points\[0\]\[0\] is -inf"),
        (lambda: tangency.Box([0, 0], [1, 1]).first_contact(box), "body has dimension 3, but the shape has 2"),
        (lambda: box.first_contact(tangency.Box([0, 0, 0], [1, 1, 1], dtype=np.float32)), "the body is of float32, but the shape of float64"),
        (lambda: box.first_contact(tangency.Box.each([[0, 0, 0]], [[1, 1, 1]], dtype=np.float32)), "the body is of float32, but the shape of float64"),
        (lambda: box.first_contact(tangency.Box.each([[0, 0]], [[1, 1]])), "center has dimension 2, but the shape has 3"),
        (lambda: box.first_contact(box, 1), "radius is given twice, by itself and by the body"),
        (lambda: box.first_contact(tangency.Box.each([[0, 0, 0]], [[1, 1, 1]]), velocity=[0, 0, 1]), "velocity is given twice, by itself and by the bodies"),
        (lambda: box.first_contact(box, threads=1), "threads is for rows of bodies, and one body is given"),
        (lambda: box.advance(box, [0, 0, 1], threads=1), "threads is for rows of bodies, and one body is given"),
        (lambda: box.advance(box, [0, np.nan, 1]), r"displacement\[1\] is NaN, must be a finite number"),
        (lambda: box.slide(FLOOR, [0, 0, 1]), "body is flat and has no radius, must have a thickness"),
        (lambda: box.recover(FLOOR), "body is flat and has no radius, must have a thickness"),
        (lambda: box.advance(tangency.Hull.each([PYRAMID, PYRAMID * [1, 1, 0]]), [0, 0, 1]), "row 1: body is flat and has no radius"),
        (lambda: box.advance(tangency.Box.each([[0, 0, 5]] * 3, [1, 1, 6]), [[0, 0, 1]] * 2), "displacement has 2 rows, but the bodies or the shapes have 3"),
    ):
        with pytest.raises(ValueError, match=f"^{words}"):
            make()
    for make, words in (
        (lambda: tangency.first_contact(tangency.Segment([0, 0, 0], [1, 1, 1]), box), "body is a Segment, must be a Sphere, an Ellipsoid, a Capsule, a Box"),
        (lambda: tangency.first_contact(box, tangency.Sphere([0, 0, 0], 1)), "the body comes first, then the obstacle"),
        (lambda: tangency.closest(tangency.Segment([0, 0, 0], [1, 1, 1]), box), "point is a Segment, must be numbers"),
        (lambda: box.first_contact(tangency.Point.each([[0, 0, 0]])), "center is <Each: 1 of Point>, must be a body or arrays: the shapes that can be cast"),
        (lambda: box.intersects(tangency.Hollow(box)), "a hollow Box is not supported as a body"),
        (lambda: tangency.intersects(tangency.Hollow(box), box), "a hollow Box is not supported as a body"),
        (lambda: tangency.intersects(box, tangency.Hollow(box)), "intersects is not asked of a convex body and a hollow box"),
        (lambda: tangency.Polytope(CUBE, CUBE).recover(box), "recover is not asked of a convex body and a polytope"),
        (lambda: tangency.Plane([0, 0, 0], [0, 0, 1]).slide(box, [0, 0, 1]), "slide is not asked of a convex body and a plane"),
        (lambda: box.recover(tangency.Box.each([[0, 0, 0]], [[1, 1, 1]])), "body is a Each, must be one Sphere, a Capsule, a Box, an OrientedBox, a Triangle"),
        (lambda: tangency.Plane([0, 0, 0], [0, 0, 1]).first_contact(box), "first_contact is not asked of a convex body and a plane"),
        (lambda: tangency.Polytope(CUBE, CUBE).first_contact(box), "first_contact is not asked of a convex body and a polytope"),
    ):
        with pytest.raises(TypeError, match=f"^{words}"):
            make()


def test_all_contacts_of_rows_with_a_scene():
    scene = tangency.Scene()
    for height in (0.0, -2.0):
        scene.insert(tangency.Box([0, 0, height - 1], [4, 4, height]))
    places = np.array([[1, 1, 5], [9, 9, 5], [1, 1, 1.5]])
    rows = tangency.Box.each(places, places + 1, velocity=[0, 0, -1])
    hits = scene.contacts(rows)
    alone = [scene.contacts(tangency.Box(place, place + 1, velocity=[0, 0, -1])) for place in places]
    assert [len(some) for some in alone] == [2, 0, 2]
    assert hits.index.tolist() == [0, 0, 2, 2]
    assert [hits[k] for k in range(4)] == alone[0] + alone[2]
    assert hits.time.tolist() == [5, 7, 1.5, 3.5]


def translated(shape, by):
    """A shape at another place; all sums are exact here."""
    count = {tangency.Box: 2, tangency.Triangle: 3}.get(type(shape), 1)
    keywords = {name: value + by if i < count else value for i, (name, value) in enumerate(shape._arguments.items())}
    return type(shape)(**keywords, radius=shape.radius, dtype=shape.dtype)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_path_is_its_legs(dtype):
    """The result is the result of the first leg that has one, where the body is constructed at the start of the leg."""
    rng, legs = np.random.default_rng(5), []
    for shape in obstacles(dtype):
        along_all: list[tuple] = []
        for body in [row for rows in bodies(dtype)[:5] for row in rows[:6]]:
            place = np.atleast_2d(next(iter(body._arguments.values())))[0]
            path = (place + rng.integers([-16, -16, -24], [16, 16, 8], (3, 3)) / 8).astype(dtype)
            along = body.moving_along(path)
            assert along.shape == body and along.path == tuple(map(tuple, path.tolist())) and pickle.loads(pickle.dumps(along)) == along
            for question in ("first_contact", "first_entry"):
                expected = None
                for leg, to in enumerate(path):
                    hit = getattr(shape, question)(translated(body, (path[leg - 1] if leg else place) - place).moving_to(to))
                    # For entries, the end of a leg belongs to the next one, which enters or leads away.
                    if hit is not None and not (question == "first_entry" and leg < 2 and isinstance(hit, tangency.Contact) and hit.time == 1):
                        expected = dataclasses.replace(hit, leg=leg)
                        break
                assert getattr(shape, question)(along) == expected, (shape, along)
                legs.append(None if expected is None else expected.leg)
                if question == "first_contact":
                    along_all.append((body, path, expected))
        # The rows of each kind give the same results, and so do their copies.
        for i, rows in enumerate(bodies(dtype)[:5]):
            _, paths, expected = zip(*along_all[6 * i : 6 * i + 6], strict=True)
            along_rows = rows[:6].moving_along(np.stack(paths))
            hits = shape.first_contact(pickle.loads(pickle.dumps(along_rows)), threads=1 + i % 2)
            assert list(hits) == list(expected) and len(along_rows) == 6 and along_rows[4].path == tuple(map(tuple, paths[4].tolist()))
            assert [shape.first_entry(body) for body in along_rows] == list(shape.first_entry(along_rows))
            # One path for all, and one shape on many paths.
            assert list(shape.first_contact(rows[:6].moving_along(paths[0]))) == [shape.first_contact(row.moving_along(paths[0])) for row in rows[:6]]
    assert min(map(legs.count, (None, 0, 1, 2))) > 10, [legs.count(leg) for leg in (None, 0, 1, 2)]


def test_bodies_on_paths():
    box, wall = tangency.Box([0, 0, 0], [1, 1, 1]), tangency.Box([4, -9, -9], [5, 9, 9])
    body, rows = box.moving_along([[0, 2, 0], [9, 2, 0]]), tangency.Box.each([0, 0, 0], [1, 1, 1]).moving_along([[0, 2, 0], [9, 2, 0]])
    hit = tangency.first_contact(body, wall)
    assert (hit.leg, hit.time, hit.center) == (1, 1 / 3, (3, 2, 0))
    # In queries about bodies at rest, the body is at the start of its path.
    assert wall.closest(body).distance == 3 and not wall.intersects(body) and wall.advance(body, [9, 0, 0]).position == (3, 0, 0)
    assert body.moving_along([[9, 0, 0]]) == box.moving_along([[9, 0, 0]]) != body
    for make, words in (
        (lambda: box.moving_along([1, 2, 3]), r"path has shape \(3,\), must have \(L, 3\), with L one or more"),
        (lambda: box.moving_along(np.zeros((0, 3))), r"path has shape \(0, 3\), must have"),
        (lambda: tangency.Box.each([[0, 0, 0]] * 3, [1, 1, 1]).moving_along(np.zeros((2, 1, 3))), "path has 2 rows, but there are 3 bodies"),
        (lambda: tangency.Box.each([[0, 0, 0]], [1, 1, 1]).moving_along(np.zeros((2, 3, 2))), r"path has shape \(2, 3, 2\), must have \(N, L, 3\) or \(L, 3\)"),
        (lambda: wall.first_contact(tangency.Box.each([[0, 0, 0]] * 2, [1, 1, 1]).moving_along([[[0, 0, 1]], [[0, np.inf, 0]]])), r"row 1: path\[0\]\[1\] is inf"),
        (lambda: box.moving_along([[0, 0, np.nan]]), r"path\[0\]\[2\] is NaN, must be a finite number"),
    ):
        with pytest.raises(ValueError, match=f"^{words}"):
            make()
    for make, words in (
        (lambda: wall.contact_time(body), "contact_time is not asked along a path"),
        (lambda: wall.contact_time(rows), "contact_time is not asked along a path"),
        (lambda: wall.first_contact(rows, exact=True), "exact numbers are not supported along a path"),
        (lambda: wall.first_contact(body, exact=True), "exact numbers are not supported along a path"),
        (lambda: tangency.first_contact(box, body), "obstacle is a ConvexPath, must be a shape, a mesh or a scene"),
        (lambda: tangency.Box([0], [1]).moving_along([[2]]), "body is a Box of 1 dimensions, must be of 2 or 3"),
    ):
        with pytest.raises(TypeError, match=f"^{words}"):
            make()
