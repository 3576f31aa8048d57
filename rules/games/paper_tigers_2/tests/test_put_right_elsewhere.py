"""Tests what was once ruled wrongly, each fault by its number: all but fights."""

from dataclasses import replace
from typing import Any

import pytest

from rules.games.paper_tigers.chapters.beginning import RolesSet
from rules.games.paper_tigers.chapters.bonus import AddBonus, BonusAdded
from rules.games.paper_tigers.chapters.deploying import ChooseEdge, DeployDone
from rules.games.paper_tigers.chapters.moving import Move
from rules.games.paper_tigers.chapters.terrain import NameObjective, TerrainDone
from rules.games.paper_tigers.chapters.turns import CardsRoll, Shuffle
from rules.games.paper_tigers.chapters.walking import MoveDone
from rules.games.paper_tigers.phases import awaits
from rules.games.paper_tigers.state import Pack
from rules.games.paper_tigers.tests.armies import box
from rules.games.paper_tigers.vocabulary import Phase
from rules.games.paper_tigers_2 import GAME
from rules.games.paper_tigers_2.armies import muster
from rules.games.paper_tigers_2.battle_options import FOG_OF_WAR
from rules.games.paper_tigers_2.chapters.beyond.entering import CameOn
from rules.games.paper_tigers_2.chapters.beyond.scenarios import CardRollsTied
from rules.games.paper_tigers_2.chapters.beyond.support import CallSupport
from rules.games.paper_tigers_2.chapters.hits import WeaponFired
from rules.games.paper_tigers_2.chapters.moving import MoveCounted
from rules.games.paper_tigers_2.chapters.shooting import FireWeapon
from rules.games.paper_tigers_2.chapters.taking_cover import TakeCover
from rules.games.paper_tigers_2.tests.armies import line
from rules.games.paper_tigers_2.tests.table_play import (
    GUEST,
    HOST,
    Battle,
    acting,
    agreed,
    all_of,
    lines,
    new_battle,
    put,
    started,
    the,
)

FAR = put("E2", (40, 40), blue=True)


def foggy() -> Battle:
    red, blue = lines("Red", "medium tank"), lines("Blue", "infantry")
    return new_battle(red, blue, scenario=FOG_OF_WAR)


def test_pt2_s3a_in_the_fog_of_war_nobody_is_called_a_defender() -> None:
    """Fault 11: both attack, and the roll is for the terrain alone."""
    game = foggy()
    assert "lays terrain first" in game.says
    assert "ttack" not in game.says
    game.rolled(HOST, 5, 4)
    told: RolesSet = the(game.rolled(GUEST, 1, 2), RolesSet)
    assert told.told() == "Both sides attack, and Red lays terrain first: Red 9, Blue 3."
    shown = GAME.view(game.state, HOST)
    assert (shown["attacker"], shown["defender"]) == ("", "")
    game.looks(terrain=(box("W1", "woods", at=(20, 20), size=(4, 4)),))
    game.do(HOST, TerrainDone())
    game.chose(GUEST, "accept")
    assert awaits(game.state).startswith("Blue: see that the terrain is laid out")


def test_pt2_s3a_equal_rolls_for_cards_are_made_again_where_both_attack() -> None:
    """Fault 11: nobody goes first as the Attacker; elsewhere the Attacker does."""
    units = (put("T1", (10, 40)), put("E1", (10, 4), blue=True))
    game = started(*units, phase=Phase.ROLL_CARDS, chosen={"scenario": FOG_OF_WAR})
    game.rolled(HOST, 4, 3)
    told = game.rolled(GUEST, 4, 3)
    assert all_of(told, CardRollsTied)
    assert game.waits_for == [CardsRoll, CardsRoll]
    game.rolled(HOST, 4, 3)
    game.rolled(GUEST, 5, 3)
    assert game.state.phase is Phase.DEAL
    usual = started(*units, phase=Phase.ROLL_CARDS)
    usual.rolled(HOST, 4, 3)
    usual.rolled(GUEST, 4, 3)
    assert usual.state.phase is Phase.DEAL


def with_bonus(*, points: int = 8) -> Battle:
    """Blue holds a place from the start; Red has a tank and a squad that stand by."""
    first = lines("Red", "medium tank")
    second = [line("R8", side="Red", kind="medium tank"), line("R9", side="Red", kind="infantry")]
    waiting = [replace(each, extra={**each.extra, "bonus": True}) for each in second]
    game = new_battle([*first, *waiting], lines("Blue", "medium tank", "infantry"))
    game.looks(terrain=(box("B9", "building", at=(20, 4), size=(4, 4)),))
    game.rolled(HOST, 6, 5)
    game.rolled(GUEST, 1, 2)
    game.do(HOST, NameObjective(area="B9", points=points, held_by="Blue"))
    game.do(HOST, TerrainDone())
    game.chose(GUEST, "accept")
    game.do(GUEST, ChooseEdge(edge="south"))
    return game


def test_pt2_g7_units_that_stand_by_are_added_for_the_points_that_are_allowed() -> None:
    """Fault 12: what a side may add joins it while it sets up."""
    game = with_bonus()
    assert (game.state.bonus, set(game.state.standby)) == ({"Red": 7}, {"R8", "R9"})
    assert "R8" not in game.state.units
    early = game.refused(HOST, AddBonus(units=("R8",)))
    assert (early.clause, early.waivable) == ("PT2-G7", True)
    game.do(GUEST, DeployDone())
    offered = {each.command for each in GAME.options(game.state, game.snapshot, HOST)}
    assert "add_bonus" in offered
    assert game.refused(HOST, AddBonus(units=("R7",))).waivable is False
    told: BonusAdded = the(game.do(HOST, AddBonus(units=("R8",))), BonusAdded)
    assert told.told() == "R8 joins Red, worth 5 points."
    game.stands("R8", (12.0, 45.0))
    game.do(HOST, DeployDone())
    assert game.state.unit("R8").spot is not None
    assert set(game.state.standby) == {"R9"}


