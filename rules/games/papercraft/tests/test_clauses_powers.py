"""Tests of abilities with dice and places of their own (clauses ABL-05 to 07 and 10 to 14)."""

from typing import Any

import pytest

from rules.games.papercraft.chapters.abilities_used import UseAbility
from rules.games.papercraft.chapters.attacks import Attack
from rules.games.papercraft.chapters.damage import Hurt, StatusGained
from rules.games.papercraft.chapters.death import Died
from rules.games.papercraft.chapters.gale import Charged
from rules.games.papercraft.chapters.hits import HitRolled, ParryChoice
from rules.games.papercraft.chapters.moving import LayDown
from rules.games.papercraft.chapters.salvo import SalvoFired, SalvoRolled
from rules.games.papercraft.chapters.telekinesis import Shifted, ShiftRolled
from rules.games.papercraft.chapters.turn_effects import Healed, RageRoll
from rules.games.papercraft.chapters.turns import EndTurn
from rules.games.papercraft.tests.table_play import (
    GUEST,
    HOST,
    STRICT,
    TOTALS,
    Battle,
    Put,
    all_of,
    attacking,
    put,
    the,
)

FAR = put("Z", "seal_captain", (33, 33), blue=True)


def captain(name: str, at: tuple[float, float], *, blue: bool = True, **more: Any) -> Put:
    return put(name, "seal_captain", at, blue=blue, **more)


def rockets(*others: Put, **more: Any) -> Battle:
    return attacking(
        put("A", "warmachine_otoro", (15, 15), **more), *others, FAR, chosen=dict(STRICT)
    )


SALVO = UseAbility(unit="A", ability="fire_rockets")


def test_pc_abl_05_a_salvo_goes_at_every_enemy_within_twelve_inches() -> None:
    game = rockets(
        captain("B", (15, 20)),
        captain("C", (28.4, 15)),
        captain("D", (28.6, 20)),
        captain("E", (15, 10), blue=False),
    )
    told = game.do(HOST, SALVO)
    assert the(told, SalvoFired).targets == ("B", "C")
    assert the(game.hit_for(4, 3), SalvoRolled).hits == ("B",)
    hurt = the(game.hit_for(1, 2), Hurt)
    assert (hurt.unit, hurt.amount) == ("B", 8)
    assert game.waits_for == []
    assert game.refused(HOST, SALVO).clause == "PC-ATK-10"


def burning(hp: int = 30) -> Battle:
    game = attacking(
        put("A", "miguel", (10, 10)),
        put("B", "moth_rider", (10, 19), blue=True, hp=hp),
        captain("C", (10, 23.3)),
        captain("D", (10, 25.3)),
        chosen=dict(STRICT),
    )
    game.do(HOST, Attack(unit="A", attack="fireball_attack", target="B"))
    game.fought(6, 1)
    return game


def test_pc_abl_06_a_fireball_hurts_everybody_within_three_inches() -> None:
    game = burning()
    told = game.hit_for(3, 4)
    assert [(each.unit, each.amount) for each in all_of(told, Hurt)] == [("B", 7), ("C", 7)]
    assert [each.unit for each in all_of(told, StatusGained)] == ["B", "C"]
    (splash,) = (each for each in told if isinstance(each.body, Hurt) and each.body.unit == "C")
    assert splash.evidence[0].value == pytest.approx(2.8)


def test_pc_abl_06_a_fire_that_kills_the_struck_unit_still_spreads() -> None:
    game = burning(hp=1)
    told = game.hit_for(3, 4)
    assert the(told, Died).unit == "B"
    assert [each.unit for each in all_of(told, StatusGained)] == ["C"]


def gripped(target: Put, *dice: int) -> Battle:
    game = attacking(
        put("A", "miguel", (10, 10)),
        target,
        FAR,
        captain("E", (25, 25), blue=False),
        chosen=dict(STRICT),
    )
    game.do(HOST, UseAbility(unit="A", ability="telekinesis", target=target.unit.id))
    if dice:
        game.fought(*dice)
    return game


