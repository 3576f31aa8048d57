"""Events as chance has them: players come late, are away, drop out or do not turn up."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random

from api.hub.pairing.record import MISSED, OPPOSITES, Colour, Draw, Entrant, RoundLine, RoundScore

COMES = (
    RoundScore.WIN,
    RoundScore.LOSS,
    RoundScore.DRAW,
    RoundScore.FORFEIT_WIN,
    RoundScore.FORFEIT_LOSS,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """One round of an event: what had been played, who was away, and who was to play whom."""

    entrants: tuple[Entrant, ...]
    away: frozenset[int]
    is_last: bool
    draw: Draw


DrawRound = Callable[[tuple[Entrant, ...], frozenset[int], bool], Draw]
"""Pairs a round: of all entrants, without those who are away; whether it is the last."""


def played(entrants: tuple[Entrant, ...], draw: Draw, chance: Random) -> tuple[Entrant, ...]:
    """The entrants after a round with these pairs; the stronger ones win more often."""
    scored = {each.number: MISSED for each in entrants}
    scored |= {each: RoundLine(score=RoundScore.BYE) for each in draw.byes}
    for white, black in draw.pairs:
        weights = [50, 25, 20, 3, 2] if white < black else [25, 50, 20, 2, 3]
        of_white = chance.choices(COMES, weights)[0]
        of_black = chance.choice(sorted(OPPOSITES[of_white]))
        scored[white] = RoundLine(score=of_white, opponent=black, colour=Colour.WHITE)
        scored[black] = RoundLine(score=of_black, opponent=white, colour=Colour.BLACK)
    for each in entrants:
        if scored[each.number] is MISSED and chance.random() < 0.2:
            scored[each.number] = RoundLine(score=RoundScore.HALF_BYE)
    return tuple(replace(each, rounds=(*each.rounds, scored[each.number])) for each in entrants)


def events_by_chance(
    chance: Random, *, players: int, rounds: int, draw_round: DrawRound
) -> Iterator[Drawn]:
    """Each round of one event; who comes late was absent, and who drops out stays away."""
    entrants = tuple(Entrant(number=each) for each in range(1, players + 1))
    late = {each: chance.randint(1, 2) for each in range(1, players + 1) if chance.random() < 0.05}
    gone: frozenset[int] = frozenset()
    for at in range(rounds):
        if chance.random() < 0.2:
            gone |= {chance.randint(1, players)}
        rate = chance.choice([0.0, 0.0, 0.1, 0.3])
        missing = {each for each in range(1, players + 1) if chance.random() < rate}
        away = gone | missing | {each for each, first in late.items() if at < first}
        if players - len(away) < 2:
            away = frozenset()
        draw = draw_round(entrants, away, at == rounds - 1)
        yield Drawn(entrants=entrants, away=away, is_last=at == rounds - 1, draw=draw)
        entrants = played(entrants, draw, chance)
