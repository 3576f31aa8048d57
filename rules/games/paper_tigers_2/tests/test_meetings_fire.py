"""Tests what happens where rules of fire, saves, suppression and facing meet."""

from typing import Any

import pytest

from rules.games.paper_tigers.chapters.fire.firing import Fire
from rules.games.paper_tigers.chapters.fire.saving import Saved
from rules.games.paper_tigers.tests.armies import box
from rules.games.paper_tigers.vocabulary import Follower
from rules.games.paper_tigers_2.chapters.hits import WeaponFired
from rules.games.paper_tigers_2.chapters.saving import ChainBroken, RivetsBurst
from rules.games.paper_tigers_2.chapters.shooting import WithWhat
from rules.games.paper_tigers_2.chapters.suppressing import (
    BonusShot,
    CardsLost,
    FireAgain,
    Shrugged,
)
from rules.games.paper_tigers_2.chapters.throwing import ThrowDice
from rules.games.paper_tigers_2.tests.table_play import (
    GUEST,
    HOST,
    Battle,
    Put,
    acting,
    agreed,
    all_of,
    entry,
    put,
    the,
)
from rules.games.paper_tigers_2.units.catalogue import Condition, Stage
from rules.games.paper_tigers_2.units.unit_dice import action_pool, armour_pool, cover_pool
from rules.table.bad_input import BadInputError

OPTIONS = agreed()


def shot(
    shooter: Put,
    *others: Put,
    weapon: str = "main gun",
    card: str = "6H",
    dice: tuple[int, ...] = (4, 2, 1),
    **more: Any,
) -> Battle:
    """The shooter fires at E1 with that weapon, and rolls."""
    game = acting(shooter, *others, cards={shooter.unit.id: card}, **more)
    game.do(HOST, Fire(target="E1"))
    if WithWhat in game.waits_for:
        game.chose(HOST, weapon)
    game.rolled(HOST, *dice)
    return game


TANK = put("T1", (10, 10))
GUNNERS = put("T1", (10, 10), kind="infantry", traits=["machine gun"])


def foe(kind: str = "medium tank", *traits: str, **more: Any) -> Put:
    given: dict[str, Any] = {"heading": 180, **more}
    return put("E1", (20, 10), kind=kind, traits=traits, blue=True, **given)


COVERS = {
    "in cover": Condition.IN_COVER,
    "covered": Condition.COVERED,
    "light": Condition.LIGHT_EMPLACEMENT,
    "heavy": Condition.HEAVY_EMPLACEMENT,
    "hill": Condition.ON_THE_BIG_HILL,
}


@pytest.mark.parametrize(
    ("kind", "held", "dice"),
    [
        ("infantry", (), 0),
        ("infantry", ("in cover",), 1),
        ("infantry", ("in cover", "covered"), 2),
        ("infantry", ("in cover", "covered", "heavy"), 4),
        ("infantry", ("covered", "light", "hill"), 3),
        ("scouts", ("in cover", "light"), 2),
        ("towed gun", ("in cover", "heavy"), 3),
        ("medium tank", ("in cover",), 0),
        ("medium tank", ("in cover", "covered"), 1),
        ("transport", ("in cover", "heavy"), 2),
        ("transport", ("covered", "hill"), 2),
        ("light towed gun", ("covered",), 1),
    ],
)
def test_cover_dice_of_every_sort_add_up(kind: str, held: tuple[str, ...], dice: int) -> None:
    situation = frozenset(COVERS[name] for name in held)
    assert cover_pool(entry(kind), situation=situation).count == dice


@pytest.mark.parametrize(
    ("kind", "traits", "side", "lethal", "dice"),
    [
        ("medium tank", (), False, False, 2),
        ("medium tank", (), True, True, 1),
        ("medium tank", ("vulnerable armour",), False, True, 1),
        ("medium tank", ("vulnerable armour",), True, True, 1),
        ("heavy tank", ("vulnerable armour",), True, True, 1),
        ("heavy tank", ("vulnerable armour",), True, False, 2),
        ("heavy tank", ("light armour",), True, False, 1),
        ("light tank", ("heavy armour", "vulnerable armour"), False, True, 2),
        ("armoured car", (), True, True, 1),
        ("halftrack", ("unarmoured",), True, True, 0),
        ("infantry", (), True, True, 0),
    ],
)
def test_armour_by_facing_class_and_lethal_hits(
    kind: str, traits: tuple[str, ...], dice: int, *, side: bool, lethal: bool
) -> None:
    situation = frozenset(
        {*({Condition.SIDE} if side else ()), *({Condition.LETHAL} if lethal else ())}
    )
    assert armour_pool(entry(kind, *traits), situation=situation).count == dice


