"""Tests a character: the walks that all languages share, bit for bit; situations with a known end; and checks by other exact queries that it stays
free."""

from __future__ import annotations

import copy
import dataclasses
import json
import math
import pickle
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import tangency
from tangency import Box, Capsule, Mesh, Scene, Walker

WALKS = Path(__file__).parents[2] / "tests" / "walks" / "walk.jsonl"
GRAVITY = 9.81 / 3600
BODY = Capsule([0, 0, 2.5], axis=[0, 0, 1], radius=0.5)
ABLE = {"step_height": 0.5, "snap_distance": 0.5}


def level_of(given: dict, dtype: type) -> tangency.Obstacle:
    if "items" in given:
        return Scene([Box(np.array(item["box"]["min"], dtype), np.array(item["box"]["max"], dtype)) for item in given["items"]])
    mesh = given["mesh"]
    made = Mesh(np.array(mesh["vertices"], np.float64).astype(dtype), mesh["triangles"])
    if "rotation" in mesh:
        return made.instance(np.array(mesh["rotation"], dtype), np.array(mesh["translation"], dtype))
    return made


@pytest.mark.parametrize("line", WALKS.read_text().splitlines())
def test_the_shared_walks(line):
    walk = json.loads(line)
    options = walk["options"]
    dtype = np.float32 if options.pop("scalar") == "f32" else np.float64
    body = {name: np.array(value, np.float64).astype(dtype) for name, value in options.pop("body").items()}
    numbers = {name: value if name == "max_iterations" else np.array(value, np.float64).astype(dtype) for name, value in options.items()}
    hero, level = Walker(Capsule(**body), **numbers), level_of(walk["level"], dtype)
    assert hero.dtype == dtype and len(walk["steps"]) == len(walk["positions"]) >= 20
    for step, position, velocity, stands in zip(walk["steps"], walk["positions"], walk["velocities"], walk["standing"]):
        hero.velocity += np.array(step["push"], np.float64).astype(dtype)
        hero.step(np.array(step["displacement"], np.float64).astype(dtype), level)
        # The shortest text of each number has the same bits, also for zeros.
        assert [str(x) for x in np.array(hero.position, dtype)] == [str(x) for x in np.array(position, np.float64).astype(dtype)]
        assert [str(x) for x in hero.velocity] == [str(x) for x in np.array(velocity, np.float64).astype(dtype)]
        assert (hero.floor is not None) == stands


def place_of(floor: tangency.Contact | None) -> tangency.WalkerFloor | None:
    return None if floor is None else tangency.WalkerFloor(floor.point, floor.normal)


def stairs() -> Scene:
    return Scene([Box([-9, -9, -1], [9, 9, 0]), Box([2, -9, 0], [9, 9, 0.25])])


def test_it_falls_as_gravity_sums():
    """Without obstacles, a step is one addition for each coordinate, which is exact and then rounded once."""
    hero, world = Walker(BODY), Box([0, 0, -2000], [1, 1, -1999])
    velocity, place = 0.0, 2.5
    for i in range(100):
        hero.velocity[2] -= GRAVITY
        velocity -= GRAVITY
        step = hero.step([0.1, 0, 0], world)
        place = float(Fraction(place) + Fraction(velocity))
        assert hero.position[2] == place and hero.velocity.tolist() == [0, 0, velocity]
        assert step.floor is None and step.legs == (hero.position,) and not step.contacts and step.ceiling is None
    assert abs(hero.position[0] - 10) < 1e-12 and hero.position[1] == 0


@pytest.mark.parametrize("height, climbs", [(0.25, True), (0.5, True), (0.75, False)])
def test_a_step_is_climbed_if_it_is_low_enough(height, climbs):
    level = Scene([Box([-9, -9, -1], [9, 9, 0]), Box([2, -9, 0], [9, 9, height])])
    hero = Walker(BODY.moving([0, 0, 0]), **ABLE)
    for _ in range(200):
        hero.velocity[2] -= 0.0078125
        step = hero.step([0.03125, 0, 0], level)
    x, y, z = hero.position
    assert y == 0 and hero.velocity.tolist() == [0, 0, 0]
    if climbs:
        assert z == height + 0.5 and abs(x - 6.25) < 1e-12 and step.floor.item == 1
    else:
        # The walker is at the wall: exactly its radius away, or farther by a last bit.
        assert 1.5 - 1e-12 < x <= 1.5 and z == 0.5 and step.floor.item == 0


def test_standing_is_standing_bit_for_bit():
    slope = Mesh([[-9, -9, -4.5], [9, -9, 4.5], [9, 9, 4.5], [-9, 9, -4.5]], [[0, 1, 2], [0, 2, 3]])
    hero = Walker(BODY.moving([0, 0, 0]), **ABLE)
    for _ in range(60):
        hero.velocity[2] -= GRAVITY
        hero.step([0.01, 0.02, 0], slope)
    assert hero.floor is not None
    place = hero.position
    for _ in range(100):
        hero.velocity[2] -= GRAVITY
        step = hero.step([0, 0, 0], slope)
        assert hero.position == place and step.legs == () and step.from_ == place and hero.velocity.tolist() == [0, 0, 0]


def test_the_limit_of_a_slope_is_right_to_the_last_bit():
    """The surface rises by 3/4 along x and by 1 along y, so its slope is 5/4."""
    slope = Mesh([[-8, -8, -14], [8, -8, -2], [8, 8, 14], [-8, 8, 2]], [[0, 1, 2], [0, 2, 3]])
    for limit, is_floor in ((1.25, True), (np.nextafter(1.25, 0), False)):
        hero = Walker(BODY, max_slope=limit)
        assert (hero.step([0, 0, -4], slope).floor is not None) == is_floor


def hills(size: int = 6) -> Mesh:
    random = np.random.default_rng(3)
    axis = np.arange(-size, size + 1.0)
    x, y = np.meshgrid(axis, axis, indexing="ij")
    corner = np.arange(len(axis) ** 2).reshape(x.shape)
    a, b, c, d = corner[:-1, :-1], corner[1:, :-1], corner[1:, 1:], corner[:-1, 1:]
    triangles = np.concatenate([np.stack(t, axis=-1).reshape(-1, 3) for t in ((a, b, c), (a, c, d))])
    return Mesh(np.stack([x, y, random.uniform(0, 0.8, x.shape)], axis=-1).reshape(-1, 3), triangles)


@pytest.mark.parametrize("name", ["mesh", "instance", "scene", "rounded"])
def test_every_leg_is_free(name):
    """An exact query for each leg checks that the moving body enters no obstacle. An obstacle that is touched only at the end is not entered."""
    mesh = hills()
    worlds = {
        "mesh": mesh,
        "instance": mesh.instance([0, 0, 1, 3], [0.25, 0, 0]),
        "scene": Scene([mesh, Box([1, 1, 0], [2, 2, 3]), tangency.Segment([-2, -3, 0], [-2, 3, 1], radius=0.25)]),
        "rounded": mesh.rounded(0.125),
    }
    world, random = worlds[name], np.random.default_rng(5)
    hero, starts, ends, floors, contacts = Walker(BODY, **ABLE), [], [], 0, 0
    for i in range(300):
        if i % 10 == 0:
            way = [*random.uniform(-0.1, 0.1, 2), 0]
        hero.velocity[2] += (0.03 if random.integers(60) == 0 else 0) - GRAVITY
        before = hero.position
        step = hero.step(way, world)
        assert step.start == tangency.Recover("free", before) and step.from_ == before
        corners = (step.from_, *step.legs)
        assert corners[-1] == hero.position and place_of(step.floor) == hero.floor
        starts += corners[:-1]
        ends += corners[1:]
        floors, contacts = floors + (step.floor is not None), contacts + len(step.contacts)
    assert len(starts) >= 250 and 100 < floors < 300 and contacts > 100
    legs = Capsule.each(np.array(starts), axis=[0, 0, 1], radius=0.5, to=np.array(ends))
    entries = world.first_entry(legs)
    for row in np.flatnonzero(entries.status):
        assert world.first_entry(legs[row], exact=True).time == 1
    places = Capsule.each(np.array(ends), axis=[0, 0, 1], radius=0.5)
    assert (world.first_entry(places).status != tangency.Status.OVERLAP).all()


