"""Tests of death and corpses (clauses DTH)."""

import pytest

from rules.games.papercraft import GAME
from rules.games.papercraft.chapters.attacks import Attack
from rules.games.papercraft.chapters.damage import Hurt
from rules.games.papercraft.chapters.death import Died
from rules.games.papercraft.chapters.moving import EndMovement, SquareMoved, SquareMoveDone
from rules.games.papercraft.chapters.salvo import SalvoRoll
from rules.games.papercraft.profiles import Fate
from rules.games.papercraft.tests.table_play import (
    GUEST,
    HOST,
    STRICT,
    Battle,
    Put,
    attacking,
    moving,
    put,
    ruling,
    the,
)
from rules.table.snapshot import PieceState

FAR = put("Z", "seal_captain", (30, 33), blue=True)
BOW = put("A", "inkbow_company", (10, 5))


def killed(unit_type: str, *others: Put, death: Fate | None = None, **chosen: object) -> Battle:
    """A unit with one hit point that is shot dead at (10, 15)."""
    target = put("B", unit_type, (10, 15), blue=True, hp=1, death=death, face="face")
    game = attacking(BOW, target, FAR, *others, chosen=dict(chosen))
    game.do(HOST, Attack(unit="A", attack="bow", target="B"))
    game.fought(6, 1)
    game.hit_for(6, 6)
    return game


def test_pc_dth_01_no_hit_point_left_is_death() -> None:
    for hp, lives in ((10, False), (11, True)):
        game = attacking(BOW, put("B", "paper_ghouls", (10, 15), blue=True, hp=hp), FAR)
        game.do(HOST, Attack(unit="A", attack="bow", target="B"))
        game.fought(6, 1)
        told = game.hit_for(3, 4)
        assert the(told, Hurt).hp == hp - 10
        assert game.unit("B").alive is lives


@pytest.mark.parametrize("unit_type", ["paper_ghouls", "lantern_wisp"])
def test_pc_dth_02_undead_and_magic_are_taken_off(unit_type: str) -> None:
    game = killed(unit_type)
    assert game.unit("B").fate is Fate.REMOVED
    (found,) = GAME.differences(game.state, game.snapshot)
    assert (found.subject, found.kind) == ("B", "not_removed")
    game.gone("B")
    assert GAME.differences(game.state, game.snapshot) == ()


def test_pc_dth_03_the_primary_type_decides_unless_a_list_may() -> None:
    assert killed("paper_ghouls", death=Fate.CORPSE).unit("B").fate is Fate.REMOVED
    game = killed("paper_ghouls", death=Fate.CORPSE, death_field="unit_list")
    assert game.unit("B").fate is Fate.CORPSE


@pytest.mark.parametrize("unit_type", ["seal_captain", "ballista_cart"])
def test_pc_dth_04_living_and_mechanical_are_turned_over(unit_type: str) -> None:
    game = killed(unit_type)
    (found,) = GAME.differences(game.state, game.snapshot)
    assert (found.subject, found.kind) == ("B", "not_turned")
    game.lies("B", (10, 15), face="corpse")
    assert GAME.differences(game.state, game.snapshot) == ()
    game.lies("B", (10, 15.4), face="corpse")
    (shifted,) = GAME.differences(game.state, game.snapshot)
    assert "0.4 in from where it was ruled to be" in shifted.says


def dead(name: str, unit_type: str, at: tuple[float, float], **more: object) -> Put:
    given = {"fate": Fate.CORPSE, "hp": 0, "blue": True, **more}
    return put(name, unit_type, at, **given)  # type: ignore[arg-type]


def test_pc_dth_05_corpses_are_crossed_and_stood_on() -> None:
    game = moving(put("A", "seal_captain", (10, 10)), dead("C", "quill_spears", (10, 14)), FAR)
    game.lies("A", (10, 14))
    assert the(game.do(HOST, SquareMoveDone(unit="A")), SquareMoved).length == pytest.approx(4)


@pytest.mark.parametrize(
    ("unit_type", "fate", "chosen", "stops"),
    [
        ("moth_rider", Fate.CORPSE, {}, True),
        ("great_moth", Fate.CORPSE, {}, True),
        ("great_moth", Fate.CORPSE, {"titan_corpse": "passable"}, False),
        ("press_tower", Fate.RUBBLE, {}, True),
        ("press_tower", Fate.RUBBLE, {"building_death": "passable"}, False),
    ],
)
def test_pc_dth_06_what_is_too_large_is_not_crossed(
    unit_type: str, fate: Fate, chosen: dict[str, object], stops: bool
) -> None:
    corpse = dead("C", unit_type, (10, 14), fate=fate)
    game = moving(put("A", "seal_captain", (10, 10)), corpse, FAR, chosen={**STRICT, **chosen})
    game.lies("A", (10, 14.5))
    if stops:
        assert game.refused(HOST, SquareMoveDone(unit="A")).clause == "PC-DTH-06"
    else:
        game.do(HOST, SquareMoveDone(unit="A"))


def test_pc_dth_07_a_covered_corpse_stays_where_it_was() -> None:
    game = moving(put("A", "seal_captain", (10, 10)), dead("C", "seal_captain", (10, 14)), FAR)
    game.lies("A", (10, 14))
    game.lies("C", (10, 14), seen=PieceState.HIDDEN)
    game.do(HOST, SquareMoveDone(unit="A"))
    game.gone("C")
    assert GAME.differences(game.state, game.snapshot) == ()
    game.lies("A", (10, 17))
    game.do(HOST, SquareMoveDone(unit="A"))
    (found,) = GAME.differences(game.state, game.snapshot)
    assert (found.subject, found.kind) == ("C", "missing")


def test_pc_dth_08_what_a_death_sets_off_comes_before_the_next_attack() -> None:
    otoro = put("B", "warmachine_otoro", (10, 15), blue=True, hp=1)
    game = attacking(put("A", "ballista_cart", (10, 5)), otoro, FAR)
    game.do(HOST, Attack(unit="A", attack="bolt", target="B"))
    game.fought(6, 1)
    told = game.hit_for(6, 6, 6)
    assert the(told, Died).salvo == "fire_rockets"
    assert game.waits_for == [SalvoRoll]
    assert game.refused(HOST, EndMovement()).clause == "PC-ABL-05"
    assert game.state.asks[0].seat == GUEST


def test_pc_dth_09_a_corpse_is_no_unit() -> None:
    game = attacking(
        BOW, dead("C", "quill_spears", (10, 12)), put("B", "seal_captain", (10, 20), blue=True)
    )
    refusal = game.refused(HOST, Attack(unit="A", attack="bow", target="C"))
    assert refusal.reason == "C is dead: a corpse cannot be a target."
    game.do(HOST, Attack(unit="A", attack="bow", target="B"))


def test_a_unit_without_hp_is_told_to_have_none_left() -> None:
    assert Hurt(unit="B", by="A", amount=5, hp=0, why="").told() == "B loses 5 HP: none left."
    assert Hurt(unit="B", by="A", amount=4, hp=1, why="").told() == "B loses 4 HP: 1 left."


def test_a_death_says_whose_it_was_and_what_to_do_with_the_square() -> None:
    game = attacking(BOW, put("B", "seal_captain", (10, 15), blue=True, hp=1), FAR)
    game.do(HOST, Attack(unit="A", attack="bow", target="B"))
    game.fought(6, 1)
    died = ruling(game.hit_for(6, 6), Died)
    assert died.clause == "PC-DTH-04"
    assert GAME.say(died.body) == (
        "B is killed by A, worth 35 points: turn its square over where it lies."
    )