@pytest.mark.parametrize(
    ("shooter", "target", "conditions", "dice"),
    [
        ("infantry", ("armour skirts",), {"red", "on foot"}, 2),
        ("infantry", ("armour skirts",), {"red", "on foot", "machine gun"}, 3),
        ("infantry", ("armour skirts",), {"black", "on foot", "mortar", "far"}, 1),
        ("infantry", (), {"red", "on foot", "machine gun", "far"}, 3),
        ("medium tank", ("armour skirts",), {"red", "main"}, 3),
        ("light tank", (), {"black", "main", "far"}, 1),
        ("light tank", (), {"black", "machine gun", "far"}, 3),
        ("heavy tank", (), {"black", "machine gun"}, 3),
        ("heavy tank", (), {"black", "machine gun", "main"}, 4),
        ("tank destroyer", ("open top",), {"red", "main", "far"}, 4),
        ("scouts", ("armour skirts",), {"black", "on foot"}, 1),
        ("light towed gun", (), {"black", "main", "far"}, 1),
        ("heavy towed gun", (), {"red", "main", "far"}, 4),
        ("medium tank", (), {"red", "machine gun", "second gun"}, 5),
    ],
)
def test_dice_to_fire_by_shooter_target_and_range(
    shooter: str, target: tuple[str, ...], conditions: set[str], dice: int
) -> None:
    situation = frozenset(Condition(each) for each in conditions)
    other = entry("medium tank", *target)
    pool = action_pool(
        Stage.FIRE, entry(shooter), target=other, situation=situation, options=OPTIONS
    )
    assert pool.count == dice


def test_a_machine_gun_on_a_squad_that_took_cover_in_woods_rolls_two_dice() -> None:
    woods = [box("W1", "woods", at=(17, 7), size=(6, 6))]
    game = shot(
        GUNNERS,
        foe("infantry", covered=True, cards=("", "")),
        weapon="machine gun",
        card="9D",
        dice=(2, 1, 1, 1),
        terrain=woods,
    )
    assert game.asked_dice == 2
    assert all_of(game.rolled(GUEST, 4, 5), Shrugged)
    assert len(game.own("E1").cards) == 2


def test_a_suppressed_unit_follows_nobody_in_this_turn() -> None:
    game = shot(
        GUNNERS,
        foe("infantry", cards=("",)),
        put("E2", (40, 40), blue=True, cards=("",)),
        weapon="machine gun",
        card="9D",
        dice=(2, 1, 1, 1),
    )
    assert game.own("E1").cards == ()
    assert game.own("E1").had_card


def test_a_hit_of_a_machine_gun_does_not_suppress_besides() -> None:
    game = shot(
        GUNNERS, foe("infantry", cards=("",)), weapon="machine gun", card="4D", dice=(2, 1, 1, 1)
    )
    assert game.own("E1").hits == 1


def test_a_machine_gun_may_be_lethal_on_those_without_armour() -> None:
    game = shot(GUNNERS, foe("infantry"), weapon="machine gun", card="4D", dice=(2, 2, 2, 2))
    assert game.own("E1").destroyed


def test_an_open_card_is_lost_to_suppression_before_it_is_played() -> None:
    game = acting(GUNNERS, foe("infantry"), cards={"T1": "9D", "E1": "2H"})
    game.do(HOST, Fire(target="E1"))
    game.chose(HOST, "machine gun")
    told = game.rolled(HOST, 2, 1, 1, 1)
    assert all_of(told, CardsLost)
    assert all(turned.unit != "E1" for turned in game.state.queue)
    assert "2H" in game.discards


