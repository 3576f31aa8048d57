"""Tests of what the camera sees and players say meeting the rules of moving, firing and cover."""

from dataclasses import replace
from typing import Any

import pytest

from rules.games.paper_tigers.chapters.agreeing import AcceptTable, Amend
from rules.games.paper_tigers.chapters.fire.firing import Fire, FireDeclared
from rules.games.paper_tigers.chapters.fire.saving import Saved, SaveRoll
from rules.games.paper_tigers.chapters.fire.shelter import CoverChoice, CoverSettled
from rules.games.paper_tigers.chapters.fire.shots import SightRoll
from rules.games.paper_tigers.chapters.moving import Move
from rules.games.paper_tigers.chapters.walking import Moved, MoveDone
from rules.games.paper_tigers.tests.battles import about, spot
from rules.games.paper_tigers.tests.table_play import (
    GUEST,
    HOST,
    HULL,
    Battle,
    Put,
    acting,
    put,
    ruling,
    the,
)
from rules.table.snapshot import Health, HealthState, PieceState, Terrain
from rules.table.verdict import Answer
from tests.factories import Corner, box, lost

TANK = put("T1", (10, 10))
FAR = put("E9", (44, 44), blue=True)
WOODS = box("W", (20, 8), (26, 12))
HOUSE = box("B", (20, 8), (24, 12), kind="building")


def squad(at: Corner = (22, 10), **more: Any) -> Put:
    return put("S9", at, kind="squad", blue=True, **more)


def shooting(target: Put, *others: Put, terrain: tuple[Terrain, ...] = (), **chosen: Any) -> Battle:
    return acting(TANK, target, *others, cards={"T1": ("5H", "4H")}, terrain=terrain, chosen=chosen)


def hit(game: Battle, name: str = "S9") -> Battle:
    game.do(HOST, Fire(target=name))
    game.rolled(HOST, 2, 2, 2)
    return game


# Cover at the very edge.


@pytest.mark.parametrize("x", [19.9, 20.1])
@pytest.mark.parametrize(("choice", "dice"), [("in", 1), ("out", 0)])
def test_at_the_very_edge_of_woods_the_players_say_whether_there_is_cover(
    x: float, choice: str, dice: int
) -> None:
    game = hit(shooting(squad((x, 10)), terrain=(WOODS,)))
    (ask,) = game.state.asks
    assert (type(ask.question), ask.clause, about(ask).choices) == (
        CoverChoice,
        "PT1-D2g",
        ("in", "out"),
    )
    assert ask.says == "S9 stands at the very edge of W: is it in or out?"
    told = game.chose(ask.seat, choice)
    assert the(told, CoverSettled).inside is (choice == "in")
    if dice:
        assert game.waits_for == [SaveRoll]
        assert about(game.state.asks[0]).dice.count == 1
    else:
        assert game.unit("S9").hits == 1


@pytest.mark.parametrize(("x", "inside"), [(20.1, True), (19.9, False)])
def test_strictly_the_measured_place_counts_at_the_edge(x: float, inside: bool) -> None:
    game = shooting(squad((x, 10)), terrain=(WOODS,), doubt_policy="strict")
    game.do(HOST, Fire(target="S9"))
    told = game.rolled(HOST, 2, 2, 2)
    assert the(told, CoverSettled).inside is inside
    assert (game.waits_for == [SaveRoll]) is inside


def test_between_two_woods_each_edge_is_asked_for_until_one_holds() -> None:
    both = (box("W", (20.1, 4), (26, 10.1)), box("V", (20.1, 10.1), (26, 16)))
    game = hit(shooting(squad((20, 10)), terrain=both))
    game.chose(game.state.asks[0].seat, "out")
    assert game.state.asks[0].says == "S9 stands at the very edge of V: is it in or out?"
    game.chose(game.state.asks[0].seat, "in")
    assert game.waits_for == [SaveRoll]


def test_what_was_said_of_an_edge_counts_for_that_hit_only() -> None:
    game = hit(shooting(squad((20.1, 10)), terrain=(WOODS,)))
    game.chose(game.state.asks[0].seat, "in")
    game.rolled(GUEST, 6)
    hit(game)
    assert game.waits_for == [CoverChoice]


def test_well_inside_woods_nobody_is_asked_about_another_edge() -> None:
    game = hit(shooting(squad((22, 10)), terrain=(WOODS, box("V", (22.1, 4), (26, 16)))))
    assert game.waits_for == [SaveRoll]


