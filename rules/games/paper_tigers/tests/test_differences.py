"""Tests of where the table is not as the battle has it, with tables on which nothing is amiss."""

import pytest

from rules.games.paper_tigers import GAME
from rules.games.paper_tigers.chapters.acting import Decline
from rules.games.paper_tigers.chapters.agreeing import AcceptTable, AcceptTerrain, Amend
from rules.games.paper_tigers.chapters.fire.firing import Fire
from rules.games.paper_tigers.chapters.fire.saving import Wreck
from rules.games.paper_tigers.chapters.riding import Place, PutDownQuestion
from rules.games.paper_tigers.chapters.walking import MoveDone, MoveQuestion
from rules.games.paper_tigers.differences import (
    NOT_IN_PLAY,
    PROPOSAL_KINDS,
    differences,
    rests_on,
    sighted,
)
from rules.games.paper_tigers.profiles import UnitKind
from rules.games.paper_tigers.state import State, Unit
from rules.games.paper_tigers.tests.battles import ask, battle, spot, unit
from rules.games.paper_tigers.vocabulary import Phase
from rules.referee.log.house_options import POLICIES
from rules.referee.toolkit.game import Command, Refusal
from rules.referee.toolkit.questions import Question, Roll
from rules.table.snapshot import Health, HealthState, Piece, PieceState, Snapshot
from rules.table.units import Inches
from rules.testing.driver import folded
from tests.factories import box, disc, lost, piece, rectangle, table

T1 = unit("T1")
TANK = rectangle(3.0, 1.6)


def tank(name: str = "T1", at: tuple[float, float] = (10, 10), *, sigma: float = 0.0) -> Piece:
    return piece(name, at, footprint=TANK, sigma=sigma)


def smoke(at: tuple[float, float], name: str = "M1") -> Piece:
    return piece(name, at, footprint=disc(0.4), kind="smoke")


def kinds(state: State, snapshot: Snapshot) -> list[tuple[str, str]]:
    return [(each.kind, each.subject) for each in differences(state, snapshot)]


def proposed(state: State, snapshot: Snapshot) -> list[tuple[str, str]]:
    return [(each.kind, each.subject) for each in sighted(state, snapshot)]


def test_a_unit_that_stands_where_it_was_ruled_to_be_is_no_difference() -> None:
    assert differences(battle(T1), table(tank(at=(10.2, 10.1)))) == ()


def test_a_unit_that_stands_elsewhere_has_moved_out_of_turn() -> None:
    (found,) = differences(battle(T1), table(tank(at=(13.2, 10), sigma=0.05)))
    assert (found.kind, found.subject) == ("moved_out_of_turn", "T1")
    assert found.says == "T1 stands 3.2 in from where it was ruled to be (error 0.07)."
    assert found.remedies == (AcceptTable(unit="T1"),)


@pytest.mark.parametrize(("x", "sigma", "moved"), [(10.3, 0.0, True), (10.3, 0.2, False)])
def test_what_the_camera_cannot_tell_is_no_difference(x: float, sigma: float, moved: bool) -> None:
    assert bool(kinds(battle(T1), table(tank(at=(x, 10), sigma=sigma)))) is moved


def test_courtesy_is_as_agreed() -> None:
    agreed = battle(T1, chosen={"eps_in": 1.0})
    assert kinds(agreed, table(tank(at=(10.9, 10)))) == []
    assert kinds(agreed, table(tank(at=(11.1, 10)))) == [("moved_out_of_turn", "T1")]


@pytest.mark.parametrize("phase", sorted(NOT_IN_PLAY))
def test_while_units_are_set_up_or_packed_away_they_stand_anywhere(phase: Phase) -> None:
    assert differences(battle(T1, phase=phase), table(tank(at=(20, 20)))) == ()


@pytest.mark.parametrize("phase", sorted(set(Phase) - NOT_IN_PLAY))
def test_from_the_first_shuffle_on_they_do_not(phase: Phase) -> None:
    found = kinds(battle(T1, phase=phase), table(tank(at=(20, 20))))
    assert found == [("moved_out_of_turn", "T1")]


@pytest.mark.parametrize("state", [PieceState.HIDDEN, PieceState.MOVING, PieceState.DECLARED])
def test_a_piece_that_is_hidden_moving_or_vouched_for_is_no_difference(state: PieceState) -> None:
    assert differences(battle(T1), table(piece("T1", (20, 20), state=state))) == ()


@pytest.mark.parametrize("health", sorted(set(HealthState) - {HealthState.LIVE}))
def test_a_camera_that_is_not_live_says_nothing(health: HealthState) -> None:
    snapshot = table(lost("T1"), health=Health(state=health))
    assert differences(battle(T1), snapshot) == ()
    assert sighted(battle(T1), snapshot) == ()


def test_a_spot_that_was_typed_in_holds_for_the_table_it_was_typed_over() -> None:
    state = battle(unit("T1", vouched=0))
    snapshot = table(tank(at=(20, 20)))
    assert differences(state, snapshot) == ()
    assert kinds(state, snapshot.moved(tank(at=(21, 20)))) == [("moved_out_of_turn", "T1")]