def test_pc_abl_07_telekinesis_shifts_an_enemy_that_does_not_resist() -> None:
    game = gripped(captain("B", (10, 15)), 3, 3)
    told = game.rolled(HOST, 2)
    assert the(told, ShiftRolled).inches == 8
    game.lies("B", (10, 23.5))
    assert game.refused(HOST, LayDown(unit="B")).clause == "PC-ABL-07"
    game.lies("B", (10, 22.9))
    shifted = the(game.do(HOST, LayDown(unit="B")), Shifted)
    assert shifted.length == pytest.approx(7.9)
    assert not game.unit("B").moved


def gale(*others: Put) -> Battle:
    game = attacking(put("A", "windshear_primal", (10, 10)), *others, FAR, chosen=dict(STRICT))
    game.do(HOST, UseAbility(unit="A", ability="gale"))
    return game


def test_pc_abl_10_gale_attacks_each_enemy_on_the_way_and_pays_for_it() -> None:
    game = gale(captain("B", (10, 12)), captain("C", (10, 14)), captain("D", (12, 13)))
    game.lies("A", (10, 17))
    charged = the(game.do(HOST, LayDown(unit="A")), Charged)
    assert (charged.targets, charged.attack) == (("B", "C"), "wind")
    first = game.fought(1, 6)
    assert [(e.unit, e.amount) for e in all_of(first, Hurt)] == [("A", 2)]
    second = game.fought(6, 1)
    assert the(second, HitRolled).hit
    told = game.hit_for(4)
    assert [each.unit for each in all_of(told, Hurt)] == ["C", "A"]
    assert game.unit("A").hp == 16


def test_pc_abl_10_it_may_fly_itself_to_death() -> None:
    game = attacking(
        put("A", "windshear_primal", (10, 10), hp=2),
        captain("B", (10, 12)),
        captain("C", (10, 14)),
        captain("E", (25, 25), blue=False),
        chosen=dict(STRICT),
    )
    game.do(HOST, UseAbility(unit="A", ability="gale"))
    game.lies("A", (10, 17))
    game.do(HOST, LayDown(unit="A"))
    told = game.fought(1, 6)
    assert the(told, Died).unit == "A"
    assert game.waits_for == [], "there is no second attack"


@pytest.mark.parametrize(("cap", "hp"), [("printed", 16), ("unlimited", 18)])
def test_pc_abl_11_a_song_heals_every_living_unit(cap: str, hp: int) -> None:
    game = attacking(
        captain("A", (10, 10), blue=False, hp=14),
        put("S", "organ_house", (30, 30), blue=True),
        put("U", "paper_ghouls", (20, 20), hp=5),
        chosen={"heal_cap": cap},
    )
    game.do(HOST, EndTurn())
    assert the(game.rolled(GUEST, 4), Healed).unit == "A"
    assert (game.unit("A").hp, game.unit("U").hp) == (hp, 5)


@pytest.mark.parametrize(
    ("turn", "fought", "asked"), [(1, False, False), (2, False, True), (2, True, False)]
)
def test_pc_abl_13_rage_costs_whoever_attacks_nobody(turn: int, fought: bool, asked: bool) -> None:
    made = (("axes", "B"),) if fought else ()
    game = attacking(
        put("A", "savage_berserkers", (10, 10), attacks=made),
        captain("B", (20, 20)),
        turns={"Red": turn},
    )
    game.do(HOST, EndTurn())
    assert (game.waits_for == [RageRoll]) is asked
    if asked:
        assert the(game.rolled(HOST, 5), Hurt).amount == 5
        assert game.unit("A").hp == 27


def assassin(attacker: int, defender: int, *, choice: str = "strike back") -> Battle:
    game = attacking(
        captain("A", (10, 10), blue=False), put("B", "ninja_assassin", (10, 11.1), blue=True), FAR
    )
    game.do(HOST, Attack(unit="A", attack="blade", target="B"))
    question = game.state.asks[0].question
    assert isinstance(question, ParryChoice)
    assert question.choices == ("dodge", "strike back")
    game.chose(GUEST, choice)
    game.fought(attacker, defender)
    return game


def test_pc_abl_14_it_may_defend_with_its_hit_bonus_and_strike_back() -> None:
    game = assassin(1, 6)
    assert game.waits_for == TOTALS
    assert [ask.who for ask in game.state.asks] == ["Blue", "Red"]
    told = game.fought(6, 1)
    assert (the(told, HitRolled).unit, the(told, HitRolled).hit) == ("B", True)
    game.hit_for(6)
    assert game.unit("A").hp == 16 - 1
    assert game.unit("B").attacks == ()
