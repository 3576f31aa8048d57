"""Tests of what a player would try who wants to show that the umpire of Paper Tigers is wrong."""

import pytest

from rules.games.paper_tigers import GAME
from rules.games.paper_tigers.commands import (
    Amend,
    Decline,
    Fire,
    Follow,
    Move,
    MoveDone,
    Place,
    Roll,
)
from rules.games.paper_tigers.vocabulary import Follower, Purpose
from rules.referee.game import Command
from rules.table.snapshot import PieceState
from tests.factories import box
from tests.rules.games.paper_tigers.table_play import ANN, BEN, Battle, acting, put


def waits(game: Battle, who: str, body: object) -> list[str]:
    """For whom a command waits that does not name them."""
    return [
        each.subject
        for each in GAME.differences(game.state, game.snapshot)
        if GAME.rests_on(game.state, Command(author=who, body=body), each)
    ]


# Units that were shifted, and that nobody names.


def test_nobody_fires_from_where_a_hand_has_shifted_it() -> None:
    game = acting(put("T1", (10, 10)), put("E1", (30, 10), blue=True), cards={"T1": "2H"})
    assert waits(game, ANN, Fire(target="E1")) == []
    game.stands("T1", (14, 10))
    assert waits(game, ANN, Fire(target="E1")) == ["T1"]
    assert waits(game, ANN, Decline()) == []


def test_a_move_starts_where_it_was_ruled_to_but_followers_are_measured_from_the_leader() -> None:
    game = acting(
        put("T1", (10, 10)),
        put("T2", (20, 10)),
        put("E1", (30, 10), blue=True),
        cards={"T1": "2H"},
    )
    game.stands("T1", (16, 10))
    assert waits(game, ANN, Move()) == []
    assert waits(game, ANN, Move(followers=("T2",))) == ["T1"]


def test_a_target_does_not_slip_into_cover_while_the_dice_roll() -> None:
    game = acting(
        put("T1", (10, 10)),
        put("E1", (30, 10), kind="squad", blue=True),
        cards={"T1": "2H"},
    )
    game.do(ANN, Fire(target="E1"))
    assert game.waits_for == [Purpose.FIRE]
    game.stands("E1", (32, 12))
    assert waits(game, ANN, Roll(dice=(1, 1, 1))) == ["E1"]
    assert waits(game, ANN, Roll(dice=(1, 1, 1), ask=99)) == []
    assert waits(game, BEN, Roll(dice=(1, 1, 1))) == []


def test_passengers_are_put_down_beside_a_carrier_that_stands_where_it_should() -> None:
    game = acting(
        put("T1", (10, 10)),
        put("C", (30, 10), kind="truck", blue=True),
        put("P", (30, 10), kind="squad", blue=True, aboard="C"),
        cards={"T1": "2H"},
    )
    game.do(ANN, Fire(target="C"))
    game.rolled(ANN, 1, 1, 1)
    game.rolled(BEN, 3)
    assert game.waits_for == [Purpose.PUT_DOWN]
    # That its smoke is missing yet stops nobody.
    assert waits(game, BEN, Place(unit="P")) == []
    game.stands("C", (30, 14))
    assert waits(game, BEN, Place(unit="P")) == ["C"]
    assert waits(game, BEN, MoveDone(unit="P")) == ["C"]
    assert waits(game, BEN, MoveDone(unit="nobody")) == []


# Riders and houses.


def boarding() -> Battle:
    """A squad that nobody sees stops beside a tank and a house."""
    house = box("H", (14, 8), (18, 12), kind="Building")
    game = acting(
        put("S1", (10, 12), kind="squad"),
        put("T1", (10, 10)),
        put("E1", (40, 10), blue=True),
        cards={"S1": "2S"},
        terrain=(house,),
    )
    game.do(ANN, Move())
    game.rolled(ANN, 3, 3, 3)
    game.stands("S1", (10, 12), seen=PieceState.HIDDEN)
    return game


def test_nobody_is_in_a_house_on_the_deck_of_a_tank() -> None:
    game = boarding()
    refusal = game.refused(ANN, MoveDone(unit="S1", aboard="T1", in_area="H"))
    assert (refusal.clause, refusal.waivable) == ("PT1-F1", False)
    assert refusal.reason == "S1 is aboard T1 or in H, not both."
    both = Amend(unit="S1", aboard="T1", in_area="H")
    assert game.refused(ANN, both, waives=("PT1-A5",)).reason == refusal.reason


def test_whoever_is_agreed_to_be_aboard_is_out_of_the_house_and_the_other_way_round() -> None:
    game = boarding()
    for amend, where in [
        (Amend(unit="S1", in_area="H"), ("", "H")),
        (Amend(unit="S1", aboard="T1"), ("T1", "")),
        (Amend(unit="S1", hits=1), ("T1", "")),
        (Amend(unit="S1", in_area="H"), ("", "H")),
    ]:
        game.do(ANN, amend, waives=("PT1-A5",))
        assert (game.unit("S1").aboard, game.unit("S1").in_area) == where


def test_a_house_is_one_however_its_kind_is_written() -> None:
    game = boarding()
    game.stands("S1", (14.5, 10.5))
    game.do(ANN, MoveDone(unit="S1", in_area="H"))
    game.do(ANN, Amend(unit="S1", in_area=""), waives=("PT1-A5",))
    game.looks(pieces=tuple(each for each in game.snapshot.pieces if each.id != "S1"))
    (found,) = GAME.differences(game.state, game.snapshot)
    assert found.remedies == (Amend(unit="S1", in_area="H"),)


# Followers.


@pytest.mark.parametrize("late", [False, True])
def test_a_follower_that_fires_has_a_target_of_its_own(late: bool) -> None:
    game = acting(
        put("T1", (10, 10)),
        put("T2", (10, 13)),
        put("E1", (30, 10), blue=True),
        cards={"T1": "2H"},
        chosen={"followers_declared": "after_roll"} if late else {},
    )
    followers = (Follower(unit="T2"),)
    if late:
        game.do(ANN, Fire(target="E1"))
        game.rolled(ANN, 1, 1, 1)
        game.rolled(BEN, 6, 6)
    body = Follow(followers=followers) if late else Fire(target="E1", followers=followers)
    refusal = game.refused(ANN, body)
    assert (refusal.clause, refusal.waivable) == ("PT1-E1", False)
    assert refusal.reason == "T2 follows to fire as well: name its target."
