"""Binds the chapters of a game together: what they hold, what each phase does, what goes on.

A chapter is a module with frozen dataclasses, told apart by their methods:

- a command has `ruled(draft)`, which lets things happen or refuses;
- an event has `clause`, `after(state)`, the state once it has happened, and `told()`, its sentence;
- a question is a `Question`, and is what an open `Ask` is about;
- a step has `take(draft)` and stays inside the state, never on the wire: it is still to be done.

Nothing lists them again: `contents` finds them in the modules.
"""

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType, ModuleType
from typing import Any, Protocol, runtime_checkable

from rules.referee.toolkit.game import Template
from rules.referee.toolkit.questions import Ask, Question
from rules.referee.toolkit.vocabulary import Upgrade, Vocabulary

NONE_OLDER: Mapping[str, Upgrade] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseRow:
    """One phase of a game: all that is said of it stands in one row."""

    clause: str
    """What says what happens in it, and with it what does not."""
    says: str = ""
    """What is told to somebody who asks for what is not done now."""
    goes_on: Callable[[Any], bool] | None = None
    """What the umpire does in it, given the draft; it says whether anything has happened."""
    offers: Callable[[Any], Iterable[Template]] | None = None
    """What a seat may ask for in it, given the trial."""
    awaits: Callable[[Any], str] | None = None
    """What is waited for in it, given the state, in a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """The commands and events of some chapters."""

    commands: Vocabulary
    events: Vocabulary


def contents(
    *chapters: ModuleType,
    commands: Iterable[type] = (),
    without: Iterable[type] = (),
    older: Mapping[str, Upgrade] = NONE_OLDER,
) -> Contents:
    """What these chapters hold; `commands` are those that a game takes from the toolkit, `without`
    what an edition has another of, and `older` how the events of older logs are read.
    """
    left_out = tuple(without)
    found = [each for chapter in chapters for each in _classes(chapter) if each not in left_out]
    return Contents(
        commands=Vocabulary(*commands, *(each for each in found if hasattr(each, "ruled"))),
        events=Vocabulary(
            *(each for each in found if hasattr(each, "after") and hasattr(each, "told")),
            variants=(each for each in found if issubclass(each, Question)),
            older=older,
        ),
    )


def _classes(chapter: ModuleType) -> Iterator[type]:
    """The dataclasses that are defined in a module, in their order."""
    for each in vars(chapter).values():
        if not isinstance(each, type) or each.__module__ != chapter.__name__:
            continue
        if dataclasses.is_dataclass(each):
            yield each


@runtime_checkable
class Happening(Protocol):
    """Something that has happened: an event of a chapter."""

    def after(self, state: Any) -> Any:
        """The state once it has happened."""

    def told(self) -> str:
        """It as a sentence for players."""


def evolve(state: Any, event: Any) -> Any:
    """The state after an event."""
    return event.after(state)


def say(event: object) -> str:
    """An event as a sentence for players."""
    if not isinstance(event, Happening):
        raise TypeError(f"expected an event of this game to tell, got {type(event).__name__}")
    return event.told()


def result(state: Any) -> str | None:
    """How a battle ended, as the outcome of its state says it; None while it goes on."""
    return None if state.outcome is None else str(state.outcome.says)


class Step(Protocol):
    """Something that is still to be done before anybody may ask for something new."""

    def take(self, draft: Any) -> None:
        """Ask somebody, or let something have happened; either changes what comes next."""


class Going(Protocol):
    """What a state tells of how a game goes on."""

    @property
    def outcome(self) -> object | None: ...

    @property
    def asks(self) -> tuple[Ask, ...]: ...

    @property
    def steps(self) -> tuple[Any, ...]: ...


class Progressing(Protocol):
    """A ruling in the making, as far as the game goes on in it."""

    @property
    def state(self) -> Going: ...

    @property
    def phase(self) -> PhaseRow: ...


def progress(draft: Progressing) -> None:
    """Let happen whatever nobody needs to be asked for."""
    while draft.state.outcome is None and not draft.state.asks:
        if draft.state.steps:
            draft.state.steps[0].take(draft)
        elif draft.phase.goes_on is None or not draft.phase.goes_on(draft):
            return
