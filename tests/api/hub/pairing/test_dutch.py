"""The Swiss system: what it never does, judged by brute force, and what another engine pairs."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from api.hub.pairing.dutch import paired_by_dutch
from api.hub.pairing.record import Colour, Draw, Entrant, RoundLine, RoundScore, Scoring
from conftest import SoakCount
from tests.api.hub.random_events import Drawn, events_by_chance

SCORING = Scoring()


def drawn(entrants: Sequence[Entrant], away: frozenset[int], is_last: bool) -> Draw:
    return paired_by_dutch(entrants, scoring=SCORING, away=away, is_last_round=is_last)


def rounds_by_chance(chance: Random, most: int) -> Iterator[Drawn]:
    players = chance.randint(2, most)
    rounds = chance.randint(1, min(players, 9))
    return events_by_chance(chance, players=players, rounds=rounds, draw_round=drawn)


def ways(alone: tuple[int, ...]) -> Iterator[tuple[tuple[int, int], ...]]:
    """Every way to pair these; 0 among them is the bye."""
    if not alone:
        yield ()
        return
    first, *others = alone
    for other in others:
        rest = tuple(each for each in others if each != other)
        for way in ways(rest):
            yield ((first, other), *way)


def faults(way: Sequence[tuple[int, int]], entrants: Sequence[Entrant]) -> tuple[int, int]:
    """Second byes and rematches."""
    known = {each.number: each for each in entrants}
    second = sum(known[other].had_bye for none, other in way if none == 0)
    again = sum(other in known[one].met for one, other in way if one != 0)
    return second, again


def made(draw: Draw) -> tuple[tuple[int, int], ...]:
    return (*draw.pairs, *((0, each) for each in draw.byes))


def judged(found: Drawn) -> tuple[int, int]:
    """The fewest second byes and rematches of all ways there are."""
    there = tuple(each.number for each in found.entrants if each.number not in found.away)
    whole = (0, *there) if len(there) % 2 else there
    return min(faults(way, found.entrants) for way in ways(whole))


def everybody_once(found: Drawn) -> bool:
    there = sorted(each.number for each in found.entrants if each.number not in found.away)
    named = [each for pair in found.draw.pairs for each in pair] + list(found.draw.byes)
    return sorted(named) == there and len(found.draw.byes) == len(there) % 2


@pytest.mark.soak
def test_brute_force_finds_no_round_with_fewer_rematches(
    rng_seed: int, soak_count: SoakCount
) -> None:
    chance = Random(rng_seed)
    rounds, forced = 0, 0
    for _ in range(soak_count(40, 2_500)):
        for found in rounds_by_chance(chance, 10):
            rounds += 1
            best = judged(found)
            assert everybody_once(found), found
            assert faults(made(found.draw), found.entrants) == best, found
            forced += best > (0, 0)
    # Both kinds have been seen: rounds with a clean way, and some without any.
    assert 0 < forced < rounds


def test_the_judge_finds_a_planted_rematch() -> None:
    entrants = [
        Entrant(
            number=1, rounds=(RoundLine(score=RoundScore.WIN, opponent=2, colour=Colour.WHITE),)
        ),
        Entrant(
            number=2, rounds=(RoundLine(score=RoundScore.LOSS, opponent=1, colour=Colour.BLACK),)
        ),
        Entrant(
            number=3, rounds=(RoundLine(score=RoundScore.DRAW, opponent=4, colour=Colour.WHITE),)
        ),
        Entrant(
            number=4, rounds=(RoundLine(score=RoundScore.DRAW, opponent=3, colour=Colour.BLACK),)
        ),
    ]
    planted = Drawn(
        entrants=tuple(entrants),
        away=frozenset(),
        is_last=False,
        draw=Draw(pairs=((1, 2), (3, 4))),
    )
    assert faults(made(planted.draw), entrants) == (0, 2)
    assert judged(planted) == (0, 0)


@pytest.mark.soak
def test_no_event_has_a_rematch_or_a_second_bye_that_it_does_not_tell(
    rng_seed: int, soak_count: SoakCount
) -> None:
    chance = Random(rng_seed + 1)
    for _ in range(soak_count(25, 2_500)):
        for found in rounds_by_chance(chance, 24):
            assert everybody_once(found), found
            seen = faults(made(found.draw), found.entrants)
            told = found.draw.concessions
            assert sum("second bye" in each for each in told) == seen[0], found
            assert sum("meet again" in each for each in told) == seen[1], found


@pytest.mark.soak
def test_another_engine_pairs_the_same(rng_seed: int, soak_count: SoakCount) -> None:
    peer = pytest.importorskip("tests.api.hub.pairing.py4swiss_peer", exc_type=ImportError)
    chance = Random(rng_seed + 2)
    rounds, conceded = 0, 0
    for _ in range(soak_count(15, 2_000)):
        for found in rounds_by_chance(chance, 22):
            theirs = peer.paired(found, scoring=SCORING)
            rounds += 1
            if theirs is None:
                conceded += 1
                assert found.draw.concessions, found
            else:
                byes = tuple((each, 0) for each in found.draw.byes)
                assert (*found.draw.pairs, *byes) == theirs, found
    assert conceded < rounds


def test_the_first_round_is_the_upper_half_against_the_lower() -> None:
    fresh = [Entrant(number=each) for each in range(1, 8)]
    draw = drawn(fresh, frozenset(), is_last=False)
    assert draw == Draw(pairs=((1, 4), (5, 2), (3, 6)), byes=(7,))
    black = paired_by_dutch(fresh, scoring=SCORING, initial=Colour.BLACK)
    assert black.pairs == ((4, 1), (2, 5), (6, 3))


def test_who_is_away_is_not_paired() -> None:
    fresh = [Entrant(number=each) for each in range(1, 6)]
    assert drawn(fresh, frozenset({2}), is_last=False).pairs == ((1, 4), (3, 5))
    assert drawn(fresh[:1], frozenset(), is_last=False) == Draw(pairs=(), byes=(1,))
    assert drawn([], frozenset(), is_last=False) == Draw(pairs=())


def test_friends_are_kept_apart_while_that_can_be() -> None:
    fresh = [Entrant(number=each) for each in range(1, 5)]
    apart = [frozenset({1, 3}), frozenset({2, 4})]
    draw = paired_by_dutch(fresh, scoring=SCORING, forbidden=apart)
    assert draw == Draw(pairs=((1, 4), (3, 2)))
    pair = paired_by_dutch(fresh[:2], scoring=SCORING, forbidden=[frozenset({1, 2})])
    assert pair.pairs == ((1, 2),)
    assert pair.concessions == ("1 and 2 meet, though they should not",)


def test_what_cannot_be_avoided_is_told() -> None:
    both = [
        Entrant(
            number=1, rounds=(RoundLine(score=RoundScore.WIN, opponent=2, colour=Colour.WHITE),)
        ),
        Entrant(
            number=2, rounds=(RoundLine(score=RoundScore.LOSS, opponent=1, colour=Colour.BLACK),)
        ),
    ]
    assert drawn(both, frozenset(), is_last=False).concessions == ("1 and 2 meet again",)
    alone = [Entrant(number=1, rounds=(RoundLine(score=RoundScore.BYE),))]
    again = drawn(alone, frozenset(), is_last=False)
    assert (again.byes, again.concessions) == ((1,), ("1 has a second bye",))


def test_rounds_of_different_length_are_refused() -> None:
    uneven = [Entrant(number=1), Entrant(number=2, rounds=(RoundLine(score=RoundScore.BYE),))]
    with pytest.raises(ValueError, match=r"expected as many for each, got \[0, 1\]"):
        drawn(uneven, frozenset(), is_last=False)


@pytest.mark.soak
def test_sides_are_balanced(rng_seed: int, soak_count: SoakCount) -> None:
    chance = Random(rng_seed + 3)
    for _ in range(soak_count(10, 500)):
        for found in rounds_by_chance(chance, 16):
            if found.draw.concessions or found.is_last:
                continue
            for white, black in found.draw.pairs:
                for number, gets in ((white, Colour.WHITE), (black, Colour.BLACK)):
                    had = (*found.entrants[number - 1].colours, gets)
                    assert abs(2 * had.count(gets) - len(had)) <= 2, found
                    assert had[-3:] != (gets,) * 3, found


def test_sides_may_be_left_out_of_it() -> None:
    twice_white = [
        Entrant(number=number, rounds=tuple(_draw_with(other, Colour.WHITE) for other in (3, 4)))
        for number in (1, 2)
    ]
    twice_black = [
        Entrant(number=number, rounds=tuple(_draw_with(other, Colour.BLACK) for other in (1, 2)))
        for number in (3, 4)
    ]
    everybody, away = [*twice_white, *twice_black], frozenset({3, 4})
    clash = drawn(everybody, away, is_last=False)
    assert clash.concessions == ("1 and 2 both are due the same side",)
    free = paired_by_dutch(everybody, scoring=SCORING, away=away, balances_sides=False)
    assert free == Draw(pairs=((1, 2),))


def _draw_with(opponent: int, colour: Colour) -> RoundLine:
    return RoundLine(score=RoundScore.DRAW, opponent=opponent, colour=colour)
