"""Tests that pictures are drawn to a file, with the contacts at their positions."""

import numpy as np
import pytest

import tangency


matplotlib = pytest.importorskip("matplotlib")
BOX = tangency.Box([0, 0, 0], [1, 2, 3])


def hits(count=50):
    rng = np.random.default_rng(1)
    return BOX.first_contact(rng.uniform(-1, 2.5, (count, 3)) + [0, 0, 9], 0.5, [0, 0, -1])


def test_contacts_and_paths(tmp_path):
    met = hits()
    figure = met.plot(BOX, tmp_path / "hits.png")
    assert (tmp_path / "hits.png").read_bytes()[:4] == b"\x89PNG"
    # The method that a notebook calls.
    assert figure._repr_png_()[:4] == b"\x89PNG"
    ax = figure.axes[0]
    points = next(c for c in ax.collections if type(c).__name__ == "Path3DCollection")
    there = met[met.status != 0]
    assert len(there) > 3 and sorted(points.get_array()) == sorted(there.time)
    lines = next(c for c in ax.collections if type(c).__name__ == "Line3DCollection")
    assert len(lines._segments3d) == len(there)
    np.testing.assert_array_equal(np.asarray(lines._segments3d)[:, 1], there.center)
    assert len(met.plot(limit=3).axes[0].collections[0]._segments3d) == 3
    free = BOX.first_contact([[5, 5, 5], [0.5, 0.5, 9]], 0.5, [0, 0, -2], t_max=[3, 9]).plot().axes[0].collections[0]
    np.testing.assert_array_equal(free._segments3d, [[[5, 5, 5], [5, 5, -1]]])


def test_contacts_behind_a_wall_have_their_colour():
    """From this point of view, the first wall of the room hides the others and the contacts on them."""
    room = tangency.Scene([tangency.Box([0, 9, 0], [9, 9.5, 9]), tangency.Box([0, 0, 0], [9, 0.5, 9])])
    x, z = (numbers.ravel() for numbers in np.meshgrid(np.arange(1.0, 9), np.arange(1.0, 9)))
    met = room.first_contact(np.stack([x, np.full(64, 5.0), z], axis=1), 0.1, [0, 1, 0])
    figure = met.plot(room)
    (color,) = np.unique(figure.axes[0].collections[-1].get_facecolor(), axis=0)
    figure.axes[0].view_init(elev=0, azim=-90)
    figure.canvas.draw()
    pixels = np.asarray(figure.canvas.buffer_rgba())[..., :3]
    assert (np.abs(pixels - 255 * color[:3]).max(axis=2) <= 1).sum() > 64 * 10


def test_many_misses_do_not_hide_the_part():
    """A few paths are grey; many paths are so faint that all together are not darker."""
    shades = []
    for count in (10, 4000):
        center = np.random.default_rng(2).uniform(5, 9, (count, 3))
        lines = BOX.first_contact(center, 0.1, [0, 0, -1], t_max=3).plot(BOX, limit=2000).axes[0].collections[-1]
        assert len(lines._segments3d) == min(count, 2000)
        shades.append(lines.get_color()[0][3])
    assert shades[0] == 0.6 and shades[1] * 2000 <= 100


def test_what_colours_a_picture():
    met = hits()
    rows = np.flatnonzero(met.status)
    speed = np.arange(len(met)) * 2.0
    figure = met.plot(BOX, color=speed, label="speed")
    ax, bar = figure.axes
    points = next(c for c in ax.collections if type(c).__name__ == "Path3DCollection")
    assert sorted(points.get_array()) == speed[rows].tolist() and bar.get_ylabel() == "speed"
    # All times are the same except for rounding, so there is no colour bar.
    assert len(met.plot(BOX, color=1.0).axes) == len(met.plot(BOX, color=1 + 1e-12 * speed).axes) == 1


def test_a_segment_is_a_line():
    post = tangency.Segment([0, 0, 0], [0, 0, 1])
    lines = post.first_contact([[5, 0, 0.5]], 0.5, [-1, 0, 0]).plot(post).axes[0].collections[0]
    np.testing.assert_array_equal(lines._segments3d, [[[0, 0, 0], [0, 0, 1]]])


@pytest.mark.parametrize(
    "shape",
    [
        tangency.Triangle([0, 0, 0], [1, 0, 0], [0, 1, 0]),
        tangency.OrientedBox([0, 0, 0], [1, 1, 2], [0, 0, 1, 2]),
        tangency.Parallelepiped([0, 0, 0], [[1, 0, 0], [0, 1, 0], [1, 0, 1]]),
        tangency.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]).instance([0, 1, 0, 1], [3, 0, 0]),
        tangency.Scene([BOX, tangency.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])]),
        tangency.Polytope([[0, 0, 0]], [[0, 0, 1]]),
        tangency.Box([0, 0], [1, 1]),
    ],
    ids=lambda shape: type(shape).__name__,
)
def test_every_kind_of_obstacle(shape, tmp_path):
    start, way = ([[0.1, 0.1, 5]], [0, 0, -1]) if shape.dimension == 3 else ([[0.1, 5]], [0, -1])
    shape.first_contact(start, 0.5, way).plot(shape, tmp_path / "picture.svg")
    assert (tmp_path / "picture.svg").read_text().startswith("<?xml")


def test_nothing_to_draw(tmp_path):
    hits(0).plot(None, tmp_path / "empty.png")
    assert (tmp_path / "empty.png").exists()


