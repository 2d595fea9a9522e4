"""Tests scenes: items in bulk and one by one, their changes, and their contacts with each other."""

import pickle
import sys
import threading
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest

import tangency

FLOATS = (np.float32, np.float64)
KINDS = ("point", "segment", "triangle", "box", "oriented box", "parallelepiped", "polytope", "mesh instance")
WAYS = ("still", "velocity", "to", "t_max")
TILE = [[0, 0, 0], [4, 0, 0], [4, 4, -1], [0, 4, 1]], [[0, 1, 2], [0, 2, 3]]


def rows(kind, dtype, count, way="velocity", seed=0):
    """Shapes on a grid of quarters, so that many of them tie."""
    rng = np.random.default_rng([seed, KINDS.index(kind), WAYS.index(way)])

    def quarters(low, high, *shape):
        return (rng.integers(4 * low, 4 * high, (count, *shape)) / 4).astype(dtype)

    motion = {"radius": quarters(0, 2)}
    if way == "to":
        motion |= {"to": quarters(-9, 9, 3), "from_": quarters(-9, 9, 3)}
    elif way != "still":
        motion["velocity"] = quarters(-2, 2, 3)
    if way == "t_max":
        motion["t_max"] = quarters(0, 9)
    place, turn = quarters(-12, 12, 3), quarters(-1, 2, 4)
    turn[~turn.any(axis=1)] = 1
    if kind == "point":
        return tangency.Point.each(place, **motion)
    if kind == "segment":
        return tangency.Segment.each(place, place + quarters(-3, 3, 3), **motion)
    if kind == "triangle":
        return tangency.Triangle.each(place, place + quarters(-3, 3, 3), place + quarters(-3, 3, 3), **motion)
    if kind == "box":
        return tangency.Box.each(place, place + quarters(0, 3, 3), **motion)
    if kind == "oriented box":
        return tangency.OrientedBox.each(place, quarters(0, 3, 3), turn, **motion)
    if kind == "parallelepiped":
        return tangency.Parallelepiped.each(place, quarters(-1, 1, 3, 3) + 3 * np.eye(3, dtype=dtype), **motion)
    if kind == "polytope":
        normals = np.concatenate([np.eye(3), -np.eye(3)]).astype(dtype)
        return tangency.Polytope.each(normals + place[:, None], normals, **motion)
    mesh = tangency.Mesh(np.array(TILE[0], dtype), TILE[1])
    return tangency.MeshInstance.each(mesh, turn, place, **motion)


def spheres(dtype, count, seed=1):
    rng = np.random.default_rng(seed)
    center = (rng.integers(-64, 64, (count, 3)) / 4).astype(dtype)
    velocity = (rng.integers(-8, 8, (count, 3)) / 4).astype(dtype)
    return {"center": center, "radius": (rng.integers(0, 12, count) / 4).astype(dtype), "velocity": velocity}


def text(item):
    """The arguments of a shape, zeros without their sign; for a mesh instance also the triangles of its mesh."""
    if isinstance(item, tangency.MeshInstance):
        place = item.rotation.quaternion, item.translation, item.mesh.vertices.tolist(), item.mesh.triangles.tolist()
        return (type(item), place, item.velocity, item.to, item.from_, item.t_max, item.radius)
    return type(item), [(name, (np.asarray(value) + 0).tolist()) for name, value in item._keywords().items() if name != "dtype"], item.dtype


def same(one, other):
    """Whether two results are the same to the last bit."""
    mine, its = one.to_dict(), other.to_dict()
    return mine.keys() == its.keys() and all(
        mine[name].tolist() == its[name].tolist() if mine[name].dtype == object else mine[name].tobytes() == its[name].tobytes() for name in mine
    )


