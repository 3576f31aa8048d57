"""What the camera tells of a battle of Papercraft, and what waits until it is put right."""

import pytest

from rules.games.papercraft import GAME
from rules.games.papercraft.chapters.abilities_used import UseAbility
from rules.games.papercraft.chapters.amending import AcceptSquare, SquareAccepted
from rules.games.papercraft.chapters.attacks import Attack
from rules.games.papercraft.chapters.moving import LayDown, SquareMoveDone
from rules.games.papercraft.chapters.setting_up import PlaceSquare
from rules.games.papercraft.chapters.sheltering import Leave
from rules.games.papercraft.profiles import Fate
from rules.games.papercraft.tests.armies import roster, rows
from rules.games.papercraft.tests.table_play import (
    HOST,
    Battle,
    Put,
    attacking,
    moving,
    placing,
    put,
    spot,
    the,
)
from rules.referee.court.asking import ask
from rules.referee.log.battle import Battle as RefereedBattle
from rules.referee.log.battle import applied, begin
from rules.referee.log.entries import Stamp
from rules.referee.log.house_options import all_options
from rules.referee.toolkit.game import Command, Seat, Setup
from rules.referee.toolkit.settings import options_from
from rules.table.snapshot import Health, HealthState, PieceState
from tests.factories import table

BLUE = put("B", "seal_captain", (20, 20), blue=True, face="face")
RED = put("A", "seal_captain", (10, 10), face="face")


def seen(game: Battle) -> list[tuple[str, str]]:
    found = GAME.differences(game.state, game.snapshot)
    return [(each.subject, each.kind) for each in found]


def proposed(game: Battle) -> list[tuple[str, str, object]]:
    found = GAME.sighted(game.state, game.snapshot)
    return [(each.subject, each.kind, each.command) for each in found]


def test_a_table_as_it_should_be_is_no_difference() -> None:
    assert seen(attacking(RED, BLUE)) == []
    assert proposed(attacking(RED, BLUE)) == []


def test_a_square_that_moved_when_it_should_not() -> None:
    game = attacking(RED, BLUE)
    game.lies("B", (20, 20.2), face="face")
    assert seen(game) == [], "a quarter of an inch is overlooked"
    game.lies("B", (20, 21), face="face")
    assert seen(game) == [("B", "moved_out_of_turn")]
    (found,) = GAME.differences(game.state, game.snapshot)
    assert found.says == "B lies 1 in from where it was ruled to be."
    assert found.remedies == (AcceptSquare(unit="B"),)
    assert proposed(game) == [("B", "moved_out_of_turn", None)]


def test_a_turn_on_the_spot_is_a_shift_too() -> None:
    game = attacking(put("T", "great_moth", (10, 10)), BLUE)
    game.lies("T", (10, 10), 100)
    assert seen(game) == [("T", "moved_out_of_turn")]


def test_what_the_camera_cannot_tell_is_no_shift() -> None:
    game = attacking(RED, BLUE)
    game.lies("B", (20, 20.5), sigma=0.3, face="face")
    assert seen(game) == []
    game.lies("B", (20, 20.5), sigma=0.03, face="face")
    assert seen(game) == [("B", "moved_out_of_turn")]


def test_in_their_own_movement_units_are_moved_by_hand() -> None:
    game = moving(RED, BLUE)
    game.lies("A", (10, 14), face="face")
    assert seen(game) == []
    assert proposed(game) == [("A", "move_finished", SquareMoveDone(unit="A"))]
    game.do(HOST, SquareMoveDone(unit="A"))
    assert proposed(game) == []


@pytest.mark.parametrize("held", [{"held_by": "B"}, {"profile": None}])
def test_but_not_those_that_may_not_move(held: dict[str, object]) -> None:
    unit = (
        put("T", "press_tower", (10, 10))
        if "profile" in held
        else put(
            "T",
            "seal_captain",
            (10, 10),
            **held,  # type: ignore[arg-type]
        )
    )
    game = moving(unit, BLUE)
    game.lies("T", (10, 12))
    assert seen(game) == [("T", "moved_out_of_turn")]


