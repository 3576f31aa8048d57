"""Tests what was once ruled wrongly, each fault by its number."""

from dataclasses import replace

import pytest

from rules.games.paper_tigers.chapters.riding import Place
from rules.games.paper_tigers.profiles import UnitKind
from rules.games.paper_tigers.tests.armies import box
from rules.games.paper_tigers.vocabulary import Phase
from rules.games.paper_tigers_2.chapters.blows import RiskAll
from rules.games.paper_tigers_2.chapters.close_combat import CloseCombat
from rules.games.paper_tigers_2.chapters.contact import WhoHelps
from rules.games.paper_tigers_2.chapters.fortifications import TakeFlames
from rules.games.paper_tigers_2.tests.table_play import (
    GUEST,
    HOST,
    Battle,
    Put,
    acting,
    put,
    started,
)

SQUAD = put("T1", (10, 10), kind="infantry")


def struck_at(attacker: Put, defender: Put, **chosen: object) -> Battle:
    """T1 has attacked E1 in vain, which strikes back."""
    other = put("E2", (40, 40), blue=True)
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