@pytest.mark.parametrize(
    "question",
    [
        MoveQuestion(unit="T1", inches=Inches(6)),
        PutDownQuestion(unit="T1", carrier="T9", inches=Inches(3)),
    ],
)
def test_a_unit_that_is_just_being_placed_differs_in_nothing(question: Question) -> None:
    state = battle(T1, asks=(ask(question),))
    assert differences(state, table(tank(at=(20, 20)))) == ()
    assert differences(state, table(lost("T1"))) == ()


def test_somebody_elses_move_excuses_nobody() -> None:
    state = battle(T1, unit("T2"), asks=(ask(MoveQuestion(unit="T2", inches=Inches(6))),))
    assert kinds(state, table(tank(at=(20, 20)), tank("T2"))) == [("moved_out_of_turn", "T1")]


@pytest.mark.parametrize(
    "one",
    [
        unit("T1", aboard="T9"),
        unit("T1", spot=None, arrives=3),
        unit("T1", kind=UnitKind.BRIDGE, pieces=()),
        unit("T1", destroyed=True, burning=True, hits=2),
        unit("T1", in_area="B3"),
        unit("T1", vouched=3),
    ],
)
def test_units_that_do_not_stand_for_themselves_are_not_missed(one: Unit) -> None:
    assert differences(battle(one), table(lost("T1"))) == ()


@pytest.mark.parametrize("snapshot", [table(lost("T1")), table()])
def test_a_unit_that_the_camera_does_not_find_is_missing(snapshot: Snapshot) -> None:
    (found,) = differences(battle(T1), snapshot)
    assert (found.kind, found.remedies) == ("missing", ())
    assert found.says.startswith("The camera does not find T1: ")


def test_a_squad_lost_beside_a_house_may_be_said_to_be_in_it() -> None:
    state = battle(unit("S1", kind=UnitKind.SQUAD), areas=("B3", "W1", "B4"))
    near = box("B3", (10.5, 8), (14, 12), kind="building")
    woods, far = box("W1", (9, 9), (11, 11)), box("B4", (20, 8), (24, 12), kind="building")
    (found,) = differences(state, table(lost("S1"), terrain=(near, woods, far)))
    assert found.remedies == (Amend(unit="S1", in_area="B3"),)


WOODS = box("W1", (20, 20), (26, 26), kind="woods")


def test_terrain_that_has_gone_or_come_is_told() -> None:
    placed = battle(T1, areas=("W1", "B1"))
    gone, come = differences(placed, table(tank(), terrain=(WOODS, box("H1", (1, 1), (4, 4)))))
    assert (gone.subject, gone.says) == (
        "B1",
        "B1 was placed as terrain and is not on the table: put it back.",
    )
    assert come.subject == "H1"
    assert "H1 was not placed as terrain" in come.says
    assert gone.remedies == come.remedies == (AcceptTerrain(),)
    assert differences(battle(T1, areas=("W1",)), table(tank(), terrain=(WOODS,))) == ()


@pytest.mark.parametrize(
    ("body", "waits"),
    [
        (Fire(target="T1"), True),
        (MoveDone(unit="T1"), True),
        (Place(unit="T1"), True),
        (Roll(dice=(1, 2)), False),
        (Decline(), False),
    ],
)
def test_what_is_judged_by_the_terrain_waits_for_it(body: object, waits: bool) -> None:
    state = battle(T1, areas=("W1",))
    (found,) = differences(state, table(tank()))
    assert rests_on(state, Command(author="Host", body=body), found) is waits


def test_other_terrain_is_for_all_to_agree_on() -> None:
    state = battle(T1, areas=("W1",))
    alone = GAME.decide(state, Command(author="Host", body=AcceptTerrain()), table(tank()))
    assert isinstance(alone, Refusal)
    assert (alone.clause, alone.waivable) == ("PT1-B2", True)
    together = Command(author="Host", body=AcceptTerrain(), waives=frozenset({"PT1-B2"}))
    after = folded(GAME, state, decision=GAME.decide(state, together, table(tank())))
    assert after.areas == ()
    again = GAME.decide(after, together, table(tank()))
    assert isinstance(again, Refusal)
    assert not again.waivable


def test_one_lost_figure_is_named() -> None:
    squad = unit("S1", kind=UnitKind.SQUAD, pieces=("a", "b"))
    (found,) = differences(battle(squad), table(piece("a"), lost("b")))
    assert "S1 (b)" in found.says


def test_loose_figures_stand_where_their_mean_is() -> None:
    squad = battle(unit("S1", kind=UnitKind.SQUAD, pieces=("a", "b")))
    assert differences(squad, table(piece("a", (9, 10)), piece("b", (11, 10)))) == ()
    (found,) = differences(squad, table(piece("a", (10, 10)), piece("b", (12, 10))))
    assert found.says == "S1 stands 1 in from where it was ruled to be."


