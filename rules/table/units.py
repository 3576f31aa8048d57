"""Defines the units of measure, so that an inch cannot pass for a degree."""

from typing import Final, NewType, TypeGuard

Inches = NewType("Inches", float)
Degrees = NewType("Degrees", float)
"""Counter-clockwise from the table's +x axis."""
Seconds = NewType("Seconds", float)

ROUNDING: Final = Inches(1e-9)
"""What floating point may add to a length: "within 12 in" includes 12.0000000000000018."""


def plain(length: float) -> str:
    """A length as a player reads it.

    >>> plain(13.2), plain(0.104), plain(-0.0001), plain(9)
    ('13.2', '0.1', '0', '9')
    """
    text = f"{length:.2f}".rstrip("0").rstrip(".")
    return "0" if text in {"-0", ""} else text


def is_told(sigma: float | None) -> TypeGuard[float]:
    """Whether an error is more than nothing, once it is rounded as a player reads it.

    >>> is_told(0.0042), is_told(0.00001), is_told(0), is_told(None)
    (True, False, False, False)
    """
    return sigma is not None and sigma >= 0.0005


def plain_error(length: float) -> str:
    """An error as a player reads it: a small one is not rounded away to nothing.

    >>> plain_error(0.104), plain_error(0.0042), plain_error(0.00001), plain_error(0)
    ('0.1', '0.004', 'under 0.001', '0')
    """
    if 0 < length < 0.0005:
        return "under 0.001"
    places = 2 if length >= 0.02 else 3
    return f"{length:.{places}f}".rstrip("0").rstrip(".")