def test_a_living_square_that_was_turned_over() -> None:
    game = attacking(RED, BLUE)
    game.lies("B", (20, 20), face="corpse")
    assert seen(game) == [("B", "turned_over")]
    assert proposed(game) == [("B", "turned_over", None)]
    (found,) = GAME.differences(game.state, game.snapshot)
    assert found.says == "B lies face down and has 16 HP left: turn it back."


def test_a_corpse_is_known_by_its_tag() -> None:
    corpse = put("C", "seal_captain", (15, 15), blue=True, fate=Fate.CORPSE, hp=0, face="corpse")
    game = attacking(RED, BLUE, corpse)
    assert seen(game) == []
    game.lies("C", (15, 15), face="face")
    assert seen(game) == [("C", "not_turned")]
    game.lies("C", (15, 15))
    assert seen(game) == [], "where nobody says which side is up, nobody is nagged"


def test_a_square_that_is_missing() -> None:
    game = attacking(RED, BLUE)
    game.gone("B")
    assert seen(game) == [("B", "missing")]
    assert proposed(game) == [("B", "missing", None)]
    hidden = attacking(RED, BLUE)
    hidden.lies("B", (20, 20), seen=PieceState.HIDDEN)
    assert seen(hidden) == [], "hidden is normal at a table"


def test_two_squares_on_one_another() -> None:
    game = attacking(RED, BLUE)
    game.lies("B", (10.5, 10), face="face")
    assert seen(game) == [("B", "moved_out_of_turn"), ("B", "overlap")]
    assert ("B", "overlap", None) in proposed(game)
    on_table = [d for d in GAME.differences(game.state, game.snapshot) if d.kind == "overlap"]
    assert on_table[0].says == "B lies on A, 0.5 in deep: put it back."


def test_what_is_in_a_building_or_gone_lies_on_no_table() -> None:
    inside = put("C", "seal_captain", (10, 13.1), inside="S", face="face")
    game = attacking(put("S", "shrine_of_protection", (10, 10)), inside, BLUE)
    assert seen(game) == [("C", "not_removed")]
    game.gone("C")
    assert seen(game) == []


def test_a_camera_that_is_not_live_says_nothing() -> None:
    game = attacking(RED, BLUE)
    game.gone("B")
    game.looks(health=Health(state=HealthState.STALE))
    assert seen(game) == []
    assert proposed(game) == []


def test_the_one_new_square_is_proposed_as_placed() -> None:
    game = placing(put("A", "seal_captain", None), put("C", "seal_captain", None), BLUE)
    assert proposed(game) == []
    game.lies("A", (5, 5))
    assert proposed(game) == [("A", "placed", PlaceSquare(unit="A"))]
    game.lies("C", (8, 5))
    assert proposed(game) == []


def test_a_unit_that_is_being_shifted_is_proposed_as_put_down() -> None:
    game = attacking(put("M", "miguel", (10, 10)), RED, BLUE)
    game.state = game.state.with_unit(put("A", "seal_captain", (10, 13)).unit)
    game.lies("A", (10, 13))
    game.do(HOST, UseAbility(unit="M", ability="telekinesis", target="A"))
    game.rolled(HOST, 3)
    game.lies("A", (10, 16))
    assert proposed(game) == [("A", "put_down", LayDown(unit="A"))]
    assert seen(game) == []


def test_all_may_agree_that_it_stands_where_it_is_seen() -> None:
    game = attacking(RED, BLUE)
    game.lies("B", (20, 22), face="face")
    refusal = game.refused(HOST, AcceptSquare(unit="B"))
    assert refusal.reason.startswith("That B stands 20 in from the west edge and 22 in from")
    game.do(HOST, AcceptSquare(unit="B"), waives=["PC-MOV-13"])
    assert seen(game) == []
    nowhere = attacking(RED, put("B", "seal_captain", (20, 20), blue=True, seen=PieceState.HIDDEN))
    assert not nowhere.refused(HOST, AcceptSquare(unit="B")).waivable