# ---- in bulk, and one by one ----


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("way", WAYS)
def test_rows_are_items_one_by_one(kind, dtype, way):
    some, asked = rows(kind, dtype, 60, way), spheres(dtype, 200)
    alone, bulk, listed = (tangency.Scene(dtype=dtype) for _ in range(3))
    for shape in some:
        alone.insert(shape)
    numbers = bulk.insert_all(some)
    assert listed.insert_all(list(some)).tolist() == numbers.tolist() == list(range(60)) and numbers.dtype == np.int64
    expected = alone.first_contact(**asked)
    assert len(expected.contacts) > 20 and len(expected.overlaps) > 5
    for scene in (bulk, listed, tangency.Scene(some), tangency.Scene(iter(list(some)))):
        assert scene.dtype == dtype and len(scene) == 60 and list(scene) == list(range(60))
        assert same(scene.first_contact(**asked), expected)
        assert same(scene.contacts(**asked), alone.contacts(**asked))
        assert same(scene.closest(asked["center"]), alone.closest(asked["center"]))
        assert [text(scene[number]) for number in (0, 7, 59)] == [text(some[row]) for row in (0, 7, 59)]
        assert [(number, text(item)) for number, item in scene.items()] == list(enumerate(map(text, some)))
    # For an item that was inserted alone, the same object is returned; an item of rows is constructed again.
    assert alone[3] is dict(alone.items())[3] and bulk[3] is not bulk[3]


@pytest.mark.parametrize("dtype", FLOATS)
def test_the_answer_is_that_of_the_first_item(dtype):
    """Each item is tested by itself in exact numbers; the least time counts, and at equal times the item inserted first."""
    parts = [rows(kind, dtype, 6, way) for kind in KINDS for way in ("still", "velocity")]
    # Some items occur twice, so that they tie.
    parts += parts[::3]
    scene = tangency.Scene(dtype=dtype)
    numbers = np.concatenate([scene.insert_all(part) for part in parts])
    assert numbers.tolist() == list(range(6 * len(parts)))
    shapes = [shape for part in parts for shape in part]
    asked, ties = spheres(dtype, 60), 0
    hits = scene.first_contact(**asked)
    for row, hit in enumerate(hits):
        ball = tangency.Sphere(asked["center"][row], asked["radius"][row], asked["velocity"][row])
        answers = [(number, shape.first_contact(ball, exact=True)) for number, shape in enumerate(shapes)]
        overlaps = {number for number, answer in answers if isinstance(answer, tangency.ExactOverlap)}
        times = {number: answer.time for number, answer in answers if isinstance(answer, tangency.ExactContact)}
        if overlaps:
            assert isinstance(hit, tangency.Overlap) and hit.item in overlaps
        elif times:
            least = min(times.values())
            ties += sum(time == least for time in times.values()) > 1
            assert isinstance(hit, tangency.Contact) and hit.item == min(number for number in times if times[number] == least)
        else:
            assert hit is None
    assert ties and len(hits.contacts) > 10


def test_no_object_for_each_item():
    """The memory of Python's objects does not grow with the rows."""
    balls = tangency.Point.each(np.arange(90_000.0).reshape(-1, 3), radius=0.25)
    scene = tangency.Scene()
    before = sys.getallocatedblocks()
    numbers = scene.insert_all(balls)
    scene.replace_all(numbers, balls.moving([0, 0, 1]))
    scene.rebuild()
    hits = scene.pairs(t_max=1)
    assert sys.getallocatedblocks() - before < 2000 and len(numbers) == 30_000 and len(hits) == 0


def test_one_mesh_for_all_instances():
    def bytes_of(mesh):
        scene = tangency.Scene(tangency.MeshInstance.each(mesh, [0, 0, 0, 1], np.zeros((100, 3))))
        return scene.memory, len(pickle.dumps(scene))

    grid = np.stack(np.meshgrid(*[np.arange(60.0)] * 3), axis=-1).reshape(-1, 3)
    small = tangency.Mesh(*TILE)
    large = tangency.Mesh(grid, np.arange(len(grid)).reshape(-1, 3))
    (memory, pickled), (other, more) = bytes_of(small), bytes_of(large)
    assert memory == other and more - pickled < 2 * len(pickle.dumps(large))
    assert tangency.Scene(tangency.MeshInstance.each(large, [0, 0, 0, 1], [[1, 2, 3]]))[0].mesh.vertices.tobytes() == large.vertices.tobytes()


