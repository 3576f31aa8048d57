"""Knows everything that this edition puts in the place of what the basic game rules."""

from types import MappingProxyType
from typing import Final

from rules.games.paper_tigers.rulings import Rulings
from rules.games.paper_tigers.vocabulary import Phase, StepKind
from rules.games.paper_tigers_2.decide import (
    acting,
    blows,
    carrying,
    close_combat,
    entering,
    flames,
    idling,
    landing,
    moving,
    recovering,
    saving,
    scenarios,
    shooting,
    splitting,
    support,
    suppressing,
    taking_cover,
    throwing,
    turning,
    walking,
    weapons,
)
from rules.games.paper_tigers_2.vocabulary import Topic

_HANDLERS: Final = (flames,)
"""Imported for what it registers."""

RULINGS: Final = Rulings(
    steps=MappingProxyType(
        {
            StepKind.AIM: shooting.aim,
            StepKind.SAVE: saving.save,
            StepKind.ROLL_MOVE: moving.roll_move,
            Topic.SUPPRESS: suppressing.suppress,
            Topic.LOSE_CARD: suppressing.lose_card,
            Topic.SPLASH: suppressing.splash,
            Topic.BONUS_SHOT: suppressing.bonus_shot,
            Topic.TAKE_COVER: taking_cover.find_cover,
            Topic.HELPERS: close_combat.name_helpers,
            Topic.CONTACT: close_combat.bring_into_contact,
            Topic.STRIKE: blows.strike,
            Topic.DEFENCE: blows.call_defenders,
            Topic.DEFEND: blows.defend,
            Topic.COMBAT_ENDS: blows.end_combat,
            Topic.FALL_BACK: recovering.fall_back,
            Topic.BARRAGE: support.fall,
            Topic.AIR_STRIKE: support.fall,
            Topic.DROP: landing.roll_drop,
            Topic.DRIFT: landing.ask_drift,
            Topic.SLIDE: landing.slide,
            Topic.LAND: landing.come_down,
        }
    ),
    rolls=MappingProxyType(
        {
            Topic.THROW: throwing.settle_throw,
            Topic.RECOVER: recovering.settle_recovery,
        }
    ),
    choices=MappingProxyType(
        {
            Topic.REROLL: throwing.settle_reroll,
            Topic.WEAPON: shooting.settle_weapon,
            Topic.SPLIT: splitting.settle_split,
            Topic.WHICH_CARD: suppressing.settle_which_card,
            Topic.SPLASH: suppressing.settle_splash,
            Topic.BONUS_SHOT: suppressing.settle_bonus_shot,
            Topic.HELPERS: close_combat.settle_helper,
            Topic.SUICIDE: blows.settle_suicide,
            Topic.DEFEND_WHOM: blows.settle_defend_whom,
            Topic.REGROUP: recovering.settle_regroup,
            Topic.NEXT_TARGET: support.settle_next_target,
            Topic.NORTH: scenarios.settle_north,
            Topic.DRIFT: landing.settle_drift,
        }
    ),
    faces=MappingProxyType(
        {
            Topic.ENTRY_CARD: entering.settle_entry_card,
            Topic.LANDING_CARD: landing.settle_landing_card,
        }
    ),
    places=MappingProxyType(
        {
            Topic.CONTACT: close_combat.settle_contact,
            Topic.LAND: landing.settle_land,
        }
    ),
    advances=MappingProxyType(
        {
            Phase.REPAIR_ROLLS: recovering.roll_recoveries,
            Phase.ARRIVALS: landing.look_for_landings,
            Phase.ACT: scenarios.look_at_edges,
        }
    ),
    check_shot=weapons.check_shot,
    no_ride=carrying.no_ride,
    unfit_to_act=acting.unfit_to_act,
    unfit_for_card=acting.unfit_for_card,
    unfit_for_action=acting.unfit_for_action,
    idle=idling.is_idle,
    may_repair=recovering.may_repair,
    intents=acting.intents,
    in_order=turning.queue_in_order,
    ground=moving.ground,
    move_findings=walking.walk_findings,
    stays=walking.stays,
    zones=scenarios.zones,
    terrain_side=scenarios.terrain_side,
    hold_terrain=scenarios.hold_terrain,
    terrain_done=scenarios.terrain_done,
    attacker=scenarios.attacker,
    extra_points=scenarios.extra_points,
    comes_by_itself=entering.comes_by_itself,
    turn_begins=landing.turn_begins,
    shuffler=turning.shuffler,
    deal_order=turning.deal_order,
    first_side=turning.first_side,
)
