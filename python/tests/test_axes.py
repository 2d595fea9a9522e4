"""Results have the shape of the rows, in every query: with several axes they equal the results with one."""

import pickle

import numpy as np
import pytest

import tangency
from tangency import Capsule, Each, Sphere
from test_arguments import CUBE, SHAPES, TILE, asked, questions

SHAPE = (2, 3, 4)
RNG = np.random.default_rng(23)
CENTER = RNG.integers(-8, 24, (*SHAPE, 3)) / 8
RADIUS = RNG.integers(1, 8, (2, 1, 4)) / 8
VELOCITY = RNG.integers(-8, 9, (3, 1, 3)) / 8
FLAT = CENTER.reshape(-1, 3), np.broadcast_to(RADIUS, SHAPE).reshape(-1), np.broadcast_to(VELOCITY, CENTER.shape).reshape(-1, 3)


def same(folded, flat):
    """Whether results are the same, and in the shape of the rows."""
    if hasattr(folded, "to_dict"):
        assert folded.shape == SHAPE and len(folded) == 2
        parts = folded.to_dict(), flat.to_dict()
        assert all(np.array_equal(parts[0][name].reshape(parts[1][name].shape), parts[1][name], equal_nan=parts[1][name].dtype.kind == "f") for name in parts[1])
        assert all(array.shape[:3] == SHAPE for array in parts[0].values())
        for place in np.ndindex(SHAPE):
            assert repr(folded[place]) == repr(flat[int(np.ravel_multi_index(place, SHAPE))])
        again = pickle.loads(pickle.dumps(folded))
        assert again.shape == SHAPE and repr(again[1, 2, 3]) == repr(folded[1, 2, 3])
    elif isinstance(folded, tangency.Moves):
        same(folded.first, flat.first)
        for name in ("position", "left", "leg_count", "contact_count"):
            same(getattr(folded, name), getattr(flat, name))
        assert pickle.loads(pickle.dumps(folded)).position.shape == CENTER.shape
    elif isinstance(folded, (tangency.Penetration, tangency.Section)):
        for one, other in zip(vars(folded).values(), vars(flat).values()):
            same(one, other)
    elif isinstance(folded, list):
        assert np.shape(np.array(folded, object))[:3] == SHAPE
        assert [repr(it) for rows in folded for row in rows for it in row] == [repr(it) for it in flat]
    else:
        assert folded.shape[:3] == SHAPE
        assert np.array_equal(folded.reshape(flat.shape), flat, equal_nan=flat.dtype.kind == "f")


@pytest.mark.parametrize("name", [name for name, _, _ in questions() if name not in ("recover", "touched", "closest", "contacts", "intersecting")])
def test_every_question(name):
    rest = next(rest for question, _, rest in questions() if question == name)
    answered = 0
    for shape in [*SHAPES, Each(tangency.Point, RNG.integers(-8, 24, (24, 3)) / 8, radius=0.25)]:
        ask = getattr(shape, name)
        given = {"radius": RADIUS} | ({"velocity": VELOCITY} if "velocity" in rest else {})
        flat = {"radius": FLAT[1]} | ({"velocity": FLAT[2]} if "velocity" in rest else {})
        if "displacement" in rest:
            given, flat = given | {"displacement": VELOCITY}, flat | {"displacement": FLAT[2]}
        if asked(ask, FLAT[0], **flat) is None:
            continue
        same(ask(CENTER, **given), ask(FLAT[0], **flat))
        same(ask(CENTER.tolist(), **given), ask(FLAT[0], **flat))
        bodies = Sphere.each(CENTER, RADIUS, velocity=VELOCITY)
        moved = {"displacement": VELOCITY} if "displacement" in rest else {}
        same(ask(bodies, **moved), ask(FLAT[0], **flat))
        if "exact" in rest:
            same(ask(CENTER, **given, exact=True), ask(FLAT[0], **flat, exact=True))
        if "out" in rest:
            out = ask(FLAT[0], **flat)
            assert ask(CENTER, **given, out=out) is out
            same(out, ask(FLAT[0], **flat))
            assert ask(FLAT[0], **flat, out=out) is out and out.shape == (24,)
        answered += 1
    assert answered > 0


