"""Knows what players may agree on before a battle of Paper Tigers, with a default for each."""

from typing import Final

from rules.referee.evidence import Leaning, Lenience
from rules.referee.settings import Option, Options
from rules.table.units import Inches
from rules.table.verdict import Doubt

STANDARD: Final = "standard"
PATROLS: Final = "patrols"
HIGH_GROUND: Final = "high_ground"
WITHDRAWAL: Final = "withdrawal"


def _choice(name: str, choices: tuple[str, ...], *, says: str, ambiguity: str = "") -> Option:
    """A text; its default stands first."""
    return Option(name=name, default=choices[0], choices=choices, says=says, ambiguity=ambiguity)


def _flag(name: str, *, default: bool, says: str, ambiguity: str = "") -> Option:
    return Option(name=name, default=default, says=says, ambiguity=ambiguity)


GAME: Final = (
    _choice(
        "scenario",
        (STANDARD, PATROLS, HIGH_GROUND, WITHDRAWAL),
        says="Which battle is played: an open one, a clash of patrols, a fight for the high "
        "ground or a fighting withdrawal over a bridge.",
    ),
    _choice(
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
    _flag(
        "end_on_wipeout",
        default=True,
        says="Whether the battle ends at once when a side has no unit left.",
    ),
    _flag(
        "transports_fire",
        default=True,
        says="Whether trucks and jeeps may fire; the rules neither arm nor forbid them.",
    ),
    _choice(
        "assign_first",
        ("attacker", "card_roll_winner"),
        ambiguity="AMB1-01",
        says="Who lays the first card on a unit.",
    ),
    _choice(
        "shuffle_cadence",
        ("per_turn", "per_deck"),
        ambiguity="AMB1-02",
        says="Whether the draw pile is shuffled in every turn or once a deck.",
    ),
    _choice(
        "small_game_basis",
        ("game_start", "each_turn"),
        ambiguity="AMB1-03",
        says="When both sides have to be under five units for the smaller deal.",
    ),
    _choice(
        "short_deal",
        ("deal_remaining", "reshuffle_now"),
        ambiguity="AMB1-04",
        says="What happens when the draw pile runs out in the middle of a deal.",
    ),
    _choice(
        "deck_end_trigger",
        ("draw_pile_empty_end_of_turn", "all_discarded"),
        ambiguity="AMB1-05",
        says="When a deck counts as used up.",
    ),
    _choice(
        "saved_at_reshuffle",
        ("keep", "return"),
        ambiguity="AMB1-06",
        says="Whether saved cards stay with their owners when a new run of the deck begins.",
    ),
    _choice(
        "pick_order",
        ("simultaneous", "higher_roll_first", "alternate"),
        ambiguity="AMB1-07",
        says="In which order the players pick the units that act.",
    ),
    _choice(
        "action_choice_time",
        ("on_resolution", "on_reveal"),
        ambiguity="AMB1-08",
        says="Whether fire or move is chosen when the card's turn comes or when it is turned up.",
    ),
    _flag(
        "allow_decline",
        ambiguity="AMB1-09",
        default=True,
        says="Whether an owner may let a turned card go unused.",
    ),
    _flag(
        "assign_pass_is_final",
        ambiguity="AMB1-10",
        default=True,
        says="Whether a player who has passed lays no more cards in this step.",
    ),
    _choice(
        "remainder_mode",
        ("all_at_once", "unit_by_unit"),
        ambiguity="AMB1-11",
        says="How the last side plays the cards it has left.",
    ),
    _choice(
        "recovery_order",
        ("alternate_attacker_first", "simultaneous"),
        ambiguity="AMB1-12",
        says="In which order repair cards are laid.",
    ),
)

MOVING: Final = (
    _choice(
        "move_metric",
        ("front_after_pivot", "front_strict", "nearest_edge"),
        ambiguity="AMB1-14",
        says="Between which points a move is measured.",
    ),
    _flag(
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
    _choice(
        "membership_test",
        ("centre", "majority", "any_overlap", "all"),
        ambiguity="AMB1-17",
        says="How much of a unit has to be in an area for it to count as in it.",
    ),
    _choice(
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
    _flag(
        "stop_on_exit",
        ambiguity="AMB1-19",
        default=False,
        says="Whether leaving difficult ground ends a move too.",
    ),
    _flag(
        "edge_exit", ambiguity="AMB1-47", default=False, says="Whether a unit may leave the table."
    ),
    _choice(
        "overlap_end",
        ("forbidden", "free"),
        ambiguity="AMB1-48",
        says="Whether a move may end on another model.",
    ),
    _choice(
        "pass_through",
        ("friends", "nobody", "everybody"),
        ambiguity="AMB1-48",
        says="Through whose models a unit may move.",
    ),
    _choice(
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
    _choice(
        "dismount_direction",
        ("owner", "random", "away_from_shooter"),
        ambiguity="AMB1-32",
        says="Where to a squad is thrown that has to get off.",
    ),
    _flag(
        "dismount_exact",
        ambiguity="AMB1-32",
        default=True,
        says="Whether it lands exactly as far away as the die says, or up to that.",
    ),
    _choice(
        "j1_spacing_metric",
        ("edge", "centre"),
        ambiguity="AMB1-38",
        says="How the gaps in a marching column are measured.",
    ),
)

FIRING: Final = (
    _choice(
        "range_metric",
        ("centre", "edge"),
        ambiguity="AMB1-20",
        says="Between which points a range of fire is measured.",
    ),
    _choice(
        "proximity_metric",
        ("edge", "centre"),
        ambiguity="AMB1-20",
        says="Between which points the three inches are measured.",
    ),
    _flag(
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
    _choice(
        "los_roll_scope",
        ("per_shot", "per_turn"),
        ambiguity="AMB1-22",
        says="How long the die for a doubtful line stands.",
    ),
    _flag(
        "models_block_los",
        ambiguity="AMB1-23",
        default=False,
        says="Whether units stand in the way of sight.",
    ),
    _flag(
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
    _choice(
        "cover_membership",
        ("centre", "majority_of_figures"),
        ambiguity="AMB1-26",
        says="When loose figures count as in cover.",
    ),
    _flag(
        "friendly_fire",
        ambiguity="AMB1-44",
        default=False,
        says="Whether own units may be fired at.",
    ),
    _choice(
        "wrecks",
        ("ask_owner", "always_burn", "always_remove"),
        ambiguity="AMB1-42",
        says="What becomes of a destroyed vehicle.",
    ),
    _choice(
        "ground_level",
        ("not_on_any_hill", "lower_hills_count"),
        ambiguity="AMB1-40",
        says="Who fires at the big hill from ground level.",
    ),
)

FOLLOWING: Final = (
    _choice(
        "chain_measured",
        ("at_declaration", "after_leader"),
        ambiguity="AMB1-28",
        says="When the three inches to a leader are measured.",
    ),
    _choice(
        "followers_declared",
        ("before_roll", "after_roll"),
        ambiguity="AMB1-28",
        says="Whether followers are named before or after the leader's roll.",
    ),
    _choice(
        "follow_identity",
        ("card_user", "predecessor_in_chain"),
        ambiguity="AMB1-29",
        says="Which unit a follower counts as following.",
    ),
    _flag(
        "leader_failure_blocks",
        ambiguity="AMB1-30",
        default=False,
        says="Whether a leader's failed roll stops its followers.",
    ),
    _choice(
        "passenger_cover",
        ("if_carrier_in_cover", "never"),
        ambiguity="AMB1-31",
        says="Whether a carried squad gets a cover die.",
    ),
    _choice(
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
    _choice(
        "tie_play_on",
        ("always", "by_consent"),
        ambiguity="AMB1-36",
        says="Whether equal totals are played on without asking.",
    ),
    _flag(
        "damaged_controls",
        ambiguity="AMB1-37",
        default=True,
        says="Whether a damaged unit may hold an objective.",
    ),
    _choice(
        "bridge_capture_check",
        ("after_every_action", "end_of_turn"),
        ambiguity="AMB1-39",
        says="When the capture of the bridge is looked for.",
    ),
    _choice(
        "multi_deck_tie",
        ("dice", "suit_then_dice"),
        ambiguity="AMB1-41",
        says="Whether suits decide between cards of two packs before dice do.",
    ),
    _choice(
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
    _choice(
        "borderline_policy",
        LEANINGS,
        says="What becomes of a value past its limit within that courtesy.",
    ),
    _choice(
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

OPTIONS: Final = (*GAME, *MOVING, *FIRING, *FOLLOWING, *SCORING, *MEASURING)


def lenience_of(options: Options) -> Lenience:
    """Courtesy and policies as agreed."""
    return Lenience(
        courtesy=Inches(options.number("eps_in")),
        borderline=Leaning(options.choice("borderline_policy")),
        doubt=Leaning(options.choice("doubt_policy")),
    )


def doubt_of(options: Options) -> Doubt:
    """How measured error makes doubt, as agreed."""
    return Doubt(floor=Inches(options.number("doubt_floor_in")))
