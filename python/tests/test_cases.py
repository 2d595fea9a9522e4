"""The shared cases: every request of ``tests/cases/*.jsonl``, alone and in a batch, bit for bit equal to the results of independent oracles."""

from __future__ import annotations

import dataclasses
import json
import math
import struct
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import tangency

CASES = Path(__file__).parents[2] / "tests" / "cases"
FILES = sorted(CASES.glob("*.jsonl"))


class Decimal(str):
    """A number as the text in the file."""


def nearest(text: str, dtype: type) -> np.floating:
    """The float nearest to a decimal, in one rounding, ties to even."""
    wide = float(text)
    if dtype is np.float64:
        return np.float64(wide)
    with np.errstate(over="ignore"):
        guess = np.float32(wide)
    if not np.isfinite(guess) or guess == 0:
        return guess
    exact = Fraction(text)
    around = [guess, np.nextafter(guess, np.float32("inf")), np.nextafter(guess, np.float32("-inf"))]
    return min(
        (x for x in around if np.isfinite(x)),
        key=lambda x: (abs(Fraction(float(x)) - exact), int(np.float32(x).view(np.uint32)) & 1),
    )


def read(value, dtype):
    """The contents of JSON, with each number as this float."""
    if isinstance(value, Decimal):
        return nearest(value, dtype)
    if isinstance(value, list):
        return [read(item, dtype) for item in value]
    if isinstance(value, str) and value in ("inf", "-inf"):
        return dtype(value)
    return value


def array(value, dtype):
    return np.array(read(value, dtype), dtype)


def bits(value, dtype) -> bytes:
    """All bits of a number or a vector; -0.0 and 0.0 differ."""
    values = [value] if np.isscalar(value) else list(value)
    return struct.pack(f"<{len(values)}{'f' if dtype is np.float32 else 'd'}", *map(float, values))


def cases(path: Path):
    for number, line in enumerate(path.read_text().splitlines(), 1):
        yield number, json.loads(line, parse_float=Decimal, parse_int=Decimal)


#: The targets of requests.
NAMES = ("triangle", "segment", "point", "box", "oriented_box", "polytope", "frustum", "parallelepiped", "hull", "plane", "mesh", "scene")
#: The shapes that are also bodies.
CONVEX = (tangency.Box, tangency.OrientedBox, tangency.Triangle, tangency.Parallelepiped, tangency.Hull)
#: The fields of motions.
WAYS = ("velocity", "to", "path")
#: Obstacles that are not convex. These tests use them alone and not in rows, and they have no penetration.
WHOLE = (tangency.Mesh, tangency.MeshInstance, tangency.Scene)