def test_instances_of_a_rounded_mesh():
    mesh = tangency.Mesh(*TILE, radius=0.5)
    assert tangency.MeshInstance.each(mesh, [0, 0, 0, 1], [[1, 2, 3]]).radius.tolist() == [0.5]
    each = tangency.MeshInstance.each(mesh, tangency.Rotation([0, 0, 1, 1]), [[1, 2, 3], [4, 5, 6]], to=[7, 8, 9], radius=[0, 0.25])
    alone = mesh.instance(tangency.Rotation([0, 0, 1, 1]), [4, 5, 6], to=[7, 8, 9], radius=0.25)
    assert text(each[1]) == text(alone) and text(each[[1]][0]) == text(alone) and repr(each) == "<Each: 2 of MeshInstance>"
    again = pickle.loads(pickle.dumps(each))
    assert [text(one) for one in again] == [text(one) for one in each]
    assert each.moving([1, 0, 0])[0].velocity == (1, 0, 0) and each.rounded(2)[0].radius == 2
    with pytest.raises(ValueError, match=r"row 1: rotation.* is zero|row 1: rotation"):
        tangency.MeshInstance.each(mesh, [[0, 0, 0, 1], [0, 0, 0, 0]], [0, 0, 0])
    with pytest.raises(ValueError, match=r"row 1: mesh.translation\[2\] is NaN"):
        tangency.MeshInstance.each(mesh, [0, 0, 0, 1], [[0, 0, 0], [0, 0, np.nan]])
    with pytest.raises(ValueError, match=r"rotation has shape \(1, 3\), which does not fit a MeshInstance"):
        tangency.MeshInstance.each(mesh, [0, 0, 1], [0, 0, 0])
    with pytest.raises(ValueError, match="float64, which float32 cannot hold"):
        tangency.MeshInstance.each(tangency.Mesh(*TILE, dtype=np.float32), np.eye(4), [0, 0, 0])


# ---- changes ----


def check(scene, model, dtype, seed):
    """Checks that the scene contains the right items, and has the results of a new scene with the same items."""
    assert len(scene) == len(model) and scene.numbers.tolist() == sorted(model) == list(scene)
    assert [(number, text(item)) for number, item in scene.items()] == [(number, text(model[number])) for number in sorted(model)]
    anew, asked = tangency.Scene([model[number] for number in sorted(model)], dtype=dtype), spheres(dtype, 60, seed)
    hits, expected = scene.first_contact(**asked), anew.first_contact(**asked)
    # The new scene numbers its items from zero.
    named = np.array([*sorted(model), -1])
    assert hits.item.tolist() == named[expected.item].tolist()
    assert hits.time.tobytes() == expected.time.tobytes() and hits.point.tobytes() == expected.point.tobytes()
    assert hits.feature.tolist() == expected.feature.tolist()


