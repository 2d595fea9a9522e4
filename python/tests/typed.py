"""The programs of users have types: checked by ``mypy --strict`` and by pyright, and run as a test, too."""

# pyright: reportUnnecessaryTypeIgnoreComment=true

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import numpy.typing as npt

import tangency
from tangency import (
    Body,
    Capsule,
    ClosestPair,
    ClosestPoint,
    ClosestPoints,
    Contact,
    ExactContact,
    ExactOverlap,
    Hits,
    Overlap,
    Surd,
    Penetration,
)

if sys.version_info >= (3, 11):
    from typing import assert_type
else:
    from typing_extensions import assert_type

Floats = npt.NDArray[np.floating[Any]]


def alone(ball: tangency.Sphere, floor: tangency.Triangle, mesh: tangency.Mesh, scene: tangency.Scene) -> None:
    assert_type(tangency.first_contact(ball, floor), None | Overlap | Contact)
    assert_type(tangency.first_contact(ball, floor, exact=True), None | ExactOverlap | ExactContact)
    assert_type(floor.first_contact(ball), None | Overlap | Contact)
    assert_type(floor.first_contact(ball, exact=True), None | ExactOverlap | ExactContact)
    assert_type(tangency.first_entry(ball, floor), None | Overlap | Contact)
    assert_type(tangency.first_entry(ball, floor, exact=True), None | ExactOverlap | ExactContact)
    assert_type(floor.first_entry(ball, exact=True), None | ExactOverlap | ExactContact)
    assert_type(tangency.contact_time(ball, mesh), float | None)
    assert_type(tangency.time_down(ball, mesh), float | None)
    assert_type(tangency.last_time(ball, mesh), float | None)
    assert_type(tangency.last_time(ball, mesh, exact=True), Surd | None)
    assert_type(tangency.intersects(ball, scene), bool)
    assert_type(tangency.closest([0, 0, 1], floor), ClosestPoint | None)
    assert_type(floor.closest((0.0, 0, 1)), ClosestPoint | None)
    assert_type(floor.closest([[0, 0, 1]]), ClosestPoints)
    assert_type(tangency.Box([0, 0], [1, 2]).max, tuple[float, ...])
    assert_type(tangency.Point([0, 0, 1]).position[0] + tangency.Segment([0, 0], [1, 1]).a[0], float)
    assert_type(scene.bounds, Floats | None)
    assert_type(tangency.penetration(ball, floor), Penetration | None)
    assert_type(tangency.containment(ball, tangency.Plane([0, 0, 0], [0, 0, 1])), str)
    assert_type(tangency.section(ball, tangency.Plane([0, 0, 0], [0, 0, 1])), tangency.Section | None)
    assert_type(tangency.has_contact(ball, scene), bool)
    assert_type(tangency.contacts(ball, mesh), list[Overlap | Contact])
    assert_type(tangency.intersecting(ball, mesh), npt.NDArray[np.int64])
    assert_type(tangency.advance(ball, scene, [0, 0, -1]), tangency.Advance)
    assert_type(tangency.slide(ball, scene, [0, 0, -1], max_iterations=3), tangency.Slide)
    assert_type(mesh.slide(ball, [0, 0, -1]), tangency.Slide)
    assert_type(mesh.advance([[0, 0, 1]], [0, 0, -1], 1), tangency.Moves)
    assert_type(ball.recover(scene), tangency.Recover)
    crate = tangency.Box([0, 0, 5], [1, 1, 6])
    assert_type(tangency.advance(crate, scene, [0, 0, -1]), tangency.Advance)
    assert_type(tangency.slide(crate, mesh, [0, 0, -1]), tangency.Slide)
    assert_type(scene.slide(crate, [0, 0, -1]), tangency.Slide)
    assert_type(scene.advance(tangency.Box.each([[0, 0, 5]], [[1, 1, 6]]), [0, 0, -1]), tangency.Moves)
    assert_type(scene.recover(crate), tangency.Recover)
    assert_type(tangency.recover(crate, mesh), tangency.Recover)
    assert_type(tangency.recover(ball, mesh).position, tuple[float, ...] | None)
    crate, crates = tangency.Box([0, 0, 5], [1, 1, 6], velocity=[0, 0, -1]), tangency.Hull.each([[[0, 0, 5], [1, 1, 6]]])
    assert_type(floor.first_contact(crate), None | Overlap | Contact)
    assert_type(tangency.first_contact(crate, floor, exact=True), None | ExactOverlap | ExactContact)
    assert_type(mesh.contact_time(crate), float | None)
    assert_type(mesh.last_time(crate, exact=True), Surd | None)
    assert_type(floor.intersects(crate), bool)
    assert_type(floor.closest(crate), ClosestPair | None)
    assert_type(floor.touched(crate), tangency.Touched | None)
    assert_type(tangency.touched(crate, floor), tangency.Touched | None)
    assert_type(floor.penetration(crate), Penetration | None)
    assert_type(floor.first_contact(crates), Hits)
    assert_type(mesh.time_down(crates), Floats)
    assert_type(floor.intersects(crates), npt.NDArray[np.bool_])
    assert_type(floor.closest(crates), ClosestPoints)
    assert_type(floor.last_time(crates, exact=True), list[Surd | None])
    assert_type(scene.insert(floor), int)
    assert_type(scene.insert_all(tangency.Point.each([[0, 0, 1]], radius=0.5)), npt.NDArray[np.int64])
    assert_type(scene.insert_all([floor, mesh]), npt.NDArray[np.int64])
    scene.insert_all(tangency.MeshInstance.each(mesh, [0, 0, 0, 1], [[0, 0, 1]]))
    scene.replace_all(scene.numbers[:1], iter([floor]))
    scene.remove_all([0, 1])
    assert_type(scene.first_contact_of(2), None | Overlap | Contact)
    assert_type(scene.first_pair(), None | Overlap | Contact)
    assert_type(scene.pairs(t_max=1).mover, npt.NDArray[np.int64] | None)
    assert_type(scene.memory, int)
    assert_type(ball.moving([0, 0, 1]), tangency.Sphere)
    assert_type(floor.moving([0, 0, 1]), tangency.Triangle)
    assert_type(floor.rounded(0.5), tangency.Triangle)
    assert_type(tangency.Point([0, 0, 1], radius=0.5).radius, float)
    assert_type(mesh.rounded(0.5).instance([0, 0, 0, 1]).rounded(0), tangency.MeshInstance)
    assert_type(ball.center, tuple[float, ...])
    hit = floor.first_contact(ball)
    if isinstance(hit, Contact):
        assert_type(hit.time, float)
        assert_type(hit.point, tuple[float, ...])
        assert_type(hit.normal, tuple[float, ...] | None)
    hero = Capsule([0, 0, 5], [0, 0, 6], 1, velocity=[0, 0, -1])
    assert_type(Capsule([0, 0, 5], axis=[0, 0, 1], radius=1, to=[0, 0, 0]).moving_to([0, 0, 1]), Capsule)
    assert_type(tangency.closest(hero, floor), ClosestPair | None)
    assert_type(mesh.closest(hero), ClosestPair | None)
    assert_type(mesh.closest(tangency.Capsule.each([[0, 0, 1]], axis=[0, 0, 1], radius=1)), ClosestPoints)
    assert_type(floor.first_contact(hero), None | Overlap | Contact)
    assert_type(tangency.Sphere([0, 0, 1], 1, to=[0, 0, 0]).to, tuple[float, ...] | None)
    assert_type(floor.moving_to([0, 0, 1], from_=[0, 0, 0]), tangency.Triangle)
    assert_type(tangency.Point.each([[0, 0, 1]]).moving_to([0, 0, 0]), tangency.Each)
    assert_type(ball.moving_along([[0, 0, 1]]).path, tuple[tuple[float, ...], ...] | None)
    assert_type(Capsule([0, 0, 5], axis=[0, 0, 1], radius=1, path=[[0, 0, 0]]), Capsule)
    walker = tangency.Walker(hero, up=[0, 0, 1], max_slope=0.5, step_height=0.25)
    walker.velocity[2] -= 0.125
    assert_type(walker.step([0, 0, 0], scene), tangency.Step)
    assert_type(walker.ride([0, 0, 0], mesh), tangency.Ride)
    assert_type(walker.step([0, 0, 0], scene).floor, Contact | None)
    assert_type(walker.floor, tangency.WalkerFloor | None)
    assert_type(walker.state().position, tuple[float, ...])
    walker.restore(walker.state())
    assert_type(walker.set_body(hero, scene), Overlap | None)
    assert_type(walker.teleport([0, 0, 1], mesh), Overlap | None)
    assert_type(walker.body, Capsule | tangency.OrientedBox | tangency.Hull)
    assert_type(walker.set_body(tangency.Hull([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], position=[0, 0, 0]), scene), Overlap | None)
    crowd = tangency.Walkers(Capsule.each([[0, 0, 5]], axis=[0, 0, 1], radius=1), max_slope=0.5)
    assert_type(crowd.step([0, 0, 0], mesh), tangency.Steps)
    assert_type(crowd[0], tangency.Walker)
    assert_type(crowd.floor.is_there, npt.NDArray[np.bool_])
    crowd.restore(crowd.state())
    assert_type(crowd.set_body(crowd.bodies, scene), Hits)
    assert_type(crowd.teleport([0, 0, 1], mesh), Hits)
    crowd.teleport([0, 0, 1])
    boxes = tangency.Walkers(tangency.OrientedBox.each([[0, 0, 5]], [1, 1, 1], [0, 0, 0, 1]))
    assert_type(boxes.bodies, tangency.Bodies | tangency.Each)
    assert_type(boxes.set_body(boxes.bodies, mesh), Hits)
    turned = tangency.Box([0, 0, 0], [1, 1, 1]).moving_along([[0, 0, 1]])
    assert_type(turned, tangency.ConvexPath)
    assert_type(tangency.first_contact(turned, mesh), Overlap | Contact | None)
    body: Body = ball
    assert_type(mesh.has_contact(body), bool)


