"""Tests of what a player would try who wants to show that the umpire of Paper Tigers is wrong."""

from rules.games.paper_tigers import GAME
from rules.games.paper_tigers.commands import Decline, Fire, Move, MoveDone, Place, Roll
from rules.games.paper_tigers.vocabulary import Purpose
from rules.referee.game import Command
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
