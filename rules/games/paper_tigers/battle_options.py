"""Reads what players may agree on before a battle of Paper Tigers, with a default for each."""

from typing import Final

from rules.referee.toolkit.evidence import Leaning, Tolerance
from rules.referee.toolkit.findings import Agreed
from rules.referee.toolkit.settings import Options, packed_options
from rules.table.units import Inches
from rules.table.verdict import Doubt

STANDARD: Final = "standard"
PATROLS: Final = "patrols"
HIGH_GROUND: Final = "high_ground"
WITHDRAWAL: Final = "withdrawal"
OPTIONS: Final = packed_options("rules.games.paper_tigers", "options.toml")


def agreed_of(options: Options) -> Agreed:
    """Courtesy, policies, and how measured error makes doubt, as agreed."""
    tolerance = Tolerance(
        courtesy=Inches(options.number("eps_in")),
        borderline=Leaning(options.choice("borderline_policy")),
        doubt=Leaning(options.choice("doubt_policy")),
    )
    return Agreed(tolerance=tolerance, doubt=Doubt(floor=Inches(options.number("doubt_floor_in"))))