def test_nobody_is_asked_about_cover_that_makes_no_difference() -> None:
    game = hit(shooting(put("S9", (20.1, 10), blue=True), terrain=(WOODS,)))
    assert game.waits_for == [SaveRoll]
    gun = hit(shooting(put("S9", (20.1, 10), blue=True, kind="gun"), terrain=(WOODS,)))
    assert gun.unit("S9").hits == 1
    covered = put("S9", (20.1, 10), blue=True, kind="gun")
    assert hit(shooting(covered, terrain=(WOODS,), gun_cover=1)).waits_for == [CoverChoice]


def test_a_doubtful_line_is_settled_before_the_doubtful_cover() -> None:
    game = shooting(squad((22, 11.9)), terrain=(WOODS,))
    game.do(HOST, Fire(target="S9"))
    assert game.waits_for == [SightRoll]
    game.rolled(HOST, 4)
    game.rolled(HOST, 2, 2, 2)
    assert game.waits_for == [CoverChoice]


# A house that hides its squad.


def test_a_squad_in_a_house_on_a_word_has_its_cover_die() -> None:
    hidden = squad(seen=PieceState.HIDDEN, in_area="B")
    game = shooting(hidden, terrain=(HOUSE,))
    told = game.do(HOST, Fire(target="S9"))
    assert ruling(told, FireDeclared).evidence[0].declared == ("S9",)
    game.rolled(HOST, 2, 2, 2)
    assert game.waits_for == [SaveRoll]


def test_a_squad_that_the_camera_sees_outside_has_none() -> None:
    game = hit(shooting(squad((30, 20), in_area="B"), terrain=(HOUSE,)))
    assert game.waits_for == []
    assert game.unit("S9").hits == 1


def test_a_squad_that_nobody_sees_is_asked_about_and_not_taken_for_uncovered() -> None:
    game = shooting(squad(seen=PieceState.HIDDEN), terrain=(WOODS,))
    game.do(HOST, Fire(target="S9"), waives=("PT1-D2a",))
    game.rolled(HOST, 2, 2, 2)
    (ask,) = game.state.asks
    assert (type(ask.question), about(ask).choices) == (CoverChoice, ("in", "out"))
    assert ask.says == "The umpire does not see S9: is it in woods or in a house, or out of cover?"
    game.chose(ask.seat, "in")
    told = game.rolled(GUEST, 5)
    assert the(told, Saved).saved


def entering(to: Corner, **more: Any) -> Battle:
    """A squad that may walk six inches, and where it is put."""
    walker = put("S1", (17, 10), kind="squad")
    game = acting(
        walker, FAR, cards={"S1": "5C"}, terrain=(HOUSE, box("R", (10, 2), (14, 6), kind="river"))
    )
    game.do(HOST, Move())
    game.rolled(HOST, 3, 2, 2)
    game.stands("S1", to, **more)
    return game


def test_a_squad_that_shows_itself_may_still_be_said_to_be_in_the_house() -> None:
    game = entering((20.6, 10))
    assert the(game.do(HOST, MoveDone(unit="S1", in_area="B")), Moved).in_area == "B"


def test_a_squad_goes_into_a_house_on_a_word_when_it_is_out_of_sight() -> None:
    game = entering((17, 10), seen=PieceState.HIDDEN)
    told = game.do(HOST, MoveDone(unit="S1", in_area="B"))
    assert the(told, Moved).in_area == "B"
    assert game.unit("S1").in_area == "B"


def test_in_a_house_on_a_word_it_stands_in_the_middle() -> None:
    walker = put("S1", (17, 10), kind="squad", seen=PieceState.HIDDEN)
    enemy = put("E1", (40, 10), blue=True)
    game = acting(walker, enemy, cards={"S1": "5C", "E1": "3H"}, terrain=(HOUSE,))
    game.do(HOST, Move())
    game.rolled(HOST, 3, 2, 2)
    moved = the(game.do(HOST, MoveDone(unit="S1", in_area="B")), Moved)
    assert moved.length < 4.0  # it went in by the nearest wall
    found = ruling(game.do(GUEST, Fire(target="S1")), FireDeclared).evidence[0]
    assert found.value == pytest.approx(18.0)
    game.rolled(GUEST, 2, 2, 2)
    assert game.waits_for == [SaveRoll]


def test_accepting_where_a_squad_is_seen_takes_it_out_of_the_house() -> None:
    game = shooting(squad((30, 20), in_area="B"), terrain=(HOUSE,))
    game.do(HOST, AcceptTable(unit="S9"), waives=("PT1-D1b",))
    assert game.unit("S9").in_area == ""


def test_nobody_is_in_a_house_by_word_while_the_camera_sees_them_in_the_open() -> None:
    game = entering((17, 13))
    refusal = game.refused(HOST, MoveDone(unit="S1", in_area="B"))
    assert refusal.clause == "PT1-D1d"
    assert refusal.reason == "S1 stands outside B."
    game.do(HOST, MoveDone(unit="S1"))
    assert game.unit("S1").in_area == ""


