"""Says what players may agree on before a battle of the second edition, with a default for each.

What the basic game asks is asked here too, with other defaults where the second edition has others.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from rules.games.paper_tigers.battle_options import OPTIONS as BASIC_OPTIONS
from rules.games.paper_tigers.battle_options.kinds import choice, flag
from rules.games.paper_tigers_2.option_kinds import inches, whole
from rules.games.paper_tigers_2.outside_options import LANDING, POINTS
from rules.referee.toolkit.settings import Option, Value

RECONNAISSANCE: Final = "reconnaissance"
PINCERS: Final = "pincers"
FOG_OF_WAR: Final = "fog_of_war"
CARDS: Final = (
    choice(
        "deck_size",
        ("52",),
        ambiguity="AMB2-01",
        says="How many cards a pack has: the jokers are taken out.",
    ),
    choice(
        "two_card_initiative",
        ("per_card", "sum"),
        ambiguity="AMB2-02",
        says="Whether a unit with two open cards acts at each of them, or with both at their sum.",
    ),
    choice(
        "deal_mode",
        ("alternate", "block"),
        ambiguity="AMB2-04",
        says="Whether cards are dealt in turn, or the higher roller takes all of its cards first.",
    ),
)
DICE: Final = (
    choice(
        "lethal_base",
        ("card", "modified"),
        ambiguity="AMB2-06",
        says="Whether a lethal hit takes twice the card's Difficulty, or twice what was needed.",
    ),
    choice(
        "lethal_save",
        ("all_or_nothing", "per_success"),
        ambiguity="AMB2-07",
        says="Whether one good die saves from a lethal hit, or each saves from one of its hits.",
    ),
    choice(
        "best_of_two_armour",
        ("literal", "one_die", "worst_of_two"),
        ambiguity="AMB2-10",
        says="How a light tank saves with two dice of which the best counts.",
    ),
    whole(
        "spg_armour",
        2,
        least=1,
        most=3,
        ambiguity="AMB2-11",
        says="Armour dice of a plain self-propelled gun, which the rules do not name.",
    ),
    flag(
        "spg_inherit",
        default=True,
        ambiguity="AMB2-11",
        says="Whether light and heavy self-propelled guns have no turret and a low profile too.",
    ),
    choice(
        "td_keep",
        ("best", "worst"),
        ambiguity="AMB2-12",
        says="Which of its two armour dice a tank destroyer keeps.",
    ),
    whole(
        "min_action_dice",
        1,
        most=1,
        ambiguity="AMB2-14",
        says="The fewest dice that are left of an action; with 0 it may become impossible.",
    ),
    flag(
        "road_die_counts",
        default=True,
        ambiguity="AMB2-22",
        says="Whether the die for the road counts towards the Difficulty of the move.",
    ),
    choice(
        "reroll_subset",
        ("any", "all_or_one"),
        ambiguity="AMB2-23",
        says="Which dice are rolled again: any of them, or all or a single one.",
    ),
)
FIRE: Final = (
    inches(
        "front_half_angle_deg",
        45.0,
        most=90,
        ambiguity="AMB2-08",
        says="How many degrees to either side of straight ahead are a vehicle's front.",
    ),
    inches(
        "arc_eps_deg",
        5.0,
        most=30,
        ambiguity="AMB2-08",
        says="How many degrees past that limit still count as the front.",
    ),
    inches(
        "fire_half_angle_deg",
        45.0,
        most=90,
        says="How many degrees to either side a gun without a turret reaches.",
    ),
    choice(
        "indirect_facing",
        ("bearing", "front"),
        ambiguity="AMB2-09",
        says="Whether a shell of a mortar or howitzer strikes the side that it comes from.",
    ),
    flag(
        "gun_class_on_mg",
        default=False,
        ambiguity="AMB2-15",
        says="Whether the class of the main gun changes the dice of the machine gun.",
    ),
    flag(
        "mg_bonus_per_gun",
        default=False,
        ambiguity="AMB2-16",
        says="Whether two machine guns add two dice instead of one.",
    ),
    flag(
        "mg_split",
        default=True,
        ambiguity="AMB2-17",
        says="Whether the dice of a machine gun may be divided among several targets.",
    ),
    choice(
        "indirect_suppress_armour",
        ("none", "one_card"),
        ambiguity="AMB2-18",
        says="What a near miss of a mortar or howitzer costs an armoured unit.",
    ),
    choice(
        "mortar_chain",
        ("one_bonus_shot", "recursive"),
        ambiguity="AMB2-19",
        says="Whether the second shot of a mortar brings a third when it hits.",
    ),
    choice(
        "chain_on",
        ("hit", "unsaved_hit"),
        ambiguity="AMB2-20",
        says="Whether a bonus shot or a splash takes a hit, or a hit that was not saved.",
    ),
    flag(
        "auto_suppress_save",
        default=True,
        ambiguity="AMB2-20",
        says="Whether cover dice may cancel the splash of a howitzer.",
    ),
    flag(
        "rivets_save",
        default=True,
        ambiguity="AMB2-24",
        says="Whether the second hit that rivets bring may be saved from.",
    ),
    choice(
        "death_trap_faces",
        ("5_or_6", "6"),
        ambiguity="AMB2-25",
        says="Which faces of an attack make an unsaved hit on a death trap its end.",
    ),
    choice(
        "rapid_fire_second",
        ("two_rolls",),
        ambiguity="AMB2-48",
        says="Rapid fire is two full rolls; the second is lost when its target is gone.",
    ),
    choice(
        "spotter",
        ("any_friend", "fit_friend"),
        ambiguity="AMB2-51",
        says="Whether damaged friends may spot for a mortar or howitzer.",
    ),
    choice(
        "half_base",
        ("card", "modified"),
        ambiguity="AMB2-55",
        says="Of which Difficulty a near miss reaches half: the card's, or what was needed.",
    ),
    choice(
        "town_is",
        ("building", "building_or_town"),
        ambiguity="AMB2-54",
        says="Whether a town is its houses alone, or also the ground that is marked as one.",
    ),
    whole(
        "two_guns_per_action",
        1,
        least=1,
        most=2,
        ambiguity="AMB2-33",
        says="How many of its two guns a tank fires in one action.",
    ),
    flag(
        "mg_note_only_weapon",
        default=True,
        ambiguity="AMB2-58",
        says="Whether units armed with two machine guns have no other gun.",
    ),
    choice(
        "heavy_howitzer",
        ("heavy_gun", "plain"),
        ambiguity="AMB2-62",
        says="Whether a heavy howitzer has the extra die of a heavy gun.",
    ),
    flag(
        "mg_hits_riders",
        default=False,
        ambiguity="AMB2-63",
        says="Whether a machine gun that reaches the Difficulty against a tank hits its riders.",
    ),
    choice(
        "passenger_lethal",
        ("one_hit", "two_hits"),
        ambiguity="AMB2-64",
        says="How many hits passengers take from a lethal hit on their carrier.",
    ),
)
ACTIONS: Final = (
    choice(
        "regroup_exact",
        ("exact", "up_to"),
        ambiguity="AMB2-27",
        says="Whether a unit that regroups falls back 6 in, or up to that.",
    ),
    choice(
        "regroup_reference",
        ("nearest", "all_enemies", "visible_enemies"),
        ambiguity="AMB2-27",
        says="Away from whom a unit regroups.",
    ),
    choice(
        "immobile_recovery",
        ("one_card", "separate_rolls"),
        ambiguity="AMB2-26",
        says="Whether one recovery frees an immobile unit of its hit as well.",
    ),
    flag(
        "immobile_regroup",
        default=False,
        ambiguity="AMB2-61",
        says="Whether an immobile unit may fall back before it recovers.",
    ),
    flag(
        "cc_damaged_strikes_back",
        default=True,
        ambiguity="AMB2-28",
        says="Whether a damaged unit strikes back in close combat.",
    ),
    choice(
        "cc_vehicle_vs_building",
        ("outside_only",),
        ambiguity="AMB2-28",
        says="A vehicle attacks a house only where it can touch it from outside.",
    ),
    choice(
        "cc_follow_range",
        ("no_limit",),
        ambiguity="AMB2-28",
        says="However far a follower is from whom it attacks: its leader's reach is enough.",
    ),
    choice(
        "cc_after_win",
        ("stay", "return"),
        ambiguity="AMB2-29",
        says="Where attackers stand once no defender is left.",
    ),
    choice(
        "cover_loss",
        ("any_move", "success_only"),
        ambiguity="AMB2-30",
        says="Whether a unit loses what Take Cover gave it by any move, or by one that succeeds.",
    ),
    choice(
        "suicide_fail",
        ("at_once", "after_defence"),
        ambiguity="AMB2-53",
        says="When a suicide assault that fails ends its unit.",
    ),
    choice(
        "follower_targets",
        ("any_enemy", "supporting_only"),
        ambiguity="AMB2-59",
        says="Whom followers attack in close combat: any enemy near the target, or its helpers.",
    ),
    flag(
        "attacked_strikes_back",
        default=True,
        ambiguity="AMB2-59",
        says="Whether an attacked unit strikes back that nobody named as a helper.",
    ),
)
SUPPORT: Final = (
    flag("support", default=False, says="Whether aces may call artillery and aircraft."),
    choice(
        "ace_support",
        ("unit", "hand"),
        ambiguity="AMB2-37",
        says="Whether support is called by a unit that turns an ace up, or with an ace in hand.",
    ),
    choice(
        "anti_air_units",
        ("marked",),
        ambiguity="AMB2-38",
        says="Units shoot at aircraft only when the army list marks them as anti-air.",
    ),
    choice(
        "barrage_splash",
        ("unarmoured", "any_unit"),
        ambiguity="AMB2-60",
        says="Whom a hit of a barrage suppresses besides its target.",
    ),
    choice(
        "flame_tanks",
        ("any_tank",),
        ambiguity="AMB2-40",
        says="Any tank may be made a flame tank before the battle.",
    ),
)
OWN_DEFAULTS: Final[Mapping[str, Value]] = MappingProxyType(
    {"tie_play_on": "by_consent", "shuffle_cadence": "per_deck", "pick_order": "higher_roll_first"}
)
"""What is otherwise in the second edition than in the basic game (AMB1-02, -36, AMB2-03)."""
ANSWERED: Final = frozenset({"gun_cover", "vp_halftrack", "transports_fire"})
"""Questions of the basic game that the types of this edition answer (H7, H2, H6)."""


def _amended(option: Option) -> Option:
    if option.name == "scenario":
        choices = (*option.choices, RECONNAISSANCE, PINCERS, FOG_OF_WAR)
        says = f"{option.says[:-1]}, or one of the three that this edition adds."
        return replace(option, choices=choices, says=says)
    if option.name not in OWN_DEFAULTS:
        return option
    default = OWN_DEFAULTS[option.name]
    choices = tuple(sorted(option.choices, key=lambda each: each != default))
    return replace(option, default=default, choices=choices)


OPTIONS: Final = (
    *(_amended(option) for option in BASIC_OPTIONS if option.name not in ANSWERED),
    *CARDS,
    *DICE,
    *FIRE,
    *ACTIONS,
    *SUPPORT,
    *LANDING,
    *POINTS,
)
