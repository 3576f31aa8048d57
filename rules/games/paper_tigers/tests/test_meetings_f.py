"""Tests of getting on and off where the camera, words, options and the rest of the battle meet."""

from dataclasses import replace
from typing import Any

import pytest

from rules.games.paper_tigers.chapters.agreeing import Amend
from rules.games.paper_tigers.chapters.arrivals import Arrive, Arrived
from rules.games.paper_tigers.chapters.deploying import Board
from rules.games.paper_tigers.chapters.fire.shots import FireRoll, SightRoll
from rules.games.paper_tigers.chapters.moving import Move
from rules.games.paper_tigers.chapters.riding import DismountRoll, GotOff, Place
from rules.games.paper_tigers.chapters.walking import Moved, MoveDone
from rules.games.paper_tigers.tests.battles import spot
from rules.games.paper_tigers.tests.table_play import (
    BLUE,
    GUEST,
    HOST,
    RED,
    Battle,
    Fire,
    Put,
    acting,
    put,
    started,
    the,
)
from rules.games.paper_tigers.vocabulary import Follower, Phase
from rules.table.snapshot import PieceState
from tests.factories import box

X = put("X", (40, 40), blue=True)


def walking(*units: Put, roll: tuple[int, ...] = (3, 3, 3), **more: Any) -> Battle:
    """A squad S has rolled a move of 6 in."""
    game = acting(put("S", (20, 9), kind="squad"), *units, X, cards={"S": "5C"}, **more)
    game.do(HOST, Move())
    game.rolled(HOST, *roll)
    return game


TRUCK = put("C", (20, 14.5), kind="truck")


def test_a_squad_that_nobody_sees_is_aboard_on_its_word() -> None:
    game = walking(TRUCK)
    game.stands("S", (20, 9), seen=PieceState.HIDDEN)
    moved = the(game.do(HOST, MoveDone(unit="S", aboard="C")), Moved)
    assert (moved.aboard, moved.spot, moved.vouched) == ("C", spot(20, 14.5), -1)


def test_a_word_carries_nobody_farther_than_the_roll() -> None:
    game = walking(put("C", (20, 20), kind="truck"))
    game.stands("S", (20, 9), seen=PieceState.HIDDEN)
    refusal = game.refused(HOST, MoveDone(unit="S", aboard="C"))
    assert (refusal.clause, "6 allowed" in refusal.reason) == ("PT1-D1b", True)


def test_a_squad_that_stands_on_its_carrier_is_aboard() -> None:
    game = walking(TRUCK)
    game.stands("S", (20, 14.5))
    assert the(game.do(HOST, MoveDone(unit="S", aboard="C")), Moved).aboard == "C"


@pytest.mark.parametrize(("contact", "right"), [(2.0, True), (0.5, False)])
def test_how_near_a_squad_has_to_come_may_be_agreed(contact: float, right: bool) -> None:
    game = walking(TRUCK, chosen={"mount_contact_in": contact})
    game.stands("S", (20, 11.75))
    if right:
        game.do(HOST, MoveDone(unit="S", aboard="C"))
    else:
        refusal = game.refused(HOST, MoveDone(unit="S", aboard="C"))
        assert (refusal.clause, "1.5 in of C" in refusal.reason) == ("PT1-F1", True)


@pytest.mark.parametrize(
    ("carrier", "what"),
    [
        (put("C", (20, 14.5), kind="truck", blue=True), "not on S's side"),
        (put("C", (20, 14.5), kind="truck", destroyed=True, hits=2), "cannot carry anybody"),
        (put("C", (20, 14.5), kind="truck", spot=None, arrives=3), "do not come onto the table"),
    ],
    ids=["enemy", "destroyed", "not there"],
)
def test_nobody_gets_on_what_cannot_carry_it(carrier: Put, what: str) -> None:
    game = walking(carrier)
    game.stands("S", (20, 13))
    assert what in game.refused(HOST, MoveDone(unit="S", aboard="C")).reason


def test_nobody_changes_carriers_without_getting_off() -> None:
    other = put("D", (20, 17), kind="truck")
    rider = put("S", (20, 14.5), kind="squad", aboard="C")
    game = acting(TRUCK, other, rider, X, cards={"S": "5C"})
    game.do(HOST, Move())
    game.rolled(HOST, 3, 3, 3)
    refusal = game.refused(HOST, MoveDone(unit="S", aboard="D"))
    assert (refusal.clause, "get off first" in refusal.reason) == ("PT1-F1", True)


def test_a_squad_that_rolled_too_little_stays_aboard() -> None:
    rider = put("S", (20, 14.5), kind="squad", aboard="C")
    game = acting(TRUCK, rider, X, cards={"S": "5C", "X": "2C"})
    game.do(HOST, Move())
    game.rolled(HOST, 1, 1, 1)
    assert (game.unit("S").aboard, game.card_up) == ("C", ("2C", "X"))


