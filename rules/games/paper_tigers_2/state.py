"""Knows what is true in a battle of the second edition beyond what the basic game keeps."""

from dataclasses import dataclass

from rules.games.paper_tigers import state as basic
from rules.games.paper_tigers_2.entries import Entry
from rules.referee.toolkit.spots import Spot


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit(basic.Unit):
    """A unit with what this edition keeps of it."""

    covered: bool = False
    """PT2-D23: it has taken cover and has not moved since."""
    immobile: bool = False
    """PT2-I4n."""
    engine_hot: bool = False
    """PT2-I4e: a recovery that fails burns it."""
    unarmed: bool = False
    """PT2-K3e: its machine gun or mortar is lost."""
    asked_to_regroup: int = 0
    """The turn in which its owner was asked."""
    regrouped: int = 0
    """The turn in which it fell back before its recovery (PT2-C23)."""
    regroups_from: Spot | None = None
    reached: bool = False
    """PT2-S1b: it got near the Defender's edge."""
    returned: bool = False
    landing: str = ""
    """How far its landing has come (PT2-K3): in_air, down or empty."""

    @property
    def own(self) -> Entry:
        """What this very unit can do."""
        assert isinstance(self.entry, Entry)
        return self.entry


@dataclass(frozen=True, slots=True, kw_only=True)
class Attacker:
    """A unit in close combat, whom it attacks, and where it came from."""

    unit: str
    target: str
    start: Spot


@dataclass(frozen=True, slots=True, kw_only=True)
class Combat:
    """A close combat that is being fought (PT2-D26 to D38)."""

    attackers: tuple[Attacker, ...]
    helpers: tuple[str, ...] = ()
    named: bool = False
    """Nobody names further helpers."""
    defenders: tuple[str, ...] = ()
    """Everybody who strikes back, whether still alive or not."""
    broke_off: tuple[str, ...] = ()
    """Attackers that have not got to their targets."""
    doomed: tuple[str, ...] = ()
    """PT2-I3h: whose suicide assault has failed."""

    @property
    def target(self) -> str:
        return self.attackers[0].target

    @property
    def fighting(self) -> tuple[Attacker, ...]:
        """Attackers that have got to their targets, whether alive or not."""
        return tuple(each for each in self.attackers if each.unit not in self.broke_off)


@dataclass(frozen=True, slots=True, kw_only=True)
class Salvo:
    """What an ace has called, and whom it has hit or missed so far (PT2-L)."""

    caller: str
    aircraft: bool
    targets: tuple[str, ...] = ()

    def times(self, unit: str) -> int:
        """How often a unit was attacked."""
        return self.targets.count(unit)


@dataclass(frozen=True, slots=True, kw_only=True)
class Drop:
    """A landing that is under way: the card of a side, and where a unit is coming down."""

    unit: str
    point: Spot
    ones: int = 0
    """Dice that showed a 1 (PT2-K3e)."""
    reach: int = 0
    """The Difficulty, which is how far it drifts."""
    touched: Spot | None = None
    """Where it came down before it slid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class State(basic.State):
    """One moment of a battle of the second edition."""

    combat: Combat | None = None
    salvo: Salvo | None = None
    landing_cards: tuple[tuple[str, str], ...] = ()
    """By battle group, the card for its landings (PT2-K3)."""
    drop: Drop | None = None
    entry_cards: tuple[tuple[str, str], ...] = ()
    """By battle group, the card for the edge of this turn (PT2-S3b)."""
    entered: tuple[str, ...] = ()
    """Battle groups that have brought on units in this turn, or passed."""
    came_on: tuple[str, ...] = ()
    """Units that have come onto the table in this turn."""
    laid_areas: tuple[str, ...] = ()
    terrain_turns: int = 0
    """PT2-S3a: how often terrain has gone over to the other side."""


def unit_in(state: basic.State, name: str) -> Unit:
    """A unit with all that this edition keeps of it."""
    unit = state.unit(name)
    assert isinstance(unit, Unit)
    return unit


def own_units(state: basic.State) -> tuple[Unit, ...]:
    """Every unit but the charge under a bridge."""
    return tuple(unit for unit in state.units.values() if isinstance(unit, Unit))


def battle_in(state: basic.State) -> State:
    """The state with all that this edition keeps."""
    assert isinstance(state, State)
    return state