@pytest.mark.parametrize("saved", [True, False])
def test_rivets_after_a_die_that_saved_and_one_that_did_not(*, saved: bool) -> None:
    game = shot(TANK, foe("medium tank", "rivets"))
    told = game.rolled(GUEST, 5 if saved else 2, 1)
    assert all_of(told, RivetsBurst)
    game.rolled(GUEST, 1, 1)
    unit = game.own("E1")
    assert (unit.hits, unit.destroyed) == ((1, False) if saved else (2, True))


def test_rivets_without_a_save_damage_at_least() -> None:
    game = shot(TANK, foe("medium tank", "rivets"), chosen={"rivets_save": False})
    game.rolled(GUEST, 5, 1)
    assert game.own("E1").hits == 1


def test_rivets_bring_no_hit_when_a_machine_gun_only_costs_a_card() -> None:
    game = shot(
        GUNNERS, foe("medium tank", "rivets", cards=("",)), weapon="machine gun", dice=(3, 2, 1, 1)
    )
    told = game.rolled(GUEST, 1, 1)
    assert all_of(told, RivetsBurst) == []


def test_a_lethal_hit_that_each_die_saves_one_of() -> None:
    for dice, hits in (((5, 1), 1), ((5, 6), 0), ((1, 1), 2)):
        game = shot(TANK, foe(), dice=(6, 5, 1), chosen={"lethal_save": "per_success"})
        game.rolled(GUEST, *dice)
        assert game.own("E1").hits == hits


def test_dice_rolled_again_may_make_a_hit_lethal() -> None:
    game = acting(put("T1", (10, 10), improved=True), foe(), cards={"T1": "6H"})
    game.do(HOST, Fire(target="E1"))
    game.chose(HOST, "main gun")
    game.rolled(HOST, 5, 2, 1)
    game.chose(HOST, "2 and 1")
    assert the(game.rolled(HOST, 6, 6), WeaponFired).hits == 2
    assert "a lethal hit" in game.says


def test_an_improved_target_rolls_its_saves_of_a_lethal_hit_again() -> None:
    game = shot(TANK, put("E1", (20, 10), improved=True, blue=True, heading=180), dice=(6, 5, 1))
    game.rolled(GUEST, 2, 1)
    game.chose(GUEST, "2 and 1")
    told = game.rolled(GUEST, 1, 6)
    assert the(told, Saved).saved


def test_all_or_one_die_where_that_is_agreed() -> None:
    game = acting(
        put("T1", (10, 10), improved=True),
        foe(),
        cards={"T1": "6H"},
        chosen={"reroll_subset": "all_or_one"},
    )
    game.do(HOST, Fire(target="E1"))
    game.chose(HOST, "main gun")
    game.rolled(HOST, 5, 2, 1)
    assert game.choices == ("keep", "1", "2", "5", "5, 2 and 1")


def test_rapid_fire_of_a_machine_gun_is_two_suppressions() -> None:
    shooter = put("T1", (10, 10), kind="infantry", traits=["machine gun", "rapid fire"])
    game = shot(
        shooter, foe("medium tank", cards=("", "")), weapon="machine gun", dice=(3, 2, 1, 1)
    )
    game.rolled(GUEST, 1, 1)
    game.chose(HOST, "card 1")
    assert "machine gun" in game.says, "the second shot is with the same weapon"
    game.rolled(HOST, 3, 2, 1, 1)
    game.rolled(GUEST, 1, 1)
    assert game.own("E1").cards == ()


def test_the_second_of_two_rapid_shots_is_lost_on_a_target_that_is_gone() -> None:
    game = shot(
        put("T1", (10, 10), traits=["rapid fire"]),
        foe("light transport"),
        put("E2", (40, 40), blue=True),
    )
    game.chose(GUEST, "remove")
    assert game.own("E1").destroyed
    assert ThrowDice not in game.waits_for


def test_a_mortars_chain_goes_on_where_that_is_agreed() -> None:
    mortar = put("T1", (10, 10), kind="infantry", traits=["mortar"])
    game = shot(mortar, foe("medium tank"), weapon="mortar", chosen={"mortar_chain": "recursive"})
    game.rolled(GUEST, 5, 1)
    game.chose(HOST, "E1")
    game.rolled(HOST, 4, 2, 1)
    game.rolled(GUEST, 5, 1)
    assert game.waits_for == [FireAgain]
    told = game.chose(HOST, "nobody")
    assert the(told, BonusShot).target == ""


