"""Says what may be agreed on landings, points and scenarios."""

from typing import Final

from rules.games.paper_tigers.battle_options.kinds import choice, flag
from rules.games.paper_tigers_2.option_kinds import inches, whole

LANDING: Final = (
    flag("landings", default=False, says="Whether airborne units land in the first turn."),
    choice(
        "landing_two_hits",
        ("damaged", "destroyed"),
        ambiguity="AMB2-35",
        says="What two hits on landing do to a unit besides costing its weapon or its load.",
    ),
    choice(
        "slide_heading",
        ("declared", "drift"),
        ambiguity="AMB2-36",
        says="In which direction a glider slides: the one declared, or the one it drifted in.",
    ),
    flag(
        "slide_ones",
        default=False,
        ambiguity="AMB2-36",
        says="Whether ones on the dice of the slide are hits too.",
    ),
    choice(
        "landing_card",
        ("discard", "back_under", "shuffle_back"),
        ambiguity="AMB2-65",
        says="What becomes of the card that was turned up for a landing.",
    ),
    choice(
        "landing_test",
        ("touchdown_and_slide", "rest_only"),
        ambiguity="AMB2-66",
        says="Which points of a landing have to be clear of water, woods and town.",
    ),
    choice(
        "landing_craft_profile",
        ("unarmoured",),
        ambiguity="AMB2-34",
        says="Landing craft have no armour, move by the card's colour and are worth 1 point.",
    ),
    choice(
        "carrier_class",
        ("by_likeness",),
        ambiguity="AMB2-57",
        says="Light transports and gliders carry like trucks, weapons carriers like halftracks.",
    ),
)
POINTS: Final = (
    whole(
        "improved_surcharge",
        0,
        most=3,
        ambiguity="AMB2-41",
        says="Points that an improved unit is worth on top.",
    ),
    flag(
        "adv_column_counts",
        default=True,
        ambiguity="AMB2-41",
        says="Whether two guns, heavy armour and a machine gun count where listed as advantages.",
    ),
    whole(
        "support_weapon_vp",
        0,
        most=3,
        ambiguity="AMB2-56",
        says="Points that a machine gun or a mortar adds to infantry.",
    ),
    choice(
        "j1_reinforce",
        ("later", "next"),
        ambiguity="AMB2-52",
        says="Whether reinforcements of a clash of patrols come in a later turn or in the second.",
    ),
    inches(
        "s2_flank_depth_in",
        0.0,
        most=48,
        ambiguity="AMB2-43",
        says="How deep the flanks of pincers are in inches; 0 for a third of the table.",
    ),
    choice(
        "s3_card_scope",
        ("per_player_turn", "per_unit"),
        ambiguity="AMB2-43",
        says="For whom the card for the edge is turned in the fog of war.",
    ),
    choice(
        "s3_terrain_step",
        ("kind", "piece"),
        ambiguity="AMB2-67",
        says="How much terrain a side lays in one go in the fog of war.",
    ),
)
