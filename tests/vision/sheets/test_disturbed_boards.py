"""Tests of drawn boards with letters in their rooms, stains, openings at corners, and squares."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from tests.vision.sheets.disturbances import disturbed, lettered, squared, with_strokes
from tests.vision.sheets.drawn import (
    BOX,
    Drawn,
    faults,
    line,
    misnamed,
    plain,
    sheet_with,
    unflagged,
)
from tests.vision.sheets.drawn_sheet import Stain
from vision.sheets.reading import NoReading, Reading

EXACT_DISTURBED = 0.9
"""Share of disturbed boards in play that are read exactly and without a doubt."""


def outcome(made: Drawn, letters: dict[int, str]) -> str:
    """How a board was read: exactly, flagged, or wrongly without a flag of its own."""
    reading = made.read()
    wrong = faults(made.board, reading)
    if isinstance(reading, NoReading):
        return "flagged"
    doubted = {doubt.subject for doubt in reading.doubts}
    other = misnamed(made.board, reading, letters)
    if unflagged(made.board, reading) or (other and not other & doubted):
        return "silent"
    return "flagged" if wrong or other or doubted else "exact"


@pytest.mark.long
@pytest.mark.soak
def test_disturbed_boards_are_read_exactly_or_flagged(
    soak_count: Callable[[int, int], int],
    record_property: Callable[[str, object], None],
    rng_seed: int,
) -> None:
    """Fault 30: letters, stains and openings at corners, on blank paper and in play."""
    count = soak_count(1, 60)
    found: Counter[str] = Counter()
    for number in range(count):
        made, letters = disturbed(
            f"{rng_seed} {number}",
            letters=number % 4 != 3,
            stains=number % 2 == 1,
            corners=number % 3 == 2,
        )
        found[outcome(made, letters)] += 1
    told = ", ".join(f"{how} {many}" for how, many in sorted(found.items()))
    record_property("soak", f"seed {rng_seed}: {told} of {count}")
    assert not found["silent"]
    assert found["exact"] >= EXACT_DISTURBED * count - 1


@pytest.mark.soak
def test_squared_paper_is_told_as_such(
    soak_count: Callable[[int, int], int], rng_seed: int
) -> None:
    """Fault 30: at once, and nothing is read of it."""
    for number in range(soak_count(1, 60)):
        made, _ = disturbed(f"{rng_seed} {number}", letters=True, stains=False, corners=False)
        found = squared(made, Random(f"{rng_seed} {number}")).read()
        assert isinstance(found, NoReading), made.sheet.squares
        assert "squared" in found.says


def test_letters_name_the_rooms_that_they_are_written_in() -> None:
    """Fault 30: they are no walls and lead nowhere."""
    made, letters = lettered(plain("letters", rooms=4), Random("letters"), names=tuple("cadb"))
    found = made.read()
    assert isinstance(found, Reading)
    assert faults(made.board, found) == []
    assert misnamed(made.board, found, letters) == set()
    assert found.doubts == ()


def test_a_single_letter_names_its_room_and_the_others_get_the_rest() -> None:
    """Fault 30: whoever names one room has named one."""
    made, _ = lettered(plain("letters", rooms=3), Random("one"), names=tuple("cab"))
    only = with_strokes(plain("letters", rooms=3), *made.sheet.strokes[-3:])
    found = only.read()
    assert isinstance(found, Reading)
    assert {room.name for room in found.rooms} == {"a", "b", "c"}


def parted(low: float, high: float) -> Reading:
    """A box with a wall across it, but for a piece."""
    parts = [(1.5, low), (high, 4.5)]
    lines = [line((5.0, a), (5.0, b)) for a, b in parts if b > a]
    found = sheet_with(line(*BOX, BOX[0]), *lines).read()
    assert isinstance(found, Reading)
    return found


def test_a_piece_of_wall_between_two_openings_is_no_mark() -> None:
    """It stood free, and its wall was left out without a word."""
    walls = (line((2.0, 3.0), (8.0, 3.0)), line((5.0, 1.9), (5.0, 2.5)))
    found = sheet_with(line(*BOX, BOX[0]), *walls).read()
    assert isinstance(found, Reading)
    assert [str(wall.state) for wall in found.walls if wall.name == "b|c"] == ["opening"]


def test_a_letter_that_touches_a_wall_is_asked_for() -> None:
    """It was read as a wall with an opening, without a word."""
    letter = (
        line((5.1, 2.72), (5.03, 2.78), (5.0, 2.7), (5.0, 2.35)),
        line((4.9, 2.6), (5.12, 2.6)),
    )
    found = sheet_with(line(*BOX, BOX[0]), line((2.0, 2.8), (8.0, 2.8)), *letter).read()
    assert isinstance(found, Reading)
    assert any("may be a letter" in doubt.says for doubt in found.doubts)


def test_an_opening_at_the_corner_of_a_double_wall_is_one_of_both_its_lines() -> None:
    """The outer one was said to lead nowhere."""
    found = sheet_with(
        line((2.0, 2.2), (2.0, 4.5), (8.0, 4.5), (8.0, 1.5), (1.97, 1.5)),
        line((2.1, 1.66), (7.9, 1.66)),
    ).read()
    assert isinstance(found, Reading)
    states = {wall.name: str(wall.state) for wall in found.walls}
    assert (states["a|out-W"], states["a|out-S"]) == ("opening", "double")
    assert found.doubts == ()


def test_an_opening_may_reach_into_a_corner() -> None:
    """Fault 30: it is read as one, and nobody has to be asked."""
    for low, high in ((1.5, 2.2), (3.8, 4.5)):
        found = parted(low, high)
        (wall,) = [each for each in found.walls if each.name == "a|b"]
        assert (wall.state, found.doubts) == ("opening", ())


def test_a_line_that_bounds_no_room_is_told() -> None:
    """Fault 30: what was drawn and is part of nothing that was read is asked for."""
    found = sheet_with(line(*BOX, BOX[0]), line((8.8, 1.5), (8.8, 4.5))).read()
    assert isinstance(found, Reading)
    assert any(
        "bounds no room" in doubt.says or "leads nowhere" in doubt.says for doubt in found.doubts
    )


def test_a_blot_and_the_rim_of_a_cup_are_no_walls() -> None:
    """Fault 30: stains within rooms change nothing."""
    made = plain("stains", rooms=4)
    stains = (
        Stain(at=made.board.spot(1.6, 1.6), radius_in=0.15, dark=0.9),
        Stain(at=(5.0, 3.0), radius_in=0.9, dark=0.08, ring_in=0.06),
    )
    found = replace(made, sheet=replace(made.sheet, stains=stains)).read()
    assert faults(made.board, found) == []


def test_walls_at_like_distances_are_no_squares() -> None:
    """Four upright walls, three inches apart, on blank paper."""
    made = sheet_with(
        line(*BOX, BOX[0]),
        line((5.0, 1.5), (5.0, 3.6)),
        line((5.0, 3.84), (5.0, 4.5)),
        line((2.0, 3.0), (5.0, 3.0)),
    )
    assert isinstance(made.read(), Reading)


def test_an_opening_at_a_corner_is_asked_of_each_wall_that_it_may_be_of() -> None:
    """It was taken for that of a wall beside it, with no flag there."""
    made, letters = disturbed("11 2", letters=True, stains=False, corners=True)
    assert outcome(made, letters) == "flagged"