def test_a_typed_place_has_to_be_in_the_house_that_is_named() -> None:
    game = entering((17, 10), seen=PieceState.HIDDEN)
    refusal = game.refused(HOST, MoveDone(unit="S1", to=spot(17, 13), in_area="B"))
    assert refusal.clause == "PT1-D1d"
    assert refusal.reason == "The place that is named for S1 is outside B."
    moved = the(game.do(HOST, MoveDone(unit="S1", to=spot(20.5, 10), in_area="B")), Moved)
    assert (moved.spot, moved.in_area) == (spot(20.5, 10), "B")


def test_only_a_house_or_woods_hide_a_squad() -> None:
    game = entering((17, 10), seen=PieceState.HIDDEN)
    for area, told in [
        ("R", "R is a river: only a building or woods hide a unit."),
        ("Q", "There is no area 'Q'; there are: B, R."),
    ]:
        refusal = game.refused(HOST, MoveDone(unit="S1", in_area=area))
        assert (refusal.clause, refusal.reason) == ("PT1-D1d", told)


# A camera that is not sure, or not there.


@pytest.mark.parametrize("state", [HealthState.STALE, HealthState.MOVED, HealthState.TOO_DARK])
def test_a_camera_that_is_not_live_judges_no_shot_unless_the_players_let_it_pass(
    state: HealthState,
) -> None:
    game = shooting(squad())
    game.looks(health=Health(state=state))
    refusal = game.refused(HOST, Fire(target="S9"))
    assert (refusal.clause, refusal.waivable) == ("PT1-D2a", True)
    assert refusal.reason == (
        f"The umpire cannot tell whether T1 sees S9: the camera is not live: {state}."
    )
    assert refusal.evidence[0].answer is Answer.CANNOT_SEE
    told = game.do(HOST, Fire(target="S9"), waives=("PT1-D2a",))
    assert [each.answer for each in ruling(told, FireDeclared).evidence] == [
        Answer.CANNOT_SEE,
        Answer.CANNOT_SEE,
    ]


@pytest.mark.parametrize(
    ("seen", "word"), [(PieceState.MOVING, "moving"), (PieceState.HIDDEN, "hidden")]
)
def test_a_target_that_moves_or_is_hidden_is_not_judged(seen: PieceState, word: str) -> None:
    game = shooting(squad())
    game.stands("S9", (22, 10), seen=seen)
    refusal = game.refused(HOST, Fire(target="S9"))
    assert (refusal.clause, refusal.waivable) == ("PT1-D2a", True)
    assert word in refusal.reason
    on_foot = acting(put("S1", (14, 10), kind="squad"), squad(seen=seen), cards={"S1": "5H"})
    refusal = on_foot.refused(HOST, Fire(target="S9"))
    assert (refusal.clause, refusal.waivable) == ("PT1-D2c", True)
    assert refusal.reason.startswith("The umpire cannot tell: ")
    assert word in refusal.reason


def test_a_waived_clause_lets_nothing_else_pass() -> None:
    game = acting(
        put("S1", (5, 10), kind="squad"),
        squad((18, 10)),
        cards={"S1": "5H"},
        terrain=(box("W", (10, 8), (14, 12)),),
    )
    assert game.refused(HOST, Fire(target="S9")).clause == "PT1-D2c"
    assert game.refused(HOST, Fire(target="S9"), waives=("PT1-D2a",)).clause == "PT1-D2c"
    assert game.refused(HOST, Fire(target="S9"), waives=("PT1-D2c",)).clause == "PT1-D2a"
    told = game.do(HOST, Fire(target="S9"), waives=("PT1-D2c", "PT1-D2a"))
    assert [each.answer for each in ruling(told, FireDeclared).evidence] == [Answer.NO, Answer.NO]


# Places that are typed in.


def driving(to: Corner | None = None, **more: Any) -> Battle:
    """A tank that may move nine inches."""
    game = acting(put("T1", (10, 10), sigma=0.02), squad((30, 10)), cards={"T1": ("8C", "5H")})
    game.do(HOST, Move())
    game.rolled(HOST, 3, 4, 2)
    if to is not None:
        game.stands("T1", to, **more)
    return game


def test_a_typed_place_counts_until_the_camera_has_looked_again() -> None:
    game = driving()
    told = game.do(HOST, MoveDone(unit="T1", to=spot(18, 10)))
    moved = ruling(told, Moved)
    assert the(told, Moved).vouched == game.snapshot.number
    assert moved.evidence[0].declared == ("T1",)
    found = ruling(game.do(HOST, Fire(target="S9")), FireDeclared).evidence[0]
    assert found.value == pytest.approx(12.0)
    assert found.declared == ("T1",)


