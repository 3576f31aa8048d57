"""Tests of whoever is held, and of buildings that take units in (clauses ABL-15 to 17)."""

from rules.games.papercraft.chapters.attacks import Attack
from rules.games.papercraft.chapters.damage import Held, HoldChoice
from rules.games.papercraft.chapters.moving import EndMovement, SquareMoveDone
from rules.games.papercraft.chapters.sheltering import Enter, Entered
from rules.games.papercraft.chapters.turn_effects import EscapeRolled
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
