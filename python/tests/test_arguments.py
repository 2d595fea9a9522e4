"""Tests that no argument is ignored: each changes the result, or is refused. Only the number of threads changes no result; an invalid number is
refused."""

import inspect
import pickle
import re

import numpy as np
import pytest

import tangency
from tangency import Bodies, Capsule, Ellipsoid, Hollow, Obstacle, Sphere

TILE = tangency.Mesh([[0, 0, 0], [4, 0, 0], [0, 4, 0], [4, 4, 0]], [[0, 1, 2], [1, 3, 2]])
CUBE = tangency.Mesh(
    [[x, y, z] for x in (0, 2) for y in (0, 2) for z in (0, 2)],
    [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3]],
)
SHAPES = [
    tangency.Point([0, 0, 0], radius=0.5),
    tangency.Segment([0, 0, 0], [4, 0, 0]),
    tangency.Triangle([0, 0, 0], [4, 0, 0], [0, 4, 0]),
    tangency.Box([-2, -2, -2], [2, 2, 0]),
    tangency.OrientedBox([0, 0, -1], [2, 2, 1], [0, 0, 1, 3]),
    tangency.Parallelepiped([0, 0, -1], [[4, 0, 0], [0, 4, 0], [0, 0, 2]]),
    tangency.Plane([0, 0, 0], [0, 0, 1]),
    tangency.Polytope([[0, 0, 0]] * 3, [[0, 0, 1], [1, 0, 0], [-1, 0, 1]]),
    TILE,
    TILE.instance([0, 0, 1, 3]),
    tangency.Solid(CUBE),
    tangency.Scene([TILE, tangency.Point([0, 0, 0])]),
]
ALONE = [
    Sphere([0.5, 0.5, 0.75], 1, velocity=[0, 0, -1]),
    Sphere([0.25, 0.25, 5], 1, velocity=[0, 0, -1], t_max=9),
    Sphere([-0.25, 0.5, 0.625], 0.5, velocity=[0.125, 0, -0.25]),
    Capsule([0.25, 0.25, 5], axis=[0, 0, 1], radius=1, velocity=[0, 0, -1]),
    Ellipsoid([0.25, 0.25, 5], [1, 2, 1], velocity=[0, 0, -1]),
]
ROWS = np.array([[0.5, 0.5, 0.75], [0.25, 0.25, 5], [-0.25, 0.5, 0.625], [0.875, 0, 0.875]])
#: The value of each keyword, which must have an effect on a query that takes it.
VALUES = {
    "radius": 0.125,
    "radii": [0.5, 1, 2],
    "velocity": [0.125, 0, 2],
    "t_max": 0.0625,
    "threads": 1,
    "out": None,
    "legs": True,
    "exact": True,
    "by_planes": True,
    "max_iterations": 0,
    "displacement": [0.5, 0, -3],
}


def said(answer):
    """All fields of a result, as text."""
    if hasattr(answer, "to_dict"):
        return repr({name: column.tolist() for name, column in answer.to_dict().items()})
    if isinstance(answer, tangency.Moves):
        return said(answer.first) + repr((answer.position.tolist(), answer.left.tolist(), answer.legs))
    if isinstance(answer, (tangency.Penetration, tangency.Section)):
        return repr([np.asarray(value).tolist() for value in vars(answer).values()])
    return repr(answer)


def questions():
    for name, method in inspect.getmembers(Obstacle, inspect.isfunction):
        if not name.startswith("_"):
            first, *rest = [argument for argument in inspect.signature(method).parameters if argument != "self"]
            yield name, first, rest


def asked(ask, *given, **named):
    """The result, or None if the query is refused."""
    try:
        return ask(*given, **named)
    except TypeError as error:
        assert re.search("not asked|no question|must be|cannot", str(error)), error
        return None