class Case:
    """A request in the terms of the package: a body, its arrays, and a shape."""

    def __init__(self, request: dict, folder: Path) -> None:
        self.dtype = np.float32 if request.get("scalar") == "f32" else np.float64
        mover = request.get("mover", {})
        if mover and not mover.keys() & {"sphere", "capsule"}:
            self.t_max = read(request["t_max"], self.dtype) if "t_max" in request else None
            self.body, _ = self.target(mover, folder, self.t_max)
            self.is_ellipsoid = self.body_is_hollow = False
            self.shape, self.shape_is_hollow = self.target({name: value for name, value in request.items() if name != "mover"}, folder)
            self.asked = self.who()
            return
        request = request | mover
        if "position" in request or "at" in request:
            self.center, self.is_ellipsoid, self.way = array(request.get("position", []), self.dtype), False, {}
            self.size = self.body = None
            self.shape, self.shape_is_hollow = self.target(request, folder)
            self.asked = self.who()
            return
        if "capsule" in request:
            self.capsule(request)
            self.shape, self.shape_is_hollow = self.target(request, folder)
            self.asked = self.who()
            return
        name = "ellipsoid" if "ellipsoid" in request else "sphere"
        given = request[name]
        t_max = read(request["t_max"], self.dtype) if "t_max" in request else None
        self.way = {name: array(given[name], self.dtype) for name in WAYS if name in given}
        self.center = array(given["center"], self.dtype)
        self.size = array(given["radii" if name == "ellipsoid" else "radius"], self.dtype)
        self.t_max = t_max
        self.is_ellipsoid = name == "ellipsoid"
        kind = tangency.Ellipsoid if self.is_ellipsoid else tangency.Sphere
        self.body = kind(self.center, self.size, **self.way, t_max=t_max, dtype=self.dtype)
        self.body_is_hollow = given.get("hollow", False)
        self.shape, self.shape_is_hollow = self.target(request, folder)
        self.asked = self.who()

    def capsule(self, request: dict) -> None:
        given = request["capsule"]
        vectors = {name: array(given[name], self.dtype) for name in ("a", "b", "axis", *WAYS) if name in given}
        self.vectors = vectors
        self.center, self.size = vectors["a"], array(given["radius"], self.dtype)
        self.t_max = read(request["t_max"], self.dtype) if "t_max" in request else None
        self.body = tangency.Capsule(**vectors, radius=self.size, t_max=self.t_max, dtype=self.dtype)
        self.is_ellipsoid = self.body_is_hollow = False

    def who(self) -> list:
        """The obstacles for many bodies: the shape, and a row of shapes with it in the middle; there are no rows of planes."""
        if isinstance(self.shape, (*WHOLE, tangency.Plane)):
            return [self.shape]
        return [self.shape, self.row_of(self.shape)]

    def target(self, request: dict, folder: Path, t_max: float | None = None):
        dtype = self.dtype
        # A world contains a target, or the items of a scene.
        request = request.get("world", request.get("obstacle", request))
        if "items" in request:
            request = {"scene": request}
        for name in NAMES:
            if name in request:
                given = request[name]
                break
        ways = (("velocity", "velocity"), ("from", "from_"), ("to", "to"))
        motion = {said: array(given[name], dtype) for name, said in ways if name in given}
        if t_max is not None:
            motion["t_max"] = t_max
        if "radius" in given:
            motion["radius"] = array(given["radius"], dtype)

        def of(field):
            return array(given[field], dtype)

        if name == "triangle":
            shape = tangency.Triangle(*of("vertices"), **motion, dtype=dtype)
        elif name == "segment":
            shape = tangency.Segment(of("a"), of("b"), **motion, dtype=dtype)
        elif name == "point":
            shape = tangency.Point(of("position"), **motion, dtype=dtype)
        elif name == "box":
            shape = tangency.Box(of("min"), of("max"), **motion, dtype=dtype)
        elif name == "oriented_box":
            shape = tangency.OrientedBox(of("center"), of("half_extents"), of("rotation"), **motion, dtype=dtype)
        elif name == "parallelepiped":
            shape = tangency.Parallelepiped(of("center"), of("edges"), **motion, dtype=dtype)
        elif name == "hull":
            place = {"position": of("position")} if "position" in given else {}
            shape = tangency.Hull(of("points"), **place, **motion, dtype=dtype)
        elif name in ("polytope", "frustum"):
            sides = [
                np.array([read(plane[field], dtype) for plane in given["planes"]], dtype).reshape(-1, len(self.center))
                for field in ("point", "normal")
            ]
            kind = tangency.Polytope if name == "polytope" else tangency.Frustum
            shape = kind(*sides, **motion, dtype=dtype)
        elif name == "plane":
            shape = tangency.Plane(of("point"), of("normal"), dtype=dtype)
        elif name == "scene":
            ends = [read(item["t_max"], dtype) if "t_max" in item else None for item in given["items"]]
            shape = tangency.Scene((self.target(item, folder, end)[0] for item, end in zip(given["items"], ends)), dtype=dtype)
        elif "path" in given:
            shape = tangency.Mesh.from_file(folder / given["path"], dtype=dtype)
            shape = shape.moving(motion.get("velocity")).rounded(motion.get("radius", 0))
        else:
            triangles = [[int(index) for index in triangle] for triangle in given["triangles"]]
            shape = tangency.Mesh(of("vertices"), triangles, **motion, dtype=dtype)
        if "rotation" in given and name == "mesh":
            shape = shape.instance(of("rotation"), of("translation"), **motion)
        return shape, given.get("hollow", False)

    def row_of(self, shape) -> tangency.Each:
        """Three shapes with this one in the middle; the others have another position, are at rest, and have another inflation."""
        rows = {}
        for name, value in shape._arguments.items():
            shift = 0 if name in ("half_extents", "rotation", "edges", "normals") else self.dtype(8)
            rows[name] = np.stack([value + shift, value, value - shift]).astype(self.dtype)

        def among(vector):
            still = np.zeros(shape.dimension)
            return np.stack([still, vector, still]).astype(self.dtype)

        # Between two points like the shape itself; the others do not move.
        way = {"velocity": among(shape.velocity)} if shape.to is None else {"to": among(shape.to), "from_": among(shape.from_)}
        # Inflated shapes do not have all queries.
        radius = np.array([0, shape.radius, 2] if shape.radius else [0], self.dtype)
        return type(shape).each(**rows, **way, radius=radius, t_max=self.dtype(shape.t_max), dtype=self.dtype)

    def arrays(self) -> dict:
        """Three rows with the body in the middle; the other bodies have another position."""
        if isinstance(self.body, CONVEX):
            return {"center": self.row_of(self.body)}
        dimension = len(self.center)
        elsewhere = np.full(dimension, 3, self.dtype)
        center = np.stack([elsewhere, self.center, -elsewhere]).astype(self.dtype)
        if isinstance(self.body, tangency.Capsule):
            return {"center": tangency.Capsule.each(**self.vectors | {"a": center}, radius=self.size, t_max=self.t_max, dtype=self.dtype)}
        arrays = {"center": center, "radii" if self.is_ellipsoid else "radius": self.size}
        if "to" in self.way or "path" in self.way:
            # The bodies are rows, which all queries take.
            return {"center": type(self.body).each(**arrays, **self.way, t_max=self.t_max, dtype=self.dtype)}
        return arrays | self.way

    def moving_arrays(self) -> dict:
        arrays = self.arrays()
        return arrays | ({} if self.t_max is None or isinstance(arrays["center"], (tangency.Bodies, tangency.Each)) else {"t_max": self.t_max})