def test_a_destroyed_unit_is_taken_off() -> None:
    gone = unit("T1", destroyed=True, hits=2, spot=None)
    (found,) = differences(battle(gone), table(tank()))
    assert (found.kind, found.subject) == ("not_removed", "T1")
    assert differences(battle(gone), table()) == ()
    hidden = table(piece("T1", state=PieceState.HIDDEN))
    assert differences(battle(gone), hidden) == ()


def test_a_wreck_may_burn_or_wait_for_its_owner_to_say() -> None:
    burning = unit("T1", destroyed=True, burning=True, hits=2)
    unsettled = battle(unit("T1", destroyed=True, hits=2), steps=(Wreck(unit="T1"),))
    assert differences(battle(burning), table(tank())) == ()
    assert differences(unsettled, table(tank())) == ()


def test_a_damaged_unit_has_a_smoke_marker_where_markers_are_used() -> None:
    state = battle(unit("T1", hits=1))
    assert differences(state, table(tank())) == ()
    assert differences(state, table(tank(), smoke((10, 12.1)))) == ()
    (found,) = differences(state, table(tank(), smoke((10, 12.3))))
    assert (found.kind, found.subject) == ("smoke_missing", "T1")
    assert found.remedies == (Amend(unit="T1", hits=0),)


def test_an_unhurt_unit_has_none() -> None:
    state = battle(T1, unit("T2", spot=spot(10, 14)))
    both = (tank(), tank("T2", (10, 14)))
    (found,) = differences(state, table(*both, smoke((10, 11.5))))
    assert (found.kind, found.subject) == ("smoke_extra", "T1")
    assert found.remedies == (Amend(unit="T1", hits=1),)
    assert differences(state, table(*both, smoke((30, 30)))) == ()


def test_a_marker_near_a_damaged_unit_belongs_to_it_whoever_stands_close() -> None:
    state = battle(T1, unit("T2", spot=spot(10, 12.5), hits=1))
    snapshot = table(tank(), tank("T2", (10, 12.5)), smoke((10, 11.2)))
    assert differences(state, snapshot) == ()


def test_a_finished_move_is_proposed() -> None:
    state = battle(T1, asks=(ask(MoveQuestion(unit="T1", inches=Inches(6))),))
    (found,) = sighted(state, table(tank(at=(18.4, 10))))
    assert (found.kind, found.subject, found.seat) == ("move_finished", "T1", "Host")
    assert found.command == MoveDone(unit="T1")
    assert found.says == "T1 stands 8.4 in from where it was: is its move done?"
    assert [each.value for each in found.evidence] == [pytest.approx(8.4)]


def test_a_unit_that_has_not_moved_yet_or_is_still_moving_is_not_proposed() -> None:
    state = battle(T1, asks=(ask(MoveQuestion(unit="T1", inches=Inches(6))),))
    moving = piece("T1", (18, 10), state=PieceState.MOVING)
    assert proposed(state, table(tank(at=(10.1, 10)))) == []
    assert proposed(state, table(moving)) == []


def test_passengers_are_proposed_once_they_are_off_their_carrier() -> None:
    squad = unit("S1", blue=True, kind=UnitKind.SQUAD, aboard="T1", length=Inches(1.0))
    asks = (ask(PutDownQuestion(unit="S1", carrier="T1", inches=Inches(3)), blue=True),)
    state = battle(T1, squad, asks=asks)
    assert proposed(state, table(tank(), piece("S1", (11.2, 10)))) == []
    (found,) = sighted(state, table(tank(), piece("S1", (14.0, 10))))
    assert (found.kind, found.seat, found.command) == ("put_down", "Guest", Place(unit="S1"))
    assert found.says == "S1 stands 4 in from where it was: is it down beside T1?"


def test_what_somebody_did_out_of_turn_is_noticed_without_a_command() -> None:
    state = battle(T1, unit("T2", blue=True), unit("T3", spot=spot(30, 30)))
    snapshot = table(tank(at=(13, 10)), lost("T2"), tank("T3", (30, 30)), smoke((30, 31.5)))
    found = sighted(state, snapshot)
    assert [(each.kind, each.subject, each.seat, each.command) for each in found] == [
        ("moved_out_of_turn", "T1", "Host", None),
        ("piece_missing", "T2", "Guest", None),
        ("smoke_placed", "T3", "Host", None),
    ]
    assert [len(each.evidence) for each in found] == [1, 0, 0]


def test_every_kind_of_proposal_is_told_and_only_advises() -> None:
    assert [kind.name for kind in PROPOSAL_KINDS] == [
        "move_finished",
        "put_down",
        "moved_out_of_turn",
        "piece_missing",
        "smoke_placed",
    ]
    assert {kind.policy for kind in PROPOSAL_KINDS} == {"ask", "log"} < set(POLICIES)
    assert all(kind.says.endswith(".") for kind in PROPOSAL_KINDS)
