"""Facts of any game: what is told of one that tells none, and who is waited for."""

import dataclasses
import json
from dataclasses import replace
from typing import Any

import pytest

from api.shapes import facts as shapes
from api.shapes.shaped import Described
from rules.referee.court.offers import view
from rules.referee.court.usual_facts import facts_for
from rules.referee.facts import battle, cards, course, units, winning
from rules.referee.facts.battle import Facts, TableSurface, written_facts
from rules.referee.facts.course import ShownAwaited
from rules.referee.facts.units import UnitStage
from rules.referee.log.house_words import TakeBack
from rules.referee.toolkit.chronicle import Chronicle, Standing
from tests.rules.referee.counting_game import Counting, Play, Shift


def chronicle() -> Chronicle:
    return Chronicle(
        turn=lambda state: int(state.turn),
        points=lambda state: {"red": float(state.sum), "blue": 0.0},
        points_say="Points",
        units=lambda _: (
            Standing(unit="C1", side="red", kind="big counter", lost=True, by="C2", worth=2.0),
            Standing(unit="C3", side="blue", kind="token", place=(1.0, 2.0, 0.0), lost=True),
        ),
        tells=lambda _: (),
        winner=lambda _: "red",
    )


def test_of_a_game_that_tells_none_pieces_sides_and_what_is_amendable_are_told() -> None:
    play = Play()
    play.rolls(3)
    play.ask("Red", Shift(counter="C1", x_in=22.0))
    told = facts_for(play.battle, seat="Red")
    first, second = told.units
    assert (first.id, first.name, first.side, first.kind) == ("C1", "Counter", "red", "counter")
    assert [status.says for status in first.statuses] == ["lies at 22 in"]
    assert (second.id, second.name, second.statuses) == ("C2", "C2", ())
    assert [(side.name, side.seats) for side in told.sides] == [
        ("red", ("Red",)),
        ("blue", ("Blue",)),
    ]
    assert told.notes == ("the sum is 3",)
    assert told.turn.number == 0
    assert told.awaited == (ShownAwaited(seat="", who="", says="Blue rolls."),)


def test_what_a_seat_may_not_amend_it_is_not_told() -> None:
    play = Play()
    play.ask("Red", Shift(counter="C1", x_in=22.0))
    assert facts_for(play.battle, seat="Blue").units[0].statuses == ()


def test_pieces_of_a_game_that_hides_some_are_not_listed() -> None:
    play = Play()
    game = replace(play.battle.game, hides=lambda _state, _table, _seat: frozenset({"C1"}))
    assert facts_for(replace(play.battle, game=game), seat="Red").units == ()


def test_a_chronicle_tells_turns_points_losses_and_the_winner() -> None:
    play = Play()
    play.rolls(3)
    game = replace(play.battle.game, chronicle=chronicle())
    told = facts_for(replace(play.battle, game=game), seat="")
    assert (told.turn.number, told.turn.says, told.winner) == (1, "Turn 1", "red")
    assert [number.value for side in told.sides for number in side.numbers] == [3.0, 0.0]
    lost, left, burnt = (told.units[at] for at in (0, 1, 2))
    assert (lost.stage, lost.lost_to, lost.value, lost.says) == (
        UnitStage.GONE,
        "C2",
        2.0,
        "big counter",
    )
    assert left.stage is UnitStage.IN_PLAY
    assert (burnt.id, burnt.stage, burnt.side) == ("C3", UnitStage.WRECK, "blue")


def test_whoever_has_to_agree_is_waited_for_in_every_game() -> None:
    play = Play()
    play.rolls(3)
    play.ask("Red", TakeBack(entry="e1"))
    for seat, yours in (("Red", False), ("Blue", True)):
        *_, asked = facts_for(play.battle, seat=seat).awaited
        assert (asked.seat, asked.who, asked.yours) == ("Blue", "Blue", yours)
        assert "take back" in asked.says


def test_a_games_own_facts_are_told_as_they_are() -> None:
    play = Play()

    def told(state: Counting, seat: str) -> Facts:
        return Facts(notes=(f"{seat} has {state.sum}",))

    game = replace(play.battle.game, facts=told)
    assert facts_for(replace(play.battle, game=game), seat="Red").notes == ("Red has 0",)


def test_a_table_is_ground_where_a_game_says_nothing_else() -> None:
    assert Facts().surface is TableSurface.MAT
    assert written_facts(Facts(surface=TableSurface.CLOTH))["surface"] == "cloth"  # type: ignore[index]


def test_a_view_has_them_with_every_field() -> None:
    play = Play()
    told: Any = json.loads(json.dumps(view(play.battle, seat="Red")["facts"]))
    assert told.keys() == {field.name for field in dataclasses.fields(Facts)}
    unit = told["units"][0]
    assert unit.keys() == {field.name for field in dataclasses.fields(units.ShownUnit)}
    assert (unit["stage"], unit["carries"]) == ("in_play", [])


PAIRS = [
    (battle.Facts, shapes.FactsTold),
    (battle.ShownSide, shapes.SideShownTold),
    (battle.ShownObjective, shapes.ObjectiveTold),
    (units.ShownUnit, shapes.UnitShownTold),
    (units.ShownStatus, shapes.StatusShownTold),
    (units.ShownNumber, shapes.NumberShownTold),
    (units.Gauge, shapes.GaugeTold),
    (cards.ShownCard, shapes.CardShownTold),
    (cards.ShownHand, shapes.HandShownTold),
    (cards.ShownPile, shapes.PileShownTold),
    (course.ShownTurn, shapes.TurnShownTold),
    (course.ShownStep, shapes.StepShownTold),
    (course.ShownOrder, shapes.OrderShownTold),
    (course.OrderPlace, shapes.OrderPlaceTold),
    (course.ShownAwaited, shapes.AwaitedTold),
    (winning.ShownWay, shapes.WayTold),
    (winning.SideStanding, shapes.SideStandingTold),
]


@pytest.mark.parametrize(("kind", "shape"), PAIRS, ids=lambda kind: kind.__name__)
def test_every_field_of_a_fact_is_described(kind: Any, shape: type[Described]) -> None:
    assert [field.name for field in dataclasses.fields(kind)] == list(shape.model_fields)


def test_every_description_of_a_fact_is_compared() -> None:
    described = {each for each in vars(shapes).values() if _is_shape(each)}
    assert described == {shape for _, shape in PAIRS}


def _is_shape(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Described) and value is not Described