def same(found, stored, dtype, what: str) -> None:
    """Checks a number, a vector or None, to the last bit."""
    stored = read(stored, dtype)
    if stored is None or found is None:
        assert stored is None and found is None, what
    else:
        assert bits(found, dtype) == bits(stored, dtype), f"{what}: {found}, must be {stored}"


def check_answer(answer, stored: dict, dtype, what: str) -> None:
    status = {type(None): "none", tangency.Overlap: "overlap", tangency.Contact: "contact"}[type(answer)]
    assert status == stored["status"], what
    for name in ("time", "center", "point", "normal", "other_point"):
        if name in stored:
            same(getattr(answer, name), stored[name], dtype, f"{what}: {name}")
    if "approach" in stored:
        assert answer.approach == stored["approach"], what
    for name in ("triangle", "item"):
        if name in stored:
            assert getattr(answer, name) == int(stored[name]), f"{what}: {name}"
    if stored.get("feature") is not None:
        assert answer.feature == feature_of(stored["feature"]), what


def feature_of(stored: dict):
    if "kind" in stored:
        return tangency.Feature(stored["kind"], None if stored.get("index") is None else int(stored["index"]))
    if "sides" in stored:
        return tangency.BoxFeature(tuple(int(side) for side in stored["sides"]))
    if "planes" in stored:
        return tangency.PlaneFeature(tuple(int(plane) for plane in stored["planes"]))
    return tangency.HullFeature(tuple(int(vertex) for vertex in stored["vertices"]))


def check_exact(answer, stored: dict, what: str) -> None:
    def number(parts):
        return tangency.Surd(*(Fraction(parts[name]) for name in "xyd"))

    time = answer.time if isinstance(answer, tangency.ExactContact) else tangency.Surd(0)
    assert time == number(stored["time"]), what
    for name in ("center", "point"):
        assert list(getattr(answer, name)) == [number(parts) for parts in stored[name]], f"{what}: {name}"


