"""The worked examples of attacks, death and abilities (PC-EX-14 to PC-EX-27)."""

from typing import Any

import pytest

from rules.games.papercraft.chapters.abilities_used import UseAbility
from rules.games.papercraft.chapters.attacks import Attack, AttackDeclared
from rules.games.papercraft.chapters.damage import Hurt, StatusGained
from rules.games.papercraft.chapters.death import Died
from rules.games.papercraft.chapters.hits import HitRolled
from rules.games.papercraft.chapters.moving import EndMovement, SquareMoveDone
from rules.games.papercraft.chapters.turn_effects import EscapeRolled
from rules.games.papercraft.profiles import Armour, DamageType, Fate, PrimaryType
from rules.games.papercraft.tests.shooters import CHARACTER, INFANTRY, attack, shooter
from rules.games.papercraft.tests.table_play import (
    GUEST,
    HOST,
    STRICT,
    all_of,
    attacking,
    moving,
    profile_of,
    put,
    the,
    turn_over,
)

FAR = put("Z", "seal_captain", (33, 33), blue=True)


@pytest.mark.parametrize(
    ("attacker", "defender", "hit"), [(4, 1, True), (3, 3, True), (2, 3, False)]
)
def test_pc_ex_14_to_hit(attacker: int, defender: int, hit: bool) -> None:
    """Hit Bonus +2 against a Dodge Bonus of +2: 6 against 3, 5 against 5, and 4 against 5."""
    game = attacking(shooter((10, 5), INFANTRY), put("B", "seal_captain", (10, 15), blue=True))
    game.do(HOST, Attack(unit="A", attack="x", target="B"))
    assert the(game.fought(attacker, defender), HitRolled).hit is hit


def damage(kind: DamageType, armour: Armour, *dice: int, hp: int = 40, **chosen: object) -> Hurt:
    """What a roll of these dice does to somebody in this armour."""
    record = attack(kind=kind, dice=f"{len(dice)}D6")
    made = profile_of("inkbow_company", attacks=(record,))
    target = put(
        "B",
        "moth_rider",
        (10, 15),
        blue=True,
        hp=hp,
        profile=profile_of("moth_rider", armour=armour),
    )
    game = attacking(put("A", "inkbow_company", (10, 5), profile=made), target, chosen=dict(chosen))
    game.do(HOST, Attack(unit="A", attack="x", target="B"))
    game.fought(6, 1)
    return the(game.hit_for(*dice), Hurt)


@pytest.mark.parametrize(
    ("kind", "armour", "dice", "amount"),
    [
        (DamageType.PIERCE, Armour.HEAVY, (4, 4), 5),
        (DamageType.SLASHING, Armour.NONE, (3, 3), 11),
        (DamageType.BLUDGEON, Armour.NONE, (3, 3), 3),
        (DamageType.MAGIC, Armour.MAGIC, (3, 4), 2),
        (DamageType.SIEGE, Armour.LIGHT, (3, 4), 0),
        (DamageType.SIEGE, Armour.FORTIFIED, (4, 5), 17),
        (DamageType.ENERGY, Armour.FORTIFIED, (5, 5), 10),
    ],
)
def test_pc_ex_15_16_17_damage_by_the_chart(
    kind: DamageType, armour: Armour, dice: tuple[int, ...], amount: int
) -> None:
    assert damage(kind, armour, *dice).amount == amount


@pytest.mark.parametrize(
    ("primary", "amount", "fate"),
    [
        (PrimaryType.LIVING, 5, Fate.CORPSE),
        (PrimaryType.UNDEAD, 5, Fate.REMOVED),
        (PrimaryType.LIVING, 4, Fate.ALIVE),
    ],
)
def test_pc_ex_18_death(primary: PrimaryType, amount: int, fate: Fate) -> None:
    profile = profile_of("moth_rider", armour=Armour.MAGIC, primary=primary)
    target = put("B", "moth_rider", (10, 15), blue=True, hp=5, profile=profile)
    game = attacking(put("A", "inkbow_company", (10, 5)), target, FAR)
    game.do(HOST, Attack(unit="A", attack="bow", target="B"))
    game.fought(6, 1)
    told = game.hit_for(1, amount - 1)
    assert game.unit("B").fate is fate
    assert len(all_of(told, Died)) == (fate is not Fate.ALIVE)
    assert game.unit("B").hp == 5 - amount


def test_pc_ex_19_how_often_a_unit_attacks() -> None:
    game = attacking(
        put("A", "inkbow_company", (10, 5)),
        put("B", "seal_captain", (9, 15), blue=True),
        put("C", "seal_captain", (13, 15), blue=True),
        put("D", "seal_captain", (17, 15), blue=True),
        put("E", "web_spitter", (3, 5)),
    )

    def shoots(target: str, unit: str = "A", with_: str = "bow") -> Attack:
        return Attack(unit=unit, attack=with_, target=target)

    game.do(HOST, shoots("B"))
    game.fought(1, 6)
    assert game.refused(HOST, shoots("B")).clause == "PC-ATK-04"
    game.do(HOST, shoots("C"))
    game.fought(1, 6)
    assert game.refused(HOST, shoots("D")).clause == "PC-ATK-04"
    game.do(HOST, shoots("B", "E", "spit"))
    game.fought(1, 6)
    assert game.refused(HOST, shoots("C", "E", "spit")).clause == "PC-ATK-03"