def test_beside_one_body_nothing_is_ignored():
    seen = set()
    for name, _, rest in questions():
        needed = [VALUES[argument] for argument in rest if argument == "displacement"]
        for shape in SHAPES:
            for body in ALONE:
                ask = getattr(shape, name)
                plain = asked(ask, body, *needed)
                if plain is None and asked(ask, ALONE[0], *needed) is None:
                    continue
                for argument in rest:
                    if argument == "displacement":
                        continue
                    value = VALUES[argument]
                    if argument == "out":
                        value = shape.first_contact([[9, 9, 9]], 1)
                    try:
                        other = ask(body, *needed, **{argument: value})
                    except (ValueError, TypeError):
                        seen.add((name, argument))
                        continue
                    if said(other) != said(plain):
                        seen.add((name, argument))
                    else:
                        # Only these arguments may leave a result unchanged, because of their meaning.
                        assert argument in ("exact", "by_planes", "max_iterations"), (name, argument, shape)
    assert seen == {(name, argument) for name, _, rest in questions() for argument in rest if argument != "displacement"}


@pytest.mark.parametrize("question", ["first_contact", "first_entry", "contact_time", "time_down", "last_time", "has_contact", "contacts"])
def test_what_a_body_has_itself_is_given_twice(question):
    ball, ask = Sphere([0, 0, 5], 1), getattr(TILE, question)
    for argument in ("radius", "radii", "velocity", "t_max"):
        with pytest.raises(ValueError, match=f"^{argument} is given twice, by itself and by the body$"):
            ask(ball, **{argument: VALUES[argument]})
        with pytest.raises(ValueError, match=f"^{argument} is given twice, by itself and by the bodies$"):
            ask(Sphere.each([[0, 0, 5]], 1), **{argument: VALUES[argument]})
    with pytest.raises(ValueError, match="^threads is for rows of bodies, and one body is given$"):
        ask(ball, threads=2)


def test_the_end_of_the_motion_is_not_dropped():
    """The wall at 5 is touched at 4, which is after 1."""
    wall, ball = tangency.Box([5, -1], [6, 1]), Sphere([0, 0], 1, velocity=[1, 0])
    assert wall.first_contact(ball).time == 4 and wall.first_contact([[0, 0]], 1, [1, 0], t_max=1)[0] is None
    with pytest.raises(ValueError, match="t_max is given twice"):
        wall.first_contact(ball, t_max=1)
    with pytest.raises(ValueError, match="radius is given twice"):
        wall.advance(ball, [9, 0], radius=2)
    with pytest.raises(ValueError, match="radius is given twice"):
        wall.intersects(Hollow(ball), 2)
    many = tangency.Box([0] * 12, [1] * 12)
    for argument, value in (("radius", 3), ("radii", [1] * 12), ("threads", 2)):
        with pytest.raises(ValueError, match=f"^{argument} is"):
            many.intersects(Sphere([0] * 12, 1), **{argument: value})


def test_beside_rows_nothing_is_ignored():
    seen = set()
    for name, _, rest in questions():
        if name in ("recover", "touched", "closest"):
            continue
        needed = [VALUES["displacement"]] * ("displacement" in rest)
        for shape in SHAPES:
            ask = getattr(shape, name)
            given = {"radius": 1.0} | ({"velocity": [0, 0, -1.0]} if "velocity" in rest else {})
            plain = asked(ask, ROWS, *needed, **given)
            if plain is None:
                continue
            for argument in rest:
                if argument in ("displacement", "out"):
                    continue
                if argument == "threads":
                    assert said(ask(ROWS, *needed, **given, threads=1)) == said(plain)
                    with pytest.raises(ValueError, match="threads is 0"):
                        ask(ROWS, *needed, **given, threads=0)
                    seen.add((name, argument))
                    continue
                try:
                    other = ask(ROWS, *needed, **given | {argument: VALUES[argument]})
                except (ValueError, TypeError):
                    seen.add((name, argument))
                    continue
                if said(other) != said(plain):
                    seen.add((name, argument))
    expected = {(name, argument) for name, _, rest in questions() for argument in rest if name not in ("recover", "closest")}
    expected -= {(name, argument) for name, argument in expected if argument in ("displacement", "out")}
    assert seen == expected
    for argument in ("threads", "out"):
        with pytest.raises(ValueError, match=f"{argument} has no effect on exact answers"):
            TILE.first_contact(ROWS, 1, exact=True, **{argument: 1 if argument == "threads" else TILE.first_contact(ROWS, 1)})


