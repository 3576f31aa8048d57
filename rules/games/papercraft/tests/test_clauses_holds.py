"""Tests of whoever is held, and of buildings that take units in (clauses ABL-15 to 17)."""

import pytest

from rules.games.papercraft.chapters.attacks import Attack
from rules.games.papercraft.chapters.damage import Held, HoldChoice, Hurt, TypeChoice
from rules.games.papercraft.chapters.death import Died
from rules.games.papercraft.chapters.hits import HitRolled
from rules.games.papercraft.chapters.moving import EndMovement, HoldEnded, LayDown, SquareMoveDone
from rules.games.papercraft.chapters.sheltering import (
    CameOut,
    Enter,
    Entered,
    FallRoll,
    Leave,
    PutBesideRuin,
)
from rules.games.papercraft.chapters.turn_effects import EscapeRolled
from rules.games.papercraft.profiles import Fate
from rules.games.papercraft.tests.table_play import (
    GUEST,
    HOST,
    STRICT,
    Battle,
    Put,
    attacking,
    moving,
    profile_of,
    put,
    spot,
    the,
    turn_over,
)

FAR = put("Z", "seal_captain", (33, 33), blue=True)


def captain(name: str, at: tuple[float, float], *, blue: bool = True, **more: object) -> Put:
    return put(name, "seal_captain", at, blue=blue, **more)  # type: ignore[arg-type]


def hugged(target: Put | None = None) -> Battle:
    game = attacking(
        put("A", "black_bear_guard", (10, 10)),
        target or captain("B", (10, 11.6)),
        captain("C", (11.6, 10)),
        FAR,
    )
    game.do(HOST, Attack(unit="A", attack="paws", target="B"))
    game.fought(6, 1)
    return game


def test_pc_abl_15_a_held_unit_neither_moves_nor_attacks() -> None:
    game = hugged()
    assert game.waits_for == [HoldChoice]
    assert the(game.chose(HOST, "hold"), Held).target == "B"
    assert game.unit("B").hp == 16
    turn_over(game)
    assert not the(game.rolled(GUEST, 1), EscapeRolled).free
    game.lies("B", (10, 13))
    assert game.refused(GUEST, SquareMoveDone(unit="B")).clause == "PC-ABL-15"
    game.lies("B", (10, 11.6))
    struck = attacking(
        captain("B", (10, 11.6), blue=False, held_by="A"), captain("C", (11.1, 11.6)), FAR
    )
    refusal = struck.refused(HOST, Attack(unit="B", attack="blade", target="C"))
    assert refusal.reason == "B is held by A and cannot attack."


def test_pc_abl_15_it_is_hit_without_a_roll_and_breaks_free_by_a_die() -> None:
    game = hugged()
    game.chose(HOST, "hold")
    game.state = game.state.with_unit(put("A", "black_bear_guard", (10, 10)).unit)
    told = game.do(HOST, Attack(unit="A", attack="paws", target="B"))
    assert the(told, HitRolled).sure
    assert game.waits_for == [TypeChoice]
    game.chose(HOST, "Bludgeon")
    game.hit_for(1, 1, 1)
    turn_over(game)
    free = the(game.rolled(GUEST, 2), EscapeRolled)
    assert (free.total, free.needed, free.free) == (4, 4, True)
    assert game.unit("B").held_by == ""


def test_pc_abl_15_the_hold_ends_when_the_holder_moves_attacks_another_or_dies() -> None:
    held = captain("B", (10, 11.6), held_by="A")
    bear = put("A", "black_bear_guard", (10, 10))
    walks = moving(bear, held, FAR)
    walks.lies("A", (10, 8))
    assert the(walks.do(HOST, SquareMoveDone(unit="A")), HoldEnded).freed == ("B",)
    strikes = attacking(bear, held, captain("C", (11.6, 10)), FAR)
    told = strikes.do(HOST, Attack(unit="A", attack="paws", target="C"))
    assert the(told, HoldEnded).freed == ("B",)
    dies = attacking(
        captain("K", (10, 20), blue=False, held_by="A"),
        put("M", "inkbow_company", (10, 15)),
        put("A", "black_bear_guard", (14, 22), blue=True, hp=1),
        FAR,
    )
    dies.do(HOST, Attack(unit="M", attack="bow", target="A"))
    dies.fought(6, 1)
    dies.hit_for(6, 6)
    assert dies.unit("K").held_by == ""


def test_pc_abl_15_it_holds_no_infantry() -> None:
    game = hugged(put("B", "quill_spears", (10, 12.6), blue=True))
    assert game.waits_for == [TypeChoice]


