"""Lists what may be agreed on turns, cards, scenarios, moves, and who may stand where."""

from typing import Final

from rules.games.paper_tigers.battle_options.kinds import choice, flag
from rules.referee.toolkit.settings import Option

STANDARD: Final = "standard"
PATROLS: Final = "patrols"
HIGH_GROUND: Final = "high_ground"
WITHDRAWAL: Final = "withdrawal"

GAME: Final = (
    choice(
        "scenario",
        (STANDARD, PATROLS, HIGH_GROUND, WITHDRAWAL),
        says="Which battle is played: an open one, a clash of patrols, a fight for the high "
        "ground or a fighting withdrawal over a bridge.",
    ),
    choice(
        "decks",
        ("one", "per_side"),
        says="Whether everybody draws from one pack or each side has its own.",
    ),
    Option(
        name="victory_target",
        default=0,
        most=500,
        says="Points that end the battle when somebody has them at the end of a deck; 0 for none.",
    ),
    flag(
        "end_on_wipeout",
        default=True,
        says="Whether the battle ends at once when a side has no unit left.",
    ),
    flag(
        "transports_fire",
        default=True,
        says="Whether trucks and jeeps may fire; the rules neither arm nor forbid them.",
    ),
    choice(
        "assign_first",
        ("attacker", "card_roll_winner"),
        ambiguity="AMB1-01",
        says="Who lays the first card on a unit.",
    ),
    choice(
        "shuffle_cadence",
        ("per_turn", "per_deck"),
        ambiguity="AMB1-02",
        says="Whether the draw pile is shuffled in every turn or once a deck.",
    ),
    choice(
        "small_game_basis",
        ("game_start", "each_turn"),
        ambiguity="AMB1-03",
        says="When both sides have to be under five units for the smaller deal.",
    ),
    choice(
        "short_deal",
        ("deal_remaining", "reshuffle_now"),
        ambiguity="AMB1-04",
        says="What happens when the draw pile runs out in the middle of a deal.",
    ),
    choice(
        "deck_end_trigger",
        ("draw_pile_empty_end_of_turn", "all_discarded"),
        ambiguity="AMB1-05",
        says="When a deck counts as used up.",
    ),
    choice(
        "saved_at_reshuffle",
        ("keep", "return"),
        ambiguity="AMB1-06",
        says="Whether saved cards stay with their owners when a new run of the deck begins.",
    ),
    choice(
        "pick_order",
        ("simultaneous", "higher_roll_first", "alternate"),
        ambiguity="AMB1-07",
        says="In which order the players pick the units that act.",
    ),
    choice(
        "action_choice_time",
        ("on_resolution", "on_reveal"),
        ambiguity="AMB1-08",
        says="Whether fire or move is chosen when the card's turn comes or when it is turned up.",
    ),
    flag(
        "allow_decline",
        ambiguity="AMB1-09",
        default=True,
        says="Whether an owner may let a turned card go unused.",
    ),
    flag(
        "assign_pass_is_final",
        ambiguity="AMB1-10",
        default=True,
        says="Whether a player who has passed lays no more cards in this step.",
    ),
    choice(
        "remainder_mode",
        ("all_at_once", "unit_by_unit"),
        ambiguity="AMB1-11",
        says="How the last side plays the cards it has left.",
    ),
    choice(
        "recovery_order",
        ("alternate_attacker_first", "simultaneous"),
        ambiguity="AMB1-12",
        says="In which order repair cards are laid.",
    ),
)

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