def test_the_cameras_next_word_counts_again_where_it_sees_the_model() -> None:
    game = driving()
    game.do(HOST, MoveDone(unit="T1", to=spot(18, 10)))
    game.stands("T1", (17, 10))
    found = ruling(game.do(HOST, Fire(target="S9")), FireDeclared).evidence[0]
    assert found.value == pytest.approx(13.0)
    assert list(found.declared) == []


def test_the_typed_place_stays_while_the_camera_does_not_see_the_model() -> None:
    game = driving()
    game.do(HOST, MoveDone(unit="T1", to=spot(18, 10)))
    game.stands("T1", (17, 10), seen=PieceState.HIDDEN)
    found = ruling(game.do(HOST, Fire(target="S9")), FireDeclared).evidence[0]
    assert found.value == pytest.approx(12.0)
    assert found.declared == ("T1",)


def test_a_typed_place_is_held_to_the_same_length() -> None:
    game = driving()
    body = MoveDone(unit="T1", to=spot(20, 10))
    refusal = game.refused(HOST, body)
    assert (refusal.clause, refusal.waivable) == ("PT1-D1b", True)
    assert refusal.reason.startswith("T1 moved 10 in, 9 allowed")
    told = game.do(HOST, body, waives=("PT1-D1b",))
    assert the(told, Moved).length == pytest.approx(10.0)


def test_a_hidden_model_is_moved_by_word() -> None:
    game = driving((10, 10), seen=PieceState.HIDDEN)
    refusal = game.refused(HOST, MoveDone(unit="T1"))
    assert (refusal.clause, refusal.waivable) == ("PT1-D1b", True)
    moved = the(game.do(HOST, MoveDone(unit="T1", to=spot(16, 10))), Moved)
    assert moved.length == pytest.approx(6.0)


def test_a_lost_model_is_moved_by_word_and_by_no_other_means() -> None:
    game = driving()
    others = tuple(each for each in game.snapshot.pieces if each.id != "T1")
    game.looks(pieces=(*others, lost("T1")))
    refusal = game.refused(HOST, MoveDone(unit="T1"))
    assert refusal.clause == "PT1-D1b"
    assert refusal.reason == ("Nobody sees where T1 stands: put it in view, or say where it is.")
    moved = the(game.do(HOST, MoveDone(unit="T1", to=spot(16, 10))), Moved)
    assert moved.length == pytest.approx(6.0)


def test_a_model_still_in_motion_has_not_arrived() -> None:
    game = driving((16, 10), seen=PieceState.MOVING)
    refusal = game.refused(HOST, MoveDone(unit="T1"))
    assert (refusal.clause, refusal.waivable) == ("PT1-D1b", True)
    assert "moving" in refusal.reason


def test_a_shifted_model_fires_from_where_it_is_seen_and_may_be_accepted_there() -> None:
    game = shooting(squad((30, 10)))
    game.stands("T1", (16, 10))
    refusal = game.refused(HOST, AcceptTable(unit="T1"))
    assert (refusal.clause, refusal.waivable) == ("PT1-D1b", True)
    game.do(HOST, AcceptTable(unit="T1"), waives=("PT1-D1b",))
    assert game.unit("T1").spot == spot(16, 10)
    found = ruling(game.do(HOST, Fire(target="S9")), FireDeclared).evidence[0]
    assert found.value == pytest.approx(14.0)


# Wrecks and smoke.


@pytest.mark.parametrize("seen", [PieceState.HIDDEN, PieceState.LOST])
def test_a_wreck_under_its_marker_still_stands_where_it_burns(seen: PieceState) -> None:
    wreck = put("E8", (20, 10), blue=True, destroyed=True, burning=True, hits=2)
    game = shooting(squad((30, 10)), wreck)
    if seen is PieceState.LOST:
        others = tuple(each for each in game.snapshot.pieces if each.id != "E8")
        game.looks(pieces=(*others, replace(lost("E8"), footprint=HULL)))
    else:
        game.stands("E8", (20, 10), seen=seen)
    refusal = game.refused(HOST, Fire(target="S9"))
    assert refusal.clause == "PT1-D2a"
    assert refusal.evidence[1].answer is Answer.NO
    assert refusal.evidence[1].blockers == ("E8",)


def test_players_put_nobody_into_an_area_that_hides_no_one() -> None:
    game = shooting(squad(), terrain=(HOUSE, box("R", (10, 2), (14, 6), kind="river")))
    for unit, where, told in [
        ("S9", "R", "R is a river: only a building or woods hide a unit."),
        ("T1", "B", "T1 is a vehicle, and vehicles never enter buildings."),
    ]:
        refusal = game.refused(HOST, Amend(unit=unit, in_area=where), waives=("PT1-A5",))
        assert (refusal.clause, refusal.reason) == ("PT1-D1d", told)
