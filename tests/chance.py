"""Bounds for what a test draws, which a right program breaks once in 100,000 runs."""

from math import comb, sqrt

SELDOM = 1e-5
_BEYOND = 4.42
"""Standard deviations that a normal number is off by once in 100,000 times, either way."""


def most(count: int, *, share: float) -> int:
    """Of so many draws with this share of hits, more hits than this are no chance.

    >>> most(8, share=0.05), most(200, share=0.05)
    (5, 25)
    """
    left, hits = 1.0, 0
    while True:
        left -= comb(count, hits) * share**hits * (1 - share) ** (count - hits)
        if left < SELDOM or hits == count:
            return hits
        hits += 1


def fewest(count: int, *, share: float) -> int:
    """Of so many draws with this share of hits, fewer hits than this are no chance.

    >>> fewest(8, share=0.95), fewest(200, share=0.95)
    (3, 175)
    """
    return count - most(count, share=1 - share)


def mean_square(count: int, *, freedom: int) -> tuple[float, float]:
    """Between what the mean of so many squared errors stays, each over its degrees of freedom.

    Squares of errors in units of what is claimed (Wilson and Hilferty's cube root).

    >>> low, high = mean_square(12, freedom=9)
    >>> round(low, 2), round(high, 2)
    (0.51, 1.72)
    """
    spread = 2 / (9 * count * freedom)
    low, high = (1 - spread + sign * _BEYOND * sqrt(spread) for sign in (-1.0, 1.0))
    return max(low, 0.0) ** 3, high**3
