"""Tests of the annotated photograph: what is drawn where, and that nothing is hidden."""

from dataclasses import replace

import numpy as np
import pytest

from api.drawing.annotated import (
    ERROR,
    ODD,
    STRANGER,
    TIMES,
    MeasuredPhoto,
    annotated,
    ellipse_times,
)
from api.drawing.canvas import Bytes, Colour, PhotoCanvas, text_size, writable
from api.drawing.legend import REFUSED, summary, wrapped
from rules.table.snapshot import Covariance
from tests.api.located_values import located, model, photograph
from vision.locating.located import Located


def drawn(of: Located, **more: bool) -> Bytes:
    return annotated(
        MeasuredPhoto(colour=photograph(), located=of, model=model(), name="a.jpg", **more)
    )


def count(image: Bytes, colour: Colour) -> int:
    """How many pixels have about that colour."""
    return int((np.abs(image.astype(int) - colour).max(axis=2) < 12).sum())


def test_everything_that_was_measured_is_on_the_picture() -> None:
    image = drawn(located())
    assert image.shape[1] == 1920
    assert image.shape[0] > 1440
    for colour in (ERROR, ODD, STRANGER):
        assert count(image[:1440], colour) > 100
    assert count(image, REFUSED) == 0


def test_a_piece_is_drawn_where_it_stands() -> None:
    image = drawn(located())
    place = model().pixels(np.array([6.0, 5.0, 0.0])) * 2
    x, y = (int(each) for each in place)
    around = image[y - 60 : y + 60, x - 60 : x + 60]
    plain = np.abs(around.astype(int) - (70, 120, 90)).max(axis=2) > 20
    assert plain.mean() > 0.1
    assert count(around, ERROR) > 20


def test_a_refusal_stands_above_the_picture() -> None:
    image = drawn(replace(located(), refusal="the camera has moved by 2.1 in"))
    assert count(image[:30], REFUSED) > 10_000


def test_what_is_not_there_is_not_drawn() -> None:
    empty = replace(located(), pieces=(), strangers=(), anchors=())
    image = drawn(empty)
    assert count(image[:1400], ODD) == 0
    assert count(image[:1400], ERROR) == 0


def test_ellipses_are_enlarged_so_that_they_are_seen_and_the_legend_says_how_much() -> None:
    pieces = located().pieces
    assert ellipse_times(pieces) == 2
    fine = tuple(replace(piece, whole_error=Covariance(xx=1e-6, yy=1e-6)) for piece in pieces)
    assert ellipse_times(fine) == 200
    coarse = tuple(replace(piece, whole_error=Covariance(xx=4.0, yy=4.0)) for piece in pieces)
    assert ellipse_times(coarse) == 1
    assert all(times in TIMES for times in (1, 2, 200))


def test_the_summary_counts_and_gives_the_usual_error() -> None:
    assert summary(located(), name="a.jpg") == (
        "a.jpg: 3 of 4 pieces, 5 anchors; standard error 0.06 in, at most 0.06 in"
    )
    no_roster = replace(located(), pieces=())
    assert summary(no_roster, name="a.jpg") == "a.jpg: 1 tag, 5 anchors"


def test_the_sign_for_what_is_odd_is_told_only_where_something_is() -> None:
    odd = located()
    good = replace(
        odd,
        pieces=tuple(replace(piece, flags=()) for piece in odd.pieces),
        anchors=tuple(replace(anchor, flags=()) for anchor in odd.anchors),
    )
    assert count(drawn(odd)[1440:], ODD) > 30
    assert count(drawn(good), ODD) == 0


@pytest.mark.parametrize("letters", [10.0, 14.0, 30.0])
def test_long_lines_are_broken_and_lose_no_word(letters: float) -> None:
    words = "anchor 5 (E middle) is 0.31 in from where the profile has it: it is not used " * 3
    lines = wrapped(words, width=700, letters=letters)
    assert " ".join(lines) == words.strip()
    assert all(text_size(line, letters=letters)[0] < 700 for line in lines)


def test_letters_that_the_face_lacks_are_replaced() -> None:
    assert writable("Łódź 42° ±1…") == "?odz 42 deg +-1..."


def test_what_lies_outside_or_behind_the_camera_breaks_nothing() -> None:
    canvas = PhotoCanvas(np.zeros((60, 80, 3), dtype=np.uint8))
    far = np.array([[-1e9, 10.0], [20.0, 20.0], [np.nan, 5.0], [30.0, 1e12], [40.0, 40.0]])
    canvas.line(far, colour=(255, 255, 255), closed=True)
    canvas.area(far, colour=(255, 255, 255), opacity=1.0)
    canvas.line(far[:1] + 500, colour=(255, 255, 255))
    assert not canvas.image.any()
