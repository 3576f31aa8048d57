"""Tests of what altered clauses got away with: the last value that is allowed, the next turn."""

from typing import Any

import pytest

from rules.games.paper_tigers import GAME
from rules.games.paper_tigers.chapters.agreeing import Amend
from rules.games.paper_tigers.chapters.keeping import Discard
from rules.games.paper_tigers.chapters.turns import CardsRoll
from rules.games.paper_tigers.state import Hand, State
from rules.games.paper_tigers.tests.armies import FOOTPRINTS, VEHICLE
from rules.games.paper_tigers.tests.battles import battle, unit
from rules.games.paper_tigers.tests.samples import SAMPLES
from rules.games.paper_tigers.vocabulary import Phase, Turned
from rules.referee.toolkit.game import Command, Refusal
from rules.referee.toolkit.spots import Spot
from rules.table.snapshot import Piece, Pose, Snapshot, TableSize
from rules.table.units import Inches
from rules.testing.driver import folded

TABLE = Snapshot(
    table=TableSize(width=Inches(48.0), depth=Inches(48.0)),
    pieces=tuple(
        Piece(id=name, footprint=FOOTPRINTS.get(name, VEHICLE), pose=Pose(x=Inches(x), y=Inches(9)))
        for name, x in (("T", 10.0), ("E", 30.0))
    ),
)
TOGETHER = frozenset({"PT1-A5"})


def moment(**more: Any) -> State:
    chosen: dict[str, object] = {"shuffle_cadence": "per_deck"}
    return battle(unit("T"), unit("E", blue=True), chosen=chosen, **more)


@pytest.mark.parametrize(("hits", "clause"), [(-1, "PT1-D2h"), (1, ""), (2, "PT1-D2h")])
def test_pt1_a5_players_agree_on_a_hit_and_never_on_a_loss(hits: int, clause: str) -> None:
    command = Command(author="Host", body=Amend(unit="T", hits=hits), waives=TOGETHER)
    decision = GAME.decide(moment(), command, TABLE)
    assert (decision.clause if isinstance(decision, Refusal) else "") == clause


def test_pt1_c5a_when_nobody_keeps_a_hidden_card_the_next_turn_begins_by_itself() -> None:
    saved = ("2H", "3H", "4H", "5H", "6H", "7H", "8H")
    state = moment(phase=Phase.CLEAN_UP, hands={"Red": Hand(open=saved), "Blue": Hand()})
    command = Command(author="Host", body=Discard(cards=("2H",)))
    decision = GAME.decide(state, command, TABLE)
    assert not isinstance(decision, Refusal)
    after = folded(GAME, state, decision=decision)
    assert after.turn == 2
    assert {type(ask.question) for ask in after.asks} == {CardsRoll}


def test_pt1_i1_each_battle_group_goes_to_the_seat_of_its_name() -> None:
    four = next(sample for sample in SAMPLES if sample.name == "four players")
    state = GAME.initial(four.setup)
    assert len(state.forces) == 4
    assert {force.name: force.seat for force in state.forces} == {
        force.name: force.name for force in state.forces
    }


def test_pt1_e3_no_unit_begins_as_one_that_has_had_a_card() -> None:
    for sample in SAMPLES:
        units = GAME.initial(sample.setup).units.values()
        assert not any(each.had_card or each.actions or each.follows for each in units)


def test_pt1_i3_no_card_begins_with_a_roll_against_another() -> None:
    assert Turned(card="QH", unit="T", force="Red").tie_roll == 0


def test_pt1_a7_a_place_is_in_inches_and_looks_along_the_edge_unless_told() -> None:
    assert Spot(x_in=Inches(3.0), y_in=Inches(4.0)).heading_deg == 0.0