def test_points():
    for shape in SHAPES:
        if asked(shape.closest, FLAT[0]) is not None:
            same(shape.closest(CENTER), shape.closest(FLAT[0]))
    capsules = Capsule.each(CENTER, axis=VELOCITY, radius=RADIUS)
    same(TILE.closest(capsules), TILE.closest(Capsule.each(FLAT[0], axis=FLAT[2], radius=FLAT[1])))
    solid = tangency.Solid(CUBE)
    for ask in (solid.locate, solid.signed_distance, solid.winding_number):
        same(ask(CENTER), ask(FLAT[0]))
        assert ask(CENTER.tolist()[0]).shape == (3, 4)
    with pytest.raises(ValueError, match=r"^point\[1\] is NaN"):
        solid.locate([0, np.nan, 0])
    with pytest.raises(ValueError, match=r"^row 1, 0: point\[1\] is NaN"):
        solid.signed_distance([[[0, 0, 0]], [[0, np.nan, 0]]])


def test_neighbours():
    hits, flat = TILE.first_contact(CENTER, RADIUS, VELOCITY), TILE.first_contact(*FLAT)
    neighbours = TILE.neighbours()
    same(neighbours.is_flat_at(hits), neighbours.is_flat_at(flat))
    for one, other in zip(neighbours.flat_as_face(hits), neighbours.flat_as_face(flat)):
        same(one, other)
    same(neighbours.is_flat_at(hits.triangle, hits.feature), neighbours.is_flat_at(flat))
    with pytest.raises(ValueError, match="row 0, 1: triangle is 7, but there are only 2"):
        neighbours.is_flat_at([[0, 7]], [[6, 6]])


def test_tables_have_a_row_for_each_body():
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    hits, flat = TILE.first_contact(CENTER, RADIUS, VELOCITY), TILE.first_contact(*FLAT)
    for one, other in ((hits, flat), (TILE.closest(CENTER), TILE.closest(FLAT[0]))):
        assert polars.DataFrame(one).equals(polars.DataFrame(other))
        pandas.testing.assert_frame_equal(one.to_pandas(), other.to_pandas())
        assert one._repr_html_().count("<tr>") == 11
    assert repr(hits).startswith("<Hits: 2 x 3 x 4 rows, ")
    assert hits.contacts.index.tolist() == flat.contacts.index.tolist() and hits.contacts.shape == flat.contacts.shape
    rows = np.unravel_index(hits.contacts.index, SHAPE)
    np.testing.assert_array_equal(hits.time[rows], hits.contacts.time)


def test_an_index_is_that_of_numpy():
    hits, places = TILE.first_contact(CENTER, RADIUS, VELOCITY), np.arange(24).reshape(SHAPE)
    for index in (0, -1, (1, 2), (1, slice(None), 3), slice(1, None), (slice(None), [0, 2]), places > 7, [1, 0], (..., 1), np.array([1]), (np.array([0, 1]), np.array([2, 0])), []):
        expected = places[index if index != [] else np.zeros(0, int)] if not isinstance(index, np.ndarray) else places[index]
        some = hits[index]
        assert some.shape == expected.shape, index
        np.testing.assert_array_equal(some.index, expected)
        np.testing.assert_array_equal(some.time, hits.time[index if not isinstance(index, list) or index else np.zeros(0, int)])
    for wrong in (2, (0, 3), (0, 0, 4), (0, 0, 0, 0)):
        with pytest.raises(IndexError):
            hits[wrong]
    one = TILE.first_contact(*FLAT)
    assert repr(one[(5,)]) == repr(one[5]) == repr(one[-19])
    with pytest.raises(IndexError, match="row 24 is chosen, but there are only 24"):
        one[24]


def test_walkers_are_in_one_row():
    with pytest.raises(ValueError, match=r"bodies has shape \(2, 3, 4\), must have \(N,\)"):
        tangency.Walkers(Capsule.each(CENTER, axis=[0, 0, 1], radius=1))
