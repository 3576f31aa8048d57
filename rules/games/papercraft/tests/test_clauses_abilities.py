"""Tests of abilities that work with moves and attacks (clauses ABL-00 to 04, 08, 09 and 12)."""

from dataclasses import replace

import pytest

from rules.games.papercraft import GAME
from rules.games.papercraft.abilities import ABILITIES
from rules.games.papercraft.catalogue import CATALOGUE
from rules.games.papercraft.chapters.abilities_used import AppliedByHand, UseAbility
from rules.games.papercraft.chapters.amending import AmendUnit, UnitAmended
from rules.games.papercraft.chapters.attacks import Attack
from rules.games.papercraft.chapters.damage import Hurt, StatusGained, works_with
from rules.games.papercraft.chapters.hits import HitRolled
from rules.games.papercraft.chapters.moving import EndMovement, SquareMoveDone
from rules.games.papercraft.chapters.turns import BattleDecided
from rules.games.papercraft.state import Phase, StatusKind
from rules.games.papercraft.tests.armies import rows
from rules.games.papercraft.tests.table_play import (
    GUEST,
    HOST,
    STRICT,
    Battle,
    Put,
    all_of,
    attacking,
    moving,
    new_battle,
    profile_of,
    put,
    ruling,
    the,
    turn_over,
)
from rules.table.bad_input import BadInputError

FAR = put("Z", "seal_captain", (33, 33), blue=True)


def captain(name: str, at: tuple[float, float], *, blue: bool = True, **more: object) -> Put:
    return put(name, "seal_captain", at, blue=blue, **more)  # type: ignore[arg-type]


def test_pc_abl_00_what_the_umpire_does_not_know_is_applied_by_hand() -> None:
    odd = profile_of("seal_captain", abilities=("paper_cut",))
    game = attacking(put("A", "seal_captain", (10, 10), profile=odd), captain("B", (20, 20)))
    offers = GAME.options(game.state, game.snapshot, HOST)
    assert any(each.says == "A uses paper cut; you apply it by hand." for each in offers)
    told = game.do(HOST, UseAbility(unit="A", ability="paper_cut", target="B"))
    assert the(told, AppliedByHand).target == "B"
    amend = AmendUnit(unit="B", hp=9)
    assert game.refused(HOST, amend).reason == (
        "That B has 9 HP and has not moved this turn is for all of you to agree on, with a reason."
    )
    assert the(game.do(HOST, amend, waives=["PC-OBJ-10"]), UnitAmended).hp == 9


def grappled(attacker: str, attack: str, *, die: int) -> Battle:
    game = attacking(put("A", attacker, (10, 10)), captain("B", (10, 11.1)), FAR)
    game.do(HOST, Attack(unit="A", attack=attack, target="B"))
    game.fought(die, 7 - die)
    return game


def test_pc_abl_01_grapple_stops_whoever_is_attacked_hit_or_not() -> None:
    game = grappled("stefanos_foot_soldiers", "short_spears", die=1)
    (status,) = game.unit("B").statuses
    assert (status.kind, status.turn, status.by) == (StatusKind.PINNED, 1, "A")
    turn_over(game)
    game.lies("B", (10, 14))
    assert game.refused(GUEST, SquareMoveDone(unit="B")).clause == "PC-MOV-12"
    game.lies("B", (10, 11.1))
    turn_over(game)
    turn_over(game)
    game.lies("B", (10, 14))
    game.do(GUEST, SquareMoveDone(unit="B"))


def flown(unit_type: str, blocker: str, *, end: float = 18.0) -> Battle:
    game = moving(
        put("A", unit_type, (10, 10)),
        put("C", blocker, (10, 14), blue=True),
        FAR,
        chosen=dict(STRICT),
    )
    game.lies("A", (10, end))
    return game


def test_pc_abl_02_ghost_flight_moves_over_enemies_and_ends_clear() -> None:
    flown("dust_wraiths", "seal_captain").do(HOST, SquareMoveDone(unit="A"))
    flown("dust_wraiths", "press_tower").do(HOST, SquareMoveDone(unit="A"))
    refusal = flown("dust_wraiths", "seal_captain", end=15).refused(HOST, SquareMoveDone(unit="A"))
    assert refusal.clause == "PC-MOV-07"