def test_a_picture_of_a_turned_box_is_turned():
    """The box is turned by the angle whose sine is 4/5, which turns the corner (3, 1, 1) to (1, 3, 1)."""
    faces = np.concatenate(tangency.OrientedBox([0, 0, 0], [3, 1, 1], [0, 0, 1, 2])._faces(None))
    corners = {tuple(np.round(corner, 9)) for corner in faces}
    assert corners == {tuple(s * np.array(c)) for c in ((1, 3, 1), (1, 3, -1), (2.6, 1.8, 1), (2.6, 1.8, -1)) for s in (1, -1)}


FRAME = np.array([-20.0] * 3), np.array([20.0] * 3)


@pytest.mark.parametrize(
    "shape",
    [
        tangency.Point([1, 2, 3], radius=0.5),
        tangency.Segment([0, 0, 0], [4, 3, 0], radius=0.5),
        tangency.Triangle([0, 0, 0], [4, 0, 0], [0, 4, 1], radius=0.5),
        tangency.Box([0, 0, 0], [1, 2, 3], radius=0.5),
        tangency.Scene([tangency.Point([1, 2, 3], radius=0.5), tangency.Point([9, 2, 3], radius=2)]),
        tangency.Point.each([[1, 2, 3], [4, 5, 6]], radius=[0.5, 1]),
        tangency.Mesh([[0, 0, 0], [4, 0, 0], [0, 4, 0]], [[0, 1, 2]], radius=0.5),
        tangency.Segment([0, 0], [4, 3], radius=0.5),
        tangency.Box([0, 0], [1, 2], radius=0.5),
    ],
    ids=lambda shape: f"{type(shape).__name__} {shape.dimension}",
)
def test_an_inflated_obstacle_is_drawn_with_its_radius(shape):
    """The drawn surface is at most the radius away from the shape, and almost that far in each direction: a polygon of 16 corners is within a
    fiftieth of its circle."""
    points = np.concatenate(shape._drawn(FRAME))
    distance = shape.closest(points).distance if not isinstance(shape, tangency.Each) else np.min([one.closest(points).distance for one in shape], axis=0)
    assert (distance <= 1e-9).all()
    bounds = [one.bounds for one in shape] if isinstance(shape, tangency.Each) else [shape.bounds]
    low, high = np.min(bounds, axis=0)[0], np.max(bounds, axis=0)[1]
    assert np.abs(points.min(axis=0) - low).max() < 0.02 * 2 and np.abs(points.max(axis=0) - high).max() < 0.02 * 2


def test_what_planes_bound_is_drawn():
    view = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, -2, -3], [0, 0, -1, 0]]
    frustum = tangency.Frustum.from_view_projection(view)
    # The near plane is at 1 and the far plane at 3; to both sides the frustum is as wide as the distance.
    corners = {tuple(np.round(corner, 9) + 0.0) for face in frustum._drawn(FRAME) for corner in face}
    assert corners == {(x * z, y * z, -z) for z in (1.0, 3.0) for x in (1, -1) for y in (1, -1)}
    assert sorted(map(len, frustum._drawn(FRAME))) == [4] * 6
    plane = tangency.Plane([0, 0, 1], [0, 0, 2])
    (face,) = plane._drawn(FRAME)
    assert (face[:, 2] == 1).all() and np.abs(face).max() == 20
    # An unbounded corner is cut off at the frame.
    corner = tangency.Polytope([[0, 0, 0]] * 3, np.eye(3))
    assert {tuple(vertex) for face in corner._drawn(FRAME) for vertex in np.round(face, 9) + 0.0} == {
        *((x, y, 0.0) for x in (0.0, -20.0) for y in (0.0, -20.0)),
        *((x, 0.0, z) for x in (0.0, -20.0) for z in (0.0, -20.0)),
        *((0.0, y, z) for y in (0.0, -20.0) for z in (0.0, -20.0)),
    }
    flat = tangency.Polytope([[0, 0], [2, 0], [0, 0], [0, 1]], [[-1, 0], [1, 0], [0, -1], [0, 1]])
    lines = flat._drawn((np.array([-9.0, -9]), np.array([9.0, 9])))
    assert {tuple(end) for line in lines for end in np.round(line, 9) + 0.0} == {(0.0, 0.0), (2.0, 0.0), (0.0, 1.0), (2.0, 1.0)}


def test_paths_are_drawn():
    wall = tangency.Box([0, 4, 0], [9, 5, 1])
    balls = tangency.Sphere.each([[0, 0, 0.5]] * 2, [1, 0.5], path=[[[4, 0, 0.5], [4, 6, 0.5], [0, 6, 0.5]], [[1, 0, 0.5], [1, 2, 0.5], [2, 2, 0.5]]])
    found = wall.first_contact(balls)
    assert found.leg.tolist() == [1, -1]
    free, met = found.plot(wall).axes[0].collections[1:3]
    np.testing.assert_array_equal(free._segments3d, [[[0, 0, 0.5], [1, 0, 0.5], [1, 2, 0.5], [2, 2, 0.5]]])
    np.testing.assert_array_equal(met._segments3d, [[[0, 0, 0.5], [4, 0, 0.5], [4, 3, 0.5]]])
    # The colour is by the time since the start: one leg and a half.
    assert met.get_array().tolist() == [1.5]
    again = found[[0]].plot()
    assert len(again.axes[0].collections) == 2


def test_rows_of_several_axes_are_drawn():
    start = np.random.default_rng(1).uniform(-1, 2.5, (5, 10, 3)) + [0, 0, 9]
    folded, flat = BOX.first_contact(start, 0.5, [0, 0, -1]), BOX.first_contact(start.reshape(-1, 3), 0.5, [0, 0, -1])
    one, other = (found.plot(color=np.arange(50).reshape(found.shape)).axes[0].collections[0] for found in (folded, flat))
    assert all(np.array_equal(a, b) for a, b in zip(one._segments3d, other._segments3d)) and one.get_array().tolist() == other.get_array().tolist()
