"""Lists what players may agree on before a battle of Papercraft, with a default for each."""

from dataclasses import replace
from typing import Final

from rules.referee.toolkit.evidence import Leaning, Tolerance
from rules.referee.toolkit.settings import Option, Options
from rules.table.units import Inches
from rules.table.verdict import Doubt


def choice(name: str, choices: tuple[str, ...], *, says: str, ambiguity: str = "") -> Option:
    """A text; its default stands first."""
    return Option(name=name, default=choices[0], choices=choices, says=says, ambiguity=ambiguity)


def flag(name: str, *, default: bool, says: str, ambiguity: str = "") -> Option:
    return Option(name=name, default=default, says=says, ambiguity=ambiguity)


ARMIES: Final = (
    Option(
        name="army_total",
        default=400,
        least=1,
        most=100_000,
        says="The Army Total of every player whose roster names no other.",
    ),
    flag(
        "official_game",
        default=False,
        says="Whether units that are still being tested are turned down.",
    ),
    Option(
        name="table_w_in",
        default=36.0,
        least=12,
        most=1000,
        ambiguity="PC-AMB-01",
        says="How wide the table was agreed to be, from west to east.",
    ),
    Option(
        name="table_d_in",
        default=36.0,
        least=12,
        most=1000,
        ambiguity="PC-AMB-01",
        says="How deep the table was agreed to be, from south to north.",
    ),
    choice(
        "infantry_front",
        ("long_side", "short_side", "per_unit"),
        ambiguity="PC-AMB-02",
        says="Which side of an Infantry square is its front.",
    ),
    choice(
        "order_tie",
        ("reroll", "seat_order"),
        ambiguity="PC-AMB-03",
        says="What becomes of equal dice in the roll for the order.",
    ),
    choice(
        "zone_rule",
        ("whole_square", "any_part", "centre"),
        ambiguity="PC-AMB-04",
        says="How much of a square has to be in its start zone.",
    ),
    choice(
        "edge_plan",
        ("team_mates_share", "one_each"),
        ambiguity="PC-AMB-19",
        says="Whether team mates begin at the same edge of the table or each at one of their own.",
    ),
    choice(
        "team_order",
        ("by_roll", "team_together"),
        ambiguity="PC-AMB-20",
        says="Whether team mates take their turns as they rolled or one right after the other.",
    ),
)


MOVING: Final = (
    choice(
        "move_metric",
        ("front_mid", "front_corners", "edge_reach"),
        ambiguity="PC-AMB-05",
        says="Whether a move is measured between the middles of the fronts, by both front corners, "
        "or by the farthest that the new front is from the old one.",
    ),
    flag(
        "pass_friends",
        default=False,
        ambiguity="PC-AMB-06",
        says="Whether a unit may pass over its friends if it ends clear of them.",
    ),
    flag(
        "pivot_counts",
        default=True,
        ambiguity="PC-AMB-07",
        says="Whether a turn on the spot counts as having moved.",
    ),
    choice(
        "terrain_mode",
        ("none", "impassable_and_blocking", "impassable"),
        ambiguity="PC-AMB-18",
        says="Whether areas of terrain on the table stop units, and lines too.",
    ),
)


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
    choice("half_rounding", ("down", "up"), says="How half of an odd number is rounded."),
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