@pytest.mark.parametrize("dtype", FLOATS)
def test_edits_in_random_order(dtype):
    rng = np.random.default_rng(5)
    scene, model, highest = tangency.Scene(dtype=dtype), {}, -1
    for step in range(120):
        edit = rng.choice(["insert", "insert_all", "list", "replace", "replace_all", "replace_list", "remove", "remove_all", "rebuild", "pickle"])
        kind, way = rng.choice(KINDS), rng.choice(WAYS)
        some = rows(kind, dtype, int(rng.integers(0, 12)), way, step)
        held = sorted(model)
        few = rng.choice(held, size=min(len(held), len(some)), replace=False).tolist() if held else []
        one = rows(kind, dtype, 1, way, step)[0]
        if edit == "insert":
            number = scene.insert(one)
            assert number == highest + 1
            model[number] = one
        elif edit in ("insert_all", "list"):
            numbers = scene.insert_all(some if edit == "insert_all" else list(some))
            assert numbers.tolist() == list(range(highest + 1, highest + 1 + len(some)))
            model |= dict(zip(numbers.tolist(), some))
        elif edit == "replace" and held:
            number = int(rng.choice(held))
            scene.replace(number, one)
            model[number] = one
        elif edit in ("replace_all", "replace_list"):
            some = some[: len(few)]
            scene.replace_all(few, some if edit == "replace_all" else list(some))
            model |= dict(zip(few, some))
        elif edit == "remove" and held:
            number = int(rng.choice(held))
            assert text(scene.remove(number)) == text(model.pop(number)) and number not in scene
        elif edit == "remove_all":
            scene.remove_all(few[: len(few) // 2])
            for number in few[: len(few) // 2]:
                del model[number]
        elif edit == "rebuild":
            scene.rebuild()
        elif edit == "pickle" and held:
            scene = pickle.loads(pickle.dumps(scene))
            highest = max(held)
        highest = max([highest, *model])
        if step % 5 == 0:
            check(scene, model, dtype, step)
    check(scene, model, dtype, 999)
    assert len(model) > 60


def test_numbers_survive_a_pickle():
    scene = tangency.Scene(rows("box", np.float64, 100))
    scene.insert(tangency.Point([1, 2, 3]))
    scene.remove_all(np.arange(0, 100, 2))
    scene.replace(7, tangency.Point([4, 5, 6]))
    again = pickle.loads(pickle.dumps(scene))
    assert again.numbers.tolist() == scene.numbers.tolist() == [*range(1, 100, 2), 100]
    assert [(number, text(item)) for number, item in again.items()] == [(number, text(item)) for number, item in scene.items()]
    assert again.insert(tangency.Point([0, 0, 0])) == 101 and len(again) == 52
    empty = pickle.loads(pickle.dumps(tangency.Scene(dtype=np.float32)))
    assert len(empty) == 0 and empty.dtype == np.float32


def test_a_change_between_a_question_and_its_answer():
    """Each batch uses one state of the scene, however many threads query and change it."""
    centers = np.stack(np.meshgrid(np.arange(30.0), np.arange(30.0), [0.0]), axis=-1).reshape(-1, 3)
    states = [tangency.Point.each(centers + [0, 0, height], radius=0.25) for height in (0, 1)]
    scene = tangency.Scene(states[0])
    numbers, down = scene.numbers, centers + [0, 0, 9]
    done, wrong = threading.Event(), []

    def ask():
        while not done.is_set():
            times = scene.contact_time(down, 0.25, [0, 0, -1])
            if not ((times == 8.5).all() or (times == 7.5).all()):
                wrong.append(times)

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        for step in range(60):
            scene.replace_all(numbers, states[step % 2])
            scene.remove(scene.insert(tangency.Point([99, 99, 99])))
    finally:
        done.set()
        for thread in threads:
            thread.join()
    assert not wrong and len(scene) == 900


# ---- pairs ----


def exact_contact(p, v, r, end):
    """The contact of two balls with centres at ``p + v t`` from each other and the sum of radii ``r``: None, or a key that sorts by time, whether it
    is an overlap, and the nearest float."""
    square, along, speed = sum(x * x for x in p), sum(x * y for x, y in zip(p, v)), sum(y * y for y in v)
    if square <= r * r:
        return Decimal(0), square < r * r, 0.0
    discriminant = along * along - speed * (square - r * r)
    if speed == 0 or along >= 0 or discriminant < 0:
        return None
    with localcontext() as context:
        context.prec = 120
        root = (Decimal(discriminant.numerator) / Decimal(discriminant.denominator)).sqrt()
        time = (-Decimal(along.numerator) / Decimal(along.denominator) - root) / (Decimal(speed.numerator) / Decimal(speed.denominator))
        if time > Decimal(end):
            return None
        # Equal times agree in all digits except the last few.
        return time.quantize(Decimal(1).scaleb(-90)), False, float(time)


def brute(balls, t_max, one=None):
    """All pairs of balls, or all pairs with one of them, by rational numbers: keys in their order, and for each whether they overlap, and the
    time."""
    found = []
    numbers = sorted(balls)
    for k, i in enumerate(numbers):
        for j in numbers[k + 1 :]:
            (a, u, r, s), (b, w, q, e) = balls[i], balls[j]
            if (one is not None and one not in (i, j)) or (one is None and not any(u) and not any(w)):
                continue
            contact = exact_contact([x - y for x, y in zip(a, b)], [x - y for x, y in zip(u, w)], r + q, min(s, e, t_max))
            if contact is not None:
                key, overlaps, time = contact
                found.append(((key, i, j), overlaps, time))
    return sorted(found)


def fractions(each):
    """The balls in rational numbers."""
    keywords = each._keywords()
    parts = (keywords[name].tolist() for name in ("position", "velocity", "radius", "t_max"))
    return [([Fraction(x) for x in p], [Fraction(x) for x in v], Fraction(r), t) for p, v, r, t in zip(*parts)]


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("t_max", [None, 0.0, 2.5])
def test_pairs_of_balls_by_rational_numbers(dtype, t_max):
    scene, balls = tangency.Scene(dtype=dtype), {}
    for way in ("still", "velocity", "t_max"):
        some = rows("point", dtype, 40, way, 3)
        balls |= dict(zip(scene.insert_all(some).tolist(), fractions(some)))
    gone = list(balls)[::7]
    scene.remove_all(gone)
    for number in gone:
        del balls[number]
    hits = scene.pairs(t_max=t_max)
    expected = brute(balls, float("inf") if t_max is None else t_max)
    assert len(hits) == len(expected) > 10 and hits.time.dtype == dtype
    assert list(zip(hits.mover.tolist(), hits.item.tolist())) == [(i, j) for (_, i, j), _, _ in expected]
    assert (hits.status == tangency.Status.OVERLAP).tolist() == [overlaps for _, overlaps, _ in expected]
    assert hits.time.tobytes() == np.array([time for _, _, time in expected], dtype).tobytes()
    first = scene.first_pair(t_max)
    assert repr(first) == repr(hits[0]) and (first.mover, first.item) == (hits.mover[0], hits.item[0])
    assert t_max == 0 or len({time for (time, _, _), _, _ in expected}) < len(expected), "nothing ties"


@pytest.mark.parametrize("dtype", FLOATS)
def test_the_first_contact_of_one_by_rational_numbers(dtype):
    some = rows("point", dtype, 80, "velocity", 4)
    scene, balls = tangency.Scene(some), dict(enumerate(fractions(some)))
    met = 0
    for number in balls:
        own = [(key, overlaps, time, i + j - number) for (key, i, j), overlaps, time in brute(balls, float("inf"), number)]
        hit = scene.first_contact_of(number)
        if not own:
            assert hit is None
            continue
        assert hit.mover == number
        if any(overlaps for _, overlaps, _, _ in own):
            assert isinstance(hit, tangency.Overlap) and hit.item in {other for _, overlaps, _, other in own if overlaps}
            continue
        least = min(own, key=lambda one: (one[0], one[3]))
        assert isinstance(hit, tangency.Contact) and (hit.item, hit.time) == (least[3], dtype(least[2]))
        met += 1
    assert met > 10


@pytest.mark.parametrize("dtype", FLOATS)
def test_pairs_of_all_kinds_by_each_two(dtype):
    """The scene has items of every kind that meet each other. Each is cast by itself; a ball or a capsule is the mover rather than a box."""
    kinds = ("point", "segment", "triangle", "box", "oriented box", "parallelepiped", "mesh instance")
    shapes = [shape for kind in kinds for way in ("still", "velocity", "to") for shape in rows(kind, dtype, 5, way, 6)]
    scene = tangency.Scene(shapes)

    def rank(shape):
        return 0 if isinstance(shape, (tangency.Point, tangency.Segment)) else 2 if isinstance(shape, tangency.MeshInstance) else 1

    expected = {}
    for number, asking in enumerate(shapes):
        if isinstance(asking, tangency.MeshInstance):
            continue
        way = {"velocity": np.array(asking.velocity, dtype)} if asking.to is None else {"to": np.array(asking.to, dtype)}
        if isinstance(asking, tangency.Point):
            body = tangency.Sphere(asking._arguments["position"], dtype(asking.radius), dtype=dtype)
        elif isinstance(asking, tangency.Segment):
            body = tangency.Capsule(*asking._arguments.values(), dtype(asking.radius), dtype=dtype)
        else:
            body = asking
        # The motions go from any point to another: the differences of multiples of 1/4 are floats.
        velocity = np.array(asking.velocity, dtype)
        assert asking.to is None or (velocity == way["to"] - np.array(asking.from_, dtype)).all()
        if body is not asking:
            body = body.moving(velocity, t_max=asking.t_max)
        for other, shape in enumerate(shapes):
            still = not any(asking.velocity) and not any(shape.velocity)
            if other == number or still or (rank(shape), other) < (rank(asking), number):
                continue
            hit = shape.first_contact(body)
            if hit is not None and hit.time <= 4:
                expected[number, other] = hit
    hits = scene.pairs(t_max=4)
    found = {(hit.mover, hit.item): hit for hit in hits}
    assert found.keys() == expected.keys() and len(found) == len(hits) > 50
    for key, hit in found.items():
        plain = expected[key]
        assert type(hit) is type(plain) and (hit.time, hit.center, hit.point, hit.normal, hit.feature) == (plain.time, plain.center, plain.point, plain.normal, plain.feature)
        assert isinstance(hit, tangency.Overlap) or (hit.approach, hit.other_point) == (plain.approach, plain.other_point)
    assert (np.diff(hits.time) >= 0).all()


def test_pairs_are_hits():
    x = np.array([[0, 0, 0], [3, 0, 0], [5, 0, 0.0]])
    hits = tangency.Scene(tangency.Point.each(x, radius=0.5, velocity=-x)).pairs(t_max=1)
    assert list(hits.to_dict())[-3:] == ["mover", "item", "feature"] and hits[1:].mover.tolist() == hits.mover.tolist()[1:]
    again = pickle.loads(pickle.dumps(hits))
    assert same(again, hits) and again[0].mover == hits.mover[0]
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table(hits)
    assert table["mover"].to_pylist() == hits.mover.tolist() and table["item"].to_pylist() == hits.item.tolist()
    pytest.importorskip("pandas")
    assert hits.to_pandas()["mover"].tolist() == hits.mover.tolist()


# ---- errors ----


def test_what_is_wrong_is_named():
    point, narrow = tangency.Point([0, 0, 0]), tangency.Point([0, 0, 0], dtype=np.float32)
    scene = tangency.Scene([point, tangency.Box([5, 5, 5], [6, 6, 6])])
    two = tangency.Point.each(np.zeros((2, 3)))
    meshes = tangency.Scene([tangency.Mesh(np.array(TILE[0], float), TILE[1])])
    wrong = [
        (lambda: scene.replace(7, point), KeyError, "^7$"),
        (lambda: scene.replace(-1, point), KeyError, "^-1$"),
        (lambda: scene.remove(1 << 64), KeyError, str(1 << 64)),
        (lambda: scene["0"], KeyError, "0"),
        (lambda: scene[2], KeyError, "2"),
        (lambda: scene.first_contact_of(7), KeyError, "^7$"),
        (lambda: scene.replace_all([0, 7], two), KeyError, "row 1: number is 7, which is not in the scene"),
        (lambda: scene.replace_all([-1, 0], two), KeyError, "row 0: number is -1, which is not in the scene"),
        (lambda: scene.remove_all(np.array([0, 1 << 63], np.uint64)), KeyError, f"row 1: number is {1 << 63}, which is not in the scene"),
        (lambda: scene.remove_all([0.0]), ValueError, "numbers holds float64, must hold integers"),
        (lambda: scene.remove_all([[0, 1]]), ValueError, r"numbers has shape \(1, 2\), must have \(N,\)"),
        (lambda: scene.replace_all([0, 1, 1], two), ValueError, "there are 3 numbers, but 2 items"),
        (lambda: scene.replace_all([0], []), ValueError, "there are 1 numbers, but 0 items"),
        (lambda: scene.insert_all([point, narrow]), ValueError, "row 1: the item is of float32, but the scene of float64"),
        (lambda: scene.insert_all(tangency.Point.each(np.zeros((2, 3), np.float32))), ValueError, "the item is of float32, but the scene of float64"),
        (lambda: scene.insert_all(tangency.Point.each(np.zeros((2, 2)))), ValueError, "the item has dimension 2, but a scene is in space"),
        (lambda: scene.insert_all([point, 3]), TypeError, "row 1: a int cannot be put into a scene"),
        (lambda: scene.insert_all([two]), TypeError, "row 0: a Each cannot be put into a scene as one item, but by insert_all"),
        (lambda: scene.insert(two), TypeError, "a Each cannot be put into a scene as one item, but by insert_all"),
        (lambda: scene.replace(0, scene), TypeError, "a scene cannot be an item of a scene"),
        (lambda: scene.insert_all([tangency.Plane([0, 0, 0], [0, 0, 1])]), TypeError, "a plane cannot be an item of a scene"),
        (lambda: meshes.first_contact_of(0), TypeError, "item 0 of the scene is a mesh or a polytope, so it cannot be the moving body"),
        (lambda: scene.pairs(t_max=-1), ValueError, "t_max is -1, must not be negative"),
        (lambda: scene.first_pair(float("nan")), ValueError, "t_max is NaN"),
    ]
    for act, error, words in wrong:
        with pytest.raises(error, match=words):
            act()
        # Nothing has changed.
        assert scene.numbers.tolist() == [0, 1] and scene[0] is point
    assert "0" not in scene and 1.5 not in scene and -1 not in scene and None not in scene and np.int64(1) in scene
    scene.insert(tangency.Segment([0, 0, 0], [1, 0, 0], velocity=[1, 0, 0]))
    scene.insert(tangency.Polytope([[0, 0, 9]], [[0, 0, -1]]))
    for act in (lambda: scene.first_contact_of(2), scene.first_pair, scene.pairs):
        with pytest.raises(TypeError, match="item 2 is a capsule or a convex body: item 3 of the scene is a polytope, at which capsules and convex bodies cannot be cast"):
            act()


# ---- many ----


def test_a_hundred_thousand():
    side = 50
    centers = np.stack(np.meshgrid(*[np.arange(float(side))] * 3, indexing="ij"), axis=-1).reshape(-1, 3)[: 2 * side**2 * 20]
    scene = tangency.Scene()
    numbers = scene.insert_all(tangency.Point.each(centers, radius=0.25))
    assert len(scene) == len(centers) == 100_000 and numbers[-1] == 99_999
    # These spheres fall from above to the top ball of each column.
    down = np.stack(np.meshgrid(np.arange(40.0), np.arange(50.0), [100.0], indexing="ij"), axis=-1).reshape(-1, 3)
    hits = scene.first_contact(down, 0.25, [0, 0, -1])
    assert (hits.time == 100 - 49 - 0.5).all() and (centers[hits.item] == down - [0, 0, 51]).all()
    # The upper half of the balls moves up, and the columns are hit below that half; then half of all balls are removed.
    up = numbers[centers[:, 2] >= 25]
    scene.replace_all(up, tangency.Point.each(centers[up], radius=0.25, velocity=[0, 0, 1000]))
    assert (scene.contact_time(down + [0, 0, 1000], 0.25, [0, 0, -10], t_max=[0.5]) != scene.contact_time(down + [0, 0, 1000], 0.25, [0, 0, -10])).all()
    scene.remove_all(up)
    assert (scene.contact_time(down, 0.25, [0, 0, -1]) == 100 - 24 - 0.5).all()
    assert len(scene) == 50_000 and scene.memory < 1000 * len(scene)
    assert len(pickle.loads(pickle.dumps(scene))) == 50_000


# ---- files ----


@pytest.mark.parametrize("dtype", FLOATS)
def test_a_saved_scene_is_the_same_and_goes_on(tmp_path, dtype):
    scene = tangency.Scene(dtype=dtype)
    for seed, (kind, way) in enumerate((kind, way) for kind in KINDS for way in WAYS):
        scene.insert_all(rows(kind, dtype, 5, way, seed))
    scene.remove_all(scene.numbers[3::7])
    path = tmp_path / "all.tree"
    scene.save_tree(path)
    again = tangency.Scene.from_file(path, dtype=dtype)
    assert again.dtype == scene.dtype and len(again) == len(scene)
    np.testing.assert_array_equal(again.numbers, scene.numbers)
    assert [repr(item) for _, item in again.items()] == [repr(item) for _, item in scene.items()]
    asked = spheres(dtype, 200)
    for one, other in ((again, scene),):
        found, expected = one.first_contact(**asked), other.first_contact(**asked)
        for column in ("status", "time", "center", "point", "normal", "item", "triangle", "feature"):
            np.testing.assert_array_equal(getattr(found, column), getattr(expected, column), err_msg=column)
        assert (expected.status == 1).any()
    # The loaded scene can be changed like the saved one, and its numbers continue.
    number = again.insert(tangency.Point(np.zeros(3, dtype)))
    assert number == scene.insert(tangency.Point(np.zeros(3, dtype))) > scene.numbers[-2]
    again.remove(int(scene.numbers[0]))
    assert len(again) == len(scene) - 1
    with pytest.raises(ValueError, match="it was saved with f"):
        tangency.Scene.from_file(path, dtype=np.float64 if dtype is np.float32 else np.float32)


def test_a_scene_file_is_read(tmp_path):
    path = tmp_path / "hall.jsonl"
    path.write_text('{"point":{"position":[3,0,0],"radius":1}}\n\n{"box":{"min":[9,-1,-1],"max":[10,1,1],"velocity":[-1,0,0]},"t_max":2}\n')
    scene = tangency.Scene.from_file(path)
    assert scene.numbers.tolist() == [0, 1] and scene[0] == tangency.Point([3, 0, 0], radius=1)
    assert scene[1] == tangency.Box([9, -1, -1], [10, 1, 1], velocity=[-1, 0, 0], t_max=2)
    hit = scene.first_contact(tangency.Sphere([6, 0, 0], 0.5, velocity=[1, 0, 0]))
    assert (hit.item, hit.time, hit.feature.sides) == (1, 1.25, (-1, 0, 0))
    path.write_text('{"point":{"position":[3,"x",0]}}\n')
    with pytest.raises(ValueError, match=r'hall.jsonl, line 1: point.position\[1\] is "x", must be a number'):
        tangency.Scene.from_file(path)
    with pytest.raises(FileNotFoundError):
        tangency.Scene.from_file(tmp_path / "none.jsonl")
