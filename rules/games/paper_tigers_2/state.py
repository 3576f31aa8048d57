"""Holds what is true in a battle of the second edition beyond what the basic game keeps.

It stands in the open places of the basic state: facts of a unit, and facts of the battle.
"""

from dataclasses import dataclass, replace
from typing import Any, Final

from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers_2.units.sheet import UnitSheet
from rules.referee.toolkit.spots import Spot
from rules.table.units import Inches

FAR: Final = Inches(12.0)
"""Beyond this small guns lose a die (PT2-H1a, H3a, H7a), and so does a squad's support weapon."""
CONTACT: Final = Inches(0.5)
"""How near attackers are put to what they attack (PT2-D28)."""
CLOSE: Final = Inches(6.0)
"""PT2-D27: how far close combat reaches."""
HELP: Final = Inches(3.0)
"""PT2-D35, E6, E8, H9e: how near friends of either side have to be."""
SPREAD: Final = Inches(6.0)
"""PT2-H10e, H11b, L2a, L3b: how far shells and bombs spread."""
NOBODY: Final = "nobody"
KEEP: Final = "keep"
YES: Final = "yes"
NO: Final = "no"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitFacts:
    """What this edition keeps of a unit."""

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
    """The turn in which it fell back before its recovery."""
    regroups_from: Spot | None = None
    reached: bool = False
    """PT2-S1b: it got near the Defender's edge."""
    returned: bool = False
    landing: str = ""
    """How far its landing has come (PT2-K3): in_air, or nothing once it is down."""


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
    stood: Spot | None = None
    """Where the last of them stood; it may be gone by now."""

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
class BattleFacts:
    """What this edition keeps of a battle."""

    combat: Combat | None = None
    salvo: Salvo | None = None
    landing_cards: tuple[tuple[str, str], ...] = ()
    """By battle group, the card for its landings (PT2-K3)."""
    drop: Drop | None = None
    entry_cards: tuple[tuple[str, str], ...] = ()
    """By battle group, the card for the edge of this turn (PT2-S3b)."""
    entered: tuple[str, ...] = ()
    """Battle groups that have brought on units this turn, or passed."""
    came_on: tuple[str, ...] = ()
    """Units that have come onto the table this turn."""
    laid_areas: tuple[str, ...] = ()
    terrain_turns: int = 0
    """PT2-S3a: how often terrain has gone over to the other side."""


def facts_in(unit: Unit) -> UnitFacts:
    """What this edition keeps of a unit."""
    assert isinstance(unit.extra, UnitFacts)
    return unit.extra


def sheet_of(unit: Unit) -> UnitSheet:
    """What this very unit can do."""
    assert isinstance(unit.entry, UnitSheet)
    return unit.entry


def with_facts(unit: Unit, **changes: Any) -> Unit:
    """A unit with some of its facts changed."""
    return replace(unit, extra=replace(facts_in(unit), **changes))


def own_units(state: State) -> tuple[Unit, ...]:
    """Every unit but the charge under a bridge."""
    return tuple(unit for unit in state.units.values() if not unit.is_bridge)


def battle_in(state: State) -> BattleFacts:
    """What this edition keeps of a battle."""
    assert isinstance(state.extra, BattleFacts)
    return state.extra


def with_first(state: State, **changes: Any) -> State:
    """The state with the step changed that is the first thing to do."""
    first: Any = state.steps[0]
    return replace(state, steps=(replace(first, **changes), *state.steps[1:]))


def with_battle(state: State, **changes: Any) -> State:
    """The state with some of the battle's facts changed."""
    return replace(state, extra=replace(battle_in(state), **changes))


def combat_in(state: State) -> Combat:
    """The close combat that is being fought."""
    combat = battle_in(state).combat
    assert combat is not None
    return combat


def with_combat(state: State, **changes: Any) -> State:
    """The state with the close combat changed."""
    return with_battle(state, combat=replace(combat_in(state), **changes))


def drop_in(state: State) -> Drop:
    """The landing that is under way."""
    drop = battle_in(state).drop
    assert drop is not None
    return drop


def with_drop(state: State, **changes: Any) -> State:
    """The state with the landing changed."""
    return with_battle(state, drop=replace(drop_in(state), **changes))
