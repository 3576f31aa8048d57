"""Compares two measurements of one table, and says where they differ by more than their errors.

The rule: two places or lengths differ if they are farther apart than three standard errors of
their difference, each measurement's error counted as its own. Chance alone does that to one pair in
three hundred; the two standard errors of a ruling would accuse one in twenty.
"""

import math
from collections.abc import Sequence
from typing import Final

from rules.referee.toolkit.evidence import Measured
from rules.table.units import Inches, plain, plain_error

SIGMAS: Final = 3.0
"""Standard errors of their difference from which two opinions are told to differ."""


def differ(apart: float, *, sigma: float, other_sigma: float) -> bool:
    """Whether so many inches between two opinions are more than their errors explain.

    >>> differ(0.10, sigma=0.02, other_sigma=0.02), differ(0.08, sigma=0.02, other_sigma=0.02)
    (True, False)
    """
    return apart > SIGMAS * math.hypot(sigma, other_sigma)


def differing_lengths(then: Sequence[Measured], now: Sequence[Measured]) -> tuple[str, ...]:
    """Each length that was measured twice, and not alike, in a sentence.

    What was measured of one kind is compared in its order; what only one of them has is left out.
    """
    told = []
    waiting = list(now)
    for one in then:
        other = next((each for each in waiting if each.what == one.what), None)
        if other is None:
            continue
        waiting.remove(other)
        sentence = _differing(one, other)
        if sentence:
            told.append(sentence)
    return tuple(told)


def _differing(one: Measured, other: Measured) -> str:
    if one.value is None or other.value is None or one.sigma is None or other.sigma is None:
        return ""
    if not differ(abs(one.value - other.value), sigma=one.sigma, other_sigma=other.sigma):
        return ""
    name = one.what.replace("_", " ")
    return (
        f"{name} was {_with_error(one.value, one.sigma)} for the ruling and is "
        f"{_with_error(other.value, other.sigma)} by the photograph."
    )


def _with_error(value: Inches, sigma: Inches) -> str:
    return f"{plain(value)} \N{PLUS-MINUS SIGN} {plain_error(Inches(2 * sigma))}"
