"""A report file goes on as an event here, and rounds that were paired elsewhere are checked."""

from dataclasses import replace
from random import Random

import pytest

from api.hub.event import acts
from api.hub.event.checking import checked_rounds
from api.hub.event.deeds import Measure, PairingSystem, ResultGiven
from api.hub.event.exchange import EventReport, read_report, report_of, written_report
from api.hub.event.importing import deeds_of_report
from api.hub.event.standings import standings
from api.hub.event.state import after, event_of
from api.hub.pairing.record import Colour, RoundScore
from tests.api.hub.event.events import deeds_by_chance, with_players


def played_event(seed: int) -> EventReport:
    return report_of(event_of(deeds_by_chance(Random(seed), players=8, rounds=4)))


@pytest.mark.parametrize("seed", range(8))
def test_a_report_goes_on_as_an_event(seed: int) -> None:
    report = replace(played_event(seed), rounds=5, away=frozenset({2}))
    state = event_of(deeds_of_report(read_report(written_report(report))))
    again = report_of(state)
    assert again == report
    assert [row.number for row in standings(state)]
    draw = acts.drawn(state).draw
    assert 2 not in {each for pair in draw.pairs for each in pair}


def test_an_event_can_be_sorted_and_paired_otherwise() -> None:
    report = played_event(1)
    order = (Measure.WINS, Measure.POINTS)
    deeds = deeds_of_report(report, system=PairingSystem.ROUND_ROBIN, order=order)
    state = event_of(deeds)
    assert (state.opened.order, state.opened.system) == (order, PairingSystem.ROUND_ROBIN)
    empty = event_of(deeds_of_report(EventReport(name="", rounds=3, players=())))
    assert (empty.opened.name, empty.rounds) == ("Event", ())


@pytest.mark.parametrize("seed", range(8))
def test_rounds_that_we_have_paired_are_found_to_be_so(seed: int) -> None:
    checked = checked_rounds(played_event(seed))
    assert [each.round for each in checked] == [1, 2, 3, 4]
    assert all(each.has_same_pairs and each.has_same_sides for each in checked)


def test_other_pairs_other_sides_and_rematches_are_told() -> None:
    state = with_players(4)
    for pairs in ([(1, 3), (4, 2)], [(3, 1), (2, 4)]):
        deed = acts.drawn(state, pairs=pairs)
        state = after(state, deed)
        for white, _ in pairs:
            state = after(state, _won_by_white(deed.round, white))
    first, second = checked_rounds(report_of(state))
    assert first.has_same_pairs
    assert first.has_same_sides
    assert not second.has_same_pairs
    assert set(second.rematches) == {(3, 1), (2, 4)}
    assert second.expected.concessions == ()


def _won_by_white(at: int, white: int) -> ResultGiven:
    return ResultGiven(round=at, white=white, score=RoundScore.WIN, black_score=RoundScore.LOSS)


def test_sides_count_too() -> None:
    report = replace(played_event(0), initial=Colour.BLACK)
    first = checked_rounds(report)[0]
    assert first.has_same_pairs
    assert not first.has_same_sides
