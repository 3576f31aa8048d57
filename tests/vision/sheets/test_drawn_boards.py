"""Tests of reading rooms that were drawn by hand: many boards, and everything that can go wrong."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest
import shapely

from tests.vision.sheets.drawn import BOX, PLAN, Drawn, drawn, faults, line, plain, sheet_with
from tests.vision.sheets.drawn_sheet import Stroke
from vision.sheets.annotated import annotated
from vision.sheets.found_sheet import FoundSheet, NoSheet, find_sheet
from vision.sheets.reading import NoReading, Reading, WallStroke, read_sheet

EXACT = 0.98
"""Share of boards that are read exactly and without a doubt."""
EXACT_IN_PLAY = 0.85
"""The same for boards in play, with openings and double walls."""


def outcome(made: Drawn) -> tuple[str, list[str]]:
    """Whether a board was read exactly, or flagged, or wrongly without a word."""
    reading = made.read()
    wrong = faults(made.board, reading)
    flagged = isinstance(reading, NoReading) or bool(reading.doubts)
    if not wrong:
        return ("flagged" if flagged else "exact"), []
    return ("flagged" if flagged else "silent"), wrong


def tally(seeds: range, *, states: bool) -> Counter[str]:
    """How boards were read; one that is wrong without a word fails the test at once."""
    found: Counter[str] = Counter()
    for seed in seeds:
        kind, wrong = outcome(drawn(f"{'play' if states else 'board'} {seed}", states=states))
        assert kind != "silent", f"board {seed} was read wrongly in silence: {wrong}"
        found[kind] += 1
    return found


@pytest.mark.soak
def test_boards_are_read_exactly_and_none_wrongly_in_silence(
    soak_count: Callable[[int, int], int], record_property: Callable[[str, object], None]
) -> None:
    count = soak_count(1, 120)
    found = tally(range(count), states=False)
    record_property("soak", f"{found['exact']} of {count} exactly, {found['flagged']} flagged")
    assert found["exact"] >= EXACT * count


@pytest.mark.soak
def test_boards_in_play_are_read_exactly_or_flagged(
    soak_count: Callable[[int, int], int], record_property: Callable[[str, object], None]
) -> None:
    count = soak_count(1, 80)
    found = tally(range(count), states=True)
    record_property("soak", f"{found['exact']} of {count} exactly, {found['flagged']} flagged")
    assert found["exact"] >= EXACT_IN_PLAY * count


def with_strokes(made: Drawn, *strokes: Stroke) -> Drawn:
    """The same sheet with more drawn on it."""
    return replace(made, sheet=replace(made.sheet, strokes=(*made.sheet.strokes, *strokes)))


def box_with(*strokes: Stroke) -> Reading:
    """A box, and what is drawn into it."""
    found = sheet_with(line(*BOX, BOX[0]), *strokes).read()
    assert isinstance(found, Reading), found
    return found


def test_an_empty_sheet_holds_no_room() -> None:
    found = sheet_with().read()
    assert isinstance(found, NoReading)
    assert "nothing is drawn" in found.says
    opened = sheet_with(line((2.0, 1.5), (8.0, 1.5), (8.0, 4.5))).read()
    assert isinstance(opened, NoReading)
    assert "no line on the sheet closes a room" in opened.says


def test_a_box_is_one_room_with_four_walls() -> None:
    found = box_with()
    assert [room.name for room in found.rooms] == ["a"]
    assert {wall.name for wall in found.walls} == {"a|out-N", "a|out-E", "a|out-S", "a|out-W"}
    assert found.doubts == ()
    area = shapely.Polygon(found.rooms[0].outline).area
    assert area == pytest.approx(18.0, rel=0.02)


@pytest.mark.parametrize(
    ("gap", "state", "doubted"),
    [(0.08, "single", False), (0.24, "single", True), (0.6, "opening", False)],
)
def test_a_gap_is_a_slip_a_question_or_an_opening(gap: float, state: str, *, doubted: bool) -> None:
    found = box_with(line((5.0, 1.5), (5.0, 2.9)), line((5.0, 2.9 + gap), (5.0, 4.5)))
    (wall,) = [each for each in found.walls if each.name == "a|b"]
    assert wall.state == state
    assert [doubt.subject for doubt in found.doubts] == (["a|b"] if doubted else [])


@pytest.mark.parametrize(
    ("apart", "state", "doubted"),
    [(0.0, "single", False), (0.02, "single", False), (0.14, "double", False)],
)
def test_two_lines_are_a_double_wall_or_one_drawn_twice(
    apart: float, state: str, *, doubted: bool
) -> None:
    second = line((5.0 + apart, 1.5), (5.0 + apart, 4.5))
    found = box_with(line((5.0, 1.5), (5.0, 4.5)), second)
    (wall,) = [each for each in found.walls if each.name == "a|b"]
    assert wall.state == state
    assert bool(found.doubts) is doubted


@pytest.mark.parametrize(("dark", "doubted"), [(0.07, False), (0.19, True), (0.24, True)])
def test_what_was_rubbed_out_is_no_line_and_a_faint_one_is_asked_for(
    dark: float, *, doubted: bool
) -> None:
    found = box_with(line((5.0, 1.5), (5.0, 4.5), dark=dark))
    assert bool(found.doubts) is doubted
    assert doubted or len(found.rooms) == 1


def test_a_line_that_leads_nowhere_is_told() -> None:
    found = box_with(line((3.5, 1.5), (3.5, 3.0)))
    assert [doubt.subject for doubt in found.doubts] == ["a"]
    assert "leads nowhere" in found.doubts[0].says


def test_a_second_line_for_a_part_of_a_wall_is_asked_for() -> None:
    found = box_with(line((5.0, 1.5), (5.0, 4.5)), line((5.14, 1.6), (5.14, 2.7)))
    assert "a|b" in {doubt.subject for doubt in found.doubts}


def test_rooms_that_touch_in_little_more_than_a_corner_are_asked_for() -> None:
    # b and c share 0.4 in of a wall between them.
    found = box_with(
        line((2.0, 3.0), (8.0, 3.0)), line((4.8, 3.0), (4.8, 4.5)), line((5.2, 1.5), (5.2, 3.0))
    )
    assert found.doubts
    assert "is that a wall or a corner?" in " ".join(doubt.says for doubt in found.doubts)


def test_a_shadow_across_the_sheet_changes_nothing() -> None:
    made = plain("shadow", rooms=5)
    edge = ((4.1, 0.0), (6.3, 6.0))
    dark = made.with_light(shadow=0.55, shadow_edge=edge, shadow_soft_in=0.02)
    assert outcome(dark) == ("exact", [])


def test_three_tags_are_enough_and_two_are_not() -> None:
    made = plain("tags", rooms=4)
    tags = dict(made.sheet.tags)
    del tags[22]
    three = replace(made, sheet=replace(made.sheet, tags=tags)).read()
    assert isinstance(three, Reading)
    assert faults(made.board, three) == []
    assert three.notes == ("tag 22 was not seen; three are enough",)
    del tags[20]
    two = replace(made, sheet=replace(made.sheet, tags=tags)).read()
    assert isinstance(two, NoReading)
    assert "seen are 21, 23" in two.says


def test_the_sheet_is_found_where_it_is() -> None:
    made = drawn("place", rooms=3)
    found = find_sheet(made.grey(), PLAN)
    assert isinstance(found, FoundSheet)
    spots = np.array([(0.0, 0.0), (10.0, 0.0), (10.0, 6.0), (5.0, 3.0)])
    truth = cv2.perspectiveTransform(spots.reshape(-1, 1, 2), made.sheet.to_picture())
    off = np.hypot(*(found.pixels(spots) - truth.reshape(-1, 2)).T) / found.px_per_in
    assert off.max() < 0.02


def test_tags_in_each_others_places_are_noticed() -> None:
    made = plain("moved", rooms=3)
    tags = dict(made.sheet.tags)
    tags[21], tags[22] = tags[22], tags[21]
    found = find_sheet(replace(made, sheet=replace(made.sheet, tags=tags)).grey(), PLAN)
    assert isinstance(found, NoSheet)
    assert "not flat" in found.says


def test_a_sheet_far_away_is_refused() -> None:
    made = plain("far", rooms=3)
    small = replace(made.sheet.camera, width_px=480, height_px=270)
    found = read_sheet(replace(made, sheet=replace(made.sheet, camera=small)).grey(), PLAN)
    assert isinstance(found, NoReading)


def test_faint_pencil_is_refused_and_not_guessed() -> None:
    found = sheet_with(line(*BOX, BOX[0], dark=0.02)).read()
    assert isinstance(found, NoReading)


def test_the_reading_is_drawn_over_the_photograph() -> None:
    made = plain("drawn over", rooms=3)
    picture = made.sheet.photograph()
    found = made.read()
    assert isinstance(found, Reading)
    over = annotated(picture, found)
    changed = np.abs(over.astype(int) - picture.astype(int)).max(axis=2) > 40
    for wall in found.walls:
        (x, y) = found.sheet.pixels(np.array([wall.line[0]]))[0]
        window = changed[round(y) - 4 : round(y) + 5, round(x) - 4 : round(x) + 5]
        assert window.any(), f"expected {wall.name} drawn at {x:.0f}, {y:.0f}"
    assert changed.mean() < 0.1
    assert {wall.state for wall in found.walls} == {WallStroke.SINGLE}
