"""Puts steps of a card in front of others and takes them away, as the events of all chapters do."""

from dataclasses import dataclass, replace

from rules.games.paper_tigers.profiles import ActionKind
from rules.games.paper_tigers.state import Playing, State
from rules.games.paper_tigers.vocabulary import CardStep


@dataclass(frozen=True, slots=True, kw_only=True)
class Aiming(CardStep):
    """A shot that is still to be fired."""

    acts = True
    mortal = True
    target: str
    doubtful: bool = False
    """A die has to say whether its line is clear."""


def without(state: State, kind: type[CardStep], *, unit: str) -> State:
    """The state without the first step of that kind for that unit."""
    for place, step in enumerate(state.steps):
        if isinstance(step, kind) and step.unit == unit:
            return replace(state, steps=(*state.steps[:place], *state.steps[place + 1 :]))
    return state


def in_front(state: State, *steps: CardStep) -> State:
    """The state with these steps to be taken first."""
    return replace(state, steps=(*steps, *state.steps))


def acting(state: State, *, action: ActionKind | None, actors: tuple[str, ...]) -> State:
    """The state in which these units act with the card that is up."""
    assert state.playing is not None
    playing: Playing = replace(
        state.playing, action=action, actors=(*state.playing.actors, *actors)
    )
    return replace(state, playing=playing)


def following(state: State, *, followers: tuple[str, ...], follows: tuple[str, ...]) -> State:
    """The state in which each of these follows its leader."""
    for name, leader in zip(followers, follows, strict=True):
        state = state.with_unit(replace(state.unit(name), follows=leader))
    return state


def failed(state: State, unit: str) -> State:
    """Remember that the card's user failed; AMB1-30: nobody acts after it where that was agreed."""
    playing = state.playing
    if playing is None or not playing.actors or playing.actors[0] != unit:
        return state
    state = replace(state, playing=replace(playing, failed=True))
    return replace(state, steps=()) if state.options.flag("leader_failure_blocks") else state
