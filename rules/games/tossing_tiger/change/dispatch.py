"""Knows which function each kind of event is handed to."""

from dataclasses import replace
from functools import singledispatch

from rules.games.tossing_tiger.state import State


@singledispatch
def change(event: object, state: State) -> State:
    """The state after an event; its kind chooses the function."""
    raise TypeError(f"no event of this game: {type(event).__name__} in {state.phase}")


def closing(state: State, event: object) -> State:
    """The state without the ask that an event answers."""
    answered = getattr(event, "ask_id", 0)
    if not answered:
        return state
    return replace(state, asks=tuple(ask for ask in state.asks if ask.id != answered))
