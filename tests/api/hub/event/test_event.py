"""What may be done in an event, what is refused, and who leads."""

from collections.abc import Callable
from random import Random

import pytest

from api.hub.event import acts
from api.hub.event.deeds import (
    EventOpened,
    Measure,
    PairingSystem,
    ResultCorrected,
    ResultGiven,
)
from api.hub.event.standings import standings
from api.hub.event.state import EventRefusedError, EventState, after, event_of
from api.hub.pairing.record import RoundScore, Scoring
from tests.api.hub.event.events import deeds_by_chance, opening, with_players

WIN, LOSS, DRAW = RoundScore.WIN, RoundScore.LOSS, RoundScore.DRAW


def result(
    round_number: int, white: int, score: RoundScore, victory: tuple[int, int] = (0, 0)
) -> ResultGiven:
    other = {WIN: LOSS, LOSS: WIN, DRAW: DRAW}[score]
    return ResultGiven(
        round=round_number, white=white, score=score, black_score=other, victory=victory
    )


def played(state: EventState, *scores: RoundScore) -> EventState:
    """A round drawn and played, by White's scores from the first table on."""
    state = after(state, acts.drawn(state))
    at = len(state.rounds)
    for (white, _), score in zip(state.rounds[-1].draw.pairs, scores, strict=True):
        state = after(state, acts.given(state, result(at, white, score)))
    return state


def table(state: EventState) -> list[tuple[int, int]]:
    return [(row.rank, row.number) for row in standings(state)]


def test_points_come_first_then_what_the_organiser_chose() -> None:
    state = played(with_players(4), WIN, LOSS)
    assert state.rounds[0].draw.pairs == ((1, 3), (4, 2))
    assert table(state) == [(1, 1), (1, 2), (3, 3), (3, 4)]
    state = played(state, WIN, DRAW)
    first = standings(state)[0]
    assert first.number == state.rounds[1].draw.pairs[0][0]
    assert first.values[Measure.POINTS] == 20
    assert first.played == 2


@pytest.mark.parametrize(
    ("measure", "best"),
    [
        (Measure.VICTORY_POINTS, 3),
        (Measure.VICTORY_MARGIN, 1),
        (Measure.POINTS, 1),
    ],
)
def test_victory_points_may_lead(measure: Measure, best: int) -> None:
    event = EventOpened(
        name="Cup", system=PairingSystem.BY_HAND, rounds=1, order=(measure, Measure.WINS)
    )
    state = with_players(4, acts.opened(event))
    state = after(state, acts.drawn(state, pairs=[(1, 2), (3, 4)]))
    for white, score, victory in ((1, WIN, (12, 2)), (3, LOSS, (15, 16))):
        state = after(state, acts.given(state, result(1, white, score, victory=victory)))
    leader = standings(state)[0].number
    assert leader == (4 if measure is Measure.VICTORY_POINTS else best)


def test_each_measure_by_hand() -> None:
    """A round robin of four, reckoned on paper."""
    event = EventOpened(
        name="Four", system=PairingSystem.ROUND_ROBIN, rounds=3, order=tuple(Measure)
    )
    state = with_players(4, acts.opened(event))
    # 1 beats 4 and draws with 2 and 3; 2 beats 3, draws with 4; 3 beats 4.
    came = {(1, 4): WIN, (2, 3): WIN, (4, 3): LOSS, (1, 2): DRAW, (2, 4): DRAW, (3, 1): DRAW}
    for _ in range(3):
        state = after(state, acts.drawn(state))
        for pair in state.rounds[-1].draw.pairs:
            deed = acts.given(state, result(len(state.rounds), pair[0], came[pair]))
            state = after(state, deed)
    rows = {row.number: row.values for row in standings(state)}
    assert {n: v[Measure.POINTS] for n, v in rows.items()} == {1: 20, 2: 20, 3: 15, 4: 5}
    assert {n: v[Measure.BUCHHOLZ] for n, v in rows.items()} == {1: 40, 2: 40, 3: 45, 4: 55}
    assert {n: v[Measure.BUCHHOLZ_CUT] for n, v in rows.items()} == {1: 35, 2: 35, 3: 40, 4: 40}
    # 1: 5 + 20/2 + 15/2 = 22.5 tenths; in hundredths of a point 225.
    sonneborn = {n: v[Measure.SONNEBORN_BERGER] for n, v in rows.items()}
    assert sonneborn == {1: 225, 2: 275, 3: 150, 4: 100}
    assert {n: v[Measure.WINS] for n, v in rows.items()} == {1: 1, 2: 1, 3: 1, 4: 0}
    progressive = {n: v[Measure.PROGRESSIVE] for n, v in rows.items()}
    assert progressive == {1: 10 + 15 + 20, 2: 10 + 15 + 20, 3: 0 + 10 + 15, 4: 0 + 0 + 5}
    assert [row.number for row in standings(state)][:2] == [2, 1]