@pytest.mark.parametrize(("shift", "throws"), [(4.0, False), (0.2, True)])
def test_pc_ex_20_axes_and_throwing_axes(shift: float, throws: bool) -> None:
    game = moving(
        put("A", "savage_berserkers", (10, 5)),
        put("B", "seal_captain", (10, 5 + shift + 2.1), blue=True),
        FAR,
    )
    game.lies("A", (10, 5 + shift))
    game.do(HOST, SquareMoveDone(unit="A"))
    game.do(HOST, EndMovement())
    throw = Attack(unit="A", attack="throwing_axes", target="B")
    if throws:
        game.do(HOST, throw)
    else:
        assert game.refused(HOST, throw).clause == "PC-ATK-02"
        game.do(HOST, Attack(unit="A", attack="axes", target="B"))


def test_pc_ex_21_over_corpses() -> None:
    dead: dict[str, Any] = {"fate": Fate.CORPSE, "hp": 0, "blue": True}
    game = moving(
        put("A", "seal_captain", (10, 5)),
        put("C", "seal_captain", (10, 8), **dead),
        put("D", "quill_spears", (10, 12), **dead),
        FAR,
    )
    game.lies("A", (10, 12))
    game.do(HOST, SquareMoveDone(unit="A"))
    large = moving(put("A", "seal_captain", (10, 5)), put("C", "moth_rider", (10, 9), **dead), FAR)
    large.lies("A", (10, 13))
    assert large.refused(HOST, SquareMoveDone(unit="A")).clause == "PC-DTH-06"


@pytest.mark.parametrize(
    ("more", "legal"),
    [({"moved": True}, False), ({"attacks": (("short_dagger", "Z"),)}, False), ({}, True)],
)
def test_pc_ex_22_in_place_of_attacking(more: dict[str, Any], legal: bool) -> None:
    game = attacking(
        put("A", "miguel", (10, 10), **more),
        put("C", "seal_captain", (12, 10)),
        put("B", "seal_captain", (10, 11.1), blue=True),
    )
    use = UseAbility(unit="A", ability="the_power", target="C")
    if legal:
        game.do(HOST, use)
        after = game.refused(HOST, Attack(unit="A", attack="short_dagger", target="B"))
        assert after.clause == "PC-ATK-10"
    else:
        assert game.refused(HOST, use).clause == "PC-ATK-10"


def test_pc_ex_23_the_warmachine_wears_itself_out() -> None:
    game = attacking(
        put("A", "warmachine_otoro", (10, 10)), put("B", "press_tower", (10, 13.6), blue=True), FAR
    )
    game.do(HOST, Attack(unit="A", attack="steel_arm", target="B"))
    game.fought(6, 1)
    assert [each.amount for each in all_of(game.hit_for(3, 4, 3, 4), Hurt)] == [25, 12]


def test_pc_ex_24_no_damage_and_still_no_move() -> None:
    game = attacking(
        put("A", "will_o_wights", (10, 5)), put("B", "paper_ghouls", (10, 8.1), blue=True), FAR
    )
    game.do(HOST, Attack(unit="A", attack="chilling_presence", target="B"))
    told = game.fought(6, 1)
    assert the(told, Hurt).amount == 0
    assert the(told, StatusGained).unit == "B"
    turn_over(game)
    game.lies("B", (10, 10))
    assert game.refused(GUEST, SquareMoveDone(unit="B")).clause == "PC-MOV-12"


@pytest.mark.parametrize(("die", "free"), [(2, True), (1, False)])
def test_pc_ex_25_breaking_free(die: int, free: bool) -> None:
    held = put("B", "seal_captain", (10, 11.6), blue=True, held_by="A")
    game = attacking(put("A", "black_bear_guard", (10, 10)), held, FAR)
    turn_over(game)
    assert the(game.rolled(GUEST, die), EscapeRolled).free is free


@pytest.mark.parametrize(("gap", "struck"), [(2.8, True), (3.2, False)])
def test_pc_ex_26_a_fireball_reaches_three_inches(gap: float, struck: bool) -> None:
    game = attacking(
        put("A", "miguel", (10, 10)),
        put("B", "moth_rider", (10, 19), blue=True),
        put("C", "moth_rider", (12 + gap, 19), blue=True),
        FAR,
    )
    game.do(HOST, Attack(unit="A", attack="fireball_attack", target="B"))
    game.fought(6, 1)
    hurt = {each.unit: each.amount for each in all_of(game.hit_for(3, 4), Hurt)}
    assert hurt == ({"B": 7, "C": 7} if struck else {"B": 7})


def test_pc_ex_27_out_of_range_costs_nothing() -> None:
    game = attacking(
        shooter((10, 5), CHARACTER, range_in=9),
        put("B", "seal_captain", (10, 25), blue=True),
        put("C", "seal_captain", (10, 12), blue=True),
        chosen=dict(STRICT),
    )
    assert game.refused(HOST, Attack(unit="A", attack="x", target="B")).clause == "PC-RNG-01"
    told = game.do(HOST, Attack(unit="A", attack="x", target="C"))
    assert the(told, AttackDeclared).target == "C"
