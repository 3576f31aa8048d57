"""Knows what may be agreed on moves and on who may stand where."""

from typing import Final

from rules.games.paper_tigers.battle_options.kinds import choice, flag
from rules.referee.toolkit.settings import Option

MOVING: Final = (
    choice(
        "move_metric",
        ("front_after_pivot", "front_strict", "nearest_edge"),
        ambiguity="AMB1-14",
        says="Between which points a move is measured.",
    ),
    flag(
        "move_exact",
        ambiguity="AMB1-15",
        default=False,
        says="Whether a unit has to move exactly what it rolled instead of up to it.",
    ),
    Option(
        name="pivot_cost",
        default=0.0,
        most=12,
        ambiguity="AMB1-16",
        says="Inches that turning by 90 degrees costs.",
    ),
    choice(
        "membership_test",
        ("centre", "majority", "any_overlap", "all"),
        ambiguity="AMB1-17",
        says="How much of a unit has to be in an area for it to count as in it.",
    ),
    choice(
        "entry_depth",
        ("own_length", "fixed", "free"),
        ambiguity="AMB1-18",
        says="How deep a unit goes into difficult ground that it enters.",
    ),
    Option(
        name="entry_depth_in",
        default=3.0,
        most=36,
        ambiguity="AMB1-18",
        says="That depth in inches where it is fixed.",
    ),
    flag(
        "stop_on_exit",
        ambiguity="AMB1-19",
        default=False,
        says="Whether leaving difficult ground ends a move too.",
    ),
    flag(
        "edge_exit", ambiguity="AMB1-47", default=False, says="Whether a unit may leave the table."
    ),
    choice(
        "overlap_end",
        ("forbidden", "free"),
        ambiguity="AMB1-48",
        says="Whether a move may end on another model.",
    ),
    choice(
        "pass_through",
        ("friends", "nobody", "everybody"),
        ambiguity="AMB1-48",
        says="Through whose models a unit may move.",
    ),
    choice(
        "deploy_test",
        ("whole_footprint", "centre", "front"),
        ambiguity="AMB1-43",
        says="How much of a unit has to be in its deployment zone.",
    ),
    Option(
        name="mount_contact_in",
        default=0.5,
        most=12,
        ambiguity="AMB1-34",
        says="How near a squad has to come to its vehicle to get on.",
    ),
    choice(
        "dismount_direction",
        ("owner", "random", "away_from_shooter"),
        ambiguity="AMB1-32",
        says="Where to a squad is thrown that has to get off.",
    ),
    flag(
        "dismount_exact",
        ambiguity="AMB1-32",
        default=True,
        says="Whether it lands exactly as far away as the die says, or up to that.",
    ),
    choice(
        "j1_spacing_metric",
        ("edge", "centre"),
        ambiguity="AMB1-38",
        says="How the gaps in a marching column are measured.",
    ),
)
