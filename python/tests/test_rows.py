"""Tests rows of bodies: for all bodies and motions, each row has the same result as alone, to the last bit, and the result that ``tangency.cast``
writes for a table."""

import math
import pickle
import re

import numpy as np
import pytest

import tangency
from tangency import Bodies, Capsule, Ellipsoid, Sphere
from test_batch import FLOATS
from test_capsules import TILE, TIMES, flat, solid

COUNT = 120
WAYS = ("velocity", "to", "path")
KINDS = (Sphere, Ellipsoid, Capsule)


def bodies(kind, way, dimension, dtype=np.float64, count=COUNT, end="axis"):
    """Bodies on multiples of 1/2, where ties are common, and of 1/10, where differences are not floats."""
    rng = np.random.default_rng(dimension)
    parts = np.where(np.arange(count) % 2, 2.0, 10.0)

    def numbers(low, high, *size):
        shape = (count, *size)
        return (rng.integers(0, 20 * (high - low) + 1, shape) // 10 / parts.reshape(-1, *[1] * len(size)) + low).astype(dtype)

    place = numbers(-4, 4, dimension)
    given = {"radii" if kind is Ellipsoid else "radius": numbers(0, 2, *([dimension] if kind is Ellipsoid else [])) + dtype(0.5)}
    if kind is Capsule:
        # Given by its ends, it can follow a path only if their difference is a vector of floats.
        given[end] = place + np.round(numbers(-1, 2, dimension)) if end == "b" else numbers(-1, 2, dimension)
    given[way] = numbers(-4, 4, 3, dimension) if way == "path" else numbers(-3, 3, dimension)
    if way != "path":
        given["t_max"] = numbers(0, 4)
    return kind.each(place, **given)


def said(answers) -> list[str]:
    """The text of the answers, with every digit and the sign of zero."""
    return [repr(answer) for answer in answers]


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", KINDS)
def test_each_row_is_the_body_alone(kind, way, dtype):
    seen = set()
    for dimension in (2, 3):
        rows = bodies(kind, way, dimension, dtype)
        assert len(rows) == COUNT and rows.dtype == dtype and rows.dimension == dimension and rows.shape == (COUNT,)
        shapes = flat(dtype=dtype) if dimension == 2 else solid(dtype=dtype)
        if dimension == 3 and kind is not Ellipsoid:
            shapes += [tangency.Scene(shapes[:3]), *solid(0.5, dtype)[:3]]
        for shape in shapes:
            if kind is Ellipsoid and isinstance(shape, (tangency.OrientedBox, tangency.Parallelepiped, tangency.MeshInstance)):
                continue
            for question in ("first_contact", "first_entry"):
                hits, alone = getattr(shape, question)(rows), [getattr(shape, question)(body) for body in rows]
                assert said(hits) == said(alone), (shape, question)
                assert (hits.other_point is None) == (kind is not Capsule) and (hits.leg is None) == (way != "path")
                seen |= {(type(hit), getattr(hit, "leg", None), getattr(hit, "other_point", None) is not None) for hit in hits}
            if way != "path":
                assert said(shape.first_contact(rows[:20], exact=True)) == said(shape.first_contact(body, exact=True) for body in rows[:20])
                for question in TIMES:
                    found = getattr(shape, question)(rows)
                    alone = [getattr(shape, question)(body) for body in rows]
                    assert [None if value != value else value for value in found.tolist()] == alone, (shape, question)
                if isinstance(shape, (tangency.Mesh, tangency.Scene)) and kind is not Ellipsoid:
                    hits = shape.contacts(rows)
                    assert said(hits) == said(hit for body in rows for hit in shape.contacts(body))
                    assert (hits.other_point is None) == (kind is not Capsule)
            if not (kind is Ellipsoid and isinstance(shape, (tangency.OrientedBox, tangency.Parallelepiped))):
                assert shape.intersects(rows).tolist() == [shape.intersects(body) for body in rows]
    assert {tangency.Contact, tangency.Overlap, type(None)} == {kind for kind, _, _ in seen}
    assert {leg for _, leg, _ in seen} >= ({0, 1, 2} if way == "path" else {None})
    assert any(is_long for _, _, is_long in seen) == (kind is Capsule)


@pytest.mark.parametrize("way", WAYS)
def test_capsules_by_their_ends(way):
    rows, mesh = bodies(Capsule, way, 3, end="b"), solid()[-2]
    assert isinstance(rows[3], Capsule) and rows[3].axis is None
    assert said(mesh.first_contact(rows)) == said(mesh.first_contact(body) for body in rows)


@pytest.mark.parametrize("way", WAYS)
def test_row_against_row(way):
    rng = np.random.default_rng(5)
    a, b, c = rng.integers(-6, 6, (3, COUNT, 3)) / 2
    rows, triangles = bodies(Capsule, way, 3), tangency.Triangle.each(a, b, c)
    assert said(triangles.first_contact(rows)) == said(shape.first_contact(body) for shape, body in zip(triangles, rows))
    one = rows[:1]
    assert said(triangles.first_contact(one)) == said(shape.first_contact(rows[0]) for shape in triangles)
    with pytest.raises(ValueError, match="a has 5 rows, but the shapes have 120|has 5 rows, but"):
        triangles.first_contact(rows[:5])


def test_what_is_given_once_serves_all_rows():
    places = np.array([[1, 1, 5], [1, 1, 9.0]])
    rows = Capsule.each(places, axis=[2, 0, 0], radius=1, to=[1, 1, 0])
    assert (rows[0].to, rows[0].t_max, rows[1].axis) == ((1.0, 1.0, 0.0), 1.0, (2.0, 0.0, 0.0))
    hits = TILE.first_contact(rows)
    # From 5 to 0, the body has moved by 4 at 0.8; from 9 to 0, it has moved by 8 at 8 / 9.
    assert hits.time.tolist() == [0.8, 8 / 9] and hits.other_point.tolist() == [[3, 1, 0]] * 2
    one = Sphere.each([1, 1, 5], 1, path=[[1, 1, 3], [1, 1, 0]])
    assert len(one) == 1 and TILE.first_contact(one).leg.tolist() == [1]
    several = Sphere.each(places[:, np.newaxis].repeat(3, axis=1), [[1], [2]], velocity=[0, 0, -1])
    hits = TILE.first_contact(several)
    assert several.shape == hits.shape == (2, 3) and hits.time.tolist() == [[4, 4, 4], [7, 7, 7]]
    assert several[1, 2] == several[1][2] and several[:, 1].shape == (2,) and len(several) == 2 and pickle.loads(pickle.dumps(several)).shape == (2, 3)
    assert TILE.contact_time(several).shape == (2, 3)


def test_rows_are_parts_and_pickles():
    for kind in KINDS:
        for way in WAYS:
            rows = bodies(kind, way, 3)
            again = pickle.loads(pickle.dumps(rows[10:20]))
            assert isinstance(again, Bodies) and list(again) == list(rows)[10:20] == list(rows[np.arange(10, 20)])
            assert repr(again) == f"<Bodies: 10 of {kind.__name__}>"
            body = rows[7]
            assert pickle.loads(pickle.dumps(body)) == body and eval(repr(body)) == body
    hits = TILE.first_contact(rows)
    for same in (pickle.loads(pickle.dumps(hits)), hits[:], hits[list(range(len(hits)))]):
        assert said(same) == said(hits) and same.leg.tolist() == hits.leg.tolist()


def test_a_body_along_a_path():
    ball = Sphere([0, 0], 1, path=[[4, 0], [4, 6], [0, 6]])
    assert (ball.path, ball.t_max, ball.to) == (((4.0, 0.0), (4.0, 6.0), (0.0, 6.0)), 1.0, None)
    assert repr(ball) == "Sphere((0.0, 0.0), radius=1.0, path=((4.0, 0.0), (4.0, 6.0), (0.0, 6.0)))"
    wall = tangency.Box([0, 4], [9, 5])
    hit = tangency.first_contact(ball, wall)
    assert (hit.leg, hit.time, hit.center, hit.point) == (1, 0.5, (4.0, 3.0), (4.0, 4.0))
    assert wall.first_entry(ball) == hit
    # In queries about bodies at rest, the body is at the start of its path.
    assert not wall.intersects(ball) and wall.penetration(ball) is None
    assert ball.moving([0, 1]).path is None and ball.moving_to([0, 1]).path is None
    assert ball.moving([0, 1]).moving_along(ball.path) == ball
    assert wall.first_contact(Sphere([4, 4], 1, path=[[9, 9]])).leg == 0
    # The body reaches the wall exactly at the end of a leg, and turns away: it touches the wall, but is not blocked.
    away = Sphere([4, 0], 1, path=[[4, 3], [4, 0]])
    assert (wall.first_contact(away).leg, wall.first_contact(away).time, wall.first_entry(away)) == (0, 1.0, None)


def test_out_is_written_over_if_it_fits():
    for kind in (Sphere, Capsule):
        for way in ("to", "path"):
            rows = bodies(kind, way, 3)
            out = TILE.first_contact(rows[::-1])
            assert TILE.first_contact(rows, out=out) is out and said(out) == said(TILE.first_contact(rows))
            for other in (bodies(Capsule if kind is Sphere else Sphere, way, 3), bodies(kind, "path" if way == "to" else "to", 3)):
                with pytest.raises(ValueError, match="out does not fit"):
                    TILE.first_contact(other, out=out)


def test_refusals():
    places, tile = np.zeros((3, 3)), tangency.Mesh([[0, 0, 0], [4, 0, 0], [0, 4, 0]], [[0, 1, 2]])
    paths = Capsule.each(places, axis=[0, 0, 1], radius=1, path=[[0, 0, 1]])
    broken = places.copy()
    broken[2, 1] = math.nan
    cases = [
        (lambda: tile.contact_time(paths), TypeError, "contact_time is not asked along a path"),
        (lambda: tile.has_contact(Sphere([0, 0, 1], 1, path=[[0, 0, 0]])), TypeError, "has_contact is not asked along a path"),
        (lambda: tile.contacts(paths), TypeError, "contacts is not asked along a path"),
        (lambda: tile.first_contact(paths, exact=True), TypeError, "exact numbers are not supported along a path"),
        (lambda: tile.first_contact(paths[0], exact=True), TypeError, "exact numbers are not supported along a path"),
        (lambda: tile.first_contact(paths, 1), ValueError, "radius is given twice"),
        (lambda: tile.first_contact(Sphere.each(places[:, :2], 1)), ValueError, "center has dimension 2, but the shape has 3"),
        (lambda: tile.first_contact(Sphere.each(places.astype(np.float32), np.float32(1))), ValueError, "give both the same dtype"),
        (lambda: tangency.Polytope([[0, 0, 0]], [[0, 0, 1]]).first_contact(paths), TypeError, "not asked of a capsule and a polytope"),
        (lambda: tangency.Box([0, 0, 0], [1, 1, 1]).intersects(tangency.Hollow(paths)), TypeError, "a hollow Capsule"),
        (lambda: tile.first_contact(Sphere.each(places, [1, -1, 1])), ValueError, "row 1: radius is -1, must not be negative"),
        (lambda: tile.first_contact(Capsule.each(places, axis=broken, radius=1)), ValueError, "row 2: axis[1] is NaN, must be a finite number"),
        (lambda: tile.first_contact(Sphere.each(places, 1, to=broken)), ValueError, "row 2: to[1] is NaN, must be a finite number"),
        (lambda: tile.first_contact(Sphere.each(places, 1, path=np.stack([places, broken], axis=1))), ValueError, "row 2: path[1][1] is NaN"),
        (lambda: Sphere([0, 0], 1, path=[[1, math.inf]]), ValueError, "path[0][1] is inf, must be a finite number"),
        (lambda: Sphere([0, 0], 1, [1, 0], path=[[1, 0]]), ValueError, "velocity and path are both given, must be one of them"),
        (lambda: Sphere.each(places, 1, places, path=[places]), ValueError, "velocity and path are both given, must be one of them"),
        (lambda: Sphere.each(places, 1, to=places, path=[places]), ValueError, "to and path are both given, must be one of them"),
        (lambda: Sphere([0, 0], 1, path=[[1, 0]], t_max=1), ValueError, "t_max says nothing along a path"),
        (lambda: Sphere.each(places, 1, path=[places], t_max=1), ValueError, "t_max says nothing along a path"),
        (lambda: Sphere([0, 0], 1, path=[1, 0]), ValueError, "path has shape (2,), must have (L, 2), with L one or more"),
        (lambda: Sphere.each(places, 1, path=np.zeros((3, 0, 3))), ValueError, "path has shape (3, 0, 3)"),
        (lambda: Sphere.each(places, np.ones(2)), ValueError, "radius has 2 rows, but center has 3"),
        (lambda: Capsule.each(places, radius=1), ValueError, "a capsule must have one of b and axis"),
        (lambda: Capsule.each(places, places), ValueError, "radius is missing"),
        # The vector between the ends is not a vector of floats, so the capsule cannot follow a path.
        (lambda: Capsule([0.1, 0], [1e9, 0], 1, path=[[0, 0], [1, 0]]), ValueError, "capsule.b"),
    ]
    for ask, kind, words in cases:
        with pytest.raises(kind, match=re.escape(words)):
            ask()


# ---- tables ----


def columns_of(rows: Bodies) -> dict:
    """A table of these bodies, in the format of the command."""
    names = {"center": "x y z", "a": "x y z", "velocity": "vx vy vz", "to": "to_x to_y to_z", "axis": "axis_x axis_y axis_z"}
    columns = {}
    for name, array in rows._rows.items():
        columns |= {name: array} if array.ndim == 1 else dict(zip(names[name].split(), array.T)) if array.ndim == 2 else {}
    return columns


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("kind", (Sphere, Capsule))
@pytest.mark.parametrize("way", WAYS)
def test_files_tables_and_rows_are_answered_alike(kind, way, dtype, tmp_path):
    polars = pytest.importorskip("polars")
    pytest.importorskip("pyarrow")
    rows, mesh = bodies(kind, way, 3, dtype, 3000), solid(dtype=dtype)[-2]
    hits = mesh.first_contact(rows)
    options = {}
    if way == "path":
        points = np.concatenate([rows._rows["center" if kind is Sphere else "a"][:, np.newaxis], rows._rows["path"]], axis=1)
        length = points.shape[1]
        columns = {name: np.repeat(column, length) for name, column in columns_of(rows).items()}
        columns |= dict(zip("xyz", points.reshape(-1, 3).T)) | {"tool": np.repeat(np.arange(len(rows)), length)}
        options["path"] = "tool"
    else:
        columns = columns_of(rows)
    table = polars.DataFrame(columns)
    if way != "path":
        assert said(mesh.first_contact(table)) == said(hits)
    for name in ("spheres.parquet", "spheres.csv"):
        getattr(table, f"write_{name[8:]}")(tmp_path / name)
        summary = tangency.cast(mesh, tmp_path / name, tmp_path / "hits.parquet", **options)
        assert summary["queries"] == len(rows) and summary["errors"] == 0
        answers = polars.read_parquet(tmp_path / "hits.parquet")
        expected = polars.DataFrame(hits)
        assert [column for column in expected.columns if column not in answers.columns] == ["index", "approach"]
        names = [column for column in expected.columns if column not in ("index", "approach")]
        assert answers.columns[-len(names) - 1 :] == [*names, "error"]
        for column in names:
            found, wanted = answers[column], expected[column]
            if wanted.dtype in (polars.Float32, polars.Float64):
                assert found.fill_null(math.nan).to_numpy().tobytes() == wanted.fill_null(math.nan).to_numpy().tobytes(), column
            else:
                assert found.cast(polars.String).to_list() == wanted.cast(polars.String).to_list(), column


def test_tables_that_end_where_they_go():
    polars = pytest.importorskip("polars")
    table = {"x": [1.0, 1, 1], "y": [1.0, 1, 1], "z": [5.0, 5, 5], "radius": [1.0, 1, 1], "to_x": [1.0, 1, 1], "to_y": [1.0, 1, 1], "to_z": [3.0, 3, 3]}
    ends = polars.DataFrame(table | {"t_max": [None, 2.0, math.inf]})
    assert TILE.contact_time(ends).tolist()[1:] == [2, 2] and math.isnan(TILE.contact_time(ends)[0])
    assert TILE.contact_time(ends, t_max=3).tolist() == [2, 2, 2]
    assert np.isnan(TILE.contact_time(polars.DataFrame(table))).all()
    for wrong, words in (
        (table | {"vy": [0.0] * 3}, "the columns vy and to_x are both given, must be one of them"),
        ({name: column for name, column in table.items() if name != "to_y"}, "the table has no column to_y"),
        (table | {"axis_y": [0.0] * 3}, "the table has no column axis_x"),
    ):
        with pytest.raises(ValueError, match=words):
            TILE.contact_time(polars.DataFrame(wrong))


def test_a_table_of_paths_says_one_thing(tmp_path):
    (tmp_path / "points.csv").write_text("tool,x,y,z,radius\n1,1,1,5,1\n1,1,1,0,1\n")
    for wrong, words in (({"all": True}, "all says nothing along a path"), ({"t_max": 1}, "t_max says nothing along a path")):
        with pytest.raises(ValueError, match=words):
            tangency.cast(solid()[-2], tmp_path / "points.csv", tmp_path / "hits.csv", path="tool", **wrong)
    with pytest.raises(ValueError, match="the column other is missing"):
        tangency.cast(solid()[-2], tmp_path / "points.csv", tmp_path / "hits.csv", path="other")
