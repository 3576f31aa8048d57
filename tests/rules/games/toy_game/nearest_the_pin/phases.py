"""What is waited for in Nearest the Pin, and what a seat may ask for: to flick, then to roll."""

from collections.abc import Callable
from types import MappingProxyType

from rules.referee.toolkit.game import Command, Hole, Refusal, Template
from rules.table.snapshot import Snapshot
from tests.rules.games.toy_game.nearest_the_pin.draft import Draft
from tests.rules.games.toy_game.nearest_the_pin.state import State


def options(state: State, snapshot: Snapshot, seat: str) -> tuple[Template, ...]:
    """To flick, or to roll once that is called for."""
    if state.is_over:
        return ()
    rolling = bool(state.rolling)

    def refused(token: str) -> Refusal | None:
        draft = Draft(state, command=Command(author=seat, body=None), snapshot=snapshot)
        decision = draft.decided(lambda tried: tried.require_turn(token, rolling=rolling))
        return decision if isinstance(decision, Refusal) else None

    token, why = _tokens(state, refused)
    refusal = None if token.allowed else why
    if rolling:
        die = Hole(name="dice", kind="dice")
        says = "Roll a die: the highest wins."
        return (Template(command="roll", says=says, holes=(token, die), refusal=refusal),)
    says = "Flick a token; it is measured where it comes to lie."
    return (Template(command="flick", says=says, holes=(token,), refusal=refusal),)


def _tokens(state: State, refused: Callable[[str], Refusal | None]) -> tuple[Hole, Refusal | None]:
    tried = {token.id: refused(token.id) for token in state.tokens}
    greyed = {name: each for name, each in tried.items() if each is not None}
    hole = Hole(
        name="token",
        kind="unit",
        allowed=tuple(name for name in tried if name not in greyed),
        greyed=MappingProxyType({name: each.reason for name, each in greyed.items()}),
    )
    return hole, next(iter(greyed.values()), None)


def awaits(state: State) -> str:
    """What the game waits for."""
    token = state.next_token
    if token is None:
        return "The game is over."
    return f"{token} is to be {'rolled for' if state.rolling else 'flicked'}."
