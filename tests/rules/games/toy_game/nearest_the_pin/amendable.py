"""What players may amend in Nearest the Pin."""

from typing import Final

from rules.referee.toolkit.amending import BATTLE, Amendable, Choice, Holder, Maybe, Names, Number
from rules.table.units import Inches, plain
from tests.rules.games.toy_game.nearest_the_pin.state import State, Token


def _flicked(state: State) -> tuple[str, ...]:
    return tuple(token.id for token in state.tokens if token.distance is not None)


def _token(state: State, name: str) -> Token:
    found = state.token(name)
    assert found is not None
    return found


def _rolls_for(state: State, tokens: tuple[str, ...], *, name: str) -> str:
    del name
    if bool(tokens) == bool(state.rolling) and len(tokens) != 1:
        return ""
    return "a roll that is called for is for two tokens at least."


def _is_over(state: State, winner: str | None, *, name: str) -> str:
    del winner, name
    return "" if state.is_over else "it is not over yet."


FLICKED: Final = Holder(
    kind="unit",
    names=_flicked,
    get=_token,
    put=lambda state, token: state.with_token(token),
)
AMENDABLE: Final[tuple[Amendable, ...]] = (
    FLICKED.row(
        "distance",
        says="How far from the pin a token lies, in inches.",
        domain=Number(0.0, 1000.0, lambda inches: f"lies {plain(Inches(inches))} in from the pin"),
        clause="NP-2",
    ),
    BATTLE.row(
        "rolling",
        says="Which tokens are rolled for.",
        domain=Names(_flicked, lambda tokens: f"the tokens that are rolled for are {tokens}"),
        check=_rolls_for,
    ),
    BATTLE.row(
        "winner",
        says="Who has won.",
        domain=Maybe(Choice(_flicked, lambda token: f"the winner is {token}"), "nobody has won"),
        check=_is_over,
    ),
)