def test_it_rides_or_is_pushed_or_crushed():
    hero = Walker(Capsule([0, 0, 0.5], axis=[0, 0, 1], radius=0.5))
    lift = Box([-2, -2, -1], [2, 2, 0], to=[-2, -2, -0.75])
    assert hero.ride([0, 0, 0.25], lift) == tangency.Ride("carried", (0.0, 0.0, 0.75))
    assert hero.position == hero.body.a == (0, 0, 0.75)
    # A ram of two units comes from the left, and moves by two units.
    ram = Box([-4, -2, 0], [-2, 2, 3], to=[-2, -2, 0])
    ride = hero.ride([0, 0, 0], Scene([Box([-9, -9, -1], [9, 9, 0.25]), ram]))
    assert ride.status == "pushed" and ride.item == 1 and str(ride.feature).startswith("sides 1")
    x, y, z = ride.position
    assert ride.position == hero.position and 0.5 <= x < 0.5 + 1e-6 and (y, z) == (0, 0.75)
    walls = Mesh([[3, -9, -9], [3, 9, -9], [3, 0, 20]], [[0, 1, 2]])
    press = Box([-9, -9, -9], [0, 9, 9], to=[-6.5, -9, -9])
    ride = hero.ride([0, 0, 0], Scene([walls, press]))
    assert ride.status == "crushed" and ride.item == 1 and ride.triangle is None
    assert ride.position == hero.position == (x, y, z)


def test_recover():
    floor = Box([0, 0, -1], [9, 9, 0])
    for body, high in ((tangency.Sphere([4, 4, 0.75], 1), 1.0), (Capsule([4, 4, 0.5], axis=[0, 0, 1], radius=1), 1.0)):
        found = body.recover(floor)
        assert found == floor.recover(body) == tangency.recover(body, floor)
        x, y, z = found.position
        assert found.status == "moved" and (x, y) == (4, 4) and high <= z < high + 1e-12
        free = tangency.Sphere(found.position, 1) if isinstance(body, tangency.Sphere) else Capsule(found.position, axis=[0, 0, 1], radius=1)
        assert not isinstance(floor.first_entry(free), tangency.Overlap)
        assert free.recover(floor) == tangency.Recover("free", found.position)
    # The test is repeated in the plane, in float32, and where no free position is found.
    disc = tangency.Sphere(np.array([0.5, 0], np.float32), np.float32(1)).recover(Box(np.array([1, -9], np.float32), np.array([9, 9], np.float32)))
    assert disc.status == "moved" and disc.position[0] <= 0
    assert tangency.Sphere([0, 0, 0], 1).recover(Box([-999, -999, -999], [999, 999, 999])) == tangency.Recover("not_found", None)


def test_what_overlaps_as_a_step_begins_is_put_beside():
    hero = Walker(Capsule([0, 0, 0.25], axis=[0, 0, 1], radius=0.5))
    step = hero.step([0, 0, 0], stairs())
    assert step.start.status == "moved" and step.from_ == step.start.position and 0.5 <= step.from_[2] < 0.5 + 1e-12
    buried = Walker(Capsule([0, 0, 0], axis=[0, 0, 1], radius=0.5))
    step = buried.step([1, 0, 0], Box([-99, -99, -99], [99, 99, 99]))
    assert step == tangency.Step(tangency.Recover("not_found", None), (0, 0, 0), (), (), None, None, False, (0, 0, 0))


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_copy_walks_on_alike(way, dtype):
    body = Capsule(np.array([0, 0, 2.5], dtype), axis=np.array([0, 0, 1], dtype), radius=dtype(0.5))
    level = Mesh(hills().vertices.astype(dtype), hills().triangles)
    hero = Walker(body, **ABLE, max_iterations=9)
    copies = {}
    for i in range(90):
        if i in (0, 10, 60):
            copies[i] = way(hero), []
        hero.velocity[2] -= dtype(GRAVITY)
        hero.step([0.02, 0.03, 0], level)
        for _, steps in copies.values():
            steps.append((hero.position, hero.velocity.tolist(), hero.floor))
    assert any(floor is not None for _, _, floor in copies[60][1])
    for again, steps in copies.values():
        assert again.options == hero.options and again.dtype == dtype
        for step in steps:
            again.velocity[2] -= dtype(GRAVITY)
            again.step([0.02, 0.03, 0], level)
            assert (again.position, again.velocity.tolist(), again.floor) == step


@pytest.mark.parametrize("way", [copy.copy, lambda it: pickle.loads(pickle.dumps(it))])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_box_walks_and_so_do_its_copies(way, dtype):
    def box(position):
        half, rotation = np.array([0.5, 0.25, 1], dtype), np.array([0, 0, 0.25, 1], dtype)
        return tangency.OrientedBox(np.array(position, dtype), half, rotation)

    boxes = [Box(np.array(low, dtype), np.array(high, dtype)) for low, high in (([-9, -9, -1], [9, 9, 0]), ([2, -9, 0], [9, 9, 0.25]))]
    level = Scene(boxes)
    hero = Walker(box([0, 0, 1]), **ABLE)
    for i in range(60):
        again = way(hero)
        for walker in (hero, again):
            walker.velocity[2] -= dtype(GRAVITY)
            step = walker.step(np.array([0.0625, 0.01, 0], dtype), level)
        assert again.state() == hero.state() and step.floor is not None
        # By other queries, at each of the obstacles: the box at the position of the walker overlaps neither, and touches its floor.
        apart = [it.closest(hero.body).distance for it in boxes]
        assert hero.body == box(hero.position) and min(apart) == 0
        overlaps = [it.penetration(hero.body) for it in boxes]
        assert all(overlap is None or overlap.depth == 0 for overlap in overlaps)
    assert hero.position[0] == 3.75 and hero.position[2] == 1.25
    state = hero.state()
    assert state.axis is None and state.radius is None and state.half_extents == (0.5, 0.25, 1) and state.rotation == (0, 0, 0.25, 1)
    assert hero.set_body(Capsule(hero.position, axis=np.array([0, 0, 0.25], dtype), radius=dtype(0.5)), level) is None
    assert hero.state().half_extents is None and hero.floor is None
    hero.restore(state)
    assert hero.state() == state