def test_a_bonus_shot_that_takes_an_unsaved_hit() -> None:
    mortar = put("T1", (10, 10), kind="infantry", traits=["mortar"])
    game = shot(mortar, foe(), weapon="mortar", chosen={"chain_on": "unsaved_hit"})
    told = game.rolled(GUEST, 5, 1)
    assert all_of(told, ChainBroken)
    assert FireAgain not in game.waits_for
    unsaved = shot(mortar, foe(), weapon="mortar", chosen={"chain_on": "unsaved_hit"})
    unsaved.rolled(GUEST, 1, 1)
    assert unsaved.waits_for == [FireAgain]


@pytest.mark.parametrize(("facing", "dice"), [("bearing", 1), ("front", 2)])
def test_a_mortars_shell_and_the_side_of_a_tank(facing: str, dice: int) -> None:
    mortar = put("T1", (20, 25), kind="infantry", traits=["mortar"])
    game = shot(
        mortar,
        foe(heading=0),
        weapon="mortar",
        chosen={"indirect_facing": facing},
        dice=(4, 2),
        card="6H",
    )
    assert game.asked_dice == dice


def test_a_howitzer_in_a_tank_destroyers_chassis_is_refused_and_an_assault_gun_is_not() -> None:
    with pytest.raises(BadInputError, match="howitzer"):
        entry("tank destroyer", "howitzer")
    assert [each.name for each in entry("self-propelled gun", "howitzer").weapons] == ["howitzer"]


def test_riders_of_a_tank_are_spared_by_machine_guns_unless_agreed() -> None:
    rider = put("S1", (20, 10), kind="infantry", blue=True, aboard="E1")
    for agreed_so, hits in ((False, 0), (True, 1)):
        game = shot(
            GUNNERS,
            foe(),
            rider,
            weapon="machine gun",
            dice=(3, 2, 1, 1),
            chosen={"mg_hits_riders": agreed_so},
        )
        assert game.own("S1").hits == hits


def test_a_follower_with_poor_command_does_not_fire_on_a_black_card() -> None:
    game = acting(TANK, put("T2", (10, 13), traits=["poor command"]), foe(), cards={"T1": "6S"})
    followers = (Follower(unit="T2", target="E1"),)
    assert game.refused(HOST, Fire(target="E1", followers=followers)).clause == "PT2-I4b"
    game.do(HOST, Fire(target="E1"))


def test_a_follower_chooses_a_weapon_of_its_own() -> None:
    game = acting(TANK, put("T2", (10, 13)), foe("infantry"), cards={"T1": "9H"})
    game.do(HOST, Fire(target="E1", followers=(Follower(unit="T2", target="E1"),)))
    game.chose(HOST, "main gun")
    game.rolled(HOST, 1, 1, 1)
    assert game.choices == ("main gun", "machine gun")
    game.chose(HOST, "machine gun")
    assert game.asked_dice == 4


def test_a_doubtful_line_is_of_no_concern_to_a_mortar_with_a_spotter() -> None:
    woods = [box("W1", "woods", at=(14, 10.1), size=(4, 6))]
    game = acting(
        put("T1", (10, 10), kind="infantry", traits=["mortar"]),
        put("S1", (21, 2), kind="infantry"),
        foe("infantry"),
        cards={"T1": "6H"},
        terrain=woods,
    )
    game.do(HOST, Fire(target="E1"))
    game.chose(HOST, "mortar")
    assert game.waits_for == [ThrowDice], "no die for the line"


def test_a_weapon_is_named_in_the_explanation_of_every_roll() -> None:
    game = acting(put("T1", (10, 10), kind="light tank"), foe(), cards={"T1": "6H"})
    game.do(HOST, Fire(target="E1"))
    game.chose(HOST, "machine gun")
    assert "fires its machine gun at E1" in game.says
    assert "4 dice: red card 3, machine gun +1" in game.says
