"""Tests that a forked child, which has the pools of its parent but not their threads, does not wait for these threads."""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")

#: The timeout in seconds, which is generous, since a deadlock lasts for ever.
SECONDS = 120

PRELUDE = """
import os, sys, threading, warnings
import numpy as np
import tangency

warnings.simplefilter("ignore", DeprecationWarning)
rng = np.random.default_rng(7)
CELLS = 60
x, y = np.meshgrid(np.arange(CELLS + 1.0), np.arange(CELLS + 1.0), indexing="ij")
vertices = np.stack([x, y, np.sin(x) * np.cos(y)], axis=-1).reshape(-1, 3)
n = np.arange((CELLS + 1) ** 2).reshape(CELLS + 1, CELLS + 1)
a, b, c, d = n[:-1, :-1], n[1:, :-1], n[1:, 1:], n[:-1, 1:]
triangles = np.concatenate([np.stack(t, axis=-1).reshape(-1, 3) for t in ((a, b, c), (a, c, d))])
center = rng.uniform([0, 0, 3], [CELLS, CELLS, 9], (20_000, 3))

def batch(mesh, threads=None):
    return mesh.first_contact(center, 0.25, [0.1, 0.2, -1], threads=threads).time

def in_child(act):
    child = os.fork()
    if child == 0:
        code = 1
        try:
            act()
            code = 0
        finally:
            os._exit(code)
    assert os.waitpid(child, 0)[1] == 0
"""


def run(script, folder):
    process = subprocess.Popen(
        [sys.executable, "-c", PRELUDE + script],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        said, _ = process.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        # This also ends the children of the process.
        os.killpg(process.pid, 9)
        process.communicate()
        raise AssertionError(f"it hangs: {SECONDS} s have passed") from None
    assert process.returncode == 0, said


def test_a_batch(tmp_path):
    run(
        """
mesh = tangency.Mesh(vertices, triangles)
expected = batch(mesh, threads=1)
np.testing.assert_array_equal(batch(mesh), expected)
def act():
    np.testing.assert_array_equal(batch(mesh), expected)
    # A child of a child, too; and it all again.
    in_child(lambda: np.testing.assert_array_equal(batch(mesh, threads=2), expected))
    in_child(lambda: np.testing.assert_array_equal(batch(mesh), expected))
    np.testing.assert_array_equal(batch(mesh), expected)
in_child(act)
in_child(act)
np.testing.assert_array_equal(batch(mesh), expected)
""",
        tmp_path,
    )


def test_trees_and_files(tmp_path):
    run(
        """
mesh = tangency.Mesh(vertices, triangles)
batch(mesh)
mesh.save_tree("mesh.tree")
with open("spheres.csv", "w") as file:
    print("x,y,z,radius,vx,vy,vz", file=file)
    for row in center[:3000]:
        print(*row, 0.25, 0.1, 0.2, -1, sep=",", file=file)
tangency.cast(mesh, "spheres.csv", "parent.csv")
tree = mesh._mesh.to_pieces()
def act():
    again = tangency.Mesh(vertices, triangles)
    assert again._mesh.to_pieces() == tree
    assert tangency.Mesh.from_file("mesh.tree")._mesh.to_pieces() == tree
    again.set_vertices(vertices + 1)
    again.neighbours()
    tangency.cast(mesh, "spheres.csv", "child.csv")
    tangency.cast("mesh.tree", "spheres.csv", "other.csv")
    shapes = tangency.Triangle.each(center, center + 1, center - [1, 0, 0])
    shapes.first_contact(center, 0.5)
in_child(act)
assert open("parent.csv").read() == open("child.csv").read() == open("other.csv").read()
""",
        tmp_path,
    )


def test_a_fork_in_the_middle_of_a_batch(tmp_path):
    run(
        """
mesh = tangency.Mesh(vertices, triangles)
scene = tangency.Scene([mesh, tangency.Box([0, 0, 0], [1, 1, 1])])
expected, among = batch(mesh, threads=1), batch(scene, threads=1)
on = True
def work():
    while on:
        batch(mesh)
        batch(scene)
threads = [threading.Thread(target=work) for _ in range(2)]
for thread in threads:
    thread.start()
try:
    for _ in range(10):
        def act():
            np.testing.assert_array_equal(batch(mesh), expected)
            scene.insert(tangency.Box([-9, -9, -9], [-8, -8, -8]))
            np.testing.assert_array_equal(batch(scene), among)
        in_child(act)
finally:
    on = False
    for thread in threads:
        thread.join()
""",
        tmp_path,
    )


def test_a_fork_in_the_middle_of_a_change(tmp_path):
    """A thread that the child does not have holds the scene. A query in the child is refused without waiting. A new scene of the child works."""
    run(
        """
scene = tangency.Scene(tangency.Point.each(center, radius=0.25))
numbers, states = scene.numbers, [tangency.Point.each(center + [0, 0, z], radius=0.25) for z in (0, 1)]
expected = [tangency.Scene(state).contact_time(center + [0, 0, 20], 0.25, [0, 0, -1], threads=1) for state in states]
on = True
def work():
    step = 0
    while on:
        step += 1
        scene.replace_all(numbers, states[step % 2])
thread = threading.Thread(target=work)
thread.start()
try:
    for _ in range(20):
        def act():
            for ask in (lambda: scene.contact_time(center + [0, 0, 20], 0.25, [0, 0, -1]), lambda: scene.insert(tangency.Point([0, 0, 0])), lambda: len(scene)):
                try:
                    ask()
                except TypeError as error:
                    assert "the process was forked while a thread held this scene" in str(error)
            own = tangency.Scene(states[0])
            own.replace_all(own.numbers, states[1])
            np.testing.assert_array_equal(own.contact_time(center + [0, 0, 20], 0.25, [0, 0, -1]), expected[1])
        in_child(act)
finally:
    on = False
    thread.join()
""",
        tmp_path,
    )


def test_a_pool_of_multiprocessing(tmp_path):
    run(
        """
import multiprocessing
mesh = tangency.Mesh(vertices, triangles)
expected = batch(mesh)
def task(_):
    return batch(mesh)
with multiprocessing.get_context("fork").Pool(2) as pool:
    for answer in pool.map(task, range(4)):
        np.testing.assert_array_equal(answer, expected)
""",
        tmp_path,
    )


def test_a_fork_while_a_tree_is_read(tmp_path):
    """The lock around the tree that shards share is held by a thread that the child does not have."""
    run(
        """
from pathlib import Path
import tangency.dask
tangency.Mesh(vertices, triangles).save_tree("mesh.tree")
def act():
    assert len(tangency.dask._mesh_in(Path("mesh.tree"), "float64")) == len(triangles)
with tangency.dask._lock:
    in_child(act)
act()
""",
        tmp_path,
    )
