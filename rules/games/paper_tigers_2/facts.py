"""Turns the facts of judged cases into a state of the sequel, and a state into facts."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from rules.games.paper_tigers.facts import COMMANDS, SPOT, fact_table
from rules.games.paper_tigers.state import State
from rules.referee.toolkit.game import FactTable, Setup

FOLLOWERS: Final = tuple(
    {"unit": f"{{{each}}}", "target": f"{{{each}_target}}"} for each in ("one", "two", "three")
)
OWN: Final[Mapping[str, Mapping[str, object]]] = MappingProxyType(
    {
        "fire_weapon": {"kind": "fire", "target": "{target}", "weapon": "{weapon}"},
        "attack": {"kind": "close_combat", "target": "{target}"},
        **{
            name: {"kind": "close_combat", "target": "{target}", "followers": [*FOLLOWERS[:count]]}
            for count, name in enumerate(("attack_with", "attack_with_two", "attack_with_three"), 1)
        },
        "drop": {"kind": "drop_at", "unit": "{unit}", "at": {**SPOT, "heading_deg": "{heading}"}},
        "nobody_enters": {"kind": "enter"},
    }
)


def sequel_facts(begun: Callable[[Setup], State]) -> FactTable:
    """The facts of the basic game, and the commands that the sequel adds."""
    return fact_table(begun, {**COMMANDS, **OWN})
