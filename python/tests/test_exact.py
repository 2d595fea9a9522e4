"""Compares exact numbers with decimals of hundreds of digits."""

import pickle
import random
from decimal import Decimal, getcontext
from fractions import Fraction

import pytest

from tangency import Point, Sphere, Surd

getcontext().prec = 400


def decimal(number: Surd) -> Decimal:
    def of(x: Fraction) -> Decimal:
        return Decimal(x.numerator) / Decimal(x.denominator)

    return of(number.x) + of(number.y) * of(number.d).sqrt()


def some(rng: random.Random) -> Surd:
    def fraction(size: int) -> Fraction:
        return Fraction(rng.randint(-size, size), rng.randint(1, size))

    size = rng.choice([3, 100, 10**20])
    return Surd(fraction(size), fraction(size), abs(fraction(size)))


def test_order_and_rounding():
    rng = random.Random(1)
    for _ in range(3000):
        a, b = some(rng), some(rng)
        x, y = decimal(a), decimal(b)
        # Different numbers differ by more than 1e-350.
        near = abs(x - y) < Decimal(10) ** -350
        assert (a == b) == near and (near or (a < b) == (x < y))
        assert float(a) == float(x)
        assert a.sign() == (x > 0) - (x < 0) or abs(x) < Decimal(10) ** -350


def test_a_sum_that_nearly_cancels():
    # These are the best rational approximations of a root, whose difference is about 1 / 2q.
    p, q = 1, 1
    for _ in range(200):
        p, q = p + 2 * q, p + q
        number = Surd(p, -q, 2)
        assert float(number) == float(Decimal(p) - Decimal(q) * Decimal(2).sqrt())
        assert number.sign() == (1 if p * p > 2 * q * q else -1)


def test_beside_a_tie():
    """The number is halfway between two doubles, up to a difference smaller than any float."""
    tie, bit = 1 + Fraction(1, 2**53), Fraction(1, 2**200)
    assert float(Surd(tie, -bit, 2)) == 1.0 and float(Surd(tie, bit, 2)) == 1 + 2**-52
    whole = 2**65 + 2**12
    assert float(Surd(whole + 1, -1, 2)) == 2.0**65 and float(Surd(whole - 1, 1, 2)) == 2.0**65 + 2**13
    assert float(Surd(-tie, bit, 2)) == -1.0 and float(Surd(-tie, -bit, 2)) == -1 - 2**-52


def test_far_and_near():
    huge, tiny = Surd(0, 10**400, 2), Surd(0, Fraction(1, 10**330), 2)
    assert float(huge) == float("inf") and float(-huge) == float("-inf")
    assert float(tiny) == 0.0 and tiny > 0
    assert float(Surd(0, Fraction(1, 2**1074), 2)) == 5e-324
    assert huge < float("inf") and -huge > float("-inf")


def test_arithmetic():
    a, b = Surd(1, 2, 3), Surd(Fraction(1, 2), 1, 12)
    assert a + b == Surd(Fraction(3, 2), 4, 3)
    assert a - 1 == Surd(0, 2, 3) and 1 - a == Surd(0, -2, 3)
    assert a * a == Surd(13, 4, 3) and 2 * a == a + a
    assert Surd(0, 1, 4) == 2 and hash(Surd(0, 1, 4)) == hash(2)
    assert hash(Surd(0, 2, 3)) == hash(Surd(0, 1, 12)) and Surd(0, 2, 3) == Surd(0, 1, 12)
    assert Surd(1) != float("nan") and (Surd(1) == "1") is False
    with pytest.raises(ArithmeticError):
        Surd(0, 1, 2) + Surd(0, 1, 3)
    with pytest.raises(ValueError, match="d is -1"):
        Surd(0, 1, -1)
    with pytest.raises(AttributeError):
        a.x = Fraction(1)
    assert pickle.loads(pickle.dumps(a)) == a


def test_a_contact_is_on_the_sphere_exactly():
    """Checks the equation that defines a contact, in rationals."""
    rng = random.Random(2)
    hits = 0
    for _ in range(800):
        center = [rng.uniform(-4, 4) for _ in range(3)]
        velocity = [rng.uniform(-1, 1) for _ in range(3)]
        radius = rng.uniform(0.5, 3)
        post = Point([rng.uniform(-3, 3) for _ in range(3)])
        hit = post.first_contact(Sphere(center, radius, velocity), exact=True)
        if hit is None or not hasattr(hit, "time"):
            continue
        hits += 1
        between = [c - p for c, p in zip(hit.center, hit.point)]
        assert sum((x * x for x in between), Surd(0)) == Fraction(radius) ** 2
        for c, start, v in zip(hit.center, center, velocity):
            assert c == hit.time * Fraction(v) + Fraction(start)
        near = post.first_contact(Sphere(center, radius, velocity))
        assert near.time == float(hit.time) and near.center == tuple(map(float, hit.center))
    assert hits > 30


def test_numbers_of_any_length():
    """Magnitudes far apart make fractions with thousands of digits."""
    ball = Sphere([1e-160, 3e150, 0], 2e150, velocity=[1e-3, -1e140, 1e-300])
    hit = Point([1e-300, 0, 1e-200]).first_contact(ball, exact=True)
    assert max(x.x.denominator.bit_length() for x in hit.center) > 1000
    between = [c - p for c, p in zip(hit.center, hit.point)]
    assert sum((x * x for x in between), Surd(0)) == Fraction(2e150) ** 2