def test_pc_abl_03_absorb_heat_stops_whoever_is_hit_and_nobody_else() -> None:
    for die, stopped in ((6, True), (1, False)):
        game = attacking(put("A", "will_o_wights", (10, 5)), captain("B", (10, 7.1)), FAR)
        game.do(HOST, Attack(unit="A", attack="chilling_presence", target="B"))
        told = game.fought(die, 7 - die)
        assert bool(all_of(told, StatusGained)) is stopped
        if stopped:
            assert ruling(told, StatusGained).clause == "PC-ABL-03"


@pytest.mark.parametrize(("rounding", "own"), [("down", 12), ("up", 13)])
def test_pc_abl_04_wear_and_tear_costs_half(rounding: str, own: int) -> None:
    game = attacking(
        put("A", "warmachine_otoro", (10, 10)),
        put("B", "press_tower", (10, 13.6), blue=True),
        FAR,
        chosen={"half_rounding": rounding},
    )
    game.do(HOST, Attack(unit="A", attack="steel_arm", target="B"))
    game.fought(6, 1)
    target, self_ = all_of(game.hit_for(6, 5, 2, 1), Hurt)
    assert (target.amount, self_.amount, self_.unit) == (25, own, "A")
    assert game.unit("A").hp == 100 - own


@pytest.mark.parametrize(
    ("share", "worn", "winner"), [(50, ["B"], "Red"), (51, ["B", "A"], "Blue")]
)
def test_pc_abl_04_whoever_has_the_agreed_points_is_not_worn_any_more(
    share: int, worn: list[str], winner: str
) -> None:
    """With the share that was agreed the battle is won; the wear of that blow lost it again."""
    game = attacking(
        put("A", "warmachine_otoro", (10, 10), hp=5, spent=("fire_rockets",)),
        captain("C", (3, 3), blue=False),
        captain("B", (10, 11.5)),
        FAR,
        chosen={"victory": "points_share", "victory_share": share},
    )
    game.do(HOST, Attack(unit="A", attack="steel_arm", target="B"))
    game.fought(6, 1)
    told = game.hit_for(6, 5, 6, 6)
    assert [each.unit for each in all_of(told, Hurt)] == worn
    assert the(told, BattleDecided).winner == winner


def test_pc_abl_04_only_its_own_attack_wears_a_unit() -> None:
    (arm,) = CATALOGUE["warmachine_otoro"].profile.attacks
    wear = ABILITIES["wear_and_tear"]
    assert works_with(wear, arm)
    assert not works_with(wear, replace(arm, id="bolt"))


def powered(**chosen: object) -> Battle:
    game = attacking(
        put("A", "miguel", (10, 10)),
        captain("C", (13, 10), blue=False),
        captain("B", (13, 11.1)),
        FAR,
        chosen=dict(chosen),
    )
    game.do(HOST, UseAbility(unit="A", ability="the_power", target="C"))
    return game


def test_pc_abl_08_the_power_doubles_the_hit_bonus_of_a_friend() -> None:
    game = powered()
    game.do(HOST, Attack(unit="C", attack="blade", target="B"))
    assert the(game.fought(1, 6), HitRolled).attack_total == 7
    turn_over(game)
    assert game.unit("C").statuses == ()


def test_pc_abl_09_insubstantial_moves_over_enemies_but_not_over_buildings() -> None:
    flown("lantern_wisp", "quill_spears").do(HOST, SquareMoveDone(unit="A"))
    tower = flown("lantern_wisp", "press_tower", end=22)
    assert tower.refused(HOST, SquareMoveDone(unit="A")).clause == "PC-MOV-06"


def test_pc_abl_12_an_army_has_one_uber_unit() -> None:
    once = rows("Red", "organ_house", "seal_captain")
    assert len(new_battle(once, rows("Blue", "moth_rider")).state.units) == 3
    with pytest.raises(BadInputError, match="expected at most 1 unit with Uber, got R1 and R2"):
        new_battle(rows("Red", "organ_house", "organ_house"), rows("Blue", "moth_rider"))


def test_abilities_wait_for_the_attack_phase() -> None:
    game = moving(put("A", "miguel", (10, 10)), captain("C", (12, 10), blue=False), FAR)
    use = UseAbility(unit="A", ability="the_power", target="C")
    assert game.refused(HOST, use).clause == "PC-ATK-10"
    game.do(HOST, EndMovement())
    assert game.state.phase is Phase.ATTACK
    game.do(HOST, use)
