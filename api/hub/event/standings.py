"""Who leads: points, and what tells those apart who are level, in the order that was chosen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from api.hub.event.deeds import Measure
from api.hub.event.state import EventState
from api.hub.pairing.record import Entrant, RoundScore, Scoring

UNITS = {
    Measure.POINTS: 10,
    Measure.BUCHHOLZ: 10,
    Measure.BUCHHOLZ_CUT: 10,
    Measure.DIRECT_ENCOUNTER: 10,
    Measure.PROGRESSIVE: 10,
    Measure.SONNEBORN_BERGER: 100,
}
"""How many units of a measure make one; what is not here is counted whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsRow:
    rank: int
    """The same for those whom nothing tells apart."""
    number: int
    values: Mapping[Measure, int]
    """Points in tenths, those of Sonneborn and Berger in hundredths."""
    played: int


def standings(state: EventState, *, rounds: int | None = None) -> tuple[StandingsRow, ...]:
    """Everybody after the finished rounds, or after the first so many; the best first."""
    tally = _Tally(state, rounds=rounds)
    everybody = [each.number for each in state.players]
    found: list[StandingsRow] = []
    for level in _sorted(everybody, state.opened.order, tally=tally, known={}):
        rank = len(found) + 1
        found += [
            StandingsRow(rank=rank, number=number, values=values, played=tally.games_played(number))
            for number, values in level
        ]
    return tuple(found)


Level = list[tuple[int, Mapping[Measure, int]]]
"""Those whom nothing tells apart, each with what they were measured by."""


def _sorted(
    numbers: Sequence[int],
    order: Sequence[Measure],
    *,
    tally: "_Tally",
    known: Mapping[int, Mapping[Measure, int]],
) -> list[Level]:
    if not order:
        return [[(each, known.get(each, {})) for each in sorted(numbers)]]
    measure, *rest = order
    values = tally.of(measure, among=numbers)
    measured = {each: {**known.get(each, {}), measure: values[each]} for each in numbers}
    ranked = sorted(numbers, key=lambda each: -values[each])
    return [
        level
        for _, level_numbers in groupby(ranked, key=lambda each: values[each])
        for level in _sorted(list(level_numbers), rest, tally=tally, known=measured)
    ]


class _Tally:
    """What each player is measured by."""

    def __init__(self, state: EventState, *, rounds: int | None) -> None:
        entrants = state.entrants(rounds=rounds)
        self.entrants: dict[int, Entrant] = {each.number: each for each in entrants}
        self.scoring: Scoring = state.opened.scoring
        self.points = {each.number: each.points(self.scoring) for each in entrants}
        self.victory = {each.number: 0 for each in entrants}
        self.conceded = {each.number: 0 for each in entrants}
        count = state.finished_rounds if rounds is None else rounds
        for drawn in state.rounds[:count]:
            for white, black in drawn.draw.pairs:
                ours, theirs = drawn.results[white][-1].victory
                for number, mine, other in ((white, ours, theirs), (black, theirs, ours)):
                    self.victory[number] += mine
                    self.conceded[number] += other

    def games_played(self, number: int) -> int:
        return sum(each.score.was_played for each in self.entrants[number].rounds)

    def of(self, measure: Measure, *, among: Sequence[int]) -> dict[int, int]:
        if measure is Measure.DIRECT_ENCOUNTER:
            return self._direct(among)
        return {each: self._one(measure, each) for each in among}

    def _one(self, measure: Measure, number: int) -> int:
        match measure:
            case Measure.POINTS:
                return self.points[number]
            case Measure.VICTORY_POINTS:
                return self.victory[number]
            case Measure.VICTORY_MARGIN:
                return self.victory[number] - self.conceded[number]
            case Measure.BUCHHOLZ:
                return sum(self._opposed(number))
            case Measure.BUCHHOLZ_CUT:
                return sum(sorted(self._opposed(number))[1:])
            case Measure.SONNEBORN_BERGER:
                return self._sonneborn(number)
            case Measure.WINS:
                return sum(each.score is RoundScore.WIN for each in self.entrants[number].rounds)
            case Measure.PROGRESSIVE:
                lines = self.entrants[number].rounds
                so_far = range(1, len(lines) + 1)
                return sum(self.entrants[number].points(self.scoring, rounds=at) for at in so_far)
            case Measure.DIRECT_ENCOUNTER:
                return 0

    def _opposed(self, number: int) -> list[int]:
        """What each opponent has; a round without a game counts as one against an equal."""
        return [
            self.points[each.opponent] if each.score.was_played else self.points[number]
            for each in self.entrants[number].rounds
        ]

    def _sonneborn(self, number: int) -> int:
        """In hundredths: a share of a win is in tenths, and so are points."""
        whole = self.scoring.win or 1
        return sum(
            self.points[each.opponent] * self.scoring.worth(each.score) * 10 // whole
            for each in self.entrants[number].rounds
            if each.score.was_played
        )

    def _direct(self, among: Sequence[int]) -> dict[int, int]:
        """What they scored against each other; nothing where two of them have not met."""
        level = set(among)
        all_met = all(level - {each} <= self.entrants[each].met for each in among)
        if len(level) < 2 or not all_met:
            return dict.fromkeys(among, 0)
        return {
            number: sum(
                self.scoring.worth(each.score)
                for each in self.entrants[number].rounds
                if each.score.was_played and each.opponent in level
            )
            for number in among
        }
