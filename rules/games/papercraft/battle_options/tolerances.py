"""Knows what may be agreed on courtesy and doubt."""

from typing import Final

from rules.games.papercraft.battle_options.kinds import choice
from rules.referee.toolkit.evidence import Leaning
from rules.referee.toolkit.settings import Option

LEANINGS: Final = tuple(str(leaning) for leaning in Leaning)

TOLERANCES: Final = (
    Option(
        name="pos_tol_in",
        default=0.1,
        most=3,
        says="How far past a range, a zone or the table's edge is overlooked by courtesy.",
    ),
    Option(
        name="move_tol_in",
        default=0.15,
        most=3,
        says="How far past its Movement a unit's move is overlooked by courtesy.",
    ),
    Option(
        name="moved_threshold_in",
        default=0.25,
        most=3,
        says="How far its front has to end from where it began for a unit to have moved.",
    ),
    Option(
        name="bump_warn_in",
        default=0.25,
        most=6,
        says="How far a unit that nobody may move has to shift before the umpire says so.",
    ),
    Option(
        name="overlap_in",
        default=0.1,
        most=2,
        says="How deep two squares may run into each other before they overlap.",
    ),
    Option(
        name="graze_eps_in",
        default=0.000001,
        most=1,
        ambiguity="PC-AMB-24",
        says="How far a measuring line may enter another unit and still be clear.",
    ),
    Option(
        name="borderline_band_in",
        default=0.1,
        most=3,
        says="How near to its limit a length is too close to call, however exact the camera.",
    ),
    choice(
        "borderline_policy",
        LEANINGS,
        says="What becomes of a length past its limit within the courtesy.",
    ),
    choice(
        "doubt_policy",
        (str(Leaning.ASK), str(Leaning.ALLOW), str(Leaning.STRICT)),
        says="What becomes of a length, or of a line, that the camera cannot tell.",
    ),
)
