"""Tests that Ctrl-C ends any long call in less than half a second, and that the work is then either not begun or complete."""

from __future__ import annotations

import copy
import pickle
import pickletools
import signal
import time
from typing import Any, Callable

import numpy as np
import pytest

import tangency
from tangency import Mesh, Point, Scene

COUNT = 100_000
CENTERS = np.random.default_rng(1).uniform(-100, 100, (COUNT, 3))
FLOOR = Mesh([[0, 0, 0], [200, 0, 0], [0, 200, 0], [-200, -200, 1]], [[0, 1, 2], [0, 2, 3]])


def balls(offset: float = 0.0) -> tangency.Each:
    return Point.each(CENTERS + offset, radius=0.0625)


def ground(side: int = 400) -> tuple[Any, Any]:
    x, y = np.meshgrid(np.arange(side, dtype=float), np.arange(side, dtype=float), indexing="ij")
    corner = np.arange(side * side).reshape(side, side)
    a, b, c, d = corner[:-1, :-1], corner[1:, :-1], corner[1:, 1:], corner[:-1, 1:]
    triangles = np.concatenate([np.stack(t, axis=-1).reshape(-1, 3) for t in ((a, b, c), (a, c, d))])
    return np.stack([x, y, np.sin(x) * np.cos(y)], axis=-1).reshape(-1, 3), triangles


def heard_after(act: Callable[[], Any], pressed: float) -> float | None:
    """The seconds from Ctrl-C to the end; None if the call ended by itself. The press is a signal of a timer, which does not wait for the lock of the
    interpreter."""
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    start = time.perf_counter()
    try:
        signal.setitimer(signal.ITIMER_REAL, pressed)
        act()
        signal.setitimer(signal.ITIMER_REAL, 0)
    except KeyboardInterrupt:
        return time.perf_counter() - start - pressed
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    return None


def seconds_of(act: Callable[[], Any]) -> float:
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def is_heard(act: Callable[[], Any], check: Callable[[], Any] = lambda: None) -> None:
    """Presses Ctrl-C at several moments of an act; then ``check`` tests that everything is whole."""
    whole, heard = seconds_of(act), []
    for part in (0.05, 0.3, 0.6, 0.85):
        heard.append(heard_after(act, whole * part))
        check()
    late = [seconds for seconds in heard if seconds is not None]
    assert len(late) >= 2 and max(late) < 0.5, f"{whole:.2f} s: {heard}"


def test_rows():
    many = np.tile(CENTERS, (4, 1))
    is_heard(lambda: FLOOR.contacts(many, 0.0625, [0, 0, -1.0]))
    is_heard(lambda: FLOOR.slide(CENTERS, [0, 0, -9.0], 0.0625))


def test_questions_of_rows():
    x, y, z = np.eye(3)
    solid = tangency.Solid(Mesh(np.array([0 * x, x, y, z]) * 50, [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]))
    frustum = tangency.Frustum.from_view_projection([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, -1, -1], [0, 0, -1, 0]])
    is_heard(lambda: solid.signed_distance(CENTERS))
    is_heard(lambda: FLOOR.closest(CENTERS))
    many = np.tile(CENTERS, (10, 1))
    is_heard(lambda: frustum.containment(many, 1))


def test_steps_of_walkers():
    """Either all walkers have moved, or none."""
    crowd = tangency.Walkers(tangency.Capsule.each(np.abs(CENTERS) + 9, axis=[0, 0, 1], radius=0.5))
    last = crowd.position.copy()

    def check():
        gone = crowd.position[:, 0] > last[:, 0]
        assert gone.all() or not gone.any()
        assert crowd[7].position == tuple(crowd.position[7])
        last[:] = crowd.position

    is_heard(lambda: crowd.step([0.125, 0, 0], FLOOR), check)


def test_pairs():
    """Hardly any of these balls touch, since they fly side by side."""
    scene = Scene(Point.each(CENTERS[:50_000], radius=0.25, velocity=[200, 0, 0]))
    is_heard(scene.first_pair)
    is_heard(lambda: scene.pairs(1))


def test_what_is_inserted_at_once():
    """Either no item was inserted or, if that was quicker, all items; and the scene can still be used."""
    # An insertion that is over before it first asks for a signal is not interrupted, so there are many rows.
    many = np.concatenate([CENTERS + [500 * k, 0, 0] for k in range(4)])
    rows, scene = Point.each(many, radius=0.0625), Scene([Point([0, 0, 500], radius=1)])
    floor = scene.insert(FLOOR)

    def check():
        assert len(scene) == 2 and scene.numbers.tolist() == [0, floor] and scene[floor] is FLOOR
        assert scene.first_contact([[0, 0, 510]], 1, [0, 0, -1]).item.tolist() == [0]

    whole, ended = seconds_of(lambda: Scene(rows)), []
    for part in (0.02, 0.2, 0.5):
        heard = heard_after(lambda: scene.insert_all(rows), whole * part)
        assert heard is None or heard < 0.5, f"{whole:.2f} s: {heard}"
        ended.append(len(scene) == 2)
        if not ended[-1]:
            assert len(scene) == len(many) + 2
            scene.remove_all(scene.numbers[2:])
        check()
    assert ended[0], ended
    numbers = scene.insert_all(rows)
    assert len(scene) == len(many) + 2 and scene.first_contact(CENTERS[7] + [0, 0, 0.25], 0.0625, [0, 0, -1]).item == numbers[7]


