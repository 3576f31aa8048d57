"""Tests of worked examples 26 to 41 of the rulebook, each decided with its own numbers."""

from dataclasses import replace
from typing import Any

import pytest

from rules.games.paper_tigers.chapters.acting import Decline
from rules.games.paper_tigers.chapters.bonus import BonusAllowed
from rules.games.paper_tigers.chapters.deck_end import BattleEnded, DeckEnded, PlayOn, PlayOnChoice
from rules.games.paper_tigers.chapters.fire.saving import Saved
from rules.games.paper_tigers.chapters.keeping import Discard, KeptFaces
from rules.games.paper_tigers.chapters.moving import Move
from rules.games.paper_tigers.chapters.repairs import RecoveryRolled, Repair
from rules.games.paper_tigers.chapters.riding import MustGetOff, Place, StayedAboard
from rules.games.paper_tigers.chapters.terrain import NameObjective, TerrainDone
from rules.games.paper_tigers.chapters.walking import MoveDone
from rules.games.paper_tigers.state import Hand, Objective, Pack
from rules.games.paper_tigers.tests.battles import about, spot
from rules.games.paper_tigers.tests.table_play import (
    GUEST,
    HOST,
    Battle,
    Fire,
    Put,
    Shot,
    acting,
    all_of,
    ending_turn,
    new_battle,
    put,
    the,
)
from rules.games.paper_tigers.vocabulary import Follower, Phase
from rules.referee.toolkit.game import Event
from rules.table.units import Inches
from tests.factories import box

X = put("X", (40, 10), blue=True)
HOUSE = box("B1", (20, 20), (24, 24), kind="building")
# Hulls are 1.5 in wide, so two that look east are as far apart as their rows, less 1.5 in.
L, A, B, C = (put(name, (10, y)) for name, y in zip("LABC", (10, 13.9, 18.3, 21.8), strict=True))


def test_ex1_26_three_act_on_one_card() -> None:
    game = acting(L, A, B, C, X, cards={"L": "KS"})
    refusal = game.refused(HOST, Move(followers=("A", "B", "C")))
    assert (refusal.clause, "C would be one too many" in refusal.reason) == ("PT1-E2", True)
    game.do(HOST, Move(followers=("A", "B")))
    assert game.state.playing is not None
    assert game.state.playing.actors == ("L", "A", "B")


def test_ex1_27_a_chain_breaks_with_its_middle() -> None:
    middle = replace(A, unit=replace(A.unit, had_card=True))
    game = acting(L, middle, put("B", (10, 16.6)), X, cards={"L": "KS"})
    assert game.refused(HOST, Move(followers=("A", "B"))).clause == "PT1-E3"
    refusal = game.refused(HOST, Move(followers=("B",)))
    assert (refusal.clause, "5.1 in" in refusal.reason) == ("PT1-E1", True)


def test_ex1_28_the_same_leader_twice_and_no_more() -> None:
    game = acting(L, A, put("M", (13.6, 13.9)), X, cards={"L": ["KS", "QS"], "M": "JS"})
    for actions in (1, 2):
        game.do(HOST, Move(followers=("A",)))
        game.rolled(HOST, 1, 1, 1)
        game.rolled(HOST, 1, 1, 1)
        assert (game.unit("A").actions, game.unit("A").follows) == (actions, "L")
    assert game.refused(HOST, Move(followers=("A",))).clause == "PT1-E5"


def test_ex1_28_no_second_leader() -> None:
    game = acting(L, A, put("M", (13.6, 13.9)), X, cards={"L": "KS", "M": "JS"})
    game.do(HOST, Move(followers=("A",)))
    game.rolled(HOST, 1, 1, 1)
    game.rolled(HOST, 1, 1, 1)
    refusal = game.refused(HOST, Move(followers=("A",)))
    assert (refusal.clause, "has followed L" in refusal.reason) == ("PT1-E4", True)


def test_ex1_29_a_squad_follows_with_fire_within_its_range() -> None:
    squad = put("A", (10, 13.65), kind="squad")
    near, far = put("N", (20, 13.65), blue=True), put("F", (24, 13.65), blue=True)
    game = acting(L, squad, near, far, cards={"L": "6H"})
    refusal = game.refused(HOST, Fire(target="N", followers=(Follower(unit="A", target="F"),)))
    assert (refusal.clause, "14 in" in refusal.reason) == ("PT1-D2c", True)
    told = game.do(HOST, Fire(target="F", followers=(Follower(unit="A", target="N"),)))
    gap = next(each for event in told for each in event.evidence if each.limit == Inches(3))
    assert gap.value == pytest.approx(2.4)
    game.rolled(HOST, 1, 1, 1)
    (ask,) = game.state.asks
    assert (about(ask).unit, about(ask).target, about(ask).needed, about(ask).dice.count) == (
        "A",
        "N",
        6,
        3,
    )