SHRINE = put("S", "shrine_of_protection", (10, 10))
"""5 by 5, x and y 7.5 to 12.5."""


def test_pc_abl_16_whoever_began_beside_it_goes_in_and_cannot_be_attacked() -> None:
    game = moving(
        SHRINE,
        captain("A", (10, 13.1), blue=False),
        put("B", "inkbow_company", (10, 25), blue=True),
    )
    assert the(game.do(HOST, Enter(unit="A", building="S")), Entered).building == "S"
    game.gone("A")
    turn_over(game)
    game.do(GUEST, EndMovement())
    refusal = game.refused(GUEST, Attack(unit="B", attack="bow", target="A"))
    assert refusal.reason == "A is in S, where nobody can attack it."


@pytest.mark.parametrize(
    ("unit_type", "y", "moved", "says"),
    [
        ("seal_captain", 14.0, False, "A is 1 in from S edge to edge"),
        ("seal_captain", 13.1, True, "A has moved in this turn"),
        ("gilded_colossus", 15.6, False, "S has no room for A"),
    ],
)
def test_pc_abl_16_not_from_afar_nor_after_moving_nor_too_large(
    unit_type: str, y: float, moved: bool, says: str
) -> None:
    game = moving(SHRINE, put("A", unit_type, (10, y), moved=moved), FAR)
    refusal = game.refused(HOST, Enter(unit="A", building="S"))
    assert refusal.clause == "PC-ABL-16"
    assert refusal.reason.startswith(says)


def test_pc_abl_16_two_characters_fit_in_and_no_third_and_no_mix() -> None:
    inside = [captain(name, (10, 13.1), blue=False, inside="S") for name in "CD"]
    full = moving(SHRINE, *inside, captain("A", (10, 13.1), blue=False), FAR)
    assert full.refused(HOST, Enter(unit="A", building="S")).reason == "S has no room for A."
    mixed = moving(SHRINE, inside[0], put("A", "quill_spears", (10, 14.1)), FAR)
    assert mixed.refused(HOST, Enter(unit="A", building="S")).clause == "PC-ABL-16"


def test_pc_abl_16_it_comes_out_beside_its_building() -> None:
    game = moving(SHRINE, captain("A", (10, 13.1), blue=False, inside="S"), FAR)
    game.lies("A", (10, 15))
    assert game.refused(HOST, Leave(unit="A")).clause == "PC-ABL-16"
    game.lies("A", (13.1, 10))
    out = the(game.do(HOST, Leave(unit="A")), CameOut)
    assert (out.building, out.fell) == ("S", False)
    assert game.unit("A").moved


def test_pc_abl_16_its_fall_puts_them_out_and_hurts_them() -> None:
    shrine = put("S", "shrine_of_protection", (10, 12), blue=True, hp=1)
    game = attacking(
        put("A", "ballista_cart", (10, 5)),
        shrine,
        captain("C", (10, 15.1), inside="S"),
        FAR,
        chosen=dict(STRICT),
    )
    game.do(HOST, Attack(unit="A", attack="bolt", target="S"))
    game.fought(6, 1)
    assert the(game.hit_for(1, 1, 1), Died).occupants == ("C",)
    assert game.waits_for == [PutBesideRuin]
    assert game.refused(GUEST, LayDown(unit="C", to=spot(10, 17))).clause == "PC-ABL-16"
    game.do(GUEST, LayDown(unit="C", to=spot(10, 15.1)))
    assert game.waits_for == [FallRoll]
    assert the(game.rolled(GUEST, 3, 4), Hurt).amount == 7
    assert game.unit("C").hp == 9
    assert game.unit("S").fate is Fate.RUBBLE


def test_pc_abl_17_through_the_ports_whoever_is_inside_shoots_from_the_building() -> None:
    bows = put("A", "inkbow_company", (10, 14.1), inside="S")
    game = attacking(SHRINE, bows, captain("B", (10, 31)), FAR, chosen=dict(STRICT))
    game.do(HOST, Attack(unit="A", attack="bow", target="B"))
    game.fought(1, 6)
    knife = game.refused(HOST, Attack(unit="A", attack="knife", target="Z"))
    assert knife.clause == "PC-ABL-17"
    blind = put("S", "cocoon_shrine", (10, 10), profile=profile_of("cocoon_shrine"))
    closed = attacking(blind, bows, captain("B", (10, 25)))
    assert closed.refused(HOST, Attack(unit="A", attack="bow", target="B")).clause == "PC-ABL-16"
