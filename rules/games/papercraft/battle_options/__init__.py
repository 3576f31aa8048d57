"""Knows what players may agree on before a battle of Papercraft, with a default for each."""

from dataclasses import replace
from typing import Final

from rules.games.papercraft.battle_options.armies import ARMIES
from rules.games.papercraft.battle_options.fighting import ATTACKING, DYING, WINNING
from rules.games.papercraft.battle_options.moving import MOVING
from rules.games.papercraft.battle_options.tolerances import TOLERANCES
from rules.referee.toolkit.evidence import Leaning, Tolerance
from rules.referee.toolkit.settings import Options
from rules.table.units import Inches
from rules.table.verdict import Doubt

__all__ = ["DOUBT", "OPTIONS", "band_of", "move_lenience_of", "tolerance_of"]

OPTIONS: Final = (*ARMIES, *MOVING, *ATTACKING, *DYING, *WINNING, *TOLERANCES)
DOUBT: Final = Doubt()
"""Of every measurement: two standard errors and nothing more."""


def tolerance_of(options: Options) -> Tolerance:
    """Courtesy and policies for ranges, zones and edges."""
    return Tolerance(
        courtesy=Inches(options.number("pos_tol_in")),
        borderline=Leaning(options.choice("borderline_policy")),
        doubt=Leaning(options.choice("doubt_policy")),
    )


def move_lenience_of(options: Options) -> Tolerance:
    """The same for the length of a move, which has a courtesy of its own."""
    return replace(tolerance_of(options), courtesy=Inches(options.number("move_tol_in")))


def band_of(options: Options) -> Inches:
    """How near to its limit a length is too close to call, however exact the camera."""
    return Inches(options.number("borderline_band_in"))
