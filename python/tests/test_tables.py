"""Tests tables as input and output, with each of the packages that support the Arrow PyCapsule interface."""

import pickle

import numpy as np
import pytest

import tangency

MESH = tangency.Mesh([[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]], [[0, 1, 2], [0, 2, 3]])
CENTER = np.array([[1, 3, 5], [9, 9, 9], [1, 1, 0.5], [2, 2, 4]])
VELOCITY = np.array([[0, 0, -2], [0, 0, -1], [0, 0, 1], [0, 0, -0.25]])
COLUMNS = {
    **dict(zip("xyz", CENTER.T)),
    "radius": np.array([1, 1, 1, 0.5]),
    **dict(zip(("vx", "vy", "vz"), VELOCITY.T)),
    "t_max": np.array([np.inf, 9, 9, 3]),
}
HITS = MESH.first_contact(CENTER, COLUMNS["radius"], VELOCITY, COLUMNS["t_max"])
NAMES = (
    "index status time center_x center_y center_z point_x point_y point_z normal_x normal_y normal_z approach triangle feature"
).split()


def check(rows: list[dict]) -> None:
    """The expected contents of a table, row by row."""
    assert [row["status"] for row in rows] == ["contact", "none", "overlap", "none"]
    assert [row["triangle"] for row in rows] == [1, None, 0, None]
    assert [row["feature"] for row in rows] == ["face", None, "edge 2", None]
    assert [row["approach"] for row in rows] == ["approaching", None, None, None]
    assert rows[0]["time"] == 2.0 and rows[1]["time"] is None
    assert [rows[2][f"point_{axis}"] for axis in "xyz"] == [1, 1, 0] and [rows[2][f"normal_{axis}"] for axis in "xyz"] == [0, 0, 1]


def test_pyarrow():
    pyarrow = pytest.importorskip("pyarrow")
    table = HITS.to_arrow()
    assert table.column_names == NAMES
    check(table.to_pylist())
    spheres = pyarrow.table(COLUMNS)
    chunked = pyarrow.concat_tables([spheres[:1], spheres[1:3], spheres[3:]])
    for given in (spheres, chunked):
        assert [repr(hit) for hit in MESH.first_contact(given)] == [repr(hit) for hit in HITS]
    ends = pyarrow.table({**COLUMNS, "t_max": [None, 9, 9, 3]})
    assert [repr(hit) for hit in MESH.first_contact(ends)] == [repr(hit) for hit in HITS]
    assert MESH.first_contact(pyarrow.table({**COLUMNS, "t_max": [None] + [9.0] * 3}), t_max=1.5)[0] is None
    with pytest.raises(ValueError, match="row 2: radius is null"):
        MESH.first_contact(pyarrow.table({**COLUMNS, "radius": [1.0, 1.0, None, 1.0]}))
    with pytest.raises(ValueError, match="no column vy"):
        MESH.first_contact(spheres.drop_columns(["vy"]))
    with pytest.raises(ValueError, match="column radius is Utf8"):
        MESH.first_contact(pyarrow.table({**COLUMNS, "radius": ["a"] * 4}))
    with pytest.raises(ValueError, match="row 3: radius is -1"):
        MESH.first_contact(pyarrow.table({**COLUMNS, "radius": [1.0, 1, 1, -1]}))


def test_dictionaries_and_decimals():
    pyarrow = pytest.importorskip("pyarrow")
    from decimal import Decimal

    columns = {name: pyarrow.array(column) for name, column in COLUMNS.items()}
    columns["x"] = columns["x"].dictionary_encode()
    columns["radius"] = pyarrow.array([Decimal("1.00"), Decimal(1), Decimal(1), Decimal("0.5")], pyarrow.decimal128(9, 4))
    columns["t_max"] = pyarrow.array([None, Decimal(9), Decimal(9), Decimal(3)], pyarrow.decimal128(5, 1)).dictionary_encode()
    assert [repr(hit) for hit in MESH.first_contact(pyarrow.table(columns))] == [repr(hit) for hit in HITS]
    # The nearest float of the decimal, rounded once.
    places = pyarrow.array([Decimal("0.10000000000000000555")] * 4, pyarrow.decimal128(38, 20))
    hits = MESH.first_contact(pyarrow.table({**columns, "x": places}))
    assert hits.center[0][0] == 0.1
    columns["radius"] = pyarrow.array([Decimal(1), None, Decimal(1), Decimal(1)], pyarrow.decimal128(9, 4))
    with pytest.raises(ValueError, match="row 1: radius is null, must be a number"):
        MESH.first_contact(pyarrow.table(columns))


def test_narrow_tables():
    pyarrow = pytest.importorskip("pyarrow")
    narrow = tangency.Mesh(MESH.vertices.astype(np.float32), MESH.triangles)
    with pytest.raises(ValueError, match="column x is Float64, must be Float32, Float16, integers or decimals"):
        narrow.first_contact(pyarrow.table(COLUMNS))
    with pytest.raises(ValueError, match="row 1: x is 16777217, which the float cannot hold"):
        narrow.first_contact(pyarrow.table({"x": [1, 2**24 + 1]}))
    hits = narrow.first_contact(pyarrow.table({name: column.astype(np.float32) for name, column in COLUMNS.items()}))
    assert hits.time.dtype == np.float32 and hits.to_arrow()["time"].type == pyarrow.float32()


def test_polars():
    polars = pytest.importorskip("polars")
    check(polars.DataFrame(HITS).to_dicts())
    assert [repr(hit) for hit in MESH.first_contact(polars.DataFrame(COLUMNS))] == [repr(hit) for hit in HITS]