def test_pt2_g7_more_than_is_allowed_takes_the_consent_of_all() -> None:
    """Fault 12: the points are a limit, which the players may let pass together."""
    game = with_bonus(points=2)
    game.do(GUEST, DeployDone())
    refusal = game.refused(HOST, AddBonus(units=("R8", "R9")))
    assert refusal.reason == "R8 and R9 take 6 points, and Red may add 2."
    game.do(HOST, AddBonus(units=("R8", "R9")), waives=("PT2-G7",))
    assert set(game.state.units) >= {"R8", "R9"}


def test_pt2_g7_units_that_stand_by_are_not_counted_in_an_army() -> None:
    """Fault 12: an army list may have them beyond its total."""
    waiting = replace(line("R2", side="Red", kind="medium tank"), extra={"bonus": True})
    found = muster([*lines("Red", "infantry"), waiting], agreed())
    assert [army.points for army in found] == [{"R1": 1}]


@pytest.mark.parametrize(("y", "second"), [(10, "medium hull gun"), (30, "")])
def test_pt2_i5e_the_second_of_two_guns_fires_only_where_it_can(y: float, second: str) -> None:
    """Fault 8, of its kind: a hull gun does not follow the turret's shot out of its arc."""
    lee = put("T1", (10, 10), as_model="M3 Lee", chosen={"two_guns_per_action": 2})
    target = put("E1", (30 if y == 10 else 10, y), blue=True)
    game = acting(lee, target, cards={"T1": "6H"}, chosen={"two_guns_per_action": 2})
    game.do(HOST, FireWeapon(target="E1", weapon="light turret gun"))
    told = game.rolled(HOST, *(4 for _ in range(game.asked_dice)))
    fired: WeaponFired = the(told, WeaponFired)
    assert fired.second == second


def test_pt2_s3b_who_has_no_card_for_an_edge_is_told_so() -> None:
    """Fault 3, of its kind: nobody is passed over in silence."""
    off = replace(put("T1", (4, 46)), unit=replace(put("T1", (4, 46)).unit, spot=None))
    game = started(
        off,
        put("E1", (5, 20), blue=True),
        phase=Phase.SHUFFLE,
        edge="west",
        packs={"pack": Pack(draw=0)},
        chosen={"scenario": FOG_OF_WAR},
    )
    game.do(GUEST, Shuffle())
    told = game.chose(HOST, "no")
    entered: CameOn = the(told, CameOn)
    assert entered.told() == (
        "No unit of Red comes onto the table: no card is left to name an edge."
    )
    assert game.state.phase is Phase.ROLL_CARDS


@pytest.mark.parametrize(
    ("clause", "body", "units", "cards"),
    [
        ("PT2-I4n", Move(), {"immobile": True}, "8C"),
        ("PT2-D21", TakeCover(), {}, "8D"),
        ("PT2-L1", CallSupport(target="E2"), {}, "AH"),
        ("PT2-F2", FireWeapon(target="E2", weapon="machine gun"), {"aboard": "T2"}, "8D"),
    ],
)
def test_what_a_rule_forbids_may_be_let_pass_together(
    clause: str, body: object, units: dict[str, Any], cards: str
) -> None:
    """What follows works as if the rule had not been there."""
    game = acting(put("T1", (30, 10), **units), put("T2", (20, 10)), FAR, cards={"T1": cards})
    refusal = game.refused(HOST, body)
    assert (refusal.clause, refusal.waivable) == (clause, True)
    game.do(HOST, body, waives=(clause,))
    assert game.state.asks


@pytest.mark.parametrize(("x", "y", "legal"), [(15.8, 10.0, True), (17.0, 10.0, False)])
def test_pt2_j2_a_move_over_any_water_goes_six_inches_in_all(
    x: float, y: float, *, legal: bool
) -> None:
    """Fault 7: dry inches count as well, and the sentence says so."""
    pond = box("P1", "water", at=(12, 6), size=(2, 8))
    dukw = put("T1", (10, 10), as_model="DUKW")
    game = acting(dukw, put("E1", (40, 40), blue=True), cards={"T1": "8C"}, terrain=[pond])
    game.do(HOST, Move())
    told = game.rolled(HOST, 4, 3, 2)
    counted: MoveCounted = the(told, MoveCounted)
    assert "no more than 6 if any of it is on water" in counted.told()
    game.stands("T1", (x, y))
    if legal:
        game.do(HOST, MoveDone(unit="T1"))
    else:
        refusal = game.refused(HOST, MoveDone(unit="T1"))
        assert refusal.clause == "PT2-J2"
        assert refusal.reason.startswith("T1 went 7 in in all, 2 of them on water")


def test_pt2_j2_on_dry_land_an_amphibian_goes_as_far_as_its_dice() -> None:
    """Fault 7: without water on its way it is held to nothing more."""
    dukw = put("T1", (10, 10), as_model="DUKW")
    game = acting(dukw, put("E1", (40, 40), blue=True), cards={"T1": "8C"})
    game.do(HOST, Move())
    game.rolled(HOST, 4, 3, 2)
    game.stands("T1", (18, 10))
    game.do(HOST, MoveDone(unit="T1"))
