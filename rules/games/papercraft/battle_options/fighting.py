"""Knows what may be agreed on attacks, on death and on who wins."""

from typing import Final

from rules.games.papercraft.battle_options.kinds import choice, flag
from rules.referee.toolkit.settings import Option

LAST_SIDE: Final = "last_side_standing"
ROUNDS: Final = "rounds"
SHARE: Final = "points_share"

ATTACKING: Final = (
    Option(
        name="melee_reach_in",
        default=0.25,
        most=6,
        ambiguity="PC-AMB-08",
        says="How far a plain melee attack reaches.",
    ),
    flag(
        "range_fail_costs",
        default=False,
        ambiguity="PC-AMB-09",
        says="Whether an attack on a target that turns out to be out of range is used up.",
    ),
    choice(
        "corpses_block",
        ("no", "large_only", "yes"),
        ambiguity="PC-AMB-10",
        says="Whether corpses stand in the way of measuring lines.",
    ),
    choice(
        "min_damage",
        ("zero", "one", "heal"),
        ambiguity="PC-AMB-11",
        says="What a hit does whose damage comes to less than nothing: nothing, one point, or as "
        "much healing.",
    ),
    choice(
        "ability_los",
        ("distance_only", "as_attacks"),
        ambiguity="PC-AMB-12",
        says="Whether units in between stop an ability.",
    ),
    flag(
        "friendly_fire",
        default=False,
        ambiguity="PC-AMB-14",
        says="Whether own and allied units may be attacked.",
    ),
    choice(
        "infantry_mix",
        ("either", "same_only"),
        ambiguity="PC-AMB-21",
        says="Whether the two attacks of Infantry may be different ones.",
    ),
    flag(
        "on_corpse_ok",
        default=True,
        ambiguity="PC-AMB-23",
        says="Whether a unit that stands on a corpse may attack and be attacked.",
    ),
    choice(
        "half_rounding",
        ("down", "up"),
        says="How half of an odd number is rounded.",
    ),
    choice(
        "power_duration",
        ("this_turn", "until_own_turn"),
        says="How long a doubled Hit Bonus lasts: to the end of the turn, or until the next turn "
        "of whoever doubled it.",
    ),
    choice(
        "heal_cap",
        ("printed", "unlimited"),
        ambiguity="PC-AMB-22",
        says="Whether healing stops at the HP that a unit began with.",
    ),
)

DYING: Final = (
    choice(
        "death_field",
        ("primary_type", "unit_list"),
        ambiguity="PC-AMB-13",
        says="Whether the primary type alone says what is left of a unit, or its own entry in the "
        "roster where that says something else.",
    ),
    choice(
        "titan_corpse",
        ("impassable", "passable"),
        ambiguity="PC-AMB-15",
        says="Whether a dead Titan may be passed over.",
    ),
    choice(
        "building_death",
        ("rubble", "removed", "passable"),
        ambiguity="PC-AMB-16",
        says="What is left of a building: rubble that nobody passes, nothing, or passable rubble.",
    ),
)

WINNING: Final = (
    choice(
        "victory",
        (LAST_SIDE, ROUNDS, SHARE),
        ambiguity="PC-AMB-17",
        says="Who wins: the last side with a unit, the side with most points left after some "
        "rounds, or the first to destroy a share of the enemy's points.",
    ),
    Option(
        name="rounds",
        default=6,
        least=1,
        most=100,
        ambiguity="PC-AMB-17",
        says="After how many rounds points decide, where they do.",
    ),
    Option(
        name="victory_share",
        default=50,
        least=1,
        most=100,
        ambiguity="PC-AMB-17",
        says="How many hundredths of the enemy's points have to be destroyed, where that wins.",
    ),
)
