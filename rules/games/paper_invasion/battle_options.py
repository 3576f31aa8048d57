"""What players may agree on before a game, with a default for each (PI-AMB)."""

from typing import Final

from rules.referee.toolkit.settings import Option


def _choice(name: str, choices: tuple[str, ...], *, ambiguity: str = "", says: str) -> Option:
    """A text; its default stands first."""
    return Option(name=name, default=choices[0], choices=choices, says=says, ambiguity=ambiguity)


def _flag(name: str, *, default: bool, says: str, ambiguity: str = "") -> Option:
    return Option(name=name, default=default, says=says, ambiguity=ambiguity)


SETTING_UP: Final = (
    _choice(
        "slot_reduce",
        ("sum_again", "keep_10"),
        ambiguity="PI-AMB-01",
        says="What becomes of an S, whose digits add up to 10.",
    ),
    _choice(
        "slot6",
        ("ignore", "enemy_ties"),
        ambiguity="PI-AMB-02",
        says="Whether slot 6 turns the compass by which the automatic Enemies break ties.",
    ),
    _choice(
        "outer_walls",
        ("single", "indestructible", "open"),
        ambiguity="PI-AMB-03",
        says="What the outer lines of the board are at the beginning.",
    ),
    _choice(
        "enemy_control",
        ("player", "script", "alternating"),
        ambiguity="PI-AMB-16",
        says="Who moves the Enemies: their players, the umpire by its script, or the players one "
        "after the other.",
    ),
    _choice(
        "mode",
        ("no_attacks", "by_walls", "last_survivor"),
        ambiguity="PI-AMB-23",
        says="What is at stake between players whose Heroes are their own.",
    ),
)
MOVING: Final = (
    _flag(
        "heroes_outside",
        default=False,
        ambiguity="PI-AMB-04",
        says="Whether Heroes may leave the board.",
    ),
    _choice(
        "outside_moves",
        ("none", "one_zone"),
        ambiguity="PI-AMB-05",
        says="Whether an Enemy outside may walk to the next side of the board.",
    ),
    _choice(
        "outside_reach",
        ("zone", "attached_room"),
        ambiguity="PI-AMB-06",
        says="Which outer walls an Enemy outside may smash.",
    ),
    _choice(
        "action_order",
        ("any", "move_first", "action_first"),
        ambiguity="PI-AMB-07",
        says="In which order a token makes its Move and its Action.",
    ),
    _flag(
        "hero_must_act",
        default=True,
        ambiguity="PI-AMB-08",
        says="Whether a Hero who can act has to.",
    ),
    _flag(
        "enemy_must_move",
        default=True,
        says="Whether an Enemy that can move or act has to do both.",
    ),
    _flag(
        "enemies_leave",
        default=False,
        ambiguity="PI-AMB-25",
        says="Whether an Enemy may leave a room for the outside through an Opening.",
    ),
)
ACTING: Final = (
    _choice(
        "kill_partial",
        ("kills_one", "not_allowed"),
        ambiguity="PI-AMB-09",
        says="What a Kill does in a room with one Enemy.",
    ),
    _flag(
        "seal_outer",
        default=False,
        ambiguity="PI-AMB-10",
        says="Whether Heroes may seal and smash outer walls.",
    ),
    _choice(
        "item_cost",
        ("free", "action", "any_time"),
        ambiguity="PI-AMB-11",
        says="What using the vault item costs, and when it may be used.",
    ),
    _flag(
        "item_same_turn",
        default=True,
        ambiguity="PI-AMB-24",
        says="Whether the vault item may be used in the turn in which it was looted.",
    ),
    _choice(
        "item_on_grab",
        ("lost", "loot_again"),
        ambiguity="PI-AMB-12",
        says="What becomes of the item of a Hero who is lost.",
    ),
    _choice(
        "shover_walls",
        ("ignored", "openings_only"),
        ambiguity="PI-AMB-13",
        says="Whether the Shover drives Enemies through walls.",
    ),
    _flag(
        "sniper_outside",
        default=False,
        ambiguity="PI-AMB-14",
        says="Whether the Sniper reaches Enemies outside.",
    ),
    _choice(
        "dodger_scope",
        ("all", "holder"),
        ambiguity="PI-AMB-15",
        says="Whom the Dodger protects.",
    ),
    _choice(
        "flamer_total",
        ("three", "three_each"),
        ambiguity="PI-AMB-21",
        says="Whether the Flamer takes three Enemies in all, or three in each of its two rooms.",
    ),
)
HAPPENING: Final = (
    _choice(
        "trigger_a",
        ("falls_to_two", "exactly_two", "at_set_up"),
        ambiguity="PI-AMB-17",
        says="When few Enemies bring the event: as their number falls to two or one, to exactly "
        "two, or also where they begin with two.",
    ),
    _choice(
        "trigger_b",
        ("none_could", "one_could_not"),
        ambiguity="PI-AMB-18",
        says="When stuck Enemies bring the event: none could move in their turn, or one could not.",
    ),
    _choice(
        "extra_events",
        ("on_trigger", "any_time", "none"),
        says="When players may have a further event: when it is triggered again, whenever they "
        "like, or never.",
    ),
    _choice(
        "event_pick",
        ("nearest", "player"),
        says="Who picks among the tokens of the room that an event falls on: the umpire the one "
        "nearest to the middle, or the players.",
    ),
    _choice(
        "reinforce_at",
        ("outside", "event_room", "inside"),
        ambiguity="PI-AMB-19",
        says="Where the Enemies of an event appear.",
    ),
    _choice(
        "paper_thin",
        ("double_first", "any_barrier"),
        ambiguity="PI-AMB-20",
        says="Which line wears away when the paper is thin.",
    ),
    _choice(
        "koolaid_depth",
        ("opening", "one_step"),
        ambiguity="PI-AMB-22",
        says="Whether a double wall is broken through at once, or loses one line.",
    ),
)
SEEING: Final = (
    Option(
        name="min_shared_in",
        default=0.5,
        least=0.1,
        most=3.0,
        says="How long a wall two rooms share at least, to be next to each other.",
    ),
    Option(
        name="wall_band_in",
        default=0.25,
        least=0.0,
        most=1.0,
        says="How near to a wall a token is in doubt, so that the umpire asks for its room.",
    ),
    Option(
        name="strip_reach_in",
        default=0.75,
        least=0.1,
        most=3.0,
        says="How far from the middle of its wall a strip may lie.",
    ),
    Option(
        name="strip_turn_deg",
        default=25.0,
        least=1.0,
        most=45.0,
        says="By how much a strip may be turned against its wall.",
    ),
)
OPTIONS: Final = (*SETTING_UP, *MOVING, *ACTING, *HAPPENING, *SEEING)