def check_more(case: Case, stored: dict, what: str) -> None:
    batch = case.moving_arrays()
    for field, question in (("time_down", "time_down"), ("last_time", "last_time")):
        if field in stored:
            same(getattr(case.shape, question)(case.body), stored[field], case.dtype, f"{what}: {field}")
            for shape in case.asked:
                row = getattr(shape, question)(**batch)[1]
                same(None if np.isnan(row) else row, stored[field], case.dtype, f"{what}: {field} in a batch of {shape!r}")
    if "penetration" in stored and not case.is_ellipsoid and not isinstance(case.shape, WHOLE):
        one = case.shape.penetration(case.body)
        for shape in case.asked:
            many = shape.penetration(batch["center"], batch.get("radius"))
            if stored["penetration"] is None:
                assert one is None and np.isnan(many.depth[1]), what
                continue
            for name in stored["penetration"]:
                same(getattr(one, name), stored["penetration"][name], case.dtype, f"{what}: {name}")
                same(getattr(many, name)[1], stored["penetration"][name], case.dtype, f"{what}: {name} in a batch of {shape!r}")


def check(case: Case, request: dict, stored: dict, what: str) -> None:
    query = request["query"]
    if query in ("first_contact", "first_entry"):
        answer = getattr(case.shape, query)(case.body)
        check_answer(answer, stored, case.dtype, what)
        for shape in case.asked:
            hits = getattr(shape, query)(**case.moving_arrays())
            assert hits.time.dtype == case.dtype
            check_answer(hits[1], stored, case.dtype, f"{what}, in a batch of {shape!r}")
            if stored["status"] == "contact":
                assert repr(hits[1]) == repr(answer), f"{what}, in a batch of {shape!r}"
        check_more(case, stored, what)
        if "exact" in stored:
            check_exact(getattr(case.shape, query)(case.body, exact=True), stored["exact"], what)
            for shape in case.asked[1:]:
                check_exact(getattr(shape, query)(**case.moving_arrays(), exact=True)[1], stored["exact"], f"{what} of {shape!r}")
    elif query == "intersects":
        body = tangency.Hollow(case.body) if case.body_is_hollow else case.body
        shape = tangency.Hollow(case.shape) if case.shape_is_hollow else case.shape
        assert tangency.intersects(body, shape) == stored["intersects"], what
        if not case.body_is_hollow and not case.shape_is_hollow:
            for shape in case.asked:
                assert shape.intersects(**case.arrays())[1] == stored["intersects"], f"{what}, in a batch of {shape!r}"
    else:
        assert case.shape.containment(case.body) == stored["containment"], what
        for shape in case.asked:
            code = shape.containment(**case.arrays())[1]
            assert tangency.CONTAINMENTS[code + 1] == stored["containment"], f"{what}, in a batch of {shape!r}"


def test_the_cases_are_there():
    assert FILES, f"no cases in {CASES}"


@pytest.mark.parametrize("path", [path for path in FILES if path.stem != "errors"], ids=lambda path: path.stem)
def test_answers(path: Path):
    count = 0
    for number, case in cases(path):
        request, answer = case["request"], case["answer"]
        check(Case(request, CASES), request, answer, f"{path.name}:{number}")
        count += 1
    assert count, f"{path.name} has no case"


# ---- the other queries ----

QUESTIONS = sorted((CASES / "questions").glob("*.jsonl"))


