"""Bunkers and trenches, and the flamethrowers that the Attacker brings against them (PT2-M)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar, Final

from rules.games.paper_tigers.draft import Draft, Trial
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers.vocabulary import Never, Phase, Unfit
from rules.games.paper_tigers_2.chapters.carrying import areas_of
from rules.games.paper_tigers_2.state import own_units, sheet_of
from rules.games.paper_tigers_2.units.sheet import with_extra
from rules.referee.judging.areas import InAreaTest, areas_holding
from rules.referee.toolkit.game import Template
from rules.referee.toolkit.phrases import article
from rules.referee.toolkit.ruling import unit_hole
from rules.table.snapshot import Snapshot
from rules.table.units import Inches


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeFlames:
    """PT2-M4: one of the Attacker's units is equipped with a flamethrower."""

    unit: str

    def ruled(self, draft: Draft) -> None:
        draft.require_phase(Phase.DEPLOY_FIRST, Phase.DEPLOY_SECOND)
        draft.known_unit(self.unit)
        draft.own_unit(self.unit)
        unit = draft.state.unit(self.unit)
        draft.hold_fit(unfits_for_flames(draft.state, unit, snapshot=draft.snapshot))
        draft.emit(FlamesTaken(unit=unit.id))


@dataclass(frozen=True, slots=True, kw_only=True)
class FlamesTaken:
    """PT2-M4: a unit has a flamethrower now."""

    clause: ClassVar[str] = "PT2-M4"

    unit: str

    def after(self, state: State) -> State:
        unit = state.unit(self.unit)
        return state.with_unit(replace(unit, entry=with_extra(sheet_of(unit), "flamethrower")))

    def told(self) -> str:
        return f"{self.unit} takes a flamethrower."


EMPLACEMENTS: Final = MappingProxyType(
    {
        "heavy": frozenset({"bunker", "pillbox", "heavy emplacement"}),
        "light": frozenset({"trench", "foxholes", "light emplacement"}),
    }
)
"""The kinds of areas that are fortifications, the better ones first."""


def emplacement_of(draft: Draft, unit: Unit) -> str:
    """PT2-M1: the best fortification a unit is in, or nothing; at its edge, what it leans to."""
    every = frozenset[str]().union(*EMPLACEMENTS.values())
    if unit.aboard or not areas_of(draft.snapshot, every):
        return ""
    options = draft.state.options
    for sort, kinds in EMPLACEMENTS.items():
        held = areas_holding(
            draft.table,
            unit.id,
            kinds=kinds,
            test=InAreaTest(options.choice("membership_test")),
            eps=Inches(options.number("eps_in")),
            doubt=draft.doubt,
        )
        if held.sure or held.leaning:
            return sort
    return ""


SQUADS_EACH = 2


def heavy_count(snapshot: Snapshot) -> int:
    """How many heavy emplacements lie on the table; all of them are the Defender's (PT2-M1)."""
    return len(areas_of(snapshot, EMPLACEMENTS["heavy"]))


def needed_for(units: list[Unit]) -> int:
    """How many heavy emplacements so many flamethrowers take: two squads or one tank each."""
    squads = sum(sheet_of(unit).infantry for unit in units)
    return (squads + SQUADS_EACH - 1) // SQUADS_EACH + len(units) - squads


def unfits_for_flames(state: State, unit: Unit, *, snapshot: Snapshot) -> Iterator[Unfit]:
    """PT2-M4: every reason for which a unit gets no flamethrower."""
    if unit.is_bridge:
        yield Never("PT2-M4", f"{unit.id} is a bridge: squads and tanks have flamethrowers.")
    sheet = sheet_of(unit)
    if sheet.has("flamethrower"):
        yield Never("PT2-M4", f"{unit.id} has a flamethrower already.")
    if unit.side != state.attacker:
        yield "PT2-M4", f"{unit.id} defends, and only the Attacker has flamethrowers."
    if not sheet.type.endswith(" tank") and (not sheet.infantry or sheet.has("scouts")):
        yield "PT2-M4", f"{unit.id} is {article(sheet.type)}: squads and tanks have flamethrowers."
    have = [other for other in own_units(state) if sheet_of(other).has("flamethrower")]
    count, needed = heavy_count(snapshot), needed_for([*have, unit])
    if needed > count:
        says = f"That takes {needed} heavy emplacements of the Defender, and there are {count}."
        yield "PT2-M4", says


def flame_offers(trial: Trial) -> tuple[Template, ...]:
    """PT2-M4: who of the Attacker may take a flamethrower."""
    state = trial.state
    able = [
        unit.id
        for unit in own_units(state)
        if unit.force in {force.name for force in trial.forces}
        and next(unfits_for_flames(state, unit, snapshot=trial.snapshot), None) is None
    ]
    if not able:
        return ()
    hole = unit_hole("unit", tuple(able), greyed={})
    says = "A unit of the Attacker takes a flamethrower."
    return (Template(command="take_flames", says=says, holes=(hole,)),)
