"""Tests what happens where rules of close combat, recovery, landings and support meet."""

from dataclasses import replace
from typing import Any

import pytest

from rules.games.paper_tigers.chapters.acting import Decline
from rules.games.paper_tigers.chapters.fire.firing import Fire
from rules.games.paper_tigers.chapters.fire.saving import Destroyed
from rules.games.paper_tigers.chapters.moving import Move
from rules.games.paper_tigers.chapters.repairs import Repair
from rules.games.paper_tigers.chapters.riding import DismountRoll, Place
from rules.games.paper_tigers.state import Hand
from rules.games.paper_tigers.tests.armies import box
from rules.games.paper_tigers.tests.battles import spot
from rules.games.paper_tigers.vocabulary import Follower, Phase
from rules.games.paper_tigers_2.chapters.beyond.coming_down import Crashed
from rules.games.paper_tigers_2.chapters.beyond.landing import DropAt
from rules.games.paper_tigers_2.chapters.beyond.support import CallSupport
from rules.games.paper_tigers_2.chapters.blows import CombatEnded, DefendersCalled
from rules.games.paper_tigers_2.chapters.close_combat import CloseCombat
from rules.games.paper_tigers_2.chapters.contact import BreakOff, BrokeOff, WhoHelps
from rules.games.paper_tigers_2.chapters.hits import WeaponFired
from rules.games.paper_tigers_2.chapters.moving import CoverLeft
from rules.games.paper_tigers_2.chapters.recovery import FallBackFirst
from rules.games.paper_tigers_2.chapters.taking_cover import TakeCover
from rules.games.paper_tigers_2.chapters.throwing import ThrowDice
from rules.games.paper_tigers_2.state import sheet_of
from rules.games.paper_tigers_2.tests.table_play import (
    GUEST,
    HOST,
    Battle,
    Put,
    acting,
    agreed,
    all_of,
    ending_turn,
    entry,
    put,
    started,
    the,
)
from rules.games.paper_tigers_2.units.catalogue import Condition, Stage
from rules.games.paper_tigers_2.units.unit_dice import action_pool

SQUAD = put("T1", (10, 10), kind="infantry")


def attack(*units: Put, card: str = "8D", **more: Any) -> Battle:
    """T1 attacks E1 and stands beside it, or is asked for more."""
    game = acting(*units, cards={"T1": card}, **more)
    game.do(HOST, CloseCombat(target="E1"))
    while game.waits_for == [WhoHelps]:
        game.chose(GUEST, "nobody")
    target = game.own("E1")
    assert target.spot is not None
    away = (0.6 if sheet_of(target).infantry else 1.5) + (0.6 if game.sheet("T1").infantry else 1.5)
    game.stands("T1", (target.spot.x_in - away - 0.1, target.spot.y_in))
    game.do(HOST, Place(unit="T1"))
    return game


def foe(kind: str = "medium tank", *traits: str, **more: Any) -> Put:
    return put("E1", (15, 10), kind=kind, traits=traits, blue=True, **more)


@pytest.mark.parametrize(
    ("kind", "traits", "target", "held", "dice"),
    [
        ("infantry", (), ("armour skirts", "open top"), {"on foot"}, 3),
        ("infantry", ("suicide assault",), ("open top",), {"on foot", "suicide"}, 5),
        ("infantry", ("suicide assault",), (), {"on foot"}, 3),
        ("scouts", (), ("armour skirts",), {"on foot"}, 2),
        ("medium tank", (), ("armour skirts",), set(), 2),
        ("armoured car", (), ("open top",), set(), 3),
    ],
)
def test_dice_of_a_blow(
    kind: str, traits: tuple[str, ...], target: tuple[str, ...], held: set[str], dice: int
) -> None:
    pool = action_pool(
        Stage.CLOSE_COMBAT,
        entry(kind, *traits),
        target=entry("medium tank", *target),
        situation=frozenset(Condition(each) for each in held),
        options=agreed(),
    )
    assert pool.count == dice


def test_armour_and_cover_do_not_help_at_close_quarters() -> None:
    game = attack(SQUAD, foe("heavy tank", covered=True), put("E2", (40, 40), blue=True))
    told = game.rolled(HOST, 6, 1, 1)
    assert the(told, Destroyed).unit == "E1"


def test_improved_infantry_strikes_again_with_some_of_its_dice() -> None:
    game = attack(
        put("T1", (10, 10), kind="infantry", improved=True), foe(), put("E2", (40, 40), blue=True)
    )
    game.rolled(HOST, 4, 1, 1)
    game.chose(HOST, "1 and 1")
    game.rolled(HOST, 2, 2)
    assert game.own("E1").destroyed


