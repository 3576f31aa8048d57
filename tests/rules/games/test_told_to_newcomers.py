"""What a game tells newcomers is held to its clauses, its options and its commands."""

from dataclasses import replace

import pytest

from rules.referee.toolkit.book.explaining import Explanation
from rules.referee.toolkit.book.winning import WinningWay
from rules.testing.conformance import names_are_sane
from tests.rules.games.toy_game.nearest_the_pin import GAME as TOY


@pytest.mark.parametrize(
    ("way", "message"),
    [
        (WinningWay(clause="NP-3", says="Nearest wins"), "expected an end"),
        (WinningWay(clause="NP-9", says="Nearest wins."), "expected a clause of the game"),
        (WinningWay(clause="NP-3", says="After {rounds} it ends."), "expected options of the game"),
        (WinningWay(clause="NP-3", says="It ends.", goal="rounds"), "expected options of the game"),
    ],
)
def test_ways_to_win_that_are_not_sane(way: WinningWay, message: str) -> None:
    with pytest.raises(AssertionError) as caught:
        names_are_sane(replace(TOY, clauses=replace(TOY.clauses, named_ways=(way,))))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("name", "told", "message"),
    [
        ("flock", Explanation(says="It rolls.", clause="NP-1"), "expected a command or a sentence"),
        ("flick", Explanation(says="It rolls.", clause="NP-9"), "expected a clause of the game"),
        ("Who flicks?", Explanation(says="It rolls", clause="NP-1"), "expected an end"),
    ],
)
def test_explanations_that_are_not_sane(name: str, told: Explanation, message: str) -> None:
    with pytest.raises(AssertionError) as caught:
        names_are_sane(replace(TOY, clauses=replace(TOY.clauses, explained={name: told})))
    assert message in str(caught.value)