def test_what_was_agreed_is_where_it_stands_from_then_on() -> None:
    game = attacking(RED, BLUE)
    game.lies("B", (20, 22), face="face")
    told = game.do(HOST, AcceptSquare(unit="B"), waives=["PC-MOV-13"])
    assert the(told, SquareAccepted).spot == game.unit("B").spot


def test_whoever_may_come_out_of_a_building_is_proposed_and_not_waited_for() -> None:
    inside = put("C", "seal_captain", (10, 13.1), inside="S", face="face")
    game = moving(put("S", "shrine_of_protection", (10, 10)), inside, BLUE)
    assert seen(game) == []
    assert proposed(game) == [("C", "put_down", Leave(unit="C"))]
    game.do(HOST, Leave(unit="C"))
    assert proposed(game) == []


def test_whoever_is_put_out_of_a_ruin_is_proposed_and_not_waited_for() -> None:
    game = attacking(
        put("A", "ballista_cart", (10, 5)),
        put("S", "shrine_of_protection", (10, 12), blue=True, hp=1),
        put("C", "seal_captain", None, blue=True, inside="S", spot=spot(10, 15)),
        BLUE,
    )
    game.do(HOST, Attack(unit="A", attack="bolt", target="S"))
    game.fought(6, 1)
    game.hit_for(1, 1, 1)
    game.lies("C", (10, 15.1))
    assert seen(game) == []
    assert proposed(game) == [("C", "put_down", LayDown(unit="C"))]
    game.do("Guest", LayDown(unit="C"))


def test_a_unit_in_somebodys_hand_is_not_missed() -> None:
    game = moving(RED, BLUE)
    game.gone("A")
    assert seen(game) == []
    game.gone("B")
    assert seen(game) == [("B", "missing")]


def test_an_attack_out_of_a_building_that_was_shifted_rests_on_it() -> None:
    game = attacking(
        put("S", "shrine_of_protection", (10, 10)),
        put("A", "inkbow_company", (10, 14.1), inside="S"),
        BLUE,
    )
    game.gone("A")
    game.lies("S", (10, 11))
    (found,) = GAME.differences(game.state, game.snapshot)
    shot = Command(author=HOST, body=Attack(unit="A", attack="bow", target="B"))
    assert GAME.rests_on(game.state, shot, found)
    game.lies("S", (10, 10))
    game.lies("B", (20, 22), face="face")
    (found,) = GAME.differences(game.state, game.snapshot)
    assert not GAME.rests_on(game.state, shot, found), "that one is named"


def refereed(*units: Put) -> RefereedBattle:
    """The same table under the referee, who lets differences stop what rests on them."""
    del units
    found = roster(rows("Red", "seal_captain"), rows("Blue", "seal_captain"))
    seats = (Seat(name="Host", sides=("Red",)), Seat(name="Guest", sides=("Blue",)))
    setup = Setup(seats=seats, roster=found, options=options_from(all_options(GAME), {}))
    stamp = Stamp(time="2026-11-21T19:00:00Z", command_id="begin", umpire_version="test")
    return begin(GAME, setup, stamp=stamp)


def test_the_referee_takes_the_game_as_it_is() -> None:
    battle = refereed()
    for seat in ("Host", "Guest"):
        stamp = Stamp(
            time="2026-11-21T19:00:01Z", command_id=f"ready {seat}", umpire_version="test"
        )
        command = Command(author=seat, body={"kind": "muster"})
        ruling = ask(battle, command, snapshot=table(), stamp=stamp)
        assert ruling.refusal is None
        battle = applied(battle, ruling.entries)
    assert GAME.awaits is not None
    assert GAME.awaits(battle.state).startswith("Red: Roll 1 die: when Red places units")