def test_what_is_replaced_at_once():
    """Either all items are replaced, or none; and queries use the same items as look-ups."""
    mark = Point([0, 0, 500], radius=1)
    scene = Scene([mark])
    scene.insert_all(balls())
    numbers = scene.numbers
    moved = Point.each(np.concatenate([[[0, 0, 600]], CENTERS + 0.25]), radius=0.0625)
    back = Point.each(np.concatenate([[[0, 0, 500]], CENTERS]), radius=0.0625)
    rows = np.random.default_rng(2).integers(1, COUNT, 100)

    def check():
        centers = np.array([scene[row].position for row in rows])
        moves = scene[0].position == (0, 0, 600)
        assert (centers == CENTERS[rows - 1] + 0.25 * moves).all()
        top = scene.first_contact([[0, 0, 900]], 0.0625, [0, 0, -1])
        assert top.item.tolist() == [0] and top.point[0, 2] == scene[0].position[2] + scene[0].radius

    turns = [moved, back]

    def act():
        scene.replace_all(numbers, turns[0])
        turns.reverse()

    is_heard(act, check)


def test_what_is_removed_at_once():
    """Either all of these items are removed, or none; and the others are unchanged."""
    rows = balls()

    def made() -> Scene:
        scene = Scene(rows)
        scene.insert(FLOOR)
        return scene

    scene = made()
    numbers = scene.numbers[:COUNT]
    whole = seconds_of(lambda: scene.remove_all(numbers))
    for part in (0.1, 0.6):
        assert scene[COUNT] is FLOOR
        scene = made()
        heard = heard_after(lambda: scene.remove_all(numbers), whole * part)
        # The call may end before Ctrl-C.
        assert heard is None or heard < 0.5, f"{whole:.2f} s: {heard}"
        assert len(scene) in (1, COUNT + 1) and len(scene.numbers) == len(scene) and (0 in scene) == (len(scene) > 1)


def test_copies_of_scenes():
    scene = Scene(balls())
    data = pickle.dumps(scene)
    is_heard(lambda: pickle.loads(data))
    assert len(pickle.loads(data)) == len(scene) == COUNT


def test_files(tmp_path):
    """Reading stops at once; writing leaves nothing behind."""
    scene = Scene(balls())
    scene.save_tree(tmp_path / "scene.tree")
    with (tmp_path / "scene.jsonl").open("w") as file:
        file.writelines('{"point": {"position": [%r, %r, %r]}}\n' % (x, y, z) for x, y, z in CENTERS[: COUNT // 4].tolist())
    names = sorted(tmp_path.iterdir())
    is_heard(lambda: Scene.from_file(tmp_path / "scene.jsonl"))
    scene = Scene.from_file(tmp_path / "scene.tree")
    for act in (lambda: Scene.from_file(tmp_path / "scene.tree"), lambda: scene.save_tree(tmp_path / "scene.tree")):
        whole = seconds_of(act)
        for part in (0.1, 0.5, 0.9):
            heard = heard_after(act, part * whole)
            assert heard is None or heard < 0.5, f"{whole:.2f} s: {heard}"
            # No incomplete file is left.
            assert sorted(tmp_path.iterdir()) == names and len(Scene.from_file(tmp_path / "scene.tree")) == COUNT


def test_a_large_scene_is_saved(tmp_path):
    """A million balls take some hundred megabytes. Ctrl-C comes while the bytes are prepared, while they are written, and during the wait for the
    disk."""
    scene = Scene(Point.each(np.random.default_rng(3).uniform(-100, 100, (1_000_000, 3)), radius=0.0625))
    whole, path = seconds_of(lambda: scene.save_tree(tmp_path / "whole.tree")), tmp_path / "scene.tree"
    for part in (0.05, 0.2, 0.4, 0.6, 0.8, 0.95):
        heard = heard_after(lambda: scene.save_tree(path), part * whole)
        assert heard is None or heard < 0.5, f"{whole:.2f} s: {heard}"
        assert set(tmp_path.iterdir()) <= {tmp_path / "whole.tree", path}


def test_a_large_mesh_is_pickled():
    """A million triangles. No part of the pickle is so large that Ctrl-C would have to wait for it, and between two parts Python's code is called."""
    mesh = Mesh(*ground(708))
    data = pickle.dumps(mesh)
    parts = [argument for code, argument, _ in pickletools.genops(data) if isinstance(argument, bytes)]
    assert len(parts) > 4 and max(map(len, parts)) <= 4 << 20 and sum(map(len, parts)) > 0.99 * len(data)
    for act in (lambda: pickle.dumps(mesh), lambda: pickle.loads(data)):
        whole = seconds_of(act)
        for part in (0.1, 0.3, 0.5, 0.7, 0.9):
            heard = heard_after(act, part * whole)
            assert heard is None or heard < 0.5, f"{whole:.2f} s: {heard}"
    again = pickle.loads(data)
    assert pickle.dumps(again) == data and pickle.dumps(copy.copy(mesh)) == pickle.dumps(copy.deepcopy(mesh)) == data


def test_meshes():
    vertices, triangles = ground()
    is_heard(lambda: Mesh(vertices, triangles))
    mesh = Mesh(vertices, triangles)
    data = pickle.dumps(mesh)
    for act in (lambda: mesh.set_vertices(vertices), lambda: pickle.loads(data), lambda: mesh.neighbours(), lambda: copy.deepcopy(mesh)):
        whole = seconds_of(act)
        for part in (0.1, 0.5, 0.9):
            heard = heard_after(act, part * whole)
            assert heard is None or heard < 0.5, f"{whole:.2f} s: {heard}"
        assert len(mesh) == len(triangles)
