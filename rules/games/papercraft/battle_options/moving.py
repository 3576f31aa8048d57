"""Knows what may be agreed on moves and on what stands in their way."""

from typing import Final

from rules.games.papercraft.battle_options.kinds import choice, flag

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
