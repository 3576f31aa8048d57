"""The test kit finds what is wrong with the rows that players may amend, and with options."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from rules.referee.toolkit.amending import BATTLE, Amendable, Number, YesNo
from rules.referee.toolkit.game import Game
from rules.registry import games
from rules.testing.agreements import hold_to_agreements
from rules.testing.driver import samples_of

TOYS = "tests.rules.games.toy_game"
TOY = games(TOYS)["nearest_the_pin"]
SAMPLE = samples_of("nearest_the_pin", TOYS)[0]


def held(game: Game) -> int:
    return sum(hold_to_agreements(game, SAMPLE, rng=random.Random(f"{k}")) for k in range(4))


def with_row(change: Callable[[Amendable], Amendable]) -> Game:
    """The toy game with another row for how far a token lies from the pin."""
    first, *others = TOY.amendable
    return replace(TOY, amendable=(change(first), *others))


def ending(state: Any, told: object) -> Any:
    """A state that the next question about it breaks."""
    return replace(state, tokens=()) if told else state


class Rounded(Number):
    """Writes less than it holds."""

    __slots__ = ()

    def text(self, value: float) -> str:
        return f"{value:.0f}"


def test_what_the_toy_game_lets_players_change_holds() -> None:
    assert held(TOY) > 20


def test_every_row_of_the_toy_game_is_tried() -> None:
    assert [row.name for row in TOY.amendable] == ["distance", "rolling", "winner"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda row: replace(row, puts=lambda part, _value: part), "distance of"),
        (
            lambda row: replace(row, domain=Rounded(0.0, 1000.0, lambda far: f"is {far} in off")),
            "distance of",
        ),
        (lambda row: replace(row, says="far"), "row distance"),
        (lambda row: replace(row, name="How far"), "snake_case"),
        (lambda row: replace(row, clause="NP-99"), "no clause 'NP-99'"),
        (lambda row: replace(row, holder=replace(row.holder, kind="token")), "expected one of"),
        (
            lambda row: replace(row, check=lambda _state, _value, name: f"{name} not"),
            "refusal of",
        ),
        (
            lambda row: replace(
                row, domain=replace(row.domain, says=lambda far: f"lies {far}\noff")
            ),
            "one line",
        ),
    ],
)
def test_a_row_that_is_wrong_is_found(
    change: Callable[[Amendable], Amendable], message: str
) -> None:
    with pytest.raises((AssertionError, ValueError), match=message):
        held(with_row(change))


def test_a_state_that_cannot_go_on_is_found() -> None:
    row = BATTLE.row(
        "gone",
        says="Whether all tokens are gone.",
        domain=YesNo("there is no token left", "there are tokens"),
        reads=lambda state: not state.tokens,
        puts=ending,
    )
    with pytest.raises(IndexError):
        held(replace(TOY, amendable=(row,)))
