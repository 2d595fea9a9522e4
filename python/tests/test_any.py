"""Tests the queries of each pair of body and obstacle. The table of the command's manual lists these pairs, and the library's own tests compare the
table with the library. Any other pair is refused in the library's words, alone and in a batch."""

import re
from pathlib import Path

import numpy as np
import pytest

import tangency

MANUAL = Path(__file__).parents[2] / "docs" / "command.md"
PLANES = np.array([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]], float)
WEDGE = tangency.Mesh([[0, 0, 0], [4, 0, 0], [0, 4, 0], [0, 0, 4]], [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
IN_SPACE = {
    "point": tangency.Point([0, 0, 0]),
    "segment": tangency.Segment([0, 0, 0], [1, 0, 0]),
    "triangle": tangency.Triangle([0, 0, 0], [4, 0, 0], [0, 4, 0]),
    "box": tangency.Box([0, 0, 0], [1, 1, 1]),
    "hollow box": tangency.Hollow(tangency.Box([0, 0, 0], [1, 1, 1])),
    "oriented box": tangency.OrientedBox([0, 0, 0], [1, 1, 1], [0, 0, 1, 2]),
    "polytope": tangency.Polytope(PLANES, PLANES),
    "frustum": tangency.Frustum(PLANES, PLANES),
    "parallelepiped": tangency.Parallelepiped([0, 0, 0], [[1, 0, 0], [0, 1, 0], [1, 0, 1]]),
    "hull": tangency.Hull([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]),
    "plane": tangency.Plane([0, 0, 0], [0, 0, 1]),
    "mesh": WEDGE,
    "mesh instance": WEDGE.instance([0, 0, 1, 2]),
    "solid": tangency.Solid(WEDGE),
    "scene": tangency.Scene([tangency.Point([0, 0, 0])]),
}
IN_PLANE = {
    "point": tangency.Point([0, 0]),
    "segment": tangency.Segment([0, 0], [1, 0]),
    "box": tangency.Box([0, 0], [1, 1]),
    "hollow box": tangency.Hollow(tangency.Box([0, 0], [1, 1])),
    "oriented box": tangency.OrientedBox([0, 0], [1, 1], [1, 2]),
    "polytope": tangency.Polytope([[0, 0]], [[0, 1]]),
    "hull": tangency.Hull([[0, 0], [1, 0], [0, 1]]),
    "plane": tangency.Plane([0, 0], [0, 1]),
}
#: A box is one in every dimension.
IN_MORE = [{"box": tangency.Box([0] * n, [1] * n), "hollow box": tangency.Hollow(tangency.Box([0] * n, [1] * n))} for n in (1, 4, 5, 6, 7, 8)]
ALL = [(name, shape) for shapes in (IN_SPACE, IN_PLANE, *IN_MORE) for name, shape in shapes.items()]
#: The queries of points.
OF_POINTS = ("closest", "locate", "signed_distance", "winding_number")
#: Queries in another form: a mesh computes its neighbours once, in a class of its own, an item is inserted, and a mover is cast, see below.
ELSEWHERE = {"neighbours", "item", "mover"}


def table() -> dict[tuple[str, str], str]:
    """The bodies that have a query for each obstacle: ``S E`` or ``yes``."""
    text = MANUAL.read_text().split("<!-- who can be asked what -->")[1].split("<!-- end -->")[0]
    head, _, *rows = [[cell.strip() for cell in line.strip("| ").split("|")] for line in text.strip().splitlines()]
    # Trailing empty cells of a row are left out.
    return {(row[0].strip("`"), name): cell for row in rows for name, cell in zip(head[1:], (row + [""] * len(head))[1:])}


TABLE = table()
QUESTIONS = sorted({question for question, _ in TABLE} - ELSEWHERE)


def cast(mover: str, center: list):
    """A body of this kind."""
    if mover == "convex body":
        return tangency.Box([x - 1 for x in center], [x + 1 for x in center])
    return tangency.Sphere(center, 1) if mover == "sphere" else tangency.Ellipsoid(center, [1] * len(center))


def ways(question: str, shape, mover: str):
    """The forms of a query of this shape, each with its body and the words of a refusal."""
    inner = shape.shape if isinstance(shape, tangency.Hollow) else shape
    center = [0.25] * inner.dimension
    if mover == "point":
        if hasattr(shape, question):
            yield lambda: getattr(shape, question)(center)
            yield lambda: getattr(shape, question)([center, center])
        return
    body = cast(mover, center)
    if isinstance(shape, tangency.Hollow):
        # For this shape, the query is only a function.
        if question == "intersects":
            yield lambda: tangency.intersects(body, shape)
        return
    method = "containment" if question == "containment_by_planes" else question
    if question == "touched" and isinstance(shape, (tangency.Mesh, tangency.MeshInstance)):
        # A mesh has a contact for each triangle.
        method = "touched_triangles"
    words = {"by_planes": True} if method == "containment" and method != question else {}
    if question in ("advance", "slide"):
        words = {"displacement": center}
    size = {"radius": 1} if mover == "sphere" else {"radii": [1] * len(center)}
    yield lambda: getattr(tangency, method)(body, shape, **words)
    yield lambda: getattr(shape, method)(body, **words)
    if question in ("recover", "touched"):
        # These queries take one body at a time.
        return
    if mover == "convex body":
        rows = tangency.Box.each([[x - 1 for x in center]] * 2, [[x + 1 for x in center]] * 2)
        yield lambda: getattr(shape, method)(rows, **words)
        if question in ("first_contact", "first_entry", "last_time"):
            yield lambda: getattr(shape, method)(body, exact=True)
            yield lambda: getattr(shape, method)(rows, exact=True)
        return
    if mover == "sphere" or question in ("first_contact", "first_entry", "contact_time", "time_down", "last_time", "has_contact", "contacts", "intersects"):
        yield lambda: getattr(shape, method)([center, center], **size, **words)
    if question in ("first_contact", "first_entry", "last_time"):
        yield lambda: getattr(shape, method)(body, exact=True)
        yield lambda: getattr(shape, method)([center, center], **size, exact=True)


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_list(question):
    asked = 0
    for name, shape in ALL:
        answered = TABLE[question, name]
        movers = [("point", "yes")] if question in OF_POINTS else [("sphere", "S"), ("ellipsoid", "E")]
        dimension = shape.shape.dimension if isinstance(shape, tangency.Hollow) else shape.dimension
        if dimension in (2, 3) and (question not in OF_POINTS or question == "closest" and isinstance(shape, tangency.Obstacle)):
            movers.append(("convex body", "B"))
        for mover, letter in movers:
            # A refusal names a frustum as a polytope.
            kind = "a polytope" if name == "frustum" else f"an {name}" if name[0] in "aeiou" else f"a {name}"
            who = f"an {mover}" if mover[0] in "aeiou" else f"a {mover}"
            for ask in ways(question, shape, mover):
                asked += 1
                if letter in answered.split():
                    ask()
                else:
                    with pytest.raises(TypeError, match=rf"^{question} is not asked of {who} and {kind}$"):
                        ask()
    assert asked


def test_items():
    for name, shape in IN_SPACE.items():
        if TABLE["item", name] == "yes":
            assert tangency.Scene().insert(shape) == 0
        elif isinstance(shape, tangency.Obstacle):
            with pytest.raises(TypeError, match=f"^a {name} cannot be an item of a scene$"):
                tangency.Scene().insert(shape)


def test_movers():
    floor = tangency.Triangle([0, 0, 0], [4, 0, 0], [0, 4, 0])
    for name, shape in IN_SPACE.items():
        if TABLE["mover", name] == "yes":
            assert floor.intersects(shape) in (True, False)
            continue
        for ask in (floor.intersects, floor.first_contact, floor.contact_time, floor.penetration):
            words = "a hollow Box is not supported as a body" if name == "hollow box" and ask == floor.intersects else f"is a {type(shape).__name__}, must be"
            with pytest.raises(TypeError, match=words):
                ask(shape)
    assert {name for name in IN_SPACE if TABLE["mover", name] == "yes"} == {"box", "oriented box", "triangle", "parallelepiped", "hull"}
    for n in (1, 4, 8):
        box = tangency.Box([0] * n, [1] * n)
        with pytest.raises(TypeError, match=f"body is a Box of {n} dimensions, must be of 2 or 3"):
            box.first_contact(box)
        with pytest.raises(TypeError, match=f"in {n} dimensions, must be in 2 or 3"):
            box.first_contact(tangency.Box.each([[0] * n], [[1] * n]))


def test_the_classes_are_all_there():
    """An obstacle of the package that is missing in the table would not be tested here."""
    shapes = {getattr(tangency, name) for name in tangency.__all__ if isinstance(getattr(tangency, name), type)}
    shapes = {shape for shape in shapes if issubclass(shape, tangency.Obstacle)} - {tangency.Obstacle, tangency.Each}
    assert shapes == {type(shape) for shape in IN_SPACE.values()} - {tangency.Hollow}
    assert {name for _, name in TABLE} == set(IN_SPACE)
    assert re.search("neighbours", " ".join(question for question, _ in TABLE))


# ---- boxes in every dimension ----


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("dimension", range(1, 9))
def test_boxes_in_every_dimension(dimension, dtype):
    """A box at the origin of an axis is the interval of that axis, in any dimension."""
    rng = np.random.default_rng(dimension)
    center = (rng.integers(-8, 8, (60, dimension)) / 4).astype(dtype)
    center[:, 0] += 5
    velocity = np.zeros_like(center)
    velocity[:, 0] = -1
    box = tangency.Box(np.full(dimension, -8, dtype), np.concatenate([[1], np.full(dimension - 1, 8)]).astype(dtype))
    rows = {"center": center, "radius": dtype(0.5), "velocity": velocity}
    hits = box.first_contact(**rows)
    assert hits.center.shape == (60, dimension) and hits.feature.shape == (60, dimension) and hits.kind == "box"
    # All numbers are exact in floats: the front is at 1, and the ball's least point is half below its centre.
    assert hits.time.tolist() == box.contact_time(**rows).tolist() == (center[:, 0] - 1.5).tolist()
    assert (hits.feature == [1] + [0] * (dimension - 1)).all() and box.has_contact(**rows).all()
    ball = tangency.Sphere(center[7], dtype(0.5), velocity[7])
    assert repr(hits[7]) == repr(tangency.first_contact(ball, box)) and ball.velocity[0] == -1
    assert box.first_contact(ball, exact=True).time == tangency.Surd(float(center[7, 0]) - 1.5)
    near = box.closest(center)
    assert near.distance.tolist() == (center[:, 0] - 1).tolist() and near.point.shape == (60, dimension)
    # The other sides are further away.
    inner = center - (np.arange(dimension) == 0) * dtype(4)
    depth = np.where(inner[:, 0] < 1.5, 1.5 - inner[:, 0], np.nan)
    np.testing.assert_array_equal(box.penetration(inner, dtype(0.5)).depth, depth)
    shares = inner[:, 0] <= 1.5
    assert box.intersects(inner, dtype(0.5)).tolist() == shares.tolist() and 0 < shares.sum() < 60
    assert [tangency.intersects(tangency.Sphere(c, dtype(0.5)), box) for c in inner] == shares.tolist()
    each = tangency.Box.each(np.tile(box._numbers[0], (60, 1)), np.tile(box._numbers[1], (60, 1)))
    assert each.first_contact(**rows).time.tolist() == hits.time.tolist()
    assert each.intersects(inner, dtype(0.5)).tolist() == shares.tolist()
    assert len(hits.to_dict()) == 8 and ball == tangency.Sphere(*(ball._arguments[name][0] for name in ("center", "radius", "velocity", "t_max")))


def test_more_dimensions_than_eight():
    box, ball = tangency.Box([0] * 9, [1] * 9), tangency.Sphere([0] * 9, 1)
    assert tangency.intersects(ball, box) and tangency.intersects(ball, tangency.Hollow(box))
    with pytest.raises(ValueError, match="must have at most 8"):
        box.first_contact(ball)
    with pytest.raises(ValueError, match="only one body"):
        box.intersects(np.zeros((4, 9)), 1)
    with pytest.raises(ValueError, match=r"center has shape \(9,\), must have at most \(8,\) for what moves"):
        tangency.Sphere([0] * 9, 1, velocity=[0] * 9)
    with pytest.raises(ValueError, match=r"a point of 4 coordinates is given, must be of 2 to 3"):
        tangency.Point([0] * 4)


def test_circles_of_many():
    plane = tangency.Plane([0, 0, 0], [0, 0, 1])
    center, radius = np.array([[1, 2, 3], [0, 0, 9], [4, 4, 0]], float), np.array([5.0, 5, 2])
    circles = plane.section(center, radius)
    assert circles.radius.tolist()[::2] == [4, 2] and np.isnan(circles.radius[1]) and np.isnan(circles.center[1]).all()
    assert circles.center[::2].tolist() == [[1, 2, 0], [4, 4, 0]]
    assert plane.containment(center, radius).tolist() == [0, 1, 0]
    assert plane.containment(center, radius, by_planes=True).tolist() == [0, 1, 0]


def test_what_blocks():
    """A ball lies on a floor and slides. It touches the floor at once, but only the wall blocks it."""
    floor, wall = tangency.Box([0, 0, -1], [9, 9, 0]), tangency.Box([8, 0, 0], [9, 9, 9])
    world = tangency.Scene([floor, wall])
    ball = tangency.Sphere([1, 4, 1], 1, velocity=[1, 0, 0])
    assert world.first_contact(ball).time == 0 and floor.first_entry(ball) is None
    assert world.first_entry(ball).time == tangency.first_entry(ball, wall).time == 6
    assert world.first_entry(ball, exact=True).time == tangency.Surd(6)
    rows = ([[1, 4, 1], [2, 4, 1], [2, 4, 1]], 1, [[1, 0, 0], [1, 0, 0], [0, 0, 1]])
    hits = world.first_entry(*rows)
    assert hits.time.tolist()[:2] == [6, 5] and np.isnan(hits.time[2]) and hits.item.tolist() == [1, 1, -1]
    assert [hit and hit.time for hit in world.first_entry(*rows, exact=True)] == [6, 5, None]
    each = tangency.Box.each([[0, 0, -1], [8, 0, 0], [8, 0, 0]], [[9, 9, 0], [9, 9, 9], [9, 9, 9]])
    assert each.first_entry(*rows).status.tolist() == [0, 1, 0]