def many(mesh: tangency.Mesh, center: npt.NDArray[np.float64], radius: npt.NDArray[np.float64]) -> None:
    hits = mesh.first_contact(center, radius, velocity=[0, 0, -1], t_max=9)
    assert_type(hits, Hits)
    assert_type(hits[0], None | Overlap | Contact)
    assert_type(hits[1:], Hits)
    assert_type(hits[hits.time < 1], Hits)
    assert_type(hits.contacts, Hits)
    assert_type(hits.time, Floats)
    assert_type(hits.index, npt.NDArray[np.int64])
    assert_type(hits.earliest(start=[0.0]), int | tuple[int, ...] | None)
    assert_type(hits.earliest(axis=0), npt.NDArray[np.int64])
    first = hits.earliest()
    if first is not None:
        assert_type(hits[first], None | Overlap | Contact)
    assert_type(mesh.first_contact(center, 1, exact=True), list[None | ExactOverlap | ExactContact])
    assert_type(mesh.first_entry(center, radius, out=hits), Hits)
    assert_type(mesh.contact_time(center, radius), Floats)
    assert_type(mesh.last_time(center, radius, exact=True), list[Surd | None])
    assert_type(mesh.intersects(center, radius), npt.NDArray[np.bool_])
    assert_type(mesh.has_contact(center, radius), npt.NDArray[np.bool_])
    assert_type(mesh.contacts(center, radius), Hits)
    assert_type(mesh.intersecting(center, radius), tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]])
    near: ClosestPoints = mesh.closest(center)
    assert_type(near[0], ClosestPoint | ClosestPair | None)
    assert_type(near[:2], ClosestPoints)
    assert_type(near.distance, Floats)
    # Whether an array is one point or many is not part of its type.
    mesh.closest(center).distance.min()
    solid = tangency.Solid(tangency.Mesh([], []))
    assert_type(solid.signed_distance([0, 0, 1]), float)
    assert_type(solid.signed_distance([[0, 0, 1]]), Floats)
    assert_type(solid.locate((0, 0, 1)), str)
    solid.signed_distance(center).min()
    assert_type(mesh.bounds, Floats | None)
    assert_type(mesh.instance(np.eye(4)), tangency.MeshInstance)
    assert_type(tangency.Rotation.identity().matrix, npt.NDArray[np.float64])
    assert_type(tangency.Point.each(center).first_contact(center, radius), Hits)
    capsules = Capsule.each(center, axis=[0, 0, 1], radius=radius, to=center)
    assert_type(capsules, tangency.Bodies)
    assert_type(capsules[0], Body)
    assert_type(capsules[:1], tangency.Bodies)
    assert_type(mesh.first_contact(capsules), Hits)
    assert_type(mesh.contact_time(capsules), Floats)
    assert_type(mesh.intersects(capsules), npt.NDArray[np.bool_])
    assert_type(mesh.first_contact(capsules).other_point, Floats | None)
    assert_type(mesh.first_contact(tangency.Sphere.each(center, 1, path=[center])).leg, npt.NDArray[np.int64] | None)
    assert_type(tangency.Ellipsoid.each(center, [1, 1, 1], to=center), tangency.Bodies)
    assert_type(tangency.Point.each(center, radius=radius).radius, Floats)
    assert_type(Surd(2) / 3, Surd)


