"""Tests of telling letters apart, and from what is no letter."""

import cv2
import numpy as np
import pytest

from tests.vision.sheets.disturbances import HAND, Part
from vision.sheets.letters import is_letter, named
from vision.sheets.marks import FreeMark
from vision.sheets.strokes import Mask

SIZE = 100
HIGH = 40
"""Pixels, of a letter that is as high as a b."""


def canvas(*parts: Part) -> Mask:
    """Lines of a pencil."""
    drawn = np.zeros((SIZE, SIZE), dtype=np.uint8)
    for part in parts:
        spots = np.array([(30 + HIGH * x, 60 - HIGH * y) for x, y in part])
        line = np.round(16 * spots).astype(np.int32).reshape(-1, 1, 2)
        cv2.polylines(drawn, [line], isClosed=False, color=255, thickness=4, shift=4)
    return np.asarray(drawn > 0)


def mark(drawn: Mask, specks: Mask | None = None) -> FreeMark:
    rows, columns = np.nonzero(drawn)
    dotted = drawn if specks is None else drawn | specks
    return FreeMark(
        middle=(float(columns.mean()), float(rows.mean())),
        long_in=float(np.hypot(np.ptp(rows), np.ptp(columns))) / SIZE,
        gap_in=0.5,
        drawn=drawn,
        dotted=dotted,
        whole=drawn,
    )


def read(*marks: FreeMark, count: int = 10) -> tuple[str, bool]:
    """The letter of a room, and whether it is asked about."""
    found = named({0: marks}, count=count)
    return found.names.get(0, ""), bool(found.doubts)


@pytest.mark.parametrize("letter", [each for each in HAND if each not in "ij"])
def test_a_letter_is_told_from_all_others(letter: str) -> None:
    """An a is no c, though it has all of it."""
    assert read(mark(canvas(*HAND[letter]))) == (letter, False)


@pytest.mark.parametrize("letter", ["i", "j"])
def test_the_dot_of_a_letter_is_no_crumb(letter: str) -> None:
    stem, dot = HAND[letter]
    assert read(mark(canvas(stem), canvas(dot))) == (letter, False)


def test_a_crumb_beside_a_letter_is_no_dot() -> None:
    crumb = canvas(((0.7, 1.0), (0.72, 1.02)))
    assert read(mark(canvas(*HAND["e"]), crumb)) == ("e", False)


def test_a_blot_beside_a_letter_is_no_part_of_it() -> None:
    drawn = canvas(*HAND["a"]).astype(np.uint8)
    cv2.circle(drawn, (45, 85), 10, 255, -1)
    assert read(mark(np.asarray(drawn > 0))) == ("a", False)


def test_pieces_of_wall_are_no_letters() -> None:
    """T, L and + are not taken for letters beside a line, and round letters are."""
    bar = ((0.0, 1.0), (0.8, 1.0))
    stem = ((0.4, 1.0), (0.4, 0.0))
    for pieces in ((stem,), (bar, stem), (((0.4, 1.0), (0.4, 0.0), (1.0, 0.0)),)):
        assert not is_letter(mark(canvas(*pieces)))
    assert is_letter(mark(canvas(*HAND["g"])))