def test_a_direct_encounter_tells_two_apart_only_if_they_have_met() -> None:
    order = (Measure.POINTS, Measure.DIRECT_ENCOUNTER)
    event = EventOpened(name="Cup", system=PairingSystem.BY_HAND, rounds=2, order=order)
    state = with_players(4, acts.opened(event))
    for at, pairs, scores in (
        (1, [(1, 2), (3, 4)], [LOSS, WIN]),
        (2, [(1, 3), (2, 4)], [WIN, LOSS]),
    ):
        state = after(state, acts.drawn(state, pairs=pairs))
        for (white, _), score in zip(pairs, scores, strict=True):
            state = after(state, acts.given(state, result(at, white, score)))
    # All have one point; 1 and 4 have not met, so nothing tells the four apart.
    assert table(state) == [(1, 1), (1, 2), (1, 3), (1, 4)]
    assert table_after_round(state, 1) == [(1, 2), (1, 3), (3, 1), (3, 4)]


def table_after_round(state: EventState, rounds: int) -> list[tuple[int, int]]:
    return [(row.rank, row.number) for row in standings(state, rounds=rounds)]


def test_a_correction_counts_and_leaves_its_trail() -> None:
    state = played(with_players(2), WIN)
    white, black = state.rounds[0].draw.pairs[0]
    assert standings(state)[0].number == white
    deed = ResultCorrected(
        round=1, white=white, score=LOSS, black_score=WIN, reason="the slip was misread"
    )
    state = after(state, acts.corrected(state, deed))
    assert standings(state)[0].number == black
    trail = state.rounds[0].results[white]
    assert [each.kind for each in trail] == ["result_given", "result_corrected"]


def test_a_late_entry_was_absent_and_a_drop_stays_away() -> None:
    state = played(with_players(4), WIN, WIN)
    late = acts.entered(state, name="Late", club="", rating=0, army="")
    state = after(state, late)
    state = after(state, acts.withdrew(state, 1))
    draw = acts.drawn(state).draw
    assert sorted(each for pair in draw.pairs for each in pair) == [2, 3, 4, 5]
    assert state.entrants()[4].rounds[0].score is RoundScore.ABSENT
    state = after(state, acts.returned(state, 1))
    assert 1 in {each for pair in acts.drawn(state).draw.pairs for each in pair} | {
        *acts.drawn(state).draw.byes
    }


def test_a_round_that_was_taken_back_can_be_drawn_anew() -> None:
    state = with_players(4)
    state = after(state, acts.drawn(state))
    state = after(state, acts.taken_back(state, "one has left"))
    state = after(state, acts.missed(state, 4, at=1, score=RoundScore.HALF_BYE))
    state = played(state, WIN)
    assert len(state.rounds[0].draw.byes) == 1
    assert state.entrants()[3].rounds[0].score is RoundScore.HALF_BYE


