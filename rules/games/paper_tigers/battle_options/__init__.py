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
from rules.referee.toolkit.findings import Agreed
from rules.referee.toolkit.settings import Options
from rules.table.units import Inches
from rules.table.verdict import Doubt

__all__ = [
    "HIGH_GROUND",
    "OPTIONS",
    "PATROLS",
    "STANDARD",
    "WITHDRAWAL",
    "agreed_of",
]

OPTIONS: Final = (*GAME, *MOVING, *FIRING, *FOLLOWING, *SCORING, *MEASURING)


def agreed_of(options: Options) -> Agreed:
    """Courtesy, policies, and how measured error makes doubt, as agreed."""
    tolerance = Tolerance(
        courtesy=Inches(options.number("eps_in")),
        borderline=Leaning(options.choice("borderline_policy")),
        doubt=Leaning(options.choice("doubt_policy")),
    )
    return Agreed(tolerance=tolerance, doubt=Doubt(floor=Inches(options.number("doubt_floor_in"))))
