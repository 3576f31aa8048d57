"""The words for what players agree on in mid-battle: options changed, the state amended."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeOption:
    """Change an option from now on, if all agree."""

    option: str
    value: str
    """As it is typed: yes or no, a number, one of the choices."""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AmendState:
    """Put right what the game has wrong, if all agree."""

    what: str
    """The name of what is amended."""
    value: str
    """What it shall be, as it is typed."""
    reason: str
    """Why; it is kept in the log."""
    of: str = ""
    """Whose it is: a unit, a side; empty where it is the battle's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionAsked:
    """Somebody asks to change an option."""

    option: str
    value: str
    before: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionChanged:
    """An option is another one from here on."""

    option: str
    value: str
    before: str
    reason: str = ""
    agreed: tuple[str, ...] = ()
    """The seats that agreed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AmendmentAsked:
    """Somebody asks to put right what the game has wrong."""

    what: str
    value: str
    before: str
    says: str
    """What it shall be, as a clause of a sentence."""
    said: str
    """What it is until then."""
    reason: str
    of: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StateAmended:
    """The game's state was put right."""

    what: str
    value: str
    before: str
    says: str
    """What it is from here on, as a clause of a sentence."""
    said: str
    """What it was."""
    reason: str
    of: str = ""
    agreed: tuple[str, ...] = ()
    """The seats that agreed."""


AGREEMENT_COMMANDS: Final = (ChangeOption, AmendState)
AGREEMENT_EVENTS: Final = (OptionAsked, OptionChanged, AmendmentAsked, StateAmended)
CHANGES: Final = frozenset({"option_changed", "state_amended"})
"""The kinds of the referee's events that the state depends on, as it does on the game's."""
AGREEMENT_ASKED: Final = frozenset({"option_asked", "amendment_asked"})