# ---- constructors ----

ROW2 = [[1, 2, 3], [1, 2, 4]]
FLOORS = ([[0, 0, 0]], [[0, 0, 1]])
WAYS = {"velocity": [0, 0, 1], "to": [0, 0, 7], "t_max": 3}
MADE = [
    (Sphere, ([1, 2, 3], 1), WAYS | {"path": [[0, 0, 1]], "dtype": "f4"}),
    (Ellipsoid, ([1, 2, 3], [1, 1, 2]), WAYS | {"path": [[0, 0, 1]], "dtype": "f4"}),
    (Capsule, ([1, 2, 3], [1, 2, 4], 1), WAYS | {"path": [[0, 0, 1]], "axis": [0, 0, 1], "dtype": "f4"}),
    (Sphere.each, (ROW2, 1), WAYS | {"path": [[0, 0, 1]], "dtype": "f4"}),
    (Ellipsoid.each, (ROW2, [1, 1, 2]), WAYS | {"path": [[0, 0, 1]], "dtype": "f4"}),
    (Capsule.each, (ROW2, ROW2, 1), WAYS | {"path": [[0, 0, 1]], "axis": [0, 0, 1], "dtype": "f4"}),
    *(
        (make, given, WAYS | {"from_": [0, 0, 1], "radius": 2, "dtype": "f4"} | ({"position": [4, 5, 6]} if kind is tangency.Hull else {}))
        for kind, given, rows in (
            (tangency.Point, ([1, 2, 3],), (ROW2,)),
            (tangency.Segment, ([1, 2, 3], [1, 2, 4]), (ROW2, [1, 2, 5])),
            (tangency.Triangle, ([1, 2, 3], [1, 2, 4], [2, 2, 4]), (ROW2, [1, 2, 5], [2, 2, 5])),
            (tangency.Box, ([1, 2, 3], [1, 2, 4]), (ROW2, [3, 4, 5])),
            (tangency.OrientedBox, ([1, 2, 3], [1, 2, 4], [0, 0, 0, 1]), (ROW2, [3, 4, 5], [0, 0, 0, 1])),
            (tangency.Parallelepiped, ([1, 2, 3], np.eye(3).tolist()), (ROW2, np.eye(3).tolist())),
            (tangency.Hull, ([[1, 2, 3], [1, 2, 4]],), ([[[1, 2, 3], [1, 2, 4]], [[1, 2, 3], [1, 2, 5]]],)),
        )
        for make, given in ((kind, given), (kind.each, rows))
    ),
    (tangency.Polytope, FLOORS, {"velocity": [0, 0, 1], "t_max": 3, "radius": 2, "dtype": "f4", "to": [0, 0, 7], "from_": [0, 0, 1]}),
    (tangency.Plane, ([0, 0, 0], [0, 0, 1]), {"dtype": "f4"}),
    (tangency.Mesh, ([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]), WAYS | {"from_": [0, 0, 1], "radius": 2, "dtype": "f4", "threads": 0}),
    (TILE.instance, ([0, 0, 0, 1],), WAYS | {"from_": [0, 0, 1], "radius": 2, "translation": [1, 0, 0]}),
    (tangency.MeshInstance.each, (TILE, [0, 0, 0, 1], ROW2), WAYS | {"from_": [0, 0, 1], "radius": 2}),
    (tangency.Rotation, ([0, 0, 0, 1],), {"dtype": "f4"}),
    (tangency.Rotation.identity, (), {"dimension": 2, "dtype": "f4"}),
    (tangency.Rotation.from_axis_angle, ([0, 0, 1], 1), {"dtype": "f4"}),
    (tangency.Rotation.from_angle, (1,), {"dtype": "f4"}),
    (tangency.Rotation.from_direction, ([0, 0, 1],), {"dtype": "f4"}),
    (tangency.Rotation.from_matrix, (np.eye(3).tolist(),), {"dtype": "f4"}),
    (tangency.Scene, ([],), {"dtype": "f4"}),
    (ALONE[0].moving, ([0, 0, 1],), {"t_max": 3}),
    (ALONE[0].moving_to, ([0, 0, 1],), {"t_max": 3}),
    (TILE.moving, ([0, 0, 1],), {"t_max": 3}),
    (TILE.moving_to, ([0, 0, 1],), {"t_max": 3, "from_": [0, 0, 1]}),
    (tangency.Point.each(ROW2).moving, ([0, 0, 1],), {"t_max": 3}),
    (tangency.Point.each(ROW2).moving_to, ([0, 0, 1],), {"t_max": 3, "from_": [0, 0, 1]}),
    (lambda **motion: tangency.Frustum.from_view_projection(VIEW, **motion), (), WAYS | {"depth": (0, 1), "from_": [0, 0, 1], "radius": 2, "dtype": "f4"}),
]
VIEW = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, -2, -1], [0, 0, -1, 0]]


