"""Knows what may be agreed on turns, cards and scenarios."""

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
