"""Shows what a seat may know of a battle of this edition: what the basic game shows, and more.

Nothing that this edition adds is secret; what is stays within the basic game's view.
"""

from collections.abc import Mapping
from typing import Final

from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers.view import view as basic_view
from rules.games.paper_tigers.vocabulary import Phase
from rules.games.paper_tigers_2.battle_options import FOG_OF_WAR, PINCERS, RECONNAISSANCE
from rules.games.paper_tigers_2.chapters.beyond.entering import may_enter
from rules.games.paper_tigers_2.chapters.beyond.scenarios import BAND, THIRD, flanks, scenario
from rules.games.paper_tigers_2.chapters.weapons import weapons_of
from rules.games.paper_tigers_2.state import battle_in, facts_in, own_units, sheet_of
from rules.referee.toolkit.spots import shown_strip
from rules.table.edges import TableEdge
from rules.table.units import Inches

Shown = dict[str, object]
DEPLOYING: Final = frozenset({Phase.DEPLOY_FIRST, Phase.DEPLOY_SECOND})


def view(state: State, seat: str) -> Mapping[str, object]:
    """What this seat may know, as JSON; a seat that nobody has is a spectator's."""
    shown = dict(basic_view(state, seat))
    own = {unit.id: _unit(unit) for unit in own_units(state)}
    units = shown["units"]
    assert isinstance(units, list)
    shown["units"] = [{**each, **own.get(each["id"], {})} for each in units]
    combat = battle_in(state).combat
    shown["close_combat"] = (
        None
        if combat is None
        else {
            "attackers": [{"unit": each.unit, "target": each.target} for each in combat.attackers],
            "helpers": list(combat.helpers),
        }
    )
    if scenario(state) == FOG_OF_WAR:
        # PT2-S3a: both attack; who rolled higher laid terrain first, and that is all.
        shown["attacker"] = shown["defender"] = ""
    strips = _strips(state)
    if strips is not None:
        shown["zones"] = strips
    return shown


def _strips(state: State) -> list[Shown] | None:
    """Where sides begin in the scenarios of this edition; None where the basic game knows."""
    now = scenario(state)
    if now == FOG_OF_WAR:
        return _edges_by_card(state)
    if now not in {RECONNAISSANCE, PINCERS} or not state.edge or state.phase not in DEPLOYING:
        return None
    own = TableEdge(state.edge)
    defends = _strip(state.defender, edge=own)
    if now == RECONNAISSANCE:
        return [defends, _strip(state.attacker, edge=own.opposite)]
    deep = Inches(state.options.number("s2_flank_depth_in"))
    return [defends, *(_strip(state.attacker, edge=edge, depth=deep) for edge in flanks(own))]


def _strip(side: str, *, edge: TableEdge, depth: Inches = Inches(0.0)) -> Shown:
    """A third of the table, unless another depth was agreed."""
    says = f"{side} begins here"
    if depth:
        return shown_strip(says, edge=str(edge), depth=depth)
    return shown_strip(says, edge=str(edge), share=THIRD)


def _edges_by_card(state: State) -> list[Shown]:
    """PT2-S3b: the edges that cards have named, for as long as somebody may come on there."""
    if state.phase is not Phase.ARRIVALS:
        return []
    return [
        shown_strip(f"{force} comes on here", edge=edge, depth=BAND)
        for force, edge in battle_in(state).entry_cards
        if may_enter(state, force)
    ]


def _unit(unit: Unit) -> Shown:
    facts = facts_in(unit)
    return {
        "type": sheet_of(unit).type,
        "model": sheet_of(unit).label,
        "points": sheet_of(unit).points,
        "modifiers": [modifier.name for modifier in sheet_of(unit).modifiers],
        "weapons": [weapon.name for weapon in weapons_of(unit)],
        "covered": facts.covered,
        "immobile": facts.immobile,
        "engine_hot": facts.engine_hot,
        "reached": facts.reached,
        "returned": facts.returned,
    }