def check_question(case: Case, query: str, at, stored, what: str) -> None:
    """Checks one body, alone and among others, against the shape alone and a row of shapes. ``at`` is the point or feature of the query, if there is
    one."""
    shape, dtype = case.shape, case.dtype
    if query in ("locate", "signed_distance", "winding_number"):
        found = getattr(tangency.Solid(shape), query)(case.center)
        if query == "signed_distance":
            same(found, stored, dtype, what)
        else:
            assert found == (int(stored) if isinstance(stored, Decimal) else stored), what
        return
    if query == "neighbours":
        index = at["feature"].get("index")
        feature = tangency.Feature(at["feature"]["kind"], None if index is None else int(index))
        assert shape.neighbours().triangles_at(int(at["triangle"]), feature).tolist() == [int(i) for i in stored], what
        return
    if query == "containment_by_planes":
        # For a single plane, the containment by planes is the containment.
        by_planes = {} if isinstance(shape, tangency.Plane) else {"by_planes": True}
        assert shape.containment(case.body, **by_planes) == stored, what
        return
    if query == "section":
        section = shape.section(case.body)
        assert (section is None) == (stored is None), what
        for name in stored or ():
            same(getattr(section, name), stored[name], dtype, f"{what}: {name}")
        return
    if query == "closest":
        found = [shape.closest(case.body if isinstance(case.body, (tangency.Capsule, *CONVEX)) else case.center)]
        found += [shape.closest(case.arrays()["center"])[1] for shape in case.asked]
        for near in found:
            if stored is None:
                assert near is None, what
                continue
            for name in ("point", "distance", "on_axis"):
                if name in stored:
                    same(getattr(near, name), stored[name], dtype, f"{what}: {name}")
            if "feature" in stored:
                assert near.feature == feature_of(stored["feature"]), what
            for name in ("triangle", "item"):
                if name in stored:
                    assert getattr(near, name) == int(stored[name]), f"{what}: {name}"
        return
    if query == "touched":
        if isinstance(stored, list):
            all_touched = shape.touched_triangles(case.body)
            assert [one.triangle for one in all_touched] == [int(one["triangle"]) for one in stored], what
            pairs = list(zip(all_touched, stored))
        else:
            touched = shape.touched(case.body)
            assert touched == tangency.touched(case.body, shape), what
            assert (touched is None) == (stored is None), what
            pairs = [] if touched is None else [(touched, stored)]
        for whole, stored in pairs:
            assert [bits(point, dtype) for point in whole.points] == [bits(read(point, dtype), dtype) for point in stored["points"]], what
            assert whole.feature == feature_of(stored["feature"]) and whole.mover_feature == feature_of(stored["mover_feature"]), what
        return
    one = getattr(shape, query)(case.body)
    moves = query in ("contact_time", "time_down", "last_time", "has_contact", "contacts")
    many = [getattr(shape, query)(**(case.moving_arrays() if moves else case.arrays())) for shape in case.asked]
    if query in ("contact_time", "time_down", "last_time"):
        for time in [one, *(None if np.isnan(times[1]) else times[1] for times in many)]:
            same(time, stored, dtype, what)
    elif query == "penetration":
        for out in many:
            assert np.isnan(out.depth[1]) == (stored is None), what
        assert (one is None) == (stored is None), what
        for name in stored or ():
            for number in [getattr(one, name), *(getattr(out, name)[1] for out in many)]:
                same(number, stored[name], dtype, f"{what}: {name}")
    elif query == "containment":
        assert [one, *(tangency.CONTAINMENTS[codes[1] + 1] for codes in many)] == [stored] * (1 + len(many)), what
    elif query == "intersecting":
        for found in [one, *(triangles[starts[1] : starts[2]] for starts, triangles in many)]:
            assert found.tolist() == [int(index) for index in stored], what
    elif query == "contacts":
        for found in [one, *(list(hits[hits.index == 1]) for hits in many)]:
            assert len(found) == len(stored), what
            for answer, each in zip(found, stored):
                check_answer(answer, each, dtype, what)
    elif query == "has_contact":
        assert [one, *(bool(truths[1]) for truths in many)] == [stored] * (1 + len(many)), what
    else:
        raise AssertionError(f"{what}: {query} is not known here")


