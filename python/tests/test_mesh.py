"""Tests meshes: files, saved trees, all contacts, solids, neighbours, and meshes of trimesh."""

import copy
import pickle
import warnings

import numpy as np
import pytest

import tangency

OCTAHEDRON = (
    [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]],
    [[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]],
)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_saved_tree(tmp_path, dtype):
    mesh = tangency.Mesh(*OCTAHEDRON, dtype=dtype)
    path = tmp_path / "part.tree"
    mesh.save_tree(path)
    again = tangency.Mesh.from_file(path, dtype=dtype)
    assert again.vertices.tobytes() == mesh.vertices.tobytes() and (again.triangles == mesh.triangles).all()
    assert pickle.dumps(again) == pickle.dumps(mesh)
    damaged = bytearray(path.read_bytes())
    damaged[300] ^= 1
    path.write_bytes(damaged)
    with pytest.raises(ValueError, match="part.tree"):
        tangency.Mesh.from_file(path, dtype=dtype)
    with pytest.raises(OSError):
        mesh.save_tree(tmp_path / "nowhere" / "part.tree")
    assert [file.name for file in tmp_path.iterdir()] == ["part.tree"]


def test_files(tmp_path):
    path = tmp_path / "part.obj"
    path.write_text("v 0 0 0\nv 4 0 0\nv 0 4 0.1\nf 1 2 3\n")
    assert tangency.Mesh.from_file(path).vertices[2, 2] == 0.1
    assert tangency.Mesh.from_file(path, dtype="float32").vertices[2, 2] == np.float32(0.1)
    path.write_text("v 0 0 0\nf 1 2 3\n")
    with pytest.raises(ValueError, match="part.obj, line 2"):
        tangency.Mesh.from_file(path)
    with pytest.raises(FileNotFoundError, match="none.ply"):
        tangency.Mesh.from_file(tmp_path / "none.ply")


def test_faces_that_are_left_out_are_warned_of(tmp_path):
    path = tmp_path / "points.obj"
    path.write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1\nf 2 3\n")
    sentence = f"{path}, line 5: a face with fewer than 3 vertices: 1; 2 such faces are left out."
    for dtype in ("float64", "float32"):
        with pytest.warns(UserWarning) as warned:
            assert len(tangency.Mesh.from_file(path, dtype=dtype).triangles) == 1
        assert [str(warning.message) for warning in warned] == [sentence]
        assert warned[0].filename == __file__
    scene = tmp_path / "scene.jsonl"
    scene.write_text('{"mesh":{"path":"points.obj"}}\n' * 2)
    with pytest.warns(UserWarning) as warned:
        assert len(tangency.Scene.from_file(scene)) == 2
    assert [str(warning.message) for warning in warned] == [sentence]
    assert warned[0].filename == __file__
    path.write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tangency.Mesh.from_file(path)


def test_bad_meshes():
    for arguments, words in [
        (([[0, 0, 0]], [[0, 0, 7]]), r"mesh.triangles\[0\]\[2\] is 7, but there are only 1"),
        (([[0, 0, 0]], [[0, 0, -1]]), r"mesh.triangles\[0\]\[2\] is -1, but there are only 1"),
        (([[0, 0, np.nan]], [[0, 0, 0]]), r"mesh.vertices\[0\]\[2\] is NaN"),
        (([[0, 0]], [[0, 0, 0]]), r"vertices has shape"),
        (([[0, 0, 0]], [[0.0, 0, 0]]), r"triangles holds float64"),
        (([[0, 0, 0]],), r"triangles is missing"),
    ]:
        with pytest.raises(ValueError, match=words):
            tangency.Mesh(*arguments)
    with pytest.raises(ValueError, match=r"mesh.velocity\[1\] is inf"):
        tangency.Mesh(*OCTAHEDRON).moving([0, np.inf, 0])
    assert tangency.Mesh([], []).first_contact(tangency.Sphere([0, 0, 0], 1)) is None


def test_trimesh():
    trimesh = pytest.importorskip("trimesh")
    theirs = trimesh.creation.icosphere(subdivisions=2, radius=2.0)
    mesh = tangency.Mesh(theirs)
    assert len(mesh) == len(theirs.faces) and mesh.vertices.tobytes() == np.asarray(theirs.vertices).tobytes()
    ours = tangency.Mesh(np.array(theirs.vertices), np.array(theirs.faces))
    arrays = ([[0.1, 0.2, 5], [5, 0.1, 0.3]], 0.5, [[0, 0, -1], [-1, 0, 0]])
    assert [repr(hit) for hit in mesh.first_contact(*arrays)] == [repr(hit) for hit in ours.first_contact(*arrays)]
    assert theirs.is_watertight and tangency.Solid(mesh).locate([[0, 0, 0], [0, 0, 3]]).tolist() == [-1, 1]


