"""What a user writes has types: read by ``mypy --strict``, and run as a test too."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import numpy.typing as npt

import tangency
from tangency import (
    Body,
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
    assert_type(tangency.contact_time(ball, mesh), float | None)
    assert_type(tangency.time_down(ball, mesh), float | None)
    assert_type(tangency.last_time(ball, mesh), float | None)
    assert_type(tangency.last_time(ball, mesh, exact=True), Surd | None)
    assert_type(tangency.intersects(ball, scene), bool)
    assert_type(tangency.closest([0, 0, 1], floor), ClosestPoint | ClosestPoints | None)
    assert_type(tangency.penetration(ball, floor), Penetration | None)
    assert_type(tangency.containment(ball, tangency.Plane([0, 0, 0], [0, 0, 1])), str)
    assert_type(tangency.section(ball, tangency.Plane([0, 0, 0], [0, 0, 1])), tangency.Section | None)
    assert_type(tangency.has_contact(ball, scene), bool)
    assert_type(tangency.contacts(ball, mesh), list[Overlap | Contact])
    assert_type(tangency.intersecting(ball, mesh), npt.NDArray[np.int64])
    assert_type(ball.moving([0, 0, 1]), tangency.Sphere)
    assert_type(floor.moving([0, 0, 1]), tangency.Triangle)
    assert_type(ball.center, tuple[float, ...])
    hit = floor.first_contact(ball)
    if isinstance(hit, Contact):
        assert_type(hit.time, float)
        assert_type(hit.point, tuple[float, ...])
        assert_type(hit.normal, tuple[float, ...] | None)
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
    assert_type(hits.earliest(start=[0.0]), int | None)
    assert_type(mesh.first_contact(center, 1, exact=True), list[None | ExactOverlap | ExactContact])
    assert_type(mesh.contact_time(center, radius), Floats)
    assert_type(mesh.last_time(center, radius, exact=True), list[Surd | None])
    assert_type(mesh.intersects(center, radius), npt.NDArray[np.bool_])
    assert_type(mesh.has_contact(center, radius), npt.NDArray[np.bool_])
    assert_type(mesh.contacts(center, radius), Hits)
    assert_type(mesh.intersecting(center, radius), tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]])
    near = mesh.closest(center)
    if isinstance(near, ClosestPoints):
        assert_type(near[0], ClosestPoint | None)
        assert_type(near[:2], ClosestPoints)
        assert_type(near.distance, Floats)
    assert_type(mesh.bounds, Floats | None)
    assert_type(mesh.instance(np.eye(4)), tangency.MeshInstance)
    assert_type(tangency.Rotation.identity().matrix, npt.NDArray[np.float64])
    assert_type(tangency.Point.each(center).first_contact(center, radius), Hits)
    assert_type(Surd(2) / 3, Surd)


def test_it_runs() -> None:
    mesh = tangency.Mesh([[0, 0, 0], [4, 0, 0], [0, 4, 0]], [[0, 1, 2]])
    floor = tangency.Triangle([0, 0, 0], [4, 0, 0], [0, 4, 0])
    alone(tangency.Sphere([1, 1, 5], 1, velocity=[0, 0, -1]), floor, mesh, tangency.Scene([floor]))
    many(mesh, np.array([[1, 1, 5.0]]), np.array([1.0]))
