"""Knows which function each kind of event is handed to, and how steps come and go."""

from dataclasses import replace
from functools import singledispatch

from rules.games.papercraft.state import State
from rules.games.papercraft.vocabulary import Step, StepKind


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


def without(state: State, *, kind: StepKind, unit: str) -> State:
    """The state without the first step of that kind for that unit."""
    for place, step in enumerate(state.steps):
        if (step.kind, step.unit) == (kind, unit):
            return replace(state, steps=(*state.steps[:place], *state.steps[place + 1 :]))
    return state


def in_front(state: State, *steps: Step) -> State:
    """The state with these as the next steps."""
    return replace(state, steps=(*steps, *state.steps))


def rewritten(state: State, *, kind: StepKind, unit: str, **changes: object) -> State:
    """The state with the first step of that kind for that unit changed."""
    for place, step in enumerate(state.steps):
        if (step.kind, step.unit) == (kind, unit):
            new = replace(step, **changes)  # type: ignore[arg-type]
            return replace(state, steps=(*state.steps[:place], new, *state.steps[place + 1 :]))
    return state