def test_what_does_not_fit_is_refused() -> None:
    state = with_players(4)
    drawn = after(state, acts.drawn(state))
    done = played(state, WIN, WIN)
    refusals: list[tuple[Callable[[], object], str]] = [
        (lambda: acts.opened(opening(rounds=0)), "rounds: expected 1 to 50, got 0"),
        (lambda: acts.entered(state, name=" ", club="", rating=0, army=""), "1 to 80 signs"),
        (lambda: acts.entered(state, name="PLAYER 1", club="", rating=0, army=""), "again"),
        (lambda: acts.withdrew(state, 9), "player 9: expected a number from 1 to 4"),
        (lambda: acts.returned(state, 1), "expected one who withdrew"),
        (lambda: acts.missed(drawn, 1, at=1), "round that is missed: expected 2 to 5, got 1"),
        (lambda: acts.missed(state, 1, at=1, score=WIN), "expected an absence"),
        (lambda: acts.kept_apart(state, 1, other=1), "expected two, got one"),
        (lambda: acts.drawn(drawn), "expected all results of round 1"),
        (lambda: acts.drawn(with_players(1)), "two players at least"),
        (lambda: acts.taken_back(done, "why"), "expected one without results"),
        (lambda: acts.taken_back(drawn, " "), "reason: expected some words"),
        (lambda: acts.given(done, result(1, 1, WIN)), "correct it with a reason"),
        (lambda: acts.given(drawn, result(2, 1, WIN)), "round of a result: expected 1 to 1"),
        (lambda: acts.given(drawn, result(1, 3, WIN)), "expected a player of White, got 3"),
    ]
    for act, says in refusals:
        with pytest.raises(EventRefusedError, match=says):
            act()
    with pytest.raises(EventRefusedError, match="scores that fit"):
        acts.given(drawn, ResultGiven(round=1, white=1, score=WIN, black_score=WIN))
    with pytest.raises(EventRefusedError, match="expected one to correct"):
        acts.corrected(
            drawn, ResultCorrected(round=1, white=1, score=WIN, black_score=LOSS, reason="x")
        )


@pytest.mark.parametrize("system", [PairingSystem.ROUND_ROBIN, PairingSystem.KNOCKOUT])
def test_a_late_entry_cannot_join_a_fixed_table(system: PairingSystem) -> None:
    state = played(with_players(4, opening(system)), WIN, WIN)
    with pytest.raises(EventRefusedError, match="expected before the first round"):
        acts.entered(state, name="Late", club="", rating=0, army="")
    assert len(acts.drawn(state).draw.pairs) == (2 if system is PairingSystem.ROUND_ROBIN else 1)


def test_pairs_by_hand_have_to_be_made() -> None:
    state = with_players(2, opening(PairingSystem.BY_HAND))
    with pytest.raises(EventRefusedError, match="expected pairs made by hand"):
        acts.drawn(state)
    assert acts.drawn(state, pairs=[(2, 1)]).draw.pairs == ((2, 1),)
    with pytest.raises(EventRefusedError, match="expected everybody who is there"):
        acts.drawn(state, pairs=[])


def test_the_record_of_an_event_begins_with_its_opening() -> None:
    with pytest.raises(EventRefusedError, match="expected its opening first"):
        event_of([])
    with pytest.raises(EventRefusedError, match="expected one opening, got another"):
        event_of([opening(), opening()])


def test_points_of_a_win_may_be_any() -> None:
    scoring = Scoring(win=30, draw=10, bye=30)
    event = EventOpened(name="Cup", system=PairingSystem.SWISS, rounds=3, scoring=scoring)
    state = played(with_players(3, acts.opened(event)), WIN)
    assert sorted(row.values[Measure.POINTS] for row in standings(state)) == [0, 30, 30]


@pytest.mark.parametrize("seed", range(5))
def test_the_same_deeds_come_to_the_same_event(seed: int) -> None:
    deeds = deeds_by_chance(Random(seed), players=9, rounds=4)
    state = event_of(deeds)
    assert state.finished_rounds == 4
    assert state == event_of(deeds)
    rows = standings(state)
    assert [row.rank for row in rows] == sorted(row.rank for row in rows)
    assert {row.number for row in rows} == {each.number for each in state.players}


def test_friends_who_are_kept_apart_do_not_meet() -> None:
    state = with_players(4)
    assert acts.drawn(state).draw.pairs[0] == (1, 3)
    state = after(state, acts.kept_apart(state, 1, other=3))
    assert frozenset({1, 3}) not in map(frozenset, acts.drawn(state).draw.pairs)
