"""Lists what may be agreed on fire, Follow Me, passengers, points, courtesy and doubt."""

from typing import Final

from rules.games.paper_tigers.battle_options.kinds import choice, flag
from rules.referee.toolkit.evidence import Leaning
from rules.referee.toolkit.settings import Option

FIRING: Final = (
    choice(
        "range_metric",
        ("centre", "edge"),
        ambiguity="AMB1-20",
        says="Between which points a range of fire is measured.",
    ),
    choice(
        "proximity_metric",
        ("edge", "centre"),
        ambiguity="AMB1-20",
        says="Between which points the three inches are measured.",
    ),
    flag(
        "own_area_blocks",
        ambiguity="AMB1-21",
        default=False,
        says="Whether woods that bend inwards block a line that leaves and enters them again.",
    ),
    Option(
        name="los_doubt_band_in",
        default=0.25,
        most=6,
        ambiguity="AMB1-22",
        says="How near to an outline a line of sight is in doubt, however exact the camera.",
    ),
    choice(
        "los_roll_scope",
        ("per_shot", "per_turn"),
        ambiguity="AMB1-22",
        says="How long the die for a doubtful line stands.",
    ),
    flag(
        "models_block_los",
        ambiguity="AMB1-23",
        default=False,
        says="Whether units stand in the way of sight.",
    ),
    flag(
        "hill_overlook",
        ambiguity="AMB1-24",
        default=False,
        says="Whether a unit on a hill sees over woods and houses.",
    ),
    Option(
        name="gun_cover",
        default=0,
        most=3,
        ambiguity="AMB1-25",
        says="Cover dice of a gun in woods or a house.",
    ),
    choice(
        "cover_membership",
        ("centre", "majority_of_figures"),
        ambiguity="AMB1-26",
        says="When loose figures count as in cover.",
    ),
    flag(
        "friendly_fire",
        ambiguity="AMB1-44",
        default=False,
        says="Whether own units may be fired at.",
    ),
    choice(
        "wrecks",
        ("ask_owner", "always_burn", "always_remove"),
        ambiguity="AMB1-42",
        says="What becomes of a destroyed vehicle.",
    ),
    choice(
        "ground_level",
        ("not_on_any_hill", "lower_hills_count"),
        ambiguity="AMB1-40",
        says="Who fires at the big hill from ground level.",
    ),
)

FOLLOWING: Final = (
    choice(
        "chain_measured",
        ("at_declaration", "after_leader"),
        ambiguity="AMB1-28",
        says="Whether the three inches to a leader are measured as followers are named, or once "
        "the leader is done, when they are named too.",
    ),
    choice(
        "followers_declared",
        ("before_roll", "after_roll"),
        ambiguity="AMB1-28",
        says="Whether followers are named before or after the leader's roll.",
    ),
    choice(
        "follow_identity",
        ("card_user", "predecessor_in_chain"),
        ambiguity="AMB1-29",
        says="Which unit a follower counts as following.",
    ),
    flag(
        "leader_failure_blocks",
        ambiguity="AMB1-30",
        default=False,
        says="Whether a leader's failed roll stops its followers.",
    ),
    choice(
        "passenger_cover",
        ("if_carrier_in_cover", "never"),
        ambiguity="AMB1-31",
        says="Whether a carried squad gets a cover die.",
    ),
    choice(
        "carrier_destroyed",
        ("hit_and_dismount", "also_destroyed"),
        ambiguity="AMB1-33",
        says="What becomes of passengers whose carrier is destroyed.",
    ),
)

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
