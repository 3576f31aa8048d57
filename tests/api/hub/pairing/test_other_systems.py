"""Round robin, knock-out, teams, and pairs that were made by hand."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from api.hub.pairing.by_hand import paired_by_hand
from api.hub.pairing.knockout import paired_by_knockout, rounds_of_knockout, winner_of_knockout
from api.hub.pairing.record import Colour, Draw, Entrant, RoundLine, RoundScore, Scoring
from api.hub.pairing.round_robin import paired_by_robin, rounds_of_robin
from api.hub.pairing.teams import boards_of, match_scores
from tests.api.hub.random_events import played


@pytest.mark.parametrize("players", range(2, 21))
def test_a_round_robin_has_everybody_meet_once(players: int) -> None:
    numbers = range(1, players + 1)
    met: list[frozenset[int]] = []
    whites: list[int] = []
    byes: list[int] = []
    for at in range(1, rounds_of_robin(players) + 1):
        draw = paired_by_robin(numbers, at=at)
        assert len(draw.byes) == players % 2
        met += [frozenset(pair) for pair in draw.pairs]
        whites += [white for white, _ in draw.pairs]
        byes += draw.byes
    assert sorted(map(sorted, met)) == sorted(map(list, combinations(numbers, 2)))
    assert sorted(byes) == (list(numbers) if players % 2 else [])
    games = players - 1
    assert all(whites.count(each) in {games // 2, (games + 1) // 2} for each in numbers)


def test_the_berger_table_of_six_is_the_printed_one() -> None:
    printed = (
        ((1, 6), (2, 5), (3, 4)),
        ((6, 4), (5, 3), (1, 2)),
        ((2, 6), (3, 1), (4, 5)),
        ((6, 5), (1, 4), (2, 3)),
        ((3, 6), (4, 2), (5, 1)),
    )
    for at, pairs in enumerate(printed, start=1):
        assert set(paired_by_robin(range(1, 7), at=at).pairs) == set(pairs)


def test_a_second_cycle_changes_sides_and_who_is_away_leaves_a_bye() -> None:
    first, second = (paired_by_robin([1, 2, 3, 4], at=at, cycles=2).pairs for at in (1, 4))
    assert second == tuple((black, white) for white, black in first)
    assert paired_by_robin([1, 2, 3, 4], at=1, away={4}) == Draw(pairs=((2, 3),), byes=(1,))
    with pytest.raises(ValueError, match="expected 1 to 3, got 4"):
        paired_by_robin([1, 2, 3, 4], at=4)


@pytest.mark.parametrize("players", range(2, 20))
def test_a_knockout_leaves_one_who_never_lost(players: int) -> None:
    chance = Random(players)
    entrants = tuple(Entrant(number=each) for each in range(1, players + 1))
    for _ in range(rounds_of_knockout(players)):
        assert winner_of_knockout(entrants) is None
        draw = paired_by_knockout(entrants)
        entrants = decided(played(entrants, draw, chance))
    winner = winner_of_knockout(entrants)
    assert winner is not None
    passing = {RoundScore.WIN, RoundScore.BYE, RoundScore.FORFEIT_WIN}
    assert {each.score for each in winner.rounds} <= passing
    with pytest.raises(ValueError, match="a tree that is done"):
        paired_by_knockout(entrants)


def decided(entrants: tuple[Entrant, ...]) -> tuple[Entrant, ...]:
    """The same with a winner of each game of the last round: who has the lower number."""
    found = []
    for each in entrants:
        last = each.rounds[-1]
        if last.score in {RoundScore.DRAW, RoundScore.FORFEIT_LOSS}:
            wins = RoundScore.WIN if each.number < last.opponent else RoundScore.LOSS
            last = replace(last, score=wins)
        elif last.score is RoundScore.FORFEIT_WIN and each.number > last.opponent:
            last = replace(last, score=RoundScore.LOSS)
        found.append(replace(each, rounds=(*each.rounds[:-1], last)))
    return tuple(found)


def test_a_knockout_gives_the_byes_to_the_strongest() -> None:
    fresh = [Entrant(number=each) for each in range(1, 7)]
    draw = paired_by_knockout(fresh)
    assert draw.byes == (1, 2)
    assert {frozenset(pair) for pair in draw.pairs} == {frozenset({4, 5}), frozenset({3, 6})}
    assert paired_by_knockout(fresh, away={5}).byes == (1, 4, 2)


def test_a_knockout_needs_a_winner() -> None:
    drawn = [
        Entrant(
            number=1, rounds=(RoundLine(score=RoundScore.DRAW, opponent=2, colour=Colour.WHITE),)
        ),
        Entrant(
            number=2, rounds=(RoundLine(score=RoundScore.DRAW, opponent=1, colour=Colour.BLACK),)
        ),
    ]
    with pytest.raises(ValueError, match="1 in round 1: expected a winner, got a draw"):
        winner_of_knockout(drawn)


def test_pairs_by_hand_tell_what_is_odd() -> None:
    entrants = [
        Entrant(
            number=1, rounds=(RoundLine(score=RoundScore.WIN, opponent=2, colour=Colour.WHITE),)
        ),
        Entrant(
            number=2, rounds=(RoundLine(score=RoundScore.LOSS, opponent=1, colour=Colour.BLACK),)
        ),
        Entrant(number=3, rounds=(RoundLine(score=RoundScore.BYE),)),
    ]
    draw = paired_by_hand([(2, 1)], byes=[3], entrants=entrants)
    assert draw.concessions == ("2 and 1 meet again", "3 has a second bye")
    assert paired_by_hand([(3, 1)], entrants=entrants, away=[2]) == Draw(pairs=((3, 1),))


@pytest.mark.parametrize(
    ("pairs", "byes", "says"),
    [
        ([(1, 9)], [2, 3], r"players of this event, got \[9\]"),
        ([(1, 2), (2, 3)], [], r"each player once, got \[2\]"),
        ([(1, 2)], [3, 4], r"got \[4\], who are away"),
        ([(1, 2)], [], r"got none for \[3\]"),
    ],
)
def test_impossible_pairs_are_refused(
    pairs: list[tuple[int, int]], byes: list[int], says: str
) -> None:
    entrants = [Entrant(number=each) for each in range(1, 5)]
    with pytest.raises(ValueError, match=says):
        paired_by_hand(pairs, byes=byes, entrants=entrants, away=[4])


def test_a_match_of_teams() -> None:
    boards = boards_of([1, 2, 3], [7, 8])
    assert [each.is_played for each in boards] == [True, True, False]
    line_ups = ([1, 2, 3], [7, 8])
    scores = {
        1: RoundScore.WIN,
        7: RoundScore.LOSS,
        2: RoundScore.LOSS,
        8: RoundScore.WIN,
        3: RoundScore.FORFEIT_WIN,
    }
    assert match_scores(scores, line_ups=line_ups, scoring=Scoring()) == (
        RoundScore.WIN,
        RoundScore.LOSS,
    )
    scores[3] = RoundScore.FORFEIT_LOSS
    assert match_scores(scores, line_ups=line_ups, scoring=Scoring()) == (
        RoundScore.DRAW,
        RoundScore.DRAW,
    )
    with pytest.raises(ValueError, match=r"got none of \[8\]"):
        match_scores(
            {1: RoundScore.WIN, 2: RoundScore.LOSS, 3: RoundScore.BYE, 7: RoundScore.LOSS},
            line_ups=line_ups,
            scoring=Scoring(),
        )