def check_move(case: Case, request: dict, stored: dict, what: str) -> None:
    """Checks the move of one body, alone and among others."""
    shape, dtype, query = case.shape, case.dtype, request["query"]
    way = array(request["displacement"], dtype)
    options = {"max_iterations": int(request["max_iterations"])} if "max_iterations" in request else {}
    one = getattr(shape, query)(case.body, way, **options)
    same(one.position, stored["position"], dtype, f"{what}: position")
    same(one.left, stored["left"], dtype, f"{what}: left")
    if stored["status"] == "overlap":
        check_answer(one.overlap, stored, dtype, what)
    else:
        assert one.overlap is None, what
    contacts = one.contacts if query == "slide" else [one.contact] if one.contact else []
    assert len(contacts) == len(stored["contacts"]), what
    for answer, each in zip(contacts, stored["contacts"]):
        check_answer(answer, each, dtype, what)
    legs = [read(leg, dtype) for leg in stored["legs"]]
    if query == "slide":
        assert [bits(leg, dtype) for leg in one.legs] == [bits(leg, dtype) for leg in legs], what
    for asked in case.asked:
        arrays = case.arrays()
        moves = getattr(asked, query)(displacement=way, legs=True, **arrays, **options)
        same(moves.position[1], stored["position"], dtype, f"{what}: position in a batch of {asked!r}")
        same(moves.left[1], stored["left"], dtype, f"{what}: left in a batch of {asked!r}")
        assert (moves.leg_count[1], moves.contact_count[1]) == (len(legs), len(contacts)), what
        starts, ends = moves.legs
        assert [bits(leg, dtype) for leg in ends[starts[1] : starts[2]]] == [bits(leg, dtype) for leg in legs], what
        first = {"status": "none"} if stored["status"] == "none" else stored if stored["status"] == "overlap" else stored["contacts"][0]
        check_answer(moves.first[1], first, dtype, f"{what}, in a batch of {asked!r}")


def check_recover(case: Case, stored: dict, what: str) -> None:
    found = case.shape.recover(case.body)
    assert found == tangency.recover(case.body, case.shape), what
    # The method of a convex shape recovers another body out of it.
    assert isinstance(case.body, CONVEX) or found == case.body.recover(case.shape), what
    assert found.status == stored["status"], what
    assert (found.position is None) == (stored["position"] is None), what
    if stored["position"] is not None:
        same(found.position, stored["position"], case.dtype, f"{what}: position")


def check_step(request: dict, stored: dict, what: str) -> None:
    """Takes a step of one walker, and of a walker among others."""
    dtype = np.float64

    def state_of(given: dict) -> tangency.WalkerState:
        fields = {name: given[name] for name in ("position", "velocity", "carried", "half_extents", "rotation") if name in given}
        numbers = {name: tuple(read(value, dtype)) for name, value in fields.items()}
        floor = given["floor"] and tangency.WalkerFloor(*(tuple(read(given["floor"][name], dtype)) for name in ("point", "normal")))
        points = {"points": tuple(tuple(read(point, dtype)) for point in given["points"])} if "points" in given else {}
        return tangency.WalkerState(axis=None, radius=None, floor=floor, **numbers, **points)

    mesh = tangency.Mesh(array(request["world"]["mesh"]["vertices"], dtype), [[int(i) for i in triangle] for triangle in request["world"]["mesh"]["triangles"]])
    state, way = state_of(request["walker"]), array(request["displacement"], dtype)
    if state.points is None:
        bodies = tangency.OrientedBox.each([state.position] * 2, state.half_extents, state.rotation)
    else:
        bodies = tangency.Hull.each(state.points, position=[state.position] * 2)
    options = {name: float(value) for name, value in request["options"].items()}
    hero, crowd = tangency.Walker(bodies[0], **options), tangency.Walkers(bodies, **options)
    hero.restore(state)
    assert hero.state() == state, what
    both = {name: np.array([value] * 2) for name, value in dataclasses.asdict(state).items() if value is not None and name != "floor"}
    nowhere = (math.nan,) * 3
    floors = tangency.WalkerFloors(*(np.array([getattr(state.floor, name) if state.floor else nowhere] * 2) for name in ("point", "normal")))
    crowd.restore(tangency.WalkerStates(**({"axis": None, "radius": None} | both), floor=floors))
    step, steps = hero.step(way, mesh), crowd.step(way, mesh)
    assert hero.state() == crowd[1].state() == state_of(stored["walker"]), what
    assert step.start.status == stored["status"] and step.is_wedged == stored["is_wedged"] == steps.is_wedged[1], what
    same(step.from_, stored["from"], dtype, f"{what}: from")
    same(step.platform_velocity, stored["platform_velocity"], dtype, f"{what}: platform_velocity")
    assert [bits(leg, dtype) for leg in step.legs] == [bits(read(leg, dtype), dtype) for leg in stored["legs"]], what
    assert len(step.contacts) == len(stored["contacts"]) == steps.contact_count[1], what
    for answer, each in zip(step.contacts, stored["contacts"]):
        check_answer(answer, each, dtype, what)
    for answer, hits, each in ((step.floor, steps.floor, stored["floor"]), (step.ceiling, steps.ceiling, stored["ceiling"])):
        assert answer == hits[1], what
        check_answer(answer, each or {"status": "none"}, dtype, what)