def far_follower() -> Battle:
    """L has driven 9 in; its follower is 11 in behind and may move 6 in."""
    game = acting(L, put("S", (6, 10), kind="squad"), X, cards={"L": "3S"})
    game.do(HOST, Move(followers=("S",)))
    game.rolled(HOST, 4, 4, 4)
    game.stands("L", (19, 10))
    game.do(HOST, MoveDone(unit="L"))
    game.rolled(HOST, 3, 2, 5)
    assert [about(ask).inches for ask in game.state.asks] == [Inches(6)]
    return game


@pytest.mark.parametrize("x", [12.0, 11.8, 6.0])
def test_ex1_30_it_closes_up_as_far_as_it_can_or_stays(x: float) -> None:
    game = far_follower()
    game.stands("S", (x, 10))
    game.do(HOST, MoveDone(unit="S"))
    assert game.unit("S").spot == spot(x, 10)


def test_ex1_30_it_does_not_stop_half_way() -> None:
    game = far_follower()
    game.stands("S", (10, 10))
    refusal = game.refused(HOST, MoveDone(unit="S"))
    assert refusal.clause == "PT1-E1"
    assert "7 in from L" in refusal.reason
    assert "5 in asked" in refusal.reason


def carried(carrier: str, *, cards: dict[str, str], blue: bool = True) -> Battle:
    """A carrier C with a squad P aboard, and an enemy T."""
    return acting(
        put("T", (10, 10), blue=not blue),
        put("C", (30, 10), kind=carrier, blue=blue),
        put("P", (30, 10), kind="squad", blue=blue, aboard="C"),
        cards=cards,
    )


def test_ex1_31_truck_and_squad_are_hit_together() -> None:
    game = carried("truck", cards={"T": "7D"})
    game.do(HOST, Fire(target="C"))
    assert the(game.rolled(HOST, 3, 3, 2), Shot).total == 8
    assert (game.unit("C").damaged, game.unit("P").damaged) == (True, True)
    game.rolled(GUEST, 4)
    game.stands("P", (30, 10.75 + 0.5 + 4))
    game.do(GUEST, Place(unit="P"))
    assert game.unit("P").spot == spot(30, 15.25)


def test_ex1_32_riders_are_hit_though_the_armour_saves() -> None:
    game = carried("tank", cards={"T": "7D"})
    game.do(HOST, Fire(target="C"))
    game.rolled(HOST, 3, 3, 2)
    assert the(game.rolled(GUEST, 2, 6), Saved).saved
    assert (game.unit("C").hits, game.unit("P").hits) == (0, 1)
    assert [about(ask).dice.count for ask in game.state.asks] == [1]


def test_ex1_33_riders_get_off_a_tank_that_fires() -> None:
    game = carried("tank", cards={"C": "7D"}, blue=False)
    game.do(HOST, Fire(target="T"))
    assert the(game.rolled(HOST, 3), MustGetOff).inches == Inches(3)
    game.stands("P", (30, 10.75 + 0.5 + 3))
    game.do(HOST, Place(unit="P"))
    assert (game.unit("P").hits, game.unit("P").aboard) == (0, "")


def test_ex1_34_the_squad_of_a_halftrack_may_stay() -> None:
    game = carried("halftrack", cards={"T": "7D"})
    game.do(HOST, Fire(target="C"))
    game.rolled(HOST, 3, 3, 2)
    game.rolled(GUEST, 1)
    assert the(game.chose(GUEST, "stay"), StayedAboard).unit == "P"
    assert (game.unit("C").damaged, game.unit("P").damaged) == (True, True)
    assert game.unit("P").aboard == "C"


@pytest.mark.parametrize(
    ("card", "dice", "hits"), [("7D", (3, 4), 0), ("AS", (6, 4), 1)], ids=["seven", "ace"]
)
def test_ex1_35_a_repair_card(card: str, dice: tuple[int, int], hits: int) -> None:
    game = ending_turn(put("T1", (10, 10), hits=1), X, red=Hand(hidden=1))
    game.do(HOST, Repair(unit="T1"))
    game.turned(HOST, card)
    rolled = the(game.rolled(HOST, *dice), RecoveryRolled)
    assert (rolled.total, rolled.recovered) == (sum(dice), hits == 0)
    assert game.unit("T1").hits == hits


