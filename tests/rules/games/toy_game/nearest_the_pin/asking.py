"""What each player of Nearest the Pin may ask for now, and what each may know."""

from collections.abc import Mapping
from types import MappingProxyType

from rules.referee.toolkit.game import Hole, Refusal, Template
from rules.table.snapshot import Snapshot
from tests.rules.games.toy_game.nearest_the_pin.decide import not_now
from tests.rules.games.toy_game.nearest_the_pin.state import State


def options(state: State, snapshot: Snapshot, seat: str) -> tuple[Template, ...]:
    """To flick, or to roll once that is called for."""
    # Where things lie is only asked when a token has been flicked.
    del snapshot
    if state.end is not None:
        return ()
    rolling = bool(state.rolling)
    token, why = _tokens(state, seat, rolling=rolling)
    refusal = None if token.allowed else why
    if rolling:
        die = Hole(name="dice", kind="dice")
        says = "Roll a die: the highest wins."
        return (Template(command="roll", says=says, holes=(token, die), refusal=refusal),)
    says = "Flick a token; it is measured where it comes to lie."
    return (Template(command="flick", says=says, holes=(token,), refusal=refusal),)


def _tokens(state: State, seat: str, *, rolling: bool) -> tuple[Hole, Refusal | None]:
    allowed: list[str] = []
    greyed: dict[str, str] = {}
    first: Refusal | None = None
    for token in state.tokens:
        refusal = not_now(state, seat, token=token.id, rolling=rolling)
        if refusal is None:
            allowed.append(token.id)
        else:
            first = first or refusal
            greyed[token.id] = refusal.reason
    hole = Hole(name="token", kind="unit", allowed=tuple(allowed), greyed=MappingProxyType(greyed))
    return hole, first


def awaits(state: State) -> str:
    """What the game waits for."""
    token = state.next_token
    if token is None:
        return "The game is over."
    return f"{token} is to be {'rolled for' if state.rolling else 'flicked'}."


def view(state: State, seat: str) -> Mapping[str, object]:
    """What a player may know: here everybody may know everything."""
    return {
        "seat": seat,
        "next": state.next_token,
        "tokens": [
            {
                "id": token.id,
                "side": token.side,
                "distance_in": token.landed.distance if token.landed else None,
            }
            for token in state.tokens
        ],
        "rolling": list(state.rolling),
        "dice": {each.token: each.face for each in state.dice},
    }
