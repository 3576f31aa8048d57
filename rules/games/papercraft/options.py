"""Lists what players may agree on before a battle of Papercraft, with a default for each."""

from dataclasses import replace
from typing import Final

from rules.games.papercraft.abilities import PACKAGE
from rules.referee.toolkit.evidence import Leaning, Tolerance
from rules.referee.toolkit.settings import Options, packed_options
from rules.table.units import Inches
from rules.table.verdict import Doubt

ROUNDS: Final = "rounds"
SHARE: Final = "points_share"
"""Of the ways to win, those that count points."""
DOUBT: Final = Doubt()
"""Of every measurement: two standard errors and nothing more."""


OPTIONS: Final = packed_options(PACKAGE, "options.toml")


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
