"""Knows the words of the second edition that commands, events and state share."""

from enum import StrEnum
from typing import Final

from rules.table.units import Inches


class Action(StrEnum):
    """What a unit may do with a card."""

    FIRE = "fire"
    MOVE = "move"
    CLOSE_COMBAT = "close_combat"
    TAKE_COVER = "take_cover"
    SUPPORT = "support"


class Topic(StrEnum):
    """What steps and asks of this edition are about."""

    THROW = "throw"
    """Dice of the step that comes first."""
    REROLL = "reroll"
    WEAPON = "weapon"
    SPLIT = "split"
    SUPPRESS = "suppress"
    LOSE_CARD = "lose_card"
    WHICH_CARD = "which_card"
    BONUS_SHOT = "bonus_shot"
    SPLASH = "splash"
    TAKE_COVER = "take_cover"
    HELPERS = "helpers"
    CONTACT = "contact"
    STRIKE = "strike"
    DEFENCE = "defence"
    DEFEND = "defend"
    DEFEND_WHOM = "defend_whom"
    COMBAT_ENDS = "combat_ends"
    SUICIDE = "suicide"
    REGROUP = "regroup"
    FALL_BACK = "fall_back"
    RECOVER = "recover"
    BARRAGE = "barrage"
    AIR_STRIKE = "air_strike"
    NEXT_TARGET = "next_target"
    LANDING_CARD = "landing_card"
    DROP = "drop"
    DRIFT = "drift"
    LAND = "land"
    SLIDE = "slide"
    ENTRY_CARD = "entry_card"
    NORTH = "north"


FAR: Final = Inches(12.0)
"""Beyond this small guns lose a die (PT2-H1a, H3a, H7a), and so does a squad's support weapon."""
CONTACT: Final = Inches(0.5)
"""How near attackers are put to what they attack (PT2-D28)."""
CLOSE: Final = Inches(6.0)
"""PT2-D27: how far close combat reaches."""
HELP: Final = Inches(3.0)
"""PT2-D35, E6, E8, H9e: how near friends of either side have to be."""
SPREAD: Final = Inches(6.0)
"""PT2-H10e, H11b, L2a, L3b: how far shells and bombs spread."""
FALL_BACK: Final = Inches(6.0)
"""PT2-C23."""
ON_WATER: Final = Inches(6.0)
"""PT2-J2."""
NOBODY: Final = "nobody"
KEEP: Final = "keep"
YES: Final = "yes"
NO: Final = "no"
