"""Knows what may be agreed on points, courtesy and doubt."""

from typing import Final

from rules.games.paper_tigers.battle_options.kinds import choice, flag
from rules.referee.toolkit.evidence import Leaning
from rules.referee.toolkit.settings import Option

SCORING: Final = (
    Option(
        name="vp_halftrack",
        default=3,
        least=1,
        most=9,
        ambiguity="AMB1-35",
        says="Points for a halftrack or a weapons carrier.",
    ),
    Option(
        name="marginal_below",
        default=3,
        least=1,
        most=50,
        ambiguity="AMB1-36",
        says="A lead of less than this is a marginal win.",
    ),
    Option(
        name="continue_within",
        default=3,
        most=50,
        ambiguity="AMB1-36",
        says="Up to this lead both may agree to play on.",
    ),
    choice(
        "tie_play_on",
        ("always", "by_consent"),
        ambiguity="AMB1-36",
        says="Whether equal totals are played on without asking.",
    ),
    flag(
        "damaged_controls",
        ambiguity="AMB1-37",
        default=True,
        says="Whether a damaged unit may hold an objective.",
    ),
    choice(
        "bridge_capture_check",
        ("after_every_action", "end_of_turn"),
        ambiguity="AMB1-39",
        says="When the capture of the bridge is looked for.",
    ),
    choice(
        "multi_deck_tie",
        ("dice", "suit_then_dice"),
        ambiguity="AMB1-41",
        says="Whether suits decide between cards of two packs before dice do.",
    ),
    choice(
        "vp_losses",
        ("every_loss", "destroyed_by_enemy"),
        ambiguity="AMB1-49",
        says="Whether losses score that no enemy caused.",
    ),
)

LEANINGS: Final = tuple(str(leaning) for leaning in Leaning)

MEASURING: Final = (
    Option(
        name="eps_in", default=0.25, most=3, says="How far past a limit is overlooked by courtesy."
    ),
    choice(
        "borderline_policy",
        LEANINGS,
        says="What becomes of a value past its limit within that courtesy.",
    ),
    choice(
        "doubt_policy",
        LEANINGS,
        says="What becomes of a value that the camera cannot tell from its limit.",
    ),
    Option(
        name="doubt_floor_in",
        default=0.0,
        most=3,
        says="How near to its limit a value is in doubt, however exact the camera.",
    ),
)
