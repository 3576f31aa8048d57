"""Tests of what a player would try who wants to show that the umpire of Paper Tigers is wrong."""

import pytest

from rules.games.paper_tigers import GAME
from rules.games.paper_tigers.chapters.acting import Decline
from rules.games.paper_tigers.chapters.agreeing import AcceptTable, Amend
from rules.games.paper_tigers.chapters.arrivals import Arrive
from rules.games.paper_tigers.chapters.deploying import ChooseEdge, DeployDone
from rules.games.paper_tigers.chapters.fire.firing import Fire
from rules.games.paper_tigers.chapters.fire.shots import FireRoll
from rules.games.paper_tigers.chapters.following import Follow
from rules.games.paper_tigers.chapters.moving import Move
from rules.games.paper_tigers.chapters.riding import Place, PutDownQuestion
from rules.games.paper_tigers.chapters.terrain import TerrainDone
from rules.games.paper_tigers.chapters.walking import MoveDone
from rules.games.paper_tigers.initial import ROSTER_SCHEMA
from rules.games.paper_tigers.tests.table_play import (
    GUEST,
    HOST,
    Battle,
    Put,
    acting,
    entry,
    new_battle,
    put,
    set_up,
    started,
)
from rules.games.paper_tigers.vocabulary import Follower, Phase
from rules.referee.toolkit.game import Command, Seat
from rules.referee.toolkit.questions import Roll
from rules.table.bad_input import BadInputError
from rules.table.snapshot import PieceState, Terrain
from rules.table.units import Inches
from tests.factories import Corner, box, piece


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
    assert waits(game, HOST, Fire(target="E1")) == []
    game.stands("T1", (14, 10))
    assert waits(game, HOST, Fire(target="E1")) == ["T1"]
    assert waits(game, HOST, Decline()) == []


def test_a_move_starts_where_it_was_ruled_to_but_followers_are_measured_from_the_leader() -> None:
    game = acting(
        put("T1", (10, 10)),
        put("T2", (20, 10)),
        put("E1", (30, 10), blue=True),
        cards={"T1": "2H"},
    )
    game.stands("T1", (16, 10))
    assert waits(game, HOST, Move()) == []
    assert waits(game, HOST, Move(followers=("T2",))) == ["T1"]


def test_a_target_does_not_slip_into_cover_while_the_dice_roll() -> None:
    game = acting(
        put("T1", (10, 10)),
        put("E1", (30, 10), kind="squad", blue=True),
        cards={"T1": "2H"},
    )
    game.do(HOST, Fire(target="E1"))
    assert game.waits_for == [FireRoll]
    game.stands("E1", (32, 12))
    assert waits(game, HOST, Roll(dice=(1, 1, 1))) == ["E1"]
    assert waits(game, HOST, Roll(dice=(1, 1, 1), ask=99)) == []
    assert waits(game, GUEST, Roll(dice=(1, 1, 1))) == []


def test_passengers_are_put_down_beside_a_carrier_that_stands_where_it_should() -> None:
    game = acting(
        put("T1", (10, 10)),
        put("C", (30, 10), kind="truck", blue=True),
        put("P", (30, 10), kind="squad", blue=True, aboard="C"),
        cards={"T1": "2H"},
    )
    game.do(HOST, Fire(target="C"))
    game.rolled(HOST, 1, 1, 1)
    game.rolled(GUEST, 3)
    assert game.waits_for == [PutDownQuestion]
    # That its smoke is missing yet stops nobody.
    assert waits(game, GUEST, Place(unit="P")) == []
    game.stands("C", (30, 14))
    assert waits(game, GUEST, Place(unit="P")) == ["C"]
    assert waits(game, GUEST, MoveDone(unit="P")) == ["C"]
    assert waits(game, GUEST, MoveDone(unit="nobody")) == []


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
    game.do(HOST, Move())
    game.rolled(HOST, 3, 3, 3)
    game.stands("S1", (10, 12), seen=PieceState.HIDDEN)
    return game


def test_nobody_is_in_a_house_on_the_deck_of_a_tank() -> None:
    game = boarding()
    refusal = game.refused(HOST, MoveDone(unit="S1", aboard="T1", in_area="H"))
    assert (refusal.clause, refusal.waivable) == ("PT1-F1", False)
    assert refusal.reason == "S1 is aboard T1 or in H, not both."
    both = Amend(unit="S1", aboard="T1", in_area="H")
    assert game.refused(HOST, both, waives=("PT1-A5",)).reason == refusal.reason


