"""Lists what players may agree on before a battle of Paper Tigers, with a default for each."""

from typing import Final

from rules.games.paper_tigers.battle_options.firing import FIRING, FOLLOWING, MEASURING, SCORING
from rules.games.paper_tigers.battle_options.playing import (
    GAME,
    HIGH_GROUND,
    MOVING,
    PATROLS,
    STANDARD,
    WITHDRAWAL,
)
from rules.referee.toolkit.evidence import Leaning, Tolerance
from rules.referee.toolkit.settings import Options
from rules.table.units import Inches
from rules.table.verdict import Doubt

__all__ = [
    "HIGH_GROUND",
    "OPTIONS",
    "PATROLS",
    "STANDARD",
    "WITHDRAWAL",
    "doubt_of",
    "tolerance_of",
]

OPTIONS: Final = (*GAME, *MOVING, *FIRING, *FOLLOWING, *SCORING, *MEASURING)


def tolerance_of(options: Options) -> Tolerance:
    """Courtesy and policies as agreed."""
    return Tolerance(
        courtesy=Inches(options.number("eps_in")),
        borderline=Leaning(options.choice("borderline_policy")),
        doubt=Leaning(options.choice("doubt_policy")),
    )


def doubt_of(options: Options) -> Doubt:
    """How measured error makes doubt, as agreed."""
    return Doubt(floor=Inches(options.number("doubt_floor_in")))