@pytest.mark.parametrize(("strikes", "called"), [(True, ("E1",)), (False, ())])
def test_a_damaged_defender_strikes_back_as_agreed(
    called: tuple[str, ...], *, strikes: bool
) -> None:
    game = attack(SQUAD, foe(hits=1), chosen={"cc_damaged_strikes_back": strikes})
    told = game.rolled(HOST, 1, 1, 1)
    assert the(told, DefendersCalled).units == called


def test_winners_go_back_where_that_is_agreed() -> None:
    game = attack(
        SQUAD, foe("infantry"), put("E2", (40, 40), blue=True), chosen={"cc_after_win": "return"}
    )
    told = game.rolled(HOST, 6, 2, 1)
    assert [each.unit for each in the(told, CombatEnded).back] == ["T1"]


def test_a_failed_suicide_assault_ends_after_the_defence_where_agreed() -> None:
    unit = put("T1", (10, 10), kind="infantry", traits=["suicide assault"])
    game = attack(unit, foe(), put("T2", (40, 40)), chosen={"suicide_fail": "after_defence"})
    game.chose(HOST, "yes")
    game.rolled(HOST, 1, 1, 1, 1)
    assert not game.own("T1").destroyed
    game.rolled(GUEST, 1, 1)
    assert game.own("T1").destroyed


def test_an_attacker_loses_the_cover_it_took() -> None:
    game = attack(put("T1", (10, 10), kind="infantry", covered=True), foe())
    game.rolled(HOST, 1, 1, 1)
    game.rolled(GUEST, 1, 1)
    assert not game.facts("T1").covered


def test_an_attacker_that_finds_no_way_gives_up_and_nobody_strikes_at_it() -> None:
    game = acting(SQUAD, foe(), cards={"T1": "8D"})
    game.do(HOST, CloseCombat(target="E1"))
    told = game.do(HOST, BreakOff(unit="T1"))
    assert the(told, BrokeOff).target == "E1"
    assert the(told, DefendersCalled).units == ()
    assert game.own("T1").spot == spot(10, 10)
    assert game.refused(HOST, BreakOff(unit="T1")).clause == "PT2-D28"


def test_a_destroyed_carrier_takes_its_riders_down_to_the_ground() -> None:
    rider = put("S1", (15, 10), kind="infantry", blue=True, aboard="E1")
    game = attack(SQUAD, foe("transport"), rider)
    game.rolled(HOST, 6, 2, 1)
    assert game.own("E1").destroyed
    assert game.waits_for == [DismountRoll]


def test_only_supporters_may_be_attacked_besides_where_that_is_agreed() -> None:
    game = acting(
        SQUAD,
        put("A", (10, 12.5), kind="infantry"),
        foe("infantry"),
        put("E2", (15, 13), kind="infantry", blue=True),
        cards={"T1": "8D"},
        chosen={"follower_targets": "supporting_only"},
    )
    game.do(HOST, CloseCombat(target="E1", followers=(Follower(unit="A", target="E2"),)))
    game.chose(GUEST, "nobody")
    game.stands("T1", (13.7, 10))
    game.do(HOST, Place(unit="T1"))
    game.stands("A", (13.7, 13))
    game.do(HOST, Place(unit="A"))
    game.rolled(HOST, 1, 1, 1)
    assert game.waits_for == [ThrowDice]
    assert "E1 strikes" in game.says, "the blow at E2 does not count: it supports nobody"


def test_followers_without_a_radio_have_one_action() -> None:
    game = acting(
        SQUAD,
        put("A", (10, 12.5), kind="infantry", traits=["no radio"], actions=1),
        foe(),
        cards={"T1": "8D"},
    )
    followers = (Follower(unit="A", target="E1"),)
    assert game.refused(HOST, CloseCombat(target="E1", followers=followers)).clause == "PT2-I4c"


def test_a_unit_that_can_do_nothing_lets_its_card_go_even_where_cards_have_to_be_used() -> None:
    stuck = put("T1", (10, 10), traits=["weak running gear"], immobile=True)
    far = put("E1", (40, 10), kind="infantry", blue=True)
    woods = [box("W1", "woods", at=(20, 2), size=(6, 16))]
    game = acting(stuck, far, cards={"T1": "8D"}, terrain=woods, chosen={"allow_decline": False})
    assert game.refused(HOST, Move()).clause == "PT2-I4n"
    game.do(HOST, Decline())
    able = acting(
        put("T1", (10, 10)), far, cards={"T1": "8D"}, terrain=woods, chosen={"allow_decline": False}
    )
    assert able.refused(HOST, Decline()).clause == "PT2-C11"


def test_an_immobile_unit_may_be_repaired_without_a_hit() -> None:
    game = ending_turn(
        put("T1", (10, 10), traits=["weak running gear"], immobile=True),
        foe(),
        red=Hand(open=("4D",)),
    )
    game.do(HOST, Repair(unit="T1", card="4D"))
    game.rolled(HOST, 1, 1)
    assert game.facts("T1").immobile


