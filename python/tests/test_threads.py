"""Tests that there is at most one thread for each core, made once, and that results may overwrite the bodies of their query."""

import subprocess
import sys

import numpy as np
import pytest

import tangency

TILE = tangency.Mesh([[0, 0, 0], [4, 0, 0], [0, 4, 0], [4, 4, 0]], [[0, 1, 2], [1, 3, 2]])


# ---- the number of threads ----


@pytest.mark.skipif(sys.platform != "linux", reason="looks at the threads of a process")
def test_no_number_of_threads_starts_more_than_there_are_cores(tmp_path):
    script = """
import os, sys
import numpy as np, tangency

def threads():
    return len(os.listdir("/proc/self/task"))

def names():
    return sorted(os.listdir("/proc/self/task"))

tile = tangency.Mesh([[0, 0, 0], [4, 0, 0], [0, 4, 0]], [[0, 1, 2]])
center = np.full((2100, 3), [1, 1, 5.0])
tangency.Scene(tangency.Point.each(center))
before = threads()
for count in (None, 3000, 100_000, 2**53 + 1, 2**62):
    # Few rows and many, jobs of one piece, and files.
    tile.first_contact(center[:2], 1, [0, 0, -1], threads=count)
    tile.first_contact(center, 1, [0, 0, -1], threads=count)
    tile.contacts(center, 1, [0, 0, -1], threads=count)
    tile.slide(center, [0, 0, -9], 1, threads=count)
    tangency.Mesh(tile.vertices, tile.triangles, threads=count)
    tile.neighbours().is_flat_at(tile.first_contact(center, 1, [0, 0, -1]), threads=count)
    tangency.Walkers(tangency.Capsule.each(center[:1100], axis=[0, 0, 1], radius=1)).step([0, 0, 0], tile, threads=count)
cores = os.cpu_count()
assert threads() - before <= 2 * cores + 1, (threads(), before)
# Made once: the same threads after twenty calls.
tile.first_contact(center, 1, [0, 0, -1], threads=2)
kept = names()
for _ in range(20):
    tile.first_contact(center, 1, [0, 0, -1], threads=2)
    tile.first_contact(center, 1, [0, 0, -1])
assert names() == kept
open("spheres.csv", "w").write("x,y,z,radius,vx,vy,vz\\n" + "1,1,5,1,0,0,-1\\n" * 10)
print(tangency.cast(tile, "spheres.csv", "hits.csv", threads=2**53 + 1)["contacts"])
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0 and done.stdout == "10\n", done.stderr


# ---- in place ----


def test_an_answer_may_be_written_over_what_it_was_asked_about():
    rng = np.random.default_rng(3)
    center = np.concatenate([rng.uniform(0.2, 1.8, (3000, 2)), rng.uniform(3, 9, (3000, 1))], axis=1)
    start = TILE.first_contact(center, 1, [0, 0, -1])
    assert (start.status == 1).all()
    for given in (("center",), ("velocity",), ("t_max",), ("center", "velocity", "t_max")):
        for threads in (1, None):
            hits = TILE.first_contact(center, 1, [0, 0, -1])
            alias = {"center": center + 0.5, "velocity": center * [0, 0, -1], "t_max": np.full(3000, 99.0)}
            arrays = {"center": hits.center, "velocity": hits.normal, "t_max": hits.time}
            for name in given:
                alias[name] = arrays[name]
            expected = TILE.first_contact(**{name: np.array(array) for name, array in alias.items()}, radius=0.5)
            assert TILE.first_contact(**alias, radius=0.5, threads=threads, out=hits) is hits
            for name, column in expected.to_dict().items():
                np.testing.assert_array_equal(hits.to_dict()[name], column, err_msg=f"{given} {name}")
    capsules = TILE.first_contact(tangency.Capsule.each(center, axis=[0, 0, 1], radius=1, velocity=[0, 0, -1]))
    expected = TILE.first_contact(tangency.Capsule.each(np.array(capsules.center), axis=[0, 0, 1], radius=0.5, velocity=[0, 0, -1]))
    TILE.first_contact(tangency.Capsule.each(capsules.center, axis=[0, 0, 1], radius=0.5, velocity=[0, 0, -1]), out=capsules)
    np.testing.assert_array_equal(capsules.time, expected.time)
    moves = TILE.slide(center, [0, 0, -9], 1)
    expected = TILE.slide(np.array(moves.position), np.array(moves.left) + 0.5, 1)
    moves.left[:] += 0.5
    TILE.slide(moves.position, moves.left, 1, out=moves)
    np.testing.assert_array_equal(moves.position, expected.position)


def test_what_cannot_be_written_to_is_named():
    hits = TILE.first_contact(np.ones((3, 3)), 1)
    hits.time.flags.writeable = False
    with pytest.raises(ValueError, match="an array of out is read only, must be writable"):
        TILE.first_contact(np.ones((3, 3)), 1, out=hits)
    moves = TILE.slide(np.ones((3, 3)), [0, 0, 1], 0.5)
    moves.left.flags.writeable = False
    with pytest.raises(ValueError, match="an array of out is read only, must be writable"):
        TILE.slide(np.ones((3, 3)), [0, 0, 1], 0.5, out=moves)