def test_whoever_is_agreed_to_be_aboard_is_out_of_the_house_and_the_other_way_round() -> None:
    game = boarding()
    for amend, where in [
        (Amend(unit="S1", in_area="H"), ("", "H")),
        (Amend(unit="S1", aboard="T1"), ("T1", "")),
        (Amend(unit="S1", hits=1), ("T1", "")),
        (Amend(unit="S1", in_area="H"), ("", "H")),
    ]:
        game.do(HOST, amend, waives=("PT1-A5",))
        assert (game.unit("S1").aboard, game.unit("S1").in_area) == where


def test_a_house_is_one_however_its_kind_is_written() -> None:
    game = boarding()
    game.stands("S1", (14.5, 10.5))
    game.do(HOST, MoveDone(unit="S1", in_area="H"))
    game.do(HOST, Amend(unit="S1", in_area=""), waives=("PT1-A5",))
    game.looks(pieces=tuple(each for each in game.snapshot.pieces if each.id != "S1"))
    lost, *_ = GAME.differences(game.state, game.snapshot)
    assert lost.remedies == (Amend(unit="S1", in_area="H"),)


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
        game.do(HOST, Fire(target="E1"))
        game.rolled(HOST, 1, 1, 1)
        game.rolled(GUEST, 6, 6)
    body = Follow(followers=followers) if late else Fire(target="E1", followers=followers)
    refusal = game.refused(HOST, body)
    assert (refusal.clause, refusal.waivable) == ("PT1-E1", False)
    assert refusal.reason == "T2 follows to fire as well: name its target."


# Who plays, and who is there at the start.


def test_somebody_alone_is_alone_whoever_looks_on() -> None:
    alone = Seat(name=HOST, sides=("Red", "Blue"))
    for seats in [(alone,), (alone, Seat(name="Onlooker", sides=()))]:
        assert new_battle(seats=seats).state.solo
    assert not new_battle().state.solo


def test_nobody_sits_for_a_side_that_is_not_in_the_battle() -> None:
    seats = [
        Seat(name=HOST, sides=("Red",)),
        Seat(name=GUEST, sides=("Blue",)),
        Seat(name="Gil", sides=("Green",)),
    ]
    with pytest.raises(BadInputError, match="Gil: expected sides of the roster: Red, Blue"):
        new_battle(seats=seats)


def test_no_unit_arrives_before_the_first_turn() -> None:
    (column,) = (each for each in ROSTER_SCHEMA if each.name == "arrives")
    assert column.read("2", "arrives") == 2
    for value in (-3, "-3"):
        with pytest.raises(BadInputError, match="arrives"):
            column.read(value, "arrives")


def test_a_side_may_begin_with_nobody_on_the_table() -> None:
    late = entry("B1", side="Blue", kind="tank", arrives=2)
    game = set_up(new_battle(blue=(), extra=(late,)))
    assert game.state.phase is Phase.SHUFFLE
    assert game.unit("B1").spot is None


# Reinforcements stand where any unit may stand.


def arriving(*others: Put, terrain: tuple[Terrain, ...] = ()) -> Battle:
    late = put("T9", (24, 47), spot=None, arrives=2)
    enemy = put("E1", (10, 2), blue=True)
    return started(late, enemy, *others, phase=Phase.ARRIVALS, turn=2, terrain=terrain, counts={})


def test_reinforcements_stand_on_no_other_model() -> None:
    game = arriving(put("S1", (24, 47), kind="squad"))
    refusal = game.refused(HOST, Arrive())
    assert (refusal.clause, refusal.waivable) == ("PT1-D1b", True)
    assert "on S1" in refusal.reason
    game.stands("S1", (40, 40))
    game.do(HOST, Arrive())


def test_vehicles_do_not_arrive_in_houses() -> None:
    game = arriving(terrain=(box("H", (20, 44), (28, 48), kind="building"),))
    refusal = game.refused(HOST, Arrive())
    assert (refusal.clause, refusal.waivable) == ("PT1-D1d", True)
    assert "H, which no vehicle may enter" in refusal.reason


