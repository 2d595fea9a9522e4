"""Exact numbers: ``x + y sqrt(d)`` with rational ``x``, ``y``, ``d``."""

from __future__ import annotations

from fractions import Fraction
from functools import total_ordering
from math import isqrt
from numbers import Rational
from typing import Any, TypeAlias, Union

Comparable: TypeAlias = Union["Surd", Rational, float]

#: The number of bits that are kept before the last rounding: more than the bits of a double, a guard bit and a sticky bit.
_KEPT = 64


@total_ordering
class Surd:
    """The real number ``x + y sqrt(d)``, exactly; ``x``, ``y`` and ``d >= 0`` are :class:`fractions.Fraction`.

    Every time, centre and point of a first contact is such a number. Surds compare exactly with each other, with fractions and with floats;
    ``float()`` returns the nearest double. Sums, differences, products and quotients are exact if they have this form again: with a rational number,
    or with the same ``sqrt(d)`` up to a rational factor.

    >>> from fractions import Fraction
    >>> root = Surd(0, 1, 2)
    >>> root
    Surd(0, 1, 2)
    >>> float(root), root * root == 2, root < Fraction(3, 2)
    (1.4142135623730951, True, True)
    """

    __slots__ = ("x", "y", "d")

    x: Fraction
    y: Fraction
    d: Fraction

    def __init__(self, x: Rational | float, y: Rational | float = 0, d: Rational | float = 0) -> None:
        x, y, d = Fraction(x), Fraction(y), Fraction(d)
        if d < 0:
            raise ValueError(f"d is {d}, must not be negative")
        root = _rational_root(d)
        if root is not None:
            x, y, d = x + y * root, Fraction(0), Fraction(0)
        elif y == 0:
            d = Fraction(0)
        object.__setattr__(self, "x", x)
        object.__setattr__(self, "y", y)
        object.__setattr__(self, "d", d)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{name}: an exact number does not change")

    @classmethod
    def _of(cls, hexadecimal: list[str]) -> Surd:
        """The surd from the numerators and denominators of the compiled part."""
        xn, xd, yn, yd, dn, dd = (int(text, 16) for text in hexadecimal)
        return cls(Fraction(xn, xd), Fraction(yn, yd), Fraction(dn, dd))

    def __repr__(self) -> str:
        return f"Surd({self.x}, {self.y}, {self.d})"

    def __str__(self) -> str:
        return str(self.x) if self.y == 0 else f"{self.x} + {self.y} sqrt({self.d})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Surd, (self.x, self.y, self.d)

    def __float__(self) -> float:
        """The nearest double, ties to even; infinite past the largest double."""
        if self.y == 0:
            return _nearest(self.x)
        # x + y sqrt(n/m) = (a + b sqrt(n m)) / s over the integers.
        n, m = self.d.numerator, self.d.denominator
        s = self.x.denominator * self.y.denominator * m
        a, b = self.x.numerator * self.y.denominator * m, self.y.numerator * self.x.denominator
        square = b * b * n * m
        shift = 0
        while True:
            root = isqrt(square << 2 * shift)
            # The number is irrational, so it is strictly between this multiple of 2^-shift and the next one.
            below = ((a << shift) + (root if b > 0 else -root - 1)) // s
            if abs(below) >> _KEPT or (below != 0 and shift > 4096):
                return _nearest(Fraction(2 * below + 1, 1 << shift + 1))
            shift = shift * 2 or 128

    def __bool__(self) -> bool:
        return self.sign() != 0

    def __hash__(self) -> int:
        return hash(self.x if self.y == 0 else float(self))

    def sign(self) -> int:
        """The sign of the number: -1, 0 or 1."""
        return _sign(self.x, self.y, self.d)

    def __eq__(self, other: object) -> bool:
        order = self._compare(other)
        return NotImplemented if order is None else order == 0

    def __lt__(self, other: Comparable) -> bool:
        order = self._compare(other)
        return NotImplemented if order is None else order < 0

    def _compare(self, other: object) -> int | None:
        if isinstance(other, float) and other in (float("inf"), float("-inf")):
            return -1 if other > 0 else 1
        other = _as_surd(other)
        if other is None:
            return None
        x = self.x - other.x
        # This is the sign of x + y sqrt(d) - z sqrt(e).
        y, z = self.y, other.y
        left, right = _sign(x, y, self.d), _sign(Fraction(0), z, other.d)
        if left != right:
            return 1 if left > right else -1
        rational = x * x + y * y * self.d - z * z * other.d
        return left * _sign(rational, 2 * x * y, self.d)

    def __neg__(self) -> Surd:
        return Surd(-self.x, -self.y, self.d)

    def __add__(self, other: Comparable) -> Surd:
        term = _as_surd(other)
        if term is None:
            return NotImplemented
        d, y, z = self._common(term)
        return Surd(self.x + term.x, y + z, d)

    __radd__ = __add__

    def __sub__(self, other: Comparable) -> Surd:
        term = _as_surd(other)
        return NotImplemented if term is None else self + -term

    def __rsub__(self, other: Comparable) -> Surd:
        return -self + other

    def __mul__(self, other: Comparable) -> Surd:
        factor = _as_surd(other)
        if factor is None:
            return NotImplemented
        d, y, z = self._common(factor)
        return Surd(self.x * factor.x + y * z * d, self.x * z + y * factor.x, d)

    __rmul__ = __mul__

    def __truediv__(self, other: Comparable) -> Surd:
        divisor = _as_surd(other)
        if divisor is None:
            return NotImplemented
        # Multiplication by the conjugate makes the divisor rational.
        norm = divisor.x * divisor.x - divisor.y * divisor.y * divisor.d
        if norm == 0:
            raise ZeroDivisionError(f"{self} / 0")
        return self * Surd(divisor.x / norm, -divisor.y / norm, divisor.d)

    def __rtruediv__(self, other: Comparable) -> Surd:
        dividend = _as_surd(other)
        return NotImplemented if dividend is None else dividend / self

    def __abs__(self) -> Surd:
        return -self if self.sign() < 0 else self

    def _common(self, other: Surd) -> tuple[Fraction, Fraction, Fraction]:
        """A common root of both numbers, and the factor of each."""
        if other.y == 0:
            return self.d, self.y, Fraction(0)
        if self.y == 0:
            return other.d, Fraction(0), other.y
        ratio = _rational_root(other.d / self.d)
        if ratio is None:
            raise ArithmeticError(f"sqrt({self.d}) and sqrt({other.d}) have no common form")
        return self.d, self.y, other.y * ratio


def _as_surd(number: object) -> Surd | None:
    if isinstance(number, Surd):
        return number
    if isinstance(number, (Rational, float)) and number == number:
        return Surd(number)
    return None


def _sign(x: Fraction, y: Fraction, d: Fraction) -> int:
    """The sign of x + y sqrt(d)."""
    a, b = (x > 0) - (x < 0), 0 if d == 0 else (y > 0) - (y < 0)
    if a == b or b == 0:
        return a
    if a == 0:
        return b
    left, right = x * x, y * y * d
    return a * ((left > right) - (left < right))


def _rational_root(d: Fraction) -> Fraction | None:
    n, m = isqrt(d.numerator), isqrt(d.denominator)
    return Fraction(n, m) if n * n == d.numerator and m * m == d.denominator else None


def _nearest(number: Fraction) -> float:
    try:
        return float(number)
    except OverflowError:
        return float("inf") if number > 0 else float("-inf")
