"""Checks the pairs of an event that was paired elsewhere: pairs each round again, and compares."""

from dataclasses import dataclass, replace

from api.hub.event.exchange import EventReport
from api.hub.event.importing import draw_of
from api.hub.pairing.dutch import paired_by_dutch
from api.hub.pairing.record import Draw


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedRound:
    round: int
    made: Draw
    """As the file has it."""
    expected: Draw
    """By the Dutch system, of those who played."""
    rematches: tuple[tuple[int, int], ...]
    second_byes: tuple[int, ...]

    @property
    def has_same_pairs(self) -> bool:
        made, expected = (
            {frozenset(pair) for pair in each.pairs} for each in (self.made, self.expected)
        )
        return made == expected and sorted(self.made.byes) == sorted(self.expected.byes)

    @property
    def has_same_sides(self) -> bool:
        return set(self.made.pairs) == set(self.expected.pairs)


def checked_rounds(report: EventReport) -> tuple[CheckedRound, ...]:
    """Every round of the file, the first one first."""
    everybody = [each.entrant for each in report.players]
    played = len(everybody[0].rounds) if everybody else 0
    found = []
    for at in range(played):
        before = [replace(each, rounds=each.rounds[:at]) for each in everybody]
        made = draw_of(everybody, at)
        there = {each for pair in made.pairs for each in pair} | set(made.byes)
        known = {each.number: each for each in before}
        found.append(
            CheckedRound(
                round=at + 1,
                made=made,
                expected=paired_by_dutch(
                    before,
                    scoring=report.scoring,
                    away=set(known) - there,
                    forbidden=report.apart,
                    is_last_round=at + 1 == report.rounds,
                    initial=report.initial,
                ),
                rematches=tuple(pair for pair in made.pairs if pair[1] in known[pair[0]].met),
                second_byes=tuple(each for each in made.byes if known[each].had_bye),
            )
        )
    return tuple(found)
