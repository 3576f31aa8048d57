"""Lists what players may agree on before a battle of the second edition, with a default for each.

What the basic game asks is asked here too, with other defaults where the second edition has others.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from rules.games.paper_tigers.battle_options import OPTIONS as BASIC_OPTIONS
from rules.referee.toolkit.settings import Option, Value, packed_options

RECONNAISSANCE: Final = "reconnaissance"
PINCERS: Final = "pincers"
FOG_OF_WAR: Final = "fog_of_war"
OWN_DEFAULTS: Final[Mapping[str, Value]] = MappingProxyType(
    {"tie_play_on": "by_consent", "shuffle_cadence": "per_deck", "pick_order": "higher_roll_first"}
)
"""What is otherwise in the second edition than in the basic game (AMB1-02, -36, AMB2-03)."""
ANSWERED: Final = frozenset({"gun_cover", "vp_halftrack", "transports_fire"})
"""Questions of the basic game that the types of this edition answer (H7, H2, H6)."""


def _amended(option: Option) -> Option:
    if option.name == "scenario":
        choices = (*option.choices, RECONNAISSANCE, PINCERS, FOG_OF_WAR)
        says = f"{option.says[:-1]}, or one of the three that this edition adds."
        return replace(option, choices=choices, says=says)
    if option.name not in OWN_DEFAULTS:
        return option
    default = OWN_DEFAULTS[option.name]
    choices = tuple(sorted(option.choices, key=lambda each: each != default))
    return replace(option, default=default, choices=choices)


OPTIONS: Final = (
    *(_amended(option) for option in BASIC_OPTIONS if option.name not in ANSWERED),
    *packed_options("rules.games.paper_tigers_2", "options.toml"),
)
