"""Knows what may be agreed on armies, the table and setting up."""

from typing import Final

from rules.games.papercraft.battle_options.kinds import choice, flag
from rules.referee.toolkit.settings import Option

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