def test_a_body_that_is_no_box_of_a_walker():
    for body, error, words in (
        (tangency.OrientedBox([0, 0, 1], [0.5, 0.25, 1], [0, 0, 0, 1], radius=0.5), TypeError, "OrientedBox or a Hull without a radius, must be one"),
        (tangency.OrientedBox([0, 0, 1], [0.5, 0, 1], [0, 0, 0, 1]), ValueError, "body is flat and has no radius, must have a thickness"),
        (tangency.OrientedBox([0, 0], [0.5, 1], [0, 1]), ValueError, "body has dimension 2"),
        (Box([0, 0, 0], [1, 1, 1]), TypeError, "body is a Box, must be a Capsule, an OrientedBox or a Hull"),
    ):
        with pytest.raises(error, match=words):
            Walker(body)
    hero = Walker(tangency.OrientedBox([0, 0, 1], [0.5, 0.25, 1], [0, 0, 0, 1]))
    state = hero.state()
    for change, words in (
        ({"axis": (0, 0, 1)}, "state has axis, half_extents, rotation, must have axis and radius, or half_extents and rotation"),
        ({"rotation": None}, "state has half_extents, must have"),
        ({"half_extents": None, "rotation": None}, "state has no body, must have"),
        ({"half_extents": (1, 1, -1)}, r"walker.half_extents is -1, must not be negative"),
        ({"half_extents": (1, 0, 1)}, "body is flat and has no radius, must have a thickness"),
        ({"rotation": (0, 0, 0)}, r"state.rotation has shape \(3,\), must have \(4,\)"),
        ({"rotation": (0, 0, 0, 0)}, "rotation"),
    ):
        with pytest.raises(ValueError, match=words):
            hero.restore(dataclasses.replace(state, **change))
        assert hero.state() == state


def test_its_state():
    hero = Walker(BODY, **ABLE)
    assert hero.body == BODY and hero.position == (0, 0, 2.5) and repr(hero) == "<Walker: at (0.0, 0.0, 2.5), in the air>"
    known = {"up": (0, 0, 1), "max_slope": 1, "step_height": 0.5, "snap_distance": 0.5, "max_iterations": 12}
    assert hero.options == known | {"flat_base": False, "max_recovery": 1, "inherit_velocity": True}
    hero.velocity = [0, 0, -4]
    hero.step([0, 0, 0], stairs())
    assert hero.floor is not None and "on a floor" in repr(hero)
    hero.teleport([1, 1, 7])
    assert hero.position == (1, 1, 7) and hero.floor is None and hero.body == Capsule([1, 1, 7], axis=[0, 0, 1], radius=0.5)
    # By two ends, and a ball.
    assert Walker(Capsule([0, 0, 0], [0, 0, 1], 0.5)).body == Capsule([0, 0, 0], axis=[0, 0, 1], radius=0.5)
    assert Walker(Capsule([0, 0, 3], [0, 0, 3], 0.5)).step([0, 0, -9], stairs()).legs == ((0, 0, 0.5),)


@pytest.mark.parametrize(
    "make, words",
    [
        (lambda: Walker(BODY, up=[0, 0, 0]), "walker.up is zero, must have a direction"),
        (lambda: Walker(BODY, up=[0, 0, float("nan")]), r"walker.up\[2\] is NaN, must be a finite number"),
        (lambda: Walker(BODY, up=[0, 1]), r"up has shape \(2,\), must have \(3,\)"),
        (lambda: Walker(BODY, max_slope=-1), "walker.max_slope is -1, must not be negative"),
        (lambda: Walker(BODY, step_height=float("inf")), "walker.step_height is inf"),
        (lambda: Walker(BODY, snap_distance=[1, 2]), r"snap_distance has shape \(2,\), must be one number"),
        (lambda: Walker(BODY, max_iterations=-1), "max_iterations is -1, must not be negative"),
        (lambda: Walker(BODY, max_recovery=-1), "walker.max_recovery is -1, must not be negative"),
        (lambda: Walker(BODY, max_recovery=float("nan")), "walker.max_recovery is NaN, must be a finite number"),
        (lambda: Walker(BODY).teleport([0, float("nan"), 0], stairs()), r"walker.position\[1\] is NaN"),
        (lambda: Walker(BODY).set_body(Capsule([0, 0], axis=[0, 1], radius=1), stairs()), "body has dimension 2, but a walker is in space"),
        (lambda: Walker(BODY).set_body(Capsule(np.zeros(3, np.float32), axis=np.ones(3, np.float32), radius=np.float32(1)), stairs()), "body is of float32, but the walker of float64"),
        (lambda: Walker(Capsule([0, 0], axis=[0, 1], radius=1)), "body has dimension 2, but a walker is in space"),
        (lambda: Walker(Capsule([0, 0, 0.1], [0, 0, 1e17], 0.5)), "capsule.b is 100000000000000000, its difference from a is not a float"),
        (lambda: Walker(BODY).step([0, 0, float("nan")], stairs()), r"displacement\[2\] is NaN"),
        (lambda: Walker(BODY).teleport([0, float("inf"), 0]), r"walker.position\[1\] is inf"),
        (lambda: Walker(BODY).step([0, 0, 0], Box(np.zeros(3, np.float32), np.ones(3, np.float32))), "the world is not of f64 in 3 dimensions"),
        (lambda: Walker(BODY).step([0, 0, 0], Box([0, 0], [1, 1])), "the world is not of f64 in 3 dimensions"),
    ],
)
def test_wrong_numbers_are_refused_by_name(make, words):
    with pytest.raises(ValueError, match=words):
        make()


def test_a_velocity_that_is_no_number_is_refused_and_nothing_moves():
    hero = Walker(BODY)
    hero.velocity[1] = float("nan")
    with pytest.raises(ValueError, match=r"walker.velocity\[1\] is NaN"):
        hero.step([0, 0, 0], stairs())
    hero.velocity = [1e308, 0, 0]
    with pytest.raises(ValueError, match="walker.velocity"):
        hero.step([1e308, 0, 0], stairs())
    assert hero.position == (0, 0, 2.5)


def test_what_is_no_world_is_refused():
    hull = tangency.Polytope([tangency.Plane([0, 0, 0], [0, 0, 1])])
    for world, words in (
        (hull, "step is not asked of a capsule and a polytope"),
        (Scene([hull]), "step is not asked of a capsule and a polytope"),
        (tangency.Solid(tangency.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])), "step is not asked of a capsule and a solid"),
        (BODY, "world is a Capsule, must be a shape, a mesh or a scene"),
        (Box.each([[0, 0, 0]], [[1, 1, 1]]), "."),
    ):
        with pytest.raises(TypeError, match=words):
            Walker(BODY).step([0, 0, 0], world)
    with pytest.raises(TypeError, match="ride is not asked of a capsule and a polytope"):
        Walker(BODY).ride([0, 0, 0], hull)
    with pytest.raises(TypeError, match="recover is not asked of a capsule and a polytope"):
        BODY.recover(hull)
    with pytest.raises(TypeError, match="recover is not asked of an ellipsoid and a box"):
        Box([0, 0, 0], [1, 1, 1]).recover(tangency.Ellipsoid([0, 0, 0], [1, 2, 3]))
    with pytest.raises(TypeError, match="body is a Sphere, must be a Capsule, an OrientedBox or a Hull"):
        Walker(tangency.Sphere([0, 0, 0], 1))
    with pytest.raises(TypeError, match="body is a list, must be one Sphere, a Capsule, a Box"):
        Box([0, 0, 0], [1, 1, 1]).recover([[0, 0, 0]])


