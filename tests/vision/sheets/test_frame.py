"""Tests of rooms that reach up to the printed frame: the frame is a wall, and it is asked about."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
import shapely

from tests.vision.sheets.drawn import BOX, Drawn, faults, line, plain, sheet_with
from tests.vision.sheets.drawn_boards import DrawingHand, drawn_board
from tests.vision.sheets.drawn_sheet import Stroke
from vision.sheets.reading import Reading

WHOLE = (0.0, 0.0, 10.0, 6.0)


def on_frame(stroke: Stroke) -> bool:
    """Nobody draws the frame anew."""
    near = shapely.box(*WHOLE).exterior.buffer(0.15)
    return bool(shapely.covers(near, shapely.MultiPoint(stroke.points)))


def read(made: Drawn) -> Reading:
    found = made.read()
    assert isinstance(found, Reading), found
    return found


def area(reading: Reading, name: str) -> float:
    (room,) = [each for each in reading.rooms if each.name == name]
    return float(shapely.Polygon(room.outline).area)


def test_a_line_from_frame_to_frame_makes_two_rooms_and_one_question() -> None:
    found = read(sheet_with(line((4.0, 0.0), (4.0, 6.0))))
    assert [room.name for room in found.rooms] == ["a", "b"]
    assert area(found, "a") == pytest.approx(24.0, rel=0.02)
    assert area(found, "b") == pytest.approx(36.0, rel=0.02)
    assert {wall.name for wall in found.walls} == {
        "a|b",
        "a|out-N",
        "a|out-S",
        "a|out-W",
        "b|out-N",
        "b|out-E",
        "b|out-S",
    }
    (doubt,) = found.doubts
    assert doubt.subject == "a"
    assert "up to the printed frame" in doubt.says


def test_what_reaches_around_a_corner_may_be_the_outside() -> None:
    found = read(sheet_with(line((4.0, 6.0), (4.0, 2.5), (0.0, 2.5))))
    assert {doubt.subject for doubt in found.doubts} == {"a", "b"}
    assert all("a room, or the outside?" in doubt.says for doubt in found.doubts)


def test_one_line_that_touches_the_frame_makes_it_no_wall() -> None:
    found = read(sheet_with(line(*BOX, BOX[0]), line((4.0, 4.5), (4.0, 6.0))))
    assert [room.name for room in found.rooms] == ["a"]
    assert [doubt.says for doubt in found.doubts] == [
        "a line ends in it or beside it and leads nowhere"
    ]


def test_two_lines_that_touch_the_frame_around_rooms_are_asked_about() -> None:
    found = read(
        sheet_with(line(*BOX, BOX[0]), line((5.0, 4.5), (5.0, 6.0)), line((5.0, 1.5), (5.0, 0.0)))
    )
    assert found.doubts
    assert len(found.rooms) == 3


def test_a_line_along_the_frame_may_be_a_second_one() -> None:
    found = read(sheet_with(line((4.0, 0.0), (4.0, 6.0)), line((0.2, 5.85), (3.9, 5.85))))
    assert "is it a second one?" in " ".join(doubt.says for doubt in found.doubts)


@pytest.mark.soak
def test_boards_in_the_frame_are_read_and_always_asked_about(
    soak_count: Callable[[int, int], int], record_property: Callable[[str, object], None]
) -> None:
    """What is read wrongly is flagged; most are right but for the one question."""
    count = soak_count(1, 60)
    told: Counter[str] = Counter()
    for seed in range(count):
        rng = Random(f"framed {seed}")
        hand = DrawingHand(turned_deg=0.0, dark=rng.uniform(0.4, 0.7))
        board = drawn_board(rng, rooms=rng.randint(2, 8), hand=hand, area=WHOLE)
        made = plain(f"framed {seed}", rooms=2)
        strokes = tuple(each for each in board.strokes if not on_frame(each))
        made = replace(made, board=board, sheet=replace(made.sheet, strokes=strokes))
        found = made.read()
        wrong = faults(board, found)
        assert not isinstance(found, Reading) or found.doubts, f"board {seed}: {wrong}"
        told["flagged and wrong" if wrong else "right"] += 1
    record_property("soak", ", ".join(f"{kind} {n}" for kind, n in sorted(told.items())))
    assert told["right"] >= 0.9 * count
