"""Defines the turn with its steps, the order of play and what is awaited."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from rules.referee.facts.cards import ShownCard


class Progress(StrEnum):
    """How far something has come."""

    DONE = "done"
    NOW = "now"
    TO_COME = "to_come"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownStep:
    """A part of a turn, or of what comes before the first."""

    says: str
    """In two words: `Lay cards`."""
    state: Progress


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownTurn:
    """Where a battle stands."""

    number: int = 0
    """0 before the first turn."""
    says: str = ""
    """What turns are called here: `Turn 3`; empty where the game knows none."""
    steps: tuple[ShownStep, ...] = ()
    stages: tuple[ShownStep, ...] = ()
    """The parts of the step that is now, where it has any."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderPlace:
    """One place in the order of play: a card, a unit, a player or a side."""

    says: str
    state: Progress
    side: str = ""
    unit: str = ""
    """Which unit acts; empty where it is somebody's turn as a whole."""
    card: ShownCard | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownOrder:
    """Who acts after whom."""

    places: tuple[OrderPlace, ...] = ()
    down: int = 0
    """How many more places there are that nobody knows yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownAwaited:
    """Somebody who is waited for."""

    seat: str
    """Empty where the game does not tell which."""
    who: str
    """In whose name the seat answers: a player, or a battle group."""
    says: str
    """What for: the whole question for the seat that is asked, a few words for the others."""
    yours: bool = False


def steps_at(steps: Mapping[str, Iterable[str]], now: str) -> tuple[ShownStep, ...]:
    """Steps in their order, each with the phases that are part of it, at a phase.

    >>> [str(each.state) for each in steps_at({"Deal": ["deal"], "Act": ["pick", "act"]}, "pick")]
    ['done', 'now']
    >>> steps_at({"Deal": ["deal"]}, "over")
    ()
    """
    here = next((at for at, phases in enumerate(steps.values()) if now in phases), None)
    if here is None:
        return ()
    return tuple(
        ShownStep(
            says=says,
            state=Progress.DONE if at < here else Progress.NOW if at == here else Progress.TO_COME,
        )
        for at, says in enumerate(steps)
    )


def turn_at(word: str, number: int, *, steps: Mapping[str, Iterable[str]], now: str) -> ShownTurn:
    """A turn by the word for it; before the first it has no name.

    >>> turn_at("Round", 2, steps={}, now="over").says
    'Round 2'
    """
    says = f"{word} {number}" if number else ""
    return ShownTurn(number=number, says=says, steps=steps_at(steps, now))