def test_riders_go_where_their_carrier_goes() -> None:
    rider = put("S", (20, 14.5), kind="squad", aboard="C")
    game = acting(TRUCK, rider, X, cards={"C": "5C", "S": "2C"})
    game.do(HOST, Move())
    game.rolled(HOST, 3, 3, 3)
    game.stands("C", (28, 14.5))
    game.stands("S", (20, 14.5), seen=PieceState.HIDDEN)
    game.do(HOST, MoveDone(unit="C"))
    assert game.unit("S").spot == spot(28, 14.5)
    game.do(HOST, Move())
    game.rolled(HOST, 1, 1, 1)
    game.stands("S", (28, 18))
    moved = the(game.do(HOST, MoveDone(unit="S")), Moved)
    assert moved.length == pytest.approx(2.75)


def test_a_follower_may_get_on_its_leader() -> None:
    leader, squad = put("L", (20, 14.5), kind="truck"), put("S", (20, 12), kind="squad")
    game = acting(leader, squad, X, cards={"L": "2C"})
    game.do(HOST, Move(followers=("S",)))
    game.rolled(HOST, 1, 1, 1)
    game.stands("L", (22, 14.5))
    game.do(HOST, MoveDone(unit="L"))
    game.rolled(HOST, 1, 1, 1)
    game.stands("S", (21, 13))
    assert the(game.do(HOST, MoveDone(unit="S", aboard="L")), Moved).aboard == "L"


def test_a_rider_follows_nobody() -> None:
    rider = put("S", (20, 14.5), kind="squad", aboard="C")
    game = acting(TRUCK, rider, put("L", (20, 17)), X, cards={"L": "2C"})
    refusal = game.refused(HOST, Move(followers=("S",)))
    assert (refusal.clause, "aboard C" in refusal.reason) == ("PT1-F2", True)


def test_riders_get_off_away_from_the_follower_that_hit() -> None:
    """T, whose card it is, stands west of the truck; its follower U fires from the south."""
    game = acting(
        put("T", (26, 30)),
        put("U", (30, 26)),
        put("C", (30, 30), kind="truck", blue=True, heading=90),
        put("P", (30, 30), kind="squad", blue=True, aboard="C"),
        put("V", (4, 30), blue=True),
        cards={"T": "KH", "V": "2C"},
        chosen={"dismount_direction": "away_from_shooter"},
    )
    game.do(HOST, Fire(target="V", followers=(Follower(unit="U", target="C"),)))
    game.rolled(HOST, 1, 1, 1)
    game.rolled(HOST, 6, 6, 6)
    game.rolled(GUEST, 2)
    game.stands("P", (32.52, 26.73))
    assert "degrees" in game.refused(GUEST, Place(unit="P")).reason
    game.stands("P", (27.48, 33.27))
    game.do(GUEST, Place(unit="P"))


def test_nobody_has_shot_at_riders_whose_own_tank_fires() -> None:
    rider = put("S", (20, 20), kind="squad", aboard="T")
    game = acting(
        put("T", (20, 20)), rider, X, cards={"T": "2H"},
        chosen={"dismount_direction": "away_from_shooter"},
    )  # fmt: skip
    game.do(HOST, Fire(target="X"))
    game.rolled(HOST, 2)
    assert game.state.asks[0].says == "Put S down 2 in from T."
    game.stands("S", (16, 20))
    assert the(game.do(HOST, Place(unit="S")), GotOff).spot == spot(16, 20)


@pytest.mark.parametrize("die", [3, 4])
def test_riders_wait_for_the_die_that_says_whether_their_tank_sees(die: int) -> None:
    rider = put("S", (20, 20), kind="squad", aboard="T")
    house = box("B1", (28, 20.1), (32, 24), kind="building")
    enemy = put("E", (40, 20), blue=True)
    game = acting(put("T", (20, 20)), rider, enemy, cards={"T": "2H", "E": "2C"}, terrain=(house,))
    game.do(HOST, Fire(target="E"))
    assert game.waits_for == [SightRoll]
    game.rolled(HOST, die)
    if die < 4:
        assert (game.unit("S").aboard, game.card_up) == ("T", ("2C", "E"))
        return
    assert game.waits_for == [DismountRoll]
    game.rolled(HOST, 2)
    game.stands("S", (16, 20))
    game.do(HOST, Place(unit="S"))
    assert game.waits_for == [FireRoll]


