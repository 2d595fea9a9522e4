"""Pictures: drawn to a file, with the contacts where they are."""

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
    # What a notebook asks for.
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


def test_many_misses_do_not_hide_the_part():
    """A few are grey, many are so faint that all together darken no more."""
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
    # Nothing to tell apart, and so no bar, of times that are all the same but for roundings.
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
    """By the angle whose sine is 4/5: the corner (3, 1, 1) goes to (1, 3, 1)."""
    faces = np.concatenate(tangency.OrientedBox([0, 0, 0], [3, 1, 1], [0, 0, 1, 2])._faces())
    corners = {tuple(np.round(corner, 9)) for corner in faces}
    assert corners == {tuple(s * np.array(c)) for c in ((1, 3, 1), (1, 3, -1), (2.6, 1.8, 1), (2.6, 1.8, -1)) for s in (1, -1)}
