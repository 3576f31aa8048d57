"""Knows whom the Attacker equips with flamethrowers against bunkers (PT2-M4)."""

from rules.games.paper_tigers.decide.dispatch import handle
from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.vocabulary import Phase
from rules.games.paper_tigers_2.commands import TakeFlames
from rules.games.paper_tigers_2.decide.emplacements import EMPLACEMENTS
from rules.games.paper_tigers_2.outside_events import FlamesTaken
from rules.games.paper_tigers_2.state import State, Unit, own_units, unit_in
from rules.table.snapshot import Snapshot

SQUADS_EACH = 2


def heavy_count(snapshot: Snapshot) -> int:
    """How many heavy emplacements lie on the table; all of them are the Defender's (PT2-M1)."""
    kinds = EMPLACEMENTS["heavy"]
    return sum(area.kind.strip().casefold() in kinds for area in snapshot.terrain)


def needed_for(units: list[Unit]) -> int:
    """How many heavy emplacements so many flamethrowers take: two squads or one tank each."""
    squads = sum(unit.own.infantry for unit in units)
    return (squads + SQUADS_EACH - 1) // SQUADS_EACH + len(units) - squads


def unfit_for_flames(state: State, unit: Unit, *, snapshot: Snapshot) -> tuple[str, str] | None:
    """The clause and reason why a unit gets no flamethrower, or None."""
    if unit.side != state.attacker:
        return "PT2-M4", f"{unit.id} defends, and only the Attacker has flamethrowers."
    if unit.own.has("flamethrower"):
        return "PT2-M4", f"{unit.id} has a flamethrower already."
    tank = unit.own.type.endswith(" tank")
    if not tank and (not unit.own.infantry or unit.own.has("scouts")):
        return "PT2-M4", f"{unit.id} is a {unit.own.type}: squads and tanks have flamethrowers."
    have = [other for other in own_units(state) if other.own.has("flamethrower")]
    count = heavy_count(snapshot)
    needed = needed_for([*have, unit])
    if needed > count:
        return (
            "PT2-M4",
            f"That takes {needed} heavy emplacements of the Defender, and there are {count}.",
        )
    return None


@handle.register
def _take_flames(body: TakeFlames, draft: Draft) -> None:
    draft.require_phase(Phase.DEPLOY_FIRST, Phase.DEPLOY_SECOND)
    draft.known_unit(body.unit)
    draft.own_unit(body.unit)
    unit = unit_in(draft.state, body.unit)
    state = draft.state
    assert isinstance(state, State)
    if unfit := unfit_for_flames(state, unit, snapshot=draft.snapshot):
        draft.refuse(*unfit)
    draft.emit(FlamesTaken(unit=unit.id), clause="PT2-M4")