def test_riders_come_onto_the_table_with_their_truck() -> None:
    game = started(
        put("T", (10, 40)),
        put("C", (24, 46.5), kind="truck", heading=270, spot=None, arrives=2),
        put("S", (24, 46.5), kind="squad", spot=None, arrives=2, aboard="C"),
        X,
        phase=Phase.ARRIVALS,
        turn=2,
    )
    told = game.do(HOST, Arrive())
    assert [each.unit for each in the(told, Arrived).spots] == ["C", "S"]
    assert game.unit("S").spot == spot(24, 46.5, 270)


def test_a_wood_is_left_on_foot_as_it_is_entered() -> None:
    """A squad that walks off its truck into woods stops just inside."""
    rider = put("S", (20, 14.5), kind="squad", aboard="C")
    woods = box("W1", (16, 16.5), (24, 23))
    game = acting(TRUCK, rider, X, cards={"S": "5C"}, terrain=(woods,))
    game.do(HOST, Move())
    game.rolled(HOST, 3, 3, 3)
    game.stands("S", (20, 20))
    assert game.refused(HOST, MoveDone(unit="S")).clause == "PT1-D1d"
    game.stands("S", (20, 17))
    game.do(HOST, MoveDone(unit="S"))


def test_boarding_before_the_battle_ends_with_its_deployment() -> None:
    refusal = walking(TRUCK).refused(HOST, Board(unit="S", carrier="C"))
    assert refusal.clause == "PT1-D1b"


def boarding(*, arrives: tuple[int, int], group: str = "Blue") -> Battle:
    """Blue deploys; its truck C and squad S come in these turns, the squad of this group."""
    truck, squad = arrives
    off: dict[str, Any] = {"spot": None}
    made = put("S", (20, 4), kind="squad", blue=True, arrives=squad, **off)
    return started(
        put("T", (10, 40), **off),
        put("C", (20, 4), kind="truck", blue=True, arrives=truck, **off),
        replace(made, unit=replace(made.unit, force=group)),
        phase=Phase.DEPLOY_FIRST,
        turn=0,
        forces=(RED, BLUE, replace(BLUE, name="Azure")),
    )


@pytest.mark.parametrize(
    ("arrives", "group"), [((0, 0), "Blue"), ((0, 0), "Azure"), ((2, 2), "Blue")]
)
def test_a_squad_may_begin_or_come_aboard(arrives: tuple[int, int], group: str) -> None:
    game = boarding(arrives=arrives, group=group)
    game.do(GUEST, Board(unit="S", carrier="C"))
    assert game.unit("S").aboard == "C"
    game.do(GUEST, Board(unit="S"))
    assert game.unit("S").aboard == ""


@pytest.mark.parametrize(
    ("arrives", "group"),
    [((2, 0), "Blue"), ((0, 2), "Blue"), ((2, 3), "Blue"), ((2, 2), "Azure")],
)
def test_a_squad_and_its_truck_come_together(arrives: tuple[int, int], group: str) -> None:
    refusal = boarding(arrives=arrives, group=group).refused(GUEST, Board(unit="S", carrier="C"))
    assert refusal.clause == "PT1-J1d"
    assert "S and C do not come onto the table together" in refusal.reason


def test_a_side_boards_its_own_units_only() -> None:
    game = boarding(arrives=(0, 0))
    assert game.refused(HOST, Board(unit="T", carrier="C")).clause == "PT1-B3"
    refusal = game.refused(GUEST, Board(unit="S"))
    assert (refusal.clause, "aboard nothing" in refusal.reason) == ("PT1-F1", True)


def test_whoever_is_agreed_to_be_aboard_is_where_its_carrier_is() -> None:
    game = acting(TRUCK, put("S", (30, 30), kind="squad"), X, cards={"C": "2C", "X": "3C"})
    assert game.refused(HOST, Amend(unit="S", aboard="C")).waivable
    game.do(HOST, Amend(unit="S", aboard="C"), waives={"PT1-A5"})
    assert (game.unit("S").aboard, game.unit("S").spot) == ("C", spot(20, 14.5))


@pytest.mark.parametrize(
    ("edge", "at", "heading"),
    [
        ("south", (20, 46.4), 270),
        ("north", (20, 1.6), 90),
        ("west", (46.4, 20), 180),
        ("east", (1.6, 20), 0),
    ],
)
def test_reinforcements_come_across_the_table_from_the_defender(
    edge: str, at: tuple[float, float], heading: float
) -> None:
    late = put("T", at, heading=heading, spot=None, arrives=2)
    game = started(put("S", (30, 30), kind="squad"), late, X, phase=Phase.ARRIVALS, turn=2)
    game.state = replace(game.state, edge=edge)
    game.stands("T", (48 - at[0], 48 - at[1]))
    assert game.refused(HOST, Arrive()).clause == "PT1-J1d"
    game.stands("T", at, heading=heading)
    assert [each.unit for each in the(game.do(HOST, Arrive()), Arrived).spots] == ["T"]