@pytest.mark.parametrize("path", QUESTIONS, ids=lambda path: path.stem)
def test_questions(path: Path):
    number = 0
    for number, case in cases(path):
        request, answer, what = case["request"], case["answer"], f"{path.name}:{number}"
        query = request["query"]
        if query in ("first_contact", "first_entry", "intersects"):
            check(Case(request, CASES), request, answer, what)
        elif query in ("advance", "slide"):
            check_move(Case(request, CASES), request, answer, what)
        elif query == "step":
            check_step(request, answer, what)
        elif query == "recover":
            check_recover(Case(request, CASES), answer, what)
        else:
            check_question(Case(request, CASES), query, request.get("at"), answer[query], what)
    assert number, f"{path.name} has no case"


# ---- requests that have no answer ----

BODIES = {"sphere": {"center", "radius"}, "ellipsoid": {"center", "radii"}}
TARGETS = {
    "triangle": {"vertices"},
    "segment": {"a", "b"},
    "point": {"position"},
    "box": {"min", "max"},
    "oriented_box": {"center", "half_extents", "rotation"},
    "polytope": {"planes"},
    "parallelepiped": {"center", "edges"},
    "hull": {"points"},
    "mesh": {"vertices", "triangles"},
}


def is_number(value) -> bool:
    return isinstance(value, Decimal)


def are_numbers(value) -> bool:
    """Whether a value consists of numbers in lists of equal lengths, which an array can contain."""
    if not isinstance(value, list):
        return is_number(value)
    return all(map(are_numbers, value)) and len({len(v) if isinstance(v, list) else None for v in value}) < 2


def can_be_said(request) -> bool:
    """Whether the error is a number, a length or a pair of shapes, and not the form of the request."""
    if not isinstance(request, dict) or request.get("query") not in ("first_contact", "intersects", "containment"):
        return False
    names = request.keys() - {"query", "scalar", "t_max"}
    bodies, targets = names & BODIES.keys(), names & TARGETS.keys()
    if len(bodies) != 1 or len(targets) != 1 or names != bodies | targets or request.get("scalar", "f64") not in ("f32", "f64"):
        return False
    if request["query"] != "first_contact" and "t_max" in request:
        return False
    if "t_max" in request and not (is_number(request["t_max"]) and np.isfinite(float(request["t_max"]))):
        return False
    for name in bodies | targets:
        given, needed = request[name], (BODIES | TARGETS)[name]
        optional = {"velocity"} if request["query"] == "first_contact" else {"hollow"}
        optional |= {"radius"} if name in targets else set()
        if not isinstance(given, dict) or not needed <= given.keys() <= needed | optional:
            return False
        if given.get("hollow", True) is not True:
            return False
        if not isinstance(given.get("planes", []), list):
            return False
        parts = [part for field, part in given.items() if field not in ("hollow", "planes")]
        for plane in given.get("planes", ()):
            if not isinstance(plane, dict) or plane.keys() != {"point", "normal"}:
                return False
            parts.append([plane["point"], plane["normal"]])
        if not all(map(are_numbers, parts)) or any("." in index for row in given.get("triangles", ()) for index in row):
            return False
    return True


def test_errors():
    refused = 0
    for number, case in cases(CASES / "errors.jsonl"):
        request = case["request"]
        if not can_be_said(request):
            continue
        # A shape need not have a method for a query that it does not have.
        errors = (ValueError, TypeError, AttributeError) if request["query"] == "containment" else (ValueError, TypeError)
        with pytest.raises(errors) as caught:
            said = Case(request, CASES)
            check(said, request, {"status": "", "intersects": None, "containment": None}, f"errors.jsonl:{number}")
        assert str(caught.value), number
        refused += 1
    assert refused >= 25
