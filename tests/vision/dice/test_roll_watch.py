"""Tests when a roll counts: sequences of looks into a tray, with their times."""

import pytest

from vision.dice.reading import DiceDoubt, DieReading, TrayReading
from vision.dice.roll_watch import RollPhase, RollWatch, WatchedRoll, likeliest, other_readings

STEP_S = 0.1
At = tuple[float, float, int]


def tray(*dice: At, doubts: tuple[DiceDoubt, ...] = (), other: int = 6) -> TrayReading:
    found = tuple(
        DieReading(
            x_mm=x, y_mm=y, side_mm=16.0, face=face, other=other, margin=1.0 / face, doubt=None
        )
        for x, y, face in dice
    )
    return TrayReading(dice=found, doubts=doubts)


EMPTY = tray()
HAND = TrayReading(dice=(), doubts=(DiceDoubt.HAND,))
NO_TRAY = TrayReading(dice=(), doubts=(DiceDoubt.NO_TRAY,))
ROLLED = tray((30, 40, 3), (80, 60, 5))


class Looks:
    """Looks ten times a second."""

    def __init__(self, watch: RollWatch) -> None:
        self.watch, self.now = watch, 0.0

    def at(self, *readings: TrayReading, times: int = 1) -> WatchedRoll:
        for reading in readings:
            for _ in range(times):
                self.now += STEP_S
                self.watch.look(reading, seconds=self.now)
        return self.watch.roll


@pytest.fixture
def looks() -> Looks:
    return Looks(RollWatch())


def test_a_roll_is_read_once_it_rests(looks: Looks) -> None:
    looks.at(EMPTY)
    looks.watch.want("first")
    assert looks.at(EMPTY).phase is RollPhase.OPEN
    moving = (tray((30 - 5 * n, 40, 3), (80, 60, 5)) for n in range(4, 0, -1))
    assert looks.at(*moving).phase is RollPhase.ROLLING
    assert looks.at(ROLLED, times=2).phase is RollPhase.ROLLING
    found = looks.at(ROLLED, times=2)
    assert (found.phase, found.faces, found.is_plain) == (RollPhase.READ, (3, 5), True)
    assert found.read_s == pytest.approx(looks.now)


def test_what_nobody_asked_for_is_not_read(looks: Looks) -> None:
    assert looks.at(EMPTY, ROLLED, times=9).phase is RollPhase.NOT_ASKED


def test_dice_that_lay_there_before_do_not_count(looks: Looks) -> None:
    looks.at(ROLLED, times=9)
    looks.watch.want("first")
    assert looks.at(ROLLED, times=9).phase is RollPhase.BEFORE
    # One of the two is thrown again: the other was not.
    assert looks.at(tray((55, 30, 2), (80, 60, 5)), times=9).phase is RollPhase.BEFORE
    looks.at(HAND, times=3)
    assert looks.at(tray((55, 90, 2), (20, 60, 5)), times=9).faces == (2, 5)


def test_what_lies_there_at_the_first_look_of_all_lay_there_before(looks: Looks) -> None:
    looks.watch.want("first")
    assert looks.at(NO_TRAY, HAND).phase is RollPhase.UNSEEN
    assert looks.at(ROLLED, times=9).phase is RollPhase.BEFORE
    looks.at(EMPTY)
    # Taken up and thrown, even if they come to lie as they lay.
    assert looks.at(ROLLED, times=9).faces == (3, 5)


def test_dice_thrown_while_nobody_looked_lay_there_before(looks: Looks) -> None:
    looks.at(EMPTY)
    looks.now += 10
    looks.watch.want("first")
    assert looks.at(ROLLED, times=9).phase is RollPhase.BEFORE
    again = tray((50, 90, 3), (20, 60, 5))
    assert looks.at(EMPTY, *[again] * 9).faces == (3, 5)


def test_dice_taken_up_under_a_hand_count_where_they_lie_elsewhere(looks: Looks) -> None:
    looks.at(EMPTY)
    looks.watch.want("first")
    assert looks.at(HAND, times=5).phase is RollPhase.UNSEEN
    assert looks.at(ROLLED, times=4).phase is RollPhase.READ


def test_a_roll_counts_once(looks: Looks) -> None:
    looks.at(EMPTY)
    looks.watch.want("first")
    looks.at(ROLLED, times=5)
    again = tray((10, 10, 6), (50, 50, 6))
    found = looks.at(HAND, again, times=9)
    assert (found.faces, found.is_nudged, found.is_plain) == ((3, 5), True, False)
    looks.watch.want("second")
    assert looks.at(again, times=9).phase is RollPhase.BEFORE
    looks.watch.want("")
    assert looks.at(EMPTY, ROLLED, times=9).phase is RollPhase.NOT_ASKED


def test_asking_for_the_same_roll_again_changes_nothing(looks: Looks) -> None:
    looks.at(EMPTY)
    looks.watch.want("first")
    looks.at(ROLLED, times=5)
    looks.watch.want("first")
    assert looks.watch.roll.faces == (3, 5)


@pytest.mark.parametrize(
    "later",
    [tray((30, 40, 4), (80, 60, 5)), tray((30, 43, 3), (80, 60, 5)), tray((30, 40, 3)), EMPTY],
)
def test_a_nudge_after_reading_is_noticed(looks: Looks, later: TrayReading) -> None:
    looks.at(EMPTY)
    looks.watch.want("first")
    looks.at(ROLLED, times=5)
    assert looks.at(HAND, ROLLED, NO_TRAY).is_plain
    found = looks.at(later)
    assert (found.faces, found.is_nudged) == ((3, 5), True)


def test_what_was_asked_about_is_not_accepted_by_itself(looks: Looks) -> None:
    looks.at(EMPTY)
    looks.watch.want("first")
    leaning = tray((30, 40, 3), (80, 60, 5), doubts=(DiceDoubt.COCKED,))
    found = looks.at(leaning, times=6)
    assert (found.phase, found.faces) == (RollPhase.UNSURE, None)
    found = looks.at(HAND, ROLLED, times=6)
    assert (found.phase, found.faces, found.is_plain) == (RollPhase.READ, (3, 5), False)


def test_a_reading_that_wavers_is_asked_about(looks: Looks) -> None:
    looks.at(EMPTY)
    looks.watch.want("first")
    looks.at(ROLLED, tray((30, 40, 4), (80, 60, 5)), ROLLED)
    assert looks.at(ROLLED).phase is RollPhase.UNSURE


def test_a_gap_between_two_looks_ends_the_rest(looks: Looks) -> None:
    looks.at(EMPTY)
    looks.watch.want("first")
    looks.at(ROLLED, times=3)
    looks.now += 5
    assert looks.at(ROLLED, times=3).phase is RollPhase.ROLLING
    assert looks.at(ROLLED).phase is RollPhase.READ


def test_the_likeliest_other_reading_comes_first() -> None:
    reading = tray((0, 0, 2), (20, 0, 5), (40, 0, 3))
    assert likeliest(reading) == (2, 3, 5)
    # The margin of a five is the smallest here.
    assert other_readings(reading) == ((2, 3, 6), (2, 5, 6), (3, 5, 6))