def test_ex1_36_six_of_eight_cards_are_kept() -> None:
    game = ending_turn(L, X, red=Hand(hidden=8))
    assert "exactly 2, not 1" in game.refused(HOST, Discard(hidden=1)).reason
    game.do(HOST, Discard(hidden=2))
    assert [(type(ask.question), about(ask).cards) for ask in game.state.asks] == [(KeptFaces, 6)]
    kept = ("2C", "3C", "4C", "5C", "6C", "7C")
    game.turned(HOST, *kept)
    assert game.hand("Red") == Hand(open=kept)


def dead(name: str, kind: str, *, blue: bool = False) -> Put:
    return put(name, (0, 0), kind=kind, blue=blue, spot=None, destroyed=True, hits=2)


def deck_ends(*units: Put, **more: Any) -> tuple[Battle, tuple[Event, ...]]:
    """Red's last card goes unused, and the pack is empty."""
    game = acting(
        L, X, *units, cards={"L": "2C"}, packs={"pack": Pack(draw=0, hidden_discards=51)}, **more
    )
    return game, game.do(HOST, Decline())


def totals(told: tuple[Event, ...]) -> dict[str, int]:
    return {each.name: each.count for each in the(told, DeckEnded).totals}


def test_ex1_37_one_point_is_a_marginal_win_unless_both_play_on() -> None:
    game, told = deck_ends(
        dead("E1", "tank", blue=True),
        dead("E2", "squad", blue=True),
        dead("G1", "gun"),
        put("E3", (22, 22), kind="squad", blue=True),
        terrain=(HOUSE,),
        objectives=(Objective(area="B1", points=4),),
    )
    assert totals(told) == {"red": 6, "blue": 7}
    assert game.waits_for == [PlayOnChoice, PlayOnChoice]
    ended = the(game.chose(HOST, "no"), BattleEnded)
    assert (ended.winner, ended.marginal) == ("blue", True)


@pytest.mark.parametrize(("blue", "asked"), [(9, True), (8, False)])
def test_ex1_38_twelve_against_nine_or_eight(blue: int, asked: bool) -> None:
    losses = {9: ("tank", "gun", "truck"), 8: ("tank", "gun")}[blue]
    wins = ("tank", "tank", "jeep", "jeep")
    game, told = deck_ends(
        *(dead(f"E{k}", kind, blue=True) for k, kind in enumerate(wins)),
        *(dead(f"R{k}", kind) for k, kind in enumerate(losses)),
    )
    assert totals(told) == {"red": 12, "blue": blue}
    if asked:
        told = game.chose(GUEST, "no")
    ended = the(told, BattleEnded)
    assert (ended.winner, ended.marginal, bool(all_of(told, DeckEnded))) == (
        "red",
        False,
        not asked,
    )


@pytest.mark.parametrize(("gap", "controlled"), [(2.6, False), (3.6, True)])
def test_ex1_39_an_enemy_near_the_house(gap: float, controlled: bool) -> None:
    _, told = deck_ends(
        put("S1", (22, 22), kind="squad"),
        put("E2", (24 + gap + 0.5, 22), kind="squad", blue=True),
        terrain=(HOUSE,),
        objectives=(Objective(area="B1", points=8),),
    )
    assert [each.side for each in the(told, DeckEnded).objectives] == ["red" if controlled else ""]


@pytest.mark.parametrize(("held", "most"), [(8, 28), (24, 40)])
def test_ex1_40_twenty_points_each(held: int, most: int) -> None:
    game = new_battle(("tank",) * 4, ("tank",) * 4, terrain=(HOUSE,))
    game.rolled(HOST, 6, 6)
    game.rolled(GUEST, 1, 1)
    game.do(HOST, NameObjective(area="B1", points=held, held_by="Blue"))
    game.do(HOST, TerrainDone())
    bonus = the(game.chose(GUEST, "accept"), BonusAllowed)
    assert (bonus.side, bonus.own_points + bonus.points) == ("Red", most)


@pytest.mark.parametrize("run", [1, 2, 3])
def test_ex1_41_ten_to_ten(run: int) -> None:
    lost = [dead(f"{side}{k}", "tank", blue=side == "E") for side in "ER" for k in range(2)]
    game, told = deck_ends(*lost, run=run)
    assert totals(told) == {"red": 10, "blue": 10}
    assert game.state.asks == ()
    if run < 3:
        assert (the(told, PlayOn).run, game.state.phase) == (run + 1, Phase.SHUFFLE)
    else:
        assert the(told, BattleEnded).winner == ""