def test_duckdb():
    duckdb = pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")
    hits = HITS
    found = duckdb.sql("select status::varchar, triangle, time from hits where triangle is not null order by triangle")
    assert found.fetchall() == [("overlap", 0, 0.0), ("contact", 1, 2.0)]
    assert len(hits) == 4
    spheres = duckdb.sql(
        "select 1.0::double x, 3.0::double y, 5.0::double z, 1.0::double radius, 0.0::double vx, 0.0::double vy, -2.0::double vz"
    )
    assert repr(MESH.first_contact(spheres)[0]) == repr(HITS[0])


def test_pandas():
    pandas = pytest.importorskip("pandas")
    frame = HITS.to_pandas()
    assert list(frame.columns) == NAMES
    rows = frame.astype(object).where(frame.notna(), None).to_dict("records")
    check(rows)
    assert HITS.contacts.to_pandas().index.tolist() == [0]
    pytest.importorskip("pyarrow")
    assert [repr(hit) for hit in MESH.first_contact(pandas.DataFrame(COLUMNS))] == [repr(hit) for hit in HITS]


def test_boxes_planes_and_scenes():
    pyarrow = pytest.importorskip("pyarrow")
    box = tangency.Box([0, 0, 0], [1, 1, 1])
    centers, velocity = [[0.5, 0.5, 3], [9, 9, 9]], [0, 0, -1]
    rows = pyarrow.table(box.first_contact(centers, 1, velocity)).to_pylist()
    assert [(row["side_x"], row["side_y"], row["side_z"]) for row in rows] == [("between", "between", "max"), (None,) * 3]
    behind = tangency.Polytope([[0, 0, 1], [0, 0, 0]], [[0, 0, 1], [0, 0, -1]])
    assert pyarrow.table(behind.first_contact(centers, 1, velocity))["feature"].to_pylist() == ["planes 0", "planes 0"]
    table = pyarrow.table(tangency.Scene([box, MESH]).first_contact(centers, 1, velocity))
    assert table["item"].to_pylist() == [0, None] and table["feature"].to_pylist() == ["sides 0 0 1", None]
    flat = tangency.Box([0, 0], [1, 1]).first_contact([[0.5, 3]], 1, [0, -1])
    assert "center_z" not in pyarrow.table(flat).column_names
    assert tangency.Scene([box, behind]).first_contact(centers, 1, velocity).to_pandas()["feature"][0] == "sides 0 0 1"


def test_streams_are_released():
    """Tests a PyCapsule that is never read, and one that is read twice."""
    pyarrow = pytest.importorskip("pyarrow")
    for _ in range(100):
        HITS.__arrow_c_stream__()
    capsule = HITS.__arrow_c_stream__()

    class Once:
        def __arrow_c_stream__(self, requested_schema=None):
            return capsule

    assert pyarrow.table(Once()).num_rows == 4
    with pytest.raises(Exception):
        pyarrow.table(Once())

    class Wrong:
        def __arrow_c_stream__(self, requested_schema=None):
            return "no capsule"

    with pytest.raises((TypeError, ValueError)):
        MESH.first_contact(Wrong())


def test_the_row_is_always_known():
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(HITS[[2, 0]])
    assert frame["index"].to_list() == [2, 0] and frame["status"].to_list() == ["overlap", "contact"]
    assert polars.DataFrame(HITS.contacts)["index"].to_list() == [0]
    # The second has no contact; the last has none in time.
    assert polars.DataFrame(MESH.contacts(polars.DataFrame(COLUMNS)))["index"].unique().sort().to_list() == [0, 2]
    assert HITS.contacts.to_pandas()["index"].tolist() == [0] and HITS.contacts.to_dict()["index"].tolist() == [0]


def test_a_plan_of_a_table_is_collected():
    polars = pytest.importorskip("polars")
    plan = polars.DataFrame(COLUMNS).lazy().filter(polars.col("x") < 5)
    assert [hit.time if hit else None for hit in MESH.first_contact(plan)] == [2.0, 0.0, None]


def test_closest_points_are_a_table():
    polars, pyarrow = pytest.importorskip("polars"), pytest.importorskip("pyarrow")
    near = MESH.closest(CENTER + [0, 0, 1.0])
    assert near.distance.tolist() == [6, 150**0.5, 1.5, 5]
    far = near[near.distance > 2]
    assert far.index.tolist() == [0, 1, 3] and len(near[1:3]) == 2 and near[[3, 0]].distance.tolist() == [5, 6]
    assert repr(near[-1]) == repr(near[3]) == repr(far[2]) and near[1:][0].point == (4, 4, 0)
    with pytest.raises(IndexError):
        near[4]
    names = ["index", "point_x", "point_y", "point_z", "distance", "triangle", "feature"]
    table = pyarrow.table(far)
    assert table.column_names == names == list(far.to_pandas().columns) == far.to_arrow().column_names
    assert table["index"].to_pylist() == [0, 1, 3] and table["feature"].to_pylist()[1] == "vertex 2"
    assert polars.DataFrame(near)["distance"].to_list() == near.distance.tolist()
    flat = tangency.Box([0, 0], [1, 1]).closest([[3, 0.5]])
    assert pyarrow.table(flat).column_names == ["index", "point_x", "point_y", "distance", "side_x", "side_y"]
    assert repr(pickle.loads(pickle.dumps(far))[1]) == repr(near[1])
