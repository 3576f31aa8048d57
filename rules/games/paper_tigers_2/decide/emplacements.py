"""Knows which fortification a unit is in (PT2-M2, M3): areas that are marked as such."""

from types import MappingProxyType
from typing import Final

from rules.games.paper_tigers.decide.draft import Draft
from rules.games.paper_tigers.measuring.cover import InAreaTest, areas_holding
from rules.games.paper_tigers_2.state import Unit
from rules.table.units import Inches

EMPLACEMENTS: Final = MappingProxyType(
    {
        "heavy": frozenset({"bunker", "pillbox", "heavy emplacement"}),
        "light": frozenset({"trench", "foxholes", "light emplacement"}),
    }
)
"""The kinds of areas that are fortifications, the better ones first."""


def emplacement_of(draft: Draft, unit: Unit) -> str:
    """The best fortification that a unit is in, or nothing; at its edge, what it leans to."""
    if unit.aboard or not _any_on_table(draft):
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


def _any_on_table(draft: Draft) -> bool:
    every = frozenset[str]().union(*EMPLACEMENTS.values())
    return any(area.kind.strip().casefold() in every for area in draft.snapshot.terrain)