def refused(ball: tangency.Sphere, mesh: tangency.Mesh) -> None:
    """These lines are wrong, so they are never run. If a line had the right types, its ``ignore`` would be unnecessary, which is an error in both
    checkers."""
    tangency.Point.each(None)  # type: ignore[arg-type]
    tangency.Point.each([[0, 0, 1]], [[0, 0, 1]])  # type: ignore[call-arg]
    tangency.Point.each([[0, 0, 1]], size=1)  # type: ignore[call-arg]
    mesh.closest([0, 0, 1]).distance  # type: ignore[union-attr]
    mesh.closest(np.zeros((1, 3)), size=1)  # type: ignore[call-overload]
    mesh.first_contact(ball).time  # type: ignore[union-attr]
    mesh.first_contact(ball, 1, exact=2)  # type: ignore[call-overload]


def test_it_runs() -> None:
    mesh = tangency.Mesh([[0, 0, 0], [4, 0, 0], [0, 4, 0]], [[0, 1, 2]])
    floor = tangency.Triangle([0, 0, 0], [4, 0, 0], [0, 4, 0])
    alone(tangency.Sphere([1, 1, 5], 1, velocity=[0, 0, -1]), floor, mesh, tangency.Scene([floor]))
    many(mesh, np.array([[1, 1, 5.0]]), np.array([1.0]))