# Terrain that is gone.


def test_nobody_sets_up_around_a_hill_that_is_gone() -> None:
    hill = box("H9", (18, 18), (30, 30), kind="hill")
    game = new_battle(terrain=(hill,), scenario="high_ground")
    game.rolled(HOST, 6, 5)
    game.rolled(GUEST, 1, 2)
    game.do(GUEST, TerrainDone())
    game.chose(HOST, "accept")
    game.do(GUEST, ChooseEdge(edge="south"))
    game.looks(terrain=())
    refusal = game.refused(GUEST, DeployDone())
    assert (refusal.clause, refusal.waivable) == ("PT1-J2a", False)
    assert refusal.reason == "Hill H9 was laid out and is gone: put it back."
    game.looks(terrain=(hill,))
    game.do(GUEST, DeployDone())


def test_a_bridge_has_a_name_of_its_own_for_its_charge() -> None:
    river = box("R", (0, 14.5), (48, 17), kind="river")
    for name, right in [("R1", False), ("P1", True)]:
        bridge = box(name, (22, 14), (26, 17.5), kind="bridge")
        game = new_battle(terrain=(river, bridge), scenario="withdrawal")
        game.rolled(HOST, 6, 5)
        game.rolled(GUEST, 1, 2)
        if right:
            game.do(GUEST, TerrainDone())
            continue
        refusal = game.refused(GUEST, TerrainDone())
        assert (refusal.clause, refusal.waivable) == ("PT1-J3b", False)
        assert refusal.reason == "Bridge R1 has the name of a unit: call it something else."


# Smoke for whom nobody sees.


def smoke_at(game: Battle, at: Corner) -> list[tuple[str, str]]:
    game.looks(pieces=(*game.snapshot.pieces, piece("M1", at, kind="smoke")))
    return [(each.kind, each.subject) for each in GAME.differences(game.state, game.snapshot)]


def test_the_marker_of_a_damaged_rider_lies_at_its_carrier() -> None:
    carrier = put("C", (30, 10), kind="halftrack", blue=True)
    for hits, found in [(1, []), (0, [("smoke_extra", "C")])]:
        rider = put("P", (30, 10), kind="squad", blue=True, aboard="C", hits=hits)
        game = acting(put("T1", (10, 10)), carrier, rider, cards={"T1": "2H"})
        assert smoke_at(game, (30, 11)) == found


def test_the_marker_of_a_hidden_squad_is_nobody_elses() -> None:
    beside = put("E2", (30, 12), kind="squad", blue=True)
    for hits, found in [(1, []), (0, [("smoke_extra", "E2")])]:
        hidden = put("E1", (30, 10), kind="squad", blue=True, hits=hits, seen=PieceState.HIDDEN)
        game = acting(put("T1", (10, 10)), hidden, beside, cards={"T1": "2H"})
        assert smoke_at(game, (30, 11)) == found


# What players agree on is told.


def test_what_is_to_be_amended_is_told_to_who_has_to_agree() -> None:
    rider = put("P", (10, 10), kind="squad", aboard="T1")
    game = acting(put("T1", (10, 10)), rider, put("E1", (30, 10), blue=True), cards={"T1": "2H"})
    for body, told in [
        (Amend(unit="E1", hits=1), "That E1 has 1 hit is for all of you to agree on"),
        (
            Amend(unit="P", aboard=""),
            "That P has 0 hits and is off T1 is for all of you to agree on",
        ),
    ]:
        refusal = game.refused(HOST, body)
        assert (refusal.clause, refusal.waivable) == ("PT1-A5", True)
        assert refusal.reason == f"{told}, with a reason."


def test_where_a_unit_is_accepted_is_measured_and_told() -> None:
    game = acting(put("T1", (10, 10)), put("E1", (30, 10), blue=True), cards={"T1": "2H"})
    game.stands("T1", (14, 13))
    refusal = game.refused(HOST, AcceptTable(unit="T1"))
    assert refusal.reason.startswith(
        "That T1 stands where the camera sees it, 14 in from the west edge and 13 in from the south"
    )
    (found,) = refusal.evidence
    assert found.value == Inches(5.0)
    assert found.line == ((Inches(10.0), Inches(10.0)), (Inches(14.0), Inches(13.0)))
