"""Tests of what players may amend together of what they see of a battle."""

from dataclasses import replace

import pytest

from rules.games.paper_tigers import GAME
from rules.games.paper_tigers.state import Hand, State
from rules.games.paper_tigers.tests.table_play import HOST, Fire, acting, assigning, dead, put

TANK, SQUAD = put("T1", (10, 10), cards=("",)), put("S1", (10, 20), kind="squad")
TRUCK = put("C", (20, 20), kind="truck")
ENEMY = put("E1", (30, 10), blue=True)
DAMAGED = put("D1", (4, 30), hits=1)
LATE = put("L1", (0, 0), spot=None, arrives=3)


def moment() -> State:
    units = (TANK, SQUAD, TRUCK, ENEMY, DAMAGED, LATE, dead("E2", "tank", blue=True))
    return assigning(*units, red=Hand(hidden=2), blue=Hand(hidden=2), turn=2).state


def amended(state: State, what: str, of: str, *, value: str) -> State:
    row = GAME.row(what)
    assert row is not None
    parsed = row.domain.parse(value)
    row.domain.require(state, parsed)
    assert row.check(state, parsed, name=of) == ""
    after: State = row.amended(state, of, text=value)
    assert row.written(after, of) == value
    return after


def objection(what: str, of: str, *, value: str) -> str:
    row = GAME.row(what)
    assert row is not None
    return row.check(moment(), row.domain.parse(value), name=of)


@pytest.mark.parametrize(
    ("what", "of", "value"),
    [
        ("hits", "S1", "1"),
        ("cards_down", "S1", "2"),
        ("cards_open", "T1", "QH"),
        ("actions", "T1", "1"),
        ("repairing", "D1", "yes"),
        ("arrives", "L1", "4"),
        ("follows", "S1", "T1"),
        ("aboard", "S1", "C"),
        ("destroyed_by", "E2", "S1"),
        ("hand_open", "Red", "5H 10D"),
        ("hand_down", "Blue", "3"),
        ("draw", "pack", "12"),
        ("discards_open", "pack", "2C"),
        ("turn", "", "4"),
        ("attacker", "", "blue"),
        ("edge", "", "north"),
        ("bridge_gone", "", "yes"),
    ],
)
def test_it_is_as_the_players_agreed(what: str, of: str, value: str) -> None:
    state = moment()
    assert amended(state, what, of, value=value) != state


def test_who_is_lost_by_agreement_leaves_its_cards() -> None:
    after = amended(moment(), "destroyed", "T1", value="yes")
    gone = after.unit("T1")
    assert (gone.destroyed, gone.cards, gone.spot) == (True, (), None)
    assert after.packs["pack"].hidden_discards == moment().packs["pack"].hidden_discards + 1


def test_who_is_back_by_agreement_comes_at_its_own_edge() -> None:
    back = amended(moment(), "destroyed", "E2", value="no").unit("E2")
    assert (back.destroyed, back.hits, back.arrives) == (False, 0, 2)


def test_who_is_put_aboard_stands_where_its_carrier_does() -> None:
    after = amended(moment(), "aboard", "S1", value="C")
    assert after.unit("S1").spot == after.unit("C").spot


@pytest.mark.parametrize(
    ("what", "of", "value", "why"),
    [
        ("hits", "T1", "1", "a damaged unit has no cards on it."),
        ("hits", "S1", "2", "2 hits would destroy it."),
        ("aboard", "T1", "C", "T1, a tank, cannot ride on C."),
        ("burning", "T1", "yes", "it is no wreck on the table."),
        ("repairing", "T1", "yes", "it has nothing to repair."),
        ("attacker", "", "", "that is still to be settled."),
    ],
)
def test_what_cannot_be_is_said(what: str, of: str, value: str, why: str) -> None:
    assert objection(what, of, value=value) == why


def test_nothing_that_is_asked_for_is_pulled_away() -> None:
    game = acting(put("T1", (10, 10)), ENEMY, cards={"T1": "5H"})
    game.do(HOST, Fire(target="E1"))
    row = GAME.row("destroyed")
    assert row is not None
    for value in (row.domain.parse("yes"), row.domain.parse("no")):
        assert row.check(game.state, value, name="T1") == "finish first what is being done."


SECRET = ("cards_down", "cards_open", "in_area", "aboard", "destroyed")


@pytest.mark.parametrize("what", SECRET)
def test_an_answer_does_not_tell_who_was_picked_in_secret(what: str) -> None:
    row = GAME.row(what)
    assert row is not None
    for picked in ("T1", "S1"):
        state = replace(moment(), picks={picked: (0,)})
        for name in ("T1", "S1", "E1"):
            assert row.check(state, None, name=name) == "finish first what is being done."