def test_all_contacts():
    floor = lambda z: [[0, 0, z], [4, 0, z], [0, 4, z]]  # noqa: E731
    mesh = tangency.Mesh(floor(-3) + floor(0), [[0, 1, 2], [3, 4, 5]])
    ball = tangency.Sphere([1, 1, 5], 1, velocity=[0, 0, -1])
    assert [(hit.time, hit.triangle) for hit in mesh.contacts(ball)] == [(4.0, 1), (7.0, 0)]
    hits = mesh.contacts([[1, 1, 5], [9, 9, 9], [1, 1, 9]], 1, [0, 0, -1], [9, 9, 8])
    assert (hits.index.tolist(), hits.time.tolist()) == ([0, 0, 2], [4, 7, 8])
    assert mesh.has_contact(ball) and mesh.has_contact([[1, 1, 5]] * 2, 1, [0, 0, -1], [3.9, 4]).tolist() == [False, True]
    assert mesh.intersecting(tangency.Sphere([1, 1, 1], 4)).tolist() == [0, 1]
    starts, triangles = mesh.intersecting([[1, 1, 1], [9, 9, 9], [1, 1, 1]], [1, 1, 4])
    assert (starts.tolist(), triangles.tolist()) == ([0, 1, 1, 3], [1, 0, 1])
    with pytest.raises(TypeError, match="ellipsoid"):
        mesh.contacts(tangency.Ellipsoid([0, 0, 0], [1, 1, 1]))


def test_moved_vertices():
    mesh = tangency.Mesh(*OCTAHEDRON)
    before, placed = mesh.moving([0, 0, 0]), mesh.instance([0, 0, 0, 1], [0, 0, 0])
    mesh.set_vertices(2 * mesh.vertices)
    down = tangency.Sphere([0, 0, 9], 1, velocity=[0, 0, -1])
    assert [shape.first_contact(down).time for shape in (mesh, before, placed)] == [6, 7, 7]
    with pytest.raises(ValueError, match="vertices has length 1, but mesh.vertices has 6"):
        mesh.set_vertices([[0, 0, 0]])


def test_solids():
    solid = tangency.Solid(tangency.Mesh(*OCTAHEDRON))
    points = [[0, 0, 0], [1, 0, 0], [1, 1, 1], [0.25, 0.25, 0.5]]
    assert solid.locate(points).tolist() == [-1, 0, 1, 0]
    assert [solid.locate(point) for point in points] == ["inside", "on surface", "outside", "on surface"]
    assert solid.winding_number(points).tolist() == [1, None, 0, None]
    assert solid.winding_number([0, 0, 0]) == 1 and solid.winding_number([1, 0, 0]) is None
    # The distance of the origin from the plane x + y + z = 1.
    assert solid.signed_distance([0, 0, 0]) == -np.sqrt(1 / 3)
    assert solid.signed_distance(points).tolist()[0] == -np.sqrt(1 / 3)
    with pytest.raises(ValueError, match=r"mesh.triangles\[0\]\[0\] begins an open edge"):
        tangency.Solid(tangency.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]))
    with pytest.raises(ValueError, match="row 1: "):
        solid.locate([[0, 0, 0], [0, np.nan, 0]])
    assert pickle.loads(pickle.dumps(solid)).locate([0, 0, 0]) == "inside"


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))])
def test_a_copy_stays_what_it_is(way):
    mesh = tangency.Mesh([[0, 0, 0], [4, 0, 0], [0, 4, 0]], [[0, 1, 2]], velocity=[0, 0, 1], t_max=2, radius=0.5)
    again = way(mesh)
    mesh.set_vertices([[0, 0, 9], [4, 0, 9], [0, 4, 9]])
    assert again.first_contact(tangency.Sphere([1, 1, 3.5], 1)).time == 2 and mesh.first_contact(tangency.Sphere([1, 1, 3.5], 1)) is None
    assert (again.t_max, again.radius, again.velocity) == (mesh.t_max, mesh.radius, mesh.velocity) == (2, 0.5, (0, 0, 1))


def test_neighbours_of_hits():
    mesh = tangency.Mesh([[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]], [[0, 1, 2], [0, 2, 3]])
    hits = mesh.first_contact([[2, 2, 5], [2, 0, 5], [9, 9, 9]], 1, [0, 0, -1])
    neighbours = mesh.neighbours()
    assert neighbours.is_flat_at(hits).tolist() == [True, False, False]
    triangles, codes = neighbours.flat_as_face(hits)
    assert triangles.tolist() == [0, 0, -1] and codes.tolist() == [6, 3, -1]
    with pytest.raises(ValueError, match="row 1: triangle is 2, but there are only 2"):
        neighbours.is_flat_at(np.array([0, 2]), np.array([6, 6]))


def test_rotations():
    assert tangency.Rotation.from_direction([0, 0, 2]).quaternion == (0.0, -1.0, 0.0, 1.0)
    assert tangency.Rotation.from_angle(2.0).quaternion == (0.8414709848078965, 0.5403023058681398)
    assert tangency.Rotation.from_matrix([[0, 0, 1], [1, 0, 0], [0, 1, 0]]).quaternion == (1, 1, 1, 1)
    assert tangency.Rotation.identity().quaternion == (0, 0, 0, 1)
    with pytest.raises(ValueError, match="rotation is zero"):
        tangency.Rotation([0, 0, 0, 0])
    with pytest.raises(ValueError, match="must not mirror"):
        tangency.Rotation.from_matrix([[1, 0], [0, -1]])
    with pytest.raises(ValueError, match=r"rotation has shape \(2,\), must have \(4,\)"):
        tangency.OrientedBox([0, 0, 0], [1, 1, 1], [1, 1])