def test_immobile_units_fall_back_where_that_is_agreed() -> None:
    game = ending_turn(
        put("T1", (10, 10), traits=["weak running gear"], immobile=True, hits=1),
        foe(),
        red=Hand(open=("4D",)),
        chosen={"immobile_regroup": True},
    )
    game.do(HOST, Repair(unit="T1", card="4D"))
    assert game.waits_for == [FallBackFirst]


def test_separate_recoveries_for_a_hit_and_for_running_gear() -> None:
    game = ending_turn(
        put("T1", (10, 10), traits=["weak running gear"], immobile=True, hits=1),
        foe(),
        red=Hand(open=("4D",)),
        chosen={"immobile_recovery": "separate_rolls"},
    )
    game.do(HOST, Repair(unit="T1", card="4D"))
    game.rolled(HOST, 4, 4)
    assert (game.own("T1").hits, game.facts("T1").immobile) == (0, True)


def test_an_ace_on_a_unit_that_cannot_act_calls_nobody() -> None:
    game = acting(put("T1", (10, 10), hits=1), foe(), cards={"T1": "AS"}, chosen={"support": True})
    assert game.refused(HOST, CallSupport(target="E1")).clause == "PT2-C22"


def test_aircraft_on_a_flamethrower_are_lethal_and_on_low_profiles_no_harder() -> None:
    game = acting(
        put("T1", (10, 10)),
        foe("infantry", "flamethrower"),
        put("E2", (40, 40), blue=True),
        cards={"T1": "AH"},
        chosen={"support": True},
    )
    game.do(HOST, CallSupport(target="E1"))
    game.rolled(HOST, 6, 4, 1)
    assert game.own("E1").destroyed
    gun = acting(
        put("T1", (10, 10)), foe("self-propelled gun"), cards={"T1": "AH"}, chosen={"support": True}
    )
    gun.do(HOST, CallSupport(target="E1"))
    assert "11 or more" in gun.says


def test_a_unit_that_calls_has_used_its_card_and_an_action() -> None:
    game = acting(
        put("T1", (10, 10)),
        foe(),
        put("E2", (40, 40), blue=True),
        cards={"T1": "AS", "E2": "2D"},
        chosen={"support": True},
    )
    game.do(HOST, CallSupport(target="E1"))
    game.rolled(HOST, 1, 1)
    game.chose(HOST, "nobody")
    assert game.own("T1").actions == 1
    assert "AS" in game.discards


def test_a_glider_that_crashes_takes_all_aboard_with_it() -> None:
    flyer = put("A1", (24, 24), kind="glider", landing="in_air", arrives=1)
    rider = put("L1", (24, 24), kind="infantry", aboard="A1", arrives=1)
    units = [replace(each, unit=replace(each.unit, spot=None)) for each in (flyer, rider)]
    game = started(
        *units,
        put("T2", (40, 40)),
        put("E1", (5, 5), blue=True),
        phase=Phase.ARRIVALS,
        terrain=[box("W1", "woods", at=(20, 20), size=(4, 4))],
        chosen={"landings": True},
    )
    game.turned(HOST, "2S")
    game.do(HOST, DropAt(unit="A1", at=spot(22, 22)))
    game.rolled(HOST, 3, 3, 3)
    told = game.rolled(HOST, 1, 1, 1)
    assert the(told, Crashed).into == "woods W1"
    assert game.own("L1").destroyed


def test_a_unit_that_has_lost_its_weapon_on_landing_fires_small_arms() -> None:
    game = acting(
        put("T1", (10, 10), kind="infantry", traits=["machine gun"], unarmed=True),
        foe(),
        cards={"T1": "8D"},
    )
    game.do(HOST, Fire(target="E1"))
    assert "small arms" in game.says


def test_a_squad_with_flames_outside_a_bunker_burns_whoever_is_inside() -> None:
    bunker = [box("K1", "pillbox", at=(12, 7), size=(6, 6))]
    game = acting(
        put("T1", (10, 10), kind="infantry", traits=["flamethrower"]),
        foe("infantry", covered=True),
        cards={"T1": "6H"},
        terrain=bunker,
    )
    game.do(HOST, Fire(target="E1"))
    game.chose(HOST, "flamethrower")
    told = game.rolled(HOST, 4, 2, 1)
    assert the(told, WeaponFired).destroys
    assert game.own("E1").destroyed


def test_taking_cover_lasts_over_turns_and_does_not_stack() -> None:
    game = acting(put("T1", (10, 10), covered=True), foe(), cards={"T1": "5S"})
    told = game.do(HOST, TakeCover())
    assert all_of(told, CoverLeft) == []
    game.rolled(HOST, 1, 1)
    assert game.facts("T1").covered, "a second try that fails costs nothing"