def crowd_of(count: int, dtype: type = np.float64, kind: type = Capsule) -> tuple[tangency.Walkers, tangency.Bodies]:
    random = np.random.default_rng(8)
    places = np.column_stack([random.uniform(-5, 5, (count, 2)), random.uniform(0.2, 3, count)]).astype(dtype)
    radius = random.uniform(0.25, 0.5, count).astype(dtype)
    if kind is Capsule:
        bodies = Capsule.each(places, axis=np.array([0, 0, 1], dtype), radius=radius)
    elif kind is tangency.Hull:
        bodies = tangency.Hull.each(np.array(PRISM, dtype) * radius[:, np.newaxis, np.newaxis], position=places)
    else:
        # A rotated box would take long at a mesh; another test has such boxes. Few of these begin in the ground, for which no position is found.
        places[:, 2] += 0.75
        bodies = tangency.OrientedBox.each(places, np.column_stack([radius, radius / 2, 2 * radius]), np.array([0, 0, 0, 1], dtype))
    return tangency.Walkers(bodies, **ABLE), bodies


@pytest.mark.parametrize("kind", [Capsule, tangency.OrientedBox, tangency.Hull])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", ["mesh", "scene"])
def test_each_of_many_walks_as_one_alone(name, dtype, kind):
    mesh = Mesh(hills().vertices.astype(dtype), hills().triangles)
    world = mesh if name == "mesh" else Scene([mesh, Box(np.array([1, 1, 0], dtype), np.array([2, 2, 3], dtype))])
    count = 60 if kind is Capsule else 20
    crowd, bodies = crowd_of(count, dtype, kind)
    alone = [Walker(body, **ABLE) for body in bodies]
    random, starts = np.random.default_rng(9), set()
    position = crowd.position
    for i in range(count // 2 + 5):
        ways = (random.uniform(-0.1, 0.1, (count, 3)) * [1, 1, 0]).astype(dtype)
        crowd.velocity[:, 2] -= dtype(0.03125)
        steps = crowd.step(ways, world, threads=1 + i % 3)
        for row, hero in enumerate(alone):
            hero.velocity[2] -= dtype(0.03125)
            step = hero.step(ways[row], world)
            assert tuple(crowd.position[row].tolist()) == hero.position and (crowd.velocity[row] == hero.velocity).all()
            assert steps.floor[row] == step.floor and steps.ceiling[row] == step.ceiling
            assert steps.is_wedged[row] == step.is_wedged and tuple(steps.platform_velocity[row].tolist()) == step.platform_velocity
            assert steps.start[row] == {"free": 0, "moved": 1, "not_found": -1}[step.start.status]
            assert (steps.leg_count[row], steps.contact_count[row]) == (len(step.legs), len(step.contacts))
            assert crowd[row].state() == hero.state() and crowd.bodies[row] == hero.body
        starts |= set(steps.start.tolist())
    # The same array all the time, which is read only; some began in the ground, most stand.
    assert (position == crowd.position).all() and not position.flags.writeable and {0, 1} <= starts
    stands = crowd.floor.is_there
    assert np.count_nonzero(stands) > count / 2 and (stands == (steps.floor.status != 0)).all() and f"{np.count_nonzero(stands)} of them on a floor" in repr(crowd)
    assert (crowd.floor.point[stands] == steps.floor.point[stands]).all() and (crowd.floor.normal[stands] == steps.floor.normal[stands]).all()
    again = pickle.loads(pickle.dumps(crowd))
    one = crowd[7]
    for walks in (crowd, again):
        walks.velocity[:, 2] -= dtype(0.03125)
        walks.step(np.array([0.0625, 0, 0], dtype), world)
    assert (again.position == crowd.position).all() and (again.velocity == crowd.velocity).all()
    one.velocity[2] -= dtype(0.03125)
    one.step(np.array([0.0625, 0, 0], dtype), world)
    assert one.state() == crowd[7].state() and one.position == tuple(crowd.position[7].tolist())


def test_many_are_refused_by_row_and_none_moves():
    crowd, bodies = crowd_of(40)
    crowd.velocity[17, 1] = float("nan")
    before = crowd.position.copy()
    with pytest.raises(ValueError, match=r"row 17: velocity\[1\] is NaN, must be a finite number"):
        crowd.step([0, 0, -0.125], hills())
    assert (crowd.position == before).all()
    crowd.velocity = [0, 0, 0]
    with pytest.raises(ValueError, match="displacement has 3 rows, but there are 40 walkers"):
        crowd.step(np.zeros((3, 3)), hills())
    with pytest.raises(TypeError, match="step is not asked of a capsule and a polytope"):
        crowd.step([0, 0, 0], tangency.Polytope([tangency.Plane([0, 0, 0], [0, 0, 1])]))
    for wrong in (tangency.Sphere.each([[0, 0, 0]], 1), Box.each([[0, 0, 0]], [1, 1, 1]), BODY, [BODY]):
        with pytest.raises(TypeError, match="must be rows of capsules, boxes or hulls"):
            tangency.Walkers(wrong)
    with pytest.raises(ValueError, match="row 1: radius is -1"):
        tangency.Walkers(Capsule.each([[0, 0, 0], [0, 0, 0]], axis=[0, 0, 1], radius=[1, -1]))
    with pytest.raises(ValueError, match="bodies has dimension 2"):
        tangency.Walkers(Capsule.each([[0, 0]], axis=[0, 1], radius=1))
    box = tangency.OrientedBox.each([[0, 0, 0], [0, 0, 9]], [1, 1, 1], [0, 0, 0, 1])
    for bodies in (bodies, box, tangency.Hull.each(PRISM, position=[[0, 0, 0], [0, 0, 9]])):
        none = tangency.Walkers(bodies[:0])
        none.restore(none.state())
        assert len(none) == 0 and none.step([0, 0, 0], hills()).start.shape == (0,) and len(none.bodies) == 0
    with pytest.raises(TypeError, match="OrientedBox or a Hull without a radius, must be one"):
        tangency.Walkers(box.rounded([0, 0.5]))
    with pytest.raises(ValueError, match="row 1: body is flat and has no radius, must have a thickness"):
        tangency.Walkers(tangency.OrientedBox.each([0, 0, 0], [[1, 1, 1], [1, 0, 1]], [0, 0, 0, 1]))
    with pytest.raises(ValueError, match="bodies has dimension 2"):
        tangency.Walkers(tangency.OrientedBox.each([[0, 0]], [1, 1], [0, 1]))
    assert repr(crowd) == "<Walkers: 40, 0 of them on a floor>"


# ---- its state, its options, its reports ----


def ahead(hero: Walker, i: int, level: tangency.Obstacle) -> tangency.Step:
    """Takes one step: back and forth over a stair, and sometimes up."""
    hero.velocity[2] -= hero.dtype.type(GRAVITY)
    if i % 50 == 49:
        hero.velocity[2] = 0.03125
    return hero.step(np.array([0.0625 if i % 300 < 150 else -0.0625, 0.001953125, 0], hero.dtype), level)


def sent(state: tangency.WalkerState) -> tangency.WalkerState:
    """A state that was converted to text and back."""
    read = json.loads(json.dumps(dataclasses.asdict(state)))
    floor = read.pop("floor")
    return tangency.WalkerState(**{name: tuple(value) if isinstance(value, list) else value for name, value in read.items()}, floor=floor and tangency.WalkerFloor(**floor))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_it_is_rolled_back_a_thousand_times(dtype):
    """Another walker, with another body, is put into each state and continues with the same bits, for every form in which the state was passed."""
    level = Scene([Box(np.array([-99, -99, -1], dtype), np.array([99, 99, 0], dtype)), Box(np.array([2, -99, 0], dtype), np.array([99, 99, 0.25], dtype))])
    body = Capsule(np.array([0, 0, 2.5], dtype), axis=np.array([0, 0, 1], dtype), radius=dtype(0.5))
    hero, other = Walker(body, **ABLE), Walker(Capsule(np.array([7, 7, 7], dtype), axis=np.array([1, 0, 1], dtype), radius=dtype(2)), **ABLE)
    ways = [lambda state: state, copy.copy, copy.deepcopy, lambda state: pickle.loads(pickle.dumps(state)), sent]
    stands = 0
    for i in range(1000):
        if i % 7 == 3:
            # The walker is on a train, whose displacement counts if the next step leaves the train.
            train = Box(np.array([-99, -99, -1], dtype), np.array([99, 99, 0], dtype), to=np.array([-99, -98.875, -1], dtype))
            hero.ride([0, 0.125, 0], train)
        state = hero.state()
        stands += state.floor is not None
        step = ahead(hero, i, level)
        other.restore(ways[i % 5](state))
        assert other.state() == state and bits(other.state()) == bits(state)
        assert repr(ahead(other, i, level)) == repr(step) and bits(other.state()) == bits(hero.state())
    assert 200 < stands < 1000 and hero.position[0] != 0


def bits(state: tangency.WalkerState) -> str:
    """All numbers of a state, with the signs of zeros; lists count as tuples."""
    return repr(state).replace("[", "(").replace("]", ")")


def test_what_is_no_state_is_refused_and_nothing_changes():
    hero = Walker(BODY, **ABLE)
    hero.velocity = [0, 0, -4]
    hero.step([0, 0, 0], stairs())
    hero.velocity = [0, 0, 0.25]
    state = hero.state()
    assert state == tangency.WalkerState(hero.position, (0, 0, 1), 0.5, (0, 0, 0.25), (0, 0, 0), tangency.WalkerFloor((0, 0, 0), (0, 0, 1)))
    floor = tangency.WalkerFloor((0, 0, float("inf")), (0, 0, 1))
    for change, words in (
        ({"position": (0, 0)}, r"state.position has shape \(2,\), must have \(3,\)"),
        ({"position": (0, 0, float("nan"))}, r"walker.position\[2\] is NaN, must be a finite number"),
        ({"axis": (0, float("inf"), 0)}, r"walker.axis\[1\] is inf"),
        ({"radius": -1}, "walker.radius is -1, must not be negative"),
        ({"radius": (1, 2)}, r"state.radius has shape \(2,\), must be one number"),
        ({"velocity": (0, float("nan"), 0)}, r"walker.velocity\[1\] is NaN"),
        ({"carried": (float("nan"), 0, 0)}, r"walker.carried\[0\] is NaN"),
        ({"floor": floor}, r"walker.floor.point\[2\] is inf"),
        ({"floor": dataclasses.replace(floor, normal=(0, 1))}, r"state.floor.point|state.floor.normal has shape \(2,\)"),
    ):
        with pytest.raises(ValueError, match=words):
            hero.restore(dataclasses.replace(state, **change))
        assert hero.state() == state
    with pytest.raises(TypeError, match="state is a tuple, must be a WalkerState"):
        hero.restore(dataclasses.astuple(state))
    with pytest.raises(TypeError, match="state.floor is a dict, must be a WalkerFloor or None"):
        hero.restore(tangency.WalkerState(**dataclasses.asdict(state)))
    with pytest.raises(TypeError, match="flat_base is 1, must be True or False"):
        Walker(BODY, flat_base=1)
    with pytest.raises(TypeError, match="inherit_velocity is None, must be True or False"):
        tangency.Walkers(Capsule.each([[0, 0, 0]], axis=[0, 0, 1], radius=1), inherit_velocity=None)


def test_with_a_flat_base_it_does_not_sink_at_an_edge():
    """Until the axis has passed the edge, the foot is as high as the floor. A round foot has sunk there."""
    ledge, heights = Box([-9, -9, -9], [0, 9, 0]), {}
    for flat_base in (True, False):
        hero = Walker(Capsule([-0.5, 0, 0.5], axis=[0, 0, 1], radius=0.5), **ABLE, flat_base=flat_base)
        assert hero.options["flat_base"] is flat_base
        for i in range(40):
            hero.velocity[2] -= 0.002
            step = hero.step([0.03125, 0, 0], ledge)
            x, _, z = hero.position
            if x >= 0.25 - 1e-6:
                heights.setdefault(flat_base, (x, z))
            if flat_base:
                assert (step.floor is not None) == (x <= 0) and (x > 0 or z == 0.5)
    # On the edge, the centre moves around the edge: there a round foot still stands, and a flat foot falls.
    (x, z), (_, falling) = heights[False], heights[True]
    assert abs(x - 0.25) < 1e-6 and abs(z - 0.1875**0.5) < 1e-6 and falling < 0.5


@pytest.mark.parametrize("most, status", [(1, "moved"), (0, "not_found"), (0.5, "moved"), (0.49, "not_found")])
def test_a_recovery_is_bounded(most, status):
    """The walker is a quarter deep in the floor, which is half its radius."""
    hero = Walker(Capsule([0, 0, 0.25], axis=[0, 0, 1], radius=0.5), max_recovery=most)
    if status == "moved" and most == 0.5:
        # The free position may be farther by a last bit.
        hero = Walker(hero.body, max_recovery=0.5 + 1e-9)
    step = hero.step([0, 0, 0], stairs())
    assert step.start.status == status and abs(hero.position[2] - (0.5 if status == "moved" else 0.25)) < 1e-9


def test_between_walls_that_are_too_steep_it_is_wedged():
    """Two slopes of 60 degrees that meet along y."""
    rise = 9 * 3**0.5
    vertices = [[0, -9, 0], [9, -9, rise], [9, 9, rise], [0, 9, 0], [-9, -9, rise], [-9, 9, rise]]
    groove = Mesh(vertices, [[0, 1, 2], [0, 2, 3], [0, 3, 5], [0, 5, 4]])
    hero = Walker(Capsule([0.25, 0, 2], axis=[0, 0, 1], radius=0.5))
    reports = []
    for _ in range(60):
        hero.velocity[2] -= 0.01
        step = hero.step([0, 0, 0], groove)
        reports.append(step.is_wedged)
    assert not reports[0] and reports[-1] and step.floor is None and hero.floor is None
    # The centre of a sphere between two slopes of 60 degrees is twice its radius above the edge.
    assert abs(hero.position[2] - 1) < 1e-6 and abs(hero.position[0]) < 1e-6
    hero.velocity = [0, 0, 0.25]
    assert not hero.step([0, 0, 0], groove).is_wedged
    # The result for many walkers is the same.
    crowd = tangency.Walkers(Capsule.each([[0.25, 0, 2], [0, 0, 30]], axis=[0, 0, 1], radius=0.5))
    for _ in range(60):
        crowd.velocity[:, 2] -= 0.01
        steps = crowd.step([0, 0, 0], groove)
    assert steps.is_wedged.tolist() == [True, False] and steps.is_wedged.dtype == np.bool_


@pytest.mark.parametrize("inherits", [True, False])
def test_it_takes_the_velocity_of_a_platform_along(inherits):
    hero = Walker(Capsule([0, 0, 0.5], axis=[0, 0, 1], radius=0.5), inherit_velocity=inherits)
    hero.velocity = [0, 0, -0.01]
    assert hero.step([0, 0, 0], Box([-4, -4, -1], [4, 4, 0])).platform_velocity == (0, 0, 0)
    assert hero.ride([0.25, 0, 0], Box([-4, -4, -1], [4, 4, 0], to=[-3.75, -4, -1])).status == "carried"
    assert hero.state().carried == (0.25, 0, 0) and hero.floor is not None
    # A copy jumps the same way.
    for one in (copy.copy(hero), hero):
        one.velocity = [0, 0, 0.125]
        step = one.step([0, 0, 0], Box([-3.75, -4, -1], [4.25, 4, 0]))
        assert step.platform_velocity == (0.25, 0, 0) and step.floor is None
        assert one.velocity.tolist() == [0.25 if inherits else 0, 0, 0.125] and one.state().carried == (0, 0, 0)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_it_crouches_and_stands_up_where_there_is_room(dtype):
    """Under a ceiling at 1.5, a body exactly as high as the room is free, and a body higher by one float is not."""
    ceiling = Box(np.array([1, -9, 1.5], dtype), np.array([9, 9, 2], dtype))
    level = Scene([Box(np.array([-9, -9, -1], dtype), np.array([9, 9, 0], dtype)), ceiling])

    def tall(height, x=0.0):
        return Capsule(np.array([x, 0, 0.5], dtype), axis=np.array([0, 0, height - 1], dtype), radius=dtype(0.5))

    hero = Walker(tall(dtype(2)), **ABLE)
    hero.velocity = np.array([0, 0, -0.0625], dtype)
    hero.step([0, 0, 0], level)
    assert hero.floor is not None and hero.set_body(tall(dtype(1.25)), level) is None
    assert hero.floor is not None and hero.body == tall(dtype(1.25))
    hero.velocity = np.array([0, 0, -0.0625], dtype)
    hero.step(np.array([4, 0, 0], dtype), level)
    assert hero.set_body(tall(dtype(1.5), 4), level) is None
    hero.velocity = np.array([0, 0.125, 0], dtype)
    before = hero.state()
    for height in (dtype(2), dtype(1.5) + 2 * np.spacing(dtype(1))):
        overlap = hero.set_body(tall(height, 4), level)
        assert type(overlap) is tangency.Overlap and overlap.point == (4, 0, 1.5) and overlap.item == 1
    assert hero.state() == before
    # A walker with a body of another radius or at another position is in the air.
    assert hero.set_body(tall(dtype(1.5), 5), level) is None
    assert hero.position == (5, 0, 0.5) and hero.floor is None and hero.velocity.tolist() == [0, 0.125, 0]


def test_it_is_put_elsewhere_where_there_is_room():
    hero, level = Walker(BODY, **ABLE), stairs()
    hero.velocity = [0, 0, -4]
    hero.step([0, 0, 0], level)
    before = hero.state()
    assert before.floor is not None
    overlap = hero.teleport([-3, 0, np.nextafter(0.5, 0)], level)
    assert type(overlap) is tangency.Overlap and overlap.point == (-3, 0, 0) and overlap.item == 0 and hero.state() == before
    assert hero.teleport([-3, 0, 0.5], level) is None and hero.position == (-3, 0, 0.5) and hero.floor is None
    # Without a world there is no test.
    assert hero.teleport([3, 0, 0]) is None and hero.position == (3, 0, 0)
    hull = tangency.Polytope([tangency.Plane([0, 0, 0], [0, 0, 1])])
    for name, act in (("teleport", lambda: hero.teleport([0, 0, 9], hull)), ("set_body", lambda: hero.set_body(BODY, hull))):
        with pytest.raises(TypeError, match=f"{name} is not asked of a capsule and a polytope"):
            act()
    with pytest.raises(TypeError, match="world is a list, must be a shape"):
        hero.teleport([0, 0, 9], [])
    with pytest.raises(TypeError, match="body is a Sphere, must be a Capsule"):
        hero.set_body(tangency.Sphere([0, 0, 0], 1), level)


@pytest.mark.parametrize("kind", [Capsule, tangency.OrientedBox])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_many_are_rolled_back(dtype, kind):
    count = 40 if kind is Capsule else 10
    crowd, _ = crowd_of(count, dtype, kind)
    other, mesh = crowd_of(count, dtype, kind)[0], Mesh(hills().vertices.astype(dtype), hills().triangles)
    extent, rest = ("axis", "radius") if kind is Capsule else ("half_extents", "rotation")
    random = np.random.default_rng(11)
    for i in range(40):
        ways = (random.uniform(-0.1, 0.1, (count, 3)) * [1, 1, 0]).astype(dtype)
        crowd.velocity[:, 2] -= dtype(0.03125)
        state = crowd.state()
        if i % 10 == 9:
            # This sets the state of each walker after a ride.
            state.carried[:] = [0, 0.0625, 0]
            state.velocity[:, 2] = 0.125
            crowd.restore(state)
        for walks in (crowd, other):
            walks.restore(pickle.loads(pickle.dumps(state)))
            steps = walks.step(ways, mesh)
        left = steps.platform_velocity.any(axis=1)
        assert left.any() == (i % 10 == 9)
        found, again = crowd.state(), other.state()
        for name in ("position", extent, rest, "velocity", "carried"):
            assert getattr(found, name).tobytes() == getattr(again, name).tobytes(), name
        assert found.floor.normal.tobytes() == again.floor.normal.tobytes() and found.floor.point.tobytes() == again.floor.point.tobytes()
        assert (crowd.position == found.position).all() and (other.velocity == found.velocity).all()
    state = crowd.state()
    wrong: list[tuple[dict, str]] = [
        ({"position": state.position[:3]}, rf"state.position has shape \(3, 3\), must have \({count}, 3\)"),
        ({"velocity": np.where(np.arange(count)[:, None] == 7, dtype(np.nan), state.velocity)}, r"row 7: velocity\[0\] is NaN"),
    ]
    if kind is Capsule:
        wrong += [
            ({"radius": state.radius[:1]}, r"state.radius has shape \(1,\), must have \(40,\)"),
            ({"radius": np.where(np.arange(count) == 3, dtype(-1), state.radius)}, "row 3: radius is -1, must not be negative"),
            ({"half_extents": state.axis}, "state has axis, radius, half_extents, must have axis and radius"),
        ]
    else:
        wrong += [
            ({"rotation": state.rotation[:, :3]}, r"state.rotation has shape \(10, 3\), must have \(10, 4\)"),
            ({"half_extents": np.where(np.arange(count)[:, None] == 3, dtype(-1), state.half_extents)}, "row 3: half_extents is -1, must not be negative"),
            ({"half_extents": np.where(np.arange(count)[:, None] == 3, dtype(0), state.half_extents)}, "row 3: body is flat and has no radius"),
            ({"rotation": None}, "state has half_extents, must have half_extents and rotation"),
            (dict.fromkeys((extent, rest)) | {"axis": state.velocity, "radius": state.velocity[:, 0]}, "state has axis, radius, must have half_extents and rotation"),
        ]
    for change, words in wrong:
        before = crowd.position.copy()
        with pytest.raises(ValueError, match=words):
            crowd.restore(dataclasses.replace(state, **change))
        assert (crowd.position == before).all()
    with pytest.raises(TypeError, match="state is a WalkerState, must be a WalkerStates"):
        crowd.restore(crowd[0].state())


@pytest.mark.parametrize("threads", [None, 1])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_many_are_put_elsewhere_and_given_bodies(dtype, threads):
    """Each row has the state and the overlap of a single walker, to the last bit."""
    ceiling = Box(np.array([0, -9, 1.5], dtype), np.array([9, 9, 2], dtype))
    level = Scene([Box(np.array([-9, -9, -1], dtype), np.array([9, 9, 0], dtype)), ceiling])
    random, count = np.random.default_rng(5), 3000
    at = np.column_stack([random.uniform(-8, 8, (count, 2)), np.full(count, 0.5)]).astype(dtype)
    crowd = tangency.Walkers(Capsule.each(at, axis=np.array([0, 0, 0.25], dtype), radius=dtype(0.5)), **ABLE)
    crowd.velocity[:, 2] = -0.0625
    crowd.step([0, 0, 0], level)
    assert crowd.floor.is_there.all()
    sample = range(0, count, 7)

    def agree(ask_all, ask_one):
        alone = [crowd[row] for row in sample]
        hits = ask_all()
        for row, one in zip(sample, alone, strict=True):
            assert hits[row] == ask_one(one, row) and crowd[row].state() == one.state()
        assert (crowd.position == crowd.state().position).all()
        return hits

    # The walkers stand up, except beneath the ceiling. A walker whose radius changes is in the air.
    axis = np.where(at[:, :1] < 2, [[0, 0, 1]], [[0, 0, 0.75]]).astype(dtype)
    radius = np.where(np.arange(count) % 3 == 0, dtype(0.25), dtype(0.5))
    bodies = Capsule.each(at, axis=axis, radius=radius)
    hits = agree(lambda: crowd.set_body(bodies, level, threads=threads), lambda one, row: one.set_body(bodies[row], level))
    assert 0 < (hits.status == tangency.Status.OVERLAP).sum() < count and not (hits.status == tangency.Status.CONTACT).any()
    assert (hits.item[hits.status == tangency.Status.OVERLAP] == 1).all()
    assert (crowd.floor.is_there == ((hits.status == tangency.Status.OVERLAP) | (radius == 0.5))).all()
    # A third of the walkers stay in place and keep standing; some have no room.
    to = np.where(np.arange(count)[:, None] % 3 == 1, at, at + np.array([0, 0, 0.5], dtype))
    hits = agree(lambda: crowd.teleport(to, level, threads=threads), lambda one, row: one.teleport(to[row], level))
    assert 0 < (hits.status == tangency.Status.OVERLAP).sum() < count
    assert crowd.floor.is_there[np.arange(count) % 3 == 1].all()
    # Without a world there is no test, so all walkers are moved into the floor.
    assert crowd.teleport(np.array([1, 2, 0], dtype)) is None
    assert (crowd.position == [1, 2, 0]).all() and not crowd.floor.is_there.any() and (crowd.state().position == [1, 2, 0]).all()
    # After an error in one row, no walker has changed.
    before, wrong = crowd.state(), np.where(np.arange(count)[:, None] == 2100, dtype(np.nan), to)
    hull = tangency.Polytope([tangency.Plane(np.zeros(3, dtype), np.array([0, 0, 1], dtype))])
    boxes = tangency.OrientedBox.each(to, np.ones(3, dtype), np.array([0, 0, 0, 1], dtype))
    other = np.float64 if dtype is np.float32 else np.float32
    for error, words, act in (
        (ValueError, r"row 2100: position\[0\] is NaN", lambda: crowd.teleport(wrong, level)),
        (ValueError, r"row 2100: position\[0\] is NaN", lambda: crowd.teleport(wrong)),
        (ValueError, "position has 2 rows, but there are 3000 walkers", lambda: crowd.teleport(to[:2], level)),
        (ValueError, r"bodies has shape \(2,\), must have \(3000,\)", lambda: crowd.set_body(bodies[:2], level)),
        (ValueError, f"bodies is of {np.dtype(other)}, but the walkers of {np.dtype(dtype)}", lambda: crowd.set_body(Capsule.each(at.astype(other), axis=np.ones(3, other), radius=other(1)), level)),
        (TypeError, "bodies is .*, must be rows of capsules", lambda: crowd.set_body(crowd[0].body, level)),
        (TypeError, "bodies is <Each: 3000 of OrientedBox>, but the bodies of the walkers are of Capsule", lambda: crowd.set_body(boxes, level)),
        (TypeError, "set_body is not asked of a capsule and a polytope", lambda: crowd.set_body(bodies, hull)),
        (TypeError, "teleport is not asked of a capsule and a polytope", lambda: crowd.teleport(to, hull)),
        (TypeError, "world is a list, must be a shape", lambda: crowd.teleport(to, [])),
    ):
        with pytest.raises(error, match=words):
            act()
        after = crowd.state()
        assert all(getattr(before, name).tobytes() == getattr(after, name).tobytes() for name in ("position", "axis", "radius", "velocity", "carried"))
        assert (crowd.position == before.position).all()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_many_rotated_boxes(dtype):
    """Each row has the step, the state and the overlap of a single walker, to the last bit."""
    level = Scene([Box(np.array([-9, -9, -1], dtype), np.array([9, 9, 0], dtype)), Box(np.array([0, -9, 1.5], dtype), np.array([9, 9, 2], dtype))])
    random, count = np.random.default_rng(5), 500
    at = np.column_stack([random.uniform(-8, 8, (count, 2)), np.full(count, 0.5)]).astype(dtype)
    rotation = np.column_stack([np.zeros((count, 2)), random.uniform(-1, 1, (count, 2))]).astype(dtype)
    small = tangency.OrientedBox.each(at, np.array([0.5, 0.25, 0.5], dtype), rotation)
    crowd = tangency.Walkers(small, **ABLE)
    alone = [crowd[row] for row in range(count)]
    for _ in range(5):
        ways = (random.uniform(-0.25, 0.25, (count, 3)) * [1, 1, 0]).astype(dtype)
        crowd.velocity[:, 2] -= dtype(0.0625)
        steps = crowd.step(ways, level)
        for row, one in enumerate(alone):
            one.velocity[2] -= dtype(0.0625)
            assert one.step(ways[row], level).floor == steps.floor[row] and crowd[row].state() == one.state() and crowd.position[row].tolist() == list(one.position)
    assert crowd.floor.is_there.all() and (crowd.position != at).any(axis=1).all()
    at = crowd.position.copy()
    # Boxes of three heights stand on the floor: the second is exactly as high as the room beneath the ceiling, the third is higher.
    height = np.array([0.5, 0.75, 1], dtype)[np.arange(count) % 3]
    tall = tangency.OrientedBox.each(np.column_stack([at[:, :2], height]), np.column_stack([np.full((count, 2), dtype(0.25)), height]), rotation)
    hits = crowd.set_body(tall, level)
    for row, one in enumerate(alone):
        assert hits[row] == one.set_body(tall[row], level) and crowd[row].state() == one.state()
    refused = hits.status == tangency.Status.OVERLAP
    assert 50 < refused.sum() < count / 3 and (height[refused] == 1).all() and (hits.item[refused] == 1).all()
    assert (crowd.state().half_extents[:, 2] == np.where(refused, 0.5, height)).all() and (crowd.state().rotation == rotation).all()
    # Each walker goes to the place of another one, where there may be no room for it.
    to = np.column_stack([at[::-1, :2], crowd.position[:, 2]])
    hits = crowd.teleport(to, level)
    for row, one in enumerate(alone):
        assert hits[row] == one.teleport(to[row], level) and crowd[row].state() == one.state()
    assert 0 < (hits.status == tangency.Status.OVERLAP).sum() < count and (crowd.position == crowd.state().position).all()
    with pytest.raises(TypeError, match="but the bodies of the walkers are of OrientedBox"):
        crowd.set_body(Capsule.each(at, axis=np.array([0, 0, 1], dtype), radius=dtype(1)), level)
    with pytest.raises(TypeError, match="OrientedBox or a Hull without a radius, must be one"):
        crowd.set_body(small.rounded(dtype(1)), level)


PRISM = [[0, 0, 0], [0.5, 0.25, 0], [-0.5, 0.25, 0], [0, -0.5, 0], [0.25, 0, 1.75], [-0.25, 0, 1.75]]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_hull_climbs_a_step_and_is_restored(dtype):
    corners = [([-9, -9, -1], [9, 9, 0]), ([2, -9, 0], [9, 9, 0.25])]
    level = Scene([Box(np.array(low, dtype), np.array(high, dtype)) for low, high in corners])
    hero = Walker(tangency.Hull(PRISM, dtype=dtype), **ABLE)
    assert hero.dtype == dtype and hero.position == (0, 0, 0)
    hero.teleport([-1, 0.5, 0.125])
    for _ in range(100):
        hero.velocity[2] -= GRAVITY
        step = hero.step([0.0625, 0, 0], level)
        assert step.start.status == "free"
    assert hero.position[2] == 0.25 and hero.floor is not None and hero.floor.normal == (0, 0, 1)
    state = hero.state()
    assert state.points == tuple(map(tuple, PRISM)) and (state.axis, state.radius, state.half_extents, state.rotation) == (None,) * 4
    # A state goes through JSON and pickle, and the next steps are the same.
    given = json.loads(json.dumps(dataclasses.asdict(state)))
    given["floor"] = tangency.WalkerFloor(**given["floor"])
    others = [Walker(Capsule([0, 0, 2.5], axis=[0, 0, 1], radius=0.5, dtype=dtype), **ABLE), pickle.loads(pickle.dumps(hero)), copy.copy(hero)]
    others[0].restore(tangency.WalkerState(**given))
    for other in others:
        assert other.state() == state
    hero.step([0, 0.25, -0.5], level)
    for other in others:
        other.step([0, 0.25, -0.5], level)
        assert other.state() == hero.state() and other.body.points.tolist() == PRISM


def test_many_hulls_crouch_and_are_refused():
    ceiling = Box([2, -9, 1], [9, 9, 2])
    low = [[x, y, 0.5 * z] for x, y, z in PRISM]
    crowd = tangency.Walkers(tangency.Hull.each(low, position=[[0, 0, 0], [4, 0, 0], [6, 0, 0.125]]))
    assert crowd.state().points.shape == (3, 6, 3) and crowd.bodies[2] == tangency.Hull(low, position=[6, 0, 0.125])
    hits = crowd.set_body(tangency.Hull.each(PRISM, position=crowd.position), ceiling)
    assert hits.status.tolist() == [0, 2, 2] and crowd.state().points[:, 4, 2].tolist() == [1.75, 0.875, 0.875]
    state = crowd.state()
    assert crowd.teleport([0, 0, 3], ceiling).status.tolist() == [0, 0, 0] and crowd.position.tolist() == [[0, 0, 3]] * 3
    crowd.restore(state)
    assert crowd.position.tolist() == state.position.tolist() and crowd.state().points.tolist() == state.points.tolist()
    with pytest.raises(ValueError, match="bodies has hulls of 4 points, must have 6 as the walkers have: a point may be repeated"):
        crowd.set_body(tangency.Hull.each(PRISM[1:5], position=crowd.position), ceiling)
    with pytest.raises(ValueError, match=r"state.points has shape \(3, 4, 3\), must have \(3, 6, 3\)"):
        crowd.restore(dataclasses.replace(state, points=state.points[:, :4]))
    with pytest.raises(TypeError, match="but the bodies of the walkers are of Hull"):
        crowd.set_body(Capsule.each(crowd.position, axis=[0, 0, 1], radius=1), ceiling)
    with pytest.raises(TypeError, match="OrientedBox or a Hull without a radius, must be one"):
        tangency.Walkers(tangency.Hull.each(PRISM, position=[[0, 0, 0]], radius=1))


def test_a_hull_is_the_box_of_its_corners():
    half = [0.25, 0.5, 0.75]
    corners = [[x, y, z] for x in (-half[0], half[0]) for y in (-half[1], half[1]) for z in (-half[2], half[2])]
    hull, box = Walker(tangency.Hull([[0, 0, 0], *corners]), **ABLE), Walker(tangency.OrientedBox([0, 0, 0], half, [0, 0, 0, 1]), **ABLE)
    for hero in (hull, box):
        hero.teleport([0.1, 0.2, 1.0])
    for i in range(80):
        for hero in (hull, box):
            hero.velocity[2] += 0.1 if i % 30 == 29 else -GRAVITY
            hero.step([0.0625, 0.01, 0], stairs())
        assert hull.position == box.position and hull.velocity.tolist() == box.velocity.tolist() and hull.floor == box.floor


def test_a_hull_crouches_and_is_refused():
    ceiling, low = Box([-9, -9, 1], [9, 9, 2]), [[x, y, 0.5 * z] for x, y, z in PRISM]
    hero = Walker(tangency.Hull(low))
    hero.teleport([0.125, 0, 0])
    assert hero.set_body(tangency.Hull(PRISM, position=hero.position), ceiling).point[2] == 1
    assert hero.set_body(tangency.Hull(low, position=[3, 0, 0.125]), ceiling) is None
    assert hero.position == (3, 0, 0.125)
    assert hero.set_body(tangency.Hull(low), ceiling) is None
    assert hero.position == (0, 0, 0)
    for body, kind, words in [
        (tangency.Hull(PRISM, radius=0.25), TypeError, "body is not a Capsule, or an OrientedBox or a Hull without a radius, must be one"),
        (tangency.Hull(PRISM[:4]), ValueError, "body is flat and has no radius, must have a thickness"),
        (tangency.Hull([[0, 0], [1, 0], [0, 1]]), ValueError, "body has dimension 2, but a walker is in space"),
    ]:
        with pytest.raises(kind, match=words):
            Walker(body)
        with pytest.raises(kind, match=words):
            hero.set_body(body, ceiling)
    for change, words in [
        ({"points": ((0.0, 0.0, 0.0), (1.0, 0.0, math.nan))}, r"state.points\[1\]\[2\] is nan|points"),
        ({"radius": 1.0}, "state has radius, points, must have axis and radius, or half_extents and rotation, or points"),
        ({"points": ()}, "points"),
    ]:
        before = hero.state()
        with pytest.raises(ValueError, match=words):
            hero.restore(dataclasses.replace(before, **change))
        assert hero.state() == before
