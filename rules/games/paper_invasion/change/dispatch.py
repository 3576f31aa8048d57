"""Knows which function each kind of event is handed to, and what every change may set off."""

from dataclasses import replace
from functools import singledispatch

from rules.games.paper_invasion.state import State, Token
from rules.games.paper_invasion.vocabulary import Phase
from rules.games.paper_invasion.ways import may_step

FEW = 2
"""PI-EVT-01."""


@singledispatch
def change(event: object, state: State) -> State:
    """The state after an event; its kind chooses the function."""
    raise TypeError(f"no event of this game: {type(event).__name__} in {state.phase}")


def noticing(state: State, *, before: State) -> State:
    """PI-EVT-01 and -02: whether few Enemies are left now, and who of them could have moved."""
    if not state.in_play or not before.in_play or state.outcome is not None:
        return state
    state = _few(state, before=before)
    if state.phase is not Phase.ENEMY_TURN or state.ending:
        return state
    able = [token for token in state.enemies if not token.could_move and may_step(state, token)]
    for token in able:
        state = state.with_token(replace(token, could_move=True))
    return state


def _few(state: State, *, before: State) -> State:
    count, had = len(state.enemies), len(before.enemies)
    if count >= had:
        return state
    exactly = state.options.choice("trigger_a") == "exactly_two"
    falls = count == FEW if exactly else 0 < count <= FEW
    if had > FEW and falls:
        state = triggered(state, "PI-EVT-01")
    return replace(state, removed=True)


def triggered(state: State, clause: str) -> State:
    """PI-EVT-05: the first time the event is due, after that the players may have it."""
    if state.events == 0 and not state.due:
        return replace(state, due=clause)
    return replace(state, may_repeat=True)


def added(state: State, token: Token) -> State:
    """The state with one token more, whose name nobody else gets."""
    names = tuple(dict.fromkeys((*state.names, token.id)))
    return replace(state.with_token(token), names=names)


def item_gone(state: State, *, lost: bool, vault_open: bool) -> State:
    """PI-AMB-12: what becomes of the item with its holder."""
    if vault_open:
        return replace(state, looted=False)
    return replace(state, item_spent=True) if lost else state
