"""Tests of where names go on a photograph: near what they name, and on nothing to be seen."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from api.drawing.canvas import Floats, PhotoCanvas, text_size
from api.drawing.free_room import FreeRoom
from api.drawing.tag_names import Name, PlacedName, placed_names

LETTERS: Final = 12.0


def square(left: float, top: float) -> Floats:
    """Thirty pixels wide."""
    right, bottom = left + 30.0, top + 30.0
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]])


def strip(middle: tuple[float, float], *, long: float, wide: float, turn: float) -> Floats:
    """The corners of a rectangle that lies aslant, in pixels."""
    corners = cv2.boxPoints((middle, (long, wide), turn))
    return np.asarray(corners, dtype=np.float64)


def name(words: str, outline: Floats, *, is_small: bool = False) -> Name:
    return Name(words=words, outline=outline, colour=(0, 0, 0), is_small=is_small)


def put(names: Sequence[Name], *, marks: Sequence[Floats] = ()) -> dict[str, PlacedName]:
    """Names on a picture of 800 x 600 whose pieces are their outlines, with marks to be seen."""
    canvas = PhotoCanvas(np.zeros((600, 800, 3), dtype=np.uint8))
    room = FreeRoom(width=800, height=600)
    for each in names:
        room.take_piece(each.outline)
        room.take_line(each.outline, closed=True)
    for mark in marks:
        room.take_area(mark, cost=30.0)
    placed = placed_names(names, room=room, letters=LETTERS, canvas=canvas)
    return {each.name.words: each for each in placed}


def box(placed: PlacedName) -> shapely.Polygon:
    """What the plate of a name covers."""
    wide, high = text_size(placed.name.words, letters=placed.letters)
    half = np.array([wide + 0.9 * placed.letters, high]) / 2
    left, top = np.array(placed.at) - half
    right, bottom = np.array(placed.at) + half
    found: shapely.Polygon = shapely.box(left, top, right, bottom)
    return found


def test_a_name_stands_just_below_what_it_names() -> None:
    placed = put([name("T1", square(300, 200))])["T1"]
    assert placed.at[0] == pytest.approx(315, abs=3)
    assert placed.at[1] == pytest.approx(230 + text_size("T1", letters=LETTERS)[1] / 2 + 3, abs=5)
    assert placed.leader is None


def test_the_name_of_a_strip_that_lies_aslant_is_not_put_at_the_corner_of_its_box() -> None:
    """A box around it has empty corners, and a name there is read as another piece's."""
    long = strip((400, 300), long=420, wide=34, turn=-40)
    marks = [strip((400, 300), long=360, wide=24, turn=-40)]
    placed = put([name("R1", long)], marks=marks)["R1"]
    assert box(placed).distance(shapely.Polygon(long)) < LETTERS
    assert placed.leader is None


def test_a_large_piece_may_bear_its_name() -> None:
    large = strip((400, 300), long=300, wide=260, turn=0)
    around = [name(f"n{at}", square(240 + 33 * at, 434)) for at in range(10)]
    placed = put([name("H1", large), *around])["H1"]
    assert shapely.Polygon(large).contains(box(placed))


def test_names_cover_neither_pieces_nor_one_another() -> None:
    names = [name(f"unit {index}", square(200 + 34 * index, 300)) for index in range(8)]
    placed = put(names)
    boxes = [box(each) for each in placed.values()]
    assert len(boxes) == 8
    for index, each in enumerate(boxes):
        assert not any(each.intersects(shapely.Polygon(other.outline)) for other in names)
        assert not any(each.overlaps(other) for other in boxes[:index])


def test_a_name_that_has_to_go_far_has_a_leader_to_its_piece() -> None:
    walls = [strip((400, 300), long=90 + 2 * at, wide=90 + 2 * at, turn=0) for at in range(20)]
    hidden = name("T1", square(385, 285))
    placed = put([hidden, *(name("", wall) for wall in walls[:1])], marks=walls)["T1"]
    assert placed.leader is not None
    start, end = placed.leader
    assert shapely.Point(*end).distance(shapely.Polygon(hidden.outline).exterior) < 0.01
    assert shapely.Point(*start).distance(box(placed)) < 0.01


def test_a_leader_runs_through_no_other_name() -> None:
    """Two markers side by side below a wall: both names go up, and neither line hides a name."""
    wall = [strip((400, 340), long=400, wide=60, turn=0)]
    names = [name(f"8 smoke {at}", square(330 + 40 * at, 275)) for at in range(4)]
    placed = list(put(names, marks=wall).values())
    for each in placed:
        if each.leader is None:
            continue
        line = shapely.LineString(each.leader)
        others = [box(other) for other in placed if other is not each]
        assert not any(line.crosses(other) for other in others)


@given(
    spots=st.lists(st.tuples(st.integers(-40, 790), st.integers(-40, 590)), min_size=1, max_size=14)
)
def test_every_name_stays_in_the_picture_and_clear_of_the_others(
    spots: list[tuple[int, int]],
) -> None:
    names = [name(f"slip-{at}", square(*spot)) for at, spot in enumerate(spots)]
    placed = put(names)
    on = [each for each in names if each.is_on(PhotoCanvas(np.zeros((600, 800, 3), np.uint8)))]
    assert set(placed) == {each.words for each in on}
    boxes = [box(each) for each in placed.values()]
    picture = shapely.box(-0.01, -0.01, 800.01, 600.01)
    for index, each in enumerate(boxes):
        assert picture.contains(each)
        assert all(each.intersection(other).area < 1 for other in boxes[:index])


def test_what_is_wider_than_the_picture_or_behind_the_camera_breaks_nothing() -> None:
    long = put([name("a very long name " * 20, square(300, 300))])
    assert len(long) == 1
    gone = square(100, 100)
    gone[1] = np.nan
    half = put([name("half", gone)])["half"]
    assert np.isfinite(half.at).all()
    assert put([name("never", np.full((4, 2), np.nan))]) == {}
