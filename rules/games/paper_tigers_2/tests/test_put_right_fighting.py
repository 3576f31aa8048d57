"""Tests what was once ruled wrongly, each fault by its number: fights."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from rules.games.paper_tigers.chapters.fire.firing import Fire
from rules.games.paper_tigers.chapters.fire.saving import Destroyed
from rules.games.paper_tigers.chapters.moving import Move
from rules.games.paper_tigers.chapters.repairs import Repair
from rules.games.paper_tigers.chapters.riding import DismountRoll, Place
from rules.games.paper_tigers.profiles import UnitKind
from rules.games.paper_tigers.state import Hand
from rules.games.paper_tigers.tests.armies import box
from rules.games.paper_tigers.vocabulary import Phase
from rules.games.paper_tigers_2 import GAME
from rules.games.paper_tigers_2.chapters.beyond.support import (
    CallSupport,
    NextTarget,
    Shelled,
    ShellFalls,
)
from rules.games.paper_tigers_2.chapters.blows import RiskAll
from rules.games.paper_tigers_2.chapters.close_combat import CloseCombat
from rules.games.paper_tigers_2.chapters.contact import WhoHelps
from rules.games.paper_tigers_2.chapters.fortifications import TakeFlames
from rules.games.paper_tigers_2.chapters.hits import WeaponFired
from rules.games.paper_tigers_2.chapters.moving import MoveCounted
from rules.games.paper_tigers_2.chapters.recovery import RecoveryDice
from rules.games.paper_tigers_2.chapters.saving import WeaponSave
from rules.games.paper_tigers_2.chapters.shooting import FireWeapon, WeaponChosen
from rules.games.paper_tigers_2.chapters.suppressing import Splashed
from rules.games.paper_tigers_2.chapters.throwing import DiceAgain, ThrowDice
from rules.games.paper_tigers_2.state import Salvo, with_battle
from rules.games.paper_tigers_2.tests.table_play import (
    GUEST,
    HOST,
    Battle,
    Put,
    acting,
    put,
    started,
    the,
)
from rules.referee.toolkit.game import Template
from rules.referee.toolkit.ruling import waived_as
from rules.table.snapshot import Terrain

SQUAD = put("T1", (10, 10), kind="infantry")
FAR = put("E2", (40, 40), blue=True)


def struck_at(attacker: Put, defender: Put, **chosen: object) -> Battle:
    """T1 has attacked E1 in vain, which strikes back."""
    other = FAR
    game = acting(attacker, defender, other, cards={"T1": "8D"}, chosen=chosen)
    game.do(HOST, CloseCombat(target="E1"))
    while game.waits_for == [WhoHelps]:
        game.chose(GUEST, "nobody")
    apart = sum(0.6 if game.sheet(name).infantry else 1.5 for name in ("T1", "E1"))
    game.stands("T1", (14.9 - apart, 10))
    game.do(HOST, Place(unit="T1"))
    game.rolled(HOST, *(1 for _ in range(game.asked_dice)))
    return game


@pytest.mark.parametrize(
    ("traits", "kind", "dice"),
    [
        ((), "infantry", 3),
        (("open top",), "infantry", 4),
        (("armour skirts",), "infantry", 2),
        (("open top",), "medium tank", 3),
        (("armour skirts",), "medium tank", 2),
    ],
)
def test_pt2_d30_pt2_i3g_pt2_i4j_striking_back_counts_what_the_attacker_is(
    traits: tuple[str, ...], kind: str, dice: int
) -> None:
    """Fault 5: its open top gives a die, and its skirts take one from those on foot."""
    attacker = put("T1", (10, 10), kind="medium tank", traits=traits)
    game = struck_at(attacker, put("E1", (15, 10), kind=kind, blue=True))
    assert game.asked_dice == dice


@pytest.mark.parametrize(("answer", "dice", "lost"), [("yes", 4, True), ("no", 3, False)])
def test_pt2_i3h_whoever_strikes_back_may_risk_everything(
    answer: str, dice: int, *, lost: bool
) -> None:
    """Fault 5: the suicide die is offered to a defender too, and a failure is its end."""
    defender = put("E1", (15, 10), kind="infantry", traits=["suicide assault"], blue=True)
    game = struck_at(SQUAD, defender)
    assert game.waits_for == [RiskAll]
    game.chose(GUEST, answer)
    assert game.asked_dice == dice
    game.rolled(GUEST, *(1 for _ in range(dice)))
    assert game.own("E1").destroyed is lost


def test_pt2_i3h_a_defender_that_risked_everything_goes_last_where_that_is_agreed() -> None:
    """Fault 5: what is agreed on the end of a suicide assault holds for striking back as well."""
    defender = put("E1", (15, 10), kind="infantry", traits=["suicide assault"], blue=True)
    game = struck_at(SQUAD, defender, suicide_fail="after_defence")
    game.chose(GUEST, "yes")
    game.rolled(GUEST, 1, 1, 1, 1)
    assert game.own("E1").destroyed


def test_pt2_m4_nobody_arms_the_bridge() -> None:
    """A bridge that is named is refused like any other unit that gets no flamethrower."""
    bridge = put("BR", (20, 20))
    bridge = replace(bridge, unit=replace(bridge.unit, kind=UnitKind.BRIDGE, extra=None))
    bunker = box("K1", "bunker", at=(30, 30), size=(3, 3))
    game = started(bridge, put("T1", (10, 10)), phase=Phase.DEPLOY_FIRST, terrain=[bunker])
    assert game.refused(HOST, TakeFlames(unit="BR")).clause == "PT2-M4"


def shot_at(target: Put, *dice: int, card: str = "6H", **chosen: object) -> Battle:
    """T1 has hit E1, which throws its saving dice."""
    other = FAR
    game = acting(put("T1", (30, 10)), target, other, cards={"T1": card}, chosen=chosen)
    game.do(HOST, Fire(target="E1"))
    game.chose(HOST, "main gun")
    game.rolled(HOST, *dice)
    return game


IMPROVED = put("E1", (10, 10), improved=True, blue=True)


def test_pt2_h13a_nobody_is_asked_to_roll_again_what_has_saved_it() -> None:
    """Fault 13: one good die is enough, so no die of that save is rolled again."""
    game = shot_at(IMPROVED, 4, 3, 2)
    game.rolled(GUEST, 5, 1)
    assert DiceAgain not in game.waits_for
    assert game.own("E1").hits == 0


def test_pt2_h13a_a_save_that_failed_may_be_rolled_again() -> None:
    """Fault 15: the re-roll of an improved unit is asked for, and what is rolled counts."""
    game = shot_at(IMPROVED, 4, 3, 2)
    game.rolled(GUEST, 4, 1)
    assert game.waits_for == [DiceAgain]
    game.chose(GUEST, "4 and 1")
    game.rolled(GUEST, 6, 1)
    assert game.own("E1").hits == 0


def test_pt2_h13a_of_a_lethal_hit_each_die_may_count() -> None:
    """Fault 13: where every good die saves from one of two hits, the other may be rolled again."""
    game = shot_at(IMPROVED, 6, 6, 2, lethal_save="per_success")
    game.rolled(GUEST, 5, 1)
    assert game.waits_for == [DiceAgain]
    game.chose(GUEST, "1")
    game.rolled(GUEST, 5)
    assert game.own("E1").hits == 0


def test_pt2_h13a_improved_infantry_is_not_asked_after_a_blow_that_destroys() -> None:
    """Fault 13: a blow that destroys its target can become no better."""
    attacker = put("T1", (10, 10), kind="infantry", improved=True)
    game = acting(attacker, put("E1", (15, 10), blue=True), cards={"T1": "8D"})
    game.do(HOST, CloseCombat(target="E1"))
    game.stands("T1", (12.8, 10))
    game.do(HOST, Place(unit="T1"))
    game.rolled(HOST, 6, 1, 1)
    assert DiceAgain not in game.waits_for
    assert game.own("E1").destroyed


def test_pt2_h13a_cards_are_saved_with_dice_that_may_be_rolled_again() -> None:
    """Fault 13, of its kind: an improved unit in cover rolls again for its cards as well."""
    woods = box("W1", "woods", at=(8, 8), size=(4, 4))
    squad = put("E1", (10, 10), kind="infantry", improved=True, blue=True, cards=["", ""])
    game = acting(put("T1", (20, 10)), squad, cards={"T1": "9H"}, terrain=[woods])
    game.do(HOST, Fire(target="E1"))
    game.chose(HOST, "machine gun")
    game.rolled(HOST, 2, 1, 1, 1)
    game.rolled(GUEST, 2)
    assert game.waits_for == [DiceAgain]
    game.chose(GUEST, "2")
    game.rolled(GUEST, 5)
    assert len(game.own("E1").cards) == 2


def test_pt2_h6a_whoever_dies_of_one_hit_is_not_told_to_be_damaged() -> None:
    """Fault 10: a light transport is gone with its first hit."""
    jeep = put("E1", (10, 10), kind="light transport", blue=True)
    game = acting(put("T1", (30, 10)), jeep, FAR, cards={"T1": "6H"})
    game.do(HOST, Fire(target="E1"))
    game.chose(HOST, "main gun")
    told = game.rolled(HOST, 4, 3, 2)
    sentences = [GAME.say(event.body) for event in told]
    assert "E1 takes a hit from T1." in sentences
    assert not any("damaged" in sentence for sentence in sentences)
    assert game.own("E1").destroyed


def test_pt2_h13_an_improved_unit_is_asked_for_its_re_rolls_of_every_sort() -> None:
    """Fault 15: of a move, of fire and at close quarters, and the second result counts."""
    game = acting(put("T1", (30, 10), improved=True), FAR, cards={"T1": "9C"})
    game.do(HOST, Move())
    game.rolled(HOST, 1, 2, 5)
    game.chose(HOST, "2 and 1")
    assert float(the(game.rolled(HOST, 3, 4), MoveCounted).allowance) == 12.0
    game = acting(put("T1", (30, 10), improved=True), FAR, cards={"T1": "9D"})
    game.do(HOST, Fire(target="E2"))
    game.chose(HOST, "main gun")
    game.rolled(HOST, 1, 2, 5)
    game.chose(HOST, "2 and 1")
    assert the(game.rolled(HOST, 3, 4), WeaponFired).total == 12
    attacker = put("T1", (10, 10), kind="infantry", improved=True)
    game = acting(attacker, put("E1", (15, 10), blue=True), cards={"T1": "8D"})
    game.do(HOST, CloseCombat(target="E1"))
    game.stands("T1", (12.8, 10))
    game.do(HOST, Place(unit="T1"))
    game.rolled(HOST, 1, 1, 1)
    assert game.waits_for == [DiceAgain]


def test_pt2_c20_when_the_last_card_is_played_saved_cards_may_repair() -> None:
    """Fault 15: the repairs open by themselves, and what is laid there is rolled for."""
    game = acting(
        put("T1", (10, 40), hits=1, traits=["no retreat"]),
        put("T2", (20, 40)),
        FAR,
        cards={"T2": "9D"},
        hands={"Red": Hand(open=("7D", "2C")), "Blue": Hand()},
    )
    game.do(HOST, Move())
    game.rolled(HOST, 1, 1)
    assert game.state.phase is Phase.REPAIR
    assert "repair" in {
        template.command for template in GAME.options(game.state, game.snapshot, HOST)
    }
    game.do(HOST, Repair(unit="T1", card="7D"))
    assert game.waits_for == [RecoveryDice]
    game.rolled(HOST, 3, 4)
    assert game.own("T1").hits == 0


def test_pt2_l2_pt2_l2a_each_shell_is_saved_from_before_the_next_one_falls() -> None:
    """Fault 6: a truck that a shell has destroyed is no next target, and others near it are."""
    game = acting(
        put("T1", (10, 10)),
        put("E1", (30, 10), kind="transport", hits=1, blue=True),
        put("E2", (30, 14), kind="infantry", blue=True),
        put("E3", (40, 40), blue=True),
        cards={"T1": "AS"},
        chosen={"support": True, "wrecks": "always_remove"},
    )
    game.do(HOST, CallSupport(target="E1"))
    told = game.rolled(HOST, 6, 6)
    assert the(told, Destroyed).unit == "E1"
    assert the(told, Splashed).other == "E2", "it counts where the truck stood"
    assert game.choices == ("E2", "nobody")


def test_pt2_l3e_an_air_strike_goes_on_once_its_hit_is_saved_from() -> None:
    """Fault 6: the target saves first, then the next one is named."""
    game = acting(
        put("T1", (10, 10)),
        put("E1", (30, 10), blue=True),
        put("E2", (30, 14), blue=True),
        cards={"T1": "AH"},
        chosen={"support": True},
    )
    game.do(HOST, CallSupport(target="E1"))
    game.rolled(HOST, 6, 4, 1)
    assert game.waits_for == [ThrowDice]
    game.rolled(GUEST, 5)
    assert game.waits_for == [NextTarget]


def test_pt2_h10e_a_mortars_target_saves_before_the_second_shot() -> None:
    """Fault 6: a jeep that the first shell has destroyed is no target of the second."""
    mortar = put("T1", (10, 10), kind="infantry", traits=["mortar"])
    game = acting(
        mortar,
        put("E1", (20, 10), kind="light transport", blue=True),
        put("E2", (20, 14), kind="infantry", blue=True),
        put("E3", (40, 40), blue=True),
        cards={"T1": "6H"},
        chosen={"wrecks": "always_remove"},
    )
    game.do(HOST, Fire(target="E1"))
    game.chose(HOST, "mortar")
    told = game.rolled(HOST, 4, 2, 1)
    assert the(told, Destroyed).unit == "E1"
    assert game.choices == ("E2", "nobody")


def test_salvos_of_older_logs_are_settled_as_they_were() -> None:
    """Fault 6: an event that does not say so is replayed in its old order."""
    game = acting(put("T1", (10, 10)), put("E1", (30, 10), blue=True), cards={"T1": "AH"})
    state = with_battle(game.state, salvo=Salvo(caller="T1", aircraft=True))
    older = Shelled(
        unit="T1", target="E1", aircraft=True, total=12, difficulty=11, hits=1, more=True
    )
    first = [type(each.after(state).steps[0]) for each in (older, replace(older, settled=True))]
    assert first == [ShellFalls, WeaponSave]


SEEN = put("E1", (30, 10), kind="infantry", blue=True)


def mortars(*more: Put, terrain: Sequence[Terrain] = ()) -> Battle:
    squad = put("T1", (10, 10), kind="infantry", traits=["mortar"])
    return acting(squad, SEEN, *more, cards={"T1": "6H"}, terrain=terrain)


def fire_offers(game: Battle) -> dict[object, Template]:
    found = GAME.options(game.state, game.snapshot, HOST)
    return {each.fixed["weapon"]: each for each in found if each.command == "fire"}


def test_pt2_h9b_fire_names_its_weapon_and_nobody_is_asked_for_it() -> None:
    """Fault 8: the weapon stands in the command."""
    game = acting(put("T1", (10, 10)), SEEN, cards={"T1": "6H"})
    assert set(fire_offers(game)) == {"main gun", "machine gun"}
    told = game.do(HOST, FireWeapon(target="E1", weapon="machine gun"))
    assert the(told, WeaponChosen).weapon == "machine gun"
    assert game.waits_for == [ThrowDice]
    assert game.asked_dice == 4


def test_pt2_h10a_each_weapon_is_greyed_for_its_own_reason() -> None:
    """Fault 8: a mortar that nobody spots for is not told of small arms."""
    woods = box("W1", "woods", at=(18, 5), size=(4, 10))
    offers = fire_offers(mortars(terrain=[woods]))
    refusals = {name: offer.refusal for name, offer in offers.items()}
    arms, mortar = refusals["small arms"], refusals["mortar"]
    assert arms is not None
    assert mortar is not None
    assert "small arms" in arms.reason
    assert "small arms" not in mortar.reason
    assert "Nobody else sees it for the mortar of T1." in mortar.reason
    game = mortars(terrain=[woods])
    assert game.refused(HOST, FireWeapon(target="E1", weapon="mortar")) == mortar
    both = game.refused(HOST, FireWeapon(target="E1")).reason
    assert both == f"{arms.reason} {mortar.reason}"
    assert game.refused(HOST, FireWeapon(target="E1", weapon="main gun")).clause == "PT2-D7"


def test_what_bars_every_weapon_is_let_pass_in_one() -> None:
    """What was refused as a whole was refused again, word by word, once all had agreed."""
    game = mortars(terrain=[box("W1", "woods", at=(18, 5), size=(4, 10))])
    body = FireWeapon(target="E1")
    refusal = game.refused(HOST, body)
    game.do(HOST, body, waives=(waived_as(refusal.clause, refusal.reason),))
    assert game.state.asks


def test_pt2_h10_what_is_fired_because_nothing_else_can_be_is_said_to_be_so() -> None:
    """Fault 8: nothing falls back in silence."""
    game = acting(
        put("T1", (10, 10), kind="infantry", traits=["mortar"]),
        put("E1", (14, 10), kind="infantry", blue=True),
        FAR,
        cards={"T1": "6H"},
    )
    chosen: WeaponChosen = the(game.do(HOST, FireWeapon(target="E1")), WeaponChosen)
    assert chosen.weapon == "small arms"
    assert "It fires nothing else there: E1 is" in chosen.told()


def test_pt2_f2_riders_get_off_before_the_weapon_that_was_named_fires() -> None:
    """Fault 8: a tank with riders keeps the weapon that its command names."""
    game = acting(
        put("T1", (10, 10)),
        put("S1", (10, 10), kind="infantry", aboard="T1"),
        SEEN,
        cards={"T1": "6H"},
    )
    game.do(HOST, FireWeapon(target="E1", weapon="machine gun"))
    assert game.waits_for == [DismountRoll]
    game.rolled(HOST, 3)
    game.stands("S1", (10, 14.5))
    game.do(HOST, Place(unit="S1"))
    assert game.waits_for == [ThrowDice]
    assert "machine gun" in game.says
