"""Knows at which points an edition that amends this game may rule otherwise.

The basic game leaves them all empty. What an edition puts here is asked first; without anything the
basic rule stands. Stages say how many dice and how far; these say what is allowed and what follows.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

from rules.referee.toolkit.evidence import Measured

if TYPE_CHECKING:
    from rules.games.paper_tigers.commands import Place
    from rules.games.paper_tigers.decide.draft import Draft
    from rules.games.paper_tigers.measuring.journey import Finding, MoveRules
    from rules.games.paper_tigers.measuring.zones import PlaceFinding
    from rules.games.paper_tigers.state import State, Unit
    from rules.games.paper_tigers.vocabulary import Ask, Step, Turned

Unfit = tuple[str, str] | None
"""The clause and the reason why something is not allowed; or None."""


class TakeStep(Protocol):
    """Does the first of what is still to be done."""

    def __call__(self, draft: "Draft", step: "Step") -> None: ...


class SettleRoll(Protocol):
    """What dice that were asked for bring."""

    def __call__(self, draft: "Draft", ask: "Ask", *, dice: tuple[int, ...]) -> None: ...


class SettleChoice(Protocol):
    """What the answer to a question brings."""

    def __call__(self, draft: "Draft", ask: "Ask", *, choice: str) -> None: ...


class SettleFaces(Protocol):
    """What cards bring that are turned up."""

    def __call__(self, draft: "Draft", ask: "Ask", *, faces: tuple[str, ...]) -> None: ...


class SettlePlace(Protocol):
    """What it brings that a unit was put somewhere."""

    def __call__(self, draft: "Draft", ask: "Ask", *, body: "Place") -> None: ...


class CheckShot(Protocol):
    """Holds a shot to range and sight; whether the line is in doubt, and the evidence."""

    def __call__(
        self, draft: "Draft", unit: "Unit", *, target: "Unit"
    ) -> tuple[bool, tuple[Measured, ...]]: ...


class Rides(Protocol):
    """Why a unit cannot ride on another."""

    def __call__(self, state: "State", unit: "Unit", *, carrier: "Unit") -> Unfit: ...


class MayAct(Protocol):
    """Why a unit cannot take that action with the card that is up."""

    def __call__(self, state: "State", unit: "Unit", *, action: str) -> Unfit: ...


class Ground(Protocol):
    """The rules of a move, changed for what the unit is."""

    def __call__(self, draft: "Draft", unit: "Unit", *, rules: "MoveRules") -> "MoveRules": ...


class MoveFindings(Protocol):
    """What else a finished move is held against; the walk has the unit, its ways and its ask."""

    def __call__(self, draft: "Draft", walk: Any) -> "tuple[Finding, ...]": ...


class Zones(Protocol):
    """Where a side may begin: the clause and what was found; None for what the basic game says."""

    def __call__(
        self, draft: "Draft", side: str, *, units: list[str]
    ) -> "tuple[str, tuple[PlaceFinding, ...]] | None": ...


def _nothing() -> Mapping[str, Any]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulings:
    """What an edition rules by itself."""

    steps: Mapping[str, TakeStep] = field(default_factory=_nothing)
    """By the key of a step."""
    rolls: Mapping[str, SettleRoll] = field(default_factory=_nothing)
    """By the key of an ask, as the next three."""
    choices: Mapping[str, SettleChoice] = field(default_factory=_nothing)
    faces: Mapping[str, SettleFaces] = field(default_factory=_nothing)
    places: Mapping[str, SettlePlace] = field(default_factory=_nothing)
    advances: "Mapping[str, Callable[[Draft], bool | None]]" = field(default_factory=_nothing)
    """By the phase: what happens there before anything that the basic game does; None for a wait
    for players that the basic game knows nothing of."""
    check_shot: CheckShot | None = None
    no_target: "Callable[[State, Unit, Unit], Unfit] | None" = None
    no_ride: Rides | None = None
    unfit_to_act: "Callable[[Unit], Unfit] | None" = None
    unfit_for_card: "Callable[[Unit], Unfit] | None" = None
    unfit_for_action: MayAct | None = None
    idle: "Callable[[Draft, Turned], bool] | None" = None
    """Whether a unit can do nothing with its card, so that it may go unused in any battle."""
    may_repair: "Callable[[Unit], bool] | None" = None
    """Whether a unit without a hit has something else to repair."""
    intents: "Callable[[State, Turned], tuple[str, ...]] | None" = None
    in_order: "Callable[[State], tuple[Turned, ...]] | None" = None
    ground: Ground | None = None
    move_findings: MoveFindings | None = None
    stays: "Callable[[Draft, Any], bool] | None" = None
    """Whether a walk is none at all, and held against nothing."""
    zones: Zones | None = None
    terrain_side: "Callable[[State], str] | None" = None
    hold_terrain: "Callable[[Draft], None] | None" = None
    """Refuses terrain that an edition does not allow."""
    terrain_done: "Callable[[Draft], bool] | None" = None
    """Whether terrain goes on to be laid by the other side."""
    shuffler: "Callable[[State], str] | None" = None
    deal_order: "Callable[[State], tuple[str, ...]] | None" = None
    attacker: "Callable[[State, str], str] | None" = None
    """Who attacks when that side has rolled higher."""
    comes_by_itself: "Callable[[State, Unit], bool] | None" = None
    """Whether a unit comes onto the table in another way than at its side's own edge."""
    turn_begins: "Callable[[Draft], bool] | None" = None
    """Whether something comes before the turn's arrivals and rolls."""
    extra_points: "Callable[[State], Mapping[str, int]] | None" = None
    first_side: "Callable[[State], str] | None" = None


BASIC_RULINGS = Rulings()