@pytest.mark.parametrize(("make", "given", "keywords"), MADE, ids=lambda it: getattr(it, "__qualname__", ""))
def test_what_is_made_of_an_argument_is_another_thing(make, given, keywords):
    plain = pickle.dumps(make(*given))
    # Every argument with a default is tried.
    optional = {name for name, argument in inspect.signature(make).parameters.items() if argument.default is not argument.empty}
    assert optional - {"b", "radius", "velocity"} <= set(keywords) | {"normals", "triangles", "translation", "items"}, optional
    for name, value in keywords.items():
        try:
            assert pickle.dumps(make(*given, **{name: value})) != plain, name
        except ValueError as error:
            assert name in str(error) or name in ("to", "from_", "axis"), (name, str(error))


def test_a_dimension_that_there_is_not():
    for dimension in (0, 1, 4):
        with pytest.raises(ValueError, match=f"dimension is {dimension}, must be 2 or 3"):
            tangency.Rotation.identity(dimension)


def test_a_feature_beside_hits():
    hits = TILE.first_contact([[1, 1, 5]], 1, [0, 0, -1])
    neighbours = TILE.neighbours()
    for ask in (neighbours.is_flat_at, neighbours.flat_as_face):
        with pytest.raises(ValueError, match="feature is given twice, by itself and by the hits"):
            ask(hits, [0])


def test_other_arguments():
    scene = tangency.Scene(tangency.Point.each([[-2, 0, 1], [4, 0, 1]], radius=0.5, velocity=[[0, 0, 0], [-1, 0, 0]]))
    assert scene.first_pair() is not None and scene.first_pair(t_max=1) is None and len(scene.pairs(t_max=1)) == 0
    hero = Capsule([0, 0, 5], axis=[0, 0, 1], radius=1)
    plain = tangency.Walker(hero).options
    others = {"up": [0, 1, 0], "max_slope": 0.5, "step_height": 0.5, "snap_distance": 0.5, "max_iterations": 3}
    for name in inspect.signature(tangency.Walker).parameters:
        if name != "body" and name in others:
            assert tangency.Walker(hero, **{name: others[name]}).options[name] != plain[name]
            assert tangency.Walkers(Bodies(Capsule, None, a=[[0, 0, 5]], axis=[0, 0, 1], radius=1), **{name: others[name]}).options[name] != plain[name]
